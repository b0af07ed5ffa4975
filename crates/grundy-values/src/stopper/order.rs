//! Which of two loopy games is better for Left, where Left wins infinite play.
//!
//! G⁺ ≥ H⁺ if Left, playing second, survives G⁺ − H⁺: she always has an answer, and
//! if play never ends it goes on for ever in G (Conway, Loopy Games, 1978; Siegel,
//! Combinatorial Game Theory, chapter VI). Play that stays in −H for ever is lost,
//! and there is none if H is a stopper.

use super::Stopper;
use super::graph::LoopyGraph;
use grundy_base::{ByPlayer, Limits, Player, Progress, Stopped};

/// For all positions x of one graph and y of another, whether Left survives x⁺ − y⁺.
///
/// Time: proportional to pairs and moves of pairs, once for each round that finds further losses:
/// one round for stoppers. Memory: 10 bytes a pair.
pub(super) struct Order {
    columns: usize,
    /// Whether Left, to move, survives; and whether she does as second player.
    first: Vec<bool>,
    second: Vec<bool>,
    /// With Right to move: the number of moves in −y before there is a move in x, if Left hurries.
    /// Empty if the second graph is a stopper.
    delay: Vec<u32>,
}

/// The memory for a comparison of all pairs of positions, in bytes.
pub(super) fn bytes_of_pairs(x: usize, y: usize) -> u64 {
    (x as u64).saturating_mul(y as u64).saturating_mul(20)
}

/// The same, if the limits allow it.
fn room_for_pairs(x: usize, y: usize, limits: &Limits<'_>) -> Result<u64, Stopped> {
    let positions = x.max(y);
    let bytes = bytes_of_pairs(x, y);
    limits.count(positions)?;
    limits.room(bytes, positions)?;
    Ok(bytes)
}

/// Positions by their options.
type Backward = Vec<ByPlayer<Vec<u32>>>;

struct Pair<'g> {
    x: &'g LoopyGraph,
    y: &'g LoopyGraph,
    x_back: Backward,
    y_back: Backward,
}

fn backward(graph: &LoopyGraph) -> Backward {
    let mut back: Backward = vec![ByPlayer::default(); graph.len()];
    for node in graph.nodes() {
        for player in Player::BOTH {
            for &option in graph.options(node, player) {
                back[option as usize][player].push(node);
            }
        }
    }
    back
}

impl LoopyGraph {
    /// Whether position 0 is at least that of another graph, whether or not their values are
    /// stoppers: Left, playing second, survives both G⁺ - H⁺ and G⁻ - H⁻ (the swivel chair theorem:
    /// Siegel, Combinatorial Game Theory, chapter VI).
    ///
    /// Time: some looks at all pairs of positions. Memory: 20 bytes a pair.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn at_least(&self, other: &LoopyGraph, limits: &Limits<'_>) -> Result<bool, Stopped> {
        if self.is_empty() || other.is_empty() {
            return Ok(self.is_empty() && other.is_empty());
        }
        // G⁻ ≥ H⁻ where the negatives are the other way round.
        Ok(Order::new(self, other, limits)?.at_least(0, 0)
            && Order::new(&other.negative(), &self.negative(), limits)?.at_least(0, 0))
    }
}

impl LoopyGraph {
    /// Whether Left, who wins infinite play, does not lose when this player starts.
    pub(super) fn survives(&self, starter: Player, limits: &Limits<'_>) -> Result<bool, Stopped> {
        let order = Order::new(self, &Stopper::zero().graph, limits)?;
        Ok(match starter {
            Player::Left => order.survives_first(0, 0),
            Player::Right => order.at_least(0, 0),
        })
    }
}

impl Order {
    pub(super) fn new(
        x: &LoopyGraph,
        y: &LoopyGraph,
        limits: &Limits<'_>,
    ) -> Result<Order, Stopped> {
        let columns = y.len();
        let bytes = room_for_pairs(x.len(), columns, limits)?;
        let pairs = x.len() * columns;
        let game = Pair { x, y, x_back: backward(x), y_back: backward(y) };
        let mut order = Order {
            columns,
            first: vec![true; pairs],
            second: vec![true; pairs],
            delay: Vec::new(),
        };
        let mut open = vec![0u32; pairs];
        let mut lost = Vec::new();
        for a in x.nodes() {
            for b in y.nodes() {
                let moves = x.options(a, Player::Left).len() + y.options(b, Player::Right).len();
                let at = order.at(a, b);
                open[at] = moves as u32;
                if moves == 0 {
                    order.first[at] = false;
                    lost.push((a, b));
                }
            }
        }
        order.spread(&game, &mut lost, &mut open, bytes, limits)?;
        if y.is_stopper() {
            return Ok(order);
        }
        // Losses to play that stays in −y for ever, until there are no more of them.
        order.delay = vec![u32::MAX; pairs];
        loop {
            for a in x.nodes() {
                order.stays(&game, a, &mut lost, &mut open);
                limits.check(Progress { stage: "comparing", positions: a as usize, bytes })?;
            }
            if lost.is_empty() {
                return Ok(order);
            }
            order.spread(&game, &mut lost, &mut open, bytes, limits)?;
        }
    }

