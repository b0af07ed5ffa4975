//! Evaluating expressions.

use std::cmp::Ordering;
use std::rc::Rc;

use num_bigint::BigInt;

use super::syntax::{Clause, Expression, Kind, Operator, is_outcome};
use super::value::List as Values;
use super::{LanguageError, MOST_BITS, Position, Session, Term, Value, Worth, functions};
use crate::catalogue;
use crate::value::{Compact, Dyadic, Form, Forms, MOST_POWERS};
use grundy_base::stack::deeper;
use grundy_base::{ByPlayer, ParseError, Progress};

/// A list of more values is a mistake.
const LONGEST_LIST: u64 = 1 << 20;

/// The most terms: the value of a variable may be added to itself again and again.
const MOST_TERMS: usize = 10_000;

type Found<T> = Result<T, LanguageError>;

impl Session<'_> {
    pub(super) fn evaluate(&mut self, text: &str, of: &Expression) -> Found<Value> {
        let at = of.at;
        let form = match &of.kind {
            Kind::Integer(number) => self.forms.number(Dyadic::from_big(number.clone(), 0))?,
            Kind::Nimber(nimber) => self.nimber(*nimber, at)?,
            Kind::Misere { close } => return self.misere_form(&text[at + 2..*close], at),
            Kind::NimberOf(of) => {
                let value = self.evaluate(text, of)?;
                let number = self.expect_number(&value, of.at)?;
                let nimber = u64::try_from(number.numerator()).ok().filter(|_| number.is_integer());
                let why = "a nimber has an integer from 0 on";
                self.nimber(nimber.ok_or_else(|| LanguageError::value(why, of.at))?, at)?
            }
            Kind::Ups(ups) => self.forms.compact(Compact { ups: *ups, ..Compact::default() })?,
            Kind::Uptimal { to, .. } if *to > MOST_POWERS => {
                let why = format!("powers of up go to {MOST_POWERS}");
                return Err(LanguageError::value(why, at));
            }
            Kind::Uptimal { down, to, sum } => self.uptimal(*down, *to, *sum)?,
            Kind::Upon { down, sum } => return self.upon_power(*down, *sum, at),
            Kind::Name(name) => return self.name(text, name, at),
            Kind::Game { end } => return self.game_or_call(text, at, *end),
            Kind::Call { function, arguments } => {
                let mut values = Vec::with_capacity(arguments.len());
                for argument in arguments {
                    values.push(self.evaluate(text, argument)?);
                }
                let places: Vec<usize> = arguments.iter().map(|argument| argument.at).collect();
                return self.call(function, &places, &values, at);
            }
            Kind::Not(of) => return self.truth(text, of).map(|truth| Value::Truth(!truth)),
            Kind::Negative(of) => {
                let value = self.evaluate(text, of)?;
                let terms = self.expect_terms(&value, of.at)?;
                let negatives: Found<_> =
                    terms.into_iter().map(|term| self.negative(term)).collect();
                return self.sum(negatives?, at);
            }
            Kind::PlusMinus(of) => return self.plus_minus(text, std::slice::from_ref(of)),
            Kind::PlusMinusOptions(options) => return self.plus_minus(text, options),
            Kind::Options { .. } => return self.braces(text, of),
            Kind::Sides { onside, offside } => {
                let sides = [self.game_worth(text, onside)?, self.game_worth(text, offside)?];
                return self.with_sides(sides, at);
            }
            Kind::Binary { operator, left, right } => {
                return self.binary(text, *operator, left, right, at);
            }
            Kind::List(values) => {
                let values: Found<Vec<Value>> =
                    values.iter().map(|value| self.evaluate(text, value)).collect();
                return Values::checked(values?, None).map_err(|why| LanguageError::value(why, at));
            }
            Kind::Range { from, to, by } => return self.range(text, from, to, by.as_deref()),
            Kind::Each { each, clauses } => return self.each(text, each, clauses),
            Kind::Item { list, index } => return self.item(text, list, index),
            Kind::Slice { list, from, to } => {
                return self.slice(text, list, from.as_deref(), to.as_deref());
            }
            Kind::If { condition, then, otherwise } => {
                let holds = self.truth(text, condition)?;
                return deeper(|| self.evaluate(text, if holds { then } else { otherwise }));
            }
            Kind::Function(definition) => return self.function(text, at, definition),
            Kind::Apply { function, arguments } => {
                return self.apply_expression(text, function, arguments);
            }
        };
        Ok(Value::Form(form))
    }

    /// A constant, a variable, or a ruleset without position.
    fn name(&mut self, text: &str, name: &str, at: usize) -> Found<Value> {
        if let Some(error) = self.misplaced(name, at) {
            return Err(error);
        }
        if let Some(value) = self.constant(name)? {
            return Ok(value);
        }
        match self.variable(name) {
            Some(value) => Ok(value.clone()),
            None => self.game(text, at, (at, at + name.len())),
        }
    }

    /// The canonical form of a value, which must have one.
    pub(super) fn expect_form(&mut self, value: &Value, at: usize) -> Found<Form> {
        match self.expect_worth(value, at)? {
            Worth::Form(form) => Ok(form),
            Worth::Loopy(_) => {
                let why = "this game is loopy: only short games, in which play ends, have that";
                Err(LanguageError::value(why, at))
            }
        }
    }

    /// The worth of an expression, which must be a game.
    pub(super) fn game_worth(&mut self, text: &str, of: &Expression) -> Found<Worth> {
        let value = deeper(|| self.evaluate(text, of))?;
        self.expect_worth(&value, of.at)
    }

    /// ±{A,B}: the options of Left; Right's are their negatives.
    fn plus_minus(
        &mut self,
        text: &str,
        options: &[impl std::borrow::Borrow<Expression>],
    ) -> Found<Value> {
        let mut both = ByPlayer::<Vec<Worth>>::default();
        for option in options {
            let option = self.game_worth(text, option.borrow())?;
            both.left.push(option.clone());
            both.right.push(self.negative_of(option)?);
        }
        self.game_of(both)
    }

    /// The games whose sum a value is; it must be one.
    pub(super) fn expect_terms(&mut self, value: &Value, at: usize) -> Found<Vec<Term>> {
        match value {
            Value::Sum(terms) => Ok(terms.to_vec()),
            other => Ok(vec![self.expect_worth(other, at)?.into()]),
        }
    }

    fn negative(&mut self, term: Term) -> Found<Term> {
        Ok(match term {
            Term::Form(form) => Term::Form(self.forms.negative(form)?),
            Term::Loopy(sided) => self.negative_of(Worth::Loopy(sided))?.into(),
            Term::Position(position, negative) => Term::Position(position, !negative),
        })
    }

    /// The number that a value is; it must be one.
    pub(super) fn expect_number(&mut self, value: &Value, at: usize) -> Found<Dyadic> {
        let form = self.expect_form(value, at)?;
        match self.forms.as_number(form) {
            Some(number) => Ok(number.clone()),
            None => Err(LanguageError::value("this is no number", at)),
        }
    }

    pub(super) fn nimber(&mut self, nimber: u64, at: usize) -> Found<Form> {
        let Ok(nimber) = u32::try_from(nimber) else {
            let why = format!("nimbers up to *{} can be added to other values", u32::MAX);
            return Err(LanguageError::value(why, at));
        };
        Ok(self.forms.nimber(nimber)?)
    }

    /// ↑[n] = ↑ + ↑² + … + ↑ⁿ, which is {↑[n−1] | *}, and ↑ⁿ (Siegel,
    /// Combinatorial Game Theory, section II.4).
    fn uptimal(&mut self, down: bool, to: u32, sum: bool) -> Found<Form> {
        let star = self.forms.nimber(1)?;
        let (mut all, mut before) = (Form::ZERO, Form::ZERO);
        for _ in 0..to {
            before = all;
            all = self.forms.canonical([all], [star])?;
        }
        let ups = if sum { all } else { self.forms.difference(all, before)? };
        Ok(if down { self.forms.negative(ups)? } else { ups })
    }

    /// A position; its text stands from one byte to another. Words between its parentheses that
    /// mean nothing to the ruleset may be variables.
    pub(super) fn game(
        &mut self,
        text: &str,
        at: usize,
        (from, to): (usize, usize),
    ) -> Found<Value> {
        let written = &text[from..to];
        let game = match catalogue::parse(written) {
            Ok(game) => game,
            Err(error) if error.fault.is_some() => return Err(error.into()),
            // Variables have names, too.
            Err(error) if error.at == 0 && !written.contains('(') => {
                let expected = "the name of a variable or a ruleset".to_string();
                let error = ParseError { at: from, expected, ..error };
                let is_difference = written.contains('-')
                    && written.split('-').all(|name| self.variable(name).is_some());
                return Err(match is_difference {
                    true => error.with_help(written.replace('-', " - ")),
                    false => error,
                }
                .into());
            }
            // What looks like a game may be a function.
            Err(error) if error.at == 0 => {
                let name = written.split('(').next().unwrap_or_default();
                let near = functions::nearest(name).map(|near| format!("did you mean {near}?"));
                let error = ParseError {
                    help: near.or(error.help),
                    ..ParseError::new("the name of a function or a ruleset", from)
                };
                return Err(error.into());
            }
            Err(error) => {
                let calculated = self.calculated(written)?;
                let replaced = self.with_variables(written)?;
                let texts = calculated.iter().chain([&replaced]).filter(|text| *text != written);
                let mut first = None;
                let found = texts.into_iter().find_map(|text| match catalogue::parse(text) {
                    Ok(game) => Some(game),
                    Err(error) => {
                        let error = ParseError { at, ..error }.with_help(format!("in {text}"));
                        first.get_or_insert(error);
                        None
                    }
                });
                let error = || first.unwrap_or(ParseError { at: from + error.at, ..error });
                found.ok_or_else(error)?
            }
        };
        self.remarks.extend(game.remarks());
        let position = Term::Position(Rc::new(Position::new(game, at)), false);
        Ok(Value::Sum(Rc::new([position])))
    }

    fn binary(
        &mut self,
        text: &str,
        operator: Operator,
        left: &Expression,
        right: &Expression,
        at: usize,
    ) -> Found<Value> {
        if let Operator::And | Operator::Or = operator {
            // The right side is not evaluated where it does not matter.
            let decided = operator == Operator::Or;
            let truth = match self.truth(text, left)? {
                truth if truth == decided => decided,
                _ => self.truth(text, right)?,
            };
            return Ok(Value::Truth(truth));
        }
        if let Operator::Sum | Operator::Difference = operator {
            let mut terms = self.terms(text, left)?;
            for term in self.terms(text, right)? {
                let negative = operator == Operator::Difference;
                terms.push(if negative { self.negative(term)? } else { term });
            }
            if terms.len() > MOST_TERMS {
                let why = format!("a sum has at most {MOST_TERMS} terms");
                return Err(LanguageError::value(why, right.at));
            }
            return self.sum(terms, at);
        }
        let found = deeper(|| self.evaluate(text, left))?;
        if operator.compares_words()
            && let Value::Words(words) = &found
        {
            let other = match &right.kind {
                Kind::Name(name) if is_outcome(name) && self.variable(name).is_none() => {
                    name.clone()
                }
                _ => {
                    let other = deeper(|| self.evaluate(text, right))?;
                    self.show(&other)?
                }
            };
            return Ok(Value::Truth((*words == other) == (operator == Operator::Equal)));
        }
        let (a, b) = (self.expect_worth(&found, left.at)?, self.game_worth(text, right)?);
        self.binary_of(operator, (a, left.at), (b, right.at), at)
    }

    /// What stands between two games, of these games.
    pub(super) fn binary_of(
        &mut self,
        operator: Operator,
        (a, a_at): (Worth, usize),
        (b, b_at): (Worth, usize),
        at: usize,
    ) -> Found<Value> {
        let (a, b) = match (a, b) {
            (Worth::Form(a), Worth::Form(b)) => (a, b),
            (a, b) => return self.loopy_binary(operator, (a, a_at), (b, b_at), at),
        };
        let form = match operator {
            Operator::Product => self.product(a, b, at)?,
            Operator::Quotient => self.quotient(a, b, at)?,
            Operator::WholeQuotient => self.whole_quotient(a, b, at)?.0,
            Operator::Remainder => self.whole_quotient(a, b, at)?.1,
            Operator::OrdinalSum => self.forms.ordinal_sum(a, b)?,
            Operator::Xor => self.xor(a, b, at)?,
            comparison => {
                let order = self.forms.compare(a, b)?;
                return Ok(Value::Truth(holds(comparison, order)));
            }
        };
        Ok(Value::Form(form))
    }

    /// The same where one of both is loopy.
    fn loopy_binary(
        &mut self,
        operator: Operator,
        (a, a_at): (Worth, usize),
        (b, b_at): (Worth, usize),
        at: usize,
    ) -> Found<Value> {
        let integer = |session: &Self, worth: &Worth| match worth {
            Worth::Form(form) => {
                let number = session.forms.as_number(*form);
                number.filter(|number| number.is_integer()).map(Dyadic::numerator)
            }
            Worth::Loopy(_) => None,
        };
        match operator {
            Operator::Product => match (integer(self, &a), integer(self, &b)) {
                (Some(copies), _) => Ok(self.copies(b, &copies, at)?.into()),
                (_, Some(copies)) => Ok(self.copies(a, &copies, at)?.into()),
                _ => Err(LanguageError::value("a loopy game is taken an integer of times", at)),
            },
            Operator::Quotient
            | Operator::WholeQuotient
            | Operator::Remainder
            | Operator::OrdinalSum
            | Operator::Xor => {
                let loopy = if let Worth::Loopy(_) = a { a_at } else { b_at };
                Err(LanguageError::value("this game is loopy", loopy))
            }
            comparison => {
                let (a, b) = (self.sides_of(&a)?, self.sides_of(&b)?);
                let order = a.compare(&b, &mut self.forms)?;
                Ok(Value::Truth(holds(comparison, order)))
            }
        }
    }

    /// Whether a condition holds.
    fn truth(&mut self, text: &str, of: &Expression) -> Found<bool> {
        let value = deeper(|| self.evaluate(text, of))?;
        expect_truth(&value, of.at)
    }

    /// The games whose sum an expression is.
    fn terms(&mut self, text: &str, of: &Expression) -> Found<Vec<Term>> {
        let value = deeper(|| self.evaluate(text, of))?;
        self.expect_terms(&value, of.at)
    }

    /// A sum. Terms that are quickly added, such as numbers and nimbers, are added; other terms
    /// wait, because their mean and temperature need no sum.
    pub(super) fn sum(&mut self, all: Vec<Term>, at: usize) -> Found<Value> {
        let (mut simple, mut terms, mut loopy) = (Vec::new(), Vec::new(), Vec::new());
        for term in all {
            match term {
                Term::Form(form) if self.forms.as_compact(form).is_some() => simple.push(form),
                Term::Loopy(sided) => loopy.push(Worth::Loopy(sided)),
                term => terms.push(term),
            }
        }
        if !loopy.is_empty() {
            // Canonical forms are added to loopy games at once.
            loopy.extend(simple.drain(..).map(Worth::Form));
            terms.retain(|term| match term {
                Term::Form(form) => {
                    loopy.push(Worth::Form(*form));
                    false
                }
                _ => true,
            });
            match self.add_all(loopy, at)? {
                Worth::Form(form) => simple.push(form),
                loopy if terms.is_empty() => return Ok(loopy.into()),
                loopy => terms.push(loopy.into()),
            }
        }
        let simple = self.forms.sum_all(simple)?;
        if simple != Form::ZERO || terms.is_empty() {
            terms.push(Term::Form(simple));
        }
        Ok(match terms[..] {
            [Term::Form(form)] => Value::Form(form),
            _ => Value::Sum(terms.into()),
        })
    }

    /// Counts a value of a list, and looks at the limits now and then.
    pub(super) fn count_value(&mut self) -> Found<()> {
        self.counted += 1;
        if self.counted.is_multiple_of(256) {
            let bytes = (self.counted * size_of::<Value>()) as u64 + self.forms.bytes();
            self.limits.room(bytes, self.counted)?;
            let stage = "calculating";
            self.limits.check(Progress { stage, positions: self.counted, bytes })?;
        }
        Ok(())
    }

    /// Copies, if one of them is an integer, otherwise the product of Conway.
    fn product(&mut self, a: Form, b: Form, at: usize) -> Found<Form> {
        let bits = |form| {
            let number = self.forms.as_number(form);
            number.map_or(0, |number| number.numerator().bits() + u64::from(number.exponent()))
        };
        if bits(a) + bits(b) > MOST_BITS {
            let why = format!("numbers have at most {MOST_BITS} binary digits");
            return Err(LanguageError::value(why, at));
        }
        let integer = |forms: &Forms<'_>, form| {
            forms.as_number(form).filter(|number| number.is_integer()).map(Dyadic::numerator)
        };
        if let Some(copies) = integer(&self.forms, a) {
            return Ok(self.forms.multiple(b, &copies)?);
        }
        if let Some(copies) = integer(&self.forms, b) {
            return Ok(self.forms.multiple(a, &copies)?);
        }
        Ok(self.forms.conway_product(a, b)?)
    }

    /// The sum of integers from 0 on, or of nimbers, without carry.
    fn xor(&mut self, a: Form, b: Form, at: usize) -> Found<Form> {
        if let (Some(a), Some(b)) = (self.forms.as_nimber(a), self.forms.as_nimber(b))
            && a.max(b) > 0
        {
            return self.nimber(u64::from(a ^ b), at);
        }
        match (self.natural(a), self.natural(b)) {
            (Some(a), Some(b)) => Ok(self.forms.number(Dyadic::from_big(a ^ b, 0))?),
            _ => Err(LanguageError::value("xor is of two integers from 0 on, or two nimbers", at)),
        }
    }

    /// The integer from 0 on that a form is.
    pub(super) fn natural(&self, form: Form) -> Option<BigInt> {
        let number = self.forms.as_number(form)?;
        let integer = number.is_integer().then(|| number.numerator());
        integer.filter(|integer| *integer >= BigInt::default())
    }

    /// The numbers that a quotient is of.
    fn divided(&self, a: Form, b: Form, at: usize) -> Found<(Dyadic, Dyadic)> {
        let number = |form| self.forms.as_number(form).cloned();
        let why = || LanguageError::value("only numbers can be divided", at);
        number(a).zip(number(b)).ok_or_else(why)
    }

    /// The quotient of numbers, rounded down, and the remainder.
    fn whole_quotient(&mut self, a: Form, b: Form, at: usize) -> Found<(Form, Form)> {
        let (a, b) = self.divided(a, b, at)?;
        if b == Dyadic::from(0) {
            return Err(LanguageError::value(format!("{a} is divided by 0"), at));
        }
        // Both as multiples of the smaller power of two.
        let power = a.exponent().max(b.exponent());
        let [above, below] = [&a, &b].map(|n| n.numerator() << (power - n.exponent()));
        let (mut quotient, rest) = (&above / &below, &above % &below);
        if rest != BigInt::ZERO && rest.sign() != below.sign() {
            quotient -= 1;
        }
        let remainder = Dyadic::from_big(above - &quotient * below, power);
        let quotient = Dyadic::from_big(quotient, 0);
        Ok((self.forms.number(quotient)?, self.forms.number(remainder)?))
    }

    /// The quotient of numbers, where it is dyadic.
    fn quotient(&mut self, a: Form, b: Form, at: usize) -> Found<Form> {
        let (a, b) = self.divided(a, b, at)?;
        match divide(&a, &b) {
            Some(quotient) => Ok(self.forms.number(quotient)?),
            None => Err(LanguageError::value(
                format!("{a} / {b} is no dyadic number: no short game is worth that; 3 / 4 is one"),
                at,
            )),
        }
    }

    /// The integer that an expression is worth.
    pub(super) fn integer_of(&mut self, text: &str, of: &Expression, why: &str) -> Found<i64> {
        let value = deeper(|| self.evaluate(text, of))?;
        let number = self.expect_number(&value, of.at)?;
        let integer = i64::try_from(number.numerator()).ok().filter(|_| number.is_integer());
        integer.ok_or_else(|| LanguageError::value(why, of.at))
    }

    fn range(
        &mut self,
        text: &str,
        from: &Expression,
        to: &Expression,
        by: Option<&Expression>,
    ) -> Found<Value> {
        let ends = "a range goes from integer to integer";
        let (first, last) = (self.integer_of(text, from, ends)?, self.integer_of(text, to, ends)?);
        let step = by.map_or(Ok(1), |by| self.integer_of(text, by, "a step is an integer"))?;
        if step == 0 {
            return Err(LanguageError::value("a step is not 0", by.map_or(from.at, |by| by.at)));
        }
        let (mut next, mut values) = (Some(first), Vec::new());
        while let Some(number) = next.filter(|&n| if step > 0 { n <= last } else { n >= last }) {
            if values.len() as u64 == LONGEST_LIST {
                let why = format!("a list has at most {LONGEST_LIST} values");
                return Err(LanguageError::value(why, to.at));
            }
            self.count_value()?;
            values.push(Value::Form(self.forms.number(number.into())?));
            next = number.checked_add(step);
        }
        Values::checked(values, None).map_err(|why| LanguageError::value(why, from.at))
    }

    fn each(&mut self, text: &str, each: &Expression, clauses: &[Clause]) -> Found<Value> {
        let (mut found, mut sources) = (Vec::new(), Vec::new());
        self.go_through(text, clauses, &mut |session| {
            found.push(deeper(|| session.evaluate(text, each))?);
            // A table has one column for what a value was made from.
            if let [_] = clauses {
                sources.extend(session.locals.last().map(|(_, value)| value.clone()));
            }
            Ok(())
        })?;
        let made_from = match clauses {
            [Clause { name, .. }] => Some((name.clone(), sources)),
            _ => None,
        };
        Values::checked(found, made_from).map_err(|why| LanguageError::value(why, each.at))
    }

    /// Calls `each` with every choice of values of the clauses, whose variables it then has.
    fn go_through(
        &mut self,
        text: &str,
        clauses: &[Clause],
        each: &mut dyn FnMut(&mut Self) -> Found<()>,
    ) -> Found<()> {
        let [Clause { name, list, condition }, inner @ ..] = clauses else { return each(self) };
        let Value::List(all) = deeper(|| self.evaluate(text, list))? else {
            return Err(LanguageError::value("after 'in' stands a list, such as 1..8", list.at));
        };
        for value in &all.values {
            self.count_value()?;
            self.locals.push((name.clone(), value.clone()));
            let wanted = match condition {
                None => Ok(true),
                Some(condition) => self.truth(text, condition),
            };
            let done = match wanted {
                Ok(true) => deeper(|| self.go_through(text, inner, each)),
                other => other.map(drop),
            };
            self.locals.pop();
            done?;
        }
        Ok(())
    }

    /// A function of its arguments; of each value of a list where it takes a game.
    pub(super) fn call(
        &mut self,
        function: &functions::Function,
        places: &[usize],
        values: &[Value],
        at: usize,
    ) -> Found<Value> {
        if let [Value::List(list), rest @ ..] = values
            && !function.of_lists
        {
            let mut found = Vec::with_capacity(list.values.len());
            for value in &list.values {
                self.count_value()?;
                let values: Vec<Value> = std::iter::once(value).chain(rest).cloned().collect();
                found.push(self.call(function, places, &values, at)?);
            }
            let made_from = list.made_from.clone();
            return Values::checked(found, made_from).map_err(|why| LanguageError::value(why, at));
        }
        let found = (function.run)(self, &functions::Arguments { values, places, at });
        found.map_err(|error| match error {
            // The reason against an argument is clearer beside what the function takes.
            LanguageError::Value { why, at } if places.contains(&at) && !why.contains('(') => {
                LanguageError::value(format!("{why} ({})", function.usage()), at)
            }
            error => error,
        })
    }
}

