//! Boards and strips of squares, with the names of rows and columns.

use super::{Ground, Kind, Label, Line, Look, Owner, Piece, Place, Scene, Stroke};
use crate::board::grid::column_name;

/// Which pieces characters stand for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Letters {
    /// The characters of Left's pieces and of Right's; the first of each is a stone.
    pub pieces: [&'static str; 2],
}

/// The room for the names of rows and columns.
pub const NAMES: f64 = 0.7;

/// A position's text as rows of equal length; none if it is not of this form.
#[must_use]
pub fn rows(text: &str) -> Option<Vec<Vec<char>>> {
    let rows: Vec<Vec<char>> = text.split('|').map(|row| row.chars().collect()).collect();
    rows.iter().all(|row| !row.is_empty() && row.len() == rows[0].len()).then_some(rows)
}

impl Letters {
    /// The piece for a character: nothing for `.`, a missing square for `#`, a stone for the
    /// first character of a player, and otherwise the letter itself.
    #[must_use]
    pub fn piece(&self, letter: char) -> Option<Piece> {
        let owner = match self.pieces.iter().position(|pieces| pieces.contains(letter)) {
            Some(0) => Owner::Left,
            Some(_) => Owner::Right,
            None => Owner::Both,
        };
        let first = self.pieces.iter().any(|pieces| pieces.starts_with(letter));
        match letter {
            '.' => None,
            '#' => Some(Piece::new(Look::Missing, Owner::Nobody)),
            _ if first => Some(Piece::new(Look::Stone, owner)),
            _ => Some(Piece::new(Look::Letter(letter), owner)),
        }
    }
}

/// The name of a square of a board.
#[must_use]
pub fn name(height: usize, x: usize, y: usize) -> String {
    format!("{}{}", column_name(x), height - y)
}

/// A rectangle of squares with coordinates, row by row from the top; `piece` gives the
/// piece at a column and a row.
#[must_use]
pub fn board(width: usize, height: usize, piece: impl Fn(usize, usize) -> Option<Piece>) -> Scene {
    let mut scene =
        Scene { size: [NAMES + width as f64, height as f64 + NAMES], ..Scene::default() };
    for y in 0..height {
        let down = y as f64 + 0.5;
        scene.labels.push(Label::new((height - y).to_string(), [0.35, down], Kind::Name));
        for x in 0..width {
            let place =
                Place::new(name(height, x, y), [NAMES + x as f64 + 0.5, down], Ground::Square);
            scene.places.push(Place { piece: piece(x, y), ..place });
        }
    }
    for x in 0..width {
        let at = [NAMES + x as f64 + 0.5, height as f64 + 0.35];
        scene.labels.push(Label::new(column_name(x), at, Kind::Name));
    }
    scene
}

/// The squares of all rows of equal pieces, across, down or aslant, that are at least so long, on a
/// [`board`] of this width.
#[must_use]
pub fn in_a_row(scene: &Scene, width: usize, long: usize) -> Vec<usize> {
    let height = scene.places.len() / width.max(1);
    let at = |x: isize, y: isize| {
        let inside = (0..width as isize).contains(&x) && (0..height as isize).contains(&y);
        inside.then(|| y as usize * width + x as usize)
    };
    let mut found: Vec<usize> = Vec::new();
    for (start, place) in scene.places.iter().enumerate().filter(|(_, place)| place.piece.is_some())
    {
        let (x, y) = ((start % width) as isize, (start / width) as isize);
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let row: Option<Vec<usize>> =
                (0..long as isize).map(|step| at(x + step * dx, y + step * dy)).collect();
            let alike =
                |row: &Vec<usize>| row.iter().all(|&at| scene.places[at].piece == place.piece);
            found.extend(row.filter(alike).into_iter().flatten());
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// As [`board`], but with lines that cross at the centre of each square, as in Go.
#[must_use]
pub fn points(width: usize, height: usize, piece: impl Fn(usize, usize) -> Option<Piece>) -> Scene {
    let mut scene = board(width, height, piece);
    for place in &mut scene.places {
        place.ground = Ground::None;
    }
    let (right, bottom) = (NAMES + width as f64 - 0.5, height as f64 - 0.5);
    let there = |x: usize, y: usize| {
        scene.places[y * width + x].piece.as_ref().is_none_or(|piece| piece.look != Look::Missing)
    };
    let mut lines = Vec::new();
    if scene
        .places
        .iter()
        .any(|place| place.piece.as_ref().is_some_and(|piece| piece.look == Look::Missing))
    {
        // Only between points that are not missing.
        for y in 0..height {
            for x in (0..width).filter(|&x| there(x, y)) {
                let at = scene.places[y * width + x].centre;
                if x + 1 < width && there(x + 1, y) {
                    lines.push(Line::new(at, [at[0] + 1.0, at[1]], Stroke::Thin));
                }
                if y + 1 < height && there(x, y + 1) {
                    lines.push(Line::new(at, [at[0], at[1] + 1.0], Stroke::Thin));
                }
            }
        }
    } else {
        for x in (0..width).filter(|_| height > 1) {
            let x = NAMES + x as f64 + 0.5;
            lines.push(Line::new([x, 0.5], [x, bottom], Stroke::Thin));
        }
        for y in (0..height).filter(|_| width > 1) {
            let y = y as f64 + 0.5;
            lines.push(Line::new([NAMES + 0.5, y], [right, y], Stroke::Thin));
        }
    }
    scene.lines = lines;
    scene
}

/// A board whose rows are given by their characters.
#[must_use]
pub fn of_rows(rows: &[Vec<char>], piece: impl Fn(char) -> Option<Piece>) -> Scene {
    let width = rows.first().map_or(0, Vec::len);
    board(width, if width == 0 { 0 } else { rows.len() }, |x, y| piece(rows[y][x]))
}

/// A row of squares above their numbers, counted from 1.
#[must_use]
pub fn strip(squares: &[char], piece: impl Fn(char) -> Option<Piece>) -> Scene {
    let mut scene = Scene { size: [squares.len() as f64, 1.0 + NAMES], ..Scene::default() };
    for (x, &square) in squares.iter().enumerate() {
        let across = x as f64 + 0.5;
        let name = (x + 1).to_string();
        scene.labels.push(Label::new(name.clone(), [across, 1.35], Kind::Name));
        let place = Place::new(name, [across, 0.5], Ground::Square);
        scene.places.push(Place { piece: piece(square), ..place });
    }
    scene
}
