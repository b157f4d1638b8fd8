//! Verdicts on packages: their manifests, the files that they name, and members that are not descriptors.

mod common;

use std::fs;

use common::folder::{Folder, HEAD};

#[test]
fn a_parent_folder_is_not_a_package() {
    let text = format!("{HEAD}topology_template: {{node_templates: {{a: {{type: tosca.nodes.Root}}}}}}\n");
    let folder =
        Folder::new("folder", &[("tosca-metadata/x/y/a.yaml", &text), ("tosca-metadata/b.yaml", &text)]);
    for from in ["tosca-metadata/x/y/a.yaml", "tosca-metadata/b.yaml", "tosca-metadata/x", "."] {
        assert!(folder.codes(&[from]).is_empty(), "{from}");
    }
}

#[test]
fn files_of_no_language_beside_descriptors_are_one_info_each() {
    let text = format!("{HEAD}topology_template: {{node_templates: {{a: {{type: tosca.nodes.Root}}}}}}\n");
    let other = "a: [\nb: {\n---\nc: 'x\n---\nd: ]\n";
    let folder = Folder::new("foreign", &[("a.yaml", &text), ("b.yaml", other), ("alone/c.yaml", other)]);
    let (code, out, _) = folder.limn(&["check", "a.yaml", "b.yaml"]);
    assert!(code == 0 && out.contains("1 info in 2 files"), "{out}");
    assert_eq!(folder.limn(&["check", "alone/c.yaml"]).0, 1);
}

#[test]
fn a_quoted_version_of_a_package_is_a_warning() {
    let meta =
        "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: '1.1'\nCreated-By: a\nEntry-Definitions: a.yaml\n";
    let text = format!("{HEAD}topology_template: {{node_templates: {{a: {{type: tosca.nodes.Root}}}}}}\n");
    let folder = Folder::new("csar-version", &[("TOSCA-Metadata/TOSCA.meta", meta), ("a.yaml", &text)]);
    let (code, out, _) = folder.limn(&["check", "."]);
    assert!(code == 0 && out.contains("warning[tosca/csar-version]"), "{out}");
}

#[test]
fn a_damaged_descriptor_beside_others_is_an_error() {
    let importing = format!("{HEAD}imports: [types/b.yaml]\n");
    let broken = "a: [\nb: {\n---\nc: 'x\n";
    let files = [("a.yaml", &*importing), ("types/b.yaml", broken), ("other/b.yaml", broken)];
    let folder = Folder::new("damaged", &files);
    let severity = |file: &str| {
        let report = folder.json(&["check", "--format", "json", "."]);
        let of =
            |report: &&serde_json::Value| report["file"].as_str().is_some_and(|path| path.ends_with(file));
        let found = report.as_array().expect("an array").iter().find(of).expect("it is checked").clone();
        found["diagnostics"][0]["severity"].as_str().expect("a severity").to_owned()
    };
    assert_eq!(severity("types/b.yaml"), "error", "it is imported");
    assert_eq!(severity("other/b.yaml"), "info", "it can be anything");
    fs::create_dir_all(folder.0.join("Definitions")).expect("a folder can be made");
    fs::write(folder.0.join("Definitions/c.yaml"), broken).expect("it can be written");
    assert_eq!(severity("Definitions/c.yaml"), "error", "its folder is one of descriptors");
    fs::write(folder.0.join("other/b.yaml"), format!("x: [\n{HEAD}")).expect("it can be written");
    assert_eq!(severity("other/b.yaml"), "error", "its words are those of a descriptor");
}

#[test]
fn files_that_the_manifests_of_a_package_name_exist() {
    let meta =
        "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: a\nEntry-Definitions: MRF.yaml\n";
    let entry = format!("{HEAD}topology_template: {{node_templates: {{a: {{type: tosca.nodes.Root}}}}}}\n");
    let manifest = "metadata:\n  vnf_product_name: MRF\n\nSource: MRF.yaml\nAlgorithm: SHA-256\nHash: \
                    0000000000000000000000000000000000000000000000000000000000000000\n\nSource: Files/images/disk.img\n\nSource: \
                    https://example.com/a.img\n";
    let found = |meta: &str, manifest: Option<&str>| {
        let mut files = vec![("TOSCA-Metadata/TOSCA.meta", meta), ("MRF.yaml", &*entry)];
        files.extend(manifest.map(|text| ("MRF.mf", text)));
        let folder = Folder::new("manifest", &files);
        let (_, out, _) = folder.limn(&["check", "."]);
        let lines = out.lines().filter(|line| line.starts_with("warning"));
        lines.map(|line| line.split(": ").skip(1).collect::<Vec<_>>().join(": ")).collect::<Vec<_>>()
    };
    let missing = |name: &str| format!("unresolved file `{name}`: file not found");
    for key in ["ETSI-Entry-Manifest", "Entry-Manifest"] {
        let meta = format!("{meta}{key}: MRF.mf\nEntry-Tests: Files/Tests\n");
        assert_eq!(found(&meta, None), [missing("MRF.mf"), missing("Files/Tests")]);
        let all = found(&meta, Some(manifest));
        let expected = [
            missing("Files/Tests"),
            missing("Files/images/disk.img"),
            "checksum mismatch for `MRF.yaml`".to_owned(),
        ];
        assert_eq!(all.len(), 3, "{all:?}");
        assert!(expected.iter().all(|message| all.contains(message)), "{all:?}");
    }
    // Beside the template of the same name, without being named.
    assert_eq!(found(meta, Some(manifest)).len(), 2);
}
