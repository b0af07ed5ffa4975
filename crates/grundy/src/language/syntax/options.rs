//! Options between braces: `{L|R}`.

use super::reader::Reader;
use super::tree::{Expression, Kind};
use grundy_base::ParseError;

impl Reader<'_> {
    /// `{L|R}`: the most bars in a row separate the outermost options.
    pub(super) fn options(&mut self, at: usize) -> Result<Expression, ParseError> {
        let lists = self.enclosed(true, Self::option_lists)?;
        if lists.len() < 2 {
            return Err(ParseError::new("'|' between the options of Left and Right", self.at - 1)
                .with_help("a game is written {L|R}"));
        }
        parted(lists, at)
    }

    /// Lists of options up to the closing brace, and the number of bars behind each.
    pub(super) fn option_lists(&mut self) -> Result<Vec<(Vec<Expression>, usize)>, ParseError> {
        let mut lists = Vec::new();
        let mut list = Vec::new();
        loop {
            self.skip_space();
            let bars = self.rest().bytes().take_while(|&c| c == b'|').count();
            if bars > 0 {
                self.at += bars;
                lists.push((std::mem::take(&mut list), bars));
            } else if self.eat_at_once("}") {
                lists.push((list, 0));
                return Ok(lists);
            } else {
                if !list.is_empty() && !self.eat(",") {
                    return Err(self.error("',', '|' or '}'"));
                }
                list.push(self.sides()?);
            }
        }
    }
}

/// The game of lists of options, which begins at `at`.
pub(super) fn parted(
    lists: Vec<(Vec<Expression>, usize)>,
    at: usize,
) -> Result<Expression, ParseError> {
    let kind = nest(lists).map_err(|bars| {
        ParseError::new("one place with the most bars", at)
            .with_help(format!("{} parts the options more than once", "|".repeat(bars)))
    })?;
    Ok(Expression { at, kind })
}

/// The most bars separate the outermost options; an error if they occur more than once.
fn nest(mut lists: Vec<(Vec<Expression>, usize)>) -> Result<Kind, usize> {
    let most = lists.iter().map(|(_, bars)| *bars).max().unwrap_or(0);
    let mut parted = lists.iter().enumerate().filter(|(_, (_, bars))| *bars == most);
    let at = parted.next().map_or(0, |(at, _)| at);
    if parted.next().is_some() {
        return Err(most);
    }
    let right = lists.split_off(at + 1);
    let side = |mut lists: Vec<(Vec<Expression>, usize)>| {
        if lists.len() == 1 {
            return Ok::<_, usize>(lists.remove(0).0);
        }
        let at = lists.iter().flat_map(|(list, _)| list).map(|option| option.at).min();
        Ok(vec![Expression { at: at.unwrap_or(0), kind: nest(lists)? }])
    };
    if let Some(last) = lists.last_mut() {
        last.1 = 0;
    }
    Ok(Kind::Options { name: None, left: side(lists)?, right: side(right)? })
}
