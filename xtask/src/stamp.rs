//! Knows whether dist/ still is what the sources say, so that a second start need not build.
//!
//! Contents are hashed, not times compared: a fresh checkout or a switch of branches changes times and nothing else,
//! and a file that was deleted has no time.

use std::fs;
use std::hash::Hasher;
use std::io::ErrorKind;
use std::path::PathBuf;

use anyhow::{Context, Result};
use seahash::SeaHasher;

use crate::project;

/// Everything that decides what the built page contains.
const INPUTS: [&str; 14] = [
    ".cargo/config.toml",
    "Cargo.lock",
    "Cargo.toml",
    "Trunk.toml",
    "build.rs",
    "index.html",
    "src",
    "www",
    "xtask/npm/package-lock.json",
    "xtask/src/seal.rs",
    "xtask/src/second.rs",
    "xtask/src/small_std.rs",
    "xtask/src/styles.rs",
    "xtask/src/trim",
];

/// How a page was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// For publishing: release, with the small standard library, through wasm-opt.
    Optimised,
    /// Release, but one of the two could not be had.
    Unoptimised,
}

/// How the page in dist/ was built, `None` when it has to be built again.
pub fn up_to_date() -> Result<Option<Build>> {
    let Ok(written) = fs::read_to_string(file()) else {
        return Ok(None);
    };
    let (inputs, page) = (hash_of_inputs()?, hash(&[project::dist()])?);
    let fits = |build: &Build| written == line(*build, inputs, page);
    Ok([Build::Optimised, Build::Unoptimised]
        .into_iter()
        .find(fits))
}

/// Remembers that dist/ has just been built from sources with this hash.
pub fn write(build: Build, inputs: u64) -> Result<()> {
    fs::create_dir_all(project::state())?;
    let page = hash(&[project::dist()])?;
    fs::write(file(), line(build, inputs, page)).context("cannot write the stamp of dist/")
}

/// Forgets what dist/ was built from.
pub fn remove() -> Result<()> {
    match fs::remove_file(file()) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).context("cannot remove the stamp of dist/")
        }
        _ => Ok(()),
    }
}

/// A hash of the sources. To be taken before building: what is edited meanwhile must count as changed.
pub fn hash_of_inputs() -> Result<u64> {
    hash(&INPUTS.map(|name| project::root().join(name)))
}

fn file() -> PathBuf {
    project::state().join("dist.stamp")
}

fn line(build: Build, inputs: u64, page: u64) -> String {
    let build = match build {
        Build::Optimised => "optimised",
        Build::Unoptimised => "unoptimised",
    };
    format!("{build} inputs={inputs:016x} dist={page:016x}\n")
}

/// A hash of the paths and contents of all files at or under `paths`; what doesn't exist counts as nothing.
fn hash(paths: &[PathBuf]) -> Result<u64> {
    let mut hasher = SeaHasher::new();
    for path in paths {
        for file in project::files(path)? {
            let content =
                fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let name = file.strip_prefix(path).unwrap_or(&file).to_string_lossy();
            for part in [name.as_bytes(), &content] {
                hasher.write(part);
                // The length keeps the end of one part from passing for the start of the next.
                hasher.write_usize(part.len());
            }
        }
        hasher.write_u8(0);
    }
    Ok(hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_sees_contents_names_and_deletions_but_not_times() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path().to_owned();
        fs::create_dir(folder.join("inner")).unwrap();
        let hashed = || hash(std::slice::from_ref(&folder)).unwrap();
        let hash_with = |name: &str, content: &str| {
            fs::write(folder.join(name), content).unwrap();
            hashed()
        };
        let first = hash_with("inner/a", "one");
        assert_eq!(hash_with("inner/a", "one"), first);
        assert_ne!(hash_with("inner/a", "two"), first);
        let two_files = hash_with("b", "");
        fs::rename(folder.join("b"), folder.join("c")).unwrap();
        assert_ne!(hashed(), two_files);
        fs::remove_file(folder.join("c")).unwrap();
        assert_eq!(hash_with("inner/a", "one"), first);
    }

    #[test]
    fn the_stamp_tells_the_kinds_of_build_apart() {
        assert_ne!(line(Build::Optimised, 1, 2), line(Build::Unoptimised, 1, 2));
        assert_ne!(line(Build::Optimised, 1, 2), line(Build::Optimised, 2, 1));
    }
}
