//! Explicit games: the 5-tuple (C, F_A, F_B, m_A, m_B) written out in a file.
//!
//! A file has one of two formats, told apart by its first character.
//!
//! # Lines
//!
//! The format for people. A `#` starts a comment.
//!
//! ```text
//! start a             # where play starts; otherwise the first position
//! a > b c d           # moves of both players; commas may stand between
//! b L> d              # moves of Left
//! b R> a              # moves of Right
//! e                   # a position without moves, mentioned nowhere else
//! left wins d         # play is over, and Left has won
//! right wins f        # play is over, and Right has won
//! tie g               # play is over, and nobody has won
//! turn left a b       # whose turn it is; elsewhere the players alternate
//! ```
//!
//! A name is a word. Names with spaces or one of `"(),;#<>` are written in
//! quotation marks, with the escapes of JSON. The first word of a line is a
//! statement if it is `start`, `left`, `right`, `tie` or `turn` and no arrow
//! follows it.
//!
//! # JSON
//!
//! The format for programs: one object.
//!
//! ```text
//! {"start": "a",
//!  "moves": {"a": ["b", "c"], "b": ["d"]},     moves of both players
//!  "left": {"c": ["a"]}, "right": {"c": []},   or of one: also "m_A", "m_B"
//!  "positions": ["a", "b", "c", "d"],          all of them, optional: also "C"
//!  "left_wins": ["d"], "right_wins": [],       F_A and F_B: also "F_A", "F_B"
//!  "ties": [], "turn": {"a": "left"}}
//! ```
//!
//! Names are strings or whole numbers; `1` and `"1"` are the same. Where
//! `positions` lists names, no other name may occur.
//!
//! # Meaning
//!
//! Play is over in F_A, and A has won there, whoever made the last move: a move of B into F_A
//! loses. If F_A is defined as a set of positions that A reaches, as in the literature, such a move
//! does not occur. A position in both F_A and F_B is won by the player who has just moved there. So
//! an impartial game, in which F_A = F_B, can end with a winner of its own. A game is impartial
//! when both players have the same moves everywhere, F_A = F_B, and no turn is given.
//!
//! Without a file, the JSON itself may stand between the parentheses:
//! `graph({"moves": {"a": ["b"]}})`.

mod draft;
mod json;
mod lines;
mod names;
mod scene;

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use self::draft::{Draft, Misfit};
use self::names::Names;
use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{ByPlayer, End, ParseError, Place, Player, Text};
use grundy_ruleset::scene::{Scene, Token};
use grundy_ruleset::{Notation, Numbering, Ruleset};

/// Whether opening files is forbidden.
static FILES_REFUSED: AtomicBool = AtomicBool::new(false);

/// Forbids this program to read games from files from now on. For programs that read games from
/// untrusted users, who must not get to see files of the machine.
pub fn refuse_files() {
    FILES_REFUSED.store(true, Ordering::Relaxed);
}

/// The greatest size of a file in bytes: offsets have 32 bits.
const LARGEST_FILE: u64 = u32::MAX as u64;

/// Rules given as a list of positions and moves. Clones share the list.
#[derive(Clone)]
pub struct Explicit {
    game: Arc<Declared>,
    /// The text before the `;`: the name of the file, or the JSON itself.
    source: Arc<str>,
}

grundy_base::debug! {
    impl[] Explicit: "Explicit";
}

struct Declared {
    names: Names,
    moves: ByPlayer<Rows>,
    /// Whether both players have the moves of Left's table.
    one_table: bool,
    /// The ends and turns of positions; empty if there are none.
    marks: Vec<Mark>,
    start: u32,
    impartial: bool,
}

/// Moves by position: the moves from `u` are `targets[starts[u]..starts[u + 1]]`.
#[derive(Default)]
struct Rows {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Rows {
    fn row(&self, from: u32) -> &[u32] {
        let from = from as usize;
        &self.targets[self.starts[from] as usize..self.starts[from + 1] as usize]
    }

    fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Whether both list the same moves, in any order.
    fn same_as(&self, other: &Rows) -> bool {
        self.starts == other.starts
            && (0..self.starts.len() as u32 - 1).all(|from| {
                let (mine, others) = (self.row(from), other.row(from));
                mine == others || {
                    let (mut mine, mut others) = (mine.to_vec(), others.to_vec());
                    mine.sort_unstable();
                    others.sort_unstable();
                    mine == others
                }
            })
    }
}

/// End and turn of a position. Bits 0 and 1: Left, or Right, wins. Bit 2: tie. Bits 3
/// and 4: it is Left's, or Right's, turn.
#[derive(Clone, Copy, Default)]
struct Mark(u8);

impl Mark {
    fn end(self, mover: Player) -> Option<End> {
        match self.0 & 7 {
            0 => None,
            1 => Some(End::Won(Player::Left)),
            2 => Some(End::Won(Player::Right)),
            3 => Some(End::Won(mover.opponent())),
            _ => Some(End::Tie),
        }
    }

