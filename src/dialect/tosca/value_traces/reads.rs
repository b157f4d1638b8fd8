//! Index of reads: the values of a service template that read others, by paths in its document: every resolved call, with the value that contains it
//! and the value that it names. Owned, so that it outlives the parsed document.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::brooklyn::Component;
use crate::function::{CallNode, Function};
use crate::model::{Service, Substitution};
use crate::resolve::{CallContext, Entity, MemberPlace, Resolution, Resolver};
use crate::types::{FileId, Section, TypeId};
use limn_brooklyn::PREFIX;
use limn_files::FilePath;
use limn_yaml::{self as yaml, Path};

pub(super) const TOPOLOGY: &str = "topology_template";

/// The reads of a document, by both of their ends, and what traces need to know of its node templates.
#[derive(Debug, Default)]
pub(crate) struct ValueReads {
    sources: HashMap<Path, Vec<Path>>,
    readers: HashMap<Path, Vec<Path>>,
    seen: HashSet<(Path, Path)>,
    /// The types of each node template, nearest first: their files, unless they are built in, and the paths of their declarations.
    pub(super) types: BTreeMap<String, Vec<(FilePath, Path)>>,
    /// Connections by substitution mappings: properties, then attributes of the substituted node, with the values in the document.
    pub(super) mapped: Vec<Mapped>,
}

/// A value of a substituted node, and the value of the substituting template that it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mapped {
    /// True if the node gives the value: a property. Otherwise the template gives it: an attribute.
    pub is_given: bool,
    pub name: String,
    pub inner: Path,
}

impl ValueReads {
    pub(crate) fn of(service: &Service<'_>) -> ValueReads {
        let mut reads = ValueReads::default();
        let index = service.name_index();
        for (site, outcome) in index.sites.iter().zip(&index.outcomes) {
            let Some(call) = CallNode::of(site.value).filter(|_| service.is_own(site.value)) else {
                continue;
            };
            let reader = value_around(service.document, &site.value.path());
            if let Some(source) = source_of(service, &call, site.context, outcome) {
                reads.add(reader, source);
            }
        }
        reads.brooklyn(service);
        let Some(topology) = &service.topology else { return reads };
        for template in &topology.node_templates {
            let Some(id) = template.type_id.found() else { continue };
            let types = service.type_scope.effective(id).ancestry.iter();
            let declared = types.filter_map(|id| {
                let file = service.type_scope.file(id.file).path?;
                Some((file.clone(), service.type_scope.get(*id).key.path()))
            });
            reads.types.insert(template.name.to_string(), declared.collect());
        }
        if let Some(substitution) = &topology.substitution {
            reads.mapped = mapped(service, substitution);
        }
        reads
    }

    pub(super) fn sources(&self, reader: &Path) -> &[Path] {
        self.sources.get(reader).map_or(&[], Vec::as_slice)
    }

    pub(super) fn readers(&self, source: &Path) -> &[Path] {
        self.readers.get(source).map_or(&[], Vec::as_slice)
    }

    /// Reader that contains a path.
    pub(super) fn reader_around(&self, path: &Path) -> Option<Path> {
        let prefixes = (1..=path.len()).rev().map(|len| path.prefix(len));
        prefixes.into_iter().find(|prefix| self.sources.contains_key(prefix))
    }

    fn add(&mut self, reader: Path, source: Path) {
        if self.seen.insert((reader.clone(), source.clone())) {
            self.readers.entry(source.clone()).or_default().push(reader.clone());
            self.sources.entry(reader).or_default().push(source);
        }
    }

    /// Reads of `$brooklyn:` expressions.
    fn brooklyn(&mut self, service: &Service<'_>) {
        for expression in service.brooklyn_expressions() {
            let reader = value_around(service.document, &expression.node.path());
            for mention in expression.mentions() {
                let section = match mention.function.as_str() {
                    "attributeWhenReady" => Section::Attributes,
                    "config" => Section::Properties,
                    _ => continue,
                };
                let Some(topology) = &service.topology else { return };
                let template = match (&mention.owner, expression.context) {
                    (Component::Named(name), _) => topology.node_template(name),
                    (Component::Own, CallContext::Node(at)) => topology.node_templates.get(at),
                    _ => None,
                };
                if let Some(template) = template {
                    let source = member(
                        service,
                        &template.key.path(),
                        template.type_id.found(),
                        &mention.name,
                        section,
                    );
                    self.add(reader.clone(), source);
                }
            }
        }
    }
}

/// The value at or around a path: a property, attribute, input or output; elsewhere the outermost call.
pub(super) fn value_around(document: &yaml::Document, path: &Path) -> Path {
    if let Some(len) = value_len(path).filter(|len| path.len() >= *len) {
        return path.prefix(len);
    }
    let is_call = |prefix: &Path| {
        let is_function = document.get(prefix).is_some_and(|node| CallNode::of(node).is_some());
        is_function || prefix.last_key().is_some_and(|key| key.starts_with(PREFIX))
    };
    let mut prefixes = (1..path.len()).map(|len| path.prefix(len));
    match prefixes.find(is_call) {
        // A key that is an expression belongs to the value that has the key.
        Some(call) if call.last_key().is_some_and(|key| key.starts_with(PREFIX)) => {
            call.prefix(call.len().saturating_sub(1))
        }
        Some(call) => call,
        None => path.clone(),
    }
}

