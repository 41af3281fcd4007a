//! The program of the page and of its worker.

fn main() {
    tokenpace::web::start();
}
