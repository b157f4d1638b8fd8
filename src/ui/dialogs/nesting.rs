//! Dialogs to extract elements into a nested document, and to inline such a document, each with the lines that change.

use std::sync::Arc;

use leptos::{ev, html, prelude::*};

use super::super::browser::after;
use super::super::icons::{Glyph, Picture};
use super::super::markdown::{Inline, sentence};
use super::super::mounted::Mounted;
use super::super::session::{NestingPreview, file_actions};
use super::differences::differences;
use super::{Modal, close_around};
use limn_analysis::Extractable;
use limn_files::FilePath;
use limn_language::graph::Id;
use limn_text::{TextEdit, visible};

/// A preview or the reason why there is none; equal only to itself.
#[derive(Clone)]
struct Shown(Arc<Result<NestingPreview, String>>);

impl PartialEq for Shown {
    fn eq(&self, other: &Shown) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[component]
pub(super) fn Extract(file: FilePath, ids: Vec<Id>) -> impl IntoView {
    let body = match file_actions().extractable(&file, &ids) {
        Some(found) => extraction(file, ids, found).into_any(),
        None => {
            view! { <p class="note" role="alert">"The selection has changed: select again."</p> }.into_any()
        }
    };
    view! { <Modal title="Extract selection">{body}</Modal> }
}

fn extraction(file: FilePath, ids: Vec<Id>, found: Extractable) -> impl IntoView {
    let file_actions = file_actions();
    let Extractable { noun, name, file: to } = found;
    let (name, path) = (RwSignal::new(name), RwSignal::new(to.to_string()));
    let is_path_chosen = StoredValue::new(false);
    let about = match ids.len() {
        1 => format!("The element becomes a {noun} in a new file."),
        count => format!("The {count} elements become a {noun} in a new file."),
    };
    let preview = preview({
        let file = file.clone();
        move || {
            let (name, path) = (name.get(), path.get());
            let (file, ids) = (file.clone(), ids.clone());
            Box::new(move || file_actions.preview_extraction(&file, &ids, &name, &path))
        }
    });
    let on_name = move |event: ev::Event| {
        name.set(event_target_value(&event));
        let free = name.with_untracked(|name| file_actions.file_for_extraction(&file, name));
        if let Some(free) = free.filter(|_| !is_path_chosen.get_value()) {
            path.set(free.to_string());
        }
    };
    let done = move || format!("extracted a {noun} as `{}`", name.get_untracked());
    view! {
        <Planned preview about action="Extract" done=Arc::new(done)>
            <div class="rename-file">
                <label for="extract-name">"Name"</label>
                <input
                    id="extract-name"
                    class="field"
                    prop:value=move || name.get()
                    spellcheck="false"
                    autocomplete="off"
                    autofocus
                    on:input=on_name
                />
                <label for="extract-path">"File"</label>
                <input
                    id="extract-path"
                    class="field"
                    prop:value=move || path.get()
                    spellcheck="false"
                    autocomplete="off"
                    on:input=move |event| {
                        is_path_chosen.set_value(true);
                        path.set(event_target_value(&event));
                    }
                />
            </div>
        </Planned>
    }
}

#[component]
pub(super) fn InlineNested(file: FilePath, id: Id) -> impl IntoView {
    let file_actions = file_actions();
    let name = id.0.last_key().unwrap_or_default().to_owned();
    let about = format!("Replaces `{name}` by the content of its file. The file is kept.");
    let preview = preview(move || {
        let (file, id) = (file.clone(), id.clone());
        Box::new(move || file_actions.preview_inlining(&file, &id))
    });
    let done = Arc::new(move || format!("inlined `{name}`"));
    view! {
        <Modal title="Inline">
            <Planned preview about action="Inline" done />
        </Modal>
    }
}

type Plan = Box<dyn Fn() -> Result<NestingPreview, String>>;

/// The result of a plan; `None` while the first is computed.
#[derive(Clone, Copy)]
struct Preview {
    shown: RwSignal<Option<Shown>>,
    /// The plan whose result is not shown yet.
    pending: StoredValue<Option<Plan>, LocalStorage>,
}

impl Preview {
    /// Shows the result of the last plan.
    fn show_pending(self) {
        if let Some(plan) = self.pending.try_update_value(Option::take).flatten() {
            self.shown.set(Some(Shown(Arc::new(plan()))));
        }
    }
}

/// `plan` reads what the plan depends on.
fn preview(plan: impl Fn() -> Plan + 'static) -> Preview {
    let preview = Preview { shown: RwSignal::new(None), pending: StoredValue::new_local(None) };
    let latest_request = StoredValue::new(0_usize);
    let mounted = Mounted::here();
    Effect::new(move |_| {
        preview.pending.set_value(Some(plan()));
        latest_request.update_value(|latest_request| *latest_request += 1);
        let number = latest_request.get_value();
        // The page shows what was typed first.
        after(60, move || {
            if mounted.is_mounted() && latest_request.get_value() == number {
                preview.show_pending();
            }
        });
    });
    preview
}

/// The changes of a plan with the buttons to apply it.
#[component]
fn Planned(
    preview: Preview,
    about: String,
    action: &'static str,
    done: Arc<dyn Fn() -> String + Send + Sync>,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let file_actions = file_actions();
    let button = NodeRef::<html::Button>::new();
    let close = move || {
        if let Some(button) = button.get_untracked() {
            close_around(&button);
        }
    };
    let refused = RwSignal::new(None::<String>);
    let is_ready =
        move || preview.shown.with(|shown| shown.as_ref().is_some_and(|outcome| outcome.0.is_ok()));
    let run = move || {
        // The preview may be older than the last input.
        preview.show_pending();
        let Some(Shown(shown)) = preview.shown.get_untracked() else { return };
        let Ok(planned) = shown.as_ref() else { return };
        match file_actions.apply_nesting(planned, &done()) {
            Ok(()) => close(),
            Err(why) => refused.set(Some(why)),
        }
    };
    let why = move || {
        let planned = preview
            .shown
            .with(|shown| shown.as_ref().and_then(|outcome| outcome.0.as_ref().as_ref().err().cloned()));
        refused.get().or(planned)
    };
    view! {
        <form
            on:submit=move |event: ev::SubmitEvent| {
                event.prevent_default();
                run();
            }
        >
            <p class="quiet"><Inline text=about /></p>
            {children.map(|children| children())}
            <div role="alert">
                {move || why().map(|why| view! {
                    <p class="field-refusal"><Picture glyph=Glyph::Error /><span><Inline text=sentence(&why) /></span></p>
                })}
            </div>
            <section class="fix-changes" aria-label="Changes" tabindex="0" aria-busy=move || preview.shown.with(Option::is_none).to_string()>
                {move || preview.shown.get().map(|Shown(shown)| shown.as_ref().as_ref().ok().map(changes))}
            </section>
            <div class="dialog-foot">
                <button type="button" class="button" on:click=move |_| close()>"Cancel"</button>
                <button type="submit" class="button main" node_ref=button disabled=move || !is_ready()>{action}</button>
            </div>
        </form>
    }
}

fn changes(preview: &NestingPreview) -> AnyView {
    let section = |file: &FilePath, lines: AnyView| {
        let name = visible(file.as_str()).into_owned();
        view! { <section aria-label=name.clone()><h3>{name.clone()}</h3>{lines}</section> }
    };
    let new = preview
        .created
        .iter()
        .map(|(file, text)| section(file, differences("", &TextEdit::insert(0, text.clone()), 0)));
    let changed =
        preview.files.iter().map(|(file, (before, edit))| section(file, differences(before, edit, 0)));
    view! { {changed.collect_view()} {new.collect_view()} }.into_any()
}