/// The length of the path of a property, attribute, input or output.
pub(super) fn value_len(path: &Path) -> Option<usize> {
    let is_section = |at: usize| matches!(path.key_at(at), Some("properties" | "attributes"));
    match path.key_at(0)? {
        TOPOLOGY => match path.key_at(1)? {
            "inputs" | "outputs" => Some(3),
            "node_templates" | "relationship_templates" | "groups" | "policies" if is_section(3) => Some(5),
            // Policies are items of a list, by name.
            "policies" if path.key_at(2).is_none() && is_section(4) => Some(6),
            "workflows" if path.key_at(3) == Some("inputs") => Some(5),
            "node_templates" if path.key_at(3) == Some("capabilities") && is_section(5) => Some(7),
            _ => None,
        },
        section if section.ends_with("_types") && is_section(2) => Some(4),
        _ => None,
    }
}

/// The path of a property or attribute of a template: a property, unless it is only an attribute. If neither is known, `section` decides.
fn member(
    service: &Service<'_>,
    owner: &Path,
    type_id: Option<TypeId>,
    name: &str,
    section: Section,
) -> Path {
    let [property, attribute] = ["properties", "attributes"].map(|section| owner.key(section).key(name));
    let is_written = |path: &Path| service.document.get(path).is_some();
    let has = |section: Section| {
        type_id.is_some_and(|id| service.type_scope.effective(id).section(section).get(name).is_some())
    };
    let is_attribute = if is_written(&property) || has(Section::Properties) {
        false
    } else {
        is_written(&attribute) || has(Section::Attributes) || section == Section::Attributes
    };
    if is_attribute { attribute } else { property }
}

/// The value that a call reads, if it is one of the document.
fn source_of(
    service: &Service<'_>,
    call: &CallNode<'_>,
    context: CallContext,
    outcome: &Resolution<'_>,
) -> Option<Path> {
    let arguments = call.arguments();
    let section = match call.function {
        Function::GetAttribute => Section::Attributes,
        _ => Section::Properties,
    };
    let word = |at: usize| arguments.get(at)?.as_str();
    let entity = || Resolver::new(service).entities(&word(0)?, context).into_iter().next();
    match call.function {
        Function::GetInput => {
            let (_, key) = outcome.names.first()?;
            service.is_own(*key).then(|| key.path())
        }
        Function::GetProperty | Function::GetAttribute => match &outcome.member {
            Some(found) => read_member(service, found),
            // The type is unknown: the names are what is written.
            None => {
                let entity = entity()?;
                let (owner, name) = (path_of(service, &entity)?, word(1)?);
                let capability = owner.key("capabilities").key(&name);
                match word(2) {
                    Some(inner) if service.document.get(&capability).is_some() => {
                        Some(capability.key("properties").key(&inner))
                    }
                    _ => Some(member(service, &owner, entity.type_id.found(), &name, section)),
                }
            }
        },
        Function::GetOperationOutput => {
            Some(path_of(service, &entity()?)?.key("interfaces").key(&word(1)?).key(&word(2)?))
        }
        Function::GetArtifact => Some(path_of(service, &entity()?)?.key("artifacts").key(&word(1)?)),
        Function::Concat | Function::Join | Function::Token | Function::GetNodesOfType => None,
    }
}

fn read_member(service: &Service<'_>, found: &MemberPlace<'_>) -> Option<Path> {
    let owner = path_of(service, &found.entity)?;
    let type_id = found.entity.type_id.found();
    Some(match &found.capability {
        Some(capability) => {
            let owner = owner.key("capabilities").key(capability);
            let attribute = owner.key("attributes").key(&found.name);
            match service.document.get(&attribute) {
                Some(_) => attribute,
                None => owner.key("properties").key(&found.name),
            }
        }
        None => member(service, &owner, type_id, &found.name, Section::Properties),
    })
}

/// The path of a template, or of the declaration of a type.
fn path_of(service: &Service<'_>, entity: &Entity<'_>) -> Option<Path> {
    match (entity.node, entity.type_id.found()) {
        (Some(node), _) => service.is_own(node).then(|| node.path()),
        (None, Some(id)) if id.file == FileId::OWN => Some(service.type_scope.get(id).key.path()),
        _ => None,
    }
}

/// Connections by substitution mappings. Values that they do not mention are those of the same name.
fn mapped(service: &Service<'_>, substitution: &Substitution<'_>) -> Vec<Mapped> {
    let Some(topology) = &service.topology else { return Vec::new() };
    let mut found: Vec<Mapped> = Vec::new();
    for (entries, is_given) in [(&substitution.properties, true), (&substitution.attributes, false)] {
        for entry in entries {
            let Some(name) = entry.key.as_str() else { continue };
            let names = crate::graph::mapped(entry);
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let section = if is_given { "inputs" } else { "outputs" };
            let template = names.first().and_then(|name| topology.node_template(name));
            let inner = match (names.as_slice(), template) {
                ([own], _) => Path::keys([TOPOLOGY, section, own]),
                ([_, name], Some(template)) => {
                    let section = if is_given { Section::Properties } else { Section::Attributes };
                    member(service, &template.key.path(), template.type_id.found(), name, section)
                }
                ([_, port, name], Some(template)) => {
                    template.key.path().key("capabilities").key(port).key("properties").key(name)
                }
                _ => continue,
            };
            found.push(Mapped { is_given, name: name.into_owned(), inner });
        }
    }
    for (parameters, section, is_given) in
        [(&topology.inputs, "inputs", true), (&topology.outputs, "outputs", false)]
    {
        for parameter in parameters {
            let inner = Path::keys([TOPOLOGY, section, &parameter.name]);
            let is_free = |mapped: &Mapped| {
                mapped.inner != inner && (mapped.is_given, &*mapped.name) != (is_given, &*parameter.name)
            };
            if found.iter().all(is_free) {
                found.push(Mapped { is_given, name: parameter.name.to_string(), inner });
            }
        }
    }
    found
}
