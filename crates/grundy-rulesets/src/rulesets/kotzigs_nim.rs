//! Kotzig's Nim: a coin goes round a circle, and never comes to a place where it has been.
//!
//! # Known answers
//!
//! Written Γ(1,2; 8) in Winning Ways, chapter 15. The answers are from a search over sets of
//! places, written without this library.
//!
//! ```text
//! kotzigs-nim(1,2; 3) => outcome=P value=0
//! kotzigs-nim(1,2; 7) => outcome=P value=0
//! kotzigs-nim(1,2; 8) => outcome=N value=*
//! kotzigs-nim(1,2; 16) => outcome=N value=*
//! kotzigs-nim(1,3; 15) => outcome=P value=0
//! kotzigs-nim(2,3; 13) => outcome=P value=0
//! kotzigs-nim(2,3; 16) => outcome=N value=*2
//! kotzigs-nim(1,2,3; 9) => outcome=N value=*3
//! kotzigs-nim(1,4; 15) => outcome=P value=0
//! ```

use std::f64::consts::TAU;
use std::sync::Arc;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ParseError, Player, Text};
use grundy_ruleset::board::strip;
use grundy_ruleset::scene::{Ground, Kind, Label, Look, Owner, Piece, Place, Scene};
use grundy_ruleset::{Notation, Ruleset};

/// Kotzig's Nim with these steps.
#[derive(Clone, Debug)]
pub struct KotzigsNim {
    steps: Arc<[u32]>,
    /// The number of places of the circle.
    places: u32,
}

/// The place of the coin, and the places where it has been, its present place included.
type Walk = [u64; 2];

/// The greatest number of places of a circle.
const MOST: u32 = 64;

impl KotzigsNim {
    fn read_steps(text: Text<'_>) -> Result<Arc<[u32]>, ParseError> {
        let step = |part: Text<'_>| match part.number("a step")? {
            step @ 1..MOST => Ok(step),
            _ => Err(part.expected(format!("a step from 1 to {}", MOST - 1))),
        };
        let mut steps = text.split(',').map(step).collect::<Result<Vec<u32>, _>>()?;
        steps.sort_unstable();
        steps.dedup();
        Ok(steps.into())
    }
}

impl Ruleset for KotzigsNim {
    type Position = Walk;

    fn impartial(&self) -> bool {
        true
    }

    fn options(&self, &[at, been]: &Walk, _: Player) -> impl Iterator<Item = Walk> {
        let places = u64::from(self.places.max(1));
        let reached = self.steps.iter().map(move |&step| (at + u64::from(step)) % places);
        reached.filter(move |to| been >> to & 1 == 0).map(move |to| [to, been | 1 << to])
    }

    fn splits(&self) -> bool {
        false
    }

    fn longest_play(&self, &[_, been]: &Walk) -> Option<u64> {
        Some(u64::from(self.places.saturating_sub(been.count_ones())))
    }

    fn negative(&self, walk: &Walk) -> Option<Walk> {
        Some(*walk)
    }
}

