//! Recursive check of a value against its schema: type, entries, fields and constraints. Function calls are resolved elsewhere. Used for
//! assignments, defaults and inputs.

use std::collections::BTreeSet;
use std::fmt;

use rustc_hash::FxHashSet;

use super::value_codes::{
    MAP_KEY, MISSING_FIELD, NOT_JSON, NOT_XML, RESULT, SIZE_CASE, UNIT_CASE, UNKNOWN_FIELD, UNMET_CONSTRAINT,
    UNQUOTED, WRONG_VALUE_TYPE, code_of,
};
use super::well_known;
use crate::brooklyn;
use crate::function::CallNode;
use crate::grammar::AMP;
use crate::model::Service;
use crate::resolve::{CallContext, CallResult, Resolver};
use crate::types::{Section, TypeId};
use crate::value::{
    AcceptedValues, Compatibility, DataSchema, Literal, Primitive, Quantity, ScalarUnit, ValueKind,
    format_fault, read, shown,
};
use limn_language::diagnostic::{Code, Diagnostic, Report};
use limn_language::message;
use limn_text::TextEdit;
use limn_yaml::{Entry, Node, Op, Resolved, Value};

/// Description of a value in a message: a property, an entry or a field.
#[derive(Clone, Copy)]
pub(in super::super) enum Label<'a> {
    Name(&'a str),
    Entry(&'a Label<'a>),
    Key(&'a Label<'a>),
    Field(&'a str, &'a Label<'a>),
    Default(&'a str),
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::Name(name) => write!(f, "`{name}`"),
            Label::Entry(of) => write!(f, "an entry of {of}"),
            Label::Key(of) => write!(f, "a key of {of}"),
            Label::Field(name, of) => write!(f, "`{name}` of {of}"),
            Label::Default(name) => write!(f, "the default of `{name}`"),
        }
    }
}

/// Maximum number of values checked under one value: aliases can expand to many.
const STEPS: usize = 20_000;

/// Diagnostics, without duplicates for nodes that several aliases reach.
pub(in super::super) struct Findings<'s, 'd> {
    pub service: &'s Service<'d>,
    pub diagnostics: Vec<Diagnostic>,
    /// Context of the values; `None` skips the results of calls.
    pub context: Option<CallContext>,
    /// True if copied content may provide the fields that a value omits.
    pub partial: bool,
    seen: BTreeSet<(usize, usize, &'static str)>,
    /// Number of diagnostics, including dropped ones.
    attempts: usize,
}

impl<'s, 'd> Findings<'s, 'd> {
    pub(in super::super) fn new(service: &'s Service<'d>) -> Findings<'s, 'd> {
        Findings {
            service,
            diagnostics: Vec::new(),
            context: None,
            partial: false,
            seen: BTreeSet::new(),
            attempts: 0,
        }
    }

    /// Adds a diagnostic for a node of the document; nodes of other files are skipped.
    pub(in super::super) fn report(
        &mut self,
        code: &'static Code,
        at: Node<'d>,
        message: String,
    ) -> Option<&mut Diagnostic> {
        self.attempts += 1;
        let range = at.range();
        if !self.service.is_own(at) || !self.seen.insert((range.start, range.end, code.name)) {
            return None;
        }
        self.diagnostics.push(self.service.fault(code, at, message));
        self.diagnostics.last_mut()
    }

    /// Adds a diagnostic for an unknown key, with a suggestion.
    pub(in super::super) fn report_unknown(
        &mut self,
        code: &'static Code,
        key: Node<'d>,
        message: String,
        near: Option<&str>,
    ) {
        let Some(diagnostic) = self.report(code, key, message) else { return };
        let near = near.filter(|_| key.is_key());
        *diagnostic = diagnostic.clone().did_you_mean(near, |to| Op::RenameKey { at: key.path(), to });
    }

    pub(in super::super) fn emit(self, report: &mut Report) {
        self.diagnostics.into_iter().for_each(|diagnostic| report.push(diagnostic));
    }
}

/// Checks a value against its schema.
pub(in super::super) fn check_value<'d>(
    findings: &mut Findings<'_, 'd>,
    schema: &DataSchema<'d>,
    value: Node<'d>,
    label: &Label<'_>,
) {
    let accepted = AcceptedValues::key(value).filter(|_| matches!(schema.kind, ValueKind::Primitive(_)));
    if accepted.is_some_and(|key| schema.accepted.has(key)) {
        return;
    }
    let before = findings.attempts;
    ValueChecker { findings, steps: STEPS }.value(schema, value, None, label);
    if let Some(key) = accepted.filter(|_| findings.attempts == before) {
        schema.accepted.put(key);
    }
}

/// Returns true for a function call. `token` is also a field of credentials, where it has no list.
pub(in super::super) fn is_call(node: Node<'_>) -> bool {
    CallNode::of(node).is_some_and(|call| !call.function.is_intrinsic() || call.argument.is_sequence())
}

struct ValueChecker<'l, 's, 'd> {
    findings: &'l mut Findings<'s, 'd>,
    steps: usize,
}

