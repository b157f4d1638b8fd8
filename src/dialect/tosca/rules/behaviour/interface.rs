//! Interfaces and their operations: each is of an interface type, and templates only say more of what their type has.

use std::rc::Rc;

use super::super::Rule;
use super::say::{meant_key, row};
use crate::diagnostic::{Code, Report};
use crate::dialect::tosca::interface::{Face, Interface, notifications};
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::types::{Lookup, TypeKind, Word};

pub(in super::super) static RULE: Rule = Rule {
    codes: &[&MISSING_TYPE, &UNKNOWN_TYPE, &RETYPED, &UNDECLARED, &WRONG_CASE, &UNDECLARED_OPERATION],
    check,
};

static MISSING_TYPE: Code = Code::error(
    "tosca/missing-interface-type",
    "T3.5.16-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.16.2",
    "An interface that a type introduces says of which interface type it is. One that is inherited, as `Standard` is by all node types and \
     `Configure` by all relationship types, has its type already.

Bad:
```yaml
node_types:
  my.Database:
    derived_from: tosca.nodes.Root
    interfaces: {Backup: {save: save.sh}}
```
Good:
```yaml
node_types:
  my.Database:
    derived_from: tosca.nodes.Root
    interfaces: {Backup: {type: my.Backup, save: save.sh}}
```",
);
static UNKNOWN_TYPE: Code = Code::error(
    "tosca/unknown-interface-type",
    "T3.5.16-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.16.1",
    "`type` names an interface type: one of TOSCA's own, or one that the service template or its imports declare.

Bad:
```yaml
interfaces: {Backup: {type: my.Bakcup}}
```
Good:
```yaml
interfaces: {Backup: {type: my.Backup}}
```",
);
static RETYPED: Code = Code::error(
    "tosca/retyped-interface",
    "T3.5.16-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.16.1",
    "An interface that is inherited keeps its type, or takes one that derives from it: whatever calls the operations of the inherited one finds \
     them in the derived one too.

Bad:
```yaml
interfaces: {Standard: {type: my.Backup}}
```
Good:
```yaml
interface_types:
  my.Standard: {derived_from: tosca.interfaces.node.lifecycle.Standard}
node_types:
  my.Database:
    derived_from: tosca.nodes.Root
    interfaces: {Standard: {type: my.Standard}}
```",
);
static UNDECLARED: Code = Code::warning(
    "tosca/undeclared-interface",
    "T3.5.16-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.7.3.1",
    "The interfaces of a template augment those of its type. One that the type does not have is called by nobody.

Bad:
```yaml
server: {type: tosca.nodes.Compute, interfaces: {Configure: {add_target: add.sh}}}
```
Good:
```yaml
server: {type: tosca.nodes.Compute, interfaces: {Standard: {create: create.sh}}}
```",
);
static WRONG_CASE: Code = Code::warning(
    "tosca/interface-name-case",
    "T3.5.16-R9",
    "TOSCA Simple Profile in YAML 1.2, 5.2.1",
    "Names of interfaces are case-sensitive: `standard` is not the `Standard` that orchestrators call.

Bad:
```yaml
interfaces: {standard: {create: create.sh}}
```
Good:
```yaml
interfaces: {Standard: {create: create.sh}}
```",
);
static UNDECLARED_OPERATION: Code = Code::warning(
    "tosca/undeclared-operation",
    "T3.5.15-R7",
    "TOSCA Simple Profile in YAML 1.2, 3.5.15",
    "The operations of an interface are those that its interface type declares, and those that the type of the template adds. One of another name \
     is called by nobody, and mostly misspelt.

Bad:
```yaml
interfaces: {Standard: {crate: create.sh}}
```
Good:
```yaml
interfaces: {Standard: {create: create.sh}}
```",
);

fn check(service: &Service<'_>, report: &mut Report) {
    for interface in &service.interfaces {
        let face = interface.face(&service.world, &service.faces);
        if interface.defines {
            check_definition(service, interface, &face, report);
        } else {
            check_assignment(service, interface, face, report);
        }
    }
}

