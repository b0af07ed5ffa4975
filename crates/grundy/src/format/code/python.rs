//! Grundy values as Python 3.

use super::listed::{self, Syntax};
use super::{DIGITS, as_digits, digit_lines, expression, wrapped};
use super::{Method, Moves, Program, Rarity, Repeats};
use crate::format::Format;
use grundy_ruleset::{ListedAction, ListedMove, Split};

/// Programs in Python 3.
pub(in crate::format) const FORMAT: Format<Program> = Format {
    name: "python",
    about: "Python 3",
    endings: &["py"],
    is_binary: false,
    is_whole: true,
    write: |program| Ok(write(program).into_bytes()),
};

fn write(program: &Program) -> String {
    let comment = program.comment("#", false);
    match &program.method {
        Method::Formula(formula) => {
            format!("{comment}def sg(n):\n    return {}\n", expression(*formula, "//"))
        }
        Method::Table { values, repeats } => table(&comment, values, *repeats),
        Method::Automaton { base, next, values } => automaton(&comment, *base, next, values),
        Method::Script { source, many, .. } => script(&comment, source, *many),
        Method::Recurrence { moves, repeats } => recurrence(&comment, moves, *repeats),
    }
}

fn table(comment: &str, values: &[u32], repeats: Repeats) -> String {
    let Repeats { preperiod, period, saltus } = repeats;
    let end = repeats.end();
    let (rounds, place, more) = match (preperiod, saltus) {
        (0, 0) => (String::new(), format!("n % {period}"), String::new()),
        (_, 0) => {
            let place = format!("n if n < {end} else {}", repeats.shortened());
            (String::new(), place, String::new())
        }
        _ => (
            format!("    rounds = 0 if n < {end} else (n - {preperiod}) // {period}\n"),
            format!("n - rounds * {period}"),
            format!(" + rounds * {saltus}"),
        ),
    };
    if as_digits(values) {
        let lines: String = digit_lines(values).map(|line| format!("    \"{line}\"\n")).collect();
        let digits = String::from_utf8_lossy(DIGITS);
        return format!(
            "{comment}_DIGITS = \"{digits}\"\n_G = (\n{lines})\n\n\ndef sg(n):
{rounds}    return _DIGITS.index(_G[{place}]){more}\n"
        );
    }
    let look_up = format!("{rounds}    return _G[{place}]{more}\n");
    format!("{comment}_G = [\n{}]\n\n\ndef sg(n):\n{look_up}", wrapped(values, "    "))
}

