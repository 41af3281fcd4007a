//! How fast a recording is replayed, and which model a request names.
use serde::Deserialize;

/// Time before each message when none is asked for, ms.
const GAP_MS: f64 = 10.0;

/// Longest time before a message, ms: one minute.
const MAX_GAP_MS: f64 = 60_000.0;

/// The model that a request asks for: a field of its JSON body, or a part of the path as in Gemini's
/// `models/NAME:streamGenerateContent`.
pub fn model_of(path: &str, body: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        model: String,
    }
    let in_path = || {
        let (_, name) = path.split_once("models/")?;
        Some(name.split_once(':')?.0.to_owned())
    };
    let named = serde_json::from_slice(body).ok();
    named.map(|named: Named| named.model).or_else(in_path)
}

/// Time before each message, ms: `gap` of the query, else of the model's name.
///
/// # Errors
/// A `gap` that is no time, or a model described by other keys; the sentence says what is wrong.
pub fn gap_ms(query: Option<&str>, model: Option<&str>) -> Result<f64, String> {
    let pairs = query.unwrap_or("").split('&');
    let mut asked = pairs.filter_map(|pair| pair.strip_prefix("gap="));
    if let Some(value) = asked.next() {
        return parsed(value);
    }
    match model.and_then(|model| model.split_once('=')) {
        Some(("gap", value)) => parsed(value),
        Some((key, _)) => Err(format!(
            "A recording has no `{key}` to set: its model may only be described by `gap=` and milliseconds."
        )),
        None => Ok(GAP_MS),
    }
}

fn parsed(value: &str) -> Result<f64, String> {
    let gap = value.trim().parse().ok();
    gap.filter(|gap| (0.0..=MAX_GAP_MS).contains(gap))
        .ok_or_else(|| format!("The `gap` takes milliseconds from 0 to 60000, not `{value}`."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_is_in_the_body_or_in_the_path() {
        let body = br#"{"model":"gap=5","stream":true}"#;
        assert_eq!(model_of("chat/completions", body).as_deref(), Some("gap=5"));
        assert_eq!(
            model_of("v1beta/models/gap=7:streamGenerateContent", b"{}").as_deref(),
            Some("gap=7")
        );
        assert_eq!(model_of("generate", b"{}"), None);
        assert_eq!(model_of("", b""), None);
    }

    #[test]
    fn the_query_goes_before_the_model() {
        assert_eq!(gap_ms(None, None), Ok(GAP_MS));
        assert_eq!(gap_ms(Some("alt=sse"), Some("gpt-4")), Ok(GAP_MS));
        assert_eq!(gap_ms(None, Some("gap=2.5")), Ok(2.5));
        assert_eq!(gap_ms(Some("alt=sse&gap=0"), Some("gap=9")), Ok(0.0));
        for (query, model, word) in [
            (Some("gap=-1"), None, "-1"),
            (Some("gap=NaN"), None, "NaN"),
            (None, Some("gap=60001"), "60001"),
            (None, Some("ttft=5"), "ttft"),
        ] {
            let fault = gap_ms(query, model).unwrap_err();
            assert!(fault.contains(word), "{fault}");
        }
    }
}
