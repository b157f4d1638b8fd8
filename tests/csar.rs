//! Packages: what goes in comes out byte for byte, and what is hostile is refused with one sentence.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{Cursor, Read as _, Write as _};

use common::corpus::{corpus, files};
use expect_test::{Expect, expect};
use limn::analysis::{Analysis, Choices};
use limn::bend::Bend;
use limn::edit::{Edit, Input, Place};
use limn::files::{Content, FilePath, Workspace};
use limn::graph::Id;
use limn::packages::{self, Archive, CsarError, PackOptions, PackageForm, PackageKind, Pins};
use limn::saved_view::{SavedView, ViewFilter};
use limn::yaml::Path;
use proptest::prelude::*;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

fn path(text: &str) -> FilePath {
    FilePath::new(text).expect("a test's path is fine")
}

fn workspace(files: &[(&str, &[u8])]) -> Workspace {
    let files = files.iter().map(|(name, bytes)| (path(name), Content::from_bytes(bytes.to_vec()))).collect();
    let mut workspace = Workspace { files, whole: true, ..Workspace::default() };
    workspace.entry = packages::entry(&workspace).path;
    workspace
}

/// The workspace without the zip that it came in.
fn loose(workspace: Workspace) -> Workspace {
    Workspace { original: None, ..workspace }
}

/// The options that pack a project as it is.
fn sources(workspace: &Workspace) -> PackOptions {
    PackOptions { form: PackageForm::Sources, ..PackOptions::of(workspace) }
}

fn zip_of(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        zip.start_file(*name, SimpleFileOptions::default()).expect("a member can be started");
        zip.write_all(bytes).expect("memory can be written");
    }
    zip.finish().expect("the zip is whole").into_inner()
}

fn tar_gz_of(members: &[(&str, &[u8])]) -> Vec<u8> {
    let gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let mut tar = tar::Builder::new(gzip);
    for (name, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        // `set_path` would refuse what a hostile writer does not.
        let field = &mut header.as_gnu_mut().expect("a GNU header").name;
        field[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        tar.append(&header, *bytes).expect("memory can be written");
    }
    tar.into_inner().and_then(flate2::write::GzEncoder::finish).expect("the tar is whole")
}

/// Every byte sequence `from` becomes `to`, of the same length: names in both headers of a zip.
fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut out = bytes.to_vec();
    for at in 0..out.len().saturating_sub(from.len() - 1) {
        if out[at..].starts_with(from) {
            out[at..at + to.len()].copy_from_slice(to);
        }
    }
    out
}

#[track_caller]
fn refused(bytes: &[u8], expect: Expect) {
    let error = packages::open("demo.csar", bytes).expect_err("the package is refused");
    expect.assert_eq(&error.to_string());
}

#[test]
fn places_of_boxes_alone_are_not_a_package() {
    let places = (".limn/places.json", &b"{\"version\": 1, \"files\": {}}"[..]);
    refused(&zip_of(&[places]), expect!["the package contains no files"]);
    refused(&tar_gz_of(&[places]), expect!["the package contains no files"]);
}

fn listing(bytes: &[u8]) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    let mut listing = String::new();
    for index in 0..archive.len() {
        let member = archive.by_index(index).expect("a member");
        let name = member.name().expect("a name").into_owned();
        writeln!(listing, "{:o} {name}", member.unix_mode().expect("a mode")).expect("a String takes all");
    }
    listing
}

// --- there and back ---

#[test]
fn members_come_back_byte_for_byte_whether_text_or_not() {
    let files: &[(&str, &[u8])] = &[
        ("Descriptor/assembly.yml", "description: café\r\n# end without a line break".as_bytes()),
        ("Lifecycle/image.bin", &[0, 159, 146, 150, 255]),
        ("empty", b""),
        ("lmproject.yml", b"schema: '2.0'\nname: demo\nversion: '1.10'\n"),
    ];
    let before = workspace(files);
    let bytes = packages::pack(&before, &sources(&before)).unwrap();
    let opened = packages::open("demo.csar", &bytes).unwrap();
    assert_eq!(opened.warnings, Vec::<String>::new());
    assert_eq!(packages::pack(&opened.workspace, &sources(&opened.workspace)).unwrap(), bytes);
    assert_eq!(loose(opened.workspace), before);
}

/// A package of Cloudsoft AMP is a bundle, too, with a catalog.
#[test]
fn a_catalog_and_a_manifest_of_a_bundle_come_back_byte_for_byte() {
    let template = "tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: {template_name: shop, template_version: 1.0.0}\ntopology_template: {}\n";
    let manifest = "Manifest-Version: 1.0\r\nBundle-SymbolicName: shop\r\nBundle-Version: 1.0.0\r\nImport-Package: a,\r\n b\r\n\r\n";
    let catalog = "# the shop\nbrooklyn.catalog:\n  bundle: shop   # its name\n  version: 1.0.0\n  items:\n  - {id: shop, item: 'classpath://shop.yaml'}\n";
    let meta =
        "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: anna\nEntry-Definitions: shop.yaml\n";
    let plain: &[(&str, &[u8])] = &[
        ("META-INF/MANIFEST.MF", manifest.as_bytes()),
        ("catalog.bom", catalog.as_bytes()),
        ("shop.yaml", template.as_bytes()),
    ];
    let with_meta = [plain, &[("TOSCA-Metadata/TOSCA.meta", meta.as_bytes())]].concat();
    for members in [plain, &with_meta[..]] {
        let bytes = zip_of(members);
        let opened = packages::open("shop.csar", &bytes).unwrap();
        assert_eq!(opened.warnings, Vec::<String>::new());
        assert_eq!(opened.workspace.entry, Some(path("shop.yaml")));
        assert_eq!(packages::pack(&opened.workspace, &PackOptions::of(&opened.workspace)).unwrap(), bytes);

        let mut workspace = opened.workspace;
        let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
        for checked in analysis.files() {
            assert_eq!(checked.diagnostics(), [], "{}", checked.file());
        }
        let bom = path("catalog.bom");
        let item = Id(Path::keys(["brooklyn.catalog", "items"]).index(0));
        let key = Path::keys(["name"]);
        let set = Edit::Set { of: item, key, input: Input::Text("The shop".to_owned()) };
        let edit = &analysis.plan(&bom, &set).unwrap().edits[&bom];
        let after = edit.apply(catalog);
        assert_eq!(after, catalog.replace("id: shop,", "id: shop, name: The shop,"));
        workspace.files.insert(bom.clone(), Content::Text(after.as_str().into()));
        let packed = packages::pack(&workspace, &PackOptions::of(&workspace)).unwrap();
        let again = packages::open("shop.csar", &packed).unwrap().workspace;
        for (name, content) in members {
            let expected = if *name == "catalog.bom" { after.as_bytes() } else { content };
            assert_eq!(again.files[&path(name)].as_bytes(), expected, "{name}");
        }
        assert_eq!(listing(&packed), listing(&bytes));
    }
}

/// A package may have a catalog only.
#[test]
fn a_package_with_a_catalog_alone_opens_it() {
    let members: &[(&str, &[u8])] =
        &[("catalog.bom", b"brooklyn.catalog: {bundle: a, version: 1.0.0}\n"), ("icons/a.png", &[0, 1])];
    let opened = packages::open("a.zip", &zip_of(members)).unwrap();
    assert_eq!(opened.workspace.entry, Some(path("catalog.bom")));
    assert_eq!(opened.warnings, Vec::<String>::new());
}

