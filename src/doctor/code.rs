//! The names of what can be found.

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // each finding says in words what it means
pub enum Code {
    Ok,
    Ready,
    ReadyUnsure,
    BadUrl,
    SecretInUrl,
    Offline,
    Mixed,
    OwnCsp,
    KnownNo,
    LocalAsk,
    LocalDenied,
    LocalDown,
    Unreachable,
    TimedOut,
    NoCors,
    HeaderRefused,
    OpaqueFail,
    Auth,
    OrgBlocked,
    NotFound,
    BadRequest,
    Rate,
    Server,
    NotStreamed,
    Stalled,
    BadReply,
    Broken,
}

impl Code {
    /// Nothing stands in the way of a run.
    #[must_use]
    pub const fn is_good(self) -> bool {
        matches!(self, Code::Ok | Code::Ready | Code::ReadyUnsure)
    }

    /// Only a real request can tell more.
    #[must_use]
    pub const fn is_worth_a_try(self) -> bool {
        self.is_good()
            || matches!(
                self,
                Code::TimedOut
                    | Code::NotFound
                    | Code::NoCors
                    | Code::HeaderRefused
                    | Code::OpaqueFail
            )
    }

    /// Stable name, for scripts and styles.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Code::Ok => "OK",
            Code::Ready => "READY",
            Code::ReadyUnsure => "READY_UNSURE",
            Code::BadUrl => "BAD_URL",
            Code::SecretInUrl => "SECRET_IN_URL",
            Code::Offline => "OFFLINE",
            Code::Mixed => "MIXED",
            Code::OwnCsp => "OWN_CSP",
            Code::KnownNo => "KNOWN_NO",
            Code::LocalAsk => "LOCAL_ASK",
            Code::LocalDenied => "LOCAL_DENIED",
            Code::LocalDown => "LOCAL_DOWN",
            Code::Unreachable => "UNREACHABLE",
            Code::TimedOut => "TIMED_OUT",
            Code::NoCors => "NO_CORS",
            Code::HeaderRefused => "HEADER_REFUSED",
            Code::OpaqueFail => "OPAQUE_FAIL",
            Code::Auth => "AUTH",
            Code::OrgBlocked => "ORG_BLOCKED",
            Code::NotFound => "NOT_FOUND",
            Code::BadRequest => "BAD_REQUEST",
            Code::Rate => "RATE",
            Code::Server => "SERVER",
            Code::NotStreamed => "NOT_STREAMED",
            Code::Stalled => "STALLED",
            Code::BadReply => "BAD_REPLY",
            Code::Broken => "BROKEN",
        }
    }
}
