//! Each question is answered by every method that applies, alone, and by the schedule: all answers
//! must be equal, and the schedule must not take much longer than the best method. `cargo bench
//! --bench doors [-- TEXT]` asks about the games whose name contains TEXT.
//!
//! If the program is in `target/release`, it is asked too, and so is its server; and Python is
//! asked if `PYTHON` (or `python3`) has the package.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use grundy::answer::{self, Answer, Options};
use grundy::solve::partitioned::Failure;
use grundy::{Convention, Fate, Limits, Player, catalogue};

/// The games: tiny ones, middling ones, and ones that are too large for some methods. A minus in
/// front of a game means misère play.
const GAMES: &[&str] = &[
    // Heaps.
    "nim(3,4,5)",
    "nim(30,40,50)",
    "nim(1000000)",
    "-nim(30,40,50)",
    "-nim(1000000)",
    "kayles(7)",
    "kayles(1000000000)",
    "-kayles(9,4)",
    "dawsons-kayles(50,31)",
    "octal(0.77; 1000)",
    "subtraction(1,3,4; 100)",
    "-subtraction(1,3; 1000000)",
    "lasker(1000,999)",
    "grundys-game(1000)",
    "-heap(=n-1+n-1; 6)",
    "fibonacci-nim(10000)",
    "take-with-memory(times 3; 5000)",
    "wythoff(30,19)",
    "euclid(100,61)",
    "thirty-one",
    "last-to-toggle-wins(110111)",
    // Boards that fall apart.
    "domineering(4x4)",
    "domineering(5x5)",
    "domineering(6x6)",
    "domineering(7x7)",
    "domineering(8x4)",
    "clobber(3x4)",
    "clobber(4x4)",
    "clobber(5x4)",
    "cram(4x4)",
    "cram(5x5)",
    "cram(6x5)",
    "chomp(5x5)",
    "chomp(10x9)",
    "amazons(x..|...|..o)",
    "amazons(4x4)",
    "konane(4x4)",
    "nogo(3x3)",
    "nogo(4x4)",
    "col(3x3)",
    "snort(3x3)",
    "toads-and-frogs(TTT..FFF)",
    "cutcake(8x7)",
    "cutcake(30x20)",
    "maundy-cake(24x18)",
    "eatcake(9x8)",
    "hackenbush(BRB, GG)",
    "toppling-dominoes(LRLLRRLR)",
    "-domineering(4x4)",
    "-cram(3x4)",
    "-clobber(3x4)",
    // Sums.
    "nim(3) + kayles(5)",
    "domineering(3x3) + clobber(xo|ox)",
    "domineering(4x4) - domineering(4x4)",
    "cram(4x5) + nim(7)",
    "clobber(4x4) + domineering(5x5)",
    "nim(1000000) + cram(3x3)",
    "toads-and-frogs(TT..FF) + konane(xoxo)",
    // Boards with ends of their own.
    "tic-tac-toe",
    "tic-tac-toe(4,4,3)",
    "tic-tac-toe(4,4,4)",
    "tic-tac-toe(5,4,4)",
    "connect-four(4x4)",
    "connect-four(5x4)",
    "connect-four(5x5)",
    "connect-four(6x4)",
    "hex(3)",
    "hex(4)",
    "hex(5)",
    "game-of-y(4)",
    "crosscut(3x3)",
    // Play that can return.
    "dodgem(3)",
    "three-mens-morris",
    "teeko(3)",
    "pebble(a>b, b>c, c>a, c>d; a)",
    "quixo(3)",
    "chess(KQK)",
    "go(2x2)",
    "go(3x3)",
    "fox-and-geese(4x5)",
    "hare-and-hounds",
    // Points.
    "dots-and-boxes(2x2)",
    "dots-and-boxes(3x2)",
    "kalah(3,3)",
    "kalah(4,3)",
    "othello(4)",
    "othello(4; XXX.|XXXX|XXXX|XXXX)",
];

/// The time for which a method is waited for.
const PATIENCE: Duration = Duration::from_secs(4);

/// The result for each player when starting.
type Fates = [Option<Fate>; 2];

fn fates(answer: &Answer) -> Fates {
    Player::BOTH.map(|player| answer.side(player).map(|side| side.fate))
}

/// The answer of one method, or of all of them, and the time.
fn asked(text: &str, misere: bool, by: Option<&str>) -> Option<(Fates, Duration)> {
    let game = catalogue::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let convention = misere.then_some(Convention::Misere);
    let begun = Instant::now();
    let limits = Limits { memory: 1 << 30, time: Some((begun, PATIENCE)), ..Limits::default() };
    let options = Options { convention, limits, by, beyond: Duration::ZERO, ..Options::default() };
    match answer::solve(&*game, &options) {
        Ok(answer) if answer.stopped.is_none() => Some((fates(&answer), begun.elapsed())),
        Err(wrong @ Failure::Contradiction { .. }) => panic!("{text}: {wrong}"),
        _ => None,
    }
}

/// The ways to ask from outside. Each answers with the JSON of the program.
#[derive(Default)]
struct Doors {
    program: Option<PathBuf>,
    server: Option<Child>,
    python: Option<(Child, ChildStdin, BufReader<ChildStdout>)>,
}

/// The address of the server.
const ADDRESS: &str = "127.0.0.1:7893";

/// The Python script: it reads a line with a game, and prints one with the answer.
const SCRIPT: &str = "
import sys, grundy
print('ready', flush=True)
for line in sys.stdin:
    misere, game = line.rstrip('\\n').split(' ', 1)
    try:
        found = grundy.solve(game, misere=misere == 'misere', time=4, threads=1)
        print([side and side.result for side in (found.left, found.right)], flush=True)
    except grundy.LimitError as error:
        print(error, flush=True)
