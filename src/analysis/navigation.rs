//! Queries over all files, for editors: references, types, links, outlines, hints, tokens and signatures.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Analysis, Change, Checked, Location};
use limn_files::FilePath;
use limn_ide::anchors;
use limn_ide::folding::{self, Folding};
use limn_ide::hints::{self, Hint};
use limn_ide::symbols::{self, Others, Symbol};
use limn_ide::tokens::{self, Token};
use limn_ide::{definition, rename, selection, unclosed};
use limn_language::dialect::{Model, ReadOnlyText, Source, UsedFile};
use limn_language::edit::{CallArgument, Edit, EditError};
use limn_language::explanation::CallInText;
use limn_language::graph::Id;
use limn_language::schema::{Argument, ArgumentKind, KeyRole, Names, Reference, ReferenceId, value_with};
use limn_language::type_diagram;
use limn_text::TextRange;
use limn_yaml::{Document, Node, Path};

/// A name and all its positions in all files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameReferences {
    /// `None` if no file declares it: the language does, or it is unknown.
    pub declaration: Option<Location>,
    /// By file, then in text order.
    pub references: Vec<Location>,
}

/// A name that can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenameTarget {
    /// The name at the position, to replace.
    pub range: TextRange,
    pub name: String,
    /// The file with the declaration, and its element.
    pub file: FilePath,
    pub id: Id,
}

/// The function call at a position, and its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    pub function: String,
    pub arguments: Vec<Argument>,
    /// The index of the argument at the position.
    pub active: usize,
    /// Purpose of the function, in one sentence.
    pub help: String,
    /// The name of the function in the text.
    pub name: TextRange,
    /// Text around the arguments.
    pub brackets: (&'static str, &'static str),
}

impl Signature {
    fn of_text(call: CallInText) -> Signature {
        let CallInText { function, help, parameters, active, name } = call;
        let argument = |(name, optional): (&str, bool)| Argument {
            label: name.to_owned(),
            words: Vec::new(),
            free: true,
            optional,
            takes: ArgumentKind::Value,
        };
        let arguments = parameters.into_iter().map(argument).collect();
        let help = help.to_owned();
        Signature { function, arguments, active, help, name, brackets: ("(", ")") }
    }
}

/// Maximum number of equal names whose built-in definitions are compared: each is resolved again.
const MEANINGS: usize = 64;
/// The arguments of a function that a signature shows, at most.
const ARGUMENTS: usize = 8;

impl Analysis {
    /// The name at an offset with all its positions, in every file.
    pub fn references(&self, file: &FilePath, offset: usize) -> Option<NameReferences> {
        let shown = self.showing_at(file, offset);
        let this = &*shown;
        if let Some(anchor) = anchors::anchor_at(&this.file(file)?.document, offset) {
            let at = |range| Location { file: file.clone(), range };
            let references = anchor.aliases.into_iter().map(at).collect();
            return Some(NameReferences { declaration: Some(at(anchor.range)), references });
        }
        let names = this.file(file)?.model()?.names();
        // A key that is a name can use a file, too, such as the inventory of a driver.
        let is_name = names.reference_at(offset).is_some_and(|at| names.references[at].is_key);
        let is_link = || !is_name && this.declared(file, offset).is_none();
        if let Some(target) = this.linked_file(file, offset).filter(|_| is_link()) {
            return Some(this.file_references(&target));
        }
        let Some((home, path)) = this.declared(file, offset) else {
            let reference = &names.references[names.reference_at(offset)?];
            let model = this.file(file)?.model()?;
            return Some(this.undeclared(model, reference));
        };
        let (home, path) = this.home(file, &home, &path);
        let declaring = this.seen_from(file, &home)?;
        let declared = declaring.model()?.names();
        let declaration = &declared.declarations[declared.declared_at(&path)?];
        let mut found = NameReferences {
            declaration: Some(Location { file: home.clone(), range: declaration.range }),
            references: Vec::new(),
        };
        // Other files see the first document only.
        let sees = |other: &Checked| {
            declaring.nth() == 0 || (*other.file() == home && other.nth() == declaring.nth())
        };
        for (other, names, model) in this.models().filter(|(other, ..)| sees(other)) {
            let mut ranges: BTreeSet<TextRange> = BTreeSet::new();
            if *other.file() == home
                && other.nth() == declaring.nth()
                && let Some(at) = names.declared_at(&path)
            {
                ranges.extend(names.references_to(at).map(|reference| names.references[reference].range));
                ranges.remove(&declaration.range);
            } else if *other.file() != home {
                let foreign = model.external_references().into_iter();
                let same = foreign.filter(|external| external.file == home && external.path == path);
                ranges.extend(same.map(|external| names.references[external.reference].range));
            }
            found
                .references
                .extend(ranges.into_iter().map(|range| Location { file: other.file().clone(), range }));
        }
        if declaring.nth() == 0 && declaring.document_name().is_some_and(|name| name.path == path) {
            found.references.extend(this.links_to(&home));
            found.references.sort_by(|a, b| (&a.file, a.range).cmp(&(&b.file, b.range)));
        }
        Some(found)
    }

