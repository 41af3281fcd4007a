//! Where a result comes from that this page has not measured, and what can be done with it.

use crate::link::NEVER_CARRIED;
use crate::report::Report;
use crate::session::{HistoryMsg, Msg, Origin};
use crate::web::page::Page;
use crate::web::ui::dom::{El, dynamic, leaf, nothing};
use crate::web::ui::parts::button;
use leptos::prelude::{AnyView, Get};

/// Above the verdict; `None` for a result of this page.
pub fn provenance(page: Page, report: &Report) -> Option<El> {
    let origin = page.peek(|s| {
        let opened = s.run.as_ref()?.opened.as_ref()?;
        Some(opened.origin.clone())
    })??;
    let formulas = env!("CARGO_PKG_VERSION");
    let whose = [
        "Measured with Tokenpace ",
        &report.app.version,
        "; judged here by the formulas of ",
        formulas,
        ".",
    ]
    .concat();
    let from_history = matches!(origin, Origin::History { .. });
    let headline = if from_history {
        "From the history of this browser."
    } else {
        NOT_VERIFIED
    };
    let card = leaf(
        "div",
        "provenance",
        leaf("p", "", leaf("strong", "", headline)),
    );
    let from_link = page.peek(|s| Some(s.run.as_ref()?.opened.as_ref()?.rows.is_some()));
    let missing = from_link.flatten().unwrap_or_default().then(|| {
        leaf(
            "p",
            "quiet",
            ["A link has no room for ", NEVER_CARRIED, "."].concat(),
        )
    });
    let more = match origin {
        Origin::Link(_) => whose,
        Origin::File(name) => ["From the file ", &name, ". ", &whose].concat(),
        Origin::History { own, name, .. } => {
            let (verified, between) = if own { ("", "") } else { (NOT_VERIFIED, " ") };
            [&name, ". ", verified, between, &whose].concat()
        }
    };
    let card = card.child(leaf("p", "quiet", more)).child(missing);
    let keep = (!from_history).then(|| keep_this(page));
    let actions = leaf("p", "actions", test_yourself(page)).child(keep);
    Some(card.child(actions.child(own_result(page))))
}

const NOT_VERIFIED: &str = "Reported by the sender, not verified.";

/// What was opened is kept only when asked for, and what was measured here also where the history is off or has refused it.
pub fn keep_this(page: Page) -> AnyView {
    let kept = page.slice(|s| s.run.as_ref().is_none_or(|run| run.kept.is_some()));
    dynamic(move || {
        if kept.get() {
            return nothing();
        }
        button("", "Keep in the history", move || {
            page.send(Msg::History(HistoryMsg::KeepThis));
        })
        .into()
    })
}

/// The button of a result that was measured elsewhere or before, in place of "Run again".
pub fn test_yourself(page: Page) -> El {
    let own = page.peek(|s| {
        let opened = s.run.as_ref()?.opened.as_ref()?;
        Some(opened.origin.is_own())
    });
    let label = if own.flatten().unwrap_or_default() {
        "Use this set-up again"
    } else {
        "Test this yourself"
    };
    button("", label, move || page.send(Msg::TestYourself))
}

/// The button that leads back to what this page had measured, if it has.
pub fn own_result(page: Page) -> Option<El> {
    let has_own = page.peek(|s| s.aside.is_some())?;
    has_own.then(|| button("", "Back to my result", move || page.send(Msg::OwnResult)))
}

/// Whether the result on show was measured elsewhere, and whether it came by a link.
pub fn is_opened(page: Page) -> (bool, bool) {
    let opened = page.peek(|s| s.run.as_ref()?.opened.clone()).flatten();
    let from_link = opened.as_ref().is_some_and(|opened| opened.rows.is_some());
    (opened.is_some(), from_link)
}
