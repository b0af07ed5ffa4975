//! Methods of texts.

use std::collections::HashSet;

use super::functions::gathered;
use super::given::{int, mismatch, text};
use crate::error::Error;
use crate::value::{BYTES, Given, Heap, Host, Method, Text, Value, Written, characters, part};

pub(super) static METHODS: [Method; 33] = [
    Method { name: "capitalize", call: capitalize },
    Method { name: "codepoints", call: codepoints },
    Method { name: "count", call: count },
    Method { name: "elems", call: elems },
    Method { name: "endswith", call: endswith },
    Method { name: "find", call: find },
    Method { name: "format", call: super::format::format },
    Method { name: "index", call: index },
    Method { name: "isalnum", call: isalnum },
    Method { name: "isalpha", call: isalpha },
    Method { name: "isdigit", call: isdigit },
    Method { name: "islower", call: islower },
    Method { name: "isspace", call: isspace },
    Method { name: "istitle", call: istitle },
    Method { name: "isupper", call: isupper },
    Method { name: "join", call: join },
    Method { name: "lower", call: lower },
    Method { name: "lstrip", call: lstrip },
    Method { name: "partition", call: partition },
    Method { name: "removeprefix", call: removeprefix },
    Method { name: "removesuffix", call: removesuffix },
    Method { name: "replace", call: replace },
    Method { name: "rfind", call: rfind },
    Method { name: "rindex", call: rindex },
    Method { name: "rpartition", call: rpartition },
    Method { name: "rsplit", call: rsplit },
    Method { name: "rstrip", call: rstrip },
    Method { name: "split", call: split },
    Method { name: "splitlines", call: splitlines },
    Method { name: "startswith", call: startswith },
    Method { name: "strip", call: strip },
    Method { name: "title", call: title },
    Method { name: "upper", call: upper },
];

type Done<'v> = Result<Value<'v>, Error>;

/// The text. All methods begin with it, so the work of going through it is counted here.
fn of<'v>(host: &dyn Host<'v>, value: Value<'v>) -> Result<Text<'v>, Error> {
    match value {
        Value::Text(text) => {
            host.heap().spend_bytes(text.size())?;
            Ok(text)
        }
        other => Err(Error::unsupported("(string)", other.type_name())),
    }
}

/// Bytes of a text whose characters are looked up in the time of one value.
const LOOKED: usize = 4;

/// The text that a method without arguments makes of a text.
fn made<'v>(
    host: &mut dyn Host<'v>,
    this: Value<'v>,
    given: Given<'v, '_>,
    name: &str,
    make: impl FnOnce(&'v str) -> String,
) -> Done<'v> {
    let [] = given.exactly(name)?;
    let text = of(host, this)?.as_str();
    host.heap().spend(text.len() / LOOKED)?;
    // A character becomes up to three, and the text is copied.
    host.heap().room(text.len().saturating_mul(6))?;
    host.heap().text(&make(text))
}

/// Whether something is true of a text.
fn asked<'v>(
    host: &dyn Host<'v>,
    this: Value<'v>,
    given: Given<'v, '_>,
    name: &str,
    holds: impl FnOnce(&'v str) -> bool,
) -> Done<'v> {
    let [] = given.exactly(name)?;
    let text = of(host, this)?.as_str();
    host.heap().spend(text.len() / LOOKED)?;
    Ok(Value::bool(holds(text)))
}

fn elems<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [] = given.exactly("elems")?;
    Ok(Value::Elems(of(host, this)?))
}

fn codepoints<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [] = given.exactly("codepoints")?;
    Ok(Value::Codepoints(of(host, this)?))
}

fn capitalize<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    made(host, this, given, "capitalize", |text| {
        let mut characters = text.chars();
        let first = characters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(characters.flat_map(char::to_lowercase)).collect()
    })
}

fn lower<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    made(host, this, given, "lower", str::to_lowercase)
}

fn upper<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    made(host, this, given, "upper", str::to_uppercase)
}

fn title<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    made(host, this, given, "title", |text| {
        let (mut title, mut inside) = (String::with_capacity(text.len()), false);
        for c in text.chars() {
            match c.is_alphabetic() && !inside {
                true => title.extend(c.to_uppercase()),
                false => title.extend(c.to_lowercase()),
            }
            inside = c.is_alphabetic();
        }
        title
    })
}

fn isalnum<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    asked(host, this, given, "isalnum", |text| {
        !text.is_empty() && text.chars().all(char::is_alphanumeric)
    })
}

