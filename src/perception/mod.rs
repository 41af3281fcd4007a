//! What a person notices who reads along.

mod reader;

pub use reader::{NOTICEABLE_STALL, Pace, Stalls, reading_margin, stalls, stalls_of};
