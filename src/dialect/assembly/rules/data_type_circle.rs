//! Data types: derivation that comes round to itself, types that contain themselves, redefined properties.

use std::collections::BTreeSet;

use super::super::grammar::CP4NA;
use super::super::model::{DataType, Descriptor};
use super::types;
use crate::diagnostic::{Code, Diagnostic, Report, Rule};

pub(super) static RULE: Rule<Descriptor> =
    Rule { codes: &[&DERIVATION_CIRCLE, &ENDLESS_DATA, &REDEFINED_PROPERTY], check };

const SECTION: &str = "CP4NA 2.7 assembly descriptors, Data types";

static DERIVATION_CIRCLE: Code = Code::error(
    "assembly/circular-derivation",
    "A-DT-3",
    SECTION,
    "A data type inherits what its base has. A type that is, by some steps, derived from itself has no properties to begin with.

Bad:
```yaml
data-types: {a: {derived-from: b, properties: {}}, b: {derived-from: a, properties: {}}}
```
Good:
```yaml
data-types: {a: {properties: {}}, b: {derived-from: a, properties: {}}}
```",
);
static ENDLESS_DATA: Code = Code::warning(
    "assembly/endless-data-type",
    "A-DT-6",
    SECTION,
    "A type that holds itself, directly or through others, has no finite value. A list or a map in between may be empty, and ends it.

Bad:
```yaml
data-types: {tree: {properties: {child: {type: tree}}}}
```
Good:
```yaml
data-types: {tree: {properties: {children: {type: list, entry-schema: tree}}}}
```",
);
static REDEFINED_PROPERTY: Code = Code::warning(
    "assembly/redefined-property",
    "A-DT-9",
    SECTION,
    "A derived type that gives an inherited property another type can stand where its base is wanted, and not fit there.

Bad:
```yaml
data-types: {a: {properties: {x: {type: string}}}, b: {derived-from: a, properties: {x: {type: integer}}}}
```",
);

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !CP4NA.has(descriptor.profiles) {
        return;
    }
    for data_type in &descriptor.data_types {
        let line = types::ancestry(descriptor, data_type);
        let closes =
            line.last().and_then(|last| last.base.as_ref()).is_some_and(|base| base.text == data_type.name);
        if let (true, Some(base)) = (closes, &data_type.base) {
            let steps: Vec<String> = line.iter().map(|it| format!("`{}`", it.name)).collect();
            let message = format!(
                "`{}` is derived from itself: {} → `{}`",
                data_type.name,
                steps.join(" → "),
                data_type.name
            );
            report.push(Diagnostic::new(&DERIVATION_CIRCLE, base.range, data_type.path.clone(), message));
        }
        if holds_itself(descriptor, data_type) {
            let message = format!("`{}` holds itself, so no value of it ever ends", data_type.name);
            report.push(Diagnostic::new(&ENDLESS_DATA, data_type.range, data_type.path.clone(), message));
        }
        redefined(data_type, &line[1..], report);
    }
}

fn redefined(data_type: &DataType, bases: &[&DataType], report: &mut Report) {
    for property in &data_type.properties {
        let inherited = bases.iter().flat_map(|base| &base.properties).find(|it| it.name == property.name);
        let Some(inherited) = inherited else { continue };
        let name = |it: &super::super::model::Property| {
            it.kind.as_ref().map_or("string".to_owned(), |kind| kind.text.clone())
        };
        let (own, theirs) = (name(property), name(inherited));
        if own != theirs {
            let message = format!("`{}` is inherited as `{theirs}` and made `{own}` here", property.name);
            report.push(
                Diagnostic::new(&REDEFINED_PROPERTY, property.range, data_type.path.clone(), message)
                    .related(inherited.range, "inherited from here"),
            );
        }
    }
}

fn holds_itself(descriptor: &Descriptor, data_type: &DataType) -> bool {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![data_type];
    while let Some(next) = waiting.pop() {
        for property in types::properties(descriptor, next) {
            let Some(types::Type::Data(inner)) = types::of_property(descriptor, property) else { continue };
            if inner.name == data_type.name {
                return true;
            }
            if seen.insert(&inner.name) {
                waiting.push(inner);
            }
        }
    }
    false
}
