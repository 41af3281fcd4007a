//! What the endpoint is good for: a word for each use, what limits it, and the open thresholds behind it.

use crate::report::{Report, Score, ScoreInput};
use crate::session::show;
use crate::text;
use crate::trace::OutcomeKind;
use crate::verdict::scores::{Cuts, USE_CASES, UseCaseInfo};
use crate::web::ui::dom::{El, el, leaf};
use crate::web::ui::meter::meter;
use crate::web::ui::parts::{fold, section, small_table};

/// The list "Good for".
pub fn good_for(report: &Report) -> El {
    let scores = report.verdict.scores.iter().zip(&USE_CASES);
    section("good-for-title", "Good for")
        .child(leaf(
            "p",
            "quiet",
            text!("The worst of its numbers decides each use: what 3 of 4 answers stay within.")
                .get(),
        ))
        .child(
            el("ul")
                .class("scores")
                .attr("role", "list")
                .attr("aria-labelledby", "good-for-title")
                .children(scores.map(|(score, info)| card(report, score, info))),
        )
}

fn card(report: &Report, score: &Score, info: &'static UseCaseInfo) -> El {
    let word = leaf(
        "p",
        "fact-word",
        score.grade.map(|grade| meter(grade.step())),
    )
    .child(score.grade.map_or("not judged", |grade| grade.word()));
    let summary =
        leaf("span", "", "Thresholds").child(leaf("span", "unseen", [": ", info.label].concat()));
    let note = (!score.note.is_empty()).then(|| leaf("p", "hint", &score.note));
    el("li")
        .class("score")
        .child(leaf("h3", "", info.label))
        .child(word)
        .child(leaf("p", "quiet", limit(report, score)))
        .child(note)
        .child(fold(summary, thresholds(report, score, info)))
}

/// "limited by the longest freeze, 0.9 s", or why there is no word.
fn limit(report: &Report, score: &Score) -> String {
    if let Some(reason) = &score.reason {
        return reason.clone();
    }
    let Some(label) = &score.limited_by else {
        return "nothing limits it".to_owned();
    };
    let value = match score.inputs.iter().find(|input| input.label == *label) {
        Some(input) => value(report, input),
        None => {
            let summary = &report.summary;
            let worked = summary.outcomes.get(&OutcomeKind::Ok).copied();
            [
                &show::count(worked.unwrap_or(0)),
                " of ",
                &show::count(summary.judged),
            ]
            .concat()
        }
    };
    ["limited by the ", label, ", ", &value].concat()
}

fn value(report: &Report, input: &ScoreInput) -> String {
    input.value.map_or_else(
        || show::NONE.to_owned(),
        |value| show::score(input.input, value, report.exact_to_us()),
    )
}

fn thresholds(report: &Report, score: &Score, info: &'static UseCaseInfo) -> El {
    let rows = info.inputs.iter().zip(&score.inputs).map(|(cuts, input)| {
        el("tr")
            .child(leaf("th", "", cuts.input.label()).attr("scope", "row"))
            .child(leaf("td", "", value(report, input)))
            .children((0..4).map(|i| cut(cuts, i)))
    });
    let heads = ["Number", "Here", "great", "good", "fair", "poor"];
    small_table(info.label, &heads, rows.collect())
}

fn cut(cuts: &'static Cuts, i: usize) -> El {
    leaf("td", "", show::score(cuts.input, cuts.at[i], 1)).child(leaf(
        "small",
        "quiet",
        cuts.sources[i],
    ))
}
