//! Name, purpose, links, theme.

use leptos::prelude::*;

use crate::session::Phase;
use crate::text;
use crate::web::ui::View;
use crate::web::ui::dom::{El, Text, dynamic, el, leaf, nothing, text};
use crate::web::ui::icon::mark;
use crate::web::ui::theme::theme_switch;

/// Top of every view.
pub fn head(view: RwSignal<View>, phase: Memo<Phase>) -> El {
    let back = move || {
        let name = match phase.get() {
            Phase::Setup => "Set-up",
            Phase::Running => "Running",
            Phase::Done | Phase::Failed => "Results",
        };
        name.to_owned()
    };
    let link = move |to: &'static str, this: View| {
        el("a")
            .attr("href", to)
            .live("aria-current", move || {
                (view.get() == this).then_some(Text::Borrowed("page"))
            })
            // The address goes on naming the result on show.
            .on("click", move |event| {
                if view.get_untracked() == this {
                    event.prevent_default();
                }
            })
    };
    // The heading of the set-up says it itself.
    let tagline = dynamic(move || {
        if phase.get() == Phase::Setup && view.get() == View::Bench {
            return nothing();
        }
        leaf(
            "p",
            "tagline",
            text!("How fast does an AI endpoint feel to your users? Measured from this tab.").get(),
        )
        .into()
    });
    el("header")
        .class("head")
        .child(
            link("#", View::Bench)
                .class("brand")
                .child(mark())
                .child(leaf("span", "", "Tokenpace")),
        )
        .child(tagline)
        .child(
            el("nav")
                .class("links")
                .attr("aria-label", "Views")
                .child(link("#", View::Bench).child(text(back)))
                .child(link("#history", View::History).child("History"))
                .child(link("#method", View::Method).child("Method")),
        )
        .child(theme_switch())
}
