//! The functions of the language, by name.

use std::cmp::Ordering;
use std::rc::Rc;

use super::{LanguageError, Session, Value};
use crate::error::ParseError;
use crate::player::Player;
use crate::value::{Dyadic, Form};

/// A function of the language. `temperature(G)` may be written `G.temperature`.
pub struct Function {
    /// The name, in small letters, with underscores between words.
    pub name: &'static str,
    /// Other names by which it is found.
    pub aliases: &'static [&'static str],
    /// What its arguments are called.
    pub parameters: &'static [&'static str],
    /// What it says, in a sentence.
    pub help: &'static str,
    /// A line to try, and what it is worth.
    pub example: (&'static str, &'static str),
    /// Whether it takes lists as they are; others take each value of a list.
    pub of_lists: bool,
    pub(super) run: fn(&mut Session<'_>, &Arguments<'_>) -> Result<Value, LanguageError>,
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl Function {
    /// How it is written.
    #[must_use]
    pub fn usage(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(", "))
    }
}

/// What a function is given: as many values as it has parameters.
pub(super) struct Arguments<'a> {
    pub(super) values: &'a [Value],
    /// Where each stands.
    pub(super) places: &'a [usize],
    /// Where the function stands.
    pub(super) at: usize,
}

impl Arguments<'_> {
    fn form(&self, session: &Session<'_>, which: usize) -> Result<Form, LanguageError> {
        session.expect_form(&self.values[which], self.places[which])
    }

    fn number(&self, session: &Session<'_>, which: usize) -> Result<Dyadic, LanguageError> {
        session.expect_number(&self.values[which], self.places[which])
    }
}

/// The function of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name || function.aliases.contains(&name))
}

/// That there is no function of a name, with the nearest that there is.
pub(super) fn unknown(name: &str, at: usize) -> ParseError {
    let near = FUNCTIONS
        .iter()
        .map(|function| (strsim::damerau_levenshtein(name, function.name), function.name))
        .filter(|(distance, known)| *distance <= 1 + known.len() / 4 || known.starts_with(name))
        .min();
    let error = ParseError::new("the name of a function", at);
    match near {
        Some((_, near)) => error.with_help(format!("did you mean {near}?")),
        None => error.with_help("`help` lists them"),
    }
}

const fn of_game(
    name: &'static str,
    help: &'static str,
    example: (&'static str, &'static str),
    run: fn(&mut Session<'_>, &Arguments<'_>) -> Result<Value, LanguageError>,
) -> Function {
    Function { name, aliases: &[], parameters: &["G"], help, example, of_lists: false, run }
}

