//! What must be played on a board of Dots and Boxes, and which boards are alike.
//!
//! Only edges that are not drawn yet say what is still to be won. Six rules narrow
//! down what to do where boxes can be closed. Each holds by induction over the number
//! of edges; v(S) is what the mover of S gains from there on, less what the opponent
//! does. Let a box A lack the edge e alone, B be the box behind e, C that behind B's
//! other edge g, and so on.
//!
//! 1. A move f that closes nothing is no better than e, but for f = g: where e closes k
//!    boxes, v(S + f) ≥ k + v(S + f + e), and v(S + e) ≥ −v(S + e + f) if f closes
//!    nothing after e either; so −v(S + f) ≤ k + v(S + e).
//! 2. If e closes two boxes, or leads to the border, or B lacks three edges or four,
//!    then f = g cannot be, and e is best, for another closing move can be made after
//!    it as well. (If f closes a box on the other side of a B that lacks three, S + e
//!    and S + f are the same graph.)
//! 3. If B lacks e and g, and C only g, the three will be closed from either end, and e
//!    is best again.
//! 4. If B lacks e and g, and C only g and h, and the box behind h, if there is one,
//!    lacks another edge too, then e is best. For let u be v of what is left when A, B
//!    and C are closed: after g the opponent closes A and B, gains 3 + u or more, and
//!    the mover loses as much; by e and then h, which leaves B and C to the opponent,
//!    he loses 1 + u. (If f closes a box at the other end of a chain of five, S + e and
//!    S + f are the same graph again.)
//! 5. There remain chains of two boxes that are open at one end, and of four that are
//!    open at both. If there is just one, of k boxes, let T be what is left when it is
//!    closed: the mover closes it and goes on, for k + v(T); or he plays g, by which the
//!    opponent must (2) close it and go on, for −k − v(T). Nothing is better (1).
//! 6. If there are several, it is best to close one of them first (1).
//!
//! The chains that are left on purpose are the double-dealing moves of Winning Ways,
//! chapter 16; Barker and Korf search with the same rules (Solving Dots-And-Boxes,
//! 2012).

use super::DotsAndBoxes;
use crate::board::{grid, images};

/// No box.
const OUTSIDE: u8 = u8::MAX;

/// A board, for those who look at very many positions of it. Boxes are called by the
/// number of the edge above them.
pub(super) struct Strings {
    rules: DotsAndBoxes,
    /// The boxes on both sides of each edge.
    sides: Vec<[u8; 2]>,
    /// How far each edge is from the centre.
    far: Vec<u32>,
    /// Pairs of edges that lead from one box to the border.
    twins: Vec<[u64; 2]>,
    /// Images of eight edges at a time, for each symmetry but the identity.
    images: Vec<Vec<[u64; 256]>>,
}

/// A chain of which the mover closes all boxes, or leaves all (rule 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    /// The edges that its boxes lack.
    pub edges: u64,
    pub boxes: i32,
}

/// What is left when all that must be closed has been closed.
#[derive(Clone, Debug)]
pub(super) struct Forced {
    /// Edges that are not drawn.
    pub open: u64,
    /// Boxes that were closed on the way.
    pub gained: i32,
    /// Chains to choose from; where there are none, no box can be closed.
    pub chains: Vec<Chain>,
}

/// The boxes that lack one edge, two, three, and four.
struct Lacking {
    one: u64,
    two: u64,
    three: u64,
    four: u64,
}

/// Boxes that lack two edges and hang together.
struct Whole {
    boxes: u64,
    /// The edges inside and at the ends.
    edges: u64,
    /// An edge inside, if there is one.
    inside: u64,
    /// It may make a difference where it is opened.
    depends: bool,
}

const fn holds(set: u64, number: u8) -> bool {
    number != OUTSIDE && set >> number & 1 == 1
}

impl DotsAndBoxes {
    /// The middle of each edge, in half steps from the corner at the top left.
    fn middles(&self) -> impl Iterator<Item = [u32; 2]> {
        self.ends().map(|[(x, y), (to_x, to_y)]| [x + to_x, y + to_y].map(|at| at as u32))
    }

