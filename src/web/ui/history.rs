//! The results kept in this browser: what is kept, and what can be done with each.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use crate::session::history::{ANSWER_ID, Keeping, NOTE_ID, Question, control_id};
use crate::session::{HistoryMsg, Msg, Origin};
use crate::web::page::Page;
use crate::web::ui::dom::{El, dynamic, el, group, leaf, nothing, present, text};
use crate::web::ui::parts::{button, check, heading};
use crate::wire::files::{Ask, Kept, Shelf};

const ABOUT: &str = "Results are kept in this browser only and are sent nowhere. Whoever uses this browser can see them; clearing its data for this page removes them.";

/// Id of the list's name.
const TITLE_ID: &str = "history-title";

/// The view `#history`.
pub fn history(page: Page) -> El {
    tell(page, HistoryMsg::Look);
    let revision = page.slice(|s| s.history.revision);
    let list = dynamic(move || {
        revision.get();
        page.peek(|s| {
            let shelf = s.history.shelf.as_ref()?;
            Some(list(page, shelf, s.history.question))
        })
        .flatten()
        .unwrap_or_else(nothing)
    });
    leaf("div", "history", heading("", "History"))
        .child(leaf("p", "", ABOUT))
        .child(keeping(page))
        .child(said(page))
        .child(list)
}

fn tell(page: Page, msg: HistoryMsg) {
    page.send(Msg::History(msg));
}

fn keeping(page: Page) -> El {
    let tick = |label, hint, get: fn(&mut Keeping) -> &mut bool| {
        let on = page.slice(move |s| *get(&mut s.history.keeping.clone()));
        let change = move |on| {
            if let Some(mut keeping) = page.peek(|s| s.history.keeping) {
                *get(&mut keeping) = on;
                tell(page, HistoryMsg::Keeping(keeping));
            }
        };
        leaf("div", "take-option", check(label, move || on.get(), change))
            .child(leaf("small", "quiet", hint))
    };
    leaf(
        "div",
        "history-keeping",
        tick(
            "Keep finished runs in this browser",
            "Times and counts of each request, never the key. Opened links and files are kept only if you say so there.",
            |keeping| &mut keeping.runs,
        ),
    )
    .child(tick(
        "Keep texts in the history",
        "Prompt, answers and reasoning too, from the next run on.",
        |keeping| &mut keeping.texts,
    ))
}

/// What became of the last wish.
fn said(page: Page) -> El {
    let note = page.slice(|s| s.history.note.clone());
    let problem = page.slice(|s| s.history.problem.clone());
    let line = |class, role, said: Memo<String>| {
        el("p")
            .class(class)
            .attr("role", role)
            .live("hidden", move || present(said.get().is_empty()))
            .child(text(move || said.get()))
    };
    leaf("div", "history-said", line("", "status", note))
        .attr("id", NOTE_ID)
        .attr("tabindex", "-1")
        .child(line("history-problem", "alert", problem))
}

fn list(page: Page, shelf: &Shelf, question: Option<Question>) -> AnyView {
    if shelf.entries.is_empty() {
        let words = if page.peek(|s| s.history.keeping.runs) == Some(true) {
            "Nothing kept yet. Every finished run is kept here, in this browser only."
        } else {
            "Nothing is kept here. Tick \u{201c}Keep finished runs\u{201d} to keep the next ones."
        };
        return leaf("p", "history-empty", words).into();
    }
    let all = if question == Some(Question::RemoveAll) {
        sure(
            page,
            "Remove all results from this browser?",
            "Remove all",
            Ask::RemoveAll,
        )
    } else {
        asking(page, "Remove all", Question::RemoveAll)
    };
    let head = leaf(
        "div",
        "history-head",
        leaf("h2", "", &shelf.used).attr("id", TITLE_ID),
    );
    let entries = shelf.entries.iter().map(|kept| entry(page, kept, question));
    group([
        head.child(all),
        el("ul")
            .class("history-list card")
            // Some browsers say nothing of a list without markers.
            .attr("role", "list")
            .attr("aria-labelledby", TITLE_ID)
            .children(entries),
    ])
}

fn entry(page: Page, kept: &Kept, question: Option<Question>) -> El {
    let id = kept.id;
    let called = if kept.name.is_empty() {
        &kept.title
    } else {
        &kept.name
    };
    let origin = Origin::History {
        id,
        name: called.clone(),
        own: kept.own,
    };
    let open = press(page, "Open", HistoryMsg::Open(origin));
    let save = press(page, "Save as file", HistoryMsg::Do(Ask::Save { id }));
    let named =
        |action: El, verb: &'static str| action.attr("aria-label", [verb, ": ", called].concat());
    let actions = if question == Some(Question::Remove(id)) {
        sure(page, "Remove this result?", "Remove", Ask::Remove { id })
    } else {
        leaf("div", "history-actions", named(open, "Open"))
            .child(named(save, "Save as file"))
            .child(named(
                asking(page, "Rename", Question::Rename(id)),
                "Rename",
            ))
            .child(named(
                asking(page, "Remove", Question::Remove(id)),
                "Remove",
            ))
    };
    let title = if question == Some(Question::Rename(id)) {
        rename(page, kept)
    } else {
        leaf("h3", "", called)
    };
    let model = (!kept.name.is_empty()).then(|| leaf("p", "quiet", &kept.title));
    leaf("li", "history-entry", title)
        .child(model)
        .child(leaf("p", "", &kept.sentence))
        .child(leaf("p", "quiet", &kept.facts))
        .child(actions)
}

/// A button that says this. One piece of code for all of them.
fn press(page: Page, label: &'static str, msg: HistoryMsg) -> El {
    button("small", label, move || tell(page, msg.clone()))
}

/// A button that asks first.
fn asking(page: Page, label: &'static str, question: Question) -> El {
    press(page, label, HistoryMsg::Question(question)).attr("id", control_id(question))
}

/// The question before something is removed, in the page and not in a window of the browser.
fn sure(page: Page, question: &'static str, yes: &'static str, ask: Ask) -> El {
    leaf(
        "div",
        "history-actions history-sure",
        leaf("strong", "", question),
    )
    .attr("role", "group")
    .attr("aria-label", question)
    .attr("id", ANSWER_ID)
    .attr("tabindex", "-1")
    .child(press(page, yes, HistoryMsg::Do(ask)))
    .child(cancel(page))
}

fn cancel(page: Page) -> El {
    press(page, "Cancel", HistoryMsg::Cancel)
}

/// The name as a field. Enter gives it, Escape leaves it.
fn rename(page: Page, kept: &Kept) -> El {
    let id = kept.id;
    let give = move || {
        let field = document().get_element_by_id(ANSWER_ID);
        if let Some(Ok(field)) = field.map(JsCast::dyn_into::<HtmlInputElement>) {
            let name = field.value();
            tell(page, HistoryMsg::Do(Ask::Rename { id, name }));
        }
    };
    let field = el("input")
        .attr("type", "text")
        .attr("id", ANSWER_ID)
        .attr("maxlength", "80")
        .attr("autocomplete", "off")
        .attr("value", kept.name.clone())
        .on("keydown", move |event| {
            let key = event.dyn_into::<web_sys::KeyboardEvent>().map(|e| e.key());
            match key.as_deref() {
                Ok("Enter") => give(),
                Ok("Escape") => tell(page, HistoryMsg::Cancel),
                _ => {}
            }
        });
    let label = leaf("label", "", "Name").attr("for", ANSWER_ID);
    leaf("div", "history-rename", label)
        .child(field)
        .child(button("small", "Save name", give))
        .child(cancel(page))
}
