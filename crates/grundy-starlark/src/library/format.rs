//! The method `format` of texts.

use crate::error::Error;
use crate::value::{Given, Host, Value, Written};

/// A text whose braces are replaced by the arguments.
pub(super) fn format<'v>(
    host: &mut dyn Host<'v>,
    this: Value<'v>,
    given: Given<'v, '_>,
) -> Result<Value<'v>, Error> {
    let Value::Text(whole) = this else {
        return Err(Error::unsupported("(string)", this.type_name()));
    };
    let whole = whole.as_str();
    let mut rest = whole;
    let mut text = Written::within(host.heap());
    let mut fields = Fields { given, next: 0, by_index: false };
    while let Some(at) = rest.find(['{', '}']) {
        text.push(&rest[..at]);
        rest = &rest[at..];
        if let Some(behind) = rest.strip_prefix("{{").or_else(|| rest.strip_prefix("}}")) {
            text.push(&rest[..1]);
            rest = behind;
            continue;
        }
        let wrong = |what: &str| Error::new(format!("{what} format string `{whole}`"));
        if rest.starts_with('}') {
            return Err(wrong("standalone '}' in"));
        }
        let end = rest[1..].find(['}', '{', '!']).map(|end| end + 1);
        let (field, end) = match end {
            Some(end) if !rest[end..].starts_with('{') => (&rest[1..end], end),
            _ => return Err(wrong("unmatched '{' in")),
        };
        let mut repr = false;
        rest = &rest[end..];
        if let Some(conversion) = rest.strip_prefix('!') {
            repr = conversion.starts_with('r');
            rest = match conversion.strip_prefix(['r', 's']) {
                Some(behind) => behind,
                None if conversion.starts_with('}') => {
                    return Err(wrong("missing conversion character in"));
                }
                None => return Err(wrong("invalid conversion in")),
            };
        }
        rest = rest.strip_prefix('}').ok_or_else(|| wrong("unmatched '{' in"))?;
        if !field.is_empty() {
            host.heap().spend(given.named.len())?;
        }
        let value = fields.value(field)?;
        if text.is_full() {
            return text.value(host.heap());
        }
        match repr {
            true => text.repr(value),
            false => text.str(value),
        }
    }
    text.push(rest);
    text.value(host.heap())
}

/// The arguments that fields take.
struct Fields<'v, 'c> {
    given: Given<'v, 'c>,
    /// How many fields without a name there were, and whether there was one with a number.
    next: usize,
    by_index: bool,
}

impl<'v> Fields<'v, '_> {
    fn value(&mut self, field: &str) -> Result<Value<'v>, Error> {
        let mixed = "cannot mix manual field specification and automatic field numbering in format \
                     string";
        if field.is_empty() {
            if self.by_index {
                return Err(Error::new(mixed));
            }
            self.next += 1;
            let value = self.given.positional.get(self.next - 1).copied();
            return value.ok_or_else(|| Error::new("not enough parameters in format string"));
        }
        if field.bytes().all(|byte| byte.is_ascii_digit()) {
            if self.next > 0 {
                return Err(Error::new(mixed));
            }
            self.by_index = true;
            let place = field.parse::<usize>().ok();
            let value = place.and_then(|place| self.given.positional.get(place)).copied();
            return value.ok_or_else(|| Error::new(format!("index `{field}` is out of bound")));
        }
        if let Some(c) = field.chars().find(|c| matches!(c, '.' | ',' | '[' | ']')) {
            let message = format!("invalid character '{c}' inside replacement field");
            return Err(Error::new(message));
        }
        let found = self.given.named.iter().find(|(name, _)| *name == field);
        let missing = || Error::new(format!("key `{field}` was not found"));
        found.map(|(_, value)| *value).ok_or_else(missing)
    }
}
