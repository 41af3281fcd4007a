//! From the form's words to a [`Plan`]. All fields are looked at, so that all errors show at once.

use super::endpoint::{self, UrlParser};
use super::error::{FieldError, KeyError, ModelError, NumberError, PromptError, UrlError};
use super::extra::{checked_fields, checked_headers};
use super::target::checked_target;
use super::{
    AddressSpace, Endpoint, Field, HeaderError, HeldHeader, KeyNeed, Plan, PlanDraft, Target,
    UntilStable, exact_length_of, provider_named,
};
use crate::names;
use crate::units::{Micros, Wpm};

/// What the form may hold. Each limit says why it is there.
pub mod limits {
    use super::NumberError;

    /// A closed range of whole numbers.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Range {
        /// Smallest value.
        pub min: u32,
        /// Largest value.
        pub max: u32,
    }

    /// 2,000 requests give a usable p99.9 and still end; more is a load test, which a tab is not made for.
    pub const REQUESTS: Range = Range { min: 1, max: 2_000 };
    /// A browser shares one uplink and few sockets; above 64 it measures itself.
    pub const CONCURRENCY: Range = Range { min: 1, max: 64 };
    /// Finer than 1 % no run of a tab becomes; a range wider than half the number is no knowledge of it.
    pub const WITHIN_PERCENT: Range = Range { min: 1, max: 50 };
    /// Twenty practice requests warm any cache and connection there is.
    pub const WARMUP: Range = Range { min: 0, max: 20 };
    /// No vendor takes more in one answer of this kind, and a typing error must not cost a fortune.
    pub const MAX_OUTPUT_TOKENS: Range = Range {
        min: 1,
        max: 32_768,
    };
    /// Ten minutes: longer than any answer people wait for.
    pub const TIMEOUT_S: Range = Range { min: 1, max: 600 };
    /// From a beginner's pace to skimming.
    pub const READING_SPEED_WPM: Range = Range {
        min: 20,
        max: 2_000,
    };
    /// Up to the longest time a request may take.
    pub const TARGET_TTFT_MS: Range = Range {
        min: 1,
        max: 600_000,
    };
    /// A token a minute is no stream any more.
    pub const TARGET_TPOT_MS: Range = Range {
        min: 1,
        max: 60_000,
    };
    /// More than any service gives one customer.
    pub const NEEDED_TPS: Range = Range {
        min: 1,
        max: 1_000_000,
    };
    /// About 50,000 tokens; beyond that the upload itself dominates the wait.
    pub const PROMPT_CHARS: usize = 200_000;
    /// What of a name is shown and sent on.
    pub const MODEL_CHARS: usize = crate::names::MAX_CHARS;

    /// Gives medians and p90, and ends in a few minutes.
    pub const DEFAULT_REQUESTS: u32 = 20;
    /// One user at a time: the plain reading of "how fast does it feel".
    pub const DEFAULT_CONCURRENCY: u32 = 1;
    /// The first pays for the connection, the second shows what it cost.
    pub const DEFAULT_WARMUP: u32 = 2;
    /// Nobody waits longer for a chat answer.
    pub const DEFAULT_TIMEOUT_S: u32 = 60;
    /// Mean silent reading speed of adults for English non-fiction (Brysbaert 2019).
    pub const DEFAULT_READING_SPEED_WPM: u32 = 238;

    impl Range {
        /// Reads a whole number typed by a person.
        ///
        /// # Errors
        /// When nothing, something else, or a number out of the range was typed.
        pub fn parse(&self, text: &str) -> Result<u32, NumberError> {
            let Range { min, max } = *self;
            let typed = text.trim();
            if typed.is_empty() {
                return Err(NumberError::Missing { min, max });
            }
            let value = typed.to_owned();
            let (negative, digits) = match typed.strip_prefix('-') {
                Some(rest) => (true, rest),
                None => (false, typed),
            };
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(NumberError::NotANumber { value, min, max });
            }
            // All digits: the only way to fail is to be larger than any limit.
            match digits.parse::<u32>() {
                _ if negative => Err(NumberError::TooSmall { value, min }),
                Ok(number) if number < min => Err(NumberError::TooSmall { value, min }),
                Ok(number) if number <= max => Ok(number),
                _ => Err(NumberError::TooLarge { value, max }),
            }
        }
    }
}

/// What the form itself does not know but the rules depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surroundings<'a> {
    /// A key was typed.
    pub has_key: bool,
    /// The first character in it that no header can carry.
    pub unsendable_in_key: Option<char>,
    /// Extra headers whose values are held beside the key.
    pub held_headers: &'a [HeldHeader],
    /// Fields that hold the key.
    pub fields_with_key: &'a [Field],
    /// The page itself came over https.
    pub page_is_https: bool,
}

