//! Laws of pictures: nothing is lost, nothing overlaps, and every format reads.

use std::collections::BTreeSet;
use std::time::Instant;

use crate::support::token::Token;
use grundy::answer::values_of_positions;
use grundy::format::layout::{Layout, Piece, Point};
use grundy::format::picture::{Layers, Options, Picture, Worth, picture};
use grundy::format::{dot, graph_json, svg};
use grundy::game::Of;
use grundy::solve::retrograde::retrograde;
use grundy::{Convention, Game, Limits, Outcome, Player, Random, Verdict, catalogue};

fn draw(game: &dyn Game, options: &Options) -> Picture {
    let limits = Limits::default();
    let play = game.explore(&limits).unwrap();
    let outcomes = retrograde(&play.arena, options.convention, &limits).unwrap();
    picture(&play, &outcomes, None, options)
}

/// An impartial game with its values.
fn draw_with_values(game: &dyn Game) -> Picture {
    let limits = Limits::default();
    let play = game.explore(&limits).unwrap();
    let outcomes = retrograde(&play.arena, Convention::Normal, &limits).unwrap();
    let values = values_of_positions(game, &play, Convention::Normal, &limits).unwrap().unwrap();
    picture(&play, &outcomes, Some(&values), &Options::default())
}

fn parse(text: &str) -> Box<dyn Game> {
    catalogue::parse(text).unwrap()
}

fn by_remoteness() -> Options {
    Options { layers: Layers::Remoteness, ..Options::default() }
}

fn letter(n: usize) -> String {
    format!("v{n}")
}

/// A graph whose arcs look random and are always the same.
fn random_token(seed: u64, vertices: usize, partizan: bool) -> Of<usize> {
    let mut random = Random::new(seed);
    let mut arcs = || -> Vec<Vec<usize>> {
        (0..vertices)
            .map(|v| {
                let degree = random.below(4) + usize::from(v == 0) * 2;
                (0..degree).map(|_| random.below(vertices)).collect()
            })
            .collect()
    };
    let left = arcs();
    let right = partizan.then(&mut arcs);
    Of::new(Token { left, right, name: letter }, 0)
}

fn pictures() -> Vec<Picture> {
    let mut pictures = Vec::new();
    for text in [
        "nim()",
        "nim(1,2,3)",
        "nim(3,4,5)",
        "subtraction(1,2; 12)",
        "tic-tac-toe(XOX|OXO|...)",
        "tic-tac-toe(XO.|.X.|..O)",
        "tic-tac-toe",
        "nim(2) + subtraction(1,2; 4)",
    ] {
        pictures.push(draw(&*parse(text), &Options::default()));
        pictures.push(draw(&*parse(text), &by_remoteness()));
    }
    for seed in 0..40 {
        let game = random_token(seed, 12 + seed as usize, seed % 2 == 1);
        pictures.push(draw(&game, &Options::default()));
        pictures.push(draw(&game, &by_remoteness()));
    }
    pictures
}

/// Nodes with the room at their sides: left, top, right, bottom.
fn boxes(layout: &Layout) -> Vec<[f64; 4]> {
    let of = |(centre, size): (&Point, &grundy::format::layout::Size)| {
        let (w, h) = (size.width / 2.0, size.height / 2.0);
        [centre.x - w - size.before, centre.y - h, centre.x + w + size.after, centre.y + h]
    };
    layout.centres.iter().zip(&layout.sizes).map(of).collect()
}

/// A pair of nodes that overlap, or a node that sticks out.
fn overlap(layout: &Layout) -> Option<(usize, usize)> {
    let boxes = boxes(layout);
    for (i, a) in boxes.iter().enumerate() {
        if a[0] < -0.01 || a[1] < -0.01 || a[2] > layout.width + 0.01 || a[3] > layout.height + 0.01
        {
            return Some((i, i));
        }
        let cut = |b: &[f64; 4]| a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
        if let Some(j) = (0..i).find(|&j| cut(&boxes[j])) {
            return Some((i, j));
        }
    }
    None
}

