//! Constraints: their kinds and conditions.

use super::{Field, NameRef, Setting};
use crate::threshold::{Quantity, Threshold, ThresholdError};
use limn_text::TextRange;
use limn_yaml::Path;

/// The constraint types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ConstraintKind {
    DistanceToLocation,
    DistanceBetweenDemands,
    Zone,
    InventoryGroup,
    Attribute,
    Threshold,
    InstanceFit,
    RegionFit,
    VimFit,
    Hpa,
    License,
    NetworkBetweenDemands,
    NetworkToLocation,
    Capability,
}

impl ConstraintKind {
    pub const ALL: [ConstraintKind; 14] = [
        ConstraintKind::DistanceToLocation,
        ConstraintKind::DistanceBetweenDemands,
        ConstraintKind::Zone,
        ConstraintKind::InventoryGroup,
        ConstraintKind::Attribute,
        ConstraintKind::Threshold,
        ConstraintKind::InstanceFit,
        ConstraintKind::RegionFit,
        ConstraintKind::VimFit,
        ConstraintKind::Hpa,
        ConstraintKind::License,
        ConstraintKind::NetworkBetweenDemands,
        ConstraintKind::NetworkToLocation,
        ConstraintKind::Capability,
    ];

    pub fn name(self) -> &'static str {
        match self {
            ConstraintKind::DistanceToLocation => "distance_to_location",
            ConstraintKind::DistanceBetweenDemands => "distance_between_demands",
            ConstraintKind::Zone => "zone",
            ConstraintKind::InventoryGroup => "inventory_group",
            ConstraintKind::Attribute => "attribute",
            ConstraintKind::Threshold => "threshold",
            ConstraintKind::InstanceFit => "instance_fit",
            ConstraintKind::RegionFit => "region_fit",
            ConstraintKind::VimFit => "vim_fit",
            ConstraintKind::Hpa => "hpa",
            ConstraintKind::License => "license",
            ConstraintKind::NetworkBetweenDemands => "network_between_demands",
            ConstraintKind::NetworkToLocation => "network_to_location",
            ConstraintKind::Capability => "capability",
        }
    }

    pub fn from_name(word: &str) -> Option<ConstraintKind> {
        ConstraintKind::ALL.into_iter().find(|kind| kind.name() == word)
    }

    /// Described by the specification guide, but not implemented by HAS.
    pub fn is_deferred(self) -> bool {
        matches!(
            self,
            ConstraintKind::License
                | ConstraintKind::NetworkBetweenDemands
                | ConstraintKind::NetworkToLocation
                | ConstraintKind::Capability
        )
    }

    /// Returns true if it relates demands to each other.
    pub fn is_between(self) -> bool {
        matches!(
            self,
            ConstraintKind::DistanceBetweenDemands
                | ConstraintKind::Zone
                | ConstraintKind::InventoryGroup
                | ConstraintKind::NetworkBetweenDemands
        )
    }

    /// Returns true if it measures from a location.
    pub fn is_to_location(self) -> bool {
        matches!(self, ConstraintKind::DistanceToLocation | ConstraintKind::NetworkToLocation)
    }

    /// The minimum number of demands.
    pub fn min_demands(self) -> usize {
        if self.is_between() { 2 } else { 1 }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Constraint {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    /// `type` as written.
    pub type_name: Option<Setting>,
    pub kind: Option<ConstraintKind>,
    pub demands: Vec<NameRef>,
    /// Range of `demands`; `None` if the key is missing.
    pub demands_range: Option<TextRange>,
    /// The properties, typed by kind.
    pub condition: Condition,
    /// The properties as written.
    pub properties: Vec<Field>,
}

impl Constraint {
    pub fn property(&self, key: &str) -> Option<&Setting> {
        self.properties.iter().find(|field| field.key == key).map(|field| &field.value)
    }
}

/// The properties of a constraint, by its kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// `distance_to_location`
    DistanceTo {
        distance: Option<Limit>,
        location: Option<NameRef>,
    },
    /// `distance_between_demands`, for each pair.
    DistanceBetween {
        distance: Option<Limit>,
    },
    Zone {
        qualifier: Option<Qualifier>,
        category: Option<Category>,
        location: Option<NameRef>,
    },
    InventoryGroup,
    /// All tests must pass.
    Attribute {
        tests: Vec<AttributeTest>,
    },
    /// All comparisons must hold.
    Threshold {
        tests: Vec<Comparison>,
    },
    /// `instance_fit`, `region_fit`, `vim_fit`: a controller decides, so they cannot be evaluated here.
    Fit {
        controller: Option<Setting>,
        request: Option<Setting>,
    },
    Hpa {
        machines: Vec<Machine>,
    },
    License {
        id: Option<Setting>,
        key: Option<Setting>,
    },
    /// `network_between_demands`, `network_to_location`
    Network {
        bandwidth: Option<Limit>,
        distance: Option<Limit>,
        latency: Option<Limit>,
        location: Option<NameRef>,
    },
    Capability {
        specification: Option<Setting>,
        template: Option<Setting>,
        environment: Option<Setting>,
    },
    /// The type is unknown.
    Unknown,
}

