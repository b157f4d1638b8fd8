//! Builds the package of an LMCTL project, as `lmctl project build` does: `lmpkg.yml`, descriptors with their names and with references resolved, and an
//! archive for each resource.

mod behavior;
mod stage;

use std::collections::{BTreeMap, BTreeSet};

use limn_files::{Content, FilePath, Workspace};
use limn_language::message;
use limn_lmctl::{
    ANSIBLE_MANIFEST, BEHAVIOR, CONTAINS, DEFINITIONS, ETSI_FILES, ETSI_MANIFEST, INFRASTRUCTURE, LIFECYCLE,
    Manager, PACKAGE_FILE, Project, ProjectKind, ProjectPart, Scalar, TOSCA_METADATA, Tree, faults,
    names_a_descriptor, under,
};
use limn_yaml as yaml;

use super::CsarError;
use super::archive::stored_zip;
use super::pack::yaml_scalar;

/// The members of a package.
#[derive(Default)]
pub(super) struct Built {
    pub files: BTreeMap<FilePath, Content>,
    /// The files of the project that are in the package, in one form or another.
    pub used: BTreeSet<FilePath>,
    /// The new paths of descriptors.
    pub moved: BTreeMap<FilePath, FilePath>,
}

/// Reads the project file of a workspace.
pub(super) fn read(workspace: &Workspace, file: &FilePath) -> Option<Project> {
    let document = yaml::parse(workspace.text(file)?.clone());
    Some(Project::read(file, &document, &tree(workspace)))
}

fn tree(workspace: &Workspace) -> Tree<'_> {
    Tree::new(workspace.files.keys(), &workspace.folders)
}

/// The reasons why LMCTL does not build a project, in the order in which it finds them.
pub(super) fn reasons(workspace: &Workspace, project: &Project) -> Vec<String> {
    let tree = tree(workspace);
    let text =
        |file: &str| FilePath::new(file).ok().and_then(|file| workspace.text(&file)).map(|text| &**text);
    let config = project.faults.iter().map(|fault| fault.message.clone());
    let files = faults(project, &tree, &text);
    let files = files.iter().map(|fault| {
        let part = project.parts().into_iter().find(|part| part.path == fault.part);
        match part.filter(|part| !part.folder.is_empty()) {
            Some(part) => format!("{} in `{}`", fault.message(), part.folder),
            None => fault.message(),
        }
    });
    let names = project.parts().into_iter().filter_map(|part| wrong_name(workspace, project, part));
    config.chain(files).chain(names).collect()
}

/// A name in a descriptor that is not that of the project.
fn wrong_name(workspace: &Workspace, project: &Project, part: &ProjectPart) -> Option<String> {
    // LMCTL does not compare this one.
    if part.kind == Some(ProjectKind::EtsiVnf) {
        return None;
    }
    let is = |place: &str, expected: &str| {
        let file = FilePath::new(&part.at(place)).ok()?;
        let document = yaml::parse(workspace.text(&file)?.clone());
        if !names_a_descriptor(&document) {
            return None;
        }
        if !project.version.is_text {
            return Some(message::expected("a quoted version", format!("number `{}`", project.version.text)));
        }
        let name = document.root()?.resolve().get("name")?.as_str()?.into_owned();
        let parts = |name: &str| name.split("::").take(3).map(str::to_owned).collect::<Vec<_>>();
        (parts(&name) != parts(expected))
            .then(|| message::expected(format!("`{expected}` as the name in `{file}`"), format!("`{name}`")))
    };
    let (own, template) = (project.descriptor_name(part), project.template_name(part));
    let found = part.descriptors().into_iter().find_map(|place| is(&place, &own));
    found.or_else(|| part.templates().iter().find_map(|place| is(place, &template)))
}

/// Builds the package of a project.
pub(super) fn build(workspace: &Workspace, project: &Project) -> Result<Built, CsarError> {
    if let Some(first) = reasons(workspace, project).into_iter().next() {
        return Err(CsarError::Project(first));
    }
    let mut builder = Builder { workspace, tree: tree(workspace), project, built: Built::default() };
    builder.copy_below(&project.root.at(TOSCA_METADATA), TOSCA_METADATA);
    for (part, at) in places(&project.root) {
        builder.part(part, &at)?;
    }
    builder.built.used.insert(project.file.clone());
    let mut built = builder.built;
    built.files.insert(path(PACKAGE_FILE)?, Content::Text(package_file(project).into()));
    Ok(built)
}

