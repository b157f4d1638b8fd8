//! Renames files: validates the new names and updates the references in documents. `limn_packages` updates manifests.

use std::collections::{BTreeMap, BTreeSet};

use super::Analysis;
use super::documents::add_edit;
use limn_files::FilePath;
use limn_language::dialect::Model;
use limn_language::edit::EditError;
use limn_text::TextEdit;
use limn_yaml as yaml;

/// The new names of renamed files.
pub type NewNames = BTreeMap<FilePath, FilePath>;

impl Analysis {
    /// The renamed files for a new path of a file or of a folder (`from` ends with a slash). Refuses paths outside the workspace, and names in use.
    pub fn new_names(&self, from: &str, to: &str) -> Result<NewNames, EditError> {
        let refused = |why: String| EditError::Refused(why);
        let to = FilePath::new(to.trim()).map_err(|error| refused(error.to_string()))?;
        let files = &*self.library.files;
        let names: NewNames = match from.strip_suffix('/') {
            Some(folder) => {
                if to.as_str().starts_with(from) {
                    return Err(refused(format!("`{folder}` cannot be moved into itself")));
                }
                let inside =
                    |file: &FilePath| Some((file.clone(), file.as_str().strip_prefix(from)?.to_owned()));
                let moved = |(file, rest): (FilePath, String)| {
                    Some((file, FilePath::new(&format!("{to}/{rest}")).ok()?))
                };
                files.iter().filter_map(inside).filter_map(moved).collect()
            }
            None => files
                .iter()
                .filter(|file| file.as_str() == from)
                .map(|file| (file.clone(), to.clone()))
                .collect(),
        };
        if names.is_empty() {
            return Err(refused(format!("`{from}` no longer exists")));
        }
        let names: NewNames = names.into_iter().filter(|(from, to)| from != to).collect();
        self.check_free(&names)?;
        Ok(names)
    }

    /// No two files have the same name, and none has the name of a folder.
    pub(super) fn check_free(&self, names: &NewNames) -> Result<(), EditError> {
        let stay: BTreeSet<&str> = self
            .library
            .files
            .iter()
            .filter(|file| !names.contains_key(*file))
            .map(FilePath::as_str)
            .collect();
        for to in names.values() {
            let to = to.as_str();
            if stay.contains(to) {
                return Err(EditError::Taken(to.to_owned()));
            }
            let folder = to.match_indices('/').map(|(at, _)| &to[..at]).find(|above| stay.contains(above));
            if let Some(folder) = folder {
                return Err(EditError::Refused(format!("`{folder}` is a file, not a folder")));
            }
            let inside = format!("{to}/");
            if stay.range(inside.as_str()..).next().is_some_and(|file| file.starts_with(&inside)) {
                return Err(EditError::Refused(format!("`{to}` is a folder; add a file name")));
            }
        }
        Ok(())
    }

