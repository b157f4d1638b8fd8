//! The small pictures, as SVG paths in a 24 by 24 box: strokes, 2 wide, round caps, no fill. One drawing for the page and for `limn draw`.

use crate::graph::Icon;

/// The picture's strokes, for the attribute `d`.
pub fn path(icon: Icon) -> &'static str {
    match icon {
        // Two boxes, joined.
        Icon::Assembly => {
            "M5 4h5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM14 13h5a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1zM11 7.5h4.5a1 1 0 0 1 1 1V13"
        }
        // A cube.
        Icon::Resource => "M12 3l8 4.5v9L12 21l-8-4.5v-9zM4.3 7.7L12 12l7.7-4.3M12 12v8.7",
        // A chain's two links.
        Icon::Reference => {
            "M10 14a4.5 4.5 0 0 0 6.5.3l3-3a4.5 4.5 0 0 0-6.4-6.4L11.5 6.5M14 10a4.5 4.5 0 0 0-6.5-.3l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.6-1.6"
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
    }
}

/// For class names: `kind-resource`.
pub fn name(icon: Icon) -> &'static str {
    match icon {
        Icon::Assembly => "assembly",
        Icon::Resource => "resource",
        Icon::Reference => "reference",
        Icon::Unknown => "unknown",
        Icon::Cluster => "cluster",
        Icon::ForEach => "for-each",
        Icon::Dynamic => "dynamic",
        Icon::Scale => "scale",
        Icon::Heal => "heal",
        Icon::Lock => "lock",
        Icon::Operation => "operation",
        Icon::Metric => "metric",
    }
}
