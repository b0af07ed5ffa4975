//! Items of texts, tuples, lists and dicts: indices and slices, and how lists grow.

use grundy_starlark::syntax::Span;

use super::super::helpers::Helper;
use super::super::ir::{Node, Op, Stat, Width, add, choose, int, load, op, sub};
use super::super::memory;
use super::super::types::Type;
use super::{Known, Lower, Lowered, Value};

impl Lower<'_, '_> {
    /// An index that counts from the end if it is negative, checked against the length.
    fn bounded(&mut self, index: Node, length: Node) -> Node {
        if let Node::Int(known) = index
            && known >= 0
        {
            let outside = op(Op::LeUnsigned, length, int(known));
            self.out.push(Stat::If(outside, vec![Stat::Trap], Vec::new()));
            return index;
        }
        let length = self.hold(length);
        let index = match index {
            Node::Int(known) => add(length.clone(), int(known)),
            index => {
                let index = self.hold(index);
                let negative = op(Op::Lt, index.clone(), int(0));
                choose(negative, add(index.clone(), length.clone()), index)
            }
        };
        let index = self.hold(index);
        let outside = op(Op::LeUnsigned, length, index.clone());
        self.out.push(Stat::If(outside, vec![Stat::Trap], Vec::new()));
        index
    }

    /// `container[index]`.
    pub(super) fn index(&mut self, container: Value, index: Value, span: Span) -> Lowered<Value> {
        match container.ty.clone() {
            Type::Char | Type::Text => {
                let text = self.coerce(container, &Type::Text, span)?;
                let text = self.hold(text);
                let index = self.integer(index, span)?;
                let index = self.bounded(index, memory::length(text.clone()));
                Ok(Value::new(Type::Char, load(Width::One, memory::byte_at(text, index), 0)))
            }
            Type::Tuple(items) => {
                if let Some(Known::Int(known)) = index.known {
                    let count = items.len() as i64;
                    let at = if known < 0 { known + count } else { known };
                    if !(0..count).contains(&at) {
                        return Err(self.obstacle(span, format!("there is no item {known}")));
                    }
                    if let Some(Known::Tuple(items)) = &container.known {
                        let item = items[at as usize].clone();
                        return Ok(self.of_known(&item));
                    }
                    let node = load(Width::Eight, memory::address(container.node), 8 * at as u32);
                    return Ok(Value::new(items[at as usize].clone(), node));
                }
                let item = self.any_item(&container.ty, span)?;
                let ty = Type::Row(item.into());
                let row = self.coerce(container, &ty, span)?;
                self.index(Value::new(ty, row), index, span)
            }
            Type::Row(_) | Type::Range => {
                let ty = match &container.ty {
                    Type::Row(item) => (**item).clone(),
                    _ => Type::Int,
                };
                let row = self.hold(container.node);
                let index = self.integer(index, span)?;
                let index = self.bounded(index, memory::length(row.clone()));
                Ok(Value::new(ty, load(Width::Eight, memory::item_at(row, index), 0)))
            }
            Type::List(cell) => {
                let ty = self.world.unit.cells.content(cell);
                let row = self.hold(memory::row_of(container.node));
                let index = self.integer(index, span)?;
                let index = self.bounded(index, memory::length(row.clone()));
                let word = load(Width::Eight, memory::item_at(row, index), 0);
                Ok(Value::new(ty, self.hold(word)))
            }
            Type::Dict(keys, values) => {
                let (at, row) = self.entry(&container, keys, index, span)?;
                let missing = op(Op::Lt, at.clone(), int(0));
                self.out.push(Stat::If(missing, vec![Stat::Trap], Vec::new()));
                let ahead = op(Op::Shl, at, int(4));
                let word = load(Width::Eight, add(memory::address(row), ahead), 8);
                Ok(Value::new(self.world.unit.cells.content(values), self.hold(word)))
            }
            Type::Option(inner) => {
                let node = self.coerce(container, &inner, span)?;
                self.index(Value::new((*inner).clone(), node), index, span)
            }
            Type::Never => Ok(Value::new(Type::Never, int(0))),
            other => Err(self.obstacle(span, format!("an index into {other}"))),
        }
    }

