//! One field of the form: label, control, hint, error. The error is tied to the control for those who don't see it.

use leptos::prelude::*;

use crate::plan::Field;
use crate::session::{Edit, Msg, form};
use crate::web::page::Page;
use crate::web::ui::icon::Warn;

/// The error of a field, if it has one.
pub fn error_of(field: Field) -> Memo<Option<String>> {
    Page::get().slice(move |s| {
        let error = s.field_errors.iter().find(|e| e.field() == field)?;
        Some(error.to_string())
    })
}

/// Id of the hint below a field.
pub fn hint_id(field: Field) -> String {
    format!("{}-hint", form::control_id(field))
}

fn error_id(field: Field) -> String {
    format!("{}-error", form::control_id(field))
}

/// Value of `aria-describedby`.
pub fn described_by(field: Field, error: Memo<Option<String>>) -> impl Fn() -> String + Copy {
    move || {
        let hint = hint_id(field);
        if error.with(Option::is_some) {
            format!("{} {hint}", error_id(field))
        } else {
            hint
        }
    }
}

/// Value of `aria-invalid`.
pub fn invalid(error: Memo<Option<String>>) -> impl Fn() -> &'static str + Copy {
    move || {
        if error.with(Option::is_some) {
            "true"
        } else {
            "false"
        }
    }
}

/// Label above, hint and error below whatever control stands in the middle.
#[component]
pub fn FieldFrame(
    /// The field.
    field: Field,
    /// Its label.
    label: &'static str,
    /// Text below it.
    #[prop(into)]
    hint: Signal<String>,
    /// Its error.
    error: Memo<Option<String>>,
    /// More classes.
    #[prop(default = "")]
    class: &'static str,
    /// The control.
    children: Children,
) -> impl IntoView {
    view! {
        <div class=format!("field {class}") class:field-bad=move || error.with(Option::is_some)>
            <label for=form::control_id(field)>{label}</label>
            {children()}
            <p class="error" id=error_id(field)>
                {move || {
                    error.get().map(|message| view! { <Warn/><span>{message}</span> })
                }}
            </p>
            <p class="hint" id=hint_id(field)>{move || hint.get()}</p>
        </div>
    }
    .into_any()
}

/// A line of free text.
#[component]
pub fn TextField(
    /// The field.
    field: Field,
    /// Its label.
    label: &'static str,
    /// Text below it.
    #[prop(optional, into)]
    hint: Signal<String>,
    /// Keyboard on phones: `text`, `numeric`, `url`.
    #[prop(default = "text")]
    inputmode: &'static str,
    /// Id of a datalist.
    #[prop(optional)]
    list: Option<&'static str>,
    /// More classes.
    #[prop(default = "")]
    class: &'static str,
) -> impl IntoView {
    let page = Page::get();
    let error = error_of(field);
    let value = page.slice(move |s| form::text(&s.draft, field).unwrap_or_default().to_owned());
    view! {
        <FieldFrame field label hint error class>
            <input
                id=form::control_id(field)
                type="text"
                inputmode=inputmode
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                list=list
                prop:value=move || value.get()
                aria-describedby=described_by(field, error)
                aria-invalid=invalid(error)
                on:input=move |event| {
                    page.send(Msg::Edit(Edit::Text(field, event_target_value(&event))));
                }
            />
        </FieldFrame>
    }
    .into_any()
}

/// A choice from a list of `(value, label)`.
#[component]
pub fn ChoiceField(
    /// The field.
    field: Field,
    /// Its label.
    label: &'static str,
    /// Text below it.
    #[prop(optional, into)]
    hint: Signal<String>,
    /// Values and labels.
    options: Vec<(String, String)>,
    /// The chosen value.
    #[prop(into)]
    value: Signal<String>,
    /// Called with the value chosen.
    choose: Callback<String>,
    /// More classes.
    #[prop(default = "")]
    class: &'static str,
) -> impl IntoView {
    let error = error_of(field);
    let options: Vec<_> = options
        .into_iter()
        .map(|(option, label)| {
            let this = option.clone();
            view! {
                <option value=option prop:selected=move || value.with(|v| *v == this)>{label}</option>
            }
        })
        .collect();
    view! {
        <FieldFrame field label hint error class>
            <select
                id=form::control_id(field)
                aria-describedby=described_by(field, error)
                aria-invalid=invalid(error)
                on:change=move |event| choose.run(event_target_value(&event))
            >
                {options}
            </select>
        </FieldFrame>
    }
    .into_any()
}
