//! The components that a search has found: their options and their values.

use std::ops::Range;

use smallvec::SmallVec;

use super::Unsolved;
use super::part::{Part, Parts};
use super::source::{ComponentSource, Piece};
use grundy_base::stack::deeper;
use grundy_base::{ByPlayer, Limits, Player, Progress, Stopped};
use grundy_values::{Form, Forms, List};

/// Where the options of a component stand.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Options {
    first: u32,
    count: u32,
}

impl Options {
    fn range(self) -> Range<u32> {
        self.first..self.first + self.count
    }
}

enum Value {
    /// Not found so far.
    Unknown,
    /// Looked for at this moment.
    Open,
    Known(Form),
}

struct Component {
    /// Its source and its number there.
    source: u32,
    number: u32,
    hash: [u64; 2],
    impartial: bool,
    own_negative: bool,
    value: Value,
    /// How often it was met in sums, each time with a weight.
    met: u32,
    /// How many moves each player has.
    mobility: Option<[u32; 2]>,
    options: Option<ByPlayer<Options>>,
}

/// Components, numbered, and the canonical forms of those that are small enough.
///
/// How much work may go into a form depends on how often the component was met, and in how large
/// sums: the search for it begins again whenever that count has doubled, and may then look at a
/// number of components that is a share of the count. So all forms together take at most a constant
/// times the work of the search, and what comes again and again is valued.
pub(super) struct Pool {
    sources: Vec<Box<dyn ComponentSource>>,
    /// For each source, the components in the order of its numbers.
    by_source: Vec<Vec<u32>>,
    components: Vec<Component>,
    /// Where the parts of each option end, from the second on.
    ends: Vec<u32>,
    parts: Vec<Part>,
    /// Whether there is no room for further canonical forms.
    pub(super) full: bool,
    /// Components searched for canonical forms.
    valued: usize,
}

/// The limits are checked after this many components.
const STRIDE: usize = 64;

/// A component is valued with its count of meetings, divided by this, as work.
const SHARE: u32 = 16;

/// This number of bytes is held for a while whatever the limit: what searches of ordinary sums hold
/// between two looks at the memory is not counted.
pub(super) const UNCOUNTED: u64 = 32 << 20;

/// How much it counts to meet a component with `own` moves in a sum with `of` moves: the third
/// power of the ratio was found to serve well.
fn weight(own: u64, of: u64) -> u32 {
    let quarters = (4 * of / own.max(1)).min(64) as u32;
    (quarters.pow(3) / 64).max(1)
}

