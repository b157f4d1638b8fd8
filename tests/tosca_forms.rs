//! Forms of service templates: a text and a place give the fields, as the types that the text names have them; what is put into a field gives
//! the difference that it makes. All through the waist, as the page has it.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use limn::analysis::Analysis;
use limn::edit::{Edit, Input};
use limn::files::FilePath;
use limn::graph::Id;
use limn::ide::form::{Control, Field, Sheet};
use limn::yaml::Path;

const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  my.Part:
    properties:
      name: {type: string, description: What it is called.}
      weight: {type: integer, default: 1, constraints: [in_range: [1, 9]]}
      parts: {type: list, entry_schema: my.Part, required: false}
  my.Name:
    derived_from: string
    constraints: [pattern: '[a-z]+', max_length: 8]
node_types:
  my.Base:
    derived_from: tosca.nodes.Root
    properties:
      title: {type: string, description: For people.}
  my.Node:
    derived_from: my.Base
    properties:
      port: {type: integer, default: 80, constraints: [in_range: [1, 65535]]}
      share: {type: float, required: false}
      secure: {type: boolean, default: true}
      mode: {type: string, constraints: [valid_values: [fast, safe]], default: safe}
      level: {type: integer, constraints: [valid_values: [1, 2, 3]], required: false}
      release: {type: version, required: false}
      since: {type: timestamp, required: false}
      disk: {type: scalar-unit.size, constraints: [greater_or_equal: 1 GB]}
      ports: {type: range, required: false}
      nick: {type: my.Name, required: false}
      tags: {type: list, entry_schema: string, required: false}
      labels: {type: map, entry_schema: {type: integer}, required: false}
      part: {type: my.Part, required: false}
    attributes:
      address: {type: string}
    capabilities:
      door: {type: tosca.capabilities.Endpoint, description: The way in.}
    interfaces:
      Standard:
        create: {implementation: create.sh, inputs: {speed: {type: integer, default: 3}}}
    artifacts:
      image: {type: tosca.artifacts.Deployment.Image.VM.QCOW2, file: a.qcow2}
";

fn node(template: &str) -> String {
    format!(
        "{TYPES}topology_template:\n  inputs: {{size: {{type: integer}}}}\n  node_templates:\n    web:\n{template}"
    )
}

fn file() -> FilePath {
    FilePath::new("service.yaml").expect("a plain name")
}

fn web(keys: &[&str]) -> Path {
    let base = Path::keys(["topology_template", "node_templates", "web"]);
    keys.iter().fold(base, |path, key| match key.parse::<usize>() {
        Ok(index) => path.index(index),
        Err(_) => path.key(key),
    })
}

fn sheet(text: &str, path: &Path) -> Option<Sheet> {
    let analysis = Analysis::of_text(&file(), text);
    let checked = analysis.file(&file()).expect("the file is there").clone();
    checked.entry(&Id(path.clone())).or_else(|| checked.sheet(&Id(path.clone())))
}

fn show(fields: &[Field], indent: usize) -> String {
    fields.iter().map(|field| show_field(field, indent)).collect()
}

fn show_field(field: &Field, indent: usize) -> String {
    let marks = [(field.required, "!"), (!field.written, "?"), (field.extra, "+"), (field.computed, "()")];
    let marks: String = marks.iter().filter(|(on, _)| *on).map(|(_, mark)| *mark).collect();
    let name = if field.key.is_empty() { field.path.to_string() } else { field.key.clone() };
    let mut line = format!("{:indent$}{name}{marks}", "");
    let mut put = |text: String| line.push_str(&text);
    if !field.sort.is_empty() {
        put(format!(" <{}>", field.sort));
    }
    if let Some(value) = &field.value {
        put(format!(" = {value:?}"));
    }
    if let Some(default) = &field.default {
        put(format!(", else {default}"));
    }
    for demand in &field.demands {
        put(format!(", {demand}"));
    }
    match &field.control {
        Control::Group(sheet) => put(format!(" group\n{}", show(&sheet.fields, indent + 2))),
        Control::Named { entries, .. } => put(format!(" named\n{}", show(entries, indent + 2))),
        Control::Map { entries, item } => {
            put(format!(" map of {}\n{}", word(item), show(entries, indent + 2)))
        }
        Control::Parts { fields, free } => {
            put(format!(" parts{}\n{}", if *free { "…" } else { "" }, show(fields, indent + 2)));
        }
        Control::List { items, item } => put(format!(" list of {}\n{}", word(item), show(items, indent + 2))),
        other => put(format!(" {}\n", word(other))),
    }
    line
}

