//! Keyboard shortcuts: all keys, by the place where they work.

use leptos::prelude::*;

use super::super::canvas::is_mac;
use super::Modal;
use limn_canvas::keys;

/// Keys that work everywhere.
static EVERYWHERE: &[(&str, &str)] = &[
    ("Ctrl+S", "Download YAML"),
    ("Ctrl+Shift+S", "Export package"),
    ("Ctrl+O", "Open"),
    ("Ctrl+K", "Search commands, nodes, files and text"),
    ("F6", "Next pane"),
    ("?", "Show keyboard shortcuts"),
];

/// Keys of the file list.
static FILES: &[(&str, &str)] = &[
    ("Enter", "Open"),
    ("F2", "Rename or move"),
    ("Del", "Remove from package"),
    ("← →", "Collapse and expand"),
];

/// Keys of the inspector's forms.
static FORMS: &[(&str, &str)] =
    &[("Ctrl+Enter", "Back to the parent or the diagram"), ("Esc", "Restore the value")];

/// Keys of the text editor.
static EDITOR: &[(&str, &str)] = &[
    ("Ctrl+Space", "Show completions"),
    ("Ctrl+F", "Find"),
    ("F8", "Next problem"),
    ("F12", "Go to definition"),
    ("Shift+F12", "Find references"),
    ("F2", "Rename"),
    ("Alt+Z", "Wrap long lines"),
    ("Esc, Tab", "Leave the editor"),
];

#[component]
pub(super) fn KeySheet() -> impl IntoView {
    let mac = is_mac();
    let sheet = keys::sheet(mac);
    let mut groups: Vec<&'static str> = sheet.iter().map(|line| line.group).collect();
    groups.dedup();
    let fixed = move |title: &'static str, keys: &'static [(&'static str, &'static str)]| {
        let rows = keys.iter().map(move |(keys, label)| {
            view! {
                <dt>{*label}</dt>
                <dd><kbd>{if mac { keys.replace("Ctrl+", "⌘").replace("Shift+", "⇧") } else { (*keys).to_owned() }}</kbd></dd>
            }
        });
        view! { <section><h3>{title}</h3><dl>{rows.collect_view()}</dl></section> }
    };
    view! {
        <Modal title="Keyboard shortcuts">
            <div class="keys">
                {groups
                    .iter()
                    .map(|group| {
                        let rows = sheet
                            .iter()
                            .filter(|line| line.group == *group)
                            .map(|line| {
                                let chords = line.chords.iter().map(|chord| view! { <kbd>{chord.clone()}</kbd> });
                                view! { <dt title=line.help>{line.label}</dt><dd>{chords.collect_view()}</dd> }
                            });
                        view! { <section><h3>{*group}</h3><dl>{rows.collect_view()}</dl></section> }
                    })
                    .collect_view()}
                <section>
                    <h3>"Hold"</h3>
                    <dl>
                        <dt>"Pan by dragging"</dt><dd><kbd>"Space"</kbd></dd>
                        <dt>"Copy by dragging"</dt><dd><kbd>{if mac { "⌥" } else { "Alt" }}</kbd></dd>
                        <dt title="Press it after the drag has begun.">"Drag without snapping"</dt><dd><kbd>{if mac { "⌥" } else { "Alt" }}</kbd></dd>
                        <dt>"Add to the selection by a marquee"</dt><dd><kbd>{if mac { "⇧" } else { "Shift" }}</kbd></dd>
                        <dt>"Remove from the selection by a marquee"</dt><dd><kbd>{if mac { "⌥" } else { "Alt" }}</kbd></dd>
                        <dt>"Select only what is inside a marquee"</dt><dd><kbd>{if mac { "⌘" } else { "Ctrl" }}</kbd></dd>
                        <dt>"Zoom with the scroll wheel"</dt><dd><kbd>{if mac { "⌘" } else { "Ctrl" }}</kbd></dd>
                    </dl>
                </section>
                {fixed("General", EVERYWHERE)}
                {fixed("Inspector", FORMS)}
                {fixed("Text editor", EDITOR)}
                {fixed("File list", FILES)}
            </div>
        </Modal>
    }
}
