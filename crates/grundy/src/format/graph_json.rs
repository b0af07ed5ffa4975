//! Position graphs as JSON, for programs.

use serde::Serialize;

use super::Format;
use super::picture::{Picture, Worth};
use crate::graph::Start;
use grundy_base::{ByPlayer, Player};

/// Graphs for programs.
pub const FORMAT: Format<Picture> = Format {
    name: "json",
    about: "For programs",
    endings: &["json"],
    is_binary: false,
    is_whole: true,
    write: |picture| Ok(write(picture).into_bytes()),
};

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    convention: &'static str,
    impartial: bool,
    positions: usize,
    outcome: Option<&'static str>,
    /// Whether `nodes` has every node of the graph.
    complete: bool,
    left: Option<StartOf>,
    right: Option<StartOf>,
    nodes: Vec<NodeOf<'a>>,
    edges: Vec<EdgeOf<'a>>,
}

/// Where a player starts; `mirrored` when the node shows the game with the
/// players exchanged.
#[derive(Serialize)]
struct StartOf {
    node: u32,
    mirrored: bool,
}

#[derive(Serialize)]
struct NodeOf<'a> {
    id: usize,
    position: &'a str,
    /// Null in an impartial game.
    mover: Option<&'static str>,
    result: &'static str,
    remoteness: Option<u32>,
    value: Option<String>,
    grundy: Option<u64>,
    /// Moves to nodes that are not listed.
    left_out: usize,
}

#[derive(Serialize)]
struct EdgeOf<'a> {
    from: usize,
    to: usize,
    #[serde(rename = "move")]
    name: &'a str,
    /// `win` or `draw` for a move that keeps the result, else null.
    keeps: Option<&'static str>,
}

/// A picture as a JSON document, in one line.
#[must_use]
pub fn write(picture: &Picture) -> String {
    let ByPlayer { left, right } = picture.starts;
    let start = |start: Start| StartOf { node: start.node, mirrored: start.mirrored };
    let document = Document {
        game: &picture.game,
        convention: picture.convention.word(),
        impartial: picture.impartial,
        positions: picture.positions,
        outcome: picture.outcome.map(|outcome| outcome.word()),
        complete: picture.complete(),
        left: left.map(start),
        right: right.map(start),
        nodes: picture
            .nodes
            .iter()
            .enumerate()
            .map(|(id, node)| NodeOf {
                id,
                position: &node.text,
                mover: node.mover.map(Player::word),
                result: node.verdict.fate().word(),
                remoteness: node.verdict.remoteness(),
                value: node.value.as_ref().map(ToString::to_string),
                grundy: node.value.as_ref().and_then(|value| Some(value.nimber()?.0)),
                left_out: node.left_out,
            })
            .collect(),
        edges: picture
            .moves
            .iter()
            .map(|step| EdgeOf {
                from: step.from,
                to: step.to,
                name: &step.name,
                keeps: match step.worth {
                    Worth::Wins => Some("win"),
                    Worth::Draws => Some("draw"),
                    Worth::Other => None,
                },
            })
            .collect(),
    };
    // Strings, numbers and lists only: nothing that JSON could refuse.
    let mut text = serde_json::to_string(&document).unwrap_or_default();
    text.push('\n');
    text
}
