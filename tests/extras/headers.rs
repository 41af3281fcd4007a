//! Headers of the user, open and secret.

use tokenpace::plan::{
    FieldError, HeaderError, HeldHeader, KEPT, PlanDraft, Surroundings, is_secret_header,
    keepable_headers, take_secret_headers, validate, without_held_headers,
};
use tokenpace::protocol::ApiFormat;

use crate::urls::RustUrls;
use crate::{check, draft};

fn with(text: &str) -> PlanDraft {
    PlanDraft {
        extra_headers: text.to_owned(),
        ..draft("Custom", "https://gate.example/v1")
    }
}

fn error(text: &str) -> HeaderError {
    match check(&with(text), &[]).unwrap_err().as_slice() {
        [FieldError::ExtraHeaders(error)] => error.clone(),
        other => panic!("{other:?}"),
    }
}

fn name(name: &str) -> String {
    name.to_owned()
}

#[test]
fn good_ones_are_sent_as_typed() {
    let plan = check(&with("X-Title: my page \n\n  OpenAI-Project:proj:1\n"), &[]).unwrap();
    let expected = [
        (name("X-Title"), name("my page")),
        (name("OpenAI-Project"), name("proj:1")),
    ];
    assert_eq!(plan.extra_headers, expected);
    assert_eq!(plan.format.request(&plan, "").extra_headers, expected);
    assert!(check(&with(" \n"), &[]).unwrap().extra_headers.is_empty());
}

#[test]
fn each_fault_is_told_by_its_kind() {
    assert_eq!(error("X-A: 1\nnonsense"), HeaderError::NoColon { line: 2 });
    for bad in [": x", "X A: x", "Größe: x", "sk-abcdefghijklmnop: x"] {
        assert_eq!(error(bad), HeaderError::BadName { line: 1 }, "{bad}");
    }
    assert_eq!(error("X-A:  "), HeaderError::NoValue { name: name("X-A") });
    let long = format!("X-A: {}", "x".repeat(8 * 1024));
    assert_eq!(
        error(&long),
        HeaderError::TooLong {
            bytes: long.len(),
            max: 8_192
        }
    );
    assert_eq!(
        error("X-A: a…b"),
        HeaderError::BadValue {
            name: name("X-A"),
            character: '…'
        }
    );
    assert_eq!(
        error("X-A: 1\nx-a: 2"),
        HeaderError::Twice { name: name("x-a") }
    );
    assert_eq!(
        error("Content-Type: text/plain"),
        HeaderError::AlreadySent {
            name: name("Content-Type")
        }
    );
}

#[test]
fn what_the_browser_reserves_is_refused() {
    for reserved in [
        "Host",
        "COOKIE",
        "origin",
        "Sec-Fetch-Mode",
        "Proxy-Authorization",
        "DNT",
        "Via",
        "User-Agent",
        "X-HTTP-Method",
        "x-http-method-override",
        "X-Method-Override",
    ] {
        let text = format!("{reserved}: {KEPT}");
        assert_eq!(
            error(&text),
            HeaderError::Forbidden {
                name: name(reserved)
            }
        );
    }
}

#[test]
fn the_keys_own_header_is_refused() {
    assert_eq!(
        error(&format!("Authorization: {KEPT}")),
        HeaderError::Auth {
            name: name("Authorization")
        }
    );
    let anthropic = PlanDraft {
        format: ApiFormat::AnthropicMessages,
        ..with(&format!("x-api-key: {KEPT}"))
    };
    let errors = check(&anthropic, &[]).unwrap_err();
    assert_eq!(
        errors,
        [FieldError::ExtraHeaders(HeaderError::Auth {
            name: name("x-api-key")
        })]
    );
    let azure = PlanDraft {
        base_url: "https://res.openai.azure.com/openai/v1".to_owned(),
        ..with(&format!("Api-Key: {KEPT}"))
    };
    let errors = check(&azure, &[]).unwrap_err();
    assert_eq!(
        errors,
        [FieldError::ExtraHeaders(HeaderError::Auth {
            name: name("Api-Key")
        })]
    );
}

#[test]
fn secrets_are_told_by_name_or_value() {
    for (name, value) in [
        ("Authorization", "x"),
        ("X-Api-Key", "x"),
        ("my-token", "x"),
        ("Client-Secret", "x"),
        ("X-Anything", "Bearer abc"),
        ("X-Anything", "sk-abcdefghijklmnop"),
        ("X-Session", "1"),
    ] {
        assert!(is_secret_header(name, value), "{name}: {value}");
    }
    for (name, value) in [
        ("X-Title", "my page"),
        ("HTTP-Referer", "https://page.example/"),
        ("OpenAI-Organization", "org-123"),
        ("anthropic-beta", "interleaved-thinking-2025-05-14"),
    ] {
        assert!(!is_secret_header(name, value), "{name}: {value}");
    }
}

#[test]
fn secrets_leave_the_text_and_what_may_be_stored_holds_none() {
    let typed = "X-Title: page\nX-Gate-Token:  tok-123 \n\nX-Other: sk-abcdefghijklmnop";
    let taken = take_secret_headers(typed);
    assert_eq!(
        taken.text,
        format!("X-Title: page\nX-Gate-Token: {KEPT}\n\nX-Other: {KEPT}")
    );
    assert_eq!(
        taken.secrets,
        [
            (name("X-Gate-Token"), name("tok-123")),
            (name("X-Other"), name("sk-abcdefghijklmnop"))
        ]
    );
    // Taken once, the text stays as it is.
    let again = take_secret_headers(&taken.text);
    assert_eq!(
        (again.text, again.secrets),
        (taken.text.clone(), Vec::new())
    );
    assert_eq!(without_held_headers(&taken.text), "X-Title: page\n");
    for text in [typed, &taken.text, "X-Title: page\nBearer sk-half-a-line"] {
        assert_eq!(keepable_headers(text), "X-Title: page");
    }
}

#[test]
fn held_ones_are_checked_without_their_values_and_are_no_part_of_the_plan() {
    let held = |unsendable| {
        [HeldHeader {
            name: name("X-Gate-Token"),
            unsendable,
        }]
    };
    let text = format!("x-gate-token: {KEPT}\nX-Title: page");
    let plan = check(&with(&text), &held(None)).unwrap();
    assert_eq!(plan.extra_headers, [(name("X-Title"), name("page"))]);
    let errors = check(&with(&text), &held(Some('…'))).unwrap_err();
    assert!(matches!(
        &errors[..],
        [FieldError::ExtraHeaders(HeaderError::BadValue { .. })]
    ));
    assert_eq!(
        error(&text),
        HeaderError::Forgotten {
            name: name("x-gate-token")
        }
    );
}

#[test]
fn a_secret_is_not_sent_over_plain_http_unless_to_this_computer() {
    let held = [HeldHeader {
        name: name("X-Token"),
        unsendable: None,
    }];
    let to = |base: &str| {
        let draft = PlanDraft {
            base_url: base.to_owned(),
            ..with(&format!("X-Token: {KEPT}"))
        };
        let surroundings = Surroundings {
            held_headers: &held,
            ..Surroundings::default()
        };
        validate(&draft, &RustUrls, surroundings)
    };
    let host = name("192.168.1.20:8000");
    assert_eq!(
        to("http://192.168.1.20:8000/v1").unwrap_err(),
        [FieldError::ExtraHeaders(HeaderError::PlainHttp {
            name: name("X-Token"),
            host
        })]
    );
    assert!(to("http://localhost:8000/v1").is_ok());
    assert!(to("https://gate.example/v1").is_ok());
}
