//! Thermographs as pictures and as drawings for a terminal.
//!
//! As in the books, values grow to the left, where Left's wall is, and
//! temperatures upwards. The mast goes on for ever.

use std::fmt::Write;

use super::markup::{Svg, number};
use super::words::Words;
use crate::value::{Corner, Dyadic, Thermograph};
use grundy_base::Player;

/// The most corners named along the axes; more would not be readable.
const MOST_NAMES: usize = 12;

/// What is shown of a thermograph, as numbers precise enough for a drawing.
struct Frame {
    /// The greatest value and the least.
    left: f64,
    right: f64,
    /// The temperature at the upper edge.
    top: f64,
}

impl Frame {
    /// None where the numbers are too large to be drawn.
    fn new(thermograph: &Thermograph) -> Option<Frame> {
        let left = corners(thermograph, Player::Left);
        let right = corners(thermograph, Player::Right);
        let all = || left.iter().chain(&right);
        let greatest = all().map(|corner| corner.0).fold(f64::MIN, f64::max);
        let least = all().map(|corner| corner.0).fold(f64::MAX, f64::min);
        let base = all().map(|corner| corner.1).fold(0.0, f64::max);
        // A mast alone stands in the middle.
        let around = if greatest > least { 0.0 } else { 1.0 };
        let top = if base > 0.0 { 1.25 * base } else { 1.0 };
        let frame = Frame { left: greatest + around, right: least - around, top };
        (frame.left - frame.right).is_finite().then_some(frame)
    }
}

fn float(number: &Dyadic) -> f64 {
    let numerator: f64 = number.numerator().to_string().parse().unwrap_or(f64::INFINITY);
    numerator / 2f64.powi(number.exponent().min(2000) as i32)
}

/// Value and temperature of the corners of a wall.
fn corners(thermograph: &Thermograph, player: Player) -> Vec<(f64, f64)> {
    let place = |corner: &Corner| (float(&corner.value), float(&corner.temperature));
    thermograph.wall(player).iter().map(place).collect()
}

/// The value of a wall at a temperature.
fn value_at(corners: &[(f64, f64)], temperature: f64) -> f64 {
    let behind = corners.iter().position(|corner| corner.1 > temperature);
    match behind {
        Some(0) => corners[0].0,
        Some(next) => {
            let ((from, below), (to, above)) = (corners[next - 1], corners[next]);
            from + (to - from) * (temperature - below) / (above - below)
        }
        None => corners[corners.len() - 1].0,
    }
}

/// A drawing of `columns` columns; none where the numbers are too large.
#[must_use]
pub fn text(thermograph: &Thermograph, columns: usize) -> Option<String> {
    const ROWS: usize = 12;
    let frame = Frame::new(thermograph)?;
    let walls = [Player::Left, Player::Right].map(|player| corners(thermograph, player));
    let column = |value: f64| {
        ((frame.left - value) / (frame.left - frame.right) * (columns - 1) as f64).round() as usize
    };
    let base = thermograph.base().to_string();
    let base_row = (float(thermograph.base()) / frame.top * ROWS as f64).round() as usize;
    let margin = base.len().max(1);
    let mut text = String::new();
    for row in (0..=ROWS).rev() {
        let at = |row: usize| frame.top * row as f64 / ROWS as f64;
        let [left, right] = [0, 1].map(|wall| column(value_at(&walls[wall], at(row))));
        let [left_above, right_above] =
            [0, 1].map(|wall| column(value_at(&walls[wall], at(row + 1))));
        let mut line = vec![' '; columns];
        line[right] = if right_above < right { '\\' } else { '|' };
        line[left] = match (left == right, left_above > left) {
            (true, _) if row >= base_row => '|',
            (_, true) => '/',
            _ => '|',
        };
        let name = match row {
            0 => "0",
            row if row == base_row => &base,
            _ => "",
        };
        let line: String = line.into_iter().collect();
        let _ = writeln!(text, "{name:>margin$} {}", line.trim_end());
    }
    let mut names = vec![' '; columns + 24];
    let mut free = 0;
    let zero = Dyadic::ZERO;
    let ends = [
        thermograph.stop(Player::Left, &zero),
        thermograph.mean().clone(),
        thermograph.stop(Player::Right, &zero),
    ];
    for value in &ends {
        let name = value.to_string();
        let middle = column(float(value));
        let start = middle.saturating_sub(name.chars().count() / 2);
        if start >= free {
            for (place, c) in name.chars().enumerate().take(names.len() - start) {
                names[start + place] = c;
            }
            free = start + name.chars().count() + 1;
        }
    }
    let names: String = names.into_iter().collect();
    let _ = writeln!(text, "{:margin$} {}", "", names.trim_end());
    Some(text)
}

