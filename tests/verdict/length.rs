//! No sentence is long, whatever came together.

use tokenpace::trace::{FailureKind, OutcomeKind};
use tokenpace::units::Micros;

use crate::failing;
use crate::traces::*;

/// Every mix of size, failures, exclusions, waits and flow: nobody reads more than 30 words.
#[test]
fn no_sentence_is_too_long() {
    for n in [1, 2, 4, 9, 12, 20, 120] {
        for failed in [0, 3] {
            for doubtful in [0, 1] {
                for first_us in [30_000, 90_000, 5_200_000, 31_000_000] {
                    for flow in 0..5 {
                        let report = report(&run_of(n + failed + doubtful, |index| {
                            if index <= failed {
                                return request()
                                    .failed(OutcomeKind::HttpError, FailureKind::ServerError);
                            }
                            let first = first_us * if index % 3 == 0 { 10 } else { 1 };
                            let request = match flow {
                                0 => good(first, 20_000),
                                1 => good(first, 2_000_000),
                                2 => good(first, 20_000).read(first + 3_000_000).answer(4, 1),
                                3 => good(first, 20_000).with(|trace| trace.plain_json = true),
                                _ => good(first, 20_000)
                                    .with(|t| t.conditions.longest_lag = Micros(100_000)),
                            };
                            let frozen = index == n + failed + doubtful && doubtful > 0;
                            request.with(|trace| trace.conditions.frozen = frozen)
                        }));
                        let sentence = &report.verdict.sentence;
                        let words = sentence.split_whitespace().count();
                        assert!(words <= 30, "{words} words: {sentence}");
                        assert!(!sentence.contains("0 to "), "{sentence}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_cause_gives_a_short_sentence() {
    use FailureKind::*;
    for kind in [
        FetchRejected,
        Unauthorized,
        NotFound,
        RateLimited,
        BadRequest,
        ServerError,
        UnexpectedStatus,
        VendorError,
        BodyBroken,
        EndedEarly,
        EmptyBody,
        HtmlPage,
        WrongFormat,
        TooLarge,
        IdleTimeout,
        TotalTimeout,
        OutputLimit,
    ] {
        let mixed = failing(5, OutcomeKind::StreamError, |index| {
            if index == 1 { StoppedByUser } else { kind }
        });
        assert!(
            mixed.verdict.sentence.split_whitespace().count() <= 30,
            "{kind:?}"
        );
        let error = mixed.requests[2].error.as_ref().unwrap();
        assert!(error.advice.len() > 20);
    }
}
