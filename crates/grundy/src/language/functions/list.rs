//! Every function of the language.

use std::cmp::Ordering;
use std::rc::Rc;

use super::calculated::{extreme, firsts, gcd, grouped, list, lists, power, sort};
use super::run::{
    best_moves, class, confusion_interval, decide, degree, games, mex, misere, number, number_part,
    options, orthodox, side, stop, sum_of, tiny, variety,
};
use super::{Function, Group, Run};
use crate::language::{LanguageError, Value, Worth};
use crate::value::{Dyadic, Forms, nim_product};
use grundy_base::Player;

/// A function of games.
const fn of(
    name: &'static str,
    parameters: &'static [&'static str],
    help: &'static str,
    example: (&'static str, &'static str),
    run: Run,
) -> Function {
    Function { name, aliases: &[], parameters, help, example, of_lists: false, of_play: false, run }
}

/// A function of one game.
const fn of_game(
    name: &'static str,
    help: &'static str,
    example: (&'static str, &'static str),
    run: Run,
) -> Function {
    of(name, &["G"], help, example, run)
}

/// A function of one game as it is played.
const fn of_play(
    name: &'static str,
    help: &'static str,
    example: (&'static str, &'static str),
    run: Run,
) -> Function {
    Function { of_play: true, ..of_game(name, help, example, run) }
}

/// A function of a list.
const fn of_list(
    name: &'static str,
    help: &'static str,
    example: (&'static str, &'static str),
    run: Run,
) -> Function {
    Function { of_lists: true, ..of(name, &["list"], help, example, run) }
}

/// A function that says whether something is true of a game.
const fn is(
    name: &'static str,
    help: &'static str,
    example: (&'static str, &'static str),
    run: Run,
) -> Function {
    of_game(name, help, example, run)
}

