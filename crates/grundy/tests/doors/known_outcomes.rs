//! Small positions under `testdata/known/outcomes`, whose outcomes a program
//! without any cleverness has found, and what their parts are worth.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use grundy::answer::{self, Options, Wanted};
use grundy::game::Parts;
use grundy::graph::Node;
use grundy::{Convention, Game, Limits, Outcome, Player, catalogue};

/// A position, who wins it, and who wins it in misère play.
struct Case {
    place: String,
    game: Box<dyn Game>,
    normal: String,
    misere: String,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/known/outcomes");
    let mut cases = Vec::new();
    for file in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let ruleset = name.trim_end_matches("-on-graphs");
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            let place = format!("{name}:{}", number + 1);
            let [position, normal, misere] = line.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{place}: {line}");
            };
            let game = catalogue::parse(&format!("{ruleset}({position})"))
                .unwrap_or_else(|error| panic!("{place}: {error}"));
            cases.push(Case { place, game, normal: normal.into(), misere: misere.into() });
        }
    }
    assert!(cases.len() > 10_000, "only {} positions were found", cases.len());
    cases
}

#[test]
fn small_positions_are_won_by_those_who_win_them_by_definition() {
    let mut failures = Vec::new();
    for Case { place, game, normal, misere } in cases() {
        for (convention, expected) in [(Convention::Normal, normal), (Convention::Misere, misere)] {
            let (convention, wanted) = (Some(convention), Wanted::POSITIONS);
            let options = Options { convention, wanted, ..Options::default() };
            let answer = answer::solve(&*game, &options).unwrap();
            let found = answer.outcome.map_or("mixed", Outcome::word);
            if found != expected {
                failures.push(format!("{place} {convention:?}: {found}, not {expected}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));
}

/// A position that is never split, minus the components of a position that is
/// split after every move.
struct Difference<'a> {
    whole: &'a Parts,
    split: &'a Parts,
    known: HashMap<(Node, Vec<Node>, Player), bool>,
}

/// More states than these are too many.
const MOST: usize = 4000;

impl Difference<'_> {
    /// Whether `mover` wins; none where that takes too long.
    fn wins(&mut self, whole: Node, parts: &[Node], mover: Player) -> Option<bool> {
        let key = (whole, parts.to_vec(), mover);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        if self.known.len() > MOST {
            return None;
        }
        let mut options: Vec<(Node, Vec<Node>)> = Vec::new();
        for sum in self.whole.graph.options(whole, mover) {
            let &[option] = sum else { panic!("an unsplit position was split") };
            options.push((option, parts.to_vec()));
        }
        for (i, &part) in parts.iter().enumerate() {
            for sum in self.split.graph.options(part, mover.opponent()) {
                let mut rest = parts.to_vec();
                rest.remove(i);
                rest.extend(sum);
                rest.sort_unstable();
                options.push((whole, rest));
            }
        }
        let mut wins = false;
        for (whole, parts) in options {
            if !self.wins(whole, &parts, mover.opponent())? {
                wins = true;
                break;
            }
        }
        self.known.insert(key, wins);
        Some(wins)
    }
}

#[test]
fn components_are_worth_what_the_whole_is_worth() {
    let limits = Limits::default();
    let (mut compared, mut failures) = (0, Vec::new());
    for Case { place, game, .. } in cases() {
        let whole = game.components(false, &limits).unwrap();
        let split = game.components(true, &limits).unwrap();
        let &[start] = whole.start.as_slice() else { panic!("{place} was split") };
        let mut parts = split.start.clone();
        parts.sort_unstable();
        let mut difference = Difference { whole: &whole, split: &split, known: HashMap::new() };
        for mover in Player::BOTH {
            match difference.wins(start, &parts, mover) {
                None => {}
                Some(false) => compared += 1,
                Some(true) => failures.push(format!("{place}: {mover} wins the difference")),
            }
        }
    }
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));
    assert!(compared > 20_000, "only {compared} starts were compared");
}

#[test]
fn a_missing_component_is_noticed() {
    let limits = Limits::default();
    let game = catalogue::parse("clobber(xo.xxo)").unwrap();
    let whole = game.components(false, &limits).unwrap();
    let split = game.components(true, &limits).unwrap();
    assert_eq!(split.start.len(), 2);
    for missing in 0..2 {
        let mut difference = Difference { whole: &whole, split: &split, known: HashMap::new() };
        let parts = [split.start[1 - missing]];
        let wins = Player::BOTH.map(|mover| difference.wins(whole.start[0], &parts, mover));
        assert!(wins.contains(&Some(true)), "{missing}");
    }
}
