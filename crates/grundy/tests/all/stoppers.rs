//! Loopy games and stoppers, held to play from the definition.

use grundy::catalogue;
use grundy::graph::explore_components;
use grundy::language::Session;
use grundy::solve::sided::{are_equal, sides};
use grundy::value::{Forms, LoopyGraph, Sided, Stopper};
use grundy::{Fate, Limits, Player, Random, Ruleset};

fn forms() -> Forms<'static> {
    Forms::new(Limits::default())
}

/// So many positions at most, of which each player has at most so many options.
pub(crate) fn graph(random: &mut Random, positions: usize, options: usize) -> LoopyGraph {
    let positions = 1 + random.below(positions);
    let mut graph = LoopyGraph::default();
    for _ in 0..positions {
        graph.add();
    }
    for node in 0..positions as u32 {
        for player in Player::BOTH {
            for _ in 0..random.below(options + 1) {
                let to = random.below(positions) as u32;
                graph.add_option(node, player, to);
            }
        }
    }
    graph.reached(0)
}

pub(crate) fn stopper(random: &mut Random, positions: usize) -> LoopyGraph {
    loop {
        let graph = self::graph(random, positions, 2);
        if graph.is_stopper() {
            return graph;
        }
    }
}

/// What Left brings about in the sum of position 0 of all graphs when each player
/// starts: 1, -1, or 0 for a draw. Wins are what is found by going back from the ends.
fn play(terms: &[&LoopyGraph]) -> [i8; 2] {
    let mut places = vec![vec![0u32; terms.len()]];
    let mut moves: Vec<[Vec<usize>; 2]> = Vec::new();
    while let Some(place) = places.get(moves.len()).cloned() {
        let mut both = [Vec::new(), Vec::new()];
        for (player, found) in Player::BOTH.into_iter().zip(&mut both) {
            for (i, term) in terms.iter().enumerate() {
                for &option in term.options(place[i], player) {
                    let mut to = place.clone();
                    to[i] = option;
                    let at = places.iter().position(|known| *known == to).unwrap_or_else(|| {
                        places.push(to);
                        places.len() - 1
                    });
                    found.push(at);
                }
            }
        }
        moves.push(both);
    }
    let mut left = vec![[0i8; 2]; places.len()];
    loop {
        let mut changed = false;
        for at in 0..places.len() {
            for (mover, win) in [(0, 1), (1, -1)] {
                let after = || moves[at][mover].iter().map(|&to| left[to][1 - mover]);
                let value = if after().any(|value| value == win) {
                    win
                } else if after().all(|value| value == -win) {
                    -win
                } else {
                    0
                };
                changed |= value != left[at][mover];
                left[at][mover] = value;
            }
        }
        if !changed {
            return left[0];
        }
    }
}

/// Games with which others are added: all with two positions and at most one option for
/// each player, and larger ones.
fn others(random: &mut Random) -> Vec<LoopyGraph> {
    let mut others = Vec::new();
    for choice in 0..81 {
        let mut graph = LoopyGraph::default();
        let (first, second) = (graph.add(), graph.add());
        let mut digits = choice;
        for node in [first, second] {
            for player in Player::BOTH {
                match digits % 3 {
                    0 => {}
                    1 => graph.add_option(node, player, first),
                    _ => graph.add_option(node, player, second),
                }
                digits /= 3;
            }
        }
        others.push(graph.reached(0));
    }
    others.extend((0..60).map(|_| graph(random, 4, 2)));
    others
}

/// Whether two sides have the outcomes of a game in all sums with others: the onside says
/// where Left does not lose, and the offside where she wins.
fn are_sides(terms: &[&LoopyGraph], sides: [&LoopyGraph; 2], others: &[LoopyGraph]) -> bool {
    others.iter().all(|other| {
        let whole: Vec<&LoopyGraph> = terms.iter().copied().chain([other]).collect();
        let [on, off] = sides.map(|side| play(&[side, other]));
        let all = play(&whole);
        (0..2).all(|starter| {
            (all[starter] >= 0) == (on[starter] >= 0) && (all[starter] > 0) == (off[starter] > 0)
        })
    })
}

