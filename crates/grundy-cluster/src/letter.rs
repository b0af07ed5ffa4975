//! The message from one worker to another: a timely container that is sent as a whole. It is
//! moved between threads of a process, and serialised between processes.

use std::io::Write;

use grundy::solve::partitioned::Parcel;
use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};

use crate::rising;

/// A letter with its sender and its receiver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Letter {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) content: Content,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Content {
    /// No letter: timely sometimes keeps an empty container.
    #[default]
    Nothing,
    Parcel(Parcel),
    /// A number of rising words as differences, on their way to another process.
    Rising(usize, Vec<u8>),
    /// The end of the sender's round; it has sent `parcels` parcels in it.
    Vote {
        vote: u64,
        parcels: u64,
    },
    /// `words` words of the round have been taken.
    Taken {
        round: u64,
        words: u64,
    },
    /// Bytes that cannot be read.
    Damaged,
}

impl Content {
    /// A parcel for another process, in fewer bytes if that is easily done.
    pub(crate) fn packed(parcel: Parcel) -> Content {
        match rising::pack(&parcel) {
            Some(bytes) => Content::Rising(parcel.len(), bytes),
            None => Content::Parcel(parcel),
        }
    }
}

impl Accountable for Letter {
    fn record_count(&self) -> i64 {
        i64::from(self.content != Content::Nothing)
    }
}

/// The number of bytes of the header, which has four words: sender and receiver, kind, and two
/// numbers. The content after it is padded to whole words, as timely requires.
const HEADER: usize = 32;

impl ContainerBytes for Letter {
    fn from_bytes(bytes: Bytes) -> Self {
        read(&bytes).unwrap_or(Letter { content: Content::Damaged, ..Letter::default() })
    }

    fn length_in_bytes(&self) -> usize {
        HEADER
            + match &self.content {
                Content::Parcel(words) => 8 * words.len(),
                Content::Rising(_, bytes) => bytes.len().next_multiple_of(8),
                _ => 0,
            }
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let numbers = match &self.content {
            Content::Nothing | Content::Damaged => [0, 0, 0],
            Content::Parcel(words) => [1, words.len() as u64, 0],
            Content::Rising(words, bytes) => [2, *words as u64, bytes.len() as u64],
            Content::Vote { vote, parcels } => [3, *vote, *parcels],
            Content::Taken { round, words } => [4, *round, *words],
        };
        let mut put = |bytes: &[u8]| {
            // The room was measured before, and writing to memory does not fail.
            writer.write_all(bytes).expect("a letter has the length that it says");
        };
        put(&(u64::from(self.from) << 32 | u64::from(self.to)).to_le_bytes());
        numbers.iter().for_each(|number| put(&number.to_le_bytes()));
        match &self.content {
            Content::Parcel(words) => {
                let mut buffer = [0; 4096];
                for some in words.chunks(buffer.len() / 8) {
                    for (place, word) in buffer.chunks_exact_mut(8).zip(some) {
                        place.copy_from_slice(&word.to_le_bytes());
                    }
                    put(&buffer[..8 * some.len()]);
                }
            }
            Content::Rising(_, bytes) => {
                put(bytes);
                put(&[0; 8][..bytes.len().next_multiple_of(8) - bytes.len()]);
            }
            _ => {}
        }
    }
}

fn read(bytes: &[u8]) -> Option<Letter> {
    let (header, rest) = bytes.split_at_checked(HEADER)?;
    let word = |eight: &[u8]| eight.try_into().map(u64::from_le_bytes).ok();
    let mut header = header.chunks_exact(8).map_while(word);
    let (ends, kind) = (header.next()?, header.next()?);
    let (a, b) = (header.next()?, header.next()?);
    let content = match kind {
        1 => {
            let words = rest.get(..usize::try_from(a).ok()?.checked_mul(8)?)?;
            Content::Parcel(words.chunks_exact(8).map_while(word).collect())
        }
        2 => {
            let bytes = rest.get(..usize::try_from(b).ok()?)?;
            // A packed word takes more than two bits.
            let words = usize::try_from(a).ok().filter(|&words| words <= 4 * bytes.len())?;
            Content::Parcel(rising::unpack(bytes, words)?)
        }
        3 => Content::Vote { vote: a, parcels: b },
        4 => Content::Taken { round: a, words: b },
        _ => return None,
    };
    Some(Letter { from: (ends >> 32) as u32, to: ends as u32, content })
}

/// Gives each letter to its receiver.
pub(crate) struct Post;

impl Distributor<Letter> for Post {
    fn partition<T: Clone, P: Push<Message<T, Letter>>>(
        &mut self,
        letter: &mut Letter,
        time: &T,
        workers: &mut [P],
    ) {
        if letter.record_count() > 0 {
            let to = letter.to as usize;
            Message::push_at(letter, time.clone(), &mut workers[to]);
            *letter = Letter::default();
        }
    }

    fn flush<T: Clone, P: Push<Message<T, Letter>>>(&mut self, _: &T, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use timely::bytes::arc::BytesMut;

    fn sent(content: Content) -> Letter {
        let letter = Letter { from: 3, to: 70_000, content };
        let mut bytes = Vec::new();
        letter.into_bytes(&mut bytes);
        assert_eq!(bytes.len(), letter.length_in_bytes());
        assert_eq!(bytes.len() % 8, 0);
        for cut in (0..bytes.len()).step_by(8) {
            assert_eq!(Letter::from_bytes(whole(&bytes[..cut])).content, Content::Damaged);
        }
        Letter::from_bytes(whole(&bytes))
    }

    fn whole(bytes: &[u8]) -> Bytes {
        BytesMut::from(bytes.to_vec()).freeze()
    }

    #[test]
    fn letters_arrive_as_they_were_sent() {
        let rising: Parcel = (0..1_000).map(|word| word * word).chain([5]).collect();
        let mixed: Parcel =
            (0u64..1_000).map(|word| word.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        for parcel in [rising, mixed, vec![], vec![9]] {
            let letter = sent(Content::packed(parcel.clone()));
            assert_eq!((letter.from, letter.to), (3, 70_000));
            assert_eq!(letter.content, Content::Parcel(parcel));
        }
        for content in [
            Content::Vote { vote: u64::MAX, parcels: 7 },
            Content::Taken { round: 1 << 40, words: 12 },
        ] {
            assert_eq!(sent(content.clone()).content, content);
        }
    }
}
