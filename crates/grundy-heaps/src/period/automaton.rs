//! Decides whether a sequence of arithmetic progressions is the sequence of a
//! take-and-break game, for every heap at once.
//!
//! Let h be known below some heap and, from there on, h(n + p) = h(n) + s, with
//! a saltus s of its own for each residue of n modulo p. By induction h is the
//! Grundy sequence if h(n) is the mex of the options of n under h for every n.
//! Parts that are large are b + p·x with x ≥ 0 and worth c + s·x; so the options
//! of the heaps n = N + p·y of a residue are the numbers
//!
//! > e ⊕ (c₁ + s₁·x₁) ⊕ … ⊕ (c_k + s_k·x_k) with x₁ + … + x_k + d = y,
//!
//! one such family for each choice of what is taken and of the residues, or
//! sizes where they are small, of the parts. Additions and ⊕ are done digit by
//! digit with carries, the last binary digit first, so a finite automaton reads
//! the digits of y and v together and says whether v is an option of N + p·y
//! (Büchi arithmetic; Bruyère, Hansel, Michaux, Villemaire 1994). It guesses
//! the digits of all x; the sets of its states that can be reached are made as
//! they are needed, and each is asked: whichever y and v have been read, is v an
//! option if it is less than h(N + p·y), and none if it is equal?
//!
//! Binary digits below those of all saltuses never change: they are taken off first, and each value
//! that they can have is looked at by itself.

use std::cmp::Ordering;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};

use grundy_base::{Code, Limits, Progress, Stopped};

/// The work is given up with more families at once, or with more numbers of them in all sets: each
/// takes some hundred megabytes.
const MOST_FAMILIES: usize = 1 << 20;
const MOST_STORED: usize = 1 << 25;
/// The most digits taken off: for each of their values there is a set of families.
const MOST_DIGITS: u32 = 12;

/// A sequence whose values, for each residue modulo the period, are an arithmetic progression from
/// some heap on.
pub(super) struct Progressions<'a> {
    /// Its values up to the end of the first period.
    pub(super) first: &'a [u32],
    /// The first heap that begins a progression; not 0, for no part is empty.
    pub(super) from: usize,
    /// What is added in a period, from that heap on.
    pub(super) saltuses: &'a [u32],
}

/// The result of the decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Decision {
    /// From `from` on all values are those of the game, if those below are.
    Holds,
    /// The value of this heap is not the least that is no option.
    Fails(u64),
    /// The work allowed was not enough.
    TooMuch,
}

/// The work that is allowed, some tens of nanoseconds a unit, and the limits of the user.
struct Allowance<'a> {
    spent: u64,
    most: u64,
    /// When the limits are looked at again.
    look: u64,
    limits: &'a Limits<'a>,
    stopped: Option<Stopped>,
}

impl Allowance<'_> {
    /// None if that was too much, or the user's limits are reached.
    fn spend(&mut self, work: u64) -> Option<()> {
        self.spent += work;
        if self.spent >= self.look {
            self.look = self.spent + Limits::STRIDE as u64;
            let positions = self.spent as usize;
            let progress = Progress { stage: "deciding the period", positions, bytes: 0 };
            self.stopped = self.limits.check(progress).err();
        }
        (self.spent <= self.most && self.stopped.is_none()).then_some(())
    }
}

/// A family of options whose last digits have been read.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Family {
    /// Saltus and carry of the parts that grow.
    parts: Vec<(u32, u32)>,
    /// The sum of the other parts.
    rest: u32,
    /// Whether a part that does not grow may have any number of periods.
    slack: bool,
    /// What the numbers of periods must add to.
    apart: i64,
}

impl Family {
    /// Whether only zeros are left, which may go on for ever.
    fn is_over(&self) -> bool {
        self.rest == 0 && self.apart == 0 && self.parts.iter().all(|&(_, carry)| carry == 0)
    }

