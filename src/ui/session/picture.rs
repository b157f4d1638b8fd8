//! Pictures of the diagram: as files, on the clipboard, on paper.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::super::browser::{download, picture, sentence};
use super::FileActions;
use limn_canvas::Scene;
use limn_canvas::svg::{self, Theme};

/// Content of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureOf {
    Diagram,
    Selection,
}

/// Destination of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureTo {
    Svg,
    Png,
    Clipboard,
    Paper,
}

impl PictureTo {
    pub const ALL: [PictureTo; 4] = [PictureTo::Svg, PictureTo::Png, PictureTo::Clipboard, PictureTo::Paper];

    pub fn label(self, of: PictureOf) -> &'static str {
        match (self, of) {
            (PictureTo::Svg, PictureOf::Diagram) => "Export diagram as SVG",
            (PictureTo::Png, PictureOf::Diagram) => "Export diagram as PNG",
            (PictureTo::Clipboard, PictureOf::Diagram) => "Copy diagram as picture",
            (PictureTo::Paper, PictureOf::Diagram) => "Print diagram",
            (PictureTo::Svg, PictureOf::Selection) => "Export selection as SVG",
            (PictureTo::Png, PictureOf::Selection) => "Export selection as PNG",
            (PictureTo::Clipboard, PictureOf::Selection) => "Copy selection as picture",
            (PictureTo::Paper, PictureOf::Selection) => "Print selection",
        }
    }
}

/// Pixels for each pixel at 100 %, so that the picture is sharp on any screen.
const SCALE: f64 = 2.0;
/// The longest side that browsers draw, in pixels.
const MAX_SIDE: f64 = 8_192.0;

impl FileActions {
    /// Makes a picture of the diagram or of the selected nodes, in the light theme.
    pub fn picture(self, of: PictureOf, to: PictureTo) {
        let Some(file) = self.0.flush_pending().active_file else {
            return self.0.notices.show_error("no file is open");
        };
        let scene = self.0.positions.base_scene().get_untracked();
        let part = self.0.view.selection().with_untracked(|chosen| scene.part(chosen));
        let shown: &Scene = match (of, &part) {
            (PictureOf::Diagram, _) => &scene,
            (PictureOf::Selection, Some(part)) => part,
            (PictureOf::Selection, None) => {
                return self.0.notices.show_error("select one or more nodes first");
            }
        };
        let drawn = svg::draw(shown, Theme::Light);
        let size = svg::size(shown);
        let stem = file.name().rsplit_once('.').map_or(file.name(), |(stem, _)| stem).to_owned();
        if to == PictureTo::Svg {
            return self.save(&format!("{stem}.svg"), "image/svg+xml", drawn.as_bytes());
        }
        let scale = SCALE.min(MAX_SIDE / size.0.max(size.1).max(1.0));
        let (width, height) = ((size.0 * scale).round(), (size.1 * scale).round());
        spawn_local(async move {
            let done = match to {
                PictureTo::Clipboard => picture::copy(&drawn, width, height).await,
                PictureTo::Paper => picture::print(&drawn).await,
                PictureTo::Svg | PictureTo::Png => picture::png(&drawn, width, height).await,
            };
            match done {
                Err(error) => {
                    self.0.notices.show_error(format!("could not make the picture: {}", sentence(&error)));
                }
                Ok(bytes) if to == PictureTo::Png => {
                    let bytes = js_sys::Uint8Array::new(&bytes).to_vec();
                    self.save(&format!("{stem}.png"), "image/png", &bytes);
                }
                Ok(_) if to == PictureTo::Clipboard => self.0.notices.show("copied the picture"),
                Ok(_) => {}
            }
        });
    }

    /// Downloads a file.
    pub fn save(self, name: &str, kind: &str, bytes: &[u8]) {
        match download::download(name, kind, bytes) {
            Ok(()) => self.0.notices.show(format!("downloaded `{name}`")),
            Err(error) => {
                self.0.notices.show_error(format!("could not download `{name}`: {}", sentence(&error)));
            }
        }
    }
}
