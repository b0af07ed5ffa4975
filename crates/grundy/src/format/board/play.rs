//! A board with the moves of a player on it.
//!
//! Everything that can be pressed at one spot is one element, whichever moves it makes: a step has
//! such a spot at both ends, and a spot may belong to many moves.

use std::fmt::Write;

use hashbrown::HashMap;

use super::super::markup::{Svg, number};
use super::pen::{Pen, is_missing};
use super::{INK, MARGIN, trees};
use crate::game::Game;
use crate::scene::{
    Ground, KEY, Line, Look, Owner, Piece, Place, Scene, Spot, Stroke, Token, keys,
};
use grundy_base::{Fate, Player};

/// A move as it is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mark<'a> {
    /// The changes of places of the game's scene: any one of these makes the move.
    pub tokens: &'a [Token],
    /// The result for the player who makes it, if known.
    pub fate: Option<Fate>,
    /// The moves left after it.
    pub remoteness: Option<u32>,
    /// 0 for the best of equal moves, up to 3.
    pub shade: u8,
    /// Its name.
    pub name: &'a str,
}

/// The side of a square.
const SIDE: f64 = 48.0;
/// The least width of a spot that can be pressed.
const LEAST: f64 = 28.0 / SIDE;
/// The most places crossed out for a move.
const MOST_CROSSES: usize = 60;
/// Steps are drawn as arrows while there are no more of them.
const MOST_ARROWS: usize = 600;

/// What has happened before a position, and what threatens there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Story<'a> {
    /// The positions before, from the first one, each with the player who moved there.
    pub before: &'a [(&'a dyn Game, Player)],
    /// Tokens with which the other player would win at once.
    pub threats: &'a [Token],
}

/// The board with these moves on it, numbered in this order.
///
/// Each spot that can be pressed is a group of class `move` with the results of
/// the best of its moves, and with the numbers of its moves as `data-moves`. Each piece is a group
/// of class `piece` with the number of its place as `data-place`.
#[must_use]
pub fn play(game: &dyn Game, marks: &[Mark<'_>]) -> String {
    play_after(game, marks, Story::default())
}

/// The same with a story: what has changed in the last move is of class `last`, pieces that have
/// decided play are of class `deciding`, threats of class `threat`, and dominoes that were put on
/// squares lie there in the colours of their players.
#[must_use]
pub fn play_after(game: &dyn Game, marks: &[Mark<'_>], story: Story<'_>) -> String {
    let (earlier, mut scene) = match trees::kept(game, story.before) {
        Some((before, now)) => (Some(before), now),
        None => (story.before.last().map(|(before, _)| before.scene()), game.scene()),
    };
    // A move that changes no place has a key.
    let mut extra: Vec<Vec<Token>> = vec![Vec::new(); marks.len()];
    let shown = |token: &Token| token.places().iter().all(|&place| place < scene.places.len());
    let homeless: Vec<usize> =
        (0..marks.len()).filter(|&i| !marks[i].tokens.iter().any(shown)).collect();
    let first = scene.places.len();
    keys::add(&mut scene, homeless.iter().map(|&i| marks[i].name.to_string()));
    for (key, &i) in homeless.iter().enumerate() {
        extra[i].push(Token::press(first + key));
    }
    let tokens = |i: usize| if extra[i].is_empty() { marks[i].tokens } else { &extra[i] };

    let spots = Spots::new(&scene, (0..marks.len()).map(|i| (i, tokens(i))));
    let [width, height] = scene.size.map(|side| side * SIDE + 2.0 * MARGIN);
    let mut svg = Svg::of_class(width, height, &game.text(), "board", "group");
    let mut pen = Pen::new(&mut svg, SIDE, [MARGIN, MARGIN]);
    pen.numbered = true;
    pen.scene(&scene);
    pen.story(&scene, earlier.as_ref(), &story);
    for i in 0..spots.all.len() {
        pen.spot(&scene, &spots, i, marks);
    }
    svg.finish()
}

/// A spot that can be pressed.
struct Pressed<'t> {
    at: Spot,
    /// The numbers of the moves.
    moves: Vec<usize>,
    /// Different tokens that are pressed here.
    tokens: Vec<&'t Token>,
}

struct Spots<'t> {
    all: Vec<Pressed<'t>>,
    arrows: bool,
    /// For each place, how far from its middle the middles of its pairs are.
    pairs: HashMap<usize, Vec<Spot>>,
}

