//! Move a definition to another file, with the imports that it needs: one undo step in the texts, to which a new file is added.

use super::FileActions;
use super::files::{BRING_BACK, Before};
use limn_analysis::MovableDefinition;
use limn_files::{Content, FilePath};

impl FileActions {
    /// The definition at an offset, and the files that it can move to.
    pub fn movable_definition(self, file: &FilePath, at: usize) -> Option<MovableDefinition> {
        self.0.flush_pending().known.analysis.movable_definition(file, at)
    }

    /// Moves the definition at an offset of the active file to an existing or a new file.
    pub fn move_definition(self, file: &FilePath, at: usize, to: &str) -> Result<(), String> {
        let known = self.0.flush_pending().known;
        let to = FilePath::new(to.trim()).map_err(|error| error.to_string())?;
        let moved = known.analysis.move_definition(file, at, &to).map_err(|error| error.to_string())?;
        let before = self.before();
        let is_new = moved.created.is_some();
        if let Some((file, text)) = moved.created {
            let mut workspace = known.workspace.clone();
            workspace.files.insert(file, Content::Text(text.into()));
            self.set_workspace(workspace);
        }
        let others = moved.change.edits.keys().filter(|path| *path != file && **path != to).count();
        if !self.0.edits().apply(moved.change, Vec::new()) {
            self.set_workspace(known.workspace);
            return Err("the text editor rejected the change".to_owned());
        }
        let text = match others {
            0 => format!("moved the definition to `{to}`"),
            1 => format!("moved the definition to `{to}`, and updated one file that uses it"),
            many => format!("moved the definition to `{to}`, and updated {many} files that use it"),
        };
        if is_new {
            self.offer_to_move_back(text, before);
        } else {
            self.0.edits().offer_undo(text);
        }
        Ok(())
    }

    /// Undo in the text leaves the new file, with a second definition; this removes both.
    fn offer_to_move_back(self, text: String, before: Before) {
        let snapshot = self.0.flush_pending();
        let (after, active_file) = (snapshot.known.workspace, snapshot.active_file);
        self.0.notices.show_with_action(text, BRING_BACK, move || {
            self.0.flush_pending();
            let is_current = |file: &FilePath| self.0.documents.text(file).as_ref() == after.text(file);
            if active_file.as_ref().is_some_and(is_current) && after.files.keys().all(is_current) {
                self.0.edits().undo();
                self.take_back(&before, &after);
            } else {
                self.0.notices.show_error("the text has changed: undo the later changes first");
            }
        });
    }
}
