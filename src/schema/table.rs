//! The tables' types: `Construct`, `Key`, `Shape`, and what names and expressions look like.

use std::ops::Range;

use crate::diagnostic::Code;
use crate::yaml::{Node, Path};

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

/// One construct of a language: a mapping held to a table of keys.
#[derive(Debug)]
pub struct Construct {
    /// In the field's words: "component", "relationship", "property definition".
    pub name: &'static str,
    pub keys: &'static [Key],
    /// What the value of a key that the table lacks looks like; `None`: such a key is a fault.
    pub open: Option<Shape>,
    /// Said of a key that the table lacks; `None`: nothing is said, the key is kept and shown.
    pub unknown: Option<&'static Code>,
    /// Said of a value that is no mapping.
    pub unfit: &'static Code,
    /// A construct that may be null: `name:` followed by nothing means all defaults.
    pub nullable: bool,
    pub doc: &'static str,
    pub section: &'static str,
}

/// One row of a table.
#[derive(Debug)]
pub struct Key {
    pub name: &'static str,
    /// Other spellings that mean the same: `entry_schema`.
    pub aliases: &'static [&'static str],
    pub shape: Shape,
    /// Said where the key is missing, for the profiles in `required_in`.
    pub required: Option<&'static Code>,
    pub required_in: Profiles,
    /// The profiles that have the key.
    pub profiles: Profiles,
    /// Said where a profile that lacks the key uses it.
    pub foreign: Option<&'static Code>,
    /// Said where the value has not the shape; `None`: the construct's own `unfit`.
    pub unfit: Option<&'static Code>,
    /// What holds where the key is not written, as it would be written.
    pub default: Option<&'static str>,
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
            unfit: None,
            default: None,
            doc: "",
        }
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

    /// Only these profiles have the key; `code` is said where another uses it.
    #[must_use]
    pub const fn only(mut self, profiles: Profiles, code: &'static Code) -> Key {
        self.profiles = profiles;
        self.foreign = Some(code);
        self
    }

    #[must_use]
    pub const fn unfit(mut self, code: &'static Code) -> Key {
        self.unfit = Some(code);
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

/// What a value looks like.
#[derive(Debug)]
pub enum Shape {
    /// Anything at all, not looked into.
    Any,
    /// Any value; texts anywhere in it may hold expressions.
    Value(&'static Expression),
    /// A scalar, kept to a rule where there is one.
    Text(Option<&'static TextRule>),
    /// A longer text, for reading.
    Prose,
    Flag,
    /// A whole number in these bounds, or an expression where one is given. `quoted`: said of a number in quotes, where that matters.
    Integer {
        min: i64,
        max: i64,
        or: Option<&'static Expression>,
        quoted: Option<&'static Code>,
    },
    Choice(&'static [Choice]),
    /// A mapping held to another table.
    Is(&'static Construct),
    /// A mapping whose keys are names that it declares, each value of one shape.
    Named(&'static Named),
    /// The same as a list of mappings with one entry each, as TOSCA writes requirements.
    Sequenced(&'static Named),
    /// A mapping whose keys are free.
    Map(&'static Shape),
    /// A mapping whose keys refer to names.
    Keyed(&'static Expression, &'static Shape),
    List(&'static Shape),
    /// A list that must have an item.
    SomeList(&'static Shape),
    /// A scalar that is, or holds, references to names: `streamer.VideoNetwork`, `${net.id}`.
    Refers(&'static Expression),
    /// The first whose kind of node (scalar, list, mapping) fits: short and long notations.
    OneOf(&'static [Shape]),
    /// An empty mapping or nothing.
    Empty,
}

/// One word of an enumeration.
#[derive(Debug)]
pub struct Choice {
    pub word: &'static str,
    pub doc: &'static str,
}

/// What a scalar's text must be. The check gives the sentence that says what is wrong, and the code that says it.
#[derive(Debug)]
pub struct TextRule {
    /// For forms: "a descriptor name", "a type".
    pub label: &'static str,
    /// The faults of a text. `profiles`: the one in force.
    pub check: fn(text: &str, profiles: Profiles) -> Vec<(&'static Code, String)>,
    /// Words to offer.
    pub suggestions: &'static [&'static str],
}

/// A mapping whose keys declare names.
#[derive(Debug)]
pub struct Named {
    pub kind: &'static NameKind,
    pub value: Shape,
    /// Said of a value of the wrong shape; `None`: the enclosing construct's.
    pub unfit: Option<&'static Code>,
}

/// A kind of name: "component", "property".
#[derive(Debug)]
pub struct NameKind {
    pub id: &'static str,
    /// What is wrong with a name of this kind.
    pub check: fn(name: &str, profiles: Profiles) -> Vec<(&'static Code, String)>,
    /// Names of this kind share their scope with these: a component and a reference cannot have one name.
    pub rivals: &'static [&'static NameKind],
    /// Said of a name that a rival, written before it, has already.
    pub clash: Option<&'static Code>,
}

impl PartialEq for NameKind {
    fn eq(&self, other: &NameKind) -> bool {
        self.id == other.id
    }
}

/// How a text refers to names: finds the parts of `streamer.VideoNetwork` or of `a ${net.id} b`. One function for each spelling.
#[derive(Debug)]
pub struct Expression {
    /// For forms: "a component", "a value or `${…}`".
    pub label: &'static str,
    /// Words of the language to offer beside the names: `string`, `${instance.name}`.
    pub words: &'static [Choice],
    pub parts: fn(text: &str, spot: &Spot<'_>) -> Vec<Part>,
}

/// Where an expression stands.
#[derive(Clone, Copy)]
pub struct Spot<'a> {
    pub node: Node<'a>,
    pub path: &'a Path,
    pub profiles: Profiles,
}

/// One name inside an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Bytes of the decoded text.
    pub within: Range<usize>,
    pub name: String,
    pub wanted: Wanted,
}

/// What a part stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// A word of the language (`instance`, `source`): nothing to find.
    Word,
    /// A name of one of these kinds, the first that is declared. `missing`: said where none is.
    Name { kinds: &'static [&'static NameKind], scope: Scope, missing: Option<&'static Code> },
    /// The text is wrong in itself.
    Fault { code: &'static Code, message: String },
}

/// Where a name is looked for. A declaration's scope is the nearest named thing around it: `composition.streamer` for a property of streamer,
/// the root for a top-level property.
#[derive(Clone, Debug, PartialEq)]
pub enum Scope {
    Root,
    /// The nearest named thing around the expression.
    Enclosing,
    /// Inside whatever the part with this index refers to.
    Part(usize),
    /// Inside the named thing at this path.
    At(Path),
}
