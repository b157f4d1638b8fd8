//! Code actions: the fixes of problems, all safe fixes of a file or of all files, and refactorings.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use limn_analysis::{self as analysis, Refactoring, RefactoringKind};
use limn_files::FilePath;
use limn_language::diagnostic::Diagnostic;
use limn_text::{TextEdit, TextRange};
use lsp_server::ResponseError;
use lsp_types::{
    AnnotatedTextEdit, ChangeAnnotation, CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams,
    CodeActionResponse, CodeActionTriggerKind, DocumentChanges, OneOf, Uri, WorkspaceEdit,
};
use serde::{Deserialize, Serialize};

use super::capabilities::FIX_ALL;
use super::{RequestContext, diagnostics, failed, move_definition, nesting};
use crate::convert;
use crate::snapshot::Doc;

/// An action whose edit is computed when the user picks it.
#[derive(Serialize, Deserialize)]
struct Deferred {
    uri: Uri,
    /// The document must still have this version.
    version: Option<i32>,
    action: Action,
}

#[derive(Serialize, Deserialize)]
enum Action {
    /// A fix of a diagnostic, by their indexes.
    Fix {
        diagnostic: usize,
        fix: usize,
    },
    /// All safe fixes of diagnostics with this code in the file.
    FixKind {
        code: String,
    },
    FixFile,
    FixAllFiles,
    /// Adds a comment with the language of a file in which none is recognized.
    Language {
        id: String,
    },
    /// Moves the definition at an offset to a new file.
    MoveDefinition {
        offset: usize,
    },
    /// Moves it to an existing one.
    MoveDefinitionTo {
        offset: usize,
        file: FilePath,
    },
    /// Extracts the elements in a range into a nested document.
    Extract {
        within: TextRange,
    },
    /// Inlines the document that the element at an offset represents.
    Inline {
        offset: usize,
    },
}

/// Returns true if a problem of a document in a recognized language has a safe fix.
fn is_fixable(doc: Doc<'_>) -> bool {
    let mut known = doc.problems().filter(|(doc, _)| doc.checked.language().dialect.is_some());
    known.any(|(_, problem)| has_safe_fix(problem))
}

pub(crate) fn actions(
    context: &RequestContext,
    params: CodeActionParams,
) -> Result<Option<CodeActionResponse>, ResponseError> {
    let uri = &params.text_document.uri;
    let Some(doc) = context.snapshot.doc(uri) else { return Ok(None) };
    let within = convert::text_range(doc.lines(), params.range, context.encoding());
    let only = params.context.only.as_deref();
    let is_requested = |kind: &CodeActionKind| only.is_none_or(|only| contains(only, kind));
    let mut found = Vec::new();
    let mut add =
        |title: String, kind: CodeActionKind, action: Action, of: Option<lsp_types::Diagnostic>, is_best| {
            let version = context.snapshot.versions.get(uri.as_str()).copied();
            let deferred = Deferred { uri: uri.clone(), version, action };
            let mut built = CodeAction {
                title,
                kind: Some(kind),
                diagnostics: of.map(|diagnostic| vec![diagnostic]),
                is_preferred: Some(is_best),
                ..CodeAction::default()
            };
            if context.client.resolves_actions {
                built.data = serde_json::to_value(deferred).ok();
            } else {
                // An action that cannot be done is not offered.
                let Ok(edit) = edit(context, &deferred) else { return };
                built.edit = Some(edit);
            }
            found.push(CodeActionOrCommand::CodeAction(built));
        };
    if is_requested(&CodeActionKind::QUICKFIX) {
        quick_fixes(context, doc, (uri, within), &mut add);
    }
    // Fixing a file verifies each fix, so without a deferred edit it is done only on demand.
    let is_explicit = params.context.only.is_some();
    let kind = CodeActionKind::new(FIX_ALL);
    if is_requested(&kind) && (context.client.resolves_actions || is_explicit) && is_fixable(doc) {
        add("Apply all safe fixes in this file".to_owned(), kind.clone(), Action::FixFile, None, false);
        if doc.unit.analysis.files().count() > 1 && context.client.resolves_actions {
            let title = "Apply all safe fixes in all files of this project".to_owned();
            add(title, CodeActionKind::SOURCE, Action::FixAllFiles, None, false);
        }
    }
    let is_automatic = params.context.trigger_kind == Some(CodeActionTriggerKind::AUTOMATIC);
    if is_requested(&move_definition::KIND)
        && (context.client.resolves_actions || !is_automatic)
        && let Some(title) = move_definition::title(context, doc, within.start)
    {
        add(title, move_definition::KIND, Action::MoveDefinition { offset: within.start }, None, false);
    }
    if is_requested(&move_definition::KIND) && !is_automatic && context.client.resolves_actions {
        for (title, file) in move_definition::to_existing(doc, within.start) {
            let action = Action::MoveDefinitionTo { offset: within.start, file };
            add(title, move_definition::KIND, action, None, false);
        }
    }
    let kind = CodeActionKind::REFACTOR_REWRITE;
    if is_requested(&kind) && !is_automatic {
        for (id, label) in doc.checked.language_choices() {
            let title = format!("Set the language of this file: {label}");
            add(title, kind.clone(), Action::Language { id: id.to_owned() }, None, false);
        }
    }
    let offset = within.start;
    // Planned when the user asks, not with each move of the caret.
    if !is_automatic {
        let extract = nesting::extraction_title(context, doc, within);
        let extract =
            extract.map(|title| (title, CodeActionKind::REFACTOR_EXTRACT, Action::Extract { within }));
        let inline = nesting::inlining_title(doc, offset);
        let inline = inline.map(|title| (title, CodeActionKind::REFACTOR_INLINE, Action::Inline { offset }));
        let nested = extract.into_iter().chain(inline).filter(|(_, kind, _)| is_requested(kind));
        for (title, kind, action) in nested {
            add(title, kind, action, None, false);
        }
        // Actions on the value at the caret precede those on the element around it.
        let of_values = refactorings(context, doc, offset, &is_requested);
        let is_element = |offered: &CodeActionOrCommand| match offered {
            CodeActionOrCommand::CodeAction(action) => action.kind.as_ref().is_some_and(is_refactoring),
            CodeActionOrCommand::Command(_) => false,
        };
        let at = found.iter().position(is_element).unwrap_or(found.len());
        found.splice(at..at, of_values);
    }
    Ok(Some(found))
}

