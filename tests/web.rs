//! What needs a browser: messages as JavaScript values, the key's way, the clock, and the reading of bodies.
#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "helpers of tests fail as tests do"
)]

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use tokenpace::plan::{
    FieldError, Plan, PlanDraft, Surroundings, UrlError, UrlParser, UrlProblem, validate,
};
use tokenpace::protocol::ApiFormat;
use tokenpace::trace::recorder::{Recorder, RequestInfo};
use tokenpace::trace::{OutcomeKind, Phase, Trace};
use tokenpace::units::{EpochMillis, Micros};
use tokenpace::web::engine::calibrate;
use tokenpace::web::engine::clock::Clock;
use tokenpace::web::engine::read::{BodyEnd, read_body};
use tokenpace::web::message;
use tokenpace::web::secret::{Secret, Secrets};
use tokenpace::web::url::BrowserUrls;
use tokenpace::web::worker_client::{WorkerClient, WorkerProblem};
use tokenpace::wire::{Calibration, FromWorker, LiveRequest, Progress, ToWorker};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{AbortController, ReadableStream, Response};

wasm_bindgen_test_configure!(run_in_browser);

const KEY: &str = "sk-proj-Q7wX2mNpL9vB4tKz8RfY";

fn draft(base_url: &str) -> PlanDraft {
    // As the page does when it starts: the prompts are among them.
    tokenpace::texts::install(tokenpace::texts::SOURCE);
    PlanDraft {
        provider: "Custom".to_owned(),
        base_url: base_url.to_owned(),
        ..PlanDraft::default()
    }
}

fn plan(base_url: &str) -> Plan {
    validate(&draft(base_url), &BrowserUrls, Surroundings::default()).unwrap()
}

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

mod kept_keys {
    use super::*;
    use tokenpace::web::kept_key;

    #[wasm_bindgen_test]
    fn a_kept_key_comes_back_with_its_origin_until_it_is_forgotten() {
        kept_key::forget();
        assert!(kept_key::kept().is_none());
        for key in [KEY, "second"] {
            assert!(kept_key::keep(
                &Secret::new(key, "https://h.example").unwrap()
            ));
        }
        let kept = kept_key::kept().unwrap();
        assert!(kept.is_for("https://h.example"));
        let endpoint = plan("https://h.example/v1").endpoint;
        assert_eq!(kept.expose_to(&endpoint), Some("second"));
        let other = plan("https://h.example:444/v1").endpoint;
        assert_eq!(kept.expose_to(&other), None);
        kept_key::forget();
        assert!(kept_key::kept().is_none());
    }

    #[wasm_bindgen_test]
    fn what_was_not_kept_by_us_is_removed() {
        let storage = web_sys::window().unwrap().session_storage().unwrap();
        let storage = storage.unwrap();
        for text in ["", "key", "\nkey", "https://h.example\n"] {
            storage.set_item("tokenpace.key/1", text).unwrap();
            assert!(kept_key::kept().is_none(), "{text:?}");
            assert_eq!(storage.get_item("tokenpace.key/1").unwrap(), None);
        }
    }
}

mod messages {
    use super::*;

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
}

mod keys {
    use super::*;

    const TOKEN: &str = "tenant-5c1f77e0a9b24d";

    fn secret(origin: &str) -> Secret {
        Secret::new(KEY, origin).unwrap()
    }

    /// A key and a header that is treated like it.
    fn secrets(origin: &str) -> Secrets {
        Secrets {
            key: Some(secret(origin)),
            headers: vec![("X-Token".to_owned(), Secret::verbatim(TOKEN, origin))],
        }
    }

