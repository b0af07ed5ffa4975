//! The functions that rule files can call besides their own.

use std::sync::LazyLock;

use starlark::environment::{Globals, GlobalsBuilder, LibraryExtension};
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value;

/// The standard functions of Starlark, some of Python that it lacks, and sets.
pub(super) fn globals() -> &'static Globals {
    static GLOBALS: LazyLock<Globals> = LazyLock::new(|| {
        use LibraryExtension::{Filter, Map, Print, SetType};
        GlobalsBuilder::extended_by(&[SetType, Map, Filter, Print]).with(more).build()
    });
    &GLOBALS
}

#[starlark_module]
fn more(builder: &mut GlobalsBuilder) {
    /// The sum of the numbers, as in Python.
    fn sum<'v>(
        #[starlark(require = pos)] numbers: Value<'v>,
        #[starlark(default = 0)] start: i32,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        let mut total = heap.alloc(start);
        for number in numbers.iterate(heap)? {
            total = total.add(number, heap)?;
        }
        Ok(total)
    }
}
