//! The positions of a compiled rule file as integers: thousands are expanded in one call of the
//! module. The interpreter answers where compiled code does not.

use std::sync::Arc;
use std::time::Instant;

use grundy::stated::{Found, Keys, Rows, Stated};
use grundy::{End, Fate, Fault, Flow, Player};
use grundy_wasm::Module;

use crate::compile::layout::Layout;
use crate::compile::{Obstacle, compile};
use crate::conventions::Role;
use crate::game::Game;
use crate::sample::sample;
use crate::script::Script;
use crate::tiers::Tiers;

/// Positions that are expanded together to measure the speed.
const BATCH: usize = 4096;

/// A game whose rules are compiled.
pub(crate) struct Compiled {
    /// The same game, interpreted.
    game: Game,
    layout: Layout,
    module: Module,
    tiers: Option<Tiers>,
    /// Whether the player to move is a part of keys.
    moved: bool,
    alternates: bool,
}

/// Why a game is not compiled.
#[derive(Debug)]
pub(crate) enum Hindrance {
    /// A place in the file.
    Obstacle(Obstacle),
    /// Anything else.
    Other(String),
}

impl Hindrance {
    /// What hinders, where in the file, and what to write instead.
    pub(crate) fn told(self, script: &Script) -> String {
        match self {
            Hindrance::Other(why) => why,
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
    pub(crate) fn new(game: &Game) -> Result<Compiled, Hindrance> {
        let other = |why: &str| Hindrance::Other(why.to_string());
        let sample = sample(game).map_err(|fault| Hindrance::Other(fault.message))?;
        let shape = sample.seen.shape().ok_or_else(|| other("positions are of several kinds"))?;
        let layout = Layout::new(shape).ok_or_else(|| other("positions are too long"))?;
        let moved = !game.impartial();
        if layout.bits() + u32::from(moved) > 128 {
            return Err(other("positions are too long"));
        }
        let rules = game.rules();
        let module = compile(&rules.script, &rules.plan, &game.start(), &layout)
            .map_err(Hindrance::Obstacle)?;
        let bounds = rules.script.bounds();
        let bounds = grundy_wasm::Bounds { memory: bounds.heap, time: bounds.time };
        let module =
            Module::new(&module, &bounds).map_err(|why| Hindrance::Other(why.to_string()))?;
        let tiers = Tiers::find(&layout, &sample.moves);
        let alternates = !rules.script.has(Role::Turn);
        Ok(Compiled { game: game.clone(), layout, module, tiers, moved, alternates })
    }

    /// Positions expanded per second, one after the other from the start on.
    pub(crate) fn rate(&self) -> f64 {
        const ENOUGH: usize = 100_000;
        let start = self.game.start();
        let turn = self.game.turn(&start).ok().flatten();
        let movers = if self.moved { &Player::BOTH[..] } else { &Player::BOTH[..1] };
        let movers = movers.iter().filter(|&&mover| turn.is_none_or(|turn| turn == mover));
        let mut keys: Vec<u128> = movers.filter_map(|&mover| self.pack(&start, mover)).collect();
        let begun = Instant::now();
        let (mut done, mut rows) = (0, Rows::default());
        while done < ENOUGH && !keys.is_empty() {
            rows.clear();
            keys.truncate(BATCH);
            if self.expand(&keys, &mut rows).is_err() {
                break;
            }
            done += keys.len();
            keys.clear();
            keys.extend_from_slice(rows.options());
        }
        done as f64 / begun.elapsed().as_secs_f64()
    }

    /// Bits of a key.
    fn size(&self) -> u32 {
        self.layout.bits() + u32::from(self.moved)
    }

    /// The bytes of a position, from its key.
    #[inline]
    fn position(&self, key: u128) -> [u8; 16] {
        (if self.moved { key >> 1 } else { key }).to_le_bytes()
    }

    #[inline]
    fn key(&self, position: &[u8], mover: Player) -> u128 {
        let mut bytes = [0; 16];
        bytes[..position.len()].copy_from_slice(position);
        let number = u128::from_le_bytes(bytes);
        if self.moved { number << 1 | mover as u128 } else { number }
    }

    /// Expands a position by the interpreter.
    #[cold]
    fn interpret(&self, key: u128, found: &mut Rows) -> Result<(), Fault> {
        let Some((position, mover)) = self.unpack(key) else {
            return Err(Fault::new(format!("the number {key} is no position")));
        };
        let mut own = Found::default();
        self.game.expand(&[(&position, mover)], &mut own)?;
        for (end, options) in own.positions() {
            for (option, turn) in options {
                let next = turn.unwrap_or(mover.opponent());
                let option = self.pack(option, next).ok_or_else(|| self.beyond(option))?;
                self.forward((key, self.tier(key)), option)?;
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

    /// Checks that a move from a position of a tier keeps to the order of tiers.
    #[inline]
    fn forward(&self, (from, tier): (u128, u32), to: u128) -> Result<(), Fault> {
        match &self.tiers {
            Some(tiers) if !tiers.allow(tier, self.tier(to)) => Err(self.backward(from, to)),
            _ => Ok(()),
        }
    }

    #[cold]
    fn backward(&self, from: u128, to: u128) -> Fault {
        let position = |key| self.unpack(key).map(|(position, _)| position).unwrap_or_default();
        self.game.turn_back(position(from), position(to));
        Fault::new("a move goes back where all play that was tried goes on")
            .in_position(self.game.print(&position(from)))
            .again()
    }

    /// Expands keys by the module; false if it cannot.
    fn ask(&self, keys: &[u128], found: &mut Rows) -> Result<bool, Fault> {
        let width = self.module.width();
        let mut records = Vec::with_capacity(keys.len() * (width + 1));
        for &key in keys {
            records.extend_from_slice(&self.position(key)[..width]);
            records.push(self.mover(key) as u8);
        }
        let most = self.game.rules().script.bounds().moves;
        let mut answers = Vec::new();
        if self.module.expand(&records, &mut answers).is_err() {
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
            let tier = self.tier(key);
            for record in options.chunks_exact(width + 1) {
                let next = match record[width] {
                    0 => Player::Left,
                    1 => Player::Right,
                    _ => mover.opponent(),
                };
                let option = self.key(&record[..width], next);
                self.forward((key, tier), option)?;
                found.option(option);
            }
            found.close(end.map(|end| fate(end, mover)));
        }
        Ok(true)
    }
}

/// The compiled rules of a game, if they can be compiled.
pub(crate) fn compiled(game: &Game) -> Option<Arc<dyn Keys>> {
    Some(Arc::new(Compiled::new(game).ok()?))
}

/// The result of an end for the player to move.
fn fate(end: End, mover: Player) -> Fate {
    match end {
        End::Tie => Fate::Draw,
        End::Won(player) if player == mover => Fate::Win,
        End::Won(_) => Fate::Loss,
    }
}

impl Keys for Compiled {
    fn bits(&self) -> u32 {
        self.size()
    }

    fn packing(&self) -> String {
        format!("{:?}, moved {}", self.layout, self.moved)
    }

    fn most(&self) -> u128 {
        self.layout.most().saturating_mul(if self.moved { 2 } else { 1 })
    }

    fn pack(&self, position: &[u8], mover: Player) -> Option<u128> {
        Some(self.key(&self.layout.pack(position)?, mover))
    }

    fn unpack(&self, key: u128) -> Option<(Vec<u8>, Player)> {
        if key >> (self.size() - 1) > 1 {
            return None;
        }
        let position = self.layout.unpack(&self.position(key)[..self.layout.width])?;
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

    fn alternates(&self) -> bool {
        self.alternates
    }

    #[inline]
    fn mover(&self, key: u128) -> Player {
        if self.moved && key & 1 == 1 { Player::Right } else { Player::Left }
    }

    fn flow(&self) -> Flow {
        self.tiers.as_ref().map_or(Flow::Loopy, Tiers::flow)
    }

    fn tier(&self, key: u128) -> u32 {
        let position = if self.moved { key >> 1 } else { key };
        self.tiers.as_ref().map_or(0, |tiers| tiers.of(position))
    }
}
