//! Substituting templates: node templates become a service template of their own, which substitutes one node, and the node templates of a substituting
//! template take the place of the node that it substitutes.

mod calls;
mod extract;
mod inline;
mod new_template;
mod node_type;
mod requirements;
mod types;

use crate::grammar::{V1_2, V1_3};
use crate::service_template::ServiceTemplate;
use limn_common as common;
use limn_files::FilePath;
use limn_language::edit::EditError;
use limn_language::graph::Id;
use limn_language::nesting::{Extraction, Inlining, Nesting};
use limn_yaml::Path;

const TOPOLOGY: &str = "topology_template";

impl Nesting for ServiceTemplate {
    fn noun(&self) -> &'static str {
        "substituting template"
    }

    fn is_extractable(&self, id: &Id) -> bool {
        V1_2.or(V1_3).has(self.version) && self.templates.contains_key(id)
    }

    fn is_inlinable(&self, id: &Id) -> bool {
        self.substituted_nodes().get(&id.0).is_some_and(|kind| inline::files(self, kind).next().is_some())
    }

    fn new_name(&self, ids: &[Id]) -> String {
        let ctx = super::context::PlanContext::new(self);
        let first = ids.first().and_then(|id| id.0.last_key()).unwrap_or("nodes");
        let base = format!("{first}{}group", ctx.joiner());
        common::free_name(&base, ctx.joiner(), |name| extract::check_name(&ctx, name).is_err())
    }

    fn extract(&self, ids: &[Id], name: &str, file: &FilePath) -> Result<Extraction, EditError> {
        extract::extract(self, ids, name, file)
    }

    fn inline(&self, id: &Id) -> Result<Inlining, EditError> {
        inline::inline(self, id)
    }
}

fn refused<T>(why: String) -> Result<T, EditError> {
    Err(EditError::Refused(why))
}

fn section(name: &str) -> Path {
    Path::keys([TOPOLOGY, name])
}
