//! A file as a source that is read bit by bit, without having all of it in memory.

use std::io::{self, Read};

use js_sys::Uint8Array;
use web_sys::{Blob, FileReaderSync};

/// Bytes that are fetched at once.
const SLICE: u64 = 1 << 20;

/// A file, slice by slice. Only workers may read like this.
pub struct Slices {
    file: Blob,
    reader: FileReaderSync,
    /// Bytes of the file.
    bytes: u64,
    /// Where the next slice begins.
    next: u64,
    slice: Vec<u8>,
    /// Bytes of the slice that are read.
    read: usize,
}

impl Slices {
    /// The file and its length in bytes; `None` where there is no way to read it.
    // A browser's length is a whole number below 2^53.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub fn of(file: Blob) -> Option<(Self, u64)> {
        let bytes = file.size() as u64;
        let slices = Slices {
            file,
            reader: FileReaderSync::new().ok()?,
            bytes,
            next: 0,
            slice: Vec::new(),
            read: 0,
        };
        Some((slices, bytes))
    }

    fn fetch(&mut self) -> io::Result<()> {
        let end = (self.next + SLICE).min(self.bytes);
        let gone = |_| io::Error::other("the file can't be read any more");
        let slice = self
            .file
            .slice_with_f64_and_f64(self.next as f64, end as f64)
            .map_err(gone)?;
        let buffer = self.reader.read_as_array_buffer(&slice).map_err(gone)?;
        self.slice = Uint8Array::new(&buffer).to_vec();
        self.read = 0;
        self.next = end;
        Ok(())
    }
}

impl Read for Slices {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.read == self.slice.len() && self.next < self.bytes {
            self.fetch()?;
        }
        let mut rest = self.slice.get(self.read..).unwrap_or_default();
        let count = rest.read(into)?;
        self.read += count;
        Ok(count)
    }
}
