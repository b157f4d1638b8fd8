//! Server capabilities, as reported to the editor.

use lsp_types::{
    CallHierarchyServerCapability, CodeActionKind, CodeActionOptions, CodeActionProviderCapability,
    CodeLensOptions, CompletionOptions, DiagnosticOptions, DiagnosticServerCapabilities, DocumentLinkOptions,
    FileOperationFilter, FileOperationPattern, FileOperationRegistrationOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, InitializeResult, OneOf, RenameOptions,
    SaveOptions, SelectionRangeProviderCapability, SemanticTokensFullOptions, SemanticTokensOptions,
    SemanticTokensServerCapabilities, ServerCapabilities, ServerInfo, SignatureHelpOptions,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    TypeDefinitionProviderCapability, WorkDoneProgressOptions, WorkspaceFileOperationsServerCapabilities,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};
use serde_json::json;

use super::{move_definition, tokens};
use crate::options::Client;

/// Kinds of code actions that fix a whole file.
pub(super) const FIX_ALL: &str = "source.fixAll.limn";

pub(crate) fn initialize_result(client: &Client) -> InitializeResult {
    let info = ServerInfo { name: "limn".to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()) };
    InitializeResult { capabilities: capabilities(client), server_info: Some(info) }
}

fn capabilities(client: &Client) -> ServerCapabilities {
    let no_progress = WorkDoneProgressOptions::default();
    let words = |all: &[&str]| Some(all.iter().map(|word| (*word).to_owned()).collect());
    let kinds = vec![
        CodeActionKind::QUICKFIX,
        CodeActionKind::REFACTOR_EXTRACT,
        CodeActionKind::REFACTOR_INLINE,
        move_definition::KIND,
        CodeActionKind::REFACTOR_REWRITE,
        CodeActionKind::SOURCE_FIX_ALL,
        CodeActionKind::new(FIX_ALL),
    ];
    ServerCapabilities {
        position_encoding: Some(client.encoding_kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions { include_text: Some(false) })),
            ..TextDocumentSyncOptions::default()
        })),
        completion_provider: Some(CompletionOptions {
            resolve_provider: Some(true),
            trigger_characters: words(&[":", " ", "-", "{", "[", ",", "$", ".", "\"", "'", "/"]),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: words(&["[", "(", ",", " "]),
            retrigger_characters: None,
            work_done_progress_options: no_progress,
        }),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        type_definition_provider: Some(TypeDefinitionProviderCapability::Simple(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(kinds),
            resolve_provider: Some(true),
            work_done_progress_options: no_progress,
        })),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(true) }),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: no_progress,
        })),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: no_progress,
        }),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        call_hierarchy_provider: Some(CallHierarchyServerCapability::Simple(true)),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: tokens::legend(),
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                work_done_progress_options: no_progress,
            },
        )),
        inlay_hint_provider: Some(OneOf::Left(true)),
        diagnostic_provider: Some(DiagnosticServerCapabilities::Options(DiagnosticOptions {
            identifier: Some("limn".to_owned()),
            inter_file_dependencies: true,
            workspace_diagnostics: true,
            work_done_progress_options: no_progress,
        })),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: Some(file_operations()),
        }),
        experimental: Some(json!({ "scene": true, "edit": true })),
        ..ServerCapabilities::default()
    }
}

/// Any file or folder: descriptors refer to scripts and images, too.
fn file_operations() -> WorkspaceFileOperationsServerCapabilities {
    let pattern = FileOperationPattern { glob: "**/*".to_owned(), matches: None, options: None };
    let filter = FileOperationFilter { scheme: Some("file".to_owned()), pattern };
    let all = || Some(FileOperationRegistrationOptions { filters: vec![filter.clone()] });
    WorkspaceFileOperationsServerCapabilities {
        will_rename: all(),
        did_rename: all(),
        did_create: all(),
        did_delete: all(),
        ..WorkspaceFileOperationsServerCapabilities::default()
    }
}
