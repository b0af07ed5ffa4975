//! Grundy values of heaps under misère play.

use std::ops::ControlFlow;

use crate::solve::misere::misere_form;
use crate::solve::period::{Period, find_period};
use crate::value::{Mex, MisereForm, MisereForms};
use grundy_base::{Fault, Limits, Progress, Stopped};
use grundy_ruleset::{HeapKind, HeapRules};

/// Extends the Grundy values of heaps that do not split under misère play to g⁻(0), …, g⁻(`last`):
/// the mex of the options' values, where a heap without moves is worth 1. False where a heap splits.
///
/// A heap of n and a Nim heap of g⁻(n) are a P-position. Values of several heaps do not add, which is
/// what misère quotients are for. Time: proportional to the number of options.
///
/// # Errors
///
/// When a limit is reached; the values found until then are kept.
pub fn misere_values(
    rules: &dyn HeapRules,
    values: &mut Vec<u32>,
    last: usize,
    limits: &Limits<'_>,
) -> Result<bool, Stopped> {
    let mut mex = Mex::default();
    for size in values.len()..=last {
        let bytes = 4 * values.capacity() as u64;
        limits.check(Progress { stage: "misère values", positions: size, bytes })?;
        limits.room(bytes, size)?;
        let (mut after, mut splits) = (Vec::new(), false);
        let _ = rules.try_each_option(size as u64, &mut |left| {
            let mut parts = left.iter().filter(|&&part| part > 0);
            let value = |part: Option<&u64>| values[part.map_or(0, |&part| part as usize)];
            after.push(u64::from(value(parts.next())));
            splits = parts.next().is_some();
            if splits { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if splits {
            return Ok(false);
        }
        values.push(if after.is_empty() { 1 } else { mex.of(after) as u32 });
    }
    Ok(true)
}

/// The period that these values show.
#[must_use]
pub fn misere_period(rules: &dyn HeapRules, values: &[u32]) -> Option<Period> {
    // A window of the values decides all that follow, whatever the first values are.
    let kind = match rules.kind() {
        kind @ HeapKind::Subtraction(_) => kind,
        HeapKind::TakeAndBreak(code) if code.most_parts() <= 1 => HeapKind::TakeAndBreak(code),
        _ => HeapKind::Other,
    };
    let mut found = find_period(values, &kind)?;
    // g⁻(n) = n from n = 2 on: every smaller heap is an option.
    found.proved |= rules.kind() == HeapKind::AnyNumber
        && (found.preperiod, found.period, found.saltus) == (2, 1, 1);
    Some(found)
}

/// The Grundy values under misère play of heaps that may split, by their simplest forms (Conway, On
/// Numbers and Games, chapter 12). Wild games have very many forms.
///
/// # Errors
///
/// When a limit is reached.
pub fn misere_values_by_forms(
    rules: &dyn HeapRules,
    last: usize,
    limits: &Limits<'_>,
) -> Result<Vec<u32>, Stopped> {
    let mut forms = MisereForms::default();
    let mut found: Vec<MisereForm> = Vec::new();
    for size in 0..=last {
        let form = misere_form(options(rules, size)?.into_iter(), &found, &mut forms, limits)?;
        found.push(form);
    }
    Ok(found.into_iter().map(|form| forms.genus(form).misere(0)).collect())
}

/// The options of a heap, each as the heaps that are not empty.
fn options(rules: &dyn HeapRules, size: usize) -> Result<Vec<Vec<usize>>, Fault> {
    let mut all = Vec::new();
    let _ = rules.try_each_option(size as u64, &mut |left| {
        all.push(left.iter().filter(|&&part| part > 0).map(|&part| part as usize).collect());
        ControlFlow::Continue(())
    })?;
    Ok(all)
}
