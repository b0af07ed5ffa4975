//! A good move within a time, where not everything can be proved: Monte Carlo tree search
//! with proofs.
//!
//! First the tactics: short wins, and moves after which the other player has a short win,
//! are found by the [`Prover`]. Then the tree grows by one node for each line of random play
//! (Kocsis and Szepesvári 2006, UCT). Results that the rules give are backed up as bounds
//! (Winands, Björnsson and Saito 2008, MCTS-Solver). Random play, and the order in which
//! moves are first tried, prefer moves that were good elsewhere (move-average sampling:
//! Finnsson and Björnsson 2008), told apart by their [slot](Step::slot). Where rules make the
//! moves of many lines as fast as those of one, many lines are played at a time, from several
//! leaves of the tree (Chaslot, Winands and van den Herik, *Parallel Monte-Carlo tree search*,
//! 2008).

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use super::table::SLOTS;
use super::{Bounds, Prover, fate};
use crate::limits::{Limits, Progress, Stopped};
use crate::outcome::Fate;
use crate::ruleset::{Forward, Step};

/// What a player thinks of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// What the player who makes the move is proved to bring about.
    pub bounds: Bounds,
    /// The share of the points (1 for a win, ½ for a draw) that the player is expected to
    /// get, from 0 to 1.
    pub score: f32,
    /// Lines of play that began with the move.
    pub lines: u32,
    /// If a short search has proved a win or a loss: it takes at least so many moves more.
    pub lasts: Option<u32>,
}

impl Thought {
    /// Orders moves from best to worst: proved wins, the short ones first, then by how much
    /// they were looked into, then proved losses, the long ones first.
    fn rank(&self) -> (i8, u32, Reverse<u32>, i32) {
        let lasts = self.lasts.unwrap_or(u32::MAX);
        let (proved, lasts) = match self.bounds.fate() {
            Some(Fate::Win) => (-1, lasts),
            Some(Fate::Loss) => (1, u32::MAX - lasts),
            // A proved draw is a move like others, with a score that is certain.
            Some(Fate::Draw) | None => (0, 0),
        };
        (proved, lasts, Reverse(self.lines), (-1e6 * self.score) as i32)
    }
}

/// What the search thinks of all moves of a player.
#[derive(Clone, Debug)]
pub struct Thoughts {
    /// In the order in which the moves were given.
    pub moves: Vec<Thought>,
    /// The number of the best one.
    pub best: usize,
}

/// A node of the tree.
struct Item<N> {
    node: N,
    slot: u16,
    /// Whether the move to this node gave the turn to the other player.
    turns: bool,
    /// The nodes after it: so many from the first on; none before it is visited.
    first: u32,
    count: u32,
    visits: u32,
    /// The sum of the scores of lines through this node, for the player who moved to it.
    score: f32,
    /// What the player who moved to it is proved to bring about, at least and at most.
    least: i8,
    most: i8,
}

/// The tree, with what was learned of moves.
struct Tree<'s, N> {
    forward: &'s dyn Forward<N>,
    items: Vec<Item<N>>,
    /// More bytes of nodes are not kept.
    most: u64,
    /// For the players at even and at odd distance from the root: lines in which a move of
    /// this slot was made, and the scores.
    averages: [Vec<(f32, f32)>; 2],
    steps: Vec<Step<N>>,
    random: u64,
    visited: u64,
}

/// A way down the tree from the root.
struct Way {
    path: Vec<usize>,
    /// Who has moved to each of the nodes: 0 at even distance from the root.
    sides: Vec<usize>,
    /// Who is to move at its end.
    side: usize,
}

impl Way {
    fn leaf(&self) -> usize {
        self.path[self.path.len() - 1]
    }
}

/// Given the positions visited and the bytes of the tree, whether there is time left.
type Check<'a> = dyn FnMut(u64, u64) -> Result<bool, Stopped> + 'a;

/// The leaves from which many lines are played at a time, and the lines from each.
const LEAVES: u32 = 32;
const EACH: u32 = 8;
/// How much is looked at moves that were looked at less.
const EXPLORE: f32 = 0.6;
/// Random play that is longer counts as a draw.
const LONGEST: usize = 400;
/// The share of moves in random play that are chosen blindly.
const BLIND: u64 = 4;

