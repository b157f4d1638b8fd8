//! Capabilities and requirements of the node, and what in the topology they are mapped to.

use super::super::super::Rule;
use super::{Stand, mapped, misnamed};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::matching::{Asked, Kind, Line};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::Word;
use crate::yaml::Entry;

pub(in super::super::super) static RULE: Rule = Rule {
    codes: &[
        &CAPABILITY_KEY,
        &CAPABILITY_TEMPLATE,
        &CAPABILITY_NAME,
        &CAPABILITY_BOTH,
        &CAPABILITY_VALUES,
        &CAPABILITY_TYPE,
        &REQUIREMENT_KEY,
        &REQUIREMENT_TEMPLATE,
        &REQUIREMENT_NAME,
        &REQUIREMENT_BOTH,
        &REQUIREMENT_VALUES,
        &REQUIREMENT_TYPE,
        &BOUND,
    ],
    check,
};

const CAPABILITIES: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.9";
const REQUIREMENTS: &str = "TOSCA Simple Profile in YAML 1.2, 3.7.10";

static CAPABILITY_KEY: Code = Code::error(
    "tosca/mapped-capability-undeclared",
    "T3.7.9-R4",
    CAPABILITIES,
    "What is mapped is a capability of the node type that the topology stands for.",
);
static CAPABILITY_TEMPLATE: Code = Code::error(
    "tosca/mapped-capability-nowhere",
    "T3.7.9-R2",
    CAPABILITIES,
    "A capability is mapped to one of a node template of the same topology, which the mapping names first.",
);
static CAPABILITY_NAME: Code = Code::error(
    "tosca/mapped-to-unknown-capability",
    "T3.7.9-R3",
    CAPABILITIES,
    "A capability is mapped to one that the type of the named node template has.

Bad:
```yaml
capabilities: {database_endpoint: [db, endpoint]}
```
Good:
```yaml
capabilities: {database_endpoint: [db, database_endpoint]}
```",
);
static CAPABILITY_BOTH: Code = Code::error(
    "tosca/capability-mapped-and-set",
    "T3.7.9-R5",
    CAPABILITIES,
    "A capability is either mapped to one in the topology or given values here. Mapped, it has the values of what it is mapped to.",
);
static CAPABILITY_VALUES: Code = Code::warning(
    "tosca/endpoint-without-mapping",
    "T3.7.9-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.7.9.3",
    "Nothing can be connected to an endpoint that has values and no node behind it.",
);
static CAPABILITY_TYPE: Code = Code::error(
    "tosca/mapped-capability-type",
    "T3.7.9-R7",
    CAPABILITIES,
    "Whoever uses the node relies on the type of its capability: what it is mapped to is of this type, or of one that derives from it.",
);
static REQUIREMENT_KEY: Code = Code::error(
    "tosca/mapped-requirement-undeclared",
    "T3.7.10-R4",
    REQUIREMENTS,
    "What is mapped is a requirement of the node type that the topology stands for.",
);
static REQUIREMENT_TEMPLATE: Code = Code::error(
    "tosca/mapped-requirement-nowhere",
    "T3.7.10-R2",
    REQUIREMENTS,
    "A requirement is mapped to one of a node template of the same topology, which the mapping names first.",
);
static REQUIREMENT_NAME: Code = Code::error(
    "tosca/mapped-to-unknown-requirement",
    "T3.7.10-R3",
    REQUIREMENTS,
    "A requirement is mapped to one that the type of the named node template has.

Bad:
```yaml
requirements: {host: [app, server]}
```
Good:
```yaml
requirements: {host: [app, host]}
```",
);
static REQUIREMENT_BOTH: Code = Code::error(
    "tosca/requirement-mapped-and-set",
    "T3.7.10-R5",
    REQUIREMENTS,
    "A requirement is either mapped to one in the topology or given values here, not both.",
);
static REQUIREMENT_VALUES: Code = Code::warning(
    "tosca/requirement-without-mapping",
    "T3.7.10-R6",
    "TOSCA Simple Profile in YAML 1.2, 3.7.10.3",
    "A requirement for an endpoint that has values and no node behind it connects nothing.",
);
static REQUIREMENT_TYPE: Code = Code::error(
    "tosca/mapped-requirement-type",
    "T3.7.10-R7",
    REQUIREMENTS,
    "What meets the requirement of the node has to meet the one that it is mapped to: the capability types that the two ask for are the same, or one \
     derives from the other.",
);
static BOUND: Code = Code::warning(
    "tosca/exposed-and-bound",
    "T3.7.12-R7",
    "TOSCA Simple Profile in YAML 1.2, 2.10, 3.7.12",
    "A requirement that the topology exposes is met from outside, by whoever uses it as a node. Here it is met inside as well: one of the two is \
     without effect.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(mut stand) = Stand::of(service) else { return };
    for entry in &stand.substitution.capabilities {
        capability(&mut stand, *entry, report);
    }
    for entry in &stand.substitution.requirements {
        requirement(&mut stand, *entry, report);
    }
}

