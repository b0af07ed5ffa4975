//! Statements: the grammar of the Starlark specification, read from left to right.

use super::lexer::{Lexeme, Lexer};
use super::token::Token;
use super::tree::{
    AstExpr, AstName, AstParameter, AstStmt, AstTarget, BinOp, Def, Expr, For, Parameter, Spanned,
    Stmt, Target,
};
use crate::error::Error;
use crate::span::Span;

/// Brackets, operators before a value, blocks and `elif` within each other.
const DEEPEST: usize = 1000;

/// The most levels of the tree: each operator between values and each index or call is one, too.
/// Functions that go through a tree call themselves for each level.
const HIGHEST: usize = 4000;

/// A text that is being read.
pub(super) struct Parser<'a> {
    tokens: Lexer<'a>,
    current: Option<Lexeme>,
    /// What is wrong with the token at this place. It is reported when the token is needed.
    pending: Option<Error>,
    /// Where the last token ended.
    pub(super) last: usize,
    /// The first error that does not stop the reading.
    pub(super) later: Option<Error>,
    /// How many rules of the grammar are inside each other, and the most levels of the parts of the
    /// present one that were read.
    depth: usize,
    height: usize,
}

pub(super) type Parsed<T> = Result<T, Error>;

pub(super) const COMMA: Token = Token::Symbol(",");
pub(super) const COLON: Token = Token::Symbol(":");
pub(super) const EQUAL: Token = Token::Symbol("=");
pub(super) const ROUND: [Token; 2] = [Token::Symbol("("), Token::Symbol(")")];

