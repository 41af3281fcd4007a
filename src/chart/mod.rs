//! Numbers become SVG geometry here; nothing in it knows a DOM.

pub mod dots;
pub mod reader;
pub mod scale;
pub mod waits;

/// Size of the two larger charts, in units of their view box, and the room for labels around the plot.
pub const WIDTH: f64 = 560.0;
/// Height of the view box.
pub const HEIGHT: f64 = 260.0;
/// Left edge of the plot.
pub const LEFT: f64 = 62.0;
/// Right edge of the plot.
pub const RIGHT: f64 = WIDTH - 14.0;
/// Upper edge of the plot.
pub const TOP: f64 = 22.0;
/// Lower edge of the plot.
pub const BOTTOM: f64 = HEIGHT - 30.0;

/// A line of the grid with its label.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Position along its axis, in units of the view box.
    pub at: f64,
    /// What it says.
    pub label: String,
}
