//! Settings of a project: `limn.toml` in a folder applies to all files below it that have no nearer one.
//!
//! ```toml
//! profile = "cp4na"
//! strict = true
//! ignore = ["vendor/", "**/*.generated.yaml"]
//!
//! [severity]
//! "tosca/unused-input" = "off"
//! ```

mod pattern;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use limn_files::{FilePath, Workspace};
use limn_language::diagnostic::{Code, Diagnostic, Severity};
use limn_language::message;
use limn_language::schema::nearest;
use limn_text::TextRange;
use limn_yaml::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use pattern::Pattern;

/// Name of the file.
pub const FILE: &str = "limn.toml";

pub(super) static INVALID_SETTING: Code = Code::common(
    Severity::Error,
    "common/invalid-setting",
    "README, Settings of a project",
    "Checks the settings in `limn.toml`: `profile`, `strict`, `ignore` and the table `severity`, which sets `error`, `warning`, `info` or `off` by \
the name or the rule id of a check.",
)
.why("A setting with a typo would have no effect.")
.advice("Correct the key or its value, such as `strict = true`, or remove the setting.");

type Entry<'a> = (&'a Spanned<std::borrow::Cow<'a, str>>, &'a Spanned<DeValue<'a>>);

/// The settings in one `limn.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    profile: Option<String>,
    strict: bool,
    ignore: Vec<Pattern>,
    /// By name or rule id of a check.
    severities: BTreeMap<String, Level>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Off,
    Reported(Severity),
}

/// Settings from outside the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OuterSettings {
    pub settings: Arc<Settings>,
    /// Path of the workspace relative to the file with the settings; empty, or ends with `/`.
    pub prefix: String,
}

/// Settings for one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Policy {
    settings: Option<Arc<Settings>>,
    strict: bool,
    pub(super) is_ignored: bool,
}

/// The settings that apply to the files of a workspace.
pub(super) struct SettingsOf {
    by_folder: BTreeMap<String, Arc<Settings>>,
    outer: Option<OuterSettings>,
    strict: bool,
}

impl SettingsOf {
    pub(super) fn new(workspace: &Workspace, outer: Option<&OuterSettings>, strict: bool) -> SettingsOf {
        let files = workspace.files.iter().filter(|(file, _)| is_settings(file));
        let by_folder = files
            .filter_map(|(file, content)| {
                Some((file.folder().to_owned(), Arc::new(Settings::read(content.as_text()?).0)))
            })
            .collect();
        SettingsOf { by_folder, outer: outer.cloned(), strict }
    }

    pub(super) fn policy(&self, file: &FilePath) -> Policy {
        let mut folder = file.folder();
        let found = loop {
            if let Some(settings) = self.by_folder.get(folder) {
                let path = file.as_str()[folder.len()..].trim_start_matches('/');
                break Some((Arc::clone(settings), path.to_owned()));
            }
            if folder.is_empty() {
                let outer = self.outer.as_ref();
                break outer.map(|outer| {
                    (Arc::clone(&outer.settings), format!("{}{}", outer.prefix, file.as_str()))
                });
            }
            folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
        };
        let Some((settings, path)) = found.filter(|_| !is_settings(file)) else {
            return Policy { strict: self.strict, ..Policy::default() };
        };
        let is_ignored = settings.ignores(&path);
        Policy { strict: self.strict || settings.strict, is_ignored, settings: Some(settings) }
    }
}

impl Policy {
    pub(super) fn profile(&self) -> Option<&String> {
        self.settings.as_ref()?.profile.as_ref()
    }

    /// Sets severities, and removes the diagnostics of checks that are off.
    pub(super) fn apply(&self, diagnostics: &mut Vec<Diagnostic>) {
        if let Some(settings) = self.settings.as_ref().filter(|settings| !settings.severities.is_empty()) {
            diagnostics.retain_mut(|diagnostic| match settings.level(diagnostic) {
                None => true,
                Some(Level::Off) => false,
                Some(Level::Reported(severity)) => {
                    diagnostic.severity = severity;
                    true
                }
            });
        }
        if self.strict {
            for diagnostic in
                diagnostics.iter_mut().filter(|diagnostic| diagnostic.severity == Severity::Warning)
            {
                diagnostic.severity = Severity::Error;
            }
        }
    }
}

