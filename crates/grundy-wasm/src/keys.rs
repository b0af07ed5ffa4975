//! The positions of a module's game as integers: thousands are expanded in one call.

use std::fmt;
use std::sync::Arc;

use grundy::stated::tiers::{Change, Tiers};
use grundy::stated::{Keys, Rows, Stated, end_by, fate, seen_by};
use grundy::{Fault, Flow, Player};

use crate::answers::answers;
use crate::game::{ModuleGame, options_of};
use crate::layout::Layout;
use crate::sample::{Sample, represented, sample};
use crate::tiers;

/// A game with the keys of its positions.
pub(crate) struct ModuleKeys {
    game: ModuleGame,
    layout: Layout,
    tiers: Order,
    movers: Movers,
    alternates: bool,
    /// Whether a key stands for all images of its position, which are then counted. This is so only
    /// if the first position has no other images: then play reaches all images of the positions
    /// that it reaches.
    counts_images: bool,
}

/// How keys tell the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Movers {
    /// They do not, because the game is impartial.
    Any,
    /// By the lowest bit.
    Bit,
    /// It is always Left: a position with Right to move has the key of its negative.
    Left,
}

/// The origin of tiers.
enum Order {
    /// There are no tiers.
    None,
    /// Tiers are sums of bytes.
    Found(Tiers),
    /// The module gives the tiers, which are the highest `bits` bits of a key.
    Said { flow: Flow, bits: u32 },
}

impl fmt::Debug for ModuleKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keyed").field("layout", &self.layout).finish_non_exhaustive()
    }
}

/// A move, as positions that keys stand for.
type Step = (Vec<u8>, Vec<u8>);

impl ModuleKeys {
    /// The keys of a game.
    ///
    /// # Errors
    ///
    /// The reason why there are none.
    pub(crate) fn new(game: &ModuleGame) -> Result<ModuleKeys, String> {
        let failed = |fault: Fault| fault.message;
        let sample = sample(game).map_err(failed)?;
        let plain = if game.impartial() { Movers::Any } else { Movers::Bit };
        let keyed = ModuleKeys::with(game, &sample, plain).map_err(failed)?;
        if plain == Movers::Bit && sample.mirrors {
            // These keys have half as many positions. They are better unless their flow is worse,
            // as when tiers depend on one player alone.
            let better = |mirrored: &ModuleKeys| {
                keyed.as_ref().is_none_or(|keyed| rank(mirrored.flow()) >= rank(keyed.flow()))
            };
            match ModuleKeys::with(game, &sample, Movers::Left) {
                Ok(Some(mirrored)) if better(&mirrored) => return Ok(mirrored),
                // Some positions of the sample have no negatives.
                Err(fault) if !fault.again => return Err(fault.message),
                _ => {}
            }
        }
        keyed.ok_or_else(|| "positions are too long".to_string())
    }

    /// The keys that tell the player to move in this way; none if positions are too long.
    fn with(
        game: &ModuleGame,
        sample: &Sample,
        movers: Movers,
    ) -> Result<Option<ModuleKeys>, Fault> {
        let moves = steps(game, sample, movers)?;
        let moved = u32::from(movers == Movers::Bit);
        let said = match game.has("tier") {
            true => Some(said(game, &moves)?),
            false => None,
        };
        let high = said.map_or(0, |(_, bits)| bits);
        let Some(layout) = Layout::new(&sample.seen, moved + high) else { return Ok(None) };
        let start = game.start();
        let tiers = match said {
            Some((flow, bits)) => Order::Said { flow, bits },
            None => tiers::find(&layout, &represented(game, &start)?, &moves)
                .map_or(Order::None, Order::Found),
        };
        let is_start = |image: &Vec<u8>| *image == start;
        let counts_images = game.has("symmetries")
            && !game.has("canonical")
            && game.images(&start)?.iter().all(is_start);
        let (game, alternates) = (game.clone(), sample.alternates);
        Ok(Some(ModuleKeys { game, layout, tiers, movers, alternates, counts_images }))
    }

    /// Whether a key stands for all images of its position.
    fn is_symmetric(&self) -> bool {
        self.game.has("symmetries")
    }

    /// The number of bits of a key that tell the player to move.
    fn moved(&self) -> u32 {
        u32::from(self.movers == Movers::Bit)
    }

