//! The tree of a Monte-Carlo tree search: positions near the root, with what random games through them came to.
//!
//! A move is chosen by the mean of the games that went through it, mixed with that of all games in which its
//! player made it later (RAVE: S. Gelly, D. Silver, "Monte-Carlo tree search and rapid action value estimation in
//! computer Go", 2011), counted for more where its vertex is critical (P. Baudiš, J. Gailly, "PACHI: State of the art open
//! source Go program", 2011), and with what was thought of it before, as if that were games, too: what it looks like (`features`) counts
//! as games won, most for the likeliest move. A position gets its moves when so many games have come to it.

use super::Settings;
use super::criticality::{Criticality, Owners};
use super::features::Before;
use super::field::Field;
use super::ladder::Ladders;
use super::policy::Policy;
use mkpat_rt::geom::{Color, Point};

/// Games and their results, summed up: 1 for each that the mover won.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(super) struct Tally {
    pub(super) games: f32,
    pub(super) won: f32,
}

impl Tally {
    fn mean(self) -> f32 {
        if self.games > 0.0 { self.won / self.games } else { 0.5 }
    }

    fn add(&mut self, result: f32) {
        self.games += 1.0;
        self.won += result;
    }

    /// As if so many games had come to this mean.
    fn expect(&mut self, games: f32, mean: f32) {
        self.games += games;
        self.won += games * mean;
    }
}

/// A move in the tree. Results are its mover's.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) point: Point,
    /// What was thought of it before.
    prior: Tally,
    /// The games through it.
    pub(super) tally: Tally,
    /// The games in which its mover played there first, here or later.
    rave: Tally,
    /// Where its answers are in the arena, and how many.
    children: (u32, u32),
}

/// From a move and how likely it looks: how likely it is, and as if so many games had had this mean result for its mover.
pub(super) type Thought<'a> = dyn Fn(Point, f32) -> Option<(f32, (f32, f32))> + 'a;

#[derive(Clone)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    settings: Settings,
    /// Whether a pass is a move like others below the root: where it is about a part of the board, there may be nothing to do.
    passes: bool,
    weighed: Vec<(Point, u32)>,
    /// How likely each move is, and what it is thought to be worth.
    scores: Vec<(f32, (f32, f32))>,
    ladders: Ladders,
    criticality: Criticality,
}

impl Tree {
    /// A tree of a root alone.
    pub(super) fn new(settings: Settings, passes: bool) -> Tree {
        let root = Node {
            point: Point::PASS,
            prior: Tally::default(),
            tally: Tally::default(),
            rave: Tally::default(),
            children: (0, 0),
        };
        let (weighed, scores, ladders) = (Vec::new(), Vec::new(), Ladders::default());
        let criticality = Criticality::new();
        Tree { nodes: vec![root], settings, passes, weighed, scores, ladders, criticality }
    }

    fn range(&self, node: u32) -> std::ops::Range<usize> {
        let (first, count) = self.nodes[node as usize].children;
        first as usize..(first + count) as usize
    }

    pub(super) fn children(&self, node: u32) -> &[Node] {
        &self.nodes[self.range(node)]
    }

    pub(super) fn is_leaf(&self, node: u32) -> bool {
        self.nodes[node as usize].children.1 == 0
    }

    pub(super) fn point(&self, node: u32) -> Point {
        self.nodes[node as usize].point
    }

    /// Whether enough games have come here for the node to get its moves.
    pub(super) fn is_ripe(&self, node: u32) -> bool {
        self.nodes[node as usize].tally.games >= self.settings.expand
            && self.nodes.len() < self.settings.nodes
    }

    /// Gives a node below the root the moves of `color`, by how likely they look.
    pub(super) fn grow(&mut self, node: u32, field: &mut Field, color: Color, policy: &Policy<'_>) {
        let expected = self.settings.expected;
        self.expand(node, field, color, policy, (expected, &|_, look| Some((look, (0.0, 0.0)))));
    }

