//! The same findings from real requests, whose replies could be read. What to try is the advice that reports give.

use std::borrow::Cow;

use super::{Code, Finding};
use crate::format;
use crate::plan::Plan;
use crate::report::{advice, advice_for};
use crate::text;
use crate::texts::Text;
use crate::trace::{FailureKind, OutcomeKind, Trace};

/// Blocked requests after good ones that point at a hidden rate limit: one may be the network's fault.
const BLOCKED_AFTER_OK: usize = 2;

/// What a finished request says about the connection; `None` if it was stopped, or blocked: then only the ladder can tell.
#[must_use]
pub fn diagnose(trace: &Trace, plan: &Plan) -> Option<Finding> {
    let host = &plan.endpoint.host;
    let Some(failure) = &trace.failure else {
        return good(trace, host);
    };
    let kind = failure.kind;
    let code = code(kind, &failure.message)?;
    let known: Cow<'static, str> = match (trace.status, kind) {
        (_, FailureKind::IdleTimeout) => silence(trace).into(),
        (_, FailureKind::TotalTimeout) => {
            format!("The answer was not complete after {}.", took(trace)?).into()
        }
        (_, FailureKind::OutputLimit) => format!("{host} sent far more than was asked for.").into(),
        (Some(403), FailureKind::HtmlPage) => return Some(Finding::gateway_page(&plan.endpoint)),
        (_, FailureKind::HtmlPage) => return Some(Finding::web_page(host)),
        (_, FailureKind::WrongFormat) => not_in_format(plan).into(),
        (_, FailureKind::EmptyBody) => format!("{host} answered with nothing at all.").into(),
        (_, FailureKind::VendorError) => format!("{host} answered with an error message.").into(),
        (Some(status), _) if !(200..300).contains(&status) => {
            format!("{host} answered {status}.").into()
        }
        _ => format!("{host} began to answer, but the answer never came to its end.").into(),
    };
    let tip: Cow<'static, str> = match code {
        Code::OrgBlocked => {
            text!("An administrator of that organisation can switch browser calls on. Or use a key of another workspace.").get().into()
        }
        _ => advice_for(failure, plan),
    };
    let mut finding = match trace.status {
        Some(405) => Finding::no_such_path(&plan.endpoint, 405),
        _ => Finding::new(code, known, causes_of(code, kind), tip),
    };
    finding.quote = Some(failure.message.clone()).filter(|words| !words.is_empty());
    Some(finding)
}

/// Requests were blocked after others had worked: the browser may be hiding the reply "too many requests".
#[must_use]
pub fn hidden_rate_limit(traces: &[Trace], plan: &Plan) -> Option<Finding> {
    let first_ok = traces.iter().position(|t| t.outcome == OutcomeKind::Ok)?;
    let blocked = traces.iter().skip(first_ok);
    let blocked = blocked
        .filter(|t| t.outcome == OutcomeKind::Blocked)
        .count();
    (blocked >= BLOCKED_AFTER_OK).then(|| {
        Finding::new(
            Code::Rate,
            format!(
                "{} worked at first, then {blocked} requests were blocked. Possibly it limits the rate, and the browser hides that reply.",
                plan.endpoint.host
            ),
            &[],
            advice(FailureKind::RateLimited, plan.endpoint.address_space),
        )
    })
}

fn good(trace: &Trace, host: &str) -> Option<Finding> {
    let took = took(trace)?;
    match trace.outcome {
        OutcomeKind::Ok if trace.plain_json => Some(Finding::new(
            Code::NotStreamed,
            format!("{host} answered, but the whole answer came in one piece after {took}."),
            &[
                text!("the endpoint ignores the wish to stream"),
                text!("a gateway collects the answer"),
            ],
            text!(
                "Runs work, but only their total times will mean something. Ask for streaming without a buffer."
            ),
        )),
        OutcomeKind::Ok => Some(Finding::new(
            Code::Ok,
            format!("{host} answered in {took}."),
            &[],
            text!("Run the benchmark: one answer is not a measurement."),
        )),
        OutcomeKind::Empty => Some(Finding::new(
            Code::Ok,
            format!(
                "{host} answered in {took}, without visible text: the test allows only a few words."
            ),
            &[],
            text!("Run the benchmark: one answer is not a measurement."),
        )),
        _ => None,
    }
}

