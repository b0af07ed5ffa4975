//! Who wins under positional superko, where positions with their whole past are far
//! too many to be listed.

use super::{Go, Points, Position, Repetition, Stones, Superko, stones};
use crate::limits::{Limits, Stopped};
use crate::outcome::{End, Verdict};
use crate::player::Player;
use crate::ruleset::NeverBack;
use crate::solve::never_back::{Past, Search};

impl NeverBack for Go<Superko> {
    type Board = Stones;

    fn moves(&self, board: Stones, player: Player) -> Vec<Stones> {
        let open = stones::bits(self.points.all & !board.both());
        let after = open.filter_map(|point| {
            let (to, suicide) = self.points.play(board, player, point);
            (to != board && (self.suicide || !suicide)).then_some(to)
        });
        after.collect()
    }

    fn count(&self, board: Stones) -> End {
        Go::count(self, board)
    }

    fn passes(&self) -> bool {
        self.passes
    }

    fn symmetries(&self) -> Vec<Vec<usize>> {
        let Points { width, height, .. } = self.points;
        let mut symmetries: Vec<Vec<usize>> = Vec::new();
        for (turned, mirrored, upside_down) in (0..8).map(|i| (i & 1 > 0, i & 2 > 0, i & 4 > 0)) {
            if turned && width != height {
                continue;
            }
            let place = |point: usize| {
                let (x, y) = (point % width, point / width);
                let (x, y) = if turned { (y, x) } else { (x, y) };
                let x = if mirrored { width - 1 - x } else { x };
                let y = if upside_down { height - 1 - y } else { y };
                y * width + x
            };
            let symmetry: Vec<usize> = (0..width * height).map(place).collect();
            if !symmetries.contains(&symmetry) {
                symmetries.push(symmetry);
            }
        }
        symmetries
    }

    fn image(&self, board: Stones, symmetry: &[usize]) -> Stones {
        let image = |set: u64| {
            stones::bits(set)
                .fold(0, |image, bit| image | 1 << symmetry[bit.trailing_zeros() as usize])
        };
        Stones { x: image(board.x), o: image(board.o) }
    }
}

/// What `mover` brings about, and what the opponent does after each of these moves, as
/// far as that is seen without looking further ahead: a slower win may be missed.
pub(super) fn search(
    rules: &Go<Superko>,
    position: &Position<<Superko as Repetition>::Memory>,
    options: &[Position<<Superko as Repetition>::Memory>],
    mover: Player,
    limits: &Limits<'_>,
) -> Result<(Verdict, Vec<Option<Verdict>>), Stopped> {
    let past = |position: &Position<_>| Past {
        board: position.stones,
        earlier: Superko::earlier(&rules.points, &position.memory).collect(),
        passes: position.passes,
    };
    let mut search = Search::new(rules);
    let found = search.verdict(&past(position), mover, u16::MAX, limits)?;
    let numbers = || Stopped::Numbering { what: "moves", limit: u16::MAX.into() };
    let (verdict, depth) = found.ok_or_else(numbers)?;
    let mut after = |option| -> Result<Option<Verdict>, Stopped> {
        let found = search.verdict(&past(option), mover.opponent(), depth, limits)?;
        Ok(found.map(|(verdict, _)| verdict))
    };
    let after = options.iter().map(&mut after).collect::<Result<_, _>>()?;
    Ok((verdict, after))
}
