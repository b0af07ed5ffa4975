//! Reduced canonical forms: games up to infinitesimals.

use crate::form::{Compact, Form, Forms};
use grundy_base::{ByPlayer, Stopped};

impl Forms<'_> {
    /// The reduced canonical form: the simplest game whose difference from this
    /// one is infinitesimal.
    ///
    /// The game is heated by *, numbers staying as they are, and then every x* in
    /// it is made x (Grossman and Siegel, Reductions of partizan games, in Games
    /// of No Chance 3). Time: two forms for each follower.
    pub fn reduced(&mut self, g: Form) -> Result<Form, Stopped> {
        let star = self.nimber(1)?;
        let heated = self.fold(
            g,
            |forms, g| match forms.as_compact(g) {
                // Both options of an infinitesimal come to the number, plus *.
                Some(value) => forms.number(value.number).map(Some),
                None => Ok(None),
            },
            |forms, _, ByPlayer { left, right }| {
                let (left, right) = (forms.sums(left, star)?, forms.sums(right, star)?);
                forms.canonical(left, right)
            },
        )?;
        self.fold(
            heated,
            |forms, g| match forms.as_compact(g) {
                Some(Compact { number, ups: 0, nimber: 0 | 1 }) => forms.number(number).map(Some),
                _ => Ok(None),
            },
            |forms, _, ByPlayer { left, right }| forms.canonical(left, right),
        )
    }
}
