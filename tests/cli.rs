//! The command line as a shell sees it: what it prints, in which shape, and with which number it leaves.

mod common;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::corpus::{corpus, files};
use common::sarif;
use expect_test::{Expect, expect, expect_file};
use limn::files::FilePath;
use limn::packages;
use serde_json::Value;

/// A folder of files for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &[u8])]) -> Folder {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
        if root.exists() {
            fs::remove_dir_all(&root).expect("an old folder can go");
        }
        fs::create_dir_all(&root).expect("a folder can be made");
        for (file, bytes) in files {
            let path = root.join(file);
            fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
            fs::write(path, bytes).expect("a file can be written");
        }
        Folder(root)
    }

    /// Runs `limn` in the folder.
    fn limn(&self, arguments: &[&str]) -> Ran {
        self.limn_with(arguments, b"")
    }

    fn limn_with(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut child = Command::new(env!("CARGO_BIN_EXE_limn"))
            .args(arguments)
            .current_dir(&self.0)
            .env_remove("NO_COLOR")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command line starts");
        // It may leave without reading.
        let _closed = child.stdin.take().expect("piped").write_all(input);
        let output = child.wait_with_output().expect("the command line ends");
        Ran {
            code: output.status.code().expect("it left by itself"),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }

    fn read(&self, file: &str) -> Vec<u8> {
        fs::read(self.0.join(file)).expect("the file is there")
    }
}

struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err))
    }

    #[track_caller]
    fn is(&self, code: i32, expect: Expect) {
        expect.assert_eq(&format!("{}{}", self.err, self.out));
        assert_eq!(self.code, code);
    }
}

const CURLY: &[u8] = "a: “b”\n".as_bytes();

// --- check: what it reads and how it leaves ---

#[test]
fn a_clean_file_leaves_with_0_and_a_faulty_one_with_1() {
    let folder = Folder::new("exit", &[("clean.yml", b"a: 1\n"), ("faulty.yml", b"a: {b\n")]);
    assert_eq!(folder.limn(&["check", "clean.yml"]).code, 0);
    assert_eq!(folder.limn(&["check", "faulty.yml"]).code, 1);
    assert_eq!(folder.limn(&["check", "faulty.yml", "clean.yml"]).code, 1);
}

