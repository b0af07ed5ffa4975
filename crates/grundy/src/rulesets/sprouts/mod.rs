//! Sprouts: join two spots by a line, and put a new spot on it.
//!
//! A position is what its lines leave to be done, as in the programs of Applegate,
//! Jacobson and Sleator (1991) and of Lemoine and Viennot (2009): regions of the
//! plane, the boundaries of each, and along a boundary the spots that are alive.

mod moves;
mod notation;

use std::collections::BTreeMap;

use crate::player::Player;
use crate::ruleset::Ruleset;

pub use notation::ENTRY;

/// Sprouts (Conway and Paterson 1967).
#[derive(Clone, Copy, Debug, Default)]
pub struct Sprouts;

/// A position as it is written: regions parted by `|`, boundaries by `,`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Drawing(String);

/// A spot with no line: three may still end here.
const FREE: u8 = b'o';
/// A spot with one line.
const END: u8 = b'i';
/// A spot with two lines, one side of which is all that matters.
const LAST: u8 = b'v';
// All others are letters for spots with two lines, which stand once for each side.

/// The spots along a boundary, in the order in which they are met.
type Boundary = Vec<u8>;
/// The boundaries of a part of the plane.
type Region = Vec<Boundary>;

/// How many lines may still end at a spot.
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

impl Drawing {
    fn regions(&self) -> Vec<Region> {
        let region = |region: &str| region.split(',').map(|word| word.bytes().collect()).collect();
        let there = |region: &&str| !region.is_empty();
        self.0.split('|').filter(there).map(region).collect()
    }

    fn write(regions: &[Region]) -> Drawing {
        let region = |region: &Region| region.join(&b","[..]);
        let text = regions.iter().map(region).collect::<Vec<_>>().join(&b"|"[..]);
        Drawing(text.into_iter().map(char::from).collect())
    }

    /// The same game in few words: what no line can reach is left out, and spots,
    /// boundaries and regions are put in order.
    ///
    /// Many drawings that are alike, but not all, become the same.
    fn tidy(mut regions: Vec<Region>) -> Drawing {
        while shorten(&mut regions) {}
        // Letters are told apart by where they come first, once all else is in order.
        let mut names = BTreeMap::new();
        for _ in 0..3 {
            for region in &mut regions {
                put_in_order(region, &names);
            }
            regions.sort_by_cached_key(|region| read_as(region, &names));
            names.clear();
            for &spot in regions.iter().flatten().flatten().filter(|&&spot| is_letter(spot)) {
                let next = b'A' + names.len() as u8;
                names.entry(spot).or_insert(next);
            }
        }
        for spot in regions.iter_mut().flatten().flatten() {
            *spot = names.get(spot).copied().unwrap_or(*spot);
        }
        Drawing::write(&regions)
    }
}

/// Leaves out what no line can reach, or what makes no difference; whether there
/// was any.
fn shorten(regions: &mut Vec<Region>) -> bool {
    let before = (regions.len(), regions.iter().flatten().map(Vec::len).sum::<usize>());
    let mut counts = BTreeMap::<u8, u32>::new();
    for region in regions.iter_mut() {
        for boundary in region.iter_mut() {
            // Both sides of a spot that lie beside each other are one.
            while let Some(at) = beside(boundary) {
                let next = (at + 1) % boundary.len();
                boundary[at] = LAST;
                boundary.remove(next);
            }
        }
        region.retain(|boundary| !boundary.is_empty());
    }
    regions.retain(|region| {
        let mut spots: Vec<u8> = region.concat();
        spots.sort_unstable();
        let (letters, others): (Vec<u8>, Vec<u8>) = spots.into_iter().partition(|&s| is_letter(s));
        let mut different = letters;
        different.dedup();
        // A line has two ends.
        different.len() as u32 + others.into_iter().map(lives).sum::<u32>() > 1
    });
    for &spot in regions.iter().flatten().flatten() {
        *counts.entry(spot).or_default() += 1;
    }
    let mut lonely = false;
    for spot in regions.iter_mut().flatten().flatten() {
        if is_letter(*spot) && counts[spot] == 1 {
            (*spot, lonely) = (LAST, true);
        }
    }
    lonely || before != (regions.len(), regions.iter().flatten().map(Vec::len).sum())
}

