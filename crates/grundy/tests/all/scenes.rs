//! Every ruleset has a board on which every move can be made.

use std::collections::BTreeSet;
use std::time::Instant;

use grundy::catalogue;
use grundy::format::board::{Mark, Story, play, play_after, svg};
use grundy::game::Of;
use grundy::scene::{Look, Scene, Token};
use grundy::{Game, Move, Player};

/// Moves that are looked at in one position.
const MOST: usize = 400;
/// Positions of an example that are looked at.
const ENOUGH: usize = 25;
/// The least distance between things that can be pressed, in pixels.
const HIT: f64 = 27.9;

fn parse(text: &str) -> Box<dyn Game> {
    catalogue::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Boards that are more than the examples show.
const OTHERS: &[&str] = &[
    "amazons(10x10)",
    "arc-kayles(a-b-c-d-a, a-c, b-d, d-e-f)",
    "chomp(40x20)",
    "clobber(xo) - clobber(xxo) + nim(2)",
    "cutcake(30x4,2x2) - cutcake(3x1)",
    "domineering(12x10)",
    "domineering(2x2) + domineering(3x3) - domineering(3x4) + nim(3,4) + kayles(5)",
    "hackenbush(0-B-a-R-a, a-G-0, 0-R-0, a-B-b-R-c-G-a, c-B-d)",
    "hackenbush(0-B-0, 0-R-0)",
    "hackenbush(BBBRRRGGG[B[R,R],G,G[B,R,R[B,B]]])",
    "konane(6x6)",
    "nim()",
    "nim(45,2)",
    "nim(0)",
    "node-kayles(a-b-c-d-e-f-a, a-d, b-e, c-f, very_long_name_of_a_vertex-a)",
    "pebble(a>a, a>b>c>a, b>b, loop>loop; a,b,loop,loop)",
    "snort(a-b-c-d; l:b, r:c, d)",
    "thirty-one(loses,1000,300; 5)",
    "wythoff(30,24)",
    "wythoff(50,3)",
];

/// Every example of the catalogue, and the boards above.
fn games() -> impl Iterator<Item = Box<dyn Game>> {
    let examples = catalogue::rulesets().iter().flat_map(|entry| entry.examples);
    examples.chain(OTHERS).map(|text| parse(text))
}

/// A game and some that play reaches from it.
fn followers(game: &dyn Game) -> Vec<Box<dyn Game>> {
    let mut found = vec![game.boxed()];
    let mut seen: BTreeSet<String> = [game.text()].into();
    let mut next = 0;
    while next < found.len() && found.len() < ENOUGH {
        for player in Player::BOTH {
            let (moves, _) = found[next].moves_up_to(player, MOST);
            // Some from everywhere among the moves, for those near each other are alike.
            let step = moves.len() / 4 + 1;
            for to in moves.into_iter().step_by(step).map(|step| step.to) {
                if seen.insert(to.text()) {
                    found.push(to);
                }
            }
        }
        next += 1;
    }
    found
}

fn marks(moves: &[Move]) -> Vec<Mark<'_>> {
    moves.iter().map(|m| Mark { tokens: &m.tokens, name: &m.name, ..Mark::default() }).collect()
}

/// A move without a token, or with one that names a place that is not there.
fn without_token(scene: &Scene, moves: &[Move]) -> Option<String> {
    let bad = |token: &Token| {
        let places = token.places();
        places.is_empty() || places.iter().any(|&place| place >= scene.places.len())
    };
    let found = moves.iter().find(|m| m.tokens.is_empty() || m.tokens.iter().any(bad))?;
    Some(format!("{}: {:?}", found.name, found.tokens))
}

#[test]
fn every_move_is_made_on_places_that_are_there() {
    for game in games() {
        for follower in followers(&*game) {
            let scene = follower.scene();
            for player in Player::BOTH {
                let (mut moves, _) = follower.moves_up_to(player, MOST);
                assert_eq!(without_token(&scene, &moves), None, "{follower:?}");
                // And the check sees it when there is none.
                if let Some(first) = moves.first_mut() {
                    first.tokens = vec![Token::press(scene.places.len())];
                    assert!(without_token(&scene, &moves).is_some());
                    moves[0].tokens.clear();
                    assert!(without_token(&scene, &moves).is_some());
                }
            }
        }
    }
}

