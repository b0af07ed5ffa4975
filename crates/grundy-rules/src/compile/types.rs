//! The types of a rule file's values, and how they are found.
//!
//! Starlark has no types of its own: they are inferred. What a list or a dict contains is
//! learned from all places that put something in, so its type is a [`Cell`], which grows while
//! functions are read again and again, until nothing changes (abstract interpretation; the
//! types form a lattice of finite height, so this ends).

use std::fmt;
use std::rc::Rc;

/// The type of a value. Every value is one machine word of 64 bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Type {
    /// No value: what an empty list contains, or what a call that never returns gives.
    Never,
    None,
    /// 0 or 1.
    Bool,
    /// Within ±2^62; larger results are left to the interpreter.
    Int,
    /// A text of one character: its code.
    Char,
    /// Address and length, 32 bits each.
    Text,
    /// The characters of a text, as `elems` returns them: represented as the text.
    Elems,
    /// What `range` returns: represented as a tuple of integers.
    Range,
    /// A tuple whose items are known one by one: as [`Type::Row`].
    Tuple(Rc<[Type]>),
    /// A tuple of any length: address and number of items, 32 bits each; an item is a word.
    Row(Rc<Type>),
    /// The address of a head; see [`super::memory`].
    List(Cell),
    /// Keys and values.
    Dict(Cell, Cell),
    Set(Cell),
    /// None, or a value of the type, which is neither `None` nor `Option` nor `Never`.
    Option(Rc<Type>),
    /// A function of the file with the values that it captures: as [`Type::Tuple`].
    Function(Function),
}

/// A nested function or a lambda: its place in the file, and the captured variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Function {
    pub(super) number: usize,
    pub(super) captured: Rc<[(String, Type)]>,
}

/// What a list, or the keys or values of a dict, may contain: an index into [`Cells`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Cell(usize);

/// The contents of all cells. Cells whose lists meet in one variable are united.
#[derive(Debug, Default)]
pub(super) struct Cells {
    /// For each cell another cell that it is united with, or its type.
    cells: Vec<Result<Type, Cell>>,
    /// Whether a cell has grown since [`Cells::settle`].
    grown: bool,
}

/// Two types that no variable can have at the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clash(pub(super) Type, pub(super) Type);

impl Cells {
    pub(super) fn fresh(&mut self) -> Cell {
        self.cells.push(Ok(Type::Never));
        Cell(self.cells.len() - 1)
    }

    pub(super) fn root(&self, mut cell: Cell) -> Cell {
        while let Err(united) = self.cells[cell.0] {
            cell = united;
        }
        cell
    }

    pub(super) fn content(&self, cell: Cell) -> Type {
        match &self.cells[self.root(cell).0] {
            Ok(content) => content.clone(),
            Err(_) => unreachable!("a root has a type"),
        }
    }

    /// Whether a cell has grown since the last call.
    pub(super) fn settle(&mut self) -> bool {
        std::mem::take(&mut self.grown)
    }

    /// Lets a cell contain values of this type, too.
    pub(super) fn put(&mut self, cell: Cell, more: &Type) -> Result<(), Clash> {
        let old = self.content(cell);
        let joined = self.join(&old, more)?;
        // Joining may have united this cell with another one.
        let root = self.root(cell);
        if self.cells[root.0].as_ref().is_ok_and(|content| *content != joined) {
            self.cells[root.0] = Ok(joined);
            self.grown = true;
        }
        Ok(())
    }

    fn unite(&mut self, a: Cell, b: Cell) -> Result<(), Clash> {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return Ok(());
        }
        let (low, high) = (a.min(b), a.max(b));
        let content = self.content(high);
        self.cells[high.0] = Err(low);
        self.grown = true;
        self.put(low, &content)
    }

    /// The least type that both types are part of.
    pub(super) fn join(&mut self, a: &Type, b: &Type) -> Result<Type, Clash> {
        use Type::*;
        Ok(match (a, b) {
            (Never, other) | (other, Never) => other.clone(),
            (Char, Text) | (Text, Char) => Text,
            (None, None) => None,
            (None, Option(_)) => b.clone(),
            (Option(_), None) => a.clone(),
            (None, other) | (other, None) => Option(Rc::new(other.clone())),
            (Option(a), Option(b)) => Option(Rc::new(self.join(a, b)?)),
            (Option(inner), other) | (other, Option(inner)) => {
                Option(Rc::new(self.join(inner, other)?))
            }
            (Tuple(one), Tuple(two)) if one.len() == two.len() => {
                let items: Result<Rc<[Type]>, Clash> =
                    one.iter().zip(two.iter()).map(|(a, b)| self.join(a, b)).collect();
                match items {
                    Ok(items) => Tuple(items),
                    Err(clash) => return Err(clash),
                }
            }
            (Tuple(_) | Row(_), Tuple(_) | Row(_)) => {
                let (a, b) = (self.any_item(a)?, self.any_item(b)?);
                Row(Rc::new(self.join(&a, &b)?))
            }
            (List(a), List(b)) => {
                self.unite(*a, *b)?;
                List(self.root(*a))
            }
            (Set(a), Set(b)) => {
                self.unite(*a, *b)?;
                Set(self.root(*a))
            }
            (Dict(k, v), Dict(l, w)) => {
                self.unite(*k, *l)?;
                self.unite(*v, *w)?;
                Dict(self.root(*k), self.root(*v))
            }
            (a, b) if self.resolved(a) == self.resolved(b) => self.resolved(a),
            (a, b) => return Err(Clash(a.clone(), b.clone())),
        })
    }

    /// The type of all items of a tuple.
    pub(super) fn any_item(&mut self, tuple: &Type) -> Result<Type, Clash> {
        match tuple {
            Type::Tuple(items) => {
                items.iter().try_fold(Type::Never, |joined, item| self.join(&joined, item))
            }
            Type::Row(item) => Ok((**item).clone()),
            _ => Ok(Type::Never),
        }
    }

    /// The type with every cell replaced by the cell that stands for it.
    pub(super) fn resolved(&self, ty: &Type) -> Type {
        use Type::*;
        match ty {
            Tuple(items) => Tuple(items.iter().map(|item| self.resolved(item)).collect()),
            Row(item) => Row(Rc::new(self.resolved(item))),
            List(cell) => List(self.root(*cell)),
            Set(cell) => Set(self.root(*cell)),
            Dict(keys, values) => Dict(self.root(*keys), self.root(*values)),
            Option(inner) => Option(Rc::new(self.resolved(inner))),
            Function(function) => {
                let resolve = |(name, ty): &(String, Type)| (name.clone(), self.resolved(ty));
                let captured = function.captured.iter().map(resolve).collect();
                Function(self::Function { number: function.number, captured })
            }
            plain => plain.clone(),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Never => "nothing",
            Type::None => "None",
            Type::Bool => "a boolean",
            Type::Int => "an integer",
            Type::Char | Type::Text => "a string",
            Type::Elems => "the characters of a string",
            Type::Range => "a range",
            Type::Tuple(_) | Type::Row(_) => "a tuple",
            Type::List(_) => "a list",
            Type::Dict(..) => "a dict",
            Type::Set(_) => "a set",
            Type::Option(inner) => return write!(f, "None or {inner}"),
            Type::Function(_) => "a function",
        })
    }
}
