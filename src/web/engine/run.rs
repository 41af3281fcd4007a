//! A run: practice requests, then measured ones, each lane sending its next request as soon as the last one ended.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Interval;
use gloo_timers::future::TimeoutFuture;
use js_sys::Promise;
use web_sys::AbortController;

use super::active::{Active, Cause};
use super::calibrate::calibrate;
use super::clock::Clock;
use super::outbox::Outbox;
use super::report::Reporter;
use super::request;
use super::resource_timing::ResourceTimings;
use super::tasks::{all, spawn};
use crate::decode::Limits;
use crate::plan::Plan;
use crate::protocol::{RequestParts, retry_with};
use crate::schedule::{
    Backoff, HEARTBEAT, Heartbeat, Queue, Refusals, Settling, StopRule, WallTime, Watchdog,
    prompt_of,
};
use crate::trace::recorder::{Recorder, RequestInfo};
use crate::trace::{Phase, Trace};
use crate::units::Micros;
use crate::web::secret::Secrets;
use crate::wire::FromWorker;

/// A pause is slept in pieces of this length, so that Stop needs not wait for its end.
const NAP_MS: u32 = 100;

/// A run and its state.
pub struct Run {
    id: u32,
    plan: Plan,
    secrets: Rc<Secrets>,
    clock: Clock,
    outbox: Outbox,
    hidden: Rc<Cell<bool>>,
    queue: RefCell<Queue>,
    backoff: RefCell<Backoff>,
    refusals: Cell<Refusals>,
    settling: RefCell<Settling>,
    /// The wanted number is stable.
    stable: Cell<bool>,
    heartbeat: RefCell<Heartbeat>,
    timings: ResourceTimings,
    reporter: Reporter,
    /// In flight, oldest first.
    active: RefCell<Vec<Rc<Active>>>,
    /// Records that still wait for their Resource Timing entry.
    late: RefCell<Vec<Promise>>,
    /// Records the page has not got yet.
    finished: RefCell<Vec<Trace>>,
    wall: Cell<WallTime>,
    last_end: Cell<Option<Micros>>,
    /// The refusal that named a field of our request; later requests leave that field out at once.
    refusal: RefCell<Option<(u16, String)>>,
}

impl Run {
    /// A run that has not begun.
    pub fn new(
        id: u32,
        plan: Plan,
        secrets: Secrets,
        clock: Clock,
        outbox: Outbox,
        hidden: Rc<Cell<bool>>,
    ) -> Rc<Self> {
        Rc::new(Run {
            id,
            queue: RefCell::new(Queue::new(&plan)),
            backoff: RefCell::default(),
            refusals: Cell::default(),
            settling: RefCell::new(Settling::new(StopRule::of(&plan))),
            stable: Cell::new(false),
            heartbeat: RefCell::new(Heartbeat::new(clock.now(), hidden.get())),
            timings: ResourceTimings::new(&clock, &plan.endpoint.url),
            reporter: Reporter::default(),
            active: RefCell::default(),
            late: RefCell::default(),
            finished: RefCell::default(),
            wall: Cell::default(),
            last_end: Cell::new(None),
            refusal: RefCell::default(),
            plan,
            secrets: Rc::new(secrets),
            clock,
            outbox,
            hidden,
        })
    }

    /// The number the page gave it.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// Sends nothing more and ends what is in flight.
    pub fn stop(&self) {
        self.queue.borrow_mut().stop();
        for active in self.active.borrow().iter() {
            active.end(Cause::Stopped);
        }
    }

    /// The page became hidden or visible.
    pub fn visibility(&self, hidden: bool) {
        self.heartbeat.borrow_mut().visibility(hidden);
        let now = self.clock.now();
        for active in self.active.borrow().iter() {
            active.feel(Default::default(), now, hidden);
        }
    }

