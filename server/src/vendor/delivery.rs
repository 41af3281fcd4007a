//! How events are grouped into writes.
use std::iter::Peekable;

use super::log::EventKind;
use super::pace::{Piece, Step};
use super::profile::Delivery;

/// The steps, grouped by `delivery`.
pub fn grouped(
    delivery: Delivery,
    steps: impl Iterator<Item = Step> + Send + 'static,
) -> Box<dyn Iterator<Item = Step> + Send> {
    match delivery {
        Delivery::Each => Box::new(steps),
        Delivery::Bursts(_) => Box::new(Bursts {
            steps: steps.peekable(),
        }),
        Delivery::Whole => Box::new(whole(steps)),
    }
}

/// Joins output events that are due at the same time.
struct Bursts<I: Iterator<Item = Step>> {
    steps: Peekable<I>,
}

impl<I: Iterator<Item = Step>> Iterator for Bursts<I> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let mut step = self.steps.next()?;
        if let Step::Send(piece) = &mut step {
            while let Some(Step::Send(more)) = self.steps.next_if(|next| shares_write(piece, next))
            {
                append(piece, more);
            }
        }
        Some(step)
    }
}

fn shares_write(piece: &Piece, next: &Step) -> bool {
    let is_output = |piece: &Piece| {
        piece
            .events
            .iter()
            .all(|(kind, _)| matches!(kind, EventKind::Reasoning | EventKind::Answer))
    };
    match next {
        // The generator adds exactly nothing between the events of a burst.
        Step::Send(next) => {
            next.at_ms.total_cmp(&piece.at_ms).is_eq() && is_output(piece) && is_output(next)
        }
        _ => false,
    }
}

/// Everything that is sent, as one piece that is due with the last; then how it ended, if not properly.
fn whole(steps: impl Iterator<Item = Step>) -> impl Iterator<Item = Step> {
    let mut all: Option<Piece> = None;
    let mut ending = None;
    for step in steps {
        match step {
            Step::Send(piece) => match &mut all {
                Some(all) => append(all, piece),
                None => all = Some(piece),
            },
            other => {
                ending = Some(other);
                break;
            }
        }
    }
    all.map(Step::Send).into_iter().chain(ending)
}

fn append(piece: &mut Piece, more: Piece) {
    piece.at_ms = more.at_ms;
    piece.bytes = [&piece.bytes[..], &more.bytes[..]].concat().into();
    piece.events.extend(more.events);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn send(at_ms: f64, text: &'static str, kind: EventKind) -> Step {
        Step::Send(Piece {
            at_ms,
            bytes: text.into(),
            events: vec![(kind, 1)],
        })
    }

    fn shown(steps: Box<dyn Iterator<Item = Step> + Send>) -> Vec<String> {
        steps
            .map(|step| match step {
                Step::Send(piece) => format!(
                    "{}@{}",
                    String::from_utf8(piece.bytes.to_vec()).unwrap(),
                    piece.at_ms
                ),
                Step::Break { at_ms } => format!("break@{at_ms}"),
                Step::Silence => "silence".to_owned(),
            })
            .collect()
    }

    fn sample() -> impl Iterator<Item = Step> + Send + 'static {
        [
            send(5.0, "r", EventKind::Role),
            send(5.0, "a", EventKind::Answer),
            send(5.0, "b", EventKind::Answer),
            send(9.0, "c", EventKind::Answer),
            send(9.0, "f", EventKind::Finish),
            Step::Break { at_ms: 10.0 },
        ]
        .into_iter()
    }

    #[test]
    fn each_by_itself() {
        assert_eq!(
            shown(grouped(Delivery::Each, sample())),
            ["r@5", "a@5", "b@5", "c@9", "f@9", "break@10"]
        );
    }

    #[test]
    fn bursts_join_output_only() {
        assert_eq!(
            shown(grouped(Delivery::Bursts(2), sample())),
            ["r@5", "ab@5", "c@9", "f@9", "break@10"]
        );
    }

    #[test]
    fn whole_is_due_with_its_last_part() {
        assert_eq!(
            shown(grouped(Delivery::Whole, sample())),
            ["rabcf@9", "break@10"]
        );
    }
}
