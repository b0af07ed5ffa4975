//! The positions of a compiled rule file as integers: thousands are expanded in one call of the
//! module. The interpreter answers where compiled code does not.

use std::sync::Arc;

use grundy::stated::tiers::Tiers;
use grundy::stated::{Expansions, Keys, Rows, Stated, fate, seen_by};
use grundy::{End, Fault, Flow, Player};
use grundy_wasm::Module;

use crate::bounds::Bounds;
use crate::compile::{IMAGES, Obstacle, Sharing, compile};
use crate::conventions::Role;
use crate::game::FileGame;
use crate::hints::without_tier;
use crate::sample::sample;
use crate::script::{MOST_IMAGES, Script};
use crate::structure::layout::Layout;
use crate::structure::tiers;

/// Positions whose images are asked for together.
const BATCH: usize = 64;

/// A game whose rules are compiled.
pub(crate) struct Compiled {
    /// The same game, interpreted.
    game: FileGame,
    layout: Layout,
    module: Module,
    tiers: Option<Tiers>,
    movers: Movers,
    /// Whether a key stands for all images of its position.
    symmetric: bool,
    /// Whether all images of the first position equal it: play then reaches all images of the
    /// positions that it reaches, and counts them.
    counts_images: bool,
}

/// What keys say about the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Movers {
    /// The game is impartial.
    Any,
    /// The lowest bit says it.
    Bit,
    /// It is Left; where it is Right, the key is that of the negative.
    Left,
    /// It is Left in tiers of this parity, and Right in the others; elsewhere the key is that of
    /// the negative.
    Parity(u32),
}

/// Why a game is not compiled.
#[derive(Debug)]
pub(crate) enum Hindrance {
    /// A place in the file that the compiler has no code for.
    Obstacle(Obstacle),
    /// A fault of the rules in the play that was tried, or anything else.
    Fault(Fault),
}

impl From<Fault> for Hindrance {
    fn from(fault: Fault) -> Hindrance {
        Hindrance::Fault(fault)
    }
}

impl Hindrance {
    /// What prevents compiling, where in the file, and what to write instead.
    pub(crate) fn told(self, script: &Script) -> String {
        match self {
            Hindrance::Fault(fault) => fault.to_string(),
            Hindrance::Obstacle(Obstacle { span, why, help }) => {
                let fault = Fault::new(why);
                let fault = if span.is_empty() { fault } else { fault.at(script.source(), span) };
                match help {
                    Some(help) => fault.with_help(help),
                    None => fault,
                }
                .to_string()
            }
        }
    }
}

impl std::fmt::Debug for Compiled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compiled").field("layout", &self.layout).finish_non_exhaustive()
    }
}

impl Compiled {
    /// Compiles a game.
    ///
    /// # Errors
    ///
    /// Why it can only be interpreted.
    pub(crate) fn new(game: &FileGame) -> Result<Compiled, Hindrance> {
        Compiled::with(game, true)
    }

    /// The same game with a key for each position with each player to move.
    ///
    /// # Errors
    ///
    /// As [`Compiled::new`].
    pub(crate) fn plain(game: &FileGame) -> Result<Compiled, Hindrance> {
        Compiled::with(game, false)
    }

