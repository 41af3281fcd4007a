//! Nothing secret survives the scrubbing, and ordinary text does.

use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{
    GeneralPurpose, GeneralPurposeConfig, STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD,
};
use base64::{Engine, alphabet};
use proptest::prelude::*;
use tokenpace::redact::{REMOVED, ScrubWindow, looks_like_key, scrub, scrub_key};

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

#[test]
fn a_key_in_base64_is_removed_with_what_it_shares_characters_with() {
    // `user:` and the key.
    let encoded = STANDARD.encode(format!("user:{KEY}"));
    assert_eq!(
        scrub_key(&format!("bad login {encoded}, sorry"), KEY),
        // The last of these characters has two bits of the key's first one.
        format!("bad login {}{REMOVED}, sorry", &encoded[..6])
    );
}

#[test]
fn an_escaped_key_is_removed() {
    let key = "pw/Zx+83 kQ=w";
    for text in [
        "pw%2FZx%2B83%20kQ%3Dw",
        "pw%252FZx%252B83%2520kQ%253Dw",
        r"pw\/Zx+83 kQ=w",
        r"pw\u002fZx\u002B83 kQ\u003dw",
        r"pw\\u002fZx\\u002B83 kQ\\u003dw",
        r"pw\x2fZx\x2B83 kQ\x3dw",
        "pw&#47;Zx&#43;83&#x20;kQ&#x3D;w",
        "&#112;w%2f&#90;x%2b83%20kQ%3dw",
    ] {
        assert_eq!(
            scrub_key(&format!("<{text}>"), key),
            format!("<{REMOVED}>"),
            "{text}"
        );
    }
}

#[test]
fn what_only_looks_encoded_stays() {
    let image = STANDARD.encode([7_u8; 300]);
    for text in [
        "100%, 50%zz, %4, %",
        r"C:\new\users and \u12 and \",
        "AT&T, &#; &#xyz; &#99999999999;",
        "Übermorgen+vielleicht/auch-nicht_oder",
        &image,
    ] {
        assert_eq!(scrub_key(text, KEY), text);
    }
}

/// Every byte percent-encoded.
fn percent(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// The opposite, for what was cut anywhere.
fn unpercent(text: &str) -> String {
    let mut read = String::new();
    for part in text.split_inclusive(['%', ' ']) {
        match part
            .get(..2)
            .and_then(|code| u8::from_str_radix(code, 16).ok())
        {
            Some(byte) => read.push(char::from(byte)),
            None => read.push_str(part.trim_end_matches('%')),
        }
    }
    read
}

/// The bytes that base64 in the text holds, from each of its characters on.
fn read_as_base64(text: &str) -> Vec<u8> {
    let lenient = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::RequireNone);
    let mut read = Vec::new();
    for alphabet in [alphabet::STANDARD, alphabet::URL_SAFE] {
        let engine = GeneralPurpose::new(&alphabet, lenient);
        for word in text.split(|c: char| !(c.is_ascii_alphanumeric() || "+/-_".contains(c))) {
            for from in 0..word.len().min(4) {
                // One character alone is no byte.
                let spare = usize::from((word.len() - from) % 4 == 1);
                let bytes = engine.decode(&word[from..word.len() - spare]);
                read.extend(bytes.unwrap_or_default());
                read.push(b' ');
            }
        }
    }
    read
}

fn has_piece(text: &[u8], key: &str) -> bool {
    key.as_bytes()
        .windows(8)
        .any(|piece| text.windows(8).any(|window| window == piece))
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
    fn no_base64_of_the_key_survives(
        key in "[A-Za-z0-9_-]{8,60}",
        before in "[ -~]{0,7}",
        after in "[ -~]{0,7}",
        lead in "[A-Za-z0-9+/ ]{0,5}",
        escape in any::<bool>(),
    ) {
        let plain = format!("{before}{key}{after}");
        for engine in [STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD] {
            let encoded = engine.encode(&plain);
            prop_assert!(has_piece(&read_as_base64(&encoded), &key));
            let shown = if escape { percent(&encoded) } else { encoded };
            for clean in [scrub(&format!("{lead}{shown} x"), &key), scrub_key(&format!("{lead}{shown}"), &key)] {
                prop_assert!(!has_piece(&read_as_base64(&clean.replace(REMOVED, " ")), &key), "{clean}");
                prop_assert!(clean.contains(REMOVED));
            }
        }
    }

    #[test]
    fn no_escaped_key_survives(key in "[!-~]{8,40}", which in prop::collection::vec(0..5_u8, 40)) {
        // A backslash of the key and what follows it would be an escape themselves.
        let key = key.replace(['\\', '%', '&'], "+");
        let text: String = key.chars().zip(&which).map(|(c, how)| match how {
            0 => c.to_string(),
            1 => percent(&c.to_string()),
            2 => format!("\\u{:04x}", u32::from(c)),
            3 => format!("&#{};", u32::from(c)),
            _ => format!("\\x{:02X}", u32::from(c)),
        }).collect();
        let clean = scrub_key(&format!("« {text} »"), &key);
        prop_assert_eq!(clean, format!("« {REMOVED} »"));
    }

    #[test]
    fn pieces_of_encoded_text_show_nothing_either(
        key in "[A-Za-z0-9_-]{8,40}",
        before in "[ -~]{0,5}",
        sizes in prop::collection::vec(1..30_usize, 60),
        escape in any::<bool>(),
    ) {
        let encoded = STANDARD.encode(format!("{before}{key}"));
        let text = format!("It is {}, you see.", if escape { percent(&encoded) } else { encoded });
        let mut window = ScrubWindow::new(&[&key]);
        let (mut shown, mut rest) = (String::new(), text.as_str());
        for size in sizes {
            let (piece, later) = rest.split_at(size.min(rest.len()));
            shown += &window.push(piece);
            rest = later;
            let read = read_as_base64(&unpercent(&shown.replace(REMOVED, " ")));
            prop_assert!(!has_piece(&read, &key), "{}", shown);
        }
        shown += &window.push(rest);
        shown += &window.finish();
        prop_assert_eq!(shown, scrub_key(&text, &key));
    }

    #[test]
    fn it_takes_any_text(text in any::<String>(), key in any::<String>()) {
        let once = scrub(&text, &key);
        prop_assert!(once.len() <= text.len() + REMOVED.len() * (text.len() + 1));
    }
}
