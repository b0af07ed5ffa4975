//! Statements, variables, and loops.

use grundy_starlark::syntax::Span;
use grundy_starlark::syntax::{AstExpr, AstStmt, AstTarget, BinOp, Expr, Stmt, Target};

use super::super::ir::{Node, Stat, Width, add, eq, get, int, load, sub};
use super::super::memory::{self, LOCK};
use super::super::types::Type;
use super::iterables::Iteration;
use super::{Known, Loop, Lower, Lowered, Parts, Scope, UNBOUND, Value, Variable};

impl Lower<'_, '_> {
    pub(super) fn statement(&mut self, statement: &AstStmt) -> Lowered<()> {
        if self.dead {
            return Ok(());
        }
        let span = statement.span;
        match &statement.node {
            Stmt::Pass => {}
            Stmt::Statements(statements) => {
                for statement in statements {
                    self.statement(statement)?;
                }
            }
            Stmt::Return(None) => self.give_back(Value::none(), span)?,
            Stmt::Return(Some(value)) => {
                let value = self.expression(value)?;
                self.give_back(value, span)?;
            }
            Stmt::Expression(expression) => {
                let value = self.expression(expression)?;
                self.drop(value);
            }
            Stmt::Assign(target, value) => {
                let parts = self.parts(value)?;
                let parts = self.hold_parts(parts);
                self.assign(target, parts)?;
            }
            Stmt::AssignModify(target, op, value) => self.modify(target, *op, value, span)?,
            Stmt::If(condition, then) => self.branch(condition, then, None)?,
            Stmt::IfElse(condition, branches) => {
                self.branch(condition, &branches.0, Some(&branches.1))?;
            }
            Stmt::For(for_) => {
                let iteration = self.iterate(&for_.over)?;
                self.for_each(iteration, for_.over.span, |lower, item| {
                    let item = lower.hold_parts(item);
                    lower.assign(&for_.var, item)?;
                    lower.statement(&for_.body)
                })?;
            }
            Stmt::Break => {
                let Some(last) = self.loops.last() else {
                    return Err(self.obstacle(span, "`break` outside of a loop"));
                };
                let (label, end) = (last.label, last.end.clone());
                self.meet(&end);
                let scope = self.scope.clone();
                if let Some(last) = self.loops.last_mut() {
                    last.breaks.push(scope);
                }
                self.out.push(Stat::Break(label));
                self.dead = true;
            }
            Stmt::Continue => {
                let Some(last) = self.loops.last() else {
                    return Err(self.obstacle(span, "`continue` outside of a loop"));
                };
                let (label, head) = (last.label, last.head.clone());
                self.meet(&head);
                let scope = self.scope.clone();
                if let Some(last) = self.loops.last_mut() {
                    last.continues.push(scope);
                }
                self.out.push(Stat::Again(label));
                self.dead = true;
            }
            Stmt::Def(def) => {
                let value = self.function_value(span)?;
                let value = self.held(value);
                self.bind(&def.name.node, value);
            }
        }
        Ok(())
    }

    /// Evaluates an expression whose value is not used.
    fn drop(&mut self, value: Value) {
        match value.node {
            Node::Int(_) | Node::Get(_) => {}
            node => self.out.push(Stat::Eval(node)),
        }
        if value.ty == Type::Never {
            self.dead = true;
        }
    }

    /// Returns from the function.
    pub(super) fn give_back(&mut self, value: Value, span: Span) -> Lowered<()> {
        self.returned = self.join(&self.returned.clone(), &value.ty, span)?;
        let expected = self.join(&self.returns.clone(), &value.ty, span)?;
        // The last round expected less; this round's code will not be used.
        let node = match expected == self.world.unit.cells.resolved(&self.returns) {
            true => self.coerce(value, &expected, span)?,
            false => value.node,
        };
        let node = self.hold(node);
        let locks: Vec<_> = self.loops.iter().filter_map(|around| around.locked).collect();
        for list in locks.into_iter().rev() {
            self.unlock(list);
        }
        self.out.push(Stat::Return(node));
        self.dead = true;
        Ok(())
    }

