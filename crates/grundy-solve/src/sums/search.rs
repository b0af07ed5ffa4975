//! Depth-first proof-number search over sums.

use hashbrown::HashSet;

use super::Unsolved;
use super::bounds::Local;
use super::part::Parts;
use super::pool::{Pool, UNCOUNTED};
use super::source::MOST_COUNTED;
use super::sum::Sum;
use super::table::{Key, NEVER, Proof, Table};
use grundy_base::{Limits, Player, Progress};
use grundy_values::{Compact, Form, Forms};

/// A search that keeps what it has found from one question to the next.
pub(super) struct Search<'a> {
    pub(super) pool: Pool,
    forms: Forms<'a>,
    local: Local,
    table: Table,
    /// Sums visited.
    pub(super) looked_at: usize,
    /// Moves examined.
    offered: usize,
    /// Moves examined at the last look at the memory.
    checked: usize,
    /// Bytes that the line of play holds.
    held: u64,
}

/// A sum on the line of play that is being searched.
struct Line {
    key: Key,
    number: i64,
    children: Vec<Child>,
    /// The search leaves this sum when its proof numbers reach these.
    until: Proof,
    /// Sums visited in its subtree, itself included.
    work: u32,
    /// The child that is being searched.
    current: usize,
}

/// A sum after a move, with the opponent to move.
struct Child {
    sum: Sum,
    key: Key,
    /// From the opponent's view.
    proof: Proof,
}

/// The limits are checked after this many sums, or moves.
const STRIDE: usize = 64;
/// The memory is checked after this many moves, if sums have very many.
const MANY_MOVES: usize = 1 << 14;

impl<'a> Search<'a> {
    pub(super) fn new(pool: Pool, limits: Limits<'a>) -> Self {
        let forms = Forms::new(Limits { memory: limits.memory / 3, ..limits });
        Search {
            pool,
            forms,
            local: Local::default(),
            table: Table::new(),
            looked_at: 0,
            offered: 0,
            checked: 0,
            held: 0,
        }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let known = self.forms.bytes() + self.table.bytes() + self.local.bytes();
        self.pool.bytes() + known + self.held
    }

