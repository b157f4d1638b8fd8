//! Primitive types of YAML and TOSCA, with all their names.

use super::unit::Quantity;

/// A built-in type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Primitive {
    String,
    Integer,
    Float,
    Boolean,
    Timestamp,
    Null,
    Version,
    Range,
    List,
    Map,
    Scalar(Quantity),
    /// `scalar-unit`, which is abstract.
    AnyScalar,
}

impl Primitive {
    /// All of them, the most used first.
    pub const ALL: [Primitive; 15] = [
        Primitive::String,
        Primitive::Integer,
        Primitive::Boolean,
        Primitive::Float,
        Primitive::List,
        Primitive::Map,
        Primitive::Version,
        Primitive::Scalar(Quantity::Size),
        Primitive::Range,
        Primitive::Scalar(Quantity::Time),
        Primitive::Timestamp,
        Primitive::Scalar(Quantity::Frequency),
        Primitive::Scalar(Quantity::Bitrate),
        Primitive::AnyScalar,
        Primitive::Null,
    ];

    /// Primitive type by name: `string`, `tosca:range`, `tag:yaml.org,2002:int`.
    pub fn named(name: &str) -> Option<Primitive> {
        if let Some(tag) = name.strip_prefix("tag:yaml.org,2002:") {
            return Primitive::tagged(tag).filter(|primitive| primitive.is_yaml());
        }
        let short = name.strip_prefix("tosca:").unwrap_or(name);
        Primitive::ALL.into_iter().find(|primitive| primitive.name() == short)
    }

    /// Primitive type by YAML short name: `str`, `int`, `bool`. Not a valid type name.
    pub fn abbreviated(name: &str) -> Option<Primitive> {
        Primitive::tagged(name.strip_prefix("!!").unwrap_or(name))
            .filter(|primitive| primitive.name() != name)
    }

    fn tagged(tag: &str) -> Option<Primitive> {
        Some(match tag {
            "str" => Primitive::String,
            "int" => Primitive::Integer,
            "float" => Primitive::Float,
            "bool" => Primitive::Boolean,
            "timestamp" => Primitive::Timestamp,
            "null" => Primitive::Null,
            "seq" => Primitive::List,
            "map" => Primitive::Map,
            _ => return None,
        })
    }

    fn is_yaml(self) -> bool {
        !matches!(self, Primitive::List | Primitive::Map)
    }