    /// Runs from calibration to the last record.
    pub async fn execute(self: Rc<Self>) {
        let calibration = calibrate(&self.clock, || self.hidden.get()).await;
        self.outbox.post(&FromWorker::Calibrated {
            run: self.id,
            calibration,
        });
        *self.heartbeat.borrow_mut() = Heartbeat::new(self.clock.now(), self.hidden.get());
        let beat = {
            let run = Rc::clone(&self);
            Interval::new(HEARTBEAT_MS, move || run.beat())
        };
        for phase in [Phase::Warmup, Phase::Measured] {
            let lanes = self.queue.borrow().lanes(phase);
            all((0..lanes).map(|_| spawn(Rc::clone(&self).lane(phase)))).await;
        }
        all(self.late.take()).await;
        drop(beat);
        self.hand_over();
        self.report();
        self.outbox.post(&FromWorker::Finished {
            run: self.id,
            stopped: self.queue.borrow().is_stopped(),
            stable: self.stable.get(),
            wall: self.wall.get().get(),
        });
    }

    async fn lane(self: Rc<Self>, phase: Phase) {
        let mut buffer = Vec::new();
        loop {
            self.pause().await;
            let Some(index) = self.queue.borrow_mut().take(phase) else {
                return;
            };
            self.request(index, phase, &mut buffer).await;
        }
    }

    async fn pause(&self) {
        while self.backoff.borrow().remaining(self.clock.now()).is_some()
            && !self.queue.borrow().is_stopped()
        {
            TimeoutFuture::new(NAP_MS).await;
        }
    }

    async fn request(self: &Rc<Self>, index: u32, phase: Phase, buffer: &mut Vec<u8>) {
        let prompt = prompt_of(&self.plan, index, phase, random());
        let mut parts = self.plan.format.request(&self.plan, &prompt);
        if let Some((status, body)) = &*self.refusal.borrow()
            && let Some(accepted) = retry_with(*status, body, &parts)
        {
            parts = accepted;
        }
        loop {
            let Some(active) = self.attempt(index, phase, &parts, buffer).await else {
                return;
            };
            let refusal = active
                .record(|recorder| {
                    recorder
                        .status()
                        .map(|status| (status, recorder.body_head()))
                })
                .flatten()
                .filter(|_| !self.queue.borrow().is_stopped());
            let again = refusal.and_then(|(status, body)| {
                let next = retry_with(status, &body, &parts)?;
                self.refusal.replace(Some((status, body)));
                Some(next)
            });
            match again {
                Some(next) => parts = next,
                None => return self.ended(active),
            }
        }
    }

    /// Sends the request and follows it to its end.
    async fn attempt(
        &self,
        index: u32,
        phase: Phase,
        parts: &RequestParts,
        buffer: &mut Vec<u8>,
    ) -> Option<Rc<Active>> {
        let abort = AbortController::new().ok()?;
        let prepared = request::prepare(parts, &self.plan.endpoint, &self.secrets, &abort.signal());
        let idle_before = self.last_end.get();
        let (wall, sent) = (self.clock.wall(), self.clock.now());
        let fetching = match &prepared {
            Ok(init) => request::send(&self.plan.endpoint.url, init),
            Err(error) => Promise::reject(error),
        };
        let in_flight = u32::try_from(self.active.borrow().len() + 1).unwrap_or(u32::MAX);
        let mut recorder = Recorder::new(RequestInfo {
            index,
            phase,
            sent_at: self.clock.epoch(sent),
            in_flight,
            idle_before: idle_before.and_then(|end| sent.since(end)),
            format: self.plan.format,
            max_output_tokens: self.plan.max_output_tokens,
            limits: Limits::default(),
        });
        let secrets = Rc::clone(&self.secrets);
        recorder.scrub(move |text| secrets.scrub(text));
        let watchdog = Watchdog::new(sent, self.plan.timeout);
        let active = Rc::new(Active::new(
            (index, phase),
            (sent, wall),
            abort,
            watchdog,
            recorder,
            &self.secrets,
        ));
        active.feel(Default::default(), sent, self.hidden.get());
        self.active.borrow_mut().push(Rc::clone(&active));
        request::follow(fetching, &active, &self.clock, buffer).await;

        let now = self.clock.now();
        active.feel(self.heartbeat.borrow().so_far(now), now, false);
        active.compare_clocks(&self.clock, now);
        self.active
            .borrow_mut()
            .retain(|other| !Rc::ptr_eq(other, &active));
        self.last_end.set(Some(now));
        Some(active)
    }