/// Turns the form into a plan.
///
/// # Errors
/// One error for each field that cannot be used, in the order of the form; those that hold the key come first.
pub fn validate(
    draft: &PlanDraft,
    parser: &dyn UrlParser,
    surroundings: Surroundings<'_>,
) -> Result<Plan, Vec<FieldError>> {
    let with_key = surroundings.fields_with_key.iter();
    let mut errors: Vec<_> = with_key
        .map(|field| FieldError::HoldsKey { field: *field })
        .collect();
    let provider = provider_named(&draft.provider);
    if provider.is_none() {
        errors.push(FieldError::Provider(draft.provider.clone()));
    }
    let endpoint = keep(&mut errors, checked_endpoint(draft, parser, surroundings));
    // Only at the vendor's own address: a gateway in front of it may want none.
    if let (Some(provider), Some(endpoint)) = (provider, &endpoint)
        && provider.key == KeyNeed::Needed
        && !surroundings.has_key
        && endpoint.base_url == provider.base_url(None)
    {
        let provider = provider.name.to_owned();
        errors.push(KeyError::Missing { provider }.into());
    }
    if let Some(character) = surroundings.unsendable_in_key {
        errors.push(KeyError::Unsendable { character }.into());
    }
    let model = keep(&mut errors, model(&draft.model));
    let prompt = keep(&mut errors, prompt(&draft.prompt));
    let mut number = |field, text: &str, range: &limits::Range| {
        let parsed = range.parse(text);
        keep(
            &mut errors,
            parsed.map_err(|error| FieldError::Number { field, error }),
        )
    };
    let max_output_tokens = number(
        Field::MaxOutputTokens,
        &draft.max_output_tokens,
        &limits::MAX_OUTPUT_TOKENS,
    );
    let requests = number(Field::Requests, &draft.requests, &limits::REQUESTS);
    let concurrency = number(Field::Concurrency, &draft.concurrency, &limits::CONCURRENCY);
    let warmup = number(Field::Warmup, &draft.warmup, &limits::WARMUP);
    let timeout_s = number(Field::Timeout, &draft.timeout_s, &limits::TIMEOUT_S);
    let wpm = number(
        Field::ReadingSpeed,
        &draft.reading_speed_wpm,
        &limits::READING_SPEED_WPM,
    );
    let until_stable = UntilStable::parse(&draft.run_until);
    if until_stable.is_none() && !draft.run_until.is_empty() {
        errors.push(FieldError::RunUntil(draft.run_until.clone()));
    }
    if let (Some(wanted), Some(requests)) = (until_stable, requests)
        && requests < wanted.percent.range_needs()
    {
        let needs = wanted.percent.range_needs();
        errors.push(FieldError::Number {
            field: Field::Requests,
            error: NumberError::TooFewForRange { requests, needs },
        });
    }
    if let (Some(concurrency), Some(requests)) = (concurrency, requests)
        && concurrency > requests
    {
        errors.push(FieldError::Number {
            field: Field::Concurrency,
            error: NumberError::MoreThanRequests {
                concurrency,
                requests,
            },
        });
    }
    let target = checked_target(draft, &mut errors);
    let request = sample(draft, endpoint.as_ref(), max_output_tokens);
    let exact_length = request.exact_length;
    let request = draft.format.request(&request, "");
    let held = surroundings.held_headers;
    let extra_headers = keep(
        &mut errors,
        checked_headers(&draft.extra_headers, held, &request),
    );
    let extra_fields = keep(
        &mut errors,
        checked_fields(&draft.extra_fields, &request.body),
    );
    match (
        endpoint,
        extra_headers,
        extra_fields,
        model,
        prompt,
        max_output_tokens,
        requests,
        concurrency,
        warmup,
        timeout_s,
        wpm,
    ) {
        (
            Some(endpoint),
            Some(extra_headers),
            Some(extra_fields),
            Some(model),
            Some(prompt),
            Some(max_output_tokens),
            Some(requests),
            Some(concurrency),
            Some(warmup),
            Some(timeout_s),
            Some(wpm),
        ) if errors.is_empty() => Ok(Plan {
            provider: draft.provider.clone(),
            format: draft.format,
            endpoint,
            model,
            workload: draft.workload,
            prompt,
            max_output_tokens,
            requests,
            until_stable,
            concurrency,
            warmup,
            timeout: Micros::from_secs(timeout_s),
            reading_speed: Wpm(f64::from(wpm)),
            nonce: draft.nonce,
            exact_length,
            extra_headers,
            extra_fields,
            target,
        }),
        _ => Err(errors),
    }
}

