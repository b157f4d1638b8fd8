//! Rule: a plain value of a string property is a string in YAML.

use super::super::model::{Descriptor, DescriptorKind, Property};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_language::message;
use limn_yaml::{Op, Resolved, Style, Value};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&UNQUOTED_TEXT], check };

static UNQUOTED_TEXT: Code = Code::info(
    "assembly/unquoted-text",
    "A-YAML-10",
    "YAML 1.2.2, 10.3 Core Schema",
    "Checks for plain scalars of `string` properties that YAML reads as a number, a boolean or a date.",
)
.why("Converting them back to a string may change the text: `1.10` may become 1.1, `010` may become 8 or 10.")
.advice("Put the value in quotes: `default: '1.10'`.")
.bad(
    "properties",
    "
release: {type: string, default: 1.10}
#                                ^^^^
",
)
.good("release: {type: string, default: '1.10'}")
.one_cause("strings without quotes");

fn check(descriptor: &Descriptor, report: &mut Report) {
    if descriptor.kind == DescriptorKind::Project {
        return;
    }
    for property in descriptor.all_properties() {
        check_quotes(descriptor, property, report);
    }
}

fn check_quotes(descriptor: &Descriptor, property: &Property, report: &mut Report) {
    if property.kind.as_ref().is_none_or(|kind| kind.text != "string") {
        return;
    }
    for key in ["value", "default"] {
        let at = property.path.key(key);
        let Some(literal) =
            descriptor.node(&at).filter(|node| node.style() == Style::Plain && !node.is_alias())
        else {
            continue;
        };
        let text = literal.source();
        let what = match literal.resolved() {
            Some(Resolved::Int(_) | Resolved::Float(_)) => "a number",
            Some(Resolved::Bool(_)) => "a boolean",
            _ if is_date(text) => "a date",
            _ => continue,
        };
        let message = message::expected("a string", format!("`{text}`, which YAML reads as {what}"));
        report.push(
            Diagnostic::new(&UNQUOTED_TEXT, literal.range(), property.path.clone(), message)
                .fix("Add quotes", vec![Op::Replace { at, value: Value::Quoted(text.to_owned()) }]),
        );
    }
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    matches!(parts.as_slice(), [year, month, day] if year.len() == 4 && month.len() == 2 && day.len() == 2
        && text.bytes().all(|b| b.is_ascii_digit() || b == b'-'))
}
