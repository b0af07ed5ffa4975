//! Canonical forms of positions, from the rules.
//!
//! The search goes depth first through the components that play can reach, and
//! folds the values of the options of each into its own. Components are valued
//! apart; those that are equal up to a symmetry of the rules, or to the sign,
//! are valued once. No graph is kept: a component costs its position, and its
//! form is shared with all that are worth the same.

use hashbrown::HashMap;

use crate::limits::{Limits, Progress, Stopped};
use crate::player::{ByPlayer, Player};
use crate::ruleset::Ruleset;
use crate::value::{Form, Forms, List};

/// A position has no canonical form, or it was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FoldError {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A position comes again in play, so that the game is not a short one.
    #[error("play can go on for ever: only games that end have a canonical form")]
    Loopy,
}

/// The canonical form of a position, under normal play.
///
/// Time: one look-up for each component of each option of each component, and
/// the making of its form. The stack holds one line of play.
pub fn fold<R: Ruleset>(
    rules: &R,
    position: &R::Position,
    forms: &mut Forms<'_>,
    limits: &Limits<'_>,
) -> Result<Form, FoldError> {
    let mut fold = Fold {
        rules,
        forms,
        limits,
        known: HashMap::new(),
        outside: 0,
        lines: Vec::new(),
        options: Vec::new(),
        terms: Vec::new(),
    };
    let start: Vec<_> =
        rules.components(position.clone()).map(|part| rules.representative(part)).collect();
    let mut sum = Form::ZERO;
    for (part, negative) in start {
        let value = fold.value(part)?;
        let value = if negative { fold.forms.negative(value)? } else { value };
        sum = fold.forms.sum(sum, value)?;
    }
    Ok(sum)
}

struct Fold<'w, 'l, R: Ruleset> {
    rules: &'w R,
    forms: &'w mut Forms<'l>,
    limits: &'w Limits<'w>,
    /// The value of each component; none while it is being found.
    known: HashMap<R::Position, Option<Form>>,
    /// What positions hold outside their own slot, such as long vectors.
    outside: u64,
    /// The components on the line of play that is looked at.
    lines: Vec<Line<R::Position>>,
    /// Of each line in turn, who makes each move, and where its terms begin.
    options: Vec<(Player, usize)>,
    /// The components that each move leaves, up to symmetry, and whether each
    /// is the negative.
    terms: Vec<(R::Position, bool)>,
}

/// A component whose options are looked at.
struct Line<P> {
    position: P,
    /// Where its options begin among those of all lines.
    first: usize,
    /// The values of the options that were looked at.
    values: ByPlayer<List>,
}

impl<R: Ruleset> Fold<'_, '_, R> {
    fn value(&mut self, position: R::Position) -> Result<Form, FoldError> {
        if let Some(&known) = self.known.get(&position) {
            return known.ok_or(FoldError::Loopy);
        }
        self.open(position)?;
        // The options of a line are taken from the end.
        while let Some(&(player, first)) = self.options.last() {
            let Some(line) = self.lines.last_mut() else { break };
            if self.options.len() == line.first {
                self.close()?;
                continue;
            }
            let mut sum = List::new();
            let mut unknown = None;
            for (part, negative) in &self.terms[first..] {
                match self.known.get(part) {
                    Some(&Some(value)) if *negative => sum.push(self.forms.negative(value)?),
                    Some(&Some(value)) => sum.push(value),
                    Some(None) => return Err(FoldError::Loopy),
                    None => {
                        unknown = Some(part.clone());
                        break;
                    }
                }
            }
            if let Some(part) = unknown {
                self.open(part)?;
                continue;
            }
            line.values[player].push(self.forms.sum_all(sum)?);
            self.options.pop();
            self.terms.truncate(first);
        }
        // What is left are lines without options, of which the first is the start.
        let mut value = Form::ZERO;
        while !self.lines.is_empty() {
            value = self.close()?;
        }
        Ok(value)
    }

    /// Begins to look at the options of a component.
    fn open(&mut self, position: R::Position) -> Result<(), FoldError> {
        if self.known.len().is_multiple_of(Limits::STRIDE) {
            let (positions, bytes) = (self.known.len(), self.bytes());
            self.limits.check(Progress { stage: "valuing", positions, bytes })?;
        }
        if self.known.len() == self.known.capacity() {
            self.limits.room(2 * self.bytes(), self.known.len())?;
        }
        self.limits.count(self.known.len() + 1)?;
        let extra = self.rules.bytes(&position).saturating_sub(size_of::<R::Position>());
        self.outside += extra as u64;
        self.known.insert(position.clone(), None);

        let first = self.options.len();
        let movers = if self.rules.impartial() { &[Player::Left][..] } else { &Player::BOTH };
        for &player in movers {
            for option in self.rules.options(&position, player) {
                self.options.push((player, self.terms.len()));
                let parts = self.rules.components(option);
                self.terms.extend(parts.map(|part| self.rules.representative(part)));
            }
        }
        self.lines.push(Line { position, first, values: ByPlayer::default() });
        Ok(self.limits.room(self.bytes(), self.known.len())?)
    }

    /// Values a component all of whose options are valued.
    fn close(&mut self) -> Result<Form, FoldError> {
        let Some(Line { position, values, .. }) = self.lines.pop() else { return Ok(Form::ZERO) };
        let ByPlayer { left, right } = values;
        let right = if self.rules.impartial() { left.clone() } else { right };
        let value = self.forms.canonical(left, right)?;
        self.known.insert(position, Some(value));
        Ok(value)
    }

    fn bytes(&self) -> u64 {
        let known = self.known.capacity() * (size_of::<(R::Position, Option<Form>)>() + 1);
        let lines = self.lines.capacity() * size_of::<Line<R::Position>>()
            + self.options.capacity() * size_of::<(Player, usize)>()
            + self.terms.capacity() * size_of::<(R::Position, bool)>();
        (known + lines) as u64 + self.outside + self.forms.bytes()
    }
}