    /// Where each symmetry of the board, but the identity, takes each edge.
    fn symmetries(&self) -> Vec<Vec<usize>> {
        let middles: Vec<[u32; 2]> = self.middles().collect();
        let [right, bottom] = [2 * self.width, 2 * self.height];
        let turns = |symmetry: &usize| symmetry & images::TRANSPOSED == 0 || right == bottom;
        let symmetries = (1..8).filter(turns).map(|symmetry| {
            let place = |&[x, y]: &[u32; 2]| {
                let x = if symmetry & 1 == 0 { x } else { right - x };
                let y = if symmetry & 2 == 0 { y } else { bottom - y };
                let image = if symmetry & images::TRANSPOSED == 0 { [x, y] } else { [y, x] };
                middles.iter().position(|middle| *middle == image)
            };
            middles.iter().filter_map(place).collect()
        });
        symmetries.collect()
    }
}

impl Strings {
    pub(super) fn new(rules: DotsAndBoxes) -> Self {
        let boxes: Vec<u32> = grid::numbers(rules.tops).map(|top| top as u32).collect();
        let mut sides = vec![[OUTSIDE; 2]; rules.edges() as usize];
        for &top in &boxes {
            for edge in grid::numbers(rules.around(top)) {
                let [first, second] = &mut sides[edge];
                *(if *first == OUTSIDE { first } else { second }) = top as u8;
            }
        }
        let border = |edge: &usize| sides[*edge][1] == OUTSIDE;
        let twins = boxes.iter().flat_map(|&top| {
            let out = grid::numbers(rules.around(top)).filter(border);
            let out: Vec<u64> = out.map(|edge| 1 << edge).collect();
            out.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>()
        });
        // All of them twice, for a box may have three edges at the border.
        let twins: Vec<[u64; 2]> = twins.collect();
        let twins = twins.repeat(2);
        let centre = [rules.width, rules.height];
        let far = rules.middles().map(|middle| {
            let [x, y] = [0, 1].map(|i| centre[i].abs_diff(middle[i]));
            x * x + y * y
        });
        let far = far.collect();
        let symmetries = rules.symmetries();
        let images = symmetries.iter().map(|symmetry| {
            let bytes = symmetry.chunks(8).map(|places| {
                std::array::from_fn(|byte| {
                    let bits = (0..places.len()).filter(|bit| byte >> bit & 1 == 1);
                    bits.fold(0, |set, bit| set | 1 << places[bit])
                })
            });
            bytes.collect()
        });
        let images = images.collect();
        Strings { rules, sides, far, twins, images }
    }

    fn lacking(&self, open: u64) -> Lacking {
        let DotsAndBoxes { width, tops, .. } = self.rules;
        // The edges of all boxes are counted at once, digit by binary digit.
        let [a, b, c, d] = [0, width, width + 1, 2 * width + 1].map(|edge| open >> edge & tops);
        let (ab, cd) = (a ^ b, c ^ d);
        let (units, twos) = (ab ^ cd, a & b ^ c & d ^ ab & cd);
        let four = a & b & c & d;
        Lacking { one: units & !twos, two: twos & !units, three: units & twos, four }
    }

    /// How many boxes are not closed.
    pub(super) fn boxes(&self, open: u64) -> i32 {
        let Lacking { one, two, three, four } = self.lacking(open);
        (one | two | three | four).count_ones() as i32
    }

    /// The edges that a box lacks.
    const fn around(&self, open: u64, number: u8) -> u64 {
        open & self.rules.around(number as u32)
    }

    /// The box on the other side of an edge.
    fn behind(&self, edge: u64, number: u8) -> u8 {
        let [first, second] = self.sides[edge.trailing_zeros() as usize];
        if first == number { second } else { first }
    }

