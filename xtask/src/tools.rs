//! The build tools in exactly the pinned versions. Trunk and wasm-bindgen: what is on PATH, else what an earlier run
//! installed into `target/tools`, else a fresh installation there. wasm-opt and esbuild: from npm.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::{npm, pins, process, project};

/// The tools that turn the sources into a page.
pub struct Tools {
    /// The Trunk executable.
    pub trunk: PathBuf,
    /// Whether wasm-opt can be had; without it the page works and is larger.
    pub wasm_opt: bool,
    /// PATH with the folders of the other tools in front.
    pub path: OsString,
}

/// Finds or installs all tools.
pub fn prepare() -> Result<Tools> {
    let trunk = cargo_tool("trunk", "trunk", &pins::trunk()?, Lock::OfTheTool)?;
    let bindgen = wasm_bindgen("wasm-bindgen")?;
    let mut folders: Vec<PathBuf> = bindgen.parent().map(Path::to_owned).into_iter().collect();
    let wasm_opt = match npm::install(&npm_package()) {
        Ok(()) => {
            folders.push(npm_package().join(NPM_COMMANDS));
            true
        }
        Err(error) => {
            process::check_interrupt()?;
            println!(
                "Building without wasm-opt and esbuild, so the page will be larger: {error:#}"
            );
            false
        }
    };
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let path =
        env::join_paths(folders).context("a folder on PATH has a name that PATH can't hold")?;
    Ok(Tools {
        trunk,
        wasm_opt,
        path,
    })
}

/// One of the executables that come with wasm-bindgen-cli: `wasm-bindgen` or `wasm-bindgen-test-runner`.
pub fn wasm_bindgen(executable: &str) -> Result<PathBuf> {
    // With the lock file of the tool, the newest of its dependencies are needed, which a mirror may not have yet.
    cargo_tool(
        "wasm-bindgen-cli",
        executable,
        &pins::wasm_bindgen()?,
        Lock::None,
    )
}

/// Which versions of its dependencies a tool is compiled with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lock {
    /// Those its authors tested, or, if these can't be had, the newest compatible ones.
    OfTheTool,
    /// The newest compatible ones.
    None,
}

fn cargo_tool(package: &str, executable: &str, version: &str, lock: Lock) -> Result<PathBuf> {
    let installed = installed_tools()
        .join("bin")
        .join(executable)
        .with_extension(env::consts::EXE_EXTENSION);
    let on_path = which::which(executable).ok();
    let found = on_path
        .into_iter()
        .chain([installed.clone()])
        .find(|path| has_version(path, version));
    if let Some(path) = found {
        return Ok(path);
    }
    let downloaded = which::which("cargo-binstall").is_ok() && download(package, version).is_ok();
    process::check_interrupt()?;
    if !downloaded {
        println!("Compiling {package} {version}: once, up to ten minutes");
        compile(package, version, lock)?;
    }
    Ok(installed)
}

fn installed_tools() -> PathBuf {
    project::target().join("tools")
}

fn download(package: &str, version: &str) -> Result<()> {
    let mut command = Command::new("cargo");
    // Were it to compile, binstall would do so with the slow release settings.
    command.args([
        "binstall",
        "--no-confirm",
        "--disable-strategies",
        "compile",
        "--root",
    ]);
    command
        .arg(installed_tools())
        .arg(format!("{package}@{version}"));
    process::run(command)
}

fn compile(package: &str, version: &str, lock: Lock) -> Result<()> {
    if lock == Lock::OfTheTool {
        if process::run(compile_command(package, version, &["--locked"])).is_ok() {
            return Ok(());
        }
        process::check_interrupt()?;
        println!("Trying {package} once more, with the newest compatible dependencies");
    }
    process::run(compile_command(package, version, &[]))
}

fn compile_command(package: &str, version: &str, flags: &[&str]) -> Command {
    let tools = installed_tools();
    let mut command = Command::new("cargo");
    command
        .args([
            "install",
            package,
            "--version",
            version,
            "--force",
            "--root",
        ])
        .arg(&tools)
        .args(flags);
    command.env("CARGO_TARGET_DIR", tools.join("build"));
    // The tools run for seconds: optimising them takes three times as long as it could ever save.
    command.env("CARGO_PROFILE_RELEASE_LTO", "off");
    command.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0");
    command.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "256");
    command
}

/// A command of the packages from npm.
pub fn npm_command(name: &str) -> PathBuf {
    npm_package().join(NPM_COMMANDS).join(name)
}

/// Where npm puts the commands of the packages it installs.
const NPM_COMMANDS: &str = "node_modules/.bin";

/// The package that names wasm-opt and esbuild.
fn npm_package() -> PathBuf {
    project::root().join("xtask/npm")
}

/// Whether a program says it has this version, as `trunk 0.21.14` does.
fn has_version(program: &Path, version: &str) -> bool {
    let mut command = Command::new(program);
    // Trunk refuses to start with a NO_COLOR that is neither true nor false.
    command.arg("--version").env_remove("NO_COLOR");
    process::output_of(&mut command)
        .is_some_and(|text| text.split_whitespace().any(|word| word == version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_has_only_the_version_it_names_in_full() {
        let rustc = process::output_of(Command::new("rustc").arg("--version")).unwrap();
        let version = rustc.split_whitespace().nth(1).unwrap();
        assert!(has_version(Path::new("rustc"), version));
        assert!(!has_version(
            Path::new("rustc"),
            &version[..version.len() - 1]
        ));
        assert!(!has_version(Path::new("no-such-program"), version));
    }

    #[test]
    fn tools_are_compiled_apart_from_the_project_and_unoptimised() {
        let command = compile_command("trunk", "1.2.3", &["--locked"]);
        let arguments: Vec<_> = command
            .get_args()
            .map(|argument| argument.to_string_lossy())
            .collect();
        assert_eq!(arguments[..4], ["install", "trunk", "--version", "1.2.3"]);
        assert_eq!(arguments.last().unwrap(), "--locked");
        let folder = command
            .get_envs()
            .find(|(name, _)| *name == "CARGO_TARGET_DIR")
            .unwrap()
            .1
            .unwrap();
        assert!(Path::new(folder).ends_with("tools/build"));
    }
}
