//! Semantic tokens in the protocol's relative encoding.

use limn_ide::symbols::Role;
use limn_ide::tokens::{Token, TokenKind};
use limn_text::{Encoding, TextRange};
use lsp_server::ResponseError;
use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensRangeParams, SemanticTokensRangeResult, SemanticTokensResult,
};

use super::RequestContext;
use crate::convert;
use crate::snapshot::Doc;

/// The types of tokens; a token refers to one by its index.
const TYPES: &[SemanticTokenType] = &[
    SemanticTokenType::TYPE,
    SemanticTokenType::CLASS,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::METHOD,
    SemanticTokenType::INTERFACE,
    SemanticTokenType::STRING,
    SemanticTokenType::FUNCTION,
];

pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DECLARATION],
    }
}

fn type_of(kind: TokenKind) -> u32 {
    match kind {
        TokenKind::Name(Role::Type) => 0,
        TokenKind::Name(Role::Element) => 1,
        TokenKind::Name(Role::Parameter) => 2,
        TokenKind::Name(Role::Property) => 3,
        TokenKind::Name(Role::Function) => 4,
        TokenKind::Name(Role::Port) => 5,
        TokenKind::Name(Role::File) => 6,
        TokenKind::Call => 7,
    }
}

pub(crate) fn full(
    context: &RequestContext,
    params: SemanticTokensParams,
) -> Result<Option<SemanticTokensResult>, ResponseError> {
    let Some(doc) = context.snapshot.doc(&params.text_document.uri) else { return Ok(None) };
    let tokens: Vec<Token> = doc.all().flat_map(|document| document.checked.tokens()).collect();
    let data = encoded(doc, &tokens, context.encoding());
    Ok(Some(SemanticTokensResult::Tokens(SemanticTokens { result_id: None, data })))
}

pub(crate) fn range(
    context: &RequestContext,
    params: SemanticTokensRangeParams,
) -> Result<Option<SemanticTokensRangeResult>, ResponseError> {
    let Some(doc) = context.snapshot.doc(&params.text_document.uri) else { return Ok(None) };
    let within = convert::text_range(doc.lines(), params.range, context.encoding());
    let is_within =
        |token: &Token| token.range.overlaps(TextRange::new(within.start, within.end.max(within.start + 1)));
    let tokens: Vec<Token> =
        doc.all().flat_map(|document| document.checked.tokens()).filter(is_within).collect();
    let data = encoded(doc, &tokens, context.encoding());
    Ok(Some(SemanticTokensRangeResult::Tokens(SemanticTokens { result_id: None, data })))
}

fn encoded(doc: Doc<'_>, tokens: &[Token], encoding: Encoding) -> Vec<SemanticToken> {
    let (mut line, mut column) = (0, 0);
    let mut data = Vec::with_capacity(tokens.len());
    for token in tokens {
        let range = convert::range(doc.lines(), token.range, encoding);
        let delta_line = range.start.line.saturating_sub(line);
        let delta_start = if delta_line == 0 {
            range.start.character.saturating_sub(column)
        } else {
            range.start.character
        };
        (line, column) = (range.start.line, range.start.character);
        data.push(SemanticToken {
            delta_line,
            delta_start,
            length: range.end.character.saturating_sub(range.start.character),
            token_type: type_of(token.kind),
            token_modifiers_bitset: u32::from(token.is_declaration),
        });
    }
    data
}
