//! Answers one request in any wire format: picks the model, draws its answer, paces the bytes.
use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse as _, Response};
use bytes::Bytes;
use futures_timer::Delay;

use super::Vendor;
use super::busy::Ticket;
use super::cors::NoCors;
use super::delivery::grouped;
use super::faults::{self, Turn};
use super::generate::{Asked, Finish, Generator, Signal, Timed, Usage};
use super::log::{Entry, EventKind};
use super::models::{self, Kind};
use super::pace::{PacedBody, Piece, Step, ms};
use super::profile::{Ending, Profile};
use super::refusal::Refusal;
use super::{custom, profile};

/// A wire format: how signals and errors are written down.
pub trait Dialect: Send + 'static {
    /// `Content-Type` of a stream.
    fn stream_type(&self) -> &'static str;
    /// One signal as bytes of the stream, in the order of their times; nothing if the format has no word for it.
    fn event(&mut self, signal: &Signal) -> Bytes;
    /// A whole answer as one JSON body.
    fn body(&self, whole: &Whole) -> Bytes;
    /// An error as a JSON body.
    fn error(&self, refusal: &Refusal) -> Bytes;
}

/// A whole answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Whole {
    /// The visible thinking; empty if there is none.
    pub reasoning: String,
    /// The answer.
    pub answer: String,
    /// Why generation ended.
    pub finish: Option<Finish>,
    /// Token counts.
    pub usage: Usage,
}

/// A request, understood.
#[derive(Debug)]
pub struct Job {
    /// Its place in the log.
    pub entry: Entry,
    /// The model that was asked for.
    pub model: String,
    /// The key that came with it.
    pub key: Option<String>,
    /// Whether a stream was asked for.
    pub stream: bool,
    /// Limits and wishes.
    pub asked: Asked,
}

/// Answers `job`.
pub async fn answer(vendor: &Vendor, dialect: impl Dialect, job: Job) -> Response {
    job.entry.set_model(&job.model);
    let kind = match kind_of(&job.model) {
        Ok(kind) => kind,
        Err(refusal) => return refuse(&dialect, &refusal),
    };
    match kind {
        Kind::Answers(profile) => speak(vendor, dialect, job, profile, None).await,
        Kind::NeverStreams(profile) => {
            speak(
                vendor,
                dialect,
                Job {
                    stream: false,
                    ..job
                },
                profile,
                None,
            )
            .await
        }
        Kind::NoCors(profile) => {
            let mut response = speak(vendor, dialect, job, profile, None).await;
            response.extensions_mut().insert(NoCors);
            response
        }
        Kind::Busy(profile, _) => match vendor.enter(&job.model).await {
            Some(ticket) => speak(vendor, dialect, job, profile, Some(Arc::new(ticket))).await,
            None => refuse(&dialect, &Refusal::server_error()),
        },
        Kind::Flaky(profile) => match vendor.turn() {
            Turn::Answer => speak(vendor, dialect, job, profile, None).await,
            Turn::ErrorEvent => {
                let ending = Ending::ErrorEvent(faults::FLAKY_AFTER);
                speak(vendor, dialect, job, Profile { ending, ..profile }, None).await
            }
            Turn::Break => {
                let ending = Ending::Break(faults::FLAKY_AFTER);
                speak(vendor, dialect, job, Profile { ending, ..profile }, None).await
            }
            Turn::RateLimited => refuse(&dialect, &Refusal::rate_limited(faults::RETRY_AFTER_S)),
            Turn::ServerError => refuse(&dialect, &Refusal::server_error()),
        },
        Kind::LoginPage => Html(faults::LOGIN_PAGE).into_response(),
        Kind::WrongKey { echo } => refuse(&dialect, &Refusal::wrong_key(job.key.as_deref(), echo)),
        Kind::NoSuchModel => refuse(&dialect, &Refusal::no_such_model(&job.model)),
    }
}

