//! What the endpoint has to hold: fields of the set-up, and of the results, where they only judge again.

use crate::plan::{Field, SHARES};
use crate::session::{Edit, Msg};
use crate::text;
use crate::web::page::Page;
use crate::web::ui::dom::El;
use crate::web::ui::field::{Frame, choice, text_field};

/// Fields of the target.
pub fn target(page: Page) -> [El; 4] {
    let number = |field, label, hint| text_field(page, field, "", label, "numeric", hint);
    [
        number(
            Field::TargetTtft,
            "Target TTFT (ms)",
            text!("Longest wait for the first sign of life. Empty: no target.").get(),
        ),
        number(
            Field::TargetTpot,
            "Target TPOT (ms)",
            "Longest time between tokens; 40 ms are 25 tok/s.",
        ),
        share(page),
        number(
            Field::NeededTps,
            "Needed tokens per second (batch)",
            "In all, for work that nobody watches.",
        ),
    ]
}

fn share(page: Page) -> El {
    let chosen = page.slice(|s| {
        let name = SHARES
            .iter()
            .find(|(percent, _)| percent.key() == s.draft.target_share);
        name.map(|(_, name)| (*name).to_owned()).unwrap_or_default()
    });
    let frame = Frame::new(page, Field::TargetShare);
    let names = SHARES.iter().map(|(_, name)| *name).collect();
    let control = choice(frame, names, chosen, move |name| {
        if let Some((percent, _)) = SHARES.iter().find(|(_, known)| *known == name) {
            let key = percent.key().to_owned();
            page.send(Msg::Edit(Edit::Text(Field::TargetShare, key)));
        }
    });
    frame.around(
        "",
        "Target share",
        "So many answers have to keep to it.",
        control,
    )
}