    fn turn(self) -> Option<Player> {
        match self.0 >> 3 {
            0 => None,
            1 => Some(Player::Left),
            _ => Some(Player::Right),
        }
    }

    /// Whether the mark is the same for both players.
    fn is_symmetric(self) -> bool {
        matches!(self.0, 0 | 3 | 4)
    }
}

impl Explicit {
    fn new(game: Declared) -> Self {
        Explicit { game: Arc::new(game), source: "".into() }
    }

    /// Reads the contents of a file in either format; `file` is its name in errors.
    ///
    /// ```
    /// use grundy_rulesets::rulesets::explicit::Explicit;
    ///
    /// let game = Explicit::read_file("game.txt", b"a > b\nb > a c\n").unwrap();
    /// assert_eq!((game.positions(), game.moves()), (3, 3));
    ///
    /// let error = Explicit::read_file("game.txt", b"a > b\nb >\n").err().unwrap();
    /// assert_eq!(error.to_string(), "game.txt:2:4: expected a position");
    /// ```
    pub fn read_file(file: &str, contents: &[u8]) -> Result<Self, ParseError> {
        let located = |fault: Misfit| {
            let error = ParseError::new(fault.expected, 0);
            let error = error.in_file(Place::new(file, contents, fault.at));
            ParseError { help: fault.help, ..error }
        };
        if contents.len() as u64 > LARGEST_FILE {
            return Err(located(Misfit::new(too_large(), 0)));
        }
        let text = std::str::from_utf8(contents)
            .map_err(|error| located(Misfit::new("UTF-8 text", error.valid_up_to())))?;
        let is_json = file.to_ascii_lowercase().ends_with(".json");
        let mut game = Explicit::read_contents(text, is_json).map_err(located)?;
        game.source = print_file(file).into();
        Ok(game)
    }

    /// Reads a game in either format that is not in a file. The text of the game has all of it
    /// between the parentheses, as JSON on one line.
    ///
    /// ```
    /// use grundy_ruleset::Notation;
    /// use grundy_rulesets::rulesets::explicit::Explicit;
    ///
    /// let game = Explicit::read_inline("a > b\nleft wins b\n").unwrap();
    /// let all = r#"{"start":"a","moves":{"a":["b"]},"left_wins":["b"],"positions":["a","b"]}"#;
    /// assert_eq!(game.parameters(), all);
    /// ```
    ///
    /// # Errors
    ///
    /// If the text cannot be read; the error has the place in the text.
    pub fn read_inline(text: &str) -> Result<Self, ParseError> {
        let mut game = Explicit::read_contents(text, false).map_err(|fault| {
            let error = ParseError::new(fault.expected, fault.at);
            ParseError { help: fault.help, ..error }
        })?;
        game.source = json::write(&game.game).into();
        Ok(game)
    }

    /// The position at which play starts.
    #[must_use]
    pub fn start_position(&self) -> u32 {
        self.game.start
    }

    /// Reads JSON or lines. If a file is named as JSON, a value such as `null` or `3` is not taken
    /// for a line with one position.
    fn read_contents(text: &str, named_json: bool) -> Result<Self, Misfit> {
        let mark = text.strip_prefix('\u{feff}').map_or(0, |rest| text.len() - rest.len());
        let body = &text[mark..];
        let shifted = |fault: Misfit| Misfit { at: fault.at + mark, ..fault };
        let mut draft = Draft::default();
        let is_value = || serde_json::from_str::<serde_json::Value>(body).is_ok();
        let is_json = body.trim_start().starts_with(['{', '[']) || named_json && is_value();
        let read = if is_json { json::read } else { lines::read };
        read(body, &mut draft).and_then(|()| draft.finish(body.len())).map_err(shifted)
    }

    /// Reads the text before the `;`.
    fn read_source(text: Text<'_>) -> Result<Self, ParseError> {
        let source = text.as_str();
        if source.starts_with('{') {
            let mut game = Explicit::read_contents(source, true).map_err(|fault| {
                let error = ParseError::new(fault.expected, text.offset() + fault.at);
                ParseError { help: fault.help, ..error }
            })?;
            game.source = source.into();
            return Ok(game);
        }
        let file = read_name(text)?;
        if file.is_empty() {
            return Err(text.expected("the name of a file"));
        }
        if FILES_REFUSED.load(Ordering::Relaxed) {
            return Err(text
                .expected("a game in braces, {\"moves\": …}")
                .with_help("no file is read here"));
        }
        let contents = load(&file).map_err(|error| {
            text.expected("a file that can be read").with_help(format!("{file}: {error}"))
        })?;
        let game = Explicit::read_file(&file, &contents);
        game.map_err(|error| ParseError { at: text.offset(), ..error })
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.game.names.len()
    }

