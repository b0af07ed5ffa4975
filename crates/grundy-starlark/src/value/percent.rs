//! `%` between a text and values.

use super::number::{compact, decimal, scientific};
use super::{Heap, Number, Value, Written};
use crate::error::Error;

/// The text with its places filled: `%s`, `%r`, `%d`, `%o`, `%x`, `%X`, `%e`, `%f`, `%g`, `%%`.
pub(crate) fn format<'v>(
    format: &str,
    value: Value<'v>,
    heap: &'v Heap,
) -> Result<Value<'v>, Error> {
    let one = [value];
    let values = if let Value::Tuple(items) = value { items.items() } else { &one };
    let mut values = values.iter();
    let mut text = Written::within(heap);
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        text.push(&rest[..at]);
        let letter = rest[at + 1..].chars().next();
        let letter = letter.ok_or_else(|| Error::new("incomplete format"))?;
        rest = &rest[at + 1 + letter.len_utf8()..];
        if letter == '%' {
            text.push("%");
            continue;
        }
        if !"srdoxXeEfFgG".contains(letter) {
            return Err(Error::new(format!("unsupported format character: {letter:?}")));
        }
        if text.is_full() {
            return text.value(heap);
        }
        let missing = || Error::new("not enough arguments for format string");
        let own = *values.next().ok_or_else(missing)?;
        match letter {
            's' => text.str(own),
            'r' => text.repr(own),
            _ => {
                let mut done = Ok(());
                text.number(own, || {
                    number(letter, own, value).unwrap_or_else(|error| {
                        done = Err(error);
                        String::new()
                    })
                });
                done?;
            }
        }
    }
    text.push(rest);
    match values.next() {
        Some(_) => Err(Error::new("too many arguments for format string")),
        None => text.value(heap),
    }
}

fn number(letter: char, own: Value<'_>, given: Value<'_>) -> Result<String, Error> {
    let unsupported = || Error::unsupported(&format!("format(%{letter})"), given.type_name());
    let number = Number::of(own).ok_or_else(unsupported)?;
    Ok(match letter {
        'e' => scientific(number.float()?, 'e'),
        'E' => scientific(number.float()?, 'E'),
        'f' | 'F' => decimal(number.float()?),
        'g' => compact(number.float()?, 'e'),
        'G' => compact(number.float()?, 'E'),
        'd' => number.truncated().map_err(|_| unsupported())?.to_string(),
        _ => {
            let whole = number.large().ok_or_else(unsupported)?;
            let (sign, digits) = whole.into_parts();
            let sign = if sign == num_bigint::Sign::Minus { "-" } else { "" };
            match letter {
                'o' => format!("{sign}{digits:o}"),
                'x' => format!("{sign}{digits:x}"),
                _ => format!("{sign}{digits:X}"),
            }
        }
    })
}
