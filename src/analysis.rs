//! One workspace, and everything known about it. The waist of the house: what is above it (page, command line) gets plain data and asks no
//! further down; what is below it does not know that files come and go.
