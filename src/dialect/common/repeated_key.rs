//! Rule: a mapping has a duplicate key.

use limn_language::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use limn_language::message;
use limn_text::TextRange;
use limn_yaml::{Document, Op};

pub(super) static RULE: Rule<Document> = Rule { codes: &[&REPEATED_KEY], check };

pub(super) static REPEATED_KEY: Code = Code::common(
    Severity::Error,
    "common/repeated-key",
    "YAML 1.2.2, 3.2.1.3 Node Comparison",
    "Checks that the keys of a mapping are unique.",
)
.why("Parsers disagree on duplicates: some reject the file, others silently keep only the last value.")
.advice("Merge the values under one key, or rename or remove the duplicate.")
.bad(
    "descriptor",
    "
capabilities:
  Video: {type: stream}
capabilities:
#^^^^^^^^^^^
  Network: {type: neutron}
",
)
.good(
    "
capabilities:
  Video: {type: stream}
  Network: {type: neutron}
",
);

fn check(document: &Document, report: &mut Report) {
    // A key on both sides of a conflict is not a second problem.
    let in_conflict = |first: TextRange, again: TextRange| {
        document
            .conflicts()
            .iter()
            .any(|conflict| conflict.ours.contains(first) && conflict.theirs.contains(again))
    };
    for (first, again) in document.duplicate_keys() {
        if in_conflict(first.range(), again.range()) {
            continue;
        }
        let name = again.as_str().unwrap_or_default();
        let path = again.path();
        report.push(
            Diagnostic::new(&REPEATED_KEY, again.range(), path.clone(), message::duplicate("key", name))
                .related(first.range(), "first defined here")
                .fix("Remove this duplicate", vec![Op::Remove { at: path, prune: false }])
                .unsafe_fix(),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate as common;
    use limn_check::{check, check_fix};
    use limn_yaml as yaml;

    fn diagnose(text: &str) -> Vec<limn_language::diagnostic::Diagnostic> {
        common::check(&yaml::parse(text))
    }

    #[test]
    fn a_repeated_key_is_named_at_its_second_place() {
        check("a: 1\nb:\n  c: 1\n  c: 2\n# ^ error[common/repeated-key]: duplicate key `c`\n", diagnose);
        check("{a: 1, 'a': 2}\n#      ^^^ error[common/repeated-key]\n", diagnose);
    }

    #[test]
    fn the_same_key_in_two_mappings_is_fine() {
        check("a: {x: 1}\nb: {x: 1}\n<<: {}\n", diagnose);
    }

    #[test]
    fn the_second_can_be_removed() {
        check_fix("a: 1\n# mine\na: 2\nb: 3\n", "a: 1\nb: 3\n", diagnose);
    }
}
