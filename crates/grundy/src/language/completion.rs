//! How a line may go on: the names that begin like its end.

use crate::catalogue;
use crate::language::functions;

/// Where the name at the end of a line begins, and the names that it may become: behind a dot
/// the functions; elsewhere the variables, the functions with their parenthesis, and the
/// rulesets.
///
/// ```
/// use grundy::language::completions;
///
/// assert_eq!(completions("g.temp", &[]), (2, vec!["temperature".to_string()]));
/// assert_eq!(completions("3 + kings-d", &[]), (4, vec!["kings-dirt".to_string()]));
/// assert_eq!(completions("hot + ho", &["hot".to_string()]).1[0], "hot");
/// ```
#[must_use]
pub fn completions(line: &str, variables: &[String]) -> (usize, Vec<String>) {
    let part_of_name = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let start = line.trim_end_matches(part_of_name).len();
    let found = names(line, start, variables);
    // What looks like a hyphen may be a minus: `g-mea`.
    let behind = line[start..].rfind('-').map(|hyphen| start + hyphen + 1);
    match behind {
        Some(start) if found.is_empty() => (start, names(line, start, variables)),
        _ => (start, found),
    }
}

/// The names that the text from `start` may become.
fn names(line: &str, start: usize, variables: &[String]) -> Vec<String> {
    let (before, begun) = line.split_at(start);
    let begins = |name: &&str| name.starts_with(begun);
    if before.ends_with('.') && !before.ends_with("..") {
        let methods = functions::all().map(|function| (function.name, function.parameters.len()));
        let methods = methods.filter(|(name, _)| begins(name));
        return methods.map(|(name, count)| called(name, count > 1)).collect();
    }
    let variables = variables.iter().map(String::as_str).filter(begins).map(String::from);
    let functions = functions::all().map(|function| function.name).filter(begins);
    let rulesets = catalogue::all().into_iter().map(|entry| entry.name).filter(begins);
    variables
        .chain(functions.map(|name| called(name, true)))
        .chain(rulesets.map(String::from))
        .collect()
}

fn called(name: &str, with_arguments: bool) -> String {
    format!("{name}{}", if with_arguments { "(" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun(line: &str) -> (usize, Vec<String>) {
        completions(line, &["green".to_string()])
    }

    #[test]
    fn methods_stand_behind_one_dot() {
        let (start, methods) = begun("{2|-1}.coo");
        assert_eq!((start, &methods[0][..]), (7, "cool("));
        assert!(begun("g.").1.len() == functions::all().count());
        assert!(!begun("g.gr").1.contains(&"green".to_string()));
        assert!(begun("1..gr").1.contains(&"green".to_string()));
    }

    #[test]
    fn a_minus_is_not_a_hyphen() {
        assert_eq!(begun("x-gree"), (2, vec!["green".to_string()]));
        let (start, names) = begun("toads-and");
        assert_eq!((start, &names[..]), (0, &["toads-and-frogs".to_string()][..]));
        assert!(begun("no such thing-zzz").1.is_empty());
    }
}
