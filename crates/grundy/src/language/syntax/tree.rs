//! Expressions, as they are read and before they are evaluated.

use num_bigint::BigInt;

use crate::language::functions;

/// A line: an expression, whose value may be given a name.
#[derive(Clone, Debug)]
pub(in crate::language) struct Statement {
    /// The name, and where it stands.
    pub(in crate::language) name: Option<(String, usize)>,
    pub(in crate::language) expression: Expression,
}

/// An expression and where it stands.
#[derive(Clone, Debug)]
pub(in crate::language) struct Expression {
    pub(in crate::language) at: usize,
    pub(in crate::language) kind: Kind,
}

impl Expression {
    /// Whether a function that is called in it is one of these.
    pub(in crate::language) fn calls(&self, is: &dyn Fn(&functions::Function) -> bool) -> bool {
        let calls = |of: &Expression| of.calls(is);
        match &self.kind {
            Kind::Integer(_)
            | Kind::Nimber(_)
            | Kind::Misere { .. }
            | Kind::Ups(_)
            | Kind::Uptimal { .. }
            | Kind::Upon { .. }
            | Kind::Name(_)
            | Kind::Game { .. } => false,
            Kind::Call { function, arguments } => is(function) || arguments.iter().any(calls),
            Kind::NimberOf(of) | Kind::Not(of) | Kind::Negative(of) | Kind::PlusMinus(of) => {
                calls(of)
            }
            Kind::PlusMinusOptions(all) | Kind::List(all) => all.iter().any(calls),
            Kind::Options { left, right, .. } => left.iter().chain(right).any(calls),
            Kind::Binary { left: a, right: b, .. }
            | Kind::Sides { onside: a, offside: b }
            | Kind::Range { from: a, to: b } => calls(a) || calls(b),
            Kind::Each { each, list, condition, .. } => {
                calls(each) || calls(list) || condition.as_deref().is_some_and(calls)
            }
        }
    }
}

/// What an expression is made of.
#[derive(Clone, Debug)]
pub(in crate::language) enum Kind {
    Integer(BigInt),
    /// `*3`
    Nimber(u64),
    /// `*[2#0]`, a misère form, and where its last bracket stands.
    Misere {
        close: usize,
    },
    /// `*n`, with n from a variable.
    NimberOf(Box<Expression>),
    /// `^3`, `v`: the number of ups, negative for downs.
    Ups(i32),
    /// `^[4]`, `^<2>`: the first numbers of up-nth and up to the n.
    Uptimal {
        down: bool,
        to: u32,
        sum: bool,
    },
    /// `^[on]`, `^<on>`, `v[on]`, `v<on>`
    Upon {
        down: bool,
        sum: bool,
    },
    /// A variable, a constant, or a ruleset without position; between braces also the name of open
    /// braces.
    Name(String),
    /// A game with its parentheses, and where it ends.
    Game {
        end: usize,
    },
    /// A function, also as a method.
    Call {
        function: &'static functions::Function,
        arguments: Vec<Expression>,
    },
    /// `not …`
    Not(Box<Expression>),
    /// `-G` and `±G`
    Negative(Box<Expression>),
    PlusMinus(Box<Expression>),
    /// `±{A,B}`: the options of Left; Right's are their negatives.
    PlusMinusOptions(Vec<Expression>),
    Binary {
        operator: Operator,
        left: Box<Expression>,
        right: Box<Expression>,
    },
    /// `{L|R}`, `a{L|R}`; inside, the name stands for all of it.
    Options {
        name: Option<String>,
        left: Vec<Expression>,
        right: Vec<Expression>,
    },
    /// `S & T`: a loopy game by its sides.
    Sides {
        onside: Box<Expression>,
        offside: Box<Expression>,
    },
    List(Vec<Expression>),
    /// `[each for name in list]`
    Each {
        each: Box<Expression>,
        name: String,
        list: Box<Expression>,
        condition: Option<Box<Expression>>,
    },
    /// `from..to`, both included.
    Range {
        from: Box<Expression>,
        to: Box<Expression>,
    },
}

/// What stands between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::language) enum Operator {
    Sum,
    Difference,
    Product,
    Quotient,
    OrdinalSum,
    /// `3 xor 5`
    Xor,
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    /// `<|`: less or confused
    NotAtLeast,
    /// `|>`
    NotAtMost,
    Confused,
    And,
    Or,
}

impl Operator {
    /// Whether words may stand on both sides, too.
    pub(in crate::language) fn compares_words(self) -> bool {
        matches!(self, Operator::Equal | Operator::Unequal)
    }
}

pub(super) fn binary(
    at: usize,
    operator: Operator,
    left: Expression,
    right: Expression,
) -> Expression {
    let kind = Kind::Binary { operator, left: Box::new(left), right: Box::new(right) };
    Expression { at, kind }
}
