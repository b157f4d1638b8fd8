//! The handler of each request.

use lsp_server::{ErrorCode, Request};
use lsp_types::request::{self as ask, Request as _};
use serde_json::Value;

use super::server::{Server, respond_invalid};
use super::{handlers, read_only};

impl Server {
    pub(super) fn request(&mut self, request: Request) {
        if self.is_shut_down {
            let why = "the server is shut down";
            return respond_invalid(&self.sender, request.id, ErrorCode::InvalidRequest, why);
        }
        match request.method.as_str() {
            ask::Shutdown::METHOD => {
                self.is_shut_down = true;
                self.respond(request.id, Ok(Value::Null));
            }
            ask::ResolveCompletionItem::METHOD => self.spawn(request, handlers::completion::resolve),
            ask::Completion::METHOD => self.spawn(request, handlers::completion::complete),
            ask::SignatureHelpRequest::METHOD => self.spawn(request, handlers::completion::signature),
            ask::HoverRequest::METHOD => self.spawn(request, handlers::hover::hover),
            ask::GotoDefinition::METHOD => self.spawn(request, handlers::navigation::definition),
            ask::GotoTypeDefinition::METHOD => self.spawn(request, handlers::navigation::type_definition),
            ask::References::METHOD => self.spawn(request, handlers::navigation::references),
            ask::DocumentHighlightRequest::METHOD => self.spawn(request, handlers::navigation::highlights),
            ask::DocumentLinkRequest::METHOD => self.spawn(request, handlers::navigation::links),
            ask::PrepareRenameRequest::METHOD => self.spawn(request, handlers::rename::prepare),
            ask::Rename::METHOD => self.spawn(request, handlers::rename::rename),
            ask::WillRenameFiles::METHOD => self.spawn(request, handlers::rename::rename_files),
            ask::CodeActionRequest::METHOD => self.spawn(request, handlers::actions::actions),
            ask::CodeActionResolveRequest::METHOD => self.spawn(request, handlers::actions::resolve),
            ask::DocumentSymbolRequest::METHOD => self.spawn(request, handlers::symbols::symbols),
            ask::WorkspaceSymbolRequest::METHOD => self.spawn(request, handlers::symbols::search),
            ask::FoldingRangeRequest::METHOD => self.spawn(request, handlers::symbols::folding),
            ask::SelectionRangeRequest::METHOD => self.spawn(request, handlers::symbols::selections),
            ask::SemanticTokensFullRequest::METHOD => self.spawn(request, handlers::tokens::full),
            ask::SemanticTokensRangeRequest::METHOD => self.spawn(request, handlers::tokens::range),
            ask::InlayHintRequest::METHOD => self.spawn(request, handlers::lenses::hints),
            ask::CodeLensRequest::METHOD => self.spawn(request, handlers::lenses::lenses),
            ask::CodeLensResolve::METHOD => self.spawn(request, handlers::lenses::resolve),
            ask::CallHierarchyPrepare::METHOD => self.spawn(request, handlers::hierarchy::prepare),
            ask::CallHierarchyIncomingCalls::METHOD => self.spawn(request, handlers::hierarchy::incoming),
            ask::CallHierarchyOutgoingCalls::METHOD => self.spawn(request, handlers::hierarchy::outgoing),
            ask::DocumentDiagnosticRequest::METHOD => self.spawn(request, handlers::diagnostics::pull),
            ask::WorkspaceDiagnosticRequest::METHOD => self.spawn(request, handlers::diagnostics::pull_all),
            handlers::scene::SCENE => self.spawn(request, handlers::scene::scene),
            read_only::DEFINITION => self.spawn(request, read_only::text),
            handlers::scene::EDIT => self.spawn(request, handlers::scene::edit),
            method => {
                let why = format!("unknown method `{method}`");
                respond_invalid(&self.sender, request.id, ErrorCode::MethodNotFound, &why);
            }
        }
    }
}
