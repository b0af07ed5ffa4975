//! The pool of simplified positions of loopy games: each value once.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashMap, HashTable};

use super::DRAFT;
use super::graph::{LoopyGraph, sorted};
use super::order::bytes_of_pairs;
use super::pairs::Comparisons;
use super::parts::Parts;
use crate::form::{Form, Forms, List};
use grundy_base::{ByPlayer, Limits, Player, Progress, Stopped};

type Options = ByPlayer<Vec<u32>>;

/// Simplified positions by number; stoppers are in canonical form. Equal stoppers have the same
/// number, as far as that is seen: a part in which play may come back is kept a second time if it
/// leads to itself as it was kept first. This costs time and has no other effect.
///
/// Beside them stands a draft: positions in progress, which lead to each other and to kept
/// positions. Their numbers have the bit [`DRAFT`].
///
/// Memory: about 150 bytes a position, and 4 for each option.
#[derive(Default)]
pub(super) struct Pool {
    kept: Vec<Kept>,
    /// Positions that are no short games, by their options.
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
    of_form: HashMap<Form, u32>,
    /// The first position of each part in which play may come back.
    parts: HashMap<Part, u32>,
    pub(super) draft: Vec<Options>,
    pub(super) comparisons: Comparisons,
    /// How many positions of graphs have been simplified.
    pub(super) done: usize,
    bytes: u64,
}

struct Kept {
    /// For a short game, empty until somebody asks for them.
    options: Options,
    form: Option<Form>,
    /// Whether it is a stopper.
    settled: bool,
}

/// A part in which play may come back: the positions that it leads to, and the options of its own
/// positions, as places in that list. Behind the list come the part's own positions.
#[derive(PartialEq, Eq, Hash)]
struct Part {
    ends: Vec<u32>,
    options: Vec<Options>,
}

impl Pool {
    /// An option by its place among those of a player.
    pub(super) fn option(&self, number: u32, player: Player, place: usize) -> Option<u32> {
        self.options(number)[player].get(place).copied()
    }

    fn options(&self, number: u32) -> &Options {
        match number & DRAFT {
            0 => &self.kept[number as usize].options,
            _ => &self.draft[(number ^ DRAFT) as usize],
        }
    }

    /// The form of a kept position that is a short game.
    pub(super) fn form(&self, number: u32) -> Option<Form> {
        self.kept.get(number as usize)?.form
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes + self.comparisons.bytes()
    }

    /// Counts a graph of `positions` positions, which exists while it is simplified.
    pub(super) fn hold(&mut self, positions: usize) {
        self.bytes += 190 * positions as u64;
    }

    /// Reports progress, and looks at the limits.
    pub(super) fn check(&self, forms: &Forms<'_>) -> Result<(), Stopped> {
        let (positions, bytes) = (self.done, forms.bytes() + self.bytes());
        forms.limits.room(bytes, positions)?;
        forms.limits.check(Progress { stage: "simplifying", positions, bytes })
    }

    /// Looks whether all pairs of positions of a graph may be compared.
    pub(super) fn room_for(&self, graph: &LoopyGraph, forms: &Forms<'_>) -> Result<(), Stopped> {
        let pairs = bytes_of_pairs(graph.len(), graph.len());
        let bytes = (forms.bytes() + self.bytes()).saturating_add(pairs);
        forms.limits.room(bytes, self.done)
    }

    fn keep(&mut self, kept: Kept) -> u32 {
        let options = kept.options.left.capacity() + kept.options.right.capacity();
        self.bytes += 150 + 4 * options as u64;
        self.kept.push(kept);
        (self.kept.len() - 1) as u32
    }

    /// The number of a short game.
    fn number_of(&mut self, form: Form) -> u32 {
        if let Some(&number) = self.of_form.get(&form) {
            return number;
        }
        let options = Options::default();
        let number = self.keep(Kept { options, form: Some(form), settled: true });
        self.of_form.insert(form, number);
        number
    }

    /// Finds the options of a short game, if they are missing.
    pub(super) fn expand(&mut self, number: u32, forms: &mut Forms<'_>) -> Result<(), Stopped> {
        let Some(form) = self.form(number) else { return Ok(()) };
        if form == Form::ZERO || *self.options(number) != Options::default() {
            return Ok(());
        }
        for player in Player::BOTH {
            let options = forms.options(form, player)?;
            let options: Vec<u32> = options.iter().map(|&form| self.number_of(form)).collect();
            self.bytes += 4 * options.len() as u64;
            self.kept[number as usize].options[player] = sorted(options);
        }
        Ok(())
    }

