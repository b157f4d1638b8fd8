//! Draft: input typed in a form field and not written yet. Saved with the work, so that closing the page does not lose it.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::Documents;
use limn_files::FilePath;
use limn_language::edit::Edit;

/// Edit that leaving the field would write.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    pub(in super::super) file: FilePath,
    pub(in super::super) edit: Edit,
}

impl Documents {
    /// Sets the pending edit of a field of the active file. Returns whether that changed anything.
    pub(in super::super) fn set_draft(self, edit: Option<Edit>) -> bool {
        let file = self.active_file().get_untracked();
        let draft = edit.zip(file).map(|(edit, file)| Draft { file, edit });
        let differs = self.hidden.try_update_value(|hidden| {
            let differs = hidden.draft != draft;
            hidden.draft = draft;
            differs
        });
        differs == Some(true)
    }

    pub(in super::super) fn draft(self) -> Option<Draft> {
        self.hidden.with_value(|hidden| hidden.draft.clone())
    }
}
