//! One thing to try for each kind of failure.

use std::borrow::Cow;

use crate::plan::{AddressSpace, Plan};
use crate::protocol::ApiFormat;
use crate::text;
use crate::texts::Text;
use crate::trace::{Failure, FailureKind};

/// What to try after this failure of a request of the plan.
#[must_use]
pub fn advice_for(failure: &Failure, plan: &Plan) -> Cow<'static, str> {
    match failure.looks_like {
        Some(format) => other_format(format, plan.format).into(),
        None if failure.message.is_empty() && refers_to_words(failure.kind) => WORDLESS.into(),
        None => advice(failure.kind, plan.endpoint.address_space).into(),
    }
}

/// Stands in for advice to read words that did not come.
const WORDLESS: Text =
    text!("The server gave no reason. Check the model's name, the output limit and the base URL.");

const fn refers_to_words(kind: FailureKind) -> bool {
    matches!(kind, FailureKind::BadRequest | FailureKind::VendorError)
}

/// What to try if the reply seems to be in another format than the chosen one.
fn other_format(found: ApiFormat, chosen: ApiFormat) -> String {
    format!(
        "This looks like {}, not {}: change API format under Advanced.",
        found.label(),
        chosen.label()
    )
}

/// What to try next, in plain words.
#[must_use]
pub fn advice(kind: FailureKind, space: AddressSpace) -> Text {
    match kind {
        FailureKind::FetchRejected => match space {
            AddressSpace::Loopback | AddressSpace::Local => {
                text!(
                    "Check that the server runs and that it allows this page (CORS). The browser may also ask for permission to reach your network."
                )
            }
            AddressSpace::Public => {
                text!(
                    "The server may not allow browsers (CORS), or the address is wrong, or the key is: browsers can't tell these apart. Check address and key, then ask the vendor whether web pages may call it."
                )
            }
        },
        FailureKind::Unauthorized => {
            text!("Check the key, and that it may use this model. Paste it again without spaces.")
        }
        FailureKind::NotFound => {
            text!("Check the base URL (most end in /v1) and the model's name, letter by letter.")
        }
        FailureKind::RateLimited => {
            text!("Lower the concurrency or wait a minute, then run again.")
        }
        FailureKind::BadRequest => {
            text!(
                "Read the vendor's words above: often the model's name or the output limit isn't accepted."
            )
        }
        FailureKind::ServerError => {
            text!(
                "The fault is on the server's side. Wait and repeat; if it stays, tell the vendor the answer's id."
            )
        }
        FailureKind::UnexpectedStatus => {
            text!("The address redirects or answers oddly. Use the vendor's documented base URL.")
        }
        FailureKind::VendorError => {
            text!(
                "Read the vendor's words above. If it happens only sometimes, report the answer's id."
            )
        }
        FailureKind::BodyBroken => {
            text!(
                "The connection was lost. Check the network, then run again; if it stays, a proxy may cut long streams."
            )
        }
        FailureKind::EndedEarly => {
            text!(
                "The stream ended without saying that it was done. A proxy with a time limit often does that."
            )
        }
        FailureKind::EmptyBody => {
            text!(
                "The server accepted the request and sent nothing back. Check the base URL and the API format; a gateway in between may have dropped the answer."
            )
        }
        FailureKind::HtmlPage => {
            text!(
                "A web page came instead of an answer. Check the base URL: it has to be the API's, not the website's."
            )
        }
        FailureKind::WrongFormat => text!("Choose the API format that this server speaks."),
        FailureKind::TooLarge => {
            text!(
                "One message of the stream was larger than any answer needs. Check the base URL and the API format."
            )
        }
        FailureKind::IdleTimeout => {
            text!(
                "Nothing came for a long time. Try a shorter prompt, or a model that thinks less."
            )
        }
        FailureKind::TotalTimeout => {
            text!("Raise \"Timeout (s)\", or ask for fewer output tokens.")
        }
        FailureKind::OutputLimit => {
            text!(
                "The server sent more than was asked for and was stopped. Check that it honours the output limit."
            )
        }
        FailureKind::StoppedByUser => {
            text!("Run again and let it end to have this request counted.")
        }
    }
}
