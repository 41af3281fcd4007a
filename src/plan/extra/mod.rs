//! What people add to each request under "Advanced": headers, JSON fields, an exact length.

mod exact;
mod fields;
mod headers;

pub use exact::exact_length_of;
pub use fields::{FieldsError, fields_hold_key, keepable_fields, merge};
pub use headers::{
    HeaderError, HeldHeader, KEPT, TakenHeaders, is_secret_header, keepable_headers,
    take_secret_headers, without_held_headers,
};

pub(super) use fields::checked as checked_fields;
pub(super) use headers::checked as checked_headers;

/// Longest text of either field: what people add by hand is far shorter, and servers take no more in their headers.
pub const MOST_BYTES: usize = 8 * 1024;
