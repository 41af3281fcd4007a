//! The browser's own timing, and whose it is.

use tokenpace::schedule::{Entries, Entry};
use tokenpace::units::Micros;

use crate::ms;

fn entry(start: u64, response_end: u64) -> Entry {
    Entry {
        start: ms(start),
        response_end: ms(response_end),
        ..Entry::default()
    }
}

#[test]
fn a_request_finds_the_entry_that_began_and_ended_with_it() {
    let mut entries = Entries::default();
    entries.add(entry(101, 900));
    entries.add(entry(100, 500));
    entries.add(entry(2_000, 2_500));
    assert_eq!(entries.claim(ms(100), ms(501)), Some(entry(100, 500)));
    assert_eq!(entries.claim(ms(100), ms(902)), Some(entry(101, 900)));
    assert_eq!(
        entries.claim(ms(100), ms(902)),
        None,
        "an entry is claimed once"
    );
}

#[test]
fn an_entry_of_another_time_is_nobodys() {
    let mut entries = Entries::default();
    entries.add(entry(151, 900));
    assert_eq!(entries.claim(ms(100), ms(900)), None);
    assert_eq!(entries.claim(ms(154), ms(900)), None);
    assert_eq!(entries.claim(ms(153), ms(900)), Some(entry(151, 900)));
}

#[test]
fn what_the_server_hides_is_unknown_and_never_zero() {
    let opaque = Entry {
        fetch_start: ms(100),
        ..entry(100, 500)
    };
    let network = opaque.since_send(ms(100));
    assert_eq!(network.fetch_start, Some(Micros::ZERO));
    assert_eq!(
        (network.request_start, network.response_start),
        (None, None)
    );
    assert_eq!((network.connect_start, network.protocol), (None, None));
}

#[test]
fn a_reused_connection_was_not_connected() {
    let reused = Entry {
        fetch_start: ms(101),
        connect_start: ms(101),
        connect_end: ms(101),
        request_start: ms(102),
        response_start: ms(300),
        protocol: "h2".to_owned(),
        ..entry(100, 500)
    };
    let network = reused.since_send(ms(100));
    assert_eq!((network.connect_start, network.connect_end), (None, None));
    assert_eq!(
        (network.request_start, network.response_start),
        (Some(ms(2)), Some(ms(200)))
    );
    assert_eq!(network.protocol.as_deref(), Some("h2"));
    let fresh = Entry {
        connect_end: ms(130),
        ..reused
    }
    .since_send(ms(100));
    assert_eq!(
        (fresh.connect_start, fresh.connect_end),
        (Some(ms(1)), Some(ms(30)))
    );
}
