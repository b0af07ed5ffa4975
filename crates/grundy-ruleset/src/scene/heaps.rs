//! Heaps as rows of tokens; each token is a place.

use super::{Ground, Kind, Label, Look, Owner, Place, Scene, Token, width};

/// How the tokens of a heap are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// From the end of a row.
    End {
        /// Whether the heap may also be split between two tokens.
        splits: bool,
    },
    /// From anywhere in a row, which is then split there.
    Row,
}

/// Larger heaps are drawn as one block with their size.
const LARGEST: u64 = 40;
/// Tokens per line.
const IN_LINE: u64 = 20;
/// With more places in total, all heaps are drawn as blocks.
const MOST_PLACES: u64 = 3000;
/// The greatest number of blocks drawn; the last place stands for all others.
const MOST_BLOCKS: usize = 1000;
/// Blocks per line, when all heaps are blocks.
const BLOCKS_IN_LINE: usize = 6;
/// The vertical gap between heaps.
const BETWEEN: f64 = 0.25;

/// Rows of tokens, numbered as places.
#[derive(Clone, Debug)]
pub struct Heaps {
    manner: Manner,
    sizes: Vec<u64>,
    /// The number of empty places after the tokens of each heap.
    room: Vec<u64>,
    /// The number of each heap's own place; its tokens follow.
    first: Vec<usize>,
    blocks: bool,
    between: f64,
}

impl Heaps {
    /// Heaps of these sizes.
    #[must_use]
    pub fn new(sizes: &[u64], manner: Manner) -> Self {
        Heaps::with_room(sizes, manner, |_| 0)
    }

    /// The heaps with room for more tokens after each.
    #[must_use]
    pub fn with_room(sizes: &[u64], manner: Manner, room: impl Fn(u64) -> u64) -> Self {
        let room: Vec<u64> = sizes.iter().map(|&size| room(size)).collect();
        let small = |size: u64| if size <= LARGEST { 2 * size + 1 } else { 1 };
        let places = sizes.iter().zip(&room).map(|(&size, room)| small(size).saturating_add(*room));
        let blocks = places.fold(0, u64::saturating_add) > MOST_PLACES;
        let mut heaps = Heaps {
            manner,
            sizes: sizes.to_vec(),
            room,
            first: Vec::new(),
            blocks,
            between: BETWEEN,
        };
        if blocks {
            heaps.sizes.truncate(MOST_BLOCKS);
            heaps.room = vec![0; heaps.sizes.len()];
        }
        let mut next = 0;
        for heap in 0..heaps.sizes.len() {
            heaps.first.push(next);
            next += 1 + heaps.shown(heap) + heaps.gaps(heap) + heaps.room[heap] as usize;
        }
        heaps
    }

    /// The heaps with a larger gap between them.
    #[must_use]
    pub fn apart(self, between: f64) -> Self {
        Heaps { between, ..self }
    }

    fn splits(&self) -> bool {
        self.manner != Manner::End { splits: false }
    }

    /// The number of tokens of a heap that are places.
    fn shown(&self, heap: usize) -> usize {
        let size = self.sizes[heap];
        if self.blocks || size > LARGEST { 0 } else { size as usize }
    }

    fn gaps(&self, heap: usize) -> usize {
        if self.splits() { self.shown(heap).saturating_sub(1) } else { 0 }
    }

    /// The place of a heap as a whole; the last place for heaps that are not drawn.
    #[must_use]
    pub fn own(&self, heap: usize) -> usize {
        self.first[heap.min(self.first.len() - 1)]
    }

    /// The place of a token, counted from 0; none if the heap is a block.
    #[must_use]
    pub fn token(&self, heap: usize, token: u64) -> Option<usize> {
        let shown = *self.sizes.get(heap)? > token && self.shown(heap) > 0;
        shown.then(|| self.own(heap) + 1 + token as usize)
    }

    /// The place between a token and the next one.
    #[must_use]
    pub fn gap(&self, heap: usize, token: u64) -> Option<usize> {
        let shown = heap < self.sizes.len() && (token as usize) < self.gaps(heap);
        shown.then(|| self.own(heap) + 1 + self.shown(heap) + token as usize)
    }

    /// The place for an added token, counted from 0 after the existing ones.
    #[must_use]
    pub fn free(&self, heap: usize, more: u64) -> Option<usize> {
        let shown = heap < self.sizes.len() && more < self.room[heap];
        shown.then(|| self.own(heap) + 1 + self.shown(heap) + self.gaps(heap) + more as usize)
    }