    /// The number of moves; moves that both players have count once.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.game.moves.left.targets.len() + self.game.moves.right.targets.len()
    }

    fn mark(&self, position: u32) -> Mark {
        self.game.marks.get(position as usize).copied().unwrap_or_default()
    }

    fn row(&self, position: u32, player: Player) -> &[u32] {
        let player = if self.game.one_table { Player::Left } else { player };
        self.game.moves[player].row(position)
    }

    /// The position with a name.
    fn find(&self, name: &str, at: Text<'_>) -> Result<u32, ParseError> {
        // With more names, searching for a similar one takes too long.
        const FEW: usize = 10_000;
        self.game.names.find(name).ok_or_else(|| {
            let error = at.expected("the name of a position");
            let like = if self.positions() > FEW { None } else { self.nearest(name) };
            match like {
                Some(known) => error.with_help(format!("did you mean {}?", print_name(known))),
                None => error.with_help(format!("the game has no {name:?}")),
            }
        })
    }

    fn nearest(&self, name: &str) -> Option<&str> {
        self.game
            .names
            .iter()
            .map(|known| (strsim::jaro_winkler(name, known), known))
            .filter(|(likeness, _)| *likeness > 0.75)
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, known)| known)
    }
}

fn too_large() -> String {
    format!("a file of at most {LARGEST_FILE} bytes")
}

/// The contents of a file; reading stops at the limit, as a special file may be infinite.
fn load(file: &str) -> io::Result<Vec<u8>> {
    let file = File::open(file)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if metadata.len() > LARGEST_FILE {
        return Err(io::Error::other(format!("expected {}", too_large())));
    }
    // Special files do not report their size.
    let most = if metadata.is_file() { LARGEST_FILE } else { 1 << 28 };
    let mut contents = Vec::with_capacity(metadata.len() as usize + 1);
    file.take(most + 1).read_to_end(&mut contents)?;
    if contents.len() as u64 > most {
        return Err(io::Error::other(format!("more than {most} bytes came")));
    }
    Ok(contents)
}

/// Reads the JSON string that starts with the quotation mark at `at`; also returns its end.
fn quoted(text: &str, at: usize) -> Result<(Cow<'_, str>, usize), Misfit> {
    let bytes = text.as_bytes();
    let (mut end, mut escapes) = (at + 1, false);
    loop {
        match bytes.get(end) {
            Some(b'"') => break,
            Some(b'\\') => {
                escapes = true;
                end += 2;
            }
            Some(&byte) if byte < b' ' => {
                return Err(Misfit::new("a second '\"' that closes the name", end));
            }
            Some(_) => end += 1,
            None => return Err(Misfit::new("a second '\"' that closes the name", bytes.len())),
        }
    }
    let name = if escapes {
        let name: Result<String, _> = serde_json::from_str(&text[at..=end]);
        Cow::Owned(name.map_err(|_| {
            let escape = text[at..end].find('\\').map_or(at, |inside| at + inside);
            Misfit::new("a name with escapes as JSON has them", escape)
        })?)
    } else {
        Cow::Borrowed(&text[at + 1..end])
    };
    if name.is_empty() {
        return Err(Misfit::new("a name of at least one character", at));
    }
    Ok((name, end + 1))
}

/// Whether a character is allowed in a name without quotation marks.
fn may_stand_bare(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !"\"(),;#<>".contains(c)
}

fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn print_name(name: &str) -> String {
    let bare = name.chars().all(may_stand_bare);
    if bare { name.to_string() } else { quote(name) }
}

fn print_file(file: &str) -> String {
    let care = |c: char| c.is_control() || "\"();{}".contains(c);
    let bare = file.trim() == file && !file.is_empty() && !file.contains(care);
    if bare { file.to_string() } else { quote(file) }
}

