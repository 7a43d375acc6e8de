//! Randomness as a value: whoever needs it holds a generator with a seed, so
//! that the same seed gives the same answers on every machine.

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
    }
}
