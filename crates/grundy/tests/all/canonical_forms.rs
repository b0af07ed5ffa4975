//! Canonical forms against the definitions, on random games.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use grundy::value::{Compact, Dyadic, Form, Forms};
use grundy::{Limits, Player, Random};

/// A game written out: its left and right options. No table, no shortcut.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Tree {
    left: BTreeSet<Tree>,
    right: BTreeSet<Tree>,
}

impl Tree {
    fn new(left: impl IntoIterator<Item = Tree>, right: impl IntoIterator<Item = Tree>) -> Tree {
        Tree { left: left.into_iter().collect(), right: right.into_iter().collect() }
    }

    /// Whether this game is at most the other, by the definition.
    fn at_most(&self, other: &Tree) -> bool {
        !self.left.iter().any(|option| other.at_most(option))
            && !other.right.iter().any(|option| option.at_most(self))
    }

    fn negative(&self) -> Tree {
        let negatives = |options: &BTreeSet<Tree>| options.iter().map(Tree::negative).collect();
        Tree { left: negatives(&self.right), right: negatives(&self.left) }
    }

    fn sum(&self, other: &Tree) -> Tree {
        let options = |player: Player| {
            let (mine, others) = match player {
                Player::Left => (&self.left, &other.left),
                Player::Right => (&self.right, &other.right),
            };
            let moved = mine.iter().map(|option| option.sum(other));
            moved.chain(others.iter().map(|option| self.sum(option))).collect()
        };
        Tree { left: options(Player::Left), right: options(Player::Right) }
    }

    /// The form without dominated and reversible options, one step at a time.
    fn canonical(&self) -> Tree {
        let forms = |options: &BTreeSet<Tree>| options.iter().map(Tree::canonical).collect();
        let mut game = Tree { left: forms(&self.left), right: forms(&self.right) };
        while let Some(simpler) = game.simpler() {
            game = simpler;
        }
        game
    }

    fn simpler(&self) -> Option<Tree> {
        for option in &self.left {
            let mut rest = self.clone();
            rest.left.remove(option);
            if rest.left.iter().any(|better| option.at_most(better)) {
                return Some(rest);
            }
            if let Some(answer) = option.right.iter().find(|answer| answer.at_most(self)) {
                rest.left.extend(answer.left.iter().cloned());
                return Some(rest);
            }
        }
        // Right's options are Left's in the negative.
        let mirrored = self.negative();
        for option in &mirrored.left {
            let mut rest = mirrored.clone();
            rest.left.remove(option);
            if rest.left.iter().any(|better| option.at_most(better)) {
                return Some(rest.negative());
            }
            if let Some(answer) = option.right.iter().find(|answer| answer.at_most(&mirrored)) {
                rest.left.extend(answer.left.iter().cloned());
                return Some(rest.negative());
            }
        }
        None
    }

    /// The form that the arena finds for the same game.
    fn form(&self, forms: &mut Forms<'_>) -> Form {
        let left: Vec<Form> = self.left.iter().map(|option| option.form(forms)).collect();
        let right: Vec<Form> = self.right.iter().map(|option| option.form(forms)).collect();
        forms.canonical(left, right).unwrap()
    }
}

/// A form of the arena, written out.
fn tree(forms: &mut Forms<'_>, form: Form) -> Tree {
    let mut options = |player| -> Vec<Tree> {
        let options = forms.options(form, player).unwrap();
        options.into_iter().map(|option| tree(forms, option)).collect()
    };
    Tree::new(options(Player::Left), options(Player::Right))
}

/// A game that takes so many days at most, with up to three options a side.
fn random_tree(random: &mut Random, days: usize) -> Tree {
    if days == 0 {
        return Tree::default();
    }
    let mut options = || -> Vec<Tree> {
        let count = random.below(if days > 3 { 3 } else { 4 });
        (0..count)
            .map(|_| {
                let days = random.below(days);
                random_tree(random, days)
            })
            .collect()
    };
    let (left, right) = (options(), options());
    Tree::new(left, right)
}

impl Default for Tree {
    fn default() -> Self {
        Tree::new([], [])
    }
}

#[test]
fn forms_of_random_games_are_those_of_the_definition() {
    let mut forms = Forms::new(Limits::default());
    let mut random = Random::new(1);
    let mut distinct = BTreeSet::new();
    for round in 0..6_000 {
        let game = random_tree(&mut random, 2 + round % 4);
        let form = game.form(&mut forms);
        assert_eq!(tree(&mut forms, form), game.canonical(), "{game:?}");
        distinct.insert(form);
    }
    assert!(distinct.len() > 250, "{}", distinct.len());
}

