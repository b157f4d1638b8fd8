//! Contents of a package: references between the open files, and missing files.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Analysis, Checked};
use limn_files::FilePath;
use limn_language::dialect::Dialect;

/// A missing file that a document references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The document with the reference.
    pub by: FilePath,
    /// The name as written.
    pub name: String,
    /// Its path.
    pub place: FilePath,
}

impl Analysis {
    /// Every missing file that a document references, relative to itself or to the top, each path once.
    pub fn missing_files(&self) -> Vec<Missing> {
        let mut seen = BTreeSet::new();
        let has = |file: &FilePath| self.library.files.binary_search(file).is_ok();
        let of = |checked: &Checked| {
            let by = checked.file().clone();
            let missing = |name: String| {
                let place = by.join(&name).ok()?;
                let there = has(&place) || FilePath::new(&name).is_ok_and(|top| has(&top));
                (!there).then(|| Missing { by: by.clone(), name, place })
            };
            checked.named_files().into_iter().filter_map(missing).collect::<Vec<_>>()
        };
        let all = self.all_documents().flat_map(|checked| of(checked));
        all.filter(|missing| seen.insert(missing.place.clone())).collect()
    }

    /// The path for an added file: the only place where a document references a missing file of this name.
    pub fn place_for(&self, file: &FilePath) -> Option<FilePath> {
        let missing = self.missing_files().into_iter().map(|missing| missing.place);
        let mut places = missing.filter(|place| place.name() == file.name() && place != file);
        places.next().filter(|_| places.next().is_none())
    }

    /// The entry document of a package with `file`: the only document that references it, else the file itself; for another file without references, the
    /// first descriptor. A document that only accompanies others, such as a catalog, is the entry only if it references none of them.
    pub fn package_entry(&self, file: &FilePath) -> FilePath {
        let top = self.top_of(file);
        if let Some(language) = self.language(&top).and_then(Dialect::accompanies) {
            let is_of =
                |file: &FilePath| self.language(file).is_some_and(|dialect| dialect.family() == language);
            return self.referenced_files(&top).into_iter().find(is_of).unwrap_or(top);
        }
        let is_one =
            |file: &FilePath| self.first(file).is_some_and(|checked| checked.language().dialect.is_some());
        let first = || self.files().map(|checked| checked.file()).find(|file| is_one(file)).cloned();
        if is_one(&top) { top } else { first().unwrap_or(top) }
    }

    fn top_of(&self, file: &FilePath) -> FilePath {
        let (mut at, mut seen) = (file.clone(), BTreeSet::from([file.clone()]));
        loop {
            let leads = |from: &&FilePath| {
                let is_entry = self.language(from).is_none_or(|dialect| dialect.accompanies().is_none());
                is_entry && !seen.contains(*from) && self.referenced_files(from).contains(&at) && **from != at
            };
            let mut leading = self.library.documents.keys().filter(leads);
            match (leading.next(), leading.next()) {
                (Some(only), None) => at = only.clone(),
                _ => return at,
            }
            seen.insert(at.clone());
        }
    }

    /// Descriptors of languages that do not belong in a package of `file`.
    pub fn files_of_other_languages(&self, file: &FilePath) -> Vec<FilePath> {
        let package_of = |dialect: &'static dyn Dialect| dialect.accompanies().unwrap_or(dialect.family());
        let Some(own) = self.language(file).map(package_of) else { return Vec::new() };
        let is_other =
            |file: &&FilePath| self.language(file).is_some_and(|dialect| package_of(dialect) != own);
        self.files().map(|checked| checked.file()).filter(is_other).cloned().collect()
    }

    fn language(&self, file: &FilePath) -> Option<&'static dyn Dialect> {
        self.first(file)?.dialect()
    }

    /// The files that the documents of a file depend on, and those that they reference.
    pub(super) fn referenced_files(&self, file: &FilePath) -> Vec<FilePath> {
        let of = |checked: &Arc<Checked>| {
            super::dependencies(checked.document.text()).into_iter().chain(checked.named_files())
        };
        let names = self.documents(file).iter().flat_map(of);
        names.filter_map(|name| file.join(&name).ok()).collect()
    }
}

