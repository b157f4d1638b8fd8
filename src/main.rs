//! The program's start, on either thread.

fn main() {
    console_error_panic_hook::set_once();
    limn::ui::start();
}
