//! The commands `katachi decide-string`, `decide-connection`, `decide-dragon` and
//! `decide-combination`: what the reader thinks of one string, of two, of a dragon, or of all that
//! hangs, and how it came to think so.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use engine::life::owl::OwlQuestion;
use engine::reading::{Code, Combination, Reading};
use mkpat_rt::geom::{Color, Point};

use crate::gtp::number;
use crate::session::Session;
use crate::variations::{self, Recording, VARIATIONS};

/// Arguments of `katachi decide-string`.
#[derive(Args, Debug)]
pub struct DecideArgs {
    /// The record, which may be stopped in with `--until`.
    pub file: PathBuf,
    /// A stone of the string.
    #[arg(value_name = "VERTEX")]
    pub vertex: String,
    /// What becomes of the variations.
    #[command(flatten)]
    pub variations: VariationArgs,
}

/// Arguments of `katachi decide-connection`.
#[derive(Args, Debug)]
pub struct ConnectionArgs {
    /// The record, which may be stopped in with `--until`.
    pub file: PathBuf,
    /// A stone of each string, as in `C3/E5`.
    #[arg(value_name = "VERTEX/VERTEX")]
    pub strings: String,
    /// What becomes of the variations.
    #[command(flatten)]
    pub variations: VariationArgs,
}

/// Arguments of `katachi decide-combination`.
#[derive(Args, Debug)]
pub struct CombinationArgs {
    /// The record, which may be stopped in with `--until`.
    pub file: PathBuf,
    /// Whose combination: `black` or `white`; who is to move if nothing is said.
    #[arg(value_name = "COLOR", value_parser = color)]
    pub color: Option<Color>,
    /// What becomes of the variations.
    #[command(flatten)]
    pub variations: VariationArgs,
}

fn color(word: &str) -> Result<Color, String> {
    match word.to_ascii_lowercase().as_str() {
        "black" | "b" => Ok(Color::Black),
        "white" | "w" => Ok(Color::White),
        _ => Err("black or white".to_string()),
    }
}

/// What becomes of the variations.
#[derive(Args, Debug)]
pub struct VariationArgs {
    /// Write all variations to this SGF file: a game tree for each question, with the answers and the reason for each cut-off as comments.
    #[arg(long, short, value_name = "SGF")]
    pub output: Option<PathBuf>,
    /// How many variations are recorded; further ones are counted.
    #[arg(long, value_name = "N", default_value_t = VARIATIONS)]
    pub variations: usize,
    /// How many variations of each question are printed.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub lines: usize,
}

/// How many moves of a kind are listed.
const POINTS: usize = 10;

/// What was found, for the terminal and for `-o`.
pub struct Decided {
    /// Verdicts and variations as text.
    pub text: String,
    /// Both questions.
    pub recording: Recording,
}

/// Asks about the string at `--vertex` in the session's position.
///
/// # Errors
/// If the vertex is not on the board or has no stone.
pub fn decide(args: &DecideArgs, session: &mut Session) -> Result<Decided, String> {
    let size = session.game().size();
    let (p, color) = stone(&args.vertex, session)?;
    let board = session.game().board();
    let mut text = format!(
        "{} {color}, {} stones, {} liberties\n",
        p.name(size),
        board.string_size(p),
        board.liberty_count(p)
    );
    session.finish_recording();
    session.start_recording(args.variations.variations);
    let attack = session.ask("attack", [p], None, |r, [p], _| r.attack(p));
    let defend =
        attack.is_success().then(|| session.ask("defend", [p], None, |r, [p], _| r.defend_only(p)));
    let recording = session.finish_recording().unwrap_or_default();
    let name = p.name(size);
    tell(&mut text, ("attack", &name), attack, &recording, args.variations.lines, size);
    if let Some(defend) = defend {
        tell(&mut text, ("defend", &name), defend, &recording, args.variations.lines, size);
    }
    let mut list = |name: &str, points: Vec<Reading>| {
        let words: Vec<String> =
            points.iter().map(|r| format!("{} {}", number(r.code), r.point.name(size))).collect();
        if !words.is_empty() {
            let _ = writeln!(text, "{name} {}: {}", p.name(size), words.join(", "));
        }
    };
    if attack.is_success() {
        list("attack points", session.ask("", [p], None, |r, [p], _| r.attack_points(p, POINTS)));
        list("defense points", session.ask("", [p], None, |r, [p], _| r.defense_points(p, POINTS)));
    } else {
        list("attack threats", session.ask("", [p], None, |r, [p], _| r.attack_threats(p, POINTS)));
        let _ = writeln!(text, "defend {}: no move is needed", p.name(size));
    }
    Ok(Decided { text, recording })
}

