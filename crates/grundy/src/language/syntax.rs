//! From text to expressions.
//!
//! One grammar for the command line, the calculator and files. What a name
//! means is not asked here, but for the names of functions: what stands in
//! parentheses behind any other name is left as it is, for the ruleset of that
//! name to read.

use num_bigint::BigInt;

use super::functions;
use crate::error::{ParseError, Text};
use crate::value::deeper;

/// Expressions may be nested this deep.
const DEEPEST: usize = 2000;
/// Operators and methods in a line, which nest what stands before them.
const MOST_OPERATORS: usize = 4000;

/// A line: an expression, whose value may be given a name.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// The name, and where it stands.
    pub(super) name: Option<(String, usize)>,
    pub(super) expression: Expression,
}

/// An expression and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub(super) at: usize,
    pub(super) kind: Kind,
}

/// What an expression is made of.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Integer(BigInt),
    /// `*3`
    Nimber(u64),
    /// `*n`, where a variable says which.
    NimberOf(Box<Expression>),
    /// `^3`, `v`: so many ups, less than none of them for downs.
    Ups(i32),
    /// `^[4]`, `^<2>`: the first numbers of up-nth and up to the n.
    Uptimal {
        down: bool,
        to: u32,
        sum: bool,
    },
    /// A variable, or a ruleset without position.
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
    /// `-G` and `±G`
    Negative(Box<Expression>),
    PlusMinus(Box<Expression>),
    /// `±{A,B}`: the options of Left, whose negatives are those of Right.
    PlusMinusOptions(Vec<Expression>),
    Binary {
        operator: Operator,
        left: Box<Expression>,
        right: Box<Expression>,
    },
    /// `{L|R}`
    Options {
        left: Vec<Expression>,
        right: Vec<Expression>,
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
pub(super) enum Operator {
    Sum,
    Difference,
    Product,
    Quotient,
    OrdinalSum,
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
}

/// Comparisons, longer ones before those that they begin with.
const COMPARISONS: [(&str, Operator); 11] = [
    ("==", Operator::Equal),
    ("!=", Operator::Unequal),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("<|", Operator::NotAtLeast),
    ("|>", Operator::NotAtMost),
    ("<>", Operator::Confused),
    ("||", Operator::Confused),
    ("=", Operator::Equal),
    ("<", Operator::Less),
    (">", Operator::Greater),
];

/// Reads a line.
pub(super) fn statement(text: &str) -> Result<Statement, ParseError> {
    let mut reader =
        Reader { text: Text::new(text), at: 0, depth: 0, operators: 0, in_options: false };
    let name = reader.assigned();
    let expression = reader.comparison()?;
    reader.skip_space();
    if reader.rest().is_empty() {
        Ok(Statement { name, expression })
    } else {
        Err(reader.error("an operator or the end"))
    }
}

/// Whether a word has a meaning in the grammar: downs, and the words of lists.
pub(super) fn is_reserved(name: &str) -> bool {
    let downs = name.trim_start_matches('v').trim_start_matches(is_digit).is_empty();
    downs || ["for", "in", "if", "where"].contains(&name)
}

/// Whether more lines are needed: a parenthesis, bracket or brace is open.
pub(super) fn is_open(text: &str) -> bool {
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    for c in text.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
    }
    depth > 0
}

struct Reader<'a> {
    text: Text<'a>,
    at: usize,
    depth: usize,
    operators: usize,
    /// Between braces, where bars part options.
    in_options: bool,
}

