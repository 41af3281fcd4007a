//! Turns one reply, read by read, into a [`Trace`]. It does no input or output and owns no clock: whoever reads the body
//! passes the stamp taken when the read resolved, before anything was parsed.

use std::fmt;

use crate::decode::{DecodeError, Decoder, Limits};
use crate::protocol::{Adapter, ApiFormat};
use crate::units::{EpochMillis, Micros};

use super::log::Log;
use super::outcome::Ending;
use super::{Conditions, NetworkTiming, Phase, Trace};

/// What is known of a request when it is sent.
#[derive(Clone, Copy, Debug)]
pub struct RequestInfo {
    /// Number within the run, from 0.
    pub index: u32,
    /// Practice or measurement.
    pub phase: Phase,
    /// Wall-clock time just before `fetch()`.
    pub sent_at: EpochMillis,
    /// Requests in flight to the host, this one included.
    pub in_flight: u32,
    /// Time since the last request to this URL ended.
    pub idle_before: Option<Micros>,
    /// Format of the reply.
    pub format: ApiFormat,
    /// Output limit the request carries.
    pub max_output_tokens: u32,
    /// Bounds of the decoder.
    pub limits: Limits,
}

/// Whether more of the body is of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Read on.
    Continue,
    /// The reply is over: terminator, terminal error, or a safety limit. Later calls change nothing.
    StopReading,
}

/// Which limit of time ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLimit {
    /// Of the request as a whole.
    Total,
    /// Between two reads.
    Idle,
}

/// Records one request.
pub struct Recorder {
    decoder: Decoder,
    adapter: Box<dyn Adapter>,
    log: Log,
    scrub: Box<dyn Fn(&str) -> String>,
}

impl Recorder {
    /// Starts at the send of the request.
    #[must_use]
    pub fn new(info: RequestInfo) -> Self {
        Recorder {
            decoder: Decoder::new(info.format.format().framing, info.limits),
            adapter: info.format.adapter(),
            log: Log::new(&info),
            scrub: Box::new(str::to_owned),
        }
    }

    /// Sets what every text of the vendor passes through before it is kept outside the answer: messages, headers, ids.
    pub fn scrub(&mut self, scrub: impl Fn(&str) -> String + 'static) {
        self.scrub = Box::new(scrub);
    }

    /// `fetch()` resolved.
    pub fn headers(
        &mut self,
        at: Micros,
        status: u16,
        content_type: Option<&str>,
        retry_after: Option<&str>,
    ) {
        if self.log.open() {
            let trace = &mut self.log.trace;
            trace.headers = Some(at);
            trace.status = Some(status);
            trace.content_type = content_type.map(str::to_owned);
            trace.retry_after = retry_after.map(str::to_owned);
        }
    }

    /// A read brought these bytes at this time.
    pub fn chunk(&mut self, at: Micros, bytes: &[u8]) -> Flow {
        if !self.log.open() {
            return Flow::StopReading;
        }
        if bytes.is_empty() {
            return Flow::Continue;
        }
        self.log.read(at, bytes);
        let (log, adapter) = (&mut self.log, &mut *self.adapter);
        let result = self
            .decoder
            .feed(bytes, &mut |frame| log.frame(adapter, frame));
        self.after_frames(result)
    }

    fn after_frames(&mut self, result: Result<(), DecodeError>) -> Flow {
        let log = &mut self.log;
        if let Err(error) = result
            && log.open()
        {
            log.decode_error = Some(error);
            log.close(log.now, Ending::Terminal);
        }
        log.stop_if_over_limit();
        if log.open() {
            Flow::Continue
        } else {
            Flow::StopReading
        }
    }

    /// The body ended by itself.
    pub fn end(&mut self, at: Micros) {
        self.finish_body(at);
        self.log.close(at, Ending::Ended);
    }

    /// The connection broke while the body streamed.
    pub fn broken(&mut self, at: Micros, message: &str) {
        self.finish_body(at);
        self.log.close(at, Ending::Broken(message.to_owned()));
    }

    /// `fetch` rejected.
    pub fn rejected(&mut self, at: Micros, message: &str) {
        self.log.close(at, Ending::Rejected(message.to_owned()));
    }

    /// A limit of time ran out.
    pub fn timed_out(&mut self, at: Micros, limit: TimeLimit) {
        let ending = match limit {
            TimeLimit::Total => Ending::Total,
            TimeLimit::Idle => Ending::Idle,
        };
        self.log.close(at, ending);
    }

    /// The user, or the end of the run, stopped the request.
    pub fn stopped(&mut self, at: Micros) {
        self.log.close(at, Ending::Stopped);
    }

    /// Hands over what a body left unfinished. It came with the last read, so it keeps that read's stamp.
    fn finish_body(&mut self, at: Micros) {
        if self.log.open() {
            if self.log.reads == 0 {
                self.log.now = at;
            }
            let (log, adapter) = (&mut self.log, &mut *self.adapter);
            let result = self.decoder.finish(&mut |frame| log.frame(adapter, frame));
            self.after_frames(result);
        }
    }

    /// State of the browser, to be kept up to date while the request runs.
    pub fn conditions_mut(&mut self) -> &mut Conditions {
        &mut self.log.trace.conditions
    }

    /// What Resource Timing told.
    pub fn network(&mut self, network: NetworkTiming) {
        self.log.trace.network = Some(network);
    }

    /// First output, if it came.
    #[must_use]
    pub fn ttft(&self) -> Option<Micros> {
        self.log.trace.events.first().map(|event| event.at)
    }

    /// Output events so far.
    #[must_use]
    pub fn event_count(&self) -> usize {
        self.log.trace.events.len()
    }

    /// The reply gave its finish reason.
    #[must_use]
    pub fn has_finish(&self) -> bool {
        self.log.trace.finish.is_some()
    }

    /// HTTP status, if headers came.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.log.trace.status
    }

    /// The body's first bytes, as text. Enough of an error body to decide on a retry.
    #[must_use]
    pub fn body_head(&self) -> String {
        String::from_utf8_lossy(&self.log.head).into_owned()
    }

    /// Answer and reasoning text that came since the last call.
    pub fn take_new_text(&mut self) -> (String, String) {
        let log = &mut self.log;
        let answer = log.trace.answer[log.answer_shown..].to_owned();
        let reasoning = log.trace.reasoning[log.reasoning_shown..].to_owned();
        log.answer_shown = log.trace.answer.len();
        log.reasoning_shown = log.trace.reasoning.len();
        (answer, reasoning)
    }

    /// The record. A request that was never ended counts as stopped.
    #[must_use]
    pub fn finish(self) -> Trace {
        let Recorder {
            decoder,
            log,
            scrub,
            ..
        } = self;
        log.into_trace(&decoder, &*scrub)
    }
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder")
            .field("trace", &self.log.trace)
            .finish_non_exhaustive()
    }
}
