//! What many constructs have in common: descriptions, metadata, flags, and the codes that are said of any of them.

use super::NOWHERE;
use crate::diagnostic::Code;
use crate::dialect::tosca::function;
use crate::schema::{Choice, Key, Shape, TextRule, Tolerated};

pub(super) static CODES: &[&Code] = &[
    &UNFIT,
    &UNKNOWN_KEY,
    &LATER_KEYNAME,
    &EARLIER_KEYNAME,
    &VENDOR_KEYNAME,
    &MISSING_TYPE,
    &DESCRIPTION_FORM,
    &NO_DESCRIPTION,
    &METADATA_FORM,
    &OLD_FLAG_WORD,
];

pub static UNFIT: Code = Code::error(
    "tosca/wrong-shape",
    "T0-R9",
    "TOSCA Simple Profile in YAML 1.2, 3",
    "A value has another shape than its keyname asks for. Things that have names stand in a mapping, each under its name; only requirements, \
policies, imports, constraints and the parts of workflows and filters stand in lists, because their order counts.

Bad:
```yaml
topology_template:
  inputs:
    - cpus: {type: integer}
```
Good:
```yaml
topology_template:
  inputs:
    cpus: {type: integer}
```",
);
pub static UNKNOWN_KEY: Code = Code::error(
    "tosca/unknown-keyname",
    "T0-R3",
    "TOSCA Simple Profile in YAML 1.2, 3",
    "The construct has no such keyname. Processors refuse what they do not know, so that a slip of the pen is not silently without effect.

Bad:
```yaml
node_templates:
  web: {type: tosca.nodes.WebServer, propertys: {component_version: 2.4}}
```
Good:
```yaml
node_templates:
  web: {type: tosca.nodes.WebServer, properties: {component_version: 2.4}}
```",
);
pub static LATER_KEYNAME: Code = Code::warning(
    "tosca/keyname-of-later-version",
    "T3.1.2-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.1.2",
    "`tosca_definitions_version` says by which grammar the rest of the document is read, and that version has not this keyname yet. Many \
processors read it all the same, and the specification's own examples rely on that, so it is no more than a warning.

Bad:
```yaml
tosca_definitions_version: tosca_simple_yaml_1_0
topology_template: {workflows: {}}
```
Good:
```yaml
tosca_definitions_version: tosca_simple_yaml_1_1
topology_template: {workflows: {}}
```",
);
pub static EARLIER_KEYNAME: Code = Code::warning(
    "tosca/keyname-of-earlier-version",
    "T3.1.2-R2",
    "TOSCA Simple Profile in YAML 1.3",
    "This version of TOSCA has dropped the keyname. What it says may be without effect.

Bad:
```yaml
tosca_definitions_version: tosca_simple_yaml_1_3
group_types: {g: {interfaces: {}}}
```
Good:
```yaml
tosca_definitions_version: tosca_simple_yaml_1_3
group_types: {g: {}}
```",
);
pub static VENDOR_KEYNAME: Code = Code::warning(
    "tosca/keyname-of-vendor",
    "T3.9-R4",
    "TOSCA Simple Profile in YAML 1.2, 3.9.1",
    "Some processors read more than the standard has: ONAP its annotations, OpenStack its own conditions of alarms. Others refuse that or pass it over.

Bad:
```yaml
annotation_types: {org.onap.source: {}}
```
Good:
```yaml
data_types: {org.onap.source: {derived_from: tosca.datatypes.Root}}
```",
);
pub static MISSING_TYPE: Code = Code::error(
    "tosca/missing-type",
    "T3.7.5-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.7",
    "Every template, group and policy is of a type: what it can have and what becomes of it is said there.

Bad:
```yaml
groups:
  servers: {members: [web]}
```
Good:
```yaml
groups:
  servers: {type: tosca.groups.Root, members: [web]}
```",
);
pub static DESCRIPTION_FORM: Code = Code::error(
    "tosca/description-not-a-text",
    "T3.5.1-R1",
    "TOSCA Simple Profile in YAML 1.2, 3.5.1",
    "A description is one text, on one line or on several.

Bad:
```yaml
description: [first line, second line]
```
Good:
```yaml
description: >
  first line
  second line
```",
);
pub static NO_DESCRIPTION: Code = Code::warning(
    "tosca/description-out-of-place",
    "T3.5.1-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.1",
    "This construct has no description. A comment says the same to a reader, and no processor stumbles over it.

Bad:
```yaml
imports:
  - {file: types.yaml, description: our types}
```
Good:
```yaml
imports:
  # our types
  - file: types.yaml
```",
);
pub static METADATA_FORM: Code = Code::error(
    "tosca/metadata-not-texts",
    "T3.5.2-R2",
    "TOSCA Simple Profile in YAML 1.2, 3.5.2",
    "Metadata is a mapping of words to texts. A number, a date or a flag is taken as the text that it is written as; a list or a mapping cannot be.

Bad:
```yaml
metadata: {authors: [anna, bo]}
```
Good:
```yaml
metadata: {authors: 'anna, bo'}
```",
);
pub static OLD_FLAG_WORD: Code = Code::warning(
    "tosca/old-flag-word",
    "T0-R7",
    "TOSCA Simple Profile in YAML 1.2, 3",
    "`yes`, `no`, `on` and `off` are flags to processors that read YAML 1.1, and plain words to those that read YAML 1.2. `true` and `false` are \
the same to all.

Bad:
```yaml
required: no
```
Good:
```yaml
required: false
```",
);

