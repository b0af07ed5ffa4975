//! The functions that the engine calls: positions from their bytes, their ends and options,
//! and the bytes of these.

use std::collections::HashMap;

use grundy::stated::HIGHEST_SCORE;
use grundy_starlark::syntax::Span;

use super::super::helpers::Helper;
use super::super::ir::{
    Callee, Code, Global, Node, Op, Stat, Width, add, both, choose, either, eq, get, int, load, op,
    sub,
};
use super::super::memory;
use super::super::types::{Function, Type};
use super::{Blame, Known, Lower, Lowered, NONE, Obstacle, Scope, Value, World};
use crate::conventions::Role;
use crate::structure::layout::Layout;
use crate::structure::shape::Shape;

/// What the engine has to know of a file to expand its positions.
pub(in super::super) struct GameTypes<'a> {
    pub(in super::super) layout: &'a Layout,
    /// The functions that say that play is over, and the one for the turn, if the file has them.
    pub(in super::super) roles: &'a [Role],
    /// Whether a function takes the player to move as a parameter.
    pub(in super::super) asks_player: &'a dyn Fn(Role) -> bool,
    /// Whether Left and Right have functions of their own.
    pub(in super::super) sides: bool,
    pub(in super::super) heaps: bool,
    /// Whether the options are replaced by their negatives, so that Left is always to move.
    pub(in super::super) negates: bool,
}

impl GameTypes<'_> {
    fn has(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// The shape of positions, without the tier in front, and the digits of the tier.
    pub(super) fn shape(&self) -> (&Shape, usize) {
        match &self.layout.shape {
            Shape::Tuple(pair) if self.has(Role::Tier) => (&pair[1], pair[0].length()),
            shape => (shape, 0),
        }
    }
}

/// Addresses in the memory of the module.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Places {
    /// Where the host writes positions.
    pub(in super::super) input: i64,
    /// The first byte behind.
    pub(in super::super) input_end: i64,
    /// Where the image of a position is written.
    pub(in super::super) scratch: i64,
    /// Where the answers begin.
    pub(in super::super) output: i64,
}

/// The bytes for ends, as the interface of modules has them.
const LEFT_WON: i64 = 1;
const RIGHT_WON: i64 = 2;
const TIE: i64 = 3;
pub(super) const UNANSWERED: i64 = 255;
/// Instead of a player to move: the images of a position are asked for.
pub(crate) const IMAGES: u8 = 2;
/// The byte of an option for alternating players.
const ALTERNATES: i64 = 2;
/// Bytes before the options of a position.
pub(super) const HEAD: i64 = 5;

/// The context of a function that answers for a position.
struct Given<'a, 'g> {
    game: &'a GameTypes<'g>,
    /// The type of positions.
    position: &'a Type,
    /// The type of positions, joined with the positions that this function makes.
    grown: &'a mut Type,
    places: Places,
}

