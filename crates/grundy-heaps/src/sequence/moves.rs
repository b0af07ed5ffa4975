//! What a move in a heap may leave, for rules by codes and for listed moves with conditions.

use grundy_base::Code;
use grundy_ruleset::{
    HeapFormula, HeapKind, HeapRules, ListedAction, ListedMove, NumberTest, Split,
};

/// More numbers of tokens are not taken one by one where the rest falls into three parts.
const MOST_TAKES: u64 = 64;

/// Rules whose moves split heaps into three parts or more.
pub(super) enum Moves {
    /// A code without a limit on parts.
    Code(Code),
    /// Listed moves, each of few numbers of tokens if it splits into three parts or more.
    Listed(Vec<ListedMove>),
}

/// The tokens that a move leaves, and into how many parts they may be split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rest {
    pub(super) tokens: usize,
    /// Bit p is set for p parts.
    pub(super) digit: u8,
    /// Whether the parts must all differ.
    pub(super) unequal: bool,
}

impl Moves {
    /// Rules for which sets of sums are faster than the definition: some moves split heaps into three
    /// parts or more, and those whose parts must differ into three at most.
    pub(super) fn of(rules: &dyn HeapRules) -> Option<Moves> {
        match rules.kind() {
            HeapKind::TakeAndBreak(code) => {
                let parts = code.most_parts();
                (parts == 3 || parts > 3 && !code.is_unequal()).then_some(Moves::Code(code))
            }
            HeapKind::Repeating(code) => Some(Moves::Code(code)),
            HeapKind::Theorem { .. } | HeapKind::Formulas(_) | HeapKind::Other => {
                Moves::listed(rules)
            }
            HeapKind::Subtraction(_) | HeapKind::AllBut(_) | HeapKind::AnyNumber => None,
        }
    }

    fn listed(rules: &dyn HeapRules) -> Option<Moves> {
        let moves = rules.listed()?;
        let mut splits = false;
        for ListedMove { action, .. } in &moves {
            if let ListedAction::Take { taken, heaps: (_, most), split } = action
                && *split != Split::Equal
                && *most >= 3
            {
                let (first, last) = taken.bounds();
                let few = last.saturating_sub(first) < MOST_TAKES;
                if !few || *split == Split::Unequal && *most > 3 {
                    return None;
                }
                splits = true;
            }
        }
        splits.then_some(Moves::Listed(moves))
    }

    /// The greatest number of parts into which heaps are split, whether they may be equal or not.
    pub(super) fn most_parts(&self, unequal: bool) -> usize {
        match self {
            Moves::Code(code) if code.is_unequal() == unequal => code.most_parts() as usize,
            Moves::Code(_) => 0,
            Moves::Listed(moves) => {
                let parts = moves.iter().map(|listed| match &listed.action {
                    ListedAction::Take { heaps: (_, most), split, .. }
                        if *split != Split::Equal =>
                    {
                        let differ = *split == Split::Unequal;
                        if differ == unequal { *most as usize } else { 0 }
                    }
                    _ => 0,
                });
                parts.max().unwrap_or(0)
            }
        }
    }

    /// The most tokens that are taken where the rest is split into three parts or more, and one more.
    pub(super) fn reach(&self) -> usize {
        match self {
            Moves::Code(code) => code.digits().len(),
            Moves::Listed(moves) => {
                let last = moves.iter().filter_map(|listed| match &listed.action {
                    ListedAction::Take { taken, heaps: (_, most), .. } if *most >= 3 => {
                        usize::try_from(taken.bounds().1).ok()
                    }
                    _ => None,
                });
                last.max().unwrap_or(0).saturating_add(1)
            }
        }
    }

    /// The digits that come again and again behind the others.
    pub(super) fn tail(&self) -> &[u8] {
        match self {
            Moves::Code(code) => code.tail(),
            Moves::Listed(_) => &[],
        }
    }

    /// What moves in a heap leave, without those of a tail and those that leave certain heaps.
    pub(super) fn rests(&self, size: usize, visit: &mut dyn FnMut(Rest)) {
        match self {
            Moves::Code(code) => {
                for (taken, &digit) in code.digits().iter().enumerate().take(size + 1) {
                    visit(Rest { tokens: size - taken, digit, unequal: code.is_unequal() });
                }
            }
            Moves::Listed(moves) => {
                for ListedMove { sizes, action } in moves {
                    let ListedAction::Take { taken, heaps: (least, most), split } = action else {
                        continue;
                    };
                    if *split == Split::Equal || !meets(sizes, size as u64, size as u64) {
                        continue;
                    }
                    let digit = (*least..=*most).map(|parts| 1 << parts).sum();
                    each_take(taken, size, &mut |taken| {
                        let unequal = *split == Split::Unequal;
                        visit(Rest { tokens: size - taken, digit, unequal });
                    });
                }
            }
        }
    }

