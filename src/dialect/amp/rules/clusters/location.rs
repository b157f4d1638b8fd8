//! Locations: where AMP deploys the nodes.

use super::super::shared::{is_amp, shown};
use super::entries::is_initializer;
use crate::catalog::{catalog_items, placed_types};
use crate::nested::Templates;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::model::{Service, Topology};
use limn_tosca::{Rule, template_name};
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&NONE, &FORM], check };

const SECTION: &str = "AMP, Locations";
/// The item of the catalog with the location of nodes that have no other.
const DEFAULT: &str = "tosca.default.location";

pub(crate) static NONE: Code = Code::info(
    "amp/no-location",
    "M-LOC-1",
    SECTION,
    "Reports once, as information, a blueprint that does not say where its nodes are deployed. The nodes then use `tosca.default.location` of \
the catalog, or the location of a blueprint that uses this one. If an open file sets either, nothing is reported.",
)
.why("If nothing sets a location, AMP cannot create machines, and the deployment fails.")
.advice("To set a location here, add it to a group of type `brooklyn.tosca.groups.initializer`; in a CAMP blueprint, write `location` at the root or \
in a service.")
.bad(
    "file",
    "
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
#^^^^^^^^^^^^^^^^
  node_templates: {server: {type: tosca.nodes.Compute}}
",
)
.good(
    "
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates: {server: {type: tosca.nodes.Compute}}
  groups:
    add_brooklyn_types:
      type: brooklyn.tosca.groups.initializer
      members: [server]
      properties: {location: east}
",
);
static FORM: Code = Code::error(
    "amp/location-form",
    "M-LOC-2",
    SECTION,
    "Checks that a location is the name or specification of a location, or a mapping with one entry: a kind of location and its settings.",
)
.why("A group places all its members in one location, so AMP cannot use a list or a mapping of several.")
.advice("For members in different locations, use one group for each location.")
.bad(
    "cluster",
    "
groups:
  add_brooklyn_types:
    type: brooklyn.tosca.groups.initializer
    members: [shops]
    properties: {location: [east, west]}
#                          ^^^^^^^^^^^^
",
)
.good(
    "
groups:
  add_brooklyn_types:
    type: brooklyn.tosca.groups.initializer
    members: [shops]
    properties:
      location:
        jclouds:aws-ec2: {region: us-west-2}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = service.topology.as_ref().filter(|_| is_amp(service)) else { return };
    let mut has_location = false;
    for group in &topology.groups {
        let properties = group.node.get("properties").map(Node::resolve);
        let Some(location) = properties.and_then(|properties| properties.get("location")).map(Node::resolve)
        else {
            continue;
        };
        if location.is_null() {
            continue;
        }
        has_location = true;
        if is_initializer(service, group) && service.is_own(location) {
            check_form(service, location, report);
        }
    }
    if !has_location && has_own_nodes(topology) && !has_location_elsewhere(service) {
        let at = topology.node.key().filter(|key| service.is_own(*key));
        let message = "no location: AMP uses `tosca.default.location` or that of an enclosing blueprint";
        report.extend(at.map(|at| service.fault(&NONE, at, message)));
    }
}

/// Returns true if the document has nodes, and none of them has a location of its own.
fn has_own_nodes(topology: &Topology<'_>) -> bool {
    let has_location = |node: Node<'_>| {
        let properties = node.get("properties").map(Node::resolve);
        properties.is_some_and(|properties| properties.get("location").is_some())
    };
    !topology.node_templates.is_empty()
        && !topology.node_templates.iter().any(|template| has_location(template.node))
}

/// Returns true if another file gives the nodes a location: the catalog, a template that this one is a node of, or a blueprint that uses it.
fn has_location_elsewhere(service: &Service<'_>) -> bool {
    let library = service.library;
    let is_used = || {
        let name = service.root.and_then(template_name);
        name.is_some_and(|name| placed_types(library).contains(&name))
    };
    catalog_items(library).contains_key(DEFAULT)
        || Templates::of(library).is_nested(service.file)
        || is_used()
}

fn check_form(service: &Service<'_>, location: Node<'_>, report: &mut Report) {
    let found = if location.is_mapping() {
        match location.merged_entries().count() {
            1 => return,
            count => format!("{count} entries"),
        }
    } else if location.is_scalar() {
        return;
    } else {
        shown(location)
    };
    let what = "a location name or a mapping with one location type for `location`";
    let message = message::expected(what, found);
    report.push(service.fault(&FORM, location, message));
}
