//! Tokenpace's core: turns the bytes of a streamed LLM answer, each read with its time, into metrics a person can act on.
//!
//! The way of the data is `decode` (bytes to frames) → `protocol` (frames to signals) → `trace` (one request) → `metrics`
//! (numbers of one request) → `stats` and `perception` (numbers of many) → `verdict` and `cautions` → `report`.
//! Arrows point one way only. Nothing outside `web` knows a browser; a native build of the core proves it.
//!
//! Every number follows one rule: it is an integer instant, or derived from integer instants, or it is missing with a
//! [`missing::Missing`] reason. There is no NaN, no infinity and no stand-in zero.
#![forbid(unsafe_code)]

pub mod card;
pub mod cautions;
pub mod chart;
pub mod decode;
pub mod doctor;
pub mod export;
pub mod files;
pub mod format;
pub mod link;
pub mod metrics;
pub mod missing;
pub mod names;
pub mod order;
pub mod perception;
pub mod plan;
pub mod protocol;
pub mod redact;
pub mod replay;
pub mod report;
pub mod schedule;
pub mod session;
pub mod share;
pub mod stats;
pub mod texts;
pub mod trace;
pub mod units;
pub mod verdict;
pub mod wait;
#[cfg(feature = "web")]
pub mod web;
pub mod wire;
