//! `grundy games`: lists and explains the rulesets.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::{Result, anyhow};
use grundy::answer::literature;
use grundy::catalogue::{self, Entry, Family, Traits};
use grundy::format::record::{self, Match};
use grundy::format::text::{FAINT, STRONG, paint};
use grundy::format::{self, json, known};
use grundy::game::{Line, Played};
use grundy::oeis::{self, Sequence};

use crate::output::{Format, OutputArgs};
use crate::rules;

/// List the built-in rulesets, search them, or explain one: rules, notation, examples
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  grundy games
  grundy games dodgem
  grundy games morris
  grundy games chess pawns")]
pub(crate) struct Args {
    /// The ruleset to explain, or words of names, titles and descriptions to look for; without them
    /// all are listed
    #[arg(value_name = "NAME|WORD")]
    words: Vec<String>,

    #[command(flatten)]
    output: OutputArgs,
}

/// The rulesets to show.
enum Shown {
    /// A ruleset given by its name.
    One(&'static Entry),
    /// Rulesets in which the words were found.
    Found(Vec<&'static Entry>),
    All(Vec<&'static Entry>),
}

/// Lists, searches or explains.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    let shown = match args.words.as_slice() {
        [] => Shown::All(catalogue::all()),
        [name] => find(name)?,
        words => found(&words.join(" "))?,
    };
    let text = match (args.output.format(), &shown) {
        (Format::Json, Shown::One(entry)) => as_json(entry) + "\n",
        (Format::Json, Shown::Found(entries) | Shown::All(entries)) => {
            let list: Vec<String> = entries.iter().map(|entry| as_json(entry)).collect();
            format!("[{}]\n", list.join(",\n"))
        }
        (Format::Text, Shown::One(entry)) => explain(entry),
        (Format::Text, Shown::Found(entries)) => list_found(entries),
        (Format::Text, Shown::All(entries)) => list(entries),
    };
    args.output.write(out, &text)
}

/// The ruleset of this name; if there is none, those in which the word is found.
fn find(name: &str) -> Result<Shown> {
    let known = &*rules::named(name)?;
    // The words of a title are not a name.
    match catalogue::find(known) {
        Some(entry) => Ok(Shown::One(entry)),
        None => found(known),
    }
}

fn found(words: &str) -> Result<Shown> {
    match catalogue::search(words) {
        entries if !entries.is_empty() => Ok(Shown::Found(entries)),
        _ => Err(match catalogue::nearest(words) {
            Some(known) => anyhow!("there is no ruleset {words:?}; did you mean {known}?"),
            None => anyhow!("there is no ruleset {words:?}; `grundy games` lists them"),
        }),
    }
}

/// The widest name.
fn widest(entries: &[&Entry]) -> usize {
    entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0)
}

fn list(entries: &[&Entry]) -> String {
    let width = widest(entries);
    let mut text = String::new();
    for family in Family::ALL {
        let mut heading = false;
        for entry in entries.iter().filter(|entry| entry.family == family) {
            if !std::mem::replace(&mut heading, true) {
                let _ = writeln!(text, "{}", paint(STRONG, family.title()));
            }
            let name = format!("{:<width$}", entry.name);
            let _ = writeln!(text, "  {name}  {}", entry.examples[0]);
        }
    }
    let _ = writeln!(text, "{}", paint(FAINT, EXPLAINS));
    text
}

const EXPLAINS: &str = "`grundy games NAME` explains one.";

/// The rulesets found, each with its title and other names.
fn list_found(entries: &[&Entry]) -> String {
    let width = widest(entries);
    let mut text = String::new();
    for entry in entries {
        let also = match entry.aliases {
            [] => String::new(),
            names => format!(" ({})", names.join(", ")),
        };
        let name = format!("{:<width$}", entry.name);
        let _ = writeln!(text, "{name}  {}{also}", entry.title);
    }
    let _ = writeln!(text, "{}", paint(FAINT, EXPLAINS));
    text
}

