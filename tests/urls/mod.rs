//! The URL parser of native tests. The page uses the browser's own.

use tokenpace::plan::{ParsedUrl, UrlParser, UrlProblem};

/// Parses by the crate `url`, which follows the same standard as browsers.
pub struct RustUrls;

impl UrlParser for RustUrls {
    fn parse(&self, text: &str) -> Result<ParsedUrl, UrlProblem> {
        let url = url::Url::parse(text).map_err(|_| UrlProblem)?;
        Ok(ParsedUrl {
            protocol: format!("{}:", url.scheme()),
            username: url.username().to_owned(),
            password: url.password().unwrap_or_default().to_owned(),
            hostname: url.host_str().unwrap_or_default().to_owned(),
            port: url.port().map(|port| port.to_string()).unwrap_or_default(),
            pathname: url.path().to_owned(),
            search: url.query().map(|q| format!("?{q}")).unwrap_or_default(),
        })
    }
}
