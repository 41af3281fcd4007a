//! Numbers become SVG geometry here; nothing in it knows a DOM.

pub mod dots;