fn code(kind: FailureKind, message: &str) -> Option<Code> {
    Some(match kind {
        FailureKind::FetchRejected | FailureKind::StoppedByUser => return None,
        FailureKind::Unauthorized if names_browser_ban(message) => Code::OrgBlocked,
        FailureKind::Unauthorized => Code::Auth,
        FailureKind::NotFound => Code::NotFound,
        FailureKind::BadRequest => Code::BadRequest,
        FailureKind::RateLimited => Code::Rate,
        FailureKind::ServerError => Code::Server,
        FailureKind::IdleTimeout | FailureKind::TotalTimeout => Code::Stalled,
        FailureKind::HtmlPage
        | FailureKind::WrongFormat
        | FailureKind::EmptyBody
        | FailureKind::UnexpectedStatus => Code::BadReply,
        FailureKind::VendorError
        | FailureKind::BodyBroken
        | FailureKind::EndedEarly
        | FailureKind::TooLarge
        | FailureKind::OutputLimit => Code::Broken,
    })
}

/// Vendors that let organisations forbid browser calls say so in the text of a 401 or 403.
fn names_browser_ban(message: &str) -> bool {
    let message = message.to_ascii_lowercase();
    let about_pages = message.contains("cors") || message.contains("browser");
    about_pages && (message.contains("organi") || message.contains("workspace"))
}

fn causes_of(code: Code, kind: FailureKind) -> &'static [Text] {
    match code {
        Code::OrgBlocked => &[],
        _ => causes(kind),
    }
}

/// What may lie behind a failure, most likely first.
pub(super) const fn causes(kind: FailureKind) -> &'static [Text] {
    match kind {
        FailureKind::Unauthorized => &[
            text!("a wrong or expired key"),
            text!("a key of another project or region"),
        ],
        FailureKind::NotFound => &[
            text!("the model's name"),
            text!("a base URL whose /v1 is missing or doubled"),
        ],
        FailureKind::BadRequest => &[
            text!("a field that this vendor doesn't know"),
            text!("an output limit that it doesn't allow"),
        ],
        FailureKind::ServerError => &[
            text!("it is overloaded"),
            text!("the model is still being loaded"),
        ],
        FailureKind::IdleTimeout | FailureKind::TotalTimeout => &[
            text!("a queue in front of the model"),
            text!("a dropped connection"),
        ],
        FailureKind::WrongFormat => &[
            text!("another API format"),
            text!("an error page of a gateway"),
        ],
        FailureKind::BodyBroken | FailureKind::EndedEarly => &[
            text!("a gateway with a time limit"),
            text!("a dropped connection"),
        ],
        FailureKind::FetchRejected
        | FailureKind::RateLimited
        | FailureKind::UnexpectedStatus
        | FailureKind::VendorError
        | FailureKind::HtmlPage
        | FailureKind::EmptyBody
        | FailureKind::TooLarge
        | FailureKind::OutputLimit
        | FailureKind::StoppedByUser => &[],
    }
}

/// From the send to the end.
fn took(trace: &Trace) -> Option<String> {
    trace.closed.map(|closed| duration(closed.0))
}

#[allow(clippy::cast_precision_loss)] // below 2^53 µs
fn duration(us: u64) -> String {
    format::duration(us as f64)
}

fn silence(trace: &Trace) -> String {
    let end = trace.closed.unwrap_or_default().0;
    let words: u32 = trace.events.iter().map(|event| event.words).sum();
    match trace.events.last() {
        Some(last) => format!(
            "No more data came for {} after {}.",
            duration(end.saturating_sub(last.at.0)),
            format::counted(usize::try_from(words).unwrap_or(usize::MAX), "word")
        ),
        None => format!("No word of an answer came within {}.", duration(end)),
    }
}

fn not_in_format(plan: &Plan) -> String {
    let Plan {
        endpoint, format, ..
    } = plan;
    format!(
        "{} answered, but not as \"{}\" does.",
        endpoint.host,
        format.label()
    )
}