fn isalpha<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    asked(host, this, given, "isalpha", |text| {
        !text.is_empty() && text.chars().all(char::is_alphabetic)
    })
}

fn isdigit<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    asked(host, this, given, "isdigit", |text| {
        !text.is_empty() && text.chars().all(char::is_numeric)
    })
}

fn isspace<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    asked(host, this, given, "isspace", |text| {
        !text.is_empty() && text.chars().all(char::is_whitespace)
    })
}

fn islower<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    asked(host, this, given, "islower", |text| {
        text.chars().any(char::is_lowercase) && !text.chars().any(char::is_uppercase)
    })
}

fn isupper<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    asked(host, this, given, "isupper", |text| {
        text.chars().any(char::is_uppercase) && !text.chars().any(char::is_lowercase)
    })
}

fn istitle<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    asked(host, this, given, "istitle", |text| {
        let (mut inside, mut any) = (false, false);
        for c in text.chars() {
            if if inside { c.is_uppercase() } else { c.is_lowercase() } {
                return false;
            }
            inside = c.is_alphabetic();
            any |= inside;
        }
        any
    })
}

/// The part of a text that the bounds of a method choose, with the index of its first character.
fn chosen<'v>(
    host: &dyn Host<'v>,
    this: Value<'v>,
    start: Option<Value<'v>>,
    end: Option<Value<'v>>,
) -> Result<Option<(usize, &'v str)>, Error> {
    part(of(host, this)?, start, end)
}

fn count<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [needle, start, end] = given.fill("count", 1, ["", "", ""])?;
    let needle = text("needle", needle.unwrap_or(Value::None))?;
    let part = chosen(host, this, start, end)?;
    let found = part.map_or(0, |(_, part)| part.matches(needle).count());
    Ok(Value::Int(found as i64))
}

/// The index of the first place of a text in another, or of the last, and what it was.
fn place<'v>(
    host: &dyn Host<'v>,
    this: Value<'v>,
    given: Given<'v, '_>,
    name: &str,
    find: impl FnOnce(&str, &str) -> Option<usize>,
) -> Result<(Option<usize>, &'v str), Error> {
    let [needle, start, end] = given.fill(name, 1, ["", "", ""])?;
    let needle = text("needle", needle.unwrap_or(Value::None))?;
    let Some((first, part)) = chosen(host, this, start, end)? else { return Ok((None, needle)) };
    let found = find(part, needle).and_then(|at| part.get(..at));
    Ok((found.map(|before| first + characters(before)), needle))
}

fn first(text: &str, needle: &str) -> Option<usize> {
    text.find(needle)
}

fn last(text: &str, needle: &str) -> Option<usize> {
    text.rfind(needle)
}

fn find<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let found = place(host, this, given, "find", first)?.0;
    Ok(Value::Int(found.map_or(-1, |at| at as i64)))
}

fn rfind<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let found = place(host, this, given, "rfind", last)?.0;
    Ok(Value::Int(found.map_or(-1, |at| at as i64)))
}

fn index<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    found(host, this, place(host, this, given, "index", first)?)
}

fn rindex<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    found(host, this, place(host, this, given, "rindex", last)?)
}

fn found<'v>(
    host: &dyn Host<'v>,
    this: Value<'v>,
    (at, needle): (Option<usize>, &str),
) -> Done<'v> {
    let whole = of(host, this)?.as_str();
    let missing = || Error::new(format!("substring '{needle}' not found in '{whole}'"));
    Ok(Value::Int(at.ok_or_else(missing)? as i64))
}

fn startswith<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    affix(host, this, given, "startswith", "prefix", |text, prefix| text.starts_with(prefix))
}

fn endswith<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    affix(host, this, given, "endswith", "suffix", |text, suffix| text.ends_with(suffix))
}

/// Whether a text has an affix, or one of a tuple of them.
fn affix<'v>(
    host: &dyn Host<'v>,
    this: Value<'v>,
    given: Given<'v, '_>,
    name: &str,
    param: &str,
    has: impl Fn(&str, &str) -> bool,
) -> Done<'v> {
    let [affix, start, end] = given.fill(name, 1, ["", "", ""])?;
    let part = chosen(host, this, start, end)?.map(|(_, part)| part);
    let mut any = false;
    match affix.unwrap_or(Value::None) {
        Value::Text(affix) => any = part.is_some_and(|part| has(part, affix.as_str())),
        Value::Tuple(items) => {
            for item in items.items() {
                let affix = text(param, *item)?;
                host.heap().spend(1 + affix.len() / BYTES)?;
                any |= part.is_some_and(|part| has(part, affix));
            }
        }
        other => return Err(mismatch(param, "str | tuple[str, ...]", other)),
    }
    Ok(Value::bool(any))
}