fn is_refactoring(kind: &CodeActionKind) -> bool {
    [CodeActionKind::REFACTOR_EXTRACT, CodeActionKind::REFACTOR_INLINE].contains(kind)
}

/// Adds the fixes of the problems in a range. `add`: title, kind, action, the problem, and whether it is the best.
fn quick_fixes(
    context: &RequestContext,
    doc: Doc<'_>,
    (uri, within): (&Uri, TextRange),
    add: &mut dyn FnMut(String, CodeActionKind, Action, Option<lsp_types::Diagnostic>, bool),
) {
    let mut alike: Option<BTreeMap<&str, usize>> = None;
    let mut kinds = BTreeSet::new();
    for (at, (doc, problem)) in doc.problems().enumerate() {
        let is_near = problem.range.touches(within.start) || problem.range.overlaps(within);
        if !is_near || !diagnostics::is_reported(doc, problem) {
            continue;
        }
        let shown = diagnostics::diagnostic(context, doc, uri, at, problem);
        for (index, fix) in problem.fixes.iter().enumerate() {
            let action = Action::Fix { diagnostic: at, fix: index };
            let is_best = index == 0 && fix.safe;
            add(fix.title.clone(), CodeActionKind::QUICKFIX, action, Some(shown.clone()), is_best);
        }
        if !context.client.resolves_actions || !has_safe_fix(problem) || !kinds.insert(problem.code.name) {
            continue;
        }
        let (code, alike) = (problem.code.name, alike.get_or_insert_with(|| fixable_by_code(doc)));
        let alike = alike.get(code).copied().unwrap_or_default();
        if alike > 1 {
            let title = format!("Fix all {alike} problems of this kind in this file");
            let action = Action::FixKind { code: code.to_owned() };
            add(title, CodeActionKind::QUICKFIX, action, Some(shown), false);
        }
    }
}

fn has_safe_fix(problem: &Diagnostic) -> bool {
    problem.fixes.iter().any(|fix| fix.safe)
}

/// The number of problems with a safe fix, by code.
fn fixable_by_code(doc: Doc<'_>) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for (_, problem) in doc.problems().filter(|(_, problem)| has_safe_fix(problem)) {
        *counts.entry(problem.code.name).or_default() += 1;
    }
    counts
}

