//! The command `katachi prove` and the words of its goals, which GTP has, too.
//!
//! A goal is a sentence: `black captures D4`, `kill R3`, `white connects C3 E5`, `black wins
//! D4 F4`, with `, white first` where not the side that wants it moves first.
//! [`Wish::parse`] makes a [`Question`] of it, [`prove`] asks the prover, and
//! [`Proved`] is written as text, JSON or SGF.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use engine::board::Board;
use engine::prover::{self, Answer, Goal, Limits, Progress, Question, Status, Table, Tree};
use engine::search::Deadline;
use katachi_sgf::{NodeId, Sgf};
use mkpat::tools::progress::Progress as Line;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::reading_code::Code;

use crate::record::{letters, setup};

/// Positions that are looked at if nothing else is asked for.
pub const NODES: u64 = 1_000_000;

/// Positions of a proof that are looked at for its zone.
const ZONE: usize = 20_000;

/// Bytes of memory, the same.
const MEGABYTES: usize = 64;

/// Arguments of `katachi prove`.
#[derive(Args, Debug)]
pub struct ProveArgs {
    /// The record, which may be stopped in with `--until`.
    pub file: PathBuf,
    /// What is to be proved, a sentence each: `black captures D4`, `kill R3`.
    #[arg(value_name = "GOAL", required = true)]
    pub goals: Vec<String>,
    /// Positions that may be looked at for each goal.
    #[arg(id = "positions", long = "nodes", value_name = "N", default_value_t = NODES)]
    pub nodes: u64,
    /// Seconds that each goal may take.
    #[arg(long, value_name = "SECONDS", value_parser = crate::clock::seconds)]
    pub seconds: Option<f64>,
    /// Memory, in megabytes: less of it costs time.
    #[arg(long, value_name = "MB", default_value_t = MEGABYTES, value_parser = megabytes)]
    pub memory: usize,
    /// Write the proofs to this SGF file, a game tree each.
    #[arg(long, short, value_name = "SGF")]
    pub output: Option<PathBuf>,
    /// How many moves of a proof are written.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub moves: usize,
    /// Print the answers as JSON, one object a line.
    #[arg(long)]
    pub json: bool,
}

fn megabytes(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n @ 1..=65_536) => Ok(n),
        _ => Err("expected a number from 1 to 65536".to_string()),
    }
}

/// A goal, and whose wish it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// What is asked.
    pub question: Question,
    /// Who wants it.
    pub side: Color,
}

