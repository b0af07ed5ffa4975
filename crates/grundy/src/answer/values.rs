//! The value of an impartial game from its components, and who wins by it.

use hashbrown::HashSet;

use super::heaps::Aim;
use super::options::Question;
use super::{Best, Part, Side, Solver};
use crate::game::{Game, Parts};
use crate::graph::Node;
use crate::solve::loopy::loopy_values;
use crate::solve::mex::grundy_values;
use crate::value::{LoopyNimber, Nimber};
use grundy_base::{Fate, Limits, Outcome, Player, Stopped};

/// Limit on the bytes of the moves of an answer that nobody asked for: where heaps are many, each move
/// is long.
const USUAL_TEXT: u64 = 16 << 20;

/// A term of a sum whose value is known.
pub(super) struct Valued {
    pub(super) game: Box<dyn Game>,
    pub(super) value: LoopyNimber,
    pub(super) parts: Vec<Part>,
    /// Components that were numbered to find the value.
    pub(super) nodes: usize,
    moves: Moves,
}

impl Valued {
    /// The term and, where they are listed, the games after its moves, each with its worth.
    pub(super) fn worths(&self) -> impl Iterator<Item = (&dyn Game, &LoopyNimber)> {
        let after: &[_] = if let Moves::Known(known) = &self.moves { known } else { &[] };
        let after = after.iter().map(|(option, value)| (&**option, value));
        [(&*self.game, &self.value)].into_iter().chain(after)
    }
}

/// Where the moves of a term are looked up.
enum Moves {
    /// The heaps, by size.
    Heaps(Vec<u64>),
    /// The games after each move, with what each is worth.
    Known(Vec<(Box<dyn Game>, LoopyNimber)>),
}

impl Solver {
    /// The terms of an impartial game, valued; none if one has no value.
    pub(super) fn terms(
        &mut self,
        game: &dyn Game,
        limits: &Limits<'_>,
    ) -> Result<Option<Vec<Valued>>, Stopped> {
        game.terms().into_iter().map(|term| self.term(term, limits)).collect()
    }

    pub(super) fn term(
        &mut self,
        game: Box<dyn Game>,
        limits: &Limits<'_>,
    ) -> Result<Option<Valued>, Stopped> {
        if let Some((rules, sizes)) = game.heaps() {
            let name = game.ruleset();
            let mut parts = Vec::with_capacity(sizes.len());
            for &size in &sizes {
                let value = self.heap(&name, rules, size, limits)?;
                let text = game.with_heaps(&[size]).map_or_else(String::new, |heap| heap.text());
                parts.push(Part { text, heap: Some(size), value });
            }
            let value = parts.iter().map(|part| part.value.clone()).sum();
            let moves = Moves::Heaps(sizes);
            return Ok(Some(Valued { game, value, parts, nodes: 0, moves }));
        }
        let Some((parts, values)) = valued_components(&*game, limits)? else { return Ok(None) };
        let options = options_of(&parts, &values);
        let known = options.map(|(option, worths)| (option, worths.into_iter().sum())).collect();
        let of = |&node: &Node| Part {
            text: parts.game(node).text(),
            heap: None,
            value: values[node as usize].clone(),
        };
        let (nodes, parts) = (parts.graph.len(), parts.start.iter().map(of).collect::<Vec<_>>());
        let value = parts.iter().map(|part| part.value.clone()).sum();
        Ok(Some(Valued { game, value, parts, nodes, moves: Moves::Known(known) }))
    }

