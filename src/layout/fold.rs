//! A hash for maps by id: fast, and the same on every machine. Ids come from one document; nobody gains by colliding with himself.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::graph::Id;

/// Things by id, to be looked up and never walked through.
pub type ById<K, T> = HashMap<K, T, BuildHasherDefault<Fold>>;

/// The same for ids that are borrowed.
pub type ByRef<'a, T> = ById<&'a Id, T>;

#[derive(Clone, Copy, Debug, Default)]
pub struct Fold(u64);

impl Fold {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Fold {
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
        // The map looks at the upper bits and the lower ones.
        self.0 ^ (self.0 >> 32)
    }
}
