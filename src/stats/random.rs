//! Numbers for resampling that are the same in every build and for ever: two reports of one run have to agree, so no
//! library's generator, which may change with a version.

/// SplitMix64. Source: Steele, Lea and Flood 2014, <https://doi.org/10.1145/2714064.2660195>.
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A position below `len`; zero if there is none. The high half times the length: even to within `len / 2^32`.
    pub(super) fn below(&mut self, len: u32) -> u32 {
        let product = (self.next() >> 32) * u64::from(len);
        u32::try_from(product >> 32).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_gives_the_published_numbers() {
        let mut random = Random::new(1_234_567);
        let found = [(); 3].map(|()| random.next());
        assert_eq!(
            found,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn positions_are_even_and_inside() {
        let mut random = Random::new(7);
        let mut seen = [0_u32; 10];
        for _ in 0..10_000 {
            seen[random.below(10) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (880..1_120).contains(n)), "{seen:?}");
        assert_eq!(random.below(0), 0);
    }
}
