//! An explicit game drawn as its graph of positions, with a pebble on the present position.

use super::Explicit;
use grundy_base::Player;
use grundy_ruleset::scene::graph::{GraphScene, name_of};
use grundy_ruleset::scene::{Ground, Look, Owner, Piece, Place, Scene, Stroke, Token};

/// Games with at most this many positions are drawn whole.
const WHOLE: usize = 40;
/// For larger games a position is drawn with at most this many of its options.
const MOST: usize = 1500;
/// The number of options in a line.
const IN_LINE: usize = 8;
/// The greatest number of options that are drawn with arrows.
const MOST_ARROWS: usize = 8;

impl Explicit {
    /// The whole game, or a position and its options.
    pub(super) fn drawn(&self, position: u32) -> Scene {
        match self.positions() <= WHOLE {
            true => self.whole(position),
            false => self.near(position),
        }
    }

    /// The step to an option, or to the common place of all options that are not drawn.
    pub(super) fn step(&self, scene: &Scene, from: u32, to: u32) -> Vec<Token> {
        if self.positions() <= WHOLE {
            return vec![Token::Step { from: from as usize, to: to as usize }];
        }
        let last = scene.places.len() - 1;
        let to = self.shown(from).iter().position(|&option| option == to);
        vec![Token::Step { from: 0, to: to.map_or(last, |to| to + 1) }]
    }

    fn name_of(&self, position: u32) -> String {
        self.game.names.get(position).to_string()
    }

    fn whole(&self, position: u32) -> Scene {
        let count = self.positions() as u32;
        let mut edges: Vec<(usize, usize)> = Vec::new();
        let mut owners = Vec::new();
        for from in 0..count {
            let rows = [Player::Left, Player::Right].map(|player| self.row(from, player));
            for &to in rows[0].iter().chain(rows[1]) {
                let edge = (from as usize, to as usize);
                if !edges.contains(&edge) {
                    edges.push(edge);
                    owners.push(match (rows[0].contains(&to), rows[1].contains(&to)) {
                        (true, true) => Owner::Nobody,
                        (true, false) => Owner::Left,
                        _ => Owner::Right,
                    });
                }
            }
        }
        let names = (0..count).map(|position| self.name_of(position)).collect();
        let graph = GraphScene::new(names, edges);
        let mut scene = graph.scene(|_| true);
        for (edge, &owner) in owners.iter().enumerate() {
            scene.lines.push(graph.line(edge, Stroke::Arrow(owner)));
        }
        scene.places[position as usize].piece = Some(Piece::new(Look::Pebbles(1), Owner::Both));
        let loops = graph.edges.iter().filter(|(from, to)| from == to);
        let above = loops.map(|&(from, _)| 0.95 - graph.spots[from][1]).fold(0.0, f64::max);
        scene.moved([0.0, above])
    }

    /// The options of both players, without repeats.
    fn shown(&self, position: u32) -> Vec<u32> {
        let mut options: Vec<u32> =
            self.row(position, Player::Left).iter().copied().take(MOST).collect();
        let right = self.row(position, Player::Right).iter().copied().take(MOST);
        if !self.game.one_table {
            options.extend(right);
        }
        let mut seen = hashbrown::HashSet::new();
        options.retain(|option| seen.insert(*option));
        options.truncate(MOST);
        options
    }

    fn near(&self, position: u32) -> Scene {
        let options = self.shown(position);
        let all = |player| self.row(position, player).len();
        let more = all(Player::Left).max(all(Player::Right)) > options.len();
        let mut names: Vec<String> = options.iter().map(|&option| self.name_of(option)).collect();
        if more {
            names.push("…".to_string());
        }
        let columns = names.len().clamp(1, IN_LINE);
        let widest = names.iter().map(|name| name.chars().count().min(15)).max().unwrap_or(1);
        let wide = (0.22 * widest as f64 + 0.2).max(1.5);
        let side = columns as f64 * wide;
        let start = Place::new(self.name_of(position), [side / 2.0, 0.5], Ground::Node);
        let start = start.with(Look::Pebbles(1), Owner::Both);
        let own = name_of(&start.name, start.centre);
        let mut scene = Scene::default();
        let room = own.width() / 2.0 - side / 2.0;
        scene.labels.push(own);
        let few = names.len() <= MOST_ARROWS;
        let from = start.centre;
        scene.places.push(start);
        for (i, name) in names.iter().enumerate() {
            let [x, y] = [(i % columns) as f64, (i / columns) as f64];
            let centre = [(x + 0.5) * wide, 3.0 + y * 1.6];
            scene.labels.push(name_of(name, centre));
            scene.places.push(Place::new(name.clone(), centre, Ground::Node));
            if few {
                let owner = match options.get(i) {
                    Some(_) if self.game.one_table => Owner::Nobody,
                    Some(option) if !self.row(position, Player::Right).contains(option) => {
                        Owner::Left
                    }
                    Some(option) if !self.row(position, Player::Left).contains(option) => {
                        Owner::Right
                    }
                    _ => Owner::Nobody,
                };
                let line = grundy_ruleset::scene::Line::new(from, centre, Stroke::Arrow(owner));
                scene.lines.push(line);
            }
            scene.size[1] = centre[1] + 0.8;
        }
        scene.size = [side, scene.size[1].max(1.3)];
        let room = room.max(0.0);
        scene = scene.moved([room, 0.0]);
        scene.size[0] += room;
        scene
    }
}
