//! Reader: converts YAML to a [`Descriptor`]. Malformed parts are skipped; everything else is read.

use std::sync::{Arc, OnceLock};

use super::expression::split_member;
use super::interpolation::{ScanItem, Segment, find_opening, scan};
use super::model::{
    Cluster, Component, DataType, DeclaredPort, Descriptor, DescriptorKind, Driver, Element, Index, Metric,
    NamedEntry, Number, Operation, Policy, Property, QualifiedName, ReferenceRoot, Relationship, Text,
    Transition, Value, ValueReference,
};
use super::workspace_index::WorkspaceIndex;
use limn_files::FilePath;
use limn_language::schema::{Names, Profiles};

use limn_yaml::{self as yaml, Document, Node, Path, Resolved};

/// The maximum nesting depth to search for `${…}`.
const MAX_DEPTH: usize = 64;
/// The maximum number of nodes to search, so that aliases cannot cause unlimited work.
const MAX_NODES: usize = 200_000;

/// Reads a document as `kind`. The caller fills in `names` and `diagnostics`.
pub fn read(
    file: &FilePath,
    document: &Arc<Document>,
    kind: DescriptorKind,
    profiles: Profiles,
    workspace: WorkspaceIndex,
) -> Descriptor {
    let root = document.root();
    let section = |name: &str| root.and_then(|root| root.get(name));
    let mut reader = Reader { nodes: MAX_NODES };
    let each = |name: &str| inner(root?, &Path::root(), name);
    let (lifecycle, lifecycle_is_list) = lifecycle(each("lifecycle"));
    Descriptor {
        file: file.clone(),
        document: Arc::clone(document),
        kind,
        profiles,
        names: Names::default(),
        diagnostics: Vec::new(),
        workspace,
        name: section("name").and_then(text),
        description: section("description").and_then(text),
        properties: reader.properties(each("properties")),
        private_properties: reader.properties(each("private-properties")),
        composition: reader.components(each("composition"), false),
        references: reader.components(each("references"), true),
        relationships: reader.relationships(each("relationships")),
        operations: reader.operations(each("operations")),
        capabilities: offers(each("capabilities")),
        requirements: offers(each("requirements")),
        metrics: metrics(each("metrics")),
        policies: policies(each("policies")),
        data_types: reader.data_types(each("data-types")),
        lifecycle,
        lifecycle_is_list,
        infrastructure: named_entries(each("infrastructure")).map(|(entry, _)| entry).collect(),
        default_drivers: drivers(each("default-driver")),
        queries: drivers(each("queries").and_then(|(node, path)| inner(node, &path, "drivers"))),
        layout: each("designerLayout").map(|(layout, path)| elements(inner(layout, &path, "elements"))),
        reads: OnceLock::new(),
        diagrams: OnceLock::new(),
        index: Index::default(),
    }
    .indexed()
}

/// A node with its path; `None` if there is no node.
type PathAndNode<'d> = Option<(Node<'d>, Path)>;

fn inner<'d>(node: Node<'d>, path: &Path, key: &str) -> PathAndNode<'d> {
    Some((node.get(key)?, path.key(key)))
}

/// The effective entries of a mapping, with their paths.
fn named_entries(place: PathAndNode<'_>) -> impl Iterator<Item = (NamedEntry, Node<'_>)> {
    place.into_iter().flat_map(|(node, path)| {
        effective(node).filter_map(move |entry| {
            let name = entry.key.as_str()?;
            let path = path.key(&name);
            Some((NamedEntry { name: name.into_owned(), path, range: entry.key.range() }, entry.value))
        })
    })
}

