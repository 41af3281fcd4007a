//! A report as the frozen content of a link.

use super::bits::Writer;
use super::levels::Level;
use super::number::code;
use super::row::{
    ALL, COUNT_BITS, FAILED, MAX_CONTROL, MAX_WORD, ROUGH_BITS, SAME, TOTAL_BITS, TOTALS, WORKED,
    cell, option,
};
use super::timeline;
use super::v1::{
    CAUTIONS, CautionV1, EFFECTS, EXACT, FAILURES, FORMATS, METRICS, OUTCOMES, PERCENTS,
    PLACEMENTS, SOURCES, SPACES, STAGES, THINKING, V1, WORKLOADS, position,
};
use crate::cautions::title;
use crate::metrics::Thinking;
use crate::names;
use crate::protocol::Channel;
use crate::redact;
use crate::report::{Caution, Report, RequestRecord, StoppedBecause, Summary};
use crate::stats::{Distribution, Percent};
use crate::trace::{OutcomeKind, Phase};
use crate::wait::Part;

/// Time a word takes at one word a minute, µs.
const MICROS_PER_MINUTE: f64 = 60_000_000.0;
/// Turns a speed in tok/s into time per token in µs.
const MICROS_PER_SECOND: f64 = 1_000_000.0;
/// Longest name that is taken along.
const MAX_NAME: usize = 100;

/// Packs what this level has room for.
pub fn pack(report: &Report, host: bool, level: &Level) -> V1 {
    let plan = &report.plan;
    let small = |number: f64| u32::try_from(whole(number)).unwrap_or(u32::MAX);
    let mut words = Vec::new();
    let mut cells = Writer::default();
    write_tables(report, level, &mut words, &mut cells);
    V1 {
        app: name(&report.app.version),
        created: digits(&report.created_at).unwrap_or_default(),
        browser: name(&report.environment.browser),
        provider: name(&plan.provider),
        host: if host {
            name(&plan.host)
        } else {
            String::new()
        },
        model: name(&plan.model),
        format: position(&FORMATS, &plan.format),
        workload: position(&WORKLOADS, &plan.workload),
        address_space: position(&SPACES, &plan.address_space),
        exact_length: plan
            .exact_length
            .map_or(0, |how| 1 + position(&EXACT, &how)),
        flags: u8::from(plan.nonce)
            | u8::from(report.environment.cross_origin_isolated) << 1
            | u8::from(report.summary.stopped_because == Some(StoppedBecause::Stable)) << 2,
        prompt_chars: plan.prompt_chars,
        max_output_tokens: plan.max_output_tokens,
        requests: plan.requests,
        concurrency: plan.concurrency,
        warmup: plan.warmup,
        timeout_s: plan.timeout_s,
        reading_speed_wpm: small(plan.reading_speed_wpm),
        target_ttft_us: plan.target.ttft.map_or(0, |t| small(t.0 as f64)),
        target_tpot_us: plan.target.tpot.map_or(0, |t| small(t.0)),
        target_percent: position(&PERCENTS, &plan.target.percent),
        until_percent: plan
            .until_stable
            .map_or(0, |until| 1 + position(&PERCENTS, &until.percent)),
        until_within: plan.until_stable.map_or(0, |until| until.within_percent),
        target_needed_mtps: plan.target.needed_tps.map_or(0, |t| small(t.0 * 1000.0)),
        clock_tick_us: small(report.environment.clock_tick_us as f64),
        control: report
            .control
            .iter()
            .filter(|_| level.control)
            .take(MAX_CONTROL)
            .map(|(key, value)| (name(key), name(value)))
            .collect(),
        words,
        cautions: report.cautions.iter().map(caution).collect(),
        sent: u32::try_from(report.requests.len()).unwrap_or(u32::MAX),
        bits: level.bits.to_le_bytes()[0],
        cells: cells.finish(),
    }
}

/// A name as typed, without what looks like a key.
#[inline(never)]
fn name(text: &str) -> String {
    // What is invisible could hide a key.
    names::line(&redact::scrub(&names::line(text, usize::MAX), ""), MAX_NAME)
}