fn check_definition<'d>(
    service: &Service<'d>,
    interface: &Interface<'d>,
    face: &Face<'d>,
    report: &mut Report,
) {
    let world = &service.world;
    let Some(word) = Word::at(interface.node, "type") else {
        // In the relationship of a requirement, what the relationship type does not have is told with the requirement.
        let entity = interface.entity.found().filter(|id| world.get(*id).node == interface.owner);
        let entity = entity.map(|id| world.effective(id));
        if entity.is_some_and(|it| it.complete) && face.type_id.is_none() && interface.node.is_mapping() {
            let message = format!("interface `{}` does not say its `type`", interface.name);
            report.push(service.fault(&MISSING_TYPE, interface.key, message));
        }
        return;
    };
    let id = match service.find(TypeKind::Interface, &word.text) {
        Lookup::Found(id) => id,
        Lookup::Unknown => return say_unknown(service, &word, report),
        Lookup::Untold => return,
    };
    let layers = face.layers.iter();
    let above = layers.filter(|it| !service.is_own(it.node) || it.node.range() != interface.node.range());
    let inherited = above.clone().find_map(|it| {
        let word = Word::at(it.node, "type")?;
        world.find(TypeKind::Interface, &word.text, world.owner_file(*it)).found()
    });
    if let Some(inherited) = inherited
        && world.derives(id, inherited) == Some(false)
    {
        let above = &world.get(inherited).name;
        let message = format!(
            "`{}` is inherited as `{above}`, which `{}` does not derive from",
            interface.name, word.text
        );
        report.push(service.fault(&RETYPED, word.node, message));
    }
}

fn say_unknown(service: &Service<'_>, word: &Word<'_>, report: &mut Report) {
    let near = service.nearness.nearest_type(&service.world, TypeKind::Interface, &word.text);
    let said = service.fault(&UNKNOWN_TYPE, word.node, format!("no interface type `{}` is known", word.text));
    report.push(said.meant(near, |near| word.replaced(near)));
}

fn check_assignment<'d>(
    service: &Service<'d>,
    interface: &Interface<'d>,
    mut face: Rc<Face<'d>>,
    report: &mut Report,
) {
    let world = &service.world;
    if let Some(word) = Word::at(interface.node, "type") {
        let id = service.find(TypeKind::Interface, &word.text);
        if id == Lookup::Unknown {
            say_unknown(service, &word, report);
        }
        face = Rc::new(face.as_ref().clone().typed(world, id));
    }
    let Some(entity) = interface.entity.found().filter(|_| face.complete) else { return };
    if !face.is_declared() {
        return say_undeclared(service, interface, entity, report);
    }
    let notifications = notifications(interface.node);
    let written = interface.operations.iter().chain(&notifications);
    for operation in written.filter(|it| !face.has(world, it)) {
        let names = face.names(world);
        let has = match names.len() {
            0 => "has none".to_owned(),
            _ => format!("has {}", row(names.iter().map(|it| &**it), "and")),
        };
        let meant = service.nearness.nearest(&operation.name, names.iter().map(|it| &**it));
        let message = match meant {
            Some(_) => format!("interface `{}` has no operation `{}`", interface.name, operation.name),
            None => format!("interface `{}` has no operation `{}`: it {has}", interface.name, operation.name),
        };
        let said = service.fault(&UNDECLARED_OPERATION, operation.key, message);
        report.push(meant_key(service, said, operation.key, &operation.name, meant));
    }
}

fn say_undeclared<'d>(
    service: &Service<'d>,
    interface: &Interface<'d>,
    entity: crate::dialect::tosca::types::TypeId,
    report: &mut Report,
) {
    let effective = service.world.effective(entity);
    let names = || effective.interfaces().iter().map(|it| &*it.name);
    let type_name = &service.world.get(entity).name;
    if let Some(name) = names().find(|name| name.eq_ignore_ascii_case(&interface.name)) {
        let message =
            format!("`{}` is not the interface `{name}` of `{type_name}`: case matters", interface.name);
        let said = service.fault(&WRONG_CASE, interface.key, message);
        report.push(meant_key(service, said, interface.key, &interface.name, [name]));
        return;
    }
    let message = format!("`{type_name}` has no interface `{}`", interface.name);
    let said = service.fault(&UNDECLARED, interface.key, message);
    report.push(meant_key(service, said, interface.key, &interface.name, names()));
}
