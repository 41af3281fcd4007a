//! What the form says about a row.

use super::{CorsVerdict, Evidence, Provider};

impl Provider {
    /// Whether a page can call it, since when that is known and from where, and what else to know first.
    #[must_use]
    pub fn about(&self) -> String {
        let month = self.as_of;
        let evidence = match self.evidence {
            Evidence::Measured => "measured",
            Evidence::Documented => "by its documents",
            Evidence::Reported => "by reports",
            Evidence::NoneFound => "nobody reports success",
            Evidence::NotNeeded => return self.note.get().to_owned(),
        };
        let verdict = match self.cors {
            CorsVerdict::Yes => "Answers web pages",
            CorsVerdict::AfterSetup => "Answers web pages once it is set up for that",
            CorsVerdict::Unsure => "May not answer web pages",
            CorsVerdict::No => "Does not answer web pages: a run from here will be blocked",
        };
        format!("{verdict} ({evidence}, {month}). {}", self.note.get())
            .trim_end()
            .to_owned()
    }
}