/// The parts with their folders in the package.
fn places(root: &ProjectPart) -> Vec<(&ProjectPart, String)> {
    let (mut all, mut waiting) = (Vec::new(), vec![(root, String::new())]);
    while let Some((part, at)) = waiting.pop() {
        let home = under(&at, CONTAINS);
        waiting.extend(part.parts.iter().map(|inner| (inner, under(&home, &inner.directory))));
        all.push((part, at));
    }
    all
}

fn path(text: &str) -> Result<FilePath, CsarError> {
    FilePath::new(text).map_err(|error| CsarError::Project(error.to_string()))
}

struct Builder<'w> {
    workspace: &'w Workspace,
    tree: Tree<'w>,
    project: &'w Project,
    built: Built,
}

/// The content of an archive inside the package.
#[derive(Default)]
struct Inner {
    files: BTreeMap<FilePath, Content>,
    folders: BTreeSet<String>,
}

impl Builder<'_> {
    fn part(&mut self, part: &ProjectPart, at: &str) -> Result<(), CsarError> {
        match (part.kind, part.manager) {
            (Some(ProjectKind::Assembly), _) => {
                self.descriptor(part, &under(at, "Descriptor/assembly.yml"))?;
                self.template(part, &under(at, "Descriptor/assembly-template.yml"))?;
                self.behavior(part, at, &[CONFIGURATIONS, ("Runtime", "Behaviour/Runtime"), TESTS])
            }
            (Some(ProjectKind::Type), _) => {
                self.descriptor(part, &under(at, "Descriptor/type.yml"))?;
                self.behavior(part, at, &[CONFIGURATIONS, TESTS])
            }
            (Some(ProjectKind::EtsiNs), _) => {
                self.descriptor(part, &under(at, "Definitions/assembly.yml"))?;
                self.behavior(part, at, ETSI_TESTS)?;
                self.etsi(part, at)?;
                self.copy_below(&part.at(DEFINITIONS), &under(at, DEFINITIONS));
                Ok(())
            }
            (Some(ProjectKind::EtsiVnf), _) => self.etsi_vnf(part, at),
            (Some(ProjectKind::Resource), Some(Manager::Ansible)) => self.ansible(part, at),
            (Some(ProjectKind::Resource), _) => self.brent(part, at),
            (None, _) => Ok(()),
        }
    }

    /// The descriptor of a part, with its name and its references resolved.
    fn staged(&mut self, part: &ProjectPart) -> Result<(FilePath, Content), CsarError> {
        let mut places =
            part.descriptors().into_iter().filter_map(|place| FilePath::new(&part.at(&place)).ok());
        let file = places.find(|place| self.workspace.files.contains_key(place));
        let file = file.ok_or_else(|| CsarError::Project(message::missing("file", "descriptor")))?;
        let content = self.stage(&file, &self.project.descriptor_name(part))?;
        Ok((file, content))
    }

    fn stage(&mut self, file: &FilePath, name: &str) -> Result<Content, CsarError> {
        self.built.used.insert(file.clone());
        let text = self.workspace.text(file);
        let text = text.ok_or_else(|| CsarError::Project(format!("`{file}` is not text")))?;
        let staged = stage::descriptor(text, name, self.project);
        staged
            .map(|text| Content::Text(text.into()))
            .map_err(|why| CsarError::Project(format!("`{file}`: {why}")))
    }

    fn descriptor(&mut self, part: &ProjectPart, to: &str) -> Result<(), CsarError> {
        let (from, content) = self.staged(part)?;
        let to = path(to)?;
        self.built.moved.insert(from, to.clone());
        self.built.files.insert(to, content);
        Ok(())
    }

    fn template(&mut self, part: &ProjectPart, to: &str) -> Result<(), CsarError> {
        let mut there = part.templates().iter().filter_map(|place| FilePath::new(&part.at(place)).ok());
        let Some(file) = there.find(|place| self.workspace.files.contains_key(place)) else { return Ok(()) };
        let name = self.project.template_name(part);
        let content = self.stage(&file, &name)?;
        self.built.moved.insert(file, path(to)?);
        self.built.files.insert(path(to)?, content);
        Ok(())
    }

    /// Copies configurations and tests, without the folders inside theirs, and adds the name of the descriptor they belong to.
    fn behavior(&mut self, part: &ProjectPart, at: &str, folders: &[(&str, &str)]) -> Result<(), CsarError> {
        let own = BEHAVIOR.into_iter().find(|name| self.tree.has_folder(&part.at(name)));
        let Some(own) = own else { return Ok(()) };
        let name = self.project.descriptor_name(part);
        for (from, to) in folders {
            for file in self.tree.below(&part.at(&under(own, from))) {
                let file = path(file)?;
                let Some(text) = self.workspace.text(&file).filter(|_| is_json(&file)) else {
                    continue;
                };
                let staged = if *from == CONFIGURATIONS.0 {
                    behavior::configuration(text, &name, self.project)
                } else {
                    behavior::scenario(text, &name)
                };
                let to = path(&under(at, &format!("{to}/{}", file.name())))?;
                self.built.files.insert(to, Content::Text(staged.into()));
                self.built.used.insert(file);
            }
        }
        Ok(())
    }

    /// The manifest and the additional files of an ETSI project.
    fn etsi(&mut self, part: &ProjectPart, at: &str) -> Result<(), CsarError> {
        let manifest = path(&part.at(ETSI_MANIFEST))?;
        let content = self.workspace.files.get(&manifest).cloned();
        let content = content.ok_or_else(|| CsarError::Project(message::missing("file", ETSI_MANIFEST)))?;
        for folder in [ETSI_FILES, DEFINITIONS] {
            if !self.tree.has_folder(&part.at(folder)) {
                return Err(CsarError::Project(message::missing("folder", folder)));
            }
        }
        self.built.files.insert(path(&under(at, ETSI_MANIFEST))?, content);
        self.built.used.insert(manifest);
        self.copy_below(&part.at(ETSI_FILES), &under(at, ETSI_FILES));
        Ok(())
    }

    fn etsi_vnf(&mut self, part: &ProjectPart, at: &str) -> Result<(), CsarError> {
        let (from, content) = self.staged(part)?;
        let place = under(DEFINITIONS, "lm/resource.yaml");
        let mut inner = Inner::default();
        self.collect(part, DEFINITIONS, DEFINITIONS, &mut inner);
        inner.files.insert(path(&place)?, content.clone());
        self.collect(part, LIFECYCLE, LIFECYCLE, &mut inner);
        self.archive(&inner, &under(at, &format!("{ETSI_FILES}/{}.zip", part.full_name)))?;
        self.etsi(part, at)?;
        self.copy_below(&part.at(DEFINITIONS), &under(at, DEFINITIONS));
        self.built.files.insert(path(&under(at, &place))?, content.clone());
        self.root_descriptor(from, content, &under(at, "resource.yaml"))
    }

    fn brent(&mut self, part: &ProjectPart, at: &str) -> Result<(), CsarError> {
        let (from, content) = self.staged(part)?;
        let mut inner = Inner::default();
        inner.folders.extend([format!("{DEFINITIONS}/"), format!("{DEFINITIONS}/lm/")]);
        inner.files.insert(path(&under(DEFINITIONS, "lm/resource.yaml"))?, content.clone());
        if part.manager == Some(Manager::Brent2dot1) {
            self.collect(part, INFRASTRUCTURE, INFRASTRUCTURE, &mut inner);
        }
        self.collect(part, LIFECYCLE, LIFECYCLE, &mut inner);
        self.archive(&inner, &under(at, &format!("{}.zip", part.full_name)))?;
        self.root_descriptor(from, content, &under(at, "resource.yaml"))
    }

    fn ansible(&mut self, part: &ProjectPart, at: &str) -> Result<(), CsarError> {
        let (from, content) = self.staged(part)?;
        let mut inner = Inner::default();
        inner.files.insert(path(&format!("descriptor/{}.yml", part.full_name))?, content.clone());
        for folder in ["lifecycle", "tests", "Meta-Inf"] {
            self.collect(part, folder, folder, &mut inner);
        }
        // LMCTL lists only the outermost folders of this archive.
        inner.folders.retain(|folder| folder.matches('/').count() == 1);
        inner.folders.insert("descriptor/".to_owned());
        let manifest = path(&part.at(ANSIBLE_MANIFEST))?;
        let text = self.workspace.text(&manifest);
        let text = text.ok_or_else(|| CsarError::Project(format!("`{manifest}` is not text")))?;
        let staged = stage::ansible_manifest(text, &part.full_name, &self.project.version);
        let staged = staged.map_err(|why| CsarError::Project(format!("`{manifest}`: {why}")))?;
        inner.files.insert(path(ANSIBLE_MANIFEST)?, Content::Text(staged.into()));
        self.archive(&inner, &under(at, &format!("{}.csar", part.full_name)))?;
        self.root_descriptor(from, content, &under(at, &format!("{}.yml", part.full_name)))
    }

    fn root_descriptor(&mut self, from: FilePath, content: Content, to: &str) -> Result<(), CsarError> {
        let to = path(to)?;
        self.built.moved.insert(from, to.clone());
        self.built.files.insert(to, content);
        Ok(())
    }

    fn archive(&mut self, inner: &Inner, at: &str) -> Result<(), CsarError> {
        let folders: Vec<String> = inner.folders.iter().cloned().collect();
        let bytes = stored_zip(&inner.files, &folders)?;
        self.built.files.insert(path(at)?, Content::Bytes(bytes.into()));
        Ok(())
    }

    /// Collects a folder of a part for an archive, with all the folders in it.
    fn collect(&mut self, part: &ProjectPart, folder: &str, to: &str, inner: &mut Inner) {
        let from = part.at(folder);
        if self.tree.has_folder(&from) {
            inner.folders.insert(format!("{to}/"));
        }
        let moved = |path: &str| format!("{to}{}", &path[from.len()..]);
        for file in self.tree.below(&from) {
            let to = moved(file);
            inner.folders.extend(to.match_indices('/').map(|(at, _)| to[..=at].to_owned()));
            let (Ok(file), Ok(to)) = (FilePath::new(file), FilePath::new(&to)) else { continue };
            if let Some(content) = self.workspace.files.get(&file) {
                inner.files.insert(to, content.clone());
            }
            self.built.used.insert(file);
        }
        for folder in self.tree.folders_below(&from) {
            let to = moved(folder) + "/";
            inner.folders.extend(to.match_indices('/').map(|(at, _)| to[..=at].to_owned()));
        }
    }

    /// Copies the files of a folder into the package.
    fn copy_below(&mut self, from: &str, to: &str) {
        for file in self.tree.below(from) {
            let moved = format!("{to}{}", &file[from.len()..]);
            let (Ok(file), Ok(moved)) = (FilePath::new(file), FilePath::new(&moved)) else { continue };
            if let Some(content) = self.workspace.files.get(&file) {
                self.built.files.insert(moved, content.clone());
            }
            self.built.used.insert(file);
        }
    }
}

