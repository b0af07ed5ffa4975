//! Files of all positions are held to the rules: every changed entry is refused.

use std::collections::BTreeSet;

use grundy::rulesets::connect_four::ConnectFour;
use grundy::rulesets::dodgem::Dodgem;
use grundy::rulesets::tic_tac_toe::TicTacToe;
use grundy::solve::partitioned::{
    Code, Row, Settings, Solo, Solution, Threads, collect, rows, solve,
};
use grundy::solve::verify::positions::{Check, Claim, Extent, OnClaims, Pieces, Refused, verify};
use grundy::{
    Convention, End, Fate, Flow, Key, Limits, Notation, Packed, ParseError, Player, Random,
    Ruleset, Text,
};

/// A token on a graph, with moves for each player, and ends.
#[derive(Clone)]
struct Token {
    moves: Vec<[Vec<u16>; 2]>,
    ends: Vec<Option<End>>,
    /// Nodes of a tier.
    wide: u16,
}

impl Token {
    fn random(nodes: u16, seed: u64) -> Token {
        let mut random = Random::new(seed);
        let mut next = |bound: u16| random.below(bound.into()) as u16;
        let ends = [Some(End::Tie), Some(End::Won(Player::Left)), Some(End::Won(Player::Right))];
        let mut moves = || (0..next(4)).map(|_| next(nodes)).collect();
        let moves = (0..nodes).map(|_| [moves(), moves()]).collect();
        let ends = (0..nodes).map(|_| ends.get(next(12) as usize).copied().flatten()).collect();
        Token { moves, ends, wide: nodes }
    }

    /// The same without moves to a lower tier.
    fn in_tiers(mut self, wide: u16) -> Token {
        for (from, moves) in (0..).zip(&mut self.moves) {
            moves.iter_mut().for_each(|moves| moves.retain(|to| to / wide >= from / wide));
        }
        Token { wide, ..self }
    }
}

impl Ruleset for Token {
    type Position = u16;

    fn has_ends(&self) -> bool {
        true
    }

    fn options(&self, &at: &u16, player: Player) -> impl Iterator<Item = u16> {
        self.moves[usize::from(at)][player as usize].iter().copied()
    }

    fn end(&self, &at: &u16, _: Player) -> Option<End> {
        self.ends[usize::from(at)]
    }
}

impl Notation for Token {
    fn name(&self) -> &'static str {
        "token"
    }

    fn print(&self, at: &u16) -> String {
        at.to_string()
    }

    fn read(&self, text: Text<'_>) -> Result<u16, ParseError> {
        text.number("a node")
    }
}

impl Packed for Token {
    type Key = u64;

    fn pack(&self, &at: &u16, mover: Player) -> u64 {
        u64::from(at) << 1 | mover as u64
    }

    fn unpack(&self, key: u64) -> Option<(u16, Player)> {
        Some(((key >> 1) as u16, Player::BOTH[key as usize & 1]))
    }

    fn expand(&self, key: u64, mut option: impl FnMut(usize, u64)) -> Option<Fate> {
        let (at, mover) = self.unpack(key)?;
        match self.ends[usize::from(at)] {
            None => {
                let to = self.options(&at, mover);
                to.for_each(|to| option(0, self.pack(&to, mover.opponent())));
                None
            }
            Some(End::Tie) => Some(Fate::Draw),
            Some(End::Won(player)) if player == mover => Some(Fate::Win),
            Some(End::Won(_)) => Some(Fate::Loss),
        }
    }

    fn flow(&self) -> Flow {
        if self.wide < self.moves.len() as u16 { Flow::Level } else { Flow::Loopy }
    }

    fn tier(&self, key: u64) -> u32 {
        (key >> 1) as u32 / u32::from(self.wide)
    }
}

/// A table with its moves.
struct Rows<'a, K>(&'a [Row<K>]);

