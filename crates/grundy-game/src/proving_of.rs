//! A forward search of positions of a ruleset whose type of positions is known.

use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::nodes::{Hashing, Nodes, Search};
use super::of::{NewProving, Of};
use super::proving::{BY_RULES, Near, Proving};
use grundy_base::{Convention, End, Fate, Fault, Limits, Player, Stopped};
use grundy_ruleset::forward::hash_of;
use grundy_ruleset::{Forward, Position};
use grundy_solve::proof::{Bounds, ByRules, Candidate, Prover, Thinking, Thoughts};
use grundy_solve::verify::Refused;
use grundy_solve::verify::strategy::{Choice, Promise, Strategy, Walk};

impl<P: Position + 'static> Of<P> {
    /// The same position, with a forward search by `tree`; `node` gives the node of a position with
    /// the player to move. The tree must play under the convention of the rules; under the other
    /// one the search plays by the rules alone.
    #[must_use]
    pub fn played_by<N: Clone + Send + Sync + 'static>(
        self,
        tree: impl Forward<N> + 'static,
        node: impl Fn(&P, Player) -> N + Send + Sync + 'static,
    ) -> Self {
        self.proved_by(tree, node).able(|can| can.boards_are_fast = true)
    }

    /// The same for a tree for proofs alone: it takes so long for a position that random lines are
    /// better played by the rules.
    #[must_use]
    pub fn proved_by<N: Clone + Send + Sync + 'static>(
        self,
        tree: impl Forward<N> + 'static,
        node: impl Fn(&P, Player) -> N + Send + Sync + 'static,
    ) -> Self {
        let (tree, node): (Arc<dyn Forward<N>>, _) = (Arc::new(tree), Arc::new(node));
        let search = move |of: &Of<P>, convention: Convention, memory: u64| {
            let node = node.clone();
            let node = move |position: &P, mover: Player| node(position, mover);
            proving(of, convention, (tree.clone(), memory), node, "bit boards of the ruleset's own")
        };
        self.able(|can| can.by_boards = Some(Arc::new(search)))
    }

    /// The same for a tree that fits some positions only, such as those of a board of one size.
    #[must_use]
    pub fn only_where(self, fits: impl Fn(&P) -> bool + Send + Sync + 'static) -> Self {
        let fitting = |search: NewProving<P>| -> NewProving<P> {
            Arc::new(move |of: &Of<P>, convention: Convention, memory: u64| {
                fits(&of.position).then(|| search(of, convention, memory))?
            })
        };
        self.able(|can| can.by_boards = can.by_boards.take().map(fitting))
    }

    /// A forward search by the rules alone.
    pub(super) fn by_rules(&self, convention: Convention, memory: u64) -> Option<Box<dyn Proving>> {
        let tree = Arc::new(ByRules::new(self.rules.clone(), convention, false));
        let nodes = tree.clone();
        let node = move |position: &P, mover: Player| nodes.node(position.clone(), mover);
        proving(self, convention, (tree, memory), node, BY_RULES)
    }
}

/// A search of the positions near one.
struct ProvingOf<P: Position> {
    of: Of<P>,
    convention: Convention,
    options: [Vec<P>; 2],
    search: Box<dyn Search<P>>,
    /// Whether the position is its own negative: then play that Right starts is searched as
    /// its negative, which Left starts.
    is_own_negative: bool,
    method: &'static str,
}

/// Chooses a move of a strategy for a promise, by a search `S`, from a position with its moves. The
/// function says from which positions on the strategy is complete.
type ChooseBy<S, P> = fn(
    &mut S,
    (&P, &[(P, Player)]),
    Promise,
    &dyn Fn(&P, Player) -> bool,
    &Limits<'_>,
) -> Result<usize, Refused>;

/// Positions with more moves are not searched.
const MOST_MOVES: usize = 1 << 17;

