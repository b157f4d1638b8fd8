//! Faults of project files that `lmctl project validate` rejects: missing files and folders, files of old formats, names, and JSON.

use limn_language::message;
use limn_yaml::{Document, Node, Path};

use super::project::{Manager, Project, ProjectKind, ProjectPart};
use super::tree::{Tree, under};
use super::{
    ANSIBLE_MANIFEST, BEHAVIOR, CONTAINS, DEFINITIONS, INFRASTRUCTURE, LIFECYCLE, PROJECT_FILES, VNFCS,
};

/// A fault of a project's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectFault {
    /// The part in the project file.
    pub part: Path,
    /// The file or folder, relative to the part.
    pub place: String,
    pub kind: ProjectFaultKind,
}

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProjectFaultKind {
    MissingFile,
    MissingFolder,
    /// Two names for one file or folder; the other one.
    Both(&'static str),
    /// A manifest of Brent's first versions, whose content is now in the descriptor.
    OldManifest,
    /// A file without the extension `json` in a folder of configurations or tests.
    NotJson,
    /// A configuration or test that is not valid JSON.
    BrokenJson,
}

impl ProjectFault {
    pub fn message(&self) -> String {
        let place = &self.place;
        match self.kind {
            ProjectFaultKind::MissingFile => message::missing("file", place),
            ProjectFaultKind::MissingFolder => message::missing("folder", place),
            ProjectFaultKind::Both(other) => {
                message::expected(format!("either `{place}` or `{other}`"), "both")
            }
            ProjectFaultKind::OldManifest => {
                format!("`{place}` is not supported; its content belongs in the resource descriptor")
            }
            ProjectFaultKind::NotJson => {
                message::expected("only `.json` files among configurations and tests", format!("`{place}`"))
            }
            ProjectFaultKind::BrokenJson => format!("invalid JSON in `{place}`"),
        }
    }
}

/// Finds the faults. `text` gives the content of a file, or `None` where it was not read.
pub fn faults<'a>(
    project: &Project,
    tree: &Tree<'_>,
    text: &dyn Fn(&str) -> Option<&'a str>,
) -> Vec<ProjectFault> {
    let mut found = Vec::new();
    if PROJECT_FILES.iter().all(|name| tree.has_file(&project.root.at(name))) {
        let kind = ProjectFaultKind::Both(PROJECT_FILES[1]);
        found.push(ProjectFault { part: Path::root(), place: PROJECT_FILES[0].to_owned(), kind });
    }
    for part in project.parts() {
        let mut check = Check { part, tree, text, found: &mut found };
        check.parts();
        check.descriptor();
        check.behavior();
        check.resource();
    }
    found
}

struct Check<'c, 'a> {
    part: &'c ProjectPart,
    tree: &'c Tree<'c>,
    text: &'c dyn Fn(&str) -> Option<&'a str>,
    found: &'c mut Vec<ProjectFault>,
}

impl Check<'_, '_> {
    fn fault(&mut self, place: &str, kind: ProjectFaultKind) {
        self.found.push(ProjectFault { part: self.part.path.clone(), place: place.to_owned(), kind });
    }

    fn has_file(&self, place: &str) -> bool {
        self.tree.has_file(&self.part.at(place))
    }

    fn has_folder(&self, place: &str) -> bool {
        self.tree.has_folder(&self.part.at(place))
    }

    fn need_folder(&mut self, place: &str) -> bool {
        let has = self.has_folder(place);
        if !has {
            self.fault(place, ProjectFaultKind::MissingFolder);
        }
        has
    }

    fn parts(&mut self) {
        if !self.part.parts.is_empty() && self.has_folder(CONTAINS) && self.has_folder(VNFCS) {
            self.fault(CONTAINS, ProjectFaultKind::Both(VNFCS));
        }
    }

