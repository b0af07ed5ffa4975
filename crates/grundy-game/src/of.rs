//! A position of a ruleset as a [`Game`]. The type of the ruleset is erased, the type of
//! its positions is kept.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::large::Large;
use super::proving::Proving;
use super::values::ValuerOf;
use super::{
    Game, Move, NamedMove, Parts, Play, Scored, Scores, Searched, Valuer, written_ruleset,
};
use crate::stated::{Keyed, Number, StatedRules};
use grundy_base::{
    ByPlayer, Convention, End, Fault, Limits, ParseError, Player, Progress, Source, Stopped, Text,
    Verdict,
};
use grundy_graph::{Explored, Node, explore, explore_all, explore_components};
use grundy_ruleset::scene::Scene;
use grundy_ruleset::{
    AsWords, HeapRules, InWords, Notation, Outside, PairRules, Position, Sizes, Theorem, Written,
};
use grundy_solve::fold::{FoldError, fold};
use grundy_solve::score::{Scoring, score};
use grundy_solve::sums;
use grundy_solve::sums::SourceOf;
use grundy_solve::top_down::{TopDown, top_down};
use grundy_solve::verify::strategy::{Strategy, options, verify_strategy};
use grundy_solve::verify::theorems::{Checked, ClaimedSets, check_theorems};
use grundy_solve::verify::{Claims, Refused, verify};
use grundy_values::{Form, Forms};

/// A position together with its rules, whose type is erased.
#[derive(Clone)]
pub struct Of<P: Position> {
    /// The ruleset.
    pub rules: Arc<dyn Written<P>>,
    /// The position.
    pub position: P,
    /// Whose turn it is, if that was said or follows from the counts of stones.
    pub(super) mover: Option<Player>,
    pub(super) can: Arc<Abilities<P>>,
}

/// What can be done with positions of a ruleset beyond its rules.
#[derive(Clone)]
pub(super) struct Abilities<P: Position> {
    /// Makes the packed form, if the ruleset packs its positions.
    pub(super) packed: Option<Pack<P>>,
    /// The ruleset's own search for who wins, if it has one.
    pub(super) search: Option<Search<P>>,
    /// Finds the margin in points, if the ruleset counts points.
    pub(super) scores: Option<FindScores<P>>,
    /// Whether that is the best way to find who wins.
    pub(super) scores_decide: bool,
    /// How a forward search plays the game: by packed positions, and by boards of the
    /// ruleset's own.
    pub(super) by_keys: Option<NewProving<P>>,
    pub(super) by_boards: Option<NewProving<P>>,
    /// Whether these boards are fast enough for lines that are played at random.
    pub(super) boards_are_fast: bool,
    /// Makes the same position with rules that remember no other position, if rules remember
    /// positions.
    pub(super) apart: Option<Apart<P>>,
}

grundy_base::debug! {
    impl[P: Position] Of<P>: "Of", |of| text = of.rules.spell(&of.position);
}

/// Whose turn it is by the counts of stones, in play from an empty board.
fn by_stones<P: Position>(rules: &dyn Written<P>, position: &P) -> Option<Player> {
    let [left, right] = rules.stones(position)?;
    match left.cmp(&right) {
        Ordering::Greater if left - right == 1 => Some(Player::Right),
        Ordering::Less if right - left == 1 => Some(Player::Left),
        _ => None,
    }
}

/// Makes the same game with rules that have not met other positions.
pub(super) type Apart<P> = Arc<dyn Fn(&P) -> Option<Of<P>> + Send + Sync>;

/// Makes the packed form of a game that starts from this position; none if positions do
/// not fit in keys. A closure, because it erases the type of the packed ruleset.
pub(super) type Pack<P> = Arc<dyn Fn(&Of<P>) -> Option<Box<dyn Large>> + Send + Sync>;

