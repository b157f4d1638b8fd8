//! Codes for names of descriptors and of their entries. The checks are in `name`.

mod descriptor;
mod entry;
mod reference;

use limn_language::diagnostic::Code;

pub use descriptor::*;
pub use entry::*;
pub use reference::*;

pub(super) static CODES: &[&Code] = &[
    &NAME_MISSING,
    &NAME_PARTS,
    &NAME_KIND,
    &NAME_START,
    &NAME_END,
    &NAME_CHARACTER,
    &COMPANY_PREFIX,
    &DOUBLE_SEPARATOR,
    &LONG_NAME,
    &BLANK_IN_NAME,
    &VERSION_FORM,
    &LONG_VERSION,
    &PROPERTY_NAME,
    &DATA_TYPE_NAME,
    &SHADOWED_TYPE,
    &ENTRY_NAME,
    &RESERVED_NAME,
    &CLASHING_NAME,
    &RELATIONSHIP_NAME,
    &RELATIONSHIP_NAME_STYLE,
    &COMPONENT_TYPE,
    &RANGE_IN_COMPOSITION,
    &LMCTL_TYPE,
    &MALFORMED_LMCTL_TYPE,
    &REFERENCE_TYPE,
];
