//! The components of one ruleset, numbered in the order in which they are found.

use std::collections::hash_map::DefaultHasher;
use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use hashbrown::{DefaultHashBuilder, HashTable};

use grundy_base::{Fault, Limits, ParseError, Player, Progress, Stopped, Text};
use grundy_ruleset::{Position, Rules, Written};

/// A component by its number, and whether the players are exchanged in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Its number in its [`ComponentSource`].
    pub number: u32,
    /// Whether it is the negative of the component that has this number.
    pub negative: bool,
}

/// Moves are counted up to this number.
pub const MOST_COUNTED: u32 = 1 << 12;

/// Moves that are listed between two looks at the limits.
const STRIDE: usize = 64;

/// The components of the positions of one ruleset: each is numbered when it is first
/// met, once for all that a symmetry or an exchange of the players makes equal.
pub trait ComponentSource: Send {
    /// The ruleset as it is written.
    fn ruleset(&self) -> &str;

    /// Adds the components of a position as it is written.
    ///
    /// # Errors
    ///
    /// Where the text is no position.
    fn read(&mut self, position: &str, pieces: &mut Vec<Piece>) -> Result<(), ParseError>;

    /// The number of a position as it is written, which is numbered whole, whether or not it is a
    /// component.
    ///
    /// # Errors
    ///
    /// Where the text is no position.
    fn whole(&mut self, position: &str) -> Result<u32, ParseError>;

    /// Adds the components of a numbered position.
    fn split(&mut self, number: u32, pieces: &mut Vec<Piece>);

    /// The whole positions that a player's moves lead to from a numbered one.
    ///
    /// # Errors
    ///
    /// If the rules fail.
    fn followers(
        &mut self,
        number: u32,
        player: Player,
        each: &mut dyn FnMut(u32),
    ) -> Result<(), Fault>;

    /// The components that each move of a player leaves of a component.
    ///
    /// # Errors
    ///
    /// If a limit is reached: a component may have any number of moves.
    fn options(
        &mut self,
        number: u32,
        player: Player,
        limits: &Limits<'_>,
        each: &mut dyn FnMut(&[Piece]),
    ) -> Result<(), Stopped>;

    /// How many moves a player has in a component, repeats counted, up to [`MOST_COUNTED`]; a hint,
    /// too small where rules fail.
    fn mobility(&self, number: u32, player: Player) -> u32;

    /// An upper bound on the length of play; see
    /// [`Ruleset::longest_play`](grundy_ruleset::Ruleset::longest_play).
    fn longest_play(&self, number: u32) -> Option<u64>;

    /// A component as it is written, without its ruleset.
    fn text(&self, number: u32) -> String;

    /// 128 bits that stand for a component; two components have the same with probability 2^-128.
    fn hash(&self, number: u32) -> u128;

    /// Whether both players always have the same moves.
    fn impartial(&self) -> bool;

    /// Whether a component is its own negative.
    fn is_own_negative(&self, number: u32) -> bool;

    /// How many components are numbered.
    fn len(&self) -> usize;

    /// Whether no component is numbered.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets all components but these, which are numbered in this order.
    fn retain(&mut self, numbers: &[u32]);

    /// Bytes held.
    fn bytes(&self) -> u64;
}

/// The components of a ruleset with positions of a type that is known.
pub struct SourceOf<P: Position> {
    rules: Arc<dyn Written<P>>,
    ruleset: String,
    positions: Vec<P>,
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// Bytes of the positions besides their own size.
    extra: u64,
    pieces: Vec<Piece>,
}

grundy_base::debug! {
    impl[P: Position] SourceOf<P>: "SourceOf", |source| ruleset = source.ruleset, len = source.positions.len();
}

impl<P: Position> SourceOf<P> {
    /// No components yet, of rules that are written so.
    pub fn new(rules: Arc<dyn Written<P>>, ruleset: String) -> Self {
        SourceOf {
            rules,
            ruleset,
            positions: Vec::new(),
            numbers: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            extra: 0,
            pieces: Vec::new(),
        }
    }

    fn number(&mut self, position: P) -> u32 {
        let SourceOf { rules, positions, numbers, hasher, extra, .. } = self;
        let hash = hasher.hash_one(&position);
        if let Some(&known) = numbers.find(hash, |&known| positions[known as usize] == position) {
            return known;
        }
        let number = positions.len() as u32;
        *extra += rules.bytes(&position).saturating_sub(size_of::<P>()) as u64;
        positions.push(position);
        numbers.insert_unique(hash, number, |&known| hasher.hash_one(&positions[known as usize]));
        number
    }