/// The verdict for the mover of a position, and the opponent's verdict after each of these
/// moves if it was found.
pub(super) type Search<P> = Arc<dyn Fn(&P, &[P], Player, &Limits<'_>) -> Found + Send + Sync>;

pub(super) type FindScores<P> =
    Arc<dyn Fn(&Of<P>, &Limits<'_>) -> Result<Scores, Stopped> + Send + Sync>;

/// Makes a forward search of a position, under a convention and with a table of at most this number
/// of bytes.
pub(super) type NewProving<P> =
    Arc<dyn Fn(&Of<P>, Convention, u64) -> Option<Box<dyn Proving>> + Send + Sync>;

type Found = Result<(Verdict, Vec<Option<Verdict>>), Stopped>;

impl<P: Position + 'static> Of<P> {
    /// A position of a ruleset.
    #[must_use]
    pub fn new<R: Notation<Position = P> + 'static>(rules: R, position: P) -> Self {
        Of::shared(Arc::new(rules), position)
    }

    /// A position of a ruleset, stored as words: all rulesets with the same number of words
    /// then share one compiled solver.
    #[must_use]
    pub fn in_words<R: Notation + 'static>(rules: R, position: R::Position) -> Self
    where
        R::Position: InWords<Words = P>,
    {
        Of::shared(Arc::new(AsWords(rules)), position.to_words())
    }

    pub(super) fn shared(rules: Arc<dyn Written<P>>, position: P) -> Self {
        let can = Abilities {
            packed: None,
            search: None,
            scores: None,
            scores_decide: false,
            by_keys: None,
            boards_are_fast: false,
            by_boards: None,
            apart: None,
        };
        let mover = by_stones(&*rules, &position);
        Of { rules, position, mover, can: Arc::new(can) }
    }

    /// The same position, with one ability more.
    pub(super) fn able(mut self, change: impl FnOnce(&mut Abilities<P>)) -> Self {
        change(Arc::make_mut(&mut self.can));
        self
    }

    /// The same position, with a search that finds who wins.
    #[must_use]
    pub fn searched(
        self,
        search: impl Fn(&P, &[P], Player, &Limits<'_>) -> Found + Send + Sync + 'static,
    ) -> Self {
        self.able(|can| can.search = Some(Arc::new(search)))
    }

    /// The same position, with the margin search of a ruleset that counts points.
    #[must_use]
    pub fn scored<R: Scoring + 'static>(self, rules: R) -> Self
    where
        R::Position: InWords<Words = P>,
    {
        self.scored_by(rules, R::Position::from_words)
    }

    /// The same for a ruleset whose positions are stored in another form.
    fn scored_by<R: Scoring + 'static>(self, rules: R, restore: fn(&P) -> R::Position) -> Self {
        let scores_decide = rules.decides();
        let scores = move |of: &Of<P>, limits: &Limits<'_>| {
            let mut search = rules.margins();
            let mut side = |mover: Player| -> Result<Option<Scored>, Stopped> {
                let position = restore(&of.position);
                if rules.turn(&position).is_some_and(|turn| turn != mover) {
                    return Ok(None);
                }
                let options = of.distinct_options(mover, usize::MAX)?.0;
                let options: Vec<_> = options.iter().map(restore).collect();
                let at = (&position, &*options);
                let score = score(&rules, &mut search, at, mover, limits)?;
                if let Some(fault) = of.failure() {
                    return Err(fault.into());
                }
                Ok(Some(Scored { score, moves: of.moves(mover) }))
            };
            Ok(ByPlayer { left: side(Player::Left)?, right: side(Player::Right)? })
        };
        self.able(|can| {
            can.scores = Some(Arc::new(scores));
            can.scores_decide = scores_decide;
        })
    }

    /// Another position of the same rules.
    pub(super) fn other(&self, position: P) -> Of<P> {
        let mover = by_stones(&*self.rules, &position);
        // This position may be long, and is not copied.
        Of { rules: self.rules.clone(), position, mover, can: self.can.clone() }
    }

    /// The position after a move of a player.
    pub(super) fn after(&self, position: P, player: Player) -> Box<dyn Game> {
        let mut option = self.other(position);
        // The counts of stones say nothing where stones were set up in a way that play does not
        // bring about.
        option.mover = option.mover.filter(|&mover| mover != player);
        Box::new(option)
    }

    /// The first `most` different positions that a player's moves reach, and whether these are
    /// all.
    pub(super) fn distinct_options(
        &self,
        player: Player,
        most: usize,
    ) -> Result<(Vec<P>, bool), Fault> {
        let (options, all) = options(&*self.rules, &self.position, player, most)?;
        Ok((options.into_iter().map(|(option, _)| option).collect(), all))
    }

    /// The same; none, and not all, where the rules fail.
    pub(super) fn shown_options(&self, player: Player, most: usize) -> (Vec<P>, bool) {
        self.distinct_options(player, most).unwrap_or_default()
    }

    /// Fails early if the options of one heap alone exceed the memory limit or the number of
    /// nodes, instead of after filling the memory.
    fn refuse_huge_heaps(&self, limits: &Limits<'_>) -> Result<(), Stopped> {
        /// Options counted between two checks of the limits.
        const CHECKED: u64 = 1 << 16;
        let Some(rules) = self.rules.heaps() else { return Ok(()) };
        let each = size_of::<P>() as u64;
        let most = (limits.memory / each).min(u64::from(Node::MAX));
        for size in self.rules.heap_sizes(&self.position) {
            let (mut options, mut stopped) = (0, Ok(()));
            let counted = rules.each_option(size, &mut |_| {
                options += 1;
                if options % CHECKED == 0 {
                    stopped = limits.check(Progress { stage: "options", positions: 0, bytes: 0 });
                }
                match options > most || stopped.is_err() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            stopped?;
            if counted.is_break() {
                limits.room(options.saturating_mul(each), 0)?;
                let limit = u64::from(Node::MAX);
                return Err(Stopped::Numbering { what: "options of a heap", limit });
            }
        }
        Ok(())
    }

    /// The explored play from this position.
    pub(super) fn play(&self, explored: Explored<P>) -> Play {
        Play::new(self.rules.clone(), explored)
    }
}

impl Of<Number> {
    /// A position of a game that is stated outside of this library.
    #[must_use]
    pub fn stated(rules: StatedRules, position: Number) -> Self {
        let known = rules.clone();
        let apart = move |&position: &Number| {
            let (rules, position) = known.apart(position)?;
            Some(Of::keyed(rules, position))
        };
        Of::keyed(rules, position).able(|can| can.apart = Some(Arc::new(apart)))
    }

    /// The same without the rules for searches.
    fn keyed(rules: StatedRules, position: Number) -> Self {
        let (narrow, wide, scoring) = (rules.clone(), rules.clone(), rules.clone());
        let of = Of::new(rules, position)
            .packed_as(move |&position| Keyed::<u64>::new(&narrow, position))
            .packed_as(move |&position| Keyed::<u128>::new(&wide, position));
        match scoring.counts_points() {
            true => of.scored_by(scoring, Number::clone),
            false => of,
        }
    }
}

impl<P: Position + 'static> Game for Of<P> {
    fn large(&self) -> Option<Box<dyn Large>> {
        self.can.packed.as_ref().and_then(|pack| pack(self))
    }

    fn has_search(&self) -> bool {
        self.can.search.is_some()
    }

    fn search(&self, mover: Player, limits: &Limits<'_>) -> Option<Result<Searched, Stopped>> {
        let search = self.can.search.as_ref()?;
        let moves = self.moves(mover);
        let options = self.shown_options(mover, usize::MAX).0;
        let found = search(&self.position, &options, mover, limits);
        Some(found.map(|(verdict, after)| Searched {
            verdict,
            moves: moves.into_iter().zip(after).collect(),
        }))
    }

    fn proving(&self, convention: Convention, memory: u64) -> Option<Box<dyn Proving>> {
        let usual = convention == self.rules.convention();
        let boards = self.can.by_boards.as_ref().filter(|_| usual);
        let search = boards.and_then(|search| search(self, convention, memory));
        search.or_else(|| self.counting(convention, memory))
    }

    fn counting(&self, convention: Convention, memory: u64) -> Option<Box<dyn Proving>> {
        match &self.can.by_keys {
            Some(search) => search(self, convention, memory),
            None => self.by_rules(convention, memory),
        }
    }

    fn thinking(&self, convention: Convention, memory: u64) -> Option<Box<dyn Proving>> {
        let usual = convention == self.rules.convention();
        // What was met while thinking about a move is forgotten after it.
        if let Some(apart) = self.can.apart.as_ref().and_then(|apart| apart(&self.position)) {
            return apart.by_rules(convention, memory);
        }
        let boards = self.can.by_boards.as_ref().filter(|_| usual && self.can.boards_are_fast);
        let search = boards.and_then(|search| search(self, convention, memory));
        search.or_else(|| self.by_rules(convention, memory))
    }

    fn has_scores(&self) -> bool {
        self.can.scores_decide
    }

    fn theorem(&self, mover: Player, convention: Convention) -> Option<Theorem<Move>> {
        let found = self.rules.theorem(&self.position, mover, convention)?;
        let Theorem { fate, best, complete, source } = found;
        let option = |to: P| Move {
            name: self.rules.move_name(&self.position, &to, mover),
            to: self.after(to, mover),
            tokens: Vec::new(),
        };
        let best = best.into_iter().map(option).collect();
        Some(Theorem { fate, best, complete, source })
    }

    fn counts_points(&self) -> bool {
        self.can.scores.is_some()
    }

    fn scores(&self, limits: &Limits<'_>) -> Option<Result<Scores, Stopped>> {
        self.can.scores.as_ref().map(|scores| scores(self, limits))
    }

    fn text(&self) -> String {
        match self.mover.filter(|_| self.mover != by_stones(&*self.rules, &self.position)) {
            Some(mover) => {
                let parameters = match self.rules.parameters() {
                    // Rules of files may have parameters in any case.
                    none if none.is_empty() && self.rules.source().is_none() => none,
                    parameters => format!("{parameters}; "),
                };
                let (name, position) = (self.rules.name(), self.position());
                format!("{name}({parameters}{position}, {})", mover.word())
            }
            None => self.rules.spell(&self.position),
        }
    }

    fn position(&self) -> String {
        self.rules.print(&self.position)
    }

    fn ruleset(&self) -> String {
        written_ruleset(&*self.rules)
    }

    fn at(&self, position: Text<'_>) -> Result<Box<dyn Game>, ParseError> {
        Ok(Box::new(self.other(self.rules.read(position)?)))
    }

    fn drawing(&self) -> String {
        self.rules.draw(&self.position)
    }

    fn impartial(&self) -> bool {
        self.rules.impartial()
    }

    fn has_ends(&self) -> bool {
        self.rules.has_ends()
    }

    fn loopy(&self) -> bool {
        self.rules.loopy()
    }

    fn splits(&self) -> bool {
        self.rules.splits()
    }

    fn convention(&self) -> Convention {
        self.rules.convention()
    }

    fn failure(&self) -> Option<Fault> {
        self.rules.outside().and_then(Outside::failure)
    }

    fn sources(&self) -> Vec<(&'static str, &Source)> {
        self.rules.sources()
    }

    fn explore(&self, limits: &Limits<'_>) -> Result<Play, Stopped> {
        self.refuse_huge_heaps(limits)?;
        Ok(self.play(explore(&*self.rules, &self.position, limits)?))
    }

    fn explore_all(&self, limits: &Limits<'_>) -> Result<Play, Stopped> {
        self.refuse_huge_heaps(limits)?;
        Ok(self.play(explore_all(&*self.rules, &self.position, limits)?))
    }

    fn is_listed(&self) -> bool {
        self.rules.listed().is_some()
    }

    fn check_theorems(
        &self,
        claims: &ByPlayer<ClaimedSets>,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Option<Result<Checked, Stopped>> {
        let listed = self.rules.listed()?;
        Some(check_theorems(&*self.rules, &listed, claims, convention, limits))
    }

    fn components(&self, split: bool, limits: &Limits<'_>) -> Result<Parts, Stopped> {
        self.refuse_huge_heaps(limits)?;
        let found = explore_components(&*self.rules, &self.position, split, limits)?;
        let rules = self.rules.clone();
        let game = move |position| Box::new(Of::shared(rules.clone(), position)) as Box<dyn Game>;
        let start = (self.rules.clone(), self.position.clone());
        Ok(Parts::new(start, Box::new(game), split, found))
    }

    fn form(&self, forms: &mut Forms<'_>, limits: &Limits<'_>) -> Result<Form, FoldError> {
        self.refuse_huge_heaps(limits)?;
        fold(&*self.rules, &self.position, forms, limits)
    }

    fn top_down(
        &self,
        mover: Player,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<TopDown, Stopped> {
        self.refuse_huge_heaps(limits)?;
        top_down(&*self.rules, &self.position, mover, convention, limits)
    }

    fn verify(
        &self,
        claims: &mut Claims<'_>,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<usize, Refused> {
        verify(&*self.rules, &self.position, claims, convention, limits)
    }

    fn verify_strategy(
        &self,
        strategy: &Strategy,
        convention: Convention,
        limits: &Limits<'_>,
    ) -> Result<u64, Refused> {
        verify_strategy(&*self.rules, &self.position, strategy, convention, limits)
    }

    fn options(&self, player: Player) -> Vec<Box<dyn Game>> {
        let options = self.shown_options(player, usize::MAX).0;
        options.into_iter().map(|option| self.after(option, player)).collect()
    }

    fn remarks(&self) -> Vec<String> {
        self.rules.remark().into_iter().collect()
    }

    fn diagram(&self) -> Option<Box<dyn Game>> {
        let at_start = self.rules.start().as_ref() == Some(&self.position);
        let diagram = if at_start { self.rules.diagram() } else { None };
        diagram.map(|position| Box::new(Of::shared(self.rules.clone(), position)) as Box<dyn Game>)
    }

    fn players(&self) -> Option<[String; 2]> {
        if self.impartial() { None } else { self.rules.players() }
    }

    fn scene(&self) -> Scene {
        self.rules.painted_scene(&self.position)
    }

    fn each_move(
        &self,
        player: Player,
        most: usize,
        see: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> bool {
        let scene = self.rules.painted_scene(&self.position);
        // The rules are not asked again within one of their answers: `see` may ask them.
        let (options, all) = self.shown_options(player, most);
        let seen = options.into_iter().try_for_each(|option| {
            see(Move {
                name: self.rules.move_name(&self.position, &option, player),
                tokens: self.rules.painted_tokens(&scene, &self.position, &option, player),
                to: self.after(option, player),
            })
        });
        all && seen.is_continue()
    }

    fn option_at(&self, player: Player, number: usize) -> Option<(String, Box<dyn Game>)> {
        let mut options = self.shown_options(player, number + 1).0;
        let option = (options.len() > number).then(|| options.swap_remove(number))?;
        Some((self.rules.move_name(&self.position, &option, player), self.after(option, player)))
    }

    fn option_named(
        &self,
        player: Player,
        name: &str,
        limits: &Limits<'_>,
    ) -> Result<Option<NamedMove>, Stopped> {
        self.named(player, name, limits)
    }

    fn number_of(&self, player: Player, position: &str, most: usize) -> Option<usize> {
        let wanted = self.rules.read(Text::new(position)).ok()?;
        let options = self.shown_options(player, most).0;
        options.into_iter().position(|option| option == wanted)
    }

    fn turn(&self) -> Option<Player> {
        self.rules.turn(&self.position).or(self.mover)
    }

    fn to_move(&self, mover: Option<Player>) -> Box<dyn Game> {
        let mover = if self.rules.turn(&self.position).is_some() { self.mover } else { mover };
        Box::new(Of { mover, ..self.clone() })
    }

    fn other_names(&self, player: Player, to: &dyn Game) -> Vec<String> {
        let to = self.rules.read(Text::new(&to.position()));
        to.map_or_else(|_| Vec::new(), |to| self.rules.other_names(&self.position, &to, player))
    }

    fn end(&self, mover: Player) -> Option<End> {
        self.rules.end(&self.position, mover)
    }

    fn terms(&self) -> Vec<Box<dyn Game>> {
        vec![self.boxed()]
    }

    fn source(&self) -> Option<Box<dyn sums::ComponentSource>> {
        Some(Box::new(SourceOf::new(self.rules.clone(), self.ruleset())))
    }

    fn written_components(&self) -> Vec<String> {
        if self.has_ends() {
            return vec![self.text()];
        }
        let mut parts = Vec::new();
        self.rules.each_component(self.position.clone(), &mut |part| {
            parts.push(self.rules.spell(&part));
        });
        parts
    }

    fn sizes(&self) -> Option<Sizes> {
        self.rules.sizes()
    }

    fn alphabet(&self) -> String {
        self.rules.alphabet()
    }

    fn valuer(&self) -> Option<Box<dyn Valuer>> {
        Some(Box::new(ValuerOf::new(self.rules.clone())))
    }

    fn heaps(&self) -> Option<(&dyn HeapRules, Vec<u64>)> {
        Some((self.rules.heaps()?, self.rules.heap_sizes(&self.position)))
    }

    fn pairs(&self) -> Option<&dyn PairRules> {
        self.rules.pairs()
    }

    fn with_heaps(&self, sizes: &[u64]) -> Option<Box<dyn Game>> {
        Some(Box::new(self.other(self.rules.with_heap_sizes(sizes)?)))
    }

    fn boxed(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}