/// Where pieces have colours of their own, one that is put somewhere stands there afterwards, in
/// its colour, and no other is touched.
#[test]
fn stones_in_colours_are_put_on_free_places() {
    for text in
        ["connect-four(4x3)", "nogo(3x2)", "go(2x2)", "othello(4x4)", "chess(8/8/8/8/8/8/8/k1K5 w)"]
    {
        let mut game = parse(text);
        for ply in 0..6 {
            let player =
                game.turn().unwrap_or(if ply % 2 == 0 { Player::Left } else { Player::Right });
            let before = game.scene();
            let moves = game.moves(player);
            for step in &moves {
                let after = step.to.scene();
                for token in &step.tokens {
                    let Token::Put { places, piece: Some(piece) } = token else { continue };
                    assert_eq!(places.len(), 1, "{game:?}: {}", step.name);
                    let [old, new] = [&before, &after].map(|scene| &scene.places[places[0]].piece);
                    assert!(old.as_ref().is_none_or(|old| old.look == Look::Closed), "{game:?}");
                    assert_eq!(new.as_ref(), Some(piece), "{game:?}: {}", step.name);
                }
            }
            let Some(next) = moves.into_iter().nth(ply) else { break };
            game = next.to;
        }
    }
}

#[test]
fn moves_are_the_options_in_their_order() {
    for game in games() {
        for player in Player::BOTH {
            let (moves, all) = game.moves_up_to(player, MOST);
            if !all {
                assert_eq!(moves.len(), MOST);
                continue;
            }
            let texts = |games: Vec<Box<dyn Game>>| -> Vec<String> {
                games.iter().map(|game| game.text()).collect()
            };
            let expected = texts(game.options(player));
            assert_eq!(texts(moves.into_iter().map(|m| m.to).collect()), expected, "{game:?}");
        }
    }
}

/// What a document says of where things are: the view box, and the corners of
/// all that is drawn in it.
struct Drawn {
    size: [f64; 2],
    corners: Vec<[f64; 2]>,
    /// The middle of what can be pressed, and which moves that makes.
    pressed: Vec<([f64; 2], Vec<usize>)>,
}

fn number(node: &roxmltree::Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).map_or(0.0, |value| value.parse().unwrap_or(0.0))
}

/// The centre of gravity of polygons, and the width and the height of what they cover.
fn covered(path: &str) -> ([f64; 2], [f64; 2]) {
    let corner = |text: &str| {
        let (x, y) = text.split_once(' ').unwrap();
        [x, y].map(|number| number.parse::<f64>().unwrap())
    };
    let shapes = path.split('Z').filter_map(|shape| shape.strip_prefix('M'));
    let shapes: Vec<Vec<[f64; 2]>> =
        shapes.map(|shape| shape.split('L').map(corner).collect()).collect();
    let (mut area, mut moment) = (0.0, [0.0, 0.0]);
    for shape in &shapes {
        for (a, b) in shape.iter().zip(shape.iter().cycle().skip(1)) {
            let cross = a[0] * b[1] - b[0] * a[1];
            area += cross / 2.0;
            for i in 0..2 {
                moment[i] += (a[i] + b[i]) * cross / 6.0;
            }
        }
    }
    let side = |i: usize| {
        let all = || shapes.iter().flatten().map(|corner| corner[i]);
        all().fold(f64::MIN, f64::max) - all().fold(f64::MAX, f64::min)
    };
    (moment.map(|moment| moment / area), [side(0), side(1)])
}

