//! Grundy values as C++17.

use super::listed::{self, Syntax};
use super::{Method, Moves, Program, Rarity, Repeats};
use super::{as_digits, bits, digit_lines, expression, wrapped};
use crate::format::Format;
use crate::format::formula::Formula;
use grundy_ruleset::{ListedAction, ListedMove, NumberTest, Split};

/// Programs in C++17.
pub(in crate::format) const FORMAT: Format<Program> = Format {
    name: "cpp",
    about: "C++17",
    endings: &["cpp"],
    is_binary: false,
    is_whole: true,
    write: |program| Ok(write(program).into_bytes()),
};

fn write(program: &Program) -> String {
    let comment = program.comment("//", true);
    match &program.method {
        Method::Formula(formula) => {
            let name = if matches!(formula, Formula::Constant(_)) { "" } else { " n" };
            let value = expression(*formula, "/");
            format!(
                "#include <cstdint>\n\n{comment}\
                 std::uint64_t sg(std::uint64_t{name}) {{\n    return {value};\n}}\n"
            )
        }
        Method::Table { values, repeats } => table(&comment, values, *repeats, ""),
        Method::Script { values, .. } => {
            let (repeats, count) = (Repeats::of_first(values), values.len());
            let error = format!("sg(n) is known for n < {count}");
            let refused = format!("    if (n >= {count}) throw std::out_of_range(\"{error}\");\n");
            let include = "#include <stdexcept>\n";
            include.to_string() + &table(&comment, values, repeats, &refused)
        }
        Method::Automaton { base, next, values } => automaton(&comment, *base, next, values),
        Method::Recurrence { moves, repeats } => recurrence(&comment, moves, *repeats),
    }
}

/// `before` stands at the beginning of the function.
fn table(comment: &str, values: &[u32], repeats: Repeats, before: &str) -> String {
    let Repeats { preperiod, period, saltus } = repeats;
    let end = repeats.end();
    let rounds = match saltus {
        0 => String::new(),
        _ => format!(
            "    const std::uint64_t rounds = n < {end} ? 0 : (n - {preperiod}) / {period};\n"
        ),
    };
    let (place, more) = match (preperiod, saltus) {
        (0, 0) => (format!("n % {period}"), String::new()),
        (_, 0) => (format!("n < {end} ? n : {}", repeats.shortened()), String::new()),
        _ => (format!("n - rounds * {period}"), format!(" + rounds * {saltus}")),
    };
    if as_digits(values) {
        let lines: String =
            digit_lines(values).map(|line| format!("\n        \"{line}\"")).collect();
        return format!(
            "#include <cstdint>\n\n{comment}std::uint64_t sg(std::uint64_t n) {{
{before}    static const char g[] ={lines};
{rounds}    const char c = g[{place}];
    const int value = c <= '9' ? c - '0' : c <= 'Z' ? c - 'A' + 10 : c - 'a' + 36;
    return static_cast<std::uint64_t>(value){more};\n}}\n"
        );
    }
    format!(
        "#include <cstdint>\n\n{comment}\
         std::uint64_t sg(std::uint64_t n) {{\n{before}    \
         static const std::uint{}_t g[{}] = {{\n{}    }};\n{rounds}    return g[{place}]{more};\n}}\n",
        bits(values),
        values.len(),
        wrapped(values, "        "),
    )
}

fn automaton(comment: &str, base: u64, next: &[u32], values: &[u32]) -> String {
    let (states, entries) = (values.len(), next.len());
    let (next, values) = (wrapped(next, "        "), wrapped(values, "        "));
    format!(
        "#include <cstddef>\n#include <cstdint>\n\n{comment}\
         std::uint64_t sg(std::uint64_t n) {{
    // The state behind digit d in state s is next[{base} * s + d].
    static const std::uint16_t next[{entries}] = {{\n{next}    }};
    static const std::uint32_t g[{states}] = {{\n{values}    }};
    std::size_t digits[64], count = 0, state = 0;
    for (; n > 0; n /= {base}) digits[count++] = n % {base};
    while (count > 0) state = next[{base} * state + digits[--count]];
    return g[state];\n}}\n"
    )
}

/// A greater n is reduced to one below the end of the first period.
fn shorten(repeats: Repeats) -> String {
    format!("    if (n >= {}) n = {};\n", repeats.end(), repeats.shortened())
}

