//! Decoding speed: bytes to signals, natively, beside `eventsource-parser` + `JSON.parse` in Node on the same stream.
//!
//! `cargo bench --bench decode` prints one JSON object a line, for a stream whose events are alike but for their text and
//! for one whose events are not, and then for one of each API format, beside the one of chat completions; the variable OUT names a file that gets the same lines. The streams stay in Cargo's
//! `tmp` folder, for the run in a browser. Node's part is left out, and said to be, where Node or the packages of
//! `benches/js` are missing. `cargo xtask bench decode` does it all.

#![allow(clippy::expect_used)] // a bench that can't do its work has nothing better to do than to stop

mod stream;

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use tokenpace::decode::{Decoder, Limits};
use tokenpace::protocol::{ApiFormat, Channel, Signal};

use stream::Shape;
use stream::formats::{Replies, replies};

const STREAM_BYTES: usize = 20 << 20;
/// Each format's stream.
const FORMAT_BYTES: usize = 5 << 20;

const PASSES: usize = 9;

fn main() {
    let mut lines = String::new();
    let mut tell = |line: &serde_json::Value| {
        println!("{line}");
        lines += &format!("{line}\n");
    };
    for (shape, name) in [(Shape::Usual, "usual"), (Shape::Varied, "varied")] {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("decode-{name}.sse"));
        let stream = write(&path, shape);
        let ours = native(stream.as_bytes(), name);
        tell(&ours);
        match node(&path) {
            Ok(peer) => {
                tell(&peer);
                tell(&compared(&ours, &peer, name));
            }
            Err(reason) => eprintln!("comparison left out: {reason}"),
        }
    }
    for line in formats() {
        tell(&line);
    }
    if let Some(out) = std::env::var_os("OUT") {
        std::fs::write(out, lines).expect("OUT can be written");
    }
}

fn write(path: &Path, shape: Shape) -> String {
    let stream = stream::generate(STREAM_BYTES, shape);
    std::fs::write(path, &stream).expect("the stream can be written");
    stream
}

/// Decodes the stream several times; the median pass counts.
fn native(stream: &[u8], name: &str) -> serde_json::Value {
    let (events, utf16) = decode(ApiFormat::OpenAiChat, stream, |text| {
        text.encode_utf16().count()
    });
    let mut seconds: Vec<f64> = (0..PASSES)
        .map(|_| {
            let start = Instant::now();
            let stream = std::hint::black_box(stream);
            std::hint::black_box(decode(ApiFormat::OpenAiChat, stream, str::len));
            start.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    let median = seconds[PASSES / 2];
    serde_json::json!({
        "decoder": "tokenpace",
        "host": "native",
        "stream": name,
        "mb_per_s": stream.len() as f64 / 1e6 / median,
        "events_per_s": events as f64 / median,
        "events": events,
        "text_utf16": utf16,
    })
}

/// Speed with every format, in passes that take turns. All are compared with chat completions, the first of them. The median
/// reply counts, not the median pass: a pass of a slow format is longer than a busy machine lets it run at a stretch, one of
/// a fast format is not, and that would show as a difference between them.
fn formats() -> Vec<serde_json::Value> {
    let streams: Vec<(ApiFormat, Replies)> = ApiFormat::ALL
        .iter()
        .flat_map(|&format| {
            replies(format, FORMAT_BYTES)
                .into_iter()
                .map(move |replies| (format, replies))
        })
        .collect();
    let mut samples = vec![Vec::new(); streams.len()];
    let mut events = vec![0; streams.len()];
    for _ in 0..PASSES {
        for (at, (format, replies)) in streams.iter().enumerate() {
            let (mut count, mut text) = (0, 0);
            for body in &replies.bodies {
                let start = Instant::now();
                let read = decode(*format, std::hint::black_box(body.as_bytes()), str::len);
                samples[at].push(start.elapsed().as_secs_f64() / body.len() as f64);
                count += read.0;
                text += read.1;
            }
            assert_eq!(text, replies.text_bytes, "the text of {}", replies.name);
            events[at] = count;
        }
    }
    let mut speed_of_chat = None;
    streams
        .iter()
        .zip(&mut samples)
        .zip(&events)
        .map(|(((_, replies), samples), &events)| {
            samples.sort_by(f64::total_cmp);
            let speed = samples[samples.len() / 2].recip();
            let bytes: usize = replies.bodies.iter().map(String::len).sum();
            serde_json::json!({
                "decoder": "tokenpace",
                "host": "native",
                "format": replies.name,
                "mb_per_s": speed / 1e6,
                "events_per_s": events as f64 * speed / bytes as f64,
                "ratio_to_chat": speed / *speed_of_chat.get_or_insert(speed),
            })
        })
        .collect()
}

/// Number of events, and the measure of the answer text.
fn decode(format: ApiFormat, stream: &[u8], measure: impl Fn(&str) -> usize) -> (usize, usize) {
    let mut decoder = Decoder::new(format.format().framing, Limits::default());
    let mut adapter = format.adapter();
    let (mut events, mut measured) = (0, 0);
    let mut frames = |frame: tokenpace::decode::Frame<'_>| {
        events += 1;
        adapter.frame(frame, &mut |signal| {
            if let Signal::Output {
                channel: Channel::Answer,
                text,
                ..
            } = signal
            {
                measured += measure(&text);
            }
        });
    };
    for read in stream.chunks(stream::READ_BYTES) {
        decoder
            .feed(read, &mut frames)
            .expect("the stream is within the limits");
    }
    decoder
        .finish(&mut frames)
        .expect("the stream is within the limits");
    (events, measured)
}

fn node(stream: &Path) -> Result<serde_json::Value, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/js");
    if !folder.join("node_modules").exists() {
        return Err("run `npm ci` in benches/js first".to_owned());
    }
    let output = Command::new("node")
        .arg("node.mjs")
        .arg(stream)
        .current_dir(folder)
        .output()
        .map_err(|error| format!("node: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("node's answer: {error}"))
}

/// How many times faster we are. Both sides must have read the same.
fn compared(ours: &serde_json::Value, peer: &serde_json::Value, name: &str) -> serde_json::Value {
    for field in ["events", "text_utf16"] {
        assert_eq!(ours[field], peer[field], "both must read the same: {field}");
    }
    let rate = |side: &serde_json::Value| side["mb_per_s"].as_f64().unwrap_or(f64::NAN);
    serde_json::json!({ "stream": name, "ratio_native": rate(ours) / rate(peer) })
}
