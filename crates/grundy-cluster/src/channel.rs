//! Authenticated connections: each message proves that a process with the secret sent it, on
//! this connection, as the next one.
//!
//! Both ends begin with a random nonce. The key of each direction is a keyed hash of the nonces
//! under the [`Secret`]; so nothing of another connection is accepted. A message is its length and
//! its bytes, each followed by a tag, which is a keyed hash of these bytes and of the number of
//! tags before it. So no message can be altered, dropped, exchanged or repeated, and a wrong length
//! cannot make a reader wait for bytes that nobody sends.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::secret::Secret;

/// The beginning of every connection, in all versions.
const MAGIC: &[u8; 8] = b"grundy\0\n";

const NONCE: usize = 32;

/// The greatest number of bytes of a message.
pub(crate) const LONGEST: usize = 1 << 16;

/// An end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The process that connects.
    Caller,
    /// The process that listens.
    Called,
}

/// An authenticated connection.
pub(crate) struct Channel {
    socket: TcpStream,
    outgoing: Mutex<Tags>,
    incoming: Mutex<Tags>,
}

impl Channel {
    /// Exchanges nonces. The process that was called proves first that it has the secret, so that
    /// the caller can tell what is wrong. An error if it does not do so in time.
    pub(crate) fn greet(
        socket: TcpStream,
        secret: &Secret,
        me: End,
        end: Instant,
    ) -> io::Result<Channel> {
        let mut mine = [0; NONCE];
        getrandom::fill(&mut mine)?;
        let say = || (&socket).write_all(&[&MAGIC[..], &mine].concat());
        let hear = || {
            let (mut magic, mut theirs) = ([0; MAGIC.len()], [0; NONCE]);
            let from = &mut Until { socket: &socket, end };
            from.read_exact(&mut magic)?;
            if &magic != MAGIC {
                return Err(io::Error::other("it does not speak as this program does"));
            }
            from.read_exact(&mut theirs)?;
            Ok(theirs)
        };
        let nonces = match me {
            End::Caller => {
                say()?;
                [mine, hear()?]
            }
            // A caller that does not speak this protocol gets no answer.
            End::Called => {
                let theirs = hear()?;
                say()?;
                [theirs, mine]
            }
        };
        let tags = |sender: End| {
            let key = secret.key(&[&[sender as u8][..], nonces.as_flattened()].concat());
            Mutex::new(Tags { key, count: 0 })
        };
        let [caller, called] = [tags(End::Caller), tags(End::Called)];
        let (outgoing, incoming) = match me {
            End::Caller => (caller, called),
            End::Called => (called, caller),
        };
        let channel = Channel { socket, outgoing, incoming };
        match me {
            End::Caller => match channel.receive_until(end) {
                Err(error) if is_altered(&error) => {
                    return Err(io::Error::other("it has another secret"));
                }
                proof => drop(proof?),
            },
            End::Called => channel.send(&[])?,
        }
        Ok(channel)
    }

    pub(crate) fn socket(&self) -> &TcpStream {
        &self.socket
    }

    /// Sends a message of at most [`LONGEST`] bytes.
    pub(crate) fn send(&self, message: &[u8]) -> io::Result<()> {
        let mut tags = self.outgoing.lock().unwrap_or_else(PoisonError::into_inner);
        let length = (message.len() as u32).to_le_bytes();
        let (of_length, of_message) = (tags.next(&length), tags.next(message));
        let parts = [&length[..], of_length.as_bytes(), message, of_message.as_bytes()];
        (&self.socket).write_all(&parts.concat())
    }

