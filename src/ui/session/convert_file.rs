//! Convert the active file to another language or variant: the result is a new file beside it.

use leptos::prelude::*;

use super::{FileActions, Popup};
use limn_analysis::{Conversion, ConvertedText};

impl FileActions {
    /// The conversions of the active file.
    pub fn conversions(self) -> &'static [Conversion] {
        let checked = self.0.documents.checked().get_untracked();
        checked.map(|checked| checked.0.conversions()).unwrap_or_default()
    }

    /// Opens the dialog of a conversion of the active file.
    pub fn open_conversion(self, id: &'static str) {
        self.0.navigation().open_popup(Popup::Convert(id));
    }

    /// Converts the active file; the file itself stays as it is.
    pub fn convert(self, id: &str) -> Result<ConvertedText, String> {
        let snapshot = self.0.flush_pending();
        let active_file = snapshot.active_file.ok_or("no file is open")?;
        let checked = snapshot.known.analysis.file(&active_file).ok_or("not a YAML file")?;
        checked.convert(id)
    }

    /// Adds a converted text beside the active file, as `NAME.portable.yaml`, and activates it.
    pub fn add_converted(self, text: &str) {
        let Some(active_file) = self.0.documents.active_file().get_untracked() else { return };
        let name = active_file.as_str();
        let stem = name.strip_suffix(".yaml").or_else(|| name.strip_suffix(".yml")).unwrap_or(name);
        self.add_file(&format!("{stem}.portable.yaml"), text);
    }
}
