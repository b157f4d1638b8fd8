//! Views of a document: diagram, palette and the views of its language, and the mapping between positions in the text and elements.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Analysis, Checked};
use limn_files::FilePath;
use limn_language::deployment::Deployments;
use limn_language::diagnostic::{Diagnostic, Severity};
use limn_language::dialect::{Dialect, Model, PaletteEntry, Picture, View};
use limn_language::edit::{Edit, EditError, Place, Promotions};
use limn_language::graph::{Diagram, Graph, Id, Link, LinkKind, Look, Port, PortRef, Role};
use limn_language::schema::construct_at;
use limn_language::timeline::Timelines;
use limn_language::value_trace::ValueTraces;
use limn_text::TextRange;
use limn_yaml::{self as yaml, Path};

impl Analysis {
    /// Another file that substitutes a node; the error is the type that none of them substitutes. `None`: the node is not substituted.
    pub fn substitute(&self, file: &FilePath, node: &Id) -> Option<Result<FilePath, String>> {
        let node_type = self.file(file)?.picture()?.substituted(node)?;
        let others =
            self.files.keys().filter_map(|other| self.first(other)).filter(|other| other.file() != file);
        let near = others.filter_map(|other| {
            let types = other.picture()?.substitutes();
            Some((types.iter().position(|type_name| *type_name == node_type)?, other.file()))
        });
        // A template of exactly this type precedes those of derived types.
        let nearest = near.min_by_key(|(steps, _)| *steps).map(|(_, other)| other.clone());
        Some(nearest.ok_or(node_type))
    }
}

impl Checked {
    /// The graph. Empty if no language was recognized.
    pub fn graph(&self) -> &Arc<Graph> {
        let noted = |picture: &dyn Picture| Arc::new(self.with_conflicts(self.with_notes(picture.graph())));
        self.graph.get_or_init(|| self.picture().map(noted).unwrap_or_default())
    }

    /// Diagrams of parts of the document, in text order.
    pub fn diagrams(&self) -> &[Diagram] {
        let plain = self.picture().map(Picture::diagrams).unwrap_or_default();
        if plain.is_empty() || !self.may_have_notes() {
            return plain;
        }
        let noted = |diagram: &Diagram| Diagram {
            graph: Arc::new(self.with_notes((*diagram.graph).clone())),
            ..diagram.clone()
        };
        self.noted_diagrams.get_or_init(|| plain.iter().map(noted).collect())
    }

    /// A diagram of a part of the document, by its id.
    pub fn diagram(&self, id: &Id) -> Option<&Diagram> {
        self.diagrams().iter().find(|diagram| diagram.id == *id)
    }

    /// The diagram that shows an element, if it is not the main one.
    pub fn diagram_of(&self, id: &Id) -> Option<&Diagram> {
        self.diagrams().iter().find(|diagram| id.0.starts_with(&diagram.id.0))
    }

    /// The palette of such a diagram.
    pub fn palette_of(&self, diagram: &Id) -> Vec<PaletteEntry> {
        self.picture().map(|picture| picture.palette_of(diagram)).unwrap_or_default()
    }

