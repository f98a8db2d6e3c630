//! The only source of randomness: Philox4x32-10, a counter-based generator.
//!
//! Promise: a `(seed, stream, counter)` triple always gives the same number, on every
//! device, in every order of drawing. Random numbers are drawn on the host and uploaded,
//! so a run starts from identical numbers on CPU, on WebGPU and natively.
//!
//! Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3",
//! SC 2011. Held to the known-answer vectors of that paper's Random123 distribution.

const MULTIPLIER_0: u32 = 0xD251_1F53;
const MULTIPLIER_1: u32 = 0xCD9E_8D57;
const WEYL_0: u32 = 0x9E37_79B9;
const WEYL_1: u32 = 0xBB67_AE85;

/// Ten rounds of Philox4x32: 128 random bits for one counter and one key.
pub fn philox4x32(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for _ in 0..10 {
        let product_0 = u64::from(MULTIPLIER_0) * u64::from(counter[0]);
        let product_1 = u64::from(MULTIPLIER_1) * u64::from(counter[2]);
        counter = [
            (product_1 >> 32) as u32 ^ counter[1] ^ key[0],
            product_1 as u32,
            (product_0 >> 32) as u32 ^ counter[3] ^ key[1],
            product_0 as u32,
        ];
        key = [key[0].wrapping_add(WEYL_0), key[1].wrapping_add(WEYL_1)];
    }
    counter
}

/// A stream of random numbers. Streams of one seed with different names are independent,
/// so that drawing more numbers for the data never changes the initial weights.
#[derive(Clone, Debug)]
pub struct Random {
    key: [u32; 2],
    counter: u64,
    block: [u32; 4],
    used: usize,
}

impl Random {
    /// The stream called `stream` of a run's `seed`.
    pub fn new(seed: u32, stream: &str) -> Self {
        // CRC-32 of the name keeps streams apart by what they are for, not by a magic number.
        let key = [seed, crc32fast::hash(stream.as_bytes())];
        Self { key, counter: 0, block: [0; 4], used: 4 }
    }

    /// 32 uniform random bits.
    pub fn bits(&mut self) -> u32 {
        if self.used == 4 {
            let counter = [self.counter as u32, (self.counter >> 32) as u32, 0, 0];
            self.block = philox4x32(counter, self.key);
            self.counter += 1;
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1]
    }

    /// Uniform in `[0, 1)`, a multiple of 2⁻²⁴, so exact in `f32`.
    pub fn uniform(&mut self) -> f32 {
        (self.bits() >> 8) as f32 * (1.0 / 16_777_216.0)
    }

    /// Uniform in `[low, high)`.
    pub fn uniform_between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.uniform()
    }

    /// Standard normal, by the Box-Muller transform (in `f64`, rounded once).
    pub fn normal(&mut self) -> f32 {
        let radius = (-2.0 * (1.0 - f64::from(self.uniform())).ln()).sqrt();
        let angle = std::f64::consts::TAU * f64::from(self.uniform());
        (radius * angle.cos()) as f32
    }

    /// Uniform in `0..bound`, without bias (rejection of the incomplete last block).
    ///
    /// `bound` of 0 is treated as 1: the only value is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        let bound = bound.max(1);
        let limit = (1u64 << 32) / u64::from(bound) * u64::from(bound);
        loop {
            let bits = self.bits();
            if u64::from(bits) < limit {
                return bits % bound;
            }
        }
    }

    /// Shuffles in place, every order equally likely (Fisher-Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i as u32 + 1) as usize;
            items.swap(i, j);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known-answer vectors of Random123 (`kat_vectors`, philox4x32 10).
    #[test]
    fn philox_meets_its_known_answers() {
        assert_eq!(philox4x32([0; 4], [0; 2]), [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]);
        assert_eq!(
            philox4x32([u32::MAX; 4], [u32::MAX; 2]),
            [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd]
        );
        assert_eq!(
            philox4x32([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0]),
            [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1]
        );
    }

    #[test]
    fn streams_are_reproducible_and_differ() {
        let draw = |seed, stream| {
            let mut random = Random::new(seed, stream);
            (0..64).map(|_| random.bits()).collect::<Vec<_>>()
        };
        assert_eq!(draw(7, "weights"), draw(7, "weights"));
        assert_ne!(draw(7, "weights"), draw(7, "split"));
        assert_ne!(draw(7, "weights"), draw(8, "weights"));
    }

    #[test]
    fn normal_has_mean_zero_and_variance_one() {
        let mut random = Random::new(1, "normal");
        let draws: Vec<f64> = (0..100_000).map(|_| f64::from(random.normal())).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / draws.len() as f64;
        assert!(mean.abs() < 0.015, "mean {mean}");
        assert!((variance - 1.0).abs() < 0.02, "variance {variance}");
    }

    #[test]
    fn below_covers_its_range_evenly() {
        let mut random = Random::new(3, "below");
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[random.below(7) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (9_600..10_400).contains(&count)), "{counts:?}");
    }
}
