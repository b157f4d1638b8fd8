//! Files of several YAML documents: each document has its own language, model, diagram and diagnostics, in the offsets of the file's text.
//!
//! One document of each file is shown: the one that queries by element use. Other files see the first document only, as processors do, so no
//! name leaks from one document of a file to another.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::settings::Policy;
use super::{Analysis, Checked};
use limn_files::FilePath;
use limn_language::diagnostic::{Code, Diagnostic, Severity};
use limn_language::dialect::{Computed, Library, Model};
use limn_language::edit::EditError;
use limn_text::{LineIndex, TextEdit, TextRange};
use limn_yaml::{self as yaml, Document, MAX_DOCUMENTS, Path, Stream};

/// A file with more documents than are read.
pub(super) static TOO_MANY: Code = Code::common(
    Severity::Warning,
    "common/too-many-documents",
    "YAML 1.2.2, 9.2 Streams",
    "Limn draws and checks the first 100 YAML documents of a file, fewer if the file is very large.",
)
.why("The documents below this line are not checked.")
.advice("Move the documents below this line to other files.");

/// The documents of a file's text.
#[derive(Clone, Debug)]
pub(super) struct Parsed {
    pub(super) documents: Vec<Arc<Document>>,
    /// The first line that is not read, because there are too many documents.
    pub(super) unread: Option<TextRange>,
}

/// The file that a document is in, and its place there.
#[derive(Clone)]
pub(super) struct InFile {
    pub(super) text: Arc<str>,
    pub(super) lines: Arc<OnceLock<LineIndex>>,
    /// All documents of the file.
    pub(super) all: Arc<[Arc<Document>]>,
    /// The index among them.
    pub(super) nth: usize,
    /// For the last document that is read: the line that starts the others.
    pub(super) unread: Option<TextRange>,
}

/// A document of a file, for a list to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentLabel {
    /// Its name, as its language has one: "shop". Empty if there is none.
    pub name: String,
    /// "TOSCA 1.3", or that the language is not recognized.
    pub language: String,
    /// The offset of its content.
    pub start: usize,
}

impl Parsed {
    /// The documents of a text: those of `before` if the text is the same.
    pub(super) fn of(before: &Analysis, file: &FilePath, text: &Arc<str>) -> Parsed {
        let known = before.documents(file);
        if known.first().is_some_and(|known| known.text() == text) {
            return Parsed {
                documents: known.iter().map(|checked| Arc::clone(&checked.document)).collect(),
                unread: known.last().and_then(|checked| checked.in_file.unread),
            };
        }
        let Stream { documents, unread } = yaml::parse_stream(Arc::clone(text));
        Parsed { documents: documents.into_iter().map(Arc::new).collect(), unread }
    }

    /// The text as one document, for languages other than YAML.
    pub(super) fn whole(before: &Analysis, file: &FilePath, text: &Arc<str>) -> Parsed {
        let known = before.files.get(file).filter(|known| known.text() == text);
        let document = known
            .map_or_else(|| Arc::new(yaml::parse(Arc::clone(text))), |checked| Arc::clone(&checked.document));
        Parsed { documents: vec![document], unread: None }
    }
}

