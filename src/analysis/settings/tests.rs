//! Tests of settings: which apply to a file, and what they change.

use limn_files::{Content, FilePath, Workspace};
use limn_language::diagnostic::Severity;

use super::*;
use crate::{Analysis, Choices};

const TEMPLATE: &str = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  inputs:\n    a: {type: string}\n  \
                        node_templates:\n    n: {type: tosca.nodes.Root}\n    m: {type: tosca.nodes.X}\n";

/// The codes and severities of a file in a workspace with settings.
fn found(settings: &[(&str, &str)], path: &str, choices: &Choices) -> Vec<(&'static str, Severity)> {
    let file = FilePath::new(path).expect("a name");
    let mut workspace = Workspace::of(file.clone(), TEMPLATE);
    for (name, text) in settings {
        let name = FilePath::new(name).expect("a name");
        workspace.files.insert(name, Content::Text((*text).into()));
    }
    let analysis = Analysis::of(&workspace, choices, &Analysis::default());
    let all = analysis.file(&file).expect("it is open").diagnostics();
    all.iter().map(|diagnostic| (diagnostic.code.name, diagnostic.severity)).collect()
}

const UNUSED: (&str, Severity) = ("tosca/unused-input", Severity::Info);
const UNKNOWN: (&str, Severity) = ("tosca/unknown-node-type", Severity::Error);

#[test]
fn severities_are_set_by_name_and_rule() {
    let none = Choices::default();
    assert_eq!(found(&[], "a.yaml", &none), [UNUSED, UNKNOWN]);
    let off = "[severity]\n\"tosca/unused-input\" = \"off\"\n\"tosca/unknown-node-type\" = \"warning\"\n";
    assert_eq!(found(&[("limn.toml", off)], "x/a.yaml", &none), [(UNKNOWN.0, Severity::Warning)]);
    let strict = format!("strict = true\n{off}");
    assert_eq!(found(&[("limn.toml", &strict)], "a.yaml", &none), [(UNKNOWN.0, Severity::Error)]);
    let strict = Choices { strict: true, ..Choices::default() };
    assert_eq!(found(&[("limn.toml", off)], "a.yaml", &strict), [(UNKNOWN.0, Severity::Error)]);
}

#[test]
fn the_nearest_settings_apply() {
    let ignore = ("limn.toml", "ignore = [\"x/\"]\n");
    let none = Choices::default();
    assert_eq!(found(&[ignore], "x/y/a.yaml", &none), []);
    assert_eq!(found(&[ignore], "a.yaml", &none), [UNUSED, UNKNOWN]);
    assert_eq!(found(&[ignore, ("x/limn.toml", "")], "x/y/a.yaml", &none), [UNUSED, UNKNOWN]);
    let (settings, _) = Settings::read(ignore.1);
    let outer =
        |prefix: &str| OuterSettings { settings: Arc::new(settings.clone()), prefix: prefix.to_owned() };
    let outer = |prefix| Choices { settings: Some(outer(prefix)), ..Choices::default() };
    assert_eq!(found(&[], "a.yaml", &outer("x/")), []);
    assert_eq!(found(&[], "a.yaml", &outer("y/")), [UNUSED, UNKNOWN]);
}

#[test]
fn settings_without_effect_are_reported_at_their_place() {
    let text = "profil = \"amp\"\nstrict = 1\nignore = [\"a\", 2]\n[severity]\n\"tosca/unused-inputs\" = \"off\"\n\"tosca/unused-input\" = \"no\"\n";
    let (settings, faults) = Settings::read(text);
    assert!(settings.ignores("a/b.yaml"));
    let mut faults: Vec<(&str, &str)> =
        faults.iter().map(|fault| (&text[fault.range], &*fault.message)).collect();
    faults.sort_unstable();
    assert_eq!(
        faults,
        [
            ("\"no\"", "expected `error`, `warning`, `info` or `off`, found `\"no\"`"),
            (
                "\"tosca/unused-inputs\"",
                "unknown check `tosca/unused-inputs`; did you mean `tosca/unused-input`?"
            ),
            ("1", "expected `true` or `false` for `strict`, found `1`"),
            ("2", "expected a string for an item of `ignore`, found `2`"),
            ("profil", "unknown key `profil`; did you mean `profile`?"),
        ]
    );
    let (_, faults) = Settings::read("a = = 1\n");
    assert!(!faults.is_empty());
}
