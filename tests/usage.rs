//! Token usage as the server reports it: anywhere in the stream, in any type of number, counted once.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

mod support;

use support::{DONE, event, finish, of, record, record_of, text, usage};
use tokenpace::metrics::{RequestMetrics, TokenSource};
use tokenpace::missing::{CautionKind, Missing};
use tokenpace::protocol::ApiFormat;
use tokenpace::protocol::Usage;
use tokenpace::trace::OutcomeKind;
use tokenpace::units::Micros;

fn counts(prompt: u32, total_output: u32) -> Usage {
    Usage {
        prompt: Some(prompt),
        total_output: Some(total_output),
        reasoning: None,
        cached: None,
    }
}

fn usage_of(json: &str) -> Option<Usage> {
    of(&event(json)).usage
}

#[test]
fn u1_usage_with_empty_or_missing_choices_is_read() {
    for json in [
        r#"{"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":7}}"#,
        r#"{"usage":{"prompt_tokens":5,"completion_tokens":7}}"#,
        r#"{"choices":null,"usage":{"prompt_tokens":5,"completion_tokens":7}}"#,
    ] {
        assert_eq!(usage_of(json), Some(counts(5, 7)), "{json}");
    }
}

#[test]
fn u2_usage_on_every_chunk_replaces_and_ends_nothing() {
    let chunk = |text: &str, n: u32| {
        event(&format!(
            r#"{{"choices":[{{"index":0,"delta":{{"content":"{text}"}}}}],"usage":{{"prompt_tokens":5,"completion_tokens":{n}}}}}"#
        ))
    };
    let trace = record(&[
        (100, &chunk("a", 1)),
        (200, &chunk("b", 2)),
        (300, &chunk("c", 3)),
    ]);
    assert_eq!(trace.usage, Some(counts(5, 3)));
    assert_eq!(trace.answer, "abc");
    assert_eq!(trace.outcome, OutcomeKind::StreamError, "usage is no end");
}

#[test]
fn u3_usage_on_the_finish_chunk_and_again_later_is_taken_once() {
    let numbers = r#"{"prompt_tokens":5,"completion_tokens":7,"total_tokens":12}"#;
    let body = format!(
        "{}{}{}{DONE}",
        text("a"),
        event(&format!(
            r#"{{"choices":[{{"index":0,"delta":{{}},"finish_reason":"stop"}}],"x_groq":{{"id":"r","usage":{numbers}}},"usage":{numbers}}}"#
        )),
        usage(5, 7)
    );
    let trace = record(&[(100, &body)]);
    assert_eq!(trace.usage, Some(counts(5, 7)));
    assert_eq!(trace.finish.as_deref(), Some("stop"));
}