    /// Name in a document.
    pub const fn name(self) -> &'static str {
        match self {
            Primitive::String => "string",
            Primitive::Integer => "integer",
            Primitive::Float => "float",
            Primitive::Boolean => "boolean",
            Primitive::Timestamp => "timestamp",
            Primitive::Null => "null",
            Primitive::Version => "version",
            Primitive::Range => "range",
            Primitive::List => "list",
            Primitive::Map => "map",
            Primitive::Scalar(Quantity::Size) => "scalar-unit.size",
            Primitive::Scalar(Quantity::Time) => "scalar-unit.time",
            Primitive::Scalar(Quantity::Frequency) => "scalar-unit.frequency",
            Primitive::Scalar(Quantity::Bitrate) => "scalar-unit.bitrate",
            Primitive::AnyScalar => "scalar-unit",
        }
    }

    /// Meaning of the type, for hover.
    pub const fn help(self) -> &'static str {
        match self {
            Primitive::String => "A text.",
            Primitive::Integer => "A whole number, which can be negative.",
            Primitive::Float => "A number, which can have a fraction and an exponent.",
            Primitive::Boolean => "One of two values.",
            Primitive::Timestamp => "A date, or a date with a time and a time zone.",
            Primitive::Null => "No value.",
            Primitive::Version => {
                "A version: `major.minor`, optionally with `.fix`, `.qualifier` and `-build`. Its numbers are compared from left to right."
            }
            Primitive::Range => {
                "Two integers, the lower and the upper bound, which are in the range. The upper one can be `UNBOUNDED`."
            }
            Primitive::List => {
                "Values of one type in an order. `entry_schema` defines the type of the values."
            }
            Primitive::Map => {
                "Values of one type, each with a key. `entry_schema` defines the type of the values."
            }
            Primitive::Scalar(_) => "A number and a unit, with or without blanks between them.",
            Primitive::AnyScalar => {
                "A number and a unit. It is abstract: values have a type such as `scalar-unit.size`, which defines the units."
            }
        }
    }

    /// Examples of values as they are written, in backticks.
    pub const fn values(self) -> &'static str {
        match self {
            Primitive::String => "`shop`, `'80'`",
            Primitive::Integer => "`80`, `-1`",
            Primitive::Float => "`0.5`, `2`, `1.5e3`",
            Primitive::Boolean => "`true`, `false`",
            Primitive::Timestamp => "`2020-01-31`, `2020-01-31T12:30:00Z`",
            Primitive::Null => "`null`, `~`",
            Primitive::Version => "`2.1`, `2.1.0`, `2.1.0.beta-4`",
            Primitive::Range => "`[1, 100]`, `[0, UNBOUNDED]`",
            Primitive::List => "`[80, 8080]`",
            Primitive::Map => "`{http: 80, https: 443}`",
            Primitive::Scalar(Quantity::Size) | Primitive::AnyScalar => "`10 GB`",
            Primitive::Scalar(Quantity::Time) => "`30 s`",
            Primitive::Scalar(Quantity::Frequency) => "`2.4 GHz`",
            Primitive::Scalar(Quantity::Bitrate) => "`100 Mbps`",
        }
    }

    /// Section of the Simple Profile 1.2.
    pub const fn section(self) -> &'static str {
        match self {
            Primitive::String
            | Primitive::Integer
            | Primitive::Float
            | Primitive::Boolean
            | Primitive::Timestamp
            | Primitive::Null => "3.2.1",
            Primitive::Version => "3.2.2",
            Primitive::Range => "3.2.3",
            Primitive::List => "3.2.4",
            Primitive::Map => "3.2.5",
            Primitive::AnyScalar => "3.2.6",
            Primitive::Scalar(Quantity::Size) => "3.2.6.4",
            Primitive::Scalar(Quantity::Time) => "3.2.6.5",
            Primitive::Scalar(Quantity::Frequency) => "3.2.6.6",
            // Since 1.3.
            Primitive::Scalar(Quantity::Bitrate) => "TOSCA Simple Profile in YAML 1.3, 3.3.6.7",
        }
    }

    /// Returns true if values are ordered.
    pub fn is_comparable(self) -> bool {
        !matches!(
            self,
            Primitive::Boolean | Primitive::Null | Primitive::Range | Primitive::List | Primitive::Map
        )
    }

    /// Returns true if values have a length.
    pub fn has_length(self) -> bool {
        matches!(self, Primitive::String | Primitive::List | Primitive::Map)
    }

    /// Returns true if values have entries of another type.
    pub fn has_entries(self) -> bool {
        matches!(self, Primitive::List | Primitive::Map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_primitive_is_known() {
        for (name, primitive) in [
            ("string", Primitive::String),
            ("tosca:list", Primitive::List),
            ("tosca:scalar-unit.size", Primitive::Scalar(Quantity::Size)),
            ("tag:yaml.org,2002:int", Primitive::Integer),
            ("tag:yaml.org,2002:timestamp", Primitive::Timestamp),
            ("scalar-unit", Primitive::AnyScalar),
        ] {
            assert_eq!(Primitive::named(name), Some(primitive), "{name}");
        }
        for name in
            ["str", "String", "tag:yaml.org,2002:seq", "tosca.datatypes.json", "", "scalar-unit.weight"]
        {
            assert_eq!(Primitive::named(name), None, "{name}");
        }
        for primitive in Primitive::ALL {
            assert_eq!(Primitive::named(primitive.name()), Some(primitive));
        }
        assert_eq!(Primitive::abbreviated("str"), Some(Primitive::String));
        assert_eq!(Primitive::abbreviated("float"), None);
    }
}
