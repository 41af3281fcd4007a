//! Bodies: every read with its bytes and its time.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use tokenpace::units::Micros;
use tokenpace::web::engine::read::{BodyEnd, read_body};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{AbortController, ReadableStream, Response};

/// A body made by this JavaScript, which has the stream's controller as `c`, and `at` for the times of its writes.
fn body(script: &str) -> (ReadableStream, js_sys::Array) {
    let at = js_sys::Array::new();
    let make = js_sys::Function::new_with_args(
        "at",
        &format!(
            "const wait = ms => new Promise(r => setTimeout(r, ms));
             const write = (c, bytes) => {{ at.push(performance.now()); c.enqueue(new Uint8Array(bytes)); }};
             return new Response(new ReadableStream({{ async start(c) {{ {script} }} }}));"
        ),
    );
    let response: Response = make.call1(&JsValue::NULL, &at).unwrap().unchecked_into();
    (response.body().unwrap(), at)
}

async fn read(body: &ReadableStream) -> (Vec<(Micros, Vec<u8>)>, BodyEnd) {
    let mut reads = Vec::new();
    let mut buffer = Vec::new();
    let end = read_body(body, &mut buffer, |at, bytes| {
        reads.push((at, bytes.to_vec()))
    })
    .await;
    (reads, end.unwrap())
}

#[wasm_bindgen_test]
async fn every_read_has_its_bytes_and_its_time() {
    let (body, at) = body(
        "write(c, [1,2,3,4]); await wait(30); write(c, [5]); await wait(30); write(c, []); write(c, [6,7]); c.close();",
    );
    let (reads, end) = read(&body).await;
    let bytes: Vec<&[u8]> = reads.iter().map(|(_, bytes)| bytes.as_slice()).collect();
    assert_eq!(bytes, [&[1, 2, 3, 4][..], &[5], &[], &[6, 7]]);
    let BodyEnd::Ended(end) = end else {
        panic!("{end:?}")
    };
    assert!(reads.windows(2).all(|pair| pair[0].0 <= pair[1].0) && end >= reads[3].0);
    for ((stamp, _), written) in reads.iter().zip(at.iter()).skip(1) {
        let written = Micros::from_millis(written.as_f64().unwrap());
        let late = stamp.since(written).expect("stamped before it was written");
        assert!(late < Micros(20_000), "{late:?} late");
    }
}

#[wasm_bindgen_test]
async fn a_broken_body_keeps_what_came_before() {
    let (body, _) = body("write(c, [1]); await wait(5); c.error(new TypeError('network error'));");
    let (reads, end) = read(&body).await;
    assert_eq!(reads.len(), 1);
    let BodyEnd::Rejected(at, error) = end else {
        panic!("{end:?}")
    };
    assert!(at >= reads[0].0);
    assert_eq!(
        String::from(error.unchecked_into::<js_sys::Error>().message()),
        "network error"
    );
}

#[wasm_bindgen_test]
async fn a_body_that_is_being_read_is_refused() {
    let (body, _) = body("c.close();");
    let _reader = body.get_reader();
    assert!(read_body(&body, &mut Vec::new(), |_, _| {}).await.is_err());
}

#[wasm_bindgen_test]
async fn abort_ends_a_read_that_waits() {
    let abort = AbortController::new().unwrap();
    // Never answers with more than its first bytes until it is aborted.
    let make = js_sys::Function::new_with_args(
        "signal",
        "const body = new ReadableStream({ start(c) { c.enqueue(new Uint8Array([1])); } });
         const through = new TransformStream();
         body.pipeTo(through.writable, { signal }).catch(() => {});
         return new Response(through.readable);",
    );
    let response: Response = make
        .call1(&JsValue::NULL, &abort.signal())
        .unwrap()
        .unchecked_into();
    let body = response.body().unwrap();
    let ending = read(&body);
    let aborted = Rc::new(RefCell::new(false));
    let flag = Rc::clone(&aborted);
    wasm_bindgen_futures::spawn_local(async move {
        TimeoutFuture::new(30).await;
        flag.replace(true);
        abort.abort();
    });
    let (reads, end) = ending.await;
    assert!(*aborted.borrow());
    assert_eq!(reads.len(), 1);
    let BodyEnd::Rejected(_, error) = end else {
        panic!("{end:?}")
    };
    let name = js_sys::Reflect::get(&error, &"name".into()).unwrap();
    assert_eq!(name.as_string().as_deref(), Some("AbortError"));
}
