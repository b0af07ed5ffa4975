//! The functions of a rule file, and the library functions that compiled code uses.

use std::collections::{HashMap, HashSet};

use grundy_starlark::syntax::{
    self, AstExpr, AstParameter, AstStmt, AstTarget, Clause, Expr, ForClause, Literal, Piece, Span,
    Stmt, Visit,
};

use super::known::Known;
use super::obstacle::Blame;
use crate::script::Constant;

/// Functions written in Starlark for methods and built-in functions of Starlark.
const LIBRARY: &str = include_str!("library.star");

/// A file, ready to be lowered.
pub(super) struct Program {
    functions: Vec<Function>,
    /// The functions at the top level of the file, and of the library, by name.
    top: HashMap<String, usize>,
    library: HashMap<String, usize>,
    /// Functions by their place: whether in the library, and the bytes.
    places: HashMap<(bool, u32, u32), usize>,
    /// What the file's other names are bound to.
    pub(super) constants: HashMap<String, Constant>,
    pub(super) codes: Codes,
    /// Limit on calls within each other.
    pub(super) depth: i64,
}

/// A function: its parts are copies of parts of the tree.
struct Function {
    name: String,
    library: bool,
    parameters: Vec<Parameter>,
    /// The parameter that takes all further arguments.
    others: bool,
    /// The first parameter that must be named at a call.
    named_from: usize,
    unsupported: Option<&'static str>,
    body: Body,
    span: Span,
    /// How often each name is assigned to, the parameters once.
    assigned: HashMap<String, usize>,
    /// All names that are read inside, also in functions within it.
    read: HashSet<String>,
}

pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) default: Option<AstExpr>,
}

enum Body {
    Statements(AstStmt),
    Expression(AstExpr),
}