impl<'d> ValueChecker<'_, '_, 'd> {
    /// `place`: the alias of the value, where diagnostics are reported.
    fn value(&mut self, schema: &DataSchema<'d>, node: Node<'d>, place: Option<Node<'d>>, label: &Label<'_>) {
        let Some(steps) = self.steps.checked_sub(1) else { return };
        self.steps = steps;
        let place = place.or(node.is_alias().then_some(node));
        let node = node.resolve();
        // An unresolved alias is reported on its own.
        if node.is_alias() {
            return;
        }
        if self.findings.service.version.has(AMP) && brooklyn::is_value(node) {
            return;
        }
        if is_call(node) {
            return self.call(schema, node, place, label);
        }
        if node.is_null() && schema.kind != ValueKind::Primitive(Primitive::Null) {
            return;
        }
        match schema.kind {
            ValueKind::Fieldless(_) | ValueKind::Undetermined => {}
            ValueKind::Primitive(primitive) => self.primitive(primitive, schema, node, place, label),
            ValueKind::Complex(id) => self.complex(id, schema, node, place, label),
        }
    }

    /// Checks that the result of a call fits the type, if it is known.
    fn call(&mut self, schema: &DataSchema<'d>, node: Node<'d>, place: Option<Node<'d>>, label: &Label<'_>) {
        let service = self.findings.service;
        if let Some(call) = CallNode::of(node).filter(|call| call.function.is_intrinsic()) {
            let given = ValueKind::Primitive(Primitive::String);
            if given.compatibility(&service.type_scope, schema.kind) == Compatibility::Misfit {
                let message = message::expected(
                    format_args!("a value of type `{}` for {label}", schema.name),
                    format_args!("a string from `{}`", call.function.name()),
                );
                self.findings.report(&RESULT, place.unwrap_or(node), message);
            }
            return;
        }
        let Some(context) = self.findings.context else { return };
        let CallResult::Gives(Some(value_type)) = Resolver::new(service).at(node, context).result else {
            return;
        };
        let given = value_type.kind(&service.type_scope);
        if given.compatibility(&service.type_scope, schema.kind) == Compatibility::Misfit {
            let message = message::expected(
                format_args!("a value of type `{}` for {label}", schema.name),
                format_args!("`{}`", value_type.name.text),
            );
            self.findings.report(&RESULT, place.unwrap_or(node), message);
        }
    }

    fn primitive(
        &mut self,
        primitive: Primitive,
        schema: &DataSchema<'d>,
        node: Node<'d>,
        place: Option<Node<'d>>,
        label: &Label<'_>,
    ) {
        let literal = match read(primitive, node) {
            Ok(literal) => literal,
            Err(misfit) => {
                let (code, safe) = code_of(misfit.fault, primitive);
                let message = misfit.message(label);
                let reported = self.findings.report(code, place.unwrap_or(misfit.at), message);
                if let (Some(diagnostic), Some(meant), None) = (reported, misfit.meant, place) {
                    let edit = TextEdit::replace(misfit.at.range(), meant.clone());
                    let fixed = diagnostic.clone().text_fix(format!("Change to `{meant}`"), edit);
                    *diagnostic = if safe { fixed } else { fixed.unsafe_fix() };
                }
                return;
            }
        };
        if let Literal::Scalar(scalar) = &literal {
            self.unit_case(scalar, node, place, label);
        }
        if let (Some(format), Literal::Text(text)) = (schema.format, &literal)
            && let Some(why) = format_fault(format, text)
        {
            let code = if format.word() == "XML" { &NOT_XML } else { &NOT_JSON };
            self.findings.report(
                code,
                place.unwrap_or(node),
                format!("invalid {} in {label}: {why}", format.word()),
            );
        }
        // A number is a duration, too: milliseconds.
        if primitive == Primitive::String && schema.name != BROOKLYN_DURATION {
            self.unquoted(node, place, label);
        }
        self.constraints(schema, node, Some(&literal), place, label);
        if let Some(entry) = &schema.entry {
            let within = Label::Entry(label);
            node.items().for_each(|item| self.value(entry, item, place, &within));
            for it in entries_of(node) {
                self.value(entry, it.value, place, &within);
            }
        }
        if primitive == Primitive::Map {
            self.keys(schema, node, place, label);
        }
    }

    /// Reports an unquoted scalar that parses as another type than string.
    fn unquoted(&mut self, node: Node<'d>, place: Option<Node<'d>>, label: &Label<'_>) {
        let what = match node.resolved() {
            Some(Resolved::Int(_) | Resolved::Float(_)) => "a number",
            Some(Resolved::Bool(_)) => "a boolean",
            _ => return,
        };
        let message = message::expected(
            format_args!("a string for {label}"),
            format_args!("{what}; add quotes to {}", shown(node)),
        );
        if let (Some(diagnostic), None) =
            (self.findings.report(&UNQUOTED, place.unwrap_or(node), message), place)
        {
            let value = Value::Quoted(node.text().unwrap_or_default().to_owned());
            let ops = vec![Op::Replace { at: node.path(), value }];
            *diagnostic = diagnostic.clone().fix("Add quotes", ops);
        }
    }

