//! Why a move may be good: plain data, collected before anything is valued.

use super::Dismissal;
use crate::reading::Code;
use mkpat_rt::colon_line::AttrKind;
use mkpat_rt::db::{AttrValue, Pattern};
use mkpat_rt::geom::{AREA, Point};
use mkpat_rt::helper::PatternId;
use std::fmt;

/// A reason for a move. Strings are named by their origins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum MoveReason {
    /// Captures the string, or makes it impossible to save.
    Attack(Point, Code),
    /// Saves the string.
    Defend(Point, Code),
    /// Threatens to capture the string.
    AttackThreat(Point),
    /// Captures one of two strings.
    AttackEither(Point, Point),
    /// Saves two strings at once.
    DefendBoth(Point, Point),
    /// Connects two dragons.
    Connect(Point, Point),
    /// Cuts two dragons of the opponent.
    Cut(Point, Point),
    /// Kills the dragon: with which code, if life-and-death reading knows it, else by its eyes.
    Kill(Point, Option<Code>),
    /// Makes the dragon live, as for [`MoveReason::Kill`].
    Live(Point, Option<Code>),
    /// Makes the opponent's dragon weaker.
    StrategicAttack(Point),
    /// Makes the own dragon stronger.
    StrategicDefend(Point),
    /// Makes or secures territory.
    Territory,
    /// Expands a moyo.
    Moyo,
    /// Enters the opponent's sphere, to live there or to come out.
    Invade,
    /// Begins a combination, by a threat against the string, that gains so many stones.
    Combination(Point, usize),
    /// Prevents a combination of the opponent, which begins by a threat against the string and gains so many
    /// stones.
    PreventCombination(Point, usize),
    /// Makes a seki, or more, in the room between these walls, or keeps it territory.
    Room(Point),
    /// Takes a large empty part of the board.
    Fuseki,
    /// Fills a neutral vertex.
    Dame,
    /// Random games were played through it: how many, and how many in a hundred its player won.
    Games {
        /// How many.
        games: u32,
        /// Won, in a hundred.
        percent: u8,
        /// Points by which its player was ahead at their ends, in the mean, in tenths.
        lead: i16,
    },
    /// A pattern matched: number of the database in the set, pattern.
    Pattern(u16, PatternId),
}

impl MoveReason {
    /// Whether it is proved, so that nothing that is only likely may speak against it.
    pub(super) fn is_proved(&self) -> bool {
        matches!(self, MoveReason::Room(_))
    }

    /// Whether it comes of reading, not of influence, eyes or patterns.
    pub(super) fn is_read(&self) -> bool {
        matches!(
            self,
            MoveReason::Attack(..)
                | MoveReason::Defend(..)
                | MoveReason::AttackEither(..)
                | MoveReason::DefendBoth(..)
                | MoveReason::Kill(_, Some(_))
                | MoveReason::Live(_, Some(_))
                | MoveReason::Combination(..)
                | MoveReason::PreventCombination(..)
                | MoveReason::Room(_)
        )
    }

    /// The same reason with `string` for each string that it names.
    pub(crate) fn mapped(self, string: &impl Fn(Point) -> Point) -> MoveReason {
        match self {
            MoveReason::Attack(s, code) => MoveReason::Attack(string(s), code),
            MoveReason::Defend(s, code) => MoveReason::Defend(string(s), code),
            MoveReason::AttackThreat(s) => MoveReason::AttackThreat(string(s)),
            MoveReason::AttackEither(a, b) => MoveReason::AttackEither(string(a), string(b)),
            MoveReason::DefendBoth(a, b) => MoveReason::DefendBoth(string(a), string(b)),
            MoveReason::Connect(a, b) => MoveReason::Connect(string(a), string(b)),
            MoveReason::Cut(a, b) => MoveReason::Cut(string(a), string(b)),
            MoveReason::Kill(s, code) => MoveReason::Kill(string(s), code),
            MoveReason::Live(s, code) => MoveReason::Live(string(s), code),
            MoveReason::StrategicAttack(s) => MoveReason::StrategicAttack(string(s)),
            MoveReason::StrategicDefend(s) => MoveReason::StrategicDefend(string(s)),
            MoveReason::Room(s) => MoveReason::Room(string(s)),
            MoveReason::Combination(s, n) => MoveReason::Combination(string(s), n),
            MoveReason::PreventCombination(s, n) => MoveReason::PreventCombination(string(s), n),
            MoveReason::Territory
            | MoveReason::Moyo
            | MoveReason::Invade
            | MoveReason::Fuseki
            | MoveReason::Dame
            | MoveReason::Games { .. }
            | MoveReason::Pattern(..) => self,
        }
    }
}

