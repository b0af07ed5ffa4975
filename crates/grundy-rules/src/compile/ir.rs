//! The intermediate form of functions: trees of operations on words of 64 bits, with locals,
//! structured control, and plain memory. `emit` writes it as WebAssembly.

/// A local variable of a function; the parameters are the first.
pub(super) type Local = u32;

/// A function of the module, by its index.
pub(super) type Callee = usize;

/// A loop that statements inside may leave or begin again.
pub(super) type Label = u32;

/// An operation on two words. Comparisons give 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    Add,
    Sub,
    Mul,
    /// Traps if the divisor is zero.
    Div,
    Rem,
    And,
    Or,
    Xor,
    Shl,
    ShrUnsigned,
    ShrSigned,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    LtUnsigned,
    LeUnsigned,
}

/// How many bytes are loaded or stored; fewer than eight are unsigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    One,
    Four,
    Eight,
}

/// A variable of the whole module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Global {
    /// The first free byte of the memory of the position that is being expanded.
    Free,
    /// Where the memory of positions begins: what lies below never changes.
    Base,
    /// Calls within each other.
    Depth,
}

/// An expression: one word.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Int(i64),
    Get(Local),
    Global(Global),
    Op(Op, Box<Node>, Box<Node>),
    /// The word, or a trap if it is not within ±2^62.
    Checked(Box<Node>),
    Load(Width, Box<Node>, u32),
    Call(Callee, Vec<Node>),
    If(Box<Node>, Box<Node>, Box<Node>),
    Do(Vec<Stat>, Box<Node>),
    /// Zero, after memory was made to reach this address.
    Reach(Box<Node>),
    /// A trap.
    Never,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stat {
    Set(Local, Node),
    SetGlobal(Global, Node),
    /// Address, value, offset.
    Store(Width, Node, Node, u32),
    If(Node, Vec<Stat>, Vec<Stat>),
    /// Repeats `body` and then `then` while the condition holds. `Again` goes to `then`.
    While(Label, Node, Vec<Stat>, Vec<Stat>),
    Break(Label),
    Again(Label),
    Return(Node),
    Eval(Node),
    Trap,
}

/// A function; it returns one word.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    /// A name for debugging.
    pub(super) name: String,
    pub(super) parameters: u32,
    /// Parameters and other locals.
    pub(super) locals: u32,
    pub(super) body: Vec<Stat>,
}

impl Code {
    pub(super) fn new(name: impl Into<String>, parameters: u32) -> Code {
        Code { name: name.into(), parameters, locals: parameters, body: Vec::new() }
    }

    pub(super) fn local(&mut self) -> Local {
        self.locals += 1;
        self.locals - 1
    }
}

pub(super) fn int(value: impl Into<i64>) -> Node {
    Node::Int(value.into())
}

pub(super) fn get(local: Local) -> Node {
    Node::Get(local)
}

pub(super) fn op(op: Op, a: Node, b: Node) -> Node {
    use Op::*;
    if let (Node::Int(a), Node::Int(b)) = (&a, &b) {
        let (a, b) = (*a, *b);
        let folded = match op {
            Add => a.checked_add(b),
            Sub => a.checked_sub(b),
            Mul => a.checked_mul(b),
            And => Some(a & b),
            Or => Some(a | b),
            Eq => Some(i64::from(a == b)),
            Ne => Some(i64::from(a != b)),
            Lt => Some(i64::from(a < b)),
            Le => Some(i64::from(a <= b)),
            Gt => Some(i64::from(a > b)),
            Ge => Some(i64::from(a >= b)),
            Shl if (0..64).contains(&b) => Some(a << b),
            ShrUnsigned if (0..64).contains(&b) => Some((a as u64 >> b) as i64),
            _ => None,
        };
        if let Some(folded) = folded {
            return Node::Int(folded);
        }
    }
    match (op, &a, &b) {
        (Add | Sub | Shl | ShrUnsigned | ShrSigned | Or, _, Node::Int(0)) => a,
        (Add | Or, Node::Int(0), _) => b,
        (Mul, _, Node::Int(1)) => a,
        _ => Node::Op(op, Box::new(a), Box::new(b)),
    }
}

pub(super) fn add(a: Node, b: Node) -> Node {
    op(Op::Add, a, b)
}

pub(super) fn sub(a: Node, b: Node) -> Node {
    op(Op::Sub, a, b)
}

pub(super) fn eq(a: Node, b: Node) -> Node {
    op(Op::Eq, a, b)
}

pub(super) fn load(width: Width, address: Node, offset: u32) -> Node {
    Node::Load(width, Box::new(address), offset)
}

pub(super) fn choose(condition: Node, then: Node, otherwise: Node) -> Node {
    match condition {
        Node::Int(0) => otherwise,
        Node::Int(_) => then,
        condition => Node::If(Box::new(condition), Box::new(then), Box::new(otherwise)),
    }
}

/// Whether a boolean is false.
pub(super) fn not(a: Node) -> Node {
    eq(a, int(0))
}

/// Both booleans; the second is not evaluated if the first is false.
pub(super) fn both(a: Node, b: Node) -> Node {
    choose(a, b, int(0))
}

/// Either boolean; the second is not evaluated if the first is true.
pub(super) fn either(a: Node, b: Node) -> Node {
    choose(a, int(1), b)
}

/// Statements, and then the value.
pub(super) fn after(stats: Vec<Stat>, value: Node) -> Node {
    if stats.is_empty() { value } else { Node::Do(stats, Box::new(value)) }
}