impl Notation for KotzigsNim {
    fn name(&self) -> &'static str {
        "kotzigs-nim"
    }

    fn parameters(&self) -> String {
        self.steps.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
    }

    /// The places in order: the coin, places where it has been, and free places. Only the number of
    /// places if the coin has not moved yet.
    fn print(&self, &[at, been]: &Walk) -> String {
        let place = |place: u32| match been >> place & 1 {
            _ if at == u64::from(place) => 'o',
            1 => 'x',
            _ => '.',
        };
        match (at, been) {
            (0, 1) => self.places.to_string(),
            _ => (0..self.places).map(place).collect(),
        }
    }

    fn read(&self, text: Text<'_>) -> Result<Walk, ParseError> {
        if text.is_empty() {
            return Ok([0, 1]);
        }
        if text.as_str().starts_with(|c: char| c.is_ascii_digit()) {
            let places: u32 = text.number("a number of places")?;
            return match places == self.places {
                true => Ok([0, 1]),
                false => Err(text.expected(format!("a circle of {} places", self.places))),
            };
        }
        let places = strip::read(text, "ox.", MOST as usize)?;
        if places.len() != self.places as usize {
            return Err(text.expected(format!("a circle of {} places", self.places)));
        }
        let (coin, been) = (strip::set(&places, 'o'), strip::set(&places, 'x'));
        match coin.count_ones() {
            1 => Ok([coin.trailing_zeros().into(), (coin | been) as u64]),
            _ => Err(text.expected("one coin 'o' on the circle")),
        }
    }

    fn scene(&self, &[at, been]: &Walk) -> Scene {
        /// The distance between the centres of neighbouring places.
        const APART: f64 = 1.25;
        let places = f64::from(self.places.max(1));
        let radius = (APART / 2.0 / (TAU / 2.0 / places.max(3.0)).sin()).max(1.0);
        let side = 2.0 * (radius + 1.1);
        let mut scene = Scene { size: [side, side], ..Scene::default() };
        for place in 0..self.places {
            let (sin, cos) = (TAU * f64::from(place) / places).sin_cos();
            let on = |radius: f64| [side / 2.0 + radius * sin, side / 2.0 - radius * cos];
            let piece = match been >> place & 1 {
                _ if at == u64::from(place) => Some(Piece::new(Look::Token, Owner::Both)),
                1 => Some(Piece::new(Look::Closed, Owner::Nobody)),
                _ => None,
            };
            let name = place.to_string();
            scene.labels.push(Label::new(name.clone(), on(radius + 0.75), Kind::Name));
            scene.places.push(Place { piece, ..Place::new(name, on(radius), Ground::Node) });
        }
        scene
    }

    /// The place that the coin reaches.
    fn move_name(&self, _: &Walk, &[to, _]: &Walk, _: Player) -> String {
        to.to_string()
    }
}

/// Kotzig's Nim in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "kotzigs-nim",
        aliases: &["modular-nim", "kotzig-nim"],
        family: Family::Strip,
        title: "Kotzig's Nim",
        about: "A coin goes round a circle by steps of given lengths, and never to a place where it \
                has been. Whoever cannot move it loses; hardly any circle has a known rule.",
        rules: "A coin lies on a place of a circle, whose places are numbered 0, 1, 2, … A move takes \
                it forwards by one of the STEPS that are allowed, to a place where it has not been. \
                The player who cannot move loses. A game begins with the coin on place 0 of a circle \
                of so many places, which is written Γ(STEPS; PLACES) in the literature. Other \
                positions list the places in order: 'o' is the coin, 'x' a place where it has been, \
                and '.' another one. A circle has at most 64 places.",
        notation: "kotzigs-nim(STEP,STEP,…; PLACES) or kotzigs-nim(STEP,STEP,…; CIRCLE)",
        examples: &["kotzigs-nim(1,2; 8)", "kotzigs-nim(2,3; 12)", "kotzigs-nim(1,2; xx.o....x)"],
        source: "Winning Ways for your Mathematical Plays, chapter 15; Xin Lu Tan and Mark Daniel \
                 Ward, On Kotzig's Nim, Integers 14, 2014",
        parse: &|arguments: &Arguments<'_>| {
            let (steps, circle) = arguments.parameters_and_position()?;
            let steps = KotzigsNim::read_steps(steps)?;
            let number = circle.as_str().starts_with(|c: char| c.is_ascii_digit());
            let places = match number {
                true => circle.number("a number of places")?,
                false => circle.as_str().chars().count().min(MOST as usize) as u32,
            };
            if number && !(1..=MOST).contains(&places) {
                return Err(circle.expected(format!("from 1 to {MOST} places")));
            }
            // If only the ruleset is wanted there is no circle, but the coin needs a place.
            let rules = KotzigsNim { steps, places: places.max(1) };
            let walk = rules.read(circle)?;
            Ok(arguments.game_in_words(rules, walk))
        },
    }
}
