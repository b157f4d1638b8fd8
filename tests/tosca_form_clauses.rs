//! Forms of what narrows values and nodes: constraints and defaults of definitions, filters of requirements, triggers of policies, conditions and
//! activities. A place gives the fields, what is put in gives the difference that it makes.

#![expect(clippy::too_many_lines, reason = "a test here is a table")]

#[path = "common/forms.rs"]
#[allow(dead_code, reason = "each test takes what it needs")]
mod forms;

use expect_test::expect;
use limn::edit::{Edit, Input};
use limn::graph::Id;
use limn::yaml::Path;

use forms::{check, check_edit};

const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  my.Name:
    derived_from: string
    constraints: [max_length: 8]
node_types:
  my.Base:
    derived_from: tosca.nodes.Root
    properties:
      speed: {type: integer, default: 3, constraints: [in_range: [1, 9], less_than: 8]}
  my.Node:
    derived_from: my.Base
    properties:
      speed: {type: integer, constraints: [greater_than: 2]}
      mode: {type: string, constraints: [valid_values: [fast, safe], 'fast']}
      disk: {type: scalar-unit.size}
      tags: {type: list, entry_schema: {type: my.Name, constraints: [min_length: 2]}}
      free: {type: string}
      secure: {type: boolean}
    attributes:
      load: {type: float}
    capabilities:
      door: {type: tosca.capabilities.Endpoint, properties: {port: {type: tosca.datatypes.network.PortDef, default: 80}}}
    requirements:
      - box: {capability: tosca.capabilities.Compute, node: tosca.nodes.Compute, relationship: tosca.relationships.HostedOn}
topology_template:
  inputs:
    size: {type: integer, constraints: [in_range: [1, 4]]}
    names: {type: list, entry_schema: string}
  node_templates:
    web:
      type: my.Node
      requirements:
        - box:
            node: tosca.nodes.Compute
            node_filter:
              properties:
                - tosca_name: box
              capabilities:
                - feature
                - host:
                    properties:
                      - num_cpus: {in_range: [1, 4]}
                      - mem_size: [greater_or_equal: 4 GB]
  policies:
    - scale:
        type: tosca.policies.Scaling
        targets: [web]
        triggers:
          full:
            event: tosca.events.resource.utilization
            target_filter: {node: web}
            condition:
              - assert:
                  - load: [greater_than: 0.8]
            action:
              - call_operation: Standard.start
              - inline: grow
  workflows:
    grow:
      preconditions: [{target: web, condition: []}]
      steps:
        one: {target: web, activities: [set_state: started]}
";

fn at(place: &str) -> Path {
    place.split('/').fold(Path::root(), |path, key| match key.parse::<usize>() {
        Ok(index) => path.index(index),
        Err(_) => path.key(key),
    })
}

fn put(place: &str, input: Input) -> Edit {
    Edit::Set { of: Id(at(place)), key: Path::root(), input }
}

fn text(text: &str) -> Input {
    Input::Text(text.to_owned())
}

fn pick(word: &str) -> Input {
    Input::Pick(word.to_owned())
}

fn insert(place: &str, name: &str) -> Edit {
    Edit::Insert { of: Id(at(place)), into: Path::root(), name: name.to_owned() }
}

