//! Methods of texts, lists, dicts and sets.

use grundy_starlark::syntax::Span;
use grundy_starlark::syntax::{Argument, AstArgument};

use super::super::helpers::Helper;
use super::super::ir::{Op, Stat, Width, add, choose, int, load, op};
use super::super::memory;
use super::super::types::Type;
use super::{Known, Lower, Lowered, Value};

impl Lower<'_, '_> {
    pub(super) fn method(
        &mut self,
        object: Value,
        name: &str,
        given: &[AstArgument],
        span: Span,
    ) -> Lowered<Value> {
        if let Type::Option(inner) = object.ty.clone() {
            let node = self.coerce(object, &inner, span)?;
            let node = self.hold(node);
            return self.method(Value::new((*inner).clone(), node), name, given, span);
        }
        if let (Type::Text | Type::Char, "join") = (&object.ty, name)
            && let [argument] = given
            && let Argument::Positional(items) = &argument.node
        {
            let items = self.expression(items)?;
            return self.join_texts(object, items, span);
        }
        let mut values = Vec::new();
        for argument in given {
            match &argument.node {
                Argument::Positional(value) => {
                    let value = self.expression(value)?;
                    values.push(self.held(value));
                }
                _ => return Err(self.obstacle(span, format!("this argument of `{name}`"))),
            }
        }
        match object.ty.clone() {
            Type::Char | Type::Text => self.text_method(object, name, values, span),
            Type::List(_) => self.list_method(object, name, values, span),
            Type::Dict(..) => self.dict_method(object, name, values, span),
            Type::Set(_) => self.set_method(object, name, values, span),
            other => Err(self.obstacle(span, format!("`{name}` of {other}"))),
        }
    }

    fn text_method(
        &mut self,
        text: Value,
        name: &str,
        values: Vec<Value>,
        span: Span,
    ) -> Lowered<Value> {
        let node = self.coerce(text.clone(), &Type::Text, span)?;
        let text = Value { ty: Type::Text, node: self.hold(node), known: text.known };
        if name == "elems" && values.is_empty() {
            return Ok(Value::new(Type::Elems, text.node));
        }
        // All arguments are texts, except counts.
        let mut given = vec![Value { known: None, ..text.clone() }];
        for value in values {
            let value = match value.ty {
                Type::Char => {
                    let known = value.known.clone();
                    let node = self.coerce(value, &Type::Text, span)?;
                    Value { ty: Type::Text, node: self.hold(node), known }
                }
                _ => value,
            };
            given.push(value);
        }
        let one = |value: &Value| matches!(&value.known, Some(Known::Text(t)) if t.len() == 1);
        match (name, given.len() - 1) {
            ("replace", 2) if one(&given[1]) && one(&given[2]) => {
                let from = character(&given[1]);
                let to = character(&given[2]);
                let node =
                    self.call(Helper::ReplaceCharacter, vec![text.node, int(from), int(to)])?;
                Ok(Value::new(Type::Text, self.hold(node)))
            }
            ("count", 1) if one(&given[1]) => {
                let code = int(character(&given[1]));
                let node = self.call(Helper::CountCharacter, vec![text.node, code])?;
                Ok(Value::int(self.hold(node)))
            }
            ("find", 1) => {
                let what = self.coerce(given[1].clone(), &Type::Text, span)?;
                let node = self.call(Helper::Find, vec![text.node, what, int(0)])?;
                Ok(Value::int(self.hold(node)))
            }
            ("index", 1) => {
                let what = self.coerce(given[1].clone(), &Type::Text, span)?;
                let node = self.call(Helper::Find, vec![text.node, what, int(0)])?;
                let node = self.hold(node);
                let missing = op(Op::Lt, node.clone(), int(0));
                self.out.push(Stat::If(missing, vec![Stat::Trap], Vec::new()));
                Ok(Value::int(node))
            }
            _ => {
                let arity = given.len() - 1;
                let library = match (name, arity) {
                    ("replace", 2) => "_replace",
                    ("replace", 3) => "_replace_some",
                    ("count", 1) => "_count",
                    ("split", 0) => "_split_blank",
                    ("split", 1) => "_split",
                    ("splitlines", 0) => "_splitlines",
                    ("startswith", 1) => "_startswith",
                    ("endswith", 1) => "_endswith",
                    ("rfind", 1) => "_rfind",
                    ("rindex", 1) => "_rindex",
                    ("find", 2) => "_find_from",
                    ("strip", 0) => "_strip",
                    ("strip", 1) => "_strip_of",
                    ("lstrip", 0) => "_lstrip",
                    ("lstrip", 1) => "_lstrip_of",
                    ("rstrip", 0) => "_rstrip",
                    ("rstrip", 1) => "_rstrip_of",
                    ("upper", 0) => "_upper",
                    ("lower", 0) => "_lower",
                    ("isdigit", 0) => "_isdigit",
                    ("isalpha", 0) => "_isalpha",
                    ("isupper", 0) => "_isupper",
                    ("islower", 0) => "_islower",
                    ("removeprefix", 1) => "_removeprefix",
                    ("removesuffix", 1) => "_removesuffix",
                    _ => {
                        let why = format!("`{name}` of a string with {arity} arguments");
                        return Err(self.obstacle(span, why));
                    }
                };
                self.library(library, given, span)
            }
        }
    }

