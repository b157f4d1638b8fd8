//! Value schemas: type, entries, fields, and all effective constraints of the type and of the refined definitions. Names resolve in the file that
//! contains them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Constraint, ConstraintError, DataType, Format, Generic, Primitive, ValueKind, clauses};
use crate::function::CallNode;
use crate::types::{
    Definition, FileId, Layer, ScalarText, Section, Table, TypeId, TypeKind, TypeScope, has_value, named,
};
use limn_yaml::{Node, Resolved, Style};

/// An effective constraint, and its fault on this type.
#[derive(Clone, Debug)]
pub struct EffectiveConstraint<'d> {
    pub constraint: Constraint<'d>,
    pub verdict: Option<ConstraintError<'d>>,
}

/// Schema of a value.
#[derive(Clone, Debug)]
pub struct DataSchema<'d> {
    /// Written type name; empty if absent.
    pub name: Cow<'d, str>,
    pub data_type: Option<DataType>,
    pub kind: ValueKind,
    pub format: Option<Format>,
    /// Schema of list items and map values.
    pub entry: Option<Box<DataSchema<'d>>>,
    /// Schema of map keys.
    pub key: Option<Box<DataSchema<'d>>>,
    /// Farthest first.
    pub constraints: Vec<EffectiveConstraint<'d>>,
    pub accepted: AcceptedValues<'d>,
}

/// Scalars that passed all checks: equal ones are not checked again.
#[derive(Debug, Default)]
pub struct AcceptedValues<'d>(RefCell<FxHashSet<(&'d str, bool)>>);

/// A clone starts empty, because its schema can change.
impl Clone for AcceptedValues<'_> {
    fn clone(&self) -> Self {
        AcceptedValues::default()
    }
}

impl<'d> AcceptedValues<'d> {
    /// Key that identifies a scalar value; `None` for a collection, a tagged node or a block scalar.
    pub fn key(node: Node<'d>) -> Option<(&'d str, bool)> {
        let is_plain = match node.style() {
            Style::Plain => true,
            Style::Single | Style::Double => false,
            _ => return None,
        };
        if node.is_alias() || node.tag().is_some() {
            return None;
        }
        Some((node.text()?, is_plain))
    }

    pub fn has(&self, key: (&'d str, bool)) -> bool {
        self.0.borrow().contains(&key)
    }

    pub fn put(&self, key: (&'d str, bool)) {
        self.0.borrow_mut().insert(key);
    }
}

/// Maximum depth of entry schemas: a type can be its own entry.
const DEPTH: usize = 12;

impl<'d> DataSchema<'d> {
    /// Schema of a property, attribute or parameter with all its layers.
    pub fn of(type_scope: &TypeScope<'d>, definition: &Definition<'d>) -> DataSchema<'d> {
        DataSchema::of_layers(type_scope, &definition.layers)
    }

    /// Schema of the layers of a definition, nearest first.
    pub fn of_layers(type_scope: &TypeScope<'d>, layers: &[Layer<'d>]) -> DataSchema<'d> {
        let layers: Vec<(Node<'d>, FileId)> =
            layers.iter().map(|layer| (layer.node, type_scope.owner_file(*layer))).collect();
        build(type_scope, &layers, DEPTH)
    }

    /// Schema of a single definition in a file: an input, an entry schema.
    pub fn of_node(type_scope: &TypeScope<'d>, node: Node<'d>, file: FileId) -> DataSchema<'d> {
        build(type_scope, &[(node, file)], DEPTH)
    }

    /// Schema of a data type.
    pub fn of_type(type_scope: &TypeScope<'d>, id: TypeId) -> DataSchema<'d> {
        let it = type_scope.get(id);
        let named =
            NamedType { name: it.name.clone(), file: it.file, data_type: Some(DataType::Declared(id)) };
        of_data_type(type_scope, named, &[], DEPTH)
    }

    /// Schema of a primitive type.
    pub fn of_primitive(primitive: Primitive) -> DataSchema<'d> {
        let name = Cow::Borrowed(primitive.name());
        let (data_type, kind) = (Some(DataType::Primitive(primitive)), ValueKind::Primitive(primitive));
        DataSchema { name, data_type, kind, ..DataSchema::undetermined() }
    }

    /// Schema of unknown values.
    pub fn undetermined() -> DataSchema<'d> {
        let name = Cow::Borrowed("");
        let constraints = Vec::new();
        DataSchema {
            name,
            data_type: None,
            kind: ValueKind::Undetermined,
            format: None,
            entry: None,
            key: None,
            constraints,
            accepted: AcceptedValues::default(),
        }
    }

    pub fn is_complex(&self) -> bool {
        matches!(self.kind, ValueKind::Complex(_))
    }

    /// Returns true if its values are unknown.
    pub fn is_undetermined(&self) -> bool {
        self.kind.is_open()
    }

    /// The declared data type.
    pub fn declared(&self) -> Option<TypeId> {
        match self.data_type {
            Some(DataType::Declared(id)) => Some(id),
            _ => None,
        }
    }
}

