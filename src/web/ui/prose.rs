//! Sentences of the core, in which backticks mark what is to be typed or sent as it stands.

use crate::web::ui::dom::{El, el};

/// A paragraph with `code` in it.
pub fn prose(class: &'static str, text: &str) -> El {
    let mut paragraph = el("p").class(class);
    for (i, part) in text.split('`').enumerate() {
        let part = part.to_owned();
        paragraph = if i % 2 == 1 {
            paragraph.child(el("code").child(part))
        } else {
            paragraph.child(part)
        };
    }
    paragraph
}
