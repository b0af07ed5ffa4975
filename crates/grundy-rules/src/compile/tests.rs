//! Compiled files against the interpreter.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use grundy::stated::{Found, Stated};
use grundy::{End, Player, Text};

use super::layout::Layout;
use super::shape::Seen;
use crate::game::Game;
use crate::script::Script;

fn game(name: &str, text: &str, parameters: Option<&str>) -> Game {
    let file = crate::load(name, text).unwrap_or_else(|fault| panic!("{fault}"));
    file.game(parameters.map(Text::new)).unwrap_or_else(|error| panic!("{name}: {error:?}"))
}

type Expanded = (Option<End>, Vec<(Vec<u8>, Option<Player>)>);

fn interpreted(game: &Game, position: &[u8], mover: Player) -> Expanded {
    let mut found = Found::default();
    game.expand(&[(position, mover)], &mut found).unwrap_or_else(|fault| panic!("{fault}"));
    let (end, options) = found.positions().next().unwrap();
    (end, options.map(|(bytes, turn)| (bytes.to_vec(), turn)).collect())
}

/// Up to so many positions that play reaches, each with the player to move.
fn positions(game: &Game, most: usize) -> Vec<(Vec<u8>, Player)> {
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
        let (_, options) = interpreted(game, &position, mover);
        for (option, turn) in options {
            queue.push_back((option, turn.unwrap_or(mover.opponent())));
        }
        all.push((position, mover));
        if all.len() >= most {
            break;
        }
    }
    all
}

/// Compares all options of positions; the number that compiled code has answered.
fn compare(name: &str, game: &Game, most: usize) -> Result<(usize, usize), String> {
    let all = positions(game, most);
    let mut seen = Seen::default();
    for (position, mover) in &all {
        assert!(seen.learn(&mut &position[..]));
        for (option, _) in interpreted(game, position, *mover).1 {
            assert!(seen.learn(&mut &option[..]));
        }
    }
    let shape = seen.shape().ok_or("no shape")?;
    let layout = Layout::new(shape).ok_or("no layout")?;
    for (position, _) in &all {
        let packed = layout.pack(position).expect("what was seen has a key");
        assert_eq!(layout.unpack(&packed).as_deref(), Some(&position[..]), "{name}");
    }
    let rules = game.rules();
    let module = super::compile(&rules.script, &rules.plan, &game.start(), &layout)
        .map_err(|o| {
            let text = &rules.script.source().text;
            let line = text[..o.span.start.min(text.len())].lines().count();
            format!("line {line}: {} ({:?})", o.why, text.get(o.span.clone()))
        })?;
    let module = grundy_wasm::Module::new(&module, &grundy_wasm::Bounds::default())
        .map_err(|refusal| {
            std::fs::write(format!("/tmp/{name}.wasm"), &module).unwrap();
            format!("{refusal}")
        })?;
    let width = module.width();
    let mut answered = 0;
    for (position, mover) in &all {
        let mut asked = layout.pack(position).unwrap();
        asked.push(*mover as u8);
        let mut answer = Vec::new();
        module
            .expand(&asked, &mut answer)
            .map_err(|trap| format!("{}: {trap}", crate::code::print(position)))?;
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
        let expected = interpreted(game, position, *mover);
        if (end, &options) != (expected.0, &expected.1) {
            let show = |options: &[(Vec<u8>, Option<Player>)]| {
                options.iter().map(|(o, t)| format!("{} {t:?}", crate::code::print(o))).collect::<Vec<_>>()
            };
            return Err(format!(
                "{name} in {} for {mover}: {end:?} {:?}\nbut interpreted: {:?} {:?}",
                crate::code::print(position),
                show(&options),
                expected.0,
                show(&expected.1)
            ));
        }
    }
    Ok((answered, all.len()))
}

#[test]
fn examples() {
    let folder = format!("{}/../../examples/rules", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".star"))
        .collect();
    names.sort();
    let mut failed = 0;
    for name in names {
        let text = std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
        let result = std::panic::catch_unwind(|| {
            let game = game(&name, &text, None);
            compare(&name, &game, 3000)
        });
        match result {
            Ok(Ok((answered, all))) if answered == all => println!("{name}: {all}"),
            Ok(Ok(other)) => {
                failed += 1;
                println!("{name}: {other:?}");
            }
            Ok(Err(why)) => {
                failed += 1;
                println!("{name}: {why}");
            }
            Err(_) => {
                failed += 1;
                println!("{name}: panic");
            }
        }
    }
    assert_eq!(failed, 0);
}

fn unused(_: Arc<()>, _: &Script) {}
