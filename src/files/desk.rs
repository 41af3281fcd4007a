//! The one run that lies on the desk, and what is made of it.

use crate::export::to_csv;
use crate::link::{self, Options};
use crate::report::{Report, Source, build, to_json};
use crate::share::{Form, summary};
use crate::trace::Trace;
use crate::wire::files::{LinkWish, Make};

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
}

/// Holds one run.
#[derive(Default)]
pub struct Desk {
    source: Option<Source>,
    traces: Vec<Trace>,
    /// Made once for all that shows no texts.
    report: Option<Report>,
}

impl Desk {
    /// A run without its requests takes the place of the one before.
    pub fn hold(&mut self, source: Source, keep_traces: bool) {
        self.report = None;
        self.source = Some(source);
        if !keep_traces {
            self.traces = Vec::new();
        }
    }

    /// More requests of the run.
    ///
    /// # Errors
    /// When they are no traces of this build.
    pub fn add(&mut self, traces: &[u8]) -> Result<(), postcard::Error> {
        self.report = None;
        self.traces
            .extend(postcard::from_bytes::<Vec<Trace>>(traces)?);
        Ok(())
    }

    /// Makes something; `None` if there is nothing to make it of.
    pub fn make(&mut self, what: &Make) -> Option<Made> {
        Some(match what {
            Make::Json {
                include_texts: true,
            } => {
                let source = self.source.as_ref()?;
                json(&build(source.with(&self.traces, true)))
            }
            Make::Json {
                include_texts: false,
            } => json(self.report()?),
            Make::Csv => {
                let report = self.report()?;
                Made::File {
                    name: name(report, ".csv"),
                    media_type: "text/csv",
                    content: to_csv(report),
                }
            }
            Make::Link(wish) => {
                let (text, left_out) = address(self.report()?, wish);
                Made::Text { text, left_out }
            }
            Make::Summary { markdown, link } => {
                let report = self.report()?;
                let (link, left_out) = address(report, link);
                let form = if *markdown {
                    Form::Markdown
                } else {
                    Form::Text
                };
                let text = summary(report, form, Some(&link));
                Made::Text { text, left_out }
            }
        })
    }

    fn report(&mut self) -> Option<&Report> {
        if self.report.is_none() {
            let source = self.source.as_ref()?;
            self.report = Some(build(source.with(&self.traces, false)));
        }
        self.report.as_ref()
    }
}

fn json(report: &Report) -> Made {
    Made::File {
        name: name(report, ".json"),
        media_type: "application/json",
        content: to_json(report),
    }
}

/// The whole address of a result link, and what had no room in it.
fn address(report: &Report, wish: &LinkWish) -> (String, Vec<String>) {
    let options = Options {
        host: wish.host,
        page_chars: wish.page.chars().count(),
    };
    let draft = link::encode(report, options);
    let left_out = draft.left_out.iter().map(|what| what.text()).collect();
    ([wish.page.as_str(), &draft.finish(None)].concat(), left_out)
}
