//! Sums of games of any rulesets.
//!
//! The components of all terms are numbered first. A position of the sum is then a sorted
//! list of these numbers, and the sum is a ruleset like any other.

use std::ops::ControlFlow;
use std::sync::Arc;

use hashbrown::HashMap;
use smallvec::SmallVec;

use crate::{Game, Move, NamedMove, Of, PartMove, Parts, Play, SUM, StartMove, written_sum};
use grundy_base::error::unquoted;
use grundy_base::{
    ByPlayer, Convention, End, Fault, Limits, ParseError, Player, Source, Stopped, Text,
};
use grundy_graph::{Graph, Node, explore};
use grundy_ruleset::scene::{Scene, Token};
use grundy_ruleset::{HeapRules, Notation, Ruleset, scene};
use grundy_solve::fold::FoldError;
use grundy_solve::top_down::TopDown;
use grundy_solve::verify::{Claims, Refused};
use grundy_values::{Form, Forms};

/// A disjunctive sum of games without ends of their own.
#[derive(Debug)]
pub struct SumOfGames {
    /// The terms, and whether the players are exchanged in each.
    pub(super) terms: Vec<(Box<dyn Game>, bool)>,
}

impl SumOfGames {
    /// The sum of these games; the flag says whether the players are exchanged.
    #[must_use]
    pub fn new(terms: Vec<(Box<dyn Game>, bool)>) -> Self {
        SumOfGames { terms }
    }

    /// The sum as a position of one ruleset.
    fn join(&self, limits: &Limits<'_>) -> Result<Of<Nodes>, Stopped> {
        let (join, position, _) = self.join_terms(limits)?;
        Ok(Of::new(join, position))
    }

    /// As [`join`](Self::join), with the components and the moves of each term.
    fn join_terms(&self, limits: &Limits<'_>) -> Result<(Join, Nodes, Vec<Term>), Stopped> {
        let mut joined = Joined { impartial: self.impartial(), ..Joined::default() };
        let mut position = Nodes::new();
        let mut terms = Vec::new();
        for (game, negative) in &self.terms {
            let parts = game.components(true, limits)?;
            let moves = ByPlayer::new(|player| {
                parts.moves(if *negative { player.opponent() } else { player })
            });
            let names: Vec<(String, String)> = parts
                .graph
                .nodes()
                .map(|node| {
                    let game = parts.game(node);
                    let sign = if *negative && !game.impartial() { "-" } else { "" };
                    (format!("{sign}{}", game.text()), format!("{sign}{}", game.drawing()))
                })
                .collect();
            let graph = if *negative { parts.graph.negative() } else { parts.graph };
            let offset = joined.graph.append(&graph);
            for (name, drawing) in names {
                let node = joined.names.len() as Node;
                // Components with equal texts are equal.
                joined.first.push(*joined.by_name.entry(name.clone()).or_insert(node));
                joined.names.push(name);
                joined.drawings.push(drawing);
            }
            position.extend(parts.start.iter().map(|node| joined.first[(node + offset) as usize]));
            terms.push(Term { start: parts.start, moves, offset });
        }
        position.sort_unstable();
        Ok((Join(Arc::new(joined)), position, terms))
    }

    /// The scene, and the number of places before those of each term.
    fn laid_out(&self) -> (Scene, Vec<usize>) {
        let term = |(game, negative): &(Box<dyn Game>, bool)| match negative {
            true => (game.scene().exchanged(), true),
            false => (game.scene(), false),
        };
        scene::sum::scene(self.terms.iter().map(term).collect())
    }

    /// The sum with one term replaced.
    pub(super) fn with(&self, place: usize, option: &dyn Game) -> Box<dyn Game> {
        let replaced = |(i, (game, sign)): (usize, &(Box<dyn Game>, bool))| {
            (if i == place { option.boxed() } else { game.boxed() }, *sign)
        };
        Box::new(SumOfGames { terms: self.terms.iter().enumerate().map(replaced).collect() })
    }
}

