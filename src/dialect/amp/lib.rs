//! The dialect of TOSCA that Cloudsoft AMP reads: TOSCA's tables, types and rules with what differs, and AMP's own checks.

mod adjust;
mod blueprint;
mod catalog;
mod catalog_types;
mod convert;
mod explain;
mod fields;
mod graph;
mod locations;
mod manifest;
mod nested;
mod plan;
mod plugin;
mod profile;
mod recognize;
mod rules;

use limn_files::FilePath;
use limn_language::diagnostic::{Code, Severity};
use limn_language::dialect::{Dialect, Model, Profile, Recognition, Source};
use limn_language::schema::NameKind;
use limn_language::sketch::Sketch;
use limn_tosca::Tosca;
use limn_tosca::kind::NODE_TEMPLATE;
use limn_yaml::Document;

use blueprint::Blueprint;

pub use catalog::Catalog;
pub use manifest::Manifest;

pub struct Amp;

impl Dialect for Amp {
    fn id(&self) -> &'static str {
        "amp"
    }

    fn label(&self) -> &'static str {
        "AMP blueprint"
    }

    fn family(&self) -> &'static str {
        Tosca.id()
    }

    fn profiles(&self) -> &'static [Profile] {
        profile::PROFILES
    }

    fn recognizes(&self, file: &FilePath, document: &Document) -> Option<Recognition> {
        recognize::recognize(file, document)
    }

    fn codes(&self) -> Vec<&'static Code> {
        rules::codes()
    }

    fn common_rules(&self) -> &'static [(&'static str, &'static str)] {
        adjust::rule_ids()
    }

    fn manifest_rules(&self) -> &'static [(&'static str, &'static str)] {
        adjust::RULES_OF_META
    }

    fn source_in(&self, profile: &Profile, section: &str) -> String {
        Tosca.source_in(profile, section)
    }

    fn severity(&self, code: &Code) -> Option<Severity> {
        severity(code).or_else(|| Tosca.severity(code))
    }

    fn external_names(&self, source: &Source<'_>) -> Vec<(&'static NameKind, String)> {
        let names = nested::Templates::of(source.library).nested_names(source.file);
        let nodes = names.names().map(|name| (&NODE_TEMPLATE, name.clone()));
        let types = catalog_types::names(source.library);
        Tosca.external_names(source).into_iter().chain(nodes).chain(types).collect()
    }

    fn about(&self) -> &'static str {
        "TOSCA with Cloudsoft AMP's clusters, policies and locations"
    }

    fn sketch(&self) -> Sketch {
        Sketch {
            boxes: "M3 9h24v22H3zM8 16h14v9H8zM35 18h10v13H35z",
            lines: "M7 9V4h24v22h-4M40 14V5M37 8l3-3 3 3M27 24h8",
        }
    }

    fn standalone(&self) -> &'static [&'static str] {
        &["node", "step"]
    }

    fn blank(&self) -> &'static str {
        BLANK
    }

    fn read(&self, source: &Source<'_>) -> Box<dyn Model> {
        Box::new(Blueprint::read(source))
    }
}

/// The severity of a check for any YAML.
fn severity(code: &Code) -> Option<Severity> {
    // AMP reads YAML by SnakeYAML, which takes the last value of a duplicate key.
    (code.name == "common/repeated-key").then_some(Severity::Warning)
}

static BLANK: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
metadata:
  template_name: my-blueprint
  template_version: 1.0.0-SNAPSHOT
topology_template:
  node_templates: {}
  groups:
    add_brooklyn_types:
      type: brooklyn.tosca.groups.initializer
      members:
        - my-blueprint
";
