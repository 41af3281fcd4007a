//! Every caution: one run that raises it and one just below the limit that does not.

mod traces;

use tokenpace::chart::reader::reader;
use tokenpace::missing::CautionKind::{self, *};
use tokenpace::plan::{AddressSpace, Plan};
use tokenpace::protocol::{Channel, Usage};
use tokenpace::replay::Timeline;
use tokenpace::report::{Caution, Effect, Report};
use tokenpace::trace::{BadSpan, FailureKind, OutcomeKind, Trace};
use tokenpace::units::{Micros, Wpm};
use traces::*;

fn found(report: &Report, kind: CautionKind) -> Option<&Caution> {
    report.cautions.iter().find(|caution| caution.kind == kind)
}

/// The caution of a run, whose texts must say something.
#[track_caller]
fn raised(report: &Report, kind: CautionKind) -> &Caution {
    let caution = found(report, kind).unwrap_or_else(|| panic!("{kind:?} not raised"));
    for text in [&caution.title, &caution.evidence, &caution.advice] {
        assert!(text.len() > 10, "{kind:?}: {text:?}");
        assert!(!text.contains('!') && !text.contains("NaN"), "{text}");
    }
    caution
}

#[track_caller]
fn silent(report: &Report, kind: CautionKind) {
    assert!(
        found(report, kind).is_none(),
        "{kind:?} raised: {:?}",
        found(report, kind)
    );
}

/// A run of five good answers, the third of them changed.
fn third(change: impl Fn(&mut Trace)) -> Report {
    report(&run_of(5, |index| {
        good(300_000, 20_000).with(|trace| {
            if index == 3 {
                change(trace);
            }
        })
    }))
}

fn planned(change: impl Fn(&mut Plan), traces: &[Trace]) -> Report {
    let mut plan = plan();
    change(&mut plan);
    report_of(&plan, traces, &calibration())
}

#[test]
fn a_clean_run_has_only_the_note_on_its_size() {
    let report = report(&run_of(5, |_| good(300_000, 20_000)));
    let kinds: Vec<_> = report.cautions.iter().map(|caution| caution.kind).collect();
    assert_eq!(kinds, [FewSamples]);
    assert!(
        report
            .requests
            .iter()
            .all(|request| request.cautions.is_empty())
    );
}

#[test]
fn coarse_clock() {
    let run = |tick, gap| {
        let mut calibration = calibration();
        calibration.clock_tick = Micros(tick);
        report_of(&plan(), &run_of(5, |_| good(300_000, gap)), &calibration)
    };
    let coarse = run(1_000, 4_000);
    assert_eq!(raised(&coarse, CoarseClock).hides, ["chunk_gap_us"]);
    assert_eq!(
        coarse.summary.chunk_gap_us.p50_reason.as_deref(),
        Some("invalidated")
    );
    assert!(coarse.summary.tps.p50.is_some());
    silent(&run(1_000, 5_000), CoarseClock);
    silent(&run(999, 4_000), CoarseClock);
}

#[test]
fn reader_lag() {
    let lag = |us| third(move |trace| trace.conditions.longest_lag = Micros(us));
    silent(&lag(50_000), ReaderLag);
    let hides = lag(50_001);
    assert_eq!(raised(&hides, ReaderLag).effect, Effect::Hide);
    assert_eq!(
        hides.requests[3].longest_stall_reason.as_deref(),
        Some("invalidated")
    );
    assert_eq!(hides.summary.n, 5);
    assert_eq!(hides.summary.chunk_gap_us.n, 4 * 59);
    assert_eq!(lag(250_000).summary.n, 5);
    let excludes = lag(250_001);
    assert_eq!(raised(&excludes, ReaderLag).effect, Effect::Exclude);
    assert_eq!(excludes.requests[3].excluded_by, Some(ReaderLag));
    assert_eq!(excludes.summary.n, 4);
}

/// 60 words; in the middle nothing comes until `wait_us` after the words before are read.
fn frozen(wait_us: u64) -> Request {
    let read_us = 30 * 252_101;
    request()
        .words(30, 300_000, 20_000)
        .words(30, 300_000 + read_us + wait_us, 20_000)
        .usage(60, Some(0))
}

