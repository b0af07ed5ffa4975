//! Recursion over the followers of a game with an explicit stack: forms may be nested as
//! deep as memory allows.

use std::hash::Hash;

use hashbrown::HashMap;

use crate::form::{Form, Forms};
use grundy_base::{ByPlayer, Player, Stopped};

/// The result of a visit.
pub(super) enum Visit<K, T> {
    /// The result.
    Found(T),
    /// The key is visited again when these keys, at least one, are known.
    After(Vec<K>),
}

impl Forms<'_> {
    /// What `visit` finds for a key, from what it finds for simpler ones. Each
    /// key is visited at most twice.
    pub(super) fn walk<K: Copy + Eq + Hash, T>(
        &mut self,
        root: K,
        visit: impl FnMut(&mut Self, K, &HashMap<K, T>) -> Result<Visit<K, T>, Stopped>,
    ) -> Result<T, Stopped> {
        self.walk_on(root, &mut HashMap::new(), visit)
    }

    /// The same, with the results of walks before. The result for the root is not kept.
    pub(super) fn walk_on<K: Copy + Eq + Hash, T>(
        &mut self,
        root: K,
        known: &mut HashMap<K, T>,
        mut visit: impl FnMut(&mut Self, K, &HashMap<K, T>) -> Result<Visit<K, T>, Stopped>,
    ) -> Result<T, Stopped> {
        // On top of the root.
        let mut open: Vec<K> = Vec::new();
        loop {
            let next = open.last().copied().unwrap_or(root);
            if !known.contains_key(&next) {
                self.step()?;
                let held =
                    open.capacity() * size_of::<K>() + known.capacity() * (size_of::<(K, T)>() + 1);
                self.limits.room(self.bytes() + held as u64, self.len())?;
                match visit(self, next, known)? {
                    Visit::After(first) => {
                        open.extend(first);
                        continue;
                    }
                    Visit::Found(found) if open.is_empty() => return Ok(found),
                    Visit::Found(found) => {
                        known.insert(next, found);
                    }
                }
            }
            open.pop();
        }
    }

    /// The result for a form from the results for its options; `base` gives it for forms whose
    /// options need no look.
    pub(super) fn fold<T: Clone>(
        &mut self,
        form: Form,
        base: impl Fn(&mut Self, Form) -> Result<Option<T>, Stopped>,
        mut step: impl FnMut(&mut Self, Form, ByPlayer<Vec<T>>) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        self.walk(form, |forms, next, known| {
            if let Some(found) = base(forms, next)? {
                return Ok(Visit::Found(found));
            }
            let options = [forms.options(next, Player::Left)?, forms.options(next, Player::Right)?];
            let unknown = |option: &Form| !known.contains_key(option);
            let first: Vec<Form> = options.iter().flatten().copied().filter(unknown).collect();
            if !first.is_empty() {
                return Ok(Visit::After(first));
            }
            let [left, right] =
                options.map(|options| options.iter().map(|option| known[option].clone()).collect());
            Ok(Visit::Found(step(forms, next, ByPlayer { left, right })?))
        })
    }
}