    #[wasm_bindgen_test]
    fn c9_the_secrets_are_two_properties_and_nowhere_else() {
        let plan = plan("https://h.example/v1");
        let value = message::encode_start(1, &plan, &secrets("https://h.example")).unwrap();
        let key = js_sys::Reflect::get(&value, &"key".into()).unwrap();
        assert_eq!(key.as_string().as_deref(), Some(KEY));
        let (arrived, received) = message::receive(value.clone()).unwrap();
        let text = String::from(js_sys::JSON::stringify(&value).unwrap());
        for secret in [KEY, TOKEN] {
            assert!(
                !text.contains(&secret[..8]),
                "the message still holds a secret"
            );
            assert!(!format!("{arrived:?}").contains(&secret[..8]));
        }
        assert_eq!(received.key_to(&plan.endpoint), Some(KEY));
        let headers: Vec<_> = received.headers_to(&plan.endpoint).collect();
        assert_eq!(headers, [("X-Token", TOKEN)]);
    }

    #[wasm_bindgen_test]
    fn c10_the_secrets_go_only_to_the_origin_they_were_typed_for() {
        let other = secrets("https://other.example");
        for base in [
            "https://h.example/v1",
            "https://other.example.evil.example/v1",
            "https://other.example:8443/v1",
        ] {
            let plan = plan(base);
            assert!(!other.are_for(&plan.endpoint.origin));
            assert_eq!(other.key_to(&plan.endpoint), None, "{base}");
            assert_eq!(other.headers_to(&plan.endpoint).next(), None, "{base}");
            let value = message::encode_start(1, &plan, &other).unwrap();
            for name in ["key", "headers"] {
                let property = js_sys::Reflect::get(&value, &name.into()).unwrap();
                assert!(property.is_undefined(), "{name}");
            }
        }
        let mut unbound = Secret::verbatim(TOKEN, "");
        let plan = plan("https://h.example/v1");
        assert_eq!(unbound.expose_to(&plan.endpoint), None);
        unbound.bind("https://h.example");
        assert_eq!(unbound.expose_to(&plan.endpoint), Some(TOKEN));
    }

    #[wasm_bindgen_test]
    fn c12_every_secret_is_scrubbed_and_a_scheme_before_it_is_no_part_of_it() {
        let mut secrets = secrets("https://h.example");
        let value = format!("Bearer {TOKEN}x");
        secrets
            .headers
            .push(("X-B".to_owned(), Secret::verbatim(&value, "")));
        let answer = format!("{KEY} and {TOKEN}x, said the Bearer of the ring");
        let clean = secrets.scrub_answer(&answer);
        assert_eq!(
            clean,
            "[removed] and [removed], said the Bearer of the ring"
        );
        let mut window = secrets.window();
        assert_eq!(window.push(&answer) + &window.finish(), clean);
    }

    #[wasm_bindgen_test]
    fn c11_over_plain_http_it_goes_only_to_this_computer() {
        for (base, sent) in [
            ("http://h.example", false),
            ("http://10.0.0.7", false),
            ("http://localhost:8000", true),
        ] {
            let endpoint = plan(base).endpoint;
            assert_eq!(secret(base).expose_to(&endpoint).is_some(), sent, "{base}");
        }
    }

    #[wasm_bindgen_test]
    fn what_people_paste_around_a_key_is_stripped() {
        let endpoint = plan("https://h.example/v1").endpoint;
        for typed in [
            "  abc-123\n",
            "\"abc-123\"",
            "Bearer abc-123",
            "'bearer  abc-123'",
        ] {
            let secret = Secret::new(typed, "https://h.example").unwrap();
            assert_eq!(secret.expose_to(&endpoint), Some("abc-123"), "{typed}");
        }
        for nothing in [" \n", "\"\"", "' '"] {
            assert!(Secret::new(nothing, "https://h.example").is_none());
        }
    }

    #[wasm_bindgen_test]
    fn an_echoed_key_is_scrubbed() {
        let clean =
            secrets("https://h.example").scrub(&format!("Incorrect key {KEY} or {}", &KEY[9..20]));
        assert_eq!(clean, "Incorrect key [removed] or [removed]");
    }
}

mod addresses {
    use super::*;

