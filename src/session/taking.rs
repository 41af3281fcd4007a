//! Results to take along: links, summaries and files that are made of the result on show.

use super::show::counted;
use super::{Effect, State};
use crate::wire::files::{LinkWish, Make};

/// What is being made, what was made last, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taking {
    /// The tick boxes.
    pub options: Options,
    /// What is being made now, in the order in which it was asked for.
    pub making: Vec<Make>,
    /// What became of the last, in a sentence or two; of all that were asked for while others were being made. Empty before
    /// there is one.
    pub note: String,
    /// The texts that could not be put into the clipboard, for copying by hand.
    pub by_hand: Option<String>,
    /// The picture that was saved last, in words.
    pub alt: Option<String>,
}

/// What the user decides about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Links name the host.
    pub host: bool,
    /// Summaries are Markdown.
    pub markdown: bool,
    /// The JSON holds prompt, answers and reasoning.
    pub texts: bool,
}

/// A tick box that changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakeOption {
    /// "Name the host in links".
    Host(bool),
    /// "Summary as Markdown".
    Markdown(bool),
    /// "Include texts".
    Texts(bool),
}

/// What became of something to take along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It is in the clipboard, or could not be put there.
    Text {
        /// The text.
        text: String,
        /// What had no room in its link, in words.
        left_out: Vec<String>,
        /// It is in the clipboard.
        copied: bool,
    },
    /// It is a file of this name now, among the user's downloads.
    Saved(String),
    /// The same for a picture.
    Picture {
        /// Name of the file.
        name: String,
        /// It in words.
        alt: String,
    },
    /// It could not be made: why, and what to do.
    Refused(String),
}

impl Options {
    pub(super) fn set(&mut self, option: TakeOption) {
        match option {
            TakeOption::Host(on) => self.host = on,
            TakeOption::Markdown(on) => self.markdown = on,
            TakeOption::Texts(on) => self.texts = on,
        }
    }

    /// "Copy link" with these options.
    #[must_use]
    pub fn link(self) -> Make {
        Make::Link(self.wish())
    }

    /// "Copy summary" with these options.
    #[must_use]
    pub fn summary(self) -> Make {
        Make::Summary {
            markdown: self.markdown,
            link: self.wish(),
        }
    }

    /// "Download JSON" with these options.
    #[must_use]
    pub fn json(self) -> Make {
        Make::Json {
            include_texts: self.texts,
        }
    }

    fn wish(self) -> LinkWish {
        LinkWish {
            page: String::new(),
            host: self.host,
        }
    }
}

impl Taking {
    /// Another run: what was made of the last is of no interest any more, and what was said about its host and texts does
    /// not hold for this one.
    pub(super) fn start_anew(&mut self) {
        let markdown = self.options.markdown;
        *self = Taking::default();
        self.options.markdown = markdown;
    }

    pub(super) fn ended(&mut self, what: &Make, taken: Taken) {
        self.making.retain(|making| making != what);
        let said = match taken {
            Taken::Text {
                text,
                left_out,
                copied,
            } => {
                let said = words(what, &text, &left_out, copied);
                if !copied {
                    let by_hand = self.by_hand.get_or_insert_default();
                    add(by_hand, "\n\n", &text);
                }
                said
            }
            Taken::Saved(name) => ["Saved as ", &name, "."].concat(),
            Taken::Picture { name, alt } => {
                self.alt = Some(alt);
                [
                    "Saved as ",
                    &name,
                    ". Whoever can\u{2019}t see it needs its text too.",
                ]
                .concat()
            }
            Taken::Refused(reason) => reason,
        };
        if self.note == MAKING {
            self.note.clear();
        }
        // What ends the files worker refuses all that waits for it.
        if !self.note.contains(&said) {
            add(&mut self.note, " ", &said);
        }
    }
}

/// What is said until there is something.
const MAKING: &str = "Making it…";

fn add(to: &mut String, between: &str, more: &str) {
    if !to.is_empty() {
        to.push_str(between);
    }
    to.push_str(more);
}

/// "Copy alt text" was pressed.
pub(super) fn alt_copied(state: &mut State, copied: bool) {
    let taking = &mut state.taking;
    if copied {
        taking.note = "Alt text copied.".to_owned();
    } else {
        taking.by_hand = taking.alt.take();
    }
}

pub(super) fn ask(state: &mut State, what: Make) -> Vec<Effect> {
    let taking = &mut state.taking;
    if taking.making.contains(&what) {
        return Vec::new();
    }
    // What became of clicks in a row stands together.
    if taking.making.is_empty() {
        if what.is_text() {
            taking.by_hand = None;
        }
        taking.alt = None;
        taking.note = MAKING.to_owned();
    }
    taking.making.push(what.clone());
    vec![Effect::TakeAlong(what)]
}

fn words(what: &Make, text: &str, left_out: &[String], copied: bool) -> String {
    let name = match what {
        Make::Link(_) => "Link",
        _ => "Summary",
    };
    let mut words = String::from(name);
    if copied {
        words.push_str(" copied");
    } else {
        words.push_str(" made, but this browser did not let us copy it: copy it from here");
    }
    if matches!(what, Make::Link(_)) {
        let chars = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        words.push_str(": ");
        words.push_str(&counted(chars, "character"));
    }
    words.push('.');
    if !left_out.is_empty() {
        words.push_str(" To keep the link short: ");
        words.push_str(&left_out.join("; "));
        words.push('.');
    }
    words
}
