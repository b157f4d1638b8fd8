//! The language of a file: recognized by its content, or chosen: by the user for the file, or by a comment in it, `# limn: dialect=homing`.

use super::directive::directive;
use super::{Checked, DocumentLanguage, family, settings};
use limn_files::FilePath;
use limn_language::dialect::{Dialect, Profile, Recognition};
use limn_language::message;
use limn_text::TextEdit;
use limn_yaml::Document;

type Choice = (&'static dyn Dialect, &'static Profile);

/// The languages of YAML with their profiles.
pub(super) fn all() -> impl Iterator<Item = Choice> {
    let of = |dialect: &'static dyn Dialect| dialect.profiles().iter().map(move |profile| (dialect, profile));
    limn_dialects::ALL.iter().copied().filter(|dialect| dialect.is_yaml()).flat_map(of)
}

/// A language by the id of a profile, or by its own, which means its first profile.
fn named(id: &str) -> Option<Choice> {
    all().find(|(_, profile)| profile.id == id).or_else(|| all().find(|(dialect, _)| dialect.id() == id))
}

/// The language that the content of a document shows.
pub(super) fn recognized(
    file: &FilePath,
    document: &Document,
) -> Option<(&'static dyn Dialect, Recognition)> {
    limn_dialects::ALL.iter().find_map(|dialect| Some((*dialect, dialect.recognizes(file, document)?)))
}

/// The edit that adds a comment with the language of a text: the id of a dialect or of a profile.
pub fn language_comment(text: &str, id: &str) -> TextEdit {
    let start = text.len() - text.trim_start_matches('\u{feff}').len();
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    TextEdit::insert(start, format!("# limn: dialect={id}{line_end}"))
}

impl Checked {
    /// The languages that a comment can set for this document, if none is recognized: id and label.
    pub fn language_choices(&self) -> Vec<(&'static str, &'static str)> {
        if self.language().dialect.is_some() || self.language_comment().is_some() {
            return Vec::new();
        }
        let yaml = limn_dialects::ALL.iter().filter(|dialect| dialect.is_yaml());
        yaml.map(|dialect| (dialect.id(), dialect.label())).collect()
    }

    /// The language of the file, and the reason.
    pub(super) fn recognize(&self) -> DocumentLanguage {
        if settings::is_settings(&self.file) {
            return DocumentLanguage {
                dialect: Some("settings"),
                dialect_label: "Settings of Limn",
                profile: None,
                profile_label: "",
                reason: format!("`{}` has settings for the files below it", settings::FILE),
                chosen: false,
            };
        }
        if let Some((dialect, profile, reason)) = self.language_choice() {
            return DocumentLanguage {
                dialect: Some(dialect.id()),
                dialect_label: dialect.label(),
                profile: Some(profile.id),
                profile_label: profile.label,
                reason,
                chosen: self.is_own_choice,
            };
        }
        let Some((dialect, found)) = recognized(&self.file, &self.document) else {
            let declined =
                limn_dialects::ALL.iter().find_map(|dialect| dialect.unsupported_language(&self.document));
            let reason = match &declined {
                Some(declined) => declined.message.clone(),
                None if self.unknown_language().is_some() => {
                    let name = self.unknown_language().unwrap_or_default();
                    format!("{} in `# limn: dialect={name}`", message::unknown("language", name))
                }
                None => limn_common::describe_unrecognized(&self.document),
            };
            return DocumentLanguage {
                dialect: None,
                dialect_label: "Not recognized",
                profile: None,
                profile_label: "",
                reason,
                chosen: false,
            };
        };
        let chosen = self.chosen.as_deref().and_then(|id| {
            let mut profiles = family(dialect)
                .flat_map(|dialect| dialect.profiles().iter().map(move |profile| (dialect, profile)));
            profiles.find(|(_, profile)| profile.id == id)
        });
        let (dialect, profile) = chosen.unwrap_or((dialect, found.profile));
        DocumentLanguage {
            dialect: Some(dialect.id()),
            dialect_label: dialect.label(),
            profile: Some(profile.id),
            profile_label: profile.label,
            reason: match chosen {
                Some(_) if self.policy.profile() == self.chosen.as_ref() => {
                    format!("`{}` sets this profile", settings::FILE)
                }
                Some(_) => "You chose this profile".to_owned(),
                None => found.reason,
            },
            chosen: chosen.is_some(),
        }
    }

