//! One value held against what it must be, to the bottom: its type, its entries and fields, its constraints. Calls of functions are left to those
//! who know what they lead to. Used wherever a value stands: assignments, defaults, inputs.

use std::collections::BTreeSet;
use std::fmt;

use rustc_hash::FxHashSet;

use super::told::{
    MAP_KEY, MISSING_FIELD, NOT_JSON, NOT_XML, RESULT, SIZE_CASE, UNIT_CASE, UNKNOWN_FIELD, UNMET, UNQUOTED,
    WRONG_TYPE, code_of,
};
use super::well_known;
use crate::diagnostic::{Code, Diagnostic, Report};
use crate::dialect::tosca::function::Call;
use crate::dialect::tosca::model::Service;
use crate::dialect::tosca::resolve::{Context, Resolver, Verdict};
use crate::dialect::tosca::types::{Section, TypeId};
use crate::dialect::tosca::value::{
    DataSchema, DataType, Fine, Kind, Literal, Primitive, Quantity, ScalarUnit, format_fault, read, shown,
};
use crate::text::TextEdit;
use crate::yaml::{Entry, Node, Op, Resolved, Value};

/// How a value is called in a message: the property, an entry of it, a field of it.
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
            Label::Entry(of) => write!(f, "each entry of {of}"),
            Label::Key(of) => write!(f, "each key of {of}"),
            Label::Field(name, of) => write!(f, "`{name}` of {of}"),
            Label::Default(name) => write!(f, "the default of `{name}`"),
        }
    }
}

/// How many values are looked at under one: aliases can make many of few.
const STEPS: usize = 20_000;

/// What was found, each thing once, whatever ways lead to it.
pub(in super::super) struct Findings<'s, 'd> {
    pub service: &'s Service<'d>,
    pub diagnostics: Vec<Diagnostic>,
    /// Where the values stand that are looked at; `None`: what calls give is not asked.
    pub context: Option<Context>,
    /// What is copied from elsewhere may bring the fields that a value leaves out.
    pub partial: bool,
    seen: BTreeSet<(usize, usize, &'static str)>,
    /// How often something was to be said, told or not.
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

    /// Says something of a node of the own document; of others nothing is said.
    pub(in super::super) fn say(
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

    /// The same of a key that has no such name, with the name that was meant.
    pub(in super::super) fn say_unknown(
        &mut self,
        code: &'static Code,
        key: Node<'d>,
        message: String,
        near: Option<&str>,
    ) {
        let Some(diagnostic) = self.say(code, key, message) else { return };
        let near = near.filter(|_| key.is_key());
        *diagnostic = diagnostic.clone().meant(near, |to| Op::RenameKey { at: key.path(), to });
    }

    pub(in super::super) fn tell(self, report: &mut Report) {
        self.diagnostics.into_iter().for_each(|it| report.push(it));
    }
}

/// Holds a value against what it must be.
pub(in super::super) fn check_value<'d>(
    findings: &mut Findings<'_, 'd>,
    schema: &DataSchema<'d>,
    value: Node<'d>,
    label: &Label<'_>,
) {
    let fine = Fine::key(value).filter(|_| matches!(schema.kind, Kind::Primitive(_)));
    if fine.is_some_and(|key| schema.fine.has(key)) {
        return;
    }
    let before = findings.attempts;
    Look { findings, steps: STEPS }.value(schema, value, None, label);
    if let Some(key) = fine.filter(|_| findings.attempts == before) {
        schema.fine.put(key);
    }
}

/// A call of a function. `token` is a field of credentials too: there it stands without a list.
pub(in super::super) fn is_call(node: Node<'_>) -> bool {
    Call::of(node).is_some_and(|call| !call.function.is_intrinsic() || call.argument.is_sequence())
}

struct Look<'l, 's, 'd> {
    findings: &'l mut Findings<'s, 'd>,
    steps: usize,
}