/// The effective entries of a mapping: merged ones, and the first of each repeated key.
pub(super) fn effective(node: Node<'_>) -> impl DoubleEndedIterator<Item = yaml::Entry<'_>> {
    let merged = if node.has_merges() { node.merged_entries().collect() } else { Vec::new() };
    let own = if node.has_merges() { 0 } else { usize::MAX };
    merged.into_iter().chain(node.entries().take(own)).filter(|entry| !entry.is_duplicate())
}

/// The text of a scalar; `None` for null.
fn text(node: Node<'_>) -> Option<Text> {
    let text = node.as_str()?;
    // Fast path: few texts can be null.
    let may_be_null = matches!(&*text, "" | "~" | "null" | "Null" | "NULL");
    if may_be_null && node.is_null() {
        return None;
    }
    Some(Text { text: text.into_owned(), range: node.range() })
}

fn scalar(node: Node<'_>, key: &str) -> Option<Text> {
    node.get(key).and_then(text)
}

fn flag(node: Node<'_>) -> Option<bool> {
    match node.resolved()? {
        Resolved::Bool(flag) => Some(flag),
        _ => None,
    }
}

fn qualified_name(node: Node<'_>, path: Path) -> Option<QualifiedName> {
    let Text { text, range } = text(node)?;
    let (owner, member) = split_member(&text);
    Some(QualifiedName { owner: owner.to_owned(), member: member.map(str::to_owned), path, range })
}

/// The items of a list, or a single scalar in place of a list.
fn qualified_names(place: PathAndNode<'_>) -> Vec<QualifiedName> {
    let Some((node, path)) = place else { return Vec::new() };
    if node.is_scalar() {
        return qualified_name(node, path).into_iter().collect();
    }
    node.items().enumerate().filter_map(|(at, item)| qualified_name(item, path.index(at))).collect()
}

struct Reader {
    /// The number of nodes that can still be searched.
    nodes: usize,
}

impl Reader {
    fn properties(&mut self, place: PathAndNode<'_>) -> Vec<Property> {
        named_entries(place).map(|(entry, node)| self.property(entry, node)).collect()
    }

    fn property(&mut self, entry: NamedEntry, node: Node<'_>) -> Property {
        let NamedEntry { name, path, range } = entry;
        let mut property = Property {
            name,
            path,
            range,
            kind: None,
            required: None,
            read_only: None,
            volatile: None,
            default: None,
            value: None,
            entry_schema: None,
        };
        // One pass from the end, so that the first of repeated keys applies.
        for entry in effective(node).rev() {
            let node = entry.value;
            match entry.key.as_str().as_deref() {
                Some("type") => property.kind = text(node),
                Some("required") => property.required = flag(node),
                Some("read-only") => property.read_only = flag(node),
                Some("volatile") => property.volatile = flag(node),
                Some("default") => property.default = Some(self.value(node, &property.path, "default")),
                Some("value") => property.value = Some(self.value(node, &property.path, "value")),
                Some("entry-schema" | "entry_schema") => property.entry_schema = Some(node.range()),
                _ => {}
            }
        }
        property
    }

    fn value(&mut self, node: Node<'_>, property: &Path, key: &str) -> Value {
        let mut uses = Vec::new();
        self.uses(node, &mut || property.key(key), 0, &mut uses);
        Value { range: node.range(), text: node.as_str().map(std::borrow::Cow::into_owned), uses }
    }

    /// Collects every `${…}`. Paths are only built for texts that contain one.
    fn uses(
        &mut self,
        node: Node<'_>,
        path: &mut dyn FnMut() -> Path,
        depth: usize,
        into: &mut Vec<ValueReference>,
    ) {
        if depth > MAX_DEPTH || self.nodes == 0 {
            return;
        }
        self.nodes -= 1;
        if let Some(text) = node.as_str() {
            if find_opening(&text).is_some() {
                let path = path();
                into.extend(uses_in(node.resolve(), &text, &path));
            }
            return;
        }
        for (at, item) in node.items().enumerate() {
            self.uses(item, &mut || path().index(at), depth + 1, into);
        }
        for entry in node.entries() {
            let Some(key) = entry.key.as_str() else { continue };
            self.uses(entry.value, &mut || path().key(&key), depth + 1, into);
        }
    }

    fn components(&mut self, place: PathAndNode<'_>, is_reference: bool) -> Vec<Component> {
        let each = named_entries(place).map(|(NamedEntry { name, path, range }, node)| Component {
            is_reference,
            type_name: scalar(node, "type"),
            dynamic_type: scalar(node, "dynamicType"),
            quantity: scalar(node, "quantity"),
            cluster: cluster(node, &path),
            items: scalar(node, "items"),
            properties: self.properties(inner(node, &path, "properties")),
            upgrade_dependencies: qualified_names(inner(node, &path, "upgrade-dependencies")),
            name,
            path,
            range,
        });
        each.collect()
    }

    fn relationships(&mut self, place: PathAndNode<'_>) -> Vec<Relationship> {
        let each = named_entries(place).map(|(NamedEntry { name, path, range }, node)| {
            let lifecycle = inner(node, &path, "lifecycle");
            let called = |key: &str| lifecycle.as_ref().and_then(|(node, path)| inner(*node, path, key));
            Relationship {
                sources: qualified_names(inner(node, &path, "source-capabilities")),
                targets: qualified_names(inner(node, &path, "target-requirements")),
                source_state: scalar(node, "source-state"),
                source_modifier: scalar(node, "source-state-modifier"),
                target_state: scalar(node, "target-state"),
                target_modifier: scalar(node, "target-state-modifier"),
                properties: self.properties(inner(node, &path, "properties")),
                create: qualified_names(called("Create")),
                cease: qualified_names(called("Cease")),
                name,
                path,
                range,
            }
        });
        each.collect()
    }

    fn operations(&mut self, place: PathAndNode<'_>) -> Vec<Operation> {
        let each = named_entries(place).map(|(NamedEntry { name, path, range }, node)| Operation {
            source: node
                .get("source-operation")
                .and_then(|source| qualified_name(source, path.key("source-operation"))),
            instances: scalar(node, "multiple-instances"),
            properties: self.properties(inner(node, &path, "properties")),
            drivers: drivers(inner(node, &path, "drivers")),
            name,
            path,
            range,
        });
        each.collect()
    }

    fn data_types(&mut self, place: PathAndNode<'_>) -> Vec<DataType> {
        let each = named_entries(place).map(|(NamedEntry { name, path, range }, node)| DataType {
            base: scalar(node, "derived-from"),
            properties: self.properties(inner(node, &path, "properties")),
            name,
            path,
            range,
        });
        each.collect()
    }
}

/// Every well-formed `${…}` of one text. `node` is the scalar, `path` its path.
fn uses_in<'a>(node: Node<'a>, text: &'a str, path: &'a Path) -> impl Iterator<Item = ValueReference> + 'a {
    let map = node.source_map();
    let length = text.trim().len();
    scan(text).filter_map(move |found| match found {
        ScanItem::Error { .. } => None,
        ScanItem::Interpolation(interpolation) => Some(ValueReference {
            head: head(&interpolation.head.text),
            name: interpolation.head.text.into_owned(),
            rest: interpolation.rest.into_iter().map(Segment::into_owned).collect(),
            // The scalar contains nothing else.
            whole: interpolation.range.len() == length,
            range: map.range(interpolation.range),
            at: path.clone(),
        }),
    })
}

