//! Inputs that show what is in the text: what was typed and not taken does not stay.

use leptos::{html, prelude::*};

use super::Form;
use limn_language::graph::Id;

/// An element with a text that is typed.
pub(super) trait TextInput: Clone {
    fn text(&self) -> String;
    fn set_text(&self, text: &str);
}

impl TextInput for web_sys::HtmlInputElement {
    fn text(&self) -> String {
        self.value()
    }

    fn set_text(&self, text: &str) {
        self.set_value(text);
    }
}

impl TextInput for web_sys::HtmlTextAreaElement {
    fn text(&self) -> String {
        self.value()
    }

    fn set_text(&self, text: &str) {
        self.set_value(text);
    }
}

/// True if something is typed that is not written yet.
#[derive(Clone, Copy)]
pub(super) struct Typing(StoredValue<bool>);

impl Typing {
    pub fn begin(self) {
        self.0.set_value(true);
    }

    pub fn end(self) {
        self.0.set_value(false);
    }
}

/// Writes the value into the input each time the form follows the text, unless something is being typed or was rejected. A value that was changed and
/// changed back in between is the same value, so nothing else would write it.
pub(super) fn follow<E>(form: Form, at: Id, input: NodeRef<E>, shown: impl Fn() -> String + 'static) -> Typing
where
    E: html::ElementType + 'static,
    E::Output: TextInput + wasm_bindgen::JsCast + 'static,
{
    let typing = Typing(StoredValue::new(false));
    Effect::new(move |_| {
        form.rested.track();
        let is_rejected = form
            .refused
            .with_untracked(|refused| refused.as_ref().is_some_and(|(refused, _)| *refused == at));
        let Some(input) = input.get() else { return };
        let shown = untrack(&shown);
        if !typing.0.get_value() && !is_rejected && input.text() != shown {
            input.set_text(&shown);
        }
    });
    typing
}
