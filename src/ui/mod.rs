//! The page. Signals in, intents out.