/// The position that a search sees for one of play that this player starts.
fn seen_by<'a, P: Position>(
    of: &Of<P>,
    is_own_negative: bool,
    starter: Player,
    position: &'a P,
    mover: Player,
) -> (Cow<'a, P>, Player) {
    if is_own_negative
        && starter == Player::Right
        && let Some(negative) = of.rules.negative(position)
    {
        return (Cow::Owned(negative), mover.opponent());
    }
    (Cow::Borrowed(position), mover)
}

/// The names of a move and of those after it that lead to nodes with these hashes, each with the
/// player who makes it.
fn expected<P: Position>(
    of: &Of<P>,
    starter: Player,
    first: &P,
    line: &[u128],
    seen: impl Fn(&P, Player) -> u128,
) -> Vec<(Player, String)> {
    let rules = &of.rules;
    let mut named = vec![(starter, rules.move_name(&of.position, first, starter))];
    let mut position = first.clone();
    let mut mover = rules.turn(first).unwrap_or(starter.opponent());
    for &wanted in line {
        let mut found = None;
        let asked = rules.each_move(&position, mover, &mut |option, next| {
            if seen(&option, next) != wanted {
                return ControlFlow::Continue(());
            }
            found = Some((option, next));
            ControlFlow::Break(())
        });
        let Some((option, next)) = asked.ok().and(found) else { break };
        named.push((mover, rules.move_name(&position, &option, mover)));
        (position, mover) = (option, next);
    }
    named
}

/// A search of positions whose nodes are made by `node`; none where there are too many moves.
pub(super) fn proving<P: Position + 'static, N: Clone + Send + Sync + 'static>(
    of: &Of<P>,
    convention: Convention,
    (tree, memory): (Arc<dyn Forward<N>>, u64),
    node: impl Fn(&P, Player) -> N + Send + 'static,
    method: &'static str,
) -> Option<Box<dyn Proving>> {
    let options = |player| {
        let (options, all) = of.distinct_options(player, MOST_MOVES).ok()?;
        all.then_some(options)
    };
    let options = [options(Player::Left)?, options(Player::Right)?];
    let search = Nodes { prover: Prover::new(tree, memory), node };
    Some(proving_by(of, convention, options, Box::new(search), method))
}

/// The same with the type of nodes erased: compiled once for each type of positions.
fn proving_by<P: Position + 'static>(
    of: &Of<P>,
    convention: Convention,
    options: [Vec<P>; 2],
    search: Box<dyn Search<P>>,
    method: &'static str,
) -> Box<dyn Proving> {
    Box::new(ProvingOf {
        of: of.clone(),
        convention,
        options,
        search,
        is_own_negative: of.rules.negative(&of.position).as_ref() == Some(&of.position),
        method,
    })
}

impl<P: Position> ProvingOf<P> {
    /// The position, and the player to move.
    fn at(&self, Near { starter, option }: Near) -> (&P, Player) {
        match option {
            None => (&self.of.position, starter),
            Some(number) => {
                let option = &self.options[usize::from(starter == Player::Right)][number];
                (option, self.of.rules.turn(option).unwrap_or(starter.opponent()))
            }
        }
    }

