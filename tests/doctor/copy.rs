//! What the user can take along: a line for the shell, two for the vendor.

use tokenpace::doctor::{Answer, Shell, complaint, curl};
use tokenpace::protocol::AuthScheme;

use crate::{UNREADABLE, examine, host, public};

#[test]
fn the_curl_line_is_the_browsers_own_question() {
    let mut subject = public();
    subject.headers = ["content-type", "anthropic-version"]
        .map(|name| (name.to_owned(), String::new()))
        .to_vec();
    subject.auth = AuthScheme::Header("X-Api-Key");
    assert_eq!(
        curl(&subject, "https://page.example", Shell::Posix),
        "curl -i -X OPTIONS 'https://api.example.com/v1/chat/completions' -H 'Origin: https://page.example' \
         -H 'Access-Control-Request-Method: POST' \
         -H 'Access-Control-Request-Headers: anthropic-version,content-type,x-api-key'"
    );
    let windows = Shell::of("Mozilla/5.0 (Windows NT 10.0; Win64; x64)");
    let line = curl(&subject, "https://page.example", windows);
    assert!(line.starts_with("curl.exe -i -X OPTIONS \"https://"));
    assert!(line.ends_with(
        "-H \"Access-Control-Request-Headers: anthropic-version,content-type,x-api-key\""
    ));
    assert_eq!(Shell::of("Mozilla/5.0 (X11; Linux x86_64)"), Shell::Posix);
}

#[test]
fn an_address_cannot_break_out_of_its_quotes() {
    let mut subject = public();
    subject.endpoint.url = "https://a.example/v1'; rm -rf $HOME; '`x`/chat".to_owned();
    let line = curl(&subject, "https://page.example", Shell::Posix);
    assert!(
        line.contains(r"'https://a.example/v1'\''; rm -rf $HOME; '\''`x`/chat'"),
        "{line}"
    );
    let line = curl(&subject, "https://page.example", Shell::PowerShell);
    assert!(
        line.contains(r#""https://a.example/v1'; rm -rf `$HOME; '``x``/chat""#),
        "{line}"
    );
}

#[test]
fn the_text_for_the_vendor_has_two_lines() {
    let closed = [UNREADABLE, UNREADABLE, UNREADABLE, Answer::Opaque];
    let (finding, _) = examine(public(), host(closed));
    let problem = finding.problem.unwrap();
    let text = complaint(&public(), "https://page.example", "2026-11-29", &problem);
    assert_eq!(text.lines().count(), 2);
    for part in [
        "2026-11-29",
        "https://page.example",
        "chat/completions",
        "OPTIONS",
        "name authorization, content-type in Access-Control-Allow-Headers",
        "Max-Age",
    ] {
        assert!(text.contains(part), "{part}");
    }
}
