//! Diagrams of imperative workflows: steps as nodes, success and failure transitions as edges. Plans adding and connecting steps.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::model::{Service, Step, Workflow};
use super::types::ScalarText;
use crate::service_template::ServiceTemplate;
use limn_common::Form;
use limn_language::dialect::{PaletteEntry, Plan};
use limn_language::edit::EditError;
use limn_language::graph::{
    Badge, Diagram, End, Graph, Icon, Id, Link, LinkKind, Look, Multiplicity, Node, Port, PortRef, Role, Side,
};
use limn_yaml::{self as yaml, Op, Path, Value};

/// Outcomes of a step: keys and edge labels.
const WAYS: [(&str, &str); 2] = [("on_success", "success"), ("on_failure", "failure")];
/// Prefix of the palette id of a step, before the workflow name.
const STEP: &str = "step:";

/// The diagrams of the workflows, one for each.
pub(super) fn diagrams(service: &Service<'_>) -> Vec<Diagram> {
    let all = service.topology.iter().flat_map(|topology| &topology.workflows);
    all.map(|workflow| Diagram {
        id: Id(workflow.key.path()),
        label: workflow.name.to_string(),
        kind: "workflow",
        graph: Arc::new(graph(workflow)),
    })
    .collect()
}

fn graph(workflow: &Workflow<'_>) -> Graph {
    let base = workflow.key.path().key("steps");
    let id = |name: &str| Id(base.key(name));
    let mut links = Vec::new();
    let mut followed = BTreeSet::new();
    let mut ghosts = BTreeSet::new();
    for step in &workflow.steps {
        for (key, label) in WAYS {
            for word in ways(step, key) {
                followed.insert(word.text.to_string());
                if workflow.steps.iter().all(|step| step.name != word.text) {
                    ghosts.insert(word.text.to_string());
                }
                links.push(link(id(&step.name), key, label, id(&word.text), Id(word.node.path())));
            }
        }
    }
    let mut nodes: Vec<Node> = workflow
        .steps
        .iter()
        .map(|step| node(id(&step.name), step, !followed.contains(&*step.name)))
        .collect();
    nodes.extend(ghosts.into_iter().map(|name| Node {
        look: Look::Ghost,
        caption: "unknown step".to_owned(),
        ..blank(id(&name), name)
    }));
    Graph { nodes, links, ..Graph::default() }
}

fn ways<'s, 'd>(step: &'s Step<'d>, key: &str) -> &'s [ScalarText<'d>] {
    if key == "on_success" { &step.on_success } else { &step.on_failure }
}

fn node(id: Id, step: &Step<'_>, is_first: bool) -> Node {
    let target = step.target.as_ref().map(|target| target.text.to_string());
    let caption = match (target, &step.target_relationship) {
        (Some(target), Some(relationship)) => format!("{target} · {}", relationship.text),
        (Some(target), None) => target,
        (None, _) => String::new(),
    };
    let mut badges: Vec<Badge> = step.activities.iter().filter_map(|node| activity(*node)).collect();
    if is_first {
        let title = "First step of the workflow".to_owned();
        badges.insert(0, Badge { icon: Icon::Operation, text: "first".to_owned(), title });
    }
    let port = |role, side, name: &str| Port {
        role,
        side,
        name: name.to_owned(),
        kind: None,
        ghost: false,
        shown: true,
        unmet: false,
        folds: false,
    };
    let ways = WAYS.map(|(key, _)| port(Role::Capability, Side::Right, key));
    let ports = std::iter::once(port(Role::Requirement, Side::Left, "")).chain(ways).collect();
    Node { caption, badges, ports, ..blank(id, step.name.to_string()) }
}

fn blank(id: Id, label: String) -> Node {
    Node {
        id,
        look: Look::Solid,
        icon: Icon::Operation,
        label,
        caption: String::new(),
        role: "step",
        multiplicity: Multiplicity::One,
        badges: Vec::new(),
        ports: Vec::new(),
        host: None,
    }
}

