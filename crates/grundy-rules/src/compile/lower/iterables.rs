//! What loops and comprehensions iterate over.

use grundy_starlark::syntax::Span;
use grundy_starlark::syntax::{AstExpr, Clause, Expr, ForClause};

use super::super::helpers::Helper;
use super::super::ir::{Local, Node, Op, Stat, Width, add, choose, int, load, op, sub};
use super::super::memory;
use super::super::program::bound;
use super::super::types::Type;
use super::{Lower, Lowered, Parts, Scope, Value};

/// Items that are found by their index.
pub(in super::super) struct Iteration {
    source: Iterated,
    /// The number of items.
    pub(super) length: Node,
    /// The list or dict that must not change during the loop.
    pub(super) locked: Option<Local>,
}

enum Iterated {
    /// Start and step.
    Range(Node, Node),
    /// A text.
    Characters(Node),
    /// The address of items: the number of their words, and the type of the first word.
    Items(Node, i64, Type),
    /// The entries of a dict: keys and values.
    Entries(Node, Type, Type),
    Enumerated(Box<Iteration>, Node),
    Zipped(Vec<Iteration>),
    Reversed(Box<Iteration>),
}

impl Iteration {
    fn new(source: Iterated, length: Node) -> Iteration {
        Iteration { source, length, locked: None }
    }
}

impl Lower<'_, '_> {
    /// Prepares to go through the items of an expression.
    pub(in super::super) fn iterate(&mut self, over: &AstExpr) -> Lowered<Iteration> {
        let span = over.span;
        if let Expr::Call(callee, given) = &over.node {
            let plain: Option<Vec<&AstExpr>> = given
                .iter()
                .map(|argument| match &argument.node {
                    grundy_starlark::syntax::Argument::Positional(value) => Some(value),
                    _ => None,
                })
                .collect();
            match (&callee.node, plain.as_deref()) {
                (Expr::Identifier(name), Some(given)) if self.is_builtin(&name.node) => {
                    match (name.node.as_str(), given) {
                        ("range", given @ ([_] | [_, _] | [_, _, _])) => {
                            return self.range(given, span).map(|(iteration, _)| iteration);
                        }
                        ("enumerate", [inner]) => {
                            let inner = self.iterate(inner)?;
                            return Ok(enumerated(inner, int(0)));
                        }
                        ("enumerate", [inner, first]) => {
                            let inner = self.iterate(inner)?;
                            let first = self.expression(first)?;
                            let first = self.coerce(first, &Type::Int, span)?;
                            let first = self.hold(first);
                            return Ok(enumerated(inner, first));
                        }
                        ("reversed", [inner]) => {
                            let inner = self.iterate(inner)?;
                            let (length, locked) = (inner.length.clone(), inner.locked);
                            let source = Iterated::Reversed(Box::new(inner));
                            return Ok(Iteration { source, length, locked });
                        }
                        ("zip", given) if !given.is_empty() => {
                            let mut inner = Vec::new();
                            for item in given {
                                inner.push(self.iterate(item)?);
                            }
                            let mut length = inner[0].length.clone();
                            for other in &inner[1..] {
                                let less = op(Op::Lt, other.length.clone(), length.clone());
                                length = self.hold(choose(less, other.length.clone(), length));
                            }
                            return Ok(Iteration::new(Iterated::Zipped(inner), length));
                        }
                        _ => {}
                    }
                }
                (Expr::Dot(object, method), Some([])) if method.node == "items" => {
                    let object = self.expression(object)?;
                    if let Type::Dict(keys, values) = object.ty {
                        let keys = self.world.unit.cells.content(keys);
                        let values = self.world.unit.cells.content(values);
                        let row = self.hold(memory::row_of(object.node));
                        let length = self.hold(memory::length(row.clone()));
                        let items = self.hold(memory::address(row));
                        return Ok(Iteration::new(Iterated::Entries(items, keys, values), length));
                    }
                    return Err(self.obstacle(span, format!("`items` of {}", object.ty)));
                }
                _ => {}
            }
        }
        // Nothing else refers to a list that was just made, so nothing changes it.
        let fresh =
            matches!(over.node, Expr::List(_) | Expr::ListComprehension(..) | Expr::Call(..));
        let value = self.expression(over)?;
        self.iterate_value(value, fresh, span)
    }