";

impl Doors {
    /// Opens the ways that are available.
    fn open() -> Doors {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/release/grundy");
        let mut doors = Doors::default();
        if program.is_file() {
            let mut serve = Command::new(&program);
            serve.args(["serve", "--listen", ADDRESS, "--time", "4s"]);
            doors.server = serve.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok();
            doors.program = Some(program);
        }
        let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_string());
        let mut python = Command::new(python);
        python.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped());
        if let Ok(mut child) = python.stderr(Stdio::null()).spawn() {
            let asks = child.stdin.take().expect("it is a pipe");
            let mut answers = BufReader::new(child.stdout.take().expect("it is a pipe"));
            let mut ready = String::new();
            if answers.read_line(&mut ready).is_ok_and(|_| ready == "ready\n") {
                doors.python = Some((child, asks, answers));
            }
        }
        doors
    }

    /// The answer of each way, and its time.
    fn ask(&mut self, text: &str, misere: bool) -> [Option<(String, Duration)>; 3] {
        let timed = |ask: &mut dyn FnMut() -> Option<String>| {
            let begun = Instant::now();
            ask().map(|said| (said, begun.elapsed()))
        };
        let program = timed(&mut || {
            let mut command = Command::new(self.program.as_ref()?);
            command.args(["solve", text, "--format", "json", "--time", "4s", "--threads", "1"]);
            let output = command.args(misere.then_some("--misere")).output().ok()?;
            output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
        });
        let server = timed(&mut || {
            self.server.as_ref()?;
            let mut stream = TcpStream::connect(ADDRESS).ok()?;
            let text: String = text.bytes().map(|byte| format!("%{byte:02x}")).collect();
            let head = "HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
            write!(stream, "GET /api/solve?game={text}&misere={misere} {head}").ok()?;
            let mut said = String::new();
            stream.read_to_string(&mut said).ok()?;
            (said.starts_with("HTTP/1.1 200") && !said.contains("\"stopped\"")).then_some(said)
        });
        let python = timed(&mut || {
            let (_, asks, answers) = self.python.as_mut()?;
            let convention = if misere { "misere" } else { "normal" };
            writeln!(asks, "{convention} {text}").ok()?;
            let mut said = String::new();
            answers.read_line(&mut said).ok()?;
            said.starts_with('[').then_some(said)
        });
        [program, server, python]
    }
}

impl Drop for Doors {
    fn drop(&mut self) {
        let processes = self.server.iter_mut().chain(self.python.as_mut().map(|(child, ..)| child));
        for process in processes {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Whether the text of an answer has this result.
fn says(said: &str, found: Fates) -> bool {
    if let Some(list) = said.strip_prefix('[') {
        let words =
            found.map(|fate| fate.map_or("None".to_string(), |it| format!("'{}'", it.word())));
        return list.trim_end().strip_suffix(']') == Some(&words.join(", "));
    }
    ["left", "right"].iter().zip(found).all(|(side, fate)| {
        let word = fate.map(|fate| format!("\"{side}\":{{\"result\":\"{}\"", fate.word()));
        word.is_none_or(|word| said.contains(&word))
    })
}

fn main() {
    // `cargo test --benches` asks for tests; there are none.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let (mut ratios, mut doors) = (Vec::new(), Doors::open());
    println!("{:44} {:>12} {:>33} program, server, Python in ms", "", "schedule", "best method");
    for game in GAMES.iter().filter(|game| only.as_ref().is_none_or(|text| game.contains(&**text)))
    {
        let (text, misere) = match game.strip_prefix('-') {
            Some(text) => (text, true),
            None => (*game, false),
        };
        let parsed = catalogue::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let convention = misere.then_some(Convention::Misere);
        let offers = answer::plan(&*parsed, &Options { convention, ..Options::default() });
        let mut best: Option<(Duration, &str)> = None;
        let mut expected = None;
        for (method, _) in &offers {
            let Some((found, time)) = asked(text, misere, Some(*method)) else { continue };
            let expected = expected.get_or_insert(found);
            assert_eq!(*expected, found, "{game} by {method}");
            if best.is_none_or(|(least, _)| time < least) {
                best = Some((time, *method));
            }
        }
        let Some((found, time)) = asked(text, misere, None) else {
            assert!(best.is_none(), "{game} is answered by {best:?}, but not by all together");
            println!("{game:44} is not answered within {PATIENCE:?}");
            continue;
        };
        assert!(expected.is_none_or(|expected| expected == found), "{game}");
        let Some((least, method)) = best else { continue };
        let ratio = time.as_secs_f64() / least.as_secs_f64();
        let more = time.saturating_sub(least);
        let mut times = String::new();
        for said in doors.ask(text, misere) {
            times += &match said {
                Some((said, took)) => {
                    assert!(says(&said, found), "{game}: {said}");
                    format!(" {:8.1}", took.as_secs_f64() * 1e3)
                }
                None => format!(" {:>8}", "-"),
            };
        }
        println!(
            "{game:44} {:9.2} ms, {ratio:6.2} times {method:<22}{times}",
            time.as_secs_f64() * 1e3
        );
        ratios.push((ratio, more, *game));
    }
    ratios.sort_by(|one, other| one.0.total_cmp(&other.0));
    let Some((median, _, _)) = ratios.get(ratios.len() / 2) else { return };
    let slow = ratios.iter().filter(|(ratio, more, _)| *ratio > 3.0 && more.as_millis() > 50);
    println!("median {median:.2}; over 3 times and 50 ms: {:?}", slow.collect::<Vec<_>>());
}
