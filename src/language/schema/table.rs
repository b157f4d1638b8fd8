//! Types of the grammar tables: `Construct`, `Key`, `Shape`. Names and expressions are in `expression`.

use std::fmt;

use super::{Expression, NameKind, NodeContext};
use crate::diagnostic::Code;
use limn_yaml::Node;

/// A set of profiles or versions of one dialect, as bits. A dialect names its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profiles(pub u32);

impl Profiles {
    pub const ALL: Profiles = Profiles(u32::MAX);

    pub const fn has(self, other: Profiles) -> bool {
        self.0 & other.0 != 0
    }

    #[must_use]
    pub const fn or(self, other: Profiles) -> Profiles {
        Profiles(self.0 | other.0)
    }
}

/// One construct of a language: a mapping with a table of keys.
pub struct Construct {
    /// The term of the language: "component", "relationship", "property definition".
    pub name: &'static str,
    pub keys: &'static [Key],
    /// Meaning of other keys; `None`: they are errors.
    pub open: Option<Open>,
    /// Code for an unknown key; `None`: not reported, the key is kept and shown.
    pub unknown: Option<&'static Code>,
    /// Code for a value that is not a mapping.
    pub wrong_shape: &'static Code,
    /// True if it may be null: `name:` followed by nothing means all defaults.
    pub nullable: bool,
    pub doc: &'static str,
    pub section: &'static str,
}

/// The name alone: tables can contain themselves.
impl fmt::Debug for Construct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Construct").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The meaning of keys that a table does not list.
#[derive(Debug)]
pub enum Open {
    /// Free keys, each value of this shape.
    Map(&'static Shape),
    /// Declarations of names: the operations of an interface.
    NamedMap(&'static NamedEntries),
    /// References to names.
    Keyed(&'static Expression, &'static Shape),
}

impl Construct {
    /// The row of `key`, by its name or an alias, in any profile.
    pub fn key(&self, key: &str) -> Option<&'static Key> {
        self.keys.iter().find(|row| row.name == key || row.aliases.contains(&key))
    }
}

/// Role of the value of a key for the element that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyRole {
    /// The type of the element.
    Type,
    /// The type that a type derives from.
    Base,
    /// The value of the element: of an input or a property.
    Value,
    /// The value of the element if none is given.
    Default,
}

/// One row of a table.
#[derive(Debug)]
pub struct Key {
    pub name: &'static str,
    /// Other spellings that mean the same: `entry_schema`.
    pub aliases: &'static [&'static str],
    pub shape: Shape,
    /// The code for a missing key, in the profiles of `required_in`.
    pub required: Option<&'static Code>,
    pub required_in: Profiles,
    /// The profiles that have the key.
    pub profiles: Profiles,
    /// The code in profiles without the key.
    pub foreign: Option<&'static Code>,
    /// The owner of the key, for that message: "a key of TOSCA 1.3".
    pub home: Option<&'static str>,
    /// The code for a value of the wrong shape; `None`: the construct's own `wrong_shape`.
    pub wrong_shape: Option<&'static Code>,
    /// The effective value of an absent key, as it would be written.
    pub default: Option<&'static str>,
    /// True if most documents have it: completion offers it before the others.
    pub often: bool,
    /// True if snippets have it although the table does not require it: a rule does, or the key can be inherited.
    pub in_snippets: bool,
    /// Role of the value for the element, if languages have other keys for the same.
    pub role: Option<KeyRole>,
    pub doc: &'static str,
}

impl Key {
    pub const fn new(name: &'static str, shape: Shape) -> Key {
        Key {
            name,
            aliases: &[],
            shape,
            required: None,
            required_in: Profiles::ALL,
            profiles: Profiles::ALL,
            foreign: None,
            home: None,
            wrong_shape: None,
            default: None,
            often: false,
            in_snippets: false,
            role: None,
            doc: "",
        }
    }

    #[must_use]
    pub const fn often(mut self) -> Key {
        self.often = true;
        self
    }

