//! Files that steps of the undo history created: they are removed and restored with the step.

use std::sync::Arc;

use limn_files::FilePath;

/// Files that a step of the undo history created.
pub struct CreatedFiles {
    pub files: Vec<(FilePath, Arc<str>)>,
    /// The file that the step changes, with its text before and after.
    pub changed: (FilePath, Arc<str>, Arc<str>),
    /// The step is undone, which has removed the files.
    pub is_removed: bool,
}
