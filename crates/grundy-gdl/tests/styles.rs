//! Ways in which authors write games: each is held to the definition of the
//! language in all positions.

mod common;

use std::fmt::Write;

use common::compare;

/// Players take turns by `control`, and counters go down to zero.
const TURNS: &str = "
    (role white) (role black)
    (init (control white))
    (<= (next (control white)) (true (control black)))
    (<= (next (control black)) (true (control white)))
    (<= (legal ?p noop) (role ?p) (not (true (control ?p))))
    (<= (goal ?p 100) (role ?p) (not (true (control ?p))))
    (<= (goal ?p 0) (true (control ?p)))
";

fn check(rules: &str, positions: usize) {
    let game = grundy_gdl::load("style.kif", rules).unwrap_or_else(|fault| panic!("{fault}"));
    // As many as the interpreter reaches, which sees each of them.
    let compared = compare(&game, rules, 3000, <[_]>::to_vec);
    assert_eq!(compared, positions, "{rules}");
}

fn check_turns(rules: &str, positions: usize) {
    check(&format!("{TURNS}{rules}"), positions);
}

#[test]
fn a_chain_of_successors_counts_steps() {
    let mut chain = String::new();
    for i in 0..100 {
        write!(chain, "(succ {i} {})", i + 1).unwrap();
    }
    let rules = "
        (init (step 0))
        (<= (legal ?p wait) (true (control ?p)))
        (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
        (<= terminal (true (step 100)))";
    check_turns(&format!("{chain}{rules}"), 101);
}

#[test]
fn facts_are_variables() {
    check_turns(
        "(init (left 5)) (init permanent) (init (unused 1))
        (minus 5 4) (minus 4 3) (minus 3 2) (minus 2 1) (minus 1 0)
        (<= (legal ?p (take ?n)) (true (control ?p)) (true (left ?m)) (takes ?m ?n ?k))
        (<= (takes ?m 1 ?k) (minus ?m ?k))
        (<= (takes ?m 2 ?k) (minus ?m ?l) (minus ?l ?k))
        (<= (next (left ?k)) (does ?p (take ?n)) (true (left ?m)) (takes ?m ?n ?k))
        (<= (next ?f) (true ?f) (stays ?f))
        (stays permanent) (<= (stays (unused ?x)) (true (unused ?x)))
        (<= terminal (true (left 0)))",
        10,
    );
}

#[test]
fn moves_are_variables() {
    check_turns(
        "(button red) (button green) (button (mixed red green))
        (<= (legal ?r ?m) (role ?r) (option ?r ?m))
        (<= (option ?r (press ?b)) (true (control ?r)) (button ?b) (not (true (pressed ?b))))
        (<= (next (pressed ?b)) (does ?r ?m) (effect ?m ?b))
        (<= (effect (press ?b) ?b) (button ?b))
        (<= (next (pressed ?b)) (true (pressed ?b)))
        (<= terminal (not open))
        (<= open (button ?b) (not (true (pressed ?b))))",
        8,
    );
}

#[test]
fn what_is_next_asks_what_was_legal() {
    check_turns(
        "(init (a 2)) (init (b 2)) (less 2 1) (less 1 0)
        (<= (legal ?p (dec a ?y)) (true (control ?p)) (true (a ?x)) (less ?x ?y))
        (<= (legal ?p (dec b ?y)) (true (control ?p)) (true (b ?x)) (less ?x ?y))
        (<= (next (a ?y)) (does ?p (dec a ?y)))
        (<= (next (b ?y)) (does ?p (dec b ?y)))
        (<= (next (a ?x)) (true (a ?x)) (does ?p (dec b ?y)))
        (<= (next (b ?x)) (true (b ?x)) (does ?p (dec a ?y)))
        (<= (next (chances ?p)) (legal ?p (dec a ?y)) (does ?p (dec b ?z)))
        (<= terminal (true (a 0)) (true (b 0)))",
        11,
    );
}

#[test]
fn alternatives_stand_within_negations_and_the_other_way_round() {
    check_turns(
        "(square 1) (square 2) (square 3) (square 4)
        (<= (legal ?p (mark ?s))
            (square ?s)
            (true (control ?p))
            (not (or (true (marked ?s white)) (true (marked ?s black)))))
        (<= (next (marked ?s ?p)) (or (does ?p (mark ?s)) (true (marked ?s ?p))))
        (<= (pair ?p)
            (or (and (true (marked 1 ?p)) (true (marked 2 ?p)))
                (and (true (marked 3 ?p)) (or (true (marked 4 ?p)) (true (marked 1 ?p))))))
        (<= terminal (or (pair white) (pair black) (not open)))
        (<= open (square ?s) (not (and (not (true (marked ?s white))) (true (marked ?s black))))
            (not (true (marked ?s white))))",
        32,
    );
}

#[test]
fn terms_differ_before_they_are_known() {
    check_turns(
        "(p 1) (p 2) (p 3) (init (token 1 2))
        (<= (legal ?r (move ?x ?y))
            (distinct ?x ?y) (distinct (t ?x) (t 2)) (true (control ?r)) (p ?x) (p ?y)
            (not (true (token ?x ?y))) (distinct (pair ?x ?y) (pair 3 1)))
        (<= (next (token ?x ?y)) (does ?r (move ?x ?y)))
        (<= (next (seen ?x ?y)) (or (true (seen ?x ?y)) (true (token ?x ?y))))
        (<= terminal (true (seen 1 3)))",
        13,
    );
}

#[test]
fn initial_facts_are_found_by_rules() {
    check_turns(
        "(size 1) (size 2) (color red) (color blue) (not-there red 2)
        (<= (init ?f) (thing ?f))
        (<= (thing (piece ?c ?s)) (color ?c) (size ?s) (not (not-there ?c ?s)))
        (<= (legal ?p (remove ?c ?s)) (true (control ?p)) (true (piece ?c ?s)))
        (<= (next (piece ?c ?s))
            (true (piece ?c ?s)) (does ?p (remove ?d ?t)) (distinct (k ?c ?s) (k ?d ?t)))
        (<= (terminal) (not left))
        (<= left (true (piece ?c ?s)))",
        8,
    );
}

#[test]
fn numbers_are_added_by_tables() {
    check_turns(
        "(init (sum 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
        (num 0) (<= (num ?y) (num ?x) (succ ?x ?y))
        (<= (add ?x 0 ?x) (num ?x))
        (<= (add ?x ?y ?z) (succ ?y1 ?y) (succ ?z1 ?z) (add ?x ?y1 ?z1))
        (<= (greater ?x ?y) (succ ?y ?x))
        (<= (greater ?x ?z) (greater ?x ?y) (greater ?y ?z))
        (<= (legal ?p (say ?n)) (true (control ?p)) (num ?n) (greater ?n 0) (greater 4 ?n)
            (true (sum ?s)) (add ?s ?n ?t))
        (<= (next (sum ?t)) (does ?p (say ?n)) (true (sum ?s)) (add ?s ?n ?t))
        (<= terminal (true (sum 6)))",
        12,
    );
}

#[test]
fn numerals_are_functions() {
    check_turns(
        "(init (heap (s (s (s (s z))))))
        (<= (legal ?p one) (true (control ?p)) (true (heap (s ?n))))
        (<= (legal ?p two) (true (control ?p)) (true (heap (s (s ?n)))))
        (<= (next (heap ?n)) (does ?p one) (true (heap (s ?n))))
        (<= (next (heap ?n)) (does ?p two) (true (heap (s (s ?n)))))
        (<= terminal (true (heap z)))",
        8,
    );
}

#[test]
fn a_path_is_found_within_a_position() {
    check_turns(
        "(edge a b) (edge b c) (edge c a) (edge c d) (node a) (node b) (node c) (node d)
        (<= (legal ?p (cut ?x ?y)) (true (control ?p)) (edge ?x ?y) (not (true (gone ?x ?y))))
        (<= (next (gone ?x ?y)) (does ?p (cut ?x ?y)))
        (<= (next (gone ?x ?y)) (true (gone ?x ?y)))
        (<= (there ?x ?y) (edge ?x ?y) (not (true (gone ?x ?y))))
        (<= (reach ?x ?x) (node ?x))
        (<= (reach ?x ?z) (reach ?x ?y) (there ?y ?z))
        (<= (circle ?x) (there ?x ?y) (reach ?y ?x))
        (<= (next (had-circle ?x)) (circle ?x))
        (<= (next (cut-off ?x)) (node ?x) (not (reach a ?x)))
        (<= terminal (not (reach a d)))",
        8,
    );
}

#[test]
fn relations_of_one_name_have_different_arities_and_case_does_not_matter() {
    check_turns(
        "(P 1) (p 1 2) (p) (Init (Left 2))
        (<= (LEGAL ?Who (TAKE 1)) (true (control ?who)) (P 1) (p 1 2) p)
        (<= (next (left 1)) (true (LEFT 2)))
        (<= (next (left 0)) (true (left 1)))
        (<= TERMINAL (true (left 0)))",
        3,
    );
}

#[test]
fn idle_players_say_other_words() {
    check(
        "(role x) (role y) (init (turn x)) (init (n 3))
        (next-of x y) (next-of y x) (pred 3 2) (pred 2 1) (pred 1 0)
        (<= (legal ?r wait) (role ?r) (true (turn ?q)) (distinct ?q ?r))
        (<= (legal ?r (go ?n)) (true (turn ?r)) (true (n ?m)) (pred ?m ?n))
        (<= (next (turn ?q)) (true (turn ?r)) (next-of ?r ?q))
        (<= (next (n ?n)) (does ?r (go ?n)))
        (<= terminal (true (n 0)))
        (<= (goal ?r 100) (true (turn ?r)))
        (<= (goal ?r 0) (role ?r) (not (true (turn ?r))))",
        4,
    );
}

#[test]
fn both_players_may_wait() {
    check(
        "(role x) (role y) (init one) (legal x noop) (legal y noop)
        (<= (legal y jump) (true two))
        (<= (next two) (true one)) (<= (next three) (does y jump))
        (<= (next done) (or (true three) (and (true two) (does y noop))))
        (<= terminal (true done)) (goal x 50) (goal y 50)",
        4,
    );
}

#[test]
fn an_ending_does_not_say_who_is_to_move() {
    check(
        "(role x) (role y) (init (control x)) (<= (legal ?r (say ?w)) (true (control ?r)) (word ?w))
        (word yes) (word no) (<= (legal x noop) (true (control y))) (<= (legal y noop) (true (control x)))
        (<= (next (control y)) (does x (say yes))) (<= (next (said ?r ?w)) (does ?r (say ?w)))
        (<= (next (said ?r ?w)) (true (said ?r ?w)))
        (<= terminal (true (said ?r no))) (<= terminal (true (said y ?w)))
        (<= (goal ?r 100) (true (said ?q no)) (role ?r) (distinct ?q ?r))
        (<= (goal ?r 0) (true (said ?r no)))
        (<= (goal ?r 50) (role ?r) (not (true (said x no))) (not (true (said y no))))",
        5,
    );
}

#[test]
fn facts_that_never_change_are_no_part_of_positions() {
    let rules = format!(
        "{TURNS}(init (wall 1)) (init (floor 2)) (init (at 2)) (next (wall 1))
        (<= (next (floor ?x)) (true (floor ?x)))
        (<= (legal ?p (go ?x)) (true (control ?p)) (or (true (wall ?x)) (true (floor ?x))))
        (<= (next (at ?x)) (does ?p (go ?x)) (not (true (ghost ?x))))
        (<= (next (ghost ?x)) (true (ghost ?x)))
        (<= terminal (true (at 1)))"
    );
    check(&rules, 4);
    let game = grundy_gdl::load("style.kif", &rules).unwrap();
    assert_eq!((game.summary().facts, game.summary().permanent), (4, 2));
    let game = game.stated();
    let read = |text: &str| game.read(grundy::Text::new(text));
    assert_eq!(read("(at 2) (control white) (wall 1)"), Ok(game.start()));
    assert!(read("(ghost 1)").is_err());
}

#[test]
fn control_may_say_nothing_of_whose_turn_it_is() {
    // White is always in control, and the fact `turn` says who moves.
    check(
        "(role white) (role black) (init (control white)) (init (turn white)) (init (left 4))
        (<= (next (control white)) (true (control white)))
        (<= (next (control black)) (true (left 2)))
        (<= (next (turn white)) (true (turn black)))
        (<= (next (turn black)) (true (turn white)))
        (minus 4 3) (minus 3 2) (minus 2 1) (minus 1 0)
        (<= (legal ?p (take ?m)) (true (turn ?p)) (true (left ?n)) (less ?n ?m))
        (<= (less ?n ?m) (minus ?n ?m))
        (<= (less ?n ?m) (minus ?n ?k) (minus ?k ?m))
        (<= (legal ?p noop) (role ?p) (not (true (turn ?p))))
        (<= (next (left ?m)) (does ?p (take ?m)))
        (<= terminal (true (left 0)))
        (<= (goal ?p 100) (role ?p) (not (true (turn ?p))))
        (<= (goal ?p 0) (true (turn ?p)))",
        11,
    );
}
