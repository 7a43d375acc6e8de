//! What is seen of a position of the search: the dragon as it stands, the strings around it, its
//! eyes and its ways out.

use super::Goal;
use crate::board::{Board, PointSet};
use crate::facts::{EyeData, EyeSpaces, KnowsReading};
use crate::reading::{Code, Reader, Reading};
use crate::search::parameters::*;
use crate::search::proof_numbers::Effort;
use mkpat_rt::eyes::EyeDb;
use mkpat_rt::geom::{Color, Point};

/// What reading says of the strings near a dragon.
#[derive(Clone, Debug, Default)]
pub(super) struct Strings {
    list: Vec<(Point, [Reading; 2])>,
    /// By number in the list.
    stones: Vec<PointSet>,
}

impl Strings {
    /// Asks about the strings of both colours on `near` that have few liberties.
    fn read(reader: &mut Reader<'_>, near: &PointSet) -> Strings {
        let board = reader.board();
        let origins = near.iter().filter(|&p| board.at(p).is_stone()).map(|p| board.origin(p));
        let origins: PointSet = origins.collect();
        let mut out = Strings::default();
        for origin in origins {
            let stones = reader.board().string_stones(origin);
            let mut found = [Reading::LOST; 2];
            if reader.board().liberty_count(origin) <= OWL_LIBERTIES {
                found[0] = reader.attack(origin);
                if found[0].is_success() {
                    found[1] = reader.defend(origin);
                }
            }
            out.list.push((origin, found));
            out.stones.push(stones);
        }
        out
    }

    /// The strings: origin, stones, whether it can be captured, whether it can be saved.
    pub(super) fn all(&self) -> impl Iterator<Item = (Point, &PointSet, [Reading; 2])> {
        self.list.iter().zip(&self.stones).map(|(&(origin, found), stones)| (origin, stones, found))
    }
}

impl KnowsReading for Strings {
    fn reading(&self, p: Point) -> Option<[Reading; 2]> {
        self.all().find(|(_, stones, _)| stones.contains(p)).map(|(_, _, found)| found)
    }
}

/// A position of the search, as it is seen.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    /// The stones of the dragon, those that it has been linked with included; none if it is lost.
    pub(super) dragon: PointSet,
    /// The strings around.
    pub(super) strings: Strings,
    /// Stones by colour that are not lost.
    pub(super) lively: [PointSet; 2],
    /// Its eye spaces.
    pub(super) eyes: EyeSpaces,
    /// The eyes of each that are certain, the attacker moving first.
    certain: Vec<u8>,
    /// It is linked with a friend that lives.
    pub(super) linked: bool,
    /// Its ways out.
    pub(super) ways: Ways,
    /// What they are worth.
    pub(super) escape: usize,
}

