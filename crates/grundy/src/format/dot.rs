//! Position graphs in the DOT language, for Graphviz and its relatives.

use std::fmt::Write;

use super::Format;
use super::label::Label;
use super::picture::{Layers, Picture, Position, Worth};
use super::words::Words;
use grundy_base::{Player, Verdict};

/// Graphs for Graphviz.
pub const FORMAT: Format<Picture> = Format {
    name: "dot",
    about: "For Graphviz",
    endings: &["dot", "gv"],
    is_binary: false,
    is_whole: false,
    write: |picture| Ok(write(picture).into_bytes()),
};

/// A picture as a DOT document.
#[must_use]
pub fn write(picture: &Picture) -> String {
    let mut out = String::new();
    let mut title = vec![picture.game.clone()];
    title.extend(picture.captions());
    let _ = writeln!(out, "digraph {} {{", quoted(&picture.game));
    let _ = writeln!(
        out,
        "  graph [label={}, labelloc=t, fontname=\"DejaVu Sans\", bgcolor=white];",
        label(&title)
    );
    let _ = writeln!(out, "  node [fontname=\"DejaVu Sans Mono\", fontsize=11, style=filled];");
    let _ = writeln!(out, "  edge [color=\"#a6a6a6\", arrowsize=0.7];");
    for (i, node) in picture.nodes.iter().enumerate() {
        let _ = writeln!(out, "  n{i} [label={}, {}];", label(&lines(node)), look(node.verdict));
    }
    for (i, (node, players)) in picture.start_nodes().into_iter().enumerate() {
        let who = match players.as_slice() {
            [player] if !picture.impartial => format!("{player} starts"),
            _ => "start".to_string(),
        };
        let _ = writeln!(out, "  start{i} [shape=plaintext, style=\"\", label={}];", label(&[who]));
        let _ = writeln!(out, "  start{i} -> n{node} [color=black, penwidth=3];");
    }
    for step in &picture.moves {
        let dashed = if step.mover == Some(Player::Right) { ", style=dashed" } else { "" };
        let worth = match step.worth {
            Worth::Wins => "color=\"#1a1a1a\", penwidth=2.4",
            Worth::Draws => "color=\"#00664b\", penwidth=1.6",
            Worth::Other => "penwidth=0.9",
        };
        let _ = writeln!(out, "  n{} -> n{} [{worth}{dashed}];", step.from, step.to);
    }
    if picture.layers == Layers::Remoteness {
        let last = picture.nodes.iter().map(|node| node.layer).max().unwrap_or(0);
        for layer in 0..=last {
            let members = picture.nodes.iter().enumerate().filter(|(_, node)| node.layer == layer);
            let members: String = members.map(|(i, _)| format!(" n{i};")).collect();
            let _ = writeln!(out, "  {{ rank=same;{members} }}");
        }
    }
    out.push_str("}\n");
    out
}

fn lines(node: &Position) -> Vec<String> {
    let told = Label::new(node, &Words::default());
    let mut lines = told.lines;
    lines.push(told.note);
    if let Some(mover) = node.mover {
        lines.push(format!("{mover} to move"));
    }
    if node.left_out > 0 {
        lines.push(format!("… +{}", node.left_out));
    }
    lines
}

fn look(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Win(_) => "shape=ellipse, color=\"#b35900\", fillcolor=\"#fdebcf\"",
        Verdict::Loss(_) => "shape=box, peripheries=2, color=\"#0072b2\", fillcolor=\"#d3e8f6\"",
        Verdict::Draw(_) => {
            "shape=hexagon, style=\"filled,dashed\", color=\"#007a59\", fillcolor=\"#d5efe6\""
        }
    }
}

/// A quoted identifier, on one line.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace(char::is_control, " "))
}

/// A quoted label of several lines. Labels know HTML entities, so `&` is
/// written as one.
fn label(lines: &[String]) -> String {
    let line = |line: &String| {
        let text = quoted(&line.replace('&', "&amp;"));
        text[1..text.len() - 1].to_string()
    };
    format!("\"{}\"", lines.iter().map(line).collect::<Vec<_>>().join("\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_quoted() {
        assert_eq!(label(&["a\"b\\n".into(), "<&>".into()]), r#""a\"b\\n\n<&amp;>""#);
    }
}