/// The two squares, side by side, that a token covers.
fn pair(scene: &Scene, token: &Token) -> Option<[usize; 2]> {
    let (Token::Put { places, .. } | Token::Cut { at: None, gone: places }) = token else {
        return None;
    };
    let &[a, b] = &places[..] else { return None };
    let [one, other] = [a, b].map(|place| &scene.places[place]);
    let square = |place: &Place| matches!(place.ground, Ground::Square | Ground::Dark);
    let [dx, dy] = [0, 1].map(|i| (one.centre[i] - other.centre[i]).abs());
    let beside = (dx + dy - 1.0).abs() < 0.01 && dx.min(dy) < 0.01;
    (square(one) && square(other) && beside).then_some([a, b])
}

/// The corners of the part of a polygon where `height` is not below zero.
fn clipped(corners: &[Spot], height: impl Fn(Spot) -> f64) -> Vec<Spot> {
    let mut kept = Vec::new();
    for (i, &from) in corners.iter().enumerate() {
        let to = corners[(i + 1) % corners.len()];
        let (above, below) = (height(from), height(to));
        if above >= 0.0 {
            kept.push(from);
        }
        if above * below < 0.0 {
            let part = above / (above - below);
            kept.push([0, 1].map(|i| from[i] + part * (to[i] - from[i])));
        }
    }
    kept
}