    /// The families that are left when these digits of y and v are read.
    fn read(&self, y: u32, v: u32, found: &mut Vec<Family>) {
        let bits = self.parts.len() + usize::from(self.slack);
        for guess in 0..1u32 << bits {
            let apart = self.apart + i64::from(guess.count_ones()) - i64::from(y);
            let digit = |(place, &(saltus, carry)): (usize, &(u32, u32))| {
                (guess >> place & 1) * saltus + carry
            };
            let sum = self.parts.iter().enumerate().map(digit).fold(self.rest, |sum, t| sum ^ t);
            if apart % 2 != 0 || sum & 1 != v {
                continue;
            }
            let parts = self.parts.iter().enumerate();
            let mut parts: Vec<(u32, u32)> =
                parts.map(|(place, part)| (part.0, digit((place, part)) >> 1)).collect();
            parts.sort_unstable();
            found.push(Family { parts, rest: self.rest >> 1, slack: self.slack, apart: apart / 2 });
        }
    }
}

/// Families by number, and what each becomes when digits are read.
#[derive(Default)]
struct Families {
    numbers: HashMap<Family, u32>,
    families: Vec<Family>,
    /// For each family and each digit of y and of v.
    next: Vec<[Option<Box<[u32]>>; 4]>,
    /// Whether zeros can be read for ever from here.
    ends: Vec<Option<bool>>,
    work: u64,
}

impl Families {
    fn number(&mut self, family: Family) -> u32 {
        match self.numbers.entry(family) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let number = self.families.len() as u32;
                self.families.push(new.key().clone());
                self.next.push([const { None }; 4]);
                self.ends.push(None);
                *new.insert(number)
            }
        }
    }

    fn next(&mut self, family: u32, y: u32, v: u32) -> &[u32] {
        let (family, digits) = (family as usize, (2 * y + v) as usize);
        if self.next[family][digits].is_none() {
            let mut found = Vec::new();
            self.families[family].read(y, v, &mut found);
            let mut numbers: Vec<u32> =
                found.into_iter().map(|family| self.number(family)).collect();
            numbers.sort_unstable();
            numbers.dedup();
            self.next[family][digits] = Some(numbers.into());
        }
        let next = self.next[family][digits].as_deref().expect("just made");
        self.work += 1 + next.len() as u64;
        next
    }

    /// Whether the numbers read so far, with zeros in front, are those of an
    /// option.
    fn ends(&mut self, family: u32) -> bool {
        if let Some(known) = self.ends[family as usize] {
            return known;
        }
        let mut seen = HashSet::from([family]);
        let mut open = vec![family];
        let mut ends = false;
        while let Some(family) = open.pop() {
            if self.families[family as usize].is_over() {
                ends = true;
                break;
            }
            let next = self.next(family, 0, 0).to_vec();
            open.extend(next.into_iter().filter(|&next| seen.insert(next)));
        }
        self.ends[family as usize] = Some(ends);
        ends
    }
}

/// What has been read, as far as it matters.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Reading {
    families: Box<[u32]>,
    /// The carry of the value.
    carry: u32,
    /// How v compares with the value, by the digits read.
    less: Ordering,
}

/// Whether each value from `from` on is the least that is no option, with at most `work` steps and
/// some hundred megabytes.
///
/// The answer is exact. Time and memory have no good bound beforehand: there are (from + p)^(k−1)·p
/// families for k parts, and exponentially many sets of them in principle, but once the digits of
/// the first values are read, a few dozen families are left.
///
/// # Errors
///
/// When a limit is reached: only time and interruption are looked at.
pub(super) fn decide(
    code: &Code,
    progressions: &Progressions<'_>,
    work: u64,
    limits: &Limits<'_>,
) -> Result<Decision, Stopped> {
    let mut allowance = Allowance { spent: 0, most: work, look: 0, limits, stopped: None };
    let decision = decide_within(&mut allowance, code, progressions);
    match allowance.stopped {
        Some(stopped) => Err(stopped),
        None => Ok(decision.unwrap_or(Decision::TooMuch)),
    }
}

