//! Forms of homing templates: the fields of the inspector, by path, through the same interface as the page.

#[path = "common/forms.rs"]
mod forms;

use expect_test::expect;
use limn::edit::{Edit, Input};
use limn::graph::Id;
use limn::yaml::Path;

use forms::{check, check_edit};

const HEAD: &str = "homing_template_version: \"2018-02-01\"\n\
    locations: {here: {latitude: 1, longitude: 1}}\n\
    demands: {a: [{inventory_provider: aai, inventory_type: cloud}], b: [{inventory_provider: aai, inventory_type: cloud}]}\n\
    constraints:\n";

fn constraint() -> Path {
    Path::keys(["constraints", "c"])
}

#[test]
fn missing_properties_have_the_form_of_their_type() {
    let of = |kind: &str| format!("{HEAD}  c: {{type: {kind}, demands: [a, b]}}\n");
    check(
        &of("zone"),
        &constraint(),
        "properties",
        expect![[r#"
        properties? group
          qualifier!? choice same different
          category!? choice region complex country disaster time maintenance
          location? reference to the name of a location
    "#]],
    );
    check(
        &of("distance_between_demands"),
        &constraint(),
        "properties",
        expect![[r#"
        properties? group
          distance!? reference to a distance such as `< 100 km`
    "#]],
    );
    check(
        &of("region_fit"),
        &constraint(),
        "properties",
        expect![[r#"
        properties? group
          controller!? reference to the name of a controller
          request? map of text
    "#]],
    );
}

#[test]
fn empty_properties_have_the_form_of_their_type() {
    let text = format!("{HEAD}  c: {{type: zone, demands: [a, b], properties: {{}}}}\n");
    check(
        &text,
        &constraint(),
        "properties",
        expect![[r#"
        properties group
          qualifier!? choice same different
          category!? choice region complex country disaster time maintenance
          location? reference to the name of a location
    "#]],
    );
}

#[test]
fn a_property_is_written_to_missing_properties() {
    let text = format!("{HEAD}  c:\n    type: zone\n    demands: [a, b]\n");
    let input = Input::Text("same".to_owned());
    let edit = Edit::Set { of: Id(constraint()), key: Path::keys(["properties", "qualifier"]), input };
    check_edit(
        &text,
        &edit,
        expect![[r#"
        +    properties:
        +      qualifier: same
    "#]],
    );
}
