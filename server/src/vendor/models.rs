//! The simulated models: one table, names first.
//!
//! `sim-…` models behave like real ones and are listed by `GET /v1/models`; `bad-…` models misbehave in one way each, for
//! tests. A model that the table doesn't have can be described in its name, see [`super::custom`].
use super::profile::{Delivery, Ending, Pause, Profile, Spoil};

/// A simulated model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Model {
    /// Its name in requests.
    pub name: &'static str,
    /// What it shows, in a sentence.
    pub about: &'static str,
    /// What it does.
    pub kind: Kind,
}

/// What a model does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// Answers by its profile.
    Answers(Profile),
    /// Answers or fails by turns: of ten requests the third gets HTTP 429, the fifth an error event, the seventh HTTP
    /// 500, the ninth a broken connection.
    Flaky(Profile),
    /// Shares its capacity among the requests that run.
    Busy(Profile, Capacity),
    /// Answers with a whole JSON body although a stream was asked for.
    NeverStreams(Profile),
    /// Answers without CORS headers: a page gets nothing to read.
    NoCors(Profile),
    /// A web page under HTTP 200, as a gateway's login does.
    LoginPage,
    /// HTTP 401; `echo` repeats the key in the message, as some vendors do.
    WrongKey {
        /// Whether the whole key is repeated.
        echo: bool,
    },
    /// HTTP 404, as for a model that doesn't exist.
    NoSuchModel,
}

/// What a busy model can do at once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Capacity {
    /// Requests that run at the same time; further ones wait in a queue, first come, first served.
    pub slots: usize,
    /// What each running request adds to the time between tokens, milliseconds.
    pub gap_per_running_ms: f64,
    /// What each running request adds to the time to the first token, milliseconds.
    pub ttft_per_running_ms: f64,
}

/// A model like the ones people use: small jitter, an answer of about 110 tokens that ends by itself: long
/// enough to judge its speed, short enough for twenty of them in a minute. The role-only
/// event leaves well before the first token, so that mistaking one for the other shows.
const REAL: Profile = Profile {
    headers_ms: 20.0,
    role_ms: Some(60.0),
    ttft_ms: 250.0,
    gap_ms: 1_000.0 / 45.0,
    jitter: 0.15,
    answer: (100, 120),
    ..Profile::PLAIN
};

const fn answers(name: &'static str, about: &'static str, profile: Profile) -> Model {
    Model {
        name,
        about,
        kind: Kind::Answers(profile),
    }
}

const fn misbehaves(name: &'static str, about: &'static str, kind: Kind) -> Model {
    Model { name, about, kind }
}

