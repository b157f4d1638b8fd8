//! Kinds of types that a blueprint cannot add to AMP's catalog.

use crate::profile::DEPLOYABLE;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::Service;
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&CAPABILITY_TYPES, &GROUP_TYPES], check };

static CAPABILITY_TYPES: Code = Code::error(
    "amp/capability-types",
    "M-TYPE-1",
    "AMP, Supported Objects",
    "Reports `capability_types`.",
)
.why("A capability type of AMP needs Java code, so a blueprint cannot add one; it can use those of the catalog.")
.advice("Remove `capability_types`, and use a capability type of the catalog, such as `tosca.capabilities.Endpoint`, in the node types.")
.bad(
    "blueprint",
    "
capability_types: {my.Store: {derived_from: tosca.capabilities.Root}}
#^^^^^^^^^^^^^^^
",
)
.good("node_types: {my.Store: {derived_from: tosca.nodes.Root, capabilities: {store: tosca.capabilities.Endpoint}}}");
static GROUP_TYPES: Code = Code::error(
    "amp/group-types",
    "M-TYPE-2",
    "AMP, Supported Objects",
    "Reports `group_types` in a blueprint.",
)
.why("AMP does not support group types, and ignores groups of any type other than its own, `brooklyn.tosca.groups.initializer`.")
.advice("Remove the section.")
.bad(
    "blueprint",
    "
group_types: {my.Zone: {derived_from: tosca.groups.Root}}
#^^^^^^^^^^
",
)
.good("node_types: {my.Zone: {derived_from: tosca.nodes.Root}}");

static SECTIONS: [(&str, &Code); 2] =
    [("capability_types", &CAPABILITY_TYPES), ("group_types", &GROUP_TYPES)];

/// A deployable blueprint has a check of its own for any types.
fn check(service: &Service<'_>, report: &mut Report) {
    let Some(root) = service.root.filter(|_| !service.version.has(AMP_PLUGIN.or(DEPLOYABLE))) else { return };
    for (name, code) in SECTIONS {
        let Some(entry) = root.entry(name).filter(|entry| service.is_own(entry.key)) else { continue };
        // An empty section adds nothing.
        let types: Node<'_> = entry.value.resolve();
        if types.entries().len() > 0 || types.has_merges() {
            report.push(service.fault(code, entry.key, message::unsupported(name, "AMP")));
        }
    }
}