/// The picture as SVG; none where the numbers are too large.
#[must_use]
pub fn svg(thermograph: &Thermograph, title: &str, words: &Words) -> Option<String> {
    const SIZE: (f64, f64) = (640.0, 480.0);
    const LEFT: f64 = 64.0;
    const RIGHT: f64 = SIZE.0 - 40.0;
    const TOP: f64 = 76.0;
    const BOTTOM: f64 = SIZE.1 - 56.0;
    const PALE: &str = "#d9d9d9";
    const INK: &str = "#333333";
    let frame = Frame::new(thermograph)?;
    let x = |value: f64| LEFT + (frame.left - value) / (frame.left - frame.right) * (RIGHT - LEFT);
    let y = |temperature: f64| BOTTOM - temperature / frame.top * (BOTTOM - TOP);
    let mut svg = Svg::new(SIZE.0, SIZE.1, title);
    svg.language(words.language());
    let write = |svg: &mut Svg, at: (f64, f64), anchor: &str, size: f64, text: &str| {
        svg.words(at, anchor, size).set("fill", INK).text(text);
    };
    let shown: String = title.chars().take(60).collect();
    let more = if shown.len() < title.len() { "…" } else { "" };
    write(&mut svg, (LEFT, 30.0), "start", 17.0, &format!("{shown}{more}"));
    let facts = words.say(
        "thermograph.facts",
        &[("mean", thermograph.mean()), ("temperature", thermograph.base())],
    );
    write(&mut svg, (LEFT, 50.0), "start", 13.0, &facts);

    // The temperatures and values where walls turn, along both axes.
    let walls = Player::BOTH.map(|player| thermograph.wall(player).iter().take(MOST_NAMES));
    let turns: Vec<&Corner> = walls.into_iter().flatten().collect();
    let line = |svg: &mut Svg, from: (f64, f64), to: (f64, f64)| {
        svg.element("line")
            .number("x1", from.0)
            .number("y1", from.1)
            .number("x2", to.0)
            .number("y2", to.1)
            .set("stroke", PALE)
            .done();
    };
    let mut names: Vec<(f64, String)> = Vec::new();
    for corner in &turns {
        let place = x(float(&corner.value));
        line(&mut svg, (place, TOP), (place, BOTTOM));
        names.push((place, corner.value.to_string()));
    }
    apart(&mut names, 9.0);
    for (place, name) in names {
        write(&mut svg, (place, BOTTOM + 20.0), "middle", 13.0, &name);
    }
    let mut names: Vec<(f64, String)> = Vec::new();
    for corner in &turns {
        let place = y(float(&corner.temperature));
        line(&mut svg, (LEFT, place), (RIGHT, place));
        names.push((place, corner.temperature.to_string()));
    }
    apart(&mut names, 5.0);
    for (place, name) in names {
        write(&mut svg, (LEFT - 10.0, place + 4.0), "end", 13.0, &name);
    }
    write(
        &mut svg,
        ((LEFT + RIGHT) / 2.0, BOTTOM + 42.0),
        "middle",
        13.0,
        &words.say("thermograph.axis", &[]),
    );

    let wall = |player| {
        let mut corners = corners(thermograph, player);
        let mast = corners[corners.len() - 1].0;
        corners.push((mast, frame.top));
        let place = |(value, temperature): &(f64, f64)| {
            format!("{},{}", number(x(*value)), number(y(*temperature)))
        };
        corners.iter().map(place).collect::<Vec<_>>().join(" ")
    };
    // The colours of the players everywhere; Right's wall is drawn dashed over
    // Left's where both stand on the mast.
    for (player, colour, dashes) in
        [(Player::Left, "#0072b2", "none"), (Player::Right, "#d55e00", "6 5")]
    {
        // A page reads off the walls what they are at a tax.
        let corners: Vec<String> = corners(thermograph, player)
            .iter()
            .map(|(value, temperature)| format!("{value},{temperature}"))
            .collect();
        svg.element("polyline")
            .set("class", "wall")
            .set("data-corners", &corners.join(" "))
            .set("points", &wall(player))
            .set("fill", "none")
            .set("stroke", colour)
            .set("stroke-width", "3")
            .set("stroke-linejoin", "round")
            .set("stroke-dasharray", dashes)
            .done();
    }
    let mast = x(float(thermograph.mean()));
    svg.element("path")
        .set("d", &format!("M{} {}l5 10h-10z", number(mast), number(TOP - 10.0)))
        .set("fill", "#0072b2")
        .done();
    Some(svg.finish())
}

