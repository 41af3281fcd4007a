//! How wide a text becomes in a font that is not known here. The renderer has its own system font, so that widths are those of
//! the wide ones among them (DejaVu Sans, Liberation Sans): in others lines end a little earlier, in none too late.

/// A size of type.
#[derive(Clone, Copy)]
pub struct Face {
    /// Height of the type, px.
    pub size_px: u32,
    /// Bold.
    pub bold: bool,
}

/// Regular type of a size in px.
#[must_use]
pub const fn regular(size_px: u32) -> Face {
    Face {
        size_px,
        bold: false,
    }
}

/// Bold type of a size in px.
#[must_use]
pub const fn bold(size_px: u32) -> Face {
    Face {
        size_px,
        bold: true,
    }
}

/// Width of a text on one line, px, rounded up.
#[must_use]
pub fn width_px(text: &str, face: Face) -> u32 {
    let percent: u32 = text.chars().map(|c| advance(c, face.bold).0).sum();
    (percent * face.size_px).div_ceil(100)
}

/// Whether [`width_px`] is a bound for this text. Elsewhere it is a guess, and the renderer has to be told to keep to it.
#[must_use]
pub fn is_sure(text: &str) -> bool {
    text.chars().all(|c| advance(c, false).1)
}

/// A letter that is as wide as it is high, so that a line may break beside it.
#[must_use]
pub const fn is_square(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{303e}' | '\u{3041}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}' | '\u{ff01}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{20000}'..='\u{3fffd}')
}

/// Hundredths of the type's size that a letter takes, and whether no usual font takes more.
fn advance(c: char, bold: bool) -> (u32, bool) {
    let table = if bold { &BOLD } else { &REGULAR };
    let ascii = u32::from(c)
        .checked_sub(32)
        .map(|at| table.get(at as usize));
    if let Some(Some(width)) = ascii {
        return (u32::from(*width), true);
    }
    match c {
        '·' | '’' => (38, true),
        '–' => (60, true),
        '“' | '”' => (66, true),
        'µ' | '×' | '±' => (84, true),
        '…' | '—' => (100, true),
        c if is_square(c) => (100, true),
        // Emoji: 1.37 in the widest.
        '\u{1f000}'..='\u{1faff}' => (140, true),
        _ => (80, false),
    }
}

/// Hundredths of the size, from the space to the tilde.
#[rustfmt::skip]
const REGULAR: [u8; 95] = [
    32, 41, 46, 84, 64, 95, 78, 28, 39, 39, 50, 84, 32, 37, 32, 34, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 56, 102, 69, 69, 73, 77, 67,
    62, 78, 76, 30, 50, 67, 56, 87, 75, 79, 67, 79, 73, 67, 62, 74, 69, 99, 69,
    67, 69, 39, 34, 39, 84, 56, 50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58,
    28, 98, 64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
];

/// The same in bold.
#[rustfmt::skip]
const BOLD: [u8; 95] = [
    35, 46, 53, 84, 70, 101, 88, 31, 46, 46, 53, 84, 38, 42, 38, 37, 70, 70, 70,
    70, 70, 70, 70, 70, 70, 70, 40, 40, 84, 84, 84, 62, 100, 78, 77, 74, 83, 69,
    69, 83, 84, 38, 56, 78, 64, 100, 84, 85, 74, 85, 77, 72, 69, 82, 78, 111, 78,
    73, 73, 46, 37, 46, 84, 56, 50, 68, 72, 60, 72, 68, 44, 72, 72, 35, 35, 67,
    35, 105, 72, 69, 72, 72, 50, 60, 48, 72, 66, 93, 65, 66, 59, 72, 37, 72, 84,
];
