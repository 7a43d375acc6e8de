//! One random game: down the tree, then on by drawn moves, until both pass.
//!
//! A game about some stones ends, too, when the last of them is taken. A [`Lane`] is what a game needs, kept from one to the
//! next. [`Lane::descend`] goes through the tree and leaves a mark there; [`Lane::play_out`] needs the lane and the policy alone, so that several games are played out at a time; [`Lane::finish`] takes
//! the result up. [`Terms`] say who has won.

use std::collections::BTreeMap;

use super::criticality::Owners;
use super::field::Field;
use super::policy::Policy;
use super::special::Special;
use super::tree::{FirstPlays, Tree};
use super::{Question, Settings};
use crate::board::PointSet;
use mkpat_rt::geom::{Color, Point};
use mkpat_rt::rng::Rng;

/// Games that tell how far a side is ahead are at most so many.
pub(super) const FIRST_GAMES: u32 = 256;

/// What games came to, without the points that who is ahead has to give.
#[derive(Clone, Copy, Default)]
pub(super) struct Ends {
    /// Games that the mover at the root won.
    pub(super) wins: u32,
    /// Points by which he was ahead, summed up.
    pub(super) lead: f32,
}

/// Who has won a game, and what came of those so far.
pub(super) struct Terms {
    pub(super) mover: Color,
    /// Points for White, with those that who is ahead has to give.
    komi: f32,
    /// Points for White, without them.
    true_komi: f32,
    /// What games came to on the board, by the mover's first move.
    pub(super) ends: BTreeMap<Point, Ends>,
    margin: f32,
    /// By how much the mover was ahead at the end of each of the first games.
    leads: Vec<f32>,
    area: f32,
    /// The stones that games are about, and whose they are.
    aim: Option<(Color, PointSet)>,
}

impl Terms {
    pub(super) fn new(size: usize, settings: Settings, question: &Question<'_>) -> Terms {
        Terms {
            mover: question.color,
            komi: question.komi,
            true_komi: question.komi,
            ends: BTreeMap::new(),
            margin: settings.margin,
            leads: Vec::new(),
            area: (size * size) as f32,
            aim: question.aim.map(|aim| (aim.owner, *aim.stones)),
        }
    }

    /// Shifts the komi if one side has lost less than `part` of the games so far. Returns whether it has.
    pub(super) fn level(&mut self, part: f32) -> bool {
        let leads = &mut self.leads;
        leads.sort_by(f32::total_cmp);
        let lost = leads.partition_point(|&lead| lead <= 0.0);
        let least = (part * leads.len() as f32) as usize;
        let place = lost.clamp(least, leads.len().saturating_sub(least));
        if place == lost || place >= leads.len() {
            return false;
        }
        // Games that came out as this one did are won.
        let lead = leads[place] - 0.5;
        if lead <= 0.0 && place > lost {
            return false;
        }
        self.komi += if self.mover == Color::Black { lead } else { -lead };
        true
    }

    /// Points by which who moved first is ahead with this komi, Black being ahead by `balance` on the board.
    fn ahead(&self, balance: i32, komi: f32) -> f32 {
        let black = balance as f32 - komi;
        if self.mover == Color::Black { black } else { -black }
    }

    /// 1 if who moved first has won, 0 if he has lost; a part of it by how far. `field` is the end of the game.
    fn result(&self, balance: i32, field: &Field) -> f32 {
        let (won, far) = match &self.aim {
            None => {
                let own = self.ahead(balance, self.komi);
                (own > 0.0, 0.5 + 0.5 * (own / self.area).clamp(-1.0, 1.0))
            }
            Some((owner, stones)) => {
                let kept = stones.iter().filter(|&p| field.color(p) == Some(*owner)).count();
                let part = kept as f32 / stones.len().max(1) as f32;
                let own = if *owner == self.mover { part } else { 1.0 - part };
                (own > 0.5, own)
            }
        };
        (1.0 - self.margin) * if won { 1.0 } else { 0.0 } + self.margin * far
    }
}