impl Pool {
    pub(super) fn new(sources: Vec<Box<dyn ComponentSource>>) -> Self {
        Pool {
            by_source: sources.iter().map(|_| Vec::new()).collect(),
            sources,
            components: Vec::new(),
            ends: vec![0],
            parts: Vec::new(),
            full: false,
            valued: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.components.len()
    }

    pub(super) fn bytes(&self) -> u64 {
        let sources: u64 = self.sources.iter().map(|source| source.bytes()).sum();
        let own = self.components.capacity() * size_of::<Component>()
            + 4 * (self.ends.capacity() + self.parts.capacity())
            + self.by_source.iter().map(|numbers| 4 * numbers.capacity()).sum::<usize>();
        sources + own as u64
    }

    fn component(&self, part: Part) -> &Component {
        &self.components[part.number() as usize]
    }

    pub(super) fn is_impartial(&self, part: Part) -> bool {
        self.component(part).impartial
    }

    /// The part with the players exchanged.
    pub(super) fn negative(&self, part: Part) -> Part {
        if self.component(part).own_negative { part } else { part.negated() }
    }

    /// Bits that stand for a component with its sign.
    pub(super) fn hash(&self, part: Part) -> [u64; 2] {
        let [a, b] = self.component(part).hash;
        if part.is_negative() { [b, !a] } else { [a, b] }
    }

    /// The components of a position as it is written, of the ruleset of this name; none
    /// if there is no such ruleset or position.
    pub(super) fn read(&mut self, ruleset: &str, position: &str) -> Option<Parts> {
        let source = self.sources.iter().position(|source| source.ruleset() == ruleset)?;
        let mut pieces = Vec::new();
        self.sources[source].read(position, &mut pieces).ok()?;
        self.number_new(source).ok()?;
        Some(self.numbered(source, &pieces))
    }

    /// Whether the components of a ruleset are numbered here.
    pub(super) fn has(&self, ruleset: &str) -> bool {
        self.sources.iter().any(|source| source.ruleset() == ruleset)
    }

    /// The components of a ruleset that are valued, as they are written, and their forms.
    pub(super) fn known(&self, ruleset: &str) -> Vec<(String, Form)> {
        let of_source =
            |component: &&Component| self.sources[component.source as usize].ruleset() == ruleset;
        let known = self.components.iter().filter(of_source).filter_map(|component| {
            let Value::Known(form) = component.value else { return None };
            Some((self.sources[component.source as usize].text(component.number), form))
        });
        known.collect()
    }

    /// Takes a component's value on trust.
    pub(super) fn tell(&mut self, part: Part, form: Form) {
        self.components[part.number() as usize].value = Value::Known(form);
    }

    fn numbered(&self, source: usize, pieces: &[Piece]) -> Parts {
        let part = |piece: &Piece| {
            let part = Part::new(self.by_source[source][piece.number as usize]);
            if piece.negative { self.negative(part) } else { part }
        };
        pieces.iter().map(part).collect()
    }

    /// Numbers the components that a source has met since.
    fn number_new(&mut self, source: usize) -> Result<(), Stopped> {
        let known = &self.sources[source];
        for number in self.by_source[source].len()..known.len() {
            if self.components.len() == Part::MOST {
                let limit = Part::MOST as u64;
                return Err(Stopped::Numbering { what: "components", limit });
            }
            let number = number as u32;
            let hash = known.hash(number);
            self.by_source[source].push(self.components.len() as u32);
            self.components.push(Component {
                source: source as u32,
                number,
                hash: [hash as u64, (hash >> 64) as u64],
                impartial: known.impartial(),
                own_negative: known.is_own_negative(number),
                value: Value::Unknown,
                met: 0,
                mobility: None,
                options: None,
            });
        }
        Ok(())
    }

    /// The options of a component, which are listed now if they were not before.
    fn open(&mut self, number: u32, limits: &Limits<'_>) -> Result<ByPlayer<Options>, Stopped> {
        let component = &self.components[number as usize];
        if let Some(options) = component.options {
            return Ok(options);
        }
        let (impartial, source, own) =
            (component.impartial, component.source as usize, component.number);
        let left = self.list(source, own, Player::Left, limits)?;
        let right = if impartial { left } else { self.list(source, own, Player::Right, limits)? };
        let options = ByPlayer { left, right };
        self.components[number as usize].options = Some(options);
        Ok(options)
    }

    fn list(
        &mut self,
        source: usize,
        own: u32,
        player: Player,
        limits: &Limits<'_>,
    ) -> Result<Options, Stopped> {
        let mut found: Vec<SmallVec<[Piece; 4]>> = Vec::new();
        let each = &mut |pieces: &[Piece]| found.push(pieces.into());
        self.sources[source].options(own, player, limits, each)?;
        self.number_new(source)?;
        let mut options: Vec<Parts> = found
            .into_iter()
            .map(|pieces| {
                let mut parts = self.numbered(source, &pieces);
                parts.sort_unstable();
                parts
            })
            .collect();
        options.sort_unstable();
        options.dedup();
        for parts in &options {
            self.parts.extend_from_slice(parts);
            let end = u32::try_from(self.parts.len());
            let limit = u32::MAX.into();
            self.ends.push(end.map_err(|_| Stopped::Numbering { what: "options", limit })?);
        }
        // The search forgets components that take more than their share, but only now and
        // then, and a few with very many moves take more before.
        let counted = self.bytes().saturating_sub(UNCOUNTED);
        limits.room(counted.saturating_mul(3) / 2, self.components.len())?;
        // There are no more options than ends of them. These are fewer than parts, except for
        // options that leave nothing: one a player and component.
        let first = (self.ends.len() - 1 - options.len()) as u32;
        Ok(Options { first, count: options.len() as u32 })
    }

    /// What each move of Left leaves of a part; see [`Pool::option`].
    pub(super) fn left_options(
        &mut self,
        part: Part,
        limits: &Limits<'_>,
    ) -> Result<Range<u32>, Stopped> {
        let player = if part.is_negative() { Player::Right } else { Player::Left };
        Ok(self.open(part.number(), limits)?[player].range())
    }

    /// The components that an option is the sum of, up to the sign of the component
    /// that it is an option of.
    pub(super) fn option(&self, option: u32) -> &[Part] {
        let [from, to] = [option, option + 1].map(|end| self.ends[end as usize] as usize);
        &self.parts[from..to]
    }

    /// How many moves there are in a part, repeats and those of both players counted.
    pub(super) fn moves(&mut self, part: Part) -> u64 {
        self.mobility(part).into_iter().map(u64::from).sum()
    }

    /// How many moves Left and Right have in a part, repeats counted.
    pub(super) fn mobility(&mut self, part: Part) -> [u32; 2] {
        let component = &mut self.components[part.number() as usize];
        let source = &self.sources[component.source as usize];
        let count = |player| source.mobility(component.number, player);
        let [left, right] = match component.mobility {
            Some(known) => known,
            None if component.impartial => [count(Player::Left); 2],
            None => Player::BOTH.map(count),
        };
        component.mobility = Some([left, right]);
        if part.is_negative() { [right, left] } else { [left, right] }
    }

    /// An upper bound on the length of play in a part, if its rules give one.
    pub(super) fn longest_play(&self, part: Part) -> Option<u64> {
        let component = self.component(part);
        self.sources[component.source as usize].longest_play(component.number)
    }

    /// The canonical form of a component that a search has met again, if it is known
    /// or not too much work; `of` are the moves in all terms of the sum.
    ///
    /// The smaller a part of the sum the component is, the more sums it comes in, and the less work
    /// is its form. If the component is the whole sum, its form is much more work than finding who
    /// wins.
    pub(super) fn meet(
        &mut self,
        part: Part,
        of: u64,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Option<Form>, Unsolved> {
        let unknown = matches!(self.component(part).value, Value::Unknown);
        if unknown && !self.full {
            let weight = weight(self.moves(part), of);
            let component = &mut self.components[part.number() as usize];
            let before = component.met / SHARE;
            component.met = component.met.saturating_add(weight);
            let mut work = component.met / SHARE;
            if work.checked_ilog2() > before.checked_ilog2() {
                self.value(part.number(), &mut work, forms, limits)?;
            }
        }
        // What is known takes no work.
        self.value_of(part, &mut 0, forms, limits)
    }

    /// The form of a part, with its sign, while there is work left; see [`Pool::value`].
    pub(super) fn value_of(
        &mut self,
        part: Part,
        work: &mut u32,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Option<Form>, Unsolved> {
        let form = self.value(part.number(), work, forms, limits)?;
        Ok(match form {
            Some(form) if part.is_negative() => Some(forms.negative(form)?),
            form => form,
        })
    }

    /// The canonical form of a component, while there is work left.
    pub(super) fn value(
        &mut self,
        number: u32,
        work: &mut u32,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Option<Form>, Unsolved> {
        match self.components[number as usize].value {
            Value::Known(form) => return Ok(Some(form)),
            Value::Open => return Err(Unsolved::Loopy),
            Value::Unknown => {}
        }
        if *work == 0 {
            return Ok(None);
        }
        *work -= 1;
        self.valued += 1;
        if self.valued.is_multiple_of(STRIDE) {
            let (positions, bytes) = (self.len(), self.bytes() + forms.bytes());
            limits.check(Progress { stage: "valuing", positions, bytes })?;
        }
        let options = self.open(number, limits)?;
        self.components[number as usize].value = Value::Open;
        let form = deeper(|| self.fold(options, work, forms, limits));
        // A search that was stopped may go on later.
        self.components[number as usize].value = Value::Unknown;
        let form = form?;
        if let Some(form) = form {
            self.components[number as usize].value = Value::Known(form);
        }
        Ok(form)
    }

    fn fold(
        &mut self,
        options: ByPlayer<Options>,
        work: &mut u32,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Option<Form>, Unsolved> {
        let Some(left) = self.values(options.left, work, forms, limits)? else { return Ok(None) };
        let right = match options.left == options.right {
            true => left.clone(),
            false => match self.values(options.right, work, forms, limits)? {
                Some(right) => right,
                None => return Ok(None),
            },
        };
        Ok(Some(forms.canonical(left, right)?))
    }

    fn values(
        &mut self,
        options: Options,
        work: &mut u32,
        forms: &mut Forms<'_>,
        limits: &Limits<'_>,
    ) -> Result<Option<List>, Unsolved> {
        let mut values = List::new();
        for option in options.range() {
            let mut sum = List::new();
            for place in 0..self.option(option).len() {
                let part = self.option(option)[place];
                let Some(form) = self.value_of(part, work, forms, limits)? else {
                    return Ok(None);
                };
                sum.push(form);
            }
            values.push(forms.sum_all(sum)?);
        }
        Ok(Some(values))
    }

    /// Forgets all options and components, except the components in these sums, which are numbered
    /// anew, and, if they may stay, components with a known value.
    pub(super) fn shrink<'s>(
        &mut self,
        sums: impl Iterator<Item = &'s mut Parts>,
        keep_values: bool,
    ) {
        let mut sums: Vec<&mut Parts> = sums.collect();
        let known = |component: &Component| matches!(component.value, Value::Known(_));
        let mut kept: Vec<bool> =
            self.components.iter().map(|component| keep_values && known(component)).collect();
        for part in sums.iter().flat_map(|parts| parts.iter()) {
            kept[part.number() as usize] = true;
        }
        self.ends = vec![0];
        self.parts = Vec::new();
        let mut of_source: Vec<Vec<u32>> = self.sources.iter().map(|_| Vec::new()).collect();
        let mut renumbered = vec![0; kept.len()];
        let old = std::mem::take(&mut self.components);
        for (at, component) in old.into_iter().enumerate().filter(|&(at, _)| kept[at]) {
            let number = &mut of_source[component.source as usize];
            renumbered[at] = self.components.len() as u32;
            self.components.push(Component {
                number: number.len() as u32,
                options: None,
                ..component
            });
            number.push(component.number);
        }
        self.by_source =
            of_source.iter().map(|numbers| Vec::with_capacity(numbers.len())).collect();
        for (at, component) in self.components.iter().enumerate() {
            self.by_source[component.source as usize].push(at as u32);
        }
        for (source, numbers) in self.sources.iter_mut().zip(&of_source) {
            source.retain(numbers);
        }
        // Numbers keep their order, and so do the parts of a sum.
        for part in sums.iter_mut().flat_map(|parts| parts.iter_mut()) {
            *part = part.renumbered(renumbered[part.number() as usize]);
        }
    }
}
