//! The three facts side by side: word, number, range.

use super::svg::{Anchor, HAIR, PLAIN, QUIET, STEPS, STRONG, Span, Svg, span};
use super::text::{clean, cut, fit, wrap};
use super::width::{Face, bold, regular, width_px};
use super::{MARGIN_PX, words};
use crate::report::{Fact, Report};

/// From the left edge of the card to each fact, and the room that it has, px. Times are short, "none in 19 of 20 answers" is
/// not.
const COLUMNS: [(u32, u32); 3] = [(MARGIN_PX, 272), (356, 328), (712, 432)];
/// From a line between two facts to the right one, px.
const GAP_PX: u32 = 28;
/// Sizes of a number and of the words behind it, px, the largest first.
const SIZES: [(u32, u32); 5] = [(54, 25), (48, 24), (42, 22), (36, 20), (30, 17)];
/// Sizes of a value without a number, px, the largest first: larger, it would shout "not known".
const PHRASES: [u32; 4] = [32, 30, 28, 26];
/// Height of the whole, px.
pub const HEIGHT_PX: u32 = 166;

/// Draws the facts from this height on, px.
pub fn draw(svg: &mut Svg, report: &Report, top_px: u32) {
    let facts = &report.verdict.facts;
    let shown: Vec<Shown> = facts.iter().map(|fact| Shown::of(report, fact)).collect();
    // One size for all three: a smaller one would look like a lesser fact.
    let fits = |(number, words): &(u32, u32)| {
        let mut columns = shown.iter().zip(COLUMNS);
        columns.all(|(fact, (_, room))| fact.width_px(*number, *words) <= room)
    };
    let (number, words) = SIZES.into_iter().find(fits).unwrap_or(SIZES[4]);
    for (at, (fact, (left, room))) in shown.iter().zip(COLUMNS).enumerate() {
        if at > 0 {
            svg.rect([left - GAP_PX, top_px, 1, HEIGHT_PX], 0, HAIR);
        }
        fact.draw(svg, [left, top_px, room], [bold(number), regular(words)]);
    }
}

/// A fact as it is shown.
struct Shown {
    label: String,
    number: String,
    unit: String,
    struck: bool,
    word: String,
    step: Option<u8>,
    range: String,
}

impl Shown {
    fn of(report: &Report, fact: &Fact) -> Self {
        let (value, range) = match &fact.struck {
            Some(struck) => {
                let why = ["not valid: ", words::title(report, struck.caution)].concat();
                (&struck.value, why)
            }
            None => (&fact.value, fact.range.clone()),
        };
        let (number, unit) = parts(&clean(value));
        Shown {
            label: clean(&fact.label),
            number,
            unit,
            struck: fact.struck.is_some(),
            word: clean(&fact.word),
            step: fact.step,
            range: clean(&range),
        }
    }

    fn width_px(&self, number_px: u32, words_px: u32) -> u32 {
        if self.unit.is_empty() {
            return width_px(&self.number, bold(PHRASES[3]));
        }
        width_px(&self.number, bold(number_px)) + width_px(&self.unit, regular(words_px))
    }

    fn draw(&self, svg: &mut Svg, [left, top, room]: [u32; 3], [large, small]: [Face; 2]) {
        let label = span(&self.label, bold(19), PLAIN);
        svg.text(left, top + 20, Anchor::Start, &[label]);
        let ink = if self.struck { QUIET } else { STRONG };
        let large = if self.unit.is_empty() {
            let fits = |size: &u32| width_px(&self.number, bold(*size)) <= room;
            bold(PHRASES.into_iter().find(fits).unwrap_or(PHRASES[3]))
        } else {
            large
        };
        let number = cut(&self.number, large, room);
        let unit = cut(&self.unit, small, room - width_px(&number, large));
        let spans = [(&number, large), (&unit, small)].map(|(text, face)| Span {
            text,
            face,
            ink,
            struck: self.struck,
        });
        svg.text(left, top + 74, Anchor::Start, &spans);

        let mut foot = top + 110;
        if !self.word.is_empty() {
            let mut at = left;
            if let Some(step) = self.step {
                meter(svg, left, foot, step);
                at += 50;
            }
            let faces = [20, 18, 16].map(regular);
            let word = fit(&self.word, &faces, room - (at - left), 26);
            if let Some((line, face)) = word.as_ref().and_then(|w| Some((w.lines.first()?, w.face)))
            {
                svg.text(at, foot, Anchor::Start, &[span(line, face, STRONG)]);
            }
            foot += 30;
        }
        let range = regular(17);
        for line in wrap(&self.range, range, room).iter().take(2) {
            svg.text(left, foot, Anchor::Start, &[span(line, range, QUIET)]);
            foot += 23;
        }
    }
}

/// The number that is shown large, and the words behind it with the space before them. "not known" is no number and "in all"
/// belongs together.
fn parts(value: &str) -> (String, String) {
    let is_number = value.starts_with(|c: char| c.is_ascii_digit()) || value.starts_with("none ");
    match value.find(' ').filter(|_| is_number) {
        Some(at) => {
            let (number, unit) = value.split_at(at);
            (number.to_owned(), unit.to_owned())
        }
        None => (value.to_owned(), String::new()),
    }
}

/// Five bars of growing height; as many as the step are filled, from 1 bad to 5 great.
fn meter(svg: &mut Svg, left_px: u32, foot_px: u32, step: u8) {
    let filled = usize::from(step.clamp(1, 5));
    for (bar, x) in (0..5).zip((left_px..).step_by(8)) {
        let height = 6 + 4 * bar;
        let on = (bar as usize) < filled;
        let fill = if on { STEPS[filled - 1] } else { HAIR };
        svg.rect([x, foot_px - height, 5, height], 1, fill);
    }
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn only_numbers_are_large() {
        for (value, number) in [
            ("420 ms", "420"),
            ("3.1× your reader", "3.1×"),
            ("none in 19 of 20 answers", "none"),
            ("in all 20 answers", "in all 20 answers"),
            ("not known", "not known"),
        ] {
            assert_eq!(parts(value).0, number);
        }
    }
}