/// Reads a name in the text of a game, with or without quotation marks.
fn read_name(text: Text<'_>) -> Result<Cow<'_, str>, ParseError> {
    if !text.as_str().starts_with('"') {
        return Ok(Cow::Borrowed(text.as_str()));
    }
    let located = |fault: Misfit| ParseError::new(fault.expected, text.offset() + fault.at);
    let (name, end) = quoted(text.as_str(), 0).map_err(located)?;
    if end < text.as_str().len() {
        return Err(ParseError::new("nothing behind the name", text.offset() + end));
    }
    Ok(name)
}

impl Ruleset for Explicit {
    type Position = u32;

    fn impartial(&self) -> bool {
        self.game.impartial
    }

    fn has_ends(&self) -> bool {
        !self.game.marks.is_empty()
    }

    fn loopy(&self) -> bool {
        true
    }

    fn options(&self, &position: &u32, player: Player) -> impl Iterator<Item = u32> {
        self.row(position, player).iter().copied()
    }

    fn end(&self, &position: &u32, mover: Player) -> Option<End> {
        self.mark(position).end(mover)
    }

    fn turn(&self, &position: &u32) -> Option<Player> {
        self.mark(position).turn()
    }

    fn listed(&self) -> Option<Vec<u32>> {
        Some((0..self.positions() as u32).collect())
    }

    fn numbering(&self) -> Option<Numbering<u32>> {
        Some(Numbering { count: self.positions(), number: |&position| position as usize })
    }
}

impl Notation for Explicit {
    fn name(&self) -> &'static str {
        "graph"
    }

    fn parameters(&self) -> String {
        self.source.to_string()
    }

    fn start(&self) -> Option<u32> {
        Some(self.game.start)
    }

    fn print(&self, &position: &u32) -> String {
        print_name(self.game.names.get(position))
    }

    fn read(&self, text: Text<'_>) -> Result<u32, ParseError> {
        let text = text.trim();
        self.find(&read_name(text)?, text)
    }

    fn scene(&self, &position: &u32) -> Scene {
        self.drawn(position)
    }

    fn tokens(&self, scene: &Scene, from: &u32, to: &u32, _: Player) -> Vec<Token> {
        self.step(scene, *from, *to)
    }

    fn draw(&self, &position: &u32) -> String {
        // The greatest number of options shown, so that the drawing stays readable.
        const SHOWN: usize = 24;
        let mut lines = vec![self.print(&position)];
        let list = |player| {
            let row = self.row(position, player);
            let mut names: Vec<String> = row.iter().take(SHOWN).map(|id| self.print(id)).collect();
            if row.len() > SHOWN {
                names.push(format!("… ({} in all)", row.len()));
            }
            if names.is_empty() { "—".to_string() } else { names.join(", ") }
        };
        match self.mark(position).0 & 7 {
            0 if self.game.one_table => lines.push(format!("  moves: {}", list(Player::Left))),
            0 => {
                let row = |player: Player| format!("  {player:5}: {}", list(player));
                lines.extend(Player::BOTH.map(row));
            }
            1 => lines.push("  Left has won".to_string()),
            2 => lines.push("  Right has won".to_string()),
            3 => lines.push("  the player who moved here has won".to_string()),
            _ => lines.push("  a tie".to_string()),
        }
        if let Some(player) = self.mark(position).turn() {
            lines.push(format!("  {player} is to move"));
        }
        lines.join("\n")
    }
}

/// Explicit games in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "graph",
        aliases: &["explicit"],
        family: Family::Explicit,
        title: "Explicit game",
        about: "Write out all positions and moves of a game of your own, with its wins and ties. Any \
                finite game of two players with nothing hidden can be stated like this.",
        rules: "All positions and moves stand in a file. A file of lines says 'a > b c' for the moves \
                of both players, 'a L> b' and 'a R> c' for those of Left and Right, 'start a', \
                'left wins d', 'right wins e', 'tie f' for ends of play, and 'turn left a' where \
                the players do not alternate; '#' starts a comment, and names with spaces stand in \
                quotation marks. A JSON file is one object with any of the keys start, moves \
                {\"a\": [\"b\",\"c\"]}, left (or m_A), right (m_B), left_wins (F_A), right_wins \
                (F_B), ties, turn {\"a\": \"left\"} and positions (C); it may also stand in place of \
                FILE. Play is over in F_A, and A (Left) has won there, whoever has moved there: a move \
                of B (Right) into F_A loses. A position in which both Left and Right win is won by \
                the player who has just moved there. Otherwise the player who cannot move loses. The file's start, or else \
                its first position, is used where POSITION is left out.",
        notation: "graph(FILE) or graph(FILE; POSITION)",
        examples: &[
            r#"graph({"moves": {"a": ["b","c"], "b": ["c","d"], "c": ["d"]}})"#,
            r#"graph({"moves": {"1": [2,3], "2": [1], "3": [4]}}; 2)"#,
            r#"graph({"left": {"a": ["b"], "b": ["a"]}, "right": {"a": ["won"]}, "right_wins": ["won"]})"#,
        ],
        source: "Cedric A. B. Smith, Graphs and composite games, 1966",
        parse: &|arguments: &Arguments<'_>| {
            let (file, position) = arguments.optional();
            let Some(file) = file else {
                return Err(ParseError::new("a file in parentheses", arguments.end()));
            };
            let rules = Explicit::read_source(file)?;
            let position = match position {
                Some(text) => rules.read(text)?,
                None => rules.game.start,
            };
            Ok(arguments.game(rules, position))
        },
    }
}
