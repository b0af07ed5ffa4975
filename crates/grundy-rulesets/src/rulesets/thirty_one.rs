//! The game of 31: count by 1 to 3; whoever says 31 loses, or wins.

use std::ops::ControlFlow;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{End, ParseError, Player, Text};
use grundy_ruleset::scene::{
    Ground, Kind, Label, Line, Look, Owner, Piece, Place, Scene, Stroke, Token,
};
use grundy_ruleset::{HeapKind, HeapRules, Named, Notation, OnOption, Ruleset};

/// Count up to a target; the last number decides.
///
/// If saying the target loses, saying it is not a move here: a player who can say nothing
/// else has no move and loses, as in normal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThirtyOne {
    /// Whether the player who says the target wins; otherwise that player loses.
    wins: bool,
    /// Whether a player has said the target and so lost. No move leads to this end; it can
    /// only be given as a position.
    over: bool,
    target: u32,
    /// The greatest step.
    step: u32,
}

const CLASSIC: ThirtyOne = ThirtyOne { wins: false, over: false, target: 31, step: 3 };

impl Ruleset for ThirtyOne {
    /// The number said last; 0 before the first.
    type Position = u32;

    fn impartial(&self) -> bool {
        true
    }

    fn has_ends(&self) -> bool {
        self.over
    }

    fn options(&self, &said: &u32, _: Player) -> impl Iterator<Item = u32> {
        (1..=self.step.min(self.last() - said)).map(move |more| said + more)
    }

    fn end(&self, _: &u32, mover: Player) -> Option<End> {
        self.over.then_some(End::Won(mover))
    }

    fn negative(&self, said: &u32) -> Option<u32> {
        Some(*said)
    }
}

/// Counting up to the last number is taking from a heap of the numbers still missing.
impl HeapRules for ThirtyOne {
    fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
        (1..=u64::from(self.step).min(size)).try_for_each(|more| option(&[size - more]))
    }

    // Bachet 1612: leave a multiple of the sum that a move and its answer can always make.
    fn closed_form(&self, size: u64) -> Option<u64> {
        Some(size % self.round())
    }

    fn options_worth(&self, size: u64, value: u64) -> Named {
        let round = self.round();
        let more = (size % round + round - value % round) % round;
        let can = value < round && (1..=size).contains(&more);
        Named { moves: can.then(|| vec![size - more]).into_iter().collect(), all: true }
    }

    fn kind(&self) -> HeapKind {
        HeapKind::Theorem { period: self.round() as usize, preperiod: 0, saltus: 0 }
    }
}

impl ThirtyOne {
    /// The sum that an answer can always make with the opponent's move.
    fn round(&self) -> u64 {
        u64::from(self.step) + 1
    }

    /// The greatest number that a move can say.
    fn last(&self) -> u32 {
        if self.wins || self.over { self.target } else { self.target - 1 }
    }

    /// Reads `wins` or `loses`, and optionally the target and the greatest step.
    fn parse(text: Text<'_>) -> Result<Self, ParseError> {
        let mut rules = CLASSIC;
        for (i, part) in text.split(',').enumerate() {
            match (i, part.as_str()) {
                (0, "wins") => rules.wins = true,
                (0, "loses") => rules.wins = false,
                (0, _) => return Err(part.expected("wins or loses")),
                (1, _) => rules.target = positive(part, "a target")?,
                (2, _) => rules.step = positive(part, "a greatest step")?,
                _ => return Err(part.expected("no more than three parameters")),
            }
        }
        Ok(rules)
    }
}

fn positive(text: Text<'_>, what: &str) -> Result<u32, ParseError> {
    match text.number(what)? {
        0 => Err(text.expected(format!("{what} above 0"))),
        number => Ok(number),
    }
}

