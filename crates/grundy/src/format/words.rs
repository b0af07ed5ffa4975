//! The words in pictures, in English or, as data, in another language.

use std::collections::BTreeMap;
use std::fmt::Display;

/// The English texts, by key. `{name}` is replaced by a value; `{n|heap|heaps}`
/// is the first form where n is 1, and else the second.
const ENGLISH: &[(&str, &str)] = &[
    ("plot.title", "g(n) of {ruleset}"),
    ("plot.reach", "n from {first} to {last}, greatest value {greatest}"),
    ("plot.wide", "{text}; a dot is up to {n} heaps wide"),
    ("plot.high", "{text} and {n} values high"),
    ("plot.no-period", "no period found so far"),
    ("plot.no-period-among", "no period found among the first {n} heaps"),
    ("plot.period.proved", "period {period}, preperiod {preperiod}{saltus} (proved)"),
    ("plot.period.seen", "period {period}, preperiod {preperiod}{saltus} (seen, not proved)"),
    ("plot.saltus", ", saltus {saltus}"),
    ("plot.saltus-by-residue", ", saltus by residue {saltus}"),
    ("plot.repeats", "repeats every {period} heaps"),
    ("plot.bar", "each bar: a period of {period} heaps"),
    ("plot.starts", "the period starts at n = {n}"),
    ("plot.exception", "exception to the period ({n} {n|heap|heaps})"),
    ("plot.heap", "a heap"),
    ("plot.heaps", "1 to {n} heaps a dot"),
    ("plot.common", "common value"),
    ("plot.commons", "common value, 1 to {n} heaps a dot"),
    ("plot.rare", "rare value ({n} {n|heap|heaps})"),
    ("graph.start", "start"),
    ("note.win", "win {n}"),
    ("note.loss", "loss {n}"),
    ("note.tie", "tie {n}"),
    ("note.draw", "draw"),
    ("node.left", "{text}, Left to move"),
    ("node.right", "{text}, Right to move"),
    ("node.win", "{text}: win in {n}"),
    ("node.loss", "{text}: loss in {n}"),
    ("node.tie", "{text}: draw in {n}"),
    ("node.draw", "{text}: draw without end"),
    ("node.worth", "{text}, worth {value}"),
    ("node.left-out", "{text}; {n} more moves lead to positions left out"),
    ("thermograph.facts", "mean {mean}, temperature {temperature}"),
    ("thermograph.axis", "value (grows to the left)"),
];

/// The key for the language of a file of words, such as `ko`.
const LANGUAGE: &str = "language";

/// The words of a language; English by default, and where a text is missing.
///
/// ```
/// use grundy::format::words::Words;
///
/// let korean = Words::from_json(r#"{"language": "ko", "plot.rare": "희소값(더미 {n}개)"}"#);
/// let korean = korean.unwrap();
/// assert_eq!(korean.say("plot.rare", &[("n", &3)]), "희소값(더미 3개)");
/// assert_eq!(korean.say("plot.common", &[]), "common value");
/// assert_eq!(Words::default().say("plot.rare", &[("n", &1)]), "rare value (1 heap)");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    texts: BTreeMap<String, String>,
}

impl Words {
    /// Words from a JSON object of texts by key; `language` is the language's code.
    ///
    /// # Errors
    ///
    /// If the text is not such an object.
    pub fn from_json(text: &str) -> Result<Words, serde_json::Error> {
        Ok(Words { texts: serde_json::from_str(text)? })
    }

    /// Every key with its English text.
    pub fn english() -> impl Iterator<Item = (&'static str, &'static str)> {
        ENGLISH.iter().copied()
    }

    /// The code of the language; none where it is English.
    #[must_use]
    pub fn language(&self) -> Option<&str> {
        self.texts.get(LANGUAGE).map(String::as_str).filter(|code| *code != "en")
    }

    /// The text of a key with its placeholders filled; a key that no language
    /// knows is its own text.
    #[must_use]
    pub fn say(&self, key: &str, values: &[(&str, &dyn Display)]) -> String {
        let english = || ENGLISH.iter().find(|(name, _)| *name == key).map(|(_, text)| *text);
        let text = self.texts.get(key).map(String::as_str).or_else(english);
        fill(text.unwrap_or(key), values)
    }
}

/// Fills in values. They are not scanned again, because they may contain braces.
fn fill(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, placeholder)) = rest.split_once('{') {
        filled.push_str(before);
        let (inside, after) = placeholder.split_once('}').unwrap_or((placeholder, ""));
        let mut parts = inside.split('|');
        let name = parts.next().unwrap_or_default();
        let value = values.iter().find(|(known, _)| *known == name);
        let value = value.map_or_else(String::new, |(_, value)| value.to_string());
        match (parts.next(), parts.next()) {
            (Some(one), Some(other)) => filled.push_str(if value == "1" { one } else { other }),
            _ => filled.push_str(&value),
        }
        rest = after;
    }
    filled + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_and_many_are_told_apart_and_values_may_have_braces() {
        let english = Words::default();
        let said = |n: &str| english.say("plot.exception", &[("n", &n)]);
        assert_eq!(said("1"), "exception to the period (1 heap)");
        assert_eq!(said("1,000"), "exception to the period (1,000 heaps)");
        let said = english.say("node.worth", &[("text", &"{value|2}"), ("value", &"*3")]);
        assert_eq!(said, "{value|2}, worth *3");
        assert_eq!(english.say("no such key", &[]), "no such key");
    }

    #[test]
    fn what_is_missing_is_english() {
        let words = Words::from_json(r#"{"language": "ja", "graph.start": "開始"}"#).unwrap();
        assert_eq!(words.language(), Some("ja"));
        assert_eq!(words.say("graph.start", &[]), "開始");
        assert_eq!(words.say("note.win", &[("n", &3)]), "win 3");
        assert!(Words::from_json("[]").is_err());
        assert!(Words::from_json(r#"{"graph": {"start": "x"}}"#).is_err());
        assert_eq!(Words::default().language(), None);
    }

    #[test]
    fn every_english_key_stands_once() {
        let keys: std::collections::BTreeSet<&str> = Words::english().map(|(key, _)| key).collect();
        assert_eq!(keys.len(), ENGLISH.len());
    }
}
