//! Searches beside the same questions asked game by game.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::support::in_time;
use grundy::catalogue;
use grundy::language::Session;
use grundy::search::{Batch, Cell, Counts, Plan, Query, QueryError, Row, SearchError, search};
use grundy::value::Forms;
use grundy::{Limits, Shape, Sizes, Stopped, Symmetry, language};

fn plan(query: &Query<'_>) -> Plan {
    query.plan().unwrap_or_else(|error| panic!("{query:?}: {error}"))
}

/// What a search finds from a position on.
fn found_from(plan: &Plan, from: u64, threads: usize) -> (Vec<Row>, Counts) {
    let limits = Limits { threads, ..Limits::default() };
    let (mut rows, mut counts) = (Vec::new(), Counts::default());
    let mut take = |batch: Batch| -> Result<(), Infallible> {
        rows.extend(batch.rows);
        counts.add(batch.counts);
        Ok(())
    };
    search(plan, from, &limits, &mut take).unwrap();
    (rows, counts)
}

fn found(query: &Query<'_>) -> (Vec<Row>, Counts) {
    found_from(&plan(query), 0, 1)
}

/// A ruleset with parameters for each that has positions of a size, and sizes
/// that are looked at in a moment.
fn sized() -> Vec<(String, Sizes, &'static str)> {
    let mut all = Vec::new();
    for entry in catalogue::rulesets() {
        let game = catalogue::parse(entry.examples[0]).unwrap();
        let Some(sizes) = game.sizes().filter(|_| !game.has_ends()) else { continue };
        let size = match sizes.shape {
            Shape::Board => "1..3x1..2, 2x3",
            Shape::Strip => "1..5",
            Shape::Cake => "1..5x1..4",
            Shape::Heap => "1..12",
        };
        all.push((game.ruleset(), sizes, size));
    }
    all
}

/// The sizes above, once more by hand.
fn sides(shape: Shape) -> Vec<(usize, usize)> {
    let all = |widths: usize, heights: usize| {
        (1..=heights).flat_map(move |height| (1..=widths).map(move |width| (width, height)))
    };
    match shape {
        Shape::Board => all(3, 2).chain([(2, 3)]).collect(),
        Shape::Strip => all(5, 1).collect(),
        Shape::Cake => all(5, 4).collect(),
        Shape::Heap => all(12, 1).collect(),
    }
}

/// Every text that is a position of a size.
fn written(sizes: &Sizes) -> Vec<String> {
    let mut all = Vec::new();
    for (width, height) in sides(sizes.shape) {
        match sizes.shape {
            Shape::Cake => all.push(format!("{width}x{height}")),
            Shape::Heap => all.push(width.to_string()),
            Shape::Board | Shape::Strip => {
                let mut texts = vec![String::new()];
                for square in 0..width * height {
                    let bar = if square > 0 && square % width == 0 { "|" } else { "" };
                    let longer = |text: &String| {
                        let add = |square| format!("{text}{bar}{square}");
                        sizes.squares.chars().map(add).collect::<Vec<_>>()
                    };
                    texts = texts.iter().flat_map(longer).collect();
                }
                all.extend(texts);
            }
        }
    }
    all
}

/// All images of a board under a symmetry, with itself.
fn images(board: &str, symmetry: Symmetry) -> BTreeSet<String> {
    type Rows = Vec<Vec<char>>;
    let across = |rows: &Rows| -> Rows {
        rows.iter().map(|row| row.iter().rev().copied().collect()).collect()
    };
    let down = |rows: &Rows| -> Rows { rows.iter().rev().cloned().collect() };
    let turned = |rows: &Rows| -> Rows {
        (0..rows[0].len()).map(|x| rows.iter().map(|row| row[x]).collect()).collect()
    };
    let mut all: BTreeSet<Rows> =
        [board.split('|').map(|row| row.chars().collect()).collect()].into();
    loop {
        let mut more = all.clone();
        for rows in &all {
            if symmetry != Symmetry::None {
                more.extend([across(rows), down(rows)]);
            }
            if symmetry == Symmetry::All {
                more.insert(turned(rows));
            }
        }
        if more.len() == all.len() {
            break;
        }
        all = more;
    }
    let text = |rows: &Rows| -> String {
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        rows.join("|")
    };
    all.iter().map(text).collect()
}