/// All models by name.
pub const MODELS: &[Model] = &[
    answers(
        "sim-fluent",
        "Quick and even: the first word after a quarter of a second, 45 tokens a second.",
        REAL,
    ),
    answers(
        "sim-sluggish",
        "Slow: the first word after 1.2 seconds, 8 tokens a second, which readers outrun.",
        Profile {
            ttft_ms: 1_200.0,
            gap_ms: 125.0,
            ..REAL
        },
    ),
    answers(
        "sim-instant",
        "As fast as special hardware: the first word after 40 ms, 400 tokens a second.",
        Profile {
            headers_ms: 5.0,
            role_ms: Some(10.0),
            ttft_ms: 40.0,
            gap_ms: 2.5,
            ..REAL
        },
    ),
    answers(
        "sim-stutter",
        "Fluent, but it freezes now and then for 0.8 to 2.5 seconds.",
        Profile {
            pause: Pause::Sometimes {
                chance: 0.012,
                from_ms: 800.0,
                to_ms: 2_500.0,
            },
            ..REAL
        },
    ),
    answers(
        "sim-thinking",
        "Thinks aloud before it answers; the thinking is streamed and counted.",
        Profile {
            ttft_ms: 300.0,
            gap_ms: 1_000.0 / 60.0,
            thinking: (80, 140),
            answer: (120, 180),
            ..REAL
        },
    ),
    answers(
        "sim-hidden-thinking",
        "Thinks in silence for seconds; only the usage tells how many tokens that took.",
        Profile {
            ttft_ms: 300.0,
            gap_ms: 1_000.0 / 60.0,
            hidden: (150, 300),
            hidden_ms: 15.0,
            answer: (120, 180),
            ..REAL
        },
    ),
    answers(
        "sim-coarse",
        "60 tokens a second in bundles of eight.",
        Profile {
            gap_ms: 8_000.0 / 60.0,
            per_event: 8,
            ..REAL
        },
    ),
    answers(
        "sim-buffered",
        "Fluent, but something on the way holds the text back and hands it over in one piece.",
        Profile {
            delivery: Delivery::Whole,
            ..REAL
        },
    ),
    Model {
        name: "sim-flaky",
        about: "Answers six times in ten; else HTTP 429, HTTP 500, an error in the stream or a cut connection.",
        kind: Kind::Flaky(Profile {
            answer: (60, 100),
            ..REAL
        }),
    },
    Model {
        name: "sim-busy",
        about: "Runs four requests at once, each the slower the more run; further ones wait in its queue.",
        kind: Kind::Busy(
            Profile {
                ttft_ms: 120.0,
                gap_ms: 12.0,
                ..REAL
            },
            Capacity {
                slots: 4,
                gap_per_running_ms: 6.0,
                ttft_per_running_ms: 25.0,
            },
        ),
    },
    misbehaves(
        "bad-html",
        "HTTP 200 with a web page instead of an answer.",
        Kind::LoginPage,
    ),
    misbehaves(
        "bad-401",
        "HTTP 401 as for a wrong key, masked in the message.",
        Kind::WrongKey { echo: false },
    ),
    misbehaves(
        "bad-401-echo",
        "HTTP 401 whose message repeats the whole key.",
        Kind::WrongKey { echo: true },
    ),
    misbehaves(
        "bad-404",
        "HTTP 404 as for a model that doesn't exist.",
        Kind::NoSuchModel,
    ),
    misbehaves(
        "bad-plain-json",
        "One JSON body although a stream was asked for.",
        Kind::NeverStreams(Profile::PLAIN),
    ),
    misbehaves(
        "bad-no-cors",
        "An answer without CORS headers.",
        Kind::NoCors(Profile::PLAIN),
    ),
    answers(
        "bad-endless",
        "Never stops, whatever limit was asked for.",
        Profile {
            ending: Ending::Never,
            ..Profile::PLAIN
        },
    ),
    answers(
        "bad-silent",
        "Sends the headers and then nothing, for ever.",
        Profile {
            role_ms: None,
            ending: Ending::Silence(0),
            ..Profile::PLAIN
        },
    ),
    answers(
        "bad-slow-headers",
        "Sends the headers after five seconds, then a short answer.",
        Profile {
            headers_ms: 5_000.0,
            role_ms: Some(5_000.0),
            ttft_ms: 5_000.0,
            answer: (20, 20),
            ..Profile::PLAIN
        },
    ),
    answers(
        "bad-huge-event",
        "One event of 10 MB.",
        Profile {
            answer: (1, 1),
            spoil: Spoil::Size(10_000_000),
            ..Profile::PLAIN
        },
    ),
    answers(
        "bad-utf8",
        "Every fifth text holds bytes that are not UTF-8.",
        Profile {
            spoil: Spoil::Utf8,
            answer: (40, 40),
            ..Profile::PLAIN
        },
    ),
    answers(
        "bad-json",
        "Events whose payloads are not JSON.",
        Profile {
            spoil: Spoil::Json,
            answer: (40, 40),
            ..Profile::PLAIN
        },
    ),
    answers(
        "bad-empty",
        "Ends properly without having said anything.",
        Profile {
            answer: (0, 0),
            ..Profile::PLAIN
        },
    ),
    answers(
        "bad-error-first",
        "An error event comes first, under HTTP 200.",
        Profile {
            role_ms: None,
            ending: Ending::ErrorEvent(0),
            ..Profile::PLAIN
        },
    ),
    answers(
        "bad-error-mid",
        "An error event after 20 tokens, under HTTP 200.",
        Profile {
            ending: Ending::ErrorEvent(20),
            ..Profile::PLAIN
        },
    ),
    answers(
        "bad-cut",
        "The body ends in the middle of an event, after 20 tokens.",
        Profile {
            ending: Ending::HalfEvent(20),
            ..Profile::PLAIN
        },
    ),
    answers(
        "bad-broken",
        "The connection breaks after 20 tokens.",
        Profile {
            ending: Ending::Break(20),
            ..Profile::PLAIN
        },
    ),
    answers(
        "bad-no-done",
        "A finish reason but no terminator.",
        Profile {
            done: false,
            ..Profile::PLAIN
        },
    ),
    answers(
        "bad-no-finish",
        "Ends after the last token, with neither finish reason nor terminator.",
        Profile {
            finish: false,
            done: false,
            answer: (40, 40),
            ..Profile::PLAIN
        },
    ),
];

/// The model of the table with this name.
pub fn find(name: &str) -> Option<&'static Model> {
    MODELS.iter().find(|model| model.name == name)
}

/// The models that are shown to people: those that behave like real ones.
pub fn listed() -> impl Iterator<Item = &'static Model> {
    MODELS.iter().filter(|model| model.name.starts_with("sim-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_tell_their_kind() {
        let names: HashSet<_> = MODELS.iter().map(|model| model.name).collect();
        assert_eq!(names.len(), MODELS.len());
        for model in MODELS {
            assert!(
                model.name.starts_with("sim-") || model.name.starts_with("bad-"),
                "{}",
                model.name
            );
            assert!(!super::super::custom::is_description(model.name));
            assert!(model.about.ends_with('.'));
        }
        assert_eq!(listed().count(), 10);
    }
}