fn build<'d>(type_scope: &TypeScope<'d>, layers: &[(Node<'d>, FileId)], depth: usize) -> DataSchema<'d> {
    let typed = layers.iter().find_map(|(node, file)| {
        // The short notation of an entry schema is only the type name.
        let word = if node.is_scalar() { None } else { ScalarText::at(*node, "type") };
        Some((word?, *file))
    });
    let named = match typed {
        Some((word, file)) => NamedType::of(type_scope, word.text, file),
        None => NamedType { name: Cow::Borrowed(""), file: FileId::OWN, data_type: None },
    };
    let mut schema = of_data_type(type_scope, named, layers, depth);
    let primitive = schema.kind.primitive();
    if !schema.kind.is_open() {
        for (node, _) in layers.iter().rev() {
            hold(&mut schema.constraints, *node, primitive);
        }
    }
    schema
}

/// A type name, the file that resolves it, and the result.
struct NamedType<'d> {
    name: Cow<'d, str>,
    file: FileId,
    data_type: Option<DataType>,
}

impl<'d> NamedType<'d> {
    fn of(type_scope: &TypeScope<'d>, name: Cow<'d, str>, file: FileId) -> NamedType<'d> {
        let data_type = Some(DataType::named(type_scope, &name, file));
        NamedType { name, file, data_type }
    }
}

fn of_data_type<'d>(
    type_scope: &TypeScope<'d>,
    NamedType { name, file, data_type }: NamedType<'d>,
    layers: &[(Node<'d>, FileId)],
    depth: usize,
) -> DataSchema<'d> {
    let mut generic = Generic::of(&name).map(|generic| (generic, file));
    let kind = data_type.map_or(ValueKind::Undetermined, |data_type| data_type.kind(type_scope));
    let mut constraints = Vec::new();
    let mut sayings: Vec<(Node<'d>, FileId)> = layers.to_vec();
    let mut format = None;
    if let Some(DataType::Declared(id)) = data_type {
        let line = &type_scope.effective(id).ancestry;
        for &ancestor in line.iter().rev() {
            if !kind.is_open() {
                hold(&mut constraints, type_scope.get(ancestor).node, kind.primitive());
            }
        }
        sayings.extend(line.iter().map(|id| (type_scope.get(*id).node, type_scope.get(*id).file)));
        format = line.iter().find_map(|id| format_of(type_scope, *id));
        let root = line.last().map(|id| type_scope.get(*id));
        let parent = root.and_then(|root| Some((ScalarText::at(root.node, "derived_from")?, root.file)));
        generic = parent.and_then(|(word, file)| Some((Generic::of(&word.text)?, file)));
    }
    let nested = |key: &str| {
        let depth = depth.checked_sub(1).filter(|_| kind.primitive().is_some_and(Primitive::has_entries))?;
        if let Some((generic, file)) = &generic {
            let name = if key == "entry_schema" { Some(&generic.entry) } else { generic.key.as_ref() };
            let named = NamedType::of(type_scope, name?.clone(), *file);
            return Some(Box::new(of_data_type(type_scope, named, &[], depth)));
        }
        let (node, file) = sayings.iter().find_map(|(node, file)| {
            let node = node.get(key).map(Node::resolve).filter(|node| !node.is_null())?;
            Some((node, *file))
        })?;
        Some(Box::new(entry(type_scope, node, file, depth)))
    };
    let (entry, key) = (nested("entry_schema"), nested("key_schema"));
    DataSchema { name, data_type, kind, format, entry, key, constraints, accepted: AcceptedValues::default() }
}

/// Schema of entries, in the long or short notation.
fn entry<'d>(type_scope: &TypeScope<'d>, node: Node<'d>, file: FileId, depth: usize) -> DataSchema<'d> {
    match ScalarText::of(node).filter(|_| node.is_scalar()) {
        Some(word) => of_data_type(type_scope, NamedType::of(type_scope, word.text, file), &[], depth),
        None => build(type_scope, &[(node, file)], depth),
    }
}

/// Adds the constraints of one definition or type.
fn hold<'d>(found: &mut Vec<EffectiveConstraint<'d>>, node: Node<'d>, primitive: Option<Primitive>) {
    let Some(constraints) = node.get("constraints").filter(|_| node.is_mapping()) else { return };
    for clause in clauses(constraints).into_iter().flatten() {
        let (constraint, verdict) = Constraint::new(clause, primitive);
        found.push(EffectiveConstraint { constraint, verdict });
    }
}

