//! Unresolved function calls: unknown inputs, entities, properties, attributes, operations or artifacts, and misplaced keywords.

mod keyword;
mod misfit;
mod operation;
mod read;

pub use read::ENTITY;

use super::super::Rule;
use crate::function::{Call, Function, Keyword};
use crate::model::Service;
use crate::resolve::{Fault, FaultKind, Verdict};
use limn_language::diagnostic::{Code, Report};

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &keyword::OWN,
        &keyword::SOURCE,
        &keyword::TARGET,
        &keyword::HOST,
        &keyword::NO_HOST,
        &read::INPUT,
        &read::ENTITY,
        &read::PROPERTY,
        &read::PART,
        &read::INPUT_AS_INDEX,
        &read::BINDING,
        &read::EMPTY,
        &read::ATTRIBUTE,
        &operation::INTERFACE,
        &operation::OPERATION,
        &operation::IMPLEMENTATION,
        &operation::TYPE,
        &operation::ARTIFACT,
        &misfit::MISFIT,
        &misfit::INPUT_MISFIT,
    ],
    check,
};

fn check(service: &Service<'_>, report: &mut Report) {
    let name_index = service.name_index();
    for (site, outcome) in name_index.sites.iter().zip(&name_index.outcomes) {
        let Some(call) = Call::of(site.value) else { continue };
        match &outcome.verdict {
            Verdict::Fault(fault) => {
                // The number of arguments is reported first.
                let is_whole = call.function != Function::GetOperationOutput || call.arguments().len() == 4;
                if !is_whole && matches!(fault.what, FaultKind::Implementation) {
                    continue;
                }
                let code = code_of(call.function, fault);
                report.push(service.fault(code, fault.at, fault.message.clone()));
            }
            Verdict::Nothing(at, _) => {
                let name = at.as_str().unwrap_or_default();
                let message = format!("`{name}` has neither a value nor a default");
                report.push(service.fault(&read::EMPTY, *at, message));
            }
            Verdict::Gives(Some(given)) => {
                report.extend(misfit::misfit(service, &call, site, given));
            }
            Verdict::Gives(None) | Verdict::Undetermined => {}
        }
    }
}

fn code_of(function: Function, fault: &Fault<'_>) -> &'static Code {
    match fault.what {
        FaultKind::Input => &read::INPUT,
        FaultKind::Entity => &read::ENTITY,
        FaultKind::Keyword(Keyword::Own) => &keyword::OWN,
        FaultKind::Keyword(Keyword::Source) => &keyword::SOURCE,
        FaultKind::Keyword(Keyword::Target) => &keyword::TARGET,
        FaultKind::Keyword(Keyword::Host) => &keyword::HOST,
        FaultKind::Member if function == Function::GetAttribute => &read::ATTRIBUTE,
        FaultKind::Member => &read::PROPERTY,
        FaultKind::Nested | FaultKind::Index => &read::PART,
        FaultKind::InputAsIndex => &read::INPUT_AS_INDEX,
        FaultKind::Binding => &read::BINDING,
        FaultKind::Host => &keyword::NO_HOST,
        FaultKind::Interface => &operation::INTERFACE,
        FaultKind::Operation => &operation::OPERATION,
        FaultKind::Implementation => &operation::IMPLEMENTATION,
        FaultKind::Artifact => &operation::ARTIFACT,
        FaultKind::Type => &operation::TYPE,
    }
}
