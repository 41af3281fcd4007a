//! The open thresholds of the use-case scores, each with its source. S1 is the article "What is tokens per second in LLM
//! benchmarking?", S2 "Tokens Per Second for LLMs: What to Measure and Target"; "choice" = decided by this project.

use serde::{Deserialize, Serialize};

use super::super::bands::{CHAT_FIRST_WORD_US, CHAT_FREEZE_US, READING_MARGIN};

/// What an endpoint is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)] // the names are the labels
pub enum UseCase {
    Chat,
    LongRead,
    Code,
    VoiceTurn,
    Autocomplete,
    AgentStep,
    Batch,
}

/// A number that a score is made of, on the bad side (p75) of the requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Input {
    /// Time to first token, µs.
    TtftUs,
    /// Time to first answer, µs.
    TtfaUs,
    /// Time to the finished answer, µs.
    E2eUs,
    /// Streaming speed, tok/s: of the answer where thinking is streamed.
    Tps,
    /// The reader's longest wait after the first word, µs.
    LongestStallUs,
    /// Words per minute over those of the reader.
    ReadingMargin,
    /// Share of reading time spent waiting.
    RebufferRatio,
    /// Words per minute.
    Wpm,
    /// Longest wait of a voice that speaks the answer, µs.
    LongestStallAloudUs,
    /// Needed total speed over the one measured.
    NeededShare,
}

/// Which values are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// Small ones.
    Lower,
    /// Large ones.
    Higher,
}

impl Input {
    /// Label in words, fit to follow "limited by the".
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Input::TtftUs => "first sign of life",
            Input::TtfaUs => "first word",
            Input::E2eUs => "time to the finished answer",
            Input::Tps => "streaming speed",
            Input::LongestStallUs => "longest freeze",
            Input::ReadingMargin => "pace against your reader",
            Input::RebufferRatio => "share of reading time spent waiting",
            Input::Wpm => "words per minute",
            Input::LongestStallAloudUs => "longest freeze when spoken",
            Input::NeededShare => "share of the total speed that is needed",
        }
    }

    /// Unit of its values and cuts.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Input::TtftUs
            | Input::TtfaUs
            | Input::E2eUs
            | Input::LongestStallUs
            | Input::LongestStallAloudUs => "us",
            Input::Tps => "tok/s",
            Input::Wpm => "wpm",
            Input::ReadingMargin | Input::RebufferRatio | Input::NeededShare => "ratio",
        }
    }

    /// Which values are better.
    #[must_use]
    pub const fn better(self) -> Better {
        match self {
            Input::Tps | Input::ReadingMargin | Input::Wpm => Better::Higher,
            _ => Better::Lower,
        }
    }
}

/// One row of the table: where "great", "good", "fair" and "poor" end. Inclusive on the better side; beyond the last is "bad".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuts {
    /// The number that is cut.
    pub input: Input,
    /// Last values of great, good, fair and poor.
    pub at: [f64; 4],
    /// Source of each.
    pub sources: [&'static str; 4],
}

/// A use case with what it is judged by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UseCaseInfo {
    /// Which one.
    pub use_case: UseCase,
    /// Label.
    pub label: &'static str,
    /// Its inputs; the worst decides.
    pub inputs: &'static [Cuts],
    /// What has to be said beside the word; may be empty.
    pub note: &'static str,
}

