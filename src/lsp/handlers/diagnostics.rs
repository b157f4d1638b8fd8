//! Problems of a document, as the server reports them and as the editor requests them.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use limn_analysis::{self as analysis, MAX_TEXT};
use limn_files::Content;
use limn_language::diagnostic::{Code, Diagnostic, Related};
use limn_text::visible;
use lsp_server::ResponseError;
use lsp_types::{
    self as lsp, CodeDescription, DiagnosticRelatedInformation, DocumentDiagnosticParams,
    DocumentDiagnosticReport, DocumentDiagnosticReportResult, FullDocumentDiagnosticReport, NumberOrString,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport,
    UnchangedDocumentDiagnosticReport, Uri, WorkspaceDiagnosticParams, WorkspaceDiagnosticReport,
    WorkspaceDiagnosticReportResult, WorkspaceDocumentDiagnosticReport,
    WorkspaceFullDocumentDiagnosticReport, WorkspaceUnchangedDocumentDiagnosticReport,
};
use serde_json::json;

use super::RequestContext;
use crate::convert;
use crate::snapshot::Doc;

/// The problems of a document; none if it is unknown, or can only be read.
pub(crate) fn of(context: &RequestContext, uri: &Uri) -> Vec<lsp::Diagnostic> {
    if context.options.definitions.as_ref().is_some_and(|definitions| definitions.contain(uri)) {
        return Vec::new();
    }
    let Some(doc) = context.snapshot.doc(uri) else { return unreadable(context, uri).into_iter().collect() };
    let found = doc.problems().enumerate().filter(|(_, (doc, found))| is_reported(*doc, found));
    found.map(|(at, (doc, found))| diagnostic(context, doc, uri, at, found)).collect()
}

/// Returns true if a problem is shown: in an editor, a YAML file of an unknown language is not Limn's.
pub(super) fn is_reported(doc: Doc<'_>, found: &Diagnostic) -> bool {
    doc.checked.language().dialect.is_some() || !found.code.name.starts_with("common/")
}

/// The problem of an open document that is too large to be read.
fn unreadable(context: &RequestContext, uri: &Uri) -> Option<lsp::Diagnostic> {
    let place = context.snapshot.by_uri.get(uri.as_str())?;
    let unit = context.snapshot.units.get(place.unit)?;
    let is_bytes = matches!(unit.files.files.get(&place.file), Some(Content::Bytes(_)));
    let found = analysis::too_large(MAX_TEXT + 1).diagnostic;
    is_bytes.then(|| lsp::Diagnostic {
        severity: Some(convert::severity(found.severity)),
        code: Some(NumberOrString::String(found.code.name.to_owned())),
        source: Some("limn".to_owned()),
        message: found.message,
        ..lsp::Diagnostic::default()
    })
}

pub(super) fn diagnostic(
    context: &RequestContext,
    doc: Doc<'_>,
    uri: &Uri,
    at: usize,
    found: &Diagnostic,
) -> lsp::Diagnostic {
    let related = found.related.iter().map(|Related { range, message }| DiagnosticRelatedInformation {
        location: lsp::Location::new(uri.clone(), context.range(doc, *range)),
        message: visible(message).into_owned(),
    });
    let related = context.client.related_information.then(|| related.collect::<Vec<_>>());
    let rule = found.rule.map_or_else(String::new, |rule| format!(" ({rule})"));
    lsp::Diagnostic {
        range: context.range(doc, found.range),
        severity: Some(convert::severity(found.severity)),
        code: Some(NumberOrString::String(found.code.name.to_owned())),
        code_description: manual(context, found.code),
        source: Some("limn".to_owned()),
        message: format!("{}{rule}", visible(&found.message)),
        related_information: related.filter(|all| !all.is_empty()),
        tags: None,
        data: Some(json!({ "at": at })),
    }
}

/// The page of a check in the manual.
fn manual(context: &RequestContext, code: &Code) -> Option<CodeDescription> {
    let base = context.settings.manual.as_ref().or(context.options.manual.as_ref())?;
    let (language, fault) = code.name.split_once('/')?;
    let address = format!("{}/{language}.md#{fault}", base.trim_end_matches('/'));
    let href = address.parse().ok().filter(|_| context.client.code_description)?;
    Some(CodeDescription { href })
}

/// A number that differs if the problems differ.
fn fingerprint(items: &[lsp::Diagnostic]) -> String {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(items).unwrap_or_default().hash(&mut hasher);
    format!("{:x}", hasher.finish())
}

pub(crate) fn pull(
    context: &RequestContext,
    params: DocumentDiagnosticParams,
) -> Result<DocumentDiagnosticReportResult, ResponseError> {
    let items = of(context, &params.text_document.uri);
    let result_id = fingerprint(&items);
    let report = if params.previous_result_id.as_ref() == Some(&result_id) {
        DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
        })
    } else {
        DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: FullDocumentDiagnosticReport {
                result_id: Some(result_id),
                items,
            },
        })
    };
    Ok(DocumentDiagnosticReportResult::Report(report))
}

/// The problems of all descriptors in the editor's folders.
pub(crate) fn pull_all(
    context: &RequestContext,
    params: WorkspaceDiagnosticParams,
) -> Result<WorkspaceDiagnosticReportResult, ResponseError> {
    let snapshot = &context.snapshot;
    let mut items = Vec::new();
    for (at, unit) in snapshot.units.iter().enumerate() {
        for checked in unit.analysis.files() {
            let Some(uri) = snapshot.uri(unit, checked.file()) else { continue };
            // A file that is context in one unit is reported in another.
            if !snapshot.place(&uri).is_some_and(|place| place.unit == at && place.is_requested) {
                continue;
            }
            let found = of(context, &uri);
            let result_id = fingerprint(&found);
            let version = snapshot.versions.get(uri.as_str()).map(|version| i64::from(*version));
            let is_known = params
                .previous_result_ids
                .iter()
                .any(|previous| previous.uri == uri && previous.value == result_id);
            items.push(if is_known {
                WorkspaceDocumentDiagnosticReport::Unchanged(WorkspaceUnchangedDocumentDiagnosticReport {
                    uri,
                    version,
                    unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
                })
            } else {
                WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
                    uri,
                    version,
                    full_document_diagnostic_report: FullDocumentDiagnosticReport {
                        result_id: Some(result_id),
                        items: found,
                    },
                })
            });
        }
    }
    Ok(WorkspaceDiagnosticReportResult::Report(WorkspaceDiagnosticReport { items }))
}
