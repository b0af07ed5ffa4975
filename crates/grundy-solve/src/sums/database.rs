//! The canonical forms of components in a form of their own, which needs no [`Forms`] and
//! can be stored.

use hashbrown::HashMap;

use super::{Sums, Unsolved};
use grundy_base::{Player, Stopped};
use grundy_values::{Compact, Form, Forms};

/// The components of one ruleset that were valued, and their canonical forms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Database {
    /// As [`ComponentSource::ruleset`](super::ComponentSource::ruleset).
    pub ruleset: String,
    /// Each form once, after its options.
    pub forms: Vec<StoredForm>,
    /// Components as they are written, and the numbers of their forms.
    pub components: Vec<(String, u32)>,
}

/// A canonical form, by the numbers of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredForm {
    /// Number, ups and nimber.
    Compact(Compact),
    /// The options of Left and of Right.
    Options([Vec<u32>; 2]),
}

impl Sums<'_> {
    /// Finds the canonical forms of the components of a position, however much work
    /// that is.
    ///
    /// # Errors
    ///
    /// As [`Unsolved`]. What was learned before is kept.
    pub fn learn(&mut self, ruleset: &str, position: &str) -> Result<(), Unsolved> {
        self.search.learn(ruleset, position, &self.limits)
    }

    /// The known values of the components of a ruleset.
    pub fn database(&mut self, ruleset: &str) -> Result<Database, Stopped> {
        let known = self.search.pool.known(ruleset);
        let forms = self.search.forms();
        let mut database = Database { ruleset: ruleset.to_string(), ..Database::default() };
        let mut numbers: HashMap<Form, u32> = HashMap::new();
        for (position, form) in known {
            store(form, forms, &mut database.forms, &mut numbers)?;
            database.components.push((position, numbers[&form]));
        }
        database.components.sort_unstable();
        Ok(database)
    }

    /// Takes over what a database knows; nothing of rulesets that have no source here.
    ///
    /// # Errors
    ///
    /// [`Unsolved::Unknown`] where a component cannot be read, or is no single one, and
    /// where a limit is reached.
    pub fn take(&mut self, database: &Database) -> Result<(), Unsolved> {
        if !self.search.pool.has(&database.ruleset) {
            return Ok(());
        }
        let forms = self.search.forms();
        let mut found: Vec<Form> = Vec::with_capacity(database.forms.len());
        for stored in &database.forms {
            let form = match stored {
                StoredForm::Compact(value) => forms.compact(value.clone())?,
                StoredForm::Options(options) => {
                    let [left, right] = options.each_ref().map(|options| {
                        let form = |&number: &u32| found.get(number as usize).copied();
                        options.iter().map(form).collect::<Option<Vec<Form>>>()
                    });
                    let (left, right) = left.zip(right).ok_or(Unsolved::Unknown)?;
                    forms.canonical(left, right)?
                }
            };
            found.push(form);
        }
        for (position, number) in &database.components {
            let form = *found.get(*number as usize).ok_or(Unsolved::Unknown)?;
            self.search.tell(&database.ruleset, position, form)?;
        }
        Ok(())
    }
}

/// Stores a form behind its options.
fn store(
    form: Form,
    forms: &mut Forms<'_>,
    stored: &mut Vec<StoredForm>,
    numbers: &mut HashMap<Form, u32>,
) -> Result<(), Stopped> {
    let mut open = vec![form];
    while let Some(&next) = open.last() {
        if numbers.contains_key(&next) {
            open.pop();
            continue;
        }
        let found = match forms.as_compact(next) {
            Some(value) => StoredForm::Compact(value),
            None => {
                let options =
                    [forms.options(next, Player::Left)?, forms.options(next, Player::Right)?];
                let before = open.len();
                open.extend(options.iter().flatten().filter(|form| !numbers.contains_key(*form)));
                if open.len() > before {
                    continue;
                }
                StoredForm::Options(
                    options.map(|list| list.iter().map(|form| numbers[form]).collect()),
                )
            }
        };
        // There are no more forms than their arena numbers, in 32 bits.
        numbers.insert(next, stored.len() as u32);
        stored.push(found);
        open.pop();
    }
    Ok(())
}