impl<'t> Spots<'t> {
    fn new(scene: &Scene, marks: impl Iterator<Item = (usize, &'t [Token])>) -> Self {
        let mut all: Vec<Pressed<'t>> = Vec::new();
        let mut found = std::collections::BTreeMap::new();
        let mut steps = 0;
        for (i, tokens) in marks {
            for token in tokens {
                steps += usize::from(matches!(token, Token::Step { .. }));
                for at in scene.pressed(token) {
                    // From the top, and from the left.
                    let key = [at[1], at[0]].map(|side| (side * 100.0).round() as i64);
                    let spot = *found.entry(key).or_insert_with(|| {
                        all.push(Pressed { at, moves: Vec::new(), tokens: Vec::new() });
                        all.len() - 1
                    });
                    let spot = &mut all[spot];
                    if spot.moves.last() != Some(&i) {
                        spot.moves.push(i);
                    }
                    if spot.tokens.len() < MOST_ARROWS && !spot.tokens.contains(&token) {
                        spot.tokens.push(token);
                    }
                }
            }
        }
        let order: Vec<usize> = found.into_values().collect();
        let mut places: Vec<Option<Pressed<'t>>> = all.into_iter().map(Some).collect();
        let all: Vec<_> = order.into_iter().filter_map(|spot| places[spot].take()).collect();
        let mut pairs: HashMap<usize, Vec<Spot>> = HashMap::new();
        for spot in &all {
            for place in
                spot.tokens.iter().find_map(|token| pair(scene, token)).into_iter().flatten()
            {
                let centre = scene.places[place].centre;
                let off = [0, 1].map(|i| spot.at[i] - centre[i]);
                pairs.entry(place).or_default().push(off);
            }
        }
        Spots { all, arrows: steps <= MOST_ARROWS, pairs }
    }

    /// The area to press for a pair of squares: everything nearer to its middle than to those of
    /// other pairs.
    fn of_pair(&self, scene: &Scene, spot: usize) -> Option<Vec<Vec<Spot>>> {
        let pressed = &self.all[spot];
        let places = pressed.tokens.iter().find_map(|token| pair(scene, token))?;
        let share = places.map(|place| {
            let [x, y] = scene.places[place].centre;
            let own = [pressed.at[0] - x, pressed.at[1] - y];
            let mut shape = vec![[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
            for other in &self.pairs[&place] {
                let towards = [own[0] - other[0], own[1] - other[1]];
                shape = clipped(&shape, |at| at[0] * towards[0] + at[1] * towards[1]);
            }
            shape.iter().map(|[dx, dy]| [x + dx, y + dy]).collect()
        });
        Some(share.into())
    }

    /// How near the nearest other spot is: as the crow flies, and along the
    /// sides of squares.
    fn room(&self, spot: usize) -> (f64, f64) {
        let [x, y] = self.all[spot].at;
        let others = self.all.iter().enumerate().filter(|(other, _)| *other != spot);
        others.fold((f64::INFINITY, f64::INFINITY), |(far, side), (_, other)| {
            let (dx, dy) = ((other.at[0] - x).abs(), (other.at[1] - y).abs());
            (far.min(dx.hypot(dy)), side.min(dx.max(dy)))
        })
    }
}

/// The name of a result, its colour and its mark, which is no letter: L is Left.
const fn result(fate: Option<Fate>) -> (&'static str, &'static str, &'static str) {
    match fate {
        Some(Fate::Win) => ("win", "#007a59", "✓"),
        Some(Fate::Loss) => ("loss", "#b35900", "✗"),
        Some(Fate::Draw) => ("draw", "#5b4a9c", "="),
        None => ("unknown", INK, ""),
    }
}

impl Pen<'_> {
    fn spot(&mut self, scene: &Scene, spots: &Spots<'_>, number_of: usize, marks: &[Mark<'_>]) {
        let pressed = &spots.all[number_of];
        let rank = |fate| match fate {
            Some(Fate::Win) => 0,
            Some(Fate::Draw) => 1,
            None => 2,
            Some(Fate::Loss) => 3,
        };
        let best = pressed.moves.iter().map(|&i| &marks[i]);
        let Some(best) = best.min_by_key(|mark| (rank(mark.fate), mark.shade)) else { return };
        let (word, colour, letter) = result(best.fate);
        let place = scene.places.iter().find(|place| {
            let [dx, dy] = [place.centre[0] - pressed.at[0], place.centre[1] - pressed.at[1]];
            dx.hypot(dy) < 0.01
        });
        // A position with nothing left may be written as nothing.
        let label = match names(pressed, marks) {
            label if !label.trim().is_empty() => label,
            _ => place.map_or("0", |place| &place.name).to_string(),
        };
        let numbers: Vec<String> = pressed.moves.iter().map(usize::to_string).collect();
        self.svg
            .open("g")
            .set("class", &format!("move {word} shade{}", best.shade.min(3)))
            .set("data-moves", &numbers.join(","))
            .set("tabindex", "0")
            .set("role", "button")
            .set("aria-label", &label)
            .done();
        // A place wider than a square is pressed like a key.
        let ground = place.map(|place| match place.width() {
            Some(width) => Ground::Key(width),
            None => place.ground,
        });
        let filled = place.is_some_and(|place| place.piece.is_some());
        match spots.of_pair(scene, number_of) {
            Some(shapes) => self.hit_shapes(&shapes),
            None => self.hit(pressed.at, ground, spots.room(number_of)),
        }
        for kind in ["put", "step", "cut"] {
            let mut tokens =
                pressed.tokens.iter().filter(|token| kind_of(token) == kind).peekable();
            if tokens.peek().is_none() {
                continue;
            }
            self.svg.open("g").set("class", &format!("token {kind}")).done();
            let mut outlined = false;
            for token in tokens {
                if !std::mem::replace(&mut outlined, true) {
                    self.outline(scene, pressed.at, ground, filled, token, colour);
                }
                if spots.arrows {
                    let of = pressed.moves.iter().filter(|&&i| marks[i].tokens.contains(token));
                    let of: Vec<String> = of.map(usize::to_string).collect();
                    self.consequence(scene, pressed.at, token, (colour, &of.join(",")));
                }
            }
            self.svg.close();
        }
        if !letter.is_empty() {
            self.letter(pressed.at, ground, best.fate, letter, colour);
        }
        self.svg.close();
    }

    /// The area to press, as large as its neighbours allow.
    fn hit(&mut self, at: Spot, ground: Option<Ground>, (far, side): (f64, f64)) {
        let hit = match ground {
            Some(Ground::Key(width)) => self.rect(at, [width, KEY]),
            Some(Ground::Cell) => self.path(&hexagon(at, 1.0), true),
            // Squares leave no holes between them where there is room for squares.
            // A long gap can be pressed along all of it.
            Some(Ground::Gap([dx, dy])) if dx.abs().max(dy.abs()) > 0.45 => {
                let wide = far.clamp(LEAST, 1.0);
                self.rect(at, [(2.0 * dx.abs()).max(wide), (2.0 * dy.abs()).max(wide)])
            }
            _ if side >= 0.99 => self.rect(at, [1.0, 1.0]),
            _ => self.circle(at, (far / 2.0).clamp(LEAST / 2.0, 0.5)),
        };
        hit.set("class", "hit").set("fill", "#ffffff").set("fill-opacity", "0").done();
    }

    fn hit_shapes(&mut self, shapes: &[Vec<Spot>]) {
        let mut d = String::new();
        for shape in shapes {
            for (i, &corner) in shape.iter().enumerate() {
                let [x, y] = self.at(corner).map(number);
                let _ = write!(d, "{}{x} {y}", if i == 0 { 'M' } else { 'L' });
            }
            d.push('Z');
        }
        self.svg
            .element("path")
            .set("d", &d)
            .set("class", "hit")
            .set("fill", "#ffffff")
            .set("fill-opacity", "0")
            .done();
    }

    /// The dotted line that shows that something can be done here.
    fn outline(
        &mut self,
        scene: &Scene,
        at: Spot,
        ground: Option<Ground>,
        filled: bool,
        token: &Token,
        colour: &str,
    ) {
        let dots = format!("{} {}", number(1.5), number(4.0));
        let outline = match (ground, token) {
            (Some(Ground::Key(width)), _) => {
                let round = 0.15 * SIDE;
                self.rect(at, [width, KEY]).number("rx", round)
            }
            (Some(Ground::Gap([dx, dy])), _) => {
                let [x, y] = at;
                self.path(&[[x - dx, y - dy], [x + dx, y + dy]], false)
            }
            // A pill in the place of a domino, with room for its neighbours.
            (None, Token::Put { places, .. } | Token::Cut { gone: places, .. })
                if places.len() > 1 =>
            {
                let (a, b) = (scene.places[places[0]].centre, scene.places[places[1]].centre);
                let across = (a[0] - b[0]).abs() > (a[1] - b[1]).abs();
                let round = 0.14 * SIDE;
                let size = if across { [0.48, 0.28] } else { [0.28, 0.48] };
                self.rect(at, size).number("rx", round)
            }
            (Some(Ground::Square | Ground::Dark), _) if !filled => {
                let round = 0.1 * SIDE;
                self.rect(at, [0.74, 0.74]).number("rx", round)
            }
            (Some(Ground::Point), _) => self.circle(at, 0.2),
            (Some(Ground::Cell), _) if !filled => self.path(&hexagon(at, 0.72), true),
            (Some(Ground::None), _) if !filled => self.circle(at, 0.3),
            _ => self.circle(at, 0.45),
        };
        let width = if matches!(ground, Some(Ground::Gap(_))) { "3" } else { "2" };
        outline
            .set("class", "outline")
            .set("fill", "none")
            .set("stroke", colour)
            .set("stroke-width", width)
            .set("stroke-linecap", "round")
            .set("stroke-dasharray", &dots)
            .done();
    }

    /// The other effects of the moves `of`, which a page shows when they are pointed at.
    fn consequence(&mut self, scene: &Scene, at: Spot, token: &Token, (colour, of): (&str, &str)) {
        match token {
            Token::Put { places, piece: Some(piece) } => {
                self.svg.open("g").set("class", "reach").set("opacity", "0").done();
                self.put(scene, places, piece);
                self.svg.close();
            }
            Token::Put { .. } => {}
            Token::Step { from, to } => {
                let ends = [*from, *to].map(|place| scene.places[place].centre);
                let line = Line::new(ends[0], ends[1], Stroke::Arrow(Owner::Nobody));
                // Drawn once, together with the end.
                if from != to && at == ends[1] {
                    self.svg
                        .open("g")
                        .set("class", "reach arrow")
                        .set("data-of", of)
                        .set("opacity", "0")
                        .done();
                    self.line(&line);
                    self.svg.close();
                }
            }
            Token::Cut { gone, .. } => {
                if gone.is_empty() {
                    return;
                }
                let places: Vec<String> = gone.iter().map(usize::to_string).collect();
                self.svg
                    .open("g")
                    .set("class", "reach")
                    .set("data-gone", &places.join(","))
                    .set("opacity", "0")
                    .done();
                let mut d = String::new();
                for &place in gone.iter().take(MOST_CROSSES) {
                    let [x, y] = scene.places[place].centre;
                    let strokes: &[[Spot; 2]] = &match scene.places[place].ground {
                        Ground::Gap([dx, dy]) => [[[x - dx, y - dy], [x + dx, y + dy]]; 2],
                        _ => [
                            [[x - 0.3, y - 0.3], [x + 0.3, y + 0.3]],
                            [[x - 0.3, y + 0.3], [x + 0.3, y - 0.3]],
                        ],
                    };
                    for &[from, to] in strokes {
                        let [[ax, ay], [bx, by]] = [from, to].map(|spot| self.at(spot).map(number));
                        d += &format!("M{ax} {ay}L{bx} {by}");
                    }
                }
                self.svg
                    .element("path")
                    .set("d", &d)
                    .set("fill", "none")
                    .set("stroke", colour)
                    .set("stroke-width", "3")
                    .done();
                self.svg.close();
            }
        }
    }

    fn put(&mut self, scene: &Scene, places: &[usize], piece: &Piece) {
        let centre = scene.middle(places);
        match places {
            [a, b] => {
                let [a, b] = [*a, *b].map(|place| scene.places[place].centre);
                self.domino(centre, [(a[0] - b[0]).abs(), (a[1] - b[1]).abs()], piece);
            }
            _ => self.piece(centre, piece, super::SHEET),
        }
    }

    /// W, L or D in a disc, a square or a diamond, beside the middle.
    fn letter(
        &mut self,
        [x, y]: Spot,
        ground: Option<Ground>,
        fate: Option<Fate>,
        letter: &str,
        colour: &str,
    ) {
        let (dx, dy) = match ground {
            Some(Ground::Key(width)) => (width / 2.0 - 0.1, 0.28),
            Some(Ground::Square | Ground::Dark | Ground::Node) => (0.31, 0.31),
            Some(Ground::Gap([_, dy])) if dy.abs() > 0.3 => (0.0, 0.33),
            Some(Ground::None | Ground::Cell) => (0.27, 0.27),
            _ => (0.0, 0.0),
        };
        let (x, y) = (x + dx, y - dy);
        let shape = match fate {
            Some(Fate::Win) => self.circle([x, y], 0.18),
            Some(Fate::Loss) => self.rect([x, y], [0.32, 0.32]),
            _ => self.path(&[[x, y - 0.23], [x + 0.23, y], [x, y + 0.23], [x - 0.23, y]], true),
        };
        shape.set("class", "letter").set("fill", colour).set("stroke", "#ffffff").done();
        self.sign(letter, [x, y], 0.24, "letter", "#ffffff");
    }

    /// Dominoes, the last move, what has decided play, and what threatens.
    fn story(&mut self, scene: &Scene, before: Option<&Scene>, story: &Story<'_>) {
        for (places, player) in dominoes(scene, story.before) {
            let piece = Piece::new(Look::Domino, Owner::of(player));
            self.svg.open("g").set("class", "piece domino").done();
            self.put(scene, &places, &piece);
            self.svg.close();
        }
        if let Some(before) = before {
            for place in scene.changed_since(before) {
                self.last(scene, place);
            }
            for line in fallen(before, scene) {
                self.svg.open("g").set("class", "gone").set("opacity", "0.3").done();
                self.line(line);
                self.svg.close();
            }
        }
        if scene.lines.iter().any(|line| matches!(line.stroke, Stroke::Edge(_))) {
            for place in &scene.places {
                // Beside the dots that can be pressed.
                if let Ground::Gap([dx, dy]) = place.ground {
                    let far = 0.56 / dx.hypot(dy).max(0.01);
                    let at = [place.centre[0] + far * dx, place.centre[1] + far * dy];
                    self.sign(&place.name, at, 0.26, "name", INK);
                }
            }
        }
        for &place in &scene.deciding {
            self.circle(scene.places[place].centre, 0.45)
                .set("class", "deciding")
                .set("fill", "none")
                .set("stroke", "#e69f00")
                .set("stroke-width", "4")
                .done();
        }
        let mut marked: Vec<Spot> = Vec::new();
        for at in story.threats.iter().filter_map(|token| scene.pressed(token).pop()) {
            if marked.contains(&at) {
                continue;
            }
            marked.push(at);
            self.svg.open("g").set("class", "threat").done();
            let corner = [at[0] - 0.31, at[1] - 0.31];
            self.circle(corner, 0.15).set("class", "badge").set("fill", INK).done();
            self.sign("!", corner, 0.24, "inverse", super::SHEET);
            self.svg.close();
        }
    }

    /// What the last move has changed.
    fn last(&mut self, scene: &Scene, place: usize) {
        let centre = scene.places[place].centre;
        if let Ground::Key(_) | Ground::Gap(_) = scene.places[place].ground {
            return;
        }
        let wide = scene.places[place].width().unwrap_or(0.86) + 0.08;
        self.rect(centre, [wide, 0.94])
            .set("class", "last")
            .set("fill", "none")
            .set("stroke", "#e69f00")
            .set("stroke-width", "2")
            .done();
    }
}

/// Edges of an earlier scene that are there no more; none where those that are left stand elsewhere.
fn fallen<'s>(before: &'s Scene, now: &Scene) -> Vec<&'s Line> {
    let is_edge = |line: &&Line| matches!(line.stroke, Stroke::Edge(_));
    if !now.lines.iter().filter(is_edge).all(|line| before.lines.contains(line)) {
        return Vec::new();
    }
    before.lines.iter().filter(is_edge).filter(|line| !now.lines.contains(line)).collect()
}