    /// The position that the search sees, for a position of play that this player starts.
    fn seen<'a>(&self, starter: Player, position: &'a P, mover: Player) -> (Cow<'a, P>, Player) {
        seen_by(&self.of, self.is_own_negative, starter, position, mover)
    }

    /// What is known without more search about a position of play that this player starts.
    fn known_at(&self, starter: Player, position: &P, mover: Player) -> Bounds {
        match self.over(position, mover) {
            Some(fate) => Bounds { at_least: fate, at_most: fate },
            None => self.search.known(&self.seen(starter, position, mover)),
        }
    }

    /// A move that keeps a promise: one that ends play, or leads to where the strategy is
    /// already complete, or that is known to keep it, or that is found to do so by search.
    fn choose(
        &mut self,
        (position, options): (&P, &[(P, Player)]),
        promise: Promise,
        done: &dyn Fn(&P, Player) -> bool,
        limits: &Limits<'_>,
    ) -> Result<usize, Refused> {
        let player = promise.player;
        let mut keeping = Vec::new();
        for (number, (option, next)) in options.iter().enumerate() {
            let bounds = self.known_at(promise.starter, option, *next);
            let bounds = if *next == player { bounds } else { bounds.reversed() };
            if bounds.ensures(promise.fate) {
                let over = self.of.rules.end(option, *next).is_some();
                let place = (!over, !done(option, *next));
                keeping.push((place, number));
            }
        }
        if let Some((_, number)) = keeping.into_iter().min() {
            return Ok(number);
        }
        let order = self.order((position, options), promise, None);
        let mut effort = 1 << 10;
        loop {
            let mut open = false;
            for &number in &order {
                let (option, next) = &options[number];
                let at = self.seen(promise.starter, option, *next);
                let kept = if *next == player {
                    self.search.brings(&at, promise.fate, effort, limits)?
                } else {
                    let more = if promise.fate == Fate::Win { Fate::Draw } else { Fate::Win };
                    self.search.brings(&at, more, effort, limits)?.map(|brings| !brings)
                };
                if kept == Some(true) {
                    return Ok(number);
                }
                open |= kept.is_none();
            }
            if !open {
                return Err(self.nothing_keeps(position, player));
            }
            effort = effort.saturating_mul(4);
        }
    }

    /// A move of a strategy that wins by coming nearer to the end: one that ends play, or leads to
    /// where the strategy is already complete, or that wins in the fewest moves. On a line of play
    /// along which the strategy is not complete yet, the least number of moves to a win falls with
    /// each move, so no position of it comes again. Only for searches that count moves.
    fn choose_nearing(
        &mut self,
        (position, options): (&P, &[(P, Player)]),
        promise: Promise,
        done: &dyn Fn(&P, Player) -> bool,
        limits: &Limits<'_>,
    ) -> Result<usize, Refused> {
        let player = promise.player;
        let won = |(option, next): &(P, Player)| {
            self.over(option, *next) == Some(if *next == player { Fate::Win } else { Fate::Loss })
        };
        let complete = |(option, next): &(P, Player)| done(option, *next);
        let ready = options.iter().position(won).or_else(|| options.iter().position(complete));
        if let Some(number) = ready {
            return Ok(number);
        }
        self.search.expect(self.search.visited(), limits.memory);
        let at = self.seen(promise.starter, position, player);
        let within = (Fate::Win, u32::MAX);
        let Some(moves) = self.search.remoteness(&at, within, u64::MAX, limits)? else {
            return Err(self.nothing_keeps(position, player));
        };
        for number in self.order((position, options), promise, Some(moves)) {
            let (option, next) = &options[number];
            let fate = if *next == player { Fate::Win } else { Fate::Loss };
            let at = self.seen(promise.starter, option, *next);
            let within = (fate, moves.saturating_sub(1));
            if self.search.remoteness(&at, within, u64::MAX, limits)?.is_some() {
                return Ok(number);
            }
        }
        Err(self.nothing_keeps(position, player))
    }

    /// The numbers of the moves of a strategy's player in the order in which the search tries them,
    /// with `left` moves left if moves are counted.
    fn order(
        &self,
        (position, options): (&P, &[(P, Player)]),
        Promise { starter, player, .. }: Promise,
        left: Option<u32>,
    ) -> Vec<usize> {
        let steps = self.search.steps(&self.seen(starter, position, player), left);
        let place = |(option, next): &(P, Player)| {
            let hash = self.search.hash(&self.seen(starter, option, *next));
            steps.iter().position(|&step| step == hash).unwrap_or(steps.len())
        };
        let mut order: Vec<usize> = (0..options.len()).collect();
        order.sort_by_cached_key(|&number| place(&options[number]));
        order
    }

    /// The error that no move was found, though one must be there.
    fn nothing_keeps(&self, position: &P, mover: Player) -> Refused {
        Refused::Wrong {
            position: self.of.rules.print(position),
            mover,
            reason: "no move keeps what was proved".to_string(),
        }
    }

    /// A strategy whose moves are chosen in this way.
    fn strategy_by(
        &mut self,
        choose: ChooseBy<Self, P>,
        promise: Promise,
        limits: &Limits<'_>,
    ) -> Result<Strategy, Refused> {
        let rules = self.of.rules.clone();
        let walk = Walk { rules: &*rules, convention: self.convention, promise };
        let start = self.of.position.clone();
        let mut choices = Vec::new();
        let found = walk.walk(
            &start,
            limits,
            &mut |position, options, done| choose(self, (position, options), promise, done, limits),
            &mut |position, option, moves| {
                choices.push(Choice { position: rules.print(position), option, moves });
            },
        );
        // A move may have been chosen from the answers of rules that had failed.
        if let Some(fault) = self.search.failure() {
            return Err(fault.into());
        }
        let (moves, positions) = found?;
        choices.sort_unstable();
        Ok(Strategy { promise, moves, positions, choices })
    }

    /// The result where the rules end play.
    fn over(&self, position: &P, mover: Player) -> Option<Fate> {
        self.of.rules.end(position, mover).map(|end| match end {
            End::Tie => Fate::Draw,
            End::Won(player) if player == mover => Fate::Win,
            End::Won(_) => Fate::Loss,
        })
    }
}

