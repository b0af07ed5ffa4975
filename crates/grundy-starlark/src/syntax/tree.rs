//! The syntax tree of a file.

use num_bigint::BigInt;

use crate::span::Span;

/// A part of the tree, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    /// The part.
    pub node: T,
    /// Its bytes.
    pub span: Span,
}

/// An expression.
pub type AstExpr = Spanned<Expr>;
/// A statement.
pub type AstStmt = Spanned<Stmt>;
/// An assignment target.
pub type AstTarget = Spanned<Target>;
/// A name.
pub type AstName = Spanned<String>;
/// An argument of a call.
pub type AstArgument = Spanned<Argument>;
/// A parameter of a function.
pub type AstParameter = Spanned<Parameter>;

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Expr {
    Tuple(Vec<AstExpr>),
    Dot(Box<AstExpr>, AstName),
    Call(Box<AstExpr>, Vec<AstArgument>),
    Index(Box<(AstExpr, AstExpr)>),
    /// The value, the start, the stop and the step.
    Slice(Box<AstExpr>, [Option<Box<AstExpr>>; 3]),
    Identifier(AstName),
    Lambda(Lambda),
    Literal(Literal),
    Not(Box<AstExpr>),
    Minus(Box<AstExpr>),
    Plus(Box<AstExpr>),
    BitNot(Box<AstExpr>),
    Op(Box<AstExpr>, BinOp, Box<AstExpr>),
    /// The condition, the value if it holds, and the value if not.
    If(Box<(AstExpr, AstExpr, AstExpr)>),
    List(Vec<AstExpr>),
    Dict(Vec<(AstExpr, AstExpr)>),
    ListComprehension(Box<AstExpr>, Box<ForClause>, Vec<Clause>),
    DictComprehension(Box<(AstExpr, AstExpr)>, Box<ForClause>, Vec<Clause>),
    FString(Vec<Piece>),
}

/// A literal.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Literal {
    Int(i64),
    /// A number of more than 63 bits.
    Large(BigInt),
    Float(f64),
    Text(String),
    Ellipsis,
}

/// A part of a format string.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Text, as it is.
    Text(String),
    /// A value as `str` gives it.
    Str(AstExpr),
    /// A value as `repr` gives it.
    Repr(AstExpr),
}

/// A function without a name.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Lambda {
    pub params: Vec<AstParameter>,
    pub body: Box<AstExpr>,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// `value`
    Positional(AstExpr),
    /// `name = value`
    Named(AstName, AstExpr),
    /// `*values`
    Args(AstExpr),
    /// `**values`
    KwArgs(AstExpr),
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameter {
    /// A name, with its default. Types are read and ignored.
    Normal(AstName, Option<Box<AstExpr>>),
    /// `/`: the parameters before it are given by place only.
    Slash,
    /// `*`: the parameters behind it are given by name only.
    NoArgs,
    /// `*name`
    Args(AstName),
    /// `**name`
    KwArgs(AstName),
}

/// `for target in over` of a comprehension.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct ForClause {
    pub var: AstTarget,
    pub over: AstExpr,
}

/// A further clause of a comprehension.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Clause {
    For(ForClause),
    If(AstExpr),
}

/// An assignment target.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Target {
    /// A tuple or a list.
    Tuple(Vec<AstTarget>),
    Index(Box<(AstExpr, AstExpr)>),
    Dot(Box<AstExpr>, AstName),
    Identifier(AstName),
}

/// An operator between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BinOp {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
    In,
    NotIn,
    Subtract,
    Add,
    Multiply,
    Percent,
    Divide,
    FloorDivide,
    BitAnd,
    BitOr,
    BitXor,
    LeftShift,
    RightShift,
}

/// A definition of a function.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Def {
    pub name: AstName,
    pub params: Vec<AstParameter>,
    pub body: Box<AstStmt>,
}

/// A loop.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct For {
    pub var: AstTarget,
    pub over: AstExpr,
    pub body: Box<AstStmt>,
}

/// What a statement is.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Stmt {
    Break,
    Continue,
    Pass,
    Return(Option<AstExpr>),
    Expression(AstExpr),
    Assign(AstTarget, AstExpr),
    /// `target += value` and its like.
    AssignModify(AstTarget, BinOp, Box<AstExpr>),
    Statements(Vec<AstStmt>),
    If(AstExpr, Box<AstStmt>),
    IfElse(AstExpr, Box<(AstStmt, AstStmt)>),
    For(For),
    Def(Def),
}

impl BinOp {
    /// How it is written.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            BinOp::Or => "or",
            BinOp::And => "and",
            BinOp::Equal => "==",
            BinOp::NotEqual => "!=",
            BinOp::Less => "<",
            BinOp::Greater => ">",
            BinOp::LessOrEqual => "<=",
            BinOp::GreaterOrEqual => ">=",
            BinOp::In => "in",
            BinOp::NotIn => "not in",
            BinOp::Subtract => "-",
            BinOp::Add => "+",
            BinOp::Multiply => "*",
            BinOp::Percent => "%",
            BinOp::Divide => "/",
            BinOp::FloorDivide => "//",
            BinOp::BitAnd => "&",
            BinOp::BitOr => "|",
            BinOp::BitXor => "^",
            BinOp::LeftShift => "<<",
            BinOp::RightShift => ">>",
        }
    }
}
