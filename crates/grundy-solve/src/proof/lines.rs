//! Monte Carlo tree search with proofs.
//!
//! The tree grows by one node for each line of random play (Kocsis and Szepesvári 2006, UCT).
//! Results that the rules give are backed up as bounds (Winands, Björnsson and Saito 2008,
//! MCTS-Solver). Random play, and the order in which moves are first tried, prefer moves that
//! were good elsewhere (move-average sampling: Finnsson and Björnsson 2008), told apart by
//! their [slot](Step::slot). A move that was not yet made in many lines is judged by the lines
//! in which the same player made it later (rapid action value estimation: Gelly and Silver,
//! *Combining online and offline knowledge in UCT*, 2007). Where rules make the moves of many lines as fast as those of one,
//! many lines are played at a time, from several leaves of the tree (Chaslot, Winands and van
//! den Herik, *Parallel Monte-Carlo tree search*, 2008).

use super::bounds::{Bounds, fate};
use super::table::SLOTS;
use super::thoughts::{Candidate, Check, Searching, Thought};
use grundy_base::{Fate, Stopped};
use grundy_ruleset::{Forward, Step};

/// A node of the tree.
struct Item<N> {
    node: N,
    slot: u16,
    /// Whether the move to this node gave the turn to the other player.
    turns: bool,
    /// The nodes after it: `count` nodes from `first` on; 0 before it is visited.
    first: u32,
    count: u32,
    visits: u32,
    /// The sum of the scores of lines through this node, for the player who moved to it.
    score: f32,
    /// Lines through the node before it in which the same player made this move at any time,
    /// and the sum of their scores.
    later: (f32, f32),
    /// What the player who moved to it is proved to bring about, at least and at most.
    least: i8,
    most: i8,
}

/// The tree, with what was learned of moves.
pub(super) struct Tree<'s, N> {
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
    /// Whether many lines are played at a time.
    many: bool,
    /// For both sides, the last line in which a move of this slot was made.
    made: [Vec<u32>; 2],
    line: u32,
}

/// A way down the tree from the root.
struct Way {
    path: Vec<usize>,
    /// The player who has moved to each of the nodes: 0 at even distance from the root.
    sides: Vec<usize>,
    /// The player to move at its end.
    side: usize,
}

impl Way {
    fn leaf(&self) -> usize {
        self.path[self.path.len() - 1]
    }
}

/// The leaves from which many lines are played at a time, and the lines from each.
const LEAVES: u32 = 32;
const EACH: u32 = 8;
/// How much is looked at moves that were looked at less.
const EXPLORE: f32 = 0.3;
/// At this number of own lines, the score of a move counts as much as that of lines in which it was
/// made later.
const ALIKE: f32 = 300.0;
/// Random play that is longer counts as a draw.
const LONGEST: usize = 400;
/// The share of moves in random play that are chosen blindly.
const BLIND: u64 = 4;

impl<'s, N: Clone> Tree<'s, N> {
    /// A tree with a root and the nodes after these moves, of at most `most` bytes.
    pub(super) fn new(
        forward: &'s dyn Forward<N>,
        most: u64,
        moves: &[Candidate<N>],
        slots: &[u16],
        bounds: &[Bounds],
    ) -> Self {
        let item = |to: &N, slot: u16, turns: bool, known: Bounds| Item {
            node: to.clone(),
            slot,
            turns,
            first: 0,
            count: 0,
            visits: 0,
            score: 0.0,
            later: (0.0, 0.0),
            least: known.at_least.value(),
            most: known.at_most.value(),
        };
        let mut items = vec![item(&moves[0].to, 0, false, Bounds::UNKNOWN)];
        (items[0].first, items[0].count) = (1, moves.len() as u32);
        items.extend(
            moves
                .iter()
                .zip(slots)
                .zip(bounds)
                .map(|((one, &slot), &known)| item(&one.to, slot, one.turns, known)),
        );
        let mut tree = Tree {
            forward,
            most,
            items,
            averages: [vec![(0.0, 0.0); SLOTS], vec![(0.0, 0.0); SLOTS]],
            steps: Vec::new(),
            random: 0x9e37_79b9_7f4a_7c15,
            visited: 0,
            many: forward.lines(&[]).is_some(),
            made: [vec![0; SLOTS], vec![0; SLOTS]],
            line: 0,
        };
        tree.prove(0);
        tree
    }

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