impl Settings {
    /// Reads the settings; each diagnostic is about a setting that has no effect.
    pub fn read(text: &str) -> (Settings, Vec<Diagnostic>) {
        let mut reader = Reader { text, settings: Settings::default(), faults: Vec::new() };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let span = error.span().unwrap_or(0..0);
            let message = error.message().lines().next().unwrap_or("not TOML").to_owned();
            reader.fault(TextRange::new(span.start, span.end), message);
        }
        table.get_ref().iter().for_each(|entry| reader.setting(entry));
        (reader.settings, reader.faults)
    }

    /// Returns true if a path relative to the folder of the settings is not checked.
    pub fn ignores(&self, path: &str) -> bool {
        self.ignore.iter().any(|pattern| pattern.matches(path))
    }

    fn level(&self, diagnostic: &Diagnostic) -> Option<Level> {
        let by_name = diagnostic.code.names().find_map(|name| self.severities.get(name));
        by_name.or_else(|| self.severities.get(diagnostic.rule?)).copied()
    }
}

struct Reader<'t> {
    text: &'t str,
    settings: Settings,
    faults: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn setting(&mut self, (key, value): Entry<'_>) {
        match (&**key.get_ref(), value.get_ref()) {
            ("profile", DeValue::String(id)) => self.profile(id, range(value)),
            ("strict", DeValue::Boolean(strict)) => self.settings.strict = *strict,
            ("ignore", DeValue::Array(patterns)) => {
                for pattern in patterns {
                    match pattern.get_ref().as_str() {
                        Some(text) => self.settings.ignore.push(Pattern::new(text)),
                        None => self.wrong_shape("a string for an item of `ignore`", pattern),
                    }
                }
            }
            ("severity", DeValue::Table(table)) => table.iter().for_each(|entry| self.severity(entry)),
            ("profile", _) => self.wrong_shape("a string for `profile`", value),
            ("strict", _) => self.wrong_shape("`true` or `false` for `strict`", value),
            ("ignore", _) => self.wrong_shape("a list of paths for `ignore`", value),
            ("severity", _) => self.wrong_shape("a table for `severity`", value),
            (unknown, _) => {
                let known = ["profile", "strict", "ignore", "severity"];
                let hint = nearest(unknown, known).map_or_else(
                    || "valid keys: `profile`, `strict`, `ignore` and `severity`".to_owned(),
                    |near| format!("did you mean `{near}`?"),
                );
                self.fault(range(key), format!("{}; {hint}", message::unknown("key", unknown)));
            }
        }
    }

    fn profile(&mut self, id: &str, at: TextRange) {
        let known: Vec<&str> = crate::profiles().into_iter().map(|(id, ..)| id).collect();
        if known.contains(&id) {
            self.settings.profile = Some(id.to_owned());
        } else {
            self.fault(at, message::unknown_among("profile", id, &known));
        }
    }

    fn severity(&mut self, (key, value): Entry<'_>) {
        let name = &**key.get_ref();
        let checks = checks();
        if !checks.contains(name) {
            let is_earlier =
                |name: &&str| crate::codes().iter().any(|code| code.earlier_names.contains(name));
            let near = nearest(name, checks.iter().copied()).filter(|near| !is_earlier(near));
            let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            return self.fault(range(key), message::unknown("check", name) + &hint);
        }
        let level = match value.get_ref().as_str() {
            Some("error") => Level::Reported(Severity::Error),
            Some("warning") => Level::Reported(Severity::Warning),
            Some("info") => Level::Reported(Severity::Info),
            Some("off") => Level::Off,
            _ => return self.wrong_shape("`error`, `warning`, `info` or `off`", value),
        };
        self.settings.severities.insert(name.to_owned(), level);
    }

    fn wrong_shape(&mut self, expected: &str, value: &Spanned<DeValue<'_>>) {
        let at = range(value);
        let found = self.text.get(at.start..at.end).unwrap_or_default();
        let found = found.lines().next().unwrap_or_default();
        self.fault(at, message::expected(expected, format!("`{found}`")));
    }

    fn fault(&mut self, at: TextRange, message: String) {
        self.faults.push(Diagnostic::new(&INVALID_SETTING, at, Path::root(), message));
    }
}

fn range<T>(spanned: &Spanned<T>) -> TextRange {
    let span = spanned.span();
    TextRange::new(span.start, span.end)
}

/// The names, also of earlier versions, and rule ids of all checks.
fn checks() -> &'static BTreeSet<&'static str> {
    static CHECKS: OnceLock<BTreeSet<&'static str>> = OnceLock::new();
    CHECKS.get_or_init(|| {
        let codes = crate::codes();
        let rules = codes.iter().flat_map(|code| crate::rules_of(code)).map(|(_, rule)| rule);
        codes.iter().flat_map(|code| code.names()).chain(rules).collect()
    })
}

/// Returns true if a file has settings.
pub fn is_settings(file: &FilePath) -> bool {
    file.name() == FILE
}

#[cfg(test)]
mod tests;
