//! Forced moves on a board of Dots and Boxes, and equivalence of boards.
//!
//! The margin from a position on depends only on the edges that are not drawn yet. Six
//! rules restrict the moves to search when boxes can be closed. Each is proved by induction
//! over the number of edges. v(S) is the margin of the mover in S from there on. Let box A
//! lack only the edge e, let B be the box across e, C the box across B's other edge g, and
//! so on.
//!
//! 1. A move f that closes nothing is no better than e, except for f = g: if e closes k
//!    boxes, v(S + f) ≥ k + v(S + f + e), and v(S + e) ≥ −v(S + e + f) if f closes
//!    nothing after e either; so −v(S + f) ≤ k + v(S + e).
//! 2. If e closes two boxes, or leads to the border, or B lacks three or four edges, then
//!    f = g is impossible, and e is best: any other closing move can still be made after
//!    it. (If f closes a box on the other side of a B that lacks three, S + e and S + f
//!    are the same graph.)
//! 3. If B lacks e and g, and C only g, the three boxes are closed from either end, and e
//!    is best again.
//! 4. If B lacks e and g, and C only g and h, and the box across h, if there is one, lacks
//!    another edge too, then e is best. Let u be v of the position in which A, B and C are
//!    closed. After g the opponent closes A and B and gains 3 + u or more, which the mover
//!    loses. With e and then h, which leaves B and C to the opponent, the mover loses only
//!    1 + u. (If f closes a box at the other end of a chain of five, S + e and S + f are
//!    the same graph again.)
//! 5. What remains are chains of two boxes that are open at one end, and of four that are
//!    open at both. If there is one such chain, of k boxes, let T be the position after it
//!    is closed. The mover closes it and moves on, for k + v(T); or plays g, after which
//!    the opponent must (2) close it and move on, for −k − v(T). No move is better (1).
//! 6. If there are several such chains, it is best to close one of them first (1).
//!
//! Leaving a chain to the opponent with g is the double-dealing move of Winning Ways,
//! chapter 16. Barker and Korf search with the same rules (Solving Dots-And-Boxes, 2012).

use super::DotsAndBoxes;
use super::table::Edges;
use grundy_ruleset::board::images;
use grundy_ruleset::board::rows::Bits;

/// The number that stands for no box, outside the board.
const OUTSIDE: u8 = u8::MAX;

/// Precomputed tables of a board for a search. A box has the number of its top edge.
pub(super) struct Strings<B> {
    rules: DotsAndBoxes<B>,
    /// The boxes on both sides of each edge.
    sides: Vec<[u8; 2]>,
    /// The squared distance of the middle of each edge from the centre.
    far: Vec<u32>,
    /// Pairs of border edges of the same box.
    twins: Vec<[B; 2]>,
    /// For each symmetry but the identity, image tables for eight edges at a time.
    images: Vec<Vec<[B; 256]>>,
}

/// A chain whose boxes the mover either closes or leaves to the opponent (rule 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chain<B> {
    /// The edges that its boxes lack.
    pub edges: B,
    pub boxes: i32,
}

/// The position after all forced closing moves.
#[derive(Clone, Debug)]
pub(super) struct Forced<B> {
    /// Edges that are not drawn.
    pub open: B,
    /// The number of boxes closed.
    pub gained: i32,
    /// Chains of rule 5; if there are none, no box can be closed.
    pub chains: Vec<Chain<B>>,
}

/// The boxes that lack one, two, three and four edges.
struct Lacking<B> {
    one: B,
    two: B,
    three: B,
    four: B,
}

/// A chain or a loop: connected boxes that lack two edges each.
struct Whole<B> {
    boxes: B,
    /// The edges inside and at the ends.
    edges: B,
    /// An edge inside, if there is one.
    inside: B,
    /// Whether it may matter which edge opens it.
    depends: bool,
}

#[inline]
fn holds<B: Bits>(set: B, number: u8) -> bool {
    number != OUTSIDE && set.holds(number.into())
}

impl<B: Edges> DotsAndBoxes<B> {
    /// The middle of each edge, in half units from the top left corner.
    fn middles(&self) -> impl Iterator<Item = [u32; 2]> {
        self.ends().map(|[(x, y), (to_x, to_y)]| [x + to_x, y + to_y].map(|at| at as u32))
    }