impl Analysis {
    /// Adds the documents of a file. `before`: an analysis of the same workspace, whose results are kept.
    pub(super) fn add_file(
        &mut self,
        file: FilePath,
        text: &Arc<str>,
        Parsed { documents, unread }: Parsed,
        policy: &Policy,
        before: Option<&Analysis>,
    ) {
        let choices = &self.choices;
        let chosen = choices.profiles.get(&file).or(choices.profile.as_ref()).or(policy.profile()).cloned();
        let is_own_choice = choices.profiles.contains_key(&file);
        let is_kept = |known: &&Arc<Checked>| {
            known.chosen == chosen && known.is_own_choice == is_own_choice && known.policy == *policy
        };
        let (lines, last) = (Arc::default(), documents.len().saturating_sub(1));
        let documents: Arc<[Arc<Document>]> = documents.into();
        let known = before.map(|before| before.documents(&file)).unwrap_or_default();
        let all = documents.iter().enumerate().map(|(nth, document)| {
            let is_same = |known: &&Arc<Checked>| Arc::ptr_eq(&known.document, document);
            let known = known.get(nth).filter(is_kept).filter(is_same);
            known.cloned().unwrap_or_else(|| {
                Arc::new(Checked {
                    file: file.clone(),
                    in_file: InFile {
                        text: Arc::clone(text),
                        lines: Arc::clone(&lines),
                        all: Arc::clone(&documents),
                        nth,
                        unread: unread.filter(|_| nth == last),
                    },
                    document: Arc::clone(document),
                    chosen: chosen.clone(),
                    is_own_choice,
                    policy: policy.clone(),
                    library: Arc::clone(&self.library),
                    own_library: OnceLock::new(),
                    language: OnceLock::new(),
                    model: OnceLock::new(),
                    graph: OnceLock::new(),
                    noted_diagrams: OnceLock::new(),
                    diagnostics: OnceLock::new(),
                })
            })
        });
        let mut all: Vec<Arc<Checked>> = all.collect();
        let shown = choices.documents.get(&file).copied().unwrap_or_default().min(last);
        if all.len() > 1 {
            self.files.insert(file.clone(), Arc::clone(&all[shown]));
            self.several.insert(file, all);
        } else if let Some(only) = all.pop() {
            self.files.insert(file, only);
        }
    }

    /// The documents of a file in text order, those with content; one if there is none.
    pub fn documents(&self, file: &FilePath) -> &[Arc<Checked>] {
        match self.several.get(file) {
            Some(all) => all,
            None => self.files.get(file).map_or(&[], std::slice::from_ref),
        }
    }

    /// All documents of all files.
    pub fn all_documents(&self) -> impl Iterator<Item = &Arc<Checked>> {
        self.files.keys().flat_map(|file| self.documents(file))
    }

    /// The first document of a file: the one that other files see.
    pub fn first(&self, file: &FilePath) -> Option<&Arc<Checked>> {
        self.documents(file).first()
    }

    /// The document of a file at an offset. What is between two documents belongs to the one above.
    pub fn document_at(&self, file: &FilePath, offset: usize) -> Option<&Arc<Checked>> {
        let all = self.documents(file);
        let behind = all.partition_point(|checked| checked.document.start() <= offset);
        all.get(behind.saturating_sub(1))
    }

    /// The analysis that shows the document at an offset.
    pub fn showing_at(&self, file: &FilePath, offset: usize) -> Cow<'_, Analysis> {
        self.document_at(file, offset)
            .map_or(Cow::Borrowed(self), |checked| self.showing(file, checked.nth()))
    }

    /// The analysis that shows a document of a file, by its index.
    pub fn showing(&self, file: &FilePath, nth: usize) -> Cow<'_, Analysis> {
        let found = self.documents(file).get(nth);
        let Some(found) = found.filter(|_| self.file(file).is_some_and(|checked| checked.nth() != nth))
        else {
            return Cow::Borrowed(self);
        };
        let mut other = self.clone();
        other.files.insert(file.clone(), Arc::clone(found));
        other.choices.documents.insert(file.clone(), nth);
        Cow::Owned(other)
    }

    /// The document of `file` that one in `by` sees: in its own file the shown one, in others the first.
    pub(super) fn seen_from(&self, by: &FilePath, file: &FilePath) -> Option<&Arc<Checked>> {
        if by == file { self.file(file) } else { self.first(file) }
    }

    /// Returns true if other files see the shown document of a file.
    pub(super) fn is_seen_by_others(&self, file: &FilePath) -> bool {
        self.file(file).is_none_or(|checked| checked.nth() == 0)
    }

    /// The diagnostics of all documents of a file, in text order.
    pub fn diagnostics(&self, file: &FilePath) -> impl Iterator<Item = &Diagnostic> {
        self.documents(file).iter().flat_map(|checked| checked.diagnostics())
    }

    /// The index of the document that has a diagnostic, by its index among those of the file.
    pub fn document_of_diagnostic(&self, file: &FilePath, at: usize) -> Option<usize> {
        Some(self.diagnostic(file, at)?.0.nth())
    }

    /// A diagnostic by its index among those of the file: its document, and the index there.
    pub(super) fn diagnostic(&self, file: &FilePath, at: usize) -> Option<(&Arc<Checked>, usize)> {
        let mut at = at;
        for checked in self.documents(file) {
            match at.checked_sub(checked.diagnostics().len()) {
                None => return Some((checked, at)),
                Some(rest) => at = rest,
            }
        }
        None
    }
}

