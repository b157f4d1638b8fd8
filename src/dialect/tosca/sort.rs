//! What type a value has, as a definition says it, and what is inside such a value: fields of data types, items of lists, entries of maps.
//! Knows no values.

use super::types::{Definition, FileId, Lookup, TypeId, TypeKind, Word, World};
use crate::yaml::{Node, Resolved};

/// The types that TOSCA has from YAML or adds itself, without a definition.
static BASIC: &[&str] = &[
    "string",
    "integer",
    "float",
    "boolean",
    "timestamp",
    "null",
    "version",
    "range",
    "scalar-unit.size",
    "scalar-unit.time",
    "scalar-unit.frequency",
    "scalar-unit.bitrate",
];

/// How deep schemas of schemas are compared.
const NESTED: usize = 16;

/// The type that a definition gives its values.
#[derive(Clone, Debug)]
pub struct Sort<'d> {
    pub name: Word<'d>,
    /// The file that says it: the name is read as that file would.
    pub file: FileId,
    /// `entry_schema`, in the short or the long notation, and its file.
    pub entry: Option<(Node<'d>, FileId)>,
}

/// What a type's name comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// One of TOSCA's scalars, or a data type that derives from one.
    Basic(&'static str),
    List,
    Map,
    /// A data type with fields.
    Data(TypeId),
    Untold,
}

/// What a step into a value leads to.
#[derive(Clone, Debug)]
pub enum Step<'d> {
    /// A field that is declared, and the type of its values.
    Field(Definition<'d>, Option<Sort<'d>>),
    /// An item or an entry.
    Inside(Option<Sort<'d>>),
    /// There is no such thing; why not.
    Nothing(String),
    Untold,
}

impl<'d> Sort<'d> {
    /// Of a parameter definition or a schema, one that a file writes.
    pub fn of(node: Node<'d>, file: FileId) -> Option<Sort<'d>> {
        let node = node.resolve();
        if node.is_scalar() {
            return Some(Sort { name: Word::of(node)?, file, entry: None });
        }
        let entry = node.get("entry_schema").filter(|it| !it.is_null()).map(|it| (it.resolve(), file));
        Some(Sort { name: Word::at(node, "type")?, file, entry })
    }

    /// Of a property or attribute with all that it refines.
    pub fn of_definition(world: &World<'d>, definition: &Definition<'d>) -> Option<Sort<'d>> {
        let (name, layer) = definition.word("type")?;
        let entry = definition.get("entry_schema").map(|(node, layer)| (node, world.owner_file(layer)));
        Some(Sort { name, file: world.owner_file(layer), entry })
    }

    /// What the items of the list or the entries of the map are.
    pub fn entry(&self) -> Option<Sort<'d>> {
        let (node, file) = self.entry?;
        Sort::of(node, file)
    }

    pub fn form(&self, world: &World<'d>) -> Form {
        match &*self.name.text {
            "list" => return Form::List,
            "map" => return Form::Map,
            "PortDef" | "tosca:PortDef" => return Form::Basic("integer"),
            name => {
                if let Some(basic) = basic(name) {
                    return Form::Basic(basic);
                }
            }
        }
        let Lookup::Found(id) = world.find(TypeKind::Data, &self.name.text, self.file) else {
            return Form::Untold;
        };
        let effective = world.effective(id);
        let root = effective.ancestry.last().copied().unwrap_or(id);
        match Word::at(world.get(root).node, "derived_from") {
            Some(from) => match basic(&from.text) {
                Some(basic) => Form::Basic(basic),
                None if effective.complete => Form::Data(id),
                None => Form::Untold,
            },
            None => Form::Data(id),
        }
    }

    /// What an argument of a call leads to inside of a value of this type.
    pub fn step(&self, world: &World<'d>, argument: Node<'d>) -> Step<'d> {
        let said = argument.as_str().unwrap_or_default();
        let is_index = matches!(argument.resolved(), Some(Resolved::Int(_)));
        match self.form(world) {
            Form::Basic(name) => {
                Step::Nothing(format!("a value of type `{}` has nothing inside of it", self.shown(name)))
            }
            Form::List if is_index && !said.starts_with('-') => Step::Inside(self.entry()),
            Form::List => {
                Step::Nothing(format!("a list is asked for an item by its number, not by `{said}`"))
            }
            Form::Map => Step::Inside(self.entry()),
            Form::Data(id) => {
                let effective = world.effective(id);
                match effective.properties().get(&said) {
                    Some(field) => Step::Field(field.clone(), Sort::of_definition(world, field)),
                    // Nothing is known of what is inside of a type without fields.
                    None if !effective.complete || effective.properties().is_empty() => Step::Untold,
                    None => Step::Nothing(format!("data type `{}` has no property `{said}`", self.name.text)),
                }
            }
            Form::Untold => Step::Untold,
        }
    }

    /// The type of a field or entry of a value that is written out.
    pub fn inside(&self, world: &World<'d>, key: &str) -> Option<Sort<'d>> {
        match self.form(world) {
            Form::Map => self.entry(),
            Form::Data(id) => {
                let field = world.effective(id).properties().get(key)?;
                Sort::of_definition(world, field)
            }
            Form::Basic(_) | Form::List | Form::Untold => None,
        }
    }

    fn shown(&self, basic: &'static str) -> String {
        if self.name.text == basic { basic.to_owned() } else { format!("{}` (a `{basic}", self.name.text) }
    }
}

fn basic(name: &str) -> Option<&'static str> {
    let name = name.strip_prefix("tosca:").unwrap_or(name);
    BASIC.iter().copied().find(|it| *it == name)
}

/// Whether a value of the first type can stand where one of the second is asked for; `None`: it cannot be told.
pub fn fits<'d>(world: &World<'d>, given: &Sort<'d>, asked: &Sort<'d>) -> Option<bool> {
    fits_within(world, given, asked, NESTED)
}

/// The same to so many lists in lists: a schema may be its own, through an alias.
fn fits_within<'d>(world: &World<'d>, given: &Sort<'d>, asked: &Sort<'d>, depth: usize) -> Option<bool> {
    let depth = depth.checked_sub(1)?;
    let scalar = |form| matches!(form, Form::Basic(_));
    match (given.form(world), asked.form(world)) {
        (Form::Untold, _) | (_, Form::Untold) => None,
        (Form::Basic(given), Form::Basic(asked)) => Some(match (given, asked) {
            (given, asked) if given == asked => true,
            // Every scalar has a text, and a whole number is a number.
            (_, "string") | ("integer", "float") => true,
            // A text may be the spelling of any of these.
            ("string", asked) => asked == "version" || asked == "timestamp",
            ("float", "version") => true,
            _ => false,
        }),
        (Form::List, Form::List) | (Form::Map, Form::Map) => match (given.entry(), asked.entry()) {
            (Some(given), Some(asked)) => fits_within(world, &given, &asked, depth),
            _ => Some(true),
        },
        (Form::Data(given), Form::Data(asked)) => {
            match (world.derives(given, asked)?, world.derives(asked, given)?) {
                (false, false) => Some(false),
                _ => Some(true),
            }
        }
        // Fields written out are a map, too.
        (Form::Map, Form::Data(_)) | (Form::Data(_), Form::Map) => None,
        (given, asked) if scalar(given) || scalar(asked) => Some(false),
        _ => Some(false),
    }
}
