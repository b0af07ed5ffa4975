//! Values as books set them: in LaTeX, and in Unicode.
//!
//! Both are made from the plain text of a value, as [`Forms::print`](crate::value::Forms::print)
//! and [`Forms::print_sided`](crate::value::Forms::print_sided) write it.
//!
//! ```
//! use grundy::format::typeset;
//!
//! assert_eq!(typeset::unicode("+-{3/4|^^*2}"), "±{¾|⇑∗2}");
//! assert_eq!(typeset::latex("{2||1|-1}"), r"\{2\,\|\,1\mid -1\}");
//! assert_eq!(typeset::latex("1/2^<3>*"), r"\tfrac{1}{2}{\uparrow}^{3}{\ast}");
//! ```

use std::iter::Peekable;
use std::str::Chars;

/// How values are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Setting {
    /// As they are typed.
    #[default]
    Plain,
    /// As books set them, in Unicode.
    Unicode,
    /// As books set them, in LaTeX for math mode.
    Latex,
}

impl Setting {
    /// A value, from its plain text.
    #[must_use]
    pub fn set(self, value: &str) -> String {
        match self {
            Setting::Plain => value.to_string(),
            Setting::Unicode => unicode(value),
            Setting::Latex => latex(value),
        }
    }
}

/// A value in LaTeX, for math mode, from its plain text. Tiny and miny are a plus and a minus with
/// the threat as their index, as in Winning Ways.
#[must_use]
pub fn latex(value: &str) -> String {
    set(value, &Latex)
}

/// A value in Unicode, from its plain text.
#[must_use]
pub fn unicode(value: &str) -> String {
    set(value, &Unicode)
}

/// How the parts of a value are written.
trait Style {
    fn fraction(&self, above: &str, below: &str) -> String;
    /// A symbol: `^`, `v`, `*`, `+-`, `T` and `M` for tiny and miny, and doubled arrows.
    fn symbol(&self, plain: &str) -> &'static str;
    fn word(&self, name: &str) -> String;
    /// The text behind an arrow: a power, or in brackets all powers up to it.
    fn power(&self, power: &str, open: char) -> String;
    /// The signs around the threat of a tiny.
    fn threat(&self) -> [&'static str; 2];
    fn bars(&self, count: usize) -> String;
    fn other(&self, plain: char) -> String;
}

fn set(value: &str, style: &dyn Style) -> String {
    let mut rest = value.chars().peekable();
    let mut text = String::new();
    // The closing sign of each open parenthesis.
    let mut open: Vec<&str> = Vec::new();
    while let Some(next) = rest.next() {
        match next {
            '0'..='9' => {
                let above = next.to_string() + &run(&mut rest, |c| c.is_ascii_digit());
                match rest.next_if_eq(&'/') {
                    Some(_) => {
                        let below = run(&mut rest, |c| c.is_ascii_digit());
                        text += &style.fraction(&above, &below);
                    }
                    None => text += &above,
                }
            }
            '+' if rest.next_if_eq(&'-').is_some() => text += style.symbol("+-"),
            '*' => text += style.symbol("*"),
            '^' | 'v'
                if next == '^' || !rest.peek().is_some_and(|&c| c.is_alphabetic() && c != 'v') =>
            {
                let twice = rest.next_if_eq(&next).is_some();
                text += match (next, twice) {
                    ('^', false) => style.symbol("^"),
                    ('^', true) => style.symbol("^^"),
                    (_, false) => style.symbol("v"),
                    (_, true) => style.symbol("vv"),
                };
                let bracket = rest.next_if(|&c| c == '<' || c == '[');
                if let Some(bracket) = bracket {
                    let power = run(&mut rest, |c| c != '>' && c != ']');
                    rest.next();
                    text += &style.power(&power, bracket);
                }
            }
            '|' => {
                let more = run(&mut rest, |c| c == '|').len();
                text += &style.bars(1 + more);
            }
            '(' => {
                open.push(")");
                text.push('(');
            }
            ')' => text += open.pop().unwrap_or(")"),
            letter if letter.is_alphabetic() => {
                let name = letter.to_string() + &run(&mut rest, is_name);
                match &name[..] {
                    "Tiny" | "Miny" if rest.next_if_eq(&'(').is_some() => {
                        let [before, behind] = style.threat();
                        text += style.symbol(&name[..1]);
                        text += before;
                        open.push(behind);
                    }
                    name => text += &style.word(name),
                }
            }
            other => text += &style.other(other),
        }
    }
    text
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric()
}

/// The next characters of a kind.
fn run(rest: &mut Peekable<Chars<'_>>, kind: impl Fn(char) -> bool) -> String {
    std::iter::from_fn(|| rest.next_if(|&c| kind(c))).collect()
}

struct Latex;

impl Style for Latex {
    fn fraction(&self, above: &str, below: &str) -> String {
        format!(r"\tfrac{{{above}}}{{{below}}}")
    }

