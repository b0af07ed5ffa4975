//! Printing canonical forms.
//!
//! The text is that of CGSuite 2: `3/4`, `*2`, `^`, `^^*`, `^3*2`, `1v`, `^<2>`, `1v[3]*`,
//! `{2||1|-1}`, `+-2`, `+-{2|1}`, `1Tiny(2)`. The language of the calculator reads it.

use std::cmp::Ordering;
use std::rc::Rc;

use hashbrown::HashMap;

use crate::form::{Compact, Form, Forms};
use crate::theory::{Uptimal, Uptimals};
use grundy_base::{ByPlayer, Player, Stopped};

/// A game keeps its braces at this number of bars between its sides, so that no longer rows of bars
/// are needed.
pub(super) const MOST_BARS: usize = 4;

/// The highest power of up that has a name: powers are read by making one after
/// the other.
pub const MOST_POWERS: u32 = 64;

impl Forms<'_> {
    /// A form on one line, as CGSuite writes it; the language of the calculator reads it.
    ///
    /// Only the outermost of nested games has braces, and the longest row of bars separates the
    /// outermost options. A game that is its own negative is written `+-`, x + {0||0|-G} as
    /// `xTiny(G)`, x + ↑ⁿ + *m as `x^<n>*m`, and x + ↑ + … + ↑ⁿ + *m as `x^[n]*m`.
    pub fn print(&mut self, form: Form) -> Result<String, Stopped> {
        let mut printer = Printer::new(self);
        printer.form(form, true)?;
        Ok(printer.text)
    }
}

impl Compact {
    /// The parts that are not zero, one behind the other.
    #[must_use]
    pub fn print(&self) -> String {
        let Compact { number, ups, nimber } = self;
        let mut text = String::new();
        if *number != Default::default() || *ups == 0 && *nimber == 0 {
            text += &number.to_string();
        }
        let arrow = if *ups > 0 { "^" } else { "v" };
        match ups.unsigned_abs() {
            few @ 0..=2 => text += &arrow.repeat(few as usize),
            many => text += &format!("{arrow}{many}"),
        }
        match nimber {
            0 => {}
            1 => text += "*",
            more => text += &format!("*{more}"),
        }
        text
    }
}

/// A number, one power of up or all up to one, once and with one sign, and a nimber; other
/// uptimals, and powers above [`MOST_POWERS`], have no name.
fn name_of_power(uptimal: &Uptimal) -> Option<String> {
    let Uptimal { number, coefficients, nimber } = uptimal;
    let (&last, before) = coefficients.split_last()?;
    let (open, close) = match before {
        _ if last.abs() != 1 || coefficients.len() > MOST_POWERS as usize => return None,
        _ if before.iter().all(|&coefficient| coefficient == 0) => ('<', '>'),
        _ if before.iter().all(|&coefficient| coefficient == last) => ('[', ']'),
        _ => return None,
    };
    let number = if *number == Default::default() { String::new() } else { number.to_string() };
    let arrow = if last > 0 { '^' } else { 'v' };
    let nimber = match nimber {
        0 => String::new(),
        1 => "*".to_string(),
        more => format!("*{more}"),
    };
    Some(format!("{number}{arrow}{open}{}{close}{nimber}", coefficients.len()))
}

pub(super) struct Printer<'f, 'l> {
    pub(super) forms: &'f mut Forms<'l>,
    /// The options of games that were printed or compared, in order.
    sorted: HashMap<Form, ByPlayer<Rc<[Form]>>>,
    uptimals: Uptimals,
    /// Games that were looked at, and whether each is tiny or miny.
    tinies: HashMap<Form, Option<Tiny>>,
    pub(super) text: String,
}

/// A number, the sign of the tiny beside it, and its threat.
type Tiny = (Form, Ordering, Form);

impl<'f, 'l> Printer<'f, 'l> {
    pub(super) fn new(forms: &'f mut Forms<'l>) -> Self {
        let (sorted, uptimals, tinies) = Default::default();
        Printer { forms, sorted, uptimals, tinies, text: String::new() }
    }
}

impl Printer<'_, '_> {
    /// Appends a form; returns the number of bars between its sides, or 0 if braces hide them.
    pub(super) fn form(&mut self, form: Form, braces: bool) -> Result<usize, Stopped> {
        // A value of few forms can be a very long text.
        self.forms.step()?;
        self.forms.room_for_text(self.text.len())?;
        if let Some(value) = self.forms.as_compact(form) {
            self.text += &value.print();
            return Ok(0);
        }
        grundy_base::stack::deeper(|| {
            if self.forms.negative(form)? == form {
                return self.switch(form).map(|()| 0);
            }
            if let Some((number, sign, threat)) = self.known_tiny(form)? {
                if number != Form::ZERO {
                    self.form(number, true)?;
                }
                self.text += if sign == Ordering::Greater { "Tiny(" } else { "Miny(" };
                self.form(threat, true)?;
                self.text.push(')');
                return Ok(0);
            }
            if let Some(name) = self.uptimal(form)?.as_deref().and_then(name_of_power) {
                self.text += &name;
                return Ok(0);
            }
            self.sides(form, braces)
        })
    }

    fn uptimal(&mut self, form: Form) -> Result<Option<Rc<Uptimal>>, Stopped> {
        self.forms.uptimal_among(form, &mut self.uptimals)
    }

