//! AMP's own checks, one file per check or tight family of checks.

mod header;

use limn_language::diagnostic::Code;
use limn_tosca::Rule;

pub(crate) static RULES: &[&Rule] = &[&header::version::RULE, &header::description::RULE];

pub(crate) fn codes() -> Vec<&'static Code> {
    RULES.iter().flat_map(|rule| rule.codes.iter().copied()).collect()
}
