//! From traces to a report: measure, hold cautions against it, count, judge. One pure function.

use std::collections::BTreeMap;
use std::future::{Future, ready};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use super::load::{aggregate, steady, wall_of};
use super::requests::record;
use super::settled::{reached_within, stopped_because};
use super::struck;
use super::wait::middle;
use super::{AppInfo, Environment, Named, PlanRecord, ReachedLength, Report, SCHEMA, Summary};
use crate::cautions::{Caution, Figures, Observed, Run, sort_by_weight};
use crate::missing::{Measured, Missing};
use crate::perception::kept_up;
use crate::plan::Plan;
use crate::stats::{Distribution, Fraction, Percent, Pool, Sample, success_rate};
use crate::trace::{OutcomeKind, Phase, Trace};
use crate::units::{Micros, Share, TokensPerSecond, Wpm};
use crate::verdict::{Evidence, judge};
use crate::wait::Known;
use crate::wire::Calibration;

/// Time a word takes at one word a minute, µs: turns paces into costs and back.
pub(super) const MICROS_PER_MINUTE: f64 = 60_000_000.0;
/// Turns time per token in µs into tok/s.
pub(super) const MICROS_PER_SECOND: f64 = 1_000_000.0;

/// Everything a report is made from.
#[derive(Clone, Debug)]
pub struct ReportInput<'a> {
    /// What was asked for.
    pub plan: &'a Plan,
    /// What happened, in any order.
    pub traces: &'a [Trace],
    /// Characters of the prompt, where the prompt itself is not in `plan`.
    pub prompt_chars: Option<u32>,
    /// The browser's clock and event loop.
    pub calibration: &'a Calibration,
    /// Where it was measured.
    pub environment: Environment,
    /// Free metadata.
    pub control: Named,
    /// From the first measured send to the last measured close, if the worker told; else it is computed from the traces.
    pub wall: Option<Micros>,
    /// The worker ended the run because its number was stable.
    pub stable: bool,
    /// RFC 3339.
    pub created_at: String,
    /// Put prompt, answers and reasoning in.
    pub include_texts: bool,
    /// The program.
    pub app: AppInfo,
}

/// Lets whoever waits for a report do something else in between.
pub type Pause<'a> = &'a mut dyn FnMut() -> Pin<Box<dyn Future<Output = ()>>>;

/// Requests from one pause to the next: some milliseconds of work.
const STEP: usize = 50;

/// Makes the report. Same input, same report: page, exports and tests all show this one.
#[must_use]
pub fn build(input: ReportInput<'_>) -> Report {
    let mut pause = no_pause;
    at_once(build_in_steps(input, &mut pause))
}

/// For what needs no pauses.
pub(crate) fn no_pause() -> Pin<Box<dyn Future<Output = ()>>> {
    Box::pin(ready(()))
}

/// What is made without pauses is there at once.
pub(crate) fn at_once<T>(making: impl Future<Output = T>) -> T {
    let mut making = pin!(making);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(made) = making.as_mut().poll(&mut context) {
            return made;
        }
    }
}

/// The same with pauses: a big run is more work than a page may do at a stretch.
pub async fn build_in_steps(input: ReportInput<'_>, pause: Pause<'_>) -> Report {
    let mut run = Run::empty(
        input.plan,
        input.calibration,
        &input.environment.page_origin,
    );
    run.requests.reserve_exact(input.traces.len());
    for traces in input.traces.chunks(STEP) {
        run.measure(traces);
        pause().await;
    }
    run.put_in_order();
    let cautions = run.examine();
    pause().await;
    let gaps = gaps(&run);
    pause().await;
    let totals = Totals::of(&run, gaps, input.wall, input.stable);
    pause().await;
    let frame = Frame {
        app: input.app,
        created_at: input.created_at,
        environment: input.environment,
        control: input.control,
        prompt_chars: input.prompt_chars,
        include_texts: input.include_texts,
    };
    assemble(run, cautions, totals, frame, pause).await
}

/// What stands around the numbers of a report.
pub(crate) struct Frame {
    pub app: AppInfo,
    pub created_at: String,
    pub environment: Environment,
    pub control: Named,
    pub prompt_chars: Option<u32>,
    pub include_texts: bool,
}