#[test]
fn a_loopy_game_may_be_exchanged_for_its_stoppers_in_every_sum() {
    let (mut random, mut forms) = (Random::new(1), forms());
    let others = others(&mut random);
    let (mut loopy, mut refused) = (0, 0);
    for _ in 0..250 {
        let graph = self::graph(&mut random, 6, 2);
        let sided = Sided::from_graph(&graph, &mut forms).unwrap();
        assert!(are_sides(&[&graph], [sided.onside(), sided.offside()], &others), "{graph:?}");
        if sided.stopper().is_none() {
            loopy += 1;
            // The sides of another game, or in the wrong order, are found out.
            refused += usize::from(!are_sides(&[&graph], [sided.offside(); 2], &others));
            assert!(!are_sides(&[&graph], [sided.offside(), sided.onside()], &others));
        }
        assert_eq!(Stopper::new(&graph, &mut forms).unwrap().is_some(), graph.is_stopper());
    }
    assert!(loopy > 20 && refused == loopy, "{loopy} {refused}");
}

#[test]
fn a_sum_of_stoppers_has_the_sides_that_play_in_it_has() {
    let (mut random, mut forms) = (Random::new(2), forms());
    let others = others(&mut random);
    let mut loopy = 0;
    for _ in 0..60 {
        let (a, b) = (stopper(&mut random, 4), stopper(&mut random, 4));
        let [first, second] =
            [&a, &b].map(|graph| Sided::from(Stopper::new(graph, &mut forms).unwrap().unwrap()));
        let sum = first.sum(&second, &mut forms).unwrap();
        assert!(are_sides(&[&a, &b], [sum.onside(), sum.offside()], &others), "{a:?} {b:?}");
        assert_eq!(sum, second.sum(&first, &mut forms).unwrap());
        loopy += usize::from(sum.stopper().is_none());
    }
    assert!(loopy > 2, "{loopy}");
    // Also where the terms are no stoppers, and three at a time.
    for _ in 0..20 {
        let graphs = [0; 3].map(|_| graph(&mut random, 3, 1));
        let [a, b, c] =
            graphs.each_ref().map(|graph| Sided::from_graph(graph, &mut forms).unwrap());
        let left = a.sum(&b, &mut forms).unwrap().sum(&c, &mut forms).unwrap();
        let right = b.sum(&c, &mut forms).unwrap().sum(&a, &mut forms).unwrap();
        assert_eq!(left, right);
        let terms: Vec<&LoopyGraph> = graphs.iter().collect();
        assert!(are_sides(&terms, [left.onside(), left.offside()], &others[..100]));
    }
}

/// Numbers changed at random, and a dominated option more where there is one.
fn disguised(graph: &LoopyGraph, random: &mut Random) -> LoopyGraph {
    let mut places: Vec<u32> = (0..graph.len() as u32).collect();
    for i in (1..places.len()).rev() {
        places.swap(i, random.below(i + 1));
    }
    let mut shuffled = LoopyGraph::default();
    let root = shuffled.add();
    for _ in &places {
        shuffled.add();
    }
    for node in 0..graph.len() as u32 {
        for player in Player::BOTH {
            let options = graph.options(node, player);
            for &option in options.iter().rev().chain(options.first()) {
                let (from, to) = (1 + places[node as usize], 1 + places[option as usize]);
                shuffled.add_option(from, player, to);
                if node == 0 {
                    shuffled.add_option(root, player, to);
                }
            }
        }
    }
    // Where Left can move to the whole, she gains nothing by a move to off besides.
    let off = shuffled.add();
    shuffled.add_option(off, Player::Right, off);
    if !graph.options(0, Player::Left).is_empty() {
        shuffled.add_option(root, Player::Left, off);
    }
    shuffled
}

