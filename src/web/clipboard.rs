//! The clipboard.

use js_sys::Promise;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(module = "/src/web/clipboard.js")]
extern "C" {
    /// Puts the text that `made` resolves with into the clipboard. Resolves with whether it is there: pages without https have
    /// no clipboard, and the user may refuse. Never rejects. To be called in the click itself.
    #[wasm_bindgen(js_name = copyWhenMade)]
    pub fn copy_when_made(made: &Promise) -> Promise;
}
