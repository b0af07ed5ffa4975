//! Values as they are typed into CGSuite 2.
//!
//! [`Forms::print`](crate::value::Forms::print) writes what CGSuite prints, but its language does
//! not read all of that: `2*3` is a product there, `1^` is a power without exponent, and `^<2>`,
//! `1over` and `1Tiny(2)` cannot be read. Here the parts of a value are added, and a power of up,
//! a tiny or a miny is a method. The language of the calculator reads the same from that text.
//!
//! What CGSuite reads was taken from its grammar, its classes and its tests
//! (github.com/aaron-siegel/cgsuite, `lib/core`: `Cgsuite.g`, `constants.cgs`,
//! `CanonicalStopper.cgs`, `CgscriptTest.scala`).
//!
//! ```
//! use grundy::format::cgsuite;
//!
//! assert_eq!(cgsuite::typed("2^*3"), "2+^*3");
//! assert_eq!(cgsuite::typed("-1/2v<3>*"), "-1/2-^.Pow(3)+*");
//! assert_eq!(cgsuite::typed("{1Tiny(3/2)||1*|+-1/2}"), "{1+(3/2).Tiny||1+*|+-(1/2)}");
//! ```

use crate::language::{LanguageError, Session, Value, Worth};
use crate::value::Sided;

/// Why some loopy games cannot be typed into CGSuite.
pub const NOT_TYPED: &str = "CGSuite reads a loopy game by its sides only where these are stoppers";

/// Whether a loopy game can be typed into CGSuite: its sides are stoppers.
#[must_use]
pub fn is_typed(sided: &Sided) -> bool {
    sided.onside().is_stopper() && sided.offside().is_stopper()
}

/// A value as CGSuite reads it; a list of such values; anything that is not a game is shown as it
/// is.
///
/// # Errors
///
/// A loopy game whose sides are no stoppers cannot be typed into CGSuite; and as [`Session::show`].
pub fn show(session: &mut Session<'_>, value: &Value) -> Result<String, LanguageError> {
    if let Value::List(list) = value {
        let values: Result<Vec<String>, _> =
            list.values.iter().map(|value| show(session, value)).collect();
        return Ok(format!("[{}]", values?.join(",")));
    }
    let Some(worth) = session.worth(value)? else { return session.show(value) };
    if let Worth::Loopy(sided) = &worth
        && !is_typed(sided)
    {
        return Err(LanguageError::Value { why: NOT_TYPED.to_string(), at: 0 });
    }
    Ok(typed(&session.show(&worth.into())?))
}

/// A value as CGSuite reads it, from its plain text.
#[must_use]
pub fn typed(value: &str) -> String {
    let mut reader = Reader { rest: value };
    let onside = reader.game();
    match reader.eat(" & ") {
        // `&` binds more tightly than a sum.
        true => format!("{} & {}", onside.enclosed(), reader.game().enclosed()),
        false => onside.text,
    }
}

/// A game as it is written.
struct Term {
    text: String,
    binds: Binds,
}

/// What may stand beside a term without parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Binds {
    /// Anything: an integer, a name, braces, a method.
    Whole,
    /// A sign: ups and a nimber.
    Infinitesimal,
    /// Nothing: a sum, a fraction, a negative.
    Parts,
}

impl Term {
    fn new(text: impl Into<String>, binds: Binds) -> Self {
        Term { text: text.into(), binds }
    }

    fn enclosed(&self) -> String {
        if self.binds == Binds::Parts { format!("({})", self.text) } else { self.text.clone() }
    }

    fn negative(&self) -> String {
        match self.text.strip_prefix('-') {
            Some(positive) if !positive.contains(['+', '-']) => positive.to_string(),
            None if self.text == "0" => self.text.clone(),
            _ => format!("-{}", self.enclosed()),
        }
    }

    fn method(&self, name: &str) -> Self {
        let of = match self.binds {
            Binds::Whole => self.text.clone(),
            _ => format!("({})", self.text),
        };
        Term::new(format!("{of}.{name}"), Binds::Whole)
    }
}

