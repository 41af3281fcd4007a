//! What must be on the machine before anything can be built: one sentence each when it isn't.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process;

/// The oldest Node.js that Playwright and the build tools support and that still gets fixes.
const NODE_MAJOR: u32 = 20;

/// The target of the page.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Makes sure that Rust can compile to WebAssembly.
pub fn wasm_target() -> Result<()> {
    let library = process::output_of(Command::new("rustc").args([
        "--print",
        "target-libdir",
        "--target",
        WASM,
    ]));
    if library.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    println!("Adding the {WASM} target");
    rustup(&["target", "add", WASM], &format!("the Rust target {WASM}"))
}

/// Makes sure that a component of the Rust toolchain is there, e.g. clippy, whose command is `cargo clippy`.
pub fn component(name: &str, command: &str) -> Result<()> {
    if process::output_of(Command::new("cargo").args([command, "--version"])).is_some() {
        return Ok(());
    }
    println!("Adding {name}");
    rustup(&["component", "add", name], name)
}

/// Runs rustup for something that is `wanted`.
pub fn rustup(arguments: &[&str], wanted: &str) -> Result<()> {
    let Ok(rustup) = which::which("rustup") else {
        bail!(
            "{wanted} is missing, and rustup too, which could add it: install Rust from https://rustup.rs"
        );
    };
    let mut command = Command::new(rustup);
    command.args(arguments);
    process::run(command)
}

/// The path of npm, after a look at the version of Node.js.
pub fn npm() -> Result<PathBuf> {
    let version = process::output_of(Command::new("node").arg("--version"));
    check_node(version.as_deref())?;
    which::which("npm")
        .context("npm is missing: install it beside Node.js, most often as the package `npm`")
}

fn check_node(version: Option<&str>) -> Result<()> {
    let advice = format!("install Node.js {NODE_MAJOR} or newer from https://nodejs.org");
    let Some(version) = version else {
        bail!("Node.js is missing: {advice}");
    };
    let major = version
        .trim_start_matches('v')
        .split('.')
        .next()
        .and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < NODE_MAJOR) {
        bail!("Node.js {version} is too old: {advice}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_or_missing_node_gives_one_sentence() {
        assert!(check_node(Some("v20.0.0")).is_ok());
        assert!(check_node(Some("v100.1.2")).is_ok());
        let old = check_node(Some("v18.19.0")).unwrap_err().to_string();
        assert_eq!(
            old,
            "Node.js v18.19.0 is too old: install Node.js 20 or newer from https://nodejs.org"
        );
        let missing = check_node(None).unwrap_err().to_string();
        assert_eq!(
            missing,
            "Node.js is missing: install Node.js 20 or newer from https://nodejs.org"
        );
    }
}
