//! Analysis of a workspace. The page and the command line get plain data, ids and offsets from it; the crates below work on single documents.
//!
//! An `Analysis` is a value: a change creates a new one from the old, and only changed texts are parsed again. Each file is read and checked on first
//! use, so typing in one file does not wait for the others; reading and checking are separate, so a form does not wait for the rules.

mod catalog;
mod change;
mod checksums;
mod conflicts;
mod consequences;
mod convert;
mod directive;
mod document_names;
mod documents;
mod duplicate;
mod entry_lines;
mod file_card;
mod fix_all;
mod foreign;
pub mod hierarchy;
mod identity;
pub mod incremental;
mod move_definition;
mod navigation;
mod nesting;
mod notes;
mod package;
pub mod palette;
mod partial_diagram;
mod paste;
mod picture;
mod proposals;
mod queries;
mod recognition;
mod refactorings;
mod rename_files;
pub mod settings;
mod sharing;
mod suppress;
pub mod table;
mod text_changes;
mod verify;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use limn_files::{FilePath, Workspace};
use limn_language::causes::{CauseGroup, group_by_cause};
use limn_language::diagnostic::{Code, Diagnostic, Severity};
use limn_language::dialect::{Dialect, Library, Model, Profile, Source};
use limn_language::graph::{Diagram, Graph};
use limn_language::sketch::Sketch;
use limn_text::LineIndex;
use limn_yaml::Document;

use documents::{InFile, Parsed};
use settings::{Policy, SettingsOf};

pub use catalog::Catalog;
pub use change::Change;
pub use convert::{ConvertedLines, ConvertedText};
pub use documents::DocumentLabel;
pub use duplicate::Copies;
pub use fix_all::{Fixed, LeftOut, fix_all, fix_kinds};
pub use identity::{DocumentMap, IdMap};
pub use limn_common::{MAX_TEXT, Unreadable, decode, too_large};
pub use limn_language::dialect::{
    Conversion, ConversionEffect, PaletteEntry, ReadOnlyText, TypeProfile, TypedEnd,
};
pub use limn_yaml::EditScope;
pub use move_definition::{MovableDefinition, MovedDefinition};
pub use navigation::{NameReferences, RenameTarget, Signature};
pub use nesting::{Extractable, NestingChange};
pub use package::Missing;
pub use proposals::{Proposal, Way};
pub use queries::Location;
pub use recognition::language_comment;
pub use refactorings::{Refactoring, RefactoringKind};
pub use rename_files::NewNames;
pub use settings::{OuterSettings, Settings};
pub use text_changes::{FileChanges, TextChange};
pub use verify::Objection;

/// Choices of the user that override detection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Profile ids by file.
    pub profiles: BTreeMap<FilePath, String>,
    /// The profile id of every other file.
    pub profile: Option<String>,
    /// Settings of files that have none in the workspace.
    pub settings: Option<OuterSettings>,
    /// Warnings are errors.
    pub strict: bool,
    /// Files that documents may use and that are not part of the workspace.
    pub catalog: Catalog,
    /// The files that documents import were looked for on disk, so that an import that is not in the workspace does not exist.
    pub imports_read: bool,
    /// The document shown of each file with several, by its index; otherwise the first.
    pub documents: BTreeMap<FilePath, usize>,
}

/// The analysis of all open files.
#[derive(Clone, Default)]
pub struct Analysis {
    library: Arc<Library>,
    choices: Choices,
    /// The shown document of each file.
    files: BTreeMap<FilePath, Arc<Checked>>,
    /// All documents of the files that have several.
    several: BTreeMap<FilePath, Vec<Arc<Checked>>>,
}