/// A term of a sum whose components are numbered.
struct Term {
    start: Vec<Node>,
    moves: ByPlayer<Vec<PartMove>>,
    /// What is added to its components' numbers among those of all terms.
    offset: Node,
}

impl Term {
    /// The components of this term in the sum.
    fn nodes(&self, joined: &Joined, sum: &[Node]) -> impl Iterator<Item = Node> {
        sum.iter().map(|node| joined.first[(node + self.offset) as usize])
    }
}

impl Game for SumOfGames {
    fn text(&self) -> String {
        written_sum(
            self.terms.iter().map(|(game, negative)| {
                format!("{}{}", if *negative { "-" } else { "" }, game.text())
            }),
        )
    }

    fn position(&self) -> String {
        self.text()
    }

    fn ruleset(&self) -> String {
        SUM.to_string()
    }

    fn at(&self, position: Text<'_>) -> Result<Box<dyn Game>, ParseError> {
        Err(position.expected("no sum, whose terms have rules of their own"))
    }

    fn drawing(&self) -> String {
        let drawing = |(game, negative): &(Box<dyn Game>, bool)| {
            format!("{}{}", if *negative { "minus\n" } else { "" }, game.drawing())
        };
        self.terms.iter().map(drawing).collect::<Vec<_>>().join("\n+\n")
    }

    fn impartial(&self) -> bool {
        self.terms.iter().all(|(game, _)| game.impartial())
    }

    fn has_ends(&self) -> bool {
        false
    }

    fn loopy(&self) -> bool {
        self.terms.iter().any(|(game, _)| game.loopy())
    }

    fn convention(&self) -> Convention {
        let misere = |(game, _): &(Box<dyn Game>, bool)| game.convention() == Convention::Misere;
        if self.terms.iter().any(misere) { Convention::Misere } else { Convention::Normal }
    }

    fn failure(&self) -> Option<Fault> {
        self.terms.iter().find_map(|(game, _)| game.failure())
    }

    fn sources(&self) -> Vec<(&'static str, &Source)> {
        let mut sources: Vec<_> = self.terms.iter().flat_map(|(game, _)| game.sources()).collect();
        sources.sort_unstable_by_key(|&(name, _)| name);
        sources.dedup_by_key(|(name, _)| *name);
        sources
    }

    fn remarks(&self) -> Vec<String> {
        self.terms.iter().flat_map(|(game, _)| game.remarks()).collect()
    }

    fn explore_all(&self, limits: &Limits<'_>) -> Result<Play, Stopped> {
        self.join(limits)?.explore_all(limits)
    }

    fn explore(&self, limits: &Limits<'_>) -> Result<Play, Stopped> {
        let (join, start, terms) = self.join_terms(limits)?;
        let joined = &*join.0;
        let explored = explore(&join, &start, limits)?;
        let moves = ByPlayer::new(|player| {
            let mut moves: Vec<StartMove> = Vec::new();
            for (i, term) in terms.iter().enumerate() {
                for (option, sum) in &term.moves[player] {
                    let others = terms.iter().enumerate().filter(|(j, _)| *j != i);
                    let rest = others.flat_map(|(_, term)| term.nodes(joined, &term.start));
                    let mut position: Nodes = rest.chain(term.nodes(joined, sum)).collect();
                    position.sort_unstable();
                    let node = explored.find(&position, player.opponent());
                    moves.extend(node.map(|node| StartMove {
                        node,
                        name: option.text(),
                        game: self.with(i, &**option),
                    }));
                }
            }
            moves
        });
        let mut play = Play::new(Arc::new(join.clone()), explored);
        play.moves = Some(moves);
        Ok(play)
    }

    fn components(&self, split: bool, limits: &Limits<'_>) -> Result<Parts, Stopped> {
        self.join(limits)?.components(split, limits)
    }

