//! The project's own commands: `cargo xtask --help` lists them, one module each.

mod bench;
mod browser;
mod dist;
mod e2e;
mod npm;
mod page;
mod pins;
mod prerequisites;
mod process;
mod project;
mod real;
mod seal;
mod second;
mod serve;
mod server;
mod size;
mod small_std;
mod stamp;
mod styles;
mod summary;
mod test;
mod tools;
mod trim;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Builds, serves and tests Tokenpace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build what is missing, then serve the page and a simulated vendor beside it
    Serve(serve::Options),
    /// Build the page for publishing into dist/ and hold it to its size budget
    Dist,
    /// Run every check, or those named by --only, and end with a table of results
    Test(test::Options),
    /// Run the end-to-end tests; arguments are handed to Playwright
    E2e(e2e::Options),
    /// Measure accuracy or speed, beside other clients in the same run
    #[command(subcommand)]
    Bench(bench::Bench),
    /// Run the page against a small real model on this machine
    Real,
    /// Move the inline script of a built page into a file (called by Trunk)
    #[command(hide = true)]
    Seal,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = process::listen_for_interrupt().and_then(|()| match cli.command {
        Command::Serve(options) => serve::run(&options),
        Command::Dist => dist::run(),
        Command::Test(options) => test::run(&options),
        Command::E2e(options) => e2e::run(&options),
        Command::Bench(bench) => bench::run(&bench),
        Command::Real => real::run(),
        Command::Seal => seal::run(),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<process::Interrupted>() => ExitCode::from(130),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
