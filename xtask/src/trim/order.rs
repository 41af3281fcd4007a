//! Puts functions that look alike next to each other.
//!
//! gzip looks back 32 KB, and a program of this size has its likes far apart: in the order of use that wasm-opt gives, the page
//! is 9 KB larger on its way to the visitor.

use std::collections::{HashMap, HashSet, VecDeque};
use std::convert::Infallible;

use anyhow::{Context, Result};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionBody, FunctionSectionReader, Parser, Payload};

/// Length of the pieces that two functions may share.
const PIECE: usize = 6;

/// Pieces in more functions than this say nothing about any.
const COMMON: usize = 400;

/// How far back gzip finds something, with some room.
const WINDOW: usize = 30_000;

/// Keeps short functions from coming first because they are short.
const SHORT: usize = 100;

/// The same program with its functions in another order.
pub fn by_likeness(program: &[u8]) -> Result<Vec<u8>> {
    let mut imported = 0;
    let mut bodies = Vec::new();
    for payload in Parser::new(0).parse_all(program) {
        match payload.context("the page's program can't be read")? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    let function = matches!(import?.ty, wasmparser::TypeRef::Func(_));
                    imported += u32::from(function);
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    let order = chain(&bodies);
    let mut place = vec![0; order.len()];
    for (to, &from) in order.iter().enumerate() {
        place[from] = imported + u32::try_from(to)?;
    }
    let mut module = Module::new();
    Moved {
        imported,
        order,
        place,
    }
    .parse_core_module(&mut module, Parser::new(0), program)
    .map_err(|error| anyhow::anyhow!("the page's program can't be put in order: {error}"))?;
    Ok(module.finish())
}

/// An order in which each function shares much with those shortly before it.
fn chain(bodies: &[&[u8]]) -> Vec<usize> {
    let mut near = Near::new(bodies);
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    let mut order = Vec::with_capacity(bodies.len());
    while !left.is_empty() {
        let best = (1..left.len()).fold(0, |best, at| {
            if near.fit(left[at]) > near.fit(left[best]) {
                at
            } else {
                best
            }
        });
        let next = left.remove(best);
        order.push(next);
        near.push(next);
    }
    order
}

/// The functions that gzip still sees, and what each function shares with them.
struct Near<'a> {
    /// The different pieces of each function, and how long it is.
    pieces: Vec<(HashSet<&'a [u8]>, usize)>,
    /// The functions that have a piece, of the pieces that tell something.
    having: HashMap<&'a [u8], Vec<usize>>,
    /// The pieces of each function that are in the window.
    shared: Vec<usize>,
    /// How many functions of the window have a piece.
    times: HashMap<&'a [u8], usize>,
    window: VecDeque<usize>,
    size: usize,
}

impl<'a> Near<'a> {
    fn new(bodies: &[&'a [u8]]) -> Self {
        let pieces: Vec<(HashSet<&'a [u8]>, usize)> = bodies
            .iter()
            .map(|body| (body.windows(PIECE).collect(), body.len()))
            .collect();
        let mut having = HashMap::<&[u8], Vec<usize>>::new();
        for (function, (its, _)) in pieces.iter().enumerate() {
            for piece in its {
                having.entry(piece).or_default().push(function);
            }
        }
        having.retain(|_, functions| (2..COMMON).contains(&functions.len()));
        Near {
            shared: vec![0; pieces.len()],
            pieces,
            having,
            times: HashMap::new(),
            window: VecDeque::new(),
            size: 0,
        }
    }

    /// How well a function comes next. The first is the longest: it shares most.
    fn fit(&self, function: usize) -> f64 {
        let its = self.pieces[function].0.len();
        if self.window.is_empty() {
            its as f64
        } else {
            self.shared[function] as f64 / (its + SHORT) as f64
        }
    }

    /// Takes a function in, and those out that are too far back then.
    fn push(&mut self, function: usize) {
        self.window.push_back(function);
        self.size += self.pieces[function].1;
        self.count(function, true);
        while self.size > WINDOW && self.window.len() > 1 {
            let Some(gone) = self.window.pop_front() else {
                break;
            };
            self.size -= self.pieces[gone].1;
            self.count(gone, false);
        }
    }

    /// Counts the pieces of a function that comes or goes.
    fn count(&mut self, function: usize, comes: bool) {
        for piece in &self.pieces[function].0 {
            let Some(functions) = self.having.get(piece) else {
                continue;
            };
            let times = self.times.entry(piece).or_default();
            let before = *times;
            *times = if comes { before + 1 } else { before - 1 };
            if before.min(*times) > 0 {
                continue;
            }
            for &with in functions {
                let shared = &mut self.shared[with];
                *shared = if comes { *shared + 1 } else { *shared - 1 };
            }
        }
    }
}

/// Writes the program anew.
struct Moved {
    imported: u32,
    /// The old number of each function, in the new order.
    order: Vec<usize>,
    /// The new index of each function, by its old number.
    place: Vec<u32>,
}

impl Moved {
    /// Things that come one for each function, in the new order.
    fn reordered<T: Clone>(&self, things: &[T]) -> Vec<T> {
        self.order
            .iter()
            .filter_map(|&from| things.get(from).cloned())
            .collect()
    }
}

impl Reencode for Moved {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        let place = function
            .checked_sub(self.imported)
            .and_then(|number| self.place.get(number as usize));
        Ok(place.copied().unwrap_or(function))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for kind in self.reordered(&types) {
            functions.function(kind);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let bodies = section
            .into_iter()
            .collect::<Result<Vec<FunctionBody<'_>>, _>>()?;
        for body in self.reordered(&bodies) {
            utils::parse_function_body(self, code, body)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{
        ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function,
        ImportSection, RefType, TableSection, TableType, TypeSection,
    };

    /// A program with one imported function and these constants as functions of their own, each exported by its value, in a
    /// table in the same order, and the first one calling the last.
    fn program(values: &[i64]) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        types.ty().function([], [wasm_encoder::ValType::I64]);
        let mut imports = ImportSection::new();
        imports.import("m", "f", EntityType::Function(0));
        let (mut functions, mut exports, mut code) = (
            FunctionSection::new(),
            ExportSection::new(),
            CodeSection::new(),
        );
        let count = u32::try_from(values.len()).unwrap();
        for (at, &value) in (1..).zip(values) {
            functions.function(1);
            exports.export(&value.to_string(), ExportKind::Func, at);
            let mut body = Function::new([]);
            if at == 1 {
                body.instructions().call(count).drop();
            }
            body.instructions()
                .i64_const(value)
                .i64_const(value)
                .i64_add()
                .end();
            code.function(&body);
        }
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            minimum: u64::from(count),
            maximum: None,
            table64: false,
            shared: false,
        });
        let mut elements = ElementSection::new();
        let all: Vec<u32> = (1..=count).collect();
        elements.active(
            None,
            &ConstExpr::i32_const(0),
            Elements::Functions(all.into()),
        );
        let mut module = Module::new();
        module
            .section(&types)
            .section(&imports)
            .section(&functions)
            .section(&tables)
            .section(&exports)
            .section(&elements)
            .section(&code);
        module.finish()
    }

    /// For each export the constant of the function it names; the places in the table as constants; the constant that the
    /// calling function gets.
    fn meaning(program: &[u8]) -> (Vec<(String, i64)>, Vec<i64>, i64) {
        let (mut exported, mut table, mut constants, mut called) = (vec![], vec![], vec![0], 0);
        for payload in Parser::new(0).parse_all(program) {
            match payload.unwrap() {
                Payload::ExportSection(exports) => exported.extend(
                    exports
                        .into_iter()
                        .map(|export| export.unwrap())
                        .map(|export| (export.name.to_owned(), export.index as usize)),
                ),
                Payload::ElementSection(elements) => {
                    for element in elements {
                        let wasmparser::ElementItems::Functions(items) = element.unwrap().items
                        else {
                            panic!("not a list of functions")
                        };
                        table.extend(items.into_iter().map(|item| item.unwrap() as usize));
                    }
                }
                Payload::CodeSectionEntry(body) => {
                    for operator in body.get_operators_reader().unwrap() {
                        match operator.unwrap() {
                            wasmparser::Operator::Call { function_index } => {
                                called = function_index
                            }
                            wasmparser::Operator::I64Const { value } => constants.push(value),
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        // Two constants a function.
        let constants: Vec<i64> = constants.into_iter().step_by(2).collect();
        (
            exported
                .into_iter()
                .map(|(name, at)| (name, constants[at]))
                .collect(),
            table.into_iter().map(|at| constants[at]).collect(),
            constants[called as usize],
        )
    }

    #[test]
    fn every_call_export_and_entry_of_a_table_still_means_the_same() {
        let values: Vec<i64> = (1..40).map(|n| (n * 0x1234_5678) << (n % 5)).collect();
        let before = program(&values);
        let after = by_likeness(&before).unwrap();
        assert_ne!(after, before);
        assert_eq!(meaning(&after), meaning(&before));
        assert_eq!(by_likeness(&before).unwrap(), after);
    }

    #[test]
    fn likes_come_together() {
        let a = *b"the first kind of function body";
        let b = *b"another sort, nothing like that";
        let bodies: [&[u8]; 4] = [&a, &b, &a, &b];
        let order = chain(&bodies);
        assert_eq!(order[0] % 2, order[1] % 2);
        assert_eq!(order[2] % 2, order[3] % 2);
    }

    #[test]
    fn what_is_no_program_is_an_error() {
        assert!(by_likeness(b"\0asm").is_err());
    }
}