fn read(text: &str) -> Drawn {
    let document = roxmltree::Document::parse(text).unwrap_or_else(|e| panic!("{e}: {text}"));
    let root = document.root_element();
    let size = [number(&root, "width"), number(&root, "height")];
    assert_eq!(root.attribute("viewBox"), Some(&*format!("0 0 {} {}", size[0], size[1])));
    assert_eq!(root.attribute("class"), Some("board"));
    let mut drawn = Drawn { size, corners: Vec::new(), pressed: Vec::new() };
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        assert!(!["style", "script"].contains(&node.tag_name().name()));
        assert!(node.attribute("style").is_none(), "what the page's policy forbids");
        let corners: Vec<[f64; 2]> = match node.tag_name().name() {
            "rect" if node.attribute("width") == Some("100%") => Vec::new(),
            "rect" => {
                let [x, y, w, h] = ["x", "y", "width", "height"].map(|name| number(&node, name));
                vec![[x, y], [x + w, y + h]]
            }
            "circle" => {
                let [x, y, r] = ["cx", "cy", "r"].map(|name| number(&node, name));
                vec![[x - r, y - r], [x + r, y + r]]
            }
            "text" => {
                let [x, y, size] = ["x", "y", "font-size"].map(|name| number(&node, name));
                let wide = grundy::format::markup::sans_width(node.text().unwrap_or(""), size);
                match node.attribute("text-anchor") {
                    // Measures are those of the widest font.
                    Some("middle") => vec![[x - 0.38 * wide, y - size], [x + 0.38 * wide, y]],
                    _ => vec![[x, y - size], [x + 0.9 * wide, y]],
                }
            }
            "path" => {
                let d = node.attribute("d").unwrap_or("");
                let numbers: Vec<f64> = d
                    .split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-')
                    .filter_map(|word| word.parse().ok())
                    .collect();
                // Handles may lie outside.
                match d.contains(['Q', 'C']) {
                    true => Vec::new(),
                    false => numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect(),
                }
            }
            _ => Vec::new(),
        };
        drawn.corners.extend(corners);
        if node.attribute("class").is_some_and(|class| class.starts_with("move ")) {
            for (name, value) in [("tabindex", "0"), ("role", "button")] {
                assert_eq!(node.attribute(name), Some(value));
            }
            assert!(node.attribute("aria-label").is_some_and(|label| !label.is_empty()));
            let moves = node.attribute("data-moves").unwrap();
            let moves = moves.split(',').map(|number| number.parse().unwrap()).collect();
            let class = |node: &roxmltree::Node<'_, '_>, wanted: &str| {
                node.attribute("class").is_some_and(|class| class.split(' ').any(|c| c == wanted))
            };
            let hit = node.children().find(|child| class(child, "hit")).unwrap();
            let (middle, size) = match hit.tag_name().name() {
                "circle" => {
                    let radius = number(&hit, "r");
                    (["cx", "cy"].map(|name| number(&hit, name)), [2.0 * radius; 2])
                }
                "path" => covered(hit.attribute("d").unwrap()),
                _ => {
                    let size = ["width", "height"].map(|name| number(&hit, name));
                    let [x, y] = ["x", "y"].map(|name| number(&hit, name));
                    ([x + size[0] / 2.0, y + size[1] / 2.0], size)
                }
            };
            let small = size[0].min(size[1]);
            assert!(small >= HIT, "{small}");
            assert!(node.descendants().any(|child| class(&child, "outline")));
            drawn.pressed.push((middle, moves));
        }
    }
    drawn
}

fn outside(drawn: &Drawn) -> Option<[f64; 2]> {
    let [width, height] = drawn.size;
    let out = |[x, y]: &[f64; 2]| *x < -0.5 || *y < -0.5 || *x > width + 0.5 || *y > height + 0.5;
    drawn.corners.iter().copied().find(out)
}

fn too_near(drawn: &Drawn) -> Option<([f64; 2], [f64; 2])> {
    for (i, (a, _)) in drawn.pressed.iter().enumerate() {
        for (b, _) in &drawn.pressed[..i] {
            if (a[0] - b[0]).hypot(a[1] - b[1]) < HIT {
                return Some((*a, *b));
            }
        }
    }
    None
}

/// The first move that nothing can be pressed for.
fn unreachable(drawn: &Drawn, moves: usize) -> Option<usize> {
    let reached: BTreeSet<usize> = drawn.pressed.iter().flat_map(|(_, m)| m).copied().collect();
    assert!(reached.iter().all(|&i| i < moves));
    (0..moves).find(|i| !reached.contains(i))
}

