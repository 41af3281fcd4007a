//! Versions of the tools, each read from the one file that pins it.

use std::fs;

use anyhow::{Context, Result};

use crate::project;

/// The version of wasm-bindgen in Cargo.lock; the command line tool must have exactly this one.
pub fn wasm_bindgen() -> Result<String> {
    locked_version(&read("Cargo.lock")?, "wasm-bindgen")
        .context("Cargo.lock names no version of wasm-bindgen")
}

/// The version of Trunk that Trunk.toml asks for.
pub fn trunk() -> Result<String> {
    let version = toml_string(&read("Trunk.toml")?, "trunk-version")
        .context("Trunk.toml has no trunk-version")?;
    Ok(version.trim_start_matches('=').to_owned())
}

/// The version of wasm-opt that Trunk.toml asks for, in binaryen's spelling: `version_132`.
#[cfg(test)]
fn wasm_opt() -> Result<String> {
    toml_string(&read("Trunk.toml")?, "wasm_opt").context("Trunk.toml has no wasm_opt")
}

fn read(name: &str) -> Result<String> {
    fs::read_to_string(project::root().join(name)).with_context(|| format!("cannot read {name}"))
}

/// The version of `package` in the text of a Cargo.lock.
fn locked_version(lock: &str, package: &str) -> Option<String> {
    lock.split("[[package]]")
        .find(|entry| toml_string(entry, "name").as_deref() == Some(package))
        .and_then(|entry| toml_string(entry, "version"))
}

/// The value of the first line `key = "value"`.
fn toml_string(text: &str, key: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let value = line
            .strip_prefix(key)?
            .trim_start()
            .strip_prefix('=')?
            .trim();
        Some(value.strip_prefix('"')?.split('"').next()?.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = r#"
version = 4

[[package]]
name = "wasm-bindgen-macro"
version = "0.9.9"

[[package]]
name = "wasm-bindgen"
version = "0.2.130"
source = "registry+https://github.com/rust-lang/crates.io-index"
dependencies = [
 "wasm-bindgen-macro",
]

[[package]]
name = "wasm-bindgen-shared"
version = "0.8.8"
"#;

    #[test]
    fn the_locked_version_is_that_of_the_package_with_exactly_this_name() {
        assert_eq!(
            locked_version(LOCK, "wasm-bindgen").as_deref(),
            Some("0.2.130")
        );
        assert_eq!(locked_version(LOCK, "wasm"), None);
        assert_eq!(locked_version("", "wasm-bindgen"), None);
    }

    #[test]
    fn a_toml_string_is_found_by_its_whole_key() {
        let text = "wasm_opt_level = \"z\"\nwasm_opt = \"version_1\" # why\n";
        assert_eq!(toml_string(text, "wasm_opt").as_deref(), Some("version_1"));
        assert_eq!(toml_string(text, "wasm"), None);
    }

    #[test]
    fn every_pin_of_this_checkout_is_a_version() {
        for version in [wasm_bindgen().unwrap(), trunk().unwrap()] {
            assert_eq!(
                version
                    .split('.')
                    .filter(|part| part.parse::<u32>().is_ok())
                    .count(),
                3,
                "{version}"
            );
        }
        assert!(
            wasm_opt()
                .unwrap()
                .strip_prefix("version_")
                .unwrap()
                .parse::<u32>()
                .is_ok()
        );
    }

    #[test]
    fn the_npm_package_brings_the_wasm_opt_that_trunk_asks_for() {
        let manifest: serde_json::Value =
            serde_json::from_str(&read("xtask/npm/package.json").unwrap()).unwrap();
        let binaryen = manifest["devDependencies"]["binaryen"].as_str().unwrap();
        assert_eq!(
            wasm_opt().unwrap(),
            format!("version_{}", binaryen.split('.').next().unwrap())
        );
    }
}
