//! The table "Percentiles".

use leptos::prelude::*;

use crate::metrics::definitions::definition;
use crate::session::percentiles::{COLUMNS, Cell, Row, rows};
use crate::session::show;
use crate::web::page::Page;
use crate::web::ui::term::Term;
use crate::web::ui::words;

/// Six metrics by four percentiles.
#[component]
pub fn Percentiles() -> impl IntoView {
    let page = Page::get();
    let rows = page.of_report(|r| rows(&r.summary, r.environment.clock_tick_us));
    let n = page.of_report(|r| (r.summary.n, r.summary.judged));
    let head = COLUMNS.map(|name| view! { <th scope="col" class="num">{name}</th> });
    view! {
        <section class="block" aria-labelledby="numbers-title">
            <h2 id="numbers-title">"Numbers"</h2>
            <p class="quiet">
                {move || {
                    let (n, judged) = n.get();
                    format!("From the {} of {} measured requests that worked. ", show::count(n), show::count(judged))
                }}
                "p90 means: 9 of 10 answers were at least this good. For speeds that is the slow side."
            </p>
            <div class="table-box" tabindex="0" role="group" aria-label="Table of percentiles, scrolls sideways">
                <table class="percentiles">
                    <caption>"Percentiles"</caption>
                    <thead>
                        <tr>
                            <th scope="col">"Metric"</th>
                            {head}
                            <th scope="col" class="num">"n"</th>
                            <th scope="col">"Likely range of p50"</th>
                            <th scope="col">"In words"</th>
                        </tr>
                    </thead>
                    <tbody>
                        {move || rows.get().into_iter().map(|row| view! { <RowView row/> }).collect_view()}
                    </tbody>
                </table>
            </div>
        </section>
    }
    .into_any()
}

#[component]
fn RowView(row: Row) -> impl IntoView {
    let definition = definition(row.key);
    let label = definition.map_or("", |d| d.label);
    let explanation = definition.map_or("", |d| d.explanation);
    let cells = row.cells.map(|cell| view! { <CellView cell/> });
    view! {
        <tr>
            <th scope="row"><Term word=row.term meaning=explanation/></th>
            {cells}
            <td class="num quiet">{show::count(row.n)}</td>
            <td class="quiet range">{row.range}</td>
            <td class="quiet in-words">{label}</td>
        </tr>
    }
    .into_any()
}

#[component]
fn CellView(cell: Cell) -> impl IntoView {
    match cell {
        Cell::Value(text) => view! { <td class="num">{text}</td> }.into_any(),
        Cell::Needs { needs, worst } => view! {
            <td class="num gated">
                {format!("needs {needs}")}
                {worst.map(|worst| view! { <small>{worst}</small> })}
            </td>
        }
        .into_any(),
        Cell::Missing(code) => view! {
            <td class="num gated">{show::NONE}<small>{words::reason(&code)}</small></td>
        }
        .into_any(),
    }
}
