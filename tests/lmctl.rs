//! LMCTL itself is the judge: it builds the same projects, validates what Limn packs before a push, and validates projects. Its packages come from `PyPI`
//! once, into `target`; where that is not possible, the tests say so and pass. `LIMN_PYTHON` names a Python that has LMCTL.

mod common;
#[path = "lmctl/mutants.rs"]
mod mutants;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Cursor, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use common::corpus::{corpus, files};
use limn::analysis::{Analysis, Choices};
use limn::diagnostic::Severity;
use limn::files::{Content, FilePath, Workspace};
use limn::packages::{self, PackOptions};
use serde_json::{Value, json};

/// The versions that these tests were written for. `setuptools` has what Python 3.12 no longer has.
const PACKAGES: &[&str] = &["lmctl==3.6.0", "setuptools<81"];

/// A Python that has LMCTL.
fn python() -> Option<&'static Path> {
    static PYTHON: OnceLock<Option<PathBuf>> = OnceLock::new();
    PYTHON.get_or_init(set_up).as_deref()
}

fn set_up() -> Option<PathBuf> {
    if let Some(python) = std::env::var_os("LIMN_PYTHON") {
        return Some(python.into());
    }
    // There LMCTL writes member names with backslashes.
    if cfg!(windows) {
        return skip("LMCTL builds other packages on Windows");
    }
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lmctl-3.6.0");
    let python = home.join("bin/python");
    let has_lmctl = |python: &Path| {
        let mut command = Command::new(python);
        command.args(["-c", "import lmctl.project.source.core, lmctl.project.package.core"]);
        command.output().is_ok_and(|output| output.status.success())
    };
    if has_lmctl(&python) {
        return Some(python);
    }
    let run = |command: &mut Command| command.output().is_ok_and(|output| output.status.success());
    if !run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&home)) {
        return skip("`python3 -m venv` does not work");
    }
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1"];
    if !run(Command::new(&python).args(install).args(PACKAGES)) {
        return skip("`pip install` does not work");
    }
    if has_lmctl(&python) { Some(python) } else { skip("this Python cannot run LMCTL") }
}

fn skip(why: &str) -> Option<PathBuf> {
    let _closed = writeln!(std::io::stderr(), "LMCTL is not asked: {why}");
    None
}

/// Runs LMCTL on jobs, each a word and a path.
fn ask(python: &Path, jobs: &[(&str, &Path)]) -> Vec<Value> {
    let jobs: Vec<Value> = jobs.iter().map(|(word, path)| json!({"do": word, "path": path})).collect();
    let mut child = Command::new(python)
        .arg("tests/lmctl/drive.py")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python starts");
    let input = serde_json::to_vec(&jobs).expect("jobs are JSON");
    child.stdin.take().expect("piped").write_all(&input).expect("Python reads");
    let output = child.wait_with_output().expect("Python ends");
    serde_json::from_slice(&output.stdout).expect("results are JSON")
}

/// The text of each file of a project; a name that ends with a slash is an empty folder.
type Files = BTreeMap<String, String>;

fn projects() -> BTreeMap<String, Files> {
    let text = include_str!("lmctl/projects.yaml");
    let all: serde_yaml::Value = serde_yaml::from_str(text).expect("the projects are YAML");
    serde_yaml::from_value(all["projects"].clone()).expect("a project is files")
}

/// A new folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lmctl").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("an old folder can go");
    }
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

fn write(folder: &Path, project: &Files) {
    fs::create_dir_all(folder).expect("a folder can be made");
    for (name, text) in project {
        let path = folder.join(name);
        if name.ends_with('/') {
            fs::create_dir_all(path).expect("a folder can be made");
            continue;
        }
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }
}

fn workspace(project: &Files) -> Workspace {
    let mut workspace = Workspace { whole: true, ..Workspace::default() };
    for (name, text) in project {
        let path = FilePath::new(name).expect("a path");
        if name.ends_with('/') {
            workspace.folders.insert(path);
        } else {
            workspace.files.insert(path, Content::Text(text.as_str().into()));
        }
    }
    workspace
}

