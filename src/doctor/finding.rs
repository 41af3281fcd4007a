//! What the doctor can find, as data: what is known, what it may be, one thing to try. Pages and tests read the same.

use std::borrow::Cow;

use super::subject::TRIAL_TIMEOUT_S;
use super::{Code, Subject};
use crate::plan::{AddressSpace, CorsVerdict, Provider, UrlError};
use crate::text;
use crate::texts::Text;

/// How the user can go on from a finding that need not be the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoOn {
    /// Let the browser ask for its permission.
    AskBrowser,
    /// Test although the answer is known.
    TestAnyway,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is.
    pub code: Code,
    /// What is known, in one or two sentences.
    pub known: Cow<'static, str>,
    /// The vendor's own words, scrubbed of keys; `None` if there are none.
    pub quote: Option<String>,
    /// What it may be, most likely first; empty where nothing is left to guess.
    pub causes: Vec<&'static str>,
    /// One thing to try.
    pub advice: Cow<'static, str>,
    /// What to tell the vendor, after "could not call …:"; `None` where the vendor is not to blame.
    pub problem: Option<String>,
    /// How to go on, if this need not be the end.
    pub go_on: Option<GoOn>,
}

const PERMISSION_HEADER: Text =
    text!("its error replies lack the permission header that its good replies have");
const GATEWAY: Text =
    text!("a gateway in front of it wants the key on the browser's permission question too");
const NOT_FOR_PAGES: Text = text!("it does not allow calls from web pages");
const NO_JSON: Text = text!("its list of allowed headers lacks content-type");
const TELL_THE_VENDOR: Text = text!(
    "A real request was blocked too. If path and key are right, send the vendor the text below."
);
pub(super) const OTHER_FORMAT: Text =
    text!("another API format is selected than this server speaks");

impl Finding {
    pub(super) fn new(
        code: Code,
        known: impl Into<Cow<'static, str>>,
        causes: &[Text],
        advice: impl Into<Cow<'static, str>>,
    ) -> Self {
        Finding {
            code,
            known: known.into(),
            quote: None,
            causes: causes.iter().map(|cause| cause.get()).collect(),
            advice: advice.into(),
            problem: None,
            go_on: None,
        }
    }

    fn telling_the_vendor(self, problem: impl Into<Cow<'static, str>>) -> Self {
        Finding {
            problem: Some(problem.into().into_owned()),
            ..self
        }
    }

    fn going_on(self, go_on: GoOn) -> Self {
        Finding {
            go_on: Some(go_on),
            ..self
        }
    }

    pub(super) fn ready(host: &str) -> Self {
        Finding::new(
            Code::Ready,
            format!("{host} answers web pages and takes our headers. Nothing secret was sent."),
            &[],
            text!("Send one test request, or run the benchmark."),
        )
    }

    pub(super) fn ready_unsure(host: &str) -> Self {
        Finding::new(
            Code::ReadyUnsure,
            format!(
                "{host} can be reached, and is known to answer web pages. It hides its error replies from them, so a wrong key and a blocked call will look the same."
            ),
            &[],
            text!("Send one test request; if it fails, check the key first."),
        )
    }

    /// The field says what is wrong with the address.
    #[must_use]
    pub fn of_address(error: &UrlError) -> Self {
        match error {
            UrlError::CredentialsInUrl { .. } | UrlError::KeyInUrl { .. } => Finding::new(
                Code::SecretInUrl,
                text!(
                    "The address contained what looks like a secret. We took it out of the field, and asked nothing."
                ),
                &[],
                text!("Put the key into its own field, then test again."),
            ),
            _ => Finding::new(
                Code::BadUrl,
                text!("This is not an address that a page can call, so nothing was asked."),
                &[
                    text!("a missing https://"),
                    text!("a path that was pasted without its host"),
                ],
                text!("Do what the note at the field says, then test again."),
            ),
        }
    }

    pub(super) fn offline() -> Self {
        Finding::new(
            Code::Offline,
            text!("The browser says that this computer is offline."),
            &[],
            text!("Reconnect, then test again."),
        )
    }

    pub(super) fn mixed(host: &str) -> Self {
        let host = host.to_owned();
        let known = UrlError::MixedContent { host }.to_string();
        Finding::new(Code::Mixed, known, &[], "")
    }

