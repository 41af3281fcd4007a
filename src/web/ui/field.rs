//! One field of the form: label, control, hint, error. The error is tied to the control for those who don't see it.

use leptos::prelude::*;

use crate::plan::Field;
use crate::session::{Edit, Msg, form};
use crate::web::page::Page;
use crate::web::ui::dom::{Child, El, Text, dynamic, el, group, leaf, nothing, yes_no};
use crate::web::ui::icon::warn;

/// What all fields have in common.
#[derive(Clone, Copy)]
pub struct Frame {
    page: Page,
    field: Field,
    error: Memo<Option<String>>,
}

impl Frame {
    /// The frame of a field.
    pub fn new(page: Page, field: Field) -> Self {
        let error = page.slice(move |s| {
            let error = s.field_errors.iter().find(|e| e.field() == field)?;
            Some(error.to_string())
        });
        Frame { page, field, error }
    }

    /// The control itself, tied to hint and error; each change of its text goes to `change`.
    pub fn control(
        self,
        tag: &'static str,
        event: &'static str,
        change: impl Fn(String) + 'static,
    ) -> El {
        let Frame { field, error, .. } = self;
        let bad = move || error.with(Option::is_some);
        el(tag)
            .attr("id", form::control_id(field))
            .live("aria-describedby", move || {
                let hint = hint_id(field);
                Some(Text::Owned(if bad() {
                    format!("{} {hint}", error_id(field))
                } else {
                    hint
                }))
            })
            .live("aria-invalid", move || yes_no(bad()))
            .on(event, move |event| change(event_target_value(&event)))
    }

    /// A control whose text is part of the draft.
    pub fn draft_control(self, tag: &'static str) -> El {
        let Frame { page, field, .. } = self;
        let value = page.slice(move |s| form::text(&s.draft, field).unwrap_or_default().to_owned());
        self.control(tag, "input", move |text| {
            page.send(Msg::Edit(Edit::Text(field, text)));
        })
        .live_text("value", move || value.get())
    }

    /// Label above, hint and error below whatever control stands in the middle.
    pub fn around(
        self,
        class: &'static str,
        label: &'static str,
        hint: impl Child,
        control: impl Child,
    ) -> El {
        let Frame { field, error, .. } = self;
        let message = dynamic(move || match error.get() {
            Some(message) => group([warn(), leaf("span", "", message)]),
            None => nothing(),
        });
        let class = move || {
            let bad = if error.with(Option::is_some) {
                " field-bad"
            } else {
                ""
            };
            Some(Text::Owned(format!("field {class}{bad}")))
        };
        el("div")
            .live("class", class)
            .child(leaf("label", "", label).attr("for", form::control_id(field)))
            .child(control)
            .child(leaf("p", "error", message).attr("id", error_id(field)))
            .child(leaf("p", "hint", hint).attr("id", hint_id(field)))
    }
}

fn hint_id(field: Field) -> String {
    format!("{}-hint", form::control_id(field))
}

fn error_id(field: Field) -> String {
    format!("{}-error", form::control_id(field))
}

/// A control that takes text as it is typed, without the browser's help.
pub fn plain_input(control: El, kind: &'static str) -> El {
    control
        .attr("type", kind)
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .attr("spellcheck", "false")
}

/// A line of free text. `inputmode` is the keyboard on phones: `text`, `numeric`, `url`.
pub fn text_field(
    page: Page,
    field: Field,
    class: &'static str,
    label: &'static str,
    inputmode: &'static str,
    hint: impl Child,
) -> El {
    let frame = Frame::new(page, field);
    let control = plain_input(frame.draft_control("input"), "text").attr("inputmode", inputmode);
    frame.around(class, label, hint, control)
}

/// A choice from a list of names.
pub fn choice(
    frame: Frame,
    names: Vec<&'static str>,
    value: Memo<String>,
    choose: impl Fn(String) + 'static,
) -> El {
    choice_of(frame, names, value, Box::new(choose))
}

fn choice_of(
    frame: Frame,
    names: Vec<&'static str>,
    value: Memo<String>,
    choose: Box<dyn Fn(String)>,
) -> El {
    let options = names.into_iter().map(|name| {
        leaf("option", "", name)
            .attr("value", name)
            .live_flag("selected", move || value.with(|v| v == name))
    });
    frame.control("select", "change", choose).children(options)
}
