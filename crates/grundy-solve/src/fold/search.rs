//! The depth-first search of one thread.

use super::FoldError;
use super::known::{Known, State};
use grundy_base::{ByPlayer, Limits, Player, Progress, Stopped};
use grundy_ruleset::{Position, Rules};
use grundy_values::{Form, Forms, List};

/// A search for the values of positions, which keeps what it has found.
pub(super) struct Search<'w, P: Position, K: Known<P>> {
    rules: &'w dyn Rules<P>,
    /// The values of components.
    pub(super) known: K,
    /// Which of several threads this is: each begins with other options.
    number: usize,
    /// Components searched.
    opened: usize,
    /// The components on the line of play that is being searched.
    lines: Vec<Line<K::Key>>,
    /// For each line in turn, the player who makes each move, and the place where its terms begin.
    options: Vec<(Player, usize)>,
    /// The components that each move leaves, up to symmetry, and whether each
    /// is the negative.
    terms: Vec<(K::Key, bool)>,
    /// The components that the moves of one position leave.
    parts: Vec<(P, bool)>,
}

/// Two threads begin with options that are this far apart.
const BETWEEN: usize = 3;

/// A component whose options are being searched.
struct Line<K> {
    component: K,
    /// Where its options begin among those of all lines.
    first: usize,
    /// The values of the options searched so far.
    values: ByPlayer<List>,
}

impl<'w, P: Position, K: Known<P>> Search<'w, P, K> {
    pub(super) fn new(rules: &'w dyn Rules<P>, known: K, number: usize) -> Self {
        let (lines, options, terms) = (Vec::new(), Vec::new(), Vec::new());
        Search { rules, known, number, opened: 0, lines, options, terms, parts: Vec::new() }
    }

    /// The value of a position, as the sum of its components.
    pub(super) fn sum(
        &mut self,
        position: &P,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Form, FoldError> {
        let rules = self.rules;
        let mut sum = Form::ZERO;
        let mut keys = Vec::new();
        let mut parts = Vec::new();
        rules.each_representative(position.clone(), &mut |part, negative| {
            parts.push((part, negative));
        });
        self.known.keys(&mut parts, &mut keys, forms.bytes(), limits)?;
        for (part, negative) in keys {
            let value = self.value(part, forms, limits)?;
            let value = if negative { forms.negative(value)? } else { value };
            sum = forms.sum(sum, value)?;
        }
        Ok(sum)
    }

    fn value(
        &mut self,
        component: K::Key,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Form, FoldError> {
        // A search that was stopped has left lines behind.
        for line in self.lines.drain(..) {
            self.known.forget(line.component);
        }
        self.options.clear();
        self.terms.clear();
        self.parts.clear();
        if let State::Valued(value) = self.known.get(&component, forms)? {
            return Ok(value);
        }
        self.open(component, forms, limits)?;
        // The options of a line are taken from the end.
        while let Some(&(player, first)) = self.options.last() {
            let Some(line) = self.lines.last_mut() else { break };
            if self.options.len() == line.first {
                self.close(forms)?;
                continue;
            }
            let mut sum = List::new();
            let mut unknown = None;
            for (part, negative) in &self.terms[first..] {
                match self.known.get(part, forms)? {
                    State::Valued(value) if *negative => sum.push(forms.negative(value)?),
                    State::Valued(value) => sum.push(value),
                    State::Open => return Err(FoldError::Loopy),
                    State::Unknown => {
                        unknown = Some(part.clone());
                        break;
                    }
                }
            }
            if let Some(part) = unknown {
                self.open(part, forms, limits)?;
                continue;
            }
            line.values[player].push(forms.sum_all(sum)?);
            self.options.pop();
            self.terms.truncate(first);
        }
        // Only lines without options are left; the first is the start.
        let mut value = Form::ZERO;
        while !self.lines.is_empty() {
            value = self.close(forms)?;
        }
        Ok(value)
    }

    /// Begins to look at the options of a component.
    fn open(
        &mut self,
        component: K::Key,
        forms: &Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<(), FoldError> {
        let rules = self.rules;
        let own = self.bytes() + forms.bytes();
        // Also at first: a caller may have many positions valued, one after the other.
        if self.opened.is_multiple_of(Limits::STRIDE) {
            let (positions, bytes) = self.known.size(own);
            limits.check(Progress { stage: "valuing", positions, bytes })?;
        }
        self.opened += 1;
        let extra = |position: &P| rules.bytes(position).saturating_sub(size_of::<P>()) as u64;
        let position = self.known.open(&component, extra)?;
        let first = self.options.len();
        self.lines.push(Line { component, first, values: ByPlayer::default() });
        self.push_options(&position, own, limits)?;
        let own = self.bytes() + forms.bytes();
        Ok(self.known.keys(&mut self.parts, &mut self.terms, own, limits)?)
    }

    /// Lists the options of a component; `own` bytes are held besides. A huge
    /// heap has more of them than memory could hold.
    fn push_options(&mut self, position: &P, own: u64, limits: &Limits<'_>) -> Result<(), Stopped> {
        let rules = self.rules;
        let reached = self.opened;
        let check = |number: usize, bytes: usize| {
            if !number.is_multiple_of(Limits::STRIDE) {
                return Ok(());
            }
            let bytes = own + bytes as u64;
            limits.check(Progress { stage: "valuing", positions: reached, bytes })?;
            limits.room(bytes, reached)
        };
        let each = size_of::<(Player, usize)>() + size_of::<(P, bool)>();
        let movers = if rules.impartial() { &[Player::Left][..] } else { &Player::BOTH };
        let mut listed = 0;
        // The first thread goes through the options as they come, the others in an order
        // of their own, for which they are listed.
        let mut options = Vec::new();
        for &player in movers {
            rules.try_each_move(position, player, |option, _| {
                listed += 1;
                if self.number == 0 {
                    self.push(player, option);
                    check(listed, listed * each)
                } else {
                    options.push((player, option));
                    check(listed, 2 * listed * each)
                }
            })?;
        }
        let begin = self.number * BETWEEN % options.len().max(1);
        options.rotate_left(begin);
        if self.number % 2 == 1 {
            options.reverse();
        }
        options.into_iter().for_each(|(player, option)| self.push(player, option));
        Ok(())
    }

    fn push(&mut self, player: Player, option: P) {
        let Search { rules, options, terms, parts, .. } = self;
        options.push((player, terms.len() + parts.len()));
        rules.each_representative(option, &mut |part, negative| parts.push((part, negative)));
    }

    /// Values a component all of whose options are valued.
    fn close(&mut self, forms: &mut Forms<'_>) -> Result<Form, FoldError> {
        let Some(Line { component, values, .. }) = self.lines.pop() else { return Ok(Form::ZERO) };
        let ByPlayer { left, right } = values;
        let right = if self.rules.impartial() { left.clone() } else { right };
        match forms.canonical(left, right) {
            Ok(value) => {
                self.known.close(component, value, forms)?;
                Ok(value)
            }
            Err(stopped) => {
                self.known.forget(component);
                Err(stopped.into())
            }
        }
    }

    fn bytes(&self) -> u64 {
        let lines = self.lines.capacity() * size_of::<Line<K::Key>>()
            + self.options.capacity() * size_of::<(Player, usize)>()
            + self.terms.capacity() * size_of::<(K::Key, bool)>()
            + self.parts.capacity() * size_of::<(P, bool)>();
        lines as u64
    }
}