    /// Records a request. Only good ones wait for their Resource Timing entry, and no lane waits with them.
    fn ended(self: &Rc<Self>, active: Rc<Active>) {
        let closed = self.clock.now();
        let status = active.record(|recorder| recorder.status()).flatten();
        let good =
            status.is_some_and(|status| (200..300).contains(&status)) && active.cause().is_none();
        if !good {
            return self.recorded(&active, closed);
        }
        let run = Rc::clone(self);
        let late = spawn(async move {
            let network = run.timings.of(&run.clock, active.sent, closed).await;
            if let Some(network) = network {
                active.record(|recorder| recorder.network(network));
            }
            run.recorded(&active, closed);
        });
        self.late.borrow_mut().push(late);
    }

    fn recorded(&self, active: &Rc<Active>, closed: Micros) {
        let last_words = active.last_words(closed);
        let Some(trace) = active.finish(&self.secrets) else {
            return;
        };
        self.backoff.borrow_mut().observe(self.clock.now(), &trace);
        let mut refusals = self.refusals.get();
        refusals.observe(&trace);
        self.refusals.set(refusals);
        let stable = self.settling.borrow_mut().observe(&trace);
        self.stable.set(self.stable.get() || stable);
        if stable || refusals.are_final() {
            self.queue.borrow_mut().give_up();
        }
        if active.phase == Phase::Measured {
            let end = trace
                .closed
                .map_or(closed, |offset| Micros(active.sent.0 + offset.0));
            let mut wall = self.wall.get();
            wall.add(active.sent, end);
            self.wall.set(wall);
        }
        self.reporter.ended(active, last_words, trace.outcome);
        self.finished.borrow_mut().push(trace);
    }

    /// Hands the page what was recorded. Only from the heartbeat: right after its end the lane sends its next request,
    /// and a page that computes and draws at that moment makes it late.
    fn hand_over(&self) {
        for trace in self.finished.take() {
            match postcard::to_allocvec(&trace) {
                Ok(trace) => self.outbox.post(&FromWorker::Done {
                    run: self.id,
                    trace,
                }),
                Err(error) => wasm_bindgen::throw_str(&error.to_string()),
            }
        }
    }

    fn beat(&self) {
        let now = self.clock.now();
        let beat = self.heartbeat.borrow_mut().beat(now);
        let hidden = self.hidden.get();
        for active in self.active.borrow().iter() {
            active.feel(beat, now, hidden);
            active.check_limits(now);
        }
        self.hand_over();
        if self.reporter.is_due(now) {
            self.report();
        }
    }

    fn report(&self) {
        let now = self.clock.now();
        let (sent, stopped) = (self.queue.borrow().sent(), self.queue.borrow().is_stopped());
        let pause = self.backoff.borrow().remaining(now).filter(|_| !stopped);
        let progress = self
            .reporter
            .progress(now, sent, pause, &self.active.borrow());
        self.outbox.post(&FromWorker::Progress {
            run: self.id,
            progress,
        });
    }
}

/// [`HEARTBEAT`] as timers take it.
#[allow(clippy::cast_possible_truncation)] // 50
const HEARTBEAT_MS: u32 = (HEARTBEAT.0 / 1000) as u32;

/// Differs from request to request and from run to run.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the low bits are what is wanted
fn random() -> u32 {
    (js_sys::Math::random() * f64::from(u32::MAX)) as u32
}
