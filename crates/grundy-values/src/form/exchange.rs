//! Forms passed between threads, each with a [`Forms`] of its own.

use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::{Compact, Form, Forms, List};
use grundy_base::Stopped;
use grundy_base::stack::deeper;

/// A form in an [`Exchange`], the same number for all threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Passed(u32);

/// Forms that threads pass to each other, each kept once.
///
/// A form that was passed before costs a look-up in a table of the thread
/// itself; only a new one takes the lock.
#[derive(Default)]
pub struct Exchange {
    store: RwLock<Store>,
    bytes: AtomicU64,
}

grundy_base::debug! {
    impl[] Exchange: "Exchange", |exchange| bytes = exchange.bytes();
}

#[derive(Default)]
struct Store {
    made: Vec<Made>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

/// What a form is made of.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Made {
    Compact(Compact),
    /// Left's options, then Right's.
    Options {
        left: usize,
        all: Box<[u32]>,
    },
}

impl Exchange {
    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    fn put(&self, made: Made) -> Result<Passed, Stopped> {
        let mut store = self.store.write().unwrap_or_else(PoisonError::into_inner);
        let Store { made: all, index, hasher } = &mut *store;
        let hash = |made: &Made| hasher.hash_one(made);
        let found = index.find(hash(&made), |&known| all[known as usize] == made);
        if let Some(&known) = found {
            return Ok(Passed(known));
        }
        let limit = u64::from(u32::MAX);
        let number = u32::try_from(all.len());
        let number = number.map_err(|_| Stopped::Numbering { what: "forms", limit })?;
        let options = match &made {
            Made::Compact(_) => 0,
            Made::Options { all, .. } => 4 * all.len(),
        };
        let entry = size_of::<Made>() + size_of::<u32>() + 1;
        self.bytes.fetch_add((2 * entry + options) as u64, Ordering::Relaxed);
        index.insert_unique(hash(&made), number, |&known| hash(&all[known as usize]));
        all.push(made);
        Ok(Passed(number))
    }

    fn get(&self, Passed(number): Passed) -> Made {
        let store = self.store.read().unwrap_or_else(PoisonError::into_inner);
        store.made[number as usize].clone()
    }
}

/// A thread's table of forms that it has passed or taken.
#[derive(Default)]
pub struct Link {
    /// By form; [`NEVER`] where it was not passed.
    passed: Vec<u32>,
    /// By number in the exchange.
    forms: Vec<u32>,
}

grundy_base::debug! {
    impl[] Link: "Link";
}

const NEVER: u32 = u32::MAX;

fn remember(table: &mut Vec<u32>, from: u32, to: u32) {
    let from = from as usize;
    if table.len() <= from {
        table.resize(from + 1, NEVER);
    }
    table[from] = to;
}

fn remembered(table: &[u32], from: u32) -> Option<u32> {
    table.get(from as usize).copied().filter(|&to| to != NEVER)
}

impl Link {
    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        4 * (self.passed.capacity() + self.forms.capacity()) as u64
    }

    /// Passes a form of this thread to all.
    ///
    /// # Errors
    ///
    /// Where there are more forms than 32 bits can number.
    pub fn pass(
        &mut self,
        form: Form,
        forms: &Forms<'_>,
        exchange: &Exchange,
    ) -> Result<Passed, Stopped> {
        if let Some(known) = remembered(&self.passed, form.0) {
            return Ok(Passed(known));
        }
        let made = match forms.as_compact(form) {
            Some(compact) => Made::Compact(compact),
            None => {
                let [left, right] = forms.table.options(form);
                let pass = |&option: &Form| {
                    deeper(|| self.pass(option, forms, exchange)).map(|Passed(number)| number)
                };
                let all: Result<_, _> = left.iter().chain(right).map(pass).collect();
                let mut all: Box<[u32]> = all?;
                // One form has one entry: options come in the order of the exchange.
                let (lefts, rights) = all.split_at_mut(left.len());
                lefts.sort_unstable();
                rights.sort_unstable();
                Made::Options { left: left.len(), all }
            }
        };
        let passed = exchange.put(made)?;
        self.remember(form, passed);
        Ok(passed)
    }

    /// The form of this thread that equals a form of the exchange.
    ///
    /// # Errors
    ///
    /// Where a limit of these forms is reached.
    pub fn take(
        &mut self,
        passed: Passed,
        forms: &mut Forms<'_>,
        exchange: &Exchange,
    ) -> Result<Form, Stopped> {
        if let Some(known) = remembered(&self.forms, passed.0) {
            return Ok(Form(known));
        }
        let form = match exchange.get(passed) {
            Made::Compact(compact) => forms.compact(compact)?,
            Made::Options { left, all } => {
                let mut take = |options: &[u32]| -> Result<List, Stopped> {
                    let take = |&option| deeper(|| self.take(Passed(option), forms, exchange));
                    let mut taken: List = options.iter().map(take).collect::<Result<_, _>>()?;
                    taken.sort_unstable();
                    Ok(taken)
                };
                let [left, right] = [take(&all[..left])?, take(&all[left..])?];
                forms.intern_options([&left, &right])?
            }
        };
        self.remember(form, passed);
        Ok(form)
    }

    fn remember(&mut self, form: Form, passed: Passed) {
        remember(&mut self.passed, form.0, passed.0);
        remember(&mut self.forms, passed.0, form.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dyadic;
    use grundy_base::Limits;

    #[test]
    fn forms_made_in_different_orders_are_passed_as_one() {
        let exchange = Exchange::default();
        let mut passed = Vec::new();
        let mut threads = Vec::new();
        for backwards in [false, true] {
            let mut forms = Forms::new(Limits::default());
            let numbers: Vec<i64> = if backwards { vec![5, 2, -1] } else { vec![-1, 2, 5] };
            for number in numbers {
                let number = forms.number(Dyadic::from(number)).unwrap();
                let star = forms.nimber(1).unwrap();
                forms.sum(number, star).unwrap();
            }
            let mut number = |n: i64| forms.number(Dyadic::from(n)).unwrap();
            let [five, two, minus] = [number(5), number(2), number(-1)];
            let hot = forms.canonical([two], [minus]).unwrap();
            let star = forms.nimber(1).unwrap();
            let [hot, two] = [forms.sum(hot, star).unwrap(), two];
            let deep = forms.canonical([five, hot], [two, hot]).unwrap();
            let mut link = Link::default();
            passed.push(link.pass(deep, &forms, &exchange).unwrap());
            threads.push((forms, link, deep));
        }
        assert_eq!(passed[0], passed[1]);
        for (mut forms, mut link, deep) in threads {
            assert_eq!(link.take(passed[0], &mut forms, &exchange), Ok(deep));
            // And starting from nothing.
            let mut fresh = Forms::new(Limits::default());
            let taken = Link::default().take(passed[0], &mut fresh, &exchange).unwrap();
            assert_eq!(fresh.print(taken), forms.print(deep));
        }
    }
}
