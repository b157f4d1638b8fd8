//! Names that are TOSCA's own.

use super::super::Rule;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::TypeKind;

pub(in super::super) static RULE: Rule = Rule { codes: &[&REDEFINED, &RESERVED, &SHORTHAND], check };

static REDEFINED: Code = Code::error(
    "tosca/normative-type-redefined",
    "T5.2-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.1.2 and 3.1.3",
    "TOSCA's own types are imported into every service template, so a second type of the name is a duplicate: processors take the one or the \
     other. Derive from it under a name of your own.",
);
static RESERVED: Code = Code::warning(
    "tosca/reserved-type-name",
    "T5.2-R5",
    "TOSCA Simple Profile in YAML 1.2, 5.2",
    "Names that begin with `tosca.` are the standard's, which may use this one tomorrow. Name your types in a space of your own.",
);
static SHORTHAND: Code = Code::warning(
    "tosca/type-hides-shorthand",
    "T3.6.1-R7",
    "TOSCA Simple Profile in YAML 1.2, 5.2.1",
    "The name is the short form of one of TOSCA's own types. Here it means yours, but readers and other processors may take the other.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    if is_profile(service) {
        return;
    }
    for kind in TypeKind::ALL {
        for (_, own) in service.own_types(kind) {
            let normative = service.world.normative(kind, &own.name);
            let Some(normative) = normative.filter(|id| !service.world.is_example(*id)) else {
                if normative.is_none() && own.name.starts_with("tosca.") && !is_common_space(&own.name) {
                    let message =
                        format!("`{}` takes a name that is reserved for the standard's own types", own.name);
                    report.push(service.fault(&RESERVED, own.key, message));
                }
                continue;
            };
            let full = &service.world.get(normative).name;
            if *full == own.name {
                let message = format!("`{}` is one of TOSCA's own types", own.name);
                report.push(service.fault(&REDEFINED, own.key, message));
            } else {
                let message = format!("`{}` is also the short form of `{full}`", own.name);
                report.push(service.fault(&SHORTHAND, own.key, message));
            }
        }
    }
}

/// Whether the file declares TOSCA's types anew: it brings a root of its own, and of its types at least every second is one of TOSCA's.
fn is_profile(service: &Service<'_>) -> bool {
    let (mut all, mut normative, mut has_root) = (0_usize, 0_usize, false);
    for kind in TypeKind::ALL {
        for (_, own) in service.own_types(kind) {
            all += 1;
            normative += usize::from(service.world.normative(kind, &own.name).is_some());
            has_root |= own.name.strip_prefix(kind.space()) == Some("Root");
        }
    }
    has_root && normative * 2 >= all
}

/// Profiles that other standards define in TOSCA's name space.
fn is_common_space(name: &str) -> bool {
    name.split('.').any(|part| matches!(part, "nfv" | "mec"))
}
