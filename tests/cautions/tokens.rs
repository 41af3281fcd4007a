//! Token counts: unknown, doubtful, of thinking out of sight, of a cache.

use tokenpace::missing::CautionKind::*;
use tokenpace::plan::Plan;
use tokenpace::report::Effect;

use crate::traces::*;
use crate::{planned, raised, silent, third};

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