fn capability<'d>(stand: &mut Stand<'_, 'd>, entry: Entry<'d>, report: &mut Report) {
    let (service, Some(name)) = (stand.service, entry.key.as_str()) else { return };
    if let Some((_, kind)) = stand.kind.as_ref().filter(|(_, kind)| kind.line.is_complete())
        && kind.offer(&name).is_none()
    {
        let message = format!("`{}` has no capability `{name}`", kind.line.name);
        let near = service.nearness.nearest(&name, kind.offers.iter().map(|it| it.name.as_str()));
        report.push(misnamed(service.fault(&CAPABILITY_KEY, entry.key, message), entry.key, near));
    }
    let line = stand.kind.as_ref().and_then(|(_, kind)| kind.offer(&name)?.line.clone());
    values(stand, entry, &CAPABILITY_BOTH, &CAPABILITY_VALUES, line.as_ref(), report);
    let Some(words) = mapped(entry) else { return };
    let [template, inner] = &words[..] else { return };
    let at = match stand.template(&CAPABILITY_TEMPLATE, template) {
        Ok(at) => at,
        Err(fault) => return report.push(*fault),
    };
    let Some(inside) = service.matching().kind(at) else { return };
    let Some(offer) = inside.offer(&inner.text) else {
        let names = inside.offers.iter().map(|it| it.name.as_str());
        return unknown(stand, &CAPABILITY_NAME, "capability", inside, names, inner, report);
    };
    if let (Some(outer), Some(own)) = (&line, &offer.line)
        && own.is(&Asked::exactly(&service.world, outer.id)) == Some(false)
    {
        let message = format!(
            "`{name}` is of type `{}`, from which the type `{}` of `{}` does not derive",
            outer.name, own.name, inner.text
        );
        report.push(service.fault(&CAPABILITY_TYPE, inner.node, message));
    }
}

