//! W_A, L_A, W_B, L_B and the draws over all of C, against sets that grow by definition, and the
//! theorems, which must hold for these sets and for no others.

use std::collections::{BTreeMap, BTreeSet};

use grundy::answer::{self, Sets};
use grundy::solve::verify::theorems::{Checked, ClaimedSets, THEOREMS};
use grundy::{ByPlayer, Convention, Fate, Game, Limits, Player, catalogue};
use proptest::prelude::*;

/// A 5-tuple with ties; positions are numbers.
#[derive(Clone, Debug)]
struct Tuple {
    moves: [BTreeMap<usize, BTreeSet<usize>>; 2],
    won: [BTreeSet<usize>; 2],
    ties: BTreeSet<usize>,
    positions: usize,
}

impl Tuple {
    fn text(&self) -> String {
        let moves = |of: &BTreeMap<usize, BTreeSet<usize>>| serde_json::to_string(of).unwrap();
        let list = |of: &BTreeSet<usize>| serde_json::to_string(of).unwrap();
        let all: BTreeSet<usize> = (0..self.positions).collect();
        format!(
            "graph({{\"C\":{},\"m_A\":{},\"m_B\":{},\"F_A\":{},\"F_B\":{},\"ties\":{}}})",
            list(&all),
            moves(&self.moves[0]),
            moves(&self.moves[1]),
            list(&self.won[0]),
            list(&self.won[1]),
            list(&self.ties),
        )
    }

    fn moves(&self, mover: usize, position: usize) -> BTreeSet<usize> {
        self.moves[mover].get(&position).cloned().unwrap_or_default()
    }

    /// Who has won here with this player to move, if play is over: none for a tie.
    fn end(&self, mover: usize, position: usize) -> Option<Option<usize>> {
        match [0, 1].map(|player| self.won[player].contains(&position)) {
            [true, true] => Some(Some(1 - mover)),
            [true, false] => Some(Some(0)),
            [false, true] => Some(Some(1)),
            [false, false] => self.ties.contains(&position).then_some(None),
        }
    }

    /// W and L of each player: they grow until nothing is added.
    fn sets(&self, convention: Convention) -> [[BTreeSet<usize>; 2]; 2] {
        let mut sets: [[BTreeSet<usize>; 2]; 2] = Default::default();
        loop {
            let mut next = sets.clone();
            for mover in [0, 1] {
                for position in 0..self.positions {
                    let moves = self.moves(mover, position);
                    let there = &sets[1 - mover];
                    let stuck = moves.is_empty();
                    let (wins, loses) = match self.end(mover, position) {
                        Some(winner) => (winner == Some(mover), winner == Some(1 - mover)),
                        None if stuck => {
                            let normal = convention == Convention::Normal;
                            (!normal, normal)
                        }
                        None => (
                            moves.iter().any(|to| there[1].contains(to)),
                            moves.iter().all(|to| there[0].contains(to)),
                        ),
                    };
                    if wins {
                        next[mover][0].insert(position);
                    }
                    if loses {
                        next[mover][1].insert(position);
                    }
                }
            }
            if next == sets {
                return sets;
            }
            sets = next;
        }
    }
}

fn tuples() -> impl Strategy<Value = Tuple> {
    (1usize..8).prop_flat_map(|positions| {
        let some = move |most: usize| prop::collection::btree_set(0..positions, 0..=most);
        let moves = move || prop::collection::btree_map(0..positions, some(3), 0..=positions);
        let ends = (some(2), some(2), some(1));
        (moves(), moves(), ends).prop_map(move |(left, right, (won, lost, mut ties))| {
            ties.retain(|at| !won.contains(at) && !lost.contains(at));
            let (won, mut moves) = ([won, lost], [left, right]);
            for rows in &mut moves {
                // Play is over there.
                rows.retain(|at, _| !ties.contains(at) && won.iter().all(|won| !won.contains(at)));
            }
            Tuple { moves, won, ties, positions }
        })
    })
}

fn found(game: &dyn Game, convention: Convention) -> Sets {
    answer::sets(game, convention, &Limits::default()).unwrap()
}

fn members(sets: &Sets, mover: Player, fate: Fate) -> BTreeSet<usize> {
    sets.members(mover, fate).map(|node| sets.name(node).parse().unwrap()).collect()
}