/// The folders of configurations and tests, in a project and in its package.
const CONFIGURATIONS: (&str, &str) = ("Configurations", "Behaviour/Configurations");
const TESTS: (&str, &str) = ("Tests", "Behaviour/Tests");
const ETSI_TESTS: &[(&str, &str)] = &[
    ("Configurations", "Files/Tests/Configurations"),
    ("Runtime", "Files/Tests/Runtime Scenarios"),
    ("Tests", "Files/Tests/Test Scenarios"),
];

/// Returns true if LMCTL takes the file as JSON; it compares the extension case-sensitively.
fn is_json(file: &FilePath) -> bool {
    file.name().rsplit_once('.').is_some_and(|(_, extension)| extension == "json")
}

/// The text of `lmpkg.yml`.
fn package_file(project: &Project) -> String {
    let mut text = format!("schema: {}\n", scalar(&project.schema));
    let root = &project.root;
    text.push_str(&format!("name: {}\nversion: {}\n", scalar(&root.name), scalar(&project.version)));
    about(root, 0, &mut text);
    text
}

/// The keys of a part after its name.
fn about(part: &ProjectPart, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    text.push_str(&format!("{indent}type: {}\n", part.kind_name));
    let manager = part
        .manager_name
        .as_ref()
        .filter(|_| matches!(part.kind, Some(ProjectKind::Resource | ProjectKind::EtsiVnf)));
    if let Some(manager) = manager {
        text.push_str(&format!("{indent}resource-manager: {}\n", yaml_scalar(manager)));
    }
    if part.parts.is_empty() {
        return;
    }
    text.push_str(&format!("{indent}contains:\n"));
    for inner in &part.parts {
        text.push_str(&format!("{indent}- name: {}\n", scalar(&inner.name)));
        about(inner, depth + 1, text);
        text.push_str(&format!("{indent}  directory: {}\n", yaml_scalar(&inner.directory)));
    }
}

fn scalar(scalar: &Scalar) -> String {
    if scalar.is_text { yaml_scalar(&scalar.text) } else { scalar.text.clone() }
}
