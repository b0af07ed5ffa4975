//! Thermographs: what a game is worth as the cost of a move rises.

use std::cmp::Ordering;

use hashbrown::HashMap;

use super::Dyadic;
use super::form::{Form, Forms};
use grundy_base::{ByPlayer, Player, Stopped};

/// The left and the right wall of a game cooled by t ≥ 0.
///
/// The wall of a player is the stop of the game cooled by t when that player
/// starts. The walls meet at the temperature, above which stands the mast, at
/// the mean (Winning Ways, chapter 6; Siegel, Combinatorial Game Theory,
/// section II.5). A number is all mast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    pub(super) walls: ByPlayer<Wall>,
}

/// A line of straight pieces: where each begins, from t = 0 on.
type Wall = Vec<Corner>;

/// Where a wall changes its direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corner {
    /// The cost of a move.
    pub temperature: Dyadic,
    /// The stop there.
    pub value: Dyadic,
    /// The growth with each degree from here on: -1, 0 or 1.
    pub slope: i8,
}

impl Corner {
    /// The value on the same straight line at another temperature.
    fn at(&self, temperature: &Dyadic) -> Dyadic {
        let further = temperature - &self.temperature;
        match self.slope {
            0 => self.value.clone(),
            1 => &self.value + &further,
            _ => &self.value - &further,
        }
    }
}

impl Thermograph {
    /// The thermograph of a number.
    pub(super) fn mast(at: &Dyadic) -> Self {
        let corner = Corner { temperature: Dyadic::ZERO, value: at.clone(), slope: 0 };
        Thermograph { walls: ByPlayer { left: vec![corner.clone()], right: vec![corner] } }
    }

    /// The corners of a player's wall, from temperature 0 upwards. From the last
    /// on it stands straight.
    #[must_use]
    pub fn wall(&self, player: Player) -> &[Corner] {
        &self.walls[player]
    }

    /// Where the mast stands.
    #[must_use]
    pub fn mean(&self) -> &Dyadic {
        &self.walls.left[self.walls.left.len() - 1].value
    }

    /// Where the mast begins: 0 for numbers, too.
    #[must_use]
    pub fn base(&self) -> &Dyadic {
        let top = |wall: &'_ Wall| wall.len() - 1;
        let (left, right) = (&self.walls.left, &self.walls.right);
        (&left[top(left)].temperature).max(&right[top(right)].temperature)
    }

    /// A player's stop when a move costs `temperature`.
    #[must_use]
    pub fn stop(&self, player: Player, temperature: &Dyadic) -> Dyadic {
        piece_at(&self.walls[player], temperature).value
    }

    /// The thermograph of a game from the facing walls of its options: a player takes the best
    /// option and pays for the move.
    pub(super) fn from_options<'t>(
        left: impl Iterator<Item = &'t Thermograph>,
        right: impl Iterator<Item = &'t Thermograph>,
    ) -> Option<Self> {
        let left = left.map(|option| tilted(&option.walls.right, -1));
        let right = right.map(|option| tilted(&option.walls.left, 1));
        let left = left.reduce(|a, b| outermost(&a, &b, Ordering::Greater))?;
        let right = right.reduce(|a, b| outermost(&a, &b, Ordering::Less))?;
        let (temperature, mean) = meeting(&left, &right);
        let walls = ByPlayer { left, right };
        let cut = |wall: Wall| {
            let mut wall: Wall =
                wall.into_iter().take_while(|corner| corner.temperature < temperature).collect();
            let mast = Corner { temperature: temperature.clone(), value: mean.clone(), slope: 0 };
            if wall.last().is_none_or(|corner| corner.slope != 0) {
                wall.push(mast);
            }
            wall
        };
        Some(Thermograph { walls: ByPlayer { left: cut(walls.left), right: cut(walls.right) } })
    }
}

/// The straight piece of a wall that goes on from a temperature.
fn piece_at(wall: &[Corner], temperature: &Dyadic) -> Corner {
    // Walls begin at 0, the lowest temperature.
    let behind = wall.partition_point(|corner| corner.temperature <= *temperature).max(1);
    let Corner { slope, .. } = wall[behind - 1];
    Corner { temperature: temperature.clone(), value: wall[behind - 1].at(temperature), slope }
}

/// A wall with the cost of a move added (`by` 1), or taken away (-1).
fn tilted(wall: &[Corner], by: i8) -> Wall {
    let tilt = |corner: &Corner| Corner {
        value: Corner { temperature: Dyadic::ZERO, slope: by, value: corner.value.clone() }
            .at(&corner.temperature),
        temperature: corner.temperature.clone(),
        slope: corner.slope + by,
    };
    wall.iter().map(tilt).collect()
}

