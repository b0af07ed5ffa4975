//! Pictures of position graphs as data, before they are drawn.
//!
//! A [`Picture`] has a label and a class for every position, a worth for every
//! move, and the words of the title. [`svg`](super::svg) draws it,
//! [`dot`](super::dot) hands it to Graphviz, and
//! [`graph_json`](super::graph_json) to programs.

use std::collections::{BTreeMap, VecDeque};

use super::layout::layers;
use crate::game::Play;
use crate::graph::{Node, Start};
use crate::solve::Outcomes;
use crate::value::LoopyNimber;
use grundy_base::{ByPlayer, Convention, Outcome, Player, Verdict};

/// What determines how far down a position stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layers {
    /// Moves from the start: the most where play must end, so that every move
    /// goes down, and the fewest where it may go on for ever.
    #[default]
    Moves,
    /// Moves to the end: the last positions at the bottom, endless draws at
    /// the top.
    Remoteness,
}

/// How a picture is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// What determines how far down a position stands.
    pub layers: Layers,
    /// The most positions shown; the nearest to the start are kept. Data for programs wants
    /// `usize::MAX`.
    pub max_nodes: usize,
    /// The convention that the outcomes hold for, named in the title.
    pub convention: Convention,
    /// Only what play reaches when this player starts; or, if none, whoever starts.
    pub first: Option<Player>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            layers: Layers::Moves,
            max_nodes: 200,
            convention: Convention::Normal,
            first: None,
        }
    }
}

/// A part of a position graph, with what is known of it.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The game as it is written.
    pub game: String,
    /// The convention that the outcomes hold for.
    pub convention: Convention,
    /// Whether the player to move does not matter.
    pub impartial: bool,
    /// Distinct positions that play reaches, shown or not.
    pub positions: usize,
    /// Nodes of the whole graph, shown or not.
    pub total: usize,
    /// The outcome class of the start, where it has one.
    pub outcome: Option<Outcome>,
    /// The result of the game when Left, or Right, starts.
    pub verdicts: ByPlayer<Option<Verdict>>,
    /// Where play starts: places in `nodes`.
    pub starts: ByPlayer<Option<Start>>,
    /// What determines the layers.
    pub layers: Layers,
    /// The positions, the nearest to the start first.
    pub nodes: Vec<Position>,
    /// The moves between them, each once.
    pub moves: Vec<Move>,
}

/// A position in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Its number in the arena.
    pub node: Node,
    /// The game as it is written.
    pub game: String,
    /// The position as it is written, without its ruleset.
    pub text: String,
    /// Who is to move; none in an impartial game.
    pub mover: Option<Player>,
    /// What the player to move brings about.
    pub verdict: Verdict,
    /// What it is worth in a sum, if that was asked for.
    pub value: Option<LoopyNimber>,
    /// Moves that lead to positions left out.
    pub left_out: usize,
    /// The layer, from the top.
    pub layer: usize,
}

/// A move in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The place in `nodes` of the position before it.
    pub from: usize,
    /// The place in `nodes` of the position after it.
    pub to: usize,
    /// Its name.
    pub name: String,
    /// Who makes it; none in an impartial game.
    pub mover: Option<Player>,
    /// What it is worth to the player who makes it.
    pub worth: Worth,
}

/// What a move is worth to the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Worth {
    /// The move gives away a win or a draw, or the position was lost anyway.
    Other,
    /// It keeps a draw.
    Draws,
    /// It keeps a win.
    Wins,
}

/// Makes a picture of alternating play.
///
/// `values` has the value of every node of the arena, if values are wanted and known.
#[must_use]
pub fn picture(
    play: &Play,
    outcomes: &Outcomes,
    values: Option<&[LoopyNimber]>,
    options: &Options,
) -> Picture {
    let arena = &play.arena;
    // The wanted starts; a mirror that is looked at alone is turned back into its original.
    let alone = options.first.and_then(|first| Some((first, play.starts[first]?)));
    let mirrored = alone.is_some_and(|(_, start)| start.mirrored);
    let starts = match alone {
        None => play.starts,
        Some((first, start)) => {
            ByPlayer::new(|player| (player == first).then_some(Start { mirrored: false, ..start }))
        }
    };
    let shown = nearest(play, starts, options.max_nodes.max(1));
    let total = match alone {
        None => arena.len(),
        Some(_) => nearest(play, starts, usize::MAX).len(),
    };
    let place: BTreeMap<Node, usize> = shown.iter().copied().zip(0..).collect();
    let mover = |node: Node| (!arena.impartial()).then(|| play.mover(node, mirrored));
    let mut nodes = Vec::with_capacity(shown.len());
    let mut moves = Vec::new();
    for (from, &node) in shown.iter().enumerate() {
        let verdict = outcomes.verdict(node);
        let mut reached = arena.options(node).to_vec();
        reached.sort_unstable();
        reached.dedup();
        let mut left_out = 0;
        for option in reached {
            let Some(&to) = place.get(&option) else {
                left_out += 1;
                continue;
            };
            let then = outcomes.verdict(option);
            let then = if arena.turn_passes(node, option) { then.reversed() } else { then };
            let worth = match (verdict, then) {
                (_, Verdict::Win(_)) => Worth::Wins,
                (Verdict::Draw(_), Verdict::Draw(_)) => Worth::Draws,
                _ => Worth::Other,
            };
            let name = play.move_name(node, option, mirrored);
            moves.push(Move { from, to, name, mover: mover(node), worth });
        }
        nodes.push(Position {
            node,
            game: play.text(node, mirrored),
            text: play.position(node, mirrored),
            mover: mover(node),
            verdict,
            value: values.and_then(|values| values.get(node as usize).cloned()),
            left_out,
            layer: 0,
        });
    }
    let verdicts = ByPlayer::new(|player| Some(outcomes.verdict(starts[player].as_ref()?.node)));
    let outcome = match verdicts {
        ByPlayer { left: Some(left), right: Some(right) } => {
            Outcome::from_fates(ByPlayer { left: left.fate(), right: right.fate() })
        }
        _ => None,
    };
    let game = Player::BOTH.iter().find_map(|&player| starts[player]);
    let starts = ByPlayer::new(|player| {
        let start = starts[player]?;
        Some(Start { node: *place.get(&start.node)? as Node, ..start })
    });
    let mut picture = Picture {
        game: game
            .map_or_else(String::new, |start| play.text(start.node, mirrored || start.mirrored)),
        convention: options.convention,
        impartial: arena.impartial(),
        positions: play.positions,
        total,
        outcome,
        verdicts,
        starts,
        layers: options.layers,
        nodes,
        moves,
    };
    picture.assign_layers();
    picture
}

