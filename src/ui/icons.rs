//! Icons of the page, on a grid of 24 with strokes of the text color. Named by what they show, not by what they do. From Lucide, as those of
//! `limn_canvas::icon`.

use leptos::prelude::*;

use limn_canvas::{icon, lucide};
use limn_language::graph::Icon;
use limn_language::sketch::Sketch;

/// All icons, named by what they show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyph {
    New,
    Open,
    Download,
    Package,
    Undo,
    Redo,
    AutoArrange,
    Fit,
    Boxes,
    Plus,
    Minus,
    Close,
    Search,
    Chevron,
    Error,
    Warning,
    Info,
    Check,
    Bulb,
    Sun,
    Moon,
    ScreenPoint,
    Keyboard,
    Panes,
    Code,
    Form,
    File,
    Jump,
    Pencil,
    Wire,
    Function,
    Input,
    Output,
    Value,
    Recent,
    Catalog,
    More,
    Wrap,
    Hints,
    Colors,
    Map,
    Image,
    Trace,
    Star,
    Filter,
    Layers,
}

impl Glyph {
    /// Strokes on a grid of 24 by 24.
    pub fn path(self) -> &'static str {
        match self {
            Glyph::New => lucide::FILE_PLUS,
            Glyph::Open => lucide::FOLDER_OPEN,
            Glyph::Download => lucide::DOWNLOAD,
            Glyph::Package => lucide::PACKAGE,
            Glyph::Undo => lucide::UNDO_2,
            Glyph::Redo => lucide::REDO_2,
            Glyph::AutoArrange => lucide::LAYOUT_GRID,
            Glyph::Fit => lucide::SCAN,
            Glyph::Boxes => lucide::SQUARE_SQUARE,
            Glyph::Plus => lucide::PLUS,
            Glyph::Minus => lucide::MINUS,
            Glyph::Close => lucide::X,
            Glyph::Search => lucide::SEARCH,
            Glyph::Chevron => lucide::CHEVRON_DOWN,
            Glyph::Error => lucide::OCTAGON_ALERT,
            Glyph::Warning => lucide::TRIANGLE_ALERT,
            Glyph::Info => lucide::INFO,
            Glyph::Check => lucide::CHECK,
            Glyph::Bulb => lucide::LIGHTBULB,
            Glyph::Sun => lucide::SUN,
            Glyph::Moon => lucide::MOON,
            Glyph::ScreenPoint => lucide::MONITOR,
            Glyph::Keyboard => lucide::KEYBOARD,
            Glyph::Panes => lucide::COLUMNS_3,
            Glyph::Code => lucide::CODE_XML,
            Glyph::Form => lucide::SLIDERS_HORIZONTAL,
            Glyph::File => lucide::FILE,
            Glyph::Jump => lucide::ARROW_UP_RIGHT,
            Glyph::Pencil => lucide::PENCIL,
            Glyph::Wire => lucide::SPLINE,
            Glyph::Function => lucide::SQUARE_FUNCTION,
            Glyph::Input => lucide::LOG_IN,
            Glyph::Output => lucide::LOG_OUT,
            Glyph::Value => lucide::TYPE,
            Glyph::Recent => lucide::ROTATE_CCW_CLOCK,
            Glyph::Catalog => lucide::LIBRARY,
            Glyph::More => lucide::ELLIPSIS,
            Glyph::Wrap => lucide::TEXT_WRAP,
            Glyph::Hints => lucide::MESSAGE_SQUARE_TEXT,
            Glyph::Colors => lucide::PALETTE,
            Glyph::Map => lucide::MAP,
            Glyph::Trace => lucide::GIT_COMMIT_HORIZONTAL,
            Glyph::Star => lucide::STAR,
            Glyph::Filter => lucide::LIST_FILTER,
            Glyph::Layers => lucide::LAYERS,
            Glyph::Image => lucide::IMAGE,
        }
    }
}

/// Icon beside a label, or in a button with its own name: hidden from screen readers.
#[component]
pub fn Picture(#[prop(into)] glyph: Signal<Glyph>) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d=move || glyph.get().path() />
        </svg>
    }
}

/// Icon of an item on the canvas, as on its card.
#[component]
pub fn Sign(icon: Icon) -> impl IntoView {
    view! {
        <svg class=format!("icon sign kind-{}", icon::name(icon)) viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d=icon::path(icon) />
        </svg>
    }
}

/// Sketch of a diagram.
#[component]
pub fn SketchIcon(sketch: Sketch) -> impl IntoView {
    view! {
        <svg class="sketch" viewBox="0 0 48 34" aria-hidden="true" focusable="false">
            <path class="sketch-line" d=sketch.lines />
            <path class="sketch-box" d=sketch.boxes />
        </svg>
    }
}

/// Logo: a drawn line and a written line.
#[component]
pub fn Mark() -> impl IntoView {
    view! {
        <svg class="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path class="mark-ground" d="M6.500 1.500h11a5 5 0 0 1 5 5v11a5 5 0 0 1-5 5h-11a5 5 0 0 1-5-5v-11a5 5 0 0 1 5-5z" />
            <path class="mark-line" d="M7 6v8.500a3 3 0 0 0 3 3h7" />
            <circle class="mark-dot" cx="7" cy="6" r="2.200" />
            <circle class="mark-dot" cx="17" cy="17.500" r="2.200" />
        </svg>
    }
}
