//! Bulk fixes of files with several documents: one run for the first documents of all files, one for the second ones, and so on.

use std::sync::Arc;

use super::{Fixed, Run};
use crate::Choices;
use limn_files::{Content, FilePath, Workspace};

/// Fixes all documents of some files.
pub(super) fn fix(
    workspace: &Workspace,
    choices: &Choices,
    files: &[FilePath],
    wants: &dyn Fn(&str) -> bool,
) -> Fixed {
    let mut fixed = Fixed::default();
    let mut now = workspace.clone();
    let (mut shown, mut left) = (choices.clone(), files.to_vec());
    for nth in 0.. {
        let mut run = Run::new(&now, &shown, &left, wants);
        // Omitted fixes are tried again at the end: a fix applied since may have made them possible.
        while run.pass() && !run.is_over {}
        let several = |file: &&FilePath| run.analysis.documents(file).len() > nth + 1;
        let next: Vec<FilePath> = left.iter().filter(several).cloned().collect();
        let round = run.finish(&now);
        for (file, text) in &round.texts {
            now.files.insert(file.clone(), Content::Text(Arc::clone(text)));
        }
        fixed.add(round);
        if next.is_empty() {
            break;
        }
        shown.documents = next.iter().map(|file| (file.clone(), nth + 1)).collect();
        left = next;
    }
    let order = |file: &FilePath| files.iter().position(|other| other == file);
    fixed.left_out.sort_by_key(|skipped| order(&skipped.file));
    fixed
}

impl Fixed {
    /// Adds the fixes of other documents.
    fn add(&mut self, other: Fixed) {
        self.texts.extend(other.texts);
        self.applied += other.applied;
        self.left_out.extend(other.left_out);
    }
}
