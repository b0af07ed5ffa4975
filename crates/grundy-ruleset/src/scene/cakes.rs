//! Cakes: rectangles that are cut along the lines between their unit squares.

use super::{Ground, Kind, Line, Place, Scene, Stroke, Token, width};

/// Cakes with a longer side are drawn as buttons with their sizes.
const LONGEST: u16 = 24;
/// With more lines to cut along in total, all cakes are drawn as buttons.
const MOST_LINES: usize = 2000;
/// The greatest number of cakes drawn; the last place stands for all others.
const MOST_CAKES: usize = 800;
/// The width at which lines of cakes wrap.
const WIDEST: f64 = 16.0;
/// The gap between cakes.
const BETWEEN: f64 = 0.5;

/// Cakes by width and height, with numbered places to cut them.
#[derive(Clone, Debug)]
pub struct Table<'c> {
    cakes: &'c [[u16; 2]],
    small: bool,
    /// The first place of each cake.
    first: Vec<usize>,
}

impl<'c> Table<'c> {
    /// A table with these cakes.
    #[must_use]
    pub fn new(cakes: &'c [[u16; 2]]) -> Self {
        let lines = |cake: &[u16; 2]| usize::from(cake[0]) + usize::from(cake[1]) - 2;
        let small =
            cakes.iter().map(lines).sum::<usize>() <= MOST_LINES && cakes.len() <= MOST_CAKES;
        let shown = if cakes.len() > MOST_CAKES { &cakes[..MOST_CAKES] } else { cakes };
        let mut table = Table { cakes: shown, small, first: Vec::new() };
        let mut next = 0;
        for cake in shown {
            table.first.push(next);
            next += if table.is_drawn(*cake) { lines(cake) } else { 1 };
        }
        table
    }

    fn is_drawn(&self, [wide, high]: [u16; 2]) -> bool {
        self.small && wide.max(high) <= LONGEST
    }

    /// The scene: cakes side by side, in lines.
    #[must_use]
    pub fn scene(&self) -> Scene {
        let mut scene = Scene::default();
        let (mut x, mut y, mut line) = (0.0, 0.0, 0.0f64);
        for &cake in self.cakes {
            let name = format!("{}x{}", cake[0], cake[1]);
            let drawn = self.is_drawn(cake);
            let [wide, high] = match drawn {
                true => cake.map(f64::from),
                false => [width(&name, Kind::Sign) + 0.4, super::KEY],
            };
            if x > 0.0 && x + wide > WIDEST {
                (x, y, line) = (0.0, y + line + BETWEEN, 0.0);
            }
            if drawn {
                draw(&mut scene, cake, [x, y]);
            } else {
                let centre = [x + wide / 2.0, y + high / 2.0];
                scene.places.push(Place::new(name, centre, Ground::Key(wide)));
            }
            x += wide + BETWEEN;
            line = line.max(high);
            scene.size = [scene.size[0].max(x - BETWEEN), y + line];
        }
        scene
    }

    /// Vertical or horizontal cuts of a cake at these distances from its left or its top; the
    /// first is pressed.
    #[must_use]
    pub fn token(&self, cake: usize, upright: bool, cuts: &[u16]) -> Token {
        let Some(&first) = self.first.get(cake) else {
            return Token::Cut { at: self.first.last().copied(), gone: Vec::new() };
        };
        let [wide, high] = self.cakes[cake];
        if !self.is_drawn([wide, high]) {
            return Token::Cut { at: Some(first), gone: Vec::new() };
        }
        let before = if upright { first } else { first + usize::from(wide) - 1 };
        let gone: Vec<usize> = cuts.iter().map(|&cut| before + usize::from(cut) - 1).collect();
        Token::Cut { at: gone.first().copied(), gone }
    }
}

/// Draws a cake; each line to cut along is a place.
fn draw(scene: &mut Scene, cake: [u16; 2], [x, y]: super::Spot) {
    let [wide, high] = cake.map(f64::from);
    for cut in 1..cake[0] {
        let across = x + f64::from(cut);
        let centre = [across, y + high / 2.0];
        scene.lines.push(Line::new([across, y], [across, y + high], Stroke::Faint));
        scene.places.push(Place::new(format!("|{cut}"), centre, Ground::Gap([0.0, high / 2.0])));
    }
    for cut in 1..cake[1] {
        let down = y + f64::from(cut);
        let centre = [x + wide / 2.0, down];
        scene.lines.push(Line::new([x, down], [x + wide, down], Stroke::Faint));
        scene.places.push(Place::new(format!("-{cut}"), centre, Ground::Gap([wide / 2.0, 0.0])));
    }
    let corners = [[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]];
    for (i, &from) in corners.iter().enumerate() {
        scene.lines.push(Line::new(from, corners[(i + 1) % 4], Stroke::Thick));
    }
}