/// Every function; the groups, and the functions of each, go from simple to rare.
pub const GROUPS: &[Group] = &[
    Group {
        word: "basics",
        title: "Values and outcomes",
        functions: &[
            of_game(
                "value",
                "The canonical form, or both sides of a loopy game.",
                ("value(domineering(2x2))", "+-1"),
                |session, given| given.worth(session, 0).map(Value::from),
            ),
            of_game(
                "outcome",
                "Who wins under normal play: L or R, N for the player who starts, P for the other. Of \
                 loopy games: D if neither wins, PHat and NHat where Right draws instead of winning, \
                 PCheck and NCheck where Left does.",
                ("outcome(^*)", "N"),
                |session, given| {
                    let form = match given.worth(session, 0)? {
                        Worth::Form(form) => form,
                        Worth::Loopy(sided) => {
                            let fates = sided.fates(&mut session.forms)?;
                            return Ok(Value::Words(class(fates).to_string()));
                        }
                    };
                    Ok(Value::Words(session.forms.outcome(form)?.word().to_string()))
                },
            ),
            of_play(
                "misere_outcome",
                "Who wins under misère play, of the game as it is written: a value is played as its \
                 canonical form.",
                ("misere_outcome(clobber(xo) + *)", "N"),
                |session, given| {
                    let game = given.played(session)?;
                    session.misere_outcome(&*game, given.at).map(Value::Words)
                },
            ),
            of_play(
                "board",
                "The game as it is drawn on a table.",
                ("board(clobber(xo|ox))", "clobber(xo|ox)"),
                |session, given| given.played(session).map(|game| Value::Board(game.into())),
            ),
        ],
    },
    Group {
        word: "moves",
        title: "Moves and options",
        functions: &[
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
            Function {
                of_lists: true,
                ..of(
                    "best_moves",
                    &["list", "player"],
                    "The best moves of a player in a sum, and whether they win; the player is 1 for Left, \
                     -1 for Right.",
                    ("best_moves([+-1, {5|-2}], 1)", "[{5|-2} to 5 wins]"),
                    best_moves,
                )
            },
            of_game(
                "followers",
                "All that play can lead to in canonical form, the game itself among it.",
                ("length(followers(*2))", "3"),
                |session, given| {
                    let form = given.form(session, 0)?;
                    games(session.forms.followers(form)?)
                },
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
                "incentives",
                "What moves gain: G' - G for Left and G - G' for Right, the best ones.",
                ("incentives({2|-1})", "[{3|0}]"),
                |session, given| {
                    let form = given.form(session, 0)?;
                    games(session.forms.incentives(form)?)
                },
            ),
            of_game(
                "left_incentives",
                "What Left's moves gain, the best ones.",
                ("left_incentives(^)", "[v]"),
                |session, given| {
                    let form = given.form(session, 0)?;
                    games(session.forms.incentives_of(form, Player::Left)?)
                },
            ),
            of_game(
                "right_incentives",
                "What Right's moves gain, the best ones.",
                ("right_incentives(^)", "[^*]"),
                |session, given| {
                    let form = given.form(session, 0)?;
                    games(session.forms.incentives_of(form, Player::Right)?)
                },
            ),
            Function {
                of_lists: true,
                ..of(
                    "orthodox",
                    &["list", "player"],
                    "Where to play in a sum, by sentestrat; the player is 1 for Left, -1 for Right.",
                    (
                        "orthodox([+-1, {5|-2}], 1)",
                        "{5|-2} to 5: no other term is hotter: temperature 7/2",
                    ),
                    orthodox,
                )
            },
        ],
    },
    Group {
        word: "temperature",
        title: "Numbers and temperature",
        functions: &[
            of_game(
                "mean",
                "The mean value: n copies are worth about n times that. A sum is not added for it.",
                ("mean({2|-1})", "1/2"),
                |session, given| {
                    let terms = given.terms(session)?;
                    let mean = session.forms.mean_of_sum(&terms)?;
                    number(session, mean)
                },
            ),
            of_game(
                "temperature",
                "How much a move is worth: the tax at which players stop moving.",
                ("temperature({2|-1})", "3/2"),
                |session, given| {
                    let terms = given.terms(session)?;
                    let temperature = session.forms.temperature_of_sum(&terms)?;
                    number(session, temperature)
                },
            ),
            of_game(
                "thermograph",
                "The stops of both players when each move is taxed.",
                ("thermograph({2|-1})", "left 2 at 0, 1/2 at 3/2; right -1 at 0, 1/2 at 3/2"),
                |session, given| {
                    let terms = given.terms(session)?;
                    Ok(Value::Thermograph(Rc::new(session.forms.thermograph_of_sum(&terms)?)))
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
                "number_part",
                "The number from which a game differs by an infinitesimal.",
                ("number_part(3/4^*)", "3/4"),
                number_part,
            ),
            of_game(
                "confusion_interval",
                "The numbers x with which a game is confused: who moves first wins G - x.",
                ("confusion_interval({2|-1})", "-1 <= x <= 2"),
                confusion_interval,
            ),
            of_game(
                "stop_count",
                "How many lines of play in canonical form end in a number.",
                ("stop_count({2|-1})", "2"),
                |session, given| {
                    let form = given.form(session, 0)?;
                    let count = session.forms.stop_count(form)?;
                    number(session, Dyadic::from_big(count, 0))
                },
            ),
            of(
                "cool",
                &["G", "t"],
                "G with a tax of t on each move.",
                ("cool({2|-1}, 1)", "{1|0}"),
                |session, given| {
                    let (form, tax) = (given.form(session, 0)?, given.number(session, 1)?);
                    session
                        .forms
                        .cool(form, &tax)
                        .map(Value::Form)
                        .map_err(|error| given.undefined(error))
                },
            ),
            of(
                "heat",
                &["G", "t"],
                "G with a bonus of t for each move, but in numbers.",
                ("heat(*, 2)", "+-2"),
                |session, given| {
                    let (form, bonus) = (given.form(session, 0)?, given.form(session, 1)?);
                    Ok(Value::Form(session.forms.heat(form, bonus)?))
                },
            ),
            of_game(
                "freeze",
                "G cooled by its temperature.",
                ("freeze({2|-1})", "1/2*"),
                |session, given| {
                    let form = given.form(session, 0)?;
                    session
                        .forms
                        .freeze(form)
                        .map(Value::Form)
                        .map_err(|error| given.undefined(error))
                },
            ),
            of(
                "overheat",
                &["G", "s", "t"],
                "G with n copies of s for an integer n, and a bonus of t for each other move.",
                ("overheat(1/2, 1, 1)", "{1|0}"),
                |session, given| {
                    let form = given.form(session, 0)?;
                    let (unit, bonus) = (given.form(session, 1)?, given.form(session, 2)?);
                    Ok(Value::Form(session.forms.overheat(form, unit, bonus)?))
                },
            ),
        ],
    },
    Group {
        word: "lists",
        title: "Lists",
        functions: &[
            of_list(
                "length",
                "How many values a list has.",
                ("length(1..8)", "8"),
                |session, given| {
                    let length = given.list()?.len();
                    number(session, Dyadic::from(length as i64))
                },
            ),
            of_list(
                "mex",
                "The least integer from 0 on that is not in a list of such integers; of nimbers, \
                 the least nimber.",
                ("mex([0, 1, 2, 4, 5])", "3"),
                mex,
            ),
            of_list(
                "sum",
                "The sum of the games in a list.",
                ("sum([*n for n in 1..3])", "0"),
                |session, given| {
                    let mut terms = Vec::new();
                    for value in given.list()? {
                        terms.extend(session.expect_terms(value, given.places[0])?);
                    }
                    session.sum(terms, given.at)
                },
            ),
            of_list(
                "sort",
                "The numbers, or words, of a list in rising order; sort_by sorts other values.",
                ("sort([2, -1, 1/2])", "[-1, 1/2, 2]"),
                sort,
            ),
            Function {
                of_lists: true,
                ..of(
                    "sort_by",
                    &["list", "f"],
                    "The values of a list in rising order of the number, or word, that a function \
                     gives for each.",
                    ("sort_by([{3|-3}, {1|-1}], G -> temperature(G))", "[+-1, +-3]"),
                    sort,
                )
            },
            of_list(
                "max",
                "The greatest number of a list.",
                ("max([2, -1, 1/2])", "2"),
                |session, given| extreme(session, given, Ordering::Greater),
            ),
            of_list(
                "min",
                "The least number of a list.",
                ("min([2, -1, 1/2])", "-1"),
                |session, given| extreme(session, given, Ordering::Less),
            ),
            of_list(
                "unique",
                "The values of a list, equal ones only once.",
                ("unique([1, {0|2}, *])", "[1, *]"),
                |session, given| grouped(session, given).and_then(|groups| firsts(groups, given)),
            ),
            of_list(
                "group",
                "The equal values of a list together, as a list of lists.",
                ("group([1, *, 1])", "[[1, 1], [*]]"),
                |session, given| grouped(session, given).and_then(|groups| lists(groups, given)),
            ),
            of_list(
                "reverse",
                "A list from its end to its beginning.",
                ("reverse(1..3)", "[3, 2, 1]"),
                |_, given| list(given.list()?.iter().rev().cloned().collect(), given),
            ),
            of_list(
                "concat",
                "The values of the lists in a list, one list after the other.",
                ("concat([[1, 2], [3]])", "[1, 2, 3]"),
                |_, given| {
                    let mut all = Vec::new();
                    for value in given.list()? {
                        match value {
                            Value::List(list) => all.extend(list.values.iter().cloned()),
                            other => all.push(other.clone()),
                        }
                    }
                    list(all, given)
                },
            ),
        ],
    },
    Group {
        word: "arithmetic",
        title: "Arithmetic",
        functions: &[
            of_game("abs", "A number without its sign.", ("abs(-3/4)", "3/4"), |session, given| {
                let found = given.number(session, 0)?;
                number(session, found.abs())
            }),
            of_game(
                "floor",
                "The greatest integer that is at most a number.",
                ("floor(-3/4)", "-1"),
                |session, given| {
                    let found = given.number(session, 0)?;
                    number(session, found.floor())
                },
            ),
            of(
                "gcd",
                &["a", "b"],
                "The greatest common divisor of two integers.",
                ("gcd(12, 18)", "6"),
                gcd,
            ),
            of(
                "power",
                &["a", "n"],
                "A number to the power of an integer from 0 on; 2^3 is 2 + ↑3.",
                ("power(2, 10)", "1024"),
                power,
            ),
        ],
    },
    Group {
        word: "kinds",
        title: "Kinds of games",
        functions: &[
            is(
                "is_integer",
                "Whether a game is an integer.",
                ("is_integer(2)", "true"),
                |session, given| decide(session, given, |forms, form| Ok(forms.is_integer(form))),
            ),
            is(
                "is_number",
                "Whether a game is a number.",
                ("is_number(*)", "false"),
                |session, given| decide(session, given, |forms, form| Ok(forms.is_number(form))),
            ),
            is(
                "is_nimber",
                "Whether a game is a nimber.",
                ("is_nimber(*3)", "true"),
                |session, given| decide(session, given, |forms, form| Ok(forms.is_nimber(form))),
            ),
            is(
                "is_infinitesimal",
                "Whether a game is less than every positive number and more than every negative one.",
                ("is_infinitesimal(^*)", "true"),
                |session, given| {
                    decide(session, given, |forms, form| Ok(forms.is_infinitesimal(form)))
                },
            ),
            is(
                "is_all_small",
                "Whether either both players can move or none, in all followers; also called dicot.",
                ("is_all_small(tiny(1))", "false"),
                |session, given| decide(session, given, Forms::is_all_small),
            ),
            is(
                "is_hot",
                "Whether a game is hot: its Left stop is greater than its Right stop.",
                ("is_hot({2|-1})", "true"),
                |session, given| {
                    decide(session, given, |forms, form| {
                        let [left, right] = Player::BOTH.map(|starter| forms.stop(form, starter));
                        Ok(left > right)
                    })
                },
            ),
            is(
                "is_numberish",
                "Whether a game is a number and an infinitesimal.",
                ("is_numberish(1^*)", "true"),
                |session, given| decide(session, given, |forms, form| Ok(forms.is_numberish(form))),
            ),
            is(
                "is_number_tiny",
                "Whether a game is a number, or a number and a tiny or miny.",
                ("is_number_tiny(1 + tiny(2))", "true"),
                |session, given| decide(session, given, Forms::is_number_tiny),
            ),
            is(
                "is_even_tempered",
                "Whether all lines of play to a number have an even number of moves.",
                ("is_even_tempered({3|1||0|-2})", "true"),
                |session, given| decide(session, given, Forms::is_even_tempered),
            ),
            is(
                "is_odd_tempered",
                "Whether all lines of play to a number have an odd number of moves.",
                ("is_odd_tempered({2|-1})", "true"),
                |session, given| decide(session, given, Forms::is_odd_tempered),
            ),
        ],
    },
    Group {
        word: "infinitesimals",
        title: "Infinitesimals",
        functions: &[
            Function {
                aliases: &["Tiny"],
                ..of_game(
                    "tiny",
                    "{0||0|-G}, tiny-G: positive, but small beside every up.",
                    ("tiny(2) < ^", "true"),
                    |session, given| tiny(session, given, false),
                )
            },
            Function {
                aliases: &["Miny"],
                ..of_game(
                    "miny",
                    "{G|0||0}, the negative of tiny-G.",
                    ("miny(2) + tiny(2)", "0"),
                    |session, given| tiny(session, given, true),
                )
            },
            of_game(
                "atomic_weight",
                "How many ups a game is worth, where it has an atomic weight.",
                ("atomic_weight(^^*3)", "2"),
                |session, given| {
                    let form = given.form(session, 0)?;
                    match session.forms.atomic_weight(form)? {
                        Some(weight) => Ok(Value::Form(weight)),
                        None => {
                            Err(LanguageError::value("this game has no atomic weight", given.at))
                        }
                    }
                },
            ),
            of_game(
                "uptimal",
                "A number, multiples of powers of up and a nimber whose sum a game is.",
                ("uptimal({0|v*} + *2)", "*2 + ^<2>"),
                |session, given| {
                    let form = given.form(session, 0)?;
                    match session.forms.uptimal_expansion(form)? {
                        Some(expansion) => Ok(Value::Words(expansion.to_string())),
                        None => Err(LanguageError::value("this game is no uptimal", given.at)),
                    }
                },
            ),
            of_game(
                "reduced",
                "The reduced canonical form: the simplest game that differs by an infinitesimal.",
                ("reduced({2*|-1^})", "{2|-1}"),
                |session, given| {
                    let form = given.form(session, 0)?;
                    Ok(Value::Form(session.forms.reduced(form)?))
                },
            ),
            of_game(
                "companion",
                "The companion of a game, as CGSuite has it.",
                ("companion(3)", "3"),
                |session, given| {
                    let form = given.form(session, 0)?;
                    Ok(Value::Form(session.forms.companion(form)?))
                },
            ),
        ],
    },
    Group {
        word: "misere",
        title: "Misère play",
        functions: &[
            of_play(
                "misere_value",
                "The Grundy value under misère play of an impartial game as it is written; 0 if who \
                 moves first loses.",
                ("misere_value(nim(1,1))", "1"),
                |session, given| {
                    let value = misere(session, given)?.genus.misere(0);
                    number(session, Dyadic::from(i64::from(value)))
                },
            ),
            of_play(
                "genus",
                "The Grundy value under normal play, and behind ^ those under misère play with 0, 1, 2, \
                 … heaps of two added; the last two alternate.",
                ("genus(kayles(5))", "4^146"),
                |session, given| Ok(Value::Words(misere(session, given)?.genus.to_string())),
            ),
            of_play(
                "wildness",
                "Whether an impartial game is like Nim under misère play: tame, restive, restless or \
                 wild.",
                ("wildness(nim(3,4))", "tame"),
                |session, given| {
                    Ok(Value::Words(misere(session, given)?.wildness.word().to_string()))
                },
            ),
            of_play(
                "misere_form",
                "The simplest game that is equal to an impartial game under misère play.",
                ("misere_form(nim(1,1))", "*[0]"),
                |session, given| {
                    let form = misere(session, given)?.form.map(Value::Words);
                    let why = "its form is too long to be written";
                    form.ok_or_else(|| LanguageError::value(why, given.at))
                },
            ),
        ],
    },
    Group {
        word: "products",
        title: "Products",
        functions: &[
            of(
                "nim_product",
                &["*a", "*b"],
                "The product of nimbers in Conway's field On2; a number n stands for *n.",
                ("nim_product(*2, *2)", "*3"),
                |session, given| {
                    let (a, b) = (given.nimber(session, 0)?, given.nimber(session, 1)?);
                    session.nimber(nim_product(a, b), given.at).map(Value::Form)
                },
            ),
            of(
                "conway_product",
                &["G", "H"],
                "Conway's product; of canonical forms where it is not one of values.",
                ("conway_product(1/2, 1/2)", "1/4"),
                |session, given| {
                    let (first, second) = (given.form(session, 0)?, given.form(session, 1)?);
                    Ok(Value::Form(session.forms.conway_product(first, second)?))
                },
            ),
            of(
                "norton_product",
                &["G", "U"],
                "Norton's product of G and a unit U above zero.",
                ("norton_product(1/2, ^)", "{^^*|v*}"),
                |session, given| {
                    let (form, unit) = (given.form(session, 0)?, given.form(session, 1)?);
                    let product = session.forms.norton_product(form, unit);
                    product.map(Value::Form).map_err(|error| given.undefined(error))
                },
            ),
        ],
    },
    Group {
        word: "loopy",
        title: "Loopy games",
        functions: &[
            is(
                "is_loopy",
                "Whether a game is worth no short game, so that play in it can go on for ever.",
                ("is_loopy(upon - 1)", "true"),
                |session, given| {
                    let worth = given.worth(session, 0)?;
                    Ok(Value::Truth(matches!(worth, Worth::Loopy(_))))
                },
            ),
            is(
                "is_stopper",
                "Whether a game is worth a stopper: its onside is its offside.",
                ("is_stopper(dud)", "false"),
                |session, given| {
                    let sides = given.sides(session, 0)?;
                    Ok(Value::Truth(sides.stopper().is_some()))
                },
            ),
            of_game(
                "onside",
                "The onside of a loopy game: what it is worth if Left wins play that never ends.",
                ("onside(over - over)", "over"),
                |session, given| {
                    let sides = given.sides(session, 0)?;
                    session.sided(side("onside", sides.onside(), given)?)
                },
            ),
            of_game(
                "offside",
                "The offside of a loopy game: what it is worth if Right wins play that never ends.",
                ("offside(a{1||a|0})", "+-1"),
                |session, given| {
                    let sides = given.sides(session, 0)?;
                    session.sided(side("offside", sides.offside(), given)?)
                },
            ),
            of(
                "upsum",
                &["S", "T"],
                "The onside of S + T.",
                ("upsum(upon, -upon)", "^<on>"),
                |session, given| {
                    let sum = sum_of(session, given, [0, 1])?;
                    session.sided(side("onside", sum.onside(), given)?)
                },
            ),
            of(
                "downsum",
                &["S", "T"],
                "The offside of S + T.",
                ("downsum(over, -over)", "under"),
                |session, given| {
                    let sum = sum_of(session, given, [0, 1])?;
                    session.sided(side("offside", sum.offside(), given)?)
                },
            ),
            of_game(
                "degree",
                "The degree of loopiness of a stopper S: the onside of S - S; 0 of a short game.",
                ("degree({-1/4*|pass})", "^<on>"),
                |session, given| {
                    let stopper = session.expect_stopper(&given.values[0], given.places[0])?;
                    let degree = degree(session, given, &stopper)?;
                    session.sided(degree)
                },
            ),
            of_game(
                "variety",
                "The variety of a stopper S whose degree d is idempotent: the upsum of S and the downsum \
                 of -S and -d.",
                ("variety({pass|3/2})", "under"),
                variety,
            ),
        ],
    },
];
