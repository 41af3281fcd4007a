//! Three numbers that settle as answers finish. They come from the same report that the results show.

use leptos::prelude::*;

use crate::report::{Distribution, Report};
use crate::session::show;
use crate::web::page::Page;

/// First word, words per minute, longest freeze.
#[component]
pub fn LiveNumbers() -> impl IntoView {
    let page = Page::get();
    let first_word =
        page.of_report(|r| middle(&r.summary.ttfa_us).map(|us| show::time(us, tick(r))));
    let pace = page.of_report(|r| middle(&r.summary.wpm).map(show::pace));
    let freeze = page.of_report(|r| {
        r.summary.longest_stall_us.max.map(|us| {
            if us > 0.0 {
                show::time(us, tick(r))
            } else {
                "none".to_owned()
            }
        })
    });
    let n = page.of_report(|r| r.summary.n);
    view! {
        <section aria-labelledby="so-far">
            <h2 id="so-far" class="side-title">
                "So far"
                <span class="quiet">{move || format!(" {}", show::counted(n.get(), "answer"))}</span>
            </h2>
            <dl class="live-numbers">
                <Number label="First word" about="middle of all answers" value=first_word/>
                <Number label="Words per minute" about="middle of all answers" value=pace/>
                <Number label="Longest freeze" about="worst of all answers" value=freeze/>
            </dl>
        </section>
    }
    .into_any()
}

#[component]
fn Number(label: &'static str, about: &'static str, value: Memo<Option<String>>) -> impl IntoView {
    view! {
        <div class="live-number">
            <dt>{label}</dt>
            <dd>
                <span class="big">{move || value.get().unwrap_or_else(|| show::NONE.to_owned())}</span>
                <span class="quiet">{about}</span>
            </dd>
        </div>
    }
    .into_any()
}

/// The median, or before there are enough answers for one, the mean of what there is.
fn middle(d: &Distribution) -> Option<f64> {
    d.p50.or(d.mean)
}

fn tick(report: &Report) -> u64 {
    report.environment.clock_tick_us
}
