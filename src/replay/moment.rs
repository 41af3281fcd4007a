//! What stands on the screen at one moment, and what the reader does.

use super::timeline::{Stall, Timeline};
use crate::units::Micros;

/// What the reader does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// Waits for the first word.
    Before,
    /// Reads.
    Reading,
    /// Has read all that is there, and waits this long for the next word.
    Waiting(Micros),
    /// Has read everything.
    Done,
}

/// One moment of an answer. The three texts follow each other; what was on earlier pages, or will be on later ones, is left
/// out.
pub struct Moment<'a> {
    /// What was read.
    pub read: &'a str,
    /// The word the reader is at; empty while she waits.
    pub word: &'a str,
    /// What has come and lies ahead.
    pub ahead: &'a str,
    /// What she does.
    pub mood: Mood,
    /// Words read, the one she is at not included.
    pub words_read: usize,
    /// Words that have come and lie ahead of the one she is at.
    pub words_ahead: usize,
    /// Waits that have begun.
    pub waits: usize,
}

impl Timeline {
    /// The moment at a time counted from the send.
    #[must_use]
    pub fn at(&self, time: Micros) -> Moment<'_> {
        let begun = self.words.partition_point(|word| word.read <= time);
        // She is at the first word as soon as some of it shows.
        let begun = begun.max(usize::from(time >= self.first_word()));
        let there = self.words.partition_point(|word| word.arrived <= time);
        let events = self.arrivals.partition_point(|(at, _)| *at <= time);
        let end_of = |word: usize| self.words.get(word).map_or(0, |word| word.end);
        let come = match events.checked_sub(1) {
            Some(last) => self.arrivals.get(last).map_or(0, |(_, end)| *end),
            None => 0,
        };
        let waits = self.stalls.partition_point(|stall| stall.from <= time);
        let mood = if time >= self.end {
            Mood::Done
        } else if begun == 0 {
            Mood::Before
        } else {
            waits
                .checked_sub(1)
                .and_then(|last| self.stalls.get(last))
                .filter(|stall| time < stall.until)
                .map_or(Mood::Reading, |stall| Mood::Waiting(length(*stall)))
        };
        let words_read = begun - usize::from(mood == Mood::Reading);
        let here = begun.checked_sub(1).map_or(0, end_of).min(come);
        let read_to = match mood {
            Mood::Done => come,
            Mood::Reading => words_read.checked_sub(1).map_or(0, end_of),
            Mood::Before | Mood::Waiting(_) => here,
        };
        let word_to = here.max(read_to);
        // The word begins where blanks and marks end.
        let word = self
            .slice(read_to, word_to)
            .trim_start_matches(|c: char| c.is_whitespace() || c.is_ascii_punctuation());
        let page = self
            .words
            .get(begun.saturating_sub(1))
            .map_or(0, |word| word.page);
        let next_page = self
            .words
            .get(self.words.partition_point(|word| word.page <= page))
            .map_or(self.text.len(), |word| word.page);
        Moment {
            read: self.slice(page, word_to - word.len()).trim_start(),
            word,
            ahead: self.slice(word_to, come.min(next_page)),
            mood,
            words_read,
            words_ahead: there.saturating_sub(begun),
            waits,
        }
    }

    fn slice(&self, from: usize, to: usize) -> &str {
        self.text.get(from..to).unwrap_or_default()
    }
}

fn length(stall: Stall) -> Micros {
    stall.until.since(stall.from).unwrap_or_default()
}
