//! Software and containers: what runs on a computer is software, and what a container exposes are its own ports.

use super::super::Rule;
use super::{Capabilities, Those, assigned, is_a, templates};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::TypeKind;
use crate::yaml::Node;

pub(in super::super) static RULE: Rule = Rule { codes: &[&NOT_SOFTWARE, &EXPOSED_TARGET], check };

static NOT_SOFTWARE: Code = Code::warning(
    "tosca/hosted-no-software",
    "T5.9.3-R1",
    "TOSCA Simple Profile in YAML 1.2, 5.9.3",
    "Nodes that a computer hosts are software: their types derive from `tosca.nodes.SoftwareComponent`, whose lifecycle the computer's manager runs.",
);
static EXPOSED_TARGET: Code = Code::warning(
    "tosca/exposed-target-port",
    "T9.2.1-R1",
    "TOSCA Simple Profile in YAML 1.2, 9.2.1",
    "`expose_ports` lists ports of the container itself: `source` or `source_range`. A target belongs in `publish_ports`.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    let mut containers = Capabilities::new(service, "tosca.capabilities.Container.Docker");
    let mut software = Those::new(service, TypeKind::Node, "tosca.nodes.SoftwareComponent");
    for template in templates(service, "tosca.nodes.Root") {
        for (_, entry, _) in containers.of(template) {
            exposed(service, entry.value.resolve(), report);
        }
        if software.has(template.type_id)
            || template.type_id.found().is_none_or(|id| !service.world.effective(id).complete)
        {
            continue;
        }
        let hosted = template.requirements.iter().filter(|it| it.name == "host").find_map(|it| {
            let target = it.target.as_ref()?;
            let host = topology.node_template(&target.text)?;
            is_a(service, host.type_id, TypeKind::Node, "tosca.nodes.Compute").then_some(target)
        });
        // Applications and databases have hosts of their own kind, which their requirement asks for.
        let kinds =
            ["tosca.nodes.WebApplication", "tosca.nodes.Database", "tosca.nodes.Container.Application"];
        if let Some(target) = hosted.filter(|it| service.is_own(it.node))
            && !kinds.iter().any(|kind| is_a(service, template.type_id, TypeKind::Node, kind))
        {
            let message =
                format!("`{}` is hosted on a computer, and its type is no software component", template.name);
            report.push(service.fault(&NOT_SOFTWARE, target.node, message));
        }
    }
}

fn exposed<'d>(service: &Service<'d>, node: Node<'d>, report: &mut Report) {
    let Some(ports) = assigned(node, "expose_ports") else { return };
    for port in ports.items() {
        for key in ["target", "target_range"] {
            if let Some(entry) = port.resolve().entry(key).filter(|entry| service.is_own(entry.key)) {
                let message = format!("`{key}` means nothing here: the container's own ports are exposed");
                report.push(service.fault(&EXPOSED_TARGET, entry.key, message));
            }
        }
    }
}
