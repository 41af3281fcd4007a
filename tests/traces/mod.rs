//! Builders for traces and reports. Fixtures A to E are the worked examples of the method.
#![allow(dead_code)] // each test file uses its own part

use tokenpace::plan::{AddressSpace, Endpoint, Plan, Workload};
use tokenpace::protocol::{ApiFormat, Channel, Usage};
use tokenpace::report::{AppInfo, Environment, Named, Report, ReportInput, build};
use tokenpace::trace::{
    Conditions, Failure, FailureKind, NetworkTiming, OutcomeKind, OutputEvent, Phase, Stage, Trace,
};
use tokenpace::units::{EpochMillis, Micros, Wpm};
use tokenpace::wire::Calibration;

/// A trace in the making.
#[derive(Clone)]
pub struct Request {
    trace: Trace,
    at: Micros,
    read: u32,
}

pub fn request() -> Request {
    Request {
        at: Micros::ZERO,
        read: 0,
        trace: Trace {
            index: 1,
            phase: Phase::Measured,
            sent_at: EpochMillis(1_700_000_000_000.0),
            status: Some(200),
            content_type: Some("text/event-stream".to_owned()),
            retry_after: None,
            headers: Some(Micros(100)),
            first_byte: Some(Micros(200)),
            closed: None,
            events: Vec::new().into(),
            usage: None,
            finish: Some("stop".to_owned()),
            outcome: OutcomeKind::Ok,
            failure: None,
            plain_json: false,
            bytes: 0,
            frames: 0,
            bad_frames: 0,
            bad_span: None,
            response_id: None,
            server_timing: None,
            network: Some(NetworkTiming {
                protocol: Some("h2".to_owned()),
                fetch_start: Some(Micros(100)),
                request_start: Some(Micros(300)),
                ..NetworkTiming::default()
            }),
            conditions: Conditions {
                in_flight: 1,
                idle_before: Some(Micros(1_000)),
                ..Conditions::default()
            },
            reasoning_summarised: false,
            several_answers: false,
            answer: String::new(),
            reasoning: String::new(),
        },
    }
}

impl Request {
    /// A read resolves.
    pub fn read(mut self, at_us: u64) -> Self {
        self.at = Micros(at_us);
        self.read += 1;
        self
    }

    fn push(mut self, channel: Channel, chars: u32, words: u32, tokens: Option<u32>) -> Self {
        self.trace.events.push(OutputEvent {
            at: self.at,
            read: self.read,
            channel,
            chars,
            words,
            tokens,
        });
        self.trace.closed = Some(Micros(self.at.0 + 1_000));
        self
    }

    pub fn answer(self, chars: u32, words: u32) -> Self {
        self.push(Channel::Answer, chars, words, None)
    }

    pub fn counted(self, chars: u32, tokens: u32) -> Self {
        self.push(Channel::Answer, chars, 1, Some(tokens))
    }

    pub fn reasoning(self, chars: u32) -> Self {
        self.push(Channel::Reasoning, chars, 0, None)
    }

    pub fn tool(self, chars: u32) -> Self {
        self.push(Channel::Tool, chars, 0, None)
    }

    /// One word of four characters in each of `n` reads, `gap_us` apart.
    pub fn words(mut self, n: u64, first_us: u64, gap_us: u64) -> Self {
        for i in 0..n {
            self = self.read(first_us + gap_us * i).answer(4, 1);
        }
        self
    }

    pub fn usage(mut self, total: u32, reasoning: Option<u32>) -> Self {
        self.trace.usage = Some(Usage {
            prompt: Some(40),
            total_output: Some(total),
            reasoning,
            cached: None,
        });
        self
    }

    pub fn closed(mut self, us: u64) -> Self {
        self.trace.closed = Some(Micros(us));
        self
    }

    pub fn with(mut self, change: impl FnOnce(&mut Trace)) -> Self {
        change(&mut self.trace);
        self
    }

    pub fn failed(self, outcome: OutcomeKind, kind: FailureKind) -> Self {
        self.closed(50_000).with(|trace| {
            trace.outcome = outcome;
            trace.finish = None;
            trace.failure = Some(Failure {
                stage: Stage::Connect,
                kind,
                message: String::new(),
                looks_like: None,
            });
        })
    }

    pub fn done(self) -> Trace {
        self.trace
    }
}

