//! Folders of files for tests of the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The first line of a service template.
pub const HEAD: &str = "tosca_definitions_version: tosca_simple_yaml_1_3\n";

/// A folder with files, in which the command line runs.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("problems").join(name);
        let _absent = fs::remove_dir_all(&root);
        for (file, text) in files {
            let path = root.join(file);
            fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder can be made");
            fs::write(path, text).expect("a file can be written");
        }
        Folder(root)
    }

    /// Runs `limn` in the folder: exit code, output, messages.
    pub fn limn(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_limn"))
            .args(arguments)
            .current_dir(&self.0)
            .env_remove("NO_COLOR")
            .output()
            .expect("the command line runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code().expect("it ended by itself"), text(output.stdout), text(output.stderr))
    }

    #[track_caller]
    pub fn json(&self, arguments: &[&str]) -> Value {
        let (_, out, err) = self.limn(arguments);
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"))
    }

    /// The codes that a check reports, in all files.
    pub fn codes(&self, arguments: &[&str]) -> Vec<String> {
        let report = self.json(&[&["check", "--format", "json"], arguments].concat());
        let files = report.as_array().expect("an array").iter();
        let found = files.flat_map(|file| file["diagnostics"].as_array().expect("an array"));
        found.map(|diagnostic| diagnostic["code"].as_str().expect("a code").to_owned()).collect()
    }
}
