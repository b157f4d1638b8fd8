//! Names of types of values: well-formed generic types, known names, types that AMP has.

use super::{TypeName, type_names};
use crate::catalog::VALUE_TYPES;
use limn_language::diagnostic::{Code, Diagnostic, Report, Severity};
use limn_language::message;
use limn_language::schema::nearest;
use limn_tosca::Rule;
use limn_tosca::grammar::AMP_PLUGIN;
use limn_tosca::model::Service;
use limn_tosca::types::FileId;
use limn_tosca::value::{DataType, Generic, Primitive, names_in};
use limn_yaml::Op;

pub(in super::super) static RULE: Rule = Rule { codes: &[&MISSPELT, &MALFORMED, &UNSUPPORTED], check };

static MISSPELT: Code = Code::warning(
    "amp/misspelled-type",
    "M-PROP-1",
    "AMP, Types",
    "Reports a type of values that is unknown and close to one of AMP's: `string`, `integer`, `float`, `double`, `boolean`, `timestamp`, \
`map` or `list`. Other unknown names are not reported: AMP's catalog and its registered beans can have them.",
)
.why("If neither the catalog nor the registered beans have a type of this name, AMP cannot convert the values, and the deployment fails.")
.advice("Correct the name, for example to `string`, or declare the type in `data_types`.")
.bad(
    "blueprint",
    "
topology_template:
  inputs:
    name: {type: strng}
#                ^^^^^
",
)
.good(
    "
topology_template:
  inputs:
    name: {type: string}
",
);
static MALFORMED: Code = Code::error(
    "amp/malformed-generic-type",
    "M-PROP-3",
    "AMP, Types",
    "Checks the notation of generic types: `list<T>` and `map<K,V>`, which can be nested: `map<string,list<integer>>`.",
)
.why("AMP cannot read the types of keys and entries from any other notation, so it cannot convert the values.")
.advice("Write one type for a list, as in `list<string>`, and two for a map, as in `map<string,boolean>`.")
.bad(
    "blueprint",
    "
topology_template:
  inputs:
    flags: {type: map<string>}
#                 ^^^^^^^^^^^
",
)
.good(
    "
topology_template:
  inputs:
    flags: {type: 'map<string,boolean>'}
",
);
static UNSUPPORTED: Code = Code::warning(
    "amp/type-without-support",
    "M-PROP-5",
    "AMP, Types",
    "Reports scalar units, ranges and versions as types of values.",
)
.why(
    "AMP's list of types does not have them; some properties of TOSCA's own types do, such as `mem_size`, and take the value as a string.",
)
.advice("Change the type to `string`, and quote values that read as numbers or lists.")
.bad(
    "blueprint",
    "
topology_template:
  inputs:
    disk: {type: scalar-unit.size}
#                ^^^^^^^^^^^^^^^^
",
)
.good(
    "
topology_template:
  inputs:
    disk: {type: string}
",
);

fn check(service: &Service<'_>, report: &mut Report) {
    if service.version.has(AMP_PLUGIN) {
        return;
    }
    for it in type_names(service) {
        if let Some(fault) = Generic::fault(&it.word.text) {
            let message = format!("invalid type `{}`: {fault}", it.word.text);
            report.push(service.fault(&MALFORMED, it.word.node, message));
            continue;
        }
        for range in names_in(&it.word.text) {
            report.extend(name(service, &it, range));
        }
    }
}

fn name(service: &Service<'_>, it: &TypeName<'_>, within: std::ops::Range<usize>) -> Option<Diagnostic> {
    let (node, name) = (it.word.node, &it.word.text[within.clone()]);
    let fault =
        |code, message| Diagnostic::new(code, node.range_within(within.clone()), node.path(), message);
    let replace =
        |with: &str| Op::ReplaceWithin { at: node.path(), within: within.clone(), with: with.to_owned() };
    match DataType::named(&service.type_scope, name, FileId::OWN) {
        DataType::Primitive(
            primitive @ (Primitive::Scalar(_) | Primitive::Range | Primitive::Version | Primitive::Null),
        ) => {
            let message = message::unsupported(primitive.name(), "AMP as the type of a value");
            Some(fault(&UNSUPPORTED, message).likely_fix(
                "Change to `string`",
                vec![replace("string")],
                false,
            ))
        }
        // TOSCA's check reports an abbreviation that is the whole name.
        DataType::Primitive(primitive)
            if name.len() < it.word.text.len() && Primitive::of(&service.type_scope, name).is_none() =>
        {
            let message = message::unknown("data type", name);
            let fault = fault(&MISSPELT, message).severity(Severity::Error);
            Some(fault.did_you_mean(Some(primitive.name()), |near| replace(&near)))
        }
        DataType::Unknown | DataType::Undetermined if !name.contains(['.', ':']) => {
            let near = nearest(name, VALUE_TYPES.iter().map(|choice| choice.word))?;
            Some(
                fault(&MISSPELT, message::unknown("data type", name))
                    .did_you_mean(Some(near), |near| replace(&near)),
            )
        }
        _ => None,
    }
}
