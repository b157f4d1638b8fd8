//! The lines of a moved definition: taken out of one document, put into another one.

use super::{Move, refused};
use crate::entry_lines::{extent, indented, line_of_entry, lines_of};
use limn_common::copy_of;
use limn_files::FilePath;
use limn_language::edit::EditError;
use limn_language::relocation::Relocation;
use limn_text::{TextEdit, TextRange};
use limn_yaml::{self as yaml, Document, Op, Path, Placement, Value};

impl Move<'_> {
    /// The edit of the source without the definition. The section goes with its last entry, unless it has comments of its own.
    pub(super) fn removed(&self, more: Vec<Op>) -> Result<TextEdit, EditError> {
        let document = &self.source.document;
        let remove = |prune| -> Result<TextEdit, EditError> {
            let mut ops = more.clone();
            ops.push(Op::Remove { at: self.path.clone(), prune });
            Ok(yaml::patch(document, &ops)?)
        };
        let own = extent(document, self.path).ok_or_else(|| self.shares_lines())?;
        let pruned = remove(true)?;
        let keeps_comments = document.comments().iter().all(|comment| {
            let is_inside = |range: TextRange| range.cover(comment.range) == range;
            is_inside(own) || !pruned.indels().iter().any(|indel| is_inside(indel.delete))
        });
        if keeps_comments { Ok(pruned) } else { remove(false) }
    }

    /// The edit of the target with its imports and the definition at the end of its section.
    pub(super) fn inserted(&self, target: &dyn Relocation, imports: Vec<Op>) -> Result<TextEdit, EditError> {
        let (moved, lines) = self.lines()?;
        let document = &self.target.document;
        let section = self.path.key_at(0).unwrap_or_default();
        let mut ops = imports;
        // A place for the definition, which its lines then replace.
        let exists = document.root().is_some_and(|root| root.get(section).is_some());
        ops.push(if exists {
            let (into, key) = (Path::keys([section]), self.name.to_owned());
            Op::Insert { into, key, value: Value::Null, placement: Placement::Last }
        } else {
            let before = target.section_before();
            let placement = before.map_or(Placement::Last, |key| Placement::Before(key.to_owned()));
            let value = Value::map([(self.name, Value::Null)]);
            Op::Insert { into: Path::root(), key: section.to_owned(), value, placement }
        });
        let first = yaml::patch(document, &ops)?;
        let before = first.apply(document.text());
        let staged = yaml::parse(before.as_str());
        let whole = line_of_entry(&staged, self.path).ok_or_else(|| {
            let file = &self.target.file;
            EditError::Refused(format!("`{file}` writes `{section}` on one line: write it on several first"))
        })?;
        let second = TextEdit::replace(whole, indented(&before, whole, &lines));
        let after = yaml::parse(second.apply(&before));
        let is_same = after.errors().is_empty()
            && after.get(self.path).is_some_and(|node| copy_of(node) == copy_of_at(&moved, self.path));
        if !is_same {
            return refused(format!("`{}` cannot be written in `{}`", self.name, self.target.file));
        }
        Ok(first.then(document.text(), &second))
    }

    /// The source with the paths of files as seen from the target, and the lines of the definition in it, from column 0.
    fn lines(&self) -> Result<(Document, Vec<String>), EditError> {
        let names = [(self.source.file.clone(), self.target.file.clone())].into();
        let ops = self.file_ops(&names);
        let text = yaml::patch(&self.source.document, &ops)?.apply(self.source.text());
        let document = yaml::parse(text.as_str());
        let lines = lines_of(&document, self.path).ok_or_else(|| self.shares_lines())?;
        Ok((document, lines))
    }

    fn file_ops(&self, names: &std::collections::BTreeMap<FilePath, FilePath>) -> Vec<Op> {
        let model = self.source.model();
        let all = model.map(|model| model.rename_files(names)).unwrap_or_default();
        all.into_iter().filter(|op| op.path().starts_with(self.path)).collect()
    }

    fn shares_lines(&self) -> EditError {
        EditError::Refused(format!("`{}` shares its line with others: move it in the text", self.name))
    }
}

fn copy_of_at(document: &Document, path: &Path) -> Value {
    document.get(path).map_or(Value::Null, copy_of)
}
