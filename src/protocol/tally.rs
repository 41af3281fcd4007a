//! Tokens of each output event, for servers that count as they go.

/// The server's count of output tokens, and how much of it has been handed to output events. Tokens that came without
/// text (half a character, a special token) go with the next event that has some.
#[derive(Debug, Default)]
pub(super) struct Tally {
    reached: Option<u32>,
    handed_over: u32,
}

impl Tally {
    /// The server has counted so many tokens in all; `None` if this event doesn't say.
    pub(super) fn reach(&mut self, total: Option<u32>) {
        self.reached = total;
    }

    /// The server has generated so many tokens more.
    pub(super) fn add(&mut self, more: u32) {
        let before = self.reached.unwrap_or(self.handed_over);
        self.reached = Some(before.saturating_add(more));
    }

    /// Tokens of the output event at hand; `None` if the server doesn't say.
    pub(super) fn take(&mut self) -> Option<u32> {
        let reached = self.reached?;
        let tokens = reached.saturating_sub(self.handed_over);
        self.handed_over = reached;
        Some(tokens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_without_text_go_with_the_next_event() {
        let mut tally = Tally::default();
        tally.add(1);
        assert_eq!(tally.take(), Some(1));
        tally.add(1);
        tally.add(1);
        assert_eq!(tally.take(), Some(2));
        tally.reach(Some(7));
        assert_eq!(tally.take(), Some(4));
    }

    #[test]
    fn an_event_without_a_count_has_none() {
        let mut tally = Tally::default();
        assert_eq!(tally.take(), None);
        tally.reach(Some(3));
        tally.reach(None);
        assert_eq!(tally.take(), None);
    }
}
