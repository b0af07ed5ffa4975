//! From the tree of a file to its program: finds what each name means.
//!
//! A name that a function binds anywhere is its variable everywhere in it; a comprehension has
//! variables of its own. Any other name is a variable of a function around it, a name of the top
//! level, or a built-in function, in this order.

use std::collections::HashMap;

use super::code::{
    Arguments, Body, Call, Clause, Closure, Code, Comprehension, Expr, For, MethodCall, Node,
    Param, Piece, Place, Program, Signature, Stmt, Target,
};
use super::faults::nearest;
use super::scope::{Scope, Scopes, Seen, bound};
use crate::error::Error;
use crate::library;
use crate::syntax::{
    self, Argument, AstArgument, AstExpr, AstName, AstParameter, AstStmt, AstTarget, BinOp,
    Literal, Parameter,
};
use crate::value::{Heap, Number, Value};

/// The most stack that a level of a tree takes, which is more where nothing is optimized, and the
/// stack that built-in functions take.
const PER_LEVEL: usize = if cfg!(debug_assertions) { 16 << 10 } else { 2 << 10 };
const BUILT_IN: usize = 256 << 10;

/// Finds what the names of a file mean. The constants are put into the heap.
pub(crate) fn program<'v>(
    tree: &AstStmt,
    heap: &'v Heap<'v>,
) -> Result<(Program, Vec<Value<'v>>), Error> {
    let mut resolver = Resolver {
        heap,
        constants: Vec::new(),
        texts: HashMap::new(),
        globals: HashMap::new(),
        program: Program::default(),
        scopes: Scopes::default(),
        error: None,
    };
    for name in bound(tree) {
        resolver.globals.insert(name.clone(), resolver.program.globals.len());
        resolver.program.globals.push(name);
    }
    resolver.program.functions.push(Code {
        name: "<module>".to_string(),
        signature: Signature::default(),
        body: Body::Statements(Box::default()),
        slots: Vec::new(),
        shared: Vec::new(),
        captures: Vec::new(),
        stack: 0,
    });
    let mut body = Vec::new();
    resolver.statement(tree, &mut body);
    let scope = resolver.scopes.close();
    let top = &mut resolver.program.functions[0];
    top.body = Body::Statements(body.into());
    (top.slots, top.shared) = (scope.slots, scope.shared);
    top.stack = BUILT_IN + PER_LEVEL * scope.deepest;
    match resolver.error {
        Some(error) => Err(error),
        None => Ok((resolver.program, resolver.constants)),
    }
}

struct Resolver<'v> {
    heap: &'v Heap<'v>,
    constants: Vec<Value<'v>>,
    /// The constants that are texts.
    texts: HashMap<String, usize>,
    globals: HashMap<String, usize>,
    program: Program,
    /// The top level, and the functions that are open.
    scopes: Scopes,
    /// The first error: a name that means nothing, or a constant without memory for it.
    error: Option<Error>,
}

impl<'v> Resolver<'v> {
    fn constant(&mut self, value: Value<'v>) -> Node {
        self.constants.push(value);
        Node::Constant(self.constants.len() - 1)
    }

    /// A constant made of others.
    fn made(&mut self, value: Result<Value<'v>, Error>) -> Node {
        let value = value.unwrap_or_else(|error| {
            self.error.get_or_insert(error);
            Value::None
        });
        self.constant(value)
    }

    /// The place of a constant text.
    fn text(&mut self, text: &str) -> usize {
        if let Some(&place) = self.texts.get(text) {
            return place;
        }
        let value = self.heap.text(text);
        self.made(value);
        let place = self.constants.len() - 1;
        self.texts.insert(text.to_string(), place);
        place
    }

    fn name(&mut self, name: &AstName) -> Node {
        let text = name.node.as_str();
        match self.scopes.find(text) {
            Some(Seen::Own(slot)) => return Node::Local(slot),
            Some(Seen::Captured(captured)) => return Node::Captured(captured),
            None => {}
        }
        if let Some(&global) = self.globals.get(text) {
            return Node::Global(global);
        }
        if let Some(value) = library::global(text) {
            return self.constant(value);
        }
        let mut message = format!("variable `{text}` not found");
        let mut known = self.scopes.names();
        known.extend(self.program.globals.iter().map(String::as_str));
        // Not `extend`, which would take all names for names of the library.
        for name in library::names() {
            known.push(name);
        }
        if let Some(meant) = nearest(text, known.into_iter()) {
            message += &format!(", did you mean `{meant}`?");
        }
        self.error.get_or_insert_with(|| Error::syntax(message, name.span));
        Node::Constant(0)
    }