const fn cuts(input: Input, at: [f64; 4], sources: [&'static str; 4]) -> Cuts {
    Cuts { input, at, sources }
}

/// All use cases in the order of the page.
pub const USE_CASES: [UseCaseInfo; 7] = [
    UseCaseInfo {
        use_case: UseCase::Chat,
        label: "Chat",
        inputs: &[
            cuts(
                Input::TtfaUs,
                CHAT_FIRST_WORD_US,
                ["S1", "Nielsen", "MLPerf server", "Nielsen"],
            ),
            cuts(
                Input::Tps,
                [30.0, 20.0, 10.0, 5.0],
                ["S1", "S2", "S2", "MLPerf's first server limit"],
            ),
            cuts(
                Input::LongestStallUs,
                CHAT_FREEZE_US,
                ["Nielsen", "chatbot-perf", "Doherty and Thadani", "Nielsen"],
            ),
        ],
        note: "",
    },
    UseCaseInfo {
        use_case: UseCase::LongRead,
        label: "Long read",
        inputs: &[
            cuts(
                Input::TtfaUs,
                [1_000_000.0, 2_000_000.0, 6_000_000.0, 10_000_000.0],
                ["Nielsen", "MLPerf server", "MLPerf 405B", "Nielsen"],
            ),
            cuts(
                Input::ReadingMargin,
                READING_MARGIN,
                ["headroom", "comfortable", "keeps up", "choice"],
            ),
            cuts(
                Input::RebufferRatio,
                [0.01, 0.05, 0.10, 0.25],
                ["choice", "choice", "Etalon's miss budget", "choice"],
            ),
        ],
        note: "",
    },
    UseCaseInfo {
        use_case: UseCase::Code,
        label: "Code",
        inputs: &[
            cuts(
                Input::TtftUs,
                [500_000.0, 1_000_000.0, 2_000_000.0, 10_000_000.0],
                ["guidellm", "Nielsen", "MLPerf server", "Nielsen"],
            ),
            cuts(
                Input::Tps,
                [66.6, 30.0, 20.0, 10.0],
                ["MLPerf, 15 ms", "S1", "S2", "S2"],
            ),
        ],
        note: "",
    },
    UseCaseInfo {
        use_case: UseCase::VoiceTurn,
        label: "Voice turn",
        inputs: &[
            cuts(
                Input::TtfaUs,
                [200_000.0, 450_000.0, 600_000.0, 1_000_000.0],
                [
                    "Stivers 2009, usual gap between speakers",
                    "Stivers 2009, 200 + 250 ms",
                    "Levinson 2015",
                    "Nielsen",
                ],
            ),
            cuts(
                Input::Wpm,
                [549.0, 275.0, 183.0, 137.0],
                [
                    "headroom over speech",
                    "comfortable over speech",
                    "Brysbaert 2019, reading aloud",
                    "choice",
                ],
            ),
            cuts(
                Input::LongestStallAloudUs,
                [100_000.0, 200_000.0, 450_000.0, 1_000_000.0],
                ["Nielsen", "Stivers 2009", "Stivers 2009", "Nielsen"],
            ),
        ],
        note: "Understanding speech and speaking take their part of the same wait.",
    },
    UseCaseInfo {
        use_case: UseCase::Autocomplete,
        label: "Autocomplete",
        inputs: &[
            cuts(
                Input::TtftUs,
                [100_000.0, 200_000.0, 500_000.0, 1_000_000.0],
                ["S1, BentoML", "Copilot", "guidellm, code", "Nielsen"],
            ),
            cuts(
                Input::E2eUs,
                [200_000.0, 500_000.0, 1_000_000.0, 2_000_000.0],
                ["Copilot", "choice", "Nielsen", "guidellm"],
            ),
        ],
        note: "",
    },
    UseCaseInfo {
        use_case: UseCase::AgentStep,
        label: "Agent step",
        inputs: &[cuts(
            Input::E2eUs,
            [1_000_000.0, 3_000_000.0, 5_000_000.0, 10_000_000.0],
            ["Nielsen", "guidellm, RAG", "guidellm, agents", "Nielsen"],
        )],
        note: "",
    },
    UseCaseInfo {
        use_case: UseCase::Batch,
        label: "Batch",
        inputs: &[cuts(
            Input::NeededShare,
            [0.50, 0.70, 1.0, 1.25],
            ["S2", "S2", "choice", "choice"],
        )],
        note: "Against the total speed at the load of this run, from this browser.",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_cuts_goes_from_great_to_poor() {
        for cuts in USE_CASES.iter().flat_map(|info| info.inputs) {
            let ascending = cuts.at.is_sorted();
            assert_eq!(ascending, cuts.input.better() == Better::Lower, "{cuts:?}");
            assert!(cuts.at.iter().all(|cut| *cut > 0.0));
            assert!(cuts.sources.iter().all(|source| !source.is_empty()));
        }
    }

    #[test]
    fn x_voice() {
        let aloud = crate::perception::ALOUD.0;
        let voice = &USE_CASES[UseCase::VoiceTurn as usize].inputs[1];
        for (cut, margin) in voice.at.iter().zip(READING_MARGIN) {
            assert!((cut - (aloud * margin).round()).abs() < 1e-9);
        }
    }

    #[test]
    fn every_use_case_finds_its_own_row() {
        for (position, info) in USE_CASES.iter().enumerate() {
            assert_eq!(info.use_case as usize, position);
        }
    }
}
