//! The ladder of questions: what to ask next, given what was seen.
//!
//! It stops at the first answer that decides. Whether anything answers at all is asked last, and only if nothing could be
//! read: a readable reply has said so already.

use super::{Answer, Circumstances, Code, Finding, Permission, Probe, Seen, Step, Subject};
use crate::plan::{AddressSpace, CorsVerdict};
use crate::protocol::AuthScheme;
use crate::report::advice;
use crate::trace::FailureKind;

use super::subject::PROBE_KEY;

/// Longer than any host takes to refuse an empty request, unless it sleeps; seconds, as findings name it.
const LIMIT_S: u32 = 8;
/// The browser's question may stay open for as long as someone needs to read it.
const ASKING_LIMIT_MS: u32 = 60_000;

/// What follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Send this, and tell what came of it.
    Ask(Probe),
    /// That's it.
    Found(Finding),
}

/// An examination under way.
#[derive(Clone, Debug)]
pub struct Examination {
    subject: Subject,
    circumstances: Circumstances,
    /// Real requests were blocked before: then "ready" is no answer.
    after_run: bool,
    /// The user goes on although the answer is known to be no.
    despite_table: bool,
    /// The user is ready for the browser's question.
    may_ask: bool,
    step: Step,
    simple: Option<Answer>,
    post: Option<Answer>,
    /// Probes that left.
    asked: u32,
}

impl Examination {
    /// An examination that has asked nothing yet. `after_run`: real requests to this endpoint were blocked.
    #[must_use]
    pub fn new(subject: Subject, circumstances: Circumstances, after_run: bool) -> Self {
        Examination {
            subject,
            circumstances,
            after_run,
            despite_table: false,
            may_ask: false,
            step: Step::Simple,
            simple: None,
            post: None,
            asked: 0,
        }
    }

    /// What is examined.
    #[must_use]
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Probes sent so far.
    #[must_use]
    pub fn asked(&self) -> u32 {
        self.asked
    }

    /// What can be said without asking, or the first question.
    pub fn begin(&mut self) -> Next {
        let endpoint = &self.subject.endpoint;
        let now = &self.circumstances;
        let space = endpoint.address_space;
        let plain = endpoint.url.starts_with("http:");
        // A computer without a network still reaches itself.
        if !now.online && space == AddressSpace::Public {
            return Next::Found(Finding::offline());
        }
        if plain && now.page_is_https && space == AddressSpace::Public {
            return Next::Found(Finding::mixed(&endpoint.host));
        }
        let refuses = self.subject.row.filter(|row| row.cors == CorsVerdict::No);
        if let Some(row) = refuses.filter(|_| !self.despite_table) {
            return Next::Found(Finding::known_no(row));
        }
        if self.needs_permission() {
            match now.permission {
                Permission::Denied => return Next::Found(Finding::local_denied(space)),
                Permission::Prompt if !self.may_ask => {
                    return Next::Found(Finding::local_ask(&endpoint.host, space));
                }
                Permission::Prompt | Permission::Granted => {}
            }
        }
        self.ask(Step::Simple)
    }

    /// The user goes on after a finding that need not be the end.
    pub fn go_on(&mut self, after: Code) -> Next {
        match after {
            Code::KnownNo => self.despite_table = true,
            Code::LocalAsk => self.may_ask = true,
            _ => {}
        }
        self.begin()
    }

    /// A probe ended.
    pub fn seen(&mut self, seen: Seen) -> Next {
        if seen.answer == Answer::OwnPolicy {
            return Next::Found(Finding::own_csp(&self.subject.endpoint.host));
        }
        if self.needs_permission()
            && seen.permission == Permission::Denied
            && !matches!(seen.answer, Answer::Readable { .. } | Answer::Opaque)
        {
            let space = self.subject.endpoint.address_space;
            return Next::Found(Finding::local_denied(space));
        }
        match self.step {
            Step::Simple if seen.answer == Answer::TimedOut && self.awaits_user() => {
                // The time was the user's, not the host's.
                self.circumstances.permission = seen.permission;
                self.may_ask = false;
                self.begin()
            }
            Step::Simple => {
                self.simple = Some(seen.answer);
                self.ask(Step::Post)
            }
            Step::Post => {
                self.post = Some(seen.answer);
                if self.subject.wants_key || !self.subject.special_headers().is_empty() {
                    self.ask(Step::Auth)
                } else {
                    // Real requests look just like this one.
                    self.decide(seen)
                }
            }
            Step::Auth => self.decide(seen),
            Step::Alive => self.alive(seen),
        }
    }

    /// Whether the browser wants a permission: the host is closer to the user than the page is.
    fn needs_permission(&self) -> bool {
        let closeness = |space| match space {
            AddressSpace::Public => 0,
            AddressSpace::Local => 1,
            AddressSpace::Loopback => 2,
        };
        closeness(self.subject.endpoint.address_space) > closeness(self.circumstances.page_space)
    }