/// Drops names that are too near to be read, by the width of their letters; the first of them
/// stays.
fn apart(names: &mut Vec<(f64, String)>, letter: f64) {
    names.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut end = f64::MIN;
    names.retain(|(place, name)| {
        let half = letter * name.len().max(2) as f64 / 2.0;
        let fits = place - half >= end;
        if fits {
            end = place + half;
        }
        fits
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Forms;
    use grundy_base::Limits;

    fn switch(left: i64, right: i64) -> Thermograph {
        let mut forms = Forms::new(Limits::default());
        let [left, right] = [left, right].map(|n| forms.number(n.into()).unwrap());
        let switch = forms.canonical([left], [right]).unwrap();
        forms.thermograph(switch).unwrap()
    }

    #[test]
    fn a_switch_is_a_tent_with_a_mast() {
        let drawn = text(&switch(4, -2), 25).unwrap();
        let lines: Vec<&str> = drawn.lines().collect();
        assert!(lines[0].trim() == "|", "{drawn}");
        let zero = lines[lines.len() - 2];
        assert_eq!(zero, &format!("0 /{}\\", " ".repeat(23)), "{drawn}");
        assert_eq!(lines[lines.len() - 1].split_whitespace().collect::<Vec<_>>(), ["4", "1", "-2"]);
        let picture = svg(&switch(4, -2), "{4|-2}", &Words::default()).unwrap();
        assert!(picture.contains("mean 1, temperature 3"), "{picture}");
        assert_eq!(picture.matches("<polyline").count(), 2);
    }

    #[test]
    fn numbers_and_huge_games_are_drawn_or_refused() {
        let mut forms = Forms::new(Limits::default());
        let number = forms.number(Dyadic::new(-3, 2)).unwrap();
        let mast = forms.thermograph(number).unwrap();
        assert!(text(&mast, 25).unwrap().lines().last().unwrap().trim() == "-3/4");
        assert!(svg(&mast, "-3/4", &Words::default()).is_some());
        let huge = Dyadic::from_big(num_bigint::BigInt::from(1) << 5000, 0);
        let form = forms.number(huge).unwrap();
        let negative = forms.negative(form).unwrap();
        let switch = forms.canonical([form], [negative]).unwrap();
        let thermograph = forms.thermograph(switch).unwrap();
        assert_eq!(
            (text(&thermograph, 25), svg(&thermograph, "", &Words::default())),
            (None, None)
        );
    }
}
