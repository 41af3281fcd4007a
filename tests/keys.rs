//! "Keep for this tab", and addresses that have a key in them, as flows of messages.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod urls;

use tokenpace::plan::{Field, FieldError, HeldHeader, KEPT};
use tokenpace::session::{Edit, Effect, Msg, Phase, State, update};
use urls::RustUrls;

const ONE: &str = "https://one.example";

struct Page(State);

impl Page {
    /// The form of an endpoint of one's own.
    fn at(base_url: &str) -> Self {
        let mut page = Page(State::default());
        page.send(Msg::Edit(Edit::Provider("Custom".to_owned())));
        page.address(base_url);
        page
    }

    fn send(&mut self, msg: Msg) -> Vec<Effect> {
        update(&mut self.0, msg, &RustUrls)
    }

    fn address(&mut self, text: &str) -> Vec<Effect> {
        self.send(Msg::Edit(Edit::Text(Field::BaseUrl, text.to_owned())))
    }

    fn key(&mut self) -> Vec<Effect> {
        self.send(Msg::KeyTyped {
            present: true,
            unsendable: None,
        })
    }

    fn restored(&mut self) -> Vec<Effect> {
        self.send(Msg::KeyRestored {
            origin: ONE.to_owned(),
            unsendable: None,
        })
    }

    fn secret_header(&mut self) -> Vec<Effect> {
        let held = vec![HeldHeader {
            name: "X-Token".to_owned(),
            unsendable: None,
        }];
        let text = format!("X-Title: page\nX-Token: {KEPT}");
        self.send(Msg::HeadersEntered { text, held })
    }
}

fn bind(origin: &str) -> Effect {
    Effect::BindKey {
        origin: origin.to_owned(),
    }
}

/// What the effects say last about keeping the key.
fn keeps(effects: &[Effect]) -> Option<bool> {
    effects.iter().rev().find_map(|effect| match effect {
        Effect::KeepKey(keep) => Some(*keep),
        Effect::ForgetKey => Some(false),
        _ => None,
    })
}

#[test]
fn nothing_is_kept_unasked() {
    let mut page = Page::at(&format!("{ONE}/v1"));
    assert_eq!(page.key(), [bind(ONE)]);
    assert_eq!(keeps(&page.secret_header()), None);
    assert_eq!(keeps(&page.send(Msg::PageLeft)), Some(false));
    assert!(!page.0.key.holds_secret());
}

#[test]
fn a_ticked_key_is_kept_and_an_unticked_one_is_removed_at_once() {
    let mut page = Page::at(&format!("{ONE}/v1"));
    page.key();
    assert_eq!(page.send(Msg::KeepKey(true)), [Effect::KeepKey(true)]);
    // The same key, corrected.
    assert_eq!(page.key(), [bind(ONE), Effect::KeepKey(true)]);
    assert_eq!(page.send(Msg::PageLeft), []);
    assert!(page.0.key.present);
    assert_eq!(page.send(Msg::KeepKey(false)), [Effect::KeepKey(false)]);
    assert_eq!(keeps(&page.key()), None);
    assert!(page.0.key.present);
}

#[test]
fn the_tick_may_come_before_the_key_and_the_address() {
    let mut page = Page::at("");
    assert_eq!(page.send(Msg::KeepKey(true)), [Effect::KeepKey(false)]);
    assert_eq!(page.key(), [Effect::KeepKey(false)]);
    let effects = page.address("https://one.exa");
    assert_eq!(
        effects[..2],
        [bind("https://one.exa"), Effect::KeepKey(true)]
    );
    let effects = page.address(ONE);
    assert_eq!(effects[..2], [bind(ONE), Effect::KeepKey(true)]);
    // A page that is left while the key belongs nowhere keeps nothing.
    page.address("https://");
    assert_eq!(keeps(&page.send(Msg::PageLeft)), Some(false));
}

#[test]
fn whatever_forgets_the_key_unticks() {
    for msg in [
        Msg::ForgetKey,
        Msg::Edit(Edit::Text(Field::BaseUrl, "https://two.example".to_owned())),
        Msg::Edit(Edit::Text(
            Field::BaseUrl,
            "http://one.example/v1".to_owned(),
        )),
        Msg::Edit(Edit::Provider("Groq".to_owned())),
    ] {
        let mut page = Page::at(&format!("{ONE}/v1"));
        page.key();
        page.send(Msg::KeepKey(true));
        let effects = page.send(msg);
        assert!(effects.contains(&Effect::ForgetKey), "{effects:?}");
        assert_eq!(keeps(&effects), Some(false));
        assert!(!page.0.key.keep && !page.0.key.present);
    }
}

#[test]
fn an_emptied_field_keeps_nothing() {
    let mut page = Page::at(ONE);
    page.key();
    page.send(Msg::KeepKey(true));
    let effects = page.send(Msg::KeyTyped {
        present: false,
        unsendable: None,
    });
    assert_eq!(effects, [Effect::ForgetKey]);
}

#[test]
fn secret_headers_are_never_kept() {
    let mut page = Page::at(ONE);
    page.key();
    page.secret_header();
    page.send(Msg::KeepKey(true));
    assert_eq!(page.send(Msg::PageLeft), [Effect::ForgetHeaders]);
    assert!(page.0.key.headers.is_empty() && page.0.key.is_kept());
    assert_eq!(page.0.draft.extra_headers, "X-Title: page");
}