// Negative and missing numbers become 0, which is what `as` does.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
#[inline(never)]
fn whole(number: f64) -> u64 {
    number.round() as u64
}

/// `2026-01-02T03:04:05…` as numbers.
fn digits(time: &str) -> Option<[u8; 6]> {
    let mut numbers = [0; 6];
    for (number, at) in numbers.iter_mut().zip([2, 5, 8, 11, 14, 17]) {
        *number = time.get(at..at + 2)?.parse().ok()?;
    }
    Some(numbers)
}

fn caution(caution: &Caution) -> CautionV1 {
    let usual = caution.title == title(caution.kind).get();
    let hides = caution
        .hides
        .iter()
        .fold(0, |bits, key| bits | 1 << position(&METRICS, &key.as_str()));
    CautionV1 {
        kind: position(&CAUTIONS, &caution.kind),
        effect: position(&EFFECTS, &caution.effect),
        hides,
        title: if usual {
            String::new()
        } else {
            caution.title.clone()
        },
    }
}

fn write_tables(report: &Report, level: &Level, words: &mut Vec<String>, cells: &mut Writer) {
    cells.column(&totals(report));
    let mut before = report
        .requests
        .first()
        .map_or(0.0, |first| first.sent_at_ms);
    let mut all = Vec::new();
    let (mut worked_rows, mut failed_rows) = (Vec::new(), Vec::new());
    for (at, r) in (0_u32..).zip(&report.requests) {
        let since = whole((r.sent_at_ms - before) * 1000.0);
        before = r.sent_at_ms;
        all.push([
            r.index.saturating_sub(at),
            u32::from(r.phase == Phase::Measured),
            position(&OUTCOMES, &r.outcome).into(),
            if level.send_times {
                code(since, level.bits)
            } else {
                0
            },
            r.http_status.map_or(0, u32::from),
            r.in_flight,
            r.excluded_by
                .map_or(0, |kind| 1 + u32::from(position(&CAUTIONS, &kind))),
            option(r.prompt_tokens.map(u64::from), level.bits),
            option(r.cached_tokens.map(u64::from), level.bits),
            word(words, r.protocol.as_deref()),
        ]);
        if r.outcome == OutcomeKind::Ok {
            let mut row = worked(r, level.bits, words);
            if !level.details {
                // Zero is a number that is not carried.
                for column in DETAILS {
                    row[column] = 0;
                }
            }
            worked_rows.push(row);
        } else {
            failed_rows.push(failed(r, level.bits));
        }
    }
    table::<ALL>(cells, &all);
    table::<FAILED>(cells, &failed_rows);
    table::<WORKED>(cells, &worked_rows);
    for caution in &report.cautions {
        let named = report
            .requests
            .iter()
            .map(|r| u32::from(caution.requests.contains(&r.index)));
        cells.column(&named.collect::<Vec<u32>>());
    }
    timeline::write(report, level, cells);
}

fn table<const N: usize>(cells: &mut Writer, rows: &[[u32; N]]) {
    for column in 0..N {
        let values: Vec<u32> = rows.iter().map(|row| row[column]).collect();
        cells.column(&values);
    }
}

/// Position + 1 of a vendor's word. Only what looks like one word is taken along.
fn word(words: &mut Vec<String>, text: Option<&str>) -> u32 {
    let is_word = |text: &&str| {
        text.len() <= MAX_WORD
            && text
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '/' | '.'))
    };
    let Some(text) = text.filter(is_word) else {
        return 0;
    };
    let at = words
        .iter()
        .position(|known| known == text)
        .unwrap_or_else(|| {
            words.push(text.to_owned());
            words.len() - 1
        });
    u32::try_from(at + 1).unwrap_or_default()
}

fn failed(r: &RequestRecord, bits: u32) -> [u32; FAILED] {
    let error = r.error.as_ref();
    [
        error.map_or(0, |e| 1 + u32::from(position(&FAILURES, &e.kind))),
        error.map_or(0, |e| position(&STAGES, &e.stage).into()),
        option(r.closed_us, bits),
        option(r.output_tokens.map(u64::from), COUNT_BITS),
        position(&SOURCES, &r.token_source).into(),
    ]
}