#[test]
fn stoppers_are_equal_exactly_if_they_have_the_same_canonical_form() {
    let (mut random, mut forms) = (Random::new(3), forms());
    let (mut equal, mut pairs) = (0, 0);
    for _ in 0..150 {
        let graphs: Vec<LoopyGraph> = (0..8).map(|_| stopper(&mut random, 5)).collect();
        let stoppers: Vec<Stopper> =
            graphs.iter().map(|graph| Stopper::new(graph, &mut forms).unwrap().unwrap()).collect();
        for (a, first) in graphs.iter().zip(&stoppers) {
            let hidden = disguised(a, &mut random);
            assert_eq!(Stopper::new(&hidden, &mut forms).unwrap().as_ref(), Some(first), "{a:?}");
            let again = Stopper::new(first.graph(), &mut forms).unwrap();
            assert_eq!(again.as_ref(), Some(first));
            for (b, second) in graphs.iter().zip(&stoppers) {
                // Left survives A - B and B - A as second player.
                let at_least = |a: &LoopyGraph, b: &LoopyGraph| play(&[a, &b.negative()])[1] >= 0;
                let by_play = at_least(a, b) && at_least(b, a);
                assert_eq!(by_play, first == second, "{a:?} {b:?}");
                assert_eq!(
                    at_least(a, b),
                    first.graph().at_least(second.graph(), &Limits::default()).unwrap()
                );
                equal += usize::from(by_play);
                pairs += 1;
            }
        }
    }
    assert!(equal > pairs / 8 + 500 && pairs > 2 * equal, "{equal} of {pairs}");
}

/// Siegel, Combinatorial Game Theory, chapter VI: G ≥ H if no sum with another game
/// goes better for Left with H than with G.
#[test]
fn a_stopper_is_at_least_another_exactly_if_it_is_no_worse_in_any_sum() {
    let (mut random, mut forms) = (Random::new(4), forms());
    let others = others(&mut random);
    let (mut more, mut confused) = (0, 0);
    for _ in 0..120 {
        let [a, b] = [0; 2].map(|_| graph(&mut random, 4, 2));
        let [first, second] = [&a, &b].map(|graph| Sided::from_graph(graph, &mut forms).unwrap());
        let order = first.compare(&second, &mut forms).unwrap();
        let no_worse = |a: &LoopyGraph, b: &LoopyGraph, witness: &LoopyGraph| {
            others.iter().chain([witness]).all(|other| {
                let [a, b] = [a, b].map(|graph| play(&[graph, other]));
                a[0] >= b[0] && a[1] >= b[1]
            })
        };
        // Where it is worse, it is so in a sum with the negative of one of both.
        let at_least = no_worse(&a, &b, &b.negative()) && no_worse(&a, &b, &a.negative());
        let at_most = no_worse(&b, &a, &a.negative()) && no_worse(&b, &a, &b.negative());
        let limits = Limits::default();
        let by_graph = (a.at_least(&b, &limits).unwrap(), b.at_least(&a, &limits).unwrap());
        let is = |wanted: fn(std::cmp::Ordering) -> bool| order.is_some_and(wanted);
        use std::cmp::Ordering;
        assert_eq!(by_graph, (is(Ordering::is_ge), is(Ordering::is_le)), "{a:?} {b:?}");
        if order.is_some_and(std::cmp::Ordering::is_ge) {
            assert!(at_least, "{a:?} {b:?}");
            more += 1;
        }
        if order.is_none() {
            assert!(!at_least && !at_most, "{a:?} {b:?}");
            confused += 1;
        }
    }
    assert!(more > 20 && confused > 10, "{more} {confused}");
}

#[test]
fn fates_of_a_loopy_game_are_those_of_its_play() {
    let (mut random, mut forms) = (Random::new(5), forms());
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..2_000 {
        let graph = self::graph(&mut random, 4, 2);
        let fates = Sided::from_graph(&graph, &mut forms).unwrap().fates(&mut forms).unwrap();
        let value = |fate| match fate {
            Fate::Win => 1,
            Fate::Draw => 0,
            Fate::Loss => -1,
        };
        let found = [value(fates.left), -value(fates.right)];
        assert_eq!(found, play(&[&graph]), "{graph:?}");
        seen.insert(found);
    }
    assert_eq!(seen.len(), 9, "all nine classes are met");
}