impl Notation for ThirtyOne {
    fn name(&self) -> &'static str {
        "thirty-one"
    }

    fn parameters(&self) -> String {
        let word = if self.wins { "wins" } else { "loses" };
        let ThirtyOne { target, step, .. } = *self;
        match (target, step) == (CLASSIC.target, CLASSIC.step) {
            true if !self.wins => String::new(),
            true => word.to_string(),
            false => format!("{word},{target},{step}"),
        }
    }

    fn start(&self) -> Option<u32> {
        Some(0)
    }

    fn print(&self, said: &u32) -> String {
        said.to_string()
    }

    fn read(&self, text: Text<'_>) -> Result<u32, ParseError> {
        let said = text.number("the number said last").map_err(|error| {
            match text.as_str().contains(',') {
                true => error.with_help("sums are written thirty-one(3) + thirty-one(5)"),
                false => error,
            }
        })?;
        if said > self.last() {
            return Err(text.expected(format!("a number of at most {}", self.last())));
        }
        Ok(said)
    }

    fn draw(&self, said: &u32) -> String {
        let word = if self.wins { "wins" } else { "loses" };
        let said = if *said == 0 { "nothing".to_string() } else { said.to_string() };
        format!("{said} said; who says {} {word}", self.target)
    }

    /// A track of numbers; the target has a frame.
    fn scene(&self, &said: &u32) -> Scene {
        /// Longer tracks show only the numbers that can be said next.
        const LONGEST: u32 = 200;
        const IN_LINE: usize = 10;
        let numbers: Vec<u32> = match self.target <= LONGEST {
            true => (1..=self.target).collect(),
            false => {
                let last = said.saturating_add(self.step.min(LONGEST)).min(self.target);
                let target = (last < self.target).then_some(self.target);
                (said.max(1)..=last).chain(target).collect()
            }
        };
        let wide = (0.26 * self.target.to_string().len() as f64).max(1.0);
        let mut scene = Scene::default();
        for (i, &number) in numbers.iter().enumerate() {
            let [x, y] = [(i % IN_LINE) as f64 * wide, (i / IN_LINE) as f64 * 1.0];
            let centre = [x + wide / 2.0, y + 0.5];
            let ground = if number < said { Ground::None } else { Ground::Square };
            let place = Place::new(number.to_string(), centre, ground);
            let here = number == said;
            scene.places.push(if here { place.with(Look::Token, Owner::Both) } else { place });
            scene.labels.push(Label::new(number.to_string(), centre, Kind::Name));
            if number == self.target {
                let corner = |across: f64, down: f64| [centre[0] + across, centre[1] + down];
                let corners =
                    [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
                for (i, &from) in corners.iter().enumerate() {
                    scene.lines.push(Line::new(from, corners[(i + 1) % 4], Stroke::Thick));
                }
            }
            scene.size = [scene.size[0].max(x + wide), y + 1.0];
        }
        scene
    }

    fn tokens(&self, scene: &Scene, _: &u32, to: &u32, _: Player) -> Vec<Token> {
        let name = to.to_string();
        let place = scene.places.iter().position(|place| place.name == name);
        // Numbers that a shortened track does not show are represented by its last place but one.
        let place = place.unwrap_or_else(|| scene.places.len().saturating_sub(2));
        let piece = Some(Piece::new(Look::Token, Owner::Both));
        vec![Token::Put { places: vec![place], piece }]
    }

    /// The numbers that the player says.
    fn move_name(&self, from: &u32, to: &u32, _: Player) -> String {
        if to - from > 4 {
            return format!("{}, …, {to}", from + 1);
        }
        (from + 1..=*to).map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
    }

    fn heaps(&self) -> Option<&dyn HeapRules> {
        (!self.over).then_some(self)
    }

    fn heap_sizes(&self, said: &u32) -> Vec<u64> {
        vec![(self.last() - said).into()]
    }

    fn with_heap_sizes(&self, sizes: &[u64]) -> Option<u32> {
        match *sizes {
            [] => Some(self.last()),
            [left] => self.last().checked_sub(u32::try_from(left).ok()?),
            _ => None,
        }
    }
}

/// Thirty-one in the catalogue.
// The default is the party game Baskin Robbins 31, in which saying 31 loses.
pub const fn entry() -> Entry {
    Entry {
        name: "thirty-one",
        aliases: &["game-of-31", "baskin-robbins-31"],
        family: Family::Heaps,
        title: "Thirty-one",
        about: "Count up together, each saying one, two or three numbers in turn; whoever has to say \
                31 loses. Known at parties, and won by counting in fours.",
        rules: "The players count together: each goes on by one, two or three numbers. The player \
                who says 31 loses, or, with the parameter `wins`, wins. The target and the greatest \
                step can be chosen: in thirty-one(wins,100,10) players count on by up to ten, and \
                saying 100 wins. The position is the number said last, 0 at the start. Where saying \
                the target loses, it is not a move: the player who can say nothing else cannot move, \
                and loses. So counting is a heap of the numbers that are left, up to the target \
                (where it wins) or the one before it (where it loses); it is worth their number \
                modulo four, or one more than the greatest step, and the key is to leave a multiple \
                of that.",
        notation: "thirty-one, thirty-one(SAID), thirty-one(wins; SAID), thirty-one(loses; SAID) or \
                   thirty-one(wins,TARGET,STEP; SAID)",
        examples: &["thirty-one", "thirty-one(wins; 17)", "thirty-one(wins,100,10)"],
        source: "Claude Gaspard Bachet de Méziriac, Problèmes plaisants et délectables, 1612 (to 100 \
                 by up to ten); the party game Baskin Robbins 31",
        parse: &|arguments: &Arguments<'_>| {
            let (parameters, position) = match arguments.optional() {
                // A single number is the position.
                (Some(first), None) if first.as_str().starts_with(|c: char| c.is_ascii_digit()) => {
                    (None, Some(first))
                }
                both => both,
            };
            let parameters = parameters.filter(|parameters| !parameters.is_empty());
            let rules = parameters.map_or(Ok(CLASSIC), ThirtyOne::parse)?;
            // If saying the target loses, the target itself is also read as a position.
            let said =
                position.map_or(Ok(0), |text| ThirtyOne { over: true, ..rules }.read(text))?;
            let over = !rules.wins && said == rules.target;
            Ok(arguments.game(ThirtyOne { over, ..rules }, said))
        },
    }
}
