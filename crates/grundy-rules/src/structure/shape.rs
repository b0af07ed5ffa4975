//! Positions as integers: samples show what positions look like, and that gives a mixed radix for
//! their parts.
//!
//! A [`Seen`] grows with every position that it sees. Its [`Shape`] has a number for each value
//! within what was seen: a number between its least and its greatest, a text by its letters, a
//! tuple by its items. Values beyond have none.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::code::{self, Item};

/// What the values of a place were like.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    count: u64,
    none: bool,
    truth: BTreeSet<bool>,
    numbers: Option<(i64, i64)>,
    texts: Option<Texts>,
    /// The least and the greatest number of items.
    tuples: Option<(usize, usize)>,
    items: Vec<Seen>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Texts {
    least: usize,
    most: usize,
    letters: BTreeSet<char>,
    /// All texts, as long as they are few.
    all: BTreeSet<String>,
    many: bool,
}

/// Up to this number of different texts at a place are numbered as wholes, and not by letters.
const FEW_TEXTS: usize = 4;
/// Number of values that must have been seen before few texts count as all.
const MANY_VALUES: u64 = 500;
/// Longer tuples do not have a shape for each item.
const LONGEST: usize = 512;

impl Seen {
    /// Learns from a value; false if the bytes are not one.
    pub fn learn(&mut self, bytes: &mut &[u8]) -> bool {
        self.count += 1;
        match code::next(bytes) {
            None => return false,
            Some(Item::None) => self.none = true,
            Some(Item::Bool(value)) => drop(self.truth.insert(value)),
            Some(Item::Number(number)) => {
                let (low, high) = self.numbers.unwrap_or((number, number));
                self.numbers = Some((low.min(number), high.max(number)));
            }
            Some(Item::Text(text)) => {
                let size = text.chars().count();
                let first = || Texts { least: size, most: size, ..Texts::default() };
                let texts = self.texts.get_or_insert_with(first);
                texts.least = texts.least.min(size);
                texts.most = texts.most.max(size);
                texts.letters.extend(text.chars());
                if !texts.many && !texts.all.contains(text) {
                    texts.all.insert(text.to_string());
                    texts.many = texts.all.len() > FEW_TEXTS;
                }
            }
            Some(Item::Tuple(count)) => {
                if count > LONGEST {
                    return false;
                }
                let (least, most) = self.tuples.unwrap_or((count, count));
                self.tuples = Some((least.min(count), most.max(count)));
                if self.items.len() < count {
                    self.items.resize_with(count, Seen::default);
                }
                return self.items[..count].iter_mut().all(|item| item.learn(bytes));
            }
        }
        true
    }

    /// What pairs of such values are like.
    pub fn pair(first: Seen, second: Seen) -> Seen {
        let (count, tuples) = (second.count, Some((2, 2)));
        Seen { count, tuples, items: vec![first, second], ..Seen::default() }
    }

    /// Whether this can have been seen: it may come from a file.
    pub fn is_sound(&self) -> bool {
        const LONGEST_TEXT: usize = 1 << 16;
        let texts = self.texts.as_ref().is_none_or(|texts| {
            texts.least <= texts.most
                && texts.most <= LONGEST_TEXT
                && texts.all.iter().all(|text| text.len() <= LONGEST_TEXT)
        });
        texts
            && self.numbers.is_none_or(|(low, high)| low <= high)
            && self.tuples.is_none_or(|(least, most)| least <= most && most <= self.items.len())
            && self.items.len() <= LONGEST
            && self.items.iter().all(Seen::is_sound)
    }

    /// Widens each range by doubling it `times` times: numbers, and lengths of texts and tuples.
    pub fn widen(&mut self, times: u32) {
        let more = (1_i64 << times.min(40)) - 1;
        if let Some((low, high)) = &mut self.numbers {
            let by = high.saturating_sub(*low).saturating_mul(more);
            *high = high.saturating_add(by);
            if *low < 0 {
                *low = low.saturating_sub(by);
            }
        }
        let longer = |least: usize, most: usize| {
            let by = (most - least).saturating_mul(more as usize);
            most.saturating_add(by).min(most.max(LONGEST))
        };
        if let Some(texts) = &mut self.texts {
            texts.most = longer(texts.least, texts.most);
            texts.many |= times > 2;
        }
        if let Some((least, most)) = &mut self.tuples {
            *most = longer(*least, *most);
        }
        self.items.iter_mut().for_each(|item| item.widen(times));
    }

