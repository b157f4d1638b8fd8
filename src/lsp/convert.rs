//! Conversions between the core's offsets and names, and the protocol's positions and kinds.

use limn_ide::symbols::Role;
use limn_language::diagnostic::Severity;
use limn_text::{Encoding, Indel, LineIndex, TextEdit, TextRange};
use lsp_types::{
    self as lsp, CompletionItemKind, DiagnosticSeverity, Position, Range, SymbolKind,
    TextDocumentContentChangeEvent,
};

pub(crate) fn position(lines: &LineIndex, offset: usize, encoding: Encoding) -> Position {
    let (line, column) = lines.position(offset, encoding);
    Position::new(line as u32, column as u32)
}

pub(crate) fn range(lines: &LineIndex, range: TextRange, encoding: Encoding) -> Range {
    Range::new(position(lines, range.start, encoding), position(lines, range.end, encoding))
}

pub(crate) fn offset(lines: &LineIndex, position: Position, encoding: Encoding) -> usize {
    lines.offset_at(position.line as usize, position.character as usize, encoding)
}

pub(crate) fn text_range(lines: &LineIndex, range: Range, encoding: Encoding) -> TextRange {
    TextRange::new(offset(lines, range.start, encoding), offset(lines, range.end, encoding))
}

pub(crate) fn text_edits(lines: &LineIndex, edit: &TextEdit, encoding: Encoding) -> Vec<lsp::TextEdit> {
    let one = |indel: &Indel| lsp::TextEdit::new(range(lines, indel.delete, encoding), indel.insert.clone());
    edit.indels().iter().map(one).collect()
}

/// Applies changes in their order, each to the text after the previous one.
pub(crate) fn apply(text: &str, changes: &[TextDocumentContentChangeEvent], encoding: Encoding) -> String {
    let mut text = text.to_owned();
    for change in changes {
        match change.range {
            None => text.clone_from(&change.text),
            Some(range) => {
                let range = text_range(&LineIndex::new(text.as_str().into()), range, encoding);
                text.replace_range(range.start..range.end, &change.text);
            }
        }
    }
    text
}

pub(crate) fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Info => DiagnosticSeverity::INFORMATION,
    }
}

pub(crate) fn symbol_kind(role: Option<Role>) -> SymbolKind {
    match role {
        None => SymbolKind::NAMESPACE,
        Some(Role::Type) => SymbolKind::CLASS,
        Some(Role::Element) => SymbolKind::OBJECT,
        Some(Role::Parameter) => SymbolKind::VARIABLE,
        Some(Role::Property) => SymbolKind::PROPERTY,
        Some(Role::Function) => SymbolKind::FUNCTION,
        Some(Role::Port) => SymbolKind::INTERFACE,
        Some(Role::File) => SymbolKind::FILE,
    }
}

pub(crate) fn completion_kind(role: Role) -> CompletionItemKind {
    match role {
        Role::Type => CompletionItemKind::CLASS,
        Role::Element => CompletionItemKind::MODULE,
        Role::Parameter => CompletionItemKind::VARIABLE,
        Role::Property => CompletionItemKind::PROPERTY,
        Role::Function => CompletionItemKind::FUNCTION,
        Role::Port => CompletionItemKind::INTERFACE,
        Role::File => CompletionItemKind::FILE,
    }
}

/// A text as a snippet that inserts exactly it.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '$' | '}' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(range: Option<[u32; 4]>, text: &str) -> TextDocumentContentChangeEvent {
        let range = range.map(|[a, b, c, d]| Range::new(Position::new(a, b), Position::new(c, d)));
        TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() }
    }

    #[test]
    fn changes_apply_in_their_order() {
        let changes = [
            change(Some([0, 0, 0, 1]), "bb"),
            change(Some([1, 0, 1, 0]), "é😀: 1\n"),
            change(Some([1, 3, 1, 4]), ""),
        ];
        assert_eq!(apply("a: 1\nc: 2\n", &changes, Encoding::Utf16), "bb: 1\né😀 1\nc: 2\n");
        assert_eq!(apply("a", &[change(None, "x"), change(Some([0, 1, 0, 1]), "y")], Encoding::Utf8), "xy");
    }

    #[test]
    fn positions_outside_the_text_are_clamped() {
        assert_eq!(apply("a\n", &[change(Some([5, 5, 9, 9]), "b")], Encoding::Utf16), "a\nb");
        assert_eq!(
            apply("a\n", &[change(Some([1, 0, 0, 0]), "b")], Encoding::Utf16),
            "a\nb",
            "the end before the start"
        );
        assert_eq!(
            apply("😀", &[change(Some([0, 1, 0, 1]), "b")], Encoding::Utf16),
            "b😀",
            "inside of a pair"
        );
    }

    #[test]
    fn snippets_insert_what_they_escape() {
        assert_eq!(escaped("a: ${b}\\"), "a: \\${b\\}\\\\");
    }
}
