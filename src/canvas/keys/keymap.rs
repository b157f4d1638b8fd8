//! Shortcuts that the user has chosen, which take precedence over those of the table.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use super::{Binding, Chord, Command, KEYS, Match, Press, binding};

/// A chord that the user has chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnChord {
    key: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    code: String,
    #[serde(default)]
    primary: bool,
    #[serde(default)]
    shift: bool,
    #[serde(default)]
    alt: bool,
}

/// Reason why a key press cannot be a shortcut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoShortcut {
    /// A modifier alone: another key follows.
    Incomplete,
    /// It has a fixed meaning on the page, or belongs to the browser.
    Reserved,
}

/// The keys of the canvas: those of the table, except where the user has chosen others. Stored by the labels of the commands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Keymap {
    #[serde(deserialize_with = "with_current_labels")]
    own: BTreeMap<String, OwnChord>,
}

/// Labels of commands in earlier versions, under which chords can be stored, and their labels now.
const EARLIER_LABELS: [(&str, &str); 1] = [("Toggle nesting", "Toggle hosts as boxes")];

/// Keys with a fixed meaning wherever the focus is, without modifiers.
const FIXED_KEYS: [&str; 11] =
    ["Tab", "Escape", "Enter", " ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "F5", "F11", "F12"];
/// Keys that the page or every browser handles together with Ctrl or Command.
const TAKEN_WITH_PRIMARY: [&str; 15] =
    ["s", "o", "n", "t", "w", "q", "r", "l", "p", "c", "x", "v", "a", "z", "y"];

impl OwnChord {
    /// The chord of a key press.
    ///
    /// # Errors
    ///
    /// Fails if the press cannot be a shortcut.
    pub fn of(press: &Press) -> Result<OwnChord, NoShortcut> {
        let Press { key, code, mods } = press;
        if matches!(
            key.as_str(),
            "Shift" | "Control" | "Alt" | "Meta" | "AltGraph" | "CapsLock" | "Dead" | ""
        ) {
            return Err(NoShortcut::Incomplete);
        }
        let primary = mods.ctrl || mods.meta;
        let lower = key.to_lowercase();
        let is_fixed = FIXED_KEYS.contains(&key.as_str()) && !(primary && mods.shift);
        let is_taken = primary && TAKEN_WITH_PRIMARY.contains(&lower.as_str()) || key == "?";
        let is_letter = lower.chars().count() == 1;
        let chosen = OwnChord {
            key: if is_letter { lower } else { key.clone() },
            code: code.clone(),
            primary,
            shift: mods.shift,
            alt: mods.alt,
        };
        // Keys that the table assigns to a command can be chosen for another one.
        let is_of_table = changeable().any(|row| row.chords.iter().any(|chord| same(chord, &chosen.chord())));
        let mut of_fixed = KEYS.iter().filter(|row| !Keymap::can_change(row.command));
        let is_of_fixed = of_fixed.any(|row| row.chords.iter().any(|chord| same(chord, &chosen.chord())));
        if is_fixed || is_taken && !is_of_table || is_of_fixed {
            Err(NoShortcut::Reserved)
        } else {
            Ok(chosen)
        }
    }

    fn chord(&self) -> Chord<'_> {
        let OwnChord { key, code, primary, shift, alt } = self;
        Chord { key, code, primary: *primary, shift: *shift, alt: *alt, silent: false }
    }
}

impl Keymap {
    /// Returns true if the user can choose the keys of a command. Keys for directions, the clipboard and for leaving are the same everywhere.
    pub fn can_change(command: Command) -> bool {
        !matches!(
            command,
            Command::SelectNext(_)
                | Command::Nudge(_)
                | Command::NudgeFar(_)
                | Command::Pan(_)
                | Command::Inspect
                | Command::Escape
                | Command::Cut
                | Command::Copy
                | Command::Paste
                | Command::SelectAll
                | Command::Undo
                | Command::Redo
                | Command::Menu
                | Command::Keys
        )
    }

    /// The command for a key press.
    pub fn find(&self, press: &Press) -> Option<Command> {
        let by = |how: Match| {
            let own =
                changeable().find(|row| self.of(row).is_some_and(|own| own.chord().matches(press, how)));
            let of_table = || {
                // Unless the page handles the keys of the clipboard, the browser sends clipboard events for them.
                let is_own = |command| !matches!(command, Command::Cut | Command::Copy | Command::Paste);
                let rows = KEYS.iter().filter(|row| is_own(row.command) && self.of(row).is_none());
                rows.into_iter().find(|row| row.chords.iter().any(|chord| chord.matches(press, how)))
            };
            own.or_else(of_table).map(|row| row.command)
        };
        by(Match::Key).or_else(|| by(Match::Position))
    }