    /// The kinds of palette entries that need no other on the canvas, see [`Dialect::standalone`].
    pub fn standalone(&self) -> &'static [&'static str] {
        self.dialect().map(Dialect::standalone).unwrap_or_default()
    }

    /// The palette of this document.
    pub fn palette(&self) -> Vec<PaletteEntry> {
        self.picture().map(Picture::palette).unwrap_or_default()
    }

    /// Palette entries that can be connected to a port, the likeliest first.
    pub fn palette_for(&self, from: &PortRef) -> Vec<PaletteEntry> {
        let entries = self.picture().and_then(|picture| picture.palette_for(from));
        // A wire cannot end at another wire.
        entries.unwrap_or_else(|| self.palette().into_iter().filter(|entry| !entry.wire).collect())
    }

    /// The ports of a node that can be connected to `from`, the likeliest first; `None`: those that [`Picture::accepts`].
    pub fn ends(&self, from: &PortRef, on: &Id) -> Option<Vec<PortRef>> {
        self.picture()?.ends(from, on)
    }

    /// The ports that host a node on another: its own port, and the host's.
    pub fn hosting(&self, node: &Id, host: &Id) -> Option<(PortRef, PortRef)> {
        self.picture()?.hosting(node, host)
    }

    /// The only connection between two nodes that are not connected, as an edit connects them; `None`: there is none, or there are several. A requirement that
    /// any node fits does not count, nor does hosting.
    pub fn connection(&self, one: &Id, other: &Id) -> Option<(PortRef, PortRef)> {
        let (picture, graph) = (self.picture()?, self.graph());
        let has =
            |link: &&Link, id: &Id| link.sources.iter().chain(&link.targets).any(|end| end.port.node == *id);
        let mut relationships = graph.links.iter().filter(|link| link.kind == LinkKind::Relationship);
        if one == other || relationships.any(|link| has(&link, one) && has(&link, other)) {
            return None;
        }
        let ports = |id: &Id, role: Role| {
            let ports = graph.node(id).into_iter().flat_map(|node| &node.ports);
            let ports = ports.filter(move |port| port.role == role && !port.name.is_empty());
            let port = |port: &Port| PortRef { node: id.clone(), role, port: port.name.clone() };
            ports.map(port).collect::<Vec<_>>()
        };
        let mut found = Vec::new();
        for (from, to) in [(one, other), (other, one)] {
            // The dropped node does not become the host: that would move the other node.
            let hosted = picture.hosting(from, to);
            for need in ports(from, Role::Requirement) {
                let hosts = hosted.as_ref().is_some_and(|(own, other)| *own == need || *other == need);
                if hosts || picture.fits_any_node(&need) {
                    continue;
                }
                let offers = picture.ends(&need, to).unwrap_or_else(|| ports(to, Role::Capability));
                let named = offers.into_iter().filter(|offer| !offer.port.is_empty());
                let pairs = named.filter_map(|offer| {
                    let ways = [(need.clone(), offer.clone()), (offer, need.clone())];
                    ways.into_iter().find(|(from, to)| picture.accepts(from, to).is_ok())
                });
                found.extend(pairs);
            }
        }
        match found.len() {
            1 => found.pop(),
            _ => None,
        }
    }

    /// Returns true if the document declares a name other than those of its diagram's elements, such as a type.
    pub fn has_declarations(&self) -> bool {
        let graph = self.graph();
        let groups = graph.groups.iter().map(|group| &group.id.0);
        let holders: Vec<&Path> = groups.chain(graph.policies.iter().map(|policy| &policy.id.0)).collect();
        self.model().is_some_and(|model| {
            let title = model.document_name();
            let is_other = |path: &Path| !holders.contains(&path) && Some(path) != title.as_ref();
            model.names().declarations.iter().any(|name| is_other(&name.path))
        })
    }

    /// Plans a new group of nodes.
    pub fn group(&self, mut nodes: Vec<Id>) -> Result<Edit, EditError> {
        // Of a collapsed group, the members.
        let graph = self.graph();
        let mut seen = BTreeSet::new();
        nodes = nodes.into_iter().flat_map(|id| graph.members_within(id)).collect();
        nodes.retain(|id| seen.insert(id.clone()));
        let is_there = |id: &Id| graph.nodes.iter().any(|node| node.id == *id && node.look != Look::Ghost);
        nodes.retain(|id| self.diagram_of(id).is_some() || is_there(id));
        let no = |why: String| Err(EditError::Refused(why));
        if nodes.is_empty() {
            return no("select the nodes for the group first".to_owned());
        }
        if nodes.iter().any(|id| self.diagram_of(id).is_some()) {
            return no("groups can contain only nodes of the main diagram".to_owned());
        }
        match self.picture().and_then(Picture::group_template) {
            Some(template) => Ok(Edit::Add { template, name: None, place: None, on: nodes }),
            None => no(format!("groups are not supported in {}s", self.language().dialect_label)),
        }
    }

    /// Box positions that the document itself stores.
    pub fn places(&self) -> BTreeMap<Id, Place> {
        self.picture().map(Picture::places).unwrap_or_default()
    }

    /// Views besides the diagram.
    pub fn views(&self) -> &'static [View] {
        self.model().map(Model::views).unwrap_or_default()
    }

    /// The order in which its parts change.
    pub fn timelines(&self) -> Option<&dyn Timelines> {
        self.model()?.timelines()
    }

    /// Deployments of the document.
    pub fn deployments(&self) -> Option<&dyn Deployments> {
        self.model()?.deployments()
    }

    /// Promotions of the value at a path, in this document or in one that is embedded in it.
    pub fn promotions(&self, id: &Id) -> Promotions {
        let Some(model) = self.model() else { return Promotions::default() };
        match model.embedded_at(&id.0) {
            Some(inner) => inner.model.promotions(&inner.local(&id.0)),
            None => model.promotions(&id.0),
        }
    }

    /// Noun for an input at a path, in the language of this document or of one that is embedded in it.
    pub fn input_noun(&self, id: &Id) -> &'static str {
        let Some(model) = self.model() else { return "input" };
        model.embedded_at(&id.0).map_or(model, |inner| inner.model).input_noun()
    }

    /// Traces of its values: sources and uses.
    pub fn value_traces(&self) -> Option<&dyn ValueTraces> {
        self.model()?.value_traces()
    }

    /// The model, if it is of this type: for the views of its language.
    pub fn model_as<M: 'static>(&self) -> Option<&M> {
        (self.model()? as &dyn Any).downcast_ref()
    }

    /// Checks that two ports can be connected; the error is the reason if not.
    pub fn accepts(&self, from: &PortRef, to: &PortRef) -> Result<(), EditError> {
        let nothing = || EditError::Refused("there is nothing to connect here".to_owned());
        self.picture().ok_or_else(nothing)?.accepts(from, to)
    }

    /// The innermost element of the diagram at the caret: a node, a link or a policy; the key of a mapping counts as its element. Elsewhere, the declared
    /// element with a form: an input, an output, a type. `None` in what belongs to the document itself, such as its metadata.
    pub fn at(&self, offset: usize) -> Option<Id> {
        // Behind `key:` and behind the last character of a value, the caret is still in the element of the line.
        let line = self.lines().line_start(self.lines().line_of(offset));
        let content =
            self.document.text().get(line..offset).unwrap_or_default().trim_end_matches([' ', '\t', ':']);
        let at = if content.trim_start().is_empty() { offset } else { line + content.len() };
        let node = self.document.at(at)?;
        let inner = self.model().and_then(|model| model.embedded_around(at));
        let path = match inner.filter(|inner| node.is_scalar() && node.path() == *inner.path) {
            Some(inner) => inner.path.join(&inner.document.at(at.checked_sub(inner.shift)?)?.path()),
            None => node.path(),
        };
        let around = self.things().into_iter().rev().filter(|id| path.starts_with(&id.0));
        around.max_by_key(|id| id.0.len()).cloned().or_else(|| self.declared_around(&path))
    }

    /// The innermost element that contains a path, and the rest of the path.
    pub(super) fn element_above(&self, path: &Path) -> Option<(Path, Path)> {
        let around =
            self.things().into_iter().filter(|id| path.starts_with(&id.0) && id.0.len() < path.len());
        let element = around.max_by_key(|id| id.0.len()).cloned().or_else(|| self.declared_around(path))?.0;
        let rest = path.steps().get(element.len()..)?.iter().cloned().collect();
        Some((element, rest))
    }

    /// The outermost declared element around a path, if it has a form: an input, an output, a type.
    fn declared_around(&self, path: &Path) -> Option<Id> {
        let model = self.model()?;
        let (construct, profiles) = model.grammar();
        let around = model
            .names()
            .declarations
            .iter()
            .filter(|declaration| !declaration.is_value && path.starts_with(&declaration.path));
        let outermost = around.min_by_key(|declaration| declaration.path.len())?;
        construct_at(&self.document, construct, profiles, &outermost.path)?;
        Some(Id(outermost.path.clone()))
    }

    /// The range of the key of an element, and of the whole element.
    pub fn range_of(&self, id: &Id) -> Option<(TextRange, TextRange)> {
        let ranges = |node: yaml::Node<'_>| {
            let key = node.key().map_or(node.full_range(), yaml::Node::full_range);
            (key, key.cover(node.full_range()))
        };
        if let Some(node) = self.document.get(&id.0) {
            return Some(ranges(node));
        }
        let inner = self.model()?.embedded_at(&id.0)?;
        let (key, whole) = ranges(inner.document.get(&inner.local(&id.0))?);
        let moved = |range: TextRange| TextRange::new(range.start + inner.shift, range.end + inner.shift);
        Some((moved(key), moved(whole)))
    }

    /// The element of each diagnostic, in their order: the innermost one on its path, otherwise the frame.
    pub fn blamed(&self) -> Vec<Option<Id>> {
        let things: BTreeSet<&Path> = self.things().into_iter().map(|id| &id.0).collect();
        let frame = self.graph().frame.as_ref().map(|frame| &frame.id);
        let blame = |found: &Diagnostic| {
            let lengths = (1..=found.path.len()).rev();
            let inner = lengths.map(|len| found.path.prefix(len)).find(|path| things.contains(path));
            inner.map(Id).or_else(|| frame.cloned())
        };
        self.diagnostics().iter().map(blame).collect()
    }

    /// Number of errors and warnings of each element.
    pub fn problems(&self) -> BTreeMap<Id, (usize, usize)> {
        let mut problems: BTreeMap<Id, (usize, usize)> = BTreeMap::new();
        for (found, id) in self.diagnostics().iter().zip(self.blamed()) {
            let Some(id) = id else { continue };
            let (errors, warnings) = problems.entry(id).or_default();
            match found.severity {
                Severity::Error => *errors += 1,
                Severity::Warning => *warnings += 1,
                Severity::Info => {}
            }
        }
        problems
    }

    /// All ids in the graph.
    pub(super) fn things(&self) -> Vec<&Id> {
        let mut all = things(self.graph());
        all.extend(self.diagrams().iter().flat_map(|diagram| things(&diagram.graph)));
        all
    }

    fn picture(&self) -> Option<&dyn Picture> {
        self.model()?.picture()
    }
}

