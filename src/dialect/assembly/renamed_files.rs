//! Updates the names of files after files or folders are renamed: the directories of a project's parts, and the templates of drivers.

use std::collections::BTreeMap;

use super::driver_files::{resource_folder, used_files};
use super::model::{Descriptor, DescriptorKind};
use limn_files::FilePath;
use limn_lmctl::under;
use limn_yaml::{Op, Path, Placement, Value};

/// The new name of each renamed file.
type NewNames = BTreeMap<FilePath, FilePath>;

/// Ops that update the names of files in a document; the document itself may be renamed, too.
pub(super) fn follow(descriptor: &Descriptor, names: &NewNames) -> Vec<Op> {
    match descriptor.kind {
        DescriptorKind::Project => directories(descriptor, names),
        DescriptorKind::Resource => templates(descriptor, names),
        DescriptorKind::Assembly => Vec::new(),
    }
}

/// The directories of the parts whose folders have another name. Skips folders that move out of the folder of the parts: `directory` cannot name them.
fn directories(descriptor: &Descriptor, names: &NewNames) -> Vec<Op> {
    let Some(project) = descriptor.workspace.lmctl_project(&descriptor.file) else { return Vec::new() };
    let (tree, files) = (descriptor.workspace.tree(), descriptor.workspace.files());
    let mut ops = Vec::new();
    let mut waiting = vec![(&project.root, after(names, &descriptor.file).folder().to_owned())];
    while let Some((part, folder)) = waiting.pop() {
        let old_home = part.home(&tree);
        let home = under(&folder, old_home.rsplit('/').next().unwrap_or_default());
        for inner in &part.parts {
            let folder = folder_after(files, names, &inner.folder).unwrap_or_else(|| inner.folder.clone());
            let written = under(&home, &inner.directory);
            let is_written = FilePath::new(&written).is_ok_and(|path| path.as_str() == folder);
            let directory = folder.strip_prefix(&home).and_then(|rest| rest.strip_prefix('/'));
            if let Some(directory) = directory.filter(|_| !is_written) {
                ops.extend(directory_op(descriptor, &inner.path, directory));
            }
            waiting.push((inner, folder));
        }
    }
    ops
}

/// Changes the directory of a part, or adds it where the folder had the name of the part. What an alias or a merge key shares stays as it is.
fn directory_op(descriptor: &Descriptor, part: &Path, directory: &str) -> Option<Op> {
    let node = descriptor.node(part).filter(|node| node.path() == *part)?;
    let value = Value::Text(directory.to_owned());
    let at = part.key("directory");
    match node.get("directory") {
        Some(known) => (known.path() == at).then_some(Op::Replace { at, value }),
        None => {
            let (into, key) = (part.clone(), "directory".to_owned());
            Some(Op::Insert { into, key, value, placement: Placement::After("name".to_owned()) })
        }
    }
}

/// The template files that have another name in the folder of their driver.
fn templates(descriptor: &Descriptor, names: &NewNames) -> Vec<Op> {
    let Some(old_folder) = resource_folder(descriptor) else { return Vec::new() };
    // The place of the descriptor in the resource stays the same.
    let inner = descriptor.file.as_str().strip_prefix(&old_folder).map(|rest| rest.trim_start_matches('/'));
    let now = after(names, &descriptor.file).as_str();
    let Some(folder) = inner.and_then(|inner| now.strip_suffix(inner)) else { return Vec::new() };
    let folder = folder.trim_end_matches('/');
    let op = |at: Path, file: &FilePath| {
        let node = descriptor.node(&at).filter(|node| node.is_scalar() && node.path() == at)?;
        let written = node.as_str()?;
        let place = relative(file.as_str(), &old_folder)?.strip_suffix(&*written)?;
        let name = relative(after(names, file).as_str(), folder)?.strip_prefix(place)?;
        let value = Value::Text(name.to_owned());
        (name != written).then_some(Op::Replace { at, value })
    };
    let named = used_files(descriptor).into_iter();
    let named = named.filter(|used| used.is_there && used.path.last_key() == Some("file"));
    named.filter_map(|used| op(used.path, &used.file)).collect()
}

/// The path of a file in a folder.
fn relative<'p>(file: &'p str, folder: &str) -> Option<&'p str> {
    if folder.is_empty() { Some(file) } else { file.strip_prefix(folder)?.strip_prefix('/') }
}

