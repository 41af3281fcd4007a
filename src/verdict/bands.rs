//! Words for waits and speeds, with the source of every edge. S1 is the article "What is tokens per second in LLM
//! benchmarking?", S2 "Tokens Per Second for LLMs: What to Measure and Target".

use crate::units::{Micros, TokensPerSecond};

/// How a wait for the first output feels. Edges: exclusive at 100 and 200 ms, inclusive at 1 and 10 s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WaitBand {
    /// Below 100 ms. Source: S1; Nielsen's 0.1 s.
    Imperceptible,
    /// 100 to below 200 ms. Source: S1, DistServe.
    ChatTarget,
    /// 200 ms to 1 s. Source: Nielsen, <https://www.nngroup.com/articles/response-times-3-important-limits/>.
    FlowKept,
    /// Over 1 s, up to 10 s. Source: Nielsen.
    Waiting,
    /// Over 10 s. Source: Nielsen.
    AttentionLost,
}

impl WaitBand {
    /// Band of a wait.
    #[must_use]
    pub const fn of(wait: Micros) -> Self {
        match wait.0 {
            ..100_000 => WaitBand::Imperceptible,
            100_000..200_000 => WaitBand::ChatTarget,
            200_000..=1_000_000 => WaitBand::FlowKept,
            1_000_001..=10_000_000 => WaitBand::Waiting,
            10_000_001.. => WaitBand::AttentionLost,
        }
    }

    /// Its word on the page.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            WaitBand::Imperceptible => "imperceptible",
            WaitBand::ChatTarget => "chat target",
            WaitBand::FlowKept => "flow of thought kept",
            WaitBand::Waiting => "waiting",
            WaitBand::AttentionLost => "attention lost",
        }
    }
}

/// How a streaming speed reads. The lower side of each edge belongs to the band above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpeedBand {
    /// Below 10 tok/s. Source: S2.
    Sluggish,
    /// 10 to below 20 tok/s.
    SlowButReadable,
    /// 20 to below 25 tok/s. Source: S2 (40–50 ms a token).
    FluentFloor,
    /// 25 to 30 tok/s. Source: MLPerf's 40 ms, <https://github.com/mlcommons/inference>.
    Fluent,
    /// Over 30 tok/s. Source: S1.
    BeyondReading,
}

impl SpeedBand {
    /// Band of a speed.
    #[must_use]
    pub fn of(speed: TokensPerSecond) -> Self {
        match speed.0 {
            tps if tps > 30.0 => SpeedBand::BeyondReading,
            tps if tps >= 25.0 => SpeedBand::Fluent,
            tps if tps >= 20.0 => SpeedBand::FluentFloor,
            tps if tps >= 10.0 => SpeedBand::SlowButReadable,
            _ => SpeedBand::Sluggish,
        }
    }

    /// Its word on the page.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            SpeedBand::Sluggish => "sluggish",
            SpeedBand::SlowButReadable => "slow but readable",
            SpeedBand::FluentFloor => "fluent floor",
            SpeedBand::Fluent => "fluent",
            SpeedBand::BeyondReading => "beyond reading",
        }
    }
}

/// Cuts of a chat's wait for the first word, µs: 0.2 s (S1), 1 s (Nielsen), 2 s (MLPerf server), 10 s (Nielsen).
pub(super) const CHAT_FIRST_WORD_US: [f64; 4] = [200_000.0, 1_000_000.0, 2_000_000.0, 10_000_000.0];

/// Cuts of a chat's longest freeze, µs: 0.1 s (Nielsen), 0.75 s (chatbot-perf), 2 s (Doherty and Thadani), 10 s (Nielsen).
pub(super) const CHAT_FREEZE_US: [f64; 4] = [100_000.0, 750_000.0, 2_000_000.0, 10_000_000.0];

/// Cuts of the reading margin: 3, 1.5, 1 (headroom, comfortable, keeps up), 0.75 (choice).
pub(super) const READING_MARGIN: [f64; 4] = [3.0, 1.5, 1.0, 0.75];

/// Five-step scale of a chat's wait for the first word.
#[must_use]
pub fn wait_step(us: f64) -> u8 {
    step_below(us, CHAT_FIRST_WORD_US)
}

/// Five-step scale of a chat's longest freeze.
#[must_use]
pub fn freeze_step(us: f64) -> u8 {
    step_below(us, CHAT_FREEZE_US)
}

/// Five-step scale of the reading margin.
#[must_use]
pub fn margin_step(margin: f64) -> u8 {
    step_below(-margin, READING_MARGIN.map(|cut| -cut))
}

/// Highest step that a success rate allows: 99, 95, 90, 75 % (choice).
#[must_use]
pub fn success_cap(hits: u32, of: u32) -> u8 {
    let reached = |percent: u64| u64::from(hits) * 100 >= percent * u64::from(of);
    match () {
        () if reached(99) => 5,
        () if reached(95) => 4,
        () if reached(90) => 3,
        () if reached(75) => 2,
        () => 1,
    }
}

/// Words for a reading margin.
#[must_use]
pub fn margin_word(margin: f64) -> &'static str {
    match margin_step(margin) {
        5 => "headroom",
        4 => "comfortable",
        3 => "keeps up",
        _ => "falls behind",
    }
}

/// Words for the longest freeze.
#[must_use]
pub fn freeze_word(us: f64) -> &'static str {
    match freeze_step(us) {
        5 => "steady",
        4 => "short pauses",
        3 => "uneven",
        _ => "stops and starts",
    }
}

/// 5 up to the first cut, 4 up to the second, … 1 beyond the last; cuts belong to the better side.
fn step_below(value: f64, cuts: [f64; 4]) -> u8 {
    let passed = cuts.iter().filter(|cut| value <= **cut).count();
    1 + u8::try_from(passed).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x_band_ttft() {
        use WaitBand::{AttentionLost, ChatTarget, FlowKept, Imperceptible, Waiting};
        for (us, band) in [
            (99_999, Imperceptible),
            (100_000, ChatTarget),
            (199_999, ChatTarget),
            (200_000, FlowKept),
            (1_000_000, FlowKept),
            (1_000_001, Waiting),
            (10_000_000, Waiting),
            (10_000_001, AttentionLost),
        ] {
            assert_eq!(WaitBand::of(Micros(us)), band, "{us}");
        }
    }

    #[test]
    fn x_band_tps() {
        use SpeedBand::{BeyondReading, Fluent, FluentFloor, SlowButReadable, Sluggish};
        for (tps, band) in [
            (9.99, Sluggish),
            (10.0, SlowButReadable),
            (19.99, SlowButReadable),
            (20.0, FluentFloor),
            (24.99, FluentFloor),
            (25.0, Fluent),
            (30.0, Fluent),
            (30.01, BeyondReading),
        ] {
            assert_eq!(SpeedBand::of(TokensPerSecond(tps)), band, "{tps}");
        }
    }

    #[test]
    fn cuts_belong_to_the_better_side() {
        assert_eq!((wait_step(200_000.0), wait_step(200_001.0)), (5, 4));
        assert_eq!((wait_step(10_000_000.0), wait_step(10_000_001.0)), (2, 1));
        assert_eq!((margin_step(3.0), margin_step(2.99)), (5, 4));
        assert_eq!((margin_step(1.0), margin_step(0.99)), (3, 2));
        assert_eq!((freeze_step(0.0), freeze_step(750_000.0)), (5, 4));
    }

    #[test]
    fn x_cap() {
        assert_eq!(
            [20, 19, 18, 15, 14].map(|hits| success_cap(hits, 20)),
            [5, 4, 3, 2, 1]
        );
    }
}
