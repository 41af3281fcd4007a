//! Two pictures, each with a sentence that says what it shows: the first wait of every answer, and one answer against
//! its reader. The numbers behind them are in the table of requests.

use crate::chart::reader::{self, ReaderChart};
use crate::chart::waits::{self, Waits};
use crate::chart::{BOTTOM, HEIGHT, LEFT, RIGHT, TOP, Tick, WIDTH};
use crate::format;
use crate::report::{Report, RequestRecord};
use crate::session::show;
use crate::trace::{OutcomeKind, Phase};
use crate::web::ui::dom::{Child, El, el, leaf};
use crate::web::ui::parts::section;

/// A picture whose sentence stands above it and is its name.
fn picture(said: String) -> (El, El) {
    let svg = el("svg")
        .class("chart")
        .attr("viewBox", format!("0 0 {WIDTH} {HEIGHT}"))
        .attr("role", "img")
        .attr("aria-label", said.clone());
    (leaf("p", "quiet", said), svg)
}

/// A line across the whole picture.
fn across(class: &'static str, y: f64) -> El {
    el("line")
        .class(class)
        .attr("x1", LEFT.to_string())
        .attr("x2", RIGHT.to_string())
        .attr("y1", y.to_string())
        .attr("y2", y.to_string())
}

fn write(class: &'static str, x: f64, y: f64, text: impl Child) -> El {
    leaf("text", class, text)
        .attr("x", x.to_string())
        .attr("y", y.to_string())
}

/// A number beside the picture.
fn beside(y: f64, label: String) -> El {
    write("tick", LEFT - 8.0, y + 4.0, label).attr("text-anchor", "end")
}

/// A number below the picture.
fn below(tick: &Tick) -> El {
    write("tick", tick.at, BOTTOM + 18.0, &tick.label).attr("text-anchor", "middle")
}

fn path(class: &'static str, d: String) -> El {
    el("path").class(class).attr("d", d)
}

/// "First words": one dot for each measured request.
pub fn first_words(report: &Report) -> El {
    let chart = waits::waits(&report.requests);
    let section = section("first-words-title", "First words");
    if chart.shown == 0 {
        return section.child(leaf(
            "p",
            "nothing",
            "No answer had a first word that could be timed.",
        ));
    }
    let (said, svg) = waits_picture(chart, report.exact_to_us());
    section.child(said).child(svg)
}

fn waits_picture(chart: Waits, tick: u64) -> (El, El) {
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
    let lines = chart.lines.iter().flat_map(|(y, us)| {
        let label = if *us > 0.0 {
            show::time(*us, 1_000)
        } else {
            "0".to_owned()
        };
        [across("grid", *y), beside(*y, label)]
    });
    let flow = chart.flow.map(|y| {
        let label = "1 s keeps the flow of thought";
        vec![
            across("limit", y),
            write("limit-label", RIGHT, y - 5.0, label).attr("text-anchor", "end"),
        ]
    });
    let (said, svg) = picture(said);
    let svg = svg
        .children(lines)
        .child(flow)
        .children(chart.numbers.iter().map(below))
        .child(path("dot-ok", chart.ok))
        .child(path("dot-failed", chart.failed));
    (said, svg)
}

/// "One answer and its reader": the answer with the longest freeze, or else the one that was closest to one.
pub fn reader_view(report: &Report) -> El {
    let section = section("reader-title", "One answer and its reader");
    match pick(report) {
        Some(picked) => {
            let (said, svg) = reader_picture(picked);
            section.child(said).child(svg)
        }
        None => section.child(leaf(
            "p",
            "nothing",
            "No answer was streamed in a way that a reader could follow.",
        )),
    }
}

/// The answer that is shown, and what is said about it.
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
    let tick = report.exact_to_us();
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

fn reader_picture(picked: Picked) -> (El, El) {
    let Picked { chart, said } = picked;
    let words = chart
        .words
        .iter()
        .flat_map(|tick| [across("grid", tick.at), beside(tick.at, tick.label.clone())]);
    let waits = chart.waits.iter().map(|(left, width)| {
        el("rect")
            .class("wait")
            .attr("x", left.to_string())
            .attr("width", width.max(1.0).to_string())
            .attr("y", TOP.to_string())
            .attr("height", (BOTTOM - TOP).to_string())
    });
    let (text_x, text_y) = chart.text_end;
    let (reader_x, reader_y) = chart.reader_middle;
    let (said, svg) = picture(said);
    let svg = svg
        .children(words)
        .children(chart.seconds.iter().map(below))
        .children(waits)
        .child(path("line-text", chart.text))
        .child(path("line-reader", chart.reader))
        .child(write(
            "line-label",
            (text_x + 8.0).min(RIGHT - 110.0),
            text_y - 7.0,
            "words that arrived",
        ))
        .child(write(
            "line-label reader-label",
            (reader_x + 12.0).min(RIGHT - 90.0),
            reader_y + 14.0,
            "words read",
        ));
    (said, svg)
}
