//! Software without a machine.

use super::super::shared::{is_amp, is_node};
use limn_language::diagnostic::{Code, Report};
use limn_tosca::model::Service;
use limn_tosca::{Rule, offer_assignments};

pub(in super::super) static RULE: Rule = Rule { codes: &[&HOMELESS], check };

static HOMELESS: Code = Code::warning(
    "amp/software-without-host",
    "M-LOC-3",
    "AMP, Locations",
    "Reports software whose requirement `host` is not assigned.",
)
.why(
    "Such software uses the location of an ancestor, which has to be a machine: an entity such as `EmptySoftwareProcess` around it, not a cloud.",
)
.advice("Assign `host` to a node template of type `tosca.nodes.Compute`, as in `requirements: [host: server]`.")
.bad(
    "node templates",
    "
shop: {type: tosca.nodes.SoftwareComponent}
#^^^
",
)
.good(
    "
shop: {type: tosca.nodes.SoftwareComponent, requirements: [host: server]}
server: {type: tosca.nodes.Compute}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = service.topology.as_ref().filter(|_| is_amp(service)) else { return };
    let matching = service.matching();
    for (at, template) in topology.node_templates.iter().enumerate() {
        if template.is_open() || !service.is_own(template.key) {
            continue;
        }
        let hosted = || matching.assigned(at, "host") > 0;
        let need = matching.kind(at).and_then(|kind| kind.requirement("host")).filter(|need| need.least > 0);
        if let Some(need) = need
            && is_node(service, template, "tosca.nodes.SoftwareComponent")
            && !hosted()
        {
            let message =
                format!("`{}` has no host: an entity that contains it must be a machine", template.name);
            let fault = service.fault(&HOMELESS, template.key, message);
            report.push(offer_assignments(fault, service, at, need));
        }
    }
}
