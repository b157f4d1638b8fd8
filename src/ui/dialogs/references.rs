//! Dialog with all places of a name, in all files: the declaration, and what refers to it.

use leptos::prelude::*;

use super::super::browser::after;
use super::super::references::ReferenceList;
use super::super::session::{References, navigation, notices};
use super::Modal;
use limn_analysis::Location;

#[component]
pub(super) fn ReferencesDialog(found: References) -> impl IntoView {
    let (navigation, notices) = (navigation(), notices());
    let choose = move |location: Location| {
        notices.close_popup();
        // The focus can leave the dialog only after it is closed.
        after(0, move || navigation.jump_to(&location.file, location.range));
    };
    view! { <Modal title="References"><ReferenceList found=found.clone() on_choose=choose /></Modal> }
}
