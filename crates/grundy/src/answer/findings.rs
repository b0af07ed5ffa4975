//! What is proved of a game so far, by any method. Findings only become more precise; a
//! contradiction between two is a fault of this library, and names both methods.

use super::options::Question;
use super::{Answer, OpenSide, Part, PartizanValue, Score, Side, Solved};
use crate::game::Game;
use crate::solve::partitioned::Failure;
use crate::solve::proof::Bounds;
use crate::value::LoopyNimber;
use grundy_base::{ByPlayer, Fate, Outcome, Player};

/// A part of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facet {
    /// Who wins, for each possible starter.
    Winner,
    /// A move that keeps the result.
    Move,
    /// All such moves.
    Moves,
    /// The number of moves in which a player wins or loses.
    Remoteness,
    /// The number of points by which a player wins.
    Margin,
    /// What the game is worth in a sum.
    Value,
    /// All positions with their verdicts.
    Positions,
}

impl Facet {
    /// All facets, in the order in which they are told.
    pub const ALL: [Facet; 7] = [
        Facet::Winner,
        Facet::Move,
        Facet::Moves,
        Facet::Remoteness,
        Facet::Margin,
        Facet::Value,
        Facet::Positions,
    ];

    /// Its name in text and JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Facet::Winner => "winner",
            Facet::Move => "move",
            Facet::Moves => "moves",
            Facet::Remoteness => "remoteness",
            Facet::Margin => "margin",
            Facet::Value => "value",
            Facet::Positions => "positions",
        }
    }
}

/// What is proved of play that a player starts.
#[derive(Clone)]
struct Start {
    bounds: Bounds,
    /// The method that proved the bounds.
    by: &'static str,
    side: Option<Side>,
    /// The method that found the side.
    side_by: &'static str,
    score: Option<Score>,
    open: Option<OpenSide>,
}

impl Start {
    const UNKNOWN: Start =
        Start { bounds: Bounds::UNKNOWN, by: "", side: None, side_by: "", score: None, open: None };
}

/// What is proved of a game.
pub(super) struct Findings<'q> {
    question: Question<'q>,
    starts: ByPlayer<Start>,
    nimber: Option<(LoopyNimber, Vec<Part>, &'static str)>,
    partizan: Option<PartizanValue>,
    theorem: Option<&'static str>,
    positions: Option<usize>,
    solved: Option<Solved>,
    /// The method at work.
    method: &'static str,
    contradiction: Option<Failure>,
    /// What terms, and the games after their moves, are worth.
    worths: Vec<(String, LoopyNimber)>,
}

impl<'q> Findings<'q> {
    pub(super) fn new(question: Question<'q>) -> Self {
        Findings {
            question,
            starts: ByPlayer { left: Start::UNKNOWN, right: Start::UNKNOWN },
            nimber: None,
            partizan: None,
            theorem: None,
            positions: None,
            solved: None,
            method: "",
            contradiction: None,
            worths: Vec::new(),
        }
    }

