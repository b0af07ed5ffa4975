//! Lowers functions of a rule file to the intermediate form.
//!
//! A function is lowered once for each choice of types of its arguments. Types are inferred
//! along the way: a round lowers all functions that are reached, with what the last round
//! learned of returned types and of the contents of lists, until a round learns nothing more.
//! The code of that round is right.

mod calls;
mod coding;
mod expressions;
mod indices;
mod iterables;
mod methods;
mod operators;
pub(super) mod roots;
mod statements;

use std::collections::{BTreeMap, HashMap};

use grundy_starlark::syntax::Span;

use super::helpers::Helper;
use super::ir::{Callee, Code, Label, Local, Node, Stat, after, get, int};
pub(super) use super::known::Known;
pub(super) use super::memory::NONE;
pub(super) use super::obstacle::{Blame, Lowered, Obstacle, range};
use super::program::{Program, Text};
use super::types::{Cell, Clash, Type};
use super::unit::Unit;

/// The value of an expression.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) ty: Type,
    /// Has no effects, and depends on nothing that can change except variables.
    pub(super) node: Node,
    pub(super) known: Option<Known>,
}

impl Value {
    pub(super) fn new(ty: Type, node: Node) -> Value {
        Value { ty, node, known: None }
    }

    pub(super) fn int(node: Node) -> Value {
        Value::new(Type::Int, node)
    }

    pub(super) fn bool(node: Node) -> Value {
        let known = match node {
            Node::Int(value) => Some(Known::Bool(value != 0)),
            _ => None,
        };
        Value { ty: Type::Bool, node, known }
    }

    pub(super) fn none() -> Value {
        Value { ty: Type::None, node: int(NONE), known: Some(Known::None) }
    }
}

/// A value, or a tuple that need not be made because it is taken apart at once.
pub(super) enum Parts {
    One(Value),
    Many(Vec<Parts>),
}

/// The word of a variable that has no value.
const UNBOUND: i64 = i64::MIN + 1;

/// A variable at a place in the code.
#[derive(Clone, Debug, PartialEq)]
struct Variable {
    local: Local,
    ty: Type,
    known: Option<Known>,
    /// Whether there is a path to this place on which it has no value.
    perhaps_unbound: bool,
    /// Whether its values on the paths to this place are of different types.
    clashes: bool,
}

type Scope = BTreeMap<String, Variable>;

/// The types of arguments, and what is known of them.
pub(super) type Signature = Vec<(Type, Option<Known>)>;

/// Known arguments get an instance of their own only while a function has at most this number of
/// instances.
const MOST_KNOWN: usize = 24;
/// Limit on the instances of one function: types that grow without end reach it.
const MOST_INSTANCES: usize = 200;

/// A function with types of arguments.
#[derive(Debug)]
struct Instance {
    returns: Type,
    /// Its code in this round.
    callee: Option<Callee>,
    /// Whether it is being lowered.
    open: bool,
}

/// What all rounds have in common.
pub(super) struct World<'a> {
    pub(super) program: &'a Program,
    pub(super) unit: Unit<Helper>,
    sites: HashMap<(usize, u32, u32, u8), Cell>,
    instances: Vec<Instance>,
    by_signature: HashMap<(usize, Signature), usize>,
    per_function: HashMap<usize, usize>,
    /// Whether this round has learned a type, besides the contents of cells.
    changed: bool,
    constant_cells: HashMap<(String, u32), Cell>,
    pub(super) constants: HashMap<String, Value>,
    /// Whether functions of the file call themselves, directly or through others.
    pub(super) recursive: bool,
    /// How the type of positions and their shape differ, in this round.
    pub(super) unlike: Option<String>,
}

