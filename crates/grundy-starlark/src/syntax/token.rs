//! The smallest parts of a file that have a meaning.

use std::fmt;

use num_bigint::BigInt;

/// Words with a meaning of their own.
pub(super) const KEYWORDS: [&str; 15] = [
    "and", "break", "continue", "def", "elif", "else", "for", "if", "in", "lambda", "load", "not",
    "or", "pass", "return",
];

/// Words of Python that Starlark keeps for later.
pub(super) const RESERVED: [&str; 18] = [
    "as", "assert", "async", "await", "class", "del", "except", "finally", "from", "global",
    "import", "is", "nonlocal", "raise", "try", "while", "with", "yield",
];

/// Signs, each before the shorter ones that it begins with.
pub(super) const SYMBOLS: [&str; 43] = [
    "<<=", ">>=", "//=", "...", "+=", "-=", "*=", "/=", "%=", "==", "!=", "<=", ">=", "**", "->",
    "//", "<<", ">>", "&=", "|=", "^=", ",", ";", ":", "=", "<", ">", "-", "+", "*", "%", "/", ".",
    "&", "|", "^", "~", "[", "{", "(", "]", "}", ")",
];

/// A smallest part of a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Newline,
    Indent,
    Dedent,
    Keyword(&'static str),
    Symbol(&'static str),
    Name(String),
    Int(i64),
    Large(BigInt),
    Float(f64),
    Text(String),
    /// The quotation mark that begins a format string, and the parts of it.
    FormatStart,
    FormatText(String),
    FormatOpen,
    FormatClose,
    FormatBang,
    FormatEnd,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Newline => write!(f, "new line"),
            Token::Indent => write!(f, "new indentation block"),
            Token::Dedent => write!(f, "end of indentation block"),
            Token::Keyword(word) => write!(f, "keyword '{word}'"),
            Token::Symbol(symbol) => write!(f, "symbol '{symbol}'"),
            Token::Name(name) => write!(f, "identifier '{name}'"),
            Token::Int(number) => write!(f, "integer literal '{number}'"),
            Token::Large(number) => write!(f, "integer literal '{number}'"),
            Token::Float(number) => write!(f, "float literal '{number}'"),
            Token::Text(text) => write!(f, "string literal {text:?}"),
            Token::FormatStart => write!(f, "f-string start"),
            Token::FormatText(text) => write!(f, "f-string text {text:?}"),
            Token::FormatOpen => write!(f, "f-string expression start '{{'"),
            Token::FormatClose => write!(f, "f-string expression end '}}'"),
            Token::FormatBang => write!(f, "f-string bang '!'"),
            Token::FormatEnd => write!(f, "f-string end"),
        }
    }
}
