//! Makes one style sheet of those that index.html names one after the other, so that the browser waits for one file.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// How Trunk writes the link of a style sheet.
const OPEN: &str = "<link rel=\"stylesheet\" href=\"";

/// Joins the sheets in `folder` in the order in which `html` names them, which is that of their rules, and returns `html` with
/// the one in their place. Addresses begin with `base`.
pub fn join(folder: &Path, html: &str, base: &str) -> Result<String> {
    let mut joined = String::new();
    let mut page = String::with_capacity(html.len());
    let mut rest = html;
    let mut place = None;
    while let Some((before, link)) = rest.split_once(OPEN) {
        let Some((address, after)) = link.split_once('"') else {
            bail!("a link to a style sheet in index.html has no end");
        };
        let Some((_, after)) = after.split_once('>') else {
            bail!("a link to a style sheet in index.html has no end");
        };
        let name = address.strip_prefix(base).unwrap_or(address);
        let file = folder.join(name);
        let sheet =
            fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        fs::remove_file(&file).with_context(|| format!("cannot remove {name}"))?;
        joined.push_str(&sheet);
        page.push_str(before.trim_end_matches([' ', '\n']));
        place.get_or_insert(page.len());
        rest = after;
    }
    page.push_str(rest);
    let Some(place) = place else {
        bail!("index.html names no style sheet");
    };
    let name = format!("style-{:016x}.css", seahash::hash(joined.as_bytes()));
    fs::write(folder.join(&name), joined).with_context(|| format!("cannot write {name}"))?;
    page.insert_str(place, &format!("\n    {OPEN}{base}{name}\">"));
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_become_one_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        for (name, rules) in [("a-1.css", "a{}"), ("b-2.css", "b{}")] {
            fs::write(folder.path().join(name), rules).unwrap();
        }
        let html = "<head>\n    <title>T</title>\n    <link rel=\"stylesheet\" href=\"./b-2.css\"/>\n    \
                    <link rel=\"stylesheet\" href=\"./a-1.css\"/>\n  </head>";
        let page = join(folder.path(), html, "./").unwrap();
        let files: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        let [Ok(file)] = &files[..] else {
            panic!("{files:?}")
        };
        assert_eq!(fs::read_to_string(file.path()).unwrap(), "b{}a{}");
        let name = file.file_name().into_string().unwrap();
        assert_eq!(
            page,
            format!("<head>\n    <title>T</title>\n    {OPEN}./{name}\">\n  </head>")
        );
    }

    #[test]
    fn a_page_without_a_sheet_or_with_a_lost_one_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(join(folder.path(), "<head></head>", "").is_err());
        let lost = format!("{OPEN}gone.css\"/>");
        assert!(join(folder.path(), &lost, "").is_err());
    }
}