/// None if the work allowed is not enough.
fn decide_within(
    allowance: &mut Allowance<'_>,
    code: &Code,
    progressions: &Progressions<'_>,
) -> Option<Decision> {
    let digits = progressions.saltuses.iter().map(|saltus| saltus.trailing_zeros()).min();
    // A saltus of 0 has as many zeros as bits.
    let digits = digits.filter(|&digits| digits < u32::BITS).unwrap_or(0).min(MOST_DIGITS);
    for residue in 0..progressions.saltuses.len() {
        let families = Options::new(progressions, residue, digits, allowance).collect(code)?;
        let heap = progressions.from + residue;
        let (value, saltus) = (progressions.first[heap], progressions.saltuses[residue]);
        for (low, families) in families.into_iter().enumerate() {
            let own = value & ((1 << digits) - 1);
            let least = (value >> digits) + u32::from((low as u32) < own);
            let exact = low as u32 == own;
            let decision = check(allowance, families, (saltus >> digits, least), exact)?;
            if let Decision::Fails(y) = decision {
                let rounds = y * progressions.saltuses.len() as u64;
                return Some(Decision::Fails(heap as u64 + rounds));
            }
        }
    }
    Some(Decision::Holds)
}

/// Whether for each y all v less than `saltus`·y + `least` are options, and if it is asked for this
/// number is not; else a y for which that fails. None where the work allowed does not do.
fn check(
    allowance: &mut Allowance<'_>,
    start: HashSet<Family>,
    (saltus, least): (u32, u32),
    exact: bool,
) -> Option<Decision> {
    let mut all = Families::default();
    let mut families: Vec<u32> = start.into_iter().map(|family| all.number(family)).collect();
    families.sort_unstable();
    let start = Reading { families: families.into(), carry: least, less: Ordering::Equal };
    // The number of digits of y read, and these digits; few first.
    let mut open = VecDeque::from([(start.clone(), 0u32, 0u64)]);
    let mut seen = HashSet::from([start]);
    let mut stored = 0;
    while let Some((reading, digits, number)) = open.pop_front() {
        let less = if reading.carry > 0 { Ordering::Less } else { reading.less };
        let wanted = match less {
            Ordering::Less => Some(true),
            Ordering::Equal if exact => Some(false),
            _ => None,
        };
        let is_option = |all: &mut Families| reading.families.iter().any(|&f| all.ends(f));
        if wanted.is_some_and(|wanted| is_option(&mut all) != wanted) {
            return Some(Decision::Fails(number));
        }
        for (y, v) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let mut families = Vec::new();
            for &family in &reading.families {
                families.extend_from_slice(all.next(family, y, v));
            }
            families.sort_unstable();
            families.dedup();
            let value = reading.carry + y * saltus;
            let less = v.cmp(&(value & 1)).then(reading.less);
            let next = Reading { families: families.into(), carry: value >> 1, less };
            allowance.spend(1 + std::mem::take(&mut all.work))?;
            // Numbers do not have more digits; this counts as too much work.
            if digits >= u64::BITS || stored > MOST_STORED || all.families.len() > MOST_FAMILIES {
                return None;
            }
            if seen.insert(next.clone()) {
                stored += next.families.len();
                open.push_back((next, digits + 1, number | u64::from(y) << digits));
            }
        }
    }
    Some(Decision::Holds)
}

/// The families of the options of the heaps of a residue, by the digits that
/// are taken off.
struct Options<'a, 'l> {
    progressions: &'a Progressions<'a>,
    allowance: &'a mut Allowance<'l>,
    digits: u32,
    /// The first heap.
    heap: i64,
    families: Vec<HashSet<Family>>,
    stored: usize,
}

/// A choice of some of the parts.
#[derive(Clone)]
struct Choice {
    parts: Vec<(u32, u32)>,
    sum: u32,
    slack: bool,
    /// What is taken, and the parts, as far as all families of the choice share them.
    tokens: i64,
}

impl<'a, 'l> Options<'a, 'l> {
    fn new(
        progressions: &'a Progressions<'a>,
        residue: usize,
        digits: u32,
        allowance: &'a mut Allowance<'l>,
    ) -> Self {
        Options {
            progressions,
            allowance,
            digits,
            heap: (progressions.from + residue) as i64,
            families: vec![HashSet::new(); 1 << digits],
            stored: 0,
        }
    }