/// The rule file inside a function, so that its names collide with no others.
fn script(comment: &str, source: &str, many: bool) -> String {
    let lines = source.lines().map(|line| match line.trim() {
        "" => "\n".to_string(),
        _ => format!("    {line}\n"),
    });
    let source: String = lines.collect();
    let position = if many { "(heap,) if heap > 0 else ()" } else { "heap" };
    format!(
        "{comment}def _rules():
    def fail(*words):
        raise ValueError(*words)

{source}
    return moves


_MOVES = _rules()
_KNOWN = []


def sg(n):
    g = _KNOWN
    while len(g) <= n:
        heap = len(g)
        position = {position}
        one = _MOVES.__code__.co_argcount == 1
        moves = _MOVES(position) if one else _MOVES(position, \"Left\")
        options = set()
        for to in moves.values() if isinstance(moves, dict) else moves:
            value = 0
            for part in (to,) if isinstance(to, int) else to:
                value ^= g[part]
            options.add(value)
        mex = 0
        while mex in options:
            mex += 1
        g.append(mex)
    return g[n]
"
    )
}

fn automaton(comment: &str, base: u64, next: &[u32], values: &[u32]) -> String {
    let (next, values) = (wrapped(next, "    "), wrapped(values, "    "));
    format!(
        "{comment}# The state behind digit d in state s is _NEXT[{base} * s + d].
_NEXT = [\n{next}]
_G = [\n{values}]


def sg(n):
    digits = []
    while n > 0:
        digits.append(n % {base})
        n //= {base}
    state = 0
    for digit in reversed(digits):
        state = _NEXT[{base} * state + digit]
    return _G[state]
"
    )
}

/// A greater n is reduced to one below the end of the first period.
fn shorten(repeats: Repeats) -> String {
    format!("    if n >= {}:\n        n = {}\n", repeats.end(), repeats.shortened())
}

fn sparse(comment: &str, digits: &[u8], unequal: bool, rarity: Rarity, shorten: &str) -> String {
    let table = wrapped(digits, "    ");
    let Rarity { mask, odd, .. } = rarity;
    let odd = odd.map_or("0".to_string(), |odd| format!("(heap % 2 == {odd})"));
    let (all, half) =
        if unequal { (" and 2 * a != rest", "(rest + 1) // 2") } else { ("", "rest // 2 + 1") };
    format!(
        "{comment}# Bit p of _DIGITS[t]: a move may take t tokens and leave p heaps.
_DIGITS = [\n{table}]
_KNOWN = []
# The heaps from 1 up that have a rare value.
_RARES = []


def sg(n):
    g = _KNOWN
{shorten}    while len(g) <= n:
        heap = len(g)

        def rare(value):
            return bin(value & {mask}).count(\"1\") % 2 == {odd}

        options = set()
        splits = []
        for taken in range(min(heap + 1, len(_DIGITS))):
            digit, rest = _DIGITS[taken], heap - taken
            if digit & 1 and rest == 0:
                options.add(0)
            if digit & 2 and rest > 0:
                options.add(g[rest])
            if digit & 4:
                splits.append(rest)
                options.update(g[a] ^ g[rest - a] for a in _RARES if a < rest{all})
        # The least common value that is no option; rare values below it that are not seen.
        common, missing = 0, set()
        while common in options or rare(common):
            if common not in options:
                missing.add(common)
            common += 1
        for rest in splits:
            for a in range(1, {half}):
                if not missing:
                    break
                missing.discard(g[a] ^ g[rest - a])
        mex = min(missing, default=common)
        g.append(mex)
        if heap > 0 and rare(mex):
            _RARES.append(heap)
    return g[n]
"
    )
}

fn recurrence(comment: &str, moves: &Moves, repeats: Option<Repeats>) -> String {
    let shorten = repeats.map(shorten).unwrap_or_default();
    let (tables, options) = match moves {
        Moves::Take(ranges) => take(ranges),
        Moves::Listed(moves) => list(moves),
        Moves::TakeAndBreak { digits, unequal, .. } => take_and_break(digits, *unequal),
        Moves::Sparse { digits, unequal, rarity } => {
            return sparse(comment, digits, *unequal, *rarity, &shorten);
        }
    };
    format!(
        "{comment}{tables}_KNOWN = []


def sg(n):
    g = _KNOWN
{shorten}    while len(g) <= n:
        heap = len(g)
        options = set()
{options}        mex = 0
        while mex in options:
            mex += 1
        g.append(mex)
    return g[n]
"
    )
}

const SYNTAX: Syntax = Syntax {
    and: "and",
    or: "or",
    not: "not ",
    never: "False",
    quotient: "//",
    suffix: "",
    size: "heap",
};
const HELPERS: &[(&str, &str)] = &[
    ("gcd", "from math import gcd\n"),
    ("is_square", "def is_square(n):\n    root = int(n ** 0.5)\n    return any(r * r == n for r in range(max(root - 1, 0), root + 2))\n\n\n"),
    ("is_prime", "def is_prime(n):\n    return n > 1 and all(n % d for d in range(2, int(n ** 0.5) + 1))\n\n\n"),
    ("is_fibonacci", "def is_fibonacci(n):\n    a, b = 1, 2\n    while a < n:\n        a, b = b, a + b\n    return a == n\n\n\n"),
    ("is_power", "def is_power(n, base):\n    power = 1\n    while power < n:\n        power *= base\n    return power == n\n\n\n"),
    ("_split", "# The sums of the values of so many parts, each at least `step` greater than the one before.
def _split(g, rest, parts, least, step, value, options):
    if parts == 1:
        if rest >= least:
            options.add(value ^ g[rest])
        return
    for part in range(least, rest // parts + 1):
        _split(g, rest - part, parts - 1, part + step, step, value ^ g[part], options)\n\n\n"),
];

fn list(moves: &[ListedMove]) -> (String, String) {
    let mut options = String::new();
    for ListedMove { sizes, action } in moves {
        let mut indent = "        ".to_string();
        if let Some(condition) = SYNTAX.condition(sizes, "heap") {
            options += &format!("{indent}if {condition}:\n");
            indent += "    ";
        }
        match action {
            ListedAction::Replace(heaps) => {
                let (parts, condition) = SYNTAX.replacement(heaps);
                let parts: Vec<String> = parts.iter().map(|part| format!("g[{part}]")).collect();
                let sum = parts.join(" ^ ");
                options += &format!("{indent}if {condition}:\n{indent}    options.add({sum})\n");
            }
            ListedAction::Take { taken, heaps, split } => {
                let (first, last) = taken.bounds();
                options += &match last {
                    u64::MAX => format!("{indent}for t in range({first}, heap + 1):\n"),
                    _ => format!("{indent}for t in range({first}, min({last}, heap) + 1):\n"),
                };
                indent += "    ";
                let (from, to) = taken.bounds();
                let whole = grundy_ruleset::NumberTest::Range(from, to) == *taken;
                if let Some(condition) = SYNTAX.condition(taken, "t").filter(|_| !whole) {
                    options += &format!("{indent}if {condition}:\n");
                    indent += "    ";
                }
                options += &format!("{indent}rest = heap - t\n");
                let step = u8::from(*split == Split::Unequal);
                for heaps in heaps.0..=heaps.1 {
                    options += &match (heaps, split) {
                        (0, _) => format!(
                            "{indent}if rest == 0 and heap > 0:\n{indent}    options.add(0)\n"
                        ),
                        (1, _) => {
                            format!("{indent}if rest > 0:\n{indent}    options.add(g[rest])\n")
                        }
                        (_, Split::Equal) => format!(
                            "{indent}if rest >= {heaps} and rest % {heaps} == 0:
{indent}    options.add({})\n",
                            if heaps % 2 == 0 { "0".into() } else { format!("g[rest // {heaps}]") }
                        ),
                        _ => format!("{indent}_split(g, rest, {heaps}, 1, {step}, 0, options)\n"),
                    };
                }
            }
        }
    }
    (listed::helpers(&options, HELPERS).concat(), options)
}

fn take(ranges: &[(u64, u64)]) -> (String, String) {
    let pairs = ranges.iter().map(|(from, to)| format!("({from}, {to})"));
    let tables = format!(
        "# So many tokens may be taken: from, to.\n_TAKES = [\n{}]\n",
        wrapped(pairs, "    "),
    );
    let options = "        for first, last in _TAKES:
            if first <= heap:
                options.update(g[max(heap - last, 0):heap - first + 1])
";
    (tables, options.to_string())
}

fn take_and_break(digits: &[u8], unequal: bool) -> (String, String) {
    let tables = format!(
        "# Bit p of _DIGITS[t]: a move may take t tokens and leave p heaps.\n_DIGITS = [\n{}]\n",
        wrapped(digits, "    "),
    );
    let mut options = String::from(
        "        for taken in range(min(heap + 1, len(_DIGITS))):
            digit, rest = _DIGITS[taken], heap - taken\n",
    );
    let has = |bit: u8| digits.iter().any(|digit| digit & bit != 0);
    if has(1) {
        options += "            if digit & 1 and rest == 0:
                options.add(0)\n";
    }
    if has(2) {
        options += "            if digit & 2 and rest > 0:
                options.add(g[rest])\n";
    }
    // The smallest part and the next one; parts in order may be equal, unless parts must be
    // unequal.
    let (half, third, next) = if unequal {
        ("(rest + 1) // 2", "(rest + 2) // 3", "a + 1, (rest - a + 1) // 2")
    } else {
        ("rest // 2 + 1", "rest // 3 + 1", "a, (rest - a) // 2 + 1")
    };
    if has(4) {
        options += &format!(
            "            if digit & 4:
                options.update(g[a] ^ g[rest - a] for a in range(1, {half}))\n"
        );
    }
    if has(8) {
        options += &format!(
            "            if digit & 8:
                for a in range(1, {third}):
                    options.update(g[a] ^ g[b] ^ g[rest - a - b] for b in range({next}))\n"
        );
    }
    (tables, options)
}