#[test]
fn images_are_those_of_the_square() {
    let texts = |symmetry| images("ab|cd", symmetry).into_iter().collect::<Vec<_>>();
    assert_eq!(texts(Symmetry::None), ["ab|cd"]);
    assert_eq!(texts(Symmetry::Reflections), ["ab|cd", "ba|dc", "cd|ab", "dc|ba"]);
    assert_eq!(texts(Symmetry::All).len(), 8);
    assert_eq!(images("abc", Symmetry::All).len(), 4);
}

/// The values of a ruleset's positions, each read for itself.
struct Values<'a> {
    ruleset: Plan,
    forms: Forms<'a>,
    known: BTreeMap<String, String>,
}

impl Values<'_> {
    fn of(&mut self, position: &str) -> &str {
        let Values { ruleset, forms, known } = self;
        known.entry(position.to_string()).or_insert_with(|| {
            let game = ruleset.game(position);
            let form = language::read(&game, forms).unwrap_or_else(|e| panic!("{game}: {e}"));
            forms.print(form).unwrap()
        })
    }
}

#[test]
fn every_position_is_listed_with_the_value_that_it_has_by_itself() {
    for (ruleset, sizes, size) in sized() {
        let query =
            Query { ruleset: &ruleset, size, columns: "value", all: true, ..Query::default() };
        let plan = plan(&query);
        let (rows, counts) = found_from(&plan, 0, 1);
        let is_game = |text: &String| catalogue::parse(&plan.game(text)).is_ok();
        let wanted: Vec<String> = written(&sizes).into_iter().filter(is_game).collect();
        let listed: Vec<&String> = rows.iter().map(|row| &row.position).collect();
        assert_eq!(listed, wanted.iter().collect::<Vec<_>>(), "{ruleset}");
        assert_eq!((counts.distinct, counts.found), (rows.len() as u64, rows.len() as u64));
        assert_eq!((counts.done, counts.unanswered), (plan.len(), 0), "{ruleset}");

        let forms = Forms::new(Limits::default());
        let mut values = Values { ruleset: plan, forms, known: BTreeMap::new() };
        for Row { position, cells } in &rows {
            assert_eq!(cells[0].to_string(), values.of(position), "{ruleset} {position}");
        }
    }
}

/// Rulesets in which not every board is a position.
const SOME_BOARDS: [&str; 1] = ["nogo"];

#[test]
fn no_board_is_left_out() {
    for (ruleset, sizes, size) in sized() {
        let query = Query { ruleset: &ruleset, size, all: true, ..Query::default() };
        let (rows, _) = found(&query);
        if !SOME_BOARDS.contains(&ruleset.as_str()) {
            assert_eq!(rows.len(), written(&sizes).len(), "{ruleset}");
        }
    }
}

#[test]
fn a_symmetry_that_is_declared_keeps_every_value() {
    let mut seen = 0;
    for (ruleset, sizes, size) in sized() {
        if sizes.symmetry == Symmetry::None {
            continue;
        }
        seen += 1;
        let all =
            Query { ruleset: &ruleset, size, columns: "value", all: true, ..Query::default() };
        let one_of_each = Query { all: false, ..all };
        let forms = Forms::new(Limits::default());
        let mut values = Values { ruleset: plan(&all), forms, known: BTreeMap::new() };
        let mut classes = BTreeSet::new();
        for Row { position, cells } in found(&all).0 {
            let mut images = images(&position, sizes.symmetry);
            for image in &images {
                assert_eq!(values.of(image), cells[0].to_string(), "{ruleset} {position} {image}");
            }
            // Turned boards of another size are listed with that size.
            images.retain(|image| image.find('|') == position.find('|'));
            classes.insert(images);
        }
        let (rows, counts) = found(&one_of_each);
        assert_eq!(counts.distinct, classes.len() as u64, "{ruleset}");
        for row in rows {
            let class = images(&row.position, sizes.symmetry);
            let before = classes.len();
            classes.retain(|other| other.is_disjoint(&class) || !other.contains(&row.position));
            assert_eq!(
                classes.len(),
                before - 1,
                "{ruleset}: {} stands for one class",
                row.position
            );
        }
    }
    assert!(seen > 5);
}

/// The check above sees a symmetry that does not hold.
#[test]
fn a_symmetry_that_does_not_hold_is_noticed() {
    let forms = Forms::new(Limits::default());
    let query = Query { ruleset: "domineering", size: "1x1", ..Query::default() };
    let mut values = Values { ruleset: plan(&query), forms, known: BTreeMap::new() };
    let differs = |image: &String| values.of(image) != "-1";
    assert!(images("..", Symmetry::All).iter().any(differs));
}