    #[wasm_bindgen_test]
    fn the_browsers_parser_gives_what_the_rules_need() {
        let endpoint = plan(" HTTPS://API.example.com:443/v1/#x").endpoint;
        assert_eq!(endpoint.url, "https://api.example.com/v1/chat/completions");
        assert_eq!(
            (endpoint.origin.as_str(), endpoint.host.as_str()),
            ("https://api.example.com", "api.example.com")
        );
        assert_eq!(plan("http://[::1]:8080/v1").endpoint.host, "[::1]:8080");
        assert_eq!(BrowserUrls.parse("no address"), Err(UrlProblem));
        let errors = validate(
            &draft("https://me:pass@h.example/v1"),
            &BrowserUrls,
            Surroundings::default(),
        );
        let cleaned = "https://h.example/v1".to_owned();
        assert_eq!(
            errors,
            Err(vec![FieldError::BaseUrl(UrlError::CredentialsInUrl {
                cleaned
            })])
        );
    }
}

mod calibration {
    use super::*;

    #[wasm_bindgen_test]
    async fn it_finds_plausible_values() {
        let clock = Clock::of_this_realm().unwrap();
        let before = clock.now();
        let found = calibrate(&clock, || false).await;
        let took = clock.now().since(before).unwrap();
        assert!(
            (Micros(1)..=Micros(2_000)).contains(&found.clock_tick),
            "{found:?}"
        );
        assert!(
            found.loop_lag_p99.is_some_and(|lag| lag < took),
            "{found:?}"
        );
        assert!(took > Micros(300_000), "{took:?}");
    }

    #[wasm_bindgen_test]
    async fn a_hidden_page_has_no_lateness() {
        let clock = Clock::of_this_realm().unwrap();
        assert_eq!(calibrate(&clock, || true).await.loop_lag_p99, None);
    }

    #[wasm_bindgen_test]
    fn the_clock_and_the_calendar_agree() {
        let clock = Clock::of_this_realm().unwrap();
        assert!((clock.epoch(clock.now()).0 - js_sys::Date::now()).abs() < 1_000.0);
    }
}

mod reading {
    use super::*;

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
        let (body, _) =
            body("write(c, [1]); await wait(5); c.error(new TypeError('network error'));");
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
}

mod client {
    use super::*;

    /// The test page has no start script; this one names a file that is not there, and is of a type that no browser runs.
    fn name_a_missing_script() {
        let document = web_sys::window().unwrap().document().unwrap();
        let script = document.create_element("script").unwrap();
        script.set_id("boot");
        script.set_attribute("type", "text/plain").unwrap();
        script.set_attribute("src", "missing.js").unwrap();
        document
            .document_element()
            .unwrap()
            .append_child(&script)
            .unwrap();
    }

    #[wasm_bindgen_test]
    fn a_page_without_start_script_says_so() {
        let document = web_sys::window().unwrap().document().unwrap();
        while let Some(script) = document.get_element_by_id("boot") {
            script.remove();
        }
        assert!(matches!(
            WorkerClient::spawn(|_| {}),
            Err(WorkerProblem::CannotStart(_))
        ));
    }

    #[wasm_bindgen_test]
    async fn a_worker_that_does_not_load_is_reported() {
        let (tell, told) = (
            Rc::new(RefCell::new(None)),
            Rc::new(RefCell::new(Vec::new())),
        );
        let promise = {
            let tell = Rc::clone(&tell);
            js_sys::Promise::new(&mut |resolve, _| drop(tell.replace(Some(resolve))))
        };
        let heard = Rc::clone(&told);
        name_a_missing_script();
        let client = WorkerClient::spawn(move |event| {
            heard.borrow_mut().push(event);
            if let Some(resolve) = &*tell.borrow() {
                resolve.call0(&JsValue::NULL).unwrap();
            }
        })
        .unwrap();
        assert_eq!(client.stop(1), Ok(()), "messages wait for the worker");
        JsFuture::from(promise).await.unwrap();
        assert_eq!(*told.borrow(), [Err(WorkerProblem::NotLoaded)]);
    }

    #[wasm_bindgen_test]
    fn a_key_of_another_origin_starts_nothing() {
        name_a_missing_script();
        let client = WorkerClient::spawn(|_| {}).unwrap();
        let secrets = Secrets {
            key: Secret::new(KEY, "https://other.example"),
            ..Secrets::default()
        };
        let problem = client.start(1, &plan("https://h.example/v1"), &secrets);
        assert_eq!(
            problem,
            Err(WorkerProblem::WrongOrigin("h.example".to_owned()))
        );
    }
}

