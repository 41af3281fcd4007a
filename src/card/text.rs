//! Texts that fit: foreign words made harmless, cut or broken into lines by their estimated width.

use unicode_segmentation::UnicodeSegmentation;

use super::width::{Face, is_square, width_px};
use crate::names::{self, is_joiner, is_selector};

/// No text of a card is longer, so that a hostile one costs no time. A line of the smallest type holds 200.
const MAX_CHARS: usize = 400;

/// A text of one line without what steers a renderer. Joiners go too: an emoji falls apart into its parts, whose width is known.
#[must_use]
pub fn clean(text: &str) -> String {
    names::line(text, MAX_CHARS).replace(|c| is_joiner(c) || is_selector(c), "")
}

/// The text, or its beginning with an ellipsis, at most `room_px` wide.
#[must_use]
pub fn cut(text: &str, face: Face, room_px: u32) -> String {
    if width_px(text, face) <= room_px {
        return text.to_owned();
    }
    let mut out = String::new();
    for letter in text.graphemes(true) {
        let longer = [&out, letter].concat();
        if width_px(&longer, face) + width_px("…", face) > room_px {
            break;
        }
        out = longer;
    }
    out.truncate(out.trim_end().len());
    out + "…"
}

/// Lines of at most `room_px`, broken at spaces, between Chinese letters, and within a word that is wider than a line.
#[must_use]
pub fn wrap(text: &str, face: Face, room_px: u32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for piece in pieces(text) {
        if width_px([&line, piece.trim_end()].concat().as_str(), face) <= room_px {
            line.push_str(piece);
            continue;
        }
        close(&mut lines, &mut line);
        for letter in piece.graphemes(true) {
            if width_px([&line, letter].concat().trim_end(), face) > room_px {
                close(&mut lines, &mut line);
            }
            line.push_str(letter);
        }
    }
    close(&mut lines, &mut line);
    lines
}

/// Ends a line, if there is anything on it.
fn close(lines: &mut Vec<String>, line: &mut String) {
    let text = line.trim();
    if !text.is_empty() {
        lines.push(text.to_owned());
    }
    line.clear();
}

/// What no line is broken within, with the space behind it.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut from, mut before) = (0, 'a');
    for (at, c) in text.char_indices() {
        if before == ' ' || (is_square(before) && c != ' ') {
            pieces.extend(text.get(from..at));
            from = at;
        }
        before = c;
    }
    pieces.extend(text.get(from..));
    pieces
}

/// Lines of one text in one size.
pub struct Block {
    /// Its type.
    pub face: Face,
    /// Its lines, each within the room.
    pub lines: Vec<String>,
}

/// From one line to the next, px.
#[must_use]
pub const fn leading_px(size_px: u32) -> u32 {
    size_px * 5 / 4
}

/// A text in the largest of some sizes that fits into the room; cut in the last one if none does.
#[must_use]
pub fn fit(text: &str, faces: &[Face], room_px: u32, height_px: u32) -> Option<Block> {
    let mut last = None;
    for face in faces {
        let most = (height_px / leading_px(face.size_px)).max(1) as usize;
        let lines = wrap(text, *face, room_px);
        if lines.len() <= most {
            return Some(Block {
                face: *face,
                lines: balanced(text, *face, room_px, lines),
            });
        }
        last = Some((*face, lines, most));
    }
    let (face, mut lines, most) = last?;
    let rest = lines.split_off(most - 1).join(" ");
    lines.push(cut(&rest, face, room_px));
    Some(Block { face, lines })
}

/// As many lines, of more equal length: no single word stands on the last one.
fn balanced(text: &str, face: Face, room_px: u32, lines: Vec<String>) -> Vec<String> {
    let mut best = lines;
    let step = face.size_px / 2;
    let mut room = room_px;
    // Not below two thirds: short lines in a wide room look like a mistake.
    while room > room_px * 2 / 3 {
        room -= step.max(1);
        let lines = wrap(text, face, room);
        if lines.len() != best.len() {
            break;
        }
        best = lines;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::width::regular;

    #[test]
    fn what_steers_a_renderer_is_gone() {
        assert_eq!(clean(" a\u{202e}b\u{0}\n\tc\u{200b} \u{feff}"), "ab c");
        assert_eq!(clean("e\u{301}\u{301}\u{301}\u{301}"), "e\u{301}\u{301}");
        assert_eq!(clean(&"\u{200d}".repeat(9)), "");
        assert_eq!(clean("❤\u{fe0f}\u{200d}🔥"), "❤🔥");
        assert!(clean(&"x".repeat(10_000)).chars().count() <= MAX_CHARS);
    }

    #[test]
    fn lines_keep_to_their_room() {
        let face = regular(20);
        for text in [
            "a few words that need more than one line",
            "名前がとても長いモデルの名前です",
            &"x".repeat(200),
        ] {
            for room in [60, 100, 240] {
                let lines = wrap(text, face, room);
                assert!(lines.iter().all(|line| width_px(line, face) <= room));
                let bare = |text: &str| text.replace(' ', "");
                assert_eq!(bare(&lines.concat()), bare(text));
                assert!(width_px(&cut(text, face, room), face) <= room);
            }
        }
    }

    #[test]
    fn what_does_not_fit_in_any_size_is_cut_with_a_sign() {
        let text = "word ".repeat(60);
        let block = fit(text.trim(), &[regular(40), regular(30)], 300, 100).unwrap();
        assert_eq!((block.face.size_px, block.lines.len()), (30, 2));
        assert!(block.lines[1].ends_with('…'));
        assert!(fit("short", &[regular(40)], 300, 100).unwrap().lines == ["short"]);
    }
}
