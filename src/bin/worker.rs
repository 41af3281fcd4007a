//! The worker that measures.

fn main() {
    console_error_panic_hook::set_once();
    tokenpace::web::engine::start();
}
