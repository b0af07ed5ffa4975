//! Sprouts: join two spots by a line, and put a new spot on it.
//!
//! A position stores only what matters for later moves, as in the programs of Applegate,
//! Jacobson and Sleator (1991) and of Lemoine and Viennot (2009): regions of the plane,
//! the boundaries of each region, and the live spots along each boundary.

mod moves;
mod notation;

use std::cmp::Ordering;

use smallvec::SmallVec;

use grundy_base::Player;
use grundy_ruleset::Ruleset;
use grundy_ruleset::words::{Bytes, InWords, bytes_of};

pub use notation::entry;

/// Sprouts (Conway and Paterson 1967).
#[derive(Clone, Copy, Debug, Default)]
pub struct Sprouts;

/// A position as its text: regions separated by `|`, boundaries by `,`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Drawing(String);

impl InWords for Drawing {
    type Words = Bytes;

    fn to_words(&self) -> Bytes {
        Bytes::from_slice(self.0.as_bytes())
    }

    fn from_words(bytes: &Bytes) -> Drawing {
        Drawing(String::from_utf8_lossy(bytes).into_owned())
    }

    fn bytes(bytes: &Bytes) -> usize {
        bytes_of(bytes)
    }
}

/// A spot with no line: three lines may still end here.
const FREE: u8 = b'o';
/// A spot with one line.
const END: u8 = b'i';
/// A spot with two lines that occurs only once in the position.
const LAST: u8 = b'v';
// All other bytes are letters for spots with two lines, which occur once for each side.

/// The spots along a boundary, in cyclic order.
type Boundary = SmallVec<[u8; 24]>;
/// The boundaries of a part of the plane.
type Region = SmallVec<[Boundary; 4]>;

/// The number of lines that may still end at a spot.
const fn lives(spot: u8) -> u32 {
    match spot {
        FREE => 3,
        END => 2,
        _ => 1,
    }
}

const fn is_letter(spot: u8) -> bool {
    !matches!(spot, FREE | END | LAST)
}

/// A renaming of letters, for comparisons.
struct Names([u8; 256]);

impl Names {
    /// Gives all letters the same name.
    fn none() -> Names {
        let name = |spot: usize| if is_letter(spot as u8) { b'A' } else { spot as u8 };
        Names(std::array::from_fn(name))
    }

    /// Names letters in the order of their first occurrence.
    fn by_first(regions: &[Region]) -> Names {
        let (mut names, mut given, mut next) = (Names::none(), [false; 256], b'A');
        for &spot in regions.iter().flatten().flatten().filter(|&&spot| is_letter(spot)) {
            if !std::mem::replace(&mut given[usize::from(spot)], true) {
                names.0[usize::from(spot)] = next;
                next += 1;
            }
        }
        names
    }

    fn of(&self, spot: u8) -> u8 {
        self.0[usize::from(spot)]
    }

    fn compare<'b>(
        &self,
        a: impl Iterator<Item = &'b u8>,
        b: impl Iterator<Item = &'b u8>,
    ) -> Ordering {
        a.map(|&spot| self.of(spot)).cmp(b.map(|&spot| self.of(spot)))
    }

    /// Compares boundaries by names first, and then by the letters themselves.
    fn order(&self, a: &Boundary, b: &Boundary) -> Ordering {
        self.compare(a.iter(), b.iter()).then_with(|| a.cmp(b))
    }

    fn order_regions(&self, a: &Region, b: &Region) -> Ordering {
        let both = a.iter().zip(b);
        let mut differences = both.map(|(a, b)| self.compare(a.iter(), b.iter()));
        differences.find(|order| order.is_ne()).unwrap_or_else(|| a.len().cmp(&b.len()))
    }
}

impl Drawing {
    fn regions(&self) -> Vec<Region> {
        let region = |region: &str| region.split(',').map(|word| word.bytes().collect()).collect();
        let there = |region: &&str| !region.is_empty();
        self.0.split('|').filter(there).map(region).collect()
    }