    /// All families; none where that is too much work.
    fn collect(mut self, code: &Code) -> Option<Vec<HashSet<Family>>> {
        let first = code.digits().iter().enumerate().map(|(taken, &digit)| (taken, digit, false));
        // A tail comes again after a whole number of its lengths.
        let period = self.progressions.saltuses.len();
        let tail = (0..if code.tail().is_empty() { 0 } else { period })
            .map(|place| (code.digits().len() + place, code.tail()[place % code.tail().len()]));
        let tail = tail.map(|(taken, digit)| (taken, digit, true));
        for (taken, digit, slack) in first.chain(tail) {
            for parts in 0..u8::BITS {
                if digit >> parts & 1 == 1 {
                    let tokens = taken as i64;
                    let choice = Choice { parts: Vec::new(), sum: 0, slack, tokens };
                    self.choose(&choice, 1, parts)?;
                }
            }
        }
        Some(self.families)
    }

    /// Adds the families with `parts` more parts, each at least `least`.
    fn choose(&mut self, choice: &Choice, least: usize, parts: u32) -> Option<()> {
        let Progressions { first, from, saltuses } = *self.progressions;
        let period = saltuses.len() as i64;
        self.allowance.spend(1)?;
        if parts == 0 {
            let apart = choice.tokens - self.heap;
            if apart % period != 0 {
                return Some(());
            }
            let (low, digits) = (choice.sum & ((1 << self.digits) - 1), self.digits);
            let mut family = Family {
                parts: choice.parts.clone(),
                rest: choice.sum >> digits,
                slack: choice.slack,
                apart: apart / period,
            };
            family.parts.sort_unstable();
            self.stored += usize::from(self.families[low as usize].insert(family));
            return (self.stored <= MOST_FAMILIES).then_some(());
        }
        // The last part has only one residue.
        let step = if parts == 1 { period as usize } else { 1 };
        let wanted = self.heap - choice.tokens - least as i64;
        let skip = if parts == 1 { wanted.rem_euclid(period) as usize } else { 0 };
        for part in (least + skip..from + saltuses.len()).step_by(step) {
            let mut more = choice.clone();
            more.tokens += part as i64;
            match part.checked_sub(from).map(|place| saltuses[place]) {
                // Its last digits go with the others, the first with the saltus.
                Some(saltus) if saltus > 0 => {
                    more.sum ^= first[part] & ((1 << self.digits) - 1);
                    more.parts.push((saltus >> self.digits, first[part] >> self.digits));
                }
                place => {
                    more.sum ^= first[part];
                    more.slack |= place.is_some();
                }
            }
            self.choose(&more, part, parts - 1)?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORK: u64 = 200_000_000;

    fn code(digits: &[u8]) -> Code {
        Code::new(digits.to_vec())
    }

    /// h(0), …, h(last).
    fn values(progressions: &Progressions<'_>, last: usize) -> Vec<u32> {
        let period = progressions.saltuses.len();
        let value = |n: usize| match n.checked_sub(progressions.from) {
            Some(behind) => {
                let rounds = behind / period;
                let saltus = progressions.saltuses[behind % period];
                progressions.first[n - rounds * period] + rounds as u32 * saltus
            }
            None => progressions.first[n],
        };
        (0..=last).map(value).collect()
    }

    /// The least value that is no option of a heap, by going through all splits.
    fn mex(code: &Code, values: &[u32], heap: usize) -> u32 {
        fn splits(
            values: &[u32],
            rest: usize,
            parts: u32,
            least: usize,
            sum: u32,
            found: &mut HashSet<u32>,
        ) {
            if parts == 0 {
                if rest == 0 {
                    found.insert(sum);
                }
            } else if parts == 1 {
                if rest >= least {
                    found.insert(sum ^ values[rest]);
                }
            } else {
                for part in least..=rest / parts as usize {
                    splits(values, rest - part, parts - 1, part, sum ^ values[part], found);
                }
            }
        }
        let mut found = HashSet::new();
        for taken in 0..=heap {
            let digit = code.digit(taken as u64);
            for parts in (0..8).filter(|parts| digit >> parts & 1 == 1) {
                splits(values, heap - taken, parts, 1, 0, &mut found);
            }
        }
        (0..).find(|value| !found.contains(value)).unwrap()
    }

    /// The game's own first values, and their differences as saltuses.
    fn decide_own(code: &Code, from: usize, period: usize, saltuses: Option<&[u32]>) -> Decision {
        let mut own = vec![0];
        for heap in 1..from + 2 * period {
            own.push(0);
            own[heap] = mex(code, &own, heap);
        }
        let seen: Vec<u32> =
            (from..from + period).map(|n| own[n + period].saturating_sub(own[n])).collect();
        let progressions = Progressions {
            first: &own[..from + period],
            from,
            saltuses: saltuses.unwrap_or(&seen),
        };
        let decision = decide(code, &progressions, WORK, &Limits::default()).unwrap();
        // The definition, as far as it goes quickly.
        let last = (from + 6 * period).clamp(60, 260);
        let all = values(&progressions, last);
        let wrong = (from..=last).find(|&heap| mex(code, &all, heap) != all[heap]);
        match decision {
            Decision::Holds => assert_eq!(wrong, None, "{code:?}"),
            Decision::Fails(heap) if heap < 400 => {
                let heap = heap as usize;
                let all = values(&progressions, heap);
                assert_ne!(mex(code, &all, heap), all[heap], "{code:?} at {heap}");
            }
            Decision::Fails(_) | Decision::TooMuch => {}
        }
        decision
    }

    /// Howse and Nowakowski 2004, Grossman and Nowakowski 2015 for 0.205200C.
    #[test]
    fn games_of_the_literature_are_arithmetic_periodic() {
        for (digits, from, period) in [
            (&[0, 8][..], 1, 3),
            (&[0, 0, 8], 1, 4),
            (&[0, 1, 3, 7, 15], 1, 2),
            (&[0, 3, 15], 1, 6),
            (&[0, 2, 8], 1, 53),
            (&[0, 9, 12], 28, 36),
            (&[0, 2, 0, 5, 2, 0, 0, 12], 4, 40),
            (&[0, 7, 7], 71, 12),
        ] {
            assert_eq!(
                decide_own(&code(digits), from, period, None),
                Decision::Holds,
                "{digits:?}"
            );
        }
    }

    #[test]
    fn what_is_not_so_is_refused() {
        let refused = |digits: &[u8], from, period, saltuses: Option<&[u32]>| {
            let decision = decide_own(&code(digits), from, period, saltuses);
            assert!(matches!(decision, Decision::Fails(_)), "{digits:?}: {decision:?}");
        };
        refused(&[0, 8], 1, 2, None);
        refused(&[0, 8], 1, 3, Some(&[2, 2, 2]));
        refused(&[0, 8], 1, 3, Some(&[1, 1, 0]));
        refused(&[0, 9, 12], 27, 36, None);
        refused(&[0, 7, 7], 70, 12, None);
        refused(&[0, 7, 7], 58, 12, None);
        // Ruler regular, not in progressions.
        refused(&[0, 2, 0, 4, 8], 1, 24, None);
    }

    /// Every decision about small random claims is what the definition says.
    #[test]
    fn random_claims_are_decided_as_the_definition_does() {
        let mut random = grundy_base::Random::new(7);
        let mut random = |bound: usize| random.below(bound);
        let mut holding = 0;
        for _ in 0..600 {
            let digits: Vec<u8> = [0, random(16), random(16)].map(|digit| digit as u8).to_vec();
            let (from, period) = (1 + random(8), 1 + random(6));
            let decision = decide_own(&code(&digits), from, period, None);
            assert_ne!(decision, Decision::TooMuch, "{digits:?} {from} {period}");
            holding += usize::from(decision == Decision::Holds);
        }
        assert!(holding > 60, "only {holding} hold");
    }

    #[test]
    fn repeating_codes() {
        // Nim, and Nim in which an odd number is taken.
        let nim = Code::repeating(vec![0], vec![3]);
        assert_eq!(decide_own(&nim, 1, 1, None), Decision::Holds);
        let odd = Code::repeating(vec![0], vec![3, 0]);
        assert_eq!(decide_own(&odd, 1, 2, None), Decision::Holds);
        assert!(matches!(decide_own(&odd, 1, 2, Some(&[0, 2])), Decision::Fails(_)));
    }
}