    /// The number of bits of the tier that the module gives.
    fn high(&self) -> u32 {
        match self.tiers {
            Order::Said { bits, .. } => bits,
            _ => 0,
        }
    }

    /// The integer of the position of a key.
    #[inline]
    fn integer(&self, key: u128) -> u128 {
        key >> self.moved() & (u128::MAX >> (128 - self.layout.bits))
    }

    /// The tier in a key that the module has given; 0 if it gives none.
    #[inline]
    fn said(&self, key: u128) -> u32 {
        match self.high() {
            0 => 0,
            bits => (key >> (self.moved() + self.layout.bits)) as u32 & !(u32::MAX << bits),
        }
    }

    /// The key of a position, given its integer and the tier that the module gives.
    #[inline]
    fn key(&self, integer: u128, tier: u32, mover: Player) -> u128 {
        let high = match self.high() {
            0 => 0,
            _ => u128::from(tier) << self.layout.bits,
        };
        match self.movers {
            Movers::Bit => (integer | high) << 1 | mover as u128,
            _ => integer | high,
        }
    }

    /// The number by which a move is checked against the order of tiers.
    #[inline]
    fn sum(&self, key: u128) -> u32 {
        match &self.tiers {
            Order::None => 0,
            Order::Found(tiers) => tiers.sum(self.integer(key)),
            Order::Said { .. } => self.said(key),
        }
    }

    /// Whether a move may lead from the first such number to the second.
    #[inline]
    fn allows(&self, from: u32, to: u32) -> bool {
        match &self.tiers {
            Order::None => true,
            Order::Found(tiers) => tiers.allow(from, to),
            Order::Said { flow: Flow::Stepwise, .. } => to == from + 1,
            Order::Said { flow: Flow::Rising, .. } => to > from,
            Order::Said { .. } => to >= from,
        }
    }

    /// Expands at most as many keys as one call takes.
    fn expand_some(&self, keys: &[u128], found: &mut Rows) -> Result<(), Fault> {
        let width = self.game.width();
        let (mut asked, mut answer, mut tiers) = (Vec::new(), Vec::new(), Vec::new());
        for &key in keys {
            if !self.layout.unpack(self.integer(key), &mut asked) {
                return Err(Fault::new(format!("the number {key} is no position")));
            }
            asked.push(self.mover(key) as u8);
        }
        self.game.answer(&mut asked, &mut answer)?;
        if self.movers == Movers::Left {
            self.game.negate(options_of(width, &mut answer))?;
        }
        if self.is_symmetric() {
            self.game.represent(options_of(width, &mut answer))?;
        }
        if self.high() > 0 {
            self.game.tiers(options_of(width, &mut answer), &mut tiers)?;
        }
        let mut tiers = tiers.into_iter();
        let positions = asked.chunks_exact(width + 1).map(|record| &record[..width]);
        for ((&key, position), (end, options)) in
            keys.iter().zip(positions).zip(answers(width, &answer))
        {
            let (mover, sum) = (self.mover(key), self.sum(key));
            let mut end = self.game.end(end, position, mover)?;
            if self.game.counts_points() && (end.is_some() || options.is_empty()) {
                end = Some(end_by(self.game.score(end, position)?));
            }
            for option in options.chunks_exact(width + 1) {
                let (option, turn) = option.split_at(width);
                let turn = self.game.turn_after(turn[0], position)?;
                let next = self.next(turn, mover, position)?;
                let integer = self.layout.pack(option).ok_or_else(|| self.beyond(option))?;
                let tier = tiers.next().unwrap_or(0);
                if tier >> self.high() > 0 {
                    return Err(self.higher(tier, option));
                }
                let to = self.key(integer, tier, next);
                if !self.allows(sum, self.sum(to)) {
                    return Err(self.backward(position, option, (sum, tier))?);
                }
                found.option(to);
            }
            found.close(end.map(|end| fate(end, mover)));
        }
        Ok(())
    }

    /// The player to move after a move; the module may give the turn.
    #[inline]
    fn next(&self, turn: Option<Player>, mover: Player, at: &[u8]) -> Result<Player, Fault> {
        match turn.filter(|_| self.movers != Movers::Any) {
            None => Ok(mover.opponent()),
            Some(turn) if turn == mover && self.alternates => Err(self.turned(at)),
            Some(turn) => Ok(turn),
        }
    }

