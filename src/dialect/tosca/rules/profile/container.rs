//! Software and containers: types of hosted nodes, and exposed ports.

use super::super::Rule;
use super::{CapabilityAssignments, TypeTest, assigned, is_a, templates};
use crate::model::Service;
use crate::types::TypeKind;
use limn_language::diagnostic::{Code, Report};
use limn_yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&NOT_SOFTWARE, &EXPOSED_TARGET], check };

pub(in super::super) static NOT_SOFTWARE: Code = Code::warning(
    "tosca/hosted-no-software",
    "T5.9.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.9.3",
    "Checks that a node hosted on a compute node is of a type derived from `tosca.nodes.SoftwareComponent`. If the type is not in the host's \
`valid_source_types`, only that is reported.",
)
.why("The host manages the lifecycle of this type.")
.advice("Derive the type of the hosted node from `tosca.nodes.SoftwareComponent`, or choose another host.")
.bad(
    "service template",
    "
node_types:
  my.Host: {derived_from: Compute, capabilities: {host: {type: Container, valid_source_types: [tosca.nodes.Root]}}}
  my.N:
    derived_from: tosca.nodes.Root
    requirements: [{host: {capability: Container, relationship: HostedOn}}]
topology_template:
  node_templates: {a: {type: my.N, requirements: [{host: b}]}, b: {type: my.Host}}
#                                                        ^
",
)
.good(
    "
node_types:
  my.Host: {derived_from: Compute, capabilities: {host: {type: Container, valid_source_types: [tosca.nodes.Root]}}}
  my.N:
    derived_from: tosca.nodes.SoftwareComponent
    requirements: [{host: {capability: Container, relationship: HostedOn}}]
topology_template:
  node_templates: {a: {type: my.N, requirements: [{host: b}]}, b: {type: my.Host}}
",
);
static EXPOSED_TARGET: Code = Code::warning(
    "tosca/exposed-target-port",
    "T9.2.1-R1",
    "TOSCA Simple Profile in YAML 1.2, 9.2.1",
    "Checks that `expose_ports` lists ports of the container: `source` or `source_range`.",
)
.why("An exposed port is a port of the container only, so the target has no effect.")
.advice("Move a target to `publish_ports`.")
.bad(
    "service template",
    "
node_types:
  my.N:
    derived_from: tosca.nodes.Root
    capabilities: {box: tosca.capabilities.Container.Docker}
topology_template:
  node_templates:
    a:
      type: my.N
      capabilities:
        box: {properties: {expose_ports: [{source: 80, target: 8080}]}}
#                                                      ^^^^^^
",
)
.good(
    "
node_types:
  my.N:
    derived_from: tosca.nodes.Root
    capabilities: {box: tosca.capabilities.Container.Docker}
topology_template:
  node_templates:
    a:
      type: my.N
      capabilities: {box: {properties: {expose_ports: [{source: 80}]}}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let mut containers = CapabilityAssignments::new(service, "tosca.capabilities.Container.Docker");
    let mut software = TypeTest::new(service, TypeKind::Node, "tosca.nodes.SoftwareComponent");
    for template in templates(service, "tosca.nodes.Root") {
        for (_, entry, _) in containers.of(template) {
            check_exposed_ports(service, entry.value.resolve(), report);
        }
        if software.has(template.type_id)
            || template.type_id.found().is_none_or(|id| !service.type_scope.effective(id).complete)
        {
            continue;
        }
        let hosted = template.requirements.iter().filter(|requirement| requirement.name == "host").find_map(
            |requirement| {
                let target = requirement.target.as_ref()?;
                let host = topology.node_template(&target.text)?;
                is_a(service, host.type_id, TypeKind::Node, "tosca.nodes.Compute").then_some(target)
            },
        );
        // The requirements of applications and databases specify their own kind of host.
        let kinds =
            ["tosca.nodes.WebApplication", "tosca.nodes.Database", "tosca.nodes.Container.Application"];
        if let Some(target) = hosted.filter(|word| service.is_own(word.node))
            && !kinds.iter().any(|kind| is_a(service, template.type_id, TypeKind::Node, kind))
        {
            let message = format!(
                "`{}` is hosted on a compute node, but its type is not a software component",
                template.name
            );
            report.push(service.fault(&NOT_SOFTWARE, target.node, message));
        }
    }
}

fn check_exposed_ports<'d>(service: &Service<'d>, node: Node<'d>, report: &mut Report) {
    let Some(ports) = assigned(node, "expose_ports") else { return };
    for port in ports.items() {
        for key in ["target", "target_range"] {
            if let Some(entry) = port.resolve().entry(key).filter(|entry| service.is_own(entry.key)) {
                let message =
                    format!("`{key}` has no effect in `expose_ports`, which exposes ports of the container");
                report.push(service.fault(&EXPOSED_TARGET, entry.key, message));
            }
        }
    }
}
