//! Block storage: a new volume has a size, an existing one has an id.

use super::super::Rule;
use super::{assigned, templates};
use crate::model::Service;
use limn_common::fix_missing;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_yaml::Value;

pub(in super::super) static RULE: Rule = Rule { codes: &[&NO_SIZE, &IGNORED_SIZE], check };

const SECTION: &str = "TOSCA Simple Profile in YAML 1.2, 5.9.9";

static NO_SIZE: Code = Code::error(
    "tosca/volume-without-size",
    "T5.9.9-R1",
    SECTION,
    "Checks that a new volume has a `size`. It is required unless `volume_id` names an existing volume. A default in the type counts.",
)
.why("The provider cannot create a volume without knowing its size.")
.advice("Add `size`, or name an existing volume in `volume_id`.")
.bad(
    "node templates",
    "
disk: {type: tosca.nodes.Storage.BlockStorage}
#^^^
",
)
.good("disk: {type: tosca.nodes.Storage.BlockStorage, properties: {size: 1 GB}}");
static IGNORED_SIZE: Code = Code::warning(
    "tosca/volume-size-ignored",
    "T5.9.9-R2",
    SECTION,
    "Reports a `size` on a volume with `volume_id`.",
)
.why("The existing volume has its own size, so `size` is ignored.")
.advice("Remove `size`, or remove `volume_id` to create a volume.")
.bad(
    "node templates",
    "
a: {type: tosca.nodes.Storage.BlockStorage, properties: {size: 1 GB, volume_id: v}}
#                                                              ^^^^
",
)
.good("a: {type: tosca.nodes.Storage.BlockStorage, properties: {size: 1 GB}}");

fn check(service: &Service<'_>, report: &mut Report) {
    for template in templates(service, "tosca.nodes.Storage.BlockStorage") {
        // A copy has the values of its source, and an open template gets them later.
        if template.copy.is_some() || template.is_open() || !template.node.is_mapping() {
            continue;
        }
        let size = assigned(template.node, "size");
        let volume = assigned(template.node, "volume_id");
        let snapshot = assigned(template.node, "snapshot_id");
        match (size, volume) {
            (None, None) if snapshot.is_none() && !has_default(service, template.type_id, "size") => {
                let message = message::missing_parts(format_args!(
                    "property `size` or `volume_id` on volume `{}`",
                    template.name
                ));
                let fault = service.fault(&NO_SIZE, template.key, message);
                let size = [(vec!["size"], Value::Plain("1 GB".to_owned()))];
                report.push(fix_missing(
                    fault,
                    template.node,
                    Some("properties"),
                    "Add property `size`",
                    &size,
                ));
            }
            (Some(size), Some(volume))
                if service.is_own(size) && volume.as_str().is_none_or(|id| !id.is_empty()) =>
            {
                let message = "`size` is ignored: `volume_id` names an existing volume";
                report.push(service.fault(&IGNORED_SIZE, size, message));
            }
            _ => {}
        }
    }
}

fn has_default(service: &Service<'_>, id: crate::types::Lookup, name: &str) -> bool {
    let Some(id) = id.found() else { return true };
    service
        .type_scope
        .effective(id)
        .properties()
        .get(name)
        .is_some_and(|property| property.get("default").is_some())
}