/// The greater, or the less, of two walls at every temperature.
fn outermost(a: &[Corner], b: &[Corner], which: Ordering) -> Wall {
    let mut temperatures: Vec<&Dyadic> =
        a.iter().chain(b).map(|corner| &corner.temperature).collect();
    temperatures.sort();
    temperatures.dedup();
    let mut wall = Wall::new();
    for (i, &from) in temperatures.iter().enumerate() {
        let pieces = [a, b].map(|wall| piece_at(wall, from));
        let by_value = pieces[0].value.cmp(&pieces[1].value);
        let first = by_value.then(pieces[0].slope.cmp(&pieces[1].slope));
        let [outer, inner] = if first == which || first == Ordering::Equal {
            pieces
        } else {
            let [a, b] = pieces;
            [b, a]
        };
        // Where the inner piece catches up before the next corner.
        let crossing = (inner.slope != outer.slope
            && by_value != Ordering::Equal
            && inner.slope.cmp(&outer.slope) == which)
            .then(|| crossing(&outer, &inner))
            .filter(|at| temperatures.get(i + 1).is_none_or(|next| at < *next));
        let later = crossing.map(|at| Corner { value: inner.at(&at), temperature: at, ..inner });
        for corner in std::iter::once(outer).chain(later) {
            if wall.last().is_none_or(|last| last.slope != corner.slope) {
                wall.push(corner);
            }
        }
    }
    wall
}

/// The temperature at which two lines meet that begin at the same temperature and whose slopes
/// differ by one or two.
fn crossing(a: &Corner, b: &Corner) -> Dyadic {
    let apart = (&a.value - &b.value).abs();
    let apart = if a.slope.abs_diff(b.slope) == 2 { apart.half() } else { apart };
    &a.temperature + &apart
}

/// Where the left scaffold first comes down to the right one: the temperature
/// and the value there.
fn meeting(left: &[Corner], right: &[Corner]) -> (Dyadic, Dyadic) {
    let mut temperatures: Vec<&Dyadic> =
        left.iter().chain(right).map(|corner| &corner.temperature).collect();
    temperatures.sort();
    temperatures.dedup();
    for (i, &from) in temperatures.iter().enumerate() {
        let [l, r] = [left, right].map(|wall| piece_at(wall, from));
        if l.value <= r.value {
            // Only at the bottom, where an infinitesimal's scaffolds start together.
            return (from.clone(), l.value);
        }
        if l.slope < r.slope {
            let at = crossing(&l, &r);
            if temperatures.get(i + 1).is_none_or(|next| at <= **next) {
                return (at.clone(), l.at(&at));
            }
        }
    }
    // Above all corners, the left scaffold leans right or the right one leans left.
    unreachable!("a move costs more than it gains at last")
}

impl Forms<'_> {
    /// The thermograph of a game.
    ///
    /// Time: the corners of the options of all followers.
    pub fn thermograph(&mut self, form: Form) -> Result<Thermograph, Stopped> {
        self.thermograph_from(form, &mut HashMap::new())
    }

    /// The same, with a cache of thermographs: those of all followers are added to it.
    pub fn thermograph_from(
        &mut self,
        form: Form,
        known: &mut HashMap<Form, Thermograph>,
    ) -> Result<Thermograph, Stopped> {
        let mut open = vec![form];
        while let Some(&next) = open.last() {
            if known.contains_key(&next) {
                open.pop();
                continue;
            }
            if let Some(value) = self.as_compact(next) {
                known.insert(next, Thermograph::mast(&value.number));
                continue;
            }
            let options = [self.options(next, Player::Left)?, self.options(next, Player::Right)?];
            let before = open.len();
            open.extend(options.iter().flatten().filter(|&option| !known.contains_key(option)));
            if open.len() == before {
                let [left, right] = options.map(|options| options.into_iter().map(|o| &known[&o]));
                // Only numbers lack options on a side.
                let found = Thermograph::from_options(left, right);
                known.insert(next, found.unwrap_or_else(|| Thermograph::mast(&Dyadic::ZERO)));
            }
        }
        Ok(known[&form].clone())
    }

    /// How much it is worth to move: the temperature where the walls of the thermograph meet. For a
    /// number it is below zero: -1 / 2^k with k binary places (Siegel, Combinatorial Game Theory,
    /// section II.5).
    pub fn temperature(&mut self, form: Form) -> Result<Dyadic, Stopped> {
        match self.as_number(form) {
            Some(number) => Ok(Dyadic::new(-1, number.exponent())),
            None => Ok(self.thermograph(form)?.base().clone()),
        }
    }

    /// The mean value: what many copies of a game are worth on average.
    pub fn mean(&mut self, form: Form) -> Result<Dyadic, Stopped> {
        Ok(self.thermograph(form)?.mean().clone())
    }
}