/// One text file of the workspace, or one document of a file with several.
pub struct Checked {
    file: FilePath,
    in_file: InFile,
    document: Arc<Document>,
    chosen: Option<String>,
    /// The profile was chosen for this file alone, so it applies even if the language is not recognized.
    is_own_choice: bool,
    policy: Policy,
    library: Arc<Library>,
    /// For a document that other files do not see.
    own_library: OnceLock<Arc<Library>>,
    language: OnceLock<DocumentLanguage>,
    model: OnceLock<Option<Box<dyn Model>>>,
    graph: OnceLock<Arc<Graph>>,
    /// The diagrams of parts with their notes.
    noted_diagrams: OnceLock<Vec<Diagram>>,
    diagnostics: OnceLock<Vec<Diagnostic>>,
}

/// The language of a document, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentLanguage {
    /// `assembly`; `None` if no language was recognized.
    pub dialect: Option<&'static str>,
    pub dialect_label: &'static str,
    pub profile: Option<&'static str>,
    pub profile_label: &'static str,
    /// One sentence.
    pub reason: String,
    /// True if the user chose the profile.
    pub chosen: bool,
}

/// The first syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// 1-based.
    pub line: usize,
    pub message: String,
}

impl Analysis {
    /// Analyzes a workspace. Documents of `before` with the same text are not parsed again.
    pub fn of(workspace: &Workspace, choices: &Choices, before: &Analysis) -> Analysis {
        let mut parsed: BTreeMap<FilePath, Parsed> = BTreeMap::new();
        for (file, content) in workspace.files.iter().filter(|(file, _)| file.is_document()) {
            let Some(text) = content.as_text() else { continue };
            let is_whole = settings::is_settings(file);
            let of = if is_whole { Parsed::whole } else { Parsed::of };
            parsed.insert(file.clone(), of(before, file, text));
        }
        let (library, unchanged) = library_of(workspace, choices, before, &parsed);
        // They are read like documents, but no document depends on them.
        let settings = workspace.files.iter().filter(|(file, _)| settings::is_settings(file));
        let others = settings.filter_map(|(file, content)| Some((file, content.as_text()?)));
        for (file, text) in library.manifests.iter().chain(others) {
            parsed.insert(file.clone(), Parsed::whole(before, file, text));
        }
        let settings = SettingsOf::new(workspace, choices.settings.as_ref(), choices.strict);
        let mut analysis =
            Analysis { library, choices: choices.clone(), files: BTreeMap::new(), several: BTreeMap::new() };
        for (file, parsed) in parsed {
            let Some(text) = workspace.text(&file) else { continue };
            let policy = settings.policy(&file);
            analysis.add_file(file, text, parsed, &policy, Some(before).filter(|_| unchanged));
        }
        analysis
    }

    /// A text on its own.
    pub fn of_text(file: &FilePath, text: &str) -> Analysis {
        Analysis::of(&Workspace::of(file.clone(), text), &Choices::default(), &Analysis::default())
    }

    pub fn files(&self) -> impl Iterator<Item = &Arc<Checked>> {
        self.files.values()
    }

    pub fn file(&self, file: &FilePath) -> Option<&Arc<Checked>> {
        self.files.get(file)
    }
}

impl Checked {
    pub fn file(&self) -> &FilePath {
        &self.file
    }

    /// The text of the file.
    pub fn text(&self) -> &Arc<str> {
        &self.in_file.text
    }

    pub fn lines(&self) -> &LineIndex {
        self.in_file.lines.get_or_init(|| LineIndex::new(Arc::clone(self.text())))
    }

    pub fn language(&self) -> &DocumentLanguage {
        self.language.get_or_init(|| self.recognize())
    }