    /// The command for a key press that works everywhere. `writing`: where text is typed, and keys without Ctrl or Alt belong to it, and on a Mac the
    /// brackets and letters that Option types.
    pub fn find_global(&self, press: &Press, writing: bool) -> Option<Command> {
        let is_text = !press.mods.ctrl
            && !press.mods.meta
            && if press.mods.alt { is_of_a_layout(&press.key) } else { press.key.chars().count() == 1 };
        self.find(press).filter(|command| command.is_global() && !(writing && is_text))
    }

    /// The chosen chord of a row.
    fn of(&self, row: &Binding) -> Option<&OwnChord> {
        self.own.get(row.label).filter(|_| Keymap::can_change(row.command))
    }

    /// Returns true if the command has chosen keys.
    pub fn is_changed(&self, command: Command) -> bool {
        binding(command).is_some_and(|row| self.of(row).is_some())
    }

    /// Returns true if any command has chosen keys.
    pub fn has_changes(&self) -> bool {
        changeable().any(|row| self.of(row).is_some())
    }

    /// Chooses the chord of a command. Returns the command that had it until now.
    pub fn set(&mut self, command: Command, chord: OwnChord) -> Option<Command> {
        let row = binding(command)?;
        let before = self.holder(&chord, command);
        if let Some(other) = before.and_then(binding).filter(|other| self.of(other).is_some()) {
            self.own.remove(other.label);
        }
        self.own.insert(row.label.to_owned(), chord);
        before
    }

    /// The other command that has a chord.
    fn holder(&self, chord: &OwnChord, except: Command) -> Option<Command> {
        let same = |other: &Chord<'_>| same(other, &chord.chord());
        let others = || KEYS.iter().filter(|row| row.command != except);
        let own = others().find(|row| self.of(row).is_some_and(|own| same(&own.chord())));
        let of_table = || others().find(|row| self.of(row).is_none() && row.chords.iter().any(same));
        own.or_else(of_table).map(|row| row.command)
    }

    /// Gives a command the keys of the table.
    pub fn reset(&mut self, command: Command) {
        if let Some(row) = binding(command) {
            self.own.remove(row.label);
        }
    }

    /// Gives all commands the keys of the table.
    pub fn reset_all(&mut self) {
        self.own.clear();
    }

    /// The chords of a command that work, as people read them, the first for menus. Without alternatives for other layouts.
    pub fn texts(&self, command: Command, mac: bool) -> Vec<String> {
        let Some(row) = binding(command) else { return Vec::new() };
        if let Some(own) = self.of(row) {
            return vec![own.chord().text(mac)];
        }
        let is_free = |chord: &&Chord<'_>| !chord.silent && !self.is_taken(chord);
        row.chords.iter().filter(is_free).map(|chord| chord.text(mac)).collect()
    }

    /// Returns true if a chord of the table was chosen for another command.
    fn is_taken(&self, chord: &Chord<'_>) -> bool {
        changeable().filter_map(|row| self.of(row)).any(|own| same(&own.chord(), chord))
    }
}

fn with_current_labels<'de, D: Deserializer<'de>>(stored: D) -> Result<BTreeMap<String, OwnChord>, D::Error> {
    let mut own = BTreeMap::<String, OwnChord>::deserialize(stored)?;
    for (earlier, label) in EARLIER_LABELS {
        if let Some(chord) = own.remove(earlier) {
            own.entry(label.to_owned()).or_insert(chord);
        }
    }
    Ok(own)
}

/// Returns true if two chords have the same keys, wherever these are.
fn same(one: &Chord<'_>, other: &Chord<'_>) -> bool {
    let modifiers = |chord: &Chord<'_>| (chord.primary, chord.shift, chord.alt);
    one.key.eq_ignore_ascii_case(other.key) && modifiers(one) == modifiers(other)
}

fn changeable() -> impl Iterator<Item = &'static Binding> {
    KEYS.iter().filter(|row| Keymap::can_change(row.command))
}

