//! The margin in boxes of a position: null-window alpha-beta search with a transposition
//! table.

use super::strings::{Chain, Forced, Strings};
use super::table::{Bounding, Bounds, Edges};
use super::{DotsAndBoxes, Drawn};
use grundy_base::{Limits, Player, Progress, Stopped};
use grundy_solve::score::{Margins, Scoring};

impl<B: Edges> Scoring for DotsAndBoxes<B> {
    fn lead(&self, drawn: &Drawn<B>) -> i64 {
        let [left, right] = Player::BOTH.map(|player| i64::from(self.of(drawn, player)));
        left - right
    }

    fn moves_to_the_end(&self, drawn: &Drawn<B>) -> Option<u32> {
        Some((self.all() & !drawn.edges).count())
    }

    fn margins(&self) -> impl Margins<Drawn<B>> {
        Search::new(*self)
    }
}

/// The state of a search on one board.
struct Search<B: Edges> {
    rules: DotsAndBoxes<B>,
    strings: Strings<B>,
    table: B::Table,
    looked_at: usize,
}

impl<B: Edges> Margins<Drawn<B>> for Search<B> {
    fn margin(&mut self, at: &Drawn<B>, _: Player, limits: &Limits<'_>) -> Result<i64, Stopped> {
        let open = self.rules.all() & !at.edges;
        let boxes = self.strings.boxes(open);
        let (mut lower, mut upper) = (-boxes, boxes);
        // Most margins are near 0, so the search starts there. All boxes are closed in the end,
        // so a margin has the parity of the number of boxes.
        let mut bound = boxes % 2;
        while lower < upper {
            let found = self.closing(open, bound, limits)?;
            if found >= bound {
                lower = found;
                bound = found + 2;
            } else {
                upper = found;
                bound = found;
            }
        }
        Ok(lower.into())
    }

    fn reaches(
        &mut self,
        at: &Drawn<B>,
        _: Player,
        bound: i64,
        limits: &Limits<'_>,
    ) -> Result<bool, Stopped> {
        let open = self.rules.all() & !at.edges;
        // No margin is greater than the number of boxes.
        let boxes = self.strings.boxes(open);
        let bound = bound.clamp((-boxes).into(), i64::from(boxes) + 1) as i32;
        Ok(self.closing(open, bound, limits)? >= bound)
    }
}

impl<B: Edges> Search<B> {
    fn new(rules: DotsAndBoxes<B>) -> Self {
        let table = B::Table::new(rules.edges());
        Search { rules, strings: Strings::new(rules), table, looked_at: 0 }
    }

    /// Searches whether the mover's margin reaches `bound`, in a position where boxes may be
    /// closed. If it does, returns a lower bound on the margin that is at least `bound`; otherwise
    /// returns an upper bound below it.
    fn closing(&mut self, open: B, bound: i32, limits: &Limits<'_>) -> Result<i32, Stopped> {
        let Forced { open, gained, chains } = self.strings.forced(open);
        let bound = bound - gained;
        let found = match chains[..] {
            [] => self.drawing(open, bound, limits)?,
            [Chain { edges, boxes }] => {
                let rest = open & !edges;
                let closed = boxes + self.drawing(rest, bound - boxes, limits)?;
                if closed >= bound {
                    closed
                } else {
                    closed.max(-boxes - self.drawing(rest, 1 - boxes - bound, limits)?)
                }
            }
            _ => {
                let mut best = i32::MIN;
                for Chain { edges, boxes } in chains {
                    let rest = open & !edges;
                    best = best.max(boxes + self.closing(rest, bound - boxes, limits)?);
                    if best >= bound {
                        break;
                    }
                }
                best
            }
        };
        Ok(gained + found)
    }

