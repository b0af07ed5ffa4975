//! Who wins a stated game, from the definition: all positions that play reaches,
//! and sweeps over them until nothing changes. It shares nothing with the solvers.

#![allow(dead_code, reason = "each test file uses its part of it")]

use std::collections::HashMap;

use grundy::stated::{Expansions, Stated};
use grundy::{Convention, End, Fate, Player, Verdict};

/// All positions that play reaches from one.
pub(crate) struct Play {
    pub(crate) nodes: Vec<(Vec<u8>, Player)>,
    pub(crate) options: Vec<Vec<usize>>,
    pub(crate) ends: Vec<Option<End>>,
    convention: Convention,
}

impl Play {
    /// The play in which `starter` moves first in `position`; the first node. In an
    /// impartial game a node is the position alone.
    pub(crate) fn new(game: &dyn Stated, position: Vec<u8>, starter: Player) -> Play {
        let first = game.turn(&position).unwrap().unwrap_or(starter);
        let first = if game.impartial() { Player::Left } else { first };
        let mut numbers = HashMap::from([((position.clone(), first), 0)]);
        let mut nodes = vec![(position, first)];
        let (mut options, mut ends) = (Vec::new(), Vec::new());
        let mut found = Expansions::default();
        while ends.len() < nodes.len() {
            let done = ends.len();
            let asked: Vec<(&[u8], Player)> = nodes[done..]
                .iter()
                .take(4096)
                .map(|(bytes, player)| (&bytes[..], *player))
                .collect();
            found.clear();
            game.expand(&asked, &mut found).unwrap();
            assert_eq!(found.len(), asked.len());
            for (node, (end, reached)) in (done..).zip(found.positions()) {
                let mover = nodes[node].1;
                let mut here = Vec::new();
                for (bytes, turn) in reached {
                    let next = match turn {
                        _ if game.impartial() => mover,
                        Some(turn) => turn,
                        None => mover.opponent(),
                    };
                    let key = (bytes.to_vec(), next);
                    let number = *numbers.entry(key.clone()).or_insert_with(|| {
                        nodes.push(key);
                        nodes.len() - 1
                    });
                    here.push(number);
                }
                here.sort_unstable();
                here.dedup();
                ends.push(end);
                options.push(here);
            }
        }
        Play { nodes, options, ends, convention: game.convention() }
    }

    pub(crate) fn of(game: &dyn Stated, starter: Player) -> Play {
        Play::new(game, game.start(), starter)
    }

    /// What the player to move gets in each node.
    pub(crate) fn verdicts(&self, impartial: bool) -> Vec<Verdict> {
        let count = self.nodes.len();
        let first = |node: usize| match self.ends[node] {
            Some(End::Tie) => Some(Verdict::Draw(Some(0))),
            Some(End::Won(player)) if player == self.nodes[node].1 => Some(Verdict::Win(0)),
            Some(End::Won(_)) => Some(Verdict::Loss(0)),
            None if !self.options[node].is_empty() => None,
            None if self.convention == Convention::Normal => Some(Verdict::Loss(0)),
            None => Some(Verdict::Win(0)),
        };
        let mut known: Vec<Option<Verdict>> = (0..count).map(first).collect();
        let after = |known: &[Option<Verdict>], node: usize, option: usize| {
            let verdict = known[option]?;
            let passes = impartial || self.nodes[node].1 != self.nodes[option].1;
            Some(if passes { verdict.reversed() } else { verdict })
        };
        let mut open: Vec<usize> = (0..count).filter(|&node| known[node].is_none()).collect();
        for moves in 1.. {
            let mut decided = Vec::new();
            for &node in &open {
                let mut options = self.options[node].iter().map(|&to| after(&known, node, to));
                if options.clone().any(|verdict| matches!(verdict, Some(Verdict::Win(_)))) {
                    decided.push((node, Verdict::Win(moves)));
                } else if options.all(|verdict| matches!(verdict, Some(Verdict::Loss(_)))) {
                    decided.push((node, Verdict::Loss(moves)));
                }
            }
            if decided.is_empty() {
                break;
            }
            decided.into_iter().for_each(|(node, verdict)| known[node] = Some(verdict));
            open.retain(|&node| known[node].is_none());
        }
        for moves in 1.. {
            let mut decided = Vec::new();
            for &node in &open {
                let mut options = self.options[node].iter().map(|&to| after(&known, node, to));
                if options.any(|verdict| matches!(verdict, Some(Verdict::Draw(Some(_))))) {
                    decided.push((node, Verdict::Draw(Some(moves))));
                }
            }
            if decided.is_empty() {
                break;
            }
            decided.into_iter().for_each(|(node, verdict)| known[node] = Some(verdict));
            open.retain(|&node| known[node].is_none());
        }
        known.into_iter().map(|verdict| verdict.unwrap_or(Verdict::Draw(None))).collect()
    }
}

/// What the player who starts gets, and how many positions there are.
pub(crate) fn verdict(game: &dyn Stated, starter: Player) -> (Verdict, usize) {
    let play = Play::of(game, starter);
    (play.verdicts(game.impartial())[0], play.nodes.len())
}

/// The Grundy value of a position of an impartial game without loops.
pub(crate) fn grundy_value(game: &dyn Stated, position: &[u8]) -> u32 {
    fn value(game: &dyn Stated, position: Vec<u8>, known: &mut HashMap<Vec<u8>, u32>) -> u32 {
        if let Some(&value) = known.get(&position) {
            return value;
        }
        let mut found = Expansions::default();
        game.expand(&[(&position, Player::Left)], &mut found).unwrap();
        let (_, options) = found.positions().next().unwrap();
        let options: Vec<Vec<u8>> = options.map(|(bytes, _)| bytes.to_vec()).collect();
        let values: Vec<u32> =
            options.into_iter().map(|option| value(game, option, known)).collect();
        let mex = (0..).find(|value| !values.contains(value)).unwrap();
        known.insert(position, mex);
        mex
    }
    value(game, position.to_vec(), &mut HashMap::new())
}

/// The fate and the number of moves that a built-in game has.
pub(crate) fn built_in(text: &str, starter: Player) -> (Fate, Option<u32>) {
    use grundy::answer::{Options, Wanted, solve};
    let game = grundy::catalogue::parse(text).unwrap();
    let answer =
        solve(&*game, &Options { wanted: Wanted::POSITIONS, ..Options::default() }).unwrap();
    let side = answer.side(starter).unwrap();
    (side.fate, side.remoteness)
}