    /// The kept position with these options, which are kept themselves.
    pub(super) fn find(&self, options: &Options) -> Option<u32> {
        let same = |&number: &u32| self.kept[number as usize].options == *options;
        self.numbers.find(self.hasher.hash_one(options), same).copied()
    }

    fn enter(&mut self, number: u32) {
        let Pool { kept, numbers, hasher, .. } = self;
        let hash = |&number: &u32| hasher.hash_one(&kept[number as usize].options);
        numbers.insert_unique(hash(&number), number, hash);
    }

    /// Options as forms, if all of them are kept short games.
    pub(super) fn short_options(&self, options: &Options) -> Option<[List; 2]> {
        let short = |player| -> Option<List> {
            let options: &Vec<u32> = &options[player];
            options.iter().map(|&option| self.form(option)).collect()
        };
        Some([short(Player::Left)?, short(Player::Right)?])
    }

    /// The number of a position with kept options. The position is kept, too.
    fn number(&mut self, options: Options, forms: &mut Forms<'_>) -> Result<u32, Stopped> {
        if let Some([left, right]) = self.short_options(&options) {
            let form = forms.canonical(left, right)?;
            return Ok(self.number_of(form));
        }
        if let Some(number) = self.find(&options) {
            return Ok(number);
        }
        let mut all = options.left.iter().chain(&options.right);
        let settled = all.all(|&option| self.kept[option as usize].settled);
        let number = self.keep(Kept { options, form: None, settled });
        self.enter(number);
        Ok(number)
    }

    /// Whether everything that the draft leads to is a stopper.
    pub(super) fn leads_to_stoppers(&self) -> bool {
        let all = self.draft.iter().flat_map(|options| options.left.iter().chain(&options.right));
        let mut kept = all.filter(|&option| option & DRAFT == 0);
        kept.all(|&option| self.kept[option as usize].settled)
    }

    /// Keeps the draft, whose positions are simplified, and returns their numbers.
    pub(super) fn keep_draft(&mut self, forms: &mut Forms<'_>) -> Result<Vec<u32>, Stopped> {
        let mut draft = std::mem::take(&mut self.draft);
        let mut numbers: Vec<u32> = (0..draft.len() as u32).map(|node| node | DRAFT).collect();
        let parts = Parts::new(draft.len(), 0..draft.len() as u32, |node, place| {
            let Options { left, right } = &draft[node as usize];
            let inside = left.iter().chain(right).filter(|&option| option & DRAFT != 0);
            inside.map(|option| option ^ DRAFT).nth(place)
        });
        for part in parts.iter() {
            let mut inside = false;
            for &node in part {
                for player in Player::BOTH {
                    let options = std::mem::take(&mut draft[node as usize][player]);
                    let known = options.into_iter().map(|option| match option & DRAFT {
                        0 => option,
                        _ => numbers[(option ^ DRAFT) as usize],
                    });
                    let known = sorted(known.collect());
                    inside |= known.iter().any(|option| option & DRAFT != 0);
                    draft[node as usize][player] = known;
                }
            }
            match part {
                &[node] if !inside => {
                    let options = std::mem::take(&mut draft[node as usize]);
                    numbers[node as usize] = self.number(options, forms)?;
                }
                _ => self.keep_part(part, &draft, &mut numbers, &forms.limits)?,
            }
        }
        Ok(numbers)
    }

