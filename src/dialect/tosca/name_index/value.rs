//! Values and the calls in them.

use std::borrow::Cow;

use super::{Indexer, Site, SiteKind, single_kinds};
use crate::function::{CallNode, Function};
use crate::grammar::{AMP, AMP_PLUGIN};
use crate::resolve::CallContext;
use crate::types::{Definition, TypeId};
use crate::value::{Primitive, ValueKind, ValueType};
use limn_yaml::{Node, Style};

/// Maximum depth of values.
const DEPTH: usize = 48;

const MAP: ValueKind = ValueKind::Primitive(Primitive::Map);

impl<'d> Indexer<'_, 'd> {
    /// Assigned properties with their declared types.
    pub(super) fn properties(&mut self, section: Option<Node<'d>>, of: Option<TypeId>, context: CallContext) {
        let type_scope = self.type_scope;
        let look = |name: &str| type_scope.effective(of?).properties().get(name).map(Cow::Borrowed);
        self.assigned(section, SiteKind::Property, context, look);
    }

    pub(super) fn attributes(&mut self, section: Option<Node<'d>>, of: Option<TypeId>, context: CallContext) {
        let type_scope = self.type_scope;
        let look = |name: &str| {
            let effective = type_scope.effective(of?);
            effective.attributes().get(name).or_else(|| effective.properties().get(name)).map(Cow::Borrowed)
        };
        self.assigned(section, SiteKind::Attribute, context, look);
    }

    pub(super) fn assigned<'a>(
        &mut self,
        section: Option<Node<'d>>,
        spot: SiteKind,
        context: CallContext,
        look: impl Fn(&str) -> Option<Cow<'a, Definition<'d>>>,
    ) where
        'd: 'a,
    {
        let Some(section) = section.map(Node::resolve) else { return };
        for entry in section.merged_entries() {
            if !self.gathers && entry.value.is_scalar() {
                self.text(entry.value);
                continue;
            }
            let definition = entry.key.as_str().and_then(|name| look(&name));
            self.member(entry.key, single_kinds::VALUE, definition.as_deref());
            if entry.value.is_scalar() {
                self.text(entry.value);
                continue;
            }
            let value_type = definition
                .as_deref()
                .and_then(|definition| ValueType::of_definition(self.type_scope, definition));
            let site = Site { value: entry.value, context, value_type, key: Some(entry.key), spot };
            self.value(&site, 0);
        }
    }

    /// Visits a value of unknown type.
    pub(super) fn untyped(&mut self, value: Node<'d>, spot: SiteKind, context: CallContext) {
        self.value(&Site { value, context, value_type: None, key: None, spot }, 0);
    }

    pub(super) fn value(&mut self, site: &Site<'d>, depth: usize) {
        let Some(left) = self.budget.get().checked_sub(1) else { return };
        self.budget.set(left);
        let endless = site.value.is_alias() && site.value.resolve().full_range().contains(site.value.range());
        if depth > DEPTH || endless {
            return;
        }
        let value = site.value.resolve();
        if value.is_scalar() {
            return self.text(value);
        }
        let kind = site.value_type.as_ref().map(|value_type| value_type.kind(self.type_scope));
        if let Some(call) = CallNode::of(value).filter(|call| !self.is_field(call, site, kind)) {
            return self.call(&call, site, depth);
        }
        if value.is_mapping() {
            let mut entries = value.entries();
            if let (Some(entry), None) = (entries.next(), entries.next())
                && !kind.is_some_and(|kind| kind == MAP || kind.declared().is_some())
                && entry.key.as_str().is_some_and(|key| self.is_lookalike(&key, entry.value))
            {
                self.found.lookalikes.push(value);
            }
        }
        for entry in value.merged_entries() {
            let key = entry.key.as_str().unwrap_or_default();
            let value_type =
                site.value_type.as_ref().and_then(|value_type| value_type.inside(self.type_scope, &key));
            if let Some(ValueKind::Complex(id)) = kind {
                let field = self.type_scope.effective(id).properties().get(&key);
                self.member(entry.key, single_kinds::PROPERTY, field);
            }
            self.value(&Site { value: entry.value, value_type, ..site.clone() }, depth + 1);
        }
        for item in value.items() {
            let value_type = site
                .value_type
                .as_ref()
                .filter(|_| kind == Some(ValueKind::Primitive(Primitive::List)))
                .and_then(ValueType::entry);
            self.value(&Site { value: item, value_type, ..site.clone() }, depth + 1);
        }
    }

    /// Returns true for a key that looks like a function. AMP refuses functions that it does not know, so more words count there.
    fn is_lookalike(&self, key: &str, argument: Node<'d>) -> bool {
        if Function::named(key).is_some() {
            return false;
        }
        if !self.service.version.has(AMP) || self.service.version.has(AMP_PLUGIN) {
            return key.starts_with("get_");
        }
        let word = key.strip_prefix('$').unwrap_or(key);
        word.starts_with("get_")
            || word != key && Function::named(word).is_some()
            || argument.resolve().is_sequence() && (word.starts_with("concat") || word.starts_with("tokeni"))
    }

    fn text(&mut self, text: Node<'d>) {
        if looks_like_a_call(text) {
            self.found.lookalikes.push(text);
        }
    }

    fn call(&mut self, call: &CallNode<'d>, site: &Site<'d>, depth: usize) {
        self.found.sites.push(Site { value: call.node, ..site.clone() });
        let spot = if call.function.is_intrinsic() { SiteKind::Argument } else { SiteKind::Literal };
        let mut inner = |value: Node<'d>| {
            self.value(&Site { value, value_type: None, spot, ..site.clone() }, depth + 1);
        };
        if call.argument.is_sequence() {
            call.argument.items().for_each(inner);
        } else if call.argument.is_mapping() {
            inner(call.argument);
        }
    }

    /// Returns true for a field or entry with the name of a function.
    fn is_field(&self, call: &CallNode<'d>, site: &Site<'d>, kind: Option<ValueKind>) -> bool {
        match kind {
            Some(ValueKind::Complex(id) | ValueKind::Fieldless(id)) => {
                self.type_scope.effective(id).properties().get(call.function.name()).is_some()
            }
            Some(MAP | ValueKind::Undetermined) => {
                call.function.is_intrinsic() && !call.argument.is_sequence()
            }
            None => {
                let inner = site.spot == SiteKind::Argument;
                call.function == Function::Token && !call.argument.is_sequence() && !inner
            }
            Some(ValueKind::Primitive(_)) => false,
        }
    }
}

/// Returns true for a call without braces: `get_input { scaling }`.
fn looks_like_a_call(value: Node<'_>) -> bool {
    if matches!(value.style(), Style::Literal | Style::Folded) {
        return false;
    }
    let Some(text) = value.as_str() else { return false };
    let text = text.trim_start();
    if !text.starts_with("get_") && !text.starts_with("concat") && !text.starts_with("token") {
        return false;
    }
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    Function::named(word).is_some() && rest.trim_start().starts_with(['{', '[', ':'])
}
