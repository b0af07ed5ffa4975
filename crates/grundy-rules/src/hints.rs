//! Functions of a file that are not needed to play, and make its keys shorter or fewer:
//! `symmetries` and `tier`.

use grundy::Fault;
use grundy::stated::Stated;

use crate::conventions::Role;
use crate::game::FileGame;
use crate::structure::code;

impl FileGame {
    /// The positions that are equal to this one by symmetry, as `symmetries` gives them.
    pub(crate) fn images(&self, position: &[u8]) -> Result<Vec<Vec<u8>>, Fault> {
        if !self.rules().script.has(Role::Symmetries) || self.forbids() {
            return Ok(Vec::new());
        }
        self.ask(position, |session, _, position| {
            let images = session.list(Role::Symmetries, &[position])?;
            (0..images.len())
                .map(|i| {
                    let mut image = Vec::new();
                    self.put(session, Role::Symmetries, images.get(i).1, &mut image)?;
                    Ok(image)
                })
                .collect()
        })
    }

    /// A position, its negative if the file says it, and the images of both.
    pub(crate) fn equals(&self, position: &[u8]) -> Result<Vec<Vec<u8>>, Fault> {
        let mut all = self.images(position)?;
        if let Some(negative) = self.negative(position)? {
            all.extend(self.images(&negative)?);
            all.push(negative);
        }
        all.push(position.to_vec());
        Ok(all)
    }

    /// Whether a position is another one, or one of its images.
    pub(crate) fn is_image(&self, position: &[u8], of: &[u8]) -> Result<bool, Fault> {
        Ok(position == of || self.images(of)?.iter().any(|image| image == position))
    }

    /// The number that `tier` gives for a position; none without `tier`.
    pub(crate) fn tier(&self, position: &[u8]) -> Result<Option<u32>, Fault> {
        if !self.rules().script.has(Role::Tier) {
            return Ok(None);
        }
        self.ask(position, |session, _, position| session.tier(position)).map(Some)
    }

    /// What a key is made of: the position, behind its tier if the file has `tier`.
    pub(crate) fn with_tier(&self, position: &[u8]) -> Result<Vec<u8>, Fault> {
        Ok(match self.tier(position)? {
            Some(tier) => code::pair(&code::number(tier), position),
            None => position.to_vec(),
        })
    }
}

/// The position behind its tier.
pub(crate) fn without_tier(pair: &[u8]) -> Option<&[u8]> {
    let mut rest = pair;
    code::next(&mut rest)?;
    code::value(&mut rest)?;
    Some(rest)
}
