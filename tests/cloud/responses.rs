use tokenpace::protocol::{ApiFormat, Usage};
use tokenpace::trace::OutcomeKind;

use super::{body_recorded, events, recorded, reply};

const FORMAT: ApiFormat = ApiFormat::OpenAiResponses;
const TEXT: &str = r#"{"type":"response.output_text.delta","delta":"Hi"}"#;

#[test]
fn what_the_closing_events_repeat_is_counted_once() {
    let got = events(
        FORMAT,
        &[
            TEXT,
            r#"{"type":"response.output_text.done","text":"Hi"}"#,
            r#"{"type":"response.content_part.done","part":{"type":"output_text","text":"Hi"}}"#,
            r#"{"type":"response.output_item.done","item":{"type":"message","content":[{"text":"Hi"}]}}"#,
            r#"{"type":"response.function_call_arguments.done","arguments":"{}"}"#,
            r#"{"type":"response.completed","response":{"id":"r","status":"completed","output":[{"type":"message","content":[{"text":"Hi"}]}]}}"#,
        ],
    );
    assert_eq!(got.answer, "Hi");
    assert_eq!(got.tool_args, "");
    assert_eq!(got.finish.as_deref(), Some("completed"));
    assert!(got.end);
    assert_eq!(got.not_understood, 0);
}

#[test]
fn a_filtered_answer_says_so() {
    let trace = recorded(
        FORMAT,
        &[
            TEXT,
            r#"{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"content_filter"}}}"#,
        ],
    );
    assert_eq!(trace.finish.as_deref(), Some("incomplete/content_filter"));
    assert_eq!(trace.outcome, OutcomeKind::Ok);
}

#[test]
fn an_error_event_stands_in_either_of_two_shapes() {
    for error in [
        r#"{"type":"error","code":"server_error","message":"no","param":null}"#,
        r#"{"type":"error","error":{"type":"tokens","code":"server_error","message":"no"}}"#,
    ] {
        let got = events(FORMAT, &[TEXT, error]);
        assert_eq!(got.errors[0].kind.as_deref(), Some("server_error"));
        assert_eq!(got.errors[0].message, "no");
        assert_eq!(
            recorded(FORMAT, &[error]).outcome,
            OutcomeKind::HttpError,
            "an error and nothing else is a refusal"
        );
    }
}

#[test]
fn a_summary_is_told_from_thinking() {
    let summary = r#"{"type":"response.reasoning_summary_text.delta","delta":"Hm"}"#;
    let thinking = r#"{"type":"response.reasoning_text.delta","delta":"Hm"}"#;
    assert!(recorded(FORMAT, &[summary, TEXT]).reasoning_summarised);
    assert!(!recorded(FORMAT, &[thinking, TEXT]).reasoning_summarised);
    assert_eq!(recorded(FORMAT, &[summary, TEXT]).reasoning, "Hm");
}

#[test]
fn events_that_carry_nothing_are_legal() {
    let got = events(
        FORMAT,
        &[
            r#"{"type":"response.queued"}"#,
            r#"{"type":"response.something.new","delta":"x"}"#,
            r#"{"type":"keepalive","sequence_number":3}"#,
            r#"{"type":"response.output_text.delta","delta":null}"#,
            r#"{"type":"response.output_text.delta"}"#,
        ],
    );
    assert_eq!(got.not_understood, 0);
    assert!(got.tokens.is_empty());
}

#[test]
fn a_call_without_arguments_is_an_answer() {
    let call = r#"{"type":"response.output_item.added","item":{"type":"function_call","name":"f","arguments":""}}"#;
    let search = r#"{"type":"response.output_item.added","item":{"type":"web_search_call"}}"#;
    let end = r#"{"type":"response.completed","response":{"status":"completed"}}"#;
    assert_eq!(recorded(FORMAT, &[call, end]).outcome, OutcomeKind::Ok);
    assert_eq!(recorded(FORMAT, &[search, end]).outcome, OutcomeKind::Empty);
}

#[test]
fn a_reply_that_was_not_streamed_is_read_whole() {
    let body = r#"{"id":"resp_1","object":"response","status":"completed","error":null,"incomplete_details":null,"output":[
        {"type":"reasoning","summary":[{"type":"summary_text","text":"S"}],"content":[{"type":"reasoning_text","text":"R"}]},
        {"type":"message","content":[{"type":"output_text","text":"Hi"},{"type":"refusal","refusal":"No"}]},
        {"type":"function_call","name":"f","arguments":"{\"a\":1}"}],
        "usage":{"input_tokens":"3","output_tokens":5.0,"output_tokens_details":{"reasoning_tokens":9},"input_tokens_details":{"cached_tokens":2}}}"#;
    let trace = body_recorded(FORMAT, body);
    assert_eq!(trace.outcome, OutcomeKind::Ok);
    assert!(trace.plain_json);
    assert_eq!(trace.answer, "Hi");
    assert_eq!(trace.reasoning, "SR");
    assert!(trace.reasoning_summarised);
    assert_eq!(trace.events.len(), 5);
    assert_eq!(
        trace.usage,
        Some(Usage {
            prompt: Some(3),
            total_output: Some(5),
            reasoning: Some(5),
            cached: Some(2),
        }),
        "counts come as text and as fractions, and reasoning is never more than the output"
    );
    assert!(
        reply(FORMAT, body)
            .iter()
            .all(|signal| !signal.contains("End"))
    );
}

#[test]
fn a_failed_reply_says_why() {
    let trace = body_recorded(
        FORMAT,
        r#"{"id":"resp_1","object":"response","status":"failed","output":[],"error":{"code":"server_error","message":"no"}}"#,
    );
    assert_ne!(trace.outcome, OutcomeKind::Ok);
    assert!(trace.failure.unwrap().message.contains("no"));
}