    pub(super) fn lock(&mut self, list: u32) {
        let count = add(load(Width::Four, get(list), LOCK), int(1));
        self.out.push(Stat::Store(Width::Four, get(list), count, LOCK));
    }

    pub(super) fn unlock(&mut self, list: u32) {
        let count = sub(load(Width::Four, get(list), LOCK), int(1));
        self.out.push(Stat::Store(Width::Four, get(list), count, LOCK));
    }

    /// Gives a name a value.
    pub(super) fn bind(&mut self, name: &str, value: Value) {
        let code = &mut self.code;
        let local = *self.locals.entry(name.to_string()).or_insert_with(|| code.local());
        self.out.push(Stat::Set(local, value.node));
        let variable = Variable {
            local,
            ty: value.ty,
            known: value.known,
            perhaps_unbound: false,
            clashes: false,
        };
        self.scope.insert(name.to_string(), variable);
    }

    /// The value of a variable.
    pub(super) fn variable(&mut self, name: &str, span: Span) -> Lowered<Option<Value>> {
        let Some(variable) = self.scope.get(name).cloned() else {
            // For the interpreter, all names that a function assigns to are its own.
            if self.world.program.assignments(self.function, name) > 0 {
                let why = format!("`{name}` may have no value here");
                return Err(self.obstacle(span, why));
            }
            return Ok(None);
        };
        if variable.clashes {
            let why = format!("`{name}` has values of two types that meet here");
            return Err(self.obstacle(span, why).with_help("use a name of its own for each"));
        }
        if variable.perhaps_unbound {
            let unbound = eq(get(variable.local), int(UNBOUND));
            self.out.push(Stat::If(unbound, vec![Stat::Trap], Vec::new()));
        }
        Ok(Some(Value { ty: variable.ty, node: get(variable.local), known: variable.known }))
    }

    pub(super) fn hold_parts(&mut self, parts: Parts) -> Parts {
        match parts {
            Parts::One(value) => Parts::One(self.held(value)),
            Parts::Many(parts) => {
                Parts::Many(parts.into_iter().map(|part| self.hold_parts(part)).collect())
            }
        }
    }

    /// Makes a tuple of parts.
    pub(super) fn whole(&mut self, parts: Parts) -> Value {
        match parts {
            Parts::One(value) => value,
            Parts::Many(parts) => {
                let values = parts.into_iter().map(|part| self.whole(part)).collect();
                self.tuple(values)
            }
        }
    }

    /// Assigns parts, whose words are held, to a target.
    pub(super) fn assign(&mut self, target: &AstTarget, parts: Parts) -> Lowered<()> {
        match (&target.node, parts) {
            (Target::Tuple(targets), Parts::Many(parts)) => {
                if targets.len() != parts.len() {
                    let why = format!("{} values for {} names", parts.len(), targets.len());
                    return Err(self.obstacle(target.span, why));
                }
                for (target, part) in targets.iter().zip(parts) {
                    self.assign(target, part)?;
                }
                Ok(())
            }
            (Target::Tuple(targets), Parts::One(value)) => {
                let parts = self.taken_apart(value, targets.len(), target.span)?;
                for (target, part) in targets.iter().zip(parts) {
                    let part = self.held(part);
                    self.assign(target, Parts::One(part))?;
                }
                Ok(())
            }
            (Target::Identifier(name), parts) => {
                let value = self.whole(parts);
                self.bind(&name.node, value);
                Ok(())
            }
            (Target::Index(pair), parts) => {
                let value = self.whole(parts);
                let value = self.held(value);
                let container = self.expression(&pair.0)?;
                let index = self.expression(&pair.1)?;
                self.store(container, index, value, target.span)
            }
            (Target::Dot(..), _) => {
                Err(self.obstacle(target.span, "an assignment to an attribute"))
            }
        }
    }