/// A threshold as written, and parsed.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    pub setting: Setting,
    pub quantity: Quantity,
    /// `None` if it isn't a string, or its parameter is unknown.
    pub parsed: Option<Result<Threshold, ThresholdError>>,
}

impl Limit {
    pub fn threshold(&self) -> Option<&Threshold> {
        self.parsed.as_ref()?.as_ref().ok()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Qualifier {
    Same,
    Different,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    Region,
    Complex,
    Country,
    Disaster,
    Time,
    Maintenance,
}

impl Category {
    pub fn name(self) -> &'static str {
        match self {
            Category::Region => "region",
            Category::Complex => "complex",
            Category::Country => "country",
            Category::Disaster => "disaster",
            Category::Time => "time",
            Category::Maintenance => "maintenance",
        }
    }

    pub fn from_name(word: &str) -> Option<Category> {
        let all = [
            Category::Region,
            Category::Complex,
            Category::Country,
            Category::Disaster,
            Category::Time,
            Category::Maintenance,
        ];
        all.into_iter().find(|category| category.name() == word)
    }

    /// Returns true if HAS can resolve zones of this category.
    pub fn is_resolvable(self) -> bool {
        matches!(self, Category::Region | Category::Complex | Category::Country)
    }
}

/// An attribute and its conditions. All operators must hold.
#[derive(Clone, Debug, PartialEq)]
pub struct AttributeTest {
    pub attribute: String,
    pub path: Path,
    pub range: TextRange,
    /// Operators with their operands; a single `Is` for a plain value.
    pub operators: Vec<(AttributeOperator, Setting)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttributeOperator {
    /// No operator: the value itself.
    Is,
    Eq,
    Ne,
    Lt,
    Gt,
    Lte,
    Gte,
    Any,
    All,
    Regex,
    Other(String),
}

impl AttributeOperator {
    pub fn from_name(word: &str) -> AttributeOperator {
        match word {
            "eq" => AttributeOperator::Eq,
            "ne" => AttributeOperator::Ne,
            "lt" => AttributeOperator::Lt,
            "gt" => AttributeOperator::Gt,
            "lte" => AttributeOperator::Lte,
            "gte" => AttributeOperator::Gte,
            "any" => AttributeOperator::Any,
            "all" => AttributeOperator::All,
            "regex" => AttributeOperator::Regex,
            other => AttributeOperator::Other(other.to_owned()),
        }
    }

    pub fn name(&self) -> &str {
        match self {
            AttributeOperator::Is => "is",
            AttributeOperator::Eq => "eq",
            AttributeOperator::Ne => "ne",
            AttributeOperator::Lt => "lt",
            AttributeOperator::Gt => "gt",
            AttributeOperator::Lte => "lte",
            AttributeOperator::Gte => "gte",
            AttributeOperator::Any => "any",
            AttributeOperator::All => "all",
            AttributeOperator::Regex => "regex",
            AttributeOperator::Other(word) => word,
        }
    }
}

/// A comparison of a threshold constraint.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub path: Path,
    pub range: TextRange,
    pub attribute: Option<Setting>,
    /// `gte`, `lte`, `gt`, `lt` or `eq`
    pub operator: Option<Setting>,
    pub threshold: Option<Setting>,
    /// For documentation only.
    pub unit: Option<Setting>,
}

/// Requirements of one machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    pub path: Path,
    pub range: TextRange,
    pub id: Option<Setting>,
    pub type_name: Option<Setting>,
    /// The types of its directives.
    pub directives: Vec<Option<Setting>>,
    pub features: Vec<Feature>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    pub path: Path,
    pub range: TextRange,
    /// `hpa-feature`
    pub name: Option<Setting>,
    pub version: Option<Setting>,
    pub architecture: Option<Setting>,
    pub mandatory: Option<Setting>,
    pub score: Option<Setting>,
    pub attributes: Vec<FeatureAttribute>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FeatureAttribute {
    pub path: Path,
    pub range: TextRange,
    /// `hpa-attribute-key`
    pub key: Option<Setting>,
    pub value: Option<Setting>,
    pub operator: Option<Setting>,
    pub unit: Option<Setting>,
}
