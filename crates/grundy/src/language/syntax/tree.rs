//! Expressions, as they are read and before they are evaluated.

use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigInt;

use crate::language::functions;
use grundy_base::stack::deeper;

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
        let itself = matches!(&self.kind, Kind::Call { function, .. } if is(function));
        itself || self.parts().into_iter().any(|part| deeper(|| part.calls(is)))
    }

    /// The expressions that it is made of.
    pub(super) fn parts(&self) -> Vec<&Expression> {
        match &self.kind {
            Kind::Integer(_)
            | Kind::Nimber(_)
            | Kind::Misere { .. }
            | Kind::Ups(_)
            | Kind::Uptimal { .. }
            | Kind::Upon { .. }
            | Kind::Name(_)
            | Kind::Game { .. } => Vec::new(),
            Kind::NimberOf(of) | Kind::Not(of) | Kind::Negative(of) | Kind::PlusMinus(of) => {
                vec![of]
            }
            Kind::Function(function) => vec![&function.body],
            Kind::Call { arguments: all, .. } | Kind::PlusMinusOptions(all) | Kind::List(all) => {
                all.iter().collect()
            }
            Kind::Apply { function, arguments } => {
                std::iter::once(&**function).chain(arguments).collect()
            }
            Kind::Options { left, right, .. } => left.iter().chain(right).collect(),
            Kind::Binary { left: a, right: b, .. }
            | Kind::Sides { onside: a, offside: b }
            | Kind::Item { list: a, index: b } => vec![a, b],
            Kind::Range { from, to, by } => {
                [from, to].into_iter().chain(by).map(|of| &**of).collect()
            }
            Kind::Slice { list, from, to } => {
                std::iter::once(list).chain(from).chain(to).map(|of| &**of).collect()
            }
            Kind::If { condition, then, otherwise } => vec![condition, then, otherwise],
            Kind::Each { each, clauses } => {
                let lists = clauses.iter().map(|clause| &clause.list);
                let conditions = clauses.iter().filter_map(|clause| clause.condition.as_ref());
                lists.chain(conditions).chain(std::iter::once(&**each)).collect()
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
    /// `[each for name in list …]`
    Each {
        each: Box<Expression>,
        clauses: Vec<Clause>,
    },
    /// `from..to`, both included, or `from..to by step`.
    Range {
        from: Box<Expression>,
        to: Box<Expression>,
        by: Option<Box<Expression>>,
    },
    /// `list[2]`, counted from 1, or from the end by negative numbers.
    Item {
        list: Box<Expression>,
        index: Box<Expression>,
    },
    /// `list[2..4]`, `list[..4]`, `list[2..]`
    Slice {
        list: Box<Expression>,
        from: Option<Box<Expression>>,
        to: Option<Box<Expression>>,
    },
    /// `if condition then a else b`
    If {
        condition: Box<Expression>,
        then: Box<Expression>,
        otherwise: Box<Expression>,
    },
    /// `x -> 2 * x`
    Function(Arc<Definition>),
    /// A function of the user, as a method, or that an expression is worth. (`f(x)` is read as a
    /// game until `f` is known.)
    Apply {
        function: Box<Expression>,
        arguments: Vec<Expression>,
    },
}

/// `for name in list if condition`
#[derive(Clone, Debug)]
pub(in crate::language) struct Clause {
    pub(in crate::language) name: String,
    pub(in crate::language) list: Expression,
    pub(in crate::language) condition: Option<Expression>,
}

/// A function of the user.
#[derive(Clone, Debug)]
pub(in crate::language) struct Definition {
    pub(in crate::language) parameters: Vec<String>,
    pub(in crate::language) body: Expression,
    /// Where the body stands.
    pub(in crate::language) span: Range<usize>,
}

/// What stands between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::language) enum Operator {
    Sum,
    Difference,
    Product,
    Quotient,
    /// `7 div 2`, rounded down
    WholeQuotient,
    /// `7 % 2`
    Remainder,
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