    /// Leaves the components of a position in `self.pieces`.
    fn part(&mut self, position: P) {
        self.pieces.clear();
        // The rules are needed while components are numbered.
        let rules = self.rules.clone();
        let mut add = |component, negative| {
            let number = self.number(component);
            self.pieces.push(Piece { number, negative });
        };
        // An impartial game is its own negative.
        match rules.impartial() {
            true => rules.each_component(position, &mut |component| add(component, false)),
            false => rules.each_representative(position, &mut add),
        }
    }
}

impl<P: Position> ComponentSource for SourceOf<P> {
    fn ruleset(&self) -> &str {
        &self.ruleset
    }

    fn read(&mut self, position: &str, pieces: &mut Vec<Piece>) -> Result<(), ParseError> {
        let position = self.rules.read(Text::new(position))?;
        self.part(position);
        pieces.extend_from_slice(&self.pieces);
        Ok(())
    }

    fn whole(&mut self, position: &str) -> Result<u32, ParseError> {
        let position = self.rules.read(Text::new(position))?;
        Ok(self.number(position))
    }

    fn split(&mut self, number: u32, pieces: &mut Vec<Piece>) {
        self.part(self.positions[number as usize].clone());
        pieces.extend_from_slice(&self.pieces);
    }

    fn followers(
        &mut self,
        number: u32,
        player: Player,
        each: &mut dyn FnMut(u32),
    ) -> Result<(), Fault> {
        let position = self.positions[number as usize].clone();
        let rules: Arc<dyn Rules<P>> = self.rules.clone();
        rules.each_option(&position, player, |option| each(self.number(option)))
    }

    fn options(
        &mut self,
        number: u32,
        player: Player,
        limits: &Limits<'_>,
        each: &mut dyn FnMut(&[Piece]),
    ) -> Result<(), Stopped> {
        let position = self.positions[number as usize].clone();
        let rules: Arc<dyn Rules<P>> = self.rules.clone();
        let mut listed = 0;
        rules.try_each_move(&position, player, |option, _| {
            listed += 1;
            if listed % STRIDE == 0 {
                let (positions, bytes) = (self.len().max(listed - 1), self.bytes());
                limits.check(Progress { stage: "listing moves", positions, bytes })?;
                limits.count(positions)?;
                limits.room(bytes, positions)?;
            }
            self.part(option);
            each(&self.pieces);
            Ok(())
        })
    }

    fn mobility(&self, number: u32, player: Player) -> u32 {
        let mut moves = 0;
        let _ = self.rules.each_move(&self.positions[number as usize], player, &mut |_, _| {
            moves += 1;
            if moves < MOST_COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        moves
    }

    fn longest_play(&self, number: u32) -> Option<u64> {
        self.rules.longest_play(&self.positions[number as usize])
    }

    fn text(&self, number: u32) -> String {
        self.rules.print(&self.positions[number as usize])
    }

    fn hash(&self, number: u32) -> u128 {
        let half = |seed: u8| {
            let mut hasher = DefaultHasher::new();
            (seed, &self.ruleset).hash(&mut hasher);
            self.positions[number as usize].hash(&mut hasher);
            u128::from(hasher.finish())
        };
        half(0) << 64 | half(1)
    }

    fn impartial(&self) -> bool {
        self.rules.impartial()
    }

    fn is_own_negative(&self, number: u32) -> bool {
        if self.rules.impartial() {
            return true;
        }
        let position = &self.positions[number as usize];
        let Some(negative) = self.rules.negative(position) else { return false };
        let (mut parts, mut equal) = (0, true);
        self.rules.each_representative(negative, &mut |part, negative| {
            parts += 1;
            equal &= !negative && part == *position;
        });
        parts == 1 && equal
    }

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn retain(&mut self, numbers: &[u32]) {
        let old = std::mem::take(&mut self.positions);
        self.numbers = HashTable::new();
        self.extra = 0;
        for &number in numbers {
            self.number(old[number as usize].clone());
        }
    }

    fn bytes(&self) -> u64 {
        let positions = self.positions.capacity() * size_of::<P>();
        (positions + 5 * self.numbers.capacity()) as u64 + self.extra
    }
}
