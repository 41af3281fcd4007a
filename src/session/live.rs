//! The end of the answer that is shown while it streams, with a reader who follows at the plan's pace.

use unicode_segmentation::UnicodeSegmentation;

use crate::units::{Micros, Wpm};
use crate::wire::LiveRequest;

/// So many characters of the answer's end are kept: more than the view shows, and few enough to be split ten times a second
/// however long the answer is.
const SHOWN_CHARS: usize = 4_000;

/// Stands where the beginning was left out.
const LEFT_OUT: char = '…';

/// Text of the one request on show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Live {
    /// Number of the request.
    pub index: u32,
    /// Time since its send.
    pub elapsed: Micros,
    /// First output, if it came.
    pub ttft: Option<Micros>,
    /// End of the answer so far; begins with an ellipsis if something was left out.
    pub answer: String,
    /// Reasoning has come.
    pub reasoned: bool,
    /// Words the reader has read of `answer`; with a fraction, because the reader is in the middle of a word most of the
    /// time. Negative: so many words before its beginning.
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
        self.reasoned |= !next.reasoning_delta.is_empty();
        self.append(&next.answer_delta);
    }

    fn append(&mut self, delta: &str) {
        if delta.chars().nth(SHOWN_CHARS).is_some() {
            // Nobody gets to see most of it, so blanks are good enough to count its words by.
            let (skipped, shown) = delta.split_at(end_of(delta));
            self.words_read -= words(&self.answer) + count(skipped.split_whitespace());
            self.answer = format!("{LEFT_OUT}{shown}");
            return;
        }
        self.answer.push_str(delta);
        // One more for the ellipsis of the last time.
        if self.answer.chars().nth(SHOWN_CHARS + 1).is_some() {
            let (left_out, shown) = self.answer.split_at(end_of(&self.answer));
            self.words_read -= words(left_out);
            self.answer = format!("{LEFT_OUT}{shown}");
        }
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

/// Where the shown end of a long text begins: at a blank if there is one in time, or else within a word.
fn end_of(text: &str) -> usize {
    let from = text
        .char_indices()
        .rev()
        .nth(SHOWN_CHARS - 1)
        .map_or(0, |(at, _)| at);
    let blank = text[from..].char_indices().take(SHOWN_CHARS / 10);
    from + blank
        .into_iter()
        .find(|(_, c)| c.is_whitespace())
        .map_or(0, |(at, _)| at)
}

fn words(text: &str) -> f64 {
    count(text.unicode_words())
}

#[allow(clippy::cast_precision_loss)] // an answer has fewer than 2^52 words
fn count<'a>(words: impl Iterator<Item = &'a str>) -> f64 {
    words.count() as f64
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

    #[test]
    fn a_long_answer_keeps_its_end_and_the_readers_place() {
        let mut live = Live::default();
        let pace = Wpm(60_000.0); // a thousand words a second
        let batch = "word ".repeat(500);
        for step in 0..4 {
            live.absorb(&at(0, 1000, &batch), pace);
            let chars = live.answer.chars().count();
            assert!(chars <= SHOWN_CHARS + 1, "step {step}: {chars}");
        }
        // 2,000 words came, about 800 are kept; after a second the reader is 1,000 words in: still before them.
        live.absorb(&at(0, 2000, ""), pace);
        assert_eq!(live.split_at_reader().0, "");
        assert!(live.answer.starts_with(LEFT_OUT));
        live.absorb(&at(0, 3500, ""), pace);
        let (read, ahead) = live.split_at_reader();
        assert!(!read.is_empty() && ahead.trim().is_empty());
    }

    #[test]
    fn one_huge_piece_is_cut_at_once() {
        let mut live = Live::default();
        live.absorb(&at(0, 1000, &"ä".repeat(100_000)), Wpm(240.0));
        assert_eq!(live.answer.chars().count(), SHOWN_CHARS + 1);
        live.absorb(&at(0, 1100, " end"), Wpm(240.0));
        assert!(live.answer.starts_with(LEFT_OUT) && live.answer.ends_with("ä end"));
    }
}
