//! Positions as bytes: whole numbers, texts, booleans, None, and tuples of these.
//!
//! Equal values have equal bytes, and small values have few: a number below 128 is one
//! byte; a text of up to 63 bytes and a tuple of up to 31 items have a head of one byte.

use std::fmt::Write;

/// Numbers up to this one are encoded as one byte of the same value.
const LAST_SMALL: u8 = 0x7f;
/// The head of an empty tuple; the number of items is added to it.
const TUPLE: u8 = 0x80;
/// Items of the longest tuple with such a head.
const LONGEST_TUPLE: usize = 31;
/// The head of an empty text; the number of bytes is added to it.
const TEXT: u8 = 0xa0;
/// Bytes of the longest text with such a head.
const LONGEST_TEXT: usize = 63;
const NUMBER: u8 = 0xe0;
const NEGATIVE: u8 = 0xe1;
const LONG_TUPLE: u8 = 0xe2;
const LONG_TEXT: u8 = 0xe3;
const NONE: u8 = 0xe4;
const FALSE: u8 = 0xe5;
const TRUE: u8 = 0xe6;

/// The deepest nesting of tuples: deeper than any board needs, and shallow enough for every stack.
pub const DEEPEST: usize = 64;

/// The next item of an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item<'a> {
    /// A whole number.
    Number(i64),
    /// A text.
    Text(&'a str),
    /// True or False.
    Bool(bool),
    /// Nothing.
    None,
    /// A tuple; its items follow.
    Tuple(usize),
}

/// Appends a number.
#[inline]
pub fn put_number(number: i64, bytes: &mut Vec<u8>) {
    match number {
        0..=0x7f => bytes.push(number as u8),
        128.. => {
            bytes.push(NUMBER);
            put_length(number as u64 - 128, bytes);
        }
        _ => {
            bytes.push(NEGATIVE);
            put_length(!number as u64, bytes);
        }
    }
}

/// Appends a text.
#[inline]
pub fn put_text(text: &str, bytes: &mut Vec<u8>) {
    if text.len() <= LONGEST_TEXT {
        bytes.push(TEXT + text.len() as u8);
    } else {
        bytes.push(LONG_TEXT);
        put_length(text.len() as u64, bytes);
    }
    bytes.extend_from_slice(text.as_bytes());
}

/// The bytes of a number.
pub fn number(number: impl Into<i64>) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_number(number.into(), &mut bytes);
    bytes
}

/// The bytes of a tuple of two values.
pub fn pair(first: &[u8], second: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(first.len() + second.len() + 1);
    put_tuple(2, &mut bytes);
    bytes.extend_from_slice(first);
    bytes.extend_from_slice(second);
    bytes
}

/// Appends the head of a tuple; its items must follow.
#[inline]
pub fn put_tuple(items: usize, bytes: &mut Vec<u8>) {
    if items <= LONGEST_TUPLE {
        bytes.push(TUPLE + items as u8);
    } else {
        bytes.push(LONG_TUPLE);
        put_length(items as u64, bytes);
    }
}

/// Appends True or False.
#[inline]
pub fn put_bool(value: bool, bytes: &mut Vec<u8>) {
    bytes.push(if value { TRUE } else { FALSE });
}

/// Appends None.
#[inline]
pub fn put_none(bytes: &mut Vec<u8>) {
    bytes.push(NONE);
}

/// Seven bits per byte, the lowest first (LEB128).
fn put_length(mut length: u64, bytes: &mut Vec<u8>) {
    while length > 0x7f {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
}

fn length(bytes: &mut &[u8]) -> Option<u64> {
    let mut length = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        length |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(length);
        }
    }
    None
}

/// Reads the next item; none if the bytes are not a valid encoding.
#[inline]
pub fn next<'a>(bytes: &mut &'a [u8]) -> Option<Item<'a>> {
    let (&head, rest) = bytes.split_first()?;
    *bytes = rest;
    let text = |length: usize, bytes: &mut &'a [u8]| {
        let (text, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        Some(Item::Text(std::str::from_utf8(text).ok()?))
    };
    match head {
        0..=LAST_SMALL => Some(Item::Number(i64::from(head))),
        TUPLE..TEXT => Some(Item::Tuple(usize::from(head - TUPLE))),
        TEXT..NUMBER => text(usize::from(head - TEXT), bytes),
        NUMBER => Some(Item::Number(i64::try_from(length(bytes)?).ok()?.checked_add(128)?)),
        NEGATIVE => Some(Item::Number(!i64::try_from(length(bytes)?).ok()?)),
        LONG_TUPLE => Some(Item::Tuple(usize::try_from(length(bytes)?).ok()?)),
        LONG_TEXT => {
            let length = usize::try_from(length(bytes)?).ok()?;
            text(length, bytes)
        }
        NONE => Some(Item::None),
        FALSE => Some(Item::Bool(false)),
        TRUE => Some(Item::Bool(true)),
        _ => None,
    }
}

/// Reads a whole value, a tuple with all its items, and returns its bytes.
pub fn value<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let all = *bytes;
    let mut open = 1_usize;
    while open > 0 {
        open -= 1;
        if let Item::Tuple(items) = next(bytes)? {
            open = open.checked_add(items)?;
        }
    }
    Some(&all[..all.len() - bytes.len()])
}

/// The values in a tuple.
pub fn items(mut bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let Some(Item::Tuple(count)) = next(&mut bytes) else { return None };
    (0..count).map(|_| value(&mut bytes)).collect()
}

/// The value as a Starlark literal.
pub fn print(mut bytes: &[u8]) -> String {
    let mut text = String::new();
    if print_next(&mut bytes, &mut text).is_none() {
        text.push('?');
    }
    text
}

fn print_next(bytes: &mut &[u8], text: &mut String) -> Option<()> {
    match next(bytes)? {
        Item::Number(number) => write!(text, "{number}").ok()?,
        Item::Text(value) => quote(value, text),
        Item::Bool(true) => text.push_str("True"),
        Item::Bool(false) => text.push_str("False"),
        Item::None => text.push_str("None"),
        Item::Tuple(count) => {
            text.push('(');
            for i in 0..count {
                if i > 0 {
                    text.push_str(", ");
                }
                print_next(bytes, text)?;
            }
            text.push_str(if count == 1 { ",)" } else { ")" });
        }
    }
    Some(())
}

fn quote(value: &str, text: &mut String) {
    text.push('"');
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            c if c.is_control() => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
}
