//! The positions of a compiled rule file as integers: thousands are expanded in one call of the
//! module. The interpreter answers where compiled code does not.

use std::sync::Arc;

use grundy::stated::tiers::Tiers;
use grundy::stated::{Found, Keys, Rows, Stated, fate};
use grundy::{End, Fault, Flow, Player};
use grundy_wasm::Module;

use crate::compile::layout::Layout;
use crate::compile::{Obstacle, compile};
use crate::conventions::Role;
use crate::game::Game;
use crate::sample::sample;
use crate::script::Script;
use crate::tiers;

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
        let tiers = tiers::find(&layout, &game.start(), &sample.moves);
        let alternates = !rules.script.has(Role::Turn);
        Ok(Compiled { game: game.clone(), layout, module, tiers, moved, alternates })
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

    /// The sum of which the tier is made.
    fn sum(&self, key: u128) -> u32 {
        let position = if self.moved { key >> 1 } else { key };
        self.tiers.as_ref().map_or(0, |tiers| tiers.sum(position))
    }

    /// Checks that a move from a position of a sum keeps to the order of tiers.
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
        let mut answers = Vec::new();
        if self.module.expand(&records, &mut answers).is_err() {
            return Ok(false);
        }
        for (&key, (end, options)) in keys.iter().zip(grundy_wasm::answers(width, &answers)) {
            let mover = self.mover(key);
            let end = match end {
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
            for record in options.chunks_exact(width + 1) {
                let next = match record[width] {
                    0 => Player::Left,
                    1 => Player::Right,
                    _ => mover.opponent(),
                };
                let option = self.key(&record[..width], next);
                self.forward((key, sum), option)?;
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

    fn pack(&self, position: &[u8], mover: Player) -> Result<Option<u128>, Fault> {
        Ok(self.layout.pack(position).map(|position| self.key(&position, mover)))
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

    fn orbits(&self, keys: &[u128], orbits: &mut Vec<u32>) {
        orbits.extend(std::iter::repeat_n(1, keys.len()));
    }
}