/// An exported function, and its name.
pub(in super::super) type Exports = Vec<(&'static str, Callee)>;

impl World<'_> {
    /// Lowers everything that the engine calls. `position` is the type of positions, which may
    /// grow.
    pub(in super::super) fn roots(
        &mut self,
        game: &GameTypes<'_>,
        position: &mut Type,
        places: Places,
    ) -> Lowered<Exports> {
        let decode = self.root("decode", 1, |lower| lower.decode(game, position))?;
        let mut answers = Vec::new();
        for mover in [Some("Left"), Some("Right"), None] {
            if mover.is_none() && !game.has(Role::Symmetries) {
                continue;
            }
            let mut grown = position.clone();
            let callee = self.root(mover.unwrap_or("images"), 2, |lower| {
                let given = &mut Given { game, position, grown: &mut grown, places };
                match mover {
                    Some(mover) => lower.answer(given, mover),
                    None => lower.images(given),
                }
            })?;
            answers.push(callee);
            let joined = self.unit.cells.join(position, &grown);
            let joined = joined.map_err(|super::Clash(a, b)| Obstacle {
                span: 0..0,
                why: format!("positions are {a} in one place and {b} in another"),
                help: None,
            })?;
            let joined = self.unit.cells.resolved(&joined);
            if joined != self.unit.cells.resolved(position) {
                *position = joined;
                self.changed = true;
            }
        }
        let width = game.layout.width as i64;
        let expand = self.root("expand", 2, |lower| {
            lower.expand(width, decode, &answers, places);
            Ok(())
        })?;
        let score = match game.has(Role::Score) {
            true => Some(self.root("score", 1, |lower| lower.score_at(decode, position))?),
            false => None,
        };
        let constant = |value: i64| {
            move |lower: &mut Lower<'_, '_>| {
                lower.out.push(Stat::Return(int(value)));
                Ok(())
            }
        };
        let version = self.root("grundy_version", 0, constant(1))?;
        let widths = self.root("width", 0, constant(width))?;
        let start = self.root("start", 2, constant(0))?;
        let buffer = self.root("buffer", 1, |lower| {
            let room = int(places.input_end - places.input);
            let fits = op(Op::LeUnsigned, get(0), room);
            lower.out.push(Stat::Return(choose(fits, int(places.input), int(0))));
            Ok(())
        })?;
        let mut exports = vec![
            ("grundy_version", version),
            ("width", widths),
            ("start", start),
            ("buffer", buffer),
            ("expand", expand),
        ];
        exports.extend(score.map(|score| ("score", score)));
        Ok(exports)
    }

    /// A function that is not written in Starlark.
    fn root(
        &mut self,
        name: &str,
        parameters: u32,
        work: impl FnOnce(&mut Lower<'_, '_>) -> Lowered<()>,
    ) -> Lowered<Callee> {
        let callee = self.unit.reserve();
        // Names mean what they mean in the library.
        let function = self.program.library("_root").unwrap_or_default();
        let mut lower = Lower {
            number: usize::MAX,
            function,
            blame: Blame { fixed: Some(Span::default()) },
            code: Code::new(name, parameters),
            locals: HashMap::new(),
            scope: Scope::new(),
            out: Vec::new(),
            dead: false,
            loops: Vec::new(),
            labels: 0,
            returned: Type::Never,
            returns: Type::Never,
            world: self,
        };
        work(&mut lower)?;
        let Lower { mut code, out, .. } = lower;
        code.body = out;
        self.unit.functions[callee] = Some(code);
        Ok(callee)
    }
}

impl Lower<'_, '_> {
    /// Calls a function of the file.
    fn role(&mut self, role: Role, given: Vec<Value>) -> Lowered<Value> {
        let Some(number) = self.world.program.file_function(role.name()) else {
            return Err(self.blame.obstacle(format!("`{}` is not defined by `def`", role.name())));
        };
        let function = Function { number, captured: Vec::new().into() };
        let span = self.world.program.span(number);
        let blame = std::mem::replace(&mut self.blame, Blame { fixed: None });
        let called = self.call_function(&function, int(0), given, Vec::new(), span);
        self.blame = blame;
        called
    }

