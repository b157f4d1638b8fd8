//! Rule: operations come in pairs.

use super::super::grammar::{OPERATION_PAIRS, RESOURCES};
use super::super::model::Descriptor;
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_language::schema::nearest;
use limn_text::TextRange;
use limn_yaml::Path;

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&OPERATION_WITHOUT_PARTNER], check };

const SECTION: &str = "TNC-O resource descriptor";

static OPERATION_WITHOUT_PARTNER: Code = Code::warning(
    "assembly/operation-without-partner",
    "A-RES-15",
    SECTION,
    "Checks that operations come in pairs: `CreateX` and `CeaseX`, `addX` and `removeX`. If an operation with a similar name exists, the name is \
probably misspelled. If there is no similar operation, this is only information.",
)
.bad(
    "resource",
    "
operations: {CreateMount: {}, CeaseMounts: {}}
#            ^^^^^^^^^^^
",
)
.good("operations: {CreateMount: {}, CeaseMount: {}}");

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !RESOURCES.has(descriptor.profiles) {
        return;
    }
    let has = |name: &str| descriptor.operations.iter().any(|operation| operation.name == name);
    for (make, take) in OPERATION_PAIRS {
        let unpaired = |prefix: &str, other: &str| -> Vec<(&str, &Path, TextRange)> {
            let named = descriptor
                .operations
                .iter()
                .filter_map(|operation| Some((operation.name.strip_prefix(prefix)?, operation)));
            named
                // The `add` of `address` is not a prefix.
                .filter(|(rest, _)| !rest.is_empty() && !rest.starts_with(char::is_lowercase))
                .filter(|(rest, _)| !has(&format!("{other}{rest}")))
                .map(|(rest, operation)| (rest, &operation.path, operation.range))
                .collect()
        };
        let (makers, mut takers) = (unpaired(make, take), unpaired(take, make));
        for (rest, path, range) in makers {
            let near = nearest(rest, takers.iter().map(|(other, ..)| *other));
            let counterpart = near.and_then(|near| takers.iter().position(|(other, ..)| *other == near));
            let Some(counterpart) = counterpart else {
                report_missing_counterpart(
                    &format!("{make}{rest}"),
                    &format!("{take}{rest}"),
                    path,
                    range,
                    report,
                );
                continue;
            };
            let (other, _, counterpart) = takers.remove(counterpart);
            let message = format!(
                "missing counterpart `{take}{rest}` of operation `{make}{rest}`; did you mean `{take}{other}`?"
            );
            report.push(
                Diagnostic::new(&OPERATION_WITHOUT_PARTNER, range, path.clone(), message)
                    .related(counterpart, "operation with a similar name"),
            );
        }
        for (rest, path, range) in takers {
            report_missing_counterpart(
                &format!("{take}{rest}"),
                &format!("{make}{rest}"),
                path,
                range,
                report,
            );
        }
    }
}

/// Reports an operation without a counterpart as information, because it may be intended.
fn report_missing_counterpart(
    name: &str,
    counterpart: &str,
    path: &Path,
    range: TextRange,
    report: &mut Report,
) {
    let message = format!("missing counterpart `{counterpart}` of operation `{name}`");
    let diagnostic = Diagnostic::new(&OPERATION_WITHOUT_PARTNER, range, path.clone(), message);
    report.push(diagnostic.severity(Severity::Info));
}
