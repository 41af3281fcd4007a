//! Messages between page and worker, as JavaScript values.

use tokenpace::protocol::ApiFormat;
use tokenpace::trace::recorder::{Recorder, RequestInfo};
use tokenpace::trace::{OutcomeKind, Phase, Trace};
use tokenpace::units::{EpochMillis, Micros};
use tokenpace::web::message;
use tokenpace::wire::{Calibration, FromWorker, LiveRequest, Progress, ToWorker};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::plan;

fn trace() -> Trace {
    let mut recorder = Recorder::new(RequestInfo {
        index: 3,
        phase: Phase::Measured,
        sent_at: EpochMillis(1_790_000_000_123.4),
        in_flight: 2,
        idle_before: Some(Micros(7)),
        format: ApiFormat::default(),
        max_output_tokens: 16,
        limits: Default::default(),
    });
    recorder.headers(Micros(100), 200, Some("text/event-stream"), None);
    recorder.chunk(
        Micros(200),
        b"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Gr\xc3\xbc\xc3\x9fe\"}}]}\n\n",
    );
    recorder.chunk(Micros(300), b"data: [DONE]\n\n");
    recorder.end(Micros(400));
    recorder.finish()
}

#[wasm_bindgen_test]
fn to_the_worker_they_arrive_as_they_were_sent() {
    for sent in [
        ToWorker::Start {
            run: 4,
            plan: Box::new(plan("https://h.example/v1")),
        },
        ToWorker::Stop { run: 4 },
        ToWorker::Visibility { hidden: true },
    ] {
        let (arrived, key) = message::receive(message::encode(&sent).unwrap()).unwrap();
        assert_eq!(arrived, sent);
        assert!(key.key.is_none() && key.headers.is_empty());
    }
}

#[wasm_bindgen_test]
fn to_the_page_they_arrive_as_they_were_sent() {
    let live = LiveRequest {
        index: 1,
        phase: Phase::Warmup,
        elapsed: Micros(9_007_199_254_740_991),
        ttft: None,
        events: 2,
        answer_delta: "日本 🙂".to_owned(),
        reasoning_delta: String::new(),
        outcome: Some(OutcomeKind::CutOff),
    };
    for sent in [
        FromWorker::Ready {
            build: "b".to_owned(),
        },
        FromWorker::Calibrated {
            run: 1,
            calibration: Calibration {
                clock_tick: Micros(5),
                cross_origin_isolated: true,
                loop_lag_p99: None,
            },
        },
        FromWorker::Progress {
            run: 1,
            progress: Progress {
                sent: 3,
                ended: 1,
                in_flight: 2,
                pause: Some(Micros(1)),
                live: Some(live),
            },
        },
        FromWorker::Done {
            run: 1,
            trace: vec![0, 255, 7],
        },
        FromWorker::Finished {
            run: 1,
            stopped: true,
            stable: false,
            wall: None,
        },
    ] {
        let arrived: FromWorker = message::decode(message::encode(&sent).unwrap()).unwrap();
        assert_eq!(arrived, sent);
    }
}

#[wasm_bindgen_test]
fn a_trace_crosses_as_bytes_and_comes_back_whole() {
    let sent = trace();
    assert_eq!(
        (sent.outcome, sent.answer.as_str()),
        (OutcomeKind::Ok, "Grüße")
    );
    let bytes = postcard::to_allocvec(&sent).unwrap();
    let value = message::encode(&FromWorker::Done {
        run: 1,
        trace: bytes,
    })
    .unwrap();
    let inside = js_sys::Reflect::get(&value, &message::BYTES.into()).unwrap();
    assert!(inside.is_instance_of::<js_sys::Uint8Array>());
    let Ok(FromWorker::Done { trace, .. }) = message::decode(value) else {
        panic!("another message");
    };
    assert_eq!(postcard::from_bytes::<Trace>(&trace).unwrap(), sent);
}

#[wasm_bindgen_test]
fn what_is_no_message_is_an_error() {
    for text in [
        "null",
        "{}",
        "{\"Begin\":{}}",
        "{\"Stop\":{\"run\":-1}}",
        "[]",
    ] {
        assert!(
            message::receive(js_sys::JSON::parse(text).unwrap()).is_err(),
            "{text}"
        );
    }
}
