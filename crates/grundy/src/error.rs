//! One error for everything that this crate does.

use std::{error, fmt};

macro_rules! errors {
    (
        $(#[$about:meta])*
        enum;
        $(
            #[doc = $doc:literal]
            $(#[cfg($($feature:tt)*)])?
            $variant:ident($error:ty);
        )*
    ) => {
        $(#[$about])*
        #[derive(Debug)]
        #[non_exhaustive]
        pub enum Error {
            $(
                #[doc = $doc]
                $(#[cfg($($feature)*)])?
                $variant($error),
            )*
        }

        impl Error {
            fn cause(&self) -> &(dyn error::Error + 'static) {
                match self {
                    $($(#[cfg($($feature)*)])? Error::$variant(error) => error,)*
                }
            }
        }

        $(
            $(#[cfg($($feature)*)])?
            impl From<$error> for Error {
                fn from(error: $error) -> Self {
                    Error::$variant(error)
                }
            }
        )*
    };
}

errors! {
    /// An error of any function of this crate, for functions that call several of them: `?`
    /// converts to it.
    ///
    /// ```
    /// use grundy::{Player, Ruleset, solve};
    /// use grundy::value::{Dyadic, Forms};
    ///
    /// /// Left takes one token, Right two.
    /// struct OneAndTwo;
    ///
    /// impl Ruleset for OneAndTwo {
    ///     type Position = u32;
    ///
    ///     fn options(&self, &heap: &u32, player: Player) -> impl Iterator<Item = u32> {
    ///         let take = if player == Player::Left { 1 } else { 2 };
    ///         heap.checked_sub(take).into_iter()
    ///     }
    /// }
    ///
    /// fn worth(heap: u32) -> Result<Option<Dyadic>, grundy::Error> {
    ///     let solved = solve(&OneAndTwo, &heap)?;
    ///     let mut forms = Forms::new(grundy::Limits::default());
    ///     let Some(value) = solved.value(&heap, &mut forms)? else { return Ok(None) };
    ///     Ok(Some(forms.mean(value)?))
    /// }
    ///
    /// assert_eq!(worth(1)?, Some(Dyadic::from(1)));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    enum;
    /// A file cannot be read or written.
    File(std::io::Error);
    /// A text is not of the expected form.
    Parse(crate::ParseError);
    /// A limit is reached, or rules have failed.
    Stopped(crate::Stopped);
    /// A position has no canonical form.
    Form(crate::solve::fold::FoldError);
    /// A sum is not solved.
    Sum(crate::solve::sums::Unsolved);
    /// Something is not defined for a value.
    Value(crate::value::TheoryError);
    /// A text is no value of an impartial game in which play may go on for ever.
    Nimber(crate::value::ParseLoopyNimberError);
    /// A solution is not true.
    Refused(crate::solve::verify::Refused);
    /// The solver of packed positions has failed.
    #[cfg(feature = "rulesets")]
    Positions(crate::solve::partitioned::Failure);
    /// A file of positions is not true.
    #[cfg(feature = "rulesets")]
    RefusedPositions(crate::solve::verify::positions::Refused);
    /// The period of a sequence is not true.
    #[cfg(feature = "rulesets")]
    RefusedPeriod(crate::solve::verify::period::RefusedPeriod);
    /// There is no form to show.
    #[cfg(feature = "rulesets")]
    NoForm(crate::answer::NoForm);
    /// There is no weak solution.
    #[cfg(feature = "rulesets")]
    NotSearched(crate::answer::NotSearched);
    /// There is no misère quotient, or it is not found.
    #[cfg(feature = "rulesets")]
    Quotient(crate::solve::quotient::QuotientError);
    /// A line for the calculator is wrong.
    #[cfg(feature = "language")]
    Language(crate::language::LanguageError);
    /// A search for positions is wrong.
    #[cfg(feature = "language")]
    Query(crate::search::QueryError);
    /// A file of heap values cannot be used.
    #[cfg(all(feature = "formats", not(target_family = "wasm")))]
    Values(crate::format::values::ValuesError);
    /// A checkpoint cannot be used.
    #[cfg(feature = "formats")]
    Checkpoint(crate::format::checkpoint::CheckpointError);
    /// A picture has too many pixels.
    #[cfg(feature = "png")]
    Raster(crate::format::raster::RasterError);
    /// A solution cannot be saved.
    #[cfg(feature = "formats")]
    Save(crate::format::solution::SaveError);
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.cause())
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        self.cause().source()
    }
}
