//! The program's start, on either thread.

fn main() {
    limn::ui::start();
}