/// The text of a function.
pub(super) enum Text<'a> {
    Statements(&'a AstStmt),
    Expression(&'a AstExpr),
}

impl Program {
    /// The functions of a parsed file, and the values of its other names. `texts` may have
    /// characters that the file does not contain.
    pub(super) fn new(
        file: &AstStmt,
        constants: HashMap<String, Constant>,
        mut texts: Vec<String>,
        depth: usize,
    ) -> Program {
        literals(file, &mut texts);
        constants.values().for_each(|constant| constant.texts(&mut texts));
        let mut program = Program {
            codes: Codes::new(texts.iter().map(String::as_str)),
            depth: depth as i64,
            functions: Vec::new(),
            top: HashMap::new(),
            library: HashMap::new(),
            places: HashMap::new(),
            constants,
        };
        program.collect(file, false);
        let library = syntax::parse(LIBRARY).expect("the library is Starlark");
        program.collect(&library, true);
        program
    }

    fn collect(&mut self, file: &AstStmt, library: bool) {
        self.statement(file, library, true);
    }

    /// Adds the functions in a statement. `top` is set outside of functions, loops and
    /// conditions.
    fn statement(&mut self, statement: &AstStmt, library: bool, top: bool) {
        if let Stmt::Def(def) = &statement.node {
            let body = Body::Statements((*def.body).clone());
            let name = def.name.node.clone();
            let number = self.add(name.clone(), &def.params, body, statement.span, library);
            if top {
                let names = if library { &mut self.library } else { &mut self.top };
                names.insert(name, number);
            }
        }
        let top = top && matches!(statement.node, Stmt::Statements(_));
        let mut expressions = Vec::new();
        let mut statements = Vec::new();
        statement.node.visit_children(|child| match child {
            Visit::Stmt(child) => statements.push(child),
            Visit::Expr(child) => expressions.push(child),
        });
        statements.into_iter().for_each(|child| self.statement(child, library, top));
        expressions.into_iter().for_each(|child| self.lambdas(child, library));
    }

    fn lambdas(&mut self, expression: &AstExpr, library: bool) {
        if let Expr::Lambda(lambda) = &expression.node {
            let body = Body::Expression((*lambda.body).clone());
            self.add("lambda".to_string(), &lambda.params, body, expression.span, library);
        }
        expression.node.visit_expr(|child| self.lambdas(child, library));
    }

    fn add(
        &mut self,
        name: String,
        given: &[AstParameter],
        body: Body,
        span: Span,
        library: bool,
    ) -> usize {
        let mut function = Function {
            name,
            library,
            parameters: Vec::new(),
            others: false,
            named_from: usize::MAX,
            unsupported: None,
            assigned: HashMap::new(),
            read: HashSet::new(),
            body,
            span,
        };
        for parameter in given {
            match &parameter.node {
                syntax::Parameter::Normal(name, default) => function.parameters.push(Parameter {
                    name: name.node.clone(),
                    default: default.as_deref().cloned(),
                }),
                syntax::Parameter::Args(name) => {
                    function.others = true;
                    let name = name.node.clone();
                    function.parameters.push(Parameter { name, default: None });
                }
                syntax::Parameter::NoArgs => function.named_from = function.parameters.len(),
                syntax::Parameter::KwArgs(..) => {
                    function.unsupported = Some("parameters with `**`")
                }
                syntax::Parameter::Slash => {}
            }
        }
        if function.others && function.parameters.last().is_none_or(|last| last.default.is_some()) {
            function.unsupported = Some("parameters after `*`");
        }
        let names = function.parameters.iter().map(|parameter| (parameter.name.clone(), 1));
        function.assigned = names.collect();
        match &function.body {
            Body::Statements(body) => {
                assigned(body, &mut function.assigned);
                body.node.visit_expr(|child| read(child, &mut function.read));
            }
            Body::Expression(body) => read(body, &mut function.read),
        }
        self.functions.push(function);
        let number = self.functions.len() - 1;
        self.places.insert((library, span.begin, span.end), number);
        number
    }

    pub(super) fn name(&self, function: usize) -> &str {
        &self.functions[function].name
    }

    /// The place of a function.
    pub(super) fn span(&self, function: usize) -> Span {
        self.functions[function].span
    }

    pub(super) fn is_library(&self, function: usize) -> bool {
        self.functions[function].library
    }

    /// The names of the parameters.
    pub(super) fn parameters(&self, function: usize) -> Vec<String> {
        self.functions[function].parameters.iter().map(|p| p.name.clone()).collect()
    }

    pub(super) fn parameter(&self, function: usize, index: usize) -> &Parameter {
        &self.functions[function].parameters[index]
    }

    /// The number of parameters, whether the last takes all further arguments, and how many can
    /// be given without their names.
    pub(super) fn takes(&self, function: usize) -> (usize, bool, usize) {
        let function = &self.functions[function];
        (function.parameters.len(), function.others, function.named_from)
    }

    /// What compiled functions cannot have, but this one has.
    pub(super) fn unsupported(&self, function: usize) -> Option<&'static str> {
        self.functions[function].unsupported
    }

    pub(super) fn body(&self, function: usize) -> Text<'_> {
        match &self.functions[function].body {
            Body::Statements(body) => Text::Statements(body),
            Body::Expression(body) => Text::Expression(body),
        }
    }

    /// How often a function assigns to a name.
    pub(super) fn assignments(&self, function: usize, name: &str) -> usize {
        self.functions[function].assigned.get(name).copied().unwrap_or(0)
    }

    /// Whether a function, or one within it, reads a name.
    pub(super) fn reads(&self, function: usize, name: &str) -> bool {
        self.functions[function].read.contains(name)
    }

    /// The top-level function that a name means where `from` uses it.
    pub(super) fn top(&self, from: usize, name: &str) -> Option<usize> {
        let names = if self.is_library(from) { &self.library } else { &self.top };
        names.get(name).copied()
    }

    pub(super) fn file_function(&self, name: &str) -> Option<usize> {
        self.top.get(name).copied()
    }

    pub(super) fn library(&self, name: &str) -> Option<usize> {
        self.library.get(name).copied()
    }

    /// The function that is written at this place of the file that contains `from`.
    pub(super) fn at(&self, from: usize, span: Span) -> Option<usize> {
        let key = (self.is_library(from), span.begin, span.end);
        self.places.get(&key).copied()
    }

    /// Where errors in a function that is called from this place are reported.
    pub(super) fn blame(&self, function: usize, call: Span) -> Blame {
        Blame { fixed: self.is_library(function).then_some(call) }
    }
}

