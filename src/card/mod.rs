//! A result as a picture for chats and slides. It stands alone: no font, script, style or address outside of it is needed,
//! and what a foreign report says in it can neither leave its place nor become more than text.
//!
//! All places and sizes are whole px of a card that is always the same size, so that none of them can be no number.

mod chart;
mod facts;
mod svg;
mod text;
pub mod width;
mod words;

use crate::chart::path::put;
use crate::missing::CautionKind;
use crate::report::{Report, Tone};
use svg::{ACCENT, AHEAD, Anchor, FAIL, HAIR, PAPER, PLAIN, QUIET, STEPS, STRONG, Svg, span};
use text::{clean, cut, fit, leading_px};
use width::{Face, bold, regular, width_px};

/// Width of a card, px.
pub const WIDTH_PX: u32 = 1200;
/// Height of a card, px: the shape that chats show whole.
pub const HEIGHT_PX: u32 = 630;

/// Empty room at the left and the right, px.
const MARGIN_PX: u32 = 56;
/// Where everything ends at the right, px.
const RIGHT_PX: u32 = WIDTH_PX - MARGIN_PX;
/// Sentence and chart lie between these heights, px.
const UPPER: (u32, u32) = (80, 326);
/// Where the facts begin, px.
const FACTS_PX: u32 = 350;
/// The line above the foot, px.
const FOOT_PX: u32 = 534;
/// Sizes of the sentence beside a chart, px.
const BESIDE: [u32; 7] = [44, 42, 40, 38, 36, 33, 30];
/// Sizes of a sentence that has the whole width, px.
const ALONE: [u32; 6] = [60, 56, 52, 48, 44, 40];

/// Type of a line of the foot.
const LINES: [Face; 4] = [regular(18), regular(17), regular(16), regular(15)];

/// A result as a picture for chats and slides: SVG of 1200×630 px, and the same in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The picture, which needs nothing outside of itself.
    pub svg: String,
    /// The same in about 300 characters: verdict, facts, model, host, date.
    pub alt: String,
}

/// Draws the card of a report. Answers, prompts, keys and paths of addresses are not in it; model and host are.
#[must_use]
pub fn card(report: &Report) -> Card {
    let alt = words::alt(report);
    let mut svg = Svg::new(WIDTH_PX, HEIGHT_PX, &alt);
    svg.rect([0, 0, WIDTH_PX, HEIGHT_PX], 0, PAPER);
    let failed = report.verdict.tone == Tone::Failed;
    svg.rect([0, 0, WIDTH_PX, 8], 0, if failed { FAIL } else { ACCENT });
    head(&mut svg, report);
    let drawn = chart::drawn(report);
    sentence(&mut svg, report, drawn.is_some());
    if let Some(drawn) = drawn {
        drawn.draw(&mut svg);
    }
    facts::draw(&mut svg, report, FACTS_PX);
    foot(&mut svg, report);
    Card {
        svg: svg.finish(),
        alt,
    }
}

/// What was asked, and when. Each name gets the room that the other leaves.
fn head(svg: &mut Svg, report: &Report) {
    let (model, place) = words::subject(report);
    let day = words::date(report);
    let at = if model.is_empty() || place.is_empty() {
        ""
    } else {
        " at "
    };
    let (name, quiet) = (bold(25), regular(25));
    let date = regular(20);
    let room = RIGHT_PX - MARGIN_PX - width_px(&day, date) - 40 - width_px(at, quiet);
    let model_room = (room / 2).max(room.saturating_sub(width_px(&place, quiet)));
    let model = cut(&model, name, model_room);
    let place = cut(&place, quiet, room - width_px(&model, name));
    let spans = [
        span(&model, name, STRONG),
        span(at, quiet, PLAIN),
        span(&place, quiet, PLAIN),
    ];
    svg.text(MARGIN_PX, 60, Anchor::Start, &spans);
    svg.text(RIGHT_PX, 60, Anchor::End, &[span(&day, date, QUIET)]);
}