    #[cold]
    fn turned(&self, position: &[u8]) -> Fault {
        self.game.learn(|learned| learned.keeps_turn = true);
        self.again(
            "a move does not pass the turn, and in all play that was tried moves do",
            position,
        )
    }

    /// The fault of a move to a position that has no key.
    #[cold]
    fn beyond(&self, position: &[u8]) -> Fault {
        let mut seen = self.layout.seen().clone();
        seen.outgrow(position);
        self.game.learn(|learned| match &mut learned.seen {
            Some(known) => known.merge(&seen),
            None => learned.seen = Some(seen),
        });
        self.again("a byte is not as in all play that was tried", position)
    }

    /// The fault of a move to a tier that has no room in a key.
    #[cold]
    fn higher(&self, tier: u32, position: &[u8]) -> Fault {
        self.game.learn(|learned| learned.highest = learned.highest.max(tier));
        self.again("`tier` is higher than in all play that was tried", position)
    }

    /// The fault of a move that goes back where it may not, with the tiers that the module gives
    /// before and after it.
    #[cold]
    fn backward(&self, from: &[u8], to: &[u8], (low, high): (u32, u32)) -> Result<Fault, Fault> {
        let again = "a move goes back where all play that was tried goes on";
        let said = matches!(self.tiers, Order::Said { .. });
        if said && high < low {
            let mut made = to.to_vec();
            if self.movers == Movers::Left {
                self.game.negate(std::iter::once(&mut made[..]))?;
            }
            let mut after = Vec::new();
            self.game.tiers(std::iter::once(&mut made[..]), &mut after)?;
            if after.first().is_some_and(|&after| after >= low) {
                // The negative has another tier, which no promise rules out.
                self.game.learn(|learned| learned.no_negative = true);
                return Ok(self.again("a position and its negative are not of one tier", &made));
            }
            let option = self.game.print(&made);
            let what = format!("`tier` is {low} here, and {high} after the move to {option}");
            return Ok(self.game.fault(&what, Some(from)));
        }
        self.game.learn(|learned| learned.moves.push((from.to_vec(), to.to_vec())));
        Ok(self.again(again, from))
    }

    /// A fault that the game has learned from.
    fn again(&self, what: &str, position: &[u8]) -> Fault {
        self.game.fault(&what, Some(position)).again()
    }
}

/// A rank that is higher for better flows.
fn rank(flow: Flow) -> u8 {
    match flow {
        Flow::Stepwise => 3,
        Flow::Rising => 2,
        Flow::Level => 1,
        Flow::Loopy => 0,
    }
}

/// The moves of a sample between positions that have keys, and the moves that were learned.
fn steps(game: &ModuleGame, sample: &Sample, movers: Movers) -> Result<Vec<Step>, Fault> {
    let mut steps = game.learned().moves;
    for (mover, from, to) in &sample.moves {
        let (mut from, mut to) = (from.clone(), to.clone());
        if movers == Movers::Left {
            let other = if *mover == Player::Left { &mut to } else { &mut from };
            game.negate(std::iter::once(&mut other[..]))?;
        }
        game.represent([&mut from, &mut to].into_iter().map(Vec::as_mut_slice))?;
        steps.push((from, to));
    }
    Ok(steps)
}

/// The flow of play by the tiers that the module gives, and the number of bits of a tier. A move of
/// the sample that goes back is found when it is played.
fn said(game: &ModuleGame, moves: &[Step]) -> Result<(Flow, u32), Fault> {
    let (mut change, mut highest) = (Change::default(), game.learned().highest);
    let (mut tiers, mut start) = (Vec::new(), game.start());
    game.tiers(std::iter::once(&mut start[..]), &mut tiers)?;
    let mut ends: Vec<Vec<u8>> =
        moves.iter().flat_map(|(from, to)| [from.clone(), to.clone()]).collect();
    game.tiers(ends.iter_mut().map(Vec::as_mut_slice), &mut tiers)?;
    for pair in tiers[1..].chunks_exact(2) {
        change.meet(i64::from(pair[1]) - i64::from(pair[0]));
    }
    highest = highest.max(tiers.iter().copied().max().unwrap_or(0));
    let flow = match change.flow() {
        Some(flow) if change.sign() < 0 || flow == Flow::Loopy => Flow::Level,
        Some(Flow::Stepwise) if change.step() != Some(1) => Flow::Rising,
        Some(flow) => flow,
        None => Flow::Level,
    };
    Ok((flow, (32 - highest.leading_zeros()).max(1)))
}

