//! What a visitor downloads before the first run, and how much of it there may be.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::{project, second};

/// The most that all code of the page (WebAssembly and JavaScript of app and worker) may weigh when compressed. At the
/// 1.6 Mbit/s of a slow phone, 350 KB take under two seconds.
const BUDGET_BYTES: usize = 350_000;

/// The most that the files worker's program may weigh. The page works without it: it is loaded once there is a result to save
/// or to send, or one to open.
const FILES_BUDGET_BYTES: usize = 265_000;

/// The size of one file of the page.
struct Size {
    name: String,
    raw_bytes: usize,
    gzip_bytes: usize,
}

impl Size {
    fn is_code(&self) -> bool {
        [".wasm", ".js"]
            .iter()
            .any(|ending| self.name.ends_with(ending))
    }
}

/// Prints the size of every file under `folder`; an error when its code is over the budget.
pub fn report(folder: &Path) -> Result<()> {
    let sizes = project::files(folder)?
        .iter()
        .map(|file| {
            let content =
                fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
            let name = file
                .strip_prefix(folder)
                .unwrap_or(file)
                .to_string_lossy()
                .into_owned();
            Ok(Size {
                name,
                raw_bytes: content.len(),
                gzip_bytes: gzip_bytes(&content)?,
            })
        })
        .collect::<Result<Vec<_>>>()?;
    print!("{}", table(&sizes));
    check(&sizes)
}

fn gzip_bytes(content: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?.len())
}

fn table(sizes: &[Size]) -> String {
    let width = sizes
        .iter()
        .map(|size| size.name.len())
        .max()
        .unwrap_or(0)
        .max(30);
    let mut table = format!("{:width$}  {:>9}  {:>9}\n", "file", "bytes", "gzip");
    for size in sizes {
        // Writing to a String can't fail.
        let _ = writeln!(
            table,
            "{:width$}  {:>9}  {:>9}",
            size.name, size.raw_bytes, size.gzip_bytes
        );
    }
    for part in PARTS {
        let code = || part.code(sizes);
        let raw: usize = code().map(|size| size.raw_bytes).sum();
        let gzip: usize = code().map(|size| size.gzip_bytes).sum();
        let _ = writeln!(
            table,
            "{:width$}  {raw:>9}  {gzip:>9}  of {}",
            part.name, part.budget_bytes
        );
    }
    table
}

/// What is loaded together.
struct Part {
    name: &'static str,
    is_second: bool,
    budget_bytes: usize,
}

const PARTS: [Part; 2] = [
    Part {
        name: "code of the files worker",
        is_second: true,
        budget_bytes: FILES_BUDGET_BYTES,
    },
    Part {
        name: "code (.wasm and .js)",
        is_second: false,
        budget_bytes: BUDGET_BYTES,
    },
];

impl Part {
    fn code<'a>(&self, sizes: &'a [Size]) -> impl Iterator<Item = &'a Size> {
        sizes
            .iter()
            .filter(|size| size.is_code() && second::owns(&size.name) == self.is_second)
    }
}

fn check(sizes: &[Size]) -> Result<()> {
    for part in PARTS {
        let gzip: usize = part.code(sizes).map(|size| size.gzip_bytes).sum();
        if gzip == 0 {
            bail!("nothing is there of {}", part.name);
        }
        if gzip > part.budget_bytes {
            bail!(
                "{}: {} bytes over the budget",
                part.name,
                gzip - part.budget_bytes
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(name: &str, gzip_bytes: usize) -> Size {
        Size {
            name: name.to_owned(),
            raw_bytes: 2 * gzip_bytes,
            gzip_bytes,
        }
    }

    #[test]
    fn the_budget_is_for_the_code_of_app_and_worker_together() {
        let of = |app: usize, files: usize| {
            check(&[
                size("app.wasm", app - 1),
                size("app.js", 1),
                size("files-1_bg.wasm", files),
                size("style.css", 9),
            ])
        };
        assert!(of(BUDGET_BYTES, FILES_BUDGET_BYTES).is_ok());
        assert_eq!(
            of(BUDGET_BYTES + 1, 1).unwrap_err().to_string(),
            "code (.wasm and .js): 1 bytes over the budget"
        );
        assert!(of(2, FILES_BUDGET_BYTES + 1).is_err());
        assert!(check(&[size("app.js", 9)]).is_err());
    }

    #[test]
    fn the_table_ends_with_the_sum_of_the_code() {
        let table = table(&[
            size("app.wasm", 100),
            size("index.html", 7),
            size("app.js", 20),
        ]);
        let last: Vec<_> = table.lines().last().unwrap().split_whitespace().collect();
        assert_eq!(last[4..], ["240", "120", "of", "350000"]);
        assert_eq!(table.lines().count(), 6);
    }

    #[test]
    fn sizes_are_those_of_gzip() {
        assert!(gzip_bytes(&[7; 10_000]).unwrap() < 100);
        let noise: Vec<u8> = (0..1000_u64)
            .flat_map(|n| seahash::hash(&n.to_le_bytes()).to_le_bytes())
            .collect();
        assert!(gzip_bytes(&noise).unwrap() > 7_900);
    }
}
