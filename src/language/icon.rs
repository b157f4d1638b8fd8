//! Icons of elements.

/// An icon. The page has one drawing for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Icon {
    Assembly,
    Resource,
    Reference,
    Relationship,
    Unknown,
    Cluster,
    ForEach,
    Dynamic,
    Scale,
    Heal,
    Lock,
    Operation,
    Metric,
    Compute,
    Database,
    Software,
    Storage,
    Network,
    Container,
    LoadBalancer,
    Web,
    Policy,
    /// A demand: something to place.
    Demand,
    /// A position on Earth.
    Place,
    /// An objective.
    Goal,
    /// A comment above the element.
    Note,
    /// An unresolved merge conflict.
    Conflict,
}
