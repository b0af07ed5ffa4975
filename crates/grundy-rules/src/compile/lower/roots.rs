//! The functions that the engine calls: positions from their bytes, their ends and options,
//! and the bytes of these.

use std::collections::HashMap;

use starlark_syntax::codemap::Span;

use super::super::helpers::Helper;
use super::super::ir::{
    Callee, Code, Global, Local, Node, Op, Stat, Width, add, both, choose, either, eq, get, int,
    load, op, sub,
};
use super::super::layout::Layout;
use super::super::memory;
use super::super::shape::Shape;
use super::super::types::{Function, Type};
use super::{Blame, Known, Lower, Lowered, NONE, Obstacle, Scope, Value, World};
use crate::conventions::Role;

/// What the engine has to know of a file to expand its positions.
pub(in super::super) struct Game<'a> {
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

impl Game<'_> {
    fn has(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// The shape of positions, without the tier in front, and the digits of the tier.
    fn shape(&self) -> (&Shape, usize) {
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
const UNANSWERED: i64 = 255;
/// Instead of a player to move: the images of a position are asked for.
pub(crate) const IMAGES: u8 = 2;
/// The byte of an option for alternating players.
const ALTERNATES: i64 = 2;
/// Bytes before the options of a position.
const HEAD: i64 = 5;

/// What a function that answers for a position is made for.
struct Given<'a, 'g> {
    game: &'a Game<'g>,
    /// The type of positions.
    position: &'a Type,
    /// The type of positions together with those that this function makes.
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
        game: &Game<'_>,
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
        Ok(vec![
            ("grundy_version", version),
            ("width", widths),
            ("start", start),
            ("buffer", buffer),
            ("expand", expand),
        ])
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
    /// The value of the position at an address.
    fn decode(&mut self, game: &Game<'_>, position: &Type) -> Lowered<()> {
        let layout = game.layout;
        // The letters of a group of digits, by the group.
        let mut groups: HashMap<usize, (Local, usize)> = HashMap::new();
        for (i, word) in layout.words.iter().enumerate() {
            let mut rest = load(Width::Eight, get(0), 8 * i as u32);
            // The last word may have fewer bytes.
            let missing = 8 * (8 * (i + 1)).saturating_sub(layout.width) as i64;
            if missing > 0 {
                rest = op(Op::And, rest, int(i64::MAX >> (missing - 1)));
            }
            let mut rest = self.hold(rest);
            for (j, group) in word.iter().enumerate().rev() {
                let digit = match j {
                    0 => rest.clone(),
                    _ => op(Op::And, rest.clone(), int(group.radix as i64 - 1)),
                };
                let digit = self.set(digit);
                groups.insert(group.first, (digit, group.count));
                let bits = i64::from(group.radix.trailing_zeros());
                rest = self.hold(op(Op::ShrUnsigned, rest, int(bits)));
            }
        }
        let (shape, mut at) = game.shape();
        let value = self.value(shape, position, &groups, &mut at)?;
        self.out.push(Stat::Return(value));
        Ok(())
    }

    /// The digit at an index, which is alone in its group.
    fn digit(groups: &HashMap<usize, (Local, usize)>, at: &mut usize) -> Node {
        let digit = groups.get(at).map_or(int(0), |&(local, _)| get(local));
        *at += 1;
        digit
    }

    /// The word of a value of a type, from its digits from an index on.
    fn value(
        &mut self,
        shape: &Shape,
        ty: &Type,
        groups: &HashMap<usize, (Local, usize)>,
        at: &mut usize,
    ) -> Lowered<Node> {
        let first = *at;
        // The type may still grow; the digits are passed over.
        let unlike = |lower: &mut Self, at: &mut usize| {
            lower.world.unlike = Some(format!("positions that are {ty}"));
            *at = first + shape.length();
            Ok(Node::Never)
        };
        if let (Shape::Option(inner), Type::Option(ty)) = (shape, ty) {
            let there = Self::digit(groups, at);
            let (stats, word) = self.block(|lower| lower.value(inner, ty, groups, at))?;
            let word = super::super::ir::after(stats, word);
            return Ok(self.hold(choose(there, word, int(NONE))));
        }
        if let (false, Type::Option(inner)) = (*shape == Shape::None, ty) {
            return self.value(shape, inner, groups, at);
        }
        Ok(match (shape, ty) {
            (Shape::None, Type::None | Type::Option(_)) => int(NONE),
            (Shape::Bool, Type::Bool) => Self::digit(groups, at),
            (Shape::Number { low, .. }, Type::Int) => add(Self::digit(groups, at), int(*low)),
            (Shape::Choice(texts), Type::Text) => {
                let mut words = Vec::new();
                for text in texts {
                    let Some(codes) = self.world.program.codes(text) else {
                        return unlike(self, at);
                    };
                    words.push(self.world.unit.data.text(&codes));
                }
                let table = self.world.unit.data.words(&words);
                let digit = Self::digit(groups, at);
                self.hold(load(Width::Eight, add(int(table), op(Op::Shl, digit, int(3))), 0))
            }
            (Shape::Text { least, most, letters }, Type::Text | Type::Char) => {
                let all: String = letters.iter().collect();
                let Some(codes) = self.world.program.codes(&all) else { return unlike(self, at) };
                let size = match least == most {
                    true => int(*most as i64),
                    false => add(Self::digit(groups, at), int(*least as i64)),
                };
                if *ty == Type::Char {
                    if (*least, *most) != (1, 1) {
                        return unlike(self, at);
                    }
                    let table = address_of(self.world.unit.data.table(&codes));
                    let digit = Self::digit(groups, at);
                    return Ok(self.hold(load(Width::One, add(int(table), digit), 0)));
                }
                if *most == 0 {
                    return Ok(int(0));
                }
                let text = self.allocate(int(*most as i64));
                let end = *at + most;
                let mut offset = 0;
                while *at < end {
                    let Some(&(digit, count)) = groups.get(at) else {
                        return unlike(self, at);
                    };
                    // All letters of the group at once; what is too much is written over.
                    let table = self.world.unit.data.letters(&codes, count);
                    let word =
                        load(Width::Eight, add(int(table), op(Op::Shl, get(digit), int(3))), 0);
                    self.out.push(Stat::Store(Width::Eight, get(text), word, offset));
                    *at += count;
                    offset += count as u32;
                }
                self.hold(memory::pair(get(text), size))
            }
            (Shape::Tuple(items), Type::Tuple(types)) if items.len() == types.len() => {
                let mut words = Vec::new();
                for (item, ty) in items.iter().zip(types.iter()) {
                    let word = self.value(item, ty, groups, at)?;
                    words.push(self.hold(word));
                }
                self.tuple_of(words)
            }
            (Shape::Tuple(items), Type::Row(ty)) => {
                let mut words = Vec::new();
                for item in items {
                    let word = self.value(item, ty, groups, at)?;
                    words.push(self.hold(word));
                }
                self.tuple_of(words)
            }
            (Shape::Row { least, most, item }, Type::Row(ty)) => {
                let size = match least == most {
                    true => int(*most as i64),
                    false => add(Self::digit(groups, at), int(*least as i64)),
                };
                let mut words = Vec::new();
                for _ in 0..*most {
                    let word = self.value(item, ty, groups, at)?;
                    words.push(self.hold(word));
                }
                let row = self.tuple_of(words);
                self.hold(memory::pair(memory::address(row), size))
            }
            _ => return unlike(self, at),
        })
    }

    /// Stores the bytes of a position at an address; does not answer if it has none.
    fn encode(
        &mut self,
        game: &Game<'_>,
        tier: Option<&Value>,
        position: Value,
        to: &Node,
    ) -> Lowered<()> {
        let layout = game.layout;
        let mut radices = Vec::new();
        layout.shape.radices(&mut radices);
        let digits: Vec<Local> = radices.iter().map(|_| self.temporary()).collect();
        let mut at = 0;
        if let (Shape::Tuple(pair), Some(tier)) = (&layout.shape, tier) {
            self.digits(&pair[0], tier.clone(), &digits, &mut at, &unanswered)?;
        }
        self.digits(game.shape().0, position, &digits, &mut at, &unanswered)?;
        for (i, word) in layout.words.iter().enumerate() {
            let mut whole = int(0);
            for group in word {
                let mut part = int(0);
                for digit in group.first..group.first + group.count {
                    let scaled = op(Op::Mul, part, int(radices[digit] as i64));
                    part = match scaled {
                        Node::Int(0) => get(digits[digit]),
                        scaled => add(scaled, get(digits[digit])),
                    };
                }
                let bits = i64::from(group.radix.trailing_zeros());
                let scaled = op(Op::Shl, whole, int(bits));
                whole = match scaled {
                    Node::Int(0) => part,
                    scaled => add(scaled, part),
                };
            }
            self.out.push(Stat::Store(Width::Eight, to.clone(), whole, 8 * i as u32));
        }
        Ok(())
    }

    /// Sets the digits of a value from an index on; `misfit` where it has none.
    fn digits(
        &mut self,
        shape: &Shape,
        value: Value,
        digits: &[Local],
        at: &mut usize,
        misfit: &dyn Fn() -> Stat,
    ) -> Lowered<()> {
        let value = self.held(value);
        if let Type::Option(inner) = value.ty.clone() {
            let none = eq(value.node.clone(), int(NONE));
            let inner = Value::new((*inner).clone(), value.node);
            match shape {
                Shape::None => {
                    self.out.push(Stat::If(none, Vec::new(), vec![misfit()]));
                    return Ok(());
                }
                Shape::Option(shape) => {
                    let first = *at;
                    *at += 1;
                    let (mut yes, ()) =
                        self.block(|lower| lower.digits(shape, inner, digits, at, misfit))?;
                    yes.push(Stat::Set(digits[first], int(1)));
                    let no = digits[first..*at].iter().map(|&digit| Stat::Set(digit, int(0)));
                    let no = no.collect();
                    self.out.push(Stat::If(none, no, yes));
                    return Ok(());
                }
                _ => {
                    self.out.push(Stat::If(none, vec![misfit()], Vec::new()));
                    return self.digits(shape, inner, digits, at, misfit);
                }
            }
        }
        if let Shape::Option(inner) = shape {
            let first = *at;
            *at += 1;
            if value.ty == Type::None {
                let mut radices = Vec::new();
                inner.radices(&mut radices);
                *at += radices.len();
                for &digit in &digits[first..*at] {
                    self.out.push(Stat::Set(digit, int(0)));
                }
                return Ok(());
            }
            self.out.push(Stat::Set(digits[first], int(1)));
            return self.digits(inner, value, digits, at, misfit);
        }
        let mut next = || {
            *at += 1;
            digits[*at - 1]
        };
        match (shape, value.ty.clone()) {
            (Shape::None, Type::None) => {}
            (Shape::Bool, Type::Bool) => {
                let digit = next();
                self.out.push(Stat::Set(digit, value.node));
            }
            (Shape::Number { low, high }, Type::Int) => {
                let digit = next();
                self.out.push(Stat::Set(digit, sub(value.node, int(*low))));
                let most = high.abs_diff(*low) as i64;
                let beyond = op(Op::LtUnsigned, int(most), get(digit));
                self.out.push(Stat::If(beyond, vec![misfit()], Vec::new()));
            }
            (Shape::Choice(texts), Type::Text | Type::Char) => {
                let digit = next();
                let text = self.coerce(value, &Type::Text, Span::default())?;
                let text = self.hold(text);
                let mut choice = vec![misfit()];
                for (i, known) in texts.iter().enumerate().rev() {
                    let known = self.of_known(&Known::Text(known.clone()));
                    let (mut stats, same) = self.block(|lower| {
                        lower.equal(Value::new(Type::Text, text.clone()), known, Span::default())
                    })?;
                    let set = Stat::Set(digit, int(i as i64));
                    stats.push(Stat::If(same, vec![set], choice));
                    choice = stats;
                }
                self.out.append(&mut choice);
            }
            (Shape::Text { least, most, letters }, Type::Text | Type::Char) => {
                let all: String = letters.iter().collect();
                let Some(codes) = self.world.program.codes(&all).filter(|all| all.len() < 128)
                else {
                    self.out.push(misfit());
                    return Ok(());
                };
                // The number of each letter, and 128 for others.
                let mut numbers = [128; 256];
                for (i, &code) in codes.iter().enumerate() {
                    numbers[usize::from(code)] = i as u8;
                }
                let table = address_of(self.world.unit.data.table(&numbers));
                let number = |code: Node| load(Width::One, add(int(table), code), 0);
                if value.ty == Type::Char && (*least, *most) == (1, 1) {
                    let digit = next();
                    self.out.push(Stat::Set(digit, number(value.node)));
                    let other = op(Op::Lt, int(127), get(digit));
                    self.out.push(Stat::If(other, vec![misfit()], Vec::new()));
                    return Ok(());
                }
                let text = self.coerce(value, &Type::Text, Span::default())?;
                let text = self.hold(text);
                let size = self.hold(memory::length(text.clone()));
                let digit = (least != most).then(&mut next);
                self.length_digit(&size, (*least, *most), digit, misfit);
                let address = self.hold(memory::address(text));
                let bad = self.set(int(0));
                for i in 0..*most {
                    let digit = next();
                    let found = number(load(Width::One, address.clone(), i as u32));
                    let found = match i < *least {
                        true => found,
                        false => choose(op(Op::Gt, size.clone(), int(i as i64)), found, int(0)),
                    };
                    self.out.push(Stat::Set(digit, found));
                    self.out.push(Stat::Set(bad, op(Op::Or, get(bad), get(digit))));
                }
                let other = op(Op::Lt, int(127), get(bad));
                self.out.push(Stat::If(other, vec![misfit()], Vec::new()));
            }
            (Shape::Tuple(items), Type::Tuple(types)) if items.len() == types.len() => {
                let address = self.hold(memory::address(value.node));
                for (i, (item, ty)) in items.iter().zip(types.iter()).enumerate() {
                    let word = load(Width::Eight, address.clone(), 8 * i as u32);
                    self.digits(item, Value::new(ty.clone(), word), digits, at, misfit)?;
                }
            }
            (Shape::Tuple(items), Type::Row(ty)) => {
                let other = op(Op::Ne, memory::length(value.node.clone()), int(items.len() as i64));
                self.out.push(Stat::If(other, vec![misfit()], Vec::new()));
                let address = self.hold(memory::address(value.node));
                for (i, item) in items.iter().enumerate() {
                    let word = load(Width::Eight, address.clone(), 8 * i as u32);
                    self.digits(item, Value::new((*ty).clone(), word), digits, at, misfit)?;
                }
            }
            (Shape::Row { least, most, item }, Type::Row(_) | Type::Tuple(_)) => {
                let ty = self.any_item(&value.ty, Span::default())?;
                let row = self.coerce(value, &Type::Row(ty.clone().into()), Span::default())?;
                let row = self.hold(row);
                let size = self.hold(memory::length(row.clone()));
                let digit = (least != most).then(&mut next);
                self.length_digit(&size, (*least, *most), digit, misfit);
                let address = self.hold(memory::address(row));
                for i in 0..*most {
                    let first = *at;
                    let word = load(Width::Eight, address.clone(), 8 * i as u32);
                    let (there, ()) = self.block(|lower| {
                        lower.digits(item, Value::new(ty.clone(), word), digits, at, misfit)
                    })?;
                    if i < *least {
                        self.out.extend(there);
                    } else {
                        let zeros = digits[first..*at].iter().map(|&d| Stat::Set(d, int(0)));
                        let zeros = zeros.collect();
                        let more = op(Op::Gt, size.clone(), int(i as i64));
                        self.out.push(Stat::If(more, there, zeros));
                    }
                }
            }
            _ => {
                let mut radices = Vec::new();
                shape.radices(&mut radices);
                *at += radices.len();
                self.out.push(misfit());
            }
        }
        Ok(())
    }

    /// Sets the digit of a length, if there is one, and checks that it is between two others.
    fn length_digit(
        &mut self,
        size: &Node,
        (least, most): (usize, usize),
        digit: Option<Local>,
        misfit: &dyn Fn() -> Stat,
    ) {
        let more = sub(size.clone(), int(least as i64));
        let beyond = op(Op::LtUnsigned, int((most - least) as i64), more.clone());
        self.out.push(Stat::If(beyond, vec![misfit()], Vec::new()));
        if let Some(digit) = digit {
            self.out.push(Stat::Set(digit, more));
        }
    }

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

    /// The answer for a position, whose value and whose place for the answer are given. Returns
    /// the end of the answer.
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
                // Wrong, which the interpreter reports; or never returned.
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
                lower.least_image(given, tier.as_ref(), option.clone(), &to)?;
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

    /// A position in its canonical form.
    fn canonical(&mut self, given: &mut Given<'_, '_>, position: Value) -> Lowered<Value> {
        let mut position = self.position(given, position)?;
        if given.game.has(Role::Canonical) {
            let canonical = self.role(Role::Canonical, vec![position])?;
            position = self.position(given, canonical)?;
        }
        // A single heap is as it is.
        if given.game.heaps && !matches!(position.ty, Type::Int) {
            let heaps = self.library("_heaps", vec![position], Span::default())?;
            position = self.position(given, heaps)?;
        }
        Ok(position)
    }

    /// The images of a position instead of its options, in the form of an answer.
    fn images(&mut self, given: &mut Given<'_, '_>) -> Lowered<()> {
        let value = Value::new(given.position.clone(), get(0));
        let tier = self.tier(given.game, &value)?;
        let Some(row) = self.listed(Role::Symmetries, vec![value])? else { return Ok(()) };
        self.records(given, row, |lower, given, image, to| {
            let image = lower.position(given, image)?;
            lower.encode(given.game, tier.as_ref(), image, &to)?;
            Ok(int(ALTERNATES))
        })
    }

    /// Replaces the bytes of a position at an address by those of its least image, if these are
    /// less.
    fn least_image(
        &mut self,
        given: &mut Given<'_, '_>,
        tier: Option<&Value>,
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
            lower.encode(given.game, tier, image, &scratch)?;
            // As integers: the last word counts most.
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
    fn tier(&mut self, game: &Game<'_>, position: &Value) -> Lowered<Option<Value>> {
        if !game.has(Role::Tier) {
            return Ok(None);
        }
        let tier = self.role(Role::Tier, vec![position.clone()])?;
        Ok(Some(match tier.ty {
            Type::Int => self.held(tier),
            // Wrong, which the interpreter reports; or never returned.
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
        // The last word and the turn may be written with some bytes too many.
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

/// The statement that the position is not answered for.
fn unanswered() -> Stat {
    Stat::If(
        int(1),
        vec![
            Stat::Store(Width::Eight, get(1), int(UNANSWERED), 0),
            Stat::Return(add(get(1), int(HEAD))),
        ],
        Vec::new(),
    )
}

/// The address in the word of a text.
fn address_of(word: i64) -> i64 {
    word >> 32
}
