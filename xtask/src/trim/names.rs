//! Short names for what the program imports from its script, and no exports that nobody calls.
//!
//! - The names that wasm-bindgen gives to imports end with a hash, in both files, and hashes don't compress: they were 8 KB of
//!   the page.
//! - A library that turns Rust streams into JavaScript ones exports its classes, used or not, and what is exported stays.

use std::collections::BTreeMap;
use std::convert::Infallible;

use anyhow::{Result, bail};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{ExportSection, ImportSection, Module};
use wasmparser::{Export, Import, Imports, Parser};

/// End of the name of a module whose imports wasm-bindgen wrote itself; others name files of ours.
const GLUE: &str = "_bg.js";

/// Start of the names of exports that nothing calls: the classes of `wasm-streams`.
const UNUSED: [&str; 2] = ["intounderlying", "__wbg_intounderlying"];

/// The short name of each long one.
#[derive(Default)]
pub struct Short(BTreeMap<String, String>);

impl Short {
    /// The program with short names.
    pub fn module(&mut self, program: &[u8]) -> Result<Vec<u8>> {
        let mut module = Module::new();
        self.parse_core_module(&mut module, Parser::new(0), program)
            .map_err(|error| anyhow::anyhow!("the page's program can't be read: {error}"))?;
        Ok(module.finish())
    }

    /// The script with the names that the program got; each has to be there exactly once, where it is handed over.
    pub fn script(&self, script: &str) -> Result<String> {
        let mut short = String::with_capacity(script.len());
        let mut found = BTreeMap::<&str, u32>::new();
        let mut rest = script;
        while !rest.is_empty() {
            let word = rest.find(|c| !in_name(c)).unwrap_or(rest.len());
            let (name, after) = rest.split_at(word);
            match self.0.get(name) {
                Some(replacement) => {
                    *found.entry(name).or_default() += 1;
                    short.push_str(replacement);
                }
                None => short.push_str(name),
            }
            let gap = after.find(in_name).unwrap_or(after.len());
            short.push_str(&after[..gap]);
            rest = &after[gap..];
        }
        for name in self.0.keys() {
            let times = found.get(name.as_str()).copied().unwrap_or(0);
            if times != 1 {
                bail!("the page's script names {name} {times} times");
            }
        }
        Ok(short)
    }
}

fn in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

impl Reencode for Short {
    type Error = Infallible;

    fn parse_export(
        &mut self,
        exports: &mut ExportSection,
        export: Export<'_>,
    ) -> Result<(), Error<Infallible>> {
        if UNUSED.iter().any(|start| export.name.starts_with(start)) {
            return Ok(());
        }
        utils::parse_export(self, exports, export)
    }

    fn parse_imports(
        &mut self,
        section: &mut ImportSection,
        imports: Imports<'_>,
    ) -> Result<(), Error<Infallible>> {
        // The compact forms are a proposal that no tool of the build writes yet.
        let (at, import) = match imports {
            Imports::Single(at, import) if import.module.ends_with(GLUE) => (at, import),
            other => return utils::parse_imports(self, section, other),
        };
        let name = format!("_{}", self.0.len());
        self.0.insert(import.name.to_owned(), name.clone());
        let name = name.as_str();
        utils::parse_imports(
            self,
            section,
            Imports::Single(at, Import { name, ..import }),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{EntityType, ExportKind, TypeSection};

    fn program(imported: &[(&str, &str)]) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let mut imports = ImportSection::new();
        for (module, name) in imported {
            imports.import(module, name, EntityType::Function(0));
        }
        let mut module = Module::new();
        module.section(&types).section(&imports);
        module.finish()
    }

    #[test]
    fn program_and_script_get_the_same_names() {
        let mut short = Short::default();
        let before = program(&[
            ("./app_bg.js", "__wbg_now_0a1b"),
            ("./read.js", "stampedRead"),
            ("./app_bg.js", "__wbg_now_0a1b2c"),
        ]);
        let after = program(&[
            ("./app_bg.js", "_0"),
            ("./read.js", "stampedRead"),
            ("./app_bg.js", "_1"),
        ]);
        assert_eq!(short.module(&before).unwrap(), after);
        let script = "({__wbg_now_0a1b2c:x,__wbg_now_0a1b(a){now(stampedRead)}})";
        assert_eq!(
            short.script(script).unwrap(),
            "({_1:x,_0(a){now(stampedRead)}})"
        );
    }

    #[test]
    fn a_name_that_the_script_does_not_hand_over_once_is_an_error() {
        let mut short = Short::default();
        short
            .module(&program(&[("./app_bg.js", "__wbg_f")]))
            .unwrap();
        assert!(short.script("{}").is_err());
        assert!(short.script("{__wbg_f(){},__wbg_f}").is_err());
        assert!(short.script("{__wbg_f(){},_$__wbg_f}").is_ok());
    }

    #[test]
    fn exports_that_nothing_calls_go() {
        let with = |names: &[&str]| {
            let mut types = TypeSection::new();
            types.ty().function([], []);
            let mut imports = ImportSection::new();
            imports.import("other", "f", EntityType::Function(0));
            let mut exports = ExportSection::new();
            for name in names {
                exports.export(name, ExportKind::Func, 0);
            }
            let mut module = Module::new();
            module.section(&types).section(&imports).section(&exports);
            module.finish()
        };
        let before = with(&[
            "main",
            "intounderlyingsource_pull",
            "__wbg_intounderlyingsink_free",
        ]);
        assert_eq!(Short::default().module(&before).unwrap(), with(&["main"]));
    }

    #[test]
    fn what_is_no_program_is_an_error() {
        assert!(Short::default().module(b"\0asm").is_err());
    }
}
