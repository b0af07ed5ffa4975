//! Grundy values as Rust.

use super::listed::{self, Syntax};
use super::{Method, Moves, Program, Rarity, Repeats};
use super::{as_digits, bits, digit_lines, expression, wrapped};
use crate::format::Format;
use crate::format::formula::Formula;
use grundy_ruleset::{ListedAction, ListedMove, NumberTest, Split};

/// Programs in Rust.
pub(in crate::format) const FORMAT: Format<Program> = Format {
    name: "rust",
    about: "Rust, without crates",
    endings: &["rs"],
    is_binary: false,
    is_whole: true,
    write: |program| Ok(write(program).into_bytes()),
};

fn write(program: &Program) -> String {
    let comment = program.comment("//", true);
    match &program.method {
        Method::Formula(formula) => {
            let name = if matches!(formula, Formula::Constant(_)) { "_" } else { "n" };
            let value = expression(*formula, "/");
            format!("{comment}pub fn sg({name}: u64) -> u64 {{\n    {value}\n}}\n")
        }
        Method::Table { values, repeats } => table(&comment, values, *repeats, ""),
        Method::Script { values, .. } => {
            let (repeats, count) = (Repeats::of_first(values), values.len());
            let refused =
                format!("    assert!(n < {count}, \"sg(n) is known for n < {count}\");\n");
            table(&comment, values, repeats, &refused)
        }
        Method::Automaton { base, next, values } => automaton(&comment, *base, next, values),
        Method::Recurrence { moves, repeats } => recurrence(&comment, moves, *repeats),
    }
}

/// `first` stands at the beginning of the function.
fn table(comment: &str, values: &[u32], repeats: Repeats, first: &str) -> String {
    let Repeats { preperiod, period, saltus } = repeats;
    let end = repeats.end();
    let (before, place, more) = match (preperiod, saltus) {
        (0, 0) => (String::new(), format!("(n % {period}) as usize"), String::new()),
        (_, 0) => (shorten(repeats), "n as usize".to_string(), String::new()),
        _ => (
            format!(
                "    let rounds = if n < {end} {{ 0 }} else {{ (n - {preperiod}) / {period} }};\n"
            ),
            format!("(n - rounds * {period}) as usize"),
            format!(" + rounds * {saltus}"),
        ),
    };
    if as_digits(values) {
        let lines: String = digit_lines(values).map(|line| format!("\\\n        {line}")).collect();
        return format!(
            "{comment}pub fn sg(n: u64) -> u64 {{
{first}    static G: &[u8] = b\"{lines}\";
{before}    let value = match G[{place}] {{
        digit @ ..=b'9' => digit - b'0',
        digit @ ..=b'Z' => digit - b'A' + 10,
        digit => digit - b'a' + 36,
    }};
    u64::from(value){more}\n}}\n"
        );
    }
    let look_up = format!("{before}    u64::from(G[{place}]){more}\n");
    format!(
        "{comment}pub fn sg(n: u64) -> u64 {{\n{first}    \
         static G: [u{}; {}] = [\n{}    ];\n{look_up}}}\n",
        bits(values),
        values.len(),
        wrapped(values, "        "),
    )
}

fn automaton(comment: &str, base: u64, next: &[u32], values: &[u32]) -> String {
    let (states, entries) = (values.len(), next.len());
    let (next, values) = (wrapped(next, "        "), wrapped(values, "        "));
    format!(
        "{comment}pub fn sg(n: u64) -> u64 {{
    // The state behind digit d in state s is NEXT[{base} * s + d].
    static NEXT: [u16; {entries}] = [\n{next}    ];
    static G: [u64; {states}] = [\n{values}    ];
    let mut digits = Vec::new();
    let mut rest = n;
    while rest > 0 {{
        digits.push((rest % {base}) as usize);
        rest /= {base};
    }}
    let after = |state: usize, digit: &usize| NEXT[{base} * state + digit] as usize;
    G[digits.iter().rev().fold(0, after)]\n}}\n"
    )
}

/// A greater n is reduced to one below the end of the first period.
fn shorten(repeats: Repeats) -> String {
    let (end, shortened) = (repeats.end(), repeats.shortened());
    format!("    let n = if n < {end} {{ n }} else {{ {shortened} }};\n")
}

