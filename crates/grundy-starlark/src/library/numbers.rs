//! Functions of numbers and of single characters.

use num_bigint::BigInt;

use super::given::{int, mismatch};
use crate::error::Error;
use crate::syntax::MOST_DIGITS;
use crate::value::{Builtin, Given, Host, Number, Value};

pub(super) static ALL: [Builtin; 5] = [
    Builtin { name: "abs", call: abs },
    Builtin { name: "int", call: int_ },
    Builtin { name: "float", call: float },
    Builtin { name: "chr", call: chr },
    Builtin { name: "ord", call: ord },
];

type Done<'v> = Result<Value<'v>, Error>;

fn abs<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [value] = given.exactly("abs")?;
    match Number::of(value) {
        Some(number) => number.absolute().value(host.heap()),
        None => Err(mismatch("x", "float | int", value)),
    }
}

fn int_<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [value, base] = given.fill("int", 0, ["", "base"])?;
    let base = base.map(|base| int("base", base)).transpose()?;
    match (value, base) {
        (None, _) => Ok(Value::Int(0)),
        (Some(Value::Text(text)), _) => {
            host.heap().spend_bytes(text.size())?;
            host.heap().spend(text.size().min(MOST_DIGITS).saturating_pow(2) >> 14)?;
            parsed(text.as_str(), base.unwrap_or(0))?.value(host.heap())
        }
        (Some(_), Some(base)) => {
            Err(Error::new(format!("int() cannot convert non-string with explicit base '{base}'")))
        }
        (Some(Value::Bool(value)), None) => Ok(Value::Int(i64::from(value.get()))),
        (Some(value), None) => match Number::of(value) {
            Some(number) => number.truncated()?.value(host.heap()),
            None => Err(mismatch("a", "bool | float | int | str", value)),
        },
    }
}

/// The number that a text writes in a base; if `base` is 0, in the base of its prefix.
fn parsed(whole: &str, base: i64) -> Result<Number, Error> {
    let radix = match u32::try_from(base) {
        Ok(radix) if radix != 1 && radix <= 36 => radix,
        _ => {
            let message = format!("{base} is not a valid base, int() base must be >= 2 and <= 36");
            return Err(Error::new(message));
        }
    };
    let negative = whole.starts_with('-');
    let mut digits = whole.strip_prefix(['+', '-']).unwrap_or(whole);
    let mut found = if radix == 0 { 10 } else { radix };
    for (letter, its) in [('b', 2), ('o', 8), ('x', 16)] {
        let rest = digits.strip_prefix('0');
        let rest = rest.and_then(|rest| rest.strip_prefix([letter, letter.to_ascii_uppercase()]));
        if let (Some(rest), true) = (rest, radix == 0 || radix == its) {
            (digits, found) = (rest, its);
            break;
        }
    }
    if digits.len() > MOST_DIGITS {
        return Err(Error::new(format!("int() of more than {MOST_DIGITS} digits")));
    }
    let number = match digits.bytes().all(|digit| digit.is_ascii_alphanumeric()) {
        true => BigInt::parse_bytes(digits.as_bytes(), found),
        false => None,
    };
    let Some(number) = number else {
        return Err(Error::new(format!("cannot parse `{digits}` as an integer in base {found}")));
    };
    Ok(Number::from_large(if negative { -number } else { number }))
}

fn float<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [value] = given.fill("float", 0, [""])?;
    let number = match value {
        None => 0.0,
        Some(Value::Bool(value)) => f64::from(u8::from(value.get())),
        Some(Value::Text(text)) => {
            let text = text.as_str();
            host.heap().spend_bytes(text.len())?;
            match text.parse::<f64>() {
                Ok(number) if number.is_infinite() && !text.to_lowercase().contains("inf") => {
                    let message = format!("float() floating-point number too large: {text}");
                    return Err(Error::new(message));
                }
                Ok(number) => number,
                Err(error) => {
                    return Err(Error::new(format!("{text:?} is not a valid number: {error}")));
                }
            }
        }
        Some(value) => match Number::of(value) {
            Some(number) => number.float()?,
            None => return Err(mismatch("a", "bool | float | int | str", value)),
        },
    };
    Ok(Value::float(number))
}

fn chr<'v>(host: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [value] = given.exactly("chr")?;
    let code = int("i", value)?;
    let Ok(number) = u32::try_from(code) else {
        return Err(Error::new(format!("chr() parameter value negative integer {code}")));
    };
    match char::from_u32(number) {
        Some(c) => host.heap().character(c),
        None => Err(Error::new(format!(
            "chr() parameter value is 0x{number:x} which is not a valid UTF-8 codepoint"
        ))),
    }
}

fn ord<'v>(_: &mut dyn Host<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [value] = given.exactly("ord")?;
    let Value::Text(text) = value else {
        let of = value.type_name();
        return Err(Error::new(format!("ord(): expected string or bytes, got '{of}'")));
    };
    let mut characters = text.as_str().chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => Ok(Value::Int(i64::from(u32::from(c)))),
        _ => {
            let shown = value.shown();
            Err(Error::new(format!("ord(): {shown} is not a single character string")))
        }
    }
}