/// Packs a folder by the command line.
fn limn_pack(project: &Path, output: &Path) {
    let output = Command::new(env!("CARGO_BIN_EXE_limn"))
        .args(["pack", &project.to_string_lossy(), "-o", &output.to_string_lossy()])
        .output()
        .expect("the command line starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

// --- members and contents ---

/// The members of a package. Those of an archive in it follow its name; folders count only there, because LMCTL lists none outside.
fn members(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    if bytes.starts_with(b"PK") {
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
        for index in 0..archive.len() {
            let mut member = archive.by_index(index).expect("a member");
            let mut content = Vec::new();
            member.read_to_end(&mut content).expect("its bytes");
            all.insert(member.name().expect("a name").into_owned(), content);
        }
    } else {
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(bytes));
        for entry in archive.entries().expect("a tar") {
            let mut entry = entry.expect("a member");
            let name = entry.path().expect("a name").to_string_lossy().into_owned();
            let mut content = Vec::new();
            entry.read_to_end(&mut content).expect("its bytes");
            all.insert(name, content);
        }
    }
    let inner: Vec<String> = all.keys().filter(|name| all[*name].starts_with(b"PK")).cloned().collect();
    for name in inner {
        let bytes = all.remove(&name).unwrap_or_default();
        all.extend(members(&bytes).into_iter().map(|(inside, bytes)| (format!("{name}!{inside}"), bytes)));
        all.insert(format!("{name}!"), Vec::new());
    }
    all
}

/// Returns true if two members have the same content: the same bytes, or the same data where LMCTL rewrites the file.
fn is_same(name: &str, ours: &[u8], theirs: &[u8]) -> bool {
    let extension = name.rsplit('.').next().unwrap_or_default();
    ours == theirs
        || match extension {
            "yml" | "yaml" | "MF" => {
                let read = |bytes| serde_yaml::from_slice::<serde_yaml::Value>(bytes).ok();
                read(ours).is_some_and(|ours| Some(ours) == read(theirs))
            }
            "json" => {
                let read = |bytes| serde_json::from_slice::<Value>(bytes).ok();
                read(ours).is_some_and(|ours| Some(ours) == read(theirs))
            }
            _ => false,
        }
}

#[test]
fn packages_are_those_that_lmctl_builds() {
    let Some(python) = python() else { return };
    let (projects, folder) = (projects(), folder("build"));
    assert!(projects.len() >= 30, "{} projects", projects.len());
    let paths: Vec<PathBuf> = projects.keys().map(|name| folder.join(name)).collect();
    let mut ours = Vec::new();
    for (path, project) in paths.iter().zip(projects.values()) {
        write(path, project);
        let is_csar = project.values().any(|text| text.contains("\npackaging: csar\n"));
        let output = path.with_extension(if is_csar { "limn.csar" } else { "limn.tgz" });
        limn_pack(path, &output);
        ours.push(output);
    }
    let built = ask(python, &paths.iter().map(|path| ("build", path.as_path())).collect::<Vec<_>>());
    let mut wrong = Vec::new();
    for ((name, ours), built) in projects.keys().zip(&ours).zip(&built) {
        let Some(package) = built["package"].as_str() else {
            wrong.push(format!("{name}: LMCTL does not build it: {}", built["errors"]));
            continue;
        };
        let read = |path: &Path| fs::read(path).expect("a package");
        let (ours, theirs) = (read(ours), read(Path::new(package)));
        assert_eq!(ours.starts_with(b"PK"), theirs.starts_with(b"PK"), "{name}: another kind of archive");
        let (ours, theirs) = (members(&ours), members(&theirs));
        let names = |members: &BTreeMap<String, Vec<u8>>| members.keys().cloned().collect::<BTreeSet<_>>();
        for member in names(&ours).symmetric_difference(&names(&theirs)) {
            let who = if ours.contains_key(member) { "Limn" } else { "LMCTL" };
            wrong.push(format!("{name}: only {who} has `{member}`"));
        }
        for (member, content) in &ours {
            let other = theirs.get(member);
            if other.is_some_and(|other| !is_same(member, content, other)) {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                let other = other.map(|other| text(other)).unwrap_or_default();
                wrong.push(format!("{name}: `{member}` is\n{}\nLMCTL:\n{other}", text(content)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let checked = ask(python, &ours.iter().map(|path| ("push", path.as_path())).collect::<Vec<_>>());
    let refused = projects.keys().zip(&checked).filter(|(_, checked)| checked["ok"] != true);
    let refused: Vec<String> = refused.map(|(name, why)| format!("{name}: {}", why["errors"])).collect();
    assert!(refused.is_empty(), "LMCTL does not push:\n{}", refused.join("\n"));
}

/// A descriptor without a project becomes a package, too.
#[test]
fn lmctl_takes_the_packages_of_descriptors() {
    let Some(python) = python() else { return };
    let folder = folder("descriptors");
    let mut packages = Vec::new();
    for (name, text) in [
        ("net.yml", "name: assembly::net::1.0\n"),
        ("web.yaml", "name: resource::web::1.0\nlifecycle: {Install: {}}\n"),
        ("nameless.yaml", "lifecycle: {Install: {}}\n"),
    ] {
        let workspace = Workspace::of(FilePath::new(name).expect("a path"), text);
        let bytes = packages::pack(&workspace, &PackOptions::of(&workspace)).expect("it packs");
        let path = folder.join(name).with_extension("csar");
        fs::write(&path, bytes).expect("a file can be written");
        packages.push(path);
    }
    let checked = ask(python, &packages.iter().map(|path| ("push", path.as_path())).collect::<Vec<_>>());
    assert!(checked.iter().all(|checked| checked["ok"] == true), "{checked:?}");
}

#[test]
fn what_lmctl_built_opens_without_errors_and_goes_out_as_it_came() {
    let Some(python) = python() else { return };
    let (projects, folder) = (projects(), folder("open"));
    let paths: Vec<PathBuf> = projects.keys().map(|name| folder.join(name)).collect();
    for (path, project) in paths.iter().zip(projects.values()) {
        write(path, project);
    }
    let built = ask(python, &paths.iter().map(|path| ("build", path.as_path())).collect::<Vec<_>>());
    for (name, built) in projects.keys().zip(&built) {
        let package = built["package"].as_str().expect("LMCTL builds it");
        let bytes = fs::read(package).expect("a package");
        let opened = packages::open(package, &bytes).expect("it opens");
        assert_eq!(opened.warnings, Vec::<String>::new(), "{name}");
        let entry = opened.workspace.entry.clone().expect("an entry");
        let analysis = Analysis::of(&opened.workspace, &Choices::default(), &Analysis::default());
        assert_eq!(errors(&analysis), Vec::<String>::new(), "{name}");
        let mut workspace = opened.workspace;
        assert_eq!(pack(&workspace), bytes, "{name}");
        // An edit changes its member, and that of a resource's archive.
        let text = format!("{}# edited\n", workspace.text(&entry).expect("text"));
        workspace.files.insert(entry.clone(), Content::Text(text.as_str().into()));
        let (before, after) = (members(&bytes), members(&pack(&workspace)));
        assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>(), "{name}");
        let changed: Vec<&String> =
            before.keys().filter(|member| before[*member] != after[*member]).collect();
        let original = &before[entry.as_str()];
        let expected: Vec<&String> = before
            .keys()
            .filter(|member| {
                member.as_str() == entry.as_str() || (member.contains('!') && before[*member] == *original)
            })
            .collect();
        assert_eq!(changed, expected, "{name}");
    }
}

fn pack(workspace: &Workspace) -> Vec<u8> {
    packages::pack(workspace, &PackOptions::of(workspace)).expect("it packs")
}

fn errors(analysis: &Analysis) -> Vec<String> {
    let of = |checked: &limn::analysis::Checked| {
        let errors = checked.diagnostics().iter().filter(|found| found.severity == Severity::Error);
        let text = |found: &limn::diagnostic::Diagnostic| {
            format!("{}: {}: {}", checked.file(), found.code.name, found.message)
        };
        errors.map(text).collect::<Vec<_>>()
    };
    analysis.files().flat_map(|checked| of(checked)).collect()
}

// --- the verdict on projects ---

/// Reasons why the verdicts on these differ, by a part of the mutant's name: LMCTL is not the measure there.
const ARGUED: &[(&str, &str)] = &[(
    ": another name in Definitions/lm/resource.y",
    "LMCTL leaves the names of ETSI_VNF projects unchecked, but pushes the package under the name of the descriptor",
)];

#[test]
fn verdicts_on_projects_are_those_of_lmctl() {
    let Some(python) = python() else { return };
    let (mutants, folder) = (mutants::of(&projects()), folder("verdicts"));
    let paths: Vec<PathBuf> = (0..mutants.len()).map(|index| folder.join(index.to_string())).collect();
    for (path, (_, project)) in paths.iter().zip(&mutants) {
        write(path, project);
    }
    let verdicts = ask(python, &paths.iter().map(|path| ("validate", path.as_path())).collect::<Vec<_>>());
    let (mut agreed, mut different) = (0, Vec::new());
    for ((name, project), verdict) in mutants.iter().zip(&verdicts) {
        let analysis = Analysis::of(&workspace(project), &Choices::default(), &Analysis::default());
        let errors = errors(&analysis);
        if errors.is_empty() == (verdict["ok"] == true) {
            agreed += 1;
        } else {
            different.push(format!("{name}\n  LMCTL: {}\n  Limn: {errors:?}", verdict["errors"]));
        }
    }
    let share = f64::from(agreed) / mutants.len() as f64;
    let _closed = writeln!(std::io::stderr(), "{agreed} of {} verdicts agree", mutants.len());
    let unknown = |text: &&String| {
        !ARGUED.iter().any(|(part, _)| text.starts_with("etsi-function") && text.contains(part))
    };
    let unknown: Vec<&String> = different.iter().filter(unknown).collect();
    assert!(
        share >= 0.99 && unknown.is_empty(),
        "{share}\n{}",
        unknown.iter().map(|text| text.as_str()).collect::<Vec<_>>().join("\n")
    );
}

/// Real projects, without what Limn alone checks in their descriptors.
#[test]
fn verdicts_on_real_projects_are_those_of_lmctl() {
    let Some(python) = python() else { return };
    let folders: Vec<PathBuf> = ["1-tnco-assembly", "2-cp4na-lmctl"].into_iter().filter_map(corpus).collect();
    let found = folders.iter().flat_map(|folder| files(folder, &["lmproject.yml", "lmproject.yaml"]));
    let roots: BTreeSet<PathBuf> = found.filter_map(|file| file.parent().map(Path::to_owned)).collect();
    let copies = folder("real");
    let (mut paths, mut workspaces) = (Vec::new(), Vec::new());
    for (index, root) in roots.iter().enumerate() {
        let mut project = Files::new();
        for file in files(root, &[""]) {
            let name = file.strip_prefix(root).expect("below the root").to_string_lossy().into_owned();
            let bytes = fs::read(&file).expect("readable");
            project.insert(name, String::from_utf8_lossy(&bytes).into_owned());
        }
        let path = copies.join(index.to_string());
        write(&path, &project);
        paths.push(path);
        workspaces.push(workspace(&project));
    }
    let verdicts = ask(python, &paths.iter().map(|path| ("validate", path.as_path())).collect::<Vec<_>>());
    let is_of_projects =
        |rule: &str| rule.starts_with("A-PKG-") || ["A-NAME-13", "A-RES-4", "A-RES-5"].contains(&rule);
    let mut different = Vec::new();
    for ((root, workspace), verdict) in roots.iter().zip(&workspaces).zip(&verdicts) {
        let analysis = Analysis::of(workspace, &Choices::default(), &Analysis::default());
        let mut all = analysis.files().flat_map(|checked| checked.diagnostics());
        let is_refused =
            all.any(|found| found.severity == Severity::Error && found.code.rule.is_some_and(is_of_projects));
        if is_refused == (verdict["ok"] == true) {
            different.push(format!("{}: LMCTL: {}", root.display(), verdict["errors"]));
        }
    }
    let _closed = writeln!(
        std::io::stderr(),
        "{} of {} real verdicts agree",
        roots.len() - different.len(),
        roots.len()
    );
    assert!(folders.is_empty() || roots.len() > 50, "{} projects", roots.len());
    assert!(different.len() * 100 <= roots.len(), "{}", different.join("\n"));
}
