//! One ruleset out of all, for those who work on it: with `RULESET=welter` in the
//! environment the tests of laws and of known answers look at this one only.

use grundy::catalogue::{self, Entry};

/// The ruleset that `RULESET` names, if it names one.
pub(crate) fn chosen() -> Option<&'static Entry> {
    let name = std::env::var("RULESET").ok().filter(|name| !name.is_empty())?;
    let found = catalogue::find(&name);
    Some(found.unwrap_or_else(|| panic!("RULESET={name}: there is no such ruleset")))
}
