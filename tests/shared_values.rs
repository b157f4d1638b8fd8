//! Edits of shared values (row T5), by forms and on the canvas: the text after the edit for this place and for all.

mod common;

use expect_test::{Expect, expect};
use limn::analysis::{Analysis, EditScope};
use limn::edit::{Edit, EditError, Input};
use limn::files::FilePath;
use limn::graph::{Id, PortRef, Role};
use limn::ide::form::Sheet;
use limn::yaml::Path;

const SERVICE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
dsl_definitions:
  small: &small
    num_cpus: 1  # one is enough
    mem_size: 2 GB
topology_template:
  node_templates:
    web:
      type: tosca.nodes.Compute
      capabilities:
        host:
          properties: *small
    db: &db
      type: tosca.nodes.Compute  # as large as it gets
      capabilities:
        host:
          properties: *small
    spare: *db
    merged:
      type: tosca.nodes.Compute
      capabilities:
        host:
          properties:
            <<: *small
            disk_size: 1 GB
";

fn id(text: &str) -> Id {
    Id(Path::keys(text.split('/')))
}

fn node(name: &str) -> Id {
    id(&format!("topology_template/node_templates/{name}"))
}

const CPUS: [&str; 4] = ["capabilities", "host", "properties", "num_cpus"];

fn set(name: &str, key: &[&str], value: &str) -> Edit {
    Edit::Set { of: node(name), key: Path::keys(key.iter().copied()), input: Input::Text(value.to_owned()) }
}

/// The lines that the edit removes and adds, or the refusal.
fn difference(text: &str, edit: &Edit, scope: Option<EditScope>) -> String {
    let file = FilePath::new("service.yaml").expect("a plain name");
    let analysis = Analysis::of_text(&file, text);
    let after = match analysis.plan_within(&file, edit, scope) {
        Ok(change) => change.edits.get(&file).map_or_else(|| text.to_owned(), |edit| edit.apply(text)),
        Err(error) => return format!("refused: {error}\n"),
    };
    let (before, after): (Vec<&str>, Vec<&str>) = (text.lines().collect(), after.lines().collect());
    let head = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
    let rest = before[head..].iter().rev().zip(after[head..].iter().rev());
    let tail = rest.take_while(|(a, b)| a == b).count();
    let removed = before[head..before.len() - tail].iter().map(|line| ("- ", line));
    let added = after[head..after.len() - tail].iter().map(|line| ("+ ", line));
    removed.chain(added).fold(String::new(), |text, (sign, line)| text + sign + line + "\n")
}

#[track_caller]
fn check(edit: &Edit, scope: Option<EditScope>, expected: Expect) {
    expected.assert_eq(&difference(SERVICE, edit, scope));
}