fn word(control: &Control) -> String {
    match control {
        Control::Text { .. } => "text".to_owned(),
        Control::Choice(words) => words.iter().fold("choice".to_owned(), |mut said, word| {
            write!(said, " {}", word.word).expect("a text takes all");
            said
        }),
        Control::Measure(units) => format!("measure {}…", units[0]),
        Control::Folded { brief } => format!("folded ({brief})"),
        Control::Reference { label, .. } => format!("reference to {label}"),
        Control::List { item, .. } => format!("list of {}", word(item)),
        Control::Integer { min, max, .. } if *min == i64::MIN && *max == i64::MAX => "whole".to_owned(),
        Control::Integer { min, max, .. } => format!("whole {min}..{max}"),
        other => format!("{other:?}"),
    }
}

#[track_caller]
fn check(text: &str, path: &Path, section: &str, expected: Expect) {
    let sheet = sheet(text, path).expect("a form");
    let fields: Vec<Field> =
        sheet.fields.into_iter().filter(|field| section.is_empty() || field.key == section).collect();
    expected.assert_eq(&show(&fields, 0));
}

/// The lines that an edit takes away and puts in.
#[track_caller]
fn check_edit(text: &str, edit: &Edit, expected: Expect) {
    let said = match Analysis::of_text(&file(), text).plan(&file(), edit) {
        Ok(change) => {
            let after = change.edits.get(&file()).map_or(text.to_owned(), |edit| edit.apply(text));
            difference(text, &after)
        }
        Err(why) => format!("refused: {why}\n"),
    };
    expected.assert_eq(&said);
}

fn difference(before: &str, after: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let head = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let tail =
        old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(old, new)| old == new).count();
    let gone = old[head..old.len() - tail].iter().map(|line| format!("-{line}\n"));
    let come = new[head..new.len() - tail].iter().map(|line| format!("+{line}\n"));
    gone.chain(come).collect()
}

fn set(keys: &[&str], text: &str) -> Edit {
    put(keys, Input::Text(text.to_owned()))
}

fn put(keys: &[&str], input: Input) -> Edit {
    Edit::Set { of: Id(web(&[])), key: relative(keys), input }
}

fn relative(keys: &[&str]) -> Path {
    let steps = web(keys);
    steps.steps()[web(&[]).len()..].iter().cloned().collect()
}

