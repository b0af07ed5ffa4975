//! Misère values of impartial games, and misère quotients.

use hashbrown::HashSet;

use crate::game::{Game, written_sum};
use crate::graph::{Graph, Node};
use crate::solve::misere::misere_forms;
use crate::solve::period::Period;
use crate::solve::quotient::{GraphGames, Quotient, QuotientError, heap_games};
use crate::value::{Genus, MisereForm, MisereForms, Wildness};
use grundy_base::{Limits, Player, Stopped};
use grundy_ruleset::HeapRules;

/// What an impartial game is worth under misère play.
#[derive(Debug)]
pub struct MisereFacts {
    /// Its Grundy values under both conventions, also with heaps of two added.
    pub genus: Genus,
    /// How much of the theory of Nim holds for it.
    pub wildness: Wildness,
    /// Its simplest form, where that is not too long to be read.
    pub form: Option<String>,
}

/// The misère quotient of a game: of sums of the game, and of everything that play in it leads to.
#[derive(Debug)]
pub struct GameQuotient {
    /// The quotient.
    pub quotient: Quotient,
    /// The components, options first, as they are written.
    pub components: Vec<String>,
    /// The components that the game itself is the sum of.
    pub start: Vec<usize>,
}

/// Whether a game on heaps is the sum of its heaps under misère play, too. Coins that are turned
/// are worth as much as heaps, but two of them in one place cancel.
pub(super) fn is_sum_of_heaps(game: &dyn Game) -> bool {
    let twice = game.with_heaps(&[1, 1]);
    twice.as_ref().and_then(|twice| twice.heaps()).is_some_and(|(_, sizes)| sizes == [1, 1])
}

/// The components of an impartial game that ends without rules for ends, and the components that it
/// is the sum of; none for other games.
pub(super) struct Components {
    pub(super) graph: Graph,
    texts: Vec<String>,
    pub(super) start: Vec<Node>,
    /// The games after the moves of the player who starts as they are written, without repeats,
    /// and the components of each.
    pub(super) moves: Vec<(String, Vec<Node>)>,
}

impl Components {
    pub(super) fn of(game: &dyn Game, limits: &Limits<'_>) -> Result<Option<Components>, Stopped> {
        if !game.impartial() || game.has_ends() {
            return Ok(None);
        }
        let (mut graph, mut texts) = (Graph::default(), Vec::new());
        let mut terms = Vec::new();
        for term in game.terms() {
            // A term that is like heaps only under normal play is taken as it is.
            let split = term.heaps().is_none() || is_sum_of_heaps(&*term);
            let parts = term.components(split, limits)?;
            let offset = graph.append(&parts.graph);
            texts.extend(parts.graph.nodes().map(|node| parts.game(node).text()));
            let numbered = |sum: Vec<Node>| sum.into_iter().map(|node| node + offset).collect();
            let moves = parts.moves(Player::Left).into_iter();
            let moves: Vec<(String, Vec<Node>)> =
                moves.map(|(to, sum)| (to.text(), numbered(sum))).collect();
            terms.push((term.text(), numbered(parts.start.clone()), moves));
        }
        let mut moves = Vec::new();
        let mut seen = HashSet::new();
        for (place, (_, _, options)) in terms.iter().enumerate() {
            let [before, after] = [&terms[..place], &terms[place + 1..]];
            for (to, sum) in options {
                let others = before.iter().chain(after);
                let nodes = others.flat_map(|(_, start, _)| start).chain(sum).copied().collect();
                let text = |(text, _, _): &(String, _, _)| text.clone();
                let written =
                    before.iter().map(text).chain([to.clone()]).chain(after.iter().map(text));
                let to = written_sum(written);
                if seen.insert(to.clone()) {
                    moves.push((to, nodes));
                }
            }
        }
        let start = terms.into_iter().flat_map(|(_, start, _)| start).collect();
        Ok(Some(Components { graph, texts, start, moves }))
    }
}

/// What an impartial game is worth under misère play; none for a game that is partizan,
/// has ends of its own, or in which play can go on for ever.
pub fn misere_facts(game: &dyn Game, limits: &Limits<'_>) -> Result<Option<MisereFacts>, Stopped> {
    /// Longer forms are not read.
    const LONGEST: usize = 2000;
    /// Bytes that are enough for the form of a sum that can be read.
    const FEW_BYTES: u64 = 4 << 20;
    let Some(all) = Components::of(game, limits)? else { return Ok(None) };
    let mut forms = MisereForms::default();
    let Some(found) = misere_forms(&all.graph, &mut forms, limits)? else { return Ok(None) };
    let parts: Vec<MisereForm> = all.start.iter().map(|&node| found[node as usize]).collect();
    // Who wins a sum of tame games is known without its form, which may be very large.
    let tame = forms.genus_of_tame_sum(&parts);
    let enough = if tame.is_some() { forms.bytes() + FEW_BYTES } else { u64::MAX };
    let within = Limits { memory: limits.memory.min(enough), ..*limits };
    let sum =
        parts.into_iter().try_fold(MisereForm::ZERO, |sum, part| forms.sum(sum, part, &within));
    Ok(Some(match (sum, tame) {
        (Err(Stopped::Memory { .. }), Some(genus)) => {
            MisereFacts { genus, wildness: Wildness::Tame, form: None }
        }
        (sum, _) => {
            let sum = sum?;
            MisereFacts {
                genus: forms.genus(sum).clone(),
                wildness: forms.wildness(sum),
                form: forms.text(sum, LONGEST),
            }
        }
    }))
}

/// The misère quotient of a game; none where [`misere_facts`] gives none.
///
/// # Errors
///
/// When a limit is reached; some quotients are not finite.
pub fn misere_quotient(
    game: &dyn Game,
    limits: &Limits<'_>,
) -> Result<Option<GameQuotient>, QuotientError> {
    let Some(all) = Components::of(game, limits)? else { return Ok(None) };
    let Some(games) = GraphGames::new(&all.graph) else { return Ok(None) };
    let mut quotient = Quotient::default();
    for _ in games.nodes() {
        quotient.add(&|game, each| games.options(game, each), limits)?;
    }
    let components = games.nodes().iter().map(|&node| all.texts[node as usize].clone()).collect();
    Ok(Some(GameQuotient { quotient, components, start: games.games(&all.start) }))
}

/// Adds the heaps up to the last to a quotient; without a last one, until a period is proved, or a
/// hundred of them where no theorem can prove one.
///
/// # Errors
///
/// When a limit is reached; some quotients are not finite. What was added stays.
pub fn add_heaps(
    quotient: &mut Quotient,
    rules: &dyn HeapRules,
    last: Option<usize>,
    limits: &Limits<'_>,
) -> Result<(), QuotientError> {
    const MOST: usize = 100;
    let games = heap_games(rules);
    let mut next_look = 16;
    for heap in 0..=last.unwrap_or(usize::MAX) {
        quotient.add(&games, limits)?;
        if last.is_none() && heap == next_look {
            next_look += next_look / 4;
            let is_proved = quotient.period(&rules.kind()).is_some();
            if is_proved || (heap >= MOST && !Period::has_theorem(&rules.kind())) {
                break;
            }
        }
    }
    Ok(())
}
