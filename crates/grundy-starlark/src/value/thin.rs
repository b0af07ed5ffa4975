//! Slices behind a thin pointer: their length stands before their items, so that a value takes
//! two words.

#![allow(unsafe_code)]

use std::alloc::Layout;
use std::marker::PhantomData;
use std::ptr::NonNull;

use bumpalo::{AllocErr, Bump};

/// A slice that does not change, with a mark.
pub(crate) struct Thin<'v, T> {
    /// Twice the length, and 1 if the mark is set. The items stand behind it. (A head has 64 bits also
    /// where an address has 32, because a value is aligned to them.)
    head: NonNull<u64>,
    items: PhantomData<&'v [T]>,
}

impl<T> Clone for Thin<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Thin<'_, T> {}

impl<'v, T: Copy> Thin<'v, T> {
    /// Copies the items of some slices into the arena, one slice behind the other.
    pub(crate) fn new(bump: &'v Bump, parts: &[&[T]], mark: bool) -> Result<Thin<'v, T>, AllocErr> {
        const { assert!(align_of::<T>() <= align_of::<u64>()) };
        let length = parts.iter().map(|part| part.len()).sum::<usize>();
        let bytes = size_of::<u64>().saturating_add(size_of::<T>().saturating_mul(length));
        let layout = Layout::from_size_align(bytes, align_of::<u64>()).map_err(|_| AllocErr)?;
        let head = bump.try_alloc_layout(layout)?.cast::<u64>();
        // SAFETY: the block has room for the head and `length` items, which are aligned because a
        // head is at least as strictly aligned as an item.
        unsafe {
            head.write((length as u64) << 1 | u64::from(mark));
            let mut to = head.add(1).cast::<T>();
            for part in parts {
                to.copy_from_nonoverlapping(NonNull::from(*part).cast(), part.len());
                to = to.add(part.len());
            }
        }
        Ok(Thin { head, items: PhantomData })
    }

    #[inline]
    fn packed(self) -> u64 {
        // SAFETY: `new` and `one_byte` make heads that live as long as `'v`.
        unsafe { self.head.read() }
    }

    #[inline]
    pub(crate) fn len(self) -> usize {
        (self.packed() >> 1) as usize
    }

    #[inline]
    pub(crate) fn mark(self) -> bool {
        self.packed() & 1 == 1
    }

    #[inline]
    pub(crate) fn items(self) -> &'v [T] {
        // SAFETY: `self.len()` items stand behind the head, and nobody writes to them.
        unsafe { std::slice::from_raw_parts(self.head.add(1).cast().as_ptr(), self.len()) }
    }

    /// Where it is: the same for copies of it.
    pub(crate) fn address(self) -> usize {
        self.head.as_ptr() as usize
    }
}

/// A head, and one byte.
#[repr(C)]
struct OneByte {
    head: u64,
    byte: u8,
}

static BYTES: [OneByte; 128] = {
    const NONE: OneByte = OneByte { head: 1 << 1 | 1, byte: 0 };
    let mut all = [NONE; 128];
    let mut byte = 0;
    while byte < 128 {
        all[byte].byte = byte as u8;
        byte += 1;
    }
    all
};

impl Thin<'static, u8> {
    /// The marked slice of one byte below 128, which takes no memory.
    #[inline]
    pub(crate) fn one_byte(byte: u8) -> Thin<'static, u8> {
        let one = &BYTES[usize::from(byte & 127)];
        Thin { head: NonNull::from(one).cast(), items: PhantomData }
    }
}

/// Texts of fewer bytes are short.
pub(super) const SHORT: usize = 1024;

/// A text in the arena. The mark says that it is ASCII.
#[derive(Clone, Copy)]
pub(crate) struct Text<'v>(Thin<'v, u8>);

impl<'v> Text<'v> {
    /// One text behind another; it is known whether both are ASCII.
    #[inline]
    pub(super) fn new(
        bump: &'v Bump,
        [one, two]: [&str; 2],
        ascii: bool,
    ) -> Result<Text<'v>, AllocErr> {
        if ascii && one.len() + two.len() == 1 {
            let byte = one.bytes().chain(two.bytes()).next().unwrap_or_default();
            return Ok(Text::ascii(byte));
        }
        Thin::new(bump, &[one.as_bytes(), two.as_bytes()], ascii).map(Text)
    }

    /// The text of one character of ASCII.
    #[inline]
    pub(crate) fn ascii(byte: u8) -> Text<'static> {
        Text(Thin::one_byte(byte))
    }

    #[inline]
    pub(crate) fn as_str(self) -> &'v str {
        // SAFETY: `new` has copied whole texts, and `ascii` is given bytes below 128.
        unsafe { std::str::from_utf8_unchecked(self.0.items()) }
    }

    #[inline]
    pub(crate) fn is_ascii(self) -> bool {
        self.0.mark()
    }

    /// The number of bytes.
    #[inline]
    pub(crate) fn size(self) -> usize {
        self.0.len()
    }

    pub(crate) fn address(self) -> usize {
        self.0.address()
    }

    /// Whether both have the same characters. There is only one text of each character of ASCII.
    #[inline]
    pub(crate) fn same(self, other: Text<'_>) -> bool {
        self.address() == other.address()
            || self.size() == other.size() && self.size() != 1 && self.as_str() == other.as_str()
    }

    /// Whether comparing it takes too little work to be counted.
    #[inline]
    pub(crate) fn is_short(self) -> bool {
        self.size() < SHORT
    }
}