    /// `separator.join(items)`.
    fn join_texts(&mut self, separator: Value, items: Value, span: Span) -> Lowered<Value> {
        let items = self.held(items);
        let (content, row) = match items.ty.clone() {
            Type::List(cell) => {
                (self.world.unit.cells.content(cell), self.hold(memory::row_of(items.node)))
            }
            Type::Tuple(_) | Type::Row(_) => {
                let content = self.any_item(&items.ty, span)?;
                let row = self.coerce(items, &Type::Row(content.clone().into()), span)?;
                (content, self.hold(row))
            }
            Type::Elems => {
                let iteration = self.iterate_value(items, true, span)?;
                let list = self.list_of(iteration, span)?;
                return self.join_texts(separator, list, span);
            }
            other => return Err(self.obstacle(span, format!("`join` of {other}"))),
        };
        let separator = self.coerce(separator, &Type::Text, span)?;
        let node = match content {
            Type::Never => int(0),
            Type::Char if separator == int(0) => self.call(Helper::JoinCharacters, vec![row])?,
            content => {
                let row = Value::new(Type::Row(content.into()), row);
                let texts = self.coerce(row, &Type::Row(Type::Text.into()), span)?;
                self.call(Helper::Join, vec![separator, texts])?
            }
        };
        Ok(Value::new(Type::Text, self.hold(node)))
    }

    fn list_method(
        &mut self,
        list: Value,
        name: &str,
        values: Vec<Value>,
        span: Span,
    ) -> Lowered<Value> {
        let Type::List(cell) = list.ty else { return Err(self.obstacle(span, name)) };
        let content = |lower: &Self| lower.world.unit.cells.content(cell);
        match (name, values.len()) {
            ("append", 1) => {
                self.changes(list.node.clone())?;
                let value = values[0].clone();
                self.push(list.node, cell, value, span)?;
                Ok(Value::none())
            }
            ("extend", 1) => {
                self.extend(list, values[0].clone(), span)?;
                Ok(Value::none())
            }
            ("pop", 0 | 1) => {
                self.changes(list.node.clone())?;
                let index = match values.first() {
                    Some(index) => self.integer(index.clone(), span)?,
                    None => int(-1),
                };
                let node = self.call(Helper::Pop, vec![list.node, index])?;
                Ok(Value::new(content(self), self.hold(node)))
            }
            ("insert", 2) => {
                self.changes(list.node.clone())?;
                self.put(cell, &values[1].ty, span)?;
                let index = self.integer(values[0].clone(), span)?;
                let ty = content(self);
                let word = self.coerce(values[1].clone(), &ty, span)?;
                let node = self.call(Helper::Insert, vec![list.node, index, word])?;
                self.out.push(Stat::Eval(node));
                Ok(Value::none())
            }
            ("remove", 1) => {
                self.changes(list.node.clone())?;
                let ty = content(self);
                let item = self.coerce(values[0].clone(), &ty, span)?;
                let row = self.hold(memory::row_of(list.node.clone()));
                let at = self.search(&ty, &ty, row, 1, item, span)?;
                let at = self.hold(at);
                let missing = op(Op::Lt, at.clone(), int(0));
                self.out.push(Stat::If(missing, vec![Stat::Trap], Vec::new()));
                let node = self.call(Helper::Pop, vec![list.node, at])?;
                self.out.push(Stat::Eval(node));
                Ok(Value::none())
            }
            ("clear", 0) => {
                self.changes(list.node.clone())?;
                self.out.push(Stat::Store(Width::Four, list.node, int(0), memory::LENGTH));
                Ok(Value::none())
            }
            ("index", 1) => self.library("_index", vec![list, values[0].clone()], span),
            _ => Err(self.obstacle(span, format!("`{name}` of a list"))),
        }
    }

