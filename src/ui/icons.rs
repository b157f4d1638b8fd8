//! Icons of the page, drawn on a grid of 20 with strokes of the text color. Named by what they show, not by what they do.

use leptos::prelude::*;

use limn_canvas::icon;
use limn_language::graph::Icon;

/// All icons, named by what they show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyph {
    New,
    Open,
    Download,
    Package,
    Undo,
    Redo,
    Tidy,
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
    Screen,
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
    More,
    Wrap,
    Map,
    Image,
}

impl Glyph {
    /// Strokes on a grid of 20 by 20.
    pub fn path(self) -> &'static str {
        match self {
            Glyph::New => {
                "M11.500 2.800H5.500v14.400h9V6zM11.300 3v3.200h3.200M10 9.300v4.400M7.800 11.500h4.400"
            }
            Glyph::Open => "M2.800 15.500v-11H8l1.800 2h6v2.300M2.800 15.500 5 8.800h12.700l-2.200 6.700z",
            Glyph::Download => "M10 3v9.500M6.200 9 10 12.800 13.800 9M3.500 16.500h13",
            Glyph::Package => {
                "M3 6.800 10 3.200l7 3.600v6.700l-7 3.500-7-3.500zM3 6.800l7 3.400 7-3.400M10 10.200V17M6.500 5l7 3.500"
            }
            Glyph::Undo => "M7.500 4 4 7.500 7.500 11M4.300 7.500h7.200a4.300 4.300 0 0 1 0 8.600H8",
            Glyph::Redo => "M12.500 4 16 7.500 12.500 11M15.700 7.500H8.500a4.300 4.300 0 0 0 0 8.600H12",
            Glyph::Tidy => {
                "M3 4.500h5v4H3zM12 3h5v4h-5zM12 12.500h5v4h-5zM8 6.500h2M10 5v9.500M10 5h2M10 14.500h2"
            }
            Glyph::Fit => {
                "M3.500 7.500v-4h4M12.500 3.500h4v4M16.500 12.500v4h-4M7.500 16.500h-4v-4M8 8h4v4H8z"
            }
            Glyph::Boxes => "M3 3.500h14v13H3zM6 7.500h8v6H6z",
            Glyph::Plus => "M10 4v12M4 10h12",
            Glyph::Minus => "M4 10h12",
            Glyph::Close => "M5 5l10 10M15 5 5 15",
            Glyph::Search => {
                "M13.800 8.600a5.200 5.200 0 1 1-10.400 0 5.200 5.200 0 0 1 10.400 0zM12.500 12.500l4.200 4.200"
            }
            Glyph::Recent => {
                "M3.200 10a6.800 6.800 0 1 0 2-4.800L3.200 7.200M3.200 3.200v4h4M10 6.300V10l2.700 2"
            }
            Glyph::More => "M4.500 10h.01M10 10h.01M15.500 10h.01",
            Glyph::Chevron => "M6 8l4 4 4-4",
            Glyph::Error => "M10 6.300v4.500M10 13.700h.01M7 2.800h6L17.200 7v6L13 17.200H7L2.800 13V7z",
            Glyph::Warning => "M10 7.500v4M10 14h.01M10 3 17.600 16.500H2.400z",
            Glyph::Info => {
                "M10 9.300v4.500M10 6.500h.01M17.500 10a7.500 7.500 0 1 1-15 0 7.500 7.500 0 0 1 15 0z"
            }
            Glyph::Pencil => "M4 16l.8-3.400 8-8 2.600 2.600-8 8zM11.300 6.100l2.600 2.600",
            Glyph::Check => "M4 10.500l4 4 8-9",
            Glyph::Bulb => {
                "M7.800 14.500h4.400M8.500 17h3M7.800 14.300c0-1.700-2.600-2.600-2.600-5.800a4.800 4.800 0 0 1 9.600 0c0 3.200-2.600 4.100-2.600 5.800"
            }
            Glyph::Sun => {
                "M13.200 10a3.200 3.200 0 1 1-6.400 0 3.200 3.200 0 0 1 6.400 0zM10 2v1.800M10 16.200V18M2 10h1.800M16.200 10H18M4.300 4.300l1.300 1.300M14.400 14.400l1.300 1.300M4.300 15.700l1.300-1.300M14.400 5.600l1.300-1.300"
            }
            Glyph::Moon => "M16.500 11.800A7 7 0 0 1 8.200 3.500a7 7 0 1 0 8.300 8.300z",
            Glyph::Screen => "M2.800 4h14.400v9.500H2.800zM7 16.800h6M10 13.500v3.300",
            Glyph::Keyboard => {
                "M2.500 5h15v10h-15zM5.500 8h.01M8.500 8h.01M11.500 8h.01M14.500 8h.01M5.500 12h.01M8 12h4M14.500 12h.01"
            }
            Glyph::Panes => "M3 3.500h14v13H3zM7.500 3.500v13M12.500 3.500v13",
            Glyph::Code => "M7 6l-4 4 4 4M13 6l4 4-4 4M11.300 4.500l-2.600 11",
            Glyph::Form => "M3.500 5h4M10.500 5h6M3.500 10h4M10.500 10h6M3.500 15h4M10.500 15h6",
            Glyph::File => "M11.500 2.800H5.500v14.400h9V6zM11.300 3v3.200h3.200",
            Glyph::Wire => {
                "M3 5.500h3.500a2.500 2.500 0 0 1 2.500 2.500v4a2.500 2.500 0 0 0 2.500 2.500H17M3 5.500h.01M14.500 12l2.500 2.500-2.500 2.500"
            }
            Glyph::Function => {
                "M13.500 3.500c-2.200-.6-3.400.4-3.800 2.500L7.800 14c-.4 2.100-1.600 3.100-3.800 2.500M6.500 8.500h6M12 12l4 4.500M16 12l-4 4.500"
            }
            Glyph::Input => "M10.500 3.500h6v13h-6M3 10h9M9 6.800l3.200 3.200L9 13.200",
            Glyph::Output => "M9.500 3.500h-6v13h6M7.500 10h9M13.500 6.800l3.200 3.200-3.200 3.200",
            Glyph::Value => "M4 5.500h12M10 5.500v10M7.500 15.500h5",
            Glyph::Wrap => {
                "M3 5h14M3 10h11.500a2.750 2.750 0 0 1 0 5.500H10M12 13.300 9.800 15.500 12 17.700M3 15.500h3.500"
            }
            Glyph::Map => {
                "M3 5.500 7.500 3.500l5 2 4.500-2v11l-4.500 2-5-2L3 16.500zM7.500 3.500v11M12.500 5.500v11"
            }
            Glyph::Image => {
                "M3 4h14v12H3zM3 13.500l4-4 4.500 4.500M10 12.500l2.500-2.500 4.500 4M13.500 7.500h.01"
            }
            Glyph::Jump => "M6.500 13.500l7-7M7.500 6.500h6v6",
        }
    }
}

