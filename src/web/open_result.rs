//! Opens what was saved or sent: links from the address, files that were chosen, dropped or pasted.

use std::rc::Rc;

use leptos::prelude::{UpdateValue, window};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, Event, File, HtmlInputElement};

use crate::names;
use crate::session::{Msg, OpeningEvent, Origin};
use crate::web::environment::page_address;
use crate::web::files_client::Reply;
use crate::web::page::Page;
use crate::web::take_along::turn;
use crate::wire::files::{Ask, ToFiles};

#[wasm_bindgen(module = "/src/web/open_result.js")]
extern "C" {
    fn listen(opened: &Closure<dyn Fn(JsValue)>);
}

impl Page {
    /// Opens what is dropped or pasted from now on.
    pub fn hear_of_results(self) {
        let opened = Closure::<dyn Fn(JsValue)>::new(move |what: JsValue| match what.as_string() {
            Some(fragment) => self.send(Msg::Open(Origin::Link(fragment))),
            None => self.open_file(what.unchecked_into()),
        });
        listen(&opened);
        // As long as the page lives.
        opened.forget();
    }

    /// Opens a file that the user has chosen.
    pub fn open_file(self, file: File) {
        let name = names::clean(&file.name());
        let _ = self
            .outside()
            .try_update_value(|outside| outside.file = Some(file.into()));
        self.send(Msg::Open(Origin::File(name)));
    }

    /// Opens the file that was chosen in the browser's dialog. The same one can be chosen again.
    pub fn file_chosen(self, event: &Event) {
        let input = event
            .target()
            .and_then(|t| t.dyn_into::<HtmlInputElement>().ok());
        let file = input.as_ref().and_then(|input| input.files()?.get(0));
        if let Some(input) = &input {
            input.set_value("");
        }
        if let Some(file) = file {
            self.open_file(file);
        }
    }

    /// Opens the link of the address, if there is one.
    pub fn open_address(self) {
        self.address_changed("");
    }

    /// Opens the link of the address, if there is one; if there was one before, and no view is looked at instead, goes back to
    /// what was there before it.
    pub fn address_changed(self, before: &str) {
        let hash = window().location().hash().unwrap_or_default();
        let was_link = before
            .split_once('#')
            .is_some_and(|(_, hash)| is_link(hash));
        if is_link(&hash) {
            self.send(Msg::Open(Origin::Link(hash)));
        } else if was_link && hash.is_empty() {
            self.send(Msg::LinkLeft);
        }
    }

    /// Has the files worker open it.
    pub fn open_result(self, id: u32, origin: Origin) {
        let tell = move |event| self.send(Msg::Opening { id, event });
        spawn_local(async move {
            let files = self.files();
            // It takes the place of the run held.
            let handing = turn(&files).await;
            let mut client = files.borrow_mut();
            let job = client.job(Rc::new(move |reply| {
                tell(match reply {
                    Reply::Opening(event) => event,
                    Reply::Refused(reason) => OpeningEvent::Refused(reason),
                    Reply::Text(..) | Reply::File(..) | Reply::Picture { .. } | Reply::Shelf(_) => {
                        return;
                    }
                });
            }));
            let posted = match origin {
                Origin::Link(fragment) => client.post(&ToFiles::OpenLink { job, fragment }, None),
                Origin::File(_) => {
                    let file: Option<Blob> = self
                        .outside()
                        .try_update_value(|outside| outside.file.clone())
                        .flatten();
                    client.post(&ToFiles::OpenFile { job }, file.as_ref())
                }
                Origin::History { id, .. } => {
                    let ask = Ask::Open { id };
                    client.post(&ToFiles::History { job, ask }, None)
                }
            };
            drop((client, handing));
            if let Err(reason) = posted {
                tell(OpeningEvent::Refused(reason));
            }
        });
    }
}

/// Whether a hash means a result link of any version, whole or not.
#[must_use]
pub fn is_link(hash: &str) -> bool {
    let version = hash.trim_start_matches('#').strip_prefix('r');
    version.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Takes the hash out of the address, without a new entry in the browser's history.
pub fn clear_hash() {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&page_address()));
    }
}