/// At most `most` nodes, breadth first from the starts.
fn nearest(play: &Play, starts: ByPlayer<Option<Start>>, most: usize) -> Vec<Node> {
    let mut shown = Vec::new();
    let mut known = vec![false; play.arena.len()];
    let mut queue = VecDeque::new();
    let starts = Player::BOTH.iter().filter_map(|&player| Some(starts[player]?.node));
    for start in starts {
        if !std::mem::replace(&mut known[start as usize], true) {
            queue.push_back(start);
        }
    }
    while let Some(node) = queue.pop_front() {
        if shown.len() == most {
            break;
        }
        shown.push(node);
        for &option in play.arena.options(node) {
            if !std::mem::replace(&mut known[option as usize], true) {
                queue.push_back(option);
            }
        }
    }
    shown
}

impl Picture {
    /// Whether all positions are shown.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.nodes.len() == self.total
    }

    /// The places in `nodes` where play starts, each once, with those who start there.
    #[must_use]
    pub fn start_nodes(&self) -> Vec<(usize, Vec<Player>)> {
        let mut starts: Vec<(usize, Vec<Player>)> = Vec::new();
        for player in Player::BOTH {
            let Some(start) = self.starts[player].filter(|start| !start.mirrored) else { continue };
            match starts.iter_mut().find(|(node, _)| *node == start.node as usize) {
                Some((_, players)) => players.push(player),
                None => starts.push((start.node as usize, vec![player])),
            }
        }
        starts
    }

    fn assign_layers(&mut self) {
        let mut ends = vec![Vec::new(); self.nodes.len()];
        for step in &self.moves {
            ends[step.from].push(step.to);
        }
        let starts: Vec<usize> = self.start_nodes().into_iter().map(|(node, _)| node).collect();
        let fewest = || layers::breadth_first(&ends, &starts);
        let layers = match self.layers {
            Layers::Moves => layers::longest_path(&ends).unwrap_or_else(fewest),
            Layers::Remoteness => {
                // Endless draws have no remoteness; they come first, by moves
                // from the start.
                let key = |(node, depth): (&Position, usize)| match node.verdict.remoteness() {
                    None => (0, depth as i64),
                    Some(moves) => (1, -i64::from(moves)),
                };
                let keys: Vec<(u8, i64)> = self.nodes.iter().zip(fewest()).map(key).collect();
                layers::ranked(&keys)
            }
        };
        for (node, layer) in self.nodes.iter_mut().zip(layers) {
            node.layer = layer;
        }
    }

    /// Sentences about the whole: who wins, and how much of the graph is shown.
    #[must_use]
    pub fn captions(&self) -> Vec<String> {
        let mut who = String::new();
        if self.convention == Convention::Misere {
            who.push_str("Misère play. ");
        }
        match (self.outcome, &self.verdicts) {
            (Some(outcome), _) if self.impartial || outcome == Outcome::D => {
                who.push_str(&format!("{outcome}: {}", outcome.sentence()));
            }
            (outcome, verdicts) => {
                let said = Player::BOTH.iter().filter_map(|&player| {
                    Some(format!("{player}, starting: {}", verdicts[player]?))
                });
                if let Some(outcome) = outcome {
                    who.push_str(&format!("{outcome}: {}. ", outcome.sentence()));
                }
                who.push_str(&said.collect::<Vec<_>>().join("; "));
            }
        }
        let start = self.starts.left.or(self.starts.right);
        if let Some(value) = start.and_then(|start| self.nodes[start.node as usize].value.as_ref())
        {
            who.push_str(&format!("; worth {value} in a sum"));
        }
        let what = if self.positions == self.total {
            "positions"
        } else {
            "positions with the player to move"
        };
        let shown = self.nodes.len();
        let mut captions = vec![who];
        if self.complete() {
            captions
                .push(format!("{shown} {what}, {}", super::text::count(self.moves.len() as u32)));
        } else {
            captions.push(format!("{shown} of {} {what}, the nearest to the start", self.total));
        }
        if !self.impartial && self.starts.right.is_some_and(|start| start.mirrored) {
            captions.push("Left starts; where Right starts, exchange the players".to_string());
        }
        captions
    }
}
