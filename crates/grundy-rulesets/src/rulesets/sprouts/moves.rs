//! The moves of Sprouts.

use std::slice::from_ref;

use smallvec::smallvec;

use super::{Boundary, Drawing, END, FREE, LAST, Region, is_letter};

/// Temporary letters for the new spot of a line, and for spots at its ends that now have two lines.
/// They differ from all letters in texts.
const NEW: u8 = 0xf0;
const ENDS: [u8; 2] = [0xf1, 0xf2];

/// All drawings with one more line, without repeats.
pub(super) fn options(regions: &[Region]) -> Vec<Drawing> {
    let mut found = Vec::new();
    for (number, region) in regions.iter().enumerate() {
        let rest = || {
            let others = regions.iter().enumerate().filter(|&(other, _)| other != number);
            others.map(|(_, region)| region.clone()).collect::<Vec<_>>()
        };
        // Only the first of several equal boundaries is used.
        let first = |at: usize| region.iter().position(|other| *other == region[at]) == Some(at);
        for one in (0..region.len()).filter(|&at| first(at)) {
            for other in one + 1..region.len() {
                let alike = (one + 1..other).any(|earlier| region[earlier] == region[other]);
                if !alike {
                    join(region, one, other, &rest, &mut found);
                }
            }
            part(region, one, &rest, &mut found);
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Adds the lines between two boundaries, which merge them into one.
fn join(
    region: &Region,
    one: usize,
    other: usize,
    rest: &dyn Fn() -> Vec<Region>,
    found: &mut Vec<Drawing>,
) {
    for i in 0..region[one].len() {
        for j in 0..region[other].len() {
            let ends = [region[one][i], region[other][j]];
            if ends[0] == ends[1] && is_letter(ends[0]) {
                continue;
            }
            let mut boundary = around(&region[one], i, ENDS[0]);
            boundary.push(NEW);
            boundary.extend(around(&region[other], j, ENDS[1]));
            boundary.push(NEW);
            let mut after = region.clone();
            after.remove(other);
            after[one] = boundary;
            let mut regions = rest();
            regions.push(after);
            bury(&mut regions, ends);
            found.push(Drawing::tidy(regions));
        }
    }
}

/// The spots around a boundary, from the spot at which the line ends back to that spot. A
/// spot that had no line before occurs once.
fn around(boundary: &Boundary, at: usize, name: u8) -> Boundary {
    let mut turned = boundary.clone();
    turned.rotate_left(at);
    match turned[0] {
        FREE => turned[0] = END,
        END => {
            turned[0] = name;
            turned.push(name);
        }
        // The spot has three lines now and is dead.
        _ => drop(turned.remove(0)),
    }
    turned
}

/// Adds the lines from a boundary to itself, which split the region in two.
fn part(region: &Region, number: usize, rest: &dyn Fn() -> Vec<Region>, found: &mut Vec<Drawing>) {
    let boundary = &region[number];
    let mut others = region.clone();
    others.remove(number);
    others.sort();
    let mut add = |inside: Boundary, outside: Boundary, ends: [u8; 2]| {
        divide(&others, &mut |within: &[Boundary], without: &[Boundary]| {
            let mut regions = rest();
            for (first, others) in [(&inside, within), (&outside, without)] {
                regions.push([from_ref(first), others].concat().into());
            }
            bury(&mut regions, ends);
            found.push(Drawing::tidy(regions));
        });
    };
    for i in 0..boundary.len() {
        match boundary[i] {
            FREE => add(smallvec![ENDS[0], NEW], smallvec![ENDS[0], NEW], [LAST; 2]),
            END => {
                // A loop at this spot, which is dead after it.
                let mut outside = boundary.clone();
                outside.rotate_left(i);
                outside[0] = NEW;
                add(smallvec![NEW], outside, [LAST; 2]);
            }
            _ => {}
        }
        for j in i + 1..boundary.len() {
            let ends = [boundary[i], boundary[j]];
            if ends[0] == ends[1] && is_letter(ends[0]) {
                continue;
            }
            // An end that now has two lines is on both sides of the new line.
            let end = |end: usize| (ends[end] == END).then_some(ENDS[end]);
            let mut inside: Boundary = end(0).into_iter().collect();
            inside.extend_from_slice(&boundary[i + 1..j]);
            inside.extend(end(1));
            inside.push(NEW);
            let mut outside: Boundary = end(1).into_iter().collect();
            outside.extend_from_slice(&boundary[j + 1..]);
            outside.extend_from_slice(&boundary[..i]);
            outside.extend(end(0));
            outside.push(NEW);
            add(inside, outside, ends);
        }
    }
}

/// Removes both occurrences of spots that now have three lines.
fn bury(regions: &mut [Region], ends: [u8; 2]) {
    for boundary in regions.iter_mut().flatten() {
        boundary.retain(|spot| !(is_letter(*spot) && ends.contains(spot)));
    }
}

/// All ways to distribute boundaries over two sides, where equal boundaries are interchangeable.
fn divide(others: &[Boundary], each: &mut dyn FnMut(&[Boundary], &[Boundary])) {
    fn go(
        others: &[Boundary],
        within: &mut Vec<Boundary>,
        without: &mut Vec<Boundary>,
        each: &mut dyn FnMut(&[Boundary], &[Boundary]),
    ) {
        let Some(first) = others.first() else { return each(within, without) };
        let alike = others.iter().take_while(|&other| other == first).count();
        for inside in 0..=alike {
            within.extend(std::iter::repeat_n(first.clone(), inside));
            without.extend(std::iter::repeat_n(first.clone(), alike - inside));
            go(&others[alike..], within, without, each);
            within.truncate(within.len() - inside);
            without.truncate(without.len() - (alike - inside));
        }
    }
    go(others, &mut Vec::new(), &mut Vec::new(), each);
}