const CONDITIONS: [&str; 9] = [
    "temperature > 0",
    "outcome == N",
    "outcome != N and not G > 0",
    "not is_number and mean == 0 or G == 1",
    "G == *2 or G == -1",
    "atomic_weight > 0",
    "is_number or atomic_weight == 0",
    "atomic_weight == 0 or true_of_none",
    "G <> 0 and birthday >= 3",
];

#[test]
fn a_condition_is_true_of_a_game_wherever_it_is_asked() {
    let rulesets = [("domineering", "3x2"), ("clobber", "2x2, 4x1"), ("toads-and-frogs", "1..5")];
    let (mut unanswered, mut found_some) = (0, 0);
    for (ruleset, size) in rulesets {
        for condition in CONDITIONS {
            let query = Query {
                ruleset,
                size,
                condition: Some(condition),
                columns: "value, temperature > 0, atomic_weight",
                all: true,
                ..Query::default()
            };
            let Ok(plan) = query.plan() else {
                assert!(condition.contains("true_of_none"), "{condition}");
                continue;
            };
            let (rows, counts) = found_from(&plan, 0, 2);
            let everything = Query { condition: None, columns: "", ..query };
            let mut session = Session::new(Limits::default());
            let mut wanted = Vec::new();
            let mut without = Vec::new();
            // The same in the calculator's own words.
            let mut spelled = condition.to_string();
            for name in ["temperature", "outcome", "is_number", "mean", "atomic_weight", "birthday"]
            {
                spelled = spelled.replace(name, &format!("{name}(G)"));
            }
            for Row { position, .. } in found(&everything).0 {
                session.run(&format!("G := {}", plan.game(&position))).unwrap();
                match session.print(&spelled).as_deref() {
                    Ok("true") => {
                        let value = session.print("G").unwrap();
                        let hot = session.print("temperature(G) > 0").unwrap() == "true";
                        let weight = session.print("atomic_weight(G)").unwrap_or_default();
                        wanted.push((position, value, hot, weight));
                    }
                    Ok(other) => assert_eq!(other, "false", "{spelled}"),
                    Err(_) => without.push(plan.game(&position)),
                }
            }
            let rows: Vec<_> = rows
                .into_iter()
                .map(|Row { position, cells }| {
                    let hot = cells[1] == Cell::Truth(true);
                    (position, cells[0].to_string(), hot, cells[2].to_string())
                })
                .collect();
            assert_eq!(rows, wanted, "{ruleset} {condition}");
            assert_eq!(counts.found, wanted.len() as u64);
            assert_eq!(counts.unanswered, without.len() as u64, "{ruleset} {condition}");
            assert_eq!(counts.example.map(|(game, _)| game), without.first().cloned());
            unanswered += without.len();
            found_some += wanted.len();
        }
    }
    assert!(unanswered > 10 && found_some > 100, "{unanswered} {found_some}");
}

#[test]
fn any_number_of_threads_finds_the_same_in_the_same_order() {
    for (ruleset, size, all) in
        [("domineering", "3x4", false), ("clobber", "1..3x1..2", true), ("snort", "3x2", false)]
    {
        let query = Query {
            ruleset,
            size,
            condition: Some("not atomic_weight == 1"),
            columns: "value, mean, thermograph",
            all,
            ..Query::default()
        };
        let plan = plan(&query);
        let one = found_from(&plan, 0, 1);
        assert!(one.0.len() > 40, "{ruleset}");
        for threads in [2, 3, 8] {
            assert_eq!(found_from(&plan, 0, threads), one, "{ruleset}, {threads} threads");
        }
    }
}

/// More than the threads may be ahead of each other.
#[test]
fn a_long_search_keeps_its_order() {
    let query = Query {
        ruleset: "domineering",
        size: "4x4",
        condition: Some("G == 1"),
        columns: "",
        all: true,
        ..Query::default()
    };
    let plan = plan(&query);
    assert!(plan.len() > 256 * 128);
    let (rows, counts) = found_from(&plan, 0, 5);
    assert!(rows.is_sorted_by_key(|row| row.position.replace('#', "~")));
    assert_eq!(found_from(&plan, 0, 1), (rows, counts));
}