/// Winning Ways, chapter 11: Bach's Carousel, {0, {1|1, {*, {1*|1*, C} | *}} | 0}.
#[test]
fn the_carousel_has_sides_that_are_no_stoppers() {
    let mut graph = LoopyGraph::default();
    let [carousel, zero, one, star, one_star, a, b, c] = [0; 8].map(|_| graph.add());
    for (from, left, right) in [
        (carousel, &[zero, a][..], &[zero][..]),
        (one, &[zero], &[]),
        (star, &[zero], &[zero]),
        (one_star, &[one], &[one]),
        (a, &[one], &[one, b]),
        (b, &[star, c], &[star]),
        (c, &[one_star], &[one_star, carousel]),
    ] {
        left.iter().for_each(|&to| graph.add_option(from, Player::Left, to));
        right.iter().for_each(|&to| graph.add_option(from, Player::Right, to));
    }
    // It has an order all the same: it is what it is, and not 0, as N says.
    let limits = Limits::default();
    let hidden = disguised(&graph, &mut Random::new(7));
    assert_eq!(
        [graph.at_least(&hidden, &limits), hidden.at_least(&graph, &limits)],
        [Ok(true), Ok(true)]
    );
    let zero = Stopper::zero();
    assert_eq!(graph.at_least(zero.graph(), &limits), Ok(false));
    assert_eq!(zero.graph().at_least(&graph, &limits), Ok(false));
    assert_eq!(play(&[&graph]), [1, -1]);
    // What CGSuite says it is worth.
    let mut forms = forms();
    let others = others(&mut Random::new(8));
    let expected = "a{1|1,{1*|a||*}||0} & a{0,{1|||1*|a||*}|0}";
    for graph in [&graph, &hidden] {
        let sided = Sided::from_graph(graph, &mut forms).unwrap();
        assert_eq!(forms.print_sided(&sided).unwrap(), expected);
        assert!(sided.stopper().is_none());
        assert!(are_sides(&[graph], [sided.onside(), sided.offside()], &others));
        assert!(!are_sides(&[graph], [sided.offside(), sided.onside()], &others));
        let fates = sided.fates(&mut forms).unwrap();
        assert_eq!([fates.left, fates.right], [Fate::Win; 2]);
        let negative = sided.negative(&mut forms).unwrap();
        let sum = sided.sum(&negative, &mut forms).unwrap();
        let terms = [graph, &graph.negative()];
        assert!(are_sides(&terms, [sum.onside(), sum.offside()], &others[..40]));
    }
}

#[test]
fn stoppers_obey_the_limits() {
    let small = Limits { memory: 10_000, ..Limits::default() };
    let graph = self::graph(&mut Random::new(6), 200, 3);
    assert!(Sided::from_graph(&graph, &mut Forms::new(small)).is_err());
    let mut forms = Forms::new(Limits { memory: 1 << 30, ..Limits::default() });
    let huge = forms.number(1_000_000.into()).unwrap();
    forms.set_limits(Limits { memory: 100 << 20, ..Limits::default() });
    assert!(Sided::from_form(huge, &mut forms).is_err());
    let large = forms.number(4_000.into()).unwrap();
    let large = Sided::from_form(large, &mut forms).unwrap();
    let on = Sided::from(Stopper::on());
    assert_eq!(on.compare(&large, &mut forms), Ok(Some(std::cmp::Ordering::Greater)));
    assert_eq!(on.sum(&large, &mut forms), Ok(on));
}

/// Toads, which are Left's, slide to the right or jump over a frog, and frogs the other
/// way; both may also slide back.
struct Backsliding;

impl Ruleset for Backsliding {
    type Position = Vec<u8>;

    fn options(&self, strip: &Vec<u8>, player: Player) -> impl Iterator<Item = Vec<u8>> {
        let (own, other, ahead) = match player {
            Player::Left => (b't', b'f', 1),
            Player::Right => (b'f', b't', -1),
        };
        let mut found = Vec::new();
        for from in 0..strip.len() as isize {
            let at = |place: isize| strip.get(usize::try_from(place).ok()?).copied();
            if at(from) != Some(own) {
                continue;
            }
            let jump = (at(from + ahead) == Some(other)).then_some(from + 2 * ahead);
            for to in [Some(from + ahead), Some(from - ahead), jump].into_iter().flatten() {
                if at(to) == Some(b'.') {
                    let mut after = strip.clone();
                    after.swap(from as usize, to as usize);
                    found.push(after);
                }
            }
        }
        found.into_iter()
    }
}