fn sentence(svg: &mut Svg, report: &Report, beside: bool) {
    let (top, bottom) = UPPER;
    let faces = |sizes: &[u32]| sizes.iter().map(|px| regular(*px)).collect::<Vec<Face>>();
    let (faces, room) = if beside {
        (faces(&BESIDE), chart::LEFT_PX - 44 - MARGIN_PX)
    } else {
        (faces(&ALONE), RIGHT_PX - MARGIN_PX)
    };
    let text = clean(&report.verdict.sentence);
    let Some(block) = fit(&text, &faces, room, bottom - top) else {
        return;
    };
    let leading = leading_px(block.face.size_px);
    // Alone it stands in the middle of its room, beside a chart at the same height as that.
    let height = leading * u32::try_from(block.lines.len()).unwrap_or(0);
    let above = if beside {
        0
    } else {
        (bottom - top).saturating_sub(height) / 2
    };
    let mut foot = top + above + block.face.size_px;
    for line in &block.lines {
        let line = span(line, block.face, STRONG);
        svg.text(MARGIN_PX, foot, Anchor::Start, &[line]);
        foot += leading;
    }
}

/// Our name; what to be careful with; how it was measured.
fn foot(svg: &mut Svg, report: &Report) {
    svg.rect([MARGIN_PX, FOOT_PX, RIGHT_PX - MARGIN_PX, 1], 0, HAIR);
    mark(svg, MARGIN_PX, 557);
    let name = bold(24);
    let after_mark = MARGIN_PX + 42;
    svg.text(
        after_mark,
        582,
        Anchor::Start,
        &[span("Tokenpace", name, STRONG)],
    );
    let left = after_mark + width_px("Tokenpace", name) + 36;

    let caution = words::caution(report);
    let how = words::conditions(report);
    let y = if caution.is_some() { 597 } else { 581 };
    line(svg, [left, y], &how, QUIET);
    if let Some(caution) = caution {
        let ends = [CautionKind::Failures, CautionKind::RateLimited];
        let ink = if ends.contains(&caution.kind) {
            FAIL
        } else {
            STEPS[1]
        };
        sign(svg, left, 553, ink);
        let room = RIGHT_PX - left - 26;
        line(
            svg,
            [left + 26, 568],
            &words::caution_line(caution, room),
            PLAIN,
        );
    }
}

/// An exclamation mark in a triangle, beside a caution.
fn sign(svg: &mut Svg, left: u32, top: u32, ink: svg::Ink) {
    let (left, top) = (f64::from(left), f64::from(top));
    let mut d = String::new();
    for [from, to] in [
        [(9.0, 1.0), (1.0, 16.0)],
        [(1.0, 16.0), (17.0, 16.0)],
        [(17.0, 16.0), (9.0, 1.0)],
        [(9.0, 7.0), (9.0, 10.5)],
        [(9.0, 13.4), (9.0, 13.5)],
    ] {
        for (command, (x, y)) in [('M', from), ('L', to)] {
            put(&mut d, command, &[left + x, top + y]);
        }
    }
    svg.stroke(&d, ink, 2);
}

/// A line of the foot, in the largest of [`LINES`] that shows it whole.
fn line(svg: &mut Svg, [left, foot]: [u32; 2], text: &str, ink: svg::Ink) {
    if let Some(block) = fit(text, &LINES, RIGHT_PX - left, 24) {
        for line in &block.lines {
            svg.text(left, foot, Anchor::Start, &[span(line, block.face, ink)]);
        }
    }
}

/// The sign of Tokenpace: text that arrives, and the reader's place in it.
fn mark(svg: &mut Svg, left: u32, top: u32) {
    for ([x, y, width, height], radius, fill) in [
        ([0, 6, 13, 5], 2, STRONG),
        ([0, 20, 8, 5], 2, STRONG),
        ([17, 6, 13, 5], 2, AHEAD),
        ([13, 14, 4, 15], 2, ACCENT),
    ] {
        svg.rect([left + x, top + y, width, height], radius, fill);
    }
}
