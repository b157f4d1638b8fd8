//! Interfaces and operations: the check whether a service runs, standard operations, implementations.

pub(super) mod check_running;
pub(super) mod external_file;
pub(super) mod implementation_form;
pub(super) mod mixed_notations;
