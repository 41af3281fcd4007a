//! What the formats of local servers say: Ollama, llama.cpp, TGI and SGLang.

#![allow(clippy::unwrap_used, clippy::expect_used)] // helpers outside #[test] functions

use tokenpace::decode::{Frame, FrameKind};
use tokenpace::protocol::{ApiFormat, Channel, ServerTiming, Signal, Usage};
use tokenpace::units::Micros;

/// Channel, text and tokens of a piece.
type Piece = (Channel, String, Option<u32>);

/// What the messages of one reply said.
#[derive(Debug, Default)]
struct Heard {
    output: Vec<Piece>,
    usage: Option<Usage>,
    timing: Option<ServerTiming>,
    finish: Option<String>,
    /// Errors as `kind: message`.
    errors: Vec<String>,
    ids: Vec<String>,
    ends: usize,
    tools: usize,
    not_understood: usize,
}

impl Heard {
    fn take(&mut self, signal: Signal<'_>) {
        match signal {
            Signal::Output {
                channel,
                text,
                tokens,
            } => {
                assert!(!text.is_empty(), "an empty piece is no output");
                self.output.push((channel, text.into_owned(), tokens));
            }
            Signal::Usage(usage) => self.usage = Some(usage),
            Signal::ServerTiming(timing) => self.timing = Some(timing),
            Signal::Finish(reason) => self.finish = Some(reason.into_owned()),
            Signal::Error(error) => self.errors.push(format!(
                "{}: {}",
                error.kind.unwrap_or_default(),
                error.message
            )),
            Signal::ResponseId(id) => self.ids.push(id.into_owned()),
            Signal::End => self.ends += 1,
            Signal::ToolNamed => self.tools += 1,
            Signal::NotUnderstood => self.not_understood += 1,
            Signal::SeveralAnswers => panic!("no local server was asked for several"),
            Signal::ReasoningSummarised => panic!("no local server summarises"),
        }
    }

    fn texts(&self, wanted: Channel) -> Vec<&str> {
        let of_channel = self.output.iter().filter(|piece| piece.0 == wanted);
        of_channel.map(|piece| piece.1.as_str()).collect()
    }

    fn tokens(&self) -> Vec<Option<u32>> {
        self.output.iter().map(|piece| piece.2).collect()
    }
}

fn heard(format: ApiFormat, messages: &[&str]) -> Heard {
    let mut adapter = format.adapter();
    let mut heard = Heard::default();
    for data in messages {
        let frame = Frame {
            kind: FrameKind::Item,
            data,
            terminated: true,
        };
        adapter.frame(frame, &mut |signal| heard.take(signal));
    }
    heard
}

fn reply(format: ApiFormat, body: &str) -> Heard {
    let mut heard = Heard::default();
    format
        .adapter()
        .body(body, &mut |signal| heard.take(signal));
    heard
}

const LOCAL: [ApiFormat; 5] = [
    ApiFormat::OllamaChat,
    ApiFormat::OllamaGenerate,
    ApiFormat::LlamaCppCompletion,
    ApiFormat::Tgi,
    ApiFormat::SgLangGenerate,
];

#[test]
fn ollama_thinks_answers_and_counts_on_its_last_line() {
    let heard = heard(
        ApiFormat::OllamaChat,
        &[
            r#"{"model":"m","message":{"role":"assistant","content":"","thinking":"Hm"},"done":false}"#,
            r#"{"model":"m","message":{"role":"assistant","content":""},"done":false}"#,
            r#"{"model":"m","message":{"role":"assistant","content":" "},"done":false}"#,
            r#"{"model":"m","message":{"role":"assistant","content":"0"},"done":false}"#,
            r#"{"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"length","total_duration":2000000000,"load_duration":500000000,"prompt_eval_count":7,"prompt_eval_duration":250000500,"eval_count":20,"eval_duration":800000000}"#,
        ],
    );
    assert_eq!(heard.texts(Channel::Reasoning), ["Hm"]);
    assert_eq!(heard.texts(Channel::Answer), [" ", "0"]);
    assert_eq!(heard.tokens(), [None; 3]);
    assert_eq!(
        heard.usage,
        Some(Usage {
            prompt: Some(7),
            total_output: Some(20),
            reasoning: None,
            cached: None
        })
    );
    assert_eq!(
        heard.timing,
        Some(ServerTiming {
            queue: None,
            load: Some(Micros(500_000)),
            prompt: Some(Micros(250_001)),
            generation: Some(Micros(800_000)),
            total: Some(Micros(2_000_000)),
            tokens_per_second: Some(25.0),
        })
    );
    assert_eq!(heard.finish.as_deref(), Some("length"));
    assert_eq!((heard.ends, heard.not_understood), (1, 0));
}