/// Plain chat. The role-only delta at 120 ms and the ping at 150 ms are no output, so the adapter gives no event for them.
pub fn fixture_a() -> Request {
    request()
        .words(11, 200_000, 40_000)
        .usage(11, Some(0))
        .closed(615_000)
        .with(|trace| {
            trace.headers = Some(Micros(118_000));
            trace.first_byte = Some(Micros(120_000));
        })
}

/// Streamed thinking.
pub fn fixture_b() -> Request {
    let mut request = request();
    for i in 0..20 {
        request = request.read(300_000 + 10_000 * i).reasoning(4);
    }
    request.words(30, 500_000, 10_000).usage(50, Some(20))
}

/// Hidden thinking: 180 answer events, 838 characters, 4 of them in the first.
pub fn fixture_c() -> Request {
    let mut request = request();
    for i in 0..180_u64 {
        let chars = match i {
            0 => 4,
            1..=117 => 5,
            _ => 4,
        };
        let chars = if i == 179 { chars + 1 } else { chars };
        request = request
            .read(21_000_000 + 3_800_000 * i / 179)
            .answer(chars, 1);
    }
    request.usage(4_350, Some(4_160))
}

/// Bundles: ten tokens an event, one event a read.
pub fn fixture_d() -> Request {
    (0..4).fold(request(), |request, i| {
        request.read(500_000 + 100_000 * i).counted(40, 10)
    })
}

/// Shared reads: five tokens an event, two events a read.
pub fn fixture_e() -> Request {
    request()
        .read(500_000)
        .counted(20, 5)
        .counted(20, 5)
        .read(600_000)
        .counted(20, 5)
        .counted(20, 5)
}

/// A long enough answer at a given wait and speed: 60 words of one token each.
pub fn good(first_us: u64, gap_us: u64) -> Request {
    request().words(60, first_us, gap_us).usage(60, Some(0))
}

/// `n` measured requests with indices from 1, one second apart, after one practice request.
pub fn run_of(n: u32, make: impl Fn(u32) -> Request) -> Vec<Trace> {
    let warmup = good(900_000, 20_000).with(|trace| {
        trace.index = 0;
        trace.phase = Phase::Warmup;
    });
    std::iter::once(warmup.done())
        .chain((1..=n).map(|index| {
            make(index)
                .with(|trace| {
                    trace.index = index;
                    trace.sent_at.0 += f64::from(index) * 1_000.0;
                })
                .done()
        }))
        .collect()
}

pub fn plan() -> Plan {
    Plan {
        provider: "Custom".to_owned(),
        format: ApiFormat::OpenAiChat,
        endpoint: Endpoint {
            base_url: "https://api.example.com/v1".to_owned(),
            url: "https://api.example.com/v1/chat/completions".to_owned(),
            origin: "https://api.example.com".to_owned(),
            host: "api.example.com".to_owned(),
            address_space: AddressSpace::Public,
        },
        model: "some-model".to_owned(),
        workload: Workload::Chat,
        prompt: "PROMPT-TEXT of the user".to_owned(),
        max_output_tokens: 256,
        requests: 20,
        concurrency: 1,
        warmup: 1,
        timeout: Micros::from_secs(60),
        reading_speed: Wpm(238.0),
        nonce: true,
        exact_length: None,
        until_stable: None,
        extra_headers: Vec::new(),
        extra_fields: None,
        target: tokenpace::plan::Target::default(),
    }
}

pub fn calibration() -> Calibration {
    Calibration {
        clock_tick: Micros(100),
        cross_origin_isolated: false,
        loop_lag_p99: Some(Micros(1_000)),
    }
}

pub fn environment() -> Environment {
    Environment {
        browser: "Chromium 156".to_owned(),
        clock_tick_us: 100,
        page_origin: "https://page.example".to_owned(),
        hosts_contacted: vec!["api.example.com".to_owned()],
        ..Environment::default()
    }
}

pub fn report(traces: &[Trace]) -> Report {
    report_of(&plan(), traces, &calibration())
}

pub fn report_of(plan: &Plan, traces: &[Trace], calibration: &Calibration) -> Report {
    build(ReportInput {
        plan,
        traces,
        calibration,
        environment: environment(),
        control: Named::default(),
        wall: None,
        stable: false,
        created_at: "2026-01-02T03:04:05Z".to_owned(),
        prompt_chars: None,
        include_texts: false,
        app: AppInfo {
            version: "0.1.0".to_owned(),
            build: "test".to_owned(),
        },
    })
}

pub fn close(found: f64, wanted: f64, tolerance: f64) {
    assert!(
        (found - wanted).abs() <= tolerance,
        "{found} is not {wanted}"
    );
}
