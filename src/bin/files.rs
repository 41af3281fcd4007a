//! The program of the files worker: makes and opens what travels. The page loads it when the first result is there.

fn main() {
    tokenpace::web::files::start();
}