/// Returns true if a kind is one of those requested, or below one.
fn contains(only: &[CodeActionKind], kind: &CodeActionKind) -> bool {
    only.iter().any(|requested| {
        let rest = kind.as_str().strip_prefix(requested.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}

pub(crate) fn resolve(context: &RequestContext, mut action: CodeAction) -> Result<CodeAction, ResponseError> {
    let Some(data) = action.data.take() else { return Ok(action) };
    let deferred: Deferred = serde_json::from_value(data).map_err(|error| failed(error.to_string()))?;
    action.edit = Some(edit(context, &deferred)?);
    Ok(action)
}

fn edit(context: &RequestContext, deferred: &Deferred) -> Result<WorkspaceEdit, ResponseError> {
    let Deferred { uri, version, action } = deferred;
    if context.snapshot.versions.get(uri.as_str()).copied() != *version {
        return Err(failed("the document has changed since the action was offered"));
    }
    let doc = context.snapshot.doc(uri).ok_or_else(|| failed("the document is not open"))?;
    let edits = match action {
        Action::Fix { diagnostic, fix } => {
            let change = doc.unit.analysis.fix(doc.file, *diagnostic, *fix);
            change.map_err(|error| failed(error.to_string()))?.edits
        }
        Action::FixKind { code } => fix(doc, std::slice::from_ref(doc.file), &|other| other == code),
        Action::FixFile => fix(doc, std::slice::from_ref(doc.file), &|_| true),
        Action::FixAllFiles => {
            let files: Vec<FilePath> =
                doc.unit.analysis.files().map(|checked| checked.file().clone()).collect();
            fix(doc, &files, &|_| true)
        }
        Action::Language { id } => {
            let text = doc.unit.files.text(doc.file).map(|text| &**text).unwrap_or_default();
            BTreeMap::from([(doc.file.clone(), analysis::language_comment(text, id))])
        }
        Action::MoveDefinition { offset } => return move_definition::edit(context, doc, *offset),
        Action::MoveDefinitionTo { offset, file } => {
            return move_definition::edit_existing(context, doc, *offset, file);
        }
        Action::Extract { within } => return nesting::extract(context, doc, *within),
        Action::Inline { offset } => return nesting::inline(context, doc, *offset),
    };
    let edit = context.snapshot.edit(doc.unit, &edits, context.encoding(), context.client.document_changes);
    let fixes_several = matches!(action, Action::FixKind { .. } | Action::FixAllFiles);
    Ok(if fixes_several && context.client.previews_edits { with_preview(edit, "Safe fixes") } else { edit })
}

/// An edit that the editor shows before it applies it, under a label.
fn with_preview(mut edit: WorkspaceEdit, label: &str) -> WorkspaceEdit {
    const ID: &str = "fixes";
    if let Some(DocumentChanges::Edits(documents)) = &mut edit.document_changes {
        for change in documents.iter_mut().flat_map(|document| &mut document.edits) {
            if let OneOf::Left(text_edit) = change {
                let text_edit = std::mem::take(text_edit);
                *change = OneOf::Right(AnnotatedTextEdit { text_edit, annotation_id: ID.to_owned() });
            }
        }
        let annotation =
            ChangeAnnotation { label: label.to_owned(), needs_confirmation: Some(true), description: None };
        edit.change_annotations = Some(HashMap::from([(ID.to_owned(), annotation)]));
    }
    edit
}

/// All safe fixes of some codes in some files, each verified, as the smallest edit of each.
fn fix(doc: Doc<'_>, files: &[FilePath], wants: &dyn Fn(&str) -> bool) -> BTreeMap<FilePath, TextEdit> {
    let fixed = analysis::fix_kinds(&doc.unit.files, &doc.unit.choices, files, wants);
    let changed = fixed.texts.into_iter().filter_map(|(file, after)| {
        let before = doc.unit.files.text(&file)?;
        Some((file, TextEdit::between_lines(before, &after)))
    });
    changed.collect()
}

/// The refactorings at an offset, of the kinds that are requested.
fn refactorings(
    context: &RequestContext,
    doc: Doc<'_>,
    offset: usize,
    is_requested: &dyn Fn(&CodeActionKind) -> bool,
) -> Vec<CodeActionOrCommand> {
    let wants = |kind| is_requested(&code_action_kind(kind));
    if ![RefactoringKind::Extract, RefactoringKind::Inline, RefactoringKind::Rewrite].into_iter().any(wants) {
        return Vec::new();
    }
    let all = doc
        .unit
        .analysis
        .refactorings(doc.file, offset)
        .into_iter()
        .filter(|refactoring| wants(refactoring.kind));
    all.map(|refactoring| CodeActionOrCommand::CodeAction(code_action(context, doc, refactoring))).collect()
}

fn code_action_kind(kind: RefactoringKind) -> CodeActionKind {
    match kind {
        RefactoringKind::Extract => CodeActionKind::REFACTOR_EXTRACT,
        RefactoringKind::Inline => CodeActionKind::REFACTOR_INLINE,
        RefactoringKind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
    }
}

fn code_action(context: &RequestContext, doc: Doc<'_>, found: Refactoring) -> CodeAction {
    let versions = context.client.document_changes;
    CodeAction {
        title: found.title,
        kind: Some(code_action_kind(found.kind)),
        edit: Some(context.snapshot.edit(doc.unit, &found.change.edits, context.encoding(), versions)),
        ..CodeAction::default()
    }
}
