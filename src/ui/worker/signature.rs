//! The function call around the caret, for the card above it. Runs on either thread.

use limn_analysis::Analysis;
use limn_files::FilePath;
use limn_language::schema::Argument;
use serde::Serialize;

/// Maximum number of possible values that are listed.
const WORDS: usize = 8;

/// The shape that `signature.js` reads. Offsets are in UTF-16 units of the file.
#[derive(Serialize)]
pub(super) struct Signature {
    function: String,
    /// The name of the function in the text.
    from: usize,
    to: usize,
    open: &'static str,
    close: &'static str,
    parameters: Vec<Parameter>,
    /// The index of the parameter at the caret.
    active: usize,
    help: String,
}

#[derive(Serialize)]
struct Parameter {
    label: String,
    optional: bool,
    /// Possible values: the first ones of all, and the number of all.
    words: Vec<String>,
    count: usize,
}

/// The call around an offset of a file.
pub(super) fn signature(analysis: &Analysis, file: &FilePath, at: usize) -> Option<Signature> {
    let checked = analysis.document_at(file, at)?;
    let found = checked.signature(at)?;
    let lines = checked.lines();
    Some(Signature {
        function: found.function,
        from: lines.utf16(found.name.start),
        to: lines.utf16(found.name.end),
        open: found.brackets.0,
        close: found.brackets.1,
        parameters: found.arguments.into_iter().map(parameter).collect(),
        active: found.active,
        help: found.help,
    })
}

fn parameter(Argument { label, words, optional, .. }: Argument) -> Parameter {
    let mut words: Vec<_> = words.into_iter().filter(|word| word.fits).map(|word| word.word).collect();
    let count = words.len();
    words.truncate(WORDS);
    Parameter { label, optional, words, count }
}
