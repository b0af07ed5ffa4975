//! Runs programs, each with a function `f`.

use grundy_starlark::{Error, Limits, Module, Watch, syntax};

/// Stops calls after so many thousand steps.
pub(crate) struct Patience(pub(crate) std::cell::Cell<u32>);

impl Watch for Patience {
    fn must_stop(&self) -> bool {
        self.0.set(self.0.get().saturating_sub(1));
        self.0.get() == 0
    }

    fn print(&self, _: &str) {}
}

pub(crate) const LIMITS: Limits = Limits { heap: 64 << 20, depth: 250 };

/// What `f` returns, as a literal.
pub(crate) fn run(program: &str) -> Result<String, Error> {
    let watch = Patience(1000.into());
    let module = Module::load(&syntax::parse(program)?, &LIMITS, &watch)?;
    module.session(&LIMITS, &watch, |mut session| {
        let f = session.get("f").expect("the program has a function f");
        session.call(f, &[], &[]).map(|value| value.repr())
    })
}
