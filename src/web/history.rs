//! Carries out what the history asks for: its place is known to the files worker alone.

use wasm_bindgen_futures::spawn_local;

use crate::session::{HistoryEffect, HistoryMsg, Msg};
use crate::web::effects::focus_on;
use crate::web::files_client::Reply;
use crate::web::page::Page;
use crate::web::settings;
use crate::web::take_along::save;
use crate::wire::files::{Ask, ToFiles};

impl Page {
    pub(super) fn carry_out_history(self, effect: HistoryEffect) {
        match effect {
            HistoryEffect::Keeping(keeping) => settings::keep_keeping(keeping),
            HistoryEffect::Focus(id) => focus_on(id),
            HistoryEffect::Ask(ask) => self.ask_history(ask),
        }
    }

    fn ask_history(self, ask: Ask) {
        spawn_local(async move {
            let of_run = matches!(ask, Ask::Keep { .. });
            // What is kept already says nothing beside the result when it is kept anew.
            let is_new = matches!(ask, Ask::Keep { again: false, .. });
            let id = || self.peek(|s| Some(s.run.as_ref()?.id)).flatten();
            let keeping = is_new.then(id).flatten().unwrap_or_default();
            let message = move |job| ToFiles::History {
                job,
                ask: ask.clone(),
            };
            let reply = if of_run {
                self.ask_of_run(&message).await
            } else {
                self.ask_files(&message).await
            };
            let told = match reply {
                Reply::Shelf(shelf) => HistoryMsg::Shelf { keeping, shelf },
                Reply::File(name, file) => match save(&name, &file) {
                    Ok(()) => HistoryMsg::Saved(name),
                    Err(_) => HistoryMsg::Refused {
                        keeping,
                        reason: "The browser refused to save the file.".to_owned(),
                    },
                },
                Reply::Refused(reason) => HistoryMsg::Refused { keeping, reason },
                Reply::Text(..) | Reply::Picture { .. } | Reply::Opening(_) => return,
            };
            self.send(Msg::History(told));
        });
    }
}