fn format_of(type_scope: &TypeScope<'_>, id: TypeId) -> Option<Format> {
    if !type_scope.is_normative(id) {
        return None;
    }
    match &*type_scope.get(id).name {
        "tosca.datatypes.json" => Some(Format::Json),
        "tosca.datatypes.xml" => Some(Format::Xml),
        _ => None,
    }
}

/// A property, attribute or parameter with a value.
#[derive(Clone, Debug)]
pub struct Field<'d> {
    pub definition: Definition<'d>,
    pub schema: DataSchema<'d>,
    /// True unless the definition has `required: false`.
    pub required: bool,
    /// True if the definition has a default, including null.
    pub has_default: bool,
    pub status: Option<Cow<'d, str>>,
}

impl<'d> Field<'d> {
    pub fn new(type_scope: &TypeScope<'d>, definition: &Definition<'d>) -> Field<'d> {
        Field {
            schema: DataSchema::of(type_scope, definition),
            required: flag(definition, "required").unwrap_or(true),
            has_default: definition.layers.iter().any(|layer| {
                // 1.3: a value in a derived type, or the `value` of an input.
                has_value(layer.node)
                    || !(layer.node.is_mapping() || layer.node.is_null())
                    || CallNode::of(layer.node).is_some()
            }),
            status: definition.word("status").map(|(word, _)| word.text),
            definition: definition.clone(),
        }
    }

    /// Returns true if users of the type must set a value.
    pub fn must_be_set(&self) -> bool {
        self.required && !self.has_default
    }
}

/// A boolean, including the YAML 1.1 notation.
fn flag(definition: &Definition<'_>, key: &str) -> Option<bool> {
    let (node, _) = definition.get(key)?;
    match (node.resolved()?, node.text()?.to_ascii_lowercase().as_str()) {
        (Resolved::Bool(flag), _) => Some(flag),
        (_, "no" | "off" | "false") => Some(false),
        (_, "yes" | "on" | "true") => Some(true),
        _ => None,
    }
}

/// Fields by name.
#[derive(Clone, Debug, Default)]
pub struct Fields<'d> {
    /// Sorted by name.
    all: Vec<Field<'d>>,
    /// Inherited fields, like the definitions: see [`Table`].
    under: Option<Rc<Fields<'d>>>,
    /// True if all ancestors are known: other names are undeclared.
    pub complete: bool,
    /// True if a field is required.
    wants: bool,
}

