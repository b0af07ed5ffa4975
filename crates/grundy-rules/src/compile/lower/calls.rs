//! Calls: of functions of the file, and of the built-in functions of Starlark.

use grundy_starlark::syntax::Span;
use grundy_starlark::syntax::{Argument, AstArgument, AstExpr, AstName, Expr};

use super::super::helpers::Helper;
use super::super::ir::{Node, Op, Stat, add, choose, eq, get, int, not, op, sub};
use super::super::memory;
use super::super::types::{Function, Type};
use super::iterables::Iteration;
use super::{Known, Lower, Lowered, NONE, Value};

/// The built-in functions that compiled code may call.
const BUILTINS: [&str; 25] = [
    "abs",
    "all",
    "any",
    "bool",
    "chr",
    "dict",
    "enumerate",
    "fail",
    "filter",
    "int",
    "len",
    "list",
    "map",
    "max",
    "min",
    "ord",
    "print",
    "range",
    "repr",
    "reversed",
    "set",
    "sorted",
    "str",
    "sum",
    "tuple",
];

/// Built-in functions for the library only.
const INTRINSICS: [&str; 4] = ["_new_text", "_poke", "_same", "_less"];

impl Lower<'_, '_> {
    /// Whether a name means the built-in function.
    pub(super) fn is_builtin(&self, name: &str) -> bool {
        let program = self.world.program;
        !self.scope.contains_key(name)
            && program.assignments(self.function, name) == 0
            && program.top(self.function, name).is_none()
            && (program.is_library(self.function) || !program.constants.contains_key(name))
            && (BUILTINS.contains(&name) || name == "zip" || name == "type" || name == "hasattr")
    }

    pub(super) fn called(
        &mut self,
        callee: &AstExpr,
        given: &[AstArgument],
        span: Span,
    ) -> Lowered<Value> {
        match &callee.node {
            Expr::Dot(object, method) => {
                let object = self.expression(object)?;
                let object = self.held(object);
                self.method(object, &method.node, given, span)
            }
            Expr::Identifier(name) if self.is_builtin(&name.node) => {
                self.builtin(&name.node, given, span)
            }
            Expr::Identifier(name)
                if self.world.program.is_library(self.function)
                    && INTRINSICS.contains(&name.node.as_str()) =>
            {
                self.intrinsic(&name.node, given, span)
            }
            _ => {
                let callee = self.expression(callee)?;
                let Type::Function(function) = callee.ty.clone() else {
                    return Err(self.obstacle(span, format!("a call of {}", callee.ty)));
                };
                let captured = self.hold(callee.node);
                let mut positional = Vec::new();
                let mut named = Vec::new();
                for argument in given {
                    match &argument.node {
                        Argument::Positional(value) => {
                            let value = self.expression(value)?;
                            positional.push(self.keep(value));
                        }
                        Argument::Named(name, value) => {
                            let value = self.expression(value)?;
                            named.push((name.node.clone(), self.keep(value)));
                        }
                        Argument::Args(_) | Argument::KwArgs(_) => {
                            let why = "arguments with `*` or `**`";
                            return Err(self.obstacle(argument.span, why));
                        }
                    }
                }
                self.call_function(&function, captured, positional, named, span)
            }
        }
    }

    /// Holds a value and keeps what is known of it.
    fn keep(&mut self, value: Value) -> Value {
        self.held(value)
    }

