//! Unresolved function calls: unknown inputs, entities, properties, attributes, operations or artifacts, and misplaced keywords.

mod keyword;
mod misfit;
mod operation;
mod read;

pub use read::ENTITY;

use super::super::Rule;
use crate::function::{CallNode, Function, Keyword};
use crate::model::Service;
use crate::resolve::{CallResult, ResolveError, ResolveErrorKind};
use limn_language::diagnostic::{Code, Report};
use limn_yaml::{Op, Value};

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
        let Some(call) = CallNode::of(site.value) else { continue };
        match &outcome.result {
            CallResult::Fault(fault) => {
                // The number of arguments is reported first.
                let is_whole = call.function != Function::GetOperationOutput || call.arguments().len() == 4;
                if !is_whole && matches!(fault.what, ResolveErrorKind::Implementation) {
                    continue;
                }
                let code = code_of(call.function, fault);
                let diagnostic = service.fault(code, fault.at, fault.text.message.clone());
                report.push(diagnostic.did_you_mean_any(fault.text.near.as_deref(), |near| Op::Replace {
                    at: fault.at.path(),
                    value: Value::text(near),
                }));
            }
            CallResult::NoValue(at, _) => {
                let name = at.as_str().unwrap_or_default();
                let message = format!("`{name}` has neither a value nor a default");
                report.push(service.fault(&read::EMPTY, *at, message));
            }
            CallResult::Gives(Some(given)) => {
                report.extend(misfit::misfit(service, &call, site, given));
            }
            CallResult::Gives(None) | CallResult::Undetermined => {}
        }
    }
}

fn code_of(function: Function, fault: &ResolveError<'_>) -> &'static Code {
    match fault.what {
        ResolveErrorKind::Input => &read::INPUT,
        ResolveErrorKind::Entity => &read::ENTITY,
        ResolveErrorKind::Keyword(Keyword::Own) => &keyword::OWN,
        ResolveErrorKind::Keyword(Keyword::Source) => &keyword::SOURCE,
        ResolveErrorKind::Keyword(Keyword::Target) => &keyword::TARGET,
        ResolveErrorKind::Keyword(Keyword::Host) => &keyword::HOST,
        ResolveErrorKind::Member if function == Function::GetAttribute => &read::ATTRIBUTE,
        ResolveErrorKind::Member => &read::PROPERTY,
        ResolveErrorKind::Nested | ResolveErrorKind::Index => &read::PART,
        ResolveErrorKind::InputAsIndex => &read::INPUT_AS_INDEX,
        ResolveErrorKind::Binding => &read::BINDING,
        ResolveErrorKind::Host => &keyword::NO_HOST,
        ResolveErrorKind::Interface => &operation::INTERFACE,
        ResolveErrorKind::Operation => &operation::OPERATION,
        ResolveErrorKind::Implementation => &operation::IMPLEMENTATION,
        ResolveErrorKind::Artifact => &operation::ARTIFACT,
        ResolveErrorKind::Type => &operation::TYPE,
    }
}

#[cfg(test)]
mod tests {
    use limn_analysis::Analysis;
    use limn_files::FilePath;

    /// The messages for a call in an output, each with the titles of its fixes.
    fn reported(call: &str) -> Vec<String> {
        let file = FilePath::new("service.yaml").unwrap();
        let text = format!(
            "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    web: {{type: tosca.nodes.Compute}}\n    net: {{type: tosca.nodes.network.Network}}\n  outputs: {{a: {{value: {{{call}}}}}}}\n"
        );
        let analysis = Analysis::of_text(&file, &text);
        let diagnostics = analysis.file(&file).unwrap().diagnostics().to_vec();
        let own = diagnostics.into_iter().filter(|diagnostic| super::RULE.codes.contains(&diagnostic.code));
        let lines = own.flat_map(|diagnostic| {
            let titles = diagnostic.fixes.into_iter().map(|fix| fix.title);
            std::iter::once(diagnostic.message).chain(titles)
        });
        lines.collect()
    }

    #[test]
    fn an_attribute_is_read_by_the_other_function() {
        assert_eq!(
            reported("get_property: [web, private_address]"),
            [
                "unknown property `private_address` on node type `tosca.nodes.Compute`; use `get_attribute` for attribute `private_address`"
            ]
        );
    }

    #[test]
    fn a_misspelled_name_has_a_fix() {
        assert_eq!(
            reported("get_property: [net, ip_versions]"),
            [
                "unknown property `ip_versions` on node type `tosca.nodes.network.Network`; did you mean `ip_version`?",
                "Change to `ip_version`"
            ]
        );
        assert_eq!(
            reported("get_attribute: [wab, private_address]"),
            ["unknown node or relationship template `wab`; did you mean `web`?", "Change to `web`"]
        );
    }
}
