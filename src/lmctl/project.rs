//! The project file: name, version, kind and resource manager of a project and of its parts.

use super::tree::{Tree, under};
use super::{CONTAINS, VNFCS};
use limn_files::FilePath;
use limn_language::message;
use limn_yaml::{Document, Node, Path, Resolved, Style};

/// A project as `lmctl` reads it. What cannot be read is in `faults`; `lmctl` stops at the first of them.
#[derive(Clone, Debug)]
pub struct Project {
    pub file: FilePath,
    pub schema: Scalar,
    pub version: Scalar,
    /// Whether `lmctl` writes a zip instead of a gzipped tar.
    pub is_csar: bool,
    pub root: Part,
    pub faults: Vec<ConfigFault>,
}

/// A value of the project file that `lmctl` refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigFault {
    pub path: Path,
    pub message: String,
}

/// A project or one of the projects that it contains.
#[derive(Clone, Debug)]
pub struct Part {
    pub name: Scalar,
    /// The name, then those of the projects around it: `web-shop`.
    pub full_name: String,
    pub kind: Option<Kind>,
    /// The kind in the spelling that packages require: `Assembly` also stands for `NS` and `VNF`.
    pub kind_name: &'static str,
    pub manager: Option<Manager>,
    /// The resource manager as written.
    pub manager_name: Option<String>,
    /// The name of its folder in [`CONTAINS`].
    pub directory: String,
    /// Its folder in the workspace; empty at the root.
    pub folder: String,
    /// Its place in the project file.
    pub path: Path,
    pub parts: Vec<Part>,
}

/// What a project describes; the layout follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Assembly,
    Resource,
    Type,
    EtsiVnf,
    EtsiNs,
}

/// Kinds as written, in any case.
const KINDS: [(&str, Kind); 7] = [
    ("Assembly", Kind::Assembly),
    ("Resource", Kind::Resource),
    ("Type", Kind::Type),
    ("NS", Kind::Assembly),
    ("VNF", Kind::Assembly),
    ("ETSI_VNF", Kind::EtsiVnf),
    ("ETSI_NS", Kind::EtsiNs),
];

/// What installs a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manager {
    Ansible,
    Brent,
    Brent2dot1,
}

/// The spellings of resource managers.
pub const MANAGERS: [(&str, Manager); 8] = [
    ("ansible-rm", Manager::Ansible),
    ("ansiblerm", Manager::Ansible),
    ("lm", Manager::Brent),
    ("brent", Manager::Brent),
    ("Brent", Manager::Brent),
    ("lm2.1", Manager::Brent2dot1),
    ("brent2.1", Manager::Brent2dot1),
    ("Brent2.1", Manager::Brent2dot1),
];

/// A scalar of the project file. `lmctl` reads YAML 1.1 and compares texts with what it read: a number equals no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// The text that `lmctl` puts into names: `1.1` for the number `1.10`.
    pub text: String,
    pub is_text: bool,
}

impl Scalar {
    fn text(text: &str) -> Scalar {
        Scalar { text: text.to_owned(), is_text: true }
    }

    fn of(node: Node<'_>) -> Option<Scalar> {
        let text = node.as_str()?;
        let plain = node.resolve().style() == Style::Plain;
        let as_number = match node.resolved()? {
            Resolved::Null => return None,
            Resolved::Int(number) => Some(number.to_string()),
            Resolved::Float(number) => Some(format!("{number:?}")),
            Resolved::Bool(_) => Some(text.to_string()),
            Resolved::Text => (plain && is_other_in_yaml_1_1(&text)).then(|| text.to_string()),
        };
        let is_text = as_number.is_none();
        let text = as_number.unwrap_or_else(|| text.into_owned());
        (!text.is_empty()).then_some(Scalar { text, is_text })
    }
}

/// Whether YAML 1.1 reads a plain text as something else: a boolean or a date.
fn is_other_in_yaml_1_1(text: &str) -> bool {
    let digits =
        |text: &str, count: usize| text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_date = || {
        let mut parts = text.split('-');
        let (year, month, day) = (parts.next(), parts.next(), parts.next());
        parts.next().is_none()
            && year.is_some_and(|year| digits(year, 4))
            && [month, day].into_iter().all(|part| part.is_some_and(|part| digits(part, 2)))
    };
    matches!(text, "yes" | "Yes" | "YES" | "no" | "No" | "NO" | "on" | "On" | "ON" | "off" | "Off" | "OFF")
        || is_date()
}