/// What CGSuite says of Backsliding Toads and Frogs (its GameStripTest).
#[test]
fn a_loopy_ruleset_is_worth_what_cgsuite_says() {
    let start = b"ttt..fff".to_vec();
    let limits = Limits::default();
    let found = explore_components(&Backsliding, &start, true, &limits).unwrap();
    let mut session = Session::new(limits);
    let value = sides(&found.graph, &found.start, session.forms()).unwrap().unwrap();
    let printed = session.forms().print_sided(&value).unwrap();
    assert_eq!(printed, "{on||0|-1/2} & {1/2|0||off}");
    // Without the way back all ends.
    let short = explore_components(&Backsliding, &b"tf".to_vec(), true, &limits).unwrap();
    let zero = sides(&short.graph, &short.start, session.forms()).unwrap().unwrap();
    assert_eq!(zero.stopper(), Some(Stopper::zero()));
    assert_ne!(value, zero);
}

/// A stopper's graph, taken for a position of an explicit game, is worth what it was, and
/// so are sums with other positions.
#[test]
fn positions_of_loopy_games_are_worth_their_sides() {
    let mut session = Session::new(Limits::default());
    for (line, value) in [
        (r#"graph({"left":{"a":["z"]},"right":{"a":["a"]},"start":"a"})"#, "over"),
        (r#"-graph({"left":{"a":["z"]},"right":{"a":["a"]},"start":"a"})"#, "under"),
        (r#"graph({"left":{"a":["a"]},"right":{"a":["a"]},"start":"a"})"#, "dud"),
        (r#"graph({"left":{"a":["b"]},"right":{"b":["a"]},"start":"a"})"#, "1 & 0"),
        (
            r#"graph({"left":{"a":["z"]},"right":{"a":["a"]},"start":"a"}) + domineering(1x2)"#,
            "1over",
        ),
        (
            r#"graph({"left":{"a":["z"]},"right":{"a":["a"]}}) - graph({"left":{"a":["z"]},"right":{"a":["a"]}})"#,
            "over & under",
        ),
        // Impartial ones, added to what is partizan.
        (r#"graph({"moves":{"a":["a"]}}) + 1/2"#, "dud"),
        (r#"graph({"moves":{"a":["b"],"b":["a","z"]}}) + ^"#, "^"),
    ] {
        assert_eq!(session.print(line).unwrap(), value, "{line}");
    }
    for stopper in ["over", "a{0||||0|||a|*||*}", "3/2under"] {
        let line = format!("board({stopper})");
        let drawn = session.print(&line).unwrap();
        assert_eq!(session.print(&drawn).unwrap(), stopper);
    }
    let error = session.print("board(dud)").unwrap_err();
    assert!(error.to_string().contains("only stoppers are played"), "{error}");
}

#[test]
fn loopy_positions_are_equal_if_they_may_stand_for_each_other() {
    let equal = |first: &str, second: &str| {
        let limits = Limits::default();
        let parts = [first, second]
            .map(|text| catalogue::parse(text).unwrap().components(false, &limits).unwrap());
        let graphs = parts.each_ref().map(|parts| (&parts.graph, parts.start[0]));
        are_equal(graphs, &limits).unwrap().unwrap()
    };
    // dud = {dud|dud} by one position and by two.
    let dud = r#"graph({"moves":{"a":["a"]}})"#;
    let round = r#"graph({"moves":{"a":["b"],"b":["c"],"c":["a"]}})"#;
    assert!(equal(dud, round));
    // Both are drawn, but {dud|dud, 0} is no dud: Right can end it.
    let way_out = r#"graph({"left":{"a":["a"]},"right":{"a":["a","z"]}})"#;
    assert!(!equal(dud, way_out));
    let over = r#"graph({"left":{"a":["z"]},"right":{"a":["a"]}})"#;
    let other = r#"graph({"left":{"a":["z"],"b":["z"]},"right":{"a":["a","b"],"b":["b","a"]}})"#;
    assert!(equal(over, other));
    // Where Left can only go back, Right draws by going round.
    let round = r#"graph({"left":{"a":["z"],"b":["a"]},"right":{"a":["a","b"],"b":["a","b"]}})"#;
    assert!(!equal(over, round));
    assert!(!equal(over, "nim(0)") && !equal(over, dud));
}