fn checked(game: &dyn Game, claims: &ByPlayer<ClaimedSets>, convention: Convention) -> Checked {
    game.check_theorems(claims, convention, &Limits::default()).unwrap().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn sets_are_those_that_grow_by_definition(tuple in tuples(), misere: bool) {
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let game = catalogue::parse(&tuple.text()).unwrap();
        let sets = found(&*game, convention);
        prop_assert!(sets.listed);
        prop_assert_eq!(sets.positions(), tuple.positions);
        let expected = tuple.sets(convention);
        for (mover, [won, lost]) in Player::BOTH.into_iter().zip(&expected) {
            prop_assert_eq!(&members(&sets, mover, Fate::Win), won);
            prop_assert_eq!(&members(&sets, mover, Fate::Loss), lost);
            let left = (0..tuple.positions).filter(|it| !won.contains(it) && !lost.contains(it));
            prop_assert_eq!(members(&sets, mover, Fate::Draw), left.collect::<BTreeSet<_>>());
            // The strategy is a map from W, where play goes on, into the opponent's L.
            let strategy: BTreeMap<usize, usize> = sets
                .strategy(mover)
                .map(|(from, to)| (sets.name(from), sets.name(to)))
                .map(|(from, to)| (from.parse().unwrap(), to.parse().unwrap()))
                .collect();
            let mover = mover as usize;
            let goes_on = |it: &&usize| {
                tuple.end(mover, **it).is_none() && !tuple.moves(mover, **it).is_empty()
            };
            let domain: Vec<usize> = won.iter().filter(goes_on).copied().collect();
            prop_assert_eq!(strategy.keys().copied().collect::<Vec<_>>(), domain);
            for (from, to) in strategy {
                prop_assert!(tuple.moves(mover, from).contains(&to));
                prop_assert!(expected[1 - mover][1].contains(&to));
            }
        }
        prop_assert!(checked(&*game, &sets.claims(), convention).holds());
    }

    #[test]
    fn the_theorems_refuse_every_other_claim(tuple in tuples()) {
        let game = catalogue::parse(&tuple.text()).unwrap();
        let true_claims = found(&*game, Convention::Normal).claims();
        let fails = |change: &dyn Fn(&mut ClaimedSets), mover: Player| {
            let mut claims = true_claims.clone();
            change(&mut claims[mover]);
            claims == true_claims || !checked(&*game, &claims, Convention::Normal).holds()
        };
        for mover in Player::BOTH {
            for position in 0..tuple.positions {
                let name = position.to_string();
                let forget = |claims: &mut ClaimedSets| {
                    claims.won.remove(&name);
                    claims.lost.remove(&name);
                    claims.drawn.remove(&name);
                };
                prop_assert!(fails(&forget, mover), "forgotten: {name}");
                let changes: [&dyn Fn(&mut ClaimedSets); 5] = [
                    &|claims| { forget(claims); claims.won.insert(name.clone(), 9); },
                    &|claims| { forget(claims); claims.lost.insert(name.clone(), 9); },
                    &|claims| { forget(claims); claims.drawn.insert(name.clone()); },
                    &|claims| { claims.won.insert(name.clone(), 9); claims.lost.insert(name.clone(), 9); },
                    &|claims| { claims.strategy.remove(&name); },
                ];
                for (which, change) in changes.into_iter().enumerate() {
                    // A greater remoteness of the same set is as true.
                    let own = [
                        true_claims[mover].won.contains_key(&name),
                        true_claims[mover].lost.contains_key(&name),
                        true_claims[mover].drawn.contains(&name),
                    ];
                    if which < 3 && own[which] {
                        continue;
                    }
                    prop_assert!(fails(change, mover), "{which}: {name}");
                }
            }
        }
    }
}

/// A cycle that nobody leaves solves the equations in several ways: only the least is true.
#[test]
fn wins_that_support_each_other_are_refused() {
    let game = catalogue::parse(r#"graph({"C":[0,1],"m_A":{"0":[1]},"m_B":{"1":[0]}})"#).unwrap();
    let game = game.at(grundy::Text::new("0")).unwrap();
    let mut claims = found(&*game, Convention::Normal).claims();
    assert!(checked(&*game, &claims, Convention::Normal).holds());
    // Left moves from 0 to 1 and Right back, for ever: a draw. Say that Left wins.
    claims.left.drawn.remove("0");
    claims.left.won.insert("0".to_string(), 2);
    claims.left.strategy.insert("0".to_string(), "1".to_string());
    claims.right.drawn.remove("1");
    claims.right.lost.insert("1".to_string(), 2);
    let report = checked(&*game, &claims, Convention::Normal);
    let equations = THEOREMS.iter().position(|(name, _)| *name == "equations").unwrap();
    for (place, theorem) in report.theorems.iter().enumerate() {
        assert_eq!(theorem.first.is_some(), place == equations, "{:?}", THEOREMS[place]);
    }
}

/// Of games that are not written out the sets are those of the positions that play reaches.
#[test]
fn other_games_have_the_sets_of_what_play_reaches() {
    let game = catalogue::parse("nim(2,2)").unwrap();
    let sets = found(&*game, Convention::Normal);
    assert!(!sets.listed);
    assert!(game.check_theorems(&sets.claims(), Convention::Normal, &Limits::default()).is_none());
    // Bouton: equal heaps are lost.
    for mover in Player::BOTH {
        let lost: BTreeSet<String> =
            sets.members(mover, Fate::Loss).map(|node| sets.name(node)).collect();
        assert_eq!(lost, BTreeSet::from(["0,0", "1,1", "2,2"].map(String::from)));
    }
    // A start that is its own negative is explored for both players.
    let game = catalogue::parse("tic-tac-toe").unwrap();
    let sets = found(&*game, Convention::Normal);
    for fate in [Fate::Win, Fate::Loss, Fate::Draw] {
        let [left, right] = Player::BOTH.map(|mover| sets.members(mover, fate).count());
        assert_eq!(left, right);
        assert!(left > 0);
    }
}
