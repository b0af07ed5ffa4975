//! Verdicts in one byte, for dense tables.
//!
//! The order is that of [`Code`]: losses, ties, wins. One sweep up marks what play reaches,
//! one down decides it.

use super::code::Code;
use grundy_base::Fate;

/// A number that play does not reach, one that it reaches, or a verdict.
pub(super) type Byte = u8;

/// Play reaches it.
pub(super) const REACHED: Byte = 1;

/// The greatest remoteness that has a byte.
pub(super) const LONGEST: u32 = 60;

const LOSS: u8 = 2;
const TIE: u8 = 0x7f;
const WIN: u8 = 0xff;

/// What a move to a position is worth to the player who makes it and gives the turn away; 0, less
/// than any verdict, if the position has none.
pub(super) static BEFORE: [Byte; 256] = {
    let mut before = [0; 256];
    let mut moves = 0;
    while moves <= LONGEST as u8 {
        before[(LOSS + moves) as usize] = WIN - moves - 1;
        before[(TIE - moves) as usize] = TIE - moves - 1;
        before[(WIN - moves) as usize] = LOSS + moves + 1;
        moves += 1;
    }
    before
};

/// The verdict of an end.
pub(super) const fn end(fate: Fate) -> Byte {
    match fate {
        Fate::Loss => LOSS,
        Fate::Draw => TIE,
        Fate::Win => WIN,
    }
}

/// The verdict in two bytes; none where there is none.
pub(super) fn code(byte: Byte) -> Option<Code> {
    match byte {
        0 | REACHED => None,
        LOSS..0x40 => Some(Code::loss((byte - LOSS).into())),
        0x40..=TIE => Some(Code::tie((TIE - byte).into())),
        _ => Some(Code::win((WIN - byte).into())),
    }
}

/// Whether a verdict is beyond [`LONGEST`].
pub(super) fn is_too_long(byte: Byte) -> bool {
    code(byte).and_then(Code::remoteness).is_some_and(|moves| moves > LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_codes() {
        let all: Vec<(u8, Code)> = (0..=255).filter_map(|byte| Some((byte, code(byte)?))).collect();
        for &(a, code_a) in &all {
            for &(b, code_b) in &all {
                assert_eq!(a.cmp(&b), code_a.cmp(&code_b));
            }
            let known = code_a.remoteness().is_some_and(|moves| moves <= LONGEST);
            assert_eq!(is_too_long(a), !known);
            if known {
                assert_eq!(code(BEFORE[usize::from(a)]), Some(code_a.before(true)));
            }
        }
        for fate in [Fate::Loss, Fate::Draw, Fate::Win] {
            assert_eq!(code(end(fate)), Some(Code::end(fate)));
        }
        assert_eq!([BEFORE[0], BEFORE[1]], [0, 0]);
    }
}
