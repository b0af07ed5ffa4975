//! Functions of the module that are not functions of the file: memory, texts, lists, and
//! comparisons of each type.

mod comparisons;
mod lists;
mod numbers;
mod rows;
mod texts;

use super::data::CHARACTERS;
use super::ir::{
    Callee, Code, Global, Label, Local, Node, Op, Stat, Width, add, get, int, load, op,
};
use super::memory::pair;
use super::types::Type;
use super::unit::Unit;

/// A function; its parameters are given in brackets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Helper {
    /// \[bytes\]: new memory.
    Allocate,
    /// \[length\]: a text to be written to.
    NewText,
    /// \[start, stop, step\]
    RangeLength,
    /// \[start, step, length\]: the numbers as a tuple.
    RangeRow,
    /// \[a, b\]
    Equal(Type),
    /// \[a, b\]: below, at or above zero.
    Compare(Type),
    /// \[row, item\]: the index of the item, or −1. Items have this number of words.
    Search(Type, i64),
    /// \[dict, key, value\]
    Put(Type),
    /// \[a, b\]: each checked.
    Multiply,
    ShiftLeft,
    ShiftRight,
    FloorRemainder,
    FloorQuotient,
    /// \[text, count\]
    RepeatText,
    /// \[row, count\]
    RepeatRow,
    /// \[row\]: a list that takes over the items.
    ListOf,
    /// \[words of an item, room\]
    NewList,
    /// \[list, word\]
    Push,
    /// \[list, index\]: the item, which is removed.
    Pop,
    /// \[list, index, word\]
    Insert,
    /// \[dict, index\]: the value, which is removed with its key.
    RemoveEntry,
    /// \[row\]
    CopiedRow,
    /// \[row\]: a list of copies.
    CopiedList,
    /// \[entries, 0 for keys or 1 for values\]: a list.
    Column,
    /// \[text, part, from\]: the index, or −1.
    Find,
    /// \[text, character\]
    HasCharacter,
    /// \[text, from, to\]
    ReplaceCharacter,
    /// \[text, character\]
    CountCharacter,
    /// \[row of characters\]
    JoinCharacters,
    /// \[separator, row of texts\]
    Join,
    /// \[list\]: traps if it may not change.
    MayChange,
}

/// The text of one character.
pub(super) fn text_of(code: Node) -> Node {
    pair(add(int(CHARACTERS), code), int(1))
}

/// Numbers beyond these bounds are left to the interpreter.
pub(super) const LARGE: i64 = 1 << 62;

impl Unit<Helper> {
    /// A helper that needs no types.
    pub(super) fn plain_helper(&mut self, helper: Helper) -> Callee {
        self.helper(helper).unwrap_or_default()
    }

    /// The function for a helper, which is made when it is first asked for.
    ///
    /// # Errors
    ///
    /// The reason why values of its type cannot be compared.
    pub(super) fn helper(&mut self, helper: Helper) -> Result<Callee, String> {
        if let Some(&known) = self.helpers.get(&helper) {
            return Ok(known);
        }
        let callee = self.reserve();
        self.helpers.insert(helper.clone(), callee);
        let code = self.write(&helper)?;
        self.functions[callee] = Some(code);
        Ok(callee)
    }

    fn write(&mut self, helper: &Helper) -> Result<Code, String> {
        let name = match helper {
            Helper::Equal(ty) => format!("equal {ty}"),
            Helper::Compare(ty) => format!("compare {ty}"),
            Helper::Search(ty, _) => format!("search {ty}"),
            Helper::Put(ty) => format!("put {ty}"),
            other => format!("{other:?}"),
        };
        let parameters = match helper {
            Helper::Allocate
            | Helper::NewText
            | Helper::ListOf
            | Helper::CopiedRow
            | Helper::CopiedList
            | Helper::JoinCharacters
            | Helper::MayChange => 1,
            Helper::RangeLength
            | Helper::RangeRow
            | Helper::Put(_)
            | Helper::Insert
            | Helper::Find
            | Helper::ReplaceCharacter => 3,
            _ => 2,
        };
        let mut writer = Writer { code: Code::new(name, parameters), labels: 0, unit: self };
        let body = writer.body(helper)?;
        writer.code.body = body;
        Ok(writer.code)
    }
}

