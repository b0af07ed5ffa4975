//! The options of a position with their values, and which of them its value does not need.

use grundy::answer::{Needless, ValuedOption, explore_options};
use grundy::value::{Form, Forms};
use grundy::{Player, Stopped};
use serde::{Deserialize, Serialize};

use super::typeset::Typeset;
use super::{App, game, json};
use crate::error::ApiError;
use crate::reply::Reply;

/// More options of a player would be unreadable.
const MOST: usize = 200;

#[derive(Deserialize)]
pub(super) struct AskedOptions {
    game: String,
}

/// A position with the options of both players.
#[derive(Serialize)]
struct ExplorerReply {
    game: String,
    value: String,
    typeset: Typeset,
    left: Vec<OptionJson>,
    right: Vec<OptionJson>,
}

#[derive(Serialize)]
struct OptionJson {
    name: String,
    game: String,
    value: String,
    typeset: Typeset,
    needless: Option<NeedlessJson>,
}

/// Why an option is not needed.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum NeedlessJson {
    /// By the option of the same player with this number.
    Dominated { by: usize, equal: bool },
    /// Through this answer of the other player.
    Reversible { answer: String, through: String, value: String, typeset: Typeset },
}

pub(super) async fn options(
    app: &App,
    AskedOptions { game: text }: AskedOptions,
) -> Result<Reply, ApiError> {
    let found = app.pool.run(move |limits| {
        let game = game(&text, limits)?;
        let mut forms = Forms::new(*limits);
        let Some(found) = explore_options(&*game, MOST, &mut forms, limits)? else {
            let why = "no values are found of its options, or there are too many options";
            return Err(ApiError::unanswerable(format!("{}: {why}", game.text())));
        };
        let value = forms.print(found.value)?;
        let mut side = |player: Player| -> Result<Vec<OptionJson>, Stopped> {
            found.options[player].iter().map(|option| told(option, &mut forms)).collect()
        };
        let (left, right) = (side(Player::Left)?, side(Player::Right)?);
        let typeset = Typeset::of(&value);
        Ok(json(&ExplorerReply { game: game.text(), value, typeset, left, right }))
    });
    Ok(Reply::json(&*found.await?))
}

fn told(option: &ValuedOption, forms: &mut Forms<'_>) -> Result<OptionJson, Stopped> {
    let mut print = |form: Form| forms.print(form).map(|value| (Typeset::of(&value), value));
    let (typeset, value) = print(option.value)?;
    let needless = match &option.needless {
        None => None,
        Some(Needless::Dominated { by, equal }) => {
            Some(NeedlessJson::Dominated { by: *by, equal: *equal })
        }
        Some(Needless::Reversible { answer, through, value }) => {
            let (typeset, value) = print(*value)?;
            let (answer, through) = (answer.clone(), through.clone());
            Some(NeedlessJson::Reversible { answer, through, value, typeset })
        }
    };
    Ok(OptionJson { name: option.name.clone(), game: option.to.text(), value, typeset, needless })
}