    /// The chosen language, and the reason. A choice of the user counts where the language is not recognized; a comment counts always.
    fn language_choice(&self) -> Option<(&'static dyn Dialect, &'static Profile, String)> {
        let is_recognized = || recognized(&self.file, &self.document).is_some();
        if let Some((dialect, profile)) =
            self.chosen.as_deref().filter(|_| self.is_own_choice).and_then(named)
        {
            return (!is_recognized()).then(|| (dialect, profile, "You chose this language".to_owned()));
        }
        let name = self.language_comment()?;
        let (dialect, profile) = named(name)?;
        Some((dialect, profile, format!("`# limn: dialect={name}` sets this language")))
    }

    /// The language in a comment that Limn does not know.
    fn unknown_language(&self) -> Option<&str> {
        self.language_comment().filter(|name| named(name).is_none())
    }

    /// The language that a comment names.
    fn language_comment(&self) -> Option<&str> {
        let text: &str = self.text();
        self.document.comments().iter().find_map(|comment| {
            let comment = text.get(comment.range.start..comment.range.end)?;
            Some(directive(comment)?.strip_prefix("dialect=")?.trim())
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Analysis, Choices};
    use limn_files::{FilePath, Workspace};

    fn language(text: &str, choices: &Choices) -> (Option<&'static str>, Option<&'static str>, String) {
        let file = FilePath::new("a.yml").unwrap();
        let analysis = Analysis::of(&Workspace::of(file.clone(), text), choices, &Analysis::default());
        let language = analysis.file(&file).unwrap().language().clone();
        (language.dialect, language.profile, language.reason)
    }

    const UNKNOWN: &str = "demands: {}\n";

    /// Row D5.
    #[test]
    fn d5_a_comment_sets_the_language() {
        let of = |text: &str| language(text, &Choices::default());
        assert_eq!(of("groceries: [milk]\n").0, None);
        let (dialect, _, reason) = of("# limn: dialect=homing\ngroceries: [milk]\n");
        assert_eq!((dialect, &*reason), (Some("homing"), "`# limn: dialect=homing` sets this language"));
        // By a profile, and against what is recognized.
        let tosca = "tosca_definitions_version: tosca_simple_yaml_1_3 # limn: dialect=tosca-1.2\n";
        assert_eq!((of(tosca).0, of(tosca).1), (Some("tosca"), Some("tosca-1.2")));
        let (dialect, _, reason) = of("# limn: dialect=hming\ngroceries: [milk]\n");
        assert_eq!(dialect, None);
        assert_eq!(reason, "unknown language `hming` in `# limn: dialect=hming`");
    }

    /// Row D5.
    #[test]
    fn d5_a_choice_for_the_file_sets_the_language_of_one_that_is_not_recognized() {
        let file = FilePath::new("a.yml").unwrap();
        let own = Choices { profiles: [(file, "tosca-1.3".to_owned())].into(), ..Choices::default() };
        assert_eq!(language(UNKNOWN, &own).0, Some("tosca"));
        // The profile of a whole run applies to files of its language only.
        let all = Choices { profile: Some("tosca-1.3".to_owned()), ..Choices::default() };
        assert_eq!(language("groceries: [milk]\n", &all).0, None);
        // A recognized file stays what it is.
        assert_eq!(language("name: assembly::a::1.0\ncomposition: {}\n", &own).0, Some("assembly"));
    }

    #[test]
    fn a_comment_is_offered_where_no_language_is_recognized() {
        let of = |text: &str| {
            let file = FilePath::new("a.yml").unwrap();
            let analysis =
                Analysis::of(&Workspace::of(file.clone(), text), &Choices::default(), &Analysis::default());
            analysis.file(&file).unwrap().language_choices()
        };
        let text = "\u{feff}groceries: [milk]\r\n";
        let choices = of(text);
        assert!(choices.iter().any(|(id, _)| *id == "homing"), "{choices:?}");
        let after = super::language_comment(text, "homing").apply(text);
        assert_eq!(after, "\u{feff}# limn: dialect=homing\r\ngroceries: [milk]\r\n");
        assert_eq!(of(&after), []);
        for (id, _) in choices {
            let after = super::language_comment("groceries: [milk]\n", id).apply("groceries: [milk]\n");
            assert_eq!(language(&after, &Choices::default()).0, Some(id));
        }
    }
}