fn removeprefix<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [prefix] = given.exactly("removeprefix")?;
    let rest = of(host, this)?.as_str().strip_prefix(text("prefix", prefix)?);
    rest.map_or(Ok(this), |rest| host.heap().text(rest))
}

fn removesuffix<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [suffix] = given.exactly("removesuffix")?;
    let rest = of(host, this)?.as_str().strip_suffix(text("suffix", suffix)?);
    rest.map_or(Ok(this), |rest| host.heap().text(rest))
}

fn join<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [from] = given.exactly("join")?;
    let between = of(host, this)?.as_str();
    let mut items = from.items()?;
    let mut joined = Written::within(host.heap());
    let mut separate = false;
    while let Some(item) = items.next(host.heap())? {
        host.heap().step()?;
        if std::mem::replace(&mut separate, true) {
            joined.push(between);
        }
        joined.push(text("to_join", item)?);
        if joined.is_full() {
            break;
        }
    }
    joined.value(host.heap())
}

/// A text without the characters at its ends.
fn stripped<'v>(
    host: &mut dyn Host<'v>,
    this: Value<'v>,
    given: Given<'v, '_>,
    name: &str,
    start: bool,
    end: bool,
) -> Done<'v> {
    let [which] = given.fill(name, 0, [""])?;
    let whole = of(host, this)?.as_str();
    let which = match which {
        None | Some(Value::None) => None,
        Some(which) => Some(text("chars", which)?),
    };
    let heap = host.heap();
    let mut many = HashSet::new();
    for c in which.filter(|which| which.len() > BYTES).unwrap_or_default().chars() {
        heap.spend(1)?;
        many.insert(c);
    }
    let mut counted = Ok(());
    let mut strip = |c: char| {
        if counted.is_ok() {
            counted = heap.spend(1);
        }
        counted.is_ok()
            && match which {
                None => c.is_whitespace(),
                Some(which) if many.is_empty() => which.contains(c),
                Some(_) => many.contains(&c),
            }
    };
    let mut rest = whole;
    if start {
        rest = rest.trim_start_matches(&mut strip);
    }
    if end {
        rest = rest.trim_end_matches(&mut strip);
    }
    counted?;
    if rest.len() == whole.len() { Ok(this) } else { host.heap().text(rest) }
}

fn strip<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    stripped(host, this, given, "strip", true, true)
}

fn lstrip<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    stripped(host, this, given, "lstrip", true, false)
}

fn rstrip<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    stripped(host, this, given, "rstrip", false, true)
}

/// The parts of a text before, at and behind a part of it.
fn parted<'v>(
    host: &mut dyn Host<'v>,
    this: Value<'v>,
    given: Given<'v, '_>,
    name: &str,
    find: fn(&str, &str) -> Option<usize>,
) -> Result<Option<Value<'v>>, Error> {
    let [needle] = given.exactly(name)?;
    let (whole, part) = (of(host, this)?.as_str(), text("needle", needle)?);
    if part.is_empty() {
        return Err(Error::new("empty separator cannot be used for partitioning"));
    }
    let Some(at) = find(whole, part) else { return Ok(None) };
    let before = host.heap().text(whole.get(..at).unwrap_or_default())?;
    let behind = host.heap().text(whole.get(at + part.len()..).unwrap_or_default())?;
    host.heap().tuple(&[before, needle, behind]).map(Some)
}

fn partition<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let empty = host.heap().text("")?;
    let parts = parted(host, this, given, "partition", first)?;
    parts.map_or_else(|| host.heap().tuple(&[this, empty, empty]), Ok)
}

fn rpartition<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let empty = host.heap().text("")?;
    let parts = parted(host, this, given, "rpartition", last)?;
    parts.map_or_else(|| host.heap().tuple(&[empty, empty, this]), Ok)
}

