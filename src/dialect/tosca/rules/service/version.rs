//! What `tosca_definitions_version` says, and where it stands.

use super::super::Rule;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::recognize::Version;
use crate::dialect::tosca::types::Word;
use crate::yaml::{Node, Op, Step, Value};

pub(in super::super) static RULE: Rule = Rule { codes: &[&UNKNOWN, &SPELLING, &NOT_FIRST], check };

static UNKNOWN: Code = Code::error(
    "tosca/unknown-version",
    "T3.9-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.9.3.1",
    "The version is the short name of one of the namespaces that TOSCA reserves, or its address. With any other word no processor knows which \
grammar and which types hold.

Bad:
```yaml
tosca_definitions_version: tosca_simple_yaml_12
```
Good:
```yaml
tosca_definitions_version: tosca_simple_yaml_1_2
```",
);
static SPELLING: Code = Code::warning(
    "tosca/version-with-addition",
    "T3.1-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.1",
    "The name of a version ends with its second number. Drafts and some processors put more behind it; it is read as the version that it starts with, \
but not everywhere.

Bad:
```yaml
tosca_definitions_version: tosca_simple_yaml_1_0_0
```
Good:
```yaml
tosca_definitions_version: tosca_simple_yaml_1_0
```",
);
static NOT_FIRST: Code = Code::warning(
    "tosca/version-not-first",
    "T3.1.2-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.1.2",
    "The version stands on the first line, so that a processor knows how to read all that follows. Most read it anywhere.

Bad:
```yaml
description: a web shop
tosca_definitions_version: tosca_simple_yaml_1_2
```
Good:
```yaml
tosca_definitions_version: tosca_simple_yaml_1_2
description: a web shop
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(root) = service.root else { return };
    let Some(entry) = root.entry("tosca_definitions_version") else { return };
    position(service, root, entry.key, report);
    let Some(word) = Word::of(entry.value.resolve()).filter(|it| service.is_own(it.node)) else { return };
    let (code, name, message) = match Version::of(&word.text) {
        Version::Known(_) | Version::Built { .. } | Version::Foreign => return,
        Version::Spelt { name, .. } => (
            &SPELLING,
            name,
            format!("`{}` stands for no version of its own; it is read as `{name}`", word.text),
        ),
        Version::Unknown { name, .. } => {
            (&UNKNOWN, name, format!("there is no version `{}`; it is read as `{name}`", word.text))
        }
    };
    let op = Op::Replace { at: word.node.path(), value: Value::text(name) };
    report.push(
        service.fault(code, word.node, message).fix(format!("Change to `{name}`"), vec![op]).unsafe_fix(),
    );
}

fn position(service: &Service<'_>, root: Node<'_>, key: Node<'_>, report: &mut Report) {
    let Some(first) = root.entries().next().filter(|it| it.key != key && key.parent() == Some(root)) else {
        return;
    };
    let Some(name) = first.key.as_str() else { return };
    let message = format!("`tosca_definitions_version` stands behind `{name}`, not on the first line");
    let op = Op::Move { at: key.path(), to: Step::Key(name.as_ref().into()) };
    report.push(service.fault(&NOT_FIRST, key, message).fix("Move it to the top", vec![op]));
}
