//! The transposition table: claims by board.

use super::{Aim, EVER, NONE};
use grundy_base::Player;

/// A board's claims and hints: by mover and by passes just made.
const SLOTS: usize = 4;

/// A question: who shall succeed, and in what.
pub(super) struct Question {
    pub(super) aim: Aim,
    pub(super) heads: Vec<[u32; SLOTS]>,
    /// The move that served last.
    pub(super) hints: Vec<[u32; SLOTS]>,
    /// How often a move to a board of this orbit has served each player.
    pub(super) served: Vec<[u32; 2]>,
    pub(super) claims: Vec<Claim>,
    /// The boards of claims: absent ones, then present ones, each in rising order.
    sets: Vec<u32>,
}

#[derive(Clone, Copy)]
pub(super) struct Claim {
    pub(super) next: u32,
    pub(super) absent: u32,
    pub(super) present: u32,
    pub(super) bound: u16,
    pub(super) yes: bool,
    pub(super) at: usize,
}

impl Claim {
    pub(super) fn serves(&self, depth: u16) -> bool {
        if self.yes { self.bound <= depth } else { self.bound >= depth }
    }
}

/// An answer: within how many moves "yes" holds, or up to how many "no" does.
#[derive(Clone, Copy)]
pub(super) struct Decision {
    pub(super) yes: bool,
    pub(super) bound: u16,
}

pub(super) fn tidy(boards: &mut Vec<u32>) {
    boards.sort_unstable();
    boards.dedup();
}

pub(super) fn is_subset(few: &[u32], many: &[u32]) -> bool {
    few.len() <= many.len() && few.iter().all(|board| many.binary_search(board).is_ok())
}

impl Question {
    pub(super) fn new(aim: Aim) -> Self {
        let (heads, hints, served) = (Vec::new(), Vec::new(), Vec::new());
        Question { aim, heads, hints, served, claims: Vec::new(), sets: Vec::new() }
    }

    pub(super) fn resize(&mut self, orbits: usize) {
        self.heads.resize(orbits, [NONE; SLOTS]);
        self.hints.resize(orbits, [NONE; SLOTS]);
        self.served.resize(orbits, [0; 2]);
    }

    pub(super) fn absent(&self, claim: &Claim) -> &[u32] {
        &self.sets[claim.at..][..claim.absent as usize]
    }

    pub(super) fn present(&self, claim: &Claim) -> &[u32] {
        &self.sets[claim.at + claim.absent as usize..][..claim.present as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        self.heads.capacity() * (2 * size_of::<[u32; SLOTS]>() + size_of::<[u32; 2]>())
            + self.claims.capacity() * size_of::<Claim>()
            + self.sets.capacity() * size_of::<u32>()
    }

    /// Keeps a claim, and drops the claims that it makes superfluous.
    pub(super) fn store(
        &mut self,
        (orbit, slot): (usize, usize),
        answer: Decision,
        absent: &[u32],
        present: &[u32],
    ) {
        let (mut before, mut at) = (NONE, self.heads[orbit][slot]);
        while at != NONE {
            let claim = self.claims[at as usize];
            let weaker =
                if answer.yes { claim.bound >= answer.bound } else { claim.bound <= answer.bound };
            let superfluous = claim.yes == answer.yes
                && weaker
                && is_subset(absent, self.absent(&claim))
                && is_subset(present, self.present(&claim));
            match (superfluous, before) {
                (true, NONE) => self.heads[orbit][slot] = claim.next,
                (true, _) => self.claims[before as usize].next = claim.next,
                (false, _) => before = at,
            }
            at = claim.next;
        }
        self.claims.push(Claim {
            next: self.heads[orbit][slot],
            absent: absent.len() as u32,
            present: present.len() as u32,
            bound: answer.bound,
            yes: answer.yes,
            at: self.sets.len(),
        });
        self.sets.extend_from_slice(absent);
        self.sets.extend_from_slice(present);
        self.heads[orbit][slot] = self.claims.len() as u32 - 1;
    }

    /// Forgets each "no" that speaks of some moves only, which is of little use for
    /// more. To forget is always sound.
    pub(super) fn forget(&mut self) {
        let claims = std::mem::take(&mut self.claims);
        let sets = std::mem::take(&mut self.sets);
        for head in self.heads.iter_mut().flatten() {
            let mut at = std::mem::replace(head, NONE);
            while at != NONE {
                let claim = claims[at as usize];
                if claim.yes || claim.bound == EVER {
                    let boards = (claim.absent + claim.present) as usize;
                    self.claims.push(Claim { at: self.sets.len(), next: *head, ..claim });
                    self.sets.extend_from_slice(&sets[claim.at..][..boards]);
                    *head = self.claims.len() as u32 - 1;
                }
                at = claim.next;
            }
        }
    }
}

pub(super) fn slot(mover: Player, passes: u8) -> usize {
    2 * usize::from(mover == Player::Right) + usize::from(passes)
}
