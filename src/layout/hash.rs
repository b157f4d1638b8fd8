//! Fast hash maps, with the same hashes on every machine. Keys come from one document, so there is no need to resist collision
//! attacks.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use limn_language::graph::Id;

/// A map for lookup only: its iteration order is not meaningful.
pub type FastMap<K, T> = HashMap<K, T, BuildHasherDefault<IdHasher>>;

/// The same with borrowed ids as keys.
pub type IdRefMap<'a, T> = FastMap<&'a Id, T>;

#[derive(Clone, Copy, Debug, Default)]
pub struct IdHasher(u64);

impl IdHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for IdHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.add(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.add(u64::from_le_bytes(last));
        }
    }

    fn write_u8(&mut self, byte: u8) {
        self.add(u64::from(byte));
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    fn write_i64(&mut self, word: i64) {
        self.add(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.add(word as u64);
    }

    fn finish(&self) -> u64 {
        // The map uses the upper and the lower bits.
        self.0 ^ (self.0 >> 32)
    }
}