/// Asks whether two strings can be connected, and whether they can be separated.
///
/// # Errors
/// If they are not two stones of one colour.
pub fn decide_connection(args: &ConnectionArgs, session: &mut Session) -> Result<Decided, String> {
    let (a, b) = args
        .strings
        .split_once('/')
        .ok_or_else(|| format!("{}: two vertices with `/` between them", args.strings))?;
    let ((a, color), (b, other)) = (stone(a, session)?, stone(b, session)?);
    if color != other {
        return Err(format!("{}: the stones are not of one color", args.strings));
    }
    let size = session.game().size();
    let names = format!("{} {}", a.name(size), b.name(size));
    session.finish_recording();
    session.start_recording(args.variations.variations);
    let connect = session.ask("connect", [a, b], None, |r, [a, b], _| r.connect(a, b));
    let disconnect = session.ask("disconnect", [a, b], None, |r, [a, b], _| r.disconnect(a, b));
    let recording = session.finish_recording().unwrap_or_default();
    let mut text = format!("{names} {color}\n");
    for (question, answer) in [("connect", connect), ("disconnect", disconnect)] {
        tell(&mut text, (question, &names), answer, &recording, args.variations.lines, size);
    }
    Ok(Decided { text, recording })
}

/// Asks whether the dragon at a vertex can be killed, and whether it can be saved.
///
/// # Errors
/// If the vertex is not on the board or has no stone.
pub fn decide_dragon(args: &DecideArgs, session: &mut Session) -> Result<Decided, String> {
    let size = session.game().size();
    let (p, color) = stone(&args.vertex, session)?;
    let name = p.name(size);
    let stones = session.facts().dragons.get(p).map_or(0, |d| d.size);
    let mut text = format!("{name} {color}, a dragon of {stones} stones\n");
    session.finish_recording();
    session.start_recording(args.variations.variations);
    let mut answers = Vec::new();
    for (name, question) in
        [("owl_attack", OwlQuestion::Attack), ("owl_defend", OwlQuestion::Defend)]
    {
        let found = session.owl(name, p, question).ok_or("there is no stone")?;
        answers.push((name, found));
        if !found.reading.is_success() && question == OwlQuestion::Attack {
            break;
        }
    }
    let recording = session.finish_recording().unwrap_or_default();
    for (question, found) in &answers {
        let about = (*question, name.as_str());
        tell(&mut text, about, found.reading, &recording, args.variations.lines, size);
        let how = match (found.nodes, found.certain) {
            (0, _) => "proved, all outside of its surroundings taken for the attacker's",
            (_, true) => "the search came to an end; eyes and ways out are judged, not proved",
            (_, false) => "the search came to no end: what seems likelier",
        };
        let _ = writeln!(text, "{question} {name}: {how}");
    }
    if let [(_, attack)] = answers.as_slice()
        && !attack.reading.is_success()
    {
        let _ = writeln!(text, "owl_defend {name}: no move is needed");
    }
    Ok(Decided { text, recording })
}