/// Pairs of squares that went together in one move and are gone still, each with the player who
/// moved.
fn dominoes(now: &Scene, before: &[(&dyn Game, Player)]) -> Vec<([usize; 2], Player)> {
    /// Of longer play nothing is drawn.
    const MOST: usize = 200;
    let gone = |scene: &Scene, place: usize| is_missing(&scene.places[place]);
    if before.len() > MOST || !(0..now.places.len()).any(|place| gone(now, place)) {
        return Vec::new();
    }
    let scenes: Vec<Scene> = before.iter().map(|(game, _)| game.scene()).collect();
    let next = scenes.iter().skip(1).chain([now]);
    let mut found = Vec::new();
    for ((scene, next), (_, player)) in scenes.iter().zip(next).zip(before) {
        if scene.size != now.size || scene.places.len() != now.places.len() {
            continue;
        }
        let went: Vec<usize> = (0..now.places.len())
            .filter(|&place| !gone(scene, place) && gone(next, place) && gone(now, place))
            .collect();
        let token = Token::Cut { at: None, gone: went };
        found.extend(pair(now, &token).map(|places| (places, *player)));
    }
    found
}

/// The corners of a hexagonal cell of this width.
fn hexagon([x, y]: Spot, width: f64) -> [Spot; 6] {
    let corner = width / 3.0f64.sqrt();
    [0.5, 1.5, 2.5, 3.5, 4.5, 5.5].map(|sixth: f64| {
        let (sin, cos) = (sixth * std::f64::consts::FRAC_PI_3).sin_cos();
        [x + corner * cos, y + corner * sin]
    })
}

