//! How the text came: held back, in one piece, in bundles, with holes, cut off.

use tokenpace::missing::CautionKind::*;
use tokenpace::protocol::{Channel, Usage};
use tokenpace::trace::{BadSpan, OutcomeKind};

use crate::traces::*;
use crate::{raised, silent, third};

/// `events` pieces in `reads` deliveries, the last after `window_us`.
fn clumped(events: u64, reads: u64, first_us: u64, window_us: u64) -> Request {
    let mut request = request();
    for read in 0..reads {
        request = request.read(first_us + window_us * read / (reads - 1).max(1));
        for _ in 0..events / reads {
            request = request.answer(4, 1);
        }
    }
    request.usage(u32::try_from(events).unwrap_or(0), Some(0))
}

#[test]
fn buffered_upstream() {
    let run = |events, reads, first, window| {
        report(&run_of(5, move |_| clumped(events, reads, first, window)))
    };
    let buffered = run(20, 2, 500_000, 500_000);
    assert_eq!(raised(&buffered, BufferedUpstream).requests.len(), 5);
    for distribution in [
        &buffered.summary.ttft_us,
        &buffered.summary.ttft_from_request_start_us,
        &buffered.summary.ttfa_us,
        &buffered.summary.tps,
        &buffered.summary.tpot_us,
        &buffered.summary.wpm,
        &buffered.summary.longest_stall_us,
    ] {
        assert_eq!(distribution.reason.as_deref(), Some("invalidated"));
    }
    assert!(buffered.summary.e2e_us.p50.is_some());
    silent(&run(18, 2, 500_000, 500_000), BufferedUpstream);
    silent(&run(21, 3, 500_000, 500_000), BufferedUpstream);
    // A tenth of the whole time: 100 of 1,000 ms is not below it, 99 ms is.
    raised(&run(40, 10, 901_000, 99_000), BufferedUpstream);
    silent(&run(40, 10, 900_000, 100_000), BufferedUpstream);
    silent(&run(30, 10, 901_000, 99_000), BufferedUpstream);
}

#[test]
fn not_streamed() {
    let one_read = |events: u32| {
        report(&run_of(5, move |_| {
            let request = request().read(500_000);
            (0..events)
                .fold(request, |request, _| request.answer(4, 1))
                .usage(events, Some(0))
        }))
    };
    let whole = one_read(2);
    raised(&whole, NotStreamed);
    assert_eq!(
        whole.requests[1].tps_reason.as_deref(),
        Some("not_streamed")
    );
    silent(&one_read(1), NotStreamed);
    let plain = report(&run_of(5, |_| {
        request()
            .read(500_000)
            .answer(4, 1)
            .with(|trace| trace.plain_json = true)
    }));
    assert!(raised(&plain, NotStreamed).advice.contains("stream: true"));
}

#[test]
fn coalesced() {
    // One of `reads` deliveries brings two pieces.
    let run = |reads: u64| {
        report(&run_of(5, move |_| {
            good(300_000, 20_000)
                .with(|trace| trace.events.truncate(usize::try_from(reads).unwrap()))
                .answer(4, 1)
                .with(|trace| {
                    // The extra piece shares the last read.
                    let last = trace.events.len() - 1;
                    trace.events[last].read = trace.events[last - 1].read;
                    trace.events[last].at = trace.events[last - 1].at;
                })
        }))
    };
    // 1 of 20 is 5 %: not above. 1 of 19 is.
    silent(&run(19), Coalesced);
    let shared = run(18);
    assert_eq!(raised(&shared, Coalesced).hides, ["chunk_gap_us"]);
    assert!(shared.summary.tps.p50.is_some());
    assert!(shared.summary.chunk_gap_us.max.is_some());
}

#[test]
fn x_coalesced() {
    // 400 events in 361 reads.
    let mut request = request();
    for read in 0..361_u64 {
        request = request.read(100_000 + 10_000 * read).answer(4, 1);
        if read < 39 {
            request = request.answer(4, 1);
        }
    }
    let metrics = tokenpace::metrics::RequestMetrics::of(&request.done());
    close(metrics.coalesced_share.unwrap(), 0.0975, 1e-12);
}

#[test]
fn multi_token_events() {
    let run = |tokens| {
        report(&run_of(5, move |_| {
            good(300_000, 20_000).usage(tokens, Some(0))
        }))
    };
    raised(&run(64), MultiTokenEvents);
    silent(&run(63), MultiTokenEvents);
}

#[test]
fn a_plain_reply_sends_no_bundles() {
    silent(
        &report(&run_of(5, |_| {
            let request = request().read(300_000).answer(600, 100);
            request.usage(130, Some(0)).with(|t| t.plain_json = true)
        })),
        MultiTokenEvents,
    );
}