/// Counts assignments to names in a function, without those in functions within it.
fn assigned(statement: &AstStmt, names: &mut HashMap<String, usize>) {
    let mut count = |target: &AstTarget| {
        target.node.visit_lvalue(|name| *names.entry(name.node.clone()).or_insert(0) += 1);
    };
    match &statement.node {
        Stmt::Assign(target, _) => count(target),
        Stmt::AssignModify(target, ..) => count(target),
        Stmt::For(for_) => count(&for_.var),
        Stmt::Def(def) => {
            *names.entry(def.name.node.clone()).or_insert(0) += 1;
            return;
        }
        _ => {}
    }
    statement.node.visit_stmt(|child| assigned(child, names));
}

fn read(expression: &AstExpr, names: &mut HashSet<String>) {
    if let Expr::Identifier(name) = &expression.node {
        names.insert(name.node.clone());
    }
    expression.node.visit_expr(|child| read(child, names));
}

/// The names that the `for` clauses of a comprehension bind.
pub(super) fn bound<'a>(first: &'a ForClause, others: &'a [Clause]) -> Vec<&'a str> {
    let mut names = Vec::new();
    let others = others.iter().filter_map(|clause| match clause {
        Clause::For(clause) => Some(clause),
        Clause::If(_) => None,
    });
    for clause in std::iter::once(first).chain(others) {
        clause.var.node.visit_lvalue(|name| names.push(name.node.as_str()));
    }
    names
}

/// The codes of characters: ASCII first, and behind it all others of the file in order.
#[derive(Debug, Default)]
pub(super) struct Codes {
    others: Vec<char>,
}

impl Codes {
    /// The codes for the characters of these texts.
    pub(super) fn new<'t>(texts: impl Iterator<Item = &'t str>) -> Codes {
        let others: std::collections::BTreeSet<char> =
            texts.flat_map(str::chars).filter(|c| !c.is_ascii()).collect();
        Codes { others: others.into_iter().collect() }
    }

    /// The codes of a text, if there are any for all its characters.
    pub(super) fn of(&self, text: &str) -> Option<Vec<u8>> {
        text.chars()
            .map(|c| match c.is_ascii() {
                true => Some(c as u8),
                false => {
                    let at = self.others.binary_search(&c).ok().filter(|&at| at < 128)?;
                    Some(128 + at as u8)
                }
            })
            .collect()
    }
}

impl Program {
    /// The codes of a text, if all its characters have some.
    pub(super) fn codes(&self, text: &str) -> Option<Vec<u8>> {
        self.codes.of(text)
    }

    /// Whether all characters of a text have codes.
    pub(super) fn has_codes(&self, text: &str) -> bool {
        self.codes.of(text).is_some()
    }

    /// Whether all characters of a known value have codes.
    pub(super) fn has_known(&self, known: &Known) -> bool {
        match known {
            Known::Text(text) => self.has_codes(text),
            Known::Tuple(items) => items.iter().all(|item| self.has_known(item)),
            _ => true,
        }
    }
}

/// The texts that are written in a file.
fn literals(statement: &AstStmt, texts: &mut Vec<String>) {
    fn expression(e: &AstExpr, texts: &mut Vec<String>) {
        match &e.node {
            Expr::Literal(Literal::Text(text)) => texts.push(text.clone()),
            Expr::FString(pieces) => texts.extend(pieces.iter().filter_map(|piece| match piece {
                Piece::Text(text) => Some(text.clone()),
                _ => None,
            })),
            _ => {}
        }
        e.node.visit_expr(|child| expression(child, texts));
    }
    statement.node.visit_expr(|child| expression(child, texts));
}
