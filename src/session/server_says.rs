//! What the server says about its own times, as text. It stands beside our numbers and is never part of them: it is another
//! clock, and it leaves out the network, the gateway and the browser.

use crate::format;
use crate::order;
use crate::protocol::ServerTiming;
use crate::report::{Report, RequestRecord};
use crate::stats::{Percent, percentile};
use crate::trace::{OutcomeKind, Phase};
use crate::units::{Micros, TokensPerSecond};

/// A step of the server's clock: whole microseconds, as finely as it tells them.
const SERVER_TICK: Micros = Micros(1);

/// The times of one request, `None` if the server told none.
#[must_use]
pub fn of_request(timing: &ServerTiming) -> Option<String> {
    #[allow(clippy::cast_precision_loss)] // below 2^53 µs
    let times = PARTS.iter().filter_map(|(name, part)| {
        let us = part(timing)?.0 as f64;
        Some(format!(
            "{name} {}",
            format::duration_exact_to(us, SERVER_TICK)
        ))
    });
    let speed = timing
        .tokens_per_second
        .map(|tps| format::speed(TokensPerSecond(tps)));
    let all: Vec<String> = times.chain(speed).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// The medians over the good measured requests whose server told times, with their number.
#[must_use]
pub fn of_run(report: &Report) -> Option<String> {
    let told: Vec<&ServerTiming> = report
        .requests
        .iter()
        .filter(|request| is_counted(request))
        .filter_map(|request| request.server_timing.as_ref())
        .collect();
    #[allow(clippy::cast_precision_loss)] // below 2^53 µs
    let times = PARTS.iter().filter_map(|(name, part)| {
        let us = median(
            told.iter()
                .filter_map(|t| part(t))
                .map(|time| time.0 as f64),
        )?;
        Some(format!(
            "{name} {}",
            format::duration_exact_to(us, SERVER_TICK)
        ))
    });
    let speed = median(told.iter().filter_map(|t| t.tokens_per_second))
        .map(|tps| format::speed(TokensPerSecond(tps)));
    let all: Vec<String> = times.chain(speed).collect();
    (!all.is_empty()).then(|| {
        let n = format::counted(told.len(), "answer");
        format!(
            "{} (medians of {n}, by its own clock; not part of our numbers)",
            all.join(", ")
        )
    })
}

fn is_counted(request: &RequestRecord) -> bool {
    request.phase == Phase::Measured && request.outcome == OutcomeKind::Ok
}

/// A name, and where its time stands.
type Part = (&'static str, fn(&ServerTiming) -> Option<Micros>);

const PARTS: [Part; 5] = [
    ("queue", |t| t.queue),
    ("loading the model", |t| t.load),
    ("reading the prompt", |t| t.prompt),
    ("writing", |t| t.generation),
    ("in all", |t| t.total),
];

fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    order::sort_numbers(&mut values);
    percentile(&values, Percent::P50)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_told_is_said() {
        assert_eq!(of_request(&ServerTiming::default()), None);
        let timing = ServerTiming {
            queue: Some(Micros(3_400)),
            prompt: Some(Micros(12_700)),
            tokens_per_second: Some(90.44),
            ..ServerTiming::default()
        };
        assert_eq!(
            of_request(&timing).as_deref(),
            Some("queue 3.4 ms, reading the prompt 13 ms, 90.4 tok/s")
        );
    }
}