impl<K: Key> Pieces<K> for Rows<'_, K> {
    fn sizes(&self) -> Vec<u64> {
        vec![self.0.len() as u64]
    }

    fn each(&self, _: usize, found: &mut OnClaims<'_, K>) -> Result<(), Refused> {
        let claim = |&Row { key, code, best }: &Row<K>| Claim { key, code, best: Some(best) };
        found(&self.0.iter().map(claim).collect::<Vec<_>>())
    }
}

fn starts<R: Packed>(rules: &R, start: &R::Position) -> Vec<R::Key> {
    let mut starts = Player::BOTH.map(|mover| rules.pack(start, mover)).to_vec();
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// All rows of a game that was solved.
fn solved<R: Packed>(rules: &R, start: &R::Position, convention: Convention) -> Vec<Row<R::Key>> {
    let settings = Settings { convention, ..Settings::default() };
    let solution = solve(rules, &starts(rules, start), Solo, &settings).unwrap();
    let mut all = Vec::new();
    rows(rules, &solution, &settings.limits, |some| {
        all.extend_from_slice(some);
        Ok(())
    })
    .unwrap();
    all
}

fn check<R: Packed + Notation>(
    rules: &R,
    start: &R::Position,
    rows: &[Row<R::Key>],
    convention: Convention,
) -> Result<u64, Refused> {
    let mut left = rows.iter();
    let solution = collect(rules, 0, |some| {
        some.extend(left.by_ref().map(|row| (row.key, row.code)));
        Ok(())
    })?;
    let limits = Limits { threads: 2, ..Limits::default() };
    let how = Check { extent: Extent::All, convention, limits: &limits };
    let starts = starts(rules, start);
    let plain = verify(rules, rules, &starts, &solution, &solution.claims(), &how)?;
    let table = verify(rules, rules, &starts, &solution, &Rows(rows), &how)?;
    assert_eq!(plain, table);
    Ok(plain)
}

/// Every verdict changed to every other that occurs, and to its neighbours.
fn refuses_every_change<R: Packed + Notation>(rules: &R, start: &R::Position) {
    for convention in [Convention::Normal, Convention::Misere] {
        let rows = solved(rules, start, convention);
        assert_eq!(check(rules, start, &rows, convention).unwrap(), rows.len() as u64);
        let occur: BTreeSet<Code> = rows.iter().map(|row| row.code).collect();
        for place in 0..rows.len() {
            let mut changed = rows.clone();
            let codes = occur.iter().copied().chain([Code::DRAW, Code::tie(4), Code::win(7)]);
            for code in codes.filter(|code| *code != rows[place].code) {
                changed[place].code = code;
                let error = check(rules, start, &changed, convention);
                assert!(error.is_err(), "{:?} as {code:?}", rows[place]);
            }
            let mut changed = rows.clone();
            let others = [None, Some(rows[0].key), Some(rows[place].key)];
            for best in others.into_iter().filter(|best| *best != rows[place].best) {
                changed[place].best = best;
                let error = check(rules, start, &changed, convention).unwrap_err();
                assert!(error.to_string().contains("best move"), "{error}");
            }
            let mut dropped = rows.clone();
            dropped.remove(place);
            let error = check(rules, start, &dropped, convention).unwrap_err();
            assert!(error.to_string().contains("missing"), "{error}");
        }
    }
}

#[test]
fn every_changed_entry_is_refused() {
    let rules = TicTacToe::new(2, 2, 2).unwrap();
    refuses_every_change(&rules, &rules.start().unwrap());
    let rules = ConnectFour::new(2, 3, 2).unwrap();
    refuses_every_change(&rules, &rules.start().unwrap());
    let rules = Dodgem::new(3, 1).unwrap();
    refuses_every_change(&rules, &rules.first());
}

#[test]
fn every_changed_entry_is_refused_where_play_comes_back() {
    let mut occur = BTreeSet::new();
    for seed in 0..60 {
        let rules = Token::random(24, seed);
        refuses_every_change(&rules, &0);
        occur.extend(solved(&rules, &0, Convention::Normal).iter().map(|row| row.code));
    }
    let draws = occur.range(Code::DRAW..).filter(|code| code.fate() == Fate::Draw);
    assert!(occur.contains(&Code::DRAW) && draws.count() > 3, "{occur:?}");
}

fn by_threads(rules: &Token, starts: &[u64], workers: usize) -> Solution<u64> {
    let settings = Settings::default();
    let shares = std::thread::scope(|scope| {
        let solve = |worker| solve(rules, starts, worker, &settings).unwrap();
        let workers = Threads::group(workers).into_iter();
        let threads: Vec<_> = workers.map(|worker| scope.spawn(move || solve(worker))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    let join = |mut all: Solution<u64>, more| {
        all.join(more);
        all
    };
    shares.into_iter().reduce(join).unwrap()
}

/// Every verdict is right, and play from node 0 does not reach all positions.
#[test]
fn what_play_does_not_reach_is_refused() {
    let [mut accepted, mut refused] = [0, 0];
    for (seed, wide) in (0..30).flat_map(|seed| [1, 5, 24].map(|wide| (seed, wide))) {
        let rules = Token::random(24, seed).in_tiers(wide);
        let mut reached = BTreeSet::new();
        let mut open = starts(&rules, &0);
        while let Some(key) = open.pop() {
            if reached.insert(key) {
                rules.expand(key, |_, option| open.push(option));
            }
        }
        for more in 0..24 {
            let keys = [starts(&rules, &0), starts(&rules, &more)].concat();
            let keys: BTreeSet<u64> = keys.into_iter().collect();
            let keys: Vec<u64> = keys.into_iter().collect();
            for workers in [1, 3] {
                let solution = by_threads(&rules, &keys, workers);
                let limits = Limits { threads: 2, ..Limits::default() };
                let (extent, convention) = (Extent::All, Convention::Normal);
                let how = Check { extent, convention, limits: &limits };
                let starts = starts(&rules, &0);
                let found = verify(&rules, &rules, &starts, &solution, &solution.claims(), &how);
                match found {
                    Ok(entries) => {
                        assert_eq!(entries, reached.len() as u64);
                        accepted += 1;
                    }
                    Err(error) => {
                        assert!(solution.keys() > reached.len() as u64, "{error}");
                        assert!(error.to_string().contains("does not lead there"), "{error}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(accepted > 100 && refused > 100, "{accepted} {refused}");
}

/// Wins that rest on each other in a ring, far from any end.
#[test]
fn verdicts_cannot_support_each_other() {
    let ring = |player: usize| {
        let mut moves = [Vec::new(), Vec::new()];
        moves[player] = vec![1 - player as u16];
        moves
    };
    let rules = Token { moves: vec![ring(0), ring(1)], ends: vec![None; 2], wide: 2 };
    let rows = solved(&rules, &0, Convention::Normal);
    let place = rows.iter().position(|row| row.key == 0).unwrap();
    assert_eq!(rows[place].code, Code::DRAW);
    for moves in [1, 3, Code::LONGEST] {
        let mut claimed = rows.clone();
        for row in claimed.iter_mut().filter(|row| row.code == Code::DRAW) {
            row.code = if row.key == 0 { Code::win(moves) } else { Code::loss(moves - 1) };
        }
        assert!(check(&rules, &0, &claimed, Convention::Normal).is_err());
    }
}

#[test]
fn a_sample_is_checked_alone() {
    let rules = ConnectFour::new(4, 3, 3).unwrap();
    let start = rules.start().unwrap();
    let keys = starts(&rules, &start);
    let solution = solve(&rules, &keys, Solo, &Settings::default()).unwrap();
    let extent = Extent::Sample { count: 500, seed: 1 };
    let how = Check { extent, convention: Convention::Normal, limits: &Limits::default() };
    let checked = verify(&rules, &rules, &keys, &solution, &solution.claims(), &how);
    assert_eq!(checked.unwrap(), 500);
}
