//! Reads a project file as `lmctl` does.

use super::project::{
    ConfigFault, KINDS, MANAGERS, Manager, Project, ProjectKind, ProjectPart, Scalar, is_old_format,
};
use super::tree::{Tree, under};
use limn_files::FilePath;
use limn_language::message;
use limn_yaml::{Document, Node, Path};

impl Project {
    /// Reads a project file; the tree decides which folder contains the parts.
    pub fn read(file: &FilePath, document: &Document, tree: &Tree<'_>) -> Project {
        let mut reader = Reader { tree, faults: Vec::new(), is_old: false, parts: 0 };
        let Some(root) = document.root().filter(|root| root.is_mapping()) else {
            let found = document.root().map_or("nothing", kind_of);
            reader.fault(Path::root(), message::expected("a mapping with `name`", found));
            let root = Reader::empty(file.folder());
            let (schema, version) = (Scalar::text("2.0"), Scalar::text("1.0"));
            return Project {
                file: file.clone(),
                schema,
                version,
                is_csar: false,
                root,
                faults: reader.faults,
            };
        };
        reader.is_old = is_old_format(root);
        let get = |key: &str| root.get(key).and_then(Scalar::of);
        let or_old =
            |value: Option<Scalar>, old: &str| value.or_else(|| reader.is_old.then(|| Scalar::text(old)));
        let (schema, version) = (get("schema"), get("version"));
        let found = [("schema", or_old(schema, "2.0")), ("version", or_old(version, "1.0"))];
        let [schema, version] = found.map(|(key, value)| {
            value.unwrap_or_else(|| {
                reader.fault(Path::root(), message::missing("key", key));
                Scalar::text("")
            })
        });
        let is_csar = get("packaging").is_some_and(|packaging| packaging.text == "csar");
        let root = reader.part(root, Path::root(), file.folder().to_owned(), None);
        Project { file: file.clone(), schema, version, is_csar, root, faults: reader.faults }
    }
}

/// The limit of parts: aliases can repeat a list of projects at every depth.
const MAX_PARTS: usize = 2_000;

struct Reader<'t> {
    tree: &'t Tree<'t>,
    faults: Vec<ConfigFault>,
    is_old: bool,
    parts: usize,
}

