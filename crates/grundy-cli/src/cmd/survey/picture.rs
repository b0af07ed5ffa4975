//! The picture of a survey: periods by their preperiods, and how near the open games are to
//! settling.

use grundy::format::markup::{SANS, Svg};

use super::export;
use grundy::format::survey::{SurveyLine, SurveyStatus, SurveyTable};

const PANEL: f64 = 380.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 72.0;
const BETWEEN: f64 = 84.0;
const TOP: f64 = 118.0;
const BOTTOM: f64 = 56.0;
const MARGIN: f64 = 24.0;
const INK: &str = "#222";
const PALE_INK: &str = "#555";
const LINES: &str = "#e4e4e4";

/// The colour (after Okabe and Ito, 2008) and the shape for each status.
fn mark(status: SurveyStatus) -> (&'static str, &'static str) {
    match status {
        SurveyStatus::Known => ("#0072b2", "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z"),
        SurveyStatus::New => ("#d55e00", "M0 -4L4 0L0 4L-4 0Z"),
        SurveyStatus::Proved => ("#b35900", "M0 -4L4 0L0 4L-4 0Z"),
        SurveyStatus::Open => ("#007a59", "M-3 -3H3V3H-3Z"),
        SurveyStatus::Missed => ("#b84f8c", "M0 -4L4 3H-4Z"),
        SurveyStatus::Contradicts => ("#000", "M-4 -1H-1V-4H1V-1H4V1H1V4H-1V1H-4Z"),
    }
}

/// A panel with points.
struct Panel<'a> {
    left: f64,
    title: &'static str,
    across: &'static str,
    up: &'static str,
    points: Vec<(f64, f64, &'a SurveyLine<'a>)>,
    /// Whether the vertical axis has powers of ten; otherwise it has parts of one.
    powers_up: bool,
}

/// The picture.
pub(super) fn svg(table: &SurveyTable<'_>) -> String {
    let width = LEFT + 2.0 * PANEL + BETWEEN + MARGIN;
    let title = format!("Survey of {} games of {} digits", table.family, table.digits);
    let mut svg = Svg::new(width, TOP + HEIGHT + BOTTOM, &title);
    svg.open("g").set("font-family", SANS).done();
    svg.words((MARGIN, 36.0), "start", 17.0)
        .set("fill", INK)
        .set("font-weight", "bold")
        .text(&title);
    let summary = export::summary(table);
    let mut lines = summary.lines();
    let codes = lines.next().and_then(|line| line.split(": ").last()).unwrap_or_default();
    svg.words((MARGIN, 56.0), "start", 12.0).set("fill", PALE_INK).text(codes);
    legend(&mut svg, table);
    let log = |number: u64| (number.max(1) as f64).log10();
    let periods = table.rows.iter().filter_map(|line| {
        let found = line.record.period.as_ref()?;
        Some((log(found.preperiod), log(found.period), line))
    });
    let open = table
        .rows
        .iter()
        .filter(|line| line.record.period.is_none())
        .filter_map(|line| Some((log(line.record.rares?), line.record.unsettled()?, line)));
    for panel in [
        Panel {
            left: LEFT,
            title: "Games with a period",
            across: "preperiod",
            up: "period",
            points: periods.collect(),
            powers_up: true,
        },
        Panel {
            left: LEFT + PANEL + BETWEEN,
            title: "Games without one so far",
            across: "rare values",
            up: "last rare value / heaps examined",
            points: open.collect(),
            powers_up: false,
        },
    ] {
        panel.write(&mut svg);
    }
    svg.finish()
}

fn legend(svg: &mut Svg, table: &SurveyTable<'_>) {
    let mut x = MARGIN + 6.0;
    for status in SurveyStatus::ALL {
        let count = table.count(status);
        if count == 0 {
            continue;
        }
        let (colour, shape) = mark(status);
        let text = format!("{count} {}", status.meaning());
        let place = format!("translate({x} 74)");
        svg.element("path").set("d", shape).set("fill", colour).set("transform", &place).done();
        svg.words((x + 10.0, 78.0), "start", 12.0).set("fill", INK).text(&text);
        x += 34.0 + grundy::format::markup::sans_width(&text, 12.0);
    }
}

impl Panel<'_> {
    fn write(&self, svg: &mut Svg) {
        let floor = TOP + HEIGHT;
        let powers = |values: &mut dyn Iterator<Item = f64>| values.fold(1.0, f64::max).ceil();
        let most_across = powers(&mut self.points.iter().map(|point| point.0));
        let most_up = match self.powers_up {
            true => powers(&mut self.points.iter().map(|point| point.1)),
            false => 1.0,
        };
        let x = |value: f64| self.left + PANEL * value / most_across;
        let y = |value: f64| floor - HEIGHT * value / most_up;
        let words = |svg: &mut Svg, at, anchor, colour, text: &str| {
            svg.words(at, anchor, 12.0).set("fill", colour).text(text);
        };
        svg.words((self.left, TOP - 12.0), "start", 13.0)
            .set("fill", INK)
            .set("font-weight", "bold")
            .text(self.title);
        let across = (0..=most_across as u32).map(|power| (f64::from(power), number(power)));
        for (value, name) in across {
            line(svg, (x(value), TOP), (x(value), floor));
            words(svg, (x(value), floor + 18.0), "middle", PALE_INK, &name);
        }
        let up: Vec<(f64, String)> = match self.powers_up {
            true => (0..=most_up as u32).map(|power| (f64::from(power), number(power))).collect(),
            false => [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| (part, part.to_string())).into(),
        };
        for (value, name) in up {
            line(svg, (self.left, y(value)), (self.left + PANEL, y(value)));
            words(svg, (self.left - 8.0, y(value) + 4.0), "end", PALE_INK, &name);
        }
        words(svg, (self.left + PANEL / 2.0, floor + 40.0), "middle", INK, self.across);
        let (side, middle) = (self.left - 52.0, TOP + HEIGHT / 2.0);
        svg.words((side, middle), "middle", 12.0)
            .set("fill", INK)
            .set("transform", &format!("rotate(-90 {side} {middle})"))
            .text(self.up);
        for &(across, up, of) in &self.points {
            let (colour, shape) = mark(of.status);
            svg.open("path")
                .set("d", shape)
                .set("fill", colour)
                .set("fill-opacity", "0.6")
                .set("transform", &format!("translate({:.1} {:.1})", x(across), y(up)))
                .done();
            svg.element("title").text(of.record.game.as_str());
            svg.close();
        }
    }
}

fn line(svg: &mut Svg, from: (f64, f64), to: (f64, f64)) {
    svg.element("path")
        .set("d", &format!("M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1))
        .set("stroke", LINES)
        .done();
}

/// A power of ten.
fn number(power: u32) -> String {
    let raised = |power: u32| -> String {
        let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
        power.to_string().chars().filter_map(|c| digits.get(c.to_digit(10)? as usize)).collect()
    };
    match power {
        0 => "1".to_string(),
        1 => "10".to_string(),
        power => format!("10{}", raised(power)),
    }
}