    /// Compiles a game, whose positions share keys with their images and negatives if
    /// `they_share`.
    fn with(game: &FileGame, they_share: bool) -> Result<Compiled, Hindrance> {
        let other = |why| Hindrance::Fault(Fault::new(why));
        let sample = sample(game)?;
        let shape = sample.seen.shape().ok_or_else(|| other("positions are of several kinds"))?;
        let layout = Layout::new(shape).ok_or_else(|| other("positions are too long"))?;
        if layout.bits() > 128 {
            return Err(other("positions are too long"));
        }
        let script = &game.rules().script;
        let (start, said) = (game.start(), script.has(Role::Tier));
        let symmetric = they_share && script.has(Role::Symmetries);
        let images = game.images(&start)?;
        let first = game.with_tier(&start)?;
        // Tiers follow from the moves between positions themselves, not between their images.
        let found = match said || symmetric {
            true => None,
            false => tiers::find(&layout, false, &first, &sample.moves),
        };
        let stepwise = |tiers: &Option<Tiers>| {
            tiers.as_ref().is_some_and(|tiers| tiers.flow() == Flow::Stepwise)
        };
        let mut movers = match they_share && own_negative(game)? {
            _ if game.impartial() => Movers::Any,
            true if said || symmetric || stepwise(&found) => Movers::Parity(0),
            true => Movers::Left,
            false => Movers::Bit,
        };
        let mut compiled = Compiled {
            module: module(game, &layout, movers, symmetric)?,
            game: game.clone(),
            layout,
            tiers: found,
            movers,
            symmetric,
            counts_images: images.iter().all(|image| *image == start),
        };
        if said || symmetric {
            compiled.find_tiers(&first)?;
            if movers == Movers::Parity(0) && !stepwise(&compiled.tiers) {
                movers = Movers::Left;
            }
        }
        if movers == Movers::Left {
            // Where negatives cannot be compiled, keys do without them.
            match module(game, &compiled.layout, movers, symmetric) {
                Ok(module) => compiled.module = module,
                Err(_) => movers = Movers::Bit,
            }
            compiled.movers = movers;
            compiled.find_tiers(&first)?;
        }
        if let Movers::Parity(_) = movers {
            let first = compiled.least(&start)?;
            let tier = first.map_or(0, |first| compiled.tier_of(first));
            compiled.movers = Movers::Parity(tier % 2);
        }
        match compiled.size() {
            0..=128 => Ok(compiled),
            _ => Err(other("positions are too long")),
        }
    }

    /// Finds tiers for the moves that the module makes.
    fn find_tiers(&mut self, first: &[u8]) -> Result<(), Hindrance> {
        let mut moves = Vec::new();
        for (from, to) in self.game.learned().moves {
            let pair = (self.game.with_tier(&from), self.game.with_tier(&to));
            moves.push((pair.0?, pair.1?));
        }
        self.walk(&mut moves)?;
        let said = self.game.rules().script.has(Role::Tier);
        self.tiers = tiers::find(&self.layout, said, first, &moves);
        Ok(())
    }

    /// Adds some moves of the module, from the first position on: in every round from a few
    /// positions that the last one has found, far from each other.
    fn walk(&self, moves: &mut Vec<(Vec<u8>, Vec<u8>)>) -> Result<(), Fault> {
        const FEW: usize = 64;
        const MOVES: usize = 40_000;
        let width = self.layout.width;
        let start = self.game.start();
        let Some(first) = self.least(&start)? else { return Ok(()) };
        let turn = self.game.turn(&start)?;
        let alone = matches!(self.movers, Movers::Any | Movers::Left);
        let mut records: Vec<Vec<u8>> = Player::BOTH
            .into_iter()
            .filter(|&mover| match alone {
                true => mover == Player::Left,
                false => turn.is_none_or(|turn| turn == mover),
            })
            .map(|mover| record(&first.to_le_bytes()[..width], mover as u8))
            .collect();
        while !records.is_empty() && moves.len() < MOVES {
            let mut answers = Vec::new();
            if self.module.expand(&records.concat(), &mut answers).is_err() {
                break;
            }
            let mut next = Vec::new();
            for (from, (_, options)) in records.iter().zip(grundy_wasm::answers(width, &answers)) {
                let mover = if from[width] == 0 { Player::Left } else { Player::Right };
                for option in options.chunks_exact(width + 1) {
                    let unpacked = |bytes: &[u8]| self.layout.unpack(&bytes[..width]);
                    moves.extend(unpacked(from).zip(unpacked(option)));
                    let then = match alone {
                        true => Player::Left,
                        false => whose(option[width], mover),
                    };
                    next.push(record(&option[..width], then as u8));
                }
            }
            let step = next.len().div_ceil(FEW).max(1);
            // Another offset each time, so that moves of all kinds are followed.
            let offset = moves.len() % step;
            records = next.into_iter().skip(offset).step_by(step).collect();
        }
        Ok(())
    }

    /// How positions are packed.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether the player to move is a part of keys.
    pub(crate) fn has_mover(&self) -> bool {
        self.movers == Movers::Bit
    }

    /// Whether each position with each player to move has a key of its own.
    pub(crate) fn is_plain(&self) -> bool {
        !self.symmetric && matches!(self.movers, Movers::Any | Movers::Bit)
    }

    /// Bits of a key.
    fn size(&self) -> u32 {
        self.layout.bits() + u32::from(self.movers == Movers::Bit)
    }