impl<'a> World<'a> {
    pub(super) fn new(program: &'a Program) -> World<'a> {
        World {
            program,
            unit: Unit::default(),
            sites: HashMap::new(),
            instances: Vec::new(),
            by_signature: HashMap::new(),
            per_function: HashMap::new(),
            changed: false,
            constant_cells: HashMap::new(),
            constants: HashMap::new(),
            recursive: false,
            unlike: None,
        }
    }

    /// Begins a round.
    pub(super) fn begin(&mut self) {
        self.changed = false;
        self.unlike = None;
        self.unit.begin();
        self.constants.clear();
        self.per_function.clear();
        for instance in &mut self.instances {
            instance.callee = None;
        }
    }

    /// Whether the round that ends here has learned anything.
    pub(super) fn learned(&mut self) -> bool {
        self.unit.cells.settle() | self.changed
    }

    /// The cell of a list, or part of a dict, in a constant, by its number.
    pub(super) fn constant_cell(&mut self, name: &str, number: u32) -> Cell {
        let cells = &mut self.unit.cells;
        *self.constant_cells.entry((name.to_string(), number)).or_insert_with(|| cells.fresh())
    }

    /// The code for a function with these arguments, and the type that it returns.
    pub(super) fn instance(
        &mut self,
        function: usize,
        captured: &[(String, Type)],
        mut signature: Signature,
        blame: Span,
    ) -> Lowered<(Callee, Type)> {
        for (ty, _) in &mut signature {
            *ty = self.unit.cells.resolved(ty);
        }
        let used = self.per_function.get(&function).copied().unwrap_or(0);
        if used > MOST_KNOWN {
            signature.iter_mut().for_each(|(_, known)| *known = None);
        }
        let mut key = signature.clone();
        key.extend(captured.iter().map(|(_, ty)| (self.unit.cells.resolved(ty), None)));
        let next = self.instances.len();
        let number = *self.by_signature.entry((function, key)).or_insert(next);
        if number == next {
            self.instances.push(Instance { returns: Type::Never, callee: None, open: false });
            self.changed = true;
        }
        let blame = self.program.blame(function, blame);
        if let Some(callee) = self.instances[number].callee {
            self.recursive |= self.instances[number].open;
            return Ok((callee, self.instances[number].returns.clone()));
        }
        if used > MOST_INSTANCES {
            let name = self.program.name(function);
            return Err(
                blame.obstacle(format!("the types of the arguments of `{name}` grow without end"))
            );
        }
        *self.per_function.entry(function).or_insert(0) += 1;
        let callee = self.unit.reserve();
        self.instances[number].callee = Some(callee);
        self.instances[number].open = true;
        let old = self.instances[number].returns.clone();
        let lowered = lower(self, number, function, captured, &signature, old.clone(), blame);
        self.instances[number].open = false;
        let (code, returns) = lowered?;
        self.unit.functions[callee] = Some(code);
        let returns = self.unit.cells.resolved(&returns);
        if returns != self.unit.cells.resolved(&old) {
            self.instances[number].returns = returns.clone();
            self.changed = true;
        }
        Ok((callee, returns))
    }
}

/// A loop around the place.
struct Loop {
    label: Label,
    /// The variables where the loop begins again, and where it ends.
    head: Scope,
    end: Scope,
    /// The variables at each `continue`, and at each `break`.
    continues: Vec<Scope>,
    breaks: Vec<Scope>,
    /// The list that it goes through, which must not change meanwhile.
    locked: Option<Local>,
}

/// A function while it is lowered.
pub(super) struct Lower<'w, 'a> {
    pub(super) world: &'w mut World<'a>,
    number: usize,
    function: usize,
    blame: Blame,
    code: Code,
    /// The local of each variable of the function.
    locals: HashMap<String, Local>,
    scope: Scope,
    /// The statements of the present block.
    out: Vec<Stat>,
    /// Whether the present place cannot be reached.
    dead: bool,
    loops: Vec<Loop>,
    labels: Label,
    /// The type of what the function returns, as the last round found it.
    returns: Type,
    /// The same, as this round finds it.
    returned: Type,
}

fn lower(
    world: &mut World<'_>,
    number: usize,
    function: usize,
    captured: &[(String, Type)],
    signature: &Signature,
    returns: Type,
    blame: Blame,
) -> Lowered<(Code, Type)> {
    let program = world.program;
    let names = program.parameters(function);
    let count = (captured.len() + names.len()) as u32;
    let mut lower = Lower {
        number,
        function,
        blame,
        code: Code::new(program.name(function), count),
        locals: HashMap::new(),
        scope: Scope::new(),
        out: Vec::new(),
        dead: false,
        loops: Vec::new(),
        labels: 0,
        returned: Type::Never,
        returns,
        world,
    };
    let captured = captured.iter().map(|(name, ty)| (name.clone(), ty.clone(), None));
    let given = names
        .iter()
        .zip(signature)
        .map(|(name, (ty, known))| (name.clone(), ty.clone(), known.clone()));
    for (local, (name, ty, known)) in captured.chain(given).enumerate() {
        let local = local as Local;
        lower.locals.insert(name.clone(), local);
        lower
            .scope
            .insert(name, Variable { local, ty, known, perhaps_unbound: false, clashes: false });
    }
    match program.body(function) {
        Text::Statements(body) => {
            lower.statement(body)?;
            if !lower.dead {
                lower.give_back(Value::none(), body.span)?;
            }
        }
        Text::Expression(body) => {
            let value = lower.expression(body)?;
            lower.give_back(value, body.span)?;
        }
    }
    let Lower { mut code, out, returned, .. } = lower;
    code.body = out;
    Ok((code, returned))
}

impl Lower<'_, '_> {
    pub(super) fn obstacle(&self, span: Span, why: impl Into<String>) -> Obstacle {
        let span = self.blame.fixed.unwrap_or(span);
        Obstacle { span: range(span), why: why.into(), help: None }
    }