#[test]
fn u3_usage_inside_the_vendors_part_or_the_choice_is_found() {
    let numbers = r#"{"prompt_tokens":5,"completion_tokens":7}"#;
    for json in [
        format!(r#"{{"choices":[],"x_groq":{{"usage":{numbers}}}}}"#),
        format!(r#"{{"choices":[{{"index":0,"delta":{{}},"usage":{numbers}}}]}}"#),
    ] {
        assert_eq!(usage_of(&json), Some(counts(5, 7)), "{json}");
    }
}

#[test]
fn u4_each_field_keeps_its_last_value() {
    let body = format!(
        "{}{}",
        event(
            r#"{"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":4}}}"#
        ),
        event(r#"{"choices":[],"usage":{"completion_tokens":9,"prompt_tokens":null}}"#)
    );
    let expected = Usage {
        cached: Some(4),
        ..counts(5, 9)
    };
    assert_eq!(of(&body).usage, Some(expected));
    assert_eq!(record(&[(1, &body)]).usage, Some(expected));
}

#[test]
fn u5_reported_counts_stay_beside_what_was_received() {
    let trace = record(&[(1, &format!("{}{}{DONE}", text("ab"), usage(5, 400)))]);
    assert_eq!(trace.usage.unwrap().total_output, Some(400));
    assert_eq!(trace.events.len(), 1);
}

#[test]
fn null_and_foreign_usage_is_none() {
    for json in [
        r#"{"choices":[],"usage":null}"#,
        r#"{"choices":[],"usage":{}}"#,
        r#"{"choices":[],"usage":[1]}"#,
        r#"{"choices":[],"usage":"none"}"#,
        r#"{"choices":[],"usage":{"prompt_tokens":-3,"completion_tokens":null}}"#,
    ] {
        assert_eq!(usage_of(json), None, "{json}");
    }
}

#[test]
fn counts_may_be_floats_or_strings() {
    let json = r#"{"choices":[],"usage":{"prompt_tokens":"5","completion_tokens":7.0}}"#;
    assert_eq!(usage_of(json), Some(counts(5, 7)));
}

#[test]
fn cached_tokens_have_several_names() {
    for details in [
        r#""prompt_tokens_details":{"cached_tokens":3}"#,
        r#""prompt_cache_hit_tokens":3"#,
        r#""cached_tokens":3"#,
    ] {
        let json = format!(
            r#"{{"choices":[],"usage":{{"prompt_tokens":5,"completion_tokens":7,{details}}}}}"#
        );
        assert_eq!(usage_of(&json).unwrap().cached, Some(3), "{details}");
    }
}

#[test]
fn a_payload_that_is_almost_json_keeps_its_text() {
    let nan = event(
        r#"{"choices":[{"index":0,"delta":{"content":"a"},"logprobs":{"content":[{"token":"a","logprob":NaN,"top":[-Infinity]}]}}]}"#,
    );
    assert_eq!(of(&nan).answer, "a");
    let halves = [r#"x\ud83d"#, r#"\ude00y"#, r#"\ud83d"#, "z"].map(|text| {
        event(&format!(
            r#"{{"choices":[{{"index":0,"delta":{{"content":"{text}"}}}}]}}"#
        ))
    });
    let got = of(&halves.concat());
    assert_eq!(got.answer, "x😀y\u{FFFD}z");
    assert_eq!(got.not_understood, 0);
}

#[test]
fn half_a_character_in_a_field_nobody_reads_costs_nothing() {
    let json = r#"{"choices":[{"index":0,"delta":{"content":"a"},"logprobs":{"content":[{"token":"\ud83d"}]}}]}"#;
    assert_eq!(of(&event(json)).answer, "a");
}

#[test]
fn repeated_keys_and_unknown_ones_lose_nothing() {
    let json = r#"{"choices":[{"index":0,"delta":{"content":"a","content":"b","x":[{"y":{}}]},"index":0}],"choices2":[]}"#;
    assert_eq!(of(&event(json)).answer, "b");
}

#[test]
fn only_choice_zero_counts() {
    let choice = |index: u32, text: &str| {
        event(&format!(
            r#"{{"choices":[{{"index":{index},"delta":{{"content":"{text}"}}}}]}}"#
        ))
    };
    let both = event(
        r#"{"choices":[{"index":1,"delta":{"content":"no"},"finish_reason":"stop"},{"index":0,"delta":{"content":"c"}}]}"#,
    );
    let got = of(&format!(
        "{}{}{}{both}",
        choice(0, "a"),
        choice(1, "x"),
        choice(0, "b")
    ));
    assert_eq!(got.answer, "abc");
    assert_eq!(got.finish, None);
}

#[test]
fn text_repeated_beside_the_delta_is_ignored() {
    let together = event(r#"{"choices":[{"index":0,"text":"a","delta":{"content":"a"}}]}"#);
    let perplexity =
        event(r#"{"choices":[{"index":0,"message":{"content":"ab"},"delta":{"content":"b"}}]}"#);
    assert_eq!(of(&format!("{together}{perplexity}")).answer, "ab");
}

#[test]
fn any_finish_reason_is_kept_in_the_vendors_word() {
    for reason in [
        "stop",
        "eos_token",
        "insufficient_system_resource",
        "content_filter",
    ] {
        assert_eq!(of(&finish(reason)).finish.as_deref(), Some(reason));
    }
    assert_eq!(of(&finish("")).finish, None);
}

#[test]
fn the_answers_id_is_told_once() {
    let got = of(&format!(
        "{}{}{}",
        text("a"),
        text("b"),
        event(r#"{"id":"other","choices":[]}"#)
    ));
    assert_eq!(got.ids, ["c-1"]);
}

#[test]
fn server_times_are_kept_in_one_unit() {
    let groq = of(&event(
        r#"{"choices":[],"x_groq":{"usage":{"queue_time":0.1,"prompt_time":0.02,"completion_time":0.5}}}"#,
    ));
    let timing = groq.timing.unwrap();
    assert_eq!(timing.queue, Some(Micros(100_000)));
    assert_eq!(timing.prompt, Some(Micros(20_000)));
    assert_eq!(timing.generation, Some(Micros(500_000)));
    let mistral_rs = of(&event(
        r#"{"choices":[],"usage":{"total_prompt_time_sec":1.5,"total_completion_time_sec":2.0,"avg_compl_tok_per_sec":15.5}}"#,
    ));
    let timing = mistral_rs.timing.unwrap();
    assert_eq!(timing.prompt, Some(Micros(1_500_000)));
    assert!((timing.tokens_per_second.unwrap() - 15.5).abs() < 1e-9);
    assert_eq!(of(&text("a")).timing, None);
}

#[test]
fn counts_of_several_answers_are_no_count_of_the_one() {
    let chat = |index: u32, n: u32| {
        format!(
            r#"{{"choices":[{{"index":{index},"delta":{{"content":"one more"}},"finish_reason":"stop"}}],"usage":{{"completion_tokens":{n}}}}}"#
        )
    };
    let completions = |index: u32, n: u32| {
        format!(
            r#"{{"choices":[{{"index":{index},"text":"one more","finish_reason":"stop"}}],"usage":{{"completion_tokens":{n}}}}}"#
        )
    };
    let gemini = |index: u32, n: u32| {
        format!(
            r#"{{"candidates":[{{"index":{index},"content":{{"parts":[{{"text":"one more"}}]}},"finishReason":"STOP"}}],"usageMetadata":{{"candidatesTokenCount":{n}}}}}"#
        )
    };
    type Event<'a> = &'a dyn Fn(u32, u32) -> String;
    let formats: [(ApiFormat, Event<'_>); 3] = [
        (ApiFormat::OpenAiChat, &chat),
        (ApiFormat::OpenAiCompletions, &completions),
        (ApiFormat::Gemini, &gemini),
    ];
    for (format, json) in formats {
        let measure = |other: u32| {
            let events = [json(0, 2), json(other, 4), json(0, 6), json(0, 2_000)];
            let body = events.map(|json| event(&json));
            let reads: Vec<_> = (1_u64..)
                .map(|n| n * 200_000)
                .zip(body.iter().map(String::as_str))
                .collect();
            let trace = record_of(format, 200, &reads);
            (trace.outcome, RequestMetrics::of(&trace).tokens)
        };
        let (outcome, tokens) = measure(1);
        assert_eq!(outcome, OutcomeKind::Ok, "{format:?}");
        assert_eq!(tokens.source, TokenSource::EventsOnly, "{format:?}");
        let reason = Missing::Invalidated(CautionKind::TokenMismatch);
        assert_eq!(tokens.counted, Err(reason), "{format:?}");
        assert_eq!((tokens.total, tokens.per_event_sum), (None, None));
        let (_, tokens) = measure(0);
        assert_eq!(tokens.source, TokenSource::Usage, "{format:?}");
    }
}