    /// Prepares to go through the items of a value. A list that is not `fresh` is locked.
    pub(in super::super) fn iterate_value(
        &mut self,
        value: Value,
        fresh: bool,
        span: Span,
    ) -> Lowered<Iteration> {
        let value = self.held(value);
        Ok(match value.ty.clone() {
            Type::Elems => {
                let length = self.hold(memory::length(value.node.clone()));
                Iteration::new(Iterated::Characters(value.node), length)
            }
            Type::Row(_) | Type::Tuple(_) | Type::Range => {
                let item = match &value.ty {
                    Type::Range => Type::Int,
                    ty => {
                        let ty = ty.clone();
                        let joined = self.world.unit.cells.any_item(&ty);
                        joined.map_err(|clash| self.clash(span, clash))?
                    }
                };
                let row = match &value.ty {
                    Type::Range => value.node,
                    _ => self.coerce(value, &Type::Row(item.clone().into()), span)?,
                };
                let row = self.hold(row);
                let length = self.hold(memory::length(row.clone()));
                let items = self.hold(memory::address(row));
                Iteration::new(Iterated::Items(items, 1, item), length)
            }
            Type::List(cell) | Type::Set(cell) | Type::Dict(cell, _) => {
                let width = if matches!(value.ty, Type::List(_)) { 1 } else { 2 };
                let item = self.world.unit.cells.content(cell);
                let row = self.hold(memory::row_of(value.node.clone()));
                let length = self.hold(memory::length(row.clone()));
                let items = self.hold(memory::address(row));
                let locked = match (fresh, value.node) {
                    (false, Node::Get(local)) => Some(local),
                    _ => None,
                };
                Iteration { source: Iterated::Items(items, width, item), length, locked }
            }
            Type::Option(inner) => {
                let node = self.coerce(value, &inner, span)?;
                self.iterate_value(Value::new((*inner).clone(), node), fresh, span)?
            }
            Type::Never => Iteration::new(Iterated::Items(int(0), 1, Type::Never), int(0)),
            other => {
                let why = format!("going through {other}");
                return Err(self.obstacle(span, why));
            }
        })
    }

    /// The numbers of a range, and its three parts.
    pub(super) fn range(
        &mut self,
        given: &[&AstExpr],
        span: Span,
    ) -> Lowered<(Iteration, [Node; 2])> {
        let mut parts = Vec::new();
        for part in given {
            let value = self.expression(part)?;
            let node = self.coerce(value, &Type::Int, part.span)?;
            parts.push(self.hold(node));
        }
        let (start, stop, step) = match &parts[..] {
            [stop] => (int(0), stop.clone(), int(1)),
            [start, stop] => (start.clone(), stop.clone(), int(1)),
            [start, stop, step] => (start.clone(), stop.clone(), step.clone()),
            _ => return Err(self.obstacle(span, "`range` of so many values")),
        };
        let length = match step {
            Node::Int(1) => {
                let more = op(Op::Gt, stop.clone(), start.clone());
                choose(more, sub(stop, start.clone()), int(0))
            }
            _ => self.call(Helper::RangeLength, vec![start.clone(), stop, step.clone()])?,
        };
        let length = self.hold(length);
        let iteration = Iteration::new(Iterated::Range(start.clone(), step.clone()), length);
        Ok((iteration, [start, step]))
    }

