//! Loopy games as text.
//!
//! Printing agrees with the plain text of CGSuite 2: `on`, `3/2over`, `^[on]*`, `v<on>`,
//! `Tiny(on)`, `+-over`, and for all others `a{0||||0|||a|*||*}`, where a name before a brace
//! stands for the whole game inside. A game that is no stopper is written by its sides, `S & T`,
//! except `dud`, which is on & off.

use std::cmp::Ordering;

use super::graph::LoopyGraph;
use super::{Sided, Stopper};
use crate::Dyadic;
use crate::form::{Compact, Form, Forms};
use crate::notation::{MOST_BARS, Printer};
use grundy_base::stack::deeper;
use grundy_base::{Player, Stopped};

impl Forms<'_> {
    /// A loopy game as it is written; the language of the calculator reads it.
    ///
    /// # Errors
    ///
    /// If a limit is reached: what is shared in memory is written out.
    pub fn print_sided(&mut self, sided: &Sided) -> Result<String, Stopped> {
        let (onside, offside) = (sided.onside(), sided.offside());
        if onside == offside {
            return self.print_graph(onside);
        }
        if onside == Stopper::on().graph() && offside == Stopper::off().graph() {
            return Ok("dud".to_string());
        }
        Ok(format!("{} & {}", self.print_graph(onside)?, self.print_graph(offside)?))
    }

    /// A stopper as it is written.
    ///
    /// # Errors
    ///
    /// As [`Forms::print_sided`].
    pub fn print_stopper(&mut self, stopper: &Stopper) -> Result<String, Stopped> {
        self.print_graph(&stopper.graph)
    }

    /// Position 0 of a graph as it is written, whether or not it is a stopper.
    pub(super) fn print_graph(&mut self, graph: &LoopyGraph) -> Result<String, Stopped> {
        let short = self.forms_of_graph(graph)?;
        let mut printer = Loopy {
            graph,
            settled: graph.settled(),
            short,
            printer: Printer::new(self),
            open: Vec::new(),
            names: Names::default(),
        };
        printer.node(0, true)?;
        Ok(printer.printer.text)
    }
}

/// Names for games that are referred to from inside.
#[derive(Default)]
struct Names(usize);

impl Names {
    /// `a`, `b`, …, without `v`, which is down; then `a1`, `b1`, …
    fn next(&mut self) -> String {
        const LETTERS: &[u8] = b"abcdefghijklmnopqrstuwxyz";
        let (round, letter) = (self.0 / LETTERS.len(), self.0 % LETTERS.len());
        self.0 += 1;
        let letter = char::from(LETTERS[letter]);
        if round == 0 { letter.to_string() } else { format!("{letter}{round}") }
    }
}

/// A name that begins with a number and ends with a nimber.
struct Named {
    number: Dyadic,
    /// `over`, `^[on]`, …
    word: &'static str,
    nimber: u32,
}

struct Loopy<'s, 'f, 'l> {
    graph: &'s LoopyGraph,
    /// Whether each position is a stopper.
    settled: Vec<bool>,
    /// The positions that are short games.
    short: Vec<Option<Form>>,
    printer: Printer<'f, 'l>,
    /// The games with open braces, and their names if they have got one.
    open: Vec<(u32, Option<String>)>,
    names: Names,
}

