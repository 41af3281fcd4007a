//! One trace with its numbers as a record of the export.

use super::advice::advice_for;
use super::build::MICROS_PER_MINUTE;
use super::wait;
use super::{ErrorRecord, RequestRecord};
use crate::cautions::Observed;
use crate::missing::{Measured, Missing};
use crate::plan::Plan;
use crate::trace::Trace;
use crate::units::Micros;
use crate::wait::{Known, split};

fn us(value: &Measured<Micros>) -> Option<u64> {
    value.as_ref().ok().map(|time| time.0)
}

fn reason<T>(value: &Measured<T>) -> Option<String> {
    value.as_ref().err().map(code)
}

// Not inlined: there are twenty of them in each record.
#[inline(never)]
fn code(missing: &Missing) -> String {
    missing.code().to_owned()
}

fn number<T>(value: &Measured<T>, get: impl Fn(&T) -> f64) -> Option<f64> {
    value.as_ref().ok().map(get)
}

pub(super) fn record(
    observed: Observed<'_>,
    plan: &Plan,
    known: &Known,
    include_texts: bool,
) -> RequestRecord {
    let wait = split(&observed, known);
    let trace = observed.trace;
    let metrics = observed.metrics;
    let stalls = observed.stalls;
    let reading = observed.reading;
    RequestRecord {
        index: trace.index,
        phase: trace.phase,
        outcome: trace.outcome,
        sent_at_ms: trace.sent_at.0,
        headers_us: trace.headers.map(|t| t.0),
        first_byte_us: trace.first_byte.map(|t| t.0),
        ttft_us: us(&metrics.ttft),
        ttft_reason: reason(&metrics.ttft),
        ttft_from_request_start_us: us(&metrics.ttft_from_request_start),
        ttft_from_request_start_reason: reason(&metrics.ttft_from_request_start),
        pre_request_us: metrics.pre_request.map(|t| t.0),
        ttfa_us: us(&metrics.ttfa),
        ttfa_reason: reason(&metrics.ttfa),
        thinking_us: us(&metrics.thinking),
        thinking_reason: reason(&metrics.thinking),
        last_output_us: metrics.last_output.map(|t| t.0),
        e2e_us: us(&metrics.e2e),
        e2e_reason: reason(&metrics.e2e),
        closed_us: trace.closed.map(|t| t.0),
        close_tail_us: metrics.close_tail.map(|t| t.0),
        prompt_tokens: trace.usage.and_then(|usage| usage.prompt),
        cached_tokens: trace.usage.and_then(|usage| usage.cached),
        output_tokens: metrics.tokens.total,
        hidden_tokens: metrics.tokens.hidden,
        reasoning_tokens: metrics.tokens.reasoning,
        token_source: metrics.tokens.source,
        placement: metrics.tokens.placement,
        tps: number(&metrics.tps, |tps| tps.0),
        tps_reason: reason(&metrics.tps),
        tpot_us: number(&metrics.tpot, |tpot| tpot.0),
        tpot_reason: reason(&metrics.tpot),
        e2e_per_token_us: number(&metrics.e2e_per_token, |per| per.0),
        e2e_per_token_reason: reason(&metrics.e2e_per_token),
        thinking_tps: number(&metrics.thinking_tps, |tps| tps.0),
        thinking_tps_reason: reason(&metrics.thinking_tps),
        answer_tps: number(&metrics.answer_tps, |tps| tps.0),
        answer_tps_reason: reason(&metrics.answer_tps),
        wpm: number(&metrics.wpm, |wpm| wpm.0),
        wpm_reason: reason(&metrics.wpm),
        answer_words: metrics.answer_words,
        answer_chars: metrics.answer_chars,
        longest_stall_us: stalls.as_ref().ok().map(|s| s.longest.0),
        longest_stall_reason: reason(&stalls),
        starvation_us: stalls.as_ref().ok().map(|s| s.starvation.0),
        stalls: stalls.as_ref().ok().map(|s| s.count),
        longest_stall_aloud_us: us(&reading.longest_stall_aloud),
        rebuffer_ratio: stalls.as_ref().ok().map(|s| s.rebuffer_ratio.0),
        tokens_per_word: number(&reading.tokens_per_word, |ratio| *ratio),
        tokens_per_word_reason: reason(&reading.tokens_per_word),
        perceived_tps: number(&reading.perceived_speed, |tps| tps.0),
        perceived_tps_reason: reason(&reading.perceived_speed),
        fluidity_index: number(&reading.fluidity, |share| share.0),
        fluidity_index_reason: reason(&reading.fluidity),
        fluid_wpm: number(&reading.fluid_word, |word| {
            MICROS_PER_MINUTE / word.0 as f64
        }),
        fluid_wpm_reason: reason(&reading.fluid_word),
        reader_qoe: number(&reading.quality, |share| share.0),
        reader_qoe_reason: reason(&reading.quality),
        wait_reason: reason(&wait),
        wait: wait.ok().map(wait::records),
        longest_gap_us: metrics.longest_gap_us(),
        chunk_gaps_us: metrics.chunk_gaps_us,
        output_events: metrics.output_events,
        output_reads: metrics.output_reads,
        bad_frames: trace.bad_frames,
        coalesced_share: metrics.coalesced_share,
        tokens_per_event: metrics.tokens_per_event,
        events: trace.events.clone(),
        finish: trace.finish.clone(),
        protocol: protocol(trace),
        http_status: trace.status,
        response_id: trace.response_id.clone(),
        network: trace.network.clone(),
        server_timing: trace.server_timing,
        in_flight: trace.conditions.in_flight,
        plain_json: trace.plain_json,
        bad_span: trace.bad_span,
        reasoning_summarised: trace.reasoning_summarised,
        several_answers: trace.several_answers,
        usage: trace.usage,
        conditions: trace.conditions,
        cautions: observed.cautions,
        excluded_by: observed.excluded_by,
        struck: observed.struck,
        error: error(trace, plan),
        answer: include_texts.then(|| trace.answer.clone()),
        reasoning: include_texts.then(|| trace.reasoning.clone()),
    }
}

fn protocol(trace: &Trace) -> Option<String> {
    let protocol = trace.network.as_ref()?.protocol.as_ref()?;
    (!protocol.is_empty()).then(|| protocol.clone())
}

fn error(trace: &Trace, plan: &Plan) -> Option<ErrorRecord> {
    let failure = trace.failure.as_ref()?;
    Some(ErrorRecord {
        stage: failure.stage,
        kind: failure.kind,
        http_status: trace.status,
        message: failure.message.clone(),
        advice: advice_for(failure, plan).into_owned(),
        looks_like: failure.looks_like.map(|format| format.label().to_owned()),
    })
}