fn in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text.as_str()[self.at..]
    }

    fn error(&self, expected: &str) -> ParseError {
        ParseError::new(expected, self.at)
    }

    fn skip_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Goes on behind a sign if it stands here.
    fn eat(&mut self, sign: &str) -> bool {
        self.skip_space();
        self.eat_at_once(sign)
    }

    /// The same, without space before it.
    fn eat_at_once(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    /// Goes on behind a word if it stands here.
    fn eat_word(&mut self, word: &str) -> bool {
        self.skip_space();
        let found = self.rest().strip_prefix(word).is_some_and(|rest| !rest.starts_with(in_name));
        if found {
            self.at += word.len();
        }
        found
    }

    fn count_operator(&mut self, at: usize) -> Result<(), ParseError> {
        self.operators += 1;
        if self.operators > MOST_OPERATORS {
            let error = ParseError::new(format!("at most {MOST_OPERATORS} operators"), at);
            return Err(error.with_help("`sum(…)` adds a list"));
        }
        Ok(())
    }

    fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        if self.depth == DEEPEST {
            return Err(self.error("fewer nested expressions"));
        }
        self.depth += 1;
        let read = deeper(|| read(self));
        self.depth -= 1;
        read
    }

    /// `name :=` at the beginning.
    fn assigned(&mut self) -> Option<(String, usize)> {
        self.skip_space();
        let (name, at) = (self.name_here()?, self.at);
        self.at += name.len();
        if self.eat(":=") {
            return Some((name.to_string(), at));
        }
        self.at = at;
        None
    }

    /// The name that stands here, if one does. Hyphens are part of the names of
    /// rulesets and functions, where a letter follows.
    fn name_here(&self) -> Option<&'a str> {
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return None;
        }
        let end = |(at, c): &(usize, char)| {
            let joins = *c == '-' && rest[at + 1..].starts_with(char::is_alphabetic);
            !(in_name(*c) || joins)
        };
        let end = rest.char_indices().find(end).map_or(rest.len(), |(at, _)| at);
        Some(&rest[..end])
    }

    fn comparison(&mut self) -> Result<Expression, ParseError> {
        let left = self.range()?;
        // Between braces bars part options.
        if self.in_options {
            return Ok(left);
        }
        self.skip_space();
        let at = self.at;
        for (sign, operator) in COMPARISONS {
            if self.eat_at_once(sign) {
                let right = self.range()?;
                return Ok(binary(at, operator, left, right));
            }
        }
        Ok(left)
    }

    fn range(&mut self) -> Result<Expression, ParseError> {
        let from = self.sum()?;
        self.skip_space();
        let at = self.at;
        if !self.eat("..") {
            return Ok(from);
        }
        let to = self.sum()?;
        Ok(Expression { at, kind: Kind::Range { from: Box::new(from), to: Box::new(to) } })
    }

    fn sum(&mut self) -> Result<Expression, ParseError> {
        let mut sum = self.product()?;
        loop {
            self.skip_space();
            let at = self.at;
            // `1+-2` is 1 ± 2, as it is printed; `1 + -2` is not.
            let switch = self.rest().starts_with("+-") || self.rest().starts_with('±');
            let operator = if switch || self.eat_at_once("+") {
                Operator::Sum
            } else if self.eat_at_once("-") || self.eat_at_once("−") {
                Operator::Difference
            } else {
                return Ok(sum);
            };
            self.count_operator(at)?;
            let right = self.product()?;
            sum = binary(at, operator, sum, right);
        }
    }

    fn product(&mut self) -> Result<Expression, ParseError> {
        let mut product = self.signed()?;
        loop {
            self.skip_space();
            let at = self.at;
            let operator = if self.rest().starts_with(":=") {
                return Ok(product);
            } else if self.eat_at_once("*") || self.eat_at_once("·") || self.eat_at_once("×") {
                Operator::Product
            } else if self.eat_at_once("/") {
                Operator::Quotient
            } else if self.eat_at_once(":") {
                Operator::OrdinalSum
            } else {
                return Ok(product);
            };
            self.count_operator(at)?;
            let right = self.signed()?;
            product = binary(at, operator, product, right);
        }
    }

    fn signed(&mut self) -> Result<Expression, ParseError> {
        self.skip_space();
        let at = self.at;
        let kind = if self.eat_at_once("+-") || self.eat_at_once("±") {
            match self.deeper(Self::plus_minus)? {
                Ok(switch) => Kind::PlusMinus(Box::new(switch)),
                Err(options) => Kind::PlusMinusOptions(options),
            }
        } else if self.eat_at_once("-") || self.eat_at_once("−") {
            // `-1^` is -1 + ^, as it is printed.
            if self.rest().starts_with(is_digit) {
                let number = self.number(true)?;
                return self.methods_of(number);
            }
            Kind::Negative(Box::new(self.deeper(Self::signed)?))
        } else {
            return self.with_methods();
        };
        Ok(Expression { at, kind })
    }

    /// What stands behind ±: a game, or options between braces.
    fn plus_minus(&mut self) -> Result<Result<Expression, Vec<Expression>>, ParseError> {
        self.skip_space();
        let at = self.at;
        if self.eat_at_once("{") {
            let before = std::mem::replace(&mut self.in_options, true);
            let list = self.option_lists()?;
            self.in_options = before;
            if let [(options, _)] = &list[..] {
                return Ok(Err(options.clone()));
            }
            self.at = at;
        }
        self.signed().map(Ok)
    }

    /// `G.temperature`, `G.cool(1)`
    fn with_methods(&mut self) -> Result<Expression, ParseError> {
        let of = self.primary()?;
        self.methods_of(of)
    }

    fn methods_of(&mut self, mut of: Expression) -> Result<Expression, ParseError> {
        while self.rest().starts_with('.') && !self.rest().starts_with("..") {
            self.at += 1;
            let at = self.at;
            self.count_operator(at)?;
            let Some(name) = self.name_here() else {
                return Err(self.error("the name of a function"));
            };
            let Some(function) = functions::find(name) else {
                return Err(functions::unknown(name, at));
            };
            self.at += name.len();
            let mut arguments = vec![of];
            if self.eat_at_once("(") {
                arguments.extend(self.arguments(")")?);
            }
            of = call(function, arguments, at, self.at)?;
        }
        Ok(of)
    }

    fn primary(&mut self) -> Result<Expression, ParseError> {
        self.skip_space();
        let at = self.at;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Err(self.error("a game or a value")) };
        let kind = match first {
            '0'..='9' => return self.number(false),
            '*' => {
                self.at += 1;
                if self.rest().starts_with(|c: char| c.is_alphabetic() || c == '(') {
                    Kind::NimberOf(Box::new(self.deeper(Self::primary)?))
                } else {
                    Kind::Nimber(self.nimber()?)
                }
            }
            '^' | '↑' | '⇑' | '↓' | '⇓' => return self.ups(),
            'v' if self.is_down() => return self.ups(),
            '{' => {
                self.at += 1;
                return self.deeper(|reader| reader.options(at));
            }
            '[' => {
                self.at += 1;
                return self.deeper(|reader| reader.list(at));
            }
            '(' => {
                self.at += 1;
                let inner = self.deeper(|reader| reader.outside_options(Self::comparison))?;
                if !self.eat(")") {
                    return Err(self.error("')'"));
                }
                return Ok(inner);
            }
            _ => {
                let Some(name) = self.name_here() else {
                    return Err(self.error("a game or a value"));
                };
                self.at += name.len();
                return self.named(name, at);
            }
        };
        Ok(Expression { at, kind })
    }

    fn outside_options<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        let before = std::mem::replace(&mut self.in_options, false);
        let read = read(self);
        self.in_options = before;
        read
    }

    fn digits(&mut self) -> Option<Text<'a>> {
        let length = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let digits = self.text.slice(self.at..self.at + length);
        self.at += length;
        (length > 0).then_some(digits)
    }

    /// An integer or a fraction, with ups and a nimber or a tiny behind it maybe:
    /// `3/4`, `1^`, `1*`, `2*3`, `1Tiny(2)`.
    fn number(&mut self, negative: bool) -> Result<Expression, ParseError> {
        let at = self.at;
        let mut number = self.integer()?;
        if let Kind::Integer(number) = &mut number.kind
            && negative
        {
            *number = -std::mem::take(number);
        }
        if self.rest().strip_prefix('/').is_some_and(|rest| rest.starts_with(is_digit)) {
            self.at += 1;
            let below = self.integer()?;
            number = binary(at, Operator::Quotient, number, below);
        }
        let at = self.at;
        if self.rest().starts_with(['^', '↑', '⇑', '↓', '⇓'])
            || self.rest().starts_with('v') && self.is_down()
        {
            let ups = self.ups()?;
            return Ok(binary(at, Operator::Sum, number, ups));
        }
        // `2Tiny(1)` is 2 + Tiny(1), as it is printed.
        if self.rest().starts_with("Tiny(") || self.rest().starts_with("Miny(") {
            let tiny = self.deeper(Self::primary)?;
            return Ok(binary(at, Operator::Sum, number, tiny));
        }
        self.with_nimber(number)
    }

    fn integer(&mut self) -> Result<Expression, ParseError> {
        /// A longer number is a mistake.
        const LONGEST: usize = 10_000;
        let at = self.at;
        match self.digits() {
            Some(digits) if digits.as_str().len() <= LONGEST => {
                let number = digits.as_str().parse().map_err(|_| self.error("a number"))?;
                Ok(Expression { at, kind: Kind::Integer(number) })
            }
            _ => Err(ParseError::new(format!("a number of at most {LONGEST} digits"), at)),
        }
    }

    /// A star that belongs to what stands before it: digits follow at once, or
    /// nothing that could be a factor.
    fn with_nimber(&mut self, value: Expression) -> Result<Expression, ParseError> {
        let Some(behind) = self.rest().strip_prefix('*') else { return Ok(value) };
        let next = behind.trim_start().chars().next();
        let is_nimber = behind.starts_with(is_digit)
            || next.is_none_or(|c| ")|,}]+-−<>=!.:/*".contains(c))
            || behind.trim_start().starts_with("for ");
        if !is_nimber {
            return Ok(value);
        }
        let at = self.at;
        self.at += 1;
        let nimber = Expression { at, kind: Kind::Nimber(self.nimber()?) };
        Ok(binary(at, Operator::Sum, value, nimber))
    }

    /// What stands behind a star.
    fn nimber(&mut self) -> Result<u64, ParseError> {
        self.digits().map_or(Ok(1), |digits| digits.number("a nimber"))
    }

    /// Whether letters v stand here that are no name.
    fn is_down(&self) -> bool {
        let behind = self.rest().trim_start_matches('v');
        let behind = behind.trim_start_matches(is_digit);
        !behind.starts_with(in_name) && !behind.starts_with('(')
    }

    /// `^`, `^^`, `^3`, `^[4]`, `^<2>`, `v3*2`
    fn ups(&mut self) -> Result<Expression, ParseError> {
        let at = self.at;
        let first = self.rest().chars().next().unwrap_or('^');
        let down = "v↓⇓".contains(first);
        let mut ups: u32 = 0;
        while let Some(c) = self.rest().chars().next().filter(|c| *c == first) {
            ups = ups.saturating_add(if "⇑⇓".contains(c) { 2 } else { 1 });
            self.at += c.len_utf8();
        }
        let bracket = [("[", "]", true), ("<", ">", false)].into_iter().find(|(open, close, _)| {
            let inside =
                self.rest().strip_prefix(open).map(|rest| rest.trim_start_matches(is_digit));
            inside.is_some_and(|rest| rest.starts_with(close))
                && self.rest()[1..].starts_with(is_digit)
        });
        let kind = if let Some((_, _, sum)) = bracket.filter(|_| ups == 1) {
            self.at += 1;
            let to = self.digits().map_or(Ok(1), |digits| digits.number("an exponent"))?;
            self.at += 1;
            Kind::Uptimal { down, to, sum }
        } else {
            if ups == 1 && self.rest().starts_with(is_digit) {
                ups = self.digits().map_or(Ok(1), |digits| digits.number("a number of ups"))?;
            }
            let ups = i32::try_from(ups).map_err(|_| ParseError::new("fewer ups", at))?;
            Kind::Ups(if down { -ups } else { ups })
        };
        self.with_nimber(Expression { at, kind })
    }

    /// `{L|R}`, where the most bars in a row part the outermost options.
    fn options(&mut self, at: usize) -> Result<Expression, ParseError> {
        let before = std::mem::replace(&mut self.in_options, true);
        let lists = self.option_lists()?;
        self.in_options = before;
        if lists.len() < 2 {
            return Err(ParseError::new("'|' between the options of Left and Right", self.at - 1)
                .with_help("a game is written {L|R}"));
        }
        let kind = nest(lists).map_err(|bars| {
            ParseError::new("one place with the most bars", at)
                .with_help(format!("{} parts the options more than once", "|".repeat(bars)))
        })?;
        Ok(Expression { at, kind })
    }

    /// Lists of options up to the brace that closes, and how many bars stand
    /// behind each.
    fn option_lists(&mut self) -> Result<Vec<(Vec<Expression>, usize)>, ParseError> {
        let mut lists = Vec::new();
        let mut list = Vec::new();
        loop {
            self.skip_space();
            let bars = self.rest().bytes().take_while(|&c| c == b'|').count();
            if bars > 0 {
                self.at += bars;
                lists.push((std::mem::take(&mut list), bars));
            } else if self.eat_at_once("}") {
                lists.push((list, 0));
                return Ok(lists);
            } else {
                if !list.is_empty() && !self.eat(",") {
                    return Err(self.error("',', '|' or '}'"));
                }
                list.push(self.sum()?);
            }
        }
    }

    /// `[…]`: a list, or one made from another.
    fn list(&mut self, at: usize) -> Result<Expression, ParseError> {
        self.outside_options(|reader| {
            if reader.eat("]") {
                return Ok(Expression { at, kind: Kind::List(Vec::new()) });
            }
            let first = reader.comparison()?;
            let kind = if reader.eat_word("for") {
                reader.skip_space();
                let Some(name) = reader.name_here() else {
                    return Err(reader.error("the name of a variable"));
                };
                reader.at += name.len();
                if !reader.eat_word("in") {
                    return Err(reader.error("'in'"));
                }
                let list = Box::new(reader.comparison()?);
                let condition = match reader.eat_word("if") || reader.eat_word("where") {
                    true => Some(Box::new(reader.comparison()?)),
                    false => None,
                };
                if !reader.eat("]") {
                    return Err(reader.error("']'"));
                }
                Kind::Each { each: Box::new(first), name: name.to_string(), list, condition }
            } else {
                let mut list = vec![first];
                if reader.eat(",") {
                    list.extend(reader.arguments("]")?);
                } else if !reader.eat("]") {
                    return Err(reader.error("',' or ']'"));
                }
                Kind::List(list)
            };
            Ok(Expression { at, kind })
        })
    }

    /// Expressions with commas between them, up to a closing sign.
    fn arguments(&mut self, close: &str) -> Result<Vec<Expression>, ParseError> {
        let mut arguments = Vec::new();
        if self.eat(close) {
            return Ok(arguments);
        }
        loop {
            let argument = |reader: &mut Self| reader.outside_options(Self::comparison);
            arguments.push(self.deeper(argument)?);
            if self.eat(close) {
                return Ok(arguments);
            }
            if !self.eat(",") {
                return Err(self.error(&format!("',' or '{close}'")));
            }
        }
    }

    /// What a name begins: a function, a game, or a variable.
    fn named(&mut self, name: &str, at: usize) -> Result<Expression, ParseError> {
        if let Some(function) = functions::find(name) {
            if !self.eat_at_once("(") {
                return Err(self.error(&format!("'(': {name} is a function")));
            }
            let arguments = self.arguments(")")?;
            return call(function, arguments, at, self.at);
        }
        let kind = if self.eat_at_once("(") {
            self.at = self.closing()? + 1;
            Kind::Game { end: self.at }
        } else {
            Kind::Name(name.to_string())
        };
        Ok(Expression { at, kind })
    }

    /// Where the parenthesis closes that was opened just before; those between
    /// quotation marks do not count.
    fn closing(&self) -> Result<usize, ParseError> {
        let (mut depth, mut quoted, mut escaped) = (1, false, false);
        for (at, c) in self.rest().char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' if quoted => escaped = true,
                '"' => quoted = !quoted,
                '(' if !quoted => depth += 1,
                ')' if !quoted => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(self.at + at);
            }
        }
        Err(ParseError::new("')'", self.text.as_str().len()))
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

