//! Hare and Hounds: three hounds move forward and try to trap the hare.

use crate::catalogue::{Arguments, Entry, Family};
use grundy_base::{End, ParseError, Player, Text};
use grundy_ruleset::board::grid;
use grundy_ruleset::scene::{Ground, Line, Look, Owner, Piece, Place, Scene, Spot, Stroke};
use grundy_ruleset::words::{InWords, Words};
use grundy_ruleset::{Notation, Ruleset};

/// Hare and Hounds, the French Military Game, on its board of eleven points.
#[derive(Clone, Copy, Debug, Default)]
pub struct HareAndHounds;

/// The points of the hounds and the hare: three rows of five points without the corners,
/// numbered row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Chase {
    hounds: u16,
    hare: u8,
    /// The number of consecutive moves of the hounds that did not go forward.
    stalled: u8,
}

impl InWords for Chase {
    type Words = Words<1>;

    fn to_words(&self) -> Words<1> {
        Words([u64::from(self.hounds) << 16 | u64::from(self.hare) << 8 | u64::from(self.stalled)])
    }

    fn from_words(&Words([all]): &Words<1>) -> Chase {
        Chase { hounds: (all >> 16) as u16, hare: (all >> 8) as u8, stalled: all as u8 }
    }
}

const WIDTH: usize = 5;
const AREA: usize = 15;
/// After this many moves without a step forward the hounds have lost.
const PATIENCE: u8 = 10;
const HOUNDS: u32 = 3;
const START: Chase = Chase { hounds: 1 << 1 | 1 << 5 | 1 << 11, hare: 9, stalled: 0 };

fn is_point(at: usize) -> bool {
    at < AREA && ![0, 4, 10, 14].contains(&at)
}

const fn column(at: usize) -> usize {
    at % WIDTH
}

/// Whether a line joins two points. Lines run along rows and columns; the centre and the
/// two ends also have diagonal lines.
fn are_joined(a: usize, b: usize) -> bool {
    let across = column(a).abs_diff(column(b));
    let down = (a / WIDTH).abs_diff(b / WIDTH);
    let aslant = [a, b].iter().any(|at| [5, 7, 9].contains(at));
    is_point(a) && is_point(b) && (across + down == 1 || across == 1 && down == 1 && aslant)
}

impl Chase {
    fn is_free(self, at: usize) -> bool {
        self.hounds >> at & 1 == 0 && at != usize::from(self.hare)
    }

    fn hounds(self) -> impl Iterator<Item = usize> {
        (0..AREA).filter(move |&at| self.hounds >> at & 1 == 1)
    }

    fn characters(self) -> impl Iterator<Item = char> {
        (0..AREA).map(move |at| match () {
            () if !is_point(at) => '#',
            () if self.hounds >> at & 1 == 1 => 'D',
            () if at == usize::from(self.hare) => 'H',
            () => '.',
        })
    }

    /// The free neighbours of a point.
    fn near(self, from: usize) -> impl Iterator<Item = usize> {
        (0..AREA).filter(move |&to| are_joined(from, to) && self.is_free(to))
    }
}

impl Ruleset for HareAndHounds {
    type Position = Chase;

    fn has_ends(&self) -> bool {
        true
    }

    fn options(&self, &chase: &Chase, player: Player) -> impl Iterator<Item = Chase> {
        let hounds = chase.hounds().flat_map(move |from| {
            let steps = chase.near(from).filter(move |&to| column(to) >= column(from));
            steps.map(move |to| Chase {
                hounds: chase.hounds ^ 1 << from ^ 1 << to,
                stalled: if column(to) > column(from) { 0 } else { chase.stalled + 1 },
                ..chase
            })
        });
        let hare = chase.near(chase.hare.into()).map(move |to| Chase { hare: to as u8, ..chase });
        let (left, right) = (player == Player::Left, player == Player::Right);
        hounds.filter(move |_| left).chain(hare.filter(move |_| right))
    }

    fn end(&self, chase: &Chase, mover: Player) -> Option<End> {
        let hare = column(chase.hare.into());
        let is_past = chase.hounds().all(|hound| column(hound) > hare);
        let is_cornered =
            mover == Player::Right && self.options(chase, Player::Right).next().is_none();
        match (is_past || chase.stalled >= PATIENCE, is_cornered) {
            (true, _) => Some(End::Won(Player::Right)),
            (_, true) => Some(End::Won(Player::Left)),
            _ => None,
        }
    }
}

