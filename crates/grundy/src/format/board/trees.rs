//! Trees on the ground keep their places while they are cut, though every position is laid out anew.

use crate::game::Game;
use crate::scene::{Line, Owner, Scene, Spot, Stroke};
use grundy_base::Player;

/// Trees with more edges, and longer play, are laid out anew.
const MOST: usize = 64;

/// The scenes of a game and of the position before it, if play has cut trees: what is left stands
/// where it stood in the first position.
pub(super) fn kept(game: &dyn Game, before: &[(&dyn Game, Player)]) -> Option<(Scene, Scene)> {
    if before.len() > MOST {
        return None;
    }
    let mut scenes = before.iter().map(|(game, _)| *game).chain([game]).map(Game::scene);
    let mut last = scenes.next()?;
    Forest::of(&last)?;
    let mut pair = None;
    for scene in scenes {
        let now = placed(&last, scene);
        pair = Some((std::mem::replace(&mut last, now.clone()), now));
    }
    pair
}

/// A scene whose edges stand where they stood in an earlier one; the scene itself where that is not
/// what a cut leaves.
fn placed(before: &Scene, mut now: Scene) -> Scene {
    let (Some(old), Some(new)) = (Forest::of(before), Forest::of(&now)) else { return now };
    let fallen = old.edges.len().saturating_sub(new.edges.len());
    let wanted = new.shape(None);
    let cut = (0..old.edges.len())
        .find(|&edge| old.carried(edge) == fallen && old.shape(Some(edge)) == wanted);
    if cut.is_none() && old.shape(None) != wanted {
        return now;
    }
    let mut pairs = Vec::new();
    pair(&new, &old, (None, None), cut, &mut pairs);
    for (edge, was) in pairs {
        let (edge, was) = (&new.edges[edge], &old.edges[was]);
        now.lines[edge.line] = before.lines[was.line];
        for (&place, &stood) in edge.places.iter().zip(&was.places) {
            now.places[place].centre = before.places[stood].centre;
            now.places[place].ground = before.places[stood].ground;
        }
    }
    let rest = |scene: &Scene| -> Vec<Line> {
        scene.lines.iter().filter(|line| !is_edge(line)).copied().collect()
    };
    let ground = rest(before);
    for (line, stood) in now.lines.iter_mut().filter(|line| !is_edge(line)).zip(ground) {
        *line = stood;
    }
    now.size = before.size;
    now
}

/// Pairs the edges on an edge, or on the ground, with those of the same shape that stood there.
fn pair(
    new: &Forest,
    old: &Forest,
    (on, stood_on): (Option<usize>, Option<usize>),
    cut: Option<usize>,
    pairs: &mut Vec<(usize, usize)>,
) {
    let mut stood = old.on(stood_on, cut);
    for edge in new.on(on, None) {
        let shape = new.shape_of(edge, None);
        let Some(at) = stood.iter().position(|&was| old.shape_of(was, cut) == shape) else {
            return;
        };
        let was = stood.remove(at);
        pairs.push((edge, was));
        pair(new, old, (Some(edge), Some(was)), cut, pairs);
    }
}

fn is_edge(line: &Line) -> bool {
    matches!(line.stroke, Stroke::Edge(_))
}

/// The edges of a scene that consists of trees.
struct Forest {
    edges: Vec<TreeEdge>,
}

struct TreeEdge {
    /// The number of its line.
    line: usize,
    owner: Owner,
    /// The edge that carries it; none on the ground.
    below: Option<usize>,
    /// The numbers of the places in its middle and at its end.
    places: Vec<usize>,
}

