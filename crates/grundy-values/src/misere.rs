//! Impartial games under misère play: canonical forms and genera.
//!
//! Two games are equal under misère play if, added to any third impartial game, the
//! same player wins. Conway's theorem: a game has one simplest form, which is reached by
//! taking options in their simplest forms and leaving out reversible ones (ONAG,
//! chapter 12; Siegel, *Combinatorial Game Theory*, V.1 to V.3).

use std::fmt;
use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashMap, HashTable};

use super::Mex;
use grundy_base::{Limits, Progress, Stopped};

/// An impartial game under misère play, in its simplest form, by its number in a
/// [`MisereForms`]. The numbers of its options are less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MisereForm(u32);

impl MisereForm {
    /// The game without moves. The player to move has won.
    pub const ZERO: MisereForm = MisereForm(0);
}

/// How much of the theory of Nim under misère play holds for a game (Winning Ways,
/// chapter 13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wildness {
    /// It and all of its followers have the genera of sums of Nim heaps, and so have all sums of
    /// such games.
    Tame,
    /// Its options are tame, it is not, and its Grundy value under normal play is 0 or
    /// 1: a Nim heap that chooses its size according to its company.
    Restive,
    /// Its options are tame, it is not, and its Grundy value under misère play is 0 or
    /// 1.
    Restless,
    /// It has options that are not tame.
    Wild,
}

impl Wildness {
    /// Its name in the literature.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Wildness::Tame => "tame",
            Wildness::Restive => "restive",
            Wildness::Restless => "restless",
            Wildness::Wild => "wild",
        }
    }
}

/// Simplest forms, each kept once.
///
/// Memory: 50 bytes for a form, 4 for each of its options and each digit of its genus,
/// and 14 for each sum that was asked for; tables that have just grown take twice that.
#[derive(Debug)]
pub struct MisereForms {
    forms: Vec<Kept>,
    numbers: HashTable<MisereForm>,
    hasher: DefaultHashBuilder,
    sums: HashMap<(MisereForm, MisereForm), MisereForm>,
    mex: Mex,
    /// Bytes of the forms, at most.
    bytes: u64,
}

#[derive(Debug)]
struct Kept {
    options: Box<[MisereForm]>,
    genus: Genus,
    wildness: Wildness,
    /// The size of the Nim heap that it is.
    heap: Option<u32>,
}

/// The Grundy value of a game under normal play, and its Grundy values under misère
/// play when 0, 1, 2, … heaps of two are added to it.
///
/// Under misère play a game without options has the Grundy value 1; games worth 0 are the
/// P-positions. In the end the values alternate between two, which differ by 2.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// Under normal play.
    pub normal: u32,
    misere: Box<[u32]>,
}

impl Genus {
    /// The Grundy value under misère play, with `twos` heaps of two added.
    #[must_use]
    pub fn misere(&self, twos: usize) -> u32 {
        let last = self.misere.len() - 1;
        if twos <= last {
            return self.misere[twos];
        }
        self.misere[last - (twos - last) % 2]
    }

    /// The values up to the last two, which alternate from there on.
    #[must_use]
    pub fn digits(&self) -> &[u32] {
        &self.misere
    }

    /// Whether a sum of Nim heaps has this genus: either the values are those of a heap of 0 or 1,
    /// or the first value under misère play is that under normal play and differs by 2 from the
    /// next.
    #[must_use]
    pub fn is_tame(&self) -> bool {
        let n = self.normal;
        match &*self.misere {
            [1, 2, 0] => n == 0,
            [0, 3, 1] => n == 1,
            [first, second] => *first == n && *second == n ^ 2,
            _ => false,
        }
    }

    /// The genus from those of all options. Conway, ONAG, chapter 12: with γ₋₁ left out, and γ₀ = 1
    /// for a game without options, γₙ = mex(γₙ of the options, γₙ₋₁, γₙ₋₁ ⊕ 1). The last two are
    /// the moves in a heap of two: to a heap of one, which exchanges 2k and 2k + 1, or to none.
    fn of(options: &[&Genus], mex: &mut Mex) -> Genus {
        let normal = mex.of(options.iter().map(|option| u64::from(option.normal))) as u32;
        // From here on the values of all options alternate.
        let settled = options.iter().map(|option| option.misere.len()).max().unwrap_or(0);
        let mut misere = Vec::with_capacity(settled + 2);
        loop {
            let n = misere.len();
            let before = misere.last().map(|&before: &u32| [before, before ^ 1]);
            let here = options.iter().map(|option| option.misere(n));
            let value = match (options, before) {
                ([], None) => 1,
                _ => mex.of(here.chain(before.into_iter().flatten()).map(u64::from)) as u32,
            };
            misere.push(value);
            // What follows depends on the last value, and on whether n is even.
            if n >= settled + 2 && misere[n - 2] == value {
                break;
            }
        }
        while let [.., before, _, last] = misere[..]
            && before == last
        {
            misere.pop();
        }
        Genus { normal, misere: misere.into() }
    }
}