    fn modify(
        &mut self,
        target: &AstTarget,
        op: BinOp,
        value: &AstExpr,
        span: Span,
    ) -> Lowered<()> {
        let (old, place) = match &target.node {
            Target::Identifier(name) => {
                let Some(old) = self.variable(&name.node, target.span)? else {
                    return Err(self.obstacle(span, "a change of a name outside of the function"));
                };
                (old, None)
            }
            Target::Index(pair) => {
                let container = self.expression(&pair.0)?;
                let container = self.held(container);
                let index = self.expression(&pair.1)?;
                let index = self.held(index);
                (
                    self.index(container.clone(), index.clone(), target.span)?,
                    Some((container, index)),
                )
            }
            _ => return Err(self.obstacle(span, "an assignment to this")),
        };
        let old = self.held(old);
        let new = self.expression(value)?;
        // A list is extended in place.
        if let (Type::List(_), BinOp::Add) = (&old.ty, op) {
            return self.extend(old, new, span).map(drop);
        }
        let new = self.binary(op, old, new, span)?;
        let new = self.held(new);
        match (place, &target.node) {
            (Some((container, index)), _) => self.store(container, index, new, target.span),
            (None, Target::Identifier(name)) => {
                self.bind(&name.node, new);
                Ok(())
            }
            (None, _) => Ok(()),
        }
    }

    /// The items of a tuple or list of `count` items.
    pub(super) fn taken_apart(
        &mut self,
        value: Value,
        count: usize,
        span: Span,
    ) -> Lowered<Vec<Value>> {
        let value = self.held(value);
        if let Some(Known::Tuple(items)) = &value.known
            && items.len() == count
        {
            let items = items.clone();
            return Ok(items.into_iter().map(|known| self.of_known(&known)).collect());
        }
        match value.ty.clone() {
            Type::Tuple(items) if items.len() == count => {
                let address = self.hold(memory::address(value.node));
                let item = |(i, ty): (usize, &Type)| {
                    Value::new(ty.clone(), load(Width::Eight, address.clone(), 8 * i as u32))
                };
                Ok(items.iter().enumerate().map(item).collect())
            }
            Type::Tuple(items) => {
                let why = format!("{} values for {count} names", items.len());
                Err(self.obstacle(span, why))
            }
            Type::Row(item) => {
                let other = super::super::ir::op(
                    super::super::ir::Op::Ne,
                    memory::length(value.node.clone()),
                    int(count as i64),
                );
                self.out.push(Stat::If(other, vec![Stat::Trap], Vec::new()));
                let address = self.hold(memory::address(value.node));
                let item = |i: usize| {
                    Value::new((*item).clone(), load(Width::Eight, address.clone(), 8 * i as u32))
                };
                Ok((0..count).map(item).collect())
            }
            Type::List(cell) => {
                let ty = self.world.unit.cells.content(cell);
                let row = memory::row_of(value.node);
                self.taken_apart(Value::new(Type::Row(ty.into()), row), count, span)
            }
            Type::Option(inner) => {
                let node = self.coerce(value, &inner, span)?;
                self.taken_apart(Value::new((*inner).clone(), node), count, span)
            }
            Type::Never => Ok(vec![Value::new(Type::Never, int(0)); count]),
            other => Err(self.obstacle(span, format!("taking {other} apart"))),
        }
    }

    fn branch(
        &mut self,
        condition: &AstExpr,
        then: &AstStmt,
        otherwise: Option<&AstStmt>,
    ) -> Lowered<()> {
        let condition_node = self.condition(condition)?;
        if let Node::Int(known) = condition_node {
            return match (known != 0, otherwise) {
                (true, _) => self.statement(then),
                (false, Some(otherwise)) => self.statement(otherwise),
                (false, None) => Ok(()),
            };
        }
        let condition_node = self.hold(condition_node);
        let before = self.scope.clone();
        let side = |lower: &mut Self, holds: bool, body: Option<&AstStmt>| {
            lower.scope = before.clone();
            lower.narrow(condition, holds);
            lower.dead = false;
            let (block, ()) = lower.block(|lower| match body {
                Some(body) => lower.statement(body),
                None => Ok(()),
            })?;
            Ok((block, std::mem::take(&mut lower.scope), lower.dead))
        };
        let (mut yes, then_scope, then_dead) = side(self, true, Some(then))?;
        let (mut no, other_scope, other_dead) = side(self, false, otherwise)?;
        self.dead = then_dead && other_dead;
        self.scope = match (then_dead, other_dead) {
            (true, true) => before,
            (true, false) => other_scope,
            (false, true) => then_scope,
            (false, false) => {
                let joined = self.join_scopes(&then_scope, &other_scope);
                self.conversions(&then_scope, &joined, &mut yes)?;
                self.conversions(&other_scope, &joined, &mut no)?;
                joined
            }
        };
        self.out.push(Stat::If(condition_node, yes, no));
        Ok(())
    }

