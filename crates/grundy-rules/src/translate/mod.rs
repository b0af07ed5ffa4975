//! Writes the moves of a rule file for heaps as functions in C++ and Rust.
//!
//! Values are numbers of 64 bits, tuples and lists, told apart when the program runs, so that no types
//! are inferred here. Arithmetic is checked: what does not fit ends the program with an error. What
//! cannot be written so is refused, with its line.

mod calls;
mod languages;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use grundy_starlark::syntax::{
    self, AstExpr, AstName, AstStmt, AstTarget, BinOp, Clause, Def, Expr, For, ForClause, Literal,
    Parameter, Span, Stmt, Target,
};

pub use languages::Language;

/// What cannot be translated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Untranslatable {
    /// The line, counted from 1.
    pub line: usize,
    /// The construct.
    pub why: String,
}

/// Expressions and blocks within each other.
const DEEPEST: usize = 100;

type Written<T = String> = Result<T, Problem>;

/// A construct, and where it stands.
struct Problem {
    span: Span,
    why: String,
}

fn problem<T>(span: &Span, why: impl Into<String>) -> Written<T> {
    Err(Problem { span: *span, why: why.into() })
}

/// A function `sg(n)` for the heaps of a rule file, where positions are tuples of heaps if they are
/// `many`, and otherwise one heap.
///
/// # Errors
///
/// The first construct that cannot be translated.
pub fn translate(text: &str, many: bool, language: Language) -> Result<String, Untranslatable> {
    let fault = |Problem { span, why }| {
        let before = text.get(..span.begin as usize).unwrap_or_default();
        Untranslatable { line: 1 + before.matches('\n').count(), why }
    };
    let tree = syntax::parse(text)
        .map_err(|_| Untranslatable { line: 1, why: "a file with an error".to_string() })?;
    let mut file =
        Translator { language, globals: BTreeMap::new(), wanted: BTreeSet::new(), depth: 0 };
    file.collect(&tree);
    file.write(&tree, many).map_err(fault)
}

/// A name of the top level.
#[derive(Clone, Copy)]
enum Global<'t> {
    Function(&'t Def),
    /// A value, or the part of one that stands at this place.
    Value(&'t AstExpr, Option<usize>),
    /// Bound more than once, or in a way that is not translated.
    Other,
}

struct Translator<'t> {
    language: Language,
    globals: BTreeMap<&'t str, Global<'t>>,
    /// Names of the top level that are used.
    wanted: BTreeSet<&'t str>,
    depth: usize,
}

/// The names of a function.
#[derive(Default)]
struct Scope<'t> {
    /// Those of the function and of comprehensions around the place.
    local: Vec<&'t str>,
    /// Lists that grow.
    growing: BTreeSet<&'t str>,
}

