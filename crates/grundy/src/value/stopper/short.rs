//! Short games among loopy ones: from canonical forms to graphs and back.

use hashbrown::HashMap;

use super::graph::LoopyGraph;
use super::{Sided, Stopper};
use crate::limits::{Progress, Stopped};
use crate::player::Player;
use crate::value::form::{Form, Forms, List};

/// Fails when a graph, which grows, has come to a limit.
fn room(graph: &LoopyGraph, forms: &Forms<'_>) -> Result<(), Stopped> {
    let bytes = forms.bytes() + 160 * graph.len() as u64;
    forms.limits.count(graph.len())?;
    forms.limits.room(bytes, graph.len())?;
    forms.limits.check(Progress { stage: "adding", positions: graph.len(), bytes })
}

/// Where short games stand in a graph.
#[derive(Default)]
struct Places(HashMap<Form, u32>);

impl Places {
    /// The position that is this game, with its followers, which are added where they are
    /// not there.
    fn of(
        &mut self,
        form: Form,
        graph: &mut LoopyGraph,
        forms: &mut Forms<'_>,
    ) -> Result<u32, Stopped> {
        if let Some(&place) = self.0.get(&form) {
            return Ok(place);
        }
        let root = graph.add();
        self.0.insert(form, root);
        let mut open = vec![(form, root)];
        let mut looked = graph.len();
        while let Some((form, place)) = open.pop() {
            for player in Player::BOTH {
                for option in forms.options(form, player)? {
                    let to = match self.0.get(&option) {
                        Some(&to) => to,
                        None => {
                            let to = graph.add();
                            self.0.insert(option, to);
                            open.push((option, to));
                            to
                        }
                    };
                    graph.add_option(place, player, to);
                }
            }
            if graph.len() - looked > 64 {
                looked = graph.len();
                room(graph, forms)?;
            }
        }
        Ok(root)
    }
}

impl Forms<'_> {
    /// Of each position of a graph its canonical form as a short game, if play cannot
    /// come back to it.
    pub(super) fn forms_of_graph(
        &mut self,
        graph: &LoopyGraph,
    ) -> Result<Vec<Option<Form>>, Stopped> {
        let mut found: Vec<Option<Form>> = vec![None; graph.len()];
        for node in graph.loopless() {
            let [left, right] = Player::BOTH.map(|player| {
                let options = graph.options(node, player).iter();
                options.filter_map(|&option| found[option as usize]).collect::<List>()
            });
            found[node as usize] = Some(self.canonical(left, right)?);
        }
        Ok(found)
    }

    /// The sum of position 0 of both graphs, which is position 0. Short games are added
    /// as such.
    ///
    /// Time and memory: the product of both numbers of positions.
    pub(super) fn sum_of_graphs(
        &mut self,
        a: &LoopyGraph,
        b: &LoopyGraph,
    ) -> Result<LoopyGraph, Stopped> {
        let short = [self.forms_of_graph(a)?, self.forms_of_graph(b)?];
        let mut graph = LoopyGraph::default();
        let mut places = Places::default();
        let mut numbers: HashMap<(u32, u32), u32> = HashMap::new();
        let mut order = vec![(0, 0)];
        if let (Some(&Some(a)), Some(&Some(b))) = (short[0].first(), short[1].first()) {
            let sum = self.sum(a, b)?;
            places.of(sum, &mut graph, self)?;
            return Ok(graph);
        }
        numbers.insert((0, 0), graph.add());
        let mut next = 0;
        while let Some(&(x, y)) = order.get(next) {
            let from = numbers[&(x, y)];
            for player in Player::BOTH {
                let moves = a.options(x, player).iter().map(|&x| (x, y));
                let moves = moves.chain(b.options(y, player).iter().map(|&y| (x, y)));
                for pair in moves {
                    let to = match (short[0][pair.0 as usize], short[1][pair.1 as usize]) {
                        (Some(a), Some(b)) => {
                            let sum = self.sum(a, b)?;
                            places.of(sum, &mut graph, self)?
                        }
                        _ => *numbers.entry(pair).or_insert_with(|| {
                            order.push(pair);
                            graph.add()
                        }),
                    };
                    graph.add_option(from, player, to);
                }
            }
            next += 1;
            if next.is_multiple_of(64) {
                room(&graph, self)?;
            }
        }
        Ok(graph)
    }
}

impl Stopper {
    /// A short game as a stopper.
    ///
    /// # Errors
    ///
    /// Where a limit is reached.
    pub fn from_form(form: Form, forms: &mut Forms<'_>) -> Result<Stopper, Stopped> {
        let mut graph = LoopyGraph::default();
        Places::default().of(form, &mut graph, forms)?;
        Ok(Stopper { graph: graph.smallest(&forms.limits)? })
    }

    /// The canonical form as a short game, if it is one.
    ///
    /// # Errors
    ///
    /// Where a limit is reached.
    pub fn form(&self, forms: &mut Forms<'_>) -> Result<Option<Form>, Stopped> {
        Ok(forms.forms_of_graph(&self.graph)?.first().copied().flatten())
    }
}

impl Sided {
    /// A short game, which is both its sides.
    ///
    /// # Errors
    ///
    /// As [`Stopper::from_form`].
    pub fn from_form(form: Form, forms: &mut Forms<'_>) -> Result<Sided, Stopped> {
        Ok(Stopper::from_form(form, forms)?.into())
    }

    /// The canonical form as a short game, if it is one.
    ///
    /// # Errors
    ///
    /// Where a limit is reached.
    pub fn form(&self, forms: &mut Forms<'_>) -> Result<Option<Form>, Stopped> {
        match self.stopper() {
            Some(stopper) => stopper.form(forms),
            None => Ok(None),
        }
    }
}