    /// Checks that there is one descriptor, and at most one template.
    fn descriptor(&mut self) {
        let places = self.part.descriptors();
        let there = places.iter().filter(|place| self.has_file(place)).count();
        match (places.first(), there) {
            (Some(first), 0) => self.fault(first, ProjectFaultKind::MissingFile),
            (Some(first), 2) => self.fault(first, ProjectFaultKind::Both(other_name(first))),
            _ => {}
        }
        if let [first, second] = self.part.templates()
            && self.has_file(first)
            && self.has_file(second)
        {
            self.fault(first, ProjectFaultKind::Both(other_name(first)));
        }
    }

    /// Configurations and tests are JSON.
    fn behavior(&mut self) {
        if !self.part.has_behavior() {
            return;
        }
        let [british, american] = BEHAVIOR;
        let folder = match (self.has_folder(british), self.has_folder(american)) {
            (false, false) => return,
            (true, true) => return self.fault(british, ProjectFaultKind::Both(american)),
            (true, false) => british,
            (false, true) => american,
        };
        let folders: &[&str] = match self.part.kind {
            Some(ProjectKind::Type) => &["Configurations", "Tests"],
            _ => &["Configurations", "Runtime", "Tests"],
        };
        for inner in folders {
            let at = self.part.at(&under(folder, inner));
            for file in self.tree.below(&at) {
                let prefix = if self.part.folder.is_empty() { 0 } else { self.part.folder.len() + 1 };
                let place = file.get(prefix..).unwrap_or(file);
                if extension(file) != "json" {
                    self.fault(place, ProjectFaultKind::NotJson);
                } else if (self.text)(file).is_some_and(|text| !is_json(text)) {
                    self.fault(place, ProjectFaultKind::BrokenJson);
                }
            }
        }
    }

    fn resource(&mut self) {
        match (self.part.kind, self.part.manager) {
            (Some(ProjectKind::Resource), Some(Manager::Ansible)) => {
                self.need_folder("lifecycle");
                if !self.has_file(ANSIBLE_MANIFEST) {
                    self.fault(ANSIBLE_MANIFEST, ProjectFaultKind::MissingFile);
                }
            }
            (Some(ProjectKind::Resource), Some(Manager::Brent2dot1)) => {
                let has_definitions = self.has_folder(DEFINITIONS);
                if has_definitions {
                    self.need_folder(INFRASTRUCTURE);
                }
                self.need_folder(LIFECYCLE);
                self.old_manifests();
            }
            (Some(ProjectKind::Resource | ProjectKind::EtsiVnf), Some(_)) => {
                self.need_folder(LIFECYCLE);
                // Brent's check of the manifests needs the descriptor.
                if self.part.descriptors().iter().any(|place| self.has_file(place)) {
                    self.old_manifests();
                }
            }
            _ => {}
        }
    }

    fn old_manifests(&mut self) {
        for place in ["Lifecycle/lifecycle.mf", "Definitions/infrastructure/infrastructure.mf"] {
            if self.has_file(place) {
                self.fault(place, ProjectFaultKind::OldManifest);
            }
        }
    }
}

/// The extension as written; LMCTL compares it case-sensitively.
fn extension(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// The other extension of a descriptor, for messages.
fn other_name(place: &str) -> &'static str {
    if extension(place) == "yml" { "….yaml" } else { "….yml" }
}

/// Returns true if a text is JSON as Python reads it, which also takes infinities and NaN.
fn is_json(text: &str) -> bool {
    let valid = |text: &str| serde_json::from_str::<serde_json::Value>(text).is_ok();
    valid(text)
        || (["NaN", "Infinity"].iter().any(|word| text.contains(word)) && valid(&without_infinities(text)))
}

