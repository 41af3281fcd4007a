//! Filling in the form.

use tokenpace::plan::{Field, Workload};
use tokenpace::protocol::ApiFormat;
use tokenpace::session::preset::Preset;
use tokenpace::session::{Edit, Effect, Focus, Msg, Phase, State};

use crate::page::{Page, SIMULATED};
use crate::{Flow, fields_at_fault};

fn saves(effects: &[Effect]) -> bool {
    effects
        .iter()
        .any(|effect| matches!(effect, Effect::SaveDraft(_)))
}

#[test]
fn faults_are_kept_until_their_field_changes_and_the_first_gets_the_focus() {
    let mut page = Page::new();
    page.type_in(Field::Model, "");
    page.type_in(Field::Requests, "many");
    let effects = page.submit();
    assert_eq!(effects, [Effect::Focus(Focus::Field(Field::Model))]);
    assert_eq!(fields_at_fault(&page), [Field::Model, Field::Requests]);
    assert_eq!(page.0.phase, Phase::Setup);
    page.type_in(Field::Model, "m");
    assert_eq!(fields_at_fault(&page), [Field::Requests]);
    page.send(Msg::Preset(Preset::QuickLook));
    assert_eq!(fields_at_fault(&page), []);
    assert_eq!(page.0.draft.requests, "5");
}

#[test]
fn a_secret_in_the_address_leaves_the_field_and_is_not_kept() {
    let mut page = Page::new();
    let effects = page.type_in(
        Field::BaseUrl,
        "https://api.example.com/v1?api_key=sk-123456789012",
    );
    let [Effect::SaveDraft(kept)] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    assert_eq!(kept.base_url, "https://api.example.com/v1");
    page.submit();
    assert_eq!(fields_at_fault(&page), [Field::BaseUrl]);
    assert!(!page.0.draft.base_url.contains("sk-"));
}

#[test]
fn a_pasted_endpoint_tells_its_format_once() {
    let mut page = Page::new();
    page.choose("Custom");
    page.type_in(Field::BaseUrl, "https://gate.example/v1");
    page.send(Msg::AddressEntered);
    assert_eq!(page.0.recognised.format, None, "a base URL tells nothing");
    for format in ApiFormat::ALL.iter().copied() {
        let path = format.path_and_query("m", "");
        let (path, _) = path.split_once('?').unwrap_or((&path, ""));
        page.type_in(Field::BaseUrl, &format!(" https://gate.example/v1{path} "));
        page.send(Msg::AddressEntered);
        assert_eq!(page.0.recognised.format, Some(format));
        assert_eq!(page.0.draft.format, format);
        let said = tokenpace::session::offers::recognised_format(&page.0);
        assert!(said.starts_with(&format!("Recognised as {}.", format.label())));
    }
    // A format chosen by hand stays, however often the field is left, and after a run.
    page.send(Msg::Edit(Edit::Format(ApiFormat::OpenAiChat)));
    page.send(Msg::AddressEntered);
    assert_eq!(page.0.recognised.format, None);
    assert_eq!(page.0.draft.format, ApiFormat::OpenAiChat);
    page.submit();
    assert_eq!(page.0.draft.format, ApiFormat::OpenAiChat);
}

#[test]
fn enter_in_the_address_starts_a_run_of_the_recognised_format() {
    let mut page = Page::new();
    page.choose("Custom");
    page.type_in(Field::Model, "m");
    page.type_in(Field::BaseUrl, "http://localhost:1/v1/chat/completions");
    let effects = page.submit();
    assert!(
        effects.iter().any(|e| matches!(e, Effect::Start { .. })),
        "{effects:?}"
    );
    assert_eq!(page.0.recognised.format, Some(ApiFormat::OpenAiChat));
}

#[test]
fn listed_models_replace_the_examples_of_their_endpoint_only() {
    use tokenpace::session::offers::{known_models, listed_models};
    let mut page = Page::new();
    page.choose("Groq");
    let examples = known_models(&page.0);
    assert!(!examples.is_empty());
    assert_eq!(listed_models(&page.0), "");
    page.send(Msg::ModelsListed {
        base_url: page.0.draft.base_url.clone(),
        names: vec!["a".to_owned(), "b".to_owned()],
    });
    assert_eq!(known_models(&page.0), ["a", "b"]);
    assert!(listed_models(&page.0).starts_with("The endpoint lists 2 models; “"));
    page.type_in(Field::Model, "b");
    assert_eq!(listed_models(&page.0), "The endpoint lists 2 models.");
    page.type_in(Field::BaseUrl, "https://other.example/v1");
    assert_eq!(known_models(&page.0), examples);
    assert_eq!(listed_models(&page.0), "");
}

#[test]
fn a_provider_fills_the_form_and_custom_keeps_only_what_was_typed() {
    let mut page = Page::new();
    assert!(saves(&page.choose("Groq")));
    assert_eq!(page.0.draft.base_url, "https://api.groq.com/openai/v1");
    assert!(!page.0.draft.model.is_empty());
    page.choose("Custom");
    assert_eq!(page.0.draft.base_url, "");
    page.choose("Groq");
    page.type_in(Field::BaseUrl, "https://mine.example/v1");
    page.choose("Custom");
    assert_eq!(page.0.draft.base_url, "https://mine.example/v1");
    page.choose("Simulated vendor");
    assert_eq!(page.0.draft.base_url, SIMULATED);
}

#[test]
fn the_simulated_vendor_of_today_replaces_the_one_of_yesterday() {
    let mut draft = Page::new().0.draft;
    draft.requests = "7".to_owned();
    draft.base_url = "http://localhost:1/v1".to_owned();
    let mut page = Page(State::default());
    page.send(Msg::Restore {
        draft: Some(Box::new(draft)),
        simulated_base_url: Some(SIMULATED.to_owned()),
        page_is_https: false,
    });
    assert_eq!(page.0.draft.base_url, SIMULATED);
    assert_eq!(page.0.draft.requests, "7");
}

#[test]
fn ones_own_prompt_survives_a_look_at_the_ready_made_ones() {
    let mut page = Page::new();
    page.type_in(Field::Prompt, "Mine.");
    assert_eq!(page.0.draft.workload, Workload::Own);
    page.send(Msg::Edit(Edit::Workload(Workload::Code)));
    assert_eq!(page.0.draft.prompt, Workload::Code.info().prompt.get());
    assert_eq!(
        page.0.draft.max_output_tokens,
        Workload::Code.info().max_output_tokens.to_string()
    );
    page.send(Msg::Edit(Edit::Workload(Workload::Own)));
    assert_eq!(page.0.draft.prompt, "Mine.");
}

#[test]
fn ones_own_prompt_is_kept_while_another_workload_is_chosen() {
    let mut page = Page::new();
    page.type_in(Field::Prompt, "My very own prompt");
    let effects = page.send(Msg::Edit(Edit::Workload(Workload::Code)));
    let Some(Effect::SaveDraft(kept)) = effects.last() else {
        panic!("the draft is saved: {effects:?}");
    };
    let mut reloaded = Page::new();
    reloaded.send(Msg::Restore {
        draft: Some(kept.clone()),
        simulated_base_url: None,
        page_is_https: false,
    });
    reloaded.send(Msg::Edit(Edit::Workload(Workload::Own)));
    assert_eq!(reloaded.0.draft.prompt, "My very own prompt");
}
