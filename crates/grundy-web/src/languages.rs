//! The languages of the page, with the words of its pictures.

use std::sync::LazyLock;

use grundy::format::words::Words;
use serde::{Deserialize, Serialize};

/// A language of the page; unknown codes are English.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(from = "String", rename_all = "lowercase")]
pub(crate) enum Language {
    #[default]
    En,
    Ko,
    Ja,
    Zh,
}

impl From<String> for Language {
    fn from(code: String) -> Language {
        match code.as_str() {
            "ko" => Language::Ko,
            "ja" => Language::Ja,
            "zh" => Language::Zh,
            _ => Language::En,
        }
    }
}

static ENGLISH: LazyLock<Words> = LazyLock::new(Words::default);
static KOREAN: LazyLock<Words> = LazyLock::new(|| read(KOREAN_FILE));
static JAPANESE: LazyLock<Words> = LazyLock::new(|| read(JAPANESE_FILE));
static CHINESE: LazyLock<Words> = LazyLock::new(|| read(CHINESE_FILE));

const KOREAN_FILE: &str = include_str!("../ui/locales/ko/pictures.json");
const JAPANESE_FILE: &str = include_str!("../ui/locales/ja/pictures.json");
const CHINESE_FILE: &str = include_str!("../ui/locales/zh/pictures.json");

/// A test reads every file. A broken file would fall back to English.
fn read(file: &str) -> Words {
    Words::from_json(file).unwrap_or_default()
}

impl Language {
    pub(crate) fn words(self) -> &'static Words {
        match self {
            Language::En => &ENGLISH,
            Language::Ko => &KOREAN,
            Language::Ja => &JAPANESE,
            Language::Zh => &CHINESE,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::path::Path;

    use grundy::catalogue;

    use super::*;

    /// The placeholders, without their singular and plural forms.
    fn placeholders(text: &str) -> BTreeSet<&str> {
        let names = text.split('{').skip(1).filter_map(|part| part.split(['}', '|']).next());
        names.collect()
    }

    #[test]
    fn every_language_has_the_words_of_the_pictures() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/locales");
        let mut languages = 0;
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path().join("pictures.json");
            let Ok(file) = fs::read_to_string(&path) else { continue };
            languages += 1;
            let words: BTreeMap<String, String> = serde_json::from_str(&file).unwrap();
            let code = path.parent().unwrap().file_name().unwrap().to_str().unwrap();
            assert_eq!(words["language"], code);
            let english: BTreeMap<&str, &str> = Words::english().collect();
            for (key, text) in &english {
                let own = words.get(*key).unwrap_or_else(|| panic!("{code} has no {key}"));
                assert_eq!(placeholders(own), placeholders(text), "{code}: {key}");
                assert!(code != "en" || own == text, "{key}");
            }
            assert_eq!(words.len(), english.len() + 1, "{code} has keys that are not known");
        }
        assert!(languages >= 4);
    }

    /// The title and the description of each game in a file of names.
    type Names = BTreeMap<String, BTreeMap<String, String>>;

    /// Whether a rule file of that name is part of programs.
    fn is_shipped(name: &str) -> bool {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grundy-rules/src/carried");
        folder.join(format!("{name}.star")).exists()
    }

    /// The faults in the names of games in a language. A missing name is not a fault.
    fn faults(names: &Names) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, words) in names {
            if !catalogue::rulesets().iter().any(|entry| entry.name == name) && !is_shipped(name) {
                faults.push(format!("there is no ruleset {name}"));
            }
            for (key, text) in words {
                if !["title", "about"].contains(&key.as_str()) || text.trim().is_empty() {
                    faults.push(format!("{name}: {key:?}: {text:?}"));
                }
            }
        }
        faults
    }

    #[test]
    fn names_of_games_in_other_languages_are_of_rulesets_that_there_are() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/games");
        let mut languages = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let code = path.file_stem().unwrap().to_str().unwrap().to_string();
            let names = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
            assert_eq!(faults(&names), [""; 0], "{code}");
            let language = Language::from(code.clone());
            assert_eq!(serde_json::to_string(&language).unwrap(), format!("\"{code}\""));
            languages.push(code);
        }
        languages.sort();
        assert_eq!(languages, ["ja", "ko", "zh"], "English stands in the catalogue");
    }

    #[test]
    fn a_wrong_name_of_a_game_is_noticed() {
        for (names, wrong) in [
            (r#"{"nim": {"title": "님"}, "sprouts": {}}"#, 0),
            (r#"{"nym": {"title": "님"}}"#, 1),
            (r#"{"nim": {"name": "님", "about": " "}}"#, 2),
        ] {
            assert_eq!(faults(&serde_json::from_str(names).unwrap()).len(), wrong, "{names}");
        }
    }

    #[test]
    fn languages_are_known_by_their_codes() {
        for code in ["en", "ko", "ja", "zh"] {
            let language = Language::from(code.to_string());
            assert_eq!(language.words().language().unwrap_or("en"), code);
            assert_eq!(serde_json::to_string(&language).unwrap(), format!("\"{code}\""));
        }
        assert_eq!(Language::from("xx".to_string()), Language::En);
    }
}
