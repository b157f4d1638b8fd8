//! Icons of the page, on a grid of 24 with strokes of the text color. Named by what they show, not by what they do. From Lucide, as those of
//! `limn_canvas::icon`, each with its name there if it is another.

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
    Catalog,
    More,
    Wrap,
    Hints,
    Map,
    Image,
    Trace,
    Star,
    Filter,
    Layers,
}

impl Glyph {
    /// Strokes on a grid of 24 by 24.
    #[expect(clippy::too_many_lines, reason = "a table")]
    pub fn path(self) -> &'static str {
        match self {
            // file-plus
            Glyph::New => {
                "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5M9 15h6M12 18v-6"
            }
            // folder-open
            Glyph::Open => {
                "M6 14l1.5-2.9A2 2 0 0 1 9.24 10H20a2 2 0 0 1 1.94 2.5l-1.54 6a2 2 0 0 1-1.95 1.5H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h3.9a2 2 0 0 1 1.69.9l.81 1.2a2 2 0 0 0 1.67.9H18a2 2 0 0 1 2 2v2"
            }
            Glyph::Download => "M12 15V3M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4M7 10l5 5 5-5",
            Glyph::Package => {
                "M11 21.73a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73zM12 22V12M3.29 7L12 12L20.71 7M7.5 4.27l9 5.15"
            }
            // undo-2
            Glyph::Undo => "M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11",
            // redo-2
            Glyph::Redo => "M15 14l5-5-5-5M20 9H9.5A5.5 5.5 0 0 0 4 14.5A5.5 5.5 0 0 0 9.5 20H13",
            // layout-grid
            Glyph::Tidy => {
                "M4 3h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM15 3h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM15 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1zM4 14h5a1 1 0 0 1 1 1v5a1 1 0 0 1 -1 1h-5a1 1 0 0 1 -1 -1v-5a1 1 0 0 1 1 -1z"
            }
            // scan
            Glyph::Fit => {
                "M3 7V5a2 2 0 0 1 2-2h2M17 3h2a2 2 0 0 1 2 2v2M21 17v2a2 2 0 0 1-2 2h-2M7 21H5a2 2 0 0 1-2-2v-2"
            }
            // square-square
            Glyph::Boxes => {
                "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM9 8h6a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1z"
            }
            Glyph::Plus => "M5 12h14M12 5v14",
            Glyph::Minus => "M5 12h14",
            // x
            Glyph::Close => "M18 6 6 18M6 6l12 12",
            Glyph::Search => "M21 21l-4.34-4.34M3 11a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z",
            // chevron-down
            Glyph::Chevron => "M6 9l6 6 6-6",
            // octagon-alert
            Glyph::Error => {
                "M12 16h.01M12 8v4M15.312 2a2 2 0 0 1 1.414.586l4.688 4.688A2 2 0 0 1 22 8.688v6.624a2 2 0 0 1-.586 1.414l-4.688 4.688a2 2 0 0 1-1.414.586H8.688a2 2 0 0 1-1.414-.586l-4.688-4.688A2 2 0 0 1 2 15.312V8.688a2 2 0 0 1 .586-1.414l4.688-4.688A2 2 0 0 1 8.688 2z"
            }
            // triangle-alert
            Glyph::Warning => {
                "M21.73 18l-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01"
            }
            Glyph::Info => "M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM12 16v-4M12 8h.01",
            Glyph::Check => "M20 6 9 17l-5-5",
            // lightbulb
            Glyph::Bulb => {
                "M15 14c.2-1 .7-1.7 1.5-2.5 1-.9 1.5-2.2 1.5-3.5A6 6 0 0 0 6 8c0 1 .2 2.2 1.5 3.5.7.7 1.3 1.5 1.5 2.5M9 18h6M10 22h4"
            }
            Glyph::Sun => {
                "M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0zM12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41"
            }
            Glyph::Moon => {
                "M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401"
            }
            // monitor
            Glyph::Screen => {
                "M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2zM8 21L16 21M12 17L12 21"
            }
            Glyph::Keyboard => {
                "M10 8h.01M12 12h.01M14 8h.01M16 12h.01M18 8h.01M6 8h.01M7 16h10M8 12h.01M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2z"
            }
            // columns-3
            Glyph::Panes => {
                "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM9 3v18M15 3v18"
            }
            // code-xml
            Glyph::Code => "M18 16l4-4-4-4M6 8l-4 4 4 4M14.5 4l-5 16",
            // sliders-horizontal
            Glyph::Form => "M10 5H3M12 19H3M14 3v4M16 17v4M21 12h-9M21 19h-5M21 5h-7M8 10v4M8 12H3",
            Glyph::File => {
                "M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5"
            }
            // arrow-up-right
            Glyph::Jump => "M7 7h10v10M7 17 17 7",
            Glyph::Pencil => {
                "M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4"
            }
            // spline
            Glyph::Wire => {
                "M17 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0zM3 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0zM5 17A12 12 0 0 1 17 5"
            }
            // square-function
            Glyph::Function => {
                "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM9 17c2 0 2.8-1 2.8-2.8V10c0-2 1-3.3 3.2-3M9 11.2h5.7"
            }
            // log-in
            Glyph::Input => "M10 17l5-5-5-5M15 12H3M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4",
            // log-out
            Glyph::Output => "M16 17l5-5-5-5M21 12H9M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4",
            // type
            Glyph::Value => "M12 4v16M4 7V5a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v2M9 20h6",
            // rotate-ccw-clock
            Glyph::Recent => "M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5M12 7v5l4 2",
            // library
            Glyph::Catalog => "M16 6l4 14M12 6v14M8 8v12M4 4v16",
            // ellipsis
            Glyph::More => "M12 12h.01M19 12h.01M5 12h.01",
            // text-wrap
            Glyph::Wrap => "M16 16l-3 3 3 3M3 12h14.5a1 1 0 0 1 0 7H13M3 19h6M3 5h18",
            // message-square-text
            Glyph::Hints => "M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2zM13 8H7M17 12H7",
            Glyph::Map => {
                "M14.106 5.553a2 2 0 0 0 1.788 0l3.659-1.83A1 1 0 0 1 21 4.619v12.764a1 1 0 0 1-.553.894l-4.553 2.277a2 2 0 0 1-1.788 0l-4.212-2.106a2 2 0 0 0-1.788 0l-3.659 1.83A1 1 0 0 1 3 19.381V6.618a1 1 0 0 1 .553-.894l4.553-2.277a2 2 0 0 1 1.788 0zM15 5.764v15M9 3.236v15"
            }
            Glyph::Trace => "M9 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM2 12h7M15 12h7M19 9l3 3-3 3",
            Glyph::Star => {
                "M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0 1.597-1.16z"
            }
            // list-filter
            Glyph::Filter => "M2 5h20M6 12h12M9 19h6",
            Glyph::Layers => {
                "M12.83 2.18a2 2 0 0 0-1.66 0L2.6 6.08a1 1 0 0 0 0 1.83l8.58 3.91a2 2 0 0 0 1.66 0l8.58-3.9a1 1 0 0 0 0-1.83zM2 12a1 1 0 0 0 .58.91l8.6 3.91a2 2 0 0 0 1.65 0l8.58-3.9A1 1 0 0 0 22 12M2 17a1 1 0 0 0 .58.91l8.6 3.91a2 2 0 0 0 1.65 0l8.58-3.9A1 1 0 0 0 22 17"
            }
            Glyph::Image => {
                "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM7 9a2 2 0 1 0 4 0a2 2 0 1 0 -4 0zM21 15l-3.086-3.086a2 2 0 0 0-2.828 0L6 21"
            }
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