impl Notation for HareAndHounds {
    fn name(&self) -> &'static str {
        "hare-and-hounds"
    }

    fn start(&self) -> Option<Chase> {
        Some(START)
    }

    fn players(&self) -> Option<[String; 2]> {
        Some(["hound", "hare"].map(String::from))
    }

    fn print(&self, chase: &Chase) -> String {
        let board = grid::print(WIDTH, chase.characters());
        match chase.stalled {
            0 => board,
            stalled => format!("{board}, {stalled}"),
        }
    }

    fn read(&self, text: Text<'_>) -> Result<Chase, ParseError> {
        let (board, stalled) = match text.split_once(",") {
            Some((board, stalled)) => (board.trim(), Some(stalled.trim())),
            None => (text, None),
        };
        let rows = grid::read(board, "#.DH")?;
        if (rows.width, rows.height) != (WIDTH, AREA / WIDTH) {
            return Err(board.expected("3 rows of 5 points"));
        }
        for at in 0..AREA {
            if is_point(at) != (rows.squares[at] != '#') {
                let what = if is_point(at) { "a point ('.', 'D', 'H')" } else { "'#' in a corner" };
                return Err(ParseError::new(what, grid::offset(board, at)));
            }
        }
        let set = |c| (0..AREA).filter(|&at| rows.squares[at] == c).fold(0u16, |s, at| s | 1 << at);
        let (hounds, hares) = (set('D'), set('H'));
        if hounds.count_ones() != HOUNDS || hares.count_ones() != 1 {
            return Err(board.expected("three hounds ('D') and one hare ('H')"));
        }
        let count = |stalled: Text<'_>| match stalled.number("a number of moves")? {
            count if count > PATIENCE => Err(stalled.expected(format!("at most {PATIENCE} moves"))),
            count => Ok(count),
        };
        let stalled = stalled.map_or(Ok(0), count)?;
        Ok(Chase { hounds, hare: hares.trailing_zeros() as u8, stalled })
    }

    fn alphabet(&self) -> String {
        ".DH#".to_string()
    }

    fn draw(&self, chase: &Chase) -> String {
        let board = grid::draw(WIDTH, chase.characters());
        match chase.stalled {
            0 => board,
            stalled => format!("{board}\nmoves of the hounds that did not go forward: {stalled}"),
        }
    }

    fn scene(&self, chase: &Chase) -> Scene {
        let spot = |at: usize| -> Spot { [column(at), at / WIDTH].map(|n| n as f64 * 1.5 + 0.6) };
        let all: Vec<char> = chase.characters().collect();
        let mut scene = Scene { size: [4.0 * 1.5 + 1.2, 2.0 * 1.5 + 1.2], ..Scene::default() };
        for at in (0..AREA).filter(|&at| is_point(at)) {
            let piece = match all[at] {
                'D' => Some(Piece::new(Look::Beast('D'), Owner::Left)),
                'H' => Some(Piece::new(Look::Beast('H'), Owner::Right)),
                _ => None,
            };
            let name = grid::square_name(WIDTH, AREA / WIDTH, at);
            scene.places.push(Place { piece, ..Place::new(name, spot(at), Ground::Node) });
            let later = (at + 1..AREA).filter(|&other| are_joined(at, other));
            let line = |other| Line::new(spot(at), spot(other), Stroke::Thin);
            scene.lines.extend(later.map(line));
        }
        scene
    }

    /// The points that the piece leaves and reaches.
    fn move_name(&self, from: &Chase, to: &Chase, player: Player) -> String {
        let of = |chase: &Chase| match player {
            Player::Left => chase.hounds,
            Player::Right => 1 << chase.hare,
        };
        let name = |set: u16| grid::square_name(WIDTH, AREA / WIDTH, set.trailing_zeros() as usize);
        format!("{}-{}", name(of(from) & !of(to)), name(of(to) & !of(from)))
    }
}

/// Hare and Hounds in the catalogue.
pub const fn entry() -> Entry {
    Entry {
        name: "hare-and-hounds",
        aliases: &["french-military-game"],
        family: Family::Grid,
        title: "Hare and Hounds",
        about: "Three hounds go forward on a small board and try to corner a hare, which may run \
                anywhere and wants to slip past them. Known as the French Military Game; the hounds \
                win, but one mistake is enough to lose the hare.",
        rules: "Three hounds (D) and a hare (H) stand on a board of eleven points: three rows of five \
                without the corners (#), with lines along rows and columns, and aslant from the point \
                in the middle and the two at the ends. Left moves a hound along a line to the next \
                point, to the right, up or down or aslant, but never back to the left; Right moves \
                the hare to any next point. Nobody is taken. The hounds win when the hare cannot \
                move. The hare wins when it is further to the left than all hounds, or when ten moves \
                of the hounds in a row have not gone to the right; behind the board stands how many \
                these are, if any.",
        notation: "hare-and-hounds or hare-and-hounds(ROW|ROW|ROW) or hare-and-hounds(ROW|ROW|ROW, MOVES)",
        examples: &["hare-and-hounds", "hare-and-hounds(#..D#|...DH|#..D#)"],
        source: "Martin Gardner, Mathematical Games, Scientific American, October 1963; Winning Ways \
                 for your Mathematical Plays, chapter 21",
        parse: &|arguments: &Arguments<'_>| {
            let chase = match arguments.optional() {
                (None, None) => START,
                _ => HareAndHounds.read(arguments.position_only()?)?,
            };
            Ok(arguments.game_in_words(HareAndHounds, chase))
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The board has 11 points and 22 lines, as it is usually drawn; the middle point has eight
    /// lines and each end has three.
    #[test]
    fn the_board_has_its_lines() {
        let near = |at: usize| (0..AREA).filter(|&other| are_joined(at, other)).count();
        assert_eq!((0..AREA).filter(|&at| is_point(at)).count(), 11);
        assert_eq!((0..AREA).map(near).sum::<usize>(), 2 * 22);
        assert_eq!((near(7), near(5), near(9), near(6), near(1), near(2)), (8, 3, 3, 4, 4, 3));
    }
}