impl Sight {
    /// Looks at the position of the reader.
    pub(super) fn new(reader: &mut Reader<'_>, shapes: Option<&EyeDb>, goal: &Goal) -> Sight {
        let owner = goal.owner;
        let own = stones(reader.board(), owner);
        let mut dragon = goal.stones.and(&own);
        if dragon.is_empty() {
            return Sight::lost();
        }
        dragon = together(reader.board(), &own, dragon);
        let near = grown(reader.board(), &dragon, OWL_NEAR);
        let strings = Strings::read(reader, &near);
        let mut lively = Color::BOTH.map(|c| stones(reader.board(), c).minus(&goal.lost));
        for (_, stones, found) in strings.all() {
            let lost = found[0].code == Code::Win && !found[1].is_success();
            for set in &mut lively {
                if lost {
                    *set = set.minus(stones);
                }
            }
            if !lost && let Some(color) = stones.first().and_then(|p| reader.board().color_at(p)) {
                lively[color.index()].union_with(stones);
            }
        }
        let find = |reader: &mut Reader<'_>, dragon: &PointSet| {
            EyeData::near(reader, &strings, shapes, &lively, owner, &dragon.beside())
        };
        let mut eyes = find(reader, &dragon);
        // Who shares a small closed eye space with it belongs to it.
        let mut more = dragon;
        for space in eyes.iter().filter(|e| e.points.len() <= OWL_COMMON_EYE && e.open().is_empty())
        {
            more.union_with(&space.points.beside().and(&own));
        }
        let more = together(reader.board(), &own, more);
        if more != dragon {
            dragon = more;
            eyes = find(reader, &dragon);
        }
        let linked = firmly_linked(reader.board(), goal, &strings, &own, &dragon);
        let certain = certain(reader.board(), goal.owner, &lively, &eyes);
        let eyes = EyeSpaces::of(eyes);
        let ways = Ways::new(reader.board(), goal, &dragon, &lively, WAYS_SEEN);
        let escape = ways.worth(goal);
        Sight { dragon, strings, lively, eyes, certain, linked, ways, escape }
    }

    fn lost() -> Sight {
        let (dragon, strings) = (PointSet::EMPTY, Strings::default());
        let lively = [PointSet::EMPTY; 2];
        let (eyes, certain) = (EyeSpaces::default(), Vec::new());
        let ways = Ways::default();
        Sight { dragon, strings, lively, eyes, certain, linked: false, ways, escape: 0 }
    }

    /// Eyes if this side moves first and both then take turns; doubtful vertices are false.
    pub(super) fn total(&self, owner_first: bool) -> u8 {
        total(self.eyes.list(), &self.certain, owner_first)
    }

    /// Eyes that are certain.
    pub(super) fn sure(&self) -> usize {
        self.certain.iter().map(|&n| usize::from(n)).sum()
    }

    /// Whether it has two eyes whatever the attacker does, and no string of it can be taken.
    pub(super) fn lives(&self) -> bool {
        let safe = |(_, stones, [attack, _]): (Point, &PointSet, [Reading; 2])| {
            !attack.is_success() || !stones.intersects(&self.dragon)
        };
        self.sure() >= 2 && self.strings.all().all(safe)
    }

    /// What a move promises that has just been played, seen without reading.
    pub(super) fn after(
        &self,
        reader: &mut Reader<'_>,
        shapes: Option<&EyeDb>,
        goal: &Goal,
        color: Color,
        p: Point,
    ) -> Outlook {
        let board = reader.board();
        let own = stones(board, goal.owner);
        let seeds = goal.stones.and(&own);
        if seeds.is_empty() {
            return Outlook::default();
        }
        let dragon = together(board, &own, self.dragon.and(&own).or(&seeds));
        let lively = Color::BOTH.map(|c| {
            let mut set = self.lively[c.index()];
            if c == color {
                set.insert(p);
            }
            set.and(&stones(board, c))
        });
        let known = Unread(&self.strings);
        let eyes = EyeData::near(reader, &known, shapes, &lively, goal.owner, &dragon.beside());
        let room = eyes.iter().map(|e| e.points.minus(&e.marginal).len()).sum::<usize>();
        let linked = dragon.intersects(&goal.friends);
        let escape = Ways::new(reader.board(), goal, &dragon, &lively, OWL_FAR).worth(goal);
        let certain = certain(reader.board(), goal.owner, &lively, &eyes);
        let totals = [false, true].map(|owner_first| total(&eyes, &certain, owner_first));
        Outlook { totals, room: room.min(MOST_ROOM), escape, linked }
    }

    /// The outlook of the position itself.
    pub(super) fn outlook(&self) -> Outlook {
        let room =
            self.eyes.list().iter().map(|e| e.points.minus(&e.marginal).len()).sum::<usize>();
        Outlook {
            totals: [false, true].map(|owner_first| self.total(owner_first)),
            room: room.min(MOST_ROOM),
            escape: self.escape,
            linked: self.linked,
        }
    }
}

/// Room for eyes beyond this counts nothing.
const MOST_ROOM: usize = 14;