#[test]
fn ollama_leaves_counts_out_that_it_does_not_know() {
    let heard = heard(
        ApiFormat::OllamaGenerate,
        &[
            r#"{"model":"m","response":"Hi","done":false}"#,
            r#"{"model":"m","response":"","done":true,"eval_count":2,"eval_duration":0}"#,
        ],
    );
    let usage = heard.usage.unwrap();
    assert_eq!((usage.prompt, usage.total_output), (None, Some(2)));
    let timing = heard.timing.unwrap();
    assert_eq!(timing.tokens_per_second, None, "no speed over no time");
    assert_eq!((heard.finish, heard.ends), (None, 1));
}

#[test]
fn ollama_calls_come_whole() {
    let heard = heard(
        ApiFormat::OllamaChat,
        &[
            r#"{"message":{"content":"","tool_calls":[{"function":{"name":"a","arguments":{}}},{"function":{"name":"b","arguments":{"x":[1, 2]}}}]},"done":false}"#,
        ],
    );
    assert_eq!(heard.texts(Channel::Tool), ["{}", r#"{"x":[1,2]}"#]);
    assert_eq!(heard.tools, 2);
}

#[test]
fn llama_cpp_counts_tokens_that_have_no_text_yet() {
    let listed = heard(
        ApiFormat::LlamaCppCompletion,
        &[
            r#"{"content":"a","tokens":[1],"stop":false}"#,
            r#"{"content":"","tokens":[2],"stop":false}"#,
            r#"{"content":"é","tokens":[3],"stop":false}"#,
        ],
    );
    assert_eq!(listed.tokens(), [Some(1), Some(2)]);
    // A token that was held back with its text shows in the running total only.
    let counted = heard(
        ApiFormat::LlamaCppCompletion,
        &[
            r#"{"content":"a","tokens":[1],"stop":false,"tokens_predicted":1}"#,
            r#"{"content":"é","tokens":[3],"stop":false,"tokens_predicted":4}"#,
        ],
    );
    assert_eq!(counted.tokens(), [Some(1), Some(3)]);
    let silent = heard(
        ApiFormat::LlamaCppCompletion,
        &[r#"{"content":"a","stop":false}"#],
    );
    assert_eq!(silent.tokens(), [None]);
}

#[test]
fn llama_cpp_ends_with_reason_counts_and_times() {
    let end = |fields: &str| {
        let event = format!(r#"{{"content":"","tokens":[],"stop":true,{fields}}}"#);
        heard(ApiFormat::LlamaCppCompletion, &[&event])
    };
    let new = end(
        r#""stop_type":"limit","tokens_predicted":9,"tokens_evaluated":30,"timings":{"cache_n":4,"prompt_n":26,"prompt_ms":12.5,"predicted_n":9,"predicted_ms":90.0,"predicted_per_second":100.0}"#,
    );
    assert_eq!(new.finish.as_deref(), Some("limit"));
    assert_eq!(
        new.usage,
        Some(Usage {
            prompt: Some(30),
            total_output: Some(9),
            reasoning: None,
            cached: Some(4)
        })
    );
    assert_eq!(
        new.timing,
        Some(ServerTiming {
            prompt: Some(Micros(12_500)),
            generation: Some(Micros(90_000)),
            tokens_per_second: Some(100.0),
            ..ServerTiming::default()
        })
    );
    assert_eq!((new.ends, new.output.len()), (1, 0));

    let old = end(
        r#""stopped_eos":false,"stopped_limit":false,"stopped_word":true,"tokens_evaluated":30,"timings":{"prompt_n":1}"#,
    );
    assert_eq!(old.finish.as_deref(), Some("word"));
    assert_eq!(
        old.usage.unwrap().cached,
        Some(29),
        "what was not read was cached"
    );
    let all_read = end(r#""stop_type":"none","tokens_evaluated":30,"timings":{"prompt_n":30}"#);
    assert_eq!(all_read.usage.unwrap().cached, None);
    assert_eq!(all_read.finish, None);
}

#[test]
fn tgi_shows_no_special_token_and_no_whole_text() {
    let heard = heard(
        ApiFormat::Tgi,
        &[
            r#"{"index":1,"token":{"id":1,"text":"<s>","logprob":0,"special":true},"generated_text":null,"details":null}"#,
            r#"{"index":2,"token":{"id":2,"text":" Hi","logprob":0,"special":false},"generated_text":null,"details":null}"#,
            r#"{"index":3,"token":{"id":3,"text":"!","logprob":0,"special":false},"generated_text":null,"details":null}"#,
            r#"{"index":4,"token":{"id":4,"text":"</s>","logprob":0,"special":true},"generated_text":"Say hi. Hi!","details":{"finish_reason":"eos_token","generated_tokens":4,"input_length":6,"seed":null}}"#,
        ],
    );
    assert_eq!(heard.texts(Channel::Answer), [" Hi", "!"]);
    assert_eq!(heard.tokens(), [Some(2), Some(1)]);
    assert_eq!(heard.finish.as_deref(), Some("eos_token"));
    let usage = heard.usage.unwrap();
    assert_eq!((usage.prompt, usage.total_output), (Some(6), Some(4)));
    assert_eq!((heard.ends, heard.not_understood), (1, 0));
}

#[test]
fn sglang_repeats_its_text_and_counts_each_event() {
    let event = |text: &str, tokens: u32, reason: &str| {
        format!(
            r#"{{"text":"{text}","output_ids":[],"meta_info":{{"id":"r-1","finish_reason":{reason},"prompt_tokens":6,"completion_tokens":{tokens},"cached_tokens":1,"e2e_latency":0.25}}}}"#
        )
    };
    let events = [
        event(" Le", 1, "null"),
        event(" Le", 2, "null"),
        event(" Le café", 4, "null"),
        event(" Le café", 5, r#"{"type":"length","length":5}"#),
        "[DONE]".to_owned(),
    ];
    let heard = heard(
        ApiFormat::SgLangGenerate,
        &events.each_ref().map(String::as_str),
    );
    assert_eq!(heard.texts(Channel::Answer), [" Le", " café"]);
    assert_eq!(heard.tokens(), [Some(1), Some(3)]);
    assert_eq!(
        heard.usage,
        Some(Usage {
            prompt: Some(6),
            total_output: Some(5),
            reasoning: None,
            cached: Some(1)
        })
    );
    assert_eq!(heard.timing.unwrap().total, Some(Micros(250_000)));
    assert_eq!(heard.finish.as_deref(), Some("length"));
    assert_eq!(
        (heard.ids.as_slice(), heard.ends),
        (&["r-1".to_owned()][..], 1)
    );
}

#[test]
fn sglang_finishes_in_old_words_too_and_fails_by_an_abort() {
    let old = heard(
        ApiFormat::SgLangGenerate,
        &[r#"{"text":"a","meta_info":{"finish_reason":"FINISH_LENGTH","completion_tokens":1}}"#],
    );
    assert_eq!(old.finish.as_deref(), Some("FINISH_LENGTH"));
    let abort = heard(
        ApiFormat::SgLangGenerate,
        &[
            r#"{"text":"a","meta_info":{"finish_reason":{"type":"abort","message":"Out of memory","status_code":503}}}"#,
        ],
    );
    assert_eq!(abort.errors, ["abort: Out of memory"]);
    let too_many = heard(
        ApiFormat::SgLangGenerate,
        &[r#"{"text":"a","meta_info":{"completion_tokens":3,"reasoning_tokens":5}}"#],
    );
    assert_eq!(too_many.usage.unwrap().reasoning, Some(3));
}

#[test]
fn errors_are_heard_in_every_shape() {
    for format in LOCAL {
        for (json, words) in [
            (r#"{"error":"model not found"}"#, ": model not found"),
            (
                r#"{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}"#,
                "unavailable_error: Loading model",
            ),
        ] {
            let streamed = heard(format, &[json]);
            assert_eq!(streamed.errors, [words], "{format:?}");
            assert_eq!((streamed.not_understood, streamed.ends), (0, 0));
            assert_eq!(reply(format, json).errors, [words], "{format:?}");
        }
    }
}

#[test]
fn tgi_puts_the_type_of_an_error_beside_it() {
    let json = r#"{"error":"Model is overloaded","error_type":"overloaded"}"#;
    for heard in [heard(ApiFormat::Tgi, &[json]), reply(ApiFormat::Tgi, json)] {
        assert_eq!(heard.errors, ["overloaded: Model is overloaded"]);
    }
}

#[test]
fn replies_that_were_not_streamed_are_read_and_have_no_terminator() {
    for (format, body) in [
        (
            ApiFormat::OllamaChat,
            r#"{"message":{"content":"Hi there"},"done":true,"done_reason":"stop","eval_count":3}"#,
        ),
        (
            ApiFormat::OllamaGenerate,
            r#"{"response":"Hi there","done":true,"done_reason":"stop","eval_count":3}"#,
        ),
        (
            ApiFormat::LlamaCppCompletion,
            r#"{"content":"Hi there","tokens":[],"stop":true,"stop_type":"stop","tokens_predicted":3}"#,
        ),
        (
            ApiFormat::Tgi,
            r#"[{"generated_text":"Hi there","details":{"finish_reason":"stop","generated_tokens":3}}]"#,
        ),
        (
            ApiFormat::SgLangGenerate,
            r#"{"text":"Hi there","meta_info":{"finish_reason":{"type":"stop"},"completion_tokens":3}}"#,
        ),
    ] {
        let heard = reply(format, body);
        assert_eq!(heard.texts(Channel::Answer), ["Hi there"], "{format:?}");
        assert_eq!(heard.finish.as_deref(), Some("stop"), "{format:?}");
        assert_eq!(heard.usage.unwrap().total_output, Some(3), "{format:?}");
        assert_eq!(heard.ends, 0, "{format:?}");
        let foreign = reply(format, r#"{"weather":"fine"}"#);
        assert_eq!(foreign.not_understood, 1, "{format:?}");
    }
}
