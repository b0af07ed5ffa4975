//! Pictures: boards, position graphs, plots, thermographs.

use std::collections::HashMap;

use grundy::Player;
use grundy::answer;
use grundy::format::plot::Survey;
use grundy::format::{board as drawn, picture, svg, thermograph as walls};
use grundy::graph::Node;
use grundy::language::{LanguageError, Session, Value};
use serde::{Deserialize, Serialize};

use super::play::{Line, Step};
use super::questions::heap_ruleset;
use super::{App, convention, game};
use crate::config::PARTS;
use crate::error::{ApiError, limit_sentence};
use crate::languages::Language;
use crate::reply::Reply;

#[derive(Deserialize)]
pub(super) struct AskedBoard {
    game: String,
}

pub(super) async fn board(
    app: &App,
    AskedBoard { game: text }: AskedBoard,
) -> Result<Reply, ApiError> {
    let svg = app.pool.run(move |limits| Ok(drawn::svg(&*game(&text, limits)?)));
    Ok(Reply::svg(svg.await?))
}

#[derive(Deserialize)]
pub(super) struct AskedPlot {
    ruleset: String,
    n: Option<u64>,
    #[serde(default)]
    from: u64,
    #[serde(default)]
    language: Language,
}

pub(super) async fn plot(
    app: &App,
    AskedPlot { ruleset, n, from, language }: AskedPlot,
) -> Result<Reply, ApiError> {
    /// The largest heap, if none is given.
    const FEW: u64 = 1000;
    /// The largest possible heap; larger ones cannot be reached one by one.
    const MOST: u64 = 1 << 40;
    let last = n.unwrap_or(FEW.max(from));
    if from > last || last > MOST {
        return Err(ApiError::bad_request(format!("n is from {from} to {MOST}")));
    }
    let svg = app.pool.run(move |limits| {
        let ruleset = heap_ruleset(&ruleset)?;
        let Some((rules, _)) = ruleset.heaps() else { return Err(ApiError::not_found()) };
        let survey = Survey::new(&ruleset.ruleset(), &rules.kind(), from, last);
        // Heaps are counted as they are computed and take no memory.
        let limits = grundy::Limits { positions: usize::MAX, ..*limits };
        Ok(survey.complete(rules, &limits)?.svg(language.words()))
    });
    Ok(Reply::svg(svg.await?))
}

#[derive(Deserialize)]
pub(super) struct Expression {
    expr: String,
    #[serde(default)]
    language: Language,
}

pub(super) async fn thermograph(
    app: &App,
    Expression { expr, language }: Expression,
) -> Result<Reply, ApiError> {
    let svg = app.pool.run(move |limits| {
        let mut session = Session::new(*limits);
        let value = session.run(&expr)?;
        let found = match (&value, session.canonical(&value)?) {
            (Value::Thermograph(found), _) => (**found).clone(),
            (_, Some(form)) => session.forms().thermograph(form).map_err(LanguageError::from)?,
            (other, None) => {
                return Err(ApiError::unanswerable(format!("{} has no thermograph", other.kind())));
            }
        };
        let large = || ApiError::unanswerable("the numbers are too large to be drawn");
        walls::svg(&found, expr.trim(), language.words()).ok_or_else(large)
    });
    Ok(Reply::svg(svg.await?))
}

#[derive(Deserialize)]
pub(super) struct AskedGraph {
    game: String,
    #[serde(default)]
    misere: bool,
    max_nodes: Option<usize>,
    /// The player to move at the start, if that matters; both by default.
    first: Option<String>,
    /// The moves made so far, such as `1.0.3`. The nodes on this line have the numbers of their
    /// plies in `data-ply`.
    #[serde(default)]
    moves: String,
    #[serde(default)]
    language: Language,
}

#[derive(Serialize)]
struct GraphRequest {
    svg: String,
    shown: usize,
    total: usize,
    truncated: bool,
    outcome: Option<&'static str>,
}

/// The greatest number of positions: a picture with more would be unreadable.
const MOST_NODES: usize = 1000;

pub(super) async fn graph(app: &App, asked: AskedGraph) -> Result<Reply, ApiError> {
    let text = asked.game.clone();
    let game = app.pool.part(PARTS, move |limits| game(&text, limits)).await?;
    let convention = convention(asked.misere, &*game);
    let judge = app.judges.of(&*game, convention, &app.pool).await?;
    let first = match asked.first.as_deref() {
        None => None,
        Some("left") => Some(Player::Left),
        Some("right") => Some(Player::Right),
        Some(_) => return Err(ApiError::bad_request("first is left or right")),
    };
    let numbers = asked.moves.split('.').filter(|number| !number.is_empty());
    let moves: Result<Vec<Step>, _> =
        numbers.map(|number| number.parse().map(Step::Number)).collect();
    let moves = moves.map_err(|_| ApiError::bad_request("moves are numbers with dots between"))?;
    let drawn = app.pool.part(PARTS, move |limits| {
        let mover = first.unwrap_or(Player::Left);
        let line = Line::walk(&game.text(), mover, &moves, limits)?;
        let Some(solved) = judge.solved() else {
            let why = match judge.answer() {
                Err(stopped) => limit_sentence(stopped),
                Ok(_) => "too many positions to be drawn".to_string(),
            };
            return Err(ApiError::limit(format!("{}: {why}", game.text())));
        };
        let play = &solved.play;
        let values = answer::values_of_positions(&*game, play, convention, limits)?;
        let max_nodes = asked.max_nodes.unwrap_or(200).clamp(1, MOST_NODES);
        let options =
            picture::Options { max_nodes, convention, first, ..picture::Options::default() };
        let picture = picture::picture(play, &solved.outcomes, values.as_deref(), &options);
        let mut plies: HashMap<Node, Vec<String>> = HashMap::new();
        for (number, (game, mover, _)) in line.positions.iter().enumerate() {
            if let Some((node, _)) = play.find(&**game, *mover) {
                plies.entry(node).or_default().push(number.to_string());
            }
        }
        let about = |place: usize| {
            let node = &picture.nodes[place];
            let plies = plies.get(&node.node).map(|plies| ("data-ply", plies.join(" ")));
            let mover = node.mover.map_or("", Player::word).to_string();
            let button = [("tabindex", "0"), ("role", "button")];
            let button = button.map(|(name, value)| (name, value.to_string()));
            let names = [("data-game", node.game.clone()), ("data-mover", mover)];
            names.into_iter().chain(button).chain(plies).collect()
        };
        let graph = GraphRequest {
            svg: svg::bare(&picture, &about, asked.language.words()),
            shown: picture.nodes.len(),
            total: picture.total,
            truncated: !picture.complete(),
            outcome: picture.outcome.map(|outcome| outcome.word()),
        };
        Ok(super::json(&graph))
    });
    Ok(Reply::json(&*drawn.await?))
}