/// What can be seen of a position at a glance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Outlook {
    /// Eyes, the attacker and the owner moving first.
    pub(super) totals: [u8; 2],
    /// Vertices of eye spaces that the attacker cannot just take away.
    pub(super) room: usize,
    /// What the ways out are worth.
    pub(super) escape: usize,
    /// The dragon is linked with a friend that lives.
    pub(super) linked: bool,
}

impl Outlook {
    /// How good it is for the owner: larger is better.
    pub(super) fn worth(&self) -> i32 {
        let eyes: u8 = self.totals.iter().map(|&n| n.min(2)).sum();
        let escape = self.escape.min(OWL_FREE) as i32;
        i32::from(eyes) * 24 + self.room as i32 * 2 + escape * 3 + if self.linked { 100 } else { 0 }
    }
}

impl Outlook {
    /// What it seems to take either side, after a move that promised so much.
    pub(super) fn efforts(&self, owner_next: bool, value: u8) -> Effort {
        let number = |n: usize| n as u32;
        let [least, most] = self.totals.map(u32::from);
        let hold = number(self.room / 3 + self.escape / 3);
        let eyes = if owner_next { most } else { least };
        let missing = 2u32.saturating_sub(eyes);
        let live = (1 + 7 * missing).saturating_sub(hold / 2).max(1);
        let kill = 1 + if missing == 0 { 24 } else { 0 } + 4 * least + 2 * most + hold;
        let live = if self.linked { 1 } else { live };
        let kill = if self.linked { kill + 24 } else { kill };
        let (mine, theirs) = if owner_next { (live, kill) } else { (kill, live) };
        let forced = u32::from(value) / 24;
        Effort { mine: mine + forced, theirs: theirs.saturating_sub(forced).max(1) }
    }
}

/// What is known of strings before a move, for a look without reading after it.
struct Unread<'s>(&'s Strings);

impl KnowsReading for Unread<'_> {
    fn reading(&self, p: Point) -> Option<[Reading; 2]> {
        self.0.reading(p)
    }

    /// By its liberties.
    fn safe_move(&self, reader: &mut Reader<'_>, p: Point, color: Color) -> Code {
        match reader.board().liberties_after(color, p, 2) {
            2.. => Code::Win,
            _ => Code::Lose,
        }
    }
}

/// The eyes of these spaces that are certain if the attacker moves first: where a space lies open
/// to the outside, the vertices there may be taken away. One that is too large for a shape, not
/// closed, and not large enough to live whatever happens has one at most.
fn certain(board: &Board, owner: Color, lively: &[PointSet; 2], eyes: &[EyeData]) -> Vec<u8> {
    let all = on_board(board);
    let own = &lively[owner.index()];
    let of = |e: &EyeData| {
        let least = e.pessimistic_min.min(e.value.attacker_first);
        let outside = all.minus(&e.points).minus(own);
        let open = e.points.minus(&e.marginal).and(&outside.beside());
        if open.is_empty() {
            let left = e.points.len().saturating_sub(2 * e.marginal.len());
            let unknown = e.points.len() > OWL_SHAPED && !e.marginal.is_empty() && left < OWL_ROOMY;
            return if unknown { least.min(1) } else { least };
        }
        let lost = open.len() + e.marginal.len();
        least.min(match e.points.len().saturating_sub(2 * lost) {
            6.. => 2,
            2..6 => 1,
            _ => 0,
        })
    };
    eyes.iter().map(of).collect()
}

/// [`Sight::total`] of these spaces.
fn total(eyes: &[EyeData], certain: &[u8], owner_first: bool) -> u8 {
    let ends = |(e, &least): (&EyeData, &u8)| (least, e.value.defender_first.max(least));
    let mut ends: Vec<(u8, u8)> = eyes.iter().zip(certain).map(ends).collect();
    ends.sort_by_key(|&(least, most)| std::cmp::Reverse(most - least));
    let (mut sum, mut owners) = (0, owner_first);
    for (least, most) in ends {
        sum += if owners { most } else { least };
        if most > least {
            owners = !owners;
        }
    }
    sum
}

/// How many steps of a dragon the sight of a position knows.
const WAYS_SEEN: usize = 6;

