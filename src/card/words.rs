//! What a card says beside the verdict, and all of it in words.

use super::LINES;
use super::text::{clean, cut};
use super::width::{regular, width_px};
use crate::missing::CautionKind;
use crate::names;
use crate::report::{Caution, Report, Severity, TokenSource};
use crate::session::{limits, show};
use crate::verdict::Fact;

/// Room for each name in the words: about 40 letters.
const NAME_PX: u32 = 24;

/// Model, and where it was asked: the host, or the provider where the report names no host.
pub fn subject(report: &Report) -> (String, String) {
    let (model, place) = (clean(&report.plan.model), clean(report.plan.place()));
    if model.is_empty() && place.is_empty() {
        return (model, names::UNNAMED.to_owned());
    }
    (model, place)
}

/// "2026-01-02".
pub fn date(report: &Report) -> String {
    let day = report.created_at.get(..10);
    let is_day = |day: &&str| day.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    day.filter(is_day).unwrap_or("date not known").to_owned()
}

/// "Chromium 156 · 18 of 20 answers counted, 2 failed · 1 at a time · tokens: server's count".
pub fn conditions(report: &Report) -> String {
    let tokens = match report.summary.token_source {
        Some(TokenSource::Usage | TokenSource::PerEvent) => "server's count",
        Some(TokenSource::Estimated) => "estimated",
        Some(TokenSource::EventsOnly) | None => "not known",
    };
    let mut text = clean(&report.environment.browser);
    for part in [
        limits::judged(&report.summary),
        [&show::count(report.plan.concurrency), " at a time"].concat(),
        ["tokens: ", tokens].concat(),
    ] {
        if !text.is_empty() {
            text.push_str(" · ");
        }
        text.push_str(&part);
    }
    text
}

/// The most serious caution that makes numbers invalid or may change what they mean.
pub fn caution(report: &Report) -> Option<&Caution> {
    let weighs = |caution: &&Caution| caution.severity != Severity::Notes;
    report.cautions.first().filter(weighs)
}

/// A caution in one line: its title and what was seen, or the title alone where both don't fit into the room, because half
/// of a finding may read as another one.
pub fn caution_line(caution: &Caution, room_px: u32) -> String {
    let title = clean(&caution.title);
    let whole = [&title, ": ", &clean(&caution.evidence)].concat();
    let fits = LINES.iter().any(|face| width_px(&whole, *face) <= room_px);
    if fits && !caution.evidence.is_empty() {
        whole
    } else {
        title
    }
}

/// Title of a caution of the report.
pub fn title(report: &Report, kind: CautionKind) -> &str {
    let caution = report.cautions.iter().find(|caution| caution.kind == kind);
    caution.map_or("a caution", |caution| caution.title.as_str())
}

/// The card for those who don't see it: verdict, facts, what was asked, when.
pub fn alt(report: &Report) -> String {
    let (model, place) = subject(report);
    let face = regular(1);
    let (model, place) = (cut(&model, face, NAME_PX), cut(&place, face, NAME_PX));
    let mut text = clean(&report.verdict.sentence);
    for (before, Fact { label, value, .. }) in
        [" ", "; ", "; "].into_iter().zip(&report.verdict.facts)
    {
        text.push_str(before);
        for part in [&clean(label), ": ", &clean(value)] {
            text.push_str(part);
        }
    }
    let subject = names::subject(&model, &place);
    for part in [". ", &subject, ", ", &date(report), "."] {
        text.push_str(part);
    }
    text
}
