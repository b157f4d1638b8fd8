//! Tests of rows, filter, columns and fill-down, with documents of several languages.

use super::*;
use crate::{Analysis, Change};
use limn_files::FilePath;
use limn_language::edit::Edit;
use limn_yaml::Path;

const MACHINES: &str = "tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    one: # the first
      type: tosca.nodes.WebServer
      description: same
      properties: {component_version: 2.1} # kept
      requirements:
        - host: machine
    two:
      type: tosca.nodes.WebServer
      properties:
        component_version: '1.0'  # old
    three:
      type: tosca.nodes.WebServer
    shop:
      type: tosca.nodes.SoftwareComponent
      properties:
        component_version: { get_input: version }
    machine:
      type: tosca.nodes.Compute
  inputs:
    version: {type: version}
  groups:
    front:
      type: tosca.groups.Root
      members: [one, two]
";

fn analyzed(text: &str) -> (Analysis, FilePath) {
    let file = FilePath::new("a.yaml").unwrap();
    (Analysis::of_text(&file, text), file)
}

/// The rows as lines: `  one | WebServer`.
fn lines(rows: &[TableRow], places: impl IntoIterator<Item = usize>) -> Vec<String> {
    let line = |row: &TableRow| format!("{}{} | {}", "  ".repeat(row.level - 1), row.name, row.caption);
    places.into_iter().map(|at| line(&rows[at])).collect()
}

fn first_rows(text: &str) -> Vec<String> {
    let (analysis, file) = analyzed(text);
    let rows = rows(analysis.file(&file).unwrap().graph());
    let open = shown(&rows, &Filter::default(), |row| row.opens_at_first);
    lines(&rows, open.into_iter().map(|(at, _)| at))
}

fn id(name: &str) -> Id {
    Id(Path::default().key("topology_template").key("node_templates").key(name))
}

fn columns_of(checked: &crate::Checked) -> Vec<Column> {
    let rows = rows(checked.graph());
    let items = rows.iter().filter(|row| row.kind.has_properties());
    checked.columns(&items.map(|row| (row.id.clone(), row.caption.clone())).collect::<Vec<_>>())
}

fn column(checked: &crate::Checked, label: &str) -> Column {
    columns_of(checked).into_iter().find(|column| column.label == label).unwrap()
}

fn applied(text: &str, change: &Change, file: &FilePath) -> String {
    change.edits.get(file).map_or_else(|| text.to_owned(), |edit| edit.apply(text))
}

#[test]
fn nodes_are_inside_their_hosts_and_relationships_are_folded() {
    assert_eq!(
        first_rows(MACHINES),
        [
            "a.yaml | ",
            "two | WebServer",
            "three | WebServer",
            "shop | SoftwareComponent",
            "machine | Compute",
            "  1 relationship | ",
            "  one | WebServer",
            "front | group",
        ]
    );
}

#[test]
fn every_node_and_link_of_the_samples_has_a_row_and_every_key_is_unique() {
    for sample in ["book_shop.yaml", "streamer_cluster.yaml", "video_homing.yaml", "media_edge.yaml"] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../public/samples").join(sample);
        let (analysis, file) = analyzed(&std::fs::read_to_string(path).unwrap());
        let graph = analysis.file(&file).unwrap().graph();
        let rows = rows(graph);
        let keys: std::collections::BTreeSet<&str> = rows.iter().map(|row| row.key.as_str()).collect();
        assert_eq!(keys.len(), rows.len(), "{sample}");
        let has_row = |id: &Id| rows.iter().any(|row| row.id == *id);
        assert!(graph.nodes.iter().all(|node| has_row(&node.id)), "{sample}");
        assert!(graph.groups.iter().all(|group| has_row(&group.id)), "{sample}");
        assert!(graph.policies.iter().all(|policy| has_row(&policy.id)), "{sample}");
        let drawn = graph.links.iter().filter(|link| graph.layer.draws(link.kind));
        assert!(drawn.clone().count() > 0, "{sample}");
        assert!(drawn.into_iter().all(|link| has_row(&link.id)), "{sample}");
        for (at, row) in rows.iter().enumerate() {
            assert!(row.parent.is_none_or(|parent| parent < at && rows[parent].level + 1 == row.level));
        }
    }
}

