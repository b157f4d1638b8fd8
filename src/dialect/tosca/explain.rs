//! Meaning of names and function calls for hover: types with what they derive from, members, constraints, defaults, and what a call resolves to.

use std::sync::Arc;

use super::effective_value::{shown, value_of};
use super::explain_words;
use super::fields::FieldProvider;
use super::function::{CallNode, Function};
use super::model::Service;
use super::name_index::Mention;
use super::resolve::outcome::CallResult;
use super::service_template::ServiceTemplate;
use super::types::{Definition, FileId, Lookup, ScalarText, Table, TypeId, TypeKind};
use limn_common::{brief, description, facts};
use limn_language::dialect::{ExternalDefinition, ReadOnlyText};
use limn_language::explanation::{Explanation, Fact};
use limn_language::schema::{Slot, Slots};
use limn_text::TextRange;
use limn_yaml::{Node, Path};

/// Maximum number of types shown of a chain, and of members of a type.
const CHAIN: usize = 8;
const MEMBERS: usize = 12;

/// The name or call at an offset.
pub(super) fn explain(template: &ServiceTemplate, offset: usize) -> Option<Explanation> {
    let provider = FieldProvider::of(template);
    let explainer = Explainer { service: provider.service(), provider: &provider };
    let node = template.document.at(offset).filter(|node| node.is_scalar() && !node.is_null())?;
    explain_words::keyword(&provider, node)
        .or_else(|| explainer.call(node))
        .or_else(|| explainer.type_at(template, node))
        .or_else(|| explain_words::simple_type(template, node))
        .or_else(|| explainer.member(node, offset))
        .or_else(|| explainer.declared(template, node))
}

/// The definition of the type or of the member of a type at an offset, where the names of the document do not lead to it.
pub(super) fn external_definition(template: &ServiceTemplate, offset: usize) -> Option<ExternalDefinition> {
    let provider = FieldProvider::of(template);
    let explainer = Explainer { service: provider.service(), provider: &provider };
    let node = template.document.at(offset).filter(|node| node.is_scalar() && !node.is_null())?;
    if let Some(key) = explainer.declaring_key(node, offset) {
        return explainer.member_definition(key);
    }
    let id = explainer.type_named(template, node, &node.as_str()?)?;
    let type_scope = &explainer.service.type_scope;
    if type_scope.file(id.file).path.is_some() {
        return None;
    }
    let found = type_scope.get(id);
    Some(ExternalDefinition::ReadOnly(ReadOnlyText {
        title: format!("{}, built in", found.name),
        text: Arc::clone(found.key.document().text()),
        range: found.key.full_range().cover(found.node.full_range()),
    }))
}

struct Explainer<'s, 'm> {
    service: &'s Service<'m>,
    provider: &'s FieldProvider<'m>,
}

