//! Rule: properties with an empty definition or without a type.

use super::super::model::{Descriptor, DescriptorKind, Property};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule};
use limn_yaml::{Node, Op, Value};

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&EMPTY_PROPERTY, &UNTYPED_PROPERTY], check };

const SECTION: &str = "TNC-O assembly descriptor, Properties; CP4NA 2.7 assembly descriptors, Properties";

static EMPTY_PROPERTY: Code = Code::warning(
    "assembly/empty-property",
    "A-PROP-3",
    SECTION,
    "Checks for properties with an empty definition.",
)
.why("Such a property is an optional string. That is allowed, but usually the definition is unfinished.")
.advice("Add a `type`, as in `flavor: {type: string}`, or remove the property.")
.bad(
    "resource",
    "
properties:
  flavor:
# ^^^^^^
",
)
.good(
    "
properties:
  flavor: {type: string}
",
);
static UNTYPED_PROPERTY: Code = Code::info(
    "assembly/untyped-property",
    "A-PROP-6",
    SECTION,
    "Checks that a property declares its `type`.",
)
.why("A property without `type` is a string, which a reader does not see. The CP4NA table lists `type` as required and gives `string` as its \
default.")
.advice("Add `type` to the property, such as `type: string`.")
.bad(
    "properties",
    "
flavor: {default: m1.small}
#^^^^^
",
)
.good("flavor: {type: string, default: m1.small}");

fn check(descriptor: &Descriptor, report: &mut Report) {
    if descriptor.kind == DescriptorKind::Project {
        return;
    }
    for property in descriptor.properties.iter().chain(&descriptor.private_properties) {
        if let Some(definition) = descriptor.node(&property.path) {
            check_unfinished(property, definition, report);
        }
    }
}

fn check_unfinished(property: &Property, definition: Node<'_>, report: &mut Report) {
    if definition.is_null() || (definition.is_mapping() && definition.entries().len() == 0) {
        let message = format!("property `{}` has an empty definition", property.name);
        report.push(Diagnostic::new(&EMPTY_PROPERTY, property.range, property.path.clone(), message));
    } else if definition.is_mapping() && definition.get("type").is_none() {
        let message = format!("property `{}` has no `type` and defaults to `string`", property.name);
        let insert = Op::Insert {
            into: property.path.clone(),
            key: "type".to_owned(),
            value: Value::text("string"),
            placement: limn_yaml::Placement::First,
        };
        report.push(
            Diagnostic::new(&UNTYPED_PROPERTY, property.range, property.path.clone(), message)
                .fix("Add `type: string`", vec![insert]),
        );
    }
}
