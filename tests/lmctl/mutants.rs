//! Projects with one fault each: a file too few or too many, another name or version, another value in the project file, formats of before.

use super::Files;

/// Adds a mutant: what was done, and the files.
type Add<'a> = &'a mut dyn FnMut(String, Files);

/// The projects as they are, and with one fault each.
pub fn of(projects: &std::collections::BTreeMap<String, Files>) -> Vec<(String, Files)> {
    let mut all = Vec::new();
    for (name, project) in projects {
        let mut add = |what: String, files: Files| all.push((format!("{name}: {what}"), files));
        add("as it is".to_owned(), project.clone());
        // A folder without the project file is not a project.
        for file in project.keys().filter(|file| !file.starts_with("lmproject.")) {
            let mut files = project.clone();
            files.remove(file);
            add(format!("without {file}"), files);
        }
        for (file, text) in project {
            let file = File { project, path: file, text };
            file.as_project_file(&mut add);
            file.as_descriptor(&mut add);
            file.as_resource(&mut add);
            file.as_configuration(&mut add);
        }
    }
    all
}

struct File<'p> {
    project: &'p Files,
    path: &'p str,
    text: &'p str,
}

impl File<'_> {
    /// The project with another text of this file, or with another file.
    fn with(&self, path: &str, text: impl Into<String>) -> Files {
        let mut files = self.project.clone();
        files.insert(path.to_owned(), text.into());
        files
    }

    fn folder(&self) -> &str {
        self.path.rfind('/').map_or("", |at| &self.path[..=at])
    }

    /// The path with `.yml` for `.yaml` and the other way round.
    fn twin(&self) -> String {
        match self.path.rsplit_once('.') {
            Some((stem, "yml")) => format!("{stem}.yaml"),
            Some((stem, _)) => format!("{stem}.yml"),
            None => String::new(),
        }
    }

    /// The lines for which the condition holds.
    fn lines(&self, keep: impl Fn(&str) -> bool) -> String {
        self.text.split_inclusive('\n').filter(|line| keep(line)).collect()
    }

    fn as_project_file(&self, add: Add<'_>) {
        let path = self.path;
        if !path.starts_with("lmproject.") {
            return;
        }
        for line in self.text.lines() {
            let rest = self.text.replacen(&format!("{line}\n"), "", 1);
            add(format!("{path} without `{line}`"), self.with(path, rest));
        }
        for (from, to) in [
            ("name: ", "name: other-"),
            ("version: '", "version: '9."),
            ("version: '1.0'", "version: 1.0"),
            ("type: Resource", "type: Assembly"),
            ("type: Resource", "type: resource"),
            ("type: Assembly", "type: Resource"),
            ("type: ", "type: Un"),
            ("resource-manager: ", "resource-manager: un"),
            ("resource-manager: lm", "resource-manager: ansiblerm"),
            ("directory: ", "directory: un"),
            ("schema: '2.0'", "schema: '1.0'"),
            ("contains:", "contains: []\nx-contains:"),
            ("name: ", "name:\nx: "),
        ] {
            if self.text.contains(from) {
                add(format!("{path} with `{to}`"), self.with(path, self.text.replacen(from, to, 1)));
            }
        }
        add(format!("{path} twice"), self.with(&self.twin(), self.text));
    }

    fn as_descriptor(&self, add: Add<'_>) {
        let places = ["Descriptor/", "descriptor/", "Definitions/lm/"];
        if !places.iter().any(|place| self.folder().ends_with(place)) {
            return;
        }
        let (path, text) = (self.path, self.text);
        let unnamed = self.lines(|line| !line.starts_with("name:"));
        add(
            format!("another name in {path}"),
            self.with(path, format!("name: assembly::other::1.0\n{unnamed}")),
        );
        add(format!("broken {path}"), self.with(path, format!("{text}a: [b\nc: }}\n")));
        add(format!("{path} twice"), self.with(&self.twin(), text));
        add(
            format!("a key twice in {path}"),
            self.with(path, format!("{text}description: a\ndescription: b\n")),
        );
    }

    fn as_resource(&self, add: Add<'_>) {
        let Some(root) = self.folder().strip_suffix("Definitions/lm/") else { return };
        let path = self.path;
        for place in ["Lifecycle/lifecycle.mf", "Definitions/infrastructure/infrastructure.mf"] {
            let place = format!("{root}{place}");
            add(format!("with {place}"), self.with(&place, "types: []\n"));
        }
        let before = self.text.find("default-driver").unwrap_or(self.text.len());
        let old =
            format!("{}default-driver: {{ansible: {{infrastructure-type: ['*']}}}}\n", &self.text[..before]);
        add(format!("no selector in {path}"), self.with(path, old));
        for entry in ["{template: {file: a.yaml}}", "{discover: {file: a.yaml}}", "{}", ""] {
            if !self.text.contains("infrastructure:") {
                let text = format!("{}infrastructure:\n  Other: {entry}\n", self.text);
                add(format!("infrastructure `{entry}` in {path}"), self.with(path, text));
            }
        }
    }

    fn as_configuration(&self, add: Add<'_>) {
        let path = self.path;
        if path.rsplit('.').next() == Some("json") {
            add(format!("broken {path}"), self.with(path, format!("{},", self.text)));
            let notes = format!("{}notes.txt", self.folder());
            add(format!("with {notes}"), self.with(&notes, ""));
        }
        if self.folder().ends_with("Behaviour/Tests/") {
            add("with Behavior".to_owned(), self.with("Behavior/Tests/a.json", "{}"));
        }
        if path.starts_with("Contains/") {
            add("with VNFCs".to_owned(), self.with("VNFCs/notes.txt", ""));
        }
    }
}
