//! Files of other formats made from a report.

mod csv;

pub use csv::to_csv;