fn binary(at: usize, operator: Operator, left: Expression, right: Expression) -> Expression {
    let kind = Kind::Binary { operator, left: Box::new(left), right: Box::new(right) };
    Expression { at, kind }
}

/// A call with as many arguments as the function takes.
fn call(
    function: &'static functions::Function,
    arguments: Vec<Expression>,
    at: usize,
    end: usize,
) -> Result<Expression, ParseError> {
    let wanted = function.parameters.len();
    if arguments.len() != wanted {
        let place = arguments.get(wanted).map_or(end.saturating_sub(1), |extra| extra.at);
        return Err(ParseError::new(
            match wanted {
                1 => "one argument".to_string(),
                _ => format!("{wanted} arguments"),
            },
            place,
        )
        .with_help(function.usage()));
    }
    Ok(Expression { at, kind: Kind::Call { function, arguments } })
}

/// The outermost options are parted by the most bars; an error where these come
/// more than once.
fn nest(mut lists: Vec<(Vec<Expression>, usize)>) -> Result<Kind, usize> {
    let most = lists.iter().map(|(_, bars)| *bars).max().unwrap_or(0);
    let mut parted = lists.iter().enumerate().filter(|(_, (_, bars))| *bars == most);
    let at = parted.next().map_or(0, |(at, _)| at);
    if parted.next().is_some() {
        return Err(most);
    }
    let right = lists.split_off(at + 1);
    let side = |mut lists: Vec<(Vec<Expression>, usize)>| {
        if lists.len() == 1 {
            return Ok::<_, usize>(lists.remove(0).0);
        }
        let at = lists.iter().flat_map(|(list, _)| list).map(|option| option.at).min();
        Ok(vec![Expression { at: at.unwrap_or(0), kind: nest(lists)? }])
    };
    if let Some(last) = lists.last_mut() {
        last.1 = 0;
    }
    Ok(Kind::Options { left: side(lists)?, right: side(right)? })
}
