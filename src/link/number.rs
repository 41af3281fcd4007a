//! Numbers with a few significant bits, so that milliseconds and minutes take the same room. What is called for each column is
//! not inlined: that would bring it into the page thirty times.

/// Largest value, about 35 years in µs: sums of a run can't overflow.
const MAX: u64 = 1 << 50;

/// The code of a value with so many bits behind the first: whole numbers below `2^(bits+1)` are exact, others are off by at
/// most `2^-(bits+1)` of their value. Larger values have larger codes.
#[inline(never)]
pub fn code(value: u64, bits: u32) -> u32 {
    let value = value.min(MAX);
    let length = u64::BITS - value.leading_zeros();
    let shift = length.saturating_sub(bits + 1);
    let rounded = value + (1 << shift >> 1);
    let mantissa = u32::try_from(rounded >> shift).unwrap_or_default();
    (shift << bits) + mantissa
}

/// The value of a code. `None` for codes that [`code`] doesn't give.
#[inline(never)]
pub fn value(code: u32, bits: u32) -> Option<u64> {
    let shift = Some((code >> bits).saturating_sub(1)).filter(|shift| *shift < 50)?;
    let mantissa = code - (shift << bits);
    Some(u64::from(mantissa) << shift).filter(|value| *value <= MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn small_numbers_are_exact() {
        for bits in 3..12 {
            for number in 0..1 << (bits + 1) {
                assert_eq!(value(code(number, bits), bits), Some(number));
            }
        }
        assert_eq!(value(u32::MAX, 7), None);
        assert_eq!(value(code(u64::MAX, 7), 7), Some(MAX));
    }

    proptest! {
        #[test]
        fn codes_keep_order_and_precision(a in 0_u64..MAX, b in 0_u64..MAX, bits in 3_u32..13) {
            prop_assert!(code(a.min(b), bits) <= code(a.max(b), bits));
            let back = value(code(a, bits), bits).unwrap();
            prop_assert!(back.abs_diff(a) << (bits + 1) <= a.max(1) + back, "{} {}", a, back);
        }
    }
}
