//! Types in a blueprint that is deployed as a file.

use crate::profile::DEPLOYABLE;
use limn_language::diagnostic::{Code, Report};
use limn_tosca::Rule;
use limn_tosca::model::Service;
use limn_tosca::types::TypeKind;

pub(in super::super) static RULE: Rule = Rule { codes: &[&DECLARES], check };

static DECLARES: Code = Code::error(
    "amp/types-in-deployment",
    "M-DEP-1",
    "AMP, Deployable TOSCA",
    "Checks that a blueprint that is deployed as a file declares no types.",
)
.why("A deployment does not change the catalog.")
.advice("Add the types to the catalog in a package of their own.")
.bad(
    "deployment",
    "
node_types: {io.acme.shop: {derived_from: tosca.nodes.Root}}
#^^^^^^^^^
topology_template: {}
",
)
.good("topology_template: {}");

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(root) = service.root.filter(|_| service.version.has(DEPLOYABLE)) else { return };
    for kind in TypeKind::ALL {
        let Some(section) = root.entry(kind.section()).filter(|entry| service.is_own(entry.key)) else {
            continue;
        };
        if section.value.resolve().entries().len() > 0 || section.value.resolve().items().len() > 0 {
            let message = format!(
                "a deployed blueprint cannot declare {}s; add them to the catalog first",
                kind.word()
            );
            report.push(service.fault(&DECLARES, section.key, message));
        }
    }
}