impl<N: Clone> Tree<'_, N> {
    fn random(&mut self, below: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        ((u128::from(self.random) * below as u128) >> 64) as usize
    }

    /// The average score of moves of a slot.
    fn average(&self, side: usize, slot: u16) -> f32 {
        let (lines, score) = self.averages[side][usize::from(slot) % SLOTS];
        // Two lines that are draws, where nothing is known.
        (score + 1.0) / (lines + 2.0)
    }

    fn learn(&mut self, side: usize, slot: u16, more: f32, score: f32) {
        let (lines, sum) = &mut self.averages[side][usize::from(slot) % SLOTS];
        *lines += more;
        *sum += score;
        // What is long past says less.
        if *lines > 2000.0 {
            (*lines, *sum) = (*lines / 2.0, *sum / 2.0);
        }
    }

    /// The way down the tree to a node that was not visited, or whose result is proved.
    fn descend(&mut self) -> Way {
        let mut way = Way { path: vec![0], sides: vec![0], side: 0 };
        let mut at = 0;
        while self.items[at].count > 0 && self.items[at].least < self.items[at].most {
            at = self.choose(at, way.side);
            way.path.push(at);
            way.sides.push(way.side);
            way.side ^= usize::from(self.items[at].turns);
        }
        way
    }

    /// The result at the end of a way, for the player at even distance from the root, if it
    /// is proved.
    fn proved(&self, way: &Way) -> Option<f32> {
        let item = &self.items[way.leaf()];
        let score = f32::from(item.least + 1) / 2.0;
        let side = way.sides[way.sides.len() - 1];
        (item.least == item.most).then_some(if side == 0 { score } else { 1.0 - score })
    }

    /// Adds lines through a way of which `sum` is the sum of the results for the player at even
    /// distance from the root.
    fn back_up(&mut self, way: &Way, lines: u32, sum: f32) {
        let all = lines as f32;
        for (&at, &side) in way.path.iter().zip(&way.sides).rev() {
            let score = if side == 0 { sum } else { all - sum };
            let item = &mut self.items[at];
            item.visits += lines;
            item.score += score;
            let slot = item.slot;
            if at > 0 {
                self.learn(side, slot, all, score);
            }
            self.prove(at);
        }
    }

    /// One line of play from the root.
    fn line(&mut self) {
        let way = self.descend();
        let at = way.leaf();
        // The moves of random play.
        let mut made: Vec<(usize, u16)> = Vec::new();
        if self.proved(&way).is_none() {
            self.grow(at);
        }
        let result = match self.proved(&way) {
            Some(result) => result,
            None => self.play_out(self.items[at].node.clone(), way.side, &mut made),
        };
        self.back_up(&way, 1, result);
        for (side, slot) in made {
            let score = if side == 0 { result } else { 1.0 - result };
            self.learn(side, slot, 1.0, score);
        }
    }

    /// Many lines of play from the root, from several leaves. `check` is asked before each
    /// move of all of them whether time is left; where none is, the lines that are over count.
    fn many_lines(&mut self, check: &mut Check<'_>) -> Result<(), Stopped> {
        let each = EACH as usize;
        let mut ways = Vec::new();
        for _ in 0..LEAVES {
            let way = self.descend();
            match self.proved(&way) {
                Some(result) => self.back_up(&way, EACH, EACH as f32 * result),
                None => {
                    // Until the results are known, these lines count as lost for those whose
                    // moves they are, so that the next ones go elsewhere.
                    way.path.iter().for_each(|&at| self.items[at].visits += EACH);
                    ways.push(way);
                }
            }
            if self.items[0].least == self.items[0].most {
                break;
            }
        }
        let leaves: Vec<N> = ways.iter().map(|way| self.items[way.leaf()].node.clone()).collect();
        self.forward.foresee(&leaves);
        for way in &ways {
            if self.items[way.leaf()].count == 0 && self.proved(way).is_none() {
                self.grow(way.leaf());
            }
        }
        let nodes = leaves.iter().flat_map(|node| std::iter::repeat_n(node, each)).cloned();
        let forward = self.forward;
        let mut results: Vec<Option<Fate>> = vec![None; each * ways.len()];
        // The moves of random play: the line, the side and the slot.
        let mut made: Vec<(usize, usize, u16)> = Vec::new();
        if let Some(mut lines) = forward.lines(&nodes.collect::<Vec<N>>()) {
            let (visited, bytes) = (self.visited, self.bytes());
            let mut choose = |line: usize, same: bool, slots: &[u16]| {
                let side = ways[line / each].side ^ usize::from(!same);
                let chosen = self
                    .choose_blindly(slots.len(), |tree, number| tree.average(side, slots[number]));
                self.visited += 1;
                made.push((line, side, slots[chosen]));
                chosen
            };
            let mut rest = LONGEST;
            while rest > 0 && check(visited, bytes)? && lines.advance(&mut choose).unwrap_or(false)
            {
                rest -= 1;
            }
            let long = (rest == 0).then_some(Fate::Draw);
            for (line, result) in results.iter_mut().enumerate() {
                *result = lines.result(line).or(long);
            }
        }
        let score = |line: usize, fate: Fate| {
            let score = f32::from(fate.value() + 1) / 2.0;
            if ways[line / each].side == 0 { score } else { 1.0 - score }
        };
        for (number, way) in ways.iter().enumerate() {
            way.path.iter().for_each(|&at| self.items[at].visits -= EACH);
            let lines = each * number..each * (number + 1);
            let known = lines.filter_map(|line| Some(score(line, results[line]?)));
            let (count, sum) = known.fold((0, 0.0), |(count, sum), one| (count + 1, sum + one));
            match self.proved(way) {
                Some(result) => self.back_up(way, EACH, EACH as f32 * result),
                None => self.back_up(way, count, sum),
            }
        }
        for (line, side, slot) in made {
            if let Some(fate) = results[line] {
                let score = score(line, fate);
                self.learn(side, slot, 1.0, if side == 0 { score } else { 1.0 - score });
            }
        }
        Ok(())
    }

    /// A move of random play: the more promising one of two that are chosen blindly, or
    /// sometimes any.
    fn choose_blindly(&mut self, count: usize, promise: impl Fn(&Self, usize) -> f32) -> usize {
        let chosen = self.random(count);
        if self.random(BLIND as usize) > 0 {
            let other = self.random(count);
            if promise(self, other) > promise(self, chosen) {
                return other;
            }
        }
        chosen
    }

    /// The node after the most promising move.
    fn choose(&mut self, at: usize, side: usize) -> usize {
        let Item { first, count, visits, .. } = self.items[at];
        let (first, count) = (first as usize, count as usize);
        let log = (visits.max(1) as f32).ln();
        let start = self.random(count);
        let mut best = (f32::MIN, first);
        for number in 0..count {
            let at = first + (start + number) % count;
            let item = &self.items[at];
            let promise = match (item.least, item.most) {
                (1, _) => return at,
                // Only if all are lost.
                (_, -1) => -10.0,
                _ => {
                    let visits = item.visits as f32;
                    // The average counts as a few lines.
                    let prior = self.average(side, item.slot);
                    let score = (item.score + 4.0 * prior) / (visits + 4.0);
                    score + EXPLORE * (log / (visits + 1.0)).sqrt()
                }
            };
            if promise > best.0 {
                best = (promise, at);
            }
        }
        best.1
    }

    /// Bytes of the tree, with those that the game holds for its nodes.
    fn bytes(&self) -> u64 {
        (self.items.len() * size_of::<Item<N>>()) as u64 + self.forward.held()
    }

    /// Adds the nodes after one, if there is room.
    fn grow(&mut self, at: usize) {
        if self.bytes() > self.most {
            return;
        }
        self.steps.clear();
        self.visited += 1;
        let over = self.forward.expand(&self.items[at].node, &mut self.steps);
        if let Some(fate) = over {
            let turns = self.items[at].turns;
            let result = if turns { -fate.value() } else { fate.value() };
            (self.items[at].least, self.items[at].most) = (result, result);
            return;
        }
        let (first, count) = (self.items.len() as u32, self.steps.len() as u32);
        (self.items[at].first, self.items[at].count) = (first, count);
        let item = |step: Step<N>| Item {
            node: step.to,
            slot: step.slot,
            turns: step.turns,
            first: 0,
            count: 0,
            visits: 0,
            score: 0.0,
            least: -1,
            most: 1,
        };
        self.items.extend(self.steps.drain(..).map(item));
    }

    /// The bounds of a node from those of the nodes after it.
    fn prove(&mut self, at: usize) {
        let Item { first, count, turns, .. } = self.items[at];
        if count == 0 {
            return;
        }
        // For the player to move at this node: the best of the bounds of the moves.
        let after = &self.items[first as usize..(first + count) as usize];
        let least = after.iter().map(|item| item.least).max().unwrap_or(-1);
        let most = after.iter().map(|item| item.most).max().unwrap_or(1);
        let item = &mut self.items[at];
        let (least, most) = if turns { (-most, -least) } else { (least, most) };
        item.least = item.least.max(least);
        item.most = item.most.min(most);
    }

    /// Random play to the end: the result for the player at even distance from the root.
    fn play_out(&mut self, mut node: N, mut side: usize, made: &mut Vec<(usize, u16)>) -> f32 {
        for _ in 0..LONGEST {
            self.steps.clear();
            self.visited += 1;
            if let Some(fate) = self.forward.expand(&node, &mut self.steps) {
                let mover = f32::from(fate.value() + 1) / 2.0;
                return if side == 0 { mover } else { 1.0 - mover };
            }
            let chosen = self.choose_blindly(self.steps.len(), |tree, number| {
                let step = &tree.steps[number];
                tree.average(side, step.slot) + f32::from(step.rank.clamp(-100, 100))
            });
            let step = &self.steps[chosen];
            made.push((side, step.slot));
            side ^= usize::from(step.turns);
            node = step.to.clone();
        }
        0.5
    }
}

