use tokenpace::protocol::ApiFormat;
use tokenpace::trace::OutcomeKind;
use tokenpace::units::Micros;

use super::{body_recorded, events, recorded};

const FORMAT: ApiFormat = ApiFormat::OpenAiCompletions;

#[test]
fn the_usage_event_ends_the_text_and_holds_the_counts() {
    let got = events(
        FORMAT,
        &[
            r#"{"id":"c-1","choices":[{"index":0,"text":""}]}"#,
            r#"{"id":"c-1","choices":[{"index":1,"text":"other"},{"index":0,"text":"0"}]}"#,
            r#"{"id":"c-1","choices":[{"index":0,"text":" ","finish_reason":"content_filter"}]}"#,
            r#"{"id":"c-1","choices":[],"usage":{"prompt_tokens":"5","completion_tokens":2.0,"prompt_tokens_details":{"cached_tokens":4},"completion_tokens_details":{"reasoning_tokens":3}}}"#,
            "[DONE]",
        ],
    );
    assert_eq!(got.answer, "0 ");
    assert_eq!(got.first_answer_event, 2);
    assert_eq!(got.finish.as_deref(), Some("content_filter"));
    let usage = got.usage.unwrap();
    assert_eq!((usage.prompt, usage.total_output), (Some(5), Some(2)));
    assert_eq!((usage.cached, usage.reasoning), (Some(4), Some(2)));
    assert_eq!(got.ids, ["c-1"]);
    assert!(got.end);
}

#[test]
fn a_server_that_counts_on_the_way_gives_tokens_for_each_event() {
    let chunk = |text: &str, total: u32| {
        format!(
            r#"{{"choices":[{{"index":0,"text":"{text}"}}],"usage":{{"prompt_tokens":5,"completion_tokens":{total}}}}}"#
        )
    };
    let (first, second) = (chunk("ab", 1), chunk("cdef", 4));
    let got = events(FORMAT, &[&first, &second]);
    assert_eq!(got.tokens, [Some(1), Some(3)]);
}

#[test]
fn the_servers_own_times_are_kept() {
    let end = r#"{"choices":[{"index":0,"text":"","finish_reason":"stop"}],"timings":{"prompt_ms":1.5,"predicted_ms":20,"predicted_per_second":50.0}}"#;
    let timing = events(FORMAT, &[end]).timing.unwrap();
    assert_eq!(timing.prompt, Some(Micros(1_500)));
    assert_eq!(timing.generation, Some(Micros(20_000)));
    assert_eq!(timing.tokens_per_second, Some(50.0));
}

#[test]
fn a_chat_server_is_not_taken_for_one_that_says_nothing() {
    let chat =
        r#"{"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hi"}}]}"#;
    let finish = r#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#;
    let trace = recorded(FORMAT, &[chat, finish, "[DONE]"]);
    assert_eq!(trace.outcome, OutcomeKind::NotUnderstood);
    assert!(trace.events.is_empty());
}

#[test]
fn an_error_beside_or_instead_of_choices_is_a_failure() {
    let text = r#"{"choices":[{"index":0,"text":"Hi"}]}"#;
    for error in [
        r#"{"error":{"message":"no","code":503}}"#,
        r#"{"choices":[{"index":0,"text":""}],"error":{"message":"no"}}"#,
    ] {
        let trace = recorded(FORMAT, &[text, error]);
        assert_eq!(trace.outcome, OutcomeKind::StreamError, "{error}");
    }
    let none = r#"{"choices":[{"index":0,"text":"!","finish_reason":"stop"}],"error":null}"#;
    assert_eq!(recorded(FORMAT, &[text, none]).outcome, OutcomeKind::Ok);
}

#[test]
fn a_reply_that_was_not_streamed_is_read_whole() {
    let trace = body_recorded(
        FORMAT,
        r#"{"id":"c-1","object":"text_completion","choices":[{"index":0,"text":"Hi","finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}"#,
    );
    assert_eq!(trace.outcome, OutcomeKind::Ok);
    assert!(trace.plain_json);
    assert_eq!(trace.answer, "Hi");
}