impl Forest {
    /// None for a scene of other things.
    fn of(scene: &Scene) -> Option<Forest> {
        let near = |a: Spot, b: Spot| (a[0] - b[0]).hypot(a[1] - b[1]) < 1e-6;
        let lines = scene.lines.iter().enumerate();
        let lines: Vec<(usize, &Line)> = lines.filter(|(_, line)| is_edge(line)).collect();
        if lines.len() > MOST || !scene.labels.is_empty() {
            return None;
        }
        let mut edges = Vec::new();
        for &(number, line) in &lines {
            let ends = lines.iter().filter(|(_, other)| near(other.to, line.to)).count();
            let places = (0..scene.places.len()).filter(|&place| {
                let centre = scene.places[place].centre;
                near(centre, line.along(0.5)) || near(centre, line.to)
            });
            let Stroke::Edge(owner) = line.stroke else { continue };
            if ends > 1 || near(line.from, line.to) {
                return None;
            }
            edges.push(TreeEdge {
                line: number,
                owner,
                below: lines.iter().position(|(_, other)| near(other.to, line.from)),
                places: places.collect(),
            });
        }
        let placed: usize = edges.iter().map(|edge| edge.places.len()).sum();
        (placed == scene.places.len()).then_some(Forest { edges })
    }

    /// The edges on an edge, or on the ground, without one that is cut.
    fn on(&self, below: Option<usize>, cut: Option<usize>) -> Vec<usize> {
        let all = 0..self.edges.len();
        all.filter(|&edge| self.edges[edge].below == below && Some(edge) != cut).collect()
    }

    /// The number of edges that fall with an edge.
    fn carried(&self, edge: usize) -> usize {
        let above = self.on(Some(edge), None);
        1 + above.into_iter().map(|edge| self.carried(edge)).sum::<usize>()
    }

    /// What a tree looks like, in whatever order its branches stand.
    fn shape_of(&self, edge: usize, cut: Option<usize>) -> String {
        format!("{:?}{}", self.edges[edge].owner, self.shape_on(Some(edge), cut))
    }

    fn shape(&self, cut: Option<usize>) -> String {
        self.shape_on(None, cut)
    }

    fn shape_on(&self, below: Option<usize>, cut: Option<usize>) -> String {
        let on = self.on(below, cut).into_iter();
        let mut shapes: Vec<String> = on.map(|edge| self.shape_of(edge, cut)).collect();
        shapes.sort_unstable();
        format!("({})", shapes.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    /// The ends of the edges of a scene.
    fn ends(scene: &Scene) -> Vec<[Spot; 2]> {
        scene.lines.iter().filter(|line| is_edge(line)).map(|line| [line.from, line.to]).collect()
    }

    #[test]
    fn whatever_is_cut_all_other_edges_stand_where_they_stood() {
        let start = catalogue::parse("hackenbush(B[R,GG[B,R]], RB, G)").unwrap();
        let first = start.scene();
        for player in Player::BOTH {
            for cut in start.moves(player) {
                let (before, now) = kept(&*cut.to, &[(&*start, player)]).unwrap();
                assert_eq!(before, first);
                assert_eq!(now.size, first.size);
                let (stood, stand) = (ends(&first), ends(&now));
                assert!(stand.iter().all(|edge| stood.contains(edge)), "{}", cut.name);
                // Laid out anew, some edges stand elsewhere; places are named as in the new position.
                let anew = cut.to.scene();
                assert_eq!(stand.len(), ends(&anew).len());
                let named = |scene: &Scene| -> Vec<String> {
                    scene.places.iter().map(|place| place.name.clone()).collect()
                };
                assert_eq!(named(&now), named(&anew));
                // The move after it is on the edges that are drawn.
                for next in cut.to.moves(player.opponent()) {
                    let story = [(&*start, player), (&*cut.to, player.opponent())];
                    let (before, after) = kept(&*next.to, &story).unwrap();
                    assert_eq!(before, now);
                    assert!(ends(&after).iter().all(|edge| stand.contains(edge)));
                }
            }
        }
        let anew = start
            .moves(Player::Left)
            .iter()
            .any(|cut| ends(&cut.to.scene()).iter().any(|edge| !ends(&first).contains(edge)));
        assert!(anew, "nothing had to be kept");
    }

    #[test]
    fn other_scenes_are_laid_out_as_their_rulesets_say() {
        for game in
            ["nim(3,4)", "domineering(3x3)", "hackenbush(0-B-a-R-b-G-0)", "node-kayles(a-b-c)"]
        {
            let start = catalogue::parse(game).unwrap();
            let cut = &start.moves(Player::Left)[0];
            let kept = kept(&*cut.to, &[(&*start, Player::Left)]);
            assert!(kept.is_none_or(|(_, now)| now == cut.to.scene()), "{game}");
        }
    }
}
