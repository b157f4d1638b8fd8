//! A mapping has the same key twice.

use crate::diagnostic::{Code, Diagnostic, Report, Rule, Severity};
use crate::yaml::{Document, Op};

pub(super) static RULE: Rule<Document> = Rule { codes: &[&REPEATED_KEY], check };

pub(super) static REPEATED_KEY: Code = Code {
    name: "common/repeated-key",
    rule: None,
    severity: Severity::Error,
    section: "YAML 1.2.2, 3.2.1.3 Node Comparison",
    docs: "Keys of one mapping must differ. Readers do not agree on what a repeated one means: some refuse the file, some keep the \
           last and lose the first without a word.

```yaml
# bad
capabilities:
  Network: {type: a}
capabilities:
  Video: {type: b}
# good
capabilities:
  Network: {type: a}
  Video: {type: b}
```",
};

fn check(document: &Document, report: &mut Report) {
    for (first, again) in document.repeated_keys() {
        let name = again.as_str().unwrap_or_default();
        let path = again.path();
        report.push(
            Diagnostic::new(
                &REPEATED_KEY,
                again.range(),
                path.clone(),
                format!("`{name}` stands twice in this mapping"),
            )
            .related(first.range(), "first here")
            .fix("Remove this one", vec![Op::Remove { at: path, prune: false }])
            .unsafe_fix(),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::check::{check, check_fix};
    use crate::dialect::common;
    use crate::yaml;

    fn diagnose(text: &str) -> Vec<crate::diagnostic::Diagnostic> {
        common::check(&yaml::parse(text))
    }

    #[test]
    fn a_repeated_key_is_named_at_its_second_place() {
        check(
            "a: 1\nb:\n  c: 1\n  c: 2\n# ^ error[common/repeated-key]: `c` stands twice in this mapping\n",
            diagnose,
        );
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
