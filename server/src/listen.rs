//! Listening sockets: loopback on both address families, no Nagle delay.
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use tokio::net::{TcpListener, TcpStream};

use crate::StartError;

/// How often a free port is searched that is free in both address families.
const ATTEMPTS: u32 = 16;

/// One port, held in every address family that was asked for.
#[derive(Debug)]
pub struct Bound {
    /// One listener for each address.
    pub listeners: Vec<TcpListener>,
    /// The port they share.
    pub port: u16,
}

/// Listens on `bind`, or on 127.0.0.1 and ::1 when it is `None`. Both, because "localhost" resolves to either: with one
/// of them missing a browser may pay a refused connection first. Port 0 takes a free port.
pub async fn bind(
    bind: Option<IpAddr>,
    port: u16,
    flag: &'static str,
) -> Result<Bound, StartError> {
    let first = bind.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let mut attempt = 1;
    loop {
        let v4 = listener(first, port, flag).await?;
        let chosen = v4.local_addr()?.port();
        let mut listeners = vec![v4];
        if bind.is_none() {
            match listener(IpAddr::V6(Ipv6Addr::LOCALHOST), chosen, flag).await {
                Ok(v6) => listeners.push(v6),
                Err(StartError::Listen { source, .. }) if no_ipv6(&source) => {}
                Err(StartError::PortBusy { .. }) if port == 0 && attempt < ATTEMPTS => {
                    attempt += 1;
                    continue;
                }
                Err(error) => return Err(error),
            }
        }
        return Ok(Bound {
            listeners,
            port: chosen,
        });
    }
}

async fn listener(ip: IpAddr, port: u16, flag: &'static str) -> Result<TcpListener, StartError> {
    let address = SocketAddr::new(ip, port);
    TcpListener::bind(address)
        .await
        .map_err(|source| match source.kind() {
            ErrorKind::AddrInUse => StartError::PortBusy { port, flag },
            _ => StartError::Listen {
                address,
                flag,
                source,
            },
        })
}

/// Whether the error says that this machine has no IPv6: no such address, or no such address family (EAFNOSUPPORT,
/// which the standard library doesn't name).
fn no_ipv6(error: &io::Error) -> bool {
    error.kind() == ErrorKind::AddrNotAvailable
        || matches!(error.raw_os_error(), Some(97 | 47 | 10047))
}

/// Sends every write at once. With Nagle's algorithm small events wait for the client's delayed acknowledgement, 40 ms.
pub fn no_delay(stream: &mut TcpStream) {
    // It fails only on a connection that is closed already.
    let _ = stream.set_nodelay(true);
}

/// The host to print: what a person on this machine types to reach the address.
pub fn shown_host(bind: Option<IpAddr>) -> String {
    match bind {
        None => "localhost".to_owned(),
        Some(ip) if ip.is_unspecified() => "localhost".to_owned(),
        Some(IpAddr::V4(ip)) => ip.to_string(),
        Some(IpAddr::V6(ip)) => format!("[{ip}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::serve::{Listener as _, ListenerExt as _};

    #[tokio::test]
    async fn accepted_connections_send_without_delay() {
        let bound = bind(None, 0, "--port").await.unwrap();
        for listener in bound.listeners {
            let address = listener.local_addr().unwrap();
            let plain = listener;
            let client = TcpStream::connect(address).await.unwrap();
            let (stream, _) = plain.accept().await.unwrap();
            assert!(
                !stream.nodelay().unwrap(),
                "the system's default changed: this test proves nothing"
            );
            drop(client);

            let mut tapped = plain.tap_io(no_delay);
            let _client = TcpStream::connect(address).await.unwrap();
            let (stream, _) = tapped.accept().await;
            assert!(stream.nodelay().unwrap());
        }
    }

    #[tokio::test]
    async fn a_busy_port_names_its_flag() {
        let held = bind(None, 0, "--port").await.unwrap();
        let error = bind(None, held.port, "--sim-port").await.unwrap_err();
        assert!(
            matches!(error, StartError::PortBusy { flag: "--sim-port", port } if port == held.port)
        );
        assert!(error.to_string().contains("--sim-port"));
    }

    #[tokio::test]
    async fn one_address_is_one_listener() {
        let bound = bind(Some(IpAddr::V4(Ipv4Addr::LOCALHOST)), 0, "--port")
            .await
            .unwrap();
        assert_eq!(bound.listeners.len(), 1);
        assert_eq!(bound.listeners[0].local_addr().unwrap().port(), bound.port);
    }

    #[test]
    fn printed_hosts() {
        let shown = |text: &str| shown_host(Some(text.parse().unwrap()));
        assert_eq!(shown_host(None), "localhost");
        assert_eq!(shown("0.0.0.0"), "localhost");
        assert_eq!(shown("192.168.1.20"), "192.168.1.20");
        assert_eq!(shown("::1"), "[::1]");
    }
}
