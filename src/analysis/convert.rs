//! Converts a document to another language or variant, as a copy: applies the rounds of [`Model::convert`] and maps the notes to the original text.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Checked;
use limn_language::dialect::{
    Conversion, ConversionEffect, ConversionNote, ConversionStep, Library, Model, Source,
};
use limn_language::message;
use limn_text::{Bias, LineIndex, TextEdit, TextRange};
use limn_yaml::{self as yaml, Document, Node, Op};

/// Limit of rounds. Each handles what the previous one uncovered, such as a value inside a replaced mapping.
const MAX_ROUNDS: usize = 8;
/// Limit of attempts to find the changes that cannot be made. Each one parses the text.
const ATTEMPTS: usize = 64;

/// A converted document, and what the conversion did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConvertedText {
    pub text: String,
    /// In the order of the original.
    pub notes: Vec<ConvertedLines>,
}

/// Effect of the conversion on lines of the original.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConvertedLines {
    /// 1-based.
    pub line: usize,
    /// The last line of the part, included.
    pub last_line: usize,
    pub effect: ConversionEffect,
    pub message: String,
}

impl Checked {
    /// The conversions of the document.
    pub fn conversions(&self) -> &'static [Conversion] {
        self.model().map(Model::conversions).unwrap_or_default()
    }

    /// Converts the document.
    ///
    /// # Errors
    ///
    /// Fails if the document has syntax errors, or no such conversion.
    pub fn convert(&self, id: &str) -> Result<ConvertedText, String> {
        if let Some(broken) = self.broken() {
            return Err(format!("syntax error in line {}: {}", broken.line, broken.message));
        }
        if !self.conversions().iter().any(|conversion| conversion.id == id) {
            return Err(self.describe_conversions(id));
        }
        let mut rounds = Rounds {
            lines: self.lines(),
            document: Arc::clone(&self.document),
            back: Vec::new(),
            notes: BTreeSet::new(),
        };
        for round in 1..=MAX_ROUNDS {
            if self.convert_once(id, round == MAX_ROUNDS, &mut rounds) {
                break;
            }
        }
        Ok(ConvertedText {
            text: self.text_with(&rounds.document),
            notes: rounds.notes.into_iter().collect(),
        })
    }

    fn describe_conversions(&self, id: &str) -> String {
        let known: Vec<&str> = self.conversions().iter().map(|conversion| conversion.id).collect();
        match (&known[..], self.language().dialect) {
            ([], None) => self.language().reason.clone(),
            ([], Some(_)) => format!("no conversion exists for {}", self.language().dialect_label),
            (known, _) => {
                format!(
                    "{}; available conversions: `{}`",
                    message::unknown("conversion", id),
                    known.join("`, `")
                )
            }
        }
    }

    /// Makes the changes of one round; returns true if nothing remains to be changed.
    fn convert_once(&self, id: &str, is_last: bool, rounds: &mut Rounds<'_>) -> bool {
        let Some((dialect, profile)) = self.recognized() else { return true };
        let document = Arc::clone(&rounds.document);
        let library = Arc::new(self.library_with(&document));
        let source = Source { file: &self.file, document: &document, profile, library: &library };
        let Some(converted) = dialect.read(&source).convert(id) else { return true };
        let (edit, refused) = apply(&document, &converted.steps);
        let is_done = edit.is_empty() || is_last;
        for (at, step) in converted.steps.iter().enumerate() {
            match refused.get(&at) {
                None if !is_last => step.notes.iter().for_each(|note| rounds.note(note)),
                None => {}
                Some(reason) if is_done => {
                    for note in &step.notes {
                        let message = format!("{}: {reason}", note.message);
                        rounds.note(&ConversionNote {
                            effect: ConversionEffect::Kept,
                            message,
                            ..note.clone()
                        });
                    }
                }
                Some(_) => {}
            }
        }
        if is_done {
            converted.kept.iter().for_each(|note| rounds.note(note));
            return true;
        }
        rounds.back.push(edit.invert(document.text()));
        rounds.document = Arc::new(document.after(&edit));
        false
    }

    /// The other documents, and another text of this one.
    fn library_with(&self, document: &Arc<Document>) -> Library {
        let library = self.library();
        let mut documents = library.documents.clone();
        documents.insert(self.file.clone(), Arc::clone(document));
        Library {
            documents,
            files: Arc::clone(&library.files),
            folders: Arc::clone(&library.folders),
            whole: library.whole,
            manifests: library.manifests.clone(),
            checksums: library.checksums.clone(),
            ..Library::default()
        }
    }
}