/// In the usual notation: `0^120`. Values above 9 are separated by commas.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = if self.misere.iter().any(|&value| value > 9) { "," } else { "" };
        let digits: Vec<String> = self.misere.iter().map(u32::to_string).collect();
        write!(f, "{}^{}", self.normal, digits.join(part))
    }
}

impl Default for MisereForms {
    fn default() -> Self {
        let mut mex = Mex::default();
        let zero = Kept {
            options: Box::default(),
            genus: Genus::of(&[], &mut mex),
            wildness: Wildness::Tame,
            heap: Some(0),
        };
        let (forms, numbers) = (vec![zero], HashTable::new());
        let (hasher, sums) = (DefaultHashBuilder::default(), HashMap::new());
        let mut all = MisereForms { forms, numbers, hasher, sums, mex, bytes: 0 };
        all.enter(MisereForm::ZERO);
        all
    }
}

impl MisereForms {
    /// Forms that are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.forms.len()
    }

    /// Always false: the game without moves is there from the beginning.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    /// Bytes of all forms and sums, about.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes + 28 * self.sums.len() as u64
    }

    /// The options of a form, in rising order.
    #[must_use]
    pub fn options(&self, form: MisereForm) -> &[MisereForm] {
        &self.forms[form.0 as usize].options
    }

    /// The genus of a form.
    #[must_use]
    pub fn genus(&self, form: MisereForm) -> &Genus {
        &self.forms[form.0 as usize].genus
    }

    /// Whether a form is tame.
    #[must_use]
    pub fn wildness(&self, form: MisereForm) -> Wildness {
        self.forms[form.0 as usize].wildness
    }

    /// The size of the Nim heap that a form is, if it is one.
    #[must_use]
    pub fn heap(&self, form: MisereForm) -> Option<u32> {
        self.forms[form.0 as usize].heap
    }

    fn wildness_of(&self, options: &[MisereForm], genus: &Genus) -> Wildness {
        if options.iter().any(|&option| self.wildness(option) != Wildness::Tame) {
            Wildness::Wild
        } else if genus.is_tame() {
            Wildness::Tame
        } else if genus.normal <= 1 {
            Wildness::Restive
        } else {
            // The Grundy values of tame options are the same but for 0 and 1.
            Wildness::Restless
        }
    }

    /// A form in the usual notation: `*[2#0]`, with the number of each option that is a Nim
    /// heap, in angle brackets from ten on, `#` behind the only option of a form, and
    /// other forms in parentheses; the longest options come first.
    ///
    /// None where that takes more than `longest` bytes.
    #[must_use]
    pub fn text(&self, form: MisereForm, longest: usize) -> Option<String> {
        let text = self.spelled(form, longest)?;
        // The brackets take the place of parentheses.
        let inside = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let inside = inside.filter(|_| self.options(form).len() > 1).unwrap_or(&text);
        Some(format!("*[{inside}]"))
    }

    fn spelled(&self, form: MisereForm, longest: usize) -> Option<String> {
        let text = match (self.heap(form), self.options(form)) {
            (Some(heap @ 0..=9), _) => heap.to_string(),
            (Some(heap), _) => format!("<{heap}>"),
            (None, [option]) => {
                grundy_base::stack::deeper(|| self.spelled(*option, longest))? + "#"
            }
            (None, options) => {
                let spell = |&option: &MisereForm| {
                    let text = grundy_base::stack::deeper(|| self.spelled(option, longest))?;
                    Some((self.heap(option), text))
                };
                let mut options: Vec<_> = options.iter().map(spell).collect::<Option<_>>()?;
                options.sort_by(|(a, text), (b, other)| {
                    let longer = other.len().cmp(&text.len()).then_with(|| other.cmp(text));
                    // Heaps stand behind other forms, the larger first.
                    (a.is_some(), b).cmp(&(b.is_some(), a)).then(longer)
                });
                let inside: String = options.into_iter().map(|(_, text)| text).collect();
                format!("({inside})")
            }
        };
        (text.len() <= longest).then_some(text)
    }

    /// Whether the player to move loses under misère play.
    #[must_use]
    pub fn is_p_position(&self, form: MisereForm) -> bool {
        self.genus(form).misere(0) == 0
    }

    /// The simplest form of the game with these options.
    ///
    /// Time: for k remaining options with m options each, O(k² m log m).
    ///
    /// # Errors
    ///
    /// When a limit is reached, or there are more forms than 32 bits count.
    pub fn of(
        &mut self,
        options: impl IntoIterator<Item = MisereForm>,
        limits: &Limits<'_>,
    ) -> Result<MisereForm, Stopped> {
        let mut options: Vec<MisereForm> = options.into_iter().collect();
        options.sort_unstable();
        options.dedup();
        let same = |&form: &MisereForm| *self.options(form) == options[..];
        if let Some(&known) = self.numbers.find(self.hasher.hash_one(&options[..]), same) {
            return Ok(known);
        }
        if let Some(simpler) = self.simpler(&options) {
            return Ok(simpler);
        }
        self.bytes += 100 + 8 * options.len() as u64;
        if self.forms.len().is_multiple_of(256) {
            let bytes = self.bytes();
            limits.room(bytes, self.forms.len())?;
            let positions = self.forms.len();
            limits.check(Progress { stage: "finding misère forms", positions, bytes })?;
        }
        let limit = u64::from(u32::MAX);
        let number = u32::try_from(self.forms.len());
        let number = number.map_err(|_| Stopped::Numbering { what: "misère forms", limit })?;
        let MisereForms { forms, mex, .. } = self;
        let genus_of = |option: &MisereForm| &forms[option.0 as usize].genus;
        let genus = Genus::of(&options.iter().map(genus_of).collect::<Vec<_>>(), mex);
        let wildness = self.wildness_of(&options, &genus);
        // The options of a heap are all smaller ones.
        let mut sizes: Vec<Option<u32>> = options.iter().map(|&option| self.heap(option)).collect();
        sizes.sort_unstable();
        let smaller = sizes.iter().zip(0..).all(|(size, smaller)| *size == Some(smaller));
        let heap = smaller.then_some(sizes.len() as u32);
        self.forms.push(Kept { options: options.into(), genus, wildness, heap });
        self.enter(MisereForm(number));
        Ok(MisereForm(number))
    }

    /// Makes a new form known by its options.
    fn enter(&mut self, form: MisereForm) {
        let MisereForms { forms, numbers, hasher, .. } = self;
        let hash = |&MisereForm(form): &MisereForm| hasher.hash_one(&forms[form as usize].options);
        numbers.insert_unique(hash(&form), form, hash);
    }

    /// The simplest form H that a game is equal to: the game has all options of H, and from all its
    /// other options a move leads back to H. If H has no moves, the player to move must also win
    /// the game, as in H.
    fn simpler(&self, options: &[MisereForm]) -> Option<MisereForm> {
        let has = |form: MisereForm, option| self.options(form).binary_search(&option).is_ok();
        // The greatest option cannot be an option of H, so a move leads from it back to H.
        let (greatest, others) = options.split_last()?;
        self.options(*greatest).iter().copied().find(|&simpler| {
            let inside = self.options(simpler);
            let covered = inside.iter().all(|option| others.binary_search(option).is_ok());
            let back =
                |option: &MisereForm| inside.binary_search(option).is_ok() || has(*option, simpler);
            let wins = || options.iter().any(|&option| self.is_p_position(option));
            covered && others.iter().all(back) && (simpler != MisereForm::ZERO || wins())
        })
    }

    /// The simplest form of a sum.
    ///
    /// # Errors
    ///
    /// When a limit is reached, or there are more forms than 32 bits count.
    pub fn sum(
        &mut self,
        a: MisereForm,
        b: MisereForm,
        limits: &Limits<'_>,
    ) -> Result<MisereForm, Stopped> {
        let (a, b) = (a.min(b), a.max(b));
        if a == MisereForm::ZERO {
            return Ok(b);
        }
        if let Some(&known) = self.sums.get(&(a, b)) {
            return Ok(known);
        }
        let mut options = Vec::new();
        for (moved, other) in [(a, b), (b, a)] {
            for i in 0..self.options(moved).len() {
                let option = self.options(moved)[i];
                options.push(grundy_base::stack::deeper(|| self.sum(option, other, limits))?);
            }
        }
        let sum = self.of(options, limits)?;
        self.sums.insert((a, b), sum);
        Ok(sum)
    }

    /// The genus of a sum of tame forms, which is that of a sum of Nim heaps: if all forms are like
    /// heaps of at most one, so is the sum, and otherwise its Grundy values are those of normal
    /// play (Winning Ways, chapter 13). None if a form is not tame.
    #[must_use]
    pub fn genus_of_tame_sum(&self, sum: &[MisereForm]) -> Option<Genus> {
        if sum.iter().any(|&form| self.wildness(form) != Wildness::Tame) {
            return None;
        }
        let genera = || sum.iter().map(|&form| self.genus(form));
        let normal = genera().fold(0, |sum, genus| sum ^ genus.normal);
        let small = genera().all(|genus| genus.misere(0) != genus.normal);
        let misere: &[u32] = match (small, normal) {
            (true, 0) => &[1, 2, 0],
            (true, _) => &[0, 3, 1],
            (false, _) => &[normal, normal ^ 2],
        };
        Some(Genus { normal, misere: misere.into() })
    }

    /// A heap of Nim.
    ///
    /// # Errors
    ///
    /// When a limit is reached, or there are more forms than 32 bits count.
    pub fn nimber(&mut self, heap: u32, limits: &Limits<'_>) -> Result<MisereForm, Stopped> {
        let mut heaps = vec![MisereForm::ZERO];
        for _ in 0..heap {
            heaps.push(self.of(heaps.iter().copied(), limits)?);
        }
        Ok(heaps[heap as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game as the set of its options, nothing left out.
    #[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
    struct Plain(Vec<Plain>);

    impl Plain {
        fn heap(size: usize) -> Plain {
            Plain((0..size).map(Plain::heap).collect())
        }
    }

    /// Whether the player to move wins a sum, from the definition.
    fn wins(sum: &[&Plain], known: &mut std::collections::BTreeMap<Vec<Plain>, bool>) -> bool {
        let mut key: Vec<Plain> = sum.iter().map(|&game| game.clone()).collect();
        key.retain(|game| !game.0.is_empty());
        key.sort();
        if let Some(&known) = known.get(&key) {
            return known;
        }
        let mut won = key.is_empty();
        for i in 0..key.len() {
            for option in &key[i].0 {
                let mut after: Vec<&Plain> = key.iter().collect();
                after[i] = option;
                won |= !wins(&after, known);
            }
        }
        known.insert(key, won);
        won
    }

    /// All subsets of games.
    fn subsets<T: Clone>(games: &[T]) -> impl Iterator<Item = Vec<T>> {
        (0..1_u32 << games.len()).map(move |set| {
            let inside = games.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            inside.map(|(_, game)| game.clone()).collect()
        })
    }

    fn born_by(day: usize, forms: &mut MisereForms) -> Vec<MisereForm> {
        let mut born = vec![MisereForm::ZERO];
        for _ in 0..day {
            let mut next: Vec<_> =
                subsets(&born).map(|set| forms.of(set, &Limits::default()).unwrap()).collect();
            next.sort_unstable();
            next.dedup();
            born = next;
        }
        born
    }

    #[test]
    fn conway_22_games_are_born_by_day_four() {
        let mut forms = MisereForms::default();
        let numbers: Vec<usize> = (0..=4).map(|day| born_by(day, &mut forms).len()).collect();
        assert_eq!(numbers, [1, 2, 3, 5, 22]);
    }

    #[test]
    fn thompson_4171780_games_are_born_by_day_five() {
        let mut forms = MisereForms::default();
        born_by(5, &mut forms);
        assert_eq!(forms.len(), 4_171_780);
    }

    /// Games of up to three moves, with their forms and genera, compared with play in sums.
    #[test]
    fn forms_and_genera_say_who_wins_sums() {
        let mut days: Vec<Vec<Plain>> = vec![vec![Plain(Vec::new())]];
        for day in 0..3 {
            days.push(subsets(&days[day]).map(Plain).collect());
        }
        let mut known = std::collections::BTreeMap::new();
        let mut forms = MisereForms::default();
        fn form(game: &Plain, forms: &mut MisereForms) -> MisereForm {
            let options: Vec<_> = game.0.iter().map(|option| form(option, forms)).collect();
            forms.of(options, &Limits::default()).unwrap()
        }
        let (all, two) = (days[3].clone(), Plain::heap(2));
        let mut told_apart = 0;
        for a in &all {
            let of_a = form(a, &mut forms);
            for b in &all {
                let of_b = form(b, &mut forms);
                let sum = forms.sum(of_a, of_b, &Limits::default()).unwrap();
                assert_eq!(forms.is_p_position(sum), !wins(&[a, b], &mut known));
                // Only games of different forms are told apart by a third one.
                let third = |x: &&Plain| wins(&[a, *x], &mut known) != wins(&[b, *x], &mut known);
                let apart = all.iter().find(third).is_some();
                assert!(!apart || of_a != of_b);
                told_apart += usize::from(apart);
            }
            for twos in 0..6 {
                // A heap of one exchanges the values 2k and 2k + 1.
                for one in [0, 1] {
                    let heap = Plain::heap(one);
                    let mut sum = vec![a, &heap];
                    sum.extend(std::iter::repeat_n(&two, twos));
                    let value = forms.genus(of_a).misere(twos);
                    assert_eq!(value ^ one as u32 == 0, !wins(&sum, &mut known));
                }
            }
        }
        assert!(told_apart > 0);
    }

    #[test]
    fn genera_of_nim_heaps_are_those_of_the_books() {
        let mut forms = MisereForms::default();
        let shown: Vec<String> = (0..6)
            .map(|heap| {
                let heap = forms.nimber(heap, &Limits::default()).unwrap();
                forms.genus(heap).to_string()
            })
            .collect();
        assert_eq!(shown, ["0^120", "1^031", "2^20", "3^31", "4^46", "5^57"]);
        // 2 + 2 is not 0 under misère play; 1 + 1 is.
        let [one, two] = [1, 2].map(|heap| forms.nimber(heap, &Limits::default()).unwrap());
        assert_eq!(forms.sum(one, one, &Limits::default()).unwrap(), MisereForm::ZERO);
        let both = forms.sum(two, two, &Limits::default()).unwrap();
        assert_eq!(forms.genus(both).to_string(), "0^02");
        assert_ne!(both, MisereForm::ZERO);
    }

    #[test]
    fn sums_of_tame_forms_have_the_genera_of_their_simplest_forms() {
        let limits = &Limits::default();
        let mut forms = MisereForms::default();
        let born = born_by(4, &mut forms);
        let tame = |form: &MisereForm, forms: &MisereForms| forms.wildness(*form) == Wildness::Tame;
        let [mut seen, mut wild] = [0; 2];
        for &a in &born {
            for &b in &born {
                for &c in &born {
                    let told = forms.genus_of_tame_sum(&[a, b, c]);
                    if ![a, b, c].iter().all(|form| tame(form, &forms)) {
                        assert_eq!(told, None);
                        wild += 1;
                        continue;
                    }
                    let sum = forms.sum(a, b, limits).unwrap();
                    let sum = forms.sum(sum, c, limits).unwrap();
                    assert_eq!(told.as_ref(), Some(forms.genus(sum)));
                    assert!(tame(&sum, &forms));
                    seen += 1;
                }
            }
        }
        assert!(seen > 1000 && wild > 100, "{seen} {wild}");
    }

    /// How the forms are written, their genera, and which of them are tame: as CGSuite
    /// says (its tests of `MisereCanonicalGame`).
    #[test]
    fn forms_are_written_and_told_apart_as_in_cgsuite() {
        use Wildness::{Restive, Restless, Tame, Wild};
        let limits = &Limits::default();
        let mut forms = MisereForms::default();
        let [zero, one, two, three] = [0, 1, 2, 3].map(|heap| forms.nimber(heap, limits).unwrap());
        let mut of = |options: &[MisereForm]| forms.of(options.iter().copied(), limits).unwrap();
        let sharp = of(&[two]);
        let twice = of(&[sharp]);
        let restive = of(&[sharp, zero]);
        let restless = of(&[sharp, one]);
        let reverting = of(&[twice, restless]);
        let deeper = of(&[restive, one, zero]);
        let parted = of(&[twice, deeper]);
        let of_heaps = of(&[two, three]);
        for (form, text, genus, wildness) in [
            (zero, "*[0]", "0^120", Tame),
            (two, "*[2]", "2^20", Tame),
            (sharp, "*[2#]", "0^02", Tame),
            (twice, "*[2##]", "1^13", Tame),
            (restive, "*[2#0]", "1^20", Restive),
            (restless, "*[2#1]", "2^1420", Restless),
            (reverting, "*[(2#1)2##]", "0^02", Wild),
            (parted, "*[((2#0)10)2##]", "0^02", Wild),
            (of_heaps, "*[32]", "0^02", Tame),
        ] {
            assert_eq!(forms.text(form, 100).unwrap(), text);
            assert_eq!(forms.genus(form).to_string(), genus, "{text}");
            assert_eq!(forms.wildness(form), wildness, "{text}");
        }
        assert_eq!(forms.text(parted, 10), None);
        let twelve = forms.nimber(12, limits).unwrap();
        assert_eq!(forms.text(twelve, 100).unwrap(), "*[<12>]");
    }
}
