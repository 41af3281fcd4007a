//! How the text arrived.

use super::thresholds::{
    BUFFERED_EVENTS_PER_READ, BUFFERED_MAX_READS, BUFFERED_MIN_EVENTS, BUFFERED_WINDOW, COALESCED,
    DELAYED_ACK, DELAYED_ACK_EVENTS_PER_READ, DELAYED_ACK_SHARE, MULTI_TOKEN,
};
use super::{Finding, Metric, Observed, Run, indices, of_answers};
use crate::format::percent;
use crate::metrics::RequestMetrics;
use crate::missing::{CautionKind, Measured, Missing};
use crate::text;
use crate::units::Micros;

/// What is told from how the text flowed.
const FLOW: [Metric; 5] = [
    Metric::Tps,
    Metric::Tpot,
    Metric::Wpm,
    Metric::ChunkGap,
    Metric::Stalls,
];

fn events_per_read(request: &Observed<'_>) -> f64 {
    f64::from(request.metrics.output_events) / f64::from(request.metrics.output_reads.max(1))
}

fn is_buffered(request: &Observed<'_>) -> bool {
    let metrics = &request.metrics;
    if metrics.output_events < BUFFERED_MIN_EVENTS || request.trace.plain_json {
        return false;
    }
    if metrics.output_reads <= BUFFERED_MAX_READS {
        return true;
    }
    let (Some(first), Some(last)) = (request.trace.events.first(), metrics.last_output) else {
        return false;
    };
    let window = last.0.saturating_sub(first.at.0) as f64;
    window < BUFFERED_WINDOW * last.0 as f64 && events_per_read(request) >= BUFFERED_EVENTS_PER_READ
}

/// It was found to be held back: what the pieces of such a stream look like says nothing more.
pub(super) fn is_held_back(request: &Observed<'_>) -> bool {
    request.cautions.contains(&CautionKind::BufferedUpstream)
}

/// A gateway, a proxy or compression kept the text and let it go in one go.
pub(super) fn buffered_upstream(run: &Run<'_>) -> Option<Finding> {
    let requests = indices(run.streams(), is_buffered)?;
    let (events, reads) = run
        .streams()
        .filter(|request| requests.contains(&request.trace.index))
        .fold((0, 0), |(events, reads), request| {
            (
                events + u64::from(request.metrics.output_events),
                reads + u64::from(request.metrics.output_reads),
            )
        });
    Some(
        Finding::note(
            CautionKind::BufferedUpstream,
            format!(
                "In {} {events} pieces of text came in only {reads} deliveries.",
                of_answers(requests.len(), run)
            ),
            text!("Only the total time can be trusted. Ask for no compression and no proxy buffering on the stream (nginx: `X-Accel-Buffering: no`)."),
        )
        .about(requests)
        .hiding(&[
            Metric::Ttft,
            Metric::TtftFromRequestStart,
            Metric::Ttfa,
            Metric::Tps,
            Metric::Tpot,
            Metric::Wpm,
            Metric::ChunkGap,
            Metric::Stalls,
        ]),
    )
}

/// The answer came in one piece.
pub(super) fn not_streamed(run: &Run<'_>) -> Option<Finding> {
    let requests = indices(run.streams(), |r| {
        if is_held_back(r) {
            return false;
        }
        let several = match &r.metrics.tokens.counted {
            Ok(n) => *n >= 2.0,
            Err(_) => r.metrics.output_events >= 2,
        };
        r.metrics.output_events > 0
            && (r.trace.plain_json || (several && r.metrics.output_reads == 1))
    })?;
    let plain = run.streams().any(|r| r.trace.plain_json);
    let advice = if plain {
        text!(
            "Switch streaming on (`stream: true`), or check that the gateway passes it on. Until then only the total time means something."
        )
    } else {
        text!(
            "Streaming was asked for, so look for a proxy or a compression step that collects the answer."
        )
    };
    Some(
        Finding::note(
            CautionKind::NotStreamed,
            format!(
                "Everything arrived at once in {}.",
                of_answers(requests.len(), run)
            ),
            advice,
        )
        .about(requests)
        .hiding(&FLOW),
    )
}

/// Events that could not be read may have held text: what is known of it has holes. Where one lies before the start or
/// after the end, the times of these are missing from the first.
pub(super) fn unreadable_frames(run: &Run<'_>) -> Option<Finding> {
    let requests = indices(run.streams(), |r| r.trace.bad_frames > 0)?;
    let frames = run
        .streams()
        .map(|r| u64::from(r.trace.bad_frames))
        .sum::<u64>();
    let reason = Err(Missing::Invalidated(CautionKind::UnreadableFrames));
    let is_lacking = |time: fn(&RequestMetrics) -> Measured<Micros>| {
        run.streams().any(|r| time(&r.metrics) == reason)
    };
    let times = [
        (Metric::Ttft, is_lacking(|m| m.ttft)),
        (
            Metric::TtftFromRequestStart,
            is_lacking(|m| m.ttft_from_request_start),
        ),
        (Metric::Ttfa, is_lacking(|m| m.ttfa)),
        (Metric::E2e, is_lacking(|m| m.e2e)),
    ];
    let lacking = times.into_iter().filter(|(_, lacking)| *lacking);
    let finding = Finding::note(
        CautionKind::UnreadableFrames,
        format!(
            "The format of {} could not be understood, in {}.",
            crate::format::counted(usize::try_from(frames).unwrap_or(usize::MAX), "event"),
            of_answers(requests.len(), run)
        ),
        text!("Text may be missing, so paces, speeds and gaps of those are not shown, nor a time whose text may be the missing one. Check the API format, or tell whoever runs the server."),
    )
    .about(requests)
    .hiding(&FLOW);
    Some(Finding {
        lacks: lacking.map(|(metric, _)| metric).collect(),
        ..finding
    })
}

