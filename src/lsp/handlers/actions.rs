//! Code actions: the fixes of problems, all safe fixes of a file or of all files, and refactorings.

use std::collections::BTreeMap;

use limn_analysis as analysis;
use limn_files::FilePath;
use limn_language::edit::Edit;
use limn_language::graph::Id;
use limn_text::TextEdit;
use lsp_server::ResponseError;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, Uri, WorkspaceEdit,
};
use serde::{Deserialize, Serialize};

use super::capabilities::FIX_ALL;
use super::{Context, diagnostics, failed};
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
    FixFile,
    FixAllFiles,
}

pub(crate) fn actions(
    context: &Context,
    params: CodeActionParams,
) -> Result<Option<CodeActionResponse>, ResponseError> {
    let uri = &params.text_document.uri;
    let Some(doc) = context.snapshot.doc(uri) else { return Ok(None) };
    let within = convert::text_range(doc.lines(), params.range, context.encoding());
    let is_requested = |kind: &CodeActionKind| {
        params.context.only.as_ref().is_none_or(|only| {
            only.iter().any(|it| {
                kind.as_str()
                    .strip_prefix(it.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
        })
    };
    let mut found = Vec::new();
    let mut add =
        |title: String, kind: CodeActionKind, action: Action, of: Option<lsp_types::Diagnostic>, is_best| {
            let version = context.snapshot.versions.get(uri.as_str()).copied();
            let deferred = Deferred { uri: uri.clone(), version, action };
            let mut built = CodeAction {
                title,
                kind: Some(kind),
                diagnostics: of.map(|it| vec![it]),
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
        for (at, problem) in doc.checked.diagnostics().iter().enumerate() {
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
        }
    }
    let is_fixable = |doc: Doc<'_>| {
        let mut fixes = doc.checked.diagnostics().iter().flat_map(|it| &it.fixes);
        fixes.any(|fix| fix.safe) && doc.checked.verdict().dialect.is_some()
    };
    // Fixing a file verifies each fix, so without a deferred edit it is done only on demand.
    let is_explicit = params.context.only.is_some();
    let kind = CodeActionKind::new(FIX_ALL);
    if is_requested(&kind) && (context.client.resolves_actions || is_explicit) && is_fixable(doc) {
        add("Fix all safe problems in this file".to_owned(), kind.clone(), Action::FixFile, None, false);
        if doc.unit.analysis.files().count() > 1 && context.client.resolves_actions {
            let title = "Fix all safe problems in all files of this project".to_owned();
            add(title, CodeActionKind::SOURCE, Action::FixAllFiles, None, false);
        }
    }
    if is_requested(&CodeActionKind::REFACTOR_EXTRACT) {
        found.extend(
            refactorings(context, doc, within.start).into_iter().map(CodeActionOrCommand::CodeAction),
        );
    }
    Ok(Some(found))
}

pub(crate) fn resolve(context: &Context, mut action: CodeAction) -> Result<CodeAction, ResponseError> {
    let Some(data) = action.data.take() else { return Ok(action) };
    let deferred: Deferred = serde_json::from_value(data).map_err(|error| failed(error.to_string()))?;
    action.edit = Some(edit(context, &deferred)?);
    Ok(action)
}

fn edit(context: &Context, deferred: &Deferred) -> Result<WorkspaceEdit, ResponseError> {
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
        Action::FixFile => fix_all(doc, std::slice::from_ref(doc.file)),
        Action::FixAllFiles => {
            let files: Vec<FilePath> =
                doc.unit.analysis.files().map(|checked| checked.file().clone()).collect();
            fix_all(doc, &files)
        }
    };
    Ok(context.snapshot.edit(doc.unit, &edits, context.encoding(), context.client.document_changes))
}

/// All safe fixes of some files, each verified, as the smallest edit of each.
fn fix_all(doc: Doc<'_>, files: &[FilePath]) -> BTreeMap<FilePath, TextEdit> {
    let fixed = analysis::fix_all(&doc.unit.files, &doc.unit.choices, files);
    let changed = fixed.texts.into_iter().filter_map(|(file, after)| {
        let before = doc.unit.files.text(&file)?;
        Some((file, TextEdit::between_lines(before, &after)))
    });
    changed.collect()
}

/// The changes of the value at an offset that the language plans.
fn refactorings(context: &Context, doc: Doc<'_>, offset: usize) -> Vec<CodeAction> {
    let Some((of, key)) = doc.checked.value_at(offset) else { return Vec::new() };
    let edits = [
        ("Convert value to input", Edit::MakeInput { of: Id(of.clone()), key: key.clone() }),
        ("Expose value as output", Edit::Expose { of: Id(of), key }),
    ];
    let planned = edits.into_iter().filter_map(|(title, edit)| {
        let change =
            doc.unit.analysis.plan(doc.file, &edit).ok().filter(|change| !change.edits.is_empty())?;
        let versions = context.client.document_changes;
        Some(CodeAction {
            title: title.to_owned(),
            kind: Some(CodeActionKind::REFACTOR_EXTRACT),
            edit: Some(context.snapshot.edit(doc.unit, &change.edits, context.encoding(), versions)),
            ..CodeAction::default()
        })
    });
    planned.collect()
}
