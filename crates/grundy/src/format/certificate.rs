//! Certificates of periods: the claim, with the data that a check needs.
//!
//! One object of JSON. `window` is there where the search went beyond memory;
//! `saltuses` where residues grow in different ways, a number for each heap from
//! the preperiod on:
//!
//! ```text
//! {"format":"grundy certificate","version":1,"ruleset":"kayles","period":12,"preperiod":71,
//!  "saltus":0,"window":null}
//! ```

use serde::{Deserialize, Serialize};

use crate::solve::verify::period::{PeriodClaim, Window};

const FORMAT: &str = "grundy certificate";
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct CertificateJson {
    format: String,
    version: u32,
    ruleset: String,
    period: u64,
    preperiod: u64,
    saltus: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    saltuses: Vec<u32>,
    window: Option<WindowJson>,
}

#[derive(Serialize, Deserialize)]
struct WindowJson {
    heap: u64,
    mask: u32,
    odd: Option<u8>,
    values: Vec<u32>,
}

/// A certificate as it is written.
#[must_use]
pub fn write(ruleset: &str, claim: &PeriodClaim) -> String {
    let PeriodClaim { period, preperiod, saltus, saltuses, window } = claim.clone();
    let window =
        window.map(|Window { heap, values, mask, odd }| WindowJson { heap, mask, odd, values });
    let (format, ruleset) = (FORMAT.into(), ruleset.into());
    let json = CertificateJson {
        format,
        version: VERSION,
        ruleset,
        period,
        preperiod,
        saltus,
        saltuses,
        window,
    };
    serde_json::to_string(&json).expect("numbers and text") + "\n"
}

/// Whether a file starts as a certificate does.
#[must_use]
pub fn is_certificate(start: &[u8]) -> bool {
    start.starts_with(format!("{{\"format\":\"{FORMAT}\"").as_bytes())
}

/// Reads a certificate: the ruleset and what is claimed of it.
///
/// # Errors
///
/// Says what is wrong with the text.
pub fn read(text: &str) -> Result<(String, PeriodClaim), String> {
    let json: CertificateJson = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if json.version != VERSION {
        return Err(format!("version {} of the format is not known", json.version));
    }
    let CertificateJson { period, preperiod, saltus, saltuses, window, .. } = json;
    let window =
        window.map(|WindowJson { heap, mask, odd, values }| Window { heap, values, mask, odd });
    Ok((json.ruleset, PeriodClaim { period, preperiod, saltus, saltuses, window }))
}