/// Reads plain text, which is well-formed.
struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn eat(&mut self, sign: &str) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn run(&mut self, kind: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !kind(c)).unwrap_or(self.rest.len());
        let (run, rest) = self.rest.split_at(end);
        self.rest = rest;
        run
    }

    fn digits(&mut self) -> &'a str {
        self.run(|c| c.is_ascii_digit())
    }

    fn game(&mut self) -> Term {
        grundy_base::stack::deeper(|| {
            if self.eat("+-") {
                return self.switch();
            }
            if self.eat("(") {
                let inner = self.game();
                self.eat(")");
                return inner;
            }
            if self.rest.starts_with('{') {
                return Term::new(format!("{{{}}}", self.braces().0), Binds::Whole);
            }
            self.sum()
        })
    }

    /// What stands behind ±. CGSuite takes one game there, not a list of options.
    fn switch(&mut self) -> Term {
        if !self.rest.starts_with('{') {
            return Term::new(format!("+-{}", self.game().enclosed()), Binds::Infinitesimal);
        }
        let (inside, options) = self.braces();
        match options {
            Some(left) => {
                let right: Vec<String> = left.iter().map(Term::negative).collect();
                Term::new(format!("{{{inside}|{}}}", right.join(",")), Binds::Whole)
            }
            None => Term::new(format!("+-{{{inside}}}"), Binds::Infinitesimal),
        }
    }

    /// What stands between braces, and the options if no bar separates them.
    fn braces(&mut self) -> (String, Option<Vec<Term>>) {
        self.eat("{");
        let mut text = String::new();
        let mut terms = Some(Vec::new());
        while !self.eat("}") && !self.rest.is_empty() {
            let separator = self.run(|c| c == ',' || c == '|');
            text += separator;
            if separator.contains('|') {
                terms = None;
            }
            if !self.rest.starts_with('}') {
                let term = self.game();
                text += &term.text;
                if let Some(terms) = &mut terms {
                    terms.push(term);
                }
            }
        }
        (text, terms)
    }

    /// A number, ups, a nimber, a name, or several of them.
    fn sum(&mut self) -> Term {
        let mut terms: Vec<Term> = Vec::new();
        let negative = self.eat("-");
        let number = self.digits();
        if !number.is_empty() {
            let fraction = self.eat("/").then(|| self.digits());
            let whole = fraction.is_none() && !negative;
            let sign = if negative { "-" } else { "" };
            let below = fraction.map(|below| format!("/{below}")).unwrap_or_default();
            let binds = if whole { Binds::Whole } else { Binds::Parts };
            terms.push(Term::new(format!("{sign}{number}{below}"), binds));
        }
        if let Some(ups) = self.ups() {
            terms.push(ups);
        } else {
            let name = self.run(|c| c.is_ascii_alphanumeric());
            if let ("Tiny" | "Miny", true) = (name, self.eat("(")) {
                let threat = self.game();
                self.eat(")");
                terms.push(threat.method(name));
            } else if self.rest.starts_with('{') && !name.is_empty() {
                let inside = self.braces().0;
                terms.push(Term::new(format!("{name}{{{inside}}}"), Binds::Whole));
            } else if !name.is_empty() {
                terms.push(Term::new(name, Binds::Whole));
            }
        }
        if self.eat("*") {
            terms.push(Term::new(format!("*{}", self.digits()), Binds::Infinitesimal));
        }
        let mut terms = terms.into_iter();
        let Some(mut sum) = terms.next() else { return Term::new("", Binds::Whole) };
        for term in terms {
            // `+-` would be ±.
            let sign = if term.text.starts_with('-') { "" } else { "+" };
            sum = Term::new(format!("{}{sign}{}", sum.text, term.text), Binds::Parts);
        }
        sum
    }

    /// Ups or downs, with the nimber behind them where CGSuite reads them together.
    fn ups(&mut self) -> Option<Term> {
        let behind = self.rest.trim_start_matches('v');
        let is_name = behind.starts_with(|c: char| c.is_ascii_alphabetic());
        let (arrow, down) = match self.rest.chars().next()? {
            '^' => ("^", false),
            'v' if !is_name => ("v", true),
            _ => return None,
        };
        let arrows = self.run(|c| arrow.contains(c));
        if self.eat("<") || self.eat("[") {
            let power = self.run(|c| c != '>' && c != ']');
            let all = self.rest.starts_with(']');
            self.run(|c| c == '>' || c == ']');
            let up = match (power, all) {
                ("on", true) => "upon".to_string(),
                ("on", false) if down => return Some(Term::new("{upon+*|0}", Binds::Whole)),
                ("on", false) => return Some(Term::new("{0|-upon+*}", Binds::Whole)),
                (power, true) => format!("^.PowTo({power})"),
                (power, false) => format!("^.Pow({power})"),
            };
            return Some(match down {
                true => Term::new(format!("-{up}"), Binds::Parts),
                false => Term::new(up, Binds::Whole),
            });
        }
        let mut text = format!("{arrows}{}", self.digits());
        if self.eat("*") {
            text += &format!("*{}", self.digits());
        }
        Some(Term::new(text, Binds::Infinitesimal))
    }
}

#[cfg(test)]
mod tests {
    use super::typed;

    #[test]
    fn parts_are_added_and_what_has_parts_is_enclosed() {
        for (plain, text) in [
            ("0", "0"),
            ("-3/4", "-3/4"),
            ("2*3", "2+*3"),
            ("*2", "*2"),
            ("-1v3*2", "-1+v3*2"),
            ("^^*", "^^*"),
            ("^[4]*", "^.PowTo(4)+*"),
            ("1v[2]", "1-^.PowTo(2)"),
            ("v<2>*5", "-^.Pow(2)+*5"),
            ("+-1", "+-1"),
            ("+-1/2", "+-(1/2)"),
            ("+-(1*)", "+-(1+*)"),
            ("+-(^*)", "+-^*"),
            ("+-^<2>", "+-^.Pow(2)"),
            ("+-{2|1}", "+-{2|1}"),
            ("+-{2,{4|1}}", "{2,{4|1}|-2,-{4|1}}"),
            ("+-{0,-1/2,1*,v<2>}", "{0,-1/2,1+*,-^.Pow(2)|0,1/2,-(1+*),^.Pow(2)}"),
            ("Tiny(2)", "2.Tiny"),
            ("-1/2Miny(1/4)", "-1/2+(1/4).Miny"),
            ("Tiny({2|1})", "{2|1}.Tiny"),
            ("Tiny(1^)", "(1+^).Tiny"),
            ("Tiny(^)", "(^).Tiny"),
            ("{1,2*|||3v||0|-1}", "{1,2+*|||3+v||0|-1}"),
            ("3/2over", "3/2+over"),
            ("+-(5over)", "+-(5+over)"),
            ("1^[on]*", "1+upon+*"),
            ("-1/4v[on]", "-1/4-upon"),
            ("^<on>*2", "{0|-upon+*}+*2"),
            ("2v<on>", "2+{upon+*|0}"),
            ("dud", "dud"),
            ("1^ & v", "(1+^) & v"),
            ("a{0||||0|||a|*||*}", "a{0||||0|||a|*||*}"),
            ("a{{a|a||}|1*}", "a{{a|a||}|1+*}"),
            ("{0|a{0|0,{0|||a|0||0}}}", "{0|a{0|0,{0|||a|0||0}}}"),
        ] {
            assert_eq!(typed(plain), text, "{plain}");
        }
    }
}
