//! The native companion of Tokenpace: serves the page and a simulated vendor. See [`tokenpace_server`].
use std::process::ExitCode;

fn main() -> ExitCode {
    tokenpace_server::cli::run()
}
