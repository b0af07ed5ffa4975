//! Search for the winner under positional superko. Positions include their whole history, and are
//! far too many to list.

use super::{Boards, Go, Points, Position, Repetition, Stones, Superko};
use grundy_base::{Fate, Limits, Player, Stopped, Verdict};
use grundy_ruleset::NeverBack;
use grundy_ruleset::board::rows::Bits;
use grundy_solve::never_back::{Aim, Past, Search};

impl<B: Bits> NeverBack for Go<Superko, B> {
    type Board = Stones<B>;

    fn moves(&self, board: Stones<B>, player: Player) -> Vec<Stones<B>> {
        let open = self.points.all & !board.both();
        let after = open.singles().filter_map(|point| {
            let (to, suicide) = self.points.play(board, player, point);
            (to != board && (self.suicide || !suicide)).then_some(to)
        });
        after.collect()
    }

    fn lead(&self, board: Stones<B>) -> i32 {
        self.half_lead(board)
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

    fn image(&self, board: Stones<B>, symmetry: &[usize]) -> Stones<B> {
        let image = |set: B| B::of(set.squares().map(|point| symmetry[point as usize] as u32));
        Stones { x: image(board.x), o: image(board.o) }
    }
}

/// The verdict for `mover`, and the opponent's verdict after each of these moves that is found to
/// keep the result: after a win, an equally fast one; after a tie, a tie; after a loss, any.
/// Judging the moves takes about as much additional work as the search.
pub(super) fn search<B: Bits>(
    rules: &Go<Superko, B>,
    position: &Position<Boards, B>,
    options: &[Position<Boards, B>],
    mover: Player,
    limits: &Limits<'_>,
) -> Result<(Verdict, Vec<Option<Verdict>>), Stopped> {
    let past = |position: &Position<Boards, B>| Past {
        board: position.stones,
        earlier: Superko::earlier(&rules.points, &position.memory).collect(),
        passes: position.passes,
    };
    let mut search = Search::new(rules);
    let (verdict, depth) = search.verdict(&past(position), mover, limits)?;
    // For most moves that keep the result, the transposition table has the answer. Proving
    // that a move does not keep it can take much longer than the search, hence the limit.
    let share = search.looked_at() / options.len().max(1);
    let mut after = vec![None; options.len()];
    for (option, after) in options.iter().zip(&mut after) {
        let positions = limits.positions.min(search.looked_at() + share);
        let limits = Limits { positions, ..*limits };
        match judge(&mut search, &past(option), mover, (verdict, depth), &limits) {
            Err(Stopped::Positions { .. } | Stopped::Memory { .. }) => {}
            judged => *after = judged?,
        }
    }
    // At least one best move must be named, even if its table entry was replaced.
    for (place, option) in options.iter().enumerate() {
        if after.iter().all(Option::is_none) {
            after[place] = judge(&mut search, &past(option), mover, (verdict, depth), limits)?;
        }
    }
    Ok((verdict, after))
}

/// The opponent's verdict after an option, if the option keeps the verdict, which was
/// found by a search of depth `depth`.
fn judge<B: Bits>(
    search: &mut Search<'_, Go<Superko, B>>,
    option: &Past<Stones<B>>,
    mover: Player,
    (verdict, depth): (Verdict, u16),
    limits: &Limits<'_>,
) -> Result<Option<Verdict>, Stopped> {
    let opponent = mover.opponent();
    let mut succeeds = |hero, tie_is_enough, depth| {
        search.succeeds(option, opponent, Aim { hero, tie_is_enough }, depth, limits)
    };
    match verdict.fate() {
        // No move wins faster.
        Fate::Win => {
            let wins = succeeds(mover, false, depth - 1)? == Some(true);
            Ok(wins.then_some(Verdict::Loss(u32::from(depth) - 1)))
        }
        Fate::Loss => {
            for depth in 0..depth {
                if succeeds(opponent, false, depth)? == Some(true) {
                    return Ok(Some(Verdict::Win(depth.into())));
                }
            }
            Ok(None)
        }
        Fate::Draw => {
            let ties = succeeds(mover, true, depth - 1)? == Some(true)
                || succeeds(opponent, false, depth - 1)? == Some(false);
            Ok(ties.then_some(Verdict::Draw(None)))
        }
    }
}