/// Every function, in the order in which help lists them.
pub const FUNCTIONS: &[Function] = &[
    of_game(
        "outcome",
        "Who wins under normal play: L or R, N for the player who starts, P for the other.",
        ("outcome(^*)", "N"),
        |session, given| {
            let form = given.form(session, 0)?;
            Ok(Value::Word(match session.forms.sign(form)? {
                None => "N",
                Some(Ordering::Equal) => "P",
                Some(Ordering::Greater) => "L",
                Some(Ordering::Less) => "R",
            }))
        },
    ),
    of_game(
        "left_options",
        "Left's options in canonical form.",
        ("left_options({2,1|-1})", "[2]"),
        |session, given| options(session, given, Player::Left),
    ),
    of_game(
        "right_options",
        "Right's options in canonical form.",
        ("right_options({2|-1,0})", "[-1]"),
        |session, given| options(session, given, Player::Right),
    ),
    of_game(
        "birthday",
        "The height of the tree of the canonical form.",
        ("birthday(3/4)", "3"),
        |session, given| {
            let form = given.form(session, 0)?;
            let birthday = session.forms.birthday(form)?;
            number(session, birthday)
        },
    ),
    of_game(
        "left_stop",
        "The number that play ends in if Left starts and both play well.",
        ("left_stop({2|-1})", "2"),
        |session, given| stop(session, given, Player::Left),
    ),
    of_game(
        "right_stop",
        "The number that play ends in if Right starts and both play well.",
        ("right_stop({2|-1})", "-1"),
        |session, given| stop(session, given, Player::Right),
    ),
    of_game(
        "mean",
        "The mean value: n copies are worth about n times that.",
        ("mean({2|-1})", "1/2"),
        |session, given| {
            let form = given.form(session, 0)?;
            let mean = session.forms.mean(form)?;
            number(session, mean)
        },
    ),
    of_game(
        "temperature",
        "How much a move is worth: the tax at which players stop moving.",
        ("temperature({2|-1})", "3/2"),
        |session, given| {
            let form = given.form(session, 0)?;
            let temperature = session.forms.temperature(form)?;
            number(session, temperature)
        },
    ),
    of_game(
        "thermograph",
        "The stops of both players when each move is taxed.",
        ("thermograph({2|-1})", "left 2 at 0, 1/2 at 3/2; right -1 at 0, 1/2 at 3/2"),
        |session, given| {
            let form = given.form(session, 0)?;
            Ok(Value::Thermograph(Rc::new(session.forms.thermograph(form)?)))
        },
    ),
    Function {
        name: "tiny",
        aliases: &["Tiny"],
        parameters: &["G"],
        help: "{0||0|-G}, tiny-G: positive, but small beside every up.",
        example: ("tiny(2) < ^", "true"),
        of_lists: false,
        run: |session, given| tiny(session, given, false),
    },
    Function {
        name: "miny",
        aliases: &["Miny"],
        parameters: &["G"],
        help: "{G|0||0}, the negative of tiny-G.",
        example: ("miny(2) + tiny(2)", "0"),
        of_lists: false,
        run: |session, given| tiny(session, given, true),
    },
    Function {
        name: "length",
        aliases: &["count"],
        parameters: &["list"],
        help: "How many values a list has.",
        example: ("length(1..8)", "8"),
        of_lists: true,
        run: |session, given| {
            let list = list(given)?;
            number(session, Dyadic::from(list.len() as i64))
        },
    },
    Function {
        name: "sum",
        aliases: &[],
        parameters: &["list"],
        help: "The sum of the games in a list.",
        example: ("sum([*n for n in 1..3])", "0"),
        of_lists: true,
        run: |session, given| {
            let mut terms = Vec::new();
            for value in list(given)? {
                terms.push(session.expect_form(value, given.places[0])?);
            }
            Ok(Value::Form(session.forms.sum_all(terms)?))
        },
    },
];

fn number(session: &mut Session<'_>, number: Dyadic) -> Result<Value, LanguageError> {
    Ok(Value::Form(session.forms.number(number)?))
}

fn options(
    session: &mut Session<'_>,
    given: &Arguments<'_>,
    player: Player,
) -> Result<Value, LanguageError> {
    let form = given.form(session, 0)?;
    let options = session.forms.options(form, player)?;
    Ok(options.into_iter().map(Value::Form).collect::<Vec<_>>().into())
}

fn stop(
    session: &mut Session<'_>,
    given: &Arguments<'_>,
    starter: Player,
) -> Result<Value, LanguageError> {
    let form = given.form(session, 0)?;
    let stop = session.forms.stop(form, starter).clone();
    number(session, stop)
}

fn tiny(
    session: &mut Session<'_>,
    given: &Arguments<'_>,
    negative: bool,
) -> Result<Value, LanguageError> {
    let form = given.form(session, 0)?;
    let threat = session.forms.negative(form)?;
    let answer = session.forms.canonical([Form::ZERO], [threat])?;
    let tiny = session.forms.canonical([Form::ZERO], [answer])?;
    Ok(Value::Form(if negative { session.forms.negative(tiny)? } else { tiny }))
}

fn list<'a>(given: &Arguments<'a>) -> Result<&'a [Value], LanguageError> {
    match &given.values[0] {
        Value::List(list) => Ok(&list.values),
        other => Err(LanguageError::value(format!("{} is no list", other.kind()), given.places[0])),
    }
}