/// The keys of a game, if it has any.
pub(crate) fn keyed(game: &ModuleGame) -> Option<Arc<dyn Keys>> {
    Some(Arc::new(ModuleKeys::new(game).ok()?))
}

impl Keys for ModuleKeys {
    fn bits(&self) -> u32 {
        self.moved() + self.layout.bits + self.high()
    }

    fn packing(&self) -> String {
        let images = if self.is_symmetric() { ", images" } else { "" };
        format!("{:?}, {:?}, {} bits of tiers{images}", self.layout, self.movers, self.high())
    }

    fn most(&self) -> u128 {
        // The number of positions is at most that of the layout, because a position has one tier.
        self.layout.most.saturating_mul(if self.movers == Movers::Bit { 2 } else { 1 })
    }

    fn pack(&self, position: &[u8], mover: Player) -> Result<Option<u128>, Fault> {
        let mut position = position.to_vec();
        if self.movers == Movers::Left && mover == Player::Right {
            self.game.negate(std::iter::once(&mut position[..]))?;
        }
        let position = &mut represented(&self.game, &position)?;
        let Some(integer) = self.layout.pack(position) else { return Ok(None) };
        let mut tiers = Vec::new();
        if self.high() > 0 {
            self.game.tiers(std::iter::once(&mut position[..]), &mut tiers)?;
        }
        let tier = tiers.first().copied().unwrap_or(0);
        Ok((tier >> self.high() == 0).then(|| self.key(integer, tier, mover)))
    }

    fn unpack(&self, key: u128) -> Option<(Vec<u8>, Player)> {
        if key >> (self.bits() - 1) > 1 {
            return None;
        }
        let mut position = Vec::new();
        let is_known = self.layout.unpack(self.integer(key), &mut position);
        is_known.then(|| (position, self.mover(key)))
    }

    fn expand(&self, keys: &[u128], found: &mut Rows) -> Result<(), Fault> {
        // Divides the keys into equal parts, because a short part also costs a whole call.
        let parts = keys.len().div_ceil(self.game.most_together()).max(1);
        let together = keys.len().div_ceil(parts).max(1);
        keys.chunks(together).try_for_each(|some| self.expand_some(some, found))
    }

    fn points(&self, key: u128) -> Result<i64, Fault> {
        let no_key = || Fault::new(format!("the number {key} is no position"));
        let (position, mover) = self.unpack(key).ok_or_else(no_key)?;
        Ok(seen_by(self.game.score(None, &position)?, mover))
    }

    fn alternates(&self) -> bool {
        self.alternates
    }

    #[inline]
    fn mover(&self, key: u128) -> Player {
        match self.movers {
            Movers::Bit if key & 1 == 1 => Player::Right,
            _ => Player::Left,
        }
    }

    fn flow(&self) -> Flow {
        match &self.tiers {
            Order::None => Flow::Loopy,
            Order::Found(tiers) => tiers.flow(),
            Order::Said { flow, .. } => *flow,
        }
    }

    fn tier(&self, key: u128) -> u32 {
        match &self.tiers {
            Order::None => 0,
            Order::Found(tiers) => tiers.of(self.integer(key)),
            Order::Said { .. } => self.said(key),
        }
    }

    fn orbits(&self, keys: &[u128], orbits: &mut Vec<u32>) {
        let movers = if self.movers == Movers::Left { 2 } else { 1 };
        let mut counts = Vec::new();
        if self.counts_images {
            let mut positions: Vec<Vec<u8>> = Vec::with_capacity(keys.len());
            positions.extend(keys.iter().map(|&key| {
                let mut position = Vec::with_capacity(self.game.width());
                self.layout.unpack(self.integer(key), &mut position);
                position
            }));
            let positions = positions.iter_mut().filter(|position| !position.is_empty());
            // A fault here will come again where moves are made.
            let _ = self.game.count_images(positions.map(Vec::as_mut_slice), &mut counts);
        }
        counts.resize(keys.len(), 1);
        orbits.extend(counts.iter().map(|count| movers * count));
    }
}