#[test]
fn a_search_goes_on_from_any_position() {
    let query = Query {
        ruleset: "domineering",
        size: "2x4, 1..3x1, 3x2",
        columns: "value",
        all: true,
        ..Query::default()
    };
    let whole = plan(&query);
    let all = found_from(&whole, 0, 1).0;
    assert_eq!(all.len() as u64, whole.len());
    let some = Query { all: false, condition: Some("mean >= 0"), ..query };
    let some = plan(&some);
    let (wanted, _) = found_from(&some, 0, 1);
    let number = |row: &Row| all.iter().position(|other| other == row).unwrap();
    for from in 0..=whole.len() + 3 {
        let threads = 1 + from as usize % 3;
        let rest: Vec<Row> =
            wanted.iter().filter(|row| number(row) >= from as usize).cloned().collect();
        let (rows, counts) = found_from(&some, from, threads);
        assert_eq!(rows, rest, "from {from}");
        assert_eq!(counts.found, rest.len() as u64);
        if from < whole.len() {
            assert_eq!(counts.done, whole.len());
        }
    }
}

/// What is passed on before a limit is exact, so that it can be kept.
#[test]
fn what_was_passed_on_is_all_that_there_is_so_far() {
    let query = Query { ruleset: "domineering", size: "4x3", columns: "value", ..Query::default() };
    let plan = plan(&query);
    let whole = found_from(&plan, 0, 1).0;
    for threads in [1, 4] {
        let mut rows = Vec::new();
        let mut done = 0;
        let mut batches = 0;
        let stopped = search(&plan, 0, &Limits { threads, ..Limits::default() }, &mut |batch| {
            batches += 1;
            if batches == 7 {
                return Err("full");
            }
            rows.extend(batch.rows);
            done = batch.counts.done;
            Ok(())
        });
        assert!(matches!(stopped, Err(SearchError::Taken("full"))));
        assert!(whole.starts_with(&rows) && done > 0);
        rows.extend(found_from(&plan, done, threads).0);
        assert_eq!(rows, whole);
    }
}

#[test]
fn limits_end_a_search_with_all_its_threads() {
    let stopped = |limits: fn(&mut Limits<'_>), threads| {
        in_time(move || {
            static RAISED: AtomicBool = AtomicBool::new(true);
            let query = Query {
                ruleset: "clobber",
                size: "6x6",
                condition: Some("temperature > 100"),
                ..Query::default()
            };
            let query = Query { squares: Some("xo"), ..query };
            let mut limit = Limits { threads, ..Limits::default() };
            if threads == 3 {
                limit.interrupted = Some(&RAISED);
            }
            limits(&mut limit);
            search(&plan(&query), 0, &limit, &mut |_| Ok::<(), Infallible>(())).unwrap_err()
        })
    };
    for threads in [1, 2, 8] {
        let error = stopped(|limits| limits.positions = 1000, threads);
        assert!(
            matches!(error, SearchError::Stopped(Stopped::Positions { limit: 1000, .. })),
            "{error}"
        );
        let error = stopped(|limits| limits.memory = 1 << 20, threads);
        assert!(matches!(error, SearchError::Stopped(Stopped::Memory { .. })), "{error}");
        let error = stopped(
            |limits| limits.time = Some((Instant::now(), Duration::from_millis(300))),
            threads,
        );
        assert!(matches!(error, SearchError::Stopped(Stopped::Time { .. })), "{error}");
    }
    let error = stopped(|_| (), 3);
    assert!(matches!(error, SearchError::Stopped(Stopped::Interrupted { .. })), "{error}");
}

fn refused(query: &Query<'_>) -> QueryError {
    query.plan().err().unwrap_or_else(|| panic!("{query:?} is read"))
}

