//! The one run that lies on the desk, and what is made of it.

use std::io::Read;

use crate::card::{Card, card};
use crate::export::to_csv;
use crate::link::{self, LinkError, Options, Rows, Shared};
use crate::report::{self, ReadError, Report, Source, build, to_json};
use crate::share::{self, summary};
use crate::trace::Trace;
use crate::wire::files::{LinkWish, Make};

use super::history::{Form, Record};
use super::name::name;

/// What to say when nothing can be made, which only a fault in the program can cause.
pub const TROUBLE: &str =
    "The page and its helper lost each other. Reload the page; the result is kept in the history.";

/// Something made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Made {
    /// A text to copy.
    Text {
        /// The text.
        text: String,
        /// What had no room in it, in words.
        left_out: Vec<String>,
    },
    /// A file to save.
    File {
        /// Its name.
        name: String,
        /// Its media type.
        media_type: &'static str,
        /// Its content.
        content: String,
    },
    /// A picture to draw and to save.
    Picture {
        /// Its name, as PNG.
        name: String,
        /// It and the same in words.
        card: Card,
    },
}

/// A run as the history keeps it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToKeep {
    /// What the list says of it; its size is not known yet.
    pub record: Record,
    /// What is opened again: the report as JSON, or the link it came by.
    pub content: String,
}

/// Holds one run, or nothing.
#[derive(Default)]
pub struct Desk {
    held: Option<Held>,
    /// Made once for all that shows no texts.
    report: Option<Report>,
}

struct Held {
    source: Source,
    traces: Vec<Trace>,
    /// Where it comes from a link: what stands for the events, and the fragment.
    link: Option<(Rows, String)>,
}

impl Desk {
    /// A run without its requests takes the place of the one before.
    pub fn hold(&mut self, source: Source, keep_traces: bool) {
        self.report = None;
        match &mut self.held {
            Some(held) if keep_traces => held.source = source,
            held => {
                *held = Some(Held {
                    source,
                    traces: Vec::new(),
                    link: None,
                });
            }
        }
    }

    /// More requests of the run.
    ///
    /// # Errors
    /// When they are no traces of this build.
    pub fn add(&mut self, traces: &[u8]) -> Result<(), postcard::Error> {
        let traces = postcard::from_bytes::<Vec<Trace>>(traces)?;
        self.report = None;
        if let Some(held) = &mut self.held {
            held.traces.extend(traces);
        }
        Ok(())
    }

    /// What a link says takes the place of the run before. Hands out what the page needs to show it.
    ///
    /// # Errors
    /// When it is not a whole link of a version that this one knows.
    pub fn open_link(&mut self, fragment: &str) -> Result<Shared, LinkError> {
        let (shared, fragment) = link::open_whole(fragment)?;
        self.report = None;
        self.held = Some(Held {
            source: shared.source.clone(),
            traces: shared.traces.clone(),
            link: Some((shared.rows.clone(), fragment)),
        });
        Ok(shared)
    }

    /// A saved report of so many bytes takes the place of the run before. `progress` is told how many are read.
    ///
    /// # Errors
    /// When it is not such a report.
    pub fn open_file(
        &mut self,
        file: impl Read,
        bytes: u64,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(&Source, &[Trace]), ReadError> {
        let (source, traces) = report::open_from(file, bytes, progress)?;
        self.report = None;
        let held = self.held.insert(Held {
            source,
            traces,
            link: None,
        });
        Ok((&held.source, &held.traces))
    }

    /// Makes something; `None` if there is nothing to make it of.
    pub fn make(&mut self, what: &Make) -> Option<Made> {
        Some(match what {
            Make::Json { include_texts } => {
                let held = self.held.as_ref()?;
                // A link has no events to save: opened again, such a file would show other numbers.
                if held.link.is_some() {
                    return None;
                }
                if *include_texts {
                    json(&build(held.source.with(&held.traces, true)))
                } else {
                    json(self.report()?)
                }
            }
            Make::Csv => {
                let report = self.report()?;
                Made::File {
                    name: name(report, ".csv"),
                    media_type: "text/csv",
                    content: to_csv(report),
                }
            }
            Make::Picture => {
                let report = self.report()?;
                Made::Picture {
                    name: name(report, ".png"),
                    card: card(report),
                }
            }
            Make::Link(wish) => {
                let (text, left_out) = self.address(wish)?;
                Made::Text { text, left_out }
            }
            Make::Summary { markdown, link } => {
                let (link, left_out) = self.address(link)?;
                let form = if *markdown {
                    share::Form::Markdown
                } else {
                    share::Form::Text
                };
                let text = summary(self.report()?, form, Some(&link));
                Made::Text { text, left_out }
            }
        })
    }

    /// The run held, for the history; `None` if there is none. `own`: it was measured by this browser.
    pub fn to_keep(&mut self, include_texts: bool, own: bool) -> Option<ToKeep> {
        let held = self.held.as_ref()?;
        let fragment = held.link.as_ref().map(|(_, fragment)| fragment.clone());
        let mut record = Record::of(self.report()?);
        record.own = own;
        // A link has no events: as a report it would show other numbers when it is opened again.
        if let Some(content) = fragment {
            record.form = Some(Form::Link);
            return Some(ToKeep { record, content });
        }
        let has_texts = |trace: &Trace| !trace.answer.is_empty() || !trace.reasoning.is_empty();
        let held = self.held.as_ref()?;
        record.texts = include_texts
            && (!held.source.plan.prompt.is_empty() || held.traces.iter().any(has_texts));
        let content = if include_texts {
            to_json(&build(held.source.with(&held.traces, true)))
        } else {
            to_json(self.report()?)
        };
        Some(ToKeep { record, content })
    }

    fn report(&mut self) -> Option<&Report> {
        if self.report.is_none() {
            let held = self.held.as_ref()?;
            self.report = Some(match &held.link {
                Some((rows, _)) => rows.report(&held.source, &held.traces),
                None => build(held.source.with(&held.traces, false)),
            });
        }
        self.report.as_ref()
    }

    /// The whole address of a result link, and what had no room in it. What came with a link goes on with the same link.
    fn address(&mut self, wish: &LinkWish) -> Option<(String, Vec<String>)> {
        if let Some((_, fragment)) = &self.held.as_ref()?.link {
            let address = [wish.page.as_str(), fragment].concat();
            return Some((address, Vec::new()));
        }
        let options = Options {
            host: wish.host,
            page_chars: wish.page.chars().count(),
        };
        let link = link::fragment(self.report()?, options);
        let left_out = link.left_out.iter().map(|what| what.text()).collect();
        Some(([wish.page.as_str(), &link.fragment].concat(), left_out))
    }
}

fn json(report: &Report) -> Made {
    Made::File {
        name: name(report, ".json"),
        media_type: "application/json",
        content: to_json(report),
    }
}
