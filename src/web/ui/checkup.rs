//! "Test connection" and its answer: what is known, what it may be, one thing to try, and the texts to hand on.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::doctor::{Code, Finding, GoOn, Shell, Subject, complaint, curl};
use crate::session::checkup::{Checkup, CheckupMsg, Handout, Stage};
use crate::session::{Msg, State};
use crate::text;
use crate::web::effects::CHECKUP_ID;
use crate::web::environment;
use crate::web::page::Page;
use crate::web::ui::dom::{El, Text, dynamic, el, group, leaf, nothing, text};
use crate::web::ui::hosts::contacted_line;
use crate::web::ui::parts::button;

/// The end of the group "Where": the button, and the answer right below it.
pub fn test_connection(page: Page) -> El {
    let press = move || {
        page.look_for_key();
        page.send(Msg::Checkup(CheckupMsg::Start));
    };
    let about = text!("Asks the endpoint a few harmless questions. Your key is not sent.").get();
    let row = leaf("div", "checkup-row", button("", "Test connection", press))
        .child(leaf("p", "hint", about));
    leaf("div", "checkup", row)
        .child(answer(page, |s| s.checkup.as_ref()))
        .child(contacted_line(page))
}

/// Why requests of the last run were blocked; nothing if none were.
pub fn after_run(page: Page) -> AnyView {
    let shown = page.slice(|s| of_last_run(s).is_some());
    dynamic(move || {
        if !shown.get() {
            return nothing();
        }
        leaf(
            "div",
            "checkup",
            leaf("h2", "", "Why requests were blocked"),
        )
        .child(answer(page, of_last_run))
        .into()
    })
}

fn of_last_run(state: &State) -> Option<&Checkup> {
    state
        .checkup
        .as_ref()
        .filter(|checkup| checkup.is_after_run())
}

/// The words are a live region; the texts to copy stand outside of it, because nobody wants them read out.
fn answer(page: Page, pick: fn(&State) -> Option<&Checkup>) -> El {
    let stage = page.slice(move |s| pick(s).map(Checkup::stage_key).unwrap_or_default());
    // The memo is read, not only tracked: one that nobody reads never learns of changes.
    let built = move |build: fn(Page, &Checkup) -> AnyView| {
        dynamic(move || {
            if stage.with(String::is_empty) {
                return nothing();
            }
            let view = page.peek(|s| pick(s).map(|checkup| build(page, checkup)));
            view.flatten().unwrap_or_else(nothing)
        })
    };
    let live = leaf("div", "checkup-words", built(words)).attr("role", "status");
    el("div")
        .class("checkup-answer")
        .attr("id", CHECKUP_ID)
        .attr("tabindex", "-1")
        .child(live)
        .child(built(actions))
}

fn words(_: Page, checkup: &Checkup) -> AnyView {
    let waiting = |words: String| leaf("p", "checkup-waiting", words).into();
    match &checkup.stage {
        Stage::LookingAround => waiting("Looking at this browser's settings …".to_owned()),
        Stage::Asking(step) => waiting(format!("{} …", step.words())),
        Stage::Trying => waiting("Waiting for the answer to one real request …".to_owned()),
        Stage::Found(finding) => finding_view(finding).child(asked(checkup)).into(),
    }
}

/// "3 requests to api.example.com, none with a key."
fn asked(checkup: &Checkup) -> Option<El> {
    let host = &checkup.subject()?.endpoint.host;
    let probes = usize::try_from(checkup.probes()).ok().filter(|n| *n > 0)?;
    let probes = crate::format::counted(probes, "test call");
    let real = if checkup.has_trial() {
        ", then one real request"
    } else {
        ""
    };
    let line = format!("{probes} to {host} without your key{real}.");
    Some(leaf("p", "quiet", line))
}

/// A finding in words.
pub fn finding_view(finding: &Finding) -> El {
    let class = if finding.code.is_good() {
        "finding finding-good"
    } else if matches!(
        finding.code,
        Code::LocalAsk | Code::KnownNo | Code::NotStreamed
    ) {
        "finding finding-note"
    } else {
        "finding"
    };
    let quote = finding.quote.as_ref();
    let quote = quote.map(|words| leaf("p", "error-message", leaf("q", "", words)));
    let causes = (!finding.causes.is_empty()).then(|| {
        let causes = finding.causes.iter().map(|cause| leaf("li", "", *cause));
        group([
            leaf("p", "", "It may be, most likely first:"),
            leaf("ul", "causes", causes.collect::<Vec<_>>()),
        ])
    });
    let advice = &finding.advice;
    let advice = (!advice.is_empty()).then(|| leaf("p", "advice", Text::clone(advice)));
    leaf(
        "div",
        class,
        leaf("p", "finding-known", Text::clone(&finding.known)),
    )
    .attr("data-finding", finding.code.name())
    .child(quote)
    .child(causes)
    .child(advice)
}

