//! Names the second program of the page, the files worker's, after its content, and tells the page where it is. Trunk gives
//! the programs of workers plain names, so that a browser could meet the files of two builds.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// The program's name, as Trunk and its bin have it.
const NAME: &str = "files";

/// In front of the name of the script that starts the worker.
const START: &str = "start-";

/// Starts the worker. In a promise a trap is a rejection that nobody handles; thrown once more it is an error like any
/// other, which reaches the page.
const LOADER: &str = "\
addEventListener('unhandledrejection', ({ reason }) => {
  if (reason instanceof WebAssembly.RuntimeError) setTimeout(() => { throw reason; });
});
const { default: init } = await import('./PROGRAM.js');
await init({ module_or_path: new URL('./PROGRAM_bg.wasm', import.meta.url) });
";

/// Renames the files in `folder` and returns `html` with the address of the worker's script, which is under `base`.
pub fn name(folder: &Path, html: &str, base: &str) -> Result<String> {
    let read = |name: &str| {
        let file = folder.join(name);
        fs::read(&file).with_context(|| format!("cannot read {}", file.display()))
    };
    let (script, program) = (format!("{NAME}.js"), format!("{NAME}_bg.wasm"));
    let mut content = read(&script)?;
    content.extend(read(&program)?);
    content.extend(LOADER.bytes());
    let named = format!("{NAME}-{:016x}", seahash::hash(&content));
    let rename = |from: &str, ending: &str| {
        let to = folder.join(format!("{named}{ending}"));
        fs::rename(folder.join(from), to).with_context(|| format!("cannot rename {from}"))
    };
    rename(&script, ".js")?;
    rename(&program, "_bg.wasm")?;
    let start = format!("{START}{named}.js");
    fs::remove_file(folder.join(format!("{NAME}_loader.js"))).context("Trunk made no loader")?;
    fs::write(folder.join(&start), LOADER.replace("PROGRAM", &named))
        .with_context(|| format!("cannot write {start}"))?;
    let place = format!("<meta name=\"files-worker\" content=\"{base}{start}\">\n  </head>");
    Ok(html.replacen("</head>", &place, 1))
}

/// Whether a file of the built page belongs to this program.
pub fn owns(file: &str) -> bool {
    let file = file.strip_prefix(START).unwrap_or(file);
    file.strip_prefix(NAME)
        .is_some_and(|rest| rest.starts_with('-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_after_their_content_and_the_page_knows_them() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut names = Vec::new();
        for program in ["one", "two"] {
            for (file, content) in [
                ("files.js", "export default 1;"),
                ("files_bg.wasm", program),
                ("files_loader.js", "import"),
            ] {
                fs::write(folder.join(file), content).unwrap();
            }
            let html = name(folder, "<head></head>", "./").unwrap();
            let (_, rest) = html.split_once("content=\"./").unwrap();
            let loader = rest.split_once('"').unwrap().0.to_owned();
            let text = fs::read_to_string(folder.join(&loader)).unwrap();
            let script = loader.replace(START, "");
            assert!(text.contains(&script) && folder.join(&script).exists());
            assert!(owns(&loader) && owns(&script) && !owns("app-1.js"));
            names.push(loader);
        }
        assert_ne!(names[0], names[1]);
    }
}