    /// Closes all boxes that rules 2 to 4 say are to be closed.
    pub(super) fn forced(&self, mut open: u64) -> Forced {
        let mut gained = 0;
        'closing: loop {
            let lacking = self.lacking(open);
            let mut chains: Vec<Chain> = Vec::new();
            for number in grid::numbers(lacking.one).map(|number| number as u8) {
                let edge = self.around(open, number);
                match self.chain(open, &lacking, edge, number) {
                    None => {
                        let both = holds(lacking.one, self.behind(edge, number));
                        gained += if both { 2 } else { 1 };
                        open ^= edge;
                        continue 'closing;
                    }
                    // A chain of four is found from both its ends.
                    Some(chain) if chains.contains(&chain) => {}
                    Some(chain) => chains.push(chain),
                }
            }
            return Forced { open, gained, chains };
        }
    }

    /// The chain of rule 5 that begins with the box that lacks this edge alone; none
    /// where that box is to be closed.
    fn chain(&self, open: u64, lacking: &Lacking, edge: u64, number: u8) -> Option<Chain> {
        let second = self.behind(edge, number);
        if !holds(lacking.two, second) {
            return None;
        }
        let between = self.around(open, second) ^ edge;
        let third = self.behind(between, second);
        if holds(lacking.one, third) {
            return None;
        }
        let half = Chain { edges: edge | between, boxes: 2 };
        if !holds(lacking.two, third) {
            return Some(half);
        }
        let last = self.around(open, third) ^ between;
        let closed = holds(lacking.one, self.behind(last, third));
        closed.then_some(Chain { edges: half.edges | last, boxes: 4 })
    }

    /// Moves where no box can be closed, of which one is best: all that leave no box
    /// to be closed, and one for each chain or loop that is given away.
    ///
    /// Of a chain of two the edge inside is best, because it leaves no choice. A chain of
    /// n others, or a loop, leaves the opponent the same choice wherever it is opened,
    /// by rules 2 to 6: n − 2 boxes and |2 + v(T)|, for a loop n − 4 and |4 + v(T)|.
    /// That needs ends that are not both at a box that lacks three.
    ///
    /// The most promising ones come first: near the centre (Barker and Korf), and
    /// then, of what is given away, the shortest.
    pub(super) fn moves(&self, open: u64) -> Vec<u64> {
        const GIVEN: u32 = 1 << 16;
        let lacking = self.lacking(open);
        let mut moves: Vec<(u32, u64)> = Vec::with_capacity(open.count_ones() as usize);
        let (mut seen, mut given) = (0, 0);
        for number in grid::numbers(lacking.two).map(|number| number as u8) {
            if holds(seen, number) {
                continue;
            }
            let whole = self.whole(open, &lacking, number);
            seen |= whole.boxes;
            given |= whole.edges;
            let length = whole.boxes.count_ones();
            let tried = match length {
                _ if whole.depends => whole.edges,
                2 => whole.inside,
                _ => whole.edges & whole.edges.wrapping_neg(),
            };
            moves.extend(grid::numbers(tried).map(|edge| (GIVEN + length, 1 << edge)));
        }
        for edge in grid::numbers(open & !given) {
            let narrower = self.sides[edge].iter().filter(|&&side| holds(lacking.three, side));
            moves.push((3 * self.far[edge] + 2 - narrower.count() as u32, 1 << edge));
        }
        moves.sort_by_key(|&(rank, _)| rank);
        moves.into_iter().map(|(_, edge)| edge).collect()
    }

    /// The chain or loop to which a box belongs that lacks two edges.
    fn whole(&self, open: u64, lacking: &Lacking, number: u8) -> Whole {
        let own = self.around(open, number);
        let (mut boxes, mut edges, mut inside) = (1u64 << number, own, 0);
        let mut ends = [OUTSIDE; 2];
        for (end, first) in ends.iter_mut().zip([own & own.wrapping_neg(), own & (own - 1)]) {
            let (mut edge, mut at) = (first, number);
            loop {
                let next = self.behind(edge, at);
                if !holds(lacking.two, next) {
                    *end = next;
                    break;
                }
                inside = edge;
                if holds(boxes, next) {
                    return Whole { boxes, edges, inside, depends: false };
                }
                boxes |= 1 << next;
                edge = self.around(open, next) & !edge;
                edges |= edge;
                at = next;
            }
        }
        let depends = ends[0] == ends[1] && holds(lacking.three, ends[0]);
        Whole { boxes, edges, inside, depends }
    }

    /// One position for all that a symmetry of the board makes the same, or the
    /// exchange of two edges that lead from one box to the border.
    pub(super) fn key(&self, open: u64) -> u64 {
        let image = |bytes: &Vec<[u64; 256]>| {
            let places = bytes.iter().enumerate();
            places.fold(0, |set, (i, table)| set | table[(open >> (8 * i) & 255) as usize])
        };
        let images = self.images.iter().map(image).map(|set| self.settled(set));
        images.fold(self.settled(open), u64::min)
    }

    fn settled(&self, open: u64) -> u64 {
        self.twins.iter().fold(open, |open, &[first, second]| {
            let exchange = open & (first | second) == second;
            if exchange { open ^ first ^ second } else { open }
        })
    }
}
