//! Functions that take more than a line or two.

use std::collections::BTreeSet;

use num_bigint::BigInt;

use super::{Arguments, Found};
use crate::answer::{MisereFacts, misere_facts};
use crate::language::{LanguageError, List, Session, Value, Worth};
use crate::value::{BestMove, Dyadic, Form, Forms, LoopyGraph, Sided, Stopper};
use grundy_base::{ByPlayer, Fate, Player, Stopped};

pub(super) fn decide<'a>(
    session: &mut Session<'a>,
    given: &Arguments<'_>,
    decide: impl FnOnce(&mut Forms<'a>, Form) -> Result<bool, Stopped>,
) -> Found<Value> {
    let form = given.form(session, 0)?;
    Ok(Value::Truth(decide(&mut session.forms, form)?))
}

pub(super) fn number(session: &mut Session<'_>, number: Dyadic) -> Found<Value> {
    Ok(Value::Form(session.forms.number(number)?))
}

pub(super) fn games(forms: impl IntoIterator<Item = Form>) -> Found<Value> {
    let values = forms.into_iter().map(Value::Form).collect();
    List::checked(values, None).map_err(|why| LanguageError::value(why, 0))
}

pub(super) fn stop(
    session: &mut Session<'_>,
    given: &Arguments<'_>,
    starter: Player,
) -> Found<Value> {
    let form = given.form(session, 0)?;
    let stop = session.forms.stop(form, starter).clone();
    number(session, stop)
}

/// The number from which a game differs by an infinitesimal.
pub(super) fn number_part(session: &mut Session<'_>, given: &Arguments<'_>) -> Found<Value> {
    let form = given.form(session, 0)?;
    if !session.forms.is_numberish(form) {
        let why = "this game is no number and an infinitesimal";
        return Err(LanguageError::value(why, given.places[0]));
    }
    stop(session, given, Player::Left)
}

/// The numbers with which a game is confused. They lie between the stops.
pub(super) fn confusion_interval(session: &mut Session<'_>, given: &Arguments<'_>) -> Found<Value> {
    let form = given.form(session, 0)?;
    let stops = ByPlayer::new(|starter| session.forms.stop(form, starter).clone());
    let is_within = |session: &mut Session<'_>, number: &Dyadic| -> Found<bool> {
        let number = session.forms.number(number.clone())?;
        Ok(session.forms.compare(form, number)?.is_none())
    };
    let sign = |is_within: bool| if is_within { "<=" } else { "<" };
    let (lower, upper) = (is_within(session, &stops.right)?, is_within(session, &stops.left)?);
    Ok(Value::Words(match stops.left == stops.right {
        true if lower => format!("x = {}", stops.left),
        true => "none".to_string(),
        false => {
            format!("{} {} x {} {}", stops.right, sign(lower), sign(upper), stops.left)
        }
    }))
}

/// What an impartial game is worth under misère play.
pub(super) fn misere(session: &mut Session<'_>, given: &Arguments<'_>) -> Found<MisereFacts> {
    let game = given.played(session)?;
    misere_facts(&*game, &session.limits)?.ok_or_else(|| {
        let why = "only an impartial game that always ends, without rules for winning, has that";
        LanguageError::value(why, given.places[0])
    })
}

pub(super) fn tiny(
    session: &mut Session<'_>,
    given: &Arguments<'_>,
    negative: bool,
) -> Found<Value> {
    let gain = given.worth(session, 0)?;
    let mut game = session.negative_of(gain)?;
    for _ in 0..2 {
        let options = ByPlayer { left: vec![Worth::Form(Form::ZERO)], right: vec![game] };
        let value = session.game_of(options)?;
        game = session.expect_worth(&value, given.at)?;
    }
    Ok(if negative { session.negative_of(game)?.into() } else { game.into() })
}

/// Both sides of the sum of two arguments.
pub(super) fn sum_of(
    session: &mut Session<'_>,
    given: &Arguments<'_>,
    [first, second]: [usize; 2],
) -> Found<Sided> {
    let (a, b) = (given.sides(session, first)?, given.sides(session, second)?);
    Ok(a.sum(&b, &mut session.forms)?)
}

/// A side of a game as a stopper, if it is one.
pub(super) fn side(name: &str, side: &LoopyGraph, given: &Arguments<'_>) -> Found<Sided> {
    let why = || LanguageError::value(format!("the {name} is no stopper"), given.at);
    Stopper::of(side).map(Sided::from).ok_or_else(why)
}

pub(super) fn degree(
    session: &mut Session<'_>,
    given: &Arguments<'_>,
    stopper: &Stopper,
) -> Found<Sided> {
    let degree = stopper.degree(&mut session.forms)?;
    degree
        .map(Sided::from)
        .ok_or_else(|| LanguageError::value("its degree is no stopper", given.at))
}

