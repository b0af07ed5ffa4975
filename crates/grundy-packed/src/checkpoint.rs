//! Checkpoints: after each round every worker lists the files of its state, and when all
//! have done so, the first worker commits the round. After a crash the work resumes from
//! the last round that was committed.
//!
//! Files are complete or absent (a file gets its name when all of it has reached the disk) and have
//! checksums, which include the run and the name of the file: files that were exchanged, or are of
//! another run, are refused. Files that belong to no committed round are removed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::code::Code;
use super::codes::Codes;
use super::counts::Counts;
use super::failure::Failure;
use super::forward::Reach;
use super::keys::Keys;
use super::runs::Runs;
use super::store::{Bytes, Sink, Store};
use super::tier::Tier;
use super::worker::Worker;
use grundy_base::Stopped;
use grundy_ruleset::Key;

/// The folder of the checkpoints of a job.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// The folder.
    pub folder: PathBuf,
    /// The game, the convention, and whatever else determines the solution.
    pub job: String,
}

impl Checkpoint {
    /// The round after which work would resume from a folder.
    ///
    /// # Errors
    ///
    /// When the folder's mark cannot be read, or is damaged.
    pub fn round(folder: &Path) -> Result<Option<u64>, Failure> {
        let Some(bytes) = marks(folder.to_path_buf()).open(COMMIT)? else { return Ok(None) };
        read::<u64>(&bytes).map(Some)
    }

    /// Makes work begin anew in a folder, also work of another job.
    ///
    /// # Errors
    ///
    /// When a mark of the folder cannot be removed.
    pub fn forget(folder: &Path) -> Result<(), Failure> {
        // The mark goes first: without it the other files mean nothing.
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let jobs = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("job."));
        let marks = std::iter::once(folder.join(COMMIT)).chain(jobs.map(|entry| entry.path()));
        for mark in marks {
            match fs::remove_file(&mark) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(Failure::file(&mark)(error));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// The last round that was committed by all workers.
const COMMIT: &str = "commit";

/// What a worker does in a folder.
#[derive(Serialize, Deserialize)]
struct Run {
    /// What determines the solution, and how many workers there are.
    job: String,
    /// A random number of each run that begins anew: its files are no other run's.
    run: u32,
}

/// Where the marks of a folder are. They say what its other files are: the last round, and what
/// each worker does.
pub(super) fn marks(folder: PathBuf) -> Store {
    Store::Folder { folder, run: 0 }
}

/// The state of a worker in a checkpoint.
#[derive(Serialize, Deserialize)]
struct State {
    positions: u64,
    moves: u64,
    names: u64,
    tiers: Vec<(u32, String, Option<String>)>,
    ranges: Vec<(u32, Vec<[u64; 2]>)>,
    counts: Vec<(u16, u64, u64)>,
    stage: Stage,
}

/// The phase of the work.
#[derive(Serialize, Deserialize)]
enum Stage {
    Forward { tier: Option<u32>, known: Vec<String>, pending: Vec<(u32, Vec<String>)> },
    Backward { below: u64, settling: Option<Settled> },
}

/// The rounds of a tier that is being settled: what each has decided.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Settled {
    /// For wins and losses, then for ties: the remoteness, and the file.
    pub(super) rounds: [Vec<(u32, String)>; 2],
}

/// The point from which the work goes on.
pub(super) enum Resumed<K> {
    Forward(Reach<K>),
    Backward { below: u64, settling: Option<Settled> },
}

impl<K: Key> Worker<'_, K> {
    /// A name for a file that this worker has not used.
    pub(super) fn fresh(&mut self, what: &str, tier: u32) -> String {
        self.names += 1;
        format!("{what}-{tier}-{}.{}", self.names, self.fabric.index())
    }

    /// Commits a round of finding positions.
    pub(super) fn mark_forward(&mut self, reach: &mut Reach<K>) -> Result<(), Failure> {
        if !self.store.is_kept() {
            return Ok(());
        }
        let mut pending = Vec::new();
        for (tier, runs) in &mut reach.pending {
            let name = self.fresh("run", *tier);
            runs.pack(&self.store, &name)?;
            pending.push((*tier, runs.names()));
        }
        let known = reach.known.iter().filter_map(Keys::name).collect();
        self.mark(Stage::Forward { tier: reach.tier, known, pending })
    }

    /// Commits what is decided: all tiers from `below` on, and rounds of the tier in progress.
    pub(super) fn mark_backward(
        &mut self,
        below: u64,
        settling: Option<&Settled>,
    ) -> Result<(), Failure> {
        match self.store.is_kept() {
            true => self.mark(Stage::Backward { below, settling: settling.cloned() }),
            false => Ok(()),
        }
    }