    fn form(&self, forms: &mut Forms<'_>, limits: &Limits<'_>) -> Result<Form, FoldError> {
        let mut sum = Form::ZERO;
        for (game, negative) in &self.terms {
            let form = game.form(forms, limits)?;
            let form = if *negative { forms.negative(form)? } else { form };
            sum = forms.sum(sum, form)?;
        }
        Ok(sum)
    }

    fn top_down(
        &self,
        mover: Player,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<TopDown, Stopped> {
        self.join(limits)?.top_down(mover, convention, limits)
    }

    fn verify(
        &self,
        claims: &mut Claims<'_>,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<usize, Refused> {
        self.join(limits)?.verify(claims, convention, limits)
    }

    fn options(&self, player: Player) -> Vec<Box<dyn Game>> {
        let mut options: Vec<Box<dyn Game>> = Vec::new();
        for (i, (game, negative)) in self.terms.iter().enumerate() {
            let mover = if *negative { player.opponent() } else { player };
            for option in game.options(mover) {
                options.push(self.with(i, &*option));
            }
        }
        options
    }

    fn scene(&self) -> Scene {
        self.laid_out().0
    }

    fn each_move(
        &self,
        player: Player,
        most: usize,
        see: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> bool {
        let (_, before) = self.laid_out();
        let mut all = true;
        for (place, ((game, negative), &before)) in self.terms.iter().zip(&before).enumerate() {
            let mover = if *negative { player.opponent() } else { player };
            let placed = |token: Token| match negative {
                true => token.renumbered(before).exchanged(),
                false => token.renumbered(before),
            };
            let mut on = ControlFlow::Continue(());
            all &= game.each_move(mover, most, &mut |Move { to, tokens, .. }| {
                let tokens = tokens.into_iter().map(placed).collect();
                on = see(Move { name: to.text(), to: self.with(place, &*to), tokens });
                on
            });
            if on.is_break() {
                return false;
            }
        }
        all
    }

    fn option_named(
        &self,
        player: Player,
        name: &str,
        limits: &Limits<'_>,
    ) -> Result<Option<NamedMove>, Stopped> {
        self.named(player, name, limits)
    }

    fn turn(&self) -> Option<Player> {
        None
    }

    fn to_move(&self, _: Option<Player>) -> Box<dyn Game> {
        self.boxed()
    }

    fn end(&self, _: Player) -> Option<End> {
        None
    }

    fn terms(&self) -> Vec<Box<dyn Game>> {
        let term = |(game, negative): &(Box<dyn Game>, bool)| match negative {
            // An impartial game is its own negative.
            _ if game.impartial() => game.boxed(),
            false => game.boxed(),
            true => Box::new(SumOfGames { terms: vec![(game.boxed(), true)] }) as Box<dyn Game>,
        };
        self.terms.iter().map(term).collect()
    }

    fn signed_terms(&self) -> Vec<(Box<dyn Game>, bool)> {
        let of_term = |(game, negative): &(Box<dyn Game>, bool)| {
            let terms = game.signed_terms().into_iter();
            terms.map(|(game, sign)| (game, sign ^ negative)).collect::<Vec<_>>()
        };
        self.terms.iter().flat_map(of_term).collect()
    }

    fn written_components(&self) -> Vec<String> {
        let of_term = |(game, negative): &(Box<dyn Game>, bool)| {
            let sign = if *negative && !game.impartial() { "-" } else { "" };
            let parts = game.written_components().into_iter();
            parts.map(move |part| format!("{sign}{part}"))
        };
        self.terms.iter().flat_map(of_term).collect()
    }

    fn heaps(&self) -> Option<(&dyn HeapRules, Vec<u64>)> {
        None
    }

    fn with_heaps(&self, _: &[u64]) -> Option<Box<dyn Game>> {
        None
    }

    fn boxed(&self) -> Box<dyn Game> {
        let terms = self.terms.iter().map(|(game, negative)| (game.boxed(), *negative)).collect();
        Box::new(SumOfGames { terms })
    }
}

/// The components of a sum, sorted.
type Nodes = SmallVec<[Node; 4]>;

/// The rules of play in a sum of numbered components.
#[derive(Clone)]
struct Join(Arc<Joined>);

#[derive(Default)]
struct Joined {
    graph: Graph,
    /// Whether all terms are impartial, those without moves included.
    impartial: bool,
    /// The names of nodes; the name of a component with the players exchanged has a minus in front.
    names: Vec<String>,
    drawings: Vec<String>,
    by_name: HashMap<String, Node>,
    /// For each node, the first node with the same name.
    first: Vec<Node>,
}

impl Ruleset for Join {
    type Position = Nodes;

    fn impartial(&self) -> bool {
        self.0.impartial
    }

    fn options(
        &self,
        position: &Self::Position,
        player: Player,
    ) -> impl Iterator<Item = Self::Position> {
        let joined = &self.0;
        position.iter().enumerate().flat_map(move |(i, &node)| {
            // Equal components have equal options.
            let again = i > 0 && position[i - 1] == node;
            let options =
                joined.graph.options(node, player).take(if again { 0 } else { usize::MAX });
            options.map(move |sum| {
                let mut next = position.clone();
                next.remove(i);
                next.extend(sum.iter().map(|&term| joined.first[term as usize]));
                next.sort_unstable();
                next
            })
        })
    }

    fn components(&self, position: Self::Position) -> impl Iterator<Item = Self::Position> {
        position.into_iter().map(|node| SmallVec::from_slice(&[node]))
    }

    fn bytes(&self, position: &Self::Position) -> usize {
        size_of::<Self::Position>() + if position.spilled() { 4 * position.capacity() } else { 0 }
    }
}

impl Notation for Join {
    fn name(&self) -> &'static str {
        SUM
    }

    fn print(&self, position: &Self::Position) -> String {
        written_sum(position.iter().map(|&node| self.0.names[node as usize].clone()))
    }

    fn read(&self, text: Text<'_>) -> Result<Self::Position, ParseError> {
        let mut position = Self::Position::new();
        if text.as_str().trim() == "0" {
            return Ok(position);
        }
        for name in terms(text.as_str()) {
            let node = self.0.by_name.get(&name);
            position.push(*node.ok_or_else(|| text.expected("a sum of components in play"))?);
        }
        position.sort_unstable();
        Ok(position)
    }

    fn spell(&self, position: &Self::Position) -> String {
        self.print(position)
    }

    fn draw(&self, position: &Self::Position) -> String {
        let drawings: Vec<&str> =
            position.iter().map(|&node| self.0.drawings[node as usize].as_str()).collect();
        drawings.join("\n+\n")
    }
}

/// The terms of a printed sum, each with its minus if it has one. Terms are separated by
/// signs with spaces around them, outside of parentheses and quotation marks.
fn terms(text: &str) -> Vec<String> {
    let (mut terms, mut start, mut sign) = (Vec::new(), 0, "");
    let mut depth = 0usize;
    for (at, c) in unquoted(text) {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '+' | '-'
                if depth == 0 && text[..at].ends_with(' ') && text[at + 1..].starts_with(' ') =>
            {
                terms.push(format!("{sign}{}", text[start..at].trim()));
                (start, sign) = (at + 1, if c == '-' { "-" } else { "" });
            }
            _ => {}
        }
    }
    terms.push(format!("{sign}{}", text[start..].trim()));
    terms
}

#[cfg(test)]
mod tests {
    use super::terms;
    use crate::written_sum;

    /// -1v* is -1 and v*, which differs from 1v* subtracted.
    #[test]
    fn a_printed_sum_is_parted_into_its_terms() {
        for parts in [
            &["{2|-1}", "-1v*", "nim(3)"][..],
            &["-clobber(x.o)", "1^", "-3/4"],
            &["-1over", "-1*2"],
        ] {
            let written = written_sum(parts.iter().map(ToString::to_string));
            assert_eq!(terms(&written), parts, "{written}");
        }
    }
}
