//! Packages as zips: open and pack. Knows the manifest and the layout, nothing of what the descriptors say.