#[test]
fn every_move_can_be_pressed_and_nothing_is_in_its_way() {
    for game in games() {
        for follower in followers(&*game) {
            for player in Player::BOTH {
                let (moves, _) = follower.moves_up_to(player, MOST);
                let drawn = read(&play(&*follower, &marks(&moves)));
                assert_eq!(unreachable(&drawn, moves.len()), None, "{follower:?}");
                assert_eq!(too_near(&drawn), None, "{follower:?} {player}");
                assert_eq!(outside(&drawn), None, "{follower:?} in {:?}", drawn.size);
            }
        }
        assert_eq!(outside(&read(&svg(&*game))), None, "{game:?}");
    }
    // And the checks see it when it is not so.
    let game = parse("nim(3)");
    let moves = game.moves(Player::Left);
    let mut drawn = read(&play(&*game, &marks(&moves[1..])));
    assert_eq!(unreachable(&drawn, 2), None);
    assert_eq!(unreachable(&drawn, 3), Some(2));
    drawn.pressed[0].0 = drawn.pressed[1].0;
    assert!(too_near(&drawn).is_some());
    drawn.size[0] = 50.0;
    assert!(outside(&drawn).is_some());
}

#[test]
fn every_place_of_a_move_makes_it() {
    // (1,2) and (2,1) are one move in Kayles.
    let game = parse("kayles(4)");
    let moves = game.moves(Player::Left);
    let tokens = |name: &str| moves.iter().find(|m| m.name == name).unwrap().tokens.len();
    assert_eq!((tokens("1,2"), tokens("3"), tokens("1,1"), tokens("2")), (2, 2, 1, 2));
    // Two equal trees.
    let game = parse("hackenbush(B,B)");
    assert_eq!(game.moves(Player::Left)[0].tokens.len(), 2);
}

#[test]
fn a_ruleset_that_says_nothing_of_its_board_has_keys() {
    let left = vec![vec![1, 2], vec![2], vec![]];
    let rules =
        crate::support::token::Token { left, right: None, name: |vertex| format!("v{vertex}") };
    let game = Of::new(rules, 0);
    let moves = game.moves(Player::Left);
    assert_eq!(moves.iter().map(|m| m.tokens.len()).collect::<Vec<_>>(), [1, 1]);
    let text = play(&game, &marks(&moves));
    assert_eq!(text.matches("class=\"key\"").count(), 2);
    // A move that comes without tokens has a key too.
    let bare = [Mark { name: "a move", ..Mark::default() }];
    let drawn = read(&play(&*parse("nim(3)"), &bare));
    assert_eq!((unreachable(&drawn, 1), outside(&drawn)), (None, None));
}

#[test]
fn vertices_stay_where_they_are_when_others_leave() {
    let game = parse("node-kayles(a-b-c-d-e-f)");
    let before = game.scene();
    for step in game.moves(Player::Left) {
        for (a, b) in before.places.iter().zip(&step.to.scene().places) {
            assert_eq!(a.centre, b.centre);
        }
    }
}

#[test]
fn a_sum_exchanges_the_players_behind_a_minus() {
    let pieces = |text: &str| -> Vec<_> {
        parse(text).scene().places.into_iter().map(|place| place.piece).collect()
    };
    assert_eq!(pieces("clobber(ox) - clobber(xo)"), pieces("clobber(ox) + clobber(ox)"));
    let sum = parse("clobber(xo) - clobber(xo)");
    assert_eq!(sum.moves(Player::Right).len(), 2);
    assert!(svg(&*sum).contains(">−<"));
}

#[test]
fn the_last_move_is_shown() {
    let game = parse("tic-tac-toe");
    let after = &game.moves(Player::Left)[4].to;
    let count = |before: &[(&dyn Game, Player)]| {
        let story = Story { before, ..Story::default() };
        play_after(&**after, &[], story).matches("class=\"last\"").count()
    };
    assert_eq!((count(&[]), count(&[(&*game, Player::Left)])), (0, 1));
}

#[test]
fn dominoes_lie_where_they_were_put() {
    let start = parse("domineering(2x3)");
    let first = &start.moves(Player::Left)[0].to;
    let second = &first.moves(Player::Right)[0].to;
    let classes = |now: &dyn Game, before: &[(&dyn Game, Player)]| {
        let svg = play_after(now, &[], Story { before, ..Story::default() });
        let mut pieces = svg.split("class=\"piece domino\"").skip(1);
        let owner = |piece: &str| ["left", "right"].map(|side| piece[..120].contains(side));
        pieces.by_ref().map(owner).collect::<Vec<_>>()
    };
    let (left, right) = ([true, false], [false, true]);
    assert!(classes(&**first, &[]).is_empty());
    assert_eq!(classes(&**first, &[(&*start, Player::Left)]), [left]);
    let line: [(&dyn Game, Player); 2] = [(&*start, Player::Left), (&**first, Player::Right)];
    assert_eq!(classes(&**second, &line), [left, right]);
    // Of a line on another board nothing can be told.
    let other = parse("domineering(3x3)");
    assert!(classes(&**first, &[(&*other, Player::Left)]).is_empty());
}

