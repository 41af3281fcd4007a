//! The rows of a link as traces without events, and the numbers that were measured on those.

use super::number::value;
use super::row::{ALL, COUNT_BITS, FAILED, ROUGH_BITS, SAME, WORKED, read_cell, read_option};
use super::shared::Row;
use super::v1::{CAUTIONS, FAILURES, OUTCOMES, PLACEMENTS, SOURCES, STAGES, THINKING, V1};
use crate::metrics::{RequestMetrics, TokenCount};
use crate::missing::{Measured, Missing};
use crate::names::clean;
use crate::perception::{Pace, Reading, Stalls, per_token, perceived_speed, tokens_per_word};
use crate::protocol::Usage;
use crate::trace::{Conditions, Events, Failure, NetworkTiming, OutcomeKind, Phase, Trace};
use crate::units::{EpochMillis, Micros, MicrosPerToken, Share, TokensPerSecond, Wpm};

const MICROS_PER_SECOND: f64 = 1_000_000.0;
const MICROS_PER_MINUTE: f64 = 60_000_000.0;

/// The row of a request that failed: each number is missing for that reason, each count is zero.
const NO_ANSWER: [u32; WORKED] = [
    1, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0,
];

/// The rows of all requests, of those that failed, and of those that worked.
pub struct Tables<'t> {
    pub all: &'t [[u32; ALL]],
    pub failed: &'t [[u32; FAILED]],
    pub worked: &'t [[u32; WORKED]],
}

/// Traces in order, each with its numbers; no caution is held against any of them yet.
pub fn requests(
    v1: &V1,
    start_ms: f64,
    reader: Wpm,
    tables: &Tables<'_>,
) -> Option<(Vec<Trace>, Vec<Row>)> {
    let bits = u32::from(v1.bits);
    let (mut failed, mut worked) = (tables.failed.iter(), tables.worked.iter());
    let (mut traces, mut rows) = (Vec::new(), Vec::new());
    let mut sent = start_ms;
    for (at, row) in (0_u32..).zip(tables.all) {
        let [
            above,
            phase,
            outcome,
            since,
            status,
            in_flight,
            excluded_by,
            prompt,
            cached,
            protocol,
        ] = *row;
        sent += Micros(value(since, bits)?).as_millis();
        let outcome = *OUTCOMES.get(outcome as usize)?;
        let count = |cell: u32| {
            let count = read_option(cell, bits)?;
            Some(count.map(|count| u32::try_from(count).unwrap_or(u32::MAX)))
        };
        let mut trace = Trace {
            index: at.checked_add(above)?,
            phase: if phase > 0 {
                Phase::Measured
            } else {
                Phase::Warmup
            },
            sent_at: EpochMillis(sent),
            status: u16::try_from(status).ok().filter(|status| *status > 0),
            content_type: None,
            retry_after: None,
            headers: None,
            first_byte: None,
            closed: None,
            events: Events::default(),
            usage: Some(Usage {
                prompt: count(prompt)?,
                cached: count(cached)?,
                ..Usage::default()
            }),
            finish: None,
            outcome,
            failure: None,
            plain_json: false,
            bytes: 0,
            frames: 0,
            bad_frames: 0,
            bad_span: None,
            response_id: None,
            server_timing: None,
            network: word(v1, protocol)?.map(|protocol| NetworkTiming {
                protocol: Some(protocol),
                ..NetworkTiming::default()
            }),
            conditions: Conditions {
                in_flight,
                ..Conditions::default()
            },
            reasoning_summarised: false,
            several_answers: false,
            answer: String::new(),
            reasoning: String::new(),
        };
        let mut numbers = if outcome == OutcomeKind::Ok {
            answer(v1, worked.next()?, reader, &mut trace)?
        } else {
            let [kind, stage, closed, tokens, source] = *failed.next()?;
            if let Some(kind) = kind.checked_sub(1) {
                trace.failure = Some(Failure {
                    stage: *STAGES.get(stage as usize)?,
                    kind: *FAILURES.get(kind as usize)?,
                    message: String::new(),
                    looks_like: None,
                });
            }
            let mut none = answer(v1, &NO_ANSWER, reader, &mut trace)?;
            trace.closed = read_option(closed, bits)?.map(Micros);
            let tokens = read_option(tokens, COUNT_BITS)?;
            none.metrics.tokens.total = tokens.map(|n| u32::try_from(n).unwrap_or(u32::MAX));
            none.metrics.tokens.source = *SOURCES.get(source as usize)?;
            none
        };
        if let Some(kind) = excluded_by.checked_sub(1) {
            numbers.excluded_by = Some(*CAUTIONS.get(kind as usize)?);
        }
        rows.push(numbers);
        traces.push(trace);
    }
    Some((traces, rows))
}

fn word(v1: &V1, cell: u32) -> Option<Option<String>> {
    match cell.checked_sub(1) {
        Some(at) => v1.words.get(at as usize).map(|word| Some(clean(word))),
        None => Some(None),
    }
}

