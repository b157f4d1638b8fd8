//! Moves a definition to another file: its lines with their comments, and imports where it is used. The result is refused unless all names resolve
//! as before and the same problems are reported.

mod equivalence;
mod lines;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::{Analysis, Change, Checked, NewNames};
use limn_common as common;
use limn_files::FilePath;
use limn_language::dialect::Model;
use limn_language::edit::EditError;
use limn_language::relocation::Relocation;
use limn_text::TextEdit;
use limn_yaml::{self as yaml, Node, Op, Path, Value};

/// Characters of a type's name in the name of its new file.
const LONGEST_STEM: usize = 60;

/// A definition that can move, and where it can go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovableDefinition {
    pub name: String,
    /// The files of the same version, those that the document already imports first.
    pub files: Vec<FilePath>,
    /// An unused name for a new file beside the document.
    pub new_file: FilePath,
}

/// A planned move of a definition.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MovedDefinition {
    /// The edits of all files, the new one included.
    pub change: Change,
    /// The new file with its text before the edits; `None` if the definition moves to an existing file.
    pub created: Option<(FilePath, String)>,
}

/// Definition to move: the names that it needs, and those that need it.
struct Move<'a> {
    /// Without the new file.
    before: &'a Analysis,
    /// All files, the new one included.
    analysis: &'a Analysis,
    source: &'a Checked,
    target: &'a Checked,
    path: &'a Path,
    name: &'a str,
}

fn refused<T>(why: String) -> Result<T, EditError> {
    Err(EditError::Refused(why))
}

impl Analysis {
    /// Returns true if a definition whose key is at an offset can move. Cheaper than [`Analysis::movable_definition`].
    pub fn has_movable_definition(&self, file: &FilePath, offset: usize) -> bool {
        self.document_at(file, offset).is_some_and(|checked| checked.definition_at(offset).is_some())
    }

    /// The name of the definition whose key is at an offset, if it can move, and an unused name for a new file beside the document. Reads no other
    /// file.
    pub fn new_file_for_definition(&self, file: &FilePath, offset: usize) -> Option<(String, FilePath)> {
        let shown = self.showing_at(file, offset);
        let this = &*shown;
        let path = this.file(file)?.definition_at(offset)?;
        let name = path.last_key()?;
        Some((name.to_owned(), this.file_beside(file, name)?))
    }

    /// The definition whose key is at an offset, if it can move, and where to.
    pub fn movable_definition(&self, file: &FilePath, offset: usize) -> Option<MovableDefinition> {
        let shown = self.showing_at(file, offset);
        let this = &*shown;
        let (name, new_file) = this.new_file_for_definition(file, offset)?;
        let checked = this.file(file)?;
        let relocation = checked.relocation()?;
        let mut files: Vec<FilePath> = this.files.keys().filter(|other| *other != file).cloned().collect();
        files.retain(|other| this.first(other).is_some_and(|target| checked.is_akin_to(target)));
        let near = relocation.files_in_sight();
        files.sort_by_key(|other| !near.contains(other));
        Some(MovableDefinition { name, files, new_file })
    }

    /// An unused file name beside a document, after the last part of a name.
    pub(super) fn file_beside(&self, file: &FilePath, name: &str) -> Option<FilePath> {
        let last = name.rsplit(['.', ':', '/']).find(|part| !part.is_empty())?;
        let is_plain = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_');
        let stem: String = last.chars().filter(is_plain).take(LONGEST_STEM).collect();
        let stem = if stem.is_empty() { "types".to_owned() } else { stem };
        let extension = if file.extension() == "yml" { "yml" } else { "yaml" };
        let path = |stem: &str| file.join(&format!("{stem}.{extension}")).ok();
        path(&stem)?;
        // Some file systems do not tell the case of letters apart.
        let files: BTreeSet<String> =
            self.library.files.iter().map(|file| file.as_str().to_lowercase()).collect();
        let is_there = |path: &FilePath| files.contains(&path.as_str().to_lowercase());
        let is_taken =
            |stem: &str| path(stem).is_none_or(|path| is_there(&path) || self.check_free_for(&path).is_err());
        path(&common::free_name(&stem, '-', is_taken))
    }

