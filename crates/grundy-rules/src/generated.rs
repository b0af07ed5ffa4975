//! Rule files that are generated, to compare compiled rules with the interpreter.

use crate::difference::compare;

/// The result for a generated file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checked {
    /// Whether it could be compiled.
    pub compiled: bool,
    /// Positions in which compiled rules have answered, or failed as the interpreter does.
    pub answered: usize,
    /// All positions that were compared.
    pub positions: usize,
}

/// Writes a rule file as these bytes choose, and compares at most `most` positions of compiled
/// rules with the interpreter.
///
/// # Errors
///
/// The file, and the first position in which they differ.
pub fn differs(bytes: &[u8], most: usize) -> Result<Checked, String> {
    let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let mut writer = Writer(rest);
    let text = if first % 4 == 0 { shows(&writer.functions()) } else { writer.game() };
    check(&text, most).map_err(|why| format!("{why}\n{text}"))
}

fn check(text: &str, most: usize) -> Result<Checked, String> {
    let file = crate::load("generated.star", text).map_err(|fault| fault.to_string())?;
    // A file whose start fails has no positions.
    let Ok(game) = file.game(None) else { return Ok(Checked::default()) };
    match compare("generated", &game, most) {
        Ok((answered, positions)) => Ok(Checked { compiled: true, answered, positions }),
        // Values of many types, or positions that are too long.
        Err(why) if why.starts_with("line") || why.starts_with("no ") => Ok(Checked::default()),
        Err(why) => Err(why),
    }
}

const CONSTANTS: &str = r#"
TABLE = [3, 1, 2]
NESTED = [[1, 2], [3], []]
NAMES = {"a": 1, "b": 2, "long": 3}
WORDS = ("alpha", "b", "")
"#;

