//! From text to expressions: names and lists, with their places in the text.

use std::ops::Range;

use grundy::{Fault, Source};

/// A syntax error: the message, the bytes where it is, and a hint.
#[derive(Clone, Debug)]
pub(crate) struct Misread {
    pub(crate) message: String,
    pub(crate) span: Range<usize>,
    pub(crate) help: Option<&'static str>,
}

impl Misread {
    pub(crate) fn fault(self, source: &Source) -> Fault {
        let fault = Fault::new(self.message).at(source, self.span);
        match self.help {
            Some(help) => fault.with_help(help),
            None => fault,
        }
    }
}

/// An expression of the Knowledge Interchange Format.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub(crate) kind: Kind,
    /// Its bytes in the file.
    pub(crate) span: Range<usize>,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// In lower case, as the language ignores case.
    Name(String),
    List(Vec<Expression>),
}

impl Expression {
    /// The expression as text, without needless spaces and parentheses.
    pub(crate) fn text(&self) -> String {
        match &self.kind {
            Kind::Name(name) => name.clone(),
            // A name in parentheses is that name.
            Kind::List(list) => match &list[..] {
                [Expression { kind: Kind::Name(name), .. }] => name.clone(),
                list => {
                    let parts: Vec<String> = list.iter().map(Expression::text).collect();
                    format!("({})", parts.join(" "))
                }
            },
        }
    }

    /// The name; none if the expression is a list.
    pub(crate) fn name(&self) -> Option<&str> {
        match &self.kind {
            Kind::Name(name) => Some(name),
            Kind::List(_) => None,
        }
    }
}

/// The deepest nesting of lists: functions on expressions recurse this deep.
const DEEPEST: usize = 100;

/// Reads all expressions of a text.
pub(crate) fn parse(text: &str) -> Result<Vec<Expression>, Misread> {
    let bytes = text.as_bytes();
    let fault = |message: &str, span| Misread { message: message.to_string(), span, help: None };
    // The list that is open at each depth, and where it began.
    let mut open: Vec<(usize, Vec<Expression>)> = Vec::new();
    let mut done = Vec::new();
    // Some editors begin a file with a byte order mark.
    let mut at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    while at < bytes.len() {
        let start = at;
        let expression = match bytes[at] {
            b';' => {
                at = text[at..].find(['\n', '\r']).map_or(bytes.len(), |end| at + end);
                continue;
            }
            b'#' if bytes[at..].starts_with(b"#|") => {
                let Some(end) = text[at + 2..].find("|#") else {
                    let help = Some("a comment that begins with #| ends with |#");
                    return Err(Misread { help, ..fault("this comment has no end", at..at + 2) });
                };
                at += end + 4;
                continue;
            }
            b'(' => {
                if open.len() == DEEPEST {
                    let message = format!("more than {DEEPEST} parentheses are open here");
                    return Err(fault(&message, at..at + 1));
                }
                open.push((at, Vec::new()));
                at += 1;
                continue;
            }
            b')' => {
                let Some((from, list)) = open.pop() else {
                    return Err(fault("this parenthesis closes nothing", at..at + 1));
                };
                at += 1;
                Expression { kind: Kind::List(list), span: from..at }
            }
            _ => {
                let c = text[at..].chars().next().unwrap_or_default();
                if c.is_whitespace() {
                    at += c.len_utf8();
                    continue;
                }
                let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';');
                at = text[at..].find(ends).map_or(bytes.len(), |end| at + end);
                let name = &text[start..at];
                let plain = |c: char| c.is_ascii_graphic() && c != '"';
                if let Some((i, odd)) = name.char_indices().find(|&(_, c)| !plain(c)) {
                    let message = format!("a name cannot contain {odd:?}");
                    return Err(fault(&message, start + i..start + i + odd.len_utf8()));
                }
                Expression { kind: Kind::Name(name.to_ascii_lowercase()), span: start..at }
            }
        };
        open.last_mut().map_or(&mut done, |(_, list)| list).push(expression);
    }
    match open.pop() {
        None => Ok(done),
        // The innermost open list: the outer ones are open only because of it.
        Some((at, _)) => Err(fault("this parenthesis is never closed", at..at + 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(expression: &Expression) -> String {
        match &expression.kind {
            Kind::Name(name) => name.clone(),
            Kind::List(list) => {
                format!("[{}]", list.iter().map(shown).collect::<Vec<_>>().join(" "))
            }
        }
    }

    fn read(text: &str) -> Result<String, String> {
        let source = Source { file: "t.kif".into(), text: text.into() };
        parse(text)
            .map(|all| all.iter().map(shown).collect::<Vec<_>>().join(" "))
            .map_err(|misread| misread.fault(&source).to_string())
    }

    #[test]
    fn expressions_are_read_in_small_letters_without_comments() {
        let text = "\u{feff}(Role ?X); é (\n#| ) \n |#terminal (<= (p)\t(q ?x (s 1)))";
        assert_eq!(read(text).unwrap(), "[role ?x] terminal [<= [p] [q ?x [s 1]]]");
    }

    #[test]
    fn what_is_not_an_expression_is_pointed_at() {
        for (text, place) in [
            ("(a\n (b", "t.kif:2:2: this parenthesis is never closed"),
            ("a)", "t.kif:1:2: this parenthesis closes nothing"),
            ("a #| b", "t.kif:1:3: this comment has no end"),
            ("(r é)", "t.kif:1:4: a name cannot contain 'é'"),
            ("(r a\"b)", "t.kif:1:5: a name cannot contain '\"'"),
            (&"(".repeat(1000), "t.kif:1:101: more than 100 parentheses are open here"),
        ] {
            let message = read(text).unwrap_err();
            assert!(message.starts_with(place), "{message}");
        }
    }
}