#[test]
fn a_freeze_that_lag_cannot_have_made_is_still_told() {
    let run = |wait_us| {
        report(&run_of(5, |index| match index {
            3 => frozen(wait_us).with(|trace| trace.conditions.longest_lag = Micros(80_000)),
            _ => good(300_000, 20_000),
        }))
    };
    let report = run(2_000_000);
    assert_eq!(raised(&report, ReaderLag).effect, Effect::Hide);
    let record = &report.requests[3];
    assert_eq!(
        (record.stalls, &record.longest_stall_reason),
        (Some(1), &None)
    );
    close(record.longest_stall_us.unwrap_or_default() as f64, 2e6, 1e3);
    assert!(record.struck.iter().all(|s| s.metric != "longest_stall_us"));
    // Gaps, and what else a late stamp moves, go as before.
    assert_eq!(report.summary.chunk_gap_us.n, 4 * 59);
    assert_eq!(record.fluid_wpm_reason.as_deref(), Some("invalidated"));
    let fact = &report.verdict.facts[2];
    assert_eq!(fact.value, "none in 4 of 5 answers");
    assert!(fact.range.starts_with("longest 2.0"), "{}", fact.range);
    let said = &report.verdict.sentence;
    assert!(said.contains("1 made your reader wait"), "{said}");
    // The longest is known, but it stands for no other answer.
    assert_eq!(
        report.summary.longest_stall_us.max,
        record.longest_stall_us.map(|us| us as f64)
    );
    assert_eq!(report.summary.longest_stall_us.n, 4);

    // 80 ms of lag and the 100 ms that anyone notices.
    assert_eq!(run(180_100).requests[3].stalls, Some(1));
    let doubtful = run(179_900);
    let record = &doubtful.requests[3];
    assert_eq!((record.stalls, record.longest_stall_us), (None, None));
    assert!(record.struck.iter().any(|s| s.metric == "longest_stall_us"));
    assert_eq!(doubtful.verdict.facts[2].value, "none in 4 answers");
    let said = &doubtful.verdict.sentence;
    let wanted = "none of 4 whose flow is known made your reader wait";
    assert!(said.contains(wanted), "{said}");
}

#[test]
fn freezes_that_lag_may_have_made_are_not_counted_beside_a_certain_one() {
    let twice = |lag| {
        let read_us = 30 * 252_101;
        let request = frozen(2_000_000)
            .words(30, 300_000 + 2 * read_us + 2_000_000 + 150_000, 20_000)
            .usage(90, Some(0))
            .with(|trace| trace.conditions.longest_lag = Micros(lag));
        report(&[request.done()])
    };
    assert_eq!(twice(0).requests[0].stalls, Some(2));
    let report = twice(80_000);
    let record = &report.requests[0];
    assert_eq!(record.stalls, Some(1));
    let replay = Timeline::of_record(record, "", Wpm(238.0)).map(|t| t.stalls().len());
    assert_eq!(replay, Some(1));
    let picture = reader(record, 238.0, 100).map(|picture| {
        let wait = picture.paths.iter().find(|(class, _)| *class == "wait");
        wait.map_or(0, |(_, path)| path.matches('M').count())
    });
    assert_eq!(picture, Ok(1));
}

#[test]
fn certain_freezes_of_a_busy_computer_do_not_speak_for_the_answers_it_hides() {
    let report = report(&run_of(20, |index| {
        let request = if index <= 12 {
            frozen(2_000_000)
        } else {
            good(300_000, 20_000)
        };
        request.with(|trace| trace.conditions.longest_lag = Micros(80_000))
    }));
    let fact = &report.verdict.facts[2];
    assert_eq!(fact.value, "in at least 12 of 20 answers");
    assert!(
        fact.range.ends_with("; 8 answers could not be judged"),
        "{}",
        fact.range
    );
    assert_eq!((fact.step, &fact.struck), (None, &None));
    let said = &report.verdict.sentence;
    assert!(
        said.contains("at least 12 of 20 made your reader wait"),
        "{said}"
    );
    let chat = &report.verdict.scores[0];
    assert_eq!(chat.inputs[2].value_reason.as_deref(), Some("invalidated"));
}

