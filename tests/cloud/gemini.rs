use tokenpace::protocol::{ApiFormat, Usage};
use tokenpace::trace::OutcomeKind;

use super::{body_recorded, events, recorded};

const FORMAT: ApiFormat = ApiFormat::Gemini;

#[test]
fn r6_thoughts_are_part_of_the_output() {
    let got = events(
        FORMAT,
        &[
            r#"{"candidates":[{"content":{"parts":[{"text":"Hm","thought":true}]}}],"usageMetadata":{"promptTokenCount":4,"thoughtsTokenCount":30}}"#,
            r#"{"candidates":[{"content":{"parts":[{"text":"Hi"}]}}],"usageMetadata":{"promptTokenCount":4,"candidatesTokenCount":2,"thoughtsTokenCount":30}}"#,
            r#"{"candidates":[{"content":{"parts":[{"text":" you"}]},"finishReason":"STOP"}],"usageMetadata":{"candidatesTokenCount":5,"cachedContentTokenCount":1}}"#,
        ],
    );
    assert_eq!(
        got.usage,
        Some(Usage {
            prompt: Some(4),
            total_output: Some(35),
            reasoning: Some(30),
            cached: Some(1),
        })
    );
    assert_eq!(
        got.tokens,
        [Some(30), Some(2), Some(3)],
        "the vendor counts each event"
    );
}

#[test]
fn thoughts_are_a_summary() {
    let trace = recorded(
        FORMAT,
        &[
            r#"{"candidates":[{"content":{"parts":[{"text":"Hm","thought":true},{"text":"Hi","thought":false}]},"finishReason":"STOP"}]}"#,
        ],
    );
    assert!(trace.reasoning_summarised);
    assert_eq!(
        (trace.answer.as_str(), trace.reasoning.as_str()),
        ("Hi", "Hm")
    );
    assert!(trace.events.iter().all(|event| event.tokens.is_none()));
}

#[test]
fn only_the_first_candidate_counts() {
    let got = events(
        FORMAT,
        &[
            r#"{"candidates":[{"index":1,"content":{"parts":[{"text":"B"}]}},{"index":0,"content":{"parts":[{"text":"A"}]}}]}"#,
            r#"{"candidates":[{"index":1,"content":{"parts":[{"text":"B"}]},"finishReason":"SAFETY"}]}"#,
        ],
    );
    assert_eq!((got.answer.as_str(), got.finish), ("A", None));
}

#[test]
fn parts_that_are_no_text_are_legal() {
    let got = events(
        FORMAT,
        &[
            r#"{"candidates":[{"content":{"parts":[{"executableCode":{"code":"1"}},{"inlineData":{"data":"x"}},{"text":"","thoughtSignature":"s"},{"text":null},7]}}]}"#,
            r#"{"candidates":[{"content":{"role":"model"}}]}"#,
            r#"{"candidates":[{}]}"#,
            r#"{"candidates":[]}"#,
            r#"{"usageMetadata":{}}"#,
        ],
    );
    assert_eq!(got.not_understood, 0);
    assert!(got.tokens.is_empty());
    assert_eq!(got.usage, None);
}

#[test]
fn a_finish_reason_may_be_a_number() {
    let got = events(FORMAT, &[r#"{"candidates":[{"finishReason":2}]}"#]);
    assert_eq!(got.finish.as_deref(), Some("2"));
}

#[test]
fn arguments_come_whole_or_in_pieces() {
    let got = events(
        FORMAT,
        &[
            r#"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"b":1, "a":[true]}}}]}}]}"#,
            r#"{"candidates":[{"content":{"parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.x","stringValue":"ab","willContinue":true},{"jsonPath":"$.n","numberValue":7},{"jsonPath":"$.x","stringValue":""}]}}]}}]}"#,
        ],
    );
    assert!(got.tool_named);
    assert_eq!(got.tool_args, r#"{"b":1,"a":[true]}ab7"#);
    assert_eq!(got.tool_events, 2);
}

#[test]
fn a_blocked_prompt_is_an_empty_answer_with_its_reason() {
    let trace = recorded(FORMAT, &[r#"{"promptFeedback":{"blockReason":"OTHER"}}"#]);
    assert_eq!(trace.outcome, OutcomeKind::Empty);
    assert_eq!(trace.finish.as_deref(), Some("blocked:OTHER"));
}

#[test]
fn an_error_under_200_is_a_failure() {
    let error =
        r#"{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}"#;
    let text = r#"{"candidates":[{"content":{"parts":[{"text":"Hi"}]}}]}"#;
    let trace = recorded(FORMAT, &[text, error]);
    assert_eq!(trace.outcome, OutcomeKind::StreamError);
    let message = trace.failure.unwrap().message;
    assert!(message.contains("overloaded"), "{message}");
    assert_eq!(body_recorded(FORMAT, error).outcome, OutcomeKind::HttpError);
}

#[test]
fn an_array_is_read_element_by_element_and_its_errors_are_heard() {
    let text = r#"{"candidates":[{"content":{"parts":[{"text":"[Hi}"}]}}]}"#;
    let end = r#"{"candidates":[{"finishReason":"STOP"}]}"#;
    let error = r#"{"error":{"code":400,"message":"no luck","status":"INVALID_ARGUMENT"}}"#;
    let whole = body_recorded(FORMAT, &format!("[{text}\r\n,\r\n{end}\r\n]"));
    assert_eq!(
        (whole.outcome, whole.answer.as_str()),
        (OutcomeKind::Ok, "[Hi}")
    );
    assert!(!whole.plain_json, "it was streamed");
    let cut = body_recorded(FORMAT, &format!("[{text},\n{{\"candidates\":[{{\"fin"));
    assert_eq!(cut.outcome, OutcomeKind::StreamError);
    let failed = body_recorded(FORMAT, &format!("[{text},\n{error}]"));
    assert_eq!(failed.outcome, OutcomeKind::StreamError);
    let refused = body_recorded(FORMAT, &format!("[{error}\n]"));
    assert_eq!(refused.outcome, OutcomeKind::HttpError);
    for trace in [failed, refused] {
        let message = trace.failure.unwrap().message;
        assert!(message.contains("no luck"), "{message}");
    }
}

#[test]
fn a_cut_stream_is_no_short_answer() {
    let text = r#"{"candidates":[{"content":{"parts":[{"text":"Hi"}]}}],"usageMetadata":{"promptTokenCount":1}}"#;
    assert_eq!(recorded(FORMAT, &[text]).outcome, OutcomeKind::StreamError);
}

#[test]
fn a_reply_that_was_not_streamed_is_read_whole() {
    let trace = body_recorded(
        FORMAT,
        r#"{"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1,"candidatesTokenCount":2},"responseId":"r-1"}"#,
    );
    assert_eq!(trace.outcome, OutcomeKind::Ok);
    assert!(trace.plain_json);
    assert_eq!(trace.answer, "Hi");
    assert_eq!(trace.response_id.as_deref(), Some("r-1"));
}
