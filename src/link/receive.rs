//! The frozen content of a link taken apart: its conditions, its requests as traces without events, and their numbers.

use super::bits::Reader;
use super::number::value;
use super::receive_row::{Tables, requests};
use super::row::{
    ALL, BITS, FAILED, MAX_CAUTIONS, MAX_CONTROL, MAX_ROWS, MAX_WORD, TOTAL_BITS, TOTALS, WORKED,
    read_cell, read_option,
};
use super::shared::{Gaps, Row, Rows, Shared};
use super::timeline;
use super::v1::{
    CAUTIONS, CautionV1, EFFECTS, EXACT, FORMATS, METRICS, OUTCOMES, PERCENTS, SPACES, V1,
    WORKLOADS,
};
use crate::cautions::{may_be, severity_of, title};
use crate::format::counted;
use crate::missing::Measured;
use crate::names::clean;
use crate::plan::{Endpoint, Plan, Target, UntilStable};
use crate::report::{AppInfo, Caution, Environment, ReachedLength, Source};
use crate::stats::Fraction;
use crate::trace::{OutcomeKind, Phase, Trace};
use crate::units::{Micros, MicrosPerToken, TokensPerSecond, Wpm};
use crate::wait::Known;
use crate::wire::Calibration;

/// The frozen content of a payload. `None` if it is none.
pub fn content(raw: &[u8]) -> Option<V1> {
    let (v1, rest) = postcard::take_from_bytes::<V1>(raw).ok()?;
    rest.is_empty().then_some(v1)
}

/// What a content says. `None` if it makes no sense.
pub fn shared(mut v1: V1) -> Option<Shared> {
    for name in [
        &mut v1.app,
        &mut v1.browser,
        &mut v1.provider,
        &mut v1.host,
        &mut v1.model,
    ] {
        *name = clean(name);
    }
    let bits = u32::from(v1.bits);
    // No link of ours goes beyond; a made one could make a few bytes stand for gigabytes.
    let fits = v1.sent <= MAX_ROWS
        && BITS.contains(&bits)
        && v1.cautions.len() <= MAX_CAUTIONS
        && v1.control.len() <= MAX_CONTROL
        && v1.words.iter().all(|word| word.len() <= MAX_WORD);
    let rows = v1.sent as usize;
    let mut cells = Reader::new(fits.then_some(v1.cells.as_slice())?);
    let totals = cells.column(TOTALS)?;
    let all = table::<ALL>(&mut cells, rows)?;
    let is_ok = |row: &&[u32; ALL]| OUTCOMES.get(row[2] as usize) == Some(&OutcomeKind::Ok);
    let ok = all.iter().filter(is_ok).count();
    let failed = table::<FAILED>(&mut cells, rows - ok)?;
    let worked = table::<WORKED>(&mut cells, ok)?;
    let (start, created_at) = start(v1.created);
    let plan = plan(&v1)?;
    let tables = Tables {
        all: &all,
        failed: &failed,
        worked: &worked,
    };
    let (mut traces, mut requests) = requests(&v1, start, plan.reading_speed, &tables)?;
    let cautions = v1
        .cautions
        .iter()
        .map(|caution| restore(caution, &traces, &mut requests, &mut cells))
        .collect::<Option<Vec<Caution>>>()?;
    timeline::read(&mut cells, &mut traces, &requests)?;
    let read = read_totals(&totals)?;
    let clock_tick = Micros(v1.clock_tick_us.into());
    let cross_origin_isolated = v1.flags & 2 > 0;
    let reached = ReachedLength {
        asked: v1.max_output_tokens,
        ..read.reached
    };
    Some(Shared {
        source: Source {
            plan,
            prompt_chars: Some(v1.prompt_chars),
            calibration: Calibration {
                clock_tick,
                cross_origin_isolated,
                // The error of a time is made of this and the step; requests' own lags are not in a link.
                loop_lag_p99: read.error.map_or(read.lag, |error| error.since(clock_tick)),
            },
            environment: Environment {
                browser: v1.browser,
                clock_tick_us: clock_tick.0,
                cross_origin_isolated,
                loop_lag_p99_us: read.lag.map(|lag| lag.0),
                ..Environment::default()
            },
            control: v1
                .control
                .iter()
                .map(|(key, value)| (clean(key), clean(value)))
                .filter(|(key, _)| !key.is_empty())
                .collect(),
            wall: read.wall,
            stable: v1.flags & 4 > 0,
            created_at,
            app: AppInfo {
                version: v1.app,
                build: String::new(),
            },
        },
        traces,
        rows: Rows {
            requests,
            cautions,
            aggregate: read.aggregate,
            steady: read.steady,
            gaps: read.gaps,
            reached_length: read.has_reached.then_some(reached),
            tokens_spent: read.tokens_spent,
            known: read.known,
        },
    })
}