    /// Adds what another one has seen.
    fn merge(&mut self, other: &Seen) {
        self.count += other.count;
        self.none |= other.none;
        self.truth.extend(&other.truth);
        if let Some((low, high)) = other.numbers {
            let (a, b) = self.numbers.unwrap_or((low, high));
            self.numbers = Some((a.min(low), b.max(high)));
        }
        if let Some(more) = &other.texts {
            let texts = self.texts.get_or_insert_with(|| more.clone());
            texts.least = texts.least.min(more.least);
            texts.most = texts.most.max(more.most);
            texts.letters.extend(&more.letters);
            texts.all.extend(more.all.iter().cloned());
            texts.many |= more.many || texts.all.len() > FEW_TEXTS;
        }
        if let Some((least, most)) = other.tuples {
            let (a, b) = self.tuples.unwrap_or((least, most));
            self.tuples = Some((a.min(least), b.max(most)));
        }
        if self.items.len() < other.items.len() {
            self.items.resize_with(other.items.len(), Seen::default);
        }
        self.items.iter_mut().zip(&other.items).for_each(|(item, more)| item.merge(more));
    }

    /// The shape of the values, if they are all of one kind, or None.
    pub(crate) fn shape(&self) -> Option<Shape> {
        let mut shapes = Vec::new();
        if !self.truth.is_empty() {
            shapes.push(Shape::Bool);
        }
        if let Some((low, high)) = self.numbers {
            // Numbers that were seen at all are likely to come down to zero.
            shapes.push(Shape::Number { low: low.min(0), high });
        }
        if let Some(texts) = &self.texts {
            shapes.push(if !texts.many && texts.most > 1 && self.count >= MANY_VALUES {
                Shape::Choice(texts.all.iter().cloned().collect())
            } else {
                let letters = texts.letters.iter().copied().collect();
                Shape::Text { least: texts.least, most: texts.most, letters }
            });
        }
        if let Some((least, most)) = self.tuples {
            shapes.push(if least == most {
                Shape::Tuple(self.items.iter().map(Seen::shape).collect::<Option<_>>()?)
            } else {
                let mut all = Seen::default();
                self.items.iter().for_each(|item| all.merge(item));
                let item = Box::new(all.shape()?);
                Shape::Row { least, most, item }
            });
        }
        match (shapes.pop(), shapes.is_empty()) {
            (_, false) => None,
            (None, _) if self.none => Some(Shape::None),
            (shape, _) if self.none => Some(Shape::Option(Box::new(shape?))),
            (shape, _) => shape,
        }
    }
}

/// What values of a place may be, and how they are numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    None,
    Bool,
    Number {
        low: i64,
        high: i64,
    },
    /// One of these texts, in order.
    Choice(Vec<String>),
    /// From `least` to `most` of these letters, in order.
    Text {
        least: usize,
        most: usize,
        letters: Vec<char>,
    },
    Option(Box<Shape>),
    Tuple(Vec<Shape>),
    /// From `least` to `most` values of one shape.
    Row {
        least: usize,
        most: usize,
        item: Box<Shape>,
    },
}

/// What a digit of a position stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Number,
    Letter(Vec<char>),
    /// The length of a text or of a tuple.
    Length,
    Other,
}

impl Shape {
    /// What every digit stands for, in order.
    pub(crate) fn parts(&self, parts: &mut Vec<Part>) {
        match self {
            Shape::None => {}
            Shape::Bool | Shape::Choice(_) => parts.push(Part::Other),
            Shape::Number { .. } => parts.push(Part::Number),
            Shape::Text { least, most, letters } => {
                if least != most {
                    parts.push(Part::Length);
                }
                let letter = Part::Letter(letters.clone());
                parts.extend(std::iter::repeat_n(letter, *most));
            }
            Shape::Option(inner) => {
                parts.push(Part::Other);
                inner.parts(parts);
            }
            Shape::Tuple(items) => items.iter().for_each(|item| item.parts(parts)),
            Shape::Row { least, most, item } => {
                if least != most {
                    parts.push(Part::Length);
                }
                (0..*most).for_each(|_| item.parts(parts));
            }
        }
    }

    /// The radix of every digit, in order.
    pub(crate) fn radices(&self, digits: &mut Vec<u64>) {
        match self {
            Shape::None => {}
            Shape::Bool => digits.push(2),
            Shape::Number { low, high } => digits.push(high.abs_diff(*low).saturating_add(1)),
            Shape::Choice(texts) => digits.push(texts.len() as u64),
            Shape::Text { least, most, letters } => {
                if least != most {
                    digits.push((most - least + 1) as u64);
                }
                digits.extend(std::iter::repeat_n(letters.len().max(1) as u64, *most));
            }
            Shape::Option(inner) => {
                digits.push(2);
                inner.radices(digits);
            }
            Shape::Tuple(items) => items.iter().for_each(|item| item.radices(digits)),
            Shape::Row { least, most, item } => {
                if least != most {
                    digits.push((most - least + 1) as u64);
                }
                (0..*most).for_each(|_| item.radices(digits));
            }
        }
    }

