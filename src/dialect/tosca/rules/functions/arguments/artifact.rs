//! Arguments of `get_artifact`.

use super::super::STANDARD;
use super::{ArgumentChecker, Signature};
use crate::function::CallNode;
use crate::value::shown;
use limn_language::diagnostic::Code;
use limn_language::message;
use limn_yaml::Resolved;

pub(super) static ARTIFACT: Code = Code::error(
    "tosca/get-artifact-arguments",
    "T4.8.1-R1",
    STANDARD,
    "Checks that `get_artifact` has two to four arguments: an entity, an artifact, a location, and whether to remove the artifact afterwards.",
)
.why("Arguments are recognized by their position, so processors reject fewer or more of them.")
.advice("Write an entity and an artifact, such as `[SELF, zip]`, optionally followed by a location and `true` or `false`.")
.bad(
    "node templates",
    "
web:
  type: tosca.nodes.Compute
  artifacts: {zip: {file: 'https://example.org/wp.zip', type: tosca.artifacts.File}}
  interfaces: {Standard: {create: {inputs: {a: {get_artifact: [SELF]}}}}}
#                                               ^^^^^^^^^^^^
",
)
.good(
    "
web:
  type: tosca.nodes.Compute
  artifacts: {zip: {file: 'https://example.org/wp.zip', type: tosca.artifacts.File}}
  interfaces: {Standard: {create: {inputs: {a: {get_artifact: [SELF, zip]}}}}}
",
);

pub(super) static LOCATION: Code = Code::error(
    "tosca/artifact-location",
    "T4.8.1-R4",
    STANDARD,
    "Checks that the location of an artifact is a path, or `LOCAL_FILE` for a location that the orchestrator chooses.",
)
.why("The orchestrator copies the file there, so it needs a single path.")
.advice("Write the path as one string, such as `/tmp/wp.zip`, or write `LOCAL_FILE`.")
.bad(
    "node templates",
    "
web:
  type: tosca.nodes.Compute
  artifacts: {zip: {file: 'https://example.org/wp.zip', type: tosca.artifacts.File}}
  interfaces:
    Standard: {create: {inputs: {a: {get_artifact: [SELF, zip, [tmp, wp.zip]]}}}}
#                                                              ^^^^^^^^^^^^^
",
)
.good(
    "
web:
  type: tosca.nodes.Compute
  artifacts: {zip: {file: 'https://example.org/wp.zip', type: tosca.artifacts.File}}
  interfaces:
    Standard: {create: {inputs: {a: {get_artifact: [SELF, zip, /tmp/wp.zip]}}}}
",
);

pub(super) static REMOVE: Code = Code::error(
    "tosca/artifact-remove",
    "T4.8.1-R5",
    STANDARD,
    "Checks that the last argument of `get_artifact` is `true` or `false`. It determines whether the artifact is removed after the operation.",
)
.why("Another value leaves open whether the copy stays on the node.")
.advice("Write `true` to remove the artifact after the operation, or `false` to keep it.")
.bad(
    "node templates",
    "
web:
  type: tosca.nodes.Compute
  artifacts: {zip: {file: 'https://example.org/wp.zip', type: tosca.artifacts.File}}
  interfaces:
    Standard:
      create: {inputs: {a: {get_artifact: [SELF, zip, LOCAL_FILE, never]}}}
#                                                                 ^^^^^
",
)
.good(
    "
web:
  type: tosca.nodes.Compute
  artifacts: {zip: {file: 'https://example.org/wp.zip', type: tosca.artifacts.File}}
  interfaces:
    Standard:
      create: {inputs: {a: {get_artifact: [SELF, zip, LOCAL_FILE, false]}}}
",
);

impl ArgumentChecker<'_, '_, '_> {
    pub(super) fn artifact(&mut self) {
        let signature = Signature {
            range: 2..=4,
            expected: "two to four arguments (entity, artifact, location, remove)",
            example: "[SELF, war]",
        };
        let Some(arguments) = self.list(&ARTIFACT, &signature) else { return };
        self.is_name(&ARTIFACT, arguments[0], "an entity");
        self.is_name(&ARTIFACT, arguments[1], "an artifact");
        if let Some(location) = arguments.get(2) {
            let is_text = matches!(location.resolved(), Some(Resolved::Text));
            if CallNode::of(*location).is_none()
                && (!is_text || location.as_str().is_some_and(|text| text.is_empty()))
            {
                let message = message::expected(
                    "a path or `LOCAL_FILE` for argument `location` of `get_artifact`",
                    shown(*location),
                );
                self.push(&LOCATION, *location, message);
            }
        }
        if let Some(remove) = arguments.get(3)
            && CallNode::of(*remove).is_none()
            && !matches!(remove.resolved(), Some(Resolved::Bool(_)))
        {
            let message = message::expected(
                "`true` or `false` for argument `remove` of `get_artifact`",
                shown(*remove),
            );
            self.push(&REMOVE, *remove, message);
        }
    }
}