#[test]
fn games_of_many_numbers_ups_and_nimbers_are_those_of_the_definition() {
    let mut forms = Forms::new(Limits::default());
    let mut random = Random::new(4);
    let mut distinct = BTreeSet::new();
    for round in 0..400 {
        let compact = |forms: &mut Forms<'_>, random: &mut Random, ups: i32| {
            let number = Dyadic::from(i64::from(round % 3 == 0 && random.below(12) == 0));
            let (ups, nimber) = (ups + random.below(4) as i32, random.below(5) as u32);
            forms.compact(Compact { number, ups, nimber }).unwrap()
        };
        let mut options = |forms: &mut Forms<'_>| -> Vec<Form> {
            let (count, nested) = (1 + random.below(80), random.below(3));
            let ups = random.below(4) as i32 - 3;
            let mut options: Vec<Form> =
                (0..count).map(|_| compact(forms, &mut random, ups)).collect();
            for _ in 0..nested {
                let [left, right] = [ups, -ups].map(|ups| compact(forms, &mut random, ups));
                options.push(forms.canonical([left], [right]).unwrap());
            }
            options
        };
        let (left, right) = (options(&mut forms), options(&mut forms));
        let mut trees = |options: &[Form]| -> Vec<Tree> {
            options.iter().map(|&option| tree(&mut forms, option)).collect()
        };
        let game = Tree::new(trees(&left), trees(&right));
        let form = forms.canonical(left, right).unwrap();
        assert_eq!(tree(&mut forms, form), game.canonical(), "{game:?}");
        distinct.insert(form);
    }
    assert!(distinct.len() > 250, "{}", distinct.len());
}

/// A nimber has as many options as its size, and is an option itself, so that what
/// takes a step for each pair of options would not end in the time given.
#[test]
fn games_near_large_nimbers_are_found_in_linear_time() {
    let limits =
        Limits { time: Some((Instant::now(), Duration::from_secs(60))), ..Limits::default() };
    let mut forms = Forms::new(limits);
    let [nimber, next] = [60_000, 60_001].map(|nimber| forms.nimber(nimber).unwrap());
    let ups = |ups, nimber| Compact { ups, nimber, ..Compact::default() };
    let [up, down] = [1, -1].map(|sign| forms.compact(ups(sign, 60_000)).unwrap());
    // {↑*n | ↓*n}: both options are reversible through *(n⊕1).
    assert_eq!(forms.canonical([up], [down]), Ok(next));
    // {0 | ↓*n} is reversible through it, too, and then all that remains through *.
    let down_star = forms.compact(ups(-1, 1)).unwrap();
    assert_eq!(forms.canonical([Form::ZERO], [down]), Ok(down_star));
    // {{1 | *n} | {*n | -1}}: each threat is answered by *n.
    let [one, minus_one] = [1, -1].map(|number| forms.number(Dyadic::from(number)).unwrap());
    let threats = [forms.canonical([one], [nimber]), forms.canonical([nimber], [minus_one])];
    let [left, right] = threats.map(Result::unwrap);
    assert_eq!(forms.canonical([left], [right]), Ok(nimber));
    // {{1 | *n} | *(n-1)}: *n is reversible through it, so that 0 remains.
    let smaller = forms.nimber(59_999).unwrap();
    let expected = forms.compact(ups(1, 59_998)).unwrap();
    assert_eq!(forms.canonical([left], [smaller]), Ok(expected));
}

#[test]
fn sums_negatives_and_orders_of_random_games_are_those_of_the_definition() {
    let mut forms = Forms::new(Limits::default());
    let mut random = Random::new(2);
    for round in 0..3_000 {
        let days = if round % 3 == 0 { 3 } else { 2 };
        let (a, b) = (random_tree(&mut random, days), random_tree(&mut random, 2));
        let (x, y) = (a.form(&mut forms), b.form(&mut forms));
        assert_eq!(forms.at_most(x, y).unwrap(), a.at_most(&b));
        assert_eq!(forms.at_most(y, x).unwrap(), b.at_most(&a));
        let negative = forms.negative(x).unwrap();
        assert_eq!(negative, a.negative().form(&mut forms));
        assert_eq!(forms.sum(x, negative), Ok(Form::ZERO));
        let sum = forms.sum(x, y).unwrap();
        assert_eq!(sum, a.sum(&b).form(&mut forms), "{a:?} + {b:?}");
    }
}

