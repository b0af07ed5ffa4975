//! What a worker sees of the other workers: its index, their number, how to send parcels,
//! and when all parcels of a round have arrived.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use super::failure::Failure;

/// Words that one worker sends to another.
pub type Parcel = Vec<u64>;

/// Receives parcels as they arrive: the sender's number, and the parcel.
pub type Take<'a> = &'a mut dyn FnMut(usize, Parcel) -> Result<(), Failure>;

/// The communication between the workers of a game.
///
/// Work goes in rounds. In each, a worker posts parcels, takes what has arrived
/// for it, and ends the round; when [`Fabric::finish`] returns, every parcel of
/// the round has been taken by its receiver.
pub trait Fabric {
    /// The number of this worker, from 0.
    fn index(&self) -> usize;

    /// How many workers there are.
    fn peers(&self) -> usize;

    /// Sends a parcel to another worker.
    fn post(&mut self, to: usize, parcel: Parcel) -> Result<(), Failure>;

    /// Hands over what has arrived in this round, without waiting.
    fn poll(&mut self, take: Take<'_>) -> Result<(), Failure>;

    /// Ends the round: hands over all that was sent to this worker in it, and
    /// gives the vote of each worker, in order of their numbers.
    fn finish(&mut self, vote: u64, take: Take<'_>) -> Result<Vec<u64>, Failure>;
}

impl<F: Fabric + ?Sized> Fabric for &mut F {
    fn index(&self) -> usize {
        (**self).index()
    }

    fn peers(&self) -> usize {
        (**self).peers()
    }

    fn post(&mut self, to: usize, parcel: Parcel) -> Result<(), Failure> {
        (**self).post(to, parcel)
    }

    fn poll(&mut self, take: Take<'_>) -> Result<(), Failure> {
        (**self).poll(take)
    }

    fn finish(&mut self, vote: u64, take: Take<'_>) -> Result<Vec<u64>, Failure> {
        (**self).finish(vote, take)
    }
}

/// The fabric of a single worker.
#[derive(Debug)]
pub struct Solo;

impl Fabric for Solo {
    fn index(&self) -> usize {
        0
    }

    fn peers(&self) -> usize {
        1
    }

    fn post(&mut self, _: usize, _: Parcel) -> Result<(), Failure> {
        Err(Failure::Lost("a worker that is alone has nobody to write to".to_string()))
    }

    fn poll(&mut self, _: Take<'_>) -> Result<(), Failure> {
        Ok(())
    }

    fn finish(&mut self, vote: u64, _: Take<'_>) -> Result<Vec<u64>, Failure> {
        Ok(vec![vote])
    }
}

/// What goes between threads.
struct Letter {
    from: usize,
    round: u64,
    content: Content,
}

enum Content {
    Parcel(Parcel),
    /// The last letter of a round.
    Vote(u64),
}

/// Threads of one process. A thread that panics, or gives up, ends the work of the others.
pub struct Threads {
    index: usize,
    boxes: Vec<Sender<Letter>>,
    arrived: Receiver<Letter>,
    round: u64,
    /// Letters that came before this worker was ready for the next round.
    early: Vec<Letter>,
    votes: Vec<Option<u64>>,
    failed: Arc<AtomicBool>,
}

grundy_base::debug! {
    impl[] Threads: "Threads", |threads| index = threads.index;
}

impl Threads {
    /// The fabrics of `count` threads, one for each.
    #[must_use]
    pub fn group(count: usize) -> Vec<Threads> {
        let failed = Arc::new(AtomicBool::new(false));
        let (boxes, arrived): (Vec<_>, Vec<_>) = (0..count).map(|_| channel()).unzip();
        arrived
            .into_iter()
            .enumerate()
            .map(|(index, arrived)| Threads {
                index,
                boxes: boxes.clone(),
                arrived,
                round: 0,
                early: Vec::new(),
                votes: vec![None; count],
                failed: failed.clone(),
            })
            .collect()
    }

    /// Tells the others that this worker has failed.
    pub fn give_up(&self) {
        self.failed.store(true, Ordering::Relaxed);
    }

    fn lost() -> Failure {
        Failure::Lost("another thread has failed".to_string())
    }

    fn send(&self, to: usize, content: Content) -> Result<(), Failure> {
        let letter = Letter { from: self.index, round: self.round, content };
        self.boxes[to].send(letter).map_err(|_| Threads::lost())
    }

    fn open(&mut self, letter: Letter, take: Take<'_>) -> Result<(), Failure> {
        if letter.round != self.round {
            self.early.push(letter);
            return Ok(());
        }
        match letter.content {
            Content::Parcel(parcel) => take(letter.from, parcel),
            Content::Vote(vote) => {
                self.votes[letter.from] = Some(vote);
                Ok(())
            }
        }
    }

    fn open_early(&mut self, take: Take<'_>) -> Result<(), Failure> {
        for letter in std::mem::take(&mut self.early) {
            self.open(letter, take)?;
        }
        Ok(())
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.give_up();
        }
    }
}

impl Fabric for Threads {
    fn index(&self) -> usize {
        self.index
    }

    fn peers(&self) -> usize {
        self.boxes.len()
    }

    fn post(&mut self, to: usize, parcel: Parcel) -> Result<(), Failure> {
        self.send(to, Content::Parcel(parcel))
    }

    fn poll(&mut self, take: Take<'_>) -> Result<(), Failure> {
        self.open_early(take)?;
        while let Ok(letter) = self.arrived.try_recv() {
            self.open(letter, take)?;
        }
        Ok(())
    }

    fn finish(&mut self, vote: u64, take: Take<'_>) -> Result<Vec<u64>, Failure> {
        const PATIENCE: Duration = Duration::from_millis(20);
        for to in 0..self.peers() {
            if to != self.index {
                self.send(to, Content::Vote(vote))?;
            }
        }
        self.votes[self.index] = Some(vote);
        self.open_early(take)?;
        while self.votes.iter().any(Option::is_none) {
            match self.arrived.recv_timeout(PATIENCE) {
                Ok(letter) => self.open(letter, take)?,
                Err(_) if self.failed.load(Ordering::Relaxed) => return Err(Threads::lost()),
                Err(_) => {}
            }
        }
        self.round += 1;
        Ok(self.votes.iter_mut().filter_map(Option::take).collect())
    }
}
