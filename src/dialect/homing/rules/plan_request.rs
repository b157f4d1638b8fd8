//! The request around a template.

use super::super::grammar::PLAN_REQUEST;
use super::super::model::Template;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_yaml::{Op, Path, Resolved, Value};

pub(super) static RULE: Rule<Template> = Rule { codes: &[&TEMPLATE_AS_TEXT], check };

static TEMPLATE_AS_TEXT: Code = Code::common(
    Severity::Info,
    "homing/template-as-text",
    "HAS, the homing service, POST /v1/plans",
    "A plan request may carry its template as one long text. Limn draws and checks a template that stands there as a mapping.",
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
        let message = format!("`{key}` is a text: `{text}` needs quotes");
        let ops = vec![Op::Replace { at: at.clone(), value: Value::Quoted(text.into_owned()) }];
        report.push(Diagnostic::new(&PLAN_REQUEST, node.range(), at, message).fix("Put it in quotes", ops));
    }
    if let Some(text) = root.get("template").filter(|node| node.is_scalar() && !node.is_null()) {
        let at = Path::keys(["template"]);
        let message = "the template is one text here, which is not looked into";
        report.push(Diagnostic::new(&TEMPLATE_AS_TEXT, text.range(), at, message));
    }
}