/// From examined requests to the report; the cautions are those found so far.
pub(crate) async fn assemble(
    run: Run<'_>,
    mut cautions: Vec<Caution>,
    totals: Totals,
    frame: Frame,
    pause: Pause<'_>,
) -> Report {
    let known = totals.known;
    let mut summary = summarise(&run, totals);
    summary.struck = struck::all(&run, &summary);
    pause().await;
    let ttft_us: Vec<u64> = run
        .counted()
        .filter_map(|request| request.metrics.ttft.as_ref().ok().map(|t| t.0))
        .collect();
    let found = run.examine_figures(&Figures {
        n: summary.n,
        tps: &summary.tps,
        ttft_us: &ttft_us,
        drift: &summary.drift,
    });
    // A link names them too, in fewer words.
    cautions.retain(|known| !found.iter().any(|caution| caution.kind == known.kind));
    cautions.extend(found);
    sort_by_weight(&mut cautions);
    let verdict = judge(&Evidence {
        run: &run,
        success: success(&run),
        ttft: &summary.ttft_us,
        ttfa: &summary.ttfa_us,
        wpm: &summary.wpm,
        longest_stall: &summary.longest_stall_us,
        e2e: &summary.e2e_us,
        rebuffer_ratio: &summary.rebuffer_ratio,
        total_speed: summary
            .steady_tps
            .or(summary.aggregate_tps)
            .ok_or_else(|| summary.aggregate_tps_reason.clone().unwrap_or_default()),
        struck: &summary.struck,
        without_stall: summary.answers_without_stall,
    });
    pause().await;
    let plan = run.plan;
    let mut requests = Vec::with_capacity(run.requests.len());
    for (done, request) in (1..).zip(run.requests) {
        requests.push(record(request, plan, &known, frame.include_texts));
        if done % STEP == 0 {
            pause().await;
        }
    }
    Report {
        schema: SCHEMA.to_owned(),
        app: frame.app,
        created_at: frame.created_at,
        plan: plan_record(plan, frame.prompt_chars, frame.include_texts),
        environment: frame.environment,
        control: frame.control,
        summary,
        verdict,
        cautions,
        requests,
    }
}

fn plan_record(plan: &Plan, prompt_chars: Option<u32>, include_texts: bool) -> PlanRecord {
    let counted = || u32::try_from(plan.prompt.chars().count()).unwrap_or(u32::MAX);
    PlanRecord {
        provider: plan.provider.clone(),
        format: plan.format,
        base_url: plan.endpoint.base_url.clone(),
        host: plan.endpoint.host.clone(),
        address_space: plan.endpoint.address_space,
        model: plan.model.clone(),
        workload: plan.workload,
        prompt_chars: prompt_chars.unwrap_or_else(counted),
        prompt: include_texts.then(|| plan.prompt.clone()),
        max_output_tokens: plan.max_output_tokens,
        requests: plan.requests,
        until_stable: plan.until_stable,
        concurrency: plan.concurrency,
        warmup: plan.warmup,
        timeout_s: u32::try_from(plan.timeout.0 / 1_000_000).unwrap_or(u32::MAX),
        reading_speed_wpm: plan.reading_speed.0,
        nonce: plan.nonce,
        target: plan.target,
        exact_length: plan.exact_length,
        extra_headers: plan.extra_headers.iter().cloned().collect(),
        extra_fields: plan
            .extra_fields
            .as_deref()
            .and_then(|fields| serde_json::from_str(fields).ok()),
    }
}

/// Measured requests that worked, of those that came to their end. Excluded ones worked: only their times are doubtful.
fn success(run: &Run<'_>) -> Fraction {
    let mut fraction = Fraction { hits: 0, of: 0 };
    for request in run.measured() {
        fraction.hits += u32::from(request.trace.outcome == OutcomeKind::Ok);
        fraction.of += u32::from(request.trace.outcome != OutcomeKind::CutOff);
    }
    fraction
}