/// Adds an edit of a file to those of its other documents.
pub(super) fn add_edit(
    edits: &mut BTreeMap<FilePath, TextEdit>,
    file: &FilePath,
    more: TextEdit,
) -> Result<(), EditError> {
    let had = edits.remove(file).unwrap_or_default();
    let both = had.union(more);
    let both = both.ok_or_else(|| EditError::Refused("two documents change in the same place".to_owned()))?;
    edits.insert(file.clone(), both);
    Ok(())
}

impl Checked {
    /// The index among the documents of the file.
    pub fn nth(&self) -> usize {
        self.in_file.nth
    }

    /// The key of the document, for data that is stored by file.
    pub fn key(&self) -> FilePath {
        self.file.of_document(self.nth())
    }

    /// The part of the file's text that is this document's.
    pub fn own_range(&self) -> TextRange {
        TextRange::new(self.document.start(), self.document.text().len())
    }

    /// Label in the list of the file's documents.
    pub fn label(&self) -> DocumentLabel {
        let language = self.language();
        // The profiles of some languages are named after the language: "TOSCA 1.3".
        let is_full = language.dialect.is_some_and(|id| language.profile_label.to_lowercase().contains(id));
        let language = if is_full { language.profile_label } else { language.dialect_label };
        let start = self.document.root().map_or(self.document.start(), |root| root.full_range().start);
        // Most YAML languages name a document like this.
        let plain = || {
            let root = self.document.root()?;
            let name = root.get("name").or_else(|| root.get("metadata")?.get("name"))?;
            Some(name.text()?.to_owned())
        };
        let name = self.model().and_then(Model::title).or_else(plain).unwrap_or_default();
        DocumentLabel { name, language: language.to_owned(), start }
    }

    /// The workspace as this document sees it: it is the one document of its file.
    pub(super) fn library(&self) -> &Arc<Library> {
        if self.nth() == 0 {
            return &self.library;
        }
        self.own_library.get_or_init(|| {
            let mut library = Library { computed: Computed::default(), ..(*self.library).clone() };
            library.documents.insert(self.file.clone(), Arc::clone(&self.document));
            Arc::new(library)
        })
    }

    /// The text of the file with another text of this document.
    pub(super) fn text_with(&self, document: &Document) -> String {
        let own = self.own_range();
        let text = self.text();
        [&text[..own.start], &document.text()[document.start()..], &text[own.end..]].concat()
    }

    /// Returns true if a document above in the same file has a syntax error.
    pub(super) fn is_below_syntax_error(&self) -> bool {
        self.in_file.all.iter().take(self.nth()).any(|document| !document.errors().is_empty())
    }

    /// The diagnostic for documents below that are not read, because there are too many or the file is too large.
    pub(super) fn unread_documents(&self) -> Option<Diagnostic> {
        let range = self.in_file.unread?;
        let message = if self.nth() + 1 < MAX_DOCUMENTS {
            format!(
                "file too large to read more than {} documents; the documents from here on are not checked",
                self.nth() + 1
            )
        } else {
            format!("more than {MAX_DOCUMENTS} documents; the documents from here on are not checked")
        };
        Some(Diagnostic::new(&TOO_MANY, range, Path::root(), message))
    }
}
