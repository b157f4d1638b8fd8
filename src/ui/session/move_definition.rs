//! Move a definition to another file: one undo step, with the imports that it needs.

use super::FileActions;
use limn_analysis::MovableDefinition;
use limn_files::{Content, FilePath};

impl FileActions {
    /// The definition at an offset, and the files that it can move to.
    pub fn movable_definition(self, file: &FilePath, at: usize) -> Option<MovableDefinition> {
        self.0.settle().known.analysis.movable_definition(file, at)
    }

    /// Moves the definition at an offset of the front file to an existing or a new file.
    pub fn move_definition(self, file: &FilePath, at: usize, to: &str) -> Result<(), String> {
        let known = self.0.settle().known;
        let to = FilePath::new(to.trim()).map_err(|error| error.to_string())?;
        let moved = known.analysis.move_definition(file, at, &to).map_err(|error| error.to_string())?;
        let before = self.before();
        let is_new = moved.created.is_some();
        if let Some((file, text)) = moved.created {
            let mut workspace = known.workspace.clone();
            workspace.files.insert(file, Content::Text(text.into()));
            self.set_workspace(workspace);
        }
        let others = moved.change.edits.keys().filter(|it| *it != file && **it != to).count();
        if !self.0.edits().apply(moved.change, Vec::new()) {
            self.set_workspace(known.workspace);
            return Err("the text editor rejected the change".to_owned());
        }
        let text = match others {
            0 => format!("moved the definition to `{to}`"),
            1 => format!("moved the definition to `{to}`, and updated one file that uses it"),
            many => format!("moved the definition to `{to}`, and updated {many} files that use it"),
        };
        // Undo in the text leaves the new file without the definition.
        if is_new {
            self.offer_back(text, before);
        } else {
            self.0.notices.show(text);
        }
        Ok(())
    }
}