/// The text with `0` for the numbers that only Python takes, outside strings.
fn without_infinities(text: &str) -> String {
    let (mut out, mut rest, mut in_string) = (String::with_capacity(text.len()), text, false);
    while let Some(first) = rest.chars().next() {
        let word =
            ["-Infinity", "Infinity", "NaN"].into_iter().find(|word| !in_string && rest.starts_with(word));
        let length = match (word, first) {
            (Some(word), _) => {
                out.push('0');
                word.len()
            }
            (None, '\\') if in_string => {
                let length = rest.chars().take(2).map(char::len_utf8).sum();
                out.push_str(&rest[..length]);
                length
            }
            (None, other) => {
                in_string ^= other == '"';
                out.push(other);
                other.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    out
}

/// Returns true if a descriptor has a name, so that LMCTL compares it with that of the project.
pub fn names_a_descriptor(document: &Document) -> bool {
    document.root().map(Node::resolve).is_some_and(|root| root.get("name").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use limn_files::FilePath;

    #[track_caller]
    fn check(project: &str, files: &[(&str, &str)], expected: &[&str]) {
        let path = |text: &str| FilePath::new(text).expect("a path");
        let all: Vec<FilePath> = files.iter().map(|(name, _)| path(name)).collect();
        let tree = Tree::new(&all, []);
        let project = Project::read(&path("lmproject.yml"), &limn_yaml::parse(project), &tree);
        let text = |file: &str| files.iter().find(|(name, _)| *name == file).map(|(_, text)| *text);
        let config = project.faults.iter().map(|fault| fault.message.clone());
        let found: Vec<String> =
            config.chain(faults(&project, &tree, &text).iter().map(ProjectFault::message)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_project_without_its_files() {
        check(
            "{schema: '2.0', name: a, version: '1'}",
            &[],
            &["missing required file `Descriptor/assembly.yml`"],
        );
        let resource = "{schema: '2.0', name: a, version: '1', type: Resource, resource-manager: lm}";
        let both = [("Definitions/lm/resource.yml", ""), ("Definitions/lm/resource.yaml", "")];
        let old = [both[0], ("Lifecycle/lifecycle.mf", "")];
        check(
            resource,
            &both,
            &[
                "expected either `Definitions/lm/resource.yaml` or `….yml`, found both",
                "missing required folder `Lifecycle`",
            ],
        );
        check(
            resource,
            &old,
            &["`Lifecycle/lifecycle.mf` is not supported; its content belongs in the resource descriptor"],
        );
    }

    #[test]
    fn parts_of_the_first_format_are_visited() {
        check(
            "{name: a, vnfcs: {definitions: {b: {directory: c}}}}",
            &[("Descriptor/assembly.yml", ""), ("VNFCs/c/lifecycle/Install.yml", "")],
            &["missing required file `descriptor/b.yml`", "missing required file `Meta-Inf/manifest.MF`"],
        );
    }

    #[test]
    fn configurations_are_json_as_python_reads_it() {
        let file = |text| [("Descriptor/assembly.yml", ""), ("Behavior/Tests/a.json", text)];
        let project = "{schema: '2.0', name: a, version: '1'}";
        check(project, &file("{\"a\": [NaN, -Infinity, \"NaN\\\"\"]}"), &[]);
        check(project, &file("{\"a\": nan}"), &["invalid JSON in `Behavior/Tests/a.json`"]);
        let other = [("Descriptor/assembly.yml", ""), ("Behaviour/Runtime/x/a.txt", "")];
        check(
            project,
            &other,
            &[
                "expected only `.json` files among configurations and tests, found `Behaviour/Runtime/x/a.txt`",
            ],
        );
    }

    #[test]
    fn references_resolve_to_names() {
        let text = "{schema: '2.0', name: a, version: 1.10, contains: [{name: b, type: Type}]}";
        let project = Project::read(
            &FilePath::new("lmproject.yml").expect("a path"),
            &limn_yaml::parse(text),
            &Tree::default(),
        );
        assert_eq!(
            project.resolve("$lmctl:/contains:/b:/descriptor_name"),
            Some("type::b-a::1.1".to_owned())
        );
        assert_eq!(project.resolve("$lmctl:/descriptor_name"), Some("assembly::a::1.1".to_owned()));
        assert_eq!(project.resolve("$lmctl:/contains:/c:/descriptor_name"), None);
        assert_eq!(project.resolve("$lmctl:/contains"), None);
    }
}
