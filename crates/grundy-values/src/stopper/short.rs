//! Short games among loopy ones: from canonical forms to graphs and back.

use hashbrown::HashMap;

use super::graph::LoopyGraph;
use super::{Sided, Stopper};
use crate::form::{Form, Forms, List};
use grundy_base::{Player, Progress, Stopped};

/// A graph that grows within limits, and where short games stand in it.
#[derive(Default)]
struct Growing {
    graph: LoopyGraph,
    options: u64,
    places: HashMap<Form, u32>,
}

impl Growing {
    /// Options between two looks at the limits.
    const STRIDE: u64 = 64;

    fn add_option(
        &mut self,
        from: u32,
        player: Player,
        to: u32,
        forms: &Forms<'_>,
    ) -> Result<(), Stopped> {
        self.graph.add_option(from, player, to);
        self.options += 1;
        if !self.options.is_multiple_of(Self::STRIDE) {
            return Ok(());
        }
        let positions = self.graph.len();
        let bytes = forms.bytes() + 160 * positions as u64 + 16 * self.options;
        forms.limits.count(positions)?;
        forms.limits.room(bytes, positions)?;
        forms.limits.check(Progress { stage: "adding", positions, bytes })
    }

    /// The position of this game; adds it and its followers if they are missing.
    fn add_form(&mut self, form: Form, forms: &mut Forms<'_>) -> Result<u32, Stopped> {
        if let Some(&place) = self.places.get(&form) {
            return Ok(place);
        }
        let root = self.graph.add();
        self.places.insert(form, root);
        let mut open = vec![(form, root)];
        while let Some((form, place)) = open.pop() {
            for player in Player::BOTH {
                for option in forms.options(form, player)? {
                    let to = *self.places.entry(option).or_insert_with(|| {
                        let to = self.graph.add();
                        open.push((option, to));
                        to
                    });
                    self.add_option(place, player, to, forms)?;
                }
            }
        }
        Ok(root)
    }
}

impl Forms<'_> {
    /// For each position of a graph, its canonical form as a short game, if play cannot come back
    /// to it.
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
        let mut sums = Growing::default();
        let mut numbers: HashMap<(u32, u32), u32> = HashMap::new();
        let mut order = vec![(0, 0)];
        if let (Some(&Some(a)), Some(&Some(b))) = (short[0].first(), short[1].first()) {
            let sum = self.sum(a, b)?;
            sums.add_form(sum, self)?;
            return Ok(sums.graph);
        }
        numbers.insert((0, 0), sums.graph.add());
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
                            sums.add_form(sum, self)?
                        }
                        _ => *numbers.entry(pair).or_insert_with(|| {
                            order.push(pair);
                            sums.graph.add()
                        }),
                    };
                    sums.add_option(from, player, to, self)?;
                }
            }
            next += 1;
        }
        Ok(sums.graph)
    }
}

impl Stopper {
    /// A short game as a stopper.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn from_form(form: Form, forms: &mut Forms<'_>) -> Result<Stopper, Stopped> {
        let mut followers = Growing::default();
        followers.add_form(form, forms)?;
        Ok(Stopper { graph: followers.graph.smallest(&forms.limits)? })
    }

    /// The canonical form as a short game, if it is one.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
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
    /// If a limit is reached.
    pub fn form(&self, forms: &mut Forms<'_>) -> Result<Option<Form>, Stopped> {
        match self.stopper() {
            Some(stopper) => stopper.form(forms),
            None => Ok(None),
        }
    }
}
