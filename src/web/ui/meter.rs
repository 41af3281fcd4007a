//! The five-step scale: bad, poor, fair, good, great. Shape and word say the same as the colour.

use crate::web::ui::dom::{El, el};
use crate::web::ui::icon::picture;

/// Five bars of growing height; as many as the step are filled, from 1 bad to 5 great.
pub fn meter(step: u8) -> El {
    let filled = usize::from(step);
    picture("meter", "0 0 28 16")
        .attr("data-step", step.to_string())
        .children((0..5usize).map(|i| {
            let height = 4 + i * 3;
            el("rect")
                .class(if i < filled { "meter-on" } else { "meter-off" })
                .attr("x", (i * 6).to_string())
                .attr("y", (16 - height).to_string())
                .attr("width", "4")
                .attr("height", height.to_string())
                .attr("rx", "1")
        }))
}
