//! Convert the front file to another language or variant: the result is a new file beside it.

use leptos::prelude::*;

use super::{FileActions, Popup};
use limn_analysis::{Conversion, ConvertedText};

impl FileActions {
    /// The conversions of the front file.
    pub fn conversions(self) -> &'static [Conversion] {
        let checked = self.0.documents.checked().get_untracked();
        checked.map(|checked| checked.0.conversions()).unwrap_or_default()
    }

    /// Opens the dialog of a conversion of the front file.
    pub fn open_conversion(self, id: &'static str) {
        self.0.navigation().open_popup(Popup::Convert(id));
    }

    /// Converts the front file; the file itself stays as it is.
    pub fn convert(self, id: &str) -> Result<ConvertedText, String> {
        let settled = self.0.settle();
        let front = settled.front.ok_or("no file is open")?;
        let checked = settled.known.analysis.file(&front).ok_or("not a YAML file")?;
        checked.convert(id)
    }

    /// Adds a converted text beside the front file, as `NAME.portable.yaml`, and brings it to the front.
    pub fn add_converted(self, text: &str) {
        let Some(front) = self.0.documents.front().get_untracked() else { return };
        let name = front.as_str();
        let stem = name.strip_suffix(".yaml").or_else(|| name.strip_suffix(".yml")).unwrap_or(name);
        self.add_file(&format!("{stem}.portable.yaml"), text);
    }
}
