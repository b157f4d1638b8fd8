//! Names of infrastructure types and drivers: their kinds, how descriptors refer to them, and those of the products' documentation.

use limn_language::schema::{Choice, Expression, NameKind, NodeContext, Part, PartKind, Scope};

/// A type of infrastructure: a resource declares those that it supports.
pub static INFRASTRUCTURE_TYPE: NameKind = NameKind::new("infrastructure type");
/// A driver, by its type. The products provide drivers, so no file declares them.
pub static DRIVER_TYPE: NameKind = NameKind::new("driver");

/// The text that selects every infrastructure type.
pub const EVERY_TYPE: &str = "*";

static EVERY_TYPE_WORD: &[Choice] = &[Choice::new(EVERY_TYPE, "Every infrastructure type.")];

/// An infrastructure type that a driver is selected for. A rule reports those that the resource does not list.
pub static SELECTED_TYPE: Expression =
    Expression::new("an infrastructure type", selected_type_parts).words(EVERY_TYPE_WORD).silent();
/// A key of `drivers` or `default-driver`.
pub static DRIVER_NAME: Expression = Expression::new("a driver", driver_name_parts).silent();

static INFRASTRUCTURE_KINDS: &[&NameKind] = &[&INFRASTRUCTURE_TYPE];
static DRIVER_KINDS: &[&NameKind] = &[&DRIVER_TYPE];

/// The infrastructure types of the products' documentation.
pub static INFRASTRUCTURE_TYPES: &[Choice] = &[
    Choice::new("Openstack", "OpenStack: servers, networks and volumes."),
    Choice::new("Kubernetes", "A Kubernetes cluster: deployments, services and other objects."),
];

/// The drivers of the products' documentation.
pub static DRIVER_TYPES: &[Choice] = &[
    Choice::new("ansible", "Runs the playbook of a transition or operation."),
    Choice::new("openstack", "Creates and deletes a stack of OpenStack from a template."),
    Choice::new("kubernetes", "Creates and deletes objects of a Kubernetes cluster from a template."),
    Choice::new("sol003", "Manages a VNF through the interface of a VNF manager, ETSI SOL003."),
    Choice::new("sol005", "Manages a network service through the interface of an orchestrator, ETSI SOL005."),
    Choice::new("restconf", "Changes the configuration of a device with RESTCONF."),
    Choice::new("netconf", "Changes the configuration of a device with NETCONF."),
];

fn selected_type_parts(text: &str, _spot: &NodeContext<'_>) -> Vec<Part> {
    if text == EVERY_TYPE {
        return vec![Part { within: 0..text.len(), name: text.to_owned(), kind: PartKind::Word }];
    }
    reference(text, INFRASTRUCTURE_KINDS)
}

fn driver_name_parts(text: &str, _spot: &NodeContext<'_>) -> Vec<Part> {
    reference(text, DRIVER_KINDS)
}

fn reference(text: &str, kinds: &'static [&'static NameKind]) -> Vec<Part> {
    let kind = PartKind::Name { kinds, scope: Scope::Root, missing: None };
    vec![Part { within: 0..text.len(), name: text.to_owned(), kind }]
}
