//! Makes a built page fit for a Content-Security-Policy without inline scripts: Trunk starts the app from a script in
//! index.html, which moves to a file named after its content. Its style sheets become one, and the JavaScript of a release is
//! minified.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail};

use crate::{process, project, second, styles, tools, trim};

/// Seals the page that Trunk has just staged; the variables are set by Trunk for its hooks.
pub fn run() -> Result<()> {
    let folder = env::var_os("TRUNK_STAGING_DIR")
        .context("TRUNK_STAGING_DIR is not set: this is a hook of Trunk")?;
    let base = env::var("TRUNK_PUBLIC_URL")
        .context("TRUNK_PUBLIC_URL is not set: this is a hook of Trunk")?;
    let folder = PathBuf::from(folder);
    let page = folder.join("index.html");
    let html =
        fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
    let sealed = seal(&html, &base)?;
    for (name, script) in &sealed.scripts {
        fs::write(folder.join(name), script).with_context(|| format!("cannot write {name}"))?;
    }
    let html = second::name(&folder, &sealed.html, &base)?;
    let html = styles::join(&folder, &html, &base)?;
    fs::write(&page, html).with_context(|| format!("cannot write {}", page.display()))?;
    // Trunk calls it a release only where wasm-opt is, which comes from npm together with esbuild.
    if env::var("TRUNK_PROFILE").is_ok_and(|profile| profile == "release") {
        minify(&folder)?;
        trim::page(&folder)?;
    }
    Ok(())
}

/// Takes comments, blanks and long names out of the page's JavaScript, most of which wasm-bindgen wrote.
fn minify(folder: &Path) -> Result<()> {
    let scripts = project::files(folder)?
        .into_iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "js"));
    let mut command = Command::new(tools::npm_command("esbuild"));
    command
        .args(["--minify", "--allow-overwrite", "--log-level=warning"])
        .arg(format!("--outbase={}", folder.display()))
        .arg(format!("--outdir={}", folder.display()))
        .args(scripts);
    process::run(command)
}

/// A page without inline scripts, and the files that took their place.
struct Sealed {
    html: String,
    /// Name and content.
    scripts: Vec<(String, String)>,
}

/// Moves each inline script of `html` to a file under `base`, which ends in a slash or is empty.
fn seal(html: &str, base: &str) -> Result<Sealed> {
    let mut sealed = Sealed {
        html: String::with_capacity(html.len()),
        scripts: Vec::new(),
    };
    let mut copied = 0;
    while let Some(script) = next_script(html, copied)? {
        if has_source(&html[script.attributes.clone()]) {
            sealed.html.push_str(&html[copied..script.text.end]);
        } else {
            let text = html[script.text.clone()].trim();
            let name = format!("boot-{:016x}.js", seahash::hash(text.as_bytes()));
            sealed.html.push_str(&html[copied..script.attributes.end]);
            sealed.html.push_str(&format!(" src=\"{base}{name}\">"));
            sealed.scripts.push((name, format!("{text}\n")));
        }
        copied = script.text.end;
    }
    sealed.html.push_str(&html[copied..]);
    Ok(sealed)
}

/// Where in a page a script element has its attributes and its text.
struct Script {
    attributes: Range<usize>,
    text: Range<usize>,
}

/// The first script element at or after `start`. Enough of a parser for what Trunk writes.
fn next_script(html: &str, start: usize) -> Result<Option<Script>> {
    const OPEN: &str = "<script";
    let Some(found) = html[start..].find(OPEN) else {
        return Ok(None);
    };
    let attributes_start = start + found + OPEN.len();
    let Some(length) = html[attributes_start..].find('>') else {
        bail!("a script tag in index.html has no end");
    };
    let attributes = attributes_start..attributes_start + length;
    let text_start = attributes.end + 1;
    let Some(length) = html[text_start..].find("</script") else {
        bail!("a script in index.html is not closed");
    };
    Ok(Some(Script {
        attributes,
        text: text_start..text_start + length,
    }))
}

fn has_source(attributes: &str) -> bool {
    attributes
        .split_whitespace()
        .any(|attribute| attribute.starts_with("src="))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<head><script src=a.js></script>\n<script type=\"module\">\nimport init from './app.js';\n\
                        await init();\n</script></head><body>text</body>";

    #[test]
    fn an_inline_script_becomes_a_file_that_is_loaded_in_its_place() {
        let sealed = seal(PAGE, "./").unwrap();
        let [(name, script)] = &sealed.scripts[..] else {
            panic!("{:?}", sealed.scripts)
        };
        assert_eq!(script, "import init from './app.js';\nawait init();\n");
        let expected = format!(
            "<head><script src=a.js></script>\n<script type=\"module\" src=\"./{name}\"></script></head><body>text</body>"
        );
        assert_eq!(sealed.html, expected);
    }

    #[test]
    fn no_inline_script_is_left() {
        let sealed = seal(&format!("{PAGE}<script>more()</script>"), "/sub/").unwrap();
        assert_eq!(sealed.scripts.len(), 2);
        let mut start = 0;
        while let Some(script) = next_script(&sealed.html, start).unwrap() {
            assert!(script.text.is_empty() && has_source(&sealed.html[script.attributes]));
            start = script.text.end;
        }
        assert_eq!(sealed.html.matches("src=\"/sub/boot-").count(), 2);
    }

    #[test]
    fn a_sealed_page_stays_as_it_is() {
        let sealed = seal(PAGE, "").unwrap();
        let again = seal(&sealed.html, "").unwrap();
        assert!(again.scripts.is_empty());
        assert_eq!(again.html, sealed.html);
    }

    #[test]
    fn the_name_follows_the_content() {
        let name = |html: &str| seal(html, "").unwrap().scripts[0].0.clone();
        assert_eq!(name("<script>a</script>"), name("<script>\na\n</script>"));
        assert_ne!(name("<script>a</script>"), name("<script>b</script>"));
        let hash = name("<script>a</script>");
        let hash = hash
            .strip_prefix("boot-")
            .and_then(|rest| rest.strip_suffix(".js"))
            .unwrap();
        assert!(hash.len() == 16 && hash.chars().all(|digit| digit.is_ascii_hexdigit()));
    }

    #[test]
    fn a_broken_page_is_refused() {
        assert!(seal("<script type=module", "").is_err());
        assert!(seal("<script>await init()", "").is_err());
    }
}
