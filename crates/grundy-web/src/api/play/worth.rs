//! The winner in a position, and its value: from the positions of the whole game, or otherwise from
//! values.

use std::sync::Arc;

use grundy::answer::{Judge, Judgement, Worth, worths};
use grundy::value::Forms;
use grundy::{Convention, End, Fate, Game, Limits, Player, Stopped};

/// The solved games in which positions are looked up.
pub(super) struct Judges {
    /// The judge of the current position, or of a game that contains it, and the judge of
    /// the start of play; empty if nothing is solved.
    pub(super) known: Vec<Arc<Judge>>,
    pub(super) convention: Convention,
}

impl Judges {
    /// No solved games: only the rules decide.
    pub(super) fn none(convention: Convention) -> Self {
        Judges { known: Vec::new(), convention }
    }

    /// The verdict from the solved games, or from the rules alone if play has ended.
    pub(super) fn verdict(&self, game: &dyn Game, mover: Player) -> Option<Judgement> {
        let verdict = self.known.iter().find_map(|judge| judge.verdict(game, mover));
        verdict.map(Judgement::from).or_else(|| self.ended(game, mover))
    }

    /// The result for the player to move, if play has ended.
    pub(super) fn ended(&self, game: &dyn Game, mover: Player) -> Option<Judgement> {
        let fate = match (game.end(mover), self.convention) {
            (Some(End::Won(winner)), _) if winner == mover => Fate::Win,
            (Some(End::Won(_)), _) => Fate::Loss,
            (Some(End::Tie), _) => Fate::Draw,
            (None, _) if game.option_at(mover, 0).is_some() => return None,
            (None, Convention::Normal) => Fate::Loss,
            (None, Convention::Misere) => Fate::Win,
        };
        Some(Judgement { fate, remoteness: Some(0) })
    }
}

/// Values of positions, and the forms that they refer to.
pub(super) struct Values<'a> {
    pub(super) forms: Forms<'a>,
    pub(super) worths: Vec<Option<Worth>>,
    pub(super) stopped: Option<Stopped>,
}

impl<'a> Values<'a> {
    /// The values of these positions, computed in half of the time limit.
    pub(super) fn new(
        games: &[&dyn Game],
        convention: Convention,
        limits: &Limits<'a>,
    ) -> Values<'a> {
        let time = limits.time.map(|(start, time)| (start, time / 2));
        let limits = Limits { time, ..*limits };
        let mut forms = Forms::new(limits);
        let (worths, stopped) = worths(games, convention, &mut forms, &limits);
        Values { forms, worths, stopped }
    }

    /// No values, for `games` positions.
    pub(super) fn none(games: usize, limits: &Limits<'a>) -> Values<'a> {
        Values { forms: Forms::new(*limits), worths: vec![None; games], stopped: None }
    }

    /// The winner in one position, from its value.
    pub(super) fn found(&mut self, place: usize, mover: Player) -> Option<Judgement> {
        let fate = self.worths[place].as_ref()?.fate(mover, &mut self.forms).ok()?;
        Some(Judgement { fate, remoteness: None })
    }

    /// The value of one position as text, unless it is too long to read.
    pub(super) fn text(&mut self, place: usize) -> Option<String> {
        const LONGEST: usize = 200;
        let text = self.worths[place].as_ref()?.text(&mut self.forms).ok()?;
        (text.len() <= LONGEST).then_some(text)
    }
}