fn summarise(run: &Run<'_>, totals: Totals) -> Summary {
    let success = success(run);
    let failures = success.of - success.hits;
    let rate = success_rate(success);
    let Totals {
        wall,
        aggregate,
        steady,
        ..
    } = totals;
    let micros = |get: fn(&Observed<'_>) -> Measured<Micros>| {
        Sample::collect(run.counted().map(|r| get(r).map(|time| time.0 as f64)))
    };
    let costs = |get: fn(&Observed<'_>) -> Measured<f64>| Sample::collect(run.counted().map(get));
    let tpot = costs(|r| r.metrics.tpot.map(|tpot| tpot.0));
    // A caution that hides the speed hides its inverse as well, so both come from one sample.
    let tps = costs(|r| r.metrics.tps.map(|tps| MICROS_PER_SECOND / tps.0));
    let wpm =
        costs(|r| r.metrics.wpm.map(|wpm| MICROS_PER_MINUTE / wpm.0)).speeds(MICROS_PER_MINUTE);
    let wait = middle(run, &totals.known);
    let kept_up = readers_kept_up(run, &wpm);
    let ttft = micros(|r| r.metrics.ttft).times(failures);
    let time_error = run.time_error();
    let mut longest_stall_us =
        micros(|r| r.typical_stalls().map(|stalls| stalls.longest)).times(failures);
    // The longest freeze is a fact even where it says nothing of what is usual.
    let freezes = run.counted().filter_map(|r| r.stalls.ok());
    longest_stall_us.max = freezes.map(|s| s.longest).max().map(|us| us.0 as f64);
    Summary {
        outcomes: outcomes(run),
        n: u32::try_from(run.counted().count()).unwrap_or(u32::MAX),
        judged: success.of,
        success_rate: rate.map(|share| share.0),
        success_rate_reason: rate.is_none().then(|| Missing::NoSuccess.code().to_owned()),
        time_error_us: time_error.as_ref().ok().map(|error| error.0),
        time_error_reason: time_error.err().map(|missing| missing.code().to_owned()),
        stopped_because: stopped_because(run, totals.stable),
        reached_within_percent: reached_within(run, &ttft),
        ttft_us: ttft,
        ttft_from_request_start_us: micros(|r| r.metrics.ttft_from_request_start).times(failures),
        ttfa_us: micros(|r| r.metrics.ttfa).times(failures),
        tpot_us: tpot.times(failures),
        tps: tps.speeds(MICROS_PER_SECOND),
        wpm,
        chunk_gap_us: totals.gaps,
        e2e_us: micros(|r| r.metrics.e2e).times(failures),
        longest_stall_us,
        starvation_us: micros(|r| r.typical_stalls().map(|s| s.starvation)).times(failures),
        stalls: costs(|r| r.typical_stalls().map(|s| f64::from(s.count))).amounts(),
        rebuffer_ratio: costs(|r| r.typical_stalls().map(|s| s.rebuffer_ratio.0)).amounts(),
        fluidity_index: costs(|r| r.reading.fluidity.map(|share| 1.0 - share.0)).scores(),
        reader_qoe: costs(|r| r.reading.quality.map(|share| 1.0 - share.0)).scores(),
        perceived_tps: costs(|r| {
            r.reading
                .perceived_speed
                .map(|tps| MICROS_PER_SECOND / tps.0)
        })
        .speeds(MICROS_PER_SECOND),
        fluid_wpm: costs(|r| r.reading.fluid_word.map(|word| word.0 as f64))
            .speeds(MICROS_PER_MINUTE),
        fluid_tps: costs(|r| r.reading.fluid_token.map(|token| token.0)).speeds(MICROS_PER_SECOND),
        readers_kept_up: kept_up.as_ref().ok().map(|share| share.0),
        readers_kept_up_reason: kept_up.err().map(|missing| missing.code().to_owned()),
        answers_without_stall: without_stall(run),
        aggregate_tps: aggregate.as_ref().ok().copied(),
        aggregate_tps_reason: aggregate.err().map(|missing| missing.code().to_owned()),
        steady_tps: steady.as_ref().ok().map(|(_, speed)| speed.0),
        steady_tps_reason: steady.as_ref().err().map(|why| why.code().to_owned()),
        steady_wall_us: steady.as_ref().ok().map(|(length, _)| length.0),
        drift: run.drift(),
        reached_length: totals.reached_length,
        wall_us: wall.map(|wall| wall.0),
        output_tokens_spent: totals.tokens_spent,
        token_source: run.counted().map(|r| r.metrics.tokens.source).max(),
        wait_reason: wait.as_ref().err().map(|missing| missing.code().to_owned()),
        wait: wait.ok(),
        struck: Vec::new(),
        cold_ttft_us: run
            .requests
            .iter()
            .filter(|r| r.trace.phase == Phase::Warmup)
            .map(|r| r.metrics.ttft.as_ref().ok().map(|ttft| ttft.0))
            .collect(),
    }
}

fn outcomes(run: &Run<'_>) -> BTreeMap<OutcomeKind, u32> {
    let mut outcomes = BTreeMap::new();
    for request in run.measured() {
        *outcomes.entry(request.trace.outcome).or_insert(0) += 1;
    }
    outcomes
}

/// What only whole traces tell of a run. A link carries it as the sender found it.
pub(crate) struct Totals {
    /// From the first measured send to the last measured close.
    pub wall: Option<Micros>,
    /// The worker ended the run because its number was stable.
    pub stable: bool,
    /// Total speed, tok/s.
    pub aggregate: Measured<f64>,
    /// Length of the span under load and the speed in it.
    pub steady: Measured<(Micros, TokensPerSecond)>,
    /// Gaps between deliveries.
    pub gaps: Distribution,
    /// How long answers became where an exact length was asked for.
    pub reached_length: Option<ReachedLength>,
    /// All output tokens, warm-up included.
    pub tokens_spent: u64,
    /// The way to the server.
    pub known: Known,
}

impl Totals {
    fn of(run: &Run<'_>, gaps: Distribution, wall: Option<Micros>, stable: bool) -> Self {
        let limit = run.plan.max_output_tokens;
        let believed = |request: &Observed<'_>| request.believed_total(limit);
        let wall = wall.or_else(|| wall_of(run));
        Totals {
            wall,
            stable,
            aggregate: aggregate(run, wall),
            steady: steady(run).map(|(span, speed)| (span.length(), speed)),
            gaps,
            reached_length: run
                .plan
                .exact_length
                .map(|_| ReachedLength::of(limit, run.counted().map(believed))),
            tokens_spent: run
                .requests
                .iter()
                .filter_map(believed)
                .map(u64::from)
                .sum(),
            known: Known::of(run),
        }
    }
}

/// Gaps of all counted requests together. If something makes single gaps meaningless, only the longest stays.
fn gaps(run: &Run<'_>) -> Distribution {
    let usable = |request: &&Observed<'_>| {
        // A caution about the whole pool keeps the longest gap of every request.
        run.gaps.is_err() || request.gaps.is_ok()
    };
    let pool = Pool::new(
        run.counted()
            .filter(usable)
            .map(|request| request.metrics.chunk_gaps_us.as_slice()),
    );
    let single = run
        .counted()
        .find_map(|request| request.gaps.as_ref().err());
    pool.distribution(run.gaps.as_ref().err(), single)
}

/// Readers whom the slow side of the text's pace serves: p95, below its gate p75. Paces of characters say nothing of readers of
/// English.
fn readers_kept_up(run: &Run<'_>, wpm: &Distribution) -> Measured<Share> {
    if run.reads_by_character() {
        return Err(Missing::MissingInput("word_pace"));
    }
    let slow = wpm.p95.or(wpm.p75).ok_or(Missing::TooFew {
        needs: Percent::P75.needs(),
    })?;
    kept_up(Wpm(slow)).ok_or(Missing::TooShort)
}

fn without_stall(run: &Run<'_>) -> Option<Fraction> {
    let mut fraction = Fraction { hits: 0, of: 0 };
    for stalls in run.counted().filter_map(|r| r.stalls.as_ref().ok()) {
        fraction.of += 1;
        fraction.hits += u32::from(stalls.none_noticed());
    }
    (fraction.of > 0).then_some(fraction)
}