#[test]
fn reader_lag_of_a_hidden_tab_is_its_slowed_timer() {
    let report = third(|trace| {
        trace.conditions.hidden = true;
        trace.conditions.longest_lag = Micros(900_000);
    });
    silent(&report, ReaderLag);
}

#[test]
fn reader_lag_before_the_run() {
    let run = |us| {
        let mut calibration = calibration();
        calibration.loop_lag_p99 = Some(Micros(us));
        report_of(&plan(), &run_of(5, |_| good(300_000, 20_000)), &calibration)
    };
    assert_eq!(raised(&run(15_001), ReaderLag).effect, Effect::Note);
    silent(&run(15_000), ReaderLag);
}

#[test]
fn tab_hidden() {
    let hidden = third(|trace| trace.conditions.hidden = true);
    let caution = raised(&hidden, TabHidden);
    assert_eq!(
        (caution.effect, caution.requests.as_slice()),
        (Effect::Note, &[3][..])
    );
    assert_eq!(hidden.requests[3].cautions, [TabHidden]);
    assert_eq!(hidden.summary.n, 5);
    silent(&third(|_| {}), TabHidden);
}

#[test]
fn tab_frozen() {
    let frozen = third(|trace| trace.conditions.frozen = true);
    assert_eq!(raised(&frozen, TabFrozen).effect, Effect::Exclude);
    assert_eq!(frozen.summary.n, 4);
    close(frozen.summary.success_rate.unwrap(), 1.0, 1e-12);
    silent(&third(|_| {}), TabFrozen);
}

#[test]
fn clock_jump() {
    let jumped = third(|trace| trace.conditions.clock_jump = true);
    assert_eq!(raised(&jumped, ClockJump).effect, Effect::Exclude);
    assert_eq!(jumped.requests[3].excluded_by, Some(ClockJump));
    silent(&third(|_| {}), ClockJump);
}

fn connect(trace: &mut Trace, start: Option<u64>, end: Option<u64>) {
    if let Some(network) = &mut trace.network {
        network.connect_start = start.map(Micros);
        network.connect_end = end.map(Micros);
    }
}

#[test]
fn cold_connection() {
    let cold = third(|trace| connect(trace, Some(100), Some(40_000)));
    assert_eq!(raised(&cold, ColdConnection).requests, [3]);
    assert_eq!(cold.summary.n, 4);
    silent(
        &third(|trace| connect(trace, Some(100), Some(100))),
        ColdConnection,
    );
}

#[test]
fn cold_connection_of_a_first_request_that_hides_its_timing() {
    let run = |first_index: u32| {
        let mut traces = run_of(5, |_| {
            good(300_000, 20_000).with(|trace| trace.network = None)
        });
        traces.remove(0);
        for (trace, index) in traces.iter_mut().zip(first_index..) {
            trace.index = index;
        }
        report(&traces)
    };
    assert_eq!(raised(&run(0), ColdConnection).requests, [0]);
    silent(&run(1), ColdConnection);
}

#[test]
fn preflight_inside() {
    let before = |us: u64, in_flight| {
        third(move |trace| {
            trace.conditions.in_flight = in_flight;
            if let Some(network) = &mut trace.network {
                network.request_start = network.fetch_start.map(|start| Micros(start.0 + us));
            }
        })
    };
    let inside = before(20_001, 1);
    assert!(raised(&inside, PreflightInside).evidence.contains("20 ms"));
    silent(&before(20_000, 1), PreflightInside);
    silent(&before(20_001, 6), PreflightInside);
}

#[test]
fn preflight_after_a_pause_where_timing_is_hidden() {
    let idle = |us| {
        third(move |trace| {
            trace.network = None;
            trace.conditions.idle_before = Some(Micros(us));
        })
    };
    raised(&idle(5_000_001), PreflightInside);
    silent(&idle(5_000_000), PreflightInside);
    let same_origin = |plan: &mut Plan| plan.endpoint.origin = "https://page.example".to_owned();
    let traces = run_of(5, |_| {
        good(300_000, 20_000).with(|trace| {
            trace.network = None;
            trace.conditions.idle_before = Some(Micros(9_000_000));
        })
    });
    silent(&planned(same_origin, &traces), PreflightInside);
}

