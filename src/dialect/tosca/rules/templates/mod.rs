//! Rules for node and relationship templates, requirements, capabilities, and substitution mappings.

mod capability_occurrences;
mod capability_value;
mod copy;
mod directives;
mod hosting;
mod misplaced_property;
mod name_suggestions;
mod node_filter;
mod occurrences;
mod open_requirement;
mod relationship;
mod reserved_name;
mod substitution;
mod target;
mod undeclared;
mod unknown_type;

pub use occurrences::TOO_MANY_ASSIGNMENTS;

use super::Rule;

pub(super) static RULES: &[&Rule] = &[
    &unknown_type::RULE,
    &misplaced_property::RULE,
    &copy::RULE,
    &reserved_name::RULE,
    &directives::RULE,
    &undeclared::RULE,
    &target::RULE,
    &relationship::RULE,
    &occurrences::RULE,
    &capability_occurrences::RULE,
    &hosting::RULE,
    &node_filter::RULE,
    &open_requirement::RULE,
    &capability_value::RULE,
    substitution::RULES[0],
    substitution::RULES[1],
    substitution::RULES[2],
    substitution::RULES[3],
    substitution::RULES[4],
    substitution::RULES[5],
];

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::Tosca;
    use limn_check::{check_fix, check_fix_titled};
    use limn_files::FilePath;
    use limn_language::diagnostic::Diagnostic;
    use limn_language::dialect::{Dialect, Library, Model, Source};
    use limn_language::graph::{Id, PortRef, Role};
    use limn_yaml::{self as yaml, Path};

    fn read(text: &str) -> Box<dyn Model> {
        let file = FilePath::new("service.yaml").unwrap();
        let document = Arc::new(yaml::parse(text));
        let mut library = Library::default();
        library.documents.insert(file.clone(), Arc::clone(&document));
        let profile = &Tosca.profiles()[0];
        Tosca.read(&Source { file: &file, document: &document, profile, library: &Arc::new(library) })
    }

    fn diagnose(text: &str) -> Vec<Diagnostic> {
        read(text).check()
    }

    fn topology(templates: &str) -> String {
        format!(
            "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  node_templates:\n{templates}"
        )
    }

    #[track_caller]
    fn check(before: &str, after: &str) {
        check_fix(&topology(before), &topology(after), diagnose);
    }

    #[track_caller]
    fn check_titled(before: &str, title: &str, after: &str) {
        check_fix_titled(&topology(before), title, &topology(after), diagnose);
    }

    #[test]
    fn typos_are_fixed() {
        check("    a: {type: tosca.nodes.compute}\n", "    a: {type: tosca.nodes.Compute}\n");
        check(
            "    a: {type: Compute}\n    b: {type: DBMS, requirements: [hots: a]}\n",
            "    a: {type: Compute}\n    b: {type: DBMS, requirements: [host: a]}\n",
        );
        check(
            "    server: {type: Compute}\n    b: {type: DBMS, requirements: [host: sever]}\n",
            "    server: {type: Compute}\n    b: {type: DBMS, requirements: [host: server]}\n",
        );
        check(
            "    server: {type: Compute}\n    b: {type: DBMS, requirements: [host: {node: server, capability: hosts}]}\n",
            "    server: {type: Compute}\n    b: {type: DBMS, requirements: [host: {node: server, capability: host}]}\n",
        );
        check(
            "    a:\n      type: Compute\n      capabilities:\n        oss: # the system\n          properties: {type: linux}\n",
            "    a:\n      type: Compute\n      capabilities:\n        os: # the system\n          properties: {type: linux}\n",
        );
    }

    #[test]
    fn fixes_offer_fitting_nodes() {
        let net = "    net: {type: tosca.nodes.network.Network}\n    server: {type: Compute}\n";
        check_titled(
            &format!("{net}    db: {{type: DBMS, requirements: [host: net]}}\n"),
            "Change to `server`",
            &format!("{net}    db: {{type: DBMS, requirements: [host: server]}}\n"),
        );
        check_titled(
            &format!("{net}    db:\n      type: DBMS\n"),
            "Assign `host` to `server`",
            &format!("{net}    db:\n      type: DBMS\n      requirements:\n        - host: server\n"),
        );
        check_titled(
            "    a:\n      type: Compute\n      node_filter: {}\n",
            "Add `directives: [selectable]`",
            "    a:\n      type: Compute\n      directives:\n        - selectable\n      node_filter: {}\n",
        );
    }

    #[test]
    fn a_type_that_only_a_requirement_names_is_not_offered_as_a_node() {
        let text = topology("    db: {type: DBMS, requirements: [dependency: tosca.nodes.Compute]}\n");
        let found: Vec<_> = diagnose(&text)
            .into_iter()
            .map(|diagnostic| (diagnostic.code.name, diagnostic.fixes.len()))
            .collect();
        assert_eq!(found, [("tosca/unassigned-requirement", 0), ("tosca/open-requirement", 0)]);
    }

    const CALLERS: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  Service:
    derived_from: tosca.nodes.Root
    capabilities: {user: tosca.capabilities.Endpoint, staff: {type: tosca.capabilities.Endpoint, occurrences: [0, 1]}}
  Caller: {derived_from: tosca.nodes.Root, requirements: [call: tosca.capabilities.Endpoint]}
topology_template:
  node_templates:
    service: {type: Service}