/// Whether a condition is true.
pub(super) fn expect_truth(value: &Value, at: usize) -> Found<bool> {
    match value {
        Value::Truth(truth) => Ok(*truth),
        other => Err(LanguageError::value(format!("{} is no condition", other.kind()), at)),
    }
}

/// Whether two games that compare like this are as an operator says.
fn holds(operator: Operator, order: Option<Ordering>) -> bool {
    match operator {
        Operator::Equal => order == Some(Ordering::Equal),
        Operator::Unequal => order != Some(Ordering::Equal),
        Operator::Less => order == Some(Ordering::Less),
        Operator::AtMost => order.is_some_and(Ordering::is_le),
        Operator::Greater => order == Some(Ordering::Greater),
        Operator::AtLeast => order.is_some_and(Ordering::is_ge),
        Operator::NotAtLeast => !order.is_some_and(Ordering::is_ge),
        Operator::NotAtMost => !order.is_some_and(Ordering::is_le),
        _ => order.is_none(),
    }
}

/// The quotient of dyadic numbers, where it is one.
fn divide(a: &Dyadic, b: &Dyadic) -> Option<Dyadic> {
    let zero = BigInt::default();
    let (mut above, mut below) = (a.numerator(), b.numerator());
    if below == zero {
        return None;
    }
    if below < zero {
        (above, below) = (-above, -below);
    }
    // a / b = (above / below) · 2^(exponent of b − exponent of a)
    let twos = below.trailing_zeros().unwrap_or(0);
    let odd: BigInt = &below >> twos;
    if &above % &odd != zero {
        return None;
    }
    let quotient = above / odd;
    let exponent = i64::from(a.exponent()) - i64::from(b.exponent()) + twos as i64;
    Some(match u32::try_from(exponent) {
        Ok(exponent) => Dyadic::from_big(quotient, exponent),
        Err(_) => Dyadic::from_big(quotient << exponent.unsigned_abs(), 0),
    })
}
