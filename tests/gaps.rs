//! Gaps between deliveries.

mod traces;

use proptest::prelude::*;
use tokenpace::metrics::RequestMetrics;
use tokenpace::stats::Percent;
use traces::*;

fn gaps(request: Request) -> Vec<u64> {
    RequestMetrics::of(&request.done()).chunk_gaps_us
}

#[test]
fn g1_the_first_wait_is_no_gap() {
    assert_eq!(gaps(fixture_a()).len(), 10);
    assert!(gaps(fixture_a()).iter().all(|gap| *gap == 40_000));
    assert!(gaps(request().read(500_000).answer(4, 1)).is_empty());
    assert!(gaps(request()).is_empty());
}

#[test]
fn x_d() {
    assert_eq!(gaps(fixture_d()), [100_000, 100_000, 100_000]);
}

#[test]
fn g4_events_of_one_read_get_no_made_up_gaps() {
    assert_eq!(gaps(fixture_e()), [100_000]);
}

#[test]
fn g5_shared_reads_take_the_percentiles_away_and_leave_the_longest_gap() {
    // 20 reads of 2 events each: half of the events share a read.
    let traces = run_of(20, |_| {
        (0..20)
            .fold(request(), |request, i| {
                request.read(200_000 + 30_000 * i).answer(4, 1).answer(4, 1)
            })
            .usage(40, Some(0))
    });
    let gap = report(&traces).summary.chunk_gap_us;
    assert_eq!(gap.p50, None);
    assert_eq!(gap.p50_reason.as_deref(), Some("coalesced"));
    assert_eq!(gap.reason.as_deref(), Some("coalesced"));
    close(gap.max.unwrap(), 30_000.0, 1e-9);
    assert_eq!(gap.n, 20 * 19);
}

#[test]
fn g3_pooled_gaps_and_time_per_token_are_two_numbers() {
    let summary = report(&run_of(20, |_| fixture_d())).summary;
    close(summary.chunk_gap_us.p50.unwrap(), 100_000.0, 1e-9);
    close(summary.tpot_us.p50.unwrap(), 10_000.0, 1e-9);
    // All gaps are alike, whichever requests are drawn.
    assert_eq!(
        summary.chunk_gap_us.range(Percent::P50),
        (Some(100_000.0), Some(100_000.0))
    );
    assert_eq!(summary.chunk_gap_us.requests, Some(20));
    // 60 gaps, but of 20 answers: p90 needs 29.
    assert_eq!(summary.chunk_gap_us.p90_reason.as_deref(), Some("too_few"));
}

proptest! {
    #[test]
    fn r_reads_give_r_minus_one_gaps(reads in prop::collection::vec((1_u64..90_000, 1_u32..4), 0..60)) {
        let mut at = 0;
        let mut request = request();
        for (gap, events) in &reads {
            at += gap;
            request = request.read(at);
            for _ in 0..*events {
                request = request.answer(3, 1);
            }
        }
        let metrics = RequestMetrics::of(&request.done());
        prop_assert_eq!(metrics.output_reads as usize, reads.len());
        prop_assert_eq!(metrics.chunk_gaps_us.len(), reads.len().saturating_sub(1));
        let window: u64 = reads.iter().skip(1).map(|(gap, _)| gap).sum();
        prop_assert_eq!(metrics.chunk_gaps_us.iter().sum::<u64>(), window);
    }
}
