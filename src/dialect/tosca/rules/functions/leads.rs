//! Calls that lead nowhere: no such input, entity, property, attribute, operation or artifact; keywords out of their place.

use std::collections::BTreeSet;

use super::super::Rule;
use super::super::values::RESULT;
use super::STANDARD;
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::dialect::tosca::function::{Call, Function, Keyword};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::resolve::{Fault, Verdict, What};
use crate::dialect::tosca::sort::fits;
use crate::dialect::tosca::survey::{Site, Spot};

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &OWN,
        &SOURCE,
        &TARGET,
        &HOST,
        &NO_HOST,
        &INPUT,
        &ENTITY,
        &PROPERTY,
        &PART,
        &BINDING,
        &EMPTY,
        &ATTRIBUTE,
        &INTERFACE,
        &OPERATION,
        &IMPLEMENTATION,
        &TYPE,
        &ARTIFACT,
        &MISFIT,
        &INPUT_MISFIT,
    ],
    check,
};

static OWN: Code = Code::error(
    "tosca/self-out-of-place",
    "T4.1-R1",
    STANDARD,
    "`SELF` is the node or relationship that the function stands in. Inputs, outputs, groups, policies and substitution mappings stand in none: \
     name a template there.",
);
static SOURCE: Code = Code::error(
    "tosca/source-out-of-place",
    "T4.1-R2",
    STANDARD,
    "`SOURCE` is the node at the source of a relationship, so it has a meaning in relationships only.",
);
static TARGET: Code = Code::error(
    "tosca/target-out-of-place",
    "T4.1-R3",
    STANDARD,
    "`TARGET` is the node at the target of a relationship, so it has a meaning in relationships only.",
);
static HOST: Code = Code::error(
    "tosca/host-out-of-place",
    "T4.1-R4",
    STANDARD,
    "`HOST` stands for the nodes that a node is hosted on, so it has a meaning in nodes only.",
);
static NO_HOST: Code = Code::warning(
    "tosca/no-such-host",
    "T4.1-R7",
    STANDARD,
    "`HOST` is looked for along the `HostedOn` relationships, the nearest host first. A node that is hosted on nothing, or whose hosts all lack \
     the name, has nothing to read.",
);
static INPUT: Code = Code::error(
    "tosca/unknown-input",
    "T4.4.1-R1",
    STANDARD,
    "`get_input` reads an input of the topology; in a workflow one of the workflow's inputs comes first.",
);
static ENTITY: Code = Code::error(
    "tosca/unknown-entity",
    "T4.4.2-R2",
    STANDARD,
    "The first argument names a node template, a relationship template or a group of this service template, or is a keyword.",
);
static PROPERTY: Code = Code::error(
    "tosca/unknown-read-property",
    "T4.4.2-R4",
    STANDARD,
    "What `get_property` reads is a property of the entity itself, of the capability that a requirement of it leads to, or of a capability of it, \
     looked for in this order.",
);
static PART: Code = Code::error(
    "tosca/no-such-part",
    "T4.4.2-R5",
    STANDARD,
    "Behind the property's name the arguments go into its value: by name into a data type or a map, by number into a list.",
);
static BINDING: Code = Code::warning(
    "tosca/read-through-open-requirement",
    "T4.4.2-R6",
    STANDARD,
    "A value that is read through a requirement is the one of the node that the requirement is bound to. Bound to nothing, or to several, it has \
     none that could be told.",
);
static EMPTY: Code = Code::warning(
    "tosca/reads-nothing",
    "T4.4.2-R8",
    STANDARD,
    "The property is not required, has no default, and the template gives it no value: there is nothing to read.",
);
static ATTRIBUTE: Code = Code::error(
    "tosca/unknown-read-attribute",
    "T4.5.1-R3",
    STANDARD,
    "What `get_attribute` reads is an attribute, or a property, which is reflected as an attribute: of the entity itself, of the capability that \
     a requirement of it leads to, or of a capability of it.",
);
static INTERFACE: Code = Code::error(
    "tosca/unknown-read-interface",
    "T4.6.1-R3",
    STANDARD,
    "`get_operation_output` names an interface that the entity has.",
);
static OPERATION: Code = Code::error(
    "tosca/unknown-read-operation",
    "T4.6.1-R4",
    STANDARD,
    "`get_operation_output` names an operation that the interface has.",
);
static IMPLEMENTATION: Code = Code::warning(
    "tosca/operation-without-output",
    "T4.6.1-R7",
    STANDARD,
    "The operation has no implementation: nothing runs, so nothing gives the output.",
);
static TYPE: Code = Code::error(
    "tosca/unknown-read-type",
    "T4.7.1-R1",
    STANDARD,
    "`get_nodes_of_type` names a node type that this file declares or imports, or one of TOSCA's own: of another there are no nodes.",
);
static ARTIFACT: Code = Code::error(
    "tosca/unknown-read-artifact",
    "T4.8.1-R3",
    STANDARD,
    "`get_artifact` names an artifact of the entity, or one that its type declares.",
);
static MISFIT: Code = Code::warning(
    "tosca/read-value-misfit",
    "T4.4.2-R7",
    STANDARD,
    "The value that is read is of another type than what it is given to.",
);
static INPUT_MISFIT: Code = Code::warning(
    "tosca/input-misfit",
    "T4.4.1-R2",
    STANDARD,
    "The input is of another type than what it is given to: what is fine as an input is refused later, as a value.",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let survey = service.survey();
    let mut misfits = BTreeSet::new();
    for (site, outcome) in survey.sites.iter().zip(&survey.outcomes) {
        let Some(call) = Call::of(site.value) else { continue };
        match &outcome.verdict {
            Verdict::Fault(fault) => {
                // How many arguments there are comes first.
                let is_whole = call.function != Function::GetOperationOutput || call.arguments().len() == 4;
                if !is_whole && matches!(fault.what, What::Implementation) {
                    continue;
                }
                let code = code_of(call.function, fault);
                report.push(service.fault(code, fault.at, fault.message.clone()));
            }
            Verdict::Nothing(at, _) => {
                let name = at.as_str().unwrap_or_default();
                let message =
                    format!("`{name}` has neither a value nor a default, so there is nothing to read");
                report.push(service.fault(&EMPTY, *at, message));
            }
            Verdict::Gives(Some(given)) => {
                if let Some(misfit) = misfit(service, &call, site, given) {
                    misfits.insert((misfit.range.start, misfit.range.end));
                    report.push(misfit);
                }
            }
            Verdict::Gives(None) | Verdict::Untold => {}
        }
    }
    // The same is told of values of any kind: here it is told of what is read.
    let is_told = |it: &Diagnostic| misfits.contains(&(it.range.start, it.range.end));
    report.diagnostics.retain(|it| *it.code != RESULT || !is_told(it));
}

