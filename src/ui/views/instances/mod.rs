//! What-if view: values for a deployment, the instances that the active document becomes with them, and when its policies scale. What is shown is
//! computed by [`limn_language::deployment`] and the model.

mod details;
mod form;
mod policies;
mod tree;

use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;

use super::super::browser::import::ImportedFile;
use super::super::session::{
    FileActions, Navigation, Notices, documents, file_actions, navigation, view_state,
};
use super::{DropTarget, Registration};
use details::Details;
use form::Form;
use limn_canvas::instances;
use limn_canvas::svg::Theme;
use limn_language::deployment::{
    Deployment, DeploymentPart, DeploymentPartKind, INSTANCES, Input, Request, RequestForm,
};
use limn_text::TextRange;
use policies::Policies;
use tree::Tree;

pub const VIEWS: &[Registration] = &[Registration {
    id: INSTANCES.id,
    component: || view! { <WhatIf /> }.into_any(),
    drop_target: Some(DropTarget {
        selector: ".whatif",
        hint: "Drop a deployment request on the view, or descriptors anywhere else",
        import: import_request,
    }),
}];

/// Imports a request: the first text file.
fn import_request(
    navigation: Navigation,
    notices: Notices,
    imported: Vec<ImportedFile>,
    errors: Vec<String>,
) {
    for sentence in errors {
        notices.show_error(sentence);
    }
    let mut texts = imported.into_iter().filter_map(|file| String::from_utf8(file.bytes).ok());
    match texts.next() {
        Some(text) => navigation.set_view_input(text),
        None => notices.show_error("expected a YAML or JSON file with values"),
    }
}

/// State of the view.
#[derive(Clone, Copy)]
struct State {
    navigation: Navigation,
    files: FileActions,
    /// The request as text, saved with the work.
    text: Memo<String>,
    form: Memo<Option<RequestForm>>,
    inputs: Memo<Vec<Input>>,
    request: Memo<Request>,
    deployment: Memo<Arc<Deployment>>,
    /// Kind and name of the part whose values are shown: they outlive edits.
    chosen: RwSignal<Option<Key>>,
    /// The parts that were opened or closed by hand.
    toggled: RwSignal<BTreeSet<Key>>,
}

/// Identity of a part in changed deployments.
type Key = (u8, String);

fn key(part: &DeploymentPart) -> Key {
    let kind = match part.kind {
        DeploymentPartKind::Whole => 0,
        DeploymentPartKind::Group => 1,
        DeploymentPartKind::Instance => 2,
        DeploymentPartKind::Existing => 3,
    };
    (kind, part.name.clone())
}

impl State {
    fn new() -> State {
        let view_state = view_state();
        let text = view_state.view_input();
        let form = Memo::new(move |_| view_state.read_deployments(|deployments| deployments.request_form()));
        let inputs = Memo::new(move |_| {
            view_state.read_deployments(|deployments| deployments.inputs()).unwrap_or_default()
        });
        let request =
            Memo::new(move |_| form.get().map(|form| Request::read(&text.get(), form)).unwrap_or_default());
        let deployment = Memo::new(move |_| {
            let deployment = request
                .with(|request| view_state.read_deployments(|deployments| deployments.deployment(request)));
            Arc::new(deployment.unwrap_or_default())
        });
        State {
            navigation: navigation(),
            files: file_actions(),
            text,
            form,
            inputs,
            request,
            deployment,
            chosen: RwSignal::new(None),
            toggled: RwSignal::new(BTreeSet::new()),
        }
    }

    /// The part whose values are shown; the whole at first.
    fn part(self) -> Option<usize> {
        let deployment = self.deployment.get();
        let found =
            self.chosen.get().and_then(|chosen| deployment.parts.iter().position(|part| key(part) == chosen));
        found.or_else(|| (!deployment.parts.is_empty()).then_some(0))
    }

    /// Shows the values of a part, and selects its element.
    fn choose(self, at: usize) {
        let deployment = self.deployment.get_untracked();
        let Some(part) = deployment.parts.get(at) else { return };
        self.chosen.set(Some(key(part)));
        if let Some(id) = &part.id {
            self.navigation.select(BTreeSet::from([id.clone()]));
        }
    }

    fn jump(self, range: TextRange) {
        if let Some(file) = documents().active_file().get_untracked() {
            self.navigation.jump_to(&file, range);
        }
    }

    /// Downloads the instances as JSON or as a picture.
    fn export(self, as_json: bool) {
        let deployment = self.deployment.get_untracked();
        let Some(whole) = deployment.parts.first() else { return };
        if as_json {
            let text = format!("{:#}\n", deployment.to_json());
            self.files.save(&format!("{}-instances.json", whole.label), "application/json", text.as_bytes());
        } else {
            let drawn = instances::draw(&format!("{}: instances", whole.label), &deployment, Theme::Light);
            self.files.save(&format!("{}-instances.svg", whole.label), "image/svg+xml", drawn.as_bytes());
        }
    }
}

#[component]
fn WhatIf() -> impl IntoView {
    let state = State::new();
    let has_policies =
        Memo::new(move |_| state.deployment.with(|deployment| !deployment.policies.is_empty()));
    view! {
        <div class="whatif" id="view-instances" role="tabpanel" aria-labelledby="tab-instances">
            <div class="whatif-body">
                <Form state />
                <div class="whatif-result">
                    <Bar state />
                    <Tree state />
                </div>
                <aside class="whatif-side" aria-label="Values and policies">
                    <Details state />
                    <Show when=move || has_policies.get()>
                        <Policies state />
                    </Show>
                </aside>
            </div>
        </div>
    }
}

/// The number of instances, and the exports.
#[component]
fn Bar(state: State) -> impl IntoView {
    let summary = Memo::new(move |_| state.deployment.with(|deployment| deployment.summary()));
    view! {
        <div class="whatif-bar">
            <p class="whatif-summary" role="status">{move || summary.get()}</p>
            <button type="button" class="button small outline" on:click=move |_| state.export(true)>"Export JSON"</button>
            <button type="button" class="button small outline" on:click=move |_| state.export(false)>"Export SVG"</button>
        </div>
    }
}
