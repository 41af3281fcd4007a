//! Two pictures, each with a sentence that says what it shows: the first wait of every answer, and one answer against
//! its reader. The numbers behind them are in the table of requests.

use leptos::prelude::*;

use crate::chart::reader::{self, ReaderChart};
use crate::chart::waits::{self, Waits};
use crate::chart::{BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH};
use crate::format;
use crate::report::{Report, RequestRecord};
use crate::session::show;
use crate::trace::{OutcomeKind, Phase};
use crate::web::page::Page;

fn view_box() -> String {
    format!("0 0 {WIDTH} {HEIGHT}")
}

/// "First words": one dot for each measured request.
#[component]
pub fn FirstWords() -> impl IntoView {
    let page = Page::get();
    let chart = page.of_report(|r| (waits::waits(&r.requests), r.environment.clock_tick_us));
    view! {
        <section class="block" aria-labelledby="first-words-title">
            <h2 id="first-words-title">"First words"</h2>
            {move || {
                let (chart, tick) = chart.get();
                if chart.shown == 0 {
                    return view! { <p class="nothing">"No answer had a first word that could be timed."</p> }.into_any();
                }
                view! { <WaitsPicture chart tick/> }.into_any()
            }}
        </section>
    }
    .into_any()
}

#[component]
fn WaitsPicture(chart: Waits, tick: u64) -> impl IntoView {
    let longest = chart
        .longest_us
        .map(|us| show::time(us, tick))
        .unwrap_or_default();
    let said = match (chart.failures, chart.shown) {
        (0, 1) => format!("The first word of the one answer took {longest}."),
        (0, n) => format!(
            "Each dot is one answer, {n} in order of sending. The longest wait for a first word was {longest}."
        ),
        (f, n) => format!(
            "{n} answers in order of sending, and {f} crosses for requests that failed. The longest wait was {longest}."
        ),
    };
    let lines: Vec<_> = chart
        .lines
        .iter()
        .map(|(y, us)| {
            let label = if *us > 0.0 { show::time(*us, 1_000) } else { "0".to_owned() };
            view! {
                <line class="grid" x1=LEFT.to_string() x2=RIGHT.to_string() y1=y.to_string() y2=y.to_string()/>
                <text class="tick" x=(LEFT - 8.0).to_string() y=(y + 4.0).to_string() text-anchor="end">{label}</text>
            }
        })
        .collect();
    let numbers: Vec<_> = chart
        .numbers
        .iter()
        .map(|tick| view! {
            <text class="tick" x=tick.at.to_string() y=(BOTTOM + 18.0).to_string() text-anchor="middle">{tick.label.clone()}</text>
        })
        .collect();
    let flow = chart.flow.map(|y| view! {
        <line class="limit" x1=LEFT.to_string() x2=RIGHT.to_string() y1=y.to_string() y2=y.to_string()/>
        <text class="limit-label" x=RIGHT.to_string() y=(y - 5.0).to_string() text-anchor="end">"1 s keeps the flow of thought"</text>
    });
    view! {
        <p class="quiet">{said.clone()}</p>
        <svg class="chart" viewBox=view_box() role="img" aria-label=said>
            {lines}
            {flow}
            {numbers}
            <path class="dot-ok" d=chart.ok/>
            <path class="dot-failed" d=chart.failed/>
        </svg>
    }
    .into_any()
}

/// "One answer and its reader": the answer with the longest freeze, or else the one that was closest to one.
#[component]
pub fn ReaderView() -> impl IntoView {
    let page = Page::get();
    let picked = page.of_report(pick);
    view! {
        <section class="block" aria-labelledby="reader-title">
            <h2 id="reader-title">"One answer and its reader"</h2>
            {move || match picked.get() {
                Some(picked) => view! { <ReaderPicture picked/> }.into_any(),
                None => view! { <p class="nothing">"No answer was streamed in a way that a reader could follow."</p> }.into_any(),
            }}
        </section>
    }
    .into_any()
}

/// The answer that is shown, and what is said about it.
#[derive(Clone, PartialEq)]
struct Picked {
    chart: ReaderChart,
    said: String,
}

fn pick(report: &Report) -> Option<Picked> {
    let answers = || {
        report
            .requests
            .iter()
            .filter(|r| r.phase == Phase::Measured && r.outcome == OutcomeKind::Ok)
    };
    let worst = answers()
        .filter(|r| r.longest_stall_us.is_some())
        .max_by_key(|r| r.longest_stall_us)?;
    let wpm = report.plan.reading_speed_wpm;
    let tick = report.environment.clock_tick_us;
    // Nobody waited: the slowest text is the most telling.
    let chosen: &RequestRecord = if worst.stalls.is_some_and(|n| n > 0) {
        worst
    } else {
        answers()
            .filter(|r| r.wpm.is_some() && r.longest_stall_us.is_some())
            .min_by(|a, b| {
                a.wpm
                    .unwrap_or(f64::MAX)
                    .total_cmp(&b.wpm.unwrap_or(f64::MAX))
            })?
    };
    let number = chosen.index + 1;
    let followed = answers().filter(|r| r.longest_stall_us.is_some()).count();
    let said = match (chosen.stalls, chosen.longest_stall_us) {
        (Some(stalls), Some(longest)) if stalls > 0 => format!(
            "Request {number} made its reader wait {}, at most {}. The shaded times are those waits.",
            show::counted(stalls, "time"),
            show::micros(longest, tick)
        ),
        _ if followed == answers().count() => format!(
            "In no answer did the text make its reader wait. This is the slowest one, request {number}."
        ),
        _ => format!(
            "Of {} that can be followed, none made its reader wait. This is the slowest one, request {number}.",
            format::counted(followed, "answer")
        ),
    };
    Some(Picked {
        chart: reader::reader(chosen, wpm)?,
        said,
    })
}

#[component]
fn ReaderPicture(picked: Picked) -> impl IntoView {
    let Picked { chart, said } = picked;
    let seconds: Vec<_> = chart
        .seconds
        .iter()
        .map(|tick| view! {
            <text class="tick" x=tick.at.to_string() y=(BOTTOM + 18.0).to_string() text-anchor="middle">{tick.label.clone()}</text>
        })
        .collect();
    let words: Vec<_> = chart
        .words
        .iter()
        .map(|tick| view! {
            <line class="grid" x1=LEFT.to_string() x2=RIGHT.to_string() y1=tick.at.to_string() y2=tick.at.to_string()/>
            <text class="tick" x=(LEFT - 8.0).to_string() y=(tick.at + 4.0).to_string() text-anchor="end">{tick.label.clone()}</text>
        })
        .collect();
    let waits: Vec<_> = chart
        .waits
        .iter()
        .map(|(left, width)| view! {
            <rect class="wait" x=left.to_string() width=width.max(1.0).to_string() y=TOP.to_string() height=(BOTTOM - TOP).to_string()/>
        })
        .collect();
    let (text_x, text_y) = chart.text_end;
    let (reader_x, reader_y) = chart.reader_middle;
    view! {
        <p class="quiet">{said.clone()}</p>
        <svg class="chart" viewBox=view_box() role="img" aria-label=said>
            {words}
            {seconds}
            {waits}
            <path class="line-text" d=chart.text/>
            <path class="line-reader" d=chart.reader/>
            <text class="line-label" x=(text_x + 8.0).min(RIGHT - 110.0).to_string() y=(text_y - 7.0).to_string()>"words that arrived"</text>
            <text class="line-label reader-label" x=(reader_x + 12.0).min(RIGHT - 90.0).to_string() y=(reader_y + 14.0).to_string()>"words read"</text>
        </svg>
    }
    .into_any()
}