fn sparse(comment: &str, digits: &[u8], unequal: bool, rarity: Rarity, shorten: &str) -> String {
    let (table, count) = (wrapped(digits, "        "), digits.len());
    let Rarity { mask, odd, .. } = rarity;
    let odd = odd.map_or("0".to_string(), |odd| format!("(heap % 2 == {odd} ? 1 : 0)"));
    let (skip, less) = if unequal {
        ("if (2 * a == rest) continue;\n                    ", "<")
    } else {
        ("", "<=")
    };
    format!(
        "#include <bitset>\n#include <cstddef>\n#include <cstdint>\n#include <vector>\n\n{comment}\
         std::uint64_t sg(std::uint64_t n) {{
    // Bit p of digits[t]: a move may take t tokens and leave p heaps.
    static const std::uint8_t digits[{count}] = {{\n{table}    }};
    static std::vector<std::uint32_t> g;
    // The heaps from 1 up that have a rare value.
    static std::vector<std::size_t> rares;
    // Which heap had a value among its options last, plus 1.
    static std::vector<std::size_t> seen;
{shorten}    while (g.size() <= n) {{
        const std::size_t heap = g.size();
        const auto known = [&](std::size_t value) {{
            return value < seen.size() && seen[value] == heap + 1;
        }};
        const auto option = [&](std::size_t value) {{
            if (value >= seen.size()) seen.resize(2 * value + 1);
            seen[value] = heap + 1;
        }};
        const auto rare = [&](std::size_t value) {{
            return std::bitset<32>(value & {mask}).count() % 2 == {odd};
        }};
        for (std::size_t taken = 0; taken < {count} && taken <= heap; ++taken) {{
            const std::size_t rest = heap - taken;
            if ((digits[taken] & 1) && rest == 0) option(0);
            if ((digits[taken] & 2) && rest > 0) option(g[rest]);
            if (digits[taken] & 4)
                for (const std::size_t a : rares) {{
                    if (a >= rest) break;
                    {skip}option(g[a] ^ g[rest - a]);
                }}
        }}
        // The least common value that is no option; rare values below it that are not seen.
        std::size_t common = 0, missing = 0;
        for (; rare(common) || known(common); ++common) missing += !known(common);
        for (std::size_t taken = 0; taken < {count} && taken <= heap; ++taken) {{
            const std::size_t rest = heap - taken;
            if (digits[taken] & 4)
                for (std::size_t a = 1; missing > 0 && a + a {less} rest; ++a) {{
                    const std::size_t value = g[a] ^ g[rest - a];
                    if (value < common && !known(value)) {{
                        option(value);
                        --missing;
                    }}
                }}
        }}
        std::uint32_t mex = 0;
        while (known(mex)) ++mex;
        g.push_back(mex);
        if (heap > 0 && rare(mex)) rares.push_back(heap);
    }}
    return g[n];
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
        "#include <cstddef>\n#include <cstdint>\n#include <vector>\n\n{comment}\
         std::uint64_t sg(std::uint64_t n) {{
{tables}    static std::vector<std::uint32_t> g;
    // Which heap had a value among its options last, plus 1.
    static std::vector<std::size_t> seen;
{shorten}    while (g.size() <= n) {{
        const std::size_t heap = g.size();
        const auto option = [&](std::size_t value) {{
            if (value >= seen.size()) seen.resize(2 * value + 1);
            seen[value] = heap + 1;
        }};
{options}        std::uint32_t mex = 0;
        while (mex < seen.size() && seen[mex] == heap + 1) ++mex;
        g.push_back(mex);
    }}
    return g[n];
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
    suffix: "u",
    size: "heap",
};
const HELPERS: &[(&str, &str)] = &[
    (
        "gcd",
        "    const auto gcd = [](std::uint64_t a, std::uint64_t b) {
        while (b != 0) {
            const std::uint64_t rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    };\n",
    ),
    (
        "is_square",
        "    const auto is_square = [](std::uint64_t n) {
        std::uint64_t root = 0;
        while (root * root < n) ++root;
        return root * root == n;
    };\n",
    ),
    (
        "is_prime",
        "    const auto is_prime = [](std::uint64_t n) {
        for (std::uint64_t d = 2; d * d <= n; ++d)
            if (n % d == 0) return false;
        return n > 1;
    };\n",
    ),
    (
        "is_fibonacci",
        "    const auto is_fibonacci = [](std::uint64_t n) {
        std::uint64_t a = 1, b = 2;
        while (a < n) {
            b += a;
            a = b - a;
        }
        return a == n;
    };\n",
    ),
    (
        "is_power",
        "    const auto is_power = [](std::uint64_t n, std::uint64_t base) {
        while (n > 1 && n % base == 0) n /= base;
        return n == 1;
    };\n",
    ),
];
const SPLIT: &str = "        // The sums of the values of so many parts, each at least `step` greater than the one before.
        const auto split = [&](const auto& self, std::size_t rest, std::size_t parts,
                               std::size_t least, std::size_t step, std::size_t value) -> void {
            if (parts == 1) {
                if (rest >= least) option(value ^ g[rest]);
                return;
            }
            for (std::size_t part = least; part <= rest / parts; ++part)
                self(self, rest - part, parts - 1, part + step, step, value ^ g[part]);
        };\n";

