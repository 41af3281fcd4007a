//! Three sizes of a run, each with what it can and can't prove.

/// A ready-made number of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Five requests.
    QuickLook,
    /// Twenty requests.
    Solid,
    /// Three hundred requests.
    ForTheRecord,
}

impl Preset {
    /// All of them, smallest first.
    pub const ALL: [Preset; 3] = [Preset::QuickLook, Preset::Solid, Preset::ForTheRecord];

    /// Measured requests. The least that each promise needs: 5 for a median, 20 for a median with a useful range and a
    /// p75 (11), 300 for a p99 (299).
    #[must_use]
    pub const fn requests(self) -> u32 {
        match self {
            Preset::QuickLook => 5,
            Preset::Solid => 20,
            Preset::ForTheRecord => 300,
        }
    }

    /// Label of the button.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Preset::QuickLook => "Quick look (5)",
            Preset::Solid => "Solid (20)",
            Preset::ForTheRecord => "For the record (300)",
        }
    }

    /// What it can and can't prove.
    #[must_use]
    pub const fn promise(self) -> &'static str {
        match self {
            Preset::QuickLook => "A first impression: the typical answer. Nothing about slow ones.",
            Preset::Solid => {
                "The typical answer with its range, and the slowest quarter. No p90, no p99."
            }
            Preset::ForTheRecord => "Everything up to p99, enough to hold a vendor to it.",
        }
    }
}
