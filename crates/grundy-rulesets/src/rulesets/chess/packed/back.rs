//! Retrograde move generation: moves are taken back.

use super::men::{Code, Men, NONE, NOWHERE, OTHER, OWN, PAWN, Step, attacks, is_own, kind};
use super::stock::Stock;
use crate::rulesets::chess::Chess;
use grundy_ruleset::board::grid;

impl Chess {
    /// Calls `parent` with each parent; if `pawns` is set, only with parents that have pawns.
    pub(super) fn steps_back(
        &self,
        men: &Men,
        stock: &Stock,
        pawns: bool,
        parent: &mut impl FnMut(u64),
    ) {
        let before = men.exchanged().with_passed(0);
        let occupied = before.occupied();
        let empty = |square: u8| occupied >> square & 1 == 0;
        // Puts the man back on `from` as the man `code`, and restores a man that was taken.
        let mut back = |man: usize, code: Code, from: u8, taken: Option<(usize, u8)>| {
            let promoted = if code == before.list[man].0 { None } else { kind(before.list[man].0) };
            let kinds = [taken.map_or(NONE, |taken| taken.0), promoted.unwrap_or(NONE)];
            let number = stock.before[kinds[0]][kinds[1]];
            if number == NOWHERE || pawns && !self.stocks.all[usize::from(number)].pawns {
                return;
            }
            let mut men = before;
            men.list[man] = (code, from);
            if let Some((kind, square)) = taken {
                men.push(OTHER + kind as Code, square);
            }
            parent(self.key(number, men));
            men.each_passed(|passed| parent(self.key(number, men.with_passed(passed))));
        };
        let pawn = OWN + PAWN as Code;
        for (man, &(code, to)) in before.men().iter().enumerate().filter(|(_, man)| is_own(man.0)) {
            let ground = to >> 3;
            if men.passed > 0 {
                // The last move was the pawn's double step.
                if code == pawn && ground == 3 && u64::from(to & 7) + 1 == men.passed {
                    back(man, pawn, to - 16, None);
                }
                continue;
            }
            let taken = |kind: usize| kind != PAWN || (1..7).contains(&ground);
            let takes =
                |from: u8,
                 code: Code,
                 back: &mut dyn FnMut(usize, Code, u8, Option<(usize, u8)>)| {
                    for kind in (0..5).filter(|&kind| taken(kind)) {
                        back(man, code, from, Some((kind, to)));
                    }
                };
            if code != pawn {
                for from in grid::numbers(attacks(code, to, occupied) & !occupied) {
                    back(man, code, from as u8, None);
                    takes(from as u8, code, &mut back);
                }
                if ground != 7 || code == 0 {
                    continue;
                }
            } else if ground < 2 {
                continue;
            }
            // A pawn's move, or the move that promoted it.
            if empty(to - 8) {
                back(man, pawn, to - 8, None);
            }
            // Squares from which a pawn attacks this one.
            for from in grid::numbers(attacks(OTHER + PAWN as Code, to, 0) & !occupied) {
                takes(from as u8, pawn, &mut back);
            }
        }
        if men.passed == 0 {
            self.special_steps_back(men, stock, parent);
        }
    }

    /// Parents by double steps of pawns and by captures en passant.
    fn special_steps_back(&self, men: &Men, stock: &Stock, parent: &mut impl FnMut(u64)) {
        let before = men.exchanged();
        let occupied = before.occupied();
        let pawn = OWN + PAWN as Code;
        for (man, &(code, to)) in before.men().iter().enumerate() {
            if code != pawn {
                continue;
            }
            let mut earlier = before;
            let number = stock.before[NONE][NONE];
            if to >> 3 == 3 && occupied >> (to - 16) & 0o401 == 0 && number != NOWHERE {
                earlier.list[man].1 = to - 16;
                let step = Step { man, to, taken: None, promoted: None, twice: true };
                // If the pawn could be taken en passant, the key would have its file.
                if earlier.after(step).passed == 0 {
                    parent(self.key(number, earlier));
                    earlier.each_passed(|passed| {
                        parent(self.key(number, earlier.with_passed(passed)));
                    });
                }
            }
            let number = stock.before[PAWN][NONE];
            if to >> 3 == 5 && occupied >> (to - 8) & 1 == 0 && number != NOWHERE {
                for from in grid::numbers(attacks(OTHER + PAWN as Code, to, 0) & !occupied) {
                    let mut earlier = before;
                    earlier.list[man].1 = from as u8;
                    earlier.push(OTHER + PAWN as Code, to - 8);
                    earlier.passed = u64::from(to & 7) + 1;
                    parent(self.key(number, earlier));
                }
            }
        }
    }
}
