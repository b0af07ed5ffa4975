//! Interned names and ground terms, and patterns: terms with variables.

use std::collections::HashMap;

use crate::slices::Slices;

/// The number of a name.
pub(crate) type Symbol = u32;

/// The number of a ground term. Equal terms have equal numbers.
pub(crate) type Term = u32;

/// A relation or a function: its name, and the number of its arguments.
pub(crate) type Functor = (Symbol, usize);

/// All names and ground terms of a game.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    names: Vec<String>,
    numbers: HashMap<String, Symbol>,
    /// Each term as the name of its functor, followed by its arguments.
    terms: Slices,
    /// The depth of each term, and the number of names in it.
    sizes: Vec<(u16, u32)>,
}

impl Terms {
    /// Limits on the depth and the length of a term: a game that counts with functions
    /// could make terms without end.
    const DEEPEST: u16 = 250;
    const LONGEST: u32 = 5_000;

    pub(crate) fn symbol(&mut self, name: &str) -> Symbol {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as Symbol;
        self.names.push(name.to_string());
        self.numbers.insert(name.to_string(), number);
        number
    }

    pub(crate) fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol as usize]
    }

    /// The term with this functor and these arguments, in one slice.
    pub(crate) fn make(&mut self, parts: &[u32]) -> Term {
        let (term, new) = self.terms.insert(parts);
        if new {
            let sizes = parts[1..].iter().map(|&argument| self.sizes[argument as usize]);
            let (depth, length) = sizes.fold((0, 1u32), |(d, l), (depth, length)| {
                (d.max(depth), l.saturating_add(length))
            });
            self.sizes.push((depth.saturating_add(1), length));
        }
        term
    }

    pub(crate) fn find(&self, parts: &[u32]) -> Option<Term> {
        self.terms.find(parts)
    }

    /// Whether a term is deeper or longer than the limits.
    pub(crate) fn too_large(&self, term: Term) -> bool {
        let (depth, length) = self.sizes[term as usize];
        depth > Self::DEEPEST || length > Self::LONGEST
    }

    pub(crate) fn functor(&self, term: Term) -> Functor {
        let parts = self.terms.get(term);
        (parts[0], parts.len() - 1)
    }

    pub(crate) fn arguments(&self, term: Term) -> &[Term] {
        &self.terms.get(term)[1..]
    }

    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.terms.bytes() + 8 * self.sizes.capacity()
    }

    /// The term as it is written.
    pub(crate) fn text(&self, term: Term) -> String {
        let name = self.name(self.functor(term).0);
        match self.arguments(term) {
            [] => name.to_string(),
            _ => format!("({name} {})", self.list(self.arguments(term))),
        }
    }

    /// Terms as they are written, with spaces between them.
    pub(crate) fn list(&self, terms: &[Term]) -> String {
        terms.iter().map(|&term| self.text(term)).collect::<Vec<_>>().join(" ")
    }

    /// The instance of a pattern when its variables are bound.
    pub(crate) fn instance(&mut self, pattern: &Pattern, bound: &[Term]) -> Term {
        match pattern {
            Pattern::Variable(variable) => bound[*variable],
            Pattern::Ground(term) => *term,
            Pattern::Compound(symbol, arguments) => {
                let mut parts = Vec::with_capacity(arguments.len() + 1);
                parts.push(*symbol);
                for argument in arguments {
                    parts.push(self.instance(argument, bound));
                }
                self.make(&parts)
            }
        }
    }

    /// The same instance; none if the term does not exist yet.
    pub(crate) fn known(&self, pattern: &Pattern, bound: &[Term]) -> Option<Term> {
        match pattern {
            Pattern::Variable(variable) => Some(bound[*variable]),
            Pattern::Ground(term) => Some(*term),
            Pattern::Compound(symbol, arguments) => {
                let mut parts = [0; 16];
                if arguments.len() < parts.len() {
                    parts[0] = *symbol;
                    for (part, argument) in parts[1..].iter_mut().zip(arguments) {
                        *part = self.known(argument, bound)?;
                    }
                    return self.find(&parts[..=arguments.len()]);
                }
                let arguments = arguments.iter().map(|argument| self.known(argument, bound));
                let parts: Option<Vec<u32>> =
                    std::iter::once(Some(*symbol)).chain(arguments).collect();
                self.find(&parts?)
            }
        }
    }
}

/// A term whose variables are numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    Variable(usize),
    Ground(Term),
    /// A term that contains a variable.
    Compound(Symbol, Vec<Pattern>),
}

impl Pattern {
    /// The functor of a pattern that is not a variable.
    pub(crate) fn functor(&self, terms: &Terms) -> Functor {
        match self {
            Pattern::Variable(_) => unreachable!("a relation has a name"),
            Pattern::Ground(term) => terms.functor(*term),
            Pattern::Compound(symbol, arguments) => (*symbol, arguments.len()),
        }
    }

    pub(crate) fn each_variable(&self, seen: &mut impl FnMut(usize)) {
        match self {
            Pattern::Variable(variable) => seen(*variable),
            Pattern::Ground(_) => {}
            Pattern::Compound(_, arguments) => {
                arguments.iter().for_each(|argument| argument.each_variable(seen));
            }
        }
    }

    /// The first variable for which `wanted` is true.
    pub(crate) fn variable(&self, mut wanted: impl FnMut(usize) -> bool) -> Option<usize> {
        let mut found = None;
        self.each_variable(&mut |variable| {
            if found.is_none() && wanted(variable) {
                found = Some(variable);
            }
        });
        found
    }

    /// Replaces a variable by a pattern.
    pub(crate) fn substitute(&mut self, variable: usize, by: &Pattern, terms: &mut Terms) {
        match self {
            Pattern::Variable(own) if *own == variable => *self = by.clone(),
            Pattern::Variable(_) | Pattern::Ground(_) => {}
            Pattern::Compound(symbol, arguments) => {
                for argument in arguments.iter_mut() {
                    argument.substitute(variable, by, terms);
                }
                *self = Pattern::new(*symbol, std::mem::take(arguments), terms);
            }
        }
    }

    /// The pattern with this functor and these arguments.
    pub(crate) fn new(symbol: Symbol, arguments: Vec<Pattern>, terms: &mut Terms) -> Pattern {
        let ground = arguments.iter().map(|argument| match argument {
            Pattern::Ground(term) => Some(*term),
            _ => None,
        });
        match std::iter::once(Some(symbol)).chain(ground).collect::<Option<Vec<u32>>>() {
            Some(parts) => Pattern::Ground(terms.make(&parts)),
            None => Pattern::Compound(symbol, arguments),
        }
    }
}