    /// The index of a key in a dict or set, or −1, and the row of entries.
    pub(super) fn entry(
        &mut self,
        container: &Value,
        keys: super::super::types::Cell,
        key: Value,
        span: Span,
    ) -> Lowered<(Node, Node)> {
        let content = self.world.unit.cells.content(keys);
        let ty = self.join(&content, &key.ty, span)?;
        let key = self.coerce(key, &ty, span)?;
        let row = self.hold(memory::row_of(container.node.clone()));
        let at = self.search(&ty, &content, row.clone(), 2, key, span)?;
        Ok((self.hold(at), row))
    }

    /// `container[index] = value`.
    pub(super) fn store(
        &mut self,
        container: Value,
        index: Value,
        value: Value,
        span: Span,
    ) -> Lowered<()> {
        let container = self.held(container);
        match container.ty.clone() {
            Type::List(cell) => {
                self.put(cell, &value.ty, span)?;
                let ty = self.world.unit.cells.content(cell);
                let word = self.coerce(value, &ty, span)?;
                self.changes(container.node.clone())?;
                let row = self.hold(memory::row_of(container.node));
                let index = self.integer(index, span)?;
                let index = self.bounded(index, memory::length(row.clone()));
                self.out.push(Stat::Store(Width::Eight, memory::item_at(row, index), word, 0));
                Ok(())
            }
            Type::Dict(keys, values) => {
                self.put(keys, &index.ty, span)?;
                self.put(values, &value.ty, span)?;
                let key_type = self.world.unit.cells.content(keys);
                let key = self.coerce(index, &key_type, span)?;
                let value_type = self.world.unit.cells.content(values);
                let word = self.coerce(value, &value_type, span)?;
                self.changes(container.node.clone())?;
                let key_type = self.world.unit.cells.resolved(&key_type);
                let node = self.call(Helper::Put(key_type), vec![container.node, key, word])?;
                self.out.push(Stat::Eval(node));
                Ok(())
            }
            Type::Option(inner) => {
                let node = self.coerce(container, &inner, span)?;
                self.store(Value::new((*inner).clone(), node), index, value, span)
            }
            Type::Never => Ok(()),
            other => Err(self.obstacle(span, format!("a change of {other}"))),
        }
    }

    /// Traps if a list may not change now: it is a constant, or a loop goes through it.
    pub(super) fn changes(&mut self, list: Node) -> Lowered<()> {
        let check = self.call(Helper::MayChange, vec![list])?;
        self.out.push(Stat::Eval(check));
        Ok(())
    }

    /// Appends all items of a value to a list; the list.
    pub(super) fn extend(&mut self, list: Value, more: Value, span: Span) -> Lowered<Value> {
        let Type::List(cell) = list.ty else {
            return Err(self.obstacle(span, "`extend` of what is no list"));
        };
        self.changes(list.node.clone())?;
        let iteration = self.iterate_value(more, true, span)?;
        let node = list.node.clone();
        self.for_each(iteration, span, |lower, item| {
            let item = lower.whole(item);
            lower.push(node.clone(), cell, item, span)
        })?;
        Ok(list)
    }

    /// Appends a value to a list, which may change.
    pub(super) fn push(
        &mut self,
        list: Node,
        cell: super::super::types::Cell,
        value: Value,
        span: Span,
    ) -> Lowered<()> {
        self.put(cell, &value.ty, span)?;
        let ty = self.world.unit.cells.content(cell);
        let word = self.coerce(value, &ty, span)?;
        let node = self.call(Helper::Push, vec![list, word])?;
        self.out.push(Stat::Eval(node));
        Ok(())
    }