    pub(super) fn own_csp(host: &str) -> Self {
        Finding::new(
            Code::OwnCsp,
            format!("This page's own policy stopped the call to {host}."),
            &[text!("this copy of Tokenpace is set up for other hosts")],
            format!("Ask whoever hosts this copy to allow {host} in connect-src."),
        )
    }

    pub(super) fn known_no(row: &Provider) -> Self {
        Finding::new(
            Code::KnownNo,
            format!(
                "{} is known to refuse calls from web pages (as of {}).",
                row.name, row.as_of
            ),
            &[],
            text!("Look for another vendor's endpoint for the same model, or put a gateway of your own in front of it."),
        )
        .going_on(GoOn::TestAnyway)
    }

    pub(super) fn local_ask(host: &str, space: AddressSpace) -> Self {
        Finding::new(
            Code::LocalAsk,
            format!(
                "{host} is on your own {}. Your browser will ask you whether this page may call it, and blocks the call until you answer, whatever the server says.",
                place(space)
            ),
            &[],
            text!("Press Continue and choose Allow."),
        )
        .going_on(GoOn::AskBrowser)
    }

    pub(super) fn local_denied(space: AddressSpace) -> Self {
        Finding::new(
            Code::LocalDenied,
            format!(
                "Your browser was told to keep this page away from your {}.",
                place(space)
            ),
            &[
                text!("an earlier click on Block"),
                text!("a rule of your organisation"),
            ],
            text!(
                "Open the site settings beside the address, allow access to the local network, and reload."
            ),
        )
    }

    pub(super) fn local_down(subject: &Subject, page_is_https: bool) -> Self {
        let host = &subject.endpoint.host;
        let plain = subject.endpoint.url.starts_with("http:");
        let mut causes = vec![
            text!("the model's server is not running"),
            text!("it listens on another port"),
        ];
        if !plain {
            causes.push(text!("a certificate that the browser does not trust"));
        } else if page_is_https {
            causes.push(text!(
                "an older browser that keeps https pages from calling plain http"
            ));
        }
        let origin = &subject.endpoint.origin;
        Finding::new(
            Code::LocalDown,
            format!("Nothing answered at {host}."),
            &causes,
            format!("Start the server, and open {origin}/ in a new tab to see whether it answers."),
        )
    }

    pub(super) fn unreachable(subject: &Subject, after_ms: u32) -> Self {
        let host = &subject.endpoint.host;
        let origin = &subject.endpoint.origin;
        Finding::new(
            Code::Unreachable,
            format!("The browser could not reach {host} at all (it gave up after {after_ms} ms)."),
            &[
                text!("a typing error in the host name"),
                text!("a VPN, firewall or proxy in between"),
                text!("a problem with the server's certificate"),
                text!("a browser extension that blocks it"),
            ],
            format!("Open {origin}/ in a new tab: what it shows there is the cause."),
        )
    }

    /// A question had no answer in time, and none after it could be read: a slow host is no closed one. `partly`: another
    /// question was answered.
    pub(super) fn timed_out(host: &str, limit_s: u32, partly: bool) -> Self {
        let one = if partly {
            " answered one question, but another it"
        } else {
            ""
        };
        Finding::new(
            Code::TimedOut,
            format!("{host}{one} did not answer within {limit_s} s."),
            &[
                text!("it is overloaded"),
                text!("the model is still being loaded"),
                text!("a firewall that swallows the call"),
            ],
            format!("Send one test request: its limit is {TRIAL_TIMEOUT_S} s."),
        )
    }

    /// Nothing could be read but the host is up; or plain replies can be read and ours cannot (`partly`). Good replies may
    /// still carry the permission that errors lack, and ours asked for errors: so it is not said that pages get nothing.
    pub(super) fn no_cors(subject: &Subject, partly: bool) -> Self {
        let host = &subject.endpoint.host;
        let (known, causes, problem) = if partly {
            (
                format!(
                    "{host} lets web pages read some of its replies, but not the reply to our test request."
                ),
                [GATEWAY, PERMISSION_HEADER, NO_JSON, NOT_FOR_PAGES],
                text!(
                    "a plain GET could be read, but the preflight was not answered or allows too few headers, or error replies carry no Access-Control-Allow-Origin"
                ),
            )
        } else {
            (
                format!(
                    "{host} is up, but none of its replies to our questions may be read by a page."
                ),
                [NOT_FOR_PAGES, GATEWAY, PERMISSION_HEADER, NO_JSON],
                text!(
                    "no reply to a test without a key could be read: the preflight was not answered or allows too few headers, or error replies carry no Access-Control-Allow-Origin"
                ),
            )
        };
        let mut causes = causes.to_vec();
        causes.push(text!("the path is wrong"));
        let advice = match subject.row.filter(|_| opens_itself(subject)) {
            Some(row) => row.note,
            None => text!(
                "Check the path and send one test request; if that fails too, send the vendor the text below."
            ),
        };
        Finding::new(Code::NoCors, known, &causes, advice).telling_the_vendor(problem)
    }