/// Whether a project file is in the format of LMCTL 1, which `lmctl` rewrites when it opens the project.
pub fn is_old_format(root: Node<'_>) -> bool {
    root.get("schema").is_none_or(|schema| Scalar::of(schema) == Some(Scalar::text("1.0")))
}

impl Project {
    /// Reads a project file; the tree decides which folder contains the parts.
    pub fn read(file: &FilePath, document: &Document, tree: &Tree<'_>) -> Project {
        let mut reader = Reader { tree, faults: Vec::new(), is_old: false, parts: 0 };
        let Some(root) = document.root().filter(|root| root.is_mapping()) else {
            reader.fault(Path::root(), message::expected("a mapping with `name`", "no mapping"));
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

    /// The parts, each before those in it.
    pub fn parts(&self) -> Vec<&Part> {
        let (mut all, mut waiting) = (Vec::new(), vec![&self.root]);
        while let Some(part) = waiting.pop() {
            all.push(part);
            waiting.extend(part.parts.iter().rev());
        }
        all
    }

    /// The full name of the part's descriptor: `assembly::shop::1.0`.
    pub fn descriptor_name(&self, part: &Part) -> String {
        format!("{}::{}::{}", part.descriptor_kind(), part.full_name, self.version.text)
    }

    /// The full name of the part's template: `assembly-template::shop::1.0`.
    pub fn template_name(&self, part: &Part) -> String {
        format!("assembly-template::{}::{}", part.full_name, self.version.text)
    }

    /// The descriptor name that a reference of LMCTL resolves to: `$lmctl:/contains:/web:/descriptor_name`.
    pub fn resolve(&self, reference: &str) -> Option<String> {
        self.part(reference).map(|part| self.descriptor_name(part))
    }

    /// The part that a reference of LMCTL names, from the outermost project.
    pub fn part(&self, reference: &str) -> Option<&Part> {
        let mut steps = reference.strip_prefix("$lmctl:/")?.split(":/");
        let mut part = &self.root;
        loop {
            match steps.next()? {
                "descriptor_name" => break,
                "contains" => {
                    let name = steps.next()?;
                    part = part.parts.iter().rev().find(|part| part.name.text == name)?;
                }
                _ => return None,
            }
        }
        steps.next().is_none().then_some(part)
    }
}

impl Part {
    /// The first part of its descriptor's name.
    pub fn descriptor_kind(&self) -> &'static str {
        match self.kind {
            Some(Kind::Resource | Kind::EtsiVnf) => "resource",
            Some(Kind::Type) => "type",
            Some(Kind::Assembly | Kind::EtsiNs) | None => "assembly",
        }
    }

    /// The paths of its descriptor in the part's folder; the first one is usual.
    pub fn descriptors(&self) -> Vec<String> {
        let both = |place: &str, first: &str, second: &str| {
            vec![format!("{place}.{first}"), format!("{place}.{second}")]
        };
        match (self.kind, self.manager) {
            (None, _) | (Some(Kind::Resource), None) => Vec::new(),
            (Some(Kind::Resource), Some(Manager::Ansible)) => {
                vec![format!("descriptor/{}.yml", self.name.text)]
            }
            (Some(Kind::Resource | Kind::EtsiVnf), _) => both("Definitions/lm/resource", "yaml", "yml"),
            (Some(Kind::Type), _) => both("Descriptor/type", "yml", "yaml"),
            (Some(Kind::Assembly | Kind::EtsiNs), _) => both("Descriptor/assembly", "yml", "yaml"),
        }
    }

    /// The paths of the template of an assembly in the part's folder; the first one is usual.
    pub fn templates(&self) -> &'static [&'static str] {
        match self.kind {
            Some(Kind::Assembly | Kind::EtsiNs) => {
                &["Descriptor/assembly-template.yml", "Descriptor/assembly-template.yaml"]
            }
            _ => &[],
        }
    }

    /// Whether it has folders of configurations and tests.
    pub fn has_behavior(&self) -> bool {
        matches!(self.kind, Some(Kind::Assembly | Kind::EtsiNs | Kind::Type))
    }

