//! Packages from npm, installed from a lock file.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::{prerequisites, process};

/// Installs what the lock file of `folder` names, unless that has been done since the lock file changed.
pub fn install(folder: &Path) -> Result<()> {
    if is_installed(folder) {
        return Ok(());
    }
    let mut command = Command::new(prerequisites::npm()?);
    command
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
        .current_dir(folder);
    process::run(command)
}

/// npm writes `node_modules/.package-lock.json` as its last act.
fn is_installed(folder: &Path) -> bool {
    let changed = |name: &str| {
        fs::metadata(folder.join(name))
            .and_then(|file| file.modified())
            .ok()
    };
    match (
        changed("node_modules/.package-lock.json"),
        changed("package-lock.json"),
    ) {
        (Some(installed), Some(locked)) => installed >= locked,
        _ => false,
    }
}