impl<P: Position> Proving for ProvingOf<P> {
    fn prove(
        &mut self,
        at: Near,
        effort: u64,
        limits: &Limits<'_>,
        proved: &mut dyn FnMut(Bounds),
    ) -> Result<Bounds, Stopped> {
        let (position, mover) = self.at(at);
        if let Some(fate) = self.over(position, mover) {
            let bounds = Bounds { at_least: fate, at_most: fate };
            proved(bounds);
            return Ok(bounds);
        }
        let (position, mover) = self.seen(at.starter, position, mover);
        let at = (Cow::Owned(position.into_owned()), mover);
        self.search.prove(&at, effort, limits, proved)
    }

    fn expect(&mut self, nodes: u64, memory: u64) {
        self.search.expect(nodes, memory);
    }

    fn keep_in(&mut self, path: &Path, learned: &str) -> io::Result<bool> {
        let rules = &self.of.rules;
        if self.method == BY_RULES && rules.outside().is_some() {
            let why = "positions of this game have numbers that the next run does not give them: its \
                       search cannot be kept in a file";
            return Err(io::Error::new(io::ErrorKind::Unsupported, why));
        }
        // Rules of the user's own may have changed.
        let mut texts = hash_of(&self.method);
        for (_, source) in rules.sources() {
            texts = hash_of(&(texts as u64, &source.text));
        }
        let (game, convention) = (rules.spell(&self.of.position), self.convention.word());
        let version = env!("CARGO_PKG_VERSION");
        let mut name = format!("grundy search {version} {convention} {texts:032x} {game}");
        if !learned.is_empty() {
            name = name + "\t" + learned;
        }
        self.search.keep_in(path, &name)
    }

    fn keep(&mut self) -> io::Result<()> {
        self.search.keep()
    }

    fn known(&self, at: Near) -> Bounds {
        let (position, mover) = self.at(at);
        self.known_at(at.starter, position, mover)
    }

    fn mover(&self, at: Near) -> Player {
        self.at(at).1
    }