    /// Its name, if it is a part of another project.
    pub fn part_name(&self) -> Option<&str> {
        (!self.path.is_empty()).then_some(self.name.text.as_str())
    }

    /// The path of a file of the part in the workspace.
    pub fn at(&self, rest: &str) -> String {
        under(&self.folder, rest)
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

    fn empty(folder: &str) -> Part {
        Part {
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
    fn part(&mut self, node: Node<'_>, path: Path, folder: String, parent: Option<&str>) -> Part {
        let name = node.get("name").and_then(Scalar::of).unwrap_or_else(|| {
            self.fault(path.clone(), message::missing("key", "name"));
            Scalar::text("")
        });
        let (kind, kind_name) = self.kind(node, &path);
        let written = node.get("resource-manager").and_then(Scalar::of);
        let manager = self.manager(written.as_ref(), kind, parent.is_some(), &path);
        let full_name = parent.map_or_else(|| name.text.clone(), |parent| format!("{}-{parent}", name.text));
        let mut part = Part {
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

    fn kind(&mut self, node: Node<'_>, path: &Path) -> (Option<Kind>, &'static str) {
        let Some(written) = node.get("type") else { return (Some(Kind::Assembly), "Assembly") };
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
        kind: Option<Kind>,
        is_part: bool,
        path: &Path,
    ) -> Option<Manager> {
        let needs = matches!(kind, Some(Kind::Resource | Kind::EtsiVnf));
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
        if known.is_none() || (kind == Some(Kind::EtsiVnf) && known != Some(Manager::Brent)) {
            let message = message::unknown("resource manager", &written.text);
            self.fault(path.key("resource-manager"), message);
        }
        known
    }

    fn contained(&mut self, node: Node<'_>, part: &mut Part) {
        let Some(list) = node.get("contains") else { return };
        let at = part.path.key("contains");
        if !list.resolve().is_sequence() {
            let is_empty_map = list.resolve().is_mapping() && list.resolve().entries().len() == 0;
            if !is_empty_map {
                self.fault(at, message::expected("a list of projects", "something else"));
            }
            return;
        }
        let home = self.home(&part.folder);
        for (index, item) in list.resolve().items().enumerate() {
            let path = at.index(index);
            if self.is_full() {
                return;
            }
            let item = item.resolve();
            if !item.is_mapping() {
                self.fault(path, message::expected("a project", "something else"));
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
    fn vnfcs(&mut self, node: Node<'_>, part: &mut Part) {
        let Some(vnfcs) = node.get("vnfcs").map(Node::resolve) else { return };
        let at = part.path.key("vnfcs");
        if node.get("contains").is_some() {
            // LMCTL fails on a file with both.
            self.fault(at.clone(), message::expected("either `contains` or `vnfcs`", "both"));
        }
        let Some(definitions) = vnfcs.get("definitions").map(Node::resolve) else { return };
        let at = at.key("definitions");
        if !vnfcs.is_mapping() || !definitions.is_mapping() {
            return self.fault(at, message::expected("a mapping of projects", "something else"));
        }
        let home = self.home(&part.folder);
        for entry in definitions.entries() {
            let Some(name) = Scalar::of(entry.key) else { continue };
            if self.is_full() {
                return;
            }
            let path = at.key(&name.text);
            let definition = entry.value.resolve();
            if !definition.is_mapping() {
                self.fault(path.clone(), message::expected("a mapping with `directory`", "something else"));
            }
            let directory = definition.get("directory").and_then(Scalar::of);
            let directory = directory.map_or_else(|| name.text.clone(), |directory| directory.text);
            part.parts.push(Part {
                full_name: format!("{}-{}", name.text, part.full_name),
                name,
                kind: Some(Kind::Resource),
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

    /// The folder of the parts of the project in `folder`.
    fn home(&self, folder: &str) -> String {
        let old = under(folder, VNFCS);
        if self.tree.has_folder(&old) { old } else { under(folder, CONTAINS) }
    }
}

/// The folder of a part; its name can have `.` and `..` in it.
fn folder_in(home: &str, directory: &str) -> String {
    let folder = under(home, directory);
    FilePath::new(&folder).map_or(folder, |folder| folder.as_str().to_owned())
}