/// The share of the time in which short wins and threats are looked for, and the moves that
/// they take at most.
const TACTICS: (f64, u32) = (0.25, 6);
/// The share of the time in which the whole result may be proved.
const WHOLE: f64 = 0.25;

impl<N: Clone + Send + Sync> Prover<N> {
    /// Thinks about moves, given by the nodes after them and whether the other player is to
    /// move there, for as long as the limits allow; at least one move must be given.
    /// `thinking` is told now and then what is thought so far.
    ///
    /// # Errors
    ///
    /// When the work is interrupted, or rules fail; not when the time is up.
    pub fn think(
        &mut self,
        moves: &[(N, bool)],
        time: Duration,
        limits: &Limits<'_>,
        thinking: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, Stopped> {
        let start = Instant::now();
        let within = |share: f64| {
            let left = limits.time.map_or(time, |(since, limit)| {
                time.min(limit.saturating_sub(start.duration_since(since)))
            });
            Limits { time: Some((start, left.mul_f64(share))), threads: 1, ..*limits }
        };
        // Where there are very many moves, looking at all of them may take too long.
        let mut bounds = vec![Bounds::UNKNOWN; moves.len()];
        for ((node, turns), bounds) in moves.iter().zip(&mut bounds) {
            let known = self.known(node);
            *bounds = if *turns { known.reversed() } else { known };
            let progress = Progress { stage: "thinking", positions: 0, bytes: self.tree.held() };
            match within(TACTICS.0).check(progress) {
                Err(Stopped::Time { .. } | Stopped::Memory { .. }) => break,
                stopped => stopped?,
            }
        }
        // What is known at once is over at once.
        let decided = |known: &Bounds| known.fate().is_some_and(|fate| fate != Fate::Draw);
        let mut lasts: Vec<Option<u32>> =
            bounds.iter().map(|known| decided(known).then_some(0)).collect();
        self.tactics(moves, &mut bounds, &mut lasts, &within(TACTICS.0))?;
        self.whole(moves, &mut bounds, &within(TACTICS.0 + WHOLE))?;
        let thoughts = |tree: &Tree<'_, N>, bounds: &[Bounds]| {
            let items = &tree.items[1..=moves.len()];
            let thought = |((item, known), &lasts): ((&Item<N>, &Bounds), &Option<u32>)| Thought {
                bounds: known.and(Bounds { at_least: fate(item.least), at_most: fate(item.most) }),
                score: (item.score + 0.5) / (item.visits as f32 + 1.0),
                lines: item.visits,
                lasts,
            };
            let moves: Vec<Thought> = items.iter().zip(bounds).zip(&lasts).map(thought).collect();
            let best = (0..moves.len()).min_by_key(|&number| moves[number].rank()).unwrap_or(0);
            Thoughts { moves, best }
        };
        let mut tree = self.tree_of(moves, &bounds);
        let limits = within(1.0);
        let mut told = start;
        let many = tree.forward.lines(&[]).is_some();
        let mut check = |visited: u64, bytes: u64| {
            let progress = Progress { stage: "thinking", positions: visited as usize, bytes };
            match limits.check(progress) {
                Err(Stopped::Time { .. } | Stopped::Memory { .. }) => Ok(false),
                stopped => stopped.map(|()| true),
            }
        };
        loop {
            let root = &tree.items[0];
            if root.least == root.most || moves.len() == 1 {
                break;
            }
            if many {
                tree.many_lines(&mut check)?;
            } else {
                (0..8).for_each(|_| tree.line());
            }
            if !check(tree.visited, tree.bytes())? {
                break;
            }
            if told.elapsed() > Duration::from_millis(100) {
                told = Instant::now();
                thinking(&thoughts(&tree, &bounds));
            }
        }
        Ok(thoughts(&tree, &bounds))
    }

