//! Constants of the file, and known values, as data of the module.

use super::ir::int;
use super::lower::{Known, NONE, Value, World};
use super::types::{Cell, Clash, Type};
use crate::script::Constant;

impl World<'_> {
    /// The value of a name of the file.
    ///
    /// # Errors
    ///
    /// Why compiled code cannot use it.
    pub(super) fn constant(&mut self, name: &str) -> Result<Option<Value>, String> {
        if let Some(value) = self.constants.get(name) {
            return Ok(Some(value.clone()));
        }
        let program = self.program;
        let Some(constant) = program.constants.get(name) else { return Ok(None) };
        let mut cells = 0;
        let ty = self
            .type_of(constant, name, &mut cells)
            .map_err(|Clash(a, b)| format!("`{name}` contains {a} and {b}"))?;
        let value = match known(constant) {
            Some(known) if program.has_known(&known) => {
                let (ty, word) = self.word_of(&known);
                Value { ty, node: int(word), known: Some(known) }
            }
            _ => {
                let word = self.word(constant, &ty)?;
                Value::new(ty, int(word))
            }
        };
        self.constants.insert(name.to_string(), value.clone());
        Ok(Some(value))
    }

    fn type_of(&mut self, constant: &Constant, name: &str, cells: &mut u32) -> Result<Type, Clash> {
        let mut cell = |world: &mut Self| {
            *cells += 1;
            world.constant_cell(name, *cells)
        };
        Ok(match constant {
            Constant::None => Type::None,
            Constant::Bool(_) => Type::Bool,
            Constant::Int(_) => Type::Int,
            Constant::Text(text) if text.chars().count() == 1 => Type::Char,
            Constant::Text(_) => Type::Text,
            Constant::Tuple(items) => {
                let items: Result<_, Clash> =
                    items.iter().map(|item| self.type_of(item, name, cells)).collect();
                Type::Tuple(items?)
            }
            Constant::List(items) => {
                let cell = cell(self);
                self.fill(cell, items.iter(), name, cells)?;
                Type::List(cell)
            }
            Constant::Dict(entries) => {
                let (keys, values) = (cell(self), cell(self));
                self.fill(keys, entries.iter().map(|(key, _)| key), name, cells)?;
                self.fill(values, entries.iter().map(|(_, value)| value), name, cells)?;
                Type::Dict(keys, values)
            }
            Constant::Other(_) => Type::Never,
        })
    }

    fn fill<'c>(
        &mut self,
        cell: Cell,
        items: impl Iterator<Item = &'c Constant>,
        name: &str,
        cells: &mut u32,
    ) -> Result<(), Clash> {
        for item in items {
            let ty = self.type_of(item, name, cells)?;
            self.unit.cells.put(cell, &ty)?;
        }
        Ok(())
    }

    /// The word of a constant as a value of a type.
    fn word(&mut self, constant: &Constant, ty: &Type) -> Result<i64, String> {
        let ty = match ty {
            Type::Option(inner) if *constant != Constant::None => inner,
            ty => ty,
        };
        Ok(match (constant, ty) {
            (Constant::None, _) => NONE,
            (Constant::Bool(value), _) => i64::from(*value),
            (Constant::Int(value), _) => *value,
            (Constant::Text(text), ty) => {
                let codes = self.program.codes(text).ok_or("more than 128 letters beyond ASCII")?;
                match (ty, &codes[..]) {
                    (Type::Char, &[code]) => i64::from(code),
                    _ => self.unit.data.text(&codes),
                }
            }
            (Constant::Tuple(items), Type::Tuple(types)) => {
                let words: Result<Vec<i64>, String> =
                    items.iter().zip(types.iter()).map(|(item, ty)| self.word(item, ty)).collect();
                self.unit.data.row(&words?)
            }
            (Constant::Tuple(items), Type::Row(ty)) => {
                let words: Result<Vec<i64>, String> =
                    items.iter().map(|item| self.word(item, ty)).collect();
                self.unit.data.row(&words?)
            }
            (Constant::List(items), Type::List(cell)) => {
                let ty = self.unit.cells.content(*cell);
                let words: Result<Vec<i64>, String> =
                    items.iter().map(|item| self.word(item, &ty)).collect();
                self.unit.data.list(&words?, 1)
            }
            (Constant::Dict(entries), Type::Dict(keys, values)) => {
                let (keys, values) =
                    (self.unit.cells.content(*keys), self.unit.cells.content(*values));
                let mut words = Vec::new();
                for (key, value) in entries {
                    words.extend([self.word(key, &keys)?, self.word(value, &values)?]);
                }
                self.unit.data.list(&words, 2)
            }
            (Constant::Other(ty), _) => return Err(format!("a constant of type {ty}")),
            (_, ty) => return Err(format!("a constant that is {ty} here")),
        })
    }

    /// The type and the word of a value that is known.
    pub(super) fn word_of(&mut self, known: &Known) -> (Type, i64) {
        match known {
            Known::None => (Type::None, NONE),
            Known::Bool(value) => (Type::Bool, i64::from(*value)),
            Known::Int(value) => (Type::Int, *value),
            Known::Text(text) => {
                let codes = self.program.codes(text).unwrap_or_default();
                match codes[..] {
                    [code] => (Type::Char, i64::from(code)),
                    _ => (Type::Text, self.unit.data.text(&codes)),
                }
            }
            Known::Tuple(items) => {
                let parts: Vec<(Type, i64)> = items.iter().map(|item| self.word_of(item)).collect();
                let words: Vec<i64> = parts.iter().map(|(_, word)| *word).collect();
                let types = parts.into_iter().map(|(ty, _)| ty).collect();
                (Type::Tuple(types), self.unit.data.row(&words))
            }
        }
    }
}

/// A constant that cannot change, and is small.
fn known(constant: &Constant) -> Option<Known> {
    Some(match constant {
        Constant::None => Known::None,
        Constant::Bool(value) => Known::Bool(*value),
        Constant::Int(value) => Known::Int(*value),
        Constant::Text(text) if text.len() < 256 => Known::Text(text.clone()),
        Constant::Tuple(items) if items.len() <= 16 => {
            Known::Tuple(items.iter().map(known).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}
