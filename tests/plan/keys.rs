//! Where a key is needed, and where it is not sent.

use tokenpace::plan::{Field, FieldError, KeyError, PlanDraft, Surroundings, validate};

use crate::urls::RustUrls;
use crate::{check, only_error, with_url};

#[test]
fn a_vendor_that_always_wants_a_key_is_not_asked_without_one() {
    let openai = PlanDraft {
        provider: "OpenAI".to_owned(),
        ..with_url("https://api.openai.com/v1")
    };
    let error = only_error(check(&openai));
    assert_eq!(error.field(), Field::ApiKey);
    assert!(error.to_string().contains("OpenAI needs a key"), "{error}");
    let with_key = Surroundings {
        has_key: true,
        page_is_https: false,
        ..Surroundings::default()
    };
    assert!(validate(&openai, &RustUrls, with_key).is_ok());
    // A gateway at another address may hold the key itself.
    let gateway = PlanDraft {
        base_url: "https://gateway.example.com/v1".to_owned(),
        ..openai
    };
    assert!(check(&gateway).is_ok());
}

#[test]
fn c11_a_key_is_not_sent_over_plain_http_unless_to_this_computer() {
    let with_key = Surroundings {
        has_key: true,
        page_is_https: false,
        ..Surroundings::default()
    };
    for host in ["api.example.com", "192.168.1.20:8000", "gpu.local"] {
        let error = only_error(validate(
            &with_url(&format!("http://{host}/v1")),
            &RustUrls,
            with_key,
        ));
        assert_eq!(
            error,
            FieldError::ApiKey(KeyError::PlainHttp {
                host: host.to_owned()
            })
        );
        assert_eq!(error.field(), Field::ApiKey);
    }
    for base in [
        "http://localhost:8000/v1",
        "http://127.0.0.1:8000/v1",
        "http://[::1]:8000/v1",
        "https://api.example.com/v1",
    ] {
        assert!(
            validate(&with_url(base), &RustUrls, with_key).is_ok(),
            "{base}"
        );
    }
    assert!(check(&with_url("http://192.168.1.20:8000/v1")).is_ok());
}
