//! How programs are written in each language, and the functions that they share.

/// A language that programs are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C++ from 2017 on.
    Cpp,
    /// Rust from 2021 on.
    Rust,
}

const CPP: &str = include_str!("rules.cpp");
const RUST: &str = include_str!("rules.rs.txt");
/// Where the functions of the file stand.
const HERE: &str = "// RULES\n";
/// The position of a heap.
const POSITION: &str = "POSITION";

impl Language {
    fn of(self, cpp: &str, rust: &str) -> String {
        match self {
            Language::Cpp => cpp.to_string(),
            Language::Rust => rust.to_string(),
        }
    }

    /// The whole program, with the heads of the functions and the functions.
    pub(super) fn program(self, heads: &str, functions: &str, many: bool) -> String {
        let one = "num(static_cast<std::int64_t>(heap))";
        let tuple = self.sequence(false, &["one".to_string()]);
        match self {
            Language::Cpp => {
                let position = match many {
                    true => format!("heap == 0 ? tup({{}}) : tup({{{one}}})"),
                    false => one.to_string(),
                };
                let text = CPP.replace(HERE, &format!("{heads}{functions}"));
                text.replace(POSITION, &position)
            }
            Language::Rust => {
                let position = match many {
                    true => format!(
                        "if heap == 0 {{ V::Tuple(vec![]) }} else {{ let one = num(heap as i64); {tuple} }}"
                    ),
                    false => "num(heap as i64)".to_string(),
                };
                RUST.replace(HERE, functions).replace(POSITION, &position)
            }
        }
    }

    pub(super) fn head(self, name: &str, params: &[&str]) -> String {
        let of = |param: &&str| self.of(&format!("V v_{param}"), &format!("mut v_{param}: V"));
        let params = params.iter().map(of).collect::<Vec<_>>().join(", ");
        self.of(&format!("inline V {name}({params})"), &format!("fn {name}({params}) -> V"))
    }

    pub(super) fn variable(self, name: &str) -> String {
        self.of(&format!("v_{name}"), &format!("v_{name}.clone()"))
    }

    pub(super) fn declared(self, name: &str) -> String {
        self.of(
            &format!("    V v_{name} = num(0);\n"),
            &format!("    let mut v_{name} = num(0);\n"),
        )
    }

    /// Keeps compilers from warning of a variable that is not read.
    pub(super) fn used(self, name: &str) -> String {
        self.of(&format!("    (void)v_{name};\n"), "")
    }

    pub(super) fn dropped(self, value: &str) -> String {
        self.of(&format!("    (void){value};\n"), &format!("    let _ = {value};\n"))
    }

    pub(super) fn append(self, list: &str, item: &str) -> String {
        let cpp = format!("    v_{list} = add(v_{list}, lst({{{item}}}));\n");
        self.of(&cpp, &format!("    {{ let one = {item}; push(&mut v_{list}, one); }}\n"))
    }

    pub(super) fn condition(self, value: &str) -> String {
        self.of(&format!("(truth({value}))"), &format!("truth({value})"))
    }

    pub(super) fn conditional(self, condition: &str, then: &str, other: &str) -> String {
        self.of(
            &format!("(truth({condition}) ? {then} : {other})"),
            &format!("(if truth({condition}) {{ {then} }} else {{ {other} }})"),
        )
    }

    /// One of two values by the truth of a first one, which they call `chosen`.
    pub(super) fn choice(self, first: &str, then: &str, other: &str) -> String {
        self.of(
            &format!("([&]() -> V {{ const V chosen = {first}; return truth(chosen) ? {then} : {other}; }}())"),
            &format!("({{ let chosen = {first}; if truth(chosen.clone()) {{ {then} }} else {{ {other} }} }})"),
        )
    }

    pub(super) fn sequence(self, is_list: bool, all: &[String]) -> String {
        let all = all.join(", ");
        let cpp = if is_list { "lst" } else { "tup" };
        let rust = if is_list { "List" } else { "Tuple" };
        self.of(&format!("{cpp}({{{all}}})"), &format!("V::{rust}(vec![{all}])"))
    }

    pub(super) fn loop_over(self, over: &str) -> String {
        let cpp = format!("    {{ const V over = {over}; for (const V& item : items(over)) {{\n");
        self.of(&cpp, &format!("    {{ for item in items({over}) {{\n"))
    }

    pub(super) fn loop_end(self) -> &'static str {
        "    } }\n"
    }

    pub(super) fn item(self) -> String {
        "item".to_string()
    }

    /// Begins a block in which the parts of a value have names.
    pub(super) fn unpacked(self, depth: usize, value: &str, parts: usize) -> String {
        let cpp =
            format!("    {{ const std::vector<V> parts{depth} = unpacked({value}, {parts});\n");
        self.of(&cpp, &format!("    {{ let parts{depth} = unpacked({value}, {parts});\n"))
    }

    pub(super) fn part(self, depth: usize, place: usize) -> String {
        let part = format!("parts{depth}[{place}]");
        self.of(&part, &format!("{part}.clone()"))
    }

    pub(super) fn collected(self, item: &str) -> String {
        self.of(&format!("    all.push_back({item});\n"), &format!("    all.push({item});\n"))
    }

    pub(super) fn collection(self, body: &str) -> String {
        self.of(
            &format!("([&]() -> V {{ std::vector<V> all;\n{body}    return lst(all); }}())"),
            &format!("({{ let mut all = Vec::new();\n{body}    V::List(all) }})"),
        )
    }
}