/// Points of all curves of a bundle, close to each other.
fn points(bundle: &grundy::format::layout::Bundle) -> Vec<Point> {
    let mut points = Vec::new();
    for curve in &bundle.curves {
        let mut from = curve.start;
        for piece in &curve.pieces {
            let (a, b, end) = match *piece {
                Piece::Line(end) => (from, end, end),
                Piece::Cubic(a, b, end) => (a, b, end),
            };
            for i in 0..=32 {
                let t = f64::from(i) / 32.0;
                let s = 1.0 - t;
                let mix = |p: f64, a: f64, b: f64, q: f64| {
                    s * s * s * p + 3.0 * s * s * t * a + 3.0 * s * t * t * b + t * t * t * q
                };
                points.push(Point {
                    x: mix(from.x, a.x, b.x, end.x),
                    y: mix(from.y, a.y, b.y, end.y),
                });
            }
            from = end;
        }
    }
    points
}

#[test]
fn every_position_and_every_move_appears_once() {
    for picture in pictures() {
        let nodes: BTreeSet<_> = picture.nodes.iter().map(|node| node.node).collect();
        assert_eq!(nodes.len(), picture.nodes.len());
        let moves: BTreeSet<_> = picture.moves.iter().map(|step| (step.from, step.to)).collect();
        assert_eq!(moves.len(), picture.moves.len());
        let text = svg::write(&picture);
        assert_eq!(text.matches("<g class=\"node ").count(), nodes.len());
        let layout = svg::layout(&picture);
        let drawn: BTreeSet<_> = layout
            .bundles
            .iter()
            .flat_map(|bundle| bundle.from.iter().map(|&from| (from, bundle.to)))
            .collect();
        assert_eq!(drawn, moves);
        assert_eq!(dot::write(&picture).lines().filter(|l| l.starts_with("  n")).count(), {
            // The line of defaults for nodes starts like a node.
            nodes.len() + moves.len() + 1
        });
    }
}

#[test]
fn nodes_never_overlap() {
    for picture in pictures() {
        assert_eq!(overlap(&svg::layout(&picture)), None, "{}", picture.game);
    }
    // And the check sees it when they do.
    let mut layout = svg::layout(&draw(&*parse("nim(1,2)"), &Options::default()));
    layout.centres[1] = layout.centres[2];
    assert!(overlap(&layout).is_some());
}

#[test]
fn no_move_runs_through_a_position_that_is_not_its_own() {
    for picture in pictures() {
        let layout = svg::layout(&picture);
        let boxes = boxes(&layout);
        for bundle in &layout.bundles {
            for point in points(bundle) {
                let inside = |b: &[f64; 4], size: &grundy::format::layout::Size| {
                    (b[0] + size.before + 0.1..b[2] - size.after - 0.1).contains(&point.x)
                        && (b[1] + 0.1..b[3] - 0.1).contains(&point.y)
                };
                let hit = (0..boxes.len()).find(|&i| inside(&boxes[i], &layout.sizes[i]));
                assert_eq!(hit, None, "{}: {:?} -> {}", picture.game, bundle.from, bundle.to);
                assert!((-0.1..=layout.height + 0.1).contains(&point.y), "{}", picture.game);
                assert!((-0.1..=layout.width + 0.1).contains(&point.x), "{}", picture.game);
            }
        }
    }
}

#[test]
fn rows_follow_layers_and_layers_follow_play() {
    for picture in pictures() {
        let layout = svg::layout(&picture);
        for (a, at) in picture.nodes.iter().zip(0..) {
            for (b, bt) in picture.nodes.iter().zip(0..) {
                if a.layer < b.layer {
                    assert!(layout.rows[at] < layout.rows[bt]);
                    assert!(layout.centres[at].y < layout.centres[bt].y);
                }
            }
        }
        let ends = || picture.moves.iter().map(|m| (&picture.nodes[m.from], &picture.nodes[m.to]));
        let down = ends().all(|(from, to)| from.layer < to.layer);
        match picture.layers {
            Layers::Moves => {
                let nearest = ends().all(|(from, to)| to.layer <= from.layer + 1);
                assert!(down || nearest, "{}", picture.game);
                assert!(down || picture.game.starts_with("token"), "{}", picture.game);
            }
            Layers::Remoteness => {
                for (from, to) in ends() {
                    if let (Some(a), Some(b)) = (from.verdict.remoteness(), to.verdict.remoteness())
                    {
                        assert_eq!(a.cmp(&b), to.layer.cmp(&from.layer));
                    }
                }
            }
        }
    }
}