    /// The file that the text at an offset names.
    pub(super) fn linked_file(&self, file: &FilePath, offset: usize) -> Option<FilePath> {
        let links = self.links_of(self.file(file)?).into_iter();
        links.filter(|(range, _)| range.touches(offset)).map(|(_, target)| target).next()
    }

    /// The references to a data type, in all files; `None` for other elements.
    pub fn type_uses(&self, file: &FilePath, id: &Id) -> Option<Vec<Location>> {
        let checked = self.file(file)?;
        checked.diagram_of(id).filter(|diagram| diagram.kind == type_diagram::KIND)?;
        let names = checked.model()?.names();
        let declared = &names.declarations[names.declared_at(&id.0)?];
        let is_type = declared.parent.is_none();
        is_type.then(|| {
            self.references(file, declared.range.start).map(|found| found.references).unwrap_or_default()
        })
    }

    /// The positions of a name that no file declares: those that mean the same built-in definition, or nothing.
    fn undeclared(&self, model: &dyn Model, name: &Reference) -> NameReferences {
        let kinds: BTreeSet<&str> = name.kinds.iter().map(|kind| kind.id).collect();
        let mut same: Vec<(&Checked, &dyn Model, TextRange)> = Vec::new();
        for (checked, names, model) in self.models() {
            let foreign: BTreeSet<ReferenceId> =
                model.external_references().into_iter().map(|external| external.reference).collect();
            let found = names.references.iter().enumerate().filter(|(at, reference)| {
                reference.declaration.is_none()
                    && reference.name == name.name
                    && reference.kinds.iter().any(|kind| kinds.contains(kind.id))
                    && !foreign.contains(at)
            });
            let ranges: BTreeSet<TextRange> = found.map(|(_, reference)| reference.range).collect();
            same.extend(ranges.into_iter().map(|range| (checked, model, range)));
        }
        if same.len() <= MEANINGS {
            let definition = model.external_definition(name.range.start);
            same.retain(|(_, model, range)| model.external_definition(range.start) == definition);
        }
        let location =
            |(checked, _, range): (&Checked, _, _)| Location { file: checked.file().clone(), range };
        NameReferences { declaration: None, references: same.into_iter().map(location).collect() }
    }

    /// The file and the path of the element whose name is at an offset.
    fn declared(&self, file: &FilePath, offset: usize) -> Option<(FilePath, Path)> {
        let model = self.file(file)?.model()?;
        if let Some(found) = definition::definition(model.names(), offset) {
            return Some((file.clone(), found.path));
        }
        let reference = definition::elsewhere(model.names(), offset)?;
        let foreign =
            model.external_references().into_iter().find(|external| external.reference == reference)?;
        Some((foreign.file, foreign.path))
    }

    fn models(&self) -> impl Iterator<Item = (&Checked, &Names, &dyn Model)> {
        self.all_documents().filter_map(|checked| {
            let model = checked.model()?;
            Some((&**checked, model.names(), model))
        })
    }