#[test]
fn client_queued() {
    let run = |in_flight, protocol: &'static str| {
        third(move |trace| {
            trace.conditions.in_flight = in_flight;
            if let Some(network) = &mut trace.network {
                network.protocol = Some(protocol.to_owned());
            }
        })
    };
    let queued = run(7, "http/1.1");
    assert_eq!(
        raised(&queued, ClientQueued).hides,
        ["ttft_us", "ttfa_us", "e2e_us"]
    );
    assert_eq!(
        queued.requests[3].ttft_reason.as_deref(),
        Some("invalidated")
    );
    assert_eq!(
        (queued.summary.ttft_us.n, queued.summary.ttft_us.missing),
        (4, 1)
    );
    assert_eq!(queued.summary.tps.n, 5);
    // Counted from the moment the request left, the wait has no queue in it.
    assert_eq!(queued.summary.ttft_from_request_start_us.n, 5);
    silent(&run(6, "http/1.1"), ClientQueued);
    silent(&run(7, "h2"), ClientQueued);
    silent(&run(7, "h3"), ClientQueued);
}

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
fn a_stream_left_out_for_its_connection_is_still_looked_at() {
    let report = report(&run_of(1, |_| {
        request().read(500_000).answer(4, 1).with(|trace| {
            trace.plain_json = true;
            connect(trace, Some(100), Some(40_000));
        })
    }));
    assert_eq!(report.summary.n, 0);
    raised(&report, ColdConnection);
    raised(&report, NotStreamed);
    raised(&report, TokensUnknown);
    silent(&report, FewSamples);
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
fn tokens_unknown() {
    let unknown = third(|trace| trace.usage = None);
    assert_eq!(raised(&unknown, TokensUnknown).requests, [3]);
    assert_eq!(
        unknown.requests[3].tps_reason.as_deref(),
        Some("tokens_unknown")
    );
    assert_eq!(unknown.summary.wpm.n, 5);
    silent(&third(|_| {}), TokensUnknown);
}

#[test]
fn token_mismatch() {
    let run = |total| report(&run_of(5, move |_| fixture_d().usage(total, Some(0))));
    raised(&run(43), TokenMismatch);
    silent(&run(42), TokenMismatch);
}

#[test]
fn token_mismatch_with_the_text() {
    // Words of six characters: 1.22 tokens a word as prose, 1.5 as code.
    let run = |words: u64, total| {
        report(&run_of(5, move |_| {
            let read = |r: Request, i: u64| r.read(300_000 + 20_000 * i).answer(6, 1);
            (0..words).fold(request(), read).usage(total, Some(0))
        }))
    };
    let many = run(100, 226);
    let caution = raised(&many, TokenMismatch);
    assert_eq!(caution.effect, Effect::Note);
    assert!(
        caution.evidence.contains("226 tokens") && caution.evidence.contains("about 150"),
        "{}",
        caution.evidence
    );
    silent(&run(100, 225), TokenMismatch);
    silent(&run(100, 82), TokenMismatch);
    raised(&run(100, 81), TokenMismatch);
    // Nineteen words are no text to judge by, and neither is one beside much more of other output.
    silent(&run(19, 100), TokenMismatch);
    let beside = |tool| {
        report(&run_of(5, move |_| {
            good(300_000, 20_000).tool(tool).usage(300, Some(0))
        }))
    };
    raised(&beside(200), TokenMismatch);
    silent(&beside(300), TokenMismatch);
    // Chinese: one character a unit.
    let chinese = |total| {
        report(&run_of(5, move |_| {
            let read = |r: Request, i: u64| r.read(300_000 + 20_000 * i).answer(1, 1);
            (0..100).fold(request(), read).usage(total, Some(0))
        }))
    };
    silent(&chinese(90), TokenMismatch);
    raised(&chinese(190), TokenMismatch);
}

#[test]
fn no_tokens_for_a_text_is_no_report() {
    let zero = third(|trace| {
        if let Some(usage) = &mut trace.usage {
            usage.total_output = Some(0);
        }
    });
    assert_eq!(raised(&zero, TokensUnknown).requests, [3]);
    assert_eq!(
        zero.requests[3].tps_reason.as_deref(),
        Some("tokens_unknown")
    );
    assert_eq!(zero.requests[3].output_tokens, None);
    let sums = &zero.summary;
    assert_eq!(
        (sums.aggregate_tps, sums.aggregate_tps_reason.as_deref()),
        (None, Some("tokens_unknown"))
    );
}

#[test]
fn hidden_reasoning() {
    let counted = report(&run_of(5, |_| fixture_c()));
    let caution = raised(&counted, HiddenReasoning);
    assert_eq!(caution.effect, Effect::Note);
    assert!(caution.evidence.contains("4,160"));
    assert!(counted.summary.tps.p50.is_some());
    let unknown = report(&run_of(5, |_| fixture_c().usage(4_350, None)));
    assert_eq!(raised(&unknown, HiddenReasoning).hides, ["tps", "tpot_us"]);
    assert_eq!(
        unknown.summary.tps.reason.as_deref(),
        Some("hidden_reasoning")
    );
    // 838 characters: half a character a token is not suspicious yet.
    silent(
        &report(&run_of(5, |_| fixture_c().usage(1_676, None))),
        HiddenReasoning,
    );
    silent(&report(&run_of(5, |_| fixture_b())), HiddenReasoning);
}

#[test]
fn implausible_speed() {
    let run = |gap| report(&run_of(5, move |_| good(300_000, gap)));
    let fast = run(199);
    assert_eq!(raised(&fast, ImplausibleSpeed).hides, ["tps", "tpot_us"]);
    assert_eq!(fast.summary.tpot_us.reason.as_deref(), Some("invalidated"));
    silent(&run(200), ImplausibleSpeed);
    let dense = |tokens| {
        report(&run_of(5, move |_| {
            good(300_000, 20_000).usage(tokens, Some(0))
        }))
    };
    // 240 characters.
    raised(&dense(11), ImplausibleSpeed);
    silent(&dense(12), ImplausibleSpeed);
    assert!(
        raised(&fast, ImplausibleSpeed)
            .evidence
            .starts_with("Up to 5,030 tok/s in 5 of 5 answers."),
        "{}",
        raised(&fast, ImplausibleSpeed).evidence
    );
}

#[test]
fn a_count_too_low_to_be_true_needs_no_speed() {
    let one = third(|trace| {
        if let Some(usage) = &mut trace.usage {
            usage.total_output = Some(1);
        }
    });
    assert_eq!(
        raised(&one, ImplausibleSpeed).evidence,
        "One token for 240 characters in 1 of 5 answers."
    );
    assert_eq!(one.requests[3].tps_reason.as_deref(), Some("one_token"));
}

#[test]
fn nothing_is_made_of_a_count_too_low_to_be_true() {
    let one = third(|trace| {
        if let Some(usage) = &mut trace.usage {
            usage.total_output = Some(2);
        }
    });
    let [good, bad] = [&one.requests[2], &one.requests[3]];
    assert_eq!(bad.output_tokens, Some(2), "the report keeps what was said");
    assert!(good.e2e_per_token_us.is_some() && good.tokens_per_event.is_some());
    assert_eq!(bad.e2e_per_token_us, None);
    assert_eq!(bad.e2e_per_token_reason.as_deref(), Some("invalidated"));
    assert_eq!(bad.tokens_per_event, None);
    silent(&one, ShortOutput);
    assert_eq!(one.summary.output_tokens_spent, 5 * 60);
}

#[test]
fn tokens_that_nothing_shows_far_over_the_limit_are_not_spent() {
    let spent = |total, reasoning| {
        let report = third(|trace| {
            if let Some(usage) = &mut trace.usage {
                (usage.total_output, usage.reasoning) = (Some(total), reasoning);
            }
        });
        report.summary.output_tokens_spent - 5 * 60
    };
    // The limit is 256: 4 * 256 + 64.
    assert_eq!(spent(1_088, None), 1_088);
    assert_eq!(spent(1_089, None), 0);
    assert_eq!(spent(4_000_000, Some(0)), 0);
    // Some vendors let a model think beyond the limit, and say so.
    assert_eq!(spent(5_060, Some(5_000)), 5_060);
}

#[test]
fn a_count_of_several_answers_is_told_as_one() {
    let several = third(|trace| trace.several_answers = true);
    let caution = raised(&several, TokenMismatch);
    assert_eq!(caution.requests, [3]);
    assert!(caution.evidence.contains("several answers"));
    silent(&several, TokensUnknown);
    assert_eq!(several.requests[3].tps, None);
    assert_eq!(
        several.requests[3].tps_reason.as_deref(),
        Some("invalidated")
    );
    assert_eq!(several.summary.output_tokens_spent, 5 * 60);
}

#[test]
fn a_refused_count_spoils_the_total_speed() {
    let total = |tokens| {
        let sums = third(|trace| {
            if let Some(usage) = &mut trace.usage {
                usage.total_output = Some(tokens);
                usage.reasoning = None;
            }
        })
        .summary;
        (sums.aggregate_tps.is_some(), sums.aggregate_tps_reason)
    };
    let refused = (false, Some("invalidated".to_owned()));
    assert_eq!(total(1), refused);
    assert_eq!(total(481), refused);
    assert_eq!(total(60), (true, None));
}

#[test]
fn short_output() {
    let run = |words| {
        report(&run_of(5, move |_| {
            request()
                .words(words, 300_000, 20_000)
                .usage(u32::try_from(words).unwrap(), Some(0))
        }))
    };
    let short = run(49);
    raised(&short, ShortOutput);
    assert!(short.summary.tps.p50.is_some());
    silent(&run(50), ShortOutput);
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

#[test]
fn cache_hit() {
    let cached = |tokens| {
        third(move |trace| {
            if let Some(usage) = &mut trace.usage {
                usage.prompt = Some(100);
                usage.cached = Some(tokens);
            }
        })
    };
    assert_eq!(raised(&cached(11), CacheHit).requests, [3]);
    silent(&cached(10), CacheHit);
}

#[test]
fn cache_hit_is_likely_when_a_prompt_is_sent_again() {
    let traces = run_of(5, |_| good(300_000, 20_000));
    let same_prompt = |plan: &mut Plan| plan.nonce = false;
    raised(&planned(same_prompt, &traces), CacheHit);
    silent(&planned(same_prompt, &traces[1..2]), CacheHit);
    let told = run_of(5, |_| {
        good(300_000, 20_000).with(|trace| {
            if let Some(usage) = &mut trace.usage {
                usage.cached = Some(0);
            }
        })
    });
    silent(&planned(same_prompt, &told), CacheHit);
}

#[test]
fn few_samples() {
    let run = |n| report(&run_of(n, |_| good(300_000, 20_000)));
    let few = run(298);
    assert!(raised(&few, FewSamples).evidence.contains("p99 needs 299"));
    silent(&run(299), FewSamples);
}

fn with_failures(n: u32, failed: u32) -> Report {
    report(&run_of(n, move |index| {
        if index <= failed {
            request().failed(OutcomeKind::HttpError, FailureKind::ServerError)
        } else {
            good(300_000, 20_000)
        }
    }))
}

#[test]
fn failures() {
    let report = with_failures(20, 2);
    let caution = raised(&report, Failures);
    assert_eq!(caution.requests, [1, 2]);
    assert!(caution.evidence.starts_with("2 of 20 requests"));
    assert_eq!(report.cautions[0].kind, Failures);
    silent(&with_failures(20, 0), Failures);
    // 95 % is not below 95 %.
    let just = with_failures(20, 1);
    assert_ne!(raised(&just, Failures).advice, caution.advice);
}

#[test]
fn rate_limited() {
    let told = report(&run_of(5, |index| match index {
        3 => request().failed(OutcomeKind::HttpError, FailureKind::RateLimited),
        _ => good(300_000, 20_000),
    }));
    assert_eq!(raised(&told, RateLimited).requests, [3]);
    let blocked = |from: u32| {
        report(&run_of(5, move |index| {
            if index >= from {
                request().failed(OutcomeKind::Blocked, FailureKind::FetchRejected)
            } else {
                good(300_000, 20_000)
            }
        }))
    };
    assert_eq!(raised(&blocked(4), RateLimited).requests, [4, 5]);
    silent(&blocked(5), RateLimited);
}

#[test]
fn opaque_timing() {
    let hidden = third(|trace| trace.network = None);
    assert_eq!(raised(&hidden, OpaqueTiming).requests, [3]);
    silent(&third(|_| {}), OpaqueTiming);
}

#[test]
fn mixed_protocol() {
    let protocol = |name: &'static str| {
        third(move |trace| {
            if let Some(network) = &mut trace.network {
                network.protocol = Some(name.to_owned());
            }
        })
    };
    assert!(
        raised(&protocol("h3"), MixedProtocol)
            .evidence
            .contains("h2 and h3")
    );
    silent(&protocol("h2"), MixedProtocol);
    silent(&protocol(""), MixedProtocol);
}

#[test]
fn local_target() {
    let traces = run_of(5, |_| good(300_000, 20_000));
    let space = |space| planned(move |plan| plan.endpoint.address_space = space, &traces);
    raised(&space(AddressSpace::Loopback), LocalTarget);
    raised(&space(AddressSpace::Local), LocalTarget);
    silent(&space(AddressSpace::Public), LocalTarget);
}

#[test]
fn first_wave() {
    let traces = run_of(8, |_| good(300_000, 20_000));
    let concurrent = planned(|plan| plan.concurrency = 2, &traces);
    assert_eq!(raised(&concurrent, FirstWave).requests, [1, 2]);
    silent(&planned(|plan| plan.concurrency = 1, &traces), FirstWave);
}

#[test]
fn load_not_reached() {
    // Ten requests, each `residence_ms` long, sent in pairs every second: 10 of 10 s with full residence.
    let run = |residence_ms: u64| {
        let mut traces = run_of(10, |_| good(300_000, 5_000).closed(residence_ms * 1_000));
        for trace in &mut traces {
            trace.sent_at.0 = f64::from(trace.index.div_ceil(2)) * 1_000.0;
        }
        // The last close ends the window at 5 s whatever the residence.
        for trace in traces.iter_mut().skip(9) {
            trace.sent_at.0 += 1_000.0 - f64::from(u32::try_from(residence_ms).unwrap());
        }
        planned(|plan| plan.concurrency = 2, &traces)
    };
    let reached = run(900);
    silent(&reached, LoadNotReached);
    assert!(reached.summary.aggregate_tps.is_some());
    let missed = run(899);
    assert_eq!(raised(&missed, LoadNotReached).hides, ["aggregate_tps"]);
    assert_eq!(missed.summary.aggregate_tps, None);
    assert_eq!(
        missed.summary.aggregate_tps_reason.as_deref(),
        Some("invalidated")
    );
}

#[test]
fn uneven_service() {
    // 5 of 60 answers take `slow` for each token, the others 20 ms.
    let run = |slow| {
        report(&run_of(60, move |index| {
            good(300_000, if index <= 5 { slow } else { 20_000 })
        }))
    };
    raised(&run(40_000), UnevenService);
    silent(&run(39_900), UnevenService);
    let few = report(&run_of(58, |index| {
        good(300_000, if index <= 5 { 90_000 } else { 20_000 })
    }));
    silent(&few, UnevenService);
}

#[test]
fn overload() {
    let run = |n, slow| {
        report(&run_of(n, move |index| {
            good(if index <= slow { 3_000_001 } else { 3_000_000 }, 20_000)
        }))
    };
    raised(&run(20, 2), Overload);
    silent(&run(20, 1), Overload);
    silent(&run(19, 5), Overload);
}