#[test]
fn a_package_of_a_catalog_has_no_other_entry() {
    let catalog = b"brooklyn.catalog:\n  bundle: shop\n  version: 1.2.0\n  items: []\n";
    let mut packed = workspace(&[("catalog.bom", catalog), ("icons/a.svg", b"<svg/>")]);
    packed.entry = Some(path("catalog.bom"));
    let options = PackOptions::of(&packed);
    assert_eq!(packages::file_name(&packed, &options), "shop-1.2.0.csar");
    let bytes = packages::pack(&packed, &options).expect("it can be packed");
    let names: Vec<String> = contents(&bytes).into_keys().collect();
    assert_eq!(names, ["catalog.bom", "icons/a.svg"]);
}

#[test]
fn an_edit_changes_its_own_member_only() {
    let mut workspace = workspace(&[
        ("Descriptor/assembly.yml", b"description: a\n"),
        ("Scripts/run.sh", b"#!/bin/sh\n"),
        ("lmproject.yml", b"name: demo\n"),
    ]);
    let edited = path("Descriptor/assembly.yml");
    workspace.files.insert(edited.clone(), Content::Text("description: b\n".into()));
    let opened = packages::open("x", &packages::pack(&workspace, &sources(&workspace)).unwrap()).unwrap();
    assert_eq!(opened.workspace.files, workspace.files);
}

#[test]
fn a_gzipped_tar_opens_as_the_zip_of_the_same_files_does() {
    let members: &[(&str, &[u8])] = &[
        ("./lmpkg.yml", b"name: demo\n"),
        ("Descriptor/assembly.yml", b"description: a\n"),
        ("x.bin", &[0, 1]),
    ];
    let from_tar = packages::open("demo.tgz", &tar_gz_of(members)).unwrap();
    let from_zip = packages::open("demo.csar", &zip_of(members)).unwrap();
    let entry = from_tar.workspace.entry.clone();
    assert_eq!(loose(from_tar.workspace), loose(from_zip.workspace));
    assert_eq!(entry, Some(path("Descriptor/assembly.yml")));
}