#[test]
fn a_filter_shows_matches_inside_the_rows_around_them() {
    let (analysis, file) = analyzed(MACHINES);
    let rows = rows(analysis.file(&file).unwrap().graph());
    let find = |words: &str, type_name: &str| {
        let filter = Filter { words: words.to_owned(), type_name: type_name.to_owned(), ..Filter::default() };
        let found = shown(&rows, &filter, |_| false);
        let mark = |(at, matches): (usize, bool)| {
            format!("{}{}", lines(&rows, [at])[0], if matches { "" } else { " (around)" })
        };
        found.into_iter().map(mark).collect::<Vec<_>>()
    };
    assert_eq!(find("ONE web", ""), ["machine | Compute (around)", "  one | WebServer"]);
    assert_eq!(find("ser o", ""), ["two | WebServer", "machine | Compute (around)", "  one | WebServer"]);
    assert_eq!(find("", "Compute"), ["machine | Compute"]);
    assert_eq!(find("two", "Compute"), [""; 0]);
    let kept = Filter { words: "zzz".to_owned(), kept: [id("two").to_string()].into(), ..Filter::default() };
    let found: Vec<_> = shown(&rows, &kept, |_| false).into_iter().map(|(at, _)| at).collect();
    assert_eq!(lines(&rows, found), ["two | WebServer"]);
    assert_eq!(types(&rows)[0], ("Compute".to_owned(), 1));
    assert_eq!(types(&rows)[2], ("WebServer".to_owned(), 3));
}

#[test]
fn columns_are_the_properties_with_the_most_values_first() {
    let (analysis, file) = analyzed(MACHINES);
    let checked = analysis.file(&file).unwrap();
    let columns = columns_of(checked);
    let labels: Vec<(&str, usize)> =
        columns.iter().map(|column| (column.label.as_str(), column.written)).collect();
    assert_eq!(labels[..2], [("component_version", 3), ("Description", 1)]);
    // The type of a row is not repeated as a value.
    assert!(columns.last().is_some_and(|column| column.label == "Type" && column.repeats_type));
}

#[test]
fn a_cell_distinguishes_values_defaults_functions_and_missing_properties() {
    let (analysis, file) = analyzed(MACHINES);
    let checked = analysis.file(&file).unwrap();
    let columns = [column(checked, "component_version")];
    let cell = |name: &str| checked.cells(&id(name), &columns)[0].clone();
    let state = |name: &str| cell(name).map(|cell| (cell.text, cell.state, cell.is_line));
    assert_eq!(state("two"), Some(("1.0".to_owned(), CellState::Written, true)));
    assert_eq!(state("three"), Some((String::new(), CellState::Empty, true)));
    let (_, call, is_line) = state("shop").unwrap();
    assert_eq!((call, is_line), (CellState::Written, false));
    assert_eq!(state("machine"), None);
}

#[test]
fn fill_down_is_one_change_of_the_fewest_bytes_and_names_what_it_leaves_out() {
    let (analysis, file) = analyzed(MACHINES);
    let checked = analysis.file(&file).unwrap();
    let version = column(checked, "component_version");
    let items = ["one", "two", "three", "shop", "machine"].map(id);
    let filled = analysis.fill(&file, &items, &version, Fill::Text("2.1")).unwrap();
    assert_eq!((filled.written, filled.unchanged), (2, 1));
    assert_eq!(
        filled.refused,
        [
            (id("shop"), "its `component_version` is edited in the inspector".to_owned()),
            (id("machine"), "unknown property `component_version`".to_owned()),
        ]
    );
    let expected = MACHINES.replace("component_version: '1.0'  # old", "component_version: '2.1'  # old").replace(
        "    three:\n      type: tosca.nodes.WebServer\n",
        "    three:\n      type: tosca.nodes.WebServer\n      properties:\n        component_version: '2.1'\n",
    );
    assert_eq!(applied(MACHINES, &filled.change, &file), expected);
}

#[test]
fn properties_that_are_elements_by_name_have_columns_of_their_values() {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../public/samples/streamer_cluster.yaml");
    let text = std::fs::read_to_string(path).unwrap();
    let (analysis, file) = analyzed(&text);
    let checked = analysis.file(&file).unwrap();
    let flavor = column(checked, "flavor");
    assert!(flavor.written > 1);
    let item = |name: &str| Id(Path::default().key("composition").key(name));
    let items = [item("streamer"), item("balancer")];
    let filled = analysis.fill(&file, &items, &flavor, Fill::Text("m1.huge")).unwrap();
    assert_eq!((filled.written, filled.refused.len()), (2, 0));
    let written = applied(&text, &filled.change, &file);
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let changed = lines(&text).into_iter().zip(lines(&written)).filter(|(before, now)| before != now).count();
    assert_eq!((changed, written.lines().count()), (2, text.lines().count()));
}

#[test]
fn nothing_fills_down_by_removing_the_values() {
    let (analysis, file) = analyzed(MACHINES);
    let version = column(analysis.file(&file).unwrap(), "component_version");
    let filled = analysis.fill(&file, &[id("two"), id("three")], &version, Fill::Nothing).unwrap();
    assert_eq!((filled.written, filled.unchanged), (1, 1));
    let without = applied(MACHINES, &filled.change, &file);
    assert!(!without.contains("'1.0'") && without.contains("component_version: 2.1"), "{without}");
}

#[test]
fn yes_or_no_is_written_as_a_boolean() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.Node:
    derived_from: tosca.nodes.Root
    properties:
      secure: {type: boolean, default: false}
topology_template:
  node_templates:
    one: {type: my.Node}
