//! A run that goes on until its number is stable.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod traces;
mod urls;

use tokenpace::plan::{Field, FieldError, NumberError, Plan, PlanDraft, UntilStable, validate};
use tokenpace::report::{Report, ReportInput, StoppedBecause, build};
use tokenpace::schedule::{Settling, StopRule};
use tokenpace::session::{from_kept, notes, to_kept};
use tokenpace::stats::Percent;
use tokenpace::trace::{FailureKind, OutcomeKind, Phase, Trace};
use traces::*;
use urls::RustUrls;

const MEDIAN_TO_A_TENTH: UntilStable = UntilStable {
    percent: Percent::P50,
    within_percent: 10,
};

fn plan_until(wanted: UntilStable, requests: u32) -> Plan {
    Plan {
        until_stable: Some(wanted),
        requests,
        ..plan()
    }
}

fn settling(requests: u32) -> Settling {
    Settling::new(StopRule::of(&plan_until(MEDIAN_TO_A_TENTH, requests)))
}

fn answer(ttft_us: u64) -> Trace {
    request().words(3, ttft_us, 1_000).done()
}

mod form {
    use super::*;

    fn draft(percent: Percent, within_percent: u32, requests: &str) -> PlanDraft {
        PlanDraft {
            base_url: "https://h.example/v1".to_owned(),
            run_until: UntilStable {
                percent,
                within_percent,
            }
            .text(),
            requests: requests.to_owned(),
            ..PlanDraft::default()
        }
    }

    fn check(draft: &PlanDraft) -> Result<Plan, Vec<FieldError>> {
        validate(draft, &RustUrls, Default::default())
    }

    #[test]
    fn the_wish_reaches_the_plan() {
        let mut draft = draft(Percent::P90, 20, "300");
        assert_eq!(draft.run_until, "p90±20");
        let wanted = UntilStable {
            percent: Percent::P90,
            within_percent: 20,
        };
        assert_eq!(check(&draft).unwrap().until_stable, Some(wanted));
        draft.run_until.clear();
        assert_eq!(check(&draft).unwrap().until_stable, None);
    }

    #[test]
    fn a_budget_that_can_never_give_a_range_is_refused() {
        for (percent, needs) in [
            (Percent::P50, 6),
            (Percent::P75, 13),
            (Percent::P90, 36),
            (Percent::P95, 72),
        ] {
            assert!(check(&draft(percent, 10, &needs.to_string())).is_ok());
            let requests = needs - 1;
            let errors = check(&draft(percent, 10, &requests.to_string())).unwrap_err();
            let error = NumberError::TooFewForRange { requests, needs };
            let field = Field::Requests;
            assert_eq!(errors, [FieldError::Number { field, error }]);
        }
    }

    #[test]
    fn what_is_not_on_offer_is_refused() {
        assert!(check(&draft(Percent::P50, 50, "20")).is_ok());
        for text in ["p50±0", "p50±51", "p50", "p98±10", "±10", "stable"] {
            let draft = PlanDraft {
                run_until: text.to_owned(),
                ..draft(Percent::P50, 10, "20")
            };
            let error = FieldError::RunUntil(text.to_owned());
            assert_eq!(error.field(), Field::RunUntil);
            assert_eq!(check(&draft).unwrap_err(), [error]);
        }
    }

    #[test]
    fn every_choice_can_be_written_and_read() {
        for percent in UntilStable::PERCENTS {
            for within_percent in UntilStable::WITHIN_PERCENT {
                let wanted = UntilStable {
                    percent,
                    within_percent,
                };
                assert_eq!(UntilStable::parse(&wanted.text()), Some(wanted));
            }
        }
    }

    #[test]
    fn it_is_kept_and_older_drafts_can_be_read() {
        let draft = draft(Percent::P75, 5, "40");
        assert_eq!(from_kept(&to_kept(&draft)), Some(draft));
        let old = from_kept(r#"{"requests":"7"}"#).unwrap();
        assert_eq!(old.run_until, "");
    }
}

mod looks {
    use super::*;

    /// Answers after which the run ends, if each waits as `wait` says.
    fn ends_after(requests: u32, wait: impl Fn(u32) -> u64) -> Option<u32> {
        let mut settling = settling(requests);
        (1..=requests).find(|n| settling.observe(&answer(wait(*n))))
    }

    #[test]
    fn the_first_look_is_when_the_verdict_can_speak() {
        assert_eq!(ends_after(300, |_| 400_000), Some(11));
        assert_eq!(ends_after(10, |_| 400_000), Some(10), "the last one is");
    }

    #[test]
    fn looks_are_a_tenth_apart() {
        // Wild until `calm`, then so many equal values that any look would end the run.
        let look_after = |calm: u32| {
            let mut settling = settling(1_000);
            let mut first = true;
            (1..=1_000).find(|n| {
                let wild = u64::from(*n % 2) * 900_000;
                let wait = if *n <= calm { 100_000 + wild } else { 400_000 };
                let ended = settling.observe(&answer(wait));
                first &= !ended;
                ended
            })
        };
        let ends: Vec<u32> = (1..60).filter_map(look_after).collect();
        let mut known = vec![11_u32];
        while known.last().is_some_and(|last| *last < 1_000) {
            let last = known[known.len() - 1];
            known.push(last + last.div_ceil(10).max(2));
        }
        assert!(ends.iter().all(|end| known.contains(end)), "{ends:?}");
        assert!(ends.windows(2).all(|pair| pair[0] <= pair[1]));
        assert!(ends.last() > Some(&70), "{ends:?}");
    }

