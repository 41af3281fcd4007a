//! Small drawings. They carry no meaning of their own: a word always stands beside them.

use crate::web::ui::dom::{El, el};

/// A drawing that those who don't see it need not know of.
pub fn picture(class: &'static str, view_box: &'static str) -> El {
    el("svg")
        .class(class)
        .attr("viewBox", view_box)
        .attr("aria-hidden", "true")
        .attr("focusable", "false")
}

/// A stroke without a fill.
pub fn stroke(d: &'static str, width: &'static str) -> El {
    el("path")
        .attr("d", d)
        .attr("fill", "none")
        .attr("stroke", "currentColor")
        .attr("stroke-width", width)
        .attr("stroke-linejoin", "round")
        .attr("stroke-linecap", "round")
}

/// The sign of Tokenpace: text that arrives, and the reader's place in it.
pub fn mark() -> El {
    let bars = [
        ("mark-word", ["2", "8", "12", "4", "2"]),
        ("mark-word", ["2", "20", "7", "4", "2"]),
        ("mark-ahead", ["18", "8", "12", "4", "2"]),
        ("mark-cursor", ["14", "15", "3", "14", "1.5"]),
    ];
    picture("mark", "0 0 32 32").children(bars.map(|(class, [x, y, width, height, rx])| {
        el("rect")
            .class(class)
            .attr("x", x)
            .attr("y", y)
            .attr("width", width)
            .attr("height", height)
            .attr("rx", rx)
    }))
}

/// A closed lock, beside the key.
pub fn lock() -> El {
    picture("icon", "0 0 16 16").child(stroke(
        "M4.5 7V5a3.5 3.5 0 0 1 7 0v2M3.5 7h9v6.5h-9z",
        "1.4",
    ))
}

/// An exclamation mark in a triangle, beside an error at a field.
pub fn warn() -> El {
    picture("icon", "0 0 16 16").child(stroke("M8 2 15 14H1zM8 6.5v3.2M8 11.6v.4", "1.4"))
}