    fn sides(&mut self, form: Form, braces: bool) -> Result<usize, Stopped> {
        let start = self.text.len();
        let ByPlayer { left, right } = self.options(form)?;
        let bars_left = self.list(&left)?;
        let middle = self.text.len();
        let bars_right = self.list(&right)?;
        let bars = 1 + bars_left.max(bars_right);
        self.text.insert_str(middle, &"|".repeat(bars));
        if !braces && bars < MOST_BARS {
            return Ok(bars);
        }
        self.text.insert(start, '{');
        self.text.push('}');
        Ok(0)
    }

    /// A list of options, and the greatest number of bars that shows in it.
    fn list(&mut self, options: &[Form]) -> Result<usize, Stopped> {
        let mut bars = 0;
        for (i, &option) in options.iter().enumerate() {
            if i > 0 {
                self.text.push(',');
            }
            bars = bars.max(self.form(option, options.len() > 1)?);
        }
        Ok(bars)
    }

    fn switch(&mut self, form: Form) -> Result<(), Stopped> {
        let left = self.options(form)?.left;
        self.text += "+-";
        let [only] = left[..] else {
            self.text.push('{');
            self.list(&left)?;
            self.text.push('}');
            return Ok(());
        };
        // Parts side by side would not be read as one game.
        let parts = match self.uptimal(only)?.as_deref() {
            Some(uptimal @ Uptimal { number, coefficients, nimber }) => {
                let number = *number != Default::default();
                let ups = !coefficients.is_empty();
                let named = coefficients.len() <= 1 || name_of_power(uptimal).is_some();
                named && (number && (ups || *nimber != 0) || ups && *nimber != 0)
            }
            None => self.tiny(only)?.is_some(),
        };
        if parts {
            self.text.push('(');
        }
        self.form(only, true)?;
        if parts {
            self.text.push(')');
        }
        Ok(())
    }

    fn known_tiny(&mut self, form: Form) -> Result<Option<Tiny>, Stopped> {
        if let Some(&known) = self.tinies.get(&form) {
            return Ok(known);
        }
        let found = self.tiny(form)?;
        self.tinies.insert(form, found);
        Ok(found)
    }

    /// The number, the sign and the threat of a number plus a tiny or a miny:
    /// x + {0||0|-G}, or x + {G|0||0}, where the mean of G is above zero.
    fn tiny(&mut self, form: Form) -> Result<Option<Tiny>, Stopped> {
        let ByPlayer { left, right } = self.options(form)?;
        let ([left], [right]) = (&left[..], &right[..]) else { return Ok(None) };
        for (number, threatening, player) in
            [(*left, *right, Player::Right), (*right, *left, Player::Left)]
        {
            if self.forms.as_number(number).is_none() {
                continue;
            }
            let options = self.options(threatening)?;
            let (back, threat) = match player {
                Player::Right => (&options.left, &options.right),
                Player::Left => (&options.right, &options.left),
            };
            let ([back], [threat]) = (&back[..], &threat[..]) else { continue };
            if *back != number {
                continue;
            }
            let (sign, gain) = match player {
                Player::Right => (Ordering::Greater, self.forms.difference(number, *threat)?),
                Player::Left => (Ordering::Less, self.forms.difference(*threat, number)?),
            };
            if self.forms.mean(gain)?.sign() == Ordering::Greater {
                return Ok(Some((number, sign, gain)));
            }
        }
        Ok(None)
    }

    /// A game's options in the order in which they are printed.
    fn options(&mut self, form: Form) -> Result<ByPlayer<Rc<[Form]>>, Stopped> {
        if let Some(known) = self.sorted.get(&form) {
            return Ok(known.clone());
        }
        let mut lists = ByPlayer::<Rc<[Form]>>::default();
        for player in Player::BOTH {
            let mut options = self.forms.options(form, player)?;
            let mut stopped = Ok(());
            options.sort_by(|&a, &b| match self.order(a, b) {
                Ok(order) => order,
                Err(error) => {
                    stopped = Err(error);
                    Ordering::Equal
                }
            });
            stopped?;
            lists[player] = options.as_slice().into();
        }
        self.sorted.insert(form, lists.clone());
        Ok(lists)
    }

    /// CGSuite's order among options: numbers, nimbers, other uptimals, and then
    /// by the lists of options.
    pub(super) fn order(&mut self, a: Form, b: Form) -> Result<Ordering, Stopped> {
        if a == b {
            return Ok(Ordering::Equal);
        }
        let (first, second) = (self.uptimal(a)?, self.uptimal(b)?);
        let kind = |value: &Option<Rc<Uptimal>>| match value.as_deref() {
            Some(Uptimal { coefficients, nimber: 0, .. }) if coefficients.is_empty() => 0,
            Some(Uptimal { number, coefficients, .. })
                if coefficients.is_empty() && *number == Default::default() =>
            {
                1
            }
            Some(_) => 2,
            None => 3,
        };
        let by_kind = kind(&first).cmp(&kind(&second));
        if by_kind != Ordering::Equal {
            return Ok(by_kind);
        }
        if let (Some(first), Some(second)) = (first, second) {
            return Ok(first.cmp(&second));
        }
        grundy_base::stack::deeper(|| {
            let (first, second) = (self.options(a)?, self.options(b)?);
            for player in Player::BOTH {
                let (ours, theirs) = (&first[player], &second[player]);
                for (&ours, &theirs) in ours.iter().zip(theirs.iter()) {
                    let order = self.order(ours, theirs)?;
                    if order != Ordering::Equal {
                        return Ok(order);
                    }
                }
                let by_length = ours.len().cmp(&theirs.len());
                if by_length != Ordering::Equal {
                    return Ok(by_length);
                }
            }
            Ok(Ordering::Equal)
        })
    }
}