    /// The number of digits.
    pub(crate) fn length(&self) -> usize {
        let mut digits = Vec::new();
        self.radices(&mut digits);
        digits.len()
    }

    /// Appends the digits of a value; none if it is not of this shape.
    pub(crate) fn digits(&self, bytes: &mut &[u8], digits: &mut Vec<u64>) -> Option<()> {
        if let Shape::Option(inner) = self {
            if let Some(Item::None) = code::next(&mut &**bytes) {
                code::next(bytes);
                digits.push(0);
                digits.extend(std::iter::repeat_n(0, inner.length()));
                return Some(());
            }
            digits.push(1);
            return inner.digits(bytes, digits);
        }
        match (self, code::next(bytes)?) {
            (Shape::None, Item::None) => {}
            (Shape::Bool, Item::Bool(value)) => digits.push(u64::from(value)),
            (Shape::Number { low, high }, Item::Number(n)) if (*low..=*high).contains(&n) => {
                digits.push(n.abs_diff(*low));
            }
            (Shape::Choice(texts), Item::Text(text)) => {
                let at = texts.binary_search_by(|known| known.as_str().cmp(text)).ok()?;
                digits.push(at as u64);
            }
            (Shape::Text { least, most, letters }, Item::Text(text)) => {
                let size = text.chars().count();
                if !(*least..=*most).contains(&size) {
                    return None;
                }
                if least != most {
                    digits.push((size - least) as u64);
                }
                for letter in text.chars() {
                    digits.push(letters.binary_search(&letter).ok()? as u64);
                }
                digits.extend(std::iter::repeat_n(0, most - size));
            }
            (Shape::Tuple(items), Item::Tuple(count)) if items.len() == count => {
                for item in items {
                    item.digits(bytes, digits)?;
                }
            }
            (Shape::Row { least, most, item }, Item::Tuple(count))
                if (*least..=*most).contains(&count) =>
            {
                if least != most {
                    digits.push((count - least) as u64);
                }
                for _ in 0..count {
                    item.digits(bytes, digits)?;
                }
                digits.extend(std::iter::repeat_n(0, (most - count) * item.length()));
            }
            _ => return None,
        }
        Some(())
    }

    /// Appends the bytes of the value with these digits; none if it has none.
    pub(crate) fn value(&self, digits: &mut &[u64], bytes: &mut Vec<u8>) -> Option<()> {
        let mut digit = || {
            let (&first, rest) = digits.split_first()?;
            *digits = rest;
            Some(first)
        };
        match self {
            Shape::None => code::put_none(bytes),
            Shape::Bool => code::put_bool(digit()? == 1, bytes),
            Shape::Number { low, .. } => {
                code::put_number(low.checked_add_unsigned(digit()?)?, bytes);
            }
            Shape::Choice(texts) => code::put_text(texts.get(digit()? as usize)?, bytes),
            Shape::Text { least, most, letters } => {
                let size = if least == most { *most } else { least + digit()? as usize };
                let mut text = String::with_capacity(size);
                for at in 0..*most {
                    let letter = digit()?;
                    if at < size {
                        text.push(*letters.get(letter as usize)?);
                    } else if letter != 0 {
                        return None;
                    }
                }
                code::put_text(&text, bytes);
            }
            Shape::Option(inner) => {
                if digit()? == 1 {
                    return inner.value(digits, bytes);
                }
                for _ in 0..inner.length() {
                    if digit()? != 0 {
                        return None;
                    }
                }
                code::put_none(bytes);
            }
            Shape::Tuple(items) => {
                code::put_tuple(items.len(), bytes);
                for item in items {
                    item.value(digits, bytes)?;
                }
            }
            Shape::Row { least, most, item } => {
                let count = if least == most { *most } else { least + digit()? as usize };
                code::put_tuple(count, bytes);
                for at in 0..*most {
                    if at < count {
                        item.value(digits, bytes)?;
                    } else {
                        for _ in 0..item.length() {
                            let (&first, rest) = digits.split_first()?;
                            *digits = rest;
                            if first != 0 {
                                return None;
                            }
                        }
                    }
                }
            }
        }
        Some(())
    }
}
