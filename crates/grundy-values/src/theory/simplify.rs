//! Why options of a game are missing from its canonical form.

use crate::form::{Form, Forms, List};
use grundy_base::{ByPlayer, Player, Stopped};

/// A step on the way from options to the canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Simplification {
    /// The option is left out, as another is at least as good for the player.
    Dominated {
        /// Whose option it is.
        player: Player,
        /// The option.
        option: Form,
        /// The better option, which stays.
        by: Form,
    },
    /// The option is replaced, as the opponent has an answer that is no better for the player
    /// than the game was.
    Reversible {
        /// Whose option it is.
        player: Player,
        /// The option.
        option: Form,
        /// The answer.
        through: Form,
        /// Its replacement: the player's options after the answer.
        by: List,
    },
}

impl Forms<'_> {
    /// The canonical form of the game with these options, and the steps that lead to it. A number
    /// takes no steps: it is the simplest one between the options.
    ///
    /// Dominated options are left out and reversible ones bypassed until there are none (Siegel,
    /// Combinatorial Game Theory, section II.2). Time: two comparisons for each pair of options,
    /// and one for each answer to an option.
    pub fn simplified(
        &mut self,
        left: List,
        right: List,
    ) -> Result<(Form, Vec<Simplification>), Stopped> {
        let form = self.canonical(left.iter().copied(), right.iter().copied())?;
        let mut steps = Vec::new();
        if self.is_number(form) {
            return Ok((form, steps));
        }
        let mut options = ByPlayer { left, right };
        loop {
            let mut bypassed = false;
            for player in Player::BOTH {
                let best = self.undominated_of(&options[player], player, &mut steps)?;
                let mut next = List::new();
                for option in best {
                    match self.reversing_answer(option, form, player)? {
                        None => next.push(option),
                        Some(through) => {
                            let by = self.options(through, player)?;
                            next.extend(by.iter().copied());
                            steps.push(Simplification::Reversible { player, option, through, by });
                            bypassed = true;
                        }
                    }
                }
                options[player] = next;
            }
            if !bypassed {
                return Ok((form, steps));
            }
        }
    }

    /// The options that are not worse than another; steps for the rest.
    fn undominated_of(
        &mut self,
        options: &[Form],
        player: Player,
        steps: &mut Vec<Simplification>,
    ) -> Result<List, Stopped> {
        let mut options = List::from_slice(options);
        options.sort_unstable();
        options.dedup();
        let mut best = List::new();
        let mut dominated = List::new();
        for &option in &options {
            let mut beaten = false;
            for &other in options.iter().filter(|&&other| other != option) {
                beaten = beaten || self.is_as_good(other, option, player)?;
            }
            if beaten { &mut dominated } else { &mut best }.push(option);
        }
        for option in dominated {
            for &by in &best {
                if self.is_as_good(by, option, player)? {
                    steps.push(Simplification::Dominated { player, option, by });
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Whether a player likes one game as much as another, whatever they are added to.
    fn is_as_good(&mut self, one: Form, other: Form, player: Player) -> Result<bool, Stopped> {
        self.step()?;
        match player {
            Player::Left => self.at_most(other, one),
            Player::Right => self.at_most(one, other),
        }
    }

    /// The opponent's answer to an option that is as good for the opponent as the game was.
    fn reversing_answer(
        &mut self,
        option: Form,
        game: Form,
        player: Player,
    ) -> Result<Option<Form>, Stopped> {
        let opponent = player.opponent();
        for answer in self.options(option, opponent)? {
            if self.is_as_good(answer, game, opponent)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dyadic;
    use crate::form::Compact;
    use grundy_base::Limits;

    /// ↑∗ = {0, ∗ | 0} keeps both options of Left, and in {↑ | ↑} Left's option is reversible
    /// through ∗ (Winning Ways, chapter 3).
    #[test]
    fn options_that_are_missing_have_a_reason() {
        let mut forms = Forms::new(Limits::default());
        let zero = Form::ZERO;
        let star = forms.nimber(1).unwrap();
        let up = forms.compact(Compact { ups: 1, ..Compact::default() }).unwrap();
        let one = forms.number(Dyadic::from(1)).unwrap();
        let list = List::from_slice;
        let (up_star, steps) = forms.simplified(list(&[zero, star]), list(&[zero])).unwrap();
        assert_eq!((forms.print(up_star).unwrap(), steps), ("^*".to_string(), vec![]));

        let (left, right) = (Player::Left, Player::Right);
        let (form, steps) = forms.simplified(list(&[zero, star, one]), list(&[zero])).unwrap();
        assert_eq!(forms.print(form).unwrap(), "{1|0}");
        assert_eq!(
            steps,
            [zero, star].map(|option| Simplification::Dominated { player: left, option, by: one })
        );

        let (form, steps) = forms.simplified(list(&[up]), list(&[up])).unwrap();
        assert_eq!(forms.print(form).unwrap(), "^^*");
        let reversible = Simplification::Reversible {
            player: left,
            option: up,
            through: star,
            by: list(&[zero]),
        };
        assert_eq!(steps, [reversible]);

        // Right's ↓ would be answered by ∗, in the game {↓|↓}.
        let down = forms.negative(up).unwrap();
        let (_, steps) = forms.simplified(list(&[down]), list(&[down])).unwrap();
        let reversible = Simplification::Reversible {
            player: right,
            option: down,
            through: star,
            by: list(&[zero]),
        };
        assert_eq!(steps, [reversible]);
    }

    /// What is left after the steps are the options of the canonical form.
    #[test]
    fn the_steps_lead_to_the_canonical_form() {
        let mut forms = Forms::new(Limits::default());
        let mut pool = vec![Form::ZERO, forms.nimber(2).unwrap()];
        for (number, ups, nimber) in
            [(0, 0, 1), (0, 1, 0), (0, -1, 0), (1, 0, 0), (-1, 0, 1), (0, 1, 1)]
        {
            let number = Dyadic::from(number);
            pool.push(forms.compact(Compact { number, ups, nimber }).unwrap());
        }
        for (left, right) in [(3, 6), (5, 0), (0, 6), (5, 2), (0, 5)] {
            pool.push(forms.canonical([pool[left]], [pool[right]]).unwrap());
        }
        let mut random = grundy_base::Random::new(1);
        for _ in 0..2000 {
            let mut pick = || -> List {
                (0..1 + random.below(4)).map(|_| pool[random.below(pool.len())]).collect()
            };
            let (left, right) = (pick(), pick());
            let (form, steps) = forms.simplified(left.clone(), right.clone()).unwrap();
            assert_eq!(form, forms.canonical(left.clone(), right.clone()).unwrap());
            if forms.is_number(form) {
                continue;
            }
            let mut options = ByPlayer { left, right };
            for step in steps {
                let (player, option, by) = match step {
                    Simplification::Dominated { player, option, .. } => {
                        (player, option, List::new())
                    }
                    Simplification::Reversible { player, option, by, .. } => (player, option, by),
                };
                assert!(options[player].contains(&option));
                options[player].retain(|kept| *kept != option);
                options[player].extend(by);
            }
            for player in Player::BOTH {
                options[player].sort_unstable();
                options[player].dedup();
                let canonical = forms.options(form, player).unwrap();
                assert_eq!(options[player], canonical, "{}", forms.print(form).unwrap());
            }
        }
    }
}