    fn dict_method(
        &mut self,
        dict: Value,
        name: &str,
        values: Vec<Value>,
        span: Span,
    ) -> Lowered<Value> {
        let Type::Dict(keys, contents) = dict.ty else { return Err(self.obstacle(span, name)) };
        match (name, values.len()) {
            ("keys" | "values", 0) => {
                let width_offset = if name == "keys" { 0 } else { 1 };
                let row = self.hold(memory::row_of(dict.node));
                let cell = self.site(span, 3 + width_offset as u8);
                let content = match name {
                    "keys" => self.world.unit.cells.content(keys),
                    _ => self.world.unit.cells.content(contents),
                };
                self.put(cell, &content, span)?;
                let node = self.call(Helper::Column, vec![row, int(width_offset)])?;
                Ok(Value::new(Type::List(cell), self.hold(node)))
            }
            ("items", 0) => self.library("_items", vec![dict], span),
            ("get", 1 | 2) => {
                let (at, row) = self.entry(&dict, keys, values[0].clone(), span)?;
                let absent = values.get(1).cloned().unwrap_or_else(Value::none);
                let content = self.world.unit.cells.content(contents);
                let ty = self.join(&content, &absent.ty, span)?;
                let absent = self.coerce(absent, &ty, span)?;
                let absent = self.hold(absent);
                let ahead = op(Op::Shl, at.clone(), int(4));
                let word = load(Width::Eight, add(memory::address(row), ahead), 8);
                let (stats, found) =
                    self.block(|lower| lower.coerce(Value::new(content, word), &ty, span))?;
                let there = op(Op::Ge, at, int(0));
                let found = super::super::ir::after(stats, found);
                let node = self.hold(choose(there, found, absent));
                Ok(Value::new(ty, node))
            }
            ("setdefault", 2) => {
                self.put(contents, &values[1].ty, span)?;
                self.library("_setdefault", vec![dict, values[0].clone(), values[1].clone()], span)
            }
            ("pop", 1) => {
                self.changes(dict.node.clone())?;
                let (at, _) = self.entry(&dict, keys, values[0].clone(), span)?;
                let missing = op(Op::Lt, at.clone(), int(0));
                self.out.push(Stat::If(missing, vec![Stat::Trap], Vec::new()));
                let node = self.call(Helper::RemoveEntry, vec![dict.node, at])?;
                Ok(Value::new(self.world.unit.cells.content(contents), self.hold(node)))
            }
            ("update", 1) if matches!(values[0].ty, Type::Dict(..)) => {
                self.library("_update", vec![dict, values[0].clone()], span)?;
                Ok(Value::none())
            }
            ("clear", 0) => {
                self.changes(dict.node.clone())?;
                self.out.push(Stat::Store(Width::Four, dict.node, int(0), memory::LENGTH));
                Ok(Value::none())
            }
            _ => Err(self.obstacle(span, format!("`{name}` of a dict"))),
        }
    }

    fn set_method(
        &mut self,
        set: Value,
        name: &str,
        values: Vec<Value>,
        span: Span,
    ) -> Lowered<Value> {
        let Type::Set(cell) = set.ty else { return Err(self.obstacle(span, name)) };
        match (name, values.len()) {
            ("add", 1) => {
                self.changes(set.node.clone())?;
                self.insert(&set, values[0].clone(), span)?;
                Ok(Value::none())
            }
            ("remove" | "discard", 1) => {
                self.changes(set.node.clone())?;
                let (at, _) = self.entry(&set, cell, values[0].clone(), span)?;
                let missing = op(Op::Lt, at.clone(), int(0));
                let node = self.call(Helper::RemoveEntry, vec![set.node, at])?;
                let (there, not_there) = (
                    vec![Stat::Eval(node)],
                    match name {
                        "remove" => vec![Stat::Trap],
                        _ => Vec::new(),
                    },
                );
                self.out.push(Stat::If(missing, not_there, there));
                Ok(Value::none())
            }
            ("union", 1) => self.library("_set_union", vec![set, values[0].clone()], span),
            ("intersection", 1) => {
                self.library("_set_intersection", vec![set, values[0].clone()], span)
            }
            ("difference", 1) => {
                self.library("_set_difference", vec![set, values[0].clone()], span)
            }
            _ => Err(self.obstacle(span, format!("`{name}` of a set"))),
        }
    }
}

/// The code of a text that is known to be one character.
fn character(text: &Value) -> i64 {
    match &text.known {
        Some(Known::Text(known)) => known.bytes().next().map_or(0, i64::from),
        _ => 0,
    }
}