#[test]
fn every_property_that_the_type_has_is_a_field_with_the_control_of_its_type() {
    let text =
        node("      type: my.Node\n      properties: {port: 8080, colour: red, title: {get_input: t}}\n");
    check(
        &text,
        &web(&[]),
        "properties",
        expect![[r#"
        properties parts
          title!() <string> Raw { source: "{get_input: t}" }
          port!() <integer> = "8080", else 80, must be in the range `[1, 65535]` whole 1..65535
          share?() <float> Number
          secure!?() <boolean>, else true Flag
          mode!?() <string>, else safe choice fast safe
          level?() <integer> choice 1 2 3
          release?() <version> text
          since?() <timestamp> text
          disk!?() <size>, must be at least `1 GB` measure GB…
          ports?() <range> Range([])
          nick?() <my.Name>, must match `[a-z]+`, must have a length of at most `8` text
          tags?() <list of string> list of text
          labels?() <map of integer> map of whole
          part?() <my.Part> folded ()
          colour+() = "red" text
    "#]],
    );
}

#[test]
fn capabilities_attributes_interfaces_and_artifacts_are_what_the_type_has() {
    let text = node("      type: my.Node\n");
    check(
        &text,
        &web(&[]),
        "capabilities",
        expect![[r#"
        capabilities? parts
          feature? folded (Node)
          door? folded (Endpoint)
    "#]],
    );
    check(
        &text,
        &web(&["capabilities", "door"]),
        "properties",
        expect![[r#"
            properties? parts
              protocol!?() <string>, else tcp text
              port?() <PortDef>, must be in the range `[1, 65535]` whole 1..65535
              secure?() <boolean>, else false Flag
              url_path?() <string> text
              port_name?() <string> text
              network_name?() <string>, else PRIVATE text
              initiator?() <string>, else source choice source target peer
              ports?() <map of PortSpec>, must have a length of at least `1` map of folded ()
        "#]],
    );
    check(
        &text,
        &web(&[]),
        "attributes",
        expect![[r#"
            attributes? parts
              tosca_id?() <string> text
              tosca_name?() <string> text
              state?() <string> text
              address?() <string> text
        "#]],
    );
    check(
        &text,
        &web(&[]),
        "interfaces",
        expect![[r#"
        interfaces? parts…
          Standard? folded (node.lifecycle.Standard)
    "#]],
    );
    check(
        &text,
        &web(&["interfaces", "Standard"]),
        "",
        expect![[r#"
            inputs? parts…
            operations? map of reference to an artifact
            notifications? map of reference to an artifact
            create? folded (implemented by the type)
            configure? folded ()
            start? folded ()
            stop? folded ()
            delete? folded ()
        "#]],
    );
    check(
        &text,
        &web(&["interfaces", "Standard", "create"]),
        "",
        expect![[r#"
            description? Prose
            implementation? <artifact or file> reference to artifact or file
            inputs? parts…
              speed!?() <integer>, else 3 whole
            outputs? map of text
        "#]],
    );
}

#[test]
fn data_types_are_forms_in_forms_however_deep() {
    let text = node("      type: my.Node\n      properties: {part: {name: a, parts: [{name: b}]}}\n");
    check(
        &text,
        &web(&["properties", "part"]),
        "",
        expect![[r#"
        name!() <string> = "a" text
        weight!?() <integer>, else 1, must be in the range `[1, 9]` whole 1..9
        parts() <list of my.Part> list of folded ()
          parts[0]() <my.Part> folded (name: b)
    "#]],
    );
    check(
        &text,
        &web(&["properties", "part", "parts", "0"]),
        "",
        expect![[r#"
        name!() <string> = "b" text
        weight!?() <integer>, else 1, must be in the range `[1, 9]` whole 1..9
        parts?() <list of my.Part> list of folded ()
    "#]],
    );
    // Nothing of it is written yet.
    check(
        &text,
        &web(&["properties", "part", "parts", "0", "parts", "0"]),
        "",
        expect![[r#"
        name!?() <string> text
        weight!?() <integer>, else 1, must be in the range `[1, 9]` whole 1..9
        parts?() <list of my.Part> list of folded ()
    "#]],
    );
}

#[test]
fn a_value_is_written_as_its_type_reads() {
    let text = node("      type: my.Node\n      properties:\n        port: 8080 # the usual\n");
    check_edit(
        &text,
        &set(&["properties", "port"], "9090"),
        expect![[r#"
        -        port: 8080 # the usual
        +        port: 9090 # the usual
    "#]],
    );
    check_edit(
        &text,
        &set(&["properties", "title"], "1.0"),
        expect![[r#"
        +        title: '1.0'
    "#]],
    );
    check_edit(
        &text,
        &set(&["properties", "level"], "2"),
        expect![[r#"
        +        level: 2
    "#]],
    );
    check_edit(
        &text,
        &set(&["properties", "release"], "2.0"),
        expect![[r#"
        +        release: '2.0'
    "#]],
    );
    check_edit(
        &text,
        &set(&["properties", "disk"], "10 GB"),
        expect![[r#"
        +        disk: 10 GB
    "#]],
    );
    check_edit(
        &text,
        &set(&["properties", "part", "weight"], "5"),
        expect![[r#"
        +        part:
        +          weight: 5
    "#]],
    );
    check_edit(
        &text,
        &set(&["capabilities", "door", "properties", "protocol"], "http"),
        expect![[r#"
        +      capabilities:
        +        door:
        +          properties:
        +            protocol: http
    "#]],
    );
    let bounds = Input::Items(vec!["1".to_owned(), "UNBOUNDED".to_owned()]);
    check_edit(
        &text,
        &put(&["properties", "ports"], bounds),
        expect![[r#"
        +        ports: [1, UNBOUNDED]
    "#]],
    );
    check_edit(
        &text,
        &put(&["properties", "secure"], Input::Flag(false)),
        expect![[r#"
        +        secure: false
    "#]],
    );
}

#[test]
fn what_is_missing_on_the_way_is_made_where_it_belongs() {
    let text = node("      type: my.Node\n      requirements: []\n");
    check_edit(
        &text,
        &set(&["properties", "port"], "9090"),
        expect![[r#"
        +      properties:
        +        port: 9090
    "#]],
    );
    check_edit(
        &text,
        &set(&["interfaces", "Standard", "create", "inputs", "speed"], "4"),
        expect![[r#"
        +      interfaces:
        +        Standard:
        +          create:
        +            inputs:
        +              speed: 4
    "#]],
    );
    let text = node("      type: my.Node\n      properties:\n        title: a\n        mode: fast\n");
    check_edit(
        &text,
        &set(&["properties", "port"], "9090"),
        expect![[r#"
        +        port: 9090
    "#]],
    );
}

#[test]
fn new_items_and_entries_say_what_has_to_be_there() {
    let text = node("      type: my.Node\n      properties:\n        part:\n          name: a\n");
    let insert = |keys: &[&str], name: &str| Edit::Insert {
        of: Id(web(&[])),
        into: relative(keys),
        name: name.to_owned(),
    };
    check_edit(
        &text,
        &insert(&["properties", "part", "parts"], ""),
        expect![[r#"
        +          parts:
        +            - name: ''
    "#]],
    );
    check_edit(
        &text,
        &insert(&["properties", "tags"], ""),
        expect![[r#"
        +        tags:
        +          - ''
    "#]],
    );
    check_edit(
        &text,
        &insert(&["properties", "labels"], "a"),
        expect![[r#"
        +        labels:
        +          a: 0
    "#]],
    );
}

#[test]
fn what_is_written_shortly_is_a_form_too_and_grows_when_more_is_said() {
    let text = node(
        "      type: my.Node\n      interfaces:\n        Standard:\n          create: run.sh # quickly\n      requirements:\n        - dependency: web\n",
    );
    let create = &["interfaces", "Standard", "create"];
    check(
        &text,
        &web(create),
        "",
        expect![[r#"
        description? Prose
        implementation <artifact or file> = "run.sh" reference to artifact or file
        inputs? parts…
          speed!?() <integer>, else 3 whole
        outputs? map of text
    "#]],
    );
    let with = |key: &[&'static str]| [&create[..], key].concat();
    check_edit(
        &text,
        &set(&with(&["implementation"]), "other.sh"),
        expect![[r#"
        -          create: run.sh # quickly
        +          create: other.sh # quickly
    "#]],
    );
    check_edit(
        &text,
        &set(&with(&["inputs", "speed"]), "4"),
        expect![[r#"
        -          create: run.sh # quickly
        +          create: # quickly
        +            implementation: run.sh
        +            inputs:
        +              speed: 4
    "#]],
    );
    check(
        &text,
        &web(&["requirements", "0", "dependency"]),
        "",
        expect![[r#"
        capability? reference to a capability of the target, or a capability type
        node = "web" reference to a node template or node type
        relationship? reference to a relationship template or type
        node_filter? group
          properties? list of Map { entries: [], item: Text { label: "a value, or a function", suggestions: [] } }
          capabilities? list of reference to a capability of the target, or a capability type
        occurrences? list of text
    "#]],
    );
    check_edit(
        &text,
        &set(&["requirements", "0", "dependency", "capability"], "feature"),
        expect![[r#"
        -        - dependency: web
        +        - dependency:
        +            node: web
        +            capability: feature
    "#]],
    );
    let unset = Edit::Unset { of: Id(web(&[])), key: relative(&["requirements", "0", "dependency", "node"]) };
    check_edit(
        &text,
        &unset,
        expect![[r#"
        -      requirements:
        -        - dependency: web
        +      requirements: []
    "#]],
    );
}