    /// Snippets have the key, because a rule requires it of a new element.
    #[must_use]
    pub const fn in_snippets(mut self) -> Key {
        self.in_snippets = true;
        self
    }

    /// The value is the type of the element.
    #[must_use]
    pub const fn names_type(mut self) -> Key {
        self.role = Some(KeyRole::Type);
        self
    }

    /// The value is the type that the type derives from.
    #[must_use]
    pub const fn names_base(mut self) -> Key {
        self.role = Some(KeyRole::Base);
        self
    }

    /// The value is that of the element, such as an input.
    #[must_use]
    pub const fn holds_value(mut self) -> Key {
        self.role = Some(KeyRole::Value);
        self
    }

    /// The value is that of the element if none is given.
    #[must_use]
    pub const fn holds_default(mut self) -> Key {
        self.role = Some(KeyRole::Default);
        self
    }

    #[must_use]
    pub const fn alias(mut self, aliases: &'static [&'static str]) -> Key {
        self.aliases = aliases;
        self
    }

    #[must_use]
    pub const fn required(mut self, code: &'static Code) -> Key {
        self.required = Some(code);
        self
    }

    #[must_use]
    pub const fn required_in(mut self, profiles: Profiles, code: &'static Code) -> Key {
        self.required = Some(code);
        self.required_in = profiles;
        self
    }

    /// Only these profiles have the key; `code` is reported in others.
    #[must_use]
    pub const fn only(mut self, profiles: Profiles, code: &'static Code) -> Key {
        self.profiles = profiles;
        self.foreign = Some(code);
        self
    }

    /// Only these profiles are offered the key; a rule reports it in others.
    #[must_use]
    pub const fn offered_in(mut self, profiles: Profiles) -> Key {
        self.profiles = profiles;
        self
    }

    /// Owner of the key, for messages in profiles without it: "a key of TOSCA 1.3". Such a use is reported without a fix.
    #[must_use]
    pub const fn home(mut self, home: &'static str) -> Key {
        self.home = Some(home);
        self
    }

    #[must_use]
    pub const fn wrong_shape(mut self, code: &'static Code) -> Key {
        self.wrong_shape = Some(code);
        self
    }

    #[must_use]
    pub const fn default(mut self, default: &'static str) -> Key {
        self.default = Some(default);
        self
    }

    #[must_use]
    pub const fn doc(mut self, doc: &'static str) -> Key {
        self.doc = doc;
        self
    }
}

