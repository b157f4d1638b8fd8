//! Rule: the version has quotes, and the objective has the syntax of the version.

use super::super::grammar::{BASE, GENERIC_VERSION, HAS, is_date};
use super::super::model::Template;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::{Op, Style, Value};

pub(super) static RULE: Rule<Template> =
    Rule { codes: &[&UNQUOTED_VERSION, &OBJECTIVE_OF_OTHER_VERSION], check };

static UNQUOTED_VERSION: Code = Code::info(
    "homing/unquoted-version",
    "H-VER-3",
    "YAML 1.1, timestamps",
    "Checks that the version has quotes.",
)
.why("Without quotes, YAML 1.1 parsers read it as a date. Templates sent to HAS as JSON aren't affected.")
.advice("Put quotes around the date: `'2017-10-10'`.")
.bad(
    "template",
    "
homing_template_version: 2017-10-10
#                        ^^^^^^^^^^
",
)
.good(r#"homing_template_version: "2017-10-10""#);
static OBJECTIVE_OF_OTHER_VERSION: Code = Code::error(
    "homing/objective-of-other-version",
    "H-VER-4",
    HAS,
    "Checks that the objective has the syntax of the version: `minimize` with `sum` before 2020-08-13, `goal` with `operation_function` since then.",
)
.why("HAS rejects the other syntax.")
.advice("Change `homing_template_version`, or write `minimize` with `sum` before 2020-08-13 and `goal` with `operation_function` since then.")
.bad(
    "template",
    r#"
homing_template_version: "2020-08-13"
optimization: {minimize: {sum: [{distance_between: [customer, web]}]}}
#^^^^^^^^^^^
"#,
)
.good(
    r#"
homing_template_version: "2018-02-01"
optimization: {minimize: {sum: [{distance_between: [customer, web]}]}}
"#,
);

fn check(template: &Template, report: &mut Report) {
    if let Some(version) = &template.version
        && let (true, Some(text)) = (version.plain, version.datum.text())
        && is_date(text)
    {
        let value = Value::Quoted(text.to_owned());
        let quote = vec![Op::Replace { at: version.path.clone(), value }];
        let message = format!("`{text}` without quotes is a date in YAML 1.1");
        report.push(
            Diagnostic::new(&UNQUOTED_VERSION, version.range, version.path.clone(), message)
                .fix("Add quotes", quote),
        );
    }
    let Some(objective) = &template.objective else { return };
    let is_base = BASE.has(template.profiles);
    if objective.goal.is_none() && objective.root.is_none() || objective.is_generic != is_base {
        return;
    }
    let message = if is_base {
        format!("`goal` with `operation_function` is only supported since {GENERIC_VERSION}")
    } else {
        let what = format!("`goal` and `operation_function` in version {GENERIC_VERSION}");
        let written = template.node(&objective.path).and_then(|node| node.entries().next()?.key.text());
        message::expected(what, written.map_or("another objective".to_owned(), |key| format!("`{key}`")))
    };
    let mut diagnostic =
        Diagnostic::new(&OBJECTIVE_OF_OTHER_VERSION, objective.range, objective.path.clone(), message);
    if let Some(version) = &template.version {
        diagnostic = diagnostic.related(version.range, "version declared here");
        let other = if is_base { GENERIC_VERSION } else { "2018-02-01" };
        let quoted = template.node(&version.path).is_some_and(|node| node.style() != Style::Plain);
        let value = if quoted { Value::Quoted(other.to_owned()) } else { Value::Plain(other.to_owned()) };
        let ops = vec![Op::Replace { at: version.path.clone(), value }];
        diagnostic = diagnostic.fix(format!("Change the version to {other}"), ops).unsafe_fix();
    }
    report.push(diagnostic);
}
