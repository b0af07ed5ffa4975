//! The names that have a meaning at the top level of a rule file.

/// A function that a file may define.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Start,
    Moves,
    Left,
    Right,
    LeftWon,
    RightWon,
    Won,
    Lost,
    Tie,
    Score,
    Turn,
    Components,
    Canonical,
    Negative,
    Symmetries,
    Tier,
    Show,
}

impl Role {
    pub(crate) const ALL: [Role; 17] = [
        Role::Start,
        Role::Moves,
        Role::Left,
        Role::Right,
        Role::LeftWon,
        Role::RightWon,
        Role::Won,
        Role::Lost,
        Role::Tie,
        Role::Score,
        Role::Turn,
        Role::Components,
        Role::Canonical,
        Role::Negative,
        Role::Symmetries,
        Role::Tier,
        Role::Show,
    ];

    pub(crate) const COUNT: usize = Role::ALL.len();

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Role::Start => "start",
            Role::Moves => "moves",
            Role::Left => "left",
            Role::Right => "right",
            Role::LeftWon => "left_won",
            Role::RightWon => "right_won",
            Role::Won => "won",
            Role::Lost => "lost",
            Role::Tie => "tie",
            Role::Score => "score",
            Role::Turn => "turn",
            Role::Components => "components",
            Role::Canonical => "canonical",
            Role::Negative => "negative",
            Role::Symmetries => "symmetries",
            Role::Tier => "tier",
            Role::Show => "show",
        }
    }

    /// Whether the function may take the player to move as a parameter.
    pub(crate) const fn may_ask_player(self) -> bool {
        matches!(
            self,
            Role::Moves | Role::LeftWon | Role::RightWon | Role::Won | Role::Lost | Role::Tie
        )
    }

    /// The first line of the function's definition, for messages.
    pub(crate) fn signature(self) -> String {
        match self {
            Role::Start => "def start():".to_string(),
            _ if self.may_ask_player() => {
                let name = self.name();
                format!("def {name}(p): or def {name}(p, player):")
            }
            _ => format!("def {}(p):", self.name()),
        }
    }
}

/// What a name at the top level is bound to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Top {
    /// A function. Bit n of `takes` is set if it can be called with n positional arguments.
    Function {
        takes: u8,
    },
    Text(String),
    Bool(bool),
    Pair([String; 2]),
    Other(String),
}

/// The type of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Bool,
    /// A tuple of two texts.
    Pair,
}

/// The options: names that are not functions.
pub(crate) const OPTIONS: [(&str, Kind); 6] = [
    ("title", Kind::Text),
    ("about", Kind::Text),
    ("players", Kind::Pair),
    ("repetition", Kind::Text),
    ("misere", Kind::Bool),
    ("heaps", Kind::Bool),
];

/// The convention that a name of the file probably misspells.
pub(crate) fn meant(name: &str, top: &Top, defined: impl Fn(&str) -> bool) -> Option<&'static str> {
    // `store` is one edit from `score`, but no misspelling of it.
    if name.starts_with('_') || name == "store" {
        return None;
    }
    let fits = |role: Role| match top {
        Top::Function { .. } if role == Role::Start => true,
        Top::Function { takes } if role.may_ask_player() => takes & 0b110 != 0,
        Top::Function { takes } => takes & 0b010 != 0,
        _ => false,
    };
    let functions = Role::ALL.into_iter().filter(|&role| fits(role)).map(Role::name);
    let option_fits = |kind: Kind| match top {
        Top::Text(_) => kind == Kind::Text,
        Top::Bool(_) => kind == Kind::Bool,
        Top::Pair(_) => kind == Kind::Pair,
        _ => false,
    };
    let options = OPTIONS.into_iter().filter(|&(_, kind)| option_fits(kind)).map(|(name, _)| name);
    nearest(name, functions.chain(options).filter(|name| !defined(name)))
}

/// Synonyms of the names of conventions. A file may use them for its own purposes, but a
/// check reports that they have no meaning.
const OTHER_WORDS: [(&str, &str); 17] = [
    ("draw", "tie"),
    ("drawn", "tie"),
    ("is_tie", "tie"),
    ("is_draw", "tie"),
    ("winner", "won"),
    ("wins", "won"),
    ("loses", "lost"),
    ("points", "score"),
    ("margin", "score"),
    ("player", "turn"),
    ("to_move", "turn"),
    ("options", "moves"),
    ("initial", "start"),
    ("split", "components"),
    ("canon", "canonical"),
    ("symmetry", "symmetries"),
    ("display", "show"),
];

/// The convention that a name is a synonym of.
pub(crate) fn other_word(name: &str) -> Option<&'static str> {
    OTHER_WORDS.iter().find(|(word, _)| *word == name).map(|&(_, meant)| meant)
}

/// The nearest known name: at most one edit away, or two if it has eight letters or more.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |name: &str| name.to_lowercase().replace(['_', '-'], "");
    let distance = |candidate: &str| strsim::damerau_levenshtein(&plain(name), &plain(candidate));
    known
        .map(|candidate| (distance(candidate), candidate))
        .filter(|&(distance, candidate)| distance <= if candidate.len() >= 8 { 2 } else { 1 })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Where the file binds a name at its top level: the bytes of the name.
pub(crate) fn binding(text: &str, name: &str) -> Option<std::ops::Range<usize>> {
    let mut at = 0;
    let mut found = None;
    for line in text.split_inclusive('\n') {
        let rest = line.strip_prefix("def").filter(|rest| rest.starts_with([' ', '\t']));
        let start = rest.map_or(0, |rest| line.len() - rest.trim_start().len());
        let behind = line[start..].strip_prefix(name);
        let bound = match (behind, rest) {
            (Some(behind), Some(_)) => behind.trim_start().starts_with('('),
            (Some(behind), None) => {
                let behind = behind.trim_start();
                behind.starts_with('=') && !behind.starts_with("==")
            }
            (None, _) => false,
        };
        if bound {
            // The last binding counts, as in Python.
            found = Some(at + start..at + start + name.len());
        }
        at += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The grammar for an editor has the same names.
    #[test]
    fn the_colours_of_an_editor_are_of_these_names() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../editors/vscode/syntaxes");
        let grammar = std::fs::read_to_string(format!("{folder}/grundy.tmLanguage.json")).unwrap();
        let names = |before: &str, after: &str| -> Vec<&str> {
            let (_, rest) = grammar.split_once(before).unwrap();
            let mut names: Vec<&str> = rest.split_once(after).unwrap().0.split('|').collect();
            names.sort_unstable();
            names
        };
        let sorted = |mut names: Vec<&'static str>| {
            names.sort_unstable();
            names
        };
        let functions = Role::ALL.into_iter().map(Role::name).collect();
        assert_eq!(names("\"^(def)\\\\s+(", ")"), sorted(functions));
        assert_eq!(
            names("\"^(title", ")"),
            sorted(vec!["", "about", "heaps", "misere", "players", "repetition"])
        );
        assert_eq!(OPTIONS.len(), 6);
    }
}