/// Badge of an activity, with a short text and a sentence.
fn activity(node: yaml::Node<'_>) -> Option<Badge> {
    let entry = node.resolve().entries().next()?;
    let value = entry.value.resolve();
    let argument = |key: &str| {
        if value.is_scalar() {
            value.as_str().map(Into::into)
        } else {
            ScalarText::at(value, key).map(|word| word.text.to_string())
        }
    };
    let last = |text: &str| text.rsplit('.').next().unwrap_or(text).to_owned();
    let (icon, text, title) = match entry.key.as_str()?.as_ref() {
        "call_operation" => {
            let operation: String = argument("operation")?;
            (Icon::Operation, last(&operation), format!("Calls operation `{operation}`"))
        }
        "set_state" => {
            let state: String = argument("state")?;
            (Icon::Heal, format!("→ {state}"), format!("Sets state `{state}`"))
        }
        "delegate" => {
            let workflow: String = argument("workflow")?;
            (
                Icon::Reference,
                workflow.clone(),
                format!("Delegates workflow `{workflow}` to the orchestrator"),
            )
        }
        "inline" => {
            let workflow: String = argument("workflow")?;
            (Icon::Relationship, workflow.clone(), format!("Runs workflow `{workflow}`"))
        }
        _ => return None,
    };
    Some(Badge { icon, text, title })
}

fn link(from: Id, key: &str, label: &str, to: Id, written: Id) -> Link {
    let end = |node, role, port: &str| End {
        port: PortRef { node, role, port: port.to_owned() },
        written: written.clone(),
        note: String::new(),
    };
    Link {
        id: written.clone(),
        kind: if key == "on_success" { LinkKind::Success } else { LinkKind::Failure },
        label: label.to_owned(),
        sources: vec![end(from, Role::Capability, key)],
        targets: vec![end(to, Role::Requirement, "")],
        acts: false,
        hosts: false,
        by: None,
    }
}

/// The workflow that contains the path of a step.
pub(super) fn around(path: &Path) -> Option<Path> {
    let inside = path.key_at(0) == Some("topology_template")
        && path.key_at(1) == Some("workflows")
        && path.key_at(3) == Some("steps")
        && path.len() > 4;
    inside.then(|| path.prefix(3))
}

/// Checks that a step can follow another; `None` if the ports are not of steps.
pub(super) fn accepts(
    template: &ServiceTemplate,
    from: &PortRef,
    to: &PortRef,
) -> Option<Result<(), EditError>> {
    let (around, other) = (around(&from.node.0), around(&to.node.0));
    if around.is_none() && other.is_none() {
        return None;
    }
    let incompatible = |why: &str| Err(EditError::Incompatible(why.to_owned()));
    let (way, next) = match (from.role, to.role) {
        (Role::Capability, Role::Requirement) => (from, to),
        (Role::Requirement, Role::Capability) => (to, from),
        _ => return Some(incompatible("connect the outcome of a step to the next step")),
    };
    Some(if around != other {
        incompatible("connect steps of the same workflow")
    } else if way.node == next.node {
        incompatible("a step cannot follow itself")
    } else if way.port.is_empty() {
        incompatible("start the connection at success or failure of a step")
    } else if template.document.get(&next.node.0).is_none() {
        incompatible("unknown step")
    } else if listed(template, way).iter().any(|name| Some(&**name) == next.node.0.last_key()) {
        incompatible("the steps are already connected")
    } else {
        Ok(())
    })
}

/// The next steps of an outcome.
fn listed(template: &ServiceTemplate, way: &PortRef) -> Vec<String> {
    let node = template.document.get(&way.node.0);
    let all = node.map(|node| ScalarText::list(node.resolve(), &way.port)).unwrap_or_default();
    all.into_iter().map(|word| word.text.into_owned()).collect()
}