/// See the module head.
pub(super) struct Lane {
    field: Field,
    special: Special,
    path: Vec<u32>,
    first: FirstPlays,
    rng: Rng,
    color: Color,
    /// Passes in a row, and moves, so far.
    passes: usize,
    number: usize,
    /// Moves after which a game is over.
    longest: usize,
    balance: i32,
    owners: Owners,
    /// The stones that the game is about, and whose they are.
    aim: Option<(Color, Vec<Point>)>,
    /// So many of them, from the first on, were taken some time.
    taken: usize,
}

impl Lane {
    pub(super) fn new(root: &Field, terms: &Terms) -> Lane {
        Lane {
            field: root.clone(),
            special: Special::default(),
            path: Vec::new(),
            first: FirstPlays::new(),
            rng: Rng::new(0),
            color: Color::Black,
            passes: 0,
            number: 0,
            longest: 3 * root.size() * root.size() + 20,
            balance: 0,
            owners: Owners::nobody(),
            aim: terms.aim.as_ref().map(|(owner, stones)| (*owner, stones.iter().collect())),
            taken: 0,
        }
    }

    /// Goes down the tree from `root`, where `mover` is to move, as far as it has grown. The game counts as lost there until it is finished.
    pub(super) fn descend(
        &mut self,
        root: &Field,
        mover: Color,
        tree: &mut Tree,
        policy: &Policy<'_>,
        rng: Rng,
    ) {
        self.field.clone_from(root);
        self.path.clear();
        self.first.clear();
        self.rng = rng;
        (self.color, self.passes, self.number, self.taken) = (mover, 0, 0, 0);
        let mut node = 0;
        self.path.push(node);
        while self.goes_on() {
            if tree.is_leaf(node) {
                if node == 0 || !tree.is_ripe(node) {
                    break;
                }
                tree.grow(node, &mut self.field, self.color, policy);
            }
            node = tree.select(node);
            self.path.push(node);
            self.take_move(tree.point(node));
        }
        tree.promise(&self.path);
    }

    /// Plays on by drawn moves to the end; a game about some stones as long as one of them is on the board.
    pub(super) fn play_out(&mut self, policy: &Policy<'_>) {
        while self.goes_on() && self.has_aim() {
            let p = policy.draw(&mut self.field, self.color, &mut self.rng, &mut self.special);
            self.take_move(p);
        }
        self.balance = self.owners.look(&self.field);
    }

    /// Takes up the result.
    pub(super) fn finish(&mut self, tree: &mut Tree, terms: &mut Terms) {
        if let Some(&first) = self.path.get(1) {
            let lead = terms.ahead(self.balance, terms.true_komi);
            let ends = terms.ends.entry(tree.point(first)).or_default();
            ends.wins += u32::from(lead > 0.0);
            ends.lead += lead;
        }
        if terms.leads.len() < FIRST_GAMES as usize {
            terms.leads.push(terms.ahead(self.balance, terms.komi));
        }
        if terms.aim.is_none() {
            let won = terms.ahead(self.balance, terms.komi) > 0.0;
            let winner = if won { terms.mover } else { terms.mover.other() };
            tree.end(self.field.size(), &self.owners, winner);
        }
        tree.update(&self.path, terms.mover, terms.result(self.balance, &self.field), &self.first);
    }

    /// Whether one of the stones that the game is about, if it is about any, is on the board.
    fn has_aim(&mut self) -> bool {
        let Some((owner, stones)) = &self.aim else { return true };
        while let Some(&p) = stones.get(self.taken) {
            if self.field.color(p) == Some(*owner) {
                return true;
            }
            self.taken += 1;
        }
        false
    }

    fn goes_on(&self) -> bool {
        self.passes < 2 && self.number < self.longest
    }

    fn take_move(&mut self, p: Point) {
        self.field.play(self.color, p);
        if p.is_pass() {
            self.passes += 1;
        } else {
            self.passes = 0;
            self.first.note(self.color, p, self.number);
        }
        self.number += 1;
        self.color = self.color.other();
    }
}