impl Loopy<'_, '_, '_> {
    /// Appends a position; returns the number of bars between its sides, or 0 where they do not
    /// show.
    fn node(&mut self, node: u32, braces: bool) -> Result<usize, Stopped> {
        self.printer.forms.room_for_text(self.printer.text.len())?;
        self.printer.forms.step()?;
        if let Some(form) = self.short[node as usize] {
            return self.printer.form(form, braces);
        }
        if let Some(open) = self.open.iter().position(|(open, _)| *open == node) {
            let names = &mut self.names;
            let name = self.open[open].1.get_or_insert_with(|| names.next());
            self.printer.text += name;
            return Ok(0);
        }
        if let Some(Named { number, word, nimber }) = self.named(node) {
            if number != Dyadic::ZERO {
                self.printer.text += &number.to_string();
            }
            self.printer.text += word;
            self.printer.text += &match nimber {
                0 => String::new(),
                1 => "*".to_string(),
                more => format!("*{more}"),
            };
            return Ok(0);
        }
        deeper(|| {
            if self.settled[node as usize]
                && self.is_closed(node)
                && (self.switch(node)? || self.tiny(node)?)
            {
                return Ok(0);
            }
            self.sides(node, braces)
        })
    }

    fn options(&self, node: u32, player: Player) -> &[u32] {
        self.graph.options(node, player)
    }

    /// Whether nothing inside refers to an open game, or to this one.
    fn is_closed(&self, node: u32) -> bool {
        let graph = self.graph;
        let mut seen = vec![false; graph.len()];
        let mut inside = vec![node];
        while let Some(from) = inside.pop() {
            for player in Player::BOTH {
                for &to in graph.options(from, player) {
                    if to == node || self.open.iter().any(|(open, _)| *open == to) {
                        return false;
                    }
                    if !std::mem::replace(&mut seen[to as usize], true) {
                        inside.push(to);
                    }
                }
            }
        }
        true
    }

    fn compact(&self, node: u32) -> Option<Compact> {
        self.printer.forms.as_compact(self.short[node as usize]?)
    }

    fn number(&self, node: u32) -> Option<Dyadic> {
        let value = self.compact(node)?;
        (value.ups == 0 && value.nimber == 0).then_some(value.number)
    }

    /// on, off, and sums of a number and an infinitesimal with a name.
    fn named(&self, node: u32) -> Option<Named> {
        let named = |number, word| Some(Named { number, word, nimber: 0 });
        match (self.options(node, Player::Left), self.options(node, Player::Right)) {
            ([pass], []) if *pass == node => return named(Dyadic::ZERO, "on"),
            ([], [pass]) if *pass == node => return named(Dyadic::ZERO, "off"),
            (&[number], [pass]) if *pass == node && self.number(number).is_some() => {
                return named(self.number(number)?, "over");
            }
            ([pass], &[number]) if *pass == node && self.number(number).is_some() => {
                return named(self.number(number)?, "under");
            }
            _ => {}
        }
        for (player, upon, uponth) in
            [(Player::Left, "^[on]", "^<on>"), (Player::Right, "v[on]", "v<on>")]
        {
            if let Some((number, nimber)) = self.upon(node, player) {
                return Some(Named { number, word: upon, nimber });
            }
            if let Some((number, nimber)) = self.uponth(node, player) {
                return Some(Named { number, word: uponth, nimber });
            }
        }
        None
    }

    /// x + upon + *m, where the player may pass: upon is {upon|*}, upon* is
    /// {upon*, 0|0}, and upon + *m is {upon + *m | *(m⊕1)} for other m.
    fn upon(&self, node: u32, player: Player) -> Option<(Dyadic, u32)> {
        let &[answer] = self.options(node, player.opponent()) else { return None };
        let Compact { number, ups: 0, nimber } = self.compact(answer)? else { return None };
        let mut options = self.options(node, player).to_vec();
        let passes = options.iter().position(|&option| option == node)?;
        options.swap_remove(passes);
        let fits = match (nimber, &options[..]) {
            (0, &[other]) => self.number(other).as_ref() == Some(&number),
            (nimber, []) => nimber > 0,
            _ => false,
        };
        fits.then_some((number, nimber ^ 1))
    }

    /// x + uponth + *m: uponth is {0 | -upon + *}, and uponth + *m has the options of *m
    /// and itself, *0 to *m, and -upon + *(m⊕1).
    fn uponth(&self, node: u32, player: Player) -> Option<(Dyadic, u32)> {
        let &[answer] = self.options(node, player.opponent()) else { return None };
        let (number, nimber) = self.upon(answer, player.opponent())?;
        let nimber = nimber ^ 1;
        let mut found: Vec<u32> = Vec::new();
        for &option in self.options(node, player) {
            let value = self.compact(option)?;
            if value.number != number || value.ups != 0 {
                return None;
            }
            found.push(value.nimber);
        }
        found.sort_unstable();
        found.iter().copied().eq(0..=nimber).then_some((number, nimber))
    }

    /// Appends ±G, if the game is its own negative.
    fn switch(&mut self, node: u32) -> Result<bool, Stopped> {
        let whole = Stopper::at(self.graph, node, self.printer.forms)?;
        if whole != whole.negative(self.printer.forms)? {
            return Ok(false);
        }
        self.printer.text += "+-";
        let left = self.sorted(node, Player::Left)?;
        let [only] = left[..] else {
            self.printer.text.push('{');
            self.list(&left)?;
            self.printer.text.push('}');
            return Ok(true);
        };
        // Parts side by side would not be read as one game.
        let parts = self
            .named(only)
            .is_some_and(|Named { number, nimber, .. }| number != Dyadic::ZERO || nimber != 0);
        if parts {
            self.printer.text.push('(');
        }
        self.node(only, true)?;
        if parts {
            self.printer.text.push(')');
        }
        Ok(true)
    }

    /// Appends a number plus a tiny or a miny: x + {0||0|-G}, or its negative, where G is
    /// at least over.
    fn tiny(&mut self, node: u32) -> Result<bool, Stopped> {
        let (&[left], &[right]) =
            (self.options(node, Player::Left), self.options(node, Player::Right))
        else {
            return Ok(false);
        };
        for (number, threatening, player) in
            [(left, right, Player::Right), (right, left, Player::Left)]
        {
            let Some(value) = self.number(number) else { continue };
            let &[back] = self.options(threatening, player.opponent()) else { continue };
            let &[threat] = self.options(threatening, player) else { continue };
            if back != number || !self.is_plumtree(threatening) {
                continue;
            }
            let forms = &mut *self.printer.forms;
            let mut gain = Sided::from(Stopper::at(self.graph, threat, forms)?);
            let mut offset = value.clone();
            match player {
                Player::Right => gain = gain.negative(forms)?,
                Player::Left => offset = -&offset,
            }
            let offset = forms.number(offset)?;
            let offset = Sided::from_form(offset, forms)?;
            let Ok(gain) = gain.sum(&offset, forms) else { continue };
            let over = Sided::from(Stopper::over());
            if !gain.compare(&over, forms)?.is_some_and(Ordering::is_ge) {
                continue;
            }
            let gain = forms.print_sided(&gain)?;
            if value != Dyadic::ZERO {
                self.printer.text += &value.to_string();
            }
            self.printer.text += if player == Player::Right { "Tiny(" } else { "Miny(" };
            self.printer.text += &gain;
            self.printer.text.push(')');
            return Ok(true);
        }
        Ok(false)
    }

    /// Whether play comes back by passing only.
    fn is_plumtree(&self, node: u32) -> bool {
        let mut graph = self.graph.reached(node);
        let nodes = graph.len();
        for node in graph.nodes() {
            for player in Player::BOTH {
                let others = graph.options(node, player).iter().copied();
                let others = others.filter(|&option| option != node).collect();
                graph.set_options(node, player, others);
            }
        }
        graph.loopless().len() == nodes
    }

    fn sides(&mut self, node: u32, braces: bool) -> Result<usize, Stopped> {
        self.open.push((node, None));
        let start = self.printer.text.len();
        let left = self.sorted(node, Player::Left)?;
        let bars_left = self.list(&left)?;
        let middle = self.printer.text.len();
        let right = self.sorted(node, Player::Right)?;
        let bars_right = self.list(&right)?;
        let bars = 1 + bars_left.max(bars_right);
        self.printer.text.insert_str(middle, &"|".repeat(bars));
        let name = self.open.pop().and_then(|(_, name)| name);
        // Bars at the edge would run into those of the game outside.
        let parted = !left.is_empty() && !right.is_empty();
        if !braces && bars < MOST_BARS && name.is_none() && parted {
            return Ok(bars);
        }
        self.printer.text.insert_str(start, &(name.unwrap_or_default() + "{"));
        self.printer.text.push('}');
        Ok(0)
    }

    fn list(&mut self, options: &[u32]) -> Result<usize, Stopped> {
        let mut bars = 0;
        for (i, &option) in options.iter().enumerate() {
            if i > 0 {
                self.printer.text.push(',');
            }
            bars = bars.max(self.node(option, options.len() > 1)?);
        }
        Ok(bars)
    }

    /// Options in printing order: short games as among themselves, then the others, with few
    /// followers first.
    fn sorted(&mut self, node: u32, player: Player) -> Result<Vec<u32>, Stopped> {
        let mut options = self.options(node, player).to_vec();
        if options.len() < 2 {
            return Ok(options);
        }
        let mut stopped = Ok(());
        let (short, printer, graph) = (&self.short, &mut self.printer, self.graph);
        options.sort_by_cached_key(|&option| match short[option as usize] {
            Some(_) => (0, option),
            None => (graph.reached(option).len(), option),
        });
        let shorts = options.partition_point(|&option| short[option as usize].is_some());
        options[..shorts].sort_by(|&a, &b| match (short[a as usize], short[b as usize]) {
            (Some(first), Some(second)) => printer.order(first, second).unwrap_or_else(|error| {
                stopped = Err(error);
                Ordering::Equal
            }),
            _ => Ordering::Equal,
        });
        stopped?;
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_base::Limits;

    /// {0 | {| {0 | 0}}} by numbers of positions, and its negative.
    #[test]
    fn bars_of_an_empty_side_do_not_run_into_others() {
        let mut graph = LoopyGraph::default();
        let [first, second, third] = [(); 3].map(|()| graph.add());
        for (from, player, to) in [
            (first, Player::Left, first),
            (first, Player::Right, second),
            (second, Player::Right, third),
            (third, Player::Left, first),
            (third, Player::Right, first),
        ] {
            graph.add_option(from, player, to);
        }
        let mut forms = Forms::new(Limits::default());
        assert_eq!(forms.print_graph(&graph).unwrap(), "a{a|{||a|a}}");
        assert_eq!(forms.print_graph(&graph.negative()).unwrap(), "a{{a|a||}|a}");
    }
}