    pub(super) fn header_refused(subject: &Subject) -> Self {
        let host = &subject.endpoint.host;
        let names = subject.special_headers();
        let headers = match names.as_slice() {
            [one] => format!("the header {one}"),
            several => format!("the headers {}", several.join(", ")),
        };
        let only_the_key = names.len() == 1 && !subject.has_key;
        let advice = if only_the_key {
            text!(
                "If the server needs no key, leave the field empty: requests without one get through. Else send the vendor the text below."
            )
        } else {
            text!(
                "Check \"API format\" under Advanced; if it is right, send the vendor the text below."
            )
        };
        Finding::new(
            Code::HeaderRefused,
            format!(
                "A page may read some replies of {host}, but not those to calls with {headers}."
            ),
            &[
                text!("its list of allowed headers lacks it"),
                OTHER_FORMAT,
                PERMISSION_HEADER,
            ],
            advice,
        )
        .telling_the_vendor(format!(
            "Access-Control-Allow-Headers does not name {headers}, or the reply to a wrong key carries no Access-Control-Allow-Origin"
        ))
    }

    /// A real request was blocked after this was found.
    #[must_use]
    pub fn confirmed(self, subject: &Subject) -> Self {
        // What a host says to an empty request need not be the real one's trouble.
        if self.code.is_good() || self.code == Code::NotFound {
            return Finding::opaque_fail(subject);
        }
        Finding {
            // The table's word on how to open a server of one's own stays the best there is.
            advice: if self.code == Code::TimedOut {
                text!("A real request failed too. Wait a minute and try again; if it stays, ask those who run the server.").get().into()
            } else if self.problem.is_some() && !opens_itself(subject) {
                TELL_THE_VENDOR.into()
            } else {
                self.advice
            },
            ..self
        }
    }

    /// A real request failed although the ladder found nothing in the way.
    pub(super) fn opaque_fail(subject: &Subject) -> Self {
        let host = &subject.endpoint.host;
        Finding::new(
            Code::OpaqueFail,
            format!(
                "{host} can be called from this page, yet the real request failed, and the browser hides the reason."
            ),
            &[
                text!("a wrong key"),
                text!("a wrong model name or path"),
                text!("a rate limit"),
                text!("a network that failed in between"),
            ],
            text!("Check key and model name first. Then run the curl line: it shows what the browser hides."),
        )
        .telling_the_vendor(text!("the reply to a real request carries no Access-Control-Allow-Origin"))
    }

    /// Every probe failed in a browser that does not tell a silent host from a refusing one.
    pub(super) fn undecided(subject: &Subject) -> Self {
        let host = &subject.endpoint.host;
        let origin = &subject.endpoint.origin;
        Finding::new(
            Code::OpaqueFail,
            format!(
                "Every test call to {host} failed. This browser does not tell whether it is down or only keeps its replies from web pages."
            ),
            &[
                NOT_FOR_PAGES,
                PERMISSION_HEADER,
                text!("a typing error in the address"),
                text!("a VPN, firewall, certificate or extension in between"),
            ],
            format!("Open {origin}/ in a new tab. If it answers there, run the curl line."),
        )
        .telling_the_vendor(text!("no reply could be read by a page"))
    }

    /// The page's own worker did not do its part.
    #[must_use]
    pub fn no_worker() -> Self {
        Finding::new(
            Code::Broken,
            text!("The measuring part of this page stopped before the request ended."),
            &[],
            text!("Send the test request again; if that does not help, reload the page."),
        )
    }
}

/// A server of one's own that can be told to answer pages; the table knows how.
fn opens_itself(subject: &Subject) -> bool {
    let row = subject.row;
    row.is_some_and(|row| row.cors == CorsVerdict::AfterSetup)
}

const fn place(space: AddressSpace) -> &'static str {
    match space {
        AddressSpace::Loopback => "computer",
        AddressSpace::Local | AddressSpace::Public => "network",
    }
}