/// A game whose position is a number n, from 0 on, and whose moves show the value of an expression
/// of `n`.
pub(crate) fn shows(body: &str) -> String {
    format!(
        "{CONSTANTS}
def start():
    return (0, \"\")
def moves(p):
    n, _ = p
    if n > 40:
        return []
    return [(n + 1, \"\"), (n + 2, f(n))]
{body}
"
    )
}

/// Writes rule files from a grammar with types: functions of a number that return a text, and whole
/// games. Bytes make the choices; after the last byte, the first possibility is always chosen.
struct Writer<'a>(&'a [u8]);

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Int,
    Text,
    Bool,
    Ints,
    Pair,
}

impl Writer<'_> {
    fn below(&mut self, limit: u64) -> u64 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        u64::from(first) % limit
    }

    fn one_of(&mut self, all: &[&str]) -> String {
        all[self.below(all.len() as u64) as usize].to_string()
    }

    fn expression(&mut self, kind: Kind, depth: u32, names: &[(String, Kind)]) -> String {
        let known: Vec<&String> =
            names.iter().filter(|(_, other)| *other == kind).map(|(name, _)| name).collect();
        if !known.is_empty() && (depth == 0 || self.below(3) == 0) {
            return known[self.below(known.len() as u64) as usize].clone();
        }
        if depth == 0 {
            return match kind {
                Kind::Int => (self.below(9) as i64 - 3).to_string(),
                Kind::Text => ["\"\"", "\"a\"", "\"abc\"", "\"XO.\"", "\"é\""]
                    [self.below(5) as usize]
                    .to_string(),
                Kind::Bool => ["True", "False"][self.below(2) as usize].to_string(),
                Kind::Ints => {
                    ["[]", "[1]", "[3, 1, 2]", "list(range(4))"][self.below(4) as usize].to_string()
                }
                Kind::Pair => format!("({}, \"q\")", self.below(5)),
            };
        }
        let choice = self.below(18);
        let mut of = |kind| {
            let depth = depth - 1;
            self.expression(kind, depth, names)
        };
        use Kind::*;
        match (kind, choice) {
            (Int, 0) => format!("({} + {})", of(Int), of(Int)),
            (Int, 1) => format!("({} - {})", of(Int), of(Int)),
            (Int, 2) => format!("({} * {})", of(Int), of(Int)),
            (Int, 3) => format!("({} // {})", of(Int), of(Int)),
            (Int, 4) => format!("({} % {})", of(Int), of(Int)),
            (Int, 5) => format!("len({})", of(if choice % 2 == 1 { Text } else { Ints })),
            (Int, 6) => format!("sum({})", of(Ints)),
            (Int, 7) => format!("{}[{}]", of(Ints), of(Int)),
            (Int, 8) => format!("({} if {} else {})", of(Int), of(Bool), of(Int)),
            (Int, 9) => format!("{}.count({})", of(Text), of(Text)),
            (Int, 10) => format!("{}[0]", of(Pair)),
            (Int, 13) => format!("max({}, abs({}))", of(Int), of(Int)),
            (Int, 14) => format!("ord(({} + \"x\")[0])", of(Text)),
            (Int, 15) => format!("{{\"a\": 1, \"abc\": 2}}.get({}, {})", of(Text), of(Int)),
            (Int, 16) => format!("{}.find({})", of(Text), of(Text)),
            (Int, 17) => format!("(lambda k: k + {})({})", of(Int), of(Int)),
            (Int, _) => format!("min({}, {})", of(Int), of(Int)),
            (Text, 0 | 1) => format!("({} + {})", of(Text), of(Text)),
            (Text, 2) => format!("{}[{}:{}]", of(Text), of(Int), of(Int)),
            (Text, 3) => format!("{}[{}]", of(Text), of(Int)),
            (Text, 4) => format!("str({})", of(Int)),
            (Text, 5) => format!("{}.replace({}, {})", of(Text), of(Text), of(Text)),
            (Text, 6) => format!("({} if {} else {})", of(Text), of(Bool), of(Text)),
            (Text, 7) => format!("{}.join([str(k) for k in {}])", of(Text), of(Ints)),
            (Text, 8) => format!("{}[1]", of(Pair)),
            (Text, 9) => format!("{}.upper()", of(Text)),
            (Text, 10) => format!("({} or {})", of(Text), of(Text)),
            (Text, 13) => format!("{}[::-1]", of(Text)),
            (Text, 14) => format!("({} * ({} % 4))", of(Text), of(Int)),
            (Text, 15) => format!("\"\".join(sorted([c for c in {}.elems()]))", of(Text)),
            (Text, 16) => format!("{}.strip({})", of(Text), of(Text)),
            (Text, 17) => format!("chr(97 + {} % 26)", of(Int)),
            (Text, _) => format!("f\"{{{}}}-{{{}}}\"", "n", "n"),
            (Bool, 0 | 1) => format!("({} < {})", of(Int), of(Int)),
            (Bool, 2) => format!("({} == {})", of(Text), of(Text)),
            (Bool, 3) => format!("({} in {})", of(Text), of(Text)),
            (Bool, 4) => format!("({} in {})", of(Int), of(Ints)),
            (Bool, 5) => format!("({} and {})", of(Bool), of(Bool)),
            (Bool, 6) => format!("(not {})", of(Bool)),
            (Bool, 7) => format!("({} == {})", of(Ints), of(Ints)),
            (Bool, 8) => format!("any([k > {} for k in {}])", of(Int), of(Ints)),
            (Bool, 9) => format!("({} != {})", of(Pair), of(Pair)),
            (Bool, 13) => format!("{}.startswith({})", of(Text), of(Text)),
            (Bool, 14) => format!("{}.isdigit()", of(Text)),
            (Bool, 15) => format!("all([k < {} for k in {}])", of(Int), of(Ints)),
            (Bool, 16) => format!("({} or {})", of(Bool), of(Bool)),
            (Bool, 17) => format!("({} == None)", of(Int)),
            (Bool, _) => format!("({} >= {})", of(Text), of(Text)),
            (Ints, 0 | 1) => format!("[k + {} for k in {}]", of(Int), of(Ints)),
            (Ints, 2) => format!("[k for k in {} if k != {}]", of(Ints), of(Int)),
            (Ints, 3) => format!("sorted({})", of(Ints)),
            (Ints, 4) => format!("({} + {})", of(Ints), of(Ints)),
            (Ints, 5) => format!("{}[{}:]", of(Ints), of(Int)),
            (Ints, 6) => format!("[{}, {}]", of(Int), of(Int)),
            (Ints, 7) => format!("list(reversed({}))", of(Ints)),
            (Ints, 8) => format!("[i * k for i, k in enumerate({})]", of(Ints)),
            (Ints, 9) => format!("{}[::-1]", of(Ints)),
            (Ints, 13) => format!("sorted({}, key = lambda v: v % 3)", of(Ints)),
            (Ints, 14) => format!("[ord(c) for c in {}.elems()]", of(Text)),
            (Ints, 15) => format!("list(tuple({}))", of(Ints)),
            (Ints, 16) => format!("({} if {} else {})", of(Ints), of(Bool), of(Ints)),
            (Ints, 17) => format!("[a * b for a, b in zip({}, {})]", of(Ints), of(Ints)),
            (Ints, _) => format!("list(range({} % 6))", of(Int)),
            (Pair, _) => format!("({}, {})", of(Int), of(Text)),
        }
    }

    fn block(&mut self, depth: u32, indent: usize, names: &mut Vec<(String, Kind)>) -> String {
        let mut text = String::new();
        let pad = " ".repeat(indent);
        for _ in 0..1 + self.below(3) {
            let kinds = [Kind::Int, Kind::Text, Kind::Bool, Kind::Ints, Kind::Pair];
            let kind = kinds[self.below(5) as usize];
            let old: Vec<(String, Kind)> = names.clone();
            match self.below(if depth > 0 { 8 } else { 4 }) {
                0..3 => {
                    let value = self.expression(kind, 2, &old);
                    let name = match self.below(3) {
                        // Assigns to an existing variable.
                        0 if old.iter().any(|(_, other)| *other == kind) => {
                            let mut fits = old.iter().rev().filter(|(_, other)| *other == kind);
                            fits.next().unwrap().0.clone()
                        }
                        _ => {
                            let name = format!("v{}", names.len());
                            names.push((name.clone(), kind));
                            name
                        }
                    };
                    text += &format!("{pad}{name} = {value}\n");
                }
                3 => {
                    let mut lists = old.iter().rev().filter(|(_, other)| *other == Kind::Ints);
                    if let Some((list, _)) = lists.next() {
                        let value = self.expression(Kind::Int, 1, &old);
                        text += &format!("{pad}{list}.append({value})\n");
                    } else {
                        text += &format!("{pad}pass\n");
                    }
                }
                4 | 5 => {
                    let condition = self.expression(Kind::Bool, 2, &old);
                    let mut inside = old.clone();
                    text += &format!("{pad}if {condition}:\n");
                    text += &self.block(depth - 1, indent + 4, &mut inside);
                    if self.below(2) == 0 {
                        let mut inside = old.clone();
                        text += &format!("{pad}else:\n");
                        text += &self.block(depth - 1, indent + 4, &mut inside);
                    }
                }
                6 => {
                    let over = self.expression(Kind::Ints, 1, &old);
                    let mut inside = old.clone();
                    let name = format!("i{indent}");
                    inside.push((name.clone(), Kind::Int));
                    text += &format!("{pad}for {name} in {over}:\n");
                    text += &self.block(depth - 1, indent + 4, &mut inside);
                    if self.below(3) == 0 {
                        let condition = self.expression(Kind::Bool, 1, &inside);
                        let leave = ["break", "continue"][self.below(2) as usize];
                        text += &format!("{pad}    if {condition}:\n{pad}        {leave}\n");
                    }
                }
                _ => {
                    let value = self.expression(Kind::Text, 2, &old);
                    let condition = self.expression(Kind::Bool, 1, &old);
                    text += &format!("{pad}if {condition}:\n{pad}    return {value}\n");
                }
            }
        }
        text
    }

    /// A function `g(n, t)`, and `f(n)`, which calls it.
    fn functions(&mut self) -> String {
        let mut names = vec![("n".to_string(), Kind::Int), ("t".to_string(), Kind::Text)];
        let inner = self.block(2, 4, &mut names);
        let last = self.expression(Kind::Text, 2, &names);
        let mut own = vec![("n".to_string(), Kind::Int)];
        let outer = self.block(2, 4, &mut own);
        let argument = self.expression(Kind::Text, 1, &own);
        let value = self.expression(Kind::Text, 1, &own);
        format!(
            "def g(n, t):\n{inner}    return {last}\ndef f(n):\n{outer}    return g(n, {argument}) + {value}"
        )
    }

    /// A function of a position that has other names for its parts and returns a value of a kind.
    fn function(&mut self, head: &str, shape: Position, player: bool, kind: Kind) -> String {
        let mut names = shape.names();
        if player {
            names.push(("player".to_string(), Kind::Text));
        }
        let parts = shape.parts();
        let condition = self.expression(Kind::Bool, 1, &names);
        let early = self.expression(kind, 1, &names);
        let last = self.expression(kind, 2, &names);
        let early = match self.below(2) {
            0 => String::new(),
            _ => format!("    if {condition}:\n        return {early}\n"),
        };
        format!("def {head}:\n{parts}{early}    return {last}\n")
    }

    /// A whole game: its start, its moves, and some of the functions that a file may have.
    fn game(&mut self) -> String {
        let shape = [Position::Number, Position::Text, Position::Pair, Position::Row]
            [self.below(4) as usize];
        let player = self.below(2) == 0;
        let given = if player { "p, player" } else { "p" };
        let mut text = self.one_of(&["", "", "", "misere = True\n"]);
        text += CONSTANTS;
        text += &format!("def start():\n    return {}\n", shape.first());
        // The value of the kind is limited, so that most games do not grow for ever.
        let all = shape.limited("x");
        text += &format!("def limited(x):\n    return {all}\n");
        let mut names = shape.names();
        if player {
            names.push(("player".to_string(), Kind::Text));
        }
        let body = self.moves(shape, &mut names);
        text += &format!("def moves({given}):\n{}{body}", shape.parts());
        let ends = ["left_won", "right_won", "won", "lost", "tie"];
        for end in ends {
            if self.below(5) == 0 {
                let player = self.below(3) == 0;
                let given = if player { "p, player" } else { "p" };
                text += &self.function(&format!("{end}({given})"), shape, player, Kind::Bool);
            }
        }
        if self.below(6) == 0 {
            let side = self.expression(Kind::Bool, 2, &shape.names());
            let parts = shape.parts();
            let (one, other) = (r#""Left""#, self.one_of(&[r#""Right""#, "None"]));
            text += &format!("def turn(p):\n{parts}    return {one} if {side} else {other}\n");
        }
        if self.below(6) == 0 {
            text += "def canonical(p):\n    return min(p, limited(p))\n";
        }
        text
    }

    /// The body of `moves`.
    fn moves(&mut self, shape: Position, names: &mut Vec<(String, Kind)>) -> String {
        let kind = shape.kind();
        let mut text = String::new();
        let until = self.expression(Kind::Bool, 1, names);
        if self.below(2) == 0 {
            text += &format!("    if {until}:\n        return []\n");
        }
        // Statements that return a text do not belong here.
        for number in 0..self.below(3) {
            let kind = [Kind::Int, Kind::Text, Kind::Bool, Kind::Ints][self.below(4) as usize];
            let value = self.expression(kind, 2, names);
            names.push((format!("w{number}"), kind));
            text += &format!("    w{number} = {value}\n");
        }
        let option = self.expression(kind, 3, names);
        let other = self.expression(kind, 2, names);
        let condition = self.expression(Kind::Bool, 2, names);
        let over = self.expression(Kind::Ints, 1, names);
        let mut inside = names.clone();
        inside.push(("k".to_string(), Kind::Int));
        let each = self.expression(kind, 2, &inside);
        let which = self.expression(Kind::Bool, 1, &inside);
        let down = shape.down();
        text += &match self.below(5) {
            0 => format!("    return [limited({option}), limited({other}), {down}]\n"),
            1 => format!("    return [limited({each}) for k in {over} if {which}] + [{down}]\n"),
            2 => format!(
                "    found = [{down}]\n    for k in {over}:\n        if {which}:\n            \
                 found.append(limited({each}))\n    return found\n"
            ),
            3 => format!(
                "    found = {{}}\n    for k in {over}:\n        found[str(k)] = \
                 limited({each})\n    if {condition}:\n        found[\"down\"] = {down}\n    \
                 return found\n"
            ),
            _ => format!(
                "    return [limited({option})] if {condition} else [limited({other}), {down}]\n"
            ),
        };
        text
    }
}

