//! Every request, failures included; a row opens its details.

use std::sync::Arc;

use leptos::prelude::*;

use super::detail::detail;
use super::struck::struck_link;
use crate::report::{Report, RequestRecord};
use crate::session::show;
use crate::session::table::{self, Column, Order};
use crate::text;
use crate::trace::{OutcomeKind, Phase};
use crate::web::ui::dom::{El, Text, dynamic, el, group, leaf, nothing, present, text, yes_no};
use crate::web::ui::icon::picture;
use crate::web::ui::parts::{button, column as column_head, section, table_box};
use crate::web::ui::words;

/// Id of the heading.
pub const TITLE_ID: &str = "requests-title";

/// What of the table is on show.
#[derive(Clone, Copy, Default)]
struct Place {
    order: Order,
    page: usize,
}

/// The table of requests.
pub fn requests(report: &Arc<Report>) -> El {
    let place = RwSignal::new(Place::default());
    let open = RwSignal::new(None::<u32>);
    let shown = Arc::clone(report);
    let rows = dynamic(move || {
        let Place { order, page } = place.get();
        let positions = table::sorted(&shown.requests, order);
        let rows = table::page(&positions, page).iter().flat_map(|&position| {
            let at = At {
                report: Arc::clone(&shown),
                position,
            };
            at.record()
                .map(|record| {
                    [
                        row(record, &at, open),
                        detail_row(record.index, at.clone(), open),
                    ]
                })
                .into_iter()
                .flatten()
        });
        group(rows)
    });
    let heads = Column::ALL.map(|column| head(column, place));
    let pages = table::pages(report.requests.len());
    let table = leaf("table", "requests", leaf("caption", "unseen", "Requests"))
        .child(leaf("thead", "", el("tr").children(heads)))
        .child(leaf("tbody", "", rows));
    section(TITLE_ID, "Every request")
        .child(leaf("p", "quiet", text!("Failures and practice requests included, numbered in order of sending. Press a number for its details.").get()))
        .child(table_box("Table of requests, scrolls sideways", table))
        .child((pages > 1).then(|| pager(place, pages)))
}

/// One request of a report.
#[derive(Clone)]
struct At {
    report: Arc<Report>,
    position: usize,
}

impl At {
    fn record(&self) -> Option<&RequestRecord> {
        self.report.requests.get(self.position)
    }

    fn tick(&self) -> u64 {
        self.report.exact_to_us()
    }
}

fn head(column: Column, place: RwSignal<Place>) -> El {
    let sort = move || {
        let order = place.get().order;
        (order.column == column).then_some(Text::Borrowed(if order.descending {
            "descending"
        } else {
            "ascending"
        }))
    };
    let turn = move || place.update(|p| p.order = p.order.clicked(column));
    let class = if is_number(column) { "num" } else { "" };
    column_head(class, button("sort", column.label(), turn)).live("aria-sort", sort)
}

const fn is_number(column: Column) -> bool {
    !matches!(column, Column::Index | Column::Outcome)
}

fn row(record: &RequestRecord, at: &At, open: RwSignal<Option<u32>>) -> AnyView {
    let index = record.index;
    let tick = at.tick();
    #[allow(clippy::cast_precision_loss)] // times below 2^53 µs
    let time = |key, us: Option<u64>| {
        let value = us.map(|us| us as f64);
        number(at, record, key, value, &|us| show::time(us, tick))
    };
    #[allow(clippy::cast_precision_loss)]
    let freeze = record.longest_stall_us.map(|us| us as f64);
    let tokens = record.output_tokens.map(f64::from);
    let warmup = record.phase == Phase::Warmup;
    let failed = !matches!(record.outcome, OutcomeKind::Ok | OutcomeKind::CutOff);
    let class = match (failed, warmup) {
        (false, false) => "",
        (true, false) => "row-failed",
        (false, true) => "row-warmup",
        (true, true) => "row-failed row-warmup",
    };
    let is_open = move || open.get() == Some(index);
    let toggle = move || open.update(|o| *o = (*o != Some(index)).then_some(index));
    let disclose = button("disclose", (index + 1).to_string(), toggle)
        .live("aria-expanded", move || yes_no(is_open()))
        .live("aria-controls", move || {
            is_open().then(|| detail_id(index).into())
        });
    el("tr")
        .class(class)
        .child(
            leaf("th", "", disclose)
                .attr("scope", "row")
                .child(warmup.then(|| leaf("span", "tag", "practice"))),
        )
        .child(leaf("td", "", outcome(record.outcome)))
        .child(time("ttft_us", record.ttft_us))
        .child(time("ttfa_us", record.ttfa_us))
        .child(number(at, record, "tps", record.tps, &show::speed))
        .child(number(at, record, "", tokens, &show::whole))
        .child(number(at, record, "longest_stall_us", freeze, &|us| {
            show::freeze_time(us, tick)
        }))
        .child(time("e2e_us", record.e2e_us))
        .into()
}

/// A number of a request; struck out if a caution takes it, or the whole request, away.
fn number(
    at: &At,
    record: &RequestRecord,
    key: &str,
    value: Option<f64>,
    show: &dyn Fn(f64) -> String,
) -> El {
    let hidden = record.struck.iter().find(|struck| struck.metric == key);
    let content: AnyView = match (value, record.excluded_by, hidden) {
        (Some(value), Some(kind), _) => struck_link(&at.report, show(value), kind).into(),
        (Some(value), None, _) => show(value).into_any(),
        (None, _, Some(hidden)) => {
            struck_link(&at.report, show(hidden.value), hidden.caution).into()
        }
        (None, _, None) => show::NONE.into_any(),
    };
    leaf("td", "num", content)
}

fn detail_id(index: u32) -> String {
    format!("request-{index}")
}

fn detail_row(index: u32, at: At, open: RwSignal<Option<u32>>) -> AnyView {
    dynamic(move || match at.record() {
        Some(record) if open.get() == Some(index) => {
            let cell = leaf("td", "", detail(record, at.tick()))
                .attr("colspan", Column::ALL.len().to_string());
            leaf("tr", "detail-row", cell)
                .attr("id", detail_id(index))
                .into()
        }
        _ => nothing(),
    })
}

/// The outcome with its shape: the same shapes as the dots of the running view.
fn outcome(outcome: OutcomeKind) -> El {
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
    let shape = picture("", "0 0 12 12").child(el("path").class(class).attr("d", d));
    leaf("span", "outcome", shape).child(words::outcome(outcome))
}

fn pager(place: RwSignal<Place>, pages: usize) -> El {
    let page = move || place.get().page;
    el("nav")
        .class("pager")
        .attr("aria-label", "Pages of requests")
        .child(
            button("small", "Previous", move || {
                place.update(|p| p.page = p.page.saturating_sub(1));
            })
            .live("disabled", move || present(page() == 0)),
        )
        .child(leaf(
            "span",
            "",
            text(move || format!("Page {} of {pages}", page() + 1)),
        ))
        .child(
            button("small", "Next", move || place.update(|p| p.page += 1))
                .live("disabled", move || present(page() + 1 >= pages)),
        )
}
