//! Texts to hand on: the browser's permission question as a command line, and two lines for the vendor. Both are made of
//! the address and of header names only, so no key can be in them.

use super::Subject;

/// Whose rules of quoting apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// sh, bash, zsh and their like.
    Posix,
    /// Windows PowerShell, where `curl` alone is another program.
    PowerShell,
}

impl Shell {
    /// The shell people on this computer have at hand.
    #[must_use]
    pub fn of(user_agent: &str) -> Self {
        if user_agent.contains("Windows") {
            Shell::PowerShell
        } else {
            Shell::Posix
        }
    }

    const fn program(self) -> &'static str {
        match self {
            Shell::Posix => "curl",
            Shell::PowerShell => "curl.exe",
        }
    }

    fn quoted(self, text: &str) -> String {
        match self {
            Shell::Posix => format!("'{}'", text.replace('\'', r"'\''")),
            Shell::PowerShell => {
                let mut out = String::from("\"");
                for c in text.chars() {
                    if matches!(c, '`' | '$' | '"') {
                        out.push('`');
                    }
                    out.push(c);
                }
                out.push('"');
                out
            }
        }
    }
}

/// The preflight that the browser sends before a real request, as a command whose output shows the headers of the reply.
#[must_use]
pub fn curl(subject: &Subject, page_origin: &str, shell: Shell) -> String {
    let mut line = format!(
        "{} -i -X OPTIONS {}",
        shell.program(),
        shell.quoted(&subject.endpoint.url)
    );
    let headers = [
        ("Origin", page_origin.to_owned()),
        ("Access-Control-Request-Method", "POST".to_owned()),
        (
            "Access-Control-Request-Headers",
            subject.header_names().join(","),
        ),
    ];
    for (name, value) in headers {
        line.push_str(" -H ");
        line.push_str(&shell.quoted(&format!("{name}: {value}")));
    }
    line
}

/// Two lines for the vendor: what failed, and what would help. `problem` completes "could not call …:", `day` is a date.
#[must_use]
pub fn complaint(subject: &Subject, page_origin: &str, day: &str, problem: &str) -> String {
    let url = &subject.endpoint.url;
    let headers = subject.header_names().join(", ");
    format!(
        "On {day} a web page at {page_origin} could not call {url}: {problem}.\n\
         Please answer OPTIONS without asking for a key, name {headers} in Access-Control-Allow-Headers, send Access-Control-Allow-Origin with error replies too, and add Access-Control-Max-Age: 7200. With Timing-Allow-Origin a page can also show which part of the wait is your server's."
    )
}
