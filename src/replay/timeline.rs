//! When each word of an answer came, and when its reader comes to it.

use super::filler::filler;
use crate::cautions::certain_stall;
use crate::perception::{Follower, NOTICEABLE_STALL, Pace};
use crate::protocol::Channel;
use crate::report::RequestRecord;
use crate::trace::unit_ends;
use crate::units::{Micros, Wpm};

/// So many bytes of text are on show at once: about six lines of a wide screen. Bytes, because characters that are read
/// one by one have three and are twice as wide.
const PAGE_BYTES: usize = 360;
/// Characters of an English word with its blank, where nothing but characters is known.
const CHARS_PER_WORD: u64 = 6;
/// Longest answer that is replayed, in characters: ten times what models write.
const LONGEST: u64 = 5_000_000;
/// Two moments worth stepping to lie at least this part of the whole apart.
const STEPS: u64 = 100;

/// A piece of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// When it came.
    pub at: Micros,
    /// Characters in it.
    pub chars: u32,
    /// Words whose last character it brought.
    pub words: u32,
}

/// A time in which the reader waits for the next word, long enough to be noticed and not to be made by late stamps alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stall {
    /// The word before is read.
    pub from: Micros,
    /// The next word is there.
    pub until: Micros,
}

/// A word with its times.
#[derive(Clone, Copy)]
pub(super) struct Word {
    /// Its last character came.
    pub(super) arrived: Micros,
    /// The reader comes to it.
    pub(super) read: Micros,
    /// Byte at which it ends.
    pub(super) end: usize,
    /// Byte at which the page it stands on begins.
    pub(super) page: usize,
}

/// An answer in time. All times are counted from the send.
pub struct Timeline {
    pub(super) text: String,
    /// Up to which byte the text has come at which time.
    pub(super) arrivals: Vec<(Micros, usize)>,
    pub(super) words: Vec<Word>,
    pub(super) stalls: Vec<Stall>,
    pub(super) end: Micros,
    is_neutral: bool,
    by_character: bool,
}

impl Timeline {
    /// The answer of one request for a reader of `wpm` words a minute; with its text, or neutral words if the text is not
    /// the one that was measured. `None` without a word or a pace.
    #[must_use]
    pub fn of_record(record: &RequestRecord, text: &str, wpm: Wpm) -> Option<Self> {
        let pieces: Vec<Piece> = record
            .events
            .iter()
            .filter(|event| event.channel == Channel::Answer)
            .map(|event| Piece {
                at: event.at,
                chars: event.chars,
                words: event.words,
            })
            .collect();
        let mut timeline = Timeline::new(&pieces, text, wpm)?;
        let certain = certain_stall(&record.conditions);
        timeline
            .stalls
            .retain(|stall| stall.until.since(stall.from) >= Some(certain));
        Some(timeline)
    }

    /// An answer of which only times and characters are known, in neutral words of the usual length.
    #[must_use]
    pub fn of_chars(bins: &[(Micros, u32)], wpm: Wpm) -> Option<Self> {
        let mut chars = 0;
        let pieces: Vec<Piece> = bins
            .iter()
            .map(|&(at, more)| {
                let before = chars / CHARS_PER_WORD;
                chars += u64::from(more);
                let words = chars / CHARS_PER_WORD - before;
                Piece {
                    at,
                    chars: more,
                    words: u32::try_from(words).unwrap_or(u32::MAX),
                }
            })
            .collect();
        Timeline::new(&pieces, "", wpm)
    }

