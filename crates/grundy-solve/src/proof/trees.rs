//! Games as a forward search plays them: by packed keys, or by the rules.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_base::{Convention, End, Fate, Fault, Player};
use grundy_ruleset::forward::hash_of;
use grundy_ruleset::{Flow, Forward, Key, Lines, Outside, Packed, Position, Rules, Step};

/// What a player to move who has no move has brought about.
const fn without_moves(convention: Convention) -> Fate {
    match convention {
        Convention::Normal => Fate::Loss,
        Convention::Misere => Fate::Win,
    }
}

/// A game of packed positions. Nodes are keys.
pub struct ByKeys<R> {
    rules: Arc<R>,
    convention: Convention,
    /// Whether the kind of a move tells moves apart.
    kinds: bool,
}

grundy_base::debug! {
    impl[R] ByKeys<R>: "ByKeys", |tree| convention = tree.convention;
}

impl<R: Packed> ByKeys<R> {
    /// The game of these rules.
    pub fn new(rules: Arc<R>, convention: Convention) -> Self {
        let kinds = rules.kinds() > 1;
        ByKeys { rules, convention, kinds }
    }
}

impl<R: Packed> Forward<R::Key> for ByKeys<R> {
    fn expand(&self, &node: &R::Key, steps: &mut Vec<Step<R::Key>>) -> Option<Fate> {
        let (rules, before) = (&*self.rules, steps.len());
        let alternates = rules.alternates();
        let over = rules.expand(node, |kind, to| {
            let slot = if self.kinds { kind } else { difference(node, to) };
            let turns = alternates || rules.passes_turn(node, to);
            steps.push(Step { to, turns, slot: slot as u16, rank: 0 });
        });
        over.or_else(|| (steps.len() == before).then(|| without_moves(self.convention)))
    }

    #[inline]
    fn hash(&self, node: &R::Key) -> u128 {
        node.hash128()
    }

    fn ends(&self) -> bool {
        matches!(self.rules.flow(), Flow::Rising | Flow::Stepwise) || self.rules.keys_rise()
    }

    fn failure(&self) -> Option<Fault> {
        self.rules.outside().and_then(Outside::failure)
    }
}

/// A number for the change of a key: in keys that change in a part with each move, the same
/// for the same move.
fn difference<K: Key>(from: K, to: K) -> usize {
    let changed = from.number() ^ to.number();
    let word = changed as u64 ^ ((changed >> 64) as u64).rotate_left(32);
    (word.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as usize
}

/// A position with the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node<P> {
    /// The position.
    pub position: P,
    /// The player to move.
    pub mover: Player,
}

/// A game as its rules state it. Nodes are positions; where Right is to move and the
/// negative is a position, that one with Left to move.
pub struct ByRules<P: Position> {
    rules: Arc<dyn Rules<P>>,
    convention: Convention,
    impartial: bool,
    ends: bool,
}

grundy_base::debug! {
    impl[P: Position] ByRules<P>: "ByRules", |tree| convention = tree.convention;
}

impl<P: Position> ByRules<P> {
    /// The game of these rules. `ends` says that play cannot go on for ever.
    pub fn new(rules: Arc<dyn Rules<P>>, convention: Convention, ends: bool) -> Self {
        let impartial = rules.impartial();
        ByRules { rules, convention, impartial, ends }
    }

    /// The node of a position.
    pub fn node(&self, position: P, mover: Player) -> Node<P> {
        match mover {
            Player::Right if self.impartial => Node { position, mover: Player::Left },
            Player::Right => match self.rules.negative(&position) {
                Some(position) => Node { position, mover: Player::Left },
                None => Node { position, mover },
            },
            Player::Left => Node { position, mover },
        }
    }

    /// The result for the player to move where the rules end play.
    fn end(&self, Node { position, mover }: &Node<P>) -> Option<Fate> {
        self.rules.end(position, *mover).map(|end| match end {
            End::Won(player) if player == *mover => Fate::Win,
            End::Won(_) => Fate::Loss,
            End::Tie => Fate::Draw,
        })
    }
}

impl<P: Position> Forward<Node<P>> for ByRules<P> {
    fn expand(&self, node: &Node<P>, steps: &mut Vec<Step<Node<P>>>) -> Option<Fate> {
        let Node { position, mover } = node;
        if let Some(fate) = self.end(node) {
            return Some(fate);
        }
        let (from, before) = (Shape::of(position), steps.len());
        let outside = self.rules.outside();
        let slots = outside.map_or(Vec::new(), |rules| rules.slots(position, *mover));
        // The caller, which searches, asks for a failure.
        let _ = self.rules.each_move(position, *mover, &mut |option, next| {
            let turns = self.impartial || next != *mover;
            let known = slots.get(steps.len() - before);
            let slot = known.copied().unwrap_or_else(|| from.difference(&Shape::of(&option)));
            steps.push(Step { to: self.node(option, next), turns, slot, rank: 0 });
            ControlFlow::Continue(())
        });
        (steps.len() == before).then(|| without_moves(self.convention))
    }

    fn over(&self, node: &Node<P>) -> Option<Fate> {
        self.end(node).or_else(|| {
            let mut over = Some(without_moves(self.convention));
            let asked = self.rules.each_move(&node.position, node.mover, &mut |_, _| {
                over = None;
                ControlFlow::Break(())
            });
            asked.ok().and(over)
        })
    }

    fn hash(&self, node: &Node<P>) -> u128 {
        hash_of(node)
    }

    fn ends(&self) -> bool {
        self.ends
    }

    fn failure(&self) -> Option<Fault> {
        self.rules.failure()
    }

    fn held(&self) -> u64 {
        self.rules.outside().map_or(0, Outside::held)
    }

    fn foresee(&self, next: &[Node<P>]) {
        if let Some(rules) = self.rules.outside().filter(|rules| rules.batch() > 0) {
            rules.foresee(&asked(next), &[], 1);
        }
    }

    fn lines<'a>(&'a self, from: &[Node<P>]) -> Option<Box<dyn Lines + 'a>> {
        self.rules.outside()?.lines(&asked(from))
    }
}

/// Nodes as rules speak of them.
fn asked<P: Clone>(nodes: &[Node<P>]) -> Vec<(P, Player)> {
    nodes.iter().map(|node| (node.position.clone(), node.mover)).collect()
}

/// The first words of a position: where a move changes a part of a board, the difference
/// of the words before and after it tells the move apart from others.
#[derive(Default)]
struct Shape {
    words: [u64; 8],
    len: usize,
}

impl Shape {
    fn of(position: &impl Hash) -> Shape {
        let mut shape = Shape::default();
        position.hash(&mut shape);
        shape
    }

    fn difference(&self, other: &Shape) -> u16 {
        let words = self.words.iter().zip(&other.words);
        let mixed =
            words.fold(0u64, |all, (a, b)| (all ^ a ^ b).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        (mixed >> 48) as u16
    }
}

impl Hasher for Shape {
    fn finish(&self) -> u64 {
        self.words[0]
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.words[self.len % 8] ^= word;
        self.len += 1;
    }
}
