//! Plans edits: from an [`Edit`] to the text edits in every affected file.

use std::collections::BTreeMap;

use super::document_names::{check_document_name, declared_name};
use super::documents::add_edit;
use super::partial_diagram::check_hidden_references;
use super::{Analysis, Checked};
use limn_files::FilePath;
use limn_ide::rename;
use limn_language::diagnostic::{Fix, FixEdit};
use limn_language::dialect::{Model, Plan};
use limn_language::edit::{Edit, EditError, Input};
use limn_language::graph::Id;
use limn_language::schema::{Names, ReferenceId};
use limn_text::TextEdit;
use limn_yaml::{self as yaml, Document, EditScope, Op, Path, Value};

/// Maximum length of a chain of declarations of one name, each refining the next.
const LINE: usize = 64;

/// A planned change: text edits by file, in offsets of the current texts, and the element to select afterwards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Change {
    pub edits: BTreeMap<FilePath, TextEdit>,
    pub focus: Option<Id>,
}

impl Change {
    /// All changes at once, or the first refusal.
    pub(super) fn union(
        changes: impl IntoIterator<Item = Result<Change, EditError>>,
    ) -> Result<Change, EditError> {
        let mut all = Change::default();
        for change in changes {
            let change = change?;
            for (file, more) in change.edits {
                let had = all.edits.remove(&file).unwrap_or_default();
                let both = had.union(more).ok_or_else(|| {
                    EditError::Refused("the changes overlap in the text; make them one at a time".to_owned())
                })?;
                all.edits.insert(file, both);
            }
            all.focus = change.focus.or(all.focus);
        }
        Ok(all)
    }
}

impl Analysis {
    /// Plans an edit without writing anything; a refusal gives the reason. [`EditError::Shared`] asks for a scope.
    pub fn plan(&self, file: &FilePath, edit: &Edit) -> Result<Change, EditError> {
        self.plan_within(file, edit, None)
    }

    /// Plans an edit that may change a shared value, at one place or at all.
    pub fn plan_within(
        &self,
        file: &FilePath,
        edit: &Edit,
        scope: Option<EditScope>,
    ) -> Result<Change, EditError> {
        let checked = self.checked(file)?;
        let model = checked.model_or_refuse()?;
        if let Edit::Note { of, text } = edit {
            let edit = checked.document.ended(checked.noted(of, text)?);
            let edits =
                if edit.is_empty() { BTreeMap::new() } else { BTreeMap::from([(file.clone(), edit)]) };
            return Ok(Change { edits, focus: None });
        }
        if let Edit::Rename { id, to } = edit {
            let Some(value) = model.naming_value(id) else { return self.rename(file, id, to) };
            let change = self.rename(file, &Id(value), &model.complete_name(id, to))?;
            return Ok(Change { focus: Some(id.clone()), ..change });
        }
        // A name that a value declares is edited in a form field, like any value.
        if let Edit::Set { of, key, input: Input::Text(to) } = edit {
            let path = of.0.join(key);
            let names = model.names();
            if names.declared_at(&path).is_some_and(|at| names.declarations[at].is_value) {
                return self.rename(file, &Id(path), to);
            }
        }
        self.plan_in_scope(file, edit, scope)
    }

    /// Several edits at once, each planned on the current text: all are applied or none.
    pub fn plan_all(&self, file: &FilePath, edits: &[Edit]) -> Result<Change, EditError> {
        Change::union(edits.iter().map(|edit| self.plan(file, edit)))
    }

    /// A name is changed at its first declaration, which may be in another file, and at every reference.
    fn rename(&self, file: &FilePath, id: &Id, to: &str) -> Result<Change, EditError> {
        self.checked(file)?;
        let path = &id.0;
        let (home, declared) = self.home(file, file, path);
        let checked = self.checked_from(file, &home)?;
        let model = checked.model_or_refuse()?;
        let plan = renamed(&checked.document, model, &Id(declared.clone()), to)?;
        check_document_name(model, &declared, to)?;
        let mut edits = BTreeMap::from([(home.clone(), yaml::patch(&checked.document, &plan.ops)?)]);
        if checked.nth() == 0 {
            self.rename_elsewhere(&home, &declared, to, &mut edits)?;
        }
        edits.retain(|_, edit| !edit.is_empty());
        if let Some(name) = declared_name(model, &declared) {
            check_hidden_references(checked, name, edits.get(&home))?;
        }
        self.check_meaning(file, (&home, &declared), to, &edits)?;
        let focus = match path.parent().filter(|_| !self.is_value(file, file, path)) {
            Some(above) if home != *file || declared != *path => Some(Id(above.key(to))),
            _ => plan.focus,
        };
        Ok(Change { edits, focus })
    }

