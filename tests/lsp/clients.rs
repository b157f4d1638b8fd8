//! Real editors and clients as the judges: added below.
