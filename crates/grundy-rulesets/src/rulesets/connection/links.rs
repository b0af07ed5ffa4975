//! What a player may still connect.

use super::{Connection, Shape, Stones};
use grundy_base::Player;
use grundy_ruleset::board::rows::Bits;

/// The Shannon graph of a player: the empty cells and the player's sides. The player's stones are
/// contracted, so that the cells around a chain touch each other; the opponent's are removed.
pub(super) struct Links<B> {
    empty: B,
    /// The cells that each empty cell touches.
    near: Vec<B>,
    /// The sides that each empty cell touches, a bit each.
    sides: Vec<u8>,
    /// The number of sides.
    count: usize,
}

/// A set of cells, and one of sides, a bit each.
type Ends<B> = (B, u8);

impl<B: Bits> Links<B> {
    pub(super) fn new<K>(rules: &Connection<K, B>, stones: Stones<B>, player: Player) -> Self {
        let (own, empty) = (stones.owned(player), rules.all() & !stones.all());
        let sides = &rules.sides[player];
        let mut links = Links {
            empty,
            near: rules.near.iter().map(|&near| near & empty).collect(),
            sides: vec![0; rules.cells as usize],
            count: sides.len(),
        };
        let is_hex = matches!(rules.shape, Shape::Hex { .. });
        // Cells that touch each other, and the sides that they touch.
        let mut groups: Vec<Ends<B>> = Vec::new();
        for (number, &side) in sides.iter().enumerate() {
            if is_hex {
                // A minimal chain between two sides has one cell at each, so that cells at a side can
                // be taken for neighbours.
                groups.push((side & empty, 1 << number));
            } else {
                let at_side = (side & empty).squares();
                at_side.for_each(|cell| links.sides[cell as usize] |= 1 << number);
            }
        }
        let mut rest = own;
        while !rest.is_empty() {
            let (chain, around) = rules.connected(rest.lowest(), own);
            rest &= !chain;
            let touched = sides.iter().enumerate().fold(0, |all, (number, &side)| {
                all | u8::from(!(chain & side).is_empty()) << number
            });
            if is_hex && touched > 0 {
                groups[touched.trailing_zeros() as usize].0 |= around & empty;
            } else {
                groups.push((around & empty, touched));
            }
        }
        for (group, touched) in groups {
            for cell in group.squares() {
                links.near[cell as usize] |= group & !B::only(cell);
                links.sides[cell as usize] |= touched;
            }
        }
        links
    }

    fn ends(&self, cell: u32) -> Ends<B> {
        (self.near[cell as usize], self.sides[cell as usize])
    }

    /// Whether these cells and sides touch each other, where those of `joint` do, too.
    fn is_clique(&self, (cells, sides): Ends<B>, joint: Ends<B>) -> bool {
        sides & sides.wrapping_sub(1) == 0
            && cells.squares().all(|cell| {
                let (mut near, mut touched) = self.ends(cell);
                if joint.0.holds(cell) {
                    near |= joint.0;
                    touched |= joint.1;
                }
                (cells & !near & !B::only(cell)).is_empty() && sides & !touched == 0
            })
    }

    /// Whether no minimal chain needs a cell: what it touches touches each other.
    pub(super) fn is_useless(&self, cell: u32) -> bool {
        self.is_clique(self.ends(cell), (B::EMPTY, 0))
    }

    /// Whether this holds after a stone of the player on the cell `own`.
    pub(super) fn is_useless_with(&self, cell: u32, own: u32) -> bool {
        let ((near, sides), joint) = (self.ends(cell), self.ends(own));
        let ends = match near.holds(own) {
            true => ((near | joint.0) & !B::only(cell) & !B::only(own), sides | joint.1),
            false => (near, sides),
        };
        self.is_clique(ends, joint)
    }

    /// Whether this holds after a stone of the opponent on the cell `taken`.
    pub(super) fn is_useless_without(&self, cell: u32, taken: u32) -> bool {
        let (near, sides) = self.ends(cell);
        self.is_clique((near & !B::only(taken), sides), (B::EMPTY, 0))
    }

    /// The part of a current between the sides that flows through each cell, where an empty cell has a
    /// resistance of 1 and a chain none: V. V. Anshelevich, A hierarchical approach to computer Hex,
    /// 2002. In the Game of Y it flows from each side to the others, and the three are added.
    pub(super) fn currents(&self) -> Vec<f32> {
        let mut currents = vec![0.0; self.near.len()];
        let sources = if self.count == 2 { 1 } else { self.count };
        (0..sources).for_each(|source| self.add_currents(source, &mut currents));
        currents
    }

    fn add_currents(&self, source: usize, currents: &mut [f32]) {
        /// Between the centres of two cells there are two halves of a resistance of 1.
        const TO_CELL: f32 = 1.0;
        const TO_SIDE: f32 = 2.0;
        /// The order of moves does not need the last digits.
        const SWEEPS: usize = 40;
        let cells: Vec<u32> = self.empty.squares().collect();
        let mut volts = vec![0.5; self.near.len()];
        let at_side = |cell: u32| {
            (0..self.count).filter(move |side| self.sides[cell as usize] >> side & 1 == 1)
        };
        let potential = |side: usize| f32::from(u8::from(side == source));
        for sweep in 0..SWEEPS {
            for place in 0..cells.len() {
                // To and fro, so that both ends are near.
                let cell = cells[if sweep % 2 == 0 { place } else { cells.len() - 1 - place }];
                let (mut sum, mut weight) = (0.0, 0.0);
                for other in self.near[cell as usize].squares() {
                    sum += TO_CELL * volts[other as usize];
                    weight += TO_CELL;
                }
                for side in at_side(cell) {
                    sum += TO_SIDE * potential(side);
                    weight += TO_SIDE;
                }
                if weight > 0.0 {
                    volts[cell as usize] = sum / weight;
                }
            }
        }
        let mut total = 0.0;
        let mut through = vec![0.0; self.near.len()];
        for &cell in &cells {
            let volt: f32 = volts[cell as usize];
            let near = self.near[cell as usize].squares();
            let mut flow: f32 =
                near.map(|other| TO_CELL * (volt - volts[other as usize]).abs()).sum();
            for side in at_side(cell) {
                let by_side = TO_SIDE * (volt - potential(side)).abs();
                flow += by_side;
                total += if side == source { by_side } else { 0.0 };
            }
            // What flows in flows out.
            through[cell as usize] = flow / 2.0;
        }
        if total > 0.0 {
            for (current, flow) in currents.iter_mut().zip(through) {
                *current += flow / total;
            }
        }
    }
}