#[test]
fn unreadable_frames() {
    let holes = third(|trace| {
        trace.bad_frames = 2;
        trace.usage = trace.usage.map(|usage| Usage {
            total_output: Some(200),
            ..usage
        });
    });
    let caution = raised(&holes, UnreadableFrames);
    assert_eq!(caution.requests, [3]);
    assert_eq!(
        caution.evidence,
        "The format of 2 events could not be understood, in 1 of 5 answers."
    );
    let record = &holes.requests[3];
    assert_eq!(record.bad_frames, 2);
    for reason in [
        &record.tps_reason,
        &record.tpot_reason,
        &record.wpm_reason,
        &record.longest_stall_reason,
    ] {
        assert_eq!(reason.as_deref(), Some("invalidated"));
    }
    // Four answers of 60 words keep theirs.
    assert_eq!(holes.summary.chunk_gap_us.n, 4 * 59);
    silent(&holes, MultiTokenEvents);
    silent(&holes, TokenMismatch);
    // Nearly all of the text is lost: that is no thinking out of sight, and the server's total still holds.
    let lost = third(|trace| {
        trace.bad_frames = 60;
        trace.usage = trace.usage.map(|usage| Usage {
            total_output: Some(1_000),
            ..usage
        });
    });
    silent(&lost, HiddenReasoning);
    assert_eq!(lost.requests[3].tps_reason.as_deref(), Some("invalidated"));
    assert!(lost.summary.aggregate_tps.is_some());
    silent(&third(|_| {}), UnreadableFrames);
}

#[test]
fn an_unreadable_frame_takes_the_times_whose_text_it_may_have_held() {
    // Of the third request: thinking in the first event, 60 words of an answer after it.
    let reasons = |first, last| {
        let report = third(|trace| {
            trace.events[0].channel = Channel::Reasoning;
            trace.bad_frames = 1;
            trace.bad_span = Some(BadSpan { first, last });
        });
        let caution = raised(&report, UnreadableFrames);
        let record = &report.requests[3];
        let hidden = [
            ("ttft_us", &record.ttft_reason),
            ("ttfa_us", &record.ttfa_reason),
            ("e2e_us", &record.e2e_reason),
        ]
        .map(|(name, reason)| {
            assert_eq!(caution.hides.iter().any(|h| h == name), reason.is_some());
            reason.as_deref() == Some("invalidated")
        });
        assert_eq!(record.tps_reason.as_deref(), Some("invalidated"));
        assert_eq!(record.close_tail_us.is_none(), hidden[2]);
        assert_eq!(record.tokens_per_event, None);
        // The others keep all of theirs.
        assert_eq!(report.requests[2].ttft_reason, None);
        hidden
    };
    assert_eq!(reasons(0, 0), [true, true, false]);
    assert_eq!(reasons(1, 1), [false, true, false]);
    assert_eq!(reasons(2, 59), [false, false, false]);
    assert_eq!(reasons(60, 60), [false, false, true]);
    assert_eq!(reasons(0, 60), [true, true, true]);
    // The first wait of a practice request is shown on its own.
    let mut traces = run_of(5, |_| good(300_000, 20_000));
    assert!(report(&traces).summary.cold_ttft_us[0].is_some());
    traces[0].bad_span = Some(BadSpan { first: 0, last: 0 });
    assert_eq!(report(&traces).summary.cold_ttft_us, [None]);
}

#[test]
fn delayed_ack() {
    // Two pieces a read; half of the gaps, or one fewer, on the plateau.
    let run = |on_plateau: u64, pieces: u32| {
        report(&run_of(5, move |_| {
            let mut at = 300_000;
            let mut request = request();
            for gap in 0..21_u64 {
                request = request.read(at);
                for _ in 0..pieces {
                    request = request.answer(4, 1);
                }
                at += if gap < on_plateau { 40_000 } else { 20_000 };
            }
            request.usage(21 * pieces, Some(0))
        }))
    };
    raised(&run(10, 2), DelayedAck);
    silent(&run(9, 2), DelayedAck);
    silent(&run(10, 1), DelayedAck);
}

#[test]
fn answer_cut() {
    let ended = |reason: &'static str| third(move |trace| trace.finish = Some(reason.to_owned()));
    for reason in [
        "length",
        "max_tokens",
        "MAX_TOKENS",
        "max_output_tokens",
        "incomplete/max_output_tokens",
    ] {
        assert_eq!(raised(&ended(reason), AnswerCut).requests, [3]);
    }
    silent(&ended("stop"), AnswerCut);
    let silent_thinking = third(|trace| {
        trace.events.clear();
        trace.outcome = OutcomeKind::Empty;
        trace.finish = Some("length".to_owned());
    });
    assert!(
        raised(&silent_thinking, AnswerCut)
            .advice
            .contains("Thinking used the limit up")
    );
}