    pub(super) fn check_free_for(&self, file: &FilePath) -> Result<(), EditError> {
        if self.library.files.contains(file) {
            return Err(EditError::Taken(file.to_string()));
        }
        self.check_free(&NewNames::from([(file.clone(), file.clone())]))
    }

    /// Plans the move of the definition whose key is at an offset to another file, which is created if it does not exist.
    ///
    /// # Errors
    ///
    /// The reason if the result would not mean the same.
    pub fn move_definition(
        &self,
        file: &FilePath,
        offset: usize,
        to: &FilePath,
    ) -> Result<MovedDefinition, EditError> {
        if let Cow::Owned(other) = self.showing_at(file, offset) {
            return other.move_definition(file, offset, to);
        }
        let checked = self.checked(file)?;
        let Some((path, relocation)) = checked.definition_at(offset).zip(checked.relocation()) else {
            return refused("no definition here that can be moved".to_owned());
        };
        if to == file {
            return refused(format!("the definition is already in `{file}`"));
        }
        let created = match self.first(to) {
            Some(_) => None,
            None if !to.is_document() || to.extension() == "json" => {
                return refused(format!("`{to}` is not a YAML file name: use `.yaml` or `.yml`"));
            }
            None => {
                self.check_free_for(to)?;
                Some((to.clone(), relocation.new_document()))
            }
        };
        let none = BTreeMap::new();
        let staged = match &created {
            Some((file, text)) => self.with_edits_and_files(&none, &[(file, text)]),
            None => self.clone(),
        };
        let name = path.last_key().unwrap_or_default();
        let (source, target) = (staged.checked(file)?, staged.checked(to)?);
        let planned = Move { before: self, analysis: &staged, source, target, path: &path, name };
        let edits = planned.edits()?;
        planned.check_equivalent(&edits)?;
        Ok(MovedDefinition { change: Change { edits, focus: None }, created })
    }
}

impl Checked {
    fn relocation(&self) -> Option<&dyn Relocation> {
        self.model()?.relocation()
    }

    /// The path of the definition whose key contains or touches an offset.
    fn definition_at(&self, offset: usize) -> Option<Path> {
        let relocation = self.relocation()?;
        let key = self.document.at(offset).filter(|node| node.is_key())?;
        Some(key.path()).filter(|path| relocation.is_movable(path))
    }

    /// Returns true if definitions can move between this document and another one.
    fn is_akin_to(&self, other: &Checked) -> bool {
        let (ours, theirs) = (self.language(), other.language());
        let is_same = (ours.dialect, ours.profile) == (theirs.dialect, theirs.profile);
        let namespaces = || {
            self.relocation().map(Relocation::namespace).zip(other.relocation().map(Relocation::namespace))
        };
        is_same
            && other.document.errors().is_empty()
            && !other.is_bundled_copy()
            && namespaces().is_some_and(|(one, other)| one == other)
    }
}