#[test]
fn the_moves_that_keep_a_win_are_those_that_the_theory_names() {
    let picture = draw_with_values(&*parse("nim(3,4,5)"));
    assert_eq!((picture.nodes.len(), picture.outcome), (120, Some(Outcome::N)));
    for step in &picture.moves {
        let nim_sum = picture.nodes[step.to].value.as_ref().unwrap().nimber().unwrap().0;
        assert_eq!(step.worth == Worth::Wins, nim_sum == 0);
    }
    let from_start = picture.moves.iter().filter(|m| m.from == 0 && m.worth == Worth::Wins);
    let reached: Vec<&str> = from_start.map(|step| picture.nodes[step.to].text.as_str()).collect();
    assert_eq!(reached, ["1,4,5"]);

    // Two vertices that lead to each other, and an exit that nobody wants to
    // be the one to use: the draw is kept by going round.
    let rules =
        Token { left: vec![vec![1], vec![0, 2], vec![3], vec![]], right: None, name: letter };
    let picture = draw_with_values(&Of::new(rules, 0));
    assert_eq!(picture.outcome, Some(Outcome::D));
    let worth = |from: usize, to: usize| {
        let of =
            |text: usize| picture.nodes.iter().position(|node| node.text == letter(text)).unwrap();
        let (from, to) = (of(from), of(to));
        picture.moves.iter().find(|m| (m.from, m.to) == (from, to)).unwrap().worth
    };
    assert_eq!(worth(0, 1), Worth::Draws);
    assert_eq!(worth(1, 2), Worth::Other);
    assert_eq!(worth(2, 3), Worth::Wins);
    assert!(picture.nodes.iter().any(|node| node.value.as_ref().unwrap().nimber().is_none()));
}

#[test]
fn large_graphs_are_cut_and_the_picture_says_so() {
    let whole =
        draw(&*parse("tic-tac-toe"), &Options { max_nodes: usize::MAX, ..Options::default() });
    assert!(whole.complete() && whole.nodes.iter().all(|node| node.left_out == 0));
    assert_eq!(whole.nodes.len(), 5478);
    let picture = draw(&*parse("tic-tac-toe"), &Options::default());
    assert_eq!(picture.nodes.len(), 200);
    let text = svg::write(&picture);
    assert!(text.contains("200 of 5478 positions, the nearest to the start"), "{text}");
    assert!(text.contains("… +6</text>") && text.contains("positions left out"));
    // Shown moves and those left out are all moves.
    for node in &picture.nodes {
        let place = picture.nodes.iter().position(|other| other == node).unwrap();
        let shown = picture.moves.iter().filter(|step| step.from == place).count();
        let same = whole.nodes.iter().position(|other| other.node == node.node).unwrap();
        let all = whole.moves.iter().filter(|step| step.from == same).count();
        assert_eq!(shown + node.left_out, all);
    }
    let small = draw(&*parse("nim(1,2)"), &Options::default());
    assert!(!svg::write(&small).contains("left out"));
    // One position is always shown.
    assert_eq!(
        draw(&*parse("nim(3)"), &Options { max_nodes: 0, ..Options::default() }).nodes.len(),
        1
    );
}

#[test]
fn the_same_game_gives_the_same_picture() {
    for text in ["nim(3,4,5)", "tic-tac-toe"] {
        let write = || {
            let picture = draw(&*parse(text), &Options::default());
            (svg::write(&picture), dot::write(&picture), graph_json::write(&picture))
        };
        assert_eq!(write(), write());
    }
}

