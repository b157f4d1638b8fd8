//! Instances that values are read from: each has its descriptor, its place in the tree and the values that are known so far.

use std::collections::HashMap;
use std::rc::Rc;

use super::super::descriptor_ref::DescriptorRef;
use super::super::grammar::DescriptorName;
use super::super::jinja;
use super::super::model::{Component, Descriptor};
use super::counts::Group;
use limn_language::deployment::Request;
use limn_language::message;
use limn_language::plain_value::PlainValue;
use limn_text::TextRange;

/// The maximum number of instances of which values are computed.
const MAX_FRAMES: usize = 20_000;
/// The maximum nesting of assemblies.
const MAX_NESTING: usize = 24;

/// A value with its origin.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub value: PlainValue,
    pub source: String,
    pub range: Option<TextRange>,
}

impl Found {
    pub fn unknown(reason: impl AsRef<str>, source: &str, range: Option<TextRange>) -> Found {
        Found { value: PlainValue::unknown(reason), source: source.to_owned(), range }
    }
}

/// A value that is known, or being computed: a second request for it meanwhile is a cycle.
pub(super) enum State<T> {
    Pending,
    Done(T),
}

/// The component that an instance is made from.
#[derive(Clone, Copy)]
pub(super) struct Parent {
    pub frame: usize,
    /// Index in `composition`.
    pub component: usize,
}

/// One instance.
pub(super) struct Frame<'d> {
    /// An error is the reason why its descriptor cannot be read.
    pub descriptor: Result<DescriptorRef<'d>, String>,
    pub type_name: String,
    pub parent: Option<Parent>,
    /// Full name: `shop__web__2`.
    pub name: String,
    /// Number in its group, from 1.
    pub index: u64,
    /// The entry of `items`.
    pub item: Option<PlainValue>,
    pub nesting: usize,
    pub notes: Vec<String>,
    /// Values of the descriptor's properties.
    pub values: HashMap<String, State<Found>>,
    /// Values that the component gives.
    pub given: HashMap<String, State<Found>>,
    /// Values of references, by their index and the property.
    pub references: HashMap<(usize, String), State<Found>>,
    /// Groups of the components, by their index.
    pub groups: HashMap<usize, State<Rc<Group>>>,
}

/// All instances of a deployment.
pub(super) struct DeploymentState<'d> {
    pub own: &'d Descriptor,
    pub request: &'d Request,
    pub frames: Vec<Frame<'d>>,
    /// Number of values that are being computed.
    pub depth: usize,
    /// Number of scalars that may still be read.
    pub work: usize,
}