/// Connects a step to the next one. The ports are accepted, in either order.
pub(super) fn connect(
    template: &ServiceTemplate,
    form: &Form<'_>,
    from: &PortRef,
    to: &PortRef,
) -> Result<Plan, EditError> {
    let (way, next) = if from.role == Role::Capability { (from, to) } else { (to, from) };
    let at = way.node.0.key(&way.port);
    let name = Value::text(next.node.0.last_key().unwrap_or_default());
    let (op, place) = match template.document.get(&at).filter(|node| !node.is_null()) {
        Some(node) if node.resolve().is_sequence() => {
            let count = node.resolve().items().len();
            (Op::Append { to: at.clone(), value: name }, at.index(count))
        }
        // A single step without a list becomes a list with the second one.
        Some(node) => {
            let first = Value::text(node.as_str().map(String::from).unwrap_or_default());
            let value = Value::Sequence(vec![first, name]).on_one_line();
            (Op::Replace { at: at.clone(), value }, at.index(1))
        }
        None => (form.op(at.clone(), Value::Sequence(vec![name]).on_one_line())?, at.index(0)),
    };
    Ok(Plan { ops: vec![op], focus: Some(Id(place)) })
}

/// Palette of a workflow diagram.
pub(super) fn palette(diagram: &Path) -> Vec<PaletteEntry> {
    let name = diagram.last_key().unwrap_or_default();
    let doc = "Activities on a node, and the steps that follow.";
    vec![PaletteEntry::new(format!("{STEP}{name}"), "Workflow", "Step", doc, Icon::Operation)]
}

/// Adds a step, if the palette item is one.
pub(super) fn add(
    template: &ServiceTemplate,
    form: &Form<'_>,
    entry: &str,
    name: Option<&str>,
) -> Option<Result<Plan, EditError>> {
    let workflow = entry.strip_prefix(STEP)?;
    let steps = Path::keys(["topology_template", "workflows", workflow, "steps"]);
    let base = name.unwrap_or("step");
    let is_free = |name: &String| template.document.get(&steps.key(name)).is_none();
    let mut names = std::iter::once(base.to_owned()).chain((2..).map(|at| format!("{base}_{at}")));
    let name = names.find(is_free)?;
    let nodes = Path::keys(["topology_template", "node_templates"]);
    let first = template.document.get(&nodes).and_then(|all| all.resolve().entries().next());
    let target = first.and_then(|entry| entry.key.as_str()).unwrap_or_default();
    let activity = Value::map([("call_operation", Value::text("Standard.start"))]);
    let value =
        Value::map([("target", Value::text(target)), ("activities", Value::Sequence(vec![activity]))]);
    let at = steps.key(&name);
    Some(form.op(at.clone(), value).map(|op| Plan { ops: vec![op], focus: Some(Id(at)) }))
}

#[cfg(test)]
mod tests {
    use limn_analysis::Analysis;
    use limn_files::FilePath;
    use limn_language::edit::{Edit, EditError};
    use limn_language::graph::{Id, LinkKind, PortRef, Role};
    use limn_yaml::Path;

    const TEXT: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer}
  workflows:
    deploy:
      steps:
        make: # first
          target: web
          activities:
            - call_operation: Standard.create
            - set_state: created
          on_success: [run]
          on_failure: stop
        run:
          target: web
          activities: [call_operation: Standard.start]
        stop:
          target: web
          activities: [{delegate: stop}]
