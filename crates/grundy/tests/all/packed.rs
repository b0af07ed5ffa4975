//! Held against the graph, which finds and decides positions by other means.

use std::collections::BTreeMap;

use grundy::Player;
use grundy::graph::explore;
use grundy::rulesets::connect_four::ConnectFour;
use grundy::rulesets::dodgem::Dodgem;
use grundy::rulesets::quixo::Quixo;
use grundy::rulesets::teeko::{Goals, Teeko};
use grundy::rulesets::tic_tac_toe::TicTacToe;
use grundy::solve::partitioned::*;
use grundy::solve::retrograde::retrograde;
use grundy::{Convention, Fate, Limits, Verdict};
use grundy::{Flow, Key, Notation, Packed, Ruleset};

type Found<K> = BTreeMap<K, Verdict>;

/// What the graph says of each key.
fn by_graph<R: Packed>(
    rules: &R,
    start: &R::Position,
    convention: Convention,
) -> (Vec<R::Key>, Found<R::Key>) {
    let limits = Limits::default();
    let explored = explore(rules, start, &limits).unwrap();
    let outcomes = retrograde(&explored.arena, convention, &limits).unwrap();
    let found = explored.arena.nodes().map(|node| {
        let key = rules.pack(explored.position(node), explored.arena.mover(node));
        (key, outcomes.verdict(node))
    });
    let starts = explored.starts;
    let mut keys: Vec<_> = [
        starts.left.map(|_| Player::Left),
        starts.right.filter(|s| !s.mirrored).map(|_| Player::Right),
    ]
    .into_iter()
    .flatten()
    .map(|mover| rules.pack(start, mover))
    .collect();
    keys.dedup();
    (keys, found.collect())
}

fn collect<K: Key>(shares: &[Solution<K>]) -> Found<K> {
    let mut all = BTreeMap::new();
    for share in shares {
        for tier in share.tiers() {
            share
                .each(tier, |keys, codes| {
                    for (&key, code) in keys.iter().zip(codes) {
                        assert!(all.insert(key, code.verdict()).is_none());
                    }
                    Ok::<(), Failure>(())
                })
                .unwrap();
        }
    }
    all
}

