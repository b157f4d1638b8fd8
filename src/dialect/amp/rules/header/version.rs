//! The version: AMP reads TOSCA 1.3.

use limn_language::diagnostic::{Code, Report, Severity};
use limn_language::message;
use limn_tosca::Rule;
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::Service;
use limn_yaml::{Node, Op, Value};

pub(in super::super) static RULE: Rule = Rule { codes: &[&OTHER_VERSION], check };

const VERSION: &str = "tosca_simple_yaml_1_3";

static OTHER_VERSION: Code = Code::error(
    "amp/other-version",
    "M-VER-1",
    "AMP, Key Concepts",
    "Checks that `tosca_definitions_version` is `tosca_simple_yaml_1_3`. `tosca_simple_yaml_1_0_0_wd03` is the version of the open-source plugin \
that AMP replaces; in a document of the plugin this is a hint.",
)
.why("AMP reads only this version. Others differ in keynames and types, so AMP can reject or misread the blueprint.")
.advice("Set `tosca_definitions_version` to `tosca_simple_yaml_1_3`, and adapt keynames and types that differ.")
.bad(
    "file",
    "
tosca_definitions_version: tosca_simple_yaml_1_2
#                          ^^^^^^^^^^^^^^^^^^^^^
",
)
.good("tosca_definitions_version: tosca_simple_yaml_1_3");

fn check(service: &Service<'_>, report: &mut Report) {
    let word = service.root.and_then(|root| root.get("tosca_definitions_version")).map(Node::resolve);
    let Some((word, text)) = word.and_then(|word| Some((word, word.as_str()?))) else { return };
    if text.trim() == VERSION || text.trim().ends_with("/tosca/ns/simple/yaml/1.3") {
        return;
    }
    let message = message::expected(format_args!("version `{VERSION}`"), format_args!("`{}`", text.trim()));
    let mut fault = service.fault(&OTHER_VERSION, word, message);
    if service.version.has(AMP_PLUGIN) {
        fault.severity = Severity::Info;
    } else {
        let ops = vec![Op::Replace { at: word.path(), value: Value::text(VERSION) }];
        // The document is read as TOSCA 1.3 already; only a draft can mean something else.
        let is_standard =
            ["1_0", "1_1", "1_2"].iter().any(|version| text.trim() == format!("tosca_simple_yaml_{version}"));
        fault = fault.likely_fix(format!("Change to `{VERSION}`"), ops, is_standard);
    }
    report.diagnostics.push(fault);
}
