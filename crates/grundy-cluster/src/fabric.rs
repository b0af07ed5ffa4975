//! The fabric of a cluster: parcels go through one long-lived timely dataflow, whose
//! timestamps are the rounds.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use grundy::solve::partitioned::{Fabric, Failure, Parcel, Take};
use timely::container::NoopBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::generic::Operator;
use timely::worker::Worker;

use crate::letter::{Content, Letter, Post};
use crate::watch::Watch;

/// The longest time that a worker sleeps before it checks whether others have failed.
pub(crate) const NAP: Duration = Duration::from_millis(10);

/// The approximate number of words on the way to one worker from all others together.
const ON_THE_WAY: u64 = 1 << 23;

/// The least number of words that may be on the way from one worker to another.
const WINDOW: u64 = 1 << 17;

/// The fabric of one worker of a [`Cluster`](crate::Cluster), which connects it with the others.
///
/// A worker may be ahead of a receiver by 8 MiW (64 MiB) divided by the number of workers, but at
/// least by 1 MiB. If it is further ahead, it stays in [`Fabric::poll`] until the receiver has
/// taken more, and takes its own parcels meanwhile. So no worker has much more than 64 MiB waiting
/// for it, however slow it is. [`Fabric::post`] itself never waits, because it cannot take parcels
/// meanwhile.
pub struct TimelyFabric<'w> {
    worker: &'w mut Worker,
    watch: Arc<Watch>,
    /// The workers of this process.
    local: Range<usize>,
    input: InputHandle<u64, NoopBuilder<Letter>>,
    arrived: Rc<RefCell<VecDeque<(u64, Letter)>>>,
    /// Letters that came before this worker was ready for the next round.
    early: Vec<(u64, Letter)>,
    round: u64,
    window: u64,
    others: Vec<Other>,
}

impl fmt::Debug for TimelyFabric<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TimelyFabric").field("local", &self.local).finish_non_exhaustive()
    }
}

/// What is known about another worker in this round.
#[derive(Clone, Default)]
struct Other {
    /// The number of parcels sent to it.
    posted: u64,
    /// The number of words sent to it that it is not known to have taken.
    ahead: u64,
    /// The number of parcels that came from it.
    parcels: u64,
    /// The number of words that came from it but were not yet confirmed to it.
    taken: u64,
    /// Its vote, and the number of parcels that it has sent.
    vote: Option<(u64, u64)>,
}

impl<'w> TimelyFabric<'w> {
    pub(crate) fn new(worker: &'w mut Worker, watch: Arc<Watch>, local: Range<usize>) -> Self {
        let arrived = Rc::new(RefCell::new(VecDeque::new()));
        let mut input = InputHandle::new_with_builder();
        let letters = arrived.clone();
        worker.dataflow::<u64, _, _>(|scope| {
            let post = DistributorPact(|_| Post);
            input.to_stream(scope).sink(post, "deliver", move |(input, _)| {
                input.for_each(|time, letter| {
                    letters.borrow_mut().push_back((*time.time(), std::mem::take(letter)));
                });
            });
        });
        let peers = worker.peers();
        TimelyFabric {
            worker,
            watch,
            local,
            input,
            arrived,
            early: Vec::new(),
            round: 0,
            window: (ON_THE_WAY / peers as u64).max(WINDOW),
            others: vec![Other::default(); peers],
        }
    }

    fn send(&mut self, to: usize, content: Content) {
        let from = self.index() as u32;
        self.input.send_batch(&mut Letter { from, to: to as u32, content });
    }

    /// Hands over the letters that have arrived.
    fn deliver(&mut self, take: Take<'_>) -> Result<(), Failure> {
        for (round, letter) in std::mem::take(&mut self.early) {
            self.open(round, letter, take)?;
        }
        loop {
            let letter = self.arrived.borrow_mut().pop_front();
            let Some((round, letter)) = letter else { return self.tell() };
            self.open(round, letter, take)?;
        }
    }

    fn open(&mut self, sent: u64, letter: Letter, take: Take<'_>) -> Result<(), Failure> {
        let from = letter.from as usize;
        let unreadable = || Failure::Lost("a parcel came that cannot be read".to_string());
        let other = self.others.get_mut(from).ok_or_else(unreadable)?;
        match letter.content {
            Content::Taken { round, words } if round == self.round => {
                other.ahead = other.ahead.saturating_sub(words);
            }
            // All words sent in an earlier round have been taken.
            Content::Taken { .. } | Content::Nothing => {}
            Content::Damaged | Content::Rising(..) => return Err(unreadable()),
            _ if sent != self.round => self.early.push((sent, letter)),
            Content::Vote { vote, parcels } => other.vote = Some((vote, parcels)),
            Content::Parcel(parcel) => {
                other.parcels += 1;
                other.taken += parcel.len() as u64;
                take(from, parcel)?;
            }
        }
        Ok(())
    }

    /// Confirms to others how much has been taken, before they would have to wait for it.
    fn tell(&mut self) -> Result<(), Failure> {
        for to in 0..self.others.len() {
            if self.others[to].taken > self.window / 4 {
                let words = std::mem::take(&mut self.others[to].taken);
                self.send(to, Content::Taken { round: self.round, words });
            }
        }
        Ok(())
    }

    fn is_ahead(&self) -> bool {
        self.others.iter().any(|other| other.ahead > self.window)
    }

    /// Whether all parcels sent to this worker in this round have come.
    fn is_complete(&self) -> bool {
        self.others.iter().all(|other| other.vote.is_some_and(|(_, sent)| sent == other.parcels))
    }
}

impl Fabric for TimelyFabric<'_> {
    fn index(&self) -> usize {
        self.worker.index()
    }

    fn peers(&self) -> usize {
        self.others.len()
    }

    fn post(&mut self, to: usize, parcel: Parcel) -> Result<(), Failure> {
        self.watch.check()?;
        let other = &mut self.others[to];
        other.posted += 1;
        other.ahead += parcel.len() as u64;
        let content = match self.local.contains(&to) {
            true => Content::Parcel(parcel),
            false => Content::packed(parcel),
        };
        self.send(to, content);
        Ok(())
    }

    fn poll(&mut self, take: Take<'_>) -> Result<(), Failure> {
        self.watch.check()?;
        self.worker.step();
        self.deliver(take)?;
        while self.is_ahead() {
            self.watch.check()?;
            self.worker.step_or_park(Some(NAP));
            self.deliver(take)?;
        }
        Ok(())
    }

    fn finish(&mut self, vote: u64, take: Take<'_>) -> Result<Vec<u64>, Failure> {
        let me = self.index();
        for to in (0..self.peers()).filter(|&to| to != me) {
            let parcels = self.others[to].posted;
            self.send(to, Content::Vote { vote, parcels });
        }
        self.others[me].vote = Some((vote, self.others[me].posted));
        self.input.advance_to(self.round + 1);
        self.deliver(take)?;
        while !self.is_complete() {
            self.watch.check()?;
            self.worker.step_or_park(Some(NAP));
            self.deliver(take)?;
        }
        self.watch.check()?;
        self.round += 1;
        let others = self.others.iter_mut().map(std::mem::take);
        Ok(others.filter_map(|other| other.vote).map(|(vote, _)| vote).collect())
    }
}