fn table<const N: usize>(cells: &mut Reader<'_>, rows: usize) -> Option<Vec<[u32; N]>> {
    let mut table = vec![[0; N]; rows];
    for column in 0..N {
        for (row, cell) in table.iter_mut().zip(cells.column(rows)?) {
            row[column] = cell;
        }
    }
    Some(table)
}

/// The start of a run as epoch milliseconds and in RFC 3339; the epoch and no text if it isn't known.
fn start([year, month, day, hour, minute, second]: [u8; 6]) -> (f64, String) {
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || hour > 23 || minute > 59 {
        return (0.0, String::new());
    }
    let mut text = String::from("20");
    for (number, end) in [
        (year, "-"),
        (month, "-"),
        (day, "T"),
        (hour, ":"),
        (minute, ":"),
        (second, "Z"),
    ] {
        text.push(char::from(b'0' + number / 10 % 10));
        text.push(char::from(b'0' + number % 10));
        text.push_str(end);
    }
    // Days since 2000-03-01, in years that end with February (Hinnant, days_from_civil).
    let [y, m, d] = [year, month, day].map(i64::from);
    let (y, m) = if m > 2 { (y, m - 3) } else { (y - 1, m + 9) };
    let leap = y.div_euclid(4) - y.div_euclid(100) + y.div_euclid(400);
    let days = 365 * y + leap + (153 * m + 2) / 5 + d - 1 + 11_017;
    let seconds =
        (days * 24 + i64::from(hour)) * 3_600 + i64::from(minute) * 60 + i64::from(second);
    (seconds as f64 * 1000.0, text)
}

fn plan(v1: &V1) -> Option<Plan> {
    let at = usize::from;
    let positive = |number: u32| Some(f64::from(number)).filter(|number| *number > 0.0);
    let exact = v1.exact_length.checked_sub(1);
    Some(Plan {
        provider: v1.provider.clone(),
        format: *FORMATS.get(at(v1.format))?,
        endpoint: Endpoint {
            base_url: String::new(),
            url: String::new(),
            origin: String::new(),
            host: v1.host.clone(),
            address_space: *SPACES.get(at(v1.address_space))?,
        },
        model: v1.model.clone(),
        workload: *WORKLOADS.get(at(v1.workload))?,
        prompt: String::new(),
        max_output_tokens: v1.max_output_tokens,
        requests: v1.requests,
        concurrency: v1.concurrency,
        warmup: v1.warmup,
        timeout: Micros::from_secs(v1.timeout_s),
        reading_speed: Wpm(positive(v1.reading_speed_wpm)?),
        nonce: v1.flags & 1 > 0,
        exact_length: match exact {
            Some(how) => Some(*EXACT.get(at(how))?),
            None => None,
        },
        extra_headers: Vec::new(),
        extra_fields: None,
        until_stable: match v1.until_percent.checked_sub(1) {
            Some(at) => Some(UntilStable {
                percent: *PERCENTS.get(usize::from(at))?,
                within_percent: v1.until_within,
            }),
            None => None,
        },
        target: Target {
            ttft: positive(v1.target_ttft_us).map(|_| Micros(v1.target_ttft_us.into())),
            tpot: positive(v1.target_tpot_us).map(MicrosPerToken),
            percent: *PERCENTS.get(at(v1.target_percent))?,
            needed_tps: positive(v1.target_needed_mtps).map(|m| TokensPerSecond(m / 1000.0)),
        },
    })
}

/// A caution in so many words as its kind and its requests give. The rows of those requests get it too.
fn restore(
    caution: &CautionV1,
    traces: &[Trace],
    rows: &mut [Row],
    cells: &mut Reader<'_>,
) -> Option<Caution> {
    let kind = *CAUTIONS.get(usize::from(caution.kind))?;
    let named = cells.column(traces.len())?;
    let mut requests: Vec<u32> = Vec::new();
    for ((trace, row), named) in traces.iter().zip(rows).zip(named) {
        if named > 0 {
            requests.push(trace.index);
            row.cautions.push(kind);
        }
    }
    let evidence = match requests.len() {
        0 => String::new(),
        some => [
            &counted(some, "request"),
            " of ",
            &traces.len().to_string(),
            ".",
        ]
        .concat(),
    };
    let effect = *EFFECTS.get(usize::from(caution.effect))?;
    let judged = traces
        .iter()
        .filter(|t| t.phase == Phase::Measured && t.outcome != OutcomeKind::CutOff)
        .count();
    Some(Caution {
        kind,
        effect,
        severity: severity_of(kind, effect, requests.len(), judged),
        title: match caution.title.as_str() {
            "" => title(kind).get().to_owned(),
            other => clean(other),
        },
        evidence,
        may_be: may_be(kind).get().to_owned(),
        advice: "Ask the sender for the report file: it has the details.".to_owned(),
        requests,
        hides: (0..)
            .zip(METRICS)
            .filter(|(at, _)| caution.hides >> at & 1 > 0)
            .map(|(_, key)| key.to_owned())
            .collect(),
    })
}