#[test]
fn a_kept_key_comes_back_for_its_own_address_only() {
    let mut page = Page::at(&format!("{ONE}/other/path"));
    assert_eq!(page.restored(), []);
    assert!(page.0.key.is_kept());
    assert_eq!(page.0.key.origin.as_deref(), Some(ONE));
    assert!(
        page.address("https://two.example")
            .contains(&Effect::ForgetKey)
    );

    for other in ["https://two.example/v1", "https://one.example:444", ""] {
        let mut page = Page::at(other);
        assert_eq!(page.restored(), [Effect::ForgetKey], "{other}");
        assert!(!page.0.key.keep && !page.0.key.present);
        assert!(page.0.key.notice.as_ref().unwrap().contains(ONE));
    }
}

#[test]
fn a_browser_that_keeps_nothing_is_not_said_to_keep_the_key() {
    let mut page = Page::at(ONE);
    page.key();
    page.send(Msg::KeepKey(true));
    page.send(Msg::KeyNotKept);
    assert!(!page.0.key.keep && page.0.key.present);
    assert!(page.0.key.notice.as_ref().unwrap().contains("reload"));
}

#[test]
fn a_pasted_address_loses_its_secret_at_once_and_the_key_follows_the_rest() {
    for (pasted, rest) in [
        (
            "https://one.example/v1beta?key=canary-1234&alt=sse",
            "https://one.example/v1beta?alt=sse",
        ),
        (
            "https://me:canary-1234@one.example/v1",
            "https://one.example/v1",
        ),
    ] {
        let mut page = Page::at("");
        page.key();
        page.address(pasted);
        let effects = page.send(Msg::AddressPasted);
        assert_eq!(page.0.draft.base_url, rest);
        assert_eq!(effects[0], bind(ONE));
        assert!(!format!("{:?}", page.0).contains("canary"));
        let [FieldError::BaseUrl(error)] = page.0.field_errors.as_slice() else {
            panic!("{:?}", page.0.field_errors);
        };
        assert!(error.to_string().contains("we removed"));
    }
}

#[test]
fn other_pasted_addresses_stay_as_they_are() {
    for pasted in ["one.example", "https://one.example/v1?api-version=1", ""] {
        let mut page = Page::at(pasted);
        assert_eq!(page.send(Msg::AddressPasted), []);
        assert_eq!(page.0.draft.base_url, pasted);
        assert_eq!(page.0.field_errors, []);
    }
}

#[test]
fn a_run_with_a_key_in_its_address_does_not_start_and_the_next_one_has_the_typed_key() {
    let mut page = Page::at("https://one.example/v1?key=canary-1234");
    page.key();
    page.send(Msg::Edit(Edit::Text(Field::Model, "any".to_owned())));
    let submit = || Msg::Submit {
        now: "2026-11-29T18:00:00.000Z".to_owned(),
    };
    let effects = page.send(submit());
    assert_eq!(page.0.phase, Phase::Setup);
    assert!(effects.contains(&bind(ONE)), "{effects:?}");
    page.send(submit());
    assert_eq!(page.0.phase, Phase::Running);
    assert_eq!(page.0.contacts.hosts, ["one.example"]);
}

#[test]
fn an_address_that_cannot_be_read_is_not_quoted_with_its_secret() {
    for typed in [
        "one.example/v1?key=canary-1234",
        "me:canary-1234@one.example",
        "sk-canary-1234-1234-1234",
        "https:///v1?token=canary-1234",
        "https://one example/?key=canary-1234",
    ] {
        let mut page = Page::at(typed);
        page.send(Msg::Submit { now: String::new() });
        let said: String = page
            .0
            .field_errors
            .iter()
            .map(|e| format!("{e:?} {e}"))
            .collect();
        assert!(!said.is_empty() && !said.contains("canary"), "{said}");
    }
}

#[test]
fn the_key_in_another_field_stops_the_run_until_that_is_changed() {
    let mut page = Page::at(&format!("{ONE}/v1"));
    page.key();
    page.send(Msg::Edit(Edit::Text(Field::Model, "m".to_owned())));
    let effects = page.send(Msg::KeySeenIn(vec![Field::Model, Field::Prompt]));
    assert!(
        matches!(effects.as_slice(), [Effect::SaveDraft(_)]),
        "what was kept before is replaced: {effects:?}"
    );
    let held = |page: &Page| -> Vec<Field> {
        let errors = page.0.field_errors.iter();
        errors
            .filter(|error| matches!(error, FieldError::HoldsKey { .. }))
            .map(FieldError::field)
            .collect()
    };
    assert_eq!(held(&page), [Field::Model, Field::Prompt]);
    assert!(
        page.0.field_errors[0]
            .to_string()
            .contains("contains your key")
    );
    let now = "2026-01-01T00:00:00Z".to_owned();
    page.send(Msg::Submit { now: now.clone() });
    assert_eq!(page.0.phase, Phase::Setup);
    assert!(page.0.run.is_none());
    assert_eq!(held(&page), [Field::Model, Field::Prompt]);
    page.send(Msg::Edit(Edit::Text(Field::Model, "m-2".to_owned())));
    assert_eq!(held(&page), [Field::Prompt]);
    assert!(page.send(Msg::KeySeenIn(Vec::new())).is_empty());
    assert_eq!(held(&page), []);
    page.send(Msg::Submit { now });
    assert_eq!(page.0.phase, Phase::Running);
}