/// Asks for the combination that a player has, and for those moves of his that prevent one of his
/// opponent.
///
/// # Errors
/// None at present.
pub fn decide_combination(
    args: &CombinationArgs,
    session: &mut Session,
) -> Result<Decided, String> {
    let color = args.color.unwrap_or_else(|| session.to_move());
    let size = session.game().size();
    session.finish_recording();
    session.start_recording(args.variations.variations);
    let found = session.combination(color);
    let threat = session.combination_threat(color);
    let recording = session.finish_recording().unwrap_or_default();
    let told = |c: &Combination| {
        let (first, target) = (c.reading.point.name(size), c.target.name(size));
        format!("{first}, which threatens {target}; {} stones are gained at least", c.size)
    };
    let attack = found.as_ref().map_or("none".to_string(), &told);
    let defence = threat.map_or("none".to_string(), |t| {
        let moves: Vec<String> = t.defences.iter().map(|p| p.name(size)).collect();
        let moves = if moves.is_empty() { "nothing".to_string() } else { moves.join(", ") };
        format!("{}; prevented by {moves}", told(&t.combination))
    });
    let mut text = String::new();
    let answers = [
        (format!("combination of {color}"), attack),
        (format!("combination against {color}"), defence),
    ];
    for ((about, answer), question) in
        answers.iter().zip(["combination_attack", "combination_defend"])
    {
        let recorded = recording.questions().iter().find(|q| q.question.starts_with(question));
        let extent = recorded.map_or("no variations recorded".to_string(), |q| q.extent());
        let _ = writeln!(text, "{about}: {answer} ({extent})");
        if let Some(recorded) = recorded {
            text += &variations::text(recorded, args.variations.lines);
        }
    }
    Ok(Decided { text, recording })
}

/// The vertex with this name, and whose stone stands there.
fn stone(name: &str, session: &Session) -> Result<(Point, Color), String> {
    let size = session.game().size();
    let p = Point::parse(name, size)
        .filter(|p| !p.is_pass())
        .ok_or_else(|| format!("{name}: no vertex of a board of {size}×{size}"))?;
    let color = session.game().board().color_at(p);
    Ok((p, color.ok_or_else(|| format!("{}: there is no stone", p.name(size)))?))
}

/// A question with its answer and its variations.
fn tell(
    text: &mut String,
    (question, about): (&str, &str),
    answer: Reading,
    recording: &Recording,
    lines: usize,
    size: usize,
) {
    let recorded = recording.questions().iter().find(|q| q.question.starts_with(question));
    let extent = recorded.map_or("no variations recorded".to_string(), |q| q.extent());
    let _ = writeln!(text, "{question} {about}: {} ({extent})", verdict(answer, size));
    if let Some(recorded) = recorded {
        *text += &variations::text(recorded, lines);
    }
}

