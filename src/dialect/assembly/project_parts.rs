//! Values of a project file and of its entries of `contains`: types, resource managers and folders for completion and hover, descriptors for go to
//! definition.

use std::sync::Arc;

use super::grammar::{MANAGER_WORDS, PROJECT_TYPE_WORDS};
use super::model::{Descriptor, DescriptorKind};
use limn_common::of_declaration;
use limn_files::FilePath;
use limn_language::dialect::UsedFile;
use limn_language::explanation::{Explanation, Fact};
use limn_language::schema::{Choice, ChoiceItem};
use limn_lmctl::{MANAGERS, Project, ProjectPart};
use limn_yaml::Path;

/// The fitting values of a key of a project or an entry.
pub(super) fn fitting(descriptor: &Descriptor, path: &Path) -> Vec<ChoiceItem> {
    let words = |words: &'static [Choice], note: &str| {
        let item = |choice: &Choice| ChoiceItem {
            word: choice.word.to_owned(),
            note: note.to_owned(),
            doc: choice.doc.to_owned(),
            fits: true,
        };
        words.iter().map(item).collect()
    };
    match path.last_key().filter(|_| is_of_project(path)) {
        Some("type") => words(PROJECT_TYPE_WORDS, "project type"),
        Some("resource-manager") => words(MANAGER_WORDS, "resource manager"),
        Some("name" | "directory") => folders(descriptor, path),
        _ => Vec::new(),
    }
}

/// The kind and the help of a project type or resource manager, in any of its spellings.
fn word(path: &Path, text: &str) -> Option<(&'static str, &'static str)> {
    let of = |name: &str| MANAGERS.iter().find(|(known, _)| *known == name).map(|(_, manager)| *manager);
    let (kind, found) = match path.last_key().filter(|_| is_of_project(path))? {
        "type" => {
            ("project type", PROJECT_TYPE_WORDS.iter().find(|choice| choice.word.eq_ignore_ascii_case(text)))
        }
        "resource-manager" => {
            let manager = of(text)?;
            ("resource manager", MANAGER_WORDS.iter().find(|choice| of(choice.word) == Some(manager)))
        }
        _ => return None,
    };
    found.map(|choice| (kind, choice.doc))
}

/// Returns true for a key of the project or of an entry.
fn is_of_project(path: &Path) -> bool {
    let Some(entry) = path.parent() else { return false };
    entry.is_empty() || entry.parent().is_some_and(|list| list.last_key() == Some("contains"))
}

/// Returns true for the keys that name the folder of an entry: without a `directory`, the folder has its name.
fn names_folder(path: &Path) -> bool {
    matches!(path.last_key(), Some("name" | "directory"))
}

/// The folders that the entry with this name or directory can have: those of no other entry.
fn folders(descriptor: &Descriptor, path: &Path) -> Vec<ChoiceItem> {
    let entry = path.parent().filter(|_| names_folder(path)).unwrap_or_default();
    let list = entry.parent().filter(|list| list.last_key() == Some("contains"));
    let (Some(outer), Some(project)) = (list.and_then(|list| list.parent()), project(descriptor)) else {
        return Vec::new();
    };
    let Some(part) = project.parts().into_iter().find(|part| part.path == outer) else { return Vec::new() };
    let tree = descriptor.workspace.tree();
    let home = part.home(&tree);
    let is_free = |name: &str| part.parts.iter().all(|part| part.directory != name || part.path == entry);
    let item = |name: &str| ChoiceItem {
        word: name.to_owned(),
        note: "folder".to_owned(),
        doc: format!("The folder `{home}/{name}`."),
        fits: true,
    };
    tree.subfolders(&home).into_iter().filter(|name| is_free(name)).map(item).collect()
}

/// The descriptor of each entry, at its name and its directory.
pub(super) fn used_files(descriptor: &Descriptor) -> Vec<UsedFile> {
    let Some(project) = project(descriptor) else { return Vec::new() };
    let mut found = Vec::new();
    for part in project.parts().into_iter().filter(|part| part.part_name().is_some()) {
        let Some(file) = descriptor_file(descriptor, part) else { continue };
        let is_text = |path: &Path| {
            descriptor
                .node(path)
                .is_some_and(|node| node.is_scalar() && !node.is_null() && node.path() == *path)
        };
        let places = ["name", "directory"].map(|key| part.path.key(key)).into_iter().filter(is_text);
        found.extend(places.map(|path| UsedFile { path, file: file.clone(), is_there: true }));
    }
    found
}

/// The value at an offset: a project type, a resource manager, or the name or directory of a project, with its descriptor and folder.
pub(super) fn explain(descriptor: &Descriptor, offset: usize) -> Option<Explanation> {
    let project = project(descriptor)?;
    let node = descriptor.document.at(offset).filter(|node| node.is_scalar() && !node.is_key())?;
    let path = node.path();
    let text = node.as_str()?;
    if let Some((kind, doc)) = word(&path, &text) {
        let (title, kind) = (text.into_owned(), kind.to_owned());
        return Some(Explanation {
            range: node.range(),
            title,
            kind,
            doc: doc.to_owned(),
            facts: Vec::new(),
        });
    }
    let entry = path.parent().filter(|_| names_folder(&path))?;
    let part = project.parts().into_iter().find(|part| part.path == entry)?;
    let file = descriptor_file(descriptor, part);
    let document = file.as_ref().and_then(|file| descriptor.workspace.document(file));
    let doc = of_declaration(document.and_then(|document| document.root())).doc;
    let mut facts = vec![Fact::new("Descriptor", format!("`{}`", project.descriptor_name(part)))];
    if !part.folder.is_empty() {
        facts.push(Fact::new("Folder", format!("`{}`", part.folder)));
    }
    facts.extend(file.map(|file| Fact::new("Declared in", format!("`{file}`"))));
    let kind = if part.part_name().is_some() { "sub-project" } else { "project" };
    Some(Explanation {
        range: node.range(),
        title: part.name.text.clone(),
        kind: kind.to_owned(),
        doc,
        facts,
    })
}

fn project(descriptor: &Descriptor) -> Option<Arc<Project>> {
    let is_project = descriptor.kind == DescriptorKind::Project;
    is_project.then(|| descriptor.workspace.lmctl_project(&descriptor.file)).flatten()
}

/// The file with the descriptor of a part, if it exists.
fn descriptor_file(descriptor: &Descriptor, part: &ProjectPart) -> Option<FilePath> {
    let files = descriptor.workspace.files();
    let places = part.descriptors().into_iter();
    let mut places = places.filter_map(|place| FilePath::new(&part.at(&place)).ok());
    places.find(|file| files.binary_search(file).is_ok())
}
