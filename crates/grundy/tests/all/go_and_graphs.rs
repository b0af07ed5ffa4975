//! Go, Hackenbush, and games on drawn graphs, against brute force written in
//! plainer terms and against the literature.

use std::collections::{BTreeMap, BTreeSet};

use crate::plain_go::{PlainGo, Rule};
use grundy::rulesets::go::{Go, Points, Position, Superko, legal_boards};
use grundy::solve::loopy::loopy_values;
use grundy::solve::mex::grundy_values;
use grundy::solve::retrograde::retrograde;
use grundy::value::{LoopyNimber, Nimber};
use grundy::{Convention, Fate, Game, Limits, Outcome, Player, Ruleset, Verdict, catalogue};
use proptest::prelude::*;

fn game(text: &str) -> Box<dyn Game> {
    catalogue::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What Left and Right bring about as they start.
fn verdicts(text: &str) -> [Verdict; 2] {
    let limits = Limits::default();
    let play = game(text).explore(&limits).unwrap();
    let outcomes = retrograde(&play.arena, Convention::Normal, &limits).unwrap();
    [play.starts.left, play.starts.right].map(|start| outcomes.verdict(start.unwrap().node))
}

fn outcome(text: &str) -> Option<Outcome> {
    let [left, right] = verdicts(text);
    Outcome::from_fates(grundy::ByPlayer { left: left.fate(), right: right.fate() })
}

/// The value of an impartial game that ends, by components and mex.
fn grundy(text: &str) -> Nimber {
    let parts = game(text).components(true, &Limits::default()).unwrap();
    let values = grundy_values(&parts.graph).expect("an impartial game that ends");
    parts.start.iter().map(|&node| values[node as usize]).sum()
}

#[test]
fn legal_boards_are_as_many_as_published() {
    // Tromp and Farnebäck, Combinatorics of Go, table 1.
    let squares = [
        1,
        57,
        12_675,
        24_318_165,
        414_295_148_741,
        62_567_386_502_084_877,
        83_677_847_847_984_287_628_595,
    ];
    for (side, legal) in (1..).zip(squares) {
        assert_eq!(legal_boards(side, side), Some(legal), "{side}x{side}");
    }
    assert_eq!(legal_boards(0, 3), None);
    assert_eq!(legal_boards(usize::MAX, 2), None);
}

#[test]
fn legal_boards_are_as_many_as_there_are() {
    for (width, height) in [(1, 1), (5, 1), (1, 5), (2, 2), (3, 2), (2, 4), (3, 3)] {
        let points = Points::new(width, height).unwrap();
        let plain = PlainGo::boards(width, height);
        assert_eq!(legal_boards(width, height), Some(plain.len() as u128), "{width}x{height}");
        assert_eq!(plain.len(), all_legal(&points), "{width}x{height}");
    }
}

/// How many boards the engine's own test accepts.
fn all_legal(points: &Points) -> usize {
    let board = |mut number: usize| {
        let mut stones = grundy::rulesets::go::Stones::default();
        for point in 0..points.count() {
            match number % 3 {
                1 => stones.x |= 1 << point,
                2 => stones.o |= 1 << point,
                _ => {}
            }
            number /= 3;
        }
        stones
    };
    (0..3usize.pow(points.count() as u32)).filter(|&n| points.is_legal(board(n))).count()
}

#[test]
fn with_passes_play_reaches_every_legal_board() {
    for (size, legal) in [("1x1", 1), ("2x2", 57), ("3x2", 489), ("3x3", 12_675)] {
        let play = game(&format!("go({size},passes)")).explore(&Limits::default()).unwrap();
        let boards: BTreeSet<String> = play
            .arena
            .nodes()
            .map(|node| play.position(node, false).split(", ").next().unwrap().to_string())
            .collect();
        assert_eq!(boards.len(), legal, "{size}");
        // Each after no pass, one pass, and two.
        assert_eq!(play.positions, 3 * legal, "{size}");
    }
}

#[test]
fn go_agrees_with_plain_go() {
    let sizes = [(1, 1), (2, 1), (1, 3), (4, 1), (1, 5), (2, 2), (3, 2), (2, 3)];
    for (word, rule) in [("", Rule::Repeat), (",once", Rule::Once), (",superko", Rule::Superko)] {
        for bits in 0..8 {
            let (suicide, passes, komi) = (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0);
            for (width, height) in sizes {
                let plain =
                    PlainGo { width, height, rule, suicide, passes, half_komi: komi.into() };
                let points = width * height;
                let large = match (rule, suicide || passes) {
                    (Rule::Superko, true) => points > 3,
                    (Rule::Superko, false) => points > 4,
                    _ => false,
                };
                if large {
                    continue;
                }
                let mut text = format!("go({width}x{height}{word}");
                text += if passes { ",passes" } else { "" };
                text += if suicide { ",suicide" } else { "" };
                text += if komi { ",komi=0.5)" } else { ")" };
                let play = game(&text).explore(&Limits::default()).unwrap();
                assert_eq!(game(&text).text(), text);
                let (left, right) = (plain.solve(0), plain.solve(1));
                let reached: BTreeSet<_> = left.positions.union(&right.positions).collect();
                let expected = if komi { reached.len() } else { left.positions.len() };
                assert_eq!(play.positions, expected, "{text}");
                assert_eq!(verdicts(&text), [left.verdict, right.verdict], "{text}");
            }
        }
    }
}

#[test]
fn plain_go_would_notice_another_rule() {
    let plain = |rule| {
        PlainGo { width: 2, height: 2, rule, suicide: false, passes: false, half_komi: 0 }.solve(0)
    };
    assert_ne!(plain(Rule::Repeat).verdict, plain(Rule::Once).verdict);
    assert_ne!(plain(Rule::Once).verdict, plain(Rule::Superko).verdict);
}

#[test]
fn who_starts_wins_two_by_two_by_one_point_under_superko() {
    // Bill Taylor's proof (Sensei's Library, 2x2 Board), and John Tromp's C program.
    let fate = |komi: &str| {
        let game = game(&format!("go(2x2,superko,passes,komi={komi})"));
        let found = game.top_down(Player::Left, Convention::Normal, &Limits::default());
        found.unwrap().answer
    };
    assert_eq!(fate("0.5"), Fate::Win);
    assert_eq!(fate("1"), Fate::Draw);
}

#[test]
fn superko_has_as_many_games_as_published() {
    // Tromp and Farnebäck, section 5: either colour may play at any time, and
    // a game ends whenever the players like. 1×1, 1×2, 1×3: 1, 9, 907 games.
    fn games(rules: &Go<Superko>, at: &Position<grundy::rulesets::go::Boards>) -> u64 {
        let next: BTreeSet<_> =
            Player::BOTH.iter().flat_map(|&player| rules.options(at, player)).collect();
        1 + next.iter().map(|next| games(rules, next)).sum::<u64>()
    }
    for (width, expected) in [(1, 1), (2, 9), (3, 907)] {
        let rules = Go {
            points: Points::new(width, 1).unwrap(),
            suicide: true,
            passes: false,
            half_komi: 0,
            repetition: Superko,
        };
        assert_eq!(games(&rules, &Position::default()), expected, "{width}");
    }
}

#[test]
fn capture_suicide_and_ko_happen_as_players_know_them() {
    let after = |text: &str, player| -> Vec<String> {
        game(text).options(player).iter().map(|option| option.text()).collect()
    };
    // X takes a corner stone.
    assert!(
        after("go(3x3; OX.|...|...)", Player::Left).contains(&"go(3x3; .X.|X..|...)".to_string())
    );
    // A stone that takes has liberties afterwards and is no suicide.
    assert!(after("go(4x2; .OX.|OXX.)", Player::Left).contains(&"go(4x2; X.X.|.XX.)".to_string()));
    // No suicide, unless allowed; then the chain leaves.
    assert_eq!(after("go(2x2; .X|X.)", Player::Right), Vec::<String>::new());
    assert_eq!(after("go(2x2,suicide; .X|X.)", Player::Right), ["go(2x2,suicide; .X|X.)"]);
    assert_eq!(
        after("go(3x1,once,suicide; .X.)", Player::Right),
        ["go(3x1,once,suicide; #X.)", "go(3x1,once,suicide; .X#)"]
    );
    assert_eq!(after("go(2x2,superko,suicide; .X|X.)", Player::Right), Vec::<String>::new());
    // Ko: the board of the move before may not come back.
    let ko = "go(4x3,superko; .XO.|X.XO|.XO., .XO.|XO.O|.XO.)";
    assert_eq!(game(ko).text(), ko);
    let back = |text: &str| {
        after(text, Player::Right).iter().any(|option| option.contains("; .XO.|XO.O|.XO."))
    };
    assert!(!back(ko));
    assert!(back("go(4x3; .XO.|X.XO|.XO.)"));
}

#[test]
fn moves_of_go_have_names() {
    let play = game("go(3x3,passes,suicide; .X.|X..|...)").explore(&Limits::default()).unwrap();
    let start = play.starts.right.unwrap().node;
    let names: BTreeSet<String> = play
        .arena
        .options(start)
        .iter()
        .map(|&option| play.move_name(start, option, false))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(names, ["a1", "a3", "b1", "b2", "c1", "c2", "c3", "pass"]);
}

#[test]
fn what_is_printed_can_be_read() {
    for text in [
        "go(2x2,superko)",
        "go(2x2,once,suicide)",
        "go(3x1,superko,passes,komi=1.5)",
        "go(3x2,once,passes; X#.|...)",
        "hackenbush(G[G,GG[G,G]], GGG)",
        "hackenbush(B[R,GG], RB[G[B,R],G])",
        "node-kayles(a-b, b-c, c-d, e)",
        "arc-kayles(x, b-a-x-y-b; a,b,y)",
        "pebble(a>b, b>c, c>a, c>d; a,b,a)",
    ] {
        let first = game(text);
        assert_eq!(game(&first.text()).text(), first.text());
        let play = first.explore(&Limits::default()).unwrap();
        for node in play.arena.nodes() {
            let text = play.text(node, false);
            let again = game(&text);
            assert_eq!(again.text(), text);
            assert_eq!(again.drawing(), play.drawing(node, false));
            // The mirror of a position is a position too.
            let mirror = play.text(node, true);
            assert_eq!(game(&mirror).text(), mirror);
        }
    }
}

#[test]
fn bad_text_is_refused_where_it_is_bad() {
    for (text, at) in [
        ("go", 2),
        ("go()", 3),
        ("go(17x16)", 3),
        ("go(64x1)", 3),
        ("go(0x2)", 3),
        ("go(99999999999999999999x2)", 3),
        ("go(2x2,suicid)", 7),
        ("go(2x2,once,superko)", 12),
        ("go(2x2,passes, passes)", 15),
        ("go(2x2,komi=0.3)", 14),
        ("go(2x2,komi=)", 12),
        ("go(2x2,komi=65535)", 12),
        ("go(2x2; X.)", 8),
        ("go(2x2; XX|XX)", 8),
        ("go(2x2; X#|..)", 9),
        ("go(2x2; X.|.., pass)", 15),
        ("go(2x2,passes; X.|.., pass, pass, pass)", 34),
        ("go(2x2,superko; X.|.., X.|..)", 23),
        ("go(2x2,superko; X.|.., ..)", 23),
        ("hackenbush", 10),
        ("hackenbush(BX)", 12),
        ("hackenbush(B[R,GG)", 17),
        ("hackenbush(B[])", 13),
        ("hackenbush(B, )", 13),
        ("hackenbush(B[R]G)", 15),
        ("hackenbush([B])", 11),
        ("hackenbush(Bé)", 12),
        ("node-kayles", 11),
        ("node-kayles()", 12),
        ("node-kayles(a-a)", 14),
        ("node-kayles(a-)", 14),
        ("node-kayles(a>b)", 13),
        ("node-kayles(a-b; c)", 17),
        ("arc-kayles(a-b,,c)", 15),
        ("pebble(a>b)", 10),
        ("pebble(a>b; x)", 12),
        ("pebble(a-b; a)", 8),
    ] {
        let error = catalogue::parse(text).err().unwrap_or_else(|| panic!("{text} was read"));
        assert_eq!(error.at, at, "{text}: {error}");
    }
    let many = |n: u32| (0..n).map(|i| format!("v{i}")).collect::<Vec<_>>().join(",");
    assert!(catalogue::parse(&format!("node-kayles({})", many(64))).is_ok());
    assert!(catalogue::parse(&format!("node-kayles({})", many(65))).is_err());
    assert!(catalogue::parse(&format!("hackenbush({})", "B".repeat(1001))).is_err());
    let deep = format!("hackenbush({}G{})", "B[R,".repeat(499), "]".repeat(499));
    assert_eq!(game(&deep).options(Player::Right).len(), 500);
    let unclosed = format!("hackenbush({}", "B[".repeat(100_000));
    assert!(catalogue::parse(&unclosed).is_err());
    assert!(catalogue::parse(&(unclosed + ")")).is_err());
}

// ---------------------------------------------------------------- Hackenbush

/// A forest: for each edge its colour, and the edge that it stands on.
type Edges = Vec<(u8, Option<usize>)>;

fn written(edges: &Edges, on: Option<usize>) -> String {
    let trees: Vec<String> = (0..edges.len())
        .filter(|&i| edges[i].1 == on)
        .map(|i| match written(edges, Some(i)) {
            above if above.is_empty() => char::from(edges[i].0).to_string(),
            above => format!("{}[{above}]", char::from(edges[i].0)),
        })
        .collect();
    trees.join(",")
}

/// Whether `mover` wins, with the edges in `standing` left.
fn wins(
    edges: &Edges,
    standing: u32,
    mover: usize,
    known: &mut BTreeMap<(u32, usize), bool>,
) -> bool {
    if let Some(&wins) = known.get(&(standing, mover)) {
        return wins;
    }
    let own = [b'B', b'R'][mover];
    let cut = |edge: usize| {
        // An edge stands on one with a smaller number.
        let mut left = standing & !(1 << edge);
        for (above, (_, on)) in edges.iter().enumerate() {
            if on.is_some_and(|below| left >> below & 1 == 0) {
                left &= !(1 << above);
            }
        }
        left
    };
    let answer = (0..edges.len())
        .filter(|&edge| standing >> edge & 1 == 1 && [own, b'G'].contains(&edges[edge].0))
        .any(|edge| !wins(edges, cut(edge), 1 - mover, known));
    known.insert((standing, mover), answer);
    answer
}

fn forest(colours: &'static [u8], most: usize) -> impl Strategy<Value = Edges> {
    prop::collection::vec((prop::sample::select(colours), any::<prop::sample::Index>()), 1..=most)
        .prop_map(|edges| {
            let on = |i: usize, below: prop::sample::Index| below.index(i + 1).checked_sub(1);
            (0..).zip(edges).map(|(i, (colour, below))| (colour, on(i, below))).collect()
        })
}

proptest! {
    #[test]
    fn hackenbush_is_won_by_whom_brute_force_says(edges in forest(b"BRG", 9)) {
        let text = format!("hackenbush({})", written(&edges, None));
        let mut known = BTreeMap::new();
        let all = (1 << edges.len()) - 1;
        let expected = [0, 1].map(|mover| wins(&edges, all, mover, &mut known));
        let found = verdicts(&text).map(|verdict| matches!(verdict, Verdict::Win(_)));
        prop_assert_eq!(found, expected, "{}", text);
    }

    #[test]
    fn green_hackenbush_obeys_the_colon_principle(edges in forest(b"G", 14)) {
        // A tree on an edge is worth one more than what it carries; trees side
        // by side add up (Winning Ways, chapter 7).
        let mut above = vec![0u64; edges.len()];
        let mut ground = 0;
        for (i, (_, on)) in edges.iter().enumerate().rev() {
            let worth = above[i] + 1;
            match on {
                Some(below) => above[*below] ^= worth,
                None => ground ^= worth,
            }
        }
        let text = format!("hackenbush({})", written(&edges, None));
        prop_assert!(game(&text).impartial());
        prop_assert_eq!(grundy(&text), Nimber(ground), "{}", text);
    }

    #[test]
    fn red_blue_stalks_are_worth_their_sign_expansion(
        stalks in prop::collection::vec("[BR]{1,4}", 1..=3)
    ) {
        // Berlekamp's rule: edges count 1 up to the first change of colour,
        // then half of the edge below, with the sign of their colour.
        let worth = |stalk: &String| {
            let colours = stalk.as_bytes();
            let mut size = 64i64;
            let mut changed = false;
            colours.iter().map(|colour| {
                changed |= *colour != colours[0];
                if changed { size /= 2; }
                if *colour == b'B' { size } else { -size }
            }).sum::<i64>()
        };
        let expected = match stalks.iter().map(worth).sum::<i64>().signum() {
            1 => Outcome::L,
            0 => Outcome::P,
            _ => Outcome::R,
        };
        let text = format!("hackenbush({})", stalks.join(","));
        prop_assert_eq!(outcome(&text), Some(expected), "{}", text);
    }
}

#[test]
fn equal_forests_are_written_alike() {
    assert_eq!(game("hackenbush( R , B[GG, R] )").text(), game("hackenbush(B[R,G[G]],R)").text());
    assert_eq!(game("hackenbush()").drawing(), "▌");
    assert_eq!(
        game("hackenbush(B[R,GG[G,B]], RB)").drawing(),
        "▌┬─B─┬─G─G─┬─B\n▌│   │     └─G\n▌│   └─R\n▌└─R─B"
    );
}

// ------------------------------------------------------------ Kayles on graphs

/// Values of Dawson's Kayles, octal 0.137 (Guy and Smith, The G-values of
/// various games, 1956).
const DAWSON: [u64; 34] = [
    0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2,
    7, 4,
];

fn path(vertices: usize) -> String {
    (1..=vertices).map(|i| format!("v{i}")).collect::<Vec<_>>().join("-")
}

#[test]
fn kayles_on_paths_is_dawsons_kayles() {
    for (n, &value) in DAWSON.iter().enumerate().skip(1) {
        assert_eq!(grundy(&format!("node-kayles({})", path(n))), Nimber(value), "{n}");
        // Arc Kayles is 0.07, which lags by one.
        assert_eq!(grundy(&format!("arc-kayles({})", path(n + 1))), Nimber(value), "{n}");
    }
}

#[test]
fn node_kayles_on_a_cycle_has_one_kind_of_move() {
    for n in 3..DAWSON.len() {
        let expected = u64::from(DAWSON[n - 3] == 0);
        assert_eq!(grundy(&format!("node-kayles({}-v1)", path(n))), Nimber(expected), "{n}");
    }
}

#[test]
fn arc_kayles_on_a_grid_is_cram() {
    // Winning Ways, chapter 15; Schneider, Das Spiel Juvavum, 2009.
    for (width, height, value) in [(2, 2, 0), (3, 2, 1), (3, 3, 0), (4, 3, 1), (4, 4, 0)] {
        let mut edges = Vec::new();
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            edges.extend((x > 0).then(|| format!("v{x}_{y}-v{}_{y}", x - 1)));
            edges.extend((y > 0).then(|| format!("v{x}_{y}-v{x}_{}", y - 1)));
        }
        let text = format!("arc-kayles({})", edges.join(","));
        assert_eq!(grundy(&text), Nimber(value), "{width}x{height}");
    }
}

