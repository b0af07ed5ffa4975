//! What the page shows of a game in progress.

use std::sync::Arc;

use grundy::answer::{Facts, Judgement, Part, Solver, Worth, literature};
use grundy::catalogue::{self, Family};
use grundy::format::board::{self, Mark, Story};
use grundy::format::json::{FactsJson, PublishedJson};
use grundy::format::words::Words;
use grundy::format::{thermograph, typeset};
use grundy::scene::Token;
use grundy::solve::proof::Bounds;
use grundy::{Convention, End, Fate, Game, Limits, Player, Progress};
use serde::Serialize;

use super::action::{HeapChange, HeapsBefore, edge, has_edges};
use super::line::{Line, MOST_OPTIONS};
use super::principal::Principal;
use super::proved::Proved;
use super::reason::{Reason, Winning, reason};
use super::worth::{Judges, Values};
use crate::api::games::family;
use crate::api::typeset::Typeset;
use crate::config::Solution;
use crate::error::{ApiError, limit_sentence};
use crate::tables::TableSoFar;

/// All that the page needs.
#[derive(Serialize)]
pub(super) struct View {
    game: String,
    ruleset: String,
    /// The name in the catalogue; none for sums.
    name: Option<&'static str>,
    family: Option<&'static str>,
    misere: bool,
    first: &'static str,
    impartial: bool,
    /// The names of the pieces of Left and Right.
    players: Option<[String; 2]>,
    has_ends: bool,
    positions: Option<usize>,
    method: &'static str,
    /// The file of the solution that proves the results shown.
    by: Option<String>,
    /// Published results about the game from its start, if they are not known here.
    literature: Option<PublishedJson>,
    /// The limit that was reached, if something is missing.
    limit: Option<String>,
    /// How far the table is that will say what is missing.
    solving: Option<TableSoFar>,
    line: Vec<Ply>,
    /// The best play from the current position on.
    principal: Principal,
    position: Position,
    value: Option<ValueView>,
    components: Vec<Component>,
    reason: Option<Reason>,
}

impl View {
    /// Whether the result of the position is known.
    pub(super) fn is_solved(&self) -> bool {
        self.position.result.is_some()
    }

    /// Says that a table of all positions is being solved.
    pub(super) fn wait_for(&mut self, table: TableSoFar) {
        self.solving = Some(table);
    }

    /// Whether the response may be cached. If a limit was reached, a later request may find what is
    /// missing.
    pub(super) fn may_be_kept(&self) -> bool {
        self.limit.is_none() || self.method == "whole"
    }
}

/// A position of the line, and the move that led there.
#[derive(Serialize)]
struct Ply {
    game: String,
    mover: &'static str,
    #[serde(rename = "move")]
    step: Option<String>,
    /// The number of that move; none if its position has very many.
    index: Option<usize>,
    /// What that move did to heaps.
    heaps: Option<Vec<HeapChange>>,
    /// The edge of a drawing that it cut.
    edge: Option<String>,
    result: Option<&'static str>,
    remoteness: Option<u32>,
}

/// The current position.
#[derive(Serialize)]
struct Position {
    game: String,
    text: String,
    drawing: String,
    mover: &'static str,
    over: bool,
    winner: Option<&'static str>,
    result: Option<&'static str>,
    remoteness: Option<u32>,
    repeated: bool,
    svg: String,
    moves: Vec<MoveView>,
    /// Whether moves were left out.
    more: bool,
    edit: Edit,
    /// The text of a game in which `@` stands for the position.
    template: String,
    /// A game to begin from, at a start where players only set a position up.
    #[serde(skip_serializing_if = "Option::is_none")]
    diagram: Option<String>,
}

/// A move, for the player who makes it.
#[derive(Serialize)]
struct MoveView {
    /// Its number among all moves of the position.
    index: usize,
    name: String,
    to: String,
    /// What it does to heaps.
    heaps: Option<Vec<HeapChange>>,
    /// The edge of a drawing that it cuts.
    edge: Option<String>,
    result: Option<&'static str>,
    /// The number of moves to the end of play after the move.
    remoteness: Option<u32>,
    /// The result that is proved.
    at_least: &'static str,
    at_most: &'static str,
    /// Its rank among the moves with the same result, from 0, the best, to 3.
    shade: u8,
    /// Its rank among all moves, from 0, the best.
    rank: usize,
    /// Whether it keeps the result of the position, or is the move of a weak solution.
    best: bool,
    value: Option<String>,
    /// The value in Unicode.
    unicode: Option<String>,
}

