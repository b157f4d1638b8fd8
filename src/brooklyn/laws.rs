//! Laws of the parser, on any text.

use std::ops::Range;

use proptest::prelude::*;

use crate::{
    Argument, ArgumentValue, ExpressionFault, PREFIX, Parsed, Step, at_caret, parse, parse_key, references,
};

fn expression() -> impl Strategy<Value = String> {
    let argument = prop_oneof![
        "[a-z.\\\\\"é ]{0,6}"
            .prop_map(|text| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))),
        "-?[0-9]{1,3}",
        Just("true".to_owned()),
    ];
    let chain = argument.prop_recursive(3, 16, 3, |inner| {
        let call = ("[a-z]{1,6}", prop::collection::vec(inner, 0..3))
            .prop_map(|(name, arguments)| format!("{name}({})", arguments.join(", ")));
        prop::collection::vec(call, 1..3).prop_map(|calls| calls.join("."))
    });
    ("[a-z]{1,6}", prop::collection::vec(chain, 0..4))
        .prop_map(|(name, arguments)| format!("{PREFIX}{name}({})", arguments.join(", ")))
}

fn ranges(parsed: &Parsed) -> Vec<Range<usize>> {
    let mut found: Vec<_> = parsed.fault.iter().map(|fault| fault.range.clone()).collect();
    found.extend(parsed.fault.iter().filter_map(|fault| fault.insert.as_ref()).map(|(at, _)| *at..*at));
    let argument = |found: &mut Vec<Range<usize>>, argument: &Argument| {
        found.push(argument.range.clone());
        if let ArgumentValue::Text { within, .. } = &argument.value {
            found.push(within.clone());
        }
    };
    parsed.chain.visit(&mut |chain| {
        found.push(chain.range.clone());
        found.extend(chain.prefix.clone());
        for step in &chain.steps {
            match step {
                Step::Entry(it) => argument(&mut found, it),
                Step::Call(call) => {
                    found.push(call.name.range.clone());
                    found.extend(call.arguments.iter().map(|argument| argument.range.clone()));
                    call.items().iter().for_each(|item| argument(&mut found, item));
                }
            }
        }
    });
    found
}

proptest! {
    #[test]
    fn parsing_is_total_and_ranges_lie_within_the_text(
        text in prop_oneof![
            "\\PC{0,40}",
            "(\\$brooklyn:)?[a-c().,\"'\\\\é \\[\\]0-9$:-]{0,40}",
            (expression(), 0..80usize).prop_map(|(text, at)| text.chars().take(at).collect()),
        ]
    ) {
        for parsed in [parse(&text), parse_key(&text)] {
            for range in ranges(&parsed) {
                prop_assert!(range.start <= range.end && text.get(range.clone()).is_some(), "{range:?} of {text:?}");
            }
            references(&parsed.chain);
        }
        for (at, _) in text.char_indices() {
            at_caret(&text, at);
        }
    }

    #[test]
    fn printing_a_parsed_expression_gives_the_text(text in expression()) {
        let parsed = parse(&text);
        prop_assert_eq!(&parsed.fault, &None);
        prop_assert_eq!(parsed.to_string(), text);
    }

    #[test]
    fn an_insertion_that_is_offered_helps(text in expression(), cut in 10..80usize) {
        let text: String = text.chars().take(cut).collect();
        if let Some(ExpressionFault { insert: Some((at, insert)), .. }) = parse(&text).fault {
            let mut corrected = text.clone();
            corrected.insert_str(at, &insert);
            prop_assert_eq!(parse(&corrected).fault, None, "{} of {}", corrected, text);
        }
    }
}