/// Verbs, and how many vertices they need.
const VERBS: [(&[&str], Verb, usize); 7] = [
    (&["capture", "captures", "attack", "attacks"], Verb::Capture, 1),
    (&["save", "saves", "defend", "defends"], Verb::Save, 1),
    (&["kill", "kills"], Verb::Kill, 1),
    (&["live", "lives"], Verb::Live, 1),
    (&["connect", "connects"], Verb::Connect, 2),
    (&["separate", "separates", "cut", "cuts"], Verb::Separate, 2),
    (&["win", "wins"], Verb::Win, 2),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verb {
    Capture,
    Save,
    Kill,
    Live,
    Connect,
    Separate,
    Win,
}

fn color(word: &str) -> Option<Color> {
    match word {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

impl Wish {
    /// The goal of a sentence about a position.
    ///
    /// # Errors
    /// What is wrong with it, as a clause.
    pub fn parse(text: &str, board: &Board) -> Result<Wish, String> {
        let lower = text.to_ascii_lowercase().replace(',', " ");
        let mut words: Vec<&str> = lower.split_whitespace().collect();
        let mut first = None;
        if let [.., who, "first"] = words[..] {
            first = Some(color(who).ok_or_else(|| format!("{who}: no color"))?);
            words.truncate(words.len() - 2);
        }
        let mut words = words.into_iter().peekable();
        let side = words.peek().and_then(|w| color(w));
        if side.is_some() {
            words.next();
        }
        let verb = words.next().ok_or("a goal is missing")?;
        let &(_, verb, count) = VERBS
            .iter()
            .find(|(names, ..)| names.contains(&verb))
            .ok_or_else(|| format!("{verb}: no goal; one of {}", verbs()))?;
        let size = board.size();
        let points = words
            .map(|w| {
                Point::parse(w, size)
                    .filter(|p| !p.is_pass())
                    .ok_or_else(|| format!("{w}: no vertex of a board of {size}×{size}"))
            })
            .collect::<Result<Vec<_>, _>>()?;
        if points.len() != count {
            return Err(format!("the goal needs {count} vertices, not {}", points.len()));
        }
        let p = points[0];
        let goal = match verb {
            Verb::Capture | Verb::Save => Goal::Capture(p),
            Verb::Kill | Verb::Live => Goal::Kill(p),
            Verb::Connect | Verb::Separate => Goal::Connect(p, points[1]),
            Verb::Win => Goal::Race(points[1], p),
        };
        let maker =
            Question { goal, first: Color::Black }.maker(board).map_err(|e| e.to_string())?;
        let breaks = matches!(verb, Verb::Save | Verb::Live | Verb::Separate);
        let wants = if breaks { maker.other() } else { maker };
        if side.is_some_and(|s| s != wants) {
            return Err(format!("this is a goal of {wants}, as the stones stand"));
        }
        let question = Question { goal, first: first.unwrap_or(wants) };
        Ok(Wish { question, side: wants })
    }

    /// A status as a sentence about the side that wants it.
    fn verdict(&self, status: Status) -> Verdict {
        let other = self.question.first != self.side;
        match status {
            Status::Settled(code) => match if other { code.reverse() } else { code } {
                Code::Win => Verdict::Yes,
                Code::Lose => Verdict::No,
                Code::KoA => Verdict::Ko(Some(self.side.other())),
                Code::KoB => Verdict::Ko(Some(self.side)),
            },
            Status::Ko => Verdict::Ko(None),
            Status::AtLeastKo if !other => Verdict::AtLeastKo,
            Status::AtMostKo if other => Verdict::AtLeastKo,
            Status::AtLeastKo | Status::AtMostKo => Verdict::AtMostKo,
            Status::Unknown => Verdict::Unknown,
        }
    }
}

fn verbs() -> String {
    VERBS.iter().map(|(names, ..)| names[0]).collect::<Vec<_>>().join(", ")
}

/// Whether the side gets what it wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Yes,
    /// By a ko, and who needs the first threat.
    Ko(Option<Color>),
    AtLeastKo,
    AtMostKo,
    Unknown,
    No,
}

impl Verdict {
    fn words(self) -> String {
        match self {
            Verdict::Yes => "yes".to_string(),
            Verdict::No => "no".to_string(),
            Verdict::Ko(None) => "by a ko".to_string(),
            Verdict::Ko(Some(c)) => format!("by a ko for which {c} needs the first threat"),
            Verdict::AtLeastKo => "at least by a ko".to_string(),
            Verdict::AtMostKo => "not without a ko".to_string(),
            Verdict::Unknown => "unknown".to_string(),
        }
    }

    fn exit_code(self) -> u8 {
        match self {
            Verdict::Yes => 0,
            Verdict::No => 3,
            Verdict::Ko(_) => 4,
            Verdict::AtLeastKo | Verdict::AtMostKo | Verdict::Unknown => 5,
        }
    }
}

/// A goal with its answer.
#[derive(Clone)]
pub struct Proved {
    text: String,
    wish: Wish,
    board: Board,
    answer: Answer,
}

/// Asks about each goal.
///
/// # Errors
/// If a goal is no goal, with the goal.
pub fn prove(args: &ProveArgs, board: &Board) -> Result<Vec<Proved>, String> {
    let wishes = args
        .goals
        .iter()
        .map(|text| Ok((text, Wish::parse(text, board).map_err(|e| format!("{text:?}: {e}"))?)))
        .collect::<Result<Vec<_>, String>>()?;
    let mut table = Table::with_bytes(args.memory << 20);
    let moves = if args.output.is_some() { args.moves } else { 0 };
    let mut out = Vec::new();
    for (text, wish) in wishes {
        let deadline = match args.seconds {
            Some(s) => {
                Deadline::after(Duration::try_from_secs_f64(s).map_err(|_| format!("{s} seconds"))?)
            }
            None => Deadline::NONE,
        };
        let line = RefCell::new(Line::new(true));
        let tell = |p: Progress| {
            let how = format!("{text}: {} positions, region {}", p.nodes, p.stage + 1);
            line.borrow_mut().say(&how);
        };
        let progress = Some(&tell as &dyn Fn(Progress));
        let limits =
            Limits { deadline, progress, tree: moves, zone: ZONE, ..Limits::nodes(args.nodes) };
        let answer = prover::prove(board, &wish.question, &limits, &mut table)
            .map_err(|e| format!("{text:?}: {e}"))?;
        line.borrow_mut().clear();
        out.push(Proved { text: text.clone(), wish, board: board.clone(), answer });
    }
    Ok(out)
}

/// The exit code for all answers: that of the worst.
pub fn exit_code(all: &[Proved]) -> u8 {
    all.iter().map(|p| p.wish.verdict(p.answer.status).exit_code()).max().unwrap_or(0)
}

impl Proved {
    /// The answer in a few words.
    pub fn words(&self) -> String {
        let proved = if self.answer.is_proved() { ", proved" } else { "" };
        self.wish.verdict(self.answer.status).words() + proved
    }

    /// The answer in words, with zone and line on a board.
    pub fn text(&self) -> String {
        let size = self.board.size();
        let mut out = String::new();
        let _ =
            writeln!(out, "{} ({} first): {}", self.text, self.wish.question.first, self.words(),);
        for line in self.assumptions() {
            let _ = writeln!(out, "assuming that {line}");
        }
        let stopped = if self.answer.stopped { ", stopped" } else { "" };
        let _ = writeln!(out, "{} positions{stopped}", self.answer.nodes);
        let line: Vec<String> =
            self.answer.line.iter().map(|(c, p)| format!("{c} {}", p.name(size))).collect();
        if !line.is_empty() {
            let _ = writeln!(out, "best play: {}", line.join(", "));
        }
        out + &self.drawn()
    }

    /// What the answer assumes, in clauses.
    fn assumptions(&self) -> Vec<String> {
        let mut out = Vec::new();
        if matches!(self.answer.status, Status::Unknown) {
            return out;
        }
        if let Some(c) = self.answer.assumes.outside {
            out.push(format!("all outside of the zone is {c}'s"));
        }
        if self.answer.assumes.walls {
            out.push("strings that reach out of the zone are safe".to_string());
        }
        out
    }

    /// The board; vertices outside of the zone are blank, moves have numbers.
    fn drawn(&self) -> String {
        let size = self.board.size();
        let number = |p: Point| self.answer.line.iter().take(99).position(|m| m.1 == p);
        let mut out = String::new();
        for row in 0..size {
            let _ = write!(out, "{:2}", size - row);
            for col in 0..size {
                let p = Point::new(row, col);
                let cell = match (self.board.color_at(p), number(p)) {
                    (Some(Color::Black), _) => " X".to_string(),
                    (Some(Color::White), _) => " O".to_string(),
                    (None, Some(n)) => format!("{:2}", n + 1),
                    (None, None) if self.answer.zone.contains(p) => " .".to_string(),
                    (None, None) => "  ".to_string(),
                };
                let _ = write!(out, " {cell}");
            }
            out.push('\n');
        }
        out.push_str("  ");
        for col in 0..size {
            let _ = write!(out, "  {}", mkpat_rt::geom::column_letter(col));
        }
        out.push('\n');
        out
    }

    /// The answer as a JSON object on one line.
    pub fn json(&self) -> String {
        let size = self.board.size();
        let name = |p: Point| p.name(size);
        let verdict = self.wish.verdict(self.answer.status);
        let threat = match verdict {
            Verdict::Ko(Some(c)) => Some(c.to_string()),
            _ => None,
        };
        serde_json::json!({
            "goal": self.text,
            "side": self.wish.side.to_string(),
            "first": self.wish.question.first.to_string(),
            "result": match verdict {
                Verdict::Yes => "yes",
                Verdict::No => "no",
                Verdict::Ko(_) => "ko",
                Verdict::AtLeastKo => "at-least-ko",
                Verdict::AtMostKo => "at-most-ko",
                Verdict::Unknown => "unknown",
            },
            "first_threat": threat,
            "proved": self.answer.is_proved(),
            "assumes": self.assumptions(),
            "positions": self.answer.nodes,
            "stopped": self.answer.stopped,
            "line": self.answer.line.iter().map(|(_, p)| name(*p)).collect::<Vec<_>>(),
            "zone": self.answer.zone.iter().map(name).collect::<Vec<_>>(),
        })
        .to_string()
    }

    /// The answer as GTP has it: a code for the side that wants it (0 no, 1 yes, 2 and 3 by
    /// ko, as `attack`), or `unknown`; whether it is proved; and the best play.
    pub fn gtp(&self) -> String {
        let size = self.board.size();
        let code = match self.wish.verdict(self.answer.status) {
            Verdict::Yes => "1",
            Verdict::No => "0",
            Verdict::Ko(Some(c)) if c != self.wish.side => "2",
            Verdict::Ko(_) => "3",
            _ => "unknown",
        };
        let kind = match code {
            "unknown" => "",
            _ if self.answer.is_proved() => " proved",
            _ => " assumed",
        };
        let line = self.answer.line.iter().map(|(_, p)| format!(" {}", p.name(size)));
        format!("{code}{kind}{}", line.collect::<String>())
    }
}

/// The answer to one goal, for GTP: a sentence that may end with how many positions may be
/// looked at (`kill R3, 5000 nodes`; else [`NODES`]). The proof has at most so many moves.
///
/// # Errors
/// What is wrong with the goal.
pub fn ask(text: &str, board: &Board, moves: usize) -> Result<Proved, String> {
    let (goal, nodes) = limited(text)?;
    let wish = Wish::parse(goal, board)?;
    let mut table = Table::with_bytes(MEGABYTES << 20);
    let limits = Limits { tree: moves, zone: ZONE, ..Limits::nodes(nodes) };
    let answer =
        prover::prove(board, &wish.question, &limits, &mut table).map_err(|e| e.to_string())?;
    Ok(Proved { text: goal.to_string(), wish, board: board.clone(), answer })
}

/// A goal without its number of nodes, and that number.
fn limited(text: &str) -> Result<(&str, u64), String> {
    let Some(rest) = text.trim_end().strip_suffix("nodes") else { return Ok((text, NODES)) };
    let rest = rest.trim_end();
    let at = rest.rfind([' ', ',']).map_or(0, |at| at + 1);
    match rest[at..].parse() {
        Ok(n @ 1..) => Ok((rest[..at].trim_end_matches([' ', ',']), n)),
        _ => Err(format!("{}: no number of nodes", &rest[at..])),
    }
}

/// The proofs as a collection of game trees.
pub fn sgf(all: &[Proved]) -> String {
    let mut out = Sgf::new();
    for proved in all {
        proved.add_to(&mut out);
    }
    out.to_string()
}

impl Proved {
    /// How many moves of its proof there are.
    pub fn moves(&self) -> usize {
        self.answer.tree.as_ref().map_or(0, |tree| tree.branches.len())
    }

    /// Adds it as a game tree.
    pub fn add_to(&self, out: &mut Sgf) {
        let root = out.add_node(None);
        setup(out, root, &self.board);
        out.push(root, "PL", &[name(self.wish.question.first)]);
        let mut comment = self.text();
        if let Some(tree) = self.answer.tree.as_ref().filter(|t| t.missing > 0) {
            let _ = writeln!(comment, "{} positions without their moves", tree.missing);
        }
        out.push(root, "C", &[comment.trim_end()]);
        if let Some(tree) = &self.answer.tree {
            branches(out, root, tree, &self.board);
        }
    }
}

fn name(color: Color) -> &'static str {
    if color == Color::Black { "B" } else { "W" }
}

/// Writes the moves of a proof. A ko that is retaken as if a threat had been answered
/// has two passes before it.
fn branches(out: &mut Sgf, root: NodeId, tree: &Tree, board: &Board) {
    enum Todo {
        Enter(usize, NodeId),
        Leave(usize),
    }
    let mut board = board.clone();
    let mut todo: Vec<Todo> = tree.first.iter().rev().map(|&i| Todo::Enter(i, root)).collect();
    while let Some(next) = todo.pop() {
        let (i, mut node) = match next {
            Todo::Leave(count) => {
                for _ in 0..count {
                    board.undo();
                }
                continue;
            }
            Todo::Enter(i, node) => (i, node),
        };
        let branch = &tree.branches[i];
        let (color, p) = branch.played;
        let count = 1;
        if p.is_pass() {
            board.pass(color);
        } else if !board.try_play(color, p) {
            if !board.try_play_ko(color, p) {
                continue;
            }
            for (c, text) in [(color, "a threat elsewhere"), (color.other(), "its answer")] {
                node = out.add_node(Some(node));
                out.push(node, name(c), &[""]);
                out.push(node, "C", &[text]);
            }
        }
        node = out.add_node(Some(node));
        let place = if p.is_pass() { String::new() } else { letters(p) };
        out.push(node, name(color), &[place]);
        if branch.cut {
            out.push(node, "C", &["what follows is left out"]);
        }
        todo.push(Todo::Leave(count));
        todo.extend(branch.next.iter().rev().map(|&c| Todo::Enter(c, node)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::diagram;

    const THREE: &str = "
        . . . . .
        X X X X X
        O O O O X
        . . . O X
        O O O O X";

    fn board() -> Board {
        diagram::parse(THREE).expect("a diagram")
    }

    #[test]
    fn sentences_are_goals() {
        let board = board();
        let at = |name| Point::parse(name, 5).expect("a vertex");
        let parse = |text| Wish::parse(text, &board);
        let kill = Goal::Kill(at("A3"));
        for (text, goal, first, side) in [
            ("kill A3", kill, Color::Black, Color::Black),
            ("Black kills a3", kill, Color::Black, Color::Black),
            ("white lives A3, black first", kill, Color::Black, Color::White),
            ("save a3", Goal::Capture(at("A3")), Color::White, Color::White),
            ("w connects a3 d3", Goal::Connect(at("A3"), at("D3")), Color::White, Color::White),
            ("win A4 A3", Goal::Race(at("A3"), at("A4")), Color::Black, Color::Black),
        ] {
            let wish = Wish { question: Question { goal, first }, side };
            assert_eq!(parse(text), Ok(wish), "{text}");
        }
        for (text, said) in [
            ("", "a goal is missing"),
            ("frobnicate A3", "frobnicate: no goal"),
            ("kill", "the goal needs 1"),
            ("connect A3", "the goal needs 2"),
            ("kill Z9", "z9: no vertex"),
            ("kill B2", "there is no stone"),
            ("white kills A3", "this is a goal of black"),
            ("connect A3 A4", "the stones are not of one color"),
            ("kill A3, green first", "green: no color"),
        ] {
            let failure = parse(text).expect_err(text);
            assert!(failure.starts_with(said), "{text}: {failure}");
        }
    }

    fn args(goals: &[&str]) -> ProveArgs {
        ProveArgs {
            file: PathBuf::new(),
            goals: goals.iter().map(|g| (*g).to_string()).collect(),
            nodes: 10_000,
            seconds: None,
            memory: 1,
            output: Some(PathBuf::new()),
            moves: 1000,
            json: false,
        }
    }

    #[test]
    fn goals_may_end_with_a_number_of_nodes() {
        let board = board();
        let asked = |text| ask(text, &board, 100);
        let proved = asked("kill A3, white first, 5 nodes").expect("asked");
        assert!(proved.answer.nodes < 50 && proved.text == "kill A3, white first");
        assert!(asked("capture A3").expect("asked").moves() > 5);
        for (text, said) in [("kill A3, x nodes", "x: no number"), ("nodes", ": no number")] {
            assert!(asked(text).err().expect(text).starts_with(said), "{text}");
        }
    }

    #[test]
    fn answers_are_told_in_all_forms() {
        let proved =
            prove(&args(&["capture A3", "kill A3, white first"]), &board()).expect("asked");
        assert_eq!(exit_code(&proved), 3);
        let text = proved[0].text();
        assert!(text.starts_with("capture A3 (black first): yes, proved\n"), "{text}");
        assert!(text.contains("best play: black B2"), "{text}");
        let json: serde_json::Value = serde_json::from_str(&proved[0].json()).expect("JSON");
        assert_eq!((&json["result"], &json["line"][0]), (&"yes".into(), &"B2".into()));
        assert_eq!(json["proved"], true);
        assert!(proved[0].gtp().starts_with("1 proved B2"), "{}", proved[0].gtp());
        assert!(proved[1].gtp().starts_with("0 "), "{}", proved[1].gtp());
        let tree = Sgf::read(sgf(&proved).as_bytes()).expect("SGF");
        assert_eq!((tree.roots().len(), tree.warnings.len()), (2, 0));
        assert!(tree.len() > 5, "{}", tree.len());
        assert!(prove(&args(&["kill B2"]), &board()).err().expect("refused").contains("no stone"));
    }
}