/// Places a part of the tree.
pub(super) fn spanned<T>(node: T, begin: usize, end: usize) -> Spanned<T> {
    Spanned { node, span: Span::new(begin, end) }
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Parser<'a> {
        let tokens = Lexer::new(text);
        let mut parser = Parser {
            tokens,
            current: None,
            pending: None,
            last: 0,
            later: None,
            depth: 0,
            height: 0,
        };
        parser.read();
        parser
    }

    fn read(&mut self) {
        match self.tokens.next() {
            Ok(token) => self.current = token,
            Err(error) => (self.current, self.pending) = (None, Some(error)),
        }
    }

    /// Goes on to the next token, and returns this one.
    pub(super) fn take(&mut self) -> Option<Token> {
        let (token, span) = self.current.take()?;
        self.last = span.end as usize;
        self.read();
        Some(token)
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.current.as_ref().map(|(token, _)| token)
    }

    pub(super) fn is(&self, token: &Token) -> bool {
        self.peek() == Some(token)
    }

    pub(super) fn is_keyword(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Keyword(other)) if *other == word)
    }

    /// Where the next token begins.
    pub(super) fn place(&self) -> usize {
        self.current.as_ref().map_or(self.last, |(_, span)| span.begin as usize)
    }

    pub(super) fn eat(&mut self, token: &Token) -> bool {
        let there = self.is(token);
        if there {
            self.take();
        }
        there
    }

    pub(super) fn expect(&mut self, token: &Token) -> Parsed<()> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(&token.to_string())) }
    }

    pub(super) fn expected(&mut self, what: &str) -> Error {
        if let Some(error) = self.pending.take() {
            return error;
        }
        match &self.current {
            Some((token, span)) => {
                let message = format!("parse error: unexpected {token}, expected {what}");
                Error::syntax(message, *span)
            }
            None => {
                let message = format!("parse error: unexpected end of file, expected {what}");
                Error::syntax(message, Span::new(self.last, self.last))
            }
        }
    }

    /// Reads a part of the file that may have such parts again.
    pub(super) fn within<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == DEEPEST {
            return Err(self.too_deep(DEEPEST));
        }
        self.depth += 1;
        let outer = std::mem::replace(&mut self.height, 0);
        let part = read(self)?;
        self.depth -= 1;
        self.raise()?;
        self.height = self.height.max(outer);
        Ok(part)
    }

    /// Adds a level above what was read of the present part.
    pub(super) fn raise(&mut self) -> Parsed<()> {
        self.height += 1;
        if self.height > HIGHEST { Err(self.too_deep(HIGHEST)) } else { Ok(()) }
    }

    #[cold]
    fn too_deep(&self, most: usize) -> Error {
        let place = self.place();
        let message = format!("parse error: more than {most} levels within each other");
        Error::syntax(message, Span::new(place, place))
    }

    /// A whole file.
    pub(super) fn module(mut self) -> Parsed<AstStmt> {
        self.skip_lines();
        let begin = self.place();
        let mut statements = Vec::new();
        while self.current.is_some() {
            statements.push(self.statement()?);
            self.skip_lines();
        }
        match self.pending.or(self.later) {
            Some(error) => Err(error),
            None => Ok(block(statements, begin, self.last)),
        }
    }

    fn skip_lines(&mut self) {
        while self.eat(&Token::Newline) {}
    }

    fn statement(&mut self) -> Parsed<AstStmt> {
        match self.peek() {
            Some(Token::Keyword("def")) => self.within(Self::def),
            Some(Token::Keyword("if")) => self.within(Self::if_),
            Some(Token::Keyword("for")) => self.within(Self::for_),
            _ => self.line(),
        }
    }

    fn def(&mut self) -> Parsed<AstStmt> {
        let begin = self.place();
        self.take();
        let name = self.name()?;
        self.expect(&ROUND[0])?;
        let params = self.parameters(&ROUND[1], true)?;
        self.expect(&ROUND[1])?;
        if self.eat(&Token::Symbol("->")) {
            self.test()?;
        }
        self.expect(&COLON)?;
        let body = Box::new(self.suite()?);
        Ok(spanned(Stmt::Def(Def { name, params, body }), begin, self.last))
    }

    /// `if` or `elif`, from its keyword on.
    fn if_(&mut self) -> Parsed<AstStmt> {
        let begin = self.place();
        self.take();
        let condition = self.test()?;
        self.expect(&COLON)?;
        let then = self.suite()?;
        let end = self.last;
        if self.is_keyword("elif") {
            let otherwise = self.within(Self::if_)?;
            let end = otherwise.span.end as usize;
            return Ok(spanned(Stmt::IfElse(condition, Box::new((then, otherwise))), begin, end));
        }
        if self.eat(&Token::Keyword("else")) {
            self.expect(&COLON)?;
            let otherwise = self.suite()?;
            let both = Box::new((then, otherwise));
            return Ok(spanned(Stmt::IfElse(condition, both), begin, self.last));
        }
        Ok(spanned(Stmt::If(condition, Box::new(then)), begin, end))
    }

    fn for_(&mut self) -> Parsed<AstStmt> {
        let begin = self.place();
        self.take();
        let var = self.loop_variables()?;
        self.expect(&Token::Keyword("in"))?;
        let over = self.test()?;
        self.expect(&COLON)?;
        let body = Box::new(self.suite()?);
        let end = self.last;
        Ok(spanned(Stmt::For(For { var: target(var)?, over, body }), begin, end))
    }

    /// What stands behind a colon: an indented block, or the rest of the line.
    fn suite(&mut self) -> Parsed<AstStmt> {
        if !self.is(&Token::Newline) {
            return self.line();
        }
        self.skip_lines();
        self.expect(&Token::Indent)?;
        self.skip_lines();
        let begin = self.place();
        let mut statements = Vec::new();
        loop {
            statements.push(self.statement()?);
            self.skip_lines();
            if self.is(&Token::Dedent) || self.current.is_none() {
                break;
            }
        }
        let end = self.last;
        self.eat(&Token::Dedent);
        Ok(block(statements, begin, end))
    }

    /// Statements with semicolons between them.
    fn line(&mut self) -> Parsed<AstStmt> {
        let begin = self.place();
        let mut statements = vec![self.small()?];
        while self.eat(&Token::Symbol(";")) {
            if self.is(&Token::Newline) || self.current.is_none() {
                break;
            }
            statements.push(self.small()?);
        }
        self.expect(&Token::Newline)?;
        Ok(block(statements, begin, self.last))
    }

    fn small(&mut self) -> Parsed<AstStmt> {
        let begin = self.place();
        let Some(&Token::Keyword(word)) = self.peek() else { return self.assignment() };
        let statement = match word {
            "return" => {
                self.take();
                let ends = match self.peek() {
                    None | Some(Token::Newline) => true,
                    Some(token) => *token == Token::Symbol(";"),
                };
                Stmt::Return(if ends { None } else { Some(self.tests(false)?) })
            }
            "break" => {
                self.take();
                Stmt::Break
            }
            "continue" => {
                self.take();
                Stmt::Continue
            }
            "pass" => {
                self.take();
                Stmt::Pass
            }
            "load" => return self.load(),
            _ => return self.assignment(),
        };
        Ok(spanned(statement, begin, self.last))
    }

    /// `load` is read to its end, so that the error covers all of it.
    fn load(&mut self) -> Parsed<AstStmt> {
        let begin = self.place();
        self.take();
        self.expect(&ROUND[0])?;
        self.arguments()?;
        self.expect(&ROUND[1])?;
        let span = Span::new(begin, self.last);
        let error = Error::syntax("`load` is not allowed in this dialect", span);
        self.later.get_or_insert(error);
        Ok(Spanned { node: Stmt::Pass, span })
    }

    /// An assignment, or an expression.
    fn assignment(&mut self) -> Parsed<AstStmt> {
        let begin = self.place();
        let mut left = self.test()?;
        let many = self.is(&COMMA);
        if many {
            left = self.tests_after(begin, left, false)?;
        }
        let ty = if self.eat(&COLON) { Some(self.test()?.span) } else { None };
        let op = match self.peek() {
            Some(Token::Symbol("=")) => None,
            Some(Token::Symbol("+=")) => Some(BinOp::Add),
            Some(Token::Symbol("-=")) => Some(BinOp::Subtract),
            Some(Token::Symbol("*=")) => Some(BinOp::Multiply),
            Some(Token::Symbol("/=")) => Some(BinOp::Divide),
            Some(Token::Symbol("//=")) => Some(BinOp::FloorDivide),
            Some(Token::Symbol("%=")) => Some(BinOp::Percent),
            Some(Token::Symbol("&=")) => Some(BinOp::BitAnd),
            Some(Token::Symbol("|=")) => Some(BinOp::BitOr),
            Some(Token::Symbol("^=")) => Some(BinOp::BitXor),
            Some(Token::Symbol("<<=")) => Some(BinOp::LeftShift),
            Some(Token::Symbol(">>=")) => Some(BinOp::RightShift),
            _ if many || ty.is_some() => return Err(self.expected("assignment operator")),
            _ => return Ok(spanned(Stmt::Expression(left), begin, self.last)),
        };
        self.take();
        let right = self.tests(false)?;
        let end = self.last;
        let is_tuple = matches!(left.node, Expr::Tuple(_) | Expr::List(_));
        let wrong = match (op, ty) {
            (Some(_), _) if is_tuple => Some((
                "left-hand-side of modifying assignment cannot be a list or tuple",
                left.span,
            )),
            (Some(_), Some(ty)) => {
                Some(("type annotations not allowed on augmented assignments", ty))
            }
            (None, Some(ty)) if is_tuple => {
                Some(("type annotations not allowed on multiple assignments", ty))
            }
            _ => None,
        };
        if let Some((message, span)) = wrong {
            return Err(Error::syntax(message, span));
        }
        let left = target(left)?;
        let statement = match op {
            None => Stmt::Assign(left, right),
            Some(op) => Stmt::AssignModify(left, op, Box::new(right)),
        };
        Ok(spanned(statement, begin, end))
    }

    pub(super) fn name(&mut self) -> Parsed<AstName> {
        if !matches!(self.peek(), Some(Token::Name(_))) {
            return Err(self.expected("identifier"));
        }
        let begin = self.place();
        match self.take() {
            Some(Token::Name(name)) => Ok(spanned(name, begin, self.last)),
            _ => Err(self.expected("identifier")),
        }
    }

    /// The parameters of a function, up to `end`.
    pub(super) fn parameters(&mut self, end: &Token, types: bool) -> Parsed<Vec<AstParameter>> {
        let mut params = Vec::new();
        while !self.is(end) {
            let begin = self.place();
            let param = if self.eat(&Token::Symbol("/")) {
                Parameter::Slash
            } else if self.eat(&Token::Symbol("**")) {
                Parameter::KwArgs(self.parameter_name(types)?)
            } else if self.eat(&Token::Symbol("*")) {
                match self.peek() {
                    Some(Token::Name(_)) => Parameter::Args(self.parameter_name(types)?),
                    _ => Parameter::NoArgs,
                }
            } else {
                let name = self.parameter_name(types)?;
                let default = self.eat(&EQUAL).then(|| self.test()).transpose()?;
                Parameter::Normal(name, default.map(Box::new))
            };
            params.push(spanned(param, begin, self.last));
            if !self.eat(&COMMA) {
                break;
            }
        }
        Ok(params)
    }

    fn parameter_name(&mut self, types: bool) -> Parsed<AstName> {
        let name = self.name()?;
        if types && self.eat(&COLON) {
            self.test()?;
        }
        Ok(name)
    }
}

/// Statements as one.
fn block(mut statements: Vec<AstStmt>, begin: usize, end: usize) -> AstStmt {
    match statements.len() {
        1 => statements.swap_remove(0),
        _ => spanned(Stmt::Statements(statements), begin, end),
    }
}

/// An expression as an assignment target.
pub(super) fn target(expression: AstExpr) -> Parsed<AstTarget> {
    let span = expression.span;
    let node = match expression.node {
        Expr::Tuple(items) | Expr::List(items) => {
            Target::Tuple(items.into_iter().map(target).collect::<Parsed<_>>()?)
        }
        Expr::Dot(value, name) => Target::Dot(value, name),
        Expr::Index(pair) => Target::Index(pair),
        Expr::Identifier(name) => Target::Identifier(name),
        _ => {
            let message = "left-hand-side of assignment must take the form `a`, `a.b` or `a[b]`";
            return Err(Error::syntax(message, span));
        }
    };
    Ok(Spanned { node, span })
}
