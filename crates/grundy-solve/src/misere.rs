//! Misère canonical forms of the components of a position, each found from those of its
//! options.

use crate::graph::Graph;
use crate::limits::{Limits, Stopped};
use crate::player::Player;
use crate::value::{MisereForm, MisereForms};

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
        let mut options = Vec::new();
        for sum in graph.options(node, Player::Left) {
            let mut option = MisereForm::ZERO;
            for &term in sum {
                option = forms.sum(option, found[term as usize], limits)?;
            }
            options.push(option);
        }
        found[node as usize] = forms.of(options, limits)?;
    }
    Ok(Some(found))
}
