//! Nothing secret survives the scrubbing, and ordinary text does.

use proptest::prelude::*;
use tokenpace::redact::{REMOVED, looks_like_key, scrub, scrub_key};

const KEY: &str = "sk-proj-Q7wX2mNpL9vB4tKz8RfY";

#[test]
fn c8_the_whole_key_is_removed() {
    let text = format!("Incorrect API key provided: {KEY}. Check it.");
    assert_eq!(
        scrub(&text, KEY),
        format!("Incorrect API key provided: {REMOVED} Check it.")
    );
}

#[test]
fn any_eight_consecutive_characters_of_the_key_are_removed() {
    let custom = "Harbour7Street9Library";
    for start in 0..=custom.len() - 8 {
        let text = format!("wrong key «{}» used", &custom[start..start + 8]);
        assert_eq!(scrub(&text, custom), format!("wrong key «{REMOVED}» used"));
    }
}

#[test]
fn seven_characters_are_not_enough_to_identify_it() {
    assert_eq!(
        scrub_key("ends in Library", "Harbour7Street9Library"),
        "ends in Library"
    );
}

#[test]
fn the_case_of_letters_does_not_hide_it() {
    assert_eq!(
        scrub("HARBOUR7STREET9LIBRARY", "Harbour7Street9Library"),
        REMOVED
    );
}

#[test]
fn a_short_key_is_removed_wherever_it_stands() {
    assert_eq!(
        scrub("user dummy7 unknown", "dummy7"),
        format!("user {REMOVED} unknown")
    );
}

#[test]
fn a_one_letter_key_is_removed_only_where_it_stands_alone() {
    assert_eq!(
        scrub("key x is not an example", "x"),
        format!("key {REMOVED} is not an example")
    );
}

#[test]
fn words_with_the_shape_of_a_key_are_removed_without_knowing_it() {
    for other in [
        "sk-ant-api03-abcdefghijkl",
        "gsk_1234567890abcdef",
        "AIzaSyA1234567890abcdef",
        "hf_abcdefghijklmnop",
        "xai-abcdefghijklmnop",
        "sk-proj-************************abcd",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
    ] {
        assert!(looks_like_key(other), "{other}");
        assert_eq!(
            scrub(&format!("got ({other}) instead"), ""),
            format!("got ({REMOVED}) instead")
        );
        assert_eq!(
            scrub(&format!("see https://x.example/a/{other}"), ""),
            format!("see https://x.example/a/{REMOVED}")
        );
    }
}

#[test]
fn values_of_authorisation_headers_and_key_parameters_are_removed() {
    for (text, expected) in [
        (
            "Authorization: Bearer abc123",
            "Authorization: Bearer [removed]",
        ),
        ("authorization: abc", "authorization: [removed]"),
        ("got bearer abcdefghijklmnop!", "got bearer [removed]!"),
        (
            r#"{"api_key":"abc123","model":"m"}"#,
            r#"{"api_key":"[removed]","model":"m"}"#,
        ),
        (
            r#"{\"x-api-key\": \"abc123\"}"#,
            r#"{\"x-api-key\": \"[removed]\"}"#,
        ),
        ("x-goog-api-key=abc", "x-goog-api-key=[removed]"),
        (
            "GET /v1?key=a1b2c3&alt=sse",
            "GET /v1?key=[removed]&alt=sse",
        ),
        ("token = tok_en", "token = [removed]"),
    ] {
        assert_eq!(scrub(text, ""), expected, "{text}");
    }
}

#[test]
fn ordinary_messages_stay_as_they_are() {
    for text in [
        "The model `gpt-9` does not exist or you do not have access to it.",
        "Missing bearer token in request",
        "Invalid token: expected a string",
        "Rate limit reached: 30 requests per minute. Try again in 2s.",
        "max_tokens: 999999 > 8192",
        "The key: read it twice, then keys and tokens make sense.",
        "Größe überschritten – 日本語 🙂",
        "",
    ] {
        assert_eq!(scrub(text, KEY), text);
    }
}

#[test]
fn an_answer_keeps_its_code() {
    let answer = "client = OpenAI(api_key=\"your-key-1\")";
    assert_eq!(scrub_key(answer, KEY), answer);
}

proptest! {
    #[test]
    fn no_eight_characters_of_the_key_survive(
        key in "[A-Za-z0-9_-]{8,60}",
        before in ".{0,40}",
        after in ".{0,40}",
        cut in 0usize..40,
    ) {
        let piece = &key[cut.min(key.len() - 8)..];
        for text in [format!("{before}{key}{after}"), format!("{before}{piece}{after}")] {
            let clean = scrub(&text, &key);
            for start in 0..=key.len() - 8 {
                prop_assert!(!clean.replace(REMOVED, " ").contains(&key[start..start + 8]));
            }
        }
    }

    #[test]
    fn it_takes_any_text(text in any::<String>(), key in any::<String>()) {
        let once = scrub(&text, &key);
        prop_assert!(once.len() <= text.len() + REMOVED.len() * (text.len() + 1));
    }
}
