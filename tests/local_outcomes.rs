//! How replies of local servers end: properly, cut, or with an error on the way.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

use tokenpace::decode::Limits;
use tokenpace::protocol::ApiFormat;
use tokenpace::trace::{FailureKind, OutcomeKind, Phase, Recorder, RequestInfo, Trace};
use tokenpace::units::{EpochMillis, Micros};

/// A format with a message that brings text, one that ends the reply, and an error, each as it is sent.
const REPLIES: [(ApiFormat, &str, &str, &str); 5] = [
    (
        ApiFormat::OllamaChat,
        "{\"message\":{\"content\":\"Hi\"},\"done\":false}\n",
        "{\"message\":{\"content\":\"\"},\"done\":true,\"done_reason\":\"stop\"}\n",
        "{\"error\":\"out of memory\"}\n",
    ),
    (
        ApiFormat::OllamaGenerate,
        "{\"response\":\"Hi\",\"done\":false}\n",
        "{\"response\":\"\",\"done\":true}\n",
        "{\"error\":\"out of memory\"}\n",
    ),
    (
        ApiFormat::LlamaCppCompletion,
        "data: {\"content\":\"Hi\",\"tokens\":[1],\"stop\":false}\n\n",
        "data: {\"content\":\"\",\"tokens\":[],\"stop\":true,\"stop_type\":\"eos\"}\n\n",
        // As old builds send it: in a field of its own.
        "error: {\"message\":\"out of memory\"}\n\n",
    ),
    (
        ApiFormat::Tgi,
        "data:{\"token\":{\"text\":\"Hi\",\"special\":false},\"generated_text\":null}\n\n",
        "data:{\"token\":{\"text\":\"</s>\",\"special\":true},\"generated_text\":\"Hi\"}\n\n",
        "data:{\"error\":\"out of memory\",\"error_type\":\"generation\"}\n\n",
    ),
    (
        ApiFormat::SgLangGenerate,
        "data: {\"text\":\"Hi\",\"meta_info\":{\"finish_reason\":null,\"completion_tokens\":1}}\n\n",
        "data: [DONE]\n\n",
        "data: {\"error\":{\"message\":\"out of memory\"}}\n\n",
    ),
];

fn recorded(format: ApiFormat, status: u16, messages: &[&str]) -> Trace {
    let mut recorder = Recorder::new(RequestInfo {
        index: 0,
        phase: Phase::Measured,
        sent_at: EpochMillis(1_790_000_000_000.0),
        in_flight: 1,
        idle_before: None,
        format,
        max_output_tokens: 256,
        limits: Limits::default(),
    });
    recorder.headers(Micros(100_000), status, None, None);
    for (at, message) in (2..).zip(messages) {
        recorder.chunk(Micros(at * 100_000), message.as_bytes());
    }
    recorder.end(Micros(1_000_000));
    recorder.finish()
}

#[test]
fn o6_a_reply_needs_its_end_to_count() {
    for (format, text, end, _) in REPLIES {
        let whole = recorded(format, 200, &[text, end]);
        assert_eq!(whole.outcome, OutcomeKind::Ok, "{format:?}");
        assert_eq!((whole.answer.as_str(), whole.bad_frames), ("Hi", 0));
        assert_eq!(whole.events[0].at, Micros(200_000));

        let cut = recorded(format, 200, &[text]);
        assert_eq!(cut.outcome, OutcomeKind::StreamError, "{format:?}");
        assert_eq!(cut.failure.unwrap().kind, FailureKind::EndedEarly);
    }
}

#[test]
fn o1_an_error_on_the_way_fails_the_reply_and_ends_it() {
    for (format, text, end, error) in REPLIES {
        let trace = recorded(format, 200, &[text, error, text, end]);
        assert_eq!(trace.outcome, OutcomeKind::StreamError, "{format:?}");
        assert_eq!(trace.events.len(), 1, "nothing is read after an error");
        let failure = trace.failure.unwrap();
        assert_eq!(failure.kind, FailureKind::VendorError);
        assert!(failure.message.contains("out of memory"), "{failure:?}");
    }
}

#[test]
fn a_refusal_has_the_servers_words_in_one_line_or_many() {
    for (format, ..) in REPLIES {
        for body in [
            r#"{"error":"model 'm' not found"}"#,
            "{\n  \"error\": \"model 'm' not found\"\n}\n",
        ] {
            let trace = recorded(format, 404, &[body]);
            assert_eq!(trace.outcome, OutcomeKind::HttpError, "{format:?}");
            let failure = trace.failure.unwrap();
            assert_eq!(failure.message, "model 'm' not found", "{format:?} {body}");
        }
    }
}
