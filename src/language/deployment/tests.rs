//! Requests as text, and counts of a tree.

use super::*;

const FORM: RequestForm = RequestForm { values: "properties", name: "assemblyName" };

#[test]
fn a_request_is_a_mapping_of_values_with_or_without_its_keys() {
    let flat = Request::read("count: 3\nnames: [a, b]\n", FORM);
    assert_eq!((flat.name.as_deref(), flat.values["count"].as_count()), (None, Some(3)));
    assert_eq!(flat.values["names"].to_json().to_string(), r#"["a","b"]"#);
    let json =
        r#"{"assemblyName": "shop", "descriptorName": "assembly::shop::1.0", "properties": {"count": "3"}}"#;
    let wrapped = Request::read(json, FORM);
    assert_eq!((wrapped.name.as_deref(), wrapped.values.len()), (Some("shop"), 1));
    assert_eq!(wrapped.values["count"].as_count(), Some(3));
    // A value of that name is a value.
    assert_eq!(Request::read("properties: 1\nassemblyName: x\n", FORM).values.len(), 2);
    assert!(Request::read("", FORM).errors.is_empty());
    assert_eq!(Request::read("[1]", FORM).errors, ["expected a mapping of names to values, found a list"]);
    assert!(Request::read("a: {b: 1\n", FORM).errors[0].starts_with("syntax error in line"));
}

#[test]
fn a_field_changes_one_value_of_the_text() {
    let with = |text: &str, name: &str, input, written: &str| {
        Request::with_value(text, FORM, name, input, written).expect("the value can be written")
    };
    assert_eq!(with("", "a", InputForm::Text, "1.0"), "properties:\n  a: '1.0'\n");
    assert_eq!(with("# mine\na: 1 # one\n", "b", InputForm::Number, "2"), "# mine\na: 1 # one\nb: 2\n");
    let json = r#"{"assemblyName": "shop", "properties": {"a": 1}}"#;
    assert_eq!(
        with(json, "b", InputForm::Structure, "[x, 1]"),
        r#"{"assemblyName": "shop", "properties": {"a": 1, "b": ["x", 1]}}"#
    );
    assert_eq!(with("a: 1\nb: 2\n", "a", InputForm::Number, ""), "b: 2\n");
    assert!(Request::with_value("", FORM, "a", InputForm::Structure, "[").is_err());
}

#[test]
fn unlisted_instances_count_like_the_last_one() {
    let part = |kind, children: &[usize], count| DeploymentPart {
        kind,
        id: None,
        icon: Icon::Resource,
        label: "x".to_owned(),
        name: String::new(),
        type_name: "t".to_owned(),
        count: Ok(count),
        count_source: String::new(),
        values: Vec::new(),
        notes: Vec::new(),
        children: children.to_vec(),
        omitted: 0,
        is_cut: false,
    };
    let mut deployment = Deployment {
        parts: vec![
            part(DeploymentPartKind::Whole, &[1], 1),
            part(DeploymentPartKind::Group, &[2, 3], 1_000_000_000),
            part(DeploymentPartKind::Instance, &[], 1),
            part(DeploymentPartKind::Instance, &[4], 1),
            part(DeploymentPartKind::Group, &[5], u64::MAX),
            part(DeploymentPartKind::Instance, &[], 1),
        ],
        ..Deployment::default()
    };
    deployment.parts[1].omitted = 999_999_998;
    deployment.parts[4].omitted = u64::MAX - 1;
    let many = u128::from(u64::MAX) * 999_999_999;
    assert_eq!(deployment.total(), (1 + many, false));
    assert_eq!(deployment.to_json()["instances"], (1 + many).to_string());
    assert_eq!(deployment.to_json()["tree"]["parts"][0]["notListed"], 999_999_998);
}
