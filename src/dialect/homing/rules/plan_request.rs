//! Rule: a plan request has strings where HAS requires them, and its template as a mapping.

use super::super::grammar::PLAN_REQUEST;
use super::super::model::Template;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_language::message;
use limn_yaml::{Op, Path, Resolved, Value};

pub(super) static RULE: Rule<Template> = Rule { codes: &[&TEMPLATE_AS_TEXT], check };

static TEMPLATE_AS_TEXT: Code = Code::common(
    Severity::Info,
    "homing/template-as-text",
    "ONAP HAS, POST /v1/plans",
    "Reports a plan request with its template as a string.",
)
.why("Limn draws and checks a template only as a mapping.")
.advice("Write the template as a nested mapping, without quotes or `|`.")
.bad(
    "document",
    r#"
name: p
template: 'homing_template_version: "2018-02-01"'
#         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
)
.good(
    r#"
name: p
template:
  homing_template_version: "2018-02-01"
~  demands: {web: [{inventory_provider: aai, inventory_type: cloud}]}
"#,
);

fn check(template: &Template, report: &mut Report) {
    if !template.is_plan {
        return;
    }
    let Some(root) = template.document.root() else { return };
    for key in ["num_solution", "name", "id", "template_url"] {
        let Some(node) = root.get(key) else { continue };
        let Some(text) = node.as_str() else { continue };
        if !matches!(node.resolved(), Some(Resolved::Int(_) | Resolved::Float(_) | Resolved::Bool(_))) {
            continue;
        }
        let at = Path::keys([key]);
        let message = message::expected(format!("a string as `{key}`"), format!("`{text}`"));
        let ops = vec![Op::Replace { at: at.clone(), value: Value::Quoted(text.into_owned()) }];
        report.push(Diagnostic::new(&PLAN_REQUEST, node.range(), at, message).fix("Add quotes", ops));
    }
    if let Some(text) = root.get("template").filter(|node| node.is_scalar() && !node.is_null()) {
        let at = Path::keys(["template"]);
        let message = "the template is a string, which is not checked";
        report.push(Diagnostic::new(&TEMPLATE_AS_TEXT, text.range(), at, message));
    }
}
