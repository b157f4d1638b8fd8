//! Arguments of `get_artifact`.

use super::super::STANDARD;
use super::ArgumentChecker;
use crate::function::Call;
use limn_language::diagnostic::Code;
use limn_yaml::Resolved;

pub(super) static ARTIFACT: Code = Code::error(
    "tosca/get-artifact-arguments",
    "T4.8.1-R1",
    STANDARD,
    "Checks that `get_artifact` has two to four arguments: an entity, an artifact, a location, and whether to remove the artifact afterwards.",
)
.why("Arguments are recognized by their position, so processors refuse fewer or more of them.")
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
        let signature = "two to four arguments (entity, artifact, location, remove)";
        let Some(arguments) = self.list(&ARTIFACT, 2, 4, signature) else { return };
        self.is_name(&ARTIFACT, arguments[0], "an entity");
        self.is_name(&ARTIFACT, arguments[1], "an artifact");
        if let Some(location) = arguments.get(2) {
            let is_text = matches!(location.resolved(), Some(Resolved::Text));
            if Call::of(*location).is_none()
                && (!is_text || location.as_str().is_some_and(|it| it.is_empty()))
            {
                self.push(
                    &LOCATION,
                    *location,
                    "expected a path or `LOCAL_FILE` as the location of the artifact",
                );
            }
        }
        if let Some(remove) = arguments.get(3)
            && Call::of(*remove).is_none()
            && !matches!(remove.resolved(), Some(Resolved::Bool(_)))
        {
            self.push(&REMOVE, *remove, "expected `true` or `false` as the `remove` argument");
        }
    }
}
