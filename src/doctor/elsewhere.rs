//! Findings about replies that could be read, but came from something else than the API.

use super::finding::OTHER_FORMAT;
use super::{Code, Finding};
use crate::plan::Endpoint;
use crate::text;
use crate::texts::Text;

const WEBSITE: Text = text!("the website's address instead of the API's");

impl Finding {
    /// 404, or 405: something is there, but nothing that takes our requests.
    pub(super) fn no_such_path(endpoint: &Endpoint, status: u16) -> Self {
        let Endpoint {
            host, origin, url, ..
        } = endpoint;
        let path = url.strip_prefix(origin).unwrap_or(url);
        Finding::new(
            Code::NotFound,
            format!(
                "{host} answers web pages, but the path {path} was not found: it answered {status}."
            ),
            &[
                text!("a base URL whose /v1 is missing or doubled"),
                OTHER_FORMAT,
                WEBSITE,
                text!("a server that says so of a model it does not have"),
            ],
            text!("Check the base URL (most end in /v1), and \"API format\" under Advanced."),
        )
    }

    /// 403 with a page: APIs refuse keys in JSON.
    pub(super) fn gateway_page(endpoint: &Endpoint) -> Self {
        let Endpoint { host, origin, .. } = endpoint;
        Finding::new(
            Code::BadReply,
            format!("{host} answered 403 with a web page instead of data."),
            &[
                text!("a gateway in front of it that checks for robots, or wants a login"),
                text!("a rule against your network or country"),
                WEBSITE,
            ],
            format!("Open {origin}/ in a new tab to see what it asks for."),
        )
    }

    pub(super) fn web_page(host: &str) -> Self {
        Finding::new(
            Code::BadReply,
            format!("{host} answered with a web page instead of data."),
            &[WEBSITE, text!("a login page")],
            text!("Use the base URL from the vendor's documentation of its API."),
        )
    }
}