    /// Short wins, and moves that lose soon.
    fn tactics(
        &mut self,
        moves: &[(N, bool)],
        bounds: &mut [Bounds],
        lasts: &mut [Option<u32>],
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        for left in 0..=TACTICS.1 {
            for (((node, turns), known), lasts) in moves.iter().zip(&mut *bounds).zip(&mut *lasts) {
                for goal in [1, 0] {
                    if known.fate().is_some() {
                        continue;
                    }
                    let found = match self.reaches(node, goal, left, u64::MAX, limits) {
                        Err(Stopped::Time { .. } | Stopped::Memory { .. }) => return Ok(()),
                        found => found?,
                    };
                    let Some(found) = found else { return Ok(()) };
                    let there = Bounds::UNKNOWN.with(goal, found);
                    *known = known.and(if *turns { there.reversed() } else { there });
                    if known.fate().is_some_and(|fate| fate != Fate::Draw) {
                        *lasts = Some(left);
                    }
                }
            }
            if bounds.iter().any(|known| known.fate() == Some(Fate::Win)) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The results of the moves, if they are soon proved: near the end of play.
    fn whole(
        &mut self,
        moves: &[(N, bool)],
        bounds: &mut [Bounds],
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        for ((node, turns), known) in moves.iter().zip(&mut *bounds) {
            if known.fate().is_some() {
                continue;
            }
            let mut better = |found: Bounds| {
                *known = known.and(if *turns { found.reversed() } else { found });
            };
            match self.prove(node, u64::MAX, limits, &mut better) {
                Err(Stopped::Time { .. } | Stopped::Memory { .. }) => return Ok(()),
                found => found?,
            };
            if known.fate() == Some(Fate::Win) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// A tree of a root and the nodes after these moves.
    fn tree_of<'s>(&'s self, moves: &[(N, bool)], bounds: &[Bounds]) -> Tree<'s, N> {
        let item = |node: &N, turns: bool, (least, most): (i8, i8)| Item {
            node: node.clone(),
            slot: 0,
            turns,
            first: 0,
            count: 0,
            visits: 0,
            score: 0.0,
            least,
            most,
        };
        let (first, _) = &moves[0];
        let mut items = vec![item(first, false, (-1, 1))];
        (items[0].first, items[0].count) = (1, moves.len() as u32);
        items.extend(moves.iter().zip(bounds).map(|((node, turns), known)| {
            item(node, *turns, (known.at_least.value(), known.at_most.value()))
        }));
        let mut tree = Tree {
            forward: &*self.tree,
            most: self.memory,
            items,
            averages: [vec![(0.0, 0.0); SLOTS], vec![(0.0, 0.0); SLOTS]],
            steps: Vec::new(),
            random: 0x9e37_79b9_7f4a_7c15,
            visited: 0,
        };
        tree.prove(0);
        tree
    }
}