    #[inline]
    fn at(&self, x: u32, y: u32) -> usize {
        x as usize * self.columns + y as usize
    }

    /// Whether Left survives x⁺ − y⁺ as the second player: x⁺ ≥ y⁺.
    #[inline]
    pub(super) fn at_least(&self, x: u32, y: u32) -> bool {
        self.second[self.at(x, y)]
    }

    /// Whether Left survives x⁺ − y⁺ as the first player.
    pub(super) fn survives_first(&self, x: u32, y: u32) -> bool {
        self.first[self.at(x, y)]
    }

    /// Whether `z` may stand for `y` where Left survives against `y`: play in −z must not last
    /// longer before there is a move in x.
    pub(super) fn no_slower(&self, z: u32, y: u32) -> bool {
        self.delay.is_empty() || {
            let rows =
                self.delay.chunks_exact(self.columns).zip(self.second.chunks_exact(self.columns));
            rows.into_iter().all(|(delay, second)| {
                !second[y as usize] || second[z as usize] && delay[z as usize] <= delay[y as usize]
            })
        }
    }

    /// Marks as lost what leads to nothing but losses. `lost` are positions with Left to move,
    /// marked already.
    fn spread(
        &mut self,
        game: &Pair<'_>,
        lost: &mut Vec<(u32, u32)>,
        open: &mut [u32],
        bytes: u64,
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        let mut done = 0usize;
        while let Some((x, y)) = lost.pop() {
            done += 1;
            if done.is_multiple_of(Limits::STRIDE) {
                limits.check(Progress { stage: "comparing", positions: done, bytes })?;
            }
            // Right moves there in x, or in −y, where Left moves in y.
            let from_x = game.x_back[x as usize].right.iter().map(|&a| (a, y));
            let from_y = game.y_back[y as usize].left.iter().map(|&b| (x, b));
            for (a, b) in from_x.chain(from_y) {
                self.lose_second(game, (a, b), lost, open);
            }
        }
        Ok(())
    }

    fn lose_second(
        &mut self,
        game: &Pair<'_>,
        (x, y): (u32, u32),
        lost: &mut Vec<(u32, u32)>,
        open: &mut [u32],
    ) {
        let at = self.at(x, y);
        if !std::mem::replace(&mut self.second[at], false) {
            return;
        }
        let from_x = game.x_back[x as usize].left.iter().map(|&a| (a, y));
        let from_y = game.y_back[y as usize].right.iter().map(|&b| (x, b));
        for (a, b) in from_x.chain(from_y) {
            let at = self.at(a, b);
            open[at] -= 1;
            if open[at] == 0 && std::mem::replace(&mut self.first[at], false) {
                lost.push((a, b));
            }
        }
    }

    /// Finds the positions with this x, among the positions not lost so far, where Left cannot
    /// bring about another move in x, and marks them as lost. The others get their delay.
    fn stays(&mut self, game: &Pair<'_>, x: u32, lost: &mut Vec<(u32, u32)>, open: &mut [u32]) {
        let Pair { x: graph, y, y_back, .. } = game;
        let columns = self.columns;
        // How many of Right's moves in −y are not answered yet, and the delays of
        // positions with Left to move.
        let mut unanswered = vec![0u32; columns];
        let mut first_delay = vec![u32::MAX; columns];
        let mut queue: std::collections::VecDeque<(u32, Player)> = Default::default();
        let row = self.at(x, 0);
        self.delay[row..row + columns].fill(u32::MAX);
        for b in y.nodes() {
            let at = self.at(x, b);
            if self.second[at] {
                unanswered[b as usize] = y.options(b, Player::Left).len() as u32;
                if unanswered[b as usize] == 0 {
                    self.delay[at] = 0;
                    queue.push_back((b, Player::Right));
                }
            }
            let moves_in_x =
                || graph.options(x, Player::Left).iter().any(|&a| self.second[self.at(a, b)]);
            if self.first[at] && moves_in_x() {
                first_delay[b as usize] = 0;
                queue.push_back((b, Player::Left));
            }
        }
        while let Some((b, mover)) = queue.pop_front() {
            match mover {
                Player::Right => {
                    let delay = self.delay[row + b as usize];
                    for &from in &y_back[b as usize].right {
                        let known = &mut first_delay[from as usize];
                        if self.first[row + from as usize] && *known == u32::MAX {
                            *known = delay + 1;
                            queue.push_back((from, Player::Left));
                        }
                    }
                }
                Player::Left => {
                    let delay = first_delay[b as usize];
                    for &from in &y_back[b as usize].left {
                        let at = row + from as usize;
                        if self.second[at] {
                            unanswered[from as usize] -= 1;
                            if unanswered[from as usize] == 0 {
                                self.delay[at] = delay + 1;
                                queue.push_back((from, Player::Right));
                            }
                        }
                    }
                }
            }
        }
        for b in y.nodes() {
            let at = self.at(x, b);
            if self.second[at] && self.delay[at] == u32::MAX {
                self.lose_second(game, (x, b), lost, open);
            }
            if self.first[at] && first_delay[b as usize] == u32::MAX {
                self.first[at] = false;
                lost.push((x, b));
            }
        }
    }
}