/// The kinds of positions of a generated game.
#[derive(Clone, Copy)]
enum Position {
    Number,
    Text,
    Pair,
    Row,
}

impl Position {
    fn kind(self) -> Kind {
        match self {
            Position::Number => Kind::Int,
            Position::Text => Kind::Text,
            Position::Pair => Kind::Pair,
            Position::Row => Kind::Ints,
        }
    }

    fn first(self) -> &'static str {
        match self {
            Position::Number => "17",
            Position::Text => "\"XO.a\"",
            Position::Pair => "(9, \"ab\")",
            Position::Row => "(3, 1, 4)",
        }
    }

    /// A position that may be returned, made from a value of the kind.
    fn limited(self, value: &str) -> String {
        match self {
            Position::Number => format!("{value} % 40"),
            Position::Text => format!("{value}[:5]"),
            Position::Pair => format!("({value}[0] % 20, {value}[1][:3])"),
            Position::Row => format!("tuple([i % 9 for i in {value}[:4]])"),
        }
    }

    /// A move that brings play nearer to its end.
    fn down(self) -> &'static str {
        match self {
            Position::Number => "max(p - 1, 0)",
            Position::Text => "p[1:]",
            Position::Pair => "(max(n - 1, 0), t)",
            Position::Row => "p[1:]",
        }
    }

    /// Statements that give the parts of a position names.
    fn parts(self) -> &'static str {
        match self {
            Position::Number => "    n = p\n",
            Position::Text => "    n = len(p)\n",
            Position::Pair => "    n, t = p\n",
            Position::Row => "    n = len(p)\n    q = list(p)\n",
        }
    }

    /// The names of a position and its parts.
    fn names(self) -> Vec<(String, Kind)> {
        let names: &[(&str, Kind)] = match self {
            Position::Number => &[("p", Kind::Int), ("n", Kind::Int)],
            Position::Text => &[("p", Kind::Text), ("n", Kind::Int)],
            Position::Pair => &[("p", Kind::Pair), ("n", Kind::Int), ("t", Kind::Text)],
            Position::Row => &[("q", Kind::Ints), ("n", Kind::Int)],
        };
        names.iter().map(|&(name, kind)| (name.to_string(), kind)).collect()
    }
}