/// Where a letter is followed by itself.
fn beside(boundary: &[u8]) -> Option<usize> {
    let next = |at: usize| boundary[(at + 1) % boundary.len()];
    let twice = |&at: &usize| is_letter(boundary[at]) && next(at) == boundary[at];
    (0..boundary.len()).find(|at| boundary.len() > 1 && twice(at))
}

/// The spots of a region as they compare while letters have these names.
fn read_as(region: &[Boundary], names: &BTreeMap<u8, u8>) -> Vec<Boundary> {
    region.iter().map(|boundary| named(boundary, names)).collect()
}

fn named(boundary: &[u8], names: &BTreeMap<u8, u8>) -> Boundary {
    let name = |&spot: &u8| match names.get(&spot) {
        Some(&name) => name,
        None if is_letter(spot) => b'A',
        None => spot,
    };
    boundary.iter().map(name).collect()
}

/// Turns each boundary so that it begins with what comes first, and sorts them; seen
/// from above or from below, whichever comes first. A line cares for neither.
fn put_in_order(region: &mut Region, names: &BTreeMap<u8, u8>) {
    let ordered = |mirrored: bool| {
        let mut boundaries: Vec<(Boundary, Boundary)> = region
            .iter()
            .map(|boundary| {
                let mut boundary = boundary.clone();
                if mirrored {
                    boundary.reverse();
                }
                let turns = (0..boundary.len()).map(|by| {
                    let mut turned = boundary.clone();
                    turned.rotate_left(by);
                    (named(&turned, names), turned)
                });
                turns.min().unwrap_or_default()
            })
            .collect();
        boundaries.sort();
        let (keys, boundaries): (Vec<_>, Vec<_>) = boundaries.into_iter().unzip();
        (keys, boundaries)
    };
    *region = ordered(false).min(ordered(true)).1;
}

impl Ruleset for Sprouts {
    type Position = Drawing;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, drawing: &Drawing, _: Player) -> impl Iterator<Item = Drawing> {
        moves::options(&drawing.regions()).into_iter()
    }

    // Regions that no spot has in common have nothing to do with each other.
    fn components(&self, drawing: Drawing) -> impl Iterator<Item = Drawing> {
        let mut parts: Vec<Vec<Region>> = Vec::new();
        for region in drawing.regions() {
            let common = |part: &Vec<Region>| {
                let mut spots = part.iter().flatten().flatten();
                spots.any(|spot| is_letter(*spot) && region.concat().contains(spot))
            };
            let (joined, apart) = parts.into_iter().partition(|part| common(part));
            parts = apart;
            parts.push([joined, vec![vec![region]]].concat().concat());
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
    use crate::error::Text;
    use crate::ruleset::Notation;

    fn options(text: &str) -> Vec<String> {
        let drawing = Sprouts.read(Text::new(text)).unwrap();
        Sprouts.options(&drawing, Player::Left).map(|option| Sprouts.print(&option)).collect()
    }

    #[test]
    fn first_moves_join_two_spots_or_part_the_others() {
        assert_eq!(options("1"), ["AB|AB"]);
        assert_eq!(options("2"), ["AB|AB,o", "AiAi"]);
        // One way to join, and as many loops as ways to part the others.
        let count = |spots: usize| options(&spots.to_string()).len();
        assert_eq!((3..=8).map(count).collect::<Vec<_>>(), [3, 3, 4, 4, 5, 5]);
    }

    /// Conway: a game that begins with n spots ends after 2n moves at the earliest and
    /// 3n − 1 at the latest.
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
        // Nothing can be done in a region with one life.
        assert_eq!(tidy("A|Ai,v"), "iv,v");
        assert_eq!(tidy("v|A|A"), "");
    }

    #[test]
    fn faults_are_told_where_they_are() {
        let fault = |text: &str| crate::catalogue::parse(text).err().unwrap().at;
        assert_eq!(fault("sprouts(12)"), 8);
        assert_eq!(fault("sprouts(o,x)"), 10);
        assert_eq!(fault("sprouts(oi)"), 8);
        assert_eq!(fault("sprouts(o,,o)"), 10);
        assert_eq!(fault("sprouts(Ai|o)"), 8);
        assert_eq!(fault("sprouts(Ai,A)"), 11);
        assert_eq!(fault("sprouts(AiA|A)"), 12);
    }
}
