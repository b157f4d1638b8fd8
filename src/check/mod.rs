//! How tests state what they expect.