fn misfit<'d>(
    service: &Service<'d>,
    call: &Call<'d>,
    site: &Site<'d>,
    given: &crate::dialect::tosca::sort::Sort<'d>,
) -> Option<Diagnostic> {
    let is_value = !matches!(site.spot, Spot::Argument | Spot::Literal);
    let asked = site.sort.as_ref().filter(|_| is_value)?;
    if fits(&service.world, given, asked) != Some(false) {
        return None;
    }
    let code = if call.function == Function::GetInput { &INPUT_MISFIT } else { &MISFIT };
    let message = format!("this gives `{}`, and `{}` is asked for", given.name.text, asked.name.text);
    Some(service.fault(code, call.node, message))
}

fn code_of(function: Function, fault: &Fault<'_>) -> &'static Code {
    match fault.what {
        What::Input => &INPUT,
        What::Entity => &ENTITY,
        What::Keyword(Keyword::Own) => &OWN,
        What::Keyword(Keyword::Source) => &SOURCE,
        What::Keyword(Keyword::Target) => &TARGET,
        What::Keyword(Keyword::Host) => &HOST,
        What::Member if function == Function::GetAttribute => &ATTRIBUTE,
        What::Member => &PROPERTY,
        What::Nested => &PART,
        What::Binding => &BINDING,
        What::Host => &NO_HOST,
        What::Interface => &INTERFACE,
        What::Operation => &OPERATION,
        What::Implementation => &IMPLEMENTATION,
        What::Artifact => &ARTIFACT,
        What::Type => &TYPE,
    }
}
