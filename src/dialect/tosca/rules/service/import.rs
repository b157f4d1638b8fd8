//! What an import says, and what stands in the file that it leads to.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::super::Rule;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::grammar::{V1_0, V1_1, V1_2};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::recognize::{Version, is_service_template};
use crate::dialect::tosca::types::{FileId, Found, Import, Word};
use crate::yaml::Node;

pub(in super::super) static RULE: Rule = Rule {
    codes: &[
        &UNKNOWN_REPOSITORY,
        &PREFIX_ALONE,
        &RESERVED_PREFIX,
        &TOPOLOGY_IMPORTED,
        &NO_TEMPLATE,
        &OTHER_VERSION,
        &CIRCLE,
    ],
    check,
};

static UNKNOWN_REPOSITORY: Code = Code::error(
    "tosca/unknown-repository-of-import",
    "T3.5.8-R3",
    "TOSCA Simple Profile in YAML 1.2, 3.5.8",
    "An import names a repository of the template that it stands in.

Bad:
```yaml
imports:
  - {file: types.yaml, repository: ours}
```
Good:
```yaml
repositories: {ours: 'https://example.org/store'}
imports:
  - {file: types.yaml, repository: ours}
```",
);
static PREFIX_ALONE: Code = Code::warning(
    "tosca/prefix-without-namespace",
    "T3.5.8-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.5.8",
    "`namespace_prefix` stands for `namespace_uri`: one says little without the other, and one prefix stands for one namespace. Version 1.3 has \
the namespace said by the imported file itself.

Bad:
```yaml
imports:
  - {file: types.yaml, namespace_prefix: ours}
```
Good:
```yaml
imports:
  - {file: types.yaml, namespace_prefix: ours, namespace_uri: 'http://example.org/ours'}
```",
);
pub(in super::super::super) static RESERVED_PREFIX: Code = Code::error(
    "tosca/reserved-prefix",
    "T3.1.1-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.1.1",
    "The prefix `tosca` stands for TOSCA's own namespace and for no other.

Bad:
```yaml
imports:
  - {file: types.yaml, namespace_prefix: tosca, namespace_uri: 'http://example.org/ours'}
```
Good:
```yaml
imports:
  - {file: types.yaml, namespace_prefix: ours, namespace_uri: 'http://example.org/ours'}
```",
);
static TOPOLOGY_IMPORTED: Code = Code::warning(
    "tosca/topology-in-import",
    "T3.5.8-R10",
    "TOSCA Simple Profile in YAML 1.2, 3.5.8",
    "An import brings in types and repositories. The topology of the imported file stays out: nothing of it becomes part of this one.

Bad:
```yaml
imports: [database.yaml] # which has a topology_template
```
Good:
```yaml
imports: [database-types.yaml]
```",
);
static NO_TEMPLATE: Code = Code::error(
    "tosca/import-of-no-template",
    "T3.5.8-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.8",
    "What is imported is a TOSCA service template, and YAML from its first line to its last.

Bad:
```yaml
imports: [values.yaml] # which is no service template
```
Good:
```yaml
imports: [types.yaml]
```",
);
static OTHER_VERSION: Code = Code::warning(
    "tosca/import-of-other-version",
    "T3.1.3-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.1.3.1",
    "Documents of different versions can be used together where their types are told apart by a namespace and a prefix. Without a prefix most \
processors mix them, and some refuse.

Bad:
```yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml] # which is written in 1.0
```
Good:
```yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports:
  - {file: types.yaml, namespace_prefix: old, namespace_uri: 'http://example.org/old'}
```",
);
static CIRCLE: Code = Code::info(
    "tosca/import-circle",
    "T3.5.8-R8",
    "TOSCA Simple Profile in YAML 1.2, 3.5.8",
    "Files that import one another in a circle are each read once. Some processors refuse them, and no reader can tell which comes first.

Bad:
```yaml
imports: [service.yaml] # in service.yaml
```
Good:
```yaml
imports: [types.yaml]
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let imports = &service.world.file(FileId::OWN).imports;
    let mut prefixes: BTreeMap<Cow<'_, str>, Option<Cow<'_, str>>> = BTreeMap::new();
    for import in imports {
        repository(service, import, report);
        prefix(service, import, &mut prefixes, report);
        if let (Some(file), Found::File(id)) = (&import.file, import.found)
            && service.is_own(file.node)
        {
            content(service, import, file, id, report);
        }
    }
}

fn repository(service: &Service<'_>, import: &Import<'_>, report: &mut Report) {
    let Some(word) = import.repository.as_ref().filter(|it| service.is_own(it.node)) else { return };
    let known = || service.repositories.iter().filter_map(|entry| entry.key.as_str());
    if known().any(|name| name == word.text) {
        return;
    }
    let names: Vec<Cow<'_, str>> = known().collect();
    let near = service.nearness.nearest(&word.text, names.iter().map(|name| &**name));
    let message = format!("no repository is named `{}`", word.text);
    let fault = service.fault(&UNKNOWN_REPOSITORY, word.node, message);
    report.push(fault.meant(near, |near| word.replaced(near)));
}

fn prefix<'d>(
    service: &Service<'d>,
    import: &Import<'d>,
    prefixes: &mut BTreeMap<Cow<'d, str>, Option<Cow<'d, str>>>,
    report: &mut Report,
) {
    let Some(word) = import.prefix.as_ref().filter(|it| service.is_own(it.node)) else { return };
    let uri = import.uri.as_ref().map(|it| it.text.clone());
    if word.text == "tosca" {
        let message = "the prefix `tosca` stands for TOSCA's own namespace";
        return report.push(service.fault(&RESERVED_PREFIX, word.node, message));
    }
    let asks = V1_0.or(V1_1).or(V1_2).has(service.version);
    match prefixes.get(&word.text) {
        Some(known) if known.is_some() && uri.is_some() && *known != uri => {
            let message = format!("`{}` stands for another namespace already", word.text);
            report.push(service.fault(&PREFIX_ALONE, word.node, message));
        }
        _ if uri.is_none() && asks => {
            let message = format!("`{}` stands for no namespace: `namespace_uri` is missing", word.text);
            report.push(service.fault(&PREFIX_ALONE, word.node, message));
        }
        _ => {}
    }
    prefixes.entry(word.text.clone()).or_insert(uri);
}

/// What can be said of an imported file from here. Its own faults are told where it is looked at.
fn content(service: &Service<'_>, import: &Import<'_>, file: &Word<'_>, id: FileId, report: &mut Report) {
    let document = service.world.file(id).document;
    if !is_service_template(document) {
        let message = format!("`{}` is no service template", file.text);
        return report.push(service.fault(&NO_TEMPLATE, file.node, message));
    }
    if let Some(error) = document.errors().first() {
        let message =
            format!("`{}` is not read whole, as it is no YAML everywhere: {}", file.text, error.message);
        report.push(service.fault(&NO_TEMPLATE, file.node, message));
    }
    let root = document.root().map(Node::resolve);
    if root.and_then(|root| root.get("topology_template")).is_some_and(Node::is_mapping) && id != FileId::OWN
    {
        let message = format!("the topology of `{}` is left out: only its types come in", file.text);
        report.push(service.fault(&TOPOLOGY_IMPORTED, file.node, message));
    }
    let version =
        |root: Option<Node<'_>>| match Version::of(&root?.get("tosca_definitions_version")?.as_str()?) {
            Version::Known(profile) | Version::Spelt { profile, .. } => Some(profile),
            _ => None,
        };
    if let (Some(own), Some(other)) = (version(service.root), version(root))
        && own != other
        && import.prefix.is_none()
    {
        let message = format!("`{}` is written in another version of TOSCA", file.text);
        report.push(service.fault(&OTHER_VERSION, file.node, message));
    }
    if leads_back(service, id) {
        let message = format!("`{}` imports this file in turn", file.text);
        report.push(service.fault(&CIRCLE, file.node, message));
    }
}

/// Whether following imports from a file leads to the document itself.
fn leads_back(service: &Service<'_>, from: FileId) -> bool {
    let mut seen = vec![from];
    let mut at = 0;
    while at < seen.len() {
        if seen[at] == FileId::OWN {
            return true;
        }
        for import in &service.world.file(seen[at]).imports {
            if let Found::File(id) = import.found
                && !seen.contains(&id)
            {
                seen.push(id);
            }
        }
        at += 1;
    }
    false
}
