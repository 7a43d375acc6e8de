//! Random positions for the tactical reader: dense boards of all sizes, with kos.
//!
//! Whatever is asked, it must not panic, must stop at the node limit, must name moves
//! that can be played, and must give the board back as it was. On the smallest boards
//! every string that is called captured must be: none of its owner's replies, all legal
//! moves and a pass, may save it.
//!
//! A fixed number of positions by default. `KATACHI_SOAK=SECONDS` goes on for that
//! long, from a seed that is printed (`KATACHI_SOAK_SEED` sets it), and lists everything
//! wrong it has found at the end.

use engine::board::Board;
use engine::diagram;
use engine::reading::{Code, Limits, Memory, Reader, Reading, Scheme};
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::Rng;
use std::collections::HashMap;
use std::time::{Duration, Instant, SystemTime};

/// Nodes of a question may exceed the limit by those that are judged without being
/// played, at most a list of proposals.
const SLACK: u64 = 64;

/// Largest board on which captures are proved.
const PROVED_SIZE: usize = 6;

/// Positions that a proof may look at.
const PROOF: usize = 40_000;

/// Plies that a proof may look ahead.
const PROOF_DEPTH: usize = 14;

/// A capture that is not found so soon is looked for further, with more positions: of two
/// on 5×5 one was found 22 plies ahead, in 2.6 million, one 30 plies ahead.
const DEEPER: [usize; 5] = [18, 22, 26, 30, 34];
const DEEPER_PROOF: usize = 10_000_000;

/// Plays at random without filling own eyes, then looks for kos to take.
fn position(rng: &mut Rng) -> Board {
    let size = match rng.within(..4) {
        0 => 5,
        1 => rng.within(5..=7),
        2 => rng.within(7..=13),
        _ => rng.within(13..=19),
    };
    let mut board = Board::new(size).expect("size in range");
    let area = size * size;
    let moves = area / 3 + rng.within(..area * 2);
    let mut color = Color::Black;
    for _ in 0..moves {
        let p = Point::new(rng.within(..size), rng.within(..size));
        let eye = board
            .neighbours(p)
            .all(|q| board.color_at(q) == Some(color) && board.liberty_count(q) > 1);
        if !eye && board.try_play(color, p) {
            color = color.other();
        }
    }
    for _ in 0..rng.within(..3) {
        let kos: Vec<Point> = Point::all(size)
            .filter(|&p| board.takes_ko(color, p).is_some() && board.is_legal(color, p))
            .collect();
        if let Some(&p) = kos.get(rng.within(..kos.len().max(1))) {
            board.try_play(color, p);
            color = color.other();
        }
    }
    board.forget_moves();
    board
}

/// Whether the string at `s` of `color` can be taken whatever its owner does, if the attacker
/// begins with the move that reading has found; `None` if that takes too long to find out.
struct Proof<'a> {
    board: &'a mut Board,
    memory: &'a mut Memory,
    s: Point,
    color: Color,
    seen: HashMap<(u64, bool), (usize, bool)>,
    left: usize,
}