/// The column of totals, see `send::totals`.
struct TotalsRead {
    wall: Option<Micros>,
    aggregate: Measured<TokensPerSecond>,
    steady: Measured<(Micros, TokensPerSecond)>,
    gaps: Gaps,
    has_reached: bool,
    reached: ReachedLength,
    tokens_spent: u64,
    known: Known,
    lag: Option<Micros>,
    error: Option<Micros>,
}

fn read_totals(cells: &[u32]) -> Option<TotalsRead> {
    let some = |at: usize| read_option(*cells.get(at)?, TOTAL_BITS);
    let micros = |at: usize| Some(some(at)?.map(Micros));
    let float = |at: usize| Some(some(at)?.map(|number| number as f64));
    let count = |at: usize| Some(some(at)?.map(|number| u32::try_from(number).unwrap_or(u32::MAX)));
    let speed = |at: usize| {
        let cell = read_cell(*cells.get(at)?, TOTAL_BITS)?;
        Some(cell.map(|thousandths| TokensPerSecond(thousandths as f64 / 1000.0)))
    };
    let steady_wall = micros(3)?.unwrap_or_default();
    let reason = read_cell(*cells.get(10)?, TOTAL_BITS)?.err();
    let min = float(11)?;
    Some(TotalsRead {
        wall: micros(0)?,
        aggregate: speed(1)?,
        steady: speed(2)?.map(|speed| (steady_wall, speed)),
        gaps: Gaps {
            n: *cells.get(8)?,
            requests: count(9)?,
            min,
            mean: float(12)?,
            max: float(13)?,
            at: [float(14)?, float(15)?, float(16)?, float(17)?, float(18)?],
            range: float(19)?.zip(float(20)?),
            withheld: reason.filter(|_| min.is_none()),
        },
        has_reached: *cells.get(25)? > 0,
        reached: ReachedLength {
            asked: 0,
            exact: Fraction {
                hits: count(21)?.unwrap_or_default(),
                of: count(22)?.unwrap_or_default(),
            },
            shortest: count(23)?,
            longest: count(24)?,
        },
        tokens_spent: value(*cells.get(4)?, TOTAL_BITS)?,
        known: Known {
            floor: micros(5)?,
            set_up: micros(6)?,
        },
        lag: micros(7)?,
        error: micros(26)?,
    })
}

#[cfg(test)]
mod tests {
    use super::super::bits::Writer;
    use super::*;

    /// A link of no requests.
    fn empty() -> V1 {
        let mut cells = Writer::default();
        cells.column(&[0; TOTALS]);
        for _ in 0..ALL + FAILED + WORKED {
            cells.column(&[]);
        }
        // The cautions' columns and the timeline: room for all there may be.
        for _ in 0..=2 * MAX_CAUTIONS {
            cells.column(&[0; 3]);
        }
        V1 {
            reading_speed_wpm: 200,
            bits: 7,
            cells: cells.finish(),
            ..V1::default()
        }
    }

    #[test]
    fn a_few_bytes_do_not_stand_for_gigabytes() {
        assert!(shared(empty()).is_some());
        let words = |length: usize| V1 {
            words: vec!["x".repeat(length)],
            ..empty()
        };
        assert!(shared(words(MAX_WORD)).is_some());
        assert!(shared(words(MAX_WORD + 1)).is_none());
        let caution = |_| CautionV1 {
            kind: 0,
            effect: 0,
            hides: 0,
            title: String::new(),
        };
        let cautions = |count: usize| V1 {
            cautions: (0..count).map(caution).collect(),
            ..empty()
        };
        assert!(shared(cautions(MAX_CAUTIONS)).is_some());
        assert!(shared(cautions(MAX_CAUTIONS + 1)).is_none());
        assert!(
            shared(V1 {
                sent: MAX_ROWS + 1,
                ..empty()
            })
            .is_none()
        );
    }
}
