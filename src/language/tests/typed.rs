//! Typed values: text that a user types into a field, as the value that is written.

use limn_check::recipe::VALUE;
use limn_language::schema::{Shape, typed};
use limn_yaml::{self as yaml, Value};

static ANY_VALUE: Shape = Shape::Value(&VALUE);
static NUMBER: Shape = Shape::Integer { min: 0, max: 9, or: Some(&VALUE), beyond: None, quoted: None };
static EITHER: Shape = Shape::OneOf(&[Shape::Text(None), Shape::Boolean]);

#[test]
fn shapes_decide_how_a_text_is_written() {
    let plain = |text: &str| Value::Plain(text.to_owned());
    let text = |text: &str| Value::Text(text.to_owned());
    let quoted = |text: &str| Value::Quoted(text.to_owned());
    for (shape, typed_text, value) in [
        (&ANY_VALUE, "5", plain("5")),
        (&ANY_VALUE, "true", plain("true")),
        (&ANY_VALUE, "2.0.17", text("2.0.17")),
        (&ANY_VALUE, "null", text("null")),
        (&ANY_VALUE, "", text("")),
        (&ANY_VALUE, "a ${b.c}", quoted("a ${b.c}")),
        (&NUMBER, "5", plain("5")),
        (&NUMBER, "${n}", quoted("${n}")),
        (&EITHER, "true", plain("true")),
        (&EITHER, "truly", text("truly")),
        (&Shape::Text(None), "1.0", text("1.0")),
        (&Shape::Boolean, "false", plain("false")),
    ] {
        assert_eq!(typed(shape, typed_text, None), value, "{typed_text}");
    }
}

#[test]
fn a_text_in_quotes_stays_a_text() {
    let document = yaml::parse("'5060'\n");
    assert_eq!(typed(&ANY_VALUE, "5061", document.root()), Value::Text("5061".to_owned()));
    let document = yaml::parse("5060\n");
    assert_eq!(typed(&ANY_VALUE, "5061", document.root()), Value::Plain("5061".to_owned()));
}
