//! The page's standard library, compiled with the page, for size, and without the code that words panics.
//!
//! The library as it comes is compiled for speed, and each index and each `unwrap` in it drags formatting along: together a
//! tenth of the page. Stable cargo has no switch for this, so the build asks as a nightly one would. It is only done where
//! the compiler at hand takes every flag; otherwise the page is built the usual way and is that much larger.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};

use crate::prerequisites::{self, WASM};
use crate::{process, project};

/// Lets a stable compiler take unstable flags.
const BOOTSTRAP: (&str, &str) = ("RUSTC_BOOTSTRAP", "1");

/// Panics trap at once, and `{:?}`, which no text of the page uses, writes nothing.
const FLAGS: [&str; 3] = [
    "-Zunstable-options",
    "-Cpanic=immediate-abort",
    "-Zfmt-debug=none",
];

/// What cargo is told in place of `-Z build-std=… -Z build-std-features=…`.
const CARGO: [(&str, &str); 2] = [
    ("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort"),
    ("CARGO_UNSTABLE_BUILD_STD_FEATURES", "optimize_for_size"),
];

/// Gets everything that such a build needs.
pub fn prepare() -> Result<()> {
    let mut probe = Command::new("rustc");
    probe.args(["--print", "cfg", "--target", WASM]).args(FLAGS);
    probe.env(BOOTSTRAP.0, BOOTSTRAP.1);
    if process::output_of(&mut probe).is_none() {
        bail!("this compiler does not take {}", FLAGS.join(" "));
    }
    source()?;
    // Trunk builds offline, so the crates that the library is made of have to be there before.
    let mut fetch = Command::new("cargo");
    fetch
        .args(["fetch", "--target", WASM])
        .current_dir(project::root());
    set(&mut fetch);
    process::run(fetch)
}

/// Makes a build use it; `rustflags` is the variable that holds the flags for the page, `others` are what else is in it.
pub fn apply(command: &mut Command, rustflags: &str, others: &str) {
    set(command);
    command.env(rustflags, format!("{} {others}", FLAGS.join(" ")));
}

fn set(command: &mut Command) {
    command.envs(CARGO).env(BOOTSTRAP.0, BOOTSTRAP.1);
}

/// The library's source.
fn source() -> Result<()> {
    let sysroot = process::output_of(Command::new("rustc").args(["--print", "sysroot"]));
    let there = sysroot.is_some_and(|folder| {
        Path::new(folder.trim())
            .join("lib/rustlib/src/rust/library/std")
            .is_dir()
    });
    if there {
        return Ok(());
    }
    println!("Adding the source of the standard library");
    prerequisites::rustup(&["component", "add", "rust-src"], "rust-src")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flags_of_the_page_are_kept() {
        let mut command = Command::new("true");
        apply(&mut command, "FLAGS", "--remap-path-prefix=/a=b");
        let flags = command
            .get_envs()
            .find(|(name, _)| *name == "FLAGS")
            .unwrap()
            .1
            .unwrap();
        let flags = flags.to_str().unwrap();
        assert!(flags.ends_with(" --remap-path-prefix=/a=b"));
        assert!(FLAGS.iter().all(|flag| flags.contains(flag)));
    }

    #[test]
    fn the_page_words_nothing_with_debug() {
        let mut found = Vec::new();
        for file in project::files(&project::root().join("src")).unwrap() {
            let text = std::fs::read_to_string(&file).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            if ["{:?}", "{:#?}", ":?}"]
                .iter()
                .any(|mark| code.contains(mark))
                && !file.ends_with("tests.rs")
            {
                found.push(file);
            }
        }
        assert_eq!(found, Vec::<std::path::PathBuf>::new());
    }
}
