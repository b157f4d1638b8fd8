//! Grammar as data. Each construct of a language is one table: its keys, the shape of each value, the names that it declares and references,
//! its profiles, one line of help. The table drives validation, forms, definition, references, rename and completion. Independent of any dialect.
//!
//! Tables are `static`s made with the `const` builders below, so a row reads as a sentence:
//!
//! ```ignore
//! Key::new("source-state", Shape::Choice(&STATES)).required(&MISSING_STATE).doc("The state the source must reach.")
//! ```

mod broken_lines;
mod describe;
mod expression;
mod keys;
mod names;
mod references;
mod relocate;
mod slot;
mod suggest;
mod table;
mod typed;
mod validate;
mod walk;

pub use describe::{Description, construct_at, describe_at, pick, picked, single_entry_shape, value_with};
pub use expression::{
    Expression, Inner, Insertion, NameKind, NodeContext, Part, PartKind, Scope, Term, UnwrittenPath,
};
pub use names::{Declaration, ExternalNames, Names, Reference, ReferenceId};
pub use relocate::moved as move_under;
pub use slot::{Argument, ArgumentKind, ChoiceItem, Connection, Holds, Offer, Slot, Slots};
pub use suggest::nearest;
pub use table::{
    BySibling, ByValue, Choice, Construct, Discouraged, Key, KeyRole, NamedEntries, Open, Profiles, Shape,
    TextRule,
};
pub use typed::typed;
pub use validate::label;
pub use walk::{Validation, diagnose_strict, validate, validate_strict};