struct Writer<'u> {
    code: Code,
    labels: Label,
    unit: &'u mut Unit<Helper>,
}

impl Writer<'_> {
    fn local(&mut self) -> Local {
        self.code.local()
    }

    fn call(&mut self, helper: Helper, given: Vec<Node>) -> Node {
        Node::Call(self.unit.plain_helper(helper), given)
    }

    /// Runs `body` with an index from 0 up to a limit, by a step.
    fn count(
        &mut self,
        limit: Node,
        step: i64,
        body: impl FnOnce(&mut Self, Node) -> Vec<Stat>,
    ) -> Vec<Stat> {
        let index = self.local();
        self.labels += 1;
        let label = self.labels;
        let body = body(self, get(index));
        let next = vec![Stat::Set(index, add(get(index), int(step)))];
        vec![
            Stat::Set(index, int(0)),
            Stat::While(label, op(Op::Lt, get(index), limit), body, next),
        ]
    }

    /// Copies bytes, eight at a time.
    fn copy(&mut self, to: Node, from: Node, bytes: Node) -> Vec<Stat> {
        self.count(bytes, 8, |_, at| {
            let word = load(Width::Eight, add(from, at.clone()), 0);
            vec![Stat::Store(Width::Eight, add(to, at), word, 0)]
        })
    }

    fn body(&mut self, helper: &Helper) -> Result<Vec<Stat>, String> {
        let [a, b] = given();
        Ok(match helper {
            Helper::Allocate => self.allocate(),
            Helper::NewText => self.new_text(),
            Helper::RangeLength => self.range_length(),
            Helper::RangeRow => self.range_row(),
            Helper::Equal(ty) => self.equality(ty, a, b)?,
            Helper::Compare(ty) => self.comparison(ty, a, b)?,
            Helper::Search(ty, width) => self.search(ty, *width)?,
            Helper::Put(ty) => self.put(ty)?,
            Helper::Multiply => self.multiply(),
            Helper::ShiftLeft => self.shift_left(),
            Helper::ShiftRight => self.shift_right(),
            Helper::FloorRemainder => self.floor_remainder(),
            Helper::FloorQuotient => self.floor_quotient(),
            Helper::RepeatText => self.repeated(0),
            Helper::RepeatRow => self.repeated(3),
            Helper::ListOf => self.list_of(),
            Helper::NewList => self.new_list(),
            Helper::Push => self.push(),
            Helper::Pop => self.pop(),
            Helper::Insert => self.insert(),
            Helper::RemoveEntry => self.remove_entry(),
            Helper::CopiedRow => self.copied_row(),
            Helper::CopiedList => self.copied_list(),
            Helper::Column => self.column(),
            Helper::Find => self.find()?,
            Helper::HasCharacter => self.has_character(),
            Helper::CountCharacter => self.count_character(),
            Helper::ReplaceCharacter => self.replace_character(),
            Helper::JoinCharacters => self.join_characters(),
            Helper::Join => self.join(),
            Helper::MayChange => self.may_change(),
        })
    }

    fn allocate(&mut self) -> Vec<Stat> {
        let [a] = given();
        let (start, end) = (self.local(), self.local());
        let rounded = op(Op::And, add(a, int(7)), int(-8));
        vec![
            Stat::Set(start, Node::Global(Global::Free)),
            Stat::Set(end, add(get(start), rounded)),
            Stat::If(
                op(Op::LtUnsigned, int(super::ARENA_END), get(end)),
                vec![Stat::Trap],
                Vec::new(),
            ),
            Stat::SetGlobal(Global::Free, get(end)),
            Stat::Return(get(start)),
        ]
    }
}

/// The parameters of a function.
fn given<const N: usize>() -> [Node; N] {
    std::array::from_fn(|index| get(index as Local))
}