fn after<'n>(names: &'n NewNames, file: &'n FilePath) -> &'n FilePath {
    names.get(file).unwrap_or(file)
}

/// The new path of a folder; `None` if it has no files, or if they are no longer in one folder.
fn folder_after(files: &[FilePath], names: &NewNames, folder: &str) -> Option<String> {
    let mut found: Option<&str> = None;
    for file in files {
        let Some(rest) = relative(file.as_str(), folder) else { continue };
        let now = after(names, file).as_str().strip_suffix(rest)?;
        let now = if now.is_empty() { now } else { now.strip_suffix('/')? };
        if *found.get_or_insert(now) != now {
            return None;
        }
    }
    found.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::recognize::PROFILES;
    use super::*;
    use limn_language::dialect::{Library, Model, Source};

    /// The text of a file after files are renamed: `from` and `to` are the starts of their paths.
    fn renamed(file: &str, text: &str, others: &[&str], from: &str, to: &str) -> String {
        let path = |name: &str| FilePath::new(name).unwrap();
        let mut library = Library::default();
        library.documents.insert(path(file), Arc::new(limn_yaml::parse(text)));
        let mut files: Vec<FilePath> = others.iter().chain([&file]).map(|name| path(name)).collect();
        files.sort();
        let moved = |file: &FilePath| {
            let rest = file.as_str().strip_prefix(from)?;
            Some((file.clone(), path(&format!("{to}{rest}"))))
        };
        let names: NewNames = files.iter().filter_map(moved).collect();
        library.files = files.into();
        let (file, library) = (path(file), Arc::new(library));
        let document = &library.documents[&file];
        let source = Source { file: &file, document, profile: &PROFILES[0], library: &library };
        let ops = super::super::read_source(&source).rename_files(&names);
        limn_yaml::patch(document, &ops).unwrap().apply(text)
    }

    const PROJECT: &str = "schema: '2.0'
name: shop
version: '1.0'
contains:
  - name: web  # The front.
    type: Resource
    resource-manager: brent
  - {name: db, directory: 'data'}
";
    const PARTS: [&str; 3] = [
        "Contains/web/Definitions/lm/resource.yaml",
        "Contains/web/Lifecycle/ansible/scripts/Install.yml",
        "Contains/data/Descriptor/assembly.yml",
    ];

    #[test]
    fn the_directory_of_a_part_follows_its_folder() {
        let after = |from: &str, to: &str| renamed("lmproject.yml", PROJECT, &PARTS, from, to);
        assert_eq!(
            after("Contains/data/", "Contains/store/"),
            PROJECT.replace("directory: 'data'", "directory: 'store'")
        );
        assert_eq!(
            after("Contains/web/", "Contains/front/"),
            PROJECT.replace("# The front.\n", "# The front.\n    directory: front\n")
        );
        assert_eq!(
            after("Contains/web/Lifecycle/", "Contains/front/Lifecycle/"),
            PROJECT,
            "only a part of it"
        );
        assert_eq!(after("Contains/data/", "data/"), PROJECT, "it is outside the folder of the parts");
        assert_eq!(after("", "projects/shop/"), PROJECT, "all of it");
    }

    #[test]
    fn a_template_follows_its_file_in_the_folder_of_its_driver() {
        let text = "name: resource::web::1.0
lifecycle:
  Create: {drivers: {openstack: {template: {file: \"heat.yaml\", template-type: HEAT}}}}
";
        let files = ["web/Lifecycle/openstack/heat.yaml"];
        let after =
            |from: &str, to: &str| renamed("web/Definitions/lm/resource.yaml", text, &files, from, to);
        let changed = |name: &str| text.replace("heat.yaml", name);
        let folder = "web/Lifecycle/openstack/";
        assert_eq!(after(files[0], "web/Lifecycle/openstack/stack.yaml"), changed("stack.yaml"));
        assert_eq!(after(folder, "web/Lifecycle/openstack/heat/"), changed("heat/heat.yaml"));
        assert_eq!(after(folder, "web/Lifecycle/other/"), text, "it is in no folder of the driver");
        assert_eq!(after("web/", "front/"), text, "all of it");
    }
}
