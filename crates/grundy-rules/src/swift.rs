//! A rule file that was compiled: positions are packed, and thousands are expanded in one call
//! of the compiled module. The interpreter answers where compiled code does not.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use grundy::stated::{Found, Moves, Stated};
use grundy::{Convention, End, Fault, ParseError, Player, Text};
use grundy_wasm::Module;

use crate::compile::layout::Layout;
use crate::compile::{Obstacle, compile};
use crate::game::Game;
use crate::sample::{Sample, sample};

/// The first byte of a packed position; no other encoding begins with it.
const PACKED: u8 = 0xf0;
/// Positions in one call of the module.
const BATCH: usize = 4096;
/// If one in so many positions needs the interpreter, all are left to it.
const SELDOM: u64 = 4;

/// A game whose rules are compiled.
pub(crate) struct Swift {
    game: Game,
    layout: Layout,
    module: Module,
    /// Positions that were asked about, and those that the interpreter had to answer.
    asked: AtomicU64,
    interpreted: AtomicU64,
}

/// Why a game is not compiled.
pub(crate) enum Hindrance {
    /// It has so few positions that compiling takes longer than solving.
    Small,
    /// A place in the file.
    Obstacle(Obstacle),
    /// Anything else.
    Other(String),
}

impl Swift {
    /// Compiles a game, unless it is small.
    ///
    /// # Errors
    ///
    /// Why it is better interpreted.
    pub(crate) fn new(game: &Game) -> Result<Swift, Hindrance> {
        // Faults are reported where they are met again.
        let Ok(Sample { seen, all }) = sample(game) else {
            return Err(Hindrance::Other("its rules fail".to_string()));
        };
        if all {
            return Err(Hindrance::Small);
        }
        let other = |why: &str| Hindrance::Other(why.to_string());
        let shape = seen.shape().ok_or_else(|| other("positions are of several kinds"))?;
        let layout = Layout::new(shape).ok_or_else(|| other("positions are too long"))?;
        let rules = game.rules();
        let module = compile(&rules.script, &rules.plan, &game.start(), &layout)
            .map_err(Hindrance::Obstacle)?;
        let bounds = rules.script.bounds();
        let bounds = grundy_wasm::Bounds { memory: bounds.heap, time: bounds.time };
        let module = Module::new(&module, &bounds).map_err(|why| Hindrance::Other(why.to_string()))?;
        let (asked, interpreted) = (AtomicU64::new(0), AtomicU64::new(0));
        Ok(Swift { game: game.clone(), layout, module, asked, interpreted })
    }

    /// The position as the interpreter knows it.
    fn plain<'b>(&self, position: &'b [u8]) -> Cow<'b, [u8]> {
        match position.split_first() {
            Some((&PACKED, packed)) => Cow::Owned(self.layout.unpack(packed).unwrap_or_default()),
            _ => Cow::Borrowed(position),
        }
    }

    /// The position as it is stored: packed if its shape allows it.
    fn stored(&self, position: Vec<u8>) -> Vec<u8> {
        match self.layout.pack(&position) {
            Some(packed) => {
                let mut bytes = Vec::with_capacity(1 + packed.len());
                bytes.push(PACKED);
                bytes.extend(packed);
                bytes
            }
            None => position,
        }
    }

    /// Expands a position by the interpreter.
    #[cold]
    fn interpret(&self, position: &[u8], mover: Player, found: &mut Found) -> Result<(), Fault> {
        self.interpreted.fetch_add(1, Ordering::Relaxed);
        let plain = self.plain(position);
        let mut own = Found::default();
        self.game.expand(&[(&plain, mover)], &mut own)?;
        for (end, options) in own.positions() {
            for (option, turn) in options {
                found.option(&self.stored(option.to_vec()), turn);
            }
            found.close(end);
        }
        Ok(())
    }

    /// Whether compiled code answers often enough.
    fn pays(&self) -> bool {
        let asked = self.asked.load(Ordering::Relaxed);
        asked < 1000 || self.interpreted.load(Ordering::Relaxed) < asked / SELDOM
    }

    /// Expands positions, all of them packed.
    fn batch(&self, asked: &[(&[u8], Player)], found: &mut Found) -> Result<(), Fault> {
        let width = self.module.width();
        let mut records = Vec::with_capacity(asked.len() * (width + 1));
        for (position, mover) in asked {
            records.extend_from_slice(&position[1..]);
            records.push(*mover as u8);
        }
        let mut answers = Vec::new();
        if self.module.expand(&records, &mut answers).is_err() {
            // One of them cannot be answered.
            return match asked {
                [] => Ok(()),
                &[(position, mover)] => self.interpret(position, mover, found),
                _ => {
                    let (first, second) = asked.split_at(asked.len() / 2);
                    self.batch(first, found)?;
                    self.batch(second, found)
                }
            };
        }
        let mut option = vec![PACKED; width + 1];
        for (&(position, mover), (end, options)) in
            asked.iter().zip(grundy_wasm::answers(width, &answers))
        {
            let end = match end {
                grundy_wasm::GOES_ON => None,
                grundy_wasm::LEFT_WON => Some(End::Won(Player::Left)),
                grundy_wasm::RIGHT_WON => Some(End::Won(Player::Right)),
                grundy_wasm::TIE => Some(End::Tie),
                _ => {
                    self.interpret(position, mover, found)?;
                    continue;
                }
            };
            for record in options.chunks_exact(width + 1) {
                option[1..].copy_from_slice(&record[..width]);
                let turn = match record[width] {
                    0 => Some(Player::Left),
                    1 => Some(Player::Right),
                    _ => None,
                };
                found.option(&option, turn);
            }
            found.close(end);
        }
        Ok(())
    }
}