    /// Adds lines through a way; `sum` is the sum of their results for the player at even distance
    /// from the root.
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

    /// Tells the moves of each node of a way that were made later in a line, in or after the
    /// way, the result for the player at even distance from the root.
    fn back_up_later(&mut self, way: &Way, made: &[(usize, u16)], result: f32) {
        self.line += 1;
        for &(side, slot) in made {
            self.made[side][usize::from(slot) % SLOTS] = self.line;
        }
        for (number, &at) in way.path.iter().enumerate().rev() {
            let side = way.sides.get(number + 1).copied().unwrap_or(way.side);
            let Item { first, count, .. } = self.items[at];
            if let Some(&next) = way.path.get(number + 1) {
                let slot = usize::from(self.items[next].slot) % SLOTS;
                self.made[side][slot] = self.line;
            }
            let score = if side == 0 { result } else { 1.0 - result };
            let made = &self.made[side];
            for item in &mut self.items[first as usize..(first + count) as usize] {
                if made[usize::from(item.slot) % SLOTS] == self.line {
                    item.later.0 += 1.0;
                    item.later.1 += score;
                }
            }
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
        self.back_up_later(&way, &made, result);
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
            while rest > 0 && check(visited, bytes)? && lines.advance(&mut choose)? {
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
        made.sort_by_key(|&(line, ..)| line);
        for moves in made.chunk_by(|one, other| one.0 == other.0) {
            let line = moves[0].0;
            if let Some(fate) = results[line] {
                let moves: Vec<_> = moves.iter().map(|&(_, side, slot)| (side, slot)).collect();
                self.back_up_later(&ways[line / each], &moves, score(line, fate));
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
                    let (lines, score) = item.later;
                    let later = (score + 4.0 * prior) / (lines + 4.0);
                    let trust = (ALIKE / (3.0 * visits + ALIKE)).sqrt();
                    let score = (item.score + 0.5) / (visits + 1.0);
                    trust * later + (1.0 - trust) * score + EXPLORE * (log / (visits + 1.0)).sqrt()
                }
            };
            if promise > best.0 {
                best = (promise, at);
            }
        }
        best.1
    }

    /// Bytes of the tree, and of what the game holds for its nodes.
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
            later: (0.0, 0.0),
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

impl<N: Clone> Searching for Tree<'_, N> {
    fn go_on(&mut self, check: &mut Check<'_>) -> Result<bool, Stopped> {
        if self.many {
            self.many_lines(check)?;
        } else {
            (0..8).for_each(|_| self.line());
        }
        let open = self.items[0].least < self.items[0].most;
        Ok(open && check(self.visited, self.bytes())?)
    }

    fn thought(&self, number: usize) -> Thought {
        let item = &self.items[1 + number];
        Thought {
            bounds: Bounds { at_least: fate(item.least), at_most: fate(item.most) },
            score: (item.score + 0.5) / (item.visits as f32 + 1.0),
            lines: item.visits,
            lasts: None,
        }
    }

    /// At each node the move in most lines, while these are enough to say something.
    fn line(&self, number: usize) -> Vec<u128> {
        const LONGEST: usize = 12;
        const FEWEST: u32 = 16;
        let mut at = 1 + number;
        let mut line = Vec::new();
        while line.len() < LONGEST {
            let Item { first, count, .. } = self.items[at];
            let after = first as usize..(first + count) as usize;
            let Some(next) = after.max_by_key(|&next| self.items[next].visits) else { break };
            if self.items[next].visits < FEWEST {
                break;
            }
            line.push(self.forward.hash(&self.items[next].node));
            at = next;
        }
        line
    }
}
