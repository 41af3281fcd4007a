//! Columns of small numbers in as few bits as they need: each column is its smallest value and what the others are above it.

/// Columns on their way out.
#[derive(Default)]
pub struct Writer {
    bytes: Vec<u8>,
    used: u32,
}

impl Writer {
    fn put(&mut self, value: u32, width: u32) {
        for at in (0..width).rev() {
            if self.used == 0 {
                self.bytes.push(0);
            }
            let bit = (value >> at & 1).to_le_bytes()[0];
            if let Some(last) = self.bytes.last_mut() {
                *last |= bit << (7 - self.used);
            }
            self.used = (self.used + 1) % 8;
        }
    }

    /// Adds a column of values below 2^31.
    #[inline(never)]
    pub fn column(&mut self, values: &[u32]) {
        let least = values.iter().copied().min().unwrap_or_default();
        let most = values.iter().copied().max().unwrap_or_default();
        let (width, of_least) = (width(most - least), width(least));
        self.put(width, 5);
        self.put(of_least, 5);
        self.put(least, of_least);
        for value in values {
            self.put(value - least, width);
        }
    }

    /// All columns.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

const fn width(value: u32) -> u32 {
    u32::BITS - value.leading_zeros()
}

/// Columns on their way in.
pub struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Reader { bytes, at: 0 }
    }

    fn take(&mut self, width: u32) -> Option<u32> {
        let mut value = 0;
        for _ in 0..width {
            let byte = self.bytes.get(self.at / 8)?;
            value = value << 1 | u32::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(value)
    }

    /// The next column. `None` if the bytes end within it.
    #[inline(never)]
    pub fn column(&mut self, rows: usize) -> Option<Vec<u32>> {
        let width = self.take(5)?;
        let of_least = self.take(5)?;
        let least = self.take(of_least)?;
        (0..rows)
            .map(|_| least.checked_add(self.take(width)?))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn equal_values_take_no_room_of_their_own() {
        let mut writer = Writer::default();
        writer.column(&[7; 1000]);
        assert_eq!(writer.finish().len(), 2);
    }

    proptest! {
        #[test]
        fn columns_come_back(columns in prop::collection::vec(prop::collection::vec(0_u32..1 << 31, 0..20), 0..8)) {
            let mut writer = Writer::default();
            for column in &columns {
                writer.column(column);
            }
            let bytes = writer.finish();
            let mut reader = Reader::new(&bytes);
            for column in &columns {
                prop_assert_eq!(&reader.column(column.len()).unwrap(), column);
            }
        }
    }
}
