//! The guide says what is so: its files are read, solved and checked.

use grundy::answer::{Options, solve};
use grundy::format::typeset::Setting;
use grundy::stated::Statement;
use grundy::{Limits, Player};
use grundy_rules::{File, check, load};

const GUIDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/guides/rules.md");

/// A block of code: what stands behind its backticks, and its lines.
struct Block<'a> {
    kind: &'a str,
    text: &'a str,
}

fn blocks(guide: &str) -> Vec<Block<'_>> {
    let pieces = guide.split("\n```").skip(1).step_by(2);
    pieces
        .map(|piece| {
            let (kind, text) = piece.split_once('\n').unwrap_or((piece, ""));
            Block { kind, text }
        })
        .collect()
}

/// A file is called as its first line says.
fn file_name<'a>(block: &Block<'a>) -> &'a str {
    block.text.lines().next().unwrap().strip_prefix("# ").unwrap()
}

fn files(guide: &str) -> Vec<File> {
    let good = blocks(guide).into_iter().filter(|block| block.kind == "python");
    let file = |block: Block<'_>| {
        load(file_name(&block), block.text).unwrap_or_else(|fault| panic!("{fault}"))
    };
    good.map(file).collect()
}

#[test]
fn files_of_the_guide_keep_their_promises() {
    let guide = std::fs::read_to_string(GUIDE).unwrap();
    let files = files(&guide);
    assert!(files.len() >= 11);
    for file in files {
        let report = check(&file, &Limits::default()).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(report.broken.is_empty(), "{report:?}");
        assert!(report.advice.is_empty(), "{report:?}");
    }
}

/// What `grundy solve GAME` says, without colours.
fn solved(text: &str) -> String {
    let game = grundy::catalogue::parse(text).unwrap();
    let answer = solve(&*game, &Options::default()).unwrap();
    let coloured = grundy::format::text::answer(&answer, &game.drawing(), Setting::Plain);
    let mut plain = String::new();
    let mut rest = coloured.as_str();
    while let Some((before, behind)) = rest.split_once('\u{1b}') {
        plain += before;
        rest = behind.split_once('m').unwrap().1;
    }
    plain + rest
}

#[test]
fn the_guide_shows_what_is_printed() {
    let guide = std::fs::read_to_string(GUIDE).unwrap();
    for file in files(&guide) {
        grundy::catalogue::register(file.name(), std::sync::Arc::new(file.clone()));
    }
    let mut written = guide.clone();
    let mut wrong = None;
    for block in blocks(&guide) {
        let expected = match block.kind {
            "python wrong" => {
                let file = load(file_name(&block), block.text).unwrap();
                let game = file.state(None).unwrap();
                let mut found = grundy::stated::Expansions::default();
                wrong = game.expand(&[(&game.start(), Player::Left)], &mut found).err();
                continue;
            }
            "text" => format!("{}\n", wrong.take().expect("a file that is wrong")),
            "console" => {
                let command = block.text.lines().next().unwrap();
                let game = command.strip_prefix("$ grundy solve ").unwrap();
                let game = game.trim_matches('\'').replace(".star", "");
                format!("{command}\n{}", solved(&game))
            }
            _ => continue,
        };
        let (old, new) = (
            format!("```{}\n{}\n```", block.kind, block.text),
            format!("```{}\n{expected}```", block.kind),
        );
        let old = if block.text.is_empty() { format!("```{}\n```", block.kind) } else { old };
        written = written.replacen(&old, &new, 1);
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(GUIDE, &written).unwrap();
        return;
    }
    assert!(guide == written, "BLESS=1 writes the guide anew");
}

/// Every name of the conventions is explained.
#[test]
fn the_guide_explains_every_name() {
    let guide = std::fs::read_to_string(GUIDE).unwrap();
    for name in [
        "start",
        "moves",
        "left",
        "right",
        "left_won",
        "right_won",
        "won",
        "lost",
        "tie",
        "turn",
        "components",
        "canonical",
        "symmetries",
        "negative",
        "tier",
        "show",
        "misere",
        "heaps",
        "repetition",
        "title",
        "about",
    ] {
        let table = guide.split_once("## All names").unwrap().1;
        assert!(table.contains(&format!("`{name}")), "{name}");
    }
}

#[test]
fn the_template_is_a_game_as_it_is_and_with_all_its_notes() {
    let file = load("template.star", grundy_rules::TEMPLATE).unwrap();
    assert!(check(&file, &Limits::default()).unwrap().broken.is_empty());
    assert!(file.state(None).unwrap().impartial());
}