    /// The values of heaps that moves leave in one way.
    pub(super) fn single(&self, values: &[u32], visit: &mut dyn FnMut(u32)) {
        let (Moves::Listed(moves), size) = (self, values.len()) else { return };
        for ListedMove { sizes, action } in moves {
            if !meets(sizes, size as u64, size as u64) {
                continue;
            }
            match action {
                ListedAction::Replace(heaps) => {
                    // It is a move if all heaps become smaller.
                    let worth = |heap: &HeapFormula| values.get(left(*heap, size)?).copied();
                    let sum = heaps.iter().try_fold(0, |sum, heap| Some(sum ^ worth(heap)?));
                    sum.into_iter().for_each(&mut *visit);
                }
                ListedAction::Take { taken, heaps: (least, most), split: Split::Equal } => {
                    each_take(taken, size, &mut |taken| {
                        let rest = size - taken;
                        for parts in *least..=*most {
                            match usize::try_from(parts).unwrap_or(usize::MAX) {
                                0 if rest == 0 => visit(0),
                                0 => {}
                                parts if rest > 0 && rest.is_multiple_of(parts) => {
                                    visit(if parts % 2 == 1 { values[rest / parts] } else { 0 });
                                }
                                _ => {}
                            }
                        }
                    });
                }
                ListedAction::Take { .. } => {}
            }
        }
    }
}

/// The size of a heap that a move leaves; none where there is no such heap.
fn left(heap: HeapFormula, size: usize) -> Option<usize> {
    match heap {
        HeapFormula::Constant(heap) => usize::try_from(heap).ok(),
        HeapFormula::Quotient { add, divisor } => {
            let tokens = (size as u64).checked_add_signed(add)?;
            usize::try_from(tokens / divisor).ok()
        }
    }
}

/// Calls `visit` with the numbers of tokens that may be taken from a heap.
fn each_take(taken: &NumberTest, size: usize, visit: &mut dyn FnMut(usize)) {
    let (first, last) = taken.bounds();
    let numbers = first..=last.min(size as u64);
    numbers.filter(|&number| meets(taken, number, size as u64)).for_each(|n| visit(n as usize));
}