/// Columns of a row that are dispensable: the start of the request itself, what came before it, the voice's wait, fluidity,
/// quality, fluid pace.
const DETAILS: [usize; 6] = [5, 6, 23, 24, 25, 26];

/// Times follow each other, so each is counted from the one before.
fn worked(r: &RequestRecord, bits: u32, words: &mut Vec<String>) -> [u32; WORKED] {
    let after = |time: Option<u64>, start: u64| time.map(|time| time.saturating_sub(start));
    let first = r.ttft_us.unwrap_or_default();
    let answer = r.ttfa_us.unwrap_or(first);
    let last = r.last_output_us.unwrap_or(answer);
    let counted = counted(r);
    let n = counted.unwrap_or_default();
    let tpot = r.tpot_us.map(whole);
    let answer_cost = r.answer_tps.map(|tps| whole(MICROS_PER_SECOND / tps));
    let answer_tokens = r
        .tokens_per_word
        .map(|ratio| whole(ratio * f64::from(r.answer_words)));
    let count = |value: Option<u32>| option(value.map(u64::from), COUNT_BITS);
    let short = |score: Option<f64>| score.map(|score| whole((1.0 - score) * 1000.0));
    let stall = r.longest_stall_us;
    [
        cell(r.ttft_us, r.ttft_reason.as_deref(), bits),
        cell(after(r.ttfa_us, first), r.ttfa_reason.as_deref(), bits),
        option(after(r.last_output_us, answer), bits),
        cell(after(r.e2e_us, last), r.e2e_reason.as_deref(), bits),
        option(after(r.closed_us, last), bits),
        cell(
            r.ttft_from_request_start_us
                .map(|time| first.saturating_sub(time)),
            r.ttft_from_request_start_reason.as_deref(),
            bits,
        ),
        option(r.pre_request_us, bits),
        cell(counted, r.tpot_reason.as_deref(), COUNT_BITS),
        option(after(r.output_tokens.map(u64::from), n), COUNT_BITS),
        count(r.reasoning_tokens),
        count(r.hidden_tokens),
        position(&THINKING, &thinking(r)).into(),
        position(&SOURCES, &r.token_source).into(),
        r.placement
            .map_or(0, |how| 1 + u32::from(position(&PLACEMENTS, &how))),
        cell(tpot, r.tpot_reason.as_deref(), bits),
        match (answer_cost, tpot) {
            (Some(answer), Some(all)) if answer.abs_diff(all) <= 1 => SAME,
            _ => cell(answer_cost, r.answer_tps_reason.as_deref(), bits),
        },
        cell(
            answer_tokens.map(|tokens| n.saturating_sub(tokens)),
            r.tokens_per_word_reason.as_deref(),
            COUNT_BITS,
        ),
        cell(
            r.wpm.map(|wpm| whole(MICROS_PER_MINUTE / wpm)),
            r.wpm_reason.as_deref(),
            bits,
        ),
        code(r.answer_words.into(), COUNT_BITS),
        code(r.answer_chars.into(), ROUGH_BITS),
        cell(stall, r.longest_stall_reason.as_deref(), bits),
        code(
            r.starvation_us
                .unwrap_or_default()
                .saturating_sub(stall.unwrap_or_default()),
            bits,
        ),
        code(r.stalls.unwrap_or_default().into(), COUNT_BITS),
        cell(
            r.longest_stall_aloud_us,
            // A freeze that stands in spite of a busy computer has no reason to be missing; the voice's is hidden with the rest.
            r.longest_stall_reason.as_deref().or(Some("invalidated")),
            bits,
        ),
        cell(
            short(r.fluidity_index),
            r.fluidity_index_reason.as_deref(),
            bits,
        ),
        cell(short(r.reader_qoe), r.reader_qoe_reason.as_deref(), bits),
        cell(
            r.fluid_wpm.map(|wpm| whole(MICROS_PER_MINUTE / wpm)),
            r.fluid_wpm_reason.as_deref(),
            bits,
        ),
        code(r.output_events.into(), ROUGH_BITS),
        code(r.output_reads.into(), ROUGH_BITS),
        code(r.bad_frames.into(), COUNT_BITS),
        word(words, r.finish.as_deref()),
    ]
}