/// Where a dragon gets to, step by step, without coming next to a living enemy on the way (the
/// manual's chapter "Escape").
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ways {
    /// The empty vertices that it reaches in so many steps, and no fewer: those after one step first.
    pub(super) fronts: [PointSet; WAYS_SEEN],
    /// The origins of the strings of its owner that it meets in as many steps as count.
    pub(super) met: PointSet,
}

impl Ways {
    fn new(
        board: &Board,
        goal: &Goal,
        dragon: &PointSet,
        lively: &[PointSet; 2],
        steps: usize,
    ) -> Ways {
        let enemies = lively[goal.owner.other().index()];
        let all = on_board(board);
        let own = stones(board, goal.owner);
        let beside = enemies.beside();
        let (mut front, mut seen, mut met) = (*dragon, *dragon, PointSet::EMPTY);
        let mut fronts = [PointSet::EMPTY; WAYS_SEEN];
        for (step, reached) in fronts.iter_mut().take(steps).enumerate() {
            let mut next = front.beside().and(&all).minus(&seen).minus(&enemies);
            if step < OWL_FAR {
                met.union_with(&next.and(&own));
            }
            next = next.minus(&own);
            if step > 0 {
                next = next.minus(&beside);
            }
            seen.union_with(&next);
            (front, *reached) = (next, next);
        }
        let met = met.iter().map(|p| board.origin(p)).collect();
        Ways { fronts, met }
    }

    /// The vertices that count as out.
    pub(super) fn out(&self) -> PointSet {
        self.fronts[OWL_FAR - 1]
    }

    /// What the ways out are worth: the vertices there, and the friends that are met.
    fn worth(&self, goal: &Goal) -> usize {
        let friends = self.met.and(&goal.friends).len();
        let others = self.met.len() - friends;
        6 * friends + 2 * others + self.out().iter().map(|p| goal.worth(p)).sum::<usize>()
    }
}

pub(super) fn stones(board: &Board, color: Color) -> PointSet {
    board.stones_of(color)
}

pub(super) fn on_board(board: &Board) -> PointSet {
    PointSet::within(board.size(), 0)
}

/// Whether the dragon hangs together with a friend that lives by strings that cannot be taken. Of a dragon
/// of several strings those that can be taken may be lost.
fn firmly_linked(
    board: &Board,
    goal: &Goal,
    strings: &Strings,
    own: &PointSet,
    dragon: &PointSet,
) -> bool {
    if !dragon.intersects(&goal.friends) {
        return false;
    }
    let mut weak = PointSet::EMPTY;
    for (_, stones, [attack, _]) in strings.all() {
        if attack.is_success() && !stones.intersects(&goal.friends) {
            weak.union_with(stones);
        }
    }
    if !weak.intersects(dragon) {
        return true;
    }
    let firm = goal.stones.and(own).minus(&weak);
    let own = own.minus(&weak);
    together(board, &own, firm).intersects(&goal.friends)
}

/// A set and what is at most so many steps from it.
pub(super) fn grown(board: &Board, set: &PointSet, steps: usize) -> PointSet {
    let all = on_board(board);
    (0..steps).fold(*set, |set, _| set.or(&set.beside().and(&all)))
}

/// The stones that hang together with these: their strings, and strings that are linked with
/// them ([`Board::are_linked`]).
fn together(board: &Board, own: &PointSet, seeds: PointSet) -> PointSet {
    let mut out = PointSet::EMPTY;
    let mut todo = seeds;
    while let Some(p) = todo.first() {
        let string = board.string_stones(p);
        out.union_with(&string);
        todo = todo.minus(&string);
        let liberties = board.liberties(p);
        let around = liberties.beside().and(own).minus(&out).minus(&todo);
        let mut known = PointSet::EMPTY;
        for q in around {
            if known.contains(q) {
                continue;
            }
            let other = board.string_stones(q);
            known.union_with(&other);
            if board.are_linked(p, q, &PointSet::EMPTY) {
                todo.insert(q);
            }
        }
    }
    out
}
