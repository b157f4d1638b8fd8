//! Draft: input typed in a form field and not written yet. Saved with the work, so that closing the page does not lose it.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::Session;
use limn_files::FilePath;
use limn_language::edit::Edit;

/// Edit that leaving the field would write.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    file: FilePath,
    edit: Edit,
}

impl Session {
    /// Sets the pending edit of a field; `None`: no pending input, or it was written.
    pub fn drafting(self, edit: Option<Edit>) {
        let file = self.open.get_untracked();
        let draft = edit.zip(file).map(|(edit, file)| Draft { file, edit });
        let new = self.hidden.try_update_value(|hidden| {
            let new = hidden.draft != draft;
            hidden.draft = draft;
            new
        });
        if new == Some(true) {
            self.schedule_save();
        }
    }

    pub(super) fn draft(self) -> Option<Draft> {
        self.hidden.with_value(|hidden| hidden.draft.clone())
    }

    /// Writes the input that was pending when the page was closed.
    pub(super) fn resume(self, draft: &Draft) {
        if self.open.with_untracked(|open| open.as_ref() != Some(&draft.file)) {
            return;
        }
        if self.try_edit(&draft.edit).is_ok() {
            self.notices.show("restored unsaved input from your last visit");
        }
    }
}
