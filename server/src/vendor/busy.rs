//! The shared capacity of a model that slows down under load.
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::models::Capacity;

/// The slots of one busy model.
#[derive(Debug)]
pub struct Slots {
    capacity: Capacity,
    free: Arc<Semaphore>,
    running: AtomicU32,
}

impl Slots {
    /// All slots free.
    pub fn new(capacity: Capacity) -> Arc<Self> {
        Arc::new(Self {
            capacity,
            free: Arc::new(Semaphore::new(capacity.slots)),
            running: AtomicU32::new(0),
        })
    }

    /// Waits in the queue, first come, first served. `None` only if the server is going down.
    pub async fn enter(self: &Arc<Self>) -> Option<Ticket> {
        let permit = Arc::clone(&self.free).acquire_owned().await.ok()?;
        self.running.fetch_add(1, Ordering::Relaxed);
        Some(Ticket {
            slots: Arc::clone(self),
            _permit: permit,
        })
    }
}

/// One running request's slot; dropping it lets the next request in.
#[derive(Debug)]
pub struct Ticket {
    slots: Arc<Slots>,
    _permit: OwnedSemaphorePermit,
}

impl Ticket {
    /// Time between tokens at this moment, ms: `base_ms` plus a share for each running request.
    pub fn gap_ms(&self, base_ms: f64) -> f64 {
        base_ms + self.slots.capacity.gap_per_running_ms * self.running()
    }

    /// Time to the first token if the request starts at this moment, ms.
    pub fn ttft_ms(&self, base_ms: f64) -> f64 {
        base_ms + self.slots.capacity.ttft_per_running_ms * self.running()
    }

    fn running(&self) -> f64 {
        f64::from(self.slots.running.load(Ordering::Relaxed))
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.slots.running.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAPACITY: Capacity = Capacity {
        slots: 2,
        gap_per_running_ms: 6.0,
        ttft_per_running_ms: 25.0,
    };

    #[tokio::test]
    async fn speed_falls_with_the_number_that_run() {
        let slots = Slots::new(CAPACITY);
        let first = slots.enter().await.unwrap();
        assert_eq!((first.gap_ms(12.0), first.ttft_ms(100.0)), (18.0, 125.0));
        let second = slots.enter().await.unwrap();
        assert_eq!((first.gap_ms(12.0), second.ttft_ms(100.0)), (24.0, 150.0));
        drop(second);
        assert_eq!(first.gap_ms(12.0), 18.0);
    }

    #[tokio::test]
    async fn a_third_request_waits_for_a_slot() {
        let slots = Slots::new(CAPACITY);
        let first = slots.enter().await.unwrap();
        let _second = slots.enter().await.unwrap();
        let waiting = tokio::spawn({
            let slots = Arc::clone(&slots);
            async move { slots.enter().await.is_some() }
        });
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        drop(first);
        assert!(waiting.await.unwrap());
    }
}