";
    let (analysis, file) = analyzed(text);
    let secure = column(analysis.file(&file).unwrap(), "secure");
    let filled = analysis.fill(&file, &[id("one")], &secure, Fill::Text("true")).unwrap();
    let written = applied(text, &filled.change, &file);
    assert!(written.contains("secure: true"), "{written}");
}

#[test]
fn hosts_that_contain_each_other_and_unreadable_texts_have_rows() {
    let circle = "tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    a: {type: tosca.nodes.SoftwareComponent, requirements: [{host: b}]}
    b: {type: tosca.nodes.SoftwareComponent, requirements: [{host: a}]}
";
    let nodes: Vec<String> =
        first_rows(circle).into_iter().filter(|line| line.ends_with("| SoftwareComponent")).collect();
    assert_eq!(nodes.len(), 2);
    assert!(first_rows("").len() < 2);
    drop(first_rows("a: [b: {"));
}

const TEXTS: &str = "tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.Node:
    derived_from: tosca.nodes.Root
    properties:
      note: {type: string, required: false}
      name: {type: string}
topology_template:
  node_templates:
    one: {type: my.Node, properties: {note: '  padded  ', name: ' '}}
    two: {type: my.Node, properties: {note: \"a\\rb\", name: ''}}
    three: {type: my.Node, properties: {note: &d plain, name: x}, requirements: [{host: missing}]}
    four: {type: my.Node, properties: {note: *d, name: x}}
";

#[test]
fn an_input_that_nobody_typed_in_changes_nothing() {
    let (analysis, file) = analyzed(TEXTS);
    let checked = analysis.file(&file).unwrap();
    let (note, name) = (column(checked, "note"), column(checked, "name"));
    let unchanged = |item: &str, column: &Column| {
        let value = checked.line_field(&id(item), column).unwrap().1.value.unwrap();
        checked.line_edit(&id(item), column, &value)
    };
    assert_eq!(unchanged("one", &note), Ok(None));
    assert_eq!(unchanged("one", &name), Ok(None));
    assert_eq!(unchanged("two", &name), Ok(None));
    // An input of one line would drop the line end.
    assert!(!checked.cells(&id("two"), std::slice::from_ref(&note))[0].as_ref().unwrap().is_line);
    let typed = |item: &str, text: &str| match checked.line_edit(&id(item), &note, text) {
        Ok(Some(Edit::Set { input: limn_language::edit::Input::Text(text), .. })) => text,
        other => panic!("{other:?}"),
    };
    assert_eq!(typed("one", "  padded "), "  padded ");
    assert_eq!(typed("three", " new "), "new");
}

#[test]
fn a_written_empty_text_fills_down_as_one_and_shared_values_are_left_out() {
    let (analysis, file) = analyzed(TEXTS);
    let checked = analysis.file(&file).unwrap();
    let (note, name) = (column(checked, "note"), column(checked, "name"));
    let filled = analysis.fill(&file, &[id("two"), id("three")], &name, Fill::Text("")).unwrap();
    assert_eq!((filled.written, filled.unchanged), (1, 1));
    let written = applied(TEXTS, &filled.change, &file);
    assert_eq!(written, TEXTS.replacen("name: x", "name: ''", 1));
    let filled =
        analysis.fill(&file, &[id("one"), id("three"), id("four")], &note, Fill::Text("new")).unwrap();
    let why = "shared by `&d`: edit it in its cell".to_owned();
    assert_eq!(filled.written, 1);
    assert_eq!(filled.refused, [(id("three"), why.clone()), (id("four"), why)]);
}

#[test]
fn what_is_only_referred_to_has_no_cells_and_refuses_values() {
    let (analysis, file) = analyzed(TEXTS);
    let checked = analysis.file(&file).unwrap();
    let rows = rows(checked.graph());
    let ghost = rows.iter().find(|row| !row.is_declared).unwrap();
    assert_eq!(ghost.name, "missing");
    let all = columns_of(checked);
    assert!(checked.cells(&ghost.id, &all).iter().all(Option::is_none));
    let note = column(checked, "note");
    let filled = analysis.fill(&file, &[ghost.id.clone(), id("one")], &note, Fill::Text("new")).unwrap();
    assert_eq!(filled.written, 1);
    assert_eq!(filled.refused, [(ghost.id.clone(), "the item isn't declared in this file".to_owned())]);
}

#[test]
fn rows_of_memberships_tell_holder_and_member() {
    let (analysis, file) = analyzed(MACHINES);
    let rows = rows(analysis.file(&file).unwrap().graph());
    let memberships: Vec<_> = rows.iter().filter_map(|row| row.membership.clone()).collect();
    assert_eq!(memberships.len(), 4);
    assert!(memberships.iter().all(|(holder, member)| {
        holder.0.last_key() == Some("front") && ["one", "two"].contains(&member.0.last_key().unwrap())
    }));
    assert!(rows.iter().all(|row| row.is_item() || !row.kind.has_properties()));
}
