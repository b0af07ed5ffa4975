//! The worth of small groups of stones: their canonical forms, each with a hash that is the same
//! for equal values.

use hashbrown::HashMap;

use super::shape::Stones;
use grundy_base::{ByPlayer, Limits, Player, Stopped};
use grundy_ruleset::forward::hash_of;
use grundy_values::{Form, Forms};

/// What is known about a game as a term of a sum. Games with the same hashes, ups and nimber are
/// equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Worth {
    /// A hash of the part that is not a sum of ups and a nimber; 0 if there is none. The hash of
    /// the negative is the negative of the hash.
    pub(super) signed: u128,
    /// The same for values that are their own negatives: two of them are zero.
    pub(super) unsigned: u128,
    pub(super) ups: i8,
    pub(super) nimber: u8,
    /// Bounds on the atomic weight; none if it is not known.
    pub(super) weight: Option<[i16; 2]>,
}

impl Worth {
    /// Nothing.
    pub(super) const ZERO: Worth =
        Worth { signed: 0, unsigned: 0, ups: 0, nimber: 0, weight: Some([0; 2]) };

    /// A value known only by a hash.
    pub(super) fn unknown(hash: u128, own_negative: bool) -> Worth {
        match own_negative {
            true => Worth { unsigned: hash, ..Worth::default() },
            false => Worth { signed: hash, ..Worth::default() },
        }
    }

    pub(super) const fn negated(self) -> Worth {
        let weight = match self.weight {
            Some([least, most]) => Some([-most, -least]),
            None => None,
        };
        Worth { signed: self.signed.wrapping_neg(), ups: -self.ups, weight, ..self }
    }

    /// Whether this is only a sum of ups and a nimber.
    pub(super) const fn is_compact(&self) -> bool {
        self.signed == 0 && self.unsigned == 0
    }
}

/// The values met so far.
pub(super) struct Worths {
    forms: Forms<'static>,
    known: HashMap<(u64, u64), Form>,
    hashes: HashMap<Form, u128>,
    worths: HashMap<Form, Worth>,
}

/// An atomic weight of one, in the units of `Worth::weight`.
pub(super) const UP: i32 = 16;

impl Worths {
    /// No values yet, with room for at most `memory` bytes.
    pub(super) fn new(memory: u64) -> Self {
        Worths {
            forms: Forms::new(Limits { memory, ..Limits::default() }),
            known: HashMap::new(),
            hashes: HashMap::new(),
            worths: HashMap::new(),
        }
    }

    /// The approximate number of bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let known = self.known.capacity() * (size_of::<((u64, u64), Form)>() + 1);
        let hashes = self.hashes.capacity() * (size_of::<(Form, u128)>() + 1);
        let worths = self.worths.capacity() * (size_of::<(Form, Worth)>() + 1);
        self.forms.bytes() + (known + hashes + worths) as u64
    }

    /// The worth of connected stones in a normal form.
    pub(super) fn of(&mut self, stones: Stones) -> Result<Worth, Stopped> {
        self.forms.limits().room(self.bytes(), self.known.len())?;
        let form = self.form(stones)?;
        if let Some(&known) = self.worths.get(&form) {
            return Ok(known);
        }
        let worth = self.worth(form)?;
        self.worths.insert(form, worth);
        Ok(worth)
    }

    fn form(&mut self, stones: Stones) -> Result<Form, Stopped> {
        let key = (stones.left, stones.right);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let mut options = [Vec::new(), Vec::new()];
        for (player, options) in Player::BOTH.into_iter().zip(&mut options) {
            let mut after = Vec::new();
            stones.each_move(player, |stones| after.push(stones));
            for stones in after {
                let mut parts = Vec::new();
                stones.each_part(|part| parts.push(part.shape()));
                let mut sum = Form::ZERO;
                for part in parts {
                    let form = self.form(part.stones)?;
                    let form = if part.negative { self.forms.negative(form)? } else { form };
                    sum = self.forms.sum(sum, form)?;
                }
                options.push(sum);
            }
        }
        let [left, right] = options;
        let form = self.forms.canonical(left, right)?;
        self.known.insert(key, form);
        Ok(form)
    }

    fn worth(&mut self, form: Form) -> Result<Worth, Stopped> {
        if let Some(value) = self.forms.as_compact(form)
            && let (Ok(ups), Ok(nimber)) = (value.ups.try_into(), value.nimber.try_into())
        {
            let weight = UP as i16 * i16::from(ups);
            return Ok(Worth { ups, nimber, weight: Some([weight; 2]), ..Worth::default() });
        }
        let negative = self.forms.negative(form)?;
        let (hash, other) = (self.hash(form)?, self.hash(negative)?);
        let worth = match negative == form {
            true => Worth { unsigned: hash, ..Worth::default() },
            false => Worth { signed: hash.wrapping_sub(other), ..Worth::default() },
        };
        let Some(weight) = self.forms.atomic_weight(form)? else { return Ok(worth) };
        let exact = self.forms.is_number(weight);
        // A game may differ from its stops by an infinitesimal.
        let ease = i64::from(!exact);
        let unit = (1 << 16) / i64::from(UP);
        let (floor, _) = self.forms.stop(weight, Player::Right).coarse();
        let least = floor.div_euclid(unit) - ease;
        let (floor, whole) = self.forms.stop(weight, Player::Left).coarse();
        let most = -(-floor - i64::from(!whole)).div_euclid(unit) + ease;
        let bounds = [least, most];
        let [Ok(least), Ok(most)] = bounds.map(i16::try_from) else { return Ok(worth) };
        Ok(Worth { weight: Some([least, most]), ..worth })
    }

    /// A hash of a form, computed from the hashes of its options. It is the same in every search.
    fn hash(&mut self, form: Form) -> Result<u128, Stopped> {
        if let Some(&known) = self.hashes.get(&form) {
            return Ok(known);
        }
        let mut sums = ByPlayer::new(|_| 0u128);
        for player in Player::BOTH {
            for option in self.forms.options(form, player)? {
                let hash = hash_of(&self.hash(option)?);
                sums[player] = sums[player].wrapping_add(hash);
            }
        }
        let hash = hash_of(&(sums.left, sums.right));
        self.hashes.insert(form, hash);
        Ok(hash)
    }
}