pub(super) fn explain(entry: &Entry) -> String {
    let mut text = format!("{}\n", paint(STRONG, entry.title));
    for line in wrap(entry.rules) {
        let _ = writeln!(text, "  {line}");
    }
    let _ = writeln!(text, "\n{}", paint(STRONG, "Written"));
    for line in wrap(entry.notation) {
        let _ = writeln!(text, "  {line}");
    }
    if !entry.aliases.is_empty() {
        let _ = writeln!(text, "  also called {}", entry.aliases.join(", "));
    }
    if says_whose_turn(entry) {
        let _ = writeln!(text, "  a position says whose turn it is");
    }
    let _ = writeln!(text, "\n{}", paint(STRONG, "Try"));
    // A game of the user is known by its file.
    let file = [entry.source];
    let examples = if entry.family == Family::Own { &file } else { entry.examples };
    for example in examples {
        let _ = writeln!(text, "  grundy solve '{example}'");
    }
    let notations: Vec<&str> = notations(entry).iter().map(|format| format.name).collect();
    if !notations.is_empty() {
        let _ = writeln!(text, "\n{}", paint(STRONG, "Notations"));
        let list = notations.join(", ");
        for line in wrap(&format!("{list}; `grundy show --as` writes them, --record reads them")) {
            let _ = writeln!(text, "  {line}");
        }
    }
    let mut published = literature::of_ruleset(entry.name).peekable();
    if published.peek().is_some() {
        let _ = writeln!(text, "\n{}", paint(STRONG, "From the literature"));
    }
    for known in published {
        let (winner, source) = (known.winner.sentence(), known.source);
        for line in wrap(&format!("{known}: {winner} ({source})")) {
            let _ = writeln!(text, "  {line}");
        }
    }
    let _ = writeln!(text, "\n{}", paint(FAINT, format!("Source: {}", entry.source)));
    if let Some(sequence) = values_in_oeis(entry) {
        let _ = writeln!(text, "{}", known::sequence(&sequence));
    }
    text
}

/// Whether the positions of the examples say whose turn it is, as by the counts of stones.
fn says_whose_turn(entry: &Entry) -> bool {
    let says = |example: &&str| catalogue::parse(example).is_ok_and(|game| game.turn().is_some());
    entry.family != Family::Own && entry.examples.iter().all(says)
}

/// The formats in which the examples of the entry can be written, also after one move.
fn notations(entry: &Entry) -> Vec<&'static format::Format<Match>> {
    // The files of the user's games are not read for this.
    let examples = if entry.family == Family::Own { &[] } else { entry.examples };
    let matches = examples.iter().filter_map(|example| {
        let mut line = Line::of(catalogue::parse(example).ok()?);
        let by = line.mover();
        let first = line.last().moves_up_to(by, 1).0.pop();
        line.moves.extend(first.map(|option| Played { by, to: option.to }));
        Some(Match { line, misere: false })
    });
    let matches: Vec<Match> = matches.collect();
    let is_one = |format: &&format::Format<Match>| {
        matches.iter().any(|played| (format.write)(played).is_ok())
    };
    record::FORMATS.iter().filter(is_one).collect()
}

/// The OEIS sequence with the Grundy values of a ruleset, if it needs no parameters.
fn values_in_oeis(entry: &Entry) -> Option<Sequence> {
    let ruleset = catalogue::parse_ruleset(entry.name).ok()?;
    let kind = ruleset.heaps().map(|(rules, _)| rules.kind());
    oeis::find(&ruleset.ruleset(), kind.as_ref())
}

pub(super) fn wrap(text: &str) -> Vec<String> {
    const WIDTH: usize = 76;
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + 1 + word.chars().count() > WIDTH
        {
            lines.push(word.to_string());
        } else {
            if !lines[last].is_empty() {
                lines[last].push(' ');
            }
            lines[last].push_str(word);
        }
    }
    lines
}

fn as_json(entry: &Entry) -> String {
    let list =
        |texts: &[&str]| texts.iter().map(|text| json::string(text)).collect::<Vec<_>>().join(",");
    // A game of the user has no traits here: its file is not read for the list.
    let traits = entry.traits().map_or_else(String::new, |traits| {
        let Traits { impartial, has_ends, loopy, misere, heaps } = traits;
        format!(
            "\"impartial\":{impartial},\"has_ends\":{has_ends},\"loopy\":{loopy},\
             \"misere\":{misere},\"heaps\":{heaps},"
        )
    });
    format!(
        "{{\"name\":{},\"aliases\":[{}],\"title\":{},\"family\":{},\"about\":{},\"rules\":{},\
         \"notation\":{},\"notations\":[{}],\"examples\":[{}],\"source\":{},{traits}\"literature\":{}{}}}",
        json::string(entry.name),
        list(entry.aliases),
        json::string(entry.title),
        json::string(entry.family.title()),
        json::string(entry.about),
        json::string(entry.rules),
        json::string(entry.notation),
        list(&notations(entry).iter().map(|format| format.name).collect::<Vec<_>>()),
        list(entry.examples),
        json::string(entry.source),
        json::published(literature::of_ruleset(entry.name)),
        values_in_oeis(entry).map(json::oeis).unwrap_or_default(),
    )
}