    pub(super) fn forms(&mut self) -> &mut Forms<'a> {
        &mut self.forms
    }

    /// Finds the canonical forms of the components of a position.
    pub(super) fn learn(
        &mut self,
        ruleset: &str,
        position: &str,
        limits: &Limits<'_>,
    ) -> Result<(), Unsolved> {
        let parts = self.pool.read(ruleset, position).ok_or(Unsolved::Unknown)?;
        self.looked_at += 1;
        if self.looked_at.is_multiple_of(STRIDE) {
            let (positions, bytes) = (self.looked_at, self.bytes());
            limits.check(Progress { stage: "valuing", positions, bytes })?;
        }
        for part in parts {
            let mut work = u32::MAX;
            self.pool.value(part.number(), &mut work, &mut self.forms, limits)?;
        }
        let share = limits.memory / 3;
        if self.pool.bytes() > share {
            self.pool.shrink(std::iter::empty(), true);
        }
        Ok(limits.room(self.pool.bytes().saturating_mul(3), self.pool.len())?)
    }

    /// Takes over what a component is worth.
    pub(super) fn tell(
        &mut self,
        ruleset: &str,
        position: &str,
        form: Form,
    ) -> Result<(), Unsolved> {
        let parts = self.pool.read(ruleset, position).ok_or(Unsolved::Unknown)?;
        let [part] = parts[..] else { return Err(Unsolved::Unknown) };
        let form = if part.is_negative() { self.forms.negative(form)? } else { form };
        self.pool.tell(part, form);
        Ok(())
    }

    /// Exchanges the players of a sum.
    pub(super) fn negate(&mut self, sum: &mut Sum) -> Result<(), Unsolved> {
        Ok(sum.negate(&self.pool, &mut self.forms)?)
    }

    /// The work done so far, in moves: what is done for forms counts, too.
    pub(super) fn work(&self) -> usize {
        /// About this number of steps for forms takes as long as the look at a move.
        const STEPS: usize = 32;
        self.offered + self.forms.steps() / STEPS
    }

    /// Whether the player to move wins a sum; none if that is not found with `effort` more work.
    pub(super) fn wins(
        &mut self,
        mut root: Sum,
        effort: usize,
        limits: &Limits<'_>,
    ) -> Result<Option<bool>, Unsolved> {
        root.cancel(&self.pool);
        if let Some(wins) = self.settle(&mut root, limits)? {
            return Ok(Some(wins));
        }
        let key = self.key(&root);
        if let Some(wins) = self.table.get(key, root.number).and_then(Proof::decided) {
            return Ok(Some(wins));
        }
        let last = self.work().saturating_add(effort);
        // Sums on the line: one that comes again goes on for ever.
        let mut open: HashSet<(Key, i64)> = HashSet::new();
        let mut lines: Vec<Line> = Vec::new();
        self.held = 0;
        let mut next = Some((root, key, Proof { win: NEVER, loss: NEVER }));
        loop {
            if let Some((mut sum, key, until)) = next.take() {
                if self.work() >= last {
                    self.store(lines, limits);
                    return Ok(None);
                }
                self.looked_at += 1;
                let many = self.offered - self.checked >= MANY_MOVES;
                if many || self.looked_at.is_multiple_of(STRIDE) {
                    self.check(&mut lines, &mut sum, limits)?;
                }
                if !open.insert((key, sum.number)) {
                    return Err(Unsolved::Loopy);
                }
                let children = self.children(&sum, limits)?;
                self.held += bytes_of(&children);
                let number = sum.number;
                lines.push(Line { key, number, children, until, work: 1, current: 0 });
            }
            let Some(line) = lines.last_mut() else { return Ok(None) };
            let proof = line.proof();
            if proof.win < line.until.win && proof.loss < line.until.loss {
                next = Some(line.descend());
                continue;
            }
            let Some(line) = lines.pop() else { return Ok(None) };
            open.remove(&(line.key, line.number));
            self.held -= bytes_of(&line.children);
            self.table.put(line.key, line.number, proof, line.work, limits.memory / 3);
            match lines.last_mut() {
                None => return Ok(proof.decided()),
                Some(parent) => {
                    parent.work = parent.work.saturating_add(line.work);
                    parent.children[parent.current].proof = proof;
                }
            }
        }
    }

    /// Stores the proof numbers of the sums on the line.
    fn store(&mut self, lines: Vec<Line>, limits: &Limits<'_>) {
        for line in lines {
            self.table.put(line.key, line.number, line.proof(), line.work, limits.memory / 3);
        }
    }

    /// Looks at the limits; sums and components count as positions.
    fn heed(&self, limits: &Limits<'_>) -> Result<(), Unsolved> {
        let (positions, bytes) = (self.looked_at, self.bytes());
        limits.check(Progress { stage: "searching", positions, bytes })?;
        Ok(limits.count(positions.max(self.pool.len()))?)
    }

    /// Looks at the limits, and forgets components where they, with the line of play, take
    /// too much memory.
    fn check(
        &mut self,
        lines: &mut [Line],
        next: &mut Sum,
        limits: &Limits<'_>,
    ) -> Result<(), Unsolved> {
        let share = limits.memory / 3;
        self.heed(limits)?;
        self.checked = self.offered;
        // Moves in what is known already make new forms, too.
        let held = self.held.saturating_sub(UNCOUNTED);
        self.pool.full = self.forms.bytes() + self.local.bytes() > share / 2;
        for keep_values in [true, false] {
            let most = if keep_values { share } else { share / 2 };
            if self.pool.bytes() + held > most {
                let children = lines.iter_mut().flat_map(|line| &mut line.children);
                let sums = children.map(|child| &mut child.sum).chain([&mut *next]);
                self.pool.shrink(sums.map(|sum| &mut sum.parts), keep_values);
            } else {
                break;
            }
        }
        let needed = (self.pool.bytes() + held).saturating_mul(3);
        Ok(limits.room(needed, self.pool.len())?)
    }

    fn key(&self, sum: &Sum) -> Key {
        let small = u64::from(sum.ups as u32) << 32 | u64::from(sum.nimber);
        let mut key = [mix(small), mix(!small)];
        let mut add = |[a, b]: [u64; 2]| {
            key = [key[0].wrapping_add(mix(a)), key[1].wrapping_add(mix(b))];
        };
        sum.parts.iter().for_each(|&part| add(self.pool.hash(part)));
        // Other numbers than those of small sums.
        sum.forms.iter().map(|form| form.index() as u64).for_each(|form| {
            add([mix(form) ^ 1, mix(!form) ^ 1]);
        });
        key
    }

    /// Gives parts their values where those are known or little work, and says whether
    /// the player to move wins, if that is seen without a search.
    fn settle(&mut self, sum: &mut Sum, limits: &Limits<'_>) -> Result<Option<bool>, Unsolved> {
        /// A term whose form is known counts as this number of moves.
        const MOVES_OF_A_FORM: u64 = 32;
        let of_parts: u64 = sum.parts.iter().map(|&part| self.pool.moves(part)).sum();
        let moves = MOVES_OF_A_FORM * sum.forms.len() as u64 + of_parts;
        let mut unknown = Parts::new();
        for part in std::mem::take(&mut sum.parts) {
            match self.pool.meet(part, moves, &mut self.forms, limits)? {
                Some(form) => sum.add(form, &mut self.forms)?,
                None => unknown.push(part),
            }
        }
        sum.parts = unknown;
        self.lower_nimber(sum, limits)?;
        if sum.is_compact() {
            return Ok(Some(sum.left_wins_compact()));
        }
        if !sum.parts.is_empty() {
            return Ok(None);
        }
        Ok(self.local.left_wins(sum, &mut self.forms)?)
    }

    /// Lowers a nimber where that changes nothing: beside a game in which play has at
    /// most d moves, all nimbers from d + 1 on are the same.
    ///
    /// By induction on d. Beside each option of the game they are the same from d on, so
    /// that beside the game itself only moves in the heap tell larger ones apart. A
    /// larger heap has more of them, so a player who starts and wins beside the heap of d
    /// wins beside all larger ones. If neither wins there, both win beside all larger
    /// ones, by a move to it. If just one of them does, the other one, who loses there
    /// and to whom larger heaps give only moves to heaps beside which that player wins,
    /// loses beside all larger ones.
    fn lower_nimber(&mut self, sum: &mut Sum, limits: &Limits<'_>) -> Result<(), Unsolved> {
        /// Smaller nimbers have few moves.
        const FEW: u32 = 32;
        /// Larger nimbers have more moves than a form takes work.
        const MANY: u32 = 1 << 12;
        if sum.nimber > MANY {
            self.value_unbounded(sum, limits)?;
        }
        if sum.nimber > FEW
            && let Some(longest) = self.local.longest_play(sum, &self.pool, &mut self.forms)?
            && let Ok(least) = u32::try_from(longest.saturating_add(1))
        {
            sum.nimber = sum.nimber.min(least);
        }
        Ok(())
    }

    /// Values the parts whose rules do not say how long play can be: their forms do.
    fn value_unbounded(&mut self, sum: &mut Sum, limits: &Limits<'_>) -> Result<(), Unsolved> {
        for part in std::mem::take(&mut sum.parts) {
            let form = match self.pool.longest_play(part) {
                Some(_) => None,
                None => self.pool.value_of(part, &mut { u32::MAX }, &mut self.forms, limits)?,
            };
            match form {
                Some(form) => sum.add(form, &mut self.forms)?,
                None => sum.parts.push(part),
            }
        }
        Ok(())
    }

    /// The sums after each move of the player to move, without moves that are seen to lose; just
    /// one sum if it is seen to win.
    fn children(&mut self, sum: &Sum, limits: &Limits<'_>) -> Result<Vec<Child>, Unsolved> {
        let mut children = Vec::new();
        for (place, &part) in sum.parts.iter().enumerate() {
            // One of equal terms is enough.
            if place > 0 && sum.parts[place - 1] == part {
                continue;
            }
            for option in self.pool.left_options(part, limits)? {
                let mut after = sum.clone();
                after.parts.remove(place);
                let left = self.pool.option(option).iter();
                let signed = |&piece| match part.is_negative() {
                    true => self.pool.negative(piece),
                    false => piece,
                };
                after.parts.extend(left.map(signed));
                after.cancel(&self.pool);
                if self.offer(after, &mut children, limits)? {
                    return Ok(children);
                }
            }
        }
        for (place, &form) in sum.forms.iter().enumerate() {
            if place > 0 && sum.forms[place - 1] == form {
                continue;
            }
            for option in self.forms.options(form, Player::Left)? {
                let mut after = sum.clone();
                after.forms.remove(place);
                after.add(option, &mut self.forms)?;
                if self.offer(after, &mut children, limits)? {
                    return Ok(children);
                }
            }
        }
        let small = sum.ups != 0 || sum.nimber != 0;
        if small {
            let small = Compact { ups: sum.ups, nimber: sum.nimber, ..Compact::default() };
            let small = self.forms.compact(small)?;
            for option in self.forms.options(small, Player::Left)? {
                let mut after = Sum { ups: 0, nimber: 0, ..sum.clone() };
                after.add(option, &mut self.forms)?;
                if self.offer(after, &mut children, limits)? {
                    return Ok(children);
                }
            }
        }
        // Beside a term that is no number a move in the number is never needed: if the
        // rest of the sum is no number either, that is the number avoidance theorem,
        // and if it is one, a move that keeps the left stop of that term wins where
        // any move does.
        if let (false, Some(number)) = (small, sum.number_after_left())
            && sum.forms.iter().all(|&form| self.forms.is_number(form))
        {
            self.offer(Sum { number, ..sum.clone() }, &mut children, limits)?;
        }
        // Many moves lead to the same sum.
        let mut seen = HashSet::with_capacity(children.len());
        children.retain(|child: &Child| seen.insert((child.key, child.sum.number)));
        Ok(children)
    }

    /// Adds the sum after a move of Left, if it may be good for her. If it is seen to be good, it
    /// is kept alone: no other is needed.
    fn offer(
        &mut self,
        mut after: Sum,
        children: &mut Vec<Child>,
        limits: &Limits<'_>,
    ) -> Result<bool, Unsolved> {
        self.offered += 1;
        if self.offered.is_multiple_of(STRIDE) {
            // A sum of large boards has thousands of moves.
            self.heed(limits)?;
            let held = (self.held + bytes_of(children)).saturating_sub(UNCOUNTED);
            limits.room(held.saturating_mul(3), self.pool.len())?;
        }
        self.negate(&mut after)?;
        let seen = self.settle(&mut after, limits)?;
        let key = self.key(&after);
        let proof = match seen {
            Some(true) => Proof::WON,
            Some(false) => Proof::LOST,
            None => match self.table.get(key, after.number) {
                Some(known) => known,
                None => self.guess(&after),
            },
        };
        match proof.decided() {
            Some(true) => {}
            Some(false) => *children = vec![Child { sum: after, key, proof: Proof::LOST }],
            None => children.push(Child { sum: after, key, proof }),
        }
        Ok(proof == Proof::LOST)
    }

    /// Initial proof numbers for a sum that was not visited before.
    ///
    /// A player with more moves is more likely to win, and what has to be shown grows faster than
    /// their number; its square was found to serve well. Where both have the same moves, they say
    /// nothing of who wins.
    fn guess(&mut self, sum: &Sum) -> Proof {
        let (mut left, mut right, mut impartial) = (1u32, 1u32, true);
        for &part in &sum.parts {
            let [own, other] = self.pool.mobility(part);
            (left, right) = (left.saturating_add(own), right.saturating_add(other));
            impartial &= self.pool.is_impartial(part);
        }
        let [left, right] = [left, right].map(|moves| moves.min(MOST_COUNTED));
        match impartial {
            true => Proof { win: 1, loss: left },
            false => Proof { win: right * right, loss: left * left },
        }
    }
}

