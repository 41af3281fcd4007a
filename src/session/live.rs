//! The answer that is shown while it streams, with a reader who follows at the plan's pace.

use unicode_segmentation::UnicodeSegmentation;

use crate::units::{Micros, Wpm};
use crate::wire::LiveRequest;

/// Text of the one request on show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Number of the request.
    pub index: u32,
    /// Time since its send.
    pub elapsed: Micros,
    /// First output, if it came.
    pub ttft: Option<Micros>,
    /// Answer so far.
    pub answer: String,
    /// Reasoning so far.
    pub reasoning: String,
    /// Words the reader has read; with a fraction, because the reader is in the middle of a word most of the time.
    words_read: f64,
}

impl Live {
    /// Takes the next state of the request on show; another request starts with empty text.
    pub fn absorb(&mut self, next: &LiveRequest, pace: Wpm) {
        if next.index != self.index || next.elapsed < self.elapsed {
            *self = Live {
                index: next.index,
                ..Live::default()
            };
        }
        let waited = next.elapsed.since(self.elapsed).unwrap_or_default();
        // The reader can only have read what was there before this batch.
        let available = words(&self.answer);
        self.words_read = (self.words_read + waited.as_secs() * pace.0 / 60.0).min(available);
        self.elapsed = next.elapsed;
        self.ttft = next.ttft;
        self.answer.push_str(&next.answer_delta);
        self.reasoning.push_str(&next.reasoning_delta);
    }

    /// The answer, cut where the reader is: what was read, and what lies ahead.
    #[must_use]
    pub fn split_at_reader(&self) -> (&str, &str) {
        let mut end = 0;
        let mut left = self.words_read;
        for (start, word) in self.answer.unicode_word_indices() {
            if left < 1.0 {
                break;
            }
            left -= 1.0;
            end = start + word.len();
        }
        self.answer.split_at(end)
    }
}

#[allow(clippy::cast_precision_loss)] // an answer has fewer than 2^52 words
fn words(text: &str) -> f64 {
    text.unicode_words().count() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Phase;

    fn at(index: u32, elapsed_ms: u64, delta: &str) -> LiveRequest {
        LiveRequest {
            index,
            phase: Phase::Measured,
            elapsed: Micros(elapsed_ms * 1000),
            ttft: None,
            events: 0,
            answer_delta: delta.to_owned(),
            reasoning_delta: String::new(),
            outcome: None,
        }
    }

    #[test]
    fn the_reader_follows_at_the_pace_and_never_runs_ahead() {
        let mut live = Live::default();
        let pace = Wpm(120.0); // two words a second
        live.absorb(&at(0, 1000, "one two three"), pace);
        assert_eq!(live.split_at_reader(), ("", "one two three"));
        live.absorb(&at(0, 2000, " four"), pace);
        assert_eq!(live.split_at_reader(), ("one two", " three four"));
        live.absorb(&at(0, 9000, ""), pace);
        assert_eq!(live.split_at_reader(), ("one two three four", ""));
    }

    #[test]
    fn waiting_before_the_first_word_gives_no_head_start() {
        let mut live = Live::default();
        live.absorb(&at(0, 5000, ""), Wpm(240.0));
        live.absorb(&at(0, 6000, "one two three"), Wpm(240.0));
        assert_eq!(live.split_at_reader().0, "");
    }

    #[test]
    fn another_request_starts_empty() {
        let mut live = Live::default();
        live.absorb(&at(0, 1000, "old"), Wpm(240.0));
        live.absorb(&at(1, 1500, "new"), Wpm(240.0));
        assert_eq!((live.index, live.answer.as_str()), (1, "new"));
    }
}