#[test]
fn what_cannot_run_leaves_with_2_and_says_why() {
    let folder = Folder::new("trouble", &[("a.yml", b"a: 1\n"), ("bad.csar", b"PK\x03\x04 cut short")]);
    folder.limn(&["check", "gone.yml"]).is(
        2,
        expect![[r#"
            limn: error: cannot read `gone.yml`: no such file or directory
        "#]],
    );
    folder.limn(&["check", "bad.csar"]).is(
        2,
        expect![[r#"
            limn: error: cannot open `bad.csar`: `bad.csar` is damaged or truncated: its central directory is missing
        "#]],
    );
    let ran = folder.limn(&["check", "--profile", "nothing", "a.yml"]);
    assert!(ran.err.starts_with("limn: error: unknown profile `nothing`; expected one of `"), "{}", ran.err);
    assert_eq!(ran.code, 2);
    assert_eq!(folder.limn(&["check"]).code, 2);
    assert_eq!(folder.limn(&["chekc", "a.yml"]).code, 2);
    assert_eq!(folder.limn(&["check", "--format", "xml", "a.yml"]).code, 2);
    assert_eq!(folder.limn(&["--help"]).code, 0);
}

#[test]
fn a_folder_is_walked_in_order_without_what_is_not_its_own() {
    let folder = Folder::new(
        "walk",
        &[
            ("b.yaml", b"a: 1\n"),
            ("a/z.YML", b"a: 1\n"),
            ("a/b/c.yml", b"a: 1\n"),
            ("readme.md", b"# no\n"),
            (".git/x.yml", b"a: 1\n"),
            ("node_modules/x.yml", b"a: 1\n"),
        ],
    );
    let ran = folder.limn(&["check", ".", "--format", "json"]);
    let names: Vec<Value> =
        ran.json().as_array().expect("an array").iter().map(|file| file["file"].clone()).collect();
    assert_eq!(names, ["./a/b/c.yml", "./a/z.YML", "./b.yaml"]);
    let ran = folder.limn(&["check", "b.yaml", "a", "./b.yaml", "--format", "json"]);
    let names: Vec<Value> =
        ran.json().as_array().expect("an array").iter().map(|file| file["file"].clone()).collect();
    assert_eq!(names, ["b.yaml", "a/b/c.yml", "a/z.YML"], "in the order of the arguments, nothing twice");
}

#[test]
fn templates_of_other_files_beside_descriptors_are_not_held_to_yaml() {
    let chart = b"metadata:\n  labels:\n    {{- include \"web.labels\" . | nindent 4 }}\nspec: [\n";
    let service = b"tosca_definitions_version: tosca_simple_yaml_1_2\n";
    let broken = b"spec: [\n";
    let folder = Folder::new(
        "templates",
        &[("service.yaml", service), ("chart/templates/web.yaml", chart), ("values.yaml", b"{a: 1}\n")],
    );
    let ran = folder.limn(&["check", "."]);
    assert_eq!((ran.code, ran.out.matches("error").count()), (0, 0), "{}", ran.out);
    let told = "info[common/template-of-yaml]: this file is a template of YAML and is not checked";
    assert!(ran.out.contains(told) && ran.out.contains("web.yaml:3:5"), "{}", ran.out);
    // A broken file that is not a template is reported, and so is a descriptor with template expressions.
    let folder = Folder::new("no-templates", &[("values.yaml", broken)]);
    assert_eq!(folder.limn(&["check", "."]).code, 1);
    let templated = b"tosca_definitions_version: tosca_simple_yaml_1_2\n{{- if .Values.all }}\nnode_types: {}\n{{- end }}\n";
    let folder = Folder::new("templated", &[("service.yaml", templated)]);
    assert_eq!(folder.limn(&["check", "."]).code, 1);
}

#[test]
fn files_below_lifecycle_are_not_held_to_yaml_unless_they_are_descriptors() {
    let object = b"kind: ConfigMap\nmetadata:\n  name: {{ system_properties.name }}\n{% if x %}\n\tdata: [\n{% endif %}\n";
    let objects = b"kind: Pod\n---\nkind: Pod\nkind: Pod\n";
    let tosca = b"tosca_definitions_version: tosca_simple_yaml_1_2\nnode_typos: {}\n";
    let folder = Folder::new(
        "lifecycle",
        &[
            ("Lifecycle/kubernetes/objects/map.yaml", object),
            ("Lifecycle/kubernetes/helm/templates/pods.yaml", objects),
            ("other/map.yaml", b"kind: [\n"),
            ("Lifecycle/openstack/tosca.yaml", tosca),
        ],
    );
    let ran = folder.limn(&["check", "Lifecycle/kubernetes"]);
    assert_eq!((ran.code, ran.out.matches("error[").count(), ran.out.matches("warning[").count()), (0, 0, 0));
    assert_eq!(folder.limn(&["check", "other"]).code, 1);
    assert_eq!(folder.limn(&["check", "Lifecycle/openstack"]).code, 1);
}

#[test]
fn a_folder_without_yaml_is_reported() {
    let folder = Folder::new("empty", &[("readme.md", b"# no\n")]);
    folder.limn(&["check", ".", "--format", "json"]).is(
        0,
        expect![[r#"
            limn: warning: no YAML files found
            []
        "#]],
    );
}

#[test]
fn standard_input_is_read() {
    let folder = Folder::new("stdin", &[]);
    let ran = folder.limn_with(&["check", "-", "--format", "json"], b"a: {b\n");
    assert_eq!(ran.json()[0]["file"], "-");
    assert_eq!(ran.code, 1);
}

#[test]
fn members_of_a_package_are_checked_by_name() {
    let folder =
        Folder::new("package", &[("p/lmproject.yml", b"name: p\n"), ("p/Descriptor/assembly.yml", CURLY)]);
    assert_eq!(folder.limn(&["pack", "p", "-o", "p.csar"]).code, 0);
    let ran = folder.limn(&["check", "p.csar", "--format", "json"]);
    let json = ran.json();
    assert_eq!(json[0]["file"], "p.csar/Descriptor/assembly.yml");
    assert_eq!(json[1]["file"], "p.csar/lmpkg.yml");
    let codes = json[0]["diagnostics"].as_array().expect("an array").iter().map(|found| &found["code"]);
    assert!(codes.into_iter().any(|code| code == "common/typographic-quotes"), "{json}");
}

// --- check: the three formats ---

#[test]
fn json_has_the_promised_shape() {
    let folder = Folder::new("json", &[("a.yml", "ü: “b”\n".as_bytes())]);
    folder.limn(&["check", "a.yml", "--format", "json"]).is(
        1,
        expect![[r#"
            [
              {
                "file": "a.yml",
                "dialect": null,
                "profile": null,
                "diagnostics": [
                  {
                    "code": "common/typographic-quotes",
                    "rule": null,
                    "severity": "error",
                    "message": "curly quotes are part of the value in YAML",
                    "range": {
                      "start": {
                        "line": 1,
                        "column": 4
                      },
                      "end": {
                        "line": 1,
                        "column": 7
                      }
                    },
                    "cause": 0
                  }
                ]
              }
            ]
        "#]],
    );
}

#[test]
fn text_shows_the_line_the_place_the_why_and_the_fix() {
    let folder = Folder::new("text", &[("a.yml", "first: 1\nü: “b”\n".as_bytes())]);
    folder.limn(&["check", "a.yml"]).is(
        1,
        expect![[r#"
            error[common/typographic-quotes]: curly quotes are part of the value in YAML
             --> a.yml:2:4
              |
            2 | ü: “b”
              |    ^^^
              = about: Checks for `‘ ’ “ ”` around a value, or at one end of a value with a reference. Word
                       processors and web pages insert them.
              = why: YAML treats them as ordinary characters: they become part of the value, and a reference
                     between them is only text.
              = help: Replace them with straight quotes, or add straight quotes around the value to keep them.
              = see: YAML 1.2.2, 7.3 Flow Scalar Styles
              = fix: Change to straight quotes

            a.yml: language not recognized, checked as plain YAML
              The language isn't recognized: a descriptor has `name: assembly::…::1.0` or `tosca_definitions_version:` at the top
            1 error in 1 file
        "#]],
    );
}

#[test]
fn the_explanation_is_printed_once_for_each_check() {
    let folder = Folder::new("once", &[("a.yml", "a: “b”\nc: “d”\n".as_bytes())]);
    let ran = folder.limn(&["check", "a.yml"]);
    assert_eq!(ran.out.matches("[common/typographic-quotes]").count(), 2, "{}", ran.out);
    assert_eq!(ran.out.matches("= about:").count(), 1, "{}", ran.out);
}

#[test]
fn wide_and_unseen_characters_keep_the_marks_in_place() {
    let folder = Folder::new("wide", &[("a.yml", "漢字\t: “b”\n".as_bytes())]);
    let ran = folder.limn(&["check", "a.yml"]);
    let mut lines = ran.out.lines().skip_while(|line| !line.contains("漢字"));
    expect![[r#"
        1 | 漢字    : “b”
          |           ^^^"#]]
    .assert_eq(&format!("{}\n{}", lines.next().unwrap_or_default(), lines.next().unwrap_or_default()));
}

#[test]
fn nothing_in_a_file_can_move_the_cursor() {
    let folder =
        Folder::new("escape", &[("a.yml", b"a: \"\x1b[2J\x07\" : x\n\"\x1b[31m\": 1\n\"\x1b[31m\": 2\n")]);
    let ran = folder.limn(&["check", "a.yml"]);
    assert_eq!(ran.code, 1);
    assert!(!ran.out.contains(['\x1b', '\x07']), "{}", ran.out);
}

#[cfg(unix)]
#[test]
fn nothing_in_a_name_can_move_the_cursor_or_forge_a_line() {
    let forged = "a\u{1b}[2J\nlimn: note: all is well\u{202e}\u{9b}31m";
    let (package, descriptor) = (format!("{forged}.tgz"), format!("{forged}.yml"));
    let folder = Folder::new(
        "forged",
        &[(&package, b"\x1f\x8b\x08\x00 damaged"), (&descriptor, CURLY), ("c.yml", b"a: 1\n")],
    );
    let shown = "a\\u{1b}[2J\\nlimn: note: all is well\\u{202e}\\u{9b}31m";
    let (flag, output) = (format!("--{forged}"), format!("gone/{forged}"));
    let calls: [&[&str]; 6] = [
        &["check", &package],
        &["check", &descriptor],
        &["check", &descriptor, "--fix", "--profile", "homing-guide"],
        &["draw", &descriptor],
        &["pack", "c.yml", "-o", &output],
        &["check", &flag],
    ];
    for call in calls {
        let ran = folder.limn(call);
        let all = format!("{}{}", ran.err, ran.out);
        // Of an argument that is none the parser of arguments takes some out itself.
        let shown = if call.contains(&flag.as_str()) { "\\nlimn: note" } else { shown };
        assert!(all.contains(shown), "{call:?}: {all:?}");
        assert!(!all.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{call:?}: {all:?}");
        assert!(!all.lines().any(|line| line.starts_with("limn: note: all is well")), "{call:?}: {all:?}");
    }
}

#[test]
fn a_long_line_is_shown_around_its_place() {
    let text = format!("a: [{} “b”, {}]\n", "x, ".repeat(200), "y, ".repeat(200));
    let folder = Folder::new("long", &[("a.yml", text.as_bytes())]);
    let ran = folder.limn(&["check", "a.yml"]);
    let quoted = ran.out.lines().find(|line| line.contains('“')).expect("the line is quoted");
    assert!(quoted.chars().count() < 140 && quoted.contains('…'), "{quoted}");
}

#[test]
fn colors_are_for_terminals_or_on_request() {
    let folder = Folder::new("color", &[("a.yml", CURLY)]);
    assert!(!folder.limn(&["check", "a.yml"]).out.contains('\x1b'), "a pipe is not a terminal");
    assert!(folder.limn(&["check", "a.yml", "--color", "always"]).out.contains("\x1b[1;"));
}

#[test]
fn sarif_names_every_check_and_refers_to_it() {
    let folder = Folder::new("sarif", &[("a b.yml", CURLY)]);
    let log = folder.limn(&["check", "a b.yml", "--format", "sarif"]).json();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let result = &run["results"][0];
    let index = usize::try_from(result["ruleIndex"].as_u64().expect("a number")).expect("small");
    assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
    assert_eq!(result["ruleId"], "common/typographic-quotes");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b.yml");
    assert_eq!(
        (place["region"]["startLine"].as_u64(), place["region"]["startColumn"].as_u64()),
        (Some(1), Some(4))
    );
}

/// Row E7.
#[test]
fn junit_has_a_suite_for_each_file_and_fails_as_the_check_does() {
    let unknown = b"name: assembly::demo::1.0\ncompositon: {}\n";
    let broken = b"name: assembly::demo::1.0\ncomposition: {\n";
    let files: [(&str, &[u8]); 4] =
        [("a & b.yml", CURLY), ("broken.yml", broken), ("good.yml", b"a: 1\n"), ("typo.yml", unknown)];
    let folder = Folder::new("junit", &files);
    let run = |format: &str| {
        folder.limn(&["check", "a & b.yml", "broken.yml", "good.yml", "typo.yml", "--format", format])
    };
    let (ran, json) = (run("junit"), run("json").json());
    assert_eq!(ran.code, 1);
    let all: Vec<&Value> = json
        .as_array()
        .expect("a list")
        .iter()
        .flat_map(|file| file["diagnostics"].as_array().expect("a list"))
        .collect();
    let errors = all.iter().filter(|diagnostic| diagnostic["severity"] == "error").count();
    assert_eq!(ran.out.matches("<failure ").count(), errors);
    assert_eq!(ran.out.matches("<system-out>").count(), all.len() - errors);
    assert!(
        errors > 0 && ran.out.contains(&format!("failures=\"{errors}\" errors=\"0\">\n  <testsuite ")),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("<testsuite name=\"a &amp; b.yml\" "), "{}", ran.out);
    assert!(ran.out.contains("classname=\"good.yml\" name=\"no problems\"/>"), "{}", ran.out);
}

#[test]
fn sarif_is_as_its_schema_says() {
    let twice = "name: assembly::d\u{e9}mo::1.0\r\ncomposition:\r\n  a\u{1f9f5}: {type: x, typ: y}\r\nname: again\r\n";
    let cures = b"name: assembly::demo::1.0\ncompositon:\n\ta: {type: resource::a::1.0}\nrelationships:\n  r:\n    source-capabilities: [a.x, a.x]\n";
    let folder = Folder::new(
        "sarif-shape",
        &[
            ("some where#\u{fc}/a%b [c]:d.yml", twice.as_bytes()),
            ("cures.yml", cures),
            ("curly.yml", CURLY),
            ("broken.yml", b"a: [b\n"),
            ("bytes.yml", b"a: \xff\n"),
        ],
    );
    let log = folder.limn(&["check", ".", "--format", "sarif"]).json();
    sarif::holds(&log);
    let results = log["runs"][0]["results"].as_array().expect("a list");
    for part in ["fixes", "relatedLocations"] {
        assert!(results.iter().any(|result| result.get(part).is_some()), "nothing here has `{part}`");
    }
    sarif::holds(
        &folder.limn_with(&["check", "-", "--format", "sarif"], b"name: assembly::demo::1.0\n").json(),
    );
}

#[test]
fn a_drawing_is_printed_for_a_dash() {
    let folder = Folder::new("draw-dash", &[("demo.yml", DEMO)]);
    let ran = folder.limn_with(&["draw", "-", "-o", "-"], DEMO);
    assert_eq!((ran.code, ran.out.starts_with("<svg ")), (0, true), "{}", ran.err);
    assert_eq!(ran.out, folder.limn(&["draw", "demo.yml"]).out);
    assert!(!folder.0.join("-").exists());
}

#[test]
fn a_descriptor_has_its_dialect_and_its_profile_and_the_profile_can_be_chosen() {
    let folder = Folder::new("profile", &[("demo.yml", DEMO)]);
    let of = |arguments: &[&str]| {
        let json = folder.limn(&[&["check", "demo.yml", "--format", "json"], arguments].concat()).json();
        (json[0]["dialect"].clone(), json[0]["profile"].clone())
    };
    assert_eq!(of(&[]).0, "assembly");
    assert_eq!(of(&["--profile", "tnco"]).1, "tnco");
    assert_eq!(of(&["--profile", "cp4na"]).1, "cp4na");
}

#[test]
fn a_file_alone_is_read_in_its_project_and_reported_alone() {
    let resource = b"name: resource::cache-demo::1.0\nproperties:\n  size: {}\nlifecycle: {Install: {}}\n";
    let folder = Folder::new(
        "context",
        &[
            ("p/lmproject.yml", b"schema: '2.0'\nname: demo\nversion: '1.0'\ntype: Assembly\n"),
            ("p/Descriptor/assembly.yml", DEMO),
            ("p/Contains/cache/Definitions/lm/resource.yaml", resource),
            ("p/broken.yml", b"name: assembly::broken::1.0\na: {b\n"),
        ],
    );
    let json = folder.limn(&["check", "p/Descriptor/assembly.yml", "--format", "json"]).json();
    assert_eq!(json.as_array().expect("an array").len(), 1);
    assert_eq!(json[0]["file"], "p/Descriptor/assembly.yml");
    assert_eq!(folder.limn(&["check", "p"]).code, 1, "the project as a whole has a broken file");
}

#[test]
fn a_check_that_all_languages_share_has_the_rule_of_the_language() {
    let folder = Folder::new(
        "shared-rule",
        &[("demo.yml", b"name: assembly::demo::1.0\ndescription: a\ndescription: b\n")],
    );
    let json = folder.limn(&["check", "demo.yml", "--format", "json"]).json();
    let found = json[0]["diagnostics"]
        .as_array()
        .expect("an array")
        .iter()
        .find(|diagnostic| diagnostic["code"] == "common/repeated-key");
    assert_eq!(found.expect("it is found")["rule"], "A-YAML-2");
    let text = folder.limn(&["check", "demo.yml"]).out;
    assert!(text.contains("error[common/repeated-key] A-YAML-2: "), "{text}");
}

// --- hostile files ---

#[test]
fn bytes_other_than_text_get_a_sentence() {
    let random: Vec<u8> = std::iter::successors(Some(0x9e37_79b9_7f4a_7c15_u64), |seed| {
        Some(seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1))
    })
    .flat_map(u64::to_le_bytes)
    .take(10 * 1024 * 1024)
    .collect();
    let folder = Folder::new(
        "bytes",
        &[("random.yml", &random), ("utf16.yml", b"\xff\xfea\0"), ("ok.yml", b"a: 1\n")],
    );
    let ran = folder.limn(&["check", ".", "--format", "json"]);
    let json = ran.json();
    assert_eq!(ran.code, 1);
    assert_eq!(json.as_array().expect("an array").len(), 3);
    assert_eq!(json[1]["diagnostics"][0]["code"], "common/not-utf-8");
    assert_eq!(json[2]["diagnostics"][0]["message"], "expected UTF-8, found UTF-16");
}

#[test]
fn a_file_of_100_mb_gets_a_sentence() {
    let folder = Folder::new("huge", &[]);
    let file = fs::File::create(folder.0.join("huge.yml")).expect("a file can be made");
    file.set_len(100 * 1024 * 1024).expect("a file can be made long");
    let ran = folder.limn(&["check", "huge.yml", "--format", "json"]);
    fs::remove_file(folder.0.join("huge.yml")).expect("the file can go");
    let found = &ran.json()[0]["diagnostics"][0];
    assert_eq!(found["code"], "common/file-too-large");
    assert_eq!(found["message"], "the file is too large: 100 MB, the limit is 32 MB");
    assert_eq!(ran.code, 1);
}

#[test]
fn depth_and_laughs_get_a_sentence_each() {
    let deep = "[".repeat(100_000);
    let mut laughs = String::from("a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha]\n");
    for n in 1..30 {
        let nine = [format!("*a{}", n - 1).as_str(); 9].join(", ");
        writeln!(laughs, "a{n}: &a{n} [{nine}]").expect("a String takes all");
    }
    let folder = Folder::new("depth", &[("deep.yml", deep.as_bytes()), ("laughs.yml", laughs.as_bytes())]);
    let ran = folder.limn(&["check", ".", "--format", "json"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    for file in ran.json().as_array().expect("an array") {
        assert!(!file["diagnostics"].as_array().expect("an array").is_empty(), "{}", file["file"]);
    }
}

#[test]
fn a_line_with_very_much_on_it_takes_no_longer_than_many_lines() {
    let descriptor =
        |value: &str| format!("name: assembly::x::1.0\nproperties:\n  a: {{value: \"{value}\"}}\n");
    let folder = Folder::new(
        "one-line",
        &[
            ("quotes.yml", format!("a: [{}]\n", "“x”, ".repeat(20_000)).as_bytes()),
            ("open.yml", descriptor(&"${".repeat(20_000)).as_bytes()),
            (
                "nested.yml",
                descriptor(&format!("{}{}", "${a.".repeat(20_000), "}".repeat(20_000))).as_bytes(),
            ),
            ("many.yml", descriptor(&"${a.b}".repeat(20_000)).as_bytes()),
            (
                "jinja.yml",
                descriptor(&"{% if a %}".repeat(20_000)).replace("value", "dynamicType").as_bytes(),
            ),
        ],
    );
    // Where anything were quadratic, this would take minutes.
    let began = std::time::Instant::now();
    for format in ["json", "text"] {
        assert_eq!(folder.limn(&["check", ".", "--format", format]).code, 1);
    }
    assert!(began.elapsed().as_secs() < 600, "{:?}", began.elapsed());
    let shown = folder.limn(&["check", "quotes.yml"]).out;
    assert!(shown.contains("(20000 places)"), "{}", &shown[shown.len() - 300..]);
}

// --- fix ---

#[test]
fn safe_fixes_are_written_and_nothing_else_changes() {
    let before = "# “as it was”\r\na: “b”   # kept\r\nc: 'd'";
    let folder = Folder::new("fix", &[("a.yml", before.as_bytes()), ("b.yml", b"a: 1\n")]);
    let ran = folder.limn(&["check", ".", "--fix"]);
    let after = String::from_utf8(folder.read("a.yml")).expect("UTF-8");
    assert_eq!(ran.err, "limn: note: applied 1 fix in 1 file\n");
    assert_eq!(after, before.replace("“b”", "'b'"));
    assert_eq!(folder.limn(&["check", ".", "--fix"]).err, "limn: note: applied 0 fixes in 0 files\n");
}

#[test]
fn a_diff_says_what_a_fix_would_change_and_changes_nothing() {
    let before = "# as it was\r\na: “b”   # kept\r\nc: 'd'\ne: 1\nf: 2\ng: 3\nh: 4\nx: “y”";
    let folder = Folder::new(
        "diff",
        &[("a.yml", before.as_bytes()), ("b.yml", b"a: 1\n"), ("c.yml", "“a”: 1\n".as_bytes())],
    );
    let ran = folder.limn(&["check", ".", "--diff"]);
    let expected = "--- ./a.yml\n+++ ./a.yml\n\
                    @@ -1,8 +1,8 @@\n # as it was\r\n-a: “b”   # kept\r\n+a: 'b'   # kept\r\n c: 'd'\n e: 1\n f: 2\n g: 3\n h: 4\n\
                    -x: “y”\n\\ No newline at end of file\n+x: 'y'\n\\ No newline at end of file\n";
    assert!(ran.out.starts_with(expected), "{}{}", ran.out, ran.err);
    assert_eq!((ran.code, folder.read("a.yml")), (1, before.as_bytes().to_vec()));
    // What the diff makes of the file is what the fix makes of it.
    let patched = Command::new("patch")
        .args(["--binary", "-p0", "-s", "-o", "patched.yml", "a.yml"])
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .spawn();
    if let Ok(mut child) = patched {
        std::io::Write::write_all(child.stdin.as_mut().expect("a pipe"), expected.as_bytes())
            .expect("it reads");
        assert!(child.wait().expect("it ends").success());
        folder.limn(&["check", "a.yml", "--fix"]);
        assert_eq!(folder.read("patched.yml"), folder.read("a.yml"));
    }
    folder.limn(&["check", ".", "--fix"]);
    let ran = folder.limn(&["check", "a.yml", "b.yml", "--diff"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert_eq!(folder.limn(&["check", "a.yml", "--diff", "--fix"]).code, 2);
    let colored = Folder::new("diff-color", &[("a.yml", "a: “b” # \u{202e}x\n".as_bytes())]);
    let ran = colored.limn(&["check", "a.yml", "--diff", "--color", "always"]);
    assert!(ran.out.contains("\u{1b}[31m-a: “b” # ") && !ran.out.contains('\u{202e}'), "{:?}", ran.out);
    // A removed line that looks like the head of a file is colored as a removed line.
    let heads = Folder::new("diff-heads", &[("a.yml", "-- a: “b”\nc: d".as_bytes())]);
    let ran = heads.limn(&["check", "a.yml", "--diff", "--color", "always"]);
    assert!(ran.out.contains("\u{1b}[31m--- a: “b”\u{1b}[0m\n"), "{:?}", ran.out);
}

#[test]
fn one_call_applies_every_fix() {
    let tabs: Vec<String> = (0..29).map(|at| format!("k{at}:\n\ta: {at} # kept\n  b: {at}\n")).collect();
    let tabs = tabs.concat();
    let folder = Folder::new("fix-tabs", &[("a.yml", tabs.as_bytes())]);
    let ran = folder.limn(&["check", "a.yml", "--fix"]);
    assert_eq!(
        (ran.code, String::from_utf8(folder.read("a.yml")).expect("UTF-8")),
        (0, tabs.replace('\t', "  "))
    );
    assert_eq!(folder.limn(&["check", "a.yml", "--fix"]).err, "limn: note: applied 0 fixes in 0 files\n");
}

#[test]
fn a_fix_that_would_do_harm_is_left_out_and_reported() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_3\n\
                node_types: {my.N: {derived_from: tosca.nodes.Root, requirements: [{a: {Node: Node}}]}}\n";
    let folder = Folder::new("fix-harm", &[("a.yml", text.as_bytes())]);
    // Who applies fixes out of a report cannot tell either.
    let reported = folder.limn(&["check", "a.yml", "--format", "sarif"]).out;
    assert!(reported.contains("tosca/unknown-keyname") && !reported.contains("\"fixes\""), "{reported}");
    let ran = folder.limn(&["check", "a.yml", "--fix"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (
            1,
            "limn: note: a.yml:2: skipped the fix \"Rename to `node`\" [tosca/unknown-keyname]: it would add the error tosca/unknown-required-node\n\
             limn: note: applied 0 fixes in 0 files\n"
        )
    );
    assert_eq!(folder.read("a.yml"), text.as_bytes());
}

#[cfg(unix)]
#[test]
fn a_fixed_file_keeps_its_mode_and_its_links() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = Folder::new("fix-mode", &[("real/a.yml", CURLY)]);
    fs::set_permissions(folder.0.join("real/a.yml"), fs::Permissions::from_mode(0o640))
        .expect("a mode can be set");
    symlink("real/a.yml", folder.0.join("link.yml")).expect("a link can be made");
    assert_eq!(folder.limn(&["check", "link.yml", "--fix"]).code, 0);
    assert!(folder.0.join("link.yml").is_symlink());
    assert_eq!(folder.read("real/a.yml"), b"a: 'b'\n");
    let mode = fs::metadata(folder.0.join("real/a.yml")).expect("the file is there").permissions().mode();
    assert_eq!(mode & 0o7777, 0o640);
    assert_eq!(
        fs::read_dir(folder.0.join("real")).expect("the folder is there").count(),
        1,
        "nothing is left beside it"
    );
}

#[cfg(unix)]
#[test]
fn a_fixed_file_keeps_its_other_names() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
    let folder = Folder::new("fix-hard", &[("a.yml", CURLY)]);
    let (a, b) = (folder.0.join("a.yml"), folder.0.join("b.yml"));
    fs::set_permissions(&a, fs::Permissions::from_mode(0o640)).expect("a mode can be set");
    fs::hard_link(&a, &b).expect("a link can be made");
    symlink("b.yml", folder.0.join("link.yml")).expect("a link can be made");
    let before = fs::metadata(&a).expect("the file is there");
    assert_eq!(folder.limn(&["check", "link.yml", "--fix"]).code, 0);
    let after = fs::metadata(&b).expect("the file is there");
    assert_eq!((folder.read("a.yml"), folder.read("b.yml")), (b"a: 'b'\n".to_vec(), b"a: 'b'\n".to_vec()));
    assert_eq!((after.ino(), after.nlink(), after.mode()), (before.ino(), 2, before.mode()));
    assert!(folder.0.join("link.yml").is_symlink());
    assert_eq!(names(&folder.0), ["a.yml", "b.yml", "link.yml"], "no backup is left");
}

/// In place, the text becomes longer than a file may be: the old bytes come back, to the last one.
#[cfg(unix)]
#[test]
fn a_write_in_place_that_fails_leaves_the_file_as_it_was() {
    // The fix makes the text longer by 28 bytes.
    let head = "tosca_definitions_version: tosca_simple_yaml_1_3\ntemplate_name: shop\n";
    let text = format!("{head}{}", "#".repeat(4_096 - head.len() - 1) + "\n");
    let folder = Folder::new("fix-hard-full", &[("a.yml", text.as_bytes())]);
    fs::hard_link(folder.0.join("a.yml"), folder.0.join("b.yml")).expect("a link can be made");
    let script =
        format!("trap '' XFSZ; ulimit -f 8; exec '{}' check a.yml --fix", env!("CARGO_BIN_EXE_limn"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(&folder.0).output().expect("sh runs");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(
        (output.status.code(), said.as_str()),
        (Some(2), "limn: error: cannot write `a.yml`: file too large\n")
    );
    assert_eq!(folder.read("a.yml"), text.as_bytes());
    assert_eq!(folder.read("b.yml"), text.as_bytes());
    assert_eq!(names(&folder.0), ["a.yml", "b.yml"]);
}

#[cfg(unix)]
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there").filter_map(Result::ok);
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A disk that is full, as far as a process can tell: no file may grow beyond 4 kB.
#[cfg(unix)]
#[test]
fn a_write_that_fails_leaves_the_file_as_it_was() {
    let text = format!("{}a: “b”\n", "# a long comment\n".repeat(2_000));
    let folder = Folder::new("fix-full", &[("a.yml", text.as_bytes()), ("p/lmproject.yml", b"name: p\n")]);
    let limited = |arguments: &str| {
        let script = format!("trap '' XFSZ; ulimit -f 8; exec '{}' {arguments}", env!("CARGO_BIN_EXE_limn"));
        let output =
            Command::new("sh").args(["-c", &script]).current_dir(&folder.0).output().expect("sh runs");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let (code, said) = limited("check a.yml --fix");
    assert_eq!((code, said.as_str()), (Some(2), "limn: error: cannot write `a.yml`: file too large\n"));
    assert_eq!(folder.read("a.yml"), text.as_bytes());
    fs::write(folder.0.join("a.svg"), "before").expect("a file can be written");
    let components: Vec<String> =
        (0..200).map(|at| format!("  c{at}: {{type: 'resource::r::1.0'}}\n")).collect();
    let descriptor = components.concat();
    fs::write(folder.0.join("d.yml"), format!("name: assembly::d::1.0\ncomposition:\n{descriptor}"))
        .expect("a file can be written");
    assert_eq!(limited("draw d.yml -o a.svg").0, Some(2));
    assert_eq!(folder.read("a.svg"), b"before");
    let mut names: Vec<_> = fs::read_dir(&folder.0)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["a.svg", "a.yml", "d.yml", "p"]);
}

#[cfg(unix)]
#[test]
fn what_is_read_is_never_written_over() {
    use std::os::unix::fs::symlink;
    let types: &[u8] = b"tosca_definitions_version: tosca_simple_yaml_1_3\n";
    let service: &[u8] =
        b"tosca_definitions_version: tosca_simple_yaml_1_3\nimports: [types.yaml]\ntopology_template: {}\n";
    let folder = Folder::new(
        "over",
        &[("a.yaml", service), ("types.yaml", types), ("p/a.yaml", service), ("p/types.yaml", types)],
    );
    symlink("a.yaml", folder.0.join("link")).expect("a link can be made");
    fs::hard_link(folder.0.join("a.yaml"), folder.0.join("hard")).expect("a link can be made");
    for output in ["a.yaml", "./a.yaml", "p/../a.yaml", "link", "hard", "types.yaml"] {
        for command in ["draw", "pack"] {
            let ran = folder.limn(&[command, "a.yaml", "-o", output]);
            assert!(
                ran.code == 2 && ran.err.contains("choose another output"),
                "{command} {output}: {}",
                ran.err
            );
        }
    }
    let ran = folder.limn(&["pack", "p", "--entry", "a.yaml", "-o", "p/types.yaml"]);
    ran.is(2, expect![[r#"
        limn: error: cannot write `p/types.yaml`: it would overwrite the input `p/types.yaml`; choose another output
    "#]]);
    for (file, bytes) in
        [("a.yaml", service), ("types.yaml", types), ("p/a.yaml", service), ("p/types.yaml", types)]
    {
        assert_eq!(folder.read(file), bytes, "{file}");
    }
}

#[test]
fn a_package_made_before_is_not_packed_again() {
    let service: &[u8] = b"tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template: {}\n";
    let folder = Folder::new("again", &[("p/a.yaml", service)]);
    for arguments in [&["pack", ".", "-o", "out.csar"][..], &["pack", "."]] {
        let inside = Folder(folder.0.join("p"));
        assert_eq!(inside.limn(arguments).code, 0);
        let name = if arguments.len() > 2 { "out.csar" } else { "a-1.0.csar" };
        let first = inside.read(name);
        assert_eq!(inside.limn(arguments).code, 0);
        assert!(inside.read(name) == first, "{name}");
        fs::remove_file(inside.0.join(name)).expect("the package is there");
    }
    // What is called a package and is none is an input like any other.
    fs::write(folder.0.join("p/out.csar"), "notes").expect("a file can be written");
    assert_eq!(folder.limn(&["pack", "p", "-o", "p/out.csar"]).code, 2);
    assert_eq!(folder.read("p/out.csar"), b"notes");
}

// --- pack ---

#[test]
fn a_project_is_built_and_a_second_time_the_same() {
    let folder = Folder::new(
        "pack",
        &[
            ("p/lmproject.yml", b"schema: '2.0'\nname: p\nversion: '2.0'\ntype: Assembly\n"),
            ("p/Descriptor/assembly.yml", b"description: p\r\n"),
            ("p/Behaviour/Tests/t.json", b"{}"),
            ("p/readme.md", b"# p"),
            ("p/_lmctl/build/p.csar", b"old"),
        ],
    );
    let ran = folder.limn(&["pack", "p", "-o", "p.csar"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (0, "limn: note: not part of the package: `readme.md`\nlimn: note: packed 3 files as `p.csar`\n")
    );
    let bytes = folder.read("p.csar");
    let opened = packages::open("p.csar", &bytes).expect("it opens");
    let names: Vec<&str> = opened.workspace.files.keys().map(FilePath::as_str).collect();
    assert_eq!(names, ["Behaviour/Tests/t.json", "Descriptor/assembly.yml", "lmpkg.yml"]);
    let entry = opened.workspace.entry.clone().expect("an entry");
    assert_eq!(entry.as_str(), "Descriptor/assembly.yml");
    let named = "name: assembly::p::2.0\r\ndescription: p\r\n";
    assert_eq!(opened.workspace.text(&entry).map(|text| &**text), Some(named));
    // Named for the project and its version, in the format that it states.
    assert_eq!(folder.limn(&["pack", "p"]).code, 0);
    assert!(folder.read("p-2.0.tgz").starts_with(&[0x1f, 0x8b]));
    assert_eq!(folder.limn(&["pack", "p", "-o", "other.tar.gz"]).code, 0);
    assert_eq!(folder.read("p-2.0.tgz"), folder.read("other.tar.gz"));
    // A package in the folder that it is made of is not packed into itself.
    assert_eq!(folder.limn(&["pack", "p", "-o", "p/out.csar"]).code, 0);
    assert_eq!(folder.limn(&["pack", "p", "-o", "p/out.csar"]).code, 0);
    assert_eq!(folder.read("p/out.csar"), bytes);
}

#[test]
fn the_sources_of_a_project_are_packed_as_they_are() {
    let members: [(&str, &[u8]); 3] = [
        ("p/lmproject.yml", b"schema: '2.0'\nname: p\nversion: '1.0'\npackaging: csar\n"),
        ("p/Descriptor/assembly.yml", b"description: p\n"),
        ("p/readme.md", b"# p"),
    ];
    let folder = Folder::new("pack-sources", &members);
    assert_eq!(folder.limn(&["pack", "p", "--sources"]).code, 0);
    let opened = packages::open("x", &folder.read("p-1.0-sources.zip")).expect("it opens");
    let files: Vec<(String, &[u8])> = opened
        .workspace
        .files
        .iter()
        .map(|(path, content)| (format!("p/{path}"), content.as_bytes()))
        .collect();
    let mut expected = members.map(|(path, bytes)| (path.to_owned(), bytes));
    expected.sort();
    assert_eq!(files, expected);
    // The package of a project that states this format.
    assert_eq!(folder.limn(&["pack", "p"]).code, 0);
    assert!(folder.read("p-1.0.csar").starts_with(b"PK"));
}

#[test]
fn a_folder_is_packed_for_its_descriptor_and_no_other_file() {
    let folder = Folder::new(
        "pack-rivals",
        &[
            ("one/a-list.yaml", b"a: 1\n"),
            ("one/demo.yaml", b"name: assembly::demo::1.0\n"),
            ("two/demo.yaml", b"name: assembly::demo::1.0\n"),
            ("two/other.yaml", b"name: assembly::other::1.0\n"),
        ],
    );
    assert_eq!(folder.limn(&["pack", "one"]).code, 0);
    let opened = packages::open("x", &folder.read("demo-1.0.csar")).expect("it opens");
    assert_eq!(opened.workspace.entry.expect("an entry").as_str(), "Descriptor/assembly.yml");
    folder.limn(&["pack", "two"]).is(
        2,
        expect![[r#"
            limn: error: `two` does not define its entry; choose one with `--entry`: `demo.yaml` or `other.yaml`
        "#]],
    );
    assert_eq!(folder.limn(&["pack", "two", "--entry", "other.yaml"]).code, 0);
    assert!(!folder.read("other-1.0.csar").is_empty());
    assert_eq!(folder.limn(&["pack", "two", "--entry", "none.yaml"]).code, 2);
}

#[test]
fn a_profile_of_another_language_is_reported() {
    let folder = Folder::new("unheld", &[("a.yml", b"a: 1\n"), ("demo.yml", DEMO)]);
    let ran = folder.limn(&["check", "--profile", "cp4na", "."]);
    assert_eq!(ran.err, "limn: note: `--profile cp4na` does not apply to `./a.yml`: another language\n");
    assert_eq!(folder.limn(&["check", "--profile", "cp4na", "demo.yml"]).err, "");
}

#[test]
fn a_project_that_is_read_whole_lacks_what_is_not_there() {
    let project: &[u8] =
        b"schema: '2.0'\nname: p\nversion: '1.0'\ntype: Resource\nresource-manager: brent\npackaging: csar\n";
    let descriptor: (&str, &[u8]) = ("p/Definitions/lm/resource.yaml", b"name: resource::p::1.0\n");
    let folder = Folder::new("whole", &[("p/lmproject.yml", project), descriptor]);
    let severity = |folder: &Folder| {
        let json = folder.limn(&["check", "p", "--format", "json"]).json();
        let all = json.as_array().expect("an array").iter().filter_map(|file| file["diagnostics"].as_array());
        let found: Vec<String> = all
            .flatten()
            .filter(|diagnostic| diagnostic["code"] == "assembly/resource-project-files")
            .map(|diagnostic| diagnostic["severity"].to_string())
            .collect();
        found.join(" ")
    };
    assert_eq!(severity(&folder), "\"error\"");
    std::fs::create_dir(folder.0.join("p/Lifecycle")).expect("a new folder");
    assert_eq!(severity(&folder), "", "an empty folder is a folder");
}

#[test]
fn a_folder_that_can_be_packed_lacks_what_is_not_there() {
    let service: &[u8] = b"tosca_definitions_version: tosca_simple_yaml_1_3
metadata: {template_name: demo, template_version: 1.0.0}
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      interfaces: {Standard: {create: 'classpath://scripts/create.sh', start: 'classpath://scripts/strat.sh'}}
";
    let catalog: &[u8] = b"brooklyn.catalog:
  bundle: demo
  version: 1.0.0
  items: [classpath://more.bom]
";
    let script: &[u8] = b"#!/bin/sh\n";
    let files = [("p/service.yaml", service), ("p/catalog.bom", catalog), ("p/scripts/create.sh", script)];
    let found = |folder: &Folder| {
        let json = folder.limn(&["check", "p", "--format", "json"]).json();
        let all = json.as_array().expect("an array").iter().filter_map(|file| file["diagnostics"].as_array());
        let is_missing = |diagnostic: &&Value| diagnostic["rule"] == "M-ART-2";
        let shown = |diagnostic: &Value| {
            format!("{} {}", diagnostic["severity"], diagnostic["message"]).replace('"', "")
        };
        all.flatten().filter(is_missing).map(shown).collect::<Vec<_>>()
    };
    let folder = Folder::new("unpacked", &files);
    assert_eq!(
        found(&folder),
        [
            "warning unresolved file `more.bom`: file not found",
            "warning unresolved artifact `classpath://scripts/strat.sh`: file not found in the workspace",
        ]
    );
    // Where there are descriptors only, the scripts can be elsewhere.
    assert!(found(&Folder::new("unpacked", &files[..2])).is_empty());
}

#[test]
fn one_descriptor_is_packed_as_a_project() {
    let folder = Folder::new("single", &[("demo.yml", b"name: assembly::demo::1.0\n")]);
    assert_eq!(folder.limn(&["pack", "demo.yml"]).code, 0);
    let opened = packages::open("x", &folder.read("demo-1.0.csar")).expect("it opens");
    let names: Vec<&str> = opened.workspace.files.keys().map(FilePath::as_str).collect();
    assert_eq!(names, ["Descriptor/assembly.yml", "TOSCA-Metadata/TOSCA.meta", "lmpkg.yml"]);
}

#[test]
fn write_errors_are_reported() {
    let folder = Folder::new("unwritable", &[("demo.yml", b"a: 1\n")]);
    folder.limn(&["pack", "demo.yml", "-o", "no/such/folder/x.csar"]).is(
        2,
        expect![[r#"
            limn: error: cannot write `no/such/folder/x.csar`: no such file or directory
        "#]],
    );
}

// --- draw ---

const DEMO: &[u8] = b"name: assembly::demo::1.0\ncomposition:\n  cache:\n    type: resource::cache::1.0\n";

#[test]
fn a_descriptor_is_drawn_in_either_theme_and_always_the_same() {
    let folder = Folder::new("draw", &[("demo.yml", DEMO)]);
    let printed = folder.limn(&["draw", "demo.yml"]);
    assert_eq!((printed.code, printed.err.as_str()), (0, ""));
    assert!(printed.out.starts_with("<svg ") && printed.out.ends_with("</svg>\n"), "{}", printed.out);
    assert_eq!(folder.limn(&["draw", "demo.yml", "-o", "light.svg"]).code, 0);
    assert_eq!(folder.read("light.svg"), printed.out.as_bytes());
    assert_eq!(folder.limn(&["draw", "demo.yml", "-o", "dark.svg", "--theme", "dark"]).code, 0);
    assert_ne!(folder.read("dark.svg"), folder.read("light.svg"));
}

#[test]
fn values_are_wires_where_nothing_else_connects_or_on_request() {
    let with_values: &[u8] = b"name: assembly::pair::1.0
composition:
  db: {type: 'resource::db::1.0', properties: {ip: {read-only: true}}}
  web: {type: 'resource::web::1.0', properties: {address: {value: '${db.ip}'}}}
";
    let folder = Folder::new("draw-values", &[("pair.yml", with_values)]);
    let drawn = |layer: &[&str]| folder.limn(&[&["draw", "pair.yml"][..], layer].concat()).out;
    let values = drawn(&["--layer", "values"]);
    assert!(values.contains(r#"<g class="wire data"#) && values.contains(">address</text>"), "{values}");
    assert_eq!(drawn(&[]), values);
    assert!(!drawn(&["--layer", "relationships"]).contains("wire data"));
}

#[test]
fn a_package_is_drawn_by_its_entry_as_it_was_pinned() {
    let folder = Folder::new(
        "draw-package",
        &[("demo.yml", DEMO), ("broken.yml", b"name: assembly::demo::1.0\na: {b\n")],
    );
    assert_eq!(folder.limn(&["pack", "demo.yml", "-o", "demo.csar"]).code, 0);
    assert_eq!(folder.limn(&["draw", "demo.csar"]).out, folder.limn(&["draw", "demo.yml"]).out);
    let ran = folder.limn(&["draw", "broken.yml"]);
    assert_eq!(ran.code, 0, "what can be read is drawn");
    assert!(ran.err.starts_with("limn: warning: syntax error in line 2"), "{}", ran.err);
}

/// Two components with a relationship between them.
const CONNECTED_PAIR: &[u8] = b"name: assembly::pair::1.0
composition:
  web:
    type: resource::web::1.0
  data:
    type: resource::data::1.0
relationships:
  stores:
    source-capabilities: [data.sql]
    target-requirements: [web.sql]
    source-state: Active
    target-state: Active
";

#[test]
fn a_saved_view_is_drawn_by_its_name_with_the_positions_beside_the_descriptor() {
    let assembly = CONNECTED_PAIR;
    let places = br#"{"version": 1,
  "files": {"pair.yml": [{"of": ["composition", "data"], "x": 700, "y": 900}],
            "pair.yml~1": [{"of": ["composition", "web"], "x": 300, "y": 500}]},
  "views": {"pair.yml": [{"number": 1, "name": "Front", "nodes": [["composition", "web"]]}]}}"#;
    let folder = Folder::new("draw-saved-view", &[("pair.yml", assembly), ("pair.places.json", places)]);
    let whole = folder.limn(&["draw", "pair.yml"]).out;
    assert!(whole.contains(r#"transform="translate(700 900)""#), "{whole}");
    let part = folder.limn(&["draw", "pair.yml", "--saved-view", "front"]).out;
    assert!(part.contains(r#"transform="translate(300 500)""#) && !part.contains(">data<"), "{part}");
    assert!(part.contains(r#"<g class="outside">"#) && part.contains("connected to data outside this view"));
    assert!(!whole.contains(r#"<g class="outside">"#));
    folder.limn(&["draw", "pair.yml", "--saved-view", "Back"]).is(
        2,
        expect![[r#"
            limn: error: cannot draw `pair.yml`: unknown saved view `Back`; expected one of `Front`
        "#]],
    );
    let broken = Folder::new("draw-saved-broken", &[("pair.yml", assembly), ("pair.places.json", b"{")]);
    let ran = broken.limn(&["draw", "pair.yml"]);
    assert!(ran.code == 0 && ran.err.contains("pair.places.json` cannot be read"), "{}", ran.err);
    let with_part = folder.limn(&["draw", "pair.yml", "--saved-view", "Front", "--view", "lifecycle"]);
    assert_eq!(with_part.err, "limn: error: `--saved-view` needs `--view diagram`\n");
}

/// Row C4: a bend is drawn where positions are known.
#[test]
fn c4_a_bent_wire_is_drawn_as_it_was_bent() {
    let assembly = CONNECTED_PAIR;
    let places = |wires: &str| {
        format!(
            r#"{{"version": 1,
  "files": {{"pair.yml": [{{"of": ["composition", "web"], "x": 0, "y": 0}}, {{"of": ["composition", "data"], "x": 900, "y": 400}}]}},
  "wires": {{"pair.yml": [{wires}]}}}}"#
        )
    };
    let bend = r#"{"of": ["relationships", "stores"], "from": {"x": 200, "y": 64}, "to": {"x": 900, "y": 464}, "runs": [431]}"#;
    let drawn = |name: &str, wires: &str| {
        let text = places(wires);
        Folder::new(name, &[("pair.yml", assembly), ("pair.places.json", text.as_bytes())])
            .limn(&["draw", "pair.yml"])
            .out
    };
    assert!(!drawn("draw-straight", "").contains("431 "));
    let bent = drawn("draw-bent", bend);
    assert!(bent.contains("L431 "), "{bent}");
    // One that cannot be drawn is left out.
    let broken = bend.replace("[431]", "[431, 5]");
    assert_eq!(drawn("draw-bent-broken", &broken), drawn("draw-straight", ""));
}

#[test]
fn a_file_without_a_diagram_is_reported() {
    let folder = Folder::new("draw-not", &[("list.yml", b"- a\n"), ("bytes.yml", b"\xff\xfea")]);
    folder.limn(&["draw", "list.yml"]).is(
        2,
        expect![[r#"
            limn: error: cannot draw `list.yml`: Expected a mapping at the top level, found a list
        "#]],
    );
    folder.limn(&["draw", "bytes.yml"]).is(
        2,
        expect![[r#"
        limn: error: cannot draw `bytes.yml`: expected UTF-8, found UTF-16
    "#]],
    );
}

/// An assembly and a service template in one file.
const DOCUMENTS: &[u8] = b"# The shop.
name: assembly::shop::1.0
composition:
  web:
    type: resource::web::1.0
    quantity: many
---
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    server: {type: my.Server}
";

/// Row T10.
#[test]
fn t10_all_documents_of_a_file_are_checked() {
    let folder = Folder::new("documents", &[("shop.yaml", DOCUMENTS)]);
    let ran = folder.limn(&["check", "--format", "json", "shop.yaml"]);
    let report = ran.json();
    let found = report[0]["diagnostics"].as_array().expect("diagnostics").iter();
    let found: Vec<String> = found
        .map(|diagnostic| {
            format!(
                "{} {}",
                diagnostic["code"].as_str().expect("a code"),
                diagnostic["range"]["start"]["line"]
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            "assembly/unplaced-component 4",
            "assembly/malformed-quantity 6",
            "assembly/not-a-descriptor 8",
            "tosca/unknown-node-type 11"
        ]
    );
    let documents = serde_json::json!([
        { "dialect": "assembly", "profile": "tnco", "line": 1 },
        { "dialect": "tosca", "profile": "tosca-1.3", "line": 7 }
    ]);
    assert_eq!(report[0]["documents"], documents);
    let text = folder.limn(&["check", "shop.yaml"]).out;
    assert!(text.contains("--> shop.yaml:11:20"), "{text}");
}

/// Row T10.
#[test]
fn t10_a_document_is_drawn_by_its_number() {
    let folder = Folder::new("draw-document", &[("shop.yaml", DOCUMENTS), ("one.yaml", TYPES)]);
    let drawn = |arguments: &[&str]| folder.limn(&[&["draw", "shop.yaml"], arguments].concat()).out;
    assert!(drawn(&[]).contains(">web<") && !drawn(&[]).contains(">server<"));
    assert!(drawn(&["--document", "2"]).contains(">server<"));
    assert_eq!(drawn(&["--document", "1"]), drawn(&[]));
    folder.limn(&["draw", "shop.yaml", "--document", "3"]).is(
        2,
        expect![[r#"
            limn: error: cannot draw `shop.yaml`: unknown document 3: the file has 2 documents
        "#]],
    );
    folder.limn(&["draw", "one.yaml", "--document", "2"]).is(
        2,
        expect![[r#"
            limn: error: cannot draw `one.yaml`: unknown document 2: the file has one document
        "#]],
    );
    assert_eq!(folder.limn(&["draw", "shop.yaml", "--document", "0"]).code, 2);
}

/// Row T10.
#[test]
fn t10_a_document_is_converted_and_the_others_stay() {
    let text = [b"kind: Other\n---\n".as_slice(), BLUEPRINT, b"---\nkind: Last"].concat();
    let folder = Folder::new("convert-document", &[("shop.yaml", &text), ("alone.yaml", BLUEPRINT)]);
    let alone = folder.limn(&["convert", "--to", "tosca-1.3", "alone.yaml"]).out;
    let ran = folder.limn(&["convert", "--to", "tosca-1.3", "shop.yaml", "--document", "2"]);
    assert_eq!(ran.out, format!("kind: Other\n---\n{alone}---\nkind: Last"));
    assert!(ran.err.starts_with("shop.yaml:8: changed: type"), "{}", ran.err);
}

const TYPES: &[u8] = b"tosca_definitions_version: tosca_simple_yaml_1_3
data_types:
  my.Place: {derived_from: tosca.datatypes.Root}
  my.Site: {derived_from: my.Place}
";

#[test]
fn a_part_with_a_diagram_of_its_own_is_drawn_by_its_name() {
    let folder = Folder::new("draw-part", &[("types.yml", TYPES), ("pair.yml", PAIR)]);
    let ran = folder.limn(&["draw", "types.yml", "--part", "data types"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("my.Site") && ran.out.contains("is a"), "{}", ran.out);
    folder.limn(&["draw", "types.yml", "--part", "deploy"]).is(
        2,
        expect![[r#"
            limn: error: cannot draw `types.yml`: unknown part `deploy`; expected one of `Data types`
        "#]],
    );
    folder.limn(&["draw", "pair.yml", "--part", "Data types"]).is(
        2,
        expect![[r#"
            limn: error: cannot draw `pair.yml`: it has no parts with a diagram of their own
        "#]],
    );
    folder.limn(&["draw", "pair.yml", "--part", "x", "--view", "lifecycle"]).is(
        2,
        expect![[r#"
            limn: error: `--part` needs `--view diagram`
        "#]],
    );
}

const PAIR: &[u8] = b"name: assembly::pair::1.0
composition:
  db: {type: 'resource::db::1.0', cluster: {minimum-nodes: 1}}
  web: {type: 'resource::web::1.0'}
relationships:
  uses: {source-capabilities: [db.x], target-requirements: [web.y], source-state: Active, target-state: Inactive}
";

#[test]
fn the_lifecycle_of_an_assembly_is_drawn_for_each_scenario() {
    let resource: &[u8] = b"name: resource::r::1.0\nlifecycle: {Create: {}}\n";
    let folder = Folder::new("draw-lifecycle", &[("pair.yml", PAIR), ("resource.yml", resource)]);
    let drawn = |scenario: &str| {
        let ran = folder.limn(&["draw", "pair.yml", "--view", "lifecycle", "--scenario", scenario]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{scenario}");
        ran.out
    };
    let up = drawn("up");
    assert!(up.starts_with("<svg ") && up.contains("<title>pair: Bring up</title>"), "{up}");
    assert_eq!(up, folder.limn(&["draw", "pair.yml", "--view", "lifecycle"]).out);
    assert_eq!(up.matches("<title>`web` ").count(), 3, "{up}");
    assert!(up.contains("<title>`uses` Created</title>"), "{up}");
    for scenario in ["down", "upgrade", "heal:web", "scale-out:db", "scale-in:db"] {
        assert_ne!(drawn(scenario), up);
    }
    folder.limn(&["draw", "pair.yml", "--view", "lifecycle", "--scenario", "scale-out:web"]).is(
        2,
        expect![[r#"
            limn: error: cannot draw `pair.yml`: unknown scenario `scale-out:web`; expected one of `up`, `down`, `upgrade`, `heal:db`, `heal:web`, `scale-out:db`, `scale-in:db`
        "#]],
    );
    folder.limn(&["draw", "resource.yml", "--view", "lifecycle"]).is(
        2,
        expect![[r#"
        limn: error: cannot draw `resource.yml`: the lifecycle view is for assembly descriptors
    "#]],
    );
}

const SHOP: &[u8] = b"name: assembly::shop::1.0
properties: {webs: {type: integer, default: 2}, size: {required: true}}
composition:
  web: {type: 'resource::web::1.0', quantity: '${webs}', properties: {size: {value: '${size}'}}}
";

#[test]
fn the_instances_of_an_assembly_are_drawn_and_written_as_json() {
    let folder = Folder::new(
        "draw-instances",
        &[
            ("shop.yml", SHOP),
            ("values.json", br#"{"assemblyName": "s1", "properties": {"webs": 3, "size": "large", "x": 1}}"#),
            ("list.yml", b"[1]\n"),
            ("resource.yml", b"name: resource::r::1.0\nlifecycle: {Create: {}}\n"),
        ],
    );
    let drawn = folder.limn(&["draw", "shop.yml", "--view", "instances"]);
    assert_eq!((drawn.code, drawn.err.as_str()), (0, "limn: warning: missing required property `size`\n"));
    assert!(drawn.out.starts_with("<svg ") && drawn.out.contains("×2") && drawn.out.contains(">web 2<"));
    let arguments =
        ["draw", "shop.yml", "--view", "instances", "--values", "values.json", "--format", "json"];
    let written = folder.limn(&arguments);
    assert_eq!(
        (written.code, written.err.as_str()),
        (0, "limn: warning: unknown property `x`; its value is ignored\n")
    );
    let json = written.json();
    assert_eq!(
        json["totals"][0],
        serde_json::json!({"type": "resource::web::1.0", "count": 3, "atLeast": false})
    );
    let third = &json["tree"]["parts"][0]["parts"][2];
    assert_eq!((&third["name"], &third["properties"]["size"]), (&"s1__web__3".into(), &"large".into()));
    folder.limn(&["draw", "shop.yml", "--view", "instances", "--values", "list.yml"]).is(
        2,
        expect![[r#"
            limn: error: cannot draw `shop.yml`: `list.yml`: expected a mapping of names to values, found a list
    "#]],
    );
    folder.limn(&["draw", "resource.yml", "--view", "instances"]).is(
        2,
        expect![[r#"
        limn: error: cannot draw `resource.yml`: the instances view is for assembly descriptors
    "#]],
    );
    folder.limn(&["draw", "shop.yml", "--format", "json"]).is(
        2,
        expect![[r#"
        limn: error: `--values` and `--format json` need `--view instances`
    "#]],
    );
}

// --- rules ---

#[test]
fn the_manual_is_as_the_rules_say() {
    let folder = Folder::new("rules", &[]);
    let manual = |arguments: &[&str]| {
        let ran = folder.limn(arguments);
        assert_eq!(ran.code, 0);
        ran.out
    };
    expect_file!["../public/rules.md"].assert_eq(&manual(&["rules"]));
    let languages: BTreeSet<&str> =
        limn::analysis::codes().iter().filter_map(|code| Some(code.name.split_once('/')?.0)).collect();
    for language in languages {
        let page = format!("../public/rules/{language}.md");
        expect_file![page].assert_eq(&manual(&["rules", language]));
    }
}

#[test]
fn every_link_of_the_index_resolves_to_a_check() {
    let folder = Folder::new("rules-links", &[]);
    let index = folder.limn(&["rules"]).out;
    let mut pages = std::collections::BTreeMap::new();
    let mut links = 0;
    for target in index.split("](rules/").skip(1).filter_map(|rest| rest.split(')').next()) {
        let Some((page, fault)) = target.split_once(".md#") else { continue };
        let page = pages.entry(page.to_owned()).or_insert_with(|| folder.limn(&["rules", page]).out);
        assert!(page.contains(&format!("\n## {fault}\n")), "{target}");
        links += 1;
    }
    assert_eq!(links, limn::analysis::codes().len());
}

#[test]
fn one_check_is_explained() {
    let folder = Folder::new("rules-one", &[]);
    folder.limn(&["rules", "assembly/name-starts-without-letter"]).is(0, expect![[r#"
        # name-starts-without-letter

        `assembly/name-starts-without-letter` · error · rule A-NAME-3 · TNC-O assembly descriptor, Naming; CP4NA 2.7 assembly descriptors, Name

        ## What it checks

        Checks that the middle part of a descriptor's name starts with a letter.

        ## Why it matters

        The user interface of TNC-O also accepts a digit, but the specifications of both products do not, so another tool can reject the name.

        ## Example

        Bad:
        ```yaml
        name: assembly::1demo::1.0
        ```
        Good:
        ```yaml
        name: assembly::demo1::1.0
        ```

        ## How to fix

        Start the middle part with a letter.
    "#]]);
    folder.limn(&["rules", "assembly/no-such-check"]).is(
        2,
        expect![[r#"
        limn: error: unknown language or check `assembly/no-such-check`
    "#]],
    );
}

// --- real files ---

#[test]
fn real_descriptors_get_one_element_each() {
    for family in ["1-tnco-assembly", "2-cp4na-lmctl"] {
        let Some(root) = corpus(family) else { return };
        let mut all = files(&root, &[".yml", ".yaml", "TOSCA.meta"]);
        // What LMCTL built is a copy.
        all.retain(|file| !file.components().any(|component| component.as_os_str() == "_lmctl"));
        let ran =
            Folder::new("corpus", &[]).limn(&["check", root.to_str().expect("UTF-8"), "--format", "json"]);
        let json = ran.json();
        let shown: Vec<&str> =
            json.as_array().expect("an array").iter().filter_map(|file| file["file"].as_str()).collect();
        assert_eq!(shown.len(), all.len());
        assert!(all.iter().all(|file| shown.contains(&file.to_str().expect("UTF-8"))));
    }
}

const BLUEPRINT: &[u8] = b"# A shop.
tosca_definitions_version: tosca_simple_yaml_1_3
metadata: {template_name: shop, template_version: '1.0'}
topology_template:
  inputs:
    sizes: {type: list<integer>} # of machines
  node_templates:
    web:
      type: tosca.nodes.SoftwareComponent
      interfaces:
        Standard: {start: 'classpath://scripts/start.sh'}
        CheckRunning:
          operations: {check_running: 'classpath://scripts/check.sh'}
    pool: {type: tosca.entity.DynamicCluster}
";

#[test]
fn a_blueprint_is_converted_and_each_change_reported() {
    let folder = Folder::new("convert", &[("shop.yaml", BLUEPRINT)]);
    let ran = folder.limn(&["convert", "--to", "tosca-1.3", "shop.yaml"]);
    let text = expect![[r"
        # A shop.
        tosca_definitions_version: tosca_simple_yaml_1_3
        metadata: {template_name: shop, template_version: '1.0'}
        topology_template:
          inputs:
            sizes: {type: list, entry_schema: {type: integer}} # of machines
          node_templates:
            web:
              type: tosca.nodes.SoftwareComponent
              interfaces:
                Standard: {start: 'scripts/start.sh'}
            pool: {type: tosca.entity.DynamicCluster}
    "]];
    text.assert_eq(&ran.out);
    let report = expect![[r"
        shop.yaml:6: changed: type `list<integer>` to `entry_schema`
        shop.yaml:11: changed: `classpath://scripts/start.sh` to the relative path `scripts/start.sh`
        shop.yaml:12: removed: interface `CheckRunning`: TOSCA has no operation that checks whether a service runs
        shop.yaml:14: kept: `tosca.entity.DynamicCluster` is not supported by other processors of TOSCA
        limn: note: 2 changed, 1 removed, 1 kept although other processors read it differently
    "]];
    report.assert_eq(&ran.err);
    assert_eq!(ran.code, 0);
    let written = folder.limn(&["convert", "--to", "tosca-1.3", "shop.yaml", "-o", "portable.yaml"]);
    assert_eq!((written.code, written.out.as_str(), &written.err), (0, "", &ran.err));
    assert_eq!(folder.read("portable.yaml"), ran.out.as_bytes());
    assert_eq!(folder.limn_with(&["convert", "--to", "tosca-1.3", "-"], BLUEPRINT).out, ran.out);
    assert_eq!(folder.read("shop.yaml"), BLUEPRINT);
}

#[test]
fn a_failed_conversion_is_reported() {
    let plain = b"tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template: {}\n";
    let broken = b"tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: {template_tags: [a\n";
    let files: [(&str, &[u8]); 3] =
        [("shop.yaml", BLUEPRINT), ("plain.yaml", plain), ("broken.yaml", broken)];
    let folder = Folder::new("convert-not", &files);
    let fails = |arguments: &[&str], message: Expect| {
        let ran = folder.limn(&[&["convert"], arguments].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
        message.assert_eq(&ran.err);
    };
    fails(
        &["--to", "tosca-1.3", "shop.yaml", "-o", "./shop.yaml"],
        expect![[r"
            limn: error: cannot write `./shop.yaml`: it would overwrite the input `shop.yaml`; choose another output
        "]],
    );
    fails(
        &["--to", "tosca-2.0", "shop.yaml"],
        expect![[r"
            limn: error: cannot convert `shop.yaml`: unknown conversion `tosca-2.0`; available conversions: `tosca-1.3`, `tosca-1.2`
        "]],
    );
    fails(
        &["--to", "tosca-1.3", "plain.yaml"],
        expect![[r"
            limn: error: cannot convert `plain.yaml`: no conversion exists for TOSCA service template
        "]],
    );
    fails(
        &["--to", "tosca-1.3", "broken.yaml"],
        expect![[r#"
        limn: error: cannot convert `broken.yaml`: syntax error in line 2: unclosed `[`
    "#]],
    );
    fails(
        &["--to", "tosca-1.3", "."],
        expect![[r"
            limn: error: cannot convert `.`: expected one descriptor
        "]],
    );
    let chosen = folder.limn(&["convert", "--to", "tosca-1.2", "--profile", "amp", "plain.yaml"]);
    assert_eq!(chosen.out, String::from_utf8_lossy(plain).replace("1_3", "1_2"));
}

#[test]
fn what_amp_ignores_in_a_service_template_is_reported_by_its_profile() {
    let template = b"tosca_definitions_version: tosca_simple_yaml_1_3
namespace: org.example
metadata: {template_name: a, template_version: '1.0'}
imports: [types.yaml]
dsl_definitions: {a: {x: 1}}
capability_types: {my.Cap: {derived_from: tosca.capabilities.Root}}
group_types: {my.Group: {derived_from: tosca.groups.Root}}
node_types:
  my.Web:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      a: {type: list, entry_schema: {type: string}, required: false}
    requirements:
      - db: {capability: my.Cap, occurrences: [0, 2]}
topology_template:
  inputs:
    b: {type: string, constraints: [schema: {type: string}]}
  node_templates:
    server:
      type: tosca.nodes.Compute
      capabilities:
        os: {properties: {type: linux}}
        scalable: {properties: {min_instances: 1}}
    web:
      type: my.Web
      requirements:
        - host: {node: tosca.nodes.Compute}
        - dependency: server
  outputs:
    all: {value: {get_nodes_of_type: tosca.nodes.Compute}}
";
    let folder = Folder::new("check-amp", &[("a.yaml", template)]);
    let json = folder.limn(&["check", "a.yaml", "--profile", "amp", "--format", "json"]).json();
    let found: Vec<&str> = json[0]["diagnostics"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|diagnostic| diagnostic["rule"].as_str())
        .collect();
    for rule in [
        "M-TOP-1", "M-TOP-2", "M-TOP-3", "M-TYPE-1", "M-TYPE-2", "M-PROP-2", "M-CONS-1", "M-CMP-1",
        "M-CLU-4", "M-RQ-2", "M-RQ-5", "M-RQ-7", "M-FN-2",
    ] {
        assert!(found.contains(&rule), "{rule} is not in {found:?}");
    }
}

#[test]
fn a_catalog_is_used_and_not_checked() {
    let folder = Folder::new(
        "catalog",
        &[
            (
                "shop.yaml",
                b"name: assembly::shop::1.0\ncomposition:\n  db:\n    type: resource::db::1.0\nrelationships:\n  data:\n    source-capabilities: [db.Storage]\n    target-requirements: [db.Nothing]\n    source-state: Active\n    target-state: Inactive\n",
            ),
            ("known/db.yaml", b"name: resource::db::1.0\ncapabilities: {Storage: {type: storage}}\nunknown-key: 1\n"),
        ],
    );
    let alone = folder.limn(&["check", "shop.yaml", "--format", "json"]);
    assert!(!alone.out.contains("Nothing"), "{}", alone.out);
    let ran = folder.limn(&["check", "shop.yaml", "--catalog", "known", "--format", "json"]);
    assert!(ran.out.contains("unknown requirement `Nothing` on component `db`"), "{}", ran.out);
    assert!(!ran.out.contains("unknown-key"), "{}", ran.out);
    let drawn = folder.limn(&["draw", "shop.yaml", "--catalog", "known"]);
    assert!(drawn.out.contains("Storage"), "the ports of the descriptor are drawn");
    let missing = folder.limn(&["check", "shop.yaml", "--catalog", "nowhere"]);
    assert_eq!(missing.code, 2, "{}", missing.err);
}