    /// Calls a function of the file or of the library.
    pub(super) fn call_function(
        &mut self,
        function: &Function,
        captured: Node,
        positional: Vec<Value>,
        mut named: Vec<(String, Value)>,
        span: Span,
    ) -> Lowered<Value> {
        let program = self.world.program;
        let number = function.number;
        let name = program.name(number);
        if let Some(what) = program.unsupported(number) {
            return Err(self.obstacle(span, format!("`{name}` has {what}")));
        }
        let (count, others, named_from) = program.takes(number);
        let fixed = if others { count - 1 } else { count };
        if positional.len() > fixed.min(named_from) && !others {
            return Err(self.obstacle(span, format!("too many arguments of `{name}`")));
        }
        let mut positional = positional.into_iter();
        let mut arguments = Vec::new();
        for index in 0..fixed {
            let parameter = program.parameter(number, index);
            let given = match positional.next() {
                Some(value) => value,
                None => match named.iter().position(|(name, _)| *name == parameter.name) {
                    Some(at) => named.swap_remove(at).1,
                    None => match &parameter.default {
                        Some(default) => self.default(default, span)?,
                        None => {
                            let why = format!("`{name}` is called without `{}`", parameter.name);
                            return Err(self.obstacle(span, why));
                        }
                    },
                },
            };
            arguments.push(given);
        }
        if others {
            let rest: Vec<Value> = positional.collect();
            arguments.push(self.tuple(rest));
        }
        if let Some((unknown, _)) = named.first() {
            let why = format!("`{name}` has no parameter `{unknown}`");
            return Err(self.obstacle(span, why));
        }
        let signature =
            arguments.iter().map(|value| (value.ty.clone(), value.known.clone())).collect();
        let (callee, returns) =
            self.world.instance(number, &function.captured, signature, self.span(span))?;
        let mut words = Vec::new();
        for i in 0..function.captured.len() {
            let address = memory::address(captured.clone());
            words.push(super::super::ir::load(
                super::super::ir::Width::Eight,
                address,
                8 * i as u32,
            ));
        }
        words.extend(arguments.into_iter().map(|value| value.node));
        self.enter();
        let result = self.set(Node::Call(callee, words));
        self.leave();
        Ok(Value::new(returns, get(result)))
    }

    /// The place that is blamed for errors in functions that are called from here.
    fn span(&self, span: Span) -> Span {
        self.blame.fixed.unwrap_or(span)
    }

    /// Counts calls within each other, as the interpreter does.
    fn enter(&mut self) {
        if self.world.recursive {
            use super::super::ir::Global;
            let deeper = add(Node::Global(Global::Depth), int(1));
            self.out.push(Stat::SetGlobal(Global::Depth, deeper));
            let most = int(self.world.program.depth);
            let deep = op(Op::Gt, Node::Global(Global::Depth), most);
            self.out.push(Stat::If(deep, vec![Stat::Trap], Vec::new()));
        }
    }

    fn leave(&mut self) {
        if self.world.recursive {
            use super::super::ir::Global;
            let back = sub(Node::Global(Global::Depth), int(1));
            self.out.push(Stat::SetGlobal(Global::Depth, back));
        }
    }

    /// The default value of a parameter: a constant.
    fn default(&mut self, default: &AstExpr, span: Span) -> Lowered<Value> {
        match &default.node {
            Expr::Literal(_) | Expr::Tuple(_) | Expr::Minus(_) | Expr::Identifier(_) => {
                self.expression(default)
            }
            _ => {
                let why = "a default value that is no constant";
                Err(self.obstacle(span, why).with_help("give it a name at the top of the file"))
            }
        }
    }

    /// Calls a function of the library.
    pub(super) fn library(&mut self, name: &str, given: Vec<Value>, span: Span) -> Lowered<Value> {
        let Some(number) = self.world.program.library(name) else {
            return Err(self.obstacle(span, format!("`{name}`")));
        };
        let given = given.into_iter().map(|value| self.held(value)).collect();
        let function = Function { number, captured: Vec::new().into() };
        self.call_function(&function, int(0), given, Vec::new(), span)
    }

