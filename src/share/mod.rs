//! A report in words to send: what was found, how sure that is, and how it was measured.

mod form;

use crate::format::counted;
use crate::missing::CautionKind;
use crate::names;
use crate::plan::AddressSpace;
use crate::report::{Report, TokenSource};
use crate::session::percentiles::{COLUMNS, Cell, rows};
use crate::session::show;
use crate::trace::OutcomeKind;
use form::Writer;

pub use form::Form;

/// A summary for a mail, a ticket or a page. `link` is the address of the result link, if there is one. Answers, prompts, keys
/// and paths of addresses are not in it.
#[must_use]
pub fn summary(report: &Report, form: Form, link: Option<&str>) -> String {
    let mut out = Writer::new(form);
    let plan = &report.plan;
    let subject = names::subject(&plan.model, plan.place());
    out.heading(&["How fast ", &subject, " feels"]);
    out.paragraph(&[
        &show::moment(&report.created_at),
        ", from a browser, with Tokenpace ",
        &report.app.version,
    ]);
    out.paragraph(&[&report.verdict.sentence]);
    facts(&mut out, report);
    percentiles(&mut out, report);
    cautions(&mut out, report);
    conditions(&mut out, report);
    if let Some(link) = link {
        out.address("All numbers, recomputed by your browser", link);
    }
    out.finish()
}

fn facts(out: &mut Writer, report: &Report) {
    for fact in &report.verdict.facts {
        let mut about = String::new();
        for part in [&fact.range, &fact.word] {
            if !part.is_empty() {
                about.push_str(if about.is_empty() { " (" } else { "; " });
                about.push_str(part);
            }
        }
        if !about.is_empty() {
            about.push(')');
        }
        out.item(&[&fact.label, ": ", &fact.value, &about]);
    }
    let ok = report.summary.outcomes.get(&OutcomeKind::Ok);
    out.item(&[
        &show::count(ok.copied().unwrap_or(0)),
        " of ",
        &show::counted(report.summary.judged, "answer"),
        " worked",
    ]);
    let graded = report.verdict.scores.iter().filter_map(|score| {
        let word = score.grade?.word();
        Some(match &score.limited_by {
            Some(limit) => [score.label.as_str(), " ", word, " (", limit, ")"].concat(),
            None => [score.label.as_str(), " ", word].concat(),
        })
    });
    let graded = graded.collect::<Vec<_>>().join(", ");
    if !graded.is_empty() {
        out.item(&["Good for: ", &graded]);
    }
}

fn percentiles(out: &mut Writer, report: &Report) {
    let mut table = Vec::new();
    let mut header = vec!["".to_owned()];
    header.extend(COLUMNS.map(str::to_owned));
    header.extend(["range of p50".to_owned(), "n".to_owned()]);
    table.push(header);
    for row in rows(&report.summary, report.exact_to_us()) {
        let cells = row.cells.into_iter().map(|cell| match cell {
            Cell::Value(_) if row.struck.is_some() => "not valid".to_owned(),
            Cell::Value(value) => value,
            Cell::Needs { needs, .. } => ["needs ", &needs.to_string()].concat(),
            Cell::Missing(_) => show::NONE.to_owned(),
        });
        let mut line = vec![row.term.to_owned()];
        line.extend(cells);
        line.extend([row.range, show::count(row.n)]);
        table.push(line);
    }
    out.table(&table);
    out.paragraph(&[
        "Percentiles are Hyndman-Fan type 7, for speeds on the slow side; ranges hold the true value in 95 of 100 runs; n is the number of values. \"Needs 29\" means that so many requests are needed.",
    ]);
}

fn cautions(out: &mut Writer, report: &Report) {
    if report.cautions.is_empty() {
        return;
    }
    out.paragraph(&["To keep in mind:"]);
    for caution in &report.cautions {
        let evidence = caution.evidence.as_str();
        let end = if evidence.is_empty() { "" } else { ": " };
        // What the vendor can do about it.
        let advice = match caution.kind {
            CautionKind::OpaqueTiming
            | CautionKind::PreflightInside
            | CautionKind::BufferedUpstream
            | CautionKind::TokensUnknown => [" ", caution.advice.as_str()].concat(),
            _ => String::new(),
        };
        out.item(&[&caution.title, end, evidence, &advice]);
    }
}

fn conditions(out: &mut Writer, report: &Report) {
    let (plan, environment) = (&report.plan, &report.environment);
    out.paragraph(&["How it was measured:"]);
    let at_once = plan.concurrency.to_string();
    out.item(&[
        &show::counted(plan.requests, "request"),
        " after ",
        &show::counted(plan.warmup, "practice request"),
        ", ",
        &at_once,
        " at a time; ",
        plan.workload.info().label,
        ", prompts of ",
        &show::count(plan.prompt_chars),
        " characters, ",
        if plan.nonce {
            "each unique"
        } else {
            "all the same"
        },
        ", at most ",
        &counted(plan.max_output_tokens as usize, "output token"),
    ]);
    let network = match plan.address_space {
        AddressSpace::Loopback => "on the same computer",
        AddressSpace::Local => "over a local network",
        AddressSpace::Public => "over the internet",
    };
    let browser = match environment.browser.as_str() {
        "" => "an unknown browser",
        browser => browser,
    };
    out.item(&[
        "Format: ",
        plan.format.label(),
        ", ",
        network,
        ", from ",
        browser,
        "; clock steps of ",
        &environment.clock_tick_us.to_string(),
        " µs; every time is taken when the bytes are read",
    ]);
    let tokens = match report.summary.token_source {
        Some(TokenSource::Usage | TokenSource::PerEvent) => "as the server counts them",
        Some(TokenSource::Estimated) => "estimated from the text",
        Some(TokenSource::EventsOnly) | None => "not known",
    };
    let pace = format!("{:.0}", plan.reading_speed_wpm);
    out.item(&["Tokens: ", tokens, "; reader: ", &pace, " words a minute"]);
    for (key, value) in report.control.iter() {
        out.item(&[key, ": ", value]);
    }
}
