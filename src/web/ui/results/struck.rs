//! Numbers that are not valid: struck out, with the way to the caution that says why.

use crate::missing::CautionKind;
use crate::report::Report;
use crate::web::ui::dom::{Child, El, leaf};
use crate::web::ui::parts::jump;
use crate::web::ui::words;

/// The number.
pub fn struck(value: impl Child) -> El {
    leaf("s", "", leaf("span", "unseen", "not valid: ")).child(value)
}

/// Title of the caution, as a link to it.
pub fn why(report: &Report, kind: CautionKind) -> El {
    jump("why", title(report, kind), words::caution_id(kind))
}

/// The number itself as the link, where there is no room for the reason; that is said to those who point at it or hear it.
pub fn struck_link(report: &Report, value: String, kind: CautionKind) -> El {
    let title = title(report, kind);
    jump("why", struck(value), words::caution_id(kind))
        .child(leaf("span", "unseen", [", ", &title].concat()))
        .attr("title", title)
}

fn title(report: &Report, kind: CautionKind) -> String {
    let caution = report.cautions.iter().find(|caution| caution.kind == kind);
    caution.map_or_else(String::new, |caution| caution.title.clone())
}