impl Stated for Swift {
    fn parameters(&self) -> String {
        self.game.parameters()
    }

    fn start(&self) -> Vec<u8> {
        self.stored(self.game.start())
    }

    fn impartial(&self) -> bool {
        self.game.impartial()
    }

    fn has_ends(&self) -> bool {
        self.game.has_ends()
    }

    fn convention(&self) -> Convention {
        self.game.convention()
    }

    fn expand(&self, asked: &[(&[u8], Player)], found: &mut Found) -> Result<(), Fault> {
        self.asked.fetch_add(asked.len() as u64, Ordering::Relaxed);
        let pays = self.pays();
        let mut rest = asked;
        while let Some(&(first, mover)) = rest.first() {
            let is_packed = |&&(position, _): &&(&[u8], Player)| position.first() == Some(&PACKED);
            let count = if pays { rest.iter().take(BATCH).take_while(is_packed).count() } else { 0 };
            if count == 0 {
                self.interpret(first, mover, found)?;
                rest = &rest[1..];
            } else {
                self.batch(&rest[..count], found)?;
                rest = &rest[count..];
            }
        }
        Ok(())
    }

    fn turn(&self, position: &[u8]) -> Result<Option<Player>, Fault> {
        self.game.turn(&self.plain(position))
    }

    fn splits(&self) -> bool {
        self.game.splits()
    }

    fn components(&self, position: &[u8]) -> Result<Vec<Vec<u8>>, Fault> {
        let parts = self.game.components(&self.plain(position))?;
        Ok(parts.into_iter().map(|part| self.stored(part)).collect())
    }

    fn negative(&self, position: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
        let negative = self.game.negative(&self.plain(position))?;
        Ok(negative.map(|negative| self.stored(negative)))
    }

    fn print(&self, position: &[u8]) -> String {
        self.game.print(&self.plain(position))
    }

    fn read(&self, text: Text<'_>) -> Result<Vec<u8>, ParseError> {
        Ok(self.stored(self.game.read(text)?))
    }

    fn draw(&self, position: &[u8]) -> Result<String, Fault> {
        self.game.draw(&self.plain(position))
    }

    fn moves(&self, position: &[u8], player: Player) -> Result<Moves, Fault> {
        let moves = self.game.moves(&self.plain(position), player)?;
        Ok(moves.into_iter().map(|(name, option)| (name, self.stored(option))).collect())
    }

    fn heaps(&self, position: &[u8]) -> Option<Vec<u64>> {
        self.game.heaps(&self.plain(position))
    }

    fn with_heaps(&self, heaps: &[u64]) -> Option<Vec<u8>> {
        Some(self.stored(self.game.with_heaps(heaps)?))
    }
}

/// The game, compiled if that pays.
pub(crate) fn swift(game: Game) -> Box<dyn Stated> {
    match Swift::new(&game) {
        Ok(swift) => Box::new(swift),
        Err(_) => Box::new(game),
    }
}

#[allow(unused)]
fn keep(_: Arc<()>) {}
