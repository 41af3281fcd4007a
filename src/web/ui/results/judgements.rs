//! Published limits, each answered: met, missed, not enough data, not judged.

use crate::report::{Answer, Judgement, Report};
use crate::session::{Msg, limits};
use crate::text;
use crate::web::effects::REJUDGE_ID;
use crate::web::page::Page;
use crate::web::ui::dom::{El, el, leaf};
use crate::web::ui::icon::{picture, stroke};
use crate::web::ui::parts::{button, fold, section};
use crate::web::ui::setup::target;
use crate::web::ui::term::term;
use crate::web::ui::words;

/// The list of limits.
pub fn judgements(page: Page, report: &Report) -> El {
    let too_few = limits::too_few(report);
    let said = too_few.is_some();
    let rows = report.verdict.judgements.iter().map(|j| row(j, said));
    let again = button("", "Judge again", move || page.send(Msg::Rejudge)).attr("id", REJUDGE_ID);
    let fields = leaf(
        "div",
        "group-fields",
        target(page).into_iter().collect::<Vec<_>>(),
    );
    let form = el("div").child(fields).child(leaf(
        "p",
        "hint",
        "Judges the answers you have; nothing is sent.",
    ));
    section("limits-title", "Does it meet a target?")
        .child(leaf("p", "quiet", text!("Published limits, answered with 95 % confidence. One bad answer alone never fails an endpoint.").get()))
        .child(too_few.map(|text| leaf("p", "", text)))
        .child(el("ul").class("judgements").children(rows))
        .child(fold("Set your own target", form.child(again)))
}

/// `said`: what too few answers need stands above.
fn row(judgement: &Judgement, said: bool) -> El {
    let evidence = !said || judgement.needs.is_none();
    el("li")
        .class("judgement")
        .attr("data-answer", answer_name(judgement.answer))
        .child(
            el("p")
                .class("judgement-answer")
                .child(sign(judgement.answer))
                .child(words::answer(judgement.answer)),
        )
        .child(leaf("p", "judgement-question", &judgement.question))
        .child(evidence.then(|| leaf("p", "quiet", &judgement.evidence)))
        .child(leaf(
            "p",
            "quiet source",
            term("Source", judgement.source.clone()),
        ))
}

/// Tick, cross, half disc, dash: the answer without colour.
fn sign(answer: Answer) -> El {
    let d = match answer {
        Answer::Pass => "M3 8.5 6.5 12 13 4.5",
        Answer::Fail => "M4 4 12 12M12 4 4 12",
        Answer::NotEnoughData => "M5.2 6a2.8 2.8 0 1 1 4 2.5C8.3 9 8 9.5 8 10.4M8 13v.2",
        Answer::NotJudged => "M4 8h8",
    };
    picture("sign", "0 0 16 16").child(stroke(d, "1.8"))
}

const fn answer_name(answer: Answer) -> &'static str {
    match answer {
        Answer::Pass => "pass",
        Answer::Fail => "fail",
        Answer::NotEnoughData => "not-enough-data",
        Answer::NotJudged => "not-judged",
    }
}
