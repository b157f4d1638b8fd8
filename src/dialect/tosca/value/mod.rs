//! Values and what they are held to: primitive types, scalar units, versions, ranges, times, constraints, data types.
