//! `$brooklyn:` expressions of AMP in a document: what they refer to, and the names in them for the tables. An expression is a string, or a mapping
//! with one key: `{$brooklyn:component: db}`.

use crate::grammar::AMP;
use crate::model::Service;
use crate::name_index::Mention;
use crate::resolve::{CallContext, introduced};
use crate::types::{Definition, TypeId};
use expression::walk;
use limn_brooklyn::{PREFIX, Target};
use names::MEMBERS;

mod builtin;
mod completion;
mod config;
mod expression;
mod names;
mod sensors;
mod syntax;

pub use builtin::{BuiltinKind, BuiltinMember, BuiltinType, builtin_type, builtin_types};
pub(super) use completion::WORDS;
pub use completion::{CATALOG_WORDS, function_keys};
pub use config::{around, configured, is_adjunct, parameter_name, parameters, scope_root};
pub use expression::{Component, Expression, Mentioned, expressions};
pub(super) use names::{parts, parts_of_call};
pub use sensors::sensor_help;
pub use syntax::is_value;

/// All expressions of a document.
pub(super) fn find<'d>(service: &Service<'d>) -> Vec<Expression<'d>> {
    let mut found = Vec::new();
    let Some(root) = service.root.filter(|_| service.version.has(AMP)) else { return found };
    if !service.document.text().contains(PREFIX) {
        return found;
    }
    for section in root.entries() {
        if section.key.as_str().as_deref() != Some("topology_template") {
            walk(section.value, CallContext::Open, 0, &mut found);
            continue;
        }
        for part in section.value.resolve().entries() {
            if part.key.as_str().as_deref() != Some("node_templates") {
                walk(part.value, CallContext::Topology, 0, &mut found);
                continue;
            }
            for template in part.value.resolve().entries() {
                let position =
                    template.key.as_str().and_then(|name| service.topology.as_ref()?.position(&name));
                let context = position.map_or(CallContext::Topology, CallContext::Node);
                walk(template.value, context, 0, &mut found);
            }
        }
    }
    found
}

impl<'d> Service<'d> {
    /// The `$brooklyn:` expressions of the document, found on first use.
    pub fn brooklyn_expressions(&self) -> &[Expression<'d>] {
        self.expressions.get_or_init(|| find(self))
    }

    /// The definition of a key or sensor of a component.
    fn brooklyn_member(&self, mentioned: &Mentioned<'d>, context: CallContext) -> Option<&Definition<'d>> {
        let topology = self.topology.as_ref()?;
        let type_id: TypeId = match (&mentioned.owner, context) {
            (Component::Named(name), _) => topology.node_template(name)?.type_id.found()?,
            (Component::Own, CallContext::Node(at)) => topology.node_templates[at].type_id.found()?,
            _ => return None,
        };
        let effective = self.type_scope.effective(type_id);
        let property = || effective.properties().get(&mentioned.name);
        match mentioned.target {
            Target::Config => property(),
            Target::Sensor => effective.attributes().get(&mentioned.name).or_else(property),
            Target::Component | Target::Text | Target::Value => None,
        }
    }

    /// References to properties and attributes in expressions.
    pub(super) fn brooklyn_mentions(&self) -> Vec<Mention<'d>> {
        let mut found = Vec::new();
        for expression in self.brooklyn_expressions() {
            for it in expression.mentions() {
                let Some(definition) = self.brooklyn_member(&it, expression.context) else { continue };
                let (from, to) = (it.within.start, it.within.end);
                found.push(Mention { at: it.at, from, to, kinds: MEMBERS, declared: introduced(definition) });
            }
        }
        found
    }
}