    /// Gives a node the moves of `color`. `score` tells from a move and how likely it looks how likely it is, as the logarithm of
    /// its odds; moves that it has no answer for are not there. The likeliest counts as so many games won.
    pub(super) fn expand(
        &mut self,
        node: u32,
        field: &mut Field,
        color: Color,
        policy: &Policy<'_>,
        (expected, score): (f32, &Thought<'_>),
    ) {
        let mut weighed = std::mem::take(&mut self.weighed);
        policy.weigh_all(field, color, &mut weighed);
        let first = self.nodes.len() as u32;
        let s = self.settings;
        let before = Before::new(field, color, &mut self.ladders);
        self.scores.clear();
        let ladders = &mut self.ladders;
        let scores = &mut self.scores;
        weighed.retain(|&(p, _)| {
            let found = score(p, before.score(field, p, ladders));
            scores.extend(found);
            found.is_some()
        });
        let most = self.scores.iter().map(|s| s.0).fold(f32::NEG_INFINITY, f32::max);
        for (i, &(p, _)) in weighed.iter().enumerate() {
            let (score, (games, mean)) = self.scores[i];
            let mut prior = Tally::default();
            prior.expect(s.even, 0.5);
            prior.expect(expected * (s.power * (score - most)).exp(), 1.0);
            prior.expect(games, mean);
            self.push(p, prior);
        }
        // Whether to pass at the root is not asked.
        if weighed.is_empty() || node != 0 && (self.passes || field.last().is_pass()) {
            let mut prior = Tally::default();
            prior.expect(s.even, 0.3);
            self.push(Point::PASS, prior);
        }
        self.nodes[node as usize].children = (first, self.nodes.len() as u32 - first);
        self.weighed = weighed;
    }

    fn push(&mut self, point: Point, prior: Tally) {
        let (tally, rave, children) = (Tally::default(), Tally::default(), (0, 0));
        self.nodes.push(Node { point, prior, tally, rave, children });
    }

    /// The child to follow.
    pub(super) fn select(&self, node: u32) -> u32 {
        let range = self.range(node);
        let s = self.settings;
        let value = |n: &Node| {
            let (own, rave) = (n.tally, n.rave);
            let games = own.games + n.prior.games;
            let mean = (own.won + n.prior.won) / games.max(1e-3);
            let beta = rave.games / (rave.games + games + rave.games * games / s.rave);
            let more = s.critical * self.criticality.at(n.point);
            (1.0 - beta) * mean + beta * (rave.mean() + more) / (1.0 + more)
        };
        let mut best = (f32::NEG_INFINITY, range.start);
        for i in range {
            let v = value(&self.nodes[i]);
            if v > best.0 {
                best = (v, i);
            }
        }
        best.1 as u32
    }

    /// Counts a game that goes this way as lost by whoever moved, until [`Tree::update`].
    pub(super) fn promise(&mut self, path: &[u32]) {
        for &node in path {
            self.nodes[node as usize].tally.games += 1.0;
        }
    }

    /// Takes up the result of a game that was promised: `path` are the nodes from the root on, `result` is 1 if `mover`, who is to
    /// move at the root, won; `first` says who played first on a vertex after the root, and at which move.
    pub(super) fn update(&mut self, path: &[u32], mover: Color, result: f32, first: &FirstPlays) {
        for (depth, &node) in path.iter().enumerate() {
            // The mover at this node's children is `mover` at even depth.
            let color = if depth % 2 == 0 { mover } else { mover.other() };
            let result = if color == mover { result } else { 1.0 - result };
            self.nodes[node as usize].tally.won += 1.0 - result;
            for i in self.range(node) {
                let child = &mut self.nodes[i];
                if first.is_first(child.point, color, depth) {
                    child.rave.add(result);
                }
            }
        }
    }

    /// Takes up who owned what when a game was over, and who won it.
    pub(super) fn end(&mut self, size: usize, owners: &Owners, winner: Color) {
        self.criticality.take_up(size, owners, winner);
    }

    /// Whether no other move at the root comes to as many games as the one with most, if of so many more games it gains
    /// at most the part [`Settings::gained`] on that.
    pub(super) fn is_decided(&self, more: u32) -> bool {
        let (mut most, mut second) = (0.0f32, 0.0f32);
        for n in self.root() {
            if n.tally.games > most {
                (most, second) = (n.tally.games, most);
            } else if n.tally.games > second {
                second = n.tally.games;
            }
        }
        most - second > more as f32 * self.settings.gained
    }

    /// The games through each move at the root.
    pub(super) fn root(&self) -> &[Node] {
        self.children(0)
    }
}

/// Who was the first to play on each vertex in a game after the root.
pub(super) struct FirstPlays {
    /// For each vertex the moves at which each colour first played there, counted from 1; 0 for never.
    when: Vec<[u16; 2]>,
    played: Vec<Point>,
}

impl FirstPlays {
    pub(super) fn new() -> FirstPlays {
        FirstPlays { when: vec![[0; 2]; mkpat_rt::geom::AREA], played: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        for p in self.played.drain(..) {
            self.when[p.idx()] = [0; 2];
        }
    }

    pub(super) fn note(&mut self, color: Color, p: Point, number: usize) {
        let when = &mut self.when[p.idx()];
        // Who comes second plays on a vertex that something was captured on.
        if *when == [0; 2] {
            when[color.index()] = number as u16 + 1;
            self.played.push(p);
        }
    }

    /// Whether `color` was the first on `p`, by the move with this number or later.
    fn is_first(&self, p: Point, color: Color, number: usize) -> bool {
        usize::from(self.when[p.idx()][color.index()]) > number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_play_on_a_vertex_counts_and_no_later_one() {
        let (p, q) = (Point::new(1, 1), Point::new(2, 2));
        let mut first = FirstPlays::new();
        first.note(Color::Black, p, 2);
        first.note(Color::White, p, 5);
        assert!(first.is_first(p, Color::Black, 0) && first.is_first(p, Color::Black, 2));
        assert!(!first.is_first(p, Color::Black, 3));
        assert!(!first.is_first(p, Color::White, 0) && !first.is_first(q, Color::Black, 0));
        first.clear();
        assert!(!first.is_first(p, Color::Black, 0));
    }

    #[test]
    fn a_search_is_decided_when_the_second_move_would_have_to_gain_too_much() {
        let is_decided = |gained: f32, more: u32| {
            let mut tree = Tree::new(Settings { gained, ..Settings::default() }, false);
            for (col, games) in [(0, 20.0), (1, 60.0), (2, 5.0)] {
                tree.push(Point::new(0, col), Tally::default());
                tree.nodes[col + 1].tally.games = games;
            }
            tree.nodes[0].children = (1, 3);
            tree.is_decided(more)
        };
        assert!(is_decided(1.0, 39) && !is_decided(1.0, 40));
        assert!(is_decided(0.4, 99) && !is_decided(0.4, 100));
    }

    #[test]
    fn of_moves_that_did_as_well_the_one_whose_vertex_is_critical_is_followed() {
        let (quiet, critical) = (Point::new(2, 2), Point::new(0, 0));
        let followed = |weight: f32| {
            let settings = Settings { critical: weight, ..Settings::default() };
            let mut tree = Tree::new(settings, false);
            for p in [quiet, critical] {
                tree.push(p, Tally::default());
            }
            tree.nodes[1].rave = Tally { games: 10.0, won: 6.0 };
            tree.nodes[2].rave = Tally { games: 10.0, won: 5.0 };
            tree.nodes[0].children = (1, 2);
            for game in 0..64 {
                let winner = Color::BOTH[game % 2];
                let board =
                    if game % 2 == 0 { ". X .\n. . .\n. . ." } else { ". O .\n. . .\n. . ." };
                let field = Field::new(&crate::diagram::parse(board).expect("a diagram"));
                let mut owners = Owners::nobody();
                owners.look(&field);
                tree.end(field.size(), &owners, winner);
            }
            tree.point(tree.select(0))
        };
        assert_eq!(followed(0.0), quiet);
        assert_eq!(followed(1.0), critical);
    }

    #[test]
    fn results_are_those_of_whoever_moved() {
        let mut tree = Tree::new(Settings::default(), false);
        tree.push(Point::new(0, 0), Tally::default());
        tree.push(Point::new(0, 1), Tally::default());
        tree.nodes[0].children = (1, 2);
        tree.push(Point::new(0, 2), Tally::default());
        tree.nodes[1].children = (3, 1);
        let mut first = FirstPlays::new();
        let moves = [(Color::Black, (0, 0)), (Color::White, (0, 2)), (Color::Black, (0, 1))];
        for (number, (color, (row, col))) in moves.into_iter().enumerate() {
            first.note(color, Point::new(row, col), number);
        }
        tree.promise(&[0, 1, 3]);
        assert_eq!(tree.nodes[1].tally, Tally { games: 1.0, won: 0.0 });
        tree.update(&[0, 1, 3], Color::Black, 1.0, &first);
        let mean = |node: usize| tree.nodes[node].tally.mean();
        assert_eq!((mean(1), mean(3)), (1.0, 0.0));
        // Black came to the second move of the root later, White to that of the first at once.
        let rave = |node: usize| tree.nodes[node].rave;
        assert_eq!((rave(1), rave(2)), (rave(1), Tally { games: 1.0, won: 1.0 }));
        assert_eq!(rave(3), Tally { games: 1.0, won: 0.0 });
    }
}
