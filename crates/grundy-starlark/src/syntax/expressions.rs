//! Expressions. Operators are read by their binding powers (Pratt, Top down operator precedence,
//! 1973).

use super::parser::{COLON, COMMA, EQUAL, Parsed, Parser, ROUND, spanned, target};
use super::token::Token;
use super::tree::{
    Argument, AstArgument, AstExpr, BinOp, Clause, Expr, ForClause, Lambda, Literal, Piece,
};
use crate::error::Error;
use crate::span::Span;

/// Binding powers: of comparisons, and of the weakest operator that a loop variable may have.
const COMPARISON: u8 = 5;
const BIT_OR: u8 = 7;

/// An operator, and how strongly it binds what is to the left of it.
fn operator(token: &Token) -> Option<(BinOp, u8)> {
    Some(match token {
        Token::Keyword("or") => (BinOp::Or, 1),
        Token::Keyword("and") => (BinOp::And, 3),
        Token::Keyword("in") => (BinOp::In, COMPARISON),
        Token::Keyword("not") => (BinOp::NotIn, COMPARISON),
        Token::Symbol(symbol) => match *symbol {
            "==" => (BinOp::Equal, COMPARISON),
            "!=" => (BinOp::NotEqual, COMPARISON),
            "<" => (BinOp::Less, COMPARISON),
            ">" => (BinOp::Greater, COMPARISON),
            "<=" => (BinOp::LessOrEqual, COMPARISON),
            ">=" => (BinOp::GreaterOrEqual, COMPARISON),
            "|" => (BinOp::BitOr, BIT_OR),
            "^" => (BinOp::BitXor, 9),
            "&" => (BinOp::BitAnd, 11),
            "<<" => (BinOp::LeftShift, 13),
            ">>" => (BinOp::RightShift, 13),
            "+" => (BinOp::Add, 15),
            "-" => (BinOp::Subtract, 15),
            "*" => (BinOp::Multiply, 17),
            "%" => (BinOp::Percent, 17),
            "/" => (BinOp::Divide, 17),
            "//" => (BinOp::FloorDivide, 17),
            _ => return None,
        },
        _ => return None,
    })
}