impl<'m> Explainer<'_, 'm> {
    // --- calls ---

    /// A function's name, or an argument of a call that names what it reads.
    fn call(&self, node: Node<'m>) -> Option<Explanation> {
        let index = self.service.full_name_index();
        let mut calls = index.sites.iter().enumerate().filter_map(|(at, site)| {
            let call = CallNode::of(site.value)?;
            let is_here = call.key.range() == node.range()
                || call
                    .arguments()
                    .iter()
                    .any(|argument| argument.is_scalar() && argument.range() == node.range());
            is_here.then_some((call, at))
        });
        let (call, at) = calls.next_back()?;
        let outcome = &index.outcomes[at];
        let name = call.function.name();
        let is_function = call.key.range() == node.range();
        let last = call.arguments().last().is_some_and(|argument| argument.range() == node.range());
        let declared = outcome.names.iter().find(|(at, _)| at.range() == node.range()).map(|(_, key)| *key);
        if !is_function && (declared.is_none() || call.function.is_intrinsic()) {
            return None;
        }
        let mut found = match declared {
            Some(key) if !is_function => self.of_declaration(key),
            _ => Explanation {
                kind: "function".to_owned(),
                doc: call.function.help().to_owned(),
                ..Explanation::default()
            },
        };
        if is_function || last {
            found.facts.extend(self.outcome(call.function, at, is_function));
        }
        found.range = node.range();
        found.title = if is_function { name.to_owned() } else { node.as_str()?.into_owned() };
        Some(found)
    }

    /// The facts of what the call at a site resolves to.
    fn outcome(&self, function: Function, site: usize, with_type: bool) -> Vec<Fact> {
        let outcome = &self.service.full_name_index().outcomes[site];
        let mut facts = Vec::new();
        match &outcome.result {
            CallResult::Fault(fault) => return vec![Fact::new("Unresolved", fault.text.full())],
            CallResult::Gives(Some(of)) | CallResult::NoValue(_, Some(of)) if with_type => {
                facts.push(Fact::new("Type", self.chain_of(TypeKind::Data, &of.name.text, of.file)));
            }
            _ => {}
        }
        if with_type && let Some(place) = outcome.names.last().and_then(|(_, key)| place(*key)) {
            facts.push(Fact::new("Reads", place));
        }
        facts.push(match shown(self.service, site) {
            Some(value) => Fact::new("Resolves to", value),
            None if matches!(outcome.result, CallResult::NoValue(..)) => {
                Fact::new("Resolves to", "nothing: the property has no value")
            }
            // The arguments of the function can be wrong.
            None if function.is_intrinsic() => return facts,
            None => Fact::new("Resolves to", "a value that is known at deployment"),
        });
        facts
    }

    // --- types ---

    /// A type name, declared or referred to.
    fn type_at(&self, template: &ServiceTemplate, node: Node<'m>) -> Option<Explanation> {
        let name = node.as_str()?;
        Some(self.of_type(self.type_named(template, node, &name)?, node, &name))
    }

    /// The type that a declaration or reference names.
    fn type_named(&self, template: &ServiceTemplate, node: Node<'m>, name: &str) -> Option<TypeId> {
        let kind_named = |id: &str| TypeKind::ALL.into_iter().find(|kind| kind.name_kind().id == id);
        let names = &template.names;
        let touches = |range: TextRange| node.range().contains(range);
        let declared = names.declarations.iter().find(|declaration| declaration.range == node.range());
        if let Some(kind) = declared.and_then(|declaration| kind_named(declaration.kind.id)) {
            let own = self.service.own_types(kind).find(|(_, own_type)| own_type.key.range() == node.range());
            return Some(own?.0);
        }
        let references = names.references.iter().filter(|reference| touches(reference.range));
        let kinds: Vec<TypeKind> = references
            .flat_map(|reference| reference.kinds.iter().filter_map(|kind| kind_named(kind.id)))
            .collect();
        kinds.into_iter().find_map(|kind| self.service.find(kind, name).found())
    }

    fn of_type(&self, id: TypeId, node: Node<'m>, name: &str) -> Explanation {
        let type_scope = &self.service.type_scope;
        let it = type_scope.get(id);
        let effective = type_scope.effective(id);
        let mut facts = Vec::new();
        if effective.ancestry.len() > 1 || !effective.complete {
            facts.push(Fact::new("Derived from", self.ancestors(id, 1)));
        }
        let sections: [(&'static str, &Table<'m>); 5] = [
            ("Properties", effective.properties()),
            ("Attributes", effective.attributes()),
            ("Capabilities", effective.capabilities()),
            ("Requirements", effective.requirements()),
            ("Interfaces", effective.interfaces()),
        ];
        for (label, table) in sections {
            let members: Vec<String> = table.iter().map(shown_member).collect();
            if !members.is_empty() {
                let more = members.len().saturating_sub(MEMBERS);
                let shown = members[..members.len() - more].join(", ");
                let rest = if more > 0 { format!(", and {more} more") } else { String::new() };
                facts.push(Fact::new(label, format!("{shown}{rest}")));
            }
        }
        if type_scope.is_normative(id) {
            facts.push(Fact::new("Declared in", "the TOSCA Simple Profile"));
        }
        let full = if *it.name == *name { String::new() } else { format!(" `{}`", it.name) };
        Explanation {
            range: node.range(),
            title: name.to_owned(),
            kind: format!("{}{full}", it.kind.word()),
            doc: description(it.node),
            facts,
        }
    }

    /// A type name with what it derives from.
    fn chain_of(&self, kind: TypeKind, name: &str, from: FileId) -> String {
        match self.service.type_scope.find(kind, name, from) {
            Lookup::Found(id) => self.ancestors(id, 0),
            _ => format!("`{name}`"),
        }
    }

    fn ancestors(&self, id: TypeId, from: usize) -> String {
        let type_scope = &self.service.type_scope;
        let effective = type_scope.effective(id);
        let line = effective.ancestry.get(from..).unwrap_or_default();
        let mut shown: Vec<String> =
            line.iter().take(CHAIN).map(|id| format!("`{}`", type_scope.get(*id).name)).collect();
        if line.len() > CHAIN {
            shown.push("…".to_owned());
        } else if !effective.complete {
            let last = effective
                .ancestry
                .last()
                .and_then(|id| ScalarText::at(type_scope.get(*id).node, "derived_from"));
            shown.extend(last.map(|word| format!("`{}` (unknown)", word.text)));
        }
        let last = effective.ancestry.last().map(|id| type_scope.get(*id)).filter(|_| effective.complete);
        // A data type can derive from a primitive, which has no declaration.
        let primitive = last.filter(|ancestor| ancestor.kind == TypeKind::Data);
        shown.extend(
            primitive
                .and_then(|ancestor| ScalarText::at(ancestor.node, "derived_from"))
                .map(|word| format!("`{}`", word.text)),
        );
        shown.join(" → ")
    }

    // --- members ---

    /// A key that assigns a member of a type, such as a property of a node template; or an operation that is called.
    fn member(&self, node: Node<'m>, offset: usize) -> Option<Explanation> {
        let mention = self.mention(node, offset)?;
        let mut found = self.of_declaration(mention.declared);
        if let ([kind], true) = (mention.kinds, found.kind.is_empty()) {
            kind.id.clone_into(&mut found.kind);
        }
        if node.is_key()
            && let Some(slot) = self.provider.slot(&node.path())
        {
            self.with_slot(&mut found, &slot);
            let value = value_of(node);
            if let Some(value) = value {
                found.facts.extend(self.value(value));
            }
        }
        let text = node.as_str()?;
        let range = node.range_within(mention.from..mention.to);
        let is_part = mention.to - mention.from < text.len() && range.touches(offset);
        found.range = if is_part { range } else { node.range() };
        text.get(mention.from..mention.to).filter(|_| is_part).unwrap_or(&text).clone_into(&mut found.title);
        Some(found)
    }

    /// The reference in a text: the one at the offset, otherwise the first.
    fn mention(&self, node: Node<'m>, offset: usize) -> Option<&Mention<'m>> {
        let all = || {
            self.service
                .full_name_index()
                .mentions
                .iter()
                .filter(|mention| mention.at.range() == node.range())
        };
        let is_here = |mention: &&Mention<'m>| node.range_within(mention.from..mention.to).touches(offset);
        all().find(is_here).or_else(|| all().next())
    }

    /// The key that declares the member of a type at an offset: a property, an operation, or an argument of a call.
    fn declaring_key(&self, node: Node<'m>, offset: usize) -> Option<Node<'m>> {
        let index = self.service.full_name_index();
        let in_calls = || index.outcomes.iter().flat_map(|outcome| &outcome.names);
        let mention = self.mention(node, offset).map(|mention| mention.declared);
        mention.or_else(|| in_calls().find(|(at, _)| at.range() == node.range()).map(|(_, key)| *key))
    }

    /// The definition of a member by its key.
    fn member_definition(&self, key: Node<'m>) -> Option<ExternalDefinition> {
        let file =
            self.service.type_scope.opened().find(|file| std::ptr::eq(file.document, key.document()))?;
        if let Some(path) = file.path {
            return Some(ExternalDefinition::Key(path.clone(), key.range()));
        }
        Some(ExternalDefinition::ReadOnly(ReadOnlyText {
            title: format!("{}, built in", key.path().key_at(1)?),
            text: Arc::clone(file.document.text()),
            range: key.full_range().cover(value_of(key)?.full_range()),
        }))
    }

    /// The facts of a slot, which include inherited ones, in place of those of one declaration.
    fn with_slot(&self, found: &mut Explanation, slot: &Slot) {
        let replaced = ["Type", "Constraints", "Default", "Required"];
        let mut facts = Vec::new();
        if !slot.type_name.is_empty() {
            let full = |name: &str| self.service.find(TypeKind::Data, name).found();
            let id = full(&slot.type_name).or_else(|| full(&format!("tosca.datatypes.{}", slot.type_name)));
            let shown = id.map_or_else(|| format!("`{}`", slot.type_name), |id| self.ancestors(id, 0));
            facts.push(Fact::new("Type", shown));
        }
        if !slot.constraints.is_empty() {
            facts.push(Fact::new("Constraints", slot.constraints.join("; ")));
        }
        match &slot.default {
            Some(default) => facts.push(Fact::new("Default", format!("`{default}`"))),
            None if slot.required => facts.push(Fact::new("Required", "yes")),
            None => {}
        }
        found.facts.retain(|fact| !replaced.contains(&fact.label));
        facts.append(&mut found.facts);
        found.facts = facts;
        if found.doc.is_empty() {
            found.doc.clone_from(&slot.doc);
        }
    }

    /// The effective value of a call.
    fn value(&self, value: Node<'m>) -> Option<Fact> {
        CallNode::of(value)?;
        let index = self.service.full_name_index();
        let at =
            index.sites.iter().position(|site| site.value.resolve().range() == value.resolve().range())?;
        Some(Fact::new("Effective value", shown(self.service, at)?))
    }

    // --- declarations ---

    /// A name that this document declares: a template, an input, a definition of a member.
    fn declared(&self, template: &ServiceTemplate, node: Node<'m>) -> Option<Explanation> {
        let path = node.path();
        let mut declarations = template.names.declarations.iter();
        declarations.find(|declaration| declaration.range == node.range() && !declaration.is_value)?;
        let mut found = self.of_declaration(node);
        if let Some(slot) = self.provider.slot(&path).or_else(|| self.parameter(&path)) {
            self.with_slot(&mut found, &slot);
        }
        found.range = node.range();
        (!found.doc.is_empty() || !found.facts.is_empty()).then_some(found)
    }

    /// The slot of an input's or output's value, which has its type and constraints.
    fn parameter(&self, path: &Path) -> Option<Slot> {
        let default = value_of(self.service.document.get(path)?.key()?)?.get("default").map(brief);
        let slot = self.provider.slot(&path.key("value"))?;
        let default = default.map(|default| default.trim_matches('`').to_owned());
        Some(Slot { default, required: false, ..slot })
    }

    /// The facts in a declaration, in any file.
    fn of_declaration(&self, key: Node<'m>) -> Explanation {
        let name = key.as_str().unwrap_or_default().into_owned();
        let mut found = Explanation { range: key.range(), title: name.clone(), ..Explanation::default() };
        let path = key.path();
        let Some(value) = value_of(key) else { return found };
        found.doc = description(value);
        kind_of(&path).clone_into(&mut found.kind);
        if let Some(kind) = template_kind(&path) {
            let own = self.service.node_template(&name).filter(|_| kind == TypeKind::Node);
            let own = own.and_then(|template| template.type_name.clone());
            if let Some(word) = own.or_else(|| ScalarText::at(value, "type")) {
                found.facts.push(Fact::new("Type", self.chain_of(kind, &word.text, FileId::OWN)));
            }
            return found;
        }
        found.facts = facts(value, &[]);
        if value.is_scalar() && !value.is_null() && found.facts.is_empty() {
            let label = if path.last_key().is_some() { "Value" } else { "Type" };
            found.facts.push(Fact::new(label, brief(value)));
        }
        if path.key_at(1).is_none_or(|section| section != "inputs") {
            found.facts.extend(place(key).map(|place| Fact::new("Defined in", place)));
        }
        found
    }
}

/// The type or template that a declaration is in.
fn place(key: Node<'_>) -> Option<String> {
    let path = key.path();
    let section = path.key_at(0)?;
    if let Some(kind) = TypeKind::ALL.into_iter().find(|kind| kind.section() == section) {
        return (path.len() > 2).then(|| format!("{} `{}`", kind.word(), path.key_at(1).unwrap_or_default()));
    }
    let word = match path.key_at(1)? {
        "node_templates" => "node template",
        "relationship_templates" => "relationship template",
        "groups" => "group",
        "inputs" if path.len() == 3 => return Some(format!("input `{}`", path.key_at(2)?)),
        _ => return None,
    };
    (path.len() > 3).then(|| format!("{word} `{}`", path.key_at(2).unwrap_or_default()))
}

/// A member of a type: its name and its type.
fn shown_member(definition: &Definition<'_>) -> String {
    let of = definition.word_or_short("type").or_else(|| definition.word_or_short("capability"));
    match of {
        Some((word, _)) => format!("`{}` ({})", definition.name, word.text),
        None => format!("`{}`", definition.name),
    }
}

fn template_kind(path: &Path) -> Option<TypeKind> {
    let is_template = path.key_at(0) == Some("topology_template")
        && (path.len() == 3 || (path.len() == 4 && matches!(path.key_at(1), Some("groups" | "policies"))));
    let kind = match path.key_at(1)? {
        "node_templates" => TypeKind::Node,
        "relationship_templates" => TypeKind::Relationship,
        "groups" => TypeKind::Group,
        "policies" => TypeKind::Policy,
        _ => return None,
    };
    is_template.then_some(kind)
}

/// The kind of element that a key declares, from the section that contains it.
fn kind_of(path: &Path) -> &'static str {
    let above = path.len().saturating_sub(2);
    let section = path.key_at(above).or_else(|| path.key_at(above.checked_sub(1)?));
    match section.unwrap_or_default() {
        "properties" => "property",
        "attributes" => "attribute",
        "capabilities" => "capability",
        "requirements" => "requirement",
        "interfaces" => "interface",
        "artifacts" => "artifact",
        "inputs" => "input",
        "outputs" => "output",
        "node_templates" => "node template",
        "relationship_templates" => "relationship template",
        "groups" => "group",
        "policies" => "policy",
        "workflows" => "workflow",
        "steps" => "step",
        "triggers" => "trigger",
        "operations" => "operation",
        _ => "",
    }
}