#[test]
fn what_has_decided_play_and_what_threatens_is_marked() {
    let count = |text: &str, class: &str| {
        play_after(&*parse(text), &[], Story::default()).matches(class).count()
    };
    assert_eq!(count("tic-tac-toe(XXX|OO.|...)", "class=\"deciding\""), 3);
    assert_eq!(count("tic-tac-toe(XX.|OO.|...)", "class=\"deciding\""), 0);
    assert_eq!(count("tic-tac-toe(X..|OXO|O.X)", "class=\"deciding\""), 3);
    assert_eq!(count("hex(2x2; X.|XO)", "class=\"deciding\""), 2);
    let game = parse("tic-tac-toe(XX.|OO.|...)");
    let threats: Vec<_> = game.moves(Player::Right).remove(0).tokens;
    let svg = play_after(&*game, &[], Story { threats: &threats, ..Story::default() });
    assert_eq!(svg.matches("class=\"threat\"").count(), 1);
}

#[test]
fn edges_that_fell_are_shown_once_more() {
    // A chain of three edges, which falls from the first one, from the second, or from the third.
    let game = parse("hackenbush(0-B-a-B-b-B-c)");
    let gone = |before: &dyn Game, after: &dyn Game| {
        let story = Story { before: &[(before, Player::Left)], ..Story::default() };
        play_after(after, &[], story).matches("class=\"gone\"").count()
    };
    let mut counts: Vec<usize> =
        game.moves(Player::Left).iter().map(|step| gone(&*game, &*step.to)).collect();
    counts.sort_unstable();
    assert_eq!(counts, [1, 2, 3]);
    // Where the rest is drawn elsewhere, nothing is said.
    assert_eq!(gone(&*parse("hackenbush(B, R)"), &*parse("hackenbush(0-B-a-B-b)")), 0);
}

#[test]
fn enormous_positions_come_back_quickly() {
    let many = vec!["3"; 10_000].join(",");
    let large = vec!["40"; 1000].join(",");
    let cakes = vec!["900x800"; 900].join(",");
    let mut games = vec![
        "nim(1000000)".to_string(),
        "nim-with-adding(max=1000000000; 5,1000000)".to_string(),
        "wythoff(1000000,999999)".to_string(),
        "euclid(1000000000,1)".to_string(),
        "kayles(1000000,1000000)".to_string(),
        "thirty-one(wins,1000000,1000000)".to_string(),
        "amazons(10x10)".to_string(),
        format!("nim({many})"),
        format!("lasker({large})"),
        format!("cutcake({cakes})"),
        format!("hackenbush({})", "BRG".repeat(300)),
    ];
    let arrows: Vec<String> = (0..5000).map(|i| format!("v{i}>v{}", i + 1)).collect();
    games.push(format!("pebble({}; v0)", arrows.join(", ")));
    let star: Vec<String> = (0..5000).map(|i| format!("\"{i}\"")).collect();
    games.push(format!("graph({{\"moves\": {{\"a\": [{}]}}}})", star.join(",")));
    for text in games {
        let start = Instant::now();
        let game = parse(&text);
        let scene = game.scene();
        assert!(scene.places.len() <= 4000, "{}: {}", &text[..20], scene.places.len());
        let (moves, _) = game.moves_up_to(Player::Left, 1000);
        let drawn = read(&play(&*game, &marks(&moves)));
        assert_eq!(unreachable(&drawn, moves.len()), None, "{}", &text[..20]);
        assert_eq!(outside(&drawn), None, "{}", &text[..20]);
        let seconds = start.elapsed().as_secs();
        assert!(seconds < 10, "{}: {seconds} s", &text[..20]);
    }
}

#[test]
fn turns_are_told_where_positions_know_them() {
    let game = parse("graph({\"moves\": {\"a\": [\"b\"]}, \"turn\": {\"a\": \"right\"}})");
    assert_eq!(game.turn(), Some(Player::Right));
    assert_eq!(parse("nim(3)").turn(), None);
}
