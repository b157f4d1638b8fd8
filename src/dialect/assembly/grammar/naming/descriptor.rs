//! Codes of names of descriptors, and of their versions.

use limn_language::diagnostic::Code;

const NAMING: &str = "TNC-O assembly descriptor, Naming; CP4NA 2.7 assembly descriptors, Name";

pub static NAME_MISSING: Code = Code::error(
    "assembly/missing-name",
    "A-NAME-12",
    NAMING,
    "Checks that an assembly outside a project has a `name`. In an LMCTL project, the name is optional: LMCTL builds it from the project's type, \
name and version.",
)
.why("The catalog stores descriptors by name.")
.advice("Add a name such as `assembly::web::1.0`.")
.bad(
    "file",
    "
description: a demonstration
#^^^^^^^^^^
composition: {}
",
)
.good(
    "
name: assembly::demo::1.0
description: a demonstration
composition: {}
",
);
pub static NAME_PARTS: Code = Code::error(
    "assembly/name-without-three-parts",
    "A-NAME-1",
    NAMING,
    "Checks that a descriptor's name consists of kind, name and version, separated by `::`.",
)
.why("A descriptor with any other name cannot be found.")
.advice("Use the form `assembly::name::1.0` or `resource::name::1.0`.")
.bad(
    "document",
    "
name: demo::1.0
#     ^^^^^^^^^
",
)
.good("name: assembly::demo::1.0");
pub static NAME_KIND: Code = Code::error(
    "assembly/unknown-descriptor-kind",
    "A-NAME-2",
    NAMING,
    "Checks the first part of the name: `assembly` or `resource`. LMCTL projects also have `assembly-template` and `type`.",
)
.why("The first part is the kind of descriptor. It determines which sections are available.")
.advice("Start the name with `assembly::` or `resource::`.")
.bad(
    "document",
    "
name: service::demo::1.0
#     ^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::demo::1.0");
pub static NAME_START: Code = Code::error(
    "assembly/name-starts-without-letter",
    "A-NAME-3",
    NAMING,
    "Checks that the middle part of a descriptor's name starts with a letter.",
)
.why("The user interface of TNC-O also accepts a digit, but the specifications of both products do not, so another tool can reject the name.")
.advice("Start the middle part with a letter.")
.bad(
    "document",
    "
name: assembly::1demo::1.0
#     ^^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::demo1::1.0");
pub static NAME_END: Code = Code::error(
    "assembly/name-ends-with-separator",
    "A-NAME-4",
    NAMING,
    "Checks that the middle part of a descriptor's name ends with a letter or a digit. The TNC-O documentation does not require it for resources, so \
this is a warning there.",
)
.advice("Remove the separator from the end.")
.bad(
    "document",
    "
name: assembly::demo_::1.0
#     ^^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::demo_2::1.0");
pub static NAME_CHARACTER: Code = Code::error(
    "assembly/character-in-name",
    "A-NAME-5",
    NAMING,
    "Checks that a descriptor's name contains only letters, digits, `_` and `-`, and a dot after a company name.",
)
.why("Other characters break the URLs that the product builds from it.")
.advice("Replace other characters by `-` or `_`.")
.bad(
    "document",
    "
name: assembly::front/end::1.0
#     ^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::front-end::1.0");
pub static COMPANY_PREFIX: Code = Code::warning(
    "assembly/dangling-dot-in-name",
    "A-NAME-6",
    "CP4NA 2.7 assembly descriptors, Name; TNC-O resource descriptor",
    "Checks the position of dots in a name. Neither product lists the dot as a valid character, but both recommend `company.resource`. A dot between two \
words is accepted as such a prefix; a dot at either end, or two consecutive dots, are not.",
)
.why("The dot separates a company from the name of the descriptor. In such a name, one of the two is empty.")
.advice("Remove the dot, or write one dot between the company and the name: `acme.network`.")
.bad(
    "document",
    "
name: assembly::.net..work::1.0
#     ^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::acme.network::1.0");
pub static DOUBLE_SEPARATOR: Code = Code::error(
    "assembly/consecutive-separators",
    "A-NAME-7",
    NAMING,
    "Checks for consecutive `_` and `-` in a name. TNC-O does not forbid them for assemblies, so this is a warning there.",
)
.why("CP4NA and TNC-O resources do not allow them.")
.advice("Use one `_` or `-`.")
.bad(
    "document",
    "
name: assembly::a__b::1.0
#     ^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::a_b::1.0");
pub static LONG_NAME: Code = Code::error(
    "assembly/long-name",
    "A-NAME-8",
    NAMING,
    "Checks that the middle part of a name has at most 50 characters.",
)
.why("CP4NA and TNC-O resources allow at most 50 characters. In TNC-O assemblies only the user interface enforces the limit, so there it is a warning.")
.advice("Shorten the middle part of the name.")
.bad(
    "document",
    "
name: assembly::a-name-that-goes-on-and-on-until-nobody-can-read-it-any-more::1.0
#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::short-name::1.0");
pub static BLANK_IN_NAME: Code = Code::error(
    "assembly/blank-in-name",
    "A-NAME-9",
    NAMING,
    "Checks that a name or a type contains no spaces.",
)
.why("With a space after the colons and without quotes, the line is not valid YAML.")
.advice("Use `-` or `_` instead of the space.")
.bad(
    "component",
    "
type: 'resource:: c_streamer::1.0'
#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("type: resource::c_streamer::1.0");
pub static VERSION_FORM: Code = Code::error(
    "assembly/malformed-version",
    "A-NAME-10",
    NAMING,
    "Checks that a version consists of numbers separated by single dots.",
)
.why("Other versions cannot be compared.")
.advice("Write only numbers separated by single dots, such as `1.0.0`.")
.bad(
    "document",
    "
name: assembly::demo::v1.0
#     ^^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::demo::1.0.0");
pub static LONG_VERSION: Code = Code::info(
    "assembly/long-version",
    "A-NAME-11",
    "TNC-O user interface",
    "Checks that a version has at most ten characters.",
)
.why("A longer version can be uploaded to TNC-O, but not entered in its user interface.")
.advice("Shorten the version to ten characters or fewer, for example `1.0.12`.")
.bad(
    "document",
    "
name: assembly::demo::1.0.20240131
#     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
",
)
.good("name: assembly::demo::1.0.12");
