use tokenpace::protocol::{ApiFormat, Usage};
use tokenpace::trace::OutcomeKind;

use super::{body_recorded, events, recorded, reply};

const FORMAT: ApiFormat = ApiFormat::CohereChat;
const TEXT: &str =
    r#"{"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"Hi"}}}}"#;

#[test]
fn counts_are_those_of_the_model_and_not_of_the_bill() {
    let end = r#"{"type":"message-end","delta":{"finish_reason":"COMPLETE","usage":{"billed_units":{"input_tokens":1,"output_tokens":2},"tokens":{"input_tokens":"30","output_tokens":4.0,"reasoning_tokens":9},"cached_tokens":8}}}"#;
    let got = events(FORMAT, &[TEXT, end]);
    assert_eq!(
        got.usage,
        Some(Usage {
            prompt: Some(30),
            total_output: Some(4),
            reasoning: Some(4),
            cached: Some(8),
        })
    );
    assert!(got.end);
    let billed = r#"{"type":"message-end","delta":{"finish_reason":"COMPLETE","usage":{"billed_units":{"output_tokens":2}}}}"#;
    assert_eq!(events(FORMAT, &[billed]).usage, None);
}

#[test]
fn an_error_at_the_end_is_a_failure_with_or_without_words() {
    for (end, words) in [
        (
            r#"{"type":"message-end","delta":{"finish_reason":"ERROR","error":"no luck"}}"#,
            "no luck",
        ),
        (
            r#"{"type":"message-end","delta":{"finish_reason":"ERROR_LIMIT"}}"#,
            "ERROR_LIMIT",
        ),
    ] {
        let trace = recorded(FORMAT, &[TEXT, end]);
        assert_eq!(trace.outcome, OutcomeKind::StreamError);
        let message = trace.failure.unwrap().message;
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn events_that_carry_nothing_are_legal() {
    let got = events(
        FORMAT,
        &[
            r#"{"id":"m-1","type":"message-start","delta":{"message":{"content":[],"tool_plan":"","tool_calls":[]}}}"#,
            r#"{"type":"content-start","index":0,"delta":{"message":{"content":{"type":"text","text":""}}}}"#,
            r#"{"type":"content-delta","delta":null}"#,
            r#"{"type":"content-end","index":0}"#,
            r#"{"type":"citation-start","delta":{"message":{"citations":{"text":"Hi"}}}}"#,
            r#"{"type":"tool-novelty"}"#,
        ],
    );
    assert_eq!(got.not_understood, 0);
    assert!(got.tokens.is_empty());
    assert_eq!(got.ids, ["m-1"]);
}

#[test]
fn a_call_is_named_where_it_starts() {
    let start = r#"{"type":"tool-call-start","index":0,"delta":{"message":{"tool_calls":{"id":"t","type":"function","function":{"name":"f","arguments":"{"}}}}}"#;
    let got = events(FORMAT, &[start]);
    assert!(got.tool_named);
    assert_eq!(got.tool_args, "{");
}

#[test]
fn version_1_names_its_events_differently() {
    let got = events(
        FORMAT,
        &[
            r#"{"is_finished":false,"event_type":"stream-start","generation_id":"g-1"}"#,
            r#"{"is_finished":false,"event_type":"tool-calls-chunk","text":"I will"}"#,
            r#"{"is_finished":false,"event_type":"tool-calls-chunk","tool_call_delta":{"index":0,"name":"f"}}"#,
            r#"{"is_finished":false,"event_type":"tool-calls-chunk","tool_call_delta":{"index":0,"parameters":"{}"}}"#,
            r#"{"is_finished":false,"event_type":"text-generation","text":"Hi"}"#,
            r#"{"is_finished":true,"event_type":"stream-end","finish_reason":"COMPLETE","response":{"text":"Hi","meta":{"tokens":{"input_tokens":1,"output_tokens":2}}}}"#,
        ],
    );
    assert_eq!(got.answer, "Hi");
    assert_eq!(got.reasoning, "I will");
    assert_eq!(got.tool_args, "{}");
    assert!(got.tool_named && got.end);
    assert_eq!(got.usage.unwrap().total_output, Some(2));
    assert_eq!(got.ids, ["g-1"]);
}

#[test]
fn replies_that_were_not_streamed_are_read_whole() {
    let second = r#"{"id":"m-1","message":{"role":"assistant","tool_plan":"P","content":[{"type":"thinking","thinking":"T"},{"type":"text","text":"Hi"}],"tool_calls":[{"function":{"name":"f","arguments":"{}"}}]},"finish_reason":"COMPLETE","usage":{"tokens":{"output_tokens":2}}}"#;
    let trace = body_recorded(FORMAT, second);
    assert_eq!(
        (trace.outcome, trace.answer.as_str()),
        (OutcomeKind::Ok, "Hi")
    );
    assert!(trace.plain_json, "it was not streamed");
    let said = reply(FORMAT, second).join("\n");
    for part in [
        r#"channel: Reasoning, text: "P""#,
        r#"channel: Reasoning, text: "T""#,
        r#"channel: Answer, text: "Hi""#,
        r#"channel: Tool, text: "{}""#,
        "ToolNamed",
        "total_output: Some(2)",
        r#"Finish("COMPLETE")"#,
        r#"ResponseId("m-1")"#,
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("End"));
    let first = r#"{"generation_id":"g-1","text":"Hi","finish_reason":"COMPLETE","meta":{"tokens":{"output_tokens":2}}}"#;
    assert!(body_recorded(FORMAT, first).plain_json);
    let said = reply(FORMAT, first).join("\n");
    assert!(said.contains(r#"channel: Answer, text: "Hi""#), "{said}");
    assert!(said.contains("total_output: Some(2)"), "{said}");
}
