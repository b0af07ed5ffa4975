//! Programs: trees in which each name is a place.

use crate::library::Methods;
use crate::span::Span;
use crate::syntax::BinOp;

/// The functions of a file.
#[derive(Default)]
pub(crate) struct Program {
    /// The first is the top level of the file.
    pub(crate) functions: Vec<Code>,
    /// The names of the top level, by their places.
    pub(crate) globals: Vec<String>,
}

/// A function.
pub(crate) struct Code {
    pub(crate) name: String,
    pub(crate) signature: Signature,
    pub(crate) body: Body,
    /// The names of its variables: parameters, other names, and variables of comprehensions.
    pub(crate) slots: Vec<String>,
    /// Variables that functions within it use, too: each is in a cell.
    pub(crate) shared: Vec<usize>,
    /// The variables that it uses of the function around it.
    pub(crate) captures: Vec<Capture>,
    /// Bytes of the stack that a call may take, without those of the functions that it calls.
    pub(crate) stack: usize,
}

pub(crate) enum Body {
    Statements(Box<[Stmt]>),
    Value(Expr),
}

/// Where the function around it has a variable.
#[derive(Clone, Copy)]
pub(crate) enum Capture {
    /// In its own variable.
    Slot(usize),
    /// In one that it has captured itself.
    Captured(usize),
}

/// The parameters of a function, in the order of their slots.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signature {
    pub(crate) params: Vec<Param>,
    /// How many are given by place only, and how many can be.
    pub(crate) positional_only: usize,
    pub(crate) positional: usize,
    /// The parameters that take all others, by place and by name.
    pub(crate) args: Option<usize>,
    pub(crate) kwargs: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) name: String,
    /// Whether it must be given.
    pub(crate) required: bool,
}

impl Signature {
    /// Whether arguments are only given by place, and none are collected.
    pub(crate) fn is_plain(&self) -> bool {
        self.positional == self.params.len()
    }
}

pub(crate) struct Expr {
    pub(crate) node: Node,
    pub(crate) span: Span,
}

pub(crate) enum Node {
    Constant(usize),
    Local(usize),
    Captured(usize),
    Global(usize),
    Tuple(Box<[Expr]>),
    List(Box<[Expr]>),
    Dict(Box<[(Expr, Expr)]>),
    Attribute(Box<(Expr, String)>),
    Call(Box<Call>),
    MethodCall(Box<MethodCall>),
    /// The built-in function `len`, which is called most.
    Length(Box<Expr>),
    Index(Box<(Expr, Expr)>),
    Slice(Box<(Expr, [Option<Expr>; 3])>),
    Not(Box<Expr>),
    Plus(Box<Expr>),
    Minus(Box<Expr>),
    BitNot(Box<Expr>),
    And(Box<(Expr, Expr)>),
    Or(Box<(Expr, Expr)>),
    Binary(BinOp, Box<(Expr, Expr)>),
    If(Box<(Expr, Expr, Expr)>),
    ListComprehension(Box<Comprehension>),
    DictComprehension(Box<Comprehension>),
    Format(Box<[Piece]>),
    Function(Box<Closure>),
}

/// A function of the file, and its defaults, by parameter.
pub(crate) struct Closure {
    pub(crate) code: usize,
    pub(crate) name: usize,
    pub(crate) defaults: Box<[Option<Expr>]>,
}

pub(crate) enum Piece {
    Text(String),
    Str(Expr),
    Repr(Expr),
}

pub(crate) struct Call {
    pub(crate) function: Expr,
    pub(crate) given: Arguments,
}

pub(crate) struct MethodCall {
    pub(crate) object: Expr,
    pub(crate) name: String,
    pub(crate) methods: Methods,
    pub(crate) given: Arguments,
}

#[derive(Default)]
pub(crate) struct Arguments {
    pub(crate) positional: Box<[Expr]>,
    pub(crate) named: Box<[(String, Expr)]>,
    pub(crate) args: Option<Expr>,
    pub(crate) kwargs: Option<Expr>,
}

impl Arguments {
    /// Whether all are given by place.
    pub(crate) fn is_plain(&self) -> bool {
        self.named.is_empty() && self.args.is_none() && self.kwargs.is_none()
    }
}

pub(crate) struct Comprehension {
    pub(crate) clauses: Box<[Clause]>,
    /// The item, or the key.
    pub(crate) item: Expr,
    /// The value of a dict.
    pub(crate) value: Option<Expr>,
}

pub(crate) enum Clause {
    For(Target, Expr),
    If(Expr),
}

pub(crate) struct Target {
    pub(crate) node: Place,
    pub(crate) span: Span,
}

pub(crate) enum Place {
    Local(usize),
    Global(usize),
    Index(Box<(Expr, Expr)>),
    Attribute(Box<(Expr, String)>),
    Tuple(Box<[Target]>),
}

pub(crate) enum Stmt {
    Expression(Expr),
    Assign(Target, Expr),
    Modify(Target, BinOp, Expr, Span),
    If(Expr, Box<[Stmt]>, Box<[Stmt]>),
    For(Box<For>),
    Return(Option<Expr>),
    Break,
    Continue,
}

pub(crate) struct For {
    pub(crate) target: Target,
    pub(crate) over: Expr,
    pub(crate) body: Box<[Stmt]>,
}
