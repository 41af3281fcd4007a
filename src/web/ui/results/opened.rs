//! Where a result comes from that this page has not measured, and what can be done with it.

use crate::link::NEVER_CARRIED;
use crate::report::Report;
use crate::session::{Msg, Origin};
use crate::web::page::Page;
use crate::web::ui::dom::{El, leaf};
use crate::web::ui::parts::button;

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
    let card = leaf(
        "div",
        "provenance",
        leaf(
            "p",
            "",
            leaf("strong", "", "Reported by the sender, not verified."),
        ),
    );
    let card = match origin {
        Origin::Link(_) => card.child(leaf("p", "quiet", whose)).child(leaf(
            "p",
            "quiet",
            ["A link has no room for ", NEVER_CARRIED, "."].concat(),
        )),
        Origin::File(name) => card.child(leaf(
            "p",
            "quiet",
            ["From the file ", &name, ". ", &whose].concat(),
        )),
    };
    Some(card.child(test_yourself(page)))
}

/// The button of a result that was measured elsewhere, in place of "Run again".
pub fn test_yourself(page: Page) -> El {
    button("", "Test this yourself", move || {
        page.send(Msg::TestYourself)
    })
}

/// Whether the result on show was measured elsewhere, and whether it came by a link.
pub fn is_opened(page: Page) -> (bool, bool) {
    let opened = page.peek(|s| s.run.as_ref()?.opened.clone()).flatten();
    let from_link = opened.as_ref().is_some_and(|opened| opened.rows.is_some());
    (opened.is_some(), from_link)
}
