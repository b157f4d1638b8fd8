//! What a descriptor says, in its own words, with the path and the bytes of every saying. Nothing is inherited, resolved or judged here: what
//! cannot be read is left out, and the tables say why.

use std::sync::Arc;

use super::braced::Segment;
use super::grammar::DescriptorName;
use super::library::Shelf;
use crate::diagnostic::Diagnostic;
use crate::files::FilePath;
use crate::schema::{Names, Profiles};
use crate::text::TextRange;
use crate::yaml::{Document, Node, Path};

/// What kind of file it is, read off the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An assembly, an assembly template, a type.
    Assembly,
    Resource,
    /// `lmproject.yml`
    Project,
}

/// One descriptor.
#[derive(Debug)]
pub struct Descriptor {
    pub file: FilePath,
    pub document: Arc<Document>,
    pub kind: Kind,
    /// The one profile it is held to: see `grammar`.
    pub profiles: Profiles,
    /// The names that the tables found, and what they find wrong.
    pub names: Names,
    pub faults: Vec<Diagnostic>,
    /// The other descriptors of the workspace.
    pub shelf: Shelf,

    /// `name`, as written.
    pub name: Option<Text>,
    pub description: Option<Text>,
    pub properties: Vec<Property>,
    /// Resources.
    pub private_properties: Vec<Property>,
    pub composition: Vec<Component>,
    /// What exists already; `Component::is_reference`.
    pub references: Vec<Component>,
    pub relationships: Vec<Relationship>,
    /// An assembly's promotions, a resource's own.
    pub operations: Vec<Operation>,
    pub capabilities: Vec<Offer>,
    pub requirements: Vec<Offer>,
    pub metrics: Vec<Metric>,
    pub policies: Vec<Policy>,
    pub data_types: Vec<DataType>,
    /// Resources.
    pub lifecycle: Vec<Transition>,
    /// Resources: the lifecycle is a list of names, as old descriptors have it.
    pub lifecycle_is_list: bool,
    pub infrastructure: Vec<Entry>,
    pub default_drivers: Vec<Driver>,
    /// `queries.drivers`
    pub queries: Vec<Driver>,
    /// `designerLayout.elements`; `None` where the document has no such section.
    pub layout: Option<Vec<Element>>,

    /// Where each name is, made when the document is read.
    pub(super) index: Index,
}

/// Properties, components and references in the order of their names: `${…}`, ends and promotions look them up by the thousand.
#[derive(Debug, Default)]
pub struct Index {
    properties: Vec<usize>,
    composition: Vec<usize>,
    references: Vec<usize>,
}

/// A scalar as it reads, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    pub text: String,
    pub range: TextRange,
}

/// A named thing that says nothing that matters here besides its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub name: String,
    pub path: Path,
    /// The key's bytes.
    pub range: TextRange,
}

/// A property definition, wherever it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    /// `type`
    pub kind: Option<Text>,
    /// The flags, where they are readable as such.
    pub required: Option<bool>,
    pub read_only: Option<bool>,
    pub volatile: Option<bool>,
    pub default: Option<Value>,
    pub value: Option<Value>,
    pub entry_schema: Option<TextRange>,
}

/// What a property holds. The YAML itself is at the property's path joined with `value` or `default`.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    pub range: TextRange,
    /// A scalar as it reads; `None` for a list or mapping.
    pub text: Option<String>,
    /// Every `${…}` in it, those deep inside a list or mapping too.
    pub uses: Vec<Use>,
}

/// One `${…}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Use {
    pub head: Head,
    /// The head as written: `balancer`, `instance`.
    pub name: String,
    /// The steps behind it.
    pub rest: Vec<Segment<'static>>,
    /// Bytes of the document.
    pub range: TextRange,
    /// The scalar it stands in.
    pub at: Path,
    /// The scalar holds nothing else.
    pub whole: bool,
}

/// What the head of a `${…}` is, before anything is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    Instance,
    Item,
    Source,
    Target,
    /// A component, a reference or a property.
    Name,
}

/// A component, or a reference.
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
    pub upgrade_dependencies: Vec<Dotted>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    pub path: Path,
    /// The key's bytes.
    pub range: TextRange,
    pub initial: Option<Text>,
    pub minimum: Option<Text>,
    pub maximum: Option<Text>,
    pub increment: Option<Text>,
}