impl Proof<'_> {
    fn legal(&self, color: Color) -> Vec<Point> {
        Point::all(self.board.size()).filter(|&p| self.board.is_legal(color, p)).collect()
    }

    fn attacker(&mut self, depth: usize) -> Option<bool> {
        if self.board.color_at(self.s) != Some(self.color) {
            return Some(true);
        }
        let (done, key) = self.known(depth, true)?;
        if done.is_some() {
            return done;
        }
        let enemy = self.color.other();
        let plain = Limits { proof: 0, ..Limits::default() };
        let first = Reader::new(self.board, plain, self.memory).attack(self.s);
        let mut moves = Vec::new();
        if first.is_success() && !first.point.is_pass() {
            moves.push(first.point);
        }
        moves.extend(self.board.liberties(self.s));
        moves.extend(self.legal(enemy));
        let mut found = false;
        for p in moves {
            if self.board.try_play(enemy, p) {
                let good = self.defender(depth - 1);
                self.board.undo();
                if good? {
                    found = true;
                    break;
                }
            }
        }
        self.seen.insert(key, (depth, found));
        Some(found)
    }

    fn defender(&mut self, depth: usize) -> Option<bool> {
        if self.board.color_at(self.s) != Some(self.color) {
            return Some(true);
        }
        let (done, key) = self.known(depth, false)?;
        if done.is_some() {
            return done;
        }
        let mut moves: Vec<Point> = self.board.liberties(self.s).iter().collect();
        moves.extend(self.legal(self.color));
        moves.push(Point::PASS);
        let mut taken = true;
        for p in moves {
            if self.board.try_play(self.color, p) {
                let lost = self.attacker(depth - 1);
                self.board.undo();
                if !lost? {
                    taken = false;
                    break;
                }
            }
        }
        self.seen.insert(key, (depth, taken));
        Some(taken)
    }

    /// After [`Proof::defender`] has found that the string is not taken soon: a reply
    /// that saves it even if one reads deeper.
    fn escape(&mut self) -> Option<Point> {
        self.left = DEEPER_PROOF;
        let deep = Limits { proof: 0, ..Limits::default().deeper(4) };
        let mut replies = self.legal(self.color);
        replies.push(Point::PASS);
        replies.into_iter().find(|&p| {
            self.board.try_play(self.color, p) && {
                let safe = self.attacker(PROOF_DEPTH - 1) == Some(false)
                    && !Reader::new(self.board, deep, self.memory).attack(self.s).is_success();
                self.board.undo();
                safe
            }
        })
    }

    /// What is known of this position, or that it is too deep: then not taken.
    fn known(&mut self, depth: usize, attacks: bool) -> Option<(Option<bool>, (u64, bool))> {
        let key = (self.board.hash_for(Color::Black), attacks);
        if let Some(&(searched, answer)) = self.seen.get(&key)
            && (answer || searched >= depth)
        {
            return Some((Some(answer), key));
        }
        if depth == 0 {
            return Some((Some(false), key));
        }
        self.left = self.left.checked_sub(1)?;
        Some((None, key))
    }
}

/// What is wrong with the answers about a position, and how many captures were proved
/// and how many could not be.
#[derive(Default)]
struct Found {
    wrong: Vec<String>,
    strings: u64,
    kos: u64,
    captures: u64,
    proved: u64,
    open: u64,
    most: u64,
}

impl Found {
    fn add(&mut self, more: Found) {
        self.wrong.extend(more.wrong);
        self.strings += more.strings;
        self.kos += more.kos;
        self.captures += more.captures;
        self.proved += more.proved;
        self.open += more.open;
        self.most = self.most.max(more.most);
    }
}

/// Whether a move of an answer can be played: legal, or the taking of a ko that must
/// wait for a threat.
fn playable(board: &Board, color: Color, r: Reading) -> bool {
    board.is_legal(color, r.point) || (r.code == Code::KoB && board.ko() == Some((r.point, color)))
}

