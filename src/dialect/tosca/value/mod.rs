//! Values and what they are held to: primitive types, scalar units, versions, ranges, times, constraints, data types. Knows no rule: what a
//! fault is called and how it is told is not decided here.

mod constraint;
mod decimal;
mod format;
mod literal;
mod pattern;
mod primitive;
mod range;
mod schema;
mod time;
mod unit;
mod version;

pub use constraint::{Clause, ClauseFault, Constraint, Operator, Verdict, clauses};
pub use decimal::Decimal;
pub use format::{Format, format_fault};
pub use literal::{Fault, Literal, Misfit, read, same, shown};
pub use pattern::{Pattern, PatternFault};
pub use primitive::Primitive;
pub use range::{Bound, Range, RangeFault};
pub use schema::{DataSchema, DataType, Field, Fields, Fine, Held, Kind, Known};
pub use time::Timestamp;
pub use unit::{Quantity, ScalarUnit, UnitFault};
pub use version::{Version, VersionFault};