impl Move<'_> {
    fn edits(&self) -> Result<BTreeMap<FilePath, TextEdit>, EditError> {
        self.check_target()?;
        self.check_anchors()?;
        self.check_files()?;
        let (relocation, own) = (relocation(self.source)?, relocation(self.target)?);
        let needed = self.dependencies(relocation)?;
        let sight = own.files_in_sight();
        let missing = needed.iter().filter(|file| !sight.contains(*file));
        let mut ops: BTreeMap<FilePath, Vec<Op>> = BTreeMap::new();
        ops.insert(self.target.file.clone(), imports(self.target, missing)?);
        for user in self.importers(relocation)? {
            let checked = self.analysis.checked(&user)?;
            ops.insert(user, imports(checked, std::iter::once(&self.target.file))?);
        }
        let mut edits = BTreeMap::new();
        let target = ops.remove(&self.target.file).unwrap_or_default();
        edits.insert(self.target.file.clone(), self.inserted(own, target)?);
        let source = ops.remove(&self.source.file).unwrap_or_default();
        edits.insert(self.source.file.clone(), self.removed(source)?);
        for (file, ops) in ops {
            let checked = self.analysis.checked(&file)?;
            edits.insert(file, yaml::patch(&checked.document, &ops)?);
        }
        edits.retain(|_, edit| !edit.is_empty());
        Ok(edits)
    }

    fn check_target(&self) -> Result<(), EditError> {
        let Move { source, target, name, .. } = self;
        let (from, to) = (&source.file, &target.file);
        if let Some(file) = [source, target].into_iter().find(|checked| !checked.document.errors().is_empty())
        {
            return refused(format!("`{}` has a syntax error: fix it first", file.file));
        }
        if !source.is_akin_to(target) {
            return refused(format!("`{to}` is not of the same version and namespace as `{from}`"));
        }
        let section = self.path.key_at(0).and_then(|section| target.document.root()?.get(section));
        if section.is_some_and(|section| section.resolve().get(name).is_some()) {
            return Err(EditError::Taken((*name).to_owned()));
        }
        Ok(())
    }

    /// Values that anchors share cannot be in two files.
    fn check_anchors(&self) -> Result<(), EditError> {
        let document = &self.source.document;
        let is_inside = |node: Node<'_>| node.path().starts_with(self.path);
        let aliases = document.nodes().filter(|node| node.is_alias());
        if let Some(alias) = aliases.into_iter().find(|alias| is_inside(*alias) != is_inside(alias.resolve()))
        {
            let anchor = alias.source();
            return refused(format!(
                "`{}` shares `{anchor}` with the rest of `{}`",
                self.name, self.source.file
            ));
        }
        let own = document.nodes().filter(|node| is_inside(*node)).filter_map(Node::anchor);
        let theirs: BTreeSet<&str> = self.target.document.nodes().filter_map(Node::anchor).collect();
        match own.into_iter().find(|anchor| theirs.contains(anchor)) {
            Some(anchor) => refused(format!(
                "both `{}` and `{}` declare the anchor `&{anchor}`",
                self.name, self.target.file
            )),
            None => Ok(()),
        }
    }

    /// The path of a file that is not open cannot be written as seen from another folder.
    fn check_files(&self) -> Result<(), EditError> {
        let (from, to) = (&self.source.file, &self.target.file);
        if from.folder() == to.folder() {
            return Ok(());
        }
        let files = &self.analysis.library.files;
        let is_there = |name: &str| {
            [from.join(name).ok(), FilePath::new(name).ok()]
                .into_iter()
                .flatten()
                .any(|file| files.contains(&file))
        };
        let named = self.source.model().map(Model::named_files).unwrap_or_default();
        let own = named.into_iter().filter(|(_, path)| path.starts_with(self.path));
        match own.map(|(name, _)| name).find(|name| !is_there(name)) {
            Some(name) => refused(format!(
                "`{}` refers to `{name}`, which is not open: move it within the same folder",
                self.name
            )),
            None => Ok(()),
        }
    }

    /// The files with the definitions that the moved one names.
    fn dependencies(&self, relocation: &dyn Relocation) -> Result<BTreeSet<FilePath>, EditError> {
        if let Some(name) = relocation.undetermined_name(self.path) {
            let file = &self.source.file;
            return refused(format!(
                "a file that `{file}` imports and that is not open may declare `{name}`"
            ));
        }
        let Some(model) = self.source.model() else { return Ok(BTreeSet::new()) };
        let foreign: BTreeMap<usize, _> = model
            .external_references()
            .into_iter()
            .map(|external| (external.reference, (external.file, external.path)))
            .collect();
        let names = model.names();
        let mut found = BTreeSet::new();
        for (at, reference) in names.references.iter().enumerate() {
            let Some(node) = self.source.document.node_of(reference.node) else { continue };
            if !node.path().starts_with(self.path) {
                continue;
            }
            let (file, declared) = match (reference.declaration, foreign.get(&at)) {
                (Some(own), _) => (&self.source.file, &names.declarations[own].path),
                (None, Some((file, path))) => (file, path),
                (None, None) => continue,
            };
            if file == &self.source.file && declared.starts_with(self.path) {
                continue;
            }
            let comes_along = match file == &self.source.file {
                true => relocation.is_movable(&declared.prefix(2)),
                false => relocation.comes_with_import(&declared.prefix(2)),
            };
            if !comes_along {
                let name = &reference.name;
                return refused(format!("`{}` uses `{name}`, which only `{file}` declares", self.name));
            }
            // A member of a type comes with the name of the type.
            if declared.len() > 2 || file == &self.target.file {
                continue;
            }
            if is_prefixed(node, reference.within.start) {
                let written = node.as_str().unwrap_or_default();
                return refused(format!("`{written}` has the prefix of an import of `{}`", self.source.file));
            }
            found.insert(file.clone());
        }
        Ok(found)
    }

    /// The files that have to import the target: those that name the definition and do not see the target yet.
    fn importers(&self, relocation: &dyn Relocation) -> Result<BTreeSet<FilePath>, EditError> {
        let (from, to) = (&self.source.file, &self.target.file);
        let (mut plain, mut through_source) = (BTreeSet::new(), false);
        for checked in self.analysis.files.values() {
            let Some(model) = checked.model() else { continue };
            for at in self.references_in(checked, model) {
                let reference = &model.names().references[at];
                let node = checked.document.node_of(reference.node);
                let has_prefix = node.is_some_and(|node| is_prefixed(node, reference.within.start));
                match (checked.file == *from, has_prefix) {
                    (false, true) if checked.file == *to => {
                        let written = node.and_then(Node::as_str).unwrap_or_default();
                        return refused(format!("`{to}` refers to it as `{written}`, with an import prefix"));
                    }
                    // The prefix resolves to the source.
                    (true, _) | (false, true) => through_source = true,
                    (false, false) => drop(plain.insert(checked.file.clone())),
                }
            }
        }
        let source_sees = relocation.files_in_sight().contains(to);
        let mut importers = BTreeSet::new();
        if through_source && !source_sees {
            importers.insert(from.clone());
        }
        for file in plain.into_iter().filter(|file| file != to) {
            let Some(user) = self.analysis.file(&file).and_then(|checked| checked.relocation()) else {
                continue;
            };
            let sight = user.files_in_sight();
            let by_source = (through_source || source_sees) && sight.contains(from);
            if !sight.contains(to) && !by_source {
                importers.insert(file);
            }
        }
        Ok(importers)
    }

    /// The references of a document to the definition, without those in the definition itself.
    fn references_in(&self, checked: &Checked, model: &dyn Model) -> Vec<usize> {
        let names = model.names();
        if checked.file != self.source.file {
            let foreign = model.external_references().into_iter();
            let own =
                foreign.filter(|external| external.file == self.source.file && external.path == *self.path);
            return own.map(|external| external.reference).collect();
        }
        if checked.nth() != self.source.nth() {
            return Vec::new();
        }
        let Some(declaration) = names.declared_at(self.path) else { return Vec::new() };
        let is_outside = |at: &usize| {
            let node = checked.document.node_of(names.references[*at].node);
            node.is_some_and(|node| !node.path().starts_with(self.path))
        };
        names.references_to(declaration).filter(is_outside).collect()
    }
}