/// How the position may be changed by hand.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Edit {
    Heaps { sizes: Vec<u64>, least: u64, most: u64 },
    Squares { rows: Vec<String>, alphabet: Vec<char> },
    Text,
}

#[derive(Serialize)]
struct ValueView {
    value: String,
    typeset: Typeset,
    grundy: Option<u64>,
    outcome: &'static str,
    #[serde(flatten)]
    facts: FactsJson,
    thermograph: Option<String>,
}

#[derive(Serialize)]
struct Component {
    game: String,
    value: String,
    unicode: String,
    grundy: Option<u64>,
}

/// The proofs about the current position from solutions.
pub(super) fn proved(line: &Line, judges: &Judges, solutions: &[Arc<Solution>]) -> Option<Proved> {
    let options: Vec<&dyn Game> = line.moves.iter().map(|step| &*step.to).collect();
    Proved::new(solutions, judges, line.last(), &options, line.complete)
}

/// The proofs about the player to move in an earlier position of the line, from solutions.
fn proved_before(
    (game, mover): (&dyn Game, Player),
    judges: &Judges,
    solutions: &[Arc<Solution>],
) -> Option<Judgement> {
    if solutions.is_empty() {
        return None;
    }
    let (moves, complete) = game.moves_up_to(mover, MOST_OPTIONS_BEFORE);
    let options: Vec<&dyn Game> = moves.iter().map(|step| &*step.to).collect();
    Proved::new(solutions, judges, (game, mover), &options, complete)?.result()
}

/// The limit on the moves of an earlier position.
const MOST_OPTIONS_BEFORE: usize = 600;

