//! Who reads: a choice of readers that fills in their speed.

use crate::perception::READER_CHOICES;
use crate::plan::Field;
use crate::session::{Edit, Msg};
use crate::text;
use crate::web::page::Page;
use crate::web::ui::dom::El;
use crate::web::ui::field::{Frame, choice, text_field};

/// Shown for a speed that no reader of the list has.
const OWN: &str = "Own speed";

/// "Reader" and "Reading speed (wpm)".
pub fn reader(page: Page) -> [El; 2] {
    let chosen = page.slice(|s| {
        let typed = s.draft.reading_speed_wpm.trim().parse();
        let known = READER_CHOICES.iter().find(|(_, pace)| typed == Ok(*pace));
        known.map_or(OWN, |(name, _)| name).to_owned()
    });
    let frame = Frame::new(page, Field::Reader);
    let names = READER_CHOICES.iter().map(|(name, _)| *name);
    let names = names.chain([OWN]).collect();
    let control = choice(frame, names, chosen, move |name| {
        if let Some((_, pace)) = READER_CHOICES.iter().find(|(known, _)| *known == name) {
            page.send(Msg::Edit(Edit::Text(Field::ReadingSpeed, pace.to_string())));
        }
    });
    [
        frame.around(
            "",
            "Reader",
            "Sets the speed below. Estimated: from reading aloud.",
            control,
        ),
        text_field(
            page,
            Field::ReadingSpeed,
            "",
            "Reading speed (wpm)",
            "numeric",
            text!("Words a minute your readers read, or characters of Chinese and Japanese.").get(),
        ),
    ]
}