    /// Each symmetry of the board but the identity, as a permutation of edges.
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

impl<B: Edges> Strings<B> {
    pub(super) fn new(rules: DotsAndBoxes<B>) -> Self {
        let boxes: Vec<u32> = rules.tops.squares().collect();
        let mut sides = vec![[OUTSIDE; 2]; rules.edges() as usize];
        for &top in &boxes {
            for edge in rules.around(top).squares() {
                let [first, second] = &mut sides[edge as usize];
                *(if *first == OUTSIDE { first } else { second }) = top as u8;
            }
        }
        let border = |edge: &u32| sides[*edge as usize][1] == OUTSIDE;
        let twins = boxes.iter().flat_map(|&top| {
            let out = rules.around(top).squares().filter(border);
            let out: Vec<B> = out.map(B::only).collect();
            out.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>()
        });
        // Repeated, because a box may have three border edges: two passes sort three.
        let twins: Vec<[B; 2]> = twins.collect();
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
                    B::of(bits.map(|bit| places[bit] as u32))
                })
            });
            bytes.collect()
        });
        let images = images.collect();
        Strings { rules, sides, far, twins, images }
    }

    fn lacking(&self, open: B) -> Lacking<B> {
        let DotsAndBoxes { width, tops, .. } = self.rules;
        // A bit-sliced adder counts the edges of all boxes at once.
        let [a, b, c, d] = [0, width, width + 1, 2 * width + 1].map(|edge| open >> edge & tops);
        let (ab, cd) = (a ^ b, c ^ d);
        let (units, twos) = (ab ^ cd, a & b ^ c & d ^ ab & cd);
        let four = a & b & c & d;
        Lacking { one: units & !twos, two: twos & !units, three: units & twos, four }
    }

    /// The number of boxes that are not closed.
    pub(super) fn boxes(&self, open: B) -> i32 {
        let Lacking { one, two, three, four } = self.lacking(open);
        (one | two | three | four).count() as i32
    }

    /// The edges that a box lacks.
    fn around(&self, open: B, number: u8) -> B {
        open & self.rules.around(number as u32)
    }

    /// The box on the other side of an edge.
    fn behind(&self, edge: B, number: u8) -> u8 {
        let [first, second] = self.sides[edge.first() as usize];
        if first == number { second } else { first }
    }

    /// Makes all closing moves that rules 2 to 4 force.
    pub(super) fn forced(&self, mut open: B) -> Forced<B> {
        let mut gained = 0;
        'closing: loop {
            let lacking = self.lacking(open);
            let mut chains: Vec<Chain<B>> = Vec::new();
            for number in lacking.one.squares().map(|number| number as u8) {
                let edge = self.around(open, number);
                match self.chain(open, &lacking, edge, number) {
                    None => {
                        let both = holds(lacking.one, self.behind(edge, number));
                        gained += if both { 2 } else { 1 };
                        open ^= edge;
                        continue 'closing;
                    }
                    // A chain of four is found from both ends.
                    Some(chain) if chains.contains(&chain) => {}
                    Some(chain) => chains.push(chain),
                }
            }
            return Forced { open, gained, chains };
        }
    }

    /// The chain of rule 5 that begins with the box that lacks only this edge; none if that
    /// box must be closed.
    fn chain(&self, open: B, lacking: &Lacking<B>, edge: B, number: u8) -> Option<Chain<B>> {
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

    /// Moves to search when no box can be closed, a best one among them: all moves after which no
    /// box can be closed, and one opening move for each chain or loop.
    ///
    /// In a chain of two, the inner edge is best, because it leaves the opponent no choice. A
    /// chain or loop of another length n leaves the same choice wherever it is opened, by
    /// rules 2 to 6: a chain gives n − 2 boxes and |2 + v(T)|, a loop n − 4 and |4 + v(T)|.
    /// This fails for a chain whose two ends are at the same box, if it lacks three edges.
    ///
    /// Moves that give no box away come first, those near the centre before others (Barker and
    /// Korf). Then come opening moves, the shortest chain or loop first.
    pub(super) fn moves(&self, open: B) -> Vec<B> {
        const GIVEN: u32 = 1 << 16;
        let lacking = self.lacking(open);
        let mut moves: Vec<(u32, B)> = Vec::with_capacity(open.count() as usize);
        let (mut seen, mut given) = (B::EMPTY, B::EMPTY);
        for number in lacking.two.squares().map(|number| number as u8) {
            if holds(seen, number) {
                continue;
            }
            let whole = self.whole(open, &lacking, number);
            seen |= whole.boxes;
            given |= whole.edges;
            let length = whole.boxes.count();
            let tried = match length {
                _ if whole.depends => whole.edges,
                2 => whole.inside,
                _ => whole.edges.lowest(),
            };
            moves.extend(tried.singles().map(|edge| (GIVEN + length, edge)));
        }
        for number in (open & !given).squares() {
            let edge = number as usize;
            let narrower = self.sides[edge].iter().filter(|&&side| holds(lacking.three, side));
            moves.push((3 * self.far[edge] + 2 - narrower.count() as u32, B::only(number)));
        }
        moves.sort_by_key(|&(rank, _)| rank);
        moves.into_iter().map(|(_, edge)| edge).collect()
    }

    /// The chain or loop of a box that lacks two edges.
    fn whole(&self, open: B, lacking: &Lacking<B>, number: u8) -> Whole<B> {
        let own = self.around(open, number);
        let (mut boxes, mut edges, mut inside) = (B::only(number.into()), own, B::EMPTY);
        let mut ends = [OUTSIDE; 2];
        for (end, first) in ends.iter_mut().zip([own.lowest(), own.rest()]) {
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
                boxes |= B::only(next.into());
                edge = self.around(open, next) & !edge;
                edges |= edge;
                at = next;
            }
        }
        let depends = ends[0] == ends[1] && holds(lacking.three, ends[0]);
        Whole { boxes, edges, inside, depends }
    }

    /// A representative under the symmetries of the board and under the exchange of two border
    /// edges of the same box.
    pub(super) fn key(&self, open: B) -> B {
        let image = |bytes: &Vec<[B; 256]>| {
            let byte = |i: u32| (open.word(i / 8) >> (8 * (i % 8)) & 255) as usize;
            bytes.iter().zip(0..).fold(B::EMPTY, |set, (table, i)| set | table[byte(i)])
        };
        let images = self.images.iter().map(image).map(|set| self.settled(set));
        images.fold(self.settled(open), B::min)
    }

    fn settled(&self, open: B) -> B {
        self.twins.iter().fold(open, |open, &[first, second]| {
            let exchange = open & (first | second) == second;
            if exchange { open ^ first ^ second } else { open }
        })
    }
}