    fn write(regions: &[Region]) -> Drawing {
        let mut text = String::new();
        for (i, region) in regions.iter().enumerate() {
            for (j, boundary) in region.iter().enumerate() {
                match (i, j) {
                    (0, 0) => {}
                    (_, 0) => text.push('|'),
                    _ => text.push(','),
                }
                text.extend(boundary.iter().copied().map(char::from));
            }
        }
        Drawing(text)
    }

    /// A normal form: parts that no line can reach are removed, and spots, boundaries and
    /// regions are sorted.
    ///
    /// It is not canonical: many equivalent drawings become equal, but not all.
    fn tidy(mut regions: Vec<Region>) -> Drawing {
        while shorten(&mut regions) {}
        // Letters are renamed by first occurrence and everything is sorted again, in a few rounds.
        let mut names = Names::none();
        for _ in 0..3 {
            for region in &mut regions {
                put_in_order(region, &names);
            }
            regions.sort_by(|a, b| names.order_regions(a, b));
            names = Names::by_first(&regions);
        }
        for spot in regions.iter_mut().flatten().flatten() {
            *spot = names.of(*spot);
        }
        Drawing::write(&regions)
    }
}

/// Removes parts that no line can reach or that make no difference; returns whether
/// anything changed.
fn shorten(regions: &mut Vec<Region>) -> bool {
    let mut changed = false;
    for region in regions.iter_mut() {
        for boundary in region.iter_mut() {
            // A letter twice in a row is a spot; one occurrence is enough.
            while let Some(at) = beside(boundary) {
                let next = (at + 1) % boundary.len();
                boundary[at] = LAST;
                boundary.remove(next);
                changed = true;
            }
        }
        region.retain(|boundary| !boundary.is_empty());
    }
    let before = regions.len();
    regions.retain(|region| {
        let (mut seen, mut lines) = ([false; 256], 0);
        for &spot in region.iter().flatten() {
            // A letter that occurs twice in the region is one spot.
            if !(is_letter(spot) && std::mem::replace(&mut seen[usize::from(spot)], true)) {
                lines += lives(spot);
            }
        }
        // A region needs two free line ends for a move.
        lines > 1
    });
    let mut counts = [0u8; 256];
    for &spot in regions.iter().flatten().flatten() {
        counts[usize::from(spot)] = counts[usize::from(spot)].saturating_add(1);
    }
    for spot in regions.iter_mut().flatten().flatten() {
        if is_letter(*spot) && counts[usize::from(*spot)] == 1 {
            (*spot, changed) = (LAST, true);
        }
    }
    changed || before != regions.len()
}

/// The index at which a letter is followed by itself.
fn beside(boundary: &[u8]) -> Option<usize> {
    let next = |at: usize| boundary[(at + 1) % boundary.len()];
    let twice = |&at: &usize| is_letter(boundary[at]) && next(at) == boundary[at];
    (0..boundary.len()).find(|at| boundary.len() > 1 && twice(at))
}

/// Rotates each boundary to its least rotation, and sorts the boundaries. Takes the lesser of the
/// region and its mirror image, which have the same moves.
fn put_in_order(region: &mut Region, names: &Names) {
    for boundary in region.iter_mut() {
        turn_to_first(boundary, names);
    }
    let mut mirrored = region.clone();
    for boundary in &mut mirrored {
        boundary.reverse();
        turn_to_first(boundary, names);
    }
    for seen in [&mut *region, &mut mirrored] {
        seen.sort_unstable_by(|a, b| names.order(a, b));
    }
    if names.order_regions(&mirrored, region).then_with(|| mirrored.cmp(region)).is_lt() {
        *region = mirrored;
    }
}

