//! What a file is that people open in place of a report, as its first bytes tell.

use serde::{Deserialize, Serialize};

/// What people open in place of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileKind {
    /// Nothing, or white space alone.
    Empty,
    /// HTML, or other markup.
    Markup,
    /// A picture.
    Picture,
    /// A document in PDF.
    Pdf,
    /// Files packed as ZIP, office documents among them.
    Zip,
    /// A file packed by gzip.
    Gzip,
    /// A text in UTF-16.
    Utf16,
}

impl FileKind {
    /// First bytes of each. What begins in another way may still be a report.
    const MAGIC: [(&[u8], FileKind); 11] = [
        (b"<svg", FileKind::Picture),
        (b"<", FileKind::Markup),
        (b"\x89PNG", FileKind::Picture),
        (b"\xff\xd8\xff", FileKind::Picture),
        (b"GIF8", FileKind::Picture),
        (b"%PDF", FileKind::Pdf),
        (b"PK\x03\x04", FileKind::Zip),
        (b"PK\x05\x06", FileKind::Zip),
        (b"\x1f\x8b", FileKind::Gzip),
        (b"\xff\xfe", FileKind::Utf16),
        (b"\xfe\xff", FileKind::Utf16),
    ];

    /// What a file is that begins with these bytes.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        if head.is_empty() {
            return Some(FileKind::Empty);
        }
        if head.get(8..12) == Some(b"WEBP") {
            return Some(FileKind::Picture);
        }
        let mut known = FileKind::MAGIC.into_iter();
        known.find_map(|(magic, kind)| head.starts_with(magic).then_some(kind))
    }

    /// What it is, and what to do.
    pub(super) const fn words(self) -> &'static str {
        match self {
            FileKind::Empty => {
                "This file is empty. Download the report again, or ask for the whole file."
            }
            FileKind::Markup => {
                "This file is a web page, not a report of Tokenpace. A mail or file portal may have saved its own page in the report\u{2019}s place: download the report itself."
            }
            FileKind::Picture => {
                "This file is a picture, not a report of Tokenpace. Ask for the file that ends in .json, or for the link."
            }
            FileKind::Pdf => {
                "This file is a PDF, not a report of Tokenpace. Ask for the file that ends in .json, or for the link."
            }
            FileKind::Zip => {
                "This file is a ZIP archive. Unpack it, then open the file in it that ends in .json."
            }
            FileKind::Gzip => "This file is packed (gzip). Unpack it, then open what was in it.",
            FileKind::Utf16 => {
                "This file was saved in UTF-16. Save it as UTF-8, or download the report again."
            }
        }
    }
}
