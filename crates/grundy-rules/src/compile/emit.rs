//! Writes the intermediate form as a module of WebAssembly.

use std::collections::HashMap;

use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, DataSection, ExportKind, ExportSection, Function,
    FunctionSection, GlobalSection, GlobalType, Instruction, MemArg, MemArgTarget, MemorySection,
    MemoryType, Module, NameMap, NameSection, TypeSection, ValType,
};

use super::data::BASE;
use super::ir::{Callee, Code, Global, Label, Local, Node, Op, Stat, Width};

/// What the module consists of.
pub(super) struct Parts<'a> {
    pub(super) functions: &'a [Code],
    /// Exported functions and their names. Their parameters are of 32 bits, and so are their results
    /// but that of `score`.
    pub(super) exports: &'a [(&'static str, Callee)],
    pub(super) data: &'a [u8],
    /// Bytes of memory from the start.
    pub(super) memory: usize,
    /// The values of the globals from the start, in the order of [`Global`].
    pub(super) globals: [i64; 3],
}

const PAGE: usize = 1 << 16;

pub(super) fn module(parts: &Parts<'_>) -> Vec<u8> {
    let mut types = TypeSection::new();
    let mut known: HashMap<(u32, ValType, ValType), u32> = HashMap::new();
    let mut type_of = |parameters: u32, given: ValType, result: ValType| {
        let next = known.len() as u32;
        *known.entry((parameters, given, result)).or_insert_with(|| {
            let given = std::iter::repeat_n(given, parameters as usize);
            types.ty().function(given, [result]);
            next
        })
    };
    let mut functions = FunctionSection::new();
    let mut code = CodeSection::new();
    let mut names = NameMap::new();
    for (index, function) in parts.functions.iter().enumerate() {
        functions.function(type_of(function.parameters, ValType::I64, ValType::I64));
        code.function(&Emitter::function(function));
        names.append(index as u32, &function.name);
    }
    let mut exports = ExportSection::new();
    exports.export("memory", ExportKind::Memory, 0);
    for &(name, callee) in parts.exports {
        let parameters = parts.functions[callee].parameters;
        let index = functions.len();
        let result = if name == "score" { ValType::I64 } else { ValType::I32 };
        functions.function(type_of(parameters, ValType::I32, result));
        let mut outer = Function::new([]);
        for parameter in 0..parameters {
            outer.instruction(&Instruction::LocalGet(parameter));
            outer.instruction(&Instruction::I64ExtendI32U);
        }
        outer.instruction(&Instruction::Call(callee as u32));
        if result == ValType::I32 {
            outer.instruction(&Instruction::I32WrapI64);
        }
        outer.instruction(&Instruction::End);
        code.function(&outer);
        exports.export(name, ExportKind::Func, index);
    }
    let mut memories = MemorySection::new();
    memories.memory(MemoryType {
        minimum: parts.memory.div_ceil(PAGE) as u64,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut globals = GlobalSection::new();
    for value in parts.globals {
        let ty = GlobalType { val_type: ValType::I64, mutable: true, shared: false };
        globals.global(ty, &ConstExpr::i64_const(value));
    }
    let mut data = DataSection::new();
    data.active(0, &ConstExpr::i32_const(BASE as i32), parts.data.iter().copied());
    let mut debug = NameSection::new();
    debug.functions(&names);

    let mut module = Module::new();
    module.section(&types).section(&functions).section(&memories).section(&globals);
    module.section(&exports).section(&code).section(&data).section(&debug);
    module.finish()
}

/// The index of a global.
fn global(global: Global) -> u32 {
    match global {
        Global::Free => 0,
        Global::Base => 1,
        Global::Depth => 2,
    }
}

/// Writes one function.
struct Emitter {
    out: Function,
    /// The numbers of the locals that are used.
    locals: HashMap<Local, u32>,
    /// A local for what is computed and tested.
    scratch: u32,
    /// The blocks around the place: for each loop, the block to leave it and the block for `Again`.
    blocks: Vec<Block>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Leave(Label),
    Again(Label),
    Other,
}

impl Emitter {
    fn function(code: &Code) -> Function {
        let mut locals: HashMap<Local, u32> =
            (0..code.parameters).map(|parameter| (parameter, parameter)).collect();
        let mut next = code.parameters;
        number(&code.body, &mut |local| {
            locals.entry(local).or_insert_with(|| {
                next += 1;
                next - 1
            });
        });
        let count = next - code.parameters;
        let out = Function::new([(count + 1, ValType::I64)]);
        let mut emitter = Emitter { out, locals, scratch: next, blocks: Vec::new() };
        emitter.stats(&code.body);
        emitter.put(&Instruction::Unreachable);
        emitter.put(&Instruction::End);
        emitter.out
    }

    fn put(&mut self, instruction: &Instruction<'_>) {
        self.out.instruction(instruction);
    }

    fn local(&self, local: Local) -> u32 {
        self.locals.get(&local).copied().unwrap_or(self.scratch)
    }

    fn depth(&self, wanted: Block) -> u32 {
        let at = self.blocks.iter().rev().position(|&block| block == wanted);
        at.map_or(0, |at| at as u32)
    }

    fn stats(&mut self, stats: &[Stat]) {
        stats.iter().for_each(|stat| self.stat(stat));
    }

    fn stat(&mut self, stat: &Stat) {
        match stat {
            Stat::Set(local, node) => {
                self.node(node);
                let local = self.local(*local);
                self.put(&Instruction::LocalSet(local));
            }
            Stat::SetGlobal(which, node) => {
                self.node(node);
                self.put(&Instruction::GlobalSet(global(*which)));
            }
            Stat::Store(width, address, value, offset) => {
                self.node(address);
                self.put(&Instruction::I32WrapI64);
                self.node(value);
                let at = place(*offset);
                self.put(&match width {
                    Width::One => Instruction::I64Store8(at),
                    Width::Four => Instruction::I64Store32(at),
                    Width::Eight => Instruction::I64Store(at),
                });
            }
            Stat::If(Node::Int(0), _, no) => self.stats(no),
            Stat::If(Node::Int(_), yes, _) => self.stats(yes),
            Stat::If(condition, yes, no) => {
                self.condition(condition);
                if yes.is_empty() {
                    self.put(&Instruction::I32Eqz);
                }
                self.put(&Instruction::If(BlockType::Empty));
                self.blocks.push(Block::Other);
                if yes.is_empty() {
                    self.stats(no);
                } else {
                    self.stats(yes);
                    if !no.is_empty() {
                        self.put(&Instruction::Else);
                        self.stats(no);
                    }
                }
                self.blocks.pop();
                self.put(&Instruction::End);
            }
            Stat::While(label, condition, body, then) => {
                self.put(&Instruction::Block(BlockType::Empty));
                self.blocks.push(Block::Leave(*label));
                self.put(&Instruction::Loop(BlockType::Empty));
                self.blocks.push(Block::Other);
                self.condition(condition);
                self.put(&Instruction::I32Eqz);
                self.put(&Instruction::BrIf(1));
                self.put(&Instruction::Block(BlockType::Empty));
                self.blocks.push(Block::Again(*label));
                self.stats(body);
                self.blocks.pop();
                self.put(&Instruction::End);
                self.stats(then);
                self.put(&Instruction::Br(0));
                self.blocks.pop();
                self.put(&Instruction::End);
                self.blocks.pop();
                self.put(&Instruction::End);
            }
            Stat::Break(label) => {
                let depth = self.depth(Block::Leave(*label));
                self.put(&Instruction::Br(depth));
            }
            Stat::Again(label) => {
                let depth = self.depth(Block::Again(*label));
                self.put(&Instruction::Br(depth));
            }
            Stat::Return(node) => {
                self.node(node);
                self.put(&Instruction::Return);
            }
            Stat::Eval(node) => {
                self.node(node);
                self.put(&Instruction::Drop);
            }
            Stat::Trap => self.put(&Instruction::Unreachable),
        }
    }

    /// A word as a number of 32 bits that is zero or not.
    fn condition(&mut self, node: &Node) {
        match node {
            Node::Op(op, a, b) if comparison(*op).is_some() => {
                if let (Op::Eq, Node::Int(0)) = (op, &**b) {
                    match &**a {
                        Node::Op(inner, ..) if comparison(*inner).is_some() => {
                            self.condition(a);
                            self.put(&Instruction::I32Eqz);
                        }
                        _ => {
                            self.node(a);
                            self.put(&Instruction::I64Eqz);
                        }
                    }
                    return;
                }
                self.node(a);
                self.node(b);
                if let Some(instruction) = comparison(*op) {
                    self.put(&instruction);
                }
            }
            Node::If(condition, yes, no) => {
                self.condition(condition);
                self.put(&Instruction::If(BlockType::Result(ValType::I32)));
                self.blocks.push(Block::Other);
                self.condition(yes);
                self.put(&Instruction::Else);
                self.condition(no);
                self.blocks.pop();
                self.put(&Instruction::End);
            }
            Node::Do(stats, value) => {
                self.stats(stats);
                self.condition(value);
            }
            Node::Int(value) => self.put(&Instruction::I32Const(i32::from(*value != 0))),
            node => {
                self.node(node);
                self.put(&Instruction::I64Const(0));
                self.put(&Instruction::I64Ne);
            }
        }
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Int(value) => self.put(&Instruction::I64Const(*value)),
            Node::Get(local) => {
                let local = self.local(*local);
                self.put(&Instruction::LocalGet(local));
            }
            Node::Global(which) => self.put(&Instruction::GlobalGet(global(*which))),
            Node::Op(op, _, _) if comparison(*op).is_some() => {
                self.condition(node);
                self.put(&Instruction::I64ExtendI32U);
            }
            Node::Op(op, a, b) => {
                self.node(a);
                self.node(b);
                self.put(&match op {
                    Op::Add => Instruction::I64Add,
                    Op::Sub => Instruction::I64Sub,
                    Op::Mul => Instruction::I64Mul,
                    Op::Div => Instruction::I64DivS,
                    Op::Rem => Instruction::I64RemS,
                    Op::And => Instruction::I64And,
                    Op::Or => Instruction::I64Or,
                    Op::Xor => Instruction::I64Xor,
                    Op::Shl => Instruction::I64Shl,
                    Op::ShrUnsigned => Instruction::I64ShrU,
                    _ => Instruction::I64ShrS,
                });
            }
            Node::Checked(inner) => {
                self.node(inner);
                let scratch = self.scratch;
                self.put(&Instruction::LocalTee(scratch));
                self.put(&Instruction::I64Const(super::helpers::LARGE));
                self.put(&Instruction::I64Add);
                self.put(&Instruction::I64Const(0));
                self.put(&Instruction::I64LtS);
                self.put(&Instruction::If(BlockType::Empty));
                self.put(&Instruction::Unreachable);
                self.put(&Instruction::End);
                self.put(&Instruction::LocalGet(scratch));
            }
            Node::Load(width, address, offset) => {
                self.node(address);
                self.put(&Instruction::I32WrapI64);
                let at = place(*offset);
                self.put(&match width {
                    Width::One => Instruction::I64Load8U(at),
                    Width::Four => Instruction::I64Load32U(at),
                    Width::Eight => Instruction::I64Load(at),
                });
            }
            Node::Call(callee, given) => {
                given.iter().for_each(|node| self.node(node));
                self.put(&Instruction::Call(*callee as u32));
            }
            Node::If(condition, yes, no) => {
                self.condition(condition);
                self.put(&Instruction::If(BlockType::Result(ValType::I64)));
                self.blocks.push(Block::Other);
                self.node(yes);
                self.put(&Instruction::Else);
                self.node(no);
                self.blocks.pop();
                self.put(&Instruction::End);
            }
            Node::Do(stats, value) => {
                self.stats(stats);
                self.node(value);
            }
            Node::Reach(end) => {
                // Adds all missing pages at once.
                self.node(end);
                self.put(&Instruction::I64Const(PAGE as i64 - 1));
                self.put(&Instruction::I64Add);
                self.put(&Instruction::I64Const(PAGE.trailing_zeros().into()));
                self.put(&Instruction::I64ShrU);
                self.put(&Instruction::MemorySize(0));
                self.put(&Instruction::I64ExtendI32U);
                self.put(&Instruction::I64Sub);
                let scratch = self.scratch;
                self.put(&Instruction::LocalTee(scratch));
                self.put(&Instruction::I64Const(0));
                self.put(&Instruction::I64GtS);
                self.put(&Instruction::If(BlockType::Empty));
                self.put(&Instruction::LocalGet(scratch));
                // Adds some more pages, so that memory rarely grows.
                self.put(&Instruction::I64Const(16));
                self.put(&Instruction::I64Add);
                self.put(&Instruction::I32WrapI64);
                self.put(&Instruction::MemoryGrow(0));
                self.put(&Instruction::I32Const(0));
                self.put(&Instruction::I32LtS);
                self.put(&Instruction::If(BlockType::Empty));
                self.put(&Instruction::Unreachable);
                self.put(&Instruction::End);
                self.put(&Instruction::End);
                self.put(&Instruction::I64Const(0));
            }
            Node::Never => self.put(&Instruction::Unreachable),
        }
    }
}

fn place(offset: u32) -> MemArg {
    MemArg { offset: offset.into(), align: 0, target: MemArgTarget::default(), ordering: None }
}

fn comparison(op: Op) -> Option<Instruction<'static>> {
    Some(match op {
        Op::Eq => Instruction::I64Eq,
        Op::Ne => Instruction::I64Ne,
        Op::Lt => Instruction::I64LtS,
        Op::Le => Instruction::I64LeS,
        Op::Gt => Instruction::I64GtS,
        Op::Ge => Instruction::I64GeS,
        Op::LtUnsigned => Instruction::I64LtU,
        Op::LeUnsigned => Instruction::I64LeU,
        _ => return None,
    })
}