/// Makes the view of a game in progress.
pub(super) fn view(
    line: &Line,
    judges: &Judges,
    solutions: &[Arc<Solution>],
    light: bool,
    words: &Words,
    limits: &Limits<'_>,
) -> Result<View, ApiError> {
    let (game, mover) = line.last();
    let options: Vec<&dyn Game> = line.moves.iter().map(|step| &*step.to).collect();
    let known = judges.verdict(game, mover);
    let before = &line.positions[..line.positions.len() - 1];
    let mut plies: Vec<Option<Judgement>> = Vec::with_capacity(line.positions.len());
    for (number, (game, mover, _)) in before.iter().enumerate() {
        limits.check(Progress { stage: "moves", positions: number, bytes: 0 })?;
        // If nothing is solved, the page has shown the verdicts of the line already.
        let known = !judges.known.is_empty();
        plies.push(known.then(|| judges.verdict(&**game, *mover)).flatten());
    }
    // The game at the current position, its options, and the positions of the line that have no
    // verdict yet.
    let unknown: Vec<usize> = (0..plies.len()).filter(|&ply| plies[ply].is_none()).collect();
    let mut games = vec![game];
    games.extend(&options);
    games.extend(unknown.iter().map(|&ply| &*before[ply].0));
    let proved = match known {
        Some(_) => None,
        None => proved(line, judges, solutions),
    };
    let is_known = known.is_some() || judges.known.is_empty();
    let is_proved = proved.as_ref().is_some_and(|proved| proved.result().is_some());
    let mut values = match light && is_known || is_proved {
        true => Values::none(games.len(), limits),
        false => Values::new(&games, judges.convention, limits),
    };
    for (&ply, place) in unknown.iter().zip(1 + options.len()..) {
        let (game, mover, _) = &before[ply];
        plies[ply] = values
            .found(place, *mover)
            .or_else(|| proved_before((&**game, *mover), judges, solutions));
    }

    let valued = known.or_else(|| values.found(0, mover));
    // If the result is known, no proofs of a part of it are shown.
    let proved = proved.filter(|_| valued.is_none());
    let here = valued.or_else(|| proved.as_ref()?.result());
    let found: Vec<Option<Judgement>> = (options.iter().enumerate())
        .map(|(place, option)| {
            let next = option.turn().unwrap_or(mover.opponent());
            let there = judges.verdict(*option, next).or_else(|| values.found(1 + place, next));
            match there {
                Some(there) if next == mover => Some(there),
                Some(there) => Some(there.reversed()),
                None => proved.as_ref()?.result_of(place),
            }
        })
        .collect();
    let mut moves = move_views(line, here, &found, proved.as_ref(), &mut values, light);
    if !line.complete {
        moves.extend(best_beyond(game, mover, judges, &moves));
    }
    plies.push(here);
    // Whether the game is one of heaps, or of edges, is asked once: a line may be long.
    let is_of_heaps = HeapsBefore::of(line.start()).is_some();
    let has_edges = has_edges(&line.start().scene());
    let earlier = std::iter::once(None).chain(line.positions.iter().map(Some));
    let shown = line.positions.iter().zip(&plies).zip(earlier);
    let shown = shown.map(|(((game, mover, step), found), earlier)| Ply {
        game: game.text(),
        mover: mover.word(),
        heaps: earlier.zip(step.as_ref()).filter(|_| is_of_heaps).and_then(
            |((earlier, ..), made)| HeapsBefore::sized(&**earlier)?.changes(&made.name, &**game),
        ),
        step: step.as_ref().map(|made| made.name.clone()),
        index: step.as_ref().and_then(|made| made.index),
        edge: earlier
            .zip(step.as_ref())
            .filter(|_| has_edges)
            .and_then(|((earlier, mover, _), made)| edge_made(&**earlier, *mover, made.index?)),
        result: found.map(|found| found.fate.word()),
        remoteness: found.and_then(|found| found.remoteness),
    });
    let line_of_play = shown.collect();
    // If the result is known here, no other source is needed, and none may contradict it.
    let literature = plies[0].is_none().then(|| literature::about(line.start(), judges.convention));
    let literature = literature.flatten().map(PublishedJson::from);

    let parts = match light || judges.convention == Convention::Misere {
        true => Vec::new(),
        false => parts(game, limits),
    };
    line.checked()?;
    let answer = judges.known.first().map(|judge| judge.answer());
    let entry = catalogue::find(line.start().ruleset().split('(').next().unwrap_or_default());
    let stopped = answer.and_then(Result::err).or(values.stopped.as_ref());
    let before: Vec<(&dyn Game, Player)> =
        before.iter().map(|(game, mover, _)| (&**game, *mover)).collect();
    let threats = if moves.is_empty() { Vec::new() } else { threats(game, mover) };
    let story = Story { before: &before, threats: &threats };
    let svg = board::play_after(game, &marks(line, &found, &moves), story);
    Ok(View {
        game: line.start().text(),
        ruleset: line.start().ruleset(),
        name: entry.map(|entry| entry.name),
        family: entry.map(|entry| family(entry.family)),
        misere: judges.convention == Convention::Misere,
        first: line.first.word(),
        impartial: game.impartial(),
        players: game.players(),
        has_ends: game.has_ends(),
        positions: match &proved {
            Some(proved) => proved.positions,
            None => judges.known.last().and_then(|judge| judge.answer().ok()?.positions),
        },
        method: match (known.is_some(), &values.worths[0]) {
            (true, _) => "whole",
            (false, Some(Worth::Nimber(_))) => "values",
            (false, Some(Worth::Form(_))) => "forms",
            (false, None) => match &proved {
                Some(proved) if proved.positions.is_some() => "whole",
                Some(_) => "strategy",
                None => "none",
            },
        },
        by: proved.and_then(|proved| proved.by),
        literature,
        limit: stopped.map(limit_sentence),
        solving: None,
        line: line_of_play,
        principal: match light {
            true => Principal::default(),
            false => Principal::new(line.last(), judges, solutions, limits)?,
        },
        reason: match light || judges.convention == Convention::Misere || parts.is_empty() {
            true => None,
            false if moves.is_empty() => Some(Reason::End),
            false => reason(&parts, first_winning(&moves, &options), limits),
        },
        position: Position {
            game: game.text(),
            text: game.position(),
            drawing: game.drawing(),
            mover: mover.word(),
            over: moves.is_empty(),
            winner: moves.is_empty().then(|| winner(here, mover)).flatten(),
            result: here.map(|found| found.fate.word()),
            remoteness: here.and_then(|found| found.remoteness),
            repeated: line.has_come_round(),
            svg,
            moves,
            more: !line.complete,
            edit: edit(game, entry.map(|entry| entry.family)),
            template: template(game),
            diagram: game.diagram().map(|game| game.text()),
        },
        value: if light { None } else { value(&mut values, words) },
        components: parts.into_iter().map(component).collect(),
    })
}