    fn mark(&mut self, stage: Stage) -> Result<(), Failure> {
        // Work must not resume from what was found since the rules have failed.
        if let Some(fault) = self.rules.fault() {
            return Err(Stopped::Rules(fault).into());
        }
        let me = self.fabric.index();
        let mut files = BTreeSet::from([format!("job.{me}")]);
        match &stage {
            Stage::Forward { known, pending, .. } => {
                files.extend(known.iter().cloned());
                files.extend(pending.iter().flat_map(|(_, names)| names.iter().cloned()));
            }
            Stage::Backward { settling, .. } => {
                let rounds = settling.iter().flat_map(|settled| settled.rounds.iter().flatten());
                files.extend(rounds.map(|(_, name)| name.clone()));
            }
        }
        let tiers: Vec<_> = (self.tiers.iter())
            .filter_map(|(number, tier)| {
                let codes = tier.codes.as_ref().and_then(Codes::name);
                Some((*number, tier.keys.name()?, codes))
            })
            .collect();
        for (_, keys, codes) in &tiers {
            files.insert(keys.clone());
            files.extend(codes.clone());
        }
        let ranges = self.ranges.iter().map(|(tier, splits)| {
            let splits = splits.iter().map(|&split| K::distance(zero(), split));
            (*tier, splits.collect())
        });
        let counts = self.tally.counts();
        let state = State {
            positions: self.positions,
            moves: self.moves,
            names: self.names,
            tiers,
            ranges: ranges.collect(),
            counts: counts.each().map(|(code, [keys, all])| (code.bits(), keys, all)).collect(),
            stage,
        };
        let round = self.round + 1;
        let name = format!("state-{round}.{me}");
        write(&self.store, &name, &state)?;
        files.insert(name);
        self.agree(0)?;
        if let (0, Store::Folder { folder, .. }) = (me, &self.store) {
            write(&marks(folder.clone()), COMMIT, &round)?;
        }
        self.agree(0)?;
        self.round = round;
        self.clean(&files);
        Ok(())
    }

    /// Removes files of this worker that do not belong to the last round.
    fn clean(&self, files: &BTreeSet<String>) {
        let Store::Folder { folder, .. } = &self.store else { return };
        let mine = format!(".{}", self.fabric.index());
        // A file that cannot be removed is only in the way.
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let whole = name.strip_suffix(".part").unwrap_or(&name);
            if whole.ends_with(&mine) && !files.contains(&name) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// Where to resume; none at the start. Refuses a folder of another job.
    pub(super) fn resume(&mut self, job: &str) -> Result<Option<Resumed<K>>, Failure> {
        let Store::Folder { folder, .. } = &self.store else { return Ok(None) };
        let folder = folder.clone();
        let (peers, me) = (self.fabric.peers(), self.fabric.index());
        fs::create_dir_all(&folder).map_err(Failure::file(&folder))?;
        let job = format!("{job}\n{peers} workers\n");
        let (name, marks) = (format!("job.{me}"), marks(folder.clone()));
        let run = match marks.open(&name)? {
            None => {
                let run = RandomState::new().hash_one(&job) as u32;
                write(&marks, &name, &Run { job, run })?;
                run
            }
            Some(bytes) => {
                let known: Run = read(&bytes)?;
                if known.job != job {
                    let what = format!(
                        "it belongs to something else: there {:?}, here {:?}",
                        known.job.trim_end(),
                        job.trim_end()
                    );
                    return Err(Failure::Damaged { path: bytes.path(), what });
                }
                known.run
            }
        };
        self.store = Store::Folder { folder, run };
        let committed = match me {
            0 => marks.open(COMMIT)?.map_or(Ok(0), |bytes| read::<u64>(&bytes))?,
            _ => 0,
        };
        let round = self.agree(committed)?;
        self.round = round;
        if round == 0 {
            return Ok(None);
        }
        let State { positions, moves, names, tiers, ranges, counts, stage } =
            read(&self.need(&format!("state-{round}.{me}"))?)?;
        (self.positions, self.moves, self.names) = (positions, moves, names);
        for (number, keys, codes) in tiers {
            let codes = codes.map(|name| Codes::open(self.need(&name)?)).transpose()?;
            self.tiers.insert(number, Tier { keys: self.keys(&keys)?, codes });
        }
        for (tier, splits) in ranges {
            let splits = splits.into_iter().map(|by| zero::<K>().further(by)).collect();
            self.ranges.insert(tier, splits);
        }
        let mut all = Counts::default();
        for (bits, keys, positions) in counts {
            all.add(Code::from_bits(bits), keys, positions);
        }
        self.tally.restore(&all);
        Ok(Some(match stage {
            Stage::Forward { tier, known, pending } => {
                let known = known.iter().map(|name| self.keys(name)).collect::<Result<_, _>>()?;
                let mut runs: BTreeMap<u32, Runs<K>> = BTreeMap::new();
                for (tier, names) in pending {
                    let runs = runs.entry(tier).or_insert_with(Runs::new);
                    for name in names {
                        runs.restore(self.keys(&name)?);
                    }
                }
                Resumed::Forward(Reach { tier, known, pending: runs, room: Vec::new() })
            }
            Stage::Backward { below, settling } => Resumed::Backward { below, settling },
        }))
    }

    fn keys(&self, name: &str) -> Result<Keys<K>, Failure> {
        Keys::open(self.need(name)?)
    }

    /// A file that the last round has written.
    pub(super) fn need(&self, name: &str) -> Result<Bytes, Failure> {
        let Store::Folder { folder, .. } = &self.store else {
            return Err(Failure::Lost("there are no files to go on from".to_string()));
        };
        self.store.open(name)?.ok_or_else(|| Failure::Damaged {
            path: folder.join(name),
            what: "the file is missing".to_string(),
        })
    }
}

fn zero<K: Key>() -> K {
    K::zeroed()
}

fn write<T: Serialize>(store: &Store, name: &str, value: &T) -> Result<(), Failure> {
    let mut sink: Sink = store.create(name)?;
    sink.write(&serde_json::to_vec(value).unwrap_or_default())?;
    sink.finish().map(|_| ())
}

fn read<T: for<'a> Deserialize<'a>>(bytes: &Bytes) -> Result<T, Failure> {
    let mut room = Vec::new();
    serde_json::from_slice(bytes.read(0..bytes.len(), &mut room)?).map_err(|error| {
        Failure::Damaged { path: bytes.path(), what: format!("it cannot be read: {error}") }
    })
}
