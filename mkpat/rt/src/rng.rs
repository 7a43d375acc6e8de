//! Randomness as a value: whoever needs it holds a generator with a seed, so
//! that the same seed gives the same answers on every machine.
//!
//! It is the only generator that this project calls, tests included, and it is written down here instead of taken
//! from a crate for one reason: games, settings found by self-play, the numbers of `katachi bench` and the positions of
//! tests follow from its sequence. Crates such as `fastrand` promise speed, but say that the sequence of a seed may
//! be another in a later version. It is four operations and a multiplication, which random games draw by the million.

use std::ops::{Bound, RangeBounds};

/// The finisher of splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", 2014): a bijection that spreads every bit over all.
#[inline]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The increment of splitmix64, which keeps the sequences of neighbouring seeds apart.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// xorshift64*. Not for secrets.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// A generator; equal seeds give equal sequences.
    pub fn new(seed: u64) -> Rng {
        // Neighbouring seeds should not start alike, and 0 is not a state.
        Rng(mix(seed.wrapping_add(GOLDEN)).max(1))
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `n`; 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        (((self.next_u64() >> 32) * n as u64) >> 32) as usize
    }

    /// A number of a range, which has an end; its start if nothing is in it.
    pub fn within(&mut self, range: impl RangeBounds<usize>) -> usize {
        let start = match range.start_bound() {
            Bound::Included(&start) => start,
            Bound::Excluded(&start) => start + 1,
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(&end) => end + 1,
            Bound::Excluded(&end) => end,
            Bound::Unbounded => start,
        };
        start + self.below(end.saturating_sub(start))
    }

    /// Heads or tails.
    pub fn coin(&mut self) -> bool {
        self.next_u64() >> 63 == 1
    }

    /// One of these; `None` if there is none.
    pub fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_from_the_seed_and_stay_below_the_bound() {
        let (mut a, mut b, mut c) = (Rng::new(1), Rng::new(1), Rng::new(2));
        let mut seen = [false; 7];
        let mut differs = false;
        for _ in 0..200 {
            let n = a.below(7);
            assert_eq!(n, b.below(7));
            differs |= n != c.below(7);
            seen[n] = true;
        }
        assert!(differs && seen.iter().all(|&s| s));
        assert_eq!(a.below(0), 0);
        assert!((0..100).map(|_| a.within(3..=4)).all(|n| n == 3 || n == 4));
        assert_eq!((a.within(5..5), a.within(..1), a.of::<u8>(&[])), (5, 0, None));
        let heads = (0..1000).filter(|_| a.coin()).count();
        assert!((400..600).contains(&heads), "{heads}");
    }

    /// The sequence is part of what games and tests follow from: it must never change.
    #[test]
    fn the_sequence_of_a_seed_stays_what_it_is() {
        let mut rng = Rng::new(1);
        let first = [(); 3].map(|()| rng.next_u64());
        let wanted = [0x4b46_a55d_f361_1b9b, 0xd7e1_f141_0e76_3ef4, 0x5f14_ec66_975f_9b06];
        assert_eq!(first, wanted);
    }
}