/// Returns true for a character that people type in YAML and that layouts of a Mac have on Option.
fn is_of_a_layout(key: &str) -> bool {
    let mut chars = key.chars();
    let (Some(c), None) = (chars.next(), chars.next()) else { return false };
    "[]{}|\\@~".contains(c) || (c.is_alphabetic() && ('\u{c0}'..='\u{24f}').contains(&c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::KeyModifiers;

    fn press(key: &str, code: &str, mods: KeyModifiers) -> Press {
        Press { key: key.to_owned(), code: code.to_owned(), mods }
    }

    fn plain(key: &str, code: &str) -> Press {
        press(key, code, KeyModifiers::default())
    }

    fn shifted(key: &str, code: &str) -> Press {
        press(key, code, KeyModifiers { shift: true, ..KeyModifiers::default() })
    }

    #[test]
    fn chords_are_found_under_earlier_labels() {
        let stored = r#"{"Toggle nesting": {"key": "y"}}"#;
        let keymap: Keymap = serde_json::from_str(stored).unwrap();
        assert_eq!(keymap.find(&plain("y", "KeyY")), Some(Command::Hosting));
        assert!(EARLIER_LABELS.iter().all(|(_, label)| KEYS.iter().any(|row| row.label == *label)));
    }

    #[test]
    fn a_chosen_key_runs_its_command_and_the_old_one_nothing() {
        let mut keymap = Keymap::default();
        assert_eq!(keymap.find(&plain("t", "KeyT")), Some(Command::AutoArrange));
        assert_eq!(keymap.set(Command::AutoArrange, OwnChord::of(&shifted("Y", "KeyY")).unwrap()), None);
        assert_eq!(keymap.find(&shifted("Y", "KeyY")), Some(Command::AutoArrange));
        assert_eq!(keymap.find(&plain("t", "KeyT")), None);
        assert_eq!(keymap.texts(Command::AutoArrange, false), ["Shift+Y"]);
        assert!(keymap.is_changed(Command::AutoArrange) && !keymap.is_changed(Command::Pin));
        keymap.reset(Command::AutoArrange);
        assert_eq!(keymap.find(&plain("t", "KeyT")), Some(Command::AutoArrange));
        assert!(!keymap.has_changes());
    }

    #[test]
    fn a_key_has_one_command() {
        let mut keymap = Keymap::default();
        let p = OwnChord::of(&plain("p", "KeyP")).unwrap();
        assert_eq!(keymap.set(Command::AutoArrange, p.clone()), Some(Command::Pin));
        assert_eq!(keymap.find(&plain("p", "KeyP")), Some(Command::AutoArrange));
        assert_eq!(keymap.texts(Command::Pin, false), [""; 0]);
        assert_eq!(keymap.set(Command::Connect, p), Some(Command::AutoArrange));
        assert_eq!(keymap.find(&plain("p", "KeyP")), Some(Command::Connect));
        assert_eq!(keymap.find(&plain("t", "KeyT")), Some(Command::AutoArrange));
    }

    #[test]
    fn a_chosen_key_works_on_other_layouts() {
        let mut keymap = Keymap::default();
        keymap.set(Command::AutoArrange, OwnChord::of(&plain("j", "KeyJ")).unwrap());
        // A Cyrillic layout has another letter at the place of J.
        assert_eq!(keymap.find(&plain("о", "KeyJ")), Some(Command::AutoArrange));
        // A layout that has a J elsewhere means the letter.
        assert_eq!(keymap.find(&plain("j", "KeyC")), Some(Command::AutoArrange));
        assert_eq!(keymap.find(&plain("c", "KeyJ")), Some(Command::Connect));
    }

    #[test]
    fn k4_keys_of_the_whole_page_can_be_chosen() {
        let ctrl =
            |key: &str, code: &str| press(key, code, KeyModifiers { ctrl: true, ..KeyModifiers::default() });
        let alt =
            |key: &str, code: &str| press(key, code, KeyModifiers { alt: true, ..KeyModifiers::default() });
        let mut keymap = Keymap::default();
        let found = |keymap: &Keymap, press: &Press| keymap.find_global(press, true);
        assert_eq!(found(&keymap, &ctrl("k", "KeyK")), Some(Command::Commands));
        assert_eq!(found(&keymap, &plain("F6", "F6")), Some(Command::NextPane));
        assert_eq!(found(&keymap, &shifted("F6", "F6")), Some(Command::PreviousPane));
        assert_eq!(found(&keymap, &alt("z", "KeyZ")), Some(Command::Wrap));
        // The character of Option+Z on a Mac.
        assert_eq!(found(&keymap, &alt("Ω", "KeyZ")), Some(Command::Wrap));
        // The accent that Option+I starts there.
        assert_eq!(found(&keymap, &alt("Dead", "KeyI")), Some(Command::Hints));
        // Option+C of a Polish layout, and Option+Shift+5 of a French one, where text is typed and elsewhere.
        let bracket =
            press("[", "Digit5", KeyModifiers { alt: true, shift: true, ..KeyModifiers::default() });
        assert_eq!(found(&keymap, &alt("ć", "KeyC")), None);
        assert_eq!(found(&keymap, &bracket), None);
        assert_eq!(keymap.find_global(&bracket, false), Some(Command::Pane(5)));
        assert_eq!(found(&keymap, &plain("F8", "F8")), Some(Command::NextProblem));
        assert_eq!(found(&keymap, &shifted("F8", "F8")), Some(Command::PreviousProblem));
        // The character of Shift+3 depends on the layout.
        for key in ["#", "§", "3"] {
            let digit =
                press(key, "Digit3", KeyModifiers { alt: true, shift: true, ..KeyModifiers::default() });
            assert_eq!(found(&keymap, &digit), Some(Command::Pane(3)));
        }
        let chosen = OwnChord::of(&plain("F9", "F9")).unwrap();
        keymap.set(Command::NextProblem, chosen);
        assert_eq!(found(&keymap, &plain("F9", "F9")), Some(Command::NextProblem));
        assert_eq!(found(&keymap, &plain("F8", "F8")), None);
        keymap.set(Command::Pane(3), OwnChord::of(&plain("F8", "F8")).unwrap());
        assert_eq!(found(&keymap, &plain("F8", "F8")), Some(Command::Pane(3)));
        for (command, chosen) in [
            (Command::Commands, ctrl("p", "KeyP")),
            (Command::NextPane, plain("F7", "F7")),
            (Command::PreviousPane, shifted("F7", "F7")),
            (Command::Wrap, ctrl("k", "KeyK")),
        ] {
            // Printing is the browser's.
            if let Ok(chord) = OwnChord::of(&chosen) {
                keymap.set(command, chord);
                assert_eq!(found(&keymap, &chosen), Some(command));
            } else {
                assert_eq!(command, Command::Commands);
            }
        }
        assert_eq!(found(&keymap, &plain("F6", "F6")), None);
        assert_eq!(found(&keymap, &alt("z", "KeyZ")), None);
        // A letter is text where text is typed, and others' keys are not global.
        keymap.set(Command::Wrap, OwnChord::of(&plain("j", "KeyJ")).unwrap());
        assert_eq!(keymap.find_global(&plain("j", "KeyJ"), true), None);
        assert_eq!(keymap.find_global(&plain("j", "KeyJ"), false), Some(Command::Wrap));
        assert_eq!(keymap.find_global(&plain("t", "KeyT"), false), None);
    }

    #[test]
    fn keys_with_a_fixed_meaning_are_refused() {
        let ctrl = |key: &str| press(key, "", KeyModifiers { ctrl: true, ..KeyModifiers::default() });
        for reserved in [
            plain("Enter", "Enter"),
            plain("Tab", "Tab"),
            ctrl("s"),
            ctrl("T"),
            shifted("?", "Slash"),
            shifted("F10", "F10"),
            plain("ContextMenu", ""),
            ctrl("o"),
        ] {
            assert_eq!(OwnChord::of(&reserved), Err(NoShortcut::Reserved), "{reserved:?}");
        }
        assert_eq!(OwnChord::of(&plain("Shift", "ShiftLeft")), Err(NoShortcut::Incomplete));
    }

    #[test]
    fn keys_of_the_table_can_be_chosen_again() {
        let press = press("O", "KeyO", KeyModifiers { ctrl: true, shift: true, ..KeyModifiers::default() });
        let mut keymap = Keymap::default();
        keymap.set(Command::Symbols, OwnChord::of(&plain("F7", "F7")).unwrap());
        assert_eq!(keymap.find(&press), None);
        keymap.set(Command::Symbols, OwnChord::of(&press).unwrap());
        assert_eq!(keymap.find(&press), Some(Command::Symbols));
    }

    #[test]
    fn what_is_stored_comes_back_and_the_rest_is_ignored() {
        let mut keymap = Keymap::default();
        keymap.set(Command::Pin, OwnChord::of(&shifted("P", "KeyP")).unwrap());
        let stored = serde_json::to_string(&keymap).unwrap();
        assert_eq!(serde_json::from_str::<Keymap>(&stored).unwrap(), keymap);
        let other: Keymap = serde_json::from_str(r#"{"Gone": {"key": "g"}, "Cut": {"key": "t"}}"#).unwrap();
        assert_eq!(other.find(&plain("t", "KeyT")), Some(Command::AutoArrange));
        assert!(!other.has_changes());
    }

    proptest::proptest! {
        /// Without chosen keys, the table decides.
        #[test]
        fn nothing_chosen_changes_nothing(key in "[a-z0-9?+\\-]|Delete|F2|Enter", ctrl: bool, shift: bool, alt: bool) {
            let press = press(&key, "", KeyModifiers { shift, ctrl, alt, meta: false });
            proptest::prop_assert_eq!(Keymap::default().find(&press), super::super::find(&press));
        }
    }
}