impl Parser<'_> {
    /// Expressions with commas between them: a tuple, if there is a comma.
    pub(super) fn tests(&mut self, trailing_comma: bool) -> Parsed<AstExpr> {
        let begin = self.place();
        let first = self.test()?;
        if self.is(&COMMA) { self.tests_after(begin, first, trailing_comma) } else { Ok(first) }
    }

    /// The expressions behind the first one.
    pub(super) fn tests_after(
        &mut self,
        begin: usize,
        first: AstExpr,
        trailing_comma: bool,
    ) -> Parsed<AstExpr> {
        self.tuple(begin, first, trailing_comma, Self::test)
    }

    /// The variables of a loop, before `in`.
    pub(super) fn loop_variables(&mut self) -> Parsed<AstExpr> {
        let begin = self.place();
        let one = |parser: &mut Self| {
            let first = parser.unary()?;
            parser.infix(first, BIT_OR)
        };
        let first = one(self)?;
        if self.is(&COMMA) { self.tuple(begin, first, false, one) } else { Ok(first) }
    }

    fn tuple(
        &mut self,
        begin: usize,
        first: AstExpr,
        trailing_comma: bool,
        one: impl Fn(&mut Self) -> Parsed<AstExpr>,
    ) -> Parsed<AstExpr> {
        let mut items = vec![first];
        let mut trailing = false;
        while self.eat(&COMMA) {
            trailing = !self.begins_expression();
            if trailing {
                break;
            }
            items.push(one(self)?);
        }
        if trailing && !trailing_comma {
            let span = Span::new(begin, self.last);
            return Err(Error::syntax("unparenthesized tuple with trailing comma", span));
        }
        Ok(spanned(Expr::Tuple(items), begin, self.last))
    }

    fn begins_expression(&self) -> bool {
        match self.peek() {
            Some(Token::Keyword(word)) => matches!(*word, "lambda" | "not"),
            Some(Token::Symbol(symbol)) => {
                matches!(*symbol, "(" | "[" | "{" | "+" | "-" | "~" | "...")
            }
            Some(
                Token::Name(_)
                | Token::Int(_)
                | Token::Large(_)
                | Token::Float(_)
                | Token::Text(_)
                | Token::FormatStart,
            ) => true,
            _ => false,
        }
    }

    /// An expression, which may be conditional or a lambda.
    pub(super) fn test(&mut self) -> Parsed<AstExpr> {
        self.within(Self::any)
    }

    fn any(&mut self) -> Parsed<AstExpr> {
        if self.is_keyword("lambda") {
            let begin = self.place();
            self.take();
            let params = self.parameters(&COLON, false)?;
            self.expect(&COLON)?;
            let body = Box::new(self.test()?);
            return Ok(spanned(Expr::Lambda(Lambda { params, body }), begin, self.last));
        }
        let value = self.binary(0)?;
        if !self.eat(&Token::Keyword("if")) {
            return Ok(value);
        }
        let begin = value.span.begin as usize;
        let condition = self.binary(0)?;
        self.expect(&Token::Keyword("else"))?;
        let otherwise = self.test()?;
        let three = Box::new((condition, value, otherwise));
        Ok(spanned(Expr::If(three), begin, self.last))
    }

    /// Operators that bind at least this strongly, and their operands.
    fn binary(&mut self, least: u8) -> Parsed<AstExpr> {
        let first = if self.is_keyword("not") && least <= COMPARISON {
            let begin = self.place();
            self.take();
            let value = Box::new(self.within(|parser| parser.binary(COMPARISON))?);
            spanned(Expr::Not(value), begin, self.last)
        } else {
            self.unary()?
        };
        self.infix(first, least)
    }

    fn infix(&mut self, mut left: AstExpr, least: u8) -> Parsed<AstExpr> {
        while let Some((op, power)) = self.peek().and_then(operator) {
            if power < least {
                break;
            }
            self.take();
            if op == BinOp::NotIn && !self.eat(&Token::Keyword("in")) {
                return Err(self.expected("'in' after 'not'"));
            }
            let right = self.binary(power + 1)?;
            let (begin, end) = (left.span.begin as usize, right.span.end as usize);
            left = spanned(Expr::Op(Box::new(left), op, Box::new(right)), begin, end);
            self.raise()?;
            let next = self.peek().and_then(operator);
            if power == COMPARISON && next.is_some_and(|(_, power)| power == COMPARISON) {
                let what = "end of expression (comparisons are not associative in Starlark)";
                return Err(self.expected(what));
            }
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<AstExpr> {
        let make = match self.peek() {
            Some(Token::Symbol("+")) => Expr::Plus,
            Some(Token::Symbol("-")) => Expr::Minus,
            Some(Token::Symbol("~")) => Expr::BitNot,
            _ => return self.primary(),
        };
        let begin = self.place();
        self.take();
        let value = Box::new(self.within(Self::unary)?);
        Ok(spanned(make(value), begin, self.last))
    }

    /// A value with its attributes, calls and indices.
    fn primary(&mut self) -> Parsed<AstExpr> {
        let mut value = self.atom()?;
        loop {
            let begin = value.span.begin as usize;
            let node = match self.peek() {
                Some(Token::Symbol(".")) => {
                    self.take();
                    Expr::Dot(Box::new(value), self.name()?)
                }
                Some(Token::Symbol("(")) => {
                    self.take();
                    let arguments = self.arguments()?;
                    self.expect(&ROUND[1])?;
                    Expr::Call(Box::new(value), arguments)
                }
                Some(Token::Symbol("[")) => {
                    self.take();
                    self.index(value)?
                }
                _ => return Ok(value),
            };
            value = spanned(node, begin, self.last);
            self.raise()?;
        }
    }

    /// An index or a slice, behind its bracket.
    fn index(&mut self, value: AstExpr) -> Parsed<Expr> {
        let close = Token::Symbol("]");
        let mut bounds = [None, None, None];
        if !self.is(&COLON) {
            let first = self.test()?;
            if self.eat(&close) {
                return Ok(Expr::Index(Box::new((value, first))));
            }
            bounds[0] = Some(Box::new(first));
        }
        if !self.eat(&COLON) {
            return Err(self.expected(&close.to_string()));
        }
        if !self.is(&close) && !self.is(&COLON) {
            bounds[1] = Some(Box::new(self.test()?));
        }
        if self.eat(&COLON) && !self.is(&close) {
            bounds[2] = Some(Box::new(self.test()?));
        }
        self.expect(&close)?;
        Ok(Expr::Slice(Box::new(value), bounds))
    }

    /// The arguments of a call, behind the bracket.
    pub(super) fn arguments(&mut self) -> Parsed<Vec<AstArgument>> {
        let mut arguments = Vec::new();
        while !self.is(&ROUND[1]) {
            let begin = self.place();
            let argument = if self.eat(&Token::Symbol("**")) {
                Argument::KwArgs(self.test()?)
            } else if self.eat(&Token::Symbol("*")) {
                Argument::Args(self.test()?)
            } else {
                let value = self.test()?;
                match value.node {
                    Expr::Identifier(name) if self.is(&EQUAL) && name.span == value.span => {
                        self.take();
                        Argument::Named(name, self.test()?)
                    }
                    node => Argument::Positional(AstExpr { node, span: value.span }),
                }
            };
            arguments.push(spanned(argument, begin, self.last));
            if !self.eat(&COMMA) {
                break;
            }
        }
        if let Some(error) = super::check::arguments(&arguments) {
            self.later.get_or_insert(error);
        }
        Ok(arguments)
    }

    fn atom(&mut self) -> Parsed<AstExpr> {
        let begin = self.place();
        let node = match self.peek() {
            Some(Token::Name(_)) => {
                let name = self.name()?;
                let span = name.span;
                return Ok(AstExpr { node: Expr::Identifier(name), span });
            }
            Some(Token::Symbol("(")) => {
                self.take();
                if !self.eat(&ROUND[1]) {
                    let value = self.tests(true)?;
                    self.expect(&ROUND[1])?;
                    return Ok(value);
                }
                Expr::Tuple(Vec::new())
            }
            Some(Token::Symbol("[")) => self.list()?,
            Some(Token::Symbol("{")) => self.dict()?,
            Some(Token::FormatStart) => self.format()?,
            Some(Token::Int(_) | Token::Large(_) | Token::Float(_) | Token::Text(_)) => {
                Expr::Literal(match self.take() {
                    Some(Token::Int(number)) => Literal::Int(number),
                    Some(Token::Large(number)) => Literal::Large(number),
                    Some(Token::Float(number)) => Literal::Float(number),
                    Some(Token::Text(text)) => Literal::Text(text),
                    _ => return Err(self.expected("expression")),
                })
            }
            Some(Token::Symbol("...")) => {
                self.take();
                Expr::Literal(Literal::Ellipsis)
            }
            _ => return Err(self.expected("expression")),
        };
        Ok(spanned(node, begin, self.last))
    }

    fn list(&mut self) -> Parsed<Expr> {
        let close = Token::Symbol("]");
        self.take();
        let mut items = Vec::new();
        while !self.is(&close) {
            items.push(self.test()?);
            if items.len() == 1 && self.is_keyword("for") {
                let (first, others) = self.clauses()?;
                self.expect(&close)?;
                let item = Box::new(items.swap_remove(0));
                return Ok(Expr::ListComprehension(item, Box::new(first), others));
            }
            if !self.eat(&COMMA) {
                break;
            }
        }
        self.expect(&close)?;
        Ok(Expr::List(items))
    }

    fn dict(&mut self) -> Parsed<Expr> {
        let close = Token::Symbol("}");
        self.take();
        let mut entries = Vec::new();
        while !self.is(&close) {
            let key = self.test()?;
            self.expect(&COLON)?;
            entries.push((key, self.test()?));
            if entries.len() == 1 && self.is_keyword("for") {
                let (first, others) = self.clauses()?;
                self.expect(&close)?;
                let entry = Box::new(entries.swap_remove(0));
                return Ok(Expr::DictComprehension(entry, Box::new(first), others));
            }
            if !self.eat(&COMMA) {
                break;
            }
        }
        self.expect(&close)?;
        Ok(Expr::Dict(entries))
    }

    fn clauses(&mut self) -> Parsed<(ForClause, Vec<Clause>)> {
        let first = self.for_clause()?;
        let mut others = Vec::new();
        loop {
            self.raise()?;
            if self.is_keyword("for") {
                others.push(Clause::For(self.for_clause()?));
            } else if self.eat(&Token::Keyword("if")) {
                others.push(Clause::If(self.binary(0)?));
            } else {
                return Ok((first, others));
            }
        }
    }

    fn for_clause(&mut self) -> Parsed<ForClause> {
        self.expect(&Token::Keyword("for"))?;
        let var = self.loop_variables()?;
        self.expect(&Token::Keyword("in"))?;
        let over = self.binary(0)?;
        Ok(ForClause { var: target(var)?, over })
    }

    fn format(&mut self) -> Parsed<Expr> {
        self.take();
        let mut pieces = Vec::new();
        loop {
            match self.peek() {
                Some(Token::FormatText(_)) => {
                    if let Some(Token::FormatText(text)) = self.take() {
                        pieces.push(Piece::Text(text));
                    }
                }
                Some(Token::FormatOpen) => {
                    self.take();
                    let value = self.test()?;
                    let begin = self.place();
                    let mut repr = false;
                    if self.eat(&Token::FormatBang) {
                        let name = self.take();
                        repr = name == Some(Token::Name("r".to_string()));
                        if !repr && name != Some(Token::Name("s".to_string())) {
                            let message =
                                "invalid f-string conversion specifier, expected 's' or 'r'";
                            return Err(Error::syntax(message, Span::new(begin, self.last)));
                        }
                    }
                    self.expect(&Token::FormatClose)?;
                    pieces.push(if repr { Piece::Repr(value) } else { Piece::Str(value) });
                }
                _ => {
                    self.expect(&Token::FormatEnd)?;
                    return Ok(Expr::FString(pieces));
                }
            }
        }
    }
}
