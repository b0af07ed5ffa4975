//! Games for tests: by their notation, and at random.

pub(super) use grundy::value::*;
pub(super) use grundy::{Limits, Player};
use grundy::{Random, language};

pub(super) struct Theory {
    pub(super) forms: Forms<'static>,
    random: Random,
}

impl Theory {
    pub(super) fn new() -> Self {
        Theory { forms: Forms::new(Limits::default()), random: Random::new(1) }
    }

    pub(super) fn form(&mut self, text: &str) -> Form {
        language::read(text, &mut self.forms).unwrap()
    }

    pub(super) fn text(&mut self, form: Form) -> String {
        self.forms.print(form).unwrap()
    }

    pub(super) fn texts(&mut self, forms: impl IntoIterator<Item = Form>) -> Vec<String> {
        let mut texts: Vec<String> = forms.into_iter().map(|form| self.text(form)).collect();
        texts.sort();
        texts
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        self.random.below(end)
    }

    /// A game that takes so many days at most.
    pub(super) fn game(&mut self, days: usize) -> Form {
        if days == 0 {
            return Form::ZERO;
        }
        let [left, right] = [(); 2].map(|()| -> Vec<Form> {
            (0..self.below(if days > 2 { 3 } else { 4 }))
                .map(|_| {
                    let days = self.below(days);
                    self.game(days)
                })
                .collect()
        });
        self.forms.canonical(left, right).unwrap()
    }

    /// An all-small game: so many moves, at most, before it is ups and a nimber.
    pub(super) fn all_small(&mut self, moves: usize) -> Form {
        if moves == 0 || self.below(4) == 0 {
            let (ups, nimber) = (self.below(5) as i32 - 2, self.below(4) as u32);
            return self.forms.compact(Compact { ups, nimber, ..Compact::default() }).unwrap();
        }
        let [left, right] = [(); 2].map(|()| -> Vec<Form> {
            (0..1 + self.below(2)).map(|_| self.all_small(moves - 1)).collect()
        });
        self.forms.canonical(left, right).unwrap()
    }

    /// A game that is hot more often than not: switches of switches of integers.
    pub(super) fn hot(&mut self, days: usize) -> Form {
        if days == 0 || self.below(5) == 0 {
            let number = self.below(13) as i64 - 6;
            return self.forms.number(number.into()).unwrap();
        }
        let [left, right] = [(); 2].map(|()| -> Vec<Form> {
            (0..1 + self.below(2)).map(|_| self.hot(days - 1)).collect()
        });
        self.forms.canonical(left, right).unwrap()
    }
}