/// All ids in a graph.
fn things(graph: &Graph) -> Vec<&Id> {
    let nodes = graph.nodes.iter().filter(|node| node.look != Look::Ghost).map(|node| &node.id);
    let links = graph.links.iter().map(|link| &link.id);
    let groups = graph.groups.iter().map(|group| &group.id);
    let by = graph.links.iter().filter_map(|link| link.by.as_ref().filter(|by| **by != link.id));
    let policies = graph.policies.iter().map(|policy| &policy.id);
    nodes.chain(links).chain(groups).chain(by).chain(policies).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choices;
    use limn_files::{Content, Workspace};

    /// File that takes the place of `db`, among these.
    fn substitute(files: &[(&str, &str)]) -> Option<Result<String, String>> {
        let file = |name: &str| FilePath::new(name).unwrap();
        let files = files.iter().map(|(name, text)| (file(name), Content::Text((*text).into())));
        let workspace = Workspace { files: files.collect(), ..Workspace::default() };
        let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
        let node = Id(Path::keys(["topology_template", "node_templates", "db"]));
        Some(analysis.substitute(&file("app.yaml"), &node)?.map(|file| file.to_string()))
    }

    #[test]
    fn a_marked_node_resolves_to_the_file_that_substitutes_its_type() {
        let head =
            "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [types.yaml]\ntopology_template:\n";
        let types = "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types:\n  my.Db: {derived_from: tosca.nodes.Root}\n  my.Big: {derived_from: my.Db}\n";
        let app =
            |directives: &str| format!("{head}  node_templates:\n    db: {{type: my.Db{directives}}}\n");
        let inside = |kind: &str| {
            format!("{head}  substitution_mappings: {{node_type: {kind}}}\n  node_templates: {{}}\n")
        };
        let (marked, plain) = (app(", directives: [substitute]"), app(""));
        let (big, db) = (inside("my.Big"), inside("my.Db"));
        let (app, types) = (("app.yaml", marked.as_str()), ("types.yaml", types));
        let found = |name: &str| Some(Ok(name.to_owned()));
        assert_eq!(
            substitute(&[app, types, ("a_big.yaml", &big), ("inside.yaml", &db)]),
            found("inside.yaml")
        );
        assert_eq!(substitute(&[app, types, ("a_big.yaml", &big)]), found("a_big.yaml"));
        assert_eq!(substitute(&[app, types]), Some(Err("my.Db".to_owned())));
        assert_eq!(substitute(&[("app.yaml", &plain), types, ("inside.yaml", &db)]), None);
    }

    #[test]
    fn s2_a_volume_and_a_machine_have_one_connection() {
        let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
    disk: {type: tosca.nodes.Storage.BlockStorage}
    used: {type: tosca.nodes.Compute, requirements: [local_storage: disk]}
    web: {type: tosca.nodes.WebServer}
";
        let file = FilePath::new("a.yaml").unwrap();
        let analysis = Analysis::of_text(&file, text);
        let checked = analysis.file(&file).unwrap();
        let id = |name: &str| Id(Path::keys(["topology_template", "node_templates", name]));
        let between = |one: &str, other: &str| checked.connection(&id(one), &id(other));
        let found = between("disk", "server").unwrap();
        assert_eq!(between("server", "disk"), Some(found.clone()));
        let named = |port: &PortRef| (port.node.clone(), port.port.clone());
        let ends = [named(&found.0), named(&found.1)];
        assert!(ends.contains(&(id("server"), "local_storage".to_owned())), "{ends:?}");
        assert!(ends.contains(&(id("disk"), "attachment".to_owned())), "{ends:?}");
        let (from, to) = found;
        assert!(analysis.plan(&file, &Edit::Connect { from, to }).is_ok());
        assert_eq!(between("disk", "used"), None, "they are connected");
        assert_eq!(between("disk", "web"), None, "any node can wait for another, which says nothing");
        assert_eq!(between("server", "web"), None, "a machine does not become a host by its drop");
        assert_eq!(between("disk", "disk"), None);
    }

    #[test]
    fn n1_a_new_blueprint_declares_nothing_but_elements_of_its_diagram() {
        let declares = |name: &str, text: &str| {
            let file = FilePath::new(name).unwrap();
            Analysis::of_text(&file, text).file(&file).unwrap().has_declarations()
        };
        let blanks = crate::blanks();
        for id in ["tosca", "amp"] {
            let blank = blanks.iter().find(|blank| blank.id == id).unwrap();
            assert!(!declares(&blank.file, blank.text), "{id}");
        }
        let types = "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types:\n  my.Db: {derived_from: tosca.nodes.Root}\n";
        assert!(declares("types.yaml", types));
    }

    fn grouped(text: &str, nodes: &[&str]) -> Result<String, String> {
        let file = FilePath::new("a.yaml").unwrap();
        let analysis = Analysis::of_text(&file, text);
        let checked = analysis.file(&file).unwrap();
        let nodes = nodes.iter().map(|name| Id(Path::keys(["topology_template", "node_templates", name])));
        let edit = checked.group(nodes.collect()).map_err(|error| error.to_string())?;
        let change = analysis.plan(&file, &edit).map_err(|error| error.to_string())?;
        Ok(change.edits[&file].apply(text))
    }

    #[test]
    fn nodes_become_a_group_where_the_language_has_groups() {
        let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    a: {type: tosca.nodes.Compute}
    b: {type: tosca.nodes.Compute}
";
        let after = format!(
            "{text}  groups:\n    group:\n      type: tosca.groups.Root\n      members:\n        - a\n        - b\n"
        );
        assert_eq!(grouped(text, &["a", "b"]), Ok(after));
        let nothing = "select the nodes for the group first".to_owned();
        assert_eq!(grouped(text, &["gone"]), Err(nothing));
    }

    #[test]
    fn a_language_without_groups_refuses_them_with_a_reason() {
        let file = FilePath::new("a.yaml").unwrap();
        let text = "name: assembly::a::1.0\ncomposition:\n  b: {type: 'resource::b::1.0'}\n";
        let analysis = Analysis::of_text(&file, text);
        let checked = analysis.file(&file).unwrap();
        let refused = checked.group(vec![Id(Path::keys(["composition", "b"]))]).unwrap_err();
        assert_eq!(refused.to_string(), "groups are not supported in Assembly descriptors");
    }
}
