//! Wythoff's game: take from one heap, or the same number from both.

use std::ops::ControlFlow;

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{Convention, Fate, ParseError, Player, Text};
use grundy_ruleset::board::heaps;
use grundy_ruleset::scene::heaps::{Heaps, Manner};
use grundy_ruleset::scene::{Ground, Line, Place, Scene, Stroke, Token};
use grundy_ruleset::{Notation, OnPair, PairRules, Ruleset, Theorem};

/// Wythoff's game (Wythoff 1907), also known as the game of a queen that moves to a corner.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wythoff;

/// The lesser heap of the lost pair in which the heaps differ by `k`: kφ rounded down.
fn lesser(k: u64) -> u64 {
    let root = (5 * u128::from(k) * u128::from(k)).isqrt();
    (k + root as u64) / 2
}

/// The other heap of the lost pair with `heap` (Wythoff 1907). Under misère play only the least
/// heaps have another partner.
fn partner(heap: u64, convention: Convention) -> u64 {
    match (convention, heap) {
        (Convention::Misere, 0..=2) => [1, 0, 2][heap as usize],
        _ => {
            // The number of the pair, if `heap` is its lesser heap, or if it is the greater.
            let (above, next) = (lesser(heap + 1), heap + 1);
            let k = above - next;
            if lesser(k) == heap { heap + k } else { heap - (2 * next - above - 1) }
        }
    }
}

impl Ruleset for Wythoff {
    /// The two heaps, in the order in which the user gave them. A move may change both, so
    /// positions do not split.
    type Position = [u32; 2];

    fn impartial(&self) -> bool {
        true
    }

    /// In each row, column and diagonal one position is lost.
    fn theorem(
        &self,
        &[a, b]: &[u32; 2],
        _: Player,
        convention: Convention,
    ) -> Option<Theorem<[u32; 2]>> {
        let beside = |heap: u32| partner(heap.into(), convention);
        let source = "Willem A. Wythoff, A modification of the game of nim, 1907";
        if beside(a) == u64::from(b) {
            return Some(Theorem { fate: Fate::Loss, best: Vec::new(), complete: false, source });
        }
        let less = |heap: u32, left: u64| u32::try_from(left).ok().filter(|&left| left < heap);
        let apart = a.abs_diff(b);
        let least = match (convention, apart) {
            (Convention::Misere, 0..=1) => [2, 0][apart as usize],
            _ => lesser(apart.into()),
        };
        let both = a.min(b);
        let from_both = less(both, least).map(|least| [a - both + least, b - both + least]);
        let from_first = less(a, beside(b)).map(|left| [left, b]);
        let from_second = less(b, beside(a)).map(|left| [a, left]);
        let best: Vec<_> = [from_first, from_second, from_both].into_iter().flatten().collect();
        Some(Theorem { fate: Fate::Win, best, complete: true, source })
    }

    fn options(&self, &[a, b]: &[u32; 2], _: Player) -> impl Iterator<Item = [u32; 2]> {
        let from_first = (0..a).map(move |left| [left, b]);
        let from_second = (0..b).map(move |left| [a, left]);
        let from_both = (1..=a.min(b)).map(move |taken| [a - taken, b - taken]);
        from_first.chain(from_second).chain(from_both)
    }

    fn negative(&self, position: &[u32; 2]) -> Option<[u32; 2]> {
        Some(*position)
    }
}

impl PairRules for Wythoff {
    fn each_option(&self, [a, b]: [u64; 2], option: &mut OnPair<'_>) -> ControlFlow<()> {
        (0..a).try_for_each(|left| option([left, b]))?;
        (0..b).try_for_each(|left| option([a, left]))?;
        (1..=a.min(b)).try_for_each(|taken| option([a - taken, b - taken]))
    }
}

