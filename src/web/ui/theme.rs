//! Auto, light or dark; kept for the next visit.

use leptos::prelude::document;

use crate::web::settings::{self, Theme};
use crate::web::ui::dom::{El, el, leaf};

/// Three small radio buttons.
pub fn theme_switch() -> El {
    let kept = settings::theme();
    show(kept);
    let options = Theme::ALL.map(|option| {
        // The browser unticks the others of the group.
        let radio = el("input")
            .attr("type", "radio")
            .attr("name", "theme")
            .attr("value", option.name())
            .live_flag("checked", move || option == kept)
            .on("change", move |_| {
                show(option);
                settings::keep_theme(option);
            });
        leaf("label", "segment", radio).child(leaf("span", "", option.label()))
    });
    leaf(
        "fieldset",
        "segments theme",
        leaf("legend", "unseen", "Theme"),
    )
    .children(options)
}

fn show(theme: Theme) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-theme", theme.name());
    }
}
