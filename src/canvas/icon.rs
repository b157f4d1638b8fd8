//! Icons, as SVG paths in a 24 by 24 box: strokes of width 2 with round caps, no fill. The page and `limn draw` use the same icons.
//! They are from Lucide: see [`lucide`].

use super::lucide;
use limn_language::graph::Icon;

/// The attribute `d` of an icon.
pub fn path(icon: Icon) -> &'static str {
    match icon {
        Icon::Assembly => lucide::WORKFLOW,
        Icon::Resource => lucide::BOX,
        Icon::Reference => lucide::LINK,
        Icon::Relationship => lucide::SPLINE,
        Icon::Unknown => lucide::CIRCLE_QUESTION_MARK,
        Icon::Cluster => lucide::BOXES,
        Icon::ForEach => lucide::BRACES,
        Icon::Dynamic => lucide::ZAP,
        Icon::Scale => lucide::MAXIMIZE_2,
        Icon::Heal => lucide::HEART_PULSE,
        Icon::Lock => lucide::LOCK,
        Icon::Operation => lucide::CIRCLE_PLAY,
        Icon::Metric => lucide::CHART_LINE,
        Icon::Compute => lucide::SERVER,
        Icon::Database => lucide::DATABASE,
        Icon::Software => lucide::APP_WINDOW,
        Icon::Storage => lucide::HARD_DRIVE,
        Icon::Network => lucide::NETWORK,
        Icon::Container => lucide::CONTAINER,
        Icon::LoadBalancer => lucide::SPLIT,
        Icon::Web => lucide::GLOBE,
        Icon::Policy => lucide::SHIELD_CHECK,
        Icon::Demand => lucide::PACKAGE_PLUS,
        Icon::Place => lucide::MAP_PIN,
        Icon::Note => lucide::STICKY_NOTE,
        Icon::Conflict => lucide::GIT_MERGE,
        Icon::Goal => lucide::FLAG,
    }
}

/// The icon's part of a class name: `kind-resource`.
pub fn name(icon: Icon) -> &'static str {
    match icon {
        Icon::Assembly => "assembly",
        Icon::Resource => "resource",
        Icon::Reference => "reference",
        Icon::Relationship => "relationship",
        Icon::Unknown => "unknown",
        Icon::Cluster => "cluster",
        Icon::ForEach => "for-each",
        Icon::Dynamic => "dynamic",
        Icon::Scale => "scale",
        Icon::Heal => "heal",
        Icon::Lock => "lock",
        Icon::Operation => "operation",
        Icon::Metric => "metric",
        Icon::Compute => "compute",
        Icon::Database => "database",
        Icon::Software => "software",
        Icon::Storage => "storage",
        Icon::Network => "network",
        Icon::Container => "container",
        Icon::LoadBalancer => "load-balancer",
        Icon::Web => "web",
        Icon::Policy => "policy",
        Icon::Demand => "demand",
        Icon::Place => "place",
        Icon::Goal => "goal",
        Icon::Note => "note",
        Icon::Conflict => "conflict",
    }
}
