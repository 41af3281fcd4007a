//! From the form to a plan: every rule, with the value that breaks it.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod urls;

use tokenpace::plan::{
    AddressSpace, CorsVerdict, Field, FieldError, KeyError, KeyNeed, ModelError, NumberError, Plan,
    PlanDraft, PromptError, Surroundings, UrlError, Workload, address_space, draft_cost, limits,
    provider_named, providers, validate, workloads,
};
use tokenpace::units::{Micros, Wpm};
use urls::RustUrls;

fn with_url(base_url: &str) -> PlanDraft {
    PlanDraft {
        provider: "Custom".to_owned(),
        base_url: base_url.to_owned(),
        ..PlanDraft::default()
    }
}

fn check(draft: &PlanDraft) -> Result<Plan, Vec<FieldError>> {
    validate(draft, &RustUrls, Surroundings::default())
}

fn plan(base_url: &str) -> Plan {
    check(&with_url(base_url)).unwrap()
}

fn only_error(result: Result<Plan, Vec<FieldError>>) -> FieldError {
    let mut errors = result.unwrap_err();
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors.remove(0)
}

fn url_error(base_url: &str) -> UrlError {
    match only_error(check(&with_url(base_url))) {
        FieldError::BaseUrl(error) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_default_needs_only_the_simulated_vendors_address() {
    let mut draft = PlanDraft::default();
    assert_eq!(
        only_error(check(&draft)),
        FieldError::BaseUrl(UrlError::Empty)
    );
    let vendor = provider_named(&draft.provider).unwrap();
    assert!(vendor.is_simulated());
    draft.base_url = vendor.base_url(Some("http://127.0.0.1:8788/v1")).to_owned();
    let plan = check(&draft).unwrap();
    assert_eq!(plan.model, "sim-fluent");
    assert_eq!((plan.requests, plan.concurrency, plan.warmup), (20, 1, 2));
    assert_eq!(
        (plan.timeout, plan.reading_speed),
        (Micros::from_secs(60), Wpm(238.0))
    );
    assert_eq!((plan.workload, plan.nonce), (Workload::Chat, true));
    assert_eq!(
        plan.endpoint.url,
        "http://127.0.0.1:8788/v1/chat/completions"
    );
    assert_eq!(plan.endpoint.address_space, AddressSpace::Loopback);
}

#[test]
fn a_base_url_gets_the_path_of_the_format() {
    for typed in [
        "https://api.openai.com/v1",
        " https://API.openai.com:443/v1/ ",
        "HTTPS://api.openai.com/v1#x",
    ] {
        let endpoint = plan(typed).endpoint;
        assert_eq!(endpoint.base_url, "https://api.openai.com/v1", "{typed}");
        assert_eq!(endpoint.url, "https://api.openai.com/v1/chat/completions");
        assert_eq!(endpoint.origin, "https://api.openai.com");
        assert_eq!(endpoint.host, "api.openai.com");
    }
    assert_eq!(
        plan("https://api.deepseek.com").endpoint.url,
        "https://api.deepseek.com/chat/completions"
    );
}

#[test]
fn a_full_endpoint_url_is_used_as_it_is() {
    let endpoint =
        plan("https://gate.example:8443/x/chat/completions?api-version=2024-10-21").endpoint;
    assert_eq!(
        endpoint.url,
        "https://gate.example:8443/x/chat/completions?api-version=2024-10-21"
    );
    assert_eq!(endpoint.base_url, "https://gate.example:8443/x");
    assert_eq!(endpoint.host, "gate.example:8443");
    assert_eq!(endpoint.origin, "https://gate.example:8443");
}

#[test]
fn a_harmless_query_of_a_base_url_is_kept() {
    let endpoint = plan("https://gate.example/v1?api-version=1").endpoint;
    assert_eq!(
        endpoint.url,
        "https://gate.example/v1/chat/completions?api-version=1"
    );
}

#[test]
fn addresses_that_cannot_be_called_say_why() {
    let value = |text: &str| text.to_owned();
    for (typed, expected) in [
        ("", UrlError::Empty),
        ("   ", UrlError::Empty),
        (
            "api.openai.com/v1",
            UrlError::MissingScheme {
                value: value("api.openai.com/v1"),
            },
        ),
        (
            "localhost:11434/v1",
            UrlError::MissingScheme {
                value: value("localhost:11434/v1"),
            },
        ),
        (
            "/v1/chat/completions",
            UrlError::MissingScheme {
                value: value("/v1/chat/completions"),
            },
        ),
        (
            "ftp://host/v1",
            UrlError::UnsupportedScheme {
                scheme: value("ftp"),
            },
        ),
        (
            "https://",
            UrlError::MissingHost {
                value: value("https://"),
            },
        ),
        (
            "https:///v1",
            UrlError::MissingHost {
                value: value("https:///v1"),
            },
        ),
        (
            "https://:8080/v1",
            UrlError::MissingHost {
                value: value("https://:8080/v1"),
            },
        ),
        (
            "https://ho st/v1",
            UrlError::Unparsable {
                value: value("https://ho st/v1"),
            },
        ),
        (
            "https://host:99999/v1",
            UrlError::Unparsable {
                value: value("https://host:99999/v1"),
            },
        ),
    ] {
        assert_eq!(url_error(typed), expected, "{typed}");
    }
    let azure = provider_named("Azure OpenAI").unwrap().base_url(None);
    assert_eq!(
        url_error(azure),
        UrlError::Placeholder {
            placeholder: value("{resource}")
        }
    );
}

#[test]
fn c11_secrets_in_the_address_are_refused_and_not_kept() {
    let error = url_error("https://me:hunter2hunter2@host.example/v1");
    assert_eq!(
        error,
        UrlError::CredentialsInUrl {
            cleaned: "https://host.example/v1".to_owned()
        }
    );
    for (typed, name, cleaned) in [
        (
            "https://h.example/v1?key=abc",
            "key",
            "https://h.example/v1",
        ),
        (
            "https://h.example/v1?a=1&API_KEY=abc&b=2",
            "API_KEY",
            "https://h.example/v1?a=1&b=2",
        ),
        (
            "https://h.example/v1?id=sk-abcdefghijklmnop",
            "id",
            "https://h.example/v1",
        ),
    ] {
        let error = url_error(typed);
        assert_eq!(
            error,
            UrlError::KeyInUrl {
                name: name.to_owned(),
                cleaned: cleaned.to_owned()
            }
        );
        assert!(!error.to_string().contains("abc"));
    }
}

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

#[test]
fn an_https_page_cannot_call_plain_http_on_a_public_host() {
    let https = Surroundings {
        has_key: false,
        page_is_https: true,
        ..Surroundings::default()
    };
    let error = only_error(validate(
        &with_url("http://api.example.com/v1"),
        &RustUrls,
        https,
    ));
    assert_eq!(
        error,
        FieldError::BaseUrl(UrlError::MixedContent {
            host: "api.example.com".to_owned()
        })
    );
    for base in [
        "http://localhost:1/v1",
        "http://10.0.0.7/v1",
        "http://gpu.local/v1",
        "https://api.example.com/v1",
    ] {
        assert!(
            validate(&with_url(base), &RustUrls, https).is_ok(),
            "{base}"
        );
    }
}

#[test]
fn the_address_space_is_judged_by_the_name() {
    use AddressSpace::{Local, Loopback, Public};
    for (host, space) in [
        ("localhost", Loopback),
        ("LOCALHOST.", Loopback),
        ("app.localhost", Loopback),
        ("127.0.0.1", Loopback),
        ("127.255.0.9", Loopback),
        ("0.0.0.0", Loopback),
        ("[::1]", Loopback),
        ("[::ffff:127.0.0.1]", Loopback),
        ("10.1.2.3", Local),
        ("172.16.0.1", Local),
        ("172.31.255.255", Local),
        ("192.168.0.1", Local),
        ("169.254.1.1", Local),
        ("[fd12::1]", Local),
        ("[fe80::1]", Local),
        ("printer.local", Local),
        ("172.32.0.1", Public),
        ("9.9.9.9", Public),
        ("[2001:db8::1]", Public),
        ("localhost.example.com", Public),
        ("mylocal", Public),
    ] {
        assert_eq!(address_space(host), space, "{host}");
    }
}

type Numbers = [(Field, fn(&mut PlanDraft, &str), limits::Range); 6];

const NUMBERS: Numbers = [
    (
        Field::Requests,
        |d, v| d.requests = v.to_owned(),
        limits::REQUESTS,
    ),
    (
        Field::Concurrency,
        |d, v| d.concurrency = v.to_owned(),
        limits::CONCURRENCY,
    ),
    (
        Field::Warmup,
        |d, v| d.warmup = v.to_owned(),
        limits::WARMUP,
    ),
    (
        Field::MaxOutputTokens,
        |d, v| d.max_output_tokens = v.to_owned(),
        limits::MAX_OUTPUT_TOKENS,
    ),
    (
        Field::Timeout,
        |d, v| d.timeout_s = v.to_owned(),
        limits::TIMEOUT_S,
    ),
    (
        Field::ReadingSpeed,
        |d, v| d.reading_speed_wpm = v.to_owned(),
        limits::READING_SPEED_WPM,
    ),
];

#[test]
fn every_number_has_its_range() {
    for (field, set, range) in NUMBERS {
        let limits::Range { min, max } = range;
        let try_value = |value: &str| {
            let mut draft = with_url("https://h.example/v1");
            draft.requests = limits::REQUESTS.max.to_string();
            set(&mut draft, value);
            check(&draft)
        };
        let error = |value: &str| match only_error(try_value(value)) {
            FieldError::Number {
                field: wrong,
                error,
            } => {
                assert_eq!(wrong, field);
                error
            }
            other => panic!("{other:?}"),
        };
        assert!(
            try_value(&format!(" {min} ")).is_ok() && try_value(&max.to_string()).is_ok(),
            "{field:?}"
        );
        let over = (max + 1).to_string();
        assert_eq!(error(""), NumberError::Missing { min, max });
        assert_eq!(
            error("-3"),
            NumberError::TooSmall {
                value: "-3".to_owned(),
                min
            }
        );
        assert_eq!(
            error(&over),
            NumberError::TooLarge {
                value: over.clone(),
                max
            }
        );
        assert_eq!(
            error("99999999999999"),
            NumberError::TooLarge {
                value: "99999999999999".to_owned(),
                max
            }
        );
        for word in ["ten", "1.5", "1e3", "+5", "٣", "-", "NaN"] {
            assert_eq!(
                error(word),
                NumberError::NotANumber {
                    value: word.to_owned(),
                    min,
                    max
                }
            );
        }
        if min > 0 {
            let under = (min - 1).to_string();
            assert_eq!(
                error(&under),
                NumberError::TooSmall {
                    value: under.clone(),
                    min
                }
            );
        }
    }
}

#[test]
fn concurrency_cannot_exceed_the_requests() {
    let mut draft = with_url("https://h.example/v1");
    (draft.requests, draft.concurrency) = ("5".to_owned(), "6".to_owned());
    let error = NumberError::MoreThanRequests {
        concurrency: 6,
        requests: 5,
    };
    assert_eq!(
        only_error(check(&draft)),
        FieldError::Number {
            field: Field::Concurrency,
            error
        }
    );
    draft.concurrency = "5".to_owned();
    assert!(check(&draft).is_ok());
}

#[test]
fn model_and_prompt_must_be_there_and_be_of_a_sane_length() {
    let base = with_url("https://h.example/v1");
    let error = |change: &dyn Fn(&mut PlanDraft)| {
        let mut draft = base.clone();
        change(&mut draft);
        only_error(check(&draft))
    };
    assert_eq!(
        error(&|d| d.model = " ".to_owned()),
        FieldError::Model(ModelError::Missing)
    );
    assert_eq!(
        error(&|d| d.model = "m".repeat(201)),
        FieldError::Model(ModelError::TooLong {
            chars: 201,
            max: 200
        })
    );
    assert_eq!(
        error(&|d| d.prompt = "\n ".to_owned()),
        FieldError::Prompt(PromptError::Empty)
    );
    assert_eq!(
        error(&|d| d.prompt = "é".repeat(200_001)),
        FieldError::Prompt(PromptError::TooLong {
            chars: 200_001,
            max: 200_000
        })
    );
    assert_eq!(
        error(&|d| d.provider = "Nobody".to_owned()),
        FieldError::Provider("Nobody".to_owned())
    );
}

#[test]
fn all_errors_show_at_once_in_the_order_of_the_form() {
    let draft = PlanDraft {
        model: String::new(),
        requests: "many".to_owned(),
        ..with_url("nowhere")
    };
    let fields: Vec<Field> = check(&draft)
        .unwrap_err()
        .iter()
        .map(FieldError::field)
        .collect();
    assert_eq!(fields, [Field::BaseUrl, Field::Model, Field::Requests]);
}

#[test]
fn the_cost_counts_warm_up_and_needs_no_address() {
    let mut draft = PlanDraft::default();
    let cost = draft_cost(&draft).unwrap();
    assert_eq!((cost.requests, cost.max_output_tokens), (22, 5_632));
    assert_eq!(plan("https://h.example/v1").cost(), cost);
    draft.requests = "x".to_owned();
    assert_eq!(draft_cost(&draft), None);
}

#[test]
fn provider_rows_lead_to_usable_plans() {
    let mut names: Vec<&str> = providers().iter().map(|row| row.name).collect();
    assert_eq!(names[..2], ["Simulated vendor", "Custom"]);
    for row in providers() {
        let base = row.base_url(Some("http://localhost:8788/v1"));
        if base.is_empty() || base.contains('{') {
            continue;
        }
        let mut draft = with_url(base);
        draft.provider = row.name.to_owned();
        let surroundings = Surroundings {
            has_key: row.key == KeyNeed::Needed,
            page_is_https: false,
            ..Surroundings::default()
        };
        let plan = validate(&draft, &RustUrls, surroundings).unwrap();
        assert_eq!(plan.endpoint.base_url, base, "{}", row.name);
        assert!(
            row.name == "Simulated vendor" || row.as_of.len() == 7,
            "{} has no date",
            row.name
        );
    }
    assert_eq!(
        provider_named("NVIDIA (hosted)").unwrap().cors,
        CorsVerdict::No
    );
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), providers().len(), "two rows share a name");
}

#[test]
fn every_ready_made_workload_passes_the_form() {
    for info in workloads() {
        let draft = PlanDraft {
            workload: info.workload,
            prompt: info.prompt.get().to_owned(),
            max_output_tokens: info.max_output_tokens.to_string(),
            ..with_url("https://h.example/v1")
        };
        assert_eq!(
            check(&draft).is_ok(),
            info.workload != Workload::Own,
            "{}",
            info.label
        );
    }
}