";

    #[test]
    fn a_fix_names_one_of_several_capabilities() {
        check_fix(
            &format!("{CALLERS}    a:\n      type: Caller\n      requirements:\n        - call: service\n"),
            &format!(
                "{CALLERS}    a:\n      type: Caller\n      requirements:\n        - call:\n            node: service\n            capability: user\n"
            ),
            diagnose,
        );
        check_fix_titled(
            &format!("{CALLERS}    a: {{type: Caller, requirements: [call: {{node: service}}]}}\n"),
            "Set capability to `staff`",
            &format!(
                "{CALLERS}    a: {{type: Caller, requirements: [call: {{node: service, capability: staff}}]}}\n"
            ),
            diagnose,
        );
    }

    #[test]
    fn a_fix_writes_missing_properties_of_a_relationship_in_every_notation() {
        let disk = "    disk: {type: BlockStorage, properties: {size: 1 GB}}\n";
        let written = |before: &str, after: &str| {
            let server = format!(
                "{disk}    server:\n      type: Compute\n      requirements:\n        - local_storage:"
            );
            check_titled(
                &format!("{server}{before}"),
                "Add property `location`",
                &format!("{server}{after}"),
            );
        };
        written(
            " disk # the first\n",
            " # the first\n            node: disk\n            relationship:\n              type: tosca.relationships.AttachesTo\n              properties:\n                location: ''\n",
        );
        written(
            "\n            node: disk\n",
            "\n            node: disk\n            relationship:\n              type: tosca.relationships.AttachesTo\n              properties:\n                location: ''\n",
        );
        written(
            "\n            node: disk\n            relationship: AttachesTo\n",
            "\n            node: disk\n            relationship:\n              type: AttachesTo\n              properties:\n                location: ''\n",
        );
        written(
            " {node: disk, relationship: {type: AttachesTo}}\n",
            " {node: disk, relationship: {type: AttachesTo, properties: {location: ''}}}\n",
        );
    }

    #[test]
    fn each_rejected_node_has_a_reason() {
        let text = topology(
            "    net: {type: tosca.nodes.network.Network}\n    disk: {type: BlockStorage, properties: {size: 1 GB}}\n    db: {type: DBMS}\n",
        );
        let diagnostics = diagnose(&text);
        let unassigned = diagnostics
            .iter()
            .find(|diagnostic| diagnostic.code.name == "tosca/unassigned-requirement")
            .unwrap();
        let related: Vec<_> = unassigned.related.iter().map(|related| related.message.as_str()).collect();
        assert_eq!(
            related,
            [
                "`net` does not fit: expected a node type derived from `tosca.nodes.Compute`, found `tosca.nodes.network.Network`",
                "`disk` does not fit: expected a node type derived from `tosca.nodes.Compute`, found `tosca.nodes.Storage.BlockStorage`",
            ]
        );
    }

    #[test]
    fn a_filter_reports_the_failed_condition() {
        let text = topology(
            "    small: {type: Compute, capabilities: {host: {properties: {num_cpus: 1}}}}\n    db: {type: DBMS, requirements: [host: {node: Compute, node_filter: {capabilities: [Container: {properties: [num_cpus: {greater_or_equal: 2}]}]}}]}\n",
        );
        let diagnostics = diagnose(&text);
        let open =
            diagnostics.iter().find(|diagnostic| diagnostic.code.name == "tosca/open-requirement").unwrap();
        let related: Vec<_> = open.related.iter().map(|related| related.message.as_str()).collect();
        assert_eq!(
            related,
            [
                "`small` does not fit: property `num_cpus` of capability `host` must be at least `2`, found `1`"
            ]
        );
    }

    #[test]
    fn connections_follow_the_rules() {
        let model = read(&format!(
            "{CALLERS}    a: {{type: Caller, requirements: [call: {{node: service, capability: staff}}]}}\n    b: {{type: Caller}}\n    c: {{type: Compute}}\n"
        ));
        let port = |node: &str, role, port: &str| PortRef {
            node: Id(Path::keys(["topology_template", "node_templates", node])),
            role,
            port: port.to_owned(),
        };
        let (need, offer) = (Role::Requirement, Role::Capability);
        let picture = model.picture().unwrap();
        let asked =
            |from: PortRef, to: PortRef| picture.accepts(&from, &to).map_err(|error| error.to_string());
        assert_eq!(asked(port("b", need, "call"), port("service", offer, "user")), Ok(()));
        assert_eq!(asked(port("service", offer, "user"), port("b", need, "call")), Ok(()));
        assert_eq!(asked(port("b", need, "call"), port("service", offer, "")), Ok(()));
        // A requirement that allows one target is changed to the new target.
        assert_eq!(asked(port("a", need, "call"), port("c", offer, "endpoint")), Ok(()));
        let refused = [
            (port("b", need, "call"), port("service", offer, "staff"), "the maximum of 1"),
            (port("b", need, "call"), port("c", offer, "host"), "expected a capability of type"),
            (port("a", need, "call"), port("service", offer, "staff"), "already connected to this node"),
            (port("b", need, "hail"), port("service", offer, "user"), "unknown requirement `hail`"),
            (port("b", need, "call"), port("gone", offer, ""), "unknown node template `gone`"),
            (port("b", need, "call"), port("a", need, "call"), "connect a requirement to a capability"),
            (port("c", need, "dependency"), port("c", offer, "feature"), "its own target"),
        ];
        for (from, to, why) in refused {
            let refusal = asked(from, to).unwrap_err();
            assert!(refusal.contains(why), "{refusal}");
        }
    }
}