/// The value of a set of vertices, by mex and nothing else.
fn kayles(near: &[Vec<bool>], arcs: bool, left: u32, known: &mut BTreeMap<u32, u64>) -> u64 {
    if let Some(&value) = known.get(&left) {
        return value;
    }
    let there = |v: usize| left >> v & 1 == 1;
    let mut seen = BTreeSet::new();
    for a in (0..near.len()).filter(|&a| there(a)) {
        if arcs {
            for b in (0..near.len()).filter(|&b| there(b) && near[a][b]) {
                seen.insert(kayles(near, arcs, left & !(1 << a) & !(1 << b), known));
            }
        } else {
            let stays = |v: &usize| *v != a && !near[a][*v] && there(*v);
            let rest = (0..near.len()).filter(stays).map(|v| 1 << v).sum();
            seen.insert(kayles(near, arcs, rest, known));
        }
    }
    let value = (0..).find(|value| !seen.contains(value)).unwrap();
    known.insert(left, value);
    value
}

proptest! {
    #[test]
    fn kayles_on_graphs_agrees_with_plain_mex(
        n in 1usize..9, links in prop::collection::vec((0usize..9, 0usize..9), 0..14)
    ) {
        let mut near = vec![vec![false; n]; n];
        let mut drawn: Vec<String> = (0..n).map(|v| format!("v{v}")).collect();
        for (a, b) in links.into_iter().map(|(a, b)| (a % n, b % n)).filter(|(a, b)| a != b) {
            (near[a][b], near[b][a]) = (true, true);
            drawn.push(format!("v{a}-v{b}"));
        }
        for (name, arcs) in [("node-kayles", false), ("arc-kayles", true)] {
            let text = format!("{name}({})", drawn.join(","));
            let expected = kayles(&near, arcs, (1 << n) - 1, &mut BTreeMap::new());
            prop_assert_eq!(grundy(&text), Nimber(expected), "{}", text);
        }
    }
}

