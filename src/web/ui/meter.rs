//! The five-step scale: bad, poor, fair, good, great. Shape and word say the same as the colour.

use leptos::prelude::*;

/// Five bars of growing height; `step` of them are filled.
#[component]
pub fn Meter(
    /// 1 bad to 5 great.
    step: u8,
) -> impl IntoView {
    let filled = usize::from(step);
    let bars: Vec<_> = (0..5usize)
        .map(|i| {
            let height = 4 + i * 3;
            view! {
                <rect
                    class=if i < filled { "meter-on" } else { "meter-off" }
                    x=(i * 6).to_string()
                    y=(16 - height).to_string()
                    width="4"
                    height=height.to_string()
                    rx="1"
                />
            }
        })
        .collect();
    view! {
        <svg class="meter" data-step=step.to_string() viewBox="0 0 28 16" aria-hidden="true" focusable="false">
            {bars}
        </svg>
    }
    .into_any()
}