    /// Refuses a name that would change what a reference resolves to: an inherited declaration in another file may have it.
    fn check_meaning(
        &self,
        from: &FilePath,
        (home, declared): (&FilePath, &Path),
        to: &str,
        edits: &BTreeMap<FilePath, TextEdit>,
    ) -> Result<(), EditError> {
        let Some(above) = declared.parent() else { return Ok(()) };
        let renamed = if self.is_value(from, home, declared) { declared.clone() } else { above.key(to) };
        let after = self.with_edits(edits);
        let count = |analysis: &Analysis, path: &Path| -> usize {
            edits.keys().map(|file| analysis.meant_in(from, file, (home, path))).sum()
        };
        let moved = after.home(from, home, &renamed) != (home.clone(), renamed.clone());
        if moved || count(&after, &renamed) < count(self, declared) {
            return Err(EditError::Taken(to.to_owned()));
        }
        Ok(())
    }

    /// Returns true if the declaration is a value, not a key.
    fn is_value(&self, from: &FilePath, file: &FilePath, path: &Path) -> bool {
        let names = self.seen_from(from, file).and_then(|checked| checked.model()).map(Model::names);
        names.is_some_and(|names| names.declared_at(path).is_some_and(|at| names.declarations[at].is_value))
    }

    /// Number of references in a file to what `home` declares at `path`.
    fn meant_in(&self, from: &FilePath, file: &FilePath, (home, path): (&FilePath, &Path)) -> usize {
        if file == home {
            let names = self.seen_from(from, file).and_then(|checked| checked.model()).map(Model::names);
            let count = |names: &Names| Some(names.references_to(names.declared_at(path)?).count());
            return names.and_then(count).unwrap_or_default();
        }
        let models = self.documents(file).iter().filter_map(|checked| checked.model());
        let foreign = models.flat_map(Model::external_references);
        foreign.filter(|foreign| foreign.file == *home && foreign.path == *path).count()
    }

    /// The file and the path of the first declaration of what `path` in `file` declares, as seen from `from`: a refinement is renamed together with the name that it
    /// refines.
    pub(super) fn home(&self, from: &FilePath, file: &FilePath, path: &Path) -> (FilePath, Path) {
        let (mut file, mut path) = (file.clone(), path.clone());
        // Declarations may form a cycle.
        for _ in 0..LINE {
            let Some(model) = self.seen_from(from, &file).and_then(|checked| checked.model()) else { break };
            let names = model.names();
            let Some(at) = names.declared_at(&path) else { break };
            let range = names.declarations[at].range;
            let Some(reference) = names.references.iter().position(|reference| reference.range == range)
            else {
                break;
            };
            match names.references[reference].declaration {
                Some(other) if other != at => path = names.declarations[other].path.clone(),
                Some(_) => break,
                None => match model
                    .external_references()
                    .into_iter()
                    .find(|foreign| foreign.reference == reference)
                {
                    Some(foreign) => (file, path) = (foreign.file, foreign.path),
                    None => break,
                },
            }
        }
        (file, path)
    }

    /// Plans the `fix`th fix of the `diagnostic`th of the file's [`Analysis::diagnostics`].
    pub fn fix(&self, file: &FilePath, diagnostic: usize, fix: usize) -> Result<Change, EditError> {
        self.checked(file)?;
        let outdated = || EditError::Refused("the problem no longer exists".to_owned());
        let (checked, at) = self.diagnostic(file, diagnostic).ok_or_else(outdated)?;
        let fix = checked.diagnostics()[at].fixes.get(fix).ok_or_else(outdated)?;
        let edit = match &fix.edit {
            FixEdit::Ops(ops) => yaml::patch(&checked.document, ops)?,
            FixEdit::Text(edit) => checked.document.ended(edit.clone()),
        };
        Ok(Change { edits: BTreeMap::from([(file.clone(), edit)]), focus: None })
    }

    /// The value that a fix adds first, if the author has to replace it: the fix is not safe and only adds entries, or writes the long notation of a
    /// value to add them.
    pub fn added_by_fix(&self, file: &FilePath, diagnostic: usize, fix: usize) -> Option<Id> {
        let (checked, at) = self.diagnostic(file, diagnostic)?;
        added_by(checked.diagnostics()[at].fixes.get(fix)?)
    }

