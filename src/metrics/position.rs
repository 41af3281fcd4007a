//! Speed by position: whether an answer slows down as it grows.

use super::Placement;
use crate::units::TokensPerSecond;

/// Upper edges of the first windows, in tokens; then each is twice the one before. Source: S1.
const EDGES: [f64; 3] = [500.0, 2_000.0, 4_000.0];
/// A window with fewer tokens has no speed.
const MIN_TOKENS: f64 = 50.0;
/// An answer as it grew: the time of each read in µs, and the tokens there were after it.
pub type Growth = [(u64, f64)];

/// One output event: time in µs, number of its read, characters, and tokens if the server counts them.
pub type Piece = (u64, u32, u32, Option<u32>);

/// Tokens after each read. `n` is the number of tokens that `pieces` hold together; they are spread over them as
/// `placement` says. Empty if they hold none.
#[must_use]
pub fn growth(
    pieces: &mut dyn Iterator<Item = Piece>,
    n: f64,
    placement: Placement,
) -> Vec<(u64, f64)> {
    let mut reads: Vec<(u64, f64)> = Vec::new();
    let (mut sum, mut last) = (0.0, None);
    for (at, read, chars, tokens) in pieces {
        sum += match placement {
            Placement::Exact => f64::from(tokens.unwrap_or(0)),
            Placement::OnePerEvent => 1.0,
            Placement::Apportioned => f64::from(chars),
        };
        if last.replace(read) == Some(read) {
            reads.pop();
        }
        reads.push((at, sum));
    }
    if sum <= 0.0 {
        return Vec::new();
    }
    for read in &mut reads {
        read.1 *= n / sum;
    }
    reads
}

/// The part of an answer from one count of tokens to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Tokens before it.
    pub from: f64,
    /// Tokens at its end: an edge, or the last token.
    pub to: f64,
    /// Its speed: `(C_b - C_a) / (t_b - t_a)`, with C the tokens so far, a the last read with C not above the lower edge (the
    /// first read for the start), b the last one with C not above the upper edge.
    pub speed: TokensPerSecond,
}

/// Speeds from the start to 500 tokens, to 2,000, to 4,000, and so on. Windows with fewer than 50 tokens are left out.
/// Source: S1.
#[must_use]
pub fn windows(growth: &Growth) -> Vec<Window> {
    let mut windows = Vec::new();
    let Some((&first, &(_, total))) = growth.first().zip(growth.last()) else {
        return windows;
    };
    let (mut from, mut a) = (0.0, first);
    for i in 0.. {
        let edge = EDGES.get(i).copied().unwrap_or(from * 2.0);
        let upto = growth.partition_point(|(_, tokens)| *tokens <= edge);
        let b = upto.checked_sub(1).and_then(|at| growth.get(at)).copied();
        if let Some(b) = b {
            let (tokens, us) = (b.1 - a.1, b.0.saturating_sub(a.0));
            if tokens >= MIN_TOKENS && us > 0 {
                let speed = TokensPerSecond(tokens * 1e6 / us as f64);
                windows.push(Window {
                    from,
                    to: edge.min(total),
                    speed,
                });
            }
            a = b;
        }
        from = edge;
        if edge >= total {
            break;
        }
    }
    windows
}
