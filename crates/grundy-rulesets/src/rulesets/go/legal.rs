//! Counts the legal boards of Go.

use hashbrown::HashMap;

/// The number of ways to leave each point empty or put an X or an O there so
/// that every chain has a liberty; none for boards of more than 64 points.
///
/// Dynamic programming over points: the points filled in so far affect the rest only
/// through their border, one point for each column (Tromp and Farnebäck, Combinatorics of
/// Go, 2007). Time: points times border states, whose number depends on the shorter side
/// only.
///
/// ```
/// use grundy_rulesets::rulesets::go::legal_boards;
///
/// assert_eq!(legal_boards(1, 1), Some(1));
/// assert_eq!(legal_boards(2, 2), Some(57));
/// assert_eq!(legal_boards(3, 3), Some(12_675));
/// assert_eq!(legal_boards(9, 9), None);
/// ```
#[must_use]
pub fn legal_boards(width: usize, height: usize) -> Option<u128> {
    width.checked_mul(height).filter(|points| (1..=64).contains(points))?;
    // At most 64 points: the shorter side has at most 8.
    let (columns, rows) = (width.min(height), width.max(height));
    let mut borders = HashMap::from([([EMPTY; 8], 1u128)]);
    for point in 0..columns * rows {
        let mut next = HashMap::new();
        for (border, ways) in borders {
            for colour in [None, Some(X), Some(O)] {
                if let Some(border) = extended(border, columns, point, colour) {
                    *next.entry(border).or_insert(0) += ways;
                }
            }
        }
        borders = next;
    }
    let legal = |border: &Border| border.iter().all(|&point| point < WAITING);
    Some(borders.iter().filter(|(border, _)| legal(border)).map(|(_, ways)| ways).sum())
}

/// The last filled-in point of each column: empty, a stone whose chain has a liberty, or
/// [`WAITING`] + twice the chain's number + colour.
type Border = [u8; 8];
const EMPTY: u8 = 0;
const SAFE: u8 = 1;
const WAITING: u8 = 3;
const X: u8 = 0;
const O: u8 = 1;

/// The border after one more point; none if a chain is left without liberties.
fn extended(border: Border, columns: usize, point: usize, colour: Option<u8>) -> Option<Border> {
    let column = point % columns;
    let above = (point >= columns).then(|| border[column]);
    let left = (column > 0).then(|| border[column - 1]);
    let neighbours = [above, left].into_iter().flatten();
    let mut next = border;
    match colour {
        None => {
            next[column] = EMPTY;
            neighbours.for_each(|chain| join(&mut next, chain, SAFE + colour_of(chain)));
        }
        Some(colour) => {
            // This number belongs to no other chain.
            let fresh = WAITING + 2 * 8 + colour;
            next[column] = fresh;
            let of_colour = |&chain: &u8| chain != EMPTY && colour_of(chain) == colour;
            let safe = SAFE + colour;
            let merged = if neighbours.clone().any(|chain| chain == EMPTY || chain == safe) {
                safe
            } else {
                fresh
            };
            let own = neighbours.filter(of_colour);
            own.chain([fresh]).for_each(|chain| join(&mut next, chain, merged));
        }
    }
    // The point above leaves the border; a waiting chain must not leave it completely.
    let dead = match (above, colour) {
        (Some(chain), Some(colour)) => {
            chain >= WAITING && colour_of(chain) != colour && !next.contains(&chain)
        }
        _ => false,
    };
    (!dead).then(|| renumbered(next))
}

/// The colour of a stone on the border.
fn colour_of(chain: u8) -> u8 {
    (chain + 1) % 2
}

/// Renames a chain that waits for a liberty.
fn join(border: &mut Border, chain: u8, name: u8) {
    if chain >= WAITING {
        border.iter_mut().filter(|point| **point == chain).for_each(|point| *point = name);
    }
}

/// Renumbers the waiting chains in the order of columns.
fn renumbered(border: Border) -> Border {
    let mut names: [u8; 8] = [0; 8];
    let mut known = 0;
    border.map(|chain| {
        if chain < WAITING {
            return chain;
        }
        let number = names[..known].iter().position(|&name| name == chain).unwrap_or_else(|| {
            names[known] = chain;
            known += 1;
            known - 1
        });
        WAITING + 2 * number as u8 + colour_of(chain)
    })
}
