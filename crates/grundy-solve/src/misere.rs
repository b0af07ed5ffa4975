//! Misère canonical forms of the components of a position, each found from those of its
//! options.

use grundy_base::{Limits, Player, Stopped};
use grundy_graph::Graph;
use grundy_values::{MisereForm, MisereForms};

/// The simplest form of every node of an impartial graph in which play ends; none for
/// other graphs.
///
/// Forms of sums can be very many: the number of nodes says little about time and
/// memory, which the limits bound.
pub fn misere_forms(
    graph: &Graph,
    forms: &mut MisereForms,
    limits: &Limits<'_>,
) -> Result<Option<Vec<MisereForm>>, Stopped> {
    let Some(order) = graph.topological_order().filter(|_| graph.impartial()) else {
        return Ok(None);
    };
    let mut found = vec![MisereForm::ZERO; graph.len()];
    for node in order {
        let options = graph.options(node, Player::Left);
        let options = options.map(|sum| sum.iter().map(|&term| term as usize));
        found[node as usize] = misere_form(options, &found, forms, limits)?;
    }
    Ok(Some(found))
}

/// The simplest form of a game, from its options: each is the sum of games whose forms were `found`.
///
/// # Errors
///
/// When a limit is reached.
pub fn misere_form(
    options: impl Iterator<Item = impl IntoIterator<Item = usize>>,
    found: &[MisereForm],
    forms: &mut MisereForms,
    limits: &Limits<'_>,
) -> Result<MisereForm, Stopped> {
    let mut simplest = Vec::new();
    for sum in options {
        let mut option = MisereForm::ZERO;
        for term in sum {
            option = forms.sum(option, found[term], limits)?;
        }
        simplest.push(option);
    }
    forms.of(simplest, limits)
}
