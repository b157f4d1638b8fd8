//! Entry point of the page and of its worker.

fn main() {
    limn_page::start();
}
