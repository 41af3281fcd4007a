//! A panic ends the wasm instance: nothing of the app runs any more. So the last thing it does is to say so in the page,
//! with a plain link, which needs no code.

use std::panic::PanicHookInfo;

use leptos::prelude::document;

/// Writes the message to the console and to the page.
pub fn install_hook() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        show(info);
    }));
}

fn show(info: &PanicHookInfo<'_>) {
    let place = info
        .location()
        .map(|at| format!("{}:{}", at.file(), at.line()));
    let parts = [
        (
            "strong",
            "Tokenpace stopped because of a mistake of its own.".to_owned(),
        ),
        (
            "span",
            "What was measured in this run is lost; your form is kept. ".to_owned()
                + &place
                    .map(|place| format!("For a report: {place}."))
                    .unwrap_or_default(),
        ),
    ];
    let document = document();
    let (Some(body), Ok(notice)) = (document.body(), document.create_element("div")) else {
        return;
    };
    notice.set_class_name("crash");
    let _ = notice.set_attribute("role", "alert");
    for (tag, text) in parts {
        if let Ok(part) = document.create_element(tag) {
            part.set_text_content(Some(&text));
            let _ = notice.append_child(&part);
        }
    }
    if let Ok(reload) = document.create_element("a") {
        reload.set_class_name("button");
        reload.set_text_content(Some("Reload"));
        let _ = reload.set_attribute("href", "");
        let _ = notice.append_child(&reload);
    }
    let _ = body.prepend_with_node_1(&notice);
}