    fn clash(&self, span: Span, Clash(a, b): Clash) -> Obstacle {
        self.obstacle(span, format!("this is {a} in one place and {b} in another"))
    }

    pub(super) fn join(&mut self, a: &Type, b: &Type, span: Span) -> Lowered<Type> {
        self.world.unit.cells.join(a, b).map_err(|clash| self.clash(span, clash))
    }

    pub(super) fn put(&mut self, cell: Cell, more: &Type, span: Span) -> Lowered<()> {
        self.world.unit.cells.put(cell, more).map_err(|clash| self.clash(span, clash))
    }

    /// The contents of a list that is made at this place.
    pub(super) fn site(&mut self, span: Span, tag: u8) -> Cell {
        let key = (self.number, span.begin, span.end, tag);
        let cells = &mut self.world.unit.cells;
        *self.world.sites.entry(key).or_insert_with(|| cells.fresh())
    }

    pub(super) fn temporary(&mut self) -> Local {
        self.code.local()
    }

    /// Evaluates a word now, so that it can be used often.
    pub(super) fn hold(&mut self, node: Node) -> Node {
        match node {
            // A variable may be assigned to before the value is used, so it is copied, too.
            Node::Int(_) => node,
            node => get(self.set(node)),
        }
    }

    pub(super) fn set(&mut self, node: Node) -> Local {
        let local = self.temporary();
        self.out.push(Stat::Set(local, node));
        local
    }

    pub(super) fn held(&mut self, value: Value) -> Value {
        Value { node: self.hold(value.node), ..value }
    }

    fn label(&mut self) -> Label {
        self.labels += 1;
        self.labels
    }

    /// The statements that `work` lowers, as a block of its own.
    pub(super) fn block<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<(Vec<Stat>, T)> {
        let outer = std::mem::take(&mut self.out);
        let done = work(self);
        let block = std::mem::replace(&mut self.out, outer);
        Ok((block, done?))
    }

    pub(super) fn call(&mut self, helper: Helper, given: Vec<Node>) -> Lowered<Node> {
        let callee = self.world.unit.helper(helper).map_err(|why| self.blame.obstacle(why))?;
        Ok(Node::Call(callee, given))
    }