    /// The name at an offset that [`limn_language::edit::Edit::Rename`] can change, in this file or in another.
    pub fn rename_target(&self, file: &FilePath, offset: usize) -> Option<RenameTarget> {
        let shown = self.showing_at(file, offset);
        let this = &*shown;
        if let Some(anchor) = anchors::anchor_at(&this.file(file)?.document, offset) {
            let (range, name, id) = (anchor.name_range(), anchor.name.to_owned(), Id(anchor.node.path()));
            return Some(RenameTarget { range, name, file: file.clone(), id });
        }
        let names = this.file(file)?.model()?.names();
        if let Some(found) = rename::prepare(names, offset) {
            let id = Id(found.path);
            return Some(RenameTarget { range: found.range, name: found.name, file: file.clone(), id });
        }
        let (home, path) = this.declared(file, offset)?;
        let reference = &names.references[names.reference_at(offset)?];
        // A reference to a document may write only a part of its name.
        let document = this.seen_from(file, &home).and_then(|checked| checked.document_name());
        let document = document.filter(|name| name.path == path);
        let name = document.map_or(&reference.name, |document| &document.name).clone();
        Some(RenameTarget { range: reference.range, name, file: home, id: Id(path) })
    }

    /// Plans a new name for the name at an offset.
    pub fn rename_at(&self, file: &FilePath, offset: usize, to: &str) -> Option<Result<Change, EditError>> {
        let shown = self.showing_at(file, offset);
        let document = &shown.file(file)?.document;
        if let Some(anchor) = anchors::anchor_at(document, offset) {
            let renamed = anchor.renamed(document, to);
            return Some(renamed.map(|edit| Change { edits: [(file.clone(), edit)].into(), focus: None }));
        }
        let target = shown.rename_target(file, offset)?;
        let edit = Edit::Rename { id: target.id, to: to.to_owned() };
        // Other files see the first document of a file.
        let seen = if target.file == *file { shown } else { self.showing(&target.file, 0) };
        Some(seen.plan(&target.file, &edit))
    }

    /// The declaration of the type of the element at an offset, or of the element whose name is there.
    pub fn type_definition(&self, file: &FilePath, offset: usize) -> Option<Location> {
        let shown = self.showing_at(file, offset);
        let (home, at) = shown.type_name(file, offset)?;
        shown.definition_seen_from(file, &home, at)
    }

    /// The definition of this type if no file declares it.
    pub fn read_only_type_definition(&self, file: &FilePath, offset: usize) -> Option<ReadOnlyText> {
        let shown = self.showing_at(file, offset);
        let (home, at) = shown.type_name(file, offset)?;
        shown.seen_from(file, &home)?.read_only_definition(at)
    }

    /// The file and the offset at the end of the name of this type, behind its prefix.
    fn type_name(&self, file: &FilePath, offset: usize) -> Option<(FilePath, usize)> {
        let of = |home: FilePath, path: &Path| {
            let value = self.seen_from(file, &home)?.value_with(path, &[KeyRole::Type, KeyRole::Base])?;
            let range = value.range();
            Some((home, range.end.saturating_sub(1).max(range.start)))
        };
        if let Some(found) = self.declared(file, offset).and_then(|(file, path)| of(file, &path)) {
            return Some(found);
        }
        let path = self.file(file)?.document.at(offset)?.path();
        (1..=path.len()).rev().find_map(|len| of(file.clone(), &path.prefix(len)))
    }

    /// The files that the documents of a file refer to: where, and which. Files that do not exist are omitted.
    pub fn links(&self, file: &FilePath) -> Vec<(TextRange, FilePath)> {
        self.documents(file).iter().flat_map(|checked| self.links_of(checked)).collect()
    }

