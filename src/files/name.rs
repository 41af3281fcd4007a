//! Names of files.

use crate::report::Report;

/// Longest part of a name that a model or host gives; whole names have to fit into 255 bytes.
const MAX_CHARS: usize = 80;

/// "tokenpace-api.example.com-model-2026-01-02.json".
pub fn name(report: &Report, ending: &str) -> String {
    let plan = &report.plan;
    name_of(&plan.host, &plan.model, &report.created_at, ending)
}

/// The same from what it is made of; `created_at` is RFC 3339.
pub fn name_of(host: &str, model: &str, created_at: &str, ending: &str) -> String {
    let safe = |text: &str| -> String {
        let plain = |c: char| {
            if c.is_ascii_alphanumeric() || c == '.' {
                c
            } else {
                '-'
            }
        };
        text.chars().take(MAX_CHARS).map(plain).collect()
    };
    let day = created_at.get(..10).unwrap_or_default();
    let parts = [safe(host), safe(model), safe(day)];
    let mut name = String::from("tokenpace");
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        name.push('-');
        name.push_str(&part);
    }
    name.push_str(ending);
    name
}