    /// The updated references to renamed files in every document, by its old name.
    pub fn rename_files(&self, names: &NewNames) -> Result<BTreeMap<FilePath, TextEdit>, EditError> {
        let mut edits = BTreeMap::new();
        for checked in self.all_documents() {
            let ops = checked.model().map(|model: &dyn Model| model.rename_files(names)).unwrap_or_default();
            if !ops.is_empty() {
                let edit = yaml::patch(&checked.document, &ops)?;
                add_edit(&mut edits, checked.file(), edit)?;
            }
        }
        edits.retain(|_, edit| !edit.is_empty());
        Ok(edits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choices;
    use limn_files::{Content, Workspace};

    const HEAD: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
    const META: &str = "TOSCA-Metadata/TOSCA.meta";

    /// A template, types that it imports, which import others, a script and a picture.
    fn files() -> BTreeMap<String, String> {
        let shop = format!(
            "{HEAD}imports:\n  - types/web.yaml  # ours\n  - base: {{file: './types/base.yaml'}}\ntopology_template:\n  node_templates:\n    web:\n      \
             type: my.Web\n      artifacts: {{logo: {{type: tosca.artifacts.File, file: images/logo.png}}}}\n      interfaces: {{Standard: {{create: \
             ../scripts/create.sh}}}}\n"
        );
        let web = format!(
            "{HEAD}imports: [base.yaml]\nnode_types:\n  my.Web: {{derived_from: my.Base, interfaces: {{Standard: {{stop: scripts/create.sh}}}}}}\n"
        );
        let base = format!("{HEAD}node_types:\n  my.Base: {{derived_from: tosca.nodes.Root}}\n");
        let all = [
            ("defs/shop.yaml", shop),
            ("defs/types/web.yaml", web),
            ("defs/types/base.yaml", base),
            ("scripts/create.sh", "#!/bin/sh\n".to_owned()),
            ("images/logo.png", String::new()),
            (META, "Entry-Definitions: defs/shop.yaml\n".to_owned()),
        ];
        all.into_iter().map(|(name, text)| (name.to_owned(), text)).collect()
    }

    fn analysis(files: &BTreeMap<String, String>) -> Analysis {
        let content = |(name, text): (&String, &String)| {
            (FilePath::new(name).expect("a test's path is fine"), Content::Text(text.as_str().into()))
        };
        let workspace = Workspace { files: files.iter().map(content).collect(), ..Workspace::default() };
        Analysis::of(&workspace, &Choices::default(), &Analysis::default())
    }

    /// Lines that differ afterwards; what was there stays there.
    fn moved(from: &str, to: &str) -> Result<String, String> {
        let before = files();
        let old = analysis(&before);
        let names = old.new_names(from, to).map_err(|error| error.to_string())?;
        let edits = old.rename_files(&names).map_err(|error| error.to_string())?;
        let mut after = BTreeMap::new();
        let mut report = String::new();
        for (name, text) in &before {
            let path = FilePath::new(name).unwrap();
            let now = edits.get(&path).map_or_else(|| text.clone(), |edit| edit.apply(text));
            for (old, new) in text.lines().zip(now.lines()).filter(|(old, new)| old != new) {
                report += &format!("{name}: {} -> {}\n", old.trim(), new.trim());
            }
            after.insert(names.get(&path).unwrap_or(&path).to_string(), now);
        }
        assert_eq!(old.missing_files(), analysis(&after).missing_files(), "nothing is lost sight of");
        Ok(report)
    }

    #[test]
    fn what_names_a_file_follows_it() {
        assert_eq!(
            moved("defs/types/base.yaml", "defs/types/root.yaml").unwrap(),
            "defs/shop.yaml: - base: {file: './types/base.yaml'} -> - base: {file: './types/root.yaml'}\n\
             defs/types/web.yaml: imports: [base.yaml] -> imports: [root.yaml]\n"
        );
        assert_eq!(
            moved("scripts/create.sh", "bin/make.sh").unwrap(),
            "defs/shop.yaml: interfaces: {Standard: {create: ../scripts/create.sh}} -> interfaces: {Standard: {create: ../bin/make.sh}}\n\
             defs/types/web.yaml: my.Web: {derived_from: my.Base, interfaces: {Standard: {stop: scripts/create.sh}}} -> my.Web: {derived_from: \
             my.Base, interfaces: {Standard: {stop: bin/make.sh}}}\n"
        );
    }

    #[test]
    fn paths_in_a_moved_document_are_relative_to_its_new_folder() {
        assert_eq!(
            moved("defs/shop.yaml", "shop.yaml").unwrap(),
            "defs/shop.yaml: - types/web.yaml  # ours -> - defs/types/web.yaml  # ours\n\
             defs/shop.yaml: - base: {file: './types/base.yaml'} -> - base: {file: './defs/types/base.yaml'}\n\
             defs/shop.yaml: interfaces: {Standard: {create: ../scripts/create.sh}} -> interfaces: {Standard: {create: scripts/create.sh}}\n"
        );
    }

    #[test]
    fn a_folder_is_moved_with_what_is_in_it() {
        assert_eq!(
            moved("defs/types/", "types").unwrap(),
            "defs/shop.yaml: - types/web.yaml  # ours -> - ../types/web.yaml  # ours\n\
             defs/shop.yaml: - base: {file: './types/base.yaml'} -> - base: {file: '../types/base.yaml'}\n"
        );
        assert_eq!(moved("defs/", "definitions").unwrap(), "", "paths between moved files do not change");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let refused = |from: &str, to: &str, why: &str| assert_eq!(moved(from, to), Err(why.to_owned()));
        refused("scripts/create.sh", "../create.sh", "`../create.sh` points outside the workspace");
        refused("scripts/create.sh", "defs/shop.yaml", "the name `defs/shop.yaml` is already in use");
        refused("scripts/create.sh", "defs/types", "`defs/types` is a folder; add a file name");
        refused("scripts/create.sh", "defs/shop.yaml/a.sh", "`defs/shop.yaml` is a file, not a folder");
        refused("defs/", "defs/inner", "`defs` cannot be moved into itself");
        refused("gone.sh", "a.sh", "`gone.sh` no longer exists");
        refused("scripts/create.sh", " ", "expected a file name");
        assert_eq!(moved("scripts/create.sh", "scripts/create.sh").unwrap(), "");
    }
}