// -------------------------------------------------------------------- Pebbles

/// Who wins with pebbles on each pair of vertices: sweeps over all pairs until
/// nothing changes. 1 for a win of the player to move, -1 for a loss, 0 for a draw.
fn two_pebbles(arrows: &[Vec<usize>]) -> Vec<Vec<i8>> {
    let n = arrows.len();
    let mut result = vec![vec![0i8; n]; n];
    loop {
        let mut changed = false;
        for a in 0..n {
            for b in 0..n {
                let options: Vec<i8> = (arrows[a].iter().map(|&to| result[to][b]))
                    .chain(arrows[b].iter().map(|&to| result[a][to]))
                    .collect();
                let now = if options.contains(&-1) {
                    1
                } else if options.iter().all(|&option| option == 1) {
                    -1
                } else {
                    0
                };
                changed |= result[a][b] != now;
                result[a][b] = now;
            }
        }
        if !changed {
            return result;
        }
    }
}

proptest! {
    #[test]
    fn smith_fraenkel_values_decide_sums_of_pebbles(
        n in 1usize..7, links in prop::collection::vec((0usize..7, 0usize..7), 0..14)
    ) {
        let mut arrows = vec![Vec::new(); n];
        let mut drawn: Vec<String> = (0..n).map(|v| format!("v{v}")).collect();
        for (a, b) in links.into_iter().map(|(a, b)| (a % n, b % n)) {
            arrows[a].push(b);
            drawn.push(format!("v{a}>v{b}"));
        }
        let drawn = drawn.join(",");
        let expected = two_pebbles(&arrows);
        for a in 0..n {
            for b in 0..n {
                let text = format!("pebble({drawn}; v{a},v{b})");
                let wanted = [Outcome::P, Outcome::D, Outcome::N][(expected[a][b] + 1) as usize];
                prop_assert_eq!(outcome(&text), Some(wanted), "{}", text);
                let parts = game(&text).components(true, &Limits::default()).unwrap();
                let values = loopy_values(&parts.graph, &Limits::default()).unwrap().unwrap();
                let sum: LoopyNimber =
                    parts.start.iter().map(|&node| values[node as usize].clone()).sum();
                prop_assert_eq!(sum.outcome(), wanted, "{} is worth {}", text, sum);
            }
        }
    }
}

#[test]
fn pebbles_that_circle_are_drawn_unless_one_can_leave() {
    assert_eq!(outcome("pebble(a>b, b>a; a)"), Some(Outcome::D));
    assert_eq!(outcome("pebble(a>b, b>a, a>c; a)"), Some(Outcome::N));
    let play = game("pebble(a>a, a>b; a,b)").explore(&Limits::default()).unwrap();
    let names: Vec<String> =
        play.arena.options(0).iter().map(|&to| play.move_name(0, to, false)).collect();
    assert_eq!(names, ["a>a", "a>b"]);
    assert_eq!(
        game("pebble(a>b, b>c, c>a, c>d; a,b,b)").drawing(),
        " ● a → b\n●● b → c\n   c → a d\n   d"
    );
}
