//! Checking nimbers on a graph in which play may go on for ever.

use super::Moves;
use grundy_values::LoopyNimber;

/// Checks one value a row; says which row is wrong, and why.
///
/// These conditions characterise the values of a finite graph (Fraenkel and Perl 1975; Fraenkel and
/// Yesha 1986, the γ-function):
///
/// - A nimber is the mex of the nimbers among the options.
/// - There is a well-founded order among the nodes with nimbers, in which every
///   option that is not less can be taken back to the same nimber, earlier in
///   the order.
/// - A node without nimber has an option ∞(K) without the mex in K.
///
/// Time: proportional to moves, but for sorting.
pub(super) fn check(values: &[&LoopyNimber], moves: &Moves) -> Result<(), (usize, String)> {
    let nimbers: Vec<Option<u64>> =
        values.iter().map(|value| value.nimber().map(|nimber| nimber.0)).collect();
    let mut among = Vec::new();
    for (row, &value) in values.iter().enumerate() {
        let options = moves.from(row);
        among.clear();
        among.extend(options.iter().filter_map(|&option| nimbers[option as usize]));
        among.sort_unstable();
        among.dedup();
        let mex =
            (0u64..).zip(&among).take_while(|(least, nimber)| least == *nimber).count() as u64;
        match value {
            LoopyNimber::Finite(nimber) if nimber.0 != mex => {
                return Err((row, format!("claimed worth {nimber}, but by mex *{mex}")));
            }
            LoopyNimber::Finite(_) => {}
            LoopyNimber::Infinite(reach) => {
                if !reach.iter().map(|nimber| nimber.0).eq(among.iter().copied()) {
                    return Err((row, "its set of nimbers is not that of its options".into()));
                }
                let stays = |option: &u32| match values[*option as usize] {
                    LoopyNimber::Infinite(back) => back.iter().all(|nimber| nimber.0 != mex),
                    LoopyNimber::Finite(_) => false,
                };
                if !options.iter().any(stays) {
                    return Err((row, "every option can be taken back: it is a nimber".into()));
                }
            }
        }
    }
    match ungrounded(&nimbers, moves) {
        Some(row) => Err((row, "play can avoid the nimber for ever".into())),
        None => Ok(()),
    }
}

/// A row whose nimber has no well-founded support, if there is one.
fn ungrounded(nimbers: &[Option<u64>], moves: &Moves) -> Option<usize> {
    let less = |option: u32, nimber: u64| nimbers[option as usize].is_some_and(|n| n < nimber);
    // Options that are still to be taken back, one after the other.
    let mut waits: Vec<usize> = (0..nimbers.len())
        .map(|row| match nimbers[row] {
            Some(nimber) => moves.from(row).iter().filter(|&&o| !less(o, nimber)).count(),
            None => usize::MAX,
        })
        .collect();
    let parents = Parents::new(nimbers, moves);
    // For each move, whether it was seen that it can be taken back.
    let mut returns = vec![false; parents.rows.len()];
    let mut grounded: Vec<u32> =
        (0..nimbers.len() as u32).filter(|&row| waits[row as usize] == 0).collect();
    while let Some(back) = grounded.pop() {
        let Some(nimber) = nimbers[back as usize] else { continue };
        for &option in &parents.rows[parents.range(back)] {
            if less(option, nimber) {
                continue;
            }
            // A player who moved there from this nimber is taken back to it.
            let all = parents.range(option);
            let before = |&row: &u32| nimbers[row as usize].is_some_and(|n| n < nimber);
            let from = all.start + parents.rows[all.clone()].partition_point(before);
            for (&row, returned) in parents.rows[from..all.end].iter().zip(&mut returns[from..]) {
                // The whole stretch is marked at once.
                if nimbers[row as usize] != Some(nimber) || *returned {
                    break;
                }
                *returned = true;
                waits[row as usize] -= 1;
                if waits[row as usize] == 0 {
                    grounded.push(row);
                }
            }
        }
    }
    waits.iter().position(|&waits| waits != 0 && waits != usize::MAX)
}

/// The rows that lead to each row, sorted by nimber, those without nimber last.
struct Parents {
    starts: Vec<usize>,
    rows: Vec<u32>,
}

impl Parents {
    fn new(nimbers: &[Option<u64>], moves: &Moves) -> Self {
        let mut starts = vec![0; nimbers.len() + 1];
        for &option in &moves.places {
            starts[option as usize + 1] += 1;
        }
        for row in 0..nimbers.len() {
            starts[row + 1] += starts[row];
        }
        let mut order: Vec<u32> = (0..nimbers.len() as u32).collect();
        order.sort_by_key(|&row| (nimbers[row as usize].is_none(), nimbers[row as usize]));
        let mut rows = vec![0; moves.places.len()];
        let mut free = starts.clone();
        for row in order {
            for &option in moves.from(row as usize) {
                rows[free[option as usize]] = row;
                free[option as usize] += 1;
            }
        }
        Parents { starts, rows }
    }

    fn range(&self, row: u32) -> std::ops::Range<usize> {
        self.starts[row as usize]..self.starts[row as usize + 1]
    }
}
