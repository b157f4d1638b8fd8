//! Block storage: a new volume has a size, an existing one has its id.

use super::super::Rule;
use super::{assigned, templates};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;

pub(in super::super) static RULE: Rule = Rule { codes: &[&NO_SIZE, &IGNORED_SIZE], check };

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 5.9.9";

static NO_SIZE: Code = Code::error(
    "tosca/volume-without-size",
    "T5.9.9-R1",
    SECTION,
    "A volume that does not exist yet is made in a size: `size` is required unless `volume_id` names a volume that is there. A size that the type \
     gives by default counts.",
);
static IGNORED_SIZE: Code = Code::warning(
    "tosca/volume-size-ignored",
    "T5.9.9-R2",
    SECTION,
    "A volume that `volume_id` names has its size already; `size` is ignored.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for template in templates(service, "tosca.nodes.Storage.BlockStorage") {
        // A copy has what it is made from, and what is open is filled later.
        if template.copy.is_some() || template.is_open() || !template.node.is_mapping() {
            continue;
        }
        let size = assigned(template.node, "size");
        let volume = assigned(template.node, "volume_id");
        let snapshot = assigned(template.node, "snapshot_id");
        match (size, volume) {
            (None, None) if snapshot.is_none() && !has_default(service, template.type_id, "size") => {
                let message = format!("volume `{}` has neither a `size` nor a `volume_id`", template.name);
                report.push(service.fault(&NO_SIZE, template.key, message));
            }
            (Some(size), Some(volume))
                if service.is_own(size) && volume.as_str().is_none_or(|id| !id.is_empty()) =>
            {
                let message = "`volume_id` names a volume that has its size already";
                report.push(service.fault(&IGNORED_SIZE, size, message));
            }
            _ => {}
        }
    }
}

fn has_default(service: &Service<'_>, id: crate::dialect::tosca::types::Lookup, name: &str) -> bool {
    let Some(id) = id.found() else { return true };
    service.world.effective(id).properties().get(name).is_some_and(|it| it.get("default").is_some())
}
