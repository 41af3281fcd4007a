//! `cargo xtask dist`: the page for publishing.

use anyhow::Result;

use crate::{page, project, size};

/// Builds the page and prints what it weighs.
pub fn run() -> Result<()> {
    page::for_publishing()?;
    size::report(&project::dist())
}