    /// All diagnostics, in text order.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        self.diagnostics.get_or_init(|| self.check())
    }

    /// The problems: diagnostics with one cause are one, in several places.
    pub fn cause_groups(&self) -> Vec<CauseGroup> {
        group_by_cause(self.text(), self.diagnostics())
    }

    /// The first syntax error. The rest of the text is still read.
    pub fn broken(&self) -> Option<Broken> {
        let error = self.document.errors().iter().min_by_key(|error| error.range.start)?;
        if self.dialect().is_some_and(|dialect| !dialect.is_yaml()) || settings::is_settings(&self.file) {
            return None;
        }
        let line = self.lines().line_column(error.range.start).line;
        Some(Broken { line, message: error.message.clone() })
    }

    /// Profiles to choose from: id, label, help.
    pub fn profiles(&self) -> Vec<(&'static str, &'static str, &'static str)> {
        let shown = |profile: &Profile| (profile.id, profile.label, profile.doc);
        match self.dialect() {
            Some(dialect) => family(dialect).flat_map(Dialect::profiles).map(shown).collect(),
            None => recognition::all().map(|(_, profile)| shown(profile)).collect(),
        }
    }

    /// The document and section that defines the rule of a check, in the version of this document.
    pub fn source_of(&self, code: &Code) -> String {
        match self.recognized() {
            Some((dialect, profile)) => dialect.source_in(profile, code.section),
            None => code.section.to_owned(),
        }
    }

    /// Returns true if it is a copy of definitions that its language has built in.
    pub fn is_bundled_copy(&self) -> bool {
        self.model().is_some_and(Model::is_bundled_copy)
    }

    fn model(&self) -> Option<&dyn Model> {
        let read = || self.recognized().map(|(dialect, profile)| dialect.read(&self.source(profile)));
        self.model.get_or_init(read).as_deref()
    }

    fn dialect(&self) -> Option<&'static dyn Dialect> {
        self.recognized().map(|(dialect, _)| dialect)
    }

    fn recognized(&self) -> Option<(&'static dyn Dialect, &'static Profile)> {
        let language = self.language();
        let dialect =
            limn_dialects::ALL.iter().copied().find(|dialect| Some(dialect.id()) == language.dialect)?;
        let profile = dialect.profiles().iter().find(|profile| Some(profile.id) == language.profile)?;
        Some((dialect, profile))
    }

    fn source(&self, profile: &'static Profile) -> Source<'_> {
        Source { file: &self.file, document: &self.document, profile, library: self.library() }
    }

    /// Rule ids for the checks of this manifest: by the chosen profile, or by the language of a document beside it.
    fn manifest_rules(&self) -> &'static [(&'static str, &'static str)] {
        let has_chosen = |dialect: &&dyn Dialect| {
            dialect.profiles().iter().any(|profile| Some(profile.id) == self.chosen.as_deref())
        };
        let documents = || self.library.documents.iter();
        let is_beside =
            |dialect: &&dyn Dialect| documents().any(|(file, text)| dialect.recognizes(file, text).is_some());
        let mut languages =
            limn_dialects::ALL.iter().copied().filter(|dialect| !dialect.manifest_rules().is_empty());
        let found = match self.chosen {
            Some(_) => languages.find(has_chosen),
            None => languages.find(is_beside),
        };
        found.map_or(&[], Dialect::manifest_rules)
    }

    fn check(&self) -> Vec<Diagnostic> {
        if self.policy.is_ignored {
            return Vec::new();
        }
        if settings::is_settings(&self.file) {
            return suppress::finalize(&self.document, || self.lines(), Settings::read(self.text()).1);
        }
        let is_yaml = self.dialect().is_none_or(Dialect::is_yaml);
        let is_unknown = self.language().dialect.is_none();
        if let Some(template) = is_unknown.then(|| limn_common::template(&self.document)).flatten() {
            return suppress::finalize(&self.document, || self.lines(), vec![template]);
        }
        // XML in files of an extension that YAML has too, such as TOSCA 1.0.
        let is_xml = || self.document.text().trim_start_matches('\u{feff}').trim_start().starts_with("<?xml");
        let is_script = || limn_dialects::ALL.iter().any(|dialect| dialect.is_script(&self.file));
        if is_unknown && (is_script() || is_xml()) {
            return Vec::new();
        }
        let mut diagnostics = if is_yaml { limn_common::check(&self.document) } else { Vec::new() };
        if is_unknown {
            let declined =
                limn_dialects::ALL.iter().find_map(|dialect| dialect.unsupported_language(&self.document));
            if declined.is_none() && self.is_foreign() {
                // One for the file.
                diagnostics.truncate(usize::from(!self.is_below_syntax_error()));
                for it in &mut diagnostics {
                    it.severity = Severity::Info;
                }
            }
            diagnostics.extend(declined);
        }
        if let Some(dialect) = self.dialect() {
            for diagnostic in &mut diagnostics {
                let known = dialect.common_rules().iter().find(|(code, _)| *code == diagnostic.code.name);
                diagnostic.rule = known.map(|(_, rule)| *rule).or(diagnostic.rule);
                diagnostic.severity = dialect.severity(diagnostic.code).unwrap_or(diagnostic.severity);
            }
        }
        // A check alone needs no model; an existing model is used.
        diagnostics.extend(match (self.model.get(), self.recognized()) {
            (Some(model), _) => model.as_deref().map(Model::check).unwrap_or_default(),
            (None, Some((dialect, profile))) => dialect.check(&self.source(profile)),
            (None, None) => Vec::new(),
        });
        if !is_yaml && !diagnostics.is_empty() {
            let rules = self.manifest_rules();
            for diagnostic in &mut diagnostics {
                let known = rules.iter().find(|(code, _)| *code == diagnostic.code.name);
                diagnostic.rule = known.map(|(_, rule)| *rule).or(diagnostic.rule);
            }
        }
        verify::withdraw_under_tags(&self.document, &mut diagnostics);
        verify::demote(&self.document, is_yaml, &mut diagnostics);
        diagnostics.extend(self.unread_documents());
        self.policy.apply(&mut diagnostics);
        let mut diagnostics = suppress::finalize(&self.document, || self.lines(), diagnostics);
        if is_yaml {
            consequences::mark(&self.document, &mut diagnostics);
        }
        diagnostics
    }
}