fn actions(page: Page, checkup: &Checkup) -> AnyView {
    let Stage::Found(finding) = &checkup.stage else {
        return nothing();
    };
    let go_on = finding.go_on.map(|go_on| {
        let label = match go_on {
            GoOn::AskBrowser => "Continue",
            GoOn::TestAnyway => "Test anyway",
        };
        button("", label, move || {
            page.send(Msg::Checkup(CheckupMsg::GoOn));
        })
    });
    let subject = checkup.subject();
    let real = subject
        .filter(|_| checkup.may_try())
        .map(|subject| real_request(page, subject));
    let boxes = subject
        .zip(finding.problem.as_ref())
        .map(|(subject, problem)| boxes(page, subject, problem));
    let mut parts: Vec<El> = Vec::new();
    parts.extend(go_on);
    parts.extend(real.into_iter().flatten());
    parts.extend(boxes.into_iter().flatten());
    group(parts)
}

/// Says what it costs before it is pressed.
fn real_request(page: Page, subject: &Subject) -> [El; 4] {
    let key = if subject.wants_key {
        " Both carry your key, if you typed one."
    } else {
        ""
    };
    let cost = format!(
        "One real request to {}: a prompt of two words, at most 16 output tokens. If it gets through, the list of models is read too.{key}",
        subject.endpoint.host
    );
    let said = RwSignal::new(if subject.wants_key {
        "Reads the list only; it carries your key too.".to_owned()
    } else {
        "Reads the list only.".to_owned()
    });
    [
        button("", "Send one test request", move || {
            let now = environment::now_rfc3339();
            page.look_for_key();
            page.send(Msg::Checkup(CheckupMsg::Try { now }));
        })
        .attr("aria-describedby", "trial-cost"),
        leaf("p", "hint", cost).attr("id", "trial-cost"),
        button("", "List models", move || list_models(page, said))
            .attr("aria-describedby", "models-said"),
        leaf("p", "hint", text(move || said.get()))
            .attr("id", "models-said")
            .attr("role", "status"),
    ]
}

/// Reads the list of models, so that a name can be chosen before anything is asked of a model.
fn list_models(page: Page, said: RwSignal<String>) {
    page.look_for_key();
    said.set("Asking for the list …".to_owned());
    spawn_local(async move {
        said.set(match page.list_models().await {
            Ok(()) => "The field Model offers the names now.".to_owned(),
            Err(error) => {
                format!("There is no list to choose from: {error}. Type the model's name.")
            }
        });
    });
}

fn boxes(page: Page, subject: &Subject, problem: &str) -> [El; 2] {
    let origin = environment::page_origin();
    let now = environment::now_rfc3339();
    let day = now.get(..10).unwrap_or_default();
    let shell = Shell::of(&environment::user_agent());
    [
        copy_box(
            page,
            Handout::Curl,
            "Copy curl command",
            text!("The question that the browser asks before each request, for a terminal. A good answer is 200 or 204 with this page's address or * as access-control-allow-origin. 401 means that a gateway wants a key where no browser sends one.").get(),
            curl(subject, &origin, shell),
        ),
        copy_box(
            page,
            Handout::Complaint,
            "Copy text for the vendor",
            "What to tell those who run the endpoint.",
            complaint(subject, &origin, day, problem),
        ),
    ]
}

fn copy_box(
    page: Page,
    what: Handout,
    label: &'static str,
    about: &'static str,
    content: String,
) -> El {
    let copied = page.slice(move |s| {
        let copied = s.checkup.as_ref().and_then(|checkup| checkup.copied);
        match copied.filter(|(which, _)| *which == what) {
            None => String::new(),
            Some((_, true)) => "Copied.".to_owned(),
            Some((_, false)) => {
                text!("The browser does not let this page copy: select the text instead.")
                    .get()
                    .to_owned()
            }
        }
    });
    let shown = leaf("pre", "", &content)
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-label", about);
    let press = move || {
        let text = content.clone();
        page.send(Msg::Checkup(CheckupMsg::Copy { what, text }));
    };
    leaf("div", "copy-box", leaf("p", "hint", about))
        .child(shown)
        .child(
            leaf("p", "with-feedback", button("small", label, press))
                .child(leaf("span", "quiet", text(move || copied.get())).attr("role", "status")),
        )
}