struct Rounds<'a> {
    /// Of the original.
    lines: &'a LineIndex,
    document: Arc<Document>,
    /// From the document back to the original, last step first.
    back: Vec<TextEdit>,
    notes: BTreeSet<ConvertedLines>,
}

impl Rounds<'_> {
    /// Adds a note about the document as it is now.
    fn note(&mut self, note: &ConversionNote) {
        let mut range = part(&self.document, note);
        for edit in self.back.iter().rev() {
            let start = edit.map(range.start, Bias::Before);
            range = TextRange::new(start, edit.map(range.end, Bias::After).max(start));
        }
        let line = self.lines.line_column(range.start).line;
        let last = self.lines.line_column(range.end).line.max(line);
        let last_line = if note.effect == ConversionEffect::Kept { line } else { last };
        let message = note.message.clone();
        self.notes.insert(ConvertedLines { line, last_line, effect: note.effect, message });
    }
}

/// The part of the text that a note is about: an entry with its key, an item, or a value.
fn part(document: &Document, note: &ConversionNote) -> TextRange {
    // Some parts are missing: then the nearest one around it.
    let mut path = Some(note.path.clone());
    while let Some(at) = path {
        if let Some(node) = document.get(&at) {
            let start = node.key().map_or(node.range().start, |key| key.range().start);
            return TextRange::new(start, end(document, node).max(start));
        }
        path = at.parent();
    }
    TextRange::new(0, 0)
}

/// The end of a node, without line breaks behind it.
fn end(document: &Document, node: Node<'_>) -> usize {
    let range = node.range();
    document.text().get(range.start..range.end).map_or(range.end, |text| range.start + text.trim_end().len())
}

/// The edit of all steps that can be made, and for each other one the reason.
fn apply(document: &Document, steps: &[ConversionStep]) -> (TextEdit, BTreeMap<usize, String>) {
    let all: Vec<usize> = (0..steps.len()).collect();
    let mut attempt =
        Attempt { document, steps, taken: Vec::new(), refused: BTreeMap::new(), left: ATTEMPTS };
    attempt.take(&all);
    let edit = attempt.edit(&[]).unwrap_or_default();
    (edit, attempt.refused)
}

struct Attempt<'a> {
    document: &'a Document,
    steps: &'a [ConversionStep],
    taken: Vec<usize>,
    refused: BTreeMap<usize, String>,
    left: usize,
}

impl Attempt<'_> {
    /// The edit of the steps taken, and more; the error is the reason why they cannot be made together.
    fn edit(&self, more: &[usize]) -> Result<TextEdit, String> {
        let steps = || self.taken.iter().chain(more).map(|at| &self.steps[*at]);
        let ops: Vec<Op> = steps().flat_map(|step| step.ops.iter().cloned()).collect();
        let mut edit = yaml::patch(self.document, &ops).map_err(|error| error.to_string())?;
        let mut texts = steps().filter_map(|step| step.text.clone()).peekable();
        if texts.peek().is_none() {
            return Ok(edit);
        }
        for text in texts {
            edit = edit.union(text).ok_or("another change is at the same place")?;
        }
        let is_readable = self.document.after(&edit).errors().is_empty();
        if is_readable { Ok(edit) } else { Err("cannot write this here".to_owned()) }
    }

    /// Applies the steps that can be made together with those applied before; halves the others.
    fn take(&mut self, steps: &[usize]) {
        if steps.is_empty() {
            return;
        }
        let reason = match self.left.checked_sub(1) {
            None => "too many changes that cannot be made".to_owned(),
            Some(left) => {
                self.left = left;
                match self.edit(steps) {
                    Ok(_) => return self.taken.extend(steps),
                    Err(error) => error,
                }
            }
        };
        if steps.len() == 1 || self.left == 0 {
            self.refused.extend(steps.iter().map(|at| (*at, reason.clone())));
            return;
        }
        let (first, second) = steps.split_at(steps.len() / 2);
        self.take(first);
        self.take(second);
    }
}
