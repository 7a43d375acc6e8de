//! Writes `patterns/eyes.db` to the standard output: `eye-table [SIZE]`, all eye spaces of at
//! most SIZE vertices (7).

use std::process::ExitCode;

fn main() -> ExitCode {
    let size = match std::env::args().nth(1).map(|a| a.parse::<usize>()) {
        None => eye_table::MAX_SIZE,
        Some(Ok(n)) if (1..=eye_table::MAX_SIZE).contains(&n) => n,
        Some(_) => {
            eprintln!("usage: eye-table [SIZE], with SIZE from 1 to {}", eye_table::MAX_SIZE);
            return ExitCode::from(2);
        }
    };
    let start = std::time::Instant::now();
    let mut text = eye_table::head();
    for n in 1..=size {
        let c = eye_table::write(n, &mut text);
        eprintln!(
            "{n} vertices: {} graphs, {} games, {} spaces, {} patterns, {} positions, {:.1} s",
            c.graphs,
            c.games,
            c.spaces,
            c.patterns,
            c.positions,
            start.elapsed().as_secs_f64()
        );
    }
    print!("{text}");
    ExitCode::SUCCESS
}