    /// The integer of a position, from its key.
    #[inline]
    fn number(&self, key: u128) -> u128 {
        if self.movers == Movers::Bit { key >> 1 } else { key }
    }

    #[inline]
    fn key(&self, position: u128, mover: Player) -> u128 {
        if self.movers == Movers::Bit { position << 1 | mover as u128 } else { position }
    }

    /// The tier of the integer of a position.
    #[inline]
    fn tier_of(&self, position: u128) -> u32 {
        self.tiers.as_ref().map_or(0, |tiers| tiers.of(position))
    }

    /// The least integer of a position and its images; none if one of these has no integer.
    fn least(&self, position: &[u8]) -> Result<Option<u128>, Fault> {
        Ok(self.images(position)?.and_then(|images| images.into_iter().min()))
    }

    /// The integers of a position and its images, by the interpreter: so the check of a solution
    /// does not depend on compiled code. None if one of these has no integer.
    fn images(&self, position: &[u8]) -> Result<Option<Vec<u128>>, Fault> {
        let game = &self.game;
        let Some(own) = self.layout.number(&game.with_tier(position)?) else { return Ok(None) };
        if !self.symmetric {
            return Ok(Some(vec![own]));
        }
        let mut all = vec![own];
        for image in game.images(position)? {
            let Some(image) = self.layout.number(&game.with_tier(&image)?) else {
                return Ok(None);
            };
            all.push(image);
        }
        Ok(Some(all))
    }

    /// The integers of the images of positions; none where the module does not answer.
    fn compiled_images(&self, positions: &[u128]) -> Vec<Option<Vec<u128>>> {
        let width = self.layout.width;
        let asked: Vec<u8> = positions
            .iter()
            .flat_map(|position| record(&position.to_le_bytes()[..width], IMAGES))
            .collect();
        let mut answers = Vec::new();
        if self.module.expand(&asked, &mut answers).is_err() {
            return vec![None; positions.len()];
        }
        grundy_wasm::answers(width, &answers)
            .map(|(end, images)| {
                let images = records(width, images).map(|(image, _)| image);
                (end == grundy_wasm::GOES_ON).then(|| images.take(MOST_IMAGES).collect())
            })
            .collect()
    }

    /// How many images a position has, itself among them.
    fn count_images(&self, position: u128, images: Option<Vec<u128>>) -> u32 {
        let interpreted = || {
            let bytes = self.unpack(self.key(position, Player::Left))?.0;
            self.images(&bytes).ok().flatten()
        };
        let mut images = images.or_else(interpreted).unwrap_or_default();
        images.push(position);
        images.sort_unstable();
        images.dedup();
        images.len() as u32
    }

    /// Expands a position by the interpreter.
    #[cold]
    fn interpret(&self, key: u128, found: &mut Rows) -> Result<(), Fault> {
        let Some((position, mover)) = self.unpack(key) else {
            return Err(Fault::new(format!("the number {key} is no position")));
        };
        let mut own = Expansions::default();
        self.game.expand(&[(&position, mover)], &mut own)?;
        for (end, options) in own.positions() {
            for (option, turn) in options {
                let next = turn.unwrap_or(mover.opponent());
                let option = self.pack(option, next)?.ok_or_else(|| self.beyond(option))?;
                self.forward((key, self.sum(key)), option)?;
                found.option(option);
            }
            found.close(end.map(|end| fate(end, mover)));
        }
        Ok(())
    }

    /// The fault of a move to a position that has no key.
    fn beyond(&self, position: &[u8]) -> Fault {
        self.game.outgrow(position);
        Fault::new("positions are longer, or numbers larger, than in all play that was tried")
            .in_position(self.game.print(position))
            .again()
    }

    /// The sum that tiers are made of.
    #[inline]
    fn sum(&self, key: u128) -> u32 {
        self.tiers.as_ref().map_or(0, |tiers| tiers.sum(self.number(key)))
    }

    /// Checks that a move from a position with a sum keeps to the order of tiers.
    #[inline]
    fn forward(&self, (from, sum): (u128, u32), to: u128) -> Result<(), Fault> {
        match &self.tiers {
            Some(tiers) if !tiers.allow(sum, self.sum(to)) => Err(self.backward(from, to)),
            _ => Ok(()),
        }
    }

