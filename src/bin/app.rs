//! The page.

fn main() {
    tokenpace::web::app::start();
}