    /// The answer for a position, given its value and the place for the answer. Returns the end of
    /// the answer.
    fn answer(&mut self, given: &mut Given<'_, '_>, mover: &str) -> Lowered<()> {
        let game = given.game;
        let value = Value::new(given.position.clone(), get(0));
        let player = Known::Text(mover.to_string());
        let arguments = |lower: &mut Self, role: Role| {
            let mut arguments = vec![value.clone()];
            if (game.asks_player)(role) {
                arguments.push(lower.of_known(&player));
            }
            arguments
        };
        let closed = |end: i64| {
            vec![
                Stat::Store(Width::Eight, get(1), int(end), 0),
                Stat::Return(add(get(1), int(HEAD))),
            ]
        };
        let is_left = mover == "Left";
        let ends = [
            (Role::LeftWon, LEFT_WON),
            (Role::RightWon, RIGHT_WON),
            (Role::Won, if is_left { LEFT_WON } else { RIGHT_WON }),
            (Role::Lost, if is_left { RIGHT_WON } else { LEFT_WON }),
            (Role::Tie, TIE),
        ];
        for (role, end) in ends {
            if !game.has(role) {
                continue;
            }
            let arguments = arguments(self, role);
            let over = self.role(role, arguments)?;
            match over.ty {
                Type::Bool => self.out.push(Stat::If(over.node, closed(end), Vec::new())),
                // A wrong value, which the interpreter reports; or the call never returned.
                _ => self.out.push(Stat::Trap),
            }
        }
        let role = match (game.sides, is_left) {
            (false, _) => Role::Moves,
            (true, true) => Role::Left,
            (true, false) => Role::Right,
        };
        let arguments = arguments(self, role);
        let Some(row) = self.listed(role, arguments)? else { return Ok(()) };
        if game.has(Role::Score) {
            let count = self.hold(memory::length(row.node.clone()));
            let (mut over, score) = self.block(|lower| lower.score(value.clone()))?;
            let is = |compare, end, otherwise| {
                choose(op(compare, score.clone(), int(0)), int(end), otherwise)
            };
            let end = is(Op::Gt, LEFT_WON, is(Op::Lt, RIGHT_WON, int(TIE)));
            over.push(Stat::Store(Width::Eight, get(1), end, 0));
            over.push(Stat::Return(add(get(1), int(HEAD))));
            self.out.push(Stat::If(eq(count, int(0)), over, Vec::new()));
        }
        let negates = game.negates && is_left;
        self.records(given, row, |lower, given, option, to| {
            let mut option = lower.canonical(given, option)?;
            if negates {
                option = lower.role(Role::Negative, vec![option])?;
                option = lower.canonical(given, option)?;
            }
            let tier = lower.tier(game, &option)?;
            lower.encode(game, tier.as_ref(), option.clone(), &to)?;
            if game.has(Role::Symmetries) {
                lower.least_image(given, option.clone(), &to)?;
            }
            match game.has(Role::Turn) {
                false => Ok(int(ALTERNATES)),
                true => {
                    let answer = lower.role(Role::Turn, vec![option])?;
                    lower.whose_turn(answer)
                }
            }
        })
    }

    /// What `score` gives for a position.
    fn score(&mut self, position: Value) -> Lowered<Node> {
        let score = self.role(Role::Score, vec![position])?;
        Ok(match score.ty {
            Type::Int => {
                let score = self.held(score).node;
                let most = int(HIGHEST_SCORE);
                let fits = both(
                    op(Op::Le, score.clone(), most.clone()),
                    op(Op::Ge, score.clone(), int(-HIGHEST_SCORE)),
                );
                self.hold(choose(fits, score, Node::Never))
            }
            // A wrong value, which the interpreter reports; or the call never returned.
            _ => Node::Never,
        })
    }

    /// The score of the position whose bytes are at an address.
    fn score_at(&mut self, decode: Callee, position: &Type) -> Lowered<()> {
        self.out.push(Stat::SetGlobal(Global::Depth, int(0)));
        self.out.push(Stat::SetGlobal(Global::Free, Node::Global(Global::Base)));
        let value = self.hold(Node::Call(decode, vec![get(0)]));
        let score = self.score(Value::new(position.clone(), value))?;
        self.out.push(Stat::Return(score));
        Ok(())
    }

    /// A position in its canonical form.
    fn canonical(&mut self, given: &mut Given<'_, '_>, position: Value) -> Lowered<Value> {
        let mut position = self.position(given, position)?;
        if given.game.has(Role::Canonical) {
            let canonical = self.role(Role::Canonical, vec![position])?;
            position = self.position(given, canonical)?;
        }
        // A single heap stays as it is.
        if given.game.heaps && !matches!(position.ty, Type::Int) {
            let heaps = self.library("_heaps", vec![position], Span::default())?;
            position = self.position(given, heaps)?;
        }
        Ok(position)
    }

    /// The images of a position instead of its options, in the form of an answer.
    fn images(&mut self, given: &mut Given<'_, '_>) -> Lowered<()> {
        let value = Value::new(given.position.clone(), get(0));
        let Some(row) = self.listed(Role::Symmetries, vec![value])? else { return Ok(()) };
        self.records(given, row, |lower, given, image, to| {
            let image = lower.position(given, image)?;
            let tier = lower.tier(given.game, &image)?;
            lower.encode(given.game, tier.as_ref(), image, &to)?;
            Ok(int(ALTERNATES))
        })
    }