    fn unit_case(
        &mut self,
        scalar: &ScalarUnit<'_>,
        node: Node<'d>,
        place: Option<Node<'d>>,
        label: &Label<'_>,
    ) {
        if !scalar.is_respelt() {
            return;
        }
        let code = if scalar.quantity == Quantity::Size { &SIZE_CASE } else { &UNIT_CASE };
        let message = message::expected(
            format_args!("unit `{}` in {label}", scalar.unit.name),
            format_args!("`{}`", scalar.written),
        );
        if let (Some(diagnostic), None) = (self.findings.report(code, place.unwrap_or(node), message), place)
        {
            let text = node.text().unwrap_or_default();
            let start = text.trim_end().len().saturating_sub(scalar.written.len());
            let range = node.range_within(start..start + scalar.written.len());
            let edit = TextEdit::replace(range, scalar.unit.name);
            *diagnostic = diagnostic.clone().text_fix(format!("Change to `{}`", scalar.unit.name), edit);
        }
    }

    fn keys(&mut self, schema: &DataSchema<'d>, node: Node<'d>, place: Option<Node<'d>>, label: &Label<'_>) {
        for entry in entries_of(node) {
            let key = entry.key.resolve();
            if is_call(key) || entry.is_merge() {
                continue;
            }
            if !key.is_scalar() || key.is_null() {
                let at = place.unwrap_or(if key.is_missing() { entry.value } else { entry.key });
                self.findings.report(
                    &MAP_KEY,
                    at,
                    message::expected(format_args!("a string as a key of {label}"), shown(key)),
                );
            } else if let Some(schema) = &schema.key {
                self.value(schema, key, place.or(Some(entry.key)), &Label::Key(label));
            }
        }
    }

    fn constraints(
        &mut self,
        schema: &DataSchema<'d>,
        node: Node<'d>,
        literal: Option<&Literal<'d>>,
        place: Option<Node<'d>>,
        label: &Label<'_>,
    ) {
        for effective in &schema.constraints {
            if effective.constraint.holds(node, literal) == Some(false) {
                let message = format!("{label} {}, found {}", effective.constraint.demand(), shown(node));
                self.findings.report(&UNMET_CONSTRAINT, place.unwrap_or(node), message);
                return;
            }
        }
    }

    fn complex(
        &mut self,
        id: TypeId,
        schema: &DataSchema<'d>,
        node: Node<'d>,
        place: Option<Node<'d>>,
        label: &Label<'_>,
    ) {
        let service = self.findings.service;
        let name = &schema.name;
        if !node.is_mapping() {
            let message =
                message::expected(format_args!("a mapping of type `{name}` for {label}"), shown(node));
            self.findings.report(&WRONG_VALUE_TYPE, place.unwrap_or(node), message);
            return;
        }
        let fields = service.fields.of_type(&service.type_scope, id, Section::Properties);
        let entries = entries_of(node);
        let mut given: Option<FxHashSet<&str>> = None;
        let mut meant = BTreeSet::new();
        for entry in &entries {
            let Some(key) = entry.key.text() else { continue };
            if let Some(field) = fields.get(key) {
                self.value(&field.schema, entry.value, place, &Label::Field(key, label));
                continue;
            }
            let given =
                given.get_or_insert_with(|| entries.iter().filter_map(|entry| entry.key.text()).collect());
            let free = fields.names().filter(|name| !given.contains(name));
            let near = service.suggestions.nearest(key, free);
            meant.extend(near.map(str::to_owned));
            let message = message::unknown_on("property", key, "data type", name);
            match place {
                Some(place) => drop(self.findings.report(&UNKNOWN_FIELD, place, message)),
                None => self.findings.report_unknown(&UNKNOWN_FIELD, entry.key, message, near),
            }
        }
        let at = place.unwrap_or_else(|| node.key().unwrap_or(node));
        if !self.findings.partial && !well_known::leaves_open(service, id) {
            let given =
                |name: &str| node.get(name).is_some_and(|value| !value.is_null()) || meant.contains(name);
            let required = fields.required().filter(|(name, _)| !given(name));
            let missing: Vec<&str> = required.map(|(name, _)| name).collect();
            if !missing.is_empty() {
                let owner = format_args!("{label} (data type `{name}`)");
                let message = message::missing_names_at("property", missing, owner);
                self.findings.report(&MISSING_FIELD, at, message);
            }
        }
        self.constraints(schema, node, None, place, label);
        well_known::check(self.findings, id, node, place, label);
    }
}

/// AMP's type of a time with a unit.
const BROOKLYN_DURATION: &str = "brooklyn.datatypes.Duration";

/// Effective entries of a mapping.
pub(super) fn entries_of(node: Node<'_>) -> Vec<Entry<'_>> {
    if node.has_merges() { node.merged_entries().collect() } else { node.entries().collect() }
}
