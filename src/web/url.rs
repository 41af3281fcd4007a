//! The browser's own URL parser behind the core's trait.

use crate::plan::{ParsedUrl, UrlParser, UrlProblem};

/// Parses with the browser's `URL`.
#[derive(Clone, Copy, Debug, Default)]
pub struct BrowserUrls;

impl UrlParser for BrowserUrls {
    fn parse(&self, text: &str) -> Result<ParsedUrl, UrlProblem> {
        let url = web_sys::Url::new(text).map_err(|_| UrlProblem)?;
        Ok(ParsedUrl {
            protocol: url.protocol(),
            username: url.username(),
            password: url.password(),
            hostname: url.hostname(),
            port: url.port(),
            pathname: url.pathname(),
            search: url.search(),
        })
    }
}
