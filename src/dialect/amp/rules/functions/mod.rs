//! TOSCA's functions as AMP evaluates them.

pub(super) mod circular_wait;
pub(super) mod falsy;
pub(super) mod host_output;
pub(super) mod output_name;
pub(super) mod unsupported;
