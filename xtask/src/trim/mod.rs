//! Makes the built page smaller than its tools leave it.

mod names;
mod order;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::{process, project, tools};
use names::Short;

/// Trims the page under `folder`, and lets wasm-opt take out what is no longer reached.
pub fn page(folder: &Path) -> Result<()> {
    let files = project::files(folder)?;
    let programs = files
        .iter()
        .filter(|file| file.to_string_lossy().ends_with("_bg.wasm"));
    for program in programs {
        let script = PathBuf::from(program.to_string_lossy().replace("_bg.wasm", ".js"));
        let read =
            |path: &Path| fs::read(path).with_context(|| format!("cannot read {}", path.display()));
        let text = String::from_utf8(read(&script)?).context("the page's script is not UTF-8")?;
        let mut short = Short::default();
        let module = short.module(&read(program)?)?;
        fs::write(&script, short.script(&text)?)?;
        fs::write(program, module)?;
        optimise(program)?;
        fs::write(program, order::by_likeness(&read(program)?)?)?;
    }
    Ok(())
}

/// Runs wasm-opt once more, the way Trunk does.
fn optimise(program: &Path) -> Result<()> {
    let page = project::root().join("index.html");
    let text = fs::read_to_string(&page).context("cannot read index.html")?;
    let mut command = Command::new(tools::npm_command("wasm-opt"));
    command
        .arg("-Oz")
        .args(wasm_opt_parameters(&text)?.split_whitespace())
        .arg(program)
        .arg("-o")
        .arg(program);
    process::run(command)
}

/// The parameters that index.html gives to Trunk.
fn wasm_opt_parameters(page: &str) -> Result<&str> {
    page.split_once("data-wasm-opt-params=\"")
        .and_then(|(_, rest)| rest.split_once('"'))
        .map(|(parameters, _)| parameters)
        .context("index.html gives wasm-opt no parameters")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parameters_are_those_of_the_page() {
        let page = fs::read_to_string(project::root().join("index.html")).unwrap();
        assert!(
            wasm_opt_parameters(&page)
                .unwrap()
                .contains("--enable-simd")
        );
        assert!(wasm_opt_parameters("<html>").is_err());
    }
}