impl<'d> DeploymentState<'d> {
    pub fn new(own: &'d Descriptor, request: &'d Request) -> DeploymentState<'d> {
        let full = own.name.as_ref().map_or("", |name| name.text.as_str());
        let short = own.full_name().map(|name| name.name);
        let name = request.name.clone().filter(|name| !name.is_empty()).or(short);
        let root = Frame {
            descriptor: Ok(DescriptorRef::Own(own)),
            type_name: full.to_owned(),
            parent: None,
            name: name.unwrap_or_else(|| "assembly".to_owned()),
            index: 1,
            item: None,
            nesting: 0,
            notes: Vec::new(),
            values: HashMap::new(),
            given: HashMap::new(),
            references: HashMap::new(),
            groups: HashMap::new(),
        };
        DeploymentState { own, request, frames: vec![root], depth: 0, work: super::values::MAX_WORK }
    }

    /// The descriptor of an instance.
    pub fn descriptor_of(&self, frame: usize) -> Result<DescriptorRef<'d>, String> {
        self.frames[frame].descriptor.clone()
    }

    /// The component that an instance is made from, and the descriptor that has it.
    pub fn component_of(&self, frame: usize) -> Option<(Parent, DescriptorRef<'d>)> {
        let parent = self.frames[frame].parent?;
        Some((parent, self.descriptor_of(parent.frame).ok()?))
    }

    /// A new instance of a component; `None` if there are too many.
    pub fn instance(
        &mut self,
        parent: Parent,
        index: u64,
        name: String,
        item: Option<PlainValue>,
    ) -> Option<usize> {
        if self.frames.len() >= MAX_FRAMES {
            return None;
        }
        let descriptor = self.descriptor_of(parent.frame).ok()?;
        let component = descriptor.composition.get(parent.component)?;
        let frame = self.frames.len();
        self.frames.push(Frame {
            descriptor: Err("its type depends on its own values".to_owned()),
            type_name: String::new(),
            parent: Some(parent),
            name,
            index,
            item,
            nesting: self.frames[parent.frame].nesting + 1,
            notes: Vec::new(),
            values: HashMap::new(),
            given: HashMap::new(),
            references: HashMap::new(),
            groups: HashMap::new(),
        });
        let type_name = self.type_of(frame, component);
        let descriptor = self.descriptor(frame, &type_name);
        self.frames[frame].type_name = type_name;
        self.frames[frame].descriptor = descriptor;
        // Values that were unknown while the type was being chosen may be known now.
        self.frames[frame].values.clear();
        Some(frame)
    }

    /// The type of an instance, chosen by `dynamicType` if it has one.
    fn type_of(&mut self, frame: usize, component: &Component) -> String {
        let written = component.type_name.as_ref().map_or("", |name| name.text.as_str());
        let Some(template) = &component.dynamic_type else { return written.to_owned() };
        let mut variables = OfInstance { state: self, frame };
        let (note, type_name) = match jinja::evaluate(&template.text, &mut variables) {
            Ok(chosen) if DescriptorName::parse(&chosen).is_some() => return chosen,
            Ok(chosen) => {
                let found = if chosen.is_empty() { "nothing".to_owned() } else { format!("`{chosen}`") };
                (
                    format!(
                        "`dynamicType` gives {found}, not the name of a descriptor: `{written}` is used here"
                    ),
                    written,
                )
            }
            Err(reason) => {
                (format!("`dynamicType` is not known: {reason}. `{written}` is used here"), written)
            }
        };
        self.frames[frame].notes.push(note);
        type_name.to_owned()
    }

    fn descriptor(&self, frame: usize, type_name: &str) -> Result<DescriptorRef<'d>, String> {
        let found = self.own.workspace.find(type_name);
        let found = found.ok_or_else(|| message::unresolved_descriptor(type_name))?;
        if self.frames[frame].nesting > MAX_NESTING {
            return Err("assemblies are nested too deeply".to_owned());
        }
        let mut around = self.frames[frame].parent;
        while let Some(parent) = around {
            let above = &self.frames[parent.frame];
            if above.descriptor.as_ref().is_ok_and(|descriptor| descriptor.file == found.file) {
                return Err(format!("`{type_name}` contains itself"));
            }
            around = above.parent;
        }
        Ok(DescriptorRef::Shared(found))
    }
}

/// The variables of `dynamicType`: the properties that the component gives the instance.
struct OfInstance<'w, 'd> {
    state: &'w mut DeploymentState<'d>,
    frame: usize,
}

impl jinja::Variables for OfInstance<'_, '_> {
    fn get(&mut self, name: &str) -> Option<PlainValue> {
        Some(self.state.given(self.frame, name)?.value)
    }

    fn resolve_version(&mut self, name: &str) -> Result<String, String> {
        let malformed =
            || format!("`resolveVersion` expects a descriptor name with a version range, found `{name}`");
        let parts = DescriptorName::parse(name).ok_or_else(malformed)?;
        let newest = self.state.own.workspace.newest_in_range(&parts.kind, &parts.name, &parts.version);
        newest.ok_or_else(|| {
            format!(
                "no version of `{}::{}` in the workspace is in `{}`",
                parts.kind, parts.name, parts.version
            )
        })
    }
}
