//! Rule: operations that come in pairs have the same name.

use std::collections::BTreeSet;

use super::super::grammar::{OPERATION_WORDS, RESOURCES};
use super::super::model::{Descriptor, Operation};
use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_language::schema::nearest;

pub(super) static RULE: Rule<Descriptor> = Rule { codes: &[&OPERATION_WITHOUT_PARTNER], check };

const SECTION: &str = "TNC-O resource descriptor";

static OPERATION_WITHOUT_PARTNER: Code = Code::warning(
    "assembly/misspelled-operation-partner",
    "A-RES-15",
    SECTION,
    "Checks the names of operations that come in pairs, such as `CreateX` and `CeaseX`, or `addX` and `deleteX`. It reports an operation only if the \
other one of the pair exists with a slightly different name, which is probably misspelled. An operation without any counterpart is fine. If the first \
words are not an exact pair (`create` and `cease`, `add` and `remove`), this is only information.",
)
.earlier(&["assembly/operation-without-partner"])
.why("A relationship calls one of the pair when it is created and the other when it ends. If a call uses the expected name, that operation is not \
found.")
.advice("Rename one of the operations, so that their names differ only in the first word.")
.bad(
    "resource",
    "
operations: {CreateMount: {}, CeaseMounts: {}}
#            ^^^^^^^^^^^
",
)
.good("operations: {CreateMount: {}, CeaseMount: {}}");

/// Words that are the counterpart of each other only.
const EXACT: [(&str, &str); 2] = [("create", "cease"), ("add", "remove")];

/// An operation of a pair.
struct Half<'d> {
    operation: &'d Operation,
    /// Its first word, in lower case.
    word: &'static str,
    /// The name without its verb.
    rest: &'d str,
}

fn check(descriptor: &Descriptor, report: &mut Report) {
    if !RESOURCES.has(descriptor.profiles) {
        return;
    }
    let [makers, takers] = OPERATION_WORDS.map(|words| {
        descriptor.operations.iter().filter_map(|operation| half(operation, words)).collect::<Vec<_>>()
    });
    let without = |halves: &[Half<'_>], others: &[Half<'_>]| -> Vec<usize> {
        let rests: BTreeSet<String> = others.iter().map(|other| other.rest.to_lowercase()).collect();
        let is_single = |half: &Half<'_>| !rests.contains(&half.rest.to_lowercase());
        (0..halves.len()).filter(|&at| is_single(&halves[at])).collect()
    };
    let mut single_takers = without(&takers, &makers);
    for maker in without(&makers, &takers).into_iter().map(|at| &makers[at]) {
        let near = nearest(maker.rest, single_takers.iter().map(|&at| takers[at].rest));
        let Some(found) = near.and_then(|near| single_takers.iter().position(|&at| takers[at].rest == near))
        else {
            continue;
        };
        let taker = &takers[single_takers.remove(found)];
        let is_exact = EXACT.contains(&(maker.word, taker.word));
        let expected = &taker.operation.name[..taker.word.len()];
        let message = format!(
            "missing counterpart `{expected}{}` of operation `{}`; did you mean `{}`?",
            maker.rest, maker.operation.name, taker.operation.name
        );
        let diagnostic = Diagnostic::new(
            &OPERATION_WITHOUT_PARTNER,
            maker.operation.range,
            maker.operation.path.clone(),
            message,
        );
        report.push(
            diagnostic
                .severity(if is_exact { Severity::Warning } else { Severity::Info })
                .related(taker.operation.range, "operation with a similar name"),
        );
    }
}

/// Splits the name of an operation that starts with one of the words.
fn half<'d>(operation: &'d Operation, words: &'static [&'static str]) -> Option<Half<'d>> {
    words.iter().find_map(|word| {
        let (first, rest) = operation.name.split_at_checked(word.len())?;
        // The `add` of `address` is not a word.
        let is_word = !rest.is_empty() && !rest.starts_with(char::is_lowercase);
        (is_word && first.eq_ignore_ascii_case(word)).then_some(Half { operation, word, rest })
    })
}
