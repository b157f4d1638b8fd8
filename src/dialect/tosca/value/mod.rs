//! Values and their types: primitive types, scalar units, versions, ranges, timestamps, constraints and data types. Rules define the codes and
//! messages.

mod compatibility;
mod constraint;
mod decimal;
mod format;
mod generic;
mod kind;
mod literal;
mod pattern;
mod placeholder;
mod primitive;
mod range;
mod schema;
mod time;
mod unit;
mod value_type;
mod version;

pub use crate::operator::Operator;
pub use compatibility::Compatibility;
pub use constraint::{Clause, ClauseFault, Constraint, ConstraintError, clauses};
pub use decimal::Decimal;
pub use format::{Format, format_fault};
pub use generic::{Generic, GenericFault, names_in};
pub use kind::{DataType, ValueKind};
pub use literal::{Literal, Misfit, MisfitKind, read, same, shown};
pub use pattern::{Pattern, PatternFault};
pub use placeholder::placeholder;
pub use primitive::Primitive;
pub use range::{Bound, Range, RangeFault, UNBOUNDED, UNBOUNDED_HELP};
pub use schema::{AcceptedValues, DataSchema, EffectiveConstraint, Field, FieldCache, Fields};
pub use time::Timestamp;
pub use unit::{Quantity, ScalarUnit, UnitFault};
pub use value_type::{Access, ValueType};
pub use version::{Version, VersionFault};
