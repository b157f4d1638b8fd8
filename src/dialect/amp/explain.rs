//! Calls of `$brooklyn:` expressions: what the function does, and the configuration key that it reads, where the document sets that.

use std::ops::Range;

use limn_brooklyn::{Call, Reference, Target, function, is_expression, parse, references};
use limn_files::FilePath;
use limn_language::dialect::ExternalDefinition;
use limn_language::explanation::{CallInText, Explanation, Fact};
use limn_text::TextRange;
use limn_tosca::brooklyn::sensor_help;
use limn_yaml::{Document, Node};

/// The label of a fact.
pub(crate) const DECLARED_IN: &str = "Declared in";

/// The expression at an offset: its scalar, its text, and where that starts.
fn expression_at(document: &Document, offset: usize) -> Option<(Node<'_>, String, usize)> {
    let node = document.at(offset).filter(|node| node.is_scalar() && !node.is_key())?;
    let text = node.as_str().filter(|text| is_expression(text))?.into_owned();
    // With escapes, positions in the text are not those in the document.
    let within = node.source().find(&text)?;
    Some((node, text, node.range().start + within))
}

fn touches(range: &Range<usize>, at: usize) -> bool {
    range.start <= at && at <= range.end
}

/// The call or the configuration key at an offset.
pub(crate) fn explain(document: &Document, offset: usize) -> Option<Explanation> {
    let (node, text, start) = expression_at(document, offset)?;
    let at = offset.checked_sub(start)?;
    let range = |within: &Range<usize>| TextRange::new(start + within.start, start + within.end);
    let parsed = parse(&text);
    let all = references(&parsed.chain);
    let keys = || all.iter().filter(|reference| reference.target == Target::Config);
    if let Some(key) = keys().find(|reference| touches(&reference.within, at)) {
        return Some(Explanation {
            range: range(&key.within),
            title: key.name.to_owned(),
            kind: "configuration key".to_owned(),
            doc: String::new(),
            facts: facts(configured(node, key)?),
        });
    }
    let mut found: Option<&Call> = None;
    parsed
        .chain
        .visit(&mut |chain| found = chain.calls().find(|call| touches(&call.name.range, at)).or(found));
    let call = found?;
    let function = function(&call.name.text)?;
    let is_inside = |reference: &&Reference<'_>| {
        let arguments = call.arguments.as_ref();
        arguments.is_some_and(|arguments| touches(&arguments.range, reference.within.start))
    };
    let value = keys().find(is_inside).and_then(|key| configured(node, key));
    Some(Explanation {
        range: range(&call.name.range),
        title: function.signature(),
        kind: "function".to_owned(),
        doc: function.help.to_owned(),
        facts: value.map(facts).unwrap_or_default(),
    })
}

/// The sensor at an offset, if every AMP has it.
pub(crate) fn sensor(document: &Document, offset: usize) -> Option<Explanation> {
    let (_, text, start) = expression_at(document, offset)?;
    let at = offset.checked_sub(start)?;
    let parsed = parse(&text);
    let all = references(&parsed.chain);
    let sensor =
        all.iter().find(|reference| reference.target == Target::Sensor && touches(&reference.within, at))?;
    Some(Explanation {
        range: TextRange::new(start + sensor.within.start, start + sensor.within.end),
        title: sensor.name.to_owned(),
        kind: "sensor".to_owned(),
        doc: sensor_help(sensor.name)?.into_owned(),
        facts: Vec::new(),
    })
}

/// The place that sets the configuration key at an offset.
pub(crate) fn definition(document: &Document, file: &FilePath, offset: usize) -> Option<ExternalDefinition> {
    let (node, text, start) = expression_at(document, offset)?;
    let at = offset.checked_sub(start)?;
    let parsed = parse(&text);
    let all = references(&parsed.chain);
    let key =
        all.iter().find(|reference| reference.target == Target::Config && touches(&reference.within, at))?;
    let value = configured(node, key)?;
    Some(ExternalDefinition::Key(file.clone(), value.key().unwrap_or(value).range()))
}

/// The innermost call with an offset between its parentheses.
pub(crate) fn call(document: &Document, offset: usize) -> Option<CallInText> {
    let (_, text, start) = expression_at(document, offset)?;
    let at = offset.checked_sub(start)?;
    let parsed = parse(&text);
    let is_around = |call: &&Call| {
        let arguments = call.arguments.as_ref();
        arguments.is_some_and(|arguments| {
            arguments.range.start < at && at < arguments.range.end + usize::from(!arguments.closed)
        })
    };
    let mut found: Option<&Call> = None;
    parsed.chain.visit(&mut |chain| found = chain.calls().find(is_around).or(found));
    let call = found?;
    let function = function(&call.name.text).filter(|function| !function.arguments.is_empty())?;
    let before = call.items().iter().filter(|item| item.range.end < at).count();
    Some(CallInText {
        function: function.name.to_owned(),
        help: function.help,
        parameters: function.arguments.iter().map(|argument| (argument.name, !argument.required)).collect(),
        active: before.min(function.arguments.len() - 1),
        name: TextRange::new(start + call.name.range.start, start + call.name.range.end),
    })
}

fn facts(value: Node<'_>) -> Vec<Fact> {
    let document = value.document();
    let line = document.text()[..value.range().start].matches('\n').count() + 1;
    let shown = value.source().lines().next().unwrap_or_default();
    vec![Fact::new("Value", format!("`{shown}`")), Fact::new(DECLARED_IN, format!("line {line}"))]
}

/// The value of a configuration key.
fn configured<'d>(expression: Node<'d>, key: &Reference<'_>) -> Option<Node<'d>> {
    limn_tosca::brooklyn::configured(expression, key.owner, key.name)
}
