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

/// Puts numbers in ascending order.
pub fn sort_numbers(numbers: &mut [f64]) {
    numbers.sort_unstable_by(f64::total_cmp);
}

/// Bits of a number that one pass of [`sort_counts`] looks at.
const DIGIT_BITS: u32 = 11;

/// Puts pairs in ascending order of their numbers, equal numbers as they came. Digit by digit (radix sort): a million gaps take
/// a few passes over them, which the standard library's sort for small programs does not come near.
#[must_use]
pub fn sort_counts(mut pairs: Vec<(u64, u32)>) -> Vec<(u64, u32)> {
    let largest = pairs.iter().map(|(number, _)| *number).max();
    let bits = largest.map_or(0, |largest| u64::BITS - largest.leading_zeros());
    let mut sorted = vec![(0, 0); pairs.len()];
    for pass in 0..bits.div_ceil(DIGIT_BITS) {
        // A digit is small on any machine.
        #[allow(clippy::cast_possible_truncation)]
        let digit =
            |number: u64| (number >> (pass * DIGIT_BITS) & ((1 << DIGIT_BITS) - 1)) as usize;
        let mut next = [0_usize; 1 << DIGIT_BITS];
        for (number, _) in &pairs {
            next[digit(*number)] += 1;
        }
        let mut start = 0;
        for place in &mut next {
            start += std::mem::replace(place, start);
        }
        for pair in &pairs {
            let place = &mut next[digit(pair.0)];
            sorted[*place] = *pair;
            *place += 1;
        }
        std::mem::swap(&mut pairs, &mut sorted);
    }
    pairs
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
        fn digits_sort_as_comparing_does(numbers in proptest::collection::vec(0_u64.., 0..200), shift in 0_u32..64) {
            let pairs: Vec<(u64, u32)> = numbers.iter().map(|n| n >> shift).zip(0..).collect();
            let mut wanted = pairs.clone();
            wanted.sort_by_key(|pair| pair.0);
            assert_eq!(sort_counts(pairs), wanted);
        }
    }

    #[test]
    fn numbers_ascend() {
        let mut numbers = [2.5, -1.0, 0.0, 2.0];
        sort_numbers(&mut numbers);
        assert_eq!(numbers.map(|n| n.to_string()), ["-1", "0", "2", "2.5"]);
    }
}