const fn kind_of(token: &Token) -> &'static str {
    match token {
        Token::Put { .. } => "put",
        Token::Step { .. } => "step",
        Token::Cut { .. } => "cut",
    }
}

/// The names of the moves of a spot, no more than are pleasant to hear.
fn names(pressed: &Pressed<'_>, marks: &[Mark<'_>]) -> String {
    const MOST: usize = 6;
    let mut names: Vec<&str> = Vec::new();
    for &i in &pressed.moves {
        if !names.contains(&marks[i].name) {
            names.push(if names.len() < MOST { marks[i].name } else { "…" });
        }
        if names.len() > MOST {
            break;
        }
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    /// Twice the area of a polygon, by the shoelace formula.
    fn doubled(shape: &[Spot]) -> f64 {
        let next = shape.iter().cycle().skip(1);
        shape.iter().zip(next).map(|([ax, ay], [bx, by])| ax * by - bx * ay).sum::<f64>().abs()
    }

    /// The dominoes share the squares that they may cover, and each gets at least half of one.
    #[test]
    fn all_of_a_domino_is_pressed() {
        for (text, squares) in [
            ("domineering(3x3)", 9.0),
            ("domineering(..|.#)", 2.0),
            ("cram(3x3)", 9.0),
            ("cram(2x1)", 2.0),
        ] {
            let game = catalogue::parse(text).unwrap();
            let scene = game.scene();
            let moves = game.moves(Player::Left);
            let tokens = moves.iter().enumerate().map(|(i, step)| (i, &step.tokens[..]));
            let spots = Spots::new(&scene, tokens);
            let areas: Vec<f64> = (0..spots.all.len())
                .map(|spot| spots.of_pair(&scene, spot).unwrap())
                .map(|shapes| shapes.iter().map(|shape| doubled(shape) / 2.0).sum())
                .collect();
            assert!((areas.iter().sum::<f64>() - squares).abs() < 1e-6, "{text}: {areas:?}");
            assert!(areas.iter().all(|&area| area > 0.49), "{text}: {areas:?}");
        }
    }
}
