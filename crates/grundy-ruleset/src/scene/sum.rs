//! Scenes of sums: the terms side by side, in lines.

use super::{Kind, Label, Scene};

/// The width of a sign.
const SIGN: f64 = 1.0;
/// The width at which lines of terms wrap.
const WIDEST: f64 = 18.0;

/// The terms with signs between them; true means a minus. Also returns, for each term, the number
/// of places before its own.
#[must_use]
pub fn scene(terms: Vec<(Scene, bool)>) -> (Scene, Vec<usize>) {
    // Each line takes as many terms as fit.
    let mut lines: Vec<Vec<(usize, Scene, bool)>> = Vec::new();
    let mut wide = 0.0;
    for (i, (scene, minus)) in terms.into_iter().enumerate() {
        let needs = scene.size[0] + if i > 0 || minus { SIGN } else { 0.0 };
        match lines.last_mut() {
            Some(line) if wide + needs <= WIDEST => {
                line.push((i, scene, minus));
                wide += needs;
            }
            _ => {
                lines.push(vec![(i, scene, minus)]);
                wide = needs;
            }
        }
    }
    let (mut all, mut before) = (Scene::default(), Vec::new());
    let mut top = 0.0;
    for line in lines {
        let height = line.iter().map(|(_, scene, _)| scene.size[1]).fold(SIGN, f64::max);
        let mut x = 0.0;
        for (i, scene, minus) in line {
            if i > 0 || minus {
                let sign = if minus { "−" } else { "+" };
                let at = [x + SIGN / 2.0, top + height / 2.0];
                all.labels.push(Label::new(sign, at, Kind::Sign));
                x += SIGN;
            }
            let wide = scene.size[0];
            let down = top + (height - scene.size[1]) / 2.0;
            before.push(all.places.len());
            all.append(scene.moved([x, down]));
            x += wide;
        }
        all.size = [all.size[0].max(x), top + height];
        top += height + 0.5;
    }
    (all, before)
}