    /// References in other files to what `path` in `file` declares.
    fn rename_elsewhere(
        &self,
        file: &FilePath,
        path: &Path,
        to: &str,
        edits: &mut BTreeMap<FilePath, TextEdit>,
    ) -> Result<(), EditError> {
        for other in self.all_documents().filter(|other| other.file != *file) {
            let Some(model) = other.model() else { continue };
            let foreign = model.external_references().into_iter();
            let foreign = foreign.filter(|foreign| foreign.file == *file && foreign.path == *path);
            let mut written: BTreeMap<String, Vec<ReferenceId>> = BTreeMap::new();
            for foreign in foreign {
                let Some(reference) = model.names().references.get(foreign.reference) else { continue };
                written.entry(model.renamed_reference(reference, to)).or_default().push(foreign.reference);
            }
            let mut ops = Vec::new();
            for (text, references) in written {
                ops.extend(rename::references_renamed(&other.document, model.names(), references, &text)?);
            }
            if !ops.is_empty() {
                add_edit(edits, &other.file, yaml::patch(&other.document, &ops)?)?;
            }
        }
        Ok(())
    }

    /// The document of `file` that one in `from` sees.
    fn checked_from(&self, from: &FilePath, file: &FilePath) -> Result<&Checked, EditError> {
        let found = self.seen_from(from, file).map(|checked| &**checked);
        found.ok_or_else(|| EditError::Refused(format!("`{file}` is not open")))
    }

    pub(super) fn checked(&self, file: &FilePath) -> Result<&Checked, EditError> {
        self.checked_from(file, file)
    }
}

/// The value that a fix adds first, as [`Analysis::added_by_fix`] defines it.
pub(crate) fn added_by(fix: &Fix) -> Option<Id> {
    let FixEdit::Ops(ops) = &fix.edit else { return None };
    if fix.safe {
        return None;
    }
    let added = |op: &Op| match op {
        Op::Insert { into, key, value, .. } => Some(first_open(&into.key(key), value)),
        Op::Replace { at, value } if matches!(value.content(), Value::Mapping(_)) => {
            Some(first_open(at, value))
        }
        _ => None,
    };
    let all: Option<Vec<Path>> = ops.iter().map(added).collect();
    all?.into_iter().next().map(Id)
}

/// The first value without content in `value`, which is written at `at`; without one, the last value, because types and targets come first.
fn first_open(at: &Path, value: &Value) -> Path {
    fn leaves(at: &Path, value: &Value, found: &mut Vec<(Path, bool)>) {
        match value.content() {
            Value::Mapping(entries) if !entries.is_empty() => {
                for (key, value) in entries {
                    leaves(&at.key(key), value, found);
                }
            }
            Value::Text(text) | Value::Quoted(text) | Value::Plain(text) => {
                found.push((at.clone(), text.is_empty()));
            }
            Value::Null | Value::Mapping(_) => found.push((at.clone(), true)),
            _ => found.push((at.clone(), false)),
        }
    }
    let mut found = Vec::new();
    leaves(at, value, &mut found);
    let open = found.iter().position(|(_, is_open)| *is_open).unwrap_or(found.len().saturating_sub(1));
    found.into_iter().nth(open).map_or_else(|| at.clone(), |(path, _)| path)
}

/// A name that a key declares is renamed by the name index; any other name by the dialect.
fn renamed(document: &Document, model: &dyn Model, id: &Id, to: &str) -> Result<Plan, EditError> {
    let path = &id.0;
    let Some(renaming) = rename::prepare_path(model.names(), path) else {
        if let Some(inner) = model.embedded_at(path) {
            let plan = renamed(inner.document, inner.model, &Id(inner.local(path)), to)?;
            let focus = plan.focus.map(|id| Id(inner.path.join(&id.0)));
            return Ok(Plan { ops: (inner.ops)(&plan.ops)?, focus });
        }
        return model.plan(&Edit::Rename { id: id.clone(), to: to.to_owned() });
    };
    let (_, profiles) = model.grammar();
    let ops = rename::rename(document, model.names(), renaming.declaration, to, profiles)?;
    let is_value =
        model.names().declarations.get(renaming.declaration).is_some_and(|declaration| declaration.is_value);
    let focus = if is_value { None } else { path.parent().map(|above| Id(above.key(to))) };
    Ok(Plan { ops, focus })
}