/// An answer in words; the numbers are those of GTP.
fn verdict(reading: Reading, size: usize) -> String {
    let how = match reading.code {
        Code::Lose => return "0, it does not work".to_string(),
        Code::Win => "1, it works",
        Code::KoA => "2, by a ko for which the other side needs the first threat",
        Code::KoB => "3, by a ko for which this side needs the first threat",
    };
    format!("{how}, at {}", reading.point.name(size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Settings;
    use katachi_sgf::Sgf;

    fn session() -> Session {
        let settings = Settings { size: 9, ..Settings::default() };
        let mut session = Session::new(crate::testing::patterns(), &settings).expect("a session");
        for (i, at) in ["C3", "D3", "D4", "C4", "E5", "B3", "G7"].into_iter().enumerate() {
            let p = Point::parse(at, 9).expect("a vertex");
            session.play(Color::BOTH[i % 2], p).expect("legal");
        }
        session
    }

    fn args(vertex: &str, variations: usize, lines: usize) -> DecideArgs {
        let (file, vertex) = (PathBuf::new(), vertex.to_string());
        DecideArgs { file, vertex, variations: all(variations, lines) }
    }

    fn all(variations: usize, lines: usize) -> VariationArgs {
        VariationArgs { output: None, variations, lines }
    }

    #[test]
    fn connections_are_decided_with_their_variations() {
        let decide = |strings: &str| {
            let args = ConnectionArgs {
                file: PathBuf::new(),
                strings: strings.to_string(),
                variations: all(1000, 50),
            };
            decide_connection(&args, &mut session())
        };
        let decided = decide("d3/c4").expect("an answer");
        assert!(decided.text.starts_with("D3 C4 white\nconnect D3 C4: "), "{}", decided.text);
        assert!(decided.text.contains("disconnect D3 C4: "), "{}", decided.text);
        let tree = Sgf::read(variations::sgf(&decided.recording).as_bytes()).expect("SGF");
        assert_eq!((tree.roots().len(), tree.warnings.len()), (2, 0));
        for (strings, said) in [
            ("D3", "two vertices"),
            ("D3/A1", "there is no stone"),
            ("D3/D4", "not of one color"),
            ("Z3/D4", "no vertex"),
        ] {
            let failure = decide(strings).err().expect("refused");
            assert!(failure.contains(said), "{failure}");
        }
    }

    #[test]
    fn dragons_are_decided_with_their_variations() {
        let decided = decide_dragon(&args("c3", 1000, 50), &mut session()).expect("an answer");
        assert!(decided.text.starts_with("C3 black, a dragon of "), "{}", decided.text);
        assert!(decided.text.contains("owl_attack C3: "), "{}", decided.text);
        assert!(decided.text.contains("owl_defend C3: "), "{}", decided.text);
        let tree = Sgf::read(variations::sgf(&decided.recording).as_bytes()).expect("SGF");
        assert!(!tree.roots().is_empty() && tree.warnings.is_empty());
        assert!(decide_dragon(&args("A1", 10, 10), &mut session()).is_err());
    }

    #[test]
    fn combinations_are_decided_with_their_variations() {
        let settings = Settings { size: 9, ..Settings::default() };
        let mut session = Session::new(crate::testing::patterns(), &settings).expect("a session");
        let stones =
            [(Color::White, "D7 F7 C6 G6 J9 J8 J7"), (Color::Black, "D6 F6 E4 D3 F3 A1 A2")];
        for (color, places) in stones {
            for place in places.split(' ') {
                session.play(color, Point::parse(place, 9).expect("a vertex")).expect("legal");
            }
        }
        let args = CombinationArgs {
            file: PathBuf::new(),
            color: Some(Color::White),
            variations: all(1000, 50),
        };
        let decided = decide_combination(&args, &mut session).expect("an answer");
        let said = "combination of white: E6, which threatens ";
        assert!(decided.text.starts_with(said), "{}", decided.text);
        assert!(decided.text.contains("1 stones are gained at least"), "{}", decided.text);
        assert!(decided.text.contains("combination against white: none"), "{}", decided.text);
        assert!(Sgf::read(variations::sgf(&decided.recording).as_bytes()).is_ok());
        let args = CombinationArgs { color: Some(Color::Black), ..args };
        let decided = decide_combination(&args, &mut session).expect("an answer");
        assert!(decided.text.contains("; prevented by E6"), "{}", decided.text);
    }

    #[test]
    fn verdicts_come_with_their_variations() {
        let decided = decide(&args("c3", 1000, 50), &mut session()).expect("an answer");
        assert!(decided.text.starts_with("C3 black, 1 stones, 1 liberties\n"), "{}", decided.text);
        assert!(decided.text.contains("attack C3: 1, it works, at C2"), "{}", decided.text);
        assert!(decided.text.contains("defend C3: "), "{}", decided.text);
        assert!(decided.text.contains("attack points C3: 1 C2"), "{}", decided.text);
        let tree = Sgf::read(variations::sgf(&decided.recording).as_bytes()).expect("SGF");
        assert_eq!((tree.roots().len(), tree.warnings.len()), (2, 0));
        let decided = decide(&args("G7", 1000, 50), &mut session()).expect("an answer");
        assert!(decided.text.ends_with("defend G7: no move is needed\n"), "{}", decided.text);
    }

    #[test]
    fn what_is_not_printed_or_recorded_is_told() {
        let decided = decide(&args("d4", 5, 2), &mut session()).expect("an answer");
        assert!(decided.text.contains("further variations"), "{}", decided.text);
        assert!(decided.text.contains("not recorded"), "{}", decided.text);
        assert!(decide(&args("d4", 0, 0), &mut session()).is_ok());
    }

    #[test]
    fn vertices_without_a_stone_are_refused() {
        for (vertex, said) in
            [("A1", "A1: there is no stone"), ("Z9", "Z9: no vertex"), ("pass", "pass: no")]
        {
            let failure = decide(&args(vertex, 10, 10), &mut session()).err().expect("refused");
            assert!(failure.starts_with(said), "{failure}");
        }
    }
}
