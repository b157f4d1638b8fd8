//! Rule: an empty `composition`, and capabilities and requirements with an empty `type`.

use super::super::grammar::{ASSEMBLIES, COMPOSITION_MISSING, CP4NA};
use super::super::model::Descriptor;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::{Node, Path};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&EMPTY_TYPE], check };

static EMPTY_TYPE: Code = Code::info(
    "assembly/empty-capability-type",
    "A-CAP-2",
    "CP4NA 2.7 assembly descriptors, Capabilities and requirements",
    "Checks that capabilities and requirements of an assembly have a non-empty `type`.",
)
.why("Other designers use the type to find out what the assembly offers and needs.")
.advice("Write a type such as `stream`, the same for capabilities and requirements that match.")
.bad(
    "document",
    "
capabilities:
  Video: {type: ''}
#               ^^
",
)
.good(
    "
capabilities:
  Video: {type: stream}
",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !ASSEMBLIES.has(descriptor.profiles) {
        return;
    }
    let capabilities = descriptor.capabilities.iter().map(|capability| ("a capability type", capability));
    let requirements = descriptor.requirements.iter().map(|requirement| ("a requirement type", requirement));
    for (what, offer) in capabilities.chain(requirements) {
        let Some(kind) = offer.kind.as_ref().filter(|kind| kind.text.trim().is_empty()) else { continue };
        let message = message::expected(format!("{what} for `type` of `{}`", offer.name), "an empty string");
        report.push(Diagnostic::new(&EMPTY_TYPE, kind.range, offer.path.clone(), message));
    }
    let composition = descriptor.document.root().and_then(|root| root.get("composition"));
    let is_empty = composition
        .is_some_and(|section| section.is_null() || (section.is_mapping() && section.entries().len() == 0));
    if let (true, true, Some(section)) = (CP4NA.has(descriptor.profiles), is_empty, composition) {
        let range = section.key().map_or(section.range(), Node::range);
        let message = "`composition` is empty: the assembly has no components";
        report.push(Diagnostic::new(&COMPOSITION_MISSING, range, Path::keys(["composition"]), message));
    }
}