/// An error answer.
pub fn refuse(dialect: &impl Dialect, refusal: &Refusal) -> Response {
    let mut response = (refusal.status, json(dialect.error(refusal))).into_response();
    if let Some(seconds) = refusal.retry_after_s {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    response
}

fn json(body: impl Into<Body>) -> impl axum::response::IntoResponse {
    ([(CONTENT_TYPE, "application/json")], body.into())
}

fn kind_of(name: &str) -> Result<Kind, Refusal> {
    if let Some(model) = models::find(name) {
        return Ok(model.kind);
    }
    if custom::is_description(name) {
        return custom::parse(name)
            .map(Kind::Answers)
            .map_err(|fault| Refusal::bad_request(Some("model"), fault));
    }
    Err(Refusal::no_such_model(name))
}

async fn speak(
    vendor: &Vendor,
    mut dialect: impl Dialect,
    job: Job,
    profile: Profile,
    ticket: Option<Arc<Ticket>>,
) -> Response {
    let arrived = job.entry.arrived();
    // Nothing happens before the request had its turn in a queue.
    let start_ms = match &ticket {
        Some(_) => arrived.elapsed().as_secs_f64() * 1_000.0,
        None => 0.0,
    };
    let seed = vendor.request_seed(job.entry.seq());
    let signals = Generator::new(profile, job.asked, start_ms, seed, ticket.clone());
    if !job.stream {
        return whole(dialect, job.entry, profile, signals, ticket).await;
    }
    wait_until(arrived, start_ms + profile.headers_ms).await;
    let content_type = dialect.stream_type();
    let mut answers = 0;
    let steps =
        signals.filter_map(move |timed| step(&mut dialect, profile.spoil, &mut answers, timed));
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(content_type)),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        // Asks proxies such as nginx not to hold the stream back.
        (
            HeaderName::from_static("x-accel-buffering"),
            HeaderValue::from_static("no"),
        ),
    ];
    let body = PacedBody::new(job.entry, grouped(profile.delivery, steps), ticket);
    (headers, Body::new(body)).into_response()
}

async fn wait_until(arrived: Instant, at_ms: f64) {
    let left = (arrived + ms(at_ms)).saturating_duration_since(Instant::now());
    if !left.is_zero() {
        Delay::new(left).await;
    }
}

fn step(
    dialect: &mut impl Dialect,
    spoil: profile::Spoil,
    answers: &mut u64,
    timed: Timed,
) -> Option<Step> {
    let Timed { at_ms, signal } = timed;
    let (kind, tokens) = match &signal {
        Signal::Break => return Some(Step::Break { at_ms }),
        Signal::Silence => return Some(Step::Silence),
        Signal::Ping => (EventKind::Ping, 0),
        Signal::Role => (EventKind::Role, 0),
        Signal::Reasoning(_, tokens) => (EventKind::Reasoning, *tokens),
        Signal::Answer(_, tokens) => (EventKind::Answer, *tokens),
        // Not a whole event, so no tokens are delivered.
        Signal::Half(_) => (EventKind::Error, 0),
        Signal::Finish(_) => (EventKind::Finish, 0),
        Signal::Usage(_) => (EventKind::Usage, 0),
        Signal::Done => (EventKind::Done, 0),
        Signal::Error => (EventKind::Error, 0),
    };
    let index = *answers;
    let signal = faults::spoil_signal(spoil, index, signal);
    let bytes = match signal {
        Signal::Answer(..) => {
            *answers += 1;
            faults::spoil_bytes(spoil, index, dialect.event(&signal))
        }
        Signal::Half(text) => {
            let event = dialect.event(&Signal::Answer(text, 0));
            event.slice(..event.len() / 2)
        }
        signal => dialect.event(&signal),
    };
    (!bytes.is_empty()).then(|| {
        Step::Send(Piece {
            at_ms,
            bytes,
            events: vec![(kind, tokens)],
        })
    })
}

/// One JSON body, when the last token would have been sent.
async fn whole(
    dialect: impl Dialect,
    entry: Entry,
    profile: Profile,
    signals: Generator,
    ticket: Option<Arc<Ticket>>,
) -> Response {
    let arrived = entry.arrived();
    let mut whole = Whole {
        usage: signals.usage(),
        ..Whole::default()
    };
    let mut due_ms = profile.headers_ms;
    let mut ending = None;
    if profile.ending == Ending::Never {
        ending = Some(Step::Silence);
    } else {
        for Timed { at_ms, signal } in signals {
            due_ms = due_ms.max(at_ms);
            match signal {
                Signal::Reasoning(text, _) => whole.reasoning += &text,
                Signal::Answer(text, _) => whole.answer += &text,
                Signal::Finish(finish) => whole.finish = Some(finish),
                Signal::Error => {
                    wait_until(arrived, due_ms).await;
                    return refuse(&dialect, &Refusal::server_error());
                }
                Signal::Break | Signal::Half(_) => ending = Some(Step::Break { at_ms }),
                Signal::Silence => ending = Some(Step::Silence),
                Signal::Ping | Signal::Role | Signal::Usage(_) | Signal::Done => {}
            }
        }
    }
    let step = match ending {
        Some(ending) => ending,
        None => {
            wait_until(arrived, due_ms).await;
            let events = vec![(EventKind::Body, whole.usage.completion)];
            Step::Send(Piece {
                at_ms: due_ms,
                bytes: dialect.body(&whole),
                events,
            })
        }
    };
    let body = PacedBody::new(entry, std::iter::once(step), ticket);
    (StatusCode::OK, json(Body::new(body))).into_response()
}