impl Notation for Wythoff {
    fn name(&self) -> &'static str {
        "wythoff"
    }

    fn print(&self, [a, b]: &[u32; 2]) -> String {
        format!("{a},{b}")
    }

    fn read(&self, text: Text<'_>) -> Result<[u32; 2], ParseError> {
        heaps::read_pair(text)
    }

    fn pairs(&self) -> Option<&dyn PairRules> {
        Some(self)
    }

    fn draw(&self, position: &[u32; 2]) -> String {
        heaps::draw(&position.map(u64::from))
    }

    /// Two rows of tokens, with links between tokens that are taken from both heaps.
    fn scene(&self, position: &[u32; 2]) -> Scene {
        let heaps = rows(position);
        let mut scene = heaps.scene();
        for taken in 1..=links(position) {
            let ends = [0, 1].map(|heap| {
                let token = u64::from(position[heap].saturating_sub(taken));
                // If a heap has several lines, the link starts beside them.
                let place = if is_long(position) { None } else { heaps.token(heap, token) };
                let place = place.unwrap_or_else(|| heaps.own(heap));
                scene.places[place].centre
            });
            let middle = [(ends[0][0] + ends[1][0]) / 2.0, (ends[0][1] + ends[1][1]) / 2.0];
            scene.lines.push(Line::new(ends[0], ends[1], Stroke::Thin));
            scene.places.push(Place::new(format!("{taken}+{taken}"), middle, Ground::Point));
        }
        scene
    }

    fn tokens(&self, scene: &Scene, from: &[u32; 2], to: &[u32; 2], _: Player) -> Vec<Token> {
        let heaps = rows(from);
        let taken = [0, 1].map(|heap| from[heap] - to[heap]);
        if taken.contains(&0) {
            return heaps.tokens(&from.map(u64::from), &to.map(u64::from));
        }
        let links = links(from);
        let gone = |heap: usize| {
            let tokens = u64::from(to[heap])..u64::from(from[heap]);
            tokens.filter_map(|token| rows(from).token(heap, token)).collect::<Vec<_>>()
        };
        let first = scene.places.len() - links as usize;
        let link = taken[0].min(links) as usize;
        let gone = if is_long(from) { Vec::new() } else { [gone(0), gone(1)].concat() };
        vec![Token::Cut { at: Some(first + link - 1), gone }]
    }
}

fn rows(position: &[u32; 2]) -> Heaps {
    Heaps::new(&position.map(u64::from), Manner::End { splits: false }).apart(1.0)
}

/// The number of links between tokens of both heaps: one if a heap needs more than one line.
fn links([a, b]: &[u32; 2]) -> u32 {
    match a.min(b) {
        0 => 0,
        _ if is_long(&[*a, *b]) => 1,
        &less => less,
    }
}

/// Whether a heap needs more than one line.
fn is_long([a, b]: &[u32; 2]) -> bool {
    const IN_LINE: u32 = 20;
    *a.max(b) > IN_LINE
}

/// Wythoff's game in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "wythoff",
        aliases: &["wythoff-nim", "wythoffs-game", "corner-the-queen"],
        family: Family::Heaps,
        title: "Wythoff's game",
        about: "Take tokens from one of two heaps, or the same number from both; whoever takes the \
                last one wins. The lost positions follow the golden ratio.",
        rules: "There are two heaps of tokens. A move takes any number of tokens, at least one, from \
                one heap, or the same number from both. The player who takes the last token wins. The \
                second player wins from (1,2), (3,5), (4,7), (6,10) …: the k-th pair is ⌊kφ⌋ and \
                ⌊kφ⌋ + k, where φ = (1 + √5) / 2 is the golden ratio.",
        notation: "wythoff(HEAP,HEAP)",
        examples: &["wythoff(3,5)", "wythoff(10,8)"],
        source: "Willem A. Wythoff, A modification of the game of nim, 1907",
        parse: &|arguments: &Arguments<'_>| {
            let position = arguments.position_only()?;
            let heaps = Wythoff.read(position)?;
            Ok(arguments.game_in_words(Wythoff, heaps))
        },
    }
}