    /// An answer that came in these pieces, in order of time. A text that has not as many characters as they is replaced by
    /// neutral words.
    #[must_use]
    pub fn new(pieces: &[Piece], text: &str, wpm: Wpm) -> Option<Self> {
        let sum = |part: fn(&Piece) -> u32| pieces.iter().map(|p| u64::from(part(p))).sum::<u64>();
        let (chars, words) = (sum(|p| p.chars), sum(|p| p.words));
        if chars > LONGEST || wpm.0 <= 0.0 {
            return None;
        }
        // A word and its blank have more than two characters.
        let by_character = words * 2 > chars;
        let is_neutral = u64::try_from(text.chars().count()) != Ok(chars);
        let (text, ends) = if is_neutral {
            filler(pieces, by_character)
        } else {
            (text.to_owned(), unit_ends(text))
        };
        let mut timeline = Timeline {
            arrivals: arrivals(&text, pieces),
            text,
            words: Vec::new(),
            stalls: Vec::new(),
            end: Micros::ZERO,
            is_neutral,
            by_character,
        };
        timeline.follow(&ends, Pace::of(wpm));
        (!timeline.words.is_empty()).then_some(timeline)
    }

    /// Lets the reader take every word, and keeps her times.
    fn follow(&mut self, ends: &[usize], pace: Pace) {
        let mut piece = 0;
        let mut reader = Follower::new(pace);
        let mut page = 0;
        let mut before = 0;
        for &end in ends {
            while self.arrivals.get(piece).is_some_and(|(_, to)| *to < end) {
                piece += 1;
            }
            let Some(&(arrived, _)) = self.arrivals.get(piece) else {
                break;
            };
            let (from, read) = reader.take(arrived);
            if read.since(from) >= Some(NOTICEABLE_STALL) {
                self.stalls.push(Stall { from, until: read });
            }
            if end - page > PAGE_BYTES && before > page {
                // A full stop stays with its word.
                let between = self.text.get(before..end).unwrap_or_default();
                page = before + between.find(char::is_whitespace).unwrap_or(0);
            }
            self.words.push(Word {
                arrived,
                read,
                end,
                page,
            });
            before = end;
        }
        let last = self.arrivals.last().map(|(at, _)| *at);
        self.end = reader.done().max(last).unwrap_or_default();
    }

    /// Time at which all has come and is read.
    #[must_use]
    pub const fn end(&self) -> Micros {
        self.end
    }

    /// Noticed waits after the first word.
    #[must_use]
    pub fn stalls(&self) -> &[Stall] {
        &self.stalls
    }

    /// The first word begins to show: TTFA, as the tables have it. The word itself is there with its last character, which may
    /// come in a later piece.
    #[must_use]
    pub fn first_word(&self) -> Micros {
        let shows = self.arrivals.iter().find(|(_, end)| *end > 0);
        shows.map(|(at, _)| *at).unwrap_or_default()
    }

    /// Words of the answer.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// No words; such a timeline is not made.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The text is not the answer's own.
    #[must_use]
    pub const fn is_neutral(&self) -> bool {
        self.is_neutral
    }

    /// What the reader reads one by one: "word", or "character".
    #[must_use]
    pub const fn unit(&self) -> &'static str {
        if self.by_character {
            "character"
        } else {
            "word"
        }
    }

    /// The next time worth stepping to, or the one before: first words, beginnings of waits, quarters of the whole, the
    /// beginning and the end. Passes over those that nearly meet `at`.
    #[must_use]
    pub fn step(sides: &[Timeline], at: Micros, forward: bool) -> Micros {
        let end = sides.iter().map(Timeline::end).max().unwrap_or_default().0;
        let apart = end / STEPS;
        let mut found = if forward { end } else { 0 };
        let mut offer = |time: u64| {
            if forward && time > at.0 + apart {
                found = found.min(time);
            } else if !forward && time + apart < at.0 {
                found = found.max(time);
            }
        };
        for quarter in 1..4 {
            offer(end / 4 * quarter);
        }
        for side in sides {
            offer(side.first_word().0);
            for stall in &side.stalls {
                offer(stall.from.0);
            }
        }
        Micros(found)
    }
}

/// Where each piece ends in the text.
fn arrivals(text: &str, pieces: &[Piece]) -> Vec<(Micros, usize)> {
    let mut left = text.chars();
    let mut arrivals = Vec::with_capacity(pieces.len());
    for piece in pieces {
        for _ in 0..piece.chars {
            left.next();
        }
        arrivals.push((piece.at, text.len() - left.as_str().len()));
    }
    arrivals
}
