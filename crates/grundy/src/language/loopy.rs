//! Loopy games in expressions: braces that refer to themselves, and values that are
//! stoppers or have two sides.

use std::rc::Rc;

use num_bigint::{BigInt, Sign};

use super::syntax::{Expression, Kind};
use super::{LanguageError, Session, Term, Value, Worth};
use crate::value::{Form, List, LoopyGraph, Sided, Stopper};
use grundy_base::stack::deeper;
use grundy_base::{ByPlayer, Player, Stopped};

/// A game between braces while it is read: which options are braces themselves, open or closed, and
/// which are values.
#[derive(Default)]
struct Draft {
    braces: Vec<ByPlayer<Vec<Part>>>,
}

enum Part {
    Braces(usize),
    Worth(Worth),
}

/// Braces that are open, with their names.
pub(super) struct Open {
    name: Option<String>,
    number: usize,
}

type Found<T> = Result<T, LanguageError>;

/// Whether an option of braces is these braces themselves, or has them as an option.
fn comes_back(of: &Expression) -> bool {
    let Kind::Options { name, left, right } = &of.kind else { return false };
    let passes = |of: &Expression| matches!(&of.kind, Kind::Name(name) if name == "pass");
    left.iter().chain(right).any(passes) || name.as_ref().is_some_and(|name| names(of, name))
}

/// Whether a name is an option of braces, or of inner braces, unless it stands for others there.
fn names(of: &Expression, name: &str) -> bool {
    let Kind::Options { left, right, .. } = &of.kind else { return false };
    left.iter().chain(right).any(|option| match &option.kind {
        Kind::Name(option) => option == name,
        Kind::Options { name: inner, .. } if inner.as_deref() == Some(name) => false,
        Kind::Options { .. } => deeper(|| names(option, name)),
        _ => false,
    })
}