fn requirement<'d>(stand: &mut Stand<'_, 'd>, entry: Entry<'d>, report: &mut Report) {
    let (service, Some(name)) = (stand.service, entry.key.as_str()) else { return };
    if let Some((_, kind)) = stand.kind.as_ref().filter(|(_, kind)| kind.line.is_complete())
        && kind.need(&name).is_none()
    {
        let message = format!("`{}` has no requirement `{name}`", kind.line.name);
        let near = service.nearness.nearest(&name, kind.needs.iter().map(|it| it.name.as_str()));
        report.push(misnamed(service.fault(&REQUIREMENT_KEY, entry.key, message), entry.key, near));
    }
    let line_of = |asked: &Asked| asked.found.found().map(|id| Line::of(&service.world, id));
    let outer = stand.kind.as_ref().and_then(|(_, kind)| kind.need(&name)?.capability.clone());
    let line = outer.as_ref().and_then(line_of);
    values(stand, entry, &REQUIREMENT_BOTH, &REQUIREMENT_VALUES, line.as_ref(), report);
    let Some(words) = mapped(entry) else { return };
    let [template, inner] = &words[..] else { return };
    let at = match stand.template(&REQUIREMENT_TEMPLATE, template) {
        Ok(at) => at,
        Err(fault) => return report.push(*fault),
    };
    bound(stand, at, inner, report);
    let Some(inside) = service.matching().kind(at) else { return };
    let Some(need) = inside.need(&inner.text) else {
        let names = inside.needs.iter().map(|it| it.name.as_str());
        return unknown(stand, &REQUIREMENT_NAME, "requirement", inside, names, inner, report);
    };
    if let (Some(outer), Some(own)) = (&outer, &need.capability)
        && let (Some(outer_line), Some(own_line)) = (&line, line_of(own))
        && outer_line.is(own) == Some(false)
        && own_line.is(outer) == Some(false)
    {
        let message = format!(
            "`{name}` asks for a `{}`, and `{}` of `{}` for a `{}`",
            outer.name, inner.text, template.text, own.name
        );
        report.push(service.fault(&REQUIREMENT_TYPE, inner.node, message));
    }
}

fn unknown<'a>(
    stand: &Stand<'_, '_>,
    code: &'static Code,
    what: &str,
    inside: &Kind,
    names: impl Iterator<Item = &'a str>,
    inner: &Word<'_>,
    report: &mut Report,
) {
    if !inside.line.is_complete() {
        return;
    }
    let message = format!("`{}` has no {what} `{}`", inside.line.name, inner.text);
    let at = inner.node.range();
    let diagnostic = crate::diagnostic::Diagnostic::new(code, at, inner.node.path(), message);
    debug_assert!(
        std::ptr::eq(inner.node.document(), stand.service.document),
        "mappings stand in the document"
    );
    report.push(match stand.service.nearness.nearest(&inner.text, names) {
        Some(near) => super::super::near::suggest(diagnostic, inner, near),
        None => diagnostic,
    });
}

/// Values that stand beside a mapping, or in its place where something is to be connected.
fn values<'d>(
    stand: &Stand<'_, 'd>,
    entry: Entry<'d>,
    both: &'static Code,
    instead: &'static Code,
    line: Option<&Line>,
    report: &mut Report,
) {
    let node = entry.value.resolve();
    let filled = |key: &str| node.entry(key).filter(|it| it.value.resolve().entries().len() > 0);
    let Some(given) = filled("properties").or_else(|| filled("attributes")) else { return };
    let key = given.key.as_str().unwrap_or_default();
    let name = entry.key.as_str().unwrap_or_default();
    if node.get("mapping").is_some() {
        let message = format!("`{name}` is mapped, and has `{key}` of its own");
        report.push(stand.service.fault(both, given.key, message));
    } else if line.is_some_and(|line| line.derives_from_name("tosca.capabilities.Endpoint")) {
        let message = format!("`{name}` is an endpoint with `{key}` and nothing behind it");
        report.push(stand.service.fault(instead, given.key, message));
    }
}

/// Assignments inside of a requirement that is met from outside.
fn bound<'d>(stand: &Stand<'_, 'd>, at: usize, inner: &Word<'d>, report: &mut Report) {
    use crate::dialect::tosca::matching::Target;
    let template = &stand.topology.node_templates[at];
    let bindings = &stand.service.matching().templates[at].bindings;
    for (requirement, binding) in template.requirements.iter().zip(bindings) {
        if requirement.name == inner.text && matches!(binding.target, Target::Template(_)) {
            let message = format!(
                "`{}` of `{}` is met here, and exposed by `substitution_mappings`",
                requirement.name, template.name
            );
            report.push(
                stand
                    .service
                    .fault(&BOUND, requirement.key, message)
                    .related(inner.node.range(), "exposed here".to_owned()),
            );
        }
    }
}
