//! Requirements and the order in which nodes start.

pub(super) mod block_until_running;
pub(super) mod fulfillments;
pub(super) mod occurrences;
pub(super) mod order;
pub(super) mod requires_running;
pub(super) mod target;