fn hostile(n: usize) -> String {
    let names = [
        "<b>&\"'</b>",
        "a\\\"b\\",
        "\u{0}\u{1}\n\r\t",
        "盤|上|🎲|é̂|",
        "]]>--><!--",
        "\\N\\n\\l",
        "&amp;&#0;",
        "",
        "|||",
        "\u{fffe}\u{202e}x",
    ];
    names[n % names.len()].repeat(1 + n / names.len() * 30)
}

/// The tokens of a DOT document are words, punctuation and closed strings, and
/// brackets match.
fn check_dot(text: &str) {
    let mut open = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => loop {
                match chars.next().expect("a string ends") {
                    '\\' => {
                        assert!(matches!(chars.next(), Some('n' | '"' | '\\')), "an escape");
                    }
                    '"' => break,
                    c => assert!(!c.is_control(), "{c:?} in a string"),
                }
            },
            '{' | '[' => open.push(c),
            '}' => assert_eq!(open.pop(), Some('{')),
            ']' => assert_eq!(open.pop(), Some('[')),
            c => assert!(c.is_ascii_alphanumeric() || " \n=,;->.".contains(c), "{c:?}"),
        }
    }
    assert!(open.is_empty());
}

#[test]
fn whatever_positions_are_called_every_format_reads() {
    let vertices = 30;
    let left: Vec<Vec<usize>> =
        (0..vertices).map(|v| vec![(v * 2 + 1) % vertices, (v + 1) % vertices]).collect();
    let game = Of::new(Token { left, right: None, name: hostile }, 0);
    let mut all = pictures();
    all.push(draw(&game, &Options::default()));
    all.push(draw_with_values(&random_token(3, 20, false)));
    all.push(draw(
        &*parse("nim(1,2,3)"),
        &Options { convention: Convention::Misere, ..Options::default() },
    ));
    for picture in all {
        let text = svg::write(&picture);
        let document = roxmltree::Document::parse(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        assert_eq!(document.root_element().tag_name().name(), "svg");
        check_dot(&dot::write(&picture));
        let json: serde_json::Value = serde_json::from_str(&graph_json::write(&picture)).unwrap();
        assert_eq!(json["nodes"].as_array().unwrap().len(), picture.nodes.len());
        for (node, told) in json["nodes"].as_array().unwrap().iter().zip(&picture.nodes) {
            assert_eq!(node["position"], told.text);
            assert_eq!(node["remoteness"].as_u64(), told.verdict.remoteness().map(u64::from));
        }
    }
}

#[test]
fn nothing_but_what_occurs_is_explained() {
    let text = svg::write(&draw(&*parse("nim(1,2,3)"), &Options::default()));
    assert!(text.contains("N-position") && text.contains("P-position"));
    for absent in ["D-position", "Left to move", "keeps the draw", "∞", "left out"] {
        assert!(!text.contains(absent), "{absent}");
    }
    let picture = draw(&*parse("tic-tac-toe(XOX|OXO|...)"), &Options::default());
    let text = svg::write(&picture);
    for present in ["Left to move", "Right to move", "Right’s moves", "stroke-dasharray"] {
        assert!(text.contains(present), "{present}");
    }
    assert_eq!(picture.verdicts[Player::Left], Some(Verdict::Win(1)));
    assert_eq!(text.matches(">start<").count(), 2);
}

#[test]
fn two_hundred_positions_take_milliseconds() {
    // Builds without optimisation are slow, and machines are shared.
    let most = if cfg!(debug_assertions) { 2000 } else { 100 };
    for text in ["nim(3,4,5)", "nim(5,6,7)", "tic-tac-toe"] {
        let picture = draw(&*parse(text), &Options::default());
        let fastest = (0..3).map(|_| {
            let start = Instant::now();
            assert!(svg::write(&picture).ends_with("</svg>\n"));
            start.elapsed().as_millis()
        });
        assert!(fastest.min().unwrap() < most, "{text}");
    }
}