#[test]
fn t5_a_shared_value_asks_where_to_change_it() {
    let file = FilePath::new("service.yaml").expect("a plain name");
    let planned = Analysis::of_text(&file, SERVICE).plan(&file, &set("web", &CPUS, "4"));
    let Err(EditError::Shared(value)) = planned else { panic!("{planned:?}") };
    let places: Vec<String> = value.places.iter().map(Path::to_string).collect();
    assert_eq!((value.anchor.as_str(), value.only_here), ("small", false));
    assert_eq!(
        places,
        [
            "dsl_definitions.small",
            "topology_template.node_templates.web.capabilities.host.properties",
            "topology_template.node_templates.db.capabilities.host.properties",
            "topology_template.node_templates.merged.capabilities.host.properties.<<",
        ]
    );
    check(
        &set("web", &CPUS, "4"),
        None,
        expect![[r#"
        refused: `topology_template.node_templates.web.capabilities.host.properties.num_cpus` is shared by `&small` in 4 places: choose whether to change this one or all
    "#]],
    );
}

#[test]
fn t5_a_field_changes_for_this_one_or_for_all() {
    check(
        &set("web", &CPUS, "4"),
        Some(EditScope::Here),
        expect![[r#"
        -           properties: *small
        +           properties:
        +             num_cpus: 4
        +             <<: *small
    "#]],
    );
    check(
        &set("web", &CPUS, "4"),
        Some(EditScope::Everywhere),
        expect![[r#"
        -     num_cpus: 1  # one is enough
        +     num_cpus: 4  # one is enough
    "#]],
    );
    check(
        &set("web", &["capabilities", "host", "properties", "cpu_frequency"], "1 GHz"),
        Some(EditScope::Everywhere),
        expect![[r#"
            +     cpu_frequency: 1 GHz
        "#]],
    );
    check(
        &set("spare", &["type"], "tosca.nodes.Root"),
        Some(EditScope::Here),
        expect![[r#"
        -     spare: *db
        +     spare:
        +       type: tosca.nodes.Root
        +       <<: *db
    "#]],
    );
    check(
        &set("db", &["type"], "tosca.nodes.Root"),
        Some(EditScope::Here),
        expect![[r#"
        -     db: &db
        -       type: tosca.nodes.Compute  # as large as it gets
        -       capabilities:
        -         host:
        -           properties: *small
        -     spare: *db
        +     db:
        +       type: tosca.nodes.Root  # as large as it gets
        +       capabilities:
        +         host:
        +           properties: *small
        +     spare: &db
        +       type: tosca.nodes.Compute  # as large as it gets
        +       capabilities:
        +         host:
        +           properties: *small
    "#]],
    );
    check(
        &set("db", &["type"], "tosca.nodes.Root"),
        Some(EditScope::Everywhere),
        expect![[r#"
        -       type: tosca.nodes.Compute  # as large as it gets
        +       type: tosca.nodes.Root  # as large as it gets
    "#]],
    );
}

#[test]
fn t5_a_merged_value_is_overridden_without_a_question() {
    check(
        &set("merged", &CPUS, "4"),
        None,
        expect![[r#"
        +             num_cpus: 4
    "#]],
    );
    let unset = Edit::Unset { of: node("merged"), key: Path::keys(CPUS) };
    check(
        &unset,
        None,
        expect![[r#"
        refused: `num_cpus` is inherited by merge from `&small`: set another value, or remove it there
    "#]],
    );
}

#[test]
fn t5_a_node_that_owns_an_anchor_is_deleted() {
    check(
        &Edit::Remove { ids: vec![node("db")] },
        None,
        expect![[r#"
        -     db: &db
        -       type: tosca.nodes.Compute  # as large as it gets
        -       capabilities:
        -         host:
        -           properties: *small
        -     spare: *db
        +     spare: &db
        +       type: tosca.nodes.Compute  # as large as it gets
        +       capabilities:
        +         host:
        +           properties: *small
    "#]],
    );
    check(
        &Edit::Remove { ids: vec![node("db"), node("spare")] },
        None,
        expect![[r#"
        -     db: &db
        -       type: tosca.nodes.Compute  # as large as it gets
        -       capabilities:
        -         host:
        -           properties: *small
        -     spare: *db
    "#]],
    );
}

const LINKED: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
    other: {type: tosca.nodes.Compute}
    web:
      type: tosca.nodes.SoftwareComponent
      requirements: &on
        - host: server
    db:
      type: tosca.nodes.SoftwareComponent
      requirements: *on
";

#[test]
fn t5_a_wire_of_shared_requirements_changes_for_this_one_or_for_all() {
    let port = |name: &str, role, port: &str| PortRef { node: node(name), role, port: port.to_owned() };
    let connect = |from: &str| Edit::Connect {
        from: port(from, Role::Requirement, "host"),
        to: port("other", Role::Capability, "host"),
    };
    let show = |from: &str, scope| difference(LINKED, &connect(from), scope);
    expect![[r#"
        refused: `topology_template.node_templates.db.requirements` is shared by `&on` in 2 places: choose whether to change this one or all
    "#]].assert_eq(&show("db", None));
    expect![[r#"
        -       requirements: *on
        +       requirements:
        +         - host: other
    "#]]
    .assert_eq(&show("db", Some(EditScope::Here)));
    expect![[r#"
        -       requirements: &on
        -         - host: server
        -     db:
        -       type: tosca.nodes.SoftwareComponent
        -       requirements: *on
        +       requirements:
        +         - host: other
        +     db:
        +       type: tosca.nodes.SoftwareComponent
        +       requirements: &on
        +         - host: server
    "#]]
    .assert_eq(&show("web", Some(EditScope::Here)));
    expect![[r#"
        -         - host: server
        +         - host: other
    "#]]
    .assert_eq(&show("web", Some(EditScope::Everywhere)));
}

/// The fields that are shared, and how.
fn shared(sheet: &Sheet) -> String {
    use limn::ide::form::{Control, Field};
    fn list(fields: &[Field], out: &mut String) {
        for field in fields {
            if let Some(shared) = &field.shared {
                let value = field.value.as_deref().unwrap_or("…");
                *out += &format!(
                    "{} = {value}: {:?} {:?}, {} places\n",
                    field.path, shared.by, shared.anchor, shared.places
                );
            }
            match &field.control {
                Control::Group(sheet) => list(&sheet.fields, out),
                Control::Named { entries: fields, .. }
                | Control::Parts { fields, .. }
                | Control::Map { entries: fields, .. } => list(fields, out),
                _ => {}
            }
        }
    }
    let mut out = String::new();
    if let Some(shared) = &sheet.shared {
        out += &format!("whole: {:?} {:?}, {} places\n", shared.by, shared.anchor, shared.places);
    }
    list(&sheet.fields, &mut out);
    out
}

#[test]
fn t5_a_form_shows_how_its_values_are_shared() {
    let file = FilePath::new("service.yaml").expect("a plain name");
    let analysis = Analysis::of_text(&file, SERVICE);
    let checked = analysis.file(&file).expect("it is open");
    let host = |name: &str| Id(node(name).0.join(&Path::keys(["capabilities", "host"])));
    let form = |id: &Id| shared(&checked.entry(id).or_else(|| checked.sheet(id)).expect("it has a form"));
    expect![[r#"
        properties = …: Alias Some("small"), 4 places
    "#]]
    .assert_eq(&form(&host("web")));
    expect![[r#"
        properties.num_cpus = 1: Merge Some("small"), 1 places
        properties.mem_size = 2 GB: Merge Some("small"), 1 places
    "#]]
    .assert_eq(&form(&host("merged")));
    expect![[r#"
        whole: Alias Some("db"), 2 places
    "#]]
    .assert_eq(&form(&node("spare")));
    expect![[r#"
        whole: Anchor Some("db"), 2 places
    "#]]
    .assert_eq(&form(&node("db")));
}
