//! Fields that several selected items have in common.

use limn_language::edit::Edit;
use limn_language::graph::Id;

/// The placeholder of a field whose values differ.
pub(super) const DIFFERS: &str = "several values";

/// The edit of a field for another item: `base` is replaced by `other`. `None` if the edit concerns one item only.
pub(super) fn for_item(edit: &Edit, base: &Id, other: &Id) -> Option<Edit> {
    let moved = |of: &Id| (of == base).then(|| other.clone());
    Some(match edit {
        Edit::Set { of, key, input } => Edit::Set { of: moved(of)?, key: key.clone(), input: input.clone() },
        Edit::Unset { of, key } => Edit::Unset { of: moved(of)?, key: key.clone() },
        Edit::Insert { of, into, name } => {
            Edit::Insert { of: moved(of)?, into: into.clone(), name: name.clone() }
        }
        _ => return None,
    })
}