fn head(word: &str) -> ReferenceRoot {
    match word {
        "instance" => ReferenceRoot::Instance,
        "item" => ReferenceRoot::Item,
        "source" => ReferenceRoot::Source,
        "target" => ReferenceRoot::Target,
        _ => ReferenceRoot::Name,
    }
}

fn cluster(component: Node<'_>, path: &Path) -> Option<Cluster> {
    let node = component.get("cluster")?;
    let range = node.key().map_or(node.range(), Node::range);
    Some(Cluster {
        path: path.key("cluster"),
        range,
        initial: scalar(node, "initial-quantity"),
        minimum: scalar(node, "minimum-nodes"),
        maximum: scalar(node, "maximum-nodes"),
        increment: scalar(node, "scaling-increment"),
    })
}

fn offers(place: PathAndNode<'_>) -> Vec<DeclaredPort> {
    named_entries(place)
        .map(|(NamedEntry { name, path, range }, node)| DeclaredPort {
            name,
            path,
            range,
            kind: scalar(node, "type"),
        })
        .collect()
}

fn metrics(place: PathAndNode<'_>) -> Vec<Metric> {
    let each = named_entries(place).map(|(NamedEntry { name, path, range }, node)| Metric {
        kind: scalar(node, "type"),
        source: node
            .get("source-metric")
            .and_then(|source| qualified_name(source, path.key("source-metric"))),
        period: scalar(node, "publication-period"),
        name,
        path,
        range,
    });
    each.collect()
}

fn policies(place: PathAndNode<'_>) -> Vec<Policy> {
    let each = named_entries(place).map(|(NamedEntry { name, path, range }, node)| {
        let numbers = named_entries(inner(node, &path, "properties")).map(|(entry, node)| Number {
            flat: !node.is_mapping(),
            value: if node.is_mapping() { scalar(node, "value") } else { text(node) },
            name: entry.name,
            path: entry.path,
            range: entry.range,
        });
        Policy {
            kind: scalar(node, "type"),
            metric: node.get("metric").and_then(|metric| qualified_name(metric, path.key("metric"))),
            target: scalar(node, "target"),
            numbers: numbers.collect(),
            name,
            path,
            range,
        }
    });
    each.collect()
}

fn lifecycle(place: PathAndNode<'_>) -> (Vec<Transition>, bool) {
    let Some((list, path)) = place.as_ref().filter(|(node, _)| node.is_sequence()) else {
        let each = named_entries(place).map(|(NamedEntry { name, path, range }, node)| Transition {
            drivers: drivers(inner(node, &path, "drivers")),
            name,
            path,
            range,
        });
        return (each.collect(), false);
    };
    let each = list.items().enumerate().filter_map(|(at, item)| {
        let Text { text: name, range } = text(item)?;
        Some(Transition { name, path: path.index(at), range, drivers: Vec::new() })
    });
    (each.collect(), true)
}

fn drivers(place: PathAndNode<'_>) -> Vec<Driver> {
    let each = named_entries(place).map(|(NamedEntry { name, path, range }, node)| {
        let types = node.get("selector").and_then(|selector| selector.get("infrastructure-type"));
        let infrastructure = match types {
            Some(node) if node.is_scalar() => text(node).into_iter().collect(),
            Some(node) => node.items().filter_map(text).collect(),
            None => Vec::new(),
        };
        Driver { name, path, range, infrastructure }
    });
    each.collect()
}

fn elements(place: PathAndNode<'_>) -> Vec<Element> {
    let number = |node: Node<'_>, key: &str| match node.get(key)?.resolved()? {
        Resolved::Int(number) => Some(number as f64),
        Resolved::Float(number) => Some(number).filter(|number| number.is_finite()),
        Resolved::Null | Resolved::Bool(_) | Resolved::Text => None,
    };
    named_entries(place)
        .map(|(NamedEntry { name, path, range }, node)| Element {
            name,
            path,
            range,
            x: number(node, "x"),
            y: number(node, "y"),
        })
        .collect()
}
