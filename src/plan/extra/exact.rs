//! Whether a server can be made to generate exactly as many tokens as asked for.

use crate::plan::{ExactLength, hosted_at, provider_of};
use crate::protocol::ApiFormat;
use crate::text;

/// Formats whose servers, if they know such a field at all, read it beside the output limit.
const TAKEN_IN: &[ApiFormat] = &[
    ApiFormat::OpenAiChat,
    ApiFormat::OpenAiCompletions,
    ApiFormat::LlamaCppCompletion,
    ApiFormat::SgLangGenerate,
];

/// The field that fixes the length at this host, whose server is of the chosen kind.
///
/// # Errors
/// In a sentence, why there is none.
pub fn exact_length_of(
    chosen: &str,
    format: ApiFormat,
    host: &str,
) -> Result<ExactLength, &'static str> {
    if !TAKEN_IN.contains(&format) {
        return Err(text!(
            "This API format has no way to ask for it: answers end when the model ends them."
        )
        .get());
    }
    let row = provider_of(chosen, host);
    if let Some(how) = row.and_then(|row| row.dialect.exact_length) {
        return Ok(how);
    }
    Err(match row {
        _ if hosted_at(host).is_some() => {
            text!("This vendor has no way to ask for it: answers end when the model ends them.").get()
        }
        Some(row) if !row.is_generic() => {
            text!("This server has no way to ask for it: answers end when the model ends them.").get()
        }
        _ => {
            text!("Not known of this endpoint. If it is a vLLM, SGLang or llama.cpp server, choose that as provider.").get()
        }
    })
}
