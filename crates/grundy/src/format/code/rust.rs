//! Grundy values as Rust.

use super::{Language, Method, Moves, Program, Repeats, bits, wrapped};
use crate::format::formula::Formula;

pub(super) fn write(program: &Program) -> String {
    let comment = program.comment("//", Language::Rust);
    match &program.method {
        Method::Formula(formula) => {
            let (name, value) = match *formula {
                Formula::Size => ("n", "n".to_string()),
                Formula::Constant(value) => ("_", value.to_string()),
                Formula::Residue { modulus, divisor: 1 } => ("n", format!("n % {modulus}")),
                Formula::Residue { modulus, divisor } => {
                    ("n", format!("n % {modulus} / {divisor}"))
                }
            };
            format!("{comment}pub fn sg({name}: u64) -> u64 {{\n    {value}\n}}\n")
        }
        Method::Table { values, repeats } => table(&comment, values, *repeats),
        Method::Recurrence { moves, repeats } => recurrence(&comment, moves, *repeats),
    }
}

fn table(comment: &str, values: &[u32], repeats: Repeats) -> String {
    let Repeats { preperiod, period, saltus } = repeats;
    let end = repeats.end();
    let look_up = match (preperiod, saltus) {
        (0, 0) => format!("    G[(n % {period}) as usize].into()\n"),
        (_, 0) => format!(
            "    let n = if n < {end} {{ n }} else {{ {preperiod} + (n - {preperiod}) % {period} }};
    G[n as usize].into()\n"
        ),
        _ => format!(
            "    let rounds = if n < {end} {{ 0 }} else {{ (n - {preperiod}) / {period} }};
    u64::from(G[(n - rounds * {period}) as usize]) + rounds * {saltus}\n"
        ),
    };
    format!(
        "{comment}pub fn sg(n: u64) -> u64 {{\n    \
         static G: [u{}; {}] = [\n{}    ];\n{look_up}}}\n",
        bits(values),
        values.len(),
        wrapped(values, "        "),
    )
}

fn recurrence(comment: &str, moves: &Moves, repeats: Option<Repeats>) -> String {
    let shorten = repeats.map_or(String::new(), |repeats| {
        let Repeats { preperiod, period, .. } = repeats;
        let end = repeats.end();
        format!(
            "    let n = if n < {end} {{ n }} else {{ {preperiod} + (n - {preperiod}) % {period} }};\n"
        )
    });
    let (tables, options) = match moves {
        Moves::Take(ranges) => take(ranges),
        Moves::TakeAndBreak { digits, unequal, .. } => take_and_break(digits, *unequal),
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
    // The smallest part and the next one; parts in order may be equal, or not.
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