impl<'t> Translator<'t> {
    fn collect(&mut self, tree: &'t AstStmt) {
        let mut bind = |name: &'t str, global| {
            let known = self.globals.contains_key(name);
            self.globals.insert(name, if known { Global::Other } else { global });
        };
        match &tree.node {
            Stmt::Statements(all) => all.iter().for_each(|one| self.collect(one)),
            Stmt::Def(def) => bind(&def.name.node, Global::Function(def)),
            Stmt::Assign(target, value) => match &target.node {
                Target::Identifier(name) => bind(&name.node, Global::Value(value, None)),
                Target::Tuple(parts) => {
                    for (place, part) in parts.iter().enumerate() {
                        if let Target::Identifier(name) = &part.node {
                            bind(&name.node, Global::Value(value, Some(place)));
                        }
                    }
                }
                _ => {}
            },
            // What such statements bind, or change, is not followed.
            Stmt::For(_) | Stmt::If(..) | Stmt::IfElse(..) | Stmt::AssignModify(..) => {
                let mut names = BTreeSet::new();
                assigned(tree, &mut names);
                names.into_iter().for_each(|name| bind(name, Global::Other));
            }
            _ => {}
        }
    }

    fn write(mut self, tree: &AstStmt, many: bool) -> Written {
        let Some(Global::Function(moves)) = self.globals.get("moves").copied() else {
            return problem(&tree.span, "rules without one `def moves`");
        };
        if moves.params.len() != 1 {
            return problem(&moves.name.span, "moves that depend on the player");
        }
        self.wanted.insert("moves");
        let (mut written, mut done) = (String::new(), BTreeSet::new());
        let mut heads = String::new();
        while let Some(name) = self.wanted.iter().copied().find(|name| !done.contains(name)) {
            done.insert(name);
            let (head, body) = match self.globals[name] {
                Global::Function(def) => self.function(def)?,
                Global::Value(value, place) => {
                    let mut value = self.expression(value, &mut Scope::default())?;
                    if let Some(place) = place {
                        value = format!("index({value}, num({place}))");
                    }
                    let head = self.language.head(&format!("c_{name}"), &[]);
                    let body = format!("    return {value};\n");
                    (head, body)
                }
                Global::Other => unreachable!("refused where it is named"),
            };
            let _ = writeln!(heads, "{head};");
            let _ = write!(written, "\n{head} {{\n{body}}}\n");
        }
        Ok(self.language.program(&heads, &written, many))
    }

    fn function(&mut self, def: &'t Def) -> Written<(String, String)> {
        let mut params = Vec::new();
        for param in &def.params {
            match &param.node {
                Parameter::Normal(name, _) => params.push(name.node.as_str()),
                _ => return problem(&param.span, "parameters with `*` or `/`"),
            }
        }
        let mut names = BTreeSet::new();
        assigned(&def.body, &mut names);
        let mut scope = Scope { local: params.clone(), growing: BTreeSet::new() };
        scope.local.extend(names.iter().filter(|name| !params.contains(name)));
        growing(&def.body, &mut scope.growing);
        if let Some(name) = scope.growing.iter().find(|name| params.contains(name)) {
            return problem(&def.name.span, format!("`{name}.append`, as {name} is a parameter"));
        }
        let mut body = String::new();
        for name in names.iter().filter(|name| !params.contains(name)) {
            body += &self.language.declared(name);
        }
        for name in &scope.local {
            body += &self.language.used(name);
        }
        self.statement(&def.body, &mut scope, &mut body)?;
        body += "    return fail(\"a function ends without a value\");\n";
        Ok((self.language.head(&format!("f_{}", def.name.node), &params), body))
    }

    fn deeper<T>(&mut self, span: &Span, work: impl FnOnce(&mut Self) -> Written<T>) -> Written<T> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return problem(span, format!("more than {DEEPEST} expressions within each other"));
        }
        let done = work(self);
        self.depth -= 1;
        done
    }

    fn statement(
        &mut self,
        statement: &'t AstStmt,
        scope: &mut Scope<'t>,
        out: &mut String,
    ) -> Written<()> {
        self.deeper(&statement.span, |this| this.statement_here(statement, scope, out))
    }

    fn statement_here(
        &mut self,
        statement: &'t AstStmt,
        scope: &mut Scope<'t>,
        out: &mut String,
    ) -> Written<()> {
        let span = &statement.span;
        match &statement.node {
            Stmt::Statements(all) => {
                all.iter().try_for_each(|one| self.statement(one, scope, out))?;
            }
            Stmt::Pass => {}
            Stmt::Break => *out += "    break;\n",
            Stmt::Continue => *out += "    continue;\n",
            Stmt::Return(Some(value)) => {
                let value = self.expression(value, scope)?;
                let _ = writeln!(out, "    return {value};");
            }
            Stmt::Return(None) => return problem(span, "`return` without a value"),
            Stmt::Expression(value) => {
                if let Some((list, item)) = appended(value) {
                    self.kept(item, scope)?;
                    let item = self.expression(item, scope)?;
                    *out += &self.language.append(list, &item);
                } else if !matches!(value.node, Expr::Literal(Literal::Text(_))) {
                    let value = self.expression(value, scope)?;
                    *out += &self.language.dropped(&value);
                }
            }
            Stmt::Assign(target, value) => {
                self.kept(value, scope)?;
                if !is_fresh(value) || matches!(target.node, Target::Tuple(_)) {
                    refuse_growing(target, scope)?;
                }
                let value = self.expression(value, scope)?;
                let assigned = self.assign(target, &value)?;
                *out += &assigned;
            }
            Stmt::AssignModify(target, operator, value) => {
                let Target::Identifier(name) = &target.node else {
                    return problem(span, "a change of a part of a list");
                };
                if matches!(value.node, Expr::List(_) | Expr::ListComprehension(..)) {
                    return problem(span, format!("`{}=` with a list", operator.symbol()));
                }
                let before = self.language.variable(&name.node);
                let value = self.expression(value, scope)?;
                let after =
                    self.operation(*operator, &format!("unshared({before})"), &value, span)?;
                let assigned = self.assign(target, &after)?;
                *out += &assigned;
            }
            Stmt::If(condition, then) => {
                let condition = self.expression(condition, scope)?;
                let _ = writeln!(out, "    if {} {{", self.language.condition(&condition));
                self.statement(then, scope, out)?;
                *out += "    }\n";
            }
            Stmt::IfElse(condition, both) => {
                let condition = self.expression(condition, scope)?;
                let _ = writeln!(out, "    if {} {{", self.language.condition(&condition));
                self.statement(&both.0, scope, out)?;
                *out += "    } else {\n";
                self.statement(&both.1, scope, out)?;
                *out += "    }\n";
            }
            Stmt::For(For { var, over, body }) => {
                refuse_growing(var, scope)?;
                let over = self.expression(over, scope)?;
                *out += &self.language.loop_over(&over);
                let assigned = self.assign(var, &self.language.item())?;
                *out += &assigned;
                self.statement(body, scope, out)?;
                *out += self.language.loop_end();
            }
            Stmt::Def(def) => return problem(&def.name.span, "a function in a function"),
        }
        Ok(())
    }

    fn assign(&self, target: &AstTarget, value: &str) -> Written {
        self.assign_within(target, value, 0)
    }

    fn assign_within(&self, target: &AstTarget, value: &str, depth: usize) -> Written {
        match &target.node {
            Target::Identifier(name) => Ok(format!("    v_{} = {value};\n", name.node)),
            Target::Tuple(parts) => {
                let mut all = self.language.unpacked(depth, value, parts.len());
                for (place, part) in parts.iter().enumerate() {
                    all +=
                        &self.assign_within(part, &self.language.part(depth, place), depth + 1)?;
                }
                Ok(all + "    }\n")
            }
            _ => problem(&target.span, "a change of a part of a list"),
        }
    }

    /// Refuses what would make a second name of a list that grows.
    fn kept(&self, value: &AstExpr, scope: &Scope<'t>) -> Written<()> {
        match &value.node {
            Expr::Identifier(name) if scope.growing.contains(name.node.as_str()) => {
                problem(&name.span, format!("a second name of the list {}, which grows", name.node))
            }
            Expr::If(parts) => {
                self.kept(&parts.1, scope)?;
                self.kept(&parts.2, scope)
            }
            Expr::Op(one, BinOp::And | BinOp::Or, other) => {
                self.kept(one, scope)?;
                self.kept(other, scope)
            }
            Expr::List(all) | Expr::Tuple(all) => {
                all.iter().try_for_each(|one| self.kept(one, scope))
            }
            _ => Ok(()),
        }
    }

    fn expression(&mut self, value: &'t AstExpr, scope: &mut Scope<'t>) -> Written {
        self.deeper(&value.span, |this| this.expression_here(value, scope))
    }

    fn expression_here(&mut self, value: &'t AstExpr, scope: &mut Scope<'t>) -> Written {
        let span = &value.span;
        match &value.node {
            Expr::Literal(Literal::Int(number)) => Ok(format!("num({number})")),
            Expr::Literal(_) => problem(span, "a text, or a number beyond 63 bits"),
            Expr::Identifier(name) => self.name(name, scope),
            Expr::Tuple(all) | Expr::List(all) => {
                self.kept(value, scope)?;
                let is_list = matches!(value.node, Expr::List(_));
                let all: Vec<String> =
                    all.iter().map(|one| self.expression(one, scope)).collect::<Written<_>>()?;
                Ok(self.language.sequence(is_list, &all))
            }
            Expr::Not(one) => Ok(format!("negated({})", self.expression(one, scope)?)),
            Expr::Minus(one) => Ok(format!("sub(num(0), {})", self.expression(one, scope)?)),
            Expr::Plus(one) => self.expression(one, scope),
            Expr::Op(one, operator, other) => {
                let one = self.expression(one, scope)?;
                let other = self.expression(other, scope)?;
                match operator {
                    BinOp::And => Ok(self.language.choice(&one, &other, "chosen")),
                    BinOp::Or => Ok(self.language.choice(&one, "chosen", &other)),
                    _ => self.operation(*operator, &one, &other, span),
                }
            }
            Expr::If(parts) => {
                let condition = self.expression(&parts.0, scope)?;
                let then = self.expression(&parts.1, scope)?;
                let other = self.expression(&parts.2, scope)?;
                Ok(self.language.conditional(&condition, &then, &other))
            }
            Expr::Index(parts) => {
                let list = self.expression(&parts.0, scope)?;
                let place = self.expression(&parts.1, scope)?;
                Ok(format!("index({list}, {place})"))
            }
            Expr::Slice(list, [start, stop, None]) => {
                let list = self.expression(list, scope)?;
                let mut bound = |bound: &'t Option<Box<AstExpr>>, usual: &str| match bound {
                    Some(bound) => self.expression(bound, scope),
                    None => Ok(usual.to_string()),
                };
                let (start, stop) = (bound(start, "num(0)")?, bound(stop, "num(INFINITE)")?);
                Ok(format!("slice({list}, {start}, {stop})"))
            }
            Expr::Call(function, arguments) => self.call(function, arguments, scope),
            Expr::ListComprehension(item, first, rest) => {
                self.comprehension(item, first, rest, scope)
            }
            Expr::Slice(..) => problem(span, "a slice with a step"),
            Expr::Dict(_) | Expr::DictComprehension(..) => problem(span, "a dictionary"),
            Expr::Lambda(_) => problem(span, "`lambda`"),
            Expr::FString(_) => problem(span, "a text"),
            Expr::Dot(_, name) => problem(&name.span, format!("`.{}`", name.node)),
            Expr::BitNot(_) => problem(span, "`~`"),
        }
    }

    fn name(&mut self, name: &'t AstName, scope: &Scope<'t>) -> Written {
        let text = name.node.as_str();
        if scope.local.contains(&text) {
            return Ok(self.language.variable(text));
        }
        match (self.globals.get_key_value(text), text) {
            (Some((&text, Global::Value(..))), _) => {
                self.wanted.insert(text);
                Ok(format!("c_{text}()"))
            }
            (None, "True") => Ok("truth_of(true)".to_string()),
            (None, "False") => Ok("truth_of(false)".to_string()),
            _ => problem(&name.span, format!("`{text}` as a value")),
        }
    }

    fn operation(&self, operator: BinOp, one: &str, other: &str, span: &Span) -> Written {
        let name = match operator {
            BinOp::Add => "add",
            BinOp::Subtract => "sub",
            BinOp::Multiply => "mul",
            BinOp::FloorDivide => "div_floor",
            BinOp::Percent => "mod_floor",
            BinOp::BitAnd => "bit_and",
            BinOp::BitOr => "bit_or",
            BinOp::BitXor => "bit_xor",
            BinOp::LeftShift => "shift_left",
            BinOp::RightShift => "shift_right",
            BinOp::Equal => "equal",
            BinOp::NotEqual => return Ok(format!("negated(equal({one}, {other}))")),
            BinOp::Less => "less",
            BinOp::Greater => return Ok(format!("less({other}, {one})")),
            BinOp::GreaterOrEqual => return Ok(format!("negated(less({one}, {other}))")),
            BinOp::LessOrEqual => return Ok(format!("negated(less({other}, {one}))")),
            BinOp::In => "within",
            BinOp::NotIn => return Ok(format!("negated(within({one}, {other}))")),
            BinOp::And | BinOp::Or | BinOp::Divide => {
                return problem(span, format!("`{}`", operator.symbol()));
            }
        };
        Ok(format!("{name}({one}, {other})"))
    }

    fn comprehension(
        &mut self,
        item: &'t AstExpr,
        first: &'t ForClause,
        rest: &'t [Clause],
        scope: &mut Scope<'t>,
    ) -> Written {
        let (names, mut ends) = (scope.local.len(), Vec::new());
        let mut body = String::new();
        let each = |this: &mut Self, clause: &'t ForClause, scope: &mut Scope<'t>| {
            let over = this.expression(&clause.over, scope)?;
            let mut names = BTreeSet::new();
            targets(&clause.var, &mut names);
            let mut text = this.language.loop_over(&over);
            for name in &names {
                text += &this.language.declared(name);
                text += &this.language.used(name);
            }
            scope.local.extend(names);
            text += &this.assign(&clause.var, &this.language.item())?;
            Written::Ok(text)
        };
        body += &each(self, first, scope)?;
        ends.push(self.language.loop_end());
        for clause in rest {
            match clause {
                Clause::For(clause) => {
                    body += &each(self, clause, scope)?;
                    ends.push(self.language.loop_end());
                }
                Clause::If(condition) => {
                    let condition = self.expression(condition, scope)?;
                    let _ = writeln!(body, "    if {} {{", self.language.condition(&condition));
                    ends.push("    }\n");
                }
            }
        }
        self.kept(item, scope)?;
        let item = self.expression(item, scope)?;
        body += &self.language.collected(&item);
        ends.into_iter().rev().for_each(|end| body += end);
        scope.local.truncate(names);
        Ok(self.language.collection(&body))
    }
}