/// Whether a number of tokens of a heap meets a condition.
fn meets(test: &NumberTest, number: u64, size: u64) -> bool {
    match test {
        NumberTest::Range(first, last) => (first..=last).contains(&&number),
        NumberTest::Residue(residue, modulus) => number % modulus == *residue,
        NumberTest::Prime => {
            number >= 2 && (2..=number.isqrt()).all(|divisor| !number.is_multiple_of(divisor))
        }
        NumberTest::Square => number >= 1 && number.isqrt().pow(2) == number,
        NumberTest::Triangular => {
            let twice = u128::from(number) * 2;
            let side = twice.isqrt();
            number >= 1 && side * (side + 1) == twice
        }
        NumberTest::Fibonacci => {
            let (mut one, mut next) = (1u64, 2u64);
            while one < number {
                (one, next) = (next, one.saturating_add(next));
            }
            one == number
        }
        NumberTest::PowerOf(base) => {
            let mut power = 1u64;
            while power < number && *base >= 2 {
                power = power.saturating_mul(*base);
            }
            power == number
        }
        NumberTest::Divisor => number >= 1 && size.is_multiple_of(number),
        NumberTest::Coprime => {
            let (mut a, mut b) = (number, size);
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a == 1
        }
        NumberTest::Smaller => number < size,
        NumberTest::Any(tests) => tests.iter().any(|test| meets(test, number, size)),
        NumberTest::All(tests) => tests.iter().all(|test| meets(test, number, size)),
        NumberTest::Not(test) => !meets(test, number, size),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::LazyLock;

    use super::super::Sequence;
    use super::super::definition::Definition;
    use super::*;
    use grundy_base::Limits;
    use grundy_ruleset::OnOption;

    /// By tokens and parts, the ways to part so many tokens; four parts of few tokens.
    static PARTITIONS: LazyLock<Vec<Vec<Vec<Vec<u64>>>>> = LazyLock::new(|| {
        let parts = |tokens| 0..=if tokens <= FEW { 4 } else { 3 };
        let of = |tokens| parts(tokens).map(|parts| partitions(tokens, parts, 1)).collect();
        (0..=MANY).map(of).collect()
    });
    const FEW: u64 = 26;
    const MANY: u64 = 140;

    /// Rules that list all their moves from what these are.
    struct Plain(Vec<ListedMove>);

    /// Conditions from all numbers that meet them.
    fn is_one(test: &NumberTest, number: u64, size: u64) -> bool {
        let mut all = 0..=number + 1;
        match test {
            NumberTest::Range(first, last) => *first <= number && number <= *last,
            NumberTest::Residue(residue, modulus) => all.any(|k| k * modulus + residue == number),
            NumberTest::Prime => (1..=number).filter(|&k| number.is_multiple_of(k)).count() == 2,
            NumberTest::Square => number > 0 && all.any(|k| k * k == number),
            NumberTest::Triangular => number > 0 && all.any(|k| k * (k + 1) / 2 == number),
            NumberTest::Fibonacci => [1, 2, 3, 5, 8, 13, 21, 34, 55, 89].contains(&number),
            NumberTest::PowerOf(base) => (0..8).any(|exponent| base.pow(exponent) == number),
            NumberTest::Divisor => number > 0 && (0..=size).any(|k| k * number == size),
            NumberTest::Coprime => {
                let divides = |k: u64| number.is_multiple_of(k) && size.is_multiple_of(k);
                (1..=number.max(size)).filter(|&k| divides(k)).count() == 1
            }
            NumberTest::Smaller => number < size,
            NumberTest::Any(tests) => tests.iter().any(|test| is_one(test, number, size)),
            NumberTest::All(tests) => tests.iter().all(|test| is_one(test, number, size)),
            NumberTest::Not(test) => !is_one(test, number, size),
        }
    }

    /// All ways to part tokens, in ascending order.
    fn partitions(tokens: u64, parts: u64, least: u64) -> Vec<Vec<u64>> {
        match parts {
            0 if tokens == 0 => vec![vec![]],
            0 => Vec::new(),
            1 if least <= tokens => vec![vec![tokens]],
            1 => Vec::new(),
            _ => {
                let smallest = least..=tokens / parts;
                let more = smallest.flat_map(|part| {
                    let rest = partitions(tokens - part, parts - 1, part);
                    rest.into_iter().map(move |rest| [vec![part], rest].concat())
                });
                more.collect()
            }
        }
    }

    impl HeapRules for Plain {
        fn each_option(&self, size: u64, option: &mut OnOption<'_>) -> ControlFlow<()> {
            for ListedMove { sizes, action } in &self.0 {
                if !is_one(sizes, size, size) {
                    continue;
                }
                match action {
                    ListedAction::Replace(heaps) => {
                        let heaps = heaps.iter().map(|heap| match *heap {
                            HeapFormula::Constant(heap) => Some(heap),
                            HeapFormula::Quotient { add, divisor } => {
                                let tokens = size as i64 + add;
                                (tokens >= 0).then(|| tokens as u64 / divisor)
                            }
                        });
                        let heaps: Option<Vec<u64>> = heaps.collect();
                        if let Some(heaps) = heaps.filter(|all| all.iter().all(|&h| h < size)) {
                            option(&heaps)?;
                        }
                    }
                    ListedAction::Take { taken, heaps, split } => {
                        for tokens in (0..=size).rev() {
                            if !is_one(taken, size - tokens, size) {
                                continue;
                            }
                            for parts in (heaps.0..=heaps.1)
                                .flat_map(|parts| &PARTITIONS[tokens as usize][parts as usize])
                                .filter(|parts| parts.iter().sum::<u64>() < size || parts.len() > 1)
                            {
                                let differ = parts.windows(2).all(|two| two[0] != two[1]);
                                let same = parts.windows(2).all(|two| two[0] == two[1]);
                                match split {
                                    Split::Equal if !same => {}
                                    Split::Unequal if !differ => {}
                                    _ => option(parts)?,
                                }
                            }
                        }
                    }
                }
            }
            ControlFlow::Continue(())
        }

        fn listed(&self) -> Option<Vec<ListedMove>> {
            Some(self.0.clone())
        }
    }

    struct Random(u64);

    impl Random {
        fn below(&mut self, end: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 20) % end
        }

        fn condition(&mut self, nested: bool) -> NumberTest {
            match self.below(if nested { 11 } else { 14 }) {
                0 | 1 => NumberTest::Residue(self.below(2), 2),
                2 => NumberTest::Residue(self.below(3), 3),
                3 => NumberTest::Range(self.below(9), 8 + self.below(20)),
                4 => NumberTest::Range(self.below(9), u64::MAX),
                5 => NumberTest::Prime,
                6 => NumberTest::Square,
                7 => NumberTest::Triangular,
                8 => NumberTest::Fibonacci,
                9 => NumberTest::PowerOf(2 + self.below(2)),
                10 => NumberTest::one_of(&[2, 3, 5, 11, 17]),
                11 => NumberTest::Not(Box::new(self.condition(true))),
                12 => NumberTest::Any(vec![self.condition(true), self.condition(true)]),
                _ => NumberTest::ALWAYS,
            }
        }

        fn rules(&mut self) -> Plain {
            let mut moves = Vec::new();
            for number in 0..1 + self.below(3) {
                let sizes = match self.below(3) {
                    0 => NumberTest::ALWAYS,
                    _ => self.condition(false),
                };
                let first = self.below(4);
                let few = NumberTest::Range(first, first + self.below(3));
                let split = [Split::Any, Split::Unequal, Split::Equal][self.below(3) as usize];
                let action = match self.below(if number == 0 { 3 } else { 8 }) {
                    0..3 => {
                        let most = if split == Split::Any { 3 + self.below(2) } else { 3 };
                        let least = if first == 0 { 2 } else { 0 } + self.below(2);
                        ListedAction::Take { taken: few, heaps: (least, most), split }
                    }
                    3 => ListedAction::Replace(vec![
                        HeapFormula::Quotient { add: self.below(2) as i64, divisor: 2 },
                        HeapFormula::Constant(self.below(4)),
                    ]),
                    4 => {
                        let taken = [NumberTest::Prime, NumberTest::Divisor, NumberTest::Coprime];
                        let taken = vec![
                            taken[self.below(3) as usize].clone(),
                            NumberTest::Smaller,
                            NumberTest::Range(1, u64::MAX),
                        ];
                        ListedAction::Take { taken: NumberTest::All(taken), heaps: (0, 2), split }
                    }
                    5 => ListedAction::Replace(vec![HeapFormula::Quotient {
                        add: -1 - self.below(5) as i64,
                        divisor: 1,
                    }]),
                    _ => ListedAction::Take {
                        taken: NumberTest::Range(1 + first, 3 + first),
                        heaps: (0, 1 + self.below(2)),
                        split,
                    },
                };
                moves.push(ListedMove { sizes, action });
            }
            Plain(moves)
        }
    }

    fn is_by_sets(rules: &Plain) -> bool {
        Moves::of(rules).is_some()
    }

    fn compare(rules: &Plain, last: usize) {
        let (mut found, mut expected) = (Sequence::default(), Vec::new());
        found.extend(rules, last, &Limits::default()).unwrap();
        Definition::default().extend(&mut expected, rules, last, &Limits::default()).unwrap();
        assert_eq!(found.values(), expected, "{:?}", rules.0);
    }

    #[test]
    fn listed_moves_that_split_in_three_are_as_the_definition_says() {
        let (mut random, mut by_sets) = (Random(0x9e37_79b9_7f4a_7c15), 0);
        for _ in 0..3000 {
            let rules = random.rules();
            by_sets += usize::from(is_by_sets(&rules));
            compare(&rules, FEW as usize);
        }
        assert!((1500..2900).contains(&by_sets), "{by_sets} by sets of sums");
    }

    /// Of so many heaps that sets have several words, and that all sets are added now and then.
    #[test]
    fn many_heaps_in_three_parts_that_differ_are_as_the_definition_says() {
        let split = |taken, heaps, split, sizes| ListedMove {
            sizes,
            action: ListedAction::Take { taken: NumberTest::Range(taken, taken + 1), heaps, split },
        };
        let odd = || NumberTest::Residue(1, 2);
        for moves in [
            vec![split(0, (3, 3), Split::Unequal, NumberTest::ALWAYS)],
            vec![split(1, (0, 3), Split::Unequal, NumberTest::ALWAYS)],
            vec![
                split(1, (0, 3), Split::Unequal, odd()),
                split(2, (1, 3), Split::Any, NumberTest::Not(Box::new(odd()))),
            ],
        ] {
            compare(&Plain(moves), MANY as usize);
        }
    }
}
