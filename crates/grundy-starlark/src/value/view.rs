//! Values for callers of the interpreter.

use super::{Dict, Value, Written};

/// A value of a session or a file, for callers of the interpreter. It cannot be changed.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct View<'v>(pub(crate) Value<'v>);

impl<'v> View<'v> {
    /// The value None.
    #[must_use]
    pub fn none() -> View<'v> {
        View(Value::None)
    }

    /// The values of some views.
    #[inline]
    #[allow(unsafe_code)]
    pub(crate) fn values<'s>(views: &'s [View<'v>]) -> &'s [Value<'v>] {
        // SAFETY: a view is transparent.
        unsafe { std::slice::from_raw_parts(views.as_ptr().cast(), views.len()) }
    }

    /// A boolean.
    #[must_use]
    pub fn bool(value: bool) -> View<'v> {
        View(Value::bool(value))
    }

    /// An integer.
    #[must_use]
    pub fn int(number: i64) -> View<'v> {
        View(Value::Int(number))
    }

    /// The name of the type.
    #[must_use]
    pub fn type_name(self) -> &'static str {
        self.0.type_name()
    }

    /// Whether it is None.
    #[must_use]
    pub fn is_none(self) -> bool {
        matches!(self.0, Value::None)
    }

    /// Whether it can be called.
    #[must_use]
    pub fn is_function(self) -> bool {
        self.type_name() == "function"
    }

    /// The value if it is a boolean.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        if let Value::Bool(value) = self.0 { Some(value.get()) } else { None }
    }

    /// The value if it is an integer of 64 bits.
    #[inline]
    #[must_use]
    pub fn as_int(self) -> Option<i64> {
        if let Value::Int(number) = self.0 { Some(number) } else { None }
    }

    /// The value if it is a text.
    #[inline]
    #[must_use]
    pub fn as_str(self) -> Option<&'v str> {
        if let Value::Text(text) = self.0 { Some(text.as_str()) } else { None }
    }

    /// The items if it is a tuple.
    #[inline]
    pub fn tuple(self) -> Option<impl ExactSizeIterator<Item = View<'v>> + DoubleEndedIterator> {
        let Value::Tuple(items) = self.0 else { return None };
        Some(items.items().iter().map(|item| View(*item)))
    }

    /// The items if it is a list.
    pub fn list(self) -> Option<impl ExactSizeIterator<Item = View<'v>>> {
        let Value::List(list) = self.0 else { return None };
        Some(list.iter().map(View))
    }

    /// The entries if it is a dict.
    pub fn dict(self) -> Option<impl ExactSizeIterator<Item = (View<'v>, View<'v>)>> {
        let Value::Dict(Dict(table)) = self.0 else { return None };
        Some(table.iter().map(|(key, value)| (View(key), View(value))))
    }

    /// The number of items, or of characters, if it has some.
    #[must_use]
    pub fn length(self) -> Option<usize> {
        self.0.length().ok()
    }

    /// The value as `repr` gives it; of a long text the first megabyte, and "…".
    #[must_use]
    pub fn repr(self) -> String {
        let mut text = Written::new(1 << 20);
        text.repr(self.0);
        text.beginning()
    }
}
