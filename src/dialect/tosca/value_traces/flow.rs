//! Places of values in service templates, and their direct neighbors.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::labels::{computed_by, label, port_of, text_of};
use super::reads::{Mapped, TOPOLOGY, value_len};
use crate::graph::short_type;
use crate::model::Service;
use crate::recognize::recognize;
use crate::service_template::ServiceTemplate;
use crate::types::Section;
use limn_files::FilePath;
use limn_language::dialect::{Picture as _, ReadOnlyText, Source};
use limn_language::graph::Id;
use limn_language::value_trace::{Direction, Neighbor, TracePlace, ValueGraph, ValueStep};
use limn_yaml::{self as yaml, Path};

/// The maximum number of nodes by which a value is followed into a template, one in the other.
const MAX_NESTING: usize = 24;

/// A value in a service template.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct TraceNode {
    /// Index of the service template.
    template: usize,
    path: Path,
    /// The default that the type of its node declares, instead of the value itself.
    is_default: bool,
    /// The nodes by which it was entered, the innermost last: templates and paths.
    entered: Vec<(usize, Path)>,
}

impl TraceNode {
    /// A value of the document itself.
    pub fn own(path: Path) -> TraceNode {
        TraceNode { template: 0, path, is_default: false, entered: Vec::new() }
    }

    /// Another value of the same service template.
    fn beside(&self, path: Path) -> TraceNode {
        TraceNode { path, is_default: false, ..self.clone() }
    }
}

type Neighbors = Vec<Neighbor<TraceNode>>;

fn neighbor(place: TraceNode, how: impl Into<String>) -> Neighbor<TraceNode> {
    Neighbor { place, how: how.into() }
}

/// The service templates that a trace has read, in a list that only grows: what is in it can be borrowed while more is added.
#[derive(Default)]
pub(super) struct ReadTemplates(OnceCell<Box<(ServiceTemplate, ReadTemplates)>>);

/// A service template, and what a query of its types needs: read once for all steps of a trace.
struct TracedTemplate<'d> {
    template: &'d ServiceTemplate,
    service: OnceCell<Service<'d>>,
}

impl<'d> TracedTemplate<'d> {
    fn new(template: &'d ServiceTemplate) -> TracedTemplate<'d> {
        TracedTemplate { template, service: OnceCell::new() }
    }
}

/// The service templates that a trace has reached so far; the first is the document itself.
pub(super) struct Flow<'d> {
    known: Vec<TracedTemplate<'d>>,
    /// The end of the list of templates.
    end: &'d ReadTemplates,
    /// The numbers of files; `None`: the file is not a service template.
    numbers: BTreeMap<FilePath, Option<usize>>,
    /// The numbers of the templates whose texts contain a word.
    with_word: BTreeMap<&'static str, Vec<usize>>,
    /// The templates that substitute nodes of a type, by number of the template with the node and type.
    inside: BTreeMap<(usize, String), Option<usize>>,
    /// The nodes that a template substitutes.
    outside: BTreeMap<usize, Vec<(usize, Path)>>,
}

/// The path of the node template that has a property or attribute.
fn node_of(path: &Path) -> Option<Path> {
    let is_node = path.key_at(0) == Some(TOPOLOGY) && path.key_at(1) == Some("node_templates");
    (is_node && value_len(path) == Some(5) && path.len() == 5).then(|| path.prefix(3))
}

fn is_topology_value(path: &Path, section: &str) -> bool {
    path.len() == 3 && path.key_at(0) == Some(TOPOLOGY) && path.key_at(1) == Some(section)
}

/// Origin of the value of an input.
enum InputKind {
    Topology,
    Workflow,
}

fn input_kind(path: &Path) -> Option<InputKind> {
    if is_topology_value(path, "inputs") {
        return Some(InputKind::Topology);
    }
    let is_workflow = path.key_at(0) == Some(TOPOLOGY) && path.key_at(1) == Some("workflows");
    (is_workflow && value_len(path) == Some(path.len())).then_some(InputKind::Workflow)
}

