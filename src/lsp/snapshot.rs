//! An immutable state of all files: what a request is answered from.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use limn_analysis::{Analysis, Checked, Choices, Location};
use limn_disk::FileSystem;
use limn_files::{FilePath, Workspace as Files};
use limn_language::diagnostic::Diagnostic;
use limn_text::{Encoding, LineIndex, TextEdit};
use lsp_types::{
    self as lsp, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, Position, TextDocumentEdit,
    Uri, WorkspaceEdit,
};

use super::{convert, uri};

/// Files that are analyzed together.
pub(super) struct AnalysisUnit {
    /// The folder of their paths; `None` for a document without a place on disk.
    pub(super) root: Option<PathBuf>,
    pub(super) files: Files,
    pub(super) analysis: Analysis,
    pub(super) choices: Choices,
    pub(super) disk: Arc<BTreeMap<FilePath, PathBuf>>,
}

/// Place of a document's analysis.
#[derive(Clone, Debug)]
pub(super) struct DocumentRef {
    pub(super) unit: usize,
    pub(super) file: FilePath,
    /// True if the unit reports on it, and does not only have it as context.
    pub(super) is_requested: bool,
    /// Other units that have it as context.
    pub(super) others: Vec<(usize, FilePath)>,
    pub(super) path: Option<PathBuf>,
}

impl Default for DocumentRef {
    fn default() -> DocumentRef {
        let file = FilePath::try_from("untitled.yaml".to_owned()).expect("a plain, relative path");
        DocumentRef { unit: usize::MAX, file, is_requested: false, others: Vec::new(), path: None }
    }
}

#[derive(Clone, Default)]
pub(super) struct Snapshot {
    pub(super) units: Vec<Arc<AnalysisUnit>>,
    pub(super) places: Arc<HashMap<PathBuf, DocumentRef>>,
    pub(super) by_uri: Arc<HashMap<String, DocumentRef>>,
    /// The versions of open documents.
    pub(super) versions: Arc<HashMap<String, i32>>,
    pub(super) files: FileSystem,
}

/// A YAML document of a snapshot: that at a position, or the first of its file.
#[derive(Clone, Copy)]
pub(super) struct Doc<'s> {
    pub(super) unit: &'s AnalysisUnit,
    pub(super) file: &'s FilePath,
    pub(super) checked: &'s Checked,
}

impl<'s> Doc<'s> {
    pub(super) fn lines(&self) -> &LineIndex {
        self.checked.lines()
    }

    /// All YAML documents of its file.
    pub(super) fn all(self) -> impl Iterator<Item = Doc<'s>> {
        self.unit.analysis.documents(self.file).iter().map(move |checked| Doc { checked, ..self })
    }

    /// The problems of all YAML documents of its file, with their documents.
    pub(super) fn problems(self) -> impl Iterator<Item = (Doc<'s>, &'s Diagnostic)> {
        self.all().flat_map(|doc| doc.checked.diagnostics().iter().map(move |found| (doc, found)))
    }
}

impl Snapshot {
    pub(super) fn place(&self, uri: &Uri) -> Option<&DocumentRef> {
        let on_disk = || {
            let path = uri::path_of(uri)?;
            self.places.get(&path).or_else(|| self.places.get(&self.files.canonicalize(&path).ok()?))
        };
        self.by_uri.get(uri.as_str()).or_else(on_disk)
    }

    /// The document; `None` if it is unknown or is not text.
    pub(super) fn doc(&self, uri: &Uri) -> Option<Doc<'_>> {
        let place = self.place(uri)?;
        let unit = self.units.get(place.unit)?;
        let checked = unit.analysis.first(&place.file)?;
        Some(Doc { unit, file: &place.file, checked })
    }

    /// The document and the offset of a position.
    pub(super) fn at(&self, uri: &Uri, position: Position, encoding: Encoding) -> Option<(Doc<'_>, usize)> {
        let doc = self.doc(uri)?;
        let offset = convert::offset(doc.lines(), position, encoding);
        let checked = doc.unit.analysis.document_at(doc.file, offset)?;
        Some((Doc { checked, ..doc }, offset))
    }

    /// The URI of a file: as the editor wrote it, if it is open.
    pub(super) fn uri(&self, unit: &AnalysisUnit, file: &FilePath) -> Option<Uri> {
        let path = unit.disk.get(file).cloned().or_else(|| Some(unit.root.as_ref()?.join(file.as_str())));
        let is_it = |place: &DocumentRef| match (&place.path, &path) {
            (Some(one), Some(other)) => one == other,
            (None, None) => place.file == *file,
            _ => false,
        };
        let open = self.by_uri.iter().filter(|(_, place)| is_it(place)).map(|(uri, _)| uri);
        let open = open.min().and_then(|uri| uri.parse().ok());
        open.or_else(|| uri::uri_of(&path?))
    }

    pub(super) fn location(
        &self,
        unit: &AnalysisUnit,
        at: &Location,
        encoding: Encoding,
    ) -> Option<lsp::Location> {
        let checked = unit.analysis.file(&at.file)?;
        let range = convert::range(checked.lines(), at.range, encoding);
        Some(lsp::Location::new(self.uri(unit, &at.file)?, range))
    }

    /// Edits of files as one edit of the editor.
    pub(super) fn edit(
        &self,
        unit: &AnalysisUnit,
        edits: &BTreeMap<FilePath, TextEdit>,
        encoding: Encoding,
        with_versions: bool,
    ) -> WorkspaceEdit {
        let by_uri = edits.iter().filter(|(_, edit)| !edit.is_empty()).filter_map(|(file, edit)| {
            let text = unit.files.text(file)?;
            let lines = unit
                .analysis
                .file(file)
                .map_or_else(|| LineIndex::new(Arc::clone(text)), |checked| checked.lines().clone());
            Some((self.uri(unit, file)?, convert::text_edits(&lines, edit, encoding)))
        });
        if !with_versions {
            #[expect(clippy::mutable_key_type, reason = "the protocol's type")]
            let changes = by_uri.collect();
            return WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
        }
        let versioned = by_uri.map(|(uri, edits)| TextDocumentEdit {
            text_document: OptionalVersionedTextDocumentIdentifier {
                version: self.versions.get(uri.as_str()).copied(),
                uri,
            },
            edits: edits.into_iter().map(OneOf::Left).collect(),
        });
        let changes = DocumentChanges::Edits(versioned.collect());
        WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() }
    }
}