impl Reader<'_> {
    fn fault(&mut self, path: Path, message: String) {
        self.faults.push(ConfigFault { path, message });
    }

    /// Counts a part; true beyond the limit.
    fn is_full(&mut self) -> bool {
        self.parts += 1;
        self.parts > MAX_PARTS
    }

    fn empty(folder: &str) -> ProjectPart {
        ProjectPart {
            name: Scalar::text(""),
            full_name: String::new(),
            kind: None,
            kind_name: "Assembly",
            manager: None,
            manager_name: None,
            directory: String::new(),
            folder: folder.to_owned(),
            path: Path::root(),
            parts: Vec::new(),
        }
    }

    /// Reads one project. `parent` is the full name of the project around it.
    fn part(&mut self, node: Node<'_>, path: Path, folder: String, parent: Option<&str>) -> ProjectPart {
        let name = node.get("name").and_then(Scalar::of).unwrap_or_else(|| {
            self.fault(path.clone(), message::missing("key", "name"));
            Scalar::text("")
        });
        let (kind, kind_name) = self.kind(node, &path);
        let written = node.get("resource-manager").and_then(Scalar::of);
        let manager = self.manager(written.as_ref(), kind, parent.is_some(), &path);
        let full_name = parent.map_or_else(|| name.text.clone(), |parent| format!("{}-{parent}", name.text));
        let mut part = ProjectPart {
            name,
            full_name,
            kind,
            kind_name,
            manager,
            manager_name: written.map(|written| written.text),
            directory: String::new(),
            folder,
            path,
            parts: Vec::new(),
        };
        self.contained(node, &mut part);
        if self.is_old && parent.is_none() {
            self.vnfcs(node, &mut part);
        }
        part
    }

    fn kind(&mut self, node: Node<'_>, path: &Path) -> (Option<ProjectKind>, &'static str) {
        let Some(written) = node.get("type") else { return (Some(ProjectKind::Assembly), "Assembly") };
        let text = written.as_str().unwrap_or_default();
        match KINDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(&text)) {
            Some((name, kind)) => (Some(*kind), name),
            None => {
                self.fault(path.key("type"), message::unknown("project type", text));
                (None, "Assembly")
            }
        }
    }

    /// The resource manager. `lmctl` reads that of an outermost assembly not at all, and that of any part.
    fn manager(
        &mut self,
        written: Option<&Scalar>,
        kind: Option<ProjectKind>,
        is_part: bool,
        path: &Path,
    ) -> Option<Manager> {
        let needs = matches!(kind, Some(ProjectKind::Resource | ProjectKind::EtsiVnf));
        let Some(written) = written else {
            if needs {
                self.fault(path.clone(), message::missing("key", "resource-manager"));
            }
            return None;
        };
        if !needs && !is_part {
            return None;
        }
        let known = MANAGERS.iter().find(|(known, _)| *known == written.text).map(|(_, manager)| *manager);
        if known.is_none() || (kind == Some(ProjectKind::EtsiVnf) && known != Some(Manager::Brent)) {
            let message = message::unknown("resource manager", &written.text);
            self.fault(path.key("resource-manager"), message);
        }
        known
    }

    fn contained(&mut self, node: Node<'_>, part: &mut ProjectPart) {
        let Some(list) = node.get("contains") else { return };
        let at = part.path.key("contains");
        if !list.resolve().is_sequence() {
            let is_empty_map = list.resolve().is_mapping() && list.resolve().entries().len() == 0;
            if !is_empty_map {
                self.fault(at, message::expected("a list of projects", kind_of(list)));
            }
            return;
        }
        let home = part.home(self.tree);
        for (index, item) in list.resolve().items().enumerate() {
            let path = at.index(index);
            if self.is_full() {
                return;
            }
            let item = item.resolve();
            if !item.is_mapping() {
                self.fault(path, message::expected("a mapping with `name`", kind_of(item)));
                continue;
            }
            let directory = match item.get("directory") {
                Some(written) => Scalar::of(written),
                None => item.get("name").and_then(Scalar::of),
            };
            let directory = directory.map(|directory| directory.text).unwrap_or_default();
            if directory.is_empty() && item.get("directory").is_some() {
                self.fault(path.clone(), message::missing("key", "directory"));
            }
            let folder = folder_in(&home, &directory);
            let mut inner = self.part(item, path, folder, Some(&part.full_name));
            inner.directory = directory;
            part.parts.push(inner);
        }
    }

    /// The parts in the format of LMCTL 1: resources for the Ansible resource manager.
    fn vnfcs(&mut self, node: Node<'_>, part: &mut ProjectPart) {
        let Some(vnfcs) = node.get("vnfcs").map(Node::resolve) else { return };
        let at = part.path.key("vnfcs");
        if node.get("contains").is_some() {
            // LMCTL fails on a file with both.
            self.fault(at.clone(), message::expected("either `contains` or `vnfcs`", "both"));
        }
        let Some(definitions) = vnfcs.get("definitions").map(Node::resolve) else { return };
        let at = at.key("definitions");
        if !vnfcs.is_mapping() || !definitions.is_mapping() {
            return self.fault(at, message::expected("a mapping of projects", kind_of(definitions)));
        }
        let home = part.home(self.tree);
        for entry in definitions.entries() {
            let Some(name) = Scalar::of(entry.key) else { continue };
            if self.is_full() {
                return;
            }
            let path = at.key(&name.text);
            let definition = entry.value.resolve();
            if !definition.is_mapping() {
                self.fault(
                    path.clone(),
                    message::expected("a mapping with `directory`", kind_of(definition)),
                );
            }
            let directory = definition.get("directory").and_then(Scalar::of);
            let directory = directory.map_or_else(|| name.text.clone(), |directory| directory.text);
            part.parts.push(ProjectPart {
                full_name: format!("{}-{}", name.text, part.full_name),
                name,
                kind: Some(ProjectKind::Resource),
                kind_name: "Resource",
                manager: Some(Manager::Ansible),
                manager_name: Some("ansible-rm".to_owned()),
                folder: folder_in(&home, &directory),
                directory,
                path,
                parts: Vec::new(),
            });
        }
    }
}

/// The folder of a part; its name can have `.` and `..` in it.
fn folder_in(home: &str, directory: &str) -> String {
    let folder = under(home, directory);
    FilePath::new(&folder).map_or(folder, |folder| folder.as_str().to_owned())
}

/// The kind of a value, for a message.
fn kind_of(node: Node<'_>) -> &'static str {
    let node = node.resolve();
    if node.is_null() {
        "nothing"
    } else if node.is_mapping() {
        "a mapping"
    } else if node.is_sequence() {
        "a list"
    } else {
        "a plain value"
    }
}
