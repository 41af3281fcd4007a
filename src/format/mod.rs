//! How people see each unit. The only place that turns numbers into words: three significant digits at most.

mod number;
mod rate;
mod spoken;
mod time;

pub use number::{counted, grouped};
pub use rate::{factor, per_token, percent, speed, words_per_minute};
pub use spoken::{spoken_at, spoken_over, spoken_range, spoken_within};
pub use time::{
    duration, duration_exact_to, duration_in_range, duration_range, last_digit, part_exact_to,
    reads_as_zero,
};