    /// Learns from a condition like `x == None` whether a variable has the value None.
    pub(super) fn narrow(&mut self, condition: &AstExpr, holds: bool) {
        match &condition.node {
            Expr::Not(inner) => self.narrow(inner, !holds),
            Expr::Op(a, BinOp::And, b) if holds => {
                self.narrow(a, true);
                self.narrow(b, true);
            }
            Expr::Op(a, BinOp::Or, b) if !holds => {
                self.narrow(a, false);
                self.narrow(b, false);
            }
            Expr::Op(a, op @ (BinOp::Equal | BinOp::NotEqual), b) => {
                let name = |e: &AstExpr| match &e.node {
                    Expr::Identifier(name) => Some(name.node.clone()),
                    _ => None,
                };
                let (Some(a), Some(b)) = (name(a), name(b)) else { return };
                let name = if b == "None" {
                    a
                } else if a == "None" {
                    b
                } else {
                    return;
                };
                let is_none = (*op == BinOp::Equal) == holds;
                if let Some(variable) = self.scope.get_mut(&name)
                    && let Type::Option(inner) = &variable.ty
                {
                    match is_none {
                        true => {
                            variable.known = Some(Known::None);
                            variable.ty = Type::None;
                        }
                        false => variable.ty = (**inner).clone(),
                    }
                }
            }
            _ => {}
        }
    }

    pub(super) fn join_scopes(&mut self, a: &Scope, b: &Scope) -> Scope {
        let mut joined = Scope::new();
        for name in a.keys().chain(b.keys().filter(|name| !a.contains_key(*name))) {
            let variable = match (a.get(name), b.get(name)) {
                (Some(one), Some(two)) => {
                    // A variable of two types may not be used before the next assignment to it.
                    let joined = self.world.unit.cells.join(&one.ty, &two.ty);
                    Variable {
                        local: one.local,
                        clashes: one.clashes || two.clashes || joined.is_err(),
                        ty: joined.unwrap_or(Type::Never),
                        known: Known::same(&one.known, &two.known),
                        perhaps_unbound: one.perhaps_unbound || two.perhaps_unbound,
                    }
                }
                (Some(only), None) | (None, Some(only)) => {
                    Variable { perhaps_unbound: true, known: None, ..only.clone() }
                }
                (None, None) => continue,
            };
            joined.insert(name.clone(), variable);
        }
        joined
    }

    /// Appends statements to a block that turn the words of its variables into those of `to`.
    fn conversions(&mut self, from: &Scope, to: &Scope, block: &mut Vec<Stat>) -> Lowered<()> {
        for (name, variable) in to {
            if variable.clashes {
                continue;
            }
            match from.get(name) {
                None => block.push(Stat::Set(variable.local, int(UNBOUND))),
                Some(old) if old.perhaps_unbound && old.ty == variable.ty => {}
                Some(old) => {
                    let value = Value::new(old.ty.clone(), get(old.local));
                    let (stats, node) =
                        self.block(|lower| lower.coerce(value, &variable.ty, Span::default()))?;
                    if node == get(old.local) && old.local == variable.local {
                        continue;
                    }
                    let mut change = stats;
                    change.push(Stat::Set(variable.local, node));
                    if old.perhaps_unbound {
                        let unbound = eq(get(old.local), int(UNBOUND));
                        change = vec![Stat::If(unbound, Vec::new(), change)];
                    }
                    block.extend(change);
                }
            }
        }
        Ok(())
    }

