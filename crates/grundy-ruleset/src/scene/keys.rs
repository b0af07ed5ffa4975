//! The scene of a game without a board: its text, and below it a key (a button) for each
//! move.

use super::{Ground, KEY, Kind, Label, Place, Scene, Token, width};

/// The greatest number of keys drawn; the last makes all remaining moves.
const MOST: usize = 200;
/// The width at which lines of keys wrap.
const WIDEST: f64 = 14.0;
/// The gap between keys.
const BETWEEN: f64 = 0.2;
/// The greatest number of lines of text, and of letters in a line.
const LINES: usize = 60;
const LETTERS: usize = 120;
/// The height of a line of text.
pub const LINE: f64 = 0.56;
/// The greatest number of letters on a key.
const NAME: usize = 40;

/// A drawing as lines of text.
#[must_use]
pub fn text(drawing: &str) -> Scene {
    let mut scene = Scene::default();
    for (i, line) in drawing.lines().take(LINES).enumerate() {
        let long = line.chars().count() > LETTERS;
        let shown: String = line.chars().take(LETTERS).chain(long.then_some('…')).collect();
        let label = Label::new(shown, [0.0, (i as f64 + 0.5) * LINE], Kind::Text);
        scene.size = [label.width().max(scene.size[0]), (i + 1) as f64 * LINE];
        scene.labels.push(label);
    }
    scene
}

/// A drawing, and below it keys with the names of moves, without repeats.
#[must_use]
pub fn scene(drawing: &str, names: impl IntoIterator<Item = String>) -> Scene {
    let mut scene = text(drawing);
    let mut seen: Vec<String> = Vec::new();
    for name in names {
        if seen.contains(&name) {
            continue;
        }
        if seen.len() == MOST {
            seen.push("…".to_string());
            break;
        }
        seen.push(name);
    }
    add(&mut scene, seen);
    scene
}

/// Adds keys below a scene.
pub fn add(scene: &mut Scene, names: impl IntoIterator<Item = String>) {
    let top = if scene.size[1] > 0.0 { scene.size[1] + 0.3 } else { 0.0 };
    let widest = WIDEST.max(scene.size[0]);
    let (mut x, mut y) = (0.0, top);
    for name in names {
        let shown: String = name.chars().take(NAME).collect();
        let wide = (width(&shown, Kind::Sign) + 0.4).max(KEY);
        if x > 0.0 && x + wide > widest {
            (x, y) = (0.0, y + KEY + BETWEEN);
        }
        let centre = [x + wide / 2.0, y + KEY / 2.0];
        scene.places.push(Place::new(name, centre, Ground::Key(wide)));
        x += wide + BETWEEN;
        scene.size = [scene.size[0].max(x - BETWEEN), y + KEY];
    }
}

/// The key of a move: the one with its name, or the last key if it is not drawn.
#[must_use]
pub fn tokens(scene: &Scene, name: &str) -> Vec<Token> {
    let key = |wanted: &str| {
        scene
            .places
            .iter()
            .position(|place| matches!(place.ground, Ground::Key(_)) && place.name == wanted)
    };
    key(name).or_else(|| key("…")).map(Token::press).into_iter().collect()
}