/// Siegel, Combinatorial Game Theory, section VI.5.
pub(super) fn variety(session: &mut Session<'_>, given: &Arguments<'_>) -> Found<Value> {
    let stopper = session.expect_stopper(&given.values[0], given.places[0])?;
    let degree = degree(session, given, &stopper)?;
    let (forms, stopper) = (&mut session.forms, Sided::from(stopper));
    if degree.sum(&degree, forms)? != degree {
        let why = "its degree is not idempotent: it has no variety";
        return Err(LanguageError::value(why, given.places[0]));
    }
    let (minus, without) = (stopper.negative(forms)?, degree.negative(forms)?);
    let rest = side("offside of -S - d", minus.sum(&without, forms)?.offside(), given)?;
    let variety = side("upsum", stopper.sum(&rest, forms)?.onside(), given)?;
    session.sided(variety)
}

/// A player's options in canonical form.
pub(super) fn options(
    session: &mut Session<'_>,
    given: &Arguments<'_>,
    player: Player,
) -> Found<Value> {
    if let Worth::Form(form) = given.worth(session, 0)? {
        return games(session.forms.options(form, player)?);
    }
    let stopper = session.expect_stopper(&given.values[0], given.places[0])?;
    let mut values = Vec::new();
    for option in stopper.options(player, &mut session.forms)? {
        values.push(session.sided(option.into())?);
    }
    List::checked(values, None).map_err(|why| LanguageError::value(why, given.at))
}

/// The class of a loopy game by what each starter brings about, as CGSuite writes it: a hat where
/// Right draws instead of winning, a check where Left does.
pub(super) fn class(starts: ByPlayer<Fate>) -> &'static str {
    use Fate::{Draw, Loss, Win};
    match (starts.left, starts.right) {
        (Win, Win) => "N",
        (Loss, Loss) => "P",
        (Win, Loss) => "L",
        (Loss, Win) => "R",
        (Draw, Draw) => "D",
        (Draw, Loss) => "PHat",
        (Loss, Draw) => "PCheck",
        (Win, Draw) => "NHat",
        (Draw, Win) => "NCheck",
    }
}

/// The terms of a sum, given as a list, and the player whose move it is.
pub(super) fn sum_and_player(
    session: &mut Session<'_>,
    given: &Arguments<'_>,
) -> Found<(Vec<Form>, Player)> {
    let mut terms = Vec::new();
    for value in given.list()? {
        terms.push(session.expect_form(value, given.places[0])?);
    }
    match given.number(session, 1)? {
        one if one == Dyadic::from(1) => Ok((terms, Player::Left)),
        one if one == Dyadic::from(-1) => Ok((terms, Player::Right)),
        _ => {
            let why = "the player is 1 for Left or -1 for Right";
            Err(LanguageError::value(why, given.places[1]))
        }
    }
}

pub(super) fn best_moves(session: &mut Session<'_>, given: &Arguments<'_>) -> Found<Value> {
    let (terms, player) = sum_and_player(session, given)?;
    let mut moves = Vec::new();
    for BestMove { term, option, wins } in session.forms.best_moves(&terms, player)? {
        let (from, to) = (session.forms.print(terms[term])?, session.forms.print(option)?);
        moves.push(Value::Words(format!("{from} to {to}{}", if wins { " wins" } else { "" })));
    }
    List::checked(moves, None).map_err(|why| LanguageError::value(why, given.at))
}

pub(super) fn orthodox(session: &mut Session<'_>, given: &Arguments<'_>) -> Found<Value> {
    let (terms, player) = sum_and_player(session, given)?;
    Ok(Value::Words(match session.forms.orthodox_move(&terms, player, None, None)? {
        Some(found) => {
            let from = session.forms.print(terms[found.term])?;
            let to = session.forms.print(found.option)?;
            format!("{from} to {to}: {}", found.reason)
        }
        None => "no move".to_string(),
    }))
}

/// The least integer from 0 on, or the least nimber, that is not in a list of them.
pub(super) fn mex(session: &mut Session<'_>, given: &Arguments<'_>) -> Found<Value> {
    let why = "mex is of integers from 0 on, or of nimbers";
    let wrong = || LanguageError::value(why, given.places[0]);
    let (mut found, mut of_nimbers) = (BTreeSet::new(), None);
    for value in given.list()? {
        let form = session.expect_form(value, given.places[0])?;
        let nimber = session.forms.as_nimber(form).map(BigInt::from);
        let number = session.natural(form).or(nimber.clone()).ok_or_else(wrong)?;
        // 0 is both.
        if number != BigInt::default()
            && *of_nimbers.get_or_insert(nimber.is_some()) != nimber.is_some()
        {
            return Err(wrong());
        }
        found.insert(number);
    }
    let least = found.iter().zip(0u64..).find(|(found, least)| **found != BigInt::from(*least));
    let least = least.map_or(found.len() as u64, |(_, least)| least);
    match of_nimbers {
        Some(true) => session.nimber(least, given.at).map(Value::Form),
        _ => number(session, Dyadic::from(least as i64)),
    }
}
