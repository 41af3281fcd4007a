//! A source whose bytes are counted on the way.

use std::io::{self, Read};

/// Bytes from one report of progress to the next.
const STEP: u64 = 1 << 20;

/// Counts what is read, tells about every MB, and ends where a file is too long.
pub struct Counted<'a, R> {
    source: R,
    most: u64,
    read: u64,
    told: u64,
    progress: &'a mut dyn FnMut(u64),
}

impl<'a, R: Read> Counted<'a, R> {
    /// Reads at most so many bytes and one.
    pub fn new(source: R, most: u64, progress: &'a mut dyn FnMut(u64)) -> Self {
        Counted {
            source,
            most,
            read: 0,
            told: 0,
            progress,
        }
    }

    /// The source has more than its most.
    pub const fn is_beyond(&self) -> bool {
        self.read > self.most
    }
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.is_beyond() {
            return Ok(0);
        }
        let got = self.source.read(into)?;
        self.read += got as u64;
        if self.read - self.told >= STEP {
            self.told = self.read;
            (self.progress)(self.read);
        }
        Ok(got)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_is_not_read_to_its_end() {
        let mut told = Vec::new();
        let mut tell = |bytes| told.push(bytes);
        let mut endless = Counted::new(io::repeat(b' '), 5 << 20, &mut tell);
        let mut buffer = vec![0; 300_000];
        while endless.read(&mut buffer).unwrap() > 0 {}
        assert!(endless.is_beyond());
        assert_eq!(endless.read, 18 * 300_000);
        assert_eq!(told.len(), 4, "every fourth read is a MB: {told:?}");
    }

    #[test]
    fn a_file_of_the_largest_size_is_not_too_long() {
        let mut silent = |_| ();
        let mut counted = Counted::new(&[7; 100][..], 100, &mut silent);
        let mut all = Vec::new();
        counted.read_to_end(&mut all).unwrap();
        assert_eq!(all.len(), 100);
        assert!(!counted.is_beyond());
    }
}