/// The form of a value.
#[derive(Debug)]
pub enum Shape {
    /// Any value; its content is not visited.
    Any,
    /// Any value; texts in it may contain expressions.
    Value(&'static Expression),
    /// A scalar, with a rule if there is one.
    Text(Option<&'static TextRule>),
    /// A text that declares a name for the whole document, like a key: the prefix of an import. If several have the same text, the first is the
    /// declaration.
    Declaration(&'static NameKind),
    /// A text of several lines.
    Prose,
    /// `true` or `false`.
    Boolean,
    /// An integer within these bounds, or an expression if one is given. `beyond`: the code for a number out of bounds, if it differs from that for
    /// other values. `quoted`: the code for a number in quotes, if that is a fault.
    Integer {
        min: i64,
        max: i64,
        or: Option<&'static Expression>,
        beyond: Option<&'static Code>,
        quoted: Option<&'static Code>,
    },
    Choice(&'static [Choice]),
    /// A mapping with another table.
    Construct(&'static Construct),
    /// A mapping whose keys declare names, each value of one shape.
    NamedMap(&'static NamedEntries),
    /// The same as a list of mappings with one entry each, as TOSCA writes requirements.
    NamedList(&'static NamedEntries),
    /// A mapping with free keys.
    Map(&'static Shape),
    /// A mapping whose keys refer to names.
    ReferenceMap(&'static Expression, &'static Shape),
    List(&'static Shape),
    /// A list with at least one item.
    SomeList(&'static Shape),
    /// A scalar that is a reference to names, or contains some: `streamer.VideoNetwork`, `${net.id}`.
    Reference(&'static Expression),
    /// The first whose kind of node (scalar, list, mapping) fits: short and long notations.
    OneOf(&'static [Shape]),
    /// One of several similar shapes, selected by the current value: a policy by its `type`, an import by whether it has `file`.
    ByValue(&'static ByValue),
    /// One of several that a sibling value selects, even if the value is absent: the properties of a constraint by its `type`.
    BySibling(&'static BySibling),
    /// A mapping with exactly one entry, of the inner shape.
    Single(&'static Shape),
    /// Accepted as the inner shape, and reported: another notation is preferred.
    Discouraged(&'static Discouraged),
    /// An empty mapping or null.
    Empty,
}

/// A notation that is accepted but discouraged.
#[derive(Debug)]
pub struct Discouraged {
    pub shape: Shape,
    /// The preferred shape.
    pub instead_of: &'static Shape,
    pub code: &'static Code,
}

/// Shapes that the place selects from.
#[derive(Debug)]
pub struct ByValue {
    pub shapes: &'static [Shape],
    /// The index of the selected shape; one beyond the last selects the last.
    pub choose: fn(&NodeContext<'_>) -> usize,
}

/// Shapes that another value of the mapping selects from.
#[derive(Debug)]
pub struct BySibling {
    /// The key of that value.
    pub key: &'static str,
    /// Its values, in the order of the shapes. One more shape applies to all others.
    pub words: &'static [Choice],
    pub shapes: &'static [Shape],
}

impl BySibling {
    /// The selected shape in this mapping.
    pub fn within(&self, mapping: Option<Node<'_>>) -> Option<&'static Shape> {
        let word = mapping.and_then(|mapping| mapping.get(self.key)).and_then(Node::text);
        let at = self.words.iter().position(|choice| Some(choice.word) == word);
        self.shapes.get(at.unwrap_or(self.words.len())).or(self.shapes.last())
    }
}

impl Shape {
    /// The shape itself, or the selected one of several in this mapping.
    pub fn selected_in(&'static self, mapping: Option<Node<'_>>) -> &'static Shape {
        match self {
            Shape::BySibling(beside) => beside.within(mapping).unwrap_or(self),
            _ => self,
        }
    }

    /// The table among several shapes: the long notation of a value that can be a text.
    pub fn long_form(&'static self) -> Option<&'static Construct> {
        match self {
            Shape::Construct(table) => Some(table),
            Shape::OneOf(shapes) => shapes.iter().find_map(Shape::long_form),
            Shape::ByValue(which) => which.shapes.iter().find_map(Shape::long_form),
            Shape::BySibling(beside) => beside.shapes.iter().find_map(Shape::long_form),
            Shape::Single(inner) => inner.long_form(),
            _ => None,
        }
    }
}

/// One word of an enumeration.
#[derive(Debug)]
pub struct Choice {
    pub word: &'static str,
    pub doc: &'static str,
    /// The profiles that have the word.
    pub profiles: Profiles,
}

impl Choice {
    pub const fn new(word: &'static str, doc: &'static str) -> Choice {
        Choice { word, doc, profiles: Profiles::ALL }
    }

    /// Only these profiles have the word.
    #[must_use]
    pub const fn only(mut self, profiles: Profiles) -> Choice {
        self.profiles = profiles;
        self
    }
}

/// A rule for the text of a scalar: the check returns messages and their codes.
#[derive(Debug)]
pub struct TextRule {
    /// For forms: "a descriptor name", "a type".
    pub label: &'static str,
    /// The faults of a text. `profiles`: the current one.
    pub check: fn(text: &str, profiles: Profiles) -> Vec<(&'static Code, String)>,
    /// Words for completion.
    pub suggestions: &'static [&'static str],
}

/// A mapping whose keys declare names.
#[derive(Debug)]
pub struct NamedEntries {
    pub kind: &'static NameKind,
    pub value: Shape,
    /// The code for a value of the wrong shape; `None`: the enclosing construct's.
    pub wrong_shape: Option<&'static Code>,
}