impl<'d> Look<'_, '_, 'd> {
    /// `place`: the alias through which the value was come to, where what is said of it is said.
    fn value(&mut self, schema: &DataSchema<'d>, node: Node<'d>, place: Option<Node<'d>>, label: &Label<'_>) {
        let Some(steps) = self.steps.checked_sub(1) else { return };
        self.steps = steps;
        let place = place.or(node.is_alias().then_some(node));
        let node = node.resolve();
        // An alias that stands for nothing is told as that.
        if node.is_alias() {
            return;
        }
        if is_call(node) {
            return self.call(schema, node, place, label);
        }
        if node.is_null() && schema.kind != Kind::Primitive(Primitive::Null) {
            return;
        }
        match schema.kind {
            Kind::Untold => {}
            Kind::Primitive(primitive) => self.primitive(primitive, schema, node, place, label),
            Kind::Complex(id) => self.complex(id, schema, node, place, label),
        }
    }

    /// Whether what a call gives can be a value of the type, as far as that is known.
    fn call(&mut self, schema: &DataSchema<'d>, node: Node<'d>, place: Option<Node<'d>>, label: &Label<'_>) {
        let service = self.findings.service;
        if let Some(call) = Call::of(node).filter(|it| it.function.is_intrinsic()) {
            if !may_become(Kind::Primitive(Primitive::String), schema.kind) {
                let message = format!(
                    "{label} is of type `{}`, and `{}` gives a text",
                    schema.name,
                    call.function.name()
                );
                self.findings.say(&RESULT, place.unwrap_or(node), message);
            }
            return;
        }
        let Some(context) = self.findings.context else { return };
        let Verdict::Gives(Some(sort)) = Resolver::new(service).at(node, context).verdict else { return };
        let given = DataType::named(&service.world, &sort.name.text, sort.file);
        if !may_become(given.kind(&service.world), schema.kind) {
            let message =
                format!("{label} is of type `{}`, and this gives `{}`", schema.name, sort.name.text);
            self.findings.say(&RESULT, place.unwrap_or(node), message);
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
                let (code, cured) = code_of(misfit.fault, primitive);
                let message = format!("{label} {}", misfit.message);
                let said = self.findings.say(code, place.unwrap_or(misfit.at), message);
                if let (Some(diagnostic), Some(meant), None) = (said, misfit.meant, place) {
                    let edit = TextEdit::replace(misfit.at.range(), meant.clone());
                    let cure = diagnostic.clone().text_fix(format!("Change to `{meant}`"), edit);
                    *diagnostic = if cured { cure } else { cure.unsafe_fix() };
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
            self.findings.say(code, place.unwrap_or(node), format!("{label} is no {}: {why}", format.word()));
        }
        if primitive == Primitive::String {
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

    /// A text that reads as something else where it is not known to be one.
    fn unquoted(&mut self, node: Node<'d>, place: Option<Node<'d>>, label: &Label<'_>) {
        let what = match node.resolved() {
            Some(Resolved::Int(_) | Resolved::Float(_)) => "a number",
            Some(Resolved::Bool(_)) => "a boolean",
            _ => return,
        };
        let message = format!("{label} is a string, and {} without quotes reads as {what}", shown(node));
        if let (Some(diagnostic), None) =
            (self.findings.say(&UNQUOTED, place.unwrap_or(node), message), place)
        {
            let value = Value::Quoted(node.said().unwrap_or_default().to_owned());
            let ops = vec![Op::Replace { at: node.path(), value }];
            *diagnostic = diagnostic.clone().fix("Put it in quotes", ops);
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
        let message = format!("{label} has its unit `{}` written as `{}`", scalar.unit.name, scalar.written);
        if let (Some(diagnostic), None) = (self.findings.say(code, place.unwrap_or(node), message), place) {
            let text = node.said().unwrap_or_default();
            let start = text.trim_end().len().saturating_sub(scalar.written.len());
            let range = node.range_within(start..start + scalar.written.len());
            let edit = TextEdit::replace(range, scalar.unit.name);
            *diagnostic = diagnostic.clone().text_fix(format!("Write `{}`", scalar.unit.name), edit);
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
                self.findings.say(
                    &MAP_KEY,
                    at,
                    format!("{label} is a map, and each of its keys is a string"),
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
        for held in &schema.constraints {
            if held.constraint.holds(node, literal) == Some(false) {
                let message = format!("{label} {}, not {}", held.constraint.demand(), shown(node));
                self.findings.say(&UNMET, place.unwrap_or(node), message);
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
            let message = format!("{label} is a `{name}`, a mapping of its properties, not {}", shown(node));
            self.findings.say(&WRONG_TYPE, place.unwrap_or(node), message);
            return;
        }
        let fields = service.fields.of_type(&service.world, id, Section::Properties);
        let entries = entries_of(node);
        let mut given: Option<FxHashSet<&str>> = None;
        let mut meant = BTreeSet::new();
        for entry in &entries {
            let Some(key) = entry.key.said() else { continue };
            if let Some(field) = fields.get(key) {
                self.value(&field.schema, entry.value, place, &Label::Field(key, label));
                continue;
            }
            let given =
                given.get_or_insert_with(|| entries.iter().filter_map(|entry| entry.key.said()).collect());
            let free = fields.names().filter(|it| !given.contains(it));
            let near = service.nearness.nearest(key, free);
            meant.extend(near.map(str::to_owned));
            let message = format!("`{name}` has no property `{key}`");
            match place {
                Some(place) => drop(self.findings.say(&UNKNOWN_FIELD, place, message)),
                None => self.findings.say_unknown(&UNKNOWN_FIELD, entry.key, message, near),
            }
        }
        let at = place.unwrap_or_else(|| node.key().unwrap_or(node));
        if !self.findings.partial && !well_known::leaves_open(service, id) {
            let given = |name: &str| node.get(name).is_some_and(|it| !it.is_null()) || meant.contains(name);
            let wanted = fields.wanted().filter(|(name, _)| !given(name));
            let missing: Vec<String> = wanted.map(|(name, _)| format!("`{name}`")).collect();
            if !missing.is_empty() {
                let message = format!("{label} is a `{name}`, and has no {}", missing.join(", "));
                self.findings.say(&MISSING_FIELD, at, message);
            }
        }
        self.constraints(schema, node, None, place, label);
        well_known::check(self.findings, id, node, place, label);
    }
}

/// Whether a value of one kind can stand where another is wanted. Texts are taken apart by many processors.
fn may_become(given: Kind, wanted: Kind) -> bool {
    match (given, wanted) {
        (Kind::Untold, _) | (_, Kind::Untold) => true,
        // One may derive from the other.
        (Kind::Complex(_), Kind::Complex(_)) => true,
        (Kind::Complex(_), Kind::Primitive(wanted)) => wanted == Primitive::Map,
        (Kind::Primitive(given), Kind::Complex(_)) => given == Primitive::Map,
        (Kind::Primitive(given), Kind::Primitive(wanted)) => match (given, wanted) {
            _ if given == wanted => true,
            (Primitive::List | Primitive::Map, _) | (_, Primitive::List | Primitive::Map) => false,
            (_, Primitive::String) | (Primitive::Integer, Primitive::Float) => true,
            (Primitive::String, _) => {
                !matches!(wanted, Primitive::Integer | Primitive::Float | Primitive::Boolean)
            }
            (Primitive::Scalar(_) | Primitive::AnyScalar, Primitive::AnyScalar) => true,
            _ => false,
        },
    }
}

/// The entries of a mapping as they take effect.
pub(super) fn entries_of(node: Node<'_>) -> Vec<Entry<'_>> {
    if node.has_merges() { node.merged_entries().collect() } else { node.entries().collect() }
}
