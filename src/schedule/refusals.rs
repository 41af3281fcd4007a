//! When to send no more: what refuses the first requests one and all refuses the others too, and three hundred wrong keys
//! may get an account locked.

use crate::trace::{FailureKind, Trace};

/// So many requests have to fail alike.
const ENOUGH: u32 = 5;

/// What the requests of a run came to so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Refusals {
    kind: Option<FailureKind>,
    count: u32,
    /// One ended in another way.
    mixed: bool,
}

impl Refusals {
    /// A request was recorded.
    pub fn observe(&mut self, trace: &Trace) {
        let kind = trace.failure.as_ref().map(|failure| failure.kind);
        let lasting = kind.filter(|kind| is_lasting(*kind));
        self.mixed |= lasting.is_none() || (self.count > 0 && lasting != self.kind);
        self.kind = lasting;
        self.count += 1;
    }

    /// More requests would end like these.
    #[must_use]
    pub fn are_final(&self) -> bool {
        !self.mixed && self.count >= ENOUGH
    }
}

/// Failures that waiting does not mend.
fn is_lasting(kind: FailureKind) -> bool {
    matches!(
        kind,
        FailureKind::FetchRejected
            | FailureKind::Unauthorized
            | FailureKind::NotFound
            | FailureKind::BadRequest
            | FailureKind::HtmlPage
            | FailureKind::WrongFormat
    )
}