    fn line(&self, at: Near) -> Vec<String> {
        const LONGEST: usize = 200;
        let (mut line, rules) = (Vec::new(), &self.of.rules);
        let (position, mut mover) = self.at(at);
        let mut position = position.clone();
        let mut been = hashbrown::HashSet::new();
        while line.len() < LONGEST && been.insert((position.clone(), mover)) {
            let known = self.known_at(at.starter, &position, mover);
            let mut best = None;
            if known != Bounds::UNKNOWN && self.over(&position, mover).is_none() {
                let asked = rules.each_move(&position, mover, &mut |option, next| {
                    let after = self.known_at(at.starter, &option, next);
                    let after = if next == mover { after } else { after.reversed() };
                    if after.at_least != known.at_least {
                        return ControlFlow::Continue(());
                    }
                    best = Some((option, next));
                    ControlFlow::Break(())
                });
                best = asked.ok().and(best);
            }
            let Some((option, next)) = best else { break };
            line.push(rules.move_name(&position, &option, mover));
            (position, mover) = (option, next);
        }
        line
    }

    fn think_by(&mut self, method: Thinking) {
        self.search.think_by(method);
    }

    fn think(
        &mut self,
        starter: Player,
        time: Duration,
        limits: &Limits<'_>,
        thinking: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, Stopped> {
        let numbers = 0..self.options[usize::from(starter == Player::Right)].len();
        let candidate = |number| {
            let (position, mover) = self.at(Near { starter, option: Some(number) });
            let mut over = true;
            self.of.rules.each_move(position, mover, &mut |_, _| {
                over = false;
                ControlFlow::Break(())
            })?;
            let (seen, next) = self.seen(starter, position, mover);
            Ok(Candidate {
                to: (seen.into_owned(), next),
                turns: mover != starter,
                over: over || self.over(position, mover).is_some(),
            })
        };
        let moves: Vec<Candidate<(P, Player)>> =
            numbers.map(candidate).collect::<Result<_, Fault>>()?;
        let (root, mover) = self.seen(starter, &self.of.position, starter);
        let root = (Cow::Owned(root.into_owned()), mover);
        let (of, is_own_negative) = (&self.of, self.is_own_negative);
        let options = &self.options[usize::from(starter == Player::Right)];
        let named = |thoughts: &Thoughts<u128>, hash: &Hashing<'_, P>| {
            let seen = |position: &P, mover| {
                let (seen, mover) = seen_by(of, is_own_negative, starter, position, mover);
                hash(&(Cow::Owned(seen.into_owned()), mover))
            };
            let first = &options[thoughts.best];
            thoughts.with_line(expected(of, starter, first, &thoughts.line, seen))
        };
        let mut told =
            |thoughts: &Thoughts<u128>, hash: &Hashing<'_, P>| thinking(&named(thoughts, hash));
        let found = self.search.think(&root, &moves, time, limits, &mut told)?;
        Ok(named(&found, &|at| self.search.hash(at)))
    }

    fn remoteness(
        &mut self,
        at: Near,
        within: (Fate, u32),
        effort: u64,
        limits: &Limits<'_>,
    ) -> Result<Option<u32>, Stopped> {
        let (position, mover) = self.at(at);
        if self.over(position, mover).is_some() {
            return Ok(Some(0));
        }
        let (position, mover) = self.seen(at.starter, position, mover);
        let at = (Cow::Owned(position.into_owned()), mover);
        self.search.remoteness(&at, within, effort, limits)
    }

    fn strategy(&mut self, promise: Promise, limits: &Limits<'_>) -> Result<Strategy, Refused> {
        self.strategy_by(Self::choose, promise, limits)
    }

    fn nearing_strategy(
        &mut self,
        promise: Promise,
        limits: &Limits<'_>,
    ) -> Result<Strategy, Refused> {
        self.strategy_by(Self::choose_nearing, promise, limits)
    }

    fn adds(&self) -> bool {
        self.search.adds()
    }

    fn visited(&self) -> u64 {
        self.search.visited()
    }

    fn bytes(&self) -> u64 {
        self.search.bytes()
    }

    fn method(&self) -> &'static str {
        self.method
    }
}