impl fmt::Display for MoveReason {
    /// The kind in words; vertices are left to whoever knows the board size.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveReason::Attack(..) => "attacks a string",
            MoveReason::Defend(..) => "defends a string",
            MoveReason::AttackThreat(_) => "threatens a string",
            MoveReason::AttackEither(..) => "attacks either of two strings",
            MoveReason::DefendBoth(..) => "defends two strings",
            MoveReason::Connect(..) => "connects dragons",
            MoveReason::Cut(..) => "cuts dragons",
            MoveReason::Kill(..) => "kills a dragon",
            MoveReason::Live(..) => "saves a dragon",
            MoveReason::StrategicAttack(_) => "attacks a dragon strategically",
            MoveReason::StrategicDefend(_) => "defends a dragon strategically",
            MoveReason::Territory => "makes territory",
            MoveReason::Moyo => "expands a moyo",
            MoveReason::Invade => "invades",
            MoveReason::Combination(..) => "begins a combination",
            MoveReason::PreventCombination(..) => "prevents a combination",
            MoveReason::Room(_) => "decides about a room",
            MoveReason::Fuseki => "takes a big point",
            MoveReason::Dame => "fills a neutral point",
            MoveReason::Games { .. } => "was tried in random games",
            MoveReason::Pattern(..) => "matches a pattern",
        })
    }
}

/// What has been found out about one move.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    /// The move.
    pub point: Point,
    /// Reasons in the order in which they were found, each once.
    pub reasons: Vec<MoveReason>,
    /// Largest positive shape value, and the number of further ones.
    shape_up: (f32, u32),
    /// Largest negative shape value, and the number of further ones.
    shape_down: (f32, u32),
    /// Follow-up value in points.
    pub followup: f32,
    /// Reverse follow-up value in points.
    pub reverse_followup: f32,
    /// Least and greatest final value.
    pub value_range: (f32, f32),
    /// Least and greatest territorial value.
    pub terri_range: (f32, f32),
    /// The value, whatever the reasons (fuseki patterns).
    pub fixed: Option<f32>,
    /// Its safety need not be tested.
    pub sacrifice: bool,
}

impl Proposal {
    fn new(point: Point) -> Proposal {
        Proposal {
            point,
            reasons: Vec::new(),
            shape_up: (0.0, 0),
            shape_down: (0.0, 0),
            followup: 0.0,
            reverse_followup: 0.0,
            value_range: (f32::NEG_INFINITY, f32::INFINITY),
            terri_range: (f32::NEG_INFINITY, f32::INFINITY),
            fixed: None,
            sacrifice: false,
        }
    }

    /// Whether the stone itself may be lost: a pattern says so, or reading has found that the move takes something or
    /// decides about a dragon.
    pub fn may_be_lost(&self) -> bool {
        let takes = |r: &MoveReason| {
            matches!(
                r,
                MoveReason::Attack(..)
                    | MoveReason::Kill(_, Some(_))
                    | MoveReason::Live(_, Some(_))
            )
        };
        self.sacrifice || self.reasons.iter().any(takes)
    }

    /// Adds a reason once.
    pub fn because(&mut self, reason: MoveReason) {
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }

    /// Adds a shape value.
    pub fn shape(&mut self, x: f32) {
        let side = if x >= 0.0 { &mut self.shape_up } else { &mut self.shape_down };
        if x == 0.0 {
            return;
        }
        if side.0 != 0.0 {
            side.1 += 1;
        }
        if x.abs() > side.0.abs() {
            side.0 = x;
        }
    }

    /// The combined shape value (docs/pattern-language.md, "Values"): the largest
    /// positive value, 1 for each further one, and likewise for negatives.
    pub fn shape_value(&self) -> f32 {
        self.shape_up.0 + self.shape_up.1 as f32 + self.shape_down.0 - self.shape_down.1 as f32
    }

    /// What the value is multiplied with: 1.05 to the power of the shape value.
    pub fn shape_factor(&self) -> f32 {
        1.05f32.powf(self.shape_value().clamp(-40.0, 40.0))
    }

    /// Least and greatest final value, a fixed value included.
    pub fn bounds(&self) -> (f32, f32) {
        self.fixed.map_or(self.value_range, |x| (x, x))
    }

    /// Demands a final value of at least `x`.
    pub fn at_least(&mut self, x: f32) {
        self.value_range.0 = self.value_range.0.max(x);
    }

    /// Applies the numbers of a colon line.
    pub fn attributes(&mut self, pattern: &Pattern) {
        for a in &pattern.attrs {
            let AttrValue::Number(x) = a.value else { continue };
            match a.kind {
                AttrKind::MinValue => self.at_least(x),
                AttrKind::MaxValue => self.value_range.1 = self.value_range.1.min(x),
                AttrKind::MinTerri => self.terri_range.0 = self.terri_range.0.max(x),
                AttrKind::MaxTerri => self.terri_range.1 = self.terri_range.1.min(x),
                AttrKind::Shape => self.shape(x),
                AttrKind::Followup => self.followup += x,
                AttrKind::ReverseFollowup => self.reverse_followup += x,
                AttrKind::Value
                | AttrKind::ThreatensToCapture
                | AttrKind::ThreatensEye
                | AttrKind::ReverseSente => {}
            }
        }
    }