impl Checked {
    /// The files that the document references, each once and as written.
    pub fn named_files(&self) -> Vec<String> {
        let named = self.model().map(limn_language::dialect::Model::named_files).unwrap_or_default();
        let mut seen = BTreeSet::new();
        named.into_iter().map(|(name, _)| name).filter(|name| seen.insert(name.clone())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choices;
    use limn_files::{Content, Workspace};

    const HEAD: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\n";

    fn path(name: &str) -> FilePath {
        FilePath::new(name).expect("a test's path is fine")
    }

    fn analysis(files: &[(&str, String)]) -> Analysis {
        let files = files.iter().map(|(name, text)| (path(name), Content::Text(text.as_str().into())));
        let workspace = Workspace { files: files.collect(), ..Workspace::default() };
        Analysis::of(&workspace, &Choices::default(), &Analysis::default())
    }

    #[test]
    fn a_catalog_lies_beside_the_service_template_that_it_names() {
        let catalog = |item: &str| {
            format!(
                "brooklyn.catalog:\n  bundle: a\n  version: 1.0.0\n  iconUrl: classpath://icons/a.png\n  items:\n  - {{id: b, item: '{item}'}}\n"
            )
        };
        let shop = format!("{HEAD}topology_template: {{}}\n");
        let all = analysis(&[
            ("catalog.bom", catalog("classpath://shop.yaml")),
            ("shop.yaml", shop.clone()),
            ("META-INF/MANIFEST.MF", "Bundle-SymbolicName: a\nBundle-Version: 1.0.0\n".to_owned()),
        ]);
        for file in ["shop.yaml", "catalog.bom"] {
            assert_eq!(all.package_entry(&path(file)), path("shop.yaml"));
        }
        assert_eq!(all.files_of_other_languages(&path("shop.yaml")), []);
        let missing: Vec<_> =
            all.missing_files().into_iter().map(|missing| missing.place.to_string()).collect();
        assert_eq!(missing, ["icons/a.png"]);
        let alone =
            analysis(&[("catalog.bom", catalog("https://example.org/shop.yaml")), ("shop.yaml", shop)]);
        assert_eq!(alone.package_entry(&path("catalog.bom")), path("catalog.bom"));
        assert_eq!(alone.files_of_other_languages(&path("catalog.bom")), []);
    }

    #[test]
    fn what_is_named_and_not_there_is_listed_with_its_place() {
        let text = format!(
            "{HEAD}imports: [../types.yaml]\ntopology_template: {{node_templates: {{a: {{type: Compute, interfaces: {{Standard: {{create: scripts/a.sh, \
             start: top.sh}}}}}}}}}}\n"
        );
        let all = analysis(&[("templates/main.yaml", text), ("top.sh", String::new())]);
        let missing: Vec<_> =
            all.missing_files().into_iter().map(|missing| missing.place.to_string()).collect();
        assert_eq!(missing, ["types.yaml", "templates/scripts/a.sh"]);
        assert_eq!(all.place_for(&path("a.sh")), Some(path("templates/scripts/a.sh")));
        assert_eq!(all.place_for(&path("b.sh")), None);
    }

    #[test]
    fn a_package_is_about_what_resolves_to_its_files() {
        let types = format!("{HEAD}node_types: {{}}\n");
        let main = |import: &str| format!("{HEAD}imports: [{import}]\ntopology_template: {{}}\n");
        let all = analysis(&[
            ("types.yaml", types.clone()),
            ("mid.yaml", main("types.yaml")),
            ("main.yaml", main("mid.yaml")),
        ]);
        assert_eq!(all.package_entry(&path("types.yaml")), path("main.yaml"));
        let two = analysis(&[
            ("types.yaml", types),
            ("a.yaml", main("types.yaml")),
            ("b.yaml", main("types.yaml")),
        ]);
        assert_eq!(two.package_entry(&path("types.yaml")), path("types.yaml"));
        let script = format!(
            "{HEAD}topology_template: {{node_templates: {{a: {{type: Compute, interfaces: {{Standard: {{create: a.sh}}}}}}}}}}\n"
        );
        let run = analysis(&[("main.yaml", script), ("a.sh", String::new()), ("notes.txt", String::new())]);
        assert_eq!(run.package_entry(&path("a.sh")), path("main.yaml"));
        assert_eq!(run.package_entry(&path("notes.txt")), path("main.yaml"));
        let round = analysis(&[("a.yaml", main("b.yaml")), ("b.yaml", main("a.yaml"))]);
        assert_eq!(round.package_entry(&path("a.yaml")), path("b.yaml"));
    }
}