/// Calls `take` for each local that is used.
fn number(stats: &[Stat], take: &mut impl FnMut(Local)) {
    fn node(n: &Node, take: &mut impl FnMut(Local)) {
        match n {
            Node::Int(_) | Node::Global(_) | Node::Never => {}
            Node::Get(local) => take(*local),
            Node::Op(_, a, b) => {
                node(a, take);
                node(b, take);
            }
            Node::Checked(a) | Node::Load(_, a, _) | Node::Reach(a) => node(a, take),
            Node::Call(_, given) => given.iter().for_each(|a| node(a, take)),
            Node::If(a, b, c) => {
                node(a, take);
                node(b, take);
                node(c, take);
            }
            Node::Do(stats, a) => {
                number(stats, take);
                node(a, take);
            }
        }
    }
    for stat in stats {
        match stat {
            Stat::Set(local, a) => {
                take(*local);
                node(a, take);
            }
            Stat::SetGlobal(_, a) | Stat::Return(a) | Stat::Eval(a) => node(a, take),
            Stat::Store(_, a, b, _) => {
                node(a, take);
                node(b, take);
            }
            Stat::If(a, yes, no) => {
                node(a, take);
                number(yes, take);
                number(no, take);
            }
            Stat::While(_, a, body, then) => {
                node(a, take);
                number(body, take);
                number(then, take);
            }
            Stat::Break(_) | Stat::Again(_) | Stat::Trap => {}
        }
    }
}