/// The plan of a look at the endpoint before a run: its address and what is added to requests come from the form, the rest is
/// of no consequence.
///
/// # Errors
/// One error for each field that keeps the endpoint from being called.
pub fn probe(
    draft: &PlanDraft,
    parser: &dyn UrlParser,
    surroundings: Surroundings<'_>,
) -> Result<Plan, Vec<FieldError>> {
    let model = Some(draft.model.trim()).filter(|name| !name.is_empty());
    let draft = PlanDraft {
        provider: draft.provider.clone(),
        format: draft.format,
        base_url: draft.base_url.clone(),
        model: model.unwrap_or("model").to_owned(),
        extra_headers: draft.extra_headers.clone(),
        extra_fields: draft.extra_fields.clone(),
        ..PlanDraft::default()
    };
    validate(&draft, parser, surroundings)
}

/// A plan that shows what requests hold before anything is added; without an address they go nowhere.
fn sample(draft: &PlanDraft, endpoint: Option<&Endpoint>, max_output_tokens: Option<u32>) -> Plan {
    let endpoint = endpoint.cloned().unwrap_or_else(|| Endpoint {
        base_url: String::new(),
        url: String::new(),
        origin: String::new(),
        host: String::new(),
        address_space: AddressSpace::Public,
    });
    let wish = exact_length_of(&draft.provider, draft.format, &endpoint.host);
    Plan {
        provider: draft.provider.clone(),
        format: draft.format,
        model: String::new(),
        workload: draft.workload,
        prompt: String::new(),
        max_output_tokens: max_output_tokens.unwrap_or(u32::MAX),
        requests: 1,
        until_stable: None,
        concurrency: 1,
        warmup: 0,
        timeout: Micros::from_secs(limits::DEFAULT_TIMEOUT_S),
        reading_speed: Wpm(f64::from(limits::DEFAULT_READING_SPEED_WPM)),
        nonce: draft.nonce,
        exact_length: wish.ok().filter(|_| draft.exact_length),
        extra_headers: Vec::new(),
        extra_fields: None,
        target: Target::default(),
        endpoint,
    }
}

pub(super) fn keep<T, E: Into<FieldError>>(
    errors: &mut Vec<FieldError>,
    result: Result<T, E>,
) -> Option<T> {
    result.map_err(|error| errors.push(error.into())).ok()
}

fn checked_endpoint(
    draft: &PlanDraft,
    parser: &dyn UrlParser,
    surroundings: Surroundings<'_>,
) -> Result<Endpoint, FieldError> {
    let endpoint = endpoint::resolve(&draft.base_url, draft.format, &draft.model, parser)?;
    let plain_http = endpoint.url.starts_with("http:");
    let host = endpoint.host.clone();
    match endpoint.address_space {
        AddressSpace::Public if plain_http && surroundings.page_is_https => {
            Err(UrlError::MixedContent { host }.into())
        }
        AddressSpace::Public | AddressSpace::Local if plain_http && surroundings.has_key => {
            Err(KeyError::PlainHttp { host }.into())
        }
        AddressSpace::Public | AddressSpace::Local if plain_http => {
            match surroundings.held_headers.first() {
                Some(HeldHeader { name, .. }) => {
                    let name = name.clone();
                    Err(HeaderError::PlainHttp { name, host }.into())
                }
                None => Ok(endpoint),
            }
        }
        _ => Ok(endpoint),
    }
}

fn model(typed: &str) -> Result<String, ModelError> {
    // What can't be seen comes along when a name is copied from a page, and no vendor knows it.
    let name = names::line(typed, usize::MAX);
    let chars = name.chars().count();
    match chars {
        0 => Err(ModelError::Missing),
        _ if chars > limits::MODEL_CHARS => Err(ModelError::TooLong {
            chars,
            max: limits::MODEL_CHARS,
        }),
        _ => Ok(name),
    }
}

fn prompt(typed: &str) -> Result<String, PromptError> {
    let chars = typed.chars().count();
    if typed.trim().is_empty() {
        Err(PromptError::Empty)
    } else if chars > limits::PROMPT_CHARS {
        Err(PromptError::TooLong {
            chars,
            max: limits::PROMPT_CHARS,
        })
    } else {
        // Sent as typed: leading and trailing blanks are the user's business.
        Ok(typed.to_owned())
    }
}