#[test]
fn errors_point_at_the_place() {
    let good = Query { ruleset: "domineering", size: "2x2", ..Query::default() };
    good.plan().unwrap();

    for (ruleset, at) in
        [("domineerin", 0), ("octal(0.7x)", 9), ("", 0), ("nim(", 4), ("nim + kayles", 4)]
    {
        let error = refused(&Query { ruleset, size: "3", ..Query::default() });
        assert!(matches!(&error, QueryError::Ruleset(error) if error.at == at), "{error:?}");
    }
    for (size, at) in [
        ("", 0),
        ("3", 0),
        ("3x", 2),
        ("x3", 0),
        ("3x0", 2),
        ("2x2,, 3x3", 4),
        ("2x2, 3x3x3", 7),
        ("3..2x1", 3),
        ("1..x2", 3),
        ("-1x2", 0),
        ("99999999999999999999x1", 0),
        ("3×3", 0),
        ("128x1", 0),
        ("2x2, 200x1", 5),
        ("1..10001x1", 0),
    ] {
        let error = refused(&Query { size, ..good });
        assert!(matches!(&error, QueryError::Size(error) if error.at == at), "{size}: {error:?}");
    }
    for (squares, at) in [("", 0), (".x", 1), ("..", 1), (".#é", 2), ("é", 0), (".# ", 2)] {
        let error = refused(&Query { squares: Some(squares), ..good });
        assert!(
            matches!(&error, QueryError::Squares(error) if error.at == at),
            "{squares}: {error:?}"
        );
    }
    for (condition, at) in [
        ("", 0),
        ("temperature >", 13),
        ("temperature > 1 and", 19),
        ("temperature(1, 2) > 1", 15),
        ("G = = 1", 4),
        ("heat > 1", 4),
        ("mean > 1, G", 8),
        ("temperatur > 1", 0),
        ("mean > 0 and H == 1", 13),
        ("N == outcome", 0),
    ] {
        let error = refused(&Query { condition: Some(condition), ..good });
        assert!(
            matches!(&error, QueryError::Condition(error) if error.at == at),
            "{condition}: {error:?}"
        );
    }
    for (columns, at) in
        [("mean,", 5), (",", 0), ("mean, [1", 8), ("mean temperature", 5), ("mean, maen", 6)]
    {
        let error = refused(&Query { columns, ..good });
        assert!(
            matches!(&error, QueryError::Columns(error) if error.at == at),
            "{columns}: {error:?}"
        );
    }
}

#[test]
fn rulesets_without_sizes_or_values_say_so() {
    for (ruleset, part) in [
        ("tic-tac-toe", "has ends of its own"),
        ("hackenbush", "listed by size"),
        ("chomp", "listed by size"),
        ("wythoff", "listed by size"),
    ] {
        let error = refused(&Query { ruleset, size: "3x3", ..Query::default() });
        assert!(matches!(error, QueryError::Unfit { .. }), "{error:?}");
        assert!(error.to_string().starts_with(ruleset), "{error}");
        assert!(error.to_string().contains(part), "{error}");
    }
    let squares = Query { ruleset: "nim", size: "3", squares: Some("x"), ..Query::default() };
    assert!(matches!(refused(&squares), QueryError::Squares(_)));
}

/// A heap may have more options than memory could hold.
#[test]
fn options_are_counted_before_they_fill_the_memory() {
    for threads in [1, 2] {
        let query = Query { ruleset: "nim", size: "100000000000", ..Query::default() };
        let plan = plan(&query);
        let limits = Limits { threads, memory: 20 << 20, ..Limits::default() };
        let ended = search(&plan, 0, &limits, &mut |_| Ok::<(), Infallible>(()));
        let Err(SearchError::Stopped(Stopped::Memory { limit, needed, .. })) = ended else {
            panic!("{ended:?}")
        };
        assert_eq!(limit, limits.memory);
        assert!((limit..2 * limit).contains(&needed), "{needed}");
    }
}

/// Misère play goes by the position, not by its canonical form: of two equal games one may be won and
/// the other lost.
#[test]
fn what_is_asked_of_play_is_answered_of_the_position() {
    let query = Query {
        ruleset: "cram",
        size: "1..4x1..3",
        condition: Some("misere_value >= 0"),
        columns: "misere_outcome, misere_value, value",
        ..Query::default()
    };
    let (rows, _) = found(&query);
    let mut by_value: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for Row { position, cells } in &rows {
        let game = catalogue::parse(&format!("cram({position})")).unwrap();
        let wins = wins_misere(&*game, &mut BTreeMap::new());
        let outcome = if wins { "N" } else { "P" };
        assert_eq!(cells[0], Cell::Text(outcome.to_string()), "{position}");
        assert_eq!(cells[1] == Cell::Number("0".to_string()), !wins, "{position}");
        by_value.entry(cells[2].to_string()).or_default().insert(outcome.to_string());
    }
    assert!(rows.len() > 500 && by_value.values().any(|outcomes| outcomes.len() == 2));
}

/// Whether the player who starts wins an impartial game under misère play, by the definition.
fn wins_misere(game: &dyn grundy::Game, known: &mut BTreeMap<String, bool>) -> bool {
    let text = game.text();
    if let Some(&known) = known.get(&text) {
        return known;
    }
    let options = game.options(grundy::Player::Left);
    let wins = options.is_empty() || options.iter().any(|option| !wins_misere(&**option, known));
    known.insert(text, wins);
    wins
}