impl<'d> Flow<'d> {
    pub fn new(own: &'d ServiceTemplate, read: &'d ReadTemplates) -> Flow<'d> {
        Flow {
            known: vec![TracedTemplate::new(own)],
            end: read,
            numbers: BTreeMap::from([(own.file.clone(), Some(0))]),
            with_word: BTreeMap::new(),
            inside: BTreeMap::new(),
            outside: BTreeMap::new(),
        }
    }

    fn template(&self, at: usize) -> &'d ServiceTemplate {
        self.known[at].template
    }

    fn service(&self, at: usize) -> &Service<'d> {
        let known = &self.known[at];
        known.service.get_or_init(|| known.template.service())
    }

    /// The number of a file of the workspace.
    fn number_of(&mut self, file: &FilePath) -> Option<usize> {
        if let Some(known) = self.numbers.get(file) {
            return *known;
        }
        let library = self.template(0).library();
        let read = library.documents.get(file).and_then(|document| {
            let profile = recognize(file, document)?.profile;
            Some(ServiceTemplate::read(&Source { file, document, profile, library }))
        });
        let number = read.map(|template| {
            let added = self.end.0.get_or_init(|| Box::new((template, ReadTemplates::default())));
            self.known.push(TracedTemplate::new(&added.0));
            self.end = &added.1;
            self.known.len() - 1
        });
        self.numbers.insert(file.clone(), number);
        number
    }

    /// The numbers of the templates whose texts contain a word.
    fn with_word(&mut self, word: &'static str) -> Vec<usize> {
        if let Some(known) = self.with_word.get(word) {
            return known.clone();
        }
        let library = self.template(0).library();
        let documents = library.documents.iter().filter(|(_, document)| document.text().contains(word));
        let found: Vec<usize> = documents.filter_map(|(file, _)| self.number_of(file)).collect();
        self.with_word.insert(word, found.clone());
        found
    }

    /// The template that substitutes a node.
    fn inside(&mut self, template: usize, node: &Path) -> Option<usize> {
        let node_type = self.template(template).substituted_nodes().get(node)?;
        let key = (template, node_type.clone());
        if let Some(known) = self.inside.get(&key) {
            return *known;
        }
        let others = self.with_word("substitution_mappings").into_iter().filter(|at| *at != template);
        let near = others.filter_map(|at| {
            let types = self.template(at).substitutes();
            Some((types.iter().position(|type_name| type_name == node_type)?, at))
        });
        // A template of exactly this type precedes those of derived types.
        let nearest = near.min_by_key(|(steps, at)| (*steps, self.template(*at).file.clone()));
        let found = nearest.map(|(_, at)| at);
        self.inside.insert(key, found);
        found
    }

    /// The nodes that a template substitutes, in all templates of the workspace.
    fn outside(&mut self, template: usize) -> Vec<(usize, Path)> {
        if let Some(known) = self.outside.get(&template) {
            return known.clone();
        }
        let mut found = Vec::new();
        if self.template(template).boundary().is_some() {
            for outer in self.with_word("substitut") {
                for node in self.template(outer).substituted_nodes().keys() {
                    if self.inside(outer, node) == Some(template) {
                        found.push((outer, node.clone()));
                    }
                }
            }
        }
        self.outside.insert(template, found.clone());
        found
    }

    /// The values of substituted nodes that a value is, with the names of the nodes.
    fn leave(&mut self, place: &TraceNode, is_given: bool) -> Vec<(TraceNode, String)> {
        let mapped = self.template(place.template).value_reads().mapped.iter();
        let mapped = mapped.filter(|mapped| mapped.is_given == is_given && mapped.inner == place.path);
        let names: Vec<String> = mapped.map(|mapped| mapped.name.clone()).collect();
        if names.is_empty() {
            return Vec::new();
        }
        let nodes = match place.entered.split_last() {
            Some((entered, around)) => vec![(entered.clone(), around.to_vec())],
            None => self.outside(place.template).into_iter().map(|node| (node, Vec::new())).collect(),
        };
        let mut found = Vec::new();
        for ((template, node), entered) in nodes {
            for name in &names {
                let path = self.member(template, &node, name, is_given);
                let place = TraceNode { template, path, is_default: false, entered: entered.clone() };
                found.push((place, node.last_key().unwrap_or_default().to_owned()));
            }
        }
        found
    }

    /// The path of a property or attribute of a node: as it is written or read, otherwise as the mappings call it.
    fn member(&self, template: usize, node: &Path, name: &str, is_given: bool) -> Path {
        let template = self.template(template);
        let [property, attribute] = ["properties", "attributes"].map(|section| node.key(section).key(name));
        let is_known = |path: &Path| {
            template.document.get(path).is_some() || !template.value_reads().readers(path).is_empty()
        };
        match (is_known(&property), is_known(&attribute)) {
            (true, _) => property,
            (false, true) => attribute,
            _ if is_given => property,
            _ => attribute,
        }
    }

    /// The value in the substituting template that a value of a node is.
    fn enter(&mut self, place: &TraceNode, is_given: bool) -> Option<TraceNode> {
        if place.entered.len() >= MAX_NESTING {
            return None;
        }
        let node = node_of(&place.path)?;
        let inner = self.inside(place.template, &node)?;
        let name = place.path.last_key()?;
        let same = |mapped: &&Mapped| mapped.is_given == is_given && mapped.name == name;
        let path = self.template(inner).value_reads().mapped.iter().find(same)?.inner.clone();
        let entered = place.entered.iter().cloned().chain([(place.template, node)]).collect();
        Some(TraceNode { template: inner, path, is_default: false, entered })
    }

    fn is_written(&self, place: &TraceNode) -> bool {
        self.template(place.template).document.get(&place.path).is_some()
    }

    fn sources(&mut self, place: &TraceNode) -> Neighbors {
        if place.is_default {
            return Vec::new();
        }
        let reads = self.template(place.template).value_reads().sources(&place.path);
        let mut found: Neighbors =
            reads.iter().map(|source| neighbor(place.beside(source.clone()), "")).collect();
        for (outer, node) in self.leave(place, true) {
            if self.is_written(&outer) {
                found.push(neighbor(outer, format!("set by node `{node}`")));
            }
        }
        if found.is_empty() && !self.is_written(place) {
            if let Some(inner) = self.enter(place, false) {
                found.push(neighbor(inner, "from the template that substitutes the node"));
            } else if self.default_of(place).is_some() {
                found.push(neighbor(TraceNode { is_default: true, ..place.clone() }, "default of the type"));
            }
        }
        found
    }

    fn uses(&mut self, place: &TraceNode) -> Neighbors {
        if place.is_default {
            return vec![neighbor(TraceNode { is_default: false, ..place.clone() }, "")];
        }
        let template = self.template(place.template).value_reads();
        let mut found: Neighbors = template
            .readers(&place.path)
            .iter()
            .map(|reader| neighbor(place.beside(reader.clone()), ""))
            .collect();
        if self.is_written(place) {
            found.extend(
                self.enter(place, true)
                    .map(|inner| neighbor(inner, "given to the template that substitutes the node")),
            );
        }
        for (outer, node) in self.leave(place, false) {
            if !self.is_written(&outer)
                && !self.template(outer.template).value_reads().readers(&outer.path).is_empty()
            {
                found.push(neighbor(outer, format!("read from node `{node}`")));
            }
        }
        found.extend(self.readers_in_types(place));
        found
    }

    /// The operations of the types of a node that read its property.
    fn readers_in_types(&mut self, place: &TraceNode) -> Neighbors {
        let Some(node) = node_of(&place.path) else { return Vec::new() };
        let types = &self.template(place.template).value_reads().types;
        let types = node.last_key().and_then(|name| types.get(name)).cloned().unwrap_or_default();
        let (section, name) =
            (place.path.key_at(3).unwrap_or_default(), place.path.last_key().unwrap_or_default());
        let mut found = Vec::new();
        for (file, declared) in types {
            let Some(number) = self.number_of(&file) else { continue };
            let source = declared.key(section).key(name);
            for reader in self.template(number).value_reads().readers(&source) {
                let place = TraceNode {
                    template: number,
                    path: reader.clone(),
                    is_default: false,
                    entered: Vec::new(),
                };
                let kind = short_type(declared.last_key().unwrap_or_default());
                found.push(neighbor(place, format!("read by node type `{kind}`")));
            }
        }
        found
    }

    /// The value and the place of the default of a property that is not written.
    fn default_of(&self, place: &TraceNode) -> Option<(String, TracePlace)> {
        let node = node_of(&place.path).filter(|_| place.path.key_at(3) == Some("properties"))?;
        let service = self.service(place.template);
        let template = service.node_template(node.last_key()?)?;
        let type_scope = &service.type_scope;
        let properties = type_scope.effective(template.type_id.found()?).section(Section::Properties);
        let (default, layer) = properties.get(place.path.last_key()?)?.get("default")?;
        let range = layer.key.full_range().cover(layer.node.full_range());
        let place = match type_scope.file(layer.owner.file).path {
            Some(file) => TracePlace::File(file.clone(), layer.key.range(), Id(layer.key.path())),
            None => TracePlace::ReadOnly(ReadOnlyText {
                title: format!("{}, built in", type_scope.get(layer.owner).name),
                text: Arc::clone(layer.key.document().text()),
                range,
            }),
        };
        Some((text_of(default), place))
    }

    /// Reason why nothing precedes a value.
    fn first(&self, place: &TraceNode) -> String {
        let template = self.template(place.template);
        let node = template.document.get(&place.path).filter(|node| !node.is_null());
        let path = &place.path;
        if place.is_default {
            return String::new();
        }
        let given = match input_kind(path) {
            Some(InputKind::Topology) => Some("set at deployment"),
            Some(InputKind::Workflow) => Some("set when the workflow starts"),
            None => None,
        };
        if let Some(given) = given {
            return match node.and_then(|node| node.get("default")) {
                Some(_) => format!("default, unless {given}"),
                None => given.to_owned(),
            };
        }
        let value =
            if is_topology_value(path, "outputs") { node.and_then(|node| node.get("value")) } else { node };
        if let Some(functions) = value.and_then(computed_by) {
            return functions;
        }
        let section = path.key_at(path.len().saturating_sub(2));
        let is_type = path.key_at(0).is_some_and(|section| section.ends_with("_types"));
        let reason = match (value, section) {
            _ if path.key_at(3) == Some("artifacts") => "artifact",
            _ if path.key_at(3) == Some("interfaces") && path.len() == 6 => "output of an operation",
            _ if is_type && value_len(path) == Some(path.len()) => "set by the nodes of the type",
            (Some(_), _) => "constant",
            (None, Some("attributes")) => "set at run time",
            (None, Some("properties")) if self.is_declared(place) => "not set",
            (None, Some("properties")) => "default of the type, or set at run time",
            _ => "",
        };
        reason.to_owned()
    }

    /// Returns true if the type of a node declares a property.
    fn is_declared(&self, place: &TraceNode) -> bool {
        let service = self.service(place.template);
        let node = node_of(&place.path);
        let id = node.as_ref().and_then(|node| service.node_template(node.last_key()?)?.type_id.found());
        let name = place.path.last_key().unwrap_or_default();
        id.is_some_and(|id| service.type_scope.effective(id).properties().get(name).is_some())
    }
}