    /// The scene of the heaps.
    #[must_use]
    pub fn scene(&self) -> Scene {
        let mut scene = Scene::default();
        if self.blocks {
            self.blocks(&mut scene);
            return scene;
        }
        let label = |size: &u64| width(&size.to_string(), Kind::Sign);
        let wide = |size: u64| (width(&size.to_string(), Kind::Sign) + 0.6).max(1.2);
        let small = self.sizes.iter().filter(|&&size| size <= LARGEST);
        let left = small.map(label).fold(0.0, f64::max) + 0.35;
        let mut top = 0.0;
        for (heap, &size) in self.sizes.iter().enumerate() {
            let name = size.to_string();
            if size > LARGEST {
                let block = Place::new(name, [left + wide(size) / 2.0, top + 0.5], Ground::None);
                scene.places.push(block.with(Look::Block(size), Owner::Both));
                let mut right = left + wide(size);
                for more in 0..self.room[heap] {
                    let place = Place::new(
                        format!("+{}", more + 1),
                        [right + 0.6, top + 0.5],
                        Ground::None,
                    );
                    scene.places.push(place.with(Look::Empty, Owner::Both));
                    right += 1.0;
                }
                scene.size = [scene.size[0].max(right + 0.1), top + 1.0];
                top += 1.0 + self.between;
                continue;
            }
            let at = [left / 2.0, top + 0.5];
            scene.labels.push(Label::new(name.clone(), at, Kind::Sign));
            scene.places.push(Place::new(name, at, Ground::None));
            let spread = if self.splits() { 1.3 } else { 1.0 };
            let spot = |token: u64| {
                let (line, column) = (token / IN_LINE, token % IN_LINE);
                [left + 0.5 + column as f64 * spread, top + 0.5 + line as f64]
            };
            let look = if self.manner == Manner::Row { Look::Skittle } else { Look::Token };
            for token in 0..size {
                let place = Place::new((token + 1).to_string(), spot(token), Ground::None);
                scene.places.push(place.with(look, Owner::Both));
            }
            for token in 0..self.gaps(heap) as u64 {
                let [x, y] = spot(token);
                let name = format!("{}|{}", token + 1, token + 2);
                let ground = Ground::Gap([0.0, 0.42]);
                scene.places.push(Place::new(name, [x + spread / 2.0, y], ground));
            }
            for more in 0..self.room[heap] {
                let place = Place::new(format!("+{}", more + 1), spot(size + more), Ground::None);
                scene.places.push(place.with(Look::Empty, Owner::Both));
            }
            let all = size + self.room[heap];
            let columns = all.clamp(1, IN_LINE) as f64;
            let room = if self.splits() && all > IN_LINE { spread / 2.0 } else { 0.0 };
            let right = left + 1.0 + (columns - 1.0) * spread + room;
            let lines = all.div_ceil(IN_LINE).max(1) as f64;
            scene.size = [scene.size[0].max(right), top + lines];
            top += lines + self.between;
        }
        scene
    }

    fn blocks(&self, scene: &mut Scene) {
        let longest = self.sizes.iter().max().map_or(0, |most| most.to_string().len());
        let wide = 0.28 * longest as f64 + 1.0;
        for (i, &size) in self.sizes.iter().enumerate() {
            let (line, column) = (i / BLOCKS_IN_LINE, i % BLOCKS_IN_LINE);
            let centre = [(column as f64 + 0.5) * wide, 0.5 + line as f64 * (1.0 + self.between)];
            let place = Place::new(size.to_string(), centre, Ground::None);
            scene.places.push(place.with(Look::Block(size), Owner::Both));
            scene.size =
                [scene.size[0].max(centre[0] + wide / 2.0), scene.size[1].max(centre[1] + 0.5)];
        }
    }

    /// The tokens that lead to heaps of other sizes: all places where the move can be made.
    #[must_use]
    pub fn tokens(&self, before: &[u64], after: &[u64]) -> Vec<Token> {
        let mut tokens: Vec<Token> = Vec::new();
        for (heap, &size) in before.iter().enumerate() {
            let rest = before.len() - heap - 1;
            let Some(end) = after.len().checked_sub(rest).filter(|&end| end >= heap) else {
                continue;
            };
            if before[..heap] == after[..heap] && before[heap + 1..] == after[end..] {
                let parts: Vec<u64> =
                    after[heap..end].iter().copied().filter(|&part| part > 0).collect();
                if parts != [size] || before == after && size > 0 {
                    for token in self.taken(heap, size, &parts) {
                        if !tokens.contains(&token) {
                            tokens.push(token);
                        }
                    }
                }
            }
        }
        tokens
    }

    /// The tokens that leave these parts of a heap.
    fn taken(&self, heap: usize, size: u64, parts: &[u64]) -> Vec<Token> {
        if self.first.is_empty() {
            return Vec::new();
        }
        let own = || vec![Token::Cut { at: Some(self.own(heap)), gone: Vec::new() }];
        let left = parts.iter().copied().fold(0, u64::saturating_add);
        let Some(taken) = size.checked_sub(left) else {
            let more = self.free(heap, left - size - 1);
            return more.map_or_else(own, |more| {
                let piece = Some(super::Piece::new(Look::Token, Owner::Both));
                vec![Token::Put { places: vec![more], piece }]
            });
        };
        if heap >= self.sizes.len() || self.shown(heap) == 0 || taken == 0 && parts.len() < 2 {
            return own();
        }
        let gone = |from: u64| -> Vec<usize> {
            (from..from + taken).filter_map(|token| self.token(heap, token)).collect()
        };
        if parts.len() < 2 && matches!(self.manner, Manner::End { .. }) {
            return vec![Token::Cut { at: self.token(heap, left), gone: gone(left) }];
        }
        // The gap may come after any of the parts; the order of the parts is free.
        let mut starts: Vec<u64> = parts.to_vec();
        match parts {
            [] => starts = vec![0],
            [one] => starts = vec![0, *one],
            _ => {}
        }
        starts.sort_unstable();
        starts.dedup();
        let token = |from: u64| {
            let at = match taken % 2 {
                1 => self.token(heap, from + taken / 2),
                _ => self.gap(heap, (from + taken / 2).saturating_sub(1)),
            };
            match (at, gone(from)) {
                (None, gone) if gone.is_empty() => Token::Cut { at: Some(self.own(heap)), gone },
                (at, gone) => Token::Cut { at, gone },
            }
        };
        starts.into_iter().map(token).collect()
    }
}