mod models {
    use super::*;
    use any_spawner::Executor;
    use leptos::prelude::{Owner, UpdateValue};
    use tokenpace::session::{Edit, Msg, offers};
    use tokenpace::web::models::ModelsError;
    use tokenpace::web::page::Page;

    /// Answers the next calls of `fetch` and keeps what was asked.
    fn answer(body: &str, status: u16) {
        js_sys::Function::new_with_args(
            "body, status",
            "globalThis.realFetch ??= globalThis.fetch; \
             globalThis.fetch = (url, init) => { \
               globalThis.asked = JSON.stringify({ url, method: init.method, body: init.body, \
                 redirect: init.redirect, credentials: init.credentials, \
                 headers: Object.fromEntries(init.headers) }); \
               return Promise.resolve(new Response(body, { status })); };",
        )
        .call2(&JsValue::NULL, &body.into(), &status.into())
        .unwrap();
    }

    fn asked() -> String {
        let restored = "globalThis.fetch = globalThis.realFetch; return globalThis.asked";
        let asked = js_sys::Function::new_no_args(restored).call0(&JsValue::NULL);
        asked.unwrap().as_string().unwrap()
    }

    /// A page whose form and secrets are for this address.
    fn page(base_url: &str, secrets_for: &str) -> Page {
        // Starting the page as a whole does this; the second and third test find it done.
        _ = Executor::init_wasm_bindgen();
        let page = Page::provide();
        let text = |field, text: &str| Msg::Edit(Edit::Text(field, text.to_owned()));
        page.send(Msg::Edit(Edit::Provider("Custom".to_owned())));
        page.send(text(tokenpace::plan::Field::BaseUrl, base_url));
        page.outside().update_value(|outside| {
            outside.secrets.key = Secret::new(KEY, secrets_for);
        });
        page
    }

    #[wasm_bindgen_test]
    async fn the_list_is_asked_for_with_the_key_and_offered() {
        let owner = Owner::new();
        owner.set();
        let page = page("https://h.example/v1", "https://h.example");
        answer(r#"{"data":[{"id":"m-1"},{"id":"m-2"}]}"#, 200);
        assert_eq!(page.list_models().await, Ok(()));
        let asked = asked();
        for part in [
            r#""url":"https://h.example/v1/models""#,
            r#""method":"GET""#,
            r#""redirect":"error""#,
            r#""credentials":"omit""#,
            &format!(r#""headers":{{"authorization":"Bearer {KEY}"}}"#),
        ] {
            assert!(asked.contains(part), "{part}: {asked}");
        }
        assert!(!asked.contains("\"body\""), "{asked}");
        assert_eq!(page.peek(offers::known_models).unwrap(), ["m-1", "m-2"]);
    }

    #[wasm_bindgen_test]
    async fn what_is_no_list_offers_nothing_and_a_repeated_key_is_no_name() {
        let owner = Owner::new();
        owner.set();
        let page = page("https://h.example/v1", "https://h.example");
        let repeated = format!(r#"{{"data":[{{"id":"{KEY}"}}]}}"#);
        for (body, status, error) in [
            ("no", 401, ModelsError::Refused(401)),
            ("<html>", 200, ModelsError::NoList),
            (repeated.as_str(), 200, ModelsError::NoList),
        ] {
            answer(body, status);
            assert_eq!(page.list_models().await, Err(error));
            asked();
        }
        assert!(page.peek(offers::known_models).unwrap().is_empty());
    }

    #[wasm_bindgen_test]
    async fn a_key_of_another_origin_stays_here() {
        let owner = Owner::new();
        owner.set();
        let page = page("https://h.example/v1", "https://other.example");
        answer(r#"{"data":[{"id":"m-1"}]}"#, 200);
        assert_eq!(page.list_models().await, Ok(()));
        assert!(!asked().contains(&KEY[..8]));
    }
}