    fn symbol(&self, plain: &str) -> &'static str {
        match plain {
            "^" => r"{\uparrow}",
            "^^" => r"{\Uparrow}",
            "v" => r"{\downarrow}",
            "vv" => r"{\Downarrow}",
            "*" => r"{\ast}",
            "+-" => r"\pm ",
            "T" => "{+}",
            _ => "{-}",
        }
    }

    fn word(&self, name: &str) -> String {
        match name.len() {
            1 => name.to_string(),
            _ => format!(r"\mathbf{{{name}}}"),
        }
    }

    fn power(&self, power: &str, open: char) -> String {
        let power = set(power, self);
        if open == '<' { format!("^{{{power}}}") } else { format!("^{{[{power}]}}") }
    }

    fn threat(&self) -> [&'static str; 2] {
        ["_{", "}"]
    }

    fn bars(&self, count: usize) -> String {
        match count {
            1 => r"\mid ".to_string(),
            2 => r"\,\|\,".to_string(),
            more => format!(r"\,{}\,", "|".repeat(more)),
        }
    }

    fn other(&self, plain: char) -> String {
        match plain {
            '{' | '}' | '&' => format!("\\{plain}"),
            ',' => r",\,".to_string(),
            '∞' => r"\infty ".to_string(),
            plain => plain.to_string(),
        }
    }
}

struct Unicode;

/// Each digit as another character.
fn digits(text: &str, others: &str) -> String {
    let other = |c: char| c.to_digit(10).and_then(|digit| others.chars().nth(digit as usize));
    text.chars().map(|c| other(c).unwrap_or(c)).collect()
}

const ABOVE: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const BELOW: &str = "₀₁₂₃₄₅₆₇₈₉";

impl Style for Unicode {
    fn fraction(&self, above: &str, below: &str) -> String {
        match (above, below) {
            ("1", "2") => "½".to_string(),
            ("1", "4") => "¼".to_string(),
            ("3", "4") => "¾".to_string(),
            ("1", "8") => "⅛".to_string(),
            ("3", "8") => "⅜".to_string(),
            ("5", "8") => "⅝".to_string(),
            ("7", "8") => "⅞".to_string(),
            _ => format!("{}⁄{}", digits(above, ABOVE), digits(below, BELOW)),
        }
    }

    fn symbol(&self, plain: &str) -> &'static str {
        match plain {
            "^" => "↑",
            "^^" => "⇑",
            "v" => "↓",
            "vv" => "⇓",
            "*" => "∗",
            "+-" => "±",
            "T" => "⧾",
            _ => "⧿",
        }
    }

    fn word(&self, name: &str) -> String {
        name.to_string()
    }

    fn power(&self, power: &str, open: char) -> String {
        match open {
            '<' if power.bytes().all(|byte| byte.is_ascii_digit()) => digits(power, ABOVE),
            '<' => format!("<{power}>"),
            _ => format!("[{power}]"),
        }
    }

    fn threat(&self) -> [&'static str; 2] {
        ["(", ")"]
    }

    fn bars(&self, count: usize) -> String {
        match count {
            2 => "‖".to_string(),
            3 => "⦀".to_string(),
            count => "|".repeat(count),
        }
    }

    fn other(&self, plain: char) -> String {
        match plain {
            '-' => "−".to_string(),
            plain => plain.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{latex, unicode};

    #[test]
    fn values_of_all_kinds_are_set() {
        for (plain, in_unicode, in_latex) in [
            ("0", "0", "0"),
            ("-3/4", "−¾", r"-\tfrac{3}{4}"),
            ("5/16", "⁵⁄₁₆", r"\tfrac{5}{16}"),
            ("1v[3]*", "1↓[3]∗", r"1{\downarrow}^{[3]}{\ast}"),
            ("^3*2", "↑3∗2", r"{\uparrow}3{\ast}2"),
            ("vv*", "⇓∗", r"{\Downarrow}{\ast}"),
            ("v4", "↓4", r"{\downarrow}4"),
            ("v<on>", "↓<on>", r"{\downarrow}^{\mathbf{on}}"),
            ("+-(1*)", "±(1∗)", r"\pm (1{\ast})"),
            ("1Tiny({2|1})", "1⧾({2|1})", r"1{+}_{\{2\mid 1\}}"),
            ("{2,1*||1|-1}", "{2,1∗‖1|−1}", r"\{2,\,1{\ast}\,\|\,1\mid -1\}"),
            ("3/2over & off", "³⁄₂over & off", r"\tfrac{3}{2}\mathbf{over} \& \mathbf{off}"),
            (
                "a{0||||0|||a|*||*}",
                "a{0||||0⦀a|∗‖∗}",
                r"a\{0\,||||\,0\,|||\,a\mid {\ast}\,\|\,{\ast}\}",
            ),
        ] {
            assert_eq!(unicode(plain), in_unicode, "{plain}");
            assert_eq!(latex(plain), in_latex, "{plain}");
        }
    }
}
