//! Topology templates as node types: a node whose type is the name of another service template of the workspace. AMP finds node templates by their
//! names in the own topology template first, then in those that are nested in it and those that it is nested in, one step farther at a time.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use limn_files::FilePath;
use limn_language::diagnostic::Diagnostic;
use limn_language::dialect::Library;
use limn_tosca::codes::UNKNOWN_ENTITY;
use limn_tosca::model::{NodeTemplate, Service};
use limn_tosca::template_name;
use limn_yaml::{Document, Node};

/// Maximum number of service templates that are searched for a name.
const SEARCHED: usize = 256;

/// The service templates of a workspace, and which of them are nested in which.
pub(crate) struct Templates {
    all: Vec<TemplateNodes>,
    by_file: BTreeMap<FilePath, usize>,
    /// Of several templates with one name, the first in the order of the files.
    by_name: HashMap<String, usize>,
}

#[derive(Default)]
struct TemplateNodes {
    /// Names of the node templates.
    nodes: Vec<String>,
    /// The templates of its nodes, once for each node.
    children: Vec<usize>,
    /// The templates that it is nested in.
    parents: BTreeSet<usize>,
}

impl Templates {
    pub(crate) fn of(library: &Library) -> Arc<Templates> {
        library.computed.get(|| Templates::new(library))
    }

    fn new(library: &Library) -> Templates {
        let (mut by_file, mut by_name) = (BTreeMap::new(), HashMap::new());
        let mut types: Vec<Vec<String>> = Vec::new();
        let mut all: Vec<TemplateNodes> = Vec::new();
        for (file, document) in &library.documents {
            let Some(topology) = document.root().and_then(|root| root.resolve().get("topology_template"))
            else {
                continue;
            };
            if let Some(name) = document.root().and_then(template_name) {
                by_name.entry(name).or_insert(all.len());
            }
            by_file.insert(file.clone(), all.len());
            let nodes = topology.resolve().get("node_templates").map(Node::resolve);
            let entries: Vec<_> = nodes.into_iter().flat_map(Node::entries).collect();
            let names = entries.iter().filter_map(|entry| Some(entry.key.as_str()?.into_owned()));
            all.push(TemplateNodes { nodes: names.collect(), ..TemplateNodes::default() });
            types.push(entries.iter().filter_map(|entry| foreign_type(document, entry.value)).collect());
        }
        for (at, types) in types.iter().enumerate() {
            for child in
                types.iter().filter_map(|name| by_name.get(name).copied()).filter(|child| *child != at)
            {
                all[at].children.push(child);
                all[child].parents.insert(at);
            }
        }
        Templates { all, by_file, by_name }
    }

    /// Returns true if the topology template of a file is a node of another one.
    pub(crate) fn is_nested(&self, file: &FilePath) -> bool {
        self.by_file.get(file).is_some_and(|at| !self.all[*at].parents.is_empty())
    }

    /// The node templates of other service templates that a name in a file can mean.
    pub(crate) fn nested_names(&self, file: &FilePath) -> NestedNames {
        let mut names = NestedNames::default();
        let Some(start) = self.by_file.get(file) else { return names };
        let mut visited = BTreeSet::from([*start]);
        // The templates of a step, with the number of their copies: 0 for one of several that may be there, 1, or 2 for more.
        let mut level = BTreeMap::from([(*start, 1_usize)]);
        while !level.is_empty() && visited.len() <= SEARCHED {
            let mut next: BTreeMap<usize, usize> = BTreeMap::new();
            for (at, copies) in &level {
                let parents = &self.all[*at].parents;
                // Each of several parents is a deployment of its own.
                let copies_of_parent = if parents.len() == 1 { (*copies).min(1) } else { 0 };
                let children = self.all[*at].children.iter().map(|child| (child, *copies));
                let around = parents.iter().map(|parent| (parent, copies_of_parent));
                for (other, copies) in children.chain(around).filter(|(other, _)| !visited.contains(other)) {
                    let known = next.entry(*other).or_default();
                    *known = (*known + copies).min(2);
                }
            }
            visited.extend(next.keys());
            let mut found: BTreeMap<&str, usize> = BTreeMap::new();
            for (at, copies) in &next {
                for name in &self.all[*at].nodes {
                    *found.entry(name).or_default() += copies;
                }
            }
            for (name, copies) in found {
                names.names.entry(name.to_owned()).or_insert(copies > 1);
            }
            level = next;
        }
        names.is_cut = !level.is_empty();
        names
    }
}

/// The type of a node template if it is a scalar and the document does not declare it.
fn foreign_type(document: &Document, template: Node<'_>) -> Option<String> {
    let word = template.resolve().get("type")?.resolve();
    let name = word.as_str().filter(|_| word.is_scalar())?.into_owned();
    let own = document.root().and_then(|root| root.resolve().get("node_types"));
    own.is_none_or(|own| own.resolve().get(&name).is_none()).then_some(name)
}

/// Names of node templates that other service templates declare, and whether each is ambiguous.
#[derive(Default)]
pub(crate) struct NestedNames {
    /// For each name: whether several node templates with that name are at the same distance.
    names: BTreeMap<String, bool>,
    /// True if not all service templates were searched.
    is_cut: bool,
}

/// A node template of another service template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elsewhere {
    Unknown,
    Found,
    /// Several are equally near, and AMP reports an error.
    Ambiguous,
}

impl NestedNames {
    pub(crate) fn find(&self, name: &str) -> Elsewhere {
        match self.names.get(name) {
            Some(false) => Elsewhere::Found,
            Some(true) => Elsewhere::Ambiguous,
            None if self.is_cut => Elsewhere::Found,
            None => Elsewhere::Unknown,
        }
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.names.keys()
    }
}

/// The node templates of other service templates that the names in a document can mean.
pub(crate) fn nested_names(service: &Service<'_>) -> NestedNames {
    Templates::of(service.library).nested_names(service.file)
}

/// The message for a name that AMP finds in several service templates.
pub(crate) fn ambiguous(name: &str) -> String {
    format!("ambiguous node template `{name}`: several topology templates at the same distance have one")
}

/// Removes the diagnostics of entities that are node templates of other service templates, and explains those that are ambiguous.
pub(crate) fn explain(service: &Service<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if !diagnostics.iter().any(|diagnostic| diagnostic.code.name == UNKNOWN_ENTITY.name) {
        return;
    }
    let names = nested_names(service);
    diagnostics.retain_mut(|diagnostic| {
        if diagnostic.code.name != UNKNOWN_ENTITY.name {
            return true;
        }
        let name = service
            .document
            .get(&diagnostic.path)
            .and_then(|node| Some(node.resolve().as_str()?.into_owned()));
        match name.map(|name| (names.find(&name), name)) {
            Some((Elsewhere::Found, _)) => return false,
            Some((Elsewhere::Ambiguous, name)) => {
                diagnostic.message = ambiguous(&name);
                diagnostic.fixes.clear();
            }
            Some((Elsewhere::Unknown, _)) | None => {}
        }
        true
    });
}

/// The other service template that is the type of a node template.
pub(crate) fn nested_template(service: &Service<'_>, template: &NodeTemplate<'_>) -> Option<String> {
    let name = &template.type_name.as_ref()?.text;
    if template.type_id.found().is_some() || service.root.and_then(template_name).as_deref() == Some(name) {
        return None;
    }
    let templates = Templates::of(service.library);
    templates.by_name.contains_key(name.as_ref()).then(|| name.to_string())
}
