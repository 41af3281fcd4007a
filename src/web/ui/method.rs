//! How it is measured: every number with its formula and source, and what a page cannot know.

use leptos::prelude::*;

use crate::metrics::definitions::{DEFINITIONS, Definition};

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
#[component]
pub fn Method() -> impl IntoView {
    let rows: Vec<_> = DEFINITIONS
        .iter()
        .map(|d| view! { <Row definition=d/> })
        .collect();
    let limits = LIMITS.map(|(what, why)| view! { <div><dt>{what}</dt><dd>{why}</dd></div> });
    view! {
        <div class="method">
            <div class="intro">
                <h1>"What is measured, and how"</h1>
                <p>
                    "A worker in this tab sends the requests and reads the answers as they stream. The moment a piece of bytes arrives it is stamped, before anything is decoded, copied or drawn. "
                    "Everything you see is computed from those stamps by one function: the page and the download cannot disagree."
                </p>
                <p>
                    "A number that cannot be known is missing and says why. It is never a zero."
                </p>
            </div>
            <section class="block" aria-labelledby="definitions-title">
                <h2 id="definitions-title">"Every number"</h2>
                <div class="table-box" tabindex="0" role="group" aria-label="Table of definitions, scrolls sideways">
                    <table class="definitions">
                        <caption class="unseen">"Definitions"</caption>
                        <thead>
                            <tr>
                                <th scope="col">"Name"</th>
                                <th scope="col">"What it is"</th>
                                <th scope="col">"Formula"</th>
                                <th scope="col">"Defined by"</th>
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            </section>
            <section class="block" aria-labelledby="limits-of-method">
                <h2 id="limits-of-method">"What a page cannot measure"</h2>
                <dl class="pairs wide">{limits}</dl>
            </section>
        </div>
    }
    .into_any()
}

#[component]
fn Row(definition: &'static Definition) -> impl IntoView {
    let source = match definition.url {
        Some(url) => view! { <a href=url rel="noreferrer">{definition.source}</a> }.into_any(),
        None => definition.source.into_any(),
    };
    let unit = (!definition.unit.is_empty())
        .then(|| view! { <small class="quiet">{definition.unit}</small> });
    view! {
        <tr>
            <th scope="row">{definition.name}<small class="quiet">{definition.label}</small></th>
            <td>{definition.explanation}</td>
            <td>{definition.formula}{unit}</td>
            <td>{source}</td>
        </tr>
    }
    .into_any()
}
