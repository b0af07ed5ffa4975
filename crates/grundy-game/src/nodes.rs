//! A forward search that is asked by positions: the type of its nodes is erased, so that its users
//! are compiled once for each type of position.

use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::time::Duration;

use grundy_base::{Fate, Fault, Limits, Player, Stopped};
use grundy_solve::proof::{Bounds, Candidate, Prover, Thinking, Thoughts};

/// A position that a search sees, with the player to move.
pub(super) type At<'a, P> = (Cow<'a, P>, Player);

/// The hash of a position's node.
pub(super) type Hashing<'a, P> = dyn Fn(&At<'_, P>) -> u128 + 'a;

/// Is told what is thought, with the hashes of nodes that this gives for positions.
pub(super) type Hearing<'a, P> = dyn FnMut(&Thoughts<u128>, &Hashing<'_, P>) + 'a;

/// A [`Prover`] that is asked by positions; the type of its nodes is erased.
pub(super) trait Search<P: Clone>: Send {
    fn prove(
        &mut self,
        at: &At<'_, P>,
        effort: u64,
        limits: &Limits<'_>,
        proved: &mut dyn FnMut(Bounds),
    ) -> Result<Bounds, Stopped>;

    fn brings(
        &mut self,
        at: &At<'_, P>,
        goal: Fate,
        effort: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<bool>, Stopped>;

    fn remoteness(
        &mut self,
        at: &At<'_, P>,
        within: (Fate, u32),
        effort: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<u32>, Stopped>;

    fn think(
        &mut self,
        root: &At<'_, P>,
        moves: &[Candidate<(P, Player)>],
        time: Duration,
        limits: &Limits<'_>,
        thinking: &mut Hearing<'_, P>,
    ) -> Result<Thoughts<u128>, Stopped>;

    fn think_by(&mut self, method: Thinking);
    fn known(&self, at: &At<'_, P>) -> Bounds;
    fn steps(&self, at: &At<'_, P>, left: Option<u32>) -> Vec<u128>;
    fn hash(&self, at: &At<'_, P>) -> u128;
    fn expect(&mut self, nodes: u64, memory: u64);
    fn keep_in(&mut self, path: &Path, name: &str) -> io::Result<bool>;
    fn keep(&mut self) -> io::Result<()>;
    fn failure(&self) -> Option<Fault>;
    fn adds(&self) -> bool;
    fn visited(&self) -> u64;
    fn bytes(&self) -> u64;
}

/// A prover, and what makes the node of a position with the player to move.
pub(super) struct Nodes<N, F> {
    pub(super) prover: Prover<N>,
    pub(super) node: F,
}

impl<P, N, F> Search<P> for Nodes<N, F>
where
    P: Clone,
    N: Clone + Send + Sync,
    F: Fn(&P, Player) -> N + Send,
{
    fn prove(
        &mut self,
        (position, mover): &At<'_, P>,
        effort: u64,
        limits: &Limits<'_>,
        proved: &mut dyn FnMut(Bounds),
    ) -> Result<Bounds, Stopped> {
        self.prover.prove(&(self.node)(position, *mover), effort, limits, proved)
    }

    fn brings(
        &mut self,
        (position, mover): &At<'_, P>,
        goal: Fate,
        effort: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<bool>, Stopped> {
        self.prover.brings(&(self.node)(position, *mover), goal, effort, limits)
    }

    fn remoteness(
        &mut self,
        (position, mover): &At<'_, P>,
        within: (Fate, u32),
        effort: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<u32>, Stopped> {
        self.prover.remoteness(&(self.node)(position, *mover), within, effort, limits)
    }

    fn think(
        &mut self,
        (position, mover): &At<'_, P>,
        moves: &[Candidate<(P, Player)>],
        time: Duration,
        limits: &Limits<'_>,
        thinking: &mut Hearing<'_, P>,
    ) -> Result<Thoughts<u128>, Stopped> {
        let root = (self.node)(position, *mover);
        let moves = moves.iter().map(|Candidate { to: (position, mover), turns, over }| {
            Candidate { to: (self.node)(position, *mover), turns: *turns, over: *over }
        });
        let moves: Vec<_> = moves.collect();
        let (hash, node) = (self.prover.hashing(), &self.node);
        let hash = |(position, mover): &At<'_, P>| hash(&node(position, *mover));
        let mut told = |thoughts: &Thoughts<u128>| thinking(thoughts, &hash);
        self.prover.think(&root, &moves, time, limits, &mut told)
    }

    fn think_by(&mut self, method: Thinking) {
        self.prover.think_by(method);
    }

    fn known(&self, (position, mover): &At<'_, P>) -> Bounds {
        self.prover.known(&(self.node)(position, *mover))
    }

    fn steps(&self, (position, mover): &At<'_, P>, left: Option<u32>) -> Vec<u128> {
        self.prover.steps(&(self.node)(position, *mover), left)
    }

    fn hash(&self, (position, mover): &At<'_, P>) -> u128 {
        self.prover.hash(&(self.node)(position, *mover))
    }

    fn expect(&mut self, nodes: u64, memory: u64) {
        self.prover.expect(nodes, memory);
    }

    fn keep_in(&mut self, path: &Path, name: &str) -> io::Result<bool> {
        self.prover.keep_in(path, name)
    }

    fn keep(&mut self) -> io::Result<()> {
        self.prover.keep()
    }

    fn failure(&self) -> Option<Fault> {
        self.prover.failure()
    }

    fn adds(&self) -> bool {
        self.prover.adds()
    }

    fn visited(&self) -> u64 {
        self.prover.visited()
    }

    fn bytes(&self) -> u64 {
        self.prover.bytes()
    }
}
