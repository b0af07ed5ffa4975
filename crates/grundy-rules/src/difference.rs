//! Compiled rules against the interpreter: every position that play reaches, up to some number.

use std::collections::{HashSet, VecDeque};

use grundy::stated::{Expansions, Stated};
use grundy::{End, Fault, Player};
use grundy_wasm::{Bounds, Module};

use crate::compile::{Sharing, compile};
use crate::game::FileGame;
use crate::structure::layout::Layout;
use crate::structure::shape::Seen;

type Expanded = (Option<End>, Vec<(Vec<u8>, Option<Player>)>);

fn interpreted(game: &FileGame, position: &[u8], mover: Player) -> Result<Expanded, Fault> {
    let mut found = Expansions::default();
    game.expand(&[(position, mover)], &mut found)?;
    let (end, options) = found.positions().next().unwrap();
    Ok((end, options.map(|(bytes, turn)| (bytes.to_vec(), turn)).collect()))
}

/// At most `most` positions that play reaches, each with the player to move.
fn positions(game: &FileGame, most: usize) -> Vec<(Vec<u8>, Player)> {
    let mut seen = HashSet::new();
    let mut queue: VecDeque<(Vec<u8>, Player)> = VecDeque::new();
    for player in Player::BOTH {
        queue.push_back((game.start(), player));
    }
    let mut all = Vec::new();
    while let Some((position, mover)) = queue.pop_front() {
        if !seen.insert((position.clone(), mover)) {
            continue;
        }
        for (option, turn) in interpreted(game, &position, mover).map_or(Vec::new(), |e| e.1) {
            queue.push_back((option, turn.unwrap_or(mover.opponent())));
        }
        all.push((position, mover));
        if all.len() >= most {
            break;
        }
    }
    all
}

/// Compares all options of positions. Returns the number of positions where compiled code has
/// answered, or has failed where the interpreter fails, and the number of all.
pub(crate) fn compare(name: &str, game: &FileGame, most: usize) -> Result<(usize, usize), String> {
    let all = positions(game, most);
    let mut seen = Seen::default();
    for (position, mover) in &all {
        let options = interpreted(game, position, *mover).map_or(Vec::new(), |e| e.1);
        for bytes in std::iter::once(position).chain(options.iter().map(|(option, _)| option)) {
            if !seen.learn(&mut &bytes[..]) {
                return Err("no short positions".to_string());
            }
        }
    }
    let shape = seen.shape().ok_or("no shape")?;
    let layout = Layout::new(shape).ok_or("no layout")?;
    for (position, _) in &all {
        let packed = layout.pack(position).expect("what was seen has a key");
        assert_eq!(layout.unpack(&packed).as_deref(), Some(&position[..]), "{name}");
    }
    let rules = game.rules();
    let sharing = Sharing { images: true, negatives: false };
    let start = game.start();
    let module = compile(&rules.script, &rules.plan, &start, &layout, sharing).map_err(|o| {
        let text = &rules.script.source().text;
        let line = text[..o.span.start.min(text.len())].lines().count();
        format!("line {line}: {} ({:?})", o.why, text.get(o.span.clone()))
    })?;
    let module =
        Module::new(&module, &Bounds::default()).map_err(|refusal| format!("{name}: {refusal}"))?;
    let width = module.width();
    let mut answered = 0;
    for (position, mover) in &all {
        let mut asked = layout.pack(position).unwrap();
        asked.push(*mover as u8);
        let mut answer = Vec::new();
        let expected = interpreted(game, position, *mover);
        if module.expand(&asked, &mut answer).is_err() {
            // The interpreter is asked.
            answered += usize::from(expected.is_err());
            continue;
        }
        let (end, options) = grundy_wasm::answers(width, &answer).next().unwrap();
        let end = match end {
            0 => None,
            1 => Some(End::Won(Player::Left)),
            2 => Some(End::Won(Player::Right)),
            3 => Some(End::Tie),
            _ => continue,
        };
        answered += 1;
        let options: Vec<(Vec<u8>, Option<Player>)> = options
            .chunks(width + 1)
            .map(|option| {
                let turn = match option[width] {
                    0 => Some(Player::Left),
                    1 => Some(Player::Right),
                    _ => None,
                };
                (layout.unpack(&option[..width]).unwrap_or_default(), turn)
            })
            .collect();
        let mut expected = expected.map_err(|fault| {
            format!(
                "{}: answered, but interpreted: {fault}",
                crate::structure::code::print(position)
            )
        })?;
        for (option, _) in &mut expected.1 {
            let mut images = game.images(option).map_err(|fault| fault.to_string())?;
            images.push(option.clone());
            let least = images.into_iter().min_by_key(|image| layout.number(image));
            *option = least.unwrap_or_default();
        }
        if (end, &options) != (expected.0, &expected.1) {
            let show = |options: &[(Vec<u8>, Option<Player>)]| {
                options
                    .iter()
                    .map(|(o, t)| format!("{} {t:?}", crate::structure::code::print(o)))
                    .collect::<Vec<_>>()
            };
            return Err(format!(
                "{name} in {} for {mover}: {end:?} {:?}\nbut interpreted: {:?} {:?}",
                crate::structure::code::print(position),
                show(&options),
                expected.0,
                show(&expected.1)
            ));
        }
    }
    Ok((answered, all.len()))
}
