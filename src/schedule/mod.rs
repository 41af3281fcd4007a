//! What the worker decides without a browser: who runs next, when to pause, what counts as late, which entry belongs to
//! which request. Times are [`Micros`](crate::units::Micros) on one clock whose zero does not matter.

mod backoff;
mod calibration;
mod entries;
mod heartbeat;
mod nonce;
mod progress;
mod queue;
mod refusals;
mod stable;
mod watchdog;

pub use backoff::Backoff;
pub use calibration::{clock_step, lag_p99, time_error};
pub use entries::{Entries, Entry};
pub use heartbeat::{Beat, Heartbeat, PERIOD as HEARTBEAT, clock_jumped};
pub use nonce::prompt_of;
pub use progress::Throttle;
pub use queue::{Queue, WallTime};
pub use refusals::Refusals;
pub use stable::{Next, Settling, StopRule};
pub use watchdog::{Expired, Watchdog};