fn threads<R: Packed>(
    rules: &R,
    starts: &[R::Key],
    convention: Convention,
    count: usize,
) -> Vec<Solution<R::Key>> {
    std::thread::scope(|scope| {
        let workers: Vec<_> = Threads::group(count)
            .into_iter()
            .map(|fabric| {
                scope.spawn(move || {
                    solve(rules, starts, fabric, &Settings { convention, ..Settings::default() })
                        .unwrap()
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    })
}

fn check<R: Packed>(rules: &R, start: &R::Position) {
    for convention in [Convention::Normal, Convention::Misere] {
        let (starts, expected) = by_graph(rules, start, convention);
        for count in [1, 2, 3] {
            let found = collect(&threads(rules, &starts, convention, count));
            assert_eq!(found.len(), expected.len());
            for (key, verdict) in &expected {
                assert_eq!(found[key], *verdict, "{key:?} by {count} workers");
            }
        }
    }
}

#[test]
fn tiers_say_what_the_graph_says() {
    for (width, height, line) in [(3, 3, 3), (4, 3, 3), (1, 1, 1)] {
        let rules = TicTacToe::new(width, height, line).unwrap();
        check(&rules, &rules.start().unwrap());
    }
    for (width, height, line) in [(4, 4, 4), (3, 4, 3), (5, 2, 3)] {
        let rules = ConnectFour::new(width, height, line).unwrap();
        check(&rules, &rules.start().unwrap());
    }
}

#[test]
fn tables_say_what_the_graph_says() {
    let quixo = Quixo::new(3).unwrap();
    check(&quixo, &quixo.start().unwrap());
    let teeko = Teeko::new(3, Goals::Advanced).unwrap();
    check(&teeko, &teeko.start().unwrap());
    for rules in [TicTacToe::new(3, 3, 3).unwrap(), TicTacToe::new(4, 3, 3).unwrap()] {
        assert!(rules.dense().is_some());
        check(&rules, &rules.start().unwrap());
    }
}

#[test]
fn loops_are_what_the_graph_says() {
    for (side, cars) in [(3, 2), (4, 2), (3, 1)] {
        let rules = Dodgem::new(side, cars).unwrap();
        check(&rules, &rules.first());
    }
}

/// A folder of its own for each test.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A worker that is gone after so many rounds.
struct Mortal<F>(F, usize);

impl<F: Fabric> Fabric for Mortal<F> {
    fn index(&self) -> usize {
        self.0.index()
    }

    fn peers(&self) -> usize {
        self.0.peers()
    }

    fn post(&mut self, to: usize, parcel: Parcel) -> Result<(), Failure> {
        self.0.post(to, parcel)
    }

    fn poll(&mut self, take: Take<'_>) -> Result<(), Failure> {
        self.0.poll(take)
    }

    fn finish(&mut self, vote: u64, take: Take<'_>) -> Result<Vec<u64>, Failure> {
        self.1 = self.1.checked_sub(1).ok_or_else(|| Failure::Lost("killed".to_string()))?;
        self.0.finish(vote, take)
    }
}

/// Solves with a worker that dies in each possible round, and goes on.
fn dies<R: Packed>(name: &str, rules: &R, starts: &[R::Key], workers: usize, step: usize) {
    let expected = collect(&threads(rules, starts, Convention::Normal, workers));
    let folder = folder(&format!("{name}-{workers}"));
    let checkpoint = Some(Checkpoint { folder: folder.clone(), job: name.to_string() });
    let settings = Settings { checkpoint, ..Settings::default() };
    let attempt = |lives: &[usize]| -> Vec<Result<Solution<R::Key>, Failure>> {
        std::thread::scope(|scope| {
            let workers: Vec<_> = Threads::group(workers)
                .into_iter()
                .zip(lives)
                .map(|(fabric, &lives)| {
                    let settings = &settings;
                    scope.spawn(move || {
                        let mut fabric = Mortal(fabric, lives);
                        let found = solve(rules, starts, &mut fabric, settings);
                        if found.is_err() {
                            fabric.0.give_up();
                        }
                        found
                    })
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).collect()
        })
    };
    let mut last = 0;
    for lives in (0..).step_by(step) {
        // One dies, the others live for longer.
        let found = attempt(&(0..workers).map(|i| lives + 3 * i).collect::<Vec<_>>());
        if found.iter().all(Result::is_ok) {
            let shares: Vec<_> = found.into_iter().map(Result::unwrap).collect();
            assert!(collect(&shares) == expected);
            break;
        }
        // Every attempt starts anew from the folder as it was left.
        let round = Checkpoint::round(&folder).unwrap().unwrap_or_default();
        assert!(round >= last, "a committed round was lost");
        last = round;
    }
    assert!(last > 3, "no round was committed");
    let again = attempt(&vec![usize::MAX; workers]);
    let shares: Vec<_> = again.into_iter().map(Result::unwrap).collect();
    assert!(collect(&shares) == expected);

    let other = Settings {
        checkpoint: Some(Checkpoint { folder: folder.clone(), job: "another".to_string() }),
        ..Settings::default()
    };
    if workers == 1 {
        let refused = solve(rules, starts, Solo, &other).err().unwrap().to_string();
        assert!(refused.contains("job.0"), "{refused}");
        assert!(refused.contains("belongs to something else"), "{refused}");
        // A torn file is refused by its name.
        let mut files: Vec<_> =
            std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        // So is one that stands where another should, whatever they hold.
        let refuses = |what: String| {
            let found = solve(rules, starts, Solo, &settings);
            assert!(matches!(found, Err(Failure::Damaged { .. })), "{what} is not noticed");
        };
        let held: Vec<_> = files.iter().map(|path| std::fs::read(path).unwrap()).collect();
        for (here, file) in files.iter().enumerate() {
            for other in (0..files.len()).filter(|&other| held[other] != held[here]) {
                std::fs::write(file, &held[other]).unwrap();
                std::fs::write(&files[other], &held[here]).unwrap();
                refuses(format!("{} for {}", files[other].display(), file.display()));
                std::fs::write(&files[other], &held[other]).unwrap();
                refuses(format!("a copy of {} as {}", files[other].display(), file.display()));
            }
            std::fs::write(file, &held[here]).unwrap();
        }
        let codes = files.iter().find(|path| path.to_string_lossy().contains("codes-")).unwrap();
        let mut bytes = std::fs::read(codes).unwrap();
        bytes[3] ^= 1;
        std::fs::write(codes, bytes).unwrap();
        let refused = solve(rules, starts, Solo, &settings).err().unwrap().to_string();
        assert!(refused.contains(&*codes.to_string_lossy()), "{refused}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn work_goes_on_after_a_crash_in_any_round() {
    let four = ConnectFour::new(4, 3, 3).unwrap();
    let start = four.pack(&four.empty(), Player::Left);
    dies("tiers", &four, &[start], 1, 1);
    dies("tiers", &four, &[start], 2, 7);
    let dodgem = Dodgem::new(3, 2).unwrap();
    let start = dodgem.pack(&dodgem.first(), Player::Left);
    dies("loops", &dodgem, &[start], 1, 5);
    dies("loops", &dodgem, &[start], 2, 41);
}

#[test]
fn what_memory_does_not_hold_goes_into_files() {
    let rules = ConnectFour::new(4, 4, 4).unwrap();
    let start = rules.pack(&rules.empty(), Player::Left);
    let expected = collect(&[solve(&rules, &[start], Solo, &Settings::default()).unwrap()]);
    let folder = folder("spill");
    let limits = Limits { memory: 200_000, ..Limits::default() };
    let tight = Settings { limits, ..Settings::default() };
    assert!(matches!(
        solve(&rules, &[start], Solo, &tight),
        Err(Failure::Stopped(grundy::Stopped::Memory { .. }))
    ));
    let spilling = Settings { spill: Some(folder.clone()), ..tight };
    let found = solve(&rules, &[start], Solo, &spilling).unwrap();
    assert!(collect(&[found]) == expected);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "files are left");
}

#[test]
fn workers_of_different_memory_go_the_same_way() {
    let quixo = Quixo::new(3).unwrap();
    let start = quixo.pack(&quixo.start().unwrap(), Player::Left);
    let expected = collect(&threads(&quixo, &[start], Convention::Normal, 2));
    // One of them has no room for the table.
    let table = 2 * quixo.dense().unwrap();
    let shares: Vec<Solution<_>> = std::thread::scope(|scope| {
        let workers: Vec<_> = Threads::group(2)
            .into_iter()
            .zip([u64::MAX, 3 * table])
            .map(|(fabric, memory)| {
                let limits = Limits { memory, ..Limits::default() };
                let settings = Settings { limits, ..Settings::default() };
                let quixo = &quixo;
                scope.spawn(move || solve(quixo, &[start], fabric, &settings).unwrap())
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    assert!(collect(&shares) == expected);
}

/// A token that goes one step at a time to the end of a line.
#[derive(Clone)]
struct Line(u64);

impl Ruleset for Line {
    type Position = u64;

    fn options(&self, &at: &u64, _: Player) -> impl Iterator<Item = u64> {
        (at + 1 < self.0).then_some(at + 1).into_iter()
    }
}

impl Packed for Line {
    type Key = u64;

    fn pack(&self, &at: &u64, mover: Player) -> u64 {
        2 * at + mover as u64
    }

    fn unpack(&self, key: u64) -> Option<(u64, Player)> {
        Some((key / 2, Player::BOTH[key as usize % 2]))
    }

    fn expand(&self, key: u64, mut option: impl FnMut(usize, u64)) -> Option<Fate> {
        let (at, mover) = self.unpack(key)?;
        let to = |at| option(0, self.pack(&at, mover.opponent()));
        Ruleset::options(self, &at, mover).for_each(to);
        None
    }

    fn dense(&self) -> Option<u64> {
        Some(2 * self.0)
    }

    fn keys_rise(&self) -> bool {
        true
    }

    fn flow(&self) -> Flow {
        Flow::Stepwise
    }

    fn tier(&self, key: u64) -> u32 {
        key as u32 / 2
    }
}

#[test]
fn what_takes_too_long_for_bytes_is_solved_without_them() {
    for length in [60, 61, 62, 63, 64, 65, 130, 1000] {
        check(&Line(length), &0);
    }
}