fn list(moves: &[ListedMove]) -> (String, String) {
    let mut options = String::new();
    for ListedMove { sizes, action } in moves {
        let condition = SYNTAX.condition(sizes, "heap");
        options += &match condition {
            Some(condition) => format!("        if ({condition}) {{\n"),
            None => "        {\n".to_string(),
        };
        match action {
            ListedAction::Replace(heaps) => {
                let (parts, condition) = SYNTAX.replacement(heaps);
                let parts: Vec<String> = parts.iter().map(|part| format!("g[{part}]")).collect();
                let sum = parts.join(" ^ ");
                options += &format!("            if ({condition}) option({sum});\n");
            }
            ListedAction::Take { taken, heaps, split } => {
                let (first, last) = taken.bounds();
                let most = match last {
                    u64::MAX => String::new(),
                    _ => format!(" && t <= {last}u"),
                };
                options += &format!(
                    "            for (std::size_t t = {first}u; t <= heap{most}; ++t) {{\n"
                );
                let whole = NumberTest::Range(first, last) == *taken;
                if let Some(condition) = SYNTAX.condition(taken, "t").filter(|_| !whole) {
                    options += &format!("                if (!({condition})) continue;\n");
                }
                options += "                const std::size_t rest = heap - t;\n";
                let step = u8::from(*split == Split::Unequal);
                for heaps in heaps.0..=heaps.1 {
                    options += &match (heaps, split) {
                        (0, _) => "                if (rest == 0 && heap > 0) option(0);\n".into(),
                        (1, _) => "                if (rest > 0) option(g[rest]);\n".into(),
                        (_, Split::Equal) => format!(
                            "                if (rest >= {heaps}u && rest % {heaps}u == 0) option({});\n",
                            if heaps % 2 == 0 { "0".into() } else { format!("g[rest / {heaps}u]") }
                        ),
                        _ => {
                            format!("                split(split, rest, {heaps}u, 1, {step}, 0);\n")
                        }
                    };
                }
                options += "            }\n";
            }
        }
        options += "        }\n";
    }
    let tables = listed::helpers(&options, HELPERS).concat();
    let split = if options.contains("split(split") { SPLIT } else { "" };
    (tables, format!("{split}{options}"))
}

fn take(ranges: &[(u64, u64)]) -> (String, String) {
    let pairs = ranges.iter().map(|(from, to)| format!("{{{from}u, {to}u}}"));
    let tables = format!(
        "    // So many tokens may be taken: from, to.
    static const std::uint64_t takes[{}][2] = {{\n{}    }};\n",
        ranges.len(),
        wrapped(pairs, "        "),
    );
    let options = "        for (const auto& take : takes)
            for (std::uint64_t taken = take[0]; taken <= take[1] && taken <= heap; ++taken)
                option(g[heap - taken]);
";
    (tables, options.to_string())
}

fn take_and_break(digits: &[u8], unequal: bool) -> (String, String) {
    let tables = format!(
        "    // Bit p of digits[t]: a move may take t tokens and leave p heaps.
    static const std::uint8_t digits[{0}] = {{\n{1}    }};\n",
        digits.len(),
        wrapped(digits, "        "),
    );
    let mut options = format!(
        "        for (std::size_t taken = 0; taken < {} && taken <= heap; ++taken) {{
            const std::size_t rest = heap - taken;\n",
        digits.len(),
    );
    // Parts in order; each may equal the one before, unless parts must be unequal.
    let (less, next) = if unequal { ("<", "a + 1") } else { ("<=", "a") };
    let has = |bit: u8| digits.iter().any(|digit| digit & bit != 0);
    if has(1) {
        options += "            if ((digits[taken] & 1) && rest == 0) option(0);\n";
    }
    if has(2) {
        options += "            if ((digits[taken] & 2) && rest > 0) option(g[rest]);\n";
    }
    if has(4) {
        options += &format!(
            "            if (digits[taken] & 4)
                for (std::size_t a = 1; a + a {less} rest; ++a) option(g[a] ^ g[rest - a]);\n"
        );
    }
    if has(8) {
        options += &format!(
            "            if (digits[taken] & 8)
                for (std::size_t a = 1; 3 * a {less} rest; ++a)
                    for (std::size_t b = {next}; a + 2 * b {less} rest; ++b)
                        option(g[a] ^ g[b] ^ g[rest - a - b]);\n"
        );
    }
    options += "        }\n";
    (tables, options)
}
