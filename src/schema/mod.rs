//! Grammar as data. Each construct of a language is one table: its keys, what shape each value has, which names it declares and refers to,
//! who may use it, one line of help. That one table drives shape checks, forms, definition, references, rename and completion. Knows no dialect.
//!
//! Tables are `static`s made with the `const` builders below, so a row reads as a sentence:
//!
//! ```ignore
//! Key::new("source-state", Shape::Choice(&STATES)).required(&MISSING_STATE).doc("The state the source must reach.")
//! ```

mod expression;
mod fit;
mod keys;
mod misplaced;
mod names;
mod near;
mod refer;
mod say;
mod slot;
mod table;
mod typed;
mod walk;

#[cfg(test)]
mod tests;

pub use expression::{Expression, NameKind, Part, Scope, Spot, Trail, Wanted};
pub use fit::label;
pub use misplaced::moved as moved_under;
pub use names::{Declaration, Names, Reference, ReferenceId};
pub use near::nearest;
pub use say::{Saying, alone, construct_at, pick, picked, saying_at};
pub use slot::{Argument, Holds, Offer, Slot, Slots, Takes, Tie, Word};
pub use table::{Beside, Choice, Construct, Key, Named, Open, Profiles, Shape, TextRule, Tolerated, Which};
pub use typed::typed;
pub use walk::{Held, hold, hold_exactly, misfits_exactly};