    /// As [`closing`](Self::closing), in a position where no box can be closed.
    fn drawing(&mut self, open: B, bound: i32, limits: &Limits<'_>) -> Result<i32, Stopped> {
        let boxes = self.strings.boxes(open);
        if boxes < bound || open.is_empty() {
            return Ok(boxes);
        }
        if -boxes >= bound {
            return Ok(-boxes);
        }
        // The key is itself a position with the same margin.
        let key = self.strings.key(open);
        let known = self.table.get(key);
        let mut bounds = known.unwrap_or(Bounds { lower: -boxes, upper: boxes, best: None });
        if bounds.lower >= bound {
            return Ok(bounds.lower);
        }
        if bounds.upper < bound {
            return Ok(bounds.upper);
        }
        self.look(limits)?;
        let mut moves = self.strings.moves(key);
        let first = moves.iter().position(|edge| bounds.best == Some(edge.first()));
        if let Some(first) = first {
            moves[..=first].rotate_right(1);
        }
        let mut best = i32::MIN;
        for edge in moves {
            let found = -self.closing(key ^ edge, 1 - bound, limits)?;
            if found > best {
                (best, bounds.best) = (found, Some(edge.first()));
            }
            if best >= bound {
                break;
            }
        }
        *(if best >= bound { &mut bounds.lower } else { &mut bounds.upper }) = best;
        self.table.put(key, bounds, limits);
        Ok(best)
    }

    fn look(&mut self, limits: &Limits<'_>) -> Result<(), Stopped> {
        self.looked_at += 1;
        limits.count(self.looked_at)?;
        if self.looked_at.is_multiple_of(Limits::STRIDE) {
            let (positions, bytes) = (self.looked_at, self.table.bytes());
            limits.check(Progress { stage: "searching", positions, bytes })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use grundy_ruleset::board::grid;

    /// The gain of the mover, by the definition: every edge is tried.
    fn by_definition(rules: &DotsAndBoxes, edges: u64, known: &mut HashMap<u64, i32>) -> i32 {
        if let Some(&margin) = known.get(&edges) {
            return margin;
        }
        let tried = grid::numbers(rules.all() & !edges).map(|edge| {
            let next = edges | 1 << edge;
            let closed = rules.closed(next) as i32 - rules.closed(edges) as i32;
            let rest = by_definition(rules, next, known);
            if closed > 0 { closed + rest } else { -rest }
        });
        let best = tried.max().unwrap_or(0);
        known.insert(edges, best);
        best
    }

    #[test]
    fn margins_of_all_positions_of_small_boards_are_those_of_the_definition() {
        for (width, height) in [(1, 1), (2, 1), (5, 1), (1, 5), (2, 2), (3, 2), (2, 3)] {
            let rules = DotsAndBoxes::<u64>::new(width, height).unwrap();
            let mut known = HashMap::new();
            by_definition(&rules, 0, &mut known);
            assert_eq!(known.len(), 1 << rules.edges());
            let mut search = Search::new(rules);
            for (&edges, &margin) in &known {
                let at = Drawn { edges, left: 0, turn: None };
                let found = search.margin(&at, Player::Left, &Limits::default()).unwrap();
                assert_eq!(found, i64::from(margin), "{width}x{height} {edges:b}");
            }
        }
    }

    #[test]
    fn a_small_table_forgets_and_the_margin_is_the_same() {
        let rules = DotsAndBoxes::<u64>::new(5, 2).unwrap();
        let margin = |memory: u64| {
            let limits = Limits { memory, ..Limits::default() };
            let mut search = Search::new(rules);
            let margin = search.margin(&Drawn::default(), Player::Left, &limits).unwrap();
            (margin, search.looked_at, search.table.bytes())
        };
        let (small, large) = (margin(1 << 12), margin(1 << 30));
        assert_eq!(small.0, large.0);
        assert!(small.1 > large.1 && small.2 < large.2, "{small:?} {large:?}");
    }

    #[test]
    fn the_search_stops_at_a_limit() {
        let rules = DotsAndBoxes::<u64>::new(4, 4).unwrap();
        let limits = Limits { positions: 1000, ..Limits::default() };
        let found = Search::new(rules).margin(&Drawn::default(), Player::Left, &limits);
        assert_eq!(found, Err(Stopped::Positions { limit: 1000, reached: 1000 }));
        let flag = std::sync::atomic::AtomicBool::new(true);
        let limits = Limits { interrupted: Some(&flag), ..Limits::default() };
        let found = Search::new(rules).margin(&Drawn::default(), Player::Left, &limits);
        assert!(matches!(found, Err(Stopped::Interrupted { .. })), "{found:?}");
    }
}
