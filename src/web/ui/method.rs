//! How it is measured: every number with its formula and source, and what a page cannot know.

use crate::metrics::definitions::{DEFINITIONS, Definition};
use crate::web::ui::dom::{El, el, leaf};
use crate::web::ui::parts::{column, heading, pairs, section, table_box};

/// What cannot be measured from a page, and what Tokenpace does instead.
const LIMITS: [(&str, &str); 7] = [
    (
        "The model alone",
        "A page sees network, gateway, queue and model together. That is what your users get, and it is not the speed of the model in its data centre.",
    ),
    (
        "Why a request was blocked",
        "When a vendor does not allow calls from web pages, the browser hides the reply and its reason. Tokenpace says what it may be and never guesses one cause.",
    ),
    (
        "Single tokens",
        "Pieces of text arrive, not tokens. Token counts come from the vendor's own totals; without them there are words per minute, and no tokens per second.",
    ),
    (
        "Times finer than the browser's clock",
        "Browsers round their clock, to 5 µs at best and 1 ms at worst. The step is measured before each run, and no number is printed finer.",
    ),
    (
        "Phases of the connection",
        "Most vendors hide them from other sites. Where they are readable, set-up time is shown beside the wait and never subtracted in silence.",
    ),
    (
        "Heavy load",
        "A tab is one client behind one connection. Results under concurrency are results from this browser, not the limits of the vendor.",
    ),
    (
        "Quality",
        "A fast answer is not a good answer. Tokenpace does not read what the model writes.",
    ),
];

/// The view `#method`.
pub fn method() -> El {
    let head = el("tr")
        .child(column("", "Name"))
        .child(column("", "What it is"))
        .child(column("", "Formula"))
        .child(column("", "Defined by"));
    let table = leaf(
        "table",
        "definitions",
        leaf("caption", "unseen", "Definitions"),
    )
    .child(leaf("thead", "", head))
    .child(el("tbody").children(DEFINITIONS.iter().map(row)));
    let intro = leaf("div", "intro", heading("", "What is measured, and how"))
        .child(leaf("p", "", "A worker in this tab sends the requests and reads the answers as they stream. The moment a piece of bytes arrives it is stamped, before anything is decoded, copied or drawn. Everything you see is computed from those stamps by one function: the page and the download cannot disagree."))
        .child(leaf("p", "", "A number that cannot be known is missing and says why. It is never a zero."));
    leaf("div", "method", intro)
        .child(
            section("definitions-title", "Every number")
                .child(table_box("Table of definitions, scrolls sideways", table)),
        )
        .child(
            section("limits-of-method", "What a page cannot measure")
                .child(pairs("pairs wide", LIMITS.to_vec())),
        )
}

fn row(definition: &'static Definition) -> El {
    let source = el("td");
    let source = match definition.url {
        Some(url) => source.child(
            leaf("a", "", definition.source)
                .attr("href", url)
                .attr("rel", "noreferrer"),
        ),
        None => source.child(definition.source),
    };
    let unit = (!definition.unit.is_empty()).then(|| leaf("small", "quiet", definition.unit));
    el("tr")
        .child(
            leaf("th", "", definition.name)
                .attr("scope", "row")
                .child(leaf("small", "quiet", definition.label)),
        )
        .child(leaf("td", "", definition.explanation))
        .child(leaf("td", "", definition.formula).child(unit))
        .child(source)
}
