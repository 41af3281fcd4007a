//! The few elements of SVG that a card is made of. Every attribute is ours or a whole number; every text is escaped here.

use super::width::{Face, is_sure, width_px};

/// A colour of the page's light design. On the paper every one for text has a contrast of 4.5 or more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Ink(&'static str);

/// What everything stands on.
pub const PAPER: Ink = Ink("#f6f5f1");
/// Text that is read first.
pub const STRONG: Ink = Ink("#1b1a18");
/// Text beside it.
pub const PLAIN: Ink = Ink("#504d47");
/// Text that may be overlooked.
pub const QUIET: Ink = Ink("#6b675f");
/// Lines between things.
pub const HAIR: Ink = Ink("#dedad0");
/// The reader, and our own sign.
pub const ACCENT: Ink = Ink("#0a6656");
/// What is ahead of the reader. For lines only.
pub const AHEAD: Ink = Ink("#8f8b82");
/// Waits. For areas only.
pub const WAIT: Ink = Ink("#e7d6bd");
/// Failure, and nothing else.
pub const FAIL: Ink = Ink("#b3261e");
/// The five steps of a judgement, from bad to great.
pub const STEPS: [Ink; 5] = [
    Ink("#8a3b12"),
    Ink("#b06614"),
    Ink("#77736a"),
    Ink("#2c74a5"),
    Ink("#0f4c85"),
];

/// Which part of a text stands at its place.
#[derive(Clone, Copy)]
pub enum Anchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// A part of a line.
#[derive(Clone, Copy)]
pub struct Span<'a> {
    /// Already clean, and cut to its room.
    pub text: &'a str,
    /// Its type.
    pub face: Face,
    /// Its colour.
    pub ink: Ink,
    /// Struck out: not valid.
    pub struck: bool,
}

/// A part of a line that is not struck out.
#[must_use]
pub const fn span(text: &str, face: Face, ink: Ink) -> Span<'_> {
    Span {
        text,
        face,
        ink,
        struck: false,
    }
}

/// A drawing in the making.
pub struct Svg {
    out: String,
}

impl Svg {
    /// An empty drawing of this size in px, named for those who don't see it.
    #[must_use]
    pub fn new(width_px: u32, height_px: u32, name: &str) -> Self {
        let (width, height) = (width_px.to_string(), height_px.to_string());
        let mut svg = Svg { out: String::new() };
        svg.add(&[
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"",
            &width,
            "\" height=\"",
            &height,
            "\" viewBox=\"0 0 ",
            &width,
            " ",
            &height,
            "\" role=\"img\" font-family=\"system-ui, sans-serif\">\n<title>",
        ]);
        svg.escaped(name);
        svg.add(&["</title>\n"]);
        svg
    }

    /// The text of the drawing.
    #[must_use]
    pub fn finish(mut self) -> String {
        self.add(&["</svg>\n"]);
        self.out
    }

    /// A filled rectangle, px, with corners of this radius.
    pub fn rect(&mut self, [x, y, width, height]: [u32; 4], radius_px: u32, fill: Ink) {
        self.add(&["<rect"]);
        for (name, value) in [
            ("x", x),
            ("y", y),
            ("width", width),
            ("height", height),
            ("rx", radius_px),
        ] {
            self.number(name, value);
        }
        self.add(&[" fill=\"", fill.0, "\"/>\n"]);
    }

    /// A filled path.
    pub fn area(&mut self, d: &str, fill: Ink) {
        self.add(&["<path fill=\"", fill.0, "\" d=\"", d, "\"/>\n"]);
    }

    /// A drawn path, its width in px.
    pub fn stroke(&mut self, d: &str, ink: Ink, width_px: u32) {
        self.add(&["<path fill=\"none\" stroke=\"", ink.0, "\""]);
        self.number("stroke-width", width_px);
        self.add(&[
            " stroke-linejoin=\"round\" stroke-linecap=\"round\" d=\"",
            d,
            "\"/>\n",
        ]);
    }

    /// A line of text with its foot at a place, px.
    pub fn text(&mut self, x_px: u32, y_px: u32, anchor: Anchor, spans: &[Span<'_>]) {
        self.add(&["<text"]);
        self.number("x", x_px);
        self.number("y", y_px);
        self.add(&[match anchor {
            Anchor::Start => ">",
            Anchor::Middle => " text-anchor=\"middle\">",
            Anchor::End => " text-anchor=\"end\">",
        }]);
        for span in spans.iter().filter(|span| !span.text.is_empty()) {
            self.span(span);
        }
        self.add(&["</text>\n"]);
    }

    /// Isolated, so that a name from right to left doesn't turn its neighbours round.
    fn span(&mut self, span: &Span<'_>) {
        self.add(&["<tspan unicode-bidi=\"isolate\""]);
        self.number("font-size", span.face.size_px);
        if span.face.bold {
            self.add(&[" font-weight=\"700\""]);
        }
        if span.struck {
            self.add(&[" text-decoration=\"line-through\""]);
        }
        if !is_sure(span.text) {
            self.number("textLength", width_px(span.text, span.face));
            self.add(&[" lengthAdjust=\"spacingAndGlyphs\""]);
        }
        if span.ink == ACCENT {
            // It names a line in the middle of a picture, which may pass under it.
            self.add(&[" stroke=\"", PAPER.0, "\" paint-order=\"stroke\""]);
            self.number("stroke-width", 5);
        }
        self.add(&[" fill=\"", span.ink.0, "\">"]);
        self.escaped(span.text);
        self.add(&["</tspan>"]);
    }

    fn number(&mut self, name: &str, value: u32) {
        self.add(&[" ", name, "=\"", &value.to_string(), "\""]);
    }

    fn add(&mut self, parts: &[&str]) {
        for part in parts {
            self.out.push_str(part);
        }
    }

    fn escaped(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '"' => self.out.push_str("&quot;"),
                '\'' => self.out.push_str("&apos;"),
                c => self.out.push(c),
            }
        }
    }
}