    /// Adds the values of games that come up in this one.
    pub(super) fn put_worths<'a>(
        &mut self,
        worths: impl Iterator<Item = (&'a dyn Game, &'a LoopyNimber)>,
    ) {
        self.worths.extend(worths.map(|(game, worth)| (game.text(), worth.clone())));
    }

    /// The values of games that come up in this one, as far as they are new.
    pub(super) fn worths(&mut self) -> Vec<(String, LoopyNimber)> {
        std::mem::take(&mut self.worths)
    }

    /// The findings from now on are those of this method.
    pub(super) fn listen(&mut self, method: &'static str) {
        self.method = method;
    }

    /// The contradiction, if two methods have said what cannot both be true.
    pub(super) fn contradiction(&mut self) -> Option<Failure> {
        self.contradiction.take()
    }

    fn contradict(&mut self, other: &'static str, what: &str) {
        let game = self.question.game.text();
        let what = format!("{what} of {game}");
        let methods = [other, self.method];
        self.contradiction.get_or_insert(Failure::Contradiction { methods, what });
    }

    /// What is proved of the result for a player who starts.
    pub(super) fn bounds(&self, starter: Player) -> Bounds {
        self.starts[starter].bounds
    }

    /// What a player who starts brings about, once that is proved.
    pub(super) fn fate(&self, starter: Player) -> Option<Fate> {
        self.bounds(starter).fate()
    }

    /// What the player who starts brings about lies within these bounds.
    pub(super) fn prove(&mut self, starter: Player, bounds: Bounds) {
        let start = &mut self.starts[starter];
        if start.bounds.rules_out(bounds.at_least) || bounds.rules_out(start.bounds.at_least) {
            let by = start.by;
            return self.contradict(by, &format!("what {starter} brings about by starting"));
        }
        let both = start.bounds.and(bounds);
        if both != start.bounds {
            let is_news = both.fate().is_some();
            (start.bounds, start.by) = (both, self.method);
            // In an impartial game it does not matter who starts.
            let other = starter.opponent();
            if self.question.game.impartial() && self.question.starters().any(|one| one == other) {
                self.prove(other, bounds);
            }
            if is_news {
                self.tell();
            }
        }
    }

    /// Adds what a player who starts brings about, and by which moves.
    pub(super) fn put_side(&mut self, starter: Player, side: Side) {
        self.prove(starter, Bounds { at_least: side.fate, at_most: side.fate });
        if let Some(score) = side.score.clone() {
            self.put_score(starter, score);
        }
        let precision = |side: &Side| (side.complete, side.remoteness.is_some(), side.best.len());
        let start = &mut self.starts[starter];
        let is_news = start.side.as_ref().is_none_or(|old| precision(&side) > precision(old));
        if let Some(old) = &mut start.side {
            let differ = |one: Option<u32>, other: Option<u32>| {
                one.zip(other).is_some_and(|(one, other)| one != other)
            };
            if old.fate == side.fate && differ(old.remoteness, side.remoteness) {
                let by = start.side_by;
                return self.contradict(by, &format!("the remoteness for {starter}"));
            }
            let impartial = self.question.game.impartial();
            if old.complete && side.complete && !same_moves(old, &side, impartial) {
                let by = start.side_by;
                return self.contradict(by, &format!("the best moves for {starter}"));
            }
            if precision(&side) < precision(old) {
                old.remoteness = old.remoteness.or(side.remoteness);
                return;
            }
            let remoteness = side.remoteness.or(old.remoteness);
            start.side = Some(Side { remoteness, ..side });
        } else {
            start.side = Some(side);
        }
        start.side_by = self.method;
        if is_news {
            self.tell();
        }
    }

    /// Adds the margin for a player who starts.
    pub(super) fn put_score(&mut self, starter: Player, score: Score) {
        let fate = score.fate();
        self.prove(starter, Bounds { at_least: fate, at_most: fate });
        let start = &mut self.starts[starter];
        if start.score.as_ref().is_some_and(|old| old.total != score.total) {
            return self.contradict("points", &format!("the margin for {starter}"));
        }
        if start.score.replace(score).is_none() {
            self.tell();
        }
    }

    /// Adds what looks best for a player who starts, while that is not proved.
    pub(super) fn put_open(&mut self, starter: Player, open: OpenSide) {
        self.starts[starter].open = Some(open);
    }

    /// Adds the value of an impartial game, and of its components.
    pub(super) fn put_nimber(&mut self, value: LoopyNimber, parts: Vec<Part>) {
        if let Some((old, _, by)) = &self.nimber
            && *old != value
        {
            let by = *by;
            return self.contradict(by, "the value");
        }
        self.follow(value.outcome());
        if self.nimber.as_ref().is_none_or(|(_, old, _)| old.is_empty()) {
            self.nimber = Some((value, parts, self.method));
            self.tell();
        }
    }

    /// Adds the value of a partizan game.
    pub(super) fn put_partizan(&mut self, value: PartizanValue) {
        if let Some(facts) = value.facts() {
            self.follow(facts.outcome);
        }
        self.partizan = Some(value);
        self.tell();
    }

    /// Derives who wins from the outcome class.
    fn follow(&mut self, outcome: Outcome) {
        for starter in self.question.starters() {
            let fate = outcome.fate(starter);
            self.prove(starter, Bounds { at_least: fate, at_most: fate });
        }
    }

    /// Adds where the theorem is published that says who wins.
    pub(super) fn put_theorem(&mut self, source: &'static str) {
        self.theorem = Some(source);
    }

    /// Adds how many positions play reaches.
    pub(super) fn put_positions(&mut self, positions: usize) {
        self.positions = Some(positions);
    }

    /// Adds all positions with their verdicts.
    pub(super) fn put_solved(&mut self, solved: Solved) {
        self.positions = Some(solved.play.positions);
        self.solved = Some(solved);
    }

    /// Whether anything is proved.
    pub(super) fn is_something(&self) -> bool {
        let known = |start: &Start| start.bounds != Bounds::UNKNOWN;
        known(&self.starts.left) || known(&self.starts.right)
    }

    /// Whether it is known which moves look best.
    pub(super) fn is_open(&self) -> bool {
        self.starts.left.open.is_some() || self.starts.right.open.is_some()
    }

    /// Whether a facet is missing, for a possible starter.
    pub(super) fn lacks(&self, facet: Facet) -> bool {
        let game = self.question.game;
        let any = |missing: &dyn Fn(&Start) -> bool| {
            self.question.starters().any(|starter| missing(&self.starts[starter]))
        };
        match facet {
            Facet::Winner => any(&|start| start.bounds.fate().is_none()),
            Facet::Move => any(&|start| {
                let none = |side: &Side| side.fate != Fate::Loss && side.best.is_empty();
                start.side.as_ref().is_none_or(|side| none(side) && !side.complete)
            }),
            // A player who loses does so with any move.
            Facet::Moves => any(&|start| {
                let lost = start.bounds.fate() == Some(Fate::Loss);
                !lost && start.side.as_ref().is_none_or(|side| !side.complete)
            }),
            Facet::Remoteness => any(&|start| {
                start.side.as_ref().is_none_or(|side| {
                    let endless = side.fate == Fate::Draw && self.positions.is_some();
                    side.remoteness.is_none() && !endless
                })
            }),
            Facet::Margin => game.counts_points() && any(&|start| start.score.is_none()),
            Facet::Value => {
                self.question.has_value() && self.nimber.is_none() && self.partizan.is_none()
            }
            Facet::Positions => self.solved.is_none(),
        }
    }

    /// Whether a facet must be found before the work ends.
    pub(super) fn must_have(&self, facet: Facet) -> bool {
        let wanted = self.question.options.wanted;
        match facet {
            Facet::Winner | Facet::Move => wanted.winner,
            // A list of all positions says who wins; the margin costs as much again.
            Facet::Margin => {
                wanted.winner && (!wanted.positions || self.question.game.has_scores())
            }
            Facet::Moves => wanted.moves,
            Facet::Remoteness => wanted.remoteness,
            Facet::Value => wanted.value,
            Facet::Positions => wanted.positions,
        }
    }

    /// The facets that are missing and were asked for.
    pub(super) fn missing(&self) -> impl Iterator<Item = Facet> {
        Facet::ALL.into_iter().filter(|&facet| self.must_have(facet) && self.lacks(facet))
    }

    /// Reports the findings so far to the caller.
    fn tell(&self) {
        let Some(told) = self.question.options.told else { return };
        let Findings { starts, nimber, partizan, theorem, positions, .. } = self;
        let (starts, nimber, partizan) = (starts.clone(), nimber.clone(), partizan.clone());
        let (theorem, positions) = (*theorem, *positions);
        let new = Findings::new(self.question);
        told(&Findings { starts, nimber, partizan, theorem, positions, ..new }.answer());
    }

    /// The answer, as far as it is found.
    pub(super) fn answer(self) -> Answer {
        let missing = self.missing().collect();
        let Findings { question, starts, nimber, partizan, theorem, positions, solved, .. } = self;
        let mut answer = Answer::new(question.game, question.convention);
        let ByPlayer { left, right } = starts;
        for (starter, start) in [(Player::Left, left), (Player::Right, right)] {
            if !question.starters().any(|one| one == starter) {
                continue;
            }
            let Some(fate) = start.bounds.fate() else {
                let nothing = || OpenSide { bounds: start.bounds, best: vec![], line: vec![] };
                let open = start.open.unwrap_or_else(nothing);
                answer.open[starter] = Some(OpenSide { bounds: start.bounds, ..open });
                continue;
            };
            let mut side = start.side.unwrap_or_else(|| Side::of(fate));
            side.score = start.score;
            *answer.side_mut(starter) = Some(side);
        }
        // Who wins if the other player starts was perhaps not asked for, or not found; the value
        // says it.
        let asked = match question.game.turn() {
            None => question.options.starter.is_none(),
            // If the turn was only said by the user, the other player could start, too.
            Some(_) => question.game.has_ends() || question.game.to_move(None).turn().is_some(),
        };
        let both = asked && Player::BOTH.into_iter().all(|player| answer.open[player].is_none());
        answer.outcome = match both {
            true => super::outcome(answer.left.as_ref(), answer.right.as_ref()),
            false => nimber
                .as_ref()
                .map(|(value, ..)| value.outcome())
                .or_else(|| Some(partizan.as_ref()?.facts()?.outcome)),
        };
        (answer.theorem, answer.positions) = (theorem, positions);
        if let Some((value, parts, _)) = nimber {
            (answer.value, answer.parts) = (Some(value), parts);
        }
        answer.partizan = partizan;
        answer.solved = solved;
        answer.missing = missing;
        answer
    }
}

/// Whether two lists have the same moves. The terms of a sum may stand in any order, and those of an
/// impartial one may be added or subtracted.
fn same_moves(one: &Side, other: &Side, impartial: bool) -> bool {
    let written = |to: &str| {
        let signed = to.replace(" - ", " + -");
        let unsigned = |term: &str| match impartial {
            true => term.trim_start_matches('-').to_string(),
            false => term.to_string(),
        };
        let mut terms: Vec<String> = signed.split(" + ").map(unsigned).collect();
        terms.sort_unstable();
        terms.join(" + ")
    };
    let sorted = |side: &Side| {
        let mut to: Vec<String> = side.best.iter().map(|best| written(&best.to)).collect();
        to.sort_unstable();
        to.dedup();
        to
    };
    sorted(one) == sorted(other)
}
