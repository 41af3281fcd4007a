//! Times as said aloud in a sentence, rounded to the side on which it stays true.

use super::number::significant;

/// Seconds as said aloud in "within …": rounded up, so that the sentence stays true. "a tenth of a second", "0.5 seconds",
/// "1 second", "12 seconds".
#[must_use]
pub fn spoken_within(us: f64) -> String {
    spoken((us / 100_000.0).ceil().max(1.0) / 10.0, f64::ceil)
}

/// Seconds as said aloud in "over …": rounded down, so that the sentence stays true.
#[must_use]
pub fn spoken_over(us: f64) -> String {
    spoken((us / 100_000.0).floor().max(1.0) / 10.0, f64::floor)
}

/// Seconds as said aloud of a single value, to the nearest tenth.
#[must_use]
pub fn spoken_at(us: f64) -> String {
    spoken((us / 100_000.0).round().max(1.0) / 10.0, f64::round)
}

/// Two bounds as said aloud, without the unit: "0.4 to 0.6". `None` if both ends read the same, and if the low one is below
/// a tenth of a second: nothing begins after "0".
#[must_use]
pub fn spoken_range(low_us: f64, high_us: f64) -> Option<String> {
    if low_us < 100_000.0 {
        return None;
    }
    let low = tenths((low_us / 100_000.0).floor() / 10.0, f64::floor);
    let high = tenths((high_us / 100_000.0).ceil() / 10.0, f64::ceil);
    (low != high).then(|| format!("{low} to {high}"))
}

fn spoken(seconds: f64, round: fn(f64) -> f64) -> String {
    match tenths(seconds, round).as_str() {
        "0.1" => "a tenth of a second".to_owned(),
        "1" => "1 second".to_owned(),
        text => format!("{text} seconds"),
    }
}

/// One decimal below ten, none above; "1.0" is "1".
fn tenths(seconds: f64, round: fn(f64) -> f64) -> String {
    if seconds >= 9.95 {
        return significant(round(seconds));
    }
    let text = format!("{seconds:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spoken_bounds_stay_true() {
        assert_eq!(spoken_within(30_000.0), "a tenth of a second");
        assert_eq!(spoken_within(401_000.0), "0.5 seconds");
        assert_eq!(spoken_within(1_000_000.0), "1 second");
        assert_eq!(spoken_within(12_100_000.0), "13 seconds");
        assert_eq!(spoken_over(3_480_000.0), "3.4 seconds");
        assert_eq!(spoken_over(12_900_000.0), "12 seconds");
        assert_eq!(
            spoken_range(410_000.0, 520_000.0).as_deref(),
            Some("0.4 to 0.6")
        );
        assert_eq!(spoken_range(400_000.0, 400_000.0), None);
        assert_eq!(spoken_range(90_000.0, 200_000.0), None);
    }
}