/// Tokens in the timing window. The record has no field for them; they are what the rest is made of.
fn counted(r: &RequestRecord) -> Option<u64> {
    r.placement?;
    match (r.output_tokens, r.tokens_per_event) {
        (Some(total), _) => Some(u64::from(
            total.saturating_sub(r.hidden_tokens.unwrap_or(0)),
        )),
        (None, Some(each)) => Some(whole(each * f64::from(r.output_events))),
        (None, None) => None,
    }
}

fn thinking(r: &RequestRecord) -> Thinking {
    let visible = r
        .events
        .iter()
        .any(|event| event.channel == Channel::Reasoning);
    match (visible, r.reasoning_summarised, r.hidden_tokens) {
        (true, true, _) => Thinking::Summarised,
        (true, false, _) => Thinking::Streamed,
        (false, _, Some(1..)) => Thinking::Hidden,
        (false, _, _) => Thinking::None,
    }
}

fn totals(report: &Report) -> [u32; TOTALS] {
    let s = &report.summary;
    let some = |value: Option<u64>| option(value, TOTAL_BITS);
    let speed = |value: Option<f64>, reason: &Option<String>| {
        cell(
            value.map(|tps| whole(tps * 1000.0)),
            reason.as_deref(),
            TOTAL_BITS,
        )
    };
    let gaps = &s.chunk_gap_us;
    let at = |percent: Percent| some(gaps.at(percent).map(whole));
    let (low, high) = gaps.range(Percent::P50);
    let reached = s.reached_length;
    let of_reached = |get: fn(crate::report::ReachedLength) -> Option<u32>| {
        some(reached.and_then(get).map(u64::from))
    };
    [
        some(s.wall_us),
        speed(s.aggregate_tps, &s.aggregate_tps_reason),
        speed(s.steady_tps, &s.steady_tps_reason),
        some(s.steady_wall_us),
        code(s.output_tokens_spent, TOTAL_BITS),
        some(floor(s, Part::NetworkFloor)),
        some(floor_of_first(report)),
        some(report.environment.loop_lag_p99_us),
        gaps.n.min(i32::MAX.unsigned_abs()),
        some(gaps.requests.map(u64::from)),
        gap_reason(gaps),
        some(gaps.min.map(whole)),
        some(gaps.mean.map(whole)),
        some(gaps.max.map(whole)),
        at(Percent::P50),
        at(Percent::P75),
        at(Percent::P90),
        at(Percent::P95),
        at(Percent::P99),
        some(low.map(whole)),
        some(high.map(whole)),
        of_reached(|reached| Some(reached.exact.hits)),
        of_reached(|reached| Some(reached.exact.of)),
        of_reached(|reached| reached.shortest),
        of_reached(|reached| reached.longest),
        u32::from(reached.is_some()),
        some(s.time_error_us),
    ]
}

/// The one reason that stands at the percentiles; those that are only too few are known without.
fn gap_reason(gaps: &Distribution) -> u32 {
    cell(None, gaps.reason.as_deref(), TOTAL_BITS)
}

/// The time that a part of the middle answer's wait is known to have.
fn floor(summary: &Summary, part: Part) -> Option<u64> {
    let parts = &summary.wait.as_ref()?.parts;
    parts.iter().find(|known| known.part == part)?.us
}

/// What the first request spent on connection and permission, as far as it was inferred.
fn floor_of_first(report: &Report) -> Option<u64> {
    let first = report.requests.first()?;
    let parts = first
        .wait
        .as_ref()
        .filter(|_| first.pre_request_us.is_none())?;
    parts.iter().find(|known| known.part == Part::SetUp)?.us
}