    #[cold]
    fn backward(&self, from: u128, to: u128) -> Fault {
        let position = |key| self.unpack(key).map(|(position, _)| position).unwrap_or_default();
        let (from, to) = (position(from), position(to));
        let tiers = [&from, &to].map(|position| self.game.tier(position).ok().flatten());
        if let [Some(before), Some(after)] = tiers
            && after < before
        {
            let to = self.game.print(&to);
            let why = format!("`tier` falls from {before} to {after} by the move to {to}");
            let script = &self.game.rules().script;
            return script.wrong(Role::Tier, why).in_position(self.game.print(&from));
        }
        let printed = self.game.print(&from);
        self.game.turn_back(from, to);
        Fault::new("a move goes back where all play that was tried goes on")
            .in_position(printed)
            .again()
    }

    /// Expands keys by the module; false if it cannot.
    fn ask(&self, keys: &[u128], found: &mut Rows) -> Result<bool, Fault> {
        let width = self.module.width();
        let mut asked = Vec::with_capacity(keys.len() * (width + 1));
        for &key in keys {
            asked.extend_from_slice(&self.number(key).to_le_bytes()[..width]);
            asked.push(self.mover(key) as u8);
        }
        let most = self.game.rules().script.bounds().moves;
        let mut answers = Vec::new();
        if self.module.expand(&asked, &mut answers).is_err() {
            return Ok(false);
        }
        for (&key, (end, options)) in keys.iter().zip(grundy_wasm::answers(width, &answers)) {
            let mover = self.mover(key);
            let end = match end {
                // More moves than are allowed: the interpreter says so.
                _ if options.len() / (width + 1) > most => {
                    self.interpret(key, found)?;
                    continue;
                }
                grundy_wasm::GOES_ON => None,
                grundy_wasm::LEFT_WON => Some(End::Won(Player::Left)),
                grundy_wasm::RIGHT_WON => Some(End::Won(Player::Right)),
                grundy_wasm::TIE => Some(End::Tie),
                _ => {
                    self.interpret(key, found)?;
                    continue;
                }
            };
            let sum = self.sum(key);
            for (option, turn) in records(width, options) {
                let option = self.key(option, whose(turn, mover));
                self.forward((key, sum), option)?;
                found.option(option);
            }
            found.close(end.map(|end| fate(end, mover)));
        }
        Ok(true)
    }
}

/// The module of a game.
fn module(
    game: &FileGame,
    layout: &Layout,
    movers: Movers,
    symmetric: bool,
) -> Result<Module, Hindrance> {
    let rules = game.rules();
    let sharing = Sharing { images: symmetric, negatives: movers == Movers::Left };
    let module = compile(&rules.script, &rules.plan, &game.start(), layout, sharing)
        .map_err(Hindrance::Obstacle)?;
    let Bounds { heap, time, halted, .. } = *rules.script.bounds();
    let bounds = grundy_wasm::Bounds { memory: heap, time, halted };
    Module::inlined(&module, &bounds).map_err(|why| Fault::new(why.to_string()).into())
}

/// Whether the first position is its own negative, or an image of it, and players alternate:
/// play that Right begins is then the negative of play that Left begins.
fn own_negative(game: &FileGame) -> Result<bool, Fault> {
    let start = game.start();
    if game.rules().script.has(Role::Turn) {
        return Ok(false);
    }
    match game.negative(&start)? {
        Some(negative) => game.is_image(&negative, &start),
        None => Ok(false),
    }
}

/// A position as the module reads it, with the player to move.
fn record(position: &[u8], mover: u8) -> Vec<u8> {
    let mut record = position.to_vec();
    record.push(mover);
    record
}

/// The integers of the positions in an answer, each with the byte of the turn.
#[inline]
fn records(width: usize, answer: &[u8]) -> impl Iterator<Item = (u128, u8)> {
    let mask = u128::MAX >> (128 - 8 * width);
    (0..answer.len()).step_by(width + 1).map(move |at| {
        let record = &answer[at..];
        // Reads some bytes of the next records, too, if there are any.
        let number = match record.first_chunk() {
            Some(bytes) => u128::from_le_bytes(*bytes) & mask,
            None => {
                let mut bytes = [0; 16];
                bytes[..width].copy_from_slice(&record[..width]);
                u128::from_le_bytes(bytes)
            }
        };
        (number, record[width])
    })
}

