//! `grundy repl`: the interactive calculator.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use grundy::bounded::{BoundedLines, LONGEST_LINE};
use grundy::catalogue;
use grundy::format::text::{FAINT, LOSS, STRONG, paint};
use grundy::language::completions;
use grundy::language::functions::{self, GROUPS};
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper, Highlighter, Hinter};

use super::calculator::{Calculator, goes_on, joined};
use crate::limits::LimitArgs;

/// Calculate with games interactively: variables, functions, comparisons, lists
#[derive(clap::Args)]
#[command(after_help = "\
Examples of input lines:
  g := domineering(3x4)
  g.temperature
  {2||1|-1} + ^* > 0
  [mean(domineering(2 x n)) for n in 1..8]
  help temperature

Limits apply to each line.")]
pub(crate) struct Args {
    #[command(flatten)]
    limits: LimitArgs,
}

/// A line: a command of the calculator itself, or an expression.
enum Wish<'a> {
    Help(&'a str),
    Variables,
    Quit,
    Value,
}

fn wish(line: &str) -> Wish<'_> {
    match line.trim() {
        "quit" | "exit" => Wish::Quit,
        "help" | "?" => Wish::Help(""),
        "variables" => Wish::Variables,
        line => match line.strip_prefix("help ").or(line.strip_prefix('?')) {
            Some(name) => Wish::Help(name.trim()),
            None => Wish::Value,
        },
    }
}

/// Reads lines until there are no more.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<()> {
    args.limits.run_pieces(|pieces| {
        let mut calculator = Calculator::new(pieces);
        if io::stdin().is_terminal() {
            converse(&mut calculator, out)
        } else {
            answer_all(&mut calculator, out)
        }
    })
}

/// Answers the lines of a pipe. An error affects only its line: the next lines are answered, too.
fn answer_all(calculator: &mut Calculator<'_>, out: &mut impl Write) -> Result<()> {
    let (mut lines, mut failed) = (0, 0);
    for line in joined(BoundedLines::new(io::stdin().lock(), LONGEST_LINE)) {
        let (number, line) = line?;
        lines += 1;
        match respond(calculator, &line, out)? {
            Response::Quit => break,
            Response::Given => {}
            Response::Failed(error) => {
                failed += 1;
                writeln!(anstream::stderr(), "grundy: line {number}: {error:#}")?;
            }
        }
    }
    if failed > 0 {
        bail!("{failed} of {lines} lines had no answer");
    }
    Ok(())
}

/// The result of a line.
enum Response {
    Given,
    Failed(anyhow::Error),
    Quit,
}

/// Answers a line.
fn respond(calculator: &mut Calculator<'_>, line: &str, out: &mut impl Write) -> Result<Response> {
    match wish(line) {
        Wish::Quit => return Ok(Response::Quit),
        Wish::Help(name) => write!(out, "{}", help(name))?,
        Wish::Variables => {
            let names: Vec<String> = calculator.session.variables().map(String::from).collect();
            for name in names {
                write!(out, "{name} = {}", calculator.answer(&name)?)?;
            }
        }
        Wish::Value => match calculator.answer(line) {
            Ok(text) => write!(out, "{text}")?,
            Err(error) => return Ok(Response::Failed(error)),
        },
    }
    out.flush()?;
    Ok(Response::Given)
}

/// The help text of a function or a ruleset, or the list of all.
fn help(name: &str) -> String {
    if let Some(function) = functions::find(name) {
        let (line, value) = function.example;
        return format!(
            "{}\n  {}\n  {line}  {}\n",
            paint(STRONG, function.usage()),
            function.help,
            paint(FAINT, format!("→ {value}")),
        );
    }
    if let Some(entry) = grundy::catalogue::find(name) {
        return super::games::explain(entry);
    }
    let unknown = match name {
        "" => String::new(),
        _ => format!("there is no {name:?}\n\n"),
    };
    let rulesets: Vec<&str> = catalogue::all().into_iter().map(|entry| entry.name).collect();
    let list = |names: &[&str]| {
        super::games::wrap(&names.join(", "))
            .into_iter()
            .map(|line| format!("  {line}\n"))
            .collect::<String>()
    };
    let groups: String = GROUPS
        .iter()
        .map(|group| {
            let names: Vec<&str> = group.functions.iter().map(|function| function.name).collect();
            format!("  {}\n{}", paint(FAINT, group.title), list(&names))
        })
        .collect();
    format!(
        "{unknown}{}
  3/4   *2   ^   v3*   +-1   {{2||1|-1}}   tiny(2)   domineering(2x3)
{}
  G + H   G - H   3*G   G:H   == != < <= > >=   <| |> (not >=, not <=)   <> (confused)
{}
  g := G gives a name;   g.mean is mean(g);   [mean(n*g) for n in 1..8];   _ is the last value
{}
{groups}{}
{}{}
",
        paint(STRONG, "Games"),
        paint(STRONG, "Operators"),
        paint(STRONG, "Lines"),
        paint(STRONG, "Functions (help NAME)"),
        paint(STRONG, "Rulesets (help NAME)"),
        list(&rulesets),
        paint(FAINT, "variables, quit"),
    )
}

/// Completes names, and decides whether a line is complete.
#[derive(Helper, Highlighter, Hinter)]
struct Assistant {
    variables: Vec<String>,
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, mut names) = completions(&line[..at], &self.variables);
        names.sort();
        let pair = |name: String| Pair { display: name.clone(), replacement: name };
        Ok((start, names.into_iter().map(pair).collect()))
    }
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(match goes_on(context.input()) {
            true => ValidationResult::Incomplete,
            false => ValidationResult::Valid(None),
        })
    }
}

/// Reads lines from a terminal, with history and completion.
fn converse(calculator: &mut Calculator<'_>, out: &mut impl Write) -> Result<()> {
    let config =
        Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
    let mut editor: Editor<Assistant, FileHistory> = Editor::with_config(config)?;
    let history = history();
    if let Some(path) = &history {
        let _ = editor.load_history(path);
    }
    writeln!(
        out,
        "grundy {}: `help` for help, `quit` or Ctrl-D to leave",
        env!("CARGO_PKG_VERSION")
    )?;
    out.flush()?;
    loop {
        let variables = calculator.session.variables().map(String::from).collect();
        editor.set_helper(Some(Assistant { variables }));
        match editor.readline("> ") {
            Ok(line) => match respond(calculator, &line, out)? {
                Response::Quit => break,
                Response::Given => {}
                Response::Failed(error) => {
                    writeln!(out, "{} {error:#}", paint(LOSS, "error:"))?;
                    out.flush()?;
                }
            },
            // Ctrl-C drops the line.
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error.into()),
        }
        if let Some(path) = &history {
            let _ = editor.append_history(path);
        }
    }
    Ok(())
}

/// The file of the history, in the user's state folder.
fn history() -> Option<PathBuf> {
    let folder = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state"));
    let folder = folder.or_else(home)?.join("grundy");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}
