//! Runs of any kind from a seed, and runs made of recorded replies.
#![allow(dead_code)] // each test file uses its own part

#[path = "../support/recorded.rs"]
mod recorded;

use recorded::recordings;
use tokenpace::decode::Limits;
use tokenpace::plan::{ExactLength, Plan, Target};
use tokenpace::protocol::{ApiFormat, Channel, ServerTiming, Usage};
use tokenpace::trace::{
    BadSpan, Failure, FailureKind, NetworkTiming, OutcomeKind, Phase, Recorder, RequestInfo, Stage,
    Trace,
};
use tokenpace::units::{EpochMillis, Micros, MicrosPerToken};

use crate::traces::{plan, request};

/// Numbers that look random (SplitMix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % end
    }

    pub fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }
}

const FAILURES: [(OutcomeKind, FailureKind); 7] = [
    (OutcomeKind::HttpError, FailureKind::RateLimited),
    (OutcomeKind::HttpError, FailureKind::Unauthorized),
    (OutcomeKind::Blocked, FailureKind::FetchRejected),
    (OutcomeKind::StreamError, FailureKind::EndedEarly),
    (OutcomeKind::NotUnderstood, FailureKind::WrongFormat),
    (OutcomeKind::Timeout, FailureKind::IdleTimeout),
    (OutcomeKind::CutOff, FailureKind::StoppedByUser),
];

/// A plan and what came of it. What a seed makes rare in one run it may make common in another.
pub fn any(seed: u64) -> (Plan, Vec<Trace>) {
    let mut chance = Chance(seed);
    let mut plan = plan();
    plan.concurrency = chance.one_of(&[1, 1, 2, 8]);
    plan.warmup = chance.below(3) as u32;
    plan.requests = 1 + chance.below(40) as u32;
    plan.nonce = !chance.once_in(4);
    plan.exact_length = chance.once_in(4).then_some(ExactLength::MinTokens);
    plan.extra_fields = chance.once_in(4).then(|| "{\"top_k\":5}".to_owned());
    plan.target = Target {
        ttft: chance.once_in(2).then_some(Micros(700_000)),
        tpot: chance.once_in(2).then_some(MicrosPerToken(31_250.5)),
        ..Target::default()
    };
    let rarity = chance.one_of(&[2, 5, 50]);
    let base = 50_000 + chance.below(900_000);
    let gap = 1_000 + chance.below(60_000);
    let total = plan.warmup + plan.requests;
    let mut sent = 1_790_000_000_000.0;
    let traces = (0..total)
        .map(|index| {
            sent = EpochMillis(sent + chance.below(3_000_000) as f64 / 1000.0)
                .rounded()
                .0;
            let mut trace = one(&mut chance, rarity, base, gap);
            trace.index = index;
            trace.sent_at = EpochMillis(sent);
            trace.phase = if index < plan.warmup {
                Phase::Warmup
            } else {
                Phase::Measured
            };
            trace.conditions.in_flight = plan.concurrency;
            trace
        })
        .collect();
    (plan, traces)
}

