//! Games stated in rule files, in Starlark.