    /// Replaces the bytes of a position at an address by the bytes of its least image, if these are
    /// less.
    fn least_image(
        &mut self,
        given: &mut Given<'_, '_>,
        position: Value,
        to: &Node,
    ) -> Lowered<()> {
        let Some(row) = self.listed(Role::Symmetries, vec![position])? else { return Ok(()) };
        let span = Span::default();
        let iteration = self.iterate_value(row, true, span)?;
        let words = given.game.layout.words.len() as u32;
        let scratch = int(given.places.scratch);
        self.for_each(iteration, span, |lower, image| {
            let image = lower.whole(image);
            let image = lower.position(given, image)?;
            let tier = lower.tier(given.game, &image)?;
            lower.encode(given.game, tier.as_ref(), image, &scratch)?;
            // Compared as integers: the last word counts most.
            let mut less = int(0);
            for word in 0..words {
                let (new, old) = (load(Width::Eight, scratch.clone(), 8 * word), 8 * word);
                let (new, old) = (lower.hold(new), load(Width::Eight, to.clone(), old));
                let old = lower.hold(old);
                let same = both(eq(new.clone(), old.clone()), less);
                less = either(op(Op::LtUnsigned, new, old), same);
            }
            let copy = (0..words).map(|word| {
                let new = load(Width::Eight, scratch.clone(), 8 * word);
                Stat::Store(Width::Eight, to.clone(), new, 8 * word)
            });
            lower.out.push(Stat::If(less, copy.collect(), Vec::new()));
            Ok(())
        })
    }

    /// What `tier` gives for a position, if the file has it.
    fn tier(&mut self, game: &GameTypes<'_>, position: &Value) -> Lowered<Option<Value>> {
        if !game.has(Role::Tier) {
            return Ok(None);
        }
        let tier = self.role(Role::Tier, vec![position.clone()])?;
        Ok(Some(match tier.ty {
            Type::Int => self.held(tier),
            // A wrong value, which the interpreter reports; or the call never returned.
            _ => Value::new(Type::Int, Node::Never),
        }))
    }

    /// A list of positions that a function of the file gives; none if it never returns.
    fn listed(&mut self, role: Role, given: Vec<Value>) -> Lowered<Option<Value>> {
        let listed = self.role(role, given)?;
        let row = match listed.ty.clone() {
            Type::List(cell) => {
                let row = self.hold(memory::row_of(listed.node));
                Value::new(Type::Row(self.world.unit.cells.content(cell).into()), row)
            }
            Type::Dict(_, values) if role != Role::Symmetries => {
                let row = self.hold(memory::row_of(listed.node));
                let list = self.call(Helper::Column, vec![row, int(1)])?;
                let list = self.hold(list);
                let content = self.world.unit.cells.content(values);
                Value::new(Type::Row(content.into()), self.hold(memory::row_of(list)))
            }
            Type::Never => {
                self.out.push(Stat::Trap);
                return Ok(None);
            }
            other => {
                let wanted = if role == Role::Symmetries { "a list" } else { "a list or a dict" };
                let why = format!("`{}` gives {other}, not {wanted}", role.name());
                let number = self.world.program.file_function(role.name());
                let span = number.map_or(Span::default(), |it| self.world.program.span(it));
                return Err(Obstacle { span: super::range(span), why, help: None });
            }
        };
        Ok(Some(self.held(row)))
    }

    /// The answer with a record for each item of a row. `record` stores an item at an address,
    /// and gives the byte of the turn behind it.
    fn records(
        &mut self,
        given: &mut Given<'_, '_>,
        row: Value,
        record: impl Fn(&mut Self, &mut Given<'_, '_>, Value, Node) -> Lowered<Node>,
    ) -> Lowered<()> {
        let out = get(1);
        let count = self.hold(memory::length(row.node.clone()));
        let width = given.game.layout.width;
        let stride = width as i64 + 1;
        // Writing the last word and the turn may write some bytes too many.
        let size = add(op(Op::Mul, count.clone(), int(stride)), int(HEAD + 16));
        self.out.push(Stat::Eval(Node::Reach(Box::new(add(out.clone(), size)))));
        self.out.push(Stat::Store(Width::One, out.clone(), int(0), 0));
        self.out.push(Stat::Store(Width::Four, out.clone(), count, 1));
        let to = self.set(add(out, int(HEAD)));
        let span = Span::default();
        let iteration = self.iterate_value(row, true, span)?;
        self.for_each(iteration, span, |lower, item| {
            let item = lower.whole(item);
            let whose = record(lower, given, item, get(to))?;
            lower.out.push(Stat::Store(Width::One, get(to), whose, width as u32));
            lower.out.push(Stat::Set(to, add(get(to), int(stride))));
            Ok(())
        })?;
        self.out.push(Stat::Return(get(to)));
        Ok(())
    }

