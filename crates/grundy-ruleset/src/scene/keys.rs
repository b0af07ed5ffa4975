//! The scene of a game without a board: its text, with a key for each move below it.

use super::{Ground, KEY, Kind, Label, Place, Scene, Token, width};

/// More keys are not drawn; what they would do is done by the last.
const MOST: usize = 200;
/// Lines of keys are no longer than this where one key is not.
const WIDEST: f64 = 14.0;
/// From one key to the next.
const BETWEEN: f64 = 0.2;
/// Lines of text, and letters in one, that are drawn.
const LINES: usize = 60;
const LETTERS: usize = 120;
/// The height of a line of text.
pub const LINE: f64 = 0.56;
/// Letters on a key.
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

/// A drawing, and below it keys with the names of moves, each once.
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

/// The key of a move: the one with its name, or the last of too many.
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