fn sparse(comment: &str, digits: &[u8], unequal: bool, rarity: Rarity, shorten: &str) -> String {
    let (table, count) = (wrapped(digits, "        "), digits.len());
    let Rarity { mask, odd, .. } = rarity;
    let odd = odd.map_or("0".to_string(), |odd| format!("u32::from(heap % 2 == {odd})"));
    let (fits, half) = if unequal {
        (".filter(|&&a| 2 * a != rest)", "(rest + 1) / 2")
    } else {
        ("", "rest / 2 + 1")
    };
    format!(
        "{comment}pub fn sg(n: u64) -> u64 {{
    // Bit p of DIGITS[t]: a move may take t tokens and leave p heaps.
    static DIGITS: [u8; {count}] = [\n{table}    ];
    // All values, and the heaps from 1 up whose value is rare.
    type Known = (Vec<u32>, Vec<usize>);
    thread_local! {{
        static KNOWN: std::cell::RefCell<Known> =
            std::cell::RefCell::new((Vec::new(), Vec::new()));
    }}
{shorten}    let n = n as usize;
    KNOWN.with(|known| {{
        let (g, rares) = &mut *known.borrow_mut();
        // Which heap had a value among its options last, plus 1.
        let mut seen: Vec<usize> = Vec::new();
        while g.len() <= n {{
            let heap = g.len();
            let is_rare = |value: usize| (value & {mask}).count_ones() % 2 == {odd};
            let option = |seen: &mut Vec<usize>, value: u32| {{
                let value = value as usize;
                if value >= seen.len() {{
                    seen.resize(2 * value + 1, 0);
                }}
                seen[value] = heap + 1;
            }};
            let is_seen = |seen: &[usize], value: usize| seen.get(value) == Some(&(heap + 1));
            for (taken, digit) in (0..=heap).zip(&DIGITS) {{
                let rest = heap - taken;
                if digit & 1 != 0 && rest == 0 {{
                    option(&mut seen, 0);
                }}
                if digit & 2 != 0 && rest > 0 {{
                    option(&mut seen, g[rest]);
                }}
                if digit & 4 != 0 {{
                    for &a in rares.iter().take_while(|&&a| a < rest){fits} {{
                        option(&mut seen, g[a] ^ g[rest - a]);
                    }}
                }}
            }}
            // The least common value that is no option; rare values below it that are not seen.
            let (mut common, mut missing) = (0, 0);
            while is_rare(common) || is_seen(&seen, common) {{
                missing += usize::from(!is_seen(&seen, common));
                common += 1;
            }}
            for (taken, digit) in (0..=heap).zip(&DIGITS) {{
                let rest = heap - taken;
                let mut a = 1;
                while digit & 4 != 0 && missing > 0 && a < {half} {{
                    let value = g[a] ^ g[rest - a];
                    if (value as usize) < common && !is_seen(&seen, value as usize) {{
                        option(&mut seen, value);
                        missing -= 1;
                    }}
                    a += 1;
                }}
            }}
            let mex = (0..common).find(|&value| !is_seen(&seen, value)).unwrap_or(common);
            g.push(mex as u32);
            if heap > 0 && is_rare(mex) {{
                rares.push(heap);
            }}
        }}
        g[n].into()
    }})
}}
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
        "{comment}pub fn sg(n: u64) -> u64 {{
{tables}    thread_local! {{
        static KNOWN: std::cell::RefCell<Vec<u32>> = std::cell::RefCell::new(Vec::new());
    }}
{shorten}    let n = n as usize;
    KNOWN.with(|known| {{
        let mut g = known.borrow_mut();
        // Which heap had a value among its options last, plus 1.
        let mut seen: Vec<usize> = Vec::new();
        while g.len() <= n {{
            let heap = g.len();
            let mut option = |value: u32| {{
                let value = value as usize;
                if value >= seen.len() {{
                    seen.resize(2 * value + 1, 0);
                }}
                seen[value] = heap + 1;
            }};
{options}            let mex = seen.iter().take_while(|&&last| last == heap + 1).count();
            g.push(mex as u32);
        }}
        g[n].into()
    }})
}}
"
    )
}

