//! The reader's picture of one answer, laid into the room that a card has for it.

use super::svg::{ACCENT, AHEAD, Anchor, HAIR, PLAIN, QUIET, Svg, WAIT, span};
use super::text::wrap;
use super::width::{regular, width_px};
use crate::chart::path::put;
use crate::chart::reader::{answers, reader};
use crate::chart::{BOTTOM, LEFT, Picture, RIGHT, TOP};
use crate::format;
use crate::report::{Report, RequestRecord};
use crate::session::show;

/// Left edge of the whole, px.
pub const LEFT_PX: u32 = 700;
/// Edges of the plot, px: left, right, top, bottom.
const PLOT: [f64; 4] = [744.0, 1138.0, 154.0, 294.0];
/// Size of its numbers and names, px.
const TYPE_PX: u32 = 16;
/// From the lower edge to the foot of the numbers below it, px.
const BELOW: f64 = 24.0;

/// What is drawn: a sentence and a picture of one answer.
pub struct Drawn {
    said: String,
    picture: Picture,
}

/// The answer in the middle of the run by its first word, which is also the one whose words a link carries; if it has no
/// picture the first that has one. Only answers whose waits are known, because the sentence tells them.
pub fn drawn(report: &Report) -> Option<Drawn> {
    let middle = report.summary.wait.as_ref().map(|wait| wait.index);
    let all = answers(report);
    let is_middle = |r: &&&RequestRecord| Some(r.index) == middle;
    let mut in_order = all.iter().filter(is_middle).chain(&all);
    let tick_us = report.exact_to_us();
    in_order.find_map(|record| {
        let known = record.excluded_by.is_none() && record.stalls.is_some();
        let picture = known.then(|| reader(record, report.plan.reading_speed_wpm, tick_us))?;
        let mut picture = picture.ok()?;
        // A link's words come in steps of time: waits that the steps make or hide are not those of the sentence.
        let waited = record.stalls != Some(0);
        picture
            .paths
            .retain(|(class, d)| !d.is_empty() && (waited || *class != "wait"));
        let shaded = picture.paths.iter().any(|(class, _)| *class == "wait");
        let mut said = said(record, Some(record.index) == middle, all.len(), tick_us);
        if shaded {
            said.push_str(" (shaded)");
        }
        Some(Drawn { said, picture })
    })
}

/// "The middle one of 20 answers: its reader had to wait 2 times, at most 1.2 s"
fn said(record: &RequestRecord, is_middle: bool, of: usize, tick_us: u64) -> String {
    let subject = match (of, is_middle) {
        (1, _) => "The one answer".to_owned(),
        (of, true) => ["The middle one of ", &format::counted(of, "answer")].concat(),
        (of, false) => ["One of ", &format::counted(of, "answer")].concat(),
    };
    match (record.stalls.unwrap_or(0), record.longest_stall_us) {
        (stalls @ 1.., Some(longest)) => [
            &subject,
            ": its reader had to wait ",
            &show::counted(stalls, "time"),
            ", at most ",
            &show::freeze(longest, tick_us),
        ]
        .concat(),
        _ => subject + ": its reader never had to wait",
    }
}

impl Drawn {
    /// Draws it.
    pub fn draw(&self, svg: &mut Svg) {
        let [left, right, top, bottom] = PLOT;
        let face = regular(18);
        let room = super::RIGHT_PX - LEFT_PX;
        for (line, foot) in wrap(&self.said, face, room).iter().take(2).zip([99, 122]) {
            svg.text(LEFT_PX, foot, Anchor::Start, &[span(line, face, PLAIN)]);
        }
        for (class, d) in &self.picture.paths {
            let d = moved(d);
            match *class {
                "wait" => svg.area(&d, WAIT),
                "grid" => svg.stroke(&d, HAIR, 1),
                "line-text" => svg.stroke(&d, AHEAD, 3),
                _ => svg.stroke(&d, ACCENT, 4),
            }
        }
        let face = regular(TYPE_PX);
        for label in &self.picture.labels {
            let half_down = f64::from(TYPE_PX) / 3.0;
            let (x, y, anchor, ink) = match label.class {
                "tick" if label.y > BOTTOM + 10.0 => {
                    // A name in the middle of the right edge would reach over it.
                    let end = label.anchor == "end";
                    let anchor = if end { Anchor::End } else { Anchor::Middle };
                    let edge = if end {
                        f64::from(super::RIGHT_PX)
                    } else {
                        across(label.x)
                    };
                    (edge, bottom + BELOW, anchor, QUIET)
                }
                // Four units above the foot of its letters lies the line that it names.
                "tick" => (
                    left - 10.0,
                    down(label.y - 4.0) + half_down,
                    Anchor::End,
                    QUIET,
                ),
                "line-label" => (across(label.x), top - 8.0, Anchor::Start, PLAIN),
                _ => (
                    across(label.x),
                    down(label.y) + half_down,
                    Anchor::Start,
                    ACCENT,
                ),
            };
            let beyond = |x: f64| x + f64::from(width_px(&label.text, face)) > right;
            let (x, y, anchor) = match (anchor, ink) {
                // Below the end of the reader's line there is always room.
                (Anchor::Start, ACCENT) if beyond(x) => (right, bottom - 12.0, Anchor::End),
                (Anchor::Start, _) if beyond(x) => (right, y, Anchor::End),
                _ => (x, y, anchor),
            };
            svg.text(whole(x), whole(y), anchor, &[span(&label.text, face, ink)]);
        }
    }
}

fn across(x: f64) -> f64 {
    let [left, right, ..] = PLOT;
    left + (x - LEFT) / (RIGHT - LEFT) * (right - left)
}

fn down(y: f64) -> f64 {
    let [.., top, bottom] = PLOT;
    top + (y - TOP) / (BOTTOM - TOP) * (bottom - top)
}

/// A path of the picture in the plot of the card. Its commands are those of [`crate::chart::path`]: M, L, H, V and numbers.
fn moved(d: &str) -> String {
    let mut out = String::new();
    let commands = d.split_inclusive(|c: char| c.is_ascii_alphabetic());
    let mut command = None;
    for part in commands.chain(std::iter::once("M")) {
        let numbers = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let numbers = numbers.split_whitespace().filter_map(tenths);
        let numbers: Vec<f64> = numbers.map(|n| f64::from(n) / 10.0).collect();
        match (command, numbers.as_slice()) {
            (Some('H'), [x]) => put(&mut out, 'H', &[across(*x)]),
            (Some('V'), [y]) => put(&mut out, 'V', &[down(*y)]),
            (Some(command @ ('M' | 'L')), [x, y]) => {
                put(&mut out, command, &[across(*x), down(*y)])
            }
            _ => {}
        }
        command = part.chars().last();
    }
    out
}

/// A number with at most one decimal, in tenths.
fn tenths(text: &str) -> Option<u32> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    Some(whole.parse::<u32>().ok()?.checked_mul(10)? + tenth.parse::<u32>().ok()?.min(9))
}

/// The nearest whole px.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // saturates; a card is small
fn whole(px: f64) -> u32 {
    px.round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_keeps_its_shape() {
        let corners = ["M66 22H546V230", "M66.0 22L546 230"];
        assert_eq!(moved(corners[0]), "M744 154H1138V294");
        assert_eq!(moved(corners[1]), "M744 154L1138 294");
        assert_eq!(moved(""), "");
    }
}
