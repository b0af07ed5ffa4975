//! The handshake of two processes: which processes they are, and which job they work on.

use std::io;

use crate::job::Job;

/// The number of characters of a text that are sent, besides a digest of the whole text.
const SHOWN: usize = 200;

/// The purpose of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Each process learns from it that the other is alive.
    Watch,
    /// Parcels go through it.
    Data,
}

/// A text of any length, reduced to what others must know about it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Gist {
    start: String,
    digest: u64,
}

impl Gist {
    fn new(text: &str) -> Gist {
        let mut start: String = text.chars().take(SHOWN).collect();
        if start.len() < text.len() {
            start.push('…');
        }
        // The hash is FNV-1a, which does not depend on how the program was built.
        let digest = text.bytes().fold(0xcbf2_9ce4_8422_2325, |digest: u64, byte| {
            (digest ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Gist { start, digest }
    }
}

/// The first message of one process to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hello {
    version: String,
    game: Gist,
    convention: String,
    options: Gist,
    processes: u64,
    threads: u64,
    /// The number of the sender, and the number of the receiver.
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) purpose: Purpose,
}

impl Hello {
    pub(crate) fn new(job: &Job, processes: usize, threads: usize, from: usize) -> Hello {
        Hello {
            version: job.version.chars().take(SHOWN).collect(),
            game: Gist::new(&job.game),
            convention: job.convention.word().to_string(),
            options: Gist::new(&job.options),
            processes: processes as u64,
            threads: threads as u64,
            from: from as u64,
            to: 0,
            purpose: Purpose::Watch,
        }
    }

    /// The same message, to this process.
    pub(crate) fn to(&self, to: u64, purpose: Purpose) -> Hello {
        Hello { to, purpose, ..self.clone() }
    }

    /// The message as bytes.
    pub(crate) fn message(&self) -> Vec<u8> {
        let mut body = Vec::new();
        put_text(&mut body, &self.version);
        put_text(&mut body, &self.game.start);
        put(&mut body, self.game.digest);
        put_text(&mut body, &self.convention);
        put_text(&mut body, &self.options.start);
        put(&mut body, self.options.digest);
        for number in [self.processes, self.threads, self.from, self.to, self.purpose as u64] {
            put(&mut body, number);
        }
        body
    }

    /// Reads the message of another process.
    pub(crate) fn read(mut message: &[u8]) -> io::Result<Hello> {
        let body = &mut message;
        let unreadable = || io::Error::other("it does not speak as this program does");
        let version = get_text(body).ok_or_else(unreadable)?;
        // The content after the number of another version may differ.
        Ok(Hello::parse(version.clone(), body).unwrap_or(Hello {
            version,
            game: Gist::new(""),
            convention: String::new(),
            options: Gist::new(""),
            processes: 0,
            threads: 0,
            from: u64::MAX,
            to: u64::MAX,
            purpose: Purpose::Watch,
        }))
    }

    fn parse(version: String, body: &mut &[u8]) -> Option<Hello> {
        Some(Hello {
            version,
            game: Gist { start: get_text(body)?, digest: get(body)? },
            convention: get_text(body)?,
            options: Gist { start: get_text(body)?, digest: get(body)? },
            processes: get(body)?,
            threads: get(body)?,
            from: get(body)?,
            to: get(body)?,
            purpose: match get(body)? {
                0 => Purpose::Watch,
                1 => Purpose::Data,
                _ => return None,
            },
        })
    }

    /// The reason why another process cannot work with this one, as a text to be read after its
    /// name.
    pub(crate) fn differs(&self, other: &Hello) -> Option<String> {
        if other.version != self.version {
            return Some(format!("is of version {}, this one of {}", other.version, self.version));
        }
        if other.game != self.game {
            return Some(match other.game.start == self.game.start {
                true => format!("works on another game that begins with {}", self.game.start),
                false => format!("works on {}, this one on {}", other.game.start, self.game.start),
            });
        }
        if other.convention != self.convention {
            let (theirs, ours) = (&other.convention, &self.convention);
            return Some(format!("plays by the {theirs} convention, this one by {ours}"));
        }
        if other.options != self.options {
            let (theirs, ours) = (&other.options.start, &self.options.start);
            return Some(format!("has the options {theirs:?}, this one {ours:?}"));
        }
        if other.processes != self.processes {
            let (theirs, ours) = (other.processes, self.processes);
            return Some(format!("is one of {theirs} processes, this one of {ours}"));
        }
        if other.threads != self.threads {
            let (theirs, ours) = (other.threads, self.threads);
            let s = if theirs == 1 { "" } else { "s" };
            return Some(format!("has {theirs} thread{s}, this one {ours}: all must have as many"));
        }
        if other.to != self.from {
            let (theirs, ours) = (other.to, self.from);
            return Some(format!("takes this process for number {theirs}, but it is {ours}"));
        }
        if other.from == self.from || other.from >= self.processes {
            return Some(format!("says that it is number {}, this one is too", other.from));
        }
        None
    }
}

fn put(to: &mut Vec<u8>, number: u64) {
    to.extend(number.to_le_bytes());
}

pub(crate) fn put_text(to: &mut Vec<u8>, text: &str) {
    put(to, text.len() as u64);
    to.extend(text.bytes());
}

fn get(from: &mut &[u8]) -> Option<u64> {
    let (number, rest) = from.split_first_chunk()?;
    *from = rest;
    Some(u64::from_le_bytes(*number))
}

fn get_text(from: &mut &[u8]) -> Option<String> {
    let length = usize::try_from(get(from)?).ok()?;
    let (text, rest) = from.split_at_checked(length)?;
    *from = rest;
    String::from_utf8(text.to_vec()).ok()
}