fn move_views(
    line: &Line,
    here: Option<Judgement>,
    found: &[Option<Judgement>],
    proved: Option<&Proved>,
    values: &mut Values<'_>,
    light: bool,
) -> Vec<MoveView> {
    let bounds = |place: usize| match (found[place], proved) {
        (Some(Judgement { fate, .. }), _) => Bounds { at_least: fate, at_most: fate },
        (None, Some(proved)) => proved.bounds(place),
        (None, None) => Bounds::UNKNOWN,
    };
    let chosen = proved.and_then(|proved| proved.chosen);

    let mut ranks: Vec<(u8, u32)> = found.iter().flatten().map(|found| found.rank()).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let place = |found: Judgement| ranks.partition_point(|rank| *rank < found.rank());
    let shade = |found: Judgement| {
        let alike: Vec<usize> =
            (0..ranks.len()).filter(|&at| fate_of(ranks[at]) == fate_of(found.rank())).collect();
        let among = place(found) - alike[0];
        (among * 3).div_ceil(alike.len().max(2) - 1).min(3) as u8
    };
    let heaps = HeapsBefore::of(line.last().0);
    let scene = line.last().0.scene();
    let moves = line.moves.iter().zip(found).enumerate();
    let view = moves.map(|(i, (step, found))| {
        let value = if light { None } else { values.text(i + 1) };
        MoveView {
            index: i,
            name: step.name.clone(),
            to: step.to.text(),
            heaps: heaps.as_ref().and_then(|heaps| heaps.changes(&step.name, &*step.to)),
            edge: edge(&scene, &step.tokens),
            result: found.map(|found| found.fate.word()),
            remoteness: found.and_then(|found| found.remoteness),
            at_least: bounds(i).at_least.word(),
            at_most: bounds(i).at_most.word(),
            shade: found.map_or(0, shade),
            rank: found.map_or(ranks.len(), place),
            best: chosen == Some(i)
                || here.zip(*found).is_some_and(|(here, there)| here.fate == there.fate),
            unicode: value.as_deref().map(typeset::unicode),
            value,
        }
    });
    view.collect()
}

/// The first winning move, with the game after it if that is one of `options`.
fn first_winning<'a>(moves: &'a [MoveView], options: &[&'a dyn Game]) -> Option<Winning<'a>> {
    let at = moves.iter().position(|step| step.result == Some("win"))?;
    let MoveView { index, to, .. } = &moves[at];
    Some(Winning { index: *index, to, game: options.get(at).copied() })
}

/// Winning moves that are not among the moves shown.
fn best_beyond(
    game: &dyn Game,
    mover: Player,
    judges: &Judges,
    shown: &[MoveView],
) -> Vec<MoveView> {
    /// The limit on the moves that are added.
    const FEW: usize = 8;
    let answer = judges.known.first().and_then(|judge| judge.answer().ok());
    let answer = answer.filter(|answer| answer.game == game.text());
    let Some(side) = answer.and_then(|answer| answer.side(mover)) else { return Vec::new() };
    let heaps = HeapsBefore::of(game);
    let beyond = side.best.iter().filter(|best| best.fate == Fate::Win).take(FEW);
    let numbered = beyond.filter_map(|best| {
        let index = game.number_of(mover, &best.position, MOST_OPTIONS as usize)?;
        (index >= shown.len()).then(|| MoveView {
            index,
            name: best.name.clone(),
            edge: None,
            to: best.to.clone(),
            heaps: game
                .option_at(mover, index)
                .and_then(|(_, option)| heaps.as_ref()?.changes(&best.name, &*option)),
            result: Some(best.fate.word()),
            remoteness: best.remoteness,
            at_least: best.fate.word(),
            at_most: best.fate.word(),
            shade: 0,
            rank: 0,
            best: true,
            value: None,
            unicode: None,
        })
    });
    numbered.collect()
}

/// The result of the class of a rank: win, draw or loss.
fn fate_of((class, _): (u8, u32)) -> u8 {
    [0, 1, 1, 2][usize::from(class)]
}

fn marks<'m>(line: &'m Line, found: &[Option<Judgement>], moves: &[MoveView]) -> Vec<Mark<'m>> {
    let each = line.moves.iter().zip(found).zip(moves);
    let mark = each.map(|((step, found), view)| Mark {
        tokens: &step.tokens,
        fate: found.map(|found| found.fate),
        remoteness: found.and_then(|found| found.remoteness),
        shade: view.shade,
        name: &step.name,
    });
    mark.collect()
}

/// The edge that the move with this number cuts, if it is not one of very many.
fn edge_made(game: &dyn Game, mover: Player, index: usize) -> Option<String> {
    let (moves, _) = game.moves_up_to(mover, MOST_OPTIONS_BEFORE.min(index + 1));
    edge(&game.scene(), &moves.get(index)?.tokens)
}