    /// The word of a value as a value of another type that includes its own.
    pub(super) fn coerce(&mut self, value: Value, to: &Type, span: Span) -> Lowered<Node> {
        use Type::*;
        let cells = &self.world.unit.cells;
        let (from, to) = (cells.resolved(&value.ty), cells.resolved(to));
        if from == to {
            return Ok(value.node);
        }
        Ok(match (&from, &to) {
            (Never, _) => after(vec![Stat::Eval(value.node)], Node::Never),
            (Char, Text) => match value.node {
                Node::Int(code) => int(self.world.unit.data.text(&[code as u8])),
                code => super::helpers::text_of(code),
            },
            (None, Option(_)) => value.node,
            (Option(a), Option(b)) => {
                let word = self.hold(value.node);
                let (stats, inner) = self.block(|lower| {
                    lower.coerce(Value::new((**a).clone(), word.clone()), b, span)
                })?;
                if inner == word {
                    word
                } else {
                    super::ir::choose(
                        super::ir::eq(word, int(NONE)),
                        int(NONE),
                        after(stats, inner),
                    )
                }
            }
            (_, Option(inner)) => self.coerce(value, inner, span)?,
            // What may be None is used as if it were not.
            (Option(inner), _) => {
                let word = self.hold(value.node);
                self.out.push(Stat::If(
                    super::ir::eq(word.clone(), int(NONE)),
                    vec![Stat::Trap],
                    Vec::new(),
                ));
                self.coerce(Value::new((**inner).clone(), word), &to, span)?
            }
            (Tuple(a), Tuple(b)) if a.len() != b.len() => {
                let why = format!("this is {from}, where {to} is expected");
                return Err(self.obstacle(span, why));
            }
            (Tuple(_), Tuple(_) | Row(_)) | (Row(_), Row(_)) => {
                let node = self.hold(value.node);
                self.coerce_items(&from, &to, node, span)?
            }
            (Range, Row(_)) | (Elems, Text) => value.node,
            _ => {
                let why = format!("this is {from}, where {to} is expected");
                return Err(self.obstacle(span, why));
            }
        })
    }

    /// A tuple with other types of items: the same memory if their words are the same.
    fn coerce_items(&mut self, from: &Type, to: &Type, tuple: Node, span: Span) -> Lowered<Node> {
        use super::ir::{Width, load};
        let item = |ty: &Type, i: usize| match ty {
            Type::Tuple(items) => items[i].clone(),
            Type::Row(item) => (**item).clone(),
            _ => Type::Never,
        };
        let Type::Tuple(items) = from else {
            let (a, b) = (item(from, 0), item(to, 0));
            if self.same_word(&a, &b) {
                return Ok(tuple);
            }
            return Ok(get(self.mapped(tuple, &a, &b, span)?));
        };
        if items.iter().enumerate().all(|(i, a)| self.same_word(a, &item(to, i))) {
            return Ok(tuple);
        }
        let address = self.hold(super::memory::address(tuple));
        let mut words = Vec::new();
        for (i, ty) in items.iter().enumerate() {
            let word = load(Width::Eight, address.clone(), 8 * i as u32);
            words.push(self.coerce(Value::new(ty.clone(), word), &item(to, i), span)?);
        }
        Ok(self.tuple_of(words))
    }

    /// Whether values of one type have the same words as values of the other one.
    fn same_word(&self, a: &Type, b: &Type) -> bool {
        use Type::*;
        let (a, b) = (&self.world.unit.cells.resolved(a), &self.world.unit.cells.resolved(b));
        match (a, b) {
            (Never, _) => true,
            (Option(a), Option(b)) => self.same_word(a, b),
            (None, Option(_)) => true,
            (a, Option(b)) => self.same_word(a, b),
            (Tuple(one), Tuple(two)) if one.len() == two.len() => {
                one.iter().zip(two.iter()).all(|(a, b)| self.same_word(a, b))
            }
            (Tuple(items), Row(item)) => items.iter().all(|a| self.same_word(a, item)),
            (Row(a), Row(b)) => self.same_word(a, b),
            _ => a == b,
        }
    }

    /// The tuple of these words.
    pub(super) fn tuple_of(&mut self, words: Vec<Node>) -> Node {
        if words.is_empty() {
            return int(0);
        }
        let count = words.len();
        let words: Vec<Node> = words.into_iter().map(|word| self.hold(word)).collect();
        let address = self.allocate(int(8 * count as i64));
        for (i, word) in words.into_iter().enumerate() {
            self.out.push(Stat::Store(super::ir::Width::Eight, get(address), word, 8 * i as u32));
        }
        super::memory::pair(get(address), int(count as i64))
    }

    /// New memory of `bytes` bytes.
    pub(super) fn allocate(&mut self, bytes: Node) -> Local {
        let node = Node::Call(self.world.unit.plain_helper(Helper::Allocate), vec![bytes]);
        self.set(node)
    }

    /// The type of a function value, for calls.
    pub(super) fn no_function(&self, span: Span) -> Obstacle {
        self.obstacle(span, "a function that is not known before the rules run")
    }
}
