//! Keys and secret headers: whom they are for, and when they are forgotten.

use tokenpace::plan::{Field, HeldHeader, KEPT};
use tokenpace::session::{Effect, Msg, Phase};

use crate::page::Page;
use crate::{Flow, fields_at_fault};

#[test]
fn a_key_is_bound_to_the_origin_it_was_typed_for() {
    let mut page = Page::new();
    page.choose("Custom");
    page.type_in(Field::BaseUrl, "https://one.example/v1");
    let effects = page.send(Msg::KeyTyped {
        present: true,
        unsendable: None,
    });
    let bound = Effect::BindKey {
        origin: "https://one.example".to_owned(),
    };
    assert_eq!(effects, [bound]);

    let same = page.type_in(Field::BaseUrl, "https://one.example/other");
    assert!(!same.contains(&Effect::ForgetKey));
    assert!(page.0.key.present);

    for other in [
        "https://two.example/v1",
        "http://one.example/v1",
        "https://one.example:8443/v1",
    ] {
        let mut page = Page(page.0.clone());
        let effects = page.type_in(Field::BaseUrl, other);
        assert!(effects.contains(&Effect::ForgetKey), "{other}");
        assert!(!page.0.key.present);
        assert!(page.0.key.notice.as_ref().unwrap().contains("one.example"));
    }
}

#[test]
fn a_key_typed_before_the_address_belongs_to_the_first_address() {
    let mut page = Page::new();
    page.choose("Custom");
    page.type_in(Field::BaseUrl, "");
    assert_eq!(
        page.send(Msg::KeyTyped {
            present: true,
            unsendable: None
        }),
        []
    );
    let mut bound = Vec::new();
    for beginning in [
        "https",
        "https://o",
        "https://one.exampl",
        "https://one.example/v1",
    ] {
        for effect in page.type_in(Field::BaseUrl, beginning) {
            if let Effect::BindKey { origin } = effect {
                bound.push(origin);
            }
        }
    }
    assert_eq!(
        bound,
        ["https://o", "https://one.exampl", "https://one.example"]
    );
    let mut other = Page(page.0.clone());
    assert!(
        other
            .type_in(Field::BaseUrl, "https://two.example")
            .contains(&Effect::ForgetKey)
    );
    page.send(Msg::AddressEntered);
    let mut longer = Page(page.0.clone());
    assert!(
        longer
            .type_in(Field::BaseUrl, "https://one.example.org")
            .contains(&Effect::ForgetKey)
    );
    let effects = page.choose("Groq");
    assert!(effects.contains(&Effect::ForgetKey));
}

#[test]
fn forgetting_and_emptying_forget_the_key() {
    for msg in [
        Msg::ForgetKey,
        Msg::KeyTyped {
            present: false,
            unsendable: None,
        },
    ] {
        let mut page = Page::new();
        page.send(Msg::KeyTyped {
            present: true,
            unsendable: None,
        });
        assert_eq!(page.send(msg), [Effect::ForgetKey]);
        assert!(!page.0.key.present);
        assert_eq!(page.0.key.origin, None);
    }
}

fn enter_headers(page: &mut Page, text: &str, names: &[&str]) -> Vec<Effect> {
    let held = names.iter().map(|name| HeldHeader {
        name: (*name).to_owned(),
        unsendable: None,
    });
    page.send(Msg::HeadersEntered {
        text: text.to_owned(),
        held: held.collect(),
    })
}

#[test]
fn secret_headers_go_with_the_key_when_the_origin_changes() {
    let mut page = Page::new();
    page.choose("Custom");
    page.type_in(Field::BaseUrl, "https://one.example/v1");
    page.send(Msg::KeyTyped {
        present: true,
        unsendable: None,
    });
    let text = format!("X-Title: page\nX-Token: {KEPT}");
    let effects = enter_headers(&mut page, &text, &["X-Token"]);
    let [Effect::BindKey { origin }, Effect::SaveDraft(kept)] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    assert_eq!(origin, "https://one.example");
    assert_eq!(kept.extra_headers, "X-Title: page");
    let effects = page.type_in(Field::BaseUrl, "https://two.example/v1");
    assert_eq!(effects[..2], [Effect::ForgetKey, Effect::ForgetHeaders]);
    assert_eq!(page.0.draft.extra_headers, "X-Title: page");
    assert!(!page.0.key.holds_secret());
    let notice = page.0.key.notice.clone().unwrap();
    assert!(notice.contains("secret headers") && notice.contains("one.example"));
}

#[test]
fn secret_headers_without_a_key_are_bound_and_forgotten_too() {
    let mut page = Page::new();
    page.choose("Groq");
    enter_headers(&mut page, &format!("X-Token: {KEPT}"), &["X-Token"]);
    assert!(page.choose("Mistral").contains(&Effect::ForgetHeaders));
    enter_headers(&mut page, &format!("X-Token: {KEPT}"), &["X-Token"]);
    assert_eq!(
        page.send(Msg::ForgetKey),
        [Effect::ForgetKey, Effect::ForgetHeaders]
    );
    assert_eq!(page.0.draft.extra_headers, "");
    enter_headers(&mut page, &format!("X-Token: {KEPT}"), &["X-Token"]);
    let removed = enter_headers(&mut page, "X-Title: a", &[]);
    assert!(removed.contains(&Effect::ForgetHeaders));
}

#[test]
fn a_key_that_no_header_can_carry_is_a_fault_of_its_field() {
    let mut page = Page::new();
    page.send(Msg::KeyTyped {
        present: true,
        unsendable: Some('…'),
    });
    page.submit();
    assert_eq!(fields_at_fault(&page), [Field::ApiKey]);
    assert!(page.0.field_errors[0].to_string().contains('…'));
    page.send(Msg::ForgetKey);
    page.submit();
    assert_eq!(page.0.phase, Phase::Running);
}