    pub(super) fn links_of(&self, checked: &Checked) -> Vec<(TextRange, FilePath)> {
        let file = &checked.file;
        let named = checked.model().map(Model::named_files).unwrap_or_default();
        let is_there = |target: &FilePath| self.library.files.binary_search(target).is_ok();
        let mut links: Vec<(TextRange, FilePath)> = named
            .into_iter()
            .filter_map(|(name, path)| {
                let node = checked.document.get(&path).filter(|node| node.is_scalar())?;
                // Relative to the document, or to the top of a package.
                let targets = [file.join(&name).ok(), FilePath::new(&name).ok()];
                let target = targets.into_iter().flatten().find(is_there)?;
                Some((node.range(), target))
            })
            .collect();
        let linked = checked.model().map(Model::linked_files).unwrap_or_default();
        links.extend(linked.into_iter().filter_map(|(path, target)| {
            let node = checked.document.get(&path).filter(|node| node.is_scalar())?;
            Some((node.range(), target))
        }));
        let used = checked.used_files().into_iter().filter(|used_file| used_file.is_there);
        links.extend(
            used.filter_map(|used_file| Some((checked.naming_range(&used_file.path)?, used_file.file))),
        );
        links.sort();
        links.dedup();
        links
    }

    /// The file that the element uses whose name or value is at an offset.
    pub fn used_file(&self, file: &FilePath, offset: usize) -> Option<UsedFile> {
        self.document_at(file, offset)?.used_file(offset)
    }

    /// The names in all files that contain the letters of a query: the file, and what [`symbols::search`] returns.
    pub fn search_symbols(
        &self,
        query: &str,
    ) -> impl Iterator<Item = (&FilePath, (String, &'static str, Option<String>, TextRange))> {
        self.models().flat_map(move |(checked, names, _)| {
            symbols::search(names, query).into_iter().map(move |found| (checked.file(), found))
        })
    }
}

impl Checked {
    /// The files beside the document that its elements use.
    pub fn used_files(&self) -> Vec<UsedFile> {
        self.model().map(Model::used_files).unwrap_or_default()
    }

    /// The one that the element uses whose name or value is at an offset.
    pub(super) fn used_file(&self, offset: usize) -> Option<UsedFile> {
        let is_at = |used_file: &UsedFile| {
            self.naming_range(&used_file.path).is_some_and(|range| range.touches(offset))
        };
        self.used_files().into_iter().find(is_at)
    }

    /// The range of an element's value if it is a scalar, otherwise of its key.
    fn naming_range(&self, path: &Path) -> Option<TextRange> {
        let node = self.document.get(path)?;
        let key = || node.key().unwrap_or(node);
        Some(if node.is_scalar() && !node.is_null() { node } else { key() }.range())
    }

    /// The value of an element that has one of the roles, by the tables of the language.
    fn value_with(&self, element: &Path, roles: &[KeyRole]) -> Option<Node<'_>> {
        value_with(&self.document, self.model()?.grammar(), element, roles)
    }

    /// The outline; empty if no language was recognized.
    pub fn symbols(&self) -> Vec<Symbol> {
        let of = |model: &dyn Model| {
            let (files, unnamed, name) =
                (model.named_files(), model.unnamed_elements(), model.document_name());
            let others = Others { files: &files, unnamed: &unnamed, document_name: name.as_ref() };
            symbols::symbols(&self.document, model.names(), others)
        };
        self.model().map(of).unwrap_or_default()
    }

    pub fn folding(&self) -> Vec<Folding> {
        folding::folding(&self.document, self.lines())
    }

    /// The ranges around an offset, the innermost first.
    pub fn selections(&self, offset: usize) -> Vec<TextRange> {
        selection::selections(&self.document, offset)
    }

    pub fn tokens(&self) -> Vec<Token> {
        self.tokens_within(TextRange::new(0, self.document.text().len()))
    }

    /// The tokens that touch a range.
    pub fn tokens_within(&self, within: TextRange) -> Vec<Token> {
        let Some(model) = self.model() else { return Vec::new() };
        tokens::tokens(&self.document, model.grammar(), model.names(), within)
    }

    /// The values of names, to show next to references in a range, and what holds there although it is not written.
    pub fn hints(&self, within: TextRange) -> Vec<Hint> {
        let of = |model: &dyn Model| {
            let implied = model.implied(within);
            hints::hints(&self.document, model.grammar(), model.names(), &implied, within)
        };
        self.model().map(of).unwrap_or_default()
    }

