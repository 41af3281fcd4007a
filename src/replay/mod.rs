//! An answer played again as it came, with a reader who follows it: what stands on the screen at any moment, and the
//! player that moves through the moments. Knows no screen and no clock.

mod choice;
mod filler;
mod moment;
mod player;
mod timeline;

pub use choice::extremes;
pub use moment::{Moment, Mood};
pub use player::Player;
pub use timeline::{Piece, Stall, Timeline};
