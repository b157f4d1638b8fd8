//! What is being typed in a field of a form and is not written yet. It is kept in the journal, so that a page that goes takes nothing along.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::Session;
use crate::edit::Edit;
use crate::files::FilePath;

/// What would be written if the field were left now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    file: FilePath,
    edit: Edit,
}

impl Session {
    /// Something is being typed that would be this edit; `None`: nothing is, or it has been written.
    pub fn drafting(self, edit: Option<Edit>) {
        let file = self.open.get_untracked();
        let draft = edit.zip(file).map(|(edit, file)| Draft { file, edit });
        let new = self.hidden.try_update_value(|hidden| {
            let new = hidden.draft != draft;
            hidden.draft = draft;
            new
        });
        if new == Some(true) {
            self.keep();
        }
    }

    pub(super) fn draft(self) -> Option<Draft> {
        self.hidden.with_value(|hidden| hidden.draft.clone())
    }

    /// What was being typed when the page went is written now.
    pub(super) fn resume(self, draft: &Draft) {
        if self.open.with_untracked(|open| open.as_ref() != Some(&draft.file)) {
            return;
        }
        if self.try_edit(&draft.edit).is_ok() {
            self.notice("what was being typed when the page was left is written");
        }
    }
}