/// Whether a value is a list that has no other name.
fn is_fresh(value: &AstExpr) -> bool {
    match &value.node {
        Expr::List(_) | Expr::ListComprehension(..) => true,
        Expr::Call(function, _) => match &function.node {
            Expr::Identifier(name) => matches!(name.node.as_str(), "list" | "sorted"),
            _ => false,
        },
        _ => false,
    }
}

/// Refuses a second name for a list that grows.
fn refuse_growing(target: &AstTarget, scope: &Scope<'_>) -> Written<()> {
    let mut names = BTreeSet::new();
    targets(target, &mut names);
    match names.into_iter().find(|name| scope.growing.contains(name)) {
        Some(name) => {
            problem(&target.span, format!("`{name}.append`, as {name} may have other names"))
        }
        None => Ok(()),
    }
}

/// The list and the item of `list.append(item)`.
fn appended(value: &AstExpr) -> Option<(&str, &AstExpr)> {
    let Expr::Call(function, arguments) = &value.node else { return None };
    let Expr::Dot(list, method) = &function.node else { return None };
    match (&list.node, method.node.as_str(), arguments.as_slice()) {
        (Expr::Identifier(list), "append", [argument]) => match &argument.node {
            syntax::Argument::Positional(item) => Some((&list.node, item)),
            _ => None,
        },
        _ => None,
    }
}