/// Library that documents see: the first document of each file. And whether it is the same as in `before`.
fn library_of(
    workspace: &Workspace,
    choices: &Choices,
    before: &Analysis,
    parsed: &BTreeMap<FilePath, Parsed>,
) -> (Arc<Library>, bool) {
    let first =
        |(file, parsed): (&FilePath, &Parsed)| Some((file.clone(), Arc::clone(parsed.documents.first()?)));
    let documents: BTreeMap<FilePath, Arc<Document>> = parsed.iter().filter_map(first).collect();
    let manifests: BTreeMap<FilePath, Arc<str>> = workspace
        .files
        .iter()
        .filter(|(file, _)| is_manifest(file))
        .filter_map(|(file, content)| Some((file.clone(), Arc::clone(content.as_text()?))))
        .collect();
    let checksums = checksums::of(workspace, &manifests, &before.library.checksums);
    let catalog = choices.catalog.library(&before.choices.catalog, &before.library);
    let is_same_catalog = match (&catalog, &before.library.catalog) {
        (Some(now), Some(before)) => Arc::ptr_eq(now, before),
        (now, before) => now.is_none() && before.is_none(),
    };
    let unchanged = documents.len() == before.library.documents.len()
        && is_same_catalog
        && workspace.whole == before.library.whole
        && choices.imports_read == before.library.imports_read
        && workspace.files.keys().eq(before.library.files.iter())
        && workspace.folders.iter().eq(before.library.folders.iter())
        && manifests == before.library.manifests
        && checksums == before.library.checksums
        && documents.iter().all(|(file, document)| {
            before.library.documents.get(file).is_some_and(|known| Arc::ptr_eq(known, document))
        });
    let library = if unchanged {
        Arc::clone(&before.library)
    } else {
        let files = workspace.files.keys().cloned().collect();
        Arc::new(Library {
            documents,
            files,
            folders: workspace.folders.iter().cloned().collect(),
            whole: workspace.whole,
            imports_read: choices.imports_read,
            manifests,
            checksums,
            catalog,
            ..Library::default()
        })
    };
    (library, unchanged)
}

