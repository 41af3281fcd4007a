//! The program as a person or a script starts it.
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tokenpace-server"))
}

fn page() -> TempDir {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("index.html"), "<!doctype html>").unwrap();
    std::fs::write(folder.path().join("_headers"), "/*\n  A: b\n").unwrap();
    folder
}

/// Starts the program and reads as many lines as it must print.
fn started(command: &mut Command, lines: usize) -> (Child, Vec<String>) {
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let out = BufReader::new(child.stdout.as_mut().unwrap());
    let lines = out.lines().take(lines).map(Result::unwrap).collect();
    (child, lines)
}

fn port(line: &str, before: &str, after: &str) -> u16 {
    let rest = line
        .strip_prefix(before)
        .unwrap_or_else(|| panic!("{line}"));
    rest.strip_suffix(after)
        .unwrap_or_else(|| panic!("{line}"))
        .parse()
        .unwrap()
}

fn failed(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(output.stdout.is_empty());
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

#[cfg(unix)]
#[test]
fn it_prints_two_lines_and_ends_when_asked() {
    let folder = page();
    for signal in ["-TERM", "-INT"] {
        let mut command = program();
        command
            .arg("--dist")
            .arg(folder.path())
            .args(["--port", "0", "--sim-port", "0"]);
        let (mut child, lines) = started(&mut command, 2);
        let page = port(&lines[0], "page http://localhost:", "/");
        let vendor = port(&lines[1], "vendor http://localhost:", "/v1");
        assert_ne!(page, vendor);
        std::net::TcpStream::connect(("localhost", page)).unwrap();
        std::net::TcpStream::connect(("localhost", vendor)).unwrap();

        let sent = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status()
            .unwrap();
        assert!(sent.success());
        assert_eq!(child.wait().unwrap().code(), Some(0), "{signal}");
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut rest).unwrap();
        assert_eq!(rest, "");
    }
}

#[test]
fn the_vendor_runs_alone() {
    let (mut child, lines) = started(program().args(["--no-page", "--sim-port", "0"]), 1);
    port(&lines[0], "vendor http://localhost:", "/v1");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_busy_port_is_one_sentence_with_its_flag() {
    let folder = page();
    let held = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let busy = held.local_addr().unwrap().port().to_string();
    for (flag, other) in [("--port", "--sim-port"), ("--sim-port", "--port")] {
        let mut command = program();
        command
            .arg("--dist")
            .arg(folder.path())
            .args([flag, &busy, other, "0"]);
        let said = failed(&mut command);
        assert!(
            said.contains(&busy) && said.contains(&format!(" {flag}.")),
            "{said}"
        );
    }
}

#[test]
fn a_missing_page_is_one_sentence() {
    let folder = TempDir::new().unwrap();
    let said =
        failed(
            program()
                .arg("--dist")
                .arg(folder.path())
                .args(["--port", "0", "--sim-port", "0"]),
        );
    assert!(
        said.contains("index.html") && said.contains("--dist"),
        "{said}"
    );
}