fn turn_to_first(boundary: &mut Boundary, names: &Names) {
    let from = |by: usize| boundary[by..].iter().chain(&boundary[..by]);
    let order =
        |&a: &usize, &b: &usize| names.compare(from(a), from(b)).then_with(|| from(a).cmp(from(b)));
    let first = (0..boundary.len()).min_by(order);
    boundary.rotate_left(first.unwrap_or(0));
}

impl Ruleset for Sprouts {
    type Position = Drawing;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, drawing: &Drawing, _: Player) -> impl Iterator<Item = Drawing> {
        moves::options(&drawing.regions()).into_iter()
    }

    // Regions without common spots are independent.
    fn components(&self, drawing: Drawing) -> impl Iterator<Item = Drawing> {
        let mut parts: Vec<Vec<Region>> = Vec::new();
        for region in drawing.regions() {
            let common = |part: &Vec<Region>| {
                let mut spots = part.iter().flatten().flatten();
                spots.any(|spot| is_letter(*spot) && region.iter().flatten().any(|o| o == spot))
            };
            let (joined, apart): (Vec<_>, _) = parts.into_iter().partition(|part| common(part));
            parts = apart;
            parts.push(joined.into_iter().flatten().chain([region]).collect());
        }
        parts.into_iter().map(Drawing::tidy).filter(|part| !part.0.is_empty())
    }

    fn negative(&self, drawing: &Drawing) -> Option<Drawing> {
        Some(drawing.clone())
    }

    fn bytes(&self, drawing: &Drawing) -> usize {
        size_of::<Drawing>() + drawing.0.capacity()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use grundy_base::Text;
    use grundy_ruleset::Notation;

    fn options(text: &str) -> Vec<String> {
        let drawing = Sprouts.read(Text::new(text)).unwrap();
        Sprouts.options(&drawing, Player::Left).map(|option| Sprouts.print(&option)).collect()
    }

    #[test]
    fn first_moves_join_two_spots_or_part_the_others() {
        assert_eq!(options("1"), ["AB|AB"]);
        assert_eq!(options("2"), ["AB|AB,o", "AiAi"]);
        // There is one way to join two spots, and one loop for each way to divide the others.
        let count = |spots: usize| options(&spots.to_string()).len();
        assert_eq!((3..=8).map(count).collect::<Vec<_>>(), [3, 3, 4, 4, 5, 5]);
    }

    /// Checks with Conway that a game beginning with n spots ends after 2n moves at the earliest
    /// and 3n − 1 at the latest.
    #[test]
    fn games_last_as_long_as_conway_says() {
        type Known = HashMap<Drawing, (usize, usize)>;
        fn length(drawing: &Drawing, known: &mut Known) -> (usize, usize) {
            if let Some(&found) = known.get(drawing) {
                return found;
            }
            let after: Vec<_> = Sprouts.options(drawing, Player::Left).collect();
            let lengths: Vec<_> = after.iter().map(|option| length(option, known)).collect();
            let least = lengths.iter().map(|length| length.0 + 1).min().unwrap_or(0);
            let most = lengths.iter().map(|length| length.1 + 1).max().unwrap_or(0);
            known.insert(drawing.clone(), (least, most));
            (least, most)
        }
        let mut known = Known::new();
        for spots in 1..=4 {
            let drawing = Sprouts.read(Text::new(&spots.to_string())).unwrap();
            assert_eq!(length(&drawing, &mut known), (2 * spots, 3 * spots - 1), "{spots}");
        }
    }

    #[test]
    fn spots_that_lie_side_by_side_on_one_boundary_are_told_once() {
        let tidy = |text: &str| Drawing::tidy(Drawing(text.to_string()).regions()).0;
        assert_eq!(tidy("iBBi"), "iiv");
        assert_eq!(tidy("o,BA|BA"), "AB|AB,o");
        assert_eq!(tidy("CvBA|ABC,o"), tidy("XYZ,o|ZvYX"));
        // Nobody can move in a region with one life.
        assert_eq!(tidy("A|Ai,v"), "iv,v");
        assert_eq!(tidy("v|A|A"), "");
    }
}
