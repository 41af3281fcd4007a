//! What pressing the button will cost, at most.

use leptos::prelude::*;

use crate::format;
use crate::plan::draft_cost;
use crate::session::form;
use crate::session::show;
use crate::text;
use crate::web::page::Page;
use crate::web::ui::dom::{El, leaf, text};
use crate::web::url::BrowserUrls;

/// "22 requests, at most 5,632 output tokens to api.example.com".
pub fn cost_line(page: Page) -> El {
    let line = page.slice(|s| {
        let Some(cost) = draft_cost(&s.draft) else {
            return text!("Requests, practice requests and output tokens must be numbers.")
                .get()
                .to_owned();
        };
        let most = if !s.draft.run_until.is_empty() {
            "At most "
        } else {
            ""
        };
        let requests = show::counted(cost.requests, "request");
        let tokens = format::grouped(cost.max_output_tokens);
        match form::host(&s.draft, &BrowserUrls) {
            Some(host) => format!("{most}{requests}, at most {tokens} output tokens to {host}"),
            None => format!("{most}{requests}, at most {tokens} output tokens"),
        }
    });
    leaf("p", "cost", text(move || line.get())).attr("role", "status")
}
