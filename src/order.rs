//! One sort for lists of anything. The standard library makes a new copy of its sort, 4 KB of it, for every type it sorts,
//! and the page has to be loaded; so what is short is sorted by position here.

use std::cmp::Ordering;

/// Positions of `len` things in ascending order, ties as they came. `compare` gets two positions.
#[must_use]
pub fn sorted(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut positions: Vec<usize> = (0..len).collect();
    positions.sort_by(|&a, &b| compare(a, b));
    positions
}

/// Puts the items in ascending order, ties as they came.
pub fn sort<T>(items: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let order = sorted(items.len(), &|a, b| compare(&items[a], &items[b]));
    let mut taken: Vec<Option<T>> = std::mem::take(items).into_iter().map(Some).collect();
    items.extend(order.into_iter().filter_map(|at| taken[at].take()));
}

/// Puts numbers in ascending order, as [`f64::total_cmp`] has it.
pub fn sort_numbers(numbers: &mut [f64]) {
    let keys = numbers.iter().map(|number| rank_of(*number)).collect();
    for (number, key) in numbers.iter_mut().zip(sort_keys(keys, 0)) {
        *number = number_of(key);
    }
}

/// The place of a number among all numbers, in the order of [`f64::total_cmp`].
pub(crate) const fn rank_of(number: f64) -> u64 {
    let bits = number.to_bits();
    if number.is_sign_negative() {
        !bits
    } else {
        bits | SIGN
    }
}

/// The number of a place.
pub(crate) const fn number_of(rank: u64) -> f64 {
    f64::from_bits(if rank & SIGN == 0 { !rank } else { rank ^ SIGN })
}

/// The sign of a number.
const SIGN: u64 = 1 << 63;

/// Bits of a key that one pass looks at.
const DIGIT_BITS: u32 = 11;
/// Values of a digit.
const DIGITS: usize = 1 << DIGIT_BITS;

/// Puts keys in ascending order of what they hold from bit `from` on; keys that are equal there stay as they came. Digit by
/// digit (radix sort): a million gaps take a few passes over them, which the standard library's sort for small programs does not
/// come near.
#[must_use]
pub fn sort_keys(mut keys: Vec<u64>, from: u32) -> Vec<u64> {
    // Upper digits in which all are alike need no pass.
    let first = keys.first().copied().unwrap_or_default();
    let differ = keys.iter().fold(0, |found, key| found | (key ^ first)) >> from;
    let passes = (u64::BITS - differ.leading_zeros()).div_ceil(DIGIT_BITS) as usize;
    // A digit is small on any machine.
    #[allow(clippy::cast_possible_truncation)]
    let digit =
        |key: u64, pass: usize| (key >> from >> (pass as u32 * DIGIT_BITS)) as usize % DIGITS;
    // How often each digit comes is counted in one walk for all passes.
    let mut places = vec![0_usize; passes * DIGITS];
    for key in &keys {
        for pass in 0..passes {
            places[pass * DIGITS + digit(*key, pass)] += 1;
        }
    }
    let mut sorted = vec![0; keys.len()];
    for (pass, next) in places.chunks_mut(DIGITS).enumerate() {
        let mut start = 0;
        for place in &mut *next {
            start += std::mem::replace(place, start);
        }
        for key in &keys {
            let place = &mut next[digit(*key, pass)];
            sorted[*place] = *key;
            *place += 1;
        }
        std::mem::swap(&mut keys, &mut sorted);
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_items_keep_their_order() {
        let mut items = vec![(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd')];
        sort(&mut items, |a, b| a.0.cmp(&b.0));
        assert_eq!(items, [(1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
        assert_eq!(sorted(3, &|a, b| b.cmp(&a)), [2, 1, 0]);
    }

    proptest::proptest! {
        #[test]
        fn digits_sort_as_comparing_does(numbers in proptest::collection::vec(0_u64.., 0..200), shift in 0_u32..64, from in 0_u32..64) {
            let keys: Vec<u64> = numbers.iter().map(|n| n >> shift).collect();
            let mut wanted = keys.clone();
            wanted.sort_by_key(|key| key >> from);
            assert_eq!(sort_keys(keys, from), wanted);
        }

        #[test]
        fn any_numbers_ascend(numbers in proptest::collection::vec(proptest::num::f64::ANY, 0..200)) {
            let bits = |numbers: &[f64]| numbers.iter().map(|n| n.to_bits()).collect::<Vec<u64>>();
            let (mut wanted, mut found) = (numbers.clone(), numbers);
            wanted.sort_by(f64::total_cmp);
            sort_numbers(&mut found);
            assert_eq!(bits(&found), bits(&wanted));
        }
    }

    #[test]
    fn numbers_ascend() {
        let mut numbers = [2.5, -1.0, 0.0, 2.0];
        sort_numbers(&mut numbers);
        assert_eq!(numbers.map(|n| n.to_string()), ["-1", "0", "2", "2.5"]);
    }
}
