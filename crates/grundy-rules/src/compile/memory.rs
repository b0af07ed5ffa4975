//! How values lie in the memory of the module.
//!
//! Texts and tuples are one word: the address in its upper half, the length in its lower half.
//! Characters are bytes, and items of tuples words. A list is the address of a head of four
//! numbers of 32 bits: the address of its items, their number, the room for items, and how many
//! loops go through it. Dicts and sets are lists of entries of two words, key and value.
//!
//! Memory is taken from the front of the free memory and given back all at once, after each
//! position.

use super::ir::{Node, Op, Width, get, int, load, op};

/// The word of `None`; no other value of an optional type has it.
pub(super) const NONE: i64 = i64::MIN;

/// Offsets in the head of a list.
pub(super) const ITEMS: u32 = 0;
pub(super) const LENGTH: u32 = 4;
pub(super) const ROOM: u32 = 8;
pub(super) const LOCK: u32 = 12;
/// Bytes of the head.
pub(super) const HEAD: i64 = 16;

/// The word of a text or tuple.
pub(super) fn pair(address: Node, length: Node) -> Node {
    op(Op::Or, op(Op::Shl, address, int(32)), length)
}

pub(super) fn address(pair: Node) -> Node {
    op(Op::ShrUnsigned, pair, int(32))
}

pub(super) fn length(pair: Node) -> Node {
    op(Op::And, pair, int(0xffff_ffff_i64))
}

/// The items of a list as a tuple, which is valid until the list changes.
pub(super) fn row_of(list: Node) -> Node {
    pair(load(Width::Four, list.clone(), ITEMS), load(Width::Four, list, LENGTH))
}

/// The address of a byte of a text.
pub(super) fn byte_at(text: Node, index: Node) -> Node {
    super::ir::add(address(text), index)
}

/// The address of an item of a tuple.
pub(super) fn item_at(tuple: Node, index: Node) -> Node {
    super::ir::add(address(tuple), op(Op::Shl, index, int(3)))
}

/// The item of a tuple.
pub(super) fn item(tuple: u32, index: Node) -> Node {
    load(Width::Eight, item_at(get(tuple), index), 0)
}