impl<'d> Fields<'d> {
    pub fn new(type_scope: &TypeScope<'d>, table: &Table<'d>, complete: bool) -> Fields<'d> {
        Fields::over(type_scope, table.iter(), None, complete)
    }

    fn over<'t>(
        type_scope: &TypeScope<'d>,
        definitions: impl Iterator<Item = &'t Definition<'d>>,
        under: Option<Rc<Fields<'d>>>,
        complete: bool,
    ) -> Fields<'d>
    where
        'd: 't,
    {
        let mut all: Vec<Field<'d>> =
            definitions.map(|definition| Field::new(type_scope, definition)).collect();
        all.sort_by(|one, other| one.definition.name.cmp(&other.definition.name));
        let wants = all.iter().any(Field::must_be_set) || under.as_ref().is_some_and(|fields| fields.wants);
        Fields { all, under, complete, wants }
    }

    /// Inputs in the layers of an interface or operation.
    pub fn of_inputs(type_scope: &TypeScope<'d>, layers: &[Layer<'d>], complete: bool) -> Fields<'d> {
        let mut table = Table::default();
        for layer in layers.iter().rev() {
            for entry in named(layer.node, "inputs") {
                let Some(name) = entry.key.as_str() else { continue };
                table.lay(name, Layer { key: entry.key, node: entry.value.resolve(), owner: layer.owner });
            }
        }
        Fields::new(type_scope, &table, complete)
    }

    #[inline]
    pub fn get(&self, name: &str) -> Option<&Field<'d>> {
        let mut fields = self;
        loop {
            if let Some(at) = fields.position(name) {
                return Some(&fields.all[at]);
            }
            fields = fields.under.as_deref()?;
        }
    }

    #[inline]
    fn position(&self, name: &str) -> Option<usize> {
        // For short lists, compare lengths first.
        if self.all.len() <= 16 {
            return self.all.iter().position(|field| field.definition.name == name);
        }
        self.all.binary_search_by(|field| (*field.definition.name).cmp(name)).ok()
    }

    /// Names in sorted order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.chosen(|_| true).into_iter().map(|field| &*field.definition.name)
    }

    /// Fields that users of the type must set, by name.
    pub fn required(&self) -> impl Iterator<Item = (&str, &Field<'d>)> {
        let required = if self.wants { self.chosen(|fields| fields.wants) } else { Vec::new() };
        required.into_iter().filter(|field| field.must_be_set()).map(|field| (&*field.definition.name, field))
    }

    /// Fields of the selected parts, by name.
    fn chosen(&self, choose: impl Fn(&Fields<'d>) -> bool) -> Vec<&Field<'d>> {
        let mut found: Vec<&Field<'d>> = self.all.iter().collect();
        let mut nearer = vec![self];
        while let Some(fields) = nearer[nearer.len() - 1].under.as_deref().filter(|fields| choose(fields)) {
            let is_seen = |field: &&Field<'d>| {
                nearer.iter().any(|near| near.position(&field.definition.name).is_some())
            };
            found.extend(fields.all.iter().filter(|field| !is_seen(field)));
            nearer.push(fields);
        }
        if nearer.len() > 1 {
            found.sort_by(|one, other| one.definition.name.cmp(&other.definition.name));
        }
        found
    }
}

/// Cache key: the definitions of a section of a type or capability, by address, which is stable during the lifetime of the type scope; and true if all
/// types are known.
type Owner = (usize, Section, bool);

/// Cache of fields, shared by all templates of a type.
#[derive(Debug, Default)]
pub struct FieldCache<'d>(RefCell<FxHashMap<Owner, Rc<Fields<'d>>>>);

impl<'d> FieldCache<'d> {
    /// Properties or attributes of a type.
    pub fn of_type(&self, type_scope: &TypeScope<'d>, id: TypeId, section: Section) -> Rc<Fields<'d>> {
        let effective = type_scope.effective(id);
        self.of_table(type_scope, effective.section(section), section, effective.complete)
    }

    fn of_table(
        &self,
        type_scope: &TypeScope<'d>,
        table: &Table<'d>,
        section: Section,
        complete: bool,
    ) -> Rc<Fields<'d>> {
        self.read((std::ptr::from_ref(table).addr(), section, complete), || {
            let (near, under) = table.parts();
            let under = under.map(|under| self.of_table(type_scope, under, section, complete));
            Fields::over(type_scope, near.iter(), under, complete)
        })
    }

    /// Properties or attributes of a capability of a node type; `None` if the type has no such capability.
    pub fn of_capability(
        &self,
        type_scope: &TypeScope<'d>,
        id: TypeId,
        capability: &str,
        section: Section,
    ) -> Option<Rc<Fields<'d>>> {
        let definition = type_scope.effective(id).capabilities().get(capability)?;
        Some(self.read((std::ptr::from_ref(definition).addr(), section, true), || {
            let (table, complete) = type_scope.facet(definition, TypeKind::Capability, section);
            let (near, under) = table.parts();
            let under = under.map(|under| self.of_table(type_scope, under, section, complete));
            Fields::over(type_scope, near.iter(), under, complete)
        }))
    }

    fn read(&self, owner: Owner, make: impl FnOnce() -> Fields<'d>) -> Rc<Fields<'d>> {
        if let Some(known) = self.0.borrow().get(&owner) {
            return Rc::clone(known);
        }
        let fields = Rc::new(make());
        self.0.borrow_mut().insert(owner, Rc::clone(&fields));
        fields
    }
}
