//! The command `mkpat`. Everything is in [`mkpat::cli`].

fn main() -> std::process::ExitCode {
    mkpat::cli::main()
}