/// Bytes that children hold.
fn bytes_of(children: &Vec<Child>) -> u64 {
    (children.capacity() * size_of::<Child>()) as u64
}

fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

impl Line {
    /// What the children say: one that the opponent loses is enough to win, and all
    /// have to be won by the opponent for a loss. A sum is reached on many ways, so
    /// that the hardest child says more than all of them added (Ueda, Hashimoto,
    /// Hashimoto and Iida, Weak proof-number search, 2008).
    fn proof(&self) -> Proof {
        let open = self.children.iter().filter(|child| child.proof.win > 0);
        let win = open.clone().map(|child| child.proof.loss).min();
        let hardest = open.clone().map(|child| child.proof.win).max();
        let (Some(win), Some(hardest)) = (win, hardest) else { return Proof::LOST };
        match win {
            0 => Proof::WON,
            _ => Proof { win, loss: (hardest + open.count() as u32 - 1).min(NEVER - 1) },
        }
    }

    /// The child to look at next, and until when: until another one is a quarter
    /// easier, so that the search does not go back and forth between two.
    fn descend(&mut self) -> (Sum, Key, Proof) {
        let open = self.children.iter().filter(|child| child.proof.win > 0).count() as u32;
        let (mut second, mut best) = (NEVER, (NEVER, NEVER));
        for (place, child) in self.children.iter().enumerate() {
            let hard = (child.proof.loss, child.proof.win);
            if child.proof.win == 0 {
                continue;
            }
            if hard < best {
                second = best.0;
                (best, self.current) = (hard, place);
            } else {
                second = second.min(child.proof.loss);
            }
        }
        let child = &self.children[self.current];
        let win = self.until.loss.saturating_sub(open - 1).max(child.proof.win + 1);
        let loss = self.until.win.min(second.saturating_add(second / 4 + 1));
        (child.sum.clone(), child.key, Proof { win: win.min(NEVER), loss: loss.min(NEVER) })
    }
}
