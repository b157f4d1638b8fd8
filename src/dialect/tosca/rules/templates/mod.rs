//! Templates: node and relationship templates, requirements, capabilities, groups, policies, substitution.

mod capability_value;
mod copy;
mod directives;
mod hosting;
mod near;
mod node_filter;
mod occurrences;
mod open_requirement;
mod relationship;
mod reserved_name;
mod substitution;
mod target;
mod undeclared;
mod unknown_type;

use super::Rule;

pub(super) static RULES: &[&Rule] = &[
    &unknown_type::RULE,
    &copy::RULE,
    &reserved_name::RULE,
    &directives::RULE,
    &undeclared::RULE,
    &target::RULE,
    &relationship::RULE,
    &occurrences::RULE,
    &hosting::RULE,
    &node_filter::RULE,
    &open_requirement::RULE,
    &capability_value::RULE,
    substitution::RULES[0],
    substitution::RULES[1],
    substitution::RULES[2],
    substitution::RULES[3],
    substitution::RULES[4],
];

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::check::{check_fix, check_fix_titled};
    use crate::diagnostic::Diagnostic;
    use crate::dialect::tosca::Tosca;
    use crate::dialect::{Dialect, Library, Model, Source};
    use crate::files::FilePath;
    use crate::graph::{Id, PortRef, Role};
    use crate::yaml::{self, Path};

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
    fn slips_of_the_pen_are_put_right() {
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
    fn what_would_fit_is_offered() {
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
    fn a_type_that_only_a_requirement_names_is_no_node_to_offer() {
        let text = topology("    db: {type: DBMS, requirements: [dependency: tosca.nodes.Compute]}\n");
        let told: Vec<_> = diagnose(&text).into_iter().map(|it| (it.code.name, it.fixes.len())).collect();
        assert_eq!(told, [("tosca/unassigned-requirement", 0), ("tosca/open-requirement", 0)]);
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
    fn one_of_several_capabilities_is_named() {
        check_fix(
            &format!("{CALLERS}    a:\n      type: Caller\n      requirements:\n        - call: service\n"),
            &format!(
                "{CALLERS}    a:\n      type: Caller\n      requirements:\n        - call:\n            node: service\n            capability: user\n"
            ),
            diagnose,
        );
        check_fix_titled(
            &format!("{CALLERS}    a: {{type: Caller, requirements: [call: {{node: service}}]}}\n"),
            "Name the capability `staff`",
            &format!(
                "{CALLERS}    a: {{type: Caller, requirements: [call: {{node: service, capability: staff}}]}}\n"
            ),
            diagnose,
        );
    }

    #[test]
    fn of_each_node_it_is_said_why_not() {
        let text = topology(
            "    net: {type: tosca.nodes.network.Network}\n    disk: {type: BlockStorage, properties: {size: 1 GB}}\n    db: {type: DBMS}\n",
        );
        let diagnostics = diagnose(&text);
        let unassigned =
            diagnostics.iter().find(|it| it.code.name == "tosca/unassigned-requirement").unwrap();
        let related: Vec<_> = unassigned.related.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(
            related,
            [
                "not `net`: its type `tosca.nodes.network.Network` does not derive from `tosca.nodes.Compute`",
                "not `disk`: its type `tosca.nodes.Storage.BlockStorage` does not derive from `tosca.nodes.Compute`",
            ]
        );
    }

    #[test]
    fn a_filter_says_what_a_node_does_not_meet() {
        let text = topology(
            "    small: {type: Compute, capabilities: {host: {properties: {num_cpus: 1}}}}\n    db: {type: DBMS, requirements: [host: {node: Compute, node_filter: {capabilities: [Container: {properties: [num_cpus: {greater_or_equal: 2}]}]}}]}\n",
        );
        let diagnostics = diagnose(&text);
        let open = diagnostics.iter().find(|it| it.code.name == "tosca/open-requirement").unwrap();
        let related: Vec<_> = open.related.iter().map(|it| it.message.as_str()).collect();
        assert_eq!(
            related,
            ["not `small`: the `num_cpus` of its capability `host` is `1`, and must be at least `2`"]
        );
    }

    #[test]
    fn ports_are_joined_by_the_answer_that_rules_give() {
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
        let asked = |from: PortRef, to: PortRef| picture.accepts(&from, &to).map_err(|it| it.to_string());
        assert_eq!(asked(port("b", need, "call"), port("service", offer, "user")), Ok(()));
        assert_eq!(asked(port("service", offer, "user"), port("b", need, "call")), Ok(()));
        assert_eq!(asked(port("b", need, "call"), port("service", offer, "")), Ok(()));
        // What can lead to one node only is led elsewhere.
        assert_eq!(asked(port("a", need, "call"), port("c", offer, "endpoint")), Ok(()));
        let refused = [
            (port("b", need, "call"), port("service", offer, "staff"), "serves 1 already"),
            (port("b", need, "call"), port("c", offer, "host"), "which does not derive from"),
            (port("a", need, "call"), port("service", offer, "staff"), "leads there already"),
            (port("b", need, "hail"), port("service", offer, "user"), "has no requirement `hail`"),
            (port("b", need, "call"), port("gone", offer, ""), "is not declared"),
            (port("b", need, "call"), port("a", need, "call"), "joined to a capability"),
            (port("c", need, "dependency"), port("c", offer, "feature"), "the node itself"),
        ];
        for (from, to, why) in refused {
            let said = asked(from, to).unwrap_err();
            assert!(said.contains(why), "{said}");
        }
    }
}
