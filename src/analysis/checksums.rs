//! Expected and actual checksums of manifests; checksums of unchanged files are cached.

use std::collections::BTreeMap;
use std::sync::Arc;

use limn_files::{Content, FilePath, Workspace, checksums, package_root};
use limn_language::dialect::ManifestChecksum;

type Sums = BTreeMap<FilePath, Vec<ManifestChecksum>>;

pub(super) fn of(workspace: &Workspace, manifests: &BTreeMap<FilePath, Arc<str>>, before: &Sums) -> Sums {
    let of = |(file, text): (&FilePath, &Arc<str>)| {
        let known = before.get(file).map(Vec::as_slice).unwrap_or_default();
        let above = package_root(file, manifests.keys());
        let found = checksums(text).into_iter().filter_map(|expected| {
            let named =
                if above.is_empty() { expected.name.clone() } else { format!("{above}/{}", expected.name) };
            let content =
                workspace.files.get(&FilePath::new(&named).ok()?).filter(|content| content.is_loaded())?;
            let same = |known: &&ManifestChecksum| {
                known.expected.algorithm == expected.algorithm
                    && known.expected.value == expected.value
                    && is_same(&known.content, content)
            };
            let now = known
                .iter()
                .find(same)
                .map_or_else(|| expected.of(content.as_bytes()), |known| known.now.clone());
            Some(ManifestChecksum { expected, content: content.clone(), now })
        });
        let found: Vec<ManifestChecksum> = found.collect();
        (!found.is_empty()).then(|| (file.clone(), found))
    };
    manifests.iter().filter_map(of).collect()
}

fn is_same(one: &Content, other: &Content) -> bool {
    match (one, other) {
        (Content::Text(one), Content::Text(other)) => Arc::ptr_eq(one, other),
        (Content::Bytes(one), Content::Bytes(other)) => Arc::ptr_eq(one, other),
        _ => false,
    }
}