    /// The names that this file declares at the top of their sections, with the number of references in this file: for lenses.
    pub fn declarations(&self) -> Vec<(TextRange, &'static str)> {
        let Some(model) = self.model() else { return Vec::new() };
        let names = model.names();
        let top = names.declarations.iter().filter(|declaration| declaration.parent.is_none());
        top.filter(|declaration| declaration.path == declaration.written)
            .map(|declaration| (declaration.range, declaration.kind.id))
            .collect()
    }

    /// The value at an offset: the element of the diagram around it, and the rest of its path.
    pub fn value_at(&self, offset: usize) -> Option<(Path, Path)> {
        let path = self.document.at(offset).filter(|node| node.is_scalar() || node.is_key())?.path();
        let element = self.at(offset).filter(|element| path.starts_with(&element.0))?.0;
        let key = path.steps().get(element.len()..)?.iter().cloned().collect::<Path>();
        (!key.is_empty()).then_some((element, key))
    }

    /// The function call around an offset, with the arguments that the function takes at its place.
    pub fn signature(&self, offset: usize) -> Option<Signature> {
        let model = self.model()?;
        match (unclosed::closed(&self.document, offset), self.recognized()) {
            // As it is meant: with the brackets closed that are open.
            (Some(edit), Some((dialect, profile))) => {
                let document = Arc::new(self.document.after(&edit));
                let model = dialect.read(&Source { document: &document, ..self.source(profile) });
                Signature::at(&*model, &document, offset)
            }
            _ => Signature::at(model, &self.document, offset),
        }
    }
}

impl Signature {
    fn at(model: &dyn Model, document: &Document, offset: usize) -> Option<Signature> {
        if let Some(call) = model.call_in_text(offset) {
            return Some(Signature::of_text(call));
        }
        let slots = model.slots()?;
        let mut here = document.at(offset)?;
        loop {
            let call = here.entries().next().filter(|_| here.is_mapping() && here.entries().len() == 1);
            if let Some(entry) = call
                && let Some(function) = entry.key.as_str()
                && let path = here.path()
                && let known = slots.functions(&path)
                && let Some(known) = known.into_iter().find(|known| known.word == function)
            {
                let given = slots.call(&path).map(|call| texts(&call.given)).unwrap_or_default();
                let mut arguments =
                    signature_arguments(|given| slots.arguments(&path, &function, given), &given);
                for argument in &mut arguments {
                    argument.label = argument.label.to_lowercase();
                }
                let active = argument_at(entry.value, offset).min(arguments.len().saturating_sub(1));
                let signature = Signature {
                    function: known.word,
                    arguments,
                    active,
                    help: known.doc,
                    name: entry.key.range(),
                    brackets: (": [", "]"),
                };
                return (!signature.arguments.is_empty()).then_some(signature);
            }
            here = here.parent()?;
        }
    }
}

/// The arguments that are present, and those that can follow.
fn signature_arguments(ask: impl Fn(&[String]) -> Vec<Argument>, given: &[String]) -> Vec<Argument> {
    let mut given = given.to_vec();
    let mut arguments = ask(&given);
    while arguments.len() == given.len() + 1 && arguments.len() < ARGUMENTS {
        // The next one depends on this one, whatever it will be.
        given.push(
            arguments
                .last()
                .and_then(|argument| argument.words.first())
                .map_or_else(String::new, |word| word.word.clone()),
        );
        let more = ask(&given);
        if more.len() <= arguments.len() {
            break;
        }
        arguments = more;
    }
    arguments
}

/// The index of the argument at an offset.
fn argument_at(value: Node<'_>, offset: usize) -> usize {
    let before = |item: &Node<'_>| item.full_range().end < offset;
    if value.is_sequence() { value.items().filter(before).count() } else { 0 }
}

/// The arguments that are texts.
fn texts(given: &[CallArgument]) -> Vec<String> {
    given
        .iter()
        .map_while(|argument| if let CallArgument::Text(text) = argument { Some(text.clone()) } else { None })
        .collect()
}