fn examine(board: &mut Board, memory: &mut Memory, rng: &mut Rng) -> Found {
    let mut found = Found::default();
    let size = board.size();
    let drawn = diagram::draw(board);
    let ko = board.ko().map_or("none".to_string(), |(p, c)| format!("{} {c}", p.name(size)));
    let scheme =
        [Scheme::Five, Scheme::Early, Scheme::Revised][rng.within(..20).saturating_sub(17)];
    let limits = Limits { scheme, ..Limits::default() };
    let hash = board.hash_for(Color::Black);
    let strings: Vec<Point> = board.strings().collect();
    found.kos = Point::all(size).filter(|&p| board.is_ko_point(p)).count() as u64;
    let mut say = |what: String| {
        found.wrong.push(format!("{what} (ko: {ko}, {scheme:?})\n{drawn}"));
    };
    let mut claims = Vec::new();
    for &s in &strings {
        let name = s.name(size);
        let Some(color) = board.color_at(s) else { continue };
        let other = strings[rng.within(..strings.len())];
        let p = Point::new(rng.within(..size), rng.within(..size));
        let mut cost = 0;
        let mut count = |question: &str, reader: &mut Reader<'_>, times: u64| {
            let nodes = reader.stats().nodes - cost;
            cost = reader.stats().nodes;
            (nodes > times * (limits.nodes + limits.proof + SLACK))
                .then(|| format!("{question} {name}: {nodes} nodes"))
        };
        let mut reader = Reader::new(board, limits, memory);
        let mut long = Vec::new();
        let attack = reader.attack(s);
        long.push(count("attack", &mut reader, 1));
        let defend = reader.defend(s);
        long.push(count("defend", &mut reader, 2));
        let only = reader.defend_only(s);
        long.push(count("defend_only", &mut reader, 1));
        reader.ladder_attack(s);
        long.push(count("ladder", &mut reader, 1));
        let by_move = reader.does_attack(p, s);
        long.push(count("does_attack", &mut reader, 4));
        reader.does_defend(p, s);
        long.push(count("does_defend", &mut reader, 2));
        reader.safe_move(p, color);
        long.push(count("safe_move", &mut reader, 1));
        if reader.board().color_at(other) == Some(color) {
            let either = reader.attack_either(s, other);
            long.push(count("attack_either", &mut reader, 3));
            let both = reader.defend_both(s, other);
            long.push(count("defend_both", &mut reader, 4));
            for (q, r, who) in
                [("attack_either", either, color.other()), ("defend_both", both, color)]
            {
                if r.is_success() && !playable(reader.board(), who, r) {
                    say(format!("{q} {name} {}: {:?}", other.name(size), r));
                }
            }
        }
        found.strings += 1;
        found.most = found.most.max(reader.stats().nodes);
        for what in long.into_iter().flatten() {
            say(what);
        }
        if board.hash_for(Color::Black) != hash {
            say(format!("{name}: the board was changed"));
        }
        if attack.is_success()
            && (attack.point.is_pass() || !playable(board, color.other(), attack))
        {
            say(format!("attack {name}: {:?} {}", attack.code, attack.point.name(size)));
        }
        for defend in [defend, only] {
            if defend.is_success() && !playable(board, color, defend) {
                say(format!("defend {name}: {:?} {}", defend.code, defend.point.name(size)));
            }
        }
        if attack.code == Code::Win {
            claims.push((s, color, attack.point));
        }
        if by_move == Code::Win && p != attack.point {
            claims.push((s, color, p));
        }
    }
    if let Err(e) = board.check_invariants() {
        say(e);
    }
    found.captures = claims.len() as u64;
    if size <= PROVED_SIZE && scheme == Scheme::Five {
        for (s, color, p) in claims {
            if !board.try_play(color.other(), p) {
                continue;
            }
            let (seen, left) = (HashMap::new(), PROOF);
            let mut proof = Proof { board, memory, s, color, seen, left };
            let mut answer = proof.defender(PROOF_DEPTH);
            let mut escape = None;
            if answer == Some(false) {
                // It takes longer, or is none.
                escape = proof.escape();
                for depth in DEEPER {
                    if answer == Some(false) {
                        proof.left = DEEPER_PROOF;
                        answer = proof.defender(depth);
                    }
                }
            }
            board.undo();
            // Saved by a reply that holds for as long as was looked, or after which
            // reading, too, finds nothing; unless it was shown to be taken later.
            match (answer, escape) {
                (Some(true), _) => found.proved += 1,
                (None, None) => found.open += 1,
                (_, reply) => found.wrong.push(format!(
                    "attack {}: not captured by {}, for there is {} (ko: {ko})\n{drawn}",
                    s.name(size),
                    p.name(size),
                    reply.map_or("something".to_string(), |p| p.name(size).to_string())
                )),
            }
        }
    }
    found
}

fn seconds() -> Option<u64> {
    let text = std::env::var("KATACHI_SOAK").ok()?;
    Some(text.parse().expect("KATACHI_SOAK is a number of seconds"))
}

#[test]
fn random_positions_get_answers_that_hold() {
    let long = seconds();
    let seed = match std::env::var("KATACHI_SOAK_SEED") {
        Ok(text) => text.parse().expect("KATACHI_SOAK_SEED is a number"),
        Err(_) if long.is_some() => SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .expect("a clock after 1970")
            .as_secs(),
        Err(_) => 20,
    };
    let mut rng = Rng::new(seed);
    let mut memory = Memory::default();
    let mut all = Found::default();
    let end = long.map(|s| Instant::now() + Duration::from_secs(s));
    let mut positions = 0;
    loop {
        match end {
            None if positions >= 20 => break,
            Some(end) if Instant::now() >= end => break,
            _ => {}
        }
        positions += 1;
        let mut board = position(&mut rng);
        let found = examine(&mut board, &mut memory, &mut rng);
        for what in &found.wrong {
            eprintln!("position {positions} of seed {seed}: {what}");
        }
        all.add(found);
    }
    eprintln!(
        "seed {seed}: {positions} positions, {} strings, {} ko vertices, {} captures, of small \
         boards {} proved and {} open, {} wrong, at most {} nodes for a string",
        all.strings,
        all.kos,
        all.captures,
        all.proved,
        all.open,
        all.wrong.len(),
        all.most
    );
    assert!(all.strings > 100 && all.kos > 0 && all.proved > 0, "nothing was tested");
    assert!(all.wrong.is_empty(), "{} wrong answers, see above", all.wrong.len());
}
