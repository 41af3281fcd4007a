//! Where things are in the checkout.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The root of the checkout.
pub fn root() -> &'static Path {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().unwrap_or(manifest)
}

/// The folder of the built page.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// Cargo's target folder, which `CARGO_TARGET_DIR` may move.
pub fn target() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// The folder of what xtask remembers between runs.
pub fn state() -> PathBuf {
    target().join("xtask")
}

/// The files at or under `path`, sorted.
pub fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    if path.is_dir() {
        for entry in
            fs::read_dir(path).with_context(|| format!("cannot list {}", path.display()))?
        {
            found.extend(files(&entry?.path())?);
        }
    }
    found.sort();
    Ok(found)
}
