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
    pub const ALL: [Primitive; 15] = [
        Primitive::String,
        Primitive::Integer,
        Primitive::Float,
        Primitive::Boolean,
        Primitive::Timestamp,
        Primitive::Null,
        Primitive::Version,
        Primitive::Range,
        Primitive::List,
        Primitive::Map,
        Primitive::Scalar(Quantity::Size),
        Primitive::Scalar(Quantity::Time),
        Primitive::Scalar(Quantity::Frequency),
        Primitive::Scalar(Quantity::Bitrate),
        Primitive::AnyScalar,
    ];

    /// Primitive type by name: `string`, `tosca:range`, `tag:yaml.org,2002:int`.
    pub fn named(name: &str) -> Option<Primitive> {
        if let Some(tag) = name.strip_prefix("tag:yaml.org,2002:") {
            return Primitive::tagged(tag).filter(|it| it.is_yaml());
        }
        let short = name.strip_prefix("tosca:").unwrap_or(name);
        Primitive::ALL.into_iter().find(|it| it.name() == short)
    }

    /// Primitive type by YAML short name: `str`, `int`, `bool`. Not a valid type name.
    pub fn abbreviated(name: &str) -> Option<Primitive> {
        Primitive::tagged(name.strip_prefix("!!").unwrap_or(name)).filter(|it| it.name() != name)
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
