//! Capabilities of machines that AMP does not support.

use super::super::shared::{is_amp, is_node};
use limn_language::diagnostic::{Code, Report};
use limn_tosca::Rule;
use limn_tosca::model::Service;
use limn_tosca::types::{Section, named_in};

pub(in super::super) static RULE: Rule = Rule { codes: &[&SCALABLE, &UNSUPPORTED], check };

const SECTION: &str = "AMP, Common Types, Compute";

static SCALABLE: Code = Code::warning(
    "amp/scalable-machine",
    "M-CLU-4",
    SECTION,
    "Reports the capability `scalable` of a `tosca.nodes.Compute`.",
)
.why("AMP does not support it.")
.advice("Use a `tosca.entity.DynamicCluster` with a policy of type `tosca.policies.Scaling`.")
.bad(
    "node templates",
    "
server: {type: tosca.nodes.Compute, capabilities: {scalable: {properties: {max_instances: 3}}}}
#                                                  ^^^^^^^^
",
)
.good(
    "
servers:
  type: tosca.entity.DynamicCluster
  properties:
    dynamiccluster.memberspec: {'$brooklyn:entitySpec': {type: tosca.nodes.Compute}}
",
);
static UNSUPPORTED: Code = Code::warning(
    "amp/unsupported-machine-capability",
    "M-CMP-1",
    SECTION,
    "Reports the capabilities `os`, `endpoint` and `binding` of a `tosca.nodes.Compute`.",
)
.why(
    "AMP does not support them. It supports `host` with `mem_size`, `disk_size` and `num_cpus`, in some clouds also `cpu_frequency` and `name`.",
)
.advice("Remove the capability, and set `num_cpus`, `mem_size` or `disk_size` under `host` instead.")
.bad(
    "node templates",
    "
server: {type: tosca.nodes.Compute, capabilities: {os: {properties: {type: linux}}}}
#                                                  ^^
",
)
.good("server: {type: tosca.nodes.Compute, capabilities: {host: {properties: {num_cpus: 2}}}}");

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = service.topology.as_ref().filter(|_| is_amp(service)) else { return };
    for template in
        topology.node_templates.iter().filter(|template| is_node(service, template, "tosca.nodes.Compute"))
    {
        for entry in named_in(template.sections.get(Section::Capabilities)) {
            let Some(name) = entry.key.as_str().filter(|_| service.is_own(entry.key)) else { continue };
            let (code, instead) = match &*name {
                "scalable" => (&SCALABLE, "; use `tosca.entity.DynamicCluster`"),
                "os" | "endpoint" | "binding" => (&UNSUPPORTED, ""),
                _ => continue,
            };
            let message = format!("AMP does not support capability `{name}` of a machine{instead}");
            report.push(service.fault(code, entry.key, message));
        }
    }
}
