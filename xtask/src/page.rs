//! Builds the page with Trunk.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::stamp::{self, Build};
use crate::tools::{self, Tools};
use crate::{prerequisites, process, project, small_std};

/// Adds to the flags in .cargo/config.toml, where RUSTFLAGS would replace them (and apply to host programs too).
pub const TARGET_RUSTFLAGS: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS";

/// Puts the release build of the page into dist/, unless it is there.
pub fn release() -> Result<Build> {
    if let Some(build) = stamp::up_to_date()? {
        println!("dist/ is up to date");
        return Ok(build);
    }
    let tools = prepare()?;
    let inputs = stamp::hash_of_inputs()?;
    stamp::remove()?;
    let arguments: &[&str] = if tools.wasm_opt {
        &["build", "--release"]
    } else {
        // With `--release` Trunk runs wasm-opt and, where it is missing, downloads it. The profile alone compiles the
        // same without.
        &["build", "--cargo-profile", "release"]
    };
    let small = build_with_small_std(&tools, arguments)?;
    if !small {
        let mut command = trunk(&tools);
        command.args(arguments);
        process::run(command)?;
    }
    let build = if small && tools.wasm_opt {
        Build::Optimised
    } else {
        Build::Unoptimised
    };
    stamp::write(build, inputs)?;
    Ok(build)
}

/// Builds with a standard library compiled for size. Whether that worked: it leans on what the compiler does not promise.
fn build_with_small_std(tools: &Tools, arguments: &[&str]) -> Result<bool> {
    let result = small_std::prepare().and_then(|()| {
        let mut command = trunk(tools);
        command.args(arguments);
        small_std::apply(&mut command, TARGET_RUSTFLAGS, &without_this_machine());
        process::run(command)
    });
    process::check_interrupt()?;
    if let Err(error) = &result {
        println!(
            "Building with the standard library as it comes, so the page will be larger: {error:#}"
        );
    }
    Ok(result.is_ok())
}

/// Puts a release build into dist/ that is as small as it gets, unless it is there.
pub fn for_publishing() -> Result<()> {
    if stamp::up_to_date()? == Some(Build::Unoptimised) {
        stamp::remove()?;
    }
    match release()? {
        Build::Optimised => Ok(()),
        Build::Unoptimised => {
            bail!("a page for publishing needs wasm-opt and the small standard library")
        }
    }
}

/// Puts a debug build of the page into dist/ and returns the command that keeps it current.
pub fn development() -> Result<Command> {
    let tools = prepare()?;
    stamp::remove()?;
    let [build, watch] = ["build", "watch"].map(|action| {
        let mut command = trunk(&tools);
        command.arg(action);
        command
    });
    process::run(build)?;
    Ok(watch)
}

fn prepare() -> Result<Tools> {
    prerequisites::wasm_target()?;
    let tools = tools::prepare()?;
    // Trunk builds offline, so that it can't download tools; the crates have to be there before.
    let mut fetch = Command::new("cargo");
    fetch.arg("fetch").current_dir(project::root());
    process::run(fetch)?;
    Ok(tools)
}

fn trunk(tools: &Tools) -> Command {
    let mut command = Command::new(&tools.trunk);
    command
        .current_dir(project::root())
        .env("PATH", &tools.path);
    command
        .env("TRUNK_OFFLINE", "true")
        .env("TRUNK_SKIP_VERSION_CHECK", "true");
    command.env(TARGET_RUSTFLAGS, without_this_machine());
    // Trunk refuses to start with a NO_COLOR that is neither true nor false.
    command.env_remove("NO_COLOR");
    command
}

/// Compiler flags that keep the paths of this machine out of the panic messages in the page.
fn without_this_machine() -> String {
    let cargo_home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    [
        (cargo_home.map(|home| home.join("registry/src")), "crates"),
        (Some(project::root().to_owned()), "."),
    ]
    .into_iter()
    .filter_map(|(path, name)| Some((path?.to_str()?.to_owned(), name)))
    // The variable is split at blanks, so such a path can't be named in it.
    .filter(|(path, _)| !path.contains(char::is_whitespace))
    .map(|(path, name)| format!("--remap-path-prefix={path}={name}"))
    .collect::<Vec<_>>()
    .join(" ")
}