#[test]
fn a_definition_has_a_default_of_its_type_and_the_operators_that_the_type_allows() {
    check(
        TYPES,
        &at("node_types/my.Node/properties/speed"),
        "",
        expect![[r#"
            type = "integer" reference to a data type
            description? Prose
            required?, else true Flag
            default? <integer>, must be in the range `[1, 9]`, must be less than `8`, must be greater than `2` whole 3..7
            status?, else supported choice supported unsupported experimental deprecated
            constraints list of nothing of greater_or_equal|less_or_equal|greater_than|less_than|in_range|equal|valid_values
              constraints[0] greater_than of greater_or_equal|less_or_equal|greater_than|less_than|in_range|equal|valid_values
                    greater_than <integer> = "2" whole
            entry_schema? reference to a data type
            key_schema? reference to a data type
            external-schema? text
            metadata? map of text
        "#]],
    );
    check(
        TYPES,
        &at("node_types/my.Node/properties/mode"),
        "constraints",
        expect![[r#"
            constraints list of nothing of equal|valid_values|pattern|min_length|max_length|length|greater_or_equal|less_or_equal|greater_than|less_than|in_range|schema
              constraints[0] valid_values of equal|valid_values|pattern|min_length|max_length|length|greater_or_equal|less_or_equal|greater_than|less_than|in_range|schema
                    valid_values list of text
                      constraints[0].valid_values[0] <string> = "fast" text
                      constraints[0].valid_values[1] <string> = "safe" text
              constraints[1] = "fast" equal of equal|valid_values|pattern|min_length|max_length|length|greater_or_equal|less_or_equal|greater_than|less_than|in_range|schema
                    equal <string> = "fast" text
        "#]],
    );
    check(
        TYPES,
        &at("node_types/my.Node/properties/secure"),
        "constraints",
        expect![[r#"
            constraints? list of nothing of equal|valid_values
        "#]],
    );
    check(
        TYPES,
        &at("node_types/my.Node/properties/disk"),
        "default",
        expect![[r#"
        default? <size> measure GB…
    "#]],
    );
    check(
        TYPES,
        &at("node_types/my.Node/properties/tags"),
        "",
        expect![[r#"
            type = "list" reference to a data type
            description? Prose
            required?, else true Flag
            default? <list of my.Name> list of text
            status?, else supported choice supported unsupported experimental deprecated
            constraints? list of nothing of equal|valid_values|min_length|max_length|length
            entry_schema folded (my.Name)
            key_schema? reference to a data type
            external-schema? text
            metadata? map of text
        "#]],
    );
    check(
        TYPES,
        &at("node_types/my.Node/properties/tags/entry_schema"),
        "",
        expect![[r#"
            type = "my.Name" reference to a data type
            description? Prose
            constraints list of nothing of equal|valid_values|pattern|min_length|max_length|length|greater_or_equal|less_or_equal|greater_than|less_than|in_range|schema
              constraints[0] min_length of equal|valid_values|pattern|min_length|max_length|length|greater_or_equal|less_or_equal|greater_than|less_than|in_range|schema
                    min_length = "2" whole 0..9223372036854775807
            entry_schema? reference to a data type
            key_schema? reference to a data type
        "#]],
    );
    check(
        TYPES,
        &at("node_types/my.Node/capabilities/door/properties/port"),
        "default",
        expect![[r#"
        default <network.PortDef> = "80", must be in the range `[1, 65535]` whole 1..65535
    "#]],
    );
    check(
        TYPES,
        &at("data_types/my.Name"),
        "constraints",
        expect![[r#"
            constraints list of nothing of equal|valid_values|pattern|min_length|max_length|length|greater_or_equal|less_or_equal|greater_than|less_than|in_range|schema
              constraints[0] max_length of equal|valid_values|pattern|min_length|max_length|length|greater_or_equal|less_or_equal|greater_than|less_than|in_range|schema
                    max_length = "8" whole 0..9223372036854775807
        "#]],
    );
    check(
        TYPES,
        &at("topology_template/inputs/size"),
        "constraints",
        expect![[r#"
            constraints list of nothing of greater_or_equal|less_or_equal|greater_than|less_than|in_range|equal|valid_values
              constraints[0] in_range of greater_or_equal|less_or_equal|greater_than|less_than|in_range|equal|valid_values
                    in_range <integer> Range(["1", "4"])
        "#]],
    );
    check(
        TYPES,
        &at("topology_template/inputs/names"),
        "",
        expect![[r#"
            type = "list" reference to a data type
            description? Prose
            value?() <list of string> list of text
            required?, else true Flag
            default? <list of string> list of text
            status?, else supported choice supported unsupported experimental deprecated
            constraints? list of nothing of equal|valid_values|min_length|max_length|length
            entry_schema = "string" folded (string)
            key_schema? reference to a data type
            external-schema? text
            metadata? map of text
        "#]],
    );
}

#[test]
fn a_clause_keeps_its_operand_where_another_operator_takes_the_same() {
    let speed = "node_types/my.Node/properties/speed";
    let clause = format!("{speed}/constraints/0");
    check_edit(
        TYPES,
        &put(&clause, pick("less_or_equal")),
        expect![[r#"
        -      speed: {type: integer, constraints: [greater_than: 2]}
        +      speed: {type: integer, constraints: [less_or_equal: 2]}
    "#]],
    );
    check_edit(
        TYPES,
        &put(&clause, pick("in_range")),
        expect![[r#"
        -      speed: {type: integer, constraints: [greater_than: 2]}
        +      speed: {type: integer, constraints: [{in_range: [1, UNBOUNDED]}]}
    "#]],
    );
    check_edit(
        TYPES,
        &put(&format!("{clause}/greater_than"), text("5")),
        expect![[r#"
        -      speed: {type: integer, constraints: [greater_than: 2]}
        +      speed: {type: integer, constraints: [greater_than: 5]}
    "#]],
    );
    check_edit(
        TYPES,
        &insert(&format!("{speed}/constraints"), "valid_values"),
        expect![[r#"
        -      speed: {type: integer, constraints: [greater_than: 2]}
        +      speed: {type: integer, constraints: [greater_than: 2, {valid_values: []}]}
    "#]],
    );
    check_edit(
        TYPES,
        &insert("node_types/my.Node/properties/disk/constraints", "greater_or_equal"),
        expect![[r#"
            -      disk: {type: scalar-unit.size}
            +      disk: {type: scalar-unit.size, constraints: [{greater_or_equal: 1 GB}]}
        "#]],
    );
    let bare = "node_types/my.Node/properties/mode/constraints/1";
    check_edit(
        TYPES,
        &put(&format!("{bare}/equal"), text("safe")),
        expect![[r#"
        -      mode: {type: string, constraints: [valid_values: [fast, safe], 'fast']}
        +      mode: {type: string, constraints: [valid_values: [fast, safe], 'safe']}
    "#]],
    );
    check_edit(
        TYPES,
        &put(bare, pick("max_length")),
        expect![[r#"
        -      mode: {type: string, constraints: [valid_values: [fast, safe], 'fast']}
        +      mode: {type: string, constraints: [valid_values: [fast, safe], {max_length: 0}]}
    "#]],
    );
    check_edit(
        TYPES,
        &put(&format!("{speed}/default"), text("5")),
        expect![[r#"
        -      speed: {type: integer, constraints: [greater_than: 2]}
        +      speed: {type: integer, default: 5, constraints: [greater_than: 2]}
    "#]],
    );
    check_edit(
        TYPES,
        &put("node_types/my.Node/properties/tags/entry_schema/constraints/0/min_length", text("3")),
        expect![[r#"
            -      tags: {type: list, entry_schema: {type: my.Name, constraints: [min_length: 2]}}
            +      tags: {type: list, entry_schema: {type: my.Name, constraints: [min_length: 3]}}
        "#]],
    );
    check_edit(
        TYPES,
        &insert("topology_template/inputs/names/entry_schema/constraints", "pattern"),
        expect![[r#"
            -    names: {type: list, entry_schema: string}
            +    names: {type: list, entry_schema: {type: string, constraints: [{pattern: ''}]}}
        "#]],
    );
}

const FILTER: &str = "topology_template/node_templates/web/requirements/0/box/node_filter";

#[test]
fn a_filter_is_made_of_the_properties_and_capabilities_of_the_required_node() {
    check(
        TYPES,
        &at(FILTER),
        "",
        expect![[r#"
            properties list of nothing of …
              properties[0] tosca_name of …
                    tosca_name = "box" equal of equal|valid_values|pattern|min_length|max_length|length|greater_or_equal|less_or_equal|greater_than|less_than|in_range|schema
                    equal = "box" text
            capabilities list of nothing of feature|host|endpoint|os|scalable|binding
              capabilities[0] <capability of the node> = "feature" reference to capability of the node
              capabilities[1] <capability of the node> host of feature|host|endpoint|os|scalable|binding
                    host <Container> group
                      properties list of nothing of name|num_cpus|cpu_frequency|disk_size|mem_size
                        capabilities[1].host.properties[0] num_cpus of name|num_cpus|cpu_frequency|disk_size|mem_size
                    num_cpus <integer> in_range of greater_or_equal|less_or_equal|greater_than|less_than|in_range|equal|valid_values
                    in_range <integer> Range(["1", "4"])
                        capabilities[1].host.properties[1] mem_size of name|num_cpus|cpu_frequency|disk_size|mem_size
                    mem_size <size> list of nothing of greater_or_equal|less_or_equal|greater_than|less_than|in_range|equal|valid_values
                      capabilities[1].host.properties[1].mem_size[0] greater_or_equal of greater_or_equal|less_or_equal|greater_than|less_than|in_range|equal|valid_values
                    greater_or_equal <size> = "4 GB" measure GB…
        "#]],
    );
    check(
        TYPES,
        &at(&format!("{FILTER}/capabilities/1/host")),
        "",
        expect![[r#"
            properties list of nothing of name|num_cpus|cpu_frequency|disk_size|mem_size
              properties[0] num_cpus of name|num_cpus|cpu_frequency|disk_size|mem_size
                    num_cpus <integer> in_range of greater_or_equal|less_or_equal|greater_than|less_than|in_range|equal|valid_values
                    in_range <integer> Range(["1", "4"])
              properties[1] mem_size of name|num_cpus|cpu_frequency|disk_size|mem_size
                    mem_size <size> list of nothing of greater_or_equal|less_or_equal|greater_than|less_than|in_range|equal|valid_values
                      properties[1].mem_size[0] greater_or_equal of greater_or_equal|less_or_equal|greater_than|less_than|in_range|equal|valid_values
                    greater_or_equal <size> = "4 GB" measure GB…
        "#]],
    );
    check_edit(
        TYPES,
        &insert(&format!("{FILTER}/capabilities/1/host/properties"), "disk_size"),
        expect![[r#"
            +                      - disk_size: {greater_or_equal: 1 GB}
        "#]],
    );
    check_edit(
        TYPES,
        &insert(&format!("{FILTER}/capabilities"), "os"),
        expect![[r#"
        +                - os: {}
    "#]],
    );
    check_edit(
        TYPES,
        &put(&format!("{FILTER}/capabilities/1/host/properties/0/num_cpus"), pick("equal")),
        expect![[r#"
            -                      - num_cpus: {in_range: [1, 4]}
            +                      - num_cpus: {equal: 0}
        "#]],
    );
    check_edit(
        TYPES,
        &put(&format!("{FILTER}/capabilities/1/host/properties/1"), pick("disk_size")),
        expect![[r#"
            -                      - mem_size: [greater_or_equal: 4 GB]
            +                      - disk_size: [greater_or_equal: 4 GB]
        "#]],
    );
    check_edit(
        TYPES,
        &put(&format!("{FILTER}/capabilities/1/host/properties/1/mem_size/0/greater_or_equal"), text("8 GB")),
        expect![[r#"
            -                      - mem_size: [greater_or_equal: 4 GB]
            +                      - mem_size: [greater_or_equal: 8 GB]
        "#]],
    );
}

const TRIGGER: &str = "topology_template/policies/0/scale/triggers/full";

#[test]
fn types_and_workflows_look_at_what_is_there() {
    let filter = "node_types/my.Node/requirements/0/box/node_filter";
    check_edit(
        TYPES,
        &insert(&format!("{filter}/capabilities"), "host"),
        expect![[r#"
        -      - box: {capability: tosca.capabilities.Compute, node: tosca.nodes.Compute, relationship: tosca.relationships.HostedOn}
        +      - box: {capability: tosca.capabilities.Compute, node: tosca.nodes.Compute, relationship: tosca.relationships.HostedOn, node_filter: {capabilities: [{host: {}}]}}
    "#]],
    );
    check_edit(
        TYPES,
        &insert(&format!("{filter}/properties"), "tosca_name"),
        expect![[r#"
        -      - box: {capability: tosca.capabilities.Compute, node: tosca.nodes.Compute, relationship: tosca.relationships.HostedOn}
        +      - box: {capability: tosca.capabilities.Compute, node: tosca.nodes.Compute, relationship: tosca.relationships.HostedOn, node_filter: {properties: [{tosca_name: {equal: ''}}]}}
    "#]],
    );
    let workflow = "topology_template/workflows/grow";
    check(
        TYPES,
        &at(&format!("{workflow}/steps/one")),
        "filter",
        expect![[r#"
            filter? list of nothing of assert|and|or|not|tosca_id|tosca_name|state|load|speed|mode|disk|tags|free|secure
        "#]],
    );
    check_edit(
        TYPES,
        &insert(&format!("{workflow}/steps/one/filter"), "state"),
        expect![[r#"
        -        one: {target: web, activities: [set_state: started]}
        +        one: {target: web, filter: [{state: []}], activities: [set_state: started]}
    "#]],
    );
    check(
        TYPES,
        &at(&format!("{workflow}/preconditions/0")),
        "condition",
        expect![[r#"
            condition list of nothing of assert|and|or|not|tosca_id|tosca_name|state|load|speed|mode|disk|tags|free|secure
        "#]],
    );
    let old = TYPES.replace("yaml_1_3", "yaml_1_2");
    check(
        &old,
        &at(&format!("{workflow}/steps/one")),
        "filter",
        expect![[r#"
            filter? list of nothing of assert|and|or
        "#]],
    );
}

#[test]
fn a_trigger_says_where_it_looks_what_has_to_hold_and_what_is_done() {
    check(
        TYPES,
        &at(TRIGGER),
        "",
        expect![[r#"
            description? Prose
            event = "tosca.events.resource.utilization" text
            schedule? <TimeInterval> parts
              start_time!? <timestamp> text
              end_time!? <timestamp> text
            target_filter group
              node! = "web" reference to a node template, a group or a type
              requirement? <requirement of the node> reference to requirement of the node
              capability? <capability> reference to capability
            condition clauses of attributes|clauses|measured
                    condition list of nothing of assert|and|or|not|tosca_id|tosca_name|state|load|speed|mode|disk|tags|free|secure
                      condition[0] assert of assert|and|or|not|tosca_id|tosca_name|state|load|speed|mode|disk|tags|free|secure
                    assert list of nothing of tosca_id|tosca_name|state|load|speed|mode|disk|tags|free|secure
                      condition[0].assert[0] load of tosca_id|tosca_name|state|load|speed|mode|disk|tags|free|secure
                    load <float> list of nothing of greater_or_equal|less_or_equal|greater_than|less_than|in_range|equal|valid_values
                      condition[0].assert[0].load[0] greater_than of greater_or_equal|less_or_equal|greater_than|less_than|in_range|equal|valid_values
                    greater_than <float> = "0.8" Number
            action! activities of activities|a workflow|an operation
                    action list of nothing of delegate|set_state|call_operation|inline
                      action[0] call_operation of delegate|set_state|call_operation|inline
                    call_operation <interface.operation> = "Standard.start" reference to interface.operation
                      action[1] inline of delegate|set_state|call_operation|inline
                    inline = "grow" reference to a workflow
        "#]],
    );
    check_edit(
        TYPES,
        &insert(&format!("{TRIGGER}/condition/0/assert"), "speed"),
        expect![[r#"
        +                  - speed: []
    "#]],
    );
    check_edit(
        TYPES,
        &put(&format!("{TRIGGER}/condition/0/assert/0/load/0"), pick("less_than")),
        expect![[r#"
            -                  - load: [greater_than: 0.8]
            +                  - load: [less_than: 0.8]
        "#]],
    );
    check_edit(
        TYPES,
        &insert(&format!("{TRIGGER}/condition"), "or"),
        expect![[r#"
        +              - or: []
    "#]],
    );
    check_edit(
        TYPES,
        &put(&format!("{TRIGGER}/condition"), pick("measured")),
        expect![[r#"
        -            condition:
        -              - assert:
        -                  - load: [greater_than: 0.8]
        +            condition: {constraint: {greater_than: 0}}
    "#]],
    );
    check_edit(
        TYPES,
        &put(&format!("{TRIGGER}/action"), pick("a workflow")),
        expect![[r#"
        -            action:
        -              - call_operation: Standard.start
        -              - inline: grow
        +            action: grow
    "#]],
    );
    check_edit(
        TYPES,
        &insert(&format!("{TRIGGER}/action"), "set_state"),
        expect![[r#"
        +              - set_state: ''
    "#]],
    );
    check_edit(
        TYPES,
        &put(&format!("{TRIGGER}/action/0"), pick("inline")),
        expect![[r#"
        -              - call_operation: Standard.start
        +              - inline: ''
    "#]],
    );
    check_edit(
        TYPES,
        &put(&format!("{TRIGGER}/schedule/start_time"), text("2024-01-01T00:00:00Z")),
        expect![[r#"
            +            schedule: {start_time: '2024-01-01T00:00:00Z'}
        "#]],
    );
}
