//! The names in a text and what they name, for their colors in the editor. Runs on either thread.

use limn_analysis::Analysis;
use limn_files::FilePath;
use limn_ide::symbols::Role;
use limn_ide::tokens::{Token, TokenKind};
use limn_text::TextRange;
use serde::Serialize;

/// The shape that `names.js` reads. Offsets are in UTF-16 units of the file.
#[derive(Serialize)]
pub(super) struct Name {
    from: usize,
    to: usize,
    /// The class of its color.
    kind: &'static str,
    /// True if it is declared here.
    declares: bool,
}

/// The names in a range of a file, in text order.
pub(super) fn names(analysis: &Analysis, file: &FilePath, within: TextRange) -> Vec<Name> {
    let of = |checked: &limn_analysis::Checked| {
        let lines = checked.lines();
        let name = |Token { range, kind, is_declaration }: Token| Name {
            from: lines.utf16(range.start),
            to: lines.utf16(range.end),
            kind: class(kind),
            declares: is_declaration,
        };
        checked.tokens_within(within).into_iter().map(name).collect::<Vec<_>>()
    };
    analysis.documents(file).iter().flat_map(|checked| of(checked)).collect()
}

const fn class(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Name(role) => role.word(),
        TokenKind::Call => Role::Function.word(),
    }
}