#[test]
fn scripts_stay_runnable() {
    let workspace = workspace(&[("lmproject.yml", b""), ("run.sh", b"#!/bin/sh\n"), ("note.txt", b"hello")]);
    let bytes = packages::pack(&workspace, &sources(&workspace)).unwrap();
    expect![[r#"
        100644 lmproject.yml
        100644 note.txt
        100755 run.sh
    "#]]
    .assert_eq(&listing(&bytes));
}

#[test]
fn places_travel_in_a_side_car_and_are_read_back() {
    let workspace =
        workspace(&[("lmproject.yml", b""), ("Descriptor/assembly.yml", b"composition:\n  a:\n")]);
    let mut options = sources(&workspace);
    let entry = workspace.entry.clone().unwrap();
    let ids = [Id(Path::keys(["composition", "a"])), Id(Path::keys(["composition"]).index(2))];
    let places = ids.map(|id| (id, Place { x: 12.5, y: -40.0 })).into_iter().collect::<BTreeMap<_, _>>();
    let pinned: BTreeSet<Id> = places.keys().take(1).cloned().collect();
    let filter = ViewFilter {
        types: BTreeSet::from(["demo".to_owned()]),
        groups: pinned.clone(),
        nodes: places.keys().cloned().collect(),
        neighbors: true,
    };
    options.pins.insert(entry.of_view(Some(2)), places.clone());
    options.pins.insert(entry.clone(), places);
    options.pinned.insert(entry.clone(), pinned);
    let bend =
        Bend { from: Place { x: 1.0, y: 2.0 }, to: Place { x: 300.0, y: 2.5 }, runs: vec![40.0, -7.5, 90.0] };
    options.bends.insert(entry.clone(), BTreeMap::from([(Id(Path::keys(["relationships", "r"])), bend)]));
    let other = SavedView { number: 3, name: "Empty".to_owned(), filter: ViewFilter::default() };
    options
        .views
        .insert(entry, vec![SavedView { number: 2, name: "One \"part\"".to_owned(), filter }, other]);
    let bytes = packages::pack(&workspace, &options).unwrap();
    let opened = packages::open("demo.csar", &bytes).unwrap();
    assert_eq!(opened.pins, options.pins);
    assert_eq!(opened.pinned, options.pinned);
    assert_eq!(opened.bends, options.bends);
    assert_eq!(opened.views, options.views);
    assert_eq!(loose(opened.workspace), workspace);
}

#[test]
fn saved_views_without_a_number_of_their_own_are_left_out() {
    let view = |number: u64| format!(r#"{{"number": {number}, "name": "v"}}"#);
    let views = [0, 4, 4, 4_000_000_000].map(view).join(", ");
    let text = format!(r#"{{"version": 1, "files": {{}}, "views": {{"a.yml": [{views}]}}}}"#);
    let data = packages::DiagramData::read(text.as_bytes()).unwrap();
    let numbers: Vec<usize> = data.views[&path("a.yml")].iter().map(|view| view.number).collect();
    assert_eq!(numbers, [4]);
}

#[test]
fn a_side_car_that_cannot_be_read_is_kept_and_told() {
    let bytes = zip_of(&[("main.yaml", b"a: 1\n"), (packages::PINS_FILE, b"{\"version\": 9}")]);
    let opened = packages::open("demo.csar", &bytes).unwrap();
    assert!(opened.workspace.files.contains_key(&path(packages::PINS_FILE)));
    assert_eq!(opened.pins, Pins::new());
    expect!["`.limn/places.json` cannot be read; using the automatic layout"]
        .assert_eq(&opened.warnings.join("\n"));
}

// --- a package made of a descriptor ---

/// The text of every member but the descriptor.
fn manifests(workspace: &Workspace, options: &PackOptions) -> String {
    let bytes = packages::pack(workspace, options).expect("it packs");
    let opened = packages::open("x", &bytes).expect("it opens");
    let entry = opened.workspace.entry.clone();
    let mut text = format!("entry: {}\n", entry.as_ref().expect("an entry"));
    for (file, content) in &opened.workspace.files {
        if Some(file) != entry.as_ref() {
            let content = content.as_text().expect("manifests are text");
            write!(text, "--- {file}\n{content}").expect("a String takes all");
        }
    }
    text
}

#[test]
fn an_assembly_on_its_own_becomes_a_package_of_lmctl() {
    let workspace = Workspace::of(path("streamer.yml"), "name: assembly::streamer::1.10\n");
    let options = PackOptions::of(&workspace);
    assert_eq!(packages::file_name(&workspace, &options), "streamer-1.10.csar");
    expect![[r#"
        entry: Descriptor/assembly.yml
        --- TOSCA-Metadata/TOSCA.meta
        TOSCA-Meta-File-Version: 1.0
        CSAR-Version: 1.1
        Created-By: Limn
        Entry-Definitions: Descriptor/assembly.yml
        --- lmpkg.yml
        schema: '2.0'
        name: streamer
        version: '1.10'
        type: Assembly
    "#]]
    .assert_eq(&manifests(&workspace, &options));
}

#[test]
fn a_resource_on_its_own_gets_its_manager_and_its_archive() {
    let workspace = Workspace::of(path("net.yaml"), "description: no name\nlifecycle:\n  Install: {}\n");
    let options = PackOptions::of(&workspace);
    assert_eq!(options.kind, PackageKind::Resource { manager: "brent".to_owned() });
    let bytes = packages::pack(&workspace, &options).unwrap();
    let opened = packages::open("x", &bytes).unwrap();
    assert_eq!(opened.warnings, Vec::<String>::new());
    assert_eq!(opened.workspace.entry, Some(path("resource.yaml")));
    let named = "name: resource::net::1.0\ndescription: no name\nlifecycle:\n  Install: {}\n";
    assert_eq!(opened.workspace.text(&path("resource.yaml")).map(|text| &**text), Some(named));
    expect![[r#"
        schema: '2.0'
        name: net
        version: '1.0'
        type: Resource
        resource-manager: brent
    "#]]
    .assert_eq(opened.workspace.text(&path("lmpkg.yml")).unwrap());
    let inner = opened.workspace.files[&path("net.zip")].as_bytes();
    expect![[r#"
        40755 Definitions/
        40755 Definitions/lm/
        40755 Lifecycle/
        100644 Definitions/lm/resource.yaml
    "#]]
    .assert_eq(&listing(inner));
    assert_eq!(contents(inner)["Definitions/lm/resource.yaml"], named.as_bytes());
}

/// A resource that LMCTL built, as a gzipped tar.
fn built_resource() -> Workspace {
    let project = "schema: '2.0'\nname: net\nversion: '1.0'\ntype: Resource\nresource-manager: lm\n";
    let sources = workspace(&[
        ("Definitions/lm/resource.yml", b"description: a\n"),
        ("Lifecycle/ansible/scripts/Install.yaml", b"- hosts: all\n"),
        ("lmproject.yml", project.as_bytes()),
        ("readme.md", b"# net\n"),
    ]);
    let options = PackOptions::of(&sources);
    assert_eq!(packages::file_name(&sources, &options), "net-1.0.tgz");
    assert_eq!(packages::left_out(&sources, &options), [path("readme.md")]);
    let bytes = packages::pack(&sources, &options).expect("it packs");
    assert!(bytes.starts_with(&[0x1f, 0x8b]));
    packages::open("net-1.0.tgz", &bytes).expect("it opens").workspace
}

#[test]
fn a_built_package_goes_out_as_it_came() {
    let workspace = built_resource();
    let names: Vec<&str> = workspace.files.keys().map(FilePath::as_str).collect();
    assert_eq!(names, ["lmpkg.yml", "net.zip", "resource.yaml"]);
    let original = workspace.original.clone().expect("an archive").0;
    let options = PackOptions::of(&workspace);
    assert_eq!(packages::file_name(&workspace, &options), "net-1.0.tgz");
    assert_eq!(packages::pack(&workspace, &options).unwrap(), *original);
    let as_zip = PackOptions { archive: Some(Archive::Zip), ..options };
    let zipped = packages::pack(&workspace, &as_zip).unwrap();
    assert_eq!(loose(packages::open("x", &zipped).unwrap().workspace), loose(workspace));
}

#[test]
fn an_edit_of_a_built_resource_reaches_its_archive() {
    let mut workspace = built_resource();
    let text = "name: resource::net::1.0\ndescription: b\n";
    workspace.files.insert(path("resource.yaml"), Content::Text(text.into()));
    let packed = again(&workspace);
    let opened = packages::open("x", &packed).unwrap().workspace;
    assert_eq!(opened.text(&path("resource.yaml")).map(|text| &**text), Some(text));
    let inner = opened.files[&path("net.zip")].as_bytes();
    assert_eq!(contents(inner)["Definitions/lm/resource.yaml"], text.as_bytes());
    assert_eq!(listing(inner), listing(workspace.files[&path("net.zip")].as_bytes()));
    assert_eq!(again(&opened), packed);
}

#[test]
fn a_tar_with_another_member_keeps_the_headers_of_the_others() {
    let members: &[(&str, &[u8])] = &[
        ("lmpkg.yml", b"name: a\n"),
        ("Descriptor/assembly.yml", b"a: 1\n"),
        ("b.bin", &[0; 700]),
        ("c/d.txt", b"d"),
    ];
    let mut workspace = packages::open("x.tgz", &tar_gz_of(members)).unwrap().workspace;
    assert_eq!(again(&workspace), tar_gz_of(members));
    workspace.files.insert(path("Descriptor/assembly.yml"), Content::Text("a: 12345\n".into()));
    workspace.files.insert(path("e.txt"), Content::Text("e".into()));
    workspace.files.remove(&path("c/d.txt"));
    let packed = again(&workspace);
    let opened = packages::open("x.tgz", &packed).unwrap();
    assert_eq!(opened.warnings, Vec::<String>::new());
    assert_eq!(opened.workspace.files, workspace.files);
    let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(&packed[..]));
    let names = tar.entries().unwrap().map(|entry| entry.unwrap().path().unwrap().display().to_string());
    assert_eq!(names.collect::<Vec<_>>(), ["lmpkg.yml", "Descriptor/assembly.yml", "b.bin", "e.txt"]);
}

#[test]
fn a_project_that_lmctl_refuses_is_not_built() {
    let refused = |files: &[(&str, &[u8])]| {
        let workspace = workspace(files);
        packages::pack(&workspace, &PackOptions::of(&workspace)).expect_err("it is refused").to_string()
    };
    let project: (&str, &[u8]) = ("lmproject.yml", b"{schema: '2.0', name: a, version: '1.0'}\n");
    expect!["LMCTL cannot build the project: missing required file `Descriptor/assembly.yml`"]
        .assert_eq(&refused(&[project]));
    expect!["LMCTL cannot build the project: expected `assembly::a::1.0` as the name in `Descriptor/assembly.yml`, found `assembly::b::1.0`"]
        .assert_eq(&refused(&[project, ("Descriptor/assembly.yml", b"name: assembly::b::1.0\n")]));
}

#[test]
fn anything_else_stays_where_it_is_and_is_named_as_the_entry() {
    let workspace = Workspace::of(path("templates/main.yaml"), "tosca_definitions_version: tosca_2_0\n");
    expect![[r#"
        entry: templates/main.yaml
        --- TOSCA-Metadata/TOSCA.meta
        TOSCA-Meta-File-Version: 1.0
        CSAR-Version: 1.1
        Created-By: Limn
        Entry-Definitions: templates/main.yaml
    "#]]
    .assert_eq(&manifests(&workspace, &PackOptions::of(&workspace)));
}

#[test]
fn pins_move_with_the_descriptor() {
    let workspace = Workspace::of(path("a.yml"), "name: assembly::a::1.0\n");
    let mut options = PackOptions::of(&workspace);
    let places = BTreeMap::from([(Id(Path::keys(["composition", "x"])), Place { x: 1.0, y: 2.0 })]);
    options.pins.insert(path("a.yml"), places.clone());
    let opened = packages::open("x", &packages::pack(&workspace, &options).unwrap()).unwrap();
    assert_eq!(opened.pins, Pins::from([(path("Descriptor/assembly.yml"), places)]));
}

#[test]
fn names_that_yaml_would_misread_are_quoted() {
    let workspace = Workspace::of(path("a.yml"), "composition: {}\n");
    for (name, written) in [("on", "'on'"), ("1.0", "'1.0'"), ("it's: so", "'it''s: so'"), ("a-b.c", "a-b.c")]
    {
        let options = PackOptions { name: name.to_owned(), ..PackOptions::of(&workspace) };
        let text = manifests(&workspace, &options);
        assert!(text.contains(&format!("\nname: {written}\n")), "{text}");
    }
}

// --- a package from elsewhere ---

/// A zip written byte by byte, as other tools write them: each member with what is peculiar about it.
#[derive(Default)]
struct Raw {
    bytes: Vec<u8>,
    list: Vec<u8>,
    count: u16,
}

#[derive(Clone, Copy, Default)]
struct Peculiar<'a> {
    deflated: bool,
    /// Checksum and sizes stand behind the bytes, as in what is written to a pipe.
    streamed: bool,
    /// Sizes and the place stand in the extra field for large files.
    large: bool,
    mode: u32,
    time: u32,
    /// Another extra field, in both headers.
    extra: &'a [u8],
    comment: &'a [u8],
}

impl Raw {
    fn member(mut self, name: &str, content: &[u8], how: Peculiar<'_>) -> Raw {
        let packed = if how.deflated {
            let mut deflate = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
            deflate.write_all(content).expect("memory can be written");
            deflate.finish().expect("memory can be written")
        } else {
            content.to_vec()
        };
        let mut crc = flate2::Crc::new();
        crc.update(content);
        let at = self.bytes.len() as u32;
        let sizes = [packed.len() as u32, content.len() as u32];
        let sums = |known: bool| {
            let mut sums = if known { crc.sum() } else { 0 }.to_le_bytes().to_vec();
            for size in sizes {
                let size = if how.large {
                    u32::MAX
                } else if known {
                    size
                } else {
                    0
                };
                sums.extend(size.to_le_bytes());
            }
            sums
        };
        let large = |place: Option<u32>| {
            let mut field = Vec::new();
            if how.large {
                let numbers = [Some(sizes[1]), Some(sizes[0]), place].into_iter().flatten();
                let numbers: Vec<u8> = numbers.flat_map(|number| u64::from(number).to_le_bytes()).collect();
                field.extend(1u16.to_le_bytes());
                field.extend((numbers.len() as u16).to_le_bytes());
                field.extend(numbers);
            }
            [&field[..], how.extra].concat()
        };
        let flags = u16::from(how.streamed) << 3 | u16::from(!name.is_ascii()) << 11;
        let mut start = 20u16.to_le_bytes().to_vec();
        start.extend(flags.to_le_bytes());
        start.extend((u16::from(how.deflated) * 8).to_le_bytes());
        start.extend(how.time.to_le_bytes());
        let extra = large(None);
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&start);
        self.bytes.extend(sums(!how.streamed));
        self.bytes.extend((name.len() as u16).to_le_bytes());
        self.bytes.extend((extra.len() as u16).to_le_bytes());
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(extra);
        self.bytes.extend(packed);
        if how.streamed {
            self.bytes.extend(b"PK\x07\x08");
            self.bytes.extend(crc.sum().to_le_bytes());
            self.bytes.extend(sizes.into_iter().flat_map(u32::to_le_bytes));
        }
        let extra = large(Some(at));
        self.list.extend(b"PK\x01\x02");
        self.list.extend(0x31e_u16.to_le_bytes());
        self.list.extend(start);
        self.list.extend(sums(true));
        for length in [name.len(), extra.len(), how.comment.len(), 0, 0] {
            self.list.extend((length as u16).to_le_bytes());
        }
        self.list.extend((how.mode << 16).to_le_bytes());
        self.list.extend(if how.large { u32::MAX } else { at }.to_le_bytes());
        self.list.extend(name.as_bytes());
        self.list.extend(extra);
        self.list.extend(how.comment);
        self.count += 1;
        self
    }

    fn end(mut self, comment: &[u8]) -> Vec<u8> {
        let at = self.bytes.len() as u32;
        let size = self.list.len() as u32;
        self.bytes.extend(self.list);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend([self.count.to_le_bytes(), self.count.to_le_bytes()].concat());
        self.bytes.extend([size.to_le_bytes(), at.to_le_bytes()].concat());
        self.bytes.extend((comment.len() as u16).to_le_bytes());
        self.bytes.extend(comment);
        self.bytes
    }
}

const SHOP: &str = "\
# The shop, as it came.\r
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [ types/shop types.yaml ]   # the shop's own
topology_template:
  node_templates:
    web:
      type: my.nodes.Web
      properties: { port: 8080 }  # behind the balancer
      requirements: [ { host: server } ]
      interfaces: { Standard: { create: ../scripts/create.sh } }
    server: {type: tosca.nodes.Compute}
";

const SHOP_TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.nodes.Web:
    derived_from: tosca.nodes.SoftwareComponent
    properties: {port: {type: integer, required: false}}
";

const SHOP_META: &str = "\
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: somebody
Entry-Definitions: definitions/shop.yaml

Name: scripts/create.sh
Content-Type: application/x-sh
";

/// A CSAR as somebody sent it: scripts, nested definitions, a package in the package, an unknown member, folders, and every legal oddity.
fn from_elsewhere() -> Vec<u8> {
    let plain = Peculiar { mode: 0o100_644, time: 0x5a21_7c3d, ..Peculiar::default() };
    let inner = zip_of(&[("lmproject.yml", b"name: inner\n"), ("x", b"y")]);
    let times: &[u8] = b"UT\x05\x00\x01\x00\x11\x22\x33";
    Raw::default()
        .member("scripts/", b"", Peculiar { mode: 0o40_755, ..plain })
        .member(
            "scripts/create.sh",
            b"#!/bin/sh\necho \xff\n",
            Peculiar { mode: 0o100_755, deflated: true, extra: times, ..plain },
        )
        .member(
            "definitions/types/shop types.yaml",
            SHOP_TYPES.as_bytes(),
            Peculiar { deflated: true, streamed: true, ..plain },
        )
        .member(
            "definitions/shop.yaml",
            SHOP.as_bytes(),
            Peculiar { deflated: true, streamed: true, extra: times, comment: b"the entry", ..plain },
        )
        .member("empty/", b"", Peculiar { mode: 0o40_700, ..plain })
        .member("inner.csar", &inner, Peculiar { large: true, ..plain })
        .member("TOSCA-Metadata/TOSCA.meta", SHOP_META.as_bytes(), plain)
        .member("Überblick/日本.bin", &[0, 1, 2, 254], Peculiar { time: 0, ..plain })
        .member(
            "what.is-this",
            b"\x89\x00unknown",
            Peculiar { mode: 0o100_600, comment: b"nobody knows", ..plain },
        )
        .end(b"made by hand")
}

/// Attributes of every member of a zip besides its bytes, in the order of its list.
fn about(bytes: &[u8]) -> Vec<(String, String)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    let mut all = Vec::new();
    for index in 0..archive.len() {
        let mut member = archive.by_index(index).expect("a member");
        let mut content = Vec::new();
        std::io::Read::read_to_end(&mut member, &mut content).expect("its bytes");
        let said = format!(
            "{:?} {:o} {:?} {:?} {:?}",
            member.compression(),
            member.unix_mode().unwrap_or_default(),
            member.last_modified(),
            member.comment(),
            member.extra_data(),
        );
        all.push((member.name().expect("a name").into_owned(), said));
    }
    all
}

/// Every member's bytes as they lie in a zip, by the name, for those that did not change.
fn contents(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    let names: Vec<String> = (0..archive.len())
        .map(|at| archive.by_index(at).expect("a member").name().expect("a name").into_owned())
        .collect();
    let mut all = BTreeMap::new();
    for name in names {
        let mut content = Vec::new();
        std::io::Read::read_to_end(&mut archive.by_name(&name).expect("a member"), &mut content)
            .expect("its bytes");
        all.insert(name, content);
    }
    all
}

fn again(workspace: &Workspace) -> Vec<u8> {
    packages::pack(workspace, &PackOptions::of(workspace)).expect("it packs")
}

#[test]
fn a_package_from_elsewhere_opens_whole() {
    let opened = packages::open("shop.csar", &from_elsewhere()).unwrap();
    assert_eq!(opened.workspace.entry, Some(path("definitions/shop.yaml")));
    assert_eq!(opened.warnings, Vec::<String>::new());
    let names: Vec<&str> = opened.workspace.files.keys().map(FilePath::as_str).collect();
    assert_eq!(
        names,
        [
            "TOSCA-Metadata/TOSCA.meta",
            "definitions/shop.yaml",
            "definitions/types/shop types.yaml",
            "inner.csar",
            "scripts/create.sh",
            "what.is-this",
            "Überblick/日本.bin",
        ]
    );
    let analysis = Analysis::of(&opened.workspace, &Choices::default(), &Analysis::default());
    let said: Vec<String> = analysis
        .files()
        .flat_map(|checked| {
            checked
                .diagnostics()
                .iter()
                .map(|diagnostic| format!("{}: {}", checked.file(), diagnostic.message))
        })
        .collect();
    assert_eq!(said, Vec::<String>::new());
    assert_eq!(analysis.missing_files(), []);
}

#[test]
fn what_was_not_changed_goes_out_as_it_came_to_the_last_byte() {
    let bytes = from_elsewhere();
    assert_eq!(again(&packages::open("shop.csar", &bytes).unwrap().workspace), bytes);
}

#[test]
fn one_property_changed_is_one_span_of_one_member() {
    let bytes = from_elsewhere();
    let mut workspace = packages::open("shop.csar", &bytes).unwrap().workspace;
    let entry = path("definitions/shop.yaml");
    let analysis = Analysis::of(&workspace, &Choices::default(), &Analysis::default());
    let web = Id(Path::keys(["topology_template", "node_templates", "web"]));
    let edit =
        Edit::Set { of: web, key: Path::keys(["properties", "port"]), input: Input::Text("9090".to_owned()) };
    let mut change = analysis.plan(&entry, &edit).unwrap();
    let after = change.edits.remove(&entry).expect("the entry is edited").apply(SHOP);
    assert_eq!(after, SHOP.replace("8080", "9090"));
    workspace.files.insert(entry, Content::Text(after.as_str().into()));

    let packed = again(&workspace);
    let (mut before, mut now) = (contents(&bytes), contents(&packed));
    assert_eq!(now.remove("definitions/shop.yaml").unwrap(), after.as_bytes());
    before.remove("definitions/shop.yaml");
    assert_eq!(now, before);
    // Order, methods, times, modes, comments, extra fields, and the zip's own comment.
    assert_eq!(about(&packed), about(&bytes));
    assert!(packed.ends_with(b"made by hand"));
    assert_eq!(packages::open("shop.csar", &packed).unwrap().workspace.files, workspace.files);
}

#[test]
fn an_outdated_checksum_is_reported() {
    let meta = "CSAR-Version: 1.1\nEntry-Definitions: a.yaml\n\nName: a.yaml\nHash: 1\n\nName: b.yaml\nContent-Type: x\n";
    let sums = "metadata:\n\nSource: c.sh\nAlgorithm: SHA-256\nHash: 2\n\nSource: d.sh\nHash: 3\n";
    let members: &[(&str, &[u8])] = &[
        ("TOSCA-Metadata/TOSCA.meta", meta.as_bytes()),
        ("a.yaml", b"a: 1\n"),
        ("b.yaml", b"b: 1\n"),
        ("c.sh", b"c"),
        ("d.sh", b"d"),
        ("package.mf", sums.as_bytes()),
    ];
    let mut workspace = packages::open("x", &zip_of(members)).unwrap().workspace;
    assert_eq!(packages::outdated(&workspace), Vec::<String>::new());
    for name in ["a.yaml", "b.yaml", "d.sh"] {
        workspace.files.insert(path(name), Content::Text("new".into()));
    }
    assert_eq!(packages::outdated(&workspace), ["a.yaml", "d.sh"]);
}

#[test]
#[expect(clippy::too_many_lines, reason = "one journey, told from its start to its end")]
fn checksums_are_reported_and_updated_and_nothing_else_is() {
    let meta = "\
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: elsewhere
Entry-Definitions: definitions/a.yaml

Name: definitions/a.yaml
Content-Type: application/vnd.oasis.tosca.definitions
Algorithm: SHA-256
Hash: 3F4FFB3DF14D1BF2563CF30B3CB79DEE8FF3A3B0B5A6F8B2D3E1B4B7C0A7D9E1

Name: run.sh
MD5-Digest: 1B2M2Y8AsgTpgAmY7PhCfg==
SHA-512-Digest: none yet

Name: logo.png
Algorithm: SHA-1
Hash: 3cd7a0db76ff9dca48979e24c39b408c5bd9e9b5

Name: service.mf
Algorithm: SHA-1
Hash: 0000000000000000000000000000000000000000

Name: gone.sh
Algorithm: MD5
Hash: 0
";
    let sums = "metadata:\n  vnf_product_name: a\n\nSource: run.sh\nAlgorithm: SHA-1\nHash: 0\n";
    let entry = "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  node_templates:\n    web: {type: tosca.nodes.Compute}\n";
    let members: &[(&str, &[u8])] = &[
        ("TOSCA-Metadata/TOSCA.meta", meta.as_bytes()),
        ("definitions/a.yaml", entry.as_bytes()),
        ("run.sh", b""),
        ("logo.png", &[0, 1, 2, 3]),
        ("service.mf", sums.as_bytes()),
    ];
    let bytes = zip_of(members);
    let mut workspace = packages::open("x.csar", &bytes).unwrap().workspace;
    let manifest = path("TOSCA-Metadata/TOSCA.meta");
    let told = |workspace: &Workspace, before: &Analysis| {
        let analysis = Analysis::of(workspace, &Choices::default(), before);
        let checked = analysis.file(&manifest).expect("it is open").clone();
        let found: Vec<(String, Vec<String>)> = checked
            .diagnostics()
            .iter()
            .filter(|diagnostic| diagnostic.code.name == "tosca/meta-checksum")
            .map(|diagnostic| {
                (
                    checked.text()[std::ops::Range::from(diagnostic.range)].to_owned(),
                    diagnostic.fixes.iter().map(|fix| fix.title.clone()).collect(),
                )
            })
            .collect();
        (analysis, found)
    };
    // An empty script has the stated digest; wrong checksums are reported, and missing files are reported differently.
    let (analysis, found) = told(&workspace, &Analysis::default());
    let values: Vec<&str> = found.iter().map(|report| report.0.as_str()).collect();
    let wrong = "3F4FFB3DF14D1BF2563CF30B3CB79DEE8FF3A3B0B5A6F8B2D3E1B4B7C0A7D9E1";
    let zeros = "0000000000000000000000000000000000000000";
    assert_eq!(values, [wrong, "none yet", "3cd7a0db76ff9dca48979e24c39b408c5bd9e9b5", zeros]);
    assert!(
        found.iter().all(|report| report.1 == ["Recompute checksum", "Recompute all checksums"]),
        "{found:?}"
    );
    assert_eq!(packages::outdated(&workspace), Vec::<String>::new());

    // One is fixed by its own fix, in its own notation.
    let at = analysis
        .file(&manifest)
        .unwrap()
        .diagnostics()
        .iter()
        .position(|diagnostic| diagnostic.code.name == "tosca/meta-checksum");
    let change = analysis.fix(&manifest, at.unwrap(), 0).unwrap();
    let after = change.edits[&manifest].apply(meta);
    let own = after.lines().find(|line| line.starts_with("Hash: ")).unwrap().trim_start_matches("Hash: ");
    assert_eq!((own.len(), own.to_ascii_uppercase()), (64, own.to_owned()));
    assert_eq!(after.replace(own, wrong), meta);

    // Changed files are listed at the export, and all checksums are computed again, first that of the manifest that is part of the other.
    workspace.files.insert(path("run.sh"), Content::Text("abc".into()));
    assert_eq!(packages::outdated(&workspace), ["run.sh"]);
    for (file, text) in packages::recomputed(&workspace) {
        workspace.files.insert(file, Content::Text(text.into()));
    }
    assert_eq!(packages::outdated(&workspace), Vec::<String>::new());
    assert!(packages::recomputed(&workspace).is_empty());
    let (_, found) = told(&workspace, &analysis);
    assert_eq!(found, []);
    let text = |name: &str| workspace.text(&path(name)).unwrap().to_string();
    assert_eq!(text("service.mf"), sums.replace("Hash: 0", "Hash: a9993e364706816aba3e25717850c26c9cd0d89d"));
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (before, after) = (lines(meta), lines(&text("TOSCA-Metadata/TOSCA.meta")));
    assert_eq!(before.len(), after.len());
    let changed: Vec<&str> = before
        .iter()
        .zip(&after)
        .filter(|(old, new)| old != new)
        .map(|(_, new)| new.split_once(':').unwrap().0)
        .collect();
    assert_eq!(changed, ["Hash", "MD5-Digest", "SHA-512-Digest", "Hash", "Hash"]);
    assert!(after.contains(&"MD5-Digest: kAFQmDzST7DWlj99KOF/cg==".to_owned()));
    // The package holds nothing else that is new.
    let packed = again(&workspace);
    let (mut old, mut new) = (contents(&bytes), contents(&packed));
    for name in ["TOSCA-Metadata/TOSCA.meta", "service.mf", "run.sh"] {
        assert_ne!(old.remove(name), new.remove(name), "{name}");
    }
    assert_eq!(old, new);
}

#[test]
fn files_that_come_and_go_leave_the_others_where_they_lie() {
    let bytes = from_elsewhere();
    let mut workspace = packages::open("shop.csar", &bytes).unwrap().workspace;
    workspace.files.remove(&path("what.is-this"));
    workspace.files.insert(path("scripts/stop.sh"), Content::Text("#!/bin/sh\nexit 0\n".into()));
    workspace.files.insert(path("ä.txt"), Content::Text("new".into()));
    let packed = again(&workspace);
    assert_eq!(packages::open("shop.csar", &packed).unwrap().workspace.files, workspace.files);
    let mut expected = about(&bytes);
    let gone = expected.pop().unwrap();
    assert_eq!(gone.0, "what.is-this");
    let now = about(&packed);
    assert_eq!(now[..expected.len()], expected);
    let new: Vec<&str> = now[expected.len()..].iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(new, ["scripts/stop.sh", "ä.txt"]);
    assert!(listing(&packed).contains("100755 scripts/stop.sh\n"), "{}", listing(&packed));
    // And back again.
    workspace.files = packages::open("shop.csar", &bytes).unwrap().workspace.files;
    assert_eq!(again(&workspace), bytes);
}

#[test]
fn a_zip_behind_a_program_that_unpacks_it_keeps_the_program() {
    let mut bytes = b"PK\x07\x08".to_vec();
    bytes.extend(from_elsewhere());
    let mut workspace = packages::open("shop.csar", &bytes).unwrap().workspace;
    assert_eq!(again(&workspace), bytes);
    workspace.files.insert(path("what.is-this"), Content::Text("known".into()));
    let packed = again(&workspace);
    assert!(packed.starts_with(b"PK\x07\x08PK\x03\x04"));
    assert_eq!(packages::open("shop.csar", &packed).unwrap().workspace.files, workspace.files);
}

#[test]
fn a_package_that_needs_no_meta_file_is_given_none() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_2\nmetadata: {template_name: shop, template_version: 1.0}\n";
    let bytes = zip_of(&[("shop.yaml", text.as_bytes()), ("scripts/a.sh", b"a")]);
    let workspace = packages::open("shop.zip", &bytes).unwrap().workspace;
    assert_eq!(again(&workspace), bytes);
    assert_eq!(packages::file_name(&workspace, &PackOptions::of(&workspace)), "shop-1.0.csar");
    // With two at the top, it is unclear which one is meant.
    let bytes = zip_of(&[("shop.yaml", text.as_bytes()), ("types.yaml", b"node_types: {}\n")]);
    let workspace = packages::open("shop.zip", &bytes).unwrap().workspace;
    let packed = packages::open("shop.zip", &again(&workspace)).unwrap().workspace;
    assert!(
        packed.text(&path("TOSCA-Metadata/TOSCA.meta")).unwrap().contains("Entry-Definitions: shop.yaml\n")
    );
}

#[test]
fn a_folder_with_the_name_of_the_meta_file_stays_a_folder() {
    let text = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
    let mut workspace = workspace(&[("shop.yaml", text.as_bytes()), ("types.yaml", b"node_types: {}\n")]);
    workspace.entry = Some(path("shop.yaml"));
    workspace.folders.insert(path("TOSCA-Metadata/TOSCA.meta"));
    let packed = packages::pack(&workspace, &sources(&workspace)).expect("it packs");
    let packed = packages::open("shop.zip", &packed).unwrap().workspace;
    assert_eq!((packed.files, packed.folders), (workspace.files.clone(), workspace.folders.clone()));
    workspace.folders.insert(path("shop.yaml"));
    let clash = packages::pack(&workspace, &sources(&workspace)).unwrap_err();
    assert_eq!(
        clash.to_string(),
        "member `shop.yaml` is a file, but `shop.yaml/` is in a folder of that name"
    );
}

#[test]
fn a_service_template_becomes_no_project_of_another_language() {
    // `relationships` at the top is a section of the other one.
    let workspace = Workspace::of(
        path("shop.yaml"),
        "tosca_definitions_version: tosca_simple_yaml_1_2\nname: assembly::x::1.0\nrelationships: {}\n",
    );
    let options = PackOptions::of(&workspace);
    assert_eq!(options.kind, PackageKind::Csar);
    expect![[r#"
        entry: shop.yaml
        --- TOSCA-Metadata/TOSCA.meta
        TOSCA-Meta-File-Version: 1.0
        CSAR-Version: 1.1
        Created-By: Limn
        Entry-Definitions: shop.yaml
    "#]]
    .assert_eq(&manifests(&workspace, &options));
}

// --- hostile and damaged ---

#[test]
fn a_member_that_climbs_out_is_refused() {
    refused(
        &zip_of(&[("ok.yml", b"a"), ("../../etc/cron.d/x", b"b")]),
        expect!["member `../../etc/cron.d/x` is outside the package"],
    );
    refused(&zip_of(&[("..\\x.yml", b"b")]), expect![[r#"member `..\\x.yml` is outside the package"#]]);
    refused(
        &replaced(&zip_of(&[("_etc_passwd", b"b")]), b"_etc_passwd", b"/etc/passwd"),
        expect!["member `/etc/passwd` is outside the package"],
    );
    refused(
        &replaced(&zip_of(&[("C__x.yml", b"b")]), b"C__x.yml", b"C:\\x.yml"),
        expect![[r#"member `C:\\x.yml` is outside the package"#]],
    );
    refused(&tar_gz_of(&[("../x.yml", b"b")]), expect!["member `../x.yml` is outside the package"]);
}

#[test]
fn a_name_that_no_file_can_have_is_refused() {
    refused(
        &zip_of(&[("a\u{1b}[31m.yml", b"b")]),
        expect![[
            r#"invalid member name `a\u{1b}[31m.yml`: `a\u{1b}[31m.yml` contains a character that is not allowed in file names"#
        ]],
    );
}

#[test]
fn two_members_of_one_name_are_refused() {
    refused(
        &replaced(&zip_of(&[("a.yml", b"1"), ("b.yml", b"2")]), b"b.yml", b"a.yml"),
        expect!["duplicate member `a.yml`"],
    );
    refused(&zip_of(&[("x/a.yml", b"1"), ("x/./a.yml", b"2")]), expect!["duplicate member `x/a.yml`"]);
    refused(&tar_gz_of(&[("a.yml", b"1"), ("./a.yml", b"2")]), expect!["duplicate member `a.yml`"]);
}

#[test]
fn names_that_differ_in_case_only_are_reported() {
    let opened = packages::open("x", &zip_of(&[("a.yml", b"1"), ("A.yml", b"2")])).unwrap();
    assert!(
        opened.warnings.iter().any(|w| w.contains("`a.yml` and `A.yml` differ only in case")),
        "{:?}",
        opened.warnings
    );
}

#[test]
fn zip_bombs_are_refused_before_they_burst() {
    let zeros = vec![0; 64 * 1024 * 1024];
    refused(
        &zip_of(&[("bomb.yml", &zeros)]),
        expect!["member `bomb.yml` expands to 1029 times its size, like a zip bomb"],
    );
    let names: Vec<String> = (0..40).map(|n| n.to_string()).collect();
    let many: Vec<(&str, &[u8])> =
        names.iter().map(|name| (name.as_str(), &zeros[..8 * 1024 * 1024])).collect();
    refused(&zip_of(&many), expect!["the package expands to more than 256 MB"]);
    refused(&tar_gz_of(&many), expect!["the package expands to more than 256 MB"]);
}

#[test]
fn a_claimed_size_is_not_believed() {
    // Both headers say that the member is one byte long.
    let bytes = zip_of(&[("bomb.yml", &vec![0; 64 * 1024 * 1024])]);
    let lie = replaced(&bytes, &(64u32 * 1024 * 1024).to_le_bytes(), &1u32.to_le_bytes());
    let error = packages::open("demo.csar", &lie).expect_err("the package is refused");
    assert!(matches!(error, CsarError::Bomb { .. } | CsarError::Damaged { .. }), "{error}");
}

#[test]
fn too_many_members_are_refused() {
    let names: Vec<String> = (0..=packages::MAX_MEMBERS).map(|n| n.to_string()).collect();
    let members: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    refused(&zip_of(&members), expect!["the package has more than 10000 members"]);
    refused(&tar_gz_of(&members), expect!["the package has more than 10000 members"]);
}

#[test]
fn an_encrypted_member_is_refused() {
    // General purpose flag, bit 0, in the local and in the central header.
    let mut bytes = zip_of(&[("a.yml", b"secret")]);
    bytes[6] |= 1;
    let central = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    bytes[central + 8] |= 1;
    refused(&bytes, expect!["member `a.yml` is encrypted; repack the package without a password"]);
}

#[test]
fn another_compression_is_named() {
    let mut bytes = zip_of(&[("a.yml", b"text")]);
    let central = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    // LZMA.
    (bytes[8], bytes[central + 10]) = (14, 14);
    refused(&bytes, expect!["unsupported compression of member `a.yml`; repack it with deflate"]);
}

#[test]
fn links_are_not_followed() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("main.yaml", SimpleFileOptions::default()).unwrap();
    zip.add_symlink("passwords.yaml", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let bytes = zip.finish().unwrap().into_inner();
    let opened = packages::open("x", &bytes).unwrap();
    assert_eq!(opened.workspace.files.len(), 1);
    expect!["`passwords.yaml` is a link to another file, which is not followed"]
        .assert_eq(&opened.warnings.join("\n"));
    // It stays in the package.
    let mut workspace = opened.workspace;
    workspace.files.insert(path("TOSCA-Metadata/TOSCA.meta"), Content::Text("CSAR-Version: 1.1\n".into()));
    assert!(
        listing(&again(&workspace)).contains("120777 passwords.yaml\n"),
        "{}",
        listing(&again(&workspace))
    );
}

#[test]
fn other_files_are_not_packages() {
    refused(b"", expect!["expected a zip or a gzipped tar, found `demo.csar`"]);
    refused(b"name: x\n", expect!["expected a zip or a gzipped tar, found `demo.csar`"]);
    refused(&zip_of(&[]), expect!["the package contains no files"]);
    refused(
        b"PK\x03\x04 and then nothing",
        expect!["`demo.csar` is damaged or truncated: its central directory is missing"],
    );
}

#[test]
fn every_cut_short_package_is_an_error_or_the_whole() {
    let whole: &[(&str, &[u8])] = &[("main.yaml", b"a: 1\n"), ("b/c.yaml", &[b'x'; 300])];
    for bytes in [zip_of(whole), tar_gz_of(whole)] {
        for end in 0..bytes.len() {
            if let Ok(opened) = packages::open("x", &bytes[..end]) {
                assert_eq!(opened.workspace.files.len(), 2, "cut at {end} of {}", bytes.len());
            }
        }
    }
}

#[test]
fn a_member_whose_bytes_changed_is_reported() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("a.yml", SimpleFileOptions::default().compression_method(CompressionMethod::Stored))
        .unwrap();
    zip.write_all(b"hello world").unwrap();
    let bytes = replaced(&zip.finish().unwrap().into_inner(), b"hello", b"hallo");
    refused(
        &bytes,
        expect!["`demo.csar` is damaged or truncated: member `a.yml` does not match its checksum"],
    );
}

/// The error for a damaged package, without the common beginning.
fn damage(bytes: &[u8]) -> String {
    let error = packages::open("demo.csar", bytes).expect_err("the package is refused").to_string();
    let start = "`demo.csar` is damaged or truncated: ";
    error.strip_prefix(start).unwrap_or(&error).to_owned()
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(bytes).and_then(|()| gzip.finish()).expect("memory can be written")
}

fn gunzipped(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    flate2::read::GzDecoder::new(bytes).read_to_end(&mut out).expect("the stream is whole");
    out
}

#[test]
fn damage_is_reported_in_plain_words() {
    let members: &[(&str, &[u8])] = &[("main.yaml", b"a: 1\n"), ("b/c.yaml", &[b'x'; 3000])];
    let packed = tar_gz_of(members);
    let plain = gunzipped(&packed);
    let mut wrong_sum = packed.clone();
    let at = wrong_sum.len() - 8;
    wrong_sum[at] ^= 1;
    assert_eq!(damage(&wrong_sum), "it does not match its checksum");
    assert_eq!(damage(&packed[..packed.len() - 20]), "member `b/c.yaml` ends too early");
    assert_eq!(damage(&gzipped(&plain[..1536 + 1000])), "member `b/c.yaml` ends too early");
    assert_eq!(damage(&gzipped(&plain[..1024 + 100])), "it ends too early");
    let mut header = plain.clone();
    header[1024 + 150] ^= 0x55;
    assert_eq!(damage(&gzipped(&header)), "the header of a member cannot be read");
    assert_eq!(damage(&gzipped(&[b'n'; 2000])), "the header of a member cannot be read");
    assert_eq!(
        damage(b"\x1f\x8b\x08\x00 and then nothing of the kind"),
        "its compressed data cannot be read"
    );
    let zip = zip_of(members);
    let data = 30 + "main.yaml".len();
    let mut member = zip.clone();
    member[data] = 0xff;
    assert_eq!(damage(&member), "the compressed data of member `main.yaml` cannot be read");
    let mut local = zip.clone();
    local[..4].copy_from_slice(b"PK\x07\x08");
    assert_eq!(damage(&local), "the header of member `main.yaml` cannot be read");
    let mut list = zip.clone();
    let directory = (0..zip.len()).rfind(|&at| zip[at..].starts_with(b"PK\x01\x02")).expect("a list");
    list[directory] = b'X';
    assert_eq!(damage(&list), "its central directory cannot be read");
}

#[test]
fn members_other_than_files_are_named_by_their_kind() {
    let gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let mut tar = tar::Builder::new(gzip);
    let kinds = [
        ("main.yaml", tar::EntryType::Regular),
        ("hard", tar::EntryType::Link),
        ("soft", tar::EntryType::Symlink),
        ("tty", tar::EntryType::Char),
        ("disk", tar::EntryType::Block),
        ("pipe", tar::EntryType::Fifo),
        ("odd", tar::EntryType::new(b'V')),
    ];
    for (name, kind) in kinds {
        let mut header = tar::Header::new_gnu();
        header.set_path(name).expect("a plain name");
        header.set_entry_type(kind);
        header.set_size(0);
        header.set_cksum();
        tar.append(&header, &b""[..]).expect("memory can be written");
    }
    let bytes = tar.into_inner().and_then(flate2::write::GzEncoder::finish).expect("the tar is whole");
    let opened = packages::open("x", &bytes).expect("the package opens");
    expect![[r#"
        `hard` is a link to another file, which is not followed
        `soft` is a link to another file, which is not followed
        `tty` is a character device, which is not read
        `disk` is a block device, which is not read
        `pipe` is a named pipe, which is not read
        `odd` is of an unknown kind, which is not read"#]]
    .assert_eq(&opened.warnings.join("\n"));
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("main.yaml", SimpleFileOptions::default()).expect("a member can be started");
    zip.add_symlink("pipe", "", SimpleFileOptions::default()).expect("a member can be written");
    let zip = zip.finish().expect("the zip is whole").into_inner();
    // A link's type, as the list of members has it, becomes a pipe's.
    let zip = replaced(
        &zip,
        &0o120_777_u32.checked_shl(16).expect("16 bits").to_le_bytes(),
        &(0o010_777_u32 << 16).to_le_bytes(),
    );
    let opened = packages::open("x", &zip).expect("the package opens");
    assert_eq!(opened.warnings, ["`pipe` is a named pipe, which is not read"]);
}

#[test]
fn a_name_that_is_a_file_and_a_folder_is_refused() {
    let members: &[(&str, &[u8])] = &[("a/x", b"1"), ("a/x/y.yaml", b"b: 1\n"), ("main.yaml", b"c: 1\n")];
    for bytes in [zip_of(members), tar_gz_of(members)] {
        refused(&bytes, expect!["member `a/x` is a file, but `a/x/y.yaml` is in a folder of that name"]);
    }
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("x", SimpleFileOptions::default()).expect("a member can be started");
    zip.add_directory("x/", SimpleFileOptions::default()).expect("a folder can be added");
    let bytes = zip.finish().expect("the zip is whole").into_inner();
    assert!(matches!(
        packages::open("x", &bytes),
        Err(CsarError::FileAndFolder { .. } | CsarError::Twice { .. })
    ));
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("x", SimpleFileOptions::default()).expect("a member can be started");
    zip.add_directory("x/y/", SimpleFileOptions::default()).expect("a folder can be added");
    let bytes = zip.finish().expect("the zip is whole").into_inner();
    refused(&bytes, expect!["member `x` is a file, but `x/y/` is in a folder of that name"]);
    // Some disks can hold these.
    let opened = packages::open("x", &zip_of(&[("X", b"1"), ("x/y.yaml", b"b: 1\n"), ("x/z.yaml", b"")]))
        .expect("it opens");
    assert_eq!(
        opened.warnings,
        ["the file `X` and the folder `x` differ only in case and collide on some machines"]
    );
}

// --- laws ---

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn open_undoes_pack(files in proptest::collection::btree_map("[a-z]{1,6}(/[a-zA-Z0-9 ._é-]{1,5}x){0,2}", proptest::collection::vec(any::<u8>(), 0..200), 1..8)) {
        // A name cannot be a file and a folder at once.
        let clash = files.keys().any(|name| files.keys().any(|other| other.starts_with(&format!("{name}/"))));
        prop_assume!(!clash);
        let mut files: BTreeMap<FilePath, Content> =
            files.into_iter().map(|(name, bytes)| (path(&name), Content::from_bytes(bytes))).collect();
        files.insert(path("lmproject.yml"), Content::Text("name: x\n".into()));
        let before = Workspace { files, whole: true, ..Workspace::default() };
        let bytes = packages::pack(&before, &sources(&before)).unwrap();
        let opened = packages::open("x", &bytes).unwrap();
        prop_assert_eq!(&opened.workspace.files, &before.files);
        prop_assert_eq!(packages::pack(&opened.workspace, &sources(&opened.workspace)).unwrap(), bytes);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400), zip in any::<bool>()) {
        let head: &[u8] = if zip { b"PK\x03\x04" } else { &[0x1f, 0x8b, 8, 0] };
        let _: Result<_, _> = packages::open("x", &[head, &bytes].concat());
    }

    #[test]
    fn no_damage_makes_it_panic(at in 0usize..600, byte in any::<u8>()) {
        let mut bytes = zip_of(&[("main.yaml", b"a: 1\n"), ("b/c.yaml", &[b'x'; 300])]);
        let at = at % bytes.len();
        bytes[at] = byte;
        let _: Result<_, _> = packages::open("x", &bytes);
    }
}

// --- real projects ---

#[test]
fn real_projects_come_back_byte_for_byte() {
    let families = ["1-tnco-assembly", "2-cp4na-lmctl", "3-tosca"];
    let folders: Vec<_> = families.into_iter().filter_map(corpus).collect();
    let mut projects = 0;
    let manifests = folders.iter().flat_map(|folder| files(folder, &["lmproject.yml", "TOSCA.meta"]));
    for manifest in manifests {
        let up = if manifest.ends_with("TOSCA-Metadata/TOSCA.meta") { 2 } else { 1 };
        let root = manifest.ancestors().nth(up).expect("a manifest is in a folder");
        let mut before = Workspace { whole: true, ..Workspace::default() };
        for file in files(root, &[""]) {
            let relative = file.strip_prefix(root).expect("below the root").to_str().expect("UTF-8");
            before.files.insert(path(relative), Content::from_bytes(std::fs::read(&file).expect("readable")));
        }
        before.entry = packages::entry(&before).path;
        let bytes = packages::pack(&before, &sources(&before)).unwrap();
        let opened = packages::open("x", &bytes).unwrap();
        assert_eq!(loose(opened.workspace), before, "{}", manifest.display());
        projects += 1;
    }
    assert!(folders.is_empty() || projects > 100, "{projects} projects");
}

#[test]
fn real_packages_are_checked_and_go_out_as_they_came() {
    let Some(folder) = corpus("3-tosca") else { return };
    let labels =
        std::fs::read_to_string(folder.with_file_name("MANIFEST.tsv")).expect("the corpus has labels");
    let label = |file: &str| {
        let row = labels.lines().find(|row| row.split('\t').next() == Some(file));
        row.and_then(|row| row.split('\t').nth(7)).unwrap_or("unknown").to_owned()
    };
    let mut packages = 0;
    for manifest in files(&folder, &["TOSCA.meta"]) {
        let Some(root) = manifest
            .parent()
            .filter(|folder| folder.ends_with("TOSCA-Metadata"))
            .and_then(std::path::Path::parent)
        else {
            continue;
        };
        let mut members = Vec::new();
        for file in files(root, &[""]) {
            let name = file.strip_prefix(root).expect("below the root").to_str().expect("UTF-8").to_owned();
            members.push((name, std::fs::read(&file).expect("readable")));
        }
        let members: Vec<(&str, &[u8])> =
            members.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])).collect();
        let bytes = zip_of(&members);
        let opened =
            packages::open("real.csar", &bytes).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
        assert_eq!(again(&opened.workspace), bytes, "{}", root.display());
        let analysis = Analysis::of(&opened.workspace, &Choices::default(), &Analysis::default());
        let entry = opened.workspace.entry.as_ref().map(|entry| root.join(entry.as_str()));
        let place =
            entry.and_then(|entry| Some(entry.strip_prefix(folder.parent()?).ok()?.to_str()?.to_owned()));
        let errors: Vec<String> = analysis
            .files()
            .filter(|checked| checked.file().name() == "TOSCA.meta")
            .flat_map(|checked| checked.diagnostics())
            .filter(|found| found.severity == limn::diagnostic::Severity::Error)
            .map(|found| found.message.clone())
            .collect();
        // A package whose entry others take is one whose manifest they can read.
        if place.is_some_and(|place| label(&place) == "valid") {
            assert_eq!(errors, Vec::<String>::new(), "{}", root.display());
        }
        packages += 1;
    }
    assert!(packages > 50, "{packages} packages");
}