";

    fn step(name: &str) -> Id {
        Id(Path::keys(["topology_template", "workflows", "deploy", "steps", name]))
    }

    fn changed(edit: &Edit) -> Result<String, EditError> {
        let file = FilePath::new("a.yaml").unwrap();
        let change = Analysis::of_text(&file, TEXT).plan(&file, edit)?;
        Ok(change.edits.get(&file).map_or(TEXT.to_owned(), |edit| edit.apply(TEXT)))
    }

    fn connect(from: &str, way: &str, to: &str) -> Edit {
        let from = PortRef { node: step(from), role: Role::Capability, port: way.to_owned() };
        Edit::Connect { from, to: PortRef { node: step(to), role: Role::Requirement, port: String::new() } }
    }

    #[test]
    fn a_workflow_is_a_diagram_of_steps_and_of_what_follows() {
        let file = FilePath::new("a.yaml").unwrap();
        let analysis = Analysis::of_text(&file, &TEXT.replace("on_failure: stop", "on_failure: halt"));
        let checked = analysis.file(&file).unwrap();
        let [diagram] = checked.diagrams() else { panic!("one diagram") };
        let mut summary = format!("{} {}\n", diagram.kind, diagram.label);
        for node in &diagram.graph.nodes {
            let badges: Vec<&str> = node.badges.iter().map(|badge| badge.text.as_str()).collect();
            summary += &format!("{} {:?} {}: {}\n", node.label, node.look, node.caption, badges.join(", "));
        }
        for link in &diagram.graph.links {
            let end = |end: &limn_language::graph::End| end.port.node.0.last_key().unwrap().to_owned();
            summary +=
                &format!("{} {} {} {}\n", end(&link.sources[0]), link.label, end(&link.targets[0]), link.id);
        }
        let kinds: Vec<LinkKind> = diagram.graph.links.iter().map(|link| link.kind).collect();
        assert_eq!(kinds, [LinkKind::Success, LinkKind::Failure]);
        expect_test::expect![[r#"
            workflow deploy
            make Solid web: first, create, → created
            run Solid web: start
            stop Solid web: first, stop
            halt Ghost unknown step: 
            make success run topology_template.workflows.deploy.steps.make.on_success[0]
            make failure halt topology_template.workflows.deploy.steps.make.on_failure
        "#]]
        .assert_eq(&summary);
        let after = analysis.file(&file).unwrap().at(TEXT.find("Standard.start").unwrap());
        assert_eq!(after, Some(step("run")));
    }

    #[test]
    fn steps_are_joined_parted_added_renamed_and_taken_away() {
        let after = changed(&connect("run", "on_success", "stop")).unwrap();
        let activity = "          activities: [call_operation: Standard.start]\n";
        assert_eq!(after, TEXT.replace(activity, &format!("{activity}          on_success: [stop]\n")));
        let after = changed(&connect("make", "on_success", "stop")).unwrap();
        assert_eq!(after, TEXT.replace("[run]", "[run, stop]"));
        let after = changed(&connect("make", "on_failure", "run")).unwrap();
        assert_eq!(after, TEXT.replace("on_failure: stop", "on_failure: [stop, run]"));
        for (from, way, to) in
            [("make", "on_success", "run"), ("run", "on_success", "run"), ("run", "on_success", "none")]
        {
            assert!(
                matches!(changed(&connect(from, way, to)), Err(EditError::Incompatible(_))),
                "{from} {to}"
            );
        }
        let id = Id(step("make").0.key("on_success").index(0));
        let after = changed(&Edit::Disconnect { id }).unwrap();
        assert_eq!(after, TEXT.replace("          on_success: [run]\n", ""));
        let id = Id(step("make").0.key("on_failure"));
        assert_eq!(
            changed(&Edit::Disconnect { id }).unwrap(),
            TEXT.replace("          on_failure: stop\n", "")
        );
        let after = changed(&Edit::Remove { ids: vec![step("run")] }).unwrap();
        let run =
            "        run:\n          target: web\n          activities: [call_operation: Standard.start]\n";
        assert_eq!(after, TEXT.replace(run, "").replace("          on_success: [run]\n", ""));
        let after = changed(&Edit::Rename { id: step("stop"), to: "halt".to_owned() }).unwrap();
        let named =
            TEXT.replace("on_failure: stop", "on_failure: halt").replace("        stop:", "        halt:");
        assert_eq!(after, named);
        let add = Edit::Add { template: "step:deploy".to_owned(), name: None, place: None, on: Vec::new() };
        let step = "        step:\n          target: web\n          activities:\n            - call_operation: Standard.start\n";
        assert_eq!(changed(&add).unwrap(), format!("{TEXT}{step}"));
    }
}