/// The player to move after a move of `mover`, as the module says it.
#[inline]
fn whose(turn: u8, mover: Player) -> Player {
    match turn {
        0 => Player::Left,
        1 => Player::Right,
        _ => mover.opponent(),
    }
}

/// The compiled rules of a game, if they can be compiled.
pub(crate) fn compiled(game: &FileGame) -> Option<Arc<dyn Keys>> {
    Some(Arc::new(Compiled::new(game).ok()?))
}

impl Keys for Compiled {
    fn bits(&self) -> u32 {
        self.size()
    }

    fn packing(&self) -> String {
        format!("{:?}, {:?}, symmetric {}", self.layout, self.movers, self.symmetric)
    }

    fn most(&self) -> u128 {
        let movers = if self.movers == Movers::Bit { 2 } else { 1 };
        self.layout.most().saturating_mul(movers)
    }

    fn pack(&self, position: &[u8], mover: Player) -> Result<Option<u128>, Fault> {
        let negative = || {
            let none = || Fault::new("a position has no negative");
            self.least(&self.game.negative(position)?.ok_or_else(none)?)
        };
        Ok(match self.movers {
            Movers::Any | Movers::Bit => {
                self.least(position)?.map(|position| self.key(position, mover))
            }
            Movers::Left if mover == Player::Left => self.least(position)?,
            Movers::Left => negative()?,
            Movers::Parity(_) => {
                let fits = |key: &u128| self.mover(*key) == mover;
                match self.least(position)? {
                    Some(key) if !fits(&key) => negative()?.filter(|key| !fits(key)),
                    key => key,
                }
            }
        })
    }

    fn unpack(&self, key: u128) -> Option<(Vec<u8>, Player)> {
        if key >> (self.size() - 1) > 1 {
            return None;
        }
        let bytes = self.number(key).to_le_bytes();
        let position = self.layout.unpack(&bytes[..self.layout.width])?;
        let position = match self.game.rules().script.has(Role::Tier) {
            true => without_tier(&position)?.to_vec(),
            false => position,
        };
        Some((position, self.mover(key)))
    }

    fn expand(&self, keys: &[u128], found: &mut Rows) -> Result<(), Fault> {
        if self.ask(keys, found)? {
            return Ok(());
        }
        // A position that the module cannot expand is searched for by halving.
        match keys {
            [] => Ok(()),
            &[key] => self.interpret(key, found),
            _ => {
                let (first, second) = keys.split_at(keys.len() / 2);
                self.expand(first, found)?;
                self.expand(second, found)
            }
        }
    }

    fn points(&self, key: u128) -> Result<i64, Fault> {
        let width = self.layout.width;
        let asked = &self.number(key).to_le_bytes()[..width];
        let score = match self.module.score(asked) {
            Ok(score) => score,
            Err(_) => {
                let no_key = || Fault::new(format!("the number {key} is no position"));
                self.game.score(&self.unpack(key).ok_or_else(no_key)?.0)?
            }
        };
        Ok(seen_by(score, self.mover(key)))
    }

    fn alternates(&self) -> bool {
        !self.game.rules().script.has(Role::Turn)
    }

    #[inline]
    fn mover(&self, key: u128) -> Player {
        let right = match self.movers {
            Movers::Any | Movers::Left => false,
            Movers::Bit => key & 1 == 1,
            Movers::Parity(left) => self.tier_of(key) % 2 != left,
        };
        if right { Player::Right } else { Player::Left }
    }

    fn flow(&self) -> Flow {
        self.tiers.as_ref().map_or(Flow::Loopy, Tiers::flow)
    }

    fn tier(&self, key: u128) -> u32 {
        self.tier_of(self.number(key))
    }

    fn orbits(&self, keys: &[u128], orbits: &mut Vec<u32>) {
        let exchanged = matches!(self.movers, Movers::Left | Movers::Parity(_));
        let movers = if exchanged { 2 } else { 1 };
        if !self.symmetric || !self.counts_images {
            orbits.extend(std::iter::repeat_n(movers, keys.len()));
            return;
        }
        for keys in keys.chunks(BATCH) {
            let positions: Vec<u128> = keys.iter().map(|&key| self.number(key)).collect();
            let images = self.compiled_images(&positions);
            let all = positions.into_iter().zip(images);
            orbits
                .extend(all.map(|(position, images)| movers * self.count_images(position, images)));
        }
    }
}
