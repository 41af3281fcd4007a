//! Compression of a link's content: raw deflate.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use super::LinkError;

/// Most bytes that a content may have after inflating: a run of 2,000 requests has a tenth of that.
pub const MAX_INFLATED: usize = 256 << 10;

/// The library's most thorough level that zlib has too: contents are small, so time is no matter.
const EFFORT: u8 = 9;

/// The content deflated, if that is smaller.
pub fn deflated(content: &[u8]) -> Option<Vec<u8>> {
    Some(compress_to_vec(content, EFFORT)).filter(|deflated| deflated.len() < content.len())
}

/// The content of a deflated one. It stops at [`MAX_INFLATED`], so that a small link can't fill the memory.
pub fn inflated(deflated: &[u8]) -> Result<Vec<u8>, LinkError> {
    decompress_to_vec_with_limit(deflated, MAX_INFLATED).map_err(|stopped| match stopped.status {
        TINFLStatus::HasMoreOutput => LinkError::TooLarge,
        _ => LinkError::Damaged,
    })
}
