//! `Debug` for types whose fields mostly say nothing to a reader.

/// Implements `Debug` by the name of a type, with these fields if any.
///
/// ```
/// struct Search<N> {
///     visited: u64,
///     tree: Box<dyn Fn(N) -> N>,
/// }
///
/// grundy_base::debug! {
///     impl[N] Search<N>: "Search", |search| visited = search.visited;
/// }
///
/// let search = Search { visited: 7, tree: Box::new(|node: u64| node) };
/// assert_eq!(format!("{search:?}"), "Search { visited: 7, .. }");
/// ```
#[macro_export]
macro_rules! debug {
    ($(
        impl[$($generic:tt)*] $type:ty: $name:literal
            $(, |$this:ident| $($field:ident = $value:expr),+)?;
    )*) => {$(
        impl<$($generic)*> ::std::fmt::Debug for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let mut shown = f.debug_struct($name);
                $(
                    let $this = self;
                    $(shown.field(stringify!($field), &$value);)+
                )?
                shown.finish_non_exhaustive()
            }
        }
    )*};
}