/// Events that share a read have one stamp: gaps between them can't be told. Judged over the pooled events, as the gap
/// percentiles are.
pub(super) fn coalesced(run: &Run<'_>) -> Option<Finding> {
    let flowing = || run.counted().filter(|r| !is_held_back(r));
    let (events, reads) = flowing().fold((0_u64, 0_u64), |(events, reads), r| {
        (
            events + u64::from(r.metrics.output_events),
            reads + u64::from(r.metrics.output_reads),
        )
    });
    if events == 0 {
        return None;
    }
    // Not `1 - reads / events`: that would put 1 of 20 a rounding error above 5 %.
    let share = (events - reads) as f64 / events as f64;
    if share <= COALESCED {
        return None;
    }
    let requests = indices(flowing(), |r| {
        r.metrics
            .coalesced_share
            .is_some_and(|share| share > COALESCED)
    })?;
    Some(
        Finding::note(
            CautionKind::Coalesced,
            format!(
                "{} of the pieces came in the same delivery as the one before.",
                percent(share)
            ),
            text!("Speeds and the longest gap stay right; single gaps can't be told, so their percentiles are not shown."),
        )
        .about(requests)
        .hiding(&[Metric::ChunkGap]),
    )
}

/// Gaps are between bundles, not between tokens.
pub(super) fn multi_token_events(run: &Run<'_>) -> Option<Finding> {
    let bundled = |request: &Observed<'_>| {
        // A plain body has no events, and unread ones make the others look full.
        if request.trace.plain_json || request.trace.bad_frames > 0 || is_held_back(request) {
            return None;
        }
        request
            .metrics
            .tokens_per_event
            .filter(|tokens| *tokens > MULTI_TOKEN)
    };
    let requests = indices(run.streams(), |r| bundled(r).is_some())?;
    let most = run.streams().filter_map(bundled).fold(0.0, f64::max);
    Some(
        Finding::note(
            CautionKind::MultiTokenEvents,
            format!(
                "Up to {most:.1} tokens in one event, in {}.",
                of_answers(requests.len(), run)
            ),
            text!("Speeds take that into account. Read the gaps as gaps between bundles, not between tokens."),
        )
        .about(requests),
    )
}

/// The plateau that Nagle's algorithm and delayed acknowledgements make.
pub(super) fn delayed_ack(run: &Run<'_>) -> Option<Finding> {
    let (mut gaps, mut on_plateau, mut events, mut reads) = (0_usize, 0_usize, 0_u64, 0_u64);
    for request in run.counted() {
        gaps += request.metrics.chunk_gaps_us.len();
        on_plateau += request
            .metrics
            .chunk_gaps_us
            .iter()
            .filter(|gap| DELAYED_ACK.contains(*gap))
            .count();
        events += u64::from(request.metrics.output_events);
        reads += u64::from(request.metrics.output_reads);
    }
    if gaps == 0 || reads == 0 {
        return None;
    }
    let share = on_plateau as f64 / gaps as f64;
    if share < DELAYED_ACK_SHARE || (events as f64 / reads as f64) < DELAYED_ACK_EVENTS_PER_READ {
        return None;
    }
    Some(Finding::note(
        CautionKind::DelayedAck,
        format!("{} of the gaps lie between 38 and 46 ms.", percent(share)),
        text!(
            "That looks like a TCP setting rather than the model. Ask whoever runs the server to set TCP_NODELAY."
        ),
    ))
}

/// Finish reasons that mean "the output limit".
const LIMIT_REASONS: [&str; 4] = ["length", "max_tokens", "max_output_tokens", "limit"];

/// The output limit ended the answer.
pub(super) fn answer_cut(run: &Run<'_>) -> Option<Finding> {
    let cut = |request: &Observed<'_>| {
        request.trace.finish.as_deref().is_some_and(|finish| {
            // The Responses format puts "incomplete/" before the reason.
            let finish = finish.rsplit('/').next().unwrap_or(finish);
            LIMIT_REASONS
                .iter()
                .any(|reason| finish.eq_ignore_ascii_case(reason))
        })
    };
    // An empty answer ended by the limit is one whose thinking used the limit up: it must be found as well.
    let requests = indices(run.measured(), cut)?;
    let silent = run
        .measured()
        .filter(|r| {
            cut(r)
                && r.metrics.ttfa.as_ref().is_err_and(|why| {
                    matches!(
                        why,
                        Missing::NoAnswer | Missing::NoOutput | Missing::Failed(_)
                    )
                })
        })
        .count();
    let limit = run.plan.max_output_tokens;
    let evidence = format!(
        "{} ended at the limit of {} tokens{}.",
        of_answers(requests.len(), run),
        crate::format::grouped(u64::from(limit)),
        if silent > 0 {
            format!(", {silent} of them before any answer text")
        } else {
            String::new()
        }
    );
    let advice = if silent > 0 {
        text!("Thinking used the limit up. Raise \"Max output tokens\".")
    } else {
        text!(
            "Total times are those of a cut answer. Raise \"Max output tokens\" to see whole ones."
        )
    };
    Some(Finding::note(CautionKind::AnswerCut, evidence, advice).about(requests))
}