    /// A value as a position; a trap where the types of this round do not agree yet.
    fn position(&mut self, given: &mut Given<'_, '_>, value: Value) -> Lowered<Value> {
        let span = Span::default();
        *given.grown = self.join(given.grown, &value.ty, span)?;
        let node = match self.coerce(value, given.position, span) {
            Ok(node) => self.hold(node),
            Err(_) => Node::Never,
        };
        Ok(Value::new(given.position.clone(), node))
    }

    /// The byte of the turn: 0 for Left, 1 for Right, 2 for alternating players.
    fn whose_turn(&mut self, answer: Value) -> Lowered<Node> {
        let answer = self.held(answer);
        let (text, alternates) = match answer.ty.clone() {
            Type::None => return Ok(int(ALTERNATES)),
            Type::Text => (answer, int(0)),
            Type::Option(inner) if *inner == Type::Text => {
                let alternates = eq(answer.node.clone(), int(NONE));
                (Value::new(Type::Text, answer.node), alternates)
            }
            _ => return Ok(Node::Never),
        };
        let [left, right] = ["Left", "Right"].map(|name| Known::Text(name.to_string()));
        let (left, right) = (self.of_known(&left), self.of_known(&right));
        let is = |lower: &mut Self, player: Value| {
            lower.block(|lower| lower.equal(text.clone(), player, Span::default()))
        };
        let (one, is_left) = is(self, left)?;
        let (two, is_right) = is(self, right)?;
        use super::super::ir::after;
        let named =
            choose(after(one, is_left), int(0), choose(after(two, is_right), int(1), Node::Never));
        let turn = choose(alternates, int(ALTERNATES), named);
        Ok(self.hold(turn))
    }

    /// Expands all positions at an address; returns the address of the answers.
    fn expand(&mut self, width: i64, decode: Callee, answers: &[Callee], places: Places) {
        let (at, out, left) = (self.temporary(), self.temporary(), self.temporary());
        let label = self.label();
        self.out.push(Stat::Set(at, get(0)));
        self.out.push(Stat::Set(out, int(places.output)));
        self.out.push(Stat::Set(left, get(1)));
        self.out.push(Stat::SetGlobal(Global::Depth, int(0)));
        let value = self.temporary();
        let mover = load(Width::One, get(at), width as u32);
        let mut answers = answers.iter().map(|&it| Node::Call(it, vec![get(value), get(out)]));
        let (left_moves, right_moves) = (answers.next(), answers.next());
        let mut answer = right_moves.unwrap_or(Node::Never);
        if let Some(images) = answers.next() {
            let wanted = eq(mover.clone(), int(i64::from(IMAGES)));
            answer = choose(wanted, images, answer);
        }
        let left_moves = left_moves.unwrap_or(Node::Never);
        // Room for an answer without options.
        let reach = Node::Reach(Box::new(add(get(out), int(HEAD + 16))));
        let body = vec![
            Stat::Eval(reach),
            Stat::SetGlobal(Global::Free, Node::Global(Global::Base)),
            Stat::Set(value, Node::Call(decode, vec![get(at)])),
            Stat::Set(out, choose(eq(mover, int(0)), left_moves, answer)),
        ];
        let step = vec![
            Stat::Set(at, add(get(at), int(width + 1))),
            Stat::Set(left, sub(get(left), int(1))),
        ];
        self.out.push(Stat::While(label, op(Op::Gt, get(left), int(0)), body, step));
        self.out.push(Stat::Return(int(places.output)));
    }
}
