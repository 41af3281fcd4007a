//! Finds Chromium and its driver; on Debian-like systems installs them when root may.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};
use serde_json::{Value, json};

use crate::process;

/// Names of Chromium on PATH, the first one found wins.
const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// Where macOS and Windows keep Chrome, which there is on no PATH.
const PLACES: [&str; 3] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
];

/// Switches for a browser that runs unattended: nothing on the screen, nothing from the network but what is tested.
/// Containers have no user namespaces for the sandbox; what is loaded is our own.
const SWITCHES: [&str; 8] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// The path of Chromium: the variable CHROMIUM, else the first usual place.
pub fn chromium() -> Result<PathBuf> {
    find_or_install("Chromium", "chromium", "CHROMIUM", || {
        let on_path = NAMES.iter().find_map(|name| which::which(name).ok());
        on_path.or_else(|| PLACES.iter().map(PathBuf::from).find(|path| path.is_file()))
    })
}

/// The path of Firefox, where there is one: the variable FIREFOX, else what is on PATH.
pub fn firefox() -> Option<PathBuf> {
    env::var_os("FIREFOX")
        .map(PathBuf::from)
        .or_else(|| which::which("firefox").ok())
        .or_else(|| which::which("firefox-esr").ok())
}

/// The path of ChromeDriver: the variable CHROMEDRIVER, else what is on PATH.
pub fn chromedriver() -> Result<PathBuf> {
    find_or_install("ChromeDriver", "chromium-driver", "CHROMEDRIVER", || {
        which::which("chromedriver").ok()
    })
}

/// The capabilities for a WebDriver session with this browser.
pub fn capabilities(chromium: &std::path::Path) -> Value {
    json!({ "goog:chromeOptions": { "binary": chromium, "args": SWITCHES } })
}

fn find_or_install(
    name: &str,
    debian_package: &str,
    variable: &str,
    find: impl Fn() -> Option<PathBuf>,
) -> Result<PathBuf> {
    if let Some(path) = env::var_os(variable).map(PathBuf::from) {
        if !path.is_file() {
            bail!("{variable} names {}, which is no file", path.display());
        }
        return Ok(path);
    }
    if let Some(path) = find() {
        return Ok(path);
    }
    if may_install() {
        install(debian_package)?;
    }
    match find() {
        Some(path) => Ok(path),
        None => bail!(
            "{name} is missing: install it (on Debian: apt-get install {debian_package}) or set {variable} to its path"
        ),
    }
}

fn may_install() -> bool {
    let is_root = process::output_of(Command::new("id").arg("-u")).as_deref() == Some("0");
    is_root && which::which("apt-get").is_ok()
}

fn install(package: &str) -> Result<()> {
    println!("Installing {package} with apt-get");
    // Without any font the browser draws no text, and nothing that has text has its size.
    for arguments in [
        &["update"][..],
        &[
            "install",
            "--yes",
            "--no-install-recommends",
            package,
            "fonts-liberation",
        ],
    ] {
        let mut command = Command::new("apt-get");
        command
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive");
        process::run(command)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_driver_is_told_which_browser_to_start_and_how() {
        let capabilities = capabilities(std::path::Path::new("/opt/a \"b\"/chromium"));
        let text = capabilities.to_string();
        assert!(
            text.contains(r#""binary":"/opt/a \"b\"/chromium""#),
            "{text}"
        );
        assert!(text.contains("--headless"), "{text}");
    }
}
