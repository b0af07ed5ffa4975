//! What a forward search sees of a game: positions with the player to move, and steps.

use std::hash::{Hash, Hasher};

use grundy_base::{Fate, Fault, Limits, Stopped};

/// A step of a forward search: a move, by the node that it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<N> {
    /// The node after the move.
    pub to: N,
    /// Whether the other player is to move there.
    pub turns: bool,
    /// What kind of move this is, such as the square that it takes: a search first tries the kinds
    /// that were good elsewhere. Moves of different kinds may share a number.
    pub slot: u16,
    /// How good the move looks; 0 if nothing is known. Higher is tried earlier.
    pub rank: i16,
}

/// A game as a forward search plays it. A node is a position with the player to move.
///
/// A node may stand for several positions that are equal by symmetry, or for a position and its
/// negative. The result for the player to move must be the same for all of them.
pub trait Forward<N>: Send + Sync {
    /// The result for the player to move, if it is plain; otherwise adds steps.
    ///
    /// Steps may be left out if the result is the same without them. `None` without a step must not
    /// happen.
    fn expand(&self, node: &N, steps: &mut Vec<Step<N>>) -> Option<Fate>;

    /// The result that `expand` gives. For trees whose nodes have very many steps this may be only
    /// a result that can be seen without making the steps.
    fn over(&self, node: &N) -> Option<Fate> {
        self.expand(node, &mut Vec::new())
    }

    /// Whether the player to move brings about at least `goal`, a win or a draw; none if that is
    /// not plain. Asked only about nodes for which `expand` has given steps.
    fn brings(&self, _node: &N, _goal: Fate) -> Option<bool> {
        None
    }

    /// Which search finds results with the least work, as far as the rules say.
    fn method(&self) -> Method {
        Method::InTurns
    }

    /// Whether nodes are already sums of components, so that a search of sums finds results no
    /// sooner.
    fn adds(&self) -> bool {
        false
    }

    /// Whether expanding a node is slow. If it is, a search does not expand nodes only to count
    /// their moves, and looks into the table before it expands a node.
    fn is_slow(&self) -> bool {
        false
    }

    /// The numbers of moves of the player to move and of the other player, or other numbers that
    /// say equally well who is likely to win; none if they take as long as expanding the node.
    fn mobility(&self, _node: &N) -> Option<[u32; 2]> {
        None
    }

    /// A hash that is equal for nodes that are the same. The search treats nodes with
    /// equal hashes as equal; keys of 64 bits are hashed without collisions.
    fn hash(&self, node: &N) -> u128;

    /// Whether every play ends, so that no result depends on the way by which a position
    /// was reached.
    fn ends(&self) -> bool;

    /// Called once, before the search, with the number of bytes that the game may hold for nodes;
    /// `held` says how many it holds.
    fn may_hold(&self, _bytes: u64) {}

    /// The error of the rules; none if they have not failed. After a failure their results prove
    /// nothing.
    fn failure(&self) -> Option<Fault> {
        None
    }

    /// Bytes that the game holds for the nodes that were met, for the memory limit.
    fn held(&self) -> u64 {
        0
    }

    /// Called before each turn of a search that has turns, when no node is being expanded: rules
    /// may get ready for later nodes, with at most about the work of `nodes` nodes. Not called by
    /// searches that count moves.
    ///
    /// # Errors
    ///
    /// When a limit is reached.
    fn prepare(&self, _nodes: u64, _limits: &Limits<'_>) -> Result<(), Stopped> {
        Ok(())
    }

    /// Announces nodes that will be expanded next: rules that work in batches expand them
    /// now.
    fn foresee(&self, _next: &[N]) {}

    /// Lines of play from these nodes; none unless the rules make the moves of many lines about as
    /// fast as those of one.
    fn lines<'a>(&'a self, _from: &[N]) -> Option<Box<dyn Lines + 'a>> {
        None
    }
}

/// How a forward search looks for a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Alpha-beta: where the number of good moves is about the same in all positions.
    AlphaBeta,
    /// Proof numbers: where wins are narrow and lines are long.
    ProofNumbers,
    /// Both in turns, each with as much work as the other, until one of them has the result.
    InTurns,
}

/// Chooses a move of a line of play. Its arguments are the number of the line, whether the player
/// to move is the one who was to move where the line began, and the slots of the moves; it returns
/// the number of a move.
pub type Choose<'a> = dyn FnMut(usize, bool, &[u16]) -> usize + 'a;

/// Lines of play that grow by one move each at a time.
pub trait Lines {
    /// Makes a move in each line that is not over. Returns whether any line is still not over.
    ///
    /// # Errors
    ///
    /// If the rules fail.
    fn advance(&mut self, choose: &mut Choose<'_>) -> Result<bool, Fault>;

    /// The result of a line for the player who was to move where it began; none if the line is not
    /// over.
    fn result(&self, line: usize) -> Option<Fate>;
}

/// The hash of anything, of 128 bits.
#[inline]
#[must_use]
pub fn hash_of(value: &impl Hash) -> u128 {
    let mut hasher = Hasher128::default();
    value.hash(&mut hasher);
    u128::from(scramble(hasher.0[0])) << 64 | u128::from(scramble(hasher.0[1]))
}

/// Bit mixing that maps different words to different words.
#[inline]
fn scramble(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ word >> 32
}

/// The hash of one word. Its upper half differs for all different words.
#[inline]
#[must_use]
pub fn hash_of_word(word: u64) -> u128 {
    let upper = scramble(word);
    u128::from(upper) << 64 | u128::from(upper.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// A hasher of 128 bits: two chains with different multipliers.
struct Hasher128([u64; 2]);

impl Default for Hasher128 {
    fn default() -> Self {
        Hasher128([0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344])
    }
}

impl Hasher for Hasher128 {
    fn finish(&self) -> u64 {
        self.0[0]
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
        self.write_u64(bytes.len() as u64);
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let [a, b] = &mut self.0;
        *a = (a.rotate_left(29) ^ scramble(word)).wrapping_mul(0x9fb2_1c65_1e98_df25);
        *b = (b.rotate_left(31) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
        *b ^= *b >> 29;
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
