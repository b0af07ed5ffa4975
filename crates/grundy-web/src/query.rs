//! Query strings: `game=nim(3)&misere=true`.

use std::borrow::Cow;

use serde::de::value::{Error, MapDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

/// Reads a struct of texts, words of an enumeration, numbers and booleans.
///
/// # Errors
///
/// The name that is missing, occurs twice, or has a wrong value.
pub(crate) fn read<T: DeserializeOwned>(query: &str) -> Result<T, Error> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, text) = pair.split_once('=').unwrap_or((pair, ""));
        let name = decoded(name);
        (name.clone(), QueryValue { name, text: decoded(text) })
    });
    T::deserialize(MapDeserializer::new(pairs))
}

/// Decodes text as HTML forms encode it: `+` is a space. Bytes that are not UTF-8 are replaced.
fn decoded(text: &str) -> String {
    String::from_utf8_lossy(&percent_decoded(&text.replace('+', " "))).into_owned()
}

/// The bytes that are encoded by `%` with two hexadecimal digits; any other `%` stands for itself.
pub(crate) fn percent_decoded(text: &str) -> Cow<'_, [u8]> {
    if !text.contains('%') {
        return Cow::Borrowed(text.as_bytes());
    }
    let digit = |byte: u8| (byte as char).to_digit(16);
    let (mut bytes, mut rest) = (Vec::with_capacity(text.len()), text.as_bytes());
    while let [first, after @ ..] = rest {
        match (first, after) {
            (b'%', [high, low, after @ ..])
                if let (Some(high), Some(low)) = (digit(*high), digit(*low)) =>
            {
                bytes.push((high << 4 | low) as u8);
                rest = after;
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    Cow::Owned(bytes)
}

/// The value of a name.
struct QueryValue {
    name: String,
    text: String,
}

impl IntoDeserializer<'_> for QueryValue {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl QueryValue {
    fn parse<T: std::str::FromStr>(&self, what: &str) -> Result<T, Error> {
        let QueryValue { name, text } = self;
        text.parse().map_err(|_| Error::custom(format!("{name}: expected {what}, not {text:?}")))
    }
}

impl<'de> Deserializer<'de> for QueryValue {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(self.text)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(self.parse("true or false")?)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u64(self.parse("a whole number below 2^64")?)
    }

    /// One of a few words.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let named = |error: Error| Error::custom(format!("{}: {error}", self.name));
        visitor.visit_enum(self.text.clone().into_deserializer()).map_err(named)
    }

    // Requests have numbers of no other types.
    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize, PartialEq, Eq)]
    struct Sample {
        game: String,
        #[serde(default)]
        misere: bool,
        n: Option<u64>,
        most: Option<usize>,
    }

    fn sample(game: &str, misere: bool, n: Option<u64>, most: Option<usize>) -> Sample {
        Sample { game: game.to_string(), misere, n, most }
    }

    #[test]
    fn names_and_what_is_said_of_them_are_read() {
        for (query, found) in [
            ("game=nim(3)", sample("nim(3)", false, None, None)),
            ("game=", sample("", false, None, None)),
            ("game", sample("", false, None, None)),
            ("&&n=7&x=y&game=a=b&", sample("a=b", false, Some(7), None)),
            ("most=0&g%61me=1+%2b+2%26&misere=true", sample("1 + 2&", true, None, Some(0))),
            ("game=%EB%8B%98%e", sample("님%e", false, None, None)),
            ("game=100%&n=%37", sample("100%", false, Some(7), None)),
            ("game=%zz%ff%+1", sample("%zz\u{fffd}% 1", false, None, None)),
            ("game=%%34%311", sample("%411", false, None, None)),
        ] {
            assert_eq!(read::<Sample>(query), Ok(found), "{query}");
        }
    }

    #[test]
    fn a_word_is_one_of_a_few() {
        #[derive(Debug, Deserialize, PartialEq, Eq)]
        #[serde(rename_all = "lowercase")]
        enum Side {
            Left,
        }
        #[derive(Debug, Deserialize, PartialEq, Eq)]
        struct Asked {
            player: Option<Side>,
        }
        let read = |query| read::<Asked>(query).map_err(|error| error.to_string());
        assert_eq!(read("player=left"), Ok(Asked { player: Some(Side::Left) }));
        assert_eq!(read(""), Ok(Asked { player: None }));
        let error = "player: unknown variant `right`, expected `left`";
        assert_eq!(read("player=right"), Err(error.to_string()));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_name() {
        for (query, message) in [
            ("", "missing field `game`"),
            ("Game=1", "missing field `game`"),
            ("game=1&game=2", "duplicate field `game`"),
            ("game=1&n=x", r#"n: expected a whole number below 2^64, not "x""#),
            ("game=1&n=", r#"n: expected a whole number below 2^64, not """#),
            ("n=-1&game=1", r#"n: expected a whole number below 2^64, not "-1""#),
            (
                "n=99999999999999999999",
                r#"n: expected a whole number below 2^64, not "99999999999999999999""#,
            ),
            ("game=1&misere=yes", r#"misere: expected true or false, not "yes""#),
        ] {
            assert_eq!(read::<Sample>(query).unwrap_err().to_string(), message, "{query}");
        }
    }
}