/// Where the other player would put a piece and win at once.
fn threats(game: &dyn Game, mover: Player) -> Vec<Token> {
    /// Of more moves none is looked at.
    const MOST: usize = 400;
    let other = mover.opponent();
    if !game.has_ends() || game.turn().is_some() {
        return Vec::new();
    }
    let (moves, complete) = game.moves_up_to(other, MOST);
    let wins = |to: &dyn Game| to.end(to.turn().unwrap_or(mover)) == Some(End::Won(other));
    let winning = moves.into_iter().filter(|step| complete && wins(&*step.to));
    let put = |token: &Token| matches!(token, Token::Put { .. });
    winning.flat_map(|step| step.tokens).filter(put).collect()
}

/// Who has won, if play is over.
fn winner(here: Option<Judgement>, mover: Player) -> Option<&'static str> {
    Some(match here?.fate {
        Fate::Win => mover.word(),
        Fate::Loss => mover.opponent().word(),
        Fate::Draw => "tie",
    })
}

/// The components and their values, if they have nimbers.
fn parts(game: &dyn Game, limits: &Limits<'_>) -> Vec<Part> {
    /// The greatest number of components: more would be unreadable.
    const MOST: usize = 1000;
    let found = Solver::default().value(game, limits).ok().flatten();
    let parts = found.map_or_else(Vec::new, |(_, parts)| parts);
    if parts.len() > MOST { Vec::new() } else { parts }
}

fn component(part: Part) -> Component {
    let grundy = part.value.nimber().map(|nimber| nimber.0);
    let value = part.value.to_string();
    Component { game: part.text, unicode: typeset::unicode(&value), value, grundy }
}

fn value(values: &mut Values<'_>, words: &Words) -> Option<ValueView> {
    let (form, nimber) = match values.worths[0].clone()? {
        Worth::Form(form) => (form, None),
        Worth::Nimber(value) => {
            let nimber = value.nimber().map(|nimber| nimber.0);
            let small = nimber.and_then(|nimber| u32::try_from(nimber).ok());
            let form = small.and_then(|nimber| values.forms.nimber(nimber).ok());
            let Some(form) = form else {
                return Some(ValueView {
                    typeset: Typeset::of(&value.to_string()),
                    value: value.to_string(),
                    grundy: nimber,
                    outcome: value.outcome().word(),
                    facts: FactsJson::default(),
                    thermograph: None,
                });
            };
            (form, nimber)
        }
    };
    let facts = Facts::new(&mut values.forms, form).ok()?;
    // If the stops are equal, the thermograph is only a mast, so it is not drawn.
    let walls = (facts.left_stop != facts.right_stop)
        .then(|| values.forms.thermograph(form).ok())
        .flatten();
    Some(ValueView {
        typeset: Typeset::of(&facts.value),
        grundy: nimber.or(facts.nimber.map(u64::from)),
        outcome: facts.outcome.word(),
        facts: FactsJson::from(&facts),
        thermograph: walls.and_then(|walls| thermograph::svg(&walls, &facts.value, words)),
        value: facts.value,
    })
}

/// How the position can be changed: numbers and squares by hand, others as text.
fn edit(game: &dyn Game, family: Option<Family>) -> Edit {
    /// The largest heap that can be set by hand; larger heaps must be typed as text.
    const MOST: u64 = 1_000_000_000;
    let text = game.position();
    let alphabet: Vec<char> = game.alphabet().chars().collect();
    let rows: Vec<String> = text.split('|').map(str::to_string).collect();
    let is_row = |row: &String| row.chars().all(|c| alphabet.contains(&c));
    if !alphabet.is_empty() && rows.iter().all(is_row) {
        return Edit::Squares { rows, alphabet };
    }
    let sizes: Option<Vec<u64>> = text.split(',').map(|size| size.parse().ok()).collect();
    match (sizes, family) {
        (Some(sizes), Some(Family::Heaps | Family::Grid)) => {
            Edit::Heaps { sizes, least: 0, most: MOST }
        }
        _ => Edit::Text,
    }
}

/// The text of a game with `@` in place of its position.
fn template(game: &dyn Game) -> String {
    if game.terms().len() != 1 {
        return "@".to_string();
    }
    let ruleset = game.ruleset();
    match ruleset.strip_suffix(')') {
        Some(open) => format!("{open}; @)"),
        None => format!("{ruleset}(@)"),
    }
}
