//! Tokens: what is counted, and what an unknown count takes away.

use tokenpace::metrics::{OutputLength, TokenSource};
use tokenpace::missing::Missing;
use tokenpace::units::Micros;

use crate::traces::*;
use crate::{measure, tps};

#[test]
fn reasoning_never_exceeds_the_total() {
    let metrics = measure(request().words(5, 1_000, 1_000).usage(10, Some(99)));
    assert_eq!(metrics.tokens.reasoning, Some(10));
    assert_eq!(metrics.tokens.counted, Ok(0.0));
    assert_eq!(metrics.tps, Err(Missing::OneToken));
    assert_eq!(metrics.e2e_per_token, Err(Missing::OneToken));
}

#[test]
fn a_summary_counts_as_first_sign_but_not_as_tokens() {
    let summarised = |reasoning| {
        request()
            .read(100_000)
            .reasoning(40)
            .words(20, 500_000, 10_000)
            .usage(220, reasoning)
            .with(|trace| trace.reasoning_summarised = true)
    };
    let known = measure(summarised(Some(200)));
    assert_eq!(known.ttft, Ok(Micros(100_000)));
    assert_eq!(known.tokens.counted, Ok(20.0));
    close(tps(&known), 100.0, 1e-9);
    assert_eq!(known.thinking_tps, Err(Missing::HiddenReasoning));
    let unknown = measure(summarised(None));
    assert_eq!(unknown.tps, Err(Missing::HiddenReasoning));
    assert_eq!(unknown.tokens.hidden, None);
}

#[test]
fn without_counts_there_is_no_token_metric_but_words_stay() {
    let metrics = measure(fixture_a().with(|trace| trace.usage = None));
    assert_eq!(metrics.tokens.source, TokenSource::EventsOnly);
    assert_eq!(metrics.tps, Err(Missing::TokensUnknown));
    assert_eq!(metrics.tpot, Err(Missing::TokensUnknown));
    assert_eq!(metrics.tokens_per_event, None);
    close(metrics.wpm.unwrap().0, 1_500.0, 1e-9);
}

#[test]
fn an_event_without_a_count_spoils_the_sum() {
    let metrics = measure(fixture_d().read(900_000).answer(4, 1));
    assert_eq!(metrics.tokens.source, TokenSource::EventsOnly);
    assert_eq!(metrics.tokens.per_event_sum, None);
}

#[test]
fn output_length_classes_have_their_edges() {
    let class = |n| OutputLength::of(n);
    assert_eq!(class(49.9), OutputLength::Short);
    assert_eq!(class(50.0), OutputLength::BelowWanted);
    assert_eq!(class(99.9), OutputLength::BelowWanted);
    assert_eq!(class(100.0), OutputLength::Fine);
    assert_eq!(class(500.0), OutputLength::Ideal);
    assert_eq!(
        measure(fixture_a()).output_length(),
        Some(OutputLength::Short)
    );
}
