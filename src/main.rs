use engine::engine::{Config, Engine};
use engine::game::{Game, Rules};
use mkpat_rt::geom::{Color, Point};
use std::io::{BufRead, Write};
use std::path::Path;

fn load(dir: &str) -> mkpat_rt::db::PatternSet {
    let (set, run) = mkpat::load::load(Path::new(dir));
    match set { Some(s) => s, None => { for d in run.diags.iter() { eprintln!("{d:?}"); } std::process::exit(1) } }
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let dir = args.get(1).map_or("/work/main/patterns", |s| s);
    let seed = args.get(2).and_then(|s| s.parse().ok()).unwrap_or(0);
    let set = load(dir);
    let mut e = match Engine::new(set, Config { seed, ..Config::default() }) { Ok(e) => e, Err(p) => { eprintln!("{p}"); std::process::exit(1) } };
    let mut g = Game::new(19, Rules::CHINESE).unwrap();
    let color = |s: &str| if s.to_lowercase().starts_with('b') { Color::Black } else { Color::White };
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let w: Vec<&str> = line.split_whitespace().collect();
        let Some(&cmd) = w.first() else { continue };
        let r: Result<String, String> = match cmd {
            "boardsize" => { g = Game::new(w[1].parse().unwrap(), g.rules()).unwrap(); Ok(String::new()) }
            "clear_board" => { g.clear(); Ok(String::new()) }
            "komi" => { g.set_komi(w[1].parse().unwrap()); Ok(String::new()) }
            "play" => match Point::parse(w[2], g.size()) { Some(p) => g.play(color(w[1]), p).map(|_| String::new()).map_err(|e| e.to_string()), None => Err("vertex".into()) },
            "genmove" => { let c = color(w[1]); let t = std::time::Instant::now(); let m = e.genmove(&mut g, c); let dt = t.elapsed(); if dt.as_millis() > 800 { eprintln!("slow {dt:?}"); } g.play(c, m.point).unwrap(); Ok(m.point.name(g.size())) }
            "showboard" => Ok(format!("\n{}", engine::diagram::draw(g.board()))),
            "loadsgf" => Err("no".into()),
            "cand" => {
                let c = color(w[1]);
                let list = e.candidates(&mut g, c);
                let mut s = String::new();
                for k in list.iter().take(12) {
                    s += &format!("\n{} {:.2} [t {:.1} s {:.1} x{:.2} f {:.1}]", k.point.name(g.size()), k.value, k.parts.territory, k.parts.strategy, k.parts.shape, k.parts.threats);
                    for r in &k.reasons { match r {
                        engine::movegen::Reason::Pattern(d, p) => s += &format!(" {}:{}", e.patterns().databases[*d as usize].data.name, e.patterns().databases[*d as usize].data.pattern(*p).name),
                        other => s += &format!(" {}", other),
                    } }
                }
                Ok(s)
            }
            "info" => {
                let c = color(w[1]);
                let t = e.analyze(&mut g, c);
                let mut s = String::new();
                for d in t.dragons.list() { s += &format!("\n{} {} n{} eff {:.1} eyes {}-{} esc {} {:?} weak {:.2} vital {:?}", d.color, d.origin.name(g.size()), d.size, d.effective_size, d.min_eyes, d.max_eyes, d.escape, d.status, d.weakness, d.vital.iter().map(|p| p.name(g.size())).collect::<Vec<_>>()); }
                s += &format!("\nscore {:.1} / {:.1}\n", t.influence.score(Color::Black), t.opposite.score(Color::Black));
                for r in 0..g.size() { for c2 in 0..g.size() { let p = Point::new(r, c2); let x = t.influence.of(p, Color::Black); s += &match g.board().color_at(p) { Some(Color::Black) => "  X ".into(), Some(_) => "  O ".into(), None => format!("{:4.0}", x * 99.0) }; } s += "\n"; }
                Ok(s)
            }
            "stats" => Ok(format!("{:?}", e.stats())),
            "name" => Ok("kt".into()), "version" => Ok("0".into()), "protocol_version" => Ok("2".into()),
            "quit" => { println!("=\n"); return; }
            _ => Err("unknown".into()),
        };
        match r { Ok(s) => print!("= {s}\n\n"), Err(s) => print!("? {s}\n\n") }
        std::io::stdout().flush().unwrap();
    }
}
