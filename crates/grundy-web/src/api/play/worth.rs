//! Who wins in a position, and what it is worth: from the positions of the whole
//! game, or else from values.

use std::sync::Arc;

use grundy::answer::{Judge, Judgement, Worth, worths};
use grundy::value::Forms;
use grundy::{Convention, End, Fate, Game, Limits, Player, Stopped};

/// Those who know the positions of the game, and of what is left of it.
pub(super) struct Judges {
    /// Of the position on the table or a game that it came from, and of where
    /// play began; none where nothing is to be solved.
    pub(super) known: Vec<Arc<Judge>>,
    pub(super) convention: Convention,
}

impl Judges {
    /// Who know nothing but the rules.
    pub(super) fn none(convention: Convention) -> Self {
        Judges { known: Vec::new(), convention }
    }

    /// What is known from the positions of whole games, and from the rules alone
    /// where play has ended.
    pub(super) fn verdict(&self, game: &dyn Game, mover: Player) -> Option<Judgement> {
        let verdict = self.known.iter().find_map(|judge| judge.verdict(game, mover));
        verdict.map(Judgement::from).or_else(|| self.ended(game, mover))
    }

    /// What has become of the player to move where play has ended.
    fn ended(&self, game: &dyn Game, mover: Player) -> Option<Judgement> {
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
    /// Of these positions, in half of the time that is left.
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

    /// None of any position.
    pub(super) fn none(games: usize, limits: &Limits<'a>) -> Values<'a> {
        Values { forms: Forms::new(*limits), worths: vec![None; games], stopped: None }
    }

    /// Who wins by the value of one.
    pub(super) fn found(&mut self, place: usize, mover: Player) -> Option<Judgement> {
        let fate = self.worths[place].as_ref()?.fate(mover, &mut self.forms).ok()?;
        Some(Judgement { fate, remoteness: None })
    }

    /// The value of one as text, unless it is longer than a person reads.
    pub(super) fn text(&mut self, place: usize) -> Option<String> {
        const LONGEST: usize = 200;
        let text = self.worths[place].as_ref()?.text(&mut self.forms).ok()?;
        (text.len() <= LONGEST).then_some(text)
    }
}
