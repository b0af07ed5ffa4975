//! Replaces `grundy solve --cluster` in a program that is built without it.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use grundy::Game;
use grundy::answer::Answer;
use grundy::game::Large;
use grundy::solve::partitioned::Settings;

use crate::limits::LimitArgs;

/// No arguments.
#[derive(clap::Args)]
pub(super) struct ClusterArgs {}

impl ClusterArgs {
    pub(super) fn is_wanted(&self) -> bool {
        false
    }

    pub(super) fn team(&self, _: Option<&Path>) -> Result<Option<Team>> {
        Ok(None)
    }
}

/// No cluster exists.
pub(super) enum Team {}

impl Team {
    pub(super) fn lock(&self) -> (usize, Duration) {
        match *self {}
    }

    pub(super) fn solve(
        self,
        _: &dyn Game,
        _: &dyn Large,
        _: Settings<'_>,
        _: &LimitArgs,
    ) -> Result<Answer> {
        match self {}
    }
}
