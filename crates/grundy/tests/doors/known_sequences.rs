//! Published Grundy sequences and periods of games on heaps, the cases under
//! `testdata/known/sequences` and below `# Known sequences` in the documentation of a
//! ruleset, are those that are found; and so are the tables of octal games and of sequences in
//! the OEIS that the crate carries.

use grundy::answer::Solver;
use grundy::known_octal::{Agreement, Known, known};
use grundy::oeis::{self, Entry, Order};
use grundy::solve::pairs::pair_values;
use grundy::solve::period::Period;
use grundy::{Code, Game, HeapKind, Limits, catalogue};

use crate::chosen::chosen;
use crate::published::{Line, published};

/// More values are not looked at for a period.
const MOST: usize = 1 << 20;

struct Case {
    place: String,
    game: Box<dyn Game>,
    facts: Vec<(String, String)>,
}

fn cases() -> Vec<Case> {
    let lines = published("sequences", "Known sequences").into_iter();
    lines.map(|Line { place, text }| case(place, &text)).collect()
}

fn case(place: String, line: &str) -> Case {
    let (game, facts) = line.split_once(" => ").unwrap_or_else(|| panic!("{place}: no =>"));
    let game = catalogue::parse_ruleset(game).unwrap_or_else(|error| panic!("{place}: {error}"));
    let facts = facts.split_whitespace().map(|fact| {
        let (key, value) = fact.split_once('=').unwrap_or_else(|| panic!("{place}: {fact:?}"));
        (key.to_string(), value.to_string())
    });
    let facts = facts.collect();
    Case { place, game, facts }
}

/// The period that is proved by as few values as possible.
fn period(game: &dyn Game, solver: &mut Solver) -> Option<Period> {
    let mut last = 1000;
    while last <= MOST {
        let found = solver.period(game, last, &Limits::default()).unwrap();
        if let Some(found) = found.filter(|found| found.proved) {
            return Some(found);
        }
        last *= 2;
    }
    None
}

fn holds(case: &Case) -> Result<usize, String> {
    let (game, mut solver) = (&*case.game, Solver::default());
    let wants_period = case.facts.iter().any(|(key, _)| !key.starts_with("g("));
    let found = if wants_period { period(game, &mut solver) } else { None };
    for (key, value) in &case.facts {
        let numbers: Result<Vec<usize>, _> = value.split(',').map(str::parse).collect();
        let numbers = numbers.map_err(|error| format!("{key}={value}: {error}"))?;
        let expect = |what: Vec<usize>| {
            if what == numbers { Ok(()) } else { Err(format!("{key}: {what:?}, not {value}")) }
        };
        let found = || found.as_ref().ok_or("no period was proved");
        match key.as_str() {
            "period" => expect(vec![found()?.period])?,
            "preperiod" => expect(vec![found()?.preperiod])?,
            "saltus" => expect(vec![found()?.saltus as usize])?,
            "saltuses" => {
                expect(found()?.saltuses.iter().map(|&saltus| saltus as usize).collect())?;
            }
            "last-exception" => expect(found()?.preperiod.checked_sub(1).into_iter().collect())?,
            "exceptions" => expect(found()?.exceptions.clone())?,
            _ => {
                let first = key.strip_prefix("g(").and_then(|key| key.strip_suffix("..)"));
                let first: usize = first
                    .and_then(|first| first.parse().ok())
                    .ok_or_else(|| format!("unknown fact {key:?}"))?;
                let last = first + numbers.len() - 1;
                let values = solver.table(game, last, &Limits::default()).unwrap().unwrap();
                expect(values[first..].iter().map(|&value| value as usize).collect())?;
            }
        }
    }
    Ok(case.facts.len())
}

#[test]
fn every_published_sequence_and_period_is_found() {
    let (mut facts, mut failures) = (0, Vec::new());
    for case in cases() {
        match holds(&case) {
            Ok(checked) => facts += checked,
            Err(reason) => failures.push(format!("{}: {reason}", case.place)),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(facts > 200 || chosen().is_some(), "only {facts} facts were found");
}

#[test]
fn a_wrong_sequence_is_noticed() {
    assert_eq!(holds(&case(String::new(), "kayles => period=12 g(0..)=0")), Ok(2));
    for wrong in [
        "kayles => g(0..)=0,1,2,3,1,4,3,2,1,5",
        "kayles => g(1..)=0,1",
        "kayles => period=24",
        "kayles => preperiod=70",
        "kayles => last-exception=71",
        "kayles => exceptions=0,3,6",
        "kayles => period=x",
        "kayles => nonsense=1",
    ] {
        assert!(holds(&case(wrong.to_string(), wrong)).is_err(), "{wrong}");
    }
}

/// The first terms that the OEIS shows are the values that are computed.
#[test]
fn sequences_of_the_oeis_are_what_is_computed() {
    for Entry { game, sequence, offset, terms } in oeis::entries() {
        let text = match game.starts_with(|c: char| c.is_ascii_digit()) {
            true => format!("octal({game})"),
            false => game.to_string(),
        };
        let ruleset =
            catalogue::parse_ruleset(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let kind = ruleset.heaps().map(|(rules, _)| rules.kind());
        let found = oeis::find(&ruleset.ruleset(), kind.as_ref());
        assert_eq!(found, Some(sequence), "{game}");
        let limits = Limits::default();
        let values = match sequence.order {
            Order::Heaps { shift } => {
                let last = (offset + shift) as usize + terms.len() - 1;
                let mut solver = Solver::default();
                let values = solver.table(&*ruleset, last, &limits).unwrap().unwrap();
                let (before, values) = values.split_at((offset + shift) as usize);
                assert!(before.iter().all(|&value| value == 0), "{game}");
                values.to_vec()
            }
            Order::Antidiagonals => {
                let rows = pair_values(ruleset.pairs().unwrap(), terms.len(), &limits).unwrap();
                let diagonal = |sum: usize| (0..=sum).map(move |a| (a, sum - a));
                let places = (0..).flat_map(diagonal).take(terms.len());
                places.map(|(a, b)| rows[a][b]).collect()
            }
        };
        assert_eq!(values, terms, "{game} in {}", sequence.number);
    }
}

/// The table in the crate, where few heaps are enough: every seventh code, and
/// those by their digits that split nothing.
#[test]
fn the_table_of_octal_games_is_what_is_computed() {
    let mut agreed = 0;
    for number in (0..1024u16).filter(|number| number % 7 == 0 || number & 0o444 == 0) {
        let digit = |place: u16| (number >> (3 * place) & 7) as u8;
        let code = Code::new(vec![4 * digit(3), digit(2), digit(1), digit(0)]);
        let text = catalogue_text(code.digits());
        let Some(Known::Periodic { period, preperiod, .. }) = known(&HeapKind::TakeAndBreak(code))
        else {
            continue;
        };
        if preperiod + period > 500 {
            continue;
        }
        let game = catalogue::parse_ruleset(&text).unwrap();
        let (rules, _) = game.heaps().unwrap();
        let found = Solver::default().period(&*game, 2000, &Limits::default()).unwrap().unwrap();
        let table = known(&rules.kind()).unwrap();
        assert_eq!(table.agreement(&found), Some(Agreement::Agrees), "{text}: {found:?}");
        agreed += 1;
    }
    assert!(agreed > 100, "only {agreed}");
}

fn catalogue_text(digits: &[u8]) -> String {
    let mut digits = digits.iter().map(u8::to_string);
    let first = digits.next().unwrap_or_else(|| "0".to_string());
    let behind: String = digits.collect();
    format!("octal({first}.{})", if behind.is_empty() { "0" } else { &behind })
}