impl Session<'_> {
    /// The value of braces: a canonical form, or a loopy game.
    pub(super) fn braces(&mut self, text: &str, of: &Expression) -> Found<Value> {
        let outside = self.open.len();
        let found = match comes_back(of) {
            true => self.looped(text, of, outside),
            false => self.plain(text, of),
        };
        self.open.truncate(outside);
        found
    }

    /// Braces without the game itself as an option.
    fn plain(&mut self, text: &str, of: &Expression) -> Found<Value> {
        let Kind::Options { name, left, right } = &of.kind else { return self.evaluate(text, of) };
        self.open.push(Open { name: name.clone(), number: 0 });
        let mut worths = ByPlayer::<Vec<Worth>>::default();
        for (player, options) in [(Player::Left, left), (Player::Right, right)] {
            for option in options {
                worths[player].push(self.game_worth(text, option)?);
            }
        }
        self.game_of(worths)
    }

    /// Braces with the game itself as an option, of it or of inner braces.
    fn looped(&mut self, text: &str, of: &Expression, outside: usize) -> Found<Value> {
        let mut draft = Draft::default();
        self.draft(text, of, outside, &mut draft)?;
        // One graph where all are stoppers, otherwise one for each side.
        let (on, off) = (self.graph(&draft, Sided::onside)?, self.graph(&draft, Sided::offside)?);
        let sided = Sided::from_sides([&on, &off], &mut self.forms)?;
        self.sided(sided)
    }

    /// Reads braces, and those inside of them, which get numbers after it.
    fn draft(
        &mut self,
        text: &str,
        of: &Expression,
        outside: usize,
        draft: &mut Draft,
    ) -> Found<usize> {
        let Kind::Options { name, left, right } = &of.kind else { return Ok(0) };
        let number = draft.braces.len();
        draft.braces.push(ByPlayer::default());
        self.open.push(Open { name: name.clone(), number });
        for (player, options) in [(Player::Left, left), (Player::Right, right)] {
            for option in options {
                let part = match &option.kind {
                    Kind::Options { .. } => {
                        Part::Braces(deeper(|| self.draft(text, option, outside, draft))?)
                    }
                    Kind::Name(name) => match self.open_braces(name, outside) {
                        Some(braces) => Part::Braces(braces),
                        None => Part::Worth(self.game_worth(text, option)?),
                    },
                    _ => Part::Worth(self.game_worth(text, option)?),
                };
                draft.braces[number][player].push(part);
            }
        }
        self.open.pop();
        Ok(number)
    }

    /// The number of the braces that a name, or `pass`, stands for.
    fn open_braces(&self, name: &str, outside: usize) -> Option<usize> {
        let open = self.open[outside..].iter().rev();
        let mut named = open.filter(|open| name == "pass" || open.name.as_deref() == Some(name));
        named.next().map(|open| open.number)
    }

    /// Why a name means nothing at its place, though it does as an option by itself.
    pub(super) fn misplaced(&self, name: &str, at: usize) -> Option<LanguageError> {
        let of_braces = self.open.iter().any(|open| open.name.as_deref() == Some(name));
        (of_braces || name == "pass").then(|| {
            let why = match name {
                "pass" => "pass is an option by itself, as in {0|pass}".to_string(),
                _ => format!("{name} is the game between these braces: an option by itself"),
            };
            LanguageError::value(why, at)
        })
    }

    fn graph(&mut self, draft: &Draft, side: fn(&Sided) -> &LoopyGraph) -> Found<LoopyGraph> {
        let mut graph = LoopyGraph::default();
        for _ in &draft.braces {
            graph.add();
        }
        for (number, options) in draft.braces.iter().enumerate() {
            for player in Player::BOTH {
                for part in &options[player] {
                    let option = match part {
                        Part::Braces(number) => *number as u32,
                        Part::Worth(Worth::Form(form)) => {
                            graph.append(Stopper::from_form(*form, &mut self.forms)?.graph())
                        }
                        Part::Worth(Worth::Loopy(sided)) => graph.append(side(sided)),
                    };
                    graph.add_option(number as u32, player, option);
                }
            }
        }
        Ok(graph)
    }

    /// A constant by its name.
    pub(super) fn constant(&mut self, name: &str) -> Found<Option<Value>> {
        let stopper = match name {
            "on" => Stopper::on(),
            "off" => Stopper::off(),
            "over" => Stopper::over(),
            "under" => Stopper::over().negative(&mut self.forms)?,
            "upon" => self.upon(false)?,
            "dud" => {
                let (on, off) = (Stopper::on().into(), Stopper::off().into());
                let dud = Sided::new(&on, &off, &mut self.forms)?;
                return Ok(dud.map(|dud| Value::Loopy(Rc::new(dud))));
            }
            _ => return Ok(None),
        };
        Ok(Some(Value::Loopy(Rc::new(stopper.into()))))
    }

    fn upon(&mut self, down: bool) -> Result<Stopper, Stopped> {
        let upon = Stopper::upon();
        if down { upon.negative(&mut self.forms) } else { Ok(upon) }
    }

    /// `^[on]` is upon, and `^<on>` is {0 | -upon + *}, what is between the sums of powers
    /// of up and all of them.
    pub(super) fn upon_power(&mut self, down: bool, sum: bool, at: usize) -> Found<Value> {
        if sum {
            return Ok(Value::Loopy(Rc::new(self.upon(down)?.into())));
        }
        let down_on = Worth::Loopy(Rc::new(self.upon(true)?.into()));
        let star = Worth::Form(self.forms.nimber(1)?);
        let answer = self.add(down_on, star, at)?;
        let options = ByPlayer { left: vec![Worth::Form(Form::ZERO)], right: vec![answer] };
        let uponth = self.game_of(options)?;
        match down {
            true => {
                let negative = self.negative_of(self.worth_of_game(&uponth, at)?)?;
                Ok(negative.into())
            }
            false => Ok(uponth),
        }
    }

    fn worth_of_game(&self, value: &Value, at: usize) -> Found<Worth> {
        match value {
            Value::Form(form) => Ok(Worth::Form(*form)),
            Value::Loopy(sided) => Ok(Worth::Loopy(sided.clone())),
            other => Err(LanguageError::value(format!("{} is no game", other.kind()), at)),
        }
    }

    /// {L|R}
    pub(super) fn game_of(&mut self, options: ByPlayer<Vec<Worth>>) -> Found<Value> {
        let form = |worth: &Worth| match worth {
            Worth::Form(form) => Some(*form),
            Worth::Loopy(_) => None,
        };
        let short = |options: &[Worth]| options.iter().map(form).collect::<Option<List>>();
        if let (Some(left), Some(right)) = (short(&options.left), short(&options.right)) {
            return Ok(Value::Form(self.forms.canonical(left, right)?));
        }
        let mut sides = ByPlayer::<Vec<Sided>>::default();
        for player in Player::BOTH {
            for option in &options[player] {
                sides[player].push(self.sides_of(option)?);
            }
        }
        let options = ByPlayer { left: &sides.left[..], right: &sides.right[..] };
        let sided = Sided::from_options(options, &mut self.forms)?;
        self.sided(sided)
    }

    /// Both sides of a game; of a short game they are the same.
    pub(super) fn sides_of(&mut self, worth: &Worth) -> Result<Sided, Stopped> {
        match worth {
            Worth::Form(form) => Sided::from_form(*form, &mut self.forms),
            Worth::Loopy(sided) => Ok((**sided).clone()),
        }
    }

    /// S & T
    pub(super) fn with_sides(&mut self, sides: [Worth; 2], at: usize) -> Found<Value> {
        let [on, off] = sides;
        let (on, off) = (self.sides_of(&on)?, self.sides_of(&off)?);
        for (sided, side) in [(&on, on.onside()), (&off, off.offside())] {
            if sided.stopper().is_none() && side.is_stopper() {
                return Err(LanguageError::value("a side is a stopper", at));
            }
        }
        match Sided::new(&on, &off, &mut self.forms)? {
            Some(sided) => self.sided(sided),
            None => Err(LanguageError::value("the onside is at least the offside", at)),
        }
    }

    /// A loopy game as a value, or a form if it is worth a short game.
    pub(super) fn sided(&mut self, sided: Sided) -> Found<Value> {
        Ok(match sided.form(&mut self.forms)? {
            Some(form) => Value::Form(form),
            None => Value::Loopy(Rc::new(sided)),
        })
    }

    pub(super) fn add(&mut self, a: Worth, b: Worth, at: usize) -> Found<Worth> {
        if let (Worth::Form(a), Worth::Form(b)) = (&a, &b) {
            return Ok(Worth::Form(self.forms.sum(*a, *b)?));
        }
        let (a, b) = (self.sides_of(&a)?, self.sides_of(&b)?);
        let sum = a.sum(&b, &mut self.forms)?;
        let sum = self.sided(sum)?;
        self.worth_of_game(&sum, at)
    }

    /// The sum of many games; short games are added first.
    pub(super) fn add_all(&mut self, terms: Vec<Worth>, at: usize) -> Found<Worth> {
        let (mut short, mut loopy) = (List::new(), Vec::new());
        for term in terms {
            match term {
                Worth::Form(form) => short.push(form),
                term => loopy.push(term),
            }
        }
        let mut sum = Worth::Form(self.forms.sum_all(short)?);
        for term in loopy {
            sum = self.add(sum, term, at)?;
        }
        Ok(sum)
    }

    pub(super) fn negative_of(&mut self, worth: Worth) -> Found<Worth> {
        Ok(match worth {
            Worth::Form(form) => Worth::Form(self.forms.negative(form)?),
            Worth::Loopy(sided) => Worth::Loopy(Rc::new(sided.negative(&mut self.forms)?)),
        })
    }

    /// `copies` copies of a loopy game, by doubling; negative ones are subtracted.
    pub(super) fn copies(&mut self, of: Worth, copies: &BigInt, at: usize) -> Found<Worth> {
        if copies.sign() == Sign::Minus {
            let copied = self.copies(of, &-copies, at)?;
            return self.negative_of(copied);
        }
        let mut sum = Worth::Form(Form::ZERO);
        for bit in (0..copies.bits()).rev() {
            sum = self.add(sum.clone(), sum, at)?;
            if copies.bit(bit) {
                sum = self.add(sum, of.clone(), at)?;
            }
        }
        Ok(sum)
    }

    /// The worth of a value, which must be a game.
    pub(super) fn expect_worth(&mut self, value: &Value, at: usize) -> Found<Worth> {
        self.worth(value)?
            .ok_or_else(|| LanguageError::value(format!("{} is no game", value.kind()), at))
    }

    /// The stopper that a value is; it must be one.
    pub(super) fn expect_stopper(&mut self, value: &Value, at: usize) -> Found<Stopper> {
        let worth = self.expect_worth(value, at)?;
        let sided = self.sides_of(&worth)?;
        let why = "this is no stopper: its onside is not its offside";
        sided.stopper().ok_or_else(|| LanguageError::value(why, at))
    }
}

impl From<Worth> for Value {
    fn from(worth: Worth) -> Self {
        match worth {
            Worth::Form(form) => Value::Form(form),
            Worth::Loopy(sided) => Value::Loopy(sided),
        }
    }
}

impl From<Worth> for Term {
    fn from(worth: Worth) -> Self {
        match worth {
            Worth::Form(form) => Term::Form(form),
            Worth::Loopy(sided) => Term::Loopy(sided),
        }
    }
}
