//! Icons, as SVG paths in a 24 by 24 box: strokes of width 2 with round caps, no fill. The page and `limn draw` use the same icons.

use limn_language::graph::Icon;

/// The attribute `d` of an icon.
pub fn path(icon: Icon) -> &'static str {
    match icon {
        // Two connected boxes.
        Icon::Assembly => {
            "M5 4h5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM14 13h5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1zM11 7.5h4.5a1 1 0 0 1 1 1V13"
        }
        // A cube.
        Icon::Resource => "M12 3l8 4.5v9L12 21l-8-4.5v-9zM4.3 7.7L12 12l7.7-4.3M12 12v8.7",
        // Two links of a chain.
        Icon::Reference => {
            "M10 14a4.5 4.5 0 0 0 6.5.3l3-3a4.5 4.5 0 0 0-6.4-6.4L11.5 6.5M14 10a4.5 4.5 0 0 0-6.5-.3l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.6-1.6"
        }
        // Two connected ends.
        Icon::Relationship => {
            "M6 15a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM18 3a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM9 18h1.5a3 3 0 0 0 3-3v-6a3 3 0 0 1 1.7-2.7"
        }
        Icon::Unknown => {
            "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.01M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z"
        }
        // Three in a ring.
        Icon::Cluster => {
            "M12 3a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM6 14a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM18 14a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM10.5 8.7L7.5 14.3M13.5 8.7l3 5.6M9 17h6"
        }
        // Braces.
        Icon::ForEach => {
            "M8 4H7a2 2 0 0 0-2 2v4a2 2 0 0 1-2 2a2 2 0 0 1 2 2v4a2 2 0 0 0 2 2h1M16 4h1a2 2 0 0 1 2 2v4a2 2 0 0 0 2 2a2 2 0 0 0-2 2v4a2 2 0 0 1-2 2h-1"
        }
        // A bolt.
        Icon::Dynamic => "M13 3L5 14h6l-1 7l8-11h-6z",
        // Arrows out of the corners.
        Icon::Scale => "M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7",
        // A heart.
        Icon::Heal => {
            "M12 20l-7.5-7.3a4.8 4.8 0 0 1 6.8-6.8l.7.7l.7-.7a4.8 4.8 0 0 1 6.8 6.8zM12 10v5M9.5 12.5h5"
        }
        Icon::Lock => {
            "M6 11h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zM8 11V8a4 4 0 0 1 8 0v3"
        }
        // Play.
        Icon::Operation => "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM10 8.5l5.5 3.5l-5.5 3.5z",
        // A gauge's curve.
        Icon::Metric => "M3 17l5-6l4 4l8-9M15 6h5v5",
        // A rack of two, with their lights.
        Icon::Compute => {
            "M5 4h14a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM5 13h14a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1zM8 7.5v.01M8 16.5v.01M12 7.5h4M12 16.5h4"
        }
        // A drum.
        Icon::Database => {
            "M12 3c4.4 0 8 1.3 8 3s-3.6 3-8 3s-8-1.3-8-3s3.6-3 8-3zM4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3"
        }
        // A window.
        Icon::Software => {
            "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM4 9h16M7 6.5v.01M10 6.5v.01M9 13l-2 2l2 2M15 13l2 2l-2 2"
        }
        // A disk.
        Icon::Storage => "M4 14l3-9h10l3 9v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM4 14h16M8 17v.01M12 17h4",
        // Three, joined by a bus.
        Icon::Network => "M9 3h6v5H9zM3 16h6v5H3zM15 16h6v5h-6zM12 8v4M6 16v-4h12v4",
        // A box with ribs.
        Icon::Container => "M3 6h18v12H3zM7.5 9.5v5M12 9.5v5M16.5 9.5v5",
        // One into three.
        Icon::LoadBalancer => {
            "M3 12h6M9 12l6-6h5M9 12h11M9 12l6 6h5M17.5 3.5L20 6l-2.5 2.5M17.5 15.5L20 18l-2.5 2.5"
        }
        // A globe.
        Icon::Web => {
            "M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM3 12h18M12 3c2.5 2.6 3.8 5.6 3.8 9s-1.3 6.4-3.8 9c-2.5-2.6-3.8-5.6-3.8-9s1.3-6.4 3.8-9z"
        }
        // A shield.
        // A box with an arrow into it.
        Icon::Demand => "M5 10v9a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-9M12 3v11M8 10.5l4 4l4-4M3 10h4M17 10h4",
        // A pin.
        Icon::Place => {
            "M12 21c-4-4.6-7-8-7-11.5a7 7 0 0 1 14 0c0 3.5-3 6.9-7 11.5zM12 7a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5z"
        }
        // A flag.
        Icon::Goal => "M6 21V4M6 4h11l-2.5 4l2.5 4H6",
        Icon::Policy => "M12 3l7 3v5c0 4.6-2.9 8-7 10c-4.1-2-7-5.4-7-10V6zM9 11.5l2.2 2.2l4-4",
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
    }
}
