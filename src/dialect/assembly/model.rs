//! Data model of a descriptor: its content as written, with the path and byte range of each part. Nothing is inherited, resolved or validated here.
//! Malformed parts are missing; the grammar tables report them.

use std::sync::{Arc, OnceLock};

use super::grammar::DescriptorName;
use super::interpolation::Segment;
pub use super::recognize::DescriptorKind;
use super::trace::ReadIndex;
use super::workspace_index::WorkspaceIndex;
use limn_files::FilePath;
use limn_language::diagnostic::Diagnostic;
use limn_language::graph::Diagram;
use limn_language::schema::{Names, Profiles};
use limn_text::TextRange;
use limn_yaml::{Document, Node, Path};

/// One descriptor.
#[derive(Debug)]
pub struct Descriptor {
    pub file: FilePath,
    pub document: Arc<Document>,
    pub kind: DescriptorKind,
    /// The profile that it is validated against: see `grammar`.
    pub profiles: Profiles,
    /// The names that the grammar tables found.
    pub names: Names,
    /// The diagnostics of the grammar tables.
    pub diagnostics: Vec<Diagnostic>,
    /// The other descriptors of the workspace.
    pub workspace: WorkspaceIndex,

    /// `name`, as written.
    pub name: Option<Text>,
    pub description: Option<Text>,
    pub properties: Vec<Property>,
    /// Resources.
    pub private_properties: Vec<Property>,
    pub composition: Vec<Component>,
    /// References to existing resources; `Component::is_reference` is set.
    pub references: Vec<Component>,
    pub relationships: Vec<Relationship>,
    /// Promoted operations of an assembly, or own operations of a resource.
    pub operations: Vec<Operation>,
    pub capabilities: Vec<DeclaredPort>,
    pub requirements: Vec<DeclaredPort>,
    pub metrics: Vec<Metric>,
    pub policies: Vec<Policy>,
    pub data_types: Vec<DataType>,
    /// Resources.
    pub lifecycle: Vec<Transition>,
    /// Resources: the lifecycle is a list of names, as in older descriptors.
    pub lifecycle_is_list: bool,
    pub infrastructure: Vec<NamedEntry>,
    pub default_drivers: Vec<Driver>,
    /// `queries.drivers`
    pub queries: Vec<Driver>,
    /// `designerLayout.elements`; `None` if the document has no such section.
    pub layout: Option<Vec<Element>>,

    /// References that its values read.
    pub(super) reads: OnceLock<ReadIndex>,
    /// The diagram of its data types, computed on first use.
    pub(super) diagrams: OnceLock<Vec<Diagram>>,
    /// Name index, built when the document is read.
    pub(super) index: Index,
}

/// Indexes of properties, components, references and data types, sorted by name for fast lookup.
#[derive(Debug, Default)]
pub struct Index {
    properties: Vec<usize>,
    composition: Vec<usize>,
    references: Vec<usize>,
    data_types: Vec<usize>,
}

/// The text of a scalar, with its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    pub text: String,
    pub range: TextRange,
}

/// A named entry whose value is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedEntry {
    pub name: String,
    pub path: Path,
    /// The range of the key.
    pub range: TextRange,
}

/// A property definition.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    /// `type`
    pub kind: Option<Text>,
    /// The flags; `None` if missing or malformed.
    pub required: Option<bool>,
    pub read_only: Option<bool>,
    pub volatile: Option<bool>,
    pub default: Option<Value>,
    pub value: Option<Value>,
    pub entry_schema: Option<TextRange>,
}

/// A property's value or default. Its YAML is at the property's path, joined with `value` or `default`.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    pub range: TextRange,
    /// The text of a scalar; `None` for a list or mapping.
    pub text: Option<String>,
    /// Every `${…}` in it, including those nested in lists and mappings.
    pub uses: Vec<ValueReference>,
}

/// One `${…}` reference.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueReference {
    pub head: ReferenceRoot,
    /// The head as written: `balancer`, `instance`.
    pub name: String,
    /// The steps after the head.
    pub rest: Vec<Segment<'static>>,
    /// The range in the document.
    pub range: TextRange,
    /// The path of the scalar that contains it.
    pub at: Path,
    /// The scalar contains nothing else.
    pub whole: bool,
}

/// The kind of head of a `${…}`, before it is resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceRoot {
    Instance,
    Item,
    Source,
    Target,
    /// The name of a component, a reference or a property.
    Name,
}

/// A component or a reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    pub is_reference: bool,
    /// `type`
    pub type_name: Option<Text>,
    /// `dynamicType`
    pub dynamic_type: Option<Text>,
    pub quantity: Option<Text>,
    pub cluster: Option<Cluster>,
    pub items: Option<Text>,
    pub properties: Vec<Property>,
    /// `upgrade-dependencies`
    pub upgrade_dependencies: Vec<QualifiedName>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    pub path: Path,
    /// The range of the key.
    pub range: TextRange,
    pub initial: Option<Text>,
    pub minimum: Option<Text>,
    pub maximum: Option<Text>,
    pub increment: Option<Text>,
}

/// `owner.member`, or `owner` alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QualifiedName {
    pub owner: String,
    pub member: Option<String>,
    /// The scalar.
    pub path: Path,
    pub range: TextRange,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Relationship {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    pub sources: Vec<QualifiedName>,
    pub targets: Vec<QualifiedName>,
    pub source_state: Option<Text>,
    pub source_modifier: Option<Text>,
    pub target_state: Option<Text>,
    pub target_modifier: Option<Text>,
    pub properties: Vec<Property>,
    pub create: Vec<QualifiedName>,
    pub cease: Vec<QualifiedName>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    /// `source-operation`, in an assembly.
    pub source: Option<QualifiedName>,
    /// `multiple-instances`
    pub instances: Option<Text>,
    /// Its properties, in a resource.
    pub properties: Vec<Property>,
    pub drivers: Vec<Driver>,
}

