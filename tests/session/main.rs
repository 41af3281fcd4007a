//! What people do to the page, and what the worker says, as flows of messages: no browser is needed.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

#[path = "../page/mod.rs"]
mod page;
#[path = "../traces/mod.rs"]
mod traces;
#[path = "../urls/mod.rs"]
mod urls;

mod form;
mod keys;
mod run;
mod said;
mod worker;

use page::Page;
use tokenpace::plan::{Field, FieldError};
use tokenpace::session::{Edit, Effect, Msg, Phase, progress};
use tokenpace::trace::{FailureKind, OutcomeKind, Trace};
use tokenpace::wire::FromWorker;
use traces::{Request, good};

/// What people and the worker do to the page.
trait Flow {
    fn type_in(&mut self, field: Field, text: &str) -> Vec<Effect>;
    fn choose(&mut self, provider: &str) -> Vec<Effect>;
    fn worker(&mut self, message: FromWorker) -> Vec<Effect>;
    fn done(&mut self, index: u32, request: Request) -> Vec<Effect>;
    fn finished(&mut self, stopped: bool) -> Vec<Effect>;
    fn running(requests: u32) -> Self;
    fn line(&self) -> String;
}

impl Flow for Page {
    fn type_in(&mut self, field: Field, text: &str) -> Vec<Effect> {
        self.send(Msg::Edit(Edit::Text(field, text.to_owned())))
    }

    fn choose(&mut self, provider: &str) -> Vec<Effect> {
        self.send(Msg::Edit(Edit::Provider(provider.to_owned())))
    }

    fn worker(&mut self, message: FromWorker) -> Vec<Effect> {
        self.send(Msg::Worker(message))
    }

    fn done(&mut self, index: u32, request: Request) -> Vec<Effect> {
        let run = self.0.last_run;
        let trace = numbered(index, request);
        self.worker(FromWorker::Done {
            run,
            trace: postcard::to_allocvec(&trace).unwrap(),
        })
    }

    fn finished(&mut self, stopped: bool) -> Vec<Effect> {
        self.worker(FromWorker::Finished {
            run: self.0.last_run,
            stopped,
            stable: false,
            wall: None,
        })
    }

    /// A page with a run of `requests` measured requests and no practice.
    fn running(requests: u32) -> Self {
        let mut page = Page::new();
        page.type_in(Field::Requests, &requests.to_string());
        page.type_in(Field::Warmup, "0");
        page.submit();
        assert_eq!(page.0.phase, Phase::Running);
        page
    }

    fn line(&self) -> String {
        progress::line(self.0.run.as_ref().unwrap())
    }
}

fn numbered(index: u32, request: Request) -> Trace {
    request.with(|trace| trace.index = index).done()
}

fn refused() -> Request {
    good(200_000, 40_000).failed(OutcomeKind::HttpError, FailureKind::RateLimited)
}

fn fields_at_fault(page: &Page) -> Vec<Field> {
    page.0.field_errors.iter().map(FieldError::field).collect()
}