#[test]
fn sums_of_deeper_games_obey_the_laws_of_a_group() {
    let mut forms = Forms::new(Limits::default());
    let mut random = Random::new(3);
    for _ in 0..400 {
        let [a, b, c] = [(); 3].map(|()| random_tree(&mut random, 4).form(&mut forms));
        let left = forms.sum(a, b).and_then(|sum| forms.sum(sum, c));
        let right = forms.sum(b, c).and_then(|sum| forms.sum(a, sum));
        assert_eq!(left, right);
        let sum = forms.sum(a, b).unwrap();
        assert_eq!(forms.difference(sum, b), Ok(a));
        // a ≤ b exactly when 0 ≤ b − a.
        let difference = forms.difference(b, a).unwrap();
        let ordered = forms.at_most(a, b);
        assert_eq!(ordered, forms.at_most(Form::ZERO, difference));
        let thrice = forms.multiple(a, &3.into()).unwrap();
        assert_eq!(Ok(thrice), forms.sum_all([a, a, a]));
    }
}

#[test]
fn compact_values_have_the_options_and_birthdays_of_their_trees() {
    fn depth(tree: &Tree) -> i64 {
        tree.left.iter().chain(&tree.right).map(|option| 1 + depth(option)).max().unwrap_or(0)
    }
    let mut forms = Forms::new(Limits::default());
    for number in [Dyadic::ZERO, Dyadic::new(3, 0), Dyadic::new(-5, 2), Dyadic::new(1, 3)] {
        for ups in -4..=4 {
            for nimber in 0..4 {
                let value = Compact { number: number.clone(), ups, nimber };
                let form = forms.compact(value.clone()).unwrap();
                let written = tree(&mut forms, form);
                assert_eq!(written.simpler(), None, "{value:?}");
                assert_eq!(written.form(&mut forms), form, "{value:?}");
                assert_eq!(value.birthday(), Dyadic::from(depth(&written)), "{value:?}");
                assert_eq!(forms.birthday(form), Ok(value.birthday()));
            }
        }
    }
    let up = forms.compact(Compact { ups: 1, ..Compact::default() }).unwrap();
    let star = forms.nimber(1).unwrap();
    let twice = forms.sum(up, up).and_then(|sum| forms.sum(sum, star)).unwrap();
    assert_eq!(
        forms.as_compact(twice).unwrap(),
        Compact { ups: 2, nimber: 1, ..Default::default() }
    );
}

#[test]
fn huge_numbers_need_no_stack_and_do_not_wrap() {
    let mut forms = Forms::new(Limits::default());
    let huge = forms.number(Dyadic::from(i64::MAX)).unwrap();
    let sum = forms.sum(huge, huge).unwrap();
    assert_eq!(forms.as_number(sum).unwrap().to_string(), "18446744073709551614");
    assert_eq!(forms.birthday(sum).unwrap().to_string(), "18446744073709551614");
    // {10^18 | -10^18} and a game near it.
    let [a, b] = [1_000_000_000_000_000_000, -1_000_000_000_000_000_000]
        .map(|n| forms.number(Dyadic::from(n)).unwrap());
    let switch = forms.canonical([a], [b]).unwrap();
    let star = forms.nimber(1).unwrap();
    let other = forms.sum(switch, star).unwrap();
    assert_eq!(forms.compare(switch, other), Ok(None));
    assert_eq!(forms.sum(switch, switch), Ok(Form::ZERO));
    // Numbers that coarse keys cannot tell apart.
    let small = forms.number(Dyadic::new(1, 40)).unwrap();
    let smaller = forms.number(Dyadic::new(1, 41)).unwrap();
    assert_eq!(forms.at_most(small, smaller), Ok(false));
    let warm = forms.canonical([small], [smaller]).unwrap();
    assert_eq!(forms.as_number(warm), None);
    assert_eq!(forms.compare(warm, small), Ok(None));
    assert_eq!(forms.compare(warm, smaller), Ok(None));
    let half_way = forms.canonical([smaller], [small]).unwrap();
    assert_eq!(forms.as_number(half_way), Some(&Dyadic::new(3, 42)));
}

#[test]
fn a_deeply_nested_game_overflows_no_stack() {
    let mut forms = Forms::new(Limits::default());
    let number = |forms: &mut Forms<'_>, n: i64| forms.number(Dyadic::from(n)).unwrap();
    let mut game = Form::ZERO;
    for depth in 1..2_000 {
        let threat = number(&mut forms, if depth % 2 == 0 { -depth } else { depth });
        game = match depth % 2 {
            0 => forms.canonical([game], [threat]).unwrap(),
            _ => forms.canonical([threat], [game]).unwrap(),
        };
    }
    let negative = forms.negative(game).unwrap();
    assert_ne!(negative, game);
    assert_eq!(forms.sum(game, negative), Ok(Form::ZERO));
    let half = forms.number(Dyadic::new(1, 1)).unwrap();
    let moved = forms.sum(game, half).unwrap();
    let minus_half = forms.negative(half).unwrap();
    assert_eq!(forms.sum(moved, minus_half), Ok(game));
}
