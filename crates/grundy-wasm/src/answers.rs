//! The answers of `expand` as bytes. Their form is checked once, when they leave the module.
//!
//! Each position has one byte for the end, the number of options as four bytes in little endian,
//! and for each option the bytes of its position and one byte for the turn.

use crate::trap::Why;

/// The byte for the end of a position in which play goes on.
pub const GOES_ON: u8 = 0;
/// The byte for the end of a position in which Left has won.
pub const LEFT_WON: u8 = 1;
/// The byte for the end of a position in which Right has won.
pub const RIGHT_WON: u8 = 2;
/// The byte for the end of a position in which the game is a tie.
pub const TIE: u8 = 3;
/// The byte for the end of a position that the module cannot answer.
pub const UNANSWERED: u8 = 255;

/// The byte for the turn of an option after which the players alternate.
pub const ALTERNATE: u8 = 2;

/// The number of bytes before the options of a position.
pub(crate) const HEAD: usize = 5;

/// The answers as [`Module::expand`](crate::Module::expand) appends them, one for each
/// position: the byte for the end, and the options in chunks of `width + 1` bytes.
///
/// Ends early if `answer` is cut off, which never happens to what `expand` has appended.
pub fn answers(width: usize, answer: &[u8]) -> impl Iterator<Item = (u8, &[u8])> {
    let mut rest = answer;
    std::iter::from_fn(move || {
        let (end, options) = head(rest)?;
        let length = (options as usize).checked_mul(width + 1)?;
        let body = rest[HEAD..].get(..length)?;
        rest = &rest[HEAD + length..];
        Some((end, body))
    })
}

/// The end and the number of options of the first answer.
fn head(answer: &[u8]) -> Option<(u8, u32)> {
    let &[end, a, b, c, d] = answer.first_chunk()?;
    Some((end, u32::from_le_bytes([a, b, c, d])))
}

/// The length of the answers for `count` positions. `memory` is the module's memory, starting at
/// the address that it returned. If an answer is wrong, the error says why, and for which position.
pub(crate) fn length(width: usize, count: usize, memory: &[u8]) -> Result<usize, (usize, Why)> {
    let mut at = 0;
    for index in 0..count {
        let outside = || (index, Why::Outside);
        let (end, options) = head(&memory[at..]).ok_or_else(outside)?;
        at += HEAD;
        match end {
            GOES_ON => {}
            LEFT_WON | RIGHT_WON | TIE | UNANSWERED if options == 0 => continue,
            LEFT_WON | RIGHT_WON | TIE | UNANSWERED => {
                return Err((index, Why::OptionsAfterEnd { end, options }));
            }
            _ => return Err((index, Why::End(end))),
        }
        let length = (options as usize).checked_mul(width + 1).ok_or_else(outside)?;
        let body = memory[at..].get(..length).ok_or_else(outside)?;
        if let Some(option) = body.chunks_exact(width + 1).find(|option| option[width] > ALTERNATE)
        {
            return Err((index, Why::Turn(option[width])));
        }
        at += length;
    }
    Ok(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_back_and_cut_off_ones_end_early() {
        let bytes = [0, 2, 0, 0, 0, 7, 8, 0, 9, 9, 2, 3, 0, 0, 0, 0];
        assert_eq!(length(2, 2, &bytes).unwrap(), bytes.len());
        let read: Vec<_> = answers(2, &bytes).collect();
        assert_eq!(read, [(GOES_ON, &[7, 8, 0, 9, 9, 2][..]), (TIE, &[][..])]);
        for cut in 0..bytes.len() {
            assert!(answers(2, &bytes[..cut]).count() < 2);
            assert!(length(2, 2, &bytes[..cut]).is_err());
        }
    }

    #[test]
    fn unknown_bytes_are_refused_with_their_position() {
        let refused = |bytes: &[u8]| length(1, 2, bytes).unwrap_err();
        assert_eq!(refused(&[0, 0, 0, 0, 0, 4, 0, 0, 0, 0]), (1, Why::End(4)));
        assert_eq!(refused(&[0, 1, 0, 0, 0, 9, 3]), (0, Why::Turn(3)));
        let many = Why::OptionsAfterEnd { end: 1, options: 1 };
        assert_eq!(refused(&[1, 1, 0, 0, 0, 9, 0]), (0, many));
        assert_eq!(refused(&[0, 255, 255, 255, 255, 9, 0]), (0, Why::Outside));
    }
}
