//! What a person notices who reads along.

mod answer;
mod experience;
mod felt;
mod fluidity;
mod profiles;
mod reader;
mod reading;

pub use answer::Words;
pub use experience::{IDEAL_START, quality, quality_of};
pub use felt::{kept_up, perceived_speed, tokens_per_word};
pub use fluidity::{
    Deadlines, FIRST_WORD_DEADLINE, deadlines, fluid_pace, fluid_pace_of, fluidity,
};
pub use profiles::{
    ALOUD, LANGUAGES, Language, READER_CHOICES, READERS, ReaderProfile, ReadingUnit, token_rate,
};
pub use reader::{
    Follower, NOTICEABLE_STALL, Pace, Stalls, reading_margin, stalls, stalls_from, stalls_of,
};
pub use reading::Reading;
pub(crate) use reading::per_token;