/// The ops that import files into a document.
fn imports<'f>(into: &Checked, files: impl Iterator<Item = &'f FilePath>) -> Result<Vec<Op>, EditError> {
    let mut ops: Vec<Op> = Vec::new();
    for file in files {
        let Some(op) = relocation(into)?.import(file) else {
            return refused(format!("add an import of `{file}` to `{}` first", into.file));
        };
        // The first import creates the list.
        match (ops.first_mut(), op) {
            (
                Some(
                    Op::Insert { value: Value::Sequence(all), .. }
                    | Op::Replace { value: Value::Sequence(all), .. },
                ),
                Op::Insert { value: Value::Sequence(more), .. }
                | Op::Replace { value: Value::Sequence(more), .. },
            ) => all.extend(more),
            (_, op) => ops.push(op),
        }
    }
    Ok(ops)
}

fn relocation(checked: &Checked) -> Result<&dyn Relocation, EditError> {
    let found = checked.relocation();
    found.ok_or_else(|| EditError::Refused(format!("definitions of `{}` cannot be moved", checked.file)))
}

/// Returns true if the name at a position of a scalar follows a prefix.
fn is_prefixed(node: Node<'_>, start: usize) -> bool {
    node.as_str().is_some_and(|text| text.get(..start).is_some_and(|before| before.ends_with(':')))
}
