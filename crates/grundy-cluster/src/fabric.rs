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

/// How long a worker sleeps at most before it looks whether others have failed.
pub(crate) const NAP: Duration = Duration::from_millis(10);

/// Words on the way to one worker from all others together, about.
const ON_THE_WAY: u64 = 1 << 23;

/// And from one of them, at least.
const WINDOW: u64 = 1 << 17;

/// The others, as one worker of a [`Cluster`](crate::Cluster) sees them.
///
/// A worker that is far ahead of one that it sends to (8 MiW, or 64 MiB, over
/// the number of workers, but at least 1 MiB) stays in [`Fabric::poll`] until
/// that one has taken more, and takes what comes meanwhile; so each holds not
/// much more than 64 MiB that it has not taken, however slow it is.
/// [`Fabric::post`] itself never waits, as it could not take anything.
pub struct TimelyFabric<'w> {
    worker: &'w mut Worker,
    watch: Arc<Watch>,
    /// The workers of this process.
    local: Range<usize>,
    input: InputHandle<u64, NoopBuilder<Letter>>,
    arrived: Rc<RefCell<VecDeque<(u64, Letter)>>>,
    /// Came before this worker was ready for the next round.
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

/// What is known of a worker in this round.
#[derive(Clone, Default)]
struct Other {
    /// Parcels sent to it.
    posted: u64,
    /// Words sent to it that it is not known to have taken.
    ahead: u64,
    /// Parcels that came from it.
    parcels: u64,
    /// Words that came from it and that it has not been told about.
    taken: u64,
    /// Its vote, and how many parcels it has sent.
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

    /// Hands over what has arrived.
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
            // All that was sent in a round that is over has been taken.
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

    /// Tells others how much has been taken, before they would wait for it.
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

    /// Whether all has come that was sent to this worker in this round.
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
