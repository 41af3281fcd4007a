//! Every request, failures included; a row opens its details.

use leptos::prelude::*;

use super::detail::Detail;
use crate::report::RequestRecord;
use crate::session::show;
use crate::session::table::{self, Column, Order};
use crate::trace::{OutcomeKind, Phase};
use crate::web::page::{Page, Shown};
use crate::web::ui::words;

/// The table of requests.
#[component]
pub fn Requests() -> impl IntoView {
    let page = Page::get();
    let report = page.report();
    let order = RwSignal::new(Order::default());
    let number = RwSignal::new(0usize);
    let open = RwSignal::new(None::<u32>);
    let positions = Memo::new(move |_| {
        report.with(|shown| {
            records(shown.as_ref())
                .map(|r| table::sorted(r, order.get()))
                .unwrap_or_default()
        })
    });
    let pages = Memo::new(move |_| positions.with(|p| table::pages(p.len())));
    let rows = move || {
        let (number, open_row) = (number.get(), open.get());
        report.with(|shown| {
            let records = records(shown.as_ref()).unwrap_or_default();
            let tick = shown
                .as_ref()
                .map_or(0, |s| s.report.environment.clock_tick_us);
            positions.with(|positions| {
                table::page(positions, number)
                    .iter()
                    .filter_map(|position| records.get(*position))
                    .map(|record| {
                        let is_open = open_row == Some(record.index);
                        view! { <Row record=record.clone() tick is_open open/> }
                    })
                    .collect_view()
            })
        })
    };
    let heads = Column::ALL.map(|column| view! { <Head column order/> });
    view! {
        <section class="block" aria-labelledby="requests-title">
            <h2 id="requests-title">"Every request"</h2>
            <p class="quiet">"Failures and warm-up requests included, numbered in order of sending. Press a number for its details."</p>
            <div class="table-box" tabindex="0" role="group" aria-label="Table of requests, scrolls sideways">
                <table class="requests">
                    <caption class="unseen">"Requests"</caption>
                    <thead><tr>{heads}</tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            {move || (pages.get() > 1).then(|| view! { <Pager number pages/> })}
        </section>
    }
    .into_any()
}

fn records(shown: Option<&Shown>) -> Option<&[RequestRecord]> {
    shown.map(|s| s.report.requests.as_slice())
}

#[component]
fn Head(column: Column, order: RwSignal<Order>) -> impl IntoView {
    let sort = move || match order.get() {
        Order {
            column: c,
            descending,
        } if c == column => Some(if descending {
            "descending"
        } else {
            "ascending"
        }),
        Order { .. } => None,
    };
    let class = if is_number(column) { "num" } else { "" };
    view! {
        <th scope="col" class=class aria-sort=sort>
            <button type="button" class="sort" on:click=move |_| order.update(|o| *o = o.clicked(column))>
                {column.label()}
            </button>
        </th>
    }
    .into_any()
}

const fn is_number(column: Column) -> bool {
    !matches!(column, Column::Index | Column::Outcome)
}

#[component]
fn Row(
    record: RequestRecord,
    tick: u64,
    is_open: bool,
    open: RwSignal<Option<u32>>,
) -> impl IntoView {
    let index = record.index;
    let failed = !matches!(record.outcome, OutcomeKind::Ok | OutcomeKind::CutOff);
    #[allow(clippy::cast_precision_loss)] // below 2^53 µs
    let time = |us: Option<u64>| us.map_or_else(none, |us| show::micros(us, tick));
    let toggle = move |_| open.update(|o| *o = (*o != Some(index)).then_some(index));
    let detail_id = format!("request-{index}");
    let warmup = record.phase == Phase::Warmup;
    view! {
        <tr class:row-failed=failed class:row-warmup=warmup>
            <th scope="row">
                <button
                    type="button"
                    class="disclose"
                    aria-expanded=is_open.to_string()
                    aria-controls=is_open.then(|| detail_id.clone())
                    on:click=toggle
                >
                    {format!("{}", index + 1)}
                </button>
                {warmup.then(|| view! { <span class="tag">"warm-up"</span> })}
            </th>
            <td><Outcome outcome=record.outcome/></td>
            <td class="num">{time(record.ttft_us)}</td>
            <td class="num">{time(record.ttfa_us)}</td>
            <td class="num">{record.tps.map_or_else(none, show::speed)}</td>
            <td class="num">{record.output_tokens.map_or_else(none, show::count)}</td>
            <td class="num">{record.longest_stall_us.map_or_else(none, |us| show::freeze(us, tick))}</td>
            <td class="num">{time(record.e2e_us)}</td>
        </tr>
        {is_open.then(|| view! {
            <tr class="detail-row" id=detail_id>
                <td colspan=Column::ALL.len().to_string()><Detail record tick/></td>
            </tr>
        })}
    }
    .into_any()
}

fn none() -> String {
    show::NONE.to_owned()
}

/// The outcome with its shape: the same shapes as the dots of the running view.
#[component]
fn Outcome(outcome: OutcomeKind) -> impl IntoView {
    let (class, d) = match outcome {
        OutcomeKind::Ok => ("dot-ok", "M2 6a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z"),
        OutcomeKind::CutOff => ("dot-cut", "M3 6a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z"),
        OutcomeKind::Empty
        | OutcomeKind::HttpError
        | OutcomeKind::Blocked
        | OutcomeKind::StreamError
        | OutcomeKind::NotUnderstood
        | OutcomeKind::Timeout => ("dot-failed", "M2 2L10 10M2 10L10 2"),
    };
    view! {
        <span class="outcome">
            <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false"><path class=class d=d/></svg>
            {words::outcome(outcome)}
        </span>
    }
    .into_any()
}

#[component]
fn Pager(number: RwSignal<usize>, pages: Memo<usize>) -> impl IntoView {
    view! {
        <nav class="pager" aria-label="Pages of requests">
            <button
                type="button"
                class="small"
                disabled=move || number.get() == 0
                on:click=move |_| number.update(|n| *n = n.saturating_sub(1))
            >
                "Previous"
            </button>
            <span>{move || format!("Page {} of {}", number.get() + 1, pages.get())}</span>
            <button
                type="button"
                class="small"
                disabled=move || number.get() + 1 >= pages.get()
                on:click=move |_| number.update(|n| *n += 1)
            >
                "Next"
            </button>
        </nav>
    }
    .into_any()
}