    /// Takes over everything that speaks for another move.
    fn absorb(&mut self, other: &Proposal) {
        other.reasons.iter().for_each(|&r| self.because(r));
        for x in [other.shape_up.0, other.shape_down.0] {
            self.shape(x);
        }
        self.followup = self.followup.max(other.followup);
        self.reverse_followup = self.reverse_followup.max(other.reverse_followup);
        self.at_least(other.value_range.0);
        self.terri_range.0 = self.terri_range.0.max(other.terri_range.0);
    }
}

/// All moves that something speaks for.
#[derive(Clone, Debug)]
pub struct Proposals {
    by_point: Vec<Option<Box<Proposal>>>,
    replaced: Vec<(Point, Point)>,
    antisuji: Vec<Point>,
}

impl Default for Proposals {
    fn default() -> Proposals {
        Proposals { by_point: vec![None; AREA], replaced: Vec::new(), antisuji: Vec::new() }
    }
}

impl Proposals {
    /// The proposal of a move, made if there is none.
    pub fn at(&mut self, p: Point) -> &mut Proposal {
        self.by_point[p.idx()].get_or_insert_with(|| Box::new(Proposal::new(p)))
    }

    /// Adds a reason for a move; a pass is ignored.
    pub fn add(&mut self, p: Point, reason: MoveReason) {
        if !p.is_pass() {
            self.at(p).because(reason);
        }
    }

    /// What is known of a move, if it is proposed.
    pub fn get(&self, p: Point) -> Option<&Proposal> {
        self.by_point[p.idx()].as_deref()
    }

    /// The moves proposed so far, in board order.
    pub fn iter(&self) -> impl Iterator<Item = &Proposal> {
        self.by_point.iter().flatten().map(|m| &**m)
    }

    /// Whether something speaks for the move.
    pub fn has(&self, p: Point) -> bool {
        self.by_point[p.idx()].is_some()
    }

    /// Forbids a move.
    pub fn forbid(&mut self, p: Point) {
        self.antisuji.push(p);
    }

    /// Everything that speaks for `from` shall speak for `to`.
    pub fn replace(&mut self, from: Point, to: Point) {
        if !from.is_pass() && !to.is_pass() && from != to {
            self.replaced.push((from, to));
        }
    }

    /// The proposals in board order, replacements carried out to the end of each
    /// chain (a chain that comes back to its start is ignored) and forbidden
    /// moves left out; and the moves that are left out.
    pub fn finish(mut self) -> (Vec<Proposal>, Vec<(Point, Dismissal)>) {
        self.replaced.sort_unstable();
        self.replaced.dedup();
        for i in 0..self.replaced.len() {
            let (from, mut to) = self.replaced[i];
            let mut steps = 0;
            while let Some(&(_, next)) = self.replaced.iter().find(|r| r.0 == to) {
                to = next;
                steps += 1;
                if steps > self.replaced.len() {
                    break;
                }
            }
            if steps > self.replaced.len() || to == from {
                continue;
            }
            if let Some(source) = self.by_point[from.idx()].clone() {
                self.at(to).absorb(&source);
            }
        }
        let forbidden = self.antisuji.iter().map(|&p| (p, Dismissal::Forbidden));
        let replaced = self.replaced.iter().map(|&(from, to)| (from, Dismissal::Replaced(to)));
        let mut gone: Vec<(Point, Dismissal)> = forbidden.chain(replaced).collect();
        gone.sort_by_key(|g| g.0);
        gone.dedup_by_key(|g| g.0);
        let stays = |m: &&Proposal| gone.binary_search_by_key(&m.point, |g| g.0).is_err();
        let all = self.by_point.iter().filter_map(|m| m.as_deref());
        let proposals = all.filter(stays).cloned();
        (proposals.collect(), gone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str) -> Point {
        Point::parse(name, 9).expect("a vertex")
    }

    #[test]
    fn shape_values_combine_as_the_manual_says() {
        let mut m = Proposal::new(at("C3"));
        for x in [3.0, 5.0, -2.0, 1.0, -4.0] {
            m.shape(x);
        }
        assert_eq!(m.shape_value(), 5.0 + 2.0 - 4.0 - 1.0);
        assert!((m.shape_factor() - 1.05 * 1.05).abs() < 1e-5);
    }

    #[test]
    fn replacements_follow_chains_and_antisuji_is_absolute() {
        let mut all = Proposals::default();
        for name in ["A1", "B1", "C1", "D1", "E1"] {
            all.add(at(name), MoveReason::Territory);
        }
        all.at(at("A1")).at_least(7.0);
        all.replace(at("A1"), at("B1"));
        all.replace(at("B1"), at("C1"));
        all.forbid(at("D1"));
        let (done, gone) = all.finish();
        let names: Vec<_> = done.iter().map(|m| m.point.name(9)).collect();
        assert_eq!(names, ["C1", "E1"]);
        assert_eq!(done[0].value_range.0, 7.0);
        let why = |name: &str| gone.iter().find(|g| g.0 == at(name)).map(|g| g.1);
        assert_eq!(why("A1"), Some(Dismissal::Replaced(at("B1"))));
        assert_eq!(why("D1"), Some(Dismissal::Forbidden));
    }
}
