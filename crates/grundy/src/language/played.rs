//! Expressions as games that can be played, move by move.

use std::rc::Rc;
use std::time::Duration;

use super::followers::{Followers, MOST};
use super::plain::Plain;
use super::{Dialect, LanguageError, Position, Session, Term, Value, misere, syntax};
use crate::answer::Options;
use crate::catalogue::{self, NoTerm};
use crate::game::{Game, Line, Of};
use crate::solve::partitioned::Failure;
use crate::value::{Form, MisereForms, Sided};
use grundy_base::{Convention, Limits, ParseError};

impl Session<'_> {
    /// The sum of these terms as one game. Values are played as their canonical
    /// forms.
    pub(super) fn played(
        &mut self,
        terms: &[Term],
        at: usize,
    ) -> Result<Box<dyn Game>, LanguageError> {
        let mut sum = Vec::new();
        for term in terms {
            sum.push(match term {
                Term::Form(form) => (self.written_out(*form, at)?, false),
                Term::Loopy(sided) => (self.loopy(sided, at)?, false),
                Term::Position(position, negative) => (position.game.boxed(), *negative),
            });
        }
        let no_term = terms.iter().find_map(|term| match term {
            Term::Position(position, _) => NoTerm::of(&*position.game).map(|_| position.at),
            _ => None,
        });
        let at = no_term.unwrap_or(at);
        catalogue::add(sum)
            .map_err(|NoTerm(why)| LanguageError::value(format!("{why}: it cannot be added"), at))
    }

    /// A canonical form as a game: a Nim heap, or the play of its followers.
    fn written_out(&mut self, form: Form, at: usize) -> Result<Box<dyn Game>, LanguageError> {
        match self.forms.as_nimber(form) {
            Some(0) => return Ok(catalogue::parse("0")?),
            Some(nimber) => return Ok(catalogue::parse(&format!("*{nimber}"))?),
            None => {}
        }
        let followers = Followers::of_form(form, &mut self.forms, &self.limits)?;
        of_followers(followers, at)
    }

    /// The play of a misère form, whose text stands at a place.
    pub(super) fn misere_form(&mut self, text: &str, at: usize) -> Result<Value, LanguageError> {
        let mut forms = MisereForms::default();
        let form = misere::read(text, at + 2, &mut forms, &self.limits)?;
        let found = Followers::of_misere(form, &forms, &mut self.forms, &self.limits)?;
        let position = Position::new(of_followers(found, at)?, at);
        Ok(Value::Sum(Rc::new([Term::Position(Rc::new(position), false)])))
    }

    /// A stopper as the play of its canonical form.
    fn loopy(&mut self, sided: &Sided, at: usize) -> Result<Box<dyn Game>, LanguageError> {
        let Some(stopper) = sided.stopper() else {
            let why = "a game by its sides is no position: only stoppers are played";
            return Err(LanguageError::value(why, at));
        };
        let followers = Followers::of_stopper(stopper, &mut self.forms, &self.limits)?;
        of_followers(followers, at)
    }

    /// Who wins under misère play.
    pub(super) fn misere_outcome(
        &mut self,
        game: &dyn Game,
        at: usize,
    ) -> Result<String, LanguageError> {
        let options = Options {
            convention: Some(Convention::Misere),
            limits: self.limits,
            beyond: Duration::ZERO,
            ..Options::default()
        };
        let answer = self.solver.solve(game, &options).map_err(Failure::into_stopped)?.whole()?;
        let outcome = answer.outcome.ok_or_else(|| {
            let why = "the game has no outcome class: one player wins or draws";
            LanguageError::value(why, at)
        })?;
        Ok(outcome.word().to_string())
    }
}

fn of_followers(found: Option<Followers>, at: usize) -> Result<Box<dyn Game>, LanguageError> {
    let why = || format!("a canonical form of more than {MOST} followers is not played");
    let followers = found.ok_or_else(|| LanguageError::value(why(), at))?;
    Ok(Box::new(Of::new(followers, 0)))
}

/// The game of an expression: positions, values, and sums, differences and copies of them. Values
/// are played as their canonical forms.
///
/// ```
/// use grundy::{Limits, language};
///
/// let game = language::game("domineering(2x3) - {2|-1}", &Limits::default()).unwrap();
/// assert_eq!(game.text(), "domineering(..|..|..) + {1|-2}");
/// ```
///
/// # Errors
///
/// Where the text cannot be read, or is no game; where a game of the sum has ends of its own; and
/// where a limit is reached while the followers of a value are listed.
pub fn game(text: &str, limits: &Limits<'_>) -> Result<Box<dyn Game>, LanguageError> {
    line(text, limits).map(Line::end)
}

/// Reads a game as [`game`] does, with the moves of `after(game, moves)` that lead to it.
///
/// # Errors
///
/// As those of [`game`].
pub fn line(text: &str, limits: &Limits<'_>) -> Result<Line, LanguageError> {
    let plain = Plain::of(text);
    line_of(&plain.text, limits).map_err(|error| plain.error(error))
}

fn line_of(text: &str, limits: &Limits<'_>) -> Result<Line, LanguageError> {
    // A game without a value needs no canonical forms.
    let first = match catalogue::parse_line(text) {
        Ok(line) => return Ok(line),
        Err(error) => error,
    };
    let mut session = Session::new(*limits);
    let expression = syntax::expression(text, Dialect::default());
    let found = expression.map_err(LanguageError::from).and_then(|expression| {
        let value = session.evaluate(text, &expression)?;
        let terms = session.expect_terms(&value, expression.at)?;
        session.played(&terms, expression.at)
    });
    found.map(Line::of).map_err(|second| nearer(first, second))
}

/// Chooses between the faults of a text as a sum of games and as an expression: a text that neither
/// understands has the fault that stands later; a text that is understood, but has no answer, has
/// that fault, unless the other has advice on the same place.
fn nearer(sum: ParseError, expression: LanguageError) -> LanguageError {
    let suggests = |error: &ParseError| {
        error.help.as_ref().is_some_and(|help| help.starts_with("did you mean"))
    };
    match expression {
        LanguageError::Parse(error)
            if error.at == sum.at && suggests(&error) && !suggests(&sum) =>
        {
            error.into()
        }
        LanguageError::Parse(error) if error.at <= sum.at => sum.into(),
        LanguageError::Value { at, .. } if at == sum.at && sum.help.is_some() => sum.into(),
        expression => expression,
    }
}