/// `owner.thing`, or `owner` alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dotted {
    pub owner: String,
    pub thing: Option<String>,
    /// The scalar.
    pub path: Path,
    pub range: TextRange,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Relationship {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    pub sources: Vec<Dotted>,
    pub targets: Vec<Dotted>,
    pub source_state: Option<Text>,
    pub source_modifier: Option<Text>,
    pub target_state: Option<Text>,
    pub target_modifier: Option<Text>,
    pub properties: Vec<Property>,
    pub create: Vec<Dotted>,
    pub cease: Vec<Dotted>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    /// `source-operation`, in an assembly.
    pub source: Option<Dotted>,
    /// `multiple-instances`
    pub instances: Option<Text>,
    /// What it takes, in a resource.
    pub properties: Vec<Property>,
    pub drivers: Vec<Driver>,
}

/// A capability or a requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
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
    pub source: Option<Dotted>,
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
    pub metric: Option<Dotted>,
    pub target: Option<Text>,
    /// Its properties in both forms: `k: v` and `k: {value: v}`.
    pub numbers: Vec<Number>,
}

/// A property of a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    pub name: String,
    pub path: Path,
    /// The key's bytes.
    pub range: TextRange,
    /// The value, out of whichever form.
    pub value: Option<Text>,
    /// Written `k: v`.
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
    /// Of a mapping's entry, or of a list's item.
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

/// A box's place in `designerLayout`.
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

    /// The three parts of its name, where it has one of three parts.
    pub fn full_name(&self) -> Option<DescriptorName> {
        DescriptorName::parse(&self.name.as_ref()?.text)
    }

    /// With the index made.
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
        };
        self
    }

    pub fn property(&self, name: &str) -> Option<&Property> {
        Some(&self.properties[self.property_number(name)?])
    }

    /// Where the property stands in `properties`.
    pub fn property_number(&self, name: &str) -> Option<usize> {
        find(&self.index.properties, name, |at| &self.properties[at].name)
    }

    pub fn component(&self, name: &str) -> Option<&Component> {
        Some(&self.composition[self.component_number(name)?])
    }

    /// Where the component stands in `composition`.
    pub fn component_number(&self, name: &str) -> Option<usize> {
        find(&self.index.composition, name, |at| &self.composition[at].name)
    }

    pub fn reference(&self, name: &str) -> Option<&Component> {
        Some(&self.references[self.reference_number(name)?])
    }

    /// Where the reference stands in `references`.
    pub fn reference_number(&self, name: &str) -> Option<usize> {
        find(&self.index.references, name, |at| &self.references[at].name)
    }

    /// A component, or else a reference.
    pub fn owner(&self, name: &str) -> Option<&Component> {
        self.component(name).or_else(|| self.reference(name))
    }

    /// Components and references.
    pub fn owners(&self) -> impl Iterator<Item = &Component> {
        self.composition.iter().chain(&self.references)
    }

    /// What a component or reference is made of, where its descriptor is in the workspace.
    pub fn descriptor_of(&self, component: &Component) -> Option<Arc<Descriptor>> {
        self.shelf.find(&component.type_name.as_ref()?.text)
    }

    /// Every property that may hold a value, wherever it stands: of the assembly, its components, references and relationships.
    pub fn all_properties(&self) -> impl Iterator<Item = &Property> {
        self.properties
            .iter()
            .chain(&self.private_properties)
            .chain(self.owners().flat_map(|owner| &owner.properties))
            .chain(self.relationships.iter().flat_map(|relationship| &relationship.properties))
    }
}

/// What has this name, in an order by names.
fn find<'a>(order: &[usize], name: &str, name_of: impl Fn(usize) -> &'a String) -> Option<usize> {
    let from = order.partition_point(|&at| name_of(at).as_str() < name);
    order.get(from).copied().filter(|&at| name_of(at) == name)
}

impl Component {
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }
}

impl Property {
    /// Every `${…}` of its value and its default.
    pub fn uses(&self) -> impl Iterator<Item = &Use> {
        self.value.iter().chain(&self.default).flat_map(|value| &value.uses)
    }
}

impl Dotted {
    /// As written.
    pub fn text(&self) -> String {
        match &self.thing {
            Some(thing) => format!("{}.{thing}", self.owner),
            None => self.owner.clone(),
        }
    }
}

impl Policy {
    pub fn number(&self, name: &str) -> Option<&Number> {
        self.numbers.iter().find(|number| number.name == name)
    }
}