    fn plain<'e>(
        &self,
        name: &str,
        given: &'e [AstArgument],
        span: Span,
    ) -> Lowered<Vec<&'e AstExpr>> {
        let plain = given.iter().map(|argument| match &argument.node {
            Argument::Positional(value) => Ok(value),
            _ => Err(self.obstacle(span, format!("an argument of `{name}` with its name"))),
        });
        plain.collect()
    }

    /// The arguments of a function that takes `key` and `reverse`.
    fn with_key<'e>(
        &mut self,
        name: &str,
        given: &'e [AstArgument],
        span: Span,
    ) -> Lowered<(Vec<&'e AstExpr>, Value, Value)> {
        let mut plain = Vec::new();
        let mut key = Value::none();
        let mut reverse = self.of_known(&Known::Bool(false));
        for argument in given {
            match &argument.node {
                Argument::Positional(value) => plain.push(value),
                Argument::Named(which, value) if which.node == "key" => {
                    key = self.expression(value)?;
                    key = self.held(key);
                }
                Argument::Named(which, value) if which.node == "reverse" => {
                    reverse = self.expression(value)?;
                    reverse = self.held(reverse);
                }
                _ => return Err(self.obstacle(span, format!("this argument of `{name}`"))),
            }
        }
        Ok((plain, key, reverse))
    }

    /// The items of an iterable as a list of its own, which nothing else refers to.
    fn fresh_list(&mut self, over: &AstExpr, span: Span) -> Lowered<Value> {
        let iteration = self.iterate(over)?;
        self.list_of(iteration, span)
    }

    /// A new list of the values of expressions.
    pub(super) fn list_of_all<'e>(
        &mut self,
        items: impl Iterator<Item = &'e AstExpr>,
        tag: u8,
        span: Span,
    ) -> Lowered<Value> {
        let cell = self.site(span, tag);
        let mut values = Vec::new();
        for item in items {
            let value = self.expression(item)?;
            self.put(cell, &value.ty, span)?;
            values.push(self.held(value));
        }
        let content = self.world.unit.cells.content(cell);
        let mut words = Vec::new();
        for value in values {
            words.push(self.coerce(value, &content, span)?);
        }
        let row = self.tuple_of(words);
        let list = self.call(Helper::ListOf, vec![row])?;
        Ok(Value::new(Type::List(cell), self.hold(list)))
    }

    pub(super) fn list_of(&mut self, iteration: Iteration, span: Span) -> Lowered<Value> {
        let cell = self.site(span, 7);
        let list = self.call(Helper::NewList, vec![int(1), iteration.length.clone()])?;
        let list = self.hold(list);
        let target = list.clone();
        self.for_each(iteration, span, |lower, item| {
            let item = lower.whole(item);
            lower.push(target.clone(), cell, item, span)
        })?;
        Ok(Value::new(Type::List(cell), list))
    }

    fn builtin(&mut self, name: &str, given: &[AstArgument], span: Span) -> Lowered<Value> {
        if matches!(name, "sorted" | "min" | "max") {
            let (plain, key, reverse) = self.with_key(name, given, span)?;
            return self.ordered_items(name, &plain, key, reverse, span);
        }
        let plain = self.plain(name, given, span)?;
        match (name, &plain[..]) {
            ("len", [value]) => {
                let value = self.expression(value)?;
                self.length(value, span)
            }
            ("range", given) => self.range_value(given, span),
            ("list", []) => {
                let cell = self.site(span, 7);
                let list = self.call(Helper::NewList, vec![int(1), int(8)])?;
                Ok(Value::new(Type::List(cell), self.hold(list)))
            }
            ("list" | "enumerate" | "reversed" | "zip", _) if !plain.is_empty() => match name {
                "list" if plain.len() == 1 => self.fresh_list(plain[0], span),
                "list" => Err(self.obstacle(span, "`list` of several values")),
                _ => {
                    let name = AstName { node: name.to_string(), span };
                    let name = AstExpr { node: Expr::Identifier(name), span };
                    let call = Expr::Call(Box::new(name), given.to_vec());
                    let call = AstExpr { node: call, span };
                    let iteration = self.iterate(&call)?;
                    self.list_of(iteration, span)
                }
            },
            ("tuple", []) => Ok(self.tuple(Vec::new())),
            ("tuple", [value]) => {
                let value = match &value.node {
                    // Nothing else refers to the list: the tuple takes over its items.
                    Expr::ListComprehension(..) | Expr::List(_) => {
                        let list = self.expression(value)?;
                        if let Type::List(cell) = list.ty {
                            let content = self.world.unit.cells.content(cell);
                            let row = self.hold(memory::row_of(list.node));
                            return Ok(Value::new(Type::Row(content.into()), row));
                        }
                        list
                    }
                    _ => {
                        let iteration = self.iterate(value)?;
                        self.list_of(iteration, span)?
                    }
                };
                let Type::List(cell) = value.ty else { return Ok(value) };
                let content = self.world.unit.cells.content(cell);
                let row = self.hold(memory::row_of(value.node));
                Ok(Value::new(Type::Row(content.into()), row))
            }
            ("dict", []) => {
                let (keys, values) = (self.site(span, 0), self.site(span, 1));
                let list = self.call(Helper::NewList, vec![int(2), int(8)])?;
                Ok(Value::new(Type::Dict(keys, values), self.hold(list)))
            }
            ("dict", [entries]) => {
                let value = self.expression(entries)?;
                self.library("_dict", vec![value], span)
            }
            ("set", given @ ([] | [_])) => {
                let cell = self.site(span, 0);
                let list = self.call(Helper::NewList, vec![int(2), int(8)])?;
                let set = Value::new(Type::Set(cell), self.hold(list));
                if let [items] = given {
                    let iteration = self.iterate(items)?;
                    let target = set.clone();
                    self.for_each(iteration, span, |lower, item| {
                        let item = lower.whole(item);
                        lower.insert(&target, item, span)
                    })?;
                }
                Ok(set)
            }
            ("str", [value]) => {
                let value = self.expression(value)?;
                self.text_of(value, span)
            }
            ("repr", [value]) => {
                let value = self.expression(value)?;
                self.repr_of(value, span)
            }
            ("int", [value]) => {
                let value = self.expression(value)?;
                match value.ty {
                    Type::Int => Ok(value),
                    Type::Bool => Ok(Value::int(value.node)),
                    _ => {
                        let text = self.coerce(value, &Type::Text, span)?;
                        self.library("_int", vec![Value::new(Type::Text, text)], span)
                    }
                }
            }
            ("bool", [value]) => {
                let value = self.expression(value)?;
                Ok(Value::bool(self.truth(value, span)?))
            }
            ("abs", [value]) => {
                let value = self.expression(value)?;
                let node = self.integer(value, span)?;
                let node = self.hold(node);
                let negative = op(Op::Lt, node.clone(), int(0));
                Ok(Value::int(choose(negative, sub(int(0), node.clone()), node)))
            }
            ("ord", [value]) => {
                let value = self.expression(value)?;
                let code = match value.ty {
                    Type::Char => value.node,
                    _ => {
                        let index = self.of_known(&Known::Int(0));
                        let text = self.held(value);
                        let length = memory::length(text.node.clone());
                        let other = op(Op::Ne, length, int(1));
                        self.out.push(Stat::If(other, vec![Stat::Trap], Vec::new()));
                        self.index(text, index, span)?.node
                    }
                };
                self.of_code(code)
            }
            ("chr", [value]) => {
                let value = self.expression(value)?;
                let node = self.integer(value, span)?;
                let node = self.hold(node);
                let beyond = op(Op::LeUnsigned, int(128), node.clone());
                self.out.push(Stat::If(beyond, vec![Stat::Trap], Vec::new()));
                Ok(Value::new(Type::Char, node))
            }
            ("any" | "all", [items]) => self.any_or_all(items, name == "any", span),
            ("sum", [items]) => {
                let total = self.set(int(0));
                self.each(items, span, |lower, item| {
                    let item = lower.integer(item, span)?;
                    let sum = Node::Checked(Box::new(add(get(total), item)));
                    lower.out.push(Stat::Set(total, sum));
                    Ok(())
                })?;
                Ok(Value::int(get(total)))
            }
            ("sum", [items, start]) => {
                let start = self.expression(start)?;
                let start = self.held(start);
                let items = self.fresh_list(items, span)?;
                self.library("_sum", vec![items, start], span)
            }
            ("map" | "filter", [function, items]) => {
                let function = self.expression(function)?;
                let items = self.fresh_list(items, span)?;
                let name = if name == "map" { "_map" } else { "_filter" };
                self.library(name, vec![function, items], span)
            }
            ("print", values) => {
                for value in values {
                    self.expression(value)?;
                }
                Ok(Value::none())
            }
            ("type", [value]) => {
                let value = self.expression(value)?;
                let name = match value.ty {
                    Type::Int => "int",
                    Type::Bool => "bool",
                    Type::None => "NoneType",
                    Type::Char | Type::Text => "string",
                    Type::Tuple(_) | Type::Row(_) => "tuple",
                    Type::List(_) => "list",
                    Type::Dict(..) => "dict",
                    Type::Set(_) => "set",
                    Type::Range => "range",
                    Type::Function(_) => "function",
                    other => return Err(self.obstacle(span, format!("the type of {other}"))),
                };
                Ok(self.of_known(&Known::Text(name.to_string())))
            }
            ("fail", _) => {
                self.out.push(Stat::Trap);
                Ok(Value::new(Type::Never, int(0)))
            }
            _ => Err(self.obstacle(span, format!("`{name}` with these arguments"))),
        }
    }

    /// A code of a character as a number.
    fn of_code(&mut self, code: Node) -> Lowered<Value> {
        let code = self.hold(code);
        // The codes of letters beyond ASCII are the module's own.
        let beyond = op(Op::LeUnsigned, int(128), code.clone());
        self.out.push(Stat::If(beyond, vec![Stat::Trap], Vec::new()));
        Ok(Value::int(code))
    }

    /// Runs `take` for each item of an iterable; no list is made of a comprehension.
    fn each(
        &mut self,
        items: &AstExpr,
        span: Span,
        mut take: impl FnMut(&mut Self, Value) -> Lowered<()>,
    ) -> Lowered<()> {
        if let Expr::ListComprehension(item, first, others) = &items.node {
            return self.comprehension(first, others, |lower| {
                let item = lower.expression(item)?;
                take(lower, item)
            });
        }
        let iteration = self.iterate(items)?;
        self.for_each(iteration, span, |lower, item| {
            let item = lower.whole(item);
            take(lower, item)
        })
    }

    /// All items are evaluated, as the interpreter does: one of them may be wrong.
    fn any_or_all(&mut self, items: &AstExpr, any: bool, span: Span) -> Lowered<Value> {
        let result = self.set(int(i64::from(!any)));
        self.each(items, span, |lower, item| {
            let holds = lower.truth(item, span)?;
            let decided = if any { holds } else { not(holds) };
            let set = Stat::Set(result, int(i64::from(any)));
            lower.out.push(Stat::If(decided, vec![set], Vec::new()));
            Ok(())
        })?;
        Ok(Value::new(Type::Bool, get(result)))
    }

    fn ordered_items(
        &mut self,
        name: &str,
        plain: &[&AstExpr],
        key: Value,
        reverse: Value,
        span: Span,
    ) -> Lowered<Value> {
        if let ("min" | "max", [_, _, ..], Type::None) = (name, plain, &key.ty) {
            let mut best: Option<Value> = None;
            for value in plain {
                let value = self.expression(value)?;
                let value = self.held(value);
                best = Some(match best {
                    None => value,
                    Some(best) => {
                        let compared = self.compare(value.clone(), best.clone(), span)?;
                        let by = if name == "min" { Op::Lt } else { Op::Gt };
                        let ty = self.join(&value.ty, &best.ty, span)?;
                        let a = self.coerce(value, &ty, span)?;
                        let b = self.coerce(best, &ty, span)?;
                        let node = self.hold(choose(op(by, compared, int(0)), a, b));
                        Value::new(ty, node)
                    }
                });
            }
            return best.ok_or_else(|| self.obstacle(span, "the least of nothing"));
        }
        let items = match plain {
            [items] => self.fresh_list(items, span)?,
            several => self.list_of_all(several.iter().copied(), 7, span)?,
        };
        let keyed = key.ty != Type::None;
        match (name, keyed) {
            ("sorted", false) => self.library("_sorted", vec![items, reverse], span),
            ("sorted", true) => self.library("_sorted_by", vec![items, key, reverse], span),
            ("min", false) => self.library("_min", vec![items], span),
            ("min", true) => self.library("_min_by", vec![items, key], span),
            (_, false) => self.library("_max", vec![items], span),
            (_, true) => self.library("_max_by", vec![items, key], span),
        }
    }

    /// `len(value)`.
    pub(super) fn length(&mut self, value: Value, span: Span) -> Lowered<Value> {
        if let (Type::Tuple(items), _) = (&value.ty, ()) {
            return Ok(self.of_known(&Known::Int(items.len() as i64)));
        }
        if let Some(Known::Text(text)) = &value.known {
            return Ok(self.of_known(&Known::Int(text.chars().count() as i64)));
        }
        Ok(match value.ty.clone() {
            Type::Char => self.of_known(&Known::Int(1)),
            Type::Text | Type::Row(_) | Type::Range => Value::int(memory::length(value.node)),
            Type::List(_) | Type::Dict(..) | Type::Set(_) => {
                let word = super::super::ir::load(
                    super::super::ir::Width::Four,
                    value.node,
                    memory::LENGTH,
                );
                Value::int(self.hold(word))
            }
            Type::Option(inner) => {
                let node = self.coerce(value, &inner, span)?;
                return self.length(Value::new((*inner).clone(), node), span);
            }
            Type::Never => Value::int(int(0)),
            other => return Err(self.obstacle(span, format!("`len` of {other}"))),
        })
    }

    /// Adds an item to a set that may change.
    pub(super) fn insert(&mut self, set: &Value, item: Value, span: Span) -> Lowered<()> {
        let Type::Set(cell) = set.ty else {
            return Err(self.obstacle(span, "`add` to what is no set"));
        };
        self.put(cell, &item.ty, span)?;
        let ty = self.world.unit.cells.content(cell);
        let word = self.coerce(item, &ty, span)?;
        let ty = self.world.unit.cells.resolved(&ty);
        let node = self.call(Helper::Put(ty), vec![set.node.clone(), word, int(0)])?;
        self.out.push(Stat::Eval(node));
        Ok(())
    }

    /// `str(value)`.
    pub(super) fn text_of(&mut self, value: Value, span: Span) -> Lowered<Value> {
        match value.ty.clone() {
            Type::Char | Type::Text => Ok(value),
            Type::Option(inner) => {
                let word = self.hold(value.node);
                let none = eq(word.clone(), int(NONE));
                let absent = self.of_known(&Known::Text("None".to_string()));
                let (mut stats, text) = self.block(|lower| {
                    let text = lower.text_of(Value::new((*inner).clone(), word), span)?;
                    lower.coerce(text, &Type::Text, span)
                })?;
                let result = self.temporary();
                stats.push(Stat::Set(result, text));
                let absent = vec![Stat::Set(result, absent.node)];
                self.out.push(Stat::If(none, absent, stats));
                Ok(Value::new(Type::Text, get(result)))
            }
            _ => self.repr_of(value, span),
        }
    }

    /// `repr(value)`.
    pub(super) fn repr_of(&mut self, value: Value, span: Span) -> Lowered<Value> {
        match value.ty.clone() {
            Type::Int => self.library("_digits", vec![value], span),
            Type::Bool => {
                let yes = self.of_known(&Known::Text("True".to_string()));
                let no = self.of_known(&Known::Text("False".to_string()));
                Ok(Value::new(Type::Text, choose(value.node, yes.node, no.node)))
            }
            Type::None => Ok(self.of_known(&Known::Text("None".to_string()))),
            other => Err(self.obstacle(span, format!("the text of {other}"))),
        }
    }

    /// Functions that the library is written with.
    fn intrinsic(&mut self, name: &str, given: &[AstArgument], span: Span) -> Lowered<Value> {
        let mut values = Vec::new();
        for argument in self.plain(name, given, span)? {
            let value = self.expression(argument)?;
            values.push(self.held(value));
        }
        let mut values = values.into_iter();
        let mut next = || values.next().ok_or_else(|| self.blame.obstacle(name.to_string()));
        match name {
            // A text of this number of characters, to be written with `_poke`.
            "_new_text" => {
                let length = next()?;
                let length = self.integer(length, span)?;
                let node = self.call(Helper::NewText, vec![length])?;
                Ok(Value::new(Type::Text, self.hold(node)))
            }
            "_poke" => {
                let (text, index, character) = (next()?, next()?, next()?);
                let code = match character.ty {
                    Type::Char => character.node,
                    _ => {
                        let first = self.of_known(&Known::Int(0));
                        self.index(character, first, span)?.node
                    }
                };
                let at = memory::byte_at(text.node, index.node);
                self.out.push(Stat::Store(super::super::ir::Width::One, at, code, 0));
                Ok(Value::none())
            }
            "_less" => {
                let (a, b) = (next()?, next()?);
                let compared = self.compare(a, b, span)?;
                Ok(Value::new(Type::Bool, op(Op::Lt, compared, int(0))))
            }
            _ => {
                let (a, b) = (next()?, next()?);
                let same = self.equal(a, b, span)?;
                Ok(Value::bool(same))
            }
        }
    }
}
