//! Counts, and the three significant digits that numbers have at most.

/// A count with its noun: "1 answer", "1,200 answers".
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(count as u64))
}

/// A whole number with thousands apart: "12,345".
#[must_use]
pub fn grouped(number: u64) -> String {
    group_digits(&number.to_string())
}

fn group_digits(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Three significant digits: "1.23", "12.3", "12", "1,230".
pub(super) fn significant(value: f64) -> String {
    let magnitude = value.abs();
    if magnitude < 9.995 {
        format!("{value:.2}")
    } else if magnitude < 99.95 {
        let text = format!("{value:.1}");
        text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
    } else if magnitude < 999.5 {
        format!("{value:.0}")
    } else {
        let mut scale = 10.0;
        while magnitude / scale >= 999.5 {
            scale *= 10.0;
        }
        group_digits(&format!("{:.0}", (value / scale).round() * scale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_agree_with_their_count() {
        assert_eq!(counted(1, "answer"), "1 answer");
        assert_eq!(counted(0, "answer"), "0 answers");
        assert_eq!(counted(12_345, "answer"), "12,345 answers");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