fn replace<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [old, new, most] = given.fill("replace", 2, ["", "", ""])?;
    let whole = of(host, this)?.as_str();
    let old = text("old", old.unwrap_or(Value::None))?;
    let new = text("new", new.unwrap_or(Value::None))?;
    let most = most.map(|most| int("count", most)).transpose()?;
    let count = match most {
        None => whole.matches(old).count(),
        Some(most) => match usize::try_from(most) {
            Ok(most) => whole.matches(old).take(most).count(),
            Err(_) => {
                let message = format!("replace final argument was negative '{most}'");
                return Err(Error::new(message));
            }
        },
    };
    if count == 0 {
        return Ok(this);
    }
    let size = whole.len().saturating_add(new.len().saturating_mul(count));
    // The text is copied.
    host.heap().room(size.saturating_mul(2))?;
    host.heap().spend(count.saturating_add(size / BYTES))?;
    host.heap().text(&whole.replacen(old, new, count))
}

/// The parts that an iterator gives.
fn parts<'t>(heap: &Heap, from: impl Iterator<Item = &'t str>) -> Result<Vec<&'t str>, Error> {
    gathered(heap, from.map(Ok))
}

/// A list of parts.
fn list<'v>(heap: &'v Heap, parts: &[&str]) -> Done<'v> {
    heap.list_of(parts.len(), |at| heap.text(parts[at]))
}

/// The separator, and the greatest number of parts, of a method that splits.
fn splitting<'v>(
    given: Given<'v, '_>,
    name: &str,
) -> Result<(Option<&'v str>, Option<usize>), Error> {
    let [separator, most] = given.fill(name, 0, ["", ""])?;
    let separator = match separator {
        None | Some(Value::None) => None,
        Some(separator) => Some(text("sep", separator)?),
    };
    let most = match most {
        None | Some(Value::None) => None,
        Some(most) => usize::try_from(int("maxsplit", most)?).ok().map(|most| most + 1),
    };
    Ok((separator, most))
}

fn split<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let (heap, whole) = (host.heap(), of(host, this)?.as_str());
    let parts = match splitting(given, "split")? {
        (None, None) => parts(heap, whole.split_whitespace()),
        (None, Some(most)) => {
            let (mut rest, mut count) = (whole.trim_start(), 0);
            let next = || {
                count += 1;
                let end = match count >= most {
                    true => rest.len(),
                    false => rest.find(char::is_whitespace).unwrap_or(rest.len()),
                };
                let (part, behind) = rest.split_at(end);
                rest = behind.trim_start();
                (!part.is_empty()).then_some(part)
            };
            parts(heap, std::iter::from_fn(next))
        }
        (Some(separator), None) => parts(heap, whole.split(separator)),
        (Some(separator), Some(most)) => parts(heap, whole.splitn(most, separator)),
    };
    list(heap, &parts?)
}

fn rsplit<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let (heap, whole) = (host.heap(), of(host, this)?.as_str());
    let parts = match splitting(given, "rsplit")? {
        (None, None) => parts(heap, whole.split_whitespace().rev()),
        (None, Some(most)) => {
            let (mut rest, mut count) = (whole.trim_end(), 0);
            let next = || {
                count += 1;
                let space = rest.char_indices().rev().find(|(_, c)| c.is_whitespace());
                let begin = match space {
                    Some((at, c)) if count < most => at + c.len_utf8(),
                    _ => 0,
                };
                let (before, part) = rest.split_at(begin);
                rest = before.trim_end();
                (!part.is_empty()).then_some(part)
            };
            parts(heap, std::iter::from_fn(next))
        }
        (Some(separator), None) => parts(heap, whole.rsplit(separator)),
        (Some(separator), Some(most)) => parts(heap, whole.rsplitn(most, separator)),
    };
    let mut parts = parts?;
    parts.reverse();
    list(heap, &parts)
}

fn splitlines<'v>(host: &mut dyn Host<'v>, this: Value<'v>, given: Given<'v, '_>) -> Done<'v> {
    let [keep] = given.fill("splitlines", 0, [""])?;
    let keep = match keep {
        None => false,
        Some(Value::Bool(keep)) => keep.get(),
        Some(other) => return Err(mismatch("keepends", "bool", other)),
    };
    let mut rest = of(host, this)?.as_str();
    let lines = std::iter::from_fn(|| {
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let length = match rest.get(end..) {
            None | Some("") => 0,
            Some(behind) if behind.starts_with("\r\n") => 2,
            Some(_) => 1,
        };
        let (line, behind) = rest.split_at(end + length);
        rest = behind;
        (!line.is_empty()).then_some(if keep { line } else { &line[..end] })
    });
    list(host.heap(), &parts(host.heap(), lines)?)
}