impl ValueGraph for Flow<'_> {
    type Place = TraceNode;

    fn neighbors(&mut self, of: &TraceNode, direction: Direction) -> Vec<Neighbor<TraceNode>> {
        match direction {
            Direction::Sources => self.sources(of),
            Direction::Uses => self.uses(of),
        }
    }

    fn step(&mut self, of: &TraceNode) -> ValueStep {
        let template = self.template(of.template);
        let owner = template.file.name().to_owned();
        if of.is_default
            && let Some((written, place)) = self.default_of(of)
        {
            let (label, place) = (label(&of.path), Some(place));
            return ValueStep { label, owner, written, place, ..ValueStep::default() };
        }
        let document = &template.document;
        let node = document.get(&of.path);
        let key = if is_topology_value(&of.path, "outputs") { Some("value") } else { None };
        let is_type = of.path.key_at(0) != Some(TOPOLOGY) && value_len(&of.path) == Some(of.path.len());
        let key = key.or((input_kind(&of.path).is_some() || is_type).then_some("default"));
        let written = match key {
            Some(key) => node.and_then(|node| node.get(key)),
            None => node,
        };
        // A value that is read but not written is shown at its node.
        let mut prefixes = (1..=of.path.len()).rev().map(|len| of.path.prefix(len));
        let place = prefixes.find(|path| document.get(path).is_some()).and_then(|at| {
            let node = document.get(&at)?;
            let range = node.key().map_or(node.full_range(), yaml::Node::range);
            Some(TracePlace::File(template.file.clone(), range, Id(at)))
        });
        let is_own = of.template == 0 && of.entered.is_empty();
        ValueStep {
            label: label(&of.path),
            owner,
            written: written.filter(|node| !node.is_null()).map(text_of).unwrap_or_default(),
            place,
            port: if is_own { port_of(&of.path) } else { None },
            ..ValueStep::default()
        }
    }

    fn end(&mut self, of: &TraceNode, direction: Direction) -> String {
        match direction {
            Direction::Sources => self.first(of),
            Direction::Uses => String::new(),
        }
    }
}
