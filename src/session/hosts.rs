//! Which hosts were contacted since the page was opened: by runs, test calls and the list of models.

use crate::session::State;

/// Hosts besides the page's own server, in the order of the first contact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contacts {
    /// Their names, with the port if that isn't the scheme's own.
    pub hosts: Vec<String>,
    /// Those that could lead the browser on to another host unseen: a request whose reply the page must not read follows
    /// redirects, and no page learns where to.
    pub may_lead_on: Vec<String>,
}

/// Something is about to be sent to `host`.
pub fn contacted(state: &mut State, host: &str) {
    add(&mut state.contacts.hosts, host);
}

/// The same for a request that follows redirects unseen.
pub fn contacted_blindly(state: &mut State, host: &str) {
    contacted(state, host);
    add(&mut state.contacts.may_lead_on, host);
}

fn add(hosts: &mut Vec<String>, host: &str) {
    if !hosts.iter().any(|known| known == host) {
        hosts.push(host.to_owned());
    }
}

impl Contacts {
    /// "api.example.com, localhost:8787 (this page's own server)". `own`: host of the page, empty for a file.
    #[must_use]
    pub fn words(&self, own: &str) -> String {
        const OWN: &str = " (this page's own server)";
        let mut names = self.hosts.clone();
        match names.iter_mut().find(|host| *host == own) {
            Some(host) => host.push_str(OWN),
            None if own.is_empty() => {}
            None => names.push(format!("{own}{OWN}")),
        }
        let mut words = names.join(", ");
        if !self.may_lead_on.is_empty() {
            words.push_str(&format!(
                ". If the front page of {} redirects, the browser followed, and does not tell a page where to",
                self.may_lead_on.join(" or ")
            ));
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_host_is_named_once_and_the_pages_own_is_marked() {
        let mut state = State::default();
        assert_eq!(state.contacts.words(""), "");
        contacted(&mut state, "a.example");
        contacted(&mut state, "b.example:8080");
        contacted(&mut state, "a.example");
        assert_eq!(
            state.contacts.words("page.example"),
            "a.example, b.example:8080, page.example (this page's own server)"
        );
        assert_eq!(
            state.contacts.words("b.example:8080"),
            "a.example, b.example:8080 (this page's own server)"
        );
        contacted_blindly(&mut state, "a.example");
        assert!(
            state
                .contacts
                .words("")
                .starts_with("a.example, b.example:8080. If the front page of a.example redirects")
        );
    }
}
