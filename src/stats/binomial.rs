//! Tails of the binomial distribution, exact up to rounding. Terms are kept as logarithms and summed from the small end,
//! so that thousands of requests neither underflow nor lose the tail.

/// `P(Bin(n, share) <= hits)`.
pub(super) fn at_most(n: u32, share: f64, hits: u32) -> f64 {
    if hits >= n {
        return 1.0;
    }
    Terms::new(n, share).take(hits as usize + 1).sum()
}

/// `P(Bin(n, share) >= hits)`.
pub(super) fn at_least(n: u32, share: f64, hits: u32) -> f64 {
    if hits == 0 {
        return 1.0;
    }
    if hits > n {
        return 0.0;
    }
    // The upper tail of the hits is the lower tail of the misses.
    at_most(n, 1.0 - share, n - hits)
}

/// `P(Bin(n, share) = 0), P(… = 1), …` up to `n`.
pub(super) struct Terms {
    n: u32,
    next: u32,
    log_odds: f64,
    log_term: f64,
}

impl Terms {
    /// `share` lies strictly between 0 and 1.
    pub(super) fn new(n: u32, share: f64) -> Self {
        let log_miss = (-share).ln_1p();
        Terms {
            n,
            next: 0,
            log_odds: share.ln() - log_miss,
            log_term: f64::from(n) * log_miss,
        }
    }
}

impl Iterator for Terms {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        if self.next > self.n {
            return None;
        }
        let term = self.log_term.exp();
        let hits = f64::from(self.next);
        self.log_term += ((f64::from(self.n) - hits) / (hits + 1.0)).ln() + self.log_odds;
        self.next += 1;
        Some(term)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_cases_are_exact() {
        // Two coins: 1/4, 2/4, 1/4.
        assert!((at_most(2, 0.5, 0) - 0.25).abs() < 1e-12);
        assert!((at_most(2, 0.5, 1) - 0.75).abs() < 1e-12);
        assert!((at_least(2, 0.5, 1) - 0.75).abs() < 1e-12);
        assert!((at_least(2, 0.5, 3)).abs() < 1e-12);
    }

    #[test]
    fn both_tails_cover_everything_even_for_many_requests() {
        for n in [1, 20, 2_000, 50_000] {
            for hits in [1, n / 2, n] {
                let whole = at_most(n, 0.01, hits.saturating_sub(1)) + at_least(n, 0.01, hits);
                assert!(
                    hits == 0 || (whole - 1.0).abs() < 1e-7,
                    "n {n} hits {hits}: {whole}"
                );
            }
        }
    }
}
