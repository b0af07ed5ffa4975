//! The arguments of built-in functions.

use crate::error::Error;
use crate::value::{Given, Value, small};

impl<'v> Given<'v, '_> {
    /// The arguments for parameters: at least `least` must be given. A parameter without a name is
    /// given by place; one whose name begins with a star, by name only.
    #[inline]
    pub(super) fn fill<const N: usize>(
        self,
        function: &str,
        least: usize,
        names: [&str; N],
    ) -> Result<[Option<Value<'v>>; N], Error> {
        let mut filled = [None; N];
        let most = names.iter().take_while(|name| !name.starts_with('*')).count();
        let count = self.positional.len();
        if count > most || count < least && self.named.is_empty() {
            return Err(wrong_number(function, least, most, count));
        }
        for (place, value) in filled.iter_mut().zip(self.positional) {
            *place = Some(*value);
        }
        if !self.named.is_empty() {
            self.fill_named(function, least, names, &mut filled)?;
        }
        Ok(filled)
    }

    fn fill_named<const N: usize>(
        self,
        function: &str,
        least: usize,
        names: [&str; N],
        filled: &mut [Option<Value<'v>>; N],
    ) -> Result<(), Error> {
        for &(name, value) in self.named {
            let place = names.iter().position(|known| known.trim_start_matches('*') == name);
            let Some(place) = place.and_then(|place| filled.get_mut(place)) else {
                let message =
                    format!("found `{name}` extra named parameter(s) for call to {function}");
                return Err(Error::new(message));
            };
            if place.replace(value).is_some() {
                return Err(Error::new(format!("argument `{name}` occurs more than once")));
            }
        }
        if filled.iter().take(least).any(Option::is_none) {
            return Err(wrong_number(function, least, N, self.positional.len()));
        }
        Ok(())
    }

    /// Exactly `N` arguments, by place.
    #[inline]
    pub(super) fn exactly<const N: usize>(self, function: &str) -> Result<[Value<'v>; N], Error> {
        match <[Value<'v>; N]>::try_from(self.positional) {
            Ok(values) if self.named.is_empty() => Ok(values),
            _ => {
                self.fill(function, N, [""; N])?;
                Err(wrong_number(function, N, N, self.positional.len()))
            }
        }
    }

    /// Fails if there are arguments by name.
    pub(super) fn unnamed(self, function: &str) -> Result<(), Error> {
        self.fill_named(function, 0, [], &mut [])
    }
}

#[cold]
fn wrong_number(function: &str, least: usize, most: usize, got: usize) -> Error {
    let expected =
        if least == most { least.to_string() } else { format!("between {least} and {most}") };
    let message = format!(
        "wrong number of positional arguments for `{function}`, expected {expected}, got {got}"
    );
    Error::new(message)
}

/// The error of an argument of another type.
#[cold]
pub(super) fn mismatch(param: &str, expected: &str, value: Value<'_>) -> Error {
    let shown = value.shown_with_type();
    let message = format!(
        "type of parameter `{param}` doesn't match, expected `{expected}`, actual `{shown}`"
    );
    Error::new(message)
}

/// An argument that must be a text.
#[inline]
pub(super) fn text<'v>(param: &str, value: Value<'v>) -> Result<&'v str, Error> {
    match value {
        Value::Text(text) => Ok(text.as_str()),
        other => Err(mismatch(param, "str", other)),
    }
}

/// An argument that must be an integer of 32 bits.
pub(super) fn int(param: &str, value: Value<'_>) -> Result<i64, Error> {
    match value {
        Value::Int(_) | Value::Large(_) => small(value),
        other => Err(mismatch(param, "int", other)),
    }
}

/// An argument that must be an integer of 32 bits, if it is given and not None.
pub(super) fn int_or_none(param: &str, value: Option<Value<'_>>) -> Result<Option<i64>, Error> {
    match value {
        None | Some(Value::None) => Ok(None),
        Some(value) => int(param, value).map(Some),
    }
}
