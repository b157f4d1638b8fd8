//! Hover cards of files that a document names: whether the file is there, its language, and what it declares.

use super::Checked;
use super::recognition::recognized;
use limn_files::FilePath;
use limn_ide::hover::Hover;
use limn_language::dialect::Source;
use limn_language::explanation::Fact;
use limn_text::TextRange;

/// Maximum number of declared names in a card.
const NAMES: usize = 8;
/// The fact about a URL of something that is not in the workspace.
const OUTSIDE: &str = "outside the workspace";

impl Checked {
    /// Adds the file that the text at an offset names to its hover card, or makes a card of its own.
    pub(super) fn with_file_card(&self, offset: usize, hover: Option<Hover>) -> Option<Hover> {
        let Some((range, name, is_url)) = self.named_file_at(offset) else { return hover };
        let facts = self.facts_of_file(&name, is_url);
        match hover {
            Some(mut hover) if hover.range.touches(offset) => {
                hover.facts.extend(facts);
                Some(hover)
            }
            _ => Some(Hover { range, title: name, kind: "file".to_owned(), facts, ..Hover::default() }),
        }
    }

    /// The name of a file that is written at an offset, and whether it is written as a URL. A name with a version is not a file.
    fn named_file_at(&self, offset: usize) -> Option<(TextRange, String, bool)> {
        let is_file = |name: &str| !name.contains(':') || name.contains("://");
        let named = self.model()?.named_files().into_iter().filter(|(name, _)| is_file(name));
        let mut at = named.filter_map(|(name, path)| {
            let node = self.document.get(&path).filter(|node| node.is_scalar())?;
            let is_url = name.contains("://");
            Some((node.range(), name, is_url)).filter(|(range, ..)| range.touches(offset))
        });
        at.next()
    }

    fn facts_of_file(&self, name: &str, is_url: bool) -> Vec<Fact> {
        let library = self.library();
        // Relative to the document, or to the top of a package.
        let targets = [self.file.join(name).ok(), FilePath::new(name).ok()];
        let is_there = |target: &FilePath| library.files.binary_search(target).is_ok();
        let Some(file) = targets.into_iter().flatten().find(is_there) else {
            return vec![Fact::new("File", if is_url { OUTSIDE } else { "not found" })];
        };
        let mut facts = vec![Fact::new("File", format!("`{file}`"))];
        let Some(document) = library.documents.get(&file) else { return facts };
        let Some((dialect, found)) = recognized(&file, document) else { return facts };
        let profile = found.profile;
        facts.push(Fact::new("Language", format!("{}, {}", dialect.label(), profile.label)));
        let model = dialect.read(&Source { file: &file, document, profile, library });
        let declared = model.names().declarations.iter().filter(|declaration| declaration.parent.is_none());
        let mut names: Vec<String> = declared.map(|declaration| format!("`{}`", declaration.name)).collect();
        let more = names.len().saturating_sub(NAMES);
        names.truncate(NAMES);
        if more > 0 {
            names.push(format!("{more} more"));
        }
        if !names.is_empty() {
            facts.push(Fact::new("Declares", names.join(", ")));
        }
        facts
    }
}