/// A capability or a requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredPort {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    /// `type`
    pub kind: Option<Text>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    /// `type`
    pub kind: Option<Text>,
    /// `source-metric`, in an assembly.
    pub source: Option<QualifiedName>,
    /// `publication-period`
    pub period: Option<Text>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    /// `type`
    pub kind: Option<Text>,
    pub metric: Option<QualifiedName>,
    pub target: Option<Text>,
    /// Its properties, in either form: `k: v` or `k: {value: v}`.
    pub numbers: Vec<Number>,
}

/// A property of a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    pub name: String,
    pub path: Path,
    /// The range of the key.
    pub range: TextRange,
    /// The value, from either form.
    pub value: Option<Text>,
    /// Written as `k: v`.
    pub flat: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DataType {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    /// `derived-from`
    pub base: Option<Text>,
    pub properties: Vec<Property>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    pub name: String,
    /// The path of the mapping entry or of the list item.
    pub path: Path,
    pub range: TextRange,
    pub drivers: Vec<Driver>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Driver {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    /// `selector.infrastructure-type`
    pub infrastructure: Vec<Text>,
}

/// A node position in `designerLayout`.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    pub x: Option<f64>,
    pub y: Option<f64>,
}

impl Descriptor {
    /// The YAML at a path, through aliases but not through merge keys.
    pub fn node(&self, path: &Path) -> Option<Node<'_>> {
        self.document.get(path)
    }

    /// The three parts of its name; `None` unless there are three.
    pub fn full_name(&self) -> Option<DescriptorName> {
        DescriptorName::parse(&self.name.as_ref()?.text)
    }

    /// Builds the name index.
    pub(super) fn indexed(mut self) -> Descriptor {
        fn by_name<T>(all: &[T], name: impl Fn(&T) -> &str) -> Vec<usize> {
            let mut order: Vec<usize> = (0..all.len()).collect();
            order.sort_by_key(|&at| name(&all[at]));
            order
        }
        self.index = Index {
            properties: by_name(&self.properties, |property| &property.name),
            composition: by_name(&self.composition, |component| &component.name),
            references: by_name(&self.references, |reference| &reference.name),
            data_types: by_name(&self.data_types, |data_type| &data_type.name),
        };
        self
    }

    pub fn property(&self, name: &str) -> Option<&Property> {
        Some(&self.properties[self.property_number(name)?])
    }

    /// The index of the property in `properties`.
    pub fn property_number(&self, name: &str) -> Option<usize> {
        find(&self.index.properties, name, |at| &self.properties[at].name)
    }

    pub fn component(&self, name: &str) -> Option<&Component> {
        Some(&self.composition[self.component_number(name)?])
    }

    /// The index of the component in `composition`.
    pub fn component_number(&self, name: &str) -> Option<usize> {
        find(&self.index.composition, name, |at| &self.composition[at].name)
    }

    pub fn reference(&self, name: &str) -> Option<&Component> {
        Some(&self.references[self.reference_number(name)?])
    }

    /// The index of the reference in `references`.
    pub fn reference_number(&self, name: &str) -> Option<usize> {
        find(&self.index.references, name, |at| &self.references[at].name)
    }

    pub fn data_type(&self, name: &str) -> Option<&DataType> {
        Some(&self.data_types[self.data_type_number(name)?])
    }

    /// The index of the data type in `data_types`.
    pub fn data_type_number(&self, name: &str) -> Option<usize> {
        find(&self.index.data_types, name, |at| &self.data_types[at].name)
    }

    /// The component, or else the reference, with this name.
    pub fn owner(&self, name: &str) -> Option<&Component> {
        self.component(name).or_else(|| self.reference(name))
    }

    /// Components and references.
    pub fn owners(&self) -> impl Iterator<Item = &Component> {
        self.composition.iter().chain(&self.references)
    }

    /// The descriptor that a component or reference has as its type, if it is in the workspace.
    pub fn descriptor_of(&self, component: &Component) -> Option<Arc<Descriptor>> {
        self.workspace.find(&component.type_name.as_ref()?.text)
    }

    /// All properties that can have a value: of the assembly, its components, references and relationships.
    pub fn all_properties(&self) -> impl Iterator<Item = &Property> {
        self.properties
            .iter()
            .chain(&self.private_properties)
            .chain(self.owners().flat_map(|owner| &owner.properties))
            .chain(self.relationships.iter().flat_map(|relationship| &relationship.properties))
    }
}

/// Binary search for a name in an order that is sorted by name.
fn find<'a>(order: &[usize], name: &str, name_of: impl Fn(usize) -> &'a String) -> Option<usize> {
    let from = order.partition_point(|&at| name_of(at).as_str() < name);
    order.get(from).copied().filter(|&at| name_of(at) == name)
}

impl Component {
    /// The word for it in messages: "component" or "reference".
    pub fn noun(&self) -> &'static str {
        if self.is_reference { "reference" } else { "component" }
    }

    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }
}

impl Property {
    /// Every `${…}` of its value and its default.
    pub fn uses(&self) -> impl Iterator<Item = &ValueReference> {
        self.value.iter().chain(&self.default).flat_map(|value| &value.uses)
    }
}

impl QualifiedName {
    /// As written.
    pub fn text(&self) -> String {
        match &self.member {
            Some(member) => format!("{}.{member}", self.owner),
            None => self.owner.clone(),
        }
    }
}

impl Policy {
    pub fn number(&self, name: &str) -> Option<&Number> {
        self.numbers.iter().find(|number| number.name == name)
    }
}
