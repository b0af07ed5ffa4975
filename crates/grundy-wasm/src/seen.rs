//! The bytes seen in positions: which bits of each byte vary, and between which numbers it lies.

/// The values of one byte in some positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Byte {
    /// One of its values.
    one: u8,
    /// The bits that differed somewhere.
    varying: u8,
    low: u8,
    high: u8,
}

/// The bytes of some positions, each byte by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen(Vec<Byte>);

/// How far bytes may differ from those seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// Every byte may have any value.
    All,
    /// Bits that have varied may have any value.
    Bits,
    /// The values of `Bits`, or all numbers between the least and the greatest seen, whichever are
    /// fewer.
    Least,
}

impl Room {
    pub(crate) const EACH: [Room; 3] = [Room::All, Room::Bits, Room::Least];
}

impl Seen {
    pub(crate) fn new(position: &[u8]) -> Seen {
        let byte = |&one: &u8| Byte { one, varying: 0, low: one, high: one };
        Seen(position.iter().map(byte).collect())
    }

    /// Adds a position.
    pub(crate) fn learn(&mut self, position: &[u8]) {
        for (byte, &new) in self.0.iter_mut().zip(position) {
            byte.varying |= byte.one ^ new;
            byte.low = byte.low.min(new);
            byte.high = byte.high.max(new);
        }
    }

    /// Adds a position, and doubles the range of each byte that lies outside of its range, because
    /// the next position will be further out.
    pub(crate) fn outgrow(&mut self, position: &[u8]) {
        for (byte, &new) in self.0.iter_mut().zip(position) {
            let by = (byte.high - byte.low).saturating_add(1);
            if new > byte.high {
                byte.high = byte.high.saturating_add(by);
            } else if new < byte.low {
                byte.low = byte.low.saturating_sub(by);
            }
        }
        self.learn(position);
    }

    /// Adds what `other` has seen.
    pub(crate) fn merge(&mut self, other: &Seen) {
        for (byte, other) in self.0.iter_mut().zip(&other.0) {
            byte.varying |= other.varying | (byte.one ^ other.one);
            byte.low = byte.low.min(other.low);
            byte.high = byte.high.max(other.high);
        }
    }

    /// For each byte, the values that it may have, in order.
    pub(crate) fn values(&self, room: Room) -> impl Iterator<Item = Vec<u8>> {
        self.0.iter().map(move |byte| {
            let alike = |&value: &u8| (value ^ byte.one) & !byte.varying == 0;
            let bits = || (0..=255).filter(alike).collect();
            match room {
                Room::All => (0..=255).collect(),
                Room::Bits => bits(),
                Room::Least => {
                    let (bits, range): (Vec<u8>, Vec<u8>) =
                        (bits(), (byte.low..=byte.high).collect());
                    if bits.len() < range.len() { bits } else { range }
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(seen: &Seen, room: Room) -> Vec<Vec<u8>> {
        seen.values(room).collect()
    }

    #[test]
    fn bytes_may_be_what_was_seen_and_what_is_like_it() {
        let mut seen = Seen::new(&[7, 0, 128]);
        seen.learn(&[7, 2, 0]);
        seen.learn(&[7, 1, 1]);
        assert_eq!(values(&seen, Room::Bits), [vec![7], vec![0, 1, 2, 3], vec![0, 1, 128, 129]]);
        assert_eq!(values(&seen, Room::Least), [vec![7], vec![0, 1, 2], vec![0, 1, 128, 129]]);
        assert!(values(&seen, Room::All).iter().all(|values| values.len() == 256));
    }

    /// Checks that a counter that grows is followed in a few steps.
    #[test]
    fn what_is_outgrown_doubles() {
        let mut seen = Seen::new(&[100]);
        let mut lessons = 0;
        for value in 100..=255 {
            if !values(&seen, Room::Least)[0].contains(&value) {
                seen.outgrow(&[value]);
                lessons += 1;
            }
            assert!(values(&seen, Room::Least)[0].contains(&value));
        }
        assert!((4..=9).contains(&lessons), "{lessons}");
    }
}
