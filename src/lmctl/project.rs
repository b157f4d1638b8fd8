//! Projects: name, version, kind and resource manager of a project and of its parts.

use super::tree::{Tree, under};
use super::{CONTAINS, VNFCS};
use limn_files::FilePath;
use limn_yaml::{Node, Path, Resolved, Style};

/// A project as `lmctl` reads it. What cannot be read is in `faults`; `lmctl` stops at the first of them.
#[derive(Clone, Debug)]
pub struct Project {
    pub file: FilePath,
    pub schema: Scalar,
    pub version: Scalar,
    /// True if `lmctl` writes a zip instead of a gzipped tar.
    pub is_csar: bool,
    pub root: ProjectPart,
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
pub struct ProjectPart {
    pub name: Scalar,
    /// The name, then those of the projects around it: `web-shop`.
    pub full_name: String,
    pub kind: Option<ProjectKind>,
    /// The kind in the spelling that packages require: `NS` and `VNF` are written `Assembly`, too.
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
    pub parts: Vec<ProjectPart>,
}

/// Kind of a project; the layout follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProjectKind {
    Assembly,
    Resource,
    Type,
    EtsiVnf,
    EtsiNs,
}

/// Kinds as written, in any case.
pub(super) const KINDS: [(&str, ProjectKind); 7] = [
    ("Assembly", ProjectKind::Assembly),
    ("Resource", ProjectKind::Resource),
    ("Type", ProjectKind::Type),
    ("NS", ProjectKind::Assembly),
    ("VNF", ProjectKind::Assembly),
    ("ETSI_VNF", ProjectKind::EtsiVnf),
    ("ETSI_NS", ProjectKind::EtsiNs),
];

/// Resource manager: the program that installs a resource.
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
    pub(super) fn text(text: &str) -> Scalar {
        Scalar { text: text.to_owned(), is_text: true }
    }

    pub(super) fn of(node: Node<'_>) -> Option<Scalar> {
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

/// Returns true if YAML 1.1 reads a plain text as something else: a boolean or a date.
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

/// Returns true if a project file is in the format of LMCTL 1, which `lmctl` rewrites when it opens the project.
pub fn is_old_format(root: Node<'_>) -> bool {
    root.get("schema").is_none_or(|schema| Scalar::of(schema) == Some(Scalar::text("1.0")))
}

impl Project {
    /// The parts, each before those in it.
    pub fn parts(&self) -> Vec<&ProjectPart> {
        let (mut all, mut waiting) = (Vec::new(), vec![&self.root]);
        while let Some(part) = waiting.pop() {
            all.push(part);
            waiting.extend(part.parts.iter().rev());
        }
        all
    }

    /// The full name of the part's descriptor: `assembly::shop::1.0`.
    pub fn descriptor_name(&self, part: &ProjectPart) -> String {
        format!("{}::{}::{}", part.descriptor_kind(), part.full_name, self.version.text)
    }

    /// The full name of the part's template: `assembly-template::shop::1.0`.
    pub fn template_name(&self, part: &ProjectPart) -> String {
        format!("assembly-template::{}::{}", part.full_name, self.version.text)
    }

    /// The descriptor name that a reference of LMCTL resolves to: `$lmctl:/contains:/web:/descriptor_name`.
    pub fn resolve(&self, reference: &str) -> Option<String> {
        self.part(reference).map(|part| self.descriptor_name(part))
    }

    /// The references of LMCTL to the parts, from the outermost project: `$lmctl:/contains:/web:/descriptor_name`.
    pub fn references(&self) -> Vec<String> {
        let mut all = Vec::new();
        let mut waiting = vec![(&self.root, "$lmctl".to_owned())];
        while let Some((part, to)) = waiting.pop() {
            if part.part_name().is_some() {
                all.push(format!("{to}:/descriptor_name"));
            }
            let named = part.parts.iter().rev().filter(|inner| !inner.name.text.is_empty());
            waiting.extend(named.map(|inner| (inner, format!("{to}:/contains:/{}", inner.name.text))));
        }
        all
    }

    /// The part that a reference of LMCTL names, from the outermost project.
    pub fn part(&self, reference: &str) -> Option<&ProjectPart> {
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

impl ProjectPart {
    /// The first part of its descriptor's name.
    pub fn descriptor_kind(&self) -> &'static str {
        match self.kind {
            Some(ProjectKind::Resource | ProjectKind::EtsiVnf) => "resource",
            Some(ProjectKind::Type) => "type",
            Some(ProjectKind::Assembly | ProjectKind::EtsiNs) | None => "assembly",
        }
    }

    /// The paths of its descriptor in the part's folder; the first one is usual.
    pub fn descriptors(&self) -> Vec<String> {
        let both = |place: &str, first: &str, second: &str| {
            vec![format!("{place}.{first}"), format!("{place}.{second}")]
        };
        match (self.kind, self.manager) {
            (None, _) | (Some(ProjectKind::Resource), None) => Vec::new(),
            (Some(ProjectKind::Resource), Some(Manager::Ansible)) => {
                vec![format!("descriptor/{}.yml", self.name.text)]
            }
            (Some(ProjectKind::Resource | ProjectKind::EtsiVnf), _) => {
                both("Definitions/lm/resource", "yaml", "yml")
            }
            (Some(ProjectKind::Type), _) => both("Descriptor/type", "yml", "yaml"),
            (Some(ProjectKind::Assembly | ProjectKind::EtsiNs), _) => {
                both("Descriptor/assembly", "yml", "yaml")
            }
        }
    }

    /// The paths of the template of an assembly in the part's folder; the first one is usual.
    pub fn templates(&self) -> &'static [&'static str] {
        match self.kind {
            Some(ProjectKind::Assembly | ProjectKind::EtsiNs) => {
                &["Descriptor/assembly-template.yml", "Descriptor/assembly-template.yaml"]
            }
            _ => &[],
        }
    }

    /// Returns true if it has folders of configurations and tests.
    pub fn has_behavior(&self) -> bool {
        matches!(self.kind, Some(ProjectKind::Assembly | ProjectKind::EtsiNs | ProjectKind::Type))
    }

    /// The name of the project, if it is a part of another project.
    pub fn part_name(&self) -> Option<&str> {
        (!self.path.is_empty()).then_some(self.name.text.as_str())
    }

    /// The folder of the parts of the project: `Contains`, or `VNFCs` as in the format of LMCTL 1 if it exists.
    pub fn home(&self, tree: &Tree<'_>) -> String {
        let old = under(&self.folder, VNFCS);
        if tree.has_folder(&old) { old } else { under(&self.folder, CONTAINS) }
    }

    /// The path of a file of the part in the workspace.
    pub fn at(&self, rest: &str) -> String {
        under(&self.folder, rest)
    }
}