    #[test]
    fn practice_and_failures_tell_nothing() {
        let mut settling = settling(300);
        for _ in 0..30 {
            let practice = request().words(3, 400_000, 1_000);
            let practice = practice.with(|trace| trace.phase = Phase::Warmup);
            assert!(!settling.observe(&practice.done()));
            let failed = request().failed(OutcomeKind::HttpError, FailureKind::RateLimited);
            assert!(!settling.observe(&failed.done()));
        }
        let looks: Vec<bool> = (0..11)
            .map(|_| settling.observe(&answer(400_000)))
            .collect();
        assert_eq!(looks.iter().position(|stable| *stable), Some(10));
    }

    #[test]
    fn a_fixed_number_of_requests_is_never_cut() {
        let mut settling = Settling::new(StopRule::of(&plan()));
        assert!((0..50).all(|_| !settling.observe(&answer(400_000))));
    }

    /// SplitMix64, and from it two normal numbers by Box and Muller.
    struct Random(u64);

    impl Random {
        fn share(&mut self) -> f64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
        }

        fn normal(&mut self) -> f64 {
            let radius = (-2.0 * (1.0 - self.share()).ln()).sqrt();
            radius * (std::f64::consts::TAU * self.share()).cos()
        }
    }

    #[test]
    fn ranges_hold_the_truth_about_as_often_as_they_say() {
        const RUNS: u32 = 400;
        let mut random = Random(7);
        let (mut held, mut answers) = (0, 0);
        for _ in 0..RUNS {
            let mut settling = settling(2_000);
            let mut traces = Vec::new();
            loop {
                // Lognormal around 400 ms.
                let wait = 400_000.0 * (0.2 * random.normal()).exp();
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                traces.push(answer(wait as u64));
                if settling.observe(&traces[traces.len() - 1]) {
                    break;
                }
            }
            let mut waits: Vec<f64> = traces.iter().map(|t| t.events[0].at.0 as f64).collect();
            waits.sort_by(f64::total_cmp);
            let (low, high) = tokenpace::stats::likely_range(&waits, Percent::P50);
            held += u32::from(low.unwrap() <= 400_000.0 && high.unwrap() >= 400_000.0);
            answers += traces.len();
        }
        // docs/method.md says 92 to 95 of 100; the simulation itself is good to 2.
        assert!((360..=388).contains(&held), "{held} of {RUNS}");
        let mean = answers as f64 / f64::from(RUNS);
        assert!((25.0..36.0).contains(&mean), "{mean} answers");
    }
}

mod report {
    use super::*;

    fn report(plan: &Plan, traces: &[Trace], stable: bool) -> Report {
        let calibration = calibration();
        let input = ReportInput {
            plan,
            traces,
            calibration: &calibration,
            environment: environment(),
            control: Default::default(),
            wall: None,
            stable,
            created_at: "2026-01-02T03:04:05Z".to_owned(),
            prompt_chars: None,
            include_texts: false,
            app: tokenpace::report::AppInfo {
                version: "0.1.0".to_owned(),
                build: "test".to_owned(),
            },
        };
        build(input)
    }

    fn waits(n: u32, spread_us: u64) -> Vec<Trace> {
        run_of(n, |index| {
            good(400_000 + u64::from(index % 5) * spread_us, 20_000)
        })
    }

    #[test]
    fn it_says_why_it_ended() {
        let plan = plan_until(MEDIAN_TO_A_TENTH, 46);
        let lines = |traces: &[Trace], stable| {
            let report = report(&plan, traces, stable);
            let text = tokenpace::report::to_json(&report);
            let back = tokenpace::report::read(&text).unwrap();
            assert_eq!(back.summary.stopped_because, report.summary.stopped_because);
            assert_eq!(back.plan.until_stable, plan.until_stable);
            (
                report.summary.stopped_because,
                notes::under_facts(&report).remove(0),
            )
        };
        assert_eq!(
            lines(&waits(24, 10_000), true),
            (
                Some(StoppedBecause::Stable),
                "Stopped after 24 answers: the range of the median TTFT is ±2.4 %.".to_owned()
            )
        );
        assert_eq!(
            lines(&waits(46, 300_000), false),
            (
                Some(StoppedBecause::Budget),
                "All 46 requests used: the range of the median TTFT is ±30 %, you wanted ±10 %."
                    .to_owned()
            )
        );
        let mut few = waits(46, 0);
        for trace in &mut few[6..] {
            trace.outcome = OutcomeKind::HttpError;
        }
        assert_eq!(
            lines(&few, false),
            (
                Some(StoppedBecause::Budget),
                "All 46 requests used: the median TTFT has no range, too few answers count."
                    .to_owned()
            )
        );
    }

    #[test]
    fn a_run_that_was_ended_otherwise_claims_nothing() {
        let plan = plan_until(MEDIAN_TO_A_TENTH, 20);
        let mut traces = waits(20, 10_000);
        traces[20].outcome = OutcomeKind::CutOff;
        assert_eq!(report(&plan, &traces, false).summary.stopped_because, None);
        let fixed = report(&super::plan(), &waits(20, 10_000), false);
        assert_eq!(fixed.summary.stopped_because, None);
        assert_eq!(fixed.summary.reached_within_percent, None);
        assert_eq!(notes::under_facts(&fixed).len(), 1);
    }
}