    /// What the player who starts brings about in a sum, from the values alone.
    pub(super) fn side_from_values(
        &self,
        terms: &[&Valued],
        total: &LoopyNimber,
        question: &Question<'_>,
    ) -> Result<Side, Stopped> {
        let limits = &question.options.limits;
        let fate = total.outcome().fate(Player::Left);
        let mut texts: Vec<String> = terms.iter().map(|term| term.game.text()).collect();
        let most = most_moves(&texts, question);
        // The sum of the terms behind each.
        let mut behind = vec![LoopyNimber::from(Nimber(0))];
        for term in terms.iter().rev() {
            behind.push(behind[behind.len() - 1].clone() + term.value.clone());
        }
        let (mut best, mut complete): (Vec<Best>, bool) = (Vec::new(), true);
        let mut seen = HashSet::new();
        // Heaps where a search would be in vain come last.
        for sure in [true, false] {
            let mut before = LoopyNimber::from(Nimber(0));
            for (i, term) in terms.iter().enumerate() {
                let rest = before.clone() + behind[terms.len() - 1 - i].clone();
                before = before + term.value.clone();
                let moves: Vec<Box<dyn Game>> = match &term.moves {
                    Moves::Known(known) if sure => known
                        .iter()
                        .filter(|(_, value)| keeps(fate, &(rest.clone() + value.clone())))
                        .map(|(option, _)| option.boxed())
                        .collect(),
                    Moves::Known(_) => continue,
                    Moves::Heaps(sizes) => {
                        let aim = Aim { rest, fate, sure, limits };
                        let found = self.heap_moves(&*term.game, sizes, &aim, most - best.len())?;
                        complete &= found.complete;
                        found.to
                    }
                };
                for (number, option) in moves.into_iter().enumerate() {
                    if number % Limits::STRIDE == 0 && limits.go_on(number).is_err() {
                        return Ok(Side { best, ..Side::of(fate) });
                    }
                    let whole = std::mem::replace(&mut texts[i], option.text());
                    let to = texts.join(" + ");
                    let name = std::mem::replace(&mut texts[i], whole);
                    if !seen.insert(to.clone()) {
                        continue;
                    }
                    if best.len() == most {
                        return Ok(Side { best, ..Side::of(fate) });
                    }
                    let (name, position) = match terms.len() {
                        1 => {
                            let position = option.position();
                            (position.clone(), position)
                        }
                        _ => (name, to.clone()),
                    };
                    best.push(Best { name, position, to, fate, remoteness: None });
                }
            }
        }
        Ok(Side { best, complete, ..Side::of(fate) })
    }
}

/// The components that come up in an impartial game, with their values; none if one has none.
fn valued_components(
    game: &dyn Game,
    limits: &Limits<'_>,
) -> Result<Option<(Parts, Vec<LoopyNimber>)>, Stopped> {
    let parts = game.components(true, limits)?;
    if let Some(values) = grundy_values(&parts.graph) {
        return Ok(Some((parts, values.into_iter().map(Into::into).collect())));
    }
    if let Some(values) = loopy_values(&parts.graph, limits)? {
        return Ok(Some((parts, values)));
    }
    // Loops among positions that split: values of whole positions.
    let parts = game.components(false, limits)?;
    let values = loopy_values(&parts.graph, limits)?;
    Ok(values.map(|values| (parts, values)))
}

/// The options of a game, each with the worth of its components.
fn options_of(
    parts: &Parts,
    values: &[LoopyNimber],
) -> impl Iterator<Item = (Box<dyn Game>, Vec<LoopyNimber>)> {
    let worths = |sum: Vec<Node>| sum.iter().map(|&node| values[node as usize].clone()).collect();
    parts.moves(Player::Left).into_iter().map(move |(option, sum)| (option, worths(sum)))
}

/// Games, each with the worth of its components.
pub type GamesByParts = Vec<(Box<dyn Game>, Vec<LoopyNimber>)>;

/// The options of an impartial game; none if a component has no value. All components are valued
/// once.
///
/// # Errors
///
/// When a limit is reached.
pub fn valued_options(
    game: &dyn Game,
    limits: &Limits<'_>,
) -> Result<Option<GamesByParts>, Stopped> {
    let valued = valued_components(game, limits)?;
    Ok(valued.map(|(parts, values)| options_of(&parts, &values).collect()))
}

/// How many moves in a sum of these terms are listed: no more than are wanted, and than there is
/// room for their texts.
pub(super) fn most_moves(terms: &[String], question: &Question<'_>) -> usize {
    let length: usize = terms.iter().map(|text| 3 + text.len()).sum();
    let wanted = question.options.wanted;
    let most = if wanted.moves || wanted.every_move { Question::MOVES_IN / 4 } else { USUAL_TEXT };
    let room = most.min(question.options.limits.memory / 4) / (2 * length as u64 + 100);
    question.most_moves().min(room as usize).max(1)
}

/// Whether the player who moves in a sum keeps `fate` when the sum is worth `after` then.
fn keeps(fate: Fate, after: &LoopyNimber) -> bool {
    match fate {
        Fate::Win => after.outcome() == Outcome::P,
        Fate::Loss => true,
        Fate::Draw => after.outcome() == Outcome::D,
    }
}