    /// The next message. `from` reads from the socket, and knows how long to wait. For the error of
    /// an altered message see [`is_altered`].
    pub(crate) fn receive(&self, from: &mut impl Read) -> io::Result<Vec<u8>> {
        let mut tags = self.incoming.lock().unwrap_or_else(PoisonError::into_inner);
        let mut length = [0; 4];
        tags.read(from, &mut length)?;
        let length = u32::from_le_bytes(length) as usize;
        if length > LONGEST {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut message = vec![0; length];
        tags.read(from, &mut message)?;
        Ok(message)
    }

    /// The next message, if it comes in time.
    pub(crate) fn receive_until(&self, end: Instant) -> io::Result<Vec<u8>> {
        self.receive(&mut Until { socket: &self.socket, end })
    }
}

/// Whether the error says that a message is not what the other end sent.
pub(crate) fn is_altered(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::InvalidData
}

/// The tags of one direction.
struct Tags {
    key: [u8; 32],
    count: u64,
}

impl Tags {
    fn next(&mut self, bytes: &[u8]) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.key);
        hasher.update(bytes).update(&self.count.to_le_bytes());
        self.count += 1;
        hasher.finalize()
    }

    /// Fills the buffer with the bytes that are followed by the next tag.
    fn read(&mut self, from: &mut impl Read, buffer: &mut [u8]) -> io::Result<()> {
        let mut tag = [0; blake3::OUT_LEN];
        from.read_exact(buffer)?;
        from.read_exact(&mut tag)?;
        // The comparison takes the same time for every tag.
        match self.next(buffer) == tag {
            true => Ok(()),
            false => Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

/// Reads from a socket until a given time.
pub(crate) struct Until<'a> {
    pub(crate) socket: &'a TcpStream,
    pub(crate) end: Instant,
}

impl Read for Until<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.socket.set_read_timeout(Some(left))?;
        (&mut &*self.socket).read(buffer)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::net::TcpListener;
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn sockets() -> [TcpStream; 2] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let caller = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        [caller, listener.accept().unwrap().0]
    }

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(30)
    }

    fn greeted([caller, called]: [TcpStream; 2]) -> (Channel, Channel) {
        let secret = Secret::none();
        thread::scope(|scope| {
            let caller = scope.spawn(|| Channel::greet(caller, &secret, End::Caller, soon()));
            let called = Channel::greet(called, &secret, End::Called, soon());
            (caller.join().unwrap().unwrap(), called.unwrap())
        })
    }

    /// Both ends of a channel.
    pub(crate) fn pair() -> (Channel, Channel) {
        greeted(sockets())
    }

    #[test]
    fn messages_arrive_in_order() {
        let (caller, called) = pair();
        for (one, other) in [(&caller, &called), (&called, &caller)] {
            for message in [&[0; LONGEST][..], &[], b"move", b"move"] {
                one.send(message).unwrap();
                assert_eq!(other.receive_until(soon()).unwrap(), message);
            }
        }
    }

    /// The bytes of some messages, and a channel whose other end has not sent any of them yet.
    fn on_the_way(messages: &[&[u8]]) -> (Vec<Vec<u8>>, TcpStream, Channel) {
        let (caller, called) = pair();
        let [relay, end] = sockets();
        let tags = Mutex::into_inner(caller.outgoing).unwrap();
        let sender = Channel { socket: end, outgoing: Mutex::new(tags), incoming: caller.incoming };
        let bytes = messages.iter().map(|message| {
            sender.send(message).unwrap();
            let mut bytes = vec![0; message.len() + 4 + 2 * blake3::OUT_LEN];
            (&relay).read_exact(&mut bytes).unwrap();
            bytes
        });
        (bytes.collect(), caller.socket, called)
    }

    #[test]
    fn every_bit_of_a_message_is_authenticated_at_once() {
        let length = on_the_way(&[b"move"]).0[0].len();
        for bit in 0..8 * length {
            let (bytes, to, channel) = on_the_way(&[b"move"]);
            let mut bytes = bytes.concat();
            bytes[bit / 8] ^= 1 << (bit % 8);
            (&to).write_all(&bytes).unwrap();
            // The connection stays open: a wrong length must not make the channel wait for more
            // bytes.
            let error = channel.receive_until(soon()).unwrap_err();
            assert!(is_altered(&error), "bit {bit}: {error}");
        }
    }

    #[test]
    fn messages_are_not_dropped_exchanged_or_repeated() {
        for (order, whole) in [(&[0, 1, 2][..], 3), (&[0, 2], 1), (&[1, 0, 2], 0), (&[0, 0], 1)] {
            let (bytes, to, channel) = on_the_way(&[b"one", b"two", b"three"]);
            order.iter().for_each(|&place| (&to).write_all(&bytes[place]).unwrap());
            for _ in 0..whole {
                channel.receive_until(soon()).unwrap();
            }
            if whole < order.len() {
                assert!(is_altered(&channel.receive_until(soon()).unwrap_err()), "{order:?}");
            }
        }
    }

    #[test]
    fn nothing_of_another_connection_or_direction_is_accepted() {
        let (bytes, ..) = on_the_way(&[b"move"]);
        let (caller, called) = pair();
        (&caller.socket).write_all(&bytes.concat()).unwrap();
        assert!(is_altered(&called.receive_until(soon()).unwrap_err()));
        // The second message of the caller is sent back to it in place of one that follows the
        // proof.
        let (caller, called) = pair();
        caller.send(b"move").unwrap();
        called.receive_until(soon()).unwrap();
        caller.send(b"move").unwrap();
        let mut bytes = [0; 4 + 4 + 2 * blake3::OUT_LEN];
        (&called.socket).read_exact(&mut bytes).unwrap();
        (&called.socket).write_all(&bytes).unwrap();
        assert!(is_altered(&caller.receive_until(soon()).unwrap_err()));
    }
}