    /// The item with this index.
    pub(super) fn item(&mut self, iteration: &Iteration, index: Node) -> Lowered<Parts> {
        let one = |ty: &Type, node| Parts::One(Value::new(ty.clone(), node));
        Ok(match &iteration.source {
            Iterated::Range(start, step) => {
                let ahead = op(Op::Mul, index, step.clone());
                one(&Type::Int, add(start.clone(), ahead))
            }
            Iterated::Characters(text) => {
                one(&Type::Char, load(Width::One, memory::byte_at(text.clone(), index), 0))
            }
            Iterated::Items(items, width, ty) => {
                let at = add(items.clone(), op(Op::Mul, index, int(8 * width)));
                one(ty, load(Width::Eight, at, 0))
            }
            Iterated::Entries(items, keys, values) => {
                let at = self.hold(add(items.clone(), op(Op::Shl, index, int(4))));
                Parts::Many(vec![
                    one(keys, load(Width::Eight, at.clone(), 0)),
                    one(values, load(Width::Eight, at, 8)),
                ])
            }
            Iterated::Enumerated(inner, first) => {
                let item = self.item(inner, index.clone())?;
                Parts::Many(vec![one(&Type::Int, add(first.clone(), index)), item])
            }
            Iterated::Zipped(inner) => {
                let items: Lowered<Vec<Parts>> =
                    inner.iter().map(|inner| self.item(inner, index.clone())).collect();
                Parts::Many(items?)
            }
            Iterated::Reversed(inner) => {
                let last = sub(inner.length.clone(), int(1));
                let index = self.hold(sub(last, index));
                self.item(inner, index)?
            }
        })
    }

    /// Runs `take` for each combination of items of a comprehension.
    pub(in super::super) fn comprehension(
        &mut self,
        first: &ForClause,
        others: &[Clause],
        mut take: impl FnMut(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let iteration = self.iterate(&first.over)?;
        self.comprehension_over(iteration, first, others, &mut take)
    }

    /// The same, with the first items prepared.
    pub(in super::super) fn comprehension_over(
        &mut self,
        iteration: Iteration,
        first: &ForClause,
        others: &[Clause],
        take: &mut dyn FnMut(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        // The names of a comprehension are its own.
        let names = bound(first, others);
        let mut hidden = Vec::new();
        for name in names {
            let local = self.locals.remove(name);
            hidden.push((name.to_string(), local, self.scope.remove(name)));
        }
        let done = self.clause(iteration, first, others, take);
        for (name, local, variable) in hidden.into_iter().rev() {
            restore(&mut self.scope, &name, variable);
            match local {
                Some(local) => drop(self.locals.insert(name, local)),
                None => drop(self.locals.remove(&name)),
            }
        }
        done
    }

    fn clause(
        &mut self,
        iteration: Iteration,
        clause: &ForClause,
        others: &[Clause],
        take: &mut dyn FnMut(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        self.for_each(iteration, clause.over.span, |lower, item| {
            let item = lower.hold_parts(item);
            lower.assign(&clause.var, item)?;
            lower.conditions(others, take)
        })
    }

    fn conditions(
        &mut self,
        clauses: &[Clause],
        take: &mut dyn FnMut(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        match clauses {
            [] => take(self),
            [Clause::For(clause), others @ ..] => {
                let iteration = self.iterate(&clause.over)?;
                self.clause(iteration, clause, others, take)
            }
            [Clause::If(condition), others @ ..] => match self.condition(condition)? {
                Node::Int(0) => Ok(()),
                Node::Int(_) => self.conditions(others, take),
                holds => {
                    let holds = self.hold(holds);
                    let before = self.scope.clone();
                    self.narrow(condition, true);
                    let (then, ()) = self.block(|lower| lower.conditions(others, take))?;
                    self.scope = before;
                    self.dead = false;
                    self.out.push(Stat::If(holds, then, Vec::new()));
                    Ok(())
                }
            },
        }
    }
}

fn enumerated(inner: Iteration, first: Node) -> Iteration {
    let (length, locked) = (inner.length.clone(), inner.locked);
    Iteration { source: Iterated::Enumerated(Box::new(inner), first), length, locked }
}

fn restore(scope: &mut Scope, name: &str, variable: Option<super::Variable>) {
    match variable {
        Some(variable) => drop(scope.insert(name.to_string(), variable)),
        None => drop(scope.remove(name)),
    }
}

/// A range as a tuple, outside of loops.
impl Lower<'_, '_> {
    pub(super) fn range_value(&mut self, given: &[&AstExpr], span: Span) -> Lowered<Value> {
        let (iteration, [start, step]) = self.range(given, span)?;
        let row = self.call(Helper::RangeRow, vec![start, step, iteration.length])?;
        Ok(Value::new(Type::Range, self.hold(row)))
    }
}
