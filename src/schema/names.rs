//! The names of one document: which are declared where, and which places refer to them.

use std::collections::HashMap;
use std::ops::Range;

use super::{NameKind, Scope};
use crate::diagnostic::Code;
use crate::text::TextRange;
use crate::yaml::Path;

/// A key that declares a name.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub kind: &'static NameKind,
    /// The nearest named thing around it; the root where there is none.
    pub scope: Path,
    pub name: String,
    /// What it names.
    pub path: Path,
    /// The key's bytes.
    pub range: TextRange,
}

/// An index into [`Names::references`].
pub type ReferenceId = usize;

/// A place that names something.
#[derive(Clone, Debug)]
pub struct Reference {
    pub kinds: &'static [&'static NameKind],
    pub scope: Scope,
    pub name: String,
    /// The scalar (or key) that holds it.
    pub at: Path,
    pub is_key: bool,
    /// Bytes of the scalar's decoded text.
    pub within: Range<usize>,
    /// Bytes of the document.
    pub range: TextRange,
    /// Said where nothing declares it.
    pub missing: Option<&'static Code>,
    /// The reference that the scope `Part` points to, as an index into all of the document's.
    pub of: Option<ReferenceId>,
    /// The nearest named thing around it.
    pub enclosing: Path,
    /// The declaration it means, as an index into [`Names::declarations`].
    pub declaration: Option<usize>,
}

/// All names of one document.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub declarations: Vec<Declaration>,
    pub references: Vec<Reference>,
    /// By scope and name.
    pub(super) index: HashMap<(Path, String), Vec<usize>>,
}
