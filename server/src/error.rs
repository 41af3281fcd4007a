//! Why the companion could not start.
use std::net::SocketAddr;
use std::path::PathBuf;

use thiserror::Error;

/// A reason not to start, said in one sentence that names what to change.
#[derive(Debug, Error)]
pub enum StartError {
    /// The folder to serve holds no page.
    #[error("There is no index.html in {}: build the page first, or name its folder with --dist.", .dist.display())]
    NoIndex {
        /// The folder that was asked for.
        dist: PathBuf,
    },
    /// The folder's `_headers` file can't be used.
    #[error("{}: {fault}", .file.display())]
    Headers {
        /// The file that was read.
        file: PathBuf,
        /// What is wrong, with its line.
        fault: String,
    },
    /// Another program listens there.
    #[error("Port {port} is in use by another program: choose another one with {flag}.")]
    PortBusy {
        /// The port that was asked for.
        port: u16,
        /// The command-line flag that sets it.
        flag: &'static str,
    },
    /// The system refuses the address for another reason.
    #[error(
        "Cannot listen on {address} ({source}): choose another address with --bind or another port with {flag}."
    )]
    Listen {
        /// The address that was asked for.
        address: SocketAddr,
        /// The command-line flag that sets its port.
        flag: &'static str,
        /// What the system said.
        source: std::io::Error,
    },
    /// The program's own machinery failed.
    #[error("The server could not start: {0}.")]
    System(#[from] std::io::Error),
}
