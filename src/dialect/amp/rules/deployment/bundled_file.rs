//! Files of a package in a blueprint that is deployed as a file.

use super::super::operations::external_file::{files, is_external};
use crate::profile::DEPLOYABLE;
use limn_language::diagnostic::{Code, Report};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::model::Service;

pub(in super::super) static RULE: Rule = Rule { codes: &[&BUNDLED], check };

static BUNDLED: Code = Code::warning(
    "amp/bundled-file-in-deployment",
    "M-DEP-2",
    "AMP, Packaging: CSARs, BOMs, and External Artifacts",
    "Reports a file by a relative path or by `classpath:` in a blueprint that is deployed as a file.",
)
.why("There is no package that contains it.")
.advice("Use a URL, or add the blueprint with its files to the catalog.")
.bad(
    "deployment",
    "
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute, interfaces: {Standard: {create: scripts/create.sh}}}
#                                                                       ^^^^^^^^^^^^^^^^^
",
)
.good(
    "
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute, interfaces: {Standard: {create: 'https://example.com/create.sh'}}}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    if !service.version.has(DEPLOYABLE) {
        return;
    }
    for word in files(service).into_iter().filter(|word| service.is_own(word.node)) {
        // The name of an artifact has no slash and no ending.
        let is_file = word.text.starts_with("classpath:") || word.text.contains(['/', '.']);
        if is_file && !is_external(&word.text) && !word.text.starts_with('$') && !word.text.contains('\n') {
            let message = message::unresolved_because(
                "file",
                &word.text,
                "a blueprint deployed from a single file has no package; use a URL or add it to the catalog",
            );
            report.push(service.fault(&BUNDLED, word.node, message));
        }
    }
}
