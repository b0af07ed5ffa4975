//! Functions of the user, and the items of lists.

use std::rc::Rc;
use std::sync::Arc;

use super::syntax::{self, Definition, Expression, Kind};
use super::value::{Closure, List as Values};
use super::{LanguageError, Session, Value, functions, new_name};
use grundy_base::ParseError;
use grundy_base::stack::deeper;

/// Functions of the user may call each other this deep.
const DEEPEST: usize = 10_000;

type Found<T> = Result<T, LanguageError>;

/// A function of the user.
struct Lambda {
    /// The line in which it stands, which places point into.
    line: Arc<str>,
    definition: Arc<Definition>,
    /// The variables around it.
    around: Vec<(String, Value)>,
}

impl Lambda {
    /// The function as it was written.
    fn text(&self) -> String {
        let Definition { parameters, span, .. } = &*self.definition;
        let parameters = match &parameters[..] {
            [one] => one.clone(),
            all => format!("({})", all.join(", ")),
        };
        format!("{parameters} -> {}", self.line[span.clone()].trim_end())
    }
}

impl Session<'_> {
    /// A function, with the values of the variables around it.
    pub(super) fn function(
        &mut self,
        text: &str,
        at: usize,
        definition: &Arc<Definition>,
    ) -> Found<Value> {
        for name in &definition.parameters {
            new_name(name, at)?;
        }
        let (definition, around) = (definition.clone(), self.locals.clone());
        let lambda = Lambda { line: text.into(), definition, around };
        let written = lambda.text();
        let run = move |session: &mut Session<'_>, values: Vec<Value>, at: usize| {
            session.call_lambda(&lambda, values, at)
        };
        Ok(Value::Function(Rc::new(Closure::new(written, Box::new(run)))))
    }

    /// What is written like a game: the call of a function of the user, if the name is that of one.
    pub(super) fn game_or_call(&mut self, text: &str, at: usize, end: usize) -> Found<Value> {
        let open = text[at..end].find('(').map_or(end, |open| at + open);
        let Some(Value::Function(function)) = self.variable(text[at..open].trim()).cloned() else {
            return self.game(text, at, (at, end));
        };
        let arguments = syntax::arguments(text, open, self.dialect)?;
        self.call_with(text, &function, &arguments, at)
    }

    /// The function that an expression is worth, of these arguments.
    pub(super) fn apply_expression(
        &mut self,
        text: &str,
        function: &Expression,
        arguments: &[Expression],
    ) -> Found<Value> {
        let found = match &function.kind {
            Kind::Name(name) => {
                let unknown = || functions::unknown(name, function.at);
                self.variable(name).cloned().ok_or_else(unknown)?
            }
            _ => deeper(|| self.evaluate(text, function))?,
        };
        let Value::Function(closure) = &found else {
            return Err(LanguageError::value(
                format!("{} is no function", found.kind()),
                function.at,
            ));
        };
        self.call_with(text, closure, arguments, function.at)
    }

    fn call_with(
        &mut self,
        text: &str,
        function: &Closure,
        arguments: &[Expression],
        at: usize,
    ) -> Found<Value> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(deeper(|| self.evaluate(text, argument))?);
        }
        function.call(self, values, at)
    }

    /// A function of the user of these values.
    fn call_lambda(&mut self, function: &Lambda, values: Vec<Value>, at: usize) -> Found<Value> {
        let Definition { parameters, body, .. } = &*function.definition;
        if values.len() != parameters.len() {
            let expected = match parameters.len() {
                1 => "one argument".to_string(),
                count => format!("{count} arguments"),
            };
            return Err(ParseError::new(expected, at).with_help(function.text()).into());
        }
        if self.calls == DEEPEST {
            let why = format!("functions call each other at most {DEEPEST} deep");
            return Err(LanguageError::value(why, at));
        }
        self.count_value()?;
        let arguments = parameters.iter().cloned().zip(values);
        let locals = function.around.iter().cloned().chain(arguments).collect();
        let outside = (std::mem::replace(&mut self.locals, locals), std::mem::take(&mut self.open));
        self.calls += 1;
        let found = deeper(|| self.evaluate(&function.line, body));
        self.calls -= 1;
        (self.locals, self.open) = outside;
        found.map_err(|error| self.in_function(error, function, at))
    }

    /// An error in a function of the user, at the place of the call: a place in another line means
    /// nothing there. The innermost function is named.
    fn in_function(&mut self, error: LanguageError, function: &Lambda, at: usize) -> LanguageError {
        let is_named = std::mem::replace(&mut self.names_function, true);
        match error {
            LanguageError::Value { why, .. } if !is_named => {
                LanguageError::value(format!("{why}, in {}", function.text()), at)
            }
            LanguageError::Value { why, .. } => LanguageError::value(why, at),
            LanguageError::Parse(error) if !is_named => {
                ParseError { at, ..error }.with_help(format!("in {}", function.text())).into()
            }
            LanguageError::Parse(error) => ParseError { at, ..error }.into(),
            stopped => stopped,
        }
    }

    /// `list[2]`, or `list[-1]` from the end.
    pub(super) fn item(
        &mut self,
        text: &str,
        list: &Expression,
        index: &Expression,
    ) -> Found<Value> {
        let values = self.list_of(text, list)?;
        let place = self.integer_of(text, index, "a place in a list is an integer")?;
        let count = values.values.len() as i64;
        let from_start = if place < 0 { count + place } else { place - 1 };
        usize::try_from(from_start)
            .ok()
            .and_then(|place| values.values.get(place))
            .cloned()
            .ok_or_else(|| {
                let why = match count {
                    0 => "the list is empty".to_string(),
                    _ => {
                        format!("the list has places 1 to {count}, and -1 to -{count} from its end")
                    }
                };
                LanguageError::value(why, index.at)
            })
    }

    /// `list[2..4]`, both included; places beyond the list are left out.
    pub(super) fn slice(
        &mut self,
        text: &str,
        list: &Expression,
        from: Option<&Expression>,
        to: Option<&Expression>,
    ) -> Found<Value> {
        let values = self.list_of(text, list)?;
        let count = values.values.len() as i64;
        let mut place = |of: Option<&Expression>, otherwise| -> Found<i64> {
            let Some(of) = of else { return Ok(otherwise) };
            let place = self.integer_of(text, of, "a place in a list is an integer")?;
            Ok(if place < 0 { (count + place).saturating_add(1) } else { place })
        };
        let (first, last) = (place(from, 1)?.max(1), place(to, count)?.min(count));
        let chosen = (first..=last).map(|place| values.values[place as usize - 1].clone());
        Values::checked(chosen.collect(), None).map_err(|why| LanguageError::value(why, list.at))
    }

    fn list_of(&mut self, text: &str, of: &Expression) -> Found<Rc<Values>> {
        match deeper(|| self.evaluate(text, of))? {
            Value::List(list) => Ok(list),
            other => Err(LanguageError::value(format!("{} is no list", other.kind()), of.at)),
        }
    }
}
