//! Misère values of impartial games, and misère quotients.

use crate::game::Game;
use crate::graph::{Graph, Node};
use crate::limits::{Limits, Stopped};
use crate::solve::misere::misere_forms;
use crate::solve::quotient::{GraphGames, Quotient, QuotientError};
use crate::value::{Genus, MisereForm, MisereForms, Wildness};

/// What an impartial game is worth under misère play.
pub struct MisereFacts {
    /// Its Grundy values under both conventions, also with heaps of two added.
    pub genus: Genus,
    /// How much of the theory of Nim holds for it.
    pub wildness: Wildness,
    /// Its simplest form, where that is not too long to be read.
    pub form: Option<String>,
}

/// The misère quotient of a game: of sums of it, and of all that play in it leads to.
pub struct GameQuotient {
    /// The quotient.
    pub quotient: Quotient,
    /// The components, options first, as they are written.
    pub components: Vec<String>,
    /// The components that the game itself is the sum of.
    pub start: Vec<usize>,
}

/// The components of an impartial game that ends without rules for ends, and those that
/// it is the sum of; none for other games.
struct Components {
    graph: Graph,
    texts: Vec<String>,
    start: Vec<Node>,
}

fn components(game: &dyn Game, limits: &Limits<'_>) -> Result<Option<Components>, Stopped> {
    if !game.impartial() || game.has_ends() {
        return Ok(None);
    }
    let mut all = Components { graph: Graph::default(), texts: Vec::new(), start: Vec::new() };
    for term in game.terms() {
        let parts = term.components(true, limits)?;
        let offset = all.graph.append(&parts.graph);
        all.start.extend(parts.start.iter().map(|node| node + offset));
        all.texts.extend(parts.graph.nodes().map(|node| parts.game(node).text()));
    }
    Ok(Some(all))
}

/// What an impartial game is worth under misère play; none for a game that is partizan,
/// has ends of its own, or in which play can go on for ever.
pub fn misere_facts(game: &dyn Game, limits: &Limits<'_>) -> Result<Option<MisereFacts>, Stopped> {
    /// Longer forms are not read.
    const LONGEST: usize = 2000;
    let Some(all) = components(game, limits)? else { return Ok(None) };
    let mut forms = MisereForms::default();
    let Some(found) = misere_forms(&all.graph, &mut forms, limits)? else { return Ok(None) };
    let mut sum = MisereForm::ZERO;
    for node in all.start {
        sum = forms.sum(sum, found[node as usize], limits)?;
    }
    Ok(Some(MisereFacts {
        genus: forms.genus(sum).clone(),
        wildness: forms.wildness(sum),
        form: forms.text(sum, LONGEST),
    }))
}

/// The misère quotient of a game; none where [`misere_facts`] has nothing to say.
///
/// # Errors
///
/// When a limit is reached; some quotients are not finite.
pub fn misere_quotient(
    game: &dyn Game,
    limits: &Limits<'_>,
) -> Result<Option<GameQuotient>, QuotientError> {
    let Some(all) = components(game, limits)? else { return Ok(None) };
    let Some(games) = GraphGames::new(&all.graph) else { return Ok(None) };
    let mut quotient = Quotient::default();
    for _ in games.nodes() {
        quotient.add(&games, limits)?;
    }
    let components = games.nodes().iter().map(|&node| all.texts[node as usize].clone()).collect();
    Ok(Some(GameQuotient { quotient, components, start: games.games(&all.start) }))
}
