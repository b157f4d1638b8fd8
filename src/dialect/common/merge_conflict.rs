//! Rule: the text has unresolved merge conflicts.

use limn_language::diagnostic::{Code, Diagnostic, Obscures, Report, Rule, Severity};
use limn_yaml::{Document, Node, Path};

pub(super) static RULE: Rule<Document> = Rule { codes: &[&MERGE_CONFLICT], check };

static MERGE_CONFLICT: Code = Code::common(
    Severity::Error,
    "common/merge-conflict",
    "git, How conflicts are presented",
    "Reports the conflict markers that git writes where two changes of a file meet.",
)
.why(
    "Other tools cannot read the file. Limn reads both sides; where they have the same key, the first side counts.",
)
.advice("Keep one side, or both.")
.bad(
    "descriptor",
    "
properties:
<<<<<<< HEAD
#^^^^^^^^^^^
  size: {type: string}
=======
  size: {type: integer}
>>>>>>> flavors
",
)
.good("properties: {size: {type: integer}}")
.obscures(Obscures::Block);

fn check(document: &Document, report: &mut Report) {
    let text = document.text();
    for conflict in document.conflicts() {
        let Some(marker) = conflict.markers.first().copied() else { continue };
        let named = |label: &str, otherwise: &str| match label {
            "" => otherwise.to_owned(),
            label => format!("`{label}`"),
        };
        let (ours, theirs) = (named(&conflict.labels.0, "ours"), named(&conflict.labels.1, "theirs"));
        let message = format!("unresolved merge conflict between {ours} and {theirs}");
        let path = document.at(conflict.ours.start).map_or_else(Path::root, Node::path);
        let found = Diagnostic::new(&MERGE_CONFLICT, marker, path, message)
            .text_fix(format!("Keep {ours} (first side)"), conflict.keep_ours(text))
            .unsafe_fix()
            .text_fix(format!("Keep {theirs} (second side)"), conflict.keep_theirs(text))
            .unsafe_fix()
            .text_fix("Keep both sides", conflict.keep_both(text))
            .unsafe_fix();
        report.push(found);
    }
}

#[cfg(test)]
mod tests {
    use crate as common;
    use limn_check::{check, check_fix_titled};
    use limn_yaml as yaml;

    fn diagnose(text: &str) -> Vec<limn_language::diagnostic::Diagnostic> {
        common::check(&yaml::parse(text))
    }

    const TEXT: &str = "a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> other\nc: 4\n";

    /// Row T6.
    #[test]
    fn t6_a_conflict_is_one_problem_and_both_sides_are_readable() {
        check(
            "a: 1\n<<<<<<< HEAD\n#^^^^^^^^^^^ error[common/merge-conflict]: unresolved merge conflict between `HEAD` and `other`\n\
             b: 2\n=======\nb: 3\n>>>>>>> other\nc: 4\n",
            diagnose,
        );
    }

    /// Row T6.
    #[test]
    fn t6_each_side_or_both_can_be_kept() {
        check_fix_titled(TEXT, "Keep `HEAD` (first side)", "a: 1\nb: 2\nc: 4\n", diagnose);
        check_fix_titled(TEXT, "Keep `other` (second side)", "a: 1\nb: 3\nc: 4\n", diagnose);
        check_fix_titled(TEXT, "Keep both sides", "a: 1\nb: 2\nb: 3\nc: 4\n", diagnose);
    }
}