/// The languages of a family, the language itself first.
fn family(dialect: &'static dyn Dialect) -> impl Iterator<Item = &'static dyn Dialect> {
    let others = limn_dialects::ALL.iter().copied().filter(move |other| other.id() != dialect.id());
    std::iter::once(dialect).chain(others.filter(move |other| other.family() == dialect.family()))
}

/// All checks, for the rules page and for SARIF.
pub fn codes() -> Vec<&'static Code> {
    let mut codes = limn_common::codes();
    codes.push(&documents::TOO_MANY);
    codes.push(&settings::INVALID_SETTING);
    codes.extend(limn_dialects::ALL.iter().flat_map(|dialect| dialect.codes()));
    codes.sort_by_key(|code| code.name);
    codes.dedup_by_key(|code| code.name);
    codes
}

/// The rule ids of a check with their languages: its own, or those of each language for a shared check.
pub fn rules_of(code: &Code) -> Vec<(&'static str, &'static str)> {
    let shared = limn_dialects::ALL.iter().flat_map(|dialect| {
        let rules = dialect.common_rules().iter().filter(|(name, _)| *name == code.name);
        rules.map(|(_, rule)| (dialect.id(), *rule))
    });
    let own = code.rule.map(|rule| (code.name.split('/').next().unwrap_or_default(), rule));
    own.into_iter().chain(shared).collect()
}

/// The files that a text imports, relative to itself and as written.
pub fn dependencies(text: &str) -> Vec<String> {
    limn_dialects::ALL.iter().flat_map(|dialect| dialect.dependencies(text)).collect()
}

/// Every variant of every language: its id, its label, and the language's id.
pub fn profiles() -> Vec<(&'static str, &'static str, &'static str)> {
    let of = |dialect: &&'static dyn Dialect| {
        let id = dialect.id();
        dialect.profiles().iter().map(move |profile| (profile.id, profile.label, id))
    };
    limn_dialects::ALL.iter().filter(|dialect| dialect.is_yaml()).flat_map(of).collect()
}

/// The label of the language with an id: "TOSCA".
pub fn language_label(id: &str) -> Option<&'static str> {
    limn_dialects::ALL.iter().find(|dialect| dialect.id() == id).map(|dialect| dialect.label())
}

/// A language for new documents.
#[derive(Clone, Debug)]
pub struct Blank {
    pub id: &'static str,
    /// Name of the new file.
    pub file: String,
    pub label: &'static str,
    /// Its purpose.
    pub about: &'static str,
    pub sketch: Sketch,
    pub text: &'static str,
}

/// The languages for new documents; one that extends another follows it.
pub fn blanks() -> Vec<Blank> {
    let of = |dialect: &'static dyn Dialect| Blank {
        id: dialect.id(),
        file: dialect.blank_name().map_or_else(|| format!("{}.yml", dialect.id()), str::to_owned),
        label: dialect.label(),
        about: dialect.about(),
        sketch: dialect.sketch(),
        text: dialect.blank(),
    };
    let all = limn_dialects::ALL.iter().copied().filter(|dialect| dialect.is_yaml());
    let first = all.filter(|dialect| dialect.family() == dialect.id());
    first.flat_map(family).filter(|dialect| dialect.is_yaml()).map(of).collect()
}

/// Returns true if a file is checked that is not YAML.
pub fn is_checked(file: &FilePath) -> bool {
    is_manifest(file) || settings::is_settings(file)
}

/// Returns true if a file is a package manifest in a format other than YAML.
pub fn is_manifest(file: &FilePath) -> bool {
    limn_dialects::ALL.iter().any(|dialect| dialect.is_manifest(file))
}
