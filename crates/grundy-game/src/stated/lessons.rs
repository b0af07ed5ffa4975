//! What play has shown of the games of a file beyond the samples.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What play has shown, by the parameters of the game. After a fault that the file can learn from,
/// work starts again, and the file knows more.
pub struct Lessons<T>(Mutex<HashMap<String, T>>);

impl<T> Default for Lessons<T> {
    fn default() -> Self {
        Lessons(Mutex::default())
    }
}

impl<T> fmt::Debug for Lessons<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lessons").finish_non_exhaustive()
    }
}

impl<T: Clone + Default> Lessons<T> {
    fn all(&self) -> MutexGuard<'_, HashMap<String, T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What play has shown so far of the game with these parameters.
    pub fn of(&self, parameters: &str) -> T {
        self.all().get(parameters).cloned().unwrap_or_default()
    }

    /// All that play has shown, by the parameters of the game.
    pub fn snapshot(&self) -> BTreeMap<String, T> {
        self.all().iter().map(|(parameters, known)| (parameters.clone(), known.clone())).collect()
    }

    /// Replaces all that is known.
    pub fn replace(&self, all: BTreeMap<String, T>) {
        *self.all() = all.into_iter().collect();
    }

    /// Adds to what is known of the game with these parameters.
    pub fn learn(&self, parameters: &str, learn: impl FnOnce(&mut T)) {
        learn(self.all().entry(parameters.to_string()).or_default());
    }
}