    /// `value[from:to]`.
    pub(super) fn slice(
        &mut self,
        value: Value,
        from: Option<Value>,
        to: Option<Value>,
        span: Span,
    ) -> Lowered<Value> {
        let value = self.held(value);
        if let (Type::Tuple(items), Some(from), Some(to)) = (
            &value.ty,
            known_bound(from.as_ref(), 0, &value.ty),
            known_bound(to.as_ref(), i64::MAX, &value.ty),
        ) {
            let items: Vec<Type> = items[from..to.max(from)].to_vec();
            if items.is_empty() {
                return Ok(Value::new(Type::Tuple(items.into()), int(0)));
            }
            let address = add(memory::address(value.node), int(8 * from as i64));
            let node = memory::pair(address, int(items.len() as i64));
            return Ok(Value::new(Type::Tuple(items.into()), node));
        }
        if let Type::Option(inner) = value.ty.clone() {
            let node = self.coerce(value, &inner, span)?;
            return self.slice(Value::new((*inner).clone(), node), from, to, span);
        }
        let item = match &value.ty {
            Type::Char | Type::Text => None,
            Type::Tuple(_) | Type::Row(_) => Some(self.any_item(&value.ty.clone(), span)?),
            Type::List(cell) => Some(self.world.unit.cells.content(*cell)),
            Type::Never => return Ok(value),
            other => return Err(self.obstacle(span, format!("a slice of {other}"))),
        };
        let row = match (&value.ty, &item) {
            (Type::List(_), _) => memory::row_of(value.node.clone()),
            (_, None) => self.coerce(value.clone(), &Type::Text, span)?,
            (_, Some(item)) => self.coerce(value.clone(), &Type::Row(item.clone().into()), span)?,
        };
        let row = self.hold(row);
        let length = self.hold(memory::length(row.clone()));
        let limit = |lower: &mut Self, bound: Option<Value>, absent: Node| match bound {
            None => Ok(absent),
            Some(bound) if bound.ty == Type::None => Ok(absent),
            Some(bound) => {
                let bound = lower.integer(bound, span)?;
                Ok(lower.clamped(bound, length.clone()))
            }
        };
        let from = limit(self, from, int(0))?;
        let to = limit(self, to, length.clone())?;
        let count = match (&from, &to) {
            (Node::Int(0), _) => to,
            _ => {
                let less = op(Op::Gt, to.clone(), from.clone());
                choose(less, sub(to, from.clone()), int(0))
            }
        };
        let shift = if item.is_some() { 3 } else { 0 };
        let address = add(memory::address(row), op(Op::Shl, from, int(shift)));
        let part = self.hold(memory::pair(address, count));
        match (&value.ty, item) {
            (Type::List(_), Some(item)) => {
                let new = self.site(span, 0);
                self.put(new, &item, span)?;
                let part = self.coerce(
                    Value::new(Type::Row(item.into()), part),
                    &Type::Row(self.world.unit.cells.content(new).into()),
                    span,
                )?;
                let node = self.call(Helper::CopiedList, vec![part])?;
                Ok(Value::new(Type::List(new), self.hold(node)))
            }
            (_, Some(item)) => Ok(Value::new(Type::Row(item.into()), part)),
            (_, None) => Ok(Value::new(Type::Text, part)),
        }
    }

    /// The bound of a slice: counted from the end if negative, and between 0 and the length.
    fn clamped(&mut self, bound: Node, length: Node) -> Node {
        let bound = match bound {
            Node::Int(known) if known >= 0 => {
                if known == 0 {
                    return int(0);
                }
                int(known)
            }
            Node::Int(known) => {
                let from_end = self.hold(add(length, int(known)));
                let negative = op(Op::Lt, from_end.clone(), int(0));
                return self.hold(choose(negative, int(0), from_end));
            }
            bound => {
                let bound = self.hold(bound);
                let negative = op(Op::Lt, bound.clone(), int(0));
                let from_end = add(bound.clone(), length.clone());
                let wrapped = self.hold(choose(negative, from_end, bound));
                let negative = op(Op::Lt, wrapped.clone(), int(0));
                self.hold(choose(negative, int(0), wrapped))
            }
        };
        let over = op(Op::Gt, bound.clone(), length.clone());
        self.hold(choose(over, length, bound))
    }
}

/// A bound that is known, of a slice of a tuple whose items are known one by one.
fn known_bound(bound: Option<&Value>, absent: i64, tuple: &Type) -> Option<usize> {
    let Type::Tuple(items) = tuple else { return None };
    let count = items.len() as i64;
    let bound = match bound {
        None => absent,
        Some(value) => match value.known {
            Some(Known::Int(known)) => known,
            Some(Known::None) => absent,
            _ => return None,
        },
    };
    let bound = if bound < 0 { bound + count } else { bound };
    Some(bound.clamp(0, count) as usize)
}