    /// Goes down one level of the tree.
    fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let scope = self.scopes.last();
        scope.level += 1;
        scope.deepest = scope.deepest.max(scope.level);
        let done = work(self);
        self.scopes.last().level -= 1;
        done
    }

    fn block(&mut self, statement: &AstStmt) -> Box<[Stmt]> {
        let mut block = Vec::new();
        self.deeper(|this| this.statement(statement, &mut block));
        block.into()
    }

    fn statement(&mut self, statement: &AstStmt, block: &mut Vec<Stmt>) {
        block.push(match &statement.node {
            syntax::Stmt::Pass => return,
            syntax::Stmt::Break => Stmt::Break,
            syntax::Stmt::Continue => Stmt::Continue,
            syntax::Stmt::Return(value) => {
                Stmt::Return(value.as_ref().map(|value| self.expression(value)))
            }
            syntax::Stmt::Expression(value) => Stmt::Expression(self.expression(value)),
            syntax::Stmt::Assign(target, value) => {
                let value = self.expression(value);
                Stmt::Assign(self.target(target), value)
            }
            syntax::Stmt::AssignModify(target, op, value) => {
                let target = self.target(target);
                Stmt::Modify(target, *op, self.expression(value), statement.span)
            }
            syntax::Stmt::Statements(statements) => {
                statements.iter().for_each(|statement| self.statement(statement, block));
                return;
            }
            syntax::Stmt::If(condition, then) => {
                let condition = self.expression(condition);
                Stmt::If(condition, self.block(then), Box::default())
            }
            syntax::Stmt::IfElse(condition, branches) => {
                let condition = self.expression(condition);
                let then = self.block(&branches.0);
                Stmt::If(condition, then, self.block(&branches.1))
            }
            syntax::Stmt::For(for_) => {
                let over = self.expression(&for_.over);
                let target = self.target(&for_.var);
                let body = self.block(&for_.body);
                Stmt::For(Box::new(For { target, over, body }))
            }
            syntax::Stmt::Def(def) => {
                let node = self.function(&def.name.node, &def.params, Ok(&def.body));
                let target = self.target_name(&def.name);
                Stmt::Assign(target, Expr { node, span: statement.span })
            }
        });
    }

    fn target(&mut self, target: &AstTarget) -> Target {
        let node = match &target.node {
            syntax::Target::Tuple(items) => {
                Place::Tuple(items.iter().map(|item| self.target(item)).collect())
            }
            syntax::Target::Index(pair) => {
                let object = self.expression(&pair.0);
                Place::Index(Box::new((object, self.expression(&pair.1))))
            }
            syntax::Target::Dot(value, name) => {
                Place::Attribute(Box::new((self.expression(value), name.node.clone())))
            }
            syntax::Target::Identifier(name) => return self.target_name(name),
        };
        Target { node, span: target.span }
    }

    /// A name that is bound: it is a variable of the innermost function, or of the top level.
    fn target_name(&mut self, name: &AstName) -> Target {
        let node = match (self.scopes.last().own(&name.node), self.globals.get(&name.node)) {
            (Some(slot), _) => Place::Local(slot),
            (None, Some(&global)) => Place::Global(global),
            (None, None) => Place::Tuple(Box::default()),
        };
        Target { node, span: name.span }
    }

    fn function(
        &mut self,
        name: &str,
        params: &[AstParameter],
        body: Result<&AstStmt, &AstExpr>,
    ) -> Node {
        let (signature, defaults) = self.signature(params);
        let mut scope = Scope::default();
        let own = signature.params.iter().map(|param| param.name.clone());
        for name in own.chain(body.map(bound).unwrap_or_default()) {
            if !scope.names.contains_key(&name) {
                let slot = scope.slot(&name);
                scope.names.insert(name, slot);
            }
        }
        self.scopes.open(scope);
        let body = match body {
            Ok(statements) => Body::Statements(self.block(statements)),
            Err(value) => Body::Value(self.expression(value)),
        };
        let scope = self.scopes.close();
        self.program.functions.push(Code {
            name: name.to_string(),
            signature,
            body,
            slots: scope.slots,
            shared: scope.shared,
            captures: scope.captures,
            stack: BUILT_IN + PER_LEVEL * scope.deepest,
        });
        let code = self.program.functions.len() - 1;
        Node::Function(Box::new(Closure { code, name: self.text(name), defaults }))
    }

    /// Parameters, and the defaults, which are found where the function is defined.
    fn signature(&mut self, given: &[AstParameter]) -> (Signature, Box<[Option<Expr>]>) {
        let mut signature = Signature::default();
        let mut defaults = Vec::new();
        let mut by_place = true;
        for param in given {
            let place = signature.params.len();
            let (name, default) = match &param.node {
                Parameter::Slash => {
                    signature.positional_only = place;
                    continue;
                }
                Parameter::NoArgs => {
                    by_place = false;
                    continue;
                }
                Parameter::Normal(name, default) => {
                    signature.positional += usize::from(by_place);
                    (name, default.as_deref())
                }
                Parameter::Args(name) => {
                    by_place = false;
                    signature.args = Some(place);
                    (name, None)
                }
                Parameter::KwArgs(name) => {
                    by_place = false;
                    signature.kwargs = Some(place);
                    (name, None)
                }
            };
            let required = default.is_none() && matches!(param.node, Parameter::Normal(..));
            signature.params.push(Param { name: name.node.clone(), required });
            defaults.push(default.map(|default| self.expression(default)));
        }
        (signature, defaults.into())
    }

    fn all(&mut self, items: &[AstExpr]) -> Box<[Expr]> {
        items.iter().map(|item| self.expression(item)).collect()
    }

    fn pair(&mut self, left: &AstExpr, right: &AstExpr) -> Box<(Expr, Expr)> {
        let left = self.expression(left);
        Box::new((left, self.expression(right)))
    }

    fn expression(&mut self, expression: &AstExpr) -> Expr {
        let node = self.deeper(|this| this.node(expression));
        Expr { node, span: expression.span }
    }

    fn node(&mut self, expression: &AstExpr) -> Node {
        match &expression.node {
            syntax::Expr::Tuple(items) => {
                let items = self.all(items);
                self.tuple(items)
            }
            syntax::Expr::Dot(value, name) => {
                Node::Attribute(Box::new((self.expression(value), name.node.clone())))
            }
            syntax::Expr::Call(function, arguments) => self.call(function, arguments),
            syntax::Expr::Index(pair) => Node::Index(self.pair(&pair.0, &pair.1)),
            syntax::Expr::Slice(value, bounds) => {
                let value = self.expression(value);
                let bounds = bounds
                    .each_ref()
                    .map(|bound| bound.as_ref().map(|bound| self.expression(bound)));
                Node::Slice(Box::new((value, bounds)))
            }
            syntax::Expr::Identifier(name) => self.name(name),
            syntax::Expr::Lambda(lambda) => {
                self.function("lambda", &lambda.params, Err(&lambda.body))
            }
            syntax::Expr::Literal(literal) => self.literal(literal),
            syntax::Expr::Not(value) => Node::Not(Box::new(self.expression(value))),
            syntax::Expr::Minus(value) => {
                let value = self.expression(value);
                match value.node {
                    Node::Constant(place)
                        if let Some(&Value::Int(number)) = self.constants.get(place) =>
                    {
                        self.made(Number::Int(number).negated().value(self.heap))
                    }
                    _ => Node::Minus(Box::new(value)),
                }
            }
            syntax::Expr::Plus(value) => Node::Plus(Box::new(self.expression(value))),
            syntax::Expr::BitNot(value) => Node::BitNot(Box::new(self.expression(value))),
            syntax::Expr::Op(left, BinOp::And, right) => Node::And(self.pair(left, right)),
            syntax::Expr::Op(left, BinOp::Or, right) => Node::Or(self.pair(left, right)),
            syntax::Expr::Op(left, op, right) => Node::Binary(*op, self.pair(left, right)),
            syntax::Expr::If(three) => {
                let condition = self.expression(&three.0);
                let then = self.expression(&three.1);
                Node::If(Box::new((condition, then, self.expression(&three.2))))
            }
            syntax::Expr::List(items) => Node::List(self.all(items)),
            syntax::Expr::Dict(entries) => {
                let entry = |(key, value): &(AstExpr, AstExpr)| *self.pair(key, value);
                Node::Dict(entries.iter().map(entry).collect())
            }
            syntax::Expr::ListComprehension(item, first, others) => {
                Node::ListComprehension(self.comprehension(item, None, first, others))
            }
            syntax::Expr::DictComprehension(entry, first, others) => {
                let value = Some(&entry.1);
                Node::DictComprehension(self.comprehension(&entry.0, value, first, others))
            }
            syntax::Expr::FString(pieces) => {
                let piece = |piece: &syntax::Piece| match piece {
                    syntax::Piece::Text(text) => Piece::Text(text.clone()),
                    syntax::Piece::Str(value) => Piece::Str(self.expression(value)),
                    syntax::Piece::Repr(value) => Piece::Repr(self.expression(value)),
                };
                Node::Format(pieces.iter().map(piece).collect())
            }
        }
    }

    /// A tuple of constants is a constant.
    fn tuple(&mut self, items: Box<[Expr]>) -> Node {
        let constant = |item: &Expr| match item.node {
            Node::Constant(place) => self.constants.get(place).copied(),
            _ => None,
        };
        match items.iter().map(constant).collect::<Option<Vec<_>>>() {
            Some(values) => self.made(self.heap.tuple(&values)),
            None => Node::Tuple(items),
        }
    }

    fn literal(&mut self, literal: &Literal) -> Node {
        let value = match literal {
            Literal::Int(number) => Value::Int(*number),
            Literal::Large(number) => {
                return self.made(Number::Large(number.clone()).value(self.heap));
            }
            Literal::Float(number) => Value::float(*number),
            Literal::Text(text) => return Node::Constant(self.text(text)),
            Literal::Ellipsis => Value::Ellipsis,
        };
        self.constant(value)
    }

    fn call(&mut self, function: &AstExpr, arguments: &[AstArgument]) -> Node {
        if let syntax::Expr::Dot(object, name) = &function.node {
            let object = self.expression(object);
            let given = self.arguments(arguments);
            let (name, methods) = (name.node.clone(), library::methods(&name.node));
            return Node::MethodCall(Box::new(MethodCall { object, name, methods, given }));
        }
        let function = self.expression(function);
        if let Node::Constant(place) = function.node
            && let Some(Value::Builtin(builtin)) = self.constants.get(place)
            && builtin.name == "len"
            && let [AstArgument { node: Argument::Positional(value), .. }] = arguments
        {
            return Node::Length(Box::new(self.expression(value)));
        }
        Node::Call(Box::new(Call { function, given: self.arguments(arguments) }))
    }

    fn arguments(&mut self, arguments: &[AstArgument]) -> Arguments {
        let mut given = Arguments::default();
        let (mut positional, mut named) = (Vec::new(), Vec::new());
        for argument in arguments {
            match &argument.node {
                Argument::Positional(value) => positional.push(self.expression(value)),
                Argument::Named(name, value) => {
                    named.push((name.node.clone(), self.expression(value)));
                }
                Argument::Args(value) => given.args = Some(self.expression(value)),
                Argument::KwArgs(value) => given.kwargs = Some(self.expression(value)),
            }
        }
        (given.positional, given.named) = (positional.into(), named.into());
        given
    }

    /// The first iterable is found outside of the comprehension.
    fn comprehension(
        &mut self,
        item: &AstExpr,
        value: Option<&AstExpr>,
        first: &syntax::ForClause,
        others: &[syntax::Clause],
    ) -> Box<Comprehension> {
        let over = self.expression(&first.over);
        let mut names = HashMap::new();
        let fors = others.iter().filter_map(|clause| match clause {
            syntax::Clause::For(clause) => Some(clause),
            syntax::Clause::If(_) => None,
        });
        for clause in std::iter::once(first).chain(fors) {
            clause.var.node.visit_lvalue(|name| {
                let scope = self.scopes.last();
                names.entry(name.node.clone()).or_insert_with(|| scope.slot(&name.node));
            });
        }
        self.scopes.last().inner.push(names);
        // Each clause is evaluated within the one before it.
        self.scopes.last().level += 1 + others.len();
        let mut clauses = vec![Clause::For(self.target(&first.var), over)];
        for clause in others {
            clauses.push(match clause {
                syntax::Clause::For(clause) => {
                    let over = self.expression(&clause.over);
                    Clause::For(self.target(&clause.var), over)
                }
                syntax::Clause::If(condition) => Clause::If(self.expression(condition)),
            });
        }
        let item = self.expression(item);
        let value = value.map(|value| self.expression(value));
        self.scopes.last().level -= 1 + others.len();
        self.scopes.last().inner.pop();
        Box::new(Comprehension { clauses: clauses.into(), item, value })
    }
}