fn one(chance: &mut Chance, rarity: u64, base: u64, gap: u64) -> Trace {
    if chance.once_in(rarity) && chance.once_in(2) {
        let (outcome, kind) = chance.one_of(&FAILURES);
        return request()
            .failed(outcome, kind)
            .with(|trace| {
                trace.status = chance.one_of(&[None, Some(429), Some(401)]);
                trace.failure = Some(Failure {
                    stage: chance.one_of(&[Stage::Connect, Stage::Headers, Stage::Stream]),
                    kind,
                    message: "Vendor's \"words\"\n".to_owned(),
                    looks_like: chance.once_in(3).then_some(ApiFormat::Gemini),
                });
            })
            .done();
    }
    let mut at = base + chance.below(base);
    let mut made = request();
    let counts_events = chance.once_in(rarity);
    let mut tokens = 0;
    if chance.once_in(rarity) {
        for _ in 0..1 + chance.below(20) {
            made = made.read(at).reasoning(4);
            at += chance.below(gap * 2);
            tokens += 1;
        }
    }
    let reasoning = tokens;
    for _ in 0..chance.below(150) {
        made = made.read(at);
        for _ in 0..1 + chance.below(2) * u64::from(chance.once_in(rarity)) {
            let chars = 1 + chance.below(9) as u32;
            made = if counts_events {
                made.counted(chars, 1)
            } else {
                made.answer(chars, chance.below(3) as u32)
            };
            tokens += 1;
        }
        at += chance.below(gap * 2) + if chance.once_in(60) { 1_500_000 } else { 0 };
    }
    let rare = |chance: &mut Chance| chance.once_in(rarity * 2);
    made.with(|trace| {
        if trace.events.is_empty() {
            trace.outcome = OutcomeKind::Empty;
        }
        if !counts_events && !rare(chance) {
            let hidden = if rare(chance) { 300 } else { 0 };
            trace.usage = Some(Usage {
                prompt: Some(40 + chance.below(3) as u32),
                total_output: Some(tokens + hidden),
                reasoning: (reasoning + hidden > 0).then_some(reasoning + hidden),
                cached: rare(chance).then_some(20),
            });
        }
        if rare(chance) {
            trace.bad_frames = 1;
            let place = chance.below(trace.events.len() as u64 + 1) as usize;
            trace.bad_span = Some(BadSpan {
                first: place,
                last: place,
            });
        }
        trace.plain_json = rare(chance);
        trace.reasoning_summarised = rare(chance);
        trace.several_answers = rare(chance);
        trace.conditions.hidden = rare(chance);
        trace.conditions.frozen = rare(chance);
        trace.conditions.clock_jump = rare(chance);
        trace.conditions.longest_lag =
            Micros(chance.below(8_000) * if rare(chance) { 20 } else { 1 });
        trace.conditions.idle_before = (!rare(chance)).then(|| Micros(chance.below(9_000_000)));
        trace.finish = chance
            .one_of(&[Some("stop"), Some("length"), None])
            .map(str::to_owned);
        trace.response_id = Some("answer-1".to_owned());
        trace.network = chance
            .one_of(&[None, Some(false), Some(true)])
            .map(|cold| NetworkTiming {
                protocol: Some("h2".to_owned()),
                fetch_start: Some(Micros(300)),
                connect_start: cold.then_some(Micros(300)),
                connect_end: cold.then_some(Micros(20_300)),
                request_start: Some(Micros(if cold { 20_400 } else { 500 })),
                response_start: Some(Micros(40_000)),
            });
        trace.server_timing = rare(chance).then(|| ServerTiming {
            queue: Some(Micros(1_234)),
            tokens_per_second: Some(41.5),
            ..ServerTiming::default()
        });
    })
    .done()
}

/// `n` measured answers and two for practice, all of one recorded reply whose pieces come one by one.
pub fn recorded(file: &str, n: u32) -> (Plan, Vec<Trace>) {
    let all = recordings();
    let (recording, format) = all.iter().find(|(r, _)| r.file().contains(file)).unwrap();
    let mut plan = plan();
    (plan.requests, plan.warmup, plan.format) = (n, 2, *format);
    plan.provider = "OpenAI".to_owned();
    plan.model = "gpt-4o-mini-2024-07-18".to_owned();
    let mut chance = Chance(u64::from(n));
    let mut sent = 1_790_000_000_000.0;
    let traces = (0..n + 2)
        .map(|index| {
            let phase = if index < 2 {
                Phase::Warmup
            } else {
                Phase::Measured
            };
            let mut recorder = Recorder::new(RequestInfo {
                index,
                phase,
                sent_at: EpochMillis(sent),
                in_flight: 1,
                idle_before: Some(Micros(20_000)),
                format: *format,
                max_output_tokens: 8192,
                limits: Limits::default(),
            });
            let mut at = 350_000 + chance.below(450_000);
            recorder.headers(Micros(at), recording.status(), None, None);
            let gap = 12_000 + chance.below(10_000);
            for piece in recording.body.split_inclusive(|b| *b == b'\n') {
                recorder.chunk(Micros(at), piece);
                if piece.len() > 1 {
                    at += chance.below(gap * 2) + if chance.once_in(200) { 700_000 } else { 0 };
                }
            }
            at += 500 + chance.below(3_000);
            recorder.end(Micros(at));
            sent += at as f64 / 1000.0 + 12.0;
            recorder.finish()
        })
        .collect();
    (plan, traces)
}

/// Answer events of a trace.
pub fn answer_events(trace: &Trace) -> usize {
    let is_answer = |channel| channel == Channel::Answer;
    trace.events.iter().filter(|e| is_answer(e.channel)).count()
}