/// A value of any kind, or a function that gives one.
pub(super) const VALUE: Shape = Shape::Value(&function::VALUE);
pub(super) static ANY_VALUE: Shape = VALUE;
pub(super) static TEXT: Shape = Shape::Text(None);
/// A scalar that keeps its text, whatever it reads as: a version, a bound, a date.
pub(super) const SCALAR: Shape =
    Shape::Text(Some(&TextRule { label: "a text or a number", check: |_, _| Vec::new(), suggestions: &[] }));
static ANY_SCALAR: Shape = SCALAR;

pub(super) const FLAG: Shape = Shape::OneOf(&[Shape::Flag, Shape::Tolerated(&OLD_FLAG)]);
static OLD_FLAG: Tolerated = Tolerated {
    shape: Shape::Choice(&[
        Choice::new("yes", ""),
        Choice::new("no", ""),
        Choice::new("on", ""),
        Choice::new("off", ""),
        Choice::new("Yes", ""),
        Choice::new("No", ""),
        Choice::new("On", ""),
        Choice::new("Off", ""),
        Choice::new("YES", ""),
        Choice::new("NO", ""),
        Choice::new("ON", ""),
        Choice::new("OFF", ""),
    ]),
    instead_of: &Shape::Flag,
    code: &OLD_FLAG_WORD,
};

/// `occurrences`: two bounds, so that one number is not to be made a list of one. What they may be is a rule's business.
pub(super) const OCCURRENCES: Shape = Shape::OneOf(&[Shape::List(&ANY_SCALAR)]);

pub(super) const DESCRIPTION: Key = Key::new("description", Shape::Prose)
    .unfit(&DESCRIPTION_FORM)
    .doc("What this is for, in words for people.");

/// `description` where there is none.
pub(super) const DESCRIPTION_ELSEWHERE: Key = Key::new("description", Shape::Prose)
    .only(NOWHERE, &NO_DESCRIPTION)
    .unfit(&DESCRIPTION_FORM)
    .doc("No keyname of this construct.");

pub(super) const METADATA: Key = Key::new("metadata", Shape::Map(&ANY_SCALAR))
    .unfit(&METADATA_FORM)
    .doc("Further facts, each a word and a text.");

pub(super) const ANNOTATIONS: Key = Key::new("annotations", Shape::Any)
    .only(NOWHERE, &VENDOR_KEYNAME)
    .home("an addition of ONAP")
    .doc("An addition of ONAP.");