    /// Turns the variables into those of the place where control goes now.
    fn meet(&mut self, to: &Scope) {
        // The place learns of the scope, and the next attempt knows its types.
        let from = self.scope.clone();
        let mut known = to.clone();
        known.retain(|name, variable| {
            from.get(name).is_none_or(|old| {
                !old.clashes
                    && self.world.unit.cells.join(&old.ty, &variable.ty).is_ok_and(|ty| {
                        self.world.unit.cells.resolved(&ty)
                            == self.world.unit.cells.resolved(&variable.ty)
                    })
            })
        });
        let mut block = Vec::new();
        if self.conversions(&from, &known, &mut block).is_ok() {
            self.out.append(&mut block);
        }
    }

    /// Runs `body` for each item.
    pub(super) fn for_each(
        &mut self,
        iteration: Iteration,
        span: Span,
        mut body: impl FnMut(&mut Self, Parts) -> Lowered<()>,
    ) -> Lowered<()> {
        let label = self.label();
        let locked = iteration.locked;
        if let Some(list) = locked {
            self.lock(list);
        }
        let index = self.set(int(0));
        let before = self.scope.clone();
        let (mut head, mut end) = (before.clone(), before.clone());
        // Types only grow along a lattice of small height.
        for _ in 0..64 {
            self.scope = head.clone();
            self.loops.push(Loop {
                label,
                head: head.clone(),
                end: end.clone(),
                continues: Vec::new(),
                breaks: Vec::new(),
                locked,
            });
            let lowered = self.block(|lower| {
                let item = lower.item(&iteration, get(index))?;
                body(lower, item)?;
                if !lower.dead {
                    let scope = lower.scope.clone();
                    lower.meet(&head);
                    if let Some(last) = lower.loops.last_mut() {
                        last.continues.push(scope);
                    }
                }
                Ok(())
            });
            self.dead = false;
            let Some(done) = self.loops.pop() else { break };
            let (block, ()) = lowered?;
            let mut next = head.clone();
            for scope in &done.continues {
                next = self.join_scopes(&next, scope);
            }
            let mut last = next.clone();
            for scope in &done.breaks {
                last = self.join_scopes(&last, scope);
            }
            if self.same_scope(&next, &head) && self.same_scope(&last, &end) {
                // Before the first item, and when the items are used up.
                let mut entry = Vec::new();
                self.conversions(&before, &head, &mut entry)?;
                self.out.append(&mut entry);
                let more = super::super::ir::op(
                    super::super::ir::Op::Lt,
                    get(index),
                    iteration.length.clone(),
                );
                let step = vec![Stat::Set(index, add(get(index), int(1)))];
                let mut exit = Vec::new();
                self.conversions(&head, &end, &mut exit)?;
                if exit.is_empty() {
                    self.out.push(Stat::While(label, more, block, step));
                } else {
                    // A jump leaves the loop where the words differ.
                    let mut whole = vec![Stat::If(more, Vec::new(), {
                        exit.push(Stat::Break(label));
                        exit
                    })];
                    whole.extend(block);
                    self.out.push(Stat::While(label, int(1), whole, step));
                }
                self.scope = end;
                if let Some(list) = locked {
                    self.unlock(list);
                }
                return Ok(());
            }
            (head, end) = (next, last);
        }
        Err(self.obstacle(span, "the types of variables in this loop do not settle"))
    }

    fn same_scope(&self, a: &Scope, b: &Scope) -> bool {
        a.len() == b.len()
            && a.iter().zip(b).all(|((name, one), (other, two))| {
                name == other
                    && one.local == two.local
                    && one.known == two.known
                    && one.perhaps_unbound == two.perhaps_unbound
                    && one.clashes == two.clashes
                    && self.world.unit.cells.resolved(&one.ty)
                        == self.world.unit.cells.resolved(&two.ty)
            })
    }
}