    /// Keeps a part of the draft in which play may come back.
    fn keep_part(
        &mut self,
        part: &[u32],
        draft: &[Options],
        numbers: &mut [u32],
        limits: &Limits<'_>,
    ) -> Result<(), Stopped> {
        let inside: Vec<u32> = part.iter().map(|&node| node | DRAFT).collect();
        let options: Vec<&Options> = part.iter().map(|&node| &draft[node as usize]).collect();
        let drawn = Drawn::new(&inside, &options, limits)?;
        let ends = drawn.ends.len();
        let mut classes = vec![Options::default(); drawn.classes - ends];
        for (&node, options) in inside.iter().zip(options) {
            classes[drawn.class(node) as usize - ends] = drawn.by_class(options);
        }
        let settled = drawn.graph.is_stopper()
            && drawn.ends.iter().all(|&end| self.kept[end as usize].settled);
        let class: Vec<u32> = inside.iter().map(|&node| drawn.class(node)).collect();
        let first = self.number_part(Part { ends: drawn.ends, options: classes }, settled);
        for (&node, class) in part.iter().zip(class) {
            numbers[node as usize] = first + class - ends as u32;
        }
        Ok(())
    }

    /// The number of the first position of a part.
    fn number_part(&mut self, part: Part, settled: bool) -> u32 {
        if let Some(&first) = self.parts.get(&part) {
            return first;
        }
        let (first, ends) = (self.kept.len() as u32, part.ends.len() as u32);
        let length = part.options.len() as u32;
        let number = |&class: &u32| match part.ends.get(class as usize) {
            Some(&end) => end,
            None => first + class - ends,
        };
        for options in &part.options {
            let options =
                ByPlayer::new(|player| sorted(options[player].iter().map(number).collect()));
            self.keep(Kept { options, form: None, settled });
        }
        (first..first + length).for_each(|number| self.enter(number));
        self.bytes += 100 * (1 + u64::from(length));
        self.parts.insert(part, first);
        first
    }

    /// The graph of what play can reach from some positions, which come first and in this order;
    /// each appears once.
    pub(super) fn graph(
        &mut self,
        roots: &[u32],
        forms: &mut Forms<'_>,
    ) -> Result<LoopyGraph, Stopped> {
        let mut graph = LoopyGraph::default();
        let mut places: HashMap<u32, u32> = HashMap::new();
        let mut order = Vec::new();
        let mut place = |number: u32, graph: &mut LoopyGraph, order: &mut Vec<u32>| {
            *places.entry(number).or_insert_with(|| {
                order.push(number);
                graph.add()
            })
        };
        for &root in roots {
            place(root, &mut graph, &mut order);
        }
        let mut next = 0;
        while let Some(&number) = order.get(next) {
            self.expand(number, forms)?;
            for player in Player::BOTH {
                for &option in &self.options(number)[player] {
                    let option = place(option, &mut graph, &mut order);
                    graph.add_option(next as u32, player, option);
                }
            }
            next += 1;
            if next.is_multiple_of(64) {
                forms.limits.room(forms.bytes() + self.bytes() + 160 * graph.len() as u64, next)?;
            }
        }
        Ok(graph)
    }
}

/// Some positions, with the outside positions that they lead to: classes of positions with the same
/// moves, numbered only by structure and by the outside positions.
struct Drawn {
    /// Outside positions; their classes are their places.
    ends: Vec<u32>,
    graph: LoopyGraph,
    places: HashMap<u32, u32>,
    class: Vec<u32>,
    /// How many classes there are.
    classes: usize,
}

impl Drawn {
    fn new(inside: &[u32], options: &[&Options], limits: &Limits<'_>) -> Result<Drawn, Stopped> {
        let mut places: HashMap<u32, u32> = inside.iter().map(|&number| (number, 0)).collect();
        let all = options.iter().flat_map(|options| options.left.iter().chain(&options.right));
        let ends = sorted(all.copied().filter(|option| !places.contains_key(option)).collect());
        let mut graph = LoopyGraph::default();
        for &number in ends.iter().chain(inside) {
            places.insert(number, graph.add());
        }
        for (number, options) in inside.iter().zip(options) {
            for player in Player::BOTH {
                for option in &options[player] {
                    graph.add_option(places[number], player, places[option]);
                }
            }
        }
        let mut class: Vec<u32> = (0..ends.len() as u32).collect();
        class.resize(graph.len(), u32::MAX);
        let classes = graph.classes_of_rest(&mut class, ends.len(), limits)?;
        Ok(Drawn { ends, graph, places, class, classes })
    }

    fn class(&self, number: u32) -> u32 {
        self.class[self.places[&number] as usize]
    }

    fn by_class(&self, options: &Options) -> Options {
        ByPlayer::new(|player| {
            sorted(options[player].iter().map(|&option| self.class(option)).collect())
        })
    }
}