    /// The browser's question to the user stands between the probe and the host.
    fn awaits_user(&self) -> bool {
        self.needs_permission() && self.circumstances.permission == Permission::Prompt
    }

    /// The answer to the probe that looks like a real request.
    fn decide(&mut self, seen: Seen) -> Next {
        if let Answer::Readable { status, html } = seen.answer {
            return Next::Found(self.readable(status, html));
        }
        let readable = |answer: Option<Answer>| matches!(answer, Some(Answer::Readable { .. }));
        let any_readable = readable(self.simple) || readable(self.post);
        let late = |answer| answer == Some(Answer::TimedOut);
        // A plain reply that came late says nothing of the others, if one of them could be read.
        if late(Some(seen.answer)) || late(self.post) || (late(self.simple) && !any_readable) {
            return Next::Found(self.timed_out(any_readable));
        }
        if !any_readable {
            return self.ask(Step::Alive);
        }
        let finding = if self.subject.hides_errors() {
            Finding::ready_unsure(&self.subject.endpoint.host)
        } else if readable(self.post) && self.step == Step::Auth {
            Finding::header_refused(&self.subject)
        } else {
            Finding::no_cors(&self.subject, true)
        };
        Next::Found(self.so_far(finding))
    }

    /// A readable reply proves that real requests get through, whatever it says of a request without content.
    fn readable(&self, status: u16, html: bool) -> Finding {
        let endpoint = &self.subject.endpoint;
        let host = &endpoint.host;
        let said = |code, kind| {
            let known = format!("{host} takes calls from web pages, but answered {status}.");
            Finding::new(
                code,
                known,
                super::outcome::causes(kind),
                advice(kind, endpoint.address_space),
            )
        };
        match status {
            429 => said(Code::Rate, FailureKind::RateLimited),
            500..=599 => said(Code::Server, FailureKind::ServerError),
            404 | 405 => Finding::no_such_path(endpoint, status),
            403 if html => Finding::gateway_page(endpoint),
            // A login page has no use for our key.
            200..=299 if html => Finding::web_page(host),
            _ => self.so_far(Finding::ready(host)),
        }
    }

    /// A finding that a real request could still change, unless one was blocked already.
    fn so_far(&self, finding: Finding) -> Finding {
        if self.after_run {
            finding.confirmed(&self.subject)
        } else {
            finding
        }
    }

    fn alive(&self, seen: Seen) -> Next {
        match seen.answer {
            Answer::Opaque | Answer::Readable { .. } => {
                let finding = if self.subject.hides_errors() {
                    Finding::ready_unsure(&self.subject.endpoint.host)
                } else {
                    Finding::no_cors(&self.subject, false)
                };
                Next::Found(self.so_far(finding))
            }
            Answer::Rejected if !self.circumstances.tells_held_back => {
                Next::Found(Finding::undecided(&self.subject))
            }
            Answer::TimedOut => Next::Found(self.timed_out(false)),
            Answer::Rejected | Answer::OwnPolicy => {
                Next::Found(match self.subject.endpoint.address_space {
                    AddressSpace::Public => Finding::unreachable(&self.subject, seen.after_ms),
                    AddressSpace::Local | AddressSpace::Loopback => {
                        Finding::local_down(&self.subject, self.circumstances.page_is_https)
                    }
                })
            }
        }
    }

    fn timed_out(&self, partly: bool) -> Finding {
        let host = &self.subject.endpoint.host;
        self.so_far(Finding::timed_out(host, LIMIT_S, partly))
    }

    fn ask(&mut self, step: Step) -> Next {
        self.step = step;
        self.asked += 1;
        let endpoint = &self.subject.endpoint;
        let get = matches!(step, Step::Simple | Step::Alive);
        Next::Ask(Probe {
            step,
            method: if get { "GET" } else { "POST" },
            // Not the root: there, many API hosts redirect to a website, a host that nobody chose.
            url: if get {
                format!("{}/models", endpoint.base_url)
            } else {
                endpoint.url.clone()
            },
            headers: self.headers(step),
            body: (!get).then_some("{}"),
            opaque: step == Step::Alive,
            limit_ms: if step == Step::Simple && self.awaits_user() {
                ASKING_LIMIT_MS
            } else {
                LIMIT_S * 1_000
            },
            space: endpoint.address_space,
        })
    }

    fn headers(&self, step: Step) -> Vec<(String, String)> {
        let Subject {
            headers,
            auth,
            wants_key,
            ..
        } = &self.subject;
        let sent = headers.iter().cloned();
        match step {
            Step::Simple | Step::Alive => Vec::new(),
            Step::Post => sent.filter(|(name, _)| name == "content-type").collect(),
            Step::Auth => sent.chain(wants_key.then(|| placeholder(*auth))).collect(),
        }
    }
}

fn placeholder(auth: AuthScheme) -> (String, String) {
    let value = format!("{}{PROBE_KEY}", auth.value_prefix());
    (auth.header_name().to_owned(), value)
}