const SYNTAX: Syntax = Syntax {
    and: "&&",
    or: "||",
    not: "!",
    never: "false",
    quotient: "/",
    suffix: "",
    size: "heap",
};
const HELPERS: &[(&str, &str)] = &[
    ("gcd", "    fn gcd(a: usize, b: usize) -> usize {
        if b == 0 { a } else { gcd(b, a % b) }
    }\n"),
    ("is_square", "    fn is_square(n: usize) -> bool {
        (0..).take_while(|root| root * root <= n).any(|root| root * root == n)
    }\n"),
    ("is_prime", "    fn is_prime(n: usize) -> bool {
        n > 1 && (2..).take_while(|d| d * d <= n).all(|d| n % d != 0)
    }\n"),
    ("is_fibonacci", "    fn is_fibonacci(n: usize) -> bool {
        let (mut a, mut b) = (1, 2);
        while a < n {
            (a, b) = (b, a + b);
        }
        a == n
    }\n"),
    ("is_power", "    fn is_power(n: usize, base: usize) -> bool {
        n == 1 || n > 1 && n % base == 0 && is_power(n / base, base)
    }\n"),
    ("split", "    // The sums of the values of so many parts, each at least `step` greater than the one before.
    fn split<F: FnMut(u32)>(
        g: &[u32],
        rest: usize,
        parts: usize,
        (least, step): (usize, usize),
        value: u32,
        option: &mut F,
    ) {
        if parts == 1 {
            if rest >= least {
                option(value ^ g[rest]);
            }
            return;
        }
        for part in least..=rest / parts {
            split(g, rest - part, parts - 1, (part + step, step), value ^ g[part], option);
        }
    }\n"),
];

fn list(moves: &[ListedMove]) -> (String, String) {
    let mut options = String::new();
    for ListedMove { sizes, action } in moves {
        let mut indent = "            ".to_string();
        let condition = SYNTAX.condition(sizes, "heap");
        if let Some(condition) = &condition {
            options += &format!("{indent}if {condition} {{\n");
            indent += "    ";
        }
        match action {
            ListedAction::Replace(heaps) => {
                let (parts, condition) = SYNTAX.replacement(heaps);
                let parts: Vec<String> = parts.iter().map(|part| format!("g[{part}]")).collect();
                let sum = parts.join(" ^ ");
                options +=
                    &format!("{indent}if {condition} {{\n{indent}    option({sum});\n{indent}}}\n");
            }
            ListedAction::Take { taken, heaps, split } => {
                let (first, last) = taken.bounds();
                let end = match last {
                    u64::MAX => "heap".to_string(),
                    _ => format!("heap.min({last})"),
                };
                options += &format!("{indent}for t in {first}..={end} {{\n");
                let whole = NumberTest::Range(first, last) == *taken;
                if let Some(condition) = SYNTAX.condition(taken, "t").filter(|_| !whole) {
                    options += &format!(
                        "{indent}    if !({condition}) {{\n{indent}        continue;\n{indent}    }}\n"
                    );
                }
                options += &format!("{indent}    let rest = heap - t;\n");
                let step = u8::from(*split == Split::Unequal);
                for heaps in heaps.0..=heaps.1 {
                    let (condition, option) = match (heaps, split) {
                        (0, _) => ("rest == 0 && heap > 0".to_string(), "option(0)".to_string()),
                        (1, _) => ("rest > 0".to_string(), "option(g[rest])".to_string()),
                        (_, Split::Equal) => {
                            let even = heaps % 2 == 0;
                            let value =
                                if even { "0".into() } else { format!("g[rest / {heaps}]") };
                            let divides = format!("rest >= {heaps} && rest % {heaps} == 0");
                            (divides, format!("option({value})"))
                        }
                        _ => (
                            format!("rest >= {heaps}"),
                            format!("split(&g, rest, {heaps}, (1, {step}), 0, &mut option)"),
                        ),
                    };
                    options += &format!(
                        "{indent}    if {condition} {{\n{indent}        {option};\n{indent}    }}\n"
                    );
                }
                options += &format!("{indent}}}\n");
            }
        }
        if condition.is_some() {
            options += "            }\n";
        }
    }
    (listed::helpers(&options, HELPERS).concat(), options)
}

fn take(ranges: &[(u64, u64)]) -> (String, String) {
    let pairs = ranges.iter().map(|(from, to)| format!("({from}, {to})"));
    let tables = format!(
        "    // So many tokens may be taken: from, to.
    static TAKES: [(u64, u64); {}] = [\n{}    ];\n",
        ranges.len(),
        wrapped(pairs, "        "),
    );
    let options = "            for &(from, to) in &TAKES {
                for taken in from..=to.min(heap as u64) {
                    option(g[heap - taken as usize]);
                }
            }
";
    (tables, options.to_string())
}

fn take_and_break(digits: &[u8], unequal: bool) -> (String, String) {
    let tables = format!(
        "    // Bit p of DIGITS[t]: a move may take t tokens and leave p heaps.
    static DIGITS: [u8; {}] = [\n{}    ];\n",
        digits.len(),
        wrapped(digits, "        "),
    );
    let mut options = String::from(
        "            for (taken, digit) in (0..=heap).zip(&DIGITS) {
                let rest = heap - taken;\n",
    );
    let has = |bit: u8| digits.iter().any(|digit| digit & bit != 0);
    if has(1) {
        options += "                if digit & 1 != 0 && rest == 0 {
                    option(0);
                }\n";
    }
    if has(2) {
        options += "                if digit & 2 != 0 && rest > 0 {
                    option(g[rest]);
                }\n";
    }
    // The smallest part and the next one; parts in order may be equal, unless parts must be
    // unequal.
    let (half, third, next) = if unequal {
        ("(rest + 1) / 2", "(rest + 2) / 3", "a + 1..(rest - a + 1) / 2")
    } else {
        ("rest / 2 + 1", "rest / 3 + 1", "a..(rest - a) / 2 + 1")
    };
    if has(4) {
        options += &format!(
            "                if digit & 4 != 0 {{
                    for a in 1..{half} {{
                        option(g[a] ^ g[rest - a]);
                    }}
                }}\n"
        );
    }
    if has(8) {
        options += &format!(
            "                if digit & 8 != 0 {{
                    for a in 1..{third} {{
                        for b in {next} {{
                            option(g[a] ^ g[b] ^ g[rest - a - b]);
                        }}
                    }}
                }}\n"
        );
    }
    options += "            }\n";
    (tables, options)
}
