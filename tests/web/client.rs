//! The worker's start, and its failure to start.

use std::cell::RefCell;
use std::rc::Rc;

use tokenpace::web::secret::{Secret, Secrets};
use tokenpace::web::worker_client::{WorkerClient, WorkerProblem};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::{KEY, plan};

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
