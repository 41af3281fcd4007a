use tokenpace::protocol::{ApiFormat, Usage};
use tokenpace::trace::OutcomeKind;

use super::{body_recorded, events, recorded};

const FORMAT: ApiFormat = ApiFormat::AnthropicMessages;
const START: &str = r#"{"type":"message_start","message":{"id":"msg_1","type":"message","content":[],"usage":{"input_tokens":10,"cache_read_input_tokens":5,"cache_creation_input_tokens":3,"output_tokens":4}}}"#;
const TEXT: &str =
    r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}"#;
const STOP: &str = r#"{"type":"message_stop"}"#;

#[test]
fn u4_later_counts_replace_earlier_ones() {
    let delta = r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":7,"output_tokens_details":{"thinking_tokens":9}}}"#;
    let corrected =
        r#"{"type":"message_delta","delta":{},"usage":{"input_tokens":12,"output_tokens":8}}"#;
    let got = events(FORMAT, &[START, TEXT, delta, corrected, STOP]);
    assert_eq!(
        got.usage,
        Some(Usage {
            prompt: Some(12 + 5 + 3),
            total_output: Some(8),
            reasoning: Some(8),
            cached: Some(5),
        })
    );
}

#[test]
fn the_output_count_at_the_start_is_a_placeholder() {
    let got = events(FORMAT, &[START, TEXT]);
    assert_eq!(got.usage.unwrap().total_output, None);
    assert_eq!(got.usage.unwrap().prompt, Some(18));
}

#[test]
fn an_overloaded_server_mid_stream_is_a_failure() {
    let error = r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
    let trace = recorded(FORMAT, &[START, TEXT, error]);
    assert_eq!(trace.outcome, OutcomeKind::StreamError);
    let failure = trace.failure.unwrap();
    assert!(failure.message.contains("Overloaded"), "{failure:?}");
    assert_eq!(trace.answer, "Hi");
}

#[test]
fn a_cut_stream_is_no_short_answer() {
    let trace = recorded(FORMAT, &[START, TEXT]);
    assert_eq!(trace.outcome, OutcomeKind::StreamError);
}

#[test]
fn pings_and_events_of_tomorrow_are_legal_and_say_nothing() {
    let got = events(
        FORMAT,
        &[
            START,
            r#"{"type":"ping"}"#,
            r#"{"type":"content_block_hint","x":1}"#,
            r#"{"type":"message_note"}"#,
            r#"{"type":"content_block_delta","delta":{"type":"signature_delta","signature":"c2ln"}}"#,
            r#"{"type":"content_block_delta","delta":null}"#,
            r#"{"type":"message_start","message":null}"#,
            TEXT,
            STOP,
        ],
    );
    assert_eq!(got.not_understood, 0);
    assert_eq!((got.answer.as_str(), got.answer_events), ("Hi", 1));
    assert_eq!(got.first_answer_event, 8);
}

#[test]
fn a_block_may_begin_with_its_content() {
    let got = events(
        FORMAT,
        &[
            r#"{"type":"content_block_start","content_block":{"type":"text","text":"A"}}"#,
            r#"{"type":"content_block_start","content_block":{"type":"thinking","thinking":"B"}}"#,
            r#"{"type":"content_block_start","content_block":{"type":"tool_use","name":"f","input":{"a": 1}}}"#,
            r#"{"type":"content_block_start","content_block":{"type":"redacted_thinking","data":"x"}}"#,
        ],
    );
    assert_eq!(got.answer, "A");
    assert_eq!(got.reasoning, "B");
    assert_eq!(got.tool_args, r#"{"a":1}"#);
    assert!(got.tool_named);
}

#[test]
fn a_reply_that_was_not_streamed_is_read_whole() {
    let trace = body_recorded(
        FORMAT,
        r#"{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"thinking","thinking":"Hm"},{"type":"text","text":"Hi"},{"type":"tool_use","name":"f","input":{"a":1}}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2}}"#,
    );
    assert_eq!(trace.outcome, OutcomeKind::Ok);
    assert!(trace.plain_json);
    assert_eq!(
        (trace.answer.as_str(), trace.reasoning.as_str()),
        ("Hi", "Hm")
    );
    assert_eq!(trace.events.len(), 3);
    assert_eq!(trace.finish.as_deref(), Some("end_turn"));
    assert_eq!(trace.usage.unwrap().total_output, Some(2));
    assert_eq!(trace.response_id.as_deref(), Some("msg_1"));
}
