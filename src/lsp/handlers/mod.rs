//! Handlers of requests: each is a function of a [`RequestContext`] and the request's parameters.

#![expect(clippy::unnecessary_wraps, reason = "all handlers have one type")]

pub(super) mod actions;
pub(super) mod capabilities;
pub(super) mod completion;
pub(super) mod diagnostics;
pub(super) mod hierarchy;
pub(super) mod hover;
pub(super) mod lenses;
mod move_definition;
pub(super) mod navigation;
mod nesting;
pub(super) mod rename;
pub(super) mod scene;
pub(super) mod symbols;
pub(super) mod tokens;

use std::sync::Arc;

use limn_text::{Encoding, TextRange};
use lsp_server::{ErrorCode, ResponseError};
use lsp_types::{Position, Range, TextDocumentPositionParams};

use super::convert;
use super::options::{Client, Options, Settings};
use super::snapshot::{Doc, Snapshot};

/// Context of a request.
#[derive(Clone)]
pub(super) struct RequestContext {
    pub(super) snapshot: Snapshot,
    pub(super) client: Arc<Client>,
    pub(super) settings: Arc<Settings>,
    pub(super) options: Arc<Options>,
    pub(super) documentation: Arc<completion::Documentation>,
}

impl RequestContext {
    fn encoding(&self) -> Encoding {
        self.client.encoding
    }

    fn at(&self, params: &TextDocumentPositionParams) -> Option<(Doc<'_>, usize)> {
        self.snapshot.at(&params.text_document.uri, params.position, self.encoding())
    }

    fn range(&self, doc: Doc<'_>, range: TextRange) -> Range {
        convert::range(doc.lines(), range, self.encoding())
    }

    fn position(&self, doc: Doc<'_>, offset: usize) -> Position {
        convert::position(doc.lines(), offset, self.encoding())
    }
}

/// The error response for a request that cannot be done; the editor shows the reason.
pub(super) fn failed(reason: impl Into<String>) -> ResponseError {
    ResponseError { code: ErrorCode::RequestFailed as i32, message: reason.into(), data: None }
}
