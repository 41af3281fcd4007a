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

    #[test]
    fn numbers_ascend() {
        let mut numbers = [2.5, -1.0, 0.0, 2.0];
        sort_numbers(&mut numbers);
        assert_eq!(numbers.map(|n| n.to_string()), ["-1", "0", "2", "2.5"]);
    }
}
