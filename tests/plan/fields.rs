//! Numbers, model and prompt: their limits, and their faults in the order of the form.

use tokenpace::plan::{Field, FieldError, ModelError, NumberError, PlanDraft, PromptError, limits};

use crate::{check, only_error, with_url};

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
