//! Constraints: their types, and what each asks of candidates.

use super::{Field, Given, Mention};
use crate::threshold::{Fault, Quantity, Threshold};
use limn_text::TextRange;
use limn_yaml::Path;

/// The types of constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
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

impl Kind {
    pub const ALL: [Kind; 14] = [
        Kind::DistanceToLocation,
        Kind::DistanceBetweenDemands,
        Kind::Zone,
        Kind::InventoryGroup,
        Kind::Attribute,
        Kind::Threshold,
        Kind::InstanceFit,
        Kind::RegionFit,
        Kind::VimFit,
        Kind::Hpa,
        Kind::License,
        Kind::NetworkBetweenDemands,
        Kind::NetworkToLocation,
        Kind::Capability,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Kind::DistanceToLocation => "distance_to_location",
            Kind::DistanceBetweenDemands => "distance_between_demands",
            Kind::Zone => "zone",
            Kind::InventoryGroup => "inventory_group",
            Kind::Attribute => "attribute",
            Kind::Threshold => "threshold",
            Kind::InstanceFit => "instance_fit",
            Kind::RegionFit => "region_fit",
            Kind::VimFit => "vim_fit",
            Kind::Hpa => "hpa",
            Kind::License => "license",
            Kind::NetworkBetweenDemands => "network_between_demands",
            Kind::NetworkToLocation => "network_to_location",
            Kind::Capability => "capability",
        }
    }

    pub fn of(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// The guide describes it, the service never had it.
    pub fn is_deferred(self) -> bool {
        matches!(
            self,
            Kind::License | Kind::NetworkBetweenDemands | Kind::NetworkToLocation | Kind::Capability
        )
    }

    /// It binds demands to each other, not each by itself.
    pub fn is_between(self) -> bool {
        matches!(
            self,
            Kind::DistanceBetweenDemands | Kind::Zone | Kind::InventoryGroup | Kind::NetworkBetweenDemands
        )
    }

    /// It measures from a location.
    pub fn is_to_location(self) -> bool {
        matches!(self, Kind::DistanceToLocation | Kind::NetworkToLocation)
    }

    /// How many demands it needs at least.
    pub fn least(self) -> usize {
        if self.is_between() { 2 } else { 1 }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Constraint {
    pub name: String,
    pub path: Path,
    pub range: TextRange,
    /// `type` as written, and what it is.
    pub type_name: Option<Given>,
    pub kind: Option<Kind>,
    pub demands: Vec<Mention>,
    /// The bytes of `demands`; `None`: there is no such key.
    pub demands_range: Option<TextRange>,
    /// What the properties say, in the terms of the type.
    pub asked: Asked,
    /// The properties as they stand, key by key.
    pub properties: Vec<Field>,
}

impl Constraint {
    pub fn property(&self, key: &str) -> Option<&Given> {
        self.properties.iter().find(|field| field.key == key).map(|field| &field.value)
    }
}

/// The properties of a constraint, in the terms of its type.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// `distance_to_location`
    DistanceTo {
        distance: Option<Limit>,
        location: Option<Mention>,
    },
    /// `distance_between_demands`, each pair.
    DistanceBetween {
        distance: Option<Limit>,
    },
    Zone {
        qualifier: Option<Qualifier>,
        category: Option<Category>,
        location: Option<Mention>,
    },
    InventoryGroup,
    /// Every test has to be kept.
    Attribute {
        tests: Vec<AttributeTest>,
    },
    /// Every comparison has to be kept.
    Threshold {
        tests: Vec<Comparison>,
    },
    /// `instance_fit`, `region_fit`, `vim_fit`: a controller is asked, so nothing can be told here.
    Fit {
        controller: Option<Given>,
        request: Option<Given>,
    },
    Hpa {
        machines: Vec<Machine>,
    },
    License {
        id: Option<Given>,
        key: Option<Given>,
    },
    /// `network_between_demands`, `network_to_location`
    Network {
        bandwidth: Option<Limit>,
        distance: Option<Limit>,
        latency: Option<Limit>,
        location: Option<Mention>,
    },
    Capability {
        specification: Option<Given>,
        template: Option<Given>,
        environment: Option<Given>,
    },
    /// The type is not known.
    Unknown,
}

/// A threshold as it is written, and as it reads.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    pub given: Given,
    pub quantity: Quantity,
    /// `None`: it is no text at all, or its parameter is unknown.
    pub read: Option<Result<Threshold, Fault>>,
}

impl Limit {
    pub fn threshold(&self) -> Option<&Threshold> {
        self.read.as_ref()?.as_ref().ok()
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
    pub fn word(self) -> &'static str {
        match self {
            Category::Region => "region",
            Category::Complex => "complex",
            Category::Country => "country",
            Category::Disaster => "disaster",
            Category::Time => "time",
            Category::Maintenance => "maintenance",
        }
    }

    pub fn of(word: &str) -> Option<Category> {
        let all = [
            Category::Region,
            Category::Complex,
            Category::Country,
            Category::Disaster,
            Category::Time,
            Category::Maintenance,
        ];
        all.into_iter().find(|category| category.word() == word)
    }

    /// Whether the service can tell which zone of the category a candidate is in.
    pub fn is_resolvable(self) -> bool {
        matches!(self, Category::Region | Category::Complex | Category::Country)
    }
}

/// One attribute and what it has to be: every operator that is written holds.
#[derive(Clone, Debug, PartialEq)]
pub struct AttributeTest {
    pub attribute: String,
    pub path: Path,
    pub range: TextRange,
    /// Operators with their operands; one `Is` where the value stands alone.
    pub operators: Vec<(AttributeOperator, Given)>,
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
    pub fn of(word: &str) -> AttributeOperator {
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

    pub fn word(&self) -> &str {
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

/// One comparison of a threshold constraint.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub path: Path,
    pub range: TextRange,
    pub attribute: Option<Given>,
    /// `gte`, `lte`, `gt`, `lt` or `eq`
    pub operator: Option<Given>,
    pub threshold: Option<Given>,
    /// For people only.
    pub unit: Option<Given>,
}

/// What one machine needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Machine {
    pub path: Path,
    pub range: TextRange,
    pub id: Option<Given>,
    pub type_name: Option<Given>,
    /// The types of its directives.
    pub directives: Vec<Option<Given>>,
    pub features: Vec<Feature>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Feature {
    pub path: Path,
    pub range: TextRange,
    /// `hpa-feature`
    pub name: Option<Given>,
    pub version: Option<Given>,
    pub architecture: Option<Given>,
    pub mandatory: Option<Given>,
    pub score: Option<Given>,
    pub attributes: Vec<FeatureAttribute>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FeatureAttribute {
    pub path: Path,
    pub range: TextRange,
    /// `hpa-attribute-key`
    pub key: Option<Given>,
    pub value: Option<Given>,
    pub operator: Option<Given>,
    pub unit: Option<Given>,
}
