//! Where the replay is, and how it moves.

use crate::units::Micros;

/// Longest time one frame moves the replay by: a page that was hidden, or a computer that slept, does not skip the text.
const LONGEST_FRAME: Micros = Micros(250_000);

/// A player of something that lasts for a while. It starts at the beginning, at its true pace, and waits to be told to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Player {
    at: Micros,
    end: Micros,
    speed: u32,
    playing: bool,
    /// It was brought here by a step.
    stepped: bool,
    /// When the last frame was; `None` if the replay stood still before.
    frame: Option<Micros>,
}

impl Player {
    /// A player of something that ends at `end`.
    #[must_use]
    pub const fn new(end: Micros) -> Self {
        Player {
            at: Micros::ZERO,
            end,
            speed: 1,
            playing: false,
            stepped: false,
            frame: None,
        }
    }

    /// Time that is shown, counted from the send.
    #[must_use]
    pub const fn at(&self) -> Micros {
        self.at
    }

    /// Time at which everything has been shown.
    #[must_use]
    pub const fn end(&self) -> Micros {
        self.end
    }

    /// It moves by itself.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.playing
    }

    /// It stands where a step brought it: worth saying what is to be seen.
    #[must_use]
    pub const fn has_stepped(&self) -> bool {
        self.stepped
    }

    /// Starts, or pauses. At the end it starts anew.
    pub fn toggle(&mut self) {
        let play = !self.playing;
        self.seek(if play && self.at >= self.end {
            Micros::ZERO
        } else {
            self.at
        });
        self.pause();
        self.playing = play;
    }

    /// Stands still.
    pub fn pause(&mut self) {
        self.playing = false;
        self.frame = None;
    }

    /// Plays so many times faster than it was.
    pub fn set_speed(&mut self, times: u32) {
        self.speed = times;
    }

    /// Goes to a time, at most to the end. What played goes on from there.
    pub fn seek(&mut self, at: Micros) {
        self.at = at.min(self.end);
        self.stepped = false;
    }

    /// Goes to a time and stays there.
    pub fn step(&mut self, at: Micros) {
        self.pause();
        self.seek(at);
        self.stepped = true;
    }

    /// A frame is drawn at `now`, by any clock: moves on by the time since the last one.
    pub fn frame(&mut self, now: Micros) {
        if !self.playing {
            return;
        }
        let passed = self.frame.and_then(|last| now.since(last));
        self.frame = Some(now);
        self.advance(passed.unwrap_or_default().min(LONGEST_FRAME));
    }

    /// Moves on by so much real time, and stops at the end.
    pub fn advance(&mut self, passed: Micros) {
        if !self.playing {
            return;
        }
        let moved = passed.0.saturating_mul(u64::from(self.speed));
        self.seek(Micros(self.at.0.saturating_add(moved)));
        if self.at == self.end {
            self.pause();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const END: Micros = Micros(10_000_000);

    fn playing() -> Player {
        let mut player = Player::new(END);
        player.toggle();
        player
    }

    #[test]
    fn nothing_moves_before_play_is_pressed() {
        let mut player = Player::new(END);
        player.advance(Micros(1_000));
        player.frame(Micros(5));
        player.frame(Micros(500));
        assert_eq!(player, Player::new(END));
    }

    #[test]
    fn four_times_as_fast_is_four_times_as_far() {
        let mut player = playing();
        player.advance(Micros(1_000));
        player.set_speed(4);
        player.advance(Micros(1_000));
        assert_eq!(player.at(), Micros(5_000));
    }

    #[test]
    fn it_stops_at_the_end_and_starts_anew_from_there() {
        let mut player = playing();
        player.advance(Micros(u64::MAX));
        assert_eq!((player.at(), player.is_playing()), (END, false));
        player.toggle();
        assert_eq!((player.at(), player.is_playing()), (Micros::ZERO, true));
    }

    #[test]
    fn frames_count_from_the_first_one_and_a_long_one_is_cut() {
        let mut player = playing();
        player.frame(Micros(7_000_000));
        assert_eq!(player.at(), Micros::ZERO);
        player.frame(Micros(7_016_000));
        assert_eq!(player.at(), Micros(16_000));
        player.frame(Micros(70_000_000));
        assert_eq!(player.at(), Micros(16_000 + LONGEST_FRAME.0));
        // The time between pause and play is no part of the replay, nor is a clock that goes backwards.
        let at = player.at();
        player.toggle();
        player.toggle();
        player.frame(Micros(80_000_000));
        player.frame(Micros(79_000_000));
        assert_eq!(player.at(), at);
    }

    #[test]
    fn seeking_keeps_playing_and_stays_inside() {
        let mut player = playing();
        player.seek(Micros(u64::MAX));
        assert_eq!((player.at(), player.is_playing()), (END, true));
    }

    #[test]
    fn a_step_stops_the_replay_until_it_is_moved_otherwise() {
        let mut player = playing();
        player.step(Micros(5_000));
        assert_eq!((player.at(), player.is_playing()), (Micros(5_000), false));
        assert!(player.has_stepped());
        player.toggle();
        assert_eq!((player.at(), player.has_stepped()), (Micros(5_000), false));
        player.step(Micros(6_000));
        player.seek(Micros(7_000));
        assert!(!player.has_stepped());
    }
}