fn answer(v1: &V1, row: &[u32; WORKED], reader: Wpm, trace: &mut Trace) -> Option<Row> {
    let bits = u32::from(v1.bits);
    let [
        ttft,
        ttfa,
        last,
        e2e,
        closed,
        request_start,
        pre_request,
        counted,
        total,
        reasoning,
        hidden,
        thinking,
        source,
        placement,
        tpot,
        answer_cost,
        answer_tokens,
        word_cost,
        words,
        chars,
        longest,
        further,
        stalls,
        aloud,
        fluidity,
        quality,
        fluid_word,
        events,
        reads,
        bad_frames,
        finish,
    ] = *row;
    let time = |cell: u32, base: u64| Some(read_cell(cell, bits)?.map(|us| Micros(base + us)));
    let maybe = |cell: u32, base: u64| Some(read_option(cell, bits)?.map(|us| Micros(base + us)));
    let cost = |cell: u32| Some(read_cell(cell, bits)?.map(|us| us.max(1) as f64));
    let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let number = |cell: u32, bits: u32| value(cell, bits).map(small);
    let count = |cell: u32| Some(read_option(cell, COUNT_BITS)?.map(small));
    let short = |cell: u32| {
        let share = |thousandths: u64| Share(1.0 - (thousandths.min(1000) as f64) / 1000.0);
        Some(read_cell(cell, bits)?.map(share))
    };
    let ttft = time(ttft, 0)?;
    let first = ttft.map_or(0, |time| time.0);
    let ttfa = time(ttfa, first)?;
    let begin = ttfa.map_or(first, |time| time.0);
    let last_output = maybe(last, begin)?;
    let last = last_output.map_or(begin, |time| time.0);
    let e2e = time(e2e, last)?;
    trace.closed = maybe(closed, last)?;
    trace.bad_frames = number(bad_frames, COUNT_BITS)?;
    trace.finish = word(v1, finish)?;
    let counted = read_cell(counted, COUNT_BITS)?;
    let n = counted.unwrap_or_default();
    let total = read_option(total, COUNT_BITS)?.map(|more| small(n + more));
    let tpot = cost(tpot)?;
    let per_second =
        |cost: Measured<f64>| cost.map(|cost| TokensPerSecond(MICROS_PER_SECOND / cost));
    let answer_cost = if answer_cost == SAME {
        tpot
    } else {
        cost(answer_cost)?
    };
    let less = read_cell(answer_tokens, COUNT_BITS)?;
    let tokens = TokenCount {
        source: *SOURCES.get(source as usize)?,
        counted: counted.map(|n| n as f64),
        total,
        reasoning: count(reasoning)?,
        hidden: count(hidden)?,
        thinking: *THINKING.get(thinking as usize)?,
        placement: match placement.checked_sub(1) {
            Some(how) => Some(*PLACEMENTS.get(how as usize)?),
            None => None,
        },
        per_event_sum: None,
    };
    let from_start = read_cell(request_start, bits)?;
    let output_events = number(events, ROUGH_BITS)?;
    let answer_chars = number(chars, ROUGH_BITS)?;
    let metrics = RequestMetrics {
        ttft_from_request_start: from_start
            .and_then(|before| Ok(Micros(ttft?.0.saturating_sub(before)))),
        pre_request: maybe(pre_request, 0)?,
        thinking: match (ttft, ttfa) {
            (Ok(ttft), Ok(ttfa)) => ttfa.since(ttft).ok_or(Missing::NoAnswer),
            (Err(why), _) | (_, Err(why)) => Err(why),
        },
        last_output,
        close_tail: trace
            .closed
            .zip(last_output)
            .filter(|_| trace.bad_frames == 0)
            .and_then(|(closed, last)| closed.since(last)),
        e2e_per_token: e2e.and_then(|e2e| match counted? {
            0 => Err(Missing::OneToken),
            n => Ok(MicrosPerToken(e2e.0 as f64 / n as f64)),
        }),
        first_stamp_tokens: None,
        tps: per_second(tpot),
        // Not carried.
        thinking_tps: Err(Missing::MissingInput("")),
        answer_tps: per_second(answer_cost),
        answer_tokens: less.map(|less| n.saturating_sub(less) as f64),
        wpm: cost(word_cost)?.map(|cost| Wpm(MICROS_PER_MINUTE / cost)),
        chunk_gaps_us: Vec::new(),
        output_events,
        output_reads: number(reads, ROUGH_BITS)?.min(output_events),
        coalesced_share: None,
        tokens_per_event: None,
        chars_per_token: None,
        answer_chars,
        answer_words: number(words, COUNT_BITS)?,
        tpot: tpot.map(MicrosPerToken),
        ttft,
        ttfa,
        e2e,
        tokens,
    };
    let fluid_word = time(fluid_word, 0)?;
    let tokens_per_word = tokens_per_word(&metrics);
    // What else the reader notices. What hides the speed in tokens hides what is made of it.
    let reading = Reading {
        tokens_per_word,
        perceived_speed: perceived_speed(&metrics, reader),
        fluidity: short(fluidity)?,
        fluid_word,
        fluid_token: per_token(fluid_word, tokens_per_word),
        quality: short(quality)?,
        longest_stall_aloud: time(aloud, 0)?,
    };
    let (further, count) = (value(further, bits)?, number(stalls, COUNT_BITS)?);
    let stalls = time(longest, 0)?
        .map(|longest| waits(longest, further, count, metrics.answer_words, reader));
    Some(Row {
        metrics,
        stalls,
        reading,
        cautions: Vec::new(),
        excluded_by: None,
    })
}

/// The reader's waits, the longest and `further` µs; how long she read follows from them and the words.
fn waits(longest: Micros, further: u64, count: u32, words: u32, reader: Wpm) -> Stalls {
    let starvation = longest.0 + further;
    let words = u64::from(words).saturating_sub(1);
    let span = (words * Pace::of(reader).time().0 + starvation).max(1);
    Stalls {
        starvation: Micros(starvation),
        count,
        longest,
        rebuffer_ratio: Share(starvation as f64 / span as f64),
    }
}
