//! Can two strings be connected, can they be separated?
//!
//! The cutter tries the vertices on which the connection depends, the owner answers there
//! or takes the cutting stones; whether a string can be captured is a question of its own
//! to tactical reading. It sees a connection over a shared liberty, miai of two, a cutting
//! stone that can be captured, and jumps. What is not decided within
//! [`Limits::connection_depth`](super::Limits::connection_depth) moves counts as connected
//! if the strings share a liberty, else as cut.

use super::area_connection::Ways;
use super::question_keys::{CONNECT, DISCONNECT, QuestionKind};
use super::reader::Reader;
use super::{Code, Reading, StopReason};
use crate::board::PointSet;
use crate::rng::mix;
use mkpat_rt::geom::{Color, Point};

/// How many more moves deep, and how many more moves in each position, a question goes that
/// is asked for itself.
const MORE_DEPTH: usize = 3;
const MORE_WIDTH: usize = 4;

/// Two strings of one colour.
#[derive(Clone, Copy)]
struct Pair {
    a: Point,
    b: Point,
    color: Color,
    /// The vertices on the shortest ways between the strings are tried, too.
    wide: bool,
}

impl Reader<'_> {
    /// Can the owner of the strings at `a` and `b`, to move, connect them? Lost if one of
    /// them is not there or they are of different colours; won without a move if they are
    /// one string.
    pub fn connect(&mut self, a: Point, b: Point) -> Reading {
        let Some(pair) = self.pair(a, b) else { return Reading::LOST };
        let depth = self.limits.connection_depth;
        self.remember(QuestionKind::Connect, self.origins(pair), |r| r.do_connect(pair, depth))
    }

    /// Can the opponent of the strings at `a` and `b`, to move, separate them or capture
    /// one? Won if one of them is not there or they are of different colours.
    pub fn disconnect(&mut self, a: Point, b: Point) -> Reading {
        let Some(pair) = self.pair(a, b) else { return Reading::won(Point::PASS) };
        let depth = self.limits.connection_depth;
        self.remember(QuestionKind::Disconnect, self.origins(pair), |r| {
            r.do_disconnect(pair, depth)
        })
    }

    /// As [`Reader::connect`], for who asks about nothing else: deeper, and with the vertices on
    /// the shortest ways between the strings.
    pub fn connect_in_depth(&mut self, a: Point, b: Point) -> Reading {
        let Some(pair) = self.pair(a, b) else { return Reading::LOST };
        self.deepen(|r, depth| r.do_connect(Pair { wide: true, ..pair }, depth))
    }

    /// As [`Reader::disconnect`], and as [`Reader::connect_in_depth`].
    pub fn disconnect_in_depth(&mut self, a: Point, b: Point) -> Reading {
        let Some(pair) = self.pair(a, b) else { return Reading::won(Point::PASS) };
        self.deepen(|r, depth| r.do_disconnect(Pair { wide: true, ..pair }, depth))
    }

    /// The answer of the deepest search that its limits did not stop.
    pub(super) fn deepen(&mut self, search: impl Fn(&mut Self, usize) -> Reading) -> Reading {
        let waiting = self.begin();
        let most = self.limits.connection_depth + MORE_DEPTH;
        let mut reading = None;
        for depth in (2..=most).filter(|depth| (most - depth).is_multiple_of(2)) {
            let found = search(self, depth);
            if reading.is_some() && self.question.cut_short {
                break;
            }
            reading = Some(found);
        }
        self.end(waiting);
        reading.unwrap_or(Reading::LOST)
    }

    fn pair(&self, a: Point, b: Point) -> Option<Pair> {
        let color = self.board.color_at(a)?;
        (self.board.color_at(b) == Some(color)).then_some(Pair { a, b, color, wide: false })
    }

    /// The first stones of both, in board order: which is asked about first does not matter.
    fn origins(&self, pair: Pair) -> [Point; 2] {
        let mut origins = [pair.a, pair.b].map(|p| self.board.origin(p));
        origins.sort_unstable();
        origins
    }

    fn stands(&self, pair: Pair) -> bool {
        [pair.a, pair.b].iter().all(|&p| self.board.color_at(p) == Some(pair.color))
    }

    fn do_connect(&mut self, pair: Pair, depth: usize) -> Reading {
        let (reading, reason) = if !self.stands(pair) {
            (Reading::LOST, StopReason::Gone)
        } else if self.board.same_string(pair.a, pair.b) {
            (Reading::won(Point::PASS), StopReason::Connected)
        } else {
            self.search_connection(pair, depth, CONNECT)
        };
        self.note_connection(pair, false, reading, reason);
        reading
    }

    fn do_disconnect(&mut self, pair: Pair, depth: usize) -> Reading {
        let (reading, reason) = if !self.stands(pair) {
            (Reading::won(Point::PASS), StopReason::Gone)
        } else if self.board.same_string(pair.a, pair.b) {
            // What hangs together can still be captured together.
            match self.captures(pair.a, 1) {
                Some(p) => (Reading::won(p), StopReason::Works),
                None => (Reading::LOST, StopReason::Connected),
            }
        } else if let Some(p) = self.captures(pair.a, 2).or_else(|| self.captures(pair.b, 2)) {
            (Reading::won(p), StopReason::Works)
        } else {
            self.search_connection(pair, depth, DISCONNECT)
        };
        self.note_connection(pair, true, reading, reason);
        reading
    }

    /// Where the string at `s` can be captured for good, if it has at most so many
    /// liberties.
    fn captures(&mut self, s: Point, liberties: usize) -> Option<Point> {
        self.question.touched.insert(s);
        if self.board.liberty_count(s) > liberties {
            return None;
        }
        let limits = self.limits.shallower(self.limits.connection_reduction);
        let attack = self.within(limits, |r| r.attack(s));
        (attack.code == Code::Win).then_some(attack.point)
    }

    /// Tries the moves of one side (`question` tells which), the other side answers.
    fn search_connection(
        &mut self,
        pair: Pair,
        depth: usize,
        question: u64,
    ) -> (Reading, StopReason) {
        let cuts = question == DISCONNECT;
        self.question.touched.insert(pair.a);
        self.question.touched.insert(pair.b);
        if depth == 0 || self.exhausted() || self.question.spent >= self.limits.connection_nodes {
            self.question.cut_short |= depth > 0;
            let near = if pair.wide {
                let other = self.board.string_stones(pair.b);
                // The owner is a move nearer if he is to play.
                Ways::new(self.board, pair.a, pair.color, &other).shortest <= 2 - u8::from(cuts)
            } else {
                self.board.liberties(pair.a).intersects(&self.board.liberties(pair.b))
            };
            let works = near != cuts;
            let reading = if works { Reading::won(Point::PASS) } else { Reading::LOST };
            return (reading, StopReason::Limit);
        }
        let key = self.connection_key(pair, depth, question);
        if let Some(known) = self.recall(key) {
            return (known, StopReason::Known);
        }
        let spent_before = self.question.spent;
        let cut_before = std::mem::replace(&mut self.question.cut_short, false);
        let mover = if cuts { pair.color.other() } else { pair.color };
        let mut best = Reading::LOST;
        for p in self.joints(pair) {
            let reply = |r: &mut Self| match cuts {
                true => r.do_connect(pair, depth - 1).code,
                false => r.do_disconnect(pair, depth - 1).code,
            };
            if let Some(code) = self.after_connection_move(mover, p, reply) {
                best.improve(code, p);
            }
            if best.code == Code::Win {
                break;
            }
        }
        if !self.question.cut_short {
            self.memory.table.put(key, best, self.question.spent - spent_before);
        }
        self.question.cut_short |= cut_before;
        let reason = if best.code == Code::Win { StopReason::Works } else { StopReason::Tried };
        (best, reason)
    }

    /// The vertices on which the connection of two strings depends: shared liberties, then
    /// the liberties of weak enemy strings between them, then liberties of one that touch
    /// liberties of the other, then empty vertices that both touch.
    fn joints(&mut self, pair: Pair) -> Vec<Point> {
        let board = &*self.board;
        let [la, lb] = [pair.a, pair.b].map(|p| board.liberties(p));
        let mut seen = PointSet::EMPTY;
        let mut out: Vec<Point> = la.and(&lb).iter().collect();
        let touching = |p: Point, set: &PointSet| board.neighbours(p).any(|q| set.contains(q));
        let weak = [pair.a, pair.b].map(|p| board.adjacent_enemies_with(p, 2));
        let between = weak[0].and(&weak[1]);
        for enemy in between {
            out.extend(board.liberties(enemy));
        }
        out.extend(la.iter().filter(|&p| touching(p, &lb)));
        out.extend(lb.iter().filter(|&p| touching(p, &la)));
        let border = |set: &PointSet| -> PointSet {
            set.iter().flat_map(|p| board.neighbours(p)).filter(|&p| board.is_empty(p)).collect()
        };
        out.extend(border(&la).and(&border(&lb)));
        out.retain(|&p| seen.insert(p));
        let mut width = self.limits.connection_width;
        if pair.wide {
            width += MORE_WIDTH;
            let ways = Ways::new(board, pair.a, pair.color, &board.string_stones(pair.b));
            out.extend(ways.moves(board, width, &[]).into_iter().filter(|&p| seen.insert(p)));
            for s in weak[0].or(&weak[1]) {
                let more = board.liberties(s);
                out.extend(more.iter().filter(|&p| seen.insert(p)));
            }
        }
        out.truncate(width);
        // The choice depends on more than where moves are tried: on all liberties.
        for set in [la, lb, between] {
            self.question.touched.union_with(&set);
        }
        out
    }

    fn connection_key(&self, pair: Pair, depth: usize, question: u64) -> u64 {
        let [a, b] = self.origins(pair).map(|p| u64::from(p.0));
        let n = a | b << 10 | (depth as u64) << 20 | self.question.komaster.number() << 28;
        let n = if pair.wide { !n } else { n };
        // The vertices asked about differ from the origins, and so do the keys.
        self.key_of(mix(n | question))
    }

    fn note_connection(&mut self, pair: Pair, cuts: bool, reading: Reading, reason: StopReason) {
        self.note(cuts, pair.a, reading, reason);
    }
}
