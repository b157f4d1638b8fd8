//! The scene as one SVG file that stands alone, for `limn draw`.
