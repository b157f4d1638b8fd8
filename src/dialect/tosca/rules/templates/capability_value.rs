//! Capabilities whose properties must have values and get none.

use std::collections::BTreeMap;

use super::super::Rule;
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{Section, TypeId};

pub(in super::super) static RULE: Rule = Rule { codes: &[&MISSING], check };

static MISSING: Code = Code::warning(
    "tosca/missing-capability-property",
    "T3.7.1-R5",
    "TOSCA Simple Profile in YAML 1.2, 3.7.1",
    "A capability's property must have a value unless its definition has a default or says `required: false`, also where the node template does not \
     mention the capability at all. Nothing is said of templates that are `selectable` or `substitutable`.

Bad:
```yaml
# its capability `query` requires `dialect`
db: {type: my.Database}
```
Good:
```yaml
db: {type: my.Database, capabilities: {query: {properties: {dialect: sql}}}}
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    let Some(topology) = &service.topology else { return };
    // By type: its capabilities that have something required.
    let mut wanted: BTreeMap<TypeId, Vec<(String, Vec<String>)>> = BTreeMap::new();
    for template in topology.node_templates.iter().filter(|it| !it.is_open()) {
        let Some(id) = template.type_id.found() else { continue };
        let wanted = wanted.entry(id).or_insert_with(|| wanted_of(service, id));
        if wanted.is_empty() {
            continue;
        }
        let copied = template.copy.as_ref().and_then(|it| topology.node_template(&it.text));
        let nodes: Vec<_> = [Some(template.node), copied.map(|it| it.node)].into_iter().flatten().collect();
        for (capability, properties) in wanted {
            let assigned = |node: crate::yaml::Node<'_>, name: &str| {
                let values = node.get("capabilities").and_then(|it| it.get(capability)?.get("properties"));
                values.is_some_and(|values| values.get(name).is_some())
            };
            // Where it writes properties of the capability, what they lack is told there.
            let entry = template.node.get("capabilities").and_then(|it| it.entry(capability));
            if entry.is_some_and(|it| it.value.get("properties").is_some()) {
                continue;
            }
            let missing = properties.iter().filter(|name| !nodes.iter().any(|node| assigned(*node, name)));
            let names: Vec<String> = missing.map(|name| format!("`{name}`")).collect();
            if names.is_empty() {
                continue;
            }
            let message = format!(
                "`{}` gives no value to {}, which its capability `{capability}` requires",
                template.name,
                names.join(", ")
            );
            report.push(service.fault(&MISSING, entry.map_or(template.key, |it| it.key), message));
        }
    }
}

fn wanted_of(service: &Service<'_>, id: TypeId) -> Vec<(String, Vec<String>)> {
    let mut wanted = Vec::new();
    for capability in service.world.effective(id).capabilities().iter() {
        let fields = service.fields.of_capability(&service.world, id, &capability.name, Section::Properties);
        let Some(fields) = fields else { continue };
        let names: Vec<String> = fields.wanted().map(|(name, _)| name.to_owned()).collect();
        if !names.is_empty() {
            wanted.push((capability.name.to_string(), names));
        }
    }
    wanted
}
