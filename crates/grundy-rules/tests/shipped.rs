//! The rule files that programs carry are part of the catalogue.

use std::collections::BTreeSet;

use grundy::answer::{Options, solve};
use grundy::catalogue;
use grundy_rules::Bounds;

fn ship() {
    catalogue::ship(|| grundy_rules::shipped(Bounds::default()));
}

#[test]
fn every_rule_file_is_in_the_catalogue_under_its_name() {
    ship();
    let folder = format!("{}/../../examples/rules", env!("CARGO_MANIFEST_DIR"));
    let mut carried = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        let found = catalogue::find(&name).unwrap_or_else(|| panic!("{name} is not found"));
        let built_in = catalogue::rulesets().iter().any(|entry| entry.name == found.name);
        carried += usize::from(!built_in);
        // A name that is built in keeps its meaning.
        let game = catalogue::parse(found.examples[0]).unwrap();
        assert_eq!(game.sources().is_empty(), built_in, "{name}");
        if let Some((_, source)) = game.sources().first() {
            assert_eq!(source.text, std::fs::read_to_string(&path).unwrap(), "{name}");
        }
    }
    assert_eq!(carried, catalogue::shipped().count());
    assert!(carried >= 10, "{carried}");
}

#[test]
fn carried_games_keep_the_laws_of_the_catalogue() {
    ship();
    let known = catalogue::rulesets().iter();
    let mut names: BTreeSet<&str> = known
        .flat_map(|entry| std::iter::once(entry.name).chain(entry.aliases.iter().copied()))
        .collect();
    for entry in catalogue::shipped() {
        for name in std::iter::once(&entry.name).chain(entry.aliases) {
            assert!(names.insert(name), "{name} stands for two rulesets");
            assert_eq!(catalogue::find(name).map(|found| found.name), Some(entry.name));
        }
        assert!((40..420).contains(&entry.about.len()), "{}: {}", entry.name, entry.about.len());
        assert!(entry.traits().is_some() && !entry.source.is_empty(), "{}", entry.name);
        for example in entry.examples {
            let game =
                catalogue::parse(example).unwrap_or_else(|error| panic!("{example}: {error}"));
            let text = game.text();
            assert_eq!(catalogue::parse(&text).unwrap().text(), text, "{example}");
            let answer = solve(&*game, &Options::default()).unwrap();
            assert!(answer.outcome.is_some() || answer.left.is_some(), "{example}");
        }
    }
}

#[test]
fn words_of_titles_and_descriptions_find_games() {
    ship();
    let found = |words: &str| -> Vec<&str> {
        catalogue::search(words).into_iter().map(|entry| entry.name).collect()
    };
    assert_eq!(found("morris")[..2], ["three-mens-morris", "achi"]);
    assert!(found("pawns slantwise").contains(&"hexapawn"));
    assert!(found("Oware").contains(&"oware") && found("AWARI") == ["oware"]);
    assert_eq!(found("maximum matching"), ["undirected-vertex-geography"]);
    // Words, and not letters within them.
    assert!(!found("nim").contains(&"hare-and-hounds"));
    assert!(found("").is_empty() && found("no-such-game-anywhere").is_empty());
}