/// Icon beside a label, or in a button with its own name: hidden from screen readers.
#[component]
pub fn Picture(#[prop(into)] glyph: Signal<Glyph>) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
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

/// Sketch of a diagram in each language: wired components in a frame, hosted nodes, and locations with distances.
#[component]
pub fn Sketch(language: &'static str) -> impl IntoView {
    let (boxes, lines) = match language {
        "assembly" => {
            ("M3 3h42v28H3zM8 8h11v8H8zM8 21h11v6H8zM29 13h11v9H29z", "M19 12h4v4.500h6M19 24h4v-5.500h6")
        }
        "tosca" => ("M3 3h20v28H3zM7 11h12v16H7zM10 18h6v6h-6zM31 10h14v21H31zM34 18h8v9h-8z", "M16 21h18"),
        "amp" => {
            ("M3 9h24v22H3zM8 16h14v9H8zM35 18h10v13H35z", "M7 9V4h24v22h-4M40 14V5M37 8l3-3 3 3M27 24h8")
        }
        "amp-catalog" => (
            "M4 4h17v11H4zM27 4h17v11H27zM4 20h17v11H4zM27 20h17v11H27z",
            "M8 9.500h9M31 9.500h9M8 25.500h9M31 25.500h9",
        ),
        "homing" => (
            "M12 11a5 5 0 0 1 10 0c0 4-5 10-5 10s-5-6-5-10zM36 19a4 4 0 0 1 8 0c0 3-4 8-4 8s-4-5-4-8z",
            "M3 22a14 9 0 1 0 28 0 14 9 0 1 0-28 0M17 21l4 1M25 23l4 1M33 25l4 1",
        ),
        _ => ("M12 3h18l6 6v22H12z", "M24 13v12M18 19h12"),
    };
    view! {
        <svg class="sketch" viewBox="0 0 48 34" aria-hidden="true" focusable="false">
            <path class="sketch-line" d=lines />
            <path class="sketch-box" d=boxes />
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