/// Calls `visit` with a statement and those within it.
fn each_statement<'t>(statement: &'t AstStmt, visit: &mut dyn FnMut(&'t AstStmt)) {
    visit(statement);
    match &statement.node {
        Stmt::Statements(all) => all.iter().for_each(|one| each_statement(one, visit)),
        Stmt::If(_, then) => each_statement(then, visit),
        Stmt::IfElse(_, both) => {
            each_statement(&both.0, visit);
            each_statement(&both.1, visit);
        }
        Stmt::For(For { body, .. }) => each_statement(body, visit),
        _ => {}
    }
}

/// The names that statements bind.
fn assigned<'t>(statement: &'t AstStmt, names: &mut BTreeSet<&'t str>) {
    each_statement(statement, &mut |one| match &one.node {
        Stmt::Assign(target, _) | Stmt::AssignModify(target, ..) => targets(target, names),
        Stmt::For(For { var, .. }) => targets(var, names),
        _ => {}
    });
}

/// The lists to which statements append.
fn growing<'t>(statement: &'t AstStmt, names: &mut BTreeSet<&'t str>) {
    each_statement(statement, &mut |one| {
        if let Stmt::Expression(value) = &one.node
            && let Some((list, _)) = appended(value)
        {
            names.insert(list);
        }
    });
}

fn targets<'t>(target: &'t AstTarget, names: &mut BTreeSet<&'t str>) {
    match &target.node {
        Target::Identifier(name) => {
            names.insert(&name.node);
        }
        Target::Tuple(parts) => parts.iter().for_each(|part| targets(part, names)),
        Target::Index(_) | Target::Dot(..) => {}
    }
}
