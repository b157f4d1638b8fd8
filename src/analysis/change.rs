//! From what a person wants to the text edits that do it, in every file it touches.

use std::collections::BTreeMap;

use super::{Analysis, Checked};
use crate::diagnostic::Cure;
use crate::dialect::{Model, Plan};
use crate::edit::{Edit, EditError};
use crate::files::FilePath;
use crate::graph::Id;
use crate::ide::rename;
use crate::text::TextEdit;
use crate::yaml::{self, Path};

/// What an edit comes to: text edits by file, each in the offsets of that file's text now, and what to select afterwards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    pub edits: BTreeMap<FilePath, TextEdit>,
    pub focus: Option<Id>,
}

impl Analysis {
    /// Plans an edit. Nothing is written; a refusal says why.
    pub fn plan(&self, file: &FilePath, edit: &Edit) -> Result<Change, EditError> {
        let checked = self.checked(file)?;
        let model = checked
            .model()
            .ok_or_else(|| EditError::Refused("this file is in no language that can be drawn".to_owned()))?;
        let plan = match edit {
            Edit::Rename { id, to } => renamed(model, id, to)?,
            edit => model.plan(edit)?,
        };
        let mut edits = BTreeMap::from([(file.clone(), yaml::patch(&checked.document, &plan.ops)?)]);
        if let Edit::Rename { id, to } = edit {
            self.rename_elsewhere(file, &model.path_of(id), to, &mut edits)?;
        }
        edits.retain(|_, edit| !edit.is_empty());
        Ok(Change { edits, focus: plan.focus })
    }

    /// Plans the `fix`th fix of the file's `diagnostic`th diagnostic.
    pub fn fix(&self, file: &FilePath, diagnostic: usize, fix: usize) -> Result<Change, EditError> {
        let checked = self.checked(file)?;
        let fix = checked.diagnostics().get(diagnostic).and_then(|diagnostic| diagnostic.fixes.get(fix));
        let fix = fix.ok_or_else(|| EditError::Refused("that problem is gone already".to_owned()))?;
        let edit = match &fix.cure {
            Cure::Ops(ops) => yaml::patch(&checked.document, ops)?,
            Cure::Text(edit) => edit.clone(),
        };
        Ok(Change { edits: BTreeMap::from([(file.clone(), edit)]), focus: None })
    }

    /// References in other files to what `path` in `file` declares.
    fn rename_elsewhere(
        &self,
        file: &FilePath,
        path: &Path,
        to: &str,
        edits: &mut BTreeMap<FilePath, TextEdit>,
    ) -> Result<(), EditError> {
        for other in self.files.values().filter(|other| other.file != *file) {
            let Some(model) = other.model() else { continue };
            let foreign = model.foreign().into_iter();
            let foreign = foreign.filter(|foreign| foreign.file == *file && foreign.path == *path);
            let references = foreign.map(|foreign| foreign.reference);
            let ops = rename::references_renamed(model.names(), references, to);
            if !ops.is_empty() {
                edits.insert(other.file.clone(), yaml::patch(&other.document, &ops)?);
            }
        }
        Ok(())
    }

    fn checked(&self, file: &FilePath) -> Result<&Checked, EditError> {
        self.file(file)
            .map(|checked| &**checked)
            .ok_or_else(|| EditError::Refused(format!("`{file}` is not open")))
    }
}

/// What is declared by a key gets its new name everywhere by the names; any other name is the dialect's business.
fn renamed(model: &dyn Model, id: &Id, to: &str) -> Result<Plan, EditError> {
    let path = model.path_of(id);
    let Some(renaming) = rename::prepare_path(model.names(), &path) else {
        return model.plan(&Edit::Rename { id: id.clone(), to: to.to_owned() });
    };
    let (_, profiles) = model.grammar();
    let ops = rename::rename(model.names(), renaming.declaration, to, profiles)?;
    let focus = path.parent().map(|above| Id(above.key(to)));
    Ok(Plan { ops, focus })
}
